//! Where things are on a screen of a given size. Knows sizes and nothing else.

use super::pane::PaneId;
use ratatui::layout::{Rect, Size};

/// A pane's place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaneBox {
    /// The pane that is shown there.
    pub shown: PaneId,
    /// The panes that can be shown there.
    pub tabs: Vec<PaneId>,
    /// The line with the names.
    pub header: Rect,
    /// The lines below it.
    pub body: Rect,
}

/// The name of a pane above it, or above the one that is shown in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Which pane.
    pub pane: PaneId,
    /// Its number and its name, cut where not all have room.
    pub text: String,
    /// Where it stands.
    pub place: Rect,
}

impl PaneBox {
    /// The names that stand above the pane.
    #[must_use]
    pub fn labels(&self) -> Vec<Label> {
        let room = usize::from(self.header.width).saturating_sub(1);
        let long = self.tabs.iter().map(|tab| tab.name().len() + 4).sum::<usize>() > room + 2;
        // Where there is little room, one column parts them.
        let gap = if long { 1 } else { 2 };
        // Where not all names fit, those of the panes behind are cut alike.
        let others = self.tabs.len().saturating_sub(1).max(1);
        let short = (room.saturating_sub(self.shown.name().len() + 2 + (2 + gap) * others) / others).max(1);
        let mut x = self.header.x + 1;
        let mut labels = Vec::new();
        for &pane in &self.tabs {
            let name = pane.name();
            let name = if long && pane != self.shown { &name[..short.min(name.len())] } else { name };
            let text = format!("{} {name}", pane.number());
            let width = (text.len() as u16).min(self.header.right().saturating_sub(x));
            labels.push(Label { pane, place: Rect { x, width, ..self.header }, text });
            x += width + gap as u16;
        }
        labels
    }
}

/// The places of everything. A place of no height is not drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// There is room for the verdict and no more.
    pub word_only: bool,
    /// The line that names the file.
    pub title: Rect,
    /// The agent field.
    pub agent: Rect,
    /// The URL field.
    pub url: Rect,
    /// The verdict and why.
    pub answer: Rect,
    /// The panes.
    pub panes: Vec<PaneBox>,
    /// The lines between panes.
    pub dividers: Vec<Rect>,
    /// The hint bar.
    pub hints: Rect,
}

/// How the room for the panes is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// Side by side, as many as the width holds.
    Shared,
    /// One at a time, with the names of the others above.
    OnePane,
    /// The one in front alone.
    Zoomed,
}

/// Below this width one pane is shown at a time.
const ONE_PANE: u16 = 60;
/// From this width on three columns are shown.
const THREE_COLUMNS: u16 = 120;

impl Layout {
    /// The places on a screen of this size: `front` is the pane that is wanted, `side` the one that stands beside Raw.
    #[must_use]
    pub fn new(size: Size, front: PaneId, side: PaneId, room: Room) -> Self {
        let Size { width, height } = size;
        if width < 20 || height < 3 {
            return Self { word_only: true, answer: Rect::new(0, 0, width, height), ..Self::default() };
        }
        let mut rows = Rows { width, next: 0 };
        if height < 8 {
            let (agent, url) = (rows.take(1), rows.take(1));
            return Self { agent, url, answer: rows.take(height - 2), ..Self::default() };
        }
        let answer_height = match height {
            8..=11 => 1,
            12..=15 => 2,
            16..=19 => 3,
            _ => 4,
        };
        let (title, agent, url, answer) = (rows.take(1), rows.take(1), rows.take(1), rows.take(answer_height));
        let area = rows.take(height - 4 - answer_height);
        let hints = rows.take(1);
        let mut layout = Self { title, agent, url, answer, hints, ..Self::default() };
        if room == Room::Zoomed {
            layout.add(area, &[front], front);
        } else if width < ONE_PANE || room == Room::OnePane {
            layout.add(area, &PaneId::ALL, front);
        } else if width < THREE_COLUMNS {
            let (left, right) = layout.split(area, width * 56 / 100);
            layout.add(left, &[PaneId::Raw], PaneId::Raw);
            layout.add(right, &PaneId::ALL[1..], side);
        } else {
            let (left, rest) = layout.split(area, width * 2 / 5);
            let (middle, right) = layout.split(rest, rest.width * 53 / 100);
            layout.add(left, &[PaneId::Raw], PaneId::Raw);
            let (beside, last) = match side {
                PaneId::Crawlers | PaneId::History => (PaneId::Groups, side),
                _ => (side, PaneId::Crawlers),
            };
            layout.add(middle, &[PaneId::Groups, PaneId::Sitemaps, PaneId::Issues], beside);
            layout.add(right, &[PaneId::Crawlers, PaneId::History], last);
        }
        layout
    }

    /// The place of a pane, where it is shown.
    #[must_use]
    pub fn pane(&self, id: PaneId) -> Option<&PaneBox> {
        self.panes.iter().find(|pane| pane.shown == id)
    }

    /// The lines that a pane has.
    #[must_use]
    pub fn height(&self, id: PaneId) -> usize {
        self.pane(id).map_or(0, |pane| usize::from(pane.body.height))
    }

    fn add(&mut self, area: Rect, tabs: &[PaneId], shown: PaneId) {
        let header = Rect { height: area.height.min(1), ..area };
        let body = Rect { y: area.y + header.height, height: area.height - header.height, ..area };
        // Beside a line there is a column of air: the strip of Raw has letters there.
        let air = u16::from(self.dividers.iter().any(|divider| divider.right() == area.x)).min(area.width);
        let body = Rect { x: body.x + air, width: body.width - air, ..body };
        self.panes.push(PaneBox { shown, tabs: tabs.to_vec(), header, body });
    }

    fn split(&mut self, area: Rect, left: u16) -> (Rect, Rect) {
        self.dividers.push(Rect { x: area.x + left, width: 1, ..area });
        (Rect { width: left, ..area }, Rect { x: area.x + left + 1, width: area.width - left - 1, ..area })
    }
}

struct Rows {
    width: u16,
    next: u16,
}

impl Rows {
    fn take(&mut self, height: u16) -> Rect {
        let rect = Rect::new(0, self.next, self.width, height);
        self.next += height;
        rect
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_size_is_filled_and_nothing_lies_outside() {
        for width in 0..=140 {
            for height in 0..=50 {
                for room in [Room::Shared, Room::OnePane, Room::Zoomed] {
                    let layout = Layout::new(Size::new(width, height), PaneId::Issues, PaneId::Groups, room);
                    let all = [layout.title, layout.agent, layout.url, layout.answer, layout.hints];
                    let panes = layout.panes.iter().flat_map(|p| [p.header, p.body]);
                    for rect in all.into_iter().chain(panes).chain(layout.dividers.iter().copied()) {
                        assert!(rect.right() <= width && rect.bottom() <= height, "{width}x{height}: {rect:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_matcher_is_there_at_every_size_that_can_hold_it() {
        for (width, height) in [(20, 3), (59, 7), (60, 8), (80, 24), (120, 40), (200, 60)] {
            let layout = Layout::new(Size::new(width, height), PaneId::Raw, PaneId::Groups, Room::Shared);
            assert!(
                layout.agent.height == 1 && layout.url.height == 1 && layout.answer.height >= 1,
                "{width}x{height}"
            );
        }
    }
}
