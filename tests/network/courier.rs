//! Fetching beside something that goes on.

use super::server::{Server, answer};
use super::{CLOSED, RULES, bounds, site};
use robotui::fetch::{Bounds, Courier, Fetched, Options};
use robotui::robots::delivery::Outcome;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::sleep;
use std::time::{Duration, Instant};

fn begin(courier: &mut Courier, url: &str) -> Receiver<Fetched> {
    let (sender, receiver) = channel();
    courier.start(site(url), Options { bounds: bounds(), ..Options::default() }, move |fetched| {
        let _ = sender.send(fetched);
    });
    receiver
}

fn silent() -> Server {
    Server::new(|_, _| sleep(Duration::from_secs(20)))
}

#[test]
fn a_courier_tells_when_it_is_back() {
    let server = Server::sending(answer("200 OK", "", RULES));
    let mut courier = Courier::new();
    for _ in 0..2 {
        let fetched = begin(&mut courier, &server.url()).recv_timeout(Duration::from_secs(5)).expect("an answer");
        assert_eq!((fetched.delivery.outcome, fetched.body.as_slice()), (Outcome::Answered(200), RULES));
    }
}

#[test]
fn a_courier_tells_of_failures_too() {
    let url = format!("http://127.0.0.1:{CLOSED}");
    let fetched = begin(&mut Courier::new(), &url);
    // The courier is gone by now, and took the fetch along.
    assert_eq!(fetched.recv_timeout(Duration::from_secs(5)).err(), Some(RecvTimeoutError::Disconnected));
    let mut courier = Courier::new();
    let fetched = begin(&mut courier, &url).recv_timeout(Duration::from_secs(5)).expect("an answer");
    assert!(matches!(fetched.delivery.outcome, Outcome::Failed(..)));
}

#[test]
fn the_next_fetch_takes_the_place_of_the_one_under_way() {
    let (slow, quick) = (silent(), Server::sending(answer("200 OK", "", RULES)));
    let mut courier = Courier::new();
    let first = begin(&mut courier, &slow.url());
    let second = begin(&mut courier, &quick.url());
    assert!(second.recv_timeout(Duration::from_secs(5)).is_ok());
    assert_eq!(first.recv_timeout(Duration::from_secs(5)).err(), Some(RecvTimeoutError::Disconnected));
}

#[test]
fn a_fetch_that_is_cancelled_says_nothing_more() {
    let slow = silent();
    let mut courier = Courier::new();
    let fetched = begin(&mut courier, &slow.url());
    assert!(courier.is_busy());
    courier.cancel();
    assert_eq!(fetched.recv_timeout(Duration::from_secs(5)).err(), Some(RecvTimeoutError::Disconnected));
    assert!(!courier.is_busy());
}

#[test]
fn dropping_a_courier_waits_for_nothing() {
    let slow = silent();
    let mut courier = Courier::new();
    let long = Bounds { total: Duration::from_secs(20), ..Bounds::default() };
    courier.start(site(&slow.url()), Options { bounds: long, ..Options::default() }, |_| ());
    sleep(Duration::from_millis(100));
    let began = Instant::now();
    drop(courier);
    assert!(began.elapsed() < Duration::from_millis(100), "{:?}", began.elapsed());
}
