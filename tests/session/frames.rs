//! What a frame costs, in counts that are the same on every machine: a person may sit at the end of a slow line.

use super::harness::{BEGIN, END, Session, count};
use super::{demo, demo_in_a_pane};

#[track_caller]
fn assert_one_frame(bytes: &[u8], key: &str) {
    let shown = String::from_utf8_lossy(bytes).escape_debug().to_string();
    assert!(bytes.starts_with(BEGIN) && bytes.ends_with(END), "{key:?}: {shown}");
    assert_eq!((count(bytes, BEGIN), count(bytes, END)), (1, 1), "{key:?}: {shown}");
}

#[test]
fn every_key_is_answered_by_one_frame() {
    let mut session = demo();
    let mark = session.mark();
    let keys =
        ["s", "e", "\x7f", "\x15", "/", "\x1b", "j", "n", "2", "3", "4", "z", "z", "?", "q", "\x1b", "o", "\x1b", "p"];
    for key in keys {
        assert_one_frame(&session.answer(key), key);
    }
    // None came late.
    assert_eq!(count(&session.since(mark), BEGIN), keys.len());
}

#[test]
fn frames_are_not_bracketed_where_the_terminal_does_not_like_it() {
    let mut session = Session::shell("ROBOTUI_SYNC=0 exec \"$ROBOTUI\" --demo");
    super::settled(&session);
    session.press("\x03");
    session.left();
    assert_eq!(count(&session.since(0), BEGIN), 0);
}

#[test]
fn a_whole_screen_is_5_kib() {
    let mut session = demo();
    let first = session.since(0);
    let end = first.windows(END.len()).position(|bytes| bytes == END).expect("a frame");
    assert!(end < 5120, "{end} bytes");
    session.resize(79, 24);
    session.wait("another width", |screen| screen.row(7).chars().count() == 79);
    let again = session.frame_after(|session| session.resize(80, 24));
    assert!(again.len() < 5120, "{} bytes", again.len());
}

#[test]
fn a_letter_that_changes_nothing_is_80_bytes() {
    let mut session = demo();
    session.press("search/about?sessionid=");
    session.wait_for("?sessionid= ");
    session.wait_for(" ALLOWED    line 6 ");
    for key in ["7", "x", "\x7f", "8"] {
        let bytes = session.answer(key).len();
        assert!(bytes <= 80, "{bytes} bytes for {key:?}");
    }
}

#[test]
fn another_deciding_rule_is_500_bytes() {
    let mut session = demo();
    let mut most = 0;
    for key in "search/about?sessionid=7".chars() {
        most = most.max(session.answer(&key.to_string()).len());
    }
    assert!(session.screen().says(" ALLOWED    line 6 "), "{}", session.screen().text);
    assert!(most <= 500, "{most} bytes");
}

#[test]
fn a_line_scrolled_is_1300_bytes() {
    let mut session = demo_in_a_pane();
    session.press("g");
    let mut most = 0;
    for _ in 0..33 {
        most = most.max(session.answer("j").len());
    }
    session.wait_for("34 E  Sitemap: /news/sitemap.xml");
    assert!(most <= 1300, "{most} bytes");
}

#[cfg(target_os = "linux")]
#[test]
fn it_does_nothing_while_i_do_nothing() {
    use super::harness::wait_until;
    use std::thread::sleep;
    use std::time::Duration;
    let session = demo();
    // Threads that have just answered are still on their way to sleep.
    wait_until("rest", || {
        let before = session.sleeps();
        sleep(Duration::from_millis(50));
        (session.sleeps() == before).then_some(())
    });
    let (mark, sleeps) = (session.mark(), session.sleeps());
    sleep(Duration::from_secs(1));
    assert_eq!(session.since(mark), b"");
    let woken = session.sleeps() - sleeps;
    assert!(woken <= 2, "woken {woken} times in a second");
}
