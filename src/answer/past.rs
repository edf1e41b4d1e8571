//! What a file was: its versions, and the verdict under each, so that a person sees since when a URL may be fetched.
//!
//! The bodies are not held: of each version only the rules that the agent in question sees are kept, compiled, and equal ones
//! once. Typing in a URL then asks them all; another agent needs the bodies again.

use crate::robots::delivery::{Outcome, Stamp};
use crate::robots::ruleset::Interner;
use crate::robots::{Crawler, Decision, Document, Path, Profile, Reading, Ruleset, Target};
use std::sync::Arc;

/// A version of a file, without its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edition {
    /// The number by which it can be asked for.
    pub id: i64,
    /// Who saw it, where it was not robotui itself.
    pub source: Option<String>,
    /// When it was seen first.
    pub at: Stamp,
    /// When it was seen last.
    pub checked: Stamp,
    /// How the fetch ended.
    pub outcome: Outcome,
    /// Bytes of the body.
    pub size: u64,
    /// How it differs from the version before it; none as long as that is not known.
    pub change: Option<Change>,
}

/// How a version differs from the one before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Change {
    /// Lines that came.
    pub plus: usize,
    /// Lines that went.
    pub minus: usize,
    /// Errors and warnings that came.
    pub gained: usize,
    /// And that went.
    pub lost: usize,
}

impl Edition {
    /// Whether there was a file.
    #[must_use]
    pub const fn is_file(&self) -> bool {
        matches!(self.outcome, Outcome::Answered(200..=299))
    }
}

/// Whose rules are asked for, and how they are read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reader {
    /// Who asks.
    pub crawler: Crawler,
    /// How the file is read.
    pub profile: &'static Profile,
}

/// The most rules that are held for all versions together, equal ones counted once a version: some 100 MB.
const MOST_RULES: usize = 1_000_000;

/// Compiles what a reader sees of the versions of a file, whose bodies come one by one.
#[derive(Debug)]
pub struct Compiler {
    reader: Reader,
    interner: Interner,
    rules: usize,
}

impl Compiler {
    /// A compiler that has seen nothing yet.
    #[must_use]
    pub fn new(reader: Reader) -> Self {
        Self { reader, interner: Interner::default(), rules: 0 }
    }

    /// What the reader sees of a body, without an index; none where too much is held already.
    pub fn compile(&mut self, body: Vec<u8>) -> Option<Ruleset> {
        if self.rules > MOST_RULES {
            return None;
        }
        let profile = self.reader.profile;
        let reading = Reading::new(&Arc::new(Document::parse(body)), profile);
        let ruleset = self.interner.ruleset(&reading, &self.reader.crawler, profile);
        self.rules += ruleset.by_rank().count();
        Some(ruleset)
    }
}

/// The versions of a file, newest first, and what a reader sees of each.
#[derive(Debug)]
pub struct Past {
    /// The URL of the file.
    pub asked: String,
    editions: Vec<Edition>,
    rulesets: Vec<Option<Ruleset>>,
    reader: Option<Reader>,
    decisions: Vec<Option<Decision>>,
}

/// Since when a verdict holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Since {
    /// The version, as an index, in which it first fell as it does now.
    pub edition: usize,
    /// The verdict before that; none where there is no version before.
    pub before: Option<Decision>,
}

impl Past {
    /// The versions of a file, newest first. What a reader sees of them is not known yet.
    #[must_use]
    pub fn new(asked: String, editions: Vec<Edition>) -> Self {
        let count = editions.len();
        Self {
            asked,
            rulesets: (0..count).map(|_| None).collect(),
            decisions: vec![None; count],
            editions,
            reader: None,
        }
    }

    /// The versions, newest first.
    #[must_use]
    pub fn editions(&self) -> &[Edition] {
        &self.editions
    }

    /// The verdict under each version, in their order; none where it is not known yet.
    #[must_use]
    pub fn decisions(&self) -> &[Option<Decision>] {
        &self.decisions
    }

    /// Whether what this reader sees was asked for already.
    #[must_use]
    pub fn is_for(&self, reader: &Reader) -> bool {
        self.reader.as_ref() == Some(reader)
    }

    /// From now on it is about another reader: what was compiled is gone.
    pub fn turn_to(&mut self, reader: Reader) {
        self.reader = Some(reader);
        self.rulesets.iter_mut().for_each(|ruleset| *ruleset = None);
        self.decisions.iter_mut().for_each(|decision| *decision = None);
    }

    /// Takes what the reader sees of some versions, by their numbers.
    pub fn take(&mut self, rulesets: Vec<(i64, Ruleset)>) {
        for (id, ruleset) in rulesets {
            if let Some(place) = self.editions.iter().position(|edition| edition.id == id) {
                self.rulesets[place] = Some(ruleset);
            }
        }
    }

    /// Takes how some versions differ from those before them.
    pub fn take_changes(&mut self, changes: &[(i64, Change)]) {
        for (id, change) in changes {
            if let Some(edition) = self.editions.iter_mut().find(|edition| edition.id == *id) {
                edition.change = Some(*change);
            }
        }
    }

    /// The first versions of which it is not known how they differ from those before them, at most so many.
    #[must_use]
    pub fn without_change(&self, most: usize) -> Vec<i64> {
        let open = self.editions.iter().filter(|edition| edition.change.is_none());
        open.map(|edition| edition.id).take(most).collect()
    }

    /// Asks every version about a target.
    pub fn judge(&mut self, target: &Target) {
        let Some(reader) = &self.reader else { return };
        let path = target.path(reader.profile);
        for (place, edition) in self.editions.iter().enumerate() {
            let decided =
                Decision::of(edition.outcome.meaning(reader.profile)).filter(|_| !is_open(&path, reader.profile));
            self.decisions[place] =
                decided.or_else(|| self.rulesets[place].as_ref().map(|ruleset| ruleset.decide(&path)));
        }
    }

    /// Since when the verdict of the newest version holds; none as long as not all verdicts up to there are known.
    #[must_use]
    pub fn since(&self) -> Option<Since> {
        let mut decisions = self.decisions.iter();
        let now = (*decisions.next()?)?;
        let mut edition = 0;
        for decision in decisions {
            let before = (*decision)?;
            if before.allowed != now.allowed {
                return Some(Since { edition, before: Some(before) });
            }
            edition += 1;
        }
        Some(Since { edition, before: None })
    }

    /// The pattern of the rule that decides a target under a version, with its line; none where no rule does.
    #[must_use]
    pub fn rule(&self, edition: usize, target: &Target) -> Option<(u32, String)> {
        let ruleset = self.rulesets.get(edition)?.as_ref()?;
        let why = ruleset.explain(&target.path(ruleset.profile()));
        let winner = why.winner()?;
        let key = if winner.allow { "Allow" } else { "Disallow" };
        Some((winner.line, format!("{key}: {}", winner.pattern)))
    }
}

/// Whether the path is that of the file itself, which may be asked for whatever came of it.
fn is_open(path: &Path, profile: &Profile) -> bool {
    path.is_robots_txt() && profile.robots_txt_is_open
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edition(id: i64, status: u16) -> Edition {
        let at = Stamp { unix: id * 86_400, offset: 0 };
        let outcome = Outcome::Answered(status);
        Edition { id, source: None, at, checked: at, outcome, size: 1, change: None }
    }

    fn reader() -> Reader {
        Reader { crawler: Crawler::exact(["Googlebot"]), profile: &Profile::RFC9309 }
    }

    fn number(place: usize) -> i64 {
        i64::try_from(place).expect("a few") + 1
    }

    /// A past of these bodies, oldest first; none stands for a 503.
    fn past(bodies: &[Option<&str>]) -> Past {
        let editions = bodies.iter().enumerate().rev();
        let editions = editions.map(|(i, body)| edition(number(i), if body.is_some() { 200 } else { 503 }));
        let mut past = Past::new("https://example.com/robots.txt".into(), editions.collect());
        past.turn_to(reader());
        let mut compiler = Compiler::new(reader());
        let rulesets = bodies
            .iter()
            .enumerate()
            .filter_map(|(i, body)| Some((number(i), compiler.compile((*body)?.as_bytes().to_vec())?)));
        past.take(rulesets.collect());
        past.judge(&Target::read("/a", None));
        past
    }

    const OPEN: Option<&str> = Some("User-agent: *\nDisallow: /b\n");
    const SHUT: Option<&str> = Some("User-agent: *\nDisallow: /a\n");

    #[test]
    fn since_when_a_url_may_be_fetched() {
        let past = past(&[OPEN, SHUT, OPEN, OPEN]);
        let allowed: Vec<bool> = past.decisions().iter().flatten().map(|decision| decision.allowed).collect();
        assert_eq!(allowed, [true, true, false, true]);
        let since = past.since().expect("all is known");
        assert_eq!((since.edition, since.before.and_then(Decision::line)), (1, Some(2)));
        assert_eq!(past.rule(2, &Target::read("/a", None)), Some((2, "Disallow: /a".to_owned())));
    }

    #[test]
    fn a_server_that_was_away_shuts_as_well() {
        let past = past(&[OPEN, None]);
        let since = past.since().expect("all is known");
        assert!(!past.decisions()[0].expect("known").allowed);
        assert_eq!((since.edition, since.before.map(|before| before.allowed)), (0, Some(true)));
    }

    #[test]
    fn what_was_always_so_has_no_before() {
        assert_eq!(past(&[SHUT, SHUT]).since(), Some(Since { edition: 1, before: None }));
        assert_eq!(past(&[]).since(), None);
    }

    #[test]
    fn what_is_not_known_is_not_said() {
        let mut past = past(&[OPEN, SHUT]);
        past.turn_to(Reader { crawler: Crawler::exact(["bingbot"]), ..reader() });
        past.judge(&Target::read("/a", None));
        assert_eq!((past.decisions()[0], past.since()), (None, None));
    }
}
