//! `scope-ip-host`: a file of an address.

use crate::lint::registry::{Check, Code, Run};
use crate::lint::wording::short;
use crate::lint::{Facts, Issue, Severity};
use crate::robots::{Delivery, host};

const CODE: Code = Code {
    code: "scope-ip-host",
    severity: Severity::Info,
    summary: "The file of an address does not rule the hosts whose address it is.",
    explanation: "\
## What it means
The file was asked for by an address in place of a name. It rules URLs that are written with this address, and none of the names
that lead to the same machine.

## Example
https://192.0.2.1/robots.txt

## Write instead
Nothing, or ask for the file by the name of the site. One name at another address can be asked with --resolve.

## Which crawlers
All.

## Source
Google, \"How Google interprets the robots.txt specification\" (examples of valid locations).
",
};

pub(super) const CHECK: Check = Check { codes: &[CODE], run: Run::Delivery(run) };

fn run(facts: &Facts, delivery: &Delivery, issues: &mut Vec<Issue>) {
    if let Some(origin) = facts.origin.filter(|origin| delivery.is_file() && host::is_address(&origin.host)) {
        let address = short(origin.host.as_bytes());
        let message = format!("The rules hold for URLs with the address {address}, and for no name that leads to it");
        issues.push(Issue::served(&CODE, message));
    }
}

#[cfg(test)]
mod tests {
    use super::CHECK;
    use crate::lint::carets::only;

    #[test]
    fn an_address_is_no_name() {
        only(
            &CHECK,
            "
            > http://192.0.2.1/robots.txt
            < 200
            : ^ I scope-ip-host
        ",
        );
        only(&CHECK, "> http://[2001:db8::1]:8080/robots.txt\n< 200\n: ^ I scope-ip-host");
        only(&CHECK, "> http://192.0.2.example/robots.txt\n< 200");
    }
}
