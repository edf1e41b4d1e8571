//! `http-wrong-content-type`: a type other than text/plain, or a charset that is not UTF-8, on what is text all the same.

use crate::lint::registry::{Check, Code, Run};
use crate::lint::wording::quoted;
use crate::lint::{Facts, Issue, Severity};
use crate::robots::Delivery;
use crate::robots::body::{Charset, Kind};

const CODE: Code = Code {
    code: "http-wrong-content-type",
    severity: Severity::Warning,
    summary: "The content type is not text/plain in UTF-8.",
    explanation: "\
## What it means
A robots.txt is text/plain in UTF-8. Large engines read the text whatever its type; others give up on a type that is not text, and
a browser may offer to save the file. A charset other than UTF-8 is heard by nobody: letters beyond ASCII then match nothing.

## Example
Content-Type: application/octet-stream

## Write instead
Content-Type: text/plain; charset=utf-8

## Which crawlers
Google reads any type and drops bytes that are no UTF-8. What smaller crawlers do differs.

## Source
RFC 9309 section 2.3 (text/plain, UTF-8); Google, \"How Google interprets the robots.txt specification\" (file format).
",
};

pub(super) const CHECK: Check = Check { codes: &[CODE], run: Run::Delivery(run) };

fn run(facts: &Facts, delivery: &Delivery, issues: &mut Vec<Issue>) {
    // What is no text is an issue in itself, and its type only fits.
    if !delivery.is_file() || facts.body.kind != Kind::Text {
        return;
    }
    match delivery.media_type() {
        None => {
            let message = "No content type is named; it should be `text/plain`".to_owned();
            issues.push(Issue::served(&CODE, message).severity(Severity::Info));
        }
        Some(plain) if plain.eq_ignore_ascii_case("text/plain") => {}
        Some(other) => {
            let message = format!("The content type is {}; it should be `text/plain`", quoted(other.as_bytes()));
            issues.push(Issue::served(&CODE, message));
        }
    }
    let Some(charset) = delivery.charset().filter(|charset| !is_read_as_utf8(charset)) else { return };
    let named = quoted(charset.as_bytes());
    let issue = match facts.body.charset {
        Charset::Ascii => {
            let message = format!("The charset is {named}, not UTF-8; the file is all ASCII, so nothing is lost");
            Issue::served(&CODE, message).severity(Severity::Info)
        }
        Charset::Utf8 => {
            let message = format!("The charset is {named}, but the file is UTF-8, which is what crawlers read");
            Issue::served(&CODE, message).severity(Severity::Info)
        }
        Charset::Utf16 | Charset::Other => {
            let message = format!("The charset is {named}: crawlers read UTF-8, so letters beyond ASCII are lost");
            Issue::served(&CODE, message)
        }
    };
    issues.push(issue);
}

fn is_read_as_utf8(charset: &str) -> bool {
    ["utf-8", "utf8", "us-ascii", "ascii"].iter().any(|name| charset.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::CHECK;
    use crate::lint::carets::only;

    fn check(content_type: &str, drawn: &str, text: &str) {
        let headers = if content_type.is_empty() { String::new() } else { format!("< Content-Type: {content_type}\n") };
        only(&CHECK, &format!("> https://example.com/robots.txt\n< 200\n{headers}{drawn}\n| Disallow: /{text}"));
    }

    #[test]
    fn a_robots_txt_is_plain_text() {
        only(
            &CHECK,
            "
            > https://example.com/robots.txt
            < 200
            < Content-Type: text/html; charset=utf-8
            : ^ W http-wrong-content-type
            | User-agent: *
        ",
        );
        check("application/octet-stream", ": ^ W http-wrong-content-type", "x");
        check("", ": ^ I http-wrong-content-type", "x");
        check("Text/Plain; charset=UTF-8", "", "é");
    }

    #[test]
    fn a_charset_matters_where_there_are_letters() {
        check("text/plain; charset=iso-8859-1", ": ^ I http-wrong-content-type", "x");
        check("text/plain; charset=iso-8859-1", ": ^ I http-wrong-content-type", "é");
    }

    #[test]
    fn a_picture_is_called_a_picture_and_not_a_wrong_type() {
        only(&CHECK, "> https://example.com/robots.txt\n< 200\n< Content-Type: image/gif\n| GIF89a");
    }
}
