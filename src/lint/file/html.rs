//! `file-html`: a web page where a robots.txt should be.

use crate::lint::http;
use crate::lint::registry::{Check, Code, Run};
use crate::lint::{Facts, Issue, Severity};
use crate::robots::Span;

const CODE: Code = Code {
    code: "file-html",
    severity: Severity::Error,
    summary: "This is an HTML page, not a robots.txt.",
    explanation: "\
## What it means
The server answered with a web page. Mostly an application sends its start page for every address that it does not know, or an
error page goes out with status 200. A page holds no rules, so crawlers may fetch everything, and what you meant to close is open.

## Example
<!doctype html>
<html><head><title>Page not found</title></head></html>

## Write instead
Let /robots.txt be a plain text file, served as text/plain, or answer 404 where there is none.

## Which crawlers
All. Google looks for rules even in a page and finds none, unless a line of it looks like one.

## Source
RFC 9309 section 2.3 (a robots.txt is text/plain); Google, \"How Google interprets the robots.txt specification\".
",
};

pub(super) const CHECK: Check = Check { codes: &[CODE], run: Run::Whole(run) };

fn run(facts: &Facts) -> Option<Issue> {
    // What there is to say of how a page came says more.
    if !facts.document.is_html() || http::page::is_named(facts) {
        return None;
    }
    let groups = facts.strict.groups().len().max(facts.lenient.groups().len());
    let message = if groups == 0 {
        "This is an HTML page and no robots.txt: no rule applies, so every crawler may fetch everything"
    } else {
        "This is an HTML page and no robots.txt: only what crawlers happen to find in its text applies"
    };
    Some(Issue::new(&CODE, first_text(facts), message.to_owned()))
}

/// The first line that holds something.
pub(super) fn first_text(facts: &Facts) -> Span {
    let source = facts.document.source();
    let mut lines = (1..=source.line_count()).map(|number| source.line(number));
    lines.find(|&line| !source.slice(line).trim_ascii().is_empty()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::CHECK;
    use crate::lint::carets::{all, only};

    #[test]
    fn a_page_is_one_issue_and_not_forty() {
        let issues = all("
            |
            | <!DOCTYPE html>
            : ^^^^^^^^^^^^^^^ E file-html
            | <p>Disallow: private
            | Note: nothing here is a rule
        ");
        assert!(issues[0].message.contains("every crawler may fetch everything"));
    }

    #[test]
    fn a_page_that_holds_a_group_is_not_said_to_hold_none() {
        let issues = only(
            &CHECK,
            "
            | <html><pre>
            : ^^^^^^^^^^^ E file-html
            | User-agent: *
            | Disallow: /
        ",
        );
        assert!(issues[0].message.contains("happen to find"));
    }

    #[test]
    fn a_tag_further_down_makes_no_page() {
        only(
            &CHECK,
            "
            | User-agent: *
            | Disallow: /<html>
            | <html>
        ",
        );
    }
}
