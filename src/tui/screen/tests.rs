//! What is sent, put together by a terminal again, is what a fresh painting shows.

use super::*;
use crate::answer::{Loaded, Place};
use crate::app::{Event, Preferences, Start};
use crate::robots::Profile;
use crate::tui::theme::Palette;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use proptest::prelude::*;
use std::time::Duration;

/// What went over a line, and what the line is made to do.
#[derive(Default)]
pub struct Log {
    /// Each write.
    pub writes: Vec<Vec<u8>>,
    /// Whether keys are handed on as they are pressed.
    pub raw: bool,
    /// Writes that were tried.
    pub tried: usize,
    /// The one of them that fails.
    pub fails: Option<usize>,
    /// The size of the screen.
    pub size: Size,
    /// Called after each write.
    pub after: Option<Box<dyn Fn()>>,
}

/// A line that is no terminal.
#[derive(Clone, Default)]
pub struct Fake(pub Rc<RefCell<Log>>);

impl io::Write for Fake {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut log = self.0.borrow_mut();
        log.tried += 1;
        if log.fails == Some(log.tried) {
            return Err(io::Error::other("the line is broken"));
        }
        log.writes.push(bytes.to_vec());
        if let Some(after) = &log.after {
            after();
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Line for Fake {
    fn size(&mut self) -> io::Result<Size> {
        Ok(self.0.borrow().size)
    }

    fn raw(&mut self, on: bool) -> io::Result<()> {
        self.0.borrow_mut().raw = on;
        Ok(())
    }
}

impl Fake {
    pub fn sized(width: u16, height: u16) -> Self {
        let fake = Self::default();
        fake.0.borrow_mut().size = Size { width, height };
        fake
    }

    /// A screen at the end of it, and the flag that says whether it is taken.
    pub fn screen(&self) -> (Screen, &'static AtomicBool) {
        let taken: &'static AtomicBool = Box::leak(Box::default());
        (Screen::over(Box::new(self.clone()), taken, true).expect("nothing fails yet"), taken)
    }
}

/// An explorer with a text in view.
pub fn explorer(size: Size, text: &str) -> App {
    let start = Start {
        agent: "Googlebot".into(),
        url: "/".into(),
        profile: &Profile::RFC9309,
        targets: Vec::new(),
        preferences: Preferences::default(),
        note: None,
    };
    let (mut app, _) = App::new(&start, size);
    app.show(Loaded::text(Place::File("robots.txt".into()), text));
    app
}

/// A terminal, fed with what went over the line so far.
struct Seen {
    parser: vt100::Parser,
    fed: usize,
}

impl Seen {
    fn new(size: Size) -> Self {
        Self { parser: vt100::Parser::new(cells(size.height), cells(size.width), 0), fed: 0 }
    }

    fn feed(&mut self, line: &Fake) {
        for bytes in &line.0.borrow().writes[self.fed..] {
            self.parser.process(bytes);
            self.fed += 1;
        }
    }

    /// Every cell with its look, and the cursor.
    fn cells(&self) -> Vec<String> {
        let screen = self.parser.screen();
        let (height, width) = screen.size();
        let mut rows: Vec<String> = (0..height.get())
            .map(|y| {
                let cell = |x| screen.cell(y, x).expect("a cell of the screen");
                (0..width.get())
                    .map(|x| {
                        let c = cell(x);
                        // What was never written looks like a blank.
                        let text = if c.has_contents() || c.is_wide_continuation() { c.contents() } else { " " };
                        // Nobody sees how a letter would look that is not there.
                        let is_letter = text.trim() != "" || c.underline() || c.inverse();
                        let flags = [c.bold() && is_letter, c.dim() && is_letter, c.underline(), c.inverse()];
                        let flags: String =
                            flags.iter().zip("bdui".chars()).filter(|(on, _)| **on).map(|f| f.1).collect();
                        let colour = match (c.fgcolor(), c.bgcolor()) {
                            (fg, vt100::Color::Default) if fg == vt100::Color::Default || !is_letter => String::new(),
                            other => format!("{other:?}"),
                        };
                        format!("{text}{flags}{colour}")
                    })
                    .collect()
            })
            .collect();
        rows.push(format!("cursor {:?} hidden {}", screen.cursor_position(), screen.hide_cursor()));
        rows
    }
}

fn cells(n: u16) -> std::num::NonZeroU16 {
    std::num::NonZeroU16::new(n).expect("a screen has cells")
}

/// Wide characters, marks on letters and on nothing, what is hidden, long lines, and many of them.
fn text() -> String {
    let lines = "User-agent: *\nDisallow: /日本語/ﾊﾝ\nAllow: /e\u{301}\u{301}/\u{301}x\t\u{202e}y\n# 👩\u{200d}👩 한국어 \u{1b}[2J\n\
        Disallow: /search\nAllow: /search/about\nno colon\nDisallow: x\n";
    format!("{lines}User-agent: GPTBot\nDisallow: /{}\n", "長い".repeat(60)).repeat(5)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn frame_by_frame_the_screen_becomes_what_a_fresh_painting_shows(
        steps in prop::collection::vec((0usize..52, 1u16..110, 1u16..40), 1..60),
    ) {
        const KEYS: &str = "/jjjjkGgnnNp12345zx?:Fahllws日e\u{301}한👩é";
        let line = Fake::sized(80, 24);
        let (mut screen, _) = line.screen();
        let theme = Theme::of(Palette::Auto);
        let mut app = explorer(screen.size(), &text());
        let mut seen = Seen::new(screen.size());
        for (step, width, height) in steps {
            let codes = [KeyCode::Esc, KeyCode::Tab, KeyCode::Enter, KeyCode::PageDown, KeyCode::Right, KeyCode::Backspace];
            let key = KEYS.chars().map(KeyCode::Char).chain(codes).nth(step);
            let event = key.map(|code| Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
            let event = event.unwrap_or_else(|| {
                line.0.borrow_mut().size = Size { width, height };
                seen.parser.screen_mut().set_size(cells(height), cells(width));
                screen.measure().expect("nothing fails");
                Event::Resize(width, height)
            });
            app.update(event, Duration::ZERO);
            app.settle();
            screen.draw(&app, &theme).expect("nothing fails");
            seen.feed(&line);
        }
        let Size { width, height } = screen.size();
        let fresh = Fake::sized(width, height);
        let (mut other, _) = fresh.screen();
        other.draw(&app, &theme).expect("nothing fails");
        let mut anew = Seen::new(other.size());
        anew.feed(&fresh);
        let (seen, anew) = (seen.cells(), anew.cells());
        let other = seen.iter().zip(&anew).position(|(seen, anew)| seen != anew);
        prop_assert_eq!(other.map(|y| &seen[y]), other.map(|y| &anew[y]), "row {:?}", other);
    }
}

#[test]
fn a_frame_that_would_show_what_is_there_is_not_sent() {
    let line = Fake::sized(80, 24);
    let (mut screen, _) = line.screen();
    let mut app = explorer(screen.size(), "User-agent: *\n");
    app.settle();
    for _ in 0..3 {
        screen.draw(&app, &Theme::of(Palette::Auto)).expect("nothing fails");
    }
    assert_eq!(line.0.borrow().tried, 1);
}

#[test]
fn what_another_thread_gave_back_is_not_drawn_on() {
    let line = Fake::sized(80, 24);
    let (mut screen, taken) = line.screen();
    let mut app = explorer(screen.size(), "User-agent: *\n");
    app.settle();
    taken.store(false, Ordering::SeqCst);
    screen.draw(&app, &Theme::of(Palette::Auto)).expect("nothing fails");
    assert_eq!(line.0.borrow().tried, 0);
}
