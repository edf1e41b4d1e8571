//! Every way out gives the terminal back as it was. That it does is seen to by [`Session::left`].

use super::harness::Session;
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
        ("Issues", "\x1b[Z\x1b[Z\x1b[Z\x1b[Z", "x explain"),
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
    for (signal, name) in [("TERM", "Terminated"), ("HUP", "Hangup"), ("INT", "Interrupt"), ("QUIT", "Quit")] {
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
fn a_signal_ends_it_also_while_the_line_is_dead() {
    for signal in ["TERM", "HUP", "INT"] {
        let mut session = Session::sized(&["--demo"], 250, 80);
        session.wait_for("F1 help");
        session.press("\x1b");
        session.wait_for("q quit");
        session.stall(true);
        // Frames, until one of them does not get through.
        let mut since = Instant::now();
        let mut written = session.written();
        while since.elapsed() < Duration::from_millis(500) {
            session.press("z");
            std::thread::sleep(Duration::from_millis(2));
            let now = session.written();
            if now != written {
                (written, since) = (now, Instant::now());
            }
        }
        let began = Instant::now();
        session.signal(signal);
        assert!(session.ended().signal().is_some());
        assert!(began.elapsed() < Duration::from_secs(4), "{signal} was heard after {:?}", began.elapsed());
        // What was stuck is gone, and the terminal is as it was once the line is there again.
        session.stall(false);
        session.left();
    }
}

#[test]
fn a_terminal_that_goes_without_a_word_ends_it() {
    let directory = tempfile::tempdir().expect("a directory");
    let code = directory.path().join("code");
    // Nobody is told of the hang-up: the shell takes the signal, and gives it to no one.
    let session = Session::shell(&format!("trap '' HUP; \"$ROBOTUI\" --demo; echo $? > {}", code.display()));
    super::settled(&session);
    session.window_closes();
    let code = std::fs::read_to_string(code).expect("it ended before the shell");
    assert!(["129", "3"].contains(&code.trim()), "{code}");
}

/// Not a test by itself: what the one below runs in a terminal.
#[test]
fn an_explorer_beside_a_thread_that_panics() {
    let Some(sign) = std::env::var_os("PANIC_WHEN_THERE_IS") else { return };
    std::thread::spawn(move || {
        while !std::path::Path::new(&sign).exists() {
            std::thread::sleep(Duration::from_millis(5));
        }
        panic!("on purpose");
    });
    let profile = &robotui::robots::Profile::RFC9309;
    let start = robotui::app::Start {
        agent: "Googlebot".into(),
        url: String::new(),
        profile,
        targets: Vec::new(),
        preferences: robotui::app::Preferences::default(),
        note: None,
    };
    let theme = robotui::tui::theme::Theme::of(robotui::tui::theme::Palette::Auto);
    let network = robotui::load::Network::default();
    let ended = robotui::tui::run(&start, &theme, Some(robotui::answer::Loaded::demo()), network);
    panic!("it ended by itself: {ended:?}");
}

#[test]
fn a_panic_gives_the_terminal_back_before_it_says_what_happened() {
    let directory = tempfile::tempdir().expect("a directory");
    let sign = directory.path().join("now").display().to_string();
    let this = std::env::current_exe().expect("this test").display().to_string();
    let arguments = ["--exact", "leaving::an_explorer_beside_a_thread_that_panics", "--nocapture"];
    let mut session = Session::program(&this, &arguments, &[("PANIC_WHEN_THERE_IS", &sign)], 80, 24);
    super::settled(&session);
    std::fs::write(&sign, "").expect("a file");
    assert_eq!(session.left().exit_code(), 101);
    session.wait("the message on the normal screen", |screen| {
        !screen.alternate && screen.text.contains("panicked at") && screen.text.contains("on purpose")
    });
}
