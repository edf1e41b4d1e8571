//! What a person has chosen: wrapped lines, a flat screen, the mouse.

use super::desk::Desk;
use ratatui::layout::Position;
use robotui::app::Event;
use robotui::app::mouse::{Deed, Mouse};
use robotui::app::pane::{Focus, PaneId};

const LONG: &str = "User-agent: *\nDisallow: /a/path/that/is/much/longer/than/the/pane/is/wide/and/goes/on/and/on/to/the/END\n\
    Disallow: /b\nDisallow: /\u{65e5}\u{672c}\u{8a9e}/\u{65e5}\u{672c}\u{8a9e}/\u{65e5}\u{672c}\u{8a9e}/\u{65e5}\u{672c}\u{8a9e}/\u{65e5}\u{672c}\u{8a9e}/END\n";

#[test]
fn long_lines_are_cut_with_a_mark_or_go_on_below() {
    let mut desk = Desk::text(80, 24, LONG);
    assert!(!desk.screen().contains("END"));
    insta::assert_snapshot!("wrap-80x24", desk.press("Esc W Down").styled());
    assert_eq!(desk.screen().matches("END").count(), 2);
    // And back.
    assert!(!desk.press("W").screen().contains("END"));
}

#[test]
fn the_selected_line_is_in_view_however_long_the_others_are() {
    let rules: String = (0..200).map(|i| format!("Disallow: /{}/{i}$\n", "long".repeat(i % 60))).collect();
    let mut desk = Desk::text(80, 24, format!("User-agent: *\n{rules}"));
    desk.press("Esc W");
    for key in ["PgDn", "Down", "Down", "PgDn", "G", "k", "k", "g", "C-d", "C-d"] {
        desk.press(key);
        let line = desk.app.session().line();
        let (buffer, cursor) = desk.drawn();
        let Position { y, .. } = cursor.expect("a cursor");
        let row: String = (0..44).map(|x| buffer[(x, y)].symbol()).collect();
        assert!(row.trim_start().starts_with(&format!("{line} ")), "{key}: line {line}, but {row}");
    }
}

#[test]
fn a_flat_screen_has_no_lines_and_one_pane() {
    insta::assert_snapshot!("flat-80x24", Desk::demo(80, 24).flat().press("Esc 2").screen());
    let screen = Desk::demo(120, 40).flat().screen();
    assert!(!screen.contains(['\u{2500}', '\u{2502}', '\u{252c}', '\u{251c}', '\u{2514}']), "{screen}");
}

fn mouse(desk: &mut Desk, deed: Deed, x: u16, y: u16) {
    desk.event(Event::Mouse(Mouse { deed, at: Position { x, y } }));
}

#[test]
fn a_click_focuses_and_selects() {
    let mut desk = Desk::demo(80, 24);
    mouse(&mut desk, Deed::Click, 3, 12);
    assert_eq!(desk.app.session().focus, Focus::Pane(PaneId::Raw));
    assert_eq!(desk.app.session().line(), 5);
    // The names above the panes stand where they can be read.
    for (name, pane) in [("3 Sit", PaneId::Sitemaps), ("4 Is", PaneId::Issues), ("2 Gr", PaneId::Groups)] {
        let screen = desk.screen();
        let (y, row) = screen.lines().enumerate().find(|(_, row)| row.contains(name)).expect(name);
        let before = &row[..row.find(name).expect(name)];
        mouse(&mut desk, Deed::Click, before.chars().count() as u16, y as u16);
        assert_eq!(desk.app.session().focus, Focus::Pane(pane));
    }
    mouse(&mut desk, Deed::Click, 20, 1);
    assert_eq!(desk.app.session().focus, Focus::Agent);
    mouse(&mut desk, Deed::Click, 20, 2);
    assert_eq!(desk.app.session().focus, Focus::Url);
}

#[test]
fn the_wheel_scrolls_what_lies_under_it() {
    let text: String = (0..500).map(|i| format!("User-agent: bot{i}\nDisallow: /{i}\n")).collect();
    let mut desk = Desk::text(80, 24, text);
    mouse(&mut desk, Deed::WheelDown, 3, 12);
    let session = desk.app.session();
    assert_eq!((session.list(PaneId::Raw).top, session.list(PaneId::Groups).top), (3, 0));
    assert_eq!(session.focus, Focus::Url);
    mouse(&mut desk, Deed::WheelDown, 60, 12);
    mouse(&mut desk, Deed::WheelUp, 3, 12);
    let session = desk.app.session();
    assert_eq!((session.list(PaneId::Raw).top, session.list(PaneId::Groups).top), (0, 3));
    // On top of everything a long text.
    desk.press("Esc ?");
    let before = desk.screen();
    mouse(&mut desk, Deed::WheelDown, 40, 12);
    assert_ne!(desk.screen(), before);
}
