//! Several processes at once, and processes that are killed. The writers are this test program, started anew with a variable
//! that says what to do.

use super::{SITE, fetch, listed, open, place, save};
use robotui::history::{Hash, Place, Store, Trouble, VersionId};
use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

/// The path of the database that a writer writes into.
const PATH: &str = "ROBOTUI_TEST_WRITER_PATH";
/// From which number on it counts.
const FROM: &str = "ROBOTUI_TEST_WRITER_FROM";
/// How many fetches it saves.
const COUNT: &str = "ROBOTUI_TEST_WRITER_COUNT";

/// The body of the fetch with a number: some KB that hardly pack, so that the log is folded in often.
fn body(number: u64) -> Vec<u8> {
    let blocks = (0..40 + number % 400).flat_map(|block| Hash::of(format!("{number} {block}").as_bytes()).0);
    blocks.collect()
}

/// What a writer does. Says each fetch once it is saved.
#[test]
fn writer() {
    let Some(path) = std::env::var_os(PATH) else { return };
    let number = |name| std::env::var(name).expect("a variable").parse::<u64>().expect("a number");
    let mut store = open(&Place::named(path.as_ref()));
    assert_eq!(store.moved_aside(), None);
    let from = number(FROM);
    for i in from..from + number(COUNT) {
        let saved = save(&mut store, &fetch(i as i64), body(i));
        let mut out = std::io::stdout().lock();
        writeln!(out, "\nsaved {i} {} .", saved.version).and_then(|()| out.flush()).expect("a listener");
    }
}

fn start(place: &Place, from: u64, count: u64) -> Child {
    Command::new(std::env::current_exe().expect("this program"))
        .args(["--exact", "processes::writer", "--nocapture", "--test-threads=1"])
        .env(PATH, place.path())
        .env(FROM, from.to_string())
        .env(COUNT, count.to_string())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a writer")
}

/// What a writer says.
type Said = std::io::Split<BufReader<ChildStdout>>;

fn said(child: &mut Child) -> Said {
    BufReader::new(child.stdout.take().expect("a pipe")).split(b'\n')
}

/// The next fetch that a writer says it has saved: its number, and that of its version. None at the end.
fn report(said: &mut Said) -> Option<(u64, VersionId)> {
    said.map_while(Result::ok).find_map(|line| {
        let line = String::from_utf8_lossy(&line).into_owned();
        match line.split(' ').collect::<Vec<_>>()[..] {
            ["saved", number, version, "."] => {
                Some((number.parse().expect("a number"), version.parse().expect("a version")))
            }
            // Half a line counts for nothing.
            _ => None,
        }
    })
}

/// Sees to it that fetches that were reported as saved are there, whole.
#[track_caller]
fn assert_found<'a>(store: &Store, reported: impl IntoIterator<Item = (&'a u64, &'a VersionId)>, when: &str) {
    for (&number, &id) in reported {
        let version = store.version(id).expect("no trouble").unwrap_or_else(|| panic!("{when}: {id} is lost"));
        assert_eq!(version.at.unix, number as i64, "{when}");
        assert_eq!(store.delivery(id), Ok(Some(fetch(number as i64))), "{when}");
        assert_eq!(store.body(version.hash), Ok(Some(body(number))), "{when}");
    }
}

/// Numbers that are hard to guess; the seed is in what a failure says.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % end
    }
}

#[test]
fn a_process_that_is_killed_at_any_moment_loses_no_fetch_that_it_had_reported() {
    const KILLS: u64 = 200;
    let seed = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).expect("a clock").as_nanos() as u64 | 1;
    let mut random = Random(seed);
    let (directory, place) = place();
    let mut all: BTreeMap<u64, VersionId> = BTreeMap::new();
    for round in 0..KILLS {
        let when = format!("seed {seed}, round {round}");
        let mut child = start(&place, round * 1_000_000, 1_000_000);
        let mut said = said(&mut child);
        let mut reported = BTreeMap::new();
        // One in four is killed while it starts, or opens the store; the others have begun to save.
        if round % 4 != 0 {
            reported.extend(report(&mut said));
        }
        thread::sleep(Duration::from_micros(random.below(40_000)));
        child.kill().expect("SIGKILL");
        reported.extend(std::iter::from_fn(|| report(&mut said)));
        child.wait().expect("it ended");
        // The one that opens it next finds it as it is.
        let store = open(&place);
        assert_eq!(store.moved_aside(), None, "{when}");
        assert_found(&store, &reported, &when);
        all.extend(reported);
    }
    let store = open(&place);
    assert_found(&store, &all, &format!("seed {seed}, at the end"));
    let condition = store.check().expect("a check");
    assert_eq!(condition.problems, [""; 0], "seed {seed}");
    assert!(condition.versions >= all.len() as u64);
    assert!(
        condition.versions <= all.len() as u64 + KILLS,
        "each kill may have hit one between its commit and its report"
    );
    assert!(all.len() as u64 > KILLS, "the writers wrote: {}", all.len());
    drop(store);
    let left: Vec<_> = directory.path().read_dir().expect("a directory").collect();
    assert_eq!(left.len(), 1, "{left:?}");
}

#[test]
fn processes_that_write_at_once_lose_nothing() {
    const COUNT: u64 = 60;
    let (_directory, place) = place();
    // They also make the database at once.
    let writers: Vec<Child> = (0..4).map(|i| start(&place, i * 1_000, COUNT)).collect();
    let mut all = BTreeMap::new();
    for mut writer in writers {
        let mut said = said(&mut writer);
        let reported: Vec<_> = std::iter::from_fn(|| report(&mut said)).collect();
        let output = writer.wait_with_output().expect("it ended");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(reported.len() as u64, COUNT);
        all.extend(reported);
    }
    let store = open(&place);
    assert_found(&store, &all, "four writers");
    assert_eq!(listed(&store).len() as u64, 4 * COUNT);
    assert_eq!(store.check().expect("a check").problems, [""; 0]);
}

#[test]
fn a_damaged_file_is_moved_once_whoever_finds_it() {
    for _ in 0..5 {
        let (directory, place) = place();
        std::fs::write(place.path(), "garbage").expect("a file");
        let threads: Vec<_> = (0..4)
            .map(|i| {
                let place = place.clone();
                thread::spawn(move || save(&mut open(&place), &fetch(i), format!("{i}")).version)
            })
            .collect();
        let versions: Vec<_> = threads.into_iter().map(|thread| thread.join().expect("no panic")).collect();
        let store = open(&place);
        for version in versions {
            assert!(store.version(version).expect("no trouble").is_some());
        }
        let moved = directory
            .path()
            .read_dir()
            .expect("a directory")
            .filter(|entry| entry.as_ref().expect("an entry").file_name().to_string_lossy().contains("damaged"));
        assert_eq!(moved.count(), 1);
    }
}

#[test]
fn a_history_that_another_process_holds_is_waited_for_but_not_forever() {
    let (_directory, place) = place();
    let mut store = open(&place);
    save(&mut store, &fetch(1), "a");
    let other = rusqlite::Connection::open(place.path()).expect("a connection");
    other.execute_batch("BEGIN IMMEDIATE").expect("it is held");
    let began = Instant::now();
    let trouble = store.save(&fetch(2), b"b").expect_err("it is held");
    assert!(matches!(trouble, Trouble::Locked(_)), "{trouble:?}");
    assert!(began.elapsed() >= Duration::from_secs(5));
    assert_eq!(store.versions(SITE).expect("reading goes on").len(), 1);

    let freed = thread::spawn(move || {
        thread::sleep(Duration::from_millis(300));
        other.execute_batch("COMMIT").expect("it is free");
    });
    save(&mut store, &fetch(2), "b");
    freed.join().expect("no panic");
    assert_eq!(listed(&store), [2, 1]);
}
