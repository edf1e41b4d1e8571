//! What the status of an answer opens or closes: `http-4xx-allow-all`, `http-401-403`, `http-429` and `http-5xx`.

use crate::lint::registry::{Check, Code, Run};
use crate::lint::{Facts, Issue, Profiles, Severity};
use crate::robots::delivery::Outcome;
use crate::robots::{Delivery, Profile};

const NO_FILE: Code = Code {
    code: "http-4xx-allow-all",
    severity: Severity::Info,
    summary: "There is no robots.txt, so crawlers may fetch everything.",
    explanation: "\
## What it means
The answer says that there is no file: 404, 410 or another status from 400 to 499. Crawlers then take everything for allowed.
Where that is what you want, nothing is wrong.

## Example
GET /robots.txt
404 Not Found

## Write instead
Nothing, where everything may be fetched.
Otherwise put a text file there; an empty one opens everything as well, and says that it is meant.

## Which crawlers
All. 401, 403 and 429 are read in more than one way and have issues of their own.

## Source
RFC 9309 section 2.3.1.3 (unavailable); Google, \"How Google interprets the robots.txt specification\".
",
};

const FORBIDDEN: Code = Code {
    code: "http-401-403",
    severity: Severity::Warning,
    summary: "A robots.txt that may not be read forbids no crawling.",
    explanation: "\
## What it means
The server refuses to show its robots.txt. Most crawlers take that as if there were no file and fetch everything; a few take it as
a ban on everything. Mostly a firewall or a password stands before the whole site and nobody thought of this file.

## Example
GET /robots.txt
403 Forbidden

## Write instead
Let everybody read /robots.txt. To close a site, say so in the file (Disallow: /) or ask for a password on its pages.

## Which crawlers
Google, Bing and whoever follows RFC 9309 fetch everything. Python's urllib and crawlers made with it fetch nothing.

## Source
RFC 9309 section 2.3.1.3 (unavailable); Google, \"How Google interprets the robots.txt specification\"; Python,
urllib.robotparser.
",
};

const TOO_MANY: Code = Code {
    code: "http-429",
    severity: Severity::Error,
    summary: "Google takes 429 as a server error and stops, others as if there were no file.",
    explanation: "\
## What it means
The server says that it was asked too often. To Google that is a server error: it stops crawling the site. To others it is a
status like 404, so they fetch everything, which is the opposite of what the server wants.

## Example
GET /robots.txt
429 Too Many Requests

## Write instead
Answer requests for /robots.txt from a cache, and leave them out of what is counted.
To slow Google down for a day or two, answer pages with 503, not this file.

## Which crawlers
Google stops. Whoever follows RFC 9309 to the letter fetches everything.

## Source
RFC 9309 section 2.3.1.3; Google, \"How Google interprets the robots.txt specification\" (429 as a server error).
",
};

const SERVER_ERROR: Code = Code {
    code: "http-5xx",
    severity: Severity::Error,
    summary: "The server fails, so crawlers must take the whole site as closed.",
    explanation: "\
## What it means
A server error in place of the file says nothing about what may be fetched. Crawlers must then fetch nothing. A short one does
little harm; one that lasts takes the site out of search.

## Example
GET /robots.txt
503 Service Unavailable

## Write instead
Serve the file from a place that stays up, or 404 where there is none.
During maintenance let /robots.txt answer as always, and pages with 503.

## Which crawlers
Google fetches nothing for 12 hours, then goes by its last good copy for 30 days, and after that as if there were no file where
the site answers otherwise. RFC 9309 asks for the same caution and lets a crawler assume that there is no file after about 30
days. Yandex fetches everything.

## Source
RFC 9309 section 2.3.1.4 (unreachable); Google, \"How Google interprets the robots.txt specification\".
",
};

pub(super) const CHECK: Check = Check { codes: &[NO_FILE, FORBIDDEN, TOO_MANY, SERVER_ERROR], run: Run::Delivery(run) };

fn run(_: &Facts, delivery: &Delivery, issues: &mut Vec<Issue>) {
    let Outcome::Answered(status) = delivery.outcome else { return };
    match status {
        200..=299 => {}
        401 | 403 => issues.push(Issue::served(
            &FORBIDDEN,
            format!(
                "The answer was {status}, which forbids no crawling: Google and Bing take it as if there were no file"
            ),
        )),
        429 => {
            let google = Profile::GOOGLE.name;
            let others = Profile::ALL.iter().map(|profile| profile.name).filter(|name| *name != google).collect();
            issues.push(
                Issue::served(
                    &TOO_MANY,
                    "The answer was 429, which Google takes as a server error: it stops crawling".to_owned(),
                )
                .under(Profiles::Only(vec![google])),
            );
            issues.push(
                Issue::served(
                    &TOO_MANY,
                    "The answer was 429, a status like 404 to most: everything may be fetched".to_owned(),
                )
                .severity(Severity::Warning)
                .under(Profiles::Only(others)),
            );
        }
        400..=499 => issues.push(Issue::served(
            &NO_FILE,
            format!("The answer was {status}: there is no file, so crawlers may fetch everything"),
        )),
        304 => issues.push(Issue::served(
            &SERVER_ERROR,
            "The answer was 304 (not modified) to somebody who holds no copy: a crawler takes the site as closed"
                .to_owned(),
        )),
        status => issues.push(Issue::served(
            &SERVER_ERROR,
            format!(
                "The answer was {status}: crawlers must take the whole site as closed; Google stops for 12 hours, then \
                 goes by its last good copy for 30 days"
            ),
        )),
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::carets::all;

    fn answered(status: u16, drawn: &str) {
        all(&format!("> https://example.com/robots.txt\n< {status}\n{drawn}"));
    }

    #[test]
    fn each_status_is_one_thing_and_nothing_is_said_of_lines() {
        all("
            > https://example.com/robots.txt
            < 404
            < Content-Type: text/html
            : ^ I http-4xx-allow-all
            | <html><title>404 Not Found</title>
            | Disallow x
        ");
        answered(410, ": ^ I http-4xx-allow-all");
        answered(401, ": ^ W http-401-403");
        all("
            > https://example.com/robots.txt
            < 403
            : ^ W http-401-403
        ");
        all("
            > https://example.com/robots.txt
            < 503
            : ^ E http-5xx
            | sorry
        ");
        answered(304, ": ^ E http-5xx");
        answered(999, ": ^ E http-5xx");
    }

    #[test]
    fn too_many_requests_are_read_in_two_ways() {
        all("
            > https://example.com/robots.txt
            < 429
            : ^ E http-429 (google)
            : ^ W http-429 (rfc9309, bing, yandex, substring, first-match)
        ");
    }

    #[test]
    fn a_file_that_is_there_is_nothing_to_speak_of() {
        all("
            > https://example.com/robots.txt
            < 200
            < Content-Type: text/plain; charset=utf-8
            < Cache-Control: max-age=3600
            ! took 0.2 s
            | User-agent: *
            | Disallow: /private/
        ");
    }
}
