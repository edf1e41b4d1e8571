//! `http-redirect`, `http-redirect-cross-host` and `http-redirect-chain`: whose file it is that came, and redirects that lead
//! to none. One that leads to a page is [`super::page`]'s.

use crate::lint::registry::{Check, Code, Run};
use crate::lint::wording::{quoted, short};
use crate::lint::{Facts, Issue, Severity};
use crate::robots::body::Kind;
use crate::robots::delivery::Outcome;
use crate::robots::{Delivery, Origin, display};

const REDIRECT: Code = Code {
    code: "http-redirect",
    severity: Severity::Info,
    summary: "The file comes by way of a redirect; its rules hold for the host that was asked.",
    explanation: "\
## What it means
The request for /robots.txt was sent elsewhere, and a file came from there. Its rules hold for the scheme and host that were asked
first, not for the one that sent it.

## Example
GET http://example.com/robots.txt
301, Location: https://example.com/robots.txt

## Write instead
Nothing, where both should have the same rules. A redirect less is a thing less that can break.

## Which crawlers
All follow. RFC 9309 asks for at least five in a row, and Google follows no more than five.

## Source
RFC 9309 section 2.3.1.2 (redirects).
",
};

const CROSS_HOST: Code = Code {
    code: "http-redirect-cross-host",
    severity: Severity::Warning,
    summary: "The file comes from another host, whose rules now hold for this site.",
    explanation: "\
## What it means
The request was redirected to another host. What that host says in its robots.txt now rules this site as well, and whoever changes
the one changes the other.

## Example
GET https://shop.example.com/robots.txt
301, Location: https://www.example.com/robots.txt

## Write instead
Where the sites differ, answer /robots.txt on each host itself, before the rule that redirects everything.
Between example.com and www.example.com this is usual and well, and only told for information.

## Which crawlers
All follow redirects across hosts, and take the rules for those of the first.

## Source
RFC 9309 section 2.3.1.2 (\"even across authorities\").
",
};

const CHAIN: Code = Code {
    code: "http-redirect-chain",
    severity: Severity::Error,
    summary: "The redirects lead to no file: too many, in a circle, or to where no crawler goes.",
    explanation: "\
## What it means
After five redirects Google gives up and goes on as if the answer had been 404: everything may be fetched. The same holds for a
redirect that names no place, or one that is neither http nor https, or an address inside a private network.

## Example
GET /robots.txt
301, Location: /robots.txt/
301, Location: /robots.txt

## Write instead
Answer /robots.txt at once, or send to its last place in one step.

## Which crawlers
Google takes it as 404. RFC 9309 lets others do the same after five. Python's urllib takes it as an error.

## Source
RFC 9309 section 2.3.1.2 (redirects); Google, \"How Google interprets the robots.txt specification\".
",
};

pub(super) const CHECK: Check = Check { codes: &[REDIRECT, CROSS_HOST, CHAIN], run: Run::Delivery(run) };

/// Redirects that Google follows.
const FOLLOWED: usize = 5;

fn run(facts: &Facts, delivery: &Delivery, issues: &mut Vec<Issue>) {
    let redirects = delivery.redirects().count();
    let open = "which Google takes as 404: everything may be fetched";
    match &delivery.outcome {
        Outcome::TooManyRedirects => {
            let next = delivery.hops.last().and_then(|hop| hop.location.as_deref()).unwrap_or_default();
            let next = quoted(next.as_bytes());
            let message = format!("The redirects do not end: {redirects} were followed, and {next} would be the next");
            issues.push(Issue::served(&CHAIN, message));
        }
        Outcome::NotFollowed(why) => {
            let why = display::visible_str(why);
            issues.push(Issue::served(&CHAIN, format!("The redirect leads to no file, {open}: {why}")));
        }
        Outcome::NoLocation(status) => {
            let message = format!("The answer was a redirect ({status}) that does not say where to, {open}");
            issues.push(Issue::served(&CHAIN, message));
        }
        _ if redirects > FOLLOWED => {
            let message = format!("It takes {redirects} redirects; Google follows five and takes more as 404");
            issues.push(Issue::served(&CHAIN, message));
        }
        // That it leads to a page is said elsewhere.
        _ if matches!(facts.body.kind, Kind::Page(_)) => {}
        _ if redirects > 0 && delivery.is_file() => issues.extend(arrived(delivery, redirects)),
        _ => {}
    }
}

/// What there is to say of redirects that lead to a file.
fn arrived(delivery: &Delivery, redirects: usize) -> Option<Issue> {
    let first = Origin::of(&delivery.asked)?;
    let last = Origin::of(&delivery.hops.last()?.url)?;
    let (from, to) = (short(first.to_string().as_bytes()), short(last.to_string().as_bytes()));
    if bare(&first.host) == bare(&last.host) && first.host != last.host {
        let message = format!("The file comes from {to}, and its rules hold for {from} all the same");
        return Some(Issue::served(&CROSS_HOST, message).severity(Severity::Info));
    }
    if first.host != last.host {
        let message = format!("The file comes from another host, {to}: what it says there now rules {from} too");
        return Some(Issue::served(&CROSS_HOST, message));
    }
    let times = if redirects == 1 { "once".to_owned() } else { format!("{redirects} times") };
    Some(Issue::served(&REDIRECT, format!("Redirected {times}; the rules hold for {from}, which was asked")))
}

/// A host without its `www.`.
fn bare(host: &str) -> &str {
    host.strip_prefix("www.").unwrap_or(host)
}

#[cfg(test)]
mod tests {
    use super::CHECK;
    use crate::lint::carets::{all, only};

    #[test]
    fn a_redirect_on_the_same_host_is_only_told() {
        let issues = all("
            > http://example.com/robots.txt
            < 301
            < Location: https://example.com/robots.txt
            > https://example.com/robots.txt
            < 200
            < Content-Type: text/plain
            : ^ I http-redirect
            | User-agent: *
            | Disallow: /private/
        ");
        assert_eq!(issues[0].message, "Redirected once; the rules hold for http://example.com, which was asked");
    }

    #[test]
    fn a_file_of_another_host_rules_this_one() {
        only(
            &CHECK,
            "
            > https://shop.example.com/robots.txt
            < 302
            > https://www.example.com/robots.txt
            < 200
            : ^ W http-redirect-cross-host
        ",
        );
    }

    #[test]
    fn between_apex_and_www_that_is_usual() {
        only(
            &CHECK,
            "
            > https://example.com/robots.txt
            < 301
            > https://www.example.com/robots.txt
            < 200
            : ^ I http-redirect-cross-host
        ",
        );
    }

    #[test]
    fn redirects_that_lead_nowhere_open_the_site() {
        for end in ["redirects", "not-followed redirected to \"ftp://x\", which is neither", "no-location"] {
            only(
                &CHECK,
                &format!(
                    "
            > https://example.com/robots.txt
            < 301
            ! {end}
            : ^ E http-redirect-chain
        "
                ),
            );
        }
    }

    #[test]
    fn six_that_were_followed_are_more_than_google_follows() {
        let hops = "> https://example.com/robots.txt\n< 301\n".repeat(6);
        let last = "> https://example.com/robots.txt\n< 200\n: ^ E http-redirect-chain";
        only(&CHECK, &(hops + last));
    }

    #[test]
    fn https_that_did_not_connect_is_no_redirect() {
        only(
            &CHECK,
            "
            > https://example.com/robots.txt
            > http://example.com/robots.txt
            < 200
        ",
        );
    }
}
