//! What the person is doing: state and actions. Does no I/O and knows no clock: time comes in with events, and what is to be
//! done outside goes out as effects.
//!
//! The way of a keystroke: [`App::update`] finds its [`action::Action`] in [`keymap::TABLE`] and changes the state;
//! [`App::settle`] then makes what is shown follow, once for any number of keystrokes; drawing only reads.

pub mod action;
pub mod askers;
pub mod complete;
pub mod delivery;
pub mod event;
pub mod field;
pub mod grid;
pub mod holds;
pub mod keymap;
pub mod layout;
pub mod matcher;
pub mod mouse;
pub mod overlay;
pub mod pane;
pub mod paste;
pub mod policy;
pub mod session;
pub mod status;
pub mod wrap;

mod rows;
mod step;

use crate::answer::subject::{Loaded, Place, Subject};
use complete::Completion;
pub use event::{Effect, Event, Message, Notice, Preferences, Start, Tone};
use keymap::{Context, Key, Keymap};
use layout::{Layout, Room};
use overlay::Overlay;
use pane::history::Recall;
use pane::{Focus, PaneId};
use ratatui::layout::Size;
use session::{Loading, Session};
use std::time::Duration;

/// The state of the explorer.
#[derive(Debug)]
pub struct App {
    sessions: Vec<Session>,
    current: usize,
    /// The keys.
    pub keys: Keymap,
    /// What lies on top.
    pub overlay: Option<Overlay>,
    /// The field of the start screen.
    pub start: field::Field,
    /// A message to the person.
    pub notice: Option<Notice>,
    /// One pane at a time.
    pub flat: bool,
    /// Long lines go on below.
    pub wrap: bool,
    /// The mouse is used.
    pub mouse: bool,
    /// The size of the screen.
    pub size: Size,
    /// Where things are.
    pub layout: Layout,
    /// The time since the start.
    pub now: Duration,
    tickets: u64,
    /// The number under which many are being asked.
    asking: Option<u64>,
    /// Until when keys are passed over.
    deaf: Option<Duration>,
}

/// After a paste, keys are passed over for this long: a text that holds the sequence that ends a paste would type its rest.
const AFTER_PASTE: Duration = Duration::from_millis(50);

/// And for this long after one that was passed over: it is hardly from a person, and a slow line makes pauses.
const AFTER_REST: Duration = Duration::from_millis(250);

/// How often a frame is drawn while something is being loaded.
const TICK: Duration = Duration::from_millis(250);

impl App {
    /// A new explorer and what it needs done first.
    #[must_use]
    pub fn new(start: &Start, size: Size) -> (Self, Vec<Effect>) {
        let session = |target: Option<&String>| {
            let mut session = Session::new(&start.agent, &start.url, start.profile);
            session.waiting = target.cloned();
            session
        };
        let mut sessions: Vec<Session> = start.targets.iter().map(|target| session(Some(target))).collect();
        if sessions.is_empty() {
            sessions.push(session(None));
        }
        let mut app = Self {
            sessions,
            current: 0,
            keys: start.preferences.keys.clone(),
            overlay: None,
            start: field::Field::default(),
            notice: None,
            flat: start.preferences.flat,
            wrap: start.preferences.wrap,
            mouse: start.preferences.mouse,
            size,
            layout: Layout::default(),
            now: Duration::ZERO,
            tickets: 0,
            asking: None,
            deaf: None,
        };
        if let Some(note) = &start.note {
            app.say(Tone::Bad, note.clone());
        }
        let effects = app.wake();
        app.arrange();
        (app, effects)
    }

    /// The target in view.
    #[must_use]
    pub fn session(&self) -> &Session {
        // There is always at least one, and `current` is among them.
        &self.sessions[self.current]
    }

    fn session_mut(&mut self) -> &mut Session {
        &mut self.sessions[self.current]
    }

    /// The number of targets.
    #[must_use]
    pub const fn session_count(&self) -> usize {
        self.sessions.len()
    }

    /// The number of the target in view, counted from 1.
    #[must_use]
    pub const fn session_number(&self) -> usize {
        self.current + 1
    }

    /// Whether the start screen is shown: there is no file and none is coming.
    #[must_use]
    pub fn on_start_screen(&self) -> bool {
        self.session().subject().is_none()
    }

    /// Brings a file into view that was loaded without an effect, before the first frame.
    pub fn show(&mut self, loaded: Loaded) -> Vec<Effect> {
        self.session_mut().waiting = None;
        self.session_mut().loading = None;
        self.take(loaded)
    }

    /// When a tick is wanted, and none where nothing moves.
    #[must_use]
    pub fn tick(&self) -> Option<Duration> {
        (self.session().loading.is_some() || self.asking.is_some()).then_some(TICK)
    }

    /// Takes an event in. `now` is the time since the start.
    pub fn update(&mut self, event: Event, now: Duration) -> Vec<Effect> {
        self.now = now;
        let mut effects = match event {
            Event::Key(key) if self.deaf.is_some_and(|end| now < end) => {
                self.deaf = Some(now + AFTER_REST);
                // Leaving works always.
                let key = key.into();
                if self.keys.find(&[Context::Anywhere], key).is_some_and(|b| b.action == action::Action::Quit) {
                    self.key(key)
                } else {
                    Vec::new()
                }
            }
            Event::Key(key) => self.key(key.into()),
            Event::Paste(text) => {
                self.deaf = Some(now + AFTER_PASTE);
                self.paste(&text)
            }
            Event::Resize(width, height) => {
                self.size = Size::new(width, height);
                Vec::new()
            }
            Event::Mouse(mouse) => {
                self.mouse(mouse);
                Vec::new()
            }
            Event::Tick => Vec::new(),
            Event::Message(message) => self.message(*message),
        };
        effects.extend(self.stop_asking());
        self.arrange();
        effects
    }

    /// Makes what is shown follow from what is held. To be called once before a frame is drawn.
    pub fn settle(&mut self) {
        let layout = std::mem::take(&mut self.layout);
        self.session_mut().settle(&layout);
        self.layout = layout;
    }

    /// Does what the frame just drawn did not need, such as asking the other engines. Says whether there is more to show: then
    /// [`App::settle`] and another frame follow.
    pub fn complete(&mut self) -> bool {
        let layout = std::mem::take(&mut self.layout);
        let more = self.session_mut().complete(&layout);
        self.layout = layout;
        more
    }

    fn arrange(&mut self) {
        let session = self.session();
        let room = match (session.zoom, self.flat) {
            (true, _) => Room::Zoomed,
            (false, true) => Room::OnePane,
            (false, false) => Room::Shared,
        };
        self.layout = Layout::new(self.size, session.front(), session.side, room);
    }

    /// The contexts in which a key is looked up, in this order.
    #[must_use]
    pub fn contexts(&self) -> &'static [Context] {
        match &self.overlay {
            Some(Overlay::Help { .. }) => &[Context::Overlay, Context::Field, Context::Anywhere],
            Some(Overlay::Text { .. } | Overlay::Askers(_)) => &[Context::Overlay, Context::Anywhere],
            Some(Overlay::Grid(_)) => &[Context::Grid, Context::Anywhere],
            Some(Overlay::Status { .. }) => &[Context::Status, Context::Anywhere],
            None if self.on_start_screen() => &[Context::Start, Context::Field, Context::Anywhere],
            None if self.session().filter.typing => &[Context::Field, Context::Anywhere],
            None if matches!(self.session().focus, Focus::Pane(_)) => &[Context::Panes, Context::Anywhere],
            Some(Overlay::Open { .. } | Overlay::Offer { .. } | Overlay::Palette { .. }) | None => {
                &[Context::Field, Context::Anywhere]
            }
        }
    }

    fn key(&mut self, key: Key) -> Vec<Effect> {
        self.notice = None;
        if let Some(action) = self.keys.find(self.contexts(), key).map(|binding| binding.action) {
            return match keymap::enabled(action, self) {
                Ok(()) => self.step(action),
                Err(why) => {
                    self.say(Tone::Bad, format!("{key}: {why}"));
                    Vec::new()
                }
            };
        }
        if let Some(c) = key.typed() {
            self.edit(|field| field.insert(c));
        }
        Vec::new()
    }

    fn say(&mut self, tone: Tone, text: impl Into<String>) {
        self.notice = Some(Notice { text: text.into(), tone, brief: false });
    }

    /// Changes the field that has the focus, if one has.
    fn edit(&mut self, change: impl FnOnce(&mut field::Field)) {
        if let Some(overlay) = &mut self.overlay {
            if let Some(field) = overlay.field() {
                change(field);
                overlay.filter_changed();
            }
            return;
        }
        if self.on_start_screen() {
            change(&mut self.start);
            return;
        }
        let session = self.session_mut();
        match session.focus {
            Focus::Agent => {
                change(&mut session.matcher.agent);
                session.touch();
                self.offer_names();
            }
            Focus::Url => {
                change(&mut session.matcher.url);
                session.touch();
            }
            Focus::Pane(PaneId::Crawlers) if session.filter.typing => {
                change(&mut session.filter.field);
                session.filter_changed();
            }
            Focus::Pane(_) => {}
        }
    }

    fn offer_names(&mut self) {
        let session = self.session_mut();
        let reading = session.subject().map(|subject| subject.reading(session.matcher.profile).as_ref());
        session.completion = Completion::new(session.matcher.agent.text(), reading);
    }

    fn paste(&mut self, text: &str) -> Vec<Effect> {
        let text = paste::restore(text);
        let in_field = self.overlay.is_some() || !matches!(self.session().focus, Focus::Pane(_));
        if !paste::is_file(&text) && (in_field || self.on_start_screen()) {
            self.edit(|field| field.insert_str(&text));
            return Vec::new();
        }
        if text.trim().is_empty() {
            return Vec::new();
        }
        if self.on_start_screen() && self.overlay.is_none() {
            return self.take_text(text);
        }
        self.overlay = Some(Overlay::Offer { text });
        Vec::new()
    }

    /// Takes a text as a file.
    fn take_text(&mut self, text: String) -> Vec<Effect> {
        let effects = self.cancel();
        let mut more = self.take(Loaded::text(Place::Paste, text));
        more.extend(effects);
        more
    }

    /// Brings what was loaded into view and has it examined.
    fn take(&mut self, loaded: Loaded) -> Vec<Effect> {
        self.tickets += 1;
        let ticket = self.tickets;
        if let Some(chain) = loaded.delivery.as_ref().and_then(delivery::chain) {
            self.say(Tone::Good, chain);
        }
        if let Some(note) = &loaded.note {
            self.say(Tone::Bad, note.clone());
        }
        self.session_mut().show(ticket, loaded);
        self.examine(ticket)
    }

    /// Has the file in view examined, which has this number.
    fn examine(&self, ticket: u64) -> Vec<Effect> {
        let examination = self.session().subject().map(Subject::examination);
        examination
            .map(|examination| Effect::Examine { ticket, examination: Box::new(examination) })
            .into_iter()
            .collect()
    }

    /// Loads a target, in place of what is being loaded.
    fn load(&mut self, target: String, fresh: bool) -> Vec<Effect> {
        self.tickets += 1;
        let ticket = self.tickets;
        let since = self.now;
        self.session_mut().loading =
            Some(Loading { ticket, what: session::without_password(&target), target: target.clone(), since });
        vec![Effect::Load { ticket, target, fresh }]
    }

    /// Hands an answer to the target that waits for it, which need not be the one in view.
    fn recalled(&mut self, ticket: u64, take: impl FnOnce(&mut Recall)) -> Vec<Effect> {
        let mut recalls = self.sessions.iter_mut().map(|session| &mut session.recall);
        if let Some(recall) = recalls.find(|recall| recall.is_waiting_for(ticket)) {
            take(recall);
        }
        Vec::new()
    }

    /// Loads a version of the file, in place of what is being loaded.
    fn load_version(&mut self, edition: i64) -> Vec<Effect> {
        self.tickets += 1;
        let ticket = self.tickets;
        let since = self.now;
        self.session_mut().loading =
            Some(Loading { ticket, what: format!("version {edition}"), target: String::new(), since });
        vec![Effect::LoadVersion { ticket, edition }]
    }

    /// What is to be found out next beside what is shown. To be asked for after each frame.
    pub fn wants(&mut self) -> Vec<Effect> {
        let mut tickets = self.tickets;
        let effects = self.session_mut().wants(&mut tickets);
        self.tickets = tickets;
        effects
    }

    /// Loads what the session waits for.
    fn wake(&mut self) -> Vec<Effect> {
        match self.session_mut().waiting.take() {
            Some(target) => self.load(target, false),
            None => Vec::new(),
        }
    }

    fn cancel(&mut self) -> Vec<Effect> {
        self.session_mut().loading.take().map(|_| Effect::CancelLoad).into_iter().collect()
    }

    fn message(&mut self, message: Message) -> Vec<Effect> {
        match message {
            Message::Loaded { ticket, result } => {
                // A late answer to an old request is dropped.
                if self.session().loading.as_ref().is_none_or(|loading| loading.ticket != ticket) {
                    return Vec::new();
                }
                self.session_mut().loading = None;
                match result {
                    Ok(loaded) => self.loaded(loaded, ticket),
                    Err(why) => {
                        self.say(Tone::Bad, why);
                        Vec::new()
                    }
                }
            }
            Message::Held { ticket, loaded } => {
                if self.session().loading.as_ref().is_none_or(|loading| loading.ticket != ticket) {
                    return Vec::new();
                }
                let effects = self.take(loaded);
                self.session_mut().copy = Some(ticket);
                effects
            }
            Message::Issues { ticket, issues } => {
                if let Some(session) = self.sessions.iter_mut().find(|session| session.has_subject(ticket)) {
                    session.take_issues(ticket, issues);
                }
                Vec::new()
            }
            Message::Grid { ticket, news } => self.origins_came(ticket, news),
            Message::Asked { ticket, news } => self.askers_came(ticket, news),
            Message::Recalled { ticket, editions } => self.recalled(ticket, |recall| recall.take(ticket, editions)),
            Message::Compiled { ticket, reader, rulesets } => {
                self.recalled(ticket, |recall| recall.take_rules(ticket, &reader, rulesets))
            }
            Message::Compared { ticket, changes } => {
                self.recalled(ticket, |recall| recall.take_changes(ticket, &changes))
            }
            Message::Diffed(title, body) => {
                self.overlay = Some(Overlay::Text { title, body, top: 0 });
                Vec::new()
            }
            Message::Clipboard(Ok(text)) if text.trim().is_empty() => {
                self.say(Tone::Bad, "The clipboard holds no text.");
                Vec::new()
            }
            Message::Clipboard(Ok(text)) => self.take_text(text),
            Message::Copied(Ok(how)) => {
                self.say(Tone::Good, how);
                Vec::new()
            }
            Message::NotKept(why) => {
                // It comes a moment after the file, and must not hide what is said about that.
                let said = self.notice.take().map_or_else(String::new, |notice| notice.text + " ");
                self.say(Tone::Bad, said + &why);
                Vec::new()
            }
            Message::Clipboard(Err(why)) | Message::Copied(Err(why)) | Message::NotDone(why) => {
                self.say(Tone::Bad, why);
                Vec::new()
            }
        }
    }

    /// A fetch that brought no answer leaves the file in view where there is one.
    fn loaded(&mut self, mut loaded: Loaded, ticket: u64) -> Vec<Effect> {
        if self.session_mut().copy.take() == Some(ticket) {
            // Whoever has begun to ask goes on asking.
            loaded.path = None;
            match self.session_mut().renew(loaded) {
                // What is wrong with it may depend on how it came.
                Ok(ticket) => return self.examine(ticket),
                Err(other) => loaded = *other,
            }
        }
        if let (Some(crate::robots::delivery::Outcome::Failed(_, why)), true) =
            (loaded.delivery.as_ref().map(|delivery| &delivery.outcome), !self.on_start_screen() && !loaded.old)
        {
            self.say(Tone::Bad, format!("{why}. The file that was in view stays."));
            return Vec::new();
        }
        self.take(loaded)
    }

    /// The first issue of the line that Raw has selected, or the selected issue, as an index.
    #[must_use]
    pub fn issue_in_view(&self) -> Option<usize> {
        let session = self.session();
        let issues = session.subject()?.issues.as_ref()?;
        match session.focus {
            Focus::Pane(PaneId::Issues) => session.issue_order.get(session.list(PaneId::Issues).selected).copied(),
            _ => (0..issues.all().len()).find(|&i| issues.line(i) == session.line()),
        }
    }
}
