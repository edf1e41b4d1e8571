//! How fast the engine is, beside three crates that answer the same question, in the same run.
//!
//! `cargo bench --bench engine` prints the tables; with `count` it runs one piece of work for tools that count instructions.
#![allow(clippy::expect_used, clippy::panic, reason = "a bench that cannot go on says why and stops")]

mod count;
mod inputs;
mod readers;

use divan::{Bencher, black_box, counter::ItemsCount};
use inputs::Input;
use readers::{Reader, Robotstxt, Robotui, Robotxt, TextingRobots};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    if let Some(("count", rest)) = arguments.split_first().map(|(first, rest)| (first.as_str(), rest)) {
        return count::run(rest);
    }
    for input in [inputs::small(), inputs::large(), inputs::large_without_match(), inputs::hostile()] {
        agree::<Robotui>(&input);
        agree::<TextingRobots>(&input);
        agree::<Robotstxt>(&input);
        agree::<Robotxt>(&input);
    }
    divan::main();
}

/// Who is fast and wrong would be no peer.
fn agree<R: Reader>(Input { name, text, agent, path, allowed }: &Input) {
    let rules = R::read(text.as_bytes(), agent);
    R::prepare(&rules);
    assert_eq!(R::allows(&rules, path), *allowed, "{name} {}", std::any::type_name::<R>());
}

/// From the bytes of a file to what can be asked.
#[divan::bench_group(sample_size = 1)]
mod read {
    use super::{Bencher, Input, Reader, Robotui, Robotxt, TextingRobots, black_box, inputs};

    #[divan::bench(types = [Robotui, TextingRobots, Robotxt], sample_size = 64)]
    fn small<R: Reader>(bencher: Bencher) {
        read::<R>(bencher, &inputs::small());
    }

    #[divan::bench(types = [Robotui, TextingRobots, Robotxt])]
    fn large<R: Reader>(bencher: Bencher) {
        read::<R>(bencher, &inputs::large());
    }

    fn read<R: Reader>(bencher: Bencher, Input { text, agent, .. }: &Input) {
        bencher.bench_local(|| {
            black_box(R::read(black_box(text.as_bytes()), agent));
        });
    }
}

/// From the bytes of a file to the first verdict.
#[divan::bench_group(sample_size = 1)]
mod first_verdict {
    use super::{Bencher, Input, Reader, Robotstxt, Robotui, Robotxt, TextingRobots, black_box, inputs};

    #[divan::bench(types = [Robotui, TextingRobots, Robotstxt, Robotxt], sample_size = 64)]
    fn small<R: Reader>(bencher: Bencher) {
        first::<R>(bencher, &inputs::small());
    }

    #[divan::bench(types = [Robotui, TextingRobots, Robotstxt, Robotxt])]
    fn large<R: Reader>(bencher: Bencher) {
        first::<R>(bencher, &inputs::large());
    }

    fn first<R: Reader>(bencher: Bencher, Input { text, agent, path, .. }: &Input) {
        bencher.bench_local(|| R::allows(&R::read(black_box(text.as_bytes()), agent), black_box(path)));
    }
}

/// One more verdict, once the file is read.
mod query {
    use super::{Bencher, Input, Reader, Robotstxt, Robotui, Robotxt, TextingRobots, black_box, inputs};

    #[divan::bench(types = [Robotui, TextingRobots, Robotstxt, Robotxt])]
    fn small<R: Reader>(bencher: Bencher) {
        query::<R>(bencher, &inputs::small());
    }

    #[divan::bench(types = [Robotui, TextingRobots, Robotstxt, Robotxt])]
    fn large_last_rule<R: Reader>(bencher: Bencher) {
        query::<R>(bencher, &inputs::large());
    }

    #[divan::bench(types = [Robotui, TextingRobots, Robotstxt, Robotxt])]
    fn large_no_rule<R: Reader>(bencher: Bencher) {
        query::<R>(bencher, &inputs::large_without_match());
    }

    #[divan::bench(types = [Robotui, TextingRobots, Robotstxt, Robotxt])]
    fn hostile<R: Reader>(bencher: Bencher) {
        query::<R>(bencher, &inputs::hostile());
    }

    fn query<R: Reader>(bencher: Bencher, Input { text, agent, path, .. }: &Input) {
        let rules = R::read(text.as_bytes(), agent);
        R::prepare(&rules);
        // divan looks at the first call to see how many make a sample, and that one is cold.
        R::allows(&rules, path);
        bencher.bench_local(|| R::allows(&rules, black_box(path)));
    }
}

/// Many verdicts over one file: the item is a verdict.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn million_verdicts(bencher: Bencher) {
    let Input { text, agent, .. } = inputs::large();
    let paths = inputs::paths(1_000_000);
    bencher.counter(ItemsCount::of_iter(&paths)).bench_local(|| {
        let rules = Robotui::read(text.as_bytes(), agent);
        Robotui::prepare(&rules);
        paths.iter().filter(|path| Robotui::allows(&rules, path)).count()
    });
}

/// robotui's own steps on the large file.
mod step {
    use super::{Bencher, black_box, inputs};
    use robotui::robots::{Crawler, Document, Profile, Reading, Ruleset, Target};
    use std::sync::Arc;

    const PROFILE: &Profile = &Profile::RFC9309;

    fn reading() -> Reading {
        Reading::new(&Arc::new(Document::parse(inputs::large().text)), PROFILE)
    }

    fn ruleset() -> Ruleset {
        Ruleset::new(&reading(), &Crawler::exact([inputs::large().agent]), PROFILE)
    }

    #[divan::bench]
    fn parse(bencher: Bencher) {
        let text = inputs::large().text;
        bencher.with_inputs(|| text.clone()).bench_local_values(Document::parse);
    }

    #[divan::bench]
    fn gather(bencher: Bencher) {
        let reading = reading();
        bencher.bench_local(|| Reading::new(black_box(reading.document()), PROFILE));
    }

    #[divan::bench]
    fn compile(bencher: Bencher) {
        let reading = reading();
        let crawler = Crawler::exact([inputs::large().agent]);
        bencher.bench_local(|| Ruleset::new(black_box(&reading), &crawler, PROFILE));
    }

    #[divan::bench]
    fn index(bencher: Bencher) {
        bencher.with_inputs(ruleset).bench_local_refs(|ruleset| ruleset.index());
    }

    #[divan::bench]
    fn decide(bencher: Bencher) {
        let ruleset = ruleset();
        ruleset.index();
        let path = Target::read(&inputs::large().path, None).path(PROFILE);
        bencher.bench_local(|| ruleset.decide(black_box(&path)));
    }
}

/// All crawlers at once, on a file with 1,000 groups.
#[divan::bench_group(sample_size = 1)]
mod census {
    use super::{Bencher, black_box, inputs};
    use robotui::answer::{Census, Judge, Loaded, Place, Subject, policy, wishes::Wishes};
    use robotui::robots::Target;

    fn subject() -> Subject {
        Subject::new(Loaded::text(Place::Stdin, inputs::many_groups()))
    }

    /// What each sees: once for a file.
    #[divan::bench]
    fn made(bencher: Bencher) {
        let subject = subject();
        let made = Judge::default().census(&subject).members().len();
        assert_eq!(made, 999, "a group for each, and one for *");
        bencher.bench_local(|| -> Census { Judge::default().census(black_box(&subject)) });
    }

    /// The verdicts of all: once for a keystroke.
    #[divan::bench]
    fn judged(bencher: Bencher) {
        let subject = subject();
        let census = Judge::default().census(&subject);
        let target = Target::read("/kettles/lamps?tea=4", None);
        bencher.bench_local(|| census.judge(&subject, black_box(&target)));
    }

    /// The sentences and the wishes: when somebody asks for them.
    #[divan::bench]
    fn policy(bencher: Bencher) {
        let subject = subject();
        let census = Judge::default().census(&subject);
        let decisions = census.judge(&subject, &Target::read("/", None));
        bencher.bench_local(|| {
            let wishes = Wishes::new(&subject, &census);
            (policy::statements(&census, black_box(&decisions)).len(), wishes.remarks.len())
        });
    }
}
