//! Lines from a file or standard input, one after the other, in bounded memory.

use crate::robots::display;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read as _};

/// The longest line that is kept; the rest of a longer one is read and dropped.
pub const LONGEST: u64 = 64 * 1024 * 1024;

/// Calls `take` with each line of a file, or of standard input for `-`, without its line end, until it says to stop. A line
/// over [`LONGEST`] is cut.
///
/// # Errors
/// A sentence that says what could not be read.
pub fn each(from: &str, take: impl FnMut(&[u8]) -> bool) -> Result<(), String> {
    let failed = |e: io::Error| match from {
        "-" => format!("Standard input could not be read: {e}."),
        path => format!("{} could not be read: {e}.", display::visible_str(path)),
    };
    if from == "-" {
        return each_of(io::stdin().lock(), take).map_err(failed);
    }
    let file = File::open(from).map_err(failed)?;
    each_of(BufReader::with_capacity(64 * 1024, file), take).map_err(failed)
}

fn each_of(mut input: impl BufRead, mut take: impl FnMut(&[u8]) -> bool) -> io::Result<()> {
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.by_ref().take(LONGEST).read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        if line.last() != Some(&b'\n') && line.len() as u64 == LONGEST {
            skip_line(&mut input)?;
        }
        let end = line.iter().rposition(|byte| !b"\r\n".contains(byte)).map_or(0, |i| i + 1);
        if !take(&line[..end]) {
            return Ok(());
        }
    }
}

fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        if buffer.is_empty() {
            return Ok(());
        }
        let end = memchr::memchr(b'\n', buffer);
        let used = end.map_or(buffer.len(), |at| at + 1);
        input.consume(used);
        if end.is_some() {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_comes_without_its_end() {
        let mut lines = Vec::new();
        let read = each_of(b"a\r\n\nb".as_slice(), |line| {
            lines.push(line.to_vec());
            true
        });
        assert!(read.is_ok());
        assert_eq!(lines, [b"a".to_vec(), Vec::new(), b"b".to_vec()]);
    }

    #[test]
    fn it_stops_where_it_is_told_to() {
        let mut count = 0;
        let read = each_of(b"a\nb\nc\n".as_slice(), |_| {
            count += 1;
            count < 2
        });
        assert!(read.is_ok());
        assert_eq!(count, 2);
    }
}
