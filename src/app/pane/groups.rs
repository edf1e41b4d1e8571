//! The rows of the Groups pane: what each crawler that the file names sees.
//!
//! Crawlers that see the same groups stand in one block. A crawler that several groups name sees them merged, so it gets a
//! block of its own with the rules of all of them.

use crate::crawlers;
use crate::robots::profile::Naming;
use crate::robots::ruleset::{Choice, Chosen};
use crate::robots::{Kind, LineNo, Profile, Reading, Ruleset, agents, display};
use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::HashMap;
use std::sync::Arc;

/// What some crawlers see.
#[derive(Debug)]
pub struct Block {
    /// The names, as the file has them, by their first `User-agent` line.
    pub agents: Vec<LineNo>,
    /// The groups that are merged, as indices into the reading.
    pub groups: Vec<usize>,
    /// The rules by rank: line and length.
    rules: OnceCell<Vec<(LineNo, u32)>>,
    rule_count: usize,
    extras: Vec<LineNo>,
    hides_star: bool,
    first_row: usize,
}

/// A row of the pane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row {
    /// The names of a block.
    Head(usize),
    /// A rule: its block, line and length.
    Rule(usize, LineNo, u32),
    /// A block without rules.
    NoRules(usize),
    /// Another record of a group, such as `Crawl-delay`.
    Extra(usize, LineNo),
    /// How many rules of `*` the block hides.
    Hides(usize, usize),
    /// The heading above the rules that belong to nobody.
    OrphansHead,
    /// The heading above the records without meaning.
    OthersHead,
    /// A rule that belongs to nobody, or a record without meaning.
    Loose(LineNo),
}

/// All rows, made as they are looked at.
#[derive(Debug)]
pub struct Outline {
    reading: Arc<Reading>,
    profile: &'static Profile,
    blocks: Vec<Block>,
    star_rules: usize,
    /// Records that stand in no block: without meaning, or before the first group.
    others: Vec<LineNo>,
    tail: usize,
}

impl Outline {
    /// The outline of a file as a profile reads it.
    #[must_use]
    pub fn new(reading: &Arc<Reading>, profile: &'static Profile) -> Self {
        let mut seen: HashMap<Vec<u8>, (LineNo, Vec<usize>)> = HashMap::new();
        let mut order: Vec<Vec<u8>> = Vec::new();
        for (index, group) in reading.groups().iter().enumerate() {
            for &line in reading.agents(group) {
                let key = name(reading.value(line), profile.naming);
                let entry = seen.entry(key).or_insert_with_key(|key| {
                    order.push(key.clone());
                    (line, Vec::new())
                });
                if entry.1.last() != Some(&index) {
                    entry.1.push(index);
                }
            }
        }
        let star_rules: usize = seen
            .get(b"*".as_slice())
            .map_or(0, |(_, groups)| groups.iter().map(|&g| reading.rules(&reading.groups()[g]).len()).sum());
        let mut blocks: Vec<Block> = Vec::new();
        let mut by_groups: HashMap<Vec<usize>, usize> = HashMap::new();
        for key in order {
            let Some((line, groups)) = seen.remove(&key) else { continue };
            let index = *by_groups.entry(groups).or_insert_with_key(|groups| {
                blocks.push(Block::new(reading, groups.clone()));
                blocks.len() - 1
            });
            blocks[index].agents.push(line);
            if key == b"*" {
                blocks[index].hides_star = false;
            }
        }
        let mut row = 0;
        for block in &mut blocks {
            block.hides_star &= star_rules > 0;
            block.first_row = row;
            row += block.row_count();
        }
        let first = reading.groups().first().map_or(LineNo::MAX, |group| group.first);
        // A page in place of a file has nothing but such lines; Raw shows them well enough.
        let is_page = reading.document().is_html();
        let is_loose = |line: &LineNo| !is_page && (*line < first || !is_extra(reading, *line));
        let others = reading.others().iter().copied().filter(is_loose).collect();
        Self { reading: Arc::clone(reading), profile, blocks, star_rules, others, tail: row }
    }

    /// The number of rows.
    #[must_use]
    pub fn len(&self) -> usize {
        let list = |lines: &[LineNo]| if lines.is_empty() { 0 } else { lines.len() + 1 };
        self.tail + list(self.reading.orphans()) + list(&self.others)
    }

    /// Whether there is nothing to show.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The blocks in the order of the file.
    #[must_use]
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// The row with this index.
    #[must_use]
    pub fn row(&self, index: usize) -> Option<Row> {
        if index < self.tail {
            let block = self.blocks.partition_point(|b| b.first_row <= index) - 1;
            return Some(self.row_of(block, index - self.blocks[block].first_row));
        }
        let mut rest = index - self.tail;
        for (lines, head) in [(self.reading.orphans(), Row::OrphansHead), (&self.others, Row::OthersHead)] {
            if lines.is_empty() {
                continue;
            }
            if rest == 0 {
                return Some(head);
            }
            if let Some(&line) = lines.get(rest - 1) {
                return Some(Row::Loose(line));
            }
            rest -= lines.len() + 1;
        }
        None
    }

    fn row_of(&self, index: usize, row: usize) -> Row {
        let block = &self.blocks[index];
        let Some(row) = row.checked_sub(1) else { return Row::Head(index) };
        if block.rule_count == 0 && row == 0 {
            return Row::NoRules(index);
        }
        if let Some(&(line, length)) = self.rules(block).get(row) {
            return Row::Rule(index, line, length);
        }
        match block.extras.get(row - block.rule_count.max(1)) {
            Some(&line) => Row::Extra(index, line),
            None => Row::Hides(index, self.star_rules),
        }
    }

    /// Whether a row is the last of its block.
    #[must_use]
    pub fn is_last(&self, index: usize) -> bool {
        self.blocks.get(self.blocks.partition_point(|b| b.first_row <= index)).map_or(self.tail, |b| b.first_row)
            == index + 1
    }

    /// The rules of a block by rank. They are sorted when they are first looked at.
    fn rules<'a>(&'a self, block: &'a Block) -> &'a [(LineNo, u32)] {
        block.rules.get_or_init(|| {
            let ruleset = Ruleset::of_groups(&self.reading, &block.groups, self.profile);
            ruleset.by_rank().collect()
        })
    }

    /// Takes the rules of a block from where they have been compiled already.
    pub fn adopt(&self, ruleset: &Ruleset) {
        if let Some(block) = self.chosen(ruleset.choice()).and_then(|index| self.blocks.get(index)) {
            _ = block.rules.set(ruleset.by_rank().collect());
        }
    }

    /// The block that a choice of groups stands for.
    #[must_use]
    pub fn chosen(&self, choice: &Choice) -> Option<usize> {
        (choice.chosen != Chosen::Nothing).then(|| self.blocks.iter().position(|b| b.groups == choice.groups)).flatten()
    }

    /// The row of a rule in a block.
    #[must_use]
    pub fn row_of_rule(&self, block: usize, line: LineNo) -> Option<usize> {
        let block = self.blocks.get(block)?;
        Some(block.first_row + 1 + self.rules(block).iter().position(|&(l, _)| l == line)?)
    }

    /// The row at which a block begins.
    #[must_use]
    pub fn first_row(&self, block: usize) -> usize {
        self.blocks.get(block).map_or(0, |b| b.first_row)
    }

    /// The reading that it shows.
    #[must_use]
    pub const fn reading(&self) -> &Arc<Reading> {
        &self.reading
    }

    /// Whether it is the outline of this reading under this profile.
    #[must_use]
    pub fn shows(&self, reading: &Arc<Reading>, profile: &Profile) -> bool {
        Arc::ptr_eq(&self.reading, reading) && self.profile.name == profile.name
    }

    /// The name by which a `User-agent` line is known, and the whole value where that is more.
    #[must_use]
    pub fn name_of(&self, line: LineNo) -> (Cow<'_, str>, Option<Cow<'_, str>>) {
        let value = self.reading.value(line);
        let known = name(value, self.profile.naming).len().min(value.len());
        let whole = (known < value.len()).then(|| display::visible(value));
        (display::visible(&value[..known]), whole)
    }

    /// What to type into the agent field to ask as one whom a block is for.
    #[must_use]
    pub fn agent_of(&self, block: usize) -> String {
        let line = self.blocks.get(block).and_then(|b| b.agents.first()).copied().unwrap_or_default();
        String::from_utf8_lossy(self.reading.value(line)).into_owned()
    }
}

impl Block {
    fn new(reading: &Reading, groups: Vec<usize>) -> Self {
        let all = || groups.iter().map(|&g| &reading.groups()[g]);
        let rule_count = all().map(|g| reading.rules(g).len()).sum();
        let extras = all().flat_map(|g| reading.extras(g)).copied().filter(|&line| is_extra(reading, line)).collect();
        Self { agents: Vec::new(), rules: OnceCell::new(), rule_count, extras, hides_star: true, first_row: 0, groups }
    }

    fn row_count(&self) -> usize {
        1 + self.rule_count.max(1) + self.extras.len() + usize::from(self.hides_star)
    }
}

/// Whether a record is shown with its group: it says something about the crawlers that the group names.
fn is_extra(reading: &Reading, line: LineNo) -> bool {
    matches!(reading.kind(line), Kind::CrawlDelay | Kind::Unused)
}

/// The name by which a `User-agent` value is known, in lower case.
fn name(value: &[u8], naming: Naming) -> Vec<u8> {
    if agents::is_star(value) {
        return b"*".to_vec();
    }
    let cut = agents::product_token(value);
    let whole = agents::whole_name(value);
    let is_known = || std::str::from_utf8(whole).is_ok_and(|w| crawlers::find(w).is_some());
    let is_whole = naming == Naming::TokenOrWhole && (cut.is_empty() || !whole.contains(&b' ') || is_known());
    (if is_whole { whole } else { cut }).to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::robots::Document;

    fn rows(text: &str) -> Vec<Row> {
        let reading = Arc::new(Reading::new(&Arc::new(Document::parse(text)), &Profile::RFC9309));
        let outline = Outline::new(&reading, &Profile::RFC9309);
        (0..outline.len()).filter_map(|i| outline.row(i)).collect()
    }

    #[test]
    fn a_crawler_that_two_groups_name_sees_them_merged() {
        let text = "User-agent: a\nUser-agent: b\nDisallow: /1\n\nUser-agent: b\nDisallow: /22\n";
        let expected = [Row::Head(0), Row::Rule(0, 3, 2), Row::Head(1), Row::Rule(1, 6, 3), Row::Rule(1, 3, 2)];
        assert_eq!(rows(text), expected);
    }

    #[test]
    fn what_a_named_group_hides_and_what_belongs_to_nobody_is_said() {
        let text = "Allow: /x\nUser-agent: *\nDisallow: /1\nUser-agent: b\nCrawl-delay: 2\nFoo: 1\n";
        let expected = [
            Row::Head(0),
            Row::Rule(0, 3, 2),
            Row::Head(1),
            Row::NoRules(1),
            Row::Extra(1, 5),
            Row::Hides(1, 1),
            Row::OrphansHead,
            Row::Loose(1),
            Row::OthersHead,
            Row::Loose(6),
        ];
        assert_eq!(rows(text), expected);
    }
}
