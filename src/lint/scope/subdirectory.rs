//! `scope-subdirectory`: a robots.txt in a folder.

use crate::lint::registry::{Check, Code, Run};
use crate::lint::wording::quoted;
use crate::lint::{Facts, Issue, Severity};
use crate::robots::Delivery;

const CODE: Code = Code {
    code: "scope-subdirectory",
    severity: Severity::Error,
    summary: "A robots.txt in a folder is never read.",
    explanation: "\
## What it means
Crawlers ask for /robots.txt at the top of a host and for nothing else of that name. A file in a folder rules nothing, not even
its folder.

## Example
https://example.com/shop/robots.txt

## Write instead
https://example.com/robots.txt, with the folder in its rules:
User-agent: *
Disallow: /shop/cart/

## Which crawlers
All.

## Source
RFC 9309 section 2.3 (the file lies at /robots.txt in the top-level path); Google, \"How Google interprets the robots.txt
specification\" (not valid in a subdirectory).
",
};

pub(super) const CHECK: Check = Check { codes: &[CODE], run: Run::Delivery(run) };

fn run(facts: &Facts, delivery: &Delivery, issues: &mut Vec<Issue>) {
    let asked = path(&delivery.asked);
    if asked.is_some_and(|path| path != "/robots.txt") {
        let message = format!("{} is never read: no crawler asks for it", quoted(delivery.asked.as_bytes()));
        issues.push(Issue::served(&CODE, message));
        return;
    }
    let page = facts.page.map(|page| page.split(['?', '#']).next().unwrap_or_default());
    let folder = page.filter(|page| page.to_ascii_lowercase().ends_with("/robots.txt") && *page != "/robots.txt");
    if let Some(page) = folder.filter(|page| page.matches('/').count() > 1) {
        let message = format!("{} is never read; this is the file of the site, which is", quoted(page.as_bytes()));
        issues.push(Issue::served(&CODE, message));
    }
}

/// The path of a URL, with its query.
fn path(url: &str) -> Option<&str> {
    let (_, rest) = url.split_once("://")?;
    rest.find('/').map(|at| &rest[at..])
}

#[cfg(test)]
mod tests {
    use super::CHECK;
    use crate::lint::carets::only;

    #[test]
    fn a_file_in_a_folder_is_read_by_nobody() {
        let issues = only(
            &CHECK,
            "
            > https://example.com/robots.txt
            < 200
            ! page /shop/robots.txt
            : ^ E scope-subdirectory
        ",
        );
        assert_eq!(issues[0].message, "`/shop/robots.txt` is never read; this is the file of the site, which is");
        only(&CHECK, "> https://example.com/shop/robots.txt\n< 200\n: ^ E scope-subdirectory");
    }

    #[test]
    fn other_pages_are_what_the_file_is_about() {
        only(&CHECK, "> https://example.com/robots.txt\n< 200\n! page /shop/about-robots.txt?x");
        only(&CHECK, "> https://example.com/robots.txt\n< 200\n! page /?u=/shop/robots.txt");
    }
}
