//! The panes: which there are, and a list's selection and scroll.

pub mod crawlers;
pub mod groups;
pub mod history;

use super::action::Move;

/// A pane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PaneId {
    /// The file.
    Raw,
    /// What crawlers see of it.
    Groups,
    /// The sitemaps it names.
    Sitemaps,
    /// What is wrong with it.
    Issues,
    /// What it says to every crawler at once.
    Crawlers,
    /// What it was.
    History,
}

impl PaneId {
    /// All panes, in the order of their numbers.
    pub const ALL: [Self; 6] = [Self::Raw, Self::Groups, Self::Sitemaps, Self::Issues, Self::Crawlers, Self::History];

    /// The key that goes there.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Raw => "Raw",
            Self::Groups => "Groups",
            Self::Sitemaps => "Sitemaps",
            Self::Issues => "Issues",
            Self::Crawlers => "Crawlers",
            Self::History => "History",
        }
    }

    /// The action that goes there, in the config file.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Raw => "raw",
            Self::Groups => "groups",
            Self::Sitemaps => "sitemaps",
            Self::Issues => "issues",
            Self::Crawlers => "crawlers",
            Self::History => "history",
        }
    }
}

/// What the keys go to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Focus {
    /// The agent field.
    Agent,
    /// The URL field.
    Url,
    /// A pane.
    Pane(PaneId),
}

/// The selection and scroll of a list of rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct List {
    /// The selected row.
    pub selected: usize,
    /// The first row in view.
    pub top: usize,
    /// Columns that are scrolled out at the left.
    pub left: usize,
}

impl List {
    /// Moves the selection among `len` rows of which `height` are in view.
    pub fn go(&mut self, to: Move, len: usize, height: usize) {
        let page = height.saturating_sub(1).max(1);
        let half = (height / 2).max(1);
        let last = len.saturating_sub(1);
        self.selected = match to {
            Move::Up => self.selected.saturating_sub(1),
            Move::Down => self.selected + 1,
            Move::PageUp => self.selected.saturating_sub(page),
            Move::PageDown => self.selected + page,
            Move::HalfUp => self.selected.saturating_sub(half),
            Move::HalfDown => self.selected + half,
            Move::First => 0,
            Move::Last => last,
        }
        .min(last);
        self.show(self.selected, len, height);
    }

    /// Scrolls by rows; the selection stays in view.
    pub fn wheel(&mut self, rows: isize, len: usize, height: usize) {
        self.top = self.top.saturating_add_signed(rows).min(len.saturating_sub(height));
        let last = (self.top + height.max(1) - 1).min(len.saturating_sub(1));
        self.selected = self.selected.clamp(self.top.min(last), last);
    }

    /// Scrolls as little as it takes to bring a row into view.
    pub fn show(&mut self, row: usize, len: usize, height: usize) {
        let height = height.max(1);
        if row < self.top {
            self.top = row;
        } else if row >= self.top + height {
            self.top = row + 1 - height;
        }
        self.top = self.top.min(len.saturating_sub(height));
    }

    /// Moves the selection to the nearest row in view, so that what the person looks at does not move.
    pub fn look(&mut self, height: usize) {
        if height > 0 {
            self.selected = self.selected.clamp(self.top, self.top + height - 1);
        }
    }

    /// Brings a row into view: nothing moves where it is in view, else it comes to the middle.
    pub fn follow(&mut self, row: usize, len: usize, height: usize) {
        if row < self.top || row >= self.top + height.max(1) {
            self.top = row.saturating_sub(height / 2).min(len.saturating_sub(height));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moving_keeps_the_selection_in_view_and_in_the_list() {
        let mut list = List::default();
        list.go(Move::PageDown, 100, 10);
        assert_eq!((list.selected, list.top), (9, 0));
        list.go(Move::Down, 100, 10);
        assert_eq!((list.selected, list.top), (10, 1));
        list.go(Move::Last, 100, 10);
        assert_eq!((list.selected, list.top), (99, 90));
        list.go(Move::Down, 100, 10);
        assert_eq!(list.selected, 99);
        list.go(Move::First, 0, 0);
        assert_eq!((list.selected, list.top), (0, 0));
    }

    #[test]
    fn the_wheel_takes_the_selection_along() {
        let mut list = List::default();
        list.wheel(3, 100, 10);
        assert_eq!((list.selected, list.top), (3, 3));
        list.wheel(500, 100, 10);
        assert_eq!((list.selected, list.top), (90, 90));
        list.wheel(-85, 100, 10);
        assert_eq!((list.selected, list.top), (14, 5));
        list.wheel(3, 0, 0);
        assert_eq!((list.selected, list.top), (0, 0));
    }
}
