//! What people come for, and how many keys it takes them, besides those of the address or the name itself.

use super::demo;
use super::harness::Session;

#[cfg(feature = "fetch")]
#[test]
fn to_judge_a_url_of_a_site_takes_one_key() {
    use super::fetching::server::{Server, answer};
    let rules = b"User-agent: Googlebot\nDisallow: /private\n\nUser-agent: *\nDisallow:\n";
    let server = Server::sending(answer("200 OK", "Content-Type: text/plain\r\n", rules));
    let mut session = Session::new(&[]);
    session.wait_for("Site, URL or file");
    session.press(&format!("{}/private/x", server.url()));
    session.press("\r");
    session.wait_for(" URL    /private/x ");
    session.wait_for(" Agent  Googlebot ");
    session.wait_for(" DISALLOWED line 2  Disallow: /private ");
    // The next one takes none but to clear the field.
    session.press("\x15public");
    session.wait_for(" ALLOWED ");
}

#[test]
fn to_go_to_the_rule_that_blocks_takes_one_key() {
    let mut session = demo();
    session.press("search/x");
    session.wait_for(" DISALLOWED line 5 ");
    session.press("\r");
    session.wait("the line", |screen| screen.row(usize::from(screen.cursor.1)).starts_with(" 5  ✗ Disallow: /search"));
}

#[test]
fn to_go_to_the_third_issue_takes_four_keys() {
    let mut session = demo();
    for (key, row) in [("\x1b", " 1"), ("n", "13 W"), ("n", "19 W"), ("n", "27 E")] {
        session.press(key);
        session.wait(row, |screen| screen.row(usize::from(screen.cursor.1)).starts_with(row));
    }
}

#[test]
fn to_see_which_ai_bots_are_shut_out_takes_four_keys() {
    let mut session = demo();
    session.press("\x1b");
    session.wait_for("q quit");
    session.press("5");
    session.wait("how many are", |screen| screen.text.contains("AI training: 3 blocked"));
    session.press("jj");
    session.wait("the heading", |screen| screen.row(usize::from(screen.cursor.1)).contains("AI training"));
    session.wait_for("AI training: 3 blocked (GPTBot,");
    session.wait_for("ClaudeBot, CCBot), 27 open");
}

#[test]
fn to_leave_takes_one_key() {
    let mut session = demo();
    session.press("\x03");
    assert_eq!(session.left().exit_code(), 0);
}
