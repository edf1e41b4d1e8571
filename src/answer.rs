//! May this crawler fetch this URL: from what a person types to the answer. The screen and the command line ask here.
//!
//! A [`Judge`] keeps what the next question can use again: typing in a URL runs verdicts and nothing else.

pub mod subject;

use crate::crawlers::{self, Asked};
use crate::robots::explain::Reason;
use crate::robots::ruleset::{Choice, Chosen};
use crate::robots::{Decision, Explanation, LineNo, Meaning, Origin, Path, Profile, Reading, Ruleset, Target};
use std::ops::RangeInclusive;
use std::sync::Arc;
pub use subject::{Issues, Loaded, Place, Subject};

/// The rulesets of one crawler under every profile. Made anew when the agent or the file changes; a URL only asks them.
#[derive(Debug)]
struct Judges {
    agent: String,
    asked: Asked,
    rulesets: Vec<Ruleset>,
}

/// What another profile says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dissent {
    /// The profile.
    pub profile: &'static Profile,
    /// Its decision.
    pub decision: Decision,
}

/// The answer: the verdict, why, and what it rests on.
#[derive(Debug)]
pub struct Answer {
    /// What the agent field was read as.
    pub asked: Asked,
    /// What the URL field was read as.
    pub target: Target,
    /// The path as matched.
    pub path: Path,
    /// The origin whose file rules the URL, where that is not the file in view.
    pub elsewhere: Option<Origin>,
    /// The verdict and why.
    pub why: Explanation,
    /// The groups that were followed.
    pub choice: Choice,
    /// The lines of these groups.
    pub group_lines: Vec<RangeInclusive<LineNo>>,
    /// The number of rules of `*` that a named group hides.
    pub hidden_rules: usize,
    /// The profiles that say otherwise.
    pub dissent: Vec<Dissent>,
    /// The lines of the rules that match, sorted.
    matching: Vec<LineNo>,
}

/// What a line is to the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It decided; the flag is the verdict.
    Deciding(bool),
    /// It matches and lost.
    Lost,
}

impl Answer {
    /// What a line is to this answer.
    #[must_use]
    pub fn role(&self, line: LineNo) -> Option<Role> {
        if self.why.decision.line() == Some(line) {
            return Some(Role::Deciding(self.why.decision.allowed));
        }
        self.matching.binary_search(&line).ok().map(|_| Role::Lost)
    }

    /// Whether a line belongs to the group that was followed.
    #[must_use]
    pub fn in_group(&self, line: LineNo) -> bool {
        let after = self.group_lines.partition_point(|lines| *lines.end() < line);
        self.group_lines.get(after).is_some_and(|lines| lines.contains(&line))
    }

    /// The token by which the group was picked: one of the crawler's, or `*`.
    #[must_use]
    pub fn token(&self) -> Option<&str> {
        match self.choice.chosen {
            Chosen::Token(index) => self.asked.crawler.tokens.get(index).map(String::as_str),
            Chosen::Star => Some("*"),
            Chosen::Nothing => None,
        }
    }
}

/// Answers, and keeps what the next keystroke can use again.
#[derive(Debug, Default)]
pub struct Judge {
    judges: Option<Judges>,
}

impl Judge {
    /// Forgets the file. To be called when another comes into view.
    pub fn forget(&mut self) {
        self.judges = None;
    }

    /// May `agent`, as a person types it, fetch `url`, as a person types it? The file must be the one of the last call, unless
    /// [`Judge::forget`] came between.
    pub fn answer(&mut self, subject: &Subject, agent: &str, url: &str, profile: &Profile) -> Answer {
        if self.judges.as_ref().is_none_or(|judges| judges.agent != agent) {
            self.judges = Some(Judges::new(subject, agent));
        }
        // It has just been made where it was missing.
        let judges = self.judges.get_or_insert_with(|| Judges::new(subject, agent));
        judges.answer(subject, url, profile)
    }
}

impl Judges {
    fn new(subject: &Subject, agent: &str) -> Self {
        let asked = crawlers::typed(agent);
        let compile = |profile: &&'static Profile| Ruleset::new(subject.reading(profile), &asked.crawler, profile);
        let rulesets = Profile::ALL.iter().map(compile).collect();
        Self { agent: agent.to_owned(), asked, rulesets }
    }

    fn answer(&self, subject: &Subject, url: &str, profile: &Profile) -> Answer {
        let target = Target::read(url, subject.origin.as_ref()).as_asked();
        let elsewhere =
            target.origin.clone().filter(|origin| subject.origin.as_ref().is_some_and(|own| !same(own, origin)));
        let ruleset = self.ruleset(profile);
        let path = target.path(profile);
        let why = match decided_by_outcome(subject.meaning(profile), &path) {
            Some(why) => why,
            None => ruleset.explain(&path),
        };
        let dissent = Profile::ALL.into_iter().filter(|p| p.name != profile.name).filter_map(|other| {
            let path = target.path(other);
            let by_outcome = decided_by_outcome(subject.meaning(other), &path);
            let decision = by_outcome.map_or_else(|| self.ruleset(other).decide(&path), |why| why.decision);
            (decision.allowed != why.decision.allowed).then_some(Dissent { profile: other, decision })
        });
        let dissent = dissent.collect();
        let mut matching: Vec<LineNo> = why.matches.iter().map(|m| m.line).collect();
        matching.sort_unstable();
        let reading = subject.reading(profile);
        let choice = ruleset.choice().clone();
        let group_lines = lines(reading, &choice.groups);
        let hidden_rules = choice.hidden_star.iter().map(|&group| reading.rules(&reading.groups()[group]).len()).sum();
        let asked = self.asked.clone();
        Answer { asked, target, path, elsewhere, why, choice, group_lines, hidden_rules, dissent, matching }
    }

    fn ruleset(&self, profile: &Profile) -> &Ruleset {
        // One was made for every profile; the first is there in any case.
        self.rulesets.iter().find(|set| set.profile().name == profile.name).unwrap_or(&self.rulesets[0])
    }
}

/// The same origin; hosts are compared as they are written in a request.
fn same(one: &Origin, other: &Origin) -> bool {
    one == other || (one.scheme == other.scheme && one.port == other.port && as_sent(&one.host) == as_sent(&other.host))
}

/// A host as it is written in a request: in ASCII.
#[cfg(feature = "idn")]
fn as_sent(host: &str) -> String {
    url::Host::parse(host).map_or_else(|_| host.to_owned(), |host| host.to_string())
}

#[cfg(not(feature = "idn"))]
fn as_sent(host: &str) -> &str {
    host
}

fn decided_by_outcome(meaning: Meaning, path: &Path) -> Option<Explanation> {
    let decision = Decision::of(meaning)?;
    let reason = if decision.allowed { Reason::NoFile } else { Reason::Unreachable };
    // The file itself may be asked for even while it cannot be reached.
    (!path.is_robots_txt()).then(|| Explanation::without_rules(decision, reason))
}

fn lines(reading: &Arc<Reading>, groups: &[usize]) -> Vec<RangeInclusive<LineNo>> {
    groups.iter().map(|&group| &reading.groups()[group]).map(|group| group.first..=group.last).collect()
}
