//! `robotui self-test`: the vectors compiled into the program, by category. What it says is what this very binary does.

use super::exit;
use super::output::Output;
use crate::answer::{Loaded, Place, Subject};
use crate::crawlers;
use crate::robots::{Crawler, Profile, Ruleset, Target, display};
use base64::Engine as _;
use serde::Deserialize;
use std::collections::BTreeMap;

/// Cases by hand, with answers under several profiles.
const OWN: &str = include_str!("../../assets/self-test.ndjson");
/// Cases whose answers come from Google's open-source library and from the text of RFC 9309.
const EDGE: &str = include_str!("../../tests/conformance/edge.ndjson");
/// The tables of Google's documentation.
const GOOGLE: &str = include_str!("../../tests/conformance/google-doc.ndjson");

#[derive(Deserialize)]
struct Own {
    category: String,
    robots: String,
    #[serde(default)]
    agent: String,
    #[serde(default)]
    url: String,
    /// For each profile `a` or `d` and the deciding line, if one decides.
    #[serde(default)]
    expect: BTreeMap<String, String>,
    #[serde(default)]
    sitemaps: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    crawl_delay: BTreeMap<String, Option<String>>,
}

#[derive(Deserialize)]
struct Vector {
    id: String,
    robots_b64: String,
    agent: Option<String>,
    typed: Option<String>,
    url: String,
    google: Option<Expected>,
    rfc: Option<bool>,
}

#[derive(Deserialize)]
struct Expected {
    allowed: bool,
    line: Option<u32>,
}

/// What came out.
#[derive(Default)]
struct Tally {
    /// For each category: answers that are right, and all.
    categories: BTreeMap<String, (usize, usize)>,
    wrong: Vec<String>,
}

impl Tally {
    fn note(&mut self, category: &str, right: bool, what: impl FnOnce() -> String) {
        let (rights, all) = self.categories.entry(category.to_owned()).or_default();
        *all += 1;
        if right {
            *rights += 1;
        } else {
            self.wrong.push(format!("{category}: {}", what()));
        }
    }
}

/// Runs all vectors, prints how many were right, and returns the exit code: 1 where one was not.
pub fn run() -> u8 {
    let tally = tally();
    let mut out = Output::new();
    let (mut rights, mut alls) = (0, 0);
    for (category, (right, all)) in &tally.categories {
        out.line(&format!("{category:<34} {right:>4} of {all:>4}"));
        rights += right;
        alls += all;
    }
    out.line(&format!("{:<34} {rights:>4} of {alls:>4}", "all"));
    for wrong in &tally.wrong {
        out.line(&display::visible_str(wrong));
    }
    out.end(if tally.wrong.is_empty() { exit::FINE } else { exit::NO })
}

fn tally() -> Tally {
    let mut tally = Tally::default();
    for line in OWN.lines() {
        match serde_json::from_str::<Own>(line) {
            Ok(case) => own(&case, &mut tally),
            Err(e) => tally.note("vectors", false, || e.to_string()),
        }
    }
    for line in EDGE.lines().chain(GOOGLE.lines()) {
        match serde_json::from_str::<Vector>(line) {
            Ok(vector) => check(&vector, &mut tally),
            Err(e) => tally.note("vectors", false, || e.to_string()),
        }
    }
    tally
}

fn own(case: &Own, tally: &mut Tally) {
    let subject = Subject::new(Loaded::text(Place::Demo, case.robots.as_bytes()));
    let profile = |name: &str| Profile::named(name).unwrap_or(&Profile::RFC9309);
    for (name, expected) in &case.expect {
        let got = decide(&subject, &crawlers::typed(&case.agent).crawler, &case.url, profile(name));
        let got =
            format!("{}{}", if got.0 { "a" } else { "d" }, got.1.map_or_else(String::new, |line| line.to_string()));
        tally.note(&case.category, got == *expected, || {
            format!("{name}, {} for {:?} in {:?}: {got}, not {expected}", case.agent, case.url, case.robots)
        });
    }
    for (name, expected) in &case.sitemaps {
        let reading = subject.reading(profile(name));
        let got: Vec<_> = reading.sitemaps().iter().map(|&line| String::from_utf8_lossy(reading.value(line))).collect();
        tally.note(&case.category, got == *expected, || format!("{name}, {:?}: {got:?}", case.robots));
    }
    for (name, expected) in &case.crawl_delay {
        let profile = profile(name);
        let reading = subject.reading(profile);
        let ruleset = Ruleset::new(reading, &crawlers::typed(&case.agent).crawler, profile);
        let line = ruleset.choice().crawl_delay(reading, profile).holds;
        let got = line.map(|line| String::from_utf8_lossy(reading.value(line)).into_owned());
        tally.note(&case.category, got == *expected, || format!("{name}, {:?}: {got:?}", case.robots));
    }
}

fn check(vector: &Vector, tally: &mut Tally) {
    let category = category(&vector.id);
    let Ok(bytes) = base64::engine::general_purpose::STANDARD.decode(&vector.robots_b64) else {
        return tally.note(category, false, || format!("{} is no base64", vector.id));
    };
    let subject = Subject::new(Loaded::text(Place::Demo, bytes));
    let crawler = match (&vector.typed, &vector.agent) {
        (Some(typed), _) => crawlers::typed(typed).crawler,
        (None, agent) => Crawler::exact(agent.as_deref()),
    };
    if let Some(Expected { allowed, line }) = vector.google {
        let got = decide(&subject, &crawler, &vector.url, &Profile::GOOGLE);
        let right = got.0 == allowed && line.is_none_or(|line| line == got.1.unwrap_or(0));
        tally.note(category, right, || format!("google, {}: {got:?}", vector.id));
    }
    if let Some(allowed) = vector.rfc {
        let got = decide(&subject, &crawler, &vector.url, &Profile::RFC9309);
        tally.note(category, got.0 == allowed, || format!("rfc9309, {}: {got:?}", vector.id));
    }
}

fn decide(subject: &Subject, crawler: &Crawler, url: &str, profile: &Profile) -> (bool, Option<u32>) {
    let ruleset = Ruleset::new(subject.reading(profile), crawler, profile);
    let decision = ruleset.decide(&Target::read(url, None).path(profile));
    (decision.allowed, decision.line())
}

/// The category of a vector, by the first part of its name; those of Google's documentation have a number.
fn category(id: &str) -> &'static str {
    match id.split('/').next() {
        Some("wild") => "wildcards and $",
        Some("pct") => "percent-encoding",
        Some("group") => "merging of groups",
        Some("ua") => "* and fallback",
        Some("rule") => "longest match and ties",
        Some("url") => "URLs",
        Some("typo" | "key" | "index") => "where well-known parsers differ",
        Some("eol" | "bom" | "nul" | "long" | "comment" | "misc") => "lines, bytes and comments",
        _ => "Google's documentation",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_vector_is_answered_rightly() {
        let tally = tally();
        assert!(tally.wrong.is_empty(), "{}", tally.wrong.join("\n"));
        assert_eq!(tally.categories.len(), 13);
    }

    #[test]
    fn a_wrong_answer_would_be_told() {
        let mut tally = Tally::default();
        let line = r#"{"category":"case","robots":"","agent":"a","url":"/","expect":{"google":"d1"}}"#;
        own(&serde_json::from_str(line).expect("a case"), &mut tally);
        assert_eq!((tally.categories["case"], tally.wrong.len()), ((0, 1), 1));
    }
}
