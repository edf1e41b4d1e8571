//! The Crawlers pane: the verdict of the URL in the matcher for every crawler at once.

use super::text::{Pen, Row};
use crate::answer::Subject;
use crate::answer::census::Member;
use crate::app::App;
use crate::app::pane::crawlers::{DETAIL, Roll, Row as CrawlerRow, purpose_name};
use crate::app::pane::{Focus, PaneId};
use crate::app::wrap::wrap;
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
    if let Some(origin) = session.answer.as_ref().and_then(|answer| answer.elsewhere.as_ref()) {
        let file = origin.robots_url();
        pen.row(area, 0)?.skip(1).put("not ruled by this file but by", Role::Dim);
        pen.row(area, 1)?.skip(1).put(&file, Role::Dim);
        return None;
    }
    let focused = session.focus == Focus::Pane(PaneId::Crawlers);
    let share = session.share(area.height);
    let mut cursor = None;
    if share.filter > 0 {
        let mut row = pen.row(area, 0)?;
        row.skip(1).put("filter ", Role::Strong);
        let position = row.put_field(&session.filter.field, |_| false);
        cursor = session.filter.typing.then_some(position);
    }
    let list = Rect { y: area.y + share.filter, height: share.list, ..area };
    if roll.rows().is_empty() {
        pen.row(list, 0)?.skip(1).put("no crawler fits", Role::Dim);
        return cursor;
    }
    let selection = session.list(PaneId::Crawlers);
    for index in 0..list.height {
        let at = selection.top + usize::from(index);
        let Some(what) = roll.rows().get(at) else { break };
        let Some(mut row) = pen.row(list, index) else { break };
        draw_row(&mut row, app, roll, *what);
        if focused && !session.filter.typing && at == selection.selected {
            pen.style(Rect { y: list.y + index, height: 1, ..list }, pen.theme.style(Role::Selected));
        }
    }
    if let Some(&selected) = roll.rows().get(selection.selected).filter(|_| share.detail > 0) {
        detail(pen, app, roll, selected, Rect { y: list.bottom(), height: share.detail, ..area });
    }
    let row = selection.selected.saturating_sub(selection.top).min(usize::from(list.height.saturating_sub(1)));
    cursor.or(Some(Position { x: list.x, y: list.y + row as u16 }))
}

/// What there is to say about the selected row.
fn detail(pen: &mut Pen, app: &App, roll: &Roll, selected: CrawlerRow, area: Rect) {
    let Some(subject) = app.session().subject() else { return };
    let (style, horizontal) = (pen.theme.style(Role::Dim), pen.glyphs().horizontal);
    for x in area.left()..area.right() {
        pen.sign(x, area.top(), horizontal, style);
    }
    let width = usize::from(area.width.saturating_sub(1)).max(1);
    let text = roll.detail(subject, selected);
    // What the catalogue notes besides is shown where all of it has room.
    let with_note = roll.note(selected).map(|note| wrap(&format!("{text} {note}"), width));
    let mut lines = with_note.filter(|lines| lines.len() <= usize::from(DETAIL)).unwrap_or_else(|| wrap(&text, width));
    if lines.len() > usize::from(DETAIL) {
        // The mark of what has no room is put by the row.
        let rest = lines.split_off(usize::from(DETAIL) - 1);
        lines.push(rest.join(" "));
    }
    for (line, index) in lines.iter().zip(1..) {
        if let Some(mut row) = pen.row(area, index) {
            row.skip(1).put(line, Role::Text);
        }
    }
}

fn draw_row(row: &mut Row, app: &App, roll: &Roll, what: CrawlerRow) {
    let session = app.session();
    match what {
        CrawlerRow::Purpose(purpose, counts) => {
            let glyphs = row.glyphs();
            let is_open = roll.is_open(purpose) || !session.filter.field.text().is_empty();
            row.put(if is_open { glyphs.opened } else { glyphs.closed }, Role::Dim);
            row.put(purpose_name(purpose), Role::Strong).put(": ", Role::Strong).put(&counts.words(), Role::Text);
            if counts.unstoppable > 0 {
                // Where this has no room, the detail has it.
                row.put_if_room(&format!("  {} may not heed", counts.unstoppable), Role::Dim);
            }
        }
        CrawlerRow::Crawler(index) => {
            if let (Some((member, decision)), Some(subject)) = (roll.crawler(index), session.subject()) {
                crawler(row, roll, subject, member, decision);
            }
        }
    }
}

/// Columns from which on a row also says whether its crawler reads `Crawl-delay`.
const WIDE: u16 = 90;

fn crawler(row: &mut Row, roll: &Roll, subject: &Subject, member: &Member, decision: Decision) {
    let role = if decision.allowed { Role::Allowed } else { Role::Disallowed };
    let mark = if decision.allowed { row.glyphs().allowed } else { row.glyphs().disallowed };
    let remark = member.entry.and_then(Entry::remark).map(|remark| remark.split(':').next().unwrap_or_default());
    let start = row.position().x;
    if row.room() >= WIDE {
        let by = match (decision.line(), &member.by) {
            (Some(line), Some(by)) => format!("line {line}, {by}"),
            (None, Some(by)) => by.clone(),
            (_, None) => "no group".to_owned(),
        };
        row.skip(1).put(mark, role).put(" ", Role::Text).put(&member.name, Role::Text).skip(1);
        row.to(start + 30).put(&by, Role::Text).skip(1);
        row.to(start + 58).put(remark.unwrap_or_default(), Role::Dim).skip(1);
        let delay = roll.census().delay_in_words(subject, member);
        row.to(start + 74).put(&delay.unwrap_or_default(), Role::Dim);
        return;
    }
    let by = match (decision.line(), &member.by) {
        (Some(line), Some(by)) if *by == member.name => format!("line {line} "),
        (Some(line), Some(by)) => format!("{by} line {line} "),
        (None, Some(by)) if *by != member.name => format!("{by} "),
        _ => String::new(),
    };
    row.put_right(&by, Role::Dim);
    row.skip(1).put(mark, role).put(" ", Role::Text).put(&member.name, Role::Text);
    if let Some(remark) = remark {
        // Where this has no room, the detail has it.
        row.put_if_room(&format!("  {remark}"), Role::Dim);
    }
}
