//! What a robots.txt was: every fetch is kept in a database, and a version is listed where the file or the outcome differs from
//! the one before.
//!
//! | file | what it knows |
//! |---|---|
//! | [`store`](Store) | writing a fetch down, and reading versions and bodies |
//! | `tending` | checking the whole, making it smaller, handing all of it out |
//! | [`keeper`](Keeper) | the store on a thread of its own, beside a screen that goes on |
//! | `recall` | what the explorer wants to know: what changed, and what a reader sees of each version |
//! | `opening` | from a path to a connection: what is damaged, newer, or somebody else's |
//! | `schema` | the tables, and the way from older ones |
//! | `facts` | a [`Delivery`](crate::robots::Delivery) as columns and JSON |
//! | `body` | bodies, packed and found by their SHA-256 |
//! | `place` | where the database is |
//! | `trouble` | what can be wrong, in a sentence |
//!
//! The order of fetches from here is the order in which they arrived, whatever the clock said: a version differs from the one
//! that arrived before it. Lists are sorted by the time of the fetch, and by arrival where the times are the same.
//!
//! Nothing in here looks at a clock: times come with the deliveries.

mod body;
mod facts;
mod keeper;
mod opening;
mod place;
mod recall;
mod schema;
mod store;
mod tending;
#[cfg(test)]
mod tests;
mod trouble;

pub use body::Hash;
pub use keeper::Keeper;
pub use place::Place;
pub use store::Store;
pub use tending::{Condition, Rule};
pub use trouble::Trouble;

use crate::robots::delivery::{Outcome, Stamp};
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

/// The number of a version: unique within a database, growing in the order of arrival, and never given twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VersionId(pub i64);

impl fmt::Display for VersionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for VersionId {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self)
    }
}

/// Who saw a version.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Source {
    /// A fetch from here.
    Local,
    /// Somebody whom this robotui does not know.
    Other(String),
}

impl Source {
    /// Its name, as it is stored.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Local => "local",
            Self::Other(name) => name,
        }
    }

    fn named(name: String) -> Self {
        if name == "local" { Self::Local } else { Self::Other(name) }
    }
}

/// A version of a file, without its body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Version {
    /// Its number.
    pub id: VersionId,
    /// Who saw it.
    pub source: Source,
    /// The URL asked for, without user name and password.
    pub asked: String,
    /// When it was seen first.
    pub at: Stamp,
    /// When it was seen last. By a clock that was set back in between, that may be before `at`.
    pub checked: Stamp,
    /// How many fetches in a row saw it; at least one.
    pub checks: u64,
    /// How the first of these fetches ended.
    pub outcome: Outcome,
    /// The SHA-256 of the body, gzip undone.
    pub hash: Hash,
    /// Bytes of the body, gzip undone.
    pub size: u64,
}

impl Version {
    /// Whether the body is a file that was served as one.
    #[must_use]
    pub const fn is_file(&self) -> bool {
        matches!(self.outcome, Outcome::Answered(200..=299))
    }
}

/// What became of a fetch that was saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saved {
    /// The version that it is.
    pub version: VersionId,
    /// Whether it differs from the one before.
    pub is_new: bool,
    /// Where the database was moved, which turned out to be damaged.
    pub moved_aside: Option<PathBuf>,
}

/// A site that was fetched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// The URL of its robots.txt.
    pub asked: String,
    /// When it was fetched last.
    pub checked: Stamp,
    /// How many versions there are.
    pub versions: u64,
}

/// A moment as local date, time and offset from UTC: `2026-11-30 21:12:39 +01:00`. One that no calendar has is given in
/// seconds.
#[must_use]
pub fn written(stamp: Stamp) -> String {
    match rfc3339(stamp) {
        Some(text) => {
            let (date, time) = text.split_once('T').unwrap_or((&text, ""));
            let (time, offset) = time.split_at_checked(8).unwrap_or((time, ""));
            format!("{date} {time} {offset}")
        }
        None => format!("{} s", stamp.unix),
    }
}

/// A moment as RFC 3339 has it: `2026-11-30T21:12:39+01:00`; none where no calendar has it.
#[must_use]
pub fn rfc3339(stamp: Stamp) -> Option<String> {
    let offset = jiff::tz::Offset::from_seconds(stamp.offset).ok()?;
    let timestamp = jiff::Timestamp::from_second(stamp.unix).ok()?;
    Some(timestamp.display_with_offset(offset).to_string())
}
