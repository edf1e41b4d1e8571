//! Who is measured: robotui, and three crates that answer the same question.

use robotui::robots::{Crawler, Document, Profile, Reading, Ruleset, Target};
use std::sync::Arc;

/// A way from the bytes of a file to verdicts.
pub trait Reader {
    /// What is kept of a file to answer from.
    type Rules<'a>;

    /// From bytes to what can be asked.
    fn read<'a>(bytes: &'a [u8], agent: &'a str) -> Self::Rules<'a>;

    /// One verdict, from the path as it is given.
    fn allows(rules: &Self::Rules<'_>, path: &str) -> bool;

    /// Whatever makes further questions cheap.
    fn prepare(_: &Self::Rules<'_>) {}
}

pub struct Robotui;

const PROFILE: &Profile = &Profile::RFC9309;

impl Reader for Robotui {
    type Rules<'a> = Ruleset;

    fn read<'a>(bytes: &'a [u8], agent: &'a str) -> Ruleset {
        let document = Arc::new(Document::parse(bytes));
        Ruleset::new(&Reading::new(&document, PROFILE), &Crawler::exact([agent]), PROFILE)
    }

    fn allows(rules: &Ruleset, path: &str) -> bool {
        rules.decide(&Target::read(path, None).path(PROFILE)).allowed
    }

    fn prepare(rules: &Ruleset) {
        rules.index();
    }
}

pub struct TextingRobots;

impl Reader for TextingRobots {
    type Rules<'a> = texting_robots::Robot;

    fn read<'a>(bytes: &'a [u8], agent: &'a str) -> texting_robots::Robot {
        texting_robots::Robot::new(agent, bytes).expect("a robots.txt that it can read")
    }

    fn allows(rules: &texting_robots::Robot, path: &str) -> bool {
        rules.allowed(path)
    }
}

/// The crate `robotstxt`, a port of Google's library: it keeps nothing and reads the file anew for every question.
pub struct Robotstxt;

impl Reader for Robotstxt {
    type Rules<'a> = (&'a str, &'a str);

    fn read<'a>(bytes: &'a [u8], agent: &'a str) -> (&'a str, &'a str) {
        (str::from_utf8(bytes).expect("a file in UTF-8"), agent)
    }

    fn allows(&(text, agent): &(&str, &str), path: &str) -> bool {
        robotstxt::DefaultMatcher::default().one_agent_allowed_by_robots(text, agent, path)
    }
}

pub struct Robotxt;

impl Reader for Robotxt {
    type Rules<'a> = robotxt::Robots;

    fn read<'a>(bytes: &'a [u8], agent: &'a str) -> robotxt::Robots {
        robotxt::Robots::parse(bytes, agent)
    }

    fn allows(rules: &robotxt::Robots, path: &str) -> bool {
        rules.is_allowed(path)
    }
}
