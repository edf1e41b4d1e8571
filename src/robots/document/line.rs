//! One line: what it is to each grammar, and where its name and value stand.

use crate::robots::source::Span;
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
    pub(super) fields: Fields,
    strict: Kind,
    pub(super) lenient: Kind,
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
    pub(super) fn read(bytes: &[u8], at: &mut usize) -> Self {
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
pub(super) fn after_line_end(bytes: &[u8], end: usize) -> usize {
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
