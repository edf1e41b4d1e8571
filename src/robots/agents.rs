//! Who asks, and which `User-agent` values name them.
//!
//! The catalogue of known crawlers and the way from typed text to one of these are [`crate::crawlers`].

use super::profile::Naming;

/// A crawler as far as a robots.txt is concerned: the tokens that it goes by, in order, and whether it follows `*`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Crawler {
    /// Product tokens. The first that some group names wins; later ones are not read then.
    pub tokens: Vec<String>,
    /// It never follows the `*` group.
    pub ignores_star: bool,
    /// The text in which some testers look for a group's name, in lower case: what was typed, or else the first token.
    pub header: String,
}

impl Crawler {
    /// A crawler with exactly these tokens, tried in order, then `*`. Nothing is looked up. The token `*` stands for a crawler
    /// that no group names.
    pub fn exact<T: Into<String>>(tokens: impl IntoIterator<Item = T>) -> Self {
        let tokens: Vec<String> =
            tokens.into_iter().map(Into::into).filter(|t: &String| !t.is_empty() && t != "*").collect();
        let header = tokens.first().map(|token| token.to_ascii_lowercase()).unwrap_or_default();
        Self { tokens, ignores_star: false, header }
    }
}

/// Whom a `User-agent` value names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// Everybody whom no group names.
    Star,
    /// The token with this index.
    Token(usize),
    /// Somebody else, or nobody.
    Other,
}

/// Whom the value of a `User-agent` line names: everybody, the first of the crawler's tokens that it fits, or somebody else.
#[must_use]
pub fn named(value: &[u8], crawler: &Crawler, naming: Naming) -> Named {
    if is_star(value) {
        return Named::Star;
    }
    let cut = product_token(value);
    let fits = |token: &String| {
        let token = token.as_bytes();
        match naming {
            Naming::Token => cut.eq_ignore_ascii_case(token),
            Naming::TokenOrWhole => {
                cut.eq_ignore_ascii_case(token)
                    || (cut.len() < value.len() && whole_name(value).eq_ignore_ascii_case(token))
            }
            Naming::FirstSubstring => stands_in(value, token),
            Naming::Substring => false,
        }
    };
    if naming == Naming::Substring {
        return if stands_in(value, crawler.header.as_bytes()) { Named::Token(0) } else { Named::Other };
    }
    crawler.tokens.iter().position(fits).map_or(Named::Other, Named::Token)
}

/// Whether a value, if it is not empty, stands somewhere in a text; case does not matter.
fn stands_in(value: &[u8], text: &[u8]) -> bool {
    let fits = !value.is_empty() && value.len() <= text.len();
    fits && memchr::memmem::find(&text.to_ascii_lowercase(), &value.to_ascii_lowercase()).is_some()
}

/// Whether a value is `*`, alone or with white space and anything after it.
#[must_use]
pub fn is_star(value: &[u8]) -> bool {
    value.first() == Some(&b'*') && value.get(1).is_none_or(|b| matches!(b, b' ' | b'\t'..=b'\r'))
}

/// A value up to its first `/`: the name as it is written, digits, dots and spaces included.
#[must_use]
pub fn whole_name(value: &[u8]) -> &[u8] {
    let end = value.iter().position(|&byte| byte == b'/').unwrap_or(value.len());
    value[..end].trim_ascii()
}

/// A value cut at the first byte that RFC 9309 does not allow in a product token: `FooBot/2.1` is `FooBot`.
#[must_use]
pub fn product_token(value: &[u8]) -> &[u8] {
    let belongs = |byte: &u8| byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'-');
    let end = value.iter().position(|byte| !belongs(byte)).unwrap_or(value.len());
    &value[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fits(value: &str, token: &str, naming: Naming) -> Named {
        named(value.as_bytes(), &Crawler::exact([token]), naming)
    }

    #[test]
    fn a_value_is_cut_where_a_token_ends() {
        for value in ["FooBot", "foobot/2.1", "FooBot*", "FooBot x"] {
            assert_eq!(fits(value, "FooBot", Naming::Token), Named::Token(0), "{value}");
        }
        assert_eq!(fits("FooBotanist", "FooBot", Naming::Token), Named::Other);
        assert_eq!(fits("", "FooBot", Naming::TokenOrWhole), Named::Other);
    }

    #[test]
    fn tokens_with_digits_can_be_named_under_the_standard_only() {
        assert_eq!(fits("MJ12bot", "MJ12bot", Naming::Token), Named::Other);
        assert_eq!(fits("MJ12bot/1.4", "mj12bot", Naming::TokenOrWhole), Named::Token(0));
        assert_eq!(fits("Sogou web spider", "Sogou web spider", Naming::TokenOrWhole), Named::Token(0));
    }

    #[test]
    fn a_star_is_everybody_only_where_it_stands_alone() {
        assert_eq!(fits("*", "x", Naming::Token), Named::Star);
        assert_eq!(fits("* foo", "foo", Naming::Token), Named::Star);
        assert_eq!(fits("*foo", "foo", Naming::Token), Named::Other);
    }
}
