//! A terminal obeys text. What comes over the network, from the command line and from the clipboard reaches it as something
//! to look at, on every part of the screen and in all that is printed.

use super::demo_in_a_pane;
use super::fetching::server::{Server, answer, redirect};
use super::harness::Session;
use robotui::robots::display::is_hidden;

/// Sequences that a terminal obeys, and text that lies about itself. A header may hold bytes, but no C0 control.
const EVIL: &[&[u8]] = &[
    "\u{9b}2J".as_bytes(),
    b"\x9b2J\x9d0;owned\x9c",
    "\u{202e}evil\u{2066}\u{200b}\u{feff}".as_bytes(),
    b"\x1b]0;owned\x07",
    b"\x1b[2J\x7f\x08",
];

/// Sees to it that what went to the terminal is text, and sequences that are our own.
#[track_caller]
fn assert_harmless(session: &Session) {
    let bytes = session.since(0);
    let text = String::from_utf8(bytes).expect("what is written is UTF-8");
    let mut parts = text.split('\x1b');
    let mut plain: String = parts.next().unwrap_or_default().into();
    for part in parts {
        let sequence =
            part.strip_prefix('[').unwrap_or_else(|| panic!("no sequence of ours: {:?}", &part.escape_debug()));
        let end = sequence.find(|c: char| !c.is_ascii_digit() && !"?;".contains(c)).expect("its end");
        let (sequence, rest) = sequence.split_at(end + 1);
        // Cleared is at the beginning only, and where the size changes.
        assert!(sequence.ends_with(['H', 'm', 'h', 'l']) || sequence == "2J", "{sequence:?}");
        plain.push_str(rest);
    }
    let obeyed: Vec<char> = plain.chars().filter(|&c| is_hidden(c) && c != '\r' && c != '\n').collect();
    assert!(obeyed.is_empty(), "{obeyed:?}");
    assert_eq!(super::harness::count(text.as_bytes(), b"\x1b[2J"), usize::from(text.contains("\x1b[?1049h")));
}

fn headers(evil: &[u8]) -> Vec<u8> {
    let body = [b"User-agent: *\nDisallow: /", evil, b"\nSitemap: http://", evil, b"/\n"].concat();
    let head = [&b"HTTP/1.1 200 OK\r\nContent-Type: text/"[..], evil, b"\r\nServer: ", evil].concat();
    [&head[..], format!("\r\nContent-Length: {}\r\n\r\n", body.len()).as_bytes(), &body].concat()
}

fn redirected(evil: &[u8]) -> Vec<u8> {
    let target = [b"http://127.0.0.1:1/", evil].concat();
    let redirect = redirect("@");
    let at = redirect.iter().position(|byte| *byte == b'@').expect("a place");
    [&redirect[..at], &target, &redirect[at + 1..]].concat()
}

fn servers() -> Vec<Server> {
    let answers = EVIL.iter().flat_map(|evil| {
        let page = [b"<title>", *evil, b"</title>"].concat();
        let status = [b"HTTP/1.1 500 ", *evil, b"\r\nContent-Length: 0\r\n\r\n"].concat();
        [headers(evil), redirected(evil), answer("404 Not Found", "Content-Type: text/html\r\n", &page), status]
    });
    answers.chain([b"\x1b[2J\x9b\n\n".to_vec()]).map(Server::sending).collect()
}

#[test]
fn what_a_server_sends_is_seen_and_not_obeyed() {
    let mut session = demo_in_a_pane();
    for server in servers() {
        session.press("o");
        session.wait_for("Site, URL or file");
        session.press(&format!("{}\r", server.url()));
        session.wait("an answer", |screen| {
            !screen.text.contains("fetching") && !screen.text.contains("Site, URL or file") && !screen.text.is_empty()
        });
        session.press("i");
        session.wait("the delivery, or why not", |screen| {
            screen.text.contains("How the file came") || screen.text.contains("i: ")
        });
        session.press("\x1b");
        session.wait("what was on top gone", |screen| !screen.text.contains("How the file came"));
        for key in ["2", "3", "4", "5", "1"] {
            session.press(key);
        }
    }
    session.press("\x03");
    session.left();
    assert_harmless(&session);
}

#[test]
fn what_a_server_sends_is_printed_and_not_obeyed() {
    for server in servers() {
        let url = server.url();
        for command in [&["report", &url][..], &["check", &url, "/x"], &["crawlers", &url], &["parse", &url]] {
            let mut session = Session::new(command);
            session.ended();
            session.wait("something", |screen| !screen.text.trim().is_empty());
            assert_harmless(&session);
        }
    }
}

#[test]
fn what_is_pasted_or_given_on_the_command_line_is_seen_and_not_obeyed() {
    let evil = "\u{9b}2J\u{202e}\u{200b}\u{1b}[2J\u{1b}]0;owned\u{7}\u{7f}";
    for arguments in [
        &["--demo", "-a", evil, "-u", evil][..],
        &[evil],
        &["-p", evil],
        &["report", evil, evil],
        &[&format!("--{evil}")],
        &["explain", evil],
        &["completions", evil],
        &["check", "assets/demo.txt", evil],
        &["batch", evil],
    ] {
        let mut session = Session::new(arguments);
        session.wait("something", |screen| !screen.text.trim().is_empty());
        if arguments[0] == "--demo" {
            super::settled(&session);
            session.press("\x03");
            session.left();
        }
        session.ended();
        assert_harmless(&session);
    }
    let mut session = demo_in_a_pane();
    session.press("o");
    session.wait_for("Site, URL or file");
    session.paste(&format!("./x{evil}.txt"));
    session.wait_for("<U+202E>");
    super::after_a_paste();
    session.press("\r");
    session.wait_for("There is no file ./x");
    session.paste(&format!("Disallow: {evil}\r{evil}"));
    session.wait_for("Open it as a robots.txt?");
    super::after_a_paste();
    session.press("\r");
    session.wait("the file", |screen| screen.text.contains("2    <U+009B>2J"));
    session.press("\x03");
    session.left();
    assert_harmless(&session);
}
