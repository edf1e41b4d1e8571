//! All crawlers at once: the verdict of one URL for each of the catalogue and for each that the file names besides.
//!
//! Every crawler is judged by the engine that it really uses. Those that follow the same groups share one ruleset, so that a
//! question to all costs a few decisions.

use super::Subject;
use crate::crawlers::{self, Entry, Purpose};
use crate::robots::agents;
use crate::robots::ruleset::{Choice, Chosen, Interner, Names};
use crate::robots::{Crawler, Decision, Path, Profile, Ruleset, Target};
use std::collections::{HashMap, HashSet};

/// A crawler and what it sees.
#[derive(Debug)]
pub struct Member {
    /// What it is called.
    pub name: String,
    /// What the catalogue knows of it; none for a name that only the file has.
    pub entry: Option<&'static Entry>,
    /// The engine by which it reads.
    pub profile: &'static Profile,
    /// The name by which its group was picked; none where no group is for it.
    pub by: Option<String>,
    ruleset: usize,
}

impl Member {
    /// What it fetches pages for; none for a name that only the file has.
    #[must_use]
    pub fn purpose(&self) -> Option<Purpose> {
        self.entry.map(|entry| entry.purpose)
    }
}

/// All crawlers and what they see of one file.
#[derive(Debug)]
pub struct Census {
    members: Vec<Member>,
    rulesets: Vec<Ruleset>,
}

impl Census {
    /// Finds out what each crawler sees: the catalogue by purpose, then the names that only the file has.
    #[must_use]
    pub fn new(subject: &Subject, interner: &mut Interner) -> Self {
        let mut census = Self { members: Vec::new(), rulesets: Vec::new() };
        let mut places: HashMap<(&'static str, Vec<usize>), usize> = HashMap::new();
        let mut names: HashMap<&'static str, Option<Names>> = HashMap::new();
        let mut add = |census: &mut Self, name: String, entry: Option<&'static Entry>, crawler: &Crawler| {
            let profile = entry.and_then(|entry| Profile::named(entry.engine)).unwrap_or(&Profile::RFC9309);
            let reading = subject.reading(profile);
            let names = names.entry(profile.name).or_insert_with(|| Names::new(reading, profile));
            let choice = match names {
                Some(names) => names.choose(crawler),
                None => Choice::new(reading, crawler, profile),
            };
            let by = match choice.chosen {
                Chosen::Token(index) => crawler.tokens.get(index).cloned(),
                Chosen::Star => Some("*".to_owned()),
                _ => None,
            };
            let ruleset = *places.entry((profile.name, choice.groups.clone())).or_insert_with(|| {
                let ruleset = interner.ruleset_of(reading, choice, profile);
                ruleset.index();
                census.rulesets.push(ruleset);
                census.rulesets.len() - 1
            });
            census.members.push(Member { name, entry, profile, by, ruleset });
        };
        let mut known: Vec<&'static Entry> = crawlers::catalogue().iter().collect();
        known.sort_by_key(|entry| entry.purpose);
        for entry in known {
            add(&mut census, entry.token.to_owned(), Some(entry), &entry.crawler());
        }
        for name in unknown(subject) {
            let crawler = Crawler::exact([name.as_str()]);
            add(&mut census, name, None, &crawler);
        }
        census
    }

    /// The crawlers, by purpose.
    #[must_use]
    pub fn members(&self) -> &[Member] {
        &self.members
    }

    /// May each of them fetch this? In the order of the members.
    #[must_use]
    pub fn judge(&self, subject: &Subject, target: &Target) -> Vec<Decision> {
        let decisions: Vec<Decision> = self.rulesets.iter().map(|ruleset| decide(subject, ruleset, target)).collect();
        self.members.iter().map(|member| decisions[member.ruleset]).collect()
    }
}

fn decide(subject: &Subject, ruleset: &Ruleset, target: &Target) -> Decision {
    let profile = ruleset.profile();
    let path: Path = target.path(profile);
    match Decision::of(subject.meaning(profile)) {
        // The file itself may be asked for whatever came of it.
        Some(decision) if !path.is_robots_txt() => decision,
        _ => ruleset.decide(&path),
    }
}

/// The names in a file that the catalogue does not know, as they are written first.
fn unknown(subject: &Subject) -> Vec<String> {
    let reading = subject.reading(&Profile::RFC9309);
    let mut seen: HashSet<Vec<u8>> = HashSet::new();
    let mut names = Vec::new();
    for value in reading.groups().iter().flat_map(|group| reading.agents(group)).map(|&line| reading.value(line)) {
        let name = agents::whole_name(value);
        let is_new = !name.is_empty() && !agents::is_star(value) && seen.insert(name.to_ascii_lowercase());
        let Ok(name) = std::str::from_utf8(name) else { continue };
        let cut = std::str::from_utf8(agents::product_token(value)).unwrap_or_default();
        if is_new && crawlers::find(name).is_none() && crawlers::find(cut).is_none() {
            names.push(name.to_owned());
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::super::{Loaded, Place};
    use super::*;

    fn judged(text: &str, url: &str, name: &str) -> (bool, Option<u32>, Option<String>) {
        let subject = Subject::new(Loaded::text(Place::Stdin, text));
        let census = Census::new(&subject, &mut Interner::default());
        let decisions = census.judge(&subject, &Target::read(url, None));
        let at = census.members().iter().position(|m| m.name == name).expect("a member");
        (decisions[at].allowed, decisions[at].line(), census.members()[at].by.clone())
    }

    #[test]
    fn each_crawler_is_judged_by_its_own_engine_and_chain() {
        let text = "User-agent: Googlebot\nDisalow: /a\nDisallow: /b\n\nUser-agent: GPTBot\nDisallow: /\n\nUser-agent: *\nAllow: /\n";
        let by = |name: &str| Some(name.to_owned());
        // Only Google's own engine takes the typing error for a rule.
        assert_eq!(judged(text, "/a", "Googlebot-Image"), (false, Some(2), by("Googlebot")));
        assert_eq!(judged(text, "/a", "Applebot"), (true, None, by("Googlebot")));
        assert_eq!(judged(text, "/a", "GPTBot"), (false, Some(6), by("GPTBot")));
        assert_eq!(judged(text, "/a", "CCBot"), (true, Some(9), by("*")));
        assert_eq!(judged(text, "/a", "AdsBot-Google"), (true, None, None));
    }

    #[test]
    fn names_that_only_the_file_has_are_members_too() {
        let text = "User-agent: MyBot/1\nUser-agent: mybot\nDisallow: /\n";
        assert_eq!(judged(text, "/", "MyBot"), (false, Some(3), Some("MyBot".to_owned())));
    }

    #[test]
    fn everybody_is_a_member_once() {
        let subject = Subject::new(Loaded::demo());
        let census = Census::new(&subject, &mut Interner::default());
        let unknown = census.members().iter().filter(|m| m.entry.is_none()).map(|m| m.name.as_str());
        assert_eq!(unknown.collect::<Vec<_>>(), ["SlowBot"]);
        assert_eq!(census.members().len(), crawlers::catalogue().len() + 1);
    }
}
