//! The rows of the Crawlers pane: for each purpose how many may fetch the URL in the matcher, and each crawler's verdict.

use crate::answer::census::Member;
use crate::answer::policy::{self, Counts};
use crate::answer::{Census, Subject};
use crate::app::field::Field;
use crate::crawlers::{Entry, Purpose};
use crate::robots::{Decision, Reason};
use std::cell::OnceCell;

/// A row of the pane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row {
    /// A purpose, or none for the names that only the file has, and how its crawlers are judged.
    Purpose(Option<Purpose>, Counts),
    /// A crawler, as an index into the members.
    Crawler(usize),
}

/// The lines that a detail has, without the one that parts it from the list.
pub const DETAIL: u16 = 5;

/// How the lines of the pane are shared out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// The line of the filter.
    pub filter: u16,
    /// The rows.
    pub list: u16,
    /// What there is to say about the selected row, with the line that parts it from the list.
    pub detail: u16,
}

impl Share {
    /// The filter has a line as long as it hides anything; a detail is shown of the row that keys go to, where there is room.
    #[must_use]
    pub fn new(height: u16, filter: &Filter, focused: bool) -> Self {
        let is_filtered = filter.typing || !filter.field.text().is_empty();
        let filter = u16::from(is_filtered).min(height);
        let detail = if focused && height >= 3 * DETAIL { DETAIL + 1 } else { 0 };
        Self { filter, list: height - filter - detail, detail }
    }
}

/// The members of one purpose after the other, as ranges.
fn runs(members: &[Member]) -> Vec<(usize, usize)> {
    let mut start = 0;
    let chunks = members.chunk_by(|one, other| one.purpose() == other.purpose());
    chunks
        .map(|chunk| {
            let run = (start, start + chunk.len());
            start = run.1;
            run
        })
        .collect()
}

/// What the crawlers are filtered by.
#[derive(Debug, Default)]
pub struct Filter {
    /// The words.
    pub field: Field,
    /// They are being typed.
    pub typing: bool,
}

/// The crawlers, their verdicts, and the rows that fit a filter.
#[derive(Debug)]
pub struct Roll {
    census: Census,
    decisions: Vec<Decision>,
    rows: Vec<Row>,
    /// What a filter is compared with, for each member: made when one is first typed.
    texts: OnceCell<Vec<String>>,
    /// The purposes whose crawlers are shown.
    open: Vec<Option<Purpose>>,
}

impl Roll {
    /// The roll of a census that has not been asked yet. Where there is little room it shows the purposes alone, until one is
    /// opened.
    #[must_use]
    pub fn new(census: Census, has_room: bool) -> Self {
        let mut open = Vec::new();
        if has_room {
            open.extend(census.members().iter().map(Member::purpose));
            open.dedup();
        }
        Self { census, decisions: Vec::new(), rows: Vec::new(), texts: OnceCell::new(), open }
    }

    /// Whether the crawlers of a purpose are shown.
    #[must_use]
    pub fn is_open(&self, purpose: Option<Purpose>) -> bool {
        self.open.contains(&purpose)
    }

    /// Shows the crawlers of a purpose, or hides them again.
    pub fn toggle(&mut self, purpose: Option<Purpose>) {
        match self.open.iter().position(|&open| open == purpose) {
            Some(at) => _ = self.open.remove(at),
            None => self.open.push(purpose),
        }
    }

    /// The crawlers.
    #[must_use]
    pub const fn census(&self) -> &Census {
        &self.census
    }

    /// Takes new verdicts, and shows the crawlers that fit a filter: every word of it stands in the name, the operator, the
    /// purpose or the verdict.
    pub fn take(&mut self, decisions: Vec<Decision>, filter: &str) {
        self.decisions = decisions;
        let words: Vec<String> = filter.split_whitespace().map(str::to_lowercase).collect();
        self.rows.clear();
        let members = self.census.members();
        let texts = (!words.is_empty()).then(|| self.texts.get_or_init(|| members.iter().map(text).collect()));
        for (start, end) in runs(members) {
            let purpose = members[start].purpose();
            // The counts are those of the purpose, whatever is shown of it.
            let mut counts = Counts::default();
            let heading = self.rows.len();
            for (index, member) in members.iter().enumerate().take(end).skip(start) {
                let decision = self.decisions[index];
                counts.add(member, decision);
                // Whoever looks for a crawler wants to see it.
                let shown = match texts {
                    None => self.open.contains(&purpose),
                    Some(texts) => fits(&texts[index], decision, &words),
                };
                if shown {
                    self.rows.push(Row::Crawler(index));
                }
            }
            if words.is_empty() || self.rows.len() > heading {
                self.rows.insert(heading, Row::Purpose(purpose, counts));
            }
        }
    }

    /// The rows.
    #[must_use]
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// What there is to say about a row, in a few sentences.
    #[must_use]
    pub fn detail(&self, subject: &Subject, row: Row) -> String {
        match row {
            Row::Purpose(Some(purpose), _) => policy::statement(purpose, &self.census, &self.decisions).sentence(),
            Row::Purpose(None, counts) => {
                format!("Names that this file has and the catalogue does not: {}.", counts.words())
            }
            Row::Crawler(index) => self
                .crawler(index)
                .map_or_else(String::new, |(member, decision)| about(&self.census, subject, member, decision)),
        }
    }

    /// What the catalogue notes about the crawler of a row.
    #[must_use]
    pub fn note(&self, row: Row) -> Option<&'static str> {
        let Row::Crawler(index) = row else { return None };
        self.census.members().get(index)?.entry.map(|entry| entry.note).filter(|note| !note.is_empty())
    }

    /// A crawler and its verdict.
    #[must_use]
    pub fn crawler(&self, index: usize) -> Option<(&Member, Decision)> {
        Some((self.census.members().get(index)?, *self.decisions.get(index)?))
    }
}

/// A crawler: its verdict and why, by whose engine, whether it asks at all, and whether it reads `Crawl-delay`.
fn about(census: &Census, subject: &Subject, member: &Member, decision: Decision) -> String {
    let operator = member.entry.map_or_else(String::new, |entry| format!(" ({})", entry.operator));
    let verdict = if decision.allowed { "open" } else { "blocked" };
    let why = match (decision.line(), decision.without_rule(), &member.by) {
        (Some(line), _, Some(by)) => format!(" by line {line}, group {by}"),
        (Some(line), ..) => format!(" by line {line}"),
        (None, Some(Reason::NoRuleMatches | Reason::GroupWithoutRules), Some(by)) => {
            format!(", no rule of group {by} matches")
        }
        (None, Some(reason), _) => format!(", {}", reason.words()),
        (None, None, _) => String::new(),
    };
    let engine = match member.profile.name {
        "rfc9309" => String::new(),
        name => format!(", as {name} reads"),
    };
    let mut text = format!("{}{operator}: {verdict}{why}{engine}.", member.name);
    let delay = census.delay_in_words(subject, member);
    for words in member.entry.and_then(Entry::remark).map(str::to_owned).into_iter().chain(delay) {
        let mut chars = words.chars();
        text.push(' ');
        text.extend(chars.next().map(|c| c.to_ascii_uppercase()));
        text.push_str(chars.as_str());
        text.push('.');
    }
    text
}

/// What a filter is compared with, beside the verdict.
fn text(member: &Member) -> String {
    let operator = member.entry.map_or("", |entry| entry.operator);
    format!("{} {operator} {}", member.name, purpose_name(member.purpose())).to_lowercase()
}

fn fits(text: &str, decision: Decision, words: &[String]) -> bool {
    let verdicts = if decision.allowed { ["allowed", "open"] } else { ["disallowed", "blocked"] };
    // Nobody who looks for what is allowed wants what is disallowed.
    words.iter().all(|word| text.contains(word) || verdicts.iter().any(|verdict| verdict.starts_with(word)))
}

/// A purpose as people say it.
#[must_use]
pub fn purpose_name(purpose: Option<Purpose>) -> &'static str {
    purpose.map_or("Named here only", Purpose::name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::Loaded;
    use crate::robots::Target;
    use crate::robots::ruleset::Interner;

    fn roll(url: &str, filter: &str) -> Roll {
        let subject = Subject::new(Loaded::demo());
        let mut roll = Roll::new(Census::new(&subject, &mut Interner::default()), true);
        let decisions = roll.census().judge(&subject, &Target::read(url, None));
        roll.take(decisions, filter);
        roll
    }

    #[test]
    fn each_purpose_says_how_many_are_blocked() {
        let roll = roll("/", "");
        let training = roll.rows().iter().find_map(|row| match row {
            Row::Purpose(Some(Purpose::AiTraining), counts) => Some(*counts),
            _ => None,
        });
        assert_eq!(training.map(|counts| counts.disallowed), Some(3));
        assert_eq!(
            roll.rows().iter().filter(|row| matches!(row, Row::Crawler(_))).count(),
            roll.census().members().len()
        );
    }

    #[test]
    fn where_there_is_little_room_purposes_are_opened_one_by_one() {
        let subject = Subject::new(Loaded::demo());
        let mut roll = Roll::new(Census::new(&subject, &mut Interner::default()), false);
        let crawlers = |roll: &mut Roll| {
            roll.take(roll.census().judge(&subject, &Target::read("/", None)), "");
            roll.rows().iter().filter(|row| matches!(row, Row::Crawler(_))).count()
        };
        assert_eq!(crawlers(&mut roll), 0);
        roll.toggle(None);
        assert_eq!(crawlers(&mut roll), 1);
        roll.toggle(None);
        assert_eq!(crawlers(&mut roll), 0);
    }

    #[test]
    fn a_filter_looks_at_names_operators_and_verdicts() {
        let names = |filter: &str| {
            let roll = roll("/", filter);
            let name = |row: &Row| match row {
                Row::Crawler(index) => Some(roll.crawler(*index)?.0.name.clone()),
                Row::Purpose(..) => None,
            };
            roll.rows().iter().filter_map(name).collect::<Vec<_>>()
        };
        assert_eq!(names("blocked training"), ["GPTBot", "ClaudeBot", "CCBot"]);
        assert!(names("openai").contains(&"OAI-SearchBot".to_owned()));
        assert_eq!(names("allowed gptbot"), Vec::<String>::new());
        assert!(names("nothing like this").is_empty());
    }
}
