//! The grid of origins: the rows as they come, and what is to be said of them. Which origins these are, and what a row says,
//! is for [`crate::answer::origins`].

use super::overlay::Overlay;
use super::{App, Effect};
use crate::answer::origins::{HOSTS, Relation, Row, State, findings, named};
use crate::lint::Issue;
use crate::robots::{Fingerprint, Origin};
use std::time::Duration;

/// The origins of a site, on top of its file.
#[derive(Debug)]
pub struct Grid {
    /// The number under which they are asked.
    pub ticket: u64,
    /// The origin that the file in view rules.
    pub asked: Origin,
    /// The origins; none as long as it is looked up which were asked before.
    pub rows: Vec<Row>,
    /// What is wrong with them beside each other.
    pub findings: Vec<Issue>,
    /// Hosts that were too many.
    pub left_out: usize,
    /// Since when they are asked.
    pub since: Duration,
    /// The selected row.
    pub selected: usize,
    /// The file in view; none where there is none.
    file: Option<Fingerprint>,
}

/// What comes while they are asked.
#[derive(Debug)]
pub enum News {
    /// The rows, of which nothing is known yet.
    Rows {
        /// The rows.
        rows: Vec<Row>,
        /// Hosts that were too many.
        left_out: usize,
    },
    /// What is known now of the row with this place.
    Row(usize, State),
}

impl Grid {
    /// How a row stands to the file in view.
    #[must_use]
    pub fn relation(&self, row: &Row) -> Option<Relation> {
        row.relation(&self.asked.robots_url(), self.file)
    }

    /// The number of rows that are still being asked.
    #[must_use]
    pub fn open(&self) -> usize {
        self.rows.iter().filter(|row| row.state == State::Asking).count()
    }

    /// Whether something is still to come.
    #[must_use]
    pub fn is_asking(&self) -> bool {
        self.rows.is_empty() || self.open() > 0
    }

    /// The URL of the selected row.
    #[must_use]
    pub fn chosen(&self) -> Option<String> {
        self.rows.get(self.selected).map(|row| row.url.clone())
    }

    /// How far it is, in a sentence.
    #[must_use]
    pub fn progress(&self, now: Duration) -> String {
        let (all, open) = (self.rows.len(), self.open());
        let left_out = match self.left_out {
            0 => String::new(),
            n => format!(" {n} more hosts are not asked: {HOSTS} are the most."),
        };
        if !self.is_asking() {
            return format!("{all} origins. Each is ruled by its own file.{left_out}");
        }
        let seconds = now.saturating_sub(self.since).as_secs();
        format!("{} of {all} answered, {seconds} s{left_out}", all - open)
    }

    /// All there is to say of the selected row.
    #[must_use]
    pub fn about(&self) -> String {
        let Some(row) = self.rows.get(self.selected) else { return String::new() };
        let seen = match &row.state {
            State::Asking => return format!("{}: being asked", row.url),
            State::NothingKept => return format!("{}: nothing was kept of it", row.url),
            State::Seen(seen) => seen,
        };
        // What a narrow screen has no column for.
        let ((_, month, day), (hour, minute, _)) = (seen.at.date(), seen.at.clock());
        let checked = format!("checked {month:02}-{day:02} {hour:02}:{minute:02}");
        let size = seen.file.map(|file| format!("{} bytes", file.size));
        let redirect = seen.led_to.as_ref().map(|to| format!("redirected to {to}"));
        let relation = match self.relation(row) {
            Some(Relation::Itself) => Some("the one in view".to_owned()),
            Some(Relation::Same) => Some("the same as the one in view".to_owned()),
            Some(Relation::SaysTheSame) => Some("says the same as the one in view, with other comments".to_owned()),
            Some(Relation::Differs) => Some("differs from the one in view".to_owned()),
            Some(Relation::Only | Relation::NoFile) | None => None,
        };
        let all = [redirect, seen.remark(), relation, size, Some(checked)];
        let said: Vec<String> = all.into_iter().flatten().collect();
        format!("{}: {}", row.url, said.join("; "))
    }
}

impl App {
    /// Shows the origins of the site in view, and has them asked.
    pub(super) fn show_origins(&mut self) -> Vec<Effect> {
        let Some(subject) = self.session().subject() else { return Vec::new() };
        let Some(asked) = subject.origin.clone() else { return Vec::new() };
        let named = named(subject);
        let is_file = subject.delivery.as_ref().is_some_and(crate::robots::Delivery::is_file);
        let file = is_file.then(|| Fingerprint::of(subject.document.source().bytes()));
        let ticket = self.begin_asking();
        self.overlay = Some(Overlay::Grid(Box::new(Grid {
            ticket,
            asked: asked.clone(),
            rows: Vec::new(),
            findings: Vec::new(),
            left_out: 0,
            since: self.now,
            selected: 0,
            file,
        })));
        vec![Effect::Survey { ticket, asked, named }]
    }

    /// Asks again: for all that the grid shows, or for the file in view.
    pub(super) fn fetch_again(&mut self) -> Vec<Effect> {
        if matches!(self.overlay, Some(Overlay::Grid(_))) {
            return self.show_origins();
        }
        self.session().again().map_or_else(Vec::new, |target| self.load(target, true))
    }

    pub(super) fn origins_came(&mut self, ticket: u64, news: News) -> Vec<Effect> {
        // A late answer to an old question is dropped.
        let Some(Overlay::Grid(grid)) = self.overlay.as_mut().filter(|o| o.ticket() == Some(ticket)) else {
            return Vec::new();
        };
        match news {
            News::Rows { rows, left_out } => (grid.rows, grid.left_out) = (rows, left_out),
            News::Row(at, state) => {
                if let Some(row) = grid.rows.get_mut(at) {
                    row.state = state;
                    grid.findings = findings(&grid.rows);
                }
            }
        }
        if !grid.is_asking() {
            self.asking = None;
        }
        Vec::new()
    }

    /// The number for many that are going to be asked.
    pub(super) fn begin_asking(&mut self) -> u64 {
        self.tickets += 1;
        self.asking = Some(self.tickets);
        self.tickets
    }

    /// What is being asked for an overlay that is gone is asked no more.
    pub(super) fn stop_asking(&mut self) -> Option<Effect> {
        let shown = self.overlay.as_ref().and_then(Overlay::ticket);
        let is_moot = self.asking.is_some() && self.asking != shown;
        is_moot.then(|| {
            self.asking = None;
            Effect::CancelMany
        })
    }
}
