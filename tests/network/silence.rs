//! Servers that say nothing, too little, or go away.

use super::server::{Server, send};
use super::{assert_failed, bounds, fetch, fetch_within};
use robotui::fetch::Bounds;
use robotui::robots::delivery::{Failure, Outcome};
use std::thread::sleep;
use std::time::Duration;

/// Hangs longer than any test waits.
fn hang() {
    sleep(Duration::from_secs(20));
}

#[test]
fn no_answer_ends_after_the_time_to_connect_and_to_answer() {
    let server = Server::new(|_, _| hang());
    let bounds = Bounds { connect: Duration::from_millis(200), between_bytes: Duration::from_millis(200), ..bounds() };
    let fetched = fetch_within(&server.url(), bounds);
    let sentence = format!("{} did not answer within 0.4 s", server.address);
    assert_failed(&fetched, Failure::Timeout, &sentence);
    assert_eq!(fetched.delivery.hops.len(), 1);
}

#[test]
fn no_answer_ends_with_the_time_for_everything() {
    let server = Server::new(|_, _| hang());
    let fetched = fetch_within(&server.url(), Bounds { total: Duration::from_millis(300), ..bounds() });
    let sentence = format!("{} had not answered when the 0.3 s for the whole fetch were over", server.address);
    assert_failed(&fetched, Failure::Timeout, &sentence);
}

#[test]
fn a_body_that_stops_coming_is_given_up_and_kept() {
    let server = Server::new(|_, stream| {
        send(stream, b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nUser-agent");
        hang();
    });
    let fetched = fetch_within(&server.url(), Bounds { between_bytes: Duration::from_millis(300), ..bounds() });
    let sentence = format!("{} sent 10 bytes and then nothing for 0.3 s", server.address);
    assert_failed(&fetched, Failure::Timeout, &sentence);
    assert_eq!(fetched.body, b"User-agent");
    assert_eq!(fetched.delivery.wire_bytes, 10);
}

#[test]
fn a_body_that_drips_ends_with_the_time_for_everything() {
    let server = Server::new(|_, stream| {
        send(stream, b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n");
        for _ in 0..100 {
            send(stream, b"#");
            sleep(Duration::from_millis(100));
        }
    });
    let fetched = fetch_within(&server.url(), Bounds { total: Duration::from_millis(500), ..bounds() });
    match &fetched.delivery.outcome {
        Outcome::Failed(Failure::Timeout, sentence) => {
            assert!(sentence.ends_with("when the 0.5 s for the whole fetch were over"), "{sentence}");
        }
        other => panic!("{other:?}"),
    }
    assert!((1..10).contains(&fetched.body.len()), "{} bytes", fetched.body.len());
}

#[test]
fn headers_that_drip_end_as_well() {
    let server = Server::new(|_, stream| {
        for byte in b"HTTP/1.1 200 OK\r\nX-Slow: very".iter().cycle() {
            send(stream, &[*byte]);
            sleep(Duration::from_millis(100));
        }
    });
    let fetched = fetch_within(&server.url(), Bounds { total: Duration::from_millis(500), ..bounds() });
    assert!(matches!(fetched.delivery.outcome, Outcome::Failed(Failure::Timeout, _)), "{:?}", fetched.delivery.outcome);
}

#[test]
fn a_connection_that_is_closed_without_an_answer_is_broken() {
    let server = Server::new(|_, _| ());
    let fetched = fetch(&server.url());
    let sentence = format!("{} closed the connection before it answered", server.address);
    assert_failed(&fetched, Failure::Broken, &sentence);
}

#[test]
fn a_connection_that_is_reset_is_broken() {
    let server = Server::resetting();
    let fetched = fetch(&server.url());
    let sentence = format!("{} reset the connection before it answered", server.address);
    assert_failed(&fetched, Failure::Broken, &sentence);
}

#[test]
fn a_handshake_that_never_ends_is_no_connection() {
    let server = Server::new(|_, _| hang());
    let bounds = Bounds { connect: Duration::from_millis(300), ..bounds() };
    let fetched = fetch_within(&format!("https://{}", server.address), bounds);
    assert_failed(&fetched, Failure::Timeout, &format!("no connection to {} within 0.3 s", server.address));
}
