//! Text from strangers, made visible. A terminal obeys what it is sent; nothing from a file, a header, a URL or a file name
//! reaches it but through here.
//!
//! C0 controls and DEL become control pictures, C1 controls and characters that are invisible or turn the line around become
//! `<U+XXXX>`, and bytes that are no UTF-8 become `<XX>`.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::ops::Range;

/// How a piece of text stands on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// As it came.
    Plain,
    /// A stand-in for something that cannot be seen.
    Hidden,
}

/// A piece of a line: what is drawn for which bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece<'a> {
    /// The bytes it stands for, as offsets into the slice given to [`pieces`].
    pub bytes: Range<usize>,
    /// What is drawn. Holds no control character.
    pub text: Cow<'a, str>,
    /// Whether it is the text itself or a stand-in.
    pub look: Look,
}

/// Cuts bytes into pieces of one look each. Their ranges put together are the whole slice.
pub fn pieces(bytes: &[u8]) -> impl Iterator<Item = Piece<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = &bytes[at..];
        if rest.is_empty() {
            return None;
        }
        let plain = plain_prefix(rest);
        let (len, text, look) = if plain.is_empty() {
            let (len, text) = stand_in(rest);
            (len, Cow::Owned(text), Look::Hidden)
        } else {
            (plain.len(), Cow::Borrowed(plain), Look::Plain)
        };
        let piece = Piece { bytes: at..at + len, text, look };
        at += len;
        Some(piece)
    })
}

/// The whole as one string in which nothing can be obeyed.
#[must_use]
pub fn visible(bytes: &[u8]) -> Cow<'_, str> {
    let plain = plain_prefix(bytes);
    if plain.len() == bytes.len() {
        return Cow::Borrowed(plain);
    }
    Cow::Owned(pieces(bytes).fold(String::with_capacity(bytes.len() + 16), |mut out, piece| {
        out.push_str(&piece.text);
        out
    }))
}

/// [`visible`] for text.
#[must_use]
pub fn visible_str(text: &str) -> Cow<'_, str> {
    visible(text.as_bytes())
}

/// A time in words, in the largest unit that has no more than one place behind the point.
#[must_use]
pub fn time(seconds: u64) -> String {
    let of = |unit: u64, one: &str, many: &str| {
        let tenths = seconds.saturating_add(unit / 20) / (unit / 10);
        let (whole, rest) = (tenths / 10, tenths % 10);
        match (whole, rest) {
            (1, 0) => format!("1 {one}"),
            (whole, 0) => format!("{whole} {many}"),
            (whole, rest) => format!("{whole}.{rest} {many}"),
        }
    };
    match seconds {
        0..120 => format!("{seconds} s"),
        120..7_200 => of(60, "minute", "minutes"),
        7_200..172_800 => of(3_600, "hour", "hours"),
        172_800..63_072_000 => of(86_400, "day", "days"),
        _ => of(31_536_000, "year", "years"),
    }
}

/// A visible text for a terminal that shows ASCII only, and would take the bytes of anything else for something else: control
/// pictures in caret notation, other characters as `<U+XXXX>`. What has been cut ends with `~`.
#[must_use]
pub fn ascii(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '\0'..='\x7f' => out.push(c),
            // Writing to a String cannot fail.
            '\u{2400}'..='\u{241f}' => _ = write!(out, "^{}", char::from(c as u8 + b'@')),
            '\u{2421}' => out.push_str("^?"),
            '…' => out.push('~'),
            c => _ = write!(out, "<U+{:04X}>", c as u32),
        }
    }
    Cow::Owned(out)
}

/// Whether a character would be obeyed, or not be seen, and so has a stand-in.
#[must_use]
pub fn is_hidden(c: char) -> bool {
    match c {
        ' '..='~' => false,
        _ => {
            c.is_control()
                || matches!(c, '\u{a0}' | '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
                    | '\u{180b}'..='\u{180e}' | '\u{2000}'..='\u{200f}' | '\u{2028}'..='\u{202f}' | '\u{205f}'..='\u{206f}'
                    | '\u{2800}' | '\u{3000}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
                    | '\u{fff9}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
        }
    }
}

fn plain_prefix(bytes: &[u8]) -> &str {
    let mut end = 0;
    while let Some(&byte) = bytes.get(end) {
        end += match byte {
            b' '..=b'~' => 1,
            0..0x80 => break,
            _ => match first_char(&bytes[end..]) {
                Some(c) if !is_hidden(c) => c.len_utf8(),
                _ => break,
            },
        };
    }
    // All of it was just decoded, so there is no error to meet.
    std::str::from_utf8(&bytes[..end]).unwrap_or_default()
}

/// The character that the bytes begin with; none where they are no UTF-8.
fn first_char(bytes: &[u8]) -> Option<char> {
    let head = &bytes[..bytes.len().min(4)];
    let valid = match std::str::from_utf8(head) {
        Ok(text) => text,
        Err(e) => std::str::from_utf8(&head[..e.valid_up_to()]).unwrap_or_default(),
    };
    valid.chars().next()
}

/// What stands for the first character (or bad byte) of `bytes`, and how many bytes that is.
fn stand_in(bytes: &[u8]) -> (usize, String) {
    let first = first_char(bytes);
    let mut text = String::new();
    match first {
        Some(c @ '\0'..='\x1f') => text.push(char::from_u32(0x2400 + c as u32).unwrap_or('\u{fffd}')),
        Some('\x7f') => text.push('\u{2421}'),
        // Writing to a String cannot fail.
        Some(c) => _ = write!(text, "<U+{:04X}>", c as u32),
        None => _ = write!(text, "<{:02X}>", bytes[0]),
    }
    (first.map_or(1, char::len_utf8), text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_in_words_that_people_use() {
        for (seconds, words) in [
            (0, "0 s"),
            (60, "60 s"),
            (600, "10 minutes"),
            (5_400, "90 minutes"),
            (86_400, "24 hours"),
            (129_600, "36 hours"),
            (2_592_000, "30 days"),
            (31_536_000, "365 days"),
            (94_608_000, "3 years"),
        ] {
            assert_eq!(time(seconds), words);
        }
        assert!(time(u64::MAX).ends_with(" years"));
    }

    #[test]
    fn plain_text_is_left_alone() {
        assert!(matches!(visible("Disallow: /café/ツ".as_bytes()), Cow::Borrowed("Disallow: /café/ツ")));
    }

    #[test]
    fn what_a_terminal_would_obey_is_shown_instead() {
        assert_eq!(visible(b"\x1b]52;c;aGk=\x07"), "␛]52;c;aGk=␇");
        assert_eq!(visible("a\u{9b}2Jb".as_bytes()), "a<U+009B>2Jb");
        assert_eq!(visible(b"a\x9b2J"), "a<9B>2J");
        assert_eq!(visible("x\u{202e}y\u{200b}z\u{feff}".as_bytes()), "x<U+202E>y<U+200B>z<U+FEFF>");
        assert_eq!(visible(b"\0\t\x7f"), "␀␉␡");
    }

    #[test]
    fn a_terminal_that_knows_ascii_only_is_given_no_more() {
        assert!(matches!(ascii("Disallow: /x"), Cow::Borrowed("Disallow: /x")));
        assert_eq!(ascii(&visible(b"/caf\xc3\xa9\x1b[2J\0\x7f\xff")), "/caf<U+00E9>^[[2J^@^?<FF>");
        assert_eq!(ascii("日本…"), "<U+65E5><U+672C>~");
    }

    #[test]
    fn pieces_say_which_bytes_they_stand_for() {
        let all: Vec<_> = pieces(b"a\x1bb\xff").map(|p| (p.bytes, p.text.into_owned(), p.look)).collect();
        let expected = [
            (0..1, "a", Look::Plain),
            (1..2, "␛", Look::Hidden),
            (2..3, "b", Look::Plain),
            (3..4, "<FF>", Look::Hidden),
        ];
        assert_eq!(all, expected.map(|(r, t, l)| (r, t.to_owned(), l)));
    }

    proptest::proptest! {
        #[test]
        fn no_control_passes_and_no_byte_is_lost(bytes: Vec<u8>) {
            let mut at = 0;
            for piece in pieces(&bytes) {
                proptest::prop_assert_eq!(piece.bytes.start, at);
                at = piece.bytes.end;
                proptest::prop_assert!(!piece.text.chars().any(is_hidden));
            }
            proptest::prop_assert_eq!(at, bytes.len());
        }
    }
}
