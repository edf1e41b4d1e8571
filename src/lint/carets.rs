//! Fixtures for tests: a file with the issues drawn below its lines.
//!
//! ```text
//! | User-agent: *
//! | Disallow: private/
//! :           ^^^^^^^^ E rule-no-leading-slash
//! ```
//!
//! Lines with a bar are the file. A line with a colon stands below the line of the file that it is about: `^` marks what an
//! issue stands on, and is followed by severity and code, and by profiles where not all are concerned; `-` marks a related
//! place and is followed by what it is. A span of several lines is drawn on its first; an empty one is drawn one wide.

use super::registry::Check;
use super::{Facts, Issue, Profiles, check};
use crate::robots::{Document, Span};
use std::sync::Arc;

/// Checks the file in a fixture and compares what one check finds with what is drawn. Gives back what it found.
pub(super) fn only(of: &Check, fixture: &str) -> Vec<Issue> {
    compare(fixture, |issue| of.codes.iter().any(|code| code.code == issue.code))
}

/// The same for all checks.
pub(super) fn all(fixture: &str) -> Vec<Issue> {
    compare(fixture, |_| true)
}

fn compare(fixture: &str, wanted: impl Fn(&Issue) -> bool) -> Vec<Issue> {
    let drawn: Vec<&str> = fixture.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let text: String = drawn
        .iter()
        .filter_map(|line| line.strip_prefix('|'))
        .map(|line| format!("{}\n", line.strip_prefix(' ').unwrap_or(line)))
        .collect();
    let document = Arc::new(Document::parse(text));
    let issues: Vec<Issue> = check(&Facts::new(&document)).into_iter().filter(wanted).collect();
    assert_eq!(draw(&document, &issues), drawn.join("\n"));
    issues
}

fn draw(document: &Document, issues: &[Issue]) -> String {
    let source = document.source();
    let mut marks: Vec<(Span, String)> = Vec::new();
    for issue in issues {
        let whom = match &issue.profiles {
            Profiles::All => String::new(),
            Profiles::Only(names) => format!(" ({})", names.join(", ")),
        };
        marks.push((issue.span, format!("^ {} {}{whom}", issue.severity.letter(), issue.code)));
        marks.extend(issue.related.iter().map(|(span, what)| (*span, format!("- {what}"))));
    }
    let mut out = Vec::new();
    for number in 1..=source.line_count() {
        let line = source.line(number);
        let text = |start: u32, end: u32| String::from_utf8_lossy(source.slice(Span::new(start, end))).into_owned();
        out.push(format!("| {}", text(line.start, line.end)).trim_end().to_owned());
        for (span, mark) in marks.iter().filter(|(span, _)| source.line_at(span.start) == number) {
            let indent = " ".repeat(text(line.start, span.start).chars().count());
            let width = text(span.start, span.end.min(line.end)).chars().count().max(1);
            let (sign, rest) = mark.split_at(1);
            out.push(format!(": {indent}{}{rest}", sign.repeat(width)));
        }
    }
    out.join("\n")
}
