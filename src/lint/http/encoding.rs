//! `http-content-encoding`: what a header says of packing does not fit the bytes.

use crate::lint::registry::{Check, Code, Run};
use crate::lint::wording::quoted;
use crate::lint::{Facts, Issue, Severity};
use crate::robots::Delivery;
use crate::robots::body::Kind;

const CODE: Code = Code {
    code: "http-content-encoding",
    severity: Severity::Warning,
    summary: "The declared encoding does not fit the bytes.",
    explanation: "\
## What it means
The file is packed with gzip and no header says so, or twice and a header says once, or a header says so and it is not. A crawler
undoes what the header says and nothing else: it then reads packed bytes and finds no rule in them, or no file at all.

## Example
Content-Encoding: gzip
(and the body is a file that was packed already, robots.txt.gz)

## Write instead
Let one place pack: the server, or a program that makes the file, and let the header say so once.

## Which crawlers
Those that follow the header, which is all that do not guess. robotui undoes gzip up to twice, whatever the header says, to show
what is meant.

## Source
RFC 9110 section 8.4 (Content-Encoding).
",
};

pub(super) const CHECK: Check = Check { codes: &[CODE], run: Run::Delivery(run) };

fn run(facts: &Facts, delivery: &Delivery, issues: &mut Vec<Issue>) {
    // What is still packed is no robots.txt, which is said of the file.
    if !delivery.is_file() || matches!(facts.body.kind, Kind::Empty | Kind::Packed(_)) {
        return;
    }
    let declared = delivery.encoding();
    let is_gzip = declared.is_some_and(|name| ["gzip", "x-gzip"].iter().any(|gzip| name.eq_ignore_ascii_case(gzip)));
    let message = match (delivery.gunzipped, declared) {
        (0, None) => return,
        (1, _) if is_gzip => return,
        (0, Some(_)) if is_gzip => {
            "A header says gzip, but the bytes are not packed: some crawlers then read nothing".to_owned()
        }
        (0, Some(other)) => format!(
            "A header says {}, though only gzip was asked for: crawlers that cannot undo it read nothing",
            quoted(other.as_bytes())
        ),
        (1, _) => "The bytes are packed with gzip, and no header says so: crawlers read no rule in them".to_owned(),
        _ => "The bytes are packed with gzip twice: crawlers undo it once and read no rule".to_owned(),
    };
    issues.push(Issue::served(&CODE, message));
}

#[cfg(test)]
mod tests {
    use super::CHECK;
    use crate::lint::carets::only;

    fn check(header: &str, gunzipped: u8, drawn: &str) {
        only(
            &CHECK,
            &format!(
                "> https://example.com/robots.txt\n< 200\n{header}\n! gunzipped {gunzipped}\n{drawn}\n| User-agent: *"
            ),
        );
    }

    #[test]
    fn what_is_packed_says_so_once() {
        only(
            &CHECK,
            "
            > https://example.com/robots.txt
            < 200
            ! gunzipped 1
            : ^ W http-content-encoding
            | User-agent: *
        ",
        );
        check("< Content-Encoding: gzip", 2, ": ^ W http-content-encoding");
        check("< Content-Encoding: gzip", 0, ": ^ W http-content-encoding");
        check("< Content-Encoding: br", 0, ": ^ W http-content-encoding");
        check("< Content-Encoding: GZIP", 1, "");
        check("< Content-Encoding: identity", 0, "");
    }
}
