//! The outcome of a fetch as plain data, and what it means to a crawler. Fetching itself is the business of the outer half.

mod headers;
mod sentence;

use super::profile::{Outcomes, Profile};
pub use headers::{Cache, DAY};
use std::time::Duration;

/// A moment: seconds since 1970-01-01 UTC, and how far local time was ahead of UTC then, in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stamp {
    /// Seconds since the epoch.
    pub unix: i64,
    /// Seconds that local time is ahead of UTC.
    pub offset: i32,
}

impl Stamp {
    /// The local date: year, month and day of the Gregorian calendar.
    #[must_use]
    pub const fn date(self) -> (i64, i64, i64) {
        // Years that begin in March have their leap day last; 400 of them are 146,097 days.
        let days = self.unix.saturating_add(self.offset as i64).div_euclid(86_400) + 719_468;
        let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
        let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
        let day = day - (365 * year + year / 4 - year / 100);
        let month = (5 * day + 2) / 153;
        let (day, month) = (day - (153 * month + 2) / 5 + 1, if month < 10 { month + 3 } else { month - 9 });
        (year + era * 400 + (month <= 2) as i64, month, day)
    }

    /// The local time of day: hours, minutes, seconds.
    #[must_use]
    pub const fn clock(self) -> (i64, i64, i64) {
        let second = self.unix.saturating_add(self.offset as i64).rem_euclid(86_400);
        (second / 3600, second / 60 % 60, second % 60)
    }
}

/// One request and what came back.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hop {
    /// The URL asked for, without user name and password.
    pub url: String,
    /// The status, where there was an answer.
    pub status: Option<u16>,
    /// Where it pointed to, as the header has it.
    pub location: Option<String>,
    /// From the request until the headers were there.
    pub took: Duration,
    /// The address that answered, with its port. Behind a proxy it is not known.
    pub remote: Option<String>,
    /// The proxy that was asked to ask, as host and port.
    pub proxy: Option<String>,
    /// The version of HTTP of the answer, such as `HTTP/2`.
    pub http: Option<String>,
    /// The version of TLS that was agreed on, such as `TLS 1.3`; none over http.
    pub tls: Option<String>,
    /// Why the certificate could not be trusted, where that was passed over.
    pub passed_over: Option<String>,
    /// What happened, where there was no answer.
    pub failure: Option<String>,
}

/// Why there was no answer that could be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Failure {
    /// The name has no address.
    Dns,
    /// Nothing listens there, or it cannot be reached.
    Connect,
    /// The certificate or the handshake failed.
    Tls,
    /// It took too long.
    Timeout,
    /// The connection ended before the answer did.
    Broken,
    /// What came back is no HTTP.
    Protocol,
}

/// How a fetch ended.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Outcome {
    /// With an answer of this status that is no redirect to follow.
    Answered(u16),
    /// With a redirect after the last one that is followed.
    TooManyRedirects,
    /// With a redirect to something that is not asked for: another scheme, a private address, or a text that is no URL. The
    /// text says what and why.
    NotFollowed(String),
    /// With a redirect that does not say where to.
    NoLocation(u16),
    /// With no answer that could be used; the text says what happened.
    Failed(Failure, String),
}

/// What an outcome leaves to the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Meaning {
    /// The rules of the file hold.
    Rules,
    /// As if there were no file: everything may be fetched.
    NoFile,
    /// The file could not be reached: nothing may be fetched.
    Unreachable,
    /// The answer refuses: nothing may be fetched.
    Refused,
}

/// What a fetch saw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delivery {
    /// The URL asked for first, without user name and password. Its origin is what the file rules.
    pub asked: String,
    /// Why `asked` is http although https was tried first; none where it was not. The attempt is the first of the hops.
    pub fell_back: Option<String>,
    /// Every request, in order; the last is the one whose body this is.
    pub hops: Vec<Hop>,
    /// How it ended.
    pub outcome: Outcome,
    /// The headers of the last answer: names in lower case.
    pub headers: Vec<(String, String)>,
    /// Bytes of the body as sent, as far as they were read.
    pub wire_bytes: u64,
    /// How often gzip was undone to get at the body, whether or not a header said so.
    pub gunzipped: u8,
    /// The body was longer than the bound, and the rest was not read.
    pub truncated: bool,
    /// Certificates were not insisted on: one that cannot be trusted was passed over, or would have been.
    pub insecure: bool,
    /// The server said that the copy that was held is still what it would send (304): the outcome and the body are the copy's.
    pub revalidated: bool,
    /// Who asked, where it was not robotui under its own name.
    pub user_agent: Option<String>,
    /// When it was asked for.
    pub at: Stamp,
    /// From the first request until the last byte.
    pub took: Duration,
}

impl Delivery {
    /// A delivery of which nothing is known but how it ended.
    #[must_use]
    pub fn new(asked: impl Into<String>, outcome: Outcome) -> Self {
        Self {
            asked: asked.into(),
            fell_back: None,
            hops: Vec::new(),
            outcome,
            headers: Vec::new(),
            wire_bytes: 0,
            gunzipped: 0,
            truncated: false,
            insecure: false,
            revalidated: false,
            user_agent: None,
            at: Stamp::default(),
            took: Duration::ZERO,
        }
    }

    /// The value of a header of the last answer.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(n, _)| n.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// The status of the last answer.
    #[must_use]
    pub fn status(&self) -> Option<u16> {
        match self.outcome {
            Outcome::Answered(status) | Outcome::NoLocation(status) => Some(status),
            _ => self.hops.last().and_then(|hop| hop.status),
        }
    }

    /// Whether the body is a file that was served as one.
    #[must_use]
    pub const fn is_file(&self) -> bool {
        matches!(self.outcome, Outcome::Answered(200..=299))
    }

    /// What this outcome means to a crawler of this profile, without a copy from earlier (RFC 9309 section 2.3.1, and for
    /// Google its page on how it interprets HTTP status codes).
    #[must_use]
    pub const fn meaning(&self, profile: &Profile) -> Meaning {
        self.outcome.meaning(profile)
    }
}

impl Outcome {
    /// What it means to a crawler of this profile: see [`Delivery::meaning`].
    #[must_use]
    pub const fn meaning(&self, profile: &Profile) -> Meaning {
        match (self, profile.outcomes) {
            (Self::Answered(200), _) => Meaning::Rules,
            (_, Outcomes::Yandex) => Meaning::NoFile,
            (Self::Answered(201..=299), _) => Meaning::Rules,
            (Self::Answered(401 | 403), Outcomes::Urllib) => Meaning::Refused,
            (Self::TooManyRedirects | Self::NotFollowed(_) | Self::NoLocation(_), Outcomes::Urllib)
            | (Self::Answered(429), Outcomes::Google) => Meaning::Unreachable,
            // Beyond the redirects that are followed, a crawler may assume that there is no file.
            (Self::Answered(400..=499) | Self::TooManyRedirects | Self::NotFollowed(_) | Self::NoLocation(_), _) => {
                Meaning::NoFile
            }
            (Self::Answered(_) | Self::Failed(..), _) => Meaning::Unreachable,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_outcome_means() {
        use Meaning::{NoFile, Refused, Rules, Unreachable};
        for (outcome, rfc, google, yandex, urllib) in [
            (Outcome::Answered(200), Rules, Rules, Rules, Rules),
            (Outcome::Answered(204), Rules, Rules, NoFile, Rules),
            (Outcome::Answered(304), Unreachable, Unreachable, NoFile, Unreachable),
            (Outcome::Answered(401), NoFile, NoFile, NoFile, Refused),
            (Outcome::Answered(404), NoFile, NoFile, NoFile, NoFile),
            (Outcome::Answered(429), NoFile, Unreachable, NoFile, NoFile),
            (Outcome::Answered(503), Unreachable, Unreachable, NoFile, Unreachable),
            (Outcome::NoLocation(301), NoFile, NoFile, NoFile, Unreachable),
            (Outcome::TooManyRedirects, NoFile, NoFile, NoFile, Unreachable),
            (Outcome::Failed(Failure::Dns, String::new()), Unreachable, Unreachable, NoFile, Unreachable),
        ] {
            let delivery = Delivery::new("https://example.com/robots.txt", outcome);
            let profiles = [&Profile::RFC9309, &Profile::GOOGLE, &Profile::YANDEX, &Profile::FIRST_MATCH];
            let meanings = profiles.map(|profile| delivery.meaning(profile));
            assert_eq!(meanings, [rfc, google, yandex, urllib], "{:?}", delivery.outcome);
        }
    }

    #[test]
    fn the_date_is_local() {
        let date = |unix, offset| Stamp { unix, offset }.date();
        assert_eq!(date(0, -3600), (1969, 12, 31));
        assert_eq!(date(951_782_400, 0), (2000, 2, 29));
        assert_eq!(date(1_798_761_599, 0), (2026, 12, 31));
        assert_eq!(date(1_798_761_599, 1), (2027, 1, 1));
        assert_eq!(date(-62_135_596_800, 0), (1, 1, 1));
        // The ends of time are no trouble.
        _ = (date(i64::MIN, -1), date(i64::MAX, 1));
    }

    #[test]
    fn the_clock_is_local() {
        assert_eq!(Stamp { unix: 0, offset: -3600 }.clock(), (23, 0, 0));
        assert_eq!(Stamp { unix: 86_399, offset: 0 }.clock(), (23, 59, 59));
    }
}
