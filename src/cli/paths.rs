//! `robotui paths`: where robotui keeps things, and what is wrong with the config file.

use super::{exit, print};
use crate::settings::{self, Settings, shown};
use std::fmt::Write as _;

/// Prints the places, or an example of a config file.
pub fn run(example: bool) -> u8 {
    if example {
        return print(&settings::example());
    }
    let Some(config) = settings::config_file() else {
        super::complain("There is no home directory, so nothing is kept: HOME is not set.");
        return exit::UNREADABLE;
    };
    let settings = Settings::load();
    let state = match (config.exists(), settings.notes.is_empty()) {
        (false, _) => "not there; `robotui paths --example` prints one",
        (true, true) => "read",
        (true, false) => "read, with faults",
    };
    // Writing to a String cannot fail.
    let mut out = String::new();
    _ = writeln!(out, "config   {}  ({state})", shown(&config));
    for note in &settings.notes {
        _ = writeln!(out, "         {note}");
    }
    #[cfg(feature = "history")]
    match crate::history::Place::own() {
        Ok(place) => {
            let state = if place.path().exists() { "there" } else { "begun by the first fetch" };
            _ = writeln!(out, "history  {}  ({state})", shown(place.path()));
        }
        Err(trouble) => _ = writeln!(out, "history  {trouble}"),
    }
    print(&out)
}
