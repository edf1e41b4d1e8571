//! Drawing: one file a region. Reads the state and changes nothing. Every frame has a cursor: screen readers and input
//! methods go by it.

mod askers;
mod crawlers;
mod grid;
mod groups;
mod hints;
mod history;
mod issues;
mod matcher;
mod overlay;
mod panes;
mod raw;
mod sitemaps;
mod start;
mod status;
mod text;
mod title;

use super::theme::Theme;
use crate::app::App;
use ratatui::Frame;
use ratatui::layout::Position;
use text::Pen;

/// Draws the whole screen and puts the cursor where the person is.
pub fn draw(frame: &mut Frame, app: &App, theme: &Theme) {
    let layout = &app.layout;
    let area = frame.area();
    if area.is_empty() {
        return;
    }
    let mut pen = Pen::new(frame.buffer_mut(), theme);
    let mut cursor = if layout.word_only {
        matcher::word(&mut pen, app, area);
        Some(area.as_position())
    } else if app.on_start_screen() {
        start::draw(&mut pen, app, area)
    } else {
        title::draw(&mut pen, app, layout.title);
        let in_field = matcher::draw(&mut pen, app);
        let in_pane = panes::draw(&mut pen, app);
        in_field.or(in_pane)
    };
    if !layout.word_only {
        hints::draw(&mut pen, app, layout.hints);
        matcher::completion(&mut pen, app);
        cursor = overlay::draw(&mut pen, app, area).or(cursor);
        hints::notice(&mut pen, app, area);
    }
    // Where what has the focus is not on the screen, the answer is what the person looks at.
    let Position { x, y } = cursor.unwrap_or(layout.answer.as_position());
    frame.set_cursor_position((x.min(area.right() - 1), y.min(area.bottom() - 1)));
}
