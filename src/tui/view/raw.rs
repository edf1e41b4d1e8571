//! The Raw pane: the file, with what each line is to the answer, its issues, and a strip that shows the whole.

use super::text::Pen;
use crate::answer::Subject;
use crate::answer::{Answer, Role as LineRole};
use crate::app::App;
use crate::app::pane::{Focus, PaneId};
use crate::app::session::Session;
use crate::robots::{LineNo, Span};
use crate::tui::theme::Role;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};

/// Draws the pane and says where its selected row is.
pub fn draw(pen: &mut Pen, app: &App, area: Rect) -> Option<Position> {
    let session = app.session();
    let subject = session.subject()?;
    let count = subject.shown().line_count();
    if count == 0 {
        empty(pen, subject, area);
        return None;
    }
    let list = session.list(PaneId::Raw);
    // The strip is a scroll bar: it lies on the line between the panes, or where there is none takes the last column.
    let has_strip = count as usize > usize::from(area.height) && area.width > 20;
    let divider = app.layout.dividers.iter().any(|divider| divider.x == area.right());
    let text = if has_strip && !divider { Rect { width: area.width - 1, ..area } } else { area };
    let digits = count.to_string().len().max(2);
    let past = subject.reading(session.matcher.profile).first_line_past_limit().unwrap_or(LineNo::MAX);
    for index in 0..area.height {
        let line = (list.top + usize::from(index)) as LineNo + 1;
        if line > count {
            break;
        }
        draw_line(pen, session, subject, Rect { y: area.y + index, height: 1, ..text }, line, digits, line >= past);
        if session.focus == Focus::Pane(PaneId::Raw) && line == session.line() {
            pen.style(Rect { y: area.y + index, height: 1, ..text }, pen.theme.style(Role::Selected));
        }
    }
    if has_strip {
        strip(pen, session, subject, Rect { x: text.right(), width: 1, ..area });
    }
    let row = list.selected.saturating_sub(list.top).min(usize::from(area.height.saturating_sub(1)));
    Some(Position { x: area.x, y: area.y + row as u16 })
}

fn empty(pen: &mut Pen, subject: &Subject, area: Rect) {
    let sentence = match subject.delivery.as_ref().filter(|delivery| !delivery.is_file()) {
        Some(_) => "No file: the answer above says what crawlers make of it.",
        None => "The file is empty: every crawler may fetch everything.",
    };
    for (i, line) in crate::app::wrap::wrap(sentence, usize::from(area.width.saturating_sub(2))).iter().enumerate() {
        if let Some(mut row) = pen.row(area, i as u16) {
            row.skip(1).put(line, Role::Dim);
        }
    }
    let hops = subject.delivery.as_ref().map_or(&[][..], |delivery| &delivery.hops);
    for (i, hop) in hops.iter().enumerate() {
        if let Some(mut row) = pen.row(area, i as u16 + 3) {
            let status = hop.status.map_or_else(|| "no answer".to_owned(), |status| status.to_string());
            row.skip(1).put(&format!("{status}  {}", hop.url), Role::Dim);
        }
    }
}

fn draw_line(pen: &mut Pen, session: &Session, subject: &Subject, area: Rect, line: LineNo, digits: usize, past: bool) {
    let answer = session.answer.as_ref().filter(|answer| answer.elsewhere.is_none());
    let source = subject.shown();
    let span = source.line(line);
    let issues = subject.issues.as_ref().map_or(&[][..], |issues| issues.in_line(line));
    let theme = *pen.theme;
    let glyphs = theme.glyphs;
    let base = base_style(&theme, answer, line, past);
    let Some(mut row) = pen.row(area, 0) else { return };
    let in_group = answer.is_some_and(|answer| answer.in_group(line));
    row.put(&format!("{line:>digits$} "), if in_group { Role::Strong } else { Role::Dim });
    match issues.iter().map(|issue| issue.severity).min() {
        Some(severity) => row.put(severity.letter().encode_utf8(&mut [0; 4]), severity.into()),
        None => row.put(" ", Role::Text),
    };
    match answer.and_then(|answer| answer.role(line)) {
        Some(LineRole::Deciding(allowed)) => row.put_styled(theme.verdict_mark(allowed), theme.verdict(allowed)),
        Some(LineRole::Lost) => row.put(glyphs.lost, Role::Lost),
        None => row.put(" ", Role::Text),
    };
    row.skip(1);
    let comment = memchr::memchr(b'#', source.slice(span)).map_or(span.end, |at| span.start + at as u32);
    let left = session.list(PaneId::Raw).left;
    if left > 0 && !span.is_empty() {
        row.put(glyphs.less, Role::Dim);
    }
    row.put_bytes(source.slice(span), left, |offset| {
        let at = span.start + offset as u32;
        let style = if at >= comment { base.patch(theme.style(Role::Dim)) } else { base };
        underlined(&theme, issues.iter().map(|issue| (issue.span, issue.severity.into())), at, style)
    });
}

fn base_style(theme: &crate::tui::theme::Theme, answer: Option<&Answer>, line: LineNo, past: bool) -> Style {
    if past {
        return theme.style(Role::Dim);
    }
    match answer.and_then(|answer| answer.role(line)) {
        Some(LineRole::Deciding(allowed)) => theme.verdict(allowed),
        Some(LineRole::Lost) => theme.style(Role::Lost),
        None => Style::new(),
    }
}

fn underlined(
    theme: &crate::tui::theme::Theme,
    mut spans: impl Iterator<Item = (Span, Role)>,
    at: u32,
    style: Style,
) -> Style {
    match spans.find(|(span, _)| span.start <= at && at < span.end) {
        Some((_, role)) => {
            // A line that has a colour of its own keeps it.
            let style = if style.fg.is_none() {
                style.patch(Style { fg: theme.style(role).fg, ..Style::new() })
            } else {
                style
            };
            style.add_modifier(Modifier::UNDERLINED)
        }
        None => style,
    }
}

/// Where the issues and the deciding line lie in the whole file, and which part of it is in view.
fn strip(pen: &mut Pen, session: &Session, subject: &Subject, area: Rect) {
    let count = u64::from(subject.shown().line_count());
    let height = u64::from(area.height);
    let list = session.list(PaneId::Raw);
    let deciding = session.answer.as_ref().and_then(|answer| answer.why.decision.line());
    let glyphs = pen.glyphs();
    for row in 0..height {
        let first = (row * count / height) as LineNo + 1;
        let end = ((row + 1) * count / height) as LineNo + 1;
        let y = area.y + row as u16;
        let in_view = (list.top as LineNo) < end - 1 && first <= list.top as LineNo + LineNo::from(area.height);
        if deciding.is_some_and(|line| (first..end).contains(&line)) {
            pen.sign(area.x, y, glyphs.here, pen.theme.style(Role::Strong));
        } else if let Some(severity) = subject.issues.as_ref().and_then(|issues| issues.worst(first, end)) {
            pen.sign(area.x, y, severity.letter().encode_utf8(&mut [0; 4]), pen.theme.style(severity.into()));
        } else if in_view {
            pen.sign(area.x, y, glyphs.thumb, pen.theme.style(Role::Dim));
        }
    }
}
