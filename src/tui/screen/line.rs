//! The line to the terminal: what is written to it and asked of it, and the way to give it back when the loop cannot.

use crossterm::Command as _;
use crossterm::cursor::Show;
use crossterm::event::DisableBracketedPaste;
use crossterm::style::ResetColor;
use crossterm::terminal::{self, LeaveAlternateScreen};
use ratatui::layout::Size;
use rustix::event::{PollFd, PollFlags, poll};
use rustix::fs::{Mode, OFlags};
use rustix::process::{Signal, getpid, kill_process};
use rustix::termios::{QueueSelector, tcflush, tcgetwinsize, ttyname};
use std::fs::File;
use std::io::{self, Write};
use std::os::fd::AsFd as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Whether the terminal is ours at this moment.
pub static TAKEN: AtomicBool = AtomicBool::new(false);

/// What a screen is drawn on.
pub trait Line: Write {
    /// The size of the screen.
    fn size(&mut self) -> io::Result<Size>;

    /// Has keys handed on as they are pressed, or sets the terminal's own modes back as they were.
    fn raw(&mut self, on: bool) -> io::Result<()>;
}

/// The terminal that standard output is.
pub struct Tty(File);

impl Tty {
    /// Opens it.
    pub fn open() -> io::Result<Self> {
        Ok(Self(File::from(io::stdout().as_fd().try_clone_to_owned()?)))
    }
}

impl Write for Tty {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        loop {
            match self.0.write(bytes) {
                // Another program may have left the terminal in this mode, which all who use it share.
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => {
                    _ = poll(&mut [PollFd::new(&self.0, PollFlags::OUT)], None);
                }
                other => return other,
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Line for Tty {
    fn size(&mut self) -> io::Result<Size> {
        let size = tcgetwinsize(&self.0)?;
        // A line that was never told its size, such as a serial one, says zero.
        let or = |n: u16, usual| if n == 0 { usual } else { n };
        Ok(Size { width: or(size.ws_col, 80), height: or(size.ws_row, 24) })
    }

    fn raw(&mut self, on: bool) -> io::Result<()> {
        if on { terminal::enable_raw_mode() } else { terminal::disable_raw_mode() }
    }
}

/// Buttons and wheel, and no more: crossterm's command would also have every move of the mouse told.
pub const MOUSE: &str = "\x1b[?1000h\x1b[?1006h";
/// The mouse is the terminal's again.
pub const NO_MOUSE: &str = "\x1b[?1006l\x1b[?1000l";

/// What sets back every mode that was set. Ends a frame that may be under way first.
pub fn farewell() -> String {
    let mut text = String::from("\x1b[?2026l");
    // Writing to a String cannot fail.
    _ = ResetColor.write_ansi(&mut text);
    text.push_str(NO_MOUSE);
    _ = DisableBracketedPaste.write_ansi(&mut text);
    _ = LeaveAlternateScreen.write_ansi(&mut text);
    _ = Show.write_ansi(&mut text);
    text
}

/// How often a line that takes nothing is tried, and how long it is left in peace in between.
const ATTEMPTS: (usize, Duration) = (20, Duration::from_millis(10));

/// Gives the terminal back from another thread, also while a frame is stuck on a line that takes no more: its modes first,
/// then what can be written without waiting. What is stuck is worth nothing any more and makes room.
pub fn restore_by_force() {
    if !TAKEN.swap(false, Ordering::SeqCst) {
        return;
    }
    _ = terminal::disable_raw_mode();
    let Some(mut tty) = reopened() else { return };
    let farewell = farewell();
    let (attempts, pause) = ATTEMPTS;
    for _ in 0..attempts {
        if tty.write(farewell.as_bytes()).is_ok_and(|written| written == farewell.len()) {
            return;
        }
        _ = tcflush(&tty, QueueSelector::OFlush);
        // The loop holds the line as long as it sleeps in its write. The room just made does not wake it, a signal does.
        _ = kill_process(getpid(), Signal::WINCH);
        std::thread::sleep(pause);
    }
}

/// The terminal once more, so that writes to it do not wait, while those of others still do.
fn reopened() -> Option<File> {
    let flags = OFlags::WRONLY | OFlags::NONBLOCK | OFlags::NOCTTY;
    let name = ttyname(io::stdout(), Vec::new()).ok();
    let tty = name.and_then(|name| rustix::fs::open(name, flags, Mode::empty()).ok());
    tty.or_else(|| rustix::fs::open("/dev/tty", flags, Mode::empty()).ok()).map(File::from)
}
