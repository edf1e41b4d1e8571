//! `robotui [TARGET...]`: the explorer, or the report where there is no terminal for it.

use super::{Question, complain, exit, report};
use crate::answer::Loaded;
use crate::load::Network;
#[cfg(feature = "tui")]
use crate::load::Target;
use crate::settings::Settings;
use std::io::{self, IsTerminal as _};

/// What somebody wants to know, and how.
#[derive(Clone, Copy)]
pub struct Visit<'a> {
    /// Who asks for what.
    pub question: &'a Question,
    /// What was settled in the config file.
    pub settings: &'a Settings,
    /// The way to sites.
    pub network: &'a Network,
}

/// Opens the explorer and returns the exit code.
pub fn run(targets: Vec<String>, demo: bool, visit: &Visit) -> u8 {
    if demo {
        return show(Loaded::demo(), visit);
    }
    let Err(why) = stage() else { return open(targets, visit) };
    visit.settings.notes.iter().for_each(|note| complain(note));
    match (targets.as_slice(), io::stdin().is_terminal()) {
        ([], true) => {
            let why = why.map_or("standard output is no terminal", |why| why.because);
            complain(&format!("No target was given, and {why}: name a site, a file or -."));
            exit::USAGE
        }
        (targets, _) => {
            let from_stdin = ["-".to_owned()];
            reports(if targets.is_empty() { &from_stdin } else { targets }, visit, why)
        }
    }
}

/// Opens the explorer on what is at hand already, and returns the exit code.
pub fn show(loaded: Loaded, visit: &Visit) -> u8 {
    match stage() {
        Ok(()) => enter(Vec::new(), Some(loaded), visit),
        Err(why) => {
            visit.settings.notes.iter().for_each(|note| complain(note));
            let code = report::report(loaded, visit.question, false);
            tell(why, &[code]);
            code
        }
    }
}

/// What the explorer needs and does not have here.
#[derive(Clone, Copy)]
struct Missing {
    /// As the end of a sentence.
    because: &'static str,
}

/// Says why there is a report in place of the explorer, where there is one.
fn tell(missing: Option<Missing>, codes: &[u8]) {
    if let Some(Missing { because }) = missing.filter(|_| codes.iter().any(|&code| code != exit::UNREADABLE)) {
        complain(&format!("This is the report and not the explorer, since {because}."));
    }
}

/// Whether the explorer can be shown. Where not, what is missing, unless it goes without saying: who hands standard output to
/// another program wants the report.
fn stage() -> Result<(), Option<Missing>> {
    let missing = |because| Err(Some(Missing { because }));
    let has_keys = io::stdin().is_terminal() || std::fs::File::open("/dev/tty").is_ok();
    match (io::stdout().is_terminal(), has_keys) {
        (false, false) => missing("there is no terminal"),
        (false, true) => Err(None),
        _ if cfg!(not(feature = "tui")) => missing("this robotui was built without the explorer"),
        (true, false) => missing("there is no terminal to read keys from"),
        (true, true) if std::env::var_os("TERM").is_some_and(|term| term == "dumb") => {
            missing("this terminal (TERM=dumb) cannot move its cursor")
        }
        (true, true) => Ok(()),
    }
}

/// The reports of the targets, one after the other.
fn reports(targets: &[String], visit: &Visit, missing: Option<Missing>) -> u8 {
    let report = |target: &String| report::run(target, visit.question, false, visit.network);
    let codes: Vec<u8> = targets.iter().map(report).collect();
    tell(missing, &codes);
    codes.into_iter().max().unwrap_or(exit::FINE)
}

#[cfg(feature = "tui")]
fn open(mut targets: Vec<String>, visit: &Visit) -> u8 {
    if targets.is_empty() && !io::stdin().is_terminal() {
        targets.push("-".to_owned());
    }
    match at_hand(targets.first()).transpose() {
        Ok(first) => enter(targets, first, visit),
        Err(why) => {
            complain(&why);
            exit::UNREADABLE
        }
    }
}

/// Runs the explorer, with the first target where it has been read already.
#[cfg(feature = "tui")]
fn enter(targets: Vec<String>, first: Option<Loaded>, visit: &Visit) -> u8 {
    use crate::app::Start;
    use crate::tui::theme::Theme;
    use crate::tui::{self, Ended};
    let Visit { question, settings, network } = *visit;
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
    match tui::run(&start, &theme, first, network.clone()) {
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

/// Without the explorer there is never a stage for it.
#[cfg(not(feature = "tui"))]
fn open(targets: Vec<String>, visit: &Visit) -> u8 {
    reports(&targets, visit, None)
}

#[cfg(not(feature = "tui"))]
fn enter(_targets: Vec<String>, first: Option<Loaded>, visit: &Visit) -> u8 {
    first.map_or(exit::FINE, |loaded| report::report(loaded, visit.question, false))
}
