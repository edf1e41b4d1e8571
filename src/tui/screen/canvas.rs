//! What ratatui draws on: the bytes of a frame are gathered, less what the terminal knows already, and sent in one write.

use super::line::Line;
use ratatui::backend::{Backend, ClearType, CrosstermBackend, WindowSize};
use ratatui::buffer::Cell;
use ratatui::layout::{Position, Size};
use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};

const BEGIN: &[u8] = b"\x1b[?2026h";
const END: &[u8] = b"\x1b[?2026l";

/// Gathers the bytes of a frame. Ratatui flushes several times a frame; only [`Frame::commit`] writes.
pub struct Frame {
    /// Where frames go.
    pub line: Box<dyn Line>,
    /// Whether the line is ours.
    pub taken: &'static AtomicBool,
    bytes: Vec<u8>,
    /// Whether frames are bracketed as synchronized updates (mode 2026).
    synchronized: bool,
}

impl Frame {
    pub fn new(line: Box<dyn Line>, taken: &'static AtomicBool, synchronized: bool) -> Self {
        Self { line, taken, bytes: Vec::with_capacity(8192), synchronized }
    }

    /// Sends what was gathered, if anything was.
    pub fn commit(&mut self) -> io::Result<()> {
        if self.bytes.is_empty() {
            return Ok(());
        }
        if self.synchronized {
            self.bytes.extend_from_slice(END);
        }
        // A terminal that was given back from another thread is not drawn on again.
        let ours = self.taken.load(Ordering::SeqCst);
        let written = if ours { self.line.write_all(&self.bytes) } else { Ok(()) };
        self.bytes.clear();
        written
    }

    /// Forgets what was gathered.
    pub fn forget(&mut self) {
        self.bytes.clear();
    }

    /// What crossterm ends every drawing with, in as many bytes as it takes.
    fn shorten(&mut self) {
        for long in [&b"\x1b[0m"[..], b"\x1b[59m", b"\x1b[49m", b"\x1b[39m"] {
            if self.bytes.ends_with(long) {
                self.bytes.truncate(self.bytes.len() - long.len());
            }
        }
        self.bytes.extend_from_slice(b"\x1b[m");
    }
}

/// The frame, for ratatui to write into and for the screen to send.
#[derive(Clone)]
pub struct Shared(pub Rc<RefCell<Frame>>);

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

/// Crossterm's writer of cells, and what is known of the terminal's cursor.
pub struct Canvas {
    inner: CrosstermBackend<Shared>,
    frame: Shared,
    cursor: Option<Position>,
    shown: Option<bool>,
}

impl Canvas {
    pub fn new(frame: &Shared) -> Self {
        Self { inner: CrosstermBackend::new(frame.clone()), frame: frame.clone(), cursor: None, shown: None }
    }

    /// Nothing is known of the cursor any more.
    pub const fn forget(&mut self) {
        (self.cursor, self.shown) = (None, None);
    }

    fn show(&mut self, shown: bool) -> io::Result<()> {
        if self.shown.replace(shown) == Some(shown) {
            return Ok(());
        }
        if shown { self.inner.show_cursor() } else { self.inner.hide_cursor() }
    }
}

impl Backend for Canvas {
    type Error = io::Error;

    fn draw<'a, I>(&mut self, content: I) -> io::Result<()>
    where
        I: Iterator<Item = (u16, u16, &'a Cell)>,
    {
        let mut content = content.peekable();
        if content.peek().is_none() {
            return Ok(());
        }
        self.cursor = None;
        self.inner.draw(content)?;
        self.frame.0.borrow_mut().shorten();
        Ok(())
    }

    fn hide_cursor(&mut self) -> io::Result<()> {
        self.show(false)
    }

    fn show_cursor(&mut self) -> io::Result<()> {
        self.show(true)
    }

    fn get_cursor_position(&mut self) -> io::Result<Position> {
        // The terminal is asked nothing: its answer could be long in coming.
        Ok(self.cursor.unwrap_or_default())
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> io::Result<()> {
        let position = position.into();
        if self.cursor.replace(position) == Some(position) { Ok(()) } else { self.inner.set_cursor_position(position) }
    }

    fn clear(&mut self) -> io::Result<()> {
        self.clear_region(ClearType::All)
    }

    fn clear_region(&mut self, region: ClearType) -> io::Result<()> {
        self.inner.clear_region(region)
    }

    fn size(&self) -> io::Result<Size> {
        self.frame.0.borrow_mut().line.size()
    }

    fn window_size(&mut self) -> io::Result<WindowSize> {
        Ok(WindowSize { columns_rows: self.size()?, pixels: Size::default() })
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
