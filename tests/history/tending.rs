//! Making a store smaller, checking it, handing it out.

use super::{SITE, fetch, fetch_of, listed, open, place, save};
use robotui::history::{Place, Rule, Store};
use robotui::robots::delivery::Outcome;

const OTHER: &str = "https://other.example/robots.txt";

/// Five versions of each of two sites, at the seconds 0 to 4, each with a body of its own.
fn filled(place: &Place) -> Store {
    let mut store = open(place);
    for i in 0..5 {
        save(&mut store, &fetch(i), format!("a{i}"));
        save(&mut store, &fetch_of(OTHER, i, Outcome::Answered(200)), format!("b{i}"));
    }
    store
}

fn both(store: &Store) -> (Vec<i64>, usize) {
    assert_eq!(store.check().expect("a check").problems, [""; 0]);
    (listed(store), store.versions(OTHER).expect("a list").len())
}

#[test]
fn old_versions_are_taken_away_and_the_newest_stays() {
    let (_directory, place) = place();
    let mut store = filled(&place);
    let rule = Rule { asked: Some(SITE), beyond: Some(3), before: None };
    assert_eq!(store.prune(rule), Ok(2));
    assert_eq!(both(&store), (vec![4, 3, 2], 5));
    assert_eq!(store.prune(Rule { before: Some(3), ..Rule::default() }), Ok(4));
    assert_eq!(both(&store), (vec![4, 3], 2));
    assert_eq!(store.prune(Rule { before: Some(1_000), beyond: Some(0), ..Rule::default() }), Ok(2));
    assert_eq!(both(&store), (vec![4], 1));
    assert_eq!(store.prune(Rule { asked: Some("nobody"), ..Rule::default() }), Ok(0));
    assert_eq!(store.check().expect("a check").bodies, 2);
    assert!(!save(&mut store, &fetch(9), "a4").is_new);
}

#[test]
fn a_version_that_was_seen_lately_is_not_old() {
    let (_directory, place) = place();
    let mut store = open(&place);
    save(&mut store, &fetch(1), "a");
    save(&mut store, &fetch(50), "a");
    save(&mut store, &fetch(60), "b");
    assert_eq!(store.prune(Rule { before: Some(40), ..Rule::default() }), Ok(0));
    assert_eq!(store.prune(Rule { before: Some(51), ..Rule::default() }), Ok(1));
}

#[test]
fn a_number_is_never_given_twice() {
    let (_directory, place) = place();
    let mut store = open(&place);
    let first = save(&mut store, &fetch(1), "a").version;
    let second = save(&mut store, &fetch(2), "b").version;
    store.prune(Rule::default()).expect("a prune");
    assert!(store.version(first).expect("no trouble").is_none());
    assert!(save(&mut store, &fetch(3), "c").version > second);
}

#[test]
fn a_prune_gives_the_room_back() {
    let (_directory, place) = place();
    let mut store = open(&place);
    let mut noise = vec![7];
    for i in 0..40 {
        while noise.len() < 50_000 * (i + 1) {
            noise.extend(robotui::history::Hash::of(&noise[noise.len().saturating_sub(40)..]).0);
        }
        save(&mut store, &fetch(i as i64), &noise[50_000 * i..]);
    }
    store.prune(Rule { beyond: Some(40), ..Rule::default() }).expect("a prune");
    let size = || place.path().metadata().expect("a file").len();
    let before = size();
    assert!(before > 1_500_000, "{before}");
    assert_eq!(store.prune(Rule { beyond: Some(1), ..Rule::default() }), Ok(39));
    assert!(size() < 200_000, "{} of {before}", size());
}

#[test]
fn all_is_handed_out_in_the_order_of_arrival() {
    let (_directory, place) = place();
    let store = filled(&place);
    let mut all = Vec::new();
    let collect = |version: &robotui::history::Version, delivery: &robotui::robots::Delivery, body: &[u8]| {
        assert_eq!((version.at, &version.asked), (delivery.at, &delivery.asked));
        all.push(String::from_utf8_lossy(body).into_owned());
        all.len() < 7
    };
    store.export(None, collect).expect("an export");
    assert_eq!(all.concat(), "a0b0a1b1a2b2a3");
    let mut one = 0;
    store
        .export(Some(OTHER), |version, _, _| {
            assert_eq!(version.asked, OTHER);
            one += 1;
            true
        })
        .expect("an export");
    assert_eq!(one, 5);
}

#[test]
fn a_check_says_what_is_wrong() {
    let (_directory, place) = place();
    let store = filled(&place);
    let raw = rusqlite::Connection::open(place.path()).expect("a connection");
    raw.execute_batch(
        "PRAGMA foreign_keys = OFF;
         DELETE FROM bodies WHERE id = 1;
         UPDATE bodies SET bytes = x'00' WHERE id = 2;
         INSERT INTO bodies (hash, size, packed, bytes) VALUES (zeroblob(32), 0, 0, x'');
         UPDATE versions SET facts = '{' WHERE id = 3;
         UPDATE versions SET checked_facts = '[' WHERE id = 4;
         UPDATE versions SET site = 99 WHERE id = 5;",
    )
    .expect("it is bent");
    let condition = store.check().expect("a check");
    let found = |what: &str| condition.problems.iter().filter(|problem| problem.contains(what)).count();
    assert_eq!(found("Version 1 has no body"), 1, "{condition:?}");
    assert_eq!(found("is not what was stored"), 2, "{condition:?}");
    assert_eq!(found("belongs to no version"), 1, "{condition:?}");
    assert_eq!(found("Version 3 has facts that cannot be read"), 1, "{condition:?}");
    assert_eq!(found("Version 4 has a last check that cannot be read"), 1, "{condition:?}");
    assert_eq!(found("Version 5 belongs to no site"), 1, "{condition:?}");
}
