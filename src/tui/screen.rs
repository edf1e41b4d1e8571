//! The terminal: taking it, drawing on it with one write a frame, and giving it back whatever happens.

use super::theme::Theme;
use super::view;
use crate::app::App;
use crossterm::clipboard::CopyToClipboard;
use crossterm::cursor::Show;
use crossterm::event::{DisableBracketedPaste, EnableBracketedPaste};
use crossterm::style::ResetColor;
use crossterm::terminal::{self, EnterAlternateScreen, LeaveAlternateScreen};
use crossterm::{Command as _, queue};
use ratatui::backend::CrosstermBackend;
use ratatui::layout::{Rect, Size};
use ratatui::{Terminal, TerminalOptions, Viewport};
use std::cell::RefCell;
use std::fs::File;
use std::io::{self, Write};
use std::os::fd::AsFd as _;
use std::rc::Rc;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the terminal is ours at this moment.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// The terminal, while it is ours. Dropping it gives the terminal back.
pub struct Screen {
    terminal: Terminal<CrosstermBackend<Shared>>,
    frame: Shared,
    size: Size,
    mouse: bool,
}

/// The frame that is being gathered: ratatui writes into it, and the screen sends it.
#[derive(Clone)]
struct Shared(Rc<RefCell<Frame>>);

/// Gathers the bytes of a frame. Ratatui flushes several times a frame; only [`Frame::commit`] writes.
struct Frame {
    out: File,
    bytes: Vec<u8>,
    /// Whether frames are bracketed as synchronized updates (mode 2026).
    synchronized: bool,
}

/// Buttons and wheel, and no more: crossterm's command would also have every move of the mouse told.
const MOUSE: &[u8] = b"\x1b[?1000h\x1b[?1006h";
const NO_MOUSE: &[u8] = b"\x1b[?1006l\x1b[?1000l";

const BEGIN: &[u8] = b"\x1b[?2026h";
const END: &[u8] = b"\x1b[?2026l";

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut frame = self.0.borrow_mut();
        if frame.bytes.is_empty() && frame.synchronized {
            frame.bytes.extend_from_slice(BEGIN);
        }
        frame.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Frame {
    fn commit(&mut self) -> io::Result<()> {
        if self.bytes.is_empty() {
            return Ok(());
        }
        if self.synchronized {
            self.bytes.extend_from_slice(END);
        }
        let written = self.out.write_all(&self.bytes);
        self.bytes.clear();
        written
    }
}

impl Screen {
    /// Takes the terminal.
    pub fn enter() -> io::Result<Self> {
        restore_on_panic();
        let out = File::from(io::stdout().as_fd().try_clone_to_owned()?);
        let synchronized = std::env::var_os("ROBOTUI_SYNC").is_none_or(|value| value != "0");
        let (width, height) = terminal::size()?;
        let size = Size { width, height };
        let frame = Frame { out, bytes: Vec::with_capacity(8192), synchronized };
        let frame = Shared(Rc::new(RefCell::new(frame)));
        let backend = CrosstermBackend::new(frame.clone());
        // A fixed viewport, so that the size changes when the state knows of it and never in the middle of a frame.
        let viewport = Viewport::Fixed(Rect { x: 0, y: 0, width, height });
        let terminal = Terminal::with_options(backend, TerminalOptions { viewport })?;
        let mut screen = Self { terminal, frame, size, mouse: false };
        screen.take()?;
        Ok(screen)
    }

    fn take(&mut self) -> io::Result<()> {
        TAKEN.store(true, Ordering::SeqCst);
        terminal::enable_raw_mode()?;
        queue!(self.frame, EnterAlternateScreen, EnableBracketedPaste)?;
        if self.mouse { self.use_mouse(true) } else { Ok(()) }
    }

    /// Takes the mouse, or leaves it to the terminal.
    pub fn use_mouse(&mut self, on: bool) -> io::Result<()> {
        self.mouse = on;
        self.frame.write_all(if on { MOUSE } else { NO_MOUSE })
    }

    /// Its size.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Asks for the size anew.
    pub fn measure(&mut self) -> io::Result<Size> {
        let (width, height) = terminal::size()?;
        if (Size { width, height }) != self.size {
            self.size = Size { width, height };
            self.terminal.resize(Rect { x: 0, y: 0, width, height })?;
        }
        Ok(self.size)
    }

    /// Draws a frame, in one write.
    pub fn draw(&mut self, app: &App, theme: &Theme) -> io::Result<()> {
        self.terminal.draw(|frame| view::draw(frame, app, theme))?;
        self.frame.0.borrow_mut().commit()
    }

    /// Hands a text to the terminal's clipboard.
    pub fn copy(&mut self, text: &str) -> io::Result<()> {
        queue!(self.frame, CopyToClipboard::to_clipboard_from(text))
    }

    /// Gives the terminal back for a while.
    pub fn leave(&mut self) -> io::Result<()> {
        TAKEN.store(false, Ordering::SeqCst);
        let mut frame = self.frame.0.borrow_mut();
        frame.bytes.clear();
        frame.out.write_all(farewell().as_bytes())?;
        terminal::disable_raw_mode()
    }

    /// Takes the terminal again; the next frame paints all of it.
    pub fn take_again(&mut self) -> io::Result<()> {
        self.take()?;
        let (width, height) = terminal::size()?;
        self.size = Size { width, height };
        self.terminal.resize(Rect { x: 0, y: 0, width, height })
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        if TAKEN.load(Ordering::SeqCst) {
            // There is nobody left to tell of a failure.
            _ = self.leave();
        }
    }
}

/// What sets back every mode that was set. Ends a frame that may be under way first.
fn farewell() -> String {
    let mut text = String::from("\x1b[?2026l");
    // Writing to a String cannot fail.
    _ = ResetColor.write_ansi(&mut text);
    text.extend(NO_MOUSE.iter().map(|&byte| char::from(byte)));
    _ = DisableBracketedPaste.write_ansi(&mut text);
    _ = LeaveAlternateScreen.write_ansi(&mut text);
    _ = Show.write_ansi(&mut text);
    text
}

/// Gives the terminal back from another thread, also while a frame is stuck on a line that takes no more: modes first, then
/// what can be written without waiting.
pub fn restore_by_force() {
    if !TAKEN.swap(false, Ordering::SeqCst) {
        return;
    }
    _ = terminal::disable_raw_mode();
    let flags = rustix::fs::OFlags::WRONLY | rustix::fs::OFlags::NONBLOCK | rustix::fs::OFlags::NOCTTY;
    if let Ok(tty) = rustix::fs::open("/dev/tty", flags, rustix::fs::Mode::empty()) {
        _ = File::from(tty).write(farewell().as_bytes());
    }
}

/// A panic gives the terminal back before its message is printed.
fn restore_on_panic() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            restore_by_force();
            before(info);
            // A panic on another thread would leave the loop waiting for an answer that never comes.
            std::process::exit(101);
        }));
    });
}
