//! The policy of a file for one URL: a sentence for each kind of crawler, as people speak of it.

use super::census::{Census, Member};
use crate::crawlers::{Entry, Purpose};
use crate::robots::Decision;
use std::fmt::Write as _;

/// The kinds that a policy speaks of, in the order in which people ask. Ads, tools and the like are left to the list.
pub const PURPOSES: [Purpose; 7] = [
    Purpose::AiTraining,
    Purpose::AiSearch,
    Purpose::Asked,
    Purpose::Search,
    Purpose::Seo,
    Purpose::Archive,
    Purpose::Preview,
];

/// How many names a sentence has at most.
const NAMED: usize = 4;

/// How many may fetch the URL.
///
/// Crawlers that no longer run are not counted: whatever the file says to them, nobody hears it. Switches such as
/// Google-Extended are, since what the file says to them is heeded, by those who crawl under other names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// They may fetch it.
    pub allowed: usize,
    /// They may not.
    pub disallowed: usize,
    /// Among all of these, those that robots.txt may not stop.
    pub unstoppable: usize,
}

impl Counts {
    /// Counts one more.
    pub fn add(&mut self, member: &Member, decision: Decision) {
        if !member.counts() {
            return;
        }
        if decision.allowed {
            self.allowed += 1;
        } else {
            self.disallowed += 1;
        }
        self.unstoppable += usize::from(member.entry.is_some_and(Entry::may_not_heed));
    }

    /// The number of all.
    #[must_use]
    pub const fn all(self) -> usize {
        self.allowed + self.disallowed
    }

    /// The verdicts as people say them: "9 blocked, 3 open".
    #[must_use]
    pub fn words(self) -> String {
        self.with_names(&[], &[])
    }

    /// The same, with the names of the fewer ones.
    fn with_names(self, allowed: &[&str], disallowed: &[&str]) -> String {
        let named = |names: &[&str]| match names {
            [] => String::new(),
            names => format!(" ({})", list(names)),
        };
        match (self.disallowed, self.allowed) {
            (0, 0) => "none".to_owned(),
            (0, 1) => "open".to_owned(),
            (0, _) => "all open".to_owned(),
            (1, 0) => "blocked".to_owned(),
            (_, 0) => "all blocked".to_owned(),
            (blocked, open) if blocked <= open => format!("{blocked} blocked{}, {open} open", named(disallowed)),
            (blocked, open) => format!("{blocked} blocked, {open} open{}", named(allowed)),
        }
    }
}

/// What the file says to one kind of crawler.
#[derive(Debug)]
pub struct Statement<'a> {
    /// The kind.
    pub purpose: Purpose,
    /// Who may fetch the URL, without those that no longer run.
    pub allowed: Vec<&'a str>,
    /// Who may not.
    pub disallowed: Vec<&'a str>,
    /// Who of these may pass over robots.txt.
    pub unstoppable: Vec<&'a str>,
    /// Who no longer runs and is named in the file nevertheless.
    pub retired: Vec<&'a str>,
    counts: Counts,
}

impl<'a> Statement<'a> {
    fn new(purpose: Purpose, census: &'a Census, decisions: &[Decision]) -> Self {
        let mut statement = Self {
            purpose,
            allowed: Vec::new(),
            disallowed: Vec::new(),
            unstoppable: Vec::new(),
            retired: Vec::new(),
            counts: Counts::default(),
        };
        for (member, &decision) in census.known().iter().zip(decisions) {
            let Some(entry) = member.entry.filter(|entry| entry.purpose == purpose) else { continue };
            let name = member.name.as_str();
            statement.counts.add(member, decision);
            if !member.counts() {
                if member.by.as_deref().is_some_and(|by| entry.names().any(|own| own == by)) {
                    statement.retired.push(name);
                }
                continue;
            }
            if decision.allowed { &mut statement.allowed } else { &mut statement.disallowed }.push(name);
            if entry.may_not_heed() {
                statement.unstoppable.push(name);
            }
        }
        statement
    }

    /// The sentence: "AI training: 9 blocked, 3 open (…); robots.txt may not stop 2 of 12."
    #[must_use]
    pub fn sentence(&self) -> String {
        let mut words = self.counts.with_names(&self.allowed, &self.disallowed);
        if !self.unstoppable.is_empty() {
            // Writing to a String cannot fail.
            _ = write!(words, "; robots.txt may not stop {} of {}", self.unstoppable.len(), self.counts.all());
        }
        if !self.retired.is_empty() {
            _ = write!(words, "; named though retired: {}", list(&self.retired));
        }
        format!("{}: {words}.", self.purpose.name())
    }
}

/// The policy, a statement for each of [`PURPOSES`]. The decisions are those of the census for the URL.
#[must_use]
pub fn statements<'a>(census: &'a Census, decisions: &[Decision]) -> Vec<Statement<'a>> {
    PURPOSES.into_iter().map(|purpose| Statement::new(purpose, census, decisions)).collect()
}

/// What the file says to one kind of crawler.
#[must_use]
pub fn statement<'a>(purpose: Purpose, census: &'a Census, decisions: &[Decision]) -> Statement<'a> {
    Statement::new(purpose, census, decisions)
}

/// The first few names, and how many more there are.
fn list(names: &[&str]) -> String {
    first_few(names.iter().map(|&name| name.to_owned()), names.len())
}

/// The first few of `count` names, and how many more there are. Five stand where "and 1 more" would. No more names are made than
/// are shown.
pub(super) fn first_few(names: impl Iterator<Item = String>, count: usize) -> String {
    let shown = if count == NAMED + 1 { count } else { NAMED };
    let head: Vec<String> = names.take(shown).collect();
    match count.saturating_sub(shown) {
        0 => head.join(", "),
        more => format!("{} and {more} more", head.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Loaded, Place, Subject};
    use super::*;
    use crate::robots::Target;
    use crate::robots::ruleset::Interner;

    fn sentence(text: &str, url: &str, purpose: Purpose) -> String {
        let subject = Subject::new(Loaded::text(Place::Stdin, text));
        let census = Census::new(&subject, &mut Interner::default());
        let decisions = census.judge(&subject, &Target::read(url, None));
        let statements = statements(&census, &decisions);
        statements.iter().find(|statement| statement.purpose == purpose).expect("a statement").sentence()
    }

    #[test]
    fn the_fewer_ones_are_named() {
        let text = "User-agent: GPTBot\nUser-agent: CCBot\nDisallow: /\n";
        assert_eq!(
            sentence(text, "/", Purpose::AiTraining),
            "AI training: 2 blocked (GPTBot, CCBot), 28 open; robots.txt may not stop 4 of 30."
        );
        let text = "User-agent: GPTBot\nAllow: /\nUser-agent: *\nDisallow: /\n";
        assert_eq!(
            sentence(text, "/x", Purpose::AiTraining),
            "AI training: 29 blocked, 1 open (GPTBot); robots.txt may not stop 4 of 30."
        );
    }

    #[test]
    fn all_are_said_in_one_word() {
        assert_eq!(sentence("", "/", Purpose::AiSearch), "AI search: all open.");
        assert_eq!(sentence("User-agent: *\nDisallow: /\n", "/", Purpose::Seo), "SEO: all blocked.");
        assert_eq!(sentence("", "/", Purpose::Asked), "Asked by a person: all open; robots.txt may not stop 9 of 16.");
    }

    #[test]
    fn who_no_longer_runs_is_not_counted_and_named_where_the_file_does() {
        let text = "User-agent: anthropic-ai\nDisallow: /\n";
        assert_eq!(
            sentence(text, "/", Purpose::AiTraining),
            "AI training: all open; robots.txt may not stop 4 of 30; named though retired: anthropic-ai."
        );
    }

    #[test]
    fn a_list_of_names_ends() {
        assert_eq!(list(&["a", "b"]), "a, b");
        assert_eq!(list(&["a", "b", "c", "d", "e"]), "a, b, c, d, e");
        assert_eq!(list(&["a", "b", "c", "d", "e", "f"]), "a, b, c, d and 2 more");
    }

    #[test]
    fn counts_are_said_as_people_say_them() {
        let words = |allowed, disallowed| Counts { allowed, disallowed, unstoppable: 0 }.words();
        assert_eq!(words(3, 9), "9 blocked, 3 open");
        assert_eq!(
            [words(3, 0), words(1, 0), words(0, 2), words(0, 1)],
            ["all open", "open", "all blocked", "blocked"]
        );
    }
}
