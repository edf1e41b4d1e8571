//! Which groups a crawler follows, and what it leaves aside by that.

use crate::robots::agents::{self, Crawler, Named};
use crate::robots::document::Kind;
use crate::robots::profile::{CrawlDelay, Naming, Profile};
use crate::robots::reading::Reading;
use crate::robots::source::LineNo;
use std::collections::HashMap;

/// How the groups were picked that a crawler follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Chosen {
    /// A group names this one of the crawler's tokens.
    Token(usize),
    /// The name of a group stands in what was typed.
    Part,
    /// No group names it, so it follows `*`.
    Star,
    /// No group names it, and there is no `*` group, or it does not follow it.
    Nothing,
}

/// Which groups a crawler follows.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Choice {
    /// By what.
    pub chosen: Chosen,
    /// The groups, as indices into [`Reading::groups`]; more than one are merged.
    pub groups: Vec<usize>,
    /// The first `User-agent` line by which they were picked.
    pub by_line: Option<LineNo>,
    /// The `*` groups that a named group hides, or that the crawler passes over.
    pub hidden_star: Vec<usize>,
}

/// The `Crawl-delay` for a crawler.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Delay {
    /// The line that holds for it.
    pub holds: Option<LineNo>,
    /// The line of `*` that does not, since a named group inherits nothing.
    pub not_inherited: Option<LineNo>,
}

impl Choice {
    /// These groups, whoever follows them.
    pub(super) fn of_groups(groups: &[usize]) -> Self {
        Self { chosen: Chosen::Star, groups: groups.to_vec(), by_line: None, hidden_star: Vec::new() }
    }

    /// The groups that a crawler follows. Takes time in the number of groups: where many crawlers are asked, [`Names`] is
    /// faster.
    #[must_use]
    pub fn new(reading: &Reading, crawler: &Crawler, profile: &Profile) -> Self {
        // The first of the crawler's tokens that any group names: a lower index wins.
        let mut best: Option<(usize, LineNo)> = None;
        let mut named: Vec<usize> = Vec::new();
        let mut star: Vec<usize> = Vec::new();
        let mut star_line = None;
        let first_only = profile.naming == Naming::FirstSubstring;
        for (index, group) in reading.groups().iter().enumerate() {
            let mut here: Option<(usize, LineNo)> = None;
            let mut is_star = false;
            for &line in reading.agents(group) {
                match agents::named(reading.value(line), crawler, profile.naming) {
                    Named::Star => {
                        is_star = true;
                        star_line = star_line.or(Some(line));
                    }
                    Named::Token(token) if here.is_none_or(|(best, _)| token < best) => here = Some((token, line)),
                    Named::Token(_) | Named::Other => {}
                }
            }
            if is_star && (!first_only || star.is_empty()) {
                star.push(index);
            }
            // To the old readers a group that names `*` as well is the one for everybody else.
            if is_star && first_only {
                continue;
            }
            if let Some((token, line)) = here.filter(|&(token, _)| best.is_none_or(|(best, _)| token <= best)) {
                if best.is_none_or(|(best, _)| best != token) {
                    named.clear();
                    best = Some((token, line));
                }
                if !first_only || named.is_empty() {
                    named.push(index);
                }
            }
        }
        if let Some((token, line)) = best {
            star.retain(|group| !named.contains(group));
            let by_part = matches!(profile.naming, Naming::Substring | Naming::FirstSubstring);
            let chosen = if by_part { Chosen::Part } else { Chosen::Token(token) };
            return Self { chosen, groups: named, by_line: Some(line), hidden_star: star };
        }
        if star.is_empty() || crawler.ignores_star {
            return Self { chosen: Chosen::Nothing, groups: Vec::new(), by_line: None, hidden_star: star };
        }
        Self { chosen: Chosen::Star, groups: star, by_line: star_line, hidden_star: Vec::new() }
    }

    /// The `Crawl-delay` that holds for a crawler that chose so: the first of its groups.
    #[must_use]
    pub fn crawl_delay(&self, reading: &Reading, profile: &Profile) -> Delay {
        let first = |groups: &[usize]| {
            let extras = groups.iter().filter_map(|&g| reading.groups().get(g)).flat_map(|g| reading.extras(g));
            extras.copied().find(|&line| reading.kind(line) == Kind::CrawlDelay)
        };
        let (own, of_star) = (first(&self.groups), first(&self.hidden_star));
        match profile.crawl_delay {
            CrawlDelay::NotRead => Delay::default(),
            CrawlDelay::OfGroupElseStar => Delay { holds: own.or(of_star), not_inherited: None },
            CrawlDelay::OfGroup => Delay { holds: own, not_inherited: if own.is_none() { of_star } else { None } },
        }
    }
}

/// The names in a file, looked up once for many crawlers. For profiles that compare whole names.
#[derive(Debug)]
pub struct Names {
    /// Under each name in lower case the groups that it stands for, in order, and its first line.
    groups: HashMap<Vec<u8>, (Vec<usize>, LineNo)>,
    star: (Vec<usize>, Option<LineNo>),
}

impl Names {
    /// Looks through a file. None for profiles that look for a name in a longer text: those ask each line anew.
    #[must_use]
    pub fn new(reading: &Reading, profile: &Profile) -> Option<Self> {
        let with_whole = match profile.naming {
            Naming::Token => false,
            Naming::TokenOrWhole => true,
            Naming::Substring | Naming::FirstSubstring => return None,
        };
        let mut names = Self { groups: HashMap::new(), star: (Vec::new(), None) };
        for (index, group) in reading.groups().iter().enumerate() {
            for &line in reading.agents(group) {
                names.add(reading.value(line), index, line, with_whole);
            }
        }
        Some(names)
    }

    fn add(&mut self, value: &[u8], group: usize, line: LineNo, with_whole: bool) {
        if agents::is_star(value) {
            self.star.1 = self.star.1.or(Some(line));
            if self.star.0.last() != Some(&group) {
                self.star.0.push(group);
            }
            return;
        }
        let cut = agents::product_token(value);
        let whole = if with_whole { agents::whole_name(value) } else { cut };
        for name in std::iter::once(cut).chain((whole != cut).then_some(whole)).filter(|name| !name.is_empty()) {
            let (groups, _) = self.groups.entry(name.to_ascii_lowercase()).or_insert_with(|| (Vec::new(), line));
            if groups.last() != Some(&group) {
                groups.push(group);
            }
        }
    }

    /// The same as [`Choice::new`].
    #[must_use]
    pub fn choose(&self, crawler: &Crawler) -> Choice {
        let named = crawler.tokens.iter().enumerate().find_map(|(index, token)| {
            let (groups, line) = self.groups.get(token.to_ascii_lowercase().as_bytes())?;
            Some((index, groups, *line))
        });
        if let Some((index, groups, line)) = named {
            let hidden_star = self.star.0.iter().copied().filter(|group| !groups.contains(group)).collect();
            return Choice { chosen: Chosen::Token(index), groups: groups.clone(), by_line: Some(line), hidden_star };
        }
        let star = self.star.0.clone();
        if star.is_empty() || crawler.ignores_star {
            return Choice { chosen: Chosen::Nothing, groups: Vec::new(), by_line: None, hidden_star: star };
        }
        Choice { chosen: Chosen::Star, groups: star, by_line: self.star.1, hidden_star: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::robots::Document;
    use std::sync::Arc;

    fn choose(text: &str, crawler: &Crawler, profile: &Profile) -> (Choice, Delay) {
        let reading = Reading::new(&Arc::new(Document::parse(text)), profile);
        let choice = Choice::new(&reading, crawler, profile);
        let delay = choice.crawl_delay(&reading, profile);
        (choice, delay)
    }

    #[test]
    fn the_first_token_that_any_group_names_wins() {
        let text = "User-agent: b\nDisallow: /\nUser-agent: a\nDisallow: /\nUser-agent: b\nDisallow: /\n";
        let (choice, _) = choose(text, &Crawler::exact(["a", "b"]), &Profile::RFC9309);
        assert_eq!((choice.chosen, choice.groups, choice.by_line), (Chosen::Token(0), vec![1], Some(3)));
        let (choice, _) = choose(text, &Crawler::exact(["c", "b"]), &Profile::RFC9309);
        assert_eq!((choice.chosen, choice.groups), (Chosen::Token(1), vec![0, 2]));
    }

    proptest::proptest! {
        #[test]
        fn looking_names_up_is_the_same_as_asking_every_line(
            lines in proptest::collection::vec("(User-agent: (a|b|a1|\\*|a/1|b x|A|)|Disallow: /)", 0..14),
            tokens in proptest::collection::vec("(a|b|a1|b x|c)", 0..3),
            ignores_star: bool,
        ) {
            let crawler = Crawler { ignores_star, ..Crawler::exact(tokens) };
            for profile in [&Profile::RFC9309, &Profile::GOOGLE] {
                let reading = Reading::new(&Arc::new(Document::parse(lines.join("\n"))), profile);
                let names = Names::new(&reading, profile).expect("whole names");
                proptest::prop_assert_eq!(names.choose(&crawler), Choice::new(&reading, &crawler, profile));
            }
        }
    }

    #[test]
    fn testers_merge_all_groups_whose_name_stands_in_the_header() {
        let text = "User-agent: bot\nDisallow: /1\nUser-agent: goog\nDisallow: /2\nUser-agent: bing\nDisallow: /3\n";
        let (choice, _) = choose(text, &Crawler::exact(["Googlebot"]), &Profile::SUBSTRING);
        assert_eq!((choice.chosen, choice.groups), (Chosen::Part, vec![0, 1]));
        let (choice, _) = choose(text, &Crawler::exact(["Googlebot"]), &Profile::FIRST_MATCH);
        assert_eq!((choice.chosen, choice.groups), (Chosen::Part, vec![0]));
    }

    #[test]
    fn a_named_group_does_not_inherit_the_crawl_delay_of_star() {
        let text = "User-agent: *\nCrawl-delay: 2\nDisallow: /x\nUser-agent: a\nDisallow: /\n";
        let delay = |profile| choose(text, &Crawler::exact(["a"]), profile).1;
        assert_eq!(delay(&Profile::RFC9309), Delay { holds: None, not_inherited: Some(2) });
        assert_eq!(delay(&Profile::BING), Delay { holds: Some(2), not_inherited: None });
        assert_eq!(delay(&Profile::GOOGLE), Delay::default());
        let of_star = choose(text, &Crawler::exact(["b"]), &Profile::RFC9309).1;
        assert_eq!(of_star, Delay { holds: Some(2), not_inherited: None });
    }
}
