//! Fetching many sites at once.

use super::server::{Server, answer, send};
use super::{CLOSED, RULES, bounds, site};
use robotui::fetch::{AT_ONCE, Courier, Errand, Fetched, Options};
use robotui::robots::delivery::{Failure, Outcome};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::thread::sleep;
use std::time::{Duration, Instant};

fn errands(urls: impl IntoIterator<Item = String>) -> Vec<Errand> {
    urls.into_iter().map(|url| (site(&url), Options { bounds: bounds(), ..Options::default() })).collect()
}

fn begin(courier: &mut Courier, errands: Vec<Errand>) -> Receiver<(usize, Fetched)> {
    let (sender, receiver) = channel();
    let sender = Mutex::new(sender);
    courier.start_many(errands, move |at, fetched| _ = sender.lock().expect("no panic").send((at, fetched)));
    receiver
}

fn silent() -> Server {
    Server::new(|_, _| sleep(Duration::from_secs(20)))
}

#[test]
fn many_are_fetched_four_at_a_time_and_each_is_told_of() {
    let (now, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let (counted, seen) = (Arc::clone(&now), Arc::clone(&most));
    let server = Server::new(move |_, stream| {
        seen.fetch_max(counted.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
        // As long as fewer are there than may be, more are waited for; a fifth would come in this time.
        let begun = Instant::now();
        while counted.load(Ordering::SeqCst) < AT_ONCE && begun.elapsed() < Duration::from_millis(500) {
            sleep(Duration::from_millis(5));
        }
        sleep(Duration::from_millis(100));
        counted.fetch_sub(1, Ordering::SeqCst);
        send(stream, &answer("200 OK", "", RULES));
    });
    let mut courier = Courier::new();
    let told = begin(&mut courier, errands((0..12).map(|_| server.url())));
    let mut places: Vec<usize> = (0..12)
        .map(|_| {
            let (at, fetched) = told.recv_timeout(Duration::from_secs(10)).expect("an answer");
            assert_eq!((fetched.delivery.outcome, fetched.body.as_slice()), (Outcome::Answered(200), RULES));
            at
        })
        .collect();
    places.sort_unstable();
    assert_eq!(places, (0..12).collect::<Vec<_>>());
    assert_eq!(most.load(Ordering::SeqCst), AT_ONCE);
    assert_eq!(told.recv_timeout(Duration::from_secs(5)).err(), Some(RecvTimeoutError::Disconnected), "and no more");
}

#[test]
fn names_on_both_schemes_can_be_played_by_this_machine() {
    let server = Server::new(|request, stream| {
        let www = request.to_lowercase().contains("\r\nhost: www.example.test");
        send(stream, &if www { answer("404 Not Found", "", b"") } else { answer("200 OK", "", RULES) });
    });
    let port = server.address.port();
    let pins = ["example.test", "www.example.test"].map(|host| format!("{host}:{port}:127.0.0.1"));
    let pins: Vec<_> = pins.iter().map(|pin| pin.parse().expect("a pin")).collect();
    let urls = ["http://example.test", "https://example.test", "http://www.example.test"];
    let options = Options { bounds: bounds(), pins, ..Options::default() };
    let errands = urls.map(|url| (site(&format!("{url}:{port}")), options.clone()));
    let mut courier = Courier::new();
    let told = begin(&mut courier, errands.to_vec());
    let mut outcomes: Vec<(usize, Outcome)> = told.iter().map(|(at, fetched)| (at, fetched.delivery.outcome)).collect();
    outcomes.sort_by_key(|(at, _)| *at);
    let [(_, apex), (_, https), (_, www)] = outcomes.try_into().expect("three answers");
    assert_eq!((apex, www), (Outcome::Answered(200), Outcome::Answered(404)));
    // What answers there speaks no TLS.
    assert!(matches!(https, Outcome::Failed(..)), "{https:?}");
}

#[test]
fn a_slow_one_holds_up_none_of_the_others_and_a_failure_is_an_answer() {
    let (slow, quick) = (silent(), Server::sending(answer("200 OK", "", RULES)));
    let urls = [slow.url(), quick.url(), format!("http://127.0.0.1:{CLOSED}"), quick.url(), quick.url(), quick.url()];
    let mut courier = Courier::new();
    let told = begin(&mut courier, errands(urls));
    let mut places = Vec::new();
    for _ in 0..5 {
        let (at, fetched) = told.recv_timeout(Duration::from_secs(5)).expect("an answer");
        assert_eq!(matches!(fetched.delivery.outcome, Outcome::Failed(Failure::Connect, _)), at == 2);
        places.push(at);
    }
    places.sort_unstable();
    assert_eq!(places, [1, 2, 3, 4, 5]);
}

#[test]
fn when_they_are_cancelled_nothing_more_is_told_and_nothing_more_is_asked() {
    let slow = silent();
    let mut courier = Courier::new();
    let told = begin(&mut courier, errands((0..20).map(|_| slow.url())));
    while slow.requests().len() < AT_ONCE {
        sleep(Duration::from_millis(10));
    }
    courier.cancel_many();
    assert_eq!(told.recv_timeout(Duration::from_secs(5)).err(), Some(RecvTimeoutError::Disconnected));
    assert_eq!(slow.requests().len(), AT_ONCE);
}

#[test]
fn one_site_can_be_fetched_beside_the_many() {
    let (slow, quick) = (silent(), Server::sending(answer("200 OK", "", RULES)));
    let mut courier = Courier::new();
    let told = begin(&mut courier, errands((0..8).map(|_| slow.url())));
    let (sender, receiver) = channel();
    let options = Options { bounds: bounds(), ..Options::default() };
    courier.start(site(&quick.url()), options, move |fetched| _ = sender.send(fetched));
    assert!(receiver.recv_timeout(Duration::from_secs(5)).is_ok());
    // And the next list takes the place of the one under way.
    let next = begin(&mut courier, errands([quick.url()]));
    assert!(next.recv_timeout(Duration::from_secs(5)).is_ok());
    assert_eq!(told.recv_timeout(Duration::from_secs(5)).err(), Some(RecvTimeoutError::Disconnected));
}
