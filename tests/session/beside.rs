//! The origins of a site, and one file under several names, over the loopback network.

use super::fetching::server::{Server, answer, send};
use super::harness::Session;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::Duration;

const RULES: &[u8] = b"User-agent: *\nDisallow: /private\n";

/// A server for `example.test`, whose `www` has no file or, once told to, never answers, and that refuses GPTBot.
fn site(silent: &Arc<AtomicBool>) -> Server {
    let silent = Arc::clone(silent);
    Server::new(move |request, stream| {
        let request = request.to_lowercase();
        let is_www = request.contains("\r\nhost: www.");
        if is_www && silent.load(Ordering::SeqCst) {
            return sleep(Duration::from_secs(60));
        }
        let refused = request.contains("gptbot");
        send(
            stream,
            &match (is_www, refused) {
                (true, _) => answer("404 Not Found", "", b"sorry"),
                (_, true) => answer("403 Forbidden", "", b"no"),
                _ => answer("200 OK", "Content-Type: text/plain\r\n", RULES),
            },
        );
    })
}

/// The explorer on that site, with the focus in Raw.
fn explorer(server: &Server) -> Session {
    let port = server.address.port();
    let pins = ["example.test", "www.example.test"].map(|host| format!("{host}:{port}:127.0.0.1"));
    let url = format!("http://example.test:{port}");
    let mut session =
        Session::new(&["--no-history", "--resolve", &pins[0], "--resolve", &pins[1], &url, "-u", "/private/x"]);
    session.wait_for(" DISALLOWED line 2 ");
    session.press("\x1b");
    session.wait_for("q quit");
    session
}

#[test]
fn the_origins_are_asked_and_one_is_opened() {
    let server = site(&Arc::default());
    let mut session = explorer(&server);
    let port = server.address.port();
    session.press("O");
    session.wait_for("4 origins. Each is ruled by its own file.");
    let screen = session.screen();
    let row = |origin: &str| {
        let mut rows = (0..24).map(|y| screen.row(y).trim().to_owned());
        rows.find(|row| row.starts_with(&format!("{origin}:{port} "))).unwrap_or_else(|| panic!("{}", screen.text))
    };
    assert!(row("http://example.test").ends_with("this one"), "{}", screen.text);
    assert!(row("http://www.example.test").contains("not fetched: 404"), "{}", screen.text);
    assert!(row("https://example.test").contains("not fetched: other"), "{}", screen.text);
    session.wait_for("W scope-www-apex-differ: ");
    session.press("jj");
    session.wait_for(&format!("http://www.example.test:{port}/robots.txt: no file: "));
    session.press("\r");
    session.wait("the file of www", |screen| {
        screen.row(0).contains("www.example.test") && screen.row(0).contains("  404  ")
    });
    session.press("q");
    assert_eq!(session.left().exit_code(), 0);
}

#[test]
fn escape_closes_the_grid_while_it_is_filled_and_the_explorer_goes_on() {
    let silent = Arc::new(AtomicBool::new(true));
    let server = site(&silent);
    let mut session = explorer(&server);
    session.press("O");
    session.wait_for(" of 4 answered, 1 s");
    session.press("\x1b");
    session.wait_for("1 Raw");
    // What is asked next does not wait for what was given up.
    silent.store(false, Ordering::SeqCst);
    session.press("O");
    session.wait_for("4 origins. Each is ruled by its own file.");
    session.press("\x03");
    assert_eq!(session.left().exit_code(), 0);
}

#[test]
fn the_file_is_fetched_as_others_and_what_differs_is_said() {
    let server = site(&Arc::default());
    let mut session = explorer(&server);
    let before = server.requests().len();
    session.press("u");
    session.wait_for("GPTBot is answered 403; the others get the file");
    let agents: Vec<String> = server.requests()[before..].iter().map(|request| request.to_lowercase()).collect();
    assert_eq!(agents.len(), 4);
    for name in ["user-agent: robotui/", "windows nt 10.0", "googlebot/2.1", "gptbot/"] {
        assert_eq!(agents.iter().filter(|request| request.contains(name)).count(), 1, "{name}");
    }
    session.press("\x1b");
    session.wait_for(" DISALLOWED line 2 ");
    session.press("q");
    session.left();
}
