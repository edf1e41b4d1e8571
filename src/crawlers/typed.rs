//! From what a person types to a crawler: a token, a product name with a version, or a whole `User-Agent` header.

use super::{Entry, catalogue, find};
use crate::robots::Crawler;

/// What typed text was read as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// Who asks.
    pub crawler: Crawler,
    /// The entry of the catalogue, where it is known.
    pub entry: Option<&'static Entry>,
    /// The product name that was taken from a longer text.
    pub taken: Option<String>,
    /// It is the header of a browser, and names no crawler.
    pub is_browser: bool,
}

impl Asked {
    /// The crawler's tokens and `*`, in the order in which they are tried: "Googlebot-Image, then Googlebot, then *".
    #[must_use]
    pub fn chain(&self) -> String {
        let star = if self.crawler.ignores_star { "never *" } else { "then *" };
        match (self.crawler.tokens.as_slice(), self.is_browser) {
            ([], true) => "a browser, no crawler: *".to_owned(),
            ([], false) => "any other crawler: *".to_owned(),
            (tokens, _) => format!("{}, {star}", tokens.join(", then ")),
        }
    }
}

/// Reads what a person typed: a token, a product name with a version, or a whole `User-Agent` header. An empty text and `*`
/// stand for a crawler that no group names.
#[must_use]
pub fn typed(text: &str) -> Asked {
    let text = text.trim();
    let mut asked = read(text);
    asked.crawler.header = text.to_ascii_lowercase();
    asked
}

fn read(text: &str) -> Asked {
    if let Some(entry) = find(text) {
        return Asked { crawler: entry.crawler(), entry: Some(entry), taken: None, is_browser: false };
    }
    if !text.contains(['/', ' ', '(', ')', '[', ']', ';']) {
        return Asked { crawler: Crawler::exact([text]), entry: None, taken: None, is_browser: false };
    }
    let known = catalogue().iter().flat_map(|entry| entry.names().map(move |name| (name, entry)));
    let longest = known.filter(|(name, _)| stands_as_product(text, name)).max_by_key(|(name, _)| name.len());
    if let Some((name, entry)) = longest {
        return Asked { crawler: entry.crawler(), entry: Some(entry), taken: Some(name.to_owned()), is_browser: false };
    }
    let name = first_product(text);
    let is_browser = name.is_none() && text.starts_with("Mozilla/");
    let name = name.unwrap_or_else(|| if is_browser { "" } else { text.split(['/', ' ']).next().unwrap_or_default() });
    Asked { crawler: Crawler::exact([name]), entry: None, taken: Some(name.to_owned()), is_browser }
}

/// Whether a name stands in a header as a product: a whole word, not in a URL or address, not after "like".
fn stands_as_product(text: &str, name: &str) -> bool {
    let in_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '@');
    let lower = text.to_ascii_lowercase();
    let name = name.to_ascii_lowercase();
    lower.match_indices(&name).any(|(start, _)| {
        let (before, after) = (&lower[..start], &lower[start + name.len()..]);
        let word_start =
            before.rfind(between_words).map_or(0, |i| i + before[i..].chars().next().map_or(1, char::len_utf8));
        let word_end = after.find(between_words).unwrap_or(after.len());
        let prefix = &before[word_start..];
        !before.ends_with(in_word)
            && !after.starts_with(in_word)
            && !prefix.contains(['/', '+', '@'])
            && !after[..word_end].contains("://")
            && !before[..word_start].trim_end().ends_with("like")
    })
}

/// Parts of browsers' headers that name no crawler.
const BROWSER_PARTS: [&str; 40] = [
    "mozilla",
    "applewebkit",
    "chrome",
    "chromium",
    "safari",
    "gecko",
    "khtml",
    "version",
    "mobile",
    "compatible",
    "like",
    "firefox",
    "edg",
    "edge",
    "opr",
    "opera",
    "presto",
    "trident",
    "msie",
    "headlesschrome",
    "windows",
    "nt",
    "x11",
    "linux",
    "x86_64",
    "macintosh",
    "intel",
    "mac",
    "os",
    "android",
    "iphone",
    "ipad",
    "cpu",
    "build",
    "nexus",
    "win64",
    "x64",
    "wow64",
    "ubuntu",
    "u",
];

/// The first product name that is no part of a browser's header, cut at its `/`. What stands after "compatible;" goes first:
/// that is where crawlers name themselves.
fn first_product(text: &str) -> Option<&str> {
    let after = text.to_ascii_lowercase().find("compatible;").map(|i| &text[i + "compatible;".len()..]);
    after.and_then(first_name).or_else(|| first_name(text))
}

fn first_name(text: &str) -> Option<&str> {
    let mut previous = "";
    text.split(between_words).filter(|word| !word.is_empty()).find_map(|word| {
        let after_like = std::mem::replace(&mut previous, word).eq_ignore_ascii_case("like");
        let name = word.split('/').next().unwrap_or_default();
        let is_name = !after_like
            && !word.contains("://")
            && !word.contains(['+', '@'])
            && name.starts_with(char::is_alphabetic)
            && !BROWSER_PARTS.iter().any(|part| name.eq_ignore_ascii_case(part));
        is_name.then_some(name)
    })
}

fn between_words(c: char) -> bool {
    c.is_whitespace() || matches!(c, ';' | ',' | '(' | ')' | '[' | ']')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<String> {
        typed(text).crawler.tokens
    }

    #[test]
    fn a_known_crawler_comes_with_its_fallback_chain() {
        assert_eq!(tokens("googlebot-IMAGE"), ["Googlebot-Image", "Googlebot"]);
        assert_eq!(typed("Googlebot-Image").chain(), "Googlebot-Image, then Googlebot, then *");
        assert_eq!(typed("AdsBot-Google").chain(), "AdsBot-Google, never *");
        assert_eq!(typed("SiteAuditBot").entry.map(|e| e.token), Some("SemrushBot-SA"));
    }

    #[test]
    fn a_header_is_read_for_its_crawler() {
        let header = "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Googlebot/2.1; +http://www.google.com/bot.html) Chrome/1 Safari/537.36";
        assert_eq!(typed(header).taken.as_deref(), Some("Googlebot"));
        assert_eq!(tokens("Mozilla/5.0 (compatible; ExampleBot/0.1; +https://example.com/Googlebot)"), ["ExampleBot"]);
        assert_eq!(tokens("ExampleBot/1.0"), ["ExampleBot"]);
        assert_eq!(tokens("Mozilla/5.0 (like Googlebot) Foo/1"), ["Foo"]);
        assert_eq!(tokens("Mozilla/5.0 (compatible; Googlebot-Image/1.0)")[0], "Googlebot-Image");
    }

    #[test]
    fn everything_else_is_itself() {
        assert_eq!(tokens("MyOwnBot"), ["MyOwnBot"]);
        assert_eq!(tokens(" "), Vec::<String>::new());
        assert_eq!(tokens("*"), Vec::<String>::new());
        let browser = typed("Mozilla/5.0 (X11; Linux x86_64) Safari/537.36");
        assert_eq!((browser.crawler.tokens.len(), browser.chain().as_str()), (0, "a browser, no crawler: *"));
        assert_eq!(tokens("😀/1 (é)"), ["é"]);
        assert_eq!(tokens("/"), Vec::<String>::new());
    }

    #[test]
    fn a_header_that_holds_a_known_name_is_read_as_a_known_crawler() {
        for entry in catalogue() {
            let holds_its_name = entry.names().any(|name| stands_as_product(entry.sample, name));
            if holds_its_name {
                assert!(typed(entry.sample).entry.is_some(), "{}: {}", entry.token, entry.sample);
            }
        }
    }
}
