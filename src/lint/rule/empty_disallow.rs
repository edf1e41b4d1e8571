//! `rule-empty-disallow`: an empty `Disallow` beside one that closes everything.
//!
//! An empty `Disallow` alone is the old way to say that all is open, and every engine agrees; it is no issue. It becomes one
//! where the same crawler also sees `Disallow: /` or `Disallow: *`, which are as short as the `Allow: /` that Yandex makes of it.

use crate::lint::reader::Reader;
use crate::lint::registry::{Check, Code, Run};
use crate::lint::wording::quoted;
use crate::lint::{Issue, Severity};
use crate::robots::{Group, Kind, LineNo};

const CODE: Code = Code {
    code: "rule-empty-disallow",
    severity: Severity::Info,
    summary: "An empty Disallow beside one that closes everything: engines disagree.",
    explanation: "\
## What it means
To Google and the standard, an empty Disallow closes nothing and opens nothing. Yandex reads it as Allow: /. Alone that is the
same. Beside Disallow: / it is not: Google closes the site, and Yandex has a tie, in which allow wins.

## Example
User-agent: *
Disallow: /
Disallow:

## Write instead
User-agent: *
Disallow: /
Or, to open the site, the empty line alone.

## Which crawlers
Yandex, and readers for whom the first rule decides, differ from Google and the standard.

## Source
RFC 9309 section 2.2.2; Yandex Webmaster help, \"Allow and Disallow directives\".
",
};

pub(super) const CHECK: Check = Check { codes: &[CODE], run: Run::Reader(run) };

fn run(reader: &Reader, issues: &mut Vec<Issue>) {
    let found: Vec<Found> = reader.reading.groups().iter().map(|group| Found::in_group(reader, group)).collect();
    if found.iter().all(|f| f.empty.is_none()) || found.iter().all(|f| f.root.is_none()) {
        return;
    }
    let star = reader.star().choice().groups.as_slice();
    let named = reader.parties().iter().map(|party| party.groups.as_slice());
    let mut lines: Vec<(LineNo, LineNo)> = Vec::new();
    for groups in std::iter::once(star).chain(named) {
        let first = |of: fn(&Found) -> Option<LineNo>| groups.iter().find_map(|&group| of(&found[group]));
        lines.extend(first(|f| f.empty).zip(first(|f| f.root)));
    }
    lines.sort_unstable();
    lines.dedup_by_key(|(empty, _)| *empty);
    for (empty, root) in lines {
        let closes = quoted(reader.text(root));
        let message = format!(
            "This empty `Disallow` is nothing to Google, but `Allow: /` to Yandex, so beside {closes} the site is closed to \
             one and open to the other"
        );
        let issue = Issue::new(&CODE, reader.span(empty), message);
        issues.push(issue.related(reader.span(root), "this closes everything"));
    }
}

/// The first rules of a group that matter here.
struct Found {
    empty: Option<LineNo>,
    root: Option<LineNo>,
}

impl Found {
    fn in_group(reader: &Reader, group: &Group) -> Self {
        let first = |fits: fn(&[u8]) -> bool| {
            let mut rules = reader.reading.rules(group).iter().copied();
            rules.find(|&line| reader.reading.kind(line) == Kind::Disallow && fits(reader.reading.value(line)))
        };
        Self { empty: first(<[u8]>::is_empty), root: first(|value| matches!(value, b"/" | b"*")) }
    }
}

#[cfg(test)]
mod tests {
    use super::CHECK;
    use crate::lint::carets::only;

    #[test]
    fn an_empty_rule_beside_one_that_closes_everything_divides_the_engines() {
        only(
            &CHECK,
            "
            | User-agent: *
            | Disallow: /
            : ----------- this closes everything
            | Disallow:
            : ^^^^^^^^ I rule-empty-disallow
        ",
        );
    }

    #[test]
    fn groups_of_one_crawler_are_read_together() {
        only(
            &CHECK,
            "
            | User-agent: FooBot
            | Disallow: # nothing
            : ^^^^^^^^ I rule-empty-disallow
            | User-agent: *
            | Disallow:
            | User-agent: foobot/2.1
            | Disallow: /
            : ----------- this closes everything
        ",
        );
    }

    #[test]
    fn alone_it_opens_everything_and_all_agree() {
        only(
            &CHECK,
            "
            | User-agent: GPTBot
            | Disallow:
            |
            | User-agent: CCBot
            | Disallow: /
            |
            | User-agent: *
            | Disallow: /private/
            | Disallow:
        ",
        );
    }
}
