//! What the body of an answer is, by its bytes and by what the headers say of it: rules, a page, or something else. What
//! crawlers make of it is for [`super::delivery`] and the checks to say.

mod page;

use super::delivery::Delivery;
pub(super) use page::is_page;
use std::fmt;

/// What is known about a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Body {
    /// Its bytes, gzip undone, as far as they were read.
    pub bytes: u64,
    /// What it is.
    pub kind: Kind,
    /// How its text is encoded.
    pub charset: Charset,
}

/// What a body is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// Nothing, or white space.
    Empty,
    /// Text that may hold rules.
    Text,
    /// A web page.
    Page(Page),
    /// JSON.
    Json,
    /// XML that is no page: a sitemap, a feed, an error of a store.
    Xml,
    /// A picture, by the format that its first bytes tell.
    Image(&'static str),
    /// Something packed that was not undone: its format.
    Packed(&'static str),
    /// Bytes that are no text.
    Binary,
}

/// What a web page is that stands where a robots.txt should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Page {
    /// It asks for a proof that no bot is at work.
    Challenge,
    /// It sends its reader elsewhere, by a meta tag, a frame or a script.
    Refresh,
    /// It says that something went wrong.
    Error,
    /// The start of an application that runs in the browser, sent for every address that it does not know.
    App,
    /// Any other.
    Other,
}

/// How a text is encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Charset {
    /// ASCII, which is UTF-8 as well and nearly everything else.
    Ascii,
    /// UTF-8 with other letters than those of ASCII.
    Utf8,
    /// UTF-16, with a byte-order mark or by its zeros.
    Utf16,
    /// None of these: mostly ISO-8859-1 or Windows-1252.
    Other,
}

/// Bytes that are looked at to tell what a body is.
const HEAD: usize = 64 * 1024;

/// How packed files and pictures begin.
const FORMATS: [(&[u8], Kind); 10] = [
    (b"\x89PNG\r\n", Kind::Image("PNG")),
    (b"\xff\xd8\xff", Kind::Image("JPEG")),
    (b"GIF8", Kind::Image("GIF")),
    (b"\0\0\x01\0", Kind::Image("icon")),
    (b"%PDF-", Kind::Binary),
    (b"\x7fELF", Kind::Binary),
    (b"\x1f\x8b", Kind::Packed("gzip")),
    (b"\x28\xb5\x2f\xfd", Kind::Packed("zstd")),
    (b"PK\x03\x04", Kind::Packed("zip")),
    (b"BZh", Kind::Packed("bzip2")),
];

impl Body {
    /// Looks at a body, and at the headers that it came with.
    #[must_use]
    pub fn new(bytes: &[u8], delivery: Option<&Delivery>) -> Self {
        let charset = Charset::of(bytes);
        Self { bytes: bytes.len() as u64, kind: Kind::of(bytes, charset, delivery), charset }
    }
}

impl Kind {
    fn of(bytes: &[u8], charset: Charset, delivery: Option<&Delivery>) -> Self {
        if delivery.is_some_and(page::is_challenge_by_header) {
            return Self::Page(Page::Challenge);
        }
        let head = &bytes[..bytes.len().min(HEAD)];
        let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii();
        if text.is_empty() {
            return Self::Empty;
        }
        if let Some((_, kind)) = FORMATS.iter().find(|(magic, _)| head.starts_with(magic)) {
            return *kind;
        }
        if head.starts_with(b"RIFF") && head.get(8..12) == Some(b"WEBP") {
            return Self::Image("WebP");
        }
        if is_page(text) {
            return Self::Page(page::kind(text));
        }
        if is_xml(text) {
            return Self::Xml;
        }
        if is_json(text) {
            return Self::Json;
        }
        if charset != Charset::Utf16 && is_binary(head) {
            return delivery.and_then(Delivery::still_packed).map_or(Self::Binary, Self::Packed);
        }
        Self::Text
    }

    /// What it is in a word or two, where it is no text.
    #[must_use]
    pub const fn in_a_word(self) -> Option<&'static str> {
        match self {
            Self::Empty | Self::Text => None,
            Self::Page(Page::Challenge) => Some("bot challenge"),
            Self::Page(_) => Some("web page"),
            Self::Json => Some("JSON"),
            Self::Xml => Some("XML"),
            Self::Image(_) => Some("picture"),
            Self::Packed(_) => Some("packed"),
            Self::Binary => Some("no text"),
        }
    }

    /// Whether there may be rules in it. A page may hold some by chance, and crawlers look.
    #[must_use]
    pub const fn is_text(self) -> bool {
        matches!(self, Self::Text | Self::Empty)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("nothing"),
            Self::Text => f.write_str("plain text"),
            Self::Page(Page::Challenge) => f.write_str("a page that asks for a proof that no bot is at work"),
            Self::Page(Page::Refresh) => f.write_str("a web page that sends its reader elsewhere"),
            Self::Page(Page::Error) => f.write_str("a web page that tells of an error"),
            Self::Page(Page::App) => f.write_str("the start page of an application"),
            Self::Page(Page::Other) => f.write_str("a web page"),
            Self::Json => f.write_str("JSON"),
            Self::Xml => f.write_str("XML"),
            Self::Image(format) => write!(f, "a picture ({format})"),
            Self::Packed(format) => write!(f, "packed with {format}"),
            Self::Binary => f.write_str("bytes that are no text"),
        }
    }
}

impl Charset {
    fn of(bytes: &[u8]) -> Self {
        if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") || has_zeros_of_utf16(bytes) {
            Self::Utf16
        } else if bytes.is_ascii() {
            Self::Ascii
        } else {
            match std::str::from_utf8(bytes) {
                Ok(_) => Self::Utf8,
                // What was cut within a letter is still UTF-8.
                Err(e) if e.error_len().is_none() => Self::Utf8,
                Err(_) => Self::Other,
            }
        }
    }

    /// What it is called.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Ascii => "ASCII",
            Self::Utf8 => "UTF-8",
            Self::Utf16 => "UTF-16",
            Self::Other => "neither UTF-8 nor UTF-16",
        }
    }
}

/// UTF-16 without its mark: every other of the first bytes is zero, and the others are not.
fn has_zeros_of_utf16(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(64) & !1];
    let zeros = |from: usize| head.iter().skip(from).step_by(2).filter(|&&byte| byte == 0).count();
    head.len() >= 8 && matches!((zeros(0) * 2, zeros(1) * 2), (0, n) | (n, 0) if n == head.len())
}

fn is_xml(text: &[u8]) -> bool {
    ["<?xml", "<urlset", "<sitemapindex", "<rss", "<feed", "<error>"].iter().any(|tag| begins(text, tag))
}

fn is_json(text: &[u8]) -> bool {
    let second = text.iter().skip(1).find(|byte| !byte.is_ascii_whitespace());
    match (text.first(), second) {
        (Some(b'{'), Some(second)) => matches!(second, b'"' | b'}'),
        (Some(b'['), Some(second)) => matches!(second, b'"' | b'{' | b'[' | b']'),
        _ => false,
    }
}

/// Control characters are many, and more than one in ten: packed or compiled, whatever it is.
fn is_binary(head: &[u8]) -> bool {
    let head = &head[..head.len().min(1024)];
    let odd = |byte: &&u8| byte.is_ascii_control() && !byte.is_ascii_whitespace();
    let count = head.iter().filter(odd).count();
    count >= 8 && count * 10 > head.len()
}

/// Whether a text begins with this, whatever the case.
fn begins(text: &[u8], with: &str) -> bool {
    text.get(..with.len()).is_some_and(|head| head.eq_ignore_ascii_case(with.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::robots::delivery::Outcome;

    fn kind(bytes: impl AsRef<[u8]>) -> Kind {
        Body::new(bytes.as_ref(), None).kind
    }

    #[test]
    fn rules_are_text_and_so_is_what_only_looks_odd() {
        for text in [
            "User-agent: *\nDisallow: /\n",
            "\u{feff}# hello",
            "Disallow: /<html>",
            "[robots]",
            "{not json}",
            "\0Disallow: /private-area-of-somebody",
        ] {
            assert_eq!(kind(text), Kind::Text, "{text}");
        }
        assert_eq!((kind(""), kind("\r\n \n"), kind("\u{feff}")), (Kind::Empty, Kind::Empty, Kind::Empty));
    }

    #[test]
    fn what_is_no_text_is_told_by_its_first_bytes() {
        assert_eq!(kind(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"), Kind::Image("PNG"));
        assert_eq!(kind(b"RIFF\0\0\0\0WEBPVP8 "), Kind::Image("WebP"));
        assert_eq!(kind(b"\x1f\x8b\x08\0\0\0\0\0"), Kind::Packed("gzip"));
        assert_eq!(kind([1, 2, 3, 200, 5, 6, 7, 8].repeat(10)), Kind::Binary);
        assert_eq!(kind(" {\"error\": \"not found\"}"), Kind::Json);
        assert_eq!(kind("[]"), Kind::Json);
        assert_eq!(kind("<?xml version=\"1.0\"?><urlset xmlns=\"x\">"), Kind::Xml);
        assert_eq!(kind("<?xml version=\"1.0\"?><html>"), Kind::Page(Page::Other));
    }

    #[test]
    fn what_a_header_calls_packed_is_packed() {
        let mut delivery = Delivery::new("https://example.com/robots.txt", Outcome::Answered(200));
        delivery.headers.push(("content-encoding".into(), "br".into()));
        let bytes = [0x1b, 2, 3, 200, 5, 6, 7, 8].repeat(10);
        assert_eq!(Body::new(&bytes, Some(&delivery)).kind, Kind::Packed("br"));
        assert_eq!(Body::new(b"User-agent: *", Some(&delivery)).kind, Kind::Text);
    }

    #[test]
    fn the_charset_is_what_the_bytes_are() {
        let charset = |bytes: &[u8]| Body::new(bytes, None).charset;
        assert_eq!(charset(b"Disallow: /"), Charset::Ascii);
        assert_eq!(charset("Disallow: /é".as_bytes()), Charset::Utf8);
        assert_eq!(charset(b"Disallow: /\xc3"), Charset::Utf8, "cut within a letter");
        assert_eq!(charset(b"Disallow: /\xe9t\xe9"), Charset::Other);
        assert_eq!(charset(b"\xff\xfeU\0"), Charset::Utf16);
        assert_eq!(charset(b"U\0s\0e\0r\0-\0"), Charset::Utf16);
        assert_eq!(charset(b"\0\0\0\0\0\0\0\0\0\0"), Charset::Ascii);
        assert_eq!(kind(b"U\0s\0e\0r\0-\0"), Kind::Text);
    }
}
