//! Breaking long texts into lines.

use crate::robots::display;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// A text in lines of at most `width` columns, broken between words where that is possible.
#[must_use]
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let paragraph = display::visible_str(paragraph);
        let indent: String = paragraph.chars().take_while(|c| *c == ' ').take(width / 2).collect();
        let mut line = indent.clone();
        for word in paragraph.split_whitespace() {
            let glue = usize::from(line.len() > indent.len());
            if line.width() + glue + word.width() > width && line.len() > indent.len() {
                lines.push(std::mem::replace(&mut line, indent.clone()));
            } else if glue == 1 {
                line.push(' ');
            }
            for c in word.chars() {
                if line.width() + c.width().unwrap_or(0) > width {
                    lines.push(std::mem::replace(&mut line, indent.clone()));
                }
                line.push(c);
            }
        }
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::wrap;

    #[test]
    fn wrapping_breaks_between_words_and_inside_where_it_must() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("abcdefgh", 3), ["abc", "def", "gh"]);
        assert_eq!(wrap("  a bb\n\nc", 4), ["  a", "  bb", "", "c"]);
    }
}
