//! Everything that a key can do. What keys do it, and when it can be done, is [`super::keymap`]'s table.

use super::pane::PaneId;

/// A step that a person asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Leave the program.
    Quit,
    /// Stop, to be continued with `fg`.
    Suspend,
    /// Close what lies on top, end what is being fetched, or leave the field.
    Back,
    /// Put the focus into the URL field.
    FocusUrl,
    /// Put the focus into the agent field.
    FocusAgent,
    /// The next pane or field.
    NextPane,
    /// The one before.
    PreviousPane,
    /// The pane.
    Pane(PaneId),
    /// Do what the selected line offers.
    Use,
    /// Move the selection or the cursor.
    Move(Move),
    /// Scroll the pane sideways.
    Sideways(Sideways),
    /// The next issue.
    NextIssue,
    /// The one before.
    PreviousIssue,
    /// The next profile.
    NextProfile,
    /// Ask for the file again.
    Fetch,
    /// Ask for another site or file.
    Open,
    /// Open the file that rules the URL in the matcher.
    OpenRuling,
    /// Show the origins of the site side by side.
    Origins,
    /// Fetch the file under other names, and compare.
    Askers,
    /// Open the bundled example.
    Demo,
    /// Show the file that was in view before.
    Before,
    /// The next of several targets.
    NextTarget,
    /// Give the focused pane the whole screen, and take it back.
    Zoom,
    /// Copy the selected line, or the verdict.
    Copy,
    /// Copy the command that gives the same answer.
    CopyCommand,
    /// Take the text of the clipboard as a file.
    PasteFile,
    /// Show the long explanation of the selected issue.
    Explain,
    /// Show how the file came: requests, headers, what crawlers make of it.
    Delivery,
    /// Show what an answer such as 503 would do in place of this file.
    Status,
    /// Show the policy: what the file says to each kind of crawler.
    Policy,
    /// Compare the selected version with the one before it.
    Compare,
    /// Filter the crawlers by what is typed.
    Filter,
    /// Show everything that can be done, to be done from there.
    Palette,
    /// Use the mouse, and leave it to the terminal again.
    Mouse,
    /// Let long lines go on below, or cut them at the edge.
    Wrap,
    /// Show all keys.
    Help,
    /// Edit the text of a field.
    Edit(Edit),
}

/// Where to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// One line up.
    Up,
    /// One line down.
    Down,
    /// Most of a screen up.
    PageUp,
    /// Most of a screen down.
    PageDown,
    /// Half a screen up.
    HalfUp,
    /// Half a screen down.
    HalfDown,
    /// To the start.
    First,
    /// To the end.
    Last,
}

/// Which way to scroll sideways.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sideways {
    /// Towards the start of the line.
    Left,
    /// Towards its end.
    Right,
}

/// How to edit a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Edit {
    /// One character to the left.
    Left,
    /// One character to the right.
    Right,
    /// One word to the left.
    WordLeft,
    /// One word to the right.
    WordRight,
    /// To the start.
    Start,
    /// To the end.
    End,
    /// Delete the character before the cursor.
    Backspace,
    /// Delete the character at the cursor.
    Delete,
    /// Delete the word before the cursor.
    DeleteWord,
    /// Delete everything before the cursor.
    DeleteToStart,
    /// Delete everything after the cursor.
    DeleteToEnd,
    /// Take the last change back.
    Undo,
}

impl Action {
    /// Its name in the config file.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Quit => "quit",
            Self::Suspend => "suspend",
            Self::Back => "back",
            Self::FocusUrl => "url",
            Self::FocusAgent => "agent",
            Self::NextPane => "next-pane",
            Self::PreviousPane => "previous-pane",
            Self::Pane(pane) => pane.word(),
            Self::Use => "use",
            Self::Move(to) => to.name(),
            Self::Sideways(Sideways::Left) => "scroll-left",
            Self::Sideways(Sideways::Right) => "scroll-right",
            Self::NextIssue => "next-issue",
            Self::PreviousIssue => "previous-issue",
            Self::NextProfile => "next-profile",
            Self::Fetch => "fetch",
            Self::Open => "open",
            Self::OpenRuling => "open-ruling",
            Self::Origins => "origins",
            Self::Askers => "fetch-as",
            Self::Demo => "demo",
            Self::Before => "before",
            Self::NextTarget => "next-target",
            Self::Zoom => "zoom",
            Self::Copy => "copy",
            Self::CopyCommand => "copy-command",
            Self::PasteFile => "paste-file",
            Self::Explain => "explain",
            Self::Delivery => "delivery",
            Self::Compare => "compare",
            Self::Status => "status",
            Self::Filter => "filter",
            Self::Palette => "palette",
            Self::Policy => "policy",
            Self::Mouse => "mouse",
            Self::Wrap => "wrap",
            Self::Help => "help",
            Self::Edit(edit) => edit.name(),
        }
    }
}

impl Move {
    const fn name(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Down => "down",
            Self::PageUp => "page-up",
            Self::PageDown => "page-down",
            Self::HalfUp => "half-page-up",
            Self::HalfDown => "half-page-down",
            Self::First => "first",
            Self::Last => "last",
        }
    }
}

impl Edit {
    const fn name(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Right => "right",
            Self::WordLeft => "word-left",
            Self::WordRight => "word-right",
            Self::Start => "start",
            Self::End => "end",
            Self::Backspace => "delete-before",
            Self::Delete => "delete",
            Self::DeleteWord => "delete-word",
            Self::DeleteToStart => "delete-to-start",
            Self::DeleteToEnd => "delete-to-end",
            Self::Undo => "undo",
        }
    }
}
