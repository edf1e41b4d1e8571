//! `http-truncated` and `http-206`: only a part of the file came, so it says little.

use crate::lint::registry::{Check, Code, Run};
use crate::lint::{Facts, Issue, Severity};
use crate::robots::delivery::{Failure, Outcome};
use crate::robots::{Delivery, display};

const TRUNCATED: Code = Code {
    code: "http-truncated",
    severity: Severity::Warning,
    summary: "The body is not all there, so what came of it is not to be judged.",
    explanation: "\
## What it means
Fewer bytes came than the header announced, or the connection ended within the body. The file that the server has may be another
than what was seen.

## Example
Content-Length: 4096
(and the connection is closed after 1000 bytes)

## Write instead
Look for a proxy that cuts, or for a length that was worked out before the body was packed.

## Which crawlers
Google takes a body that breaks off as a server error. Others may read what came.

## Source
RFC 9112 section 8 (incomplete messages); Google, \"How Google interprets the robots.txt specification\" (network errors).
",
};

const PARTIAL: Code = Code {
    code: "http-206",
    severity: Severity::Warning,
    summary: "The answer is a part of the file (206), though all of it was asked for.",
    explanation: "\
## What it means
Status 206 is the answer to somebody who asked for some bytes of a file. Nobody did. A cache on the way probably holds a part and
sends it to everybody.

## Example
206 Partial Content
Content-Range: bytes 0-99/2048

## Write instead
Clear the cache, and see that it does not keep answers with status 206.

## Which crawlers
Google takes every status of 2xx as the file and reads this part. Yandex reads a file with status 200 alone.

## Source
RFC 9110 section 15.3.7 (206); RFC 9309 section 2.3.1.1.
",
};

pub(super) const CHECK: Check = Check { codes: &[TRUNCATED, PARTIAL], run: Run::Delivery(run) };

fn run(_: &Facts, delivery: &Delivery, issues: &mut Vec<Issue>) {
    match &delivery.outcome {
        Outcome::Answered(206) => {
            let range = delivery.header("content-range").map(display::visible_str);
            let which = range.map_or_else(String::new, |range| format!(", {range}"));
            let message = format!("The answer is a part of the file (206{which}): it says little about the whole");
            issues.push(Issue::served(&PARTIAL, message));
        }
        Outcome::Failed(Failure::Broken | Failure::Timeout, _) if matches!(delivery.status(), Some(200..=299)) => {
            let came = delivery.wire_bytes;
            let announced = delivery.header("content-length").and_then(|length| length.trim().parse::<u64>().ok());
            let of = announced.filter(|&all| all > came).map_or_else(String::new, |all| format!(" of {all}"));
            let plural = if came == 1 && of.is_empty() { "" } else { "s" };
            let message = format!("Only {came}{of} byte{plural} came: the file is not to be judged by them");
            issues.push(Issue::served(&TRUNCATED, message));
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::CHECK;
    use crate::lint::carets::{all, only};

    #[test]
    fn a_body_that_breaks_off_is_not_to_be_judged() {
        let issues = all("
            > https://example.com/robots.txt
            < 200
            < Content-Length: 4096
            ! wire 1000
            ! broken example.com:443 closed the connection after 1000 of 4096 bytes
            : ^ E http-network-error
            : ^ W http-truncated
            | User-agent: *
        ");
        assert_eq!(issues[1].message, "Only 1000 of 4096 bytes came: the file is not to be judged by them");
    }

    #[test]
    fn a_part_is_a_part() {
        only(
            &CHECK,
            "
            > https://example.com/robots.txt
            < 206
            < Content-Range: bytes 0-99/2048
            : ^ W http-206
            | User-agent: *
        ",
        );
    }
}
