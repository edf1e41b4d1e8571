//! What can only be brought about from within: a disk that is full, and one that may not be written.

use super::{Place, Store, Trouble, opening, rfc3339, written};
use crate::robots::Delivery;
use crate::robots::delivery::{Outcome, Stamp};
use rusqlite::types::Value::{self, Integer, Text};

fn fetch(unix: i64) -> Delivery {
    let asked = "https://example.com/robots.txt";
    Delivery { at: Stamp { unix, offset: 0 }, ..Delivery::new(asked, Outcome::Answered(200)) }
}

fn place() -> (tempfile::TempDir, Place) {
    let directory = tempfile::tempdir().expect("a directory");
    let place = Place::named(&directory.path().join("a%b?c#.sqlite"));
    (directory, place)
}

#[test]
fn a_full_disk_is_said_and_what_was_kept_stays() {
    let (_directory, place) = place();
    let mut store = Store::open(&place).expect("a store");
    store.save(&fetch(1), b"a").expect("it is saved");
    store.connection.pragma_update(None, "max_page_count", 20).expect("a small disk");
    let noise: Vec<u8> = (0..5000u32).flat_map(|i| super::Hash::of(&i.to_le_bytes()).0).collect();
    let trouble = store.save(&fetch(2), &noise).expect_err("there is no room");
    assert_eq!(trouble, Trouble::Full(place.path().to_owned()));
    let sentence = format!(
        "The history {} cannot be used: there is no room on the disk. Make some, or name another with --history FILE.",
        place.path().display()
    );
    assert_eq!(trouble.to_string(), sentence);
    assert_eq!(store.versions("https://example.com/robots.txt").map(|list| list.len()), Ok(1));
    assert_eq!(store.check().expect("a check").problems, [""; 0]);
    store.save(&fetch(3), b"b").expect("what fits is saved");
}

#[test]
fn what_may_not_be_written_is_said() {
    let (_directory, place) = place();
    let mut store = Store::open(&place).expect("a store");
    store.connection.pragma_update(None, "query_only", true).expect("read-only");
    assert_eq!(store.save(&fetch(1), b"a"), Err(Trouble::ReadOnly(place.path().to_owned())));
}

#[test]
fn what_lies_on_a_disk_that_may_not_be_written_can_be_read() {
    let (_directory, place) = place();
    Store::open(&place).expect("a store").save(&fetch(1), b"a").expect("it is saved");
    let connection = opening::as_it_is(&place).expect("a connection");
    let count: i64 = connection.query_row("SELECT count(*) FROM versions", [], |row| row.get(0)).expect("a number");
    assert_eq!(count, 1);
    assert!(connection.execute("DELETE FROM versions", []).is_err());
}

#[test]
fn the_file_is_set_up_as_it_should_be() {
    let (_directory, place) = place();
    let store = Store::open(&place).expect("a store");
    let pragma =
        |name: &str| -> Value { store.connection.pragma_query_value(None, name, |row| row.get(0)).expect("a value") };
    assert_eq!(pragma("journal_mode"), Text("wal".into()));
    assert_eq!(pragma("auto_vacuum"), Integer(2), "incremental");
    assert_eq!(pragma("synchronous"), Integer(1), "normal");
    assert_eq!(pragma("foreign_keys"), Integer(1));
}

#[test]
fn moments_are_local() {
    let stamp = |unix, offset| Stamp { unix, offset };
    assert_eq!(written(stamp(0, 3600)), "1970-01-01 01:00:00 +01:00");
    assert_eq!(rfc3339(stamp(86_399, -1800)).as_deref(), Some("1970-01-01T23:29:59-00:30"));
    assert_eq!(written(stamp(i64::MAX, 0)), "9223372036854775807 s");
    assert_eq!(rfc3339(stamp(0, i32::MAX)), None);
}
