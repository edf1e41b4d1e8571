//! Whatever is pressed, pasted, resized and answered in whatever order: nothing falls over, and what is shown is what would be
//! computed anew.

use crate::desk::Desk;
use crossterm::event::{KeyCode, KeyModifiers};
use proptest::prelude::*;
use ratatui::buffer::Buffer;
use ratatui::layout::Position;
use ratatui::style::Modifier;
use robotui::answer::{Judge, Loaded, Place};
use robotui::app::pane::{Focus, PaneId};
use robotui::app::{Effect, Event, Message};

/// What happens to the explorer.
#[derive(Clone, Debug)]
enum Happening {
    Key(KeyCode, KeyModifiers),
    Paste(String),
    Resize(u16, u16),
    /// An answer to a load with this number comes, whether it was asked for or not.
    Loaded(u64, &'static str),
    Refused(u64),
    /// The issues that were asked for as the nth come, for the first time or once more, perhaps with the number of another file.
    Issues(usize, Option<u64>),
    Clipboard(Result<String, String>),
    Tick,
}

fn happening() -> impl Strategy<Value = Happening> {
    let letters = prop::sample::select("/aGjklnNpsxyYzbtoOFi?:q125 é*$%[".chars().collect::<Vec<_>>());
    let codes = prop::sample::select(vec![
        KeyCode::Enter,
        KeyCode::Esc,
        KeyCode::Tab,
        KeyCode::BackTab,
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::Left,
        KeyCode::Right,
        KeyCode::PageDown,
        KeyCode::PageUp,
        KeyCode::Home,
        KeyCode::End,
        KeyCode::Backspace,
        KeyCode::Delete,
        KeyCode::F(1),
    ]);
    let control = prop::sample::select("auwkpdhof".chars().collect::<Vec<_>>());
    let files =
        prop::sample::select(vec!["", "User-agent: *\nDisallow: /\n", "<!doctype html>", "Allow: /x\n\u{feff}"]);
    prop_oneof![
        6 => letters.prop_map(|c| Happening::Key(KeyCode::Char(c), KeyModifiers::NONE)),
        6 => codes.prop_map(|code| Happening::Key(code, KeyModifiers::NONE)),
        2 => control.prop_map(|c| Happening::Key(KeyCode::Char(c), KeyModifiers::CONTROL)),
        1 => "[a-z/\n:]{0,12}".prop_map(Happening::Paste),
        1 => (0u16..150, 0u16..50).prop_map(|(width, height)| Happening::Resize(width.max(1), height.max(1))),
        1 => (0u64..12, files).prop_map(|(ticket, text)| Happening::Loaded(ticket, text)),
        1 => (0u64..12).prop_map(Happening::Refused),
        2 => (0usize..6, prop::option::weighted(0.1, 0u64..12)).prop_map(|(nth, lie)| Happening::Issues(nth, lie)),
        1 => prop::result::maybe_ok("[a-z/\n:]{0,12}", "[a-z]{1,8}").prop_map(Happening::Clipboard),
        1 => Just(Happening::Tick),
    ]
}

fn happens(desk: &mut Desk, what: Happening) {
    match what {
        Happening::Key(code, modifiers) => _ = desk.press_code(code, modifiers),
        Happening::Paste(text) => _ = desk.event(Event::Paste(text)),
        Happening::Resize(width, height) => _ = desk.resize(width, height),
        Happening::Loaded(ticket, text) => {
            desk.message(Message::Loaded { ticket, result: Ok(Loaded::text(Place::File("loaded.txt".into()), text)) });
        }
        Happening::Refused(ticket) => {
            desk.message(Message::Loaded { ticket, result: Err("It was refused.".to_owned()) });
        }
        Happening::Issues(nth, lie) => {
            let asked = desk.later.as_ref().and_then(|later| later.get(nth));
            let found = asked.map(|(ticket, examination)| (lie.unwrap_or(*ticket), examination.run()));
            if let Some((ticket, issues)) = found {
                desk.message(Message::Issues { ticket, issues });
            }
        }
        Happening::Clipboard(result) => desk.message(Message::Clipboard(result)),
        Happening::Tick => _ = desk.event(Event::Tick),
    }
}

/// What is shown about the file in view is what a fresh mind says about it.
fn is_as_anew(desk: &Desk) -> Result<(), TestCaseError> {
    let session = desk.app.session();
    let (Some(subject), Some(answer)) = (session.subject(), &session.answer) else { return Ok(()) };
    let (agent, url, profile) = (session.matcher.agent.text(), session.matcher.url.text(), session.matcher.profile);
    let mut judge = Judge::default();
    let anew = judge.answer(subject, agent, url, profile);
    prop_assert_eq!(&answer.why, &anew.why);
    prop_assert_eq!(&answer.choice, &anew.choice);
    prop_assert_eq!(answer.path.as_str(), anew.path.as_str());
    if let Some(issues) = &subject.issues {
        let anew = subject.examination().run();
        prop_assert_eq!(issues.all(), anew.all());
        prop_assert_eq!(session.issue_order.len(), issues.all().len());
    }
    // A pane that is not in view may be behind.
    if let Some(outline) = session.outline.as_ref().filter(|_| desk.app.layout.pane(PaneId::Groups).is_some()) {
        prop_assert!(outline.shows(subject.reading(profile), profile));
    }
    Ok(())
}

/// Whether the cursor is on the screen, and there in the field or on the selected row that has the focus.
fn is_where_i_am(desk: &Desk, buffer: &Buffer, at: Position) -> bool {
    let (app, layout) = (&desk.app, &desk.app.layout);
    let covered = app.overlay.is_some() || app.notice.is_some() || app.on_start_screen() || layout.word_only;
    let focus = app.session().focus;
    buffer.area.contains(at)
        && match focus {
            _ if covered => true,
            Focus::Agent => at.y == layout.agent.y && at.x >= layout.agent.x + 8,
            Focus::Url => at.y == layout.url.y && at.x >= layout.url.x + 8,
            Focus::Pane(_) if app.session().filter.typing => true,
            Focus::Pane(pane) => match layout.pane(pane) {
                Some(pane_box) if pane_box.body.height > 0 && app.session().rows(pane) > 0 => {
                    pane_box.body.contains(at) && buffer[at].modifier.contains(Modifier::REVERSED)
                }
                _ => true,
            },
        }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn nothing_falls_over_whatever_happens(start: bool, late: bool, happenings in prop::collection::vec(happening(), 1..120)) {
        let mut desk = Desk::empty(80, 24);
        desk.later = late.then(Vec::new);
        if !start {
            desk.show(Loaded::demo());
        }
        let lies = happenings.iter().any(|what| matches!(what, Happening::Issues(_, Some(_))));
        for what in happenings {
            happens(&mut desk, what);
            if desk.effects.iter().any(|effect| matches!(effect, Effect::Quit)) {
                break;
            }
            let (buffer, cursor) = desk.drawn();
            prop_assert!(cursor.is_some_and(|at| is_where_i_am(&desk, &buffer, at)), "{:?}\n{}", cursor, desk.screen());
        }
        // Issues with the number of another file are a lie that only a mistake of ours could tell.
        if !lies {
            is_as_anew(&desk)?;
        }
    }
}
