//! `robotui report`: what the explorer shows, as plain text.

use super::json::{Report, Verdict};
use super::output::Output;
use super::policy::Policy;
use super::{Question, complain, ending, exit, print};
use crate::answer::{Answer, Judge, Loaded, Subject};
use crate::crawlers::Entry;
use crate::lint::Severity;
use crate::load::{self, Network};
use crate::robots::delivery::{Hop, Outcome};
use crate::robots::explain::Match;
use crate::robots::holding::words;
use crate::robots::{Kind, LineNo, display, host};
use std::fmt::Write as _;

/// Loads a target, prints its report and returns the exit code.
pub fn run(target: &str, question: &Question, json: bool, network: &Network) -> u8 {
    match load::now(target, network, complain) {
        Ok(loaded) => report(loaded, question, json),
        Err(why) => {
            complain(&why);
            exit::UNREADABLE
        }
    }
}

/// The part of the report that is about the verdict.
pub fn of_verdict(loaded: Loaded, question: &Question) -> String {
    let url = url(&loaded, question);
    let subject = Subject::new(loaded);
    let answer = answer(&subject, question, &url);
    let mut out = String::new();
    verdict(&mut out, &subject, &answer, question, &url);
    out
}

/// What is asked for: what was said, or else the page that the target names.
fn url(loaded: &Loaded, question: &Question) -> String {
    question.url.clone().or_else(|| loaded.path.clone()).unwrap_or_else(|| "/".to_owned())
}

/// The answer of all engines.
fn answer(subject: &Subject, question: &Question, url: &str) -> Answer {
    let mut judge = Judge::default();
    let ask = |judge: &mut Judge| judge.answer(subject, &question.agent, url, question.profile);
    _ = ask(&mut judge);
    _ = judge.complete(subject);
    ask(&mut judge)
}

/// Prints the report of what was loaded and returns the exit code.
pub fn report(loaded: Loaded, question: &Question, json: bool) -> u8 {
    if let Some(note) = &loaded.note {
        complain(note);
    }
    let url = url(&loaded, question);
    let mut subject = Subject::new(loaded);
    subject.issues = Some(subject.examination().run());
    let answer = answer(&subject, question, &url);
    let census = Judge::default().census(&subject);
    let decisions = census.judge(&subject, &answer.target);
    // Where another file rules the URL, this one has no policy for it.
    let policy = answer.elsewhere.is_none().then(|| Policy::new(&subject, &census, &decisions));
    let printed = if json {
        let mut out = Output::new();
        let verdict = Verdict::new(&subject, &answer, &question.agent, &url, question.profile);
        out.json(&Report::new(&subject, verdict, question.profile, policy.as_ref()));
        out.end(exit::FINE)
    } else {
        print(&text(&subject, &answer, question, &url, policy.as_ref()))
    };
    match subject.delivery.as_ref().filter(|delivery| !delivery.is_file()) {
        Some(delivery) => {
            complain(&super::no_file(delivery));
            exit::UNREADABLE
        }
        None => printed,
    }
}

/// The whole report. Every text from outside in it is made visible.
fn text(subject: &Subject, answer: &Answer, question: &Question, url: &str, policy: Option<&Policy>) -> String {
    let mut out = String::new();
    source(&mut out, subject);
    verdict(&mut out, subject, answer, question, url);
    if let Some(policy) = policy {
        out += "\n";
        out += &policy.text(&answer.target.path);
    }
    groups(&mut out, subject, question);
    sitemaps(&mut out, subject, question);
    issues(&mut out, subject);
    out
}

macro_rules! line {
    // Writing to a String cannot fail.
    ($out:expr, $($text:tt)*) => { _ = writeln!($out, $($text)*) };
}

fn source(out: &mut String, subject: &Subject) {
    let written = subject.origin.as_ref().and_then(|origin| host::as_written(&origin.host));
    let written = written.map_or_else(String::new, |host| format!("  ({})", display::visible_str(&host)));
    line!(out, "File      {}{written}", display::visible_str(subject.place.name()));
    let bytes = subject.document.source().bytes().len();
    line!(
        out,
        "Size      {}, {}",
        counted(bytes, "byte"),
        counted(subject.document.source().line_count() as usize, "line")
    );
    if subject.decoded.is_some() {
        line!(out, "Encoding  UTF-16: crawlers read no rule in it");
    }
    let Some(delivery) = &subject.delivery else { return };
    for hop in &delivery.hops {
        let status = hop.status.map_or_else(|| "no answer".to_owned(), |status| status.to_string());
        let to = hop.location.as_ref().map_or_else(String::new, |to| format!(" -> {}", display::visible_str(to)));
        let how = how(hop);
        line!(out, "Fetched   {status} {}{to} ({how})", display::visible_str(&hop.url));
    }
    if let Some(why) = delivery.passed_over() {
        line!(out, "Trust     none: {}", display::visible_str(why));
    } else if delivery.insecure {
        line!(out, "Trust     certificates were not insisted on");
    }
    if subject.body.kind.in_a_word().is_some() {
        line!(out, "Body      {}", subject.body.kind);
    }
    match &delivery.outcome {
        Outcome::Answered(_) => {
            let content_type = delivery.header("content-type").unwrap_or("no content type");
            line!(out, "Type      {}", display::visible_str(content_type));
        }
        _ => line!(out, "Outcome   {}", ending(delivery)),
    }
    if !delivery.is_file() {
        for (i, sentence) in words::of_google(delivery).iter().enumerate() {
            line!(out, "{:<10}{sentence}", if i == 0 { "Google" } else { "" });
        }
    }
}

/// How long a request took, and over what it went.
fn how(hop: &Hop) -> String {
    let from = match (&hop.proxy, &hop.remote) {
        (Some(proxy), _) => Some(format!("through the proxy {proxy}")),
        (None, remote) => remote.as_ref().map(|remote| format!("from {remote}")),
    };
    let took = format!("{} ms", hop.took.as_millis());
    let parts = [Some(took), hop.http.clone(), hop.tls.clone(), from];
    display::visible_str(&parts.into_iter().flatten().collect::<Vec<_>>().join(", ")).into_owned()
}

fn verdict(out: &mut String, subject: &Subject, answer: &Answer, question: &Question, url: &str) {
    line!(out, "");
    line!(
        out,
        "Agent     {}  (read as {})",
        display::visible_str(&question.agent),
        display::visible_str(&answer.asked.chain())
    );
    line!(out, "URL       {}  (matched as {})", display::visible_str(url), answer.path.as_str());
    line!(out, "Profile   {} ({})", question.profile.name, question.profile.stands_for);
    if let Some(caution) = question.profile.caution() {
        line!(out, "          {caution}");
    }
    if let Some(origin) = &answer.elsewhere {
        line!(out, "Verdict   none: {} rules this URL", display::visible_str(&origin.robots_url()));
        return;
    }
    let word = if answer.why.decision.allowed { "ALLOWED" } else { "DISALLOWED" };
    match answer.why.winner() {
        Some(winner) => {
            let reason = if winner.priority == 0 {
                "an empty rule never blocks".to_owned()
            } else {
                format!("{}, {}", winner.length(), answer.why.reason.words())
            };
            line!(out, "Verdict   {word} by line {}: {}  ({reason})", winner.line, rule(subject, question, winner));
        }
        None => line!(out, "Verdict   {word}: {}", answer.why.reason.words()),
    }
    if let Some(winner) = answer.why.winner().filter(|winner| winner.priority > 0) {
        line!(out, "Covers    {}", covered(answer.path.as_str(), winner));
    }
    for loser in answer.why.losers() {
        let why = loser.loss.map_or("", crate::robots::Loss::words);
        line!(out, "Lost      line {}: {}  ({}, {why})", loser.line, rule(subject, question, loser), loser.length());
    }
    group(out, subject, answer, question);
    engines(out, answer);
    if let Some(remark) = answer.asked.entry.and_then(Entry::remark) {
        line!(out, "Crawler   {remark}");
    }
    if !answer.why.decision.allowed && answer.why.winner().is_some() {
        line!(out, "Mind      a block stops crawling, not indexing, and bars nobody's access");
    }
}

/// The path, with the bytes in brackets that the pieces of a pattern stand on.
fn covered(path: &str, winner: &Match) -> String {
    let mut out = String::new();
    let mut at = 0;
    for (_, piece) in &winner.covered {
        // The pieces lie behind one another, in a path of ASCII.
        out.extend([&path[at..piece.start], "[", &path[piece.clone()], "]"]);
        at = piece.end;
    }
    out + &path[at..]
}

fn rule(subject: &Subject, question: &Question, m: &Match) -> String {
    let reading = subject.reading(question.profile);
    let kind = if reading.kind(m.line) == Kind::Allow { "Allow" } else { "Disallow" };
    let folder = if m.as_folder { " (as its folder)" } else { "" };
    format!("{kind}: {}{folder}", display::visible(reading.value(m.line)))
}

fn group(out: &mut String, subject: &Subject, answer: &Answer, question: &Question) {
    let Some(name) = &answer.by else {
        line!(out, "Group     none is for it");
        return;
    };
    let lines: Vec<String> = answer.group_lines.iter().map(|lines| span(*lines.start(), *lines.end())).collect();
    let hides = match answer.hidden_rules {
        0 => String::new(),
        1 => "; hides 1 rule of *".to_owned(),
        n => format!("; hides {n} rules of *"),
    };
    line!(out, "Group     {}, {}{hides}", display::visible_str(name), lines.join(", "));
    let value = |line| display::visible(subject.reading(question.profile).value(line)).into_owned();
    if let Some(line) = answer.delay.holds {
        line!(out, "Delay     {} (Crawl-delay, line {line})", value(line));
    } else if let Some(line) = answer.delay.not_inherited {
        line!(out, "Delay     none: a named group does not inherit the {} of * in line {line}", value(line));
    }
}

fn engines(out: &mut String, answer: &Answer) {
    if answer.dissent.as_ref().is_some_and(Vec::is_empty) {
        line!(out, "Engines   agree");
    }
    for (names, decision) in answer.dissenters() {
        let word = if decision.allowed { "ALLOWED" } else { "DISALLOWED" };
        let by = decision.line().map_or_else(String::new, |line| format!(" by line {line}"));
        line!(out, "Engines   {}: {word}{by}", names.join(", "));
    }
}

fn span(first: LineNo, last: LineNo) -> String {
    if first == last { format!("line {first}") } else { format!("lines {first}-{last}") }
}

fn groups(out: &mut String, subject: &Subject, question: &Question) {
    let reading = subject.reading(question.profile);
    line!(out, "\nGroups    {}", reading.groups().len());
    for group in reading.groups() {
        let name = |&line: &LineNo| match reading.value(line) {
            b"" => "(nobody)".into(),
            value => display::visible(value),
        };
        let agents: Vec<_> = reading.agents(group).iter().map(name).collect();
        line!(out, "  {} ({})", agents.join(", "), span(group.first, group.last));
        let mut lines: Vec<LineNo> = reading.rules(group).iter().chain(reading.extras(group)).copied().collect();
        lines.sort_unstable();
        for line in lines {
            let key = match reading.kind(line) {
                Kind::Allow => "Allow".into(),
                Kind::Disallow => "Disallow".into(),
                _ => display::visible(reading.document().key(line)),
            };
            let value = reading.value(line);
            let is_rule = reading.kind(line).is_rule();
            let never = is_rule && !value.is_empty() && !matches!(value[0], b'/' | b'*');
            let remark = match reading.kind(line) {
                _ if never => "  (matches nothing)",
                Kind::Unknown => "  (not understood)",
                _ => "",
            };
            line!(out, "  {line:>6}  {key}: {}{remark}", display::visible(value));
        }
    }
}

fn sitemaps(out: &mut String, subject: &Subject, question: &Question) {
    let reading = subject.reading(question.profile);
    line!(out, "\nSitemaps  {}", reading.sitemaps().len());
    for &line in reading.sitemaps() {
        line!(out, "  {line:>6}  {}", display::visible(reading.value(line)));
    }
}

fn issues(out: &mut String, subject: &Subject) {
    let Some(issues) = &subject.issues else { return };
    let counts = Severity::ALL.map(|severity| issues.count(severity));
    let counted = |i: usize, word| counted(counts[i], word);
    line!(out, "\nIssues    {}, {}, {}", counted(0, "error"), counted(1, "warning"), counted(2, "info"));
    for (i, issue) in issues.all().iter().enumerate() {
        let column = subject.document.source().column_at(issue.span.start);
        let engines = issue.profiles.words().map_or_else(String::new, |words| format!(" ({words})"));
        let place = if issue.served { "-".to_owned() } else { format!("{}:{column}", issues.line(i)) };
        line!(out, "  {} {place}  {}  {}{engines}", issue.severity.letter(), issue.code, issue.message);
    }
}

/// A number of things.
fn counted(count: usize, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}
