//! The comparison of what several names are given: a row each, then what differs in words, then the lines.

use super::overlay::{above_hints, window};
use super::text::Pen;
use crate::app::App;
use crate::app::askers::{Askers, Line};
use crate::app::overlay::text_width;
use crate::tui::theme::Role;
use ratatui::layout::{Position, Rect};

pub fn draw(pen: &mut Pen, app: &App, area: Rect, askers: &Askers) -> Option<Position> {
    let width = text_width(area.width);
    let area = above_hints(area);
    let inner = window(pen, area, width, area.height, "Fetched under other names");
    let mut row = pen.row(inner, 0)?;
    row.put(&askers.url, Role::Text);
    if askers.is_asking() {
        let seconds = app.now.saturating_sub(askers.since).as_secs();
        row.put(&format!("  {seconds} s"), Role::Dim);
    }
    let list = Rect { y: inner.y + 2, height: inner.height.saturating_sub(2), ..inner };
    for (i, line) in askers.lines(usize::from(inner.width)).into_iter().skip(askers.top).enumerate() {
        let Some(mut row) = pen.row(list, i as u16) else { break };
        match line {
            Line::Heading(text) => _ = row.put(&text, Role::Strong),
            Line::Issue(text) => _ = row.put(&text, Role::Warning),
            Line::Text(text) if text.starts_with('+') => _ = row.put(&text, Role::Allowed),
            Line::Text(text) if text.starts_with('-') => _ = row.put(&text, Role::Disallowed),
            Line::Text(text) => _ = row.put(&text, Role::Text),
            Line::Aside(text) => _ = row.put(&text, Role::Dim),
            Line::Row(cells) => draw_row(pen, list, i as u16, &cells),
        }
    }
    Some(Position { x: inner.x, y: inner.y })
}

/// Columns of a size, and of how an answer stands to the first.
const SIZE: u16 = 10;
const FILE: u16 = 10;
/// Columns of a name.
const NAME: u16 = 12;

fn draw_row(pen: &mut Pen, area: Rect, index: u16, [name, answer, size, file]: &[String; 4]) {
    let head = name == "Asked as";
    let or = |role| if head { Role::Strong } else { role };
    // What stands in the middle is as long as it gets; what stands behind it has its own room.
    let end = area.right().saturating_sub(SIZE + FILE + 4);
    let middle = (area.x + NAME + 4 + 26).min(end);
    let cut = Rect { width: middle.saturating_sub(area.x), ..area };
    if let Some(mut row) = pen.row(cut, index) {
        row.put(name, or(Role::Strong)).to(area.x + NAME + 2).put(answer, or(Role::Text));
    }
    let rest = Rect { x: middle, width: area.right().saturating_sub(middle), ..area };
    if let Some(mut row) = pen.row(rest, index) {
        let shift = SIZE.saturating_sub(size.len() as u16);
        row.skip(2 + shift).put(size, or(Role::Text));
        row.to(middle + SIZE + 4).put(file, or(if file == "differs" { Role::Warning } else { Role::Text }));
    }
}
