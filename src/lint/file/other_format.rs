//! `file-other-format`: JSON, XML, a picture or something packed where a robots.txt should be. A web page is `file-html`.

use super::html::first_text;
use crate::lint::registry::{Check, Code, Run};
use crate::lint::{Facts, Issue, Severity};
use crate::robots::body::Kind;

const CODE: Code = Code {
    code: "file-other-format",
    severity: Severity::Error,
    summary: "This is JSON, XML, a picture or something packed, not a robots.txt.",
    explanation: "\
## What it means
What stands at /robots.txt is no list of rules: an interface answered with JSON, a store with XML, or a picture or an archive lies
under this name. It holds no rule, so crawlers may fetch everything, and what you meant to close is open.

## Example
{\"statusCode\": 404, \"message\": \"Cannot GET /robots.txt\"}

## Write instead
Let /robots.txt be a plain text file, served as text/plain, or answer 404 where there is none.

## Which crawlers
All. They look for rules in any bytes and find none here.

## Source
RFC 9309 section 2.3 (a robots.txt is text/plain) and 2.3.1.5 (what cannot be parsed is passed over).
",
};

pub(super) const CHECK: Check = Check { codes: &[CODE], run: Run::Whole(run) };

fn run(facts: &Facts) -> Option<Issue> {
    let kind = facts.body.kind;
    let says_enough = match kind {
        Kind::Json | Kind::Xml | Kind::Image(_) | Kind::Packed(_) | Kind::Binary => true,
        Kind::Empty | Kind::Text | Kind::Page(_) => false,
    };
    // Of an answer that is no file nobody expects rules.
    if !says_enough || facts.delivery.is_some_and(|delivery| !delivery.is_file()) {
        return None;
    }
    let groups = facts.strict.groups().len().max(facts.lenient.groups().len());
    let what = match kind {
        Kind::Packed(format) => format!("This is packed with {format}, and no crawler unpacks it"),
        kind => format!("This is {kind} and no robots.txt"),
    };
    let message = match groups {
        0 => format!("{what}: no rule applies, so every crawler may fetch everything"),
        _ => format!("{what}: only what crawlers happen to find in it applies"),
    };
    Some(Issue::new(&CODE, first_text(facts), message))
}

#[cfg(test)]
mod tests {
    use super::CHECK;
    use crate::lint::carets::{all, only};

    #[test]
    fn json_is_one_issue_and_not_one_a_line() {
        let issues = all("
            | {
            : ^ E file-other-format
            |   \"statusCode\": 404,
            |   \"message\": \"Cannot GET /robots.txt\"
            | }
        ");
        assert!(issues[0].message.starts_with("This is JSON and no robots.txt: no rule applies"));
    }

    #[test]
    fn xml_and_pictures_are_named() {
        for (text, name) in [("<?xml version=\"1.0\"?><urlset>", "XML"), ("GIF89a", "a picture (GIF)")] {
            let drawn = "^".repeat(text.len());
            let issues = all(&format!("| {text}\n: {drawn} E file-other-format"));
            assert!(issues[0].message.contains(name), "{}", issues[0].message);
        }
    }

    #[test]
    fn rules_with_a_brace_are_rules() {
        only(&CHECK, "\n| User-agent: *\n| Disallow: /{x}\n");
    }
}
