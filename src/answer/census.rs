//! All crawlers at once: the verdict of one URL for each of the catalogue and for each that the file names besides.
//!
//! Every crawler is judged by the engine that it really uses. Those that follow the same groups share one ruleset, so that a
//! question to all costs a few decisions.

use super::Subject;
use crate::crawlers::{self, Behaviour, Entry, Purpose};
use crate::robots::agents;
use crate::robots::ruleset::{Choice, Chosen, Delay, Interner, Names};
use crate::robots::{Crawler, Decision, LineNo, Path, Profile, Ruleset, Target, display};
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

    /// Whether it asks at all: it is no crawler of the past. A switch that no crawler sends is one of those that count, since
    /// what it says is heeded.
    #[must_use]
    pub fn counts(&self) -> bool {
        self.entry.is_none_or(|entry| !entry.is_retired())
    }

    /// Whether it reads `Crawl-delay`; none where that is not known.
    #[must_use]
    pub fn reads_crawl_delay(&self) -> Option<bool> {
        self.entry.and_then(|entry| entry.crawl_delay)
    }
}

/// All crawlers and what they see of one file.
#[derive(Debug)]
pub struct Census {
    members: Vec<Member>,
    rulesets: Vec<Ruleset>,
    /// The `Crawl-delay` for those who have the ruleset at the same place.
    delays: Vec<Delay>,
}

impl Census {
    /// Finds out what each crawler sees: the catalogue by purpose, then the names that only the file has.
    #[must_use]
    pub fn new(subject: &Subject, interner: &mut Interner) -> Self {
        let mut census = Self { members: Vec::new(), rulesets: Vec::new(), delays: Vec::new() };
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
                census.delays.push(choice.crawl_delay(reading, profile));
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

    /// What a crawler sees.
    #[must_use]
    pub fn ruleset(&self, member: &Member) -> &Ruleset {
        &self.rulesets[member.ruleset]
    }

    /// The `Crawl-delay` for a crawler, whether it reads it or not.
    #[must_use]
    pub fn delay(&self, member: &Member) -> Delay {
        self.delays[member.ruleset]
    }

    /// Whether a crawler reads `Crawl-delay`, and what it finds, in words. None for a name under which nobody asks.
    #[must_use]
    pub fn delay_in_words(&self, subject: &Subject, member: &Member) -> Option<String> {
        if !member.counts() || member.entry.is_some_and(|entry| entry.behaviour == Behaviour::ControlToken) {
            return None;
        }
        let reading = subject.reading(member.profile);
        let found = |line| format!("Crawl-delay {} (line {line})", display::visible(reading.value(line)));
        let Delay { holds, not_inherited, .. } = self.delay(member);
        Some(match (member.reads_crawl_delay(), holds, not_inherited) {
            (Some(true), Some(line), _) => found(line),
            (Some(true), None, Some(line)) => format!("no Crawl-delay: that of * in line {line} is not inherited"),
            (Some(true), None, None) => "reads Crawl-delay; there is none for it".to_owned(),
            (Some(false), ..) => "does not read Crawl-delay".to_owned(),
            (None, Some(line), _) => format!("{}, not known to be read", found(line)),
            (None, None, _) => "not known to read Crawl-delay".to_owned(),
        })
    }

    /// The crawlers of the catalogue: they stand before those that only the file names, of which there may be any number.
    #[must_use]
    pub fn known(&self) -> &[Member] {
        let known = self.members.partition_point(|member| member.entry.is_some());
        &self.members[..known]
    }

    /// For each line beside the rules those of the catalogue who see it, as indices of the members.
    #[must_use]
    pub fn followers(&self, subject: &Subject) -> HashMap<LineNo, Vec<usize>> {
        let mut followers: HashMap<LineNo, Vec<usize>> = HashMap::new();
        for (index, member) in self.known().iter().enumerate() {
            let reading = subject.reading(member.profile);
            let groups = self.ruleset(member).choice().groups.iter().filter_map(|&group| reading.groups().get(group));
            for &line in groups.flat_map(|group| reading.extras(group)) {
                followers.entry(line).or_default().push(index);
            }
        }
        followers
    }

    /// May each of them fetch this? In the order of the members.
    #[must_use]
    pub fn judge(&self, subject: &Subject, target: &Target) -> Vec<Decision> {
        let mut paths = Paths { subject, target, known: Vec::new() };
        let decisions: Vec<Decision> = self.rulesets.iter().map(|ruleset| paths.decide(ruleset)).collect();
        self.members.iter().map(|member| decisions[member.ruleset]).collect()
    }
}

/// A URL as each profile compares it, and what the fetch of the file leaves open for it.
struct Paths<'a> {
    subject: &'a Subject,
    target: &'a Target,
    known: Vec<(&'static str, Path, Option<Decision>)>,
}

impl Paths<'_> {
    fn decide(&mut self, ruleset: &Ruleset) -> Decision {
        let profile = ruleset.profile();
        let place = self.known.iter().position(|(name, ..)| *name == profile.name).unwrap_or_else(|| {
            let path = self.target.path(profile);
            // The file itself may be asked for whatever came of it.
            let by_outcome = Decision::of(self.subject.meaning(profile)).filter(|_| !path.is_robots_txt());
            self.known.push((profile.name, path, by_outcome));
            self.known.len() - 1
        });
        let (_, path, by_outcome) = &self.known[place];
        by_outcome.unwrap_or_else(|| ruleset.decide(path))
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
    fn whether_a_crawler_reads_the_crawl_delay_is_said() {
        let text = "User-agent: *\nCrawl-delay: 2\nDisallow: /x\n\nUser-agent: CCBot\nDisallow: /y\n";
        let subject = Subject::new(Loaded::text(Place::Stdin, text));
        let census = Census::new(&subject, &mut Interner::default());
        let said = |name: &str| {
            let member = census.members().iter().find(|member| member.name == name).expect("a member");
            census.delay_in_words(&subject, member)
        };
        for (name, words) in [
            ("ClaudeBot", "Crawl-delay 2 (line 2)"),
            ("GPTBot", "Crawl-delay 2 (line 2), not known to be read"),
            ("Googlebot", "does not read Crawl-delay"),
            ("CCBot", "no Crawl-delay: that of * in line 2 is not inherited"),
        ] {
            assert_eq!(said(name).as_deref(), Some(words), "{name}");
        }
        assert_eq!((said("Google-Extended"), said("anthropic-ai")), (None, None));
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
