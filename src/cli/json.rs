//! The shapes of JSON that several commands share.

use super::policy::{Policy, Stated, Wished};
use crate::answer::{Answer, Subject};
use crate::robots::explain::Match;
use crate::robots::{Body, Delivery, Kind, LineNo, Loss, Profile, Reading, Reason};
use serde::Serialize;
use std::borrow::Cow;

/// A verdict and what it rests on.
#[derive(Debug, Serialize)]
pub struct Verdict<'a> {
    agent: &'a str,
    read_as: Vec<&'a str>,
    url: &'a str,
    path: &'a str,
    profile: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    caution: Option<&'static str>,
    /// The file that rules the URL, where that is not the one asked about; then there is no verdict.
    #[serde(skip_serializing_if = "Option::is_none")]
    ruled_by: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    allowed: Option<bool>,
    reason: &'static str,
    /// 0 where no rule decided.
    line: LineNo,
    rule: Option<String>,
    matches: Vec<Matched<'a>>,
    group: Option<Group<'a>>,
    crawl_delay: Option<Delay<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    crawl_delay_not_inherited: Option<Delay<'a>>,
    other_engines: Vec<Engine>,
}

#[derive(Debug, Serialize)]
struct Matched<'a> {
    line: LineNo,
    rule: String,
    pattern: &'a str,
    length: u32,
    allows: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    lost: Option<&'static str>,
    as_folder: bool,
    /// For each piece of the pattern: its bytes in the pattern, and the bytes of the path that it covered.
    covered: Vec<Covered>,
}

#[derive(Debug, Serialize)]
struct Covered {
    pattern: [usize; 2],
    path: [usize; 2],
}

#[derive(Debug, Serialize)]
struct Group<'a> {
    token: &'a str,
    lines: Vec<[LineNo; 2]>,
    hides_rules_of_star: usize,
}

#[derive(Debug, Serialize)]
struct Delay<'a> {
    line: LineNo,
    value: Cow<'a, str>,
}

#[derive(Debug, Serialize)]
struct Engine {
    profile: &'static str,
    allowed: bool,
    line: LineNo,
}

impl<'a> Verdict<'a> {
    /// The verdict of an answer about a file.
    pub fn new(subject: &'a Subject, answer: &'a Answer, agent: &'a str, url: &'a str, profile: &Profile) -> Self {
        let reading = subject.reading(profile);
        let delay = |line| Delay { line, value: String::from_utf8_lossy(reading.value(line)) };
        let ruled_by = answer.elsewhere.as_ref().map(crate::robots::Origin::robots_url);
        let matches: Vec<Matched> = if ruled_by.is_some() {
            Vec::new()
        } else {
            answer.why.matches.iter().map(|m| Matched::new(reading, m)).collect()
        };
        let engine = |d: &crate::answer::Dissent| Engine {
            profile: d.profile.name,
            allowed: d.decision.allowed,
            line: d.decision.line().unwrap_or(0),
        };
        Self {
            agent,
            read_as: answer.asked.crawler.tokens.iter().map(String::as_str).collect(),
            url,
            path: answer.path.as_str(),
            profile: profile.name,
            caution: profile.caution(),
            allowed: ruled_by.is_none().then_some(answer.why.decision.allowed),
            reason: if ruled_by.is_some() { "another-file" } else { reason(answer.why.reason) },
            line: matches.first().map_or(0, |m| m.line),
            rule: matches.first().map(|m| m.rule.clone()),
            ruled_by,
            matches,
            group: answer.by.as_deref().map(|token| Group {
                token,
                lines: answer.group_lines.iter().map(|lines| [*lines.start(), *lines.end()]).collect(),
                hides_rules_of_star: answer.hidden_rules,
            }),
            crawl_delay: answer.delay.holds.map(delay),
            crawl_delay_not_inherited: answer.delay.not_inherited.map(delay),
            other_engines: answer.dissent.iter().flatten().map(engine).collect(),
        }
    }
}

impl<'a> Matched<'a> {
    fn new(reading: &'a Reading, m: &'a Match) -> Self {
        let pair = |range: &std::ops::Range<usize>| [range.start, range.end];
        Self {
            line: m.line,
            rule: rule(reading, m.line),
            pattern: &m.pattern,
            length: m.priority,
            allows: m.allow,
            lost: m.loss.map(loss),
            as_folder: m.as_folder,
            covered: m
                .covered
                .iter()
                .map(|(pattern, path)| Covered { pattern: pair(pattern), path: pair(path) })
                .collect(),
        }
    }
}

/// A rule as a person would write it, with everything that stands in it.
pub fn rule(reading: &Reading, line: LineNo) -> String {
    let key = if reading.kind(line) == Kind::Allow { "Allow" } else { "Disallow" };
    format!("{key}: {}", String::from_utf8_lossy(reading.value(line)))
}

/// A reason as a word.
pub const fn reason(reason: Reason) -> &'static str {
    match reason {
        Reason::LongestMatch => "longest-match",
        Reason::Tie => "tie",
        Reason::FirstMatch => "first-match",
        Reason::OnlyMatch => "only-match",
        Reason::NoRuleMatches => "no-rule-matches",
        Reason::GroupWithoutRules => "group-without-rules",
        Reason::NoGroup => "no-group",
        Reason::RobotsTxt => "robots-txt-itself",
        Reason::NoFile => "no-file",
        Reason::Unreachable => "unreachable",
        Reason::Refused => "refused",
        Reason::TooLong => "too-long",
        Reason::NotRobotsTxt => "not-a-robots-txt",
    }
}

const fn loss(loss: Loss) -> &'static str {
    match loss {
        Loss::Shorter => "shorter",
        Loss::Tie => "tie",
        Loss::Repeated => "repeated",
        Loss::Empty => "empty",
        Loss::Later => "later",
    }
}

/// Everything that `report` says.
#[derive(Debug, Serialize)]
pub struct Report<'a> {
    target: &'a str,
    bytes: usize,
    line_count: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    fetch: Option<Fetch<'a>>,
    verdict: Verdict<'a>,
    /// What the file says to each kind of crawler; none where another file rules the URL.
    #[serde(skip_serializing_if = "Option::is_none")]
    policy: Option<Vec<Stated<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    signals: Option<Wished<'a>>,
    sitemaps: Vec<Delay<'a>>,
    issues: Vec<Issue<'a>>,
}

#[derive(Debug, Serialize)]
struct Fetch<'a> {
    asked: &'a str,
    status: Option<u16>,
    outcome: String,
    content_type: Option<&'a str>,
    /// What came, where it is no text: a web page, JSON, a picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    body: Option<&'static str>,
    /// Bytes of the body as sent, and with gzip undone.
    wire_bytes: u64,
    body_bytes: u64,
    gunzipped: u8,
    /// The body was longer than what is read.
    cut: bool,
    milliseconds: u128,
    hops: Vec<Hop<'a>>,
}

#[derive(Debug, Serialize)]
struct Hop<'a> {
    url: &'a str,
    status: Option<u16>,
    location: Option<&'a str>,
    milliseconds: u128,
    remote: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proxy: Option<&'a str>,
    http: Option<&'a str>,
    tls: Option<&'a str>,
    /// Why the certificate is not to be trusted, where that was passed over.
    #[serde(skip_serializing_if = "Option::is_none")]
    not_trusted: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<&'a str>,
}

#[derive(Debug, Serialize)]
struct Issue<'a> {
    code: &'static str,
    severity: &'static str,
    /// 0, and the column too, where it is about how the file was served.
    line: LineNo,
    column: u32,
    message: &'a str,
    /// The engines that it concerns, where it is not all.
    #[serde(skip_serializing_if = "Option::is_none")]
    concerns: Option<String>,
}

impl<'a> Report<'a> {
    /// The report of a file and a verdict about it.
    pub fn new(subject: &'a Subject, verdict: Verdict<'a>, profile: &Profile, policy: Option<&'a Policy<'a>>) -> Self {
        let source = subject.document.source();
        let reading = subject.reading(profile);
        let value = |&line: &LineNo| Delay { line, value: String::from_utf8_lossy(reading.value(line)) };
        let issue = |issue: &'a crate::lint::Issue| Issue {
            code: issue.code,
            severity: issue.severity.word(),
            line: if issue.served { 0 } else { source.line_at(issue.span.start) },
            column: if issue.served { 0 } else { source.column_at(issue.span.start) },
            message: &issue.message,
            concerns: issue.profiles.words(),
        };
        Self {
            target: subject.place.name(),
            bytes: source.bytes().len(),
            line_count: source.line_count(),
            fetch: subject.delivery.as_ref().map(|delivery| Fetch::new(delivery, &subject.body)),
            verdict,
            policy: policy.map(Policy::statements),
            signals: policy.and_then(Policy::wishes),
            sitemaps: reading.sitemaps().iter().map(value).collect(),
            issues: subject.issues.iter().flat_map(super::super::answer::subject::Issues::all).map(issue).collect(),
        }
    }
}

impl<'a> Fetch<'a> {
    fn new(delivery: &'a Delivery, body: &Body) -> Self {
        let hop = |hop: &'a crate::robots::delivery::Hop| Hop {
            url: &hop.url,
            status: hop.status,
            location: hop.location.as_deref(),
            milliseconds: hop.took.as_millis(),
            remote: hop.remote.as_deref(),
            proxy: hop.proxy.as_deref(),
            http: hop.http.as_deref(),
            tls: hop.tls.as_deref(),
            not_trusted: hop.passed_over.as_deref(),
            failure: hop.failure.as_deref(),
        };
        Self {
            asked: &delivery.asked,
            status: delivery.status(),
            outcome: if delivery.is_file() { "file".to_owned() } else { super::ending(delivery) },
            content_type: delivery.header("content-type"),
            body: body.kind.in_a_word(),
            wire_bytes: delivery.wire_bytes,
            body_bytes: body.bytes,
            gunzipped: delivery.gunzipped,
            cut: delivery.truncated,
            milliseconds: delivery.took.as_millis(),
            hops: delivery.hops.iter().map(hop).collect(),
        }
    }
}
