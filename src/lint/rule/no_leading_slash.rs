//! `rule-no-leading-slash`: a path that begins with neither `/` nor `*`.

use crate::lint::reader::directive;
use crate::lint::registry::{Check, Code, Run};
use crate::lint::wording::quoted;
use crate::lint::{Facts, Issue, Mend, Profiles, Severity};
use crate::robots::document::{Line, Syntax};
use crate::robots::{LineNo, Profile, Span};

const CODE: Code = Code {
    code: "rule-no-leading-slash",
    severity: Severity::Error,
    summary: "A path must begin with / or *, so this rule matches nothing.",
    explanation: "\
## What it means
A rule is compared with the path of a URL from its start, and a path begins with a slash. A value that begins with anything
else matches no URL: what it was meant to close stays open. Only a star may stand in place of the slash.

## Example
User-agent: *
Disallow: private/

## Write instead
User-agent: *
Disallow: /private/

## Which crawlers
Google and all that follow RFC 9309. A few libraries put the slash in front themselves.

## Source
RFC 9309 section 2.2 (path-pattern); Google, \"How Google interprets the robots.txt specification\".
",
};

pub(super) const CHECK: Check = Check { codes: &[CODE], run: Run::Line(run) };

fn run(facts: &Facts, number: LineNo, line: &Line, issues: &mut Vec<Issue>) {
    let (syntax, profiles) = if line.kind(Syntax::Strict).is_rule() {
        (Syntax::Strict, Profiles::All)
    } else if line.kind(Syntax::Lenient).is_rule() {
        (Syntax::Lenient, Profiles::Only(vec![Profile::GOOGLE.name]))
    } else {
        return;
    };
    let fields = facts.document.fields(number, syntax);
    let source = facts.document.source();
    let value = source.slice(fields.value);
    if matches!(value.first(), None | Some(b'/' | b'*')) {
        return;
    }
    let rule = quoted(source.slice(directive(fields)));
    let message = if is_url(value) {
        format!("{rule} matches nothing: a rule takes a path that begins with `/`, not a URL")
    } else {
        format!("{rule} matches nothing, since a path begins with `/` or `*`")
    };
    let mut issue = Issue::new(&CODE, fields.value, message).under(profiles);
    if lacks_only_the_slash(value) {
        let before = Span::new(fields.value.start, fields.value.start);
        issue = issue.mend(Mend { title: "Put a slash in front", span: before, text: "/".to_owned() });
    }
    issues.push(issue);
}

fn is_url(value: &[u8]) -> bool {
    [b"http://".as_slice(), b"https://"]
        .iter()
        .any(|scheme| value.len() >= scheme.len() && value[..scheme.len()].eq_ignore_ascii_case(scheme))
}

/// Whether a slash in front is certainly what was meant: the value begins as a name does, and not with a host. `.php` may want
/// `/*` and `"/x"` may want something else.
fn lacks_only_the_slash(value: &[u8]) -> bool {
    let first = value.split(|&byte| byte == b'/').next().unwrap_or_default();
    let is_name = first.iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.'));
    let is_host = first.len() < value.len() && first.contains(&b'.');
    is_name && !is_host && first.first().is_some_and(u8::is_ascii_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::CHECK;
    use crate::lint::carets::only;

    #[test]
    fn a_path_without_its_slash_matches_nothing() {
        let issues = only(
            &CHECK,
            "
            | User-agent: *
            | Disallow:   private/ # note
            :             ^^^^^^^^ E rule-no-leading-slash
            | Allow: index.html
            :        ^^^^^^^^^^ E rule-no-leading-slash
        ",
        );
        let mend = issues[0].mend.as_ref().expect("a mend");
        assert_eq!((mend.span.range(), mend.text.as_str()), (26..26, "/"));
    }

    #[test]
    fn where_more_than_a_slash_may_be_missing_no_mend_is_offered() {
        let issues = only(
            &CHECK,
            "
            | User-agent: *
            | Disallow: .php$
            :           ^^^^^ E rule-no-leading-slash
            | Disallow: HTTPS://example.com/private/
            :           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ E rule-no-leading-slash
            | Disallow: example.com/private/
            :           ^^^^^^^^^^^^^^^^^^^^ E rule-no-leading-slash
            | Disallow: ?q=
            :           ^^^ E rule-no-leading-slash
            | Disallow: %2Fprivate
            :           ^^^^^^^^^^ E rule-no-leading-slash
        ",
        );
        assert!(issues.iter().all(|issue| issue.mend.is_none()));
        assert!(issues[1].message.ends_with("not a URL"));
    }

    #[test]
    fn what_only_google_takes_for_a_rule_concerns_google() {
        only(
            &CHECK,
            "
            | User-agent: *
            | Dissallow: private/
            :            ^^^^^^^^ E rule-no-leading-slash (google)
        ",
        );
    }

    #[test]
    fn stars_and_empty_values_are_well() {
        only(
            &CHECK,
            "
            | User-agent: *
            | Disallow: *.php
            | Disallow: /private
            | Disallow:
            | Allow: # nothing
            | Sitemap: sitemap.xml
        ",
        );
    }
}
