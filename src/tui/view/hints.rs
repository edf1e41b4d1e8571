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
        let word = keymap::word(binding, app);
        let Some(key) = binding.keys.first().map(ToString::to_string) else { continue };
        let width = key.chars().count() + word.chars().count() + 3;
        if usize::from(row.room()) < width {
            break;
        }
        row.put(&key, Role::Key).put(" ", Role::Text).put(word, Role::Dim).skip(2);
    }
}

/// Draws the message to the person over the lowest lines; a long one takes up to four.
pub fn notice(pen: &mut Pen, app: &App, area: Rect) {
    let Some(notice) = &app.notice else { return };
    let lines = wrap(&notice.text, usize::from(area.width.saturating_sub(4)).max(1));
    let most = if notice.brief { 1 } else { 4 };
    let height = (lines.len() as u16).min(most).min(area.height);
    let place = Rect { y: area.bottom() - height, height, ..area };
    pen.clear(place);
    let (mark, role) = match notice.tone {
        Tone::Good => (pen.glyphs().allowed, Role::Strong),
        Tone::Bad => ("!", Role::Warning),
    };
    for (i, line) in lines.iter().take(usize::from(height)).enumerate() {
        if let Some(mut row) = pen.row(place, i as u16) {
            let text = if notice.brief { notice.text.as_str() } else { line };
            row.skip(1).put(if i == 0 { mark } else { " " }, role).put(" ", Role::Text).put(text, Role::Strong);
        }
    }
}
