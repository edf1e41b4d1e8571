//! `rule-blocks-whole-site`: nothing but the robots.txt itself is left open for `*`.
//!
//! Judged by effect, not by the look of one line: a rule that an `Allow` makes up for closes nothing. Where search engines have
//! groups that let them in, the file is a list of who may come, and the issue is only worth knowing.

use crate::crawlers::{Purpose, catalogue};
use crate::lint::reader::Reader;
use crate::lint::registry::{Check, Code, Run};
use crate::lint::wording::quoted;
use crate::lint::{Issue, Severity};
use crate::robots::ruleset::Chosen;
use crate::robots::{LineNo, Ruleset};

const CODE: Code = Code {
    code: "rule-blocks-whole-site",
    severity: Severity::Error,
    summary: "This closes the whole site for every crawler that has no group of its own.",
    explanation: "\
## What it means
The rules for * leave nothing open but /robots.txt. Pages are no longer crawled, and drop out of search results in time. This
is often left over from the days before a site went live. Where a search engine has a group of its own that lets it in, the
file is a list of who may come, and the issue is only worth knowing.

## Example
User-agent: *
Disallow: /

## Write instead
User-agent: *
Disallow: /private/
To open everything, leave the value of Disallow empty.

## Which crawlers
Every crawler that obeys and has no group of its own.

## Source
RFC 9309 section 2.2.2.
",
};

pub(super) const CHECK: Check = Check { codes: &[CODE], run: Run::Reader(run) };

fn run(reader: &Reader, issues: &mut Vec<Issue>) {
    let Some(line) = reader.star_closed_by() else { return };
    let rule = quoted(reader.text(line));
    let issue = match let_in(reader) {
        None => {
            let effect = "closes the whole site for `*`: no crawler without a group of its own may fetch anything";
            Issue::new(&CODE, reader.span(line), format!("{rule} {effect}"))
        }
        Some((name, agent)) => {
            let effect = "closes the whole site for `*`, but not for crawlers with a group of their own, such as";
            Issue::new(&CODE, reader.span(line), format!("{rule} {effect} {}", quoted(name.as_bytes())))
                .severity(Severity::Info)
                .related(reader.span(agent), "this group lets a search engine in")
        }
    };
    issues.push(issue);
}

/// A search engine that a group names and that may fetch the home page, and the line that names it.
fn let_in(reader: &Reader) -> Option<(&'static str, LineNo)> {
    let home = reader.path("/");
    catalogue().iter().filter(|entry| entry.purpose == Purpose::Search).find_map(|entry| {
        let rules = Ruleset::new(reader.reading, &entry.crawler(), reader.profile);
        let group = match rules.choice().chosen {
            Chosen::Token(_) | Chosen::Part => reader.reading.groups().get(*rules.choice().groups.first()?)?,
            Chosen::Star | Chosen::Nothing => return None,
        };
        rules.decide(&home).allowed.then_some((entry.token, group.first))
    })
}

#[cfg(test)]
mod tests {
    use super::CHECK;
    use crate::lint::carets::only;

    #[test]
    fn the_whole_site_is_closed_in_several_ways() {
        for value in ["/", "/*", "*", "/*$", "/**"] {
            let carets = "^".repeat("Disallow: ".len() + value.len());
            let issues = only(
                &CHECK,
                &format!(
                    "
                | User-agent: *
                | Disallow: {value}
                : {carets} E rule-blocks-whole-site
                | Disallow: /private/
                | Allow: /robots.txt
            "
                ),
            );
            assert!(issues[0].message.starts_with(&format!("`Disallow: {value}` closes the whole site")));
        }
    }

    #[test]
    fn groups_for_everybody_are_judged_together() {
        only(
            &CHECK,
            "
            | User-agent: *
            | Disallow: /private/
            | User-agent: BadBot
            | Disallow: /
            | User-agent: *
            | Disallow: /
            : ^^^^^^^^^^^ E rule-blocks-whole-site
        ",
        );
    }

    #[test]
    fn a_list_of_who_may_come_is_worth_knowing() {
        only(
            &CHECK,
            "
            | User-agent: Googlebot
            : --------------------- this group lets a search engine in
            | Disallow: /private/
            |
            | User-agent: *
            | Disallow: /
            : ^^^^^^^^^^^ I rule-blocks-whole-site
        ",
        );
    }

    #[test]
    fn what_an_allow_opens_is_not_closed() {
        only(
            &CHECK,
            "
            | User-agent: *
            | Disallow: /
            | Allow: /
        ",
        );
        only(
            &CHECK,
            "
            | User-agent: *
            | Disallow: /
            | Allow: /public/
        ",
        );
        only(
            &CHECK,
            "
            | User-agent: *
            | Disallow: /
            | Allow: /$
        ",
        );
    }

    #[test]
    fn other_groups_and_parts_of_a_site_are_no_matter() {
        only(
            &CHECK,
            "
            | User-agent: BadBot
            | Disallow: /
            | User-agent: *
            | Disallow: /*/
            | Disallow: /*?
            | Disallow: /index.html
            | Disallow:
        ",
        );
    }
}
