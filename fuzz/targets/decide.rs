//! Explaining, judging and deciding agree, with an index and without, whoever asks for whatever; and a witness is decided by its rule or by the one it names.
//! The input is an agent, a URL and a file, one line each but for the file.
#![no_main]

use libfuzzer_sys::fuzz_target;
use robotui::crawlers;
use robotui::robots::{Document, Profile, Reading, Ruleset, Target};
use std::sync::Arc;

fuzz_target!(|bytes: &[u8]| {
    let mut parts = bytes.splitn(3, |&byte| byte == b'\n');
    let mut text = || String::from_utf8_lossy(parts.next().unwrap_or_default()).into_owned();
    let (agent, url) = (text(), text());
    let crawler = crawlers::typed(&agent).crawler;
    let document = Arc::new(Document::parse(parts.next().unwrap_or_default()));
    for profile in Profile::ALL {
        let rules = Ruleset::new(&Reading::new(&document, profile), &crawler, profile);
        let path = Target::read(&url, None).path(profile);
        assert!(path.as_bytes().first() == Some(&b'/') && path.as_bytes().is_ascii());
        let why = rules.explain(&path);
        assert_eq!(why.decision, rules.decide(&path));
        assert_eq!(why.winner().map(|m| m.line), why.decision.line());
        assert_eq!(rules.judge(&path), (why.decision, why.reason));
        rules.index();
        assert_eq!(rules.judge(&path), (why.decision, why.reason), "with an index");
        for (line, _) in rules.by_rank().take(20) {
            if let Some(witness) = rules.witness(line) {
                let path = Target::of_path(&witness.path).path(profile);
                assert_eq!(rules.decide(&path), witness.decision);
            }
        }
    }
});
