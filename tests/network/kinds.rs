//! What a fetch brings is recognised and named: the issues of everything that is no robots.txt.

use super::bodies::gzip;
use super::server::{Server, answer, redirect, send};
use super::{RULES, fetch};
use robotui::answer::Subject;
use robotui::fetch::Site;
use robotui::lint::Severity;
use robotui::load;

/// What there is to say of how a site is served, above information.
fn found(url: &str) -> Vec<&'static str> {
    let site = Site::read(url).expect("a site");
    let subject = Subject::new(load::Network::default().arrived(&site, fetch(url), None, |_| ()).expect("what came"));
    let issues = subject.examination().run();
    issues.all().iter().filter(|issue| issue.severity != Severity::Info).map(|issue| issue.code).collect()
}

/// The same for a server that sends this.
fn sent(status: &str, headers: &str, body: &[u8]) -> Vec<&'static str> {
    found(&Server::sending(answer(status, headers, body)).url())
}

const HTML: &str = "Content-Type: text/html\r\n";
const PLAIN: &str = "Content-Type: text/plain\r\n";

#[test]
fn a_healthy_site_shows_nothing() {
    assert_eq!(sent("200 OK", PLAIN, RULES), [""; 0]);
}

#[test]
fn each_status_has_its_issue() {
    for (status, codes) in [
        ("401 Unauthorized", vec!["http-401-403"]),
        ("403 Forbidden", vec!["http-401-403"]),
        ("404 Not Found", vec![]),
        ("410 Gone", vec![]),
        ("429 Too Many Requests", vec!["http-429", "http-429"]),
        ("500 Internal Server Error", vec!["http-5xx"]),
        ("503 Service Unavailable", vec!["http-5xx"]),
        ("304 Not Modified", vec!["http-5xx"]),
        ("204 No Content", vec![]),
        ("302 Found", vec!["http-redirect-chain"]),
    ] {
        let body: &[u8] = if status.starts_with("204") || status.starts_with("304") { b"" } else { b"sorry" };
        assert_eq!(sent(status, "", body), codes, "{status}");
    }
    assert_eq!(sent("206 Partial Content", &format!("{PLAIN}Content-Range: bytes 0-9/99\r\n"), RULES), ["http-206"]);
}

#[test]
fn a_page_is_one_issue() {
    let page = b"<!doctype html>\n<title>Shop</title>\n<div id=\"root\"></div>\nDisallow x\n";
    assert_eq!(sent("200 OK", HTML, page), ["file-html"]);
    let challenge = b"<!doctype html><title>Just a moment...</title>";
    assert_eq!(sent("200 OK", HTML, challenge), ["http-challenge-page"]);
    assert_eq!(sent("403 Forbidden", HTML, challenge), ["http-challenge-page", "http-401-403"]);
    let refresh = b"<html><meta http-equiv=refresh content=\"0; url=/x\">";
    assert_eq!(sent("200 OK", HTML, refresh), ["http-meta-refresh"]);
}

#[test]
fn a_redirect_to_a_page_is_one_issue() {
    let server = Server::new(|request, stream| {
        let asked = request.starts_with("GET /robots.txt ");
        let page = answer("200 OK", HTML, b"<html><title>Welcome</title>");
        send(stream, &if asked { redirect("/") } else { page });
    });
    assert_eq!(found(&server.url()), ["http-redirect-to-html"]);
}

#[test]
fn what_is_no_text_is_one_issue() {
    let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01";
    assert_eq!(sent("200 OK", "Content-Type: image/png\r\n", png), ["file-other-format"]);
    let json = b"{\n  \"statusCode\": 404,\n  \"message\": \"Not Found\"\n}\n";
    assert_eq!(sent("200 OK", "Content-Type: application/json\r\n", json), ["file-other-format"]);
    assert_eq!(sent("200 OK", "Content-Type: text/html\r\n", RULES), ["http-wrong-content-type"]);
    let latin = b"User-agent: *\nDisallow: /caf\xe9\n";
    let codes = sent("200 OK", "Content-Type: text/plain; charset=iso-8859-1\r\n", latin);
    assert!(codes.contains(&"http-wrong-content-type"), "{codes:?}");
}

#[test]
fn gzip_that_is_marked_wrongly_is_told() {
    let packed = gzip(RULES);
    let gzipped = format!("{PLAIN}Content-Encoding: gzip\r\n");
    assert_eq!(sent("200 OK", &gzipped, &packed), [""; 0]);
    assert_eq!(sent("200 OK", PLAIN, &packed), ["http-content-encoding"]);
    assert_eq!(sent("200 OK", &gzipped, &gzip(&packed)), ["http-content-encoding"]);
    assert_eq!(sent("200 OK", &gzipped, RULES), ["http-content-encoding"]);
    assert_eq!(sent("200 OK", &gzipped, &gzip(&gzip(&packed))), ["file-other-format"], "a third layer is left");
}

#[test]
fn a_body_that_breaks_off_is_told_and_so_is_no_answer() {
    let half = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nUser-agent";
    assert_eq!(found(&Server::sending(half).url()), ["http-network-error", "http-truncated"]);
    assert_eq!(found(&Server::new(|_, _| ()).url()), ["http-network-error"]);
}

#[test]
fn a_cache_life_of_a_month_is_told() {
    let headers = format!("{PLAIN}Cache-Control: max-age=2592000\r\n");
    assert_eq!(sent("200 OK", &headers, RULES), ["http-cache-over-24h"]);
}
