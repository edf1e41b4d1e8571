//! The command line: arguments, and what runs for them. Data goes to standard output, everything else to standard error.

mod batch;
mod check;
mod crawlers;
mod explain;
mod explore;
#[cfg(feature = "fetch")]
mod fetch_as;
#[cfg(all(feature = "fetch", feature = "history"))]
mod history;
mod json;
mod keeping;
mod lines;
mod manual;
#[cfg(feature = "fetch")]
mod origins;
mod output;
mod parse;
mod paths;
mod policy;
#[cfg(feature = "fetch")]
mod reaching;
mod report;
mod self_test;

use crate::answer::Subject;
use crate::load::{self, Network};
use crate::robots::delivery::Outcome;
use crate::robots::{Delivery, Profile, display};
use crate::settings::Settings;
use clap::{Parser, Subcommand};
use std::borrow::Cow;
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write as _};
use std::time::Duration;

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
    question: Asking,
    #[command(flatten)]
    looks: Looks,
    #[command(flatten)]
    keeping: keeping::Keeping,
    #[cfg(feature = "fetch")]
    #[command(flatten)]
    reaching: reaching::Reaching,
    #[command(subcommand)]
    command: Option<Command>,
}

/// How the explorer looks.
#[derive(Clone, Debug, Default, clap::Args)]
struct Looks {
    /// The colours: auto, dark, light, high-contrast or mono
    #[arg(long, value_name = "NAME", value_parser = ["auto", "dark", "light", "high-contrast", "mono"])]
    theme: Option<String>,
    /// Draw no lines, and show one pane at a time: for screen readers, and for copying with the mouse
    #[arg(long)]
    flat: bool,
    /// Use the mouse: the wheel scrolls, a click focuses
    #[arg(long)]
    mouse: bool,
}

const EXIT_CODES: &str = "Exit codes: 0 fine, 1 the answer is no, 2 wrong usage, 3 could not read or fetch.\n\
    Where standard output is no terminal, the report is printed instead of the explorer.";

const BATCH: &str = "Judge for pipelines: one JSON object a line in, one out, in the same order.\n\n\
    A line has a file: robots (its text), robots_b64 (its bytes in base64) or file (a path);\n\
    who asks: agent (as a person types it) or tokens (exact product tokens, tried in order);\n\
    a url, and, if you like, an id and a profile. Or queries: a list of such questions about one file;\n\
    what they leave open is taken from the line around them. URLs are judged as given: dot segments are not resolved.\n\n\
    {\"id\":1,\"robots\":\"User-agent: *\\nDisallow: /a\",\"agent\":\"Googlebot/2.1\",\"url\":\"/a\"}\n\
    {\"id\":2,\"file\":\"robots.txt\",\"queries\":[{\"agent\":\"GPTBot\",\"url\":\"/\"}]}\n\n\
    The answer has id, allowed, line (0 where no rule decided), rule, reason, group_lines and token; or results.\n\
    A line that cannot be used is answered by id and error, the rest goes on, and the exit code is 1.";

#[cfg(feature = "fetch")]
const ORIGINS: &str = "The hosts and schemes of a site side by side, as the report of Search Console has them.\n\n\
    Asked are the site, the same with and without www, the hosts given with --host, those that its Sitemap lines\n\
    name, and those of the same domain in the history: up to 20 hosts, each over http and https, four at a time.\n\
    Each file rules its own origin only. The files are compared with the first that there is; comments make no\n\
    difference. A 404 is fine: where there is no file, everything may be fetched.\n\n\
    The exit code is 3 where none of them answered.";

#[derive(Debug, Subcommand)]
enum Command {
    /// Print what the explorer shows, as plain text
    Report {
        /// A site, a URL, a file, or - for standard input
        target: String,
        #[command(flatten)]
        question: Asking,
        /// The same as one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Say for URLs whether they may be fetched; exit code 1 where one may not
    Check(check::Check),
    /// Judge for pipelines: one JSON object a line in, one out
    #[command(long_about = BATCH)]
    Batch(batch::Batch),
    /// List the crawlers; with a target, say for each whether it may fetch a URL
    Crawlers(crawlers::Crawlers),
    /// Print a file as JSON: lines, groups, sitemaps, other records
    Parse(parse::Parse),
    /// What was fetched before: list versions, show, compare and export them
    #[cfg(all(feature = "fetch", feature = "history"))]
    History(history::History),
    /// The hosts and schemes of a site side by side: fetched or not, size, issues, same or different
    #[cfg(feature = "fetch")]
    #[command(long_about = ORIGINS)]
    Origins(origins::Origins),
    /// Fetch a robots.txt as robotui, as a browser, as Googlebot and as GPTBot; exit code 1 where the answers differ
    #[cfg(feature = "fetch")]
    FetchAs(fetch_as::FetchAs),
    /// Run the vectors compiled into the program, by category
    SelfTest,
    /// Print the completions for a shell
    Completions {
        /// Which shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    Man,
    /// Print where robotui keeps things, and what is wrong with the config file
    Paths {
        /// Print a config file with every setting at its default
        #[arg(long)]
        example: bool,
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

/// Who asks for what, and how the file is read: as far as it was said.
#[derive(Clone, Debug, clap::Args)]
struct Asking {
    /// Who asks: a crawler's name, or a whole User-Agent header [default: Googlebot]
    #[arg(short, long, value_name = "NAME")]
    agent: Option<String>,
    /// For what: a URL or a path. Without it: the page that TARGET names, or /
    #[arg(short, long, value_name = "URL")]
    url: Option<String>,
    /// How the file is read: rfc9309, google, bing, yandex, substring or first-match [default: rfc9309]
    #[arg(short, long, value_name = "NAME", value_parser = profile)]
    profile: Option<&'static Profile>,
}

impl Asking {
    /// The question, where what was not said is taken from the config file.
    fn settle(self, settings: &Settings) -> Question {
        Question {
            agent: self.agent.or_else(|| settings.agent.clone()).unwrap_or_else(|| "Googlebot".to_owned()),
            url: self.url,
            profile: self.profile.or(settings.profile).unwrap_or(&Profile::RFC9309),
        }
    }
}

/// Who asks for what, and how the file is read.
#[derive(Clone, Debug)]
struct Question {
    agent: String,
    /// None: the page that the target names, or `/`.
    url: Option<String>,
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
    let network = arguments.network();
    let code = command(arguments, &network);
    // Another process may hold the history for a while; each save ends in time.
    _ = network.archive.finish(Duration::from_secs(60));
    code
}

impl Arguments {
    /// The way to sites.
    fn network(&self) -> Network {
        Network {
            #[cfg(feature = "fetch")]
            options: self.reaching.options(),
            #[cfg(feature = "fetch")]
            offline: self.reaching.offline,
            archive: self.keeping.archive(),
        }
    }
}

/// Runs what the arguments ask for.
fn command(arguments: Arguments, network: &Network) -> u8 {
    match arguments.command {
        Some(Command::Report { target, question, json }) => {
            let settings = settings();
            report::run(&target, &question.settle(&settings), json, network)
        }
        Some(Command::Check(check)) => check::run(&check, network),
        Some(Command::Batch(batch)) => batch::run(&batch),
        Some(Command::Crawlers(crawlers)) => crawlers::run(&crawlers, network),
        Some(Command::Parse(parse)) => parse::run(&parse, network),
        #[cfg(all(feature = "fetch", feature = "history"))]
        Some(Command::History(history)) => history::run(&history, &arguments.keeping),
        #[cfg(feature = "fetch")]
        Some(Command::Origins(origins)) => origins::run(&origins, network),
        #[cfg(feature = "fetch")]
        Some(Command::FetchAs(fetch_as)) => fetch_as::run(&fetch_as, network),
        Some(Command::SelfTest) => self_test::run(),
        Some(Command::Completions { shell }) => manual::completions(shell),
        Some(Command::Man) => manual::man(),
        Some(Command::Paths { example }) => paths::run(example),
        Some(Command::Explain { name, open }) => explain::run(name.as_deref(), open, network),
        None if arguments.targets.first().is_some_and(|target| is_command(target)) => {
            complain(&format!("{} is a command and comes first: robotui {0} …", arguments.targets[0]));
            exit::USAGE
        }
        None if arguments.targets.iter().filter(|target| *target == "-").count() > 1 => {
            complain("- stands for standard input and can be given once only.");
            exit::USAGE
        }
        None => {
            let mut settings = Settings::load();
            settings.hear(&arguments.looks);
            let question = arguments.question.settle(&settings);
            let visit = explore::Visit { question: &question, settings: &settings, network };
            explore::run(arguments.targets, arguments.demo, &visit)
        }
    }
}

/// The config file; what is wrong with it is said on standard error.
fn settings() -> Settings {
    let settings = Settings::load();
    for note in &settings.notes {
        complain(note);
    }
    settings
}

impl Settings {
    /// Takes what was said on the command line before what the config file says.
    #[cfg_attr(not(feature = "tui"), allow(unused_variables, clippy::unused_self, clippy::needless_pass_by_ref_mut))]
    fn hear(&mut self, looks: &Looks) {
        #[cfg(feature = "tui")]
        {
            use crate::tui::theme::Palette;
            self.preferences.mouse |= looks.mouse;
            self.preferences.flat |= looks.flat;
            self.look.flat |= looks.flat;
            if let Some(palette) = looks.theme.as_deref().and_then(Palette::named) {
                self.look.palette = palette;
                self.look.insist = true;
            }
        }
    }
}

/// Whether a target is the name of a command that came too late, and no file.
fn is_command(target: &str) -> bool {
    use clap::CommandFactory as _;
    Arguments::command().get_subcommands().any(|command| command.get_name() == target)
        && !std::path::Path::new(target).exists()
}

/// The same complaint about the same arguments made visible: it quotes them, and a terminal would obey what they hold.
fn visible(arguments: &[OsString], e: clap::Error) -> clap::Error {
    let shown = arguments.iter().map(|argument| display::visible_str(&argument.to_string_lossy()).into_owned());
    Arguments::try_parse_from(shown).err().unwrap_or(e)
}

/// Says something on standard error.
fn complain(sentence: &str) {
    // Where even standard error is gone, there is nobody to tell.
    _ = writeln!(io::stderr(), "robotui: {}", fit(sentence, knows_ascii_only(&io::stderr())));
}

/// Whether what is written here goes to a terminal that shows ASCII only.
fn knows_ascii_only(stream: &impl IsTerminal) -> bool {
    stream.is_terminal() && !crate::locale::is_utf8(|name| std::env::var(name).ok())
}

/// A visible text as it can be shown.
fn fit(text: &str, ascii: bool) -> Cow<'_, str> {
    if ascii { display::ascii(text) } else { Cow::Borrowed(text) }
}

/// Prints to standard output. A reader that has gone away is no failure.
fn print(text: &str) -> u8 {
    let mut out = io::stdout().lock();
    let text = fit(text, knows_ascii_only(&out));
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(e) if e.kind() != io::ErrorKind::BrokenPipe => {
            complain(&format!("Standard output could not be written: {e}."));
            exit::UNREADABLE
        }
        _ => exit::FINE,
    }
}

/// A target that was loaded, and what was said about it on standard error.
struct Opened {
    subject: Subject,
    /// What is asked for: the page that the target names, or `/`.
    url: String,
    /// A site may have none; that is an answer too.
    has_file: bool,
}

/// Loads a target and says what is to be said about it; the exit code where it could not be read.
fn open(target: &str, network: &Network) -> Result<Opened, u8> {
    let loaded = load::now(target, network, complain).map_err(|why| {
        complain(&why);
        exit::UNREADABLE
    })?;
    if let Some(note) = &loaded.note {
        complain(note);
    }
    let url = loaded.path.clone().unwrap_or_else(|| "/".to_owned());
    let subject = Subject::new(loaded);
    let without = subject.delivery.as_ref().filter(|delivery| !delivery.is_file());
    if let Some(delivery) = without {
        complain(&no_file(delivery));
    }
    let has_file = without.is_none();
    Ok(Opened { subject, url, has_file })
}

/// Why a fetch brought no file.
fn no_file(delivery: &Delivery) -> String {
    let place = display::visible_str(&delivery.asked);
    let what =
        if matches!(delivery.outcome, Outcome::Answered(_)) { "is no robots.txt" } else { "could not be fetched" };
    format!("{place} {what}: {}.", ending(delivery))
}

/// How a fetch ended, where that brought no file.
fn ending(delivery: &Delivery) -> String {
    match &delivery.outcome {
        Outcome::TooManyRedirects => {
            format!("more redirects than the {} that are followed", delivery.redirects().count())
        }
        outcome => trouble(outcome),
    }
}

/// What went wrong on the way.
fn trouble(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Answered(status) => format!("the answer was {status}"),
        Outcome::TooManyRedirects => "too many redirects".to_owned(),
        Outcome::NotFollowed(why) | Outcome::Failed(_, why) => display::visible_str(why).into_owned(),
        Outcome::NoLocation(status) => format!("a redirect ({status}) that does not say where to"),
    }
}
