//! Who reads a robots.txt: the catalogue of known crawlers, and the way from what a person types to one of them.
//!
//! The catalogue is data: `assets/crawlers.toml`.

use crate::robots::Crawler;

mod typed;
pub use typed::{Asked, typed};

/// What a crawler fetches pages for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Purpose {
    /// A search engine's index.
    Search,
    /// Answers of an AI search.
    AiSearch,
    /// Training of models.
    AiTraining,
    /// A person asked for this page.
    Asked,
    /// SEO and market data.
    Seo,
    /// An archive.
    Archive,
    /// Previews of links.
    Preview,
    /// Something else.
    Other,
}

impl Purpose {
    /// As people say it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Search => "Search",
            Self::AiSearch => "AI search",
            Self::AiTraining => "AI training",
            Self::Asked => "Asked by a person",
            Self::Seo => "SEO",
            Self::Archive => "Archive",
            Self::Preview => "Preview",
            Self::Other => "Other",
        }
    }

    /// As a word in data.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Search => "search",
            Self::AiSearch => "ai-search",
            Self::AiTraining => "ai-training",
            Self::Asked => "asked",
            Self::Seo => "seo",
            Self::Archive => "archive",
            Self::Preview => "preview",
            Self::Other => "other",
        }
    }
}

/// What a crawler is known to do about robots.txt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Behaviour {
    /// It obeys.
    Obeys,
    /// Whoever runs it decides.
    Configurable,
    /// It may pass over it.
    MayIgnore,
    /// It passes over it.
    Ignores,
    /// It fetches because a person asked, and may pass over it.
    UserTriggered,
    /// A switch: no crawler sends this name.
    ControlToken,
    /// No crawler goes by this name any more.
    Retired,
    /// Not known.
    Unknown,
}

/// Whether it still runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// It runs.
    Active,
    /// It is seen, and has been replaced.
    Legacy,
    /// It no longer runs.
    Retired,
    /// Its operator is no longer there.
    NotOperating,
}

/// One crawler of the catalogue. The fields are those of `assets/crawlers.toml`, where they are explained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry {
    /// The token that a `User-agent` line names.
    pub token: &'static str,
    /// Other names of the same crawler.
    pub aliases: &'static [&'static str],
    /// Who runs it.
    pub operator: &'static str,
    /// What for.
    pub purpose: Purpose,
    /// The finer kind.
    pub category: &'static str,
    /// What it does about robots.txt.
    pub behaviour: Behaviour,
    /// Whether it still runs.
    pub status: Status,
    /// Tokens whose group it follows where none names it, in order.
    pub fallback: &'static [&'static str],
    /// It never follows `*`.
    pub ignores_star: bool,
    /// The name of the profile by which its operator reads.
    pub engine: &'static str,
    /// Whether it reads `Crawl-delay`, where that is known.
    pub crawl_delay: Option<bool>,
    /// A `User-Agent` header that it sends; empty where none is known.
    pub sample: &'static str,
    /// Where it is described; empty where nowhere.
    pub docs: &'static str,
    /// What the entry rests on.
    pub evidence: &'static str,
    /// Groups that named it in one monthly crawl of the web.
    pub groups_seen: u32,
    /// A remark; mostly empty.
    pub note: &'static str,
}

static CATALOGUE: &[Entry] = include!(concat!(env!("OUT_DIR"), "/crawlers.rs"));

/// All known crawlers, in the order in which they are offered.
#[must_use]
pub fn catalogue() -> &'static [Entry] {
    CATALOGUE
}

impl Entry {
    /// What is known of it that a verdict does not tell; what stands before a colon can stand alone.
    #[must_use]
    pub const fn remark(&self) -> Option<&'static str> {
        if self.is_retired() {
            return Some("retired: this crawler no longer runs");
        }
        match self.behaviour {
            Behaviour::UserTriggered => Some("user-triggered: may not heed robots.txt"),
            Behaviour::ControlToken => Some("a switch: no crawler sends this name"),
            Behaviour::Ignores => Some("does not heed: robots.txt does not stop it"),
            Behaviour::MayIgnore => Some("may not heed: robots.txt may not stop it"),
            _ => None,
        }
    }

    /// Whether no crawler goes by this name any more.
    #[must_use]
    pub const fn is_retired(&self) -> bool {
        matches!(self.status, Status::Retired | Status::NotOperating) || matches!(self.behaviour, Behaviour::Retired)
    }

    /// Whether robots.txt may not stop it.
    #[must_use]
    pub const fn may_not_heed(&self) -> bool {
        matches!(self.behaviour, Behaviour::UserTriggered | Behaviour::MayIgnore | Behaviour::Ignores)
    }

    /// Its token and its other names.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        std::iter::once(self.token).chain(self.aliases.iter().copied())
    }

    /// The crawler with its fallback chain.
    #[must_use]
    pub fn crawler(&self) -> Crawler {
        let tokens = self.names().chain(self.fallback.iter().copied());
        Crawler { ignores_star: self.ignores_star, ..Crawler::exact(tokens) }
    }
}

/// The catalogue's crawler of this token or alias; case does not matter.
#[must_use]
pub fn find(name: &str) -> Option<&'static Entry> {
    CATALOGUE.iter().find(|entry| entry.names().any(|n| n.eq_ignore_ascii_case(name)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn no_name_stands_for_two_crawlers() {
        let mut names: Vec<String> =
            catalogue().iter().flat_map(|e| e.names().map(str::to_ascii_lowercase).collect::<BTreeSet<_>>()).collect();
        let all = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), all);
    }
}
