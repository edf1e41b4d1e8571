//! What the mouse does where it is asked for: the wheel scrolls what lies under it, a click focuses.

use super::App;
use super::action::Move;
use super::layout::PaneBox;
use super::pane::{Focus, PaneId};
use ratatui::layout::Position;

/// What the mouse did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// A button was pressed.
    Click,
    /// The wheel was turned away from the person.
    WheelUp,
    /// And towards the person.
    WheelDown,
}

/// What the mouse did, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mouse {
    /// What.
    pub deed: Deed,
    /// Where on the screen, counted from 0.
    pub at: Position,
}

/// Rows that a notch of the wheel scrolls.
const NOTCH: isize = 3;

impl App {
    pub(super) fn mouse(&mut self, mouse: Mouse) {
        self.notice = None;
        match mouse.deed {
            Deed::Click => self.click(mouse.at),
            Deed::WheelUp => self.wheel(mouse.at, -NOTCH),
            Deed::WheelDown => self.wheel(mouse.at, NOTCH),
        }
    }

    fn wheel(&mut self, at: Position, rows: isize) {
        let to = if rows < 0 { Move::Up } else { Move::Down };
        if self.overlay.is_some() {
            for _ in 0..rows.unsigned_abs() {
                self.go(to);
            }
            return;
        }
        let under = |pane: &&PaneBox| pane.body.contains(at) || pane.header.contains(at);
        let Some(pane) = self.layout.panes.iter().find(under).map(|pane| pane.shown) else { return };
        let (len, height) = (self.session().rows(pane), self.layout.height(pane));
        let list = self.session_mut().list_mut(pane);
        // Issues have several lines each: there a notch is one of them.
        if pane == PaneId::Issues { list.go(to, len, 1) } else { list.wheel(rows, len, height) }
    }

    fn click(&mut self, at: Position) {
        if self.overlay.is_some() || self.on_start_screen() {
            return;
        }
        if self.layout.agent.contains(at) {
            self.focus(Focus::Agent);
        } else if self.layout.url.contains(at) {
            self.focus(Focus::Url);
        } else if let Some(pane) = self.layout.panes.iter().find(|pane| pane.header.contains(at)) {
            let labels = pane.labels();
            let label = labels.iter().find(|label| label.place.contains(at));
            let pane = label.map_or(pane.shown, |label| label.pane);
            self.focus(Focus::Pane(pane));
        } else if let Some(pane) = self.layout.panes.iter().find(|pane| pane.body.contains(at)) {
            let (pane, row) = (pane.shown, usize::from(at.y - pane.body.y));
            self.focus(Focus::Pane(pane));
            self.select_row(pane, row);
        }
    }

    /// Selects what stands in a row of a pane's place, where each row is one item.
    fn select_row(&mut self, pane: PaneId, row: usize) {
        let session = self.session();
        let row = match pane {
            PaneId::Issues => return,
            PaneId::Raw if self.wrap => return,
            PaneId::Crawlers if !session.filter.field.text().is_empty() => row.checked_sub(1),
            _ => Some(row),
        };
        let len = session.rows(pane);
        let list = self.session_mut().list_mut(pane);
        if let Some(selected) = row.map(|row| list.top + row).filter(|&selected| selected < len) {
            list.selected = selected;
        }
    }
}
