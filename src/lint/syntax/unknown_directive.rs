//! `syntax-unknown-directive`: a name that neither the strict nor the lenient reader knows.
//!
//! Names that the lenient reader takes for another, and those that are known and not used, are left to other codes.

use crate::lint::reader::directive;
use crate::lint::registry::{Check, Code, Run};
use crate::lint::wording::quoted;
use crate::lint::{Facts, Issue, Severity};
use crate::robots::document::{Line, Syntax};
use crate::robots::{Kind, LineNo};

const CODE: Code = Code {
    code: "syntax-unknown-directive",
    severity: Severity::Warning,
    summary: "The name before the colon is no known directive, so crawlers ignore the line.",
    explanation: "\
## What it means
A line of a robots.txt is a name, a colon and a value. Crawlers pass over lines whose name they do not know. The line has no
effect, and it does not end a list of User-agent lines either.

## Example
User-agent: *
Block: /private/

## Write instead
User-agent: *
Disallow: /private/
If the line is a note to people, put a # in front of it.

## Which crawlers
All ignore it.

## Source
RFC 9309 section 2.2.4 (other records); Google, \"How Google interprets the robots.txt specification\".
",
};

pub(super) const CHECK: Check = Check { codes: &[CODE], run: Run::Line(run) };

fn run(facts: &Facts, number: LineNo, line: &Line, issues: &mut Vec<Issue>) {
    if [Syntax::Strict, Syntax::Lenient].iter().any(|&syntax| line.kind(syntax) != Kind::Unknown) {
        return;
    }
    let fields = facts.document.fields(number, Syntax::Strict);
    if fields.key.is_empty() {
        let message = "No directive stands before the colon, so crawlers ignore this line".to_owned();
        issues.push(Issue::new(&CODE, directive(fields), message));
        return;
    }
    let name = quoted(facts.document.key(number));
    issues.push(Issue::new(&CODE, fields.key, format!("{name} is no known directive, so crawlers ignore this line")));
}

#[cfg(test)]
mod tests {
    use super::CHECK;
    use crate::lint::carets::only;

    #[test]
    fn a_name_that_nobody_knows_is_ignored() {
        let issues = only(
            &CHECK,
            "
            | User-agent: *
            | Block: /private/
            : ^^^^^ W syntax-unknown-directive
            | # a colon alone
            | : /private/
            : ^^^^^^^^^^^ W syntax-unknown-directive
        ",
        );
        assert_eq!(issues[0].message, "`Block` is no known directive, so crawlers ignore this line");
    }

    #[test]
    fn a_name_is_made_safe_for_a_terminal() {
        let issues = only(
            &CHECK,
            "
            | \u{1b}[2J: /
            : ^^^^ W syntax-unknown-directive
        ",
        );
        assert!(issues[0].message.starts_with("`␛[2J`"));
    }

    #[test]
    fn names_that_somebody_knows_are_another_matter() {
        only(
            &CHECK,
            "
            | useragent: *
            | Disalow: /a
            | Disallowed: /b
            | Site-map: https://example.com/s.xml
            | Crawl-delay: 1
            | Host: example.com
            | Noindex: /c
            | just text
        ",
        );
    }
}
