//! The terminal: taking it, drawing on it with one write a frame, and giving it back whatever happens.

mod canvas;
mod line;
#[cfg(test)]
pub mod tests;

use super::theme::Theme;
use super::view;
use crate::app::App;
use canvas::{Canvas, Frame, Shared};
use crossterm::clipboard::CopyToClipboard;
use crossterm::event::EnableBracketedPaste;
use crossterm::queue;
use crossterm::terminal::{Clear, ClearType, EnterAlternateScreen};
pub use line::restore_by_force;
use line::{Line, MOUSE, NO_MOUSE, TAKEN, Tty, farewell};
use ratatui::layout::{Rect, Size};
use ratatui::{Terminal, TerminalOptions, Viewport};
use std::cell::RefCell;
use std::io::{self, Write as _};
use std::rc::Rc;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

/// The terminal, while it is ours. Dropping it gives the terminal back.
pub struct Screen {
    terminal: Terminal<Canvas>,
    frame: Shared,
    size: Size,
    taken: &'static AtomicBool,
    mouse: bool,
}

impl Screen {
    /// Takes the terminal.
    pub fn enter() -> io::Result<Self> {
        restore_on_panic();
        let synchronized = std::env::var_os("ROBOTUI_SYNC").is_none_or(|value| value != "0");
        Self::over(Box::new(Tty::open()?), &TAKEN, synchronized)
    }

    /// Takes the terminal at the other end of a line. `taken` says, also to other threads, while it is ours.
    fn over(mut line: Box<dyn Line>, taken: &'static AtomicBool, synchronized: bool) -> io::Result<Self> {
        let size = line.size()?;
        let frame = Shared(Rc::new(RefCell::new(Frame::new(line, taken, synchronized))));
        // A fixed viewport, so that the size changes when the state knows of it and never in the middle of a frame.
        let viewport = Viewport::Fixed(size.into());
        let terminal = Terminal::with_options(Canvas::new(&frame), TerminalOptions { viewport })?;
        let mut screen = Self { terminal, frame, size, taken, mouse: false };
        screen.take()?;
        Ok(screen)
    }

    fn take(&mut self) -> io::Result<()> {
        self.taken.store(true, Ordering::SeqCst);
        self.frame.0.borrow_mut().line.raw(true)?;
        self.terminal.backend_mut().forget();
        // Cleared, since a terminal that has one screen only shows there what stood on it.
        queue!(self.frame, EnterAlternateScreen, EnableBracketedPaste, Clear(ClearType::All))?;
        if self.mouse { self.use_mouse(true) } else { Ok(()) }
    }

    /// Takes the mouse, or leaves it to the terminal.
    pub fn use_mouse(&mut self, on: bool) -> io::Result<()> {
        self.mouse = on;
        self.frame.write_all(if on { MOUSE } else { NO_MOUSE }.as_bytes())
    }

    /// Its size.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Asks for the size anew.
    pub fn measure(&mut self) -> io::Result<Size> {
        let size = self.frame.0.borrow_mut().line.size()?;
        if size != self.size {
            self.size = size;
            self.terminal.resize(Rect::from(size))?;
        }
        Ok(self.size)
    }

    /// Draws a frame, in one write, or in none where it would show what is there.
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
        let mut frame = self.frame.0.borrow_mut();
        frame.forget();
        // Each of these is done whatever becomes of the other, and is ours to do until it is done.
        let modes = frame.line.raw(false);
        let farewell = farewell();
        let written = frame.line.write_all(farewell.as_bytes());
        let written = written.or_else(|_| frame.line.write_all(farewell.as_bytes()));
        self.taken.store(false, Ordering::SeqCst);
        modes.and(written)
    }

    /// Takes the terminal again; the next frame paints all of it.
    pub fn take_again(&mut self) -> io::Result<()> {
        self.take()?;
        self.size = self.frame.0.borrow_mut().line.size()?;
        self.terminal.resize(Rect::from(self.size))
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // Also where another thread has begun to do so: it may find the line taken. There is nobody left to tell of a failure.
        _ = self.leave();
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
