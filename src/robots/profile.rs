//! How a reader reads: one engine, and profiles as data.
//!
//! A profile says how a file is read. Who asks is a [`super::Crawler`], the same under every profile.

use super::document::Syntax;

/// How the value of a `User-agent` line names a crawler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Naming {
    /// The value, cut at the first byte outside `[A-Za-z_-]`, equals the token.
    Token,
    /// As [`Naming::Token`]; or the value up to its first `/` equals the token, so that tokens with digits, dots and spaces
    /// can be named.
    TokenOrWhole,
}

/// How escapes in patterns and paths are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Escapes {
    /// Google: in patterns, bytes over 0x7F are escaped and the hex digits of escapes become upper case; paths stay.
    Google,
    /// RFC 9309 section 2.2.2: an escaped unreserved byte equals the byte, other escapes compare in upper case, and `%2A` and
    /// `%24` in a pattern are a literal `*` and `$`.
    Rfc9309,
}

/// What the outcomes of a fetch mean that are no file (see [`super::delivery`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcomes {
    /// RFC 9309 section 2.3.1: 4xx is no file, 5xx and no answer are unreachable.
    Rfc9309,
    /// As RFC 9309, but 429 counts as a server error.
    Google,
}

/// How one kind of reader reads a robots.txt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Profile {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it stands for, to be read after "as".
    pub stands_for: &'static str,
    /// Which names of directives it accepts.
    pub syntax: Syntax,
    /// Bytes after which it reads no more.
    pub limit: Option<u32>,
    /// How it takes `User-agent` values.
    pub naming: Naming,
    /// How it compares escapes.
    pub escapes: Escapes,
    /// Whether an `Allow: …/index.htm…` that does not match is tried as `…/$` as well.
    pub index_page: bool,
    /// What it makes of an answer that is no file.
    pub outcomes: Outcomes,
}

impl Profile {
    /// RFC 9309, the standard.
    pub const RFC9309: Self = Self {
        name: "rfc9309",
        stands_for: "the standard, RFC 9309",
        syntax: Syntax::Strict,
        limit: None,
        naming: Naming::TokenOrWhole,
        escapes: Escapes::Rfc9309,
        index_page: false,
        outcomes: Outcomes::Rfc9309,
    };

    /// Google's open-source matcher with the crawler around it.
    pub const GOOGLE: Self = Self {
        name: "google",
        stands_for: "Google's crawlers",
        syntax: Syntax::Lenient,
        limit: Some(500 * 1024),
        naming: Naming::Token,
        escapes: Escapes::Google,
        index_page: true,
        outcomes: Outcomes::Google,
    };

    /// All of them, in the order in which they are offered.
    pub const ALL: [&'static Self; 2] = [&Self::RFC9309, &Self::GOOGLE];

    /// The profile of this name; case does not matter.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        Self::ALL.into_iter().find(|p| p.name.eq_ignore_ascii_case(name))
    }
}
