//! May this crawler fetch this URL: from what a person types to the answer. The screen and the command line ask here.
//!
//! A [`Judge`] keeps what the next question can use again: typing in a URL runs verdicts and nothing else.

pub mod askers;
pub mod census;
pub mod origins;
pub mod past;
pub mod policy;
pub mod subject;
pub mod wishes;

use crate::crawlers::{self, Asked};
use crate::robots::explain::Reason;
use crate::robots::ruleset::{Choice, Chosen, Delay, Interner};
use crate::robots::{Decision, Explanation, LineNo, Meaning, Origin, Path, Profile, Reading, Ruleset, Target, display};
pub use census::Census;
use std::ops::RangeInclusive;
use std::sync::Arc;
pub use subject::{Issues, Loaded, Place, Subject};

/// The rulesets of one crawler. Made anew when the agent or the file changes; a URL only asks them.
#[derive(Debug)]
struct Judges {
    agent: String,
    asked: Asked,
    /// One for each of [`Profile::ALL`], compiled when it is first asked.
    rulesets: [Option<Ruleset>; Profile::ALL.len()],
    /// Whether all are there and indexed.
    complete: bool,
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
    /// The name by which they were picked: one of the crawler's tokens, `*`, or a part of what was typed.
    pub by: Option<String>,
    /// The lines of these groups.
    pub group_lines: Vec<RangeInclusive<LineNo>>,
    /// The number of rules of `*` that a named group hides.
    pub hidden_rules: usize,
    /// The `Crawl-delay` for this crawler.
    pub delay: Delay,
    /// The profiles that say otherwise; none as long as they have not been asked (see [`Judge::complete`]).
    pub dissent: Option<Vec<Dissent>>,
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

    /// The profiles that say otherwise, those together that say the same.
    pub fn dissenters(&self) -> impl Iterator<Item = (Vec<&'static str>, Decision)> {
        let mut groups: Vec<(Vec<&'static str>, Decision)> = Vec::new();
        for Dissent { profile, decision } in self.dissent.iter().flatten() {
            match groups.iter_mut().find(|(_, said)| said == decision) {
                Some((names, _)) => names.push(profile.name),
                None => groups.push((vec![profile.name], *decision)),
            }
        }
        groups.into_iter()
    }
}

/// Answers, and keeps what the next keystroke can use again.
#[derive(Debug, Default)]
pub struct Judge {
    judges: Option<Judges>,
    interner: Interner,
}

impl Judge {
    /// Forgets the file. To be called when another comes into view.
    pub fn forget(&mut self) {
        self.judges = None;
    }

    /// May `agent`, as a person types it, fetch `url`, as a person types it? The file must be the one of the last call, unless
    /// [`Judge::forget`] came between.
    ///
    /// The first answer for an agent does only what it must; [`Judge::complete`] does the rest.
    pub fn answer(&mut self, subject: &Subject, agent: &str, url: &str, profile: &Profile) -> Answer {
        let judges = match self.judges.take().filter(|judges| judges.agent == agent) {
            Some(judges) => judges,
            None => Judges::new(agent),
        };
        self.judges.insert(judges).answer(&mut self.interner, subject, url, profile)
    }

    /// Compiles what the other profiles see, and indexes everything for the questions to come. Says whether there was anything
    /// to do: then the next answer says more.
    pub fn complete(&mut self, subject: &Subject) -> bool {
        let Some(judges) = self.judges.as_mut().filter(|judges| !judges.complete) else { return false };
        judges.complete = true;
        for profile in Profile::ALL {
            judges.compile(&mut self.interner, subject, profile).index();
        }
        true
    }

    /// What is decided about a target for the agent of the last answer where so much is left to the rules of its file; none
    /// where they have not been compiled for this profile.
    #[must_use]
    pub fn under(&self, meaning: Meaning, target: &Target, profile: &Profile) -> Option<Decision> {
        let path = target.path(profile);
        match decided_by_outcome(meaning, &path) {
            Some(why) => Some(why.decision),
            None => self.ruleset(profile).map(|ruleset| ruleset.decide(&path)),
        }
    }

    /// What each crawler sees of a file.
    #[must_use]
    pub fn census(&mut self, subject: &Subject) -> Census {
        Census::new(subject, &mut self.interner)
    }

    /// The rules that the agent of the last answer sees under a profile, where they have been compiled.
    #[must_use]
    pub fn ruleset(&self, profile: &Profile) -> Option<&Ruleset> {
        self.judges.as_ref()?.rulesets[place(profile)].as_ref()
    }
}

/// The place of a profile among all of them.
fn place(profile: &Profile) -> usize {
    Profile::ALL.iter().position(|p| p.name == profile.name).unwrap_or(0)
}

impl Judges {
    fn new(agent: &str) -> Self {
        let rulesets = std::array::from_fn(|_| None);
        Self { agent: agent.to_owned(), asked: crawlers::typed(agent), rulesets, complete: false }
    }

    fn compile(&mut self, interner: &mut Interner, subject: &Subject, profile: &Profile) -> &Ruleset {
        let crawler = &self.asked.crawler;
        self.rulesets[place(profile)]
            .get_or_insert_with(|| interner.ruleset(subject.reading(profile), crawler, profile))
    }

    fn answer(&mut self, interner: &mut Interner, subject: &Subject, url: &str, profile: &Profile) -> Answer {
        let target = Target::read(url, subject.origin.as_ref()).as_asked();
        let elsewhere = elsewhere(subject, &target).cloned();
        let ruleset = self.compile(interner, subject, profile);
        let path = target.path(profile);
        let why = match decided_by_outcome(subject.meaning(profile), &path) {
            Some(why) => why,
            None => ruleset.explain(&path),
        };
        let choice = ruleset.choice().clone();
        let dissent = self.dissent(subject, &target, profile, why.decision);
        let mut matching: Vec<LineNo> = why.matches.iter().map(|m| m.line).collect();
        matching.sort_unstable();
        let reading = subject.reading(profile);
        let group_lines = lines(reading, &choice.groups);
        let hidden_rules = choice.hidden_star.iter().map(|&group| reading.rules(&reading.groups()[group]).len()).sum();
        let asked = self.asked.clone();
        let by = match choice.chosen {
            Chosen::Token(index) => asked.crawler.tokens.get(index).cloned(),
            Chosen::Star => Some("*".to_owned()),
            Chosen::Part => choice.by_line.map(|line| display::visible(reading.value(line)).into_owned()),
            Chosen::Nothing => None,
        };
        let delay = choice.crawl_delay(reading, profile);
        Answer { asked, target, path, elsewhere, why, choice, by, group_lines, hidden_rules, delay, dissent, matching }
    }

    /// The profiles that say otherwise, where all have been compiled.
    fn dissent(&self, subject: &Subject, target: &Target, own: &Profile, said: Decision) -> Option<Vec<Dissent>> {
        let mut dissent = Vec::new();
        for (profile, ruleset) in Profile::ALL.into_iter().zip(&self.rulesets) {
            let ruleset = ruleset.as_ref()?;
            if profile.name == own.name {
                continue;
            }
            let path = target.path(profile);
            let by_outcome = decided_by_outcome(subject.meaning(profile), &path);
            let decision = by_outcome.map_or_else(|| ruleset.decide(&path), |why| why.decision);
            if decision.allowed != said.allowed {
                dissent.push(Dissent { profile, decision });
            }
        }
        Some(dissent)
    }
}

/// The origin whose file rules a URL, where that is not the file in view.
#[must_use]
pub fn elsewhere<'a>(subject: &Subject, target: &'a Target) -> Option<&'a Origin> {
    let own = subject.origin.as_ref()?;
    target.origin.as_ref().filter(|origin| !same(own, origin))
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
    let reason = match meaning {
        Meaning::NoFile => Reason::NoFile,
        Meaning::Refused => Reason::Refused,
        Meaning::Unreachable | Meaning::Rules => Reason::Unreachable,
    };
    // The file itself may be asked for even while it cannot be reached.
    (!path.is_robots_txt()).then(|| Explanation::without_rules(decision, reason))
}

fn lines(reading: &Arc<Reading>, groups: &[usize]) -> Vec<RangeInclusive<LineNo>> {
    groups.iter().map(|&group| &reading.groups()[group]).map(|group| group.first..=group.last).collect()
}
