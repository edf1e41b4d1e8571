//! The store, as the rest of the program sees it: what is listed, what is found again, and what happens to it.
#![cfg(feature = "history")]
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on says why and stops")]
#![allow(clippy::cast_possible_wrap, clippy::cast_sign_loss, reason = "the numbers in tests are small")]

mod damage;
mod keeper;
mod processes;
mod schemas;
mod tending;
mod versions;

use robotui::history::{Place, Saved, Store};
use robotui::robots::Delivery;
use robotui::robots::delivery::{Failure, Hop, Outcome, Stamp};
use std::time::Duration;
use tempfile::TempDir;

const SITE: &str = "https://example.com/robots.txt";

/// A database of its own for a test, and what keeps its directory.
fn place() -> (TempDir, Place) {
    let directory = tempfile::tempdir().expect("a directory");
    let place = Place::named(&directory.path().join("history.sqlite"));
    (directory, place)
}

fn open(place: &Place) -> Store {
    Store::open(place).expect("a store")
}

/// A fetch of a site at a second, with all that a fetch can see.
fn fetch_of(asked: &str, unix: i64, outcome: Outcome) -> Delivery {
    let hop = |url: &str, status, location: Option<&str>| Hop {
        url: url.into(),
        status: Some(status),
        location: location.map(str::to_owned),
        took: Duration::from_micros(1234),
        remote: Some("192.0.2.1:443".into()),
        ..Hop::default()
    };
    Delivery {
        fell_back: Some("https did not connect, so http was asked".into()),
        hops: vec![hop(asked, 301, Some("/r")), hop("https://example.com/r", 200, None)],
        headers: vec![("content-type".into(), "text/plain".into()), ("date".into(), unix.to_string())],
        wire_bytes: 99,
        gunzipped: 1,
        at: Stamp { unix, offset: 3600 },
        took: Duration::from_millis(56),
        ..Delivery::new(asked, outcome)
    }
}

/// A fetch of the site that brought a file.
fn fetch(unix: i64) -> Delivery {
    fetch_of(SITE, unix, Outcome::Answered(200))
}

fn broken(unix: i64, why: &str) -> Delivery {
    fetch_of(SITE, unix, Outcome::Failed(Failure::Broken, why.into()))
}

fn save(store: &mut Store, delivery: &Delivery, body: impl AsRef<[u8]>) -> Saved {
    store.save(delivery, body.as_ref()).expect("it is saved")
}

/// The times of the versions of the site, the newest first.
fn listed(store: &Store) -> Vec<i64> {
    store.versions(SITE).expect("a list").iter().map(|version| version.at.unix).collect()
}
