//! What an answer would do: the answers in a row, below them what each engine goes by at once and later.

use super::overlay::window;
use super::text::{self, Pen};
use crate::app::App;
use crate::app::status::{Cell, Row, rows};
use crate::app::wrap::wrap;
use crate::robots::holding::simulation::{MOMENTS, TRIALS};
use crate::robots::holding::words::course;
use crate::tui::theme::Role;
use ratatui::layout::{Position, Rect};

/// A line of the table.
enum Line<'a> {
    Blank,
    /// Over rows.
    Heading(&'static str),
    Row(&'a Row),
    Text(String, Role),
    /// What the marks mean.
    Legend,
}

/// Draws what the chosen answer does and says where it stands in the row of answers.
pub fn draw(pen: &mut Pen, app: &App, area: Rect, chosen: usize) -> Position {
    let session = app.session();
    let inner = window(pen, area, 76, 21, &title(app));
    let cursor = answers(pen, inner, chosen);
    let Some(trial) = TRIALS.get(chosen) else { return cursor };
    let width = usize::from(inner.width);
    let [with, without] = [true, false].map(|with_copy| rows(session, trial, with_copy));
    let text = |text: &str, role| wrap(text, width).into_iter().map(move |line| Line::Text(line, role));
    let mut lines: Vec<Line> = text(&format!("{}: {}.", trial.name, trial.says), Role::Text).collect();
    lines.push(Line::Blank);
    let same = with == without;
    lines.push(Line::Heading(if same { "With or without a good copy" } else { "With a good copy" }));
    lines.extend(with.iter().map(Line::Row));
    if !same {
        lines.extend([Line::Blank, Line::Heading("Without one")]);
        lines.extend(without.iter().map(Line::Row));
    }
    lines.push(Line::Blank);
    let profile = session.matcher.profile;
    let sentence = format!("{}: {}", profile.name, course(&trial.outcome, profile));
    lines.extend(text(&sentence, Role::Text));
    lines.push(Line::Blank);
    lines.push(Line::Legend);
    lines.extend(text("Counted from when the crawler asks; until then it goes by its copy.", Role::Dim));
    let place = Rect { y: inner.y + 1, height: inner.height.saturating_sub(1), ..inner };
    // Where there is little room, the blank lines go first: those around what is said before those in the table.
    while lines.len() > usize::from(place.height) {
        let is_blank = |line: &Line| matches!(line, Line::Blank);
        let last = lines.iter().rposition(is_blank);
        match lines.iter().position(is_blank).filter(|&first| first < 3).or(last) {
            Some(blank) => _ = lines.remove(blank),
            None => break,
        }
    }
    for (index, line) in (0..place.height).zip(&lines) {
        match line {
            Line::Blank => {}
            Line::Heading(words) => heading(pen, place, index, words),
            Line::Row(row) => table_row(pen, place, index, row, profile.name),
            Line::Text(text, role) => {
                if let Some(mut row) = pen.row(place, index) {
                    row.put(text, *role);
                }
            }
            Line::Legend => legend(pen, app, place, index),
        }
    }
    cursor
}

/// What the window is called: it may hide the matcher, so it says who asks for what.
fn title(app: &App) -> String {
    let title = "What a status would do";
    match app.session().answer.as_ref().filter(|answer| answer.elsewhere.is_none()) {
        Some(answer) => {
            let agent = answer.asked.crawler.tokens.first().map_or("*", String::as_str);
            format!("{title}: {agent}, {}", answer.path.as_str())
        }
        None => title.to_owned(),
    }
}

/// The answers; where they have no room, from the one on that brings the chosen one into view.
fn answers(pen: &mut Pen, area: Rect, chosen: usize) -> Position {
    let mut cursor = Position { x: area.x, y: area.y };
    let last = chosen.min(TRIALS.len() - 1);
    let wide = |from: usize| TRIALS[from..=last].iter().map(|trial| trial.name.len() + 2).sum::<usize>();
    let first = (0..last).find(|&from| wide(from) <= usize::from(area.width)).unwrap_or(last);
    let Some(mut row) = pen.row(area, 0) else { return cursor };
    for (index, trial) in TRIALS.iter().enumerate().skip(first) {
        if usize::from(row.room()) < trial.name.len() + 2 {
            break;
        }
        if index == chosen {
            cursor = row.position();
        }
        row.put(&format!(" {} ", trial.name), if index == chosen { Role::Selected } else { Role::Text });
    }
    cursor
}

/// Columns of a cell: fewer where the names would have no room.
const fn cell(area: Rect) -> u16 {
    if area.width >= 70 { 11 } else { 10 }
}

/// The moments that are shown: where there is little room, without 24 h, at which no answer does anything new.
const fn shown(area: Rect) -> &'static [usize] {
    if area.width >= 56 { &[0, 1, 2, 3] } else { &[0, 1, 3] }
}

/// Where the cell at this place begins.
const fn column(area: Rect, place: usize) -> u16 {
    area.right().saturating_sub(cell(area) * (shown(area).len() - place) as u16)
}

fn heading(pen: &mut Pen, area: Rect, index: u16, words: &str) {
    for (place, &moment) in shown(area).iter().enumerate() {
        if let Some(mut row) = pen.row(area, index) {
            row.to(column(area, place)).put(MOMENTS[moment].1, Role::Dim);
        }
    }
    if let Some(mut row) = pen.row(until_cells(area), index) {
        row.put(words, Role::Strong);
    }
}

/// The part of the table that holds the names.
const fn until_cells(area: Rect) -> Rect {
    Rect { width: column(area, 0).saturating_sub(area.x + 1), ..area }
}

fn table_row(pen: &mut Pen, area: Rect, index: u16, of: &Row, own: &str) {
    if let Some(mut row) = pen.row(until_cells(area), index) {
        row.put(&of.heading(), if of.names.contains(&own) { Role::Strong } else { Role::Text });
    }
    for (place, &moment) in shown(area).iter().enumerate() {
        if let Some(mut row) = pen.row(area, index) {
            row.to(column(area, place));
            put_cell(&mut row, of.cells[moment]);
        }
    }
}

fn put_cell(row: &mut text::Row, cell: Cell) {
    let (mark, role) = match cell.allowed {
        Some(true) => (row.glyphs().allowed, Role::Allowed),
        Some(false) => (row.glyphs().disallowed, Role::Disallowed),
        None => (" ", Role::Text),
    };
    row.put(mark, role).put(" ", Role::Text).put(cell.state.words(), role);
    if cell.open {
        row.put("?", Role::Dim);
    }
}

fn legend(pen: &mut Pen, app: &App, area: Rect, index: u16) {
    let session = app.session();
    let Some(mut row) = pen.row(area, index) else { return };
    match session.answer.as_ref() {
        Some(answer) if answer.elsewhere.is_none() => {
            let glyphs = row.glyphs();
            row.put(glyphs.allowed, Role::Allowed).put(" may fetch it   ", Role::Dim);
            row.put(glyphs.disallowed, Role::Disallowed).put(" may not   ", Role::Dim);
            row.put("? the source leaves it open", Role::Dim);
        }
        _ => _ = row.put("Another file rules the URL in the matcher, so there is no verdict.", Role::Warning),
    }
}
