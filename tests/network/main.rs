//! Fetching from a server as bad as the internet. None of this leaves the machine.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that cannot go on says why and stops"
)]
#![cfg(all(feature = "fetch", feature = "cli"))]

#[allow(dead_code, reason = "the tests of the program need more of it")]
mod authority;
mod bodies;
mod courier;
mod fleet;
mod kinds;
mod redirects;
mod server;
mod silence;
mod tls;

use robotui::fetch::{Bounds, Fetched, Options, Site, fetch_blocking};
use robotui::robots::delivery::{Failure, Outcome};
use server::{Server, answer};
use std::time::{Duration, Instant};

const RULES: &[u8] = b"User-agent: *\nDisallow: /private\n";

/// Long enough for a machine that is busy; the tests that wait for the end of a bound set a short one.
fn bounds() -> Bounds {
    Bounds { total: Duration::from_secs(10), ..Bounds::default() }
}

fn site(text: &str) -> Site {
    Site::read(text).expect("a site")
}

/// Fetches, and sees to it that the time for everything was kept.
fn fetch_within(text: &str, bounds: Bounds) -> Fetched {
    let began = Instant::now();
    let fetched = fetch_blocking(&site(text), &Options { bounds, ..Options::default() });
    let took = began.elapsed();
    assert!(took < bounds.total + Duration::from_secs(1), "took {took:?}");
    assert!(fetched.body.len() <= bounds.body_bytes, "{} bytes kept", fetched.body.len());
    fetched
}

fn fetch(text: &str) -> Fetched {
    fetch_within(text, bounds())
}

#[track_caller]
fn assert_failed(fetched: &Fetched, failure: Failure, sentence: &str) {
    assert_eq!(fetched.delivery.outcome, Outcome::Failed(failure, sentence.to_owned()));
}

/// A port where nothing listens, and that no other test is given.
const CLOSED: u16 = 1;

#[test]
fn a_file_comes_with_what_was_seen_on_the_way() {
    let server = Server::sending(answer("200 OK", "Content-Type: text/plain\r\nX-Odd: caf\u{e9}\r\n", RULES));
    let Fetched { delivery, body } = fetch(&format!("{}/some/page?x", server.url()));
    assert_eq!(body, RULES);
    assert_eq!(delivery.outcome, Outcome::Answered(200));
    assert_eq!(delivery.asked, format!("{}/robots.txt", server.url()));
    assert_eq!(delivery.header("Content-Type"), Some("text/plain"));
    assert_eq!((delivery.wire_bytes, delivery.truncated, delivery.gunzipped), (RULES.len() as u64, false, 0));
    assert_eq!(delivery.fell_back, None);
    assert!(delivery.at.unix > 1_700_000_000);
    let [hop] = delivery.hops.as_slice() else { panic!("{:?}", delivery.hops) };
    assert_eq!((hop.status, hop.location.as_deref()), (Some(200), None));
    assert_eq!(hop.remote, Some(server.address.to_string()));
    assert!(hop.took <= delivery.took);
}

#[test]
fn the_request_says_who_asks_and_for_what() {
    let server = Server::sending(answer("200 OK", "", RULES));
    fetch(&server.url());
    let _ = fetch_blocking(
        &site(&server.url()),
        &Options { bounds: bounds(), user_agent: Some("Other\r\nX-Evil: 1/2.0".to_owned()), ..Options::default() },
    );
    let requests = server.requests();
    assert!(requests[0].starts_with("GET /robots.txt HTTP/1.1\r\n"), "{}", requests[0]);
    let own = concat!("user-agent: robotui/", env!("CARGO_PKG_VERSION"), " (+https://github.com/robotui/robotui)\r\n");
    assert!(requests[0].to_lowercase().contains(own), "{}", requests[0]);
    assert!(requests[0].to_lowercase().contains("accept-encoding: gzip\r\n"), "{}", requests[0]);
    assert!(requests[1].to_lowercase().contains("user-agent: otherx-evil: 1/2.0\r\n"), "{}", requests[1]);
}

#[test]
fn every_status_that_is_no_redirect_is_an_answer() {
    for (line, status) in [
        ("204 No Content", 204),
        ("304 Not Modified", 304),
        ("401 Unauthorized", 401),
        ("403 Forbidden", 403),
        ("404 Not Found", 404),
        ("410 Gone", 410),
        ("429 Too Many Requests", 429),
        ("500 Internal Server Error", 500),
        ("503 Service Unavailable", 503),
        ("999 No", 999),
    ] {
        let body: &[u8] = if matches!(status, 204 | 304) { b"" } else { b"sorry" };
        let fetched = fetch(&Server::sending(answer(line, "", body)).url());
        assert_eq!(fetched.delivery.outcome, Outcome::Answered(status));
        assert_eq!(fetched.body, body, "what it says is kept");
    }
}

#[test]
fn html_with_200_is_an_answer_like_any_other() {
    let page = b"<!doctype html><title>Welcome</title>";
    let fetched = fetch(&Server::sending(answer("200 OK", "Content-Type: text/html\r\n", page)).url());
    assert_eq!(fetched.delivery.outcome, Outcome::Answered(200));
    assert_eq!(fetched.delivery.header("content-type"), Some("text/html"));
    assert_eq!(fetched.body, page);
}

#[test]
fn a_closed_port_is_named() {
    let place = format!("127.0.0.1:{CLOSED}");
    let fetched = fetch(&format!("http://{place}/"));
    assert_failed(&fetched, Failure::Connect, &format!("nothing listens on {place} (connection refused)"));
    assert_eq!(fetched.delivery.hops.len(), 1);
    assert_eq!(fetched.delivery.hops[0].status, None);
}

#[test]
fn a_name_that_does_not_resolve_is_named() {
    // With a proxy from the environment it would be the proxy that looks for the name.
    if ["http_proxy", "https_proxy", "all_proxy"]
        .iter()
        .any(|name| [name.to_string(), name.to_uppercase()].iter().any(|name| std::env::var_os(name).is_some()))
    {
        return;
    }
    let fetched = fetch("nosuchhost.invalid");
    assert_failed(&fetched, Failure::Dns, "nosuchhost.invalid has no address (DNS)");
    assert_eq!(fetched.delivery.hops.len(), 1, "http would not find it either");
    assert_eq!(fetched.delivery.asked, "https://nosuchhost.invalid/robots.txt");
}

#[test]
fn what_is_no_http_is_said_to_be_none() {
    for bytes in ["SSH-2.0-OpenSSH_9.9\r\n", "220 mail.example ESMTP\r\n", "\u{1b}]0;owned\u{7}\r\n\r\n"] {
        let server = Server::sending(bytes);
        match fetch(&server.url()).delivery.outcome {
            Outcome::Failed(Failure::Protocol, sentence) => {
                assert!(sentence.starts_with(&format!("what {} answers is no HTTP: ", server.address)), "{sentence}");
                assert!(!sentence.chars().any(char::is_control), "{sentence:?}");
            }
            other => panic!("{other:?} for {bytes:?}"),
        }
    }
}

#[test]
fn a_header_of_100_kb_does_no_harm_and_one_of_a_megabyte_is_refused() {
    let long = |length| answer("200 OK", &format!("X-Long: {}\r\n", "x".repeat(length)), RULES);
    let fetched = fetch(&Server::sending(long(100_000)).url());
    assert_eq!(fetched.delivery.outcome, Outcome::Answered(200));
    assert_eq!(fetched.delivery.header("x-long").map(str::len), Some(100_000));
    let many = answer("200 OK", &"X-Many: x\r\n".repeat(200), RULES);
    for bytes in [long(600_000), long(1_000_000), many] {
        let server = Server::sending(bytes);
        let sentence = format!("the headers that {} sends are too long or too many to be read", server.address);
        assert_failed(&fetch(&server.url()), Failure::Protocol, &sentence);
    }
}

#[test]
fn an_address_of_ipv6_is_a_host() {
    let Ok(server) = Server::on("[::1]:0", |_, stream| server::send(stream, &answer("200 OK", "", RULES))) else {
        return;
    };
    let fetched = fetch(&server.url());
    assert_eq!(fetched.delivery.outcome, Outcome::Answered(200));
    assert_eq!(fetched.delivery.asked, format!("http://{}/robots.txt", server.address));
}

#[test]
fn a_name_of_this_machine_is_a_host() {
    let server = Server::sending(answer("200 OK", "", RULES));
    let fetched = fetch(&format!("http://localhost:{}", server.address.port()));
    assert_eq!(fetched.delivery.outcome, Outcome::Answered(200));
}

#[test]
fn a_password_reaches_the_server_and_is_nowhere_else() {
    let server = Server::sending(answer("200 OK", "", RULES));
    let fetched = fetch(&format!("http://user:p%40ss@{}/", server.address));
    assert!(server.requests()[0].to_lowercase().contains("authorization: basic "), "{:?}", server.requests());
    assert!(server.requests()[0].contains("dXNlcjpwQHNz"), "user:p@ss, {:?}", server.requests());
    let seen = format!("{:?}", fetched.delivery);
    assert!(!seen.contains("user:") && !seen.contains("ss@") && !seen.contains("dXNl"), "{seen}");
}
