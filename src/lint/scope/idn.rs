//! `scope-idn`: a host with other letters than those of ASCII, which is sent in another spelling.

use crate::lint::registry::{Check, Code, Run};
use crate::lint::wording::short;
use crate::lint::{Facts, Issue, Severity};
use crate::robots::{Delivery, host};

const CODE: Code = Code {
    code: "scope-idn",
    severity: Severity::Info,
    summary: "The host has letters beyond ASCII, and is sent as xn--….",
    explanation: "\
## What it means
Names with other letters than those of ASCII are translated before they are looked up. Both spellings are the same host, and the
file rules it under both. Two names that look alike can be two hosts: the translated one tells them apart.

## Example
https://xn--bcher-kva.example/robots.txt (https://bücher.example/robots.txt)

## Write instead
Nothing. In a Sitemap line write the translated name, which every crawler reads.

## Which crawlers
All ask for the translated name.

## Source
RFC 5890 and 3492 (internationalised names, Punycode); Google, \"How Google interprets the robots.txt specification\".
",
};

pub(super) const CHECK: Check = Check { codes: &[CODE], run: Run::Delivery(run) };

fn run(facts: &Facts, _: &Delivery, issues: &mut Vec<Issue>) {
    let Some(sent) = facts.origin.map(|origin| origin.host.as_str()) else { return };
    let Some(written) = host::as_written(sent) else { return };
    let (sent, written) = (short(sent.as_bytes()), short(written.as_bytes()));
    issues.push(Issue::served(&CODE, format!("The host {written} is asked for as {sent}; both are one site")));
}

#[cfg(test)]
mod tests {
    #[cfg(feature = "idn")]
    #[test]
    fn a_host_is_shown_both_ways() {
        let issues = crate::lint::carets::only(
            &super::CHECK,
            "
            > https://xn--bcher-kva.example/robots.txt
            < 200
            : ^ I scope-idn
        ",
        );
        assert_eq!(
            issues[0].message,
            "The host bücher.example is asked for as xn--bcher-kva.example; both are one site"
        );
    }
}
