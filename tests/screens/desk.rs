//! A person at a screen, without a terminal: keys in, screens out.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::{Position, Size};
use robotui::answer::subject::Examination;
use robotui::answer::{Loaded, Place};
use robotui::app::{App, Effect, Event, Message, Preferences, Start};
use robotui::robots::Profile;
use robotui::tui::theme::{Look, Palette, Theme};
use robotui::tui::view;
use std::fmt::Write as _;
use std::time::Duration;

pub struct Desk {
    pub app: App,
    terminal: Terminal<TestBackend>,
    theme: Theme,
    now: Duration,
    /// What was asked for and not carried out here.
    pub effects: Vec<Effect>,
    /// Issues are not looked for at once: who asks for them is noted here.
    pub later: Option<Vec<(u64, Box<Examination>)>>,
}

impl Desk {
    /// A screen of this size with nothing on it yet.
    pub fn empty(width: u16, height: u16) -> Self {
        let start = Start {
            agent: "Googlebot".into(),
            url: "/".into(),
            profile: &Profile::RFC9309,
            targets: Vec::new(),
            preferences: Preferences::default(),
            note: None,
        };
        let (app, effects) = App::new(&start, Size { width, height });
        let terminal = Terminal::new(TestBackend::new(width, height)).expect("a test backend");
        let mut desk = Self {
            app,
            terminal,
            theme: Theme::of(Palette::Auto),
            now: Duration::ZERO,
            effects: Vec::new(),
            later: None,
        };
        desk.carry_out(effects);
        desk
    }

    /// With the bundled example in view.
    pub fn demo(width: u16, height: u16) -> Self {
        Self::with(width, height, Loaded::demo())
    }

    /// With a text in view.
    pub fn text(width: u16, height: u16, text: impl Into<Vec<u8>>) -> Self {
        Self::with(width, height, Loaded::text(Place::File("robots.txt".into()), text))
    }

    pub fn with(width: u16, height: u16, loaded: Loaded) -> Self {
        let mut desk = Self::empty(width, height);
        desk.show(loaded);
        desk
    }

    pub fn show(&mut self, loaded: Loaded) {
        let effects = self.app.show(loaded);
        self.carry_out(effects);
    }

    pub fn mono(mut self) -> Self {
        self.theme = Theme::of(Palette::Mono);
        self
    }

    /// As `--flat` draws it.
    pub fn flat(mut self) -> Self {
        self.theme = Theme::new(&Look { flat: true, ..Look::default() }, |_| None);
        self.app.flat = true;
        let size = self.app.size;
        self.event(Event::Resize(size.width, size.height));
        self
    }

    /// Issues are looked for at once; everything else is only noted.
    fn carry_out(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Examine { ticket, examination } => {
                    if let Some(later) = &mut self.later {
                        later.push((ticket, examination));
                        continue;
                    }
                    self.message(Message::Issues { ticket, issues: examination.run() });
                }
                other => self.effects.push(other),
            }
        }
    }

    pub fn event(&mut self, event: Event) -> &mut Self {
        self.now += Duration::from_millis(100);
        let effects = self.app.update(event, self.now);
        self.carry_out(effects);
        self.settle();
        self
    }

    /// What the loop does around a frame.
    fn settle(&mut self) {
        self.app.settle();
        if self.app.complete() {
            self.app.settle();
        }
        let effects = self.app.wants();
        self.effects.extend(effects);
    }

    pub fn message(&mut self, message: Message) {
        self.event(Event::Message(Box::new(message)));
    }

    /// Types a text, a key a character.
    pub fn types(&mut self, text: &str) -> &mut Self {
        for c in text.chars() {
            self.press_code(KeyCode::Char(c), KeyModifiers::NONE);
        }
        self
    }

    /// Presses keys by name: `Tab`, `Esc`, `C-u`, `n`.
    pub fn press(&mut self, names: &str) -> &mut Self {
        for name in names.split_whitespace() {
            let (code, modifiers) = match name {
                "Tab" => (KeyCode::Tab, KeyModifiers::NONE),
                "BackTab" => (KeyCode::BackTab, KeyModifiers::SHIFT),
                "Esc" => (KeyCode::Esc, KeyModifiers::NONE),
                "Enter" => (KeyCode::Enter, KeyModifiers::NONE),
                "Up" => (KeyCode::Up, KeyModifiers::NONE),
                "Down" => (KeyCode::Down, KeyModifiers::NONE),
                "PgDn" => (KeyCode::PageDown, KeyModifiers::NONE),
                "F1" => (KeyCode::F(1), KeyModifiers::NONE),
                _ => match (name.strip_prefix("C-"), name.chars().next()) {
                    (Some(rest), _) => (KeyCode::Char(rest.chars().next().expect("a letter")), KeyModifiers::CONTROL),
                    (None, Some(c)) => (KeyCode::Char(c), KeyModifiers::NONE),
                    (None, None) => continue,
                },
            };
            self.press_code(code, modifiers);
        }
        self
    }

    pub fn press_code(&mut self, code: KeyCode, modifiers: KeyModifiers) -> &mut Self {
        self.event(Event::Key(KeyEvent::new(code, modifiers)))
    }

    pub fn resize(&mut self, width: u16, height: u16) -> &mut Self {
        self.terminal.backend_mut().resize(width, height);
        self.event(Event::Resize(width, height))
    }

    /// Draws and returns what is on the screen and where the cursor stands.
    pub fn drawn(&mut self) -> (Buffer, Option<Position>) {
        self.settle();
        let (app, theme) = (&self.app, &self.theme);
        let frame = self.terminal.draw(|frame| view::draw(frame, app, theme)).expect("a test backend draws");
        let buffer = frame.buffer.clone();
        let cursor = self.terminal.backend().cursor_visible().then(|| self.terminal.backend().cursor_position());
        (buffer, cursor)
    }

    /// The screen as text.
    pub fn screen(&mut self) -> String {
        let (buffer, _) = self.drawn();
        text(&buffer)
    }

    /// The screen as text, with its styles and the cursor below.
    pub fn styled(&mut self) -> String {
        let (buffer, cursor) = self.drawn();
        let mut out = text(&buffer);
        out.push_str("--- styles\n");
        for y in 0..buffer.area.height {
            let mut x = 0;
            while x < buffer.area.width {
                let look = look(&buffer[(x, y)]);
                let start = x;
                while x < buffer.area.width && self::look(&buffer[(x, y)]) == look {
                    x += 1;
                }
                if !look.is_empty() {
                    _ = writeln!(out, "{y}:{start}-{x} {look}");
                }
            }
        }
        match cursor {
            Some(Position { x, y }) => _ = writeln!(out, "--- cursor {y}:{x}"),
            None => out.push_str("--- no cursor\n"),
        }
        out
    }
}

fn text(buffer: &Buffer) -> String {
    let mut out = String::new();
    for y in 0..buffer.area.height {
        let row: String = (0..buffer.area.width).map(|x| buffer[(x, y)].symbol()).collect();
        out.push_str(row.trim_end());
        out.push('\n');
    }
    out
}

fn look(cell: &Cell) -> String {
    let style = cell.style();
    let mut parts = Vec::new();
    if let Some(fg) = style.fg.filter(|fg| *fg != ratatui::style::Color::Reset) {
        parts.push(format!("{fg:?}"));
    }
    if !style.add_modifier.is_empty() {
        parts.push(format!("{:?}", style.add_modifier));
    }
    parts.join(" ")
}
