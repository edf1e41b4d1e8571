//! What a crawler holds at a moment: one state machine over what was seen of a robots.txt. How a fetch ends is
//! [`super::delivery`]'s business, which rules then decide is [`super::ruleset`]'s; the words for it are in [`words`].
//!
//! When a crawler asks for a file is not known. This takes it that it asked whenever an observation was made, and was
//! answered alike.

pub mod simulation;
pub mod words;

use super::Meaning;
use super::delivery::{Delivery, Outcome};
use super::profile::{Outcomes, Profile};

/// Seconds in an hour.
const HOUR: i64 = 3600;

/// For so many seconds from the first failure on Google fetches nothing: 12 hours (Google, "How Google interprets the robots.txt
/// specification"; Search Console Help, "Crawl Stats report").
pub const GOOGLE_STOPS: i64 = 12 * HOUR;

/// After so many seconds of failures Google no longer uses its last copy: 30 days from the first failure on (Search Console Help,
/// "Crawl Stats report"). RFC 9309 section 2.3.1.4 names the same time as an example of "reasonably long".
pub const LONG: i64 = 30 * 24 * HOUR;

/// So many seconds a copy is used before the file is asked for again: 24 hours (RFC 9309 section 2.4; Google, "How Google
/// interprets the robots.txt specification", which hears `max-age` as well).
pub const CACHED: i64 = 24 * HOUR;

/// What came of asking for a robots.txt at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Observed<'a> {
    /// When it was asked for: seconds since 1970-01-01 UTC.
    pub at: i64,
    /// How that ended. Where the server said that a copy is still what it would send (304), as the copy's answer: see
    /// [`Delivery::revalidated`].
    pub outcome: &'a Outcome,
    /// The `max-age` of the answer's `Cache-Control`, in seconds, where there was one.
    pub max_age: Option<u32>,
}

impl<'a> Observed<'a> {
    /// What a fetch saw.
    #[must_use]
    pub fn of(delivery: &'a Delivery) -> Self {
        let max_age = delivery.header("cache-control").and_then(max_age);
        Self { at: delivery.at.unix, outcome: &delivery.outcome, max_age }
    }
}

/// The `max-age` of a `Cache-Control` header in seconds (RFC 9111 section 5.2.2.1). A number that is too large is the largest
/// that there is.
#[must_use]
pub fn max_age(header: &str) -> Option<u32> {
    header.split(',').find_map(|directive| {
        let (name, value) = directive.split_once('=')?;
        let digits = value.trim().trim_matches('"');
        let is_number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        (name.trim().eq_ignore_ascii_case("max-age") && is_number).then(|| digits.parse().unwrap_or(u32::MAX))
    })
}

/// What a crawler goes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum State {
    /// Nothing has been observed.
    Unasked,
    /// The file as it was answered last.
    File,
    /// The last answer was that there is no file.
    NoFile,
    /// The last answer refuses everything.
    Refused,
    /// The file cannot be reached, and nothing is fetched.
    Stopped,
    /// The file cannot be reached, and the last copy is used.
    LastCopy,
    /// The file cannot be reached, there is no copy, and nothing is held back.
    Unrestricted,
    /// The file could not be reached for too long. The site is crawled as if there were none where it answers otherwise, and else
    /// not at all; the flag says which is to be supposed.
    GivenUp {
        /// The last failure was an answer with a status, so something answers there.
        answers: bool,
    },
}

/// What a crawler holds at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Holding {
    /// What it goes by.
    pub state: State,
    /// The observation, as an index into those that were given, that brought the text whose rules hold; none where no rules hold.
    pub copy: Option<usize>,
    /// The moment that the state is counted from, in seconds since 1970-01-01 UTC: the last answer, or the first failure.
    pub from: i64,
    /// The moment at which time alone changes what is said here, if it does. The state of that moment is the new one.
    pub until: Option<i64>,
    /// The answer is older than a crawler goes by it: it will have asked again, and what it got is not known.
    pub overdue: bool,
    /// The source allows more than this, so that crawlers may differ.
    pub open: bool,
    /// Observations from after the moment that was asked about; they count for nothing.
    pub ignored: usize,
    /// The observations were not in the order of their times, as after a clock was set back. Their times were gone by.
    pub reordered: bool,
}

impl Holding {
    /// What this leaves to the rules; none where nothing is known.
    #[must_use]
    pub const fn meaning(&self) -> Option<Meaning> {
        match self.state {
            State::Unasked => None,
            State::File | State::LastCopy => Some(Meaning::Rules),
            State::NoFile | State::Unrestricted | State::GivenUp { answers: true } => Some(Meaning::NoFile),
            State::Refused => Some(Meaning::Refused),
            State::Stopped | State::GivenUp { answers: false } => Some(Meaning::Unreachable),
        }
    }
}

/// What a crawler of this profile holds at `now`, seconds since 1970-01-01 UTC, after these observations. They need not be in the
/// order of their times; of two at the same second the later one in the slice is the later one.
#[must_use]
pub fn holding(observed: &[Observed], profile: &Profile, now: i64) -> Holding {
    let mut order: Vec<usize> = (0..observed.len()).filter(|&i| observed[i].at <= now).collect();
    let ignored = observed.len() - order.len();
    let reordered = !order.is_sorted_by_key(|&i| observed[i].at);
    order.sort_by_key(|&i| observed[i].at);
    let mut memory = Memory { profile, answer: None, failing: None };
    for index in order {
        memory.hear(index, &observed[index]);
    }
    Holding { ignored, reordered, ..memory.at(now) }
}

/// An answer that could be used.
#[derive(Clone, Copy)]
struct Answer {
    state: State,
    /// The observation that brought the text, where it was one with rules.
    copy: Option<usize>,
    at: i64,
    max_age: Option<u32>,
}

/// Failures without an answer between them.
#[derive(Clone, Copy)]
struct Failing {
    since: i64,
    /// The last of them was an answer with a status.
    answers: bool,
}

/// What a crawler remembers of what it heard.
struct Memory<'a> {
    profile: &'a Profile,
    answer: Option<Answer>,
    failing: Option<Failing>,
}

impl Memory<'_> {
    fn hear(&mut self, index: usize, observed: &Observed) {
        let &Observed { at, outcome, max_age } = observed;
        let answered = |state, copy| Answer { state, copy, at, max_age };
        let answer = match outcome.meaning(self.profile) {
            Meaning::Rules => answered(State::File, Some(index)),
            Meaning::NoFile => answered(State::NoFile, None),
            Meaning::Refused => answered(State::Refused, None),
            Meaning::Unreachable => {
                let since = self.failing.map_or(at, |failing| failing.since);
                self.failing = Some(Failing { since, answers: !matches!(outcome, Outcome::Failed(..)) });
                return;
            }
        };
        self.failing = None;
        self.answer = Some(answer);
    }

    fn at(&self, now: i64) -> Holding {
        match (self.failing, self.answer) {
            (Some(failing), _) => self.while_failing(failing, now),
            (None, Some(answer)) => {
                let over = self.lifetime(answer.max_age).map(|seconds| answer.at.saturating_add(seconds));
                let overdue = over.is_some_and(|over| now >= over);
                let until = over.filter(|_| !overdue);
                Holding { copy: answer.copy, until, overdue, ..Holding::new(answer.state, answer.at) }
            }
            (None, None) => Holding::new(State::Unasked, now),
        }
    }

    /// For how many seconds an answer is gone by before the file is asked for again; none where that is not said anywhere.
    fn lifetime(&self, max_age: Option<u32>) -> Option<i64> {
        let heard = max_age.map(i64::from);
        match self.profile.outcomes {
            Outcomes::Rfc9309 => Some(heard.map_or(CACHED, |seconds| seconds.min(CACHED))),
            Outcomes::Google => Some(heard.unwrap_or(CACHED)),
            Outcomes::Yandex | Outcomes::Urllib => None,
        }
    }

    fn while_failing(&self, failing: Failing, now: i64) -> Holding {
        let Failing { since, answers } = failing;
        let (stops, long) = (since.saturating_add(GOOGLE_STOPS), since.saturating_add(LONG));
        let copy = self.answer.and_then(|answer| answer.copy);
        let go_on = match copy {
            Some(_) => Holding { copy, ..Holding::new(State::LastCopy, since) },
            None => Holding::new(State::Unrestricted, since),
        };
        let stopped = Holding::new(State::Stopped, since);
        match self.profile.outcomes {
            Outcomes::Google if now < stops => Holding { until: Some(stops), ..stopped },
            Outcomes::Google if now < long => Holding { until: Some(long), ..go_on },
            Outcomes::Google => Holding { open: true, ..Holding::new(State::GivenUp { answers }, since) },
            // Section 2.3.1.4 closes everything; section 2.4 lets a crawler use its copy for longer than 24 hours.
            Outcomes::Rfc9309 if now < long => Holding { until: Some(long), open: copy.is_some(), ..stopped },
            // What then may be done is put as what crawlers MAY do.
            Outcomes::Rfc9309 => Holding { open: true, ..go_on },
            Outcomes::Yandex | Outcomes::Urllib => stopped,
        }
    }
}

impl Holding {
    const fn new(state: State, from: i64) -> Self {
        Self { state, copy: None, from, until: None, overdue: false, open: false, ignored: 0, reordered: false }
    }
}

#[cfg(test)]
mod tests;
