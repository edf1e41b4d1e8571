//! The same file asked for under several names, and what differs between the answers. Asking is done elsewhere.

use super::origins::Seen;
use crate::lint::{self, Issue};
use crate::robots::Origin;
use crate::robots::delivery::Outcome;
use std::borrow::Cow;

/// The version of Chrome under which browsers, and the crawlers that render pages, are asked for. Chrome itself names no more
/// than the first of the four numbers since 2023.
const CHROME: &str = "142.0.0.0";

/// The header of a browser as most people have it: Chrome on Windows, whose system and processor are the same for all.
const BROWSER: &str =
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

/// A name under which a file is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asker {
    /// What it is called in a sentence.
    pub name: &'static str,
    /// The `User-Agent` header; none for robotui's own.
    pub header: Option<String>,
}

/// The names that are compared: robotui, a browser, a search engine and a crawler for AI training.
#[must_use]
pub fn usual() -> [Asker; 4] {
    let crawler = |name| Asker { name, header: header(name).map(Cow::into_owned) };
    [
        Asker { name: "robotui", header: None },
        Asker { name: "a browser", header: Some(BROWSER.to_owned()) },
        crawler("Googlebot"),
        crawler("GPTBot"),
    ]
}

/// The `User-Agent` header of a crawler of the catalogue, as far as one is known. Where its operator leaves the version of
/// Chrome open, as `W.X.Y.Z`, it is a current one: what nobody sends is easily told apart.
#[must_use]
pub fn header(token: &str) -> Option<Cow<'static, str>> {
    let entry = crate::crawlers::catalogue().iter().find(|entry| entry.token.eq_ignore_ascii_case(token.trim()))?;
    match entry.sample {
        "" => None,
        sample if sample.contains("W.X.Y.Z") => Some(Cow::Owned(sample.replace("W.X.Y.Z", CHROME))),
        sample => Some(Cow::Borrowed(sample)),
    }
}

/// Where two files differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Who was given the one.
    pub one: &'static str,
    /// And who the other.
    pub other: &'static str,
    /// Lines of a unified diff, with nothing in them that a terminal would obey.
    pub lines: Vec<String>,
    /// It goes on.
    pub more: bool,
}

/// What is told while the answers come.
#[derive(Clone, Debug)]
pub enum News {
    /// The answer to the asker with this place.
    Answer(usize, Box<Seen>),
    /// Where the first two files differ that do; it comes last.
    Difference(Difference),
}

/// What differs by who asks, as an issue; none where all were treated alike.
#[must_use]
pub fn finding(origin: &Origin, answers: &[(&Asker, &Seen)]) -> Option<Issue> {
    let answers: Vec<lint::Answer> = answers
        .iter()
        .map(|(asker, seen)| lint::Answer {
            origin,
            asker: asker.name,
            outcome: &seen.outcome,
            file: seen.file,
            led_to: seen.led_to.as_deref(),
        })
        .collect();
    lint::compare(&answers).into_iter().next()
}

/// What is to be said where all were treated alike.
#[must_use]
pub fn alike(answers: &[(&Asker, &Seen)]) -> String {
    let Some((_, first)) = answers.first() else { return String::new() };
    match (&first.outcome, first.file) {
        (_, Some(file)) if answers.iter().all(|(_, seen)| seen.file == Some(file)) => {
            "All of them get the same file.".to_owned()
        }
        (_, Some(_)) => "All of them get a file that says the same; only comments or spaces differ.".to_owned(),
        (Outcome::Answered(status) | Outcome::NoLocation(status), None) => {
            format!("All of them are answered {status}.")
        }
        (Outcome::Failed(..), None) => "None of them gets an answer.".to_owned(),
        _ => "All of them are redirected without end or aim.".to_owned(),
    }
}

/// How an answer stands to the first one, in one or two words.
#[must_use]
pub fn relation(seen: &Seen, first: &Seen) -> &'static str {
    let same_end = match (&seen.outcome, &first.outcome) {
        (Outcome::Failed(one, _), Outcome::Failed(other, _)) => one == other,
        (one, other) => one == other,
    };
    match (seen.file, first.file) {
        _ if !same_end || seen.led_to != first.led_to => "differs",
        (one, other) if one == other => "same",
        (Some(one), Some(other)) if one.says_the_same(&other) => "same rules",
        _ => "differs",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::{Loaded, Place};
    use crate::robots::Delivery;

    fn seen(outcome: Outcome, text: &str) -> Seen {
        let url = "https://a.test/robots.txt";
        let delivery = Some(Delivery::new(url, outcome));
        Seen::new(Loaded { delivery, ..Loaded::text(Place::Site(url.to_owned()), text) }).expect("a fetch")
    }

    #[test]
    fn the_names_have_headers_that_somebody_sends() {
        let [own, browser, google, gpt] = usual().map(|asker| asker.header);
        assert_eq!(own, None);
        let (browser, google, gpt) = (browser.expect("one"), google.expect("one"), gpt.expect("one"));
        assert!(browser.contains(CHROME), "{browser}");
        assert!(google.contains("Googlebot/2.1") && google.contains(CHROME) && !google.contains("W.X"), "{google}");
        assert!(gpt.contains("GPTBot/"), "{gpt}");
        assert_eq!(header("no such crawler"), None);
    }

    #[test]
    fn what_differs_is_said_and_what_does_not_as_well() {
        let origin = Origin::of("https://a.test/").expect("a URL");
        let askers = usual();
        let said = |answers: [Seen; 4]| {
            let pairs: Vec<(&Asker, &Seen)> = askers.iter().zip(&answers).collect();
            finding(&origin, &pairs).map_or_else(|| alike(&pairs), |issue| issue.message)
        };
        let file = || seen(Outcome::Answered(200), "Allow: /\n");
        let comment = || seen(Outcome::Answered(200), "# 14:02\nAllow: /\n");
        let refused = || seen(Outcome::Answered(403), "");
        assert_eq!(
            said([file(), file(), file(), refused()]),
            "GPTBot is answered 403; the others get the file (9 bytes)"
        );
        assert_eq!(said([file(), file(), file(), file()]), "All of them get the same file.");
        assert!(said([file(), comment(), file(), file()]).contains("only comments or spaces"));
        assert_eq!(said([refused(), refused(), refused(), refused()]), "All of them are answered 403.");
        assert_eq!([relation(&comment(), &file()), relation(&refused(), &file())], ["same rules", "differs"]);
        let mut elsewhere = file();
        elsewhere.led_to = Some("https://a.test/bots.txt".to_owned());
        assert_eq!(relation(&elsewhere, &file()), "differs");
        assert_eq!(
            said([file(), file(), file(), elsewhere]),
            "GPTBot gets it from https://a.test/bots.txt; the others get the file (9 bytes)"
        );
    }
}
