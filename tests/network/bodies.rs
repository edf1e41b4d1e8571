//! Bodies that are packed, too long, or not all there.

use super::server::{Server, answer, send};
use super::{RULES, assert_failed, bounds, fetch, fetch_within};
use flate2::Compression;
use flate2::write::GzEncoder;
use robotui::fetch::Bounds;
use robotui::robots::delivery::{Failure, Outcome};
use std::io::Write as _;

pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).and_then(|()| encoder.finish()).expect("memory")
}

#[test]
fn gzip_is_undone_however_it_is_marked() {
    for headers in ["Content-Encoding: gzip\r\n", "Content-Encoding: x-gzip\r\n", ""] {
        let packed = gzip(RULES);
        let fetched = fetch(&Server::sending(answer("200 OK", headers, &packed)).url());
        assert_eq!(fetched.delivery.outcome, Outcome::Answered(200));
        assert_eq!(fetched.body, RULES);
        assert_eq!((fetched.delivery.gunzipped, fetched.delivery.wire_bytes), (1, packed.len() as u64));
        assert_eq!(fetched.delivery.header("content-encoding").is_some(), !headers.is_empty(), "headers stay");
    }
}

#[test]
fn gzip_in_gzip_is_undone_twice() {
    let packed = gzip(&gzip(RULES));
    let fetched = fetch(&Server::sending(answer("200 OK", "Content-Encoding: gzip\r\n", &packed)).url());
    assert_eq!((fetched.body.as_slice(), fetched.delivery.gunzipped), (RULES, 2));
}

#[test]
fn what_is_only_said_to_be_gzip_is_taken_as_it_is() {
    let fetched = fetch(&Server::sending(answer("200 OK", "Content-Encoding: gzip\r\n", RULES)).url());
    assert_eq!((fetched.body.as_slice(), fetched.delivery.gunzipped), (RULES, 0));
}

#[test]
fn damaged_gzip_is_a_broken_body() {
    let packed = gzip(RULES);
    let server = Server::sending(answer("200 OK", "", &packed[..packed.len() - 4]));
    let fetched = fetch(&server.url());
    let sentence = format!("the gzip that {} sent is damaged after {} bytes unpacked", server.address, RULES.len());
    assert_failed(&fetched, Failure::Broken, &sentence);
    assert_eq!(fetched.body, RULES, "what can be unpacked is kept");
}

#[test]
fn a_file_of_3_mb_is_cut_at_the_bound() {
    let fetched = fetch(&Server::sending(answer("200 OK", "", &vec![b'#'; 3_000_000])).url());
    assert_eq!(fetched.delivery.outcome, Outcome::Answered(200));
    assert_eq!(fetched.body.len(), 2 * 1024 * 1024);
    assert!(fetched.delivery.truncated);
}

#[test]
fn a_bomb_is_cut_at_the_bound() {
    let packed = gzip(&vec![b'#'; 50_000_000]);
    let fetched = fetch(&Server::sending(answer("200 OK", "Content-Encoding: gzip\r\n", &packed)).url());
    assert_eq!(fetched.delivery.outcome, Outcome::Answered(200));
    assert_eq!(fetched.body.len(), 2 * 1024 * 1024);
    assert!(fetched.delivery.truncated);
    assert_eq!(fetched.delivery.wire_bytes, packed.len() as u64);
}

#[test]
fn a_file_of_exactly_the_bound_is_whole() {
    let server = Server::sending(answer("200 OK", "", RULES));
    let cut = |body_bytes| fetch_within(&server.url(), Bounds { body_bytes, ..bounds() });
    assert!(!cut(RULES.len()).delivery.truncated);
    assert!(cut(RULES.len() - 1).delivery.truncated);
    assert_eq!(cut(0).body, b"");
}

#[test]
fn an_endless_body_ends_at_the_bound() {
    let server = Server::new(|_, stream| {
        send(stream, b"HTTP/1.1 200 OK\r\n\r\n");
        while std::io::Write::write_all(stream, &vec![b'#'; 65_536]).is_ok() {}
    });
    let fetched = fetch(&server.url());
    assert_eq!(fetched.delivery.outcome, Outcome::Answered(200));
    assert!(fetched.delivery.truncated);
}

#[test]
fn a_body_shorter_than_announced_is_broken_and_kept() {
    let server = Server::sending("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nUser-agent");
    let fetched = fetch(&server.url());
    let sentence = format!("{} closed the connection after 10 of 100 bytes", server.address);
    assert_failed(&fetched, Failure::Broken, &sentence);
    assert_eq!(fetched.body, b"User-agent");
    assert_eq!(fetched.delivery.status(), Some(200));
}

#[test]
fn a_body_longer_than_announced_ends_where_it_was_to_end() {
    let fetched =
        fetch(&Server::sending("HTTP/1.1 200 OK\r\nContent-Length: 14\r\n\r\nUser-agent: *\nDisallow: /\n").url());
    assert_eq!(fetched.delivery.outcome, Outcome::Answered(200));
    assert_eq!(fetched.body, b"User-agent: *\n");
}

#[test]
fn chunks_that_are_cut_are_broken_and_kept() {
    let server = Server::sending("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\na\r\nUser-agent\r\n");
    let fetched = fetch(&server.url());
    let sentence = format!("{} closed the connection after 10 bytes", server.address);
    assert_failed(&fetched, Failure::Broken, &sentence);
    assert_eq!(fetched.body, b"User-agent");
}

#[test]
fn chunks_that_make_no_sense_are_broken() {
    let server = Server::sending("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nUser-agent\r\n");
    match fetch(&server.url()).delivery.outcome {
        Outcome::Failed(Failure::Broken, sentence) => {
            let expected = format!("the answer of {} broke off after 0 bytes: ", server.address);
            assert!(sentence.starts_with(&expected), "{sentence}");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_body_without_a_length_ends_with_the_connection() {
    let fetched = fetch(&Server::sending([b"HTTP/1.0 200 OK\r\n\r\n", RULES].concat()).url());
    assert_eq!(fetched.delivery.outcome, Outcome::Answered(200));
    assert_eq!(fetched.body, RULES);
}
