//! What a crawler holds, in words.

use super::super::delivery::{Delivery, Meaning, Outcome, Stamp};
use super::super::profile::{Outcomes, Profile};
use super::{Holding, Observed, State, holding};

impl State {
    /// What it leaves, in one word or two.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Unasked => "not known",
            Self::File => "file",
            Self::LastCopy => "copy",
            Self::NoFile | Self::Unrestricted | Self::GivenUp { answers: true } => "open",
            Self::Refused | Self::Stopped | Self::GivenUp { answers: false } => "closed",
        }
    }

    /// What it is, to be read after a moment: "from then on".
    const fn clause(self, profile: &Profile) -> &'static str {
        match (self, profile.outcomes) {
            (Self::Unasked, _) => "nothing is known",
            (Self::File, _) => "the rules of the file hold",
            (Self::NoFile, _) => "there is no file, so everything may be fetched",
            (Self::Refused, _) => "the answer refuses, so nothing may be fetched",
            (Self::Stopped, _) => "the file cannot be reached, so nothing is fetched",
            (Self::LastCopy, Outcomes::Google) => "the last good copy holds",
            (Self::LastCopy, _) => "the last good copy may be used, or everything be fetched",
            (Self::Unrestricted, Outcomes::Google) => {
                "the last good copy holds; without one (none is known here) all is open"
            }
            (Self::Unrestricted, _) => "everything may be fetched, or a copy be used (none is known here)",
            (Self::GivenUp { .. }, _) => "all is open if the rest of the site answers, else nothing is fetched",
        }
    }
}

/// What a crawler of this profile does from `now` on, one line a step, as long as nothing else is heard; times are local to
/// `now`.
#[must_use]
pub fn sentences(observed: &[Observed], profile: &Profile, now: Stamp) -> Vec<String> {
    let moment = |unix| words_of(Stamp { unix, ..now });
    let first = holding(observed, profile, now.unix);
    let mut lines = vec![match first.state {
        State::Unasked => "No answer is known.".to_owned(),
        state => format!("Since {} {}.", moment(first.from), state.clause(profile)),
    }];
    let mut held = first;
    // Each step is a state that time alone brings; there are at most two.
    while let Some(until) = held.until {
        held = holding(observed, profile, until);
        lines.push(if held.overdue {
            format!("By {} it asks again.", moment(until))
        } else {
            format!("From {} {}.", moment(until), held.state.clause(profile))
        });
    }
    if first.overdue {
        lines.push("Since then it will have asked again; what it got is not known here.".to_owned());
    }
    lines.extend(remarks(&first));
    lines
}

/// What Google does from a fetch on, as if it had asked at the same time and never before: see [`sentences`].
#[must_use]
pub fn of_google(delivery: &Delivery) -> Vec<String> {
    sentences(&[Observed::of(delivery)], &Profile::GOOGLE, delivery.at)
}

/// What should be known about where this comes from.
fn remarks(held: &Holding) -> Vec<String> {
    let mut remarks = Vec::new();
    if held.state != State::Unasked {
        remarks.push("This takes it that it asked when robotui did; until it asks it goes by its copy.".to_owned());
    }
    if held.reordered {
        remarks.push("The clock was set back between two answers: their times were gone by.".to_owned());
    }
    match held.ignored {
        0 => {}
        1 => remarks.push("An answer from the future was left out.".to_owned()),
        n => remarks.push(format!("{n} answers from the future were left out.")),
    }
    remarks
}

/// A moment as a local date and time: "2026-05-28 22:26".
fn words_of(stamp: Stamp) -> String {
    let ((year, month, day), (hours, minutes, _)) = (stamp.date(), stamp.clock());
    format!("{year:04}-{month:02}-{day:02} {hours:02}:{minutes:02}")
}

/// What follows for a crawler of this profile where a fetch ends so and goes on ending so, in one or two sentences.
#[must_use]
pub const fn course(outcome: &Outcome, profile: &Profile) -> &'static str {
    match (outcome.meaning(profile), profile.outcomes) {
        (Meaning::Rules, Outcomes::Google) => {
            "The rules of the file hold. It is asked for again after about 24 hours, or as max-age says."
        }
        (Meaning::Rules, Outcomes::Rfc9309) => {
            "The rules of the file hold. A copy should be used for 24 hours at most."
        }
        (Meaning::Rules, Outcomes::Yandex) => "The rules of the file hold. How long a copy is used is not documented.",
        (Meaning::Rules, Outcomes::Urllib) => {
            "The rules of the file hold until the program reads it again, of its own accord."
        }
        (Meaning::NoFile, Outcomes::Yandex) => {
            "All but 200 counts as no file: everything may be fetched, whatever was held before."
        }
        (Meaning::NoFile, _) => "It counts as no file: everything may be fetched, whatever was held before.",
        (Meaning::Refused, _) => "401 and 403 close everything until the program reads another answer.",
        (Meaning::Unreachable, Outcomes::Google) => {
            "It fetches nothing for 12 hours, then goes by its last good copy, or holds nothing back without one. After 30 days \
             all is open if the rest of the site answers; if not, nothing is fetched."
        }
        (Meaning::Unreachable, Outcomes::Rfc9309) => {
            "Nothing may be fetched, though section 2.4 lets a copy be used for longer than 24 hours. After a long time, such as \
             30 days, a crawler may take it for no file, or go on with its copy."
        }
        (Meaning::Unreachable, Outcomes::Urllib | Outcomes::Yandex) => {
            "Nothing may be fetched until the program reads another answer."
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Stamp = Stamp { unix: 1_780_000_000, offset: 7200 };

    fn said(heard: &[(i64, u16)], profile: &Profile) -> String {
        let outcomes: Vec<Outcome> = heard.iter().map(|&(_, status)| Outcome::Answered(status)).collect();
        let observed: Vec<Observed> = heard
            .iter()
            .zip(&outcomes)
            .map(|(&(at, _), outcome)| Observed { at: NOW.unix + at, outcome, max_age: None })
            .collect();
        sentences(&observed, profile, NOW).join("\n")
    }

    #[test]
    fn what_google_does_after_a_failure_is_told_with_its_times() {
        assert_eq!(
            said(&[(0, 503)], &Profile::GOOGLE),
            "Since 2026-05-28 22:26 the file cannot be reached, so nothing is fetched.\n\
             From 2026-05-29 10:26 the last good copy holds; without one (none is known here) all is open.\n\
             From 2026-06-27 22:26 all is open if the rest of the site answers, else nothing is fetched.\n\
             This takes it that it asked when robotui did; until it asks it goes by its copy."
        );
        let with_copy = said(&[(-3600, 200), (0, 503)], &Profile::GOOGLE);
        assert!(with_copy.contains("From 2026-05-29 10:26 the last good copy holds.\n"), "{with_copy}");
    }

    #[test]
    fn an_answer_holds_until_it_is_asked_for_again() {
        let fresh = said(&[(0, 200)], &Profile::GOOGLE);
        assert!(
            fresh.starts_with(
                "Since 2026-05-28 22:26 the rules of the file hold.\nBy 2026-05-29 22:26 it asks again.\n"
            )
        );
        let old = said(&[(-90_000, 404)], &Profile::RFC9309);
        assert!(old.contains("no file") && old.contains("it will have asked again"), "{old}");
        assert_eq!(said(&[], &Profile::GOOGLE), "No answer is known.");
        assert_eq!(
            said(&[(5, 200), (9, 404)], &Profile::GOOGLE),
            "No answer is known.\n2 answers from the future were left out."
        );
    }

    #[test]
    fn a_course_says_what_the_simulation_says() {
        use super::super::simulation::{TRIALS, simulate};
        for trial in &TRIALS {
            for profile in Profile::ALL {
                let course = course(&trial.outcome, profile);
                let [at_once, .., at_last] = simulate(&trial.outcome, profile, true);
                let begins = match at_once.state {
                    State::File => "The rules of the file hold",
                    State::NoFile => "everything may be fetched",
                    State::Refused => "401 and 403 close everything",
                    _ => "othing",
                };
                assert!(course.contains(begins), "{} {}: {course}", trial.name, profile.name);
                assert_eq!(
                    at_last.state != at_once.state,
                    course.contains("30 days"),
                    "{} {}",
                    trial.name,
                    profile.name
                );
            }
        }
    }
}
