//! Pages, where how they came says more than that they are pages: `http-challenge-page`, `http-meta-refresh` and
//! `http-redirect-to-html`. Any other page is `file-html`'s.

use crate::lint::registry::{Check, Code, Run};
use crate::lint::wording::short;
use crate::lint::{Facts, Issue, Severity};
use crate::robots::body::{Kind, Page};

const CHALLENGE: Code = Code {
    code: "http-challenge-page",
    severity: Severity::Error,
    summary: "A page that asks for a proof that no bot is at work came in place of the file.",
    explanation: "\
## What it means
A service before the site took the request for one of a bot and sent a challenge: a script to run, or pictures to click on.
Crawlers do neither. They see this page, find no rule in it, or are refused.

## Example
GET /robots.txt
403 Forbidden, cf-mitigated: challenge

## Write instead
Leave /robots.txt out of what is protected: it is made for bots.
Known crawlers can be let in by their addresses, but those that are not known should be able to read the rules as well.

## Which crawlers
All that the service does not know. It may let Google pass and stop others, or robotui alone: look with --user-agent, and into the
logs of the service.

## Source
RFC 9309 section 2.3 (the rules must be accessible); Cloudflare, \"Detect a Challenge Page response\".
",
};

const REFRESH: Code = Code {
    code: "http-meta-refresh",
    severity: Severity::Error,
    summary: "The page sends its reader elsewhere in a way that no crawler follows here.",
    explanation: "\
## What it means
In place of the file came a page that sends a browser on, by a meta tag, a frame or a script. For robots.txt no crawler follows
that: it reads this page, and finds no rule in it.

## Example
<meta http-equiv=\"refresh\" content=\"0; url=/files/robots.txt\">

## Write instead
Redirect with a status (301 or 302) and a Location, or answer with the file itself.

## Which crawlers
All. Google names meta refresh, frames and script redirects as what is not followed.

## Source
Google, \"How Google interprets the robots.txt specification\" (logical redirects).
",
};

const REDIRECT_TO_PAGE: Code = Code {
    code: "http-redirect-to-html",
    severity: Severity::Error,
    summary: "The redirect ends at a web page, so there are no rules.",
    explanation: "\
## What it means
The request was redirected to a page: mostly the start page, a page for signing in, or one that says that nothing was found. It
answers with 200, so crawlers take it for the file, and find no rule in it.

## Example
GET /robots.txt
302, Location: /login?next=/robots.txt

## Write instead
Answer /robots.txt before the rule that redirects what is not known, or that asks for a login.

## Which crawlers
All. Everything may be fetched.

## Source
RFC 9309 section 2.3.1.2 (redirects) and 2.3.1.5 (what cannot be parsed is passed over).
",
};

pub(super) const CHECK: Check = Check { codes: &[CHALLENGE, REFRESH, REDIRECT_TO_PAGE], run: Run::Whole(run) };

/// Whether there is more to say of a page than that it is one.
pub(in crate::lint) fn is_named(facts: &Facts) -> bool {
    run(facts).is_some()
}

fn run(facts: &Facts) -> Option<Issue> {
    let delivery = facts.delivery?;
    let Kind::Page(page) = facts.body.kind else { return None };
    if page == Page::Challenge {
        let status = delivery.status().map_or_else(String::new, |status| format!(" (status {status})"));
        let message = format!(
            "A page{status} asks for a proof that no bot is at work: a crawler that is not let in sees it too, and no file"
        );
        return Some(Issue::served(&CHALLENGE, message));
    }
    if !delivery.is_file() {
        return None;
    }
    if page == Page::Refresh {
        let message = "The page sends its reader elsewhere by a meta tag, a frame or a script, which no crawler follows: \
                       no rule applies, so every crawler may fetch everything";
        return Some(Issue::served(&REFRESH, message.to_owned()));
    }
    if delivery.redirects().next().is_some() {
        let to = short(delivery.hops.last()?.url.as_bytes());
        let message =
            format!("The redirect ends at a web page, {to}: no rule applies, so crawlers may fetch everything");
        return Some(Issue::served(&REDIRECT_TO_PAGE, message));
    }
    None
}

#[cfg(test)]
mod tests {
    use crate::lint::carets::all;

    #[test]
    fn a_challenge_is_one_issue_and_the_status_another() {
        all("
            > https://example.com/robots.txt
            < 200
            < Content-Type: text/html
            < Cache-Control: max-age=999999
            : ^ E http-challenge-page
            | <!doctype html><title>Just a moment...</title>
            | Disallow x
        ");
        all("
            > https://example.com/robots.txt
            < 403
            < cf-mitigated: challenge
            : ^ E http-challenge-page
            : ^ W http-401-403
        ");
    }

    #[test]
    fn a_page_that_sends_on_is_followed_by_nobody() {
        all("
            > https://example.com/robots.txt
            < 200
            < Content-Type: text/html
            : ^ E http-meta-refresh
            | <html><meta http-equiv=\"refresh\" content=\"0; url=/x\">
        ");
    }

    #[test]
    fn a_redirect_to_the_start_page_brings_no_rules() {
        all("
            > https://example.com/robots.txt
            < 302
            > https://example.com/
            < 200
            < Content-Type: text/html
            : ^ E http-redirect-to-html
            | <!doctype html><title>Welcome</title>
        ");
    }

    #[test]
    fn a_page_that_came_directly_is_a_page_in_the_file() {
        all("
            > https://example.com/robots.txt
            < 200
            < Content-Type: text/html
            | <!doctype html><title>Welcome</title>
            : ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ E file-html
        ");
    }
}
