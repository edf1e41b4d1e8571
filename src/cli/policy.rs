//! The policy of a file as `crawlers` and `report` tell it: what it says to each kind of crawler, and what it wishes.

use crate::answer::policy::{self, Statement};
use crate::answer::wishes::{CAUTION, Remark, Wishes, whom, words};
use crate::answer::{Census, Subject};
use crate::robots::signals::Signal;
use crate::robots::{Decision, LineNo, Profile, Reading, display};
use serde::Serialize;
use std::borrow::Cow;
use std::fmt::Write as _;

/// The policy for a URL.
#[derive(Debug)]
pub struct Policy<'a> {
    statements: Vec<Statement<'a>>,
    wishes: Wishes,
    reading: &'a Reading,
}

impl<'a> Policy<'a> {
    /// The policy, given what each crawler may do about the URL.
    pub fn new(subject: &'a Subject, census: &'a Census, decisions: &[Decision]) -> Self {
        Self {
            statements: policy::statements(census, decisions),
            wishes: Wishes::new(subject, census),
            reading: subject.reading(&Profile::RFC9309),
        }
    }

    /// The policy as paragraphs.
    pub fn text(&self, url: &str) -> String {
        let mut out = String::new();
        // Writing to a String cannot fail.
        _ = writeln!(out, "Policy    for {}", display::visible_str(url));
        for statement in &self.statements {
            _ = writeln!(out, "  {}", statement.sentence());
        }
        let lines = self.wishes.signals.lines.len();
        if lines > 0 {
            _ = writeln!(out, "\nSignals   {lines}");
            let remarks = self.wishes.remarks.iter().map(|remark| {
                let mark = if remark.is_contradiction() { "Contradiction. " } else { "" };
                format!("{mark}{}", remark.sentence(self.reading))
            });
            for sentence in self.wishes.sentences(self.reading).chain(remarks) {
                _ = writeln!(out, "  {sentence}");
            }
            _ = writeln!(out, "  {CAUTION}");
        }
        out
    }

    /// The statements as JSON.
    pub fn statements(&self) -> Vec<Stated<'_>> {
        self.statements.iter().map(Stated::new).collect()
    }

    /// The wishes as JSON; none where there are no such lines.
    pub fn wishes(&self) -> Option<Wished<'_>> {
        let signals = &self.wishes.signals.lines;
        (!signals.is_empty()).then(|| Wished {
            caution: CAUTION,
            lines: signals.iter().map(|signal| Wish::new(signal, self.reading)).collect(),
            remarks: self.wishes.remarks.iter().map(|remark| Remarked::new(remark, self.reading)).collect(),
        })
    }
}

/// What a file says to one kind of crawler.
#[derive(Debug, Serialize)]
pub struct Stated<'a> {
    purpose: &'static str,
    allowed: &'a [&'a str],
    disallowed: &'a [&'a str],
    /// Who of these may pass over robots.txt.
    may_not_heed: &'a [&'a str],
    /// Who no longer runs and is named nevertheless.
    retired: &'a [&'a str],
    sentence: String,
}

impl<'a> Stated<'a> {
    fn new(statement: &'a Statement) -> Self {
        Self {
            purpose: statement.purpose.word(),
            allowed: &statement.allowed,
            disallowed: &statement.disallowed,
            may_not_heed: &statement.unstoppable,
            retired: &statement.retired,
            sentence: statement.sentence(),
        }
    }
}

/// What a file wishes for the use of what is fetched.
#[derive(Debug, Serialize)]
pub struct Wished<'a> {
    caution: &'static str,
    lines: Vec<Wish<'a>>,
    remarks: Vec<Remarked>,
}

#[derive(Debug, Serialize)]
struct Wish<'a> {
    line: LineNo,
    directive: &'static str,
    /// The first and the last line of its group; none where it stands before the first.
    group: Option<[LineNo; 2]>,
    /// Some of the names of its group.
    whom: String,
    path: Option<Cow<'a, str>>,
    says: String,
}

impl<'a> Wish<'a> {
    fn new(signal: &Signal, reading: &'a Reading) -> Self {
        let source = reading.document().source();
        let group = signal.group.and_then(|group| reading.groups().get(group));
        Self {
            line: signal.line,
            directive: signal.directive.name(),
            group: group.map(|group| [group.first, group.last]),
            whom: whom(signal, reading),
            path: signal.path.map(|path| String::from_utf8_lossy(source.slice(path))),
            says: words(signal, source),
        }
    }
}

#[derive(Debug, Serialize)]
struct Remarked {
    lines: Vec<LineNo>,
    contradiction: bool,
    sentence: String,
}

impl Remarked {
    fn new(remark: &Remark, reading: &Reading) -> Self {
        Self { lines: remark.lines(), contradiction: remark.is_contradiction(), sentence: remark.sentence(reading) }
    }
}
