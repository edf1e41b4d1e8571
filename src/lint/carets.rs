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
//!
//! A fixture may begin with how the file was served. Issues about that stand before the file.
//!
//! ```text
//! > http://example.com/robots.txt
//! < 301
//! < Location: https://example.com/robots.txt
//! > https://example.com/robots.txt
//! < 200
//! < Content-Type: text/plain
//! ! took 1 s
//! : ^ I http-redirect
//! | User-agent: *
//! ```

use super::registry::Check;
use super::{Facts, Issue, Profiles, check};
use crate::robots::delivery::{Failure, Hop, Outcome};
use crate::robots::{Body, Delivery, Document, Origin, Span};
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

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
    let served: Vec<&str> = drawn.iter().copied().filter(|line| line.starts_with(['>', '<', '!'])).collect();
    let document = Arc::new(Document::parse(text.clone()));
    let issues = if served.is_empty() { check(&Facts::new(&document)) } else { served_as(&served, text) };
    let issues: Vec<Issue> = issues.into_iter().filter(wanted).collect();
    let (about_it, in_it): (Vec<Issue>, Vec<Issue>) = issues.iter().cloned().partition(|issue| issue.served);
    let mut found: Vec<String> = served.iter().map(|line| (*line).to_owned()).collect();
    found.extend(about_it.iter().map(|issue| format!(": {}", mark(issue))));
    found.extend(draw(&document, &in_it));
    assert_eq!(found.join("\n"), drawn.join("\n"));
    issues
}

/// The issues of a text that came in such a way.
fn served_as(lines: &[&str], text: String) -> Vec<Issue> {
    let mut delivery = Delivery::new("", Outcome::Answered(200));
    let mut page = None;
    for line in lines {
        let (sign, rest) = line.split_at(1);
        let (first, second) = rest.trim().split_once(' ').unwrap_or((rest.trim(), ""));
        match (sign, first) {
            (">", url) => {
                delivery.hops.push(Hop { url: url.to_owned(), ..Hop::default() });
                delivery.headers.clear();
            }
            ("<", status) if status.parse::<u16>().is_ok() => {
                let status = status.parse().expect("a status");
                delivery.hops.last_mut().expect("a request").status = Some(status);
                delivery.outcome = Outcome::Answered(status);
            }
            ("<", "Location:") => delivery.hops.last_mut().expect("a request").location = Some(second.to_owned()),
            ("<", name) => delivery.headers.push((name.trim_end_matches(':').to_lowercase(), second.to_owned())),
            ("!", "page") => page = Some(second),
            ("!", "took") => {
                let seconds = second.trim_end_matches(" s").parse().expect("seconds");
                delivery.took = Duration::from_secs_f64(seconds);
            }
            ("!", "wire") => delivery.wire_bytes = second.parse().expect("bytes"),
            ("!", "gunzipped") => delivery.gunzipped = second.parse().expect("a number"),
            ("!", "passed-over") => delivery.hops[0].passed_over = Some(second.to_owned()),
            (_, what) => delivery.outcome = outcome(what, second, delivery.status()),
        }
    }
    delivery.asked = delivery.hops[0].url.clone();
    let body = Body::new(text.as_bytes(), Some(&delivery));
    let text = if delivery.is_file() { text } else { String::new() };
    let document = Arc::new(Document::parse(text));
    let origin = Origin::of(&delivery.asked).expect("an origin");
    let facts = Facts::new(&document).at(&origin).delivered(&delivery, body);
    check(&page.map_or(facts.clone(), |page| facts.about(page)))
}

fn outcome(what: &str, why: &str, status: Option<u16>) -> Outcome {
    let failed = |failure| Outcome::Failed(failure, why.to_owned());
    match what {
        "redirects" => Outcome::TooManyRedirects,
        "not-followed" => Outcome::NotFollowed(why.to_owned()),
        "no-location" => Outcome::NoLocation(status.expect("a status")),
        "dns" => failed(Failure::Dns),
        "timeout" => failed(Failure::Timeout),
        "broken" => failed(Failure::Broken),
        "tls" => failed(Failure::Tls),
        other => panic!("{other} is no way to end"),
    }
}

fn mark(issue: &Issue) -> String {
    let whom = match &issue.profiles {
        Profiles::All => String::new(),
        Profiles::Only(names) => format!(" ({})", names.join(", ")),
    };
    format!("^ {} {}{whom}", issue.severity.letter(), issue.code)
}

fn draw(document: &Document, issues: &[Issue]) -> Vec<String> {
    let source = document.source();
    let mut marks: Vec<(Span, String)> = Vec::new();
    for issue in issues {
        marks.push((issue.span, mark(issue)));
        marks.extend(issue.related.iter().map(|(span, what)| (*span, format!("- {what}"))));
    }
    let mut out = Vec::new();
    for number in 1..=source.line_count() {
        let line = source.line(number);
        let text = |start: u32, end: u32| String::from_utf8_lossy(source.slice(Span::new(start, end))).into_owned();
        out.push(format!("| {}", text(line.start, line.end)).trim_end().to_owned());
        for (span, mark) in marks.iter().filter(|(span, _)| source.line_at(span.start) == number) {
            let mut drawn = format!(": {}", " ".repeat(text(line.start, span.start).chars().count()));
            let width = text(span.start, span.end.min(line.end)).chars().count().max(1);
            let (sign, rest) = mark.split_at(1);
            _ = write!(drawn, "{}{rest}", sign.repeat(width));
            out.push(drawn);
        }
    }
    out
}
