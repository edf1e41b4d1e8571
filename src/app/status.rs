//! What an answer would do to the question in the matcher: for each engine what its crawler goes by at once and later, and what
//! becomes of the URL. What a crawler goes by is [`crate::robots::holding`]'s answer.

use super::session::Session;
use crate::robots::Profile;
use crate::robots::holding::State;
use crate::robots::holding::simulation::{MOMENTS, Trial, simulate};

/// What holds at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// What the crawler goes by.
    pub state: State,
    /// Whether it may fetch the URL in the matcher then; none where that is not known.
    pub allowed: Option<bool>,
    /// The source leaves more than one way.
    pub open: bool,
}

/// Engines that do the same, and what they do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Their names, in the order in which they are offered.
    pub names: Vec<&'static str>,
    /// A cell for each of [`MOMENTS`].
    pub cells: [Cell; MOMENTS.len()],
}

impl Row {
    /// Whom the row is about, in few letters.
    #[must_use]
    pub fn heading(&self) -> String {
        let others: Vec<&str> = Profile::ALL.iter().map(|p| p.name).filter(|name| !self.names.contains(name)).collect();
        match others.len() {
            0 => "all engines".to_owned(),
            1 | 2 => format!("all but {}", others.join(", ")),
            _ => self.names.join(", "),
        }
    }
}

/// What each engine does; those that do the same share a row.
#[must_use]
pub fn rows(session: &Session, trial: &Trial, with_copy: bool) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for profile in Profile::ALL {
        let cells = simulate(&trial.outcome, profile, with_copy).map(|held| {
            let allowed = held.meaning().and_then(|meaning| session.allowed(meaning, profile));
            Cell { state: held.state, allowed, open: held.open }
        });
        match rows.iter_mut().find(|row| row.cells == cells) {
            Some(row) => row.names.push(profile.name),
            None => rows.push(Row { names: vec![profile.name], cells }),
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_of_many_is_named_by_those_who_are_not_in_it() {
        let cell = Cell { state: State::File, allowed: None, open: false };
        let heading = |names: &[&'static str]| Row { names: names.to_vec(), cells: [cell; MOMENTS.len()] }.heading();
        let all = Profile::ALL.map(|profile| profile.name);
        assert_eq!(heading(&all), "all engines");
        assert_eq!(heading(&all[..5]), "all but first-match");
        assert_eq!(heading(&all[..4]), "all but substring, first-match");
        assert_eq!(heading(&all[..3]), "rfc9309, google, bing");
    }
}
