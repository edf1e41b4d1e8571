//! `syntax-missing-colon`: a name and a value with only white space between them.
//!
//! Text that no reader takes for a directive is left to `syntax-not-understood`.

use crate::lint::reader::directive;
use crate::lint::registry::{Check, Code, Run};
use crate::lint::wording::{quoted, short};
use crate::lint::{Facts, Issue, Mend, Severity};
use crate::robots::document::{Line, Syntax};
use crate::robots::{Kind, LineNo, Span};

const CODE: Code = Code {
    code: "syntax-missing-colon",
    severity: Severity::Warning,
    summary: "A directive without its colon: Google accepts it, Yandex and most libraries drop the line.",
    explanation: "\
## What it means
A directive is a name, a colon and a value. Google's parser forgives a missing colon where exactly two words stand in the line.
Others drop the line, so that one file says different things to different crawlers. For a name that Google does not use, such
as Crawl-delay, this is only worth knowing.

## Example
User-agent: *
Disallow /private/

## Write instead
User-agent: *
Disallow: /private/

## Which crawlers
Google and Bing accept it. The standard, Yandex and most libraries do not.

## Source
RFC 9309 section 2.2; google/robotstxt, robots.cc, GetKeyAndValueFrom.
",
};

pub(super) const CHECK: Check = Check { codes: &[CODE], run: Run::Line(run) };

fn run(facts: &Facts, number: LineNo, line: &Line, issues: &mut Vec<Issue>) {
    let severity = match line.kind(Syntax::Lenient) {
        Kind::UserAgent | Kind::Allow | Kind::Disallow | Kind::Sitemap => Severity::Warning,
        Kind::CrawlDelay | Kind::Unused => Severity::Info,
        _ => return,
    };
    if !line.marks.no_colon {
        return;
    }
    let fields = facts.document.fields(number, Syntax::Lenient);
    let source = facts.document.source();
    let (key, value) = (source.slice(fields.key), source.slice(fields.value));
    let message = if severity == Severity::Warning {
        let read_as = format!("`{}: {}`", short(key), short(value));
        format!(
            "Without a colon after {}, only Google reads {read_as}; Yandex and most libraries drop the line",
            quoted(key)
        )
    } else {
        format!(
            "Without a colon after {}, the line is ignored even by the few crawlers that read this directive",
            quoted(key)
        )
    };
    let gap = Span::new(fields.key.end, fields.value.start);
    let mend = Mend { title: "Write the colon", span: gap, text: ": ".to_owned() };
    issues.push(Issue::new(&CODE, directive(fields), message).severity(severity).mend(mend));
}

#[cfg(test)]
mod tests {
    use super::CHECK;
    use crate::lint::carets::only;

    #[test]
    fn two_words_are_a_directive_to_google_alone() {
        let issues = only(
            &CHECK,
            "
            | User-agent *
            : ^^^^^^^^^^^^ W syntax-missing-colon
            |   Disallow\t /private/ # note
            :   ^^^^^^^^^^^^^^^^^^^ W syntax-missing-colon
            | Crawl-delay 10
            : ^^^^^^^^^^^^^^ I syntax-missing-colon
        ",
        );
        assert!(issues[1].message.contains("reads `Disallow: /private/`"));
        let mend = issues[1].mend.as_ref().expect("a mend");
        assert_eq!((mend.span.len(), mend.text.as_str()), (2, ": "));
    }

    #[test]
    fn text_is_no_directive() {
        only(
            &CHECK,
            "
            | hello world
            | Disallow /a b
            | Disallow
            | User-agent: *
            | Disallow: /
            | # Disallow /x
        ",
        );
    }
}
