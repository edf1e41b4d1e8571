//! The report of a site: what crawlers make of it, and why there is no file where there is none.

use super::server::{self, Server, answer, redirect};
use super::{RULES, Said, run};

fn report(url: &str) -> Said {
    run(["report", url], b"")
}

/// Sees to it that there was no file: 3, one sentence, and still the report of what crawlers make of it.
#[track_caller]
fn assert_no_file(said: &Said, sentence: &str, verdict: &str) {
    assert_eq!((said.code, said.err.as_str()), (3, format!("robotui: {sentence}\n").as_str()));
    assert!(said.out.contains(&format!("\nVerdict   {verdict}")), "{}", said.out);
}

#[test]
fn a_site_is_fetched_and_its_page_is_what_is_asked_for() {
    let server = Server::sending(answer("200 OK", "Content-Type: text/plain\r\n", RULES.as_bytes()));
    let said = report(&format!("{}/private/x?y", server.url()));
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    said.prints(&format!("File      {}/robots.txt", server.url()));
    said.prints("Type      text/plain");
    said.prints("Verdict   DISALLOWED by line 2: Disallow: /private  (8 bytes, the only match)");
    assert!(said.out.contains(&format!("\nFetched   200 {}/robots.txt (", server.url())), "{}", said.out);
}

#[test]
fn a_redirect_is_shown() {
    let server = Server::new(|request, stream| {
        let moved = request.starts_with("GET /robots.txt ");
        server::send(stream, &if moved { redirect("/real.txt") } else { answer("200 OK", "", RULES.as_bytes()) });
    });
    let said = report(&server.url());
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.out.contains(&format!("\nFetched   301 {0}/robots.txt -> /real.txt (", server.url())), "{}", said.out);
}

#[test]
fn a_site_without_a_file_is_3_and_allows_everything() {
    let server = Server::sending(answer("404 Not Found", "", b"sorry"));
    let sentence = format!("{}/robots.txt is no robots.txt: the answer was 404.", server.url());
    assert_no_file(&report(&server.url()), &sentence, "ALLOWED");
}

#[test]
fn a_broken_site_is_3_and_disallows_everything() {
    let server = Server::sending(answer("500 Internal Server Error", "", b"sorry"));
    let sentence = format!("{}/robots.txt is no robots.txt: the answer was 500.", server.url());
    let said = report(&server.url());
    assert_no_file(&said, &sentence, "DISALLOWED");
    // And what comes of it where it goes on.
    let google = said.out.lines().skip_while(|line| !line.starts_with("Google    Since "));
    let google: Vec<&str> = google.take_while(|line| !line.is_empty()).collect();
    assert!(google[0].ends_with(" the file cannot be reached, so nothing is fetched."), "{google:?}");
    assert!(google[1].starts_with("          From ") && google[1].contains("the last good copy holds"), "{google:?}");
}

#[test]
fn a_page_in_its_place_is_read_as_crawlers_read_it() {
    let page = b"<!doctype html><html><title>Welcome</title></html>\n";
    let server = Server::sending(answer("200 OK", "Content-Type: text/html; charset=utf-8\r\n", page));
    let said = report(&server.url());
    assert_eq!(said.code, 0, "{}", said.err);
    said.prints("Type      text/html; charset=utf-8");
    said.prints("Verdict   ALLOWED: this is a web page, not a robots.txt");
}

#[test]
fn a_closed_port_is_named() {
    assert_no_file(
        &report("http://127.0.0.1:1/"),
        "http://127.0.0.1:1/robots.txt could not be fetched: nothing listens on 127.0.0.1:1 (connection refused).",
        "DISALLOWED",
    );
}

#[test]
fn a_host_that_does_not_exist_is_named() {
    let said = report("nosuchhost.invalid");
    assert_no_file(
        &said,
        "https://nosuchhost.invalid/robots.txt could not be fetched: nosuchhost.invalid has no address (DNS).",
        "DISALLOWED",
    );
}

#[test]
fn a_host_with_other_letters_is_fetched_as_dns_knows_it() {
    let said = report("http://bücher.invalid/");
    assert_no_file(
        &said,
        "http://xn--bcher-kva.invalid/robots.txt could not be fetched: xn--bcher-kva.invalid has no address (DNS).",
        "DISALLOWED",
    );
}

#[test]
fn an_address_of_ipv6_is_a_site() {
    let Ok(server) = Server::on("[::1]:0", |_, stream| server::send(stream, &answer("200 OK", "", RULES.as_bytes())))
    else {
        return;
    };
    let said = report(&server.url());
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    said.prints(&format!("File      http://[::1]:{}/robots.txt", server.address.port()));
}

#[test]
fn what_a_server_says_is_visible_and_not_obeyed() {
    let evil = "\u{9b}31m\u{202e}\u{200b}";
    let headers = format!("Content-Type: text/plain{evil}\r\nX-Evil: {evil}\r\n");
    let server = Server::sending(answer("200 OK", &headers, RULES.as_bytes()));
    let said = report(&server.url());
    assert!(said.out.contains("\nType      text/plain"), "{}", said.out);

    for location in
        [format!("/x{evil}"), format!("http://{evil}/"), "ftp://x/\u{9b}".to_owned(), "\u{9b}]52;c;aGk=".into()]
    {
        let server = Server::sending(redirect(&location));
        let said = report(&server.url());
        assert_eq!(said.code, 3, "{location:?}");
        assert_eq!(said.err.lines().count(), 1, "{}", said.err);
    }

    let raw = b"HTTP/1.1 200 OK\r\nContent-Type: text/\x9b31m\r\nContent-Length: 0\r\n\r\n";
    report(&Server::sending(&raw[..]).url());
    let reason = "HTTP/1.1 500 \u{1b}]52;c;aGk=\u{7}\r\nContent-Length: 0\r\n\r\n";
    assert_eq!(report(&Server::sending(reason).url()).code, 3);
    let no_http = "\u{1b}]0;owned\u{7}\u{9b}2J\r\n\r\n";
    let said = report(&Server::sending(no_http).url());
    assert_eq!(said.code, 3);
    assert!(said.err.contains(" is no HTTP: "), "{}", said.err);
}
