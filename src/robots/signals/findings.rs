//! What the lines contradict, each other and the rules: as far as the file alone tells.

use super::{Signal, Signals, Usage, Wish};
use crate::robots::agents;
use crate::robots::document::Kind;
use crate::robots::reading::Reading;
use crate::robots::source::{LineNo, Span};
use std::collections::{BTreeSet, HashMap, HashSet};

/// A preference and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct At {
    /// The line.
    pub line: LineNo,
    /// The key and its value.
    pub span: Span,
}

/// Something that does not fit together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// The line stands before the first group: it is for nobody.
    OutsideGroup(LineNo),
    /// Two preferences for the same crawlers and paths say different things.
    Disagree {
        /// What they are about; none where they are about how far a use may go.
        usage: Option<Usage>,
        /// The first of them.
        one: At,
        /// The later one.
        other: At,
    },
    /// A use is welcome, and the rule in this line closes the whole site to the same crawlers.
    WelcomeButClosed {
        /// What is welcome.
        usage: Usage,
        /// Where that is said.
        at: At,
        /// The rule.
        rule: LineNo,
    },
    /// The lines of `*` do not hold for these groups: a named group inherits nothing. Groups that are closed are left out, since
    /// preferences are about what may be fetched.
    NotInherited {
        /// The lines of `*`.
        lines: Vec<LineNo>,
        /// The groups, as indices into [`Reading::groups`].
        groups: Vec<usize>,
    },
}

impl Signals {
    /// What does not fit together, in the order of the file.
    #[must_use]
    pub fn findings(&self, reading: &Reading) -> Vec<Finding> {
        if self.lines.is_empty() {
            return Vec::new();
        }
        let outside = self.lines.iter().filter(|signal| signal.group.is_none());
        let mut findings: Vec<Finding> = outside.map(|signal| Finding::OutsideGroup(signal.line)).collect();
        let mut by_group: HashMap<usize, Vec<&Signal>> = HashMap::new();
        for signal in &self.lines {
            if let Some(group) = signal.group {
                by_group.entry(group).or_default().push(signal);
            }
        }
        let mut seen = Seen::default();
        let sights = sights(reading);
        for groups in sights.iter().map(|(_, groups)| groups).collect::<BTreeSet<_>>() {
            let signals: Vec<&Signal> =
                groups.iter().filter_map(|group| by_group.get(group)).flatten().copied().collect();
            if !signals.is_empty() {
                disagreements(reading, &signals, &mut seen, &mut findings);
                if let Some(rule) = closed_by(reading, groups) {
                    welcomes(&signals, rule, &mut seen, &mut findings);
                }
            }
        }
        findings.extend(not_inherited(reading, &sights, &by_group));
        findings
    }
}

/// What has been said already: a group may be seen alone and merged with others.
#[derive(Default)]
struct Seen {
    pairs: HashSet<(Span, Span)>,
    welcomes: HashSet<Span>,
}

/// Each name in lower case with the groups that its crawler sees merged, in the order of the file.
fn sights(reading: &Reading) -> Vec<(Vec<u8>, Vec<usize>)> {
    let mut sights: Vec<(Vec<u8>, Vec<usize>)> = Vec::new();
    let mut places: HashMap<Vec<u8>, usize> = HashMap::new();
    for (index, group) in reading.groups().iter().enumerate() {
        for &line in reading.agents(group) {
            let value = reading.value(line);
            let name =
                if agents::is_star(value) { b"*".to_vec() } else { agents::whole_name(value).to_ascii_lowercase() };
            let place = *places.entry(name).or_insert_with_key(|name| {
                sights.push((name.clone(), Vec::new()));
                sights.len() - 1
            });
            let groups = &mut sights[place].1;
            if groups.last() != Some(&index) {
                groups.push(index);
            }
        }
    }
    sights
}

fn disagreements(reading: &Reading, signals: &[&Signal], seen: &mut Seen, findings: &mut Vec<Finding>) {
    type About<'a> = (Option<Usage>, &'a [u8]);
    let source = reading.document().source();
    // By what they are about and for which paths: the first that was said.
    let mut first: HashMap<About, (At, Wish)> = HashMap::new();
    for signal in signals {
        let path = signal.path.map_or(b"/".as_slice(), |path| source.slice(path));
        for (preference, wish) in signal.wishes() {
            let usage = match wish {
                Wish::May(usage, _) => Some(usage),
                Wish::UpTo(_) => None,
            };
            let other = At { line: signal.line, span: preference.span };
            let (one, said) = *first.entry((usage, path)).or_insert((other, wish));
            if said != wish && seen.pairs.insert((one.span, other.span)) {
                findings.push(Finding::Disagree { usage, one, other });
            }
        }
    }
}

fn welcomes(signals: &[&Signal], rule: LineNo, seen: &mut Seen, findings: &mut Vec<Finding>) {
    for signal in signals {
        for (preference, wish) in signal.wishes() {
            let at = At { line: signal.line, span: preference.span };
            match wish {
                Wish::May(usage, true) if seen.welcomes.insert(at.span) => {
                    findings.push(Finding::WelcomeButClosed { usage, at, rule });
                }
                _ => {}
            }
        }
    }
}

/// The rule that closes everything to who sees these groups: such a `Disallow`, and no `Allow` beside it.
fn closed_by(reading: &Reading, groups: &[usize]) -> Option<LineNo> {
    let mut closed = None;
    for &line in groups.iter().filter_map(|&group| reading.groups().get(group)).flat_map(|group| reading.rules(group)) {
        let value = reading.value(line);
        match reading.kind(line) {
            Kind::Allow if !value.is_empty() => return None,
            Kind::Disallow if matches!(value, b"/" | b"*" | b"/*") => closed = closed.or(Some(line)),
            _ => {}
        }
    }
    closed
}

fn not_inherited(
    reading: &Reading,
    sights: &[(Vec<u8>, Vec<usize>)],
    by_group: &HashMap<usize, Vec<&Signal>>,
) -> Option<Finding> {
    let (_, of_star) = sights.iter().find(|(name, _)| name == b"*")?;
    let of_star = of_star.iter().filter_map(|group| by_group.get(group)).flatten();
    let lines: Vec<LineNo> = of_star.map(|signal| signal.line).collect();
    let has_own = |groups: &[usize]| groups.iter().any(|group| by_group.contains_key(group));
    // Names that see the same are looked at once: a group may have any number of them.
    let named = sights.iter().filter(|(name, _)| name != b"*" && !name.is_empty()).map(|(_, groups)| groups);
    let without = named.collect::<BTreeSet<_>>().into_iter();
    let without = without.filter(|groups| !has_own(groups) && closed_by(reading, groups).is_none());
    let mut groups: Vec<usize> = without.flatten().copied().collect();
    groups.sort_unstable();
    groups.dedup();
    (!lines.is_empty() && !groups.is_empty()).then_some(Finding::NotInherited { lines, groups })
}

#[cfg(test)]
mod tests {
    use super::super::tests::reading;
    use super::*;

    /// A file with the findings drawn below the lines that they stand in.
    fn drawn(text: &str) -> String {
        let reading = reading(text);
        let findings = Signals::new(&reading).findings(&reading);
        let source = reading.document().source();
        let mut out = Vec::new();
        for number in 1..=source.line_count() {
            let line = source.line(number);
            out.push(format!("| {}", String::from_utf8_lossy(source.slice(line))));
            let mark = |at: &At, what: String| {
                let indent = " ".repeat((at.span.start - line.start) as usize);
                format!(": {indent}{} {what}", "^".repeat(at.span.len() as usize))
            };
            for finding in &findings {
                out.extend(match finding {
                    Finding::OutsideGroup(line) if *line == number => Some(": outside".to_owned()),
                    Finding::Disagree { usage, one, other } if other.line == number => {
                        Some(mark(other, format!("{usage:?}, not as line {}", one.line)))
                    }
                    Finding::WelcomeButClosed { usage, at, rule } if at.line == number => {
                        Some(mark(at, format!("{usage:?} is closed by line {rule}")))
                    }
                    Finding::NotInherited { lines, groups } if lines.first() == Some(&number) => {
                        Some(format!(": not for groups {groups:?}"))
                    }
                    _ => None,
                });
            }
        }
        out.join("\n")
    }

    #[track_caller]
    fn expect(fixture: &str) {
        let fixture: Vec<&str> = fixture.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let text: Vec<&str> = fixture.iter().filter_map(|line| line.strip_prefix("| ")).collect();
        assert_eq!(drawn(&text.join("\n")), fixture.join("\n"));
    }

    #[test]
    fn two_lines_that_say_different_things_about_the_same_paths_disagree() {
        expect(
            "
            | User-agent: a
            | Content-Signal: search=yes, ai-train=no
            | Content-Usage: train-ai=y
            :                ^^^^^^^^^^ Some(AiTraining), not as line 2
            | Content-Usage: /open/ train-ai=y
            | Disallow: /x
            | User-agent: A
            | User-agent: b
            | Content-Signal: / search=no, use=full, use=reference
            :                   ^^^^^^^^^ Some(Search), not as line 2
            :                                        ^^^^^^^^^^^^^ None, not as line 8
            | Disallow: /y
            ",
        );
    }

    #[test]
    fn a_welcome_behind_a_closed_door_is_a_contradiction() {
        expect(
            "
            | User-agent: a
            | User-agent: b
            | Content-Signal: search=yes, ai-train=no
            :                 ^^^^^^^^^^ Search is closed by line 4
            | Disallow: /
            | User-agent: c
            | Content-Signal: search=yes
            | Disallow: /
            | Allow: /blog/
            ",
        );
    }

    #[test]
    fn a_line_before_the_first_group_is_for_nobody_and_a_named_group_inherits_nothing() {
        expect(
            "
            | Content-Usage: train-ai=n
            : outside
            | User-agent: *
            | Content-Signal: ai-train=no
            : not for groups [1]
            | Allow: /
            | User-agent: open
            | Disallow: /x
            | User-agent: closed
            | Disallow: /
            | User-agent: own
            | Content-Signal: ai-train=yes
            | Disallow: /x
            ",
        );
    }
}
