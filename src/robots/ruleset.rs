//! The rules that one crawler sees under one profile, compiled: picking the groups, and deciding.
//!
//! Why a decision fell as it did is [`super::explain`].

use super::agents::{self, Crawler, Named};
use super::delivery::Meaning;
use super::document::Kind;
use super::path::Path;
use super::pattern::{self, Shape};
use super::profile::Profile;
use super::reading::Reading;
use super::source::LineNo;

/// A rule, ready to be matched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rule {
    pub(super) line: LineNo,
    pub(super) allow: bool,
    pub(super) shape: Shape,
    /// The second form of an index page: the folder that holds it.
    pub(super) is_folder: bool,
    start: u32,
    end: u32,
}

impl Rule {
    /// Its place: the longest first, allow before disallow, then the order of the file; packed, since sorting is most of what
    /// a large file costs.
    fn rank(&self) -> u128 {
        u128::from(u32::MAX - self.shape.priority) << 34
            | u128::from(!self.allow) << 33
            | u128::from(self.line) << 1
            | u128::from(self.is_folder)
    }
}

/// How the groups were picked that a crawler follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// A group names this one of the crawler's tokens.
    Token(usize),
    /// No group names it, so it follows `*`.
    Star,
    /// No group names it, and there is no `*` group, or it does not follow it.
    Nothing,
}

/// Which groups a crawler follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// By what.
    pub chosen: Chosen,
    /// The groups, as indices into [`Reading::groups`]; more than one are merged.
    pub groups: Vec<usize>,
    /// The `*` groups that a named group hides, or that the crawler passes over.
    pub hidden_star: Vec<usize>,
}

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
    /// The answer of the server means that there is no file.
    NoFile,
    /// The file could not be reached, so nothing may be fetched.
    Unreachable,
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
        }
    }
}

/// What one crawler sees of a file under one profile.
#[derive(Clone, Debug)]
pub struct Ruleset {
    /// All patterns, one behind the other.
    bytes: Vec<u8>,
    /// By rank: the first that matches decides.
    rules: Vec<Rule>,
    choice: Choice,
    html: bool,
    profile: Profile,
}

impl Ruleset {
    /// Picks the groups that a crawler follows and compiles their rules.
    #[must_use]
    pub fn new(reading: &Reading, crawler: &Crawler, profile: &Profile) -> Self {
        Self::compile(reading, Choice::new(reading, crawler, profile), profile)
    }

    /// Compiles the rules of these groups, given as indices into [`Reading::groups`], merged.
    #[must_use]
    pub fn of_groups(reading: &Reading, groups: &[usize], profile: &Profile) -> Self {
        let choice = Choice { chosen: Chosen::Star, groups: groups.to_vec(), hidden_star: Vec::new() };
        Self::compile(reading, choice, profile)
    }

    fn compile(reading: &Reading, choice: Choice, profile: &Profile) -> Self {
        let html = reading.groups().is_empty() && reading.document().is_html();
        let mut set = Self { bytes: Vec::new(), rules: Vec::new(), choice, html, profile: *profile };
        for index in 0..set.choice.groups.len() {
            let Some(group) = reading.groups().get(set.choice.groups[index]) else { continue };
            set.rules.reserve(reading.rules(group).len());
            for &line in reading.rules(group) {
                set.push(line, reading.kind(line) == Kind::Allow, reading.value(line));
            }
        }
        set.rules.sort_unstable_by_key(Rule::rank);
        set
    }

    fn push(&mut self, line: LineNo, allow: bool, value: &[u8]) {
        let start = self.bytes.len();
        let shape = pattern::normalise(value, self.profile.escapes, &mut self.bytes);
        let end = self.bytes.len();
        self.rules.push(Rule { line, allow, shape, is_folder: false, start: start as u32, end: end as u32 });
        if allow && self.profile.index_page {
            self.push_index_page(line, start..end);
        }
    }

    /// Google tries `Allow: …/index.htm…` as `…/$` too where it does not match as it stands. Where it does, it is longer and
    /// wins anyway, so the two can stand side by side.
    fn push_index_page(&mut self, line: LineNo, pattern: std::ops::Range<usize>) {
        let Some(slash) = memchr::memrchr(b'/', &self.bytes[pattern.clone()]) else { return };
        if !self.bytes[pattern.start + slash..pattern.end].starts_with(b"/index.htm") {
            return;
        }
        let start = self.bytes.len();
        self.bytes.extend_from_within(pattern.start..=pattern.start + slash);
        let end = self.bytes.len();
        let folder = &self.bytes[start..end];
        let shape = Shape {
            priority: folder.len() as u32 + 1,
            anchored: true,
            wild: folder.contains(&b'*'),
            never: !matches!(folder.first(), Some(b'/' | b'*')),
        };
        self.rules.push(Rule { line, allow: true, shape, is_folder: true, start: start as u32, end: end as u32 });
    }

    /// May this path be fetched? The path is one of this profile's. Takes time linear in the path for each rule, and allocates
    /// nothing.
    #[must_use]
    pub fn decide(&self, path: &Path) -> Decision {
        if path.is_robots_txt() {
            return Decision { allowed: true, by: By::RobotsTxt };
        }
        match self.rules.iter().find(|rule| self.matches(rule, path)) {
            Some(rule) => Decision { allowed: rule.allow || rule.shape.priority == 0, by: By::Rule(rule.line) },
            None => Decision { allowed: true, by: self.default() },
        }
    }

    /// What allows where no rule matches.
    fn default(&self) -> By {
        if self.html {
            By::NotRobotsTxt
        } else if self.choice.groups.is_empty() {
            By::NoGroup
        } else if self.rules.is_empty() {
            By::NoRules
        } else {
            By::NoMatch
        }
    }

    pub(super) fn matches(&self, rule: &Rule, path: &Path) -> bool {
        pattern::matches(self.pattern(rule), rule.shape, path.as_bytes())
    }

    pub(super) fn pattern(&self, rule: &Rule) -> &[u8] {
        &self.bytes[rule.start as usize..rule.end as usize]
    }

    pub(super) fn rules(&self) -> &[Rule] {
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

    /// The rules that the crawler sees by rank, each with its length: the first that matches decides.
    pub fn by_rank(&self) -> impl Iterator<Item = (LineNo, u32)> + '_ {
        self.rules.iter().filter(|rule| !rule.is_folder).map(|rule| (rule.line, rule.shape.priority))
    }
}

impl Choice {
    fn new(reading: &Reading, crawler: &Crawler, profile: &Profile) -> Self {
        // The first of the crawler's tokens that any group names: a lower index wins.
        let mut best: Option<usize> = None;
        let mut named: Vec<usize> = Vec::new();
        let mut star: Vec<usize> = Vec::new();
        for (index, group) in reading.groups().iter().enumerate() {
            let mut here: Option<usize> = None;
            let mut is_star = false;
            for &line in reading.agents(group) {
                match agents::named(reading.value(line), &crawler.tokens, profile.naming) {
                    Named::Star => is_star = true,
                    Named::Token(token) => here = Some(here.map_or(token, |h| h.min(token))),
                    Named::Other => {}
                }
            }
            if is_star {
                star.push(index);
            }
            if let Some(token) = here.filter(|&token| best.is_none_or(|best| token <= best)) {
                if best != Some(token) {
                    named.clear();
                    best = Some(token);
                }
                named.push(index);
            }
        }
        match best {
            Some(token) => {
                star.retain(|group| !named.contains(group));
                Self { chosen: Chosen::Token(token), groups: named, hidden_star: star }
            }
            None if star.is_empty() => Self { chosen: Chosen::Nothing, groups: Vec::new(), hidden_star: Vec::new() },
            None if crawler.ignores_star => Self { chosen: Chosen::Nothing, groups: Vec::new(), hidden_star: star },
            None => Self { chosen: Chosen::Star, groups: star, hidden_star: Vec::new() },
        }
    }
}
