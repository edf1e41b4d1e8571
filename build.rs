//! Turns `assets/crawlers.toml` into a table of constants, so that the program starts without parsing it and a mistake in
//! the data is a compile error that names it.
#![allow(clippy::expect_used, clippy::panic, reason = "a build that cannot go on says why and stops")]

use serde::Deserialize;
use std::{env, fmt::Write as _, fs, path::Path};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Catalogue {
    crawler: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    token: String,
    #[serde(default)]
    aliases: Vec<String>,
    operator: String,
    purpose: String,
    category: String,
    behaviour: String,
    status: String,
    #[serde(default)]
    fallback: Vec<String>,
    #[serde(default)]
    ignores_star: bool,
    engine: String,
    crawl_delay: String,
    #[serde(default)]
    sample: String,
    #[serde(default)]
    docs: String,
    evidence: String,
    groups_seen: u32,
    #[serde(default)]
    note: String,
}

fn main() {
    println!("cargo::rerun-if-changed=assets/crawlers.toml");
    println!("cargo::rerun-if-changed=build.rs");
    let text = fs::read_to_string("assets/crawlers.toml").expect("assets/crawlers.toml is part of the package");
    let catalogue: Catalogue = toml::from_str(&text).unwrap_or_else(|e| panic!("assets/crawlers.toml: {e}"));
    let mut code = String::from("&[\n");
    for e in &catalogue.crawler {
        writeln!(
            code,
            "Entry {{ token: {:?}, aliases: &{:?}, operator: {:?}, purpose: Purpose::{}, category: {:?}, \
             behaviour: Behaviour::{}, status: Status::{}, fallback: &{:?}, ignores_star: {}, engine: {:?}, \
             crawl_delay: {}, sample: {:?}, docs: {:?}, evidence: {:?}, groups_seen: {}, note: {:?} }},",
            e.token,
            e.aliases,
            e.operator,
            variant(&e.purpose),
            e.category,
            variant(&e.behaviour),
            variant(&e.status),
            e.fallback,
            e.ignores_star,
            e.engine,
            match e.crawl_delay.as_str() {
                "yes" => "Some(true)",
                "no" | "n/a" => "Some(false)",
                "unknown" => "None",
                other => panic!("assets/crawlers.toml: {}: crawl_delay is {other:?}", e.token),
            },
            e.sample,
            e.docs,
            e.evidence,
            e.groups_seen,
            e.note,
        )
        .expect("writing to a String cannot fail");
    }
    code.push(']');
    let out = env::var_os("OUT_DIR").expect("cargo sets OUT_DIR");
    fs::write(Path::new(&out).join("crawlers.rs"), code).expect("OUT_DIR is writable");
}

/// `ai-search` to `AiSearch`.
fn variant(kebab: &str) -> String {
    kebab
        .split('-')
        .map(|word| {
            let mut chars = word.chars();
            chars.next().map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + chars.as_str())
        })
        .collect()
}
