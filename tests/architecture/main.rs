//! The rules of the house, read from its sources: what each room may name, and what no room may.
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on says why and stops")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// What the pure half may not name: the rooms that do things, their crates, and the doors of the standard library.
const OUTER: &[&str] = &[
    "crate::app",
    "crate::tui",
    "crate::fetch",
    "crate::cli",
    "crate::clipboard",
    "crate::load",
    "crate::history",
    "crate::settings",
    "ratatui",
    "crossterm",
    "unicode_width",
    "signal_hook",
    "rustix",
    "tokio",
    "reqwest",
    "clap",
    "arboard",
    "rustls",
    "flate2",
    "rusqlite",
    "serde",
    "jiff",
    "std::fs",
    "std::io",
    "std::net",
    "std::os",
    "std::path",
    "std::process",
    "std::thread",
    "std::sync::mpsc",
    "std::env",
    "Instant",
    "SystemTime",
];

/// What the state may not name: clocks, files, sockets, threads, and the rooms that have them.
const DOERS: &[&str] = &[
    "crate::tui",
    "crate::fetch",
    "crate::cli",
    "crate::clipboard",
    "crate::load",
    "crate::history",
    "crate::settings",
    "rusqlite",
    "ratatui::Terminal",
    "ratatui::backend",
    "crossterm::terminal",
    "crossterm::execute",
    "event::poll",
    "event::read",
    "tokio",
    "reqwest",
    "arboard",
    "rustix",
    "std::fs",
    "std::io",
    "std::net",
    "std::os",
    "std::process",
    "std::thread",
    "std::sync::mpsc",
    "std::env",
    "Instant",
    "SystemTime",
];

/// What stands nowhere outside tests.
const NOWHERE: &[&str] = &[
    "unsafe",
    "todo!",
    "unimplemented!",
    "unreachable!",
    "panic!",
    "dbg!",
    "println!",
    "eprintln!",
    ".unwrap()",
    ".expect(",
    "Color::Rgb",
    "Rgb(",
];

/// The most lines that a file may have.
const LONGEST: usize = 500;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A source file: its path below `src`, all its lines, and those that are neither comments nor tests.
struct Source {
    path: String,
    text: String,
    code: Vec<(usize, String)>,
}

impl Source {
    fn is_in(&self, rooms: &[&str]) -> bool {
        rooms.iter().any(|room| self.path == format!("{room}.rs") || self.path.starts_with(&format!("{room}/")))
    }

    /// The lines that name one of these, as a person would look them up.
    fn lines_that_name(&self, names: &[&str]) -> Vec<String> {
        let hits = self.code.iter().filter_map(|(number, line)| {
            let name = names.iter().find(|name| contains_word(line, name))?;
            Some(format!("src/{}:{number}: {name}", self.path))
        });
        hits.collect()
    }
}

/// Whether a name stands in a line, and is not the middle of a longer one.
fn contains_word(line: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(name).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + name.len()..].chars().next();
        let starts = name.starts_with(|c| !is_part(c)) || !before.is_some_and(is_part);
        let ends = name.ends_with(|c| !is_part(c)) || !after.is_some_and(is_part);
        starts && ends
    })
}

/// Puts the paths of `use a::{b, c::D}` back together where they stand in one line, so that a name cannot hide in braces.
fn unfold(line: &str) -> String {
    let Some((head, rest)) = line.split_once("::{") else { return line.to_owned() };
    let head = head.rsplit([' ', '(', '{']).next().unwrap_or_default();
    let parts = rest.trim_end_matches([';', '}', ' ']).split([',', '{', '}']);
    let paths: Vec<String> = parts.map(|part| format!("{head}::{}", part.trim())).collect();
    format!("{line} {}", paths.join(" "))
}

fn sources() -> Vec<Source> {
    let mut paths = Vec::new();
    gather(&root().join("src"), &mut paths);
    paths.sort();
    assert!(paths.len() > 30, "the sources were not found");
    let files: Vec<(String, String)> = paths
        .iter()
        .map(|path| {
            let name = path.strip_prefix(root().join("src")).expect("below src");
            (name.to_string_lossy().replace('\\', "/"), fs::read_to_string(path).expect("a source file is UTF-8"))
        })
        .collect();
    let tests: BTreeSet<String> = files.iter().flat_map(|(path, text)| test_modules(path, text)).collect();
    files
        .into_iter()
        .map(|(path, text)| {
            let code = if tests.contains(&path) { Vec::new() } else { code(&text) };
            Source { path, text, code }
        })
        .collect()
}

fn gather(directory: &Path, paths: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).expect("a directory of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            gather(&path, paths);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            paths.push(path);
        }
    }
}

/// The files that are modules of tests: `#[cfg(test)]` above `mod name;`.
fn test_modules(path: &str, text: &str) -> Vec<String> {
    let folder = path.strip_suffix(".rs").filter(|folder| *folder != "lib").map_or(String::new(), |f| format!("{f}/"));
    let lines: Vec<&str> = text.lines().collect();
    let pairs = lines.windows(2).filter(|pair| pair[0] == "#[cfg(test)]");
    let names = pairs.filter_map(|pair| pair[1].rsplit(' ').next()?.strip_suffix(';'));
    names.map(|name| format!("{folder}{name}.rs")).collect()
}

/// The lines before the tests at the end of a file, without comments, with their numbers.
fn code(text: &str) -> Vec<(usize, String)> {
    // What follows may stand under a longer condition, but there is one such module a file, and it comes last.
    let end = text.find("\nmod tests {").unwrap_or(text.len());
    let lines = text[..end].lines().enumerate();
    lines
        .filter(|(_, line)| !line.trim_start().starts_with("//"))
        .map(|(i, line)| (i + 1, unfold(line.split(" // ").next().unwrap_or_default())))
        .collect()
}

#[track_caller]
fn assert_none(found: &[String], rule: &str) {
    assert!(found.is_empty(), "{rule}:\n{}", found.join("\n"));
}

#[test]
fn the_inner_half_never_names_the_outer() {
    let inner = ["robots", "crawlers", "lint", "answer", "topics", "prose"];
    let sources = sources();
    let found: Vec<String> =
        sources.iter().filter(|source| source.is_in(&inner)).flat_map(|source| source.lines_that_name(OUTER)).collect();
    assert_none(&found, "the inner half names what does things");
}

#[test]
fn the_engine_names_none_of_those_who_use_it() {
    let sources = sources();
    let users = ["crate::crawlers", "crate::lint", "crate::answer", "crate::topics", "crate::prose"];
    let found: Vec<String> = sources
        .iter()
        .filter(|source| source.is_in(&["robots"]))
        .flat_map(|source| source.lines_that_name(&users))
        .collect();
    assert_none(&found, "src/robots is a library of its own");
}

#[test]
fn the_state_does_nothing_itself_and_knows_no_clock() {
    let sources = sources();
    let found: Vec<String> = sources
        .iter()
        .filter(|source| source.is_in(&["app"]))
        .flat_map(|source| source.lines_that_name(DOERS))
        .collect();
    assert_none(&found, "src/app is given time and hands out effects");
}

#[test]
fn only_the_command_line_and_main_name_the_command_line() {
    let sources = sources();
    let found: Vec<String> = sources
        .iter()
        .filter(|source| !source.is_in(&["cli", "main", "lib"]))
        .flat_map(|source| source.lines_that_name(&["crate::cli", "clap"]))
        .collect();
    assert_none(&found, "arguments are read in src/cli");
}

#[test]
fn nothing_can_panic_or_is_left_to_do() {
    let found: Vec<String> = sources().iter().flat_map(|source| source.lines_that_name(NOWHERE)).collect();
    assert_none(&found, "this stands in tests only");
}

#[test]
fn every_file_says_first_what_it_is_for() {
    let sources = sources();
    let silent = sources.iter().filter(|source| !source.text.starts_with("//! "));
    let found: Vec<String> = silent.map(|source| format!("src/{}", source.path)).collect();
    assert_none(&found, "the first line of a file says what it is for");
}

#[test]
fn no_file_is_too_long_to_read() {
    let sources = sources();
    let lines = sources.iter().map(|source| (source.text.lines().count(), &source.path));
    let found: Vec<String> =
        lines.filter(|(lines, _)| *lines > LONGEST).map(|(lines, path)| format!("src/{path}: {lines} lines")).collect();
    assert_none(&found, "a file of more than 500 lines wants to be two");
}

/// The lines of a table of Cargo.toml, as names and what stands behind them.
fn table(name: &str) -> Vec<(String, String)> {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("Cargo.toml");
    let heading = format!("[{name}]");
    let lines = manifest.lines().skip_while(|line| *line != heading).skip(1);
    let lines = lines.take_while(|line| !line.starts_with('['));
    let pairs = lines.filter_map(|line| line.split_once(" = "));
    pairs.filter(|(name, _)| !name.starts_with('#')).map(|(name, is)| (name.to_owned(), is.to_owned())).collect()
}

fn words_in_quotes(text: &str) -> BTreeSet<String> {
    text.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn the_program_as_it_is_installed_can_do_everything() {
    let features = table("features");
    let default = features.iter().find(|(name, _)| name == "default").expect("default features");
    let default = words_in_quotes(&default.1);
    let gates: BTreeSet<String> = sources()
        .iter()
        .flat_map(|source| source.text.split("feature = \"").skip(1).map(str::to_owned).collect::<Vec<_>>())
        .filter_map(|rest| rest.split('"').next().map(str::to_owned))
        .collect();
    assert!(gates.contains("tui"), "{gates:?}");
    let named: BTreeSet<String> = features.iter().map(|(name, _)| name.clone()).collect();
    assert!(gates.is_subset(&named), "a source asks for a feature that Cargo.toml does not have: {gates:?}");
    // What a default feature brings along is on as well.
    let brought = features.iter().filter(|(name, _)| default.contains(name)).flat_map(|(_, on)| words_in_quotes(on));
    let on: BTreeSet<String> = brought.chain(default.iter().cloned()).collect();
    assert!(gates.is_subset(&on), "the sources know {gates:?}, and by default {on:?} are on");
}

#[test]
fn every_dependency_is_used() {
    let code: String = sources().iter().map(|source| source.text.as_str()).collect();
    let build = fs::read_to_string(root().join("build.rs")).expect("build.rs");
    let enabled: BTreeSet<String> = table("features").iter().flat_map(|(_, on)| words_in_quotes(on)).collect();
    let mut found = Vec::new();
    for (name, is) in table("dependencies") {
        if !contains_word(&code, &format!("{}::", name.replace('-', "_"))) {
            found.push(format!("{name}: no source names it"));
        }
        if is.contains("optional = true") && !enabled.contains(&format!("dep:{name}")) {
            found.push(format!("{name}: no feature brings it"));
        }
    }
    for (name, _) in table("build-dependencies") {
        if !contains_word(&build, &format!("{}::", name.replace('-', "_"))) {
            found.push(format!("{name}: build.rs does not name it"));
        }
    }
    assert_none(&found, "Cargo.toml names what is not used");
}

/// `UPDATE=1 cargo test --test architecture` writes the list anew.
#[cfg(feature = "tui")]
#[test]
fn the_readme_lists_the_keys_as_they_are() {
    const BEGIN: &str = "<!-- keys -->";
    const END: &str = "<!-- /keys -->";
    let path = root().join("README.md");
    let Ok(readme) = fs::read_to_string(&path) else { return };
    let parts = readme.split_once(BEGIN).and_then(|(before, rest)| {
        let (list, after) = rest.split_once(END)?;
        Some((before, list, after))
    });
    let (before, list, after) =
        parts.unwrap_or_else(|| panic!("README.md has no list of keys between {BEGIN} and {END}"));
    let keys = robotui::app::keymap::markdown();
    if std::env::var_os("UPDATE").is_some_and(|value| value == "1") {
        fs::write(&path, format!("{before}{BEGIN}\n\n{}\n\n{END}{after}", keys.trim())).expect("README.md is written");
        return;
    }
    assert_eq!(list.trim(), keys.trim(), "the keys have changed: UPDATE=1 cargo test --test architecture writes them");
}

#[test]
fn the_rules_are_read_as_they_are_meant() {
    assert!(contains_word("use std::fs::File;", "std::fs"));
    assert!(!contains_word("let todo = 1;", "todo!"));
    assert!(!contains_word("clapped::x", "clap"));
    assert!(contains_word("x.unwrap()", ".unwrap()"));
    assert!(contains_word(&unfold("use std::{fs, io::Write};"), "std::io"));
    assert!(contains_word(&unfold("    use crate::{app::App};"), "crate::app"));
    assert_eq!(code("a\n// b\n#[cfg(test)]\nmod tests {\nc").len(), 2);
    assert_eq!(test_modules("lint.rs", "#[cfg(test)]\nmod carets;\n"), ["lint/carets.rs"]);
}
