//! What is fetched in the explorer is kept, and never waited for.

use super::fetching::server::{Server, answer};
use super::harness::Session;
use robotui::history::{Place, Store};

const RULES: &[u8] = b"User-agent: *\nDisallow: /private\n";

#[test]
fn what_was_fetched_is_kept_when_one_leaves_at_once() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("history.sqlite");
    let server = Server::sending(answer("200 OK", "", RULES));
    let shown = path.display().to_string();
    let mut session = Session::new(&[&server.url(), "-u", "/private/x", "--history", &shown]);
    session.wait_for(" DISALLOWED line 2 ");
    session.press("\x03");
    assert_eq!(session.left().exit_code(), 0);
    let store = Store::open_existing(&Place::named(&path)).expect("a store").expect("there is one");
    let versions = store.versions(&format!("{}/robots.txt", server.url())).expect("a list");
    assert_eq!(versions.iter().map(|version| version.size).collect::<Vec<_>>(), [RULES.len() as u64]);
}

#[test]
fn a_history_that_cannot_be_used_is_said_and_the_file_is_there() {
    let server = Server::sending(answer("200 OK", "", RULES));
    let session = Session::new(&[&server.url(), "-u", "/private/x", "--history", "/dev/null/x"]);
    session.wait_for(" DISALLOWED line 2 ");
    session.wait_for("The history /dev/null/x cannot be used");
}

#[test]
fn nothing_is_opened_before_something_is_fetched() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("history.sqlite");
    let mut session = Session::new(&["--demo", "--history", &path.display().to_string()]);
    super::settled(&session);
    session.press("\x03");
    assert_eq!(session.left().exit_code(), 0);
    assert!(!path.exists());
}
