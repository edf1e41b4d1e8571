//! `robotui parse`: a file as JSON: its lines as Search Console classifies them, groups, sitemaps, other records.

use super::json;
use super::output::Output;
use super::{complain, exit, profile};
use crate::answer::Subject;
use crate::load::Network;
use crate::robots::document::Syntax;
use crate::robots::{Document, Group, Kind, LineNo, Profile, Reading};
use serde::{Serialize, Serializer};
use std::borrow::Cow;

/// What to parse.
#[derive(Clone, Debug, clap::Args)]
pub struct Parse {
    /// Sites, URLs, files, or - for standard input
    #[arg(required = true, value_name = "TARGET")]
    targets: Vec<String>,
    /// How groups are read: rfc9309, google, bing, yandex, substring or first-match. Lines are always classified as Google's
    /// parser does
    #[arg(short, long, value_name = "NAME", default_value = "google", value_parser = profile)]
    profile: &'static Profile,
}

/// Prints one document a target, and returns the exit code.
pub fn run(parse: &Parse, network: &Network) -> u8 {
    if parse.targets.iter().filter(|target| *target == "-").count() > 1 {
        complain("- stands for standard input and can be given once only.");
        return exit::USAGE;
    }
    let mut out = Output::new();
    let mut worst = exit::FINE;
    for target in &parse.targets {
        let subject = match super::open(target, network) {
            Ok(opened) => {
                worst = worst.max(if opened.has_file { exit::FINE } else { exit::UNREADABLE });
                opened.subject
            }
            Err(code) => {
                worst = worst.max(code);
                continue;
            }
        };
        if !out.json(&Parsed::new(target, &subject, parse.profile)) {
            break;
        }
    }
    out.end(worst)
}

#[derive(Serialize)]
struct Parsed<'a> {
    target: &'a str,
    bytes: usize,
    /// Bytes of a byte-order mark at the start, or of its beginning.
    bom: u32,
    lines: Lines<'a>,
    groups: Groups<'a>,
    sitemaps: Vec<Record<'a>>,
    other: Vec<Record<'a>>,
}

/// The lines, made one by one as they are written: a file may have millions.
struct Lines<'a>(&'a Document);

impl Serialize for Lines<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((1..=self.0.source().line_count()).map(|line| Line::new(self.0, line)))
    }
}

/// The groups, in the same way.
struct Groups<'a>(&'a Reading);

impl Serialize for Groups<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.groups().iter().map(|group| Grouped::new(self.0, group)))
    }
}

#[derive(Serialize)]
#[expect(clippy::struct_field_names, reason = "they are the names in the JSON")]
struct Line<'a> {
    line: LineNo,
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<Cow<'a, str>>,
    /// Offsets of its first byte and of its line end.
    span: [u32; 2],
    flags: Vec<&'static str>,
}

#[derive(Serialize)]
struct Grouped<'a> {
    agents: Vec<Cow<'a, str>>,
    /// Its first and last line.
    lines: [LineNo; 2],
    rules: Vec<Ruled<'a>>,
}

#[derive(Serialize)]
struct Ruled<'a> {
    line: LineNo,
    allow: bool,
    path: Cow<'a, str>,
    rule: String,
}

#[derive(Serialize)]
struct Record<'a> {
    line: LineNo,
    #[serde(skip_serializing_if = "str::is_empty")]
    key: Cow<'a, str>,
    value: Cow<'a, str>,
}

impl<'a> Parsed<'a> {
    fn new(target: &'a str, subject: &'a Subject, profile: &Profile) -> Self {
        let document = &*subject.document;
        let reading = &**subject.reading(profile);
        let record = |line: LineNo, key: &'a [u8]| Record {
            line,
            key: String::from_utf8_lossy(key),
            value: String::from_utf8_lossy(reading.value(line)),
        };
        Self {
            target,
            bytes: document.source().bytes().len(),
            bom: document.byte_order_mark(),
            lines: Lines(document),
            groups: Groups(reading),
            sitemaps: reading.sitemaps().iter().map(|&line| record(line, b"")).collect(),
            other: reading.others().iter().map(|&line| record(line, document.key(line))).collect(),
        }
    }
}

impl<'a> Line<'a> {
    fn new(document: &'a Document, number: LineNo) -> Self {
        let source = document.source();
        let span = source.line(number);
        let Some(line) = document.line(number) else {
            return Self {
                line: number,
                kind: "blank",
                key: None,
                value: None,
                span: [span.start, span.end],
                flags: Vec::new(),
            };
        };
        let kind = line.kind(Syntax::Lenient);
        let fields = document.fields(number, Syntax::Lenient);
        let has_directive = !matches!(kind, Kind::Blank | Kind::Comment | Kind::NoDirective);
        let text = |span| Some(String::from_utf8_lossy(source.slice(span)));
        let mut flags = Vec::new();
        let mut flag = |is: bool, name| {
            if is {
                flags.push(name);
            }
        };
        flag(has_directive && !line.marks.no_colon && line.kind(Syntax::Strict) != kind, "typo");
        flag(kind == Kind::Blank, "empty");
        flag(line.marks.comment, "comment");
        flag(has_directive && line.marks.no_colon, "no-colon");
        flag(line.marks.too_long, "too-long");
        flag(line.marks.nul, "nul");
        flag(std::str::from_utf8(source.slice(span)).is_err(), "not-utf8");
        Self {
            line: number,
            kind: class(kind),
            key: if has_directive { text(fields.key) } else { None },
            value: if has_directive { text(fields.value) } else { None },
            span: [span.start, span.end],
            flags,
        }
    }
}

/// What Search Console calls a line of this kind.
const fn class(kind: Kind) -> &'static str {
    match kind {
        Kind::UserAgent => "user-agent",
        Kind::Allow => "allow",
        Kind::Disallow => "disallow",
        Kind::Sitemap => "sitemap",
        Kind::CrawlDelay | Kind::Unused => "unused",
        Kind::Comment => "comment",
        Kind::Blank => "blank",
        Kind::Unknown | Kind::NoDirective => "unknown",
    }
}

impl<'a> Grouped<'a> {
    fn new(reading: &'a Reading, group: &Group) -> Self {
        Self {
            agents: reading.agents(group).iter().map(|&line| String::from_utf8_lossy(reading.value(line))).collect(),
            lines: [group.first, group.last],
            rules: reading
                .rules(group)
                .iter()
                .map(|&line| Ruled {
                    line,
                    allow: reading.kind(line) == Kind::Allow,
                    path: String::from_utf8_lossy(reading.value(line)),
                    rule: json::rule(reading, line),
                })
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> String {
        let document = Document::parse(text);
        let line = Line::new(&document, 1);
        format!("{} {}", line.kind, line.flags.join(" ")).trim_end().to_owned()
    }

    #[test]
    fn lines_are_classified_as_search_console_does() {
        assert_eq!(line("User-agent: *"), "user-agent");
        assert_eq!(line("Disalow: /"), "disallow typo");
        assert_eq!(line("Disallow / # c"), "disallow comment no-colon");
        assert_eq!(line("Crawl-delay: 1"), "unused");
        assert_eq!(line("# c"), "comment comment");
        assert_eq!(line("\n"), "blank empty");
        assert_eq!(line("hello"), "unknown");
        assert_eq!(line("Foo: 1"), "unknown");
        assert_eq!(line("Allow: /a\0b"), "allow nul");
        assert_eq!(line(&format!("Allow: /{}", "a".repeat(17_000))), "allow too-long");
    }

    #[test]
    fn what_is_no_utf8_is_flagged() {
        let document = Document::parse(b"Allow: /\xff".as_slice());
        assert_eq!(Line::new(&document, 1).flags, ["not-utf8"]);
    }
}
