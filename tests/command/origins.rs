//! The origins of a site side by side.

use super::server::{Server, answer, redirect, send};
use super::{Said, run};

const FILE: &str = "User-agent: *\nDisallow: private\nSitemap: http://cdn.example.test:PORT/s.xml\n";

/// A server for `example.test` with its file, for `www` without one, for `cdn` with another, and for `old` with a redirect.
fn site() -> Server {
    Server::new(|request, stream| {
        let request = request.to_lowercase();
        let host = request.split("\r\nhost: ").nth(1).and_then(|rest| rest.split("\r\n").next()).unwrap_or_default();
        let (name, port) = host.split_once(':').unwrap_or_default();
        let file = FILE.replace("PORT", port);
        let moved = redirect(&format!("http://example.test:{port}/robots.txt"));
        send(
            stream,
            &match name {
                "example.test" => answer("200 OK", "Content-Type: text/plain\r\n", file.as_bytes()),
                "www.example.test" => answer("404 Not Found", "", b"sorry"),
                "cdn.example.test" => answer("200 OK", "Content-Type: text/plain\r\n", b"User-agent: *\nDisallow: /\n"),
                "old.example.test" => moved,
                _ => return,
            },
        );
    })
}

/// `robotui origins`, where these names are this machine.
fn origins(server: &Server, more: &[&str]) -> Said {
    let port = server.address.port();
    let site = format!("http://example.test:{port}/some/page");
    let mut arguments = vec!["origins".to_owned(), site, "--timeout".to_owned(), "5".to_owned()];
    for name in ["example.test", "www.example.test", "cdn.example.test", "old.example.test"] {
        arguments.extend(["--resolve".to_owned(), format!("{name}:{port}:127.0.0.1")]);
    }
    arguments.extend(more.iter().map(|&text| text.to_owned()));
    run(arguments, b"")
}

/// The row of an origin, cut at the runs of spaces.
#[track_caller]
fn row<'a>(said: &'a Said, origin: &str) -> Vec<&'a str> {
    let line = said.out.lines().find(|line| line.starts_with(&format!("{origin} ")));
    let line = line.unwrap_or_else(|| panic!("no {origin} in\n{}\n{}", said.out, said.err));
    line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect()
}

#[test]
fn the_origins_of_a_site_are_listed_with_what_search_console_shows_and_what_differs() {
    let server = site();
    let port = server.address.port();
    let given = format!("http://old.example.test:{port}");
    let said = origins(&server, &["--no-history", "--host", &given]);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    let [own, old, cdn, www] = ["example", "old.example", "cdn.example", "www.example"].map(|name| {
        let cells = row(&said, &format!("http://{name}.test:{port}"));
        // The time of the check is that of the test.
        [&cells[1..2], &cells[3..]].concat()
    });
    assert_eq!(own[0], "fetched");
    assert_eq!(own[2..], ["1", "0", "this one"][..], "{}", said.out);
    // A redirect to another host is a warning of its own.
    assert_eq!(old, [&own[..own.len() - 2], &["1", "same"]].concat());
    assert_eq!(cdn, ["fetched", "26", "1", "0", "differs"]);
    assert_eq!(www, ["not fetched: 404", "no file"]);
    said.prints(&format!("    redirected to http://example.test:{port}/robots.txt"));
    said.prints("    no file: everything may be fetched, which is fine");
    // Nothing here speaks TLS: that is an outcome like any other.
    assert_eq!(row(&said, &format!("https://example.test:{port}"))[1], "not fetched: other");
    let finding = format!(
        "W scope-www-apex-differ: http://example.test:{port} has a file, http://www.example.test:{port} has none (404), so \
         everything may be fetched there: each host is ruled by its own answer"
    );
    said.prints(&finding);
    assert_eq!(said.out.matches(" scope-").count(), 1);
    assert!(said.out.lines().filter(|line| line.starts_with("http")).all(|line| line.len() <= 90), "{}", said.out);
    let asked = server.requests().iter().filter(|request| request.starts_with("GET ")).count();
    assert_eq!(asked, 5, "each once, and once for the redirect");
}

#[test]
fn as_json_it_is_one_object() {
    let server = site();
    let said = origins(&server, &["--no-history", "--json"]);
    assert_eq!((said.code, said.err.as_str(), said.out.lines().count()), (0, "", 1));
    let json: serde_json::Value = serde_json::from_str(&said.out).expect("JSON");
    let rows = json["origins"].as_array().expect("a list");
    assert_eq!(rows.len(), 6);
    let own = &rows[0];
    assert_eq!(own["url"], format!("http://example.test:{}/robots.txt", server.address.port()));
    assert_eq!((&own["outcome"], &own["status"], &own["errors"]), (&"fetched".into(), &200.into(), &1.into()));
    assert!(own["checked"].as_str().is_some_and(|at| at.len() == 25), "{own}");
    let of = |word: &str| rows.iter().filter(|row| row["outcome"] == word).count();
    assert_eq!((of("fetched"), of("not fetched: 404"), of("not fetched: other")), (2, 1, 3));
    assert_eq!(json["findings"][0]["code"], "scope-www-apex-differ");
}

#[cfg(feature = "history")]
#[test]
fn what_is_fetched_is_kept_and_shown_offline_and_known_hosts_are_asked() {
    let file = format!("{}/origins.sqlite", env!("CARGO_TARGET_TMPDIR"));
    for end in ["", "-wal", "-shm"] {
        _ = std::fs::remove_file(format!("{file}{end}"));
    }
    let server = site();
    let port = server.address.port();
    let nothing = origins(&server, &["--history", &file, "--offline"]);
    assert_eq!((nothing.code, nothing.err.as_str()), (3, "robotui: Nothing was kept of any of them.\n"));
    assert_eq!(row(&nothing, &format!("http://example.test:{port}"))[1], "nothing kept");
    assert_eq!(server.requests().len(), 0);
    let given = format!("http://old.example.test:{port}");
    let first = origins(&server, &["--history", &file, "--host", &given]);
    assert_eq!((first.code, first.err.as_str()), (0, ""));
    let asked = server.requests().len();
    // The host that was given is known by now.
    let kept = origins(&server, &["--history", &file, "--offline"]);
    assert_eq!((kept.code, kept.err.as_str()), (0, ""));
    assert_eq!(kept.out.lines().filter(|line| line.starts_with("http")).count(), 8, "{}", kept.out);
    assert_eq!(row(&kept, &given).last(), Some(&"same"));
    assert_eq!(server.requests().len(), asked);
}

#[test]
fn where_nothing_answers_it_is_3_and_what_is_no_site_is_2() {
    let said = run(["origins", "http://127.0.0.1:1", "--no-history"], b"");
    assert_eq!((said.code, said.err.as_str()), (3, "robotui: None of them answered.\n"));
    said.prints("    nothing listens on 127.0.0.1:1 (connection refused)");
    run(["origins", "exa mple"], b"").fails_with(2, "This is no site: the host in \"exa mple\" holds a space.");
    assert_eq!(run(["origins", "a.test", "--host", ""], b"").code, 2);
}

#[test]
fn a_file_is_fetched_under_four_names_and_what_differs_is_said() {
    let server = Server::new(|request, stream| {
        let request = request.to_lowercase();
        let sent = match ["gptbot", "googlebot"].map(|name| request.contains(name)) {
            [true, _] => answer("403 Forbidden", "", b"no"),
            [_, true] => answer("200 OK", "", b"User-agent: *\nDisallow: /a\n"),
            _ => answer("200 OK", "", b"User-agent: *\nDisallow: /\n"),
        };
        send(stream, &sent);
    });
    let said = run(["fetch-as", &server.url()], b"");
    assert_eq!((said.code, said.err.as_str()), (1, ""), "{}", said.out);
    said.prints("robotui           200        26");
    said.prints("a browser         200        26  same");
    said.prints("Googlebot         200        27  differs");
    said.prints("GPTBot            403            differs");
    said.prints(
        "W http-ua-variant: Googlebot gets another file (27 bytes); GPTBot is answered 403; the others get the file (26 bytes)",
    );
    for line in ["--- for robotui", "+++ for Googlebot", "-Disallow: /", "+Disallow: /a"] {
        said.prints(line);
    }
    let said = run(["fetch-as", &server.url(), "--json"], b"");
    let json: serde_json::Value = serde_json::from_str(&said.out).expect("JSON");
    assert_eq!(said.code, 1);
    assert_eq!((&json["code"], &json["answers"][3]["status"]), (&"http-ua-variant".into(), &403.into()));
}

#[test]
fn where_all_are_answered_alike_fetch_as_is_fine() {
    let server = Server::sending(answer("200 OK", "", b"User-agent: *\nDisallow: /a\n"));
    let said = run(["fetch-as", &server.url()], b"");
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    said.prints("All of them get the same file.");
    let nowhere = run(["fetch-as", "http://127.0.0.1:1"], b"");
    assert_eq!(nowhere.code, 3);
    nowhere.prints("    nothing listens on 127.0.0.1:1 (connection refused)");
    run(["fetch-as", "a.test", "--offline"], b"").fails_with(3, "Nobody is asked: this is --offline.");
    assert_eq!(run(["fetch-as", "a b"], b"").code, 2);
}
