//! `scope-www-apex-differ`: a host and its www answer differently.

use super::{Answer, difference};
use crate::lint::registry::{Check, Code, Run};
use crate::lint::{Issue, Severity};
use crate::robots::Span;

const CODE: Code = Code {
    code: "scope-www-apex-differ",
    severity: Severity::Warning,
    summary: "A host and its www answer differently.",
    explanation: "\
## What it means
example.com and www.example.com are two hosts to a crawler, and each has a robots.txt of its own. Mostly one of them is forgotten:
its file is the one from before the last move, or there is none, and the URLs of that host are crawled by other rules.

## Example
https://www.example.com/robots.txt says Disallow: /private
https://example.com/robots.txt is the file of two years ago

## Write instead
Serve the same file on both, or redirect one host to the other as a whole, /robots.txt included.

## Which crawlers
All: no crawler takes the file of one host for another.

## Source
RFC 9309 section 2.3; Google, \"How Google interprets the robots.txt specification\", table of valid robots.txt URLs.
",
};

pub(in crate::lint) const CHECK: Check = Check { codes: &[CODE], run: Run::Beside(run) };

fn run(answers: &[Answer], issues: &mut Vec<Issue>) {
    let mut said: Vec<&str> = Vec::new();
    // Where both schemes differ, one sentence will do: https is what people look at.
    for scheme in ["https", "http"] {
        for www in answers.iter().filter(|answer| answer.origin.scheme == scheme) {
            let Some(apex) = www.origin.host.strip_prefix("www.").filter(|apex| !said.contains(apex)) else { continue };
            let is_apex = |other: &&Answer| {
                other.origin.scheme == scheme
                    && other.origin.host == apex
                    && (other.origin.port, other.asker) == (www.origin.port, www.asker)
            };
            if let Some(what) = answers.iter().find(is_apex).and_then(|apex| difference(apex, www)) {
                said.push(apex);
                issues.push(Issue::new(
                    &CODE,
                    Span::default(),
                    format!("{what}: each host is ruled by its own answer"),
                ));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::beside::tests::found;

    const FILE: &str = "User-agent: *\nDisallow: /a\n";

    #[test]
    fn a_host_and_its_www_are_compared_once() {
        let other = "User-agent: *\nDisallow: /b\n";
        let answers = [
            ("http://a.test/", FILE),
            ("https://a.test/", FILE),
            ("http://www.a.test/", other),
            ("https://www.a.test/", other),
        ];
        let sentence = "scope-www-apex-differ: https://a.test and https://www.a.test serve different files: each host is ruled \
                        by its own answer";
        assert_eq!(found(&answers), [sentence]);
        assert_eq!(found(&answers[..2]), [""; 0]);
        let http_only = [answers[0], answers[1], answers[2], ("https://www.a.test/", "0")];
        assert_eq!(found(&http_only).len(), 1);
    }
}
