//! How a reader reads: one engine, and profiles as data.
//!
//! A profile says how a file is read. Who asks is a [`super::Crawler`], the same under every profile.

use super::document::Syntax;

/// How the value of a `User-agent` line names a crawler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Naming {
    /// The value, cut at the first byte outside `[A-Za-z_-]`, equals the token.
    Token,
    /// As [`Naming::Token`]; or the value up to its first `/` equals the token, so that tokens with digits, dots and spaces
    /// can be named.
    TokenOrWhole,
    /// The value stands anywhere in what was typed; all groups with such a value are merged.
    Substring,
    /// The value stands anywhere in the token; the first group with such a value is the only one.
    FirstSubstring,
}

/// Where a group ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Grouping {
    /// At a `User-agent` line after a rule, and nowhere else (RFC 9309 section 2.1).
    Rules,
    /// At an empty line too, as in 1994; and a `Crawl-delay` counts as a rule. A run of agents without a rule is dropped.
    EmptyLines,
}

/// How escapes in patterns and paths are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Escapes {
    /// Google: in patterns, bytes over 0x7F are escaped and the hex digits of escapes become upper case; paths stay.
    Google,
    /// RFC 9309 section 2.2.2: an escaped unreserved byte equals the byte, other escapes compare in upper case, and `%2A` and
    /// `%24` in a pattern are a literal `*` and `$`.
    Rfc9309,
    /// Everything is decoded on both sides, so an escaped byte equals the byte.
    Decoded,
}

/// Which of the rules that match decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Precedence {
    /// The longest; allow wins a tie (RFC 9309 section 2.2.2).
    Longest,
    /// The first in the file, and `*` and `$` are letters like others.
    First,
}

/// What a `Disallow` without a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EmptyDisallow {
    /// A rule of length 0, which never blocks.
    Nothing,
    /// The same as `Allow: /`.
    AllowRoot,
    /// It opens everything.
    AllowAll,
}

/// What becomes of a file that is longer than the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Limit {
    /// There is no limit.
    None,
    /// What lies past so many bytes is not read.
    Cut(u32),
    /// A file of more bytes than this is not read at all: everything is open.
    Open(u32),
}

/// Whose `Crawl-delay` holds for a crawler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CrawlDelay {
    /// Nobody's: the line is not read.
    NotRead,
    /// That of the group it follows.
    OfGroup,
    /// That of the group it follows; where that has none, that of `*`.
    OfGroupElseStar,
}

/// What the outcomes of a fetch mean that are no file (see [`super::delivery`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Outcomes {
    /// RFC 9309 section 2.3.1: 4xx is no file, 5xx and no answer are unreachable.
    Rfc9309,
    /// As RFC 9309, but 429 counts as a server error.
    Google,
    /// Only 200 brings a file; everything else opens everything.
    Yandex,
    /// 401 and 403 close everything, other 4xx open everything, 5xx and no answer close everything.
    Urllib,
}

/// What a profile rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Basis {
    /// A standard or published source code.
    Published,
    /// Help pages, and what others observed.
    Observed,
}

/// How one kind of reader reads a robots.txt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Profile {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it stands for, to be read after "as".
    pub stands_for: &'static str,
    /// What it rests on.
    pub basis: Basis,
    /// Which names of directives it accepts.
    pub syntax: Syntax,
    /// What becomes of long files.
    pub limit: Limit,
    /// Where groups end.
    pub grouping: Grouping,
    /// How it takes `User-agent` values.
    pub naming: Naming,
    /// Which rule decides.
    pub precedence: Precedence,
    /// How it compares escapes.
    pub escapes: Escapes,
    /// What a `Disallow` without a value is.
    pub empty_disallow: EmptyDisallow,
    /// Whether an `Allow: …/index.htm…` that does not match is tried as `…/$` as well.
    pub index_page: bool,
    /// Whether `/robots.txt` itself may always be fetched, whatever the rules say.
    pub robots_txt_is_open: bool,
    /// Whose `Crawl-delay` holds.
    pub crawl_delay: CrawlDelay,
    /// What it makes of an answer that is no file.
    pub outcomes: Outcomes,
}

/// The bytes that Google reads of a file, and what Bing and Yandex are said to read: 500 KiB (RFC 9309 section 2.5 asks for at
/// least as much).
pub const LIMIT_BYTES: u32 = 500 * 1024;

impl Profile {
    /// RFC 9309, the standard.
    pub const RFC9309: Self = Self {
        name: "rfc9309",
        stands_for: "the standard, RFC 9309",
        basis: Basis::Published,
        syntax: Syntax::Strict,
        limit: Limit::None,
        grouping: Grouping::Rules,
        naming: Naming::TokenOrWhole,
        precedence: Precedence::Longest,
        escapes: Escapes::Rfc9309,
        empty_disallow: EmptyDisallow::Nothing,
        index_page: false,
        robots_txt_is_open: true,
        crawl_delay: CrawlDelay::OfGroup,
        outcomes: Outcomes::Rfc9309,
    };

    /// Google's open-source matcher with the crawler around it.
    pub const GOOGLE: Self = Self {
        name: "google",
        stands_for: "Google's crawlers",
        syntax: Syntax::Lenient,
        limit: Limit::Cut(LIMIT_BYTES),
        naming: Naming::Token,
        escapes: Escapes::Google,
        index_page: true,
        crawl_delay: CrawlDelay::NotRead,
        outcomes: Outcomes::Google,
        ..Self::RFC9309
    };

    /// Bing's reading.
    pub const BING: Self = Self {
        name: "bing",
        stands_for: "Bing's crawlers",
        basis: Basis::Observed,
        syntax: Syntax::LenientWhole,
        limit: Limit::Cut(LIMIT_BYTES),
        naming: Naming::Token,
        crawl_delay: CrawlDelay::OfGroupElseStar,
        ..Self::RFC9309
    };

    /// Yandex's reading.
    pub const YANDEX: Self = Self {
        name: "yandex",
        stands_for: "Yandex's crawlers",
        basis: Basis::Observed,
        limit: Limit::Open(LIMIT_BYTES),
        naming: Naming::Token,
        empty_disallow: EmptyDisallow::AllowRoot,
        crawl_delay: CrawlDelay::NotRead,
        outcomes: Outcomes::Yandex,
        ..Self::RFC9309
    };

    /// Web testers that look for a group's name anywhere in the header.
    pub const SUBSTRING: Self = Self {
        name: "substring",
        stands_for: "common web testers",
        basis: Basis::Observed,
        naming: Naming::Substring,
        ..Self::RFC9309
    };

    /// Python's urllib.robotparser up to 3.13, and other readers in the manner of 1994.
    pub const FIRST_MATCH: Self = Self {
        name: "first-match",
        stands_for: "Python's urllib.robotparser up to 3.13 and other readers in the manner of 1994",
        basis: Basis::Published,
        grouping: Grouping::EmptyLines,
        naming: Naming::FirstSubstring,
        precedence: Precedence::First,
        escapes: Escapes::Decoded,
        empty_disallow: EmptyDisallow::AllowAll,
        robots_txt_is_open: false,
        outcomes: Outcomes::Urllib,
        ..Self::RFC9309
    };

    /// All of them, in the order in which they are offered.
    pub const ALL: [&'static Self; 6] =
        [&Self::RFC9309, &Self::GOOGLE, &Self::BING, &Self::YANDEX, &Self::SUBSTRING, &Self::FIRST_MATCH];

    /// The profile of this name; case does not matter.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        Self::ALL.into_iter().find(|p| p.name.eq_ignore_ascii_case(name))
    }

    /// A sentence that says how far to trust it; none where it rests on what is published.
    #[must_use]
    pub const fn caution(&self) -> Option<&'static str> {
        match self.basis {
            Basis::Published => None,
            Basis::Observed => {
                Some("It rests on help pages and on what others observed, not on published source code.")
            }
        }
    }
}
