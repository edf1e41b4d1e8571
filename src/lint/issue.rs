//! What a check leaves behind. Which checks there are is [`super::registry`]'s business.

use super::registry::Code;
use crate::robots::{Profile, Span};

/// How much an issue matters, by what happens to the person. The worst comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The line or the file will not do what it says, or the site is shut or opened by accident.
    Error,
    /// It is used, but probably not as it was meant.
    Warning,
    /// Worth knowing.
    Info,
}

impl Severity {
    /// All of them, the worst first.
    pub const ALL: [Self; 3] = [Self::Error, Self::Warning, Self::Info];

    /// `E`, `W` or `I`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Error => 'E',
            Self::Warning => 'W',
            Self::Info => 'I',
        }
    }

    /// The same as a word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Info => "info",
        }
    }
}

/// Under which profiles an issue stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Profiles {
    /// Under every one that was asked.
    All,
    /// Under those of these names.
    Only(Vec<&'static str>),
}

impl Profiles {
    /// The profiles in words, where it is not all: "google only".
    #[must_use]
    pub fn words(&self) -> Option<String> {
        match self {
            Self::All => None,
            Self::Only(names) => Some(format!("{} only", names.join(", "))),
        }
    }

    /// Whether an issue stands under this profile.
    #[must_use]
    pub fn concern(&self, profile: &Profile) -> bool {
        match self {
            Self::All => true,
            Self::Only(names) => names.contains(&profile.name),
        }
    }
}

/// A change that certainly does what the line was meant to do: these bytes become this text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mend {
    /// What it does, to be read on a button.
    pub title: &'static str,
    /// The bytes that are replaced; an empty span is a place to insert at.
    pub span: Span,
    /// What stands there afterwards.
    pub text: String,
}

/// Something that is wrong, or worth knowing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Issue {
    /// Its code, one of [`super::codes`].
    pub code: &'static str,
    /// How much it matters here; a code may matter less in some places than in others.
    pub severity: Severity,
    /// The bytes that it stands on.
    pub span: Span,
    /// It is about how the file was served, and stands on no line; its span is empty.
    pub served: bool,
    /// A handful of other places that belong to it, each with what it is.
    pub related: Vec<(Span, String)>,
    /// One sentence that stands alone, without a full stop. Holds nothing that a terminal would obey.
    pub message: String,
    /// Whom it concerns.
    pub profiles: Profiles,
    /// What would mend it, where that is certain.
    pub mend: Option<Mend>,
}

impl Issue {
    /// An issue of this code and its usual severity, under all profiles.
    pub(super) fn new(code: &Code, span: Span, message: String) -> Self {
        let (code, severity) = (code.code, code.severity);
        let (served, related, profiles) = (false, Vec::new(), Profiles::All);
        Self { code, severity, span, served, related, message, profiles, mend: None }
    }

    /// The same about how the file was served.
    pub(super) fn served(code: &Code, message: String) -> Self {
        Self { served: true, ..Self::new(code, Span::default(), message) }
    }

    pub(super) fn severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }

    pub(super) fn related(mut self, span: Span, what: impl Into<String>) -> Self {
        self.related.push((span, what.into()));
        self
    }

    pub(super) fn under(mut self, profiles: Profiles) -> Self {
        self.profiles = profiles;
        self
    }

    pub(super) fn mend(mut self, mend: Mend) -> Self {
        self.mend = Some(mend);
        self
    }

    /// Takes in what another profile found, where it is the same; says whether it was.
    pub(super) fn absorb(&mut self, other: &mut Self) -> bool {
        let same = self.code == other.code
            && self.severity == other.severity
            && self.span == other.span
            && self.served == other.served
            && self.message == other.message
            && self.related == other.related;
        let (Profiles::Only(names), Profiles::Only(more)) = (&mut self.profiles, &mut other.profiles) else {
            return false;
        };
        if !same {
            return false;
        }
        names.append(more);
        // The two readings stand for all: the other profiles read as one of them does, in what these checks look at.
        if super::READERS.iter().all(|profile| names.contains(&profile.name)) {
            self.profiles = Profiles::All;
        }
        true
    }
}
