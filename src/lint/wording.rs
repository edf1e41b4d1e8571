//! Words for messages: names from the file made safe and short, and lists that end.

use crate::robots::display::visible;

/// How many things a message names, and how many places of one sort an issue points to.
pub(super) const NAMED: usize = 3;

/// Characters after which something from the file is cut in a message.
const LONGEST: usize = 60;

/// Text of the file between backquotes.
pub(super) fn quoted(bytes: &[u8]) -> String {
    format!("`{}`", short(bytes))
}

/// Text of the file that a terminal does not obey, cut where it is long.
pub(super) fn short(bytes: &[u8]) -> String {
    // Each character has at most four bytes, so no more of them are looked at than can be shown.
    let head = &bytes[..bytes.len().min(4 * (LONGEST + 1))];
    let text = visible(head);
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.into_owned(),
    }
}

/// The first [`NAMED`] of `count` things with commas between them, and how many more there are.
pub(super) fn list(names: impl Iterator<Item = String>, count: usize) -> String {
    let mut names: Vec<String> = names.take(NAMED).collect();
    let more = count.saturating_sub(names.len());
    if more > 0 {
        return format!("{} and {more} more", names.join(", "));
    }
    match names.pop() {
        Some(last) if names.is_empty() => last,
        Some(last) => format!("{} and {last}", names.join(", ")),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_ends_after_three() {
        let names = ["a", "b", "c", "d", "e"];
        let of = |n: usize| list(names[..n].iter().map(|s| (*s).to_owned()), n);
        assert_eq!([of(1), of(2), of(3), of(5)], ["a", "a and b", "a, b and c", "a, b, c and 2 more"]);
    }

    #[test]
    fn what_a_terminal_would_obey_is_never_in_a_message() {
        assert_eq!(quoted(b"a\x1b[2J"), "`a␛[2J`");
        assert_eq!(short("é".repeat(100).as_bytes()), format!("{}…", "é".repeat(60)));
        assert!(short(&[0xff; 300]).ends_with('…'));
    }
}
