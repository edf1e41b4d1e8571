//! https that nobody should trust, and https that is not there.

use super::authority::{Authority, Certificate};
use super::server::{Server, answer, send};
use super::{CLOSED, RULES, assert_failed, bounds, fetch, site};
use robotui::answer::Subject;
use robotui::fetch::{Options, fetch_blocking};
use robotui::load;
use robotui::robots::delivery::{Failure, Outcome};

/// A server with a certificate that it signed itself.
fn self_signed() -> u16 {
    Authority::new().serve(Certificate::SelfSigned, rustls::ALL_VERSIONS, answer("200 OK", "", RULES))
}

#[test]
fn a_certificate_that_nobody_signed_ends_it_and_http_is_not_tried() {
    let fetched = fetch(&format!("localhost:{}", self_signed()));
    let sentence = "the certificate of localhost is from nobody whom this system trusts (unknown issuer)";
    assert_failed(&fetched, Failure::Tls, sentence);
    assert_eq!(fetched.delivery.hops.len(), 1);
    assert_eq!(fetched.delivery.hops[0].failure.as_deref(), Some(sentence));
    assert_eq!(fetched.delivery.fell_back, None);
}

#[test]
fn a_certificate_that_is_passed_over_is_still_named() {
    let site = site(&format!("https://localhost:{}", self_signed()));
    let fetched = fetch_blocking(&site, &Options { bounds: bounds(), insecure: true, ..Options::default() });
    assert_eq!((&fetched.delivery.outcome, fetched.body.as_slice()), (&Outcome::Answered(200), RULES));
    let why = "the certificate of localhost is from nobody whom this system trusts (unknown issuer)";
    assert!(fetched.delivery.insecure);
    assert_eq!(fetched.delivery.passed_over(), Some(why));
    let loaded = load::Network::default().arrived(&site, fetched, None, |_| ()).expect("what came");
    assert_eq!(loaded.note, Some(format!("Not to be trusted: {why}")));
    let issues = Subject::new(loaded).examination().run();
    assert!(issues.all().iter().any(|issue| issue.code == "http-tls-error" && issue.message.ends_with(why)));
}

#[test]
fn a_server_without_tls_is_asked_over_http_where_no_scheme_was_given() {
    let server = Server::new(|request, stream| {
        let bytes = if request.is_empty() { answer("400 Bad Request", "", b"") } else { answer("200 OK", "", RULES) };
        send(stream, &bytes);
    });
    let fetched = fetch(&server.address.to_string());
    assert_eq!(fetched.delivery.outcome, Outcome::Answered(200));
    assert_eq!(fetched.delivery.asked, format!("{}/robots.txt", server.url()));
    let why = format!("https did not connect, so http was asked: {} does not speak TLS", server.address);
    assert_eq!(fetched.delivery.fell_back, Some(why));
    assert_eq!(fetched.delivery.hops.len(), 2);
    assert_eq!(fetched.delivery.hops[0].url, format!("https://{}/robots.txt", server.address));
}

#[test]
fn a_server_without_tls_is_not_asked_over_http_where_https_was_given() {
    let server = Server::sending(answer("400 Bad Request", "", b""));
    let fetched = fetch(&format!("https://{}", server.address));
    assert_failed(&fetched, Failure::Tls, &format!("{} does not speak TLS", server.address));
    assert_eq!(fetched.delivery.hops.len(), 1);
}

#[test]
fn where_neither_answers_both_are_named() {
    let place = format!("127.0.0.1:{CLOSED}");
    let fetched = fetch(&place);
    let refused = format!("nothing listens on {place} (connection refused)");
    assert_failed(&fetched, Failure::Connect, &format!("{refused}; http: {refused}"));
    assert_eq!(fetched.delivery.asked, format!("https://{place}/robots.txt"));
    assert_eq!(fetched.delivery.hops.len(), 2);
}

#[test]
fn a_handshake_that_is_cut_off_is_a_failure_of_tls() {
    let server = Server::new(|_, _| ());
    let fetched = fetch(&format!("https://{}", server.address));
    let sentence = format!("{} closed the connection during the TLS handshake", server.address);
    assert_failed(&fetched, Failure::Tls, &sentence);
}
