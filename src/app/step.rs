//! What each action does. Whether it can be done is [`super::keymap::enabled`]'s answer, asked before.

use super::action::{Action, Edit, Move, Sideways};
use super::overlay::{self, Overlay};
use super::pane::{Focus, PaneId};
use super::wrap::wrap;
use super::{App, Effect, Notice, Tone, keymap};
use crate::answer::{Loaded, Subject};
use crate::lint;
use crate::robots::holding::simulation::TRIALS;
use crate::robots::{LineNo, Profile};

/// Columns that a key scrolls sideways.
const SIDEWAYS: usize = 8;

impl App {
    pub(super) fn step(&mut self, action: Action) -> Vec<Effect> {
        match action {
            Action::Quit => return vec![Effect::Quit],
            Action::Suspend => return vec![Effect::Suspend],
            Action::Back => return self.back(),
            Action::Use => return self.take_up(),
            Action::FocusUrl => self.focus(Focus::Url),
            Action::FocusAgent => self.focus(Focus::Agent),
            Action::NextPane => self.next_pane(true),
            Action::PreviousPane => self.next_pane(false),
            Action::Pane(pane) => self.focus(Focus::Pane(pane)),
            Action::Move(to) => self.go(to),
            Action::Sideways(way) => self.sideways(way),
            Action::NextIssue => self.next_issue(true),
            Action::PreviousIssue => self.next_issue(false),
            Action::NextProfile => self.next_profile(),
            Action::Fetch => return self.fetch_again(),
            Action::Open => self.overlay = Some(Overlay::Open { field: super::field::Field::default() }),
            Action::OpenRuling => return self.open_ruling(),
            Action::Origins => return self.show_origins(),
            Action::Askers => return self.show_askers(),
            Action::Demo => return self.take(Loaded::demo()),
            Action::Before => self.session_mut().swap_with_before(),
            Action::NextTarget => return self.next_target(),
            Action::Zoom => self.zoom(),
            Action::Copy => return vec![Effect::Copy(self.selected_text())],
            Action::CopyCommand => return vec![Effect::Copy(self.command())],
            Action::PasteFile => return vec![Effect::ReadClipboard],
            Action::Delivery => self.show_delivery(),
            Action::Status => self.overlay = Some(Overlay::status()),
            Action::Policy => self.show_policy(),
            Action::Filter => self.session_mut().filter.typing = true,
            Action::Palette => self.overlay = Some(Overlay::palette()),
            Action::Help => self.overlay = Some(Overlay::help()),
            Action::Explain => self.explain(),
            Action::Compare => return self.compare(),
            Action::Wrap => self.wrap = !self.wrap,
            Action::Mouse => return self.use_mouse(),
            Action::Edit(edit) => self.edit_field(edit),
        }
        Vec::new()
    }

    fn back(&mut self) -> Vec<Effect> {
        if self.overlay.take().is_some() {
            return Vec::new();
        }
        if self.session().loading.is_some() {
            self.say(Tone::Bad, "Stopped.");
            return self.cancel();
        }
        let session = self.session_mut();
        if session.filter.typing
            || (session.focus == Focus::Pane(PaneId::Crawlers) && !session.filter.field.text().is_empty())
        {
            // First the typing ends, then the filter goes.
            if !std::mem::take(&mut session.filter.typing) {
                session.filter.field.set("");
                session.filter_changed();
            }
            return Vec::new();
        }
        match session.focus {
            Focus::Agent if session.completion.selected.is_some() => session.completion.selected = None,
            Focus::Agent | Focus::Url if session.subject().is_some() => self.focus(Focus::Pane(PaneId::Raw)),
            _ if session.zoom => self.zoom(),
            _ => self.focus(Focus::Url),
        }
        Vec::new()
    }

    fn take_up(&mut self) -> Vec<Effect> {
        match self.overlay.take() {
            Some(Overlay::Open { field }) => return self.open(field.text()),
            Some(Overlay::Offer { text }) => return self.take_text(text),
            Some(Overlay::Grid(grid)) => return grid.chosen().map_or_else(Vec::new, |url| self.open(&url)),
            Some(Overlay::Palette { filter, selected }) => return self.act(filter.text(), selected),
            Some(_) => return Vec::new(),
            None => {}
        }
        if self.on_start_screen() {
            let target = self.start.text().to_owned();
            return self.open(&target);
        }
        if std::mem::take(&mut self.session_mut().filter.typing) {
            return Vec::new();
        }
        match self.session().focus {
            Focus::Agent => {
                let session = self.session_mut();
                if let Some(name) = session.completion.chosen().map(str::to_owned) {
                    session.matcher.agent.set(&name);
                    session.touch();
                }
                self.focus(Focus::Url);
            }
            Focus::Url => {
                if self.session().answer.as_ref().is_some_and(|answer| answer.elsewhere.is_some()) {
                    return self.open_ruling();
                }
                let line = self.session().answer.as_ref().and_then(|answer| answer.why.decision.line());
                match line {
                    Some(line) => self.go_to_line(line),
                    None => self.say(Tone::Bad, "No line decided: see why above."),
                }
            }
            Focus::Pane(pane) => return self.take_row(pane),
        }
        Vec::new()
    }

    /// Does what the palette has selected, or says why it cannot be done.
    fn act(&mut self, filter: &str, selected: usize) -> Vec<Effect> {
        let Some(binding) = overlay::actions(&self.keys, filter).get(selected).copied() else { return Vec::new() };
        let (action, does) = (binding.action, binding.does);
        match keymap::enabled(action, self) {
            Ok(()) => self.step(action),
            Err(why) => {
                self.say(Tone::Bad, format!("{does}: {why}"));
                Vec::new()
            }
        }
    }

    fn open(&mut self, target: &str) -> Vec<Effect> {
        let target = target.trim();
        if target.is_empty() { Vec::new() } else { self.load(target.to_owned(), false) }
    }

    fn open_ruling(&mut self) -> Vec<Effect> {
        let elsewhere = self.session().answer.as_ref().and_then(|answer| answer.elsewhere.as_ref());
        elsewhere.map(crate::robots::Origin::robots_url).map_or_else(Vec::new, |target| self.load(target, false))
    }

    pub(super) fn focus(&mut self, focus: Focus) {
        if let Focus::Pane(pane) = focus {
            let height = self.layout.height(pane);
            self.session_mut().list_mut(pane).look(if pane == PaneId::Issues { 0 } else { height });
        }
        let session = self.session_mut();
        session.focus = focus;
        session.filter.typing = false;
        if let Focus::Pane(pane) = focus
            && pane != PaneId::Raw
        {
            session.side = pane;
        }
        if focus == Focus::Agent { self.offer_names() } else { session.completion = super::Completion::default() }
    }

    fn next_pane(&mut self, forward: bool) {
        if self.overlay.is_some() || self.on_start_screen() {
            return;
        }
        let order = [
            Focus::Agent,
            Focus::Url,
            Focus::Pane(PaneId::Raw),
            Focus::Pane(PaneId::Groups),
            Focus::Pane(PaneId::Sitemaps),
            Focus::Pane(PaneId::Issues),
            Focus::Pane(PaneId::Crawlers),
            Focus::Pane(PaneId::History),
        ];
        let at = order.iter().position(|&focus| focus == self.session().focus).unwrap_or(0);
        let step = if forward { 1 } else { order.len() - 1 };
        let next = (at + step) % order.len();
        self.focus(order[next]);
    }

    fn next_target(&mut self) -> Vec<Effect> {
        // What is being loaded is loaded again when its target comes into view.
        let session = self.session_mut();
        session.waiting = session.loading.as_ref().map(|loading| loading.target.clone());
        let mut effects = self.cancel();
        self.current = (self.current + 1) % self.sessions.len();
        effects.extend(self.wake());
        effects
    }

    fn next_profile(&mut self) {
        let session = self.session_mut();
        let at = Profile::ALL.iter().position(|p| p.name == session.matcher.profile.name).unwrap_or(0);
        session.matcher.profile = Profile::ALL[(at + 1) % Profile::ALL.len()];
        session.touch();
        let profile = session.matcher.profile;
        let caution = profile.caution().map_or_else(String::new, |caution| format!(" {caution}"));
        self.say(Tone::Good, format!("{}: as {} read.{caution}", profile.name, profile.stands_for));
    }

    fn zoom(&mut self) {
        let session = self.session_mut();
        if !matches!(session.focus, Focus::Pane(_)) {
            session.focus = Focus::Pane(PaneId::Raw);
        }
        session.zoom = !session.zoom;
    }

    fn use_mouse(&mut self) -> Vec<Effect> {
        self.mouse = !self.mouse;
        let key = self.keys.name_of(&[keymap::Context::Panes], Action::Mouse);
        let sentence = if self.mouse {
            format!("The wheel scrolls and a click focuses. To select text hold Shift, or press {key} again.")
        } else {
            "The mouse is the terminal's again.".to_owned()
        };
        self.say(Tone::Good, sentence);
        vec![Effect::Mouse(self.mouse)]
    }

    pub(super) fn go(&mut self, to: Move) {
        if let Some(overlay) = &mut self.overlay {
            let lines = match overlay {
                Overlay::Help { filter, .. } => overlay::filtered(&self.keys, filter.text()).len(),
                Overlay::Palette { filter, .. } => overlay::actions(&self.keys, filter.text()).len(),
                Overlay::Text { body, .. } => wrap(body, usize::from(overlay::text_width(self.size.width))).len(),
                Overlay::Grid(grid) => grid.rows.len(),
                Overlay::Askers(askers) => askers.lines(usize::from(overlay::text_width(self.size.width))).len(),
                Overlay::Status { .. } => TRIALS.len(),
                Overlay::Open { .. } | Overlay::Offer { .. } => 0,
            };
            // Less than there is: headings take lines too.
            let height = usize::from(self.size.height.saturating_sub(10)).max(1);
            overlay.scroll(to, lines, height);
            return;
        }
        match self.session().focus {
            Focus::Agent if !self.session().completion.candidates.is_empty() => {
                self.session_mut().completion.step(to == Move::Down);
            }
            Focus::Agent if to == Move::Down => self.focus(Focus::Url),
            Focus::Url if to == Move::Up => self.focus(Focus::Agent),
            Focus::Url if to == Move::Down && self.session().subject().is_some() => {
                self.focus(Focus::Pane(PaneId::Raw));
            }
            Focus::Agent | Focus::Url => {}
            Focus::Pane(pane) => {
                self.session_mut().filter.typing = false;
                let (rows, height) = (self.session().rows(pane), self.session().height(pane, &self.layout));
                self.session_mut().list_mut(pane).go(to, rows, height);
            }
        }
    }

    fn sideways(&mut self, way: Sideways) {
        if let Focus::Pane(pane) = self.session().focus {
            let list = self.session_mut().list_mut(pane);
            list.left = match way {
                Sideways::Left => list.left.saturating_sub(SIDEWAYS),
                Sideways::Right => list.left + SIDEWAYS,
            };
        }
    }

    fn edit_field(&mut self, edit: Edit) {
        let changes =
            !matches!(edit, Edit::Left | Edit::Right | Edit::WordLeft | Edit::WordRight | Edit::Start | Edit::End);
        if changes {
            self.edit(|field| _ = field.edit(edit));
        } else if let Some(field) = self.field() {
            field.edit(edit);
        }
    }

    fn field(&mut self) -> Option<&mut super::field::Field> {
        if self.overlay.is_some() {
            return self.overlay.as_mut().and_then(Overlay::field);
        }
        if self.on_start_screen() {
            return Some(&mut self.start);
        }
        let session = self.session_mut();
        match session.focus {
            Focus::Agent => Some(&mut session.matcher.agent),
            Focus::Url => Some(&mut session.matcher.url),
            Focus::Pane(_) => session.filter.typing.then_some(&mut session.filter.field),
        }
    }

    /// Selects a line in Raw and puts the focus there.
    pub(super) fn go_to_line(&mut self, line: LineNo) {
        self.focus(Focus::Pane(PaneId::Raw));
        self.arrange();
        let layout = std::mem::take(&mut self.layout);
        self.session_mut().go_to_line(line, &layout);
        self.layout = layout;
    }

    fn next_issue(&mut self, forward: bool) {
        let session = self.session();
        let Some(issues) = session.subject().and_then(|subject| subject.issues.as_ref()) else { return };
        let lines: Vec<LineNo> = (0..issues.all().len()).map(|i| issues.line(i)).filter(|&line| line > 0).collect();
        let here = session.line();
        // Round the end, so that the key always goes somewhere.
        let next = if forward {
            lines.iter().find(|&&line| line > here).or(lines.first())
        } else {
            lines.iter().rfind(|&&line| line < here).or(lines.last())
        };
        let Some(&line) = next else { return };
        let first = issues.in_line(line).first();
        let sentence = first.map(|issue| format!("{} {}: {}", issue.severity.word(), issue.code, issue.message));
        self.go_to_line(line);
        // One line, so that the panes do not move from issue to issue; `x` says it all.
        self.notice = sentence.map(|text| Notice { text, tone: Tone::Bad, brief: true });
    }

    pub(super) fn show_delivery(&mut self) {
        let session = self.session();
        let past = session.recall.of(session.subject());
        let body = session.subject().map(|subject| {
            let google = subject.delivery.as_ref().map(|delivery| super::holds::text(delivery, past));
            super::delivery::text(subject, google.as_deref())
        });
        if let Some(body) = body {
            self.overlay = Some(Overlay::Text { title: "How the file came".to_owned(), body, top: 0 });
        }
    }

    fn show_policy(&mut self) {
        if let Some((url, body)) = self.session_mut().policy() {
            self.overlay = Some(Overlay::Text { title: format!("The policy for {url}"), body, top: 0 });
        }
    }

    fn explain(&mut self) {
        let subject = self.session().subject();
        let issues = subject.and_then(|subject| subject.issues.as_ref());
        let issue = self.issue_in_view().and_then(|i| issues.and_then(|issues| issues.all().get(i)));
        if let (Some(subject), Some(issue)) = (subject, issue) {
            let body = explanation(subject, issue);
            self.overlay = Some(Overlay::Text { title: issue.code.to_owned(), body, top: 0 });
        }
    }

    /// The command that gives the same answer.
    fn command(&self) -> String {
        let session = self.session();
        let target = session.again().unwrap_or_else(|| "-".to_owned());
        let quoted = |text: &str| format!("'{}'", text.replace('\'', r"'\''"));
        let Some(answer) = &session.answer else { return String::new() };
        format!(
            "robotui report {} --agent {} --url {} --profile {}",
            quoted(&target),
            quoted(session.matcher.agent.text()),
            quoted(&answer.target.path),
            session.matcher.profile.name
        )
    }
}

/// The long explanation of an issue. Lines that begin with `## ` are headings.
fn explanation(subject: &Subject, issue: &lint::Issue) -> String {
    let mut body = issue.message.clone();
    let source = subject.document.source();
    let related = issue.related.iter().map(|(span, text)| format!("Line {}: {text}", source.line_at(span.start)));
    let mend = issue.mend.iter().map(|mend| format!("Mend: {}", mend.title));
    for line in related.chain(mend) {
        body.push('\n');
        body.push_str(&line);
    }
    if let Some(code) = lint::find(issue.code) {
        // The lines are as long as they get: the screen breaks them where it is drawn.
        body.extend(["\n\n", &code.body(usize::MAX)]);
    }
    body
}
