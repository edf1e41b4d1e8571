//! The grid of origins: a row each, filled in as the answers come, and below it what is to be said of the selected one and of
//! all of them beside each other.

use super::overlay::{above_hints, window};
use super::text::Pen;
use super::title::{shorten, size};
use crate::answer::origins::{Relation, Row, State};
use crate::app::App;
use crate::app::grid::Grid;
use crate::app::wrap::wrap;
use crate::tui::theme::Role;
use ratatui::layout::{Position, Rect};
use unicode_width::UnicodeWidthStr as _;

/// A column: its heading, its width, and whether it stands at the right.
struct Column {
    heading: &'static str,
    width: u16,
    right: bool,
    cell: fn(&Grid, &Row) -> (String, Role),
}

const fn column(heading: &'static str, width: u16, right: bool, cell: fn(&Grid, &Row) -> (String, Role)) -> Column {
    Column { heading, width, right, cell }
}

/// Columns of an origin that are worth more than another column: at least and at most.
const ORIGIN: (u16, u16) = (20, 32);

/// The columns beside the origin that fit, and the space between them; those that matter least give way first.
fn columns(width: u16, origin: u16) -> (Vec<Column>, u16) {
    let origin = origin.clamp(ORIGIN.0, ORIGIN.1);
    let wide = width >= 90;
    let gap = if wide { 2 } else { 1 };
    let checked = if wide { column("Checked", 8, false, second) } else { column("Time", 5, false, minute) };
    let mut columns = vec![
        column("Outcome", 18, false, outcome),
        checked,
        column("Size", 9, true, bytes),
        column("E", 2, true, errors),
        column("W", 2, true, warnings),
        column("File", 10, false, relation),
        column("Redirected to", 23, false, redirect),
    ];
    let taken = |columns: &[Column]| columns.iter().map(|column| column.width + gap).sum::<u16>();
    for heading in ["Redirected to", "Time", "Checked", "Size", "W", "E", "File", "Outcome"] {
        if taken(&columns) + origin <= width {
            break;
        }
        columns.retain(|column| column.heading != heading);
    }
    (columns, gap)
}

pub fn draw(pen: &mut Pen, app: &App, area: Rect, grid: &Grid) -> Option<Position> {
    let area = above_hints(area);
    let inner = window(pen, area, 124, area.height, &format!("The origins of {}", grid.asked));
    let progress = if grid.rows.is_empty() { "Looking up which they are".to_owned() } else { grid.progress(app.now) };
    pen.row(inner, 0)?.put(&progress, if grid.is_asking() { Role::Strong } else { Role::Dim });
    let below = below(grid, inner.width, inner.height.saturating_sub(4) / 2);
    let list = Rect { y: inner.y + 1, height: inner.height.saturating_sub(1 + below.len() as u16), ..inner };
    let cursor = rows(pen, grid, list);
    for (i, (text, role)) in below.iter().enumerate() {
        if let Some(mut row) = pen.row(inner, inner.height.saturating_sub(below.len() as u16) + i as u16) {
            row.put(text, *role);
        }
    }
    Some(cursor)
}

/// The lines below the rows, at most so many.
fn below(grid: &Grid, width: u16, most: u16) -> Vec<(String, Role)> {
    let lines = |text: &str| wrap(text, usize::from(width));
    let mut below: Vec<(String, Role)> = vec![(String::new(), Role::Text)];
    below.extend(lines(&grid.about()).into_iter().map(|line| (line, Role::Text)));
    for issue in &grid.findings {
        let text = format!("{} {}: {}.", issue.severity.letter(), issue.code, issue.message);
        below.extend(lines(&text).into_iter().map(|line| (line, issue.severity.into())));
    }
    below.truncate(usize::from(most));
    below
}

fn rows(pen: &mut Pen, grid: &Grid, area: Rect) -> Position {
    let longest = grid.rows.iter().map(|row| row.origin.to_string().width() as u16).max().unwrap_or(0);
    let (columns, gap) = columns(area.width, longest);
    let taken: u16 = columns.iter().map(|column| column.width + gap).sum();
    let name = area.width.saturating_sub(taken).min(longest.max(ORIGIN.0));
    if let Some(mut row) = pen.row(area, 0) {
        row.put("Origin", Role::Strong);
        let mut x = area.x + name + gap;
        for column in &columns {
            let shift = if column.right { column.width - column.heading.len() as u16 } else { 0 };
            row.to(x + shift).put(column.heading, Role::Strong);
            x += column.width + gap;
        }
    }
    let list = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
    let height = usize::from(list.height).max(1);
    let top = (grid.selected + 1).saturating_sub(height);
    let mut cursor = Position { x: list.x, y: list.y };
    for (y, (at, line)) in (0..list.height).zip(grid.rows.iter().enumerate().skip(top)) {
        let Some(mut row) = pen.row(list, y) else { break };
        let origin = row.shown(&line.origin.to_string()).into_owned();
        row.put(&shorten(&origin, usize::from(name)), Role::Text);
        let mut x = list.x + name + gap;
        for column in &columns {
            let (text, role) = (column.cell)(grid, line);
            let shift = if column.right { column.width.saturating_sub(text.width() as u16) } else { 0 };
            row.to(x + shift).put(&text, role);
            x += column.width + gap;
        }
        if at == grid.selected {
            cursor.y = list.y + y;
            pen.style(Rect { y: cursor.y, height: 1, ..list }, pen.theme.style(Role::Selected));
        }
    }
    cursor
}

fn nothing() -> (String, Role) {
    (String::new(), Role::Text)
}

fn outcome(_: &Grid, row: &Row) -> (String, Role) {
    match &row.state {
        State::Asking => ("being asked".to_owned(), Role::Dim),
        State::NothingKept => ("nothing kept".to_owned(), Role::Dim),
        State::Seen(seen) => {
            let role = match seen.word() {
                "fetched" => Role::Allowed,
                "not fetched: 404" => Role::Text,
                _ => Role::Warning,
            };
            (seen.word().to_owned(), role)
        }
    }
}

fn minute(grid: &Grid, row: &Row) -> (String, Role) {
    let (mut text, role) = second(grid, row);
    text.truncate(5);
    (text, role)
}

fn second(_: &Grid, row: &Row) -> (String, Role) {
    let clock = row.seen().map(|seen| seen.at.clock());
    clock.map_or_else(nothing, |(h, m, s)| (format!("{h:02}:{m:02}:{s:02}"), Role::Dim))
}

fn bytes(_: &Grid, row: &Row) -> (String, Role) {
    let file = row.seen().and_then(|seen| seen.file);
    file.map_or_else(nothing, |file| (size(file.size), Role::Text))
}

fn count(row: &Row, count: usize, bad: Role) -> (String, Role) {
    let is_file = row.seen().is_some_and(|seen| seen.file.is_some());
    match count {
        _ if !is_file => nothing(),
        0 => ("0".to_owned(), Role::Dim),
        // Two columns are all there is.
        100.. => ("++".to_owned(), bad),
        n => (n.to_string(), bad),
    }
}

fn errors(_: &Grid, row: &Row) -> (String, Role) {
    count(row, row.seen().map_or(0, |seen| seen.errors), Role::Error)
}

fn warnings(_: &Grid, row: &Row) -> (String, Role) {
    count(row, row.seen().map_or(0, |seen| seen.warnings), Role::Warning)
}

fn relation(grid: &Grid, row: &Row) -> (String, Role) {
    grid.relation(row).map_or_else(nothing, |relation| {
        let role = match relation {
            Relation::Itself => Role::Strong,
            Relation::Differs | Relation::Only => Role::Warning,
            Relation::Same | Relation::SaysTheSame => Role::Text,
            Relation::NoFile => Role::Dim,
        };
        (relation.word().to_owned(), role)
    })
}

fn redirect(_: &Grid, row: &Row) -> (String, Role) {
    let to = row.seen().and_then(|seen| seen.led_to.as_deref());
    to.map_or_else(nothing, |to| (to.strip_suffix("/robots.txt").unwrap_or(to).to_owned(), Role::Dim))
}
