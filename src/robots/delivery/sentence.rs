//! What the crawlers of a profile do with an outcome, in a sentence. What it means for the rules is [`super::Meaning`].

use super::super::profile::{Outcomes, Profile};
use super::{Delivery, Outcome};

impl Delivery {
    /// What the crawlers of a profile do with this outcome, where they hold no copy from earlier.
    #[must_use]
    pub const fn sentence(&self, profile: &Profile) -> &'static str {
        self.outcome.sentence(profile)
    }
}

impl Outcome {
    /// See [`Delivery::sentence`].
    #[must_use]
    pub const fn sentence(&self, profile: &Profile) -> &'static str {
        match profile.outcomes {
            Outcomes::Rfc9309 => self.to_the_standard(),
            Outcomes::Google => self.to_google(),
            Outcomes::Yandex => match self {
                Self::Answered(200) => "The rules of the file hold.",
                _ => "Only an answer with 200 brings a file: everything may be fetched.",
            },
            Outcomes::Urllib => match self {
                Self::Answered(200..=299) => "The rules of the file hold.",
                Self::Answered(401 | 403) => "401 and 403 are a ban: nothing may be fetched.",
                Self::Answered(400..=499) => "As if there were no file: everything may be fetched.",
                _ => "An error: nothing may be fetched.",
            },
        }
    }

    const fn to_the_standard(&self) -> &'static str {
        match self {
            Self::Answered(204) => "An empty file: everything may be fetched.",
            Self::Answered(200..=299) => "The rules of the file hold, for at most 24 hours.",
            Self::Answered(400..=499) => "As if there were no file: everything may be fetched.",
            Self::TooManyRedirects => {
                "After five redirects it may go on as if there were no file: everything may be fetched."
            }
            Self::NotFollowed(_) | Self::NoLocation(_) => "The redirect leads to no file: everything may be fetched.",
            Self::Answered(_) | Self::Failed(..) => {
                "Unreachable: nothing may be fetched. After some 30 days a copy from earlier may hold, or no file at all."
            }
        }
    }

    const fn to_google(&self) -> &'static str {
        match self {
            Self::Answered(204) => "An empty file: everything may be fetched.",
            Self::Answered(200..=299) => "The rules of the file hold, for about 24 hours; max-age is heard.",
            Self::Answered(400..=428 | 430..=499) => "As if there were no file: everything may be fetched.",
            Self::TooManyRedirects | Self::NotFollowed(_) | Self::NoLocation(_) => {
                "Taken as 404: everything may be fetched."
            }
            Self::Answered(_) | Self::Failed(..) => {
                "A server error: nothing is fetched for 12 hours. Then the last good copy holds for 30 days; where there is \
                 none, nothing is restricted."
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Failure, Meaning};
    use super::*;

    #[test]
    fn a_sentence_says_what_the_meaning_is() {
        let failed = Outcome::Failed(Failure::Dns, String::new());
        let redirects = [Outcome::TooManyRedirects, Outcome::NotFollowed(String::new()), Outcome::NoLocation(301)];
        let answers = [200, 204, 206, 304, 401, 403, 404, 429, 500, 503, 999].map(Outcome::Answered);
        for outcome in answers.into_iter().chain(redirects).chain([failed]) {
            for profile in Profile::ALL {
                let sentence = outcome.sentence(profile);
                let fits = match outcome.meaning(profile) {
                    Meaning::Rules => sentence.contains("rules of the file hold") || sentence.contains("An empty file"),
                    Meaning::NoFile => sentence.contains("everything may be fetched"),
                    Meaning::Unreachable => {
                        sentence.contains("nothing may be fetched") || sentence.contains("nothing is")
                    }
                    Meaning::Refused => sentence.contains("a ban"),
                };
                assert!(fits, "{outcome:?} to {}: {sentence}", profile.name);
            }
        }
    }
}
