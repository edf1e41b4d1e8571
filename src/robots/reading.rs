//! A document as one kind of reader sees it: groups, sitemaps, other records. Which group a crawler follows is
//! [`super::ruleset`]'s business.

use super::document::{Document, Kind, Syntax};
use super::profile::{Grouping, Limit, Profile};
use super::source::LineNo;
use std::ops::Range;
use std::sync::Arc;

/// A run of `User-agent` lines and the rules that follow it.
///
/// For all but old readers a new group opens at a `User-agent` line only if an `Allow` or `Disallow` line came since the last one opened: blank lines,
/// comments, `Sitemap`, `Crawl-delay` and unknown lines never end a run (RFC 9309 section 2.1, and Google's parser).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    agents: Range<u32>,
    rules: Range<u32>,
    extras: Range<u32>,
    /// The first of its `User-agent` lines.
    pub first: LineNo,
    /// The last line that belongs to it: a rule, a `User-agent` line or another record.
    pub last: LineNo,
}

/// What a reader takes from a document. Depends on the profile's syntax, limit and grouping alone: profiles that share these share it.
#[derive(Clone, Debug)]
pub struct Reading {
    document: Arc<Document>,
    syntax: Syntax,
    limit: Limit,
    grouping: Grouping,
    cut: Option<(LineNo, Kind, super::document::Fields)>,
    groups: Vec<Group>,
    agents: Vec<LineNo>,
    rules: Vec<LineNo>,
    extras: Vec<LineNo>,
    orphans: Vec<LineNo>,
    sitemaps: Vec<LineNo>,
    others: Vec<LineNo>,
}

/// Room for so many `User-agent` lines is made at first.
const USUAL_AGENTS: usize = 16;

impl Reading {
    /// Gathers the lines into groups, as this profile reads them.
    #[must_use]
    pub fn new(document: &Arc<Document>, profile: &Profile) -> Self {
        let mut reading = Self {
            document: Arc::clone(document),
            syntax: profile.syntax,
            limit: profile.limit,
            grouping: profile.grouping,
            cut: match profile.limit {
                Limit::Cut(limit) => document.line_cut_at(limit, profile.syntax),
                Limit::None | Limit::Open(_) => None,
            },
            groups: Vec::new(),
            agents: Vec::with_capacity(USUAL_AGENTS),
            // Most lines are rules.
            rules: Vec::with_capacity(document.lines().len()),
            extras: Vec::new(),
            orphans: Vec::new(),
            sitemaps: Vec::new(),
            others: Vec::new(),
        };
        if !reading.is_too_long() {
            reading.gather();
        }
        reading
    }

    fn gather(&mut self) {
        let document = Arc::clone(&self.document);
        let past = self.first_line_past_limit().unwrap_or(LineNo::MAX);
        // Whether a `User-agent` line would join the group that is open, and whether one is open at all.
        let (mut in_run, mut in_group) = (false, false);
        let old = self.grouping == Grouping::EmptyLines;
        for (number, line) in (1..).zip(document.lines()) {
            if number >= past {
                break;
            }
            let kind = match self.cut {
                Some((cut, kind, _)) if cut == number => kind,
                _ => line.kind(self.syntax),
            };
            match kind {
                Kind::Blank if old && document.source().line(number).is_empty() => {
                    self.drop_run(in_run);
                    (in_run, in_group) = (false, false);
                }
                Kind::Blank | Kind::Comment => {}
                Kind::UserAgent => {
                    if !in_run {
                        (in_run, in_group) = (true, true);
                        self.open(number);
                    }
                    self.agents.push(number);
                    self.extend(number, |group| group.agents.end += 1);
                }
                Kind::Allow | Kind::Disallow if !in_group => self.orphans.push(number),
                Kind::Allow | Kind::Disallow => {
                    in_run = false;
                    self.rules.push(number);
                    self.extend(number, |group| group.rules.end += 1);
                }
                Kind::Sitemap => self.sitemaps.push(number),
                Kind::CrawlDelay | Kind::Unused | Kind::Unknown | Kind::NoDirective => {
                    self.others.push(number);
                    if kind != Kind::NoDirective && in_group {
                        in_run &= !(old && kind == Kind::CrawlDelay);
                        self.extras.push(number);
                        self.extend(number, |group| group.extras.end += 1);
                    }
                }
            }
        }
        if old {
            self.drop_run(in_run);
        }
    }

    /// Drops the last group where it is a run of agents that nothing followed.
    fn drop_run(&mut self, in_run: bool) {
        if in_run {
            self.groups.pop();
        }
    }

    fn open(&mut self, first: LineNo) {
        let from = |list: &Vec<LineNo>| list.len() as u32..list.len() as u32;
        let (agents, rules, extras) = (from(&self.agents), from(&self.rules), from(&self.extras));
        self.groups.push(Group { agents, rules, extras, first, last: first });
    }

    fn extend(&mut self, last: LineNo, grow: impl FnOnce(&mut Group)) {
        if let Some(group) = self.groups.last_mut() {
            grow(group);
            group.last = last;
        }
    }

    /// The document that is read.
    #[must_use]
    pub const fn document(&self) -> &Arc<Document> {
        &self.document
    }

    /// The syntax by which it is read.
    #[must_use]
    pub const fn syntax(&self) -> Syntax {
        self.syntax
    }

    /// Whether a profile would read this document in the same way.
    #[must_use]
    pub fn serves(&self, profile: &Profile) -> bool {
        self.syntax == profile.syntax && self.limit == profile.limit && self.grouping == profile.grouping
    }

    /// Whether the file is so long that this reader reads none of it.
    #[must_use]
    pub fn is_too_long(&self) -> bool {
        matches!(self.limit, Limit::Open(limit) if self.document.source().bytes().len() > limit as usize)
    }

    /// The groups in the order of the file.
    #[must_use]
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// The `User-agent` lines of a group.
    #[must_use]
    pub fn agents(&self, group: &Group) -> &[LineNo] {
        &self.agents[group.agents.start as usize..group.agents.end as usize]
    }

    /// The rules of a group.
    #[must_use]
    pub fn rules(&self, group: &Group) -> &[LineNo] {
        &self.rules[group.rules.start as usize..group.rules.end as usize]
    }

    /// The other records that stand in a group: `Crawl-delay`, signals, unknown names.
    #[must_use]
    pub fn extras(&self, group: &Group) -> &[LineNo] {
        &self.extras[group.extras.start as usize..group.extras.end as usize]
    }

    /// Rules before the first `User-agent` line: they belong to nobody.
    #[must_use]
    pub fn orphans(&self) -> &[LineNo] {
        &self.orphans
    }

    /// The `Sitemap` lines. They belong to no group, wherever they stand.
    #[must_use]
    pub fn sitemaps(&self) -> &[LineNo] {
        &self.sitemaps
    }

    /// Every line that is neither rule, agent, sitemap, comment nor blank.
    #[must_use]
    pub fn others(&self) -> &[LineNo] {
        &self.others
    }

    /// What a line is to this reader.
    #[must_use]
    pub fn kind(&self, number: LineNo) -> Kind {
        match self.cut {
            Some((cut, kind, _)) if cut == number => kind,
            _ => self.document.line(number).map_or(Kind::Blank, |line| line.kind(self.syntax)),
        }
    }

    /// The value of a line to this reader.
    #[must_use]
    pub fn value(&self, number: LineNo) -> &[u8] {
        match self.cut {
            Some((cut, _, fields)) if cut == number => self.document.source().slice(fields.value),
            _ => self.document.value(number, self.syntax),
        }
    }

    /// The first line of which this reader reads nothing, where the file is longer than its limit.
    #[must_use]
    pub fn first_line_past_limit(&self) -> Option<LineNo> {
        let Limit::Cut(limit) = self.limit else { return None };
        if limit as usize >= self.document.source().bytes().len() {
            return None;
        }
        let at = self.document.source().line_at(limit);
        let begins_before = self.document.source().line_with_end(at).start < limit;
        Some(if begins_before { at + 1 } else { at })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn groups(text: &str) -> Vec<(Vec<LineNo>, Vec<LineNo>)> {
        let reading = Reading::new(&Arc::new(Document::parse(text)), &Profile::RFC9309);
        reading.groups().iter().map(|g| (reading.agents(g).to_vec(), reading.rules(g).to_vec())).collect()
    }

    #[test]
    fn only_a_rule_ends_a_run_of_agents() {
        let text =
            "User-agent: a\n\nSitemap: https://x.test/s\nCrawl-delay: 1\nUser-agent: b\nDisallow: /\nUser-agent: c\n";
        assert_eq!(groups(text), [(vec![1, 5], vec![6]), (vec![7], vec![])]);
    }

    #[test]
    fn rules_before_the_first_agent_belong_to_nobody() {
        let reading = Reading::new(&Arc::new(Document::parse("Disallow: /\nUser-agent: *\n")), &Profile::RFC9309);
        assert_eq!(reading.orphans(), [1]);
        assert_eq!(reading.rules(&reading.groups()[0]), Vec::<LineNo>::new());
    }

    #[test]
    fn an_old_reader_ends_a_group_at_an_empty_line() {
        let text = "User-agent: a\n\nDisallow: /1\nUser-agent: b\nCrawl-delay: 1\nUser-agent: c\nDisallow: /2\n  \nDisallow: /3\nUser-agent: d\n";
        let reading = Reading::new(&Arc::new(Document::parse(text)), &Profile::FIRST_MATCH);
        let groups: Vec<_> =
            reading.groups().iter().map(|g| (reading.agents(g).to_vec(), reading.rules(g).to_vec())).collect();
        assert_eq!(groups, [(vec![4], vec![]), (vec![6], vec![7, 9])]);
        assert_eq!(reading.orphans(), [3]);
    }

    #[test]
    fn yandex_reads_nothing_of_a_file_that_is_too_long() {
        let text = format!("User-agent: *\nDisallow: /\n#{}", "x".repeat(512_000));
        let reading = Reading::new(&Arc::new(Document::parse(text)), &Profile::YANDEX);
        assert!(reading.is_too_long() && reading.groups().is_empty());
    }

    #[test]
    fn google_stops_in_the_middle_of_the_line_at_500_kib() {
        let limit = 512_000;
        let head = "User-agent: *\n";
        let rule = "Disallow: /abc\nDisallow: /z\n";
        let padding = "#".repeat(limit - head.len() - "Disallow: /a".len() - 1) + "\n";
        let document = Arc::new(Document::parse(format!("{head}{padding}{rule}")));
        let reading = Reading::new(&document, &Profile::GOOGLE);
        assert_eq!(reading.rules(&reading.groups()[0]), [3]);
        assert_eq!(reading.value(3), b"/a");
        assert_eq!(reading.first_line_past_limit(), Some(4));
        let whole = Reading::new(&document, &Profile::RFC9309);
        assert_eq!(whole.value(3), b"/abc");
        assert_eq!(whole.first_line_past_limit(), None);
    }
}
