//! Witnesses: URLs that show what a rule does.
//!
//! A witness is exact, not sampled. The stars of a pattern are filled with a byte that no rule of the file uses, so what
//! matches the witness matches everything that the pattern was made for. A star at the start is tried as nothing, as `/`, and
//! as `/` and a byte, since a path begins with a slash.

use crate::robots::pattern::Pattern;
use crate::robots::{Path, Profile, Reading, Target};

/// What stands in a witness for a star.
#[derive(Clone, Copy, Debug)]
pub(super) struct Filler(u8);

/// Readable ones first. All of them may stand in a URL as they are.
const FILLERS: &[u8] = b"xzqjvwykbghufpodmlnctrsaie0123456789XZQJVWYKBGHUFPODMLNCTRSAIE_~-!';,()@|^";

impl Filler {
    /// A byte that no rule of the file uses; the first where all are used, and then a witness shows only what it shows.
    pub(super) fn unused_in(reading: &Reading) -> Self {
        let mut used = [false; 256];
        let rules = reading.groups().iter().flat_map(|group| reading.rules(group));
        for value in rules.map(|&line| reading.value(line)) {
            for &byte in value {
                used[usize::from(byte)] = true;
            }
            // An escaped letter equals the letter.
            for escape in value.windows(3).filter(|w| w[0] == b'%') {
                let digits = std::str::from_utf8(&escape[1..]).unwrap_or_default();
                if let Ok(byte) = u8::from_str_radix(digits, 16) {
                    used[usize::from(byte)] = true;
                }
            }
        }
        Self(FILLERS.iter().copied().find(|&byte| !used[usize::from(byte)]).unwrap_or(b'x'))
    }
}

/// URLs that a rule of this value matches. None where it matches nothing, and for an empty value, which is about no URL.
pub(super) fn paths(value: &[u8], filler: Filler, profile: &Profile) -> Vec<Path> {
    let pattern = Pattern::new(value, profile.escapes);
    let body = value.strip_suffix(b"$").unwrap_or(value);
    let (starts, rest): (&[&[u8]], &[u8]) = match body.strip_prefix(b"*") {
        Some(rest) => (&[b"", b"/", &[b'/', filler.0]], rest),
        None => (&[b""], body),
    };
    let filled = starts.iter().map(|start| {
        let bytes = start.iter().chain(rest);
        bytes.fold(String::with_capacity(value.len() + 2), |mut out, &byte| {
            push(&mut out, if byte == b'*' { filler.0 } else { byte });
            out
        })
    });
    filled
        .filter(|text| text.starts_with('/'))
        .map(|text| path(text, profile))
        .filter(|path| pattern.matches(path.as_bytes()))
        .collect()
}

/// A path that holds printable ASCII, as this profile compares it.
pub(super) fn path(text: String, profile: &Profile) -> Path {
    Target { origin: None, path: text }.path(profile)
}

/// A client escapes what may not stand in a URL.
fn push(out: &mut String, byte: u8) {
    use std::fmt::Write as _;
    if matches!(byte, 0x21..=0x7e) {
        out.push(byte as char);
    } else {
        // Writing to a String cannot fail.
        _ = write!(out, "%{byte:02X}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(value: &str) -> Vec<String> {
        let paths = paths(value.as_bytes(), Filler(b'x'), &Profile::RFC9309);
        paths.iter().map(|path| path.as_str().to_owned()).collect()
    }

    #[test]
    fn stars_are_filled() {
        assert_eq!(texts("/a*b*"), ["/axbx"]);
        assert_eq!(texts("/*.pdf$"), ["/x.pdf"]);
        assert_eq!(texts("/café"), ["/caf%C3%A9"]);
    }

    #[test]
    fn a_star_at_the_start_becomes_a_slash_in_some_way() {
        assert_eq!(texts("*.pdf"), ["/.pdf", "/x.pdf"]);
        assert_eq!(texts("*/b"), ["/b", "//b", "/x/b"]);
        assert_eq!(texts("*"), ["/", "/x"]);
    }

    #[test]
    fn what_matches_nothing_has_no_witness() {
        assert!(texts("private").is_empty());
        assert!(texts("/a b").is_empty());
        assert!(texts("").is_empty());
    }

    #[test]
    fn the_filler_is_used_by_no_rule() {
        use crate::robots::Document;
        let document = std::sync::Arc::new(Document::parse("User-agent: *\nDisallow: /x%7aq\n"));
        assert_eq!(Filler::unused_in(&Reading::new(&document, &Profile::RFC9309)).0, b'j');
    }
}
