//! A file, however it came: text, delivery, readings, issues. What is asked of it is [`super`]'s business.

use crate::lint::{Facts, Issue, Severity};
use crate::robots::{Body, Delivery, Document, Meaning, Origin, Profile, Reading, Source};
use std::sync::{Arc, OnceLock};

/// Where a file came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A site; the text is the URL of its robots.txt.
    Site(String),
    /// A file; the text is its path as given.
    File(String),
    /// Standard input.
    Stdin,
    /// A paste, or the clipboard.
    Paste,
    /// The bundled example.
    Demo,
    /// The example of a topic; the text is what it is called.
    Topic(&'static str),
}

impl Place {
    /// What the title calls it.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Site(url) => url,
            Self::File(path) => path,
            Self::Stdin => "standard input",
            Self::Paste => "pasted text",
            Self::Topic(name) => name,
            Self::Demo => "demo (https://www.example.com/robots.txt)",
        }
    }
}

/// What was loaded, before anything is made of it.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// Where it came from.
    pub place: Place,
    /// What the fetch saw, where it was one.
    pub delivery: Option<Delivery>,
    /// The bytes; empty where there was no file.
    pub bytes: Vec<u8>,
    /// The path to put into the matcher, where the target was a page.
    pub path: Option<String>,
    /// A sentence to be shown once, such as that the file was cut.
    pub note: Option<String>,
    /// It was kept from an earlier fetch.
    pub held: bool,
    /// It is a version from before, which holds no more.
    pub old: bool,
}

impl Loaded {
    /// A text without a delivery.
    #[must_use]
    pub fn text(place: Place, bytes: impl Into<Vec<u8>>) -> Self {
        Self { place, delivery: None, bytes: bytes.into(), path: None, note: None, held: false, old: false }
    }

    /// The bundled example.
    #[must_use]
    pub fn demo() -> Self {
        Self::text(Place::Demo, include_bytes!("../../assets/demo.txt"))
    }
}

/// The issues of a file, in the order of the file, and where to find them by line and by severity.
#[derive(Clone, Debug, Default)]
pub struct Issues {
    all: Vec<Issue>,
    /// The lines of the issues, in the same order as `all`.
    lines: Vec<u32>,
    /// For each severity the lines that it stands in, sorted.
    by_severity: [Vec<u32>; 3],
}

impl Issues {
    /// Sorts them in.
    #[must_use]
    pub fn new(document: &Document, all: Vec<Issue>) -> Self {
        let line = |issue: &Issue| if issue.served { 0 } else { document.source().line_at(issue.span.start) };
        let lines: Vec<u32> = all.iter().map(line).collect();
        let mut by_severity: [Vec<u32>; 3] = Default::default();
        for (issue, &line) in all.iter().zip(&lines) {
            by_severity[issue.severity as usize].push(line);
        }
        Self { all, lines, by_severity }
    }

    /// All of them, in the order of the file.
    #[must_use]
    pub fn all(&self) -> &[Issue] {
        &self.all
    }

    /// The line of the issue with this index; 0 where it is about how the file was served.
    #[must_use]
    pub fn line(&self, index: usize) -> u32 {
        self.lines.get(index).copied().unwrap_or(1)
    }

    /// The issues that stand in a line.
    #[must_use]
    pub fn in_line(&self, line: u32) -> &[Issue] {
        let from = self.lines.partition_point(|&l| l < line);
        let to = self.lines.partition_point(|&l| l <= line);
        &self.all[from..to]
    }

    /// The number of issues of a severity.
    #[must_use]
    pub fn count(&self, severity: Severity) -> usize {
        self.by_severity[severity as usize].len()
    }

    /// The worst severity among the lines from `first` up to and without `end`.
    #[must_use]
    pub fn worst(&self, first: u32, end: u32) -> Option<Severity> {
        Severity::ALL.into_iter().find(|&severity| {
            let lines = &self.by_severity[severity as usize];
            lines.get(lines.partition_point(|&l| l < first)).is_some_and(|&l| l < end)
        })
    }
}

/// A file in view.
#[derive(Debug)]
pub struct Subject {
    /// Where it came from.
    pub place: Place,
    /// Whose URLs it rules; none where that is not known.
    pub origin: Option<Origin>,
    /// What the fetch saw.
    pub delivery: Option<Delivery>,
    /// What came, also where that is no file and so is not the text.
    pub body: Body,
    /// Path and query of the page that was asked about, where it was one.
    pub page: Option<String>,
    /// It was kept from an earlier fetch.
    pub held: bool,
    /// It is a version from before, which holds no more.
    pub old: bool,
    /// The text.
    pub document: Arc<Document>,
    /// The text as people read it, where it is in UTF-16 and no crawler reads it.
    pub decoded: Option<Source>,
    /// Its issues; none as long as they are being looked for.
    pub issues: Option<Issues>,
    /// One for each of [`Profile::ALL`], made when it is first wanted; profiles that read alike share it.
    readings: [OnceLock<Arc<Reading>>; Profile::ALL.len()],
}

impl Subject {
    /// Whether what was loaded is this file, from the same place and with the same outcome.
    #[must_use]
    pub fn is_same(&self, loaded: &Loaded) -> bool {
        let outcome = |delivery: &Option<Delivery>| delivery.as_ref().map(|delivery| delivery.outcome.clone());
        let is_file = loaded.delivery.as_ref().is_none_or(Delivery::is_file);
        let bytes = if is_file { loaded.bytes.as_slice() } else { &[] };
        self.place == loaded.place
            && outcome(&self.delivery) == outcome(&loaded.delivery)
            && self.document.source().bytes() == bytes
    }

    /// Makes a subject of what was loaded. The text of an answer that is no file is nobody's rules and is left out.
    #[must_use]
    pub fn new(loaded: Loaded) -> Self {
        let Loaded { place, delivery, bytes, path: page, held, old, .. } = loaded;
        let origin = match (&place, &delivery) {
            (_, Some(delivery)) => Origin::of(&delivery.asked),
            (Place::Demo | Place::Topic(_), None) => Origin::of("https://www.example.com/"),
            _ => None,
        };
        let body = Body::new(&bytes, delivery.as_ref());
        let is_file = delivery.as_ref().is_none_or(Delivery::is_file);
        let document = Arc::new(Document::parse(if is_file { bytes } else { Vec::new() }));
        let decoded = document.decoded_utf16();
        let readings = std::array::from_fn(|_| OnceLock::new());
        Self { place, origin, delivery, body, page, held, old, document, decoded, issues: None, readings }
    }

    /// The file as a profile reads it.
    #[must_use]
    pub fn reading(&self, profile: &Profile) -> &Arc<Reading> {
        let place = Profile::ALL.iter().position(|p| p.name == profile.name).unwrap_or(0);
        self.readings[place].get_or_init(|| {
            let alike = self.readings.iter().filter_map(OnceLock::get).find(|reading| reading.serves(profile));
            alike.map_or_else(|| Arc::new(Reading::new(&self.document, profile)), Arc::clone)
        })
    }

    /// The text as it is shown.
    #[must_use]
    pub fn shown(&self) -> &Source {
        self.decoded.as_ref().unwrap_or_else(|| self.document.source())
    }

    /// What the outcome of the fetch leaves to the rules.
    #[must_use]
    pub fn meaning(&self, profile: &Profile) -> Meaning {
        self.delivery.as_ref().map_or(Meaning::Rules, |delivery| delivery.meaning(profile))
    }

    /// What is needed to look for issues, to be sent to another thread.
    #[must_use]
    pub fn examination(&self) -> Examination {
        Examination {
            document: Arc::clone(&self.document),
            origin: self.origin.clone(),
            delivery: self.delivery.clone(),
            body: self.body,
            page: self.page.clone(),
        }
    }
}

/// What is needed to look for issues.
#[derive(Clone, Debug)]
pub struct Examination {
    document: Arc<Document>,
    origin: Option<Origin>,
    delivery: Option<Delivery>,
    body: Body,
    page: Option<String>,
}

impl Examination {
    /// Looks for issues. Takes its time: not to be done on the way of a keystroke.
    #[must_use]
    pub fn run(&self) -> Issues {
        let mut facts = Facts::new(&self.document);
        if let Some(origin) = &self.origin {
            facts = facts.at(origin);
        }
        if let Some(delivery) = &self.delivery {
            facts = facts.delivered(delivery, self.body);
        }
        if let Some(page) = &self.page {
            facts = facts.about(page);
        }
        Issues::new(&self.document, crate::lint::check(&facts))
    }
}
