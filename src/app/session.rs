//! One target: the files that came of it, what is asked about them, and where the panes stand.

use super::complete::Completion;
use super::event::Effect;
use super::layout::Layout;
use super::matcher::Matcher;
use super::pane::crawlers::{self, Filter, Roll, Share};
use super::pane::groups::Outline;
use super::pane::history::{self, Recall};
use super::pane::{Focus, List, PaneId};
use super::policy;
use crate::answer::{Answer, Issues, Judge, Loaded, Place, Subject};
use crate::lint::Severity;
use crate::robots::{Decision, Delivery, LineNo, Meaning, Profile};
use std::time::Duration;

/// A load that is under way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loading {
    /// The number that its answer carries.
    pub ticket: u64,
    /// What is being loaded, as it can be shown.
    pub what: String,
    /// The target, as it was typed.
    pub target: String,
    /// When it began.
    pub since: Duration,
}

/// A target as it can be shown: what stands before an `@` in its host part may be a password.
pub(super) fn without_password(target: &str) -> String {
    let start = target.find("://").map_or(0, |at| at + 3);
    let end = target[start..].find(['/', '?', '#']).map_or(target.len(), |at| start + at);
    match target[start..end].rfind('@') {
        Some(at) => format!("{}…{}", &target[..start], &target[start + at..]),
        None => target.to_owned(),
    }
}

/// One target.
#[derive(Debug)]
pub struct Session {
    subjects: Vec<(u64, Subject)>,
    shown: Option<usize>,
    /// The fields.
    pub matcher: Matcher,
    /// Names for the agent field, while it has the focus.
    pub completion: Completion,
    /// The answer to what the fields hold; none where there is no file.
    pub answer: Option<Answer>,
    judge: Judge,
    /// The rows of the Groups pane.
    pub outline: Option<Outline>,
    /// The rows of the Crawlers pane.
    pub roll: Option<Roll>,
    /// The versions of the file.
    pub recall: Recall,
    /// What the Crawlers pane is filtered by.
    pub filter: Filter,
    /// Indices of the issues by severity: the rows of the Issues pane.
    pub issue_order: Vec<usize>,
    /// What the keys go to.
    pub focus: Focus,
    /// The pane that stands beside Raw where only two are shown.
    pub side: PaneId,
    /// The focused pane has all the room.
    pub zoom: bool,
    /// The selection of each pane, in the order of [`PaneId::ALL`].
    pub lists: [List; PaneId::ALL.len()],
    /// What is being loaded.
    pub loading: Option<Loading>,
    /// The load for which a copy is shown meanwhile.
    pub copy: Option<u64>,
    /// A target that is to be loaded when the session is first shown.
    pub waiting: Option<String>,
    stale: bool,
    roll_is_stale: bool,
    /// The decision and the groups that the panes were last scrolled to.
    followed: Option<(Decision, Vec<usize>)>,
}

/// Rows from which on the Crawlers pane shows all crawlers at once.
const ROOMY: usize = 24;

impl Session {
    /// A session that asks as `agent` for `url`.
    #[must_use]
    pub fn new(agent: &str, url: &str, profile: &'static Profile) -> Self {
        Self {
            subjects: Vec::new(),
            shown: None,
            matcher: Matcher::new(agent, url, profile),
            completion: Completion::default(),
            answer: None,
            judge: Judge::default(),
            outline: None,
            roll: None,
            recall: Recall::default(),
            filter: Filter::default(),
            issue_order: Vec::new(),
            focus: Focus::Url,
            side: PaneId::Groups,
            zoom: false,
            lists: [List::default(); PaneId::ALL.len()],
            loading: None,
            copy: None,
            waiting: None,
            stale: true,
            roll_is_stale: true,
            followed: None,
        }
    }

    /// The file in view.
    #[must_use]
    pub fn subject(&self) -> Option<&Subject> {
        self.subjects.get(self.shown?).map(|(_, subject)| subject)
    }

    /// Brings a file into view.
    pub fn show(&mut self, ticket: u64, loaded: Loaded) {
        if let Some(path) = &loaded.path {
            self.matcher.url.set(path);
        }
        if !loaded.old {
            self.recall.refresh();
        }
        self.subjects.push((ticket, Subject::new(loaded)));
        self.view(self.subjects.len() - 1);
    }

    /// Takes what came in place of the copy in view, where it is the same; gives it back where it is not.
    ///
    /// # Errors
    /// What came, where it differs from the copy.
    pub fn renew(&mut self, loaded: Loaded) -> Result<u64, Box<Loaded>> {
        let shown = self.shown.map(|index| &mut self.subjects[index]);
        match shown {
            Some((ticket, subject)) if subject.is_same(&loaded) => {
                subject.delivery = loaded.delivery;
                subject.held = false;
                self.recall.refresh();
                Ok(*ticket)
            }
            _ => Err(Box::new(loaded)),
        }
    }

    fn view(&mut self, index: usize) {
        self.shown = Some(index);
        self.judge.forget();
        self.outline = None;
        // Whoever goes through the versions goes on from where they were.
        let history = *self.list(PaneId::History);
        self.lists = [List::default(); PaneId::ALL.len()];
        *self.list_mut(PaneId::History) = history;
        self.roll = None;
        self.followed = None;
        self.order_issues();
        self.stale = true;
    }

    /// Whether another file was in view before.
    #[must_use]
    pub fn has_before(&self) -> bool {
        self.subjects.len() > 1
    }

    /// Brings the file into view that was there before; the present one comes back the next time.
    pub fn swap_with_before(&mut self) {
        let last = self.subjects.len().saturating_sub(1);
        if let Some(shown) = self.shown.filter(|_| self.has_before()) {
            self.view(if shown == last { last - 1 } else { last });
        }
    }

    /// Whether the file in view came from where it can be asked for again.
    #[must_use]
    pub fn can_load_again(&self) -> bool {
        self.again().is_some()
    }

    /// Whether the file in view, or what came in its place, is a site's.
    #[must_use]
    pub fn is_of_a_site(&self) -> bool {
        self.subject().is_some_and(|subject| matches!(subject.place, Place::Site(_)) && subject.origin.is_some())
    }

    /// The target that brings the file in view again.
    #[must_use]
    pub fn again(&self) -> Option<String> {
        match &self.subject()?.place {
            Place::Site(url) => Some(url.clone()),
            Place::File(path) => Some(path.clone()),
            Place::Stdin | Place::Paste | Place::Demo | Place::Topic(_) => None,
        }
    }

    /// Whether a file came with this number.
    #[must_use]
    pub fn has_subject(&self, ticket: u64) -> bool {
        self.subjects.iter().any(|(t, _)| *t == ticket)
    }

    /// Takes the issues of a file that were looked for on another thread.
    pub fn take_issues(&mut self, ticket: u64, issues: Issues) {
        if let Some((_, subject)) = self.subjects.iter_mut().find(|(t, _)| *t == ticket) {
            subject.issues = Some(issues);
            self.order_issues();
        }
    }

    fn order_issues(&mut self) {
        let issues = self.shown.and_then(|i| self.subjects[i].1.issues.as_ref());
        self.issue_order = issues.map_or_else(Vec::new, |issues| {
            let mut order: Vec<usize> = (0..issues.all().len()).collect();
            order.sort_by_key(|&i| issues.all()[i].severity);
            order
        });
    }

    /// The number of issues of each severity; none while they are being looked for.
    #[must_use]
    pub fn issue_counts(&self) -> Option<[usize; 3]> {
        let issues = self.subject()?.issues.as_ref()?;
        Some(Severity::ALL.map(|severity| issues.count(severity)))
    }

    /// Whether the URL in the matcher may be fetched where so much is left to the rules of the file in view; none where it is
    /// not the one that rules the URL, or there is none.
    #[must_use]
    pub fn allowed(&self, meaning: Meaning, profile: &Profile) -> Option<bool> {
        let answer = self.answer.as_ref().filter(|answer| answer.elsewhere.is_none())?;
        let is_file = self.subject()?.delivery.as_ref().is_none_or(Delivery::is_file);
        if meaning == Meaning::Rules && !is_file {
            return None;
        }
        self.judge.under(meaning, &answer.target, profile).map(|decision| decision.allowed)
    }

    /// The selection of a pane.
    #[must_use]
    pub fn list(&self, pane: PaneId) -> &List {
        &self.lists[pane as usize]
    }

    /// The selection of a pane, to be moved.
    pub fn list_mut(&mut self, pane: PaneId) -> &mut List {
        &mut self.lists[pane as usize]
    }

    /// The pane in front: the focused one, or the one that was last.
    #[must_use]
    pub fn front(&self) -> PaneId {
        match self.focus {
            Focus::Pane(pane) => pane,
            Focus::Agent | Focus::Url => PaneId::Raw,
        }
    }

    /// The number of rows of a pane.
    #[must_use]
    pub fn rows(&self, pane: PaneId) -> usize {
        let Some(subject) = self.subject() else { return 0 };
        match pane {
            PaneId::Raw => subject.shown().line_count() as usize,
            PaneId::Groups => self.outline.as_ref().map_or(0, Outline::len),
            PaneId::Sitemaps => subject.reading(self.matcher.profile).sitemaps().len(),
            PaneId::Issues => self.issue_order.len(),
            PaneId::Crawlers => self.roll.as_ref().map_or(0, |roll| roll.rows().len()),
            PaneId::History => self.recall.of(Some(subject)).map_or(0, |past| past.editions().len()),
        }
    }

    /// The rows of a pane that are in view at once.
    #[must_use]
    pub fn height(&self, pane: PaneId, layout: &Layout) -> usize {
        let height = layout.height(pane);
        match pane {
            // An issue takes several lines.
            PaneId::Issues => (height / 4).max(1),
            PaneId::Crawlers => usize::from(self.share(height as u16).list),
            PaneId::History => usize::from(history::lines(height as u16)),
            _ => height,
        }
    }

    /// How the lines of the Crawlers pane are shared out.
    #[must_use]
    pub fn share(&self, height: u16) -> Share {
        Share::new(height, &self.filter, self.focus == Focus::Pane(PaneId::Crawlers))
    }

    /// The name of the crawler that the Crawlers pane has selected.
    #[must_use]
    pub fn selected_crawler(&self) -> Option<&str> {
        let roll = self.roll.as_ref()?;
        match roll.rows().get(self.list(PaneId::Crawlers).selected)? {
            crawlers::Row::Crawler(index) => roll.crawler(*index).map(|(member, _)| member.name.as_str()),
            crawlers::Row::Purpose(..) => None,
        }
    }

    /// The line of the file that the Raw pane has selected.
    #[must_use]
    pub fn line(&self) -> LineNo {
        self.list(PaneId::Raw).selected as LineNo + 1
    }

    /// Selects a line of the file in Raw.
    pub fn go_to_line(&mut self, line: LineNo, layout: &Layout) {
        let (rows, height) = (self.rows(PaneId::Raw), layout.height(PaneId::Raw));
        let list = self.list_mut(PaneId::Raw);
        list.selected = (line.saturating_sub(1) as usize).min(rows.saturating_sub(1));
        list.follow(list.selected, rows, height);
    }

    /// What the fields hold, or the profile, has changed.
    pub fn touch(&mut self) {
        self.stale = true;
    }

    /// Makes what is shown follow from what is held: the answer, and the rows of the Groups pane where it is in view. To be
    /// called before a frame is drawn.
    pub fn settle(&mut self, layout: &Layout) {
        let Some(index) = self.shown else { return };
        let subject = &self.subjects[index].1;
        if self.stale {
            self.stale = false;
            self.roll_is_stale = true;
            self.recall.touch();
            self.answer = Some({
                let Matcher { agent, url, profile } = &self.matcher;
                self.judge.answer(subject, agent.text(), url.text(), profile)
            });
        }
        if layout.pane(PaneId::Groups).is_some() {
            let reading = subject.reading(self.matcher.profile);
            if !self.outline.as_ref().is_some_and(|outline| outline.shows(reading, self.matcher.profile)) {
                self.outline = Some(Outline::new(reading, self.matcher.profile));
                self.followed = None;
                if let (Some(outline), Some(ruleset)) = (&self.outline, self.judge.ruleset(self.matcher.profile)) {
                    outline.adopt(ruleset);
                }
            }
        }
        if layout.pane(PaneId::Crawlers).is_some() && self.roll_is_stale {
            self.call_roll();
        }
        self.recall.settle(self.answer.as_ref());
        self.follow_decision(layout);
        self.clamp(layout);
    }

    /// Sees to it that no pane is scrolled further than its rows go, as after it has grown or its rows have become fewer, and
    /// that the selection of the one with the focus is in view.
    fn clamp(&mut self, layout: &Layout) {
        let focus = self.focus;
        for pane in PaneId::ALL {
            let (rows, height) = (self.rows(pane), self.height(pane, layout));
            if layout.height(pane) > 0 && pane != PaneId::Issues {
                let list = self.list_mut(pane);
                list.top = list.top.min(rows.saturating_sub(height));
                list.selected = list.selected.min(rows.saturating_sub(1));
                if focus == Focus::Pane(pane) {
                    list.show(list.selected, rows, height);
                }
            }
        }
    }

    /// Asks every crawler about the URL, where it is known already what each sees.
    fn call_roll(&mut self) {
        let subject = self.shown.map(|index| &self.subjects[index].1);
        if let (Some(roll), Some(subject), Some(answer)) = (&mut self.roll, subject, &self.answer) {
            let decisions = roll.census().judge(subject, &answer.target);
            roll.take(decisions, self.filter.field.text());
            self.roll_is_stale = false;
        }
    }

    /// What the file says to each kind of crawler about the URL, with that URL.
    pub fn policy(&mut self) -> Option<(String, String)> {
        let subject = &self.subjects[self.shown?].1;
        let target = &self.answer.as_ref()?.target;
        let made = self.roll.is_none().then(|| self.judge.census(subject));
        let census = made.as_ref().or_else(|| self.roll.as_ref().map(Roll::census))?;
        Some((target.path.clone(), policy::text(subject, census, &census.judge(subject, target))))
    }

    /// Shows the crawlers of the selected purpose, or hides them again.
    pub fn toggle_purpose(&mut self) {
        let selected = self.list(PaneId::Crawlers).selected;
        let Some(roll) = &mut self.roll else { return };
        if let Some(&crawlers::Row::Purpose(purpose, _)) = roll.rows().get(selected) {
            roll.toggle(purpose);
            self.roll_is_stale = true;
        }
    }

    /// The filter of the Crawlers pane has changed.
    pub fn filter_changed(&mut self) {
        self.roll_is_stale = true;
        *self.list_mut(PaneId::Crawlers) = List::default();
    }

    /// What is to be found out next beside what is shown.
    pub fn wants(&mut self, tickets: &mut u64) -> Vec<Effect> {
        let subject = self.shown.map(|index| &self.subjects[index].1);
        self.recall.wants(tickets, subject, self.answer.as_ref(), self.matcher.profile)
    }

    /// Does what need not be there for the first frame. Says whether that changes what is shown.
    pub fn complete(&mut self, layout: &Layout) -> bool {
        let Some(index) = self.shown else { return false };
        let more = self.judge.complete(&self.subjects[index].1);
        self.stale |= more;
        if self.roll.is_none() && layout.pane(PaneId::Crawlers).is_some() {
            let has_room = layout.height(PaneId::Crawlers) >= ROOMY;
            self.roll = Some(Roll::new(self.judge.census(&self.subjects[index].1), has_room));
            self.roll_is_stale = true;
            return true;
        }
        more
    }

    /// Where the decision changed, brings the deciding line into view, in Raw and in Groups; where it did not, nothing moves.
    fn follow_decision(&mut self, layout: &Layout) {
        let Some(answer) = &self.answer else { return };
        let decision = answer.why.decision;
        let seen = self.followed.as_ref().is_some_and(|(d, groups)| *d == decision && *groups == answer.choice.groups);
        if seen || matches!(self.focus, Focus::Pane(_)) {
            return;
        }
        self.followed = Some((decision, answer.choice.groups.clone()));
        let in_outline = self.outline.as_ref().and_then(|outline| {
            let block = outline.chosen(&answer.choice)?;
            let rule = decision.line().and_then(|line| outline.row_of_rule(block, line));
            Some(rule.unwrap_or_else(|| outline.first_row(block)))
        });
        let first_of_group = answer.group_lines.first().map(|lines| *lines.start());
        if let Some(line) = decision.line().or(first_of_group) {
            let (rows, height) = (self.rows(PaneId::Raw), layout.height(PaneId::Raw));
            self.list_mut(PaneId::Raw).follow(line as usize - 1, rows, height);
        }
        if let Some(row) = in_outline {
            let (rows, height) = (self.rows(PaneId::Groups), layout.height(PaneId::Groups));
            self.list_mut(PaneId::Groups).follow(row, rows, height);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::without_password;

    #[test]
    fn a_password_is_not_shown_while_its_site_is_fetched() {
        assert_eq!(without_password("https://me:secret@example.com/a@b"), "https://…@example.com/a@b");
        assert_eq!(without_password("me:secret@example.com"), "…@example.com");
        assert_eq!(without_password("example.com/@x"), "example.com/@x");
    }
}
