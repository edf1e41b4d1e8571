//! The one table of keys. Dispatch, hint bar, help page, palette, README, manual page and the example of a config file are
//! made from it; what a config file changes is [`custom`]'s.

pub mod custom;
pub mod key;

use super::App;
use super::action::{Action, Edit, Move, Sideways};
use super::pane::{Focus, PaneId};
use crossterm::event::KeyCode;
pub use key::Key;
use key::{alt, ch, ctrl, ctrl_key, key};
use std::borrow::Cow;
use std::fmt::Write as _;

/// Where a key means something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Context {
    /// Everywhere, also in fields and on top of other things.
    Anywhere,
    /// In a field of the matcher, and in the fields of other views.
    Field,
    /// In every pane.
    Panes,
    /// In the list of keys and in long texts.
    Overlay,
    /// In the grid of origins.
    Grid,
    /// Where answers are tried.
    Status,
    /// On the start screen.
    Start,
}

impl Context {
    /// Its heading in lists of keys.
    #[must_use]
    pub const fn heading(self) -> &'static str {
        match self {
            Self::Anywhere => "Anywhere",
            Self::Field => "In a field",
            Self::Panes => "In the panes",
            Self::Overlay => "In help and explanations",
            Self::Grid => "In the grid of origins",
            Self::Status => "Where answers are tried",
            Self::Start => "On the start screen",
        }
    }

    /// All, in the order in which lists of keys show them.
    pub const ALL: [Self; 7] =
        [Self::Anywhere, Self::Panes, Self::Field, Self::Overlay, Self::Grid, Self::Status, Self::Start];

    /// Its name in the config file.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Anywhere => "anywhere",
            Self::Field => "field",
            Self::Panes => "panes",
            Self::Overlay => "overlay",
            Self::Grid => "grid",
            Self::Status => "status",
            Self::Start => "start",
        }
    }

    /// Whether what is typed there goes into a field, so that a letter can mean nothing else.
    #[must_use]
    pub const fn types(self) -> bool {
        !matches!(self, Self::Panes | Self::Grid | Self::Status)
    }
}

/// A key's short form in the hint bar.
#[derive(Clone, Copy, Debug)]
pub struct Hint {
    /// One or two words.
    pub word: &'static str,
    /// The lower the longer it stays when the bar gets narrow.
    pub rank: u8,
}

/// What some keys do somewhere.
#[derive(Clone, Debug)]
pub struct Binding {
    /// Where.
    pub context: Context,
    /// The keys; the first is the one that hints show. A config file may leave none.
    pub keys: Cow<'static, [Key]>,
    /// What they do.
    pub action: Action,
    /// The same in a sentence.
    pub does: &'static str,
    /// Its form in the hint bar, where it has a place there.
    pub hint: Option<Hint>,
}

const fn bind(context: Context, keys: &'static [Key], action: Action, does: &'static str) -> Binding {
    Binding { context, keys: Cow::Borrowed(keys), action, does, hint: None }
}

const fn hinted(
    context: Context,
    keys: &'static [Key],
    action: Action,
    does: &'static str,
    word: &'static str,
    rank: u8,
) -> Binding {
    Binding { context, keys: Cow::Borrowed(keys), action, does, hint: Some(Hint { word, rank }) }
}

use Context::{Anywhere, Field, Grid, Overlay, Panes, Start, Status};
use KeyCode::{BackTab, Backspace, Delete, Down, End, Enter, Esc, F, Home, Left, PageDown, PageUp, Right, Tab, Up};

/// All keys.
pub static TABLE: &[Binding] = &[
    hinted(Anywhere, &[ctrl('c')], Action::Quit, "leave robotui", "quit", 5),
    bind(Anywhere, &[ctrl('p')], Action::Palette, "find an action by its name, and do it"),
    bind(Anywhere, &[ctrl('z')], Action::Suspend, "stop robotui; `fg` in the shell continues it"),
    hinted(Anywhere, &[key(F(1))], Action::Help, "show all keys", "help", 4),
    hinted(Anywhere, &[key(Tab)], Action::NextPane, "go to the next pane or field", "next pane", 2),
    bind(Anywhere, &[key(BackTab)], Action::PreviousPane, "go to the one before"),
    hinted(
        Field,
        &[key(Esc)],
        Action::Back,
        "close what is on top, end a fetch, or leave the field",
        "leave the field",
        3,
    ),
    hinted(
        Field,
        &[key(Enter)],
        Action::Use,
        "take it: the name, the site, or go to the deciding line",
        "deciding line",
        6,
    ),
    bind(Field, &[key(Up)], Action::Move(Move::Up), "the name before, or the field above"),
    bind(Field, &[key(Down)], Action::Move(Move::Down), "the next name, or what lies below"),
    bind(Field, &[key(Left)], Action::Edit(Edit::Left), "one character to the left"),
    bind(Field, &[key(Right)], Action::Edit(Edit::Right), "one character to the right"),
    bind(Field, &[ctrl_key(Left), alt('b')], Action::Edit(Edit::WordLeft), "one word to the left"),
    bind(Field, &[ctrl_key(Right), alt('f')], Action::Edit(Edit::WordRight), "one word to the right"),
    bind(Field, &[key(Home), ctrl('a')], Action::Edit(Edit::Start), "to the start"),
    bind(Field, &[key(End), ctrl('e')], Action::Edit(Edit::End), "to the end"),
    bind(Field, &[key(Backspace), ctrl('h')], Action::Edit(Edit::Backspace), "delete the character before the cursor"),
    bind(Field, &[key(Delete), ctrl('d')], Action::Edit(Edit::Delete), "delete the character at the cursor"),
    bind(Field, &[ctrl('w')], Action::Edit(Edit::DeleteWord), "delete the word before the cursor"),
    bind(Field, &[ctrl('u')], Action::Edit(Edit::DeleteToStart), "delete everything before the cursor"),
    bind(Field, &[ctrl('k')], Action::Edit(Edit::DeleteToEnd), "delete everything after the cursor"),
    bind(Field, &[ctrl('_'), ctrl('7')], Action::Edit(Edit::Undo), "take the last change back"),
    hinted(Panes, &[ch('/')], Action::FocusUrl, "go to the URL field", "URL", 1),
    hinted(Panes, &[ch('a')], Action::FocusAgent, "go to the agent field", "agent", 9),
    bind(Panes, &[ch('1')], Action::Pane(PaneId::Raw), "go to Raw"),
    bind(Panes, &[ch('2')], Action::Pane(PaneId::Groups), "go to Groups"),
    bind(Panes, &[ch('3')], Action::Pane(PaneId::Sitemaps), "go to Sitemaps"),
    bind(Panes, &[ch('4')], Action::Pane(PaneId::Issues), "go to Issues"),
    bind(Panes, &[ch('5')], Action::Pane(PaneId::Crawlers), "go to Crawlers"),
    bind(Panes, &[ch('6')], Action::Pane(PaneId::History), "go to History"),
    hinted(Panes, &[ch('F')], Action::Filter, "filter the crawlers by name, operator, purpose or verdict", "filter", 4),
    hinted(
        Panes,
        &[key(Enter)],
        Action::Use,
        "on a rule: ask for a URL that it decides; on a crawler: ask as it; else go to the line, or open the heading",
        "use",
        3,
    ),
    bind(Panes, &[key(Up), ch('k')], Action::Move(Move::Up), "one line up"),
    bind(Panes, &[key(Down), ch('j')], Action::Move(Move::Down), "one line down"),
    bind(Panes, &[key(PageUp), ctrl('b')], Action::Move(Move::PageUp), "one page up"),
    bind(Panes, &[key(PageDown), ctrl('f'), ch(' ')], Action::Move(Move::PageDown), "one page down"),
    bind(Panes, &[ctrl('u')], Action::Move(Move::HalfUp), "half a page up"),
    bind(Panes, &[ctrl('d')], Action::Move(Move::HalfDown), "half a page down"),
    bind(Panes, &[key(Home), ch('g')], Action::Move(Move::First), "to the start"),
    bind(Panes, &[key(End), ch('G')], Action::Move(Move::Last), "to the end"),
    bind(Panes, &[key(Left), ch('h')], Action::Sideways(Sideways::Left), "scroll to the left"),
    bind(Panes, &[key(Right), ch('l')], Action::Sideways(Sideways::Right), "scroll to the right"),
    hinted(Panes, &[ch('n')], Action::NextIssue, "go to the next issue", "issue", 4),
    bind(Panes, &[ch('N')], Action::PreviousIssue, "go to the issue before"),
    hinted(Panes, &[ch('x')], Action::Explain, "explain the issue at length", "explain", 8),
    hinted(Panes, &[ch('p')], Action::NextProfile, "read the file as another engine does", "engine", 7),
    hinted(Panes, &[ch('r')], Action::Fetch, "fetch or read the file again", "refetch", 10),
    hinted(Panes, &[ch('o')], Action::Open, "open another site, URL or file", "open", 11),
    bind(Panes, &[ch('i')], Action::Delivery, "show how the file came: requests, headers, what crawlers make of it"),
    bind(Panes, &[ch('s')], Action::Status, "see what a status would do: 200, 404, 503 or a timeout instead"),
    bind(Panes, &[ch('P')], Action::Policy, "show the policy: what the file says to each kind of crawler"),
    bind(
        Panes,
        &[ch('O')],
        Action::Origins,
        "show the origins of the site: http and https, apex and www, sitemap hosts",
    ),
    bind(Panes, &[ch('u')], Action::Askers, "fetch the file as a browser, Googlebot and GPTBot too, and compare"),
    bind(Panes, &[ctrl('o')], Action::OpenRuling, "open the file that rules the URL in the matcher"),
    hinted(Panes, &[ch('d')], Action::Compare, "compare the selected version with the one before it", "compare", 4),
    bind(Panes, &[ch('b')], Action::Before, "back to the file that was in view before"),
    bind(Panes, &[ch('t')], Action::NextTarget, "go to the next of several targets"),
    hinted(Panes, &[ch('z')], Action::Zoom, "give this pane all the room, and take it back", "zoom", 12),
    bind(Panes, &[ch('W')], Action::Wrap, "let long lines go on below, or cut them at the edge"),
    bind(Panes, &[ch('m')], Action::Mouse, "use the mouse, or leave it to the terminal again"),
    hinted(Panes, &[ch('y')], Action::Copy, "copy the selected line", "copy", 13),
    bind(Panes, &[ch('Y')], Action::CopyCommand, "copy the command that gives the same answer"),
    bind(Panes, &[ch('v')], Action::PasteFile, "take the text of the clipboard as a file"),
    hinted(Panes, &[ch(':')], Action::Palette, "find an action by its name, and do it", "all", 9),
    hinted(Panes, &[ch('?')], Action::Help, "show all keys", "help", 5),
    bind(Panes, &[key(Esc)], Action::Back, "end a fetch, or go back to the URL field"),
    hinted(Panes, &[ch('q')], Action::Quit, "leave robotui", "quit", 6),
    hinted(Overlay, &[key(Esc), key(Enter)], Action::Back, "close it", "close", 1),
    bind(Overlay, &[key(Up)], Action::Move(Move::Up), "one line up"),
    bind(Overlay, &[key(Down)], Action::Move(Move::Down), "one line down"),
    hinted(Overlay, &[key(PageDown)], Action::Move(Move::PageDown), "one page down", "scroll", 2),
    bind(Overlay, &[key(PageUp)], Action::Move(Move::PageUp), "one page up"),
    bind(Overlay, &[key(Home)], Action::Move(Move::First), "to the start"),
    bind(Overlay, &[key(End)], Action::Move(Move::Last), "to the end"),
    hinted(Grid, &[key(Enter)], Action::Use, "open the file of the selected origin", "open", 1),
    bind(Grid, &[key(Up), ch('k')], Action::Move(Move::Up), "one line up"),
    bind(Grid, &[key(Down), ch('j')], Action::Move(Move::Down), "one line down"),
    bind(Grid, &[key(PageUp)], Action::Move(Move::PageUp), "one page up"),
    bind(Grid, &[key(PageDown), ch(' ')], Action::Move(Move::PageDown), "one page down"),
    bind(Grid, &[key(Home), ch('g')], Action::Move(Move::First), "to the start"),
    bind(Grid, &[key(End), ch('G')], Action::Move(Move::Last), "to the end"),
    hinted(Grid, &[ch('r')], Action::Fetch, "ask all of them again", "ask again", 3),
    hinted(Grid, &[key(Esc), ch('q')], Action::Back, "close it, and stop asking", "close", 2),
    hinted(
        Status,
        &[key(Right), key(Down), ch('l'), ch('j')],
        Action::Move(Move::Down),
        "the next answer",
        "next answer",
        1,
    ),
    hinted(
        Status,
        &[key(Left), key(Up), ch('h'), ch('k')],
        Action::Move(Move::Up),
        "the answer before",
        "answer before",
        2,
    ),
    bind(Status, &[key(Home), ch('g')], Action::Move(Move::First), "the first answer"),
    bind(Status, &[key(End), ch('G')], Action::Move(Move::Last), "the last answer"),
    hinted(Status, &[ch('p')], Action::NextProfile, "what another engine makes of it, in words", "engine", 4),
    hinted(Status, &[key(Esc), key(Enter), ch('s')], Action::Back, "close it", "close", 3),
    hinted(Start, &[key(Enter)], Action::Use, "open what was typed", "open", 1),
    hinted(Start, &[ctrl('v')], Action::PasteFile, "take the text of the clipboard as a file", "clipboard", 2),
    hinted(Start, &[ctrl('o')], Action::Demo, "open the bundled example", "demo", 3),
];

/// The keys as they are in force: the table, or what a config file made of it.
#[derive(Clone, Debug)]
pub struct Keymap {
    bindings: Cow<'static, [Binding]>,
}

impl Default for Keymap {
    fn default() -> Self {
        Self { bindings: Cow::Borrowed(TABLE) }
    }
}

impl Keymap {
    /// All bindings, in the order of the table.
    #[must_use]
    pub fn bindings(&self) -> &[Binding] {
        &self.bindings
    }

    /// What a key does where the contexts are asked in this order.
    #[must_use]
    pub fn find(&self, contexts: &[Context], key: Key) -> Option<&Binding> {
        let mut in_order = contexts.iter();
        in_order.find_map(|&context| self.bindings.iter().find(|b| b.context == context && b.keys.contains(&key)))
    }

    /// The first key of an action where the contexts are asked in this order; none where it has none.
    #[must_use]
    pub fn key_of(&self, contexts: &[Context], action: Action) -> Option<Key> {
        let mut in_order = contexts.iter();
        in_order.find_map(|&context| {
            let mut found = self.bindings.iter().filter(|b| b.context == context && b.action == action);
            found.find_map(|b| b.keys.first().copied())
        })
    }

    /// The name of that key, to be put into a sentence; the action's own name where it has no key.
    #[must_use]
    pub fn name_of(&self, contexts: &[Context], action: Action) -> String {
        self.key_of(contexts, action).map_or_else(|| action.name().to_owned(), |key| key.to_string())
    }
}

/// The bindings that the hint bar may show in these contexts: by rank, and only what can be done now.
#[must_use]
pub fn hints(app: &App) -> Vec<&Binding> {
    let contexts = app.contexts();
    let reached = |b: &Binding| {
        let found = b.keys.first().and_then(|&key| app.keys.find(contexts, key));
        found.is_some_and(|found| std::ptr::eq(found, b))
    };
    let mut all: Vec<&Binding> = Vec::new();
    for &context in contexts {
        for binding in app.keys.bindings().iter().filter(|b| b.context == context && b.hint.is_some()) {
            // What can be done by a nearer key is not shown twice.
            let shown = all.iter().any(|other| other.action == binding.action);
            if !shown && reached(binding) && enabled(binding.action, app).is_ok() {
                all.push(binding);
            }
        }
    }
    all.sort_by_key(|b| b.hint.map(|hint| hint.rank));
    all
}

/// The word that a hint shows here: some keys do different things in different places.
#[must_use]
pub fn word(binding: &Binding, app: &App) -> &'static str {
    use super::overlay::Overlay;
    let word = binding.hint.map_or("", |hint| hint.word);
    let session = app.session();
    match (binding.action, &app.overlay) {
        (Action::Use, Some(Overlay::Palette { .. })) => "do it",
        (Action::Use, Some(_)) => "open",
        (Action::Back, Some(Overlay::Offer { .. })) => "drop it",
        (Action::Back, Some(_)) => "close",
        (Action::Back, None) if session.loading.is_some() => "stop",
        (Action::Use, None) if session.focus == Focus::Agent => "take the name",
        (Action::Use, None) if session.answer.as_ref().is_some_and(|a| a.elsewhere.is_some()) => "open that file",
        _ => word,
    }
}

/// Whether an action can be done now, and if not, why.
///
/// # Errors
/// A few words that say what is missing.
pub fn enabled(action: Action, app: &App) -> Result<(), &'static str> {
    let session = app.session();
    let when = |is: bool, why: &'static str| if is { Ok(()) } else { Err(why) };
    match action {
        Action::NextIssue | Action::PreviousIssue => {
            let issues = session.subject().and_then(|s| s.issues.as_ref());
            match issues {
                None => Err("the issues are still being looked for"),
                Some(issues) if issues.all().is_empty() => Err("there are no issues"),
                Some(issues) => when(!issues.all().iter().all(|issue| issue.served), "no issue stands in the text"),
            }
        }
        Action::Explain => when(app.issue_in_view().is_some(), "no issue stands here"),
        Action::Use if session.focus == Focus::Url && app.overlay.is_none() && !app.on_start_screen() => {
            let answer = session.answer.as_ref();
            let somewhere = answer.is_some_and(|a| a.elsewhere.is_some() || a.why.decision.line().is_some());
            when(somewhere, "no line decided: see why above")
        }
        Action::Back => {
            let something = app.overlay.is_some() || session.loading.is_some() || !app.on_start_screen();
            when(something, "there is nothing to go back from")
        }
        Action::NextPane | Action::PreviousPane => {
            when(app.overlay.is_none() && !app.on_start_screen(), "there is nothing to go to")
        }
        Action::Filter => when(session.focus == Focus::Pane(PaneId::Crawlers), "only the crawlers can be filtered"),
        Action::Compare if session.focus != Focus::Pane(PaneId::History) => {
            Err("only versions can be compared: go to History")
        }
        Action::Compare => {
            let past = session.recall.of(session.subject());
            let last = past.map_or(0, |past| past.editions().len().saturating_sub(1));
            when(session.list(PaneId::History).selected < last, "there is no version before it")
        }
        Action::Fetch => when(session.can_load_again(), "this text came from no place that can be asked again"),
        Action::OpenRuling => {
            when(session.answer.as_ref().is_some_and(|a| a.elsewhere.is_some()), "the file in view rules this URL")
        }
        Action::Origins | Action::Askers => {
            when(session.is_of_a_site(), "the text in view came from no site that could be asked")
        }
        Action::Policy => {
            let elsewhere = session.answer.as_ref().is_some_and(|a| a.elsewhere.is_some());
            when(session.subject().is_some(), "there is no file yet")?;
            when(!elsewhere, "another file rules the URL in the matcher: Enter opens it there")
        }
        Action::Before => when(session.has_before(), "no other file was in view before"),
        Action::NextTarget => when(app.session_count() > 1, "there is one target only"),
        Action::CopyCommand => when(session.can_load_again(), "this text came from no place that a command can name"),
        Action::Copy | Action::Status | Action::Pane(_) | Action::Zoom | Action::NextProfile => {
            when(session.subject().is_some(), "there is no file yet")
        }
        _ => Ok(()),
    }
}

/// The table of keys for README.md.
#[must_use]
pub fn markdown() -> String {
    let mut out = String::new();
    for context in Context::ALL {
        // Writing to a String cannot fail.
        _ = writeln!(out, "| {} | |\n|---|---|", context.heading());
        for binding in TABLE.iter().filter(|b| b.context == context) {
            let keys: Vec<String> = binding.keys.iter().map(|key| format!("`{key}`")).collect();
            _ = writeln!(out, "| {} | {} |", keys.join(" "), binding.does);
        }
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crossterm::event::{KeyEvent, KeyModifiers};

    #[test]
    fn no_key_means_two_things_in_one_place() {
        for (i, one) in TABLE.iter().enumerate() {
            for other in TABLE[i + 1..].iter().filter(|other| other.context == one.context) {
                assert!(!one.keys.iter().any(|k| other.keys.contains(k)), "{:?} and {:?}", one.action, other.action);
            }
        }
    }

    #[test]
    fn an_action_has_one_name_and_a_name_one_action() {
        for one in TABLE {
            for other in TABLE {
                assert_eq!(one.action == other.action, one.action.name() == other.action.name(), "{:?}", one.action);
            }
        }
    }

    #[test]
    fn shift_is_no_part_of_a_typed_letter() {
        let event = KeyEvent::new(KeyCode::Char('N'), KeyModifiers::SHIFT);
        let found = Keymap::default().find(&[Panes], event.into()).map(|b| b.action);
        assert_eq!(found, Some(Action::PreviousIssue));
    }
}
