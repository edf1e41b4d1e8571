//! `file-bom`: a byte-order mark before the first line.

use crate::lint::registry::{Check, Code, Run};
use crate::lint::{Facts, Issue, Mend, Severity};
use crate::robots::document::Syntax;
use crate::robots::{Kind, Span};

const CODE: Code = Code {
    code: "file-bom",
    severity: Severity::Warning,
    summary: "The file starts with a byte-order mark, and several parsers then lose its first line.",
    explanation: "\
## What it means
Some editors put three bytes that nobody sees (EF BB BF) before the text. A parser that does not know them takes them for a
part of the first line. If that line is a User-agent line, it is lost, and the rules below it belong to nobody: the site is
open to that crawler. Before a comment the mark does no harm, and the issue is only worth knowing.

## Example
<EF><BB><BF>User-agent: *
Disallow: /private/

## Write instead
Save the file as UTF-8 without a byte-order mark.

## Which crawlers
Google and RFC 9309 readers skip the mark. Small libraries and home-made crawlers often do not.

## Source
RFC 9309 section 2.3 (UTF-8); google/robotstxt, robots.cc, which skips the mark.
",
};

pub(super) const CHECK: Check = Check { codes: &[CODE], run: Run::File(run) };

fn run(facts: &Facts, issues: &mut Vec<Issue>) {
    let mark = Span::new(0, facts.document.byte_order_mark());
    if mark.is_empty() {
        return;
    }
    let first = facts.document.line(1).map(|line| line.kind(Syntax::Lenient));
    let (severity, message) = match first {
        None | Some(Kind::Blank | Kind::Comment) => (
            Severity::Info,
            "The file starts with a byte-order mark; the first line says nothing, so parsers that do not skip the mark \
             lose nothing",
        ),
        Some(Kind::UserAgent) => (
            Severity::Warning,
            "The file starts with a byte-order mark; Google skips it, but several parsers then lose the first \
             `User-agent` line and open the site",
        ),
        Some(_) => (
            Severity::Warning,
            "The file starts with a byte-order mark; Google skips it, but several parsers then lose the first line",
        ),
    };
    let mend = Mend { title: "Remove the byte-order mark", span: mark, text: String::new() };
    issues.push(Issue::new(&CODE, mark, message.to_owned()).severity(severity).mend(mend));
}

#[cfg(test)]
mod tests {
    use super::CHECK;
    use crate::lint::carets::only;

    #[test]
    fn a_mark_before_the_first_agent_opens_the_site_to_some() {
        let issues = only(
            &CHECK,
            "
            | \u{feff}User-agent: *
            : ^ W file-bom
            | Disallow: /private/
        ",
        );
        assert!(issues[0].message.contains("`User-agent` line and open the site"));
        assert_eq!(issues[0].mend.as_ref().map(|mend| mend.span.range()), Some(0..3));
    }

    #[test]
    fn a_mark_before_a_comment_does_no_harm() {
        only(
            &CHECK,
            "
            | \u{feff}# hello
            : ^ I file-bom
            | User-agent: *
        ",
        );
    }

    #[test]
    fn a_mark_elsewhere_is_another_matter() {
        only(
            &CHECK,
            "
            | User-agent: *
            | \u{feff}Disallow: /private/
        ",
        );
    }
}
