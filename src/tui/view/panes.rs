//! The panes: their headers, and the lines between them.

use super::text::Pen;
use super::{crawlers, groups, history, issues, raw, sitemaps};
use crate::app::App;
use crate::app::layout::PaneBox;
use crate::app::pane::{Focus, PaneId};
use crate::tui::theme::Role;
use ratatui::layout::Position;

/// Draws all panes and says where the cursor stands: on the selected row of the focused one.
pub fn draw(pen: &mut Pen, app: &App) -> Option<Position> {
    let mut cursor = None;
    let border = pen.theme.style(Role::Dim);
    let glyphs = pen.glyphs();
    for divider in &app.layout.dividers {
        for y in divider.top()..divider.bottom() {
            let sign = if y == divider.y { glyphs.tee } else { glyphs.vertical };
            pen.sign(divider.x, y, sign, border);
        }
    }
    for pane in &app.layout.panes {
        header(pen, app, pane);
        let position = match pane.shown {
            PaneId::Raw => raw::draw(pen, app, pane.body),
            PaneId::Groups => groups::draw(pen, app, pane.body),
            PaneId::Sitemaps => sitemaps::draw(pen, app, pane.body),
            PaneId::Issues => issues::draw(pen, app, pane.body),
            PaneId::Crawlers => crawlers::draw(pen, app, pane.body),
            PaneId::History => Some(history::draw(pen, app, pane.body)),
        };
        if app.session().focus == Focus::Pane(pane.shown) {
            // A pane without a row to stand on has a place still.
            cursor = position.or(Some(pane.body.as_position()));
        }
    }
    cursor
}

fn header(pen: &mut Pen, app: &App, pane: &PaneBox) {
    let horizontal = pen.glyphs().horizontal;
    let Some(mut row) = pen.row(pane.header, 0) else { return };
    row.put(horizontal, Role::Dim);
    for label in pane.labels() {
        let role = if app.session().focus == Focus::Pane(label.pane) {
            Role::Focused
        } else if label.pane == pane.shown {
            Role::Strong
        } else {
            Role::Dim
        };
        row.to(label.place.x).put(&label.text, role);
    }
    row.put(" ", Role::Text);
    let rest = horizontal.repeat(usize::from(row.room()));
    row.put(&rest, Role::Dim);
}
