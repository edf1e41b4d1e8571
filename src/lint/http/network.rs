//! `http-network-error` and `http-tls-error`: no answer that could be used. A body that broke off is `http-truncated` too.

use crate::lint::registry::{Check, Code, Run};
use crate::lint::{Facts, Issue, Severity};
use crate::robots::delivery::{Failure, Outcome};
use crate::robots::{Delivery, display};

const NETWORK: Code = Code {
    code: "http-network-error",
    severity: Severity::Error,
    summary: "The site gave no answer, which crawlers take as a server error.",
    explanation: "\
## What it means
The name has no address, nothing listens there, the answer did not come in time, or it broke off. To a crawler that is the same as
a server error: it cannot know what the rules are, and so must fetch nothing.

## Example
GET https://example.com/robots.txt
(no answer within 15 s)

## Write instead
See to it that name, port and server are there, from outside your network as well.
A firewall that drops requests of bots looks like this to them alone.

## Which crawlers
Google takes it as a 5xx: nothing is fetched for 12 hours, then its last good copy holds. Whoever follows RFC 9309 fetches
nothing. Yandex fetches everything.

## Source
RFC 9309 section 2.3.1.4 (unreachable); Google, \"How Google interprets the robots.txt specification\" (network and DNS errors).
",
};

const TLS: Code = Code {
    code: "http-tls-error",
    severity: Severity::Error,
    summary: "The certificate or the handshake fails, which is the same as no answer.",
    explanation: "\
## What it means
The certificate has expired, is for another name, or is from nobody whom this system trusts; or no version of TLS could be agreed
on. A crawler that checks certificates gets no file, and takes the site as unreachable.

## Example
GET https://example.com/robots.txt
(the certificate of example.com has expired)

## Write instead
Renew the certificate, name every host in it, and send the certificates between it and the root.
One from a company's own authority, which this system may trust, is fine inside and of no use outside.

## Which crawlers
All that check certificates. What Google does with a bad one is not documented, so nobody should count on it.

## Source
RFC 9309 section 2.3.1.4 (unreachable).
",
};

pub(super) const CHECK: Check = Check { codes: &[NETWORK, TLS], run: Run::Delivery(run) };

fn run(_: &Facts, delivery: &Delivery, issues: &mut Vec<Issue>) {
    if let Some(why) = delivery.passed_over() {
        let why = display::visible_str(why);
        let message = format!("The certificate was passed over here, which crawlers do not do: {why}");
        issues.push(Issue::served(&TLS, message));
    }
    match &delivery.outcome {
        Outcome::Failed(Failure::Tls, why) => {
            let message = format!("No secure connection, the same as no answer: {}", display::visible_str(why));
            issues.push(Issue::served(&TLS, message));
        }
        Outcome::Failed(_, why) => {
            let why = display::visible_str(why);
            let message = format!("No answer that can be used, which crawlers take as a server error: {why}");
            issues.push(Issue::served(&NETWORK, message));
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::carets::all;

    #[test]
    fn no_answer_is_as_bad_as_a_server_error() {
        let issues = all("
            > https://nosuchhost.invalid/robots.txt
            ! dns nosuchhost.invalid has no address (DNS)
            : ^ E http-network-error
        ");
        assert!(issues[0].message.ends_with("server error: nosuchhost.invalid has no address (DNS)"));
    }

    #[test]
    fn a_bad_certificate_is_no_answer() {
        all("
            > https://example.com/robots.txt
            ! tls the certificate of example.com has expired
            : ^ E http-tls-error
        ");
    }

    #[test]
    fn a_certificate_that_was_passed_over_is_still_bad() {
        let issues = all("
            > https://example.com/robots.txt
            < 200
            < Content-Type: text/plain
            ! passed-over the certificate of example.com has expired
            : ^ E http-tls-error
            | User-agent: *
            | Disallow: /private/
        ");
        assert!(issues[0].message.contains("passed over here"));
    }
}
