//! `robotui [TARGET...]`: the explorer, or the report where there is no terminal for it.

use super::{Question, complain, exit, report};
#[cfg(feature = "tui")]
use crate::load::Target;
use std::io::{self, IsTerminal as _};

/// Opens the explorer and returns the exit code.
pub fn run(targets: Vec<String>, demo: bool, question: &Question) -> u8 {
    if io::stdout().is_terminal() {
        return open(targets, demo, question);
    }
    match targets.as_slice() {
        _ if demo => report::demo(question),
        [] => {
            complain("No target was given, and standard output is no terminal: name a site, a file or -.");
            exit::USAGE
        }
        targets => targets.iter().map(|target| report::run(target, question, false)).max().unwrap_or(exit::FINE),
    }
}

#[cfg(feature = "tui")]
fn open(targets: Vec<String>, demo: bool, question: &Question) -> u8 {
    use crate::answer::Loaded;
    use crate::app::Start;
    use crate::tui::{self, Ended};
    if !io::stdin().is_terminal() && std::fs::File::open("/dev/tty").is_err() {
        complain("There is no terminal to read keys from, so here is the report.");
        return targets.iter().map(|target| report::run(target, question, false)).max().unwrap_or(exit::FINE);
    }
    let mut targets = targets;
    if targets.is_empty() && !demo && !io::stdin().is_terminal() {
        targets.push("-".to_owned());
    }
    let first = if demo { Some(Ok(Loaded::demo())) } else { at_hand(targets.first()) };
    let first = match first {
        Some(Err(why)) => {
            complain(&why);
            return exit::UNREADABLE;
        }
        Some(Ok(loaded)) => Some(loaded),
        None => None,
    };
    let url = question.url.clone().unwrap_or_else(|| "/".to_owned());
    let start = Start { agent: question.agent.clone(), url, profile: question.profile, targets };
    match tui::run(&start, first) {
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
fn at_hand(target: Option<&String>) -> Option<Result<crate::answer::Loaded, String>> {
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
fn open(targets: Vec<String>, demo: bool, question: &Question) -> u8 {
    complain("This robotui was built without the explorer, so here is the report.");
    if demo {
        return report::demo(question);
    }
    targets.iter().map(|target| report::run(target, question, false)).max().unwrap_or(exit::FINE)
}
