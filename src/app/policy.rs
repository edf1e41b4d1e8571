//! The policy of the file in view for the URL in the matcher, as a text to be read.

use crate::answer::policy::statements;
use crate::answer::wishes::{CAUTION, Wishes};
use crate::answer::{Census, Subject};
use crate::robots::{Decision, Profile};
use std::fmt::Write as _;

/// The policy, given what each crawler may do. Lines that begin with `## ` are headings.
#[must_use]
pub fn text(subject: &Subject, census: &Census, decisions: &[Decision]) -> String {
    let mut out = String::new();
    // Writing to a String cannot fail.
    for statement in statements(census, decisions) {
        _ = writeln!(out, "{}", statement.sentence());
    }
    out.push('\n');
    let wishes = Wishes::new(subject, census);
    if wishes.signals.lines.is_empty() {
        out += "No line says what may be done with what is fetched (Content-Signal, Content-Usage).";
        return out;
    }
    let reading = subject.reading(&Profile::RFC9309);
    _ = writeln!(out, "## What may be done with what is fetched");
    for sentence in wishes.sentences(reading) {
        _ = writeln!(out, "{sentence}");
    }
    let (contradictions, remarks): (Vec<_>, Vec<_>) = wishes.remarks.iter().partition(|r| r.is_contradiction());
    for (heading, remarks) in [("What contradicts what", contradictions), ("What becomes of it", remarks)] {
        if !remarks.is_empty() {
            _ = writeln!(out, "\n## {heading}");
        }
        for remark in remarks {
            _ = writeln!(out, "{}", remark.sentence(reading));
        }
    }
    _ = write!(out, "\n{CAUTION}");
    out
}
