//! Names for the agent field: those that the file names, then the catalogue.

use crate::crawlers;
use crate::robots::agents::is_star;
use crate::robots::{Reading, display};

/// The most names that are offered at once.
pub const MOST: usize = 8;

/// A name on offer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The name.
    pub name: String,
    /// Who that is.
    pub detail: String,
}

/// The names on offer and the selected one.
#[derive(Clone, Debug, Default)]
pub struct Completion {
    /// The names, best first.
    pub candidates: Vec<Candidate>,
    /// The selected one.
    pub selected: Option<usize>,
}

impl Completion {
    /// The names that fit what was typed: those that begin with it, then those that hold it; the file's own go first.
    #[must_use]
    pub fn new(typed: &str, reading: Option<&Reading>) -> Self {
        let typed = typed.trim().to_ascii_lowercase();
        let mut begins: Vec<Candidate> = Vec::new();
        let mut holds: Vec<Candidate> = Vec::new();
        let mut offer = |name: &str, detail: String| {
            let lower = name.to_ascii_lowercase();
            let list = if lower.starts_with(&typed) { &mut begins } else { &mut holds };
            if lower != typed
                && list.len() < MOST
                && lower.contains(&typed)
                && !list.iter().any(|c: &Candidate| c.name.eq_ignore_ascii_case(name))
            {
                list.push(Candidate { name: name.to_owned(), detail });
            }
        };
        for line in reading
            .into_iter()
            .flat_map(|r| r.groups().iter().flat_map(|g| r.agents(g)).map(move |&line| r.value(line)))
        {
            if !line.is_empty() && !is_star(line) {
                offer(&display::visible(line), "in this file".to_owned());
            }
        }
        for entry in crawlers::catalogue() {
            offer(entry.token, format!("{}, {}", entry.operator, entry.category));
        }
        let fresh: Vec<Candidate> = holds.into_iter().filter(|c| !begins.iter().any(|b| b.name == c.name)).collect();
        // What was typed is the beginning of the first name: Enter completes it, as long as one does not go up to what stands.
        let selected = (!typed.is_empty() && !begins.is_empty()).then_some(0);
        begins.extend(fresh);
        begins.truncate(MOST);
        Self { candidates: begins, selected }
    }

    /// The selected name.
    #[must_use]
    pub fn chosen(&self) -> Option<&str> {
        self.candidates.get(self.selected?).map(|c| c.name.as_str())
    }

    /// Selects the next name, or the one before; past the ends, none.
    pub fn step(&mut self, down: bool) {
        let last = self.candidates.len().checked_sub(1);
        self.selected = match (self.selected, down) {
            (None, true) => last.map(|_| 0),
            (Some(i), true) => Some((i + 1).min(last.unwrap_or(0))),
            (None, false) => None,
            (Some(i), false) => i.checked_sub(1),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::robots::{Document, Profile};
    use std::sync::Arc;

    #[test]
    fn names_of_the_file_go_before_those_of_the_catalogue() {
        let text = "User-agent: GoogleHome\nUser-agent: *\nUser-agent: x\nDisallow: /\n";
        let reading = Reading::new(&Arc::new(Document::parse(text)), &Profile::RFC9309);
        let completion = Completion::new("google", Some(&reading));
        let names: Vec<&str> = completion.candidates.iter().map(|c| c.name.as_str()).collect();
        assert_eq!(names[..3], ["GoogleHome", "Googlebot", "Googlebot-Image"]);
        assert_eq!(names.len(), MOST);
    }

    #[test]
    fn a_name_that_is_typed_out_is_not_offered_again() {
        assert!(Completion::new("claudebot", None).candidates.is_empty());
    }
}
