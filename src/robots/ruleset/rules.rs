//! Compiled rules: owned patterns by rank, without lines, so that all who see the same rules can share them.

use super::index::Index;
use crate::robots::document::Kind;
use crate::robots::pattern::{self, Shape};
use crate::robots::profile::{EmptyDisallow, Escapes, Precedence, Profile};
use crate::robots::reading::Reading;
use crate::robots::source::LineNo;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// The rules in these lines, before they are compiled.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entries<'a> {
    pub(super) reading: &'a Reading,
    pub(super) lines: &'a [LineNo],
    pub(super) profile: &'a Profile,
}

/// A rule before it is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry<'a> {
    allow: bool,
    value: &'a [u8],
}

impl<'a> Entries<'a> {
    fn iter(self) -> impl Iterator<Item = Entry<'a>> {
        self.lines.iter().map(move |&line| Entry::new(self.reading, line, self.profile))
    }
}

impl<'a> Entry<'a> {
    /// The rule in a line, with what the profile makes of an empty value.
    fn new(reading: &'a Reading, line: LineNo, profile: &Profile) -> Self {
        let allow = reading.kind(line) == Kind::Allow;
        let value = reading.value(line);
        if allow || !value.is_empty() {
            return Self { allow, value };
        }
        match profile.empty_disallow {
            EmptyDisallow::Nothing => Self { allow, value },
            EmptyDisallow::AllowRoot => Self { allow: true, value: b"/" },
            EmptyDisallow::AllowAll => Self { allow: true, value },
        }
    }
}

/// A rule, ready to be matched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rule {
    /// Its place among the rules that were given, in the order of the file.
    pub(crate) ordinal: u32,
    pub(crate) allow: bool,
    /// The second form of an index page: the folder that holds it.
    pub(crate) is_folder: bool,
    pub(crate) shape: Shape,
    start: u32,
    end: u32,
}

impl Rule {
    /// Its verdict where it decides. An empty rule never blocks.
    pub(crate) const fn allows(&self) -> bool {
        self.allow || self.shape.priority == 0
    }

    /// Its place among rules that stand in the order of the file: the longest first, allow before disallow.
    fn rank(&self) -> u64 {
        u64::from(u32::MAX - self.shape.priority) << 1 | u64::from(!self.allow)
    }
}

/// Rules by rank: the first that matches decides.
#[derive(Debug)]
pub(crate) struct Rules {
    /// All patterns, one behind the other.
    bytes: Vec<u8>,
    by_rank: Vec<Rule>,
    index: OnceLock<Index>,
}

/// The bytes of a pattern that room is made for at first; few have more.
const EXPECTED_BYTES: usize = 32;

/// Fewer rules than this are tried one after the other: that is as fast as any index.
const WORTH_AN_INDEX: usize = 48;

impl Rules {
    pub(super) fn new(entries: Entries) -> Self {
        let profile = entries.profile;
        let file_size = entries.reading.document().source().bytes().len();
        let mut rules = Self {
            bytes: Vec::with_capacity(file_size.min(entries.lines.len() * EXPECTED_BYTES)),
            by_rank: Vec::with_capacity(entries.lines.len()),
            index: OnceLock::new(),
        };
        for (ordinal, entry) in (0..).zip(entries.iter()) {
            rules.push(ordinal, entry, profile);
        }
        match profile.precedence {
            // Ranks are few, which a stable sort of runs makes use of.
            Precedence::Longest => rules.by_rank.sort_by_key(Rule::rank),
            // They stand in the order of the file.
            Precedence::First => {}
        }
        rules
    }

    fn push(&mut self, ordinal: u32, Entry { allow, value }: Entry, profile: &Profile) {
        let start = self.bytes.len();
        let shape = pattern::normalise(value, profile.escapes, &mut self.bytes);
        let end = self.bytes.len();
        self.by_rank.push(Rule { ordinal, allow, is_folder: false, shape, start: start as u32, end: end as u32 });
        if allow && profile.index_page {
            self.push_index_page(ordinal, start..end);
        }
    }

    /// Google tries `Allow: …/index.htm…` as `…/$` too where it does not match as it stands. Where it does, it is longer and
    /// wins anyway, so the two can stand side by side.
    fn push_index_page(&mut self, ordinal: u32, pattern: Range<usize>) {
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
        self.by_rank.push(Rule { ordinal, allow: true, is_folder: true, shape, start: start as u32, end: end as u32 });
    }

    /// The rules by rank.
    pub(crate) fn all(&self) -> &[Rule] {
        &self.by_rank
    }

    /// The pattern of a rule, as it is compared; without its final `$`.
    pub(crate) fn pattern(&self, rule: &Rule) -> &[u8] {
        &self.bytes[rule.start as usize..rule.end as usize]
    }

    pub(crate) fn matches(&self, rule: &Rule, path: &[u8]) -> bool {
        pattern::matches(self.pattern(rule), rule.shape, path)
    }

    /// The rule that decides about a path.
    pub(super) fn first(&self, path: &[u8]) -> Option<&Rule> {
        self.next(path, 0).map(|rank| &self.by_rank[rank])
    }

    /// The rank of the first rule that matches, from the rank `from` on.
    pub(crate) fn next(&self, path: &[u8], from: usize) -> Option<usize> {
        match self.index.get() {
            Some(index) => index.next(self, path, from as u32),
            None => self.next_plainly(path, from, self.by_rank.len()),
        }
    }

    /// The rank of the first rule that matches among those from `from` up to `before`, each tried.
    pub(super) fn next_plainly(&self, path: &[u8], from: usize, before: usize) -> Option<usize> {
        let rules = self.by_rank.get(from..before).unwrap_or_default();
        rules.iter().position(|rule| self.matches(rule, path)).map(|at| from + at)
    }

    pub(super) fn index(&self) {
        if self.by_rank.len() >= WORTH_AN_INDEX {
            self.index.get_or_init(|| Index::new(self));
        }
    }
}

/// Compiles equal rules once. Rules are equal where the same values stand in the same order and are compared in the same way;
/// in which lines they stand does not matter, so versions of a file share them too.
///
/// ```
/// use robotui::robots::ruleset::Interner;
/// use robotui::robots::{Crawler, Document, Profile, Reading};
/// use std::sync::Arc;
///
/// let document = Arc::new(Document::parse("User-agent: *\nDisallow: /a\n"));
/// let reading = Reading::new(&document, &Profile::RFC9309);
/// let mut interner = Interner::default();
/// let mut ruleset = |token: &str| interner.ruleset(&reading, &Crawler::exact([token]), &Profile::RFC9309);
/// // Nobody is named, so all follow `*` and see the same rules.
/// assert!(ruleset("OneBot").shares_rules_with(&ruleset("OtherBot")));
/// ```
#[derive(Debug, Default)]
pub struct Interner {
    known: HashMap<Vec<u8>, Arc<Rules>>,
}

impl Interner {
    pub(super) fn rules(&mut self, entries: Entries) -> Arc<Rules> {
        let key = key(entries);
        Arc::clone(self.known.entry(key).or_insert_with(|| Arc::new(Rules::new(entries))))
    }

    /// The number of different rules that were compiled.
    #[must_use]
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether nothing was compiled yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }
}

/// Everything that compiling depends on. No value holds a line end, so the key can be read in one way only.
fn key(entries: Entries) -> Vec<u8> {
    let profile = entries.profile;
    let size = entries.iter().map(|entry| entry.value.len() + 2).sum::<usize>();
    let mut key = Vec::with_capacity(size + 3);
    key.push(match profile.escapes {
        Escapes::Google => b'g',
        Escapes::Rfc9309 => b'r',
        Escapes::Decoded => b'd',
    });
    key.push(match profile.precedence {
        Precedence::Longest => b'l',
        Precedence::First => b'f',
    });
    key.push(if profile.index_page { b'i' } else { b'-' });
    for entry in entries.iter() {
        key.push(if entry.allow { b'+' } else { b'-' });
        key.extend_from_slice(entry.value);
        key.push(b'\n');
    }
    key
}

#[cfg(test)]
mod tests {
    use super::super::Ruleset;
    use super::*;
    use crate::robots::{Crawler, Document, Target};

    fn rules(body: &str) -> (Arc<Document>, String) {
        let text = format!("User-agent: *\n{body}");
        (Arc::new(Document::parse(text.clone())), text)
    }

    #[test]
    fn equal_rules_are_compiled_once() {
        let (document, _) = rules("Disallow: /a\n\nUser-agent: x\n# moved\nDisallow: /a\n");
        let mut interner = Interner::default();
        let mut ruleset = |token: &str, profile: &Profile| {
            interner.ruleset(&Reading::new(&document, profile), &Crawler::exact([token]), profile)
        };
        let star = ruleset("y", &Profile::RFC9309);
        let x = ruleset("x", &Profile::BING);
        assert!(star.shares_rules_with(&x));
        let path = Target::read("/a", None).path(&Profile::RFC9309);
        assert_eq!((star.decide(&path).line(), x.decide(&path).line()), (Some(2), Some(6)));
        assert!(!star.shares_rules_with(&ruleset("y", &Profile::GOOGLE)));
        assert_eq!(interner.len(), 2);
    }

    #[test]
    fn what_an_empty_disallow_is_depends_on_the_profile() {
        let (document, _) = rules("Disallow: /\nDisallow:\n");
        let decide = |profile: &'static Profile| {
            let ruleset = Ruleset::new(&Reading::new(&document, profile), &Crawler::exact(["x"]), profile);
            ruleset.decide(&Target::read("/a", None).path(profile)).allowed
        };
        assert_eq!(Profile::ALL.map(decide), [false, false, false, true, false, false]);
    }

    /// Patterns that collide: few letters, stars everywhere, long shared beginnings.
    fn patterns() -> impl proptest::strategy::Strategy<Value = Vec<(bool, String)>> {
        proptest::collection::vec(
            (proptest::bool::ANY, "(/|/shop/|\\*)([ab/]{0,6}|\\*)([ab*]{0,8})(index.html)?\\$?"),
            48..120,
        )
    }

    proptest::proptest! {
        #![proptest_config(proptest::prelude::ProptestConfig::with_cases(48))]
        #[test]
        fn with_and_without_an_index_the_same_rule_decides(
            patterns in patterns(),
            paths in proptest::collection::vec("/(shop/)?[ab/]{0,14}(index.html)?", 1..12),
        ) {
            let body: String =
                patterns.iter().map(|(allow, p)| format!("{}: {p}\n", if *allow { "Allow" } else { "Disallow" })).collect();
            let (document, text) = rules(&body);
            for profile in Profile::ALL {
                let ruleset = Ruleset::new(&Reading::new(&document, profile), &Crawler::exact(["x"]), profile);
                let targets: Vec<_> = paths.iter().map(|path| Target::read(path, None).path(profile)).collect();
                let plain: Vec<_> = targets.iter().map(|path| ruleset.decide(path)).collect();
                ruleset.index();
                let indexed: Vec<_> = targets.iter().map(|path| ruleset.decide(path)).collect();
                proptest::prop_assert_eq!(plain, indexed, "{} {}", profile.name, text);
            }
        }
    }
}
