//! Answers beside each other, which differ by scheme, by host, or by who asks. These checks need more than one fetch;
//! [`super::compare`] runs them.

use super::registry::Check;
use crate::robots::delivery::Outcome;
use crate::robots::{Fingerprint, Meaning, Origin, Profile};

mod http_https;
mod ua_variant;
mod www_apex;

pub(super) const CHECKS: &[Check] = &[http_https::CHECK, www_apex::CHECK, ua_variant::CHECK];

/// What one of several requests for the files of a site brought.
#[derive(Clone, Copy, Debug)]
pub struct Answer<'a> {
    /// Whose file was asked for.
    pub origin: &'a Origin,
    /// Who asked; empty where all asked under the same name.
    pub asker: &'a str,
    /// How it ended.
    pub outcome: &'a Outcome,
    /// The file; none where there was none.
    pub file: Option<Fingerprint>,
    /// Where redirects led; none where there were none.
    pub led_to: Option<&'a str>,
}

/// What an answer does to the URLs that it rules.
#[derive(Clone, Copy)]
enum Effect {
    File(Fingerprint),
    Open(Option<u16>),
    Shut(Option<u16>),
}

impl Answer<'_> {
    /// What it does; none where nothing answers, and so nothing is there to be ruled.
    fn effect(&self) -> Option<Effect> {
        let status = match self.outcome {
            Outcome::Failed(..) => return None,
            Outcome::Answered(status) | Outcome::NoLocation(status) => Some(*status),
            _ => None,
        };
        match (self.outcome.meaning(&Profile::RFC9309), self.file) {
            (Meaning::Rules, Some(file)) => Some(Effect::File(file)),
            (Meaning::Rules | Meaning::NoFile, _) => Some(Effect::Open(status)),
            (Meaning::Unreachable | Meaning::Refused, _) => Some(Effect::Shut(status)),
        }
    }
}

impl Effect {
    fn is_like(self, other: Self) -> bool {
        match (self, other) {
            (Self::File(one), Self::File(other)) => one.says_the_same(&other),
            (Self::Open(_), Self::Open(_)) | (Self::Shut(_), Self::Shut(_)) => true,
            _ => false,
        }
    }

    /// As the end of a sentence.
    fn words(self) -> String {
        let status =
            |status: Option<u16>| status.map_or_else(|| "a redirect that ends nowhere".to_owned(), |s| s.to_string());
        match self {
            Self::File(_) => "has a file".to_owned(),
            Self::Open(s) => format!("has none ({}), so everything may be fetched there", status(s)),
            Self::Shut(s) => format!("answers {}, so nothing may be fetched there", status(s)),
        }
    }
}

/// What is to be said of two places whose answers differ; none where they do not, or where nothing answers at one.
fn difference(one: &Answer, other: &Answer) -> Option<String> {
    let (a, b) = (one.effect()?, other.effect()?);
    if a.is_like(b) {
        return None;
    }
    Some(match (a, b) {
        (Effect::File(_), Effect::File(_)) => format!("{} and {} serve different files", one.origin, other.origin),
        (Effect::File(_), _) => format!("{} {}, {} {}", one.origin, a.words(), other.origin, b.words()),
        _ => format!("{} {}, {} {}", other.origin, b.words(), one.origin, a.words()),
    })
}

#[cfg(test)]
mod tests {
    use super::Answer;
    use crate::lint::compare;
    use crate::robots::delivery::Outcome;
    use crate::robots::{Fingerprint, Origin};

    /// What is found where these URLs are answered so: a status, or the text of a file; each as `code: message`.
    pub fn found(answers: &[(&str, &str)]) -> Vec<String> {
        let origins: Vec<Origin> = answers.iter().map(|(url, _)| Origin::of(url).expect("a URL")).collect();
        let outcome = |text: &str| match text.parse() {
            Ok(0) => Outcome::Failed(crate::robots::delivery::Failure::Dns, "no address".into()),
            Ok(status) => Outcome::Answered(status),
            Err(_) => Outcome::Answered(200),
        };
        let outcomes: Vec<Outcome> = answers.iter().map(|(_, text)| outcome(text)).collect();
        let file = |text: &str| text.parse::<u16>().is_err().then(|| Fingerprint::of(text.as_bytes()));
        let all = answers.iter().zip(&origins).zip(&outcomes);
        let all = all.map(|(((_, text), origin), outcome)| Answer {
            origin,
            asker: "",
            outcome,
            file: file(text),
            led_to: None,
        });
        compare(&all.collect::<Vec<_>>()).iter().map(|issue| format!("{}: {}", issue.code, issue.message)).collect()
    }
}
