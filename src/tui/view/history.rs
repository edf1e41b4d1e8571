//! The History pane: the versions of the file, newest first, and the verdict of the URL in the matcher under each.

use super::text::{Pen, Row};
use super::title::size;
use crate::answer::past::{Change, Edition, Past};
use crate::app::App;
use crate::app::pane::history::{around, moment, since};
use crate::app::pane::{Focus, PaneId};
use crate::app::wrap::wrap;
use crate::robots::Decision;
use crate::robots::delivery::Outcome;
use crate::tui::theme::Role;
use ratatui::layout::{Position, Rect};

/// Draws the pane and says where its selected row is.
pub fn draw(pen: &mut Pen, app: &App, area: Rect) -> Position {
    let session = app.session();
    let Some(past) = session.recall.of(session.subject()) else {
        let sentence = match session.subject().map(|subject| &subject.place) {
            Some(crate::answer::Place::Site(_)) => "Nothing was kept of this site yet.",
            _ => "Only what is fetched has a history.",
        };
        for (i, line) in wrap(sentence, usize::from(area.width.saturating_sub(2))).iter().enumerate() {
            if let Some(mut row) = pen.row(area, i as u16) {
                row.skip(1).put(line, Role::Dim);
            }
        }
        return Position { x: area.x, y: area.y };
    };
    let (head, foot) = around(area.height);
    if head > 0 {
        strips(pen, past, area);
    }
    let sentence = session.answer.as_ref().and_then(|answer| since(past, answer));
    let lines = sentence.map_or_else(Vec::new, |text| wrap(&text, usize::from(area.width.saturating_sub(2))));
    for (i, line) in (0..foot.saturating_sub(1)).zip(&lines) {
        let y = area.height - foot + 1 + i;
        if let Some(mut row) = pen.row(area, y) {
            row.skip(1).put(line, Role::Text);
        }
    }
    let list = Rect { y: area.y + head, height: area.height - head - foot, ..area };
    let selection = session.list(PaneId::History);
    let focused = session.focus == Focus::Pane(PaneId::History);
    for index in 0..list.height {
        let at = selection.top + usize::from(index);
        let (Some(edition), Some(decision)) = (past.editions().get(at), past.decisions().get(at)) else { break };
        let Some(mut row) = pen.row(list, index) else { break };
        draw_row(&mut row, edition, *decision);
        if focused && at == selection.selected {
            pen.style(Rect { y: list.y + index, height: 1, ..list }, pen.theme.style(Role::Selected));
        }
    }
    let row = selection.selected.saturating_sub(selection.top).min(usize::from(list.height.saturating_sub(1)));
    Position { x: list.x, y: list.y + row as u16 }
}

/// Size and verdict from the oldest version to the newest, as far as the width goes.
fn strips(pen: &mut Pen, past: &Past, area: Rect) {
    const LABEL: u16 = 9;
    let glyphs = pen.glyphs();
    let room = usize::from(area.width.saturating_sub(LABEL + 1));
    let shown = past.editions().len().min(room);
    let largest = past.editions().iter().take(shown).map(|edition| edition.size).max().unwrap_or(0).max(1);
    for (i, label) in ["size", "verdict"].into_iter().enumerate() {
        let Some(mut row) = pen.row(area, i as u16) else { return };
        row.skip(1).put(label, Role::Dim).to(area.x + LABEL);
        for at in (0..shown).rev() {
            let edition = &past.editions()[at];
            match (i, past.decisions()[at]) {
                (0, _) => {
                    let step = (edition.size * (glyphs.bars.len() as u64 - 1)).div_ceil(largest) as usize;
                    row.put(glyphs.bars[step.min(glyphs.bars.len() - 1)], Role::Text);
                }
                (_, Some(decision)) => {
                    let (mark, role) = verdict(&row, decision);
                    row.put(mark, role);
                }
                (_, None) => _ = row.put("?", Role::Dim),
            }
        }
    }
}

fn verdict(row: &Row, decision: Decision) -> (&'static str, Role) {
    let glyphs = row.glyphs();
    if decision.allowed { (glyphs.allowed, Role::Allowed) } else { (glyphs.disallowed, Role::Disallowed) }
}

fn draw_row(row: &mut Row, edition: &Edition, decision: Option<Decision>) {
    let (mark, role) = decision.map_or(("?", Role::Dim), |decision| verdict(row, decision));
    let change = edition.change.map_or_else(String::new, words);
    row.put_right(&format!("{change} "), Role::Dim);
    row.put(mark, role).put(" ", Role::Text).put(&moment(edition.at), Role::Text).put("  ", Role::Text);
    match &edition.outcome {
        Outcome::Answered(200..=299) => row.put(&size(edition.size as usize), Role::Text),
        Outcome::Answered(status) | Outcome::NoLocation(status) => row.put(&status.to_string(), Role::Error),
        Outcome::TooManyRedirects | Outcome::NotFollowed(_) => row.put("redirects", Role::Error),
        Outcome::Failed(..) => row.put("no answer", Role::Error),
    };
    if row.room() >= 16
        && let Some(line) = decision.and_then(Decision::line)
    {
        row.put(&format!("  line {line}"), Role::Dim);
    }
    if let Some(source) = edition.source.as_deref().filter(|source| usize::from(row.room()) > source.len() + 2) {
        row.put("  ", Role::Text).put(source, Role::Dim);
    }
    if let Some(change) = edition.change.filter(|_| row.room() >= 24) {
        let issues = match (change.gained, change.lost) {
            (0, 0) => String::new(),
            (gained, 0) => format!("  {gained} more issue{}", if gained == 1 { "" } else { "s" }),
            (0, lost) => format!("  {lost} issue{} fewer", if lost == 1 { "" } else { "s" }),
            (gained, lost) => format!("  {gained} issues came, {lost} went"),
        };
        row.put(&issues, Role::Warning);
    }
}

/// How many lines came and went.
fn words(change: Change) -> String {
    match (change.plus, change.minus) {
        (0, 0) => String::new(),
        (plus, 0) => format!("+{plus}"),
        (0, minus) => format!("-{minus}"),
        (plus, minus) => format!("+{plus} -{minus}"),
    }
}
