//! Every way out gives the terminal back as it was. That it does is seen to by [`Session::left`].

use super::harness::{Session, wait_until};
use super::{after_a_paste, demo, demo_in_a_pane};
use std::time::{Duration, Instant};

#[test]
fn q_is_a_letter_in_a_field_and_leaves_from_a_pane() {
    let mut session = demo();
    session.press("q");
    session.wait_for(" URL    q ");
    session.press("\x1b");
    session.wait_for("q quit");
    session.press("q");
    assert_eq!(session.left().exit_code(), 0);
}

#[test]
fn ctrl_c_leaves_from_everywhere() {
    for (place, keys, seen) in [
        ("the URL field", "", "F1 help"),
        ("the agent field", "\x1b[A", "Enter"),
        ("Raw", "\t", "q quit"),
        ("Issues", "\x1b[Z\x1b[Z\x1b[Z", "x explain"),
        ("help", "\x1bOP", "Filter"),
    ] {
        let mut session = demo();
        session.press(keys);
        session.wait(place, |screen| screen.text.contains(seen));
        session.press("\x03");
        assert_eq!(session.left().exit_code(), 0, "{place}");
    }
    let mut session = demo_in_a_pane();
    session.press("o");
    session.wait_for("Site, URL or file");
    session.press("\x03");
    assert_eq!(session.left().exit_code(), 0);
    let mut session = demo();
    session.paste("a\rb\r");
    session.wait_for("Open it as a robots.txt?");
    after_a_paste();
    session.press("\x03");
    assert_eq!(session.left().exit_code(), 0);
    let mut session = Session::new(&[]);
    session.wait_for("Site, URL or file");
    session.press("\x03");
    assert_eq!(session.left().exit_code(), 0);
}

#[test]
fn a_signal_ends_it_and_the_shell_sees_which() {
    for (signal, name) in [("TERM", "Terminated"), ("HUP", "Hangup"), ("INT", "Interrupt")] {
        let mut session = demo();
        session.signal(signal);
        let status = session.left();
        let ended_by = status.signal().expect("it ended by a signal");
        assert!(ended_by.starts_with(name), "{ended_by} for {signal}");
    }
}

#[test]
fn closing_the_window_ends_it() {
    demo().window_closes();
}

#[test]
fn what_cannot_be_opened_is_said_on_the_normal_screen() {
    let mut session = Session::new(&["./no-such.txt"]);
    session.wait_for("robotui: There is no file ./no-such.txt.");
    assert_eq!(session.ended().exit_code(), 3);
    assert!(session.is_as_before());
    assert!(!super::harness::contains(&session.since(0), b"\x1b"), "the screen was never taken");
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_z_stops_it_and_fg_brings_it_back() {
    for stop in ["the key", "the signal"] {
        let mut session = demo();
        if stop == "the key" {
            session.press("\x1a");
        } else {
            session.signal("TSTP");
        }
        wait_until("the stop", || (session.state() == 'T').then_some(()));
        session.wait("the terminal given back", |screen| !screen.alternate && !screen.cursor_hidden);
        assert!(session.is_as_before(), "{stop}");
        let mark = session.mark();
        session.resize(100, 30);
        session.signal("CONT");
        session.wait("the screen, in its new size", |screen| {
            screen.alternate && screen.row(7).chars().count() == 100 && screen.row(29).contains("F1 help")
        });
        assert!(session.since(mark).len() < 8192, "it is painted once");
        session.press("search");
        session.wait_for(" DISALLOWED line 5 ");
        session.press("\x03");
        assert_eq!(session.left().exit_code(), 0, "{stop}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_ends_it_also_while_the_line_is_dead() {
    let mut session = Session::sized(&["--demo"], 250, 80);
    session.wait_for("F1 help");
    session.press("\x1b");
    session.wait_for("q quit");
    session.stall(true);
    // Frames, until one of them does not get through.
    let mut since = Instant::now();
    let mut written = session.written();
    while since.elapsed() < Duration::from_secs(1) {
        session.press("z");
        std::thread::sleep(Duration::from_millis(2));
        let now = session.written();
        if now != written {
            (written, since) = (now, Instant::now());
        }
    }
    session.signal("TERM");
    assert!(session.ended().signal().is_some());
    assert!(session.is_as_before());
    session.stall(false);
}
