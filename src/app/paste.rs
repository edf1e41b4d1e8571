//! What a terminal makes of a pasted text, undone.

use crate::robots::document::{Document, Kind, Syntax};

/// Puts line ends back: terminals send CR for LF, and CR CR for CRLF.
#[must_use]
pub fn restore(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    // Where every break is doubled, each was a CRLF.
    let single = text.replace("\n\n", "");
    if text.contains("\n\n") && !single.contains('\n') { text.replace("\n\n", "\n") } else { text }
}

/// Whether a pasted text is a file rather than a word for a field: it has several lines, or one with a directive.
#[must_use]
pub fn is_file(text: &str) -> bool {
    let text = text.trim();
    if text.contains('\n') {
        return true;
    }
    let document = Document::parse(text);
    document.line(1).is_some_and(|line| {
        matches!(
            line.kind(Syntax::Strict),
            Kind::UserAgent | Kind::Allow | Kind::Disallow | Kind::Sitemap | Kind::CrawlDelay
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ends_that_a_terminal_changed_are_put_back() {
        assert_eq!(restore("a\rb\r"), "a\nb\n");
        assert_eq!(restore("a\r\rb\r\rc"), "a\nb\nc");
        assert_eq!(restore("a\r\rb\rc"), "a\n\nb\nc");
        assert_eq!(restore("a\r\nb"), "a\nb");
    }

    #[test]
    fn a_directive_or_a_second_line_makes_it_a_file() {
        assert!(is_file("Disallow: /"));
        assert!(is_file("a\nb"));
        assert!(!is_file("https://example.com/x?a: b\n"));
        assert!(!is_file("Mozilla/5.0 (compatible; A/1)"));
    }
}
