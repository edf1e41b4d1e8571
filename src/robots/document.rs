//! A robots.txt, losslessly: every byte, and for every line what the strict and what the lenient grammar make of it.
//!
//! A document knows no groups, because groups depend on who reads: that is [`super::reading`].

mod line;

use super::source::{LineNo, Source};
use line::after_line_end;
pub use line::{Fields, GOOGLE_LINE_BYTES, Kind, Line, Marks, Syntax, UNUSED_NAMES};

/// A file and its lines. Parsing never fails and takes any bytes.
#[derive(Clone, Debug)]
pub struct Document {
    source: Source,
    lines: Vec<Line>,
    byte_order_mark: u32,
    /// Lines that Google cuts, as it reads them.
    cut: Vec<(LineNo, Line)>,
}

/// Room for fewer lines than this is kept, even where it was too much: to give it back costs more than it is worth.
const WORTH_SHRINKING: usize = 1024;

impl Document {
    /// Reads a file once, for every profile.
    #[must_use]
    pub fn parse(bytes: impl Into<Vec<u8>>) -> Self {
        let bytes = Source::bounded(bytes);
        let byte_order_mark = mark_len(&bytes);
        // Most lines are longer, so neither list has to grow.
        let expected = bytes.len() / 16 + 1;
        let (mut starts, mut lines) = (Vec::with_capacity(expected), Vec::with_capacity(expected));
        let mut cut = Vec::new();
        let mut next = 0;
        while next < bytes.len() {
            let from = if next == 0 { byte_order_mark as usize } else { next };
            let mut end = from;
            let mut line = Line::read(&bytes, &mut end);
            let kept = from + GOOGLE_LINE_BYTES as usize;
            if end > kept {
                line.marks.too_long = true;
                let as_cut = Line::read(&bytes[..kept], &mut { from });
                line.lenient = as_cut.lenient;
                cut.push((lines.len() as LineNo + 1, as_cut));
            }
            starts.push(next as u32);
            lines.push(line);
            next = after_line_end(&bytes, end);
        }
        if lines.capacity() > WORTH_SHRINKING {
            lines.shrink_to_fit();
            starts.shrink_to_fit();
        }
        let source = Source::with_starts(bytes, starts);
        Self { source, lines, byte_order_mark, cut }
    }

    /// The bytes and the line index.
    #[must_use]
    pub const fn source(&self) -> &Source {
        &self.source
    }

    /// The text of a file in UTF-16, for people to read: crawlers read bytes, and find no rule in it. None for other files.
    #[must_use]
    pub fn decoded_utf16(&self) -> Option<Source> {
        let unit: fn([u8; 2]) -> u16 = match self.source.bytes() {
            [0xff, 0xfe, ..] => u16::from_le_bytes,
            [0xfe, 0xff, ..] => u16::from_be_bytes,
            _ => return None,
        };
        let units = self.source.bytes()[2..].chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
        let text: String = char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect();
        Some(Source::new(text))
    }

    /// The lines in their order; the first is line 1.
    #[must_use]
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// One line, counted from 1.
    #[must_use]
    pub fn line(&self, number: LineNo) -> Option<&Line> {
        self.lines.get(number.checked_sub(1)? as usize)
    }

    /// Bytes of a UTF-8 byte-order mark, or of the start of one, at the start of the file: 0 to 3. Every reader skips them.
    #[must_use]
    pub const fn byte_order_mark(&self) -> u32 {
        self.byte_order_mark
    }

    /// Name and value of a line to a reader of this syntax, as spans of the file.
    #[must_use]
    pub fn fields(&self, number: LineNo, syntax: Syntax) -> Fields {
        let Some(line) = self.line(number) else { return Fields::default() };
        if syntax == Syntax::Lenient && line.marks.too_long {
            // Every line so marked has an entry.
            if let Ok(at) = self.cut.binary_search_by_key(&number, |(n, _)| *n) {
                return self.cut[at].1.fields;
            }
        }
        line.fields
    }

    /// The value of a line to a reader of this syntax.
    #[must_use]
    pub fn value(&self, number: LineNo, syntax: Syntax) -> &[u8] {
        self.source.slice(self.fields(number, syntax).value)
    }

    /// The name that a line begins with, up to its colon.
    #[must_use]
    pub fn key(&self, number: LineNo) -> &[u8] {
        self.source.slice(self.fields(number, Syntax::Strict).key)
    }

    /// Whether the file is an HTML page and no robots.txt: its first text opens a tag that pages begin with.
    #[must_use]
    pub fn is_html(&self) -> bool {
        super::body::is_page(&self.source.bytes()[self.byte_order_mark as usize..])
    }

    /// The line in which a limit of `limit` bytes falls, as a reader of this syntax sees it who stops there: none where the limit
    /// falls between lines or past the end.
    pub(super) fn line_cut_at(&self, limit: u32, syntax: Syntax) -> Option<(LineNo, Kind, Fields)> {
        if limit as usize >= self.source.bytes().len() {
            return None;
        }
        let number = self.source.line_at(limit);
        let mut span = self.source.line(number);
        if limit <= span.start || span.end <= limit {
            return None;
        }
        if number == 1 {
            span.start = self.byte_order_mark.min(limit);
        }
        span.end = if syntax == Syntax::Lenient { limit.min(span.start + GOOGLE_LINE_BYTES) } else { limit };
        let line = Line::read(&self.source.bytes()[..span.end as usize], &mut (span.start as usize));
        Some((number, line.kind(syntax), line.fields))
    }
}

/// How many of the first bytes are a byte-order mark, or its start. Google skips them byte by byte as long as they fit, so
/// EF and EF BB go as well.
fn mark_len(bytes: &[u8]) -> u32 {
    b"\xef\xbb\xbf".iter().zip(bytes).take_while(|(mark, byte)| mark == byte).count() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> (Kind, Kind) {
        let document = Document::parse(text);
        let line = document.line(1).expect("a line");
        (line.kind(Syntax::Strict), line.kind(Syntax::Lenient))
    }

    #[test]
    fn the_strict_reader_wants_the_whole_name_and_a_colon() {
        assert_eq!(kinds("DISALLOW : /x"), (Kind::Disallow, Kind::Disallow));
        assert_eq!(kinds("Disallowed: /x"), (Kind::Unknown, Kind::Disallow));
        assert_eq!(kinds("useragent: x"), (Kind::Unknown, Kind::UserAgent));
        assert_eq!(kinds("Disallow /x"), (Kind::NoDirective, Kind::Disallow));
        assert_eq!(kinds("Disallow /x y"), (Kind::NoDirective, Kind::NoDirective));
        assert_eq!(kinds("Disallow /x # note"), (Kind::NoDirective, Kind::Disallow));
        assert_eq!(kinds("hello world"), (Kind::NoDirective, Kind::NoDirective));
        assert_eq!(kinds("Noindex: /x"), (Kind::Unused, Kind::Unused));
        assert_eq!(kinds(": /x"), (Kind::Unknown, Kind::Unknown));
    }

    #[test]
    fn a_partial_byte_order_mark_is_skipped_at_the_start_only() {
        for mark in [b"".as_slice(), b"\xef", b"\xef\xbb", b"\xef\xbb\xbf"] {
            let document = Document::parse([mark, b"Allow: /"].concat());
            assert_eq!(document.byte_order_mark() as usize, mark.len());
            assert_eq!(document.line(1).map(|l| l.kind(Syntax::Strict)), Some(Kind::Allow));
        }
        assert_eq!(kinds("\u{feff}\u{feff}Allow: /"), (Kind::Unknown, Kind::Unknown));
    }

    #[test]
    fn google_cuts_a_long_line_before_it_looks_for_the_comment() {
        let text = format!("Disallow: /{}#c", "a".repeat(20_000));
        let document = Document::parse(text.clone());
        assert_eq!(document.value(1, Syntax::Strict).len(), 20_001);
        assert_eq!(document.value(1, Syntax::Lenient).len(), GOOGLE_LINE_BYTES as usize - "Disallow: ".len());
        assert_eq!(document.value(1, Syntax::LenientWhole).len(), 20_001);
        assert_eq!(document.source().bytes(), text.as_bytes());
    }

    #[test]
    fn a_file_in_utf16_can_be_read_by_people_and_by_no_crawler() {
        for (mark, unit) in [([0xff, 0xfe], u16::to_le_bytes as fn(u16) -> [u8; 2]), ([0xfe, 0xff], u16::to_be_bytes)] {
            let text = "User-agent: *\nDisallow: /é\n";
            let bytes: Vec<u8> = mark.into_iter().chain(text.encode_utf16().flat_map(unit)).collect();
            let document = Document::parse(bytes);
            assert_eq!(document.decoded_utf16().map(|source| source.bytes().to_vec()), Some(text.as_bytes().to_vec()));
            let rules = document.lines().iter().filter(|line| line.kind(Syntax::Lenient).is_rule());
            assert_eq!(rules.count(), 0);
        }
        assert!(Document::parse("Disallow: /").decoded_utf16().is_none());
    }

    #[test]
    fn a_nul_cuts_the_line() {
        let document = Document::parse(b"Disallow: /a\0b".as_slice());
        assert_eq!(document.value(1, Syntax::Lenient), b"/a");
        assert!(document.line(1).is_some_and(|l| l.marks.nul));
    }
}
