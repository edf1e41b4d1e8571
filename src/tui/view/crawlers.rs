//! The Crawlers pane: the verdict of the URL in the matcher for every crawler at once.

use super::text::{Pen, Row};
use crate::answer::census::Member;
use crate::app::App;
use crate::app::pane::crawlers::{Roll, Row as CrawlerRow, purpose_name};
use crate::app::pane::{Focus, PaneId};
use crate::crawlers::Entry;
use crate::robots::Decision;
use crate::tui::theme::Role;
use ratatui::layout::{Position, Rect};

/// Draws the pane and says where its selected row, or the cursor of its filter, is.
pub fn draw(pen: &mut Pen, app: &App, area: Rect) -> Option<Position> {
    let session = app.session();
    let Some(roll) = &session.roll else {
        pen.row(area, 0)?.skip(1).put("asking …", Role::Dim);
        return None;
    };
    let focused = session.focus == Focus::Pane(PaneId::Crawlers);
    let mut cursor = None;
    let mut list = area;
    // The filter has a line while it is typed, and as long as it hides anything.
    if session.filter.typing || !session.filter.field.text().is_empty() {
        let mut row = pen.row(area, 0)?;
        row.skip(1).put("filter ", Role::Strong);
        let position = row.put_field(&session.filter.field, |_| false);
        cursor = session.filter.typing.then_some(position);
        list = Rect { y: area.y + 1, height: area.height - 1, ..area };
    }
    if roll.rows().is_empty() {
        pen.row(list, 0)?.skip(1).put("no crawler fits", Role::Dim);
        return cursor;
    }
    let selection = session.list(PaneId::Crawlers);
    for index in 0..list.height {
        let at = selection.top + usize::from(index);
        let Some(what) = roll.rows().get(at) else { break };
        let Some(mut row) = pen.row(list, index) else { break };
        draw_row(&mut row, roll, *what, !session.filter.field.text().is_empty());
        if focused && !session.filter.typing && at == selection.selected {
            pen.style(Rect { y: list.y + index, height: 1, ..list }, pen.theme.style(Role::Selected));
        }
    }
    let row = selection.selected.saturating_sub(selection.top).min(usize::from(list.height.saturating_sub(1)));
    cursor.or(Some(Position { x: list.x, y: list.y + row as u16 }))
}

fn draw_row(row: &mut Row, roll: &Roll, what: CrawlerRow, filtered: bool) {
    match what {
        CrawlerRow::Purpose(purpose, counts) => {
            let glyphs = row.glyphs();
            row.put(if roll.is_open(purpose) || filtered { glyphs.opened } else { glyphs.closed }, Role::Dim);
            row.put(purpose_name(purpose), Role::Strong).put(": ", Role::Strong).put(&counts.words(), Role::Text);
        }
        CrawlerRow::Crawler(index) => {
            if let Some((member, decision)) = roll.crawler(index) {
                crawler(row, member, decision);
            }
        }
    }
}

fn crawler(row: &mut Row, member: &Member, decision: Decision) {
    let role = if decision.allowed { Role::Allowed } else { Role::Disallowed };
    let mark = if decision.allowed { row.glyphs().allowed } else { row.glyphs().disallowed };
    let by = match (decision.line(), &member.by) {
        (Some(line), Some(by)) if *by == member.name => format!("line {line} "),
        (Some(line), Some(by)) => format!("{by} line {line} "),
        (None, Some(by)) if *by != member.name => format!("{by} "),
        _ => String::new(),
    };
    row.put_right(&by, Role::Dim);
    row.skip(1).put(mark, role).put(" ", Role::Text).put(&member.name, Role::Text);
    if let Some(remark) = member.entry.and_then(Entry::remark) {
        row.put("  ", Role::Text).put(remark.split(':').next().unwrap_or_default(), Role::Dim);
    }
}
