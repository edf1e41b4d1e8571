//! One kind of reader at work: its profile, its reading, and what several checks ask of them, worked out once.

use super::witness::{self, Filler};
use crate::robots::agents::{is_star, product_token};
use crate::robots::document::Fields;
use crate::robots::pattern::Pattern;
use crate::robots::profile::Naming;
use crate::robots::ruleset::Chosen;
use crate::robots::{Crawler, Group, Kind, LineNo, Path, Profile, Reading, Ruleset, Span};
use std::cell::OnceCell;
use std::collections::HashMap;

/// A profile and how it reads the file.
pub(super) struct Reader<'a> {
    pub profile: &'static Profile,
    pub reading: &'a Reading,
    star: OnceCell<Ruleset>,
    star_closed_by: OnceCell<Option<LineNo>>,
    filler: OnceCell<Filler>,
    parties: OnceCell<Vec<Party>>,
}

/// Crawlers that the file names and that follow the same groups.
pub(super) struct Party {
    /// The first `User-agent` line that names each of them.
    pub agents: Vec<LineNo>,
    /// Indices into [`Reading::groups`].
    pub groups: Vec<usize>,
}

/// A rule, compiled.
pub(super) struct Rule {
    pub line: LineNo,
    pub allow: bool,
    pub pattern: Pattern,
}

/// Rules that are asked whether they let something through, before it is taken for granted that one does: each costs a
/// decision, and a file with more of them closes nothing in earnest.
const ALLOWS_TRIED: usize = 100;

impl<'a> Reader<'a> {
    pub(super) const fn new(profile: &'static Profile, reading: &'a Reading) -> Self {
        Self {
            profile,
            reading,
            star: OnceCell::new(),
            star_closed_by: OnceCell::new(),
            filler: OnceCell::new(),
            parties: OnceCell::new(),
        }
    }

    /// What a crawler sees that no group names.
    pub(super) fn star(&self) -> &Ruleset {
        self.star.get_or_init(|| Ruleset::new(self.reading, &Crawler::exact(["*"]), self.profile))
    }

    /// The rule that closes the whole site for `*`: nothing but `/robots.txt` is left open.
    pub(super) fn star_closed_by(&self) -> Option<LineNo> {
        *self.star_closed_by.get_or_init(|| {
            let star = self.star();
            if star.choice().chosen != Chosen::Star {
                return None;
            }
            let anywhere = self.witnesses(b"/*").into_iter().next()?;
            let [root, deep] = [self.path("/"), anywhere].map(|path| star.decide(&path));
            if root.allowed || deep.allowed {
                return None;
            }
            let mut allows =
                star.by_rank().map(|(line, _)| line).filter(|&line| self.reading.kind(line) == Kind::Allow);
            let opens = |line| {
                let witnesses = self.witnesses(self.reading.value(line));
                witnesses.iter().any(|path| !path.is_robots_txt() && star.decide(path).allowed)
            };
            let opened = allows.by_ref().take(ALLOWS_TRIED).any(opens) || allows.next().is_some();
            if opened { None } else { deep.line() }
        })
    }

    /// Everybody whom a group names, together with those who follow the same groups; `*` is left out.
    pub(super) fn parties(&self) -> &[Party] {
        self.parties.get_or_init(|| self.gather())
    }

    fn gather(&self) -> Vec<Party> {
        struct Name {
            first: Option<LineNo>,
            groups: Vec<usize>,
        }
        let mut index: HashMap<Vec<u8>, usize> = HashMap::new();
        let mut names: Vec<Name> = Vec::new();
        for (group, line) in self.agent_lines() {
            for (rank, name) in self.names(self.reading.value(line)).enumerate() {
                let at = *index.entry(name.to_ascii_lowercase()).or_insert(names.len());
                if at == names.len() {
                    names.push(Name { first: None, groups: Vec::new() });
                }
                if names[at].groups.last() != Some(&group) {
                    names[at].groups.push(group);
                }
                if rank == 0 && names[at].first.is_none() {
                    names[at].first = Some(line);
                }
            }
        }
        let mut parties: Vec<Party> = Vec::new();
        let mut by_groups: HashMap<Vec<usize>, usize> = HashMap::new();
        for Name { first, groups } in names {
            // A name that only came from cutting another is nobody's.
            let Some(first) = first else { continue };
            let at = *by_groups.entry(groups).or_insert_with_key(|groups| {
                parties.push(Party { agents: Vec::new(), groups: groups.clone() });
                parties.len() - 1
            });
            parties[at].agents.push(first);
        }
        parties
    }

    fn agent_lines(&self) -> impl Iterator<Item = (usize, LineNo)> {
        let groups = self.reading.groups().iter().enumerate();
        groups.flat_map(|(index, group)| self.reading.agents(group).iter().map(move |&line| (index, line)))
    }

    /// The names that a `User-agent` value goes by under this profile; the one that was meant comes first.
    fn names<'v>(&self, value: &'v [u8]) -> impl Iterator<Item = &'v [u8]> + use<'v> {
        let cut = product_token(value);
        let whole = value.split(|&byte| byte == b'/').next().unwrap_or_default().trim_ascii();
        let star = is_star(value) || value.starts_with(b"*");
        let (meant, other) = match self.profile.naming {
            Naming::TokenOrWhole => (whole, cut),
            Naming::Token | Naming::Substring | Naming::FirstSubstring => (cut, cut),
        };
        let both = std::iter::once(meant).chain((meant != other).then_some(other));
        both.filter(move |name| !star && !name.is_empty())
    }

    /// The rules of a group, ready to be matched.
    pub(super) fn compile(&self, group: &Group) -> impl Iterator<Item = Rule> {
        self.reading.rules(group).iter().map(|&line| Rule {
            line,
            allow: self.reading.kind(line) == Kind::Allow,
            pattern: Pattern::new(self.reading.value(line), self.profile.escapes),
        })
    }

    /// URLs that a rule of this value matches and that are as likely as can be to be matched by no other (see [`witness`]).
    /// None where nothing matches it.
    pub(super) fn witnesses(&self, value: &[u8]) -> Vec<Path> {
        let filler = self.filler.get_or_init(|| Filler::unused_in(self.reading));
        witness::paths(value, *filler, self.profile)
    }

    pub(super) fn path(&self, path: &str) -> Path {
        witness::path(path.to_owned(), self.profile)
    }

    fn fields(&self, line: LineNo) -> Fields {
        self.reading.document().fields(line, self.reading.syntax())
    }

    /// Name and value of a line as they stand.
    pub(super) fn text(&self, line: LineNo) -> &[u8] {
        self.reading.document().source().slice(self.span(line))
    }

    /// Name and value of a line.
    pub(super) fn span(&self, line: LineNo) -> Span {
        directive(self.fields(line))
    }
}

/// From the start of the name to the end of the value; the name alone where there is no value.
pub(super) const fn directive(fields: Fields) -> Span {
    let end = if fields.value.is_empty() { fields.key.end } else { fields.value.end };
    Span::new(fields.key.start, end)
}
