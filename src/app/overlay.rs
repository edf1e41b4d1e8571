//! What lies on top of the panes: help, a long text, a question.

use super::action::{Action, Move};
use super::askers::Askers;
use super::field::Field;
use super::grid::Grid;
use super::keymap::{Binding, Keymap};
use crate::robots::holding::simulation::TRIALS;

/// What lies on top.
#[derive(Debug)]
pub enum Overlay {
    /// All keys, filtered by what is typed.
    Help {
        /// The filter.
        filter: Field,
        /// Lines that are scrolled out at the top.
        top: usize,
    },
    /// Everything that can be done, filtered by what is typed.
    Palette {
        /// The filter.
        filter: Field,
        /// The selected action, counted among those that fit.
        selected: usize,
    },
    /// A long text.
    Text {
        /// Its heading.
        title: String,
        /// The text; lines may be longer than the screen is wide.
        body: String,
        /// Lines that are scrolled out at the top.
        top: usize,
    },
    /// The origins of a site.
    Grid(Box<Grid>),
    /// The answers to several names.
    Askers(Box<Askers>),
    /// What an answer would do in place of the file in view.
    Status {
        /// The answer, as an index into [`TRIALS`].
        chosen: usize,
    },
    /// Which site or file to open.
    Open {
        /// What was typed.
        field: Field,
    },
    /// A text was pasted where a file is already in view.
    Offer {
        /// The text.
        text: String,
    },
}

impl Overlay {
    /// Help without a filter.
    #[must_use]
    pub fn help() -> Self {
        Self::Help { filter: Field::default(), top: 0 }
    }

    /// The field that typing goes to.
    pub fn field(&mut self) -> Option<&mut Field> {
        match self {
            Self::Help { filter: field, .. } | Self::Palette { filter: field, .. } | Self::Open { field } => {
                Some(field)
            }
            Self::Text { .. } | Self::Status { .. } | Self::Offer { .. } | Self::Grid(_) | Self::Askers(_) => None,
        }
    }

    /// The number under which many are asked for what it shows.
    #[must_use]
    pub const fn ticket(&self) -> Option<u64> {
        match self {
            Self::Grid(grid) => Some(grid.ticket),
            Self::Askers(askers) => Some(askers.ticket),
            _ => None,
        }
    }

    /// The palette without a filter.
    #[must_use]
    pub fn palette() -> Self {
        Self::Palette { filter: Field::default(), selected: 0 }
    }

    /// What a server error would do: the answer that people most want to know about.
    #[must_use]
    pub fn status() -> Self {
        Self::Status { chosen: TRIALS.iter().position(|trial| trial.name == "503").unwrap_or(0) }
    }

    /// The field has changed: what was selected or scrolled to is gone.
    pub fn filter_changed(&mut self) {
        match self {
            Self::Help { top: place, .. } | Self::Palette { selected: place, .. } => *place = 0,
            Self::Text { .. }
            | Self::Status { .. }
            | Self::Open { .. }
            | Self::Offer { .. }
            | Self::Grid(_)
            | Self::Askers(_) => {}
        }
    }

    /// Scrolls, or moves the selection, among this many lines.
    pub fn scroll(&mut self, to: Move, lines: usize, height: usize) {
        let (top, most) = match self {
            Self::Help { top, .. } | Self::Text { top, .. } => (top, lines.saturating_sub(height)),
            Self::Askers(askers) => (&mut askers.top, lines.saturating_sub(height)),
            Self::Grid(grid) => (&mut grid.selected, lines.saturating_sub(1)),
            Self::Palette { selected, .. } | Self::Status { chosen: selected } => (selected, lines.saturating_sub(1)),
            Self::Open { .. } | Self::Offer { .. } => return,
        };
        *top = match to {
            Move::Up => top.saturating_sub(1),
            Move::Down => *top + 1,
            Move::PageUp | Move::HalfUp => top.saturating_sub(height.saturating_sub(1).max(1)),
            Move::PageDown | Move::HalfDown => *top + height.saturating_sub(1).max(1),
            Move::First => 0,
            Move::Last => most,
        }
        .min(most);
    }
}

/// The columns of a long text on a screen of this width: no line is longer than people like to read.
#[must_use]
pub fn text_width(screen: u16) -> u16 {
    screen.saturating_sub(4).min(80)
}

/// The bindings that fit a filter: every word of it stands in the sentence, the keys or the heading.
#[must_use]
pub fn filtered<'a>(keys: &'a Keymap, filter: &str) -> Vec<&'a Binding> {
    let words: Vec<String> = filter.split_whitespace().map(str::to_lowercase).collect();
    keys.bindings()
        .iter()
        .filter(|binding| {
            let named: Vec<String> = binding.keys.iter().map(ToString::to_string).collect();
            let word = binding.hint.map_or("", |hint| hint.word);
            let text =
                format!("{} {} {word} {}", named.join(" "), binding.does, binding.context.heading()).to_lowercase();
            words.iter().all(|word| text.contains(word))
        })
        .collect()
}

/// The actions that fit a filter, by their first key. Moving and editing are left to their keys.
#[must_use]
pub fn actions<'a>(keys: &'a Keymap, filter: &str) -> Vec<&'a Binding> {
    let mut found: Vec<&Binding> = Vec::new();
    for binding in filtered(keys, filter) {
        let by_key = matches!(
            binding.action,
            Action::Move(_)
                | Action::Edit(_)
                | Action::Sideways(_)
                | Action::NextPane
                | Action::PreviousPane
                | Action::Use
                | Action::Back
                | Action::Palette
        );
        if !by_key && !found.iter().any(|other| other.action == binding.action) {
            found.push(binding);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_is_filtered_by_words_and_by_keys() {
        let keys = Keymap::default();
        let actions = |filter: &str| filtered(&keys, filter).iter().map(|b| b.action).collect::<Vec<_>>();
        assert_eq!(actions("clipboard file panes"), [Action::PasteFile]);
        assert!(actions("ctrl-c").contains(&Action::Quit));
        assert!(actions("quit").contains(&Action::Quit) && actions("zoom").contains(&Action::Zoom));
        assert_eq!(filtered(&keys, "").len(), keys.bindings().len());
        assert!(actions("nothing like this").is_empty());
    }
}
