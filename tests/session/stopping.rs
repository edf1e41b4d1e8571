//! Ctrl-Z, and `fg` in the shell that the program was started from.

use super::demo;
use super::harness::{Session, wait_until};

/// The example as the job of a shell, which waits for a line once the job has stopped and then continues it.
fn job() -> Session {
    let line = "set -m; \"$ROBOTUI\" --demo; echo \"stopped with $?\"; read line; fg; echo \"ended with $?\"";
    let mut session = Session::shell(line);
    super::settled(&session);
    session.is_a_job();
    session
}

/// Stops it, by the key or by the signal, and sees to it that the terminal is as it was.
#[track_caller]
fn stop(session: &mut Session, by: &str) {
    if by == "the key" {
        session.press("\x1a");
    } else {
        session.signal("TSTP");
    }
    wait_until("the stop", || (session.state() == 'T').then_some(()));
    session.wait("the shell on the screen it had", |screen| {
        !screen.alternate && !screen.bracketed_paste && !screen.cursor_hidden && screen.text.contains("stopped with")
    });
    assert!(session.is_as_before(), "{by}");
}

#[test]
fn ctrl_z_stops_it_and_fg_paints_all_of_it_anew() {
    for by in ["the key", "the signal"] {
        let mut session = job();
        let before = session.screen();
        stop(&mut session, by);
        let mark = session.mark();
        session.press("\r");
        session.wait("the same screen", |screen| {
            screen.alternate && screen.bracketed_paste && screen.text == before.text && screen.cursor == before.cursor
        });
        assert!(session.since(mark).len() < 8192, "it is painted once");
        session.press("search");
        session.wait_for(" DISALLOWED line 5 ");
        session.press("\x03");
        session.wait_for("ended with 0");
        session.left();
    }
}

#[test]
fn a_window_that_changes_its_size_meanwhile_is_noticed() {
    let mut session = job();
    stop(&mut session, "the key");
    session.resize(100, 30);
    session.press("\r");
    session.wait("the screen, in its new size", |screen| {
        screen.alternate && screen.row(7).chars().count() == 100 && screen.row(29).contains("F1 help")
    });
    session.press("\x03");
    session.wait_for("ended with 0");
    session.left();
}

#[test]
fn it_does_not_stop_where_no_shell_could_continue_it() {
    for stop in ["the key", "the signal"] {
        let mut session = demo();
        if stop == "the key" {
            session.press("\x1a");
        } else {
            session.signal("TSTP");
        }
        session.wait_for("No shell is there that could continue a stopped robotui.");
        session.press("search");
        session.wait_for(" DISALLOWED line 5 ");
        session.press("\x03");
        assert_eq!(session.left().exit_code(), 0, "{stop}");
    }
}
