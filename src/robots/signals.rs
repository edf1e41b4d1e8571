//! What a file wishes for the use of what is fetched: the lines `Content-Signal` and `Content-Usage`.
//!
//! They are statements of preference. They change no verdict, and a crawler that reads only RFC 9309 passes over them. How they
//! are told in words, and what crawlers make of the wish, is [`crate::answer`]'s business.
//!
//! - `Content-Signal: [path] key=value, …` (contentsignals.org): `search`, `ai-input` and `ai-train` are `yes` or `no`; a newer
//!   key, `use`, says how far a use may go.
//! - `Content-Usage: [path] key=value, …` (draft-ietf-aipref-attach-05): `train-ai` and `search` are `y` or `n`
//!   (draft-ietf-aipref-vocab-08).
//!
//! Nothing is dropped: a key or a value that the directive does not have is kept, with what is wrong with it.

mod findings;

use super::document::Kind;
use super::reading::Reading;
use super::source::{LineNo, Span};
pub use findings::{At, Finding};

/// Which of the two lines it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Directive {
    /// `Content-Signal`.
    ContentSignal,
    /// `Content-Usage`.
    ContentUsage,
}

impl Directive {
    /// The name as it is usually written.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::ContentSignal => "Content-Signal",
            Self::ContentUsage => "Content-Usage",
        }
    }

    fn named(key: &[u8]) -> Option<Self> {
        [Self::ContentSignal, Self::ContentUsage].into_iter().find(|d| key.eq_ignore_ascii_case(d.name().as_bytes()))
    }

    /// The keys that it has for a use.
    const fn keys(self) -> &'static [(&'static str, Usage)] {
        match self {
            Self::ContentSignal => {
                &[("search", Usage::Search), ("ai-input", Usage::AiInput), ("ai-train", Usage::AiTraining)]
            }
            Self::ContentUsage => &[("search", Usage::Search), ("train-ai", Usage::AiTraining)],
        }
    }

    /// How it writes yes and no.
    const fn words(self) -> [&'static str; 2] {
        match self {
            Self::ContentSignal => ["yes", "no"],
            Self::ContentUsage => ["y", "n"],
        }
    }
}

/// What content may be used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Usage {
    /// An index for search, and its results.
    Search,
    /// Answers of a model: what is fetched is put before it when a question comes.
    AiInput,
    /// Training of models.
    AiTraining,
}

/// How far a use may go: the values of `use`, from the least on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Extent {
    /// `immediate`: for what is being asked now.
    Immediate,
    /// `reference`: to point to the source as well.
    Reference,
    /// `full`: anything.
    Full,
}

impl Extent {
    const ALL: [(&'static str, Self); 3] =
        [("immediate", Self::Immediate), ("reference", Self::Reference), ("full", Self::Full)];
}

/// What a preference says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wish {
    /// Whether content may be used so.
    May(Usage, bool),
    /// How far a use may go.
    UpTo(Extent),
}

/// Why a preference says nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Flaw {
    /// The directive has no such key; it has another for the same use, where that is known.
    UnknownKey(Option<&'static str>),
    /// The key has no such value; what it would be, where that is known.
    UnknownValue(Option<&'static str>),
    /// No `=` follows the key.
    NoValue,
}

/// A key and its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preference {
    /// All of it.
    pub span: Span,
    /// The key.
    pub key: Span,
    /// What follows the `=`.
    pub value: Option<Span>,
    /// What it says, or why it says nothing.
    pub wish: Result<Wish, Flaw>,
}

/// A line with preferences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signal {
    /// Where it stands.
    pub line: LineNo,
    /// Which it is.
    pub directive: Directive,
    /// The group that it stands in, as an index into [`Reading::groups`]; none before the first: there it is for nobody.
    pub group: Option<usize>,
    /// The paths that it is about; none where it is about all.
    pub path: Option<Span>,
    /// What it says, in the order of the line.
    pub preferences: Vec<Preference>,
}

impl Signal {
    /// What a line says; none where it is no such line.
    #[must_use]
    pub fn read(reading: &Reading, line: LineNo, group: Option<usize>) -> Option<Self> {
        if reading.kind(line) != Kind::Unused {
            return None;
        }
        let document = reading.document();
        let directive = Directive::named(document.key(line))?;
        let text = Text { bytes: document.source().bytes(), span: document.fields(line, reading.syntax()).value };
        let (path, rest) = text.split_path();
        let pieces = rest.split(b',').map(Text::trimmed).filter(|piece| !piece.span.is_empty());
        let preferences = pieces.map(|piece| Preference::read(piece, directive)).collect();
        Some(Self { line, directive, group, path, preferences })
    }

    /// What it says, without what says nothing.
    pub fn wishes(&self) -> impl Iterator<Item = (&Preference, Wish)> {
        self.preferences.iter().filter_map(|preference| Some((preference, preference.wish.ok()?)))
    }

    /// Whether content may be used so; none where the line does not say.
    #[must_use]
    pub fn may(&self, usage: Usage) -> Option<bool> {
        self.wishes().find_map(|(_, wish)| match wish {
            Wish::May(of, may) if of == usage => Some(may),
            _ => None,
        })
    }
}

impl Preference {
    fn read(piece: Text, directive: Directive) -> Self {
        let (key, value) = match piece.find(b'=') {
            Some(at) => (piece.to(at).trimmed(), Some(piece.from(at + 1).trimmed())),
            None => (piece, None),
        };
        // What follows a semicolon is a parameter, of which no draft knows any.
        let said = value.map(|value| match (directive, value.find(b';')) {
            (Directive::ContentUsage, Some(at)) => value.to(at).trimmed(),
            _ => value,
        });
        Self { span: piece.span, key: key.span, value: value.map(|v| v.span), wish: wish(directive, key, said) }
    }
}

fn wish(directive: Directive, key: Text, value: Option<Text>) -> Result<Wish, Flaw> {
    if directive == Directive::ContentSignal && key.is("use") {
        let value = value.ok_or(Flaw::NoValue)?;
        let extent = Extent::ALL.into_iter().find(|(name, _)| value.is(name));
        return extent.map(|(_, extent)| Wish::UpTo(extent)).ok_or(Flaw::UnknownValue(None));
    }
    let Some(&(_, usage)) = directive.keys().iter().find(|(name, _)| key.is(name)) else {
        return Err(Flaw::UnknownKey(meant(directive, key)));
    };
    let value = value.ok_or(Flaw::NoValue)?;
    let [yes, no] = directive.words();
    if value.is(yes) || value.is(no) {
        return Ok(Wish::May(usage, value.is(yes)));
    }
    let instead = if ["y", "yes", "true", "1", "allow"].iter().any(|word| value.is(word)) {
        Some(yes)
    } else {
        ["n", "no", "false", "0", "disallow"].iter().any(|word| value.is(word)).then_some(no)
    };
    Err(Flaw::UnknownValue(instead))
}

/// The key that a directive has for what a key of the other directive, or one with `_` for `-`, stands for.
fn meant(directive: Directive, key: Text) -> Option<&'static str> {
    let with_hyphens: Vec<u8> = key.slice().iter().map(|&b| if b == b'_' { b'-' } else { b }).collect();
    let all = Directive::ContentSignal.keys().iter().chain(Directive::ContentUsage.keys());
    let (_, usage) = all.copied().find(|(name, _)| with_hyphens.eq_ignore_ascii_case(name.as_bytes()))?;
    directive.keys().iter().find(|(_, of)| *of == usage).map(|(name, _)| *name)
}

/// All lines with preferences that a file has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signals {
    /// In the order of the file.
    pub lines: Vec<Signal>,
}

impl Signals {
    /// Reads them from a file.
    #[must_use]
    pub fn new(reading: &Reading) -> Self {
        let first = reading.groups().first().map_or(LineNo::MAX, |group| group.first);
        let outside = reading.others().iter().copied().take_while(|&line| line < first);
        let mut lines: Vec<Signal> = outside.filter_map(|line| Signal::read(reading, line, None)).collect();
        for (index, group) in reading.groups().iter().enumerate() {
            lines.extend(reading.extras(group).iter().filter_map(|&line| Signal::read(reading, line, Some(index))));
        }
        Self { lines }
    }
}

/// A piece of a file.
#[derive(Clone, Copy)]
struct Text<'a> {
    bytes: &'a [u8],
    span: Span,
}

impl<'a> Text<'a> {
    fn slice(self) -> &'a [u8] {
        &self.bytes[self.span.range()]
    }

    fn is(self, word: &str) -> bool {
        self.slice().eq_ignore_ascii_case(word.as_bytes())
    }

    fn find(self, byte: u8) -> Option<u32> {
        memchr::memchr(byte, self.slice()).map(|at| at as u32)
    }

    fn to(self, at: u32) -> Self {
        Self { span: Span::new(self.span.start, self.span.start + at), ..self }
    }

    fn from(self, at: u32) -> Self {
        Self { span: Span::new(self.span.start + at, self.span.end), ..self }
    }

    fn trimmed(self) -> Self {
        let slice = self.slice();
        let before = (slice.len() - slice.trim_ascii_start().len()) as u32;
        let len = slice.trim_ascii().len() as u32;
        self.from(before).to(len)
    }

    /// The path at the start, where there is one, and what follows it.
    fn split_path(self) -> (Option<Span>, Self) {
        if !matches!(self.slice().first(), Some(b'/' | b'*')) {
            return (None, self);
        }
        let end = self.slice().iter().position(u8::is_ascii_whitespace).unwrap_or(self.slice().len()) as u32;
        (Some(self.to(end).span), self.from(end))
    }

    fn split(self, separator: u8) -> impl Iterator<Item = Self> {
        let mut rest = Some(self);
        std::iter::from_fn(move || {
            let text = rest?;
            let at = text.find(separator);
            rest = at.map(|at| text.from(at + 1));
            Some(at.map_or(text, |at| text.to(at)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::robots::{Document, Profile};
    use std::sync::Arc;

    pub(super) fn reading(text: &str) -> Reading {
        Reading::new(&Arc::new(Document::parse(text)), &Profile::RFC9309)
    }

    /// The preferences of a line, each drawn below it: key, value, and what it says.
    fn drawn(line: &str) -> String {
        let reading = reading(&format!("User-agent: *\n{line}\n"));
        let signals = Signals::new(&reading);
        let signal = &signals.lines[0];
        let source = reading.document().source();
        let start = source.line(2).start;
        let mark = |span: Span, sign: &str, what: &str| {
            let (indent, width) = (span.start - start, span.len().max(1));
            format!("{}{} {what}", " ".repeat(indent as usize), sign.repeat(width as usize))
        };
        let mut out = vec![line.to_owned()];
        out.extend(signal.path.map(|path| mark(path, "/", "path")));
        for preference in &signal.preferences {
            let says = match preference.wish {
                Ok(wish) => format!("{wish:?}"),
                Err(flaw) => format!("{flaw:?}"),
            };
            out.push(mark(preference.span, "^", &says));
        }
        out.join("\n")
    }

    #[test]
    fn both_directives_are_read_with_their_own_words() {
        assert_eq!(
            drawn("Content-Signal: search=yes, ai-train=no,use=reference"),
            "\
Content-Signal: search=yes, ai-train=no,use=reference
                ^^^^^^^^^^ May(Search, true)
                            ^^^^^^^^^^^ May(AiTraining, false)
                                        ^^^^^^^^^^^^^ UpTo(Reference)"
        );
        assert_eq!(
            drawn("content-usage: /open/ train-ai=y;x=1, search = n"),
            "\
content-usage: /open/ train-ai=y;x=1, search = n
               ////// path
                      ^^^^^^^^^^^^^^ May(AiTraining, true)
                                      ^^^^^^^^^^ May(Search, false)"
        );
    }

    #[test]
    fn what_says_nothing_is_kept_with_what_is_wrong() {
        assert_eq!(
            drawn("Content-Signal: train-ai=no, ai_train=no, ai-input, search=y, use=all, x=1,"),
            "\
Content-Signal: train-ai=no, ai_train=no, ai-input, search=y, use=all, x=1,
                ^^^^^^^^^^^ UnknownKey(Some(\"ai-train\"))
                             ^^^^^^^^^^^ UnknownKey(Some(\"ai-train\"))
                                          ^^^^^^^^ NoValue
                                                    ^^^^^^^^ UnknownValue(Some(\"yes\"))
                                                              ^^^^^^^ UnknownValue(None)
                                                                       ^^^ UnknownKey(None)"
        );
        assert_eq!(
            drawn("Content-Usage: ai-train=n, ai-input=n"),
            "\
Content-Usage: ai-train=n, ai-input=n
               ^^^^^^^^^^ UnknownKey(Some(\"train-ai\"))
                           ^^^^^^^^^^ UnknownKey(None)"
        );
    }

    #[test]
    fn a_line_belongs_to_the_group_that_is_open_and_before_the_first_to_nobody() {
        let text = "Content-Signal: search=no\nUser-agent: a\nContent-Signal: ai-train=no\nUser-agent: b\nDisallow: /\n\nContent-Usage: search=y\n";
        let signals = Signals::new(&reading(text));
        let places: Vec<_> = signals.lines.iter().map(|signal| (signal.line, signal.group)).collect();
        assert_eq!(places, [(1, None), (3, Some(0)), (7, Some(0))]);
        assert_eq!(signals.lines[0].may(Usage::Search), Some(false));
        assert_eq!(signals.lines[0].may(Usage::AiTraining), None);
    }

    #[test]
    fn any_bytes_are_read() {
        for line in
            ["Content-Signal:", "Content-Signal: /", "Content-Usage: /a", "Content-Signal: =,=;,\u{1b}=\u{202e}"]
        {
            let reading = reading(&format!("User-agent: *\n{line}"));
            assert_eq!(Signals::new(&reading).lines.len(), 1, "{line}");
        }
    }
}
