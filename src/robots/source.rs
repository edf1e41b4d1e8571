//! The bytes of a file and where its lines begin. What a line means is [`super::document`]'s business.

use std::ops::Range;

/// A half-open range of byte offsets into a [`Source`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset after the last byte; never before `start`.
    pub end: u32,
}

impl Span {
    /// The span from `start` up to `end`, both byte offsets.
    #[must_use]
    pub const fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }

    /// Its length in bytes.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.end - self.start
    }

    /// Whether it holds no byte.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The same as a range for slicing.
    #[must_use]
    pub const fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A line of a file, counted from 1 as editors do.
pub type LineNo = u32;

/// A file's bytes and the offsets at which its lines begin.
///
/// LF, CR and CRLF each end a line; nothing else does. Text after the last line end is a line too; nothing after it is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    bytes: Box<[u8]>,
    starts: Vec<u32>,
}

impl Source {
    /// The most bytes that a source holds, since offsets have 32 bits. Callers that read files bound them far below.
    pub const MAX_BYTES: usize = u32::MAX as usize;

    /// Takes the bytes and finds the lines. Bytes past [`Source::MAX_BYTES`] are dropped.
    #[must_use]
    pub fn new(bytes: impl Into<Vec<u8>>) -> Self {
        let bytes = Self::bounded(bytes);
        let mut starts = Vec::with_capacity(bytes.len() / 24 + 1);
        if !bytes.is_empty() {
            starts.push(0);
        }
        let mut after_cr = 0;
        for at in memchr::memchr2_iter(b'\n', b'\r', &bytes) {
            let next = at + 1;
            if bytes[at] == b'\n' && at == after_cr && at > 0 {
                // The LF of a CRLF belongs to the line that the CR ended.
                starts.pop();
            }
            if bytes[at] == b'\r' {
                after_cr = next;
            }
            starts.push(next as u32);
        }
        if starts.last() == Some(&(bytes.len() as u32)) {
            starts.pop();
        }
        starts.shrink_to_fit();
        Self::with_starts(bytes, starts)
    }

    /// The bytes that a source keeps.
    pub(super) fn bounded(bytes: impl Into<Vec<u8>>) -> Vec<u8> {
        let mut bytes = bytes.into();
        bytes.truncate(Self::MAX_BYTES);
        bytes
    }

    /// The source of bounded bytes whose lines are known to begin there.
    pub(super) fn with_starts(bytes: Vec<u8>, starts: Vec<u32>) -> Self {
        Self { bytes: bytes.into_boxed_slice(), starts }
    }

    /// All bytes, as they came.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The number of lines.
    #[must_use]
    pub fn line_count(&self) -> u32 {
        self.starts.len() as u32
    }

    /// The bytes of a span; what lies outside the file is left out.
    #[must_use]
    pub fn slice(&self, span: Span) -> &[u8] {
        let end = (span.end as usize).min(self.bytes.len());
        &self.bytes[(span.start as usize).min(end)..end]
    }

    /// The span of a line with its line end. Lines past the last are empty.
    #[must_use]
    pub fn line_with_end(&self, line: LineNo) -> Span {
        let index = line.saturating_sub(1) as usize;
        let len = self.bytes.len() as u32;
        let start = self.starts.get(index).copied().unwrap_or(len);
        let end = self.starts.get(index + 1).copied().unwrap_or(len);
        Span::new(start, end)
    }

    /// The span of a line without its line end.
    #[must_use]
    pub fn line(&self, line: LineNo) -> Span {
        let Span { start, mut end } = self.line_with_end(line);
        if end > start && self.bytes[end as usize - 1] == b'\n' {
            end -= 1;
        }
        if end > start && self.bytes[end as usize - 1] == b'\r' {
            end -= 1;
        }
        Span::new(start, end)
    }

    /// The line that holds the byte at `offset`; the last line for offsets past the end, and 1 in an empty file.
    #[must_use]
    pub fn line_at(&self, offset: u32) -> LineNo {
        self.starts.partition_point(|&start| start <= offset).max(1) as u32
    }

    /// The column of the byte at `offset` in its line: bytes counted from 1.
    #[must_use]
    pub fn column_at(&self, offset: u32) -> u32 {
        offset - self.line_with_end(self.line_at(offset)).start.min(offset) + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<&[u8]> {
        let source = Source::new(bytes);
        let spans: Vec<Span> = (1..=source.line_count()).map(|n| source.line(n)).collect();
        spans.iter().map(|s| &bytes[s.range()]).collect()
    }

    #[test]
    fn each_kind_of_line_end_ends_a_line() {
        assert_eq!(lines(b"a\nb\r\nc\rd"), [b"a", b"b", b"c", b"d"]);
        assert_eq!(lines(b"\r\r\n\n"), [b"", b"", b""]);
        assert_eq!(lines(b"\n"), [b""]);
        assert_eq!(lines(b""), Vec::<&[u8]>::new());
        assert_eq!(lines(b"a\x0bb\x0cc"), [b"a\x0bb\x0cc"]);
    }

    #[test]
    fn offsets_are_turned_into_lines_and_columns() {
        let source = Source::new(b"ab\r\ncd\n".as_slice());
        assert_eq!((source.line_at(0), source.column_at(0)), (1, 1));
        assert_eq!((source.line_at(3), source.column_at(3)), (1, 4));
        assert_eq!((source.line_at(5), source.column_at(5)), (2, 2));
        assert_eq!(source.line_at(99), 2);
        assert_eq!(Source::new(b"".as_slice()).line_at(0), 1);
    }

    proptest::proptest! {
        #[test]
        fn the_lines_put_together_are_the_file(bytes in "[a\r\n]{0,40}") {
            let source = Source::new(bytes.as_bytes());
            let mut glued = Vec::new();
            for n in 1..=source.line_count() {
                glued.extend_from_slice(source.slice(source.line_with_end(n)));
                proptest::prop_assert!(!source.slice(source.line(n)).iter().any(|b| b"\r\n".contains(b)));
            }
            proptest::prop_assert_eq!(glued, bytes.as_bytes());
            let parsed = super::super::Document::parse(bytes);
            proptest::prop_assert_eq!(parsed.source(), &source);
        }
    }
}
