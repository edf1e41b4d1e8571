//! https that nobody should trust, and https that is not there.

use super::server::{Server, answer, send};
use super::{CLOSED, RULES, assert_failed, fetch};
use robotui::robots::delivery::{Failure, Outcome};
use rustls::pki_types::PrivateKeyDer;
use rustls::{ServerConfig, ServerConnection, Stream};
use std::io::Read as _;
use std::net::TcpListener;
use std::sync::Arc;
use std::thread;

/// A server with a certificate that it signed itself.
fn self_signed() -> u16 {
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).expect("a certificate");
    let key = PrivateKeyDer::Pkcs8(made.signing_key.serialize_der().into());
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .and_then(|builder| builder.with_no_client_auth().with_single_cert(vec![made.cert.der().clone()], key))
        .expect("a configuration");
    let config = Arc::new(config);
    let listener = TcpListener::bind("127.0.0.1:0").expect("the loopback address");
    let port = listener.local_addr().expect("an address").port();
    thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let mut connection = ServerConnection::new(Arc::clone(&config)).expect("a connection");
            let _ = Stream::new(&mut connection, &mut stream).read(&mut [0; 4096]);
        }
    });
    port
}

#[test]
fn a_certificate_that_nobody_signed_ends_it_and_http_is_not_tried() {
    let fetched = fetch(&format!("localhost:{}", self_signed()));
    let sentence = "the certificate of localhost is from nobody whom this system trusts (unknown issuer)";
    assert_failed(&fetched, Failure::Tls, sentence);
    assert_eq!(fetched.delivery.hops.len(), 1);
    assert_eq!(fetched.delivery.fell_back, None);
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
