//! The start screen: no file is in view yet.

use super::text::Pen;
use crate::app::App;
use crate::app::action::Action;
use crate::tui::theme::Role;
use ratatui::layout::{Position, Rect};

/// Draws it and says where the cursor stands.
pub fn draw(pen: &mut Pen, app: &App, area: Rect) -> Option<Position> {
    let inner = Rect {
        x: area.x + area.width.min(4) / 2,
        y: area.y + u16::from(area.height > 12),
        width: area.width.saturating_sub(4),
        height: area.height.saturating_sub(u16::from(area.height > 12) + 1),
    };
    pen.row(inner, 0)?.put("robotui", Role::Strong).put("  what a robots.txt does, line by line", Role::Dim);
    if let Some(loading) = &app.session().loading {
        let seconds = app.now.saturating_sub(loading.since).as_secs();
        let mut row = pen.row(inner, 2)?;
        let cursor = row.position();
        row.put(&format!("fetching {} ", loading.what), Role::Strong)
            .put(&format!("{seconds} s, {} stops", app.keys.name_of(app.contexts(), Action::Back)), Role::Dim);
        return Some(cursor);
    }
    let mut row = pen.row(inner, 2)?;
    row.put("Site, URL or file  ", Role::Strong);
    let cursor = row.put_field(&app.start, |_| false);
    let ways = [
        (Some(Action::Use), "open it: example.com, https://example.com/page, ./robots.txt"),
        (None, "a robots.txt, with the terminal's own key"),
        (Some(Action::PasteFile), "take the text of the clipboard"),
        (Some(Action::Demo), "open the example that comes with robotui"),
        (Some(Action::Help), "all keys"),
        (Some(Action::Quit), "leave"),
    ];
    for (i, (action, does)) in ways.into_iter().enumerate() {
        let Some(mut row) = pen.row(inner, 4 + i as u16) else { break };
        let key = action.map_or_else(|| "paste".to_owned(), |action| app.keys.name_of(app.contexts(), action));
        row.put(&format!("{key:<8}"), Role::Key).put(does, Role::Text);
    }
    if let Some(mut row) = pen.row(inner, 11) {
        row.put("By hand: curl -s https://example.com/robots.txt | robotui -", Role::Dim);
    }
    Some(cursor)
}
