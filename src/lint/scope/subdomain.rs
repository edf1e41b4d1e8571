//! `scope-subdomain-uncovered`: hosts of the same site that its sitemaps name, and that have files of their own.

use crate::lint::registry::{Check, Code, Run};
use crate::lint::wording::{NAMED, list, short};
use crate::lint::{Facts, Issue, Severity};
use crate::robots::{Origin, Span};

const CODE: Code = Code {
    code: "scope-subdomain-uncovered",
    severity: Severity::Info,
    summary: "A host that the sitemaps name has a robots.txt of its own.",
    explanation: "\
## What it means
A Sitemap line names a host below the same domain. The rules here do not hold there: each host has a robots.txt of its own, and
where it has none, everything on it may be fetched.

## Example
https://www.example.com/robots.txt:
Sitemap: https://blog.example.com/sitemap.xml

## Write instead
Nothing. Look at https://blog.example.com/robots.txt as well.

## Which crawlers
All.

## Source
RFC 9309 section 2.3 (access by scheme and authority); Google, \"How Google interprets the robots.txt specification\".
",
};

pub(super) const CHECK: Check = Check { codes: &[CODE], run: Run::File(run) };

fn run(facts: &Facts, issues: &mut Vec<Issue>) {
    let Some(origin) = facts.origin else { return };
    let own = bare(&origin.host);
    let below = |host: &str, domain: &str| host.strip_suffix(domain).is_some_and(|rest| rest.ends_with('.'));
    let mut found: Vec<(String, Span)> = Vec::new();
    for &line in facts.lenient.sitemaps() {
        let value = String::from_utf8_lossy(facts.lenient.value(line));
        let Some(host) = Origin::of(&value).map(|origin| origin.host) else { continue };
        let other = bare(&host);
        // Without a list of all domains under which names are sold, only names below each other are surely of one site.
        if (below(other, own) || below(own, other) && other.contains('.'))
            && found.iter().all(|(seen, _)| *seen != host)
        {
            let fields = facts.document.fields(line, facts.lenient.syntax());
            found.push((host, fields.value));
        }
    }
    let Some(&(_, first)) = found.first() else { return };
    let names = list(found.iter().map(|(host, _)| short(host.as_bytes())), found.len());
    let message = if found.len() == 1 {
        format!("{names} has a robots.txt of its own: the rules here do not hold there")
    } else {
        format!("{names} have files of their own: the rules here do not hold there")
    };
    let mut issue = Issue::new(&CODE, first, message);
    for (_, span) in found.iter().skip(1).take(NAMED) {
        issue = issue.related(*span, "another host");
    }
    issues.push(issue);
}

fn bare(host: &str) -> &str {
    host.strip_prefix("www.").unwrap_or(host)
}

#[cfg(test)]
mod tests {
    use super::CHECK;
    use crate::lint::carets::only;

    #[test]
    fn a_host_below_has_a_file_of_its_own() {
        let issues = only(
            &CHECK,
            "
            > https://www.example.com/robots.txt
            < 200
            | Sitemap: https://example.com/sitemap.xml
            | Sitemap: https://blog.example.com/sitemap.xml
            :          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ I scope-subdomain-uncovered
            | Sitemap: https://blog.example.com/news.xml
            | Sitemap: https://shop.example.com/sitemap.xml
            :          ------------------------------------ another host
            | Sitemap: https://cdn.test/sitemap.xml
            | Sitemap: /sitemap.xml
        ",
        );
        assert!(issues[0].message.starts_with("blog.example.com and shop.example.com have files"));
    }
}
