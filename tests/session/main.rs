//! The real program in a pseudo-terminal, in the words of someone who uses it.
#![cfg(all(unix, feature = "cli", feature = "tui"))]
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on says why and stops")]

#[cfg(feature = "fetch")]
mod beside;
#[cfg(feature = "fetch")]
mod chosen;
mod fetching;
mod frames;
mod harness;
#[cfg(all(feature = "fetch", feature = "history"))]
mod history;
mod leaving;
mod manners;
#[cfg(feature = "history")]
mod past;
mod plain;
mod sizes;
#[cfg(target_os = "linux")]
mod stopping;
#[cfg(feature = "fetch")]
mod strangers;
mod tasks;

use harness::Session;
use std::thread;
use std::time::Duration;

/// The program with the example, once its issues are there and nothing more is under way.
fn demo() -> Session {
    let session = Session::new(&["--demo"]);
    settled(&session);
    session
}

#[track_caller]
fn settled(session: &Session) {
    session.wait("the issues and the hints", |screen| {
        screen.row(0).contains("2 errors 2 warnings") && screen.text.contains("F1 help")
    });
}

/// The same with the focus in Raw.
fn demo_in_a_pane() -> Session {
    let mut session = demo();
    session.press("\x1b");
    session.wait_for("q quit");
    session
}

/// Keys are passed over for a moment after a paste. It begins before the paste is on the screen.
fn after_a_paste() {
    thread::sleep(Duration::from_millis(60));
}

#[test]
fn the_first_thing_i_see_is_the_verdict() {
    let session = Session::new(&["--demo", "-u", "/search/about?sessionid=7", "-a", "GPTBot"]);
    session.wait_for("DISALLOWED line 22  Disallow: /");
    session.wait_bytes(0, harness::END);
    let first = session.since(0);
    let first = &first[..first.windows(8).position(|bytes| bytes == harness::END).expect("a frame")];
    assert!(String::from_utf8_lossy(first).contains("DISALLOWED"), "the verdict is in the first frame");
}

#[test]
fn typing_a_url_changes_the_verdict_and_names_the_line() {
    let mut session = demo();
    assert!(session.screen().says(" ALLOWED    no rule matches"), "{:?}", session.screen());
    session.press("search");
    session.wait_for(" DISALLOWED line 5  Disallow: /search ");
    session.press("/about?sessionid=7");
    session.wait_for(" ALLOWED    line 6  Allow: /search/about ");
    session.wait_for("lost: 7 Disallow: /*?sessionid= (13, tie)");
    session.press("\x15/search/about?sessionid=7\x1b[D\x7f");
    session.wait_for(" URL    /search/about?sessionid7 ");
    session.wait_for("lost: 5 Disallow: /search (7)");
}

#[test]
fn a_topic_opens_with_its_example_and_its_question() {
    let session = Session::new(&["explain", "precedence", "--open"]);
    session.wait_for(" ALLOWED    line 5  Allow: /shop/*.html ");
    session.wait_for(" URL    /shop/cart.html ");
}

#[test]
fn another_agent_has_another_verdict() {
    let mut session = demo();
    session.press("\x1b[A\x15");
    session.wait_for(" Agent                  ");
    session.press("ccb");
    session.wait_for("CCBot");
    session.press("ot\r");
    session.wait_for(" DISALLOWED line 22  Disallow: / ");
}

#[test]
fn every_key_that_i_press_is_answered() {
    let mut session = demo();
    let mut typed = String::from(" URL    ");
    for key in "search/about?sessionid=7".chars() {
        typed.push(key);
        session.answer(&key.to_string());
        let screen = session.screen();
        assert!(screen.row(2).starts_with(&typed), "{typed:?} in {:?}", screen.row(2));
        assert_eq!(usize::from(screen.cursor.0), typed.chars().count(), "the cursor stands behind it");
        assert_eq!(screen.cursor.1, 2);
    }
}

#[test]
fn keys_that_come_faster_than_i_can_look_are_all_taken() {
    let mut session = demo();
    // More than one read takes, and then some.
    session.press(&"abc".repeat(800));
    session.press("\x15search");
    session.wait_for(" DISALLOWED line 5 ");
    let frames = harness::count(&session.since(0), harness::BEGIN);
    assert!(frames < 200, "{frames} frames for 2400 keys");
}

#[test]
fn a_reply_that_nobody_asked_for_does_not_make_it_deaf() {
    for reply in ["\x1b[?2026;2$y", "\x1b[?997;1n", "\x1b[<"] {
        let mut session = demo();
        session.press(reply);
        session.press("\x03");
        session.left();
    }
    // A paste that never ends is what came of it.
    let mut session = demo();
    session.press("\x1b[200~abc");
    session.wait_for(" URL    abc ");
    session.press("\x03");
    session.left();
}

#[test]
fn a_file_pasted_on_the_start_screen_is_opened() {
    let mut session = Session::new(&[]);
    session.wait_for("Site, URL or file");
    session.paste("User-agent: *\rDisallow: /x\rAllow: /x/y\r");
    session.wait_for("3    Allow: /x/y");
    session.wait_for(" ALLOWED ");
    after_a_paste();
    session.press("x/z");
    session.wait_for(" DISALLOWED line 2  Disallow: /x ");
}

#[test]
fn half_a_megabyte_pasted_is_opened() {
    let mut session = Session::new(&[]);
    session.wait_for("Site, URL or file");
    let rules = "Disallow: /private\r".repeat(27_000);
    session.paste(&format!("User-agent: *\r{rules}"));
    session.wait_for(" Disallow: /private");
    session.wait_for("KiB");
}

#[test]
fn a_line_pasted_into_the_url_field_is_a_url() {
    let mut session = demo();
    session.paste("search/about");
    session.wait_for(" URL    search/about ");
    session.wait_for(" ALLOWED    line 6 ");
}

#[test]
fn a_file_pasted_over_a_file_is_offered_and_escape_drops_it() {
    let mut session = demo();
    session.paste("User-agent: *\rDisallow: /\r");
    session.wait_for("2 lines, 26 B. Open it as a robots.txt?");
    after_a_paste();
    session.press("\x1b");
    session.wait("the offer gone", |screen| !screen.text.contains("Open it as a robots.txt?"));
    assert!(session.screen().row(0).starts_with(" demo "), "{}", session.screen().text);
    session.paste("User-agent: *\rDisallow: /\r");
    session.wait_for("Open it as a robots.txt?");
    after_a_paste();
    session.press("\r");
    session.wait_for(" DISALLOWED line 2  Disallow: / ");
    assert!(!session.screen().row(0).contains("demo"), "{}", session.screen().text);
}

#[test]
fn a_pasted_command_is_no_command() {
    let mut session = demo_in_a_pane();
    session.paste("q");
    session.wait_for("Open it as a robots.txt?");
    after_a_paste();
    session.press("\x1b");
    session.wait("the offer gone", |screen| !screen.text.contains("Open it as a robots.txt?"));
}

#[test]
fn the_issue_key_goes_to_an_issue() {
    let mut session = demo_in_a_pane();
    session.press("n");
    session.wait_for("warning group-drops-star-rules: ");
    let screen = session.screen();
    let row = usize::from(screen.cursor.1);
    assert!(screen.row(row).starts_with("13 W  User-agent: Googlebot-Image"), "{:?}", screen.row(row));
    session.press("n");
    session.wait("the next one", |screen| screen.row(usize::from(screen.cursor.1)).starts_with("19 W"));
    session.press("N");
    session.wait("the one before", |screen| screen.row(usize::from(screen.cursor.1)).starts_with("13 W"));
    session.press("x");
    session.wait_for(" group-drops-star-rules ");
}

#[test]
fn help_shows_what_i_look_for() {
    let mut session = demo_in_a_pane();
    session.press("?");
    session.wait_for("Filter");
    session.wait_for("show all keys");
    session.press("clipboard file panes");
    session.wait("one key", |screen| {
        screen.text.contains("take the text of the clipboard as a file") && !screen.text.contains("show all keys")
    });
    session.press("zzz");
    session.wait_for("No key fits.");
    session.press("\x1b");
    session.wait("help gone", |screen| !screen.text.contains("Filter") && screen.text.contains("q quit"));
}

#[test]
fn a_file_that_is_not_there_leaves_the_one_that_is() {
    let mut session = demo_in_a_pane();
    session.press("o");
    session.wait_for("Site, URL or file");
    session.press("./no-such.txt\r");
    session.wait_for("There is no file ./no-such.txt.");
    let screen = session.screen();
    assert!(screen.row(0).starts_with(" demo "), "{}", screen.text);
    assert!(screen.says(" ALLOWED "), "{}", screen.text);
}

#[test]
fn another_file_can_be_opened_and_the_old_one_brought_back() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("my robots.txt");
    std::fs::write(&path, "User-agent: *\nDisallow: /\n").expect("a file");
    let mut session = demo_in_a_pane();
    session.press("o");
    session.wait_for("Site, URL or file");
    session.press(&format!("{}\r", path.display()));
    session.wait_for(" DISALLOWED line 2  Disallow: / ");
    session.press("b");
    session.wait_for(" ALLOWED    no rule matches");
}

#[test]
fn a_file_comes_through_a_pipe_and_keys_from_the_terminal() {
    for line in ["cat assets/demo.txt | \"$ROBOTUI\" -", "\"$ROBOTUI\" < assets/demo.txt"] {
        let mut session = Session::shell(line);
        session.wait_for("standard input");
        session.wait_for("2 errors");
        session.press("search");
        session.wait_for(" DISALLOWED line 5  Disallow: /search ");
        session.press("\x03");
        assert_eq!(session.left().exit_code(), 0);
    }
}

#[test]
fn a_copy_without_a_display_goes_through_the_terminal() {
    let mut session = demo_in_a_pane();
    session.press("y");
    session.wait_for("(OSC 52)");
    assert!(harness::contains(&session.since(0), b"\x1b]52;c;"));
}

#[test]
fn a_file_from_a_stranger_does_nothing_to_my_terminal() {
    let evil = "\u{1b}]52;c;aGk=\u{7}\u{1b}[2J\u{9b}2J\u{202e}\u{200b}\u{8}\u{7f}";
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join(format!("{evil}.txt"));
    let lines = ["User-agent: a", "Disallow: /", "D@: /", "Disallow: x", "Sitemap: ", "", "# "];
    let mut text: Vec<u8> =
        lines.iter().flat_map(|line| format!("{}{evil}\n", line.replace('@', evil)).into_bytes()).collect();
    text.extend_from_slice(b"\x9b2J\x9d0;owned\x9c");
    std::fs::write(&path, text).expect("a file");
    let path = path.to_str().expect("UTF-8");
    let mut session = Session::new(&[path, "-a", &format!("a{evil}"), "-u", &format!("/{evil}")]);
    session.wait_for("F1 help");
    session.press("\x1b");
    session.wait_for("q quit");
    for key in ["2", "3", "4", "\r", "x"] {
        session.answer(key);
    }
    let written = String::from_utf8(session.since(0)).expect("frames are UTF-8");
    let obeyed = |c: char| c.is_control() && c != '\u{1b}' || matches!(c, '\u{202e}' | '\u{200b}');
    let found: Vec<char> = written.chars().filter(|c| obeyed(*c)).collect();
    assert!(found.is_empty(), "{found:?}");
    assert!(written.split('\u{1b}').skip(1).all(|sequence| sequence.starts_with('[')), "only our own sequences");
}
