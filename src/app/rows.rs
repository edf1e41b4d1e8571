//! What Enter, copy and compare do on the selected row of a pane.

use super::pane::groups::Row;
use super::pane::history::since;
use super::pane::{Focus, PaneId};
use super::{App, Effect, Tone};
use crate::robots::{LineNo, display};

impl App {
    /// What Enter does on the selected row of a pane.
    pub(super) fn take_row(&mut self, pane: PaneId) -> Vec<Effect> {
        let session = self.session();
        let selected = session.list(pane).selected;
        match pane {
            PaneId::Raw => self.take_line(session.line(), None),
            PaneId::Groups => match session.outline.as_ref().and_then(|outline| outline.row(selected)) {
                Some(Row::Rule(block, line, _)) => self.take_line(line, Some(block)),
                Some(Row::Head(block)) => {
                    let name = session.outline.as_ref().map(|outline| outline.agent_of(block)).unwrap_or_default();
                    let session = self.session_mut();
                    session.matcher.agent.set(&name);
                    session.touch();
                }
                Some(Row::Extra(_, line) | Row::Loose(line)) => self.go_to_line(line),
                _ => {}
            },
            PaneId::Sitemaps => {
                let sitemaps = session.subject().map(|subject| subject.reading(session.matcher.profile).sitemaps());
                if let Some(&line) = sitemaps.and_then(|lines| lines.get(selected)) {
                    self.go_to_line(line);
                }
            }
            PaneId::Crawlers => {
                let name = session.selected_crawler().map(str::to_owned);
                let session = self.session_mut();
                match name {
                    Some(name) => {
                        session.matcher.agent.set(&name);
                        session.touch();
                    }
                    None => session.toggle_purpose(),
                }
            }
            PaneId::Issues => {
                let issues = session.subject().and_then(|subject| subject.issues.as_ref());
                let line = session.issue_order.get(selected).and_then(|&i| issues.map(|issues| issues.line(i)));
                match line {
                    None => {}
                    // It is about how the file came.
                    Some(0) => self.show_delivery(),
                    Some(line) => self.go_to_line(line),
                }
            }
            PaneId::History => return self.open_version(),
        }
        Vec::new()
    }

    /// Brings the selected version into view.
    fn open_version(&mut self) -> Vec<Effect> {
        let session = self.session();
        let Some(past) = session.recall.of(session.subject()) else { return Vec::new() };
        let Some(edition) = past.editions().get(session.list(PaneId::History).selected) else { return Vec::new() };
        let id = edition.id;
        self.load_version(id)
    }

    /// Shows how the selected version differs from the one before it.
    pub(super) fn compare(&self) -> Vec<Effect> {
        let session = self.session();
        let Some(past) = session.recall.of(session.subject()) else { return Vec::new() };
        let selected = session.list(PaneId::History).selected;
        let edition = past.editions().get(selected);
        edition.map(|edition| Effect::Diff { edition: edition.id }).into_iter().collect()
    }

    /// Puts a URL that the rule of this line decides into the matcher, and an agent that sees the rule where the present one
    /// does not.
    fn take_line(&mut self, line: LineNo, block: Option<usize>) {
        let session = self.session();
        let Some(subject) = session.subject() else { return };
        // Two slashes at the start would name a host.
        let origin = subject.origin.as_ref().map_or_else(|| "https://example.com".to_owned(), ToString::to_string);
        let profile = session.matcher.profile;
        let reading = subject.reading(profile);
        let Some(group) = reading.groups().iter().position(|group| reading.rules(group).contains(&line)) else {
            self.say(Tone::Bad, "No rule stands in this line, so there is no URL that it decides.");
            return;
        };
        let followed = session.answer.as_ref().is_some_and(|answer| answer.choice.groups.contains(&group));
        let agent = (!followed).then(|| match (block, &session.outline) {
            (Some(block), Some(outline)) => outline.agent_of(block),
            _ => reading
                .agents(&reading.groups()[group])
                .first()
                .map_or_else(String::new, |&agent| String::from_utf8_lossy(reading.value(agent)).into_owned()),
        });
        let crawler = crate::crawlers::typed(agent.as_deref().unwrap_or(session.matcher.agent.text())).crawler;
        let witness = crate::robots::Ruleset::new(reading, &crawler, profile).witness(line);
        let Some(witness) = witness else {
            self.say(Tone::Bad, format!("Line {line} matches no URL at all."));
            return;
        };
        match witness.decision.line() {
            Some(decider) if decider != line => {
                self.say(Tone::Bad, format!("Line {line} never decides: line {decider} wins wherever it matches."));
            }
            _ => {}
        }
        let url = if witness.path.starts_with("//") { format!("{origin}{}", witness.path) } else { witness.path };
        let session = self.session_mut();
        if let Some(agent) = agent {
            session.matcher.agent.set(&agent);
        }
        session.matcher.url.set(&url);
        session.touch();
    }

    /// What the copy key copies: the selected line of the file, or the verdict.
    pub(super) fn selected_text(&self) -> String {
        let session = self.session();
        let Some(subject) = session.subject() else { return String::new() };
        let source = subject.shown();
        let text = |line: LineNo| display::visible(source.slice(source.line(line))).into_owned();
        match session.focus {
            Focus::Pane(PaneId::Raw) => text(session.line()),
            Focus::Pane(PaneId::Groups) => {
                match session.outline.as_ref().and_then(|outline| outline.row(session.list(PaneId::Groups).selected)) {
                    Some(Row::Rule(_, line, _) | Row::Extra(_, line) | Row::Loose(line)) => text(line),
                    Some(Row::Head(block)) => session.outline.as_ref().map(|o| o.agent_of(block)).unwrap_or_default(),
                    _ => String::new(),
                }
            }
            Focus::Pane(PaneId::Sitemaps) => {
                let reading = subject.reading(session.matcher.profile);
                let line = reading.sitemaps().get(session.list(PaneId::Sitemaps).selected);
                line.map(|&line| display::visible(reading.value(line)).into_owned()).unwrap_or_default()
            }
            Focus::Pane(PaneId::Issues) => {
                let issue = self.issue_in_view().and_then(|i| subject.issues.as_ref()?.all().get(i));
                issue.map(|issue| issue.message.clone()).unwrap_or_default()
            }
            Focus::Pane(PaneId::Crawlers) => session.selected_crawler().unwrap_or_default().to_owned(),
            Focus::Pane(PaneId::History) => {
                let past = session.recall.of(session.subject()).zip(session.answer.as_ref());
                past.and_then(|(past, answer)| since(past, answer)).unwrap_or_default()
            }
            Focus::Agent | Focus::Url => String::new(),
        }
    }
}
