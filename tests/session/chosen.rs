//! What a person has chosen: the config file, the mouse.

use super::harness::Session;
use super::{demo, demo_in_a_pane};

#[test]
fn keys_can_be_changed() {
    let mut session = Session::configured("keys", "[keys.panes]\nquit = \"X\"\nzoom = \"F5\"\n");
    session.press("\x1b");
    session.wait_for("X quit");
    session.press("q?");
    session.wait_for("Filter");
    session.press("zoom");
    session.wait("the new key in the list", |screen| screen.text.contains("F5 ") && !screen.text.contains(" z "));
    session.press("\x1b");
    session.wait_for("X quit");
    session.press("X");
    assert_eq!(session.left().exit_code(), 0);
}

#[test]
fn a_broken_config_file_is_named_with_line_and_column() {
    let mut session = Session::configured("broken", "theme = \"light\"\n\nmouse = maybe\n");
    session.wait_for("line 3, column 9");
    // It is said, and everything goes on.
    session.press("x");
    session.wait_for(" URL    x");
    session.press("\x03");
    assert_eq!(session.left().exit_code(), 0);
}

#[test]
fn the_mouse_is_taken_only_when_asked_for() {
    let mut session = demo_in_a_pane();
    let taken = |session: &Session| session.wrote(b"\x1b[?1000h");
    assert!(!taken(&session));
    session.press("m");
    session.wait_for("The wheel scrolls");
    assert!(taken(&session) && session.wrote(b"\x1b[?1006h"));
    // The moves of the mouse are not asked for.
    assert!(!session.wrote(b"\x1b[?1003h") && !session.wrote(b"\x1b[?1002h"));
    // A click on the name of a pane goes there.
    session.press("\x1b[<0;60;8M\x1b[<0;60;8m");
    session.wait_for("3 Sitemaps");
    session.press("m");
    session.wait_for("terminal's again");
    assert!(session.wrote(b"\x1b[?1000l"));
    session.press("q");
    assert_eq!(session.left().exit_code(), 0);
}

#[test]
fn whatever_took_the_mouse_it_is_given_back() {
    let mut session = Session::configured("mouse", "mouse = true\n");
    session.wait_for("Raw");
    assert!(session.wrote(b"\x1b[?1000h"));
    session.signal("TERM");
    session.left();
    assert!(session.wrote(b"\x1b[?1006l\x1b[?1000l"));
    let mut session = demo();
    session.press("\x03");
    session.left();
}
