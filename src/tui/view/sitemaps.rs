//! The Sitemaps pane: every `Sitemap` line, and what is notable about it.

use super::text::Pen;
use super::title::shorten;
use crate::app::App;
use crate::app::pane::{Focus, PaneId};
use crate::robots::{Origin, display};
use crate::tui::theme::Role;
use ratatui::layout::{Position, Rect};

/// Draws the pane and says where its selected row is.
pub fn draw(pen: &mut Pen, app: &App, area: Rect) -> Option<Position> {
    let session = app.session();
    let subject = session.subject()?;
    let reading = subject.reading(session.matcher.profile);
    let lines = reading.sitemaps();
    if lines.is_empty() {
        pen.row(area, 0)?.skip(1).put("no sitemap is named", Role::Dim);
        return None;
    }
    let list = session.list(PaneId::Sitemaps);
    for (index, &line) in lines.iter().enumerate().skip(list.top).take(usize::from(area.height)) {
        let y = (index - list.top) as u16;
        let Some(mut row) = pen.row(area, y) else { break };
        let value = reading.value(line);
        let (remark, role) = remark(value, subject.origin.as_ref());
        if !remark.is_empty() {
            row.put_right(&format!("  {remark} "), role);
        }
        row.put(&format!("{line:>5} "), Role::Dim);
        let style = row.style(Role::Text);
        let room = usize::from(row.room());
        if list.left == 0 && row.columns(value) > room {
            // What tells one sitemap from the other stands at its end.
            row.put(&shorten(&display::visible(value), room), Role::Text);
        } else {
            row.put_bytes(value, list.left, |_| style);
        }
        if session.focus == Focus::Pane(PaneId::Sitemaps) && index == list.selected {
            pen.style(Rect { y: area.y + y, height: 1, ..area }, pen.theme.style(Role::Selected));
        }
    }
    let row = list.selected.saturating_sub(list.top).min(usize::from(area.height.saturating_sub(1)));
    Some(Position { x: area.x, y: area.y + row as u16 })
}

fn remark(value: &[u8], view: Option<&Origin>) -> (&'static str, Role) {
    let origin = std::str::from_utf8(value).ok().and_then(Origin::of);
    match (origin, view) {
        (None, _) => ("no full URL", Role::Error),
        (Some(origin), _) if !matches!(origin.scheme.as_str(), "http" | "https" | "ftp") => ("bad scheme", Role::Error),
        (Some(origin), Some(view)) if origin.host != view.host => ("other host", Role::Dim),
        (Some(origin), Some(view)) if origin.scheme != view.scheme => ("other scheme", Role::Warning),
        _ => ("", Role::Dim),
    }
}
