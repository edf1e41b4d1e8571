//! The comparison of what several names are given. Who they are, and what is said of a difference, is for
//! [`crate::answer::askers`].

use super::overlay::Overlay;
use super::wrap::wrap;
use super::{App, Effect};
use crate::answer::askers::{Asker, Difference, News, alike, finding, relation, usual};
use crate::answer::origins::Seen;
use crate::answer::subject::Place;
use crate::lint::Issue;
use crate::robots::Origin;
use crate::robots::delivery::Outcome;
use std::time::Duration;

/// One file, asked for under several names.
#[derive(Debug)]
pub struct Askers {
    /// The number under which they are asked.
    pub ticket: u64,
    /// The URL of the file.
    pub url: String,
    /// Who asks, and what came of it.
    pub rows: Vec<(Asker, Option<Box<Seen>>)>,
    /// Where two files differ.
    pub difference: Option<Difference>,
    /// Since when they are asked.
    pub since: Duration,
    /// Lines that are scrolled out at the top.
    pub top: usize,
    origin: Origin,
}

/// A line of the comparison.
#[derive(Debug, PartialEq, Eq)]
pub enum Line {
    /// A heading.
    Heading(String),
    /// A row: who asked, what came, its size, and how it stands to the first.
    Row([String; 4]),
    /// An issue, with its code.
    Issue(String),
    /// Text.
    Text(String),
    /// Text of second rank.
    Aside(String),
}

/// Said below every comparison.
const CAUTION: &str = "Asked from here, with the header alone. A real crawler comes from its operator's addresses: a server \
                       that looks at these may still treat it otherwise.";

impl Askers {
    fn answers(&self) -> Vec<(&Asker, &Seen)> {
        self.rows.iter().filter_map(|(asker, seen)| Some((asker, seen.as_deref()?))).collect()
    }

    /// Whether an answer is still to come.
    #[must_use]
    pub fn is_asking(&self) -> bool {
        self.rows.iter().any(|(_, seen)| seen.is_none())
    }

    /// What differs, once all have answered.
    #[must_use]
    pub fn finding(&self) -> Option<Issue> {
        if self.is_asking() { None } else { finding(&self.origin, &self.answers()) }
    }

    /// All there is to say, in lines of at most `width` columns. Holds texts from outside.
    #[must_use]
    pub fn lines(&self, width: usize) -> Vec<Line> {
        let mut lines = vec![Line::Row(["Asked as", "Answer", "Size", "File"].map(str::to_owned))];
        let first = self.rows.first().and_then(|(_, seen)| seen.as_deref());
        for (at, (asker, seen)) in self.rows.iter().enumerate() {
            let row = match seen {
                None => ["being asked".to_owned(), String::new(), String::new()],
                Some(seen) => {
                    let size = seen.file.map_or_else(String::new, |file| format!("{} B", file.size));
                    let relation = first.filter(|_| at > 0).map_or("", |first| relation(seen, first));
                    [answer(seen), size, relation.to_owned()]
                }
            };
            let [answer, size, relation] = row;
            lines.push(Line::Row([asker.name.to_owned(), answer, size, relation]));
        }
        let mut say = |text: &str, line: fn(String) -> Line| {
            lines.push(Line::Text(String::new()));
            lines.extend(wrap(text, width).into_iter().map(line));
        };
        if !self.is_asking() {
            let issue = self.finding();
            let sentence = issue.map(|i| format!("{} {}: {}.", i.severity.letter(), i.code, i.message));
            match sentence {
                Some(sentence) => say(&sentence, Line::Issue),
                None => say(&alike(&self.answers()), Line::Text),
            }
            say(CAUTION, Line::Aside);
        }
        for (asker, why) in self.answers().iter().filter_map(|(asker, seen)| Some((asker, trouble(seen)?))) {
            say(&format!("{}: {why}", asker.name), Line::Text);
        }
        if let Some(difference) = &self.difference {
            lines.push(Line::Text(String::new()));
            lines.push(Line::Heading(format!(
                "From the file for {} to the one for {}",
                difference.one, difference.other
            )));
            lines.extend(difference.lines.iter().cloned().map(|line| match line.chars().next() {
                Some('-' | '+') => Line::Text(line),
                _ => Line::Aside(line),
            }));
            lines.extend(difference.more.then(|| Line::Aside("and so on".to_owned())));
        }
        lines
    }
}

/// An answer in a word, with the redirect that led to it.
fn answer(seen: &Seen) -> String {
    let word = match &seen.outcome {
        Outcome::Answered(status) | Outcome::NoLocation(status) => status.to_string(),
        Outcome::Failed(..) => "no answer".to_owned(),
        Outcome::TooManyRedirects | Outcome::NotFollowed(_) => "redirect not followed".to_owned(),
    };
    seen.led_to.as_ref().map_or_else(|| word.clone(), |to| format!("{word} from {to}"))
}

/// Why there was no answer.
fn trouble(seen: &Seen) -> Option<String> {
    matches!(seen.outcome, Outcome::Failed(..) | Outcome::NotFollowed(_)).then(|| seen.remark()).flatten()
}

impl App {
    /// Has the file in view fetched under several names, and shows what comes.
    pub(super) fn show_askers(&mut self) -> Vec<Effect> {
        let Some(subject) = self.session().subject() else { return Vec::new() };
        let (Place::Site(url), Some(origin)) = (subject.place.clone(), subject.origin.clone()) else {
            return Vec::new();
        };
        let ticket = self.begin_asking();
        let rows = usual().map(|asker| (asker, None)).into();
        let since = self.now;
        let askers = Askers { ticket, url: url.clone(), rows, difference: None, since, top: 0, origin };
        self.overlay = Some(Overlay::Askers(Box::new(askers)));
        vec![Effect::AskAs { ticket, url }]
    }

    pub(super) fn askers_came(&mut self, ticket: u64, news: News) -> Vec<Effect> {
        // A late answer to an old question is dropped.
        let Some(Overlay::Askers(askers)) = self.overlay.as_mut().filter(|o| o.ticket() == Some(ticket)) else {
            return Vec::new();
        };
        match news {
            News::Answer(at, seen) => {
                if let Some((_, place)) = askers.rows.get_mut(at) {
                    *place = Some(seen);
                }
            }
            News::Difference(difference) => askers.difference = Some(difference),
        }
        if !askers.is_asking() {
            self.asking = None;
        }
        Vec::new()
    }
}
