//! Whatever is pressed, pasted, resized and answered in whatever order: nothing falls over, and what is shown is what would be
//! computed anew.

use crate::desk::Desk;
use crossterm::event::{KeyCode, KeyModifiers};
use proptest::prelude::*;
use robotui::answer::{Judge, Loaded, Place};
use robotui::app::pane::PaneId;
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
    // A pane that is not in view may be behind.
    if let Some(outline) = session.outline.as_ref().filter(|_| desk.app.layout.pane(PaneId::Groups).is_some()) {
        prop_assert!(outline.shows(subject.reading(profile), profile));
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn nothing_falls_over_whatever_happens(start: bool, happenings in prop::collection::vec(happening(), 1..120)) {
        let mut desk = if start { Desk::empty(80, 24) } else { Desk::demo(80, 24) };
        for what in happenings {
            happens(&mut desk, what);
            if desk.effects.iter().any(|effect| matches!(effect, Effect::Quit)) {
                break;
            }
            desk.drawn();
        }
        is_as_anew(&desk)?;
    }
}
