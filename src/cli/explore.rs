//! `robotui [TARGET...]`: the explorer, or the report where there is no terminal for it.

use super::{Question, complain, exit, report};
use crate::answer::Loaded;
use crate::load::Archive;
#[cfg(feature = "tui")]
use crate::load::Target;
use crate::settings::Settings;
use std::io::{self, IsTerminal as _};

/// Opens the explorer and returns the exit code.
pub fn run(targets: Vec<String>, demo: bool, question: &Question, settings: &Settings, archive: &Archive) -> u8 {
    if demo {
        return show(Loaded::demo(), question, settings, archive);
    }
    if io::stdout().is_terminal() {
        return open(targets, question, settings, archive);
    }
    settings.notes.iter().for_each(|note| complain(note));
    match (targets.as_slice(), io::stdin().is_terminal()) {
        ([], true) => {
            complain("No target was given, and standard output is no terminal: name a site, a file or -.");
            exit::USAGE
        }
        ([], false) => reports(&["-".to_owned()], question, archive),
        (targets, _) => reports(targets, question, archive),
    }
}

/// Opens the explorer on what is at hand already, and returns the exit code.
pub fn show(loaded: Loaded, question: &Question, settings: &Settings, archive: &Archive) -> u8 {
    if !io::stdout().is_terminal() {
        settings.notes.iter().for_each(|note| complain(note));
        return report::report(loaded, question, false);
    }
    enter(Vec::new(), Some(loaded), question, settings, archive)
}

/// The reports of the targets, one after the other.
fn reports(targets: &[String], question: &Question, archive: &Archive) -> u8 {
    targets.iter().map(|target| report::run(target, question, false, archive)).max().unwrap_or(exit::FINE)
}

#[cfg(feature = "tui")]
fn open(mut targets: Vec<String>, question: &Question, settings: &Settings, archive: &Archive) -> u8 {
    if !has_keys() {
        complain(NO_KEYS);
        return reports(&targets, question, archive);
    }
    if targets.is_empty() && !io::stdin().is_terminal() {
        targets.push("-".to_owned());
    }
    match at_hand(targets.first()).transpose() {
        Ok(first) => enter(targets, first, question, settings, archive),
        Err(why) => {
            complain(&why);
            exit::UNREADABLE
        }
    }
}

#[cfg(feature = "tui")]
const NO_KEYS: &str = "There is no terminal to read keys from, so here is the report.";

/// Whether there is a terminal to read keys from.
#[cfg(feature = "tui")]
fn has_keys() -> bool {
    io::stdin().is_terminal() || std::fs::File::open("/dev/tty").is_ok()
}

/// Runs the explorer, with the first target where it has been read already.
#[cfg(feature = "tui")]
fn enter(
    targets: Vec<String>,
    first: Option<Loaded>,
    question: &Question,
    settings: &Settings,
    archive: &Archive,
) -> u8 {
    use crate::app::Start;
    use crate::tui::theme::Theme;
    use crate::tui::{self, Ended};
    if let Some(loaded) = first.as_ref().filter(|_| !has_keys()) {
        complain(NO_KEYS);
        return report::report(loaded.clone(), question, false);
    }
    let url = question.url.clone().unwrap_or_default();
    let note = settings.notes.first().map(|first| match settings.notes.len() {
        1 => first.clone(),
        n => format!("{first} And {} more: `robotui paths` lists them.", n - 1),
    });
    let start = Start {
        agent: question.agent.clone(),
        url,
        profile: question.profile,
        targets,
        preferences: settings.preferences.clone(),
        note,
    };
    let theme = Theme::new(&settings.look, |name| std::env::var(name).ok());
    match tui::run(&start, &theme, first, archive.clone()) {
        Ok(Ended::Quit) => exit::FINE,
        Ok(Ended::Signal(signal)) => tui::end_by(signal),
        Err(e) => {
            complain(&format!("The terminal cannot be used: {e}."));
            exit::UNREADABLE
        }
    }
}

/// Reads the first target where that takes no waiting, so that the first frame shows it. What is wrong with a target is said
/// before the screen is taken.
#[cfg(feature = "tui")]
fn at_hand(target: Option<&String>) -> Option<Result<Loaded, String>> {
    match Target::read(target?) {
        Err(why) => Some(Err(why)),
        Ok(target @ Target::File(_)) => {
            let special =
                matches!(&target, Target::File(path) if std::path::Path::new(path).exists()) && !target.is_at_hand();
            // A directory is no file either, and says so at once.
            let is_directory = matches!(&target, Target::File(path) if std::path::Path::new(path).is_dir());
            if special && !is_directory { None } else { target.load() }
        }
        Ok(_) => None,
    }
}

#[cfg(not(feature = "tui"))]
const NO_EXPLORER: &str = "This robotui was built without the explorer, so here is the report.";

#[cfg(not(feature = "tui"))]
fn open(targets: Vec<String>, question: &Question, _settings: &Settings, archive: &Archive) -> u8 {
    complain(NO_EXPLORER);
    reports(&targets, question, archive)
}

#[cfg(not(feature = "tui"))]
fn enter(
    _targets: Vec<String>,
    first: Option<Loaded>,
    question: &Question,
    _settings: &Settings,
    _archive: &Archive,
) -> u8 {
    complain(NO_EXPLORER);
    first.map_or(exit::FINE, |loaded| report::report(loaded, question, false))
}
