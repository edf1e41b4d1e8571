//! One piece of work, many times over, for tools that count instructions: what runs inside [`measured`] is what is meant.
//! `benches/README.md` has the command.

use crate::inputs::{self, Input};
use crate::readers::{Reader, Robotstxt, Robotui, Robotxt, TextingRobots};
use robotui::robots::{Crawler, Document, Profile, Reading, Ruleset, Target};
use std::hint::black_box;
use std::sync::Arc;

/// Runs `WHO WORK TIMES`.
pub fn run(arguments: &[String]) {
    let [who, work, times] = arguments else { panic!("count WHO WORK TIMES") };
    let times = times.parse().expect("a number");
    match who.as_str() {
        "robotui" => robotui(work, times),
        "texting_robots" => any::<TextingRobots>(work, times),
        "robotstxt" => any::<Robotstxt>(work, times),
        "robotxt" => any::<Robotxt>(work, times),
        _ => panic!("nobody of this name: {who}"),
    }
}

/// Its name is what `--toggle-collect` asks for.
#[inline(never)]
fn measured(times: u32, mut work: impl FnMut()) {
    for _ in 0..times {
        work();
    }
}

fn any<R: Reader>(work: &str, times: u32) {
    let first = |Input { text, agent, path, .. }: Input| {
        measured(times, || {
            let rules = R::read(black_box(text.as_bytes()), agent);
            black_box(R::allows(&rules, black_box(&path)));
        });
    };
    let query = |Input { text, agent, path, .. }: Input| {
        let rules = R::read(text.as_bytes(), agent);
        R::prepare(&rules);
        measured(times, || {
            black_box(R::allows(&rules, black_box(&path)));
        });
    };
    match work {
        "first-small" => first(inputs::small()),
        "first-large" => first(inputs::large()),
        "query-large" => query(inputs::large()),
        "query-large-without-match" => query(inputs::large_without_match()),
        "query-hostile" => query(inputs::hostile()),
        _ => panic!("no work of this name: {work}"),
    }
}

/// robotui's own steps, and all that the others do as well.
fn robotui(work: &str, times: u32) {
    let Input { text, agent, path, .. } = inputs::large();
    let profile = &Profile::RFC9309;
    let crawler = Crawler::exact([agent]);
    let document = Arc::new(Document::parse(text.clone()));
    let reading = Reading::new(&document, profile);
    match work {
        "parse-large" => measured(times, || drop(Document::parse(black_box(text.as_bytes())))),
        "gather-large" => measured(times, || drop(Reading::new(black_box(&document), profile))),
        "compile-large" => measured(times, || drop(Ruleset::new(black_box(&reading), &crawler, profile))),
        "index-large" => {
            let rulesets: Vec<_> = (0..times).map(|_| Ruleset::new(&reading, &crawler, profile)).collect();
            let mut left = rulesets.iter();
            measured(times, || left.next().into_iter().for_each(Ruleset::index));
        }
        "decide-large" => {
            let rules = Ruleset::new(&reading, &crawler, profile);
            rules.index();
            let path = Target::read(&path, None).path(profile);
            measured(times, || {
                black_box(rules.decide(black_box(&path)));
            });
        }
        _ => any::<Robotui>(work, times),
    }
}
