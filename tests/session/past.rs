//! What a file was: versions, the verdict under each, since when.

use super::fetching::server::{Server, answer, send};
use super::harness::Session;
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};

/// A site whose file has changed five times, and the history of it.
fn past(name: &str) -> (Server, String) {
    let file = format!("{}/{name}.sqlite", env!("CARGO_TARGET_TMPDIR"));
    for end in ["", "-wal", "-shm"] {
        _ = std::fs::remove_file(format!("{file}{end}"));
    }
    let now = Arc::new(Mutex::new(Vec::new()));
    let sent = Arc::clone(&now);
    let server = Server::new(move |_, stream| send(stream, &sent.lock().expect("no panic").clone()));
    for text in [
        "User-agent: *\nDisallow: /a\n",
        "User-agent: *\nDisallow: /a\nDisallow: /b\n",
        "",
        "User-agent: *\nDisallow: /b\nAllow: /a\nDisallow: x\n",
        "User-agent: *\nDisallow: /b\nAllow: /a\n",
    ] {
        let bytes = if text.is_empty() {
            answer("503 Service Unavailable", "", b"")
        } else {
            answer("200 OK", "Content-Type: text/plain\r\n", text.as_bytes())
        };
        *now.lock().expect("no panic") = bytes;
        let mut report = Command::new(env!("CARGO_BIN_EXE_robotui"));
        report.args(["report", &server.url(), "--history", &file]).stdout(Stdio::null()).stderr(Stdio::null());
        report.env("XDG_CONFIG_HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/nobody"));
        report.status().expect("it runs");
    }
    (server, file)
}

#[test]
fn the_versions_are_listed_with_the_verdict_under_each() {
    let (server, file) = past("versions");
    let mut session = Session::new(&[&server.url(), "--history", &file, "-u", "/a"]);
    // The matcher says it without the pane.
    session.wait_for(" DISALLOWED until 2");
    // What came is what is shown, and no copy of it.
    session.wait("the fetch", |screen| !screen.row(0).contains("copy") && !screen.row(0).contains("fetching"));
    session.press("\x1b");
    session.wait_for("q quit");
    session.press("6");
    session.wait("size and verdict", |screen| screen.text.contains("verdict ✗✗✗✓✓"));
    session.wait("how they differ", |screen| screen.text.contains("+4"));
    session.wait_for("(version 4 of 5): line 3,");
    session.wait_for("Before: DISALLOWED, with no");
    // Every keystroke asks them all.
    session.press("/\x15b");
    session.wait("the other verdicts", |screen| screen.text.contains("verdict ✓✗✗✗✗"));
    session.press("\x15/a\x1b");
    session.wait_for("q quit");
    // Another agent sees other rules; here the same.
    session.press("aGPT\r\x1b");
    session.wait("the verdicts of another", |screen| screen.text.contains("verdict ✗✗✗✓✓"));
}

#[test]
fn a_version_is_viewed_and_compared_with_the_one_before_it() {
    let (server, file) = past("viewed");
    let mut session = Session::new(&[&server.url(), "--history", &file, "-u", "/a"]);
    session.wait_for(" DISALLOWED until 2");
    // What came is what is shown, and no copy of it.
    session.wait("the fetch", |screen| !screen.row(0).contains("copy") && !screen.row(0).contains("fetching"));
    session.press("\x1b");
    session.wait_for("q quit");
    session.press("6G");
    session.press("k");
    session.wait_for("d compare");
    session.press("d");
    session.wait_for("+Disallow: /b");
    session.press("\x1b");
    session.wait_for("d compare");
    session.press("\r");
    session.wait_for(" DISALLOWED  line 2  Disallow: /a ");
    session.wait_for("version of");
    // Back to what holds now.
    session.press("b");
    session.wait_for(" ALLOWED     line 3  Allow: /a ");
    // The first version has none before it.
    session.press("6G");
    session.press("d");
    session.wait_for("there is no version before it");
}

#[test]
fn a_file_that_was_not_fetched_has_no_history() {
    let mut session = super::demo_in_a_pane();
    session.press("6");
    session.wait_for("Only what is fetched has a");
}
