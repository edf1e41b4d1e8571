//! The command line: arguments, and what runs for them. Data goes to standard output, everything else to standard error.

mod explain;
mod explore;
mod report;

use crate::robots::{Profile, display};
use clap::{Parser, Subcommand};
use std::ffi::OsString;
use std::io::{self, Write as _};

/// Exit codes, the same for every command.
pub mod exit {
    /// All is well.
    pub const FINE: u8 = 0;
    /// The answer is no.
    pub const NO: u8 = 1;
    /// Wrong usage.
    pub const USAGE: u8 = 2;
    /// Something could not be read or fetched.
    pub const UNREADABLE: u8 = 3;
}

/// robotui says what a robots.txt does: may this crawler fetch this URL, which line says so, and why the other lines lost.
#[derive(Debug, Parser)]
#[command(name = "robotui", version, args_conflicts_with_subcommands = true, after_help = EXIT_CODES)]
struct Arguments {
    /// A site, a URL, a file, or - for standard input; several are opened side by side. None: the start screen
    #[arg(value_name = "TARGET")]
    targets: Vec<String>,
    /// Open the example that comes with robotui
    #[arg(long, conflicts_with = "targets")]
    demo: bool,
    #[command(flatten)]
    question: Question,
    #[command(subcommand)]
    command: Option<Command>,
}

const EXIT_CODES: &str = "Exit codes: 0 fine, 1 the answer is no, 2 wrong usage, 3 could not read or fetch.\n\
    Where standard output is no terminal, the report is printed instead of the explorer.";

#[derive(Debug, Subcommand)]
enum Command {
    /// Print what the explorer shows, as plain text
    Report {
        /// A site, a URL, a file, or - for standard input
        target: String,
        #[command(flatten)]
        question: Question,
    },
    /// Explain an issue, or what people get wrong about a topic; without a name, list both
    Explain {
        /// The code of an issue, such as group-drops-star-rules, or a topic, such as precedence
        #[arg(value_name = "CODE|TOPIC")]
        name: Option<String>,
        /// Open the explorer on the topic's example
        #[arg(long, requires = "name")]
        open: bool,
    },
}

/// Who asks for what, and how the file is read.
#[derive(Clone, Debug, clap::Args)]
struct Question {
    /// Who asks: a crawler's name, or a whole User-Agent header
    #[arg(short, long, value_name = "NAME", default_value = "Googlebot")]
    agent: String,
    /// For what: a URL or a path. Without it: the page that TARGET names, or /
    #[arg(short, long, value_name = "URL")]
    url: Option<String>,
    /// How the file is read: rfc9309, google, bing, yandex, substring or first-match
    #[arg(short, long, value_name = "NAME", default_value = "rfc9309", value_parser = profile)]
    profile: &'static Profile,
}

fn profile(name: &str) -> Result<&'static Profile, String> {
    Profile::named(name).ok_or_else(|| {
        let names: Vec<&str> = Profile::ALL.iter().map(|p| p.name).collect();
        format!("the profiles are {}", names.join(", "))
    })
}

/// Runs the program and returns its exit code.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let arguments = match Arguments::try_parse_from(&arguments) {
        Ok(arguments) => arguments,
        Err(e) => {
            let wrong = e.use_stderr();
            let e = visible(&arguments, e);
            // Help that nobody reads any more is no failure.
            _ = e.print();
            return if wrong { exit::USAGE } else { exit::FINE };
        }
    };
    match arguments.command {
        Some(Command::Report { target, question }) => report::run(&target, &question),
        Some(Command::Explain { name, open }) => explain::run(name.as_deref(), open),
        None if arguments.targets.iter().filter(|target| *target == "-").count() > 1 => {
            complain("- stands for standard input and can be given once only.");
            exit::USAGE
        }
        None => explore::run(arguments.targets, arguments.demo, &arguments.question),
    }
}

/// The same complaint about the same arguments made visible: it quotes them, and a terminal would obey what they hold.
fn visible(arguments: &[OsString], e: clap::Error) -> clap::Error {
    let shown = arguments.iter().map(|argument| display::visible_str(&argument.to_string_lossy()).into_owned());
    Arguments::try_parse_from(shown).err().unwrap_or(e)
}

/// Says something on standard error.
fn complain(sentence: &str) {
    // Where even standard error is gone, there is nobody to tell.
    _ = writeln!(io::stderr(), "robotui: {sentence}");
}

/// Prints to standard output. A reader that has gone away is no failure.
fn print(text: &str) -> u8 {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(e) if e.kind() != io::ErrorKind::BrokenPipe => {
            complain(&format!("Standard output could not be written: {e}."));
            exit::UNREADABLE
        }
        _ => exit::FINE,
    }
}
