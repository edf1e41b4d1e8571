//! What a frame costs, in counts that are the same on every machine: a person may sit at the end of a slow line.

#[cfg(target_os = "linux")]
use super::harness::wait_until;
use super::harness::{BEGIN, END, Session, count};
use super::{demo, demo_in_a_pane};
#[cfg(target_os = "linux")]
use std::thread::sleep;
#[cfg(target_os = "linux")]
use std::time::Duration;

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
    session.wait("another width", |screen| screen.row(0).trim_end().chars().count() == 78);
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

/// Waits until the threads that have just answered are asleep.
#[cfg(target_os = "linux")]
#[track_caller]
fn rests(session: &Session) {
    wait_until("rest", || {
        let before = session.sleeps();
        sleep(Duration::from_millis(100));
        (session.sleeps() == before).then_some(())
    });
}

#[cfg(target_os = "linux")]
#[test]
fn it_does_nothing_while_i_do_nothing() {
    let mut session = demo();
    for keys in ["", "search", "\x1b"] {
        session.press(keys);
        rests(&session);
        let before = (session.mark(), session.sleeps(), session.ticks());
        sleep(Duration::from_secs(1));
        assert_eq!((session.mark(), session.sleeps(), session.ticks()), before, "bytes, wake-ups and ticks of the CPU");
    }
}

#[cfg(all(target_os = "linux", feature = "fetch"))]
#[test]
fn a_fetch_shows_that_it_goes_on_in_few_bytes_and_threads() {
    let server = super::fetching::silent();
    for beside_a_file in [true, false] {
        let mut session = if beside_a_file { demo_in_a_pane() } else { Session::new(&[&server.url()]) };
        if beside_a_file {
            super::fetching::open(&mut session, &server.url());
        }
        session.wait_for("fetching ");
        session.wait_for(" 1 s, Esc stops");
        let mark = session.mark();
        session.wait_for(" 3 s, Esc stops");
        let bytes = session.since(mark);
        let frames = bytes.split_inclusive(|byte| *byte == b'l').filter(|frame| frame.ends_with(END));
        let sizes: Vec<usize> = frames.map(<[u8]>::len).collect();
        assert!((2..=8).contains(&sizes.len()), "{} frames in two seconds", sizes.len());
        assert!(sizes.iter().all(|size| *size <= 40), "{sizes:?}: {}", String::from_utf8_lossy(&bytes).escape_debug());
        assert!(session.threads() <= 8, "{} threads", session.threads());
        session.press("\x1b");
        rests(&session);
        let before = (session.mark(), session.sleeps());
        sleep(Duration::from_millis(600));
        assert_eq!((session.mark(), session.sleeps()), before, "what moved is at rest again");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn at_rest_there_are_four_threads() {
    let mut session = demo();
    session.press("search/about");
    session.wait_for(" ALLOWED    line 6 ");
    rests(&session);
    assert!(session.threads() <= 4, "{} threads", session.threads());
}

#[cfg(target_os = "linux")]
#[test]
fn memory_stays_small_also_with_a_big_file() {
    // What the program itself takes as a file is 5 MiB in a release, and much more with what a debugger wants to know.
    const MIB: u64 = 1024;
    const PROGRAM: u64 = 6 * MIB;
    let session = demo();
    rests(&session);
    assert!(session.memory() <= 12 * MIB - PROGRAM, "{} KiB on the example", session.memory());
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("big.txt");
    let rules: String = (0..18_000).map(|i| format!("Disallow: /{i:05}/private/x*\n")).collect();
    std::fs::write(&path, format!("User-agent: *\n{rules}")).expect("a file");
    let session = Session::new(&[path.to_str().expect("UTF-8")]);
    session
        .wait("the issues", |screen| screen.text.contains("F1 help") && !screen.row(0).contains("looking for issues"));
    rests(&session);
    assert!(session.memory() <= 24 * MIB - PROGRAM, "{} KiB on 18,000 rules", session.memory());
}
