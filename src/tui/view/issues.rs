//! The Issues pane: what is wrong, the worst first, each with its sentence.

use super::text::Pen;
use crate::app::App;
use crate::app::pane::{Focus, PaneId};
use crate::app::wrap::wrap;
use crate::tui::theme::Role;
use ratatui::layout::{Position, Rect};

/// Columns before the sentence.
const INDENT: u16 = 2;

/// Draws the pane and says where its selected row is.
pub fn draw(pen: &mut Pen, app: &App, area: Rect) -> Option<Position> {
    let session = app.session();
    let Some(issues) = session.subject()?.issues.as_ref() else {
        pen.row(area, 0)?.skip(1).put("looking …", Role::Dim);
        return None;
    };
    if session.issue_order.is_empty() {
        pen.row(area, 0)?.skip(1).put("no issues", Role::Dim);
        return None;
    }
    let list = session.list(PaneId::Issues);
    let focused = session.focus == Focus::Pane(PaneId::Issues);
    let width = usize::from(area.width.saturating_sub(INDENT + 1));
    let first = top(list.top, list.selected, usize::from(area.height), |i| {
        session
            .issue_order
            .get(i)
            .and_then(|&i| issues.all().get(i))
            .map_or(1, |issue| wrap(&sentence(issue), width).len() + 1)
    });
    let mut cursor = None;
    let mut y = 0;
    for (position, &index) in session.issue_order.iter().enumerate().skip(first) {
        if y >= area.height {
            break;
        }
        let issue = &issues.all()[index];
        let role: Role = issue.severity.into();
        let selected = focused && position == list.selected;
        if selected {
            cursor = Some(Position { x: area.x, y: area.y + y });
        }
        let mut lines = vec![(issue.code.to_owned(), role)];
        lines.extend(wrap(&sentence(issue), width).into_iter().map(|line| (line, Role::Text)));
        for (i, (text, role)) in lines.iter().enumerate() {
            let Some(mut row) = pen.row(area, y) else { break };
            if i == 0 {
                let line = if issue.served { "-".to_owned() } else { issues.line(index).to_string() };
                row.put(&format!("{} {line:>5} ", issue.severity.letter()), *role);
            } else {
                row.skip(INDENT);
            }
            row.put(text, *role);
            if selected && i == 0 {
                pen.style(Rect { y: area.y + y, height: 1, ..area }, pen.theme.style(Role::Selected));
            }
            y += 1;
        }
    }
    cursor
}

/// What an issue says, and which engines it concerns where that is not all.
fn sentence(issue: &crate::lint::Issue) -> String {
    match issue.profiles.words() {
        Some(words) => format!("{} ({words})", issue.message),
        None => issue.message.clone(),
    }
}

/// The first item to draw, so that the selected one is in view as a whole.
pub fn top(top: usize, selected: usize, height: usize, lines: impl Fn(usize) -> usize) -> usize {
    if selected < top {
        return selected;
    }
    let mut room = height.saturating_sub(lines(selected));
    let mut first = selected;
    while first > top {
        let needed = lines(first - 1);
        if needed > room {
            break;
        }
        room -= needed;
        first -= 1;
    }
    first
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_selected_issue_is_in_view_as_a_whole() {
        assert_eq!(top(0, 0, 5, |_| 3), 0);
        assert_eq!(top(0, 1, 5, |_| 3), 1);
        assert_eq!(top(0, 1, 6, |_| 3), 0);
        assert_eq!(top(4, 2, 6, |_| 3), 2);
        assert_eq!(top(0, 3, 1, |_| 3), 3);
    }
}
