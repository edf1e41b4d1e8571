//! A file that is damaged, newer, somebody else's, or that cannot be written.

use super::{SITE, fetch, listed, open, place, save};
use robotui::history::{Place, Store, Trouble};
use std::fs;
use std::path::{Path, PathBuf};

/// The files beside a path that begin with its name, sorted.
fn beside(path: &Path) -> Vec<String> {
    let names = path.parent().expect("a directory").read_dir().expect("a directory");
    let mut names: Vec<String> =
        names.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

fn aside(place: &Place, number: usize) -> PathBuf {
    PathBuf::from(format!("{}.damaged-{number}", place.path().display()))
}

/// The bytes of a database with some versions.
fn sound() -> Vec<u8> {
    let (_directory, place) = place();
    let mut store = open(&place);
    for i in 0..20 {
        save(&mut store, &fetch(i), format!("Disallow: /{i}\n").repeat(300));
    }
    drop(store);
    fs::read(place.path()).expect("a file")
}

/// Sees to it that a damaged file is moved aside as it was, and that the next fetch is kept.
#[track_caller]
fn assert_moved_aside(bytes: &[u8]) {
    let (_directory, place) = place();
    fs::write(place.path(), bytes).expect("a file");
    assert!(matches!(Store::open_existing(&place), Err(Trouble::Damaged(_))), "reading moves nothing");
    let mut store = open(&place);
    let saved = save(&mut store, &fetch(7), "a");
    let moved = store.moved_aside().map(Path::to_path_buf).or(saved.moved_aside).expect("it was moved");
    assert_eq!(moved, aside(&place, 1));
    assert_eq!(fs::read(moved).expect("the damaged file"), bytes, "nothing in it was changed");
    assert_eq!(listed(&store), [7]);
}

#[test]
fn a_damaged_file_is_moved_aside_and_named() {
    assert_moved_aside(b"garbage");
    assert_moved_aside(&b"\xff\0".repeat(5_000));
    assert_moved_aside(&sound()[..100]);
    let mut bent = sound();
    bent[..16].fill(0);
    assert_moved_aside(&bent);
}

#[test]
fn a_file_that_was_cut_anywhere_is_moved_aside() {
    let sound = sound();
    assert!(sound.len() > 10 * 4096);
    for end in (4096..sound.len()).step_by(4096) {
        assert_moved_aside(&sound[..end]);
        assert_moved_aside(&sound[..end - 1000]);
    }
}

#[test]
fn several_damaged_files_are_all_kept() {
    let (_directory, place) = place();
    for content in ["garbage 1", "garbage 2", "garbage 3"] {
        fs::write(place.path(), content).expect("a file");
        drop(open(&place));
    }
    for number in 1..=3 {
        assert_eq!(fs::read_to_string(aside(&place, number)).expect("a file"), format!("garbage {number}"));
    }
}

/// Damage in the middle may lie where nothing looks; then everything goes on. Whatever it is, nothing falls over, and the next
/// fetch is kept.
#[test]
fn damage_in_any_page_is_survived() {
    let sound = sound();
    for page in 0..sound.len() / 4096 {
        for (from, bytes) in [(0, 4096), (0, 12), (90, 300), (3000, 700)] {
            let mut bent = sound.clone();
            for byte in &mut bent[page * 4096 + from..][..bytes] {
                *byte = byte.wrapping_mul(31).wrapping_add(101);
            }
            let (_directory, place) = place();
            fs::write(place.path(), &bent).expect("a file");
            if let Ok(Some(store)) = Store::open_existing(&place) {
                _ = store.check();
                for version in store.versions(SITE).unwrap_or_default() {
                    _ = (store.delivery(version.id), store.body(version.hash));
                }
            }
            match Store::open(&place) {
                Ok(mut store) => {
                    let saved = store.save(&fetch(99), b"new");
                    let saved = saved.unwrap_or_else(|e| panic!("page {page} from {from}: {e:?} {e}"));
                    assert!(store.version(saved.version).expect("a version").is_some());
                }
                // The number that says whose it is, or which schema, may be what was damaged.
                Err(Trouble::Foreign(_) | Trouble::Newer(..)) => assert_eq!(page, 0),
                Err(e) => panic!("page {page} from {from}: {e:?}"),
            }
        }
    }
}

#[test]
fn a_text_that_was_named_by_mistake_is_left_alone() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("robots.txt");
    fs::write(&path, "User-agent: *\n").expect("a file");
    let trouble = Store::open(&Place::named(&path)).expect_err("it is no history");
    assert_eq!(
        trouble.to_string(),
        format!("{} is no history of robotui and was left alone: name another with --history FILE.", path.display())
    );
    assert!(matches!(Store::open_existing(&Place::named(&path)), Err(Trouble::Foreign(_))));
    assert_eq!(beside(&path), ["robots.txt"]);
    assert_eq!(fs::read_to_string(&path).expect("a file"), "User-agent: *\n");
}

#[test]
fn a_database_of_another_program_is_left_alone() {
    for prepare in [
        "CREATE TABLE bookmarks (url TEXT)",
        "PRAGMA application_id = 1",
        "PRAGMA user_version = 7",
        "PRAGMA application_id = 7; CREATE TABLE versions (id INTEGER)",
    ] {
        let (_directory, place) = place();
        rusqlite::Connection::open(place.path()).expect("a connection").execute_batch(prepare).expect("it is prepared");
        let before = fs::read(place.path()).expect("a file");
        assert!(matches!(Store::open(&place), Err(Trouble::Foreign(_))), "{prepare}");
        assert_eq!(fs::read(place.path()).expect("a file"), before);
        assert_eq!(beside(place.path()), ["history.sqlite"]);
    }
}

#[test]
fn a_newer_schema_is_refused_with_a_sentence_and_left_alone() {
    let (_directory, place) = place();
    save(&mut open(&place), &fetch(1), "a");
    let raw = rusqlite::Connection::open(place.path()).expect("a connection");
    raw.execute_batch("PRAGMA user_version = 99; PRAGMA wal_checkpoint(TRUNCATE)").expect("it is made newer");
    drop(raw);
    let before = fs::read(place.path()).expect("a file");
    for trouble in [Store::open(&place).map(|_| ()), Store::open_existing(&place).map(|_| ())] {
        let sentence = format!(
            "The history {} was written by a newer robotui (schema 99, this one knows 1) and was left alone: \
             get the newer robotui, or name another with --history FILE.",
            place.path().display()
        );
        assert_eq!(trouble.expect_err("it is newer").to_string(), sentence);
    }
    assert_eq!(fs::read(place.path()).expect("a file"), before);
}

#[test]
fn what_is_no_file_or_cannot_be_made_is_said() {
    let directory = tempfile::tempdir().expect("a directory");
    let missing = directory.path().join("missing/history.sqlite");
    for path in [directory.path(), &missing, "/dev/null".as_ref(), "/dev/null/x.sqlite".as_ref(), "".as_ref()] {
        let trouble = Store::open(&Place::named(path)).expect_err("it cannot be opened");
        assert!(matches!(trouble, Trouble::Closed(..)), "{}: {trouble:?}", path.display());
        let sentence = trouble.to_string();
        assert!(
            sentence.starts_with("The history ") && sentence.ends_with("--history FILE names another."),
            "{sentence}"
        );
    }
    assert_eq!(directory.path().read_dir().expect("a directory").count(), 0);
}

#[cfg(target_os = "linux")]
#[test]
fn where_nothing_can_be_made_nothing_is() {
    let place = Place::named("/proc/history.sqlite".as_ref());
    assert!(Store::open(&place).is_err());
    assert!(Store::open_existing(&place).expect("no trouble").is_none());
}

#[test]
fn a_name_that_sqlite_would_read_in_its_own_way_is_a_name() {
    let directory = tempfile::tempdir().expect("a directory");
    for name in ["file:x?mode=memory.sqlite", ":memory:", "a%20b#c.sqlite", "ü\u{1f980}.sqlite"] {
        let place = Place::named(&directory.path().join(name));
        save(&mut open(&place), &fetch(1), "a");
        assert!(place.path().exists(), "{name}");
        let store = Store::open_existing(&place).expect("a store").expect("there is one");
        assert_eq!(listed(&store), [1]);
    }
}

#[cfg(unix)]
#[test]
fn a_file_that_is_moved_away_while_it_is_open_takes_no_fetch_with_it() {
    let (_directory, place) = place();
    let mut store = open(&place);
    save(&mut store, &fetch(1), "a");
    fs::rename(place.path(), aside(&place, 9)).expect("it is moved");
    save(&mut store, &fetch(2), "b");
    assert_eq!(listed(&store), [2]);
    fs::remove_file(place.path()).expect("it is deleted");
    save(&mut store, &fetch(3), "c");
    assert_eq!(listed(&open(&place)), [3]);
}
