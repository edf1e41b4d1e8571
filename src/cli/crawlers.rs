//! `robotui crawlers`: the catalogue; with a target, the verdict of a URL for every crawler at once.

use super::exit;
use super::output::Output;
use super::policy::Policy;
use crate::answer::census::Member;
use crate::answer::{self, Census, Judge, Subject};
use crate::crawlers::{Behaviour, Entry, Status, catalogue};
use crate::load::Network;
use crate::robots::{Decision, Target, display};
use serde::Serialize;

/// Whom to ask about.
#[derive(Clone, Debug, clap::Args)]
pub struct Crawlers {
    /// A site, a URL, a file, or - for standard input. Without it: the catalogue
    target: Option<String>,
    /// For what: a URL or a path. Without it: the page that TARGET names, or /
    #[arg(short, long, value_name = "URL", requires = "target")]
    url: Option<String>,
    /// Only those whose name, operator or purpose holds this
    #[arg(short, long, value_name = "TEXT")]
    filter: Option<String>,
    /// One JSON object a line, a crawler each; the policy as JSON is in `report --json`
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Known<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    operator: Option<&'static str>,
    purpose: &'static str,
    behaviour: &'static str,
    status: &'static str,
    /// The names whose groups it follows, in order, before those of `*`.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    fallback: &'static [&'static str],
    follows_star: bool,
    reads_crawl_delay: Option<bool>,
    engine: &'static str,
    #[serde(skip_serializing_if = "str::is_empty")]
    note: &'static str,
    #[serde(skip_serializing_if = "str::is_empty")]
    docs: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<Verdict<'a>>,
}

#[derive(Serialize)]
struct Verdict<'a> {
    allowed: bool,
    line: u32,
    token: Option<&'a str>,
    /// The `Crawl-delay` that is meant for it, whether it reads it or not.
    #[serde(skip_serializing_if = "Option::is_none")]
    crawl_delay: Option<Delay>,
}

#[derive(Serialize)]
struct Delay {
    line: u32,
    value: String,
}

/// Prints the catalogue or the verdicts, and returns the exit code.
pub fn run(crawlers: &Crawlers, network: &Network) -> u8 {
    match &crawlers.target {
        None => list(crawlers),
        Some(target) => judge(crawlers, target, network),
    }
}

fn list(crawlers: &Crawlers) -> u8 {
    let mut out = Output::new();
    for entry in catalogue().iter().filter(|entry| wanted(crawlers, entry.token, Some(entry))) {
        let known = Known::new(entry.token, Some(entry), entry.engine, None);
        let go_on = if crawlers.json { out.json(&known) } else { out.line(&known.line()) };
        if !go_on {
            break;
        }
    }
    out.end(exit::FINE)
}

fn judge(crawlers: &Crawlers, target: &str, network: &Network) -> u8 {
    let opened = match super::open(target, network) {
        Ok(opened) => opened,
        Err(code) => return code,
    };
    let (subject, url) = (opened.subject, crawlers.url.clone().unwrap_or(opened.url));
    let target = Target::read(&url, subject.origin.as_ref()).as_asked();
    if let Some(origin) = answer::elsewhere(&subject, &target) {
        let (url, file) = (display::visible_str(&url), origin.robots_url());
        super::complain(&format!("{url} is not ruled by this file but by {}.", display::visible_str(&file)));
        return exit::USAGE;
    }
    let census = Judge::default().census(&subject);
    let decisions = census.judge(&subject, &target);
    let mut out = Output::new();
    // Whoever looks for some crawlers does not ask for the policy.
    if !crawlers.json && crawlers.filter.is_none() {
        out.line(&Policy::new(&subject, &census, &decisions).text(&target.path));
    }
    for (member, decision) in census.members().iter().zip(decisions) {
        if !wanted(crawlers, &member.name, member.entry) {
            continue;
        }
        let known = Known::new(
            &member.name,
            member.entry,
            member.profile.name,
            Some(Verdict::new(&subject, &census, member, decision)),
        );
        let go_on = if crawlers.json { out.json(&known) } else { out.line(&known.line()) };
        if !go_on {
            break;
        }
    }
    out.end(exit::FINE)
}

fn wanted(crawlers: &Crawlers, name: &str, entry: Option<&Entry>) -> bool {
    let Some(filter) = &crawlers.filter else { return true };
    let text = format!("{name} {} {}", entry.map_or("", |e| e.operator), purpose(entry)).to_lowercase();
    filter.to_lowercase().split_whitespace().all(|word| text.contains(word))
}

impl<'a> Known<'a> {
    fn new(name: &'a str, entry: Option<&Entry>, engine: &'static str, verdict: Option<Verdict<'a>>) -> Self {
        Self {
            name,
            operator: entry.map(|entry| entry.operator),
            purpose: purpose(entry),
            behaviour: entry.map_or("unknown", |entry| behaviour(entry.behaviour)),
            status: entry.map_or("unknown", |entry| status(entry.status)),
            fallback: entry.map_or(&[], |entry| entry.fallback),
            follows_star: entry.is_none_or(|entry| !entry.ignores_star),
            reads_crawl_delay: entry.and_then(|entry| entry.crawl_delay),
            engine,
            note: entry.map_or("", |entry| entry.note),
            docs: entry.map_or("", |entry| entry.docs),
            verdict,
        }
    }

    fn line(&self) -> String {
        let name = display::visible_str(self.name);
        let about = match (self.status, self.behaviour) {
            ("active" | "unknown", "obeys" | "unknown") => String::new(),
            ("active" | "unknown", behaviour) => format!("  {behaviour}"),
            (status, _) => format!("  {status}"),
        };
        match &self.verdict {
            None => {
                let delay = if self.reads_crawl_delay == Some(true) { "  reads Crawl-delay" } else { "" };
                format!("{name:<28} {:<12} {}{about}{delay}", self.purpose, self.operator.unwrap_or(""))
            }
            Some(verdict) => {
                let word = if verdict.allowed { "ALLOWED" } else { "DISALLOWED" };
                let by = match (verdict.line, verdict.token) {
                    (0, None) => "no group".to_owned(),
                    (0, Some(token)) => format!("group {}", display::visible_str(token)),
                    (line, token) => format!("line {line}, group {}", display::visible_str(token.unwrap_or("-"))),
                };
                // Whose engine it is goes without saying where it is the standard's.
                let engine = match self.engine {
                    "rfc9309" => String::new(),
                    engine => format!(" ({engine})"),
                };
                format!("{word:<11} {name:<28} {:<12} {by}{engine}{about}{}", self.purpose, self.delay(verdict))
            }
        }
    }

    /// Whether it reads `Crawl-delay`, where that is known or a value stands there for it. A name under which nobody asks reads
    /// nothing.
    fn delay(&self, verdict: &Verdict) -> String {
        if self.behaviour == "control-token" || matches!(self.status, "retired" | "not-operating") {
            return String::new();
        }
        let value = verdict.crawl_delay.as_ref().map(|delay| display::visible_str(&delay.value));
        match (self.reads_crawl_delay, value) {
            (Some(true), Some(value)) => format!("  Crawl-delay {value}"),
            (Some(true), None) => "  reads Crawl-delay".to_owned(),
            (Some(false), _) => "  no Crawl-delay".to_owned(),
            (None, Some(value)) => format!("  perhaps Crawl-delay {value}"),
            (None, None) => String::new(),
        }
    }
}

impl<'a> Verdict<'a> {
    fn new(subject: &Subject, census: &Census, member: &'a Member, decision: Decision) -> Self {
        let reading = subject.reading(member.profile);
        let value = |line| String::from_utf8_lossy(reading.value(line)).into_owned();
        Self {
            allowed: decision.allowed,
            line: decision.line().unwrap_or(0),
            token: member.by.as_deref(),
            crawl_delay: census.delay(member).holds.map(|line| Delay { line, value: value(line) }),
        }
    }
}

fn purpose(entry: Option<&Entry>) -> &'static str {
    entry.map_or("unknown", |entry| entry.purpose.word())
}

const fn behaviour(behaviour: Behaviour) -> &'static str {
    match behaviour {
        Behaviour::Obeys => "obeys",
        Behaviour::Configurable => "configurable",
        Behaviour::MayIgnore => "may-ignore",
        Behaviour::Ignores => "ignores",
        Behaviour::UserTriggered => "user-triggered",
        Behaviour::ControlToken => "control-token",
        Behaviour::Retired => "retired",
        Behaviour::Unknown => "unknown",
    }
}

const fn status(status: Status) -> &'static str {
    match status {
        Status::Active => "active",
        Status::Legacy => "legacy",
        Status::Retired => "retired",
        Status::NotOperating => "not-operating",
    }
}
