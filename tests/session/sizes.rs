//! The terminal changes its size while the program runs.

use super::demo;
use super::harness::{END, Session};

#[test]
fn i_can_make_the_window_as_small_as_i_like_and_large_again() {
    let mut session = demo();
    for (width, height, says) in [
        (40, 10, " demo "),
        (20, 3, " Agent "),
        (19, 3, "ALLOWED"),
        (1, 1, "…"),
        (2, 5, "A…"),
        (5, 2, "ALLO…"),
        (200, 60, " ALLOWED    no rule matches"),
        (120, 40, " ALLOWED    no rule matches"),
        (80, 24, " ALLOWED    no rule matches"),
    ] {
        let mark = session.mark();
        session.resize(width, height);
        session.wait_bytes(mark, END);
        session.wait(&format!("{width}x{height}"), |screen| screen.says(says));
    }
    super::settled(&session);
    session.press("search");
    session.wait_for(" DISALLOWED line 5 ");
}

#[test]
fn a_window_of_one_cell_is_no_reason_to_fall_over() {
    for (width, height) in [(1, 1), (2, 1), (1, 30), (300, 1), (5, 2), (20, 5)] {
        let mut session = Session::sized(&["--demo"], width, height);
        session.wait("the first frame", |screen| screen.alternate && !screen.text.trim().is_empty());
        for key in ["\t", "?", "x", "\x1b", "z", "n", "/", "search", "\x1b[A", "o"] {
            session.press(key);
        }
        session.press("\x03");
        assert_eq!(session.left().exit_code(), 0, "{width}x{height}");
    }
}
