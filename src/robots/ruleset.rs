//! The rules that one crawler sees under one profile: picking the groups, and deciding.
//!
//! Compiled rules are shared by all who see the same ones (`ruleset/rules.rs`); which groups a crawler follows is [`Choice`];
//! why a decision fell as it did is [`super::explain`].

mod choice;
mod index;
mod rules;

use super::agents::Crawler;
use super::delivery::Meaning;
use super::path::Path;
use super::profile::Profile;
use super::reading::Reading;
use super::source::LineNo;
pub use choice::{Choice, Chosen, Delay, Names};
pub use rules::Interner;
pub(super) use rules::{Rule, Rules};
use std::sync::Arc;

/// What decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum By {
    /// The rule in this line.
    Rule(LineNo),
    /// No rule of the group matches.
    NoMatch,
    /// The group holds no rule.
    NoRules,
    /// No group is for this crawler.
    NoGroup,
    /// The path is `/robots.txt` itself.
    RobotsTxt,
    /// The text is an HTML page.
    NotRobotsTxt,
    /// The file is longer than this reader reads.
    TooLong,
    /// The answer of the server means that there is no file.
    NoFile,
    /// The file could not be reached, so nothing may be fetched.
    Unreachable,
    /// The answer of the server refuses everything.
    Refused,
}

/// May this path be fetched, and what said so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Decision {
    /// The verdict.
    pub allowed: bool,
    /// What decided.
    pub by: By,
}

impl Decision {
    /// The deciding line, where a rule decided.
    #[must_use]
    pub const fn line(self) -> Option<LineNo> {
        match self.by {
            By::Rule(line) => Some(line),
            _ => None,
        }
    }

    /// The decision that an outcome of a fetch makes for every path, where it leaves none to the rules.
    #[must_use]
    pub const fn of(meaning: Meaning) -> Option<Self> {
        match meaning {
            Meaning::Rules => None,
            Meaning::NoFile => Some(Self { allowed: true, by: By::NoFile }),
            Meaning::Unreachable => Some(Self { allowed: false, by: By::Unreachable }),
            Meaning::Refused => Some(Self { allowed: false, by: By::Refused }),
        }
    }
}

/// What one crawler sees of a file under one profile.
#[derive(Clone, Debug)]
pub struct Ruleset {
    rules: Arc<Rules>,
    /// The line of each rule, by its ordinal in the compiled rules.
    lines: Vec<LineNo>,
    choice: Choice,
    /// What allows where no rule matches.
    default: By,
    profile: Profile,
}

impl Ruleset {
    /// Picks the groups that a crawler follows and compiles their rules.
    ///
    /// Where several crawlers, profiles or versions are asked, [`Interner::ruleset`] compiles equal rules once.
    #[must_use]
    pub fn new(reading: &Reading, crawler: &Crawler, profile: &Profile) -> Self {
        let choice = Choice::new(reading, crawler, profile);
        Self::compile(reading, choice, profile, |entries| Arc::new(Rules::new(entries)))
    }

    /// Compiles the rules of these groups, given as indices into [`Reading::groups`], merged.
    #[must_use]
    pub fn of_groups(reading: &Reading, groups: &[usize], profile: &Profile) -> Self {
        let choice = Choice::of_groups(groups);
        Self::compile(reading, choice, profile, |entries| Arc::new(Rules::new(entries)))
    }

    fn compile(
        reading: &Reading,
        choice: Choice,
        profile: &Profile,
        rules: impl FnOnce(rules::Entries) -> Arc<Rules>,
    ) -> Self {
        let groups = choice.groups.iter().filter_map(|&group| reading.groups().get(group));
        let lines = groups.map(|group| reading.rules(group)).collect::<Vec<_>>().concat();
        let default = if reading.is_too_long() {
            By::TooLong
        } else if reading.groups().is_empty() && reading.document().is_html() {
            By::NotRobotsTxt
        } else if choice.groups.is_empty() {
            By::NoGroup
        } else if lines.is_empty() {
            By::NoRules
        } else {
            By::NoMatch
        };
        let rules = rules(rules::Entries { reading, lines: &lines, profile });
        Self { rules, lines, choice, default, profile: *profile }
    }

    /// Builds an index, so that each further question about a large group takes time in the path and no longer in the number
    /// of rules. Worth it from the second question on; small groups need none. Shared by all who share the rules.
    pub fn index(&self) {
        self.rules.index();
    }

    /// May this path be fetched? The path is one of this profile's. Allocates nothing. Without an index it takes time linear
    /// in the path for each rule, with one for the rules that may match.
    #[must_use]
    pub fn decide(&self, path: &Path) -> Decision {
        if path.is_robots_txt() && self.profile.robots_txt_is_open {
            return Decision { allowed: true, by: By::RobotsTxt };
        }
        match self.rules.first(path.as_bytes()) {
            Some(rule) => Decision { allowed: rule.allows(), by: By::Rule(self.line(rule)) },
            None => Decision { allowed: true, by: self.default },
        }
    }

    /// The line of a rule.
    pub(super) fn line(&self, rule: &Rule) -> LineNo {
        self.lines[rule.ordinal as usize]
    }

    pub(super) fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The profile by which it was compiled.
    #[must_use]
    pub const fn profile(&self) -> &Profile {
        &self.profile
    }

    /// Which groups the crawler follows, and why.
    #[must_use]
    pub const fn choice(&self) -> &Choice {
        &self.choice
    }

    /// Whether two rulesets share their compiled rules, and so decide alike about every path but `/robots.txt`.
    #[must_use]
    pub fn shares_rules_with(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.rules, &other.rules)
    }

    /// The rules that the crawler sees by rank, each with its length: the first that matches decides.
    pub fn by_rank(&self) -> impl Iterator<Item = (LineNo, u32)> + '_ {
        self.rules.all().iter().filter(|rule| !rule.is_folder).map(|rule| (self.line(rule), rule.shape.priority))
    }
}

impl Interner {
    /// The same as [`Ruleset::new`]; rules that were compiled before are shared.
    #[must_use]
    pub fn ruleset(&mut self, reading: &Reading, crawler: &Crawler, profile: &Profile) -> Ruleset {
        self.ruleset_of(reading, Choice::new(reading, crawler, profile), profile)
    }

    /// The rules of a choice that was made before, by the same reading and profile.
    #[must_use]
    pub fn ruleset_of(&mut self, reading: &Reading, choice: Choice, profile: &Profile) -> Ruleset {
        Ruleset::compile(reading, choice, profile, |entries| self.rules(entries))
    }
}
