//! `http-cache-over-24h`: a cache life that makes a mend come late.

use crate::lint::registry::{Check, Code, Run};
use crate::lint::{Facts, Issue, Severity};
use crate::robots::delivery::DAY;
use crate::robots::{Delivery, display};

const CODE: Code = Code {
    code: "http-cache-over-24h",
    severity: Severity::Warning,
    summary: "The file may be kept for more than a day, so a mend takes that long to be seen.",
    explanation: "\
## What it means
Headers let caches and crawlers keep the file for more than 24 hours. Who goes by them sees a change only when that time is over:
a mistake that closes the site stays for as long.

## Example
Cache-Control: max-age=2592000

## Write instead
Cache-Control: max-age=3600

## Which crawlers
Google keeps a robots.txt for up to 24 hours, and may keep it longer or shorter by max-age, or while it cannot be fetched anew. A
network that delivers the site keeps it as well: clear its cache after a mend.

## Source
RFC 9309 section 2.4 (no more than 24 hours); Google, \"How Google interprets the robots.txt specification\" (caching); RFC 9111
section 5.2.
",
};

pub(super) const CHECK: Check = Check { codes: &[CODE], run: Run::Delivery(run) };

fn run(facts: &Facts, delivery: &Delivery, issues: &mut Vec<Issue>) {
    // A page in its place is the larger worry.
    if !delivery.is_file() || !facts.body.kind.is_text() {
        return;
    }
    let cache = delivery.cache();
    let Some((seconds, by)) = cache.life().filter(|(seconds, _)| *seconds > DAY) else { return };
    if cache.no_store || cache.no_cache {
        return;
    }
    let time = display::time(seconds);
    issues.push(Issue::served(
        &CODE,
        format!("`{by}` lets the file be kept for {time}: who goes by it sees a mend that late; a day is enough"),
    ));
}

#[cfg(test)]
mod tests {
    use super::CHECK;
    use crate::lint::carets::only;

    #[test]
    fn a_month_is_too_long_for_a_mend_to_be_seen() {
        let issues = only(
            &CHECK,
            "
            > https://example.com/robots.txt
            < 200
            < Cache-Control: public, max-age=2592000
            : ^ W http-cache-over-24h
            | User-agent: *
        ",
        );
        assert!(issues[0].message.starts_with("`max-age` lets the file be kept for 30 days:"), "{}", issues[0].message);
    }

    #[test]
    fn a_day_is_not() {
        for header in ["max-age=86400", "max-age=2592000, no-cache", "s-maxage=2592000", "no-store"] {
            only(
                &CHECK,
                &format!("> https://example.com/robots.txt\n< 200\n< Cache-Control: {header}\n| User-agent: *"),
            );
        }
    }
}
