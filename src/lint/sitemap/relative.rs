//! `sitemap-relative`: a sitemap that is named without scheme and host.
//!
//! A line without a value is left to `sitemap-empty`, and which schemes will do to `sitemap-bad-scheme`.

use crate::lint::registry::{Check, Code, Run};
use crate::lint::wording::quoted;
use crate::lint::{Facts, Issue, Mend, Profiles, Severity};
use crate::robots::document::{Line, Syntax};
use crate::robots::{Kind, LineNo, Profile, Span};

const CODE: Code = Code {
    code: "sitemap-relative",
    severity: Severity::Error,
    summary: "A Sitemap line needs a full URL with scheme and host.",
    explanation: "\
## What it means
A Sitemap line takes a full URL. Search engines do not put the site's own address in front of a path, so the sitemap is not
found by this line.

## Example
Sitemap: /sitemap.xml

## Write instead
Sitemap: https://www.example.com/sitemap.xml

## Which crawlers
Google, Bing and Yandex all ask for the full URL. Lighthouse fails on this line.

## Source
sitemaps.org protocol, \"Specifying the Sitemap location in your robots.txt file\"; Google, \"How Google interprets the
robots.txt specification\".
",
};

pub(super) const CHECK: Check = Check { codes: &[CODE], run: Run::Line(run) };

fn run(facts: &Facts, number: LineNo, line: &Line, issues: &mut Vec<Issue>) {
    let (syntax, profiles) = if line.kind(Syntax::Strict) == Kind::Sitemap {
        (Syntax::Strict, Profiles::All)
    } else if line.kind(Syntax::Lenient) == Kind::Sitemap {
        (Syntax::Lenient, Profiles::Only(vec![Profile::GOOGLE.name]))
    } else {
        return;
    };
    let fields = facts.document.fields(number, syntax);
    let value = facts.document.source().slice(fields.value);
    if value.is_empty() || has_scheme_and_host(value) {
        return;
    }
    let message =
        format!("{} is no full URL with scheme and host, so search engines ignore this `Sitemap` line", quoted(value));
    let mut issue = Issue::new(&CODE, fields.value, message).under(profiles);
    if let Some(origin) = facts.origin.filter(|_| value.starts_with(b"/") && !value.starts_with(b"//")) {
        let before = Span::new(fields.value.start, fields.value.start);
        issue = issue.mend(Mend { title: "Put scheme and host in front", span: before, text: origin.to_string() });
    }
    issues.push(issue);
}

fn has_scheme_and_host(value: &[u8]) -> bool {
    let Some(at) = memchr::memmem::find(value, b"://") else { return false };
    let (scheme, rest) = (&value[..at], &value[at + 3..]);
    let named = scheme.first().is_some_and(u8::is_ascii_alphabetic)
        && scheme.iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'));
    named && !matches!(rest.first(), None | Some(b'/' | b'?' | b'#' | b':'))
}

#[cfg(test)]
mod tests {
    use super::CHECK;
    use crate::lint::carets::only;
    use crate::lint::{Facts, check};
    use crate::robots::{Document, Origin};
    use std::sync::Arc;

    #[test]
    fn a_sitemap_is_named_by_its_full_url() {
        only(
            &CHECK,
            "
            | Sitemap: /sitemap.xml
            :          ^^^^^^^^^^^^ E sitemap-relative
            | Sitemap: sitemap.xml
            :          ^^^^^^^^^^^ E sitemap-relative
            | Sitemap: //example.com/sitemap.xml
            :          ^^^^^^^^^^^^^^^^^^^^^^^^^ E sitemap-relative
            | Sitemap: www.example.com/sitemap.xml
            :          ^^^^^^^^^^^^^^^^^^^^^^^^^^^ E sitemap-relative
            | Sitemap: https:///sitemap.xml
            :          ^^^^^^^^^^^^^^^^^^^^ E sitemap-relative
            | Site-map: /s?u=https://example.com/
            :           ^^^^^^^^^^^^^^^^^^^^^^^^^ E sitemap-relative (google)
        ",
        );
    }

    #[test]
    fn a_full_url_is_well_whatever_its_scheme() {
        only(
            &CHECK,
            "
            | Sitemap: https://example.com/sitemap.xml
            | sitemap: HTTP://example.com:8080/sitemap.xml
            | Sitemap: ftp://example.com/sitemap.xml
            | Sitemap:
        ",
        );
    }

    #[test]
    fn where_the_site_is_known_its_address_is_put_in_front() {
        let document = Arc::new(Document::parse("Sitemap: /sitemap.xml\n"));
        let origin = Origin::of("https://example.com:8443/robots.txt");
        let facts = origin.as_ref().map(|origin| Facts::new(&document).at(origin)).expect("an origin");
        let mend = check(&facts).remove(0).mend.expect("a mend");
        assert_eq!((mend.span.start, mend.text.as_str()), (9, "https://example.com:8443"));
    }
}
