//! Standard output as a stream: buffered, and no failure where its reader has gone away.

use super::{complain, exit, fit, knows_ascii_only};
use crate::robots::display::is_hidden;
use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};
use std::io::{self, BufWriter, StdoutLock, Write};

/// Standard output.
pub struct Output {
    out: BufWriter<StdoutLock<'static>>,
    /// Its terminal shows ASCII only.
    ascii: bool,
    /// Why writing ended, where it did.
    failed: Option<io::Error>,
}

impl Output {
    /// Takes standard output for this process.
    pub fn new() -> Self {
        let out = io::stdout().lock();
        let ascii = knows_ascii_only(&out);
        Self { out: BufWriter::with_capacity(64 * 1024, out), ascii, failed: None }
    }

    /// Writes a line. Says whether it is worth going on.
    pub fn line(&mut self, text: &str) -> bool {
        let text = fit(text, self.ascii);
        self.attempt(|out| out.write_all(text.as_bytes()).and_then(|()| out.write_all(b"\n")))
    }

    /// Writes a value as one line of JSON. Says whether it is worth going on.
    pub fn json(&mut self, value: &impl Serialize) -> bool {
        let careful = Careful { ascii: self.ascii };
        self.attempt(|out| {
            value.serialize(&mut Serializer::with_formatter(&mut *out, careful))?;
            out.write_all(b"\n")
        })
    }

    /// Writes bytes as they are. Says whether it is worth going on.
    #[cfg(all(feature = "fetch", feature = "history"))]
    pub fn bytes(&mut self, bytes: &[u8]) -> bool {
        self.attempt(|out| out.write_all(bytes))
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

/// Writes JSON in which what a terminal would obey, or nobody would see, is escaped: the value stays what it is.
#[derive(Clone, Copy)]
struct Careful {
    /// Everything else than ASCII is escaped as well.
    ascii: bool,
}

impl Formatter for Careful {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, out: &mut W, fragment: &str) -> io::Result<()> {
        let mut rest = fragment;
        while let Some((at, c)) = rest.char_indices().find(|&(_, c)| is_hidden(c) || self.ascii && !c.is_ascii()) {
            out.write_all(&rest.as_bytes()[..at])?;
            for unit in c.encode_utf16(&mut [0; 2]) {
                write!(out, "\\u{unit:04x}")?;
            }
            rest = &rest[at + c.len_utf8()..];
        }
        out.write_all(rest.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_holds_nothing_that_a_terminal_obeys_and_loses_nothing() {
        let text = "a\u{9b}2J\u{202e}\u{e0001}\x1b\"é";
        for ascii in [false, true] {
            let mut out = Vec::new();
            let careful = Careful { ascii };
            text.serialize(&mut Serializer::with_formatter(&mut out, careful)).expect("a string can be written");
            let json = String::from_utf8(out).expect("JSON is UTF-8");
            assert!(!json.chars().any(is_hidden), "{json}");
            assert_eq!(json.is_ascii(), ascii, "{json}");
            assert_eq!(serde_json::from_str::<String>(&json).expect("JSON"), text);
        }
    }
}
