//! The last line: what keys do here. And above it, for one key press, a message.

use super::text::Pen;
use crate::app::wrap::wrap;
use crate::app::{App, Tone, keymap};
use crate::tui::theme::Role;
use ratatui::layout::Rect;

/// Draws as many hints as fit, by rank.
pub fn draw(pen: &mut Pen, app: &App, area: Rect) {
    let Some(mut row) = pen.row(area, 0) else { return };
    row.skip(1);
    for binding in keymap::hints(app) {
        let Some(hint) = binding.hint else { continue };
        let key = binding.keys[0].to_string();
        let width = key.chars().count() + hint.word.chars().count() + 3;
        if usize::from(row.room()) < width {
            break;
        }
        row.put(&key, Role::Key).put(" ", Role::Text).put(hint.word, Role::Dim).skip(2);
    }
}

/// Draws the message to the person over the lowest lines; a long one takes up to four.
pub fn notice(pen: &mut Pen, app: &App, area: Rect) {
    let Some(notice) = &app.notice else { return };
    let lines = wrap(&notice.text, usize::from(area.width.saturating_sub(4)).max(1));
    let height = (lines.len() as u16).min(4).min(area.height);
    let place = Rect { y: area.bottom() - height, height, ..area };
    pen.clear(place);
    let (mark, role) = match notice.tone {
        Tone::Good => (pen.glyphs().allowed, Role::Strong),
        Tone::Bad => ("!", Role::Warning),
    };
    for (i, line) in lines.iter().take(usize::from(height)).enumerate() {
        if let Some(mut row) = pen.row(place, i as u16) {
            row.skip(1).put(if i == 0 { mark } else { " " }, role).put(" ", Role::Text).put(line, Role::Strong);
        }
    }
}
