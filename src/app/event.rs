//! What comes into the state and what goes out of it.

use super::keymap::Keymap;
use super::mouse::Mouse;
use crate::answer::Loaded;
use crate::answer::subject::{Examination, Issues};
use crate::robots::Profile;
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
    /// A moment has passed that [`App::tick`](super::App::tick) asked for.
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
    /// The issues of a file.
    Issues {
        /// The number of the effect.
        ticket: u64,
        /// What was found.
        issues: Issues,
    },
    /// The text of the clipboard, or a sentence that says why not.
    Clipboard(Result<String, String>),
    /// How a copy went.
    Copied(Result<String, String>),
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
    },
    /// Stop loading.
    CancelLoad,
    /// Look for the issues of a file.
    Examine {
        /// To be sent back with the answer.
        ticket: u64,
        /// What to look at.
        examination: Box<Examination>,
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
