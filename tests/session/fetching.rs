//! Fetching while a file is in view, and where none is.

#[allow(dead_code, reason = "the tests of the network need more of it")]
#[path = "../network/server.rs"]
pub mod server;

use super::demo_in_a_pane;
use super::harness::{Session, wait_until};
use server::{Server, answer, send};
use std::thread::sleep;
use std::time::Duration;

const RULES: &[u8] = b"User-agent: *\nDisallow: /private\n";

/// A server that takes a request and says nothing.
pub fn silent() -> Server {
    Server::new(|_, _| sleep(Duration::from_secs(60)))
}

pub fn open(session: &mut Session, target: &str) {
    session.press("o");
    session.wait_for("Site, URL or file");
    session.press(&format!("{target}\r"));
}

#[test]
fn a_site_that_answers_is_shown_with_status_and_size() {
    let server = Server::sending(answer("200 OK", "Content-Type: text/plain\r\n", RULES));
    let session = Session::new(&[&server.url(), "-u", "/private/x"]);
    session.wait_for(" DISALLOWED line 2  Disallow: /private ");
    let screen = session.screen();
    let title = screen.row(0);
    assert!(title.starts_with(" http://") && title.contains(".txt  200  33 B  "), "{title}");
}

#[test]
fn a_site_without_a_file_says_so_and_allows_everything() {
    let server = Server::sending(answer("404 Not Found", "Content-Type: text/html\r\n", b"<p>sorry"));
    let session = Session::new(&[&server.url()]);
    session.wait_for(" ALLOWED ");
    session.wait_for("404");
}

#[test]
fn escape_ends_a_fetch_and_the_old_file_stays() {
    let server = silent();
    let mut session = demo_in_a_pane();
    open(&mut session, &server.url());
    session.wait("the fetch", |screen| {
        screen.row(0).starts_with(&format!(" fetching {} ", server.url())) && screen.row(0).contains("Esc stops")
    });
    session.wait_for(" ALLOWED    no rule matches");
    session.wait_for(" 1 s, Esc stops");
    session.press("\x1b");
    session.wait_for("Stopped.");
    assert!(session.screen().row(0).starts_with(" demo "), "{}", session.screen().text);
    session.press("/search");
    session.wait_for("search");
}

#[test]
fn a_fetch_can_be_left_as_well() {
    let server = silent();
    for keys in ["\x03", "TERM"] {
        let mut session = Session::new(&[&server.url()]);
        session.wait_for("fetching ");
        if keys == "TERM" {
            session.signal(keys);
        } else {
            session.press(keys);
        }
        session.left();
    }
}

#[test]
fn escape_ends_a_fetch_on_the_start_screen_too() {
    let server = silent();
    let mut session = Session::new(&[&server.url()]);
    session.wait_for("fetching ");
    session.press("\x1b");
    session.wait_for("Site, URL or file");
}

#[test]
fn a_fetch_that_fails_leaves_the_file_that_was_in_view() {
    let mut session = demo_in_a_pane();
    open(&mut session, "http://127.0.0.1:1/");
    session.wait_for("nothing listens on 127.0.0.1:1 (connection refused). The file that was in");
    assert!(session.screen().row(0).starts_with(" demo "), "{}", session.screen().text);
}

#[test]
fn whatever_goes_wrong_on_the_way_the_file_in_view_stays() {
    let mut session = demo_in_a_pane();
    let half = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 100\r\n\r\nUser-agent: *\nDis";
    let cut = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\na\r\nUser-agent\r\n";
    for (server, sentence) in [
        (Server::new(|_, _| ()), "closed the connection before it answered."),
        (Server::resetting(), "reset the connection before it answered."),
        (Server::sending(half), "closed the connection after 17 of 100 bytes."),
        (Server::sending(cut), "closed the connection after 10 bytes."),
        (Server::sending("SSH-2.0-OpenSSH_9.9\r\n"), "is no HTTP:"),
    ] {
        open(&mut session, &server.url());
        session.wait(sentence, |screen| {
            let text: String = screen.text.split_whitespace().collect::<Vec<_>>().join(" ");
            text.contains(&format!("{} ", server.address)) && text.contains(sentence) && text.contains("in view stays.")
        });
        assert!(session.screen().row(0).starts_with(" demo "), "{}", session.screen().text);
    }
}

#[test]
fn i_shows_how_a_file_came_and_enter_on_its_issues_too() {
    let server = Server::sending(answer("503 Service Unavailable", "Retry-After: 60\r\n", b"sorry"));
    let mut session = demo_in_a_pane();
    open(&mut session, &server.url());
    session.wait_for("  503  ");
    session.press("4");
    session.wait_for("E     - http-5xx");
    session.press("\r");
    session.wait_for("Answered with 503: plain text");
    session.wait_for("A server error: nothing is fetched for 12 hours.");
    session.press("\x1b[F");
    session.wait_for("retry-after: 60");
}

#[test]
fn a_site_that_was_slow_is_shown_when_it_comes_and_can_be_fetched_again() {
    let server = Server::new(|_, stream| {
        sleep(Duration::from_millis(400));
        send(stream, &answer("200 OK", "Content-Type: text/plain\r\n", RULES));
    });
    let mut session = demo_in_a_pane();
    open(&mut session, &format!("{}/private", server.url()));
    session.wait_for("fetching ");
    session.wait_for("  200  33 B  ");
    session.press("r");
    session.wait_for("fetching ");
    session.wait_for("  200  33 B  ");
    assert_eq!(server.requests().len(), 2);
}

#[test]
fn a_copy_is_shown_at_once_while_a_fresh_one_comes() {
    let file = concat!(env!("CARGO_TARGET_TMPDIR"), "/copies.sqlite");
    for end in ["", "-wal", "-shm"] {
        _ = std::fs::remove_file(format!("{file}{end}"));
    }
    // The first is answered; the second not before its time; the third with another file.
    let count = std::sync::atomic::AtomicUsize::new(0);
    let server = Server::new(move |_, stream| match count.fetch_add(1, std::sync::atomic::Ordering::SeqCst) {
        0 => send(stream, &answer("200 OK", "ETag: \"1\"\r\n", RULES)),
        1 => sleep(Duration::from_secs(60)),
        _ => send(stream, &answer("200 OK", "", b"User-agent: *\nAllow: /private\n")),
    });
    let open = || Session::new(&["--history", file, &server.url(), "-u", "/private/x"]);
    let mut session = open();
    session.wait_for(" DISALLOWED line 2 ");
    session.press("\x03");
    session.left();
    let mut session = open();
    // The answer is there although the server says nothing.
    session.wait_for(" DISALLOWED line 2 ");
    session.wait_for(" fetching ");
    wait_until("the request", || (server.requests().len() > 1).then_some(()));
    assert!(server.requests()[1].to_lowercase().contains("if-none-match: \"1\""));
    session.press("\x1b");
    session.wait_for("Stopped.");
    session.press("\x1b");
    session.wait_for("  200  copy ");
    session.wait_for("q quit");
    // Asked anew, past all copies, it is another file; the one before is a key away.
    session.press("r");
    session.wait_for(" ALLOWED    line 2 ");
    assert!(!server.requests()[2].to_lowercase().contains("if-none-match"));
    session.press("b");
    session.wait_for(" DISALLOWED line 2 ");
    session.press("q");
    session.left();
}
