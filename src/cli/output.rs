//! Standard output as a stream: buffered, and no failure where its reader has gone away.

use super::{complain, exit};
use std::io::{self, BufWriter, StdoutLock, Write};

/// Standard output.
pub struct Output {
    out: BufWriter<StdoutLock<'static>>,
    /// Why writing ended, where it did.
    failed: Option<io::Error>,
}

impl Output {
    /// Takes standard output for this process.
    pub fn new() -> Self {
        Self { out: BufWriter::with_capacity(64 * 1024, io::stdout().lock()), failed: None }
    }

    /// Writes a line. Says whether it is worth going on.
    pub fn line(&mut self, text: &str) -> bool {
        self.attempt(|out| out.write_all(text.as_bytes()).and_then(|()| out.write_all(b"\n")))
    }

    /// Writes a value as one line of JSON. Says whether it is worth going on.
    pub fn json(&mut self, value: &impl serde::Serialize) -> bool {
        self.attempt(|out| {
            serde_json::to_writer(&mut *out, value)?;
            out.write_all(b"\n")
        })
    }

    /// Hands on what was written. Says whether it is worth going on.
    pub fn flush(&mut self) -> bool {
        self.attempt(Write::flush)
    }

    fn attempt(&mut self, write: impl FnOnce(&mut BufWriter<StdoutLock<'static>>) -> io::Result<()>) -> bool {
        if self.failed.is_none() {
            self.failed = write(&mut self.out).err();
        }
        self.failed.is_none()
    }

    /// Ends with this exit code, unless something could not be written.
    pub fn end(mut self, code: u8) -> u8 {
        self.flush();
        match &self.failed {
            Some(e) if e.kind() != io::ErrorKind::BrokenPipe => {
                complain(&format!("Standard output could not be written: {e}."));
                exit::UNREADABLE
            }
            _ => code,
        }
    }
}
