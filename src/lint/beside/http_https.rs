//! `scope-http-https-differ`: the two schemes of a host answer differently.

use super::{Answer, difference};
use crate::lint::registry::{Check, Code, Run};
use crate::lint::{Issue, Severity};
use crate::robots::Span;

const CODE: Code = Code {
    code: "scope-http-https-differ",
    severity: Severity::Warning,
    summary: "A host answers differently over http and over https.",
    explanation: "\
## What it means
A robots.txt rules one scheme, one host and one port. A crawler that has an http URL asks for the file over http, and what it
finds there holds for the http URLs alone. Where the two files differ, or only one of the schemes has one, a rule that you wrote
for the site holds for half of its URLs.

## Example
http://example.com/robots.txt answers 404
https://example.com/robots.txt says Disallow: /private

## Write instead
Serve the same file for both, or let http redirect to https: the file at the end of the redirect then rules the http URLs too.

## Which crawlers
All: the file belongs to the origin that was asked.

## Source
RFC 9309 section 2.3; Google, \"How Google interprets the robots.txt specification\", table of valid robots.txt URLs.
",
};

pub(in crate::lint) const CHECK: Check = Check { codes: &[CODE], run: Run::Beside(run) };

fn run(answers: &[Answer], issues: &mut Vec<Issue>) {
    let of = |scheme: &'static str| answers.iter().filter(move |answer| answer.origin.scheme == scheme);
    for https in of("https") {
        let is_same_host = |http: &&Answer| {
            (&http.origin.host, http.origin.port, http.asker) == (&https.origin.host, https.origin.port, https.asker)
        };
        if let Some(what) = of("http").find(is_same_host).and_then(|http| difference(https, http)) {
            let message = format!("{what}: each scheme is ruled by its own answer");
            issues.push(Issue::new(&CODE, Span::default(), message));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::beside::tests::found;

    const FILE: &str = "User-agent: *\nDisallow: /a\n";

    #[test]
    fn schemes_that_answer_differently_are_named() {
        assert_eq!(
            found(&[("https://a.test/", FILE), ("http://a.test/", "User-agent: *\n")]),
            [
                "scope-http-https-differ: https://a.test and http://a.test serve different files: each scheme is ruled by its \
              own answer"
            ]
        );
        let none = "scope-http-https-differ: https://a.test has a file, http://a.test has none (404), so everything may be \
                    fetched there: each scheme is ruled by its own answer";
        assert_eq!(found(&[("http://a.test/", "404"), ("https://a.test/", FILE)]), [none]);
        assert_eq!(found(&[("https://a.test/", "404"), ("http://a.test/", "503")]).len(), 1);
    }

    #[test]
    fn where_both_say_the_same_or_nothing_answers_nothing_is_said() {
        let other_comment = format!("# made just now\n{FILE}");
        for http in [FILE, &other_comment, "0"] {
            assert_eq!(found(&[("https://a.test/", FILE), ("http://a.test/", http)]), [""; 0], "{http}");
        }
        assert_eq!(found(&[("https://a.test/", "404"), ("http://a.test/", "410")]), [""; 0]);
        assert_eq!(found(&[("https://a.test/", FILE), ("http://b.test/", "404")]), [""; 0]);
    }
}
