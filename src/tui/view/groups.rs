//! The Groups pane: what each crawler that the file names sees, its rules by rank.

use super::text::{Pen, Row};
use crate::answer::{Answer, Role as LineRole, wishes};
use crate::app::App;
use crate::app::pane::groups::{Block, Outline, Row as GroupRow};
use crate::app::pane::{Focus, PaneId};
use crate::robots::signals::Signal;
use crate::robots::{Kind, LineNo};
use crate::tui::theme::Role;
use ratatui::layout::{Position, Rect};

/// Draws the pane and says where its selected row is.
pub fn draw(pen: &mut Pen, app: &App, area: Rect) -> Option<Position> {
    let session = app.session();
    let outline = session.outline.as_ref()?;
    if outline.is_empty() {
        pen.row(area, 0)?.skip(1).put("no groups", Role::Dim);
        return None;
    }
    let answer = session.answer.as_ref().filter(|answer| answer.elsewhere.is_none());
    let chosen = answer.and_then(|answer| outline.chosen(&answer.choice));
    let list = session.list(PaneId::Groups);
    for index in 0..area.height {
        let at = list.top + usize::from(index);
        let Some(what) = outline.row(at) else { break };
        let Some(mut row) = pen.row(area, index) else { break };
        let lit = answer.filter(|_| matches!(what, GroupRow::Rule(block, ..) if Some(block) == chosen));
        draw_row(&mut row, outline, what, outline.is_last(at), chosen, lit, list.left);
        if session.focus == Focus::Pane(PaneId::Groups) && at == list.selected {
            pen.style(Rect { y: area.y + index, height: 1, ..area }, pen.theme.style(Role::Selected));
        }
    }
    let row = list.selected.saturating_sub(list.top).min(usize::from(area.height.saturating_sub(1)));
    Some(Position { x: area.x, y: area.y + row as u16 })
}

fn draw_row(
    row: &mut Row,
    outline: &Outline,
    what: GroupRow,
    last: bool,
    chosen: Option<usize>,
    lit: Option<&Answer>,
    left: usize,
) {
    let branch = if last { row.glyphs().corner } else { row.glyphs().branch };
    match what {
        GroupRow::Head(index) => head(row, outline, &outline.blocks()[index], chosen == Some(index)),
        GroupRow::Rule(_, line, length) => rule(row, outline, branch, line, length, lit, left),
        GroupRow::NoRules(_) => _ = row.skip(1).put(branch, Role::Dim).put("    no rules: all allowed", Role::Dim),
        GroupRow::Extra(_, line) => {
            record(row.skip(1).put(branch, Role::Dim).skip(4), outline, line, left);
            if let Some(signal) = Signal::read(outline.reading(), line, None) {
                let words = wishes::words(&signal, outline.reading().document().source());
                row.put_if_room(&format!("  {words}"), Role::Dim);
            }
        }
        GroupRow::Hides(_, count) => {
            let plural = if count == 1 { "" } else { "s" };
            row.skip(1).put(branch, Role::Dim).put(&format!("    hides {count} rule{plural} of *"), Role::Dim);
        }
        GroupRow::OrphansHead => _ = row.skip(1).put("Rules that belong to nobody", Role::Strong),
        GroupRow::OthersHead => _ = row.skip(1).put("Other records", Role::Strong),
        GroupRow::Loose(line) => record(row.skip(1).put(&format!("{line:>5} "), Role::Dim), outline, line, left),
    }
}

fn head(row: &mut Row, outline: &Outline, block: &Block, chosen: bool) {
    let reading = outline.reading();
    let groups = block.groups.iter().filter_map(|&group| reading.groups().get(group));
    let spans: Vec<String> = groups
        .take(4)
        .map(|g| if g.first == g.last { g.first.to_string() } else { format!("{}-{}", g.first, g.last) })
        .collect();
    let more = if block.groups.len() > 4 { ",…" } else { "" };
    let merged = if block.groups.len() > 1 { " merged" } else { "" };
    let mark = if chosen { " chosen" } else { "" };
    row.skip(1).put_right(
        &format!(" {}{more}{merged}{mark} ", spans.join(",")),
        if chosen { Role::Strong } else { Role::Dim },
    );
    // Where a line says more than the name that it is known by, both are shown.
    let name = |&line| match outline.name_of(line) {
        (name, None) => name.into_owned(),
        (name, Some(whole)) if name.is_empty() => format!("nobody ({whole})"),
        (name, Some(whole)) => format!("{name} ({whole})"),
    };
    let names: Vec<String> = block.agents.iter().take(20).map(name).collect();
    let names = if names.iter().all(String::is_empty) { "(nobody)".to_owned() } else { names.join(", ") };
    // A run of agents stands in brackets.
    let text = if block.agents.len() > 1 { format!("[{names}]") } else { names };
    row.put(&text, Role::Strong);
}

fn rule(row: &mut Row, outline: &Outline, branch: &str, line: LineNo, length: u32, lit: Option<&Answer>, left: usize) {
    let reading = outline.reading();
    let allow = reading.kind(line) == Kind::Allow;
    let role = match lit.and_then(|answer| answer.role(line)) {
        Some(LineRole::Deciding(true)) => Role::Allowed,
        Some(LineRole::Deciding(false)) => Role::Disallowed,
        Some(LineRole::Lost) => Role::Lost,
        None => Role::Text,
    };
    let value = reading.value(line);
    let never = !value.is_empty() && !matches!(value[0], b'/' | b'*');
    if matches!(role, Role::Allowed | Role::Disallowed) {
        let here = row.glyphs().here;
        row.put_right(&format!("{here} "), role);
    } else if never {
        row.put_right("never ", Role::Dim);
    }
    // A length of three digits or more keeps its distance.
    let gap = if length > 99 { " " } else { "" };
    row.skip(1).put(branch, Role::Dim).put(&format!("{gap}{length:>3} "), Role::Dim);
    row.put(if allow { "Allow    " } else { "Disallow " }, role);
    let style = row.style(role);
    row.put_bytes(value, left, |_| style);
}

fn record(row: &mut Row, outline: &Outline, line: LineNo, left: usize) {
    let document = outline.reading().document();
    let style = row.style(Role::Text);
    row.put_bytes(document.source().slice(document.source().line(line)).trim_ascii(), left, |_| style);
}
