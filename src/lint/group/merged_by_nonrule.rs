//! `group-merged-by-nonrule`: lines that look as if they ended a list of agents, and do not.
//!
//! A `Crawl-delay` between agents is left to `group-merged-by-crawl-delay`, since some parsers do end the list there. A comment
//! alone is how people name what follows, and no sign of a mistake.

use crate::lint::reader::Reader;
use crate::lint::registry::{Check, Code, Run};
use crate::lint::wording::{list, quoted};
use crate::lint::{Issue, Severity};
use crate::robots::{Document, Group, Kind, LineNo, Span};

const CODE: Code = Code {
    code: "group-merged-by-nonrule",
    severity: Severity::Error,
    summary: "A blank line, Sitemap or unknown line does not end a list of User-agent lines, so these agents share rules.",
    explanation: "\
## What it means
Only an Allow or Disallow line ends a list of User-agent lines. Whatever else stands between two of them, both are in one
group, and the rules below hold for both. Where a group was meant to be empty, its crawler gets the rules of the next one.
The issue is an error where * is in such a list and the shared rules close the whole site, and a warning elsewhere. In a file
that has a blank line after every line, blank lines say nothing.

## Example
User-agent: *

User-agent: BadBot
Disallow: /

## Write instead
User-agent: *
Disallow:

User-agent: BadBot
Disallow: /

## Which crawlers
Google and all that follow RFC 9309 merge the lists. Readers of the 1994 kind end a group at a blank line.

## Source
RFC 9309 section 2.1 and 2.2.1; google/robotstxt, robots.cc.
",
};

pub(super) const CHECK: Check = Check { codes: &[CODE], run: Run::Reader(run) };

fn run(reader: &Reader, issues: &mut Vec<Issue>) {
    let mut double_spaced = None;
    for group in reader.reading.groups() {
        let gap = gaps(reader, group).find(|&(_, line)| {
            let blank = reader.reading.kind(line) == Kind::Blank;
            !blank || !*double_spaced.get_or_insert_with(|| is_double_spaced(reader.reading.document()))
        });
        if let Some((before, between)) = gap {
            issues.extend(issue(reader, group, before, between));
        }
    }
}

/// Where the list of agents is interrupted: the agent before, and the line that looks as if it ended the list.
fn gaps(reader: &Reader, group: &Group) -> impl Iterator<Item = (LineNo, LineNo)> {
    reader.reading.agents(group).windows(2).filter_map(|pair| {
        let between = pair[0] + 1..pair[1];
        let kind = |line| reader.reading.kind(line);
        if between.clone().any(|line| kind(line) == Kind::CrawlDelay) {
            return None;
        }
        // A line that says something tells more than the blank one beside it.
        let says = between.clone().find(|&line| !matches!(kind(line), Kind::Blank | Kind::Comment));
        let line = says.or_else(|| between.clone().find(|&line| kind(line) == Kind::Blank))?;
        Some((pair[0], line))
    })
}

fn issue(reader: &Reader, group: &Group, before: LineNo, between: LineNo) -> Option<Issue> {
    let (reading, source) = (reader.reading, reader.reading.document().source());
    let (rules, agents) = (reading.rules(group), reading.agents(group));
    let (&first, &last) = (rules.first()?, rules.last()?);
    let what = match reading.kind(between) {
        Kind::Blank => "A blank line".to_owned(),
        Kind::NoDirective => "A line without a directive".to_owned(),
        _ => format!("The line {}", quoted(reader.text(between))),
    };
    let names = list(agents.iter().map(|&line| quoted(reading.value(line))), agents.len());
    let closed = reader.star_closed_by().is_some_and(|line| rules.binary_search(&line).is_ok())
        && agents.iter().any(|&line| crate::robots::agents::is_star(reading.value(line)));
    let (severity, effect) = if closed {
        (Severity::Error, "share the rules below, which close the whole site")
    } else {
        (Severity::Warning, "share the rules below")
    };
    let shared = Span::new(reader.span(first).start, reader.span(last).end);
    let issue =
        Issue::new(&CODE, reader.span(before), format!("{what} does not end a list of agents: {names} {effect}"))
            .severity(severity)
            .related(source.line(between), "this does not end the list")
            .related(shared, "the rules that they share");
    Some(issue)
}

/// Whether a blank line stands after every line, as in a file whose line ends were doubled on the way. A few lines are no
/// proof of that.
fn is_double_spaced(document: &Document) -> bool {
    let kind = |line: &crate::robots::document::Line| line.kind(crate::robots::document::Syntax::Lenient);
    let lines = document.lines();
    let written = lines.iter().filter(|line| kind(line) != Kind::Blank).count();
    written >= 6 && !lines.windows(2).any(|pair| pair.iter().all(|line| kind(line) != Kind::Blank))
}

#[cfg(test)]
mod tests {
    use super::CHECK;
    use crate::lint::carets::only;

    #[test]
    fn a_blank_line_after_everybody_shuts_the_site() {
        let issues = only(
            &CHECK,
            "
            | User-agent: *
            : ^^^^^^^^^^^^^ E group-merged-by-nonrule
            |
            : - this does not end the list
            | User-agent: BadBot
            | Disallow: /
            : ----------- the rules that they share
        ",
        );
        let message = "A blank line does not end a list of agents: `*` and `BadBot` share the rules below, which close the \
                       whole site";
        assert_eq!(issues[0].message, message);
    }

    #[test]
    fn lines_that_are_no_rules_do_not_end_a_list() {
        let issues = only(
            &CHECK,
            "
            | User-agent: a
            | User-agent: b
            : ^^^^^^^^^^^^^ W group-merged-by-nonrule
            |
            | Sitemap: https://example.com/s.xml
            : ---------------------------------- this does not end the list
            |
            | User-agent: c
            | User-agent: d
            | Disallow: /tmp/
            : --------------- the rules that they share
            |
            | User-agent: e
            : ^^^^^^^^^^^^^ W group-merged-by-nonrule
            | Block: /
            : -------- this does not end the list
            | User-agent: f
            | Disallow: /x
            : ------------ the rules that they share
        ",
        );
        assert!(issues[0].message.ends_with("`a`, `b`, `c` and 1 more share the rules below"), "{}", issues[0].message);
    }

    #[test]
    fn agents_under_each_other_are_meant_to_share() {
        only(
            &CHECK,
            "
            | User-agent: a
            | # and its brother
            | User-agent: b
            |
            | # nothing for them
            |
            | Disallow: /
            |
            | User-agent: *
            | Crawl-delay: 5
            |
            | User-agent: c
            | Disallow: /x
            |
            | User-agent: d
            |
            | User-agent: e
        ",
        );
    }

    #[test]
    fn blank_lines_after_every_line_say_nothing() {
        only(
            &CHECK,
            "
            | User-agent: a
            |
            | User-agent: b
            |
            | Disallow: /x
            |
            | Disallow: /y
            |
            | Disallow: /z
            |
            | Disallow: /q
        ",
        );
    }
}
