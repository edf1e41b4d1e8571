//! What is a version, and what comes back.

use super::{SITE, broken, fetch, fetch_of, listed, open, place, save};
use robotui::history::{Hash, Source, Store};
use robotui::robots::delivery::{Outcome, Stamp};

#[test]
fn a_version_is_listed_where_the_file_or_the_outcome_differs() {
    let (_directory, place) = place();
    let mut store = open(&place);
    assert!(save(&mut store, &fetch(1), "a").is_new);
    assert!(!save(&mut store, &fetch(2), "a").is_new);
    assert!(save(&mut store, &fetch(3), "b").is_new);
    assert!(save(&mut store, &fetch_of(SITE, 4, Outcome::Answered(203)), "b").is_new);
    assert!(save(&mut store, &fetch_of(SITE, 5, Outcome::Answered(404)), "").is_new);
    assert!(save(&mut store, &broken(6, "after 10 bytes"), "b").is_new);
    assert!(!save(&mut store, &broken(7, "after 11 bytes"), "bb").is_new);
    assert!(save(&mut store, &fetch(8), "a").is_new, "as it was once, but not just before");
    assert_eq!(listed(&store), [8, 6, 5, 4, 3, 1]);
    let condition = store.check().expect("a check");
    assert_eq!((condition.versions, condition.bodies, condition.problems.len()), (6, 3, 0), "{condition:?}");
}

#[test]
fn each_url_has_versions_of_its_own() {
    let (_directory, place) = place();
    let mut store = open(&place);
    let http = "http://example.com/robots.txt";
    save(&mut store, &fetch(1), "a");
    assert!(save(&mut store, &fetch_of(http, 2, Outcome::Answered(200)), "a").is_new);
    assert!(!save(&mut store, &fetch(3), "a").is_new);
    assert_eq!(listed(&store), [1]);
    assert_eq!(store.versions(http).expect("a list").len(), 1);
    assert_eq!(store.versions("https://other.example/robots.txt"), Ok(Vec::new()));
    let sites: Vec<_> = store.sites(10).expect("sites").into_iter().map(|s| (s.asked, s.checked.unix)).collect();
    assert_eq!(sites, [(SITE.to_owned(), 3), (http.to_owned(), 2)]);
    assert_eq!(store.sites(1).expect("sites").len(), 1);
}

#[test]
fn an_error_page_that_is_never_the_same_twice_is_one_version() {
    let (_directory, place) = place();
    let mut store = open(&place);
    for i in 0..5 {
        save(&mut store, &fetch_of(SITE, i, Outcome::Answered(503)), format!("Error, your number is {i}"));
    }
    assert_eq!(listed(&store), [0]);
    let version = store.latest(SITE).expect("a version").expect("there is one");
    assert_eq!(store.body(version.hash).expect("a body").expect("there is one"), b"Error, your number is 0");
}

#[test]
fn the_last_check_is_kept_apart() {
    let (_directory, place) = place();
    let mut store = open(&place);
    let (first, mut last) = (fetch(10), fetch(20));
    last.headers.push(("etag".into(), "\"2\"".into()));
    let id = save(&mut store, &first, "a").version;
    save(&mut store, &fetch(15), "a");
    save(&mut store, &last, "a");
    let version = store.version(id).expect("a version").expect("there is one");
    assert_eq!((version.at, version.checked), (Stamp { unix: 10, offset: 3600 }, Stamp { unix: 20, offset: 3600 }));
    assert_eq!((version.checks, &version.source, version.size), (3, &Source::Local, 1));
    assert_eq!(store.delivery(id), Ok(Some(first)));
    assert_eq!(store.last_delivery(id), Ok(Some(last)));
}

#[test]
fn every_outcome_comes_back_as_it_was() {
    use robotui::robots::delivery::Failure::{Broken, Connect, Dns, Protocol, Timeout, Tls};
    let (_directory, place) = place();
    let mut store = open(&place);
    let failures =
        [Dns, Connect, Tls, Timeout, Broken, Protocol].map(|f| Outcome::Failed(f, format!("{f:?} \0\u{1b}")));
    let others = [
        Outcome::Answered(200),
        Outcome::Answered(410),
        Outcome::TooManyRedirects,
        Outcome::NotFollowed("to ftp".into()),
        Outcome::NoLocation(302),
    ];
    for outcome in failures.into_iter().chain(others) {
        let delivery = fetch_of(SITE, 1, outcome);
        let id = save(&mut store, &delivery, "a").version;
        assert_eq!(store.delivery(id), Ok(Some(delivery.clone())));
        assert_eq!(store.latest(SITE).expect("a version").map(|version| version.outcome), Some(delivery.outcome));
    }
}

#[test]
fn the_same_second_twice_is_two_versions_in_the_order_of_arrival() {
    let (_directory, place) = place();
    let mut store = open(&place);
    let ids = ["a", "b", "c"].map(|body| save(&mut store, &fetch(7), body).version);
    let listed: Vec<_> = store.versions(SITE).expect("a list").iter().map(|version| version.id).collect();
    assert_eq!(listed, [ids[2], ids[1], ids[0]]);
}

#[test]
fn a_clock_that_is_set_back_hides_nothing() {
    let (_directory, place) = place();
    let mut store = open(&place);
    save(&mut store, &fetch(1_000), "a");
    assert!(save(&mut store, &fetch(500), "b").is_new);
    assert!(!save(&mut store, &fetch(400), "b").is_new, "it is what was seen just before");
    assert!(save(&mut store, &fetch(600), "a").is_new);
    assert_eq!(listed(&store), [1_000, 600, 500]);
    let latest = store.latest(SITE).expect("a version").expect("there is one");
    assert_eq!(latest.at.unix, 600, "the last that arrived");
    let back = store.versions(SITE).expect("a list").into_iter().find(|v| v.at.unix == 500).expect("listed");
    assert_eq!(back.checked.unix, 400);
}

#[test]
fn times_that_no_calendar_has_are_times() {
    let (_directory, place) = place();
    let mut store = open(&place);
    for (unix, body) in [(i64::MAX, "a"), (4_102_444_800, "b"), (i64::MIN, "c"), (0, "d")] {
        save(&mut store, &fetch(unix), body);
    }
    assert_eq!(listed(&store), [i64::MAX, 4_102_444_800, 0, i64::MIN]);
    assert_eq!(store.latest(SITE).expect("a version").expect("there is one").at.unix, 0);
    assert_eq!(store.sites(9).expect("sites")[0].versions, 4);
}

#[test]
fn bodies_of_any_size_come_back() {
    let (_directory, place) = place();
    let mut store = open(&place);
    let mut noise = Vec::new();
    while noise.len() < 2 * 1024 * 1024 {
        noise.extend(Hash::of(&noise[noise.len().saturating_sub(64)..]).0);
    }
    let text = b"Disallow: /a\n".repeat(2 * 1024 * 1024 / 13);
    for (i, body) in [Vec::new(), vec![0], text, noise, b"\xff\xfe\0x".to_vec()].into_iter().enumerate() {
        save(&mut store, &fetch(i as i64), &body);
        let latest = store.latest(SITE).expect("a version").expect("there is one");
        assert_eq!((latest.size, latest.hash), (body.len() as u64, Hash::of(&body)));
        assert_eq!(store.body(latest.hash), Ok(Some(body)));
    }
    assert_eq!(store.body(Hash::of(b"never seen")), Ok(None));
}

#[test]
fn what_was_saved_is_there_after_opening_again() {
    let (_directory, place) = place();
    let id = save(&mut open(&place), &fetch(1), "a").version;
    let store = Store::open_existing(&place).expect("a store").expect("there is one");
    assert_eq!(store.delivery(id), Ok(Some(fetch(1))));
    assert_eq!(listed(&store), [1]);
}

#[test]
fn reading_makes_no_file() {
    let (directory, place) = place();
    assert!(Store::open_existing(&place).expect("no trouble").is_none());
    assert_eq!(directory.path().read_dir().expect("a directory").count(), 0);
}

#[cfg(unix)]
#[test]
fn the_file_is_its_owners_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let (directory, place) = place();
    let mut store = open(&place);
    save(&mut store, &fetch(1), "a");
    for entry in directory.path().read_dir().expect("a directory") {
        let entry = entry.expect("an entry");
        let mode = entry.metadata().expect("its metadata").permissions().mode();
        assert_eq!(mode & 0o077, 0, "{:?} has mode {mode:o}", entry.file_name());
    }
}
