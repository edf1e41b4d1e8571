//! `scope-port`: a file that rules one port.

use crate::lint::registry::{Check, Code, Run};
use crate::lint::wording::short;
use crate::lint::{Facts, Issue, Severity};
use crate::robots::Delivery;

const CODE: Code = Code {
    code: "scope-port",
    severity: Severity::Info,
    summary: "The file rules this port alone.",
    explanation: "\
## What it means
A robots.txt rules one scheme, host and port. This one was asked for on a port of its own and says nothing about the site on the
usual one.

## Example
https://example.com:8443/robots.txt

## Write instead
Nothing. Where the site on the usual port should have rules, it needs a file of its own.

## Which crawlers
All.

## Source
RFC 9309 section 2.3 (access by scheme and authority); Google, \"How Google interprets the robots.txt specification\".
",
};

pub(super) const CHECK: Check = Check { codes: &[CODE], run: Run::Delivery(run) };

fn run(facts: &Facts, delivery: &Delivery, issues: &mut Vec<Issue>) {
    let origin = facts.origin.filter(|_| delivery.is_file());
    let Some((origin, port)) = origin.and_then(|origin| Some((origin, origin.port?))) else { return };
    let host = short(origin.host.as_bytes());
    issues.push(Issue::served(&CODE, format!("The rules hold for port {port} of {host} alone")));
}

#[cfg(test)]
mod tests {
    use super::CHECK;
    use crate::lint::carets::only;

    #[test]
    fn a_port_has_rules_of_its_own() {
        only(
            &CHECK,
            "
            > https://example.com:8443/robots.txt
            < 200
            : ^ I scope-port
        ",
        );
        only(&CHECK, "> https://example.com:443/robots.txt\n< 200");
        only(&CHECK, "> https://example.com:8443/robots.txt\n< 404");
    }
}
