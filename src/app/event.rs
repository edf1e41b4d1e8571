//! What comes into the state and what goes out of it.

use super::grid;
use super::keymap::Keymap;
use super::mouse::Mouse;
use crate::answer::past::{Change, Edition, Reader};
use crate::answer::subject::{Examination, Issues};
use crate::answer::{Loaded, askers};
use crate::robots::{Origin, Profile, Ruleset};
use crossterm::event::KeyEvent;

/// What comes in.
#[derive(Debug)]
pub enum Event {
    /// A key was pressed.
    Key(KeyEvent),
    /// A text was pasted.
    Paste(String),
    /// The mouse did something.
    Mouse(Mouse),
    /// The screen has another size.
    Resize(u16, u16),
    /// A moment has passed that [`super::App::tick`] asked for.
    Tick,
    /// The answer to an effect.
    Message(Box<Message>),
}

/// The answer to an effect.
#[derive(Debug)]
pub enum Message {
    /// What was loaded, or a sentence that says why not.
    Loaded {
        /// The number of the effect.
        ticket: u64,
        /// What came of it.
        result: Result<Loaded, String>,
    },
    /// A copy that was kept, while the load goes on.
    Held {
        /// The number of the effect.
        ticket: u64,
        /// The copy.
        loaded: Loaded,
    },
    /// The issues of a file.
    Issues {
        /// The number of the effect.
        ticket: u64,
        /// What was found.
        issues: Issues,
    },
    /// What came of asking the origins of a site.
    Grid {
        /// The number of the effect.
        ticket: u64,
        /// What came.
        news: grid::News,
    },
    /// What came of asking under several names.
    Asked {
        /// The number of the effect.
        ticket: u64,
        /// What came.
        news: askers::News,
    },
    /// The versions of a file, newest first.
    Recalled {
        /// The number of the effect.
        ticket: u64,
        /// The versions.
        editions: Vec<Edition>,
    },
    /// What a reader sees of some versions.
    Compiled {
        /// The number of the effect.
        ticket: u64,
        /// Who.
        reader: Reader,
        /// The rules, by the number of the version.
        rulesets: Vec<(i64, Ruleset)>,
    },
    /// How some versions differ from those before them.
    Compared {
        /// The number of the effect.
        ticket: u64,
        /// The differences, by the number of the version.
        changes: Vec<(i64, Change)>,
    },
    /// How a version differs from the one before it, as a heading and a text.
    Diffed(String, String),
    /// The text of the clipboard, or a sentence that says why not.
    Clipboard(Result<String, String>),
    /// How a copy went.
    Copied(Result<String, String>),
    /// An effect could not be carried out, and a sentence that says why.
    NotDone(String),
    /// What went wrong with keeping a fetch.
    NotKept(String),
}

/// What is to be done outside.
#[derive(Debug)]
pub enum Effect {
    /// Leave the program.
    Quit,
    /// Take the mouse, or leave it to the terminal.
    Mouse(bool),
    /// Stop until the shell continues it.
    Suspend,
    /// Load a target, as it was typed.
    Load {
        /// To be sent back with the answer.
        ticket: u64,
        /// A site, a URL, a file, or `-`.
        target: String,
        /// Nothing that was kept is wanted.
        fresh: bool,
    },
    /// Stop loading.
    CancelLoad,
    /// Ask the origins of a site, in place of the many that are being asked.
    Survey {
        /// To be sent back with the answers.
        ticket: u64,
        /// The origin that the file in view rules.
        asked: Origin,
        /// Those that its Sitemap lines name.
        named: Vec<Origin>,
    },
    /// Ask for a file under several names, in place of the many that are being asked.
    AskAs {
        /// To be sent back with the answers.
        ticket: u64,
        /// The URL of the file.
        url: String,
    },
    /// Stop asking the many.
    CancelMany,
    /// Look for the issues of a file.
    Examine {
        /// To be sent back with the answer.
        ticket: u64,
        /// What to look at.
        examination: Box<Examination>,
    },
    /// Look for the versions of a file.
    Recall {
        /// To be sent back with the answer.
        ticket: u64,
        /// The URL of the file.
        asked: String,
    },
    /// Compile what a reader sees of some versions; what was asked before is not wanted any more.
    Compile {
        /// To be sent back with the answer.
        ticket: u64,
        /// Who reads.
        reader: Reader,
        /// The versions, by their numbers.
        editions: Vec<i64>,
    },
    /// Find out how some versions differ from those before them.
    Compare {
        /// To be sent back with the answer.
        ticket: u64,
        /// The versions, by their numbers.
        editions: Vec<i64>,
    },
    /// Say how a version differs from the one before it.
    Diff {
        /// The version, by its number.
        edition: i64,
    },
    /// Load a version.
    LoadVersion {
        /// To be sent back with the answer, as for a load.
        ticket: u64,
        /// The version, by its number.
        edition: i64,
    },
    /// Read the clipboard.
    ReadClipboard,
    /// Put a text on the clipboard.
    Copy(String),
}

/// How a message to the person sounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Something went well.
    Good,
    /// Something went wrong.
    Bad,
}

/// A message to the person, shown until the next key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// What it says.
    pub text: String,
    /// How it sounds.
    pub tone: Tone,
    /// It is cut rather than given more than a line.
    pub brief: bool,
}

/// What the explorer starts with.
#[derive(Clone, Debug)]
pub struct Start {
    /// Who asks.
    pub agent: String,
    /// For what.
    pub url: String,
    /// How files are read.
    pub profile: &'static Profile,
    /// What to load; nothing for the start screen.
    pub targets: Vec<String>,
    /// What the person has chosen.
    pub preferences: Preferences,
    /// Something to be said at the start.
    pub note: Option<String>,
}

/// What a person may choose.
#[derive(Clone, Debug, Default)]
pub struct Preferences {
    /// The keys.
    pub keys: Keymap,
    /// One pane at a time.
    pub flat: bool,
    /// Long lines go on below.
    pub wrap: bool,
    /// The mouse is used.
    pub mouse: bool,
}
