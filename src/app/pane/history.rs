//! The versions of the file in view, and what is still to be found out about them.

use crate::answer::past::{Change, Edition, Past, Reader, Since};
use crate::answer::{Answer, Place, Subject};
use crate::app::event::Effect;
use crate::robots::{Decision, Profile, Ruleset};

/// What is known of the versions of a site's file.
#[derive(Debug, Default)]
pub struct Recall {
    /// The versions, where they are known.
    pub past: Option<Past>,
    /// The URL whose versions were asked for.
    asked: Option<String>,
    /// The number of the last question; older answers are dropped.
    ticket: u64,
    /// Whether how versions differ is being found out.
    comparing: bool,
    /// The verdicts are those of another question.
    stale: bool,
}

/// Versions that are compared with those before them in one go.
const AT_ONCE: usize = 16;

impl Recall {
    /// The versions may have become more: they are asked for again.
    pub fn refresh(&mut self) {
        self.asked = None;
    }

    /// What is to be found out next about the versions of the file in view.
    pub fn wants(
        &mut self,
        tickets: &mut u64,
        subject: Option<&Subject>,
        answer: Option<&Answer>,
        profile: &'static Profile,
    ) -> Vec<Effect> {
        let Some(Place::Site(url)) = subject.map(|subject| &subject.place) else { return Vec::new() };
        if self.asked.as_ref() != Some(url) {
            self.asked = Some(url.clone());
            *tickets += 1;
            self.ticket = *tickets;
            self.comparing = false;
            return vec![Effect::Recall { ticket: self.ticket, asked: url.clone() }];
        }
        let (Some(past), Some(answer)) = (&mut self.past, answer) else { return Vec::new() };
        let reader = Reader { crawler: answer.asked.crawler.clone(), profile };
        if !past.is_for(&reader) {
            past.turn_to(reader.clone());
            self.stale = true;
            let files = past.editions().iter().filter(|edition| edition.is_file()).map(|edition| edition.id);
            return vec![Effect::Compile { ticket: self.ticket, reader, editions: files.collect() }];
        }
        let open = past.without_change(AT_ONCE);
        if self.comparing || open.is_empty() {
            return Vec::new();
        }
        self.comparing = true;
        vec![Effect::Compare { ticket: self.ticket, editions: open }]
    }

    /// Whether an answer of this number is for it.
    #[must_use]
    pub const fn is_waiting_for(&self, ticket: u64) -> bool {
        self.ticket == ticket
    }

    /// Takes the versions, newest first.
    pub fn take(&mut self, ticket: u64, editions: Vec<Edition>) {
        if ticket != self.ticket {
            return;
        }
        // What is known of versions that were there before still holds.
        let known: Vec<(i64, Change)> = self.past.as_ref().map_or_else(Vec::new, |past| {
            past.editions().iter().filter_map(|edition| Some((edition.id, edition.change?))).collect()
        });
        let mut past = Past::new(self.asked.clone().unwrap_or_default(), editions);
        past.take_changes(&known);
        self.past = Some(past);
    }

    /// Takes what the agent sees of some versions.
    pub fn take_rules(&mut self, ticket: u64, reader: &Reader, rulesets: Vec<(i64, Ruleset)>) {
        if let Some(past) = self.past.as_mut().filter(|past| ticket == self.ticket && past.is_for(reader)) {
            past.take(rulesets);
            self.stale = true;
        }
    }

    /// Takes how some versions differ from those before them; none where that cannot be found out.
    pub fn take_changes(&mut self, ticket: u64, changes: &[(i64, Change)]) {
        if let Some(past) = self.past.as_mut().filter(|_| ticket == self.ticket) {
            past.take_changes(changes);
            // Where nothing came of it, nothing will.
            self.comparing = changes.is_empty();
        }
    }

    /// The question has changed.
    pub fn touch(&mut self) {
        self.stale = true;
    }

    /// Asks every version, where the question has changed. A file rules its own origin alone.
    pub fn settle(&mut self, answer: Option<&Answer>) {
        if let (true, Some(past), Some(answer)) = (self.stale, &mut self.past, answer) {
            past.judge(&answer.target);
            self.stale = false;
        }
    }

    /// The versions of the file in view, where there are any.
    #[must_use]
    pub fn of(&self, subject: Option<&Subject>) -> Option<&Past> {
        let Some(Place::Site(url)) = subject.map(|subject| &subject.place) else { return None };
        self.past.as_ref().filter(|past| past.asked == *url && !past.editions().is_empty())
    }
}

/// Lines above the versions, for how size and verdict went, and below them, for since when the verdict holds.
#[must_use]
pub const fn around(height: u16) -> (u16, u16) {
    match height {
        0..10 => (0, 0),
        10..14 => (2, 4),
        _ => (2, 6),
    }
}

/// The lines that versions have in a pane of this height.
#[must_use]
pub const fn lines(height: u16) -> u16 {
    let (head, foot) = around(height);
    height - head - foot
}

/// Since when a verdict holds, in a sentence that says which line did it.
#[must_use]
pub fn since(past: &Past, answer: &Answer) -> Option<String> {
    let Since { edition, before } = past.since()?;
    let count = past.editions().len();
    let first = &past.editions()[edition];
    let word = |decision: Decision| if decision.allowed { "ALLOWED" } else { "DISALLOWED" };
    let now = past.decisions().first().copied().flatten()?;
    let how = |edition, decision| {
        let rule = past.rule(edition, &answer.target);
        rule.map_or_else(|| reason(decision), |(line, rule)| format!(": line {line}, {rule}"))
    };
    let number = count - edition;
    let Some(before) = before else {
        let versions =
            if count == 1 { "the only version kept".to_owned() } else { format!("all {count} versions kept") };
        return Some(format!("{} in {versions}, since {}{}.", word(now), moment(first.at), how(0, now)));
    };
    Some(format!(
        "{} since {} (version {number} of {count}){}. Before: {}{}.",
        word(now),
        moment(first.at),
        how(edition, now),
        word(before),
        how(edition + 1, before)
    ))
}

/// The same in a few words, where there was a change; none where there was none.
#[must_use]
pub fn since_briefly(past: &Past) -> Option<String> {
    let Since { edition, before } = past.since()?;
    let before = if before?.allowed { "ALLOWED" } else { "DISALLOWED" };
    let (year, month, day) = past.editions()[edition].at.date();
    Some(format!("{before} until {year:04}-{month:02}-{day:02}"))
}

/// What decided where no rule did.
fn reason(decision: Decision) -> String {
    use crate::robots::ruleset::By;
    match decision.by {
        By::NoFile => ", with no file".to_owned(),
        By::Unreachable => ", with no answer".to_owned(),
        By::Refused => ", refused".to_owned(),
        _ => ", no rule".to_owned(),
    }
}

/// A moment as date and time of day, in the time zone in which it was noted.
#[must_use]
pub fn moment(stamp: crate::robots::delivery::Stamp) -> String {
    let ((year, month, day), (hours, minutes, _)) = (stamp.date(), stamp.clock());
    format!("{year:04}-{month:02}-{day:02} {hours:02}:{minutes:02}")
}
