//! The title line: which file this is, how it came, and how many issues it has.

use super::text::Pen;
use crate::answer::Subject;
use crate::app::App;
use crate::app::action::Action;
use crate::lint::Severity;
use crate::robots::body::{Kind, Page};
use crate::robots::delivery::Outcome;
use crate::robots::{Delivery, display, host};
use crate::tui::theme::Role;
use ratatui::layout::Rect;

pub fn draw(pen: &mut Pen, app: &App, area: Rect) {
    let session = app.session();
    let Some(subject) = session.subject() else { return };
    let Some(mut row) = pen.row(area, 0) else { return };
    row.skip(1);
    if let Some(loading) = &session.loading {
        let seconds = app.now.saturating_sub(loading.since).as_secs();
        row.put(&format!("fetching {} ", loading.what), Role::Strong)
            .put(&format!("{seconds} s, {} stops", app.keys.name_of(app.contexts(), Action::Back)), Role::Dim);
        return;
    }
    for (text, role) in issue_counts(app).into_iter().rev() {
        row.put_right(&text, role);
    }
    if app.session_count() > 1 {
        row.put_right(&format!("target {} of {}  ", app.session_number(), app.session_count()), Role::Dim);
    }
    row.put_right("  ", Role::Text);
    // The facts that matter least give way to the name, and then the name gives way.
    let name = row.shown(subject.place.name());
    let mut facts = facts(subject);
    let width = |facts: &[(String, Role)]| facts.iter().map(|(text, _)| text.chars().count() + 2).sum::<usize>();
    let room = usize::from(row.room());
    // How old a copy is must be said.
    let least = if subject.held { 2 } else { 1 };
    while facts.len() > least && width(&facts) + name.chars().count().min(NAME) > room {
        facts.pop();
    }
    row.put(&shorten(&name, room.saturating_sub(width(&facts)).max(NAME / 2)), Role::Strong);
    for (text, role) in facts {
        row.put("  ", Role::Text).put(&text, role);
    }
}

/// Columns of a name that are worth more than the facts behind it.
const NAME: usize = 36;

/// Cuts a name in its middle: both ends of a URL or path tell something.
pub fn shorten(name: &str, room: usize) -> String {
    let chars: Vec<char> = name.chars().collect();
    if chars.len() <= room || room < 5 {
        return name.to_owned();
    }
    let tail = (room - 1) / 2;
    let head = room - 1 - tail;
    let cut = |part: &[char]| part.iter().collect::<String>();
    format!("{}…{}", cut(&chars[..head]), cut(&chars[chars.len() - tail..]))
}

/// What is known about how a file came, the most important first.
fn facts(subject: &Subject) -> Vec<(String, Role)> {
    let bytes = (size(subject.document.source().bytes().len()), Role::Text);
    let utf16 = subject.decoded.as_ref().map(|_| ("UTF-16: crawlers read no rule in it".to_owned(), Role::Error));
    let Some(delivery) = &subject.delivery else { return utf16.into_iter().chain([bytes]).collect() };
    let mut facts = delivery_facts(delivery);
    let kind = subject.body.kind;
    // That an error comes with a page is nothing to speak of.
    let in_a_word = kind.in_a_word().filter(|_| delivery.is_file() || kind == Kind::Page(Page::Challenge));
    facts.extend(in_a_word.map(|word| (word.to_owned(), Role::Error)));
    let written = subject.origin.as_ref().and_then(|origin| host::as_written(&origin.host));
    facts.extend(written.map(|host| (display::visible_str(&host).into_owned(), Role::Strong)));
    facts.extend(utf16);
    if delivery.is_file() {
        facts.push(bytes);
    }
    let (hours, minutes, seconds) = delivery.at.clock();
    if subject.held {
        // It may be from another day, and that matters more than its size.
        let (_, month, day) = delivery.at.date();
        let what = if subject.old { "version of" } else { "copy" };
        facts.insert(1, (format!("{what} {month:02}-{day:02} {hours:02}:{minutes:02}"), Role::Warning));
    } else {
        facts.push((format!("{hours:02}:{minutes:02}:{seconds:02}"), Role::Dim));
    }
    if delivery.is_file() {
        let plain = delivery.media_type().unwrap_or("no content type");
        let role = if plain.eq_ignore_ascii_case("text/plain") { Role::Dim } else { Role::Warning };
        facts.push((display::visible_str(plain).into_owned(), role));
    }
    facts.push((format!("{} ms", delivery.took.as_millis()), Role::Dim));
    facts
}

fn delivery_facts(delivery: &Delivery) -> Vec<(String, Role)> {
    let redirects = delivery.redirects().count();
    let (outcome, role) = match &delivery.outcome {
        Outcome::Answered(status @ 200..=299) => (status.to_string(), Role::Allowed),
        Outcome::Answered(status) | Outcome::NoLocation(status) => (status.to_string(), Role::Error),
        Outcome::TooManyRedirects => ("too many redirects".to_owned(), Role::Error),
        Outcome::NotFollowed(_) => ("redirect not followed".to_owned(), Role::Error),
        Outcome::Failed(..) => ("no answer".to_owned(), Role::Error),
    };
    let mut facts = vec![(outcome, role)];
    if delivery.passed_over().is_some() {
        facts.push(("certificate not trusted".to_owned(), Role::Warning));
    } else if delivery.insecure {
        facts.push(("certificates not checked".to_owned(), Role::Warning));
    }
    match redirects {
        0 => {}
        1 => facts.push(("1 redirect".to_owned(), Role::Warning)),
        n => facts.push((format!("{n} redirects"), Role::Warning)),
    }
    if delivery.truncated {
        facts.push(("cut".to_owned(), Role::Warning));
    }
    facts
}

/// A number of bytes in the unit that people read.
pub fn size(bytes: usize) -> String {
    match bytes {
        0..1024 => format!("{bytes} B"),
        1024..1_048_576 => format!("{:.1} KiB", bytes as f64 / 1024.0),
        _ => format!("{:.1} MiB", bytes as f64 / 1_048_576.0),
    }
}

fn issue_counts(app: &App) -> Vec<(String, Role)> {
    let Some(counts) = app.session().issue_counts() else { return vec![("looking for issues ".to_owned(), Role::Dim)] };
    let mut all: Vec<(String, Role)> = Severity::ALL
        .into_iter()
        .filter(|&severity| counts[severity as usize] > 0 && severity != Severity::Info)
        .map(|severity| {
            let count = counts[severity as usize];
            let plural = if count == 1 { "" } else { "s" };
            (format!("{count} {}{plural} ", severity.word()), severity.into())
        })
        .collect();
    if all.is_empty() {
        all.push(("no errors or warnings ".to_owned(), Role::Dim));
    }
    all
}
