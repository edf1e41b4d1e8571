//! `group-rule-before-agent`: rules that belong to nobody.
//!
//! They stand in a row at the start of the file, so one issue on the first of them speaks for all.

use crate::lint::reader::Reader;
use crate::lint::registry::{Check, Code, Run};
use crate::lint::wording::{NAMED, quoted};
use crate::lint::{Issue, Severity};

const CODE: Code = Code {
    code: "group-rule-before-agent",
    severity: Severity::Error,
    summary: "Rules before the first User-agent line are ignored.",
    explanation: "\
## What it means
A rule holds for the crawlers that the User-agent lines above it name. Above this one there is none, so it holds for nobody.

## Example
Disallow: /private/
User-agent: *
Disallow: /tmp/

## Write instead
User-agent: *
Disallow: /private/
Disallow: /tmp/

## Which crawlers
All ignore it. Yandex's checker calls it an error, and Lighthouse fails.

## Source
RFC 9309 section 2.2.1 and 2.1 (a group begins with a User-agent line).
",
};

pub(super) const CHECK: Check = Check { codes: &[CODE], run: Run::Reader(run) };

fn run(reader: &Reader, issues: &mut Vec<Issue>) {
    let Some((&first, others)) = reader.reading.orphans().split_first() else { return };
    let rule = quoted(reader.text(first));
    let message = match others.len() {
        0 => format!("{rule} comes before any `User-agent` line and is ignored"),
        1 => format!("{rule} and another rule come before any `User-agent` line and are ignored"),
        more => format!("{rule} and {more} more rules come before any `User-agent` line and are ignored"),
    };
    let mut issue = Issue::new(&CODE, reader.span(first), message);
    for &line in others.iter().take(NAMED) {
        issue = issue.related(reader.span(line), "this rule is ignored too");
    }
    issues.push(issue);
}

#[cfg(test)]
mod tests {
    use super::CHECK;
    use crate::lint::Profiles;
    use crate::lint::carets::only;

    #[test]
    fn rules_without_an_agent_are_one_issue() {
        let issues = only(
            &CHECK,
            "
            | # our rules
            | Disallow: /private/
            : ^^^^^^^^^^^^^^^^^^^ E group-rule-before-agent
            | Allow: /
            : -------- this rule is ignored too
            |
            | User-agent: *
            | Disallow: /tmp/
        ",
        );
        let message = "`Disallow: /private/` and another rule come before any `User-agent` line and are ignored";
        assert_eq!(issues[0].message, message);
        assert_eq!(issues[0].profiles, Profiles::All);
    }

    #[test]
    fn where_google_reads_an_agent_only_the_others_ignore_the_rule() {
        let issues = only(
            &CHECK,
            "
            | Useragent: *
            | Disallow: /private/
            : ^^^^^^^^^^^^^^^^^^^ E group-rule-before-agent (rfc9309)
        ",
        );
        assert_eq!(issues[0].profiles, Profiles::Only(vec!["rfc9309"]));
    }

    #[test]
    fn other_lines_may_come_first() {
        only(
            &CHECK,
            "
            | Sitemap: https://example.com/sitemap.xml
            | Crawl-delay: 1
            | User-agent: *
            | Disallow: /tmp/
        ",
        );
    }
}
