//! `http-slow`: an answer that takes its time.

use crate::lint::registry::{Check, Code, Run};
use crate::lint::{Facts, Issue, Severity};
use crate::robots::Delivery;
use std::time::Duration;

const CODE: Code = Code {
    code: "http-slow",
    severity: Severity::Info,
    summary: "The answer took several seconds.",
    explanation: "\
## What it means
From the first request to the last byte it took more than three seconds, redirects included. Crawlers ask for this file before
anything else, and one that waits long is near to one that gives up.

## Example
GET /robots.txt
200 OK (after 8 s)

## Write instead
Serve the file from a cache or from disk, not from the application. One measurement is none: look again.

## Which crawlers
All, each with a patience of its own. None says how long it waits.

## Source
RFC 9309 section 2.3.1.4 (what does not come in time is unreachable).
",
};

/// What people call slow for a small text file.
const SLOW: Duration = Duration::from_secs(3);

pub(super) const CHECK: Check = Check { codes: &[CODE], run: Run::Delivery(run) };

fn run(_: &Facts, delivery: &Delivery, issues: &mut Vec<Issue>) {
    if delivery.is_file() && delivery.took > SLOW {
        let message = format!("The answer took {:.1} s", delivery.took.as_secs_f64());
        issues.push(Issue::served(&CODE, message));
    }
}

#[cfg(test)]
mod tests {
    use super::CHECK;
    use crate::lint::carets::only;

    #[test]
    fn three_seconds_are_long_for_a_small_file() {
        let issues = only(
            &CHECK,
            "
            > https://example.com/robots.txt
            < 200
            ! took 4.25 s
            : ^ I http-slow
        ",
        );
        assert_eq!(issues[0].message, "The answer took 4.2 s");
        only(&CHECK, "> https://example.com/robots.txt\n< 200\n! took 2.9 s");
    }
}
