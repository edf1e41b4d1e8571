//! What lies on top: help, a long text, a question.

use super::text::Pen;
use super::title::size;
use crate::app::action::Action;
use crate::app::field::Field;
use crate::app::keymap::Context;
use crate::app::overlay::{Overlay, actions, filtered, text_width};
use crate::app::wrap::wrap;
use crate::app::{App, keymap};
use crate::tui::theme::Role;
use ratatui::layout::{Position, Rect};

/// Draws what lies on top and says where the cursor stands.
pub fn draw(pen: &mut Pen, app: &App, area: Rect) -> Option<Position> {
    match app.overlay.as_ref()? {
        Overlay::Help { filter, top } => help(pen, app, area, filter, *top),
        Overlay::Palette { filter, selected } => palette(pen, app, area, filter, *selected),
        Overlay::Text { title, body, top } => Some(text(pen, area, title, body, *top)),
        Overlay::Grid(grid) => super::grid::draw(pen, app, area, grid),
        Overlay::Askers(askers) => super::askers::draw(pen, app, area, askers),
        Overlay::Status { chosen } => Some(super::status::draw(pen, app, above_hints(area), *chosen)),
        Overlay::Open { field } => {
            let inner = window(pen, area, 76, 3, "Open");
            let mut row = pen.row(inner, 0)?;
            row.put("Site, URL or file  ", Role::Strong);
            let cursor = row.put_field(field, |_| false);
            let [take, back] = [Action::Use, Action::Back].map(|action| app.keys.name_of(app.contexts(), action));
            pen.row(inner, 2)?.put(&format!("{take} opens it, {back} leaves all as it is"), Role::Dim);
            Some(cursor)
        }
        Overlay::Offer { text } => {
            let inner = window(pen, area, 64, 3, "Pasted text");
            let lines = text.lines().count();
            let plural = if lines == 1 { "" } else { "s" };
            let mut row = pen.row(inner, 0)?;
            row.put(&format!("{lines} line{plural}, {}. Open it as a robots.txt?", size(text.len())), Role::Text);
            let cursor = row.position();
            let [take, back] = [Action::Use, Action::Back].map(|action| app.keys.name_of(app.contexts(), action));
            let before = app.keys.name_of(&[Context::Panes], Action::Before);
            let keys = format!("{take} opens it, {back} drops it; in a pane, {before} goes back");
            pen.row(inner, 2)?.put(&keys, Role::Dim);
            Some(cursor)
        }
    }
}

/// Clears a window with a frame and returns what lies inside.
pub(super) fn window(pen: &mut Pen, area: Rect, width: u16, height: u16, title: &str) -> Rect {
    let width = (width + 4).min(area.width);
    let height = (height + 2).min(area.height);
    let outer = Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 3, width, height };
    pen.clear(outer);
    let (style, glyphs) = (pen.theme.style(Role::Dim), pen.glyphs());
    for x in outer.left()..outer.right() {
        pen.sign(x, outer.top(), glyphs.horizontal, style);
        pen.sign(x, outer.bottom() - 1, glyphs.horizontal, style);
    }
    let heading = format!(" {title} ");
    pen.clear(Rect {
        x: outer.x + 1,
        height: 1,
        width: (heading.len() as u16).min(outer.width.saturating_sub(1)),
        ..outer
    });
    if let Some(mut row) = pen.row(outer, 0) {
        row.skip(1).put(&heading, Role::Strong);
    }
    Rect {
        x: outer.x + width.min(4) / 2,
        y: outer.y + 1,
        width: width.saturating_sub(4),
        height: height.saturating_sub(2),
    }
}

/// The screen without its last line.
pub(super) const fn above_hints(area: Rect) -> Rect {
    Rect { height: area.height.saturating_sub(1), ..area }
}

/// Columns that keys take in the list of keys.
const KEYS: u16 = 24;

fn help(pen: &mut Pen, app: &App, area: Rect, filter: &Field, top: usize) -> Option<Position> {
    let inner = window(pen, above_hints(area), 92, area.height, "Keys");
    let mut row = pen.row(inner, 0)?;
    row.put("Filter  ", Role::Strong);
    let cursor = row.put_field(filter, |_| false);
    let bindings = filtered(&app.keys, filter.text());
    if bindings.is_empty() {
        pen.row(inner, 2)?.put("No key fits.", Role::Dim);
    }
    let list = Rect { y: inner.y + 1, height: inner.height.saturating_sub(1), ..inner };
    let mut last = None;
    let mut y = 1;
    for binding in bindings.iter().skip(top) {
        if last != Some(binding.context) {
            last = Some(binding.context);
            if let Some(mut row) = pen.row(list, y) {
                row.put(binding.context.heading(), Role::Strong);
            }
            y += 1;
        }
        let keys: Vec<String> = binding.keys.iter().map(ToString::to_string).collect();
        let lines = wrap(binding.does, usize::from(list.width.saturating_sub(KEYS)));
        for (i, line) in lines.iter().enumerate() {
            let Some(mut row) = pen.row(list, y) else { break };
            if i == 0 {
                row.skip(2).put(&keys.join("  "), Role::Key);
            }
            row.to(list.x + KEYS).put(line, Role::Text);
            y += 1;
        }
    }
    Some(cursor)
}

/// Every action with its key; what cannot be done now is dim, and says why.
fn palette(pen: &mut Pen, app: &App, area: Rect, filter: &Field, selected: usize) -> Option<Position> {
    let inner = window(pen, above_hints(area), 92, area.height, "What to do");
    let mut row = pen.row(inner, 0)?;
    row.put("Filter  ", Role::Strong);
    let cursor = row.put_field(filter, |_| false);
    let list = Rect { y: inner.y + 2, height: inner.height.saturating_sub(2), ..inner };
    let height = usize::from(list.height).max(1);
    let actions = actions(&app.keys, filter.text());
    if actions.is_empty() {
        pen.row(list, 0)?.put("Nothing fits.", Role::Dim);
    }
    let top = (selected + 1).saturating_sub(height);
    for (index, (at, binding)) in (0..list.height).zip(actions.iter().enumerate().skip(top)) {
        let Some(mut row) = pen.row(list, index) else { break };
        let why_not = keymap::enabled(binding.action, app).err();
        let key = binding.keys.first().map(ToString::to_string).unwrap_or_default();
        row.put(&format!("{key:<10}"), Role::Key);
        row.put(binding.does, if why_not.is_some() { Role::Dim } else { Role::Text });
        if let Some(why) = why_not {
            row.put("  ", Role::Dim).put(why, Role::Dim);
        }
        if at == selected {
            pen.style(Rect { y: list.y + index, height: 1, ..list }, pen.theme.style(Role::Selected));
        }
    }
    Some(cursor)
}

fn text(pen: &mut Pen, area: Rect, title: &str, body: &str, top: usize) -> Position {
    let inner = window(pen, above_hints(area), text_width(area.width), area.height, title);
    let lines = wrap(body, usize::from(inner.width));
    for (i, line) in lines.iter().skip(top).enumerate() {
        let Some(mut row) = pen.row(inner, i as u16) else { break };
        match line.strip_prefix("## ") {
            Some(heading) => row.put(heading, Role::Strong),
            None => row.put(line, Role::Text),
        };
    }
    Position { x: inner.x, y: inner.y }
}
