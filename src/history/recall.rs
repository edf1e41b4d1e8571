//! What the explorer wants to know of the versions of a file: what changed, and what a reader sees of each. Bodies are read one
//! by one and let go.

use super::{Hash, Store, Trouble, Version, VersionId, written};
use crate::answer::past::{Change, Compiler, Edition, Reader};
use crate::lint::{self, Facts, Severity};
use crate::robots::delivery::Outcome;
use crate::robots::{Document, Ruleset, display};
use similar::{ChangeTag, TextDiff};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

/// How long two texts are compared exactly, where many are; from then on what differs is found more coarsely.
const QUICK: Duration = Duration::from_millis(30);
/// And where a person waits for it.
const PATIENT: Duration = Duration::from_secs(2);

/// Versions after which a batch is handed over: the first fills a screen.
const FIRST_BATCH: usize = 24;
const BATCH: usize = 250;

impl From<&Version> for Edition {
    fn from(version: &Version) -> Self {
        Self {
            id: version.id.0,
            source: (version.source != super::Source::Local).then(|| version.source.name().to_owned()),
            at: version.at,
            checked: version.checked,
            outcome: version.outcome.clone(),
            size: version.size,
            change: None,
        }
    }
}

impl Store {
    /// The versions of a URL, newest first.
    ///
    /// # Errors
    /// Where it cannot be read.
    pub fn editions(&self, asked: &str) -> Result<Vec<Edition>, Trouble> {
        Ok(self.versions(asked)?.iter().map(Edition::from).collect())
    }

    /// Compiles what a reader sees of versions and hands it over in batches, for as long as it is wanted. Then what was handed
    /// over gets its index, so that the questions to come are quick: nobody waits for that.
    ///
    /// # Errors
    /// Where it cannot be read.
    pub fn compile(
        &self,
        reader: &Reader,
        editions: &[i64],
        wanted: impl Fn() -> bool,
        mut each: impl FnMut(Vec<(i64, Ruleset)>),
    ) -> Result<(), Trouble> {
        let mut compiler = Compiler::new(reader.clone());
        let mut known: HashMap<Hash, Ruleset> = HashMap::new();
        let mut batch = Vec::new();
        let mut size = FIRST_BATCH;
        for &id in editions {
            let Some(version) = self.version(VersionId(id))? else { continue };
            let ruleset = match known.get(&version.hash) {
                Some(ruleset) => Some(ruleset.clone()),
                None => self.body(version.hash)?.and_then(|body| compiler.compile(body)),
            };
            if let Some(ruleset) = ruleset {
                known.insert(version.hash, ruleset.clone());
                batch.push((id, ruleset));
            }
            if batch.len() >= size {
                size = BATCH;
                each(std::mem::take(&mut batch));
            }
            if !wanted() {
                return Ok(());
            }
        }
        if !batch.is_empty() {
            each(batch);
        }
        for ruleset in known.values() {
            if !wanted() {
                return Ok(());
            }
            ruleset.index();
        }
        Ok(())
    }

    /// How versions of one file differ from those before them.
    ///
    /// # Errors
    /// Where it cannot be read.
    pub fn compare(&self, editions: &[i64]) -> Result<Vec<(i64, Change)>, Trouble> {
        let Some(first) = editions.first().map(|&id| self.version(VersionId(id))).transpose()?.flatten() else {
            return Ok(Vec::new());
        };
        let all = self.versions(&first.asked)?;
        let mut texts = Texts { store: self, held: HashMap::new() };
        let mut changes = Vec::new();
        for (place, version) in all.iter().enumerate().filter(|(_, version)| editions.contains(&version.id.0)) {
            let change = match all.get(place + 1) {
                Some(before) => texts.change(before, version)?,
                // The first differs from nothing.
                None => Change::default(),
            };
            changes.push((version.id.0, change));
        }
        Ok(changes)
    }

    /// How a version differs from the one before it, as a heading and a text of the unified form.
    ///
    /// # Errors
    /// Where it cannot be read.
    pub fn difference(&self, id: VersionId) -> Result<Option<(String, String)>, Trouble> {
        let Some(version) = self.version(id)? else { return Ok(None) };
        let all = self.versions(&version.asked)?;
        let before = all.iter().skip_while(|other| other.id != id).nth(1);
        let Some(before) = before else { return Ok(None) };
        let heading = format!("{}  to  {}", written(before.at), written(version.at));
        let mut text = String::new();
        if before.outcome != version.outcome {
            text = format!("The outcome was {}, then {}.\n\n", words(&before.outcome), words(&version.outcome));
        }
        let (old, new) = (self.text(before)?, self.text(&version)?);
        let diff = TextDiff::configure().timeout(PATIENT).diff_lines(old.as_slice(), new.as_slice());
        let unified = diff.unified_diff().to_string();
        text.push_str(if unified.is_empty() { "The text is the same." } else { &unified });
        Ok(Some((heading, text.lines().map(|line| display::visible_str(line).into_owned() + "\n").collect())))
    }

    /// The text of a version; empty where there was no file.
    fn text(&self, version: &Version) -> Result<Vec<u8>, Trouble> {
        if version.is_file() { Ok(self.body(version.hash)?.unwrap_or_default()) } else { Ok(Vec::new()) }
    }
}

fn words(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Answered(status) | Outcome::NoLocation(status) => status.to_string(),
        Outcome::TooManyRedirects => "too many redirects".to_owned(),
        Outcome::NotFollowed(why) | Outcome::Failed(_, why) => display::visible_str(why).into_owned(),
    }
}

/// A text that is compared, and how often each error and warning stands in it.
struct Text {
    bytes: Vec<u8>,
    issues: HashMap<&'static str, usize>,
}

/// The texts of neighbours: each is read once, and let go when the next ones come.
struct Texts<'a> {
    store: &'a Store,
    held: HashMap<Hash, Arc<Text>>,
}

impl Texts<'_> {
    fn of(&mut self, version: &Version) -> Result<Arc<Text>, Trouble> {
        if let Some(text) = self.held.get(&version.hash).filter(|_| version.is_file()) {
            return Ok(Arc::clone(text));
        }
        let bytes = self.store.text(version)?;
        let document = Arc::new(Document::parse(bytes.clone()));
        let mut issues = HashMap::new();
        if version.is_file() {
            for issue in lint::check(&Facts::new(&document)) {
                if issue.severity != Severity::Info {
                    *issues.entry(issue.code).or_default() += 1;
                }
            }
        }
        let text = Arc::new(Text { bytes, issues });
        if self.held.len() > 2 {
            self.held.clear();
        }
        if version.is_file() {
            self.held.insert(version.hash, Arc::clone(&text));
        }
        Ok(text)
    }

    fn change(&mut self, before: &Version, after: &Version) -> Result<Change, Trouble> {
        let (old, new) = (self.of(before)?, self.of(after)?);
        let diff = TextDiff::configure().timeout(QUICK).diff_lines(old.bytes.as_slice(), new.bytes.as_slice());
        let mut change = Change::default();
        for line in diff.iter_all_changes() {
            match line.tag() {
                ChangeTag::Insert => change.plus += 1,
                ChangeTag::Delete => change.minus += 1,
                ChangeTag::Equal => {}
            }
        }
        let more = |one: &Text, other: &Text| {
            let beyond = |(code, count): (&&'static str, &usize)| {
                count.saturating_sub(other.issues.get(*code).copied().unwrap_or(0))
            };
            one.issues.iter().map(beyond).sum()
        };
        change.gained = more(&new, &old);
        change.lost = more(&old, &new);
        Ok(change)
    }
}
