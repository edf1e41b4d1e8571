//! `group-drops-star-rules`: a named group that forgets what `*` closes.
//!
//! A group of its own replaces `*` for a crawler. Often that is wanted, so this speaks only where the group seems to have
//! forgotten a rule: a URL that the rule of `*` closes, and about which the named group says nothing at all. So it is silent
//! where the group
//! - closes the URL too, as `Disallow: /` does;
//! - opens it in so many words: `Allow: /`, an empty `Disallow`, or an `Allow` for just this path;
//! - has a rule for something below it, such as `/search?q=` where `*` has `/search`;
//! - lets a crawler in where `*` shuts everybody out;
//! - names a crawler that never follows `*`;
//! - holds neither rule nor any other record, which is `group-no-rules`.
//!
//! For crawlers that only make previews of links it is no more than worth knowing. Crawlers that lose the same rules are one
//! issue, at the first of them.

use crate::crawlers::{Entry, Purpose, catalogue};
use crate::lint::reader::{Party, Reader, Rule};
use crate::lint::registry::{Check, Code, Run};
use crate::lint::wording::{NAMED, list, quoted, short};
use crate::lint::{Issue, Severity};
use crate::robots::{LineNo, Path, Span};
use std::collections::HashMap;

const CODE: Code = Code {
    code: "group-drops-star-rules",
    severity: Severity::Warning,
    summary: "A crawler with a group of its own does not follow the rules of `*`, and may fetch what they close.",
    explanation: "\
## What it means
A crawler that some group names follows that group alone. The rules of * do not come on top of it. So a group that was only
meant to add a rule, or a Crawl-delay, opens everything that * closes. The issue names rules of * about whose URLs the
crawler's own group says nothing. It is silent where the group opens them in so many words, for instance with Allow: /.

## Example
User-agent: *
Disallow: /admin/

User-agent: Bingbot
Crawl-delay: 5

## Write instead
User-agent: *
Disallow: /admin/

User-agent: Bingbot
Disallow: /admin/
Crawl-delay: 5

## Which crawlers
All: no crawler adds the rules of * to those of its own group.

## Source
RFC 9309 section 2.2.1; Google, \"How Google interprets the robots.txt specification\", order of precedence for user agents.
",
};

pub(super) const CHECK: Check = Check { codes: &[CODE], run: Run::Reader(run) };

/// Comparisons of a URL with a rule, once among the rules of `*` and once with the other groups, after which the rest of a file
/// goes unexamined: a few milliseconds, and more than a file needs that people wrote.
const COMPARISONS: usize = 300_000;

fn run(reader: &Reader, issues: &mut Vec<Issue>) {
    if reader.parties().is_empty() {
        return;
    }
    let closed = closed_by_star(reader);
    if closed.is_empty() {
        return;
    }
    let known = Known::new();
    let mut budget = Budget(COMPARISONS);
    let mut index: HashMap<(Severity, Vec<usize>), usize> = HashMap::new();
    let mut found: Vec<(Severity, Vec<usize>, Vec<LineNo>)> = Vec::new();
    for party in reader.parties() {
        let Some(forgotten) = forgotten(reader, party, &closed, &mut budget) else { break };
        if forgotten.is_empty() {
            continue;
        }
        let (agents, severity) = known.followers(party, reader);
        let at = *index.entry((severity, forgotten)).or_insert_with_key(|(severity, forgotten)| {
            found.push((*severity, forgotten.clone(), Vec::new()));
            found.len() - 1
        });
        found[at].2.extend(agents);
    }
    issues.extend(found.into_iter().filter_map(|(severity, rules, agents)| {
        let rules: Vec<&Closed> = rules.iter().map(|&at| &closed[at]).collect();
        Some(issue(reader, &rules, &agents)?.severity(severity))
    }));
}

/// A rule of `*` and a URL that it closes.
struct Closed {
    line: LineNo,
    witness: Path,
}

/// The rules of `*` that close something. None where `*` closes everything: then a group of one's own is a way in.
fn closed_by_star(reader: &Reader) -> Vec<Closed> {
    let groups = &reader.star().choice().groups;
    let rules = groups.iter().flat_map(|&group| reader.compile(&reader.reading.groups()[group]));
    let (allows, disallows): (Vec<Rule>, Vec<Rule>) = rules.partition(|rule| rule.allow);
    let closes_all = |rule: &Rule| matches!(reader.reading.value(rule.line), b"/" | b"/*" | b"*");
    if disallows.iter().any(closes_all) || reader.star_closed_by().is_some() {
        return Vec::new();
    }
    let mut budget = Budget(COMPARISONS);
    let mut closed = Vec::new();
    for Rule { line, pattern, .. } in disallows {
        let opens = |allow: &Rule, path: &Path| {
            allow.pattern.priority() >= pattern.priority() && allow.pattern.matches(path.as_bytes())
        };
        // Where the bound is reached, a rule counts as opened, so that nothing is said.
        let mut holds = |path: &Path| !allows.iter().any(|allow| !budget.spend(cost(path)) || opens(allow, path));
        let witness = reader.witnesses(reader.reading.value(line)).into_iter().find(|path| holds(path));
        closed.extend(witness.map(|witness| Closed { line, witness }));
    }
    closed
}

/// The rules of `*`, as indices into `closed`, of whose URLs no rule of the party's groups says anything. None where the bound
/// was reached.
fn forgotten(reader: &Reader, party: &Party, closed: &[Closed], budget: &mut Budget) -> Option<Vec<usize>> {
    let groups = || party.groups.iter().map(|&group| &reader.reading.groups()[group]);
    if groups().all(|group| reader.reading.rules(group).is_empty() && reader.reading.extras(group).is_empty()) {
        return Some(Vec::new());
    }
    let mut rules = Vec::new();
    for rule in groups().flat_map(|group| reader.compile(group)) {
        if !budget.spend(1) {
            return None;
        }
        rules.push(rule);
    }
    let mut forgotten = Vec::new();
    for (at, Closed { line, witness }) in closed.iter().enumerate() {
        let value = reader.reading.value(*line);
        let mut said = false;
        for rule in &rules {
            if !budget.spend(cost(witness)) {
                return None;
            }
            // A longer path under the same one shows that the author thought of it.
            said = rule.pattern.matches(witness.as_bytes()) || reader.reading.value(rule.line).starts_with(value);
            if said {
                break;
            }
        }
        if !said {
            forgotten.push(at);
        }
    }
    Some(forgotten)
}

fn issue(reader: &Reader, rules: &[&Closed], agents: &[LineNo]) -> Option<Issue> {
    let (&first, others) = agents.split_first()?;
    let value = |line| quoted(reader.reading.value(line));
    let names = list(agents.iter().map(|&line| value(line)), agents.len());
    let (has, follow, [they, them]) = if others.is_empty() {
        ("has a group of its own", "does not follow", ["it", "it"])
    } else {
        ("have groups of their own", "do not follow", ["they", "them"])
    };
    let dropped = list(rules.iter().map(|rule| quoted(reader.text(rule.line))), rules.len());
    let witness = short(rules.first()?.witness.as_bytes());
    let hold = if rules.len() == 1 { "does not hold" } else { "do not hold" };
    let message =
        format!("{names} {has} and {follow} `*`, so {they} may fetch `{witness}`: {dropped} {hold} for {them}");
    let mut issue = Issue::new(&CODE, reader.span(first), message);
    let places =
        |lines: Vec<LineNo>| lines.into_iter().take(NAMED).map(|line| reader.span(line)).collect::<Vec<Span>>();
    for span in places(rules.iter().map(|rule| rule.line).collect()) {
        issue = issue.related(span, "this rule of `*` is left out");
    }
    for span in places(others.to_vec()) {
        issue = issue.related(span, "left out here as well");
    }
    Some(issue)
}

/// What the catalogue knows of crawlers for which a group of their own means something else.
struct Known {
    /// They do not follow `*` anyway.
    apart: Vec<&'static Entry>,
    /// They only make previews of links, which a site may well want where it wants no index.
    previews: Vec<&'static Entry>,
}

impl Known {
    fn new() -> Self {
        let all = |fits: fn(&&Entry) -> bool| catalogue().iter().filter(fits).collect();
        Self { apart: all(|entry| entry.ignores_star), previews: all(|entry| entry.purpose == Purpose::Preview) }
    }

    /// The crawlers of a party that would follow `*` if no group named them, and how much it matters that they do not.
    fn followers(&self, party: &Party, reader: &Reader) -> (Vec<LineNo>, Severity) {
        let is_in = |entries: &[&Entry], line: LineNo| {
            let name = product_name(reader.reading.value(line));
            entries.iter().flat_map(|entry| entry.names()).any(|known| name.eq_ignore_ascii_case(known.as_bytes()))
        };
        let agents: Vec<LineNo> = party.agents.iter().copied().filter(|&line| !is_in(&self.apart, line)).collect();
        let only_previews = agents.iter().all(|&line| is_in(&self.previews, line));
        (agents, if only_previews { Severity::Info } else { Severity::Warning })
    }
}

/// The name in a `User-agent` value, without a version and without the star that some put behind it.
fn product_name(value: &[u8]) -> &[u8] {
    let end = value.iter().position(|byte| matches!(byte, b'/' | b'*')).unwrap_or(value.len());
    value[..end].trim_ascii()
}

/// How many comparisons may still be made.
struct Budget(usize);

impl Budget {
    /// Whether there was enough left.
    fn spend(&mut self, cost: usize) -> bool {
        let left = self.0.checked_sub(cost);
        self.0 = left.unwrap_or(0);
        left.is_some()
    }
}

/// A long URL is worth several short ones.
fn cost(path: &Path) -> usize {
    1 + path.as_bytes().len() / 64
}

#[cfg(test)]
mod tests {
    use super::CHECK;
    use crate::lint::carets::only;

    #[test]
    fn a_group_for_the_delay_alone_opens_what_star_closes() {
        let issues = only(
            &CHECK,
            "
            | User-agent: *
            | Disallow: /admin/
            : ----------------- this rule of `*` is left out
            | Disallow: /*.pdf$
            : ----------------- this rule of `*` is left out
            |
            | User-agent: Bingbot
            : ^^^^^^^^^^^^^^^^^^^ W group-drops-star-rules
            | Crawl-delay: 5
        ",
        );
        let message = "`Bingbot` has a group of its own and does not follow `*`, so it may fetch `/admin/`: \
                       `Disallow: /admin/` and `Disallow: /*.pdf$` do not hold for it";
        assert_eq!(issues[0].message, message);
    }

    #[test]
    fn crawlers_that_lose_the_same_rules_are_one_issue() {
        let issues = only(
            &CHECK,
            "
            | User-agent: a
            : ^^^^^^^^^^^^^ W group-drops-star-rules
            | Disallow: /a
            | User-agent: b/1.0
            : ----------------- left out here as well
            | Disallow: /b
            | User-agent: *
            | Disallow: /1
            : ------------ this rule of `*` is left out
            | Disallow: /2
            : ------------ this rule of `*` is left out
            | Disallow: /3
            : ------------ this rule of `*` is left out
            | Disallow: /4
            | Allow: /4
        ",
        );
        assert!(issues[0].message.starts_with("`a` and `b/1.0` have groups of their own"), "{}", issues[0].message);
        assert!(issues[0].message.contains("`/1`"), "{}", issues[0].message);
    }

    #[test]
    fn a_group_that_speaks_about_the_url_means_what_it_says() {
        only(
            &CHECK,
            "
            | User-agent: *
            | Disallow: /admin/
            |
            | User-agent: Open
            | Allow: /
            | User-agent: AlsoOpen
            | Disallow:
            | User-agent: JustThis
            | Disallow: /x
            | Allow: /admin/
            | User-agent: Finer
            | Disallow: /admin/secret/
            | User-agent: Shut
            | Disallow: /
            | User-agent: Shares
            | User-agent: *
            | Disallow: /admin/
            | User-agent: AdsBot-Google
            | Disallow: /x
            | User-agent: Empty
        ",
        );
    }

    #[test]
    fn a_way_in_through_a_closed_door_is_on_purpose() {
        only(
            &CHECK,
            "
            | User-agent: *
            | Disallow: /
            | Disallow: /admin/
            |
            | User-agent: Googlebot
            | Disallow: /private/
        ",
        );
    }

    #[test]
    fn for_previews_of_links_it_is_only_worth_knowing() {
        only(
            &CHECK,
            "
            | User-agent: *
            | Disallow: /search
            : ----------------- this rule of `*` is left out
            |
            | User-agent: Twitterbot
            : ^^^^^^^^^^^^^^^^^^^^^^ I group-drops-star-rules
            | Disallow: /m/
        ",
        );
    }
}
