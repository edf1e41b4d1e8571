//! The matcher: agent, URL, verdict, the deciding line, and why the others lost.

use super::text::{Pen, Row};
use crate::answer::Answer;
use crate::app::App;
use crate::app::action::Action;
use crate::app::field::Field;
use crate::app::keymap::Context;
use crate::app::pane::Focus;
use crate::app::pane::history::since_briefly;
use crate::app::session::Session;
use crate::app::wrap::wrap;
use crate::crawlers::Entry;
use crate::robots::delivery::Outcome;
use crate::robots::explain::{Loss, Match};
use crate::robots::{Kind, LineNo, display};
use crate::tui::theme::Role;
use ratatui::layout::{Position, Rect};
use ratatui::style::Modifier;

/// Where the text of the fields begins.
const FIELD: u16 = 8;

/// The verdict and nothing else, for a screen that holds no more.
pub fn word(pen: &mut Pen, app: &App, area: Rect) {
    let session = app.session();
    let Some(mut row) = pen.row(area, 0) else { return };
    match &session.answer {
        Some(answer) => verdict(&mut row, answer),
        None if session.loading.is_some() => _ = row.put("fetching", Role::Dim),
        None => _ = row.put("robotui", Role::Dim),
    }
}

/// Draws the matcher and says where the cursor stands, if it stands there.
pub fn draw(pen: &mut Pen, app: &App) -> Option<Position> {
    let session = app.session();
    let layout = &app.layout;
    let answer = session.answer.as_ref();
    let read_as = answer.map(read_as).unwrap_or_default();
    let focused = |focus| session.focus == focus;
    let (agent, url) = (&session.matcher.agent, &session.matcher.url);
    let what = Labelled { label: "Agent", field: agent, focused: focused(Focus::Agent), ghost: "*", remark: &read_as };
    let in_agent = field(pen, layout.agent, &what, |_| false);
    let matched = answer.map(|answer| matched_as(session, answer)).unwrap_or_default();
    // The bytes of the path that the deciding pattern covers, where the path stands in the field as it is matched.
    let typed = session.matcher.url.text();
    let covers = |at: usize| {
        let answer = answer.filter(|answer| answer.elsewhere.is_none());
        let at = answer.and_then(|answer| place(typed, answer.path.as_str())).and_then(|place| place(at));
        let winner = answer.and_then(|answer| answer.why.winner());
        winner.zip(at).is_some_and(|(winner, at)| winner.covered.iter().any(|(_, covered)| covered.contains(&at)))
    };
    let what = Labelled { label: "URL", field: url, focused: focused(Focus::Url), ghost: "/", remark: &matched };
    let in_url = field(pen, layout.url, &what, covers);
    if let Some(answer) = answer {
        draw_answer(pen, app, answer, layout.answer);
    }
    match session.focus {
        Focus::Agent => in_agent,
        Focus::Url => in_url,
        Focus::Pane(_) => None,
    }
}

/// A field and what stands around it.
struct Labelled<'a> {
    label: &'a str,
    field: &'a Field,
    focused: bool,
    /// What an empty field stands for.
    ghost: &'a str,
    remark: &'a str,
}

fn field(pen: &mut Pen, area: Rect, what: &Labelled, lit: impl Fn(usize) -> bool) -> Option<Position> {
    let Labelled { label, field, focused, ghost, remark } = *what;
    let mut row = pen.row(area, 0)?;
    row.skip(1).put(label, if focused { Role::Focused } else { Role::Strong }).to(FIELD);
    // The remark stands at the right where what is typed leaves room for it.
    let typed = row.columns(field.text().as_bytes()) as u16;
    if !remark.is_empty() && row.room() > typed + remark.chars().count() as u16 + 3 {
        row.put_right(&format!("{remark} "), Role::Dim);
    }
    let cursor = row.put_field(field, lit);
    if field.text().is_empty() {
        row.put(ghost, Role::Dim);
    }
    Some(cursor)
}

fn read_as(answer: &Answer) -> String {
    format!("read as {}", answer.asked.chain())
}

/// How the path as matched differs from what is typed, if it does.
fn matched_as(session: &Session, answer: &Answer) -> String {
    let (typed, path) = (session.matcher.url.text(), answer.path.as_str());
    match place(typed, path) {
        _ if typed == path || (typed.is_empty() && path == "/") => String::new(),
        None => format!("matched as {path}"),
        // These stay the same while one types, and the path is there to be read.
        Some(_) if typed.ends_with(path) => "its path is matched".to_owned(),
        Some(_) => "a / is put in front".to_owned(),
    }
}

/// Where the byte at an offset of what is typed lies in the path as matched: the path stands at its end, or is what is typed
/// behind a slash. None where neither is so.
fn place(typed: &str, path: &str) -> Option<impl Fn(usize) -> Option<usize> + use<>> {
    let at_end = typed.ends_with(path) && (path.len() > 1 || typed == path);
    let behind_slash = path.strip_prefix('/') == Some(typed);
    let (before, slash) = if at_end { (typed.len() - path.len(), 0) } else { (0, 1) };
    (at_end || behind_slash).then_some(move |at: usize| at.checked_sub(before).map(|at| at + slash))
}

fn verdict(row: &mut Row, answer: &Answer) {
    if answer.elsewhere.is_some() {
        row.put("OTHER FILE", Role::Warning);
    } else if answer.why.decision.allowed {
        row.put("ALLOWED", Role::Allowed);
    } else {
        row.put("DISALLOWED", Role::Disallowed);
    }
}

/// Where what stands behind the verdict begins.
const BEHIND: u16 = 13;

fn draw_answer(pen: &mut Pen, app: &App, answer: &Answer, area: Rect) {
    let session = app.session();
    // A narrow screen has no columns to give away.
    let behind = if area.width < 60 { 1 } else { BEHIND };
    if let Some(mut row) = pen.row(area, 0) {
        row.skip(1);
        verdict(&mut row, answer);
        if let (None, Some(winner)) = (&answer.elsewhere, answer.why.winner()) {
            row.to(BEHIND);
            deciding(&mut row, session, answer, winner);
        }
    }
    match (&answer.elsewhere, answer.why.winner()) {
        (Some(origin), _) => {
            let key = app.keys.name_of(&[Context::Field], Action::Use);
            let sentence = format!("{} rules this URL; {key} opens it", origin.robots_url());
            return put_sentence(pen, area, &sentence);
        }
        (None, None) => put_sentence(pen, area, &without_rule(session, answer)),
        (None, Some(_)) => {
            if let Some(mut row) = pen.row(area, 1) {
                row.to(behind);
                losers(&mut row, session, answer);
            }
        }
    }
    let profile = format!("as {} reads; ", session.matcher.profile.name);
    let (text, role) = engines(answer);
    if let Some(mut row) = pen.row(area, 2) {
        row.to(behind);
        if area.height == 3 {
            row.put_right(&format!("  {text} "), role);
        }
        group(&mut row, session, answer);
    }
    if let Some(mut row) = pen.row(area, 3) {
        row.to(behind).put(&profile, Role::Dim).put(&text, role);
        let past = session.recall.of(session.subject()).filter(|_| answer.elsewhere.is_none());
        // A version from long ago has no since.
        let past = past.filter(|_| session.subject().is_some_and(|subject| !subject.old));
        if let Some(since) = past.and_then(since_briefly) {
            row.put_right(&format!("  {since} "), Role::Strong);
        }
        if let Some(remark) = answer.asked.entry.and_then(Entry::remark) {
            row.put("; ", Role::Dim).put(remark, Role::Warning);
        }
    }
}

/// A sentence behind the verdict, on two lines where one does not hold it.
fn put_sentence(pen: &mut Pen, area: Rect, sentence: &str) {
    let width = usize::from(area.width.saturating_sub(BEHIND + 1)).max(1);
    let lines = wrap(sentence, width);
    let rows = area.height.min(2);
    for (i, line) in (0..rows).zip(&lines) {
        // What has no room is said to go on.
        let rest = lines.len() > usize::from(rows) && i + 1 == rows;
        let more = if rest { pen.glyphs().more } else { "" };
        if let Some(mut row) = pen.row(area, i) {
            row.to(BEHIND).put(&format!("{line}{more}"), Role::Text);
        }
    }
}

/// What decided where no rule did.
fn without_rule(session: &Session, answer: &Answer) -> String {
    let words = answer.why.reason.words();
    let outcome = session.subject().and_then(|subject| subject.delivery.as_ref()).map(|delivery| &delivery.outcome);
    match outcome {
        Some(Outcome::Failed(_, why)) => format!("{words}: {why}"),
        Some(Outcome::Answered(status)) if !(200..300).contains(status) => format!("{words} (status {status})"),
        _ => words.to_owned(),
    }
}

fn deciding(row: &mut Row, session: &Session, answer: &Answer, winner: &Match) {
    let reason = if winner.priority == 0 {
        "an empty rule never blocks".to_owned()
    } else {
        format!("{}, {}", winner.length(), answer.why.reason.words())
    };
    // The rule is worth more than the reason.
    if row.room() >= 46 {
        row.put_right(&format!("  {reason} "), Role::Dim);
    }
    row.put(&format!("line {}  ", winner.line), Role::Strong);
    put_winner(row, session, winner);
}

/// A rule as it stands in the file.
fn rule_text(session: &Session, m: &Match) -> String {
    let (key, value) = key_and_value(session, m.line);
    format!("{key}: {}{}", display::visible(value), if m.as_folder { " (as its folder)" } else { "" })
}

fn key_and_value(session: &Session, line: LineNo) -> (&'static str, &[u8]) {
    let Some(subject) = session.subject() else { return ("", b"") };
    let reading = subject.reading(session.matcher.profile);
    (if reading.kind(line) == Kind::Allow { "Allow" } else { "Disallow" }, reading.value(line))
}

/// Puts the deciding rule; the pieces of its pattern that stand in the path are underlined.
fn put_winner(row: &mut Row, session: &Session, winner: &Match) {
    let (key, value) = key_and_value(session, winner.line);
    row.put(key, Role::Text).put(": ", Role::Text);
    // Where the pattern is compared as it is written, its pieces are where they are in the text. Without a star there is one
    // piece, and nothing to tell.
    let as_written = value == winner.pattern.as_bytes() && value.contains(&b'*');
    let covers = |at: usize| as_written && winner.covered.iter().any(|(piece, _)| piece.contains(&at));
    let style = row.style(Role::Text);
    row.put_bytes(value, 0, |at| if covers(at) { style.add_modifier(Modifier::UNDERLINED) } else { style });
    if winner.as_folder {
        row.put(" (as its folder)", Role::Dim);
    }
}

fn losers(row: &mut Row, session: &Session, answer: &Answer) {
    let losers = answer.why.losers();
    if losers.is_empty() {
        return;
    }
    row.put("lost: ", Role::Dim);
    for (i, loser) in losers.iter().enumerate() {
        let why = match loser.loss {
            Some(Loss::Tie) => format!("{}, tie", loser.priority),
            Some(Loss::Repeated) => format!("{}, again", loser.priority),
            Some(Loss::Empty) => "empty".to_owned(),
            _ => loser.priority.to_string(),
        };
        let text = format!("{} {} ({why})", loser.line, rule_text(session, loser));
        let rest = losers.len() - i;
        let more = format!("and {rest} more");
        // The last one that fits leaves room to say how many do not.
        let needed = text.chars().count() + if rest > 1 { more.len() + 6 } else { 3 };
        if i > 0 {
            row.put("   ", Role::Text);
        }
        if i > 0 && needed > usize::from(row.room()) {
            row.put(&more, Role::Dim);
            return;
        }
        row.put(&text, Role::Lost);
    }
}

fn engines(answer: &Answer) -> (String, Role) {
    let all: Vec<String> = answer
        .dissenters()
        .map(|(names, decision)| {
            let verdict = if decision.allowed { "ALLOWED" } else { "DISALLOWED" };
            let by = decision.line().map_or_else(String::new, |line| format!(", line {line}"));
            format!("{}: {verdict}{by}", names.join(", "))
        })
        .collect();
    match all.as_slice() {
        // They have not been asked yet.
        [] if answer.dissent.is_none() => (String::new(), Role::Dim),
        [] => ("engines agree".to_owned(), Role::Dim),
        _ => (all.join("; "), Role::Warning),
    }
}

fn group(row: &mut Row, session: &Session, answer: &Answer) {
    let text = match &answer.by {
        None => "no group for it".to_owned(),
        Some(name) => {
            let lines: Vec<String> = answer.group_lines.iter().take(3).map(span).collect();
            let more = if answer.group_lines.len() > 3 { ", …" } else { "" };
            format!("group {name}, {}{more}", lines.join(", "))
        }
    };
    row.put(&text, Role::Dim);
    let hidden = match answer.hidden_rules {
        0 => String::new(),
        1 => "1 rule".to_owned(),
        n => format!("{n} rules"),
    };
    let delay = |line| format!("Crawl-delay {}", display::visible(key_and_value(session, line).1));
    let not_inherited = answer.delay.not_inherited.map(delay).unwrap_or_default();
    if !hidden.is_empty() || !not_inherited.is_empty() {
        let and = if hidden.is_empty() || not_inherited.is_empty() { "" } else { " and " };
        row.put(&format!("; hides {hidden}{and}{not_inherited} of *"), Role::Dim);
    }
    if let Some(line) = answer.delay.holds {
        row.put(&format!("; {}", delay(line)), Role::Dim);
    }
}

fn span(lines: &std::ops::RangeInclusive<LineNo>) -> String {
    if lines.start() == lines.end() {
        format!("line {}", lines.start())
    } else {
        format!("lines {}-{}", lines.start(), lines.end())
    }
}

/// The names on offer, below the agent field.
pub fn completion(pen: &mut Pen, app: &App) {
    let session = app.session();
    let candidates = &session.completion.candidates;
    if session.focus != Focus::Agent || candidates.is_empty() || app.overlay.is_some() || app.on_start_screen() {
        return;
    }
    // Below the answer, so that the verdict on what is typed stays in view.
    let top = app.layout.answer.bottom();
    let bottom = app.size.height.saturating_sub(1);
    let height = (candidates.len() as u16).min(bottom.saturating_sub(top));
    let width = app.size.width.saturating_sub(FIELD);
    let area = Rect::new(FIELD, top, width, height);
    pen.clear(area);
    let vertical = pen.glyphs().vertical;
    for (i, candidate) in candidates.iter().enumerate() {
        let Some(mut row) = pen.row(area, i as u16) else { break };
        let selected = session.completion.selected == Some(i);
        let role = if selected { Role::Selected } else { Role::Text };
        row.put(vertical, Role::Dim).put(&format!(" {:<24} ", candidate.name), role).put(&candidate.detail, Role::Dim);
    }
}
