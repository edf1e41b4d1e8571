//! How fast the store is when it is large: 500 versions of one file of 20 KB, and 100,000 versions of 5,000 sites.
//!
//! `cargo bench --bench history` makes both stores first, which takes its time, and prints the table.
#![allow(clippy::expect_used, reason = "a bench that cannot go on says why and stops")]

use divan::{Bencher, black_box};
use robotui::history::{Place, Store};
use robotui::robots::delivery::{Hop, Outcome, Stamp};
use robotui::robots::{Delivery, Profile};
use std::fmt::Write as _;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;
use tempfile::TempDir;

/// Versions of the one file.
const VERSIONS: i64 = 500;
/// Bytes of each of them, at least.
const BYTES: usize = 20_000;
/// Sites in the store of many.
const SITES: i64 = 5_000;
/// Versions of each of them.
const EACH: i64 = 20;

fn main() {
    divan::main();
}

/// A store, and what keeps its directory.
struct Made {
    _directory: TempDir,
    place: Place,
}

impl Made {
    fn new(fill: impl FnOnce(&mut Store)) -> Self {
        let directory = tempfile::tempdir().expect("a directory");
        let place = Place::named(&directory.path().join("history.sqlite"));
        fill(&mut Store::open(&place).expect("a store"));
        let bytes = place.path().metadata().expect("a file").len();
        eprintln!("a store of {} KiB", bytes / 1024);
        Self { _directory: directory, place }
    }

    fn open(&self) -> Store {
        Store::open_existing(&self.place).expect("a store").expect("there is one")
    }
}

static ONE: LazyLock<Made> = LazyLock::new(|| {
    Made::new(|store| {
        for i in 0..VERSIONS {
            store.save(&fetch(0, i), text(i, BYTES).as_bytes()).expect("it is saved");
        }
    })
});

static MANY: LazyLock<Made> = LazyLock::new(|| {
    Made::new(|store| {
        // As they come in life: site by site, round by round.
        for i in 0..EACH {
            for site in 0..SITES {
                store.save(&fetch(site, i), text(site * EACH + i, 300).as_bytes()).expect("it is saved");
            }
        }
    })
});

fn url(site: i64) -> String {
    format!("https://www.site-{site}.example/robots.txt")
}

fn fetch(site: i64, i: i64) -> Delivery {
    let header = |name: &str, value: String| (name.to_owned(), value);
    let hop = Hop {
        url: url(site),
        status: Some(200),
        took: Duration::from_millis(83),
        remote: Some("192.0.2.1:443".to_owned()),
        ..Hop::default()
    };
    Delivery {
        hops: vec![hop],
        headers: (0..15).map(|n| header("x-some-header", format!("a value as there are many {n}"))).collect(),
        wire_bytes: 4_000,
        gunzipped: 1,
        at: Stamp { unix: 1_700_000_000 + i * 86_400 + site, offset: 0 },
        took: Duration::from_millis(97),
        ..Delivery::new(url(site), Outcome::Answered(200))
    }
}

/// A file as shops have them, of which a few lines are another in each version.
fn text(number: i64, bytes: usize) -> String {
    let mut text = format!("# version {number}\nUser-agent: *\n");
    for line in 0.. {
        if text.len() >= bytes {
            break;
        }
        let turn = if line % 50 == 0 { number } else { 0 };
        // Writing to a String cannot fail.
        _ = writeln!(text, "Disallow: /catalogue/{line}/{}/{turn}*?sort=", (line * 7919) % 1009);
    }
    text
}

/// One file with 500 versions of 20 KB.
#[divan::bench_group(sample_count = 100, sample_size = 1)]
mod one {
    use super::{Bencher, ONE, VERSIONS, black_box, url};

    #[divan::bench]
    fn open_and_list(bencher: Bencher) {
        let made = &*ONE;
        bencher.bench_local(|| {
            let versions = made.open().versions(&url(0)).expect("a list");
            assert_eq!(versions.len(), VERSIONS as usize);
            versions
        });
    }

    #[divan::bench]
    fn list(bencher: Bencher) {
        let store = ONE.open();
        bencher.bench_local(|| store.versions(black_box(&url(0))).expect("a list"));
    }

    #[divan::bench]
    fn one_text(bencher: Bencher) {
        let store = ONE.open();
        let version = store.versions(&url(0)).expect("a list").swap_remove(250);
        bencher.bench_local(|| store.body(black_box(version.hash)).expect("a body").expect("there is one"));
    }
}

/// What a keystroke costs where the same 500 versions are judged: one in the URL asks the rules that are held, one in the agent
/// has them compiled anew.
#[divan::bench_group(sample_count = 50, sample_size = 1)]
mod verdicts {
    use super::{Bencher, ONE, Profile, VERSIONS, black_box, url};
    use robotui::answer::past::{Past, Reader};
    use robotui::robots::{Crawler, Target};

    fn reader() -> Reader {
        Reader { crawler: Crawler::exact(["Googlebot"]), profile: &Profile::GOOGLE }
    }

    /// Compiles until so many are there.
    fn compiled(most: usize) -> Past {
        let store = ONE.open();
        let mut past = Past::new(url(0), store.editions(&url(0)).expect("a list"));
        past.turn_to(reader());
        let ids: Vec<i64> = past.editions().iter().map(|edition| edition.id).take(most).collect();
        store.compile(&reader(), &ids, || true, |rules| past.take(rules)).expect("they are read");
        past
    }

    #[divan::bench]
    fn agent_those_in_view(bencher: Bencher) {
        bencher.bench_local(|| compiled(24));
    }

    #[divan::bench]
    fn agent_all(bencher: Bencher) {
        bencher.bench_local(|| compiled(VERSIONS as usize));
    }

    #[divan::bench]
    fn url_all(bencher: Bencher) {
        let mut past = compiled(VERSIONS as usize);
        bencher.bench_local(|| {
            past.judge(&Target::read(black_box("/catalogue/500/881/0?x&sort=1"), None));
            past.since()
        });
    }

    #[divan::bench]
    fn changes_of_16(bencher: Bencher) {
        let store = ONE.open();
        let ids: Vec<i64> =
            store.editions(&url(0)).expect("a list").iter().map(|edition| edition.id).take(16).collect();
        bencher.bench_local(|| store.compare(black_box(&ids)).expect("they are read"));
    }
}

/// 100,000 versions of 5,000 sites.
#[divan::bench_group(sample_count = 100, sample_size = 1)]
mod many {
    use super::{AtomicI64, Bencher, EACH, MANY, Ordering, SITES, black_box, fetch, text, url};

    /// Another site each time.
    static NEXT: AtomicI64 = AtomicI64::new(0);

    fn next() -> i64 {
        NEXT.fetch_add(1_013, Ordering::Relaxed) % SITES
    }

    #[divan::bench]
    fn open_and_list(bencher: Bencher) {
        let made = &*MANY;
        bencher.bench_local(|| {
            let versions = made.open().versions(&url(next())).expect("a list");
            assert!(versions.len() >= EACH as usize);
            versions
        });
    }

    #[divan::bench]
    fn list(bencher: Bencher) {
        let store = MANY.open();
        bencher.bench_local(|| store.versions(&url(next())).expect("a list"));
    }

    #[divan::bench]
    fn last_sites(bencher: Bencher) {
        let store = MANY.open();
        bencher.bench_local(|| store.sites(black_box(20)).expect("sites"));
    }

    #[divan::bench]
    fn save_a_new_version(bencher: Bencher) {
        let mut store = MANY.open();
        let mut i = EACH;
        bencher.bench_local(|| {
            i += 1;
            store.save(&fetch(next(), i), text(SITES * EACH + i, 20_000).as_bytes()).expect("it is saved")
        });
    }

    #[divan::bench]
    fn save_the_same_again(bencher: Bencher) {
        let mut store = MANY.open();
        let text = text(-1, 20_000);
        bencher.bench_local(|| store.save(&fetch(7, 1_000), text.as_bytes()).expect("it is saved"));
    }
}
