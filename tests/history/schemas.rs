//! A small database of each schema that was ever released is kept here: each must stay readable.
//!
//! Whoever adds a step to the schema adds the database that it makes: `UPDATE=1 cargo test --test history schemas` writes the
//! one of the newest schema where there is none yet. One that is there is never written anew.

use super::{SITE, fetch, fetch_of, listed, open, place, save};
use robotui::history::{Place, Store};
use robotui::robots::delivery::Outcome;
use std::fs;
use std::path::{Path, PathBuf};

fn schemas() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/history/schemas")
}

/// What stands in each of them: a file, seen twice, that then was gone.
fn fill(place: &Place) {
    let mut store = open(place);
    save(&mut store, &fetch(1_000), "User-agent: *\nDisallow: /a\n");
    save(&mut store, &fetch(2_000), "User-agent: *\nDisallow: /a\n");
    save(&mut store, &fetch_of(SITE, 3_000, Outcome::Answered(404)), "");
}

fn schema(path: &Path) -> i64 {
    let raw = rusqlite::Connection::open(path).expect("a connection");
    raw.pragma_query_value(None, "user_version", |row| row.get(0)).expect("a number")
}

#[test]
fn every_schema_that_was_ever_written_can_be_read() {
    let newest = {
        let (_directory, place) = place();
        fill(&place);
        schema(place.path())
    };
    for number in 1..=newest {
        let kept = schemas().join(format!("v{number}.sqlite"));
        if number == newest && !kept.exists() && std::env::var_os("UPDATE").is_some_and(|value| value == "1") {
            fill(&Place::named(&kept));
        }
        let (_directory, place) = place();
        fs::copy(&kept, place.path()).unwrap_or_else(|e| panic!("{}: {e}", kept.display()));
        assert_eq!(schema(place.path()), number);
        let mut store = Store::open(&place).expect("a store");
        assert_eq!(store.moved_aside(), None);
        assert_eq!(schema(place.path()), newest, "it was brought up to date");
        assert_eq!(listed(&store), [3_000, 1_000]);
        let version = store.versions(SITE).expect("a list").pop().expect("the first");
        assert_eq!((version.checked.unix, version.checks), (2_000, 2));
        assert_eq!(store.delivery(version.id), Ok(Some(fetch(1_000))));
        assert_eq!(store.body(version.hash), Ok(Some(b"User-agent: *\nDisallow: /a\n".to_vec())));
        assert_eq!(store.check().expect("a check").problems, [""; 0]);
        assert!(save(&mut store, &fetch(4_000), "b").is_new);
    }
}
