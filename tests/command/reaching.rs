//! How sites are reached: names, addresses, bounds, and what was kept.

use super::server::{Server, answer, send};
use super::{RULES, Said, run};

/// Runs the program with a history of its own.
fn with_history(name: &str, arguments: &[&str]) -> Said {
    let file = format!("{}/{name}.sqlite", env!("CARGO_TARGET_TMPDIR"));
    run([arguments, &["--history", &file]].concat(), b"")
}

fn forget(name: &str) {
    for end in ["", "-wal", "-shm"] {
        _ = std::fs::remove_file(format!("{}/{name}.sqlite{end}", env!("CARGO_TARGET_TMPDIR")));
    }
}

/// A server that sends a file with a tag, and says so where somebody holds it already.
fn tagging() -> Server {
    Server::new(|request, stream| {
        let held = request.to_lowercase().contains("if-none-match: \"1\"");
        let headers = "ETag: \"1\"\r\nContent-Type: text/plain\r\n";
        let sent =
            if held { answer("304 Not Modified", headers, b"") } else { answer("200 OK", headers, RULES.as_bytes()) };
        send(stream, &sent);
    })
}

#[test]
fn a_file_that_is_held_is_asked_for_only_where_it_differs() {
    forget("conditional");
    let server = tagging();
    let first = with_history("conditional", &["report", &server.url(), "-u", "/private"]);
    let second = with_history("conditional", &["report", &server.url(), "-u", "/private"]);
    let requests = server.requests();
    assert!(!requests[0].to_lowercase().contains("if-none-match"), "{}", requests[0]);
    assert!(requests[1].to_lowercase().contains("if-none-match: \"1\""), "{}", requests[1]);
    for said in [&first, &second] {
        assert_eq!((said.code, said.err.as_str()), (0, ""));
        said.prints("Verdict   DISALLOWED by line 2: Disallow: /private  (8 bytes, the only match)");
    }
    // It is one version, seen twice.
    let list = with_history("conditional", &["history", &server.url(), "list", "--json"]);
    assert_eq!(list.out.lines().count(), 1, "{}", list.out);
    assert!(list.out.contains("\"checks\":2"), "{}", list.out);
}

#[test]
fn offline_shows_what_was_kept_and_asks_nobody() {
    forget("offline");
    let server = tagging();
    let none = with_history("offline", &["check", &server.url(), "-a", "Googlebot", "/private", "--offline"]);
    let sentence = format!("Nothing was kept of {}/robots.txt, and --offline asks no server.", server.url());
    none.fails_with(3, &sentence);
    with_history("offline", &["report", &server.url()]);
    let kept = with_history("offline", &["check", &server.url(), "-a", "Googlebot", "/private", "--offline"]);
    assert_eq!(kept.code, 1, "{}", kept.err);
    assert_eq!(server.requests().len(), 1);
}

#[test]
fn a_name_can_be_given_an_address() {
    let server = tagging();
    let (port, pin) = (server.address.port(), format!("example.test:{}:127.0.0.1", server.address.port()));
    let url = format!("http://example.test:{port}");
    let said = run(["report", &url, "--resolve", &pin, "--no-history"], b"");
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(server.requests()[0].contains(&format!("\r\nhost: example.test:{port}\r\n")), "{}", server.requests()[0]);
    let wrong = run(["report", &url, "--resolve", "example.test"], b"");
    assert_eq!(wrong.code, 2);
    assert!(wrong.err.contains("host:port:address"), "{}", wrong.err);
}

#[test]
fn one_can_ask_under_another_name_and_nothing_of_it_is_kept() {
    forget("named");
    let server = tagging();
    for (name, header) in [("GPTBot", "GPTBot/"), ("Somebody/1.0 (x)", "Somebody/1.0 (x)")] {
        let said = with_history("named", &["report", &server.url(), "--user-agent", name]);
        assert_eq!(said.code, 0, "{}", said.err);
        let requests = server.requests();
        let last = requests.last().expect("a request");
        assert!(last.contains("user-agent: ") && last.contains(header), "{last}");
    }
    let list = with_history("named", &["history", &server.url(), "list"]);
    assert!(!list.out.contains("200"), "{}", list.out);
}

#[test]
fn a_silent_server_is_given_up_in_time() {
    let server = Server::new(|_, _| std::thread::sleep(std::time::Duration::from_secs(60)));
    let said = run(["report", &server.url(), "--timeout", "0.3", "--no-history"], b"");
    assert_eq!(said.code, 3);
    assert!(said.err.contains("when the 0.3 s for the whole fetch were over"), "{}", said.err);
    for wrong in ["0", "-1", "never"] {
        assert_eq!(run(["report", &server.url(), "--timeout", wrong], b"").code, 2, "{wrong}");
    }
}
