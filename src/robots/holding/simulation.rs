//! What an answer would do: the state machine fed with observations that are made up.

use super::super::delivery::{Failure, Outcome};
use super::super::profile::Profile;
use super::{CACHED, GOOGLE_STOPS, Holding, LONG, Observed, holding};

/// The moments that a simulation looks at: seconds after the crawler first got the answer, and what a column is called.
pub const MOMENTS: [(i64, &str); 4] = [(0, "at once"), (GOOGLE_STOPS, "12 h"), (CACHED, "24 h"), (LONG, "30 days")];

/// The age of the copy when the answer comes, in seconds.
const AGE: i64 = 3600;

/// An answer that can be tried.
#[derive(Debug)]
#[non_exhaustive]
pub struct Trial {
    /// What it is called, in few letters.
    pub name: &'static str,
    /// What it is, in a sentence without a full stop.
    pub says: &'static str,
    /// How the fetch ends. A redirect that leads to a file ends with that file.
    pub outcome: Outcome,
}

const fn trial(name: &'static str, says: &'static str, outcome: Outcome) -> Trial {
    Trial { name, says, outcome }
}

/// The answers that can be tried.
pub static TRIALS: [Trial; 11] = [
    trial("200", "the file is sent", Outcome::Answered(200)),
    trial(
        "301",
        "a redirect to the file, also on another host: its rules hold for the host first asked",
        Outcome::Answered(200),
    ),
    trial(
        "301 loop",
        "more redirects than are followed: five are, by the standard at least",
        Outcome::TooManyRedirects,
    ),
    trial("401", "it wants a password", Outcome::Answered(401)),
    trial("403", "it is forbidden", Outcome::Answered(403)),
    trial("404", "there is none", Outcome::Answered(404)),
    trial("410", "there is none any more", Outcome::Answered(410)),
    trial("429", "too many requests", Outcome::Answered(429)),
    trial("500", "the server fails", Outcome::Answered(500)),
    trial("503", "the server is not available for now", Outcome::Answered(503)),
    trial(
        "timeout",
        "no answer in time; without a connection or a name it is the same",
        Outcome::Failed(Failure::Timeout, String::new()),
    ),
];

/// What a crawler of this profile holds at each of [`MOMENTS`] where a fetch ends so from 0 on and never otherwise, with a good
/// copy from an hour before or with none. The times in it are seconds from the first such answer on; the copy is observation 0.
#[must_use]
pub fn simulate(outcome: &Outcome, profile: &Profile, with_copy: bool) -> [Holding; MOMENTS.len()] {
    let good = Outcome::Answered(200);
    let copy = with_copy.then_some(Observed { at: -AGE, outcome: &good, max_age: None });
    MOMENTS.map(|(now, _)| {
        let asked = MOMENTS.iter().map(|&(at, _)| Observed { at, outcome, max_age: None });
        let observed: Vec<Observed> = copy.into_iter().chain(asked.filter(|asked| asked.at <= now)).collect();
        holding(&observed, profile, now)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(status: &str, profile: &Profile, with_copy: bool) -> String {
        let trial = TRIALS.iter().find(|trial| trial.name == status).expect("a trial");
        let held = simulate(&trial.outcome, profile, with_copy);
        held.map(|held| format!("{}{}", held.state.words(), if held.open { "?" } else { "" })).join(", ")
    }

    #[test]
    fn each_answer_leads_where_the_sources_say() {
        let all = |words: &str| [words; 4].join(", ");
        for (status, with_copy, rfc9309, google, urllib) in [
            ("200", true, all("file"), all("file"), all("file")),
            ("301", false, all("file"), all("file"), all("file")),
            ("301 loop", true, all("open"), all("open"), all("closed")),
            ("401", true, all("open"), all("open"), all("closed")),
            ("403", false, all("open"), all("open"), all("closed")),
            ("404", true, all("open"), all("open"), all("open")),
            ("410", true, all("open"), all("open"), all("open")),
            ("429", true, all("open"), "closed, copy, copy, open?".into(), all("open")),
            ("503", true, "closed?, closed?, closed?, copy?".into(), "closed, copy, copy, open?".into(), all("closed")),
            ("500", false, "closed, closed, closed, open?".into(), "closed, open, open, open?".into(), all("closed")),
            (
                "timeout",
                false,
                "closed, closed, closed, open?".into(),
                "closed, open, open, closed?".into(),
                all("closed"),
            ),
        ] {
            for (profile, says) in [
                (&Profile::RFC9309, &rfc9309),
                (&Profile::BING, &rfc9309),
                (&Profile::SUBSTRING, &rfc9309),
                (&Profile::GOOGLE, &google),
                (&Profile::FIRST_MATCH, &urllib),
            ] {
                assert_eq!(words(status, profile, with_copy), *says, "{status} {} {with_copy}", profile.name);
            }
            let yandex = if matches!(status, "200" | "301") { "file" } else { "open" };
            assert_eq!(words(status, &Profile::YANDEX, with_copy), all(yandex), "{status}");
        }
    }

    #[test]
    fn nothing_new_happens_between_12_and_24_hours() {
        // A narrow screen leaves the column out.
        for trial in &TRIALS {
            for profile in Profile::ALL {
                for with_copy in [true, false] {
                    let [_, half, day, _] = simulate(&trial.outcome, profile, with_copy);
                    assert_eq!((half.state, half.open), (day.state, day.open), "{} {}", trial.name, profile.name);
                }
            }
        }
    }

    #[test]
    fn a_copy_only_matters_where_the_file_cannot_be_reached() {
        for trial in &TRIALS {
            for profile in Profile::ALL {
                let [with, without] = [true, false].map(|copy| simulate(&trial.outcome, profile, copy));
                let same = with.map(|held| held.state) == without.map(|held| held.state);
                let unreachable = trial.outcome.meaning(profile) == super::super::Meaning::Unreachable;
                assert!(same || unreachable, "{} {}", trial.name, profile.name);
            }
        }
    }
}
