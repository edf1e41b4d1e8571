//! A robots.txt, losslessly: every byte, and for every line what the strict and what the lenient grammar make of it.
//!
//! A document knows no groups, because groups depend on who reads: that is [`super::reading`].

use super::source::{LineNo, Source, Span};
use std::ops::Range;

/// Google's parser keeps this many bytes of a line: eight times the 2,083 bytes that browsers once allowed a URL, less one
/// for the end mark (google/robotstxt, `robots.cc`, `kMaxLineLen`).
pub const GOOGLE_LINE_BYTES: u32 = 8 * 2083 - 1;

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// Nothing but white space.
    Blank,
    /// A comment and nothing else.
    Comment,
    /// `User-agent`: names who the group is for.
    UserAgent,
    /// `Allow`: a rule.
    Allow,
    /// `Disallow`: a rule.
    Disallow,
    /// `Sitemap`: belongs to no group.
    Sitemap,
    /// `Crawl-delay`.
    CrawlDelay,
    /// A name that is known and that no large search engine uses, such as `Host` or `Noindex`.
    Unused,
    /// A name, a colon, and no meaning.
    Unknown,
    /// Text without a directive.
    NoDirective,
}

impl Kind {
    /// Whether it is `Allow` or `Disallow`.
    #[must_use]
    pub const fn is_rule(self) -> bool {
        matches!(self, Self::Allow | Self::Disallow)
    }
}

/// Which names a reader accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Syntax {
    /// The grammar of RFC 9309 section 2.2: exact names and a colon.
    Strict,
    /// What Google's open-source parser accepts: beginnings of names, frequent typing errors, and two words without a colon.
    Lenient,
    /// The same names, but no line is cut, however long it is.
    LenientWhole,
}

/// Names that are known beside the four of the standard, and read by no large search engine.
pub const UNUSED_NAMES: [&str; 14] = [
    "host",
    "clean-param",
    "noindex",
    "nofollow",
    "noarchive",
    "request-rate",
    "visit-time",
    "revisit-after",
    "domain",
    "content-signal",
    "content-usage",
    "license",
    "llms-txt",
    "agentmap",
];

/// The beginnings of names that Google's parser takes for a directive, in the order in which it asks.
const LENIENT_NAMES: [(Kind, &[&str]); 4] = [
    (Kind::UserAgent, &["user-agent", "useragent", "user agent"]),
    (Kind::Allow, &["allow"]),
    (Kind::Disallow, &["disallow", "dissallow", "dissalow", "disalow", "diasllow", "disallaw"]),
    (Kind::Sitemap, &["sitemap", "site-map"]),
];

/// The parts of a line, each without white space around it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fields {
    /// The name before the colon.
    pub key: Span,
    /// What follows the colon, up to a comment.
    pub value: Span,
}

/// What is notable about how a line is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "four facts that have nothing to do with each other")]
pub struct Marks {
    /// A `#` begins a comment.
    pub comment: bool,
    /// Two words stand where a name, a colon and a value are expected.
    pub no_colon: bool,
    /// Longer than [`GOOGLE_LINE_BYTES`].
    pub too_long: bool,
    /// A NUL byte cuts the line.
    pub nul: bool,
}

/// One line, as both grammars see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    fields: Fields,
    strict: Kind,
    lenient: Kind,
    /// As `lenient`, before Google's cut.
    whole: Kind,
    /// What is notable about it.
    pub marks: Marks,
}

impl Line {
    /// What the line is to a reader of this syntax.
    #[must_use]
    pub const fn kind(&self, syntax: Syntax) -> Kind {
        match syntax {
            Syntax::Strict => self.strict,
            Syntax::Lenient => self.lenient,
            Syntax::LenientWhole => self.whole,
        }
    }

    /// Reads the line that begins at `at`, in one pass, and moves `at` to where it ends: its line end, or where the bytes end.
    fn read(bytes: &[u8], at: &mut usize) -> Self {
        let start = after_spaces(bytes, *at);
        let usual = usual_name(&bytes[start..]);
        let name_end = usual.map_or_else(|| name_end(bytes, start), |(len, _)| start + len);
        let name = if usual.is_some() { start..name_end } else { without_spaces(bytes, start..name_end) };
        let value = (bytes.get(name_end) == Some(&b':')).then(|| {
            let start = after_spaces(bytes, name_end + 1);
            start..value_end(bytes, start)
        });
        let text_end = value.as_ref().map_or(name_end, |value| value.end);
        let stop = bytes.get(text_end);
        let marks = Marks { comment: stop == Some(&b'#'), nul: stop == Some(&0), ..Marks::default() };
        *at = if marks.comment || marks.nul { line_end(bytes, text_end) } else { text_end };
        match value {
            Some(value) => {
                let (strict, lenient) = usual.map_or_else(|| classify(&bytes[name.clone()]), |(_, kind)| (kind, kind));
                let value = without_spaces(bytes, value);
                Self { fields: Fields { key: span(name), value: span(value) }, strict, lenient, whole: lenient, marks }
            }
            None => Self::without_colon(bytes, name, marks),
        }
    }

    /// A line that has no colon, but perhaps this text.
    fn without_colon(bytes: &[u8], text: Range<usize>, mut marks: Marks) -> Self {
        let empty = |kind| Self { fields: Fields::default(), strict: kind, lenient: kind, whole: kind, marks };
        if text.is_empty() {
            return empty(if marks.comment { Kind::Comment } else { Kind::Blank });
        }
        let Some((key, value)) = two_words(bytes, text.clone()) else {
            let fields = Fields { key: span(text), value: Span::default() };
            return Self { fields, ..empty(Kind::NoDirective) };
        };
        marks.no_colon = true;
        let (_, lenient) = classify(&bytes[key.clone()]);
        let lenient = if lenient == Kind::Unknown { Kind::NoDirective } else { lenient };
        Self {
            fields: Fields { key: span(key), value: span(value) },
            strict: Kind::NoDirective,
            lenient,
            whole: lenient,
            marks,
        }
    }
}

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
        let text = self.source.bytes()[self.byte_order_mark as usize..].trim_ascii_start();
        let begins = |tag: &str| text.len() >= tag.len() && text[..tag.len()].eq_ignore_ascii_case(tag.as_bytes());
        if ["<!doctype html", "<html", "<head", "<body", "<title", "<meta", "<script"].iter().any(|tag| begins(tag)) {
            return true;
        }
        // An XML declaration or a comment may stand before the page itself.
        let head = text[..text.len().min(1024)].to_ascii_lowercase();
        (begins("<?xml") || begins("<!--")) && memchr::memmem::find(&head, b"<html").is_some()
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

/// The length and the meaning of the name that a text begins with, if it is written and followed by a colon as nearly all are.
fn usual_name(text: &[u8]) -> Option<(usize, Kind)> {
    if text.starts_with(b"Disallow:") {
        Some((8, Kind::Disallow))
    } else if text.starts_with(b"Allow:") {
        Some((5, Kind::Allow))
    } else if text.starts_with(b"User-agent:") || text.starts_with(b"User-Agent:") {
        Some((10, Kind::UserAgent))
    } else {
        None
    }
}

/// Where the name of a directive ends, from `from` on: at its colon, a comment, NUL, or with the line.
fn name_end(bytes: &[u8], from: usize) -> usize {
    let mut at = first_up_to::<b':'>(bytes, from);
    while !matches!(bytes.get(at), None | Some(b':' | b'#' | 0 | b'\n' | b'\r')) {
        at = first_up_to::<b':'>(bytes, at + 1);
    }
    at
}

/// Where a value ends, from `from` on: at a comment, NUL, or with the line.
fn value_end(bytes: &[u8], from: usize) -> usize {
    let mut at = first_up_to::<b'#'>(bytes, from);
    while !matches!(bytes.get(at), None | Some(b'#' | 0 | b'\n' | b'\r')) {
        at = first_up_to::<b'#'>(bytes, at + 1);
    }
    at
}

/// The first byte from `from` on that is not above `LAST`, or the length. What ends a name or a value is such a byte, and few
/// others are: they are so short that this is faster than to set up a search for each of those that do.
fn first_up_to<const LAST: u8>(bytes: &[u8], from: usize) -> usize {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    let (chunks, rest) = bytes[from..].as_chunks();
    for (number, chunk) in chunks.iter().enumerate() {
        let word = u64::from_le_bytes(*chunk);
        // Sets the high bit of each byte that is at most LAST. A borrow makes that inexact for bytes after the first such one.
        let hits = word.wrapping_sub(ONES * (u64::from(LAST) + 1)) & !word & (ONES << 7);
        if hits != 0 {
            return from + number * chunk.len() + hits.trailing_zeros() as usize / 8;
        }
    }
    bytes.len() - rest.len() + rest.iter().position(|&byte| byte <= LAST).unwrap_or(rest.len())
}

fn line_end(bytes: &[u8], from: usize) -> usize {
    memchr::memchr2(b'\n', b'\r', &bytes[from..]).map_or(bytes.len(), |more| from + more)
}

/// Where the next line begins, if one ends at `end`.
fn after_line_end(bytes: &[u8], end: usize) -> usize {
    let crlf = bytes.get(end) == Some(&b'\r') && bytes.get(end + 1) == Some(&b'\n');
    end + if crlf { 2 } else { 1 }
}

const fn span(range: Range<usize>) -> Span {
    Span::new(range.start as u32, range.end as u32)
}

/// Whether a reader trims this byte; so it would a CR, but that ends the line.
const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | 0x0b | 0x0c)
}

fn after_spaces(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    while bytes.get(at).is_some_and(|&byte| is_space(byte)) {
        at += 1;
    }
    at
}

/// The range without the spaces at its end.
fn without_spaces(bytes: &[u8], range: Range<usize>) -> Range<usize> {
    let kept = bytes[range.clone()].iter().rposition(|&byte| !is_space(byte)).map_or(0, |last| last + 1);
    range.start..range.start + kept
}

/// The two words of a text, split by spaces and tabs; none where there are fewer or more. The text is trimmed.
fn two_words(bytes: &[u8], text: Range<usize>) -> Option<(Range<usize>, Range<usize>)> {
    let gap = |range: Range<usize>| memchr::memchr2(b' ', b'\t', &bytes[range.clone()]).map(|i| range.start + i);
    let first_end = gap(text.clone())?;
    let second = (first_end..text.end).find(|&i| !matches!(bytes[i], b' ' | b'\t'))?;
    if gap(second..text.end).is_some() {
        return None;
    }
    // Google trims both once more: a vertical tab may stand between them.
    Some((without_spaces(bytes, text.start..first_end), after_spaces(bytes, second)..text.end))
}

/// What a name is to the strict and to the lenient reader.
fn classify(key: &[u8]) -> (Kind, Kind) {
    let is = |name: &str| key.eq_ignore_ascii_case(name.as_bytes());
    let begins = |name: &str| key.len() >= name.len() && key[..name.len()].eq_ignore_ascii_case(name.as_bytes());
    let strict = match key.first().map(u8::to_ascii_lowercase) {
        Some(b'd') if is("disallow") => Kind::Disallow,
        Some(b'a') if is("allow") => Kind::Allow,
        Some(b'u') if is("user-agent") => Kind::UserAgent,
        Some(b's') if is("sitemap") => Kind::Sitemap,
        Some(b'c') if is("crawl-delay") => Kind::CrawlDelay,
        Some(_) if UNUSED_NAMES.iter().any(|name| is(name)) => Kind::Unused,
        _ => Kind::Unknown,
    };
    if matches!(strict, Kind::Disallow | Kind::Allow | Kind::UserAgent | Kind::Sitemap) {
        return (strict, strict);
    }
    let lenient = LENIENT_NAMES.iter().find(|(_, names)| names.iter().any(|name| begins(name)));
    (strict, lenient.map_or(strict, |(kind, _)| *kind))
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
    fn a_nul_cuts_the_line() {
        let document = Document::parse(b"Disallow: /a\0b".as_slice());
        assert_eq!(document.value(1, Syntax::Lenient), b"/a");
        assert!(document.line(1).is_some_and(|l| l.marks.nul));
    }

    proptest::proptest! {
        #[test]
        fn eight_bytes_at_once_are_the_same_as_one_by_one(
            bytes in proptest::collection::vec(proptest::prop_oneof!["[\0-:\u{80}]", "[ a-c\u{7f}-\u{ff}]"], 0..40)
        ) {
            let bytes = bytes.concat().into_bytes();
            let first = |ends: &[u8]| bytes.iter().position(|byte| ends.contains(byte)).unwrap_or(bytes.len());
            proptest::prop_assert_eq!(name_end(&bytes, 0), first(b":#\0\n\r"));
            proptest::prop_assert_eq!(value_end(&bytes, 0), first(b"#\0\n\r"));
        }
    }
}
