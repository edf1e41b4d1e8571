//! What a file wishes for the use of what is fetched, read out: its `Content-Signal` and `Content-Usage` lines in words, and what
//! they contradict. Reading them is [`crate::robots::signals`]' business.

use super::Subject;
use super::census::Census;
use super::policy::first_few;
use crate::crawlers::Purpose;
use crate::robots::signals::{At, Directive, Extent, Finding, Flaw, Preference, Signal, Usage, Wish};
use crate::robots::{Decision, LineNo, Profile, Reading, Signals, Source, Span, Target, display};
use std::collections::HashMap;

/// What such lines are, whatever they say.
pub const CAUTION: &str =
    "Such a line is a statement of preference: it closes nothing, and no large crawler has said that it acts on it.";

/// Something about a wish that people want to know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remark {
    /// It does not fit what else the file says.
    Finding(Finding),
    /// A use is not welcome, and no rule closes what it is about to those crawlers of this kind that see the line.
    Unenforced {
        /// What is not welcome.
        usage: Usage,
        /// Where that is said.
        at: At,
        /// The crawlers, by name.
        crawlers: Vec<String>,
    },
    /// A use is welcome to all, and other groups shut these crawlers out.
    BlockedByName {
        /// What is welcome.
        usage: Usage,
        /// Where that is said.
        at: At,
        /// The crawlers, by name.
        crawlers: Vec<String>,
    },
    /// No known crawler for what the line speaks of follows its group.
    NobodyFollows(LineNo),
}

/// The wishes of a file.
#[derive(Debug)]
pub struct Wishes {
    /// The lines, in the order of the file.
    pub signals: Signals,
    /// What is to be said about them.
    pub remarks: Vec<Remark>,
}

impl Wishes {
    /// Reads the lines of a file, and compares them with the rules and with who follows them.
    #[must_use]
    pub fn new(subject: &Subject, census: &Census) -> Self {
        let reading = subject.reading(&Profile::RFC9309);
        let signals = Signals::new(reading);
        // What stands outside of any group is read out as such.
        let findings = signals.findings(reading).into_iter();
        let findings = findings.filter(|finding| !matches!(finding, Finding::OutsideGroup(_)));
        let mut remarks: Vec<Remark> = findings.map(Remark::Finding).collect();
        if !signals.lines.is_empty() {
            let mut verdicts = Verdicts { subject, census, known: HashMap::new() };
            let followers = census.followers(subject);
            for signal in signals.lines.iter().filter(|signal| signal.group.is_some()) {
                let seen_by = followers.get(&signal.line).map_or(&[][..], Vec::as_slice);
                remarks.extend(about(signal, reading, seen_by, &mut verdicts));
            }
        }
        Self { signals, remarks }
    }

    /// Each line as a sentence.
    pub fn sentences(&self, reading: &Reading) -> impl Iterator<Item = String> {
        self.signals.lines.iter().map(|signal| sentence(signal, reading))
    }
}

/// The verdicts of the census for the paths that were asked for.
struct Verdicts<'a> {
    subject: &'a Subject,
    census: &'a Census,
    known: HashMap<String, Vec<Decision>>,
}

impl Verdicts<'_> {
    fn of(&mut self, path: &str) -> &[Decision] {
        let (subject, census) = (self.subject, self.census);
        self.known.entry(path.to_owned()).or_insert_with(|| census.judge(subject, &Target::of_path(path)))
    }
}

/// What is to be said about a line, given who sees it.
fn about(signal: &Signal, reading: &Reading, seen_by: &[usize], verdicts: &mut Verdicts) -> Vec<Remark> {
    let members = verdicts.census.known();
    let of_kind = |index: usize, usage| members[index].purpose() == Some(purpose(usage)) && members[index].counts();
    let names = |indices: Vec<usize>| indices.into_iter().map(|index| members[index].name.clone()).collect();
    let uses = || {
        signal.wishes().filter_map(|(preference, wish)| match wish {
            Wish::May(usage, may) => Some((preference, usage, may)),
            Wish::UpTo(_) => None,
        })
    };
    let is_followed = uses().any(|(_, usage, _)| seen_by.iter().any(|&index| of_kind(index, usage)));
    if !is_followed && uses().next().is_some() {
        return vec![Remark::NobodyFollows(signal.line)];
    }
    let path = first_path(signal, reading.document().source());
    let decisions = verdicts.of(&path);
    let is_for_all = seen_by.iter().any(|&index| members[index].by.as_deref() == Some("*"));
    let mut remarks = Vec::new();
    for (preference, usage, may) in uses() {
        let at = At { line: signal.line, span: preference.span };
        if may && is_for_all {
            let blocked =
                |&index: &usize| of_kind(index, usage) && !decisions[index].allowed && !seen_by.contains(&index);
            let blocked: Vec<usize> = (0..members.len()).filter(blocked).collect();
            if !blocked.is_empty() {
                remarks.push(Remark::BlockedByName { usage, at, crawlers: names(blocked) });
            }
        } else if !may {
            let open = |&index: &usize| of_kind(index, usage) && decisions[index].allowed;
            let open: Vec<usize> = seen_by.iter().copied().filter(open).collect();
            if !open.is_empty() {
                remarks.push(Remark::Unenforced { usage, at, crawlers: names(open) });
            }
        }
    }
    remarks
}

/// A path that a line is about: its pattern up to the first sign that is no letter of a path.
fn first_path(signal: &Signal, source: &Source) -> String {
    let pattern = signal.path.map_or(b"/".as_slice(), |path| source.slice(path));
    let plain = pattern.split(|byte| matches!(byte, b'*' | b'$')).next().unwrap_or_default();
    String::from_utf8_lossy(plain).into_owned()
}

/// The kind of crawler that a use is about.
const fn purpose(usage: Usage) -> Purpose {
    match usage {
        Usage::Search => Purpose::Search,
        Usage::AiInput => Purpose::AiSearch,
        Usage::AiTraining => Purpose::AiTraining,
    }
}

const fn usage_name(usage: Usage) -> &'static str {
    match usage {
        Usage::Search => "search",
        Usage::AiInput => "AI answers",
        Usage::AiTraining => "AI training",
    }
}

/// A line as a sentence: "Line 3, for *: may be used for search; not for AI training."
#[must_use]
pub fn sentence(signal: &Signal, reading: &Reading) -> String {
    let whom = whom(signal, reading);
    let why = if signal.group.is_none() { ", since it stands before the first group" } else { "" };
    let source = reading.document().source();
    let path = signal.path.map(|path| source.slice(path)).filter(|&path| path != b"/");
    let path = path.map_or_else(String::new, |path| format!(", under {}", short(path)));
    format!("Line {}, for {whom}{why}{path}: {}.", signal.line, words(signal, source))
}

/// What a line says, in words.
#[must_use]
pub fn words(signal: &Signal, source: &Source) -> String {
    let said = |wanted: bool| {
        let uses = signal.wishes().filter_map(|(_, wish)| match wish {
            Wish::May(usage, may) if may == wanted => Some(usage_name(usage)),
            _ => None,
        });
        uses.collect::<Vec<_>>()
    };
    let mut parts = Vec::new();
    match (said(true).as_slice(), said(false).as_slice()) {
        ([], []) => {}
        (yes, []) => parts.push(format!("may be used for {}", yes.join(" and "))),
        ([], no) => parts.push(format!("not to be used for {}", no.join(" or "))),
        (yes, no) => {
            parts.push(format!("may be used for {}", yes.join(" and ")));
            parts.push(format!("not for {}", no.join(" or ")));
        }
    }
    parts.extend(signal.wishes().filter_map(|(_, wish)| match wish {
        Wish::UpTo(Extent::Immediate) => Some("no further than `immediate`".to_owned()),
        Wish::UpTo(Extent::Reference) => Some("no further than `reference`".to_owned()),
        Wish::UpTo(Extent::Full) => Some("to any extent".to_owned()),
        Wish::May(..) => None,
    }));
    parts.extend(signal.preferences.iter().filter_map(|preference| flaw(preference, signal.directive, source)));
    if parts.is_empty() { "says nothing".to_owned() } else { parts.join("; ") }
}

fn flaw(preference: &Preference, directive: Directive, source: &Source) -> Option<String> {
    let text = |span: Span| short(source.slice(span));
    let key = text(preference.key);
    let name = directive.name();
    Some(match preference.wish.err()? {
        Flaw::UnknownKey(None) => format!("`{key}` is no key of {name}"),
        Flaw::UnknownKey(Some(meant)) => format!("`{key}` is no key of {name}, `{meant}` is"),
        Flaw::UnknownValue(None) => {
            format!("`{}` is no value of `{key}`", preference.value.map(text).unwrap_or_default())
        }
        Flaw::UnknownValue(Some(meant)) => {
            format!("`{}` is no value of `{key}`, `{meant}` is", preference.value.map(text).unwrap_or_default())
        }
        Flaw::NoValue => format!("`{key}` has no value"),
    })
}

impl Remark {
    /// The lines that it is about, the one to go to first.
    #[must_use]
    pub fn lines(&self) -> Vec<LineNo> {
        match self {
            Self::Finding(Finding::OutsideGroup(line)) | Self::NobodyFollows(line) => vec![*line],
            Self::Finding(Finding::Disagree { one, other, .. }) => vec![one.line, other.line],
            Self::Finding(Finding::WelcomeButClosed { at, rule, .. }) => vec![at.line, *rule],
            Self::Finding(Finding::NotInherited { lines, .. }) => lines.clone(),
            Self::Unenforced { at, .. } | Self::BlockedByName { at, .. } => vec![at.line],
        }
    }

    /// Whether the file says two things that cannot both be meant.
    #[must_use]
    pub const fn is_contradiction(&self) -> bool {
        matches!(
            self,
            Self::Finding(Finding::Disagree { .. } | Finding::WelcomeButClosed { .. }) | Self::BlockedByName { .. }
        )
    }

    /// The sentence.
    #[must_use]
    pub fn sentence(&self, reading: &Reading) -> String {
        match self {
            Self::Finding(finding) => of_finding(finding, reading),
            Self::Unenforced { usage, at, crawlers } => {
                let (name, count) = (usage_name(*usage), crawlers.len());
                match crawlers.as_slice() {
                    [one] => format!(
                        "Line {} is a wish about {name}: no rule keeps {one} out, which follows this group.",
                        at.line
                    ),
                    _ => format!(
                        "Line {} is a wish about {name}: no rule keeps out the {count} {} crawlers that follow this group.",
                        at.line,
                        purpose(*usage).name(),
                    ),
                }
            }
            Self::BlockedByName { usage, at, crawlers } => format!(
                "Line {} welcomes {}, but other groups shut out {}.",
                at.line,
                usage_name(*usage),
                first_few(crawlers.iter().cloned(), crawlers.len())
            ),
            Self::NobodyFollows(line) => {
                format!("Line {line} is about nobody: no known crawler for these uses follows this group.")
            }
        }
    }
}

fn of_finding(finding: &Finding, reading: &Reading) -> String {
    match finding {
        Finding::OutsideGroup(line) => {
            format!("Line {line} stands before the first User-agent line, so it is for nobody.")
        }
        Finding::Disagree { usage, one, other } => {
            let about = usage.map_or("how far a use may go", usage_name);
            let source = reading.document().source();
            let text = |at: &At| short(source.slice(at.span));
            if one.line == other.line {
                return format!(
                    "Line {} contradicts itself about {about}: `{}` and `{}`.",
                    one.line,
                    text(one),
                    text(other)
                );
            }
            format!(
                "Lines {} and {} contradict each other about {about}: `{}` and `{}`.",
                one.line,
                other.line,
                text(one),
                text(other)
            )
        }
        Finding::WelcomeButClosed { usage, at, rule } => format!(
            "Line {} welcomes {}, but line {rule} closes the whole site to the same crawlers.",
            at.line,
            usage_name(*usage)
        ),
        Finding::NotInherited { lines, groups } => {
            let count = lines.len();
            let plural = if count == 1 { "" } else { "s" };
            let does = if count == 1 { "does" } else { "do" };
            format!(
                "Line{plural} {} {does} not hold for {}: a named group inherits nothing from *.",
                first_few(lines.iter().map(ToString::to_string), count),
                agents(reading, groups)
            )
        }
    }
}

/// The names of some groups. Each may have any number.
fn agents(reading: &Reading, groups: &[usize]) -> String {
    let groups = || groups.iter().filter_map(|&group| reading.groups().get(group));
    let count = groups().map(|group| reading.agents(group).len()).sum();
    let names = groups().flat_map(|group| reading.agents(group)).map(|&line| match reading.value(line) {
        b"" => "(nobody)".to_owned(),
        value => short(value),
    });
    first_few(names, count)
}

/// For whom a line is.
#[must_use]
pub fn whom(signal: &Signal, reading: &Reading) -> String {
    match signal.group {
        Some(group) => agents(reading, &[group]),
        None => "nobody".to_owned(),
    }
}

/// Text of the file that a terminal does not obey, cut where it is long.
fn short(bytes: &[u8]) -> String {
    const LONGEST: usize = 40;
    let text = display::visible(&bytes[..bytes.len().min(4 * (LONGEST + 1))]);
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Loaded, Place};
    use super::*;
    use crate::robots::ruleset::Interner;

    /// The lines and the remarks, a sentence each.
    fn read_out(text: &str) -> Vec<String> {
        let subject = Subject::new(Loaded::text(Place::Stdin, text));
        let census = Census::new(&subject, &mut Interner::default());
        let wishes = Wishes::new(&subject, &census);
        let reading = subject.reading(&Profile::RFC9309);
        let remarks = wishes.remarks.iter().map(|remark| {
            let mark = if remark.is_contradiction() { "! " } else { "" };
            format!("{mark}{}", remark.sentence(reading))
        });
        wishes.sentences(reading).chain(remarks).collect()
    }

    #[test]
    fn a_line_is_read_out_with_what_it_changes() {
        assert_eq!(
            read_out("User-agent: *\nContent-Signal: search=yes, ai-train=no, use=reference\nDisallow: /cart/\n"),
            [
                "Line 2, for *: may be used for search; not for AI training; no further than `reference`.",
                "Line 2 is a wish about AI training: no rule keeps out the 30 AI training crawlers that follow this group.",
            ]
        );
    }

    #[test]
    fn a_wish_that_a_rule_carries_out_needs_no_remark() {
        assert_eq!(
            read_out("User-agent: GPTBot\nContent-Usage: train-ai=n\nDisallow: /\n"),
            ["Line 2, for GPTBot: not to be used for AI training."]
        );
        assert_eq!(
            read_out("User-agent: GPTBot\nContent-Usage: /art/ train-ai=n\nDisallow: /art/\n"),
            ["Line 2, for GPTBot, under /art/: not to be used for AI training."]
        );
    }

    #[test]
    fn a_welcome_is_compared_with_the_rules() {
        assert_eq!(
            read_out("User-agent: GPTBot\nContent-Signal: ai-train=yes\nDisallow: /\n"),
            [
                "Line 2, for GPTBot: may be used for AI training.",
                "! Line 2 welcomes AI training, but line 3 closes the whole site to the same crawlers.",
            ]
        );
        assert_eq!(
            read_out("User-agent: *\nContent-Signal: ai-train=yes\nAllow: /\nUser-agent: GPTBot\nDisallow: /\n"),
            [
                "Line 2, for *: may be used for AI training.",
                "! Line 2 welcomes AI training, but other groups shut out GPTBot.",
            ]
        );
    }

    #[test]
    fn lines_that_say_different_things_and_lines_for_nobody_are_said() {
        let text = "Content-Signal: ai-train=no\nUser-agent: SlowBot\nContent-Signal: ai-train=no, ai-train=yes\nContent-Usage: train-ai=y\nDisallow: /x\n";
        assert_eq!(
            read_out(text),
            [
                "Line 1, for nobody, since it stands before the first group: not to be used for AI training.",
                "Line 3, for SlowBot: may be used for AI training; not for AI training.",
                "Line 4, for SlowBot: may be used for AI training.",
                "! Line 3 contradicts itself about AI training: `ai-train=no` and `ai-train=yes`.",
                "! Lines 3 and 4 contradict each other about AI training: `ai-train=no` and `train-ai=y`.",
                "Line 3 is about nobody: no known crawler for these uses follows this group.",
                "Line 4 is about nobody: no known crawler for these uses follows this group.",
            ]
        );
    }

    #[test]
    fn what_a_named_group_does_not_inherit_is_said() {
        let text = "User-agent: *\nContent-Signal: search=yes\nAllow: /\nUser-agent: CCBot\nDisallow: /x\n";
        assert_eq!(read_out(text)[1], "Line 2 does not hold for CCBot: a named group inherits nothing from *.");
    }

    #[test]
    fn what_is_not_understood_is_said_and_never_obeyed() {
        let text = "User-agent: *\nContent-Signal: train-ai=no, search=y, x\u{1b}=1, use=all, ai-input\nDisallow: /x\n";
        assert_eq!(
            read_out(text),
            [
                "Line 2, for *: `train-ai` is no key of Content-Signal, `ai-train` is; `y` is no value of `search`, `yes` is; `x␛` is no key of Content-Signal; `all` is no value of `use`; `ai-input` has no value."
            ]
        );
    }
}
