//! The Raw pane: the file, with what each line is to the answer, its issues, and a strip that shows the whole.

use super::issues::top;
use super::text::{Pen, breaks};
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
    let page = Page { session, subject, digits, past, left: if app.wrap { 0 } else { list.left } };
    let theme = pen.theme;
    // Where each row of a line begins; one row, unless lines are wrapped.
    let width = text.width.saturating_sub(page.gutter());
    let rows = |index: usize| {
        if app.wrap {
            let source = subject.shown();
            breaks(source.slice(source.line(index as LineNo + 1)), theme, width, usize::from(area.height))
        } else {
            vec![page.left]
        }
    };
    let focused = session.focus == Focus::Pane(PaneId::Raw);
    let first = if app.wrap {
        let deciding = session.answer.as_ref().and_then(|answer| answer.why.decision.line());
        let wanted = if focused { Some(session.line()) } else { deciding };
        let wanted = wanted
            .map(|line| line as usize - 1)
            .filter(|line| (list.top..list.top + usize::from(area.height)).contains(line));
        top(list.top, wanted.unwrap_or(list.top), usize::from(area.height), |index| rows(index).len())
    } else {
        list.top
    };
    let mut cursor = Position { x: area.x, y: area.y };
    let mut y = area.y;
    for index in first..count as usize {
        if y >= area.bottom() {
            break;
        }
        let line = index as LineNo + 1;
        let rows = rows(index);
        let height = (rows.len() as u16).min(area.bottom() - y);
        let place = Rect { y, height, ..text };
        draw_line(pen, &page, place, line, &rows);
        if line == session.line() {
            cursor.y = y;
            if focused {
                pen.style(place, pen.theme.style(Role::Selected));
            }
        }
        y += height;
    }
    if has_strip {
        strip(pen, session, subject, Rect { x: text.right(), width: 1, ..area });
    }
    Some(cursor)
}

/// What the lines of the file have in common.
struct Page<'a> {
    session: &'a Session,
    subject: &'a Subject,
    /// Columns of a line number.
    digits: usize,
    /// The first line that is not read.
    past: LineNo,
    /// Columns that are scrolled out at the left.
    left: usize,
}

impl Page<'_> {
    /// Columns before the text of a line.
    const fn gutter(&self) -> u16 {
        self.digits as u16 + 4
    }
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

fn draw_line(pen: &mut Pen, page: &Page, area: Rect, line: LineNo, rows: &[usize]) {
    let Page { session, subject, digits, .. } = *page;
    let answer = session.answer.as_ref().filter(|answer| answer.elsewhere.is_none());
    let source = subject.shown();
    let span = source.line(line);
    let issues = subject.issues.as_ref().map_or(&[][..], |issues| issues.in_line(line));
    let theme = pen.theme;
    let glyphs = theme.glyphs;
    let base = base_style(theme, answer, line, line >= page.past);
    let comment = memchr::memchr(b'#', source.slice(span)).map_or(span.end, |at| span.start + at as u32);
    let style = |offset: usize| {
        let at = span.start + offset as u32;
        let style = if at >= comment { base.patch(theme.style(Role::Dim)) } else { base };
        underlined(theme, issues.iter().map(|issue| (issue.span, issue.severity.into())), at, style)
    };
    for (index, &left) in (0..area.height).zip(rows) {
        let Some(mut row) = pen.row(area, index) else { return };
        if index > 0 {
            row.skip(page.gutter()).put_part(source.slice(span), left, style);
            continue;
        }
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
        if left > 0 && !span.is_empty() {
            row.put(glyphs.less, Role::Dim);
        }
        if rows.len() > 1 {
            row.put_part(source.slice(span), left, style);
        } else {
            row.put_bytes(source.slice(span), left, style);
        }
    }
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
