//! `robotui crawlers`: the catalogue; with a target, the verdict of a URL for every crawler at once.

use super::exit;
use super::output::Output;
use crate::answer::Judge;
use crate::answer::census::Member;
use crate::crawlers::{Behaviour, Entry, Purpose, Status, catalogue};
use crate::load::Archive;
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
    /// One JSON object a line
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
    reads_crawl_delay: Option<bool>,
    engine: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<Verdict<'a>>,
}

#[derive(Serialize)]
struct Verdict<'a> {
    allowed: bool,
    line: u32,
    token: Option<&'a str>,
}

/// Prints the catalogue or the verdicts, and returns the exit code.
pub fn run(crawlers: &Crawlers, archive: &Archive) -> u8 {
    match &crawlers.target {
        None => list(crawlers),
        Some(target) => judge(crawlers, target, archive),
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

fn judge(crawlers: &Crawlers, target: &str, archive: &Archive) -> u8 {
    let opened = match super::open(target, archive) {
        Ok(opened) => opened,
        Err(code) => return code,
    };
    let (subject, url) = (opened.subject, crawlers.url.clone().unwrap_or(opened.url));
    let census = Judge::default().census(&subject);
    let decisions = census.judge(&subject, &Target::read(&url, subject.origin.as_ref()).as_asked());
    let mut out = Output::new();
    for (member, decision) in census.members().iter().zip(decisions) {
        if !wanted(crawlers, &member.name, member.entry) {
            continue;
        }
        let known = Known::new(&member.name, member.entry, member.profile.name, Some(Verdict::new(member, decision)));
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
            reads_crawl_delay: entry.and_then(|entry| entry.crawl_delay),
            engine,
            verdict,
        }
    }

    fn line(&self) -> String {
        let name = display::visible_str(self.name);
        let about = match self.behaviour {
            "obeys" | "unknown" => String::new(),
            other => format!("  {other}"),
        };
        match &self.verdict {
            None => format!("{name:<28} {:<12} {}{about}", self.purpose, self.operator.unwrap_or("")),
            Some(verdict) => {
                let word = if verdict.allowed { "ALLOWED" } else { "DISALLOWED" };
                let by = match (verdict.line, verdict.token) {
                    (0, None) => "no group".to_owned(),
                    (0, Some(token)) => format!("group {}", display::visible_str(token)),
                    (line, token) => format!("line {line}, group {}", display::visible_str(token.unwrap_or("-"))),
                };
                format!("{word:<11} {name:<28} {:<12} {by}{about}", self.purpose)
            }
        }
    }
}

impl<'a> Verdict<'a> {
    fn new(member: &'a Member, decision: Decision) -> Self {
        Self { allowed: decision.allowed, line: decision.line().unwrap_or(0), token: member.by.as_deref() }
    }
}

fn purpose(entry: Option<&Entry>) -> &'static str {
    match entry.map(|entry| entry.purpose) {
        Some(Purpose::Search) => "search",
        Some(Purpose::AiSearch) => "ai-search",
        Some(Purpose::AiTraining) => "ai-training",
        Some(Purpose::Asked) => "asked",
        Some(Purpose::Seo) => "seo",
        Some(Purpose::Archive) => "archive",
        Some(Purpose::Preview) => "preview",
        Some(Purpose::Other) => "other",
        None => "unknown",
    }
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
