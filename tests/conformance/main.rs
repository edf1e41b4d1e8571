//! The engine against cases with known answers: what Google's open-source library says, and what the text of RFC 9309 decides.
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on says why and stops")]

use base64::Engine as _;
use robotui::crawlers;
use robotui::robots::{Crawler, Decision, Document, Profile, Reading, Ruleset, Target};
use serde::Deserialize;
use std::sync::Arc;

#[derive(Deserialize)]
struct Case {
    id: String,
    robots_b64: String,
    agent: Option<String>,
    /// What a person would type, where the case is about that.
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

impl Case {
    fn decide(&self, profile: &Profile) -> Decision {
        let bytes = base64::engine::general_purpose::STANDARD.decode(&self.robots_b64).expect("vectors are base64");
        let crawler = match (&self.typed, &self.agent) {
            (Some(typed), _) => crawlers::typed(typed).crawler,
            (None, Some(token)) => Crawler::exact([token.as_str()]),
            (None, None) => panic!("{} asks for nobody", self.id),
        };
        let reading = Reading::new(&Arc::new(Document::parse(bytes)), profile);
        Ruleset::new(&reading, &crawler, profile).decide(&Target::read(&self.url, None).path(profile))
    }
}

/// Checks every case and returns how many answers were compared.
fn conform(vectors: &str) -> usize {
    let mut wrong = Vec::new();
    let mut compared = 0;
    for line in vectors.lines() {
        let case: Case = serde_json::from_str(line).expect("vectors are NDJSON");
        if let Some(expected) = &case.google {
            let got = case.decide(&Profile::GOOGLE);
            compared += 1;
            let line_differs = expected.line.is_some_and(|line| line != got.line().unwrap_or(0));
            if got.allowed != expected.allowed || line_differs {
                wrong
                    .push(format!("google {}: {got:?}, not {} by line {:?}", case.id, expected.allowed, expected.line));
            }
        }
        if let Some(expected) = case.rfc {
            let got = case.decide(&Profile::RFC9309);
            compared += 1;
            if got.allowed != expected {
                wrong.push(format!("rfc9309 {}: {got:?}, not {expected}", case.id));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {compared} wrong:\n{}", wrong.len(), wrong.join("\n"));
    compared
}

#[test]
fn the_tables_of_googles_documentation() {
    assert_eq!(conform(include_str!("google-doc.ndjson")), 109);
}

#[test]
fn edge_cases() {
    assert_eq!(conform(include_str!("edge.ndjson")), 281);
}

#[test]
fn random_files_and_urls() {
    assert_eq!(conform(include_str!("google-random.ndjson")), 4000);
}
