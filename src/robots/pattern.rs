//! Patterns: normalising them, and matching them against a path in time linear in both.
//!
//! A pattern is anchored at the start; `*` is any run of bytes, also none; `$` is special only as the last byte. It is split at
//! its stars and each piece is searched leftmost: no regular expression, no backtracking, no cap on stars.

use super::profile::Escapes;
use std::ops::Range;

/// A pattern as one profile compares it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pattern {
    bytes: Vec<u8>,
    shape: Shape,
}

/// What was found out about a pattern while it was normalised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// The number of bytes of the pattern after escaping, with `*` and `$` counted. The highest wins.
    pub priority: u32,
    /// It ended with `$`, which is not kept in the bytes.
    pub anchored: bool,
    /// It holds a `*`.
    pub wild: bool,
    /// It begins with neither `/` nor `*` and matches nothing.
    pub never: bool,
}

impl Pattern {
    /// Normalises the value of a rule.
    #[must_use]
    pub fn new(value: &[u8], escapes: Escapes) -> Self {
        let mut bytes = Vec::with_capacity(value.len() + 8);
        let shape = normalise(value, escapes, &mut bytes);
        Self { bytes, shape }
    }

    /// The number of bytes that decides which rule wins.
    #[must_use]
    pub const fn priority(&self) -> u32 {
        self.shape.priority
    }

    /// Whether it matches a path that was normalised in the same way.
    #[must_use]
    pub fn matches(&self, path: &[u8]) -> bool {
        matches(&self.bytes, self.shape, path)
    }
}

/// Appends the pattern as it is compared, without a final `$`.
pub(super) fn normalise(value: &[u8], escapes: Escapes, out: &mut Vec<u8>) -> Shape {
    let from = out.len();
    if escapes == Escapes::Decoded {
        decode(value, out);
        let never = !value.is_empty() && out.get(from) != Some(&b'/');
        return Shape { priority: (out.len() - from) as u32, anchored: false, wild: false, never };
    }
    // Most patterns hold nothing special and are kept as they are.
    if is_plain(value) {
        out.extend_from_slice(value);
        let never = !value.is_empty() && value[0] != b'/';
        return Shape { priority: value.len() as u32, anchored: false, wild: false, never };
    }
    // Bytes that are compared but not counted: `%24` for a `$` that stands for itself counts as one.
    let mut uncounted = 0;
    let mut wild = false;
    let mut anchored = false;
    let mut at = 0;
    loop {
        // Bytes that stand for themselves are taken in runs.
        let run = value[at..].iter().position(|&byte| SPECIAL[usize::from(byte)]).unwrap_or(value.len() - at);
        out.extend_from_slice(&value[at..at + run]);
        at += run;
        let Some(&byte) = value.get(at) else { break };
        match byte {
            b'%' if is_escape(&value[at..]) => {
                push_valid_escape(&value[at..at + 3], escapes, out);
                at += 2;
            }
            b'$' if at + 1 == value.len() => anchored = true,
            b'$' if escapes == Escapes::Rfc9309 => {
                out.extend_from_slice(b"%24");
                uncounted += 2;
            }
            b'*' => {
                wild = true;
                out.push(b'*');
            }
            0x80.. => push_escaped_byte(out, byte),
            _ => out.push(byte),
        }
        at += 1;
    }
    let priority = (out.len() - from - uncounted + usize::from(anchored)) as u32;
    let never = !value.is_empty() && !matches!(out.get(from), Some(b'/' | b'*'));
    Shape { priority, anchored, wild, never }
}

/// A path as it is compared: printable ASCII in, printable ASCII out.
pub(super) fn normalise_path(path: &[u8], escapes: Escapes) -> Vec<u8> {
    let mut out = Vec::with_capacity(path.len());
    match escapes {
        Escapes::Google => out.extend_from_slice(path),
        Escapes::Decoded => decode(path, &mut out),
        Escapes::Rfc9309 => {
            let mut rest = path;
            // Bytes that stand for themselves are taken in runs.
            while let Some(run) = memchr::memchr3(b'%', b'*', b'$', rest) {
                out.extend_from_slice(&rest[..run]);
                rest = &rest[run..];
                if is_escape(rest) {
                    push_valid_escape(&rest[..3], escapes, &mut out);
                    rest = &rest[3..];
                    continue;
                }
                // A star or dollar in a path is data.
                match rest[0] {
                    b'%' => out.push(b'%'),
                    byte => push_escaped_byte(&mut out, byte),
                }
                rest = &rest[1..];
            }
            out.extend_from_slice(rest);
        }
    }
    out
}

/// Decodes every escape, and escapes again what is not printable, and `%`: so each byte has one form.
fn decode(text: &[u8], out: &mut Vec<u8>) {
    let mut at = 0;
    while at < text.len() {
        let escaped = is_escape(&text[at..]);
        let byte = if escaped { escaped_byte(&text[at..]) } else { text[at] };
        if matches!(byte, b'!'..=b'~') && byte != b'%' {
            out.push(byte);
        } else {
            push_escaped_byte(out, byte);
        }
        at += if escaped { 3 } else { 1 };
    }
}

/// Whether all bytes are ASCII after `*`, and so stand for themselves. Takes eight at a time: this is asked of every rule.
fn is_plain(value: &[u8]) -> bool {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    let plain = |chunk: &[u8; 8]| {
        let word = u64::from_le_bytes(*chunk);
        // High bits are set in bytes that are no ASCII, and by the subtraction in bytes up to `*`.
        (word | word.wrapping_sub(ONES * (u64::from(b'*') + 1))) & (ONES << 7) == 0
    };
    match value.last_chunk() {
        Some(last) => value.as_chunks().0.iter().all(plain) && plain(last),
        None => value.iter().all(|byte| (b'*' + 1..0x80).contains(byte)),
    }
}

/// Bytes of a pattern that do not simply stand for themselves.
const SPECIAL: [bool; 256] = {
    let mut special = [false; 256];
    let mut byte = 0x80;
    while byte < 256 {
        special[byte] = true;
        byte += 1;
    }
    special[b'%' as usize] = true;
    special[b'$' as usize] = true;
    special[b'*' as usize] = true;
    special
};

/// Whether the text begins with a valid escape.
fn is_escape(text: &[u8]) -> bool {
    matches!(text, [b'%', high, low, ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit())
}

/// The byte that a valid escape stands for.
fn escaped_byte(escape: &[u8]) -> u8 {
    let digit = |d: u8| (d as char).to_digit(16).unwrap_or(0) as u8;
    digit(escape[1]) * 16 + digit(escape[2])
}

fn push_valid_escape(escape: &[u8], escapes: Escapes, out: &mut Vec<u8>) {
    let byte = escaped_byte(escape);
    let unreserved = byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~');
    if escapes == Escapes::Rfc9309 && unreserved {
        out.push(byte);
    } else {
        out.extend(escape.iter().map(u8::to_ascii_uppercase));
    }
}

const HEX: &[u8; 16] = b"0123456789ABCDEF";

fn push_escaped_byte(out: &mut Vec<u8>, byte: u8) {
    out.extend([b'%', HEX[usize::from(byte >> 4)], HEX[usize::from(byte & 15)]]);
}

/// Appends `%XX`.
pub(super) fn push_escape(out: &mut String, byte: u8) {
    out.extend(['%', HEX[usize::from(byte >> 4)] as char, HEX[usize::from(byte & 15)] as char]);
}

/// Whether a normalised pattern matches a path.
#[inline]
pub(super) fn matches(pattern: &[u8], shape: Shape, path: &[u8]) -> bool {
    if shape.never {
        return false;
    }
    if !shape.wild {
        return if shape.anchored { path == pattern } else { begins(path, pattern) };
    }
    walk(pattern, shape.anchored, path, |_, _| {})
}

/// Whether a path begins with a pattern. Patterns often begin alike, so the last byte is the one that is likely to differ.
#[inline]
fn begins(path: &[u8], pattern: &[u8]) -> bool {
    let Some(&last) = pattern.last() else { return true };
    path.get(pattern.len() - 1) == Some(&last) && path.starts_with(pattern)
}

/// Which bytes of the path each piece of a pattern that matches covered: pairs of a range of the pattern and one of the path.
/// None where it does not match.
pub(super) fn covered(pattern: &[u8], shape: Shape, path: &[u8]) -> Option<Vec<(Range<usize>, Range<usize>)>> {
    let mut pairs = Vec::new();
    let hit = !shape.never && walk(pattern, shape.anchored, path, |piece, at| pairs.push((piece, at)));
    hit.then_some(pairs)
}

fn walk(pattern: &[u8], anchored: bool, path: &[u8], mut note: impl FnMut(Range<usize>, Range<usize>)) -> bool {
    let mut piece_start = 0;
    let mut at = 0;
    loop {
        let star = memchr::memchr(b'*', &pattern[piece_start..]).map(|i| piece_start + i);
        let piece_range = piece_start..star.unwrap_or(pattern.len());
        let piece = &pattern[piece_range.clone()];
        let found = if piece_start == 0 && star.is_none() {
            if anchored { (path == piece).then_some(0) } else { path.starts_with(piece).then_some(0) }
        } else if piece_start == 0 {
            path.starts_with(piece).then_some(0)
        } else if star.is_none() && anchored {
            (path.ends_with(piece) && path.len() - piece.len() >= at).then(|| path.len() - piece.len())
        } else {
            find(&path[at..], piece).map(|i| at + i)
        };
        let Some(found) = found else { return false };
        at = found + piece.len();
        if !piece.is_empty() {
            note(piece_range, found..at);
        }
        match star {
            Some(star) => piece_start = star + 1,
            None => return true,
        }
    }
}

fn find(haystack: &[u8], needle: &[u8]) -> Option<usize> {
    match needle {
        [] => Some(0),
        [byte] => memchr::memchr(*byte, haystack),
        _ => memchr::memmem::find(haystack, needle),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hits(pattern: &str, path: &str) -> bool {
        Pattern::new(pattern.as_bytes(), Escapes::Google).matches(path.as_bytes())
    }

    #[test]
    fn stars_and_dollar() {
        for (pattern, path, expected) in [
            ("/fish", "/fish.html", true),
            ("/fish$", "/fish.html", false),
            ("/*.php", "/a/b.php?c", true),
            ("/*.php$", "/a/b.php?c", false),
            ("/*.php$", "/b.php/c.php", true),
            ("/a*b*c", "/a-c-b", false),
            ("/a$b", "/a$bc", true),
            ("*", "/", true),
            ("/*a$", "/a", true),
            ("/a*a$", "/a", false),
            ("fish", "/fish", false),
            ("", "/", true),
            ("$", "/", false),
            ("/**//***", "/a//b", true),
        ] {
            assert_eq!(hits(pattern, path), expected, "{pattern} {path}");
        }
    }

    #[test]
    fn priority_counts_stars_dollar_and_escapes() {
        let priority = |value: &str, escapes| Pattern::new(value.as_bytes(), escapes).priority();
        assert_eq!(priority("/*.php$", Escapes::Google), 7);
        assert_eq!(priority("/é", Escapes::Google), 7);
        assert_eq!(priority("/%7e", Escapes::Google), 4);
        assert_eq!(priority("/%7e", Escapes::Rfc9309), 2);
        assert_eq!(priority("/a$b", Escapes::Rfc9309), 4);
    }

    #[test]
    fn the_standard_tells_data_from_wildcards() {
        let rfc = |pattern: &str, path: &str| {
            Pattern::new(pattern.as_bytes(), Escapes::Rfc9309)
                .matches(&normalise_path(path.as_bytes(), Escapes::Rfc9309))
        };
        assert!(rfc("/a%2Ab", "/a*b") && !rfc("/a%2Ab", "/axb"));
        assert!(rfc("/a%24", "/a$b") && rfc("/a$b", "/a%24b"));
        assert!(rfc("/%7euser", "/~user") && rfc("/%c3%a9", "/%C3%A9"));
        assert!(!rfc("/a%2Fb", "/a/b"));
    }

    #[test]
    fn each_piece_says_what_it_covered() {
        let pattern = Pattern::new(b"/a*bc*$", Escapes::Google);
        let pairs = covered(&pattern.bytes, pattern.shape, b"/aXbcY");
        assert_eq!(pairs, Some(vec![(0..2, 0..2), (3..5, 3..5)]));
    }

    /// What the standard says, byte by byte, with no thought of speed.
    fn plainly(pattern: &[u8], path: &[u8]) -> bool {
        match pattern {
            [] => true,
            [b'$'] => path.is_empty(),
            [b'*', rest @ ..] => (0..=path.len()).any(|i| plainly(rest, &path[i..])),
            [byte, rest @ ..] => path.first() == Some(byte) && plainly(rest, &path[1..]),
        }
    }

    proptest::proptest! {
        #[test]
        fn a_pattern_is_plain_where_each_of_its_bytes_is(pattern in "[*+a-c]{0,9}[%-~\u{7f}\u{80}]{0,2}[a+]{0,9}") {
            let plain = pattern.bytes().all(|byte| byte > b'*' && byte.is_ascii());
            proptest::prop_assert_eq!(is_plain(pattern.as_bytes()), plain);
        }

        #[test]
        fn searching_pieces_is_the_same_as_trying_everything(pattern in "/[ab*$]{0,8}", path in "/[ab$]{0,10}") {
            proptest::prop_assert_eq!(hits(&pattern, &path), plainly(pattern.as_bytes(), path.as_bytes()));
        }
    }
}
