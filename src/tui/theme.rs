//! Colours and marks by role. Sixteen colours and the terminal's own background, so that it can be read on light and on dark;
//! what a colour says is said by a word, a letter or a mark as well.

use crate::lint::Severity;
use ratatui::style::{Color, Modifier, Style};

/// What a piece of text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Plain.
    Text,
    /// Of second rank.
    Dim,
    /// A label or a heading.
    Strong,
    /// May be fetched.
    Allowed,
    /// May not.
    Disallowed,
    /// A rule that matches and lost.
    Lost,
    /// A stand-in for what cannot be seen.
    Hidden,
    /// An error.
    Error,
    /// A warning.
    Warning,
    /// Worth knowing.
    Info,
    /// The selected row.
    Selected,
    /// A key in a hint.
    Key,
    /// The pane or field with the focus.
    Focused,
}

impl From<Severity> for Role {
    fn from(severity: Severity) -> Self {
        match severity {
            Severity::Error => Self::Error,
            Severity::Warning => Self::Warning,
            Severity::Info => Self::Info,
        }
    }
}

/// The signs that are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glyphs {
    /// In the gutter of the deciding line where it allows.
    pub allowed: &'static str,
    /// And where it disallows.
    pub disallowed: &'static str,
    /// In the gutter of a rule that matches and lost.
    pub lost: &'static str,
    /// Points at the deciding line.
    pub here: &'static str,
    /// A horizontal line.
    pub horizontal: &'static str,
    /// A vertical line.
    pub vertical: &'static str,
    /// Where a vertical line begins at a horizontal one.
    pub tee: &'static str,
    /// A row of a group.
    pub branch: &'static str,
    /// The last row of a group.
    pub corner: &'static str,
    /// The part of a file that is in view.
    pub thumb: &'static str,
    /// What lies below a heading is shown.
    pub opened: &'static str,
    /// It is not.
    pub closed: &'static str,
    /// A text goes on.
    pub more: &'static str,
    /// A text begins further left.
    pub less: &'static str,
    /// A tab.
    pub tab: &'static str,
    /// A space at the end of a line.
    pub space: &'static str,
}

const UNICODE: Glyphs = Glyphs {
    allowed: "✓",
    disallowed: "✗",
    lost: "-",
    here: "◀",
    horizontal: "─",
    vertical: "│",
    tee: "┬",
    branch: "├",
    corner: "└",
    thumb: "┃",
    opened: "▾",
    closed: "▸",
    more: "…",
    less: "…",
    tab: "→",
    space: "·",
};

const ASCII: Glyphs = Glyphs {
    allowed: "+",
    disallowed: "x",
    lost: "-",
    here: "<",
    horizontal: "-",
    vertical: "|",
    tee: "+",
    branch: "|",
    corner: "`",
    thumb: "#",
    opened: "-",
    closed: "+",
    more: ">",
    less: "<",
    tab: ">",
    space: "_",
};

/// Colours and marks.
#[derive(Clone, Copy, Debug)]
pub struct Theme {
    colour: bool,
    /// The signs.
    pub glyphs: Glyphs,
    /// The terminal shows ASCII only.
    pub ascii: bool,
}

impl Theme {
    /// The theme for a terminal: without colour where `NO_COLOR` is set or the terminal is dumb, in ASCII where the locale is
    /// not UTF-8.
    #[must_use]
    pub fn from_env(var: impl Fn(&str) -> Option<String>) -> Self {
        let set = |name: &str| var(name).filter(|value| !value.is_empty());
        let colour = set("NO_COLOR").is_none() && set("TERM").as_deref() != Some("dumb");
        let ascii = !crate::locale::is_utf8(&var);
        // The console of Linux has a font of few signs, and none of these.
        let plain = ascii || set("TERM").as_deref() == Some("linux");
        Self { colour, glyphs: if plain { ASCII } else { UNICODE }, ascii }
    }

    /// The theme that tests draw with.
    #[must_use]
    pub const fn with_colour(colour: bool) -> Self {
        Self { colour, glyphs: UNICODE, ascii: false }
    }

    /// How a role looks.
    #[must_use]
    pub fn style(&self, role: Role) -> Style {
        let plain = Style::new();
        let colour = |c: Color| if self.colour { plain.fg(c) } else { plain };
        match role {
            Role::Text => plain,
            Role::Dim => plain.add_modifier(Modifier::DIM),
            Role::Strong | Role::Key => plain.add_modifier(Modifier::BOLD),
            Role::Allowed => colour(Color::Green).add_modifier(Modifier::BOLD),
            Role::Disallowed | Role::Error => colour(Color::Red).add_modifier(Modifier::BOLD),
            Role::Lost | Role::Info => colour(Color::Cyan),
            Role::Hidden => {
                colour(Color::Magenta).add_modifier(if self.colour { Modifier::empty() } else { Modifier::DIM })
            }
            // Yellow cannot be read on white.
            Role::Warning => colour(Color::Magenta),
            Role::Selected => plain
                .fg(Color::Reset)
                .add_modifier(Modifier::REVERSED)
                .remove_modifier(Modifier::DIM | Modifier::UNDERLINED),
            Role::Focused => plain.add_modifier(Modifier::REVERSED),
        }
    }

    /// How a verdict looks.
    #[must_use]
    pub fn verdict(&self, allowed: bool) -> Style {
        self.style(if allowed { Role::Allowed } else { Role::Disallowed })
    }

    /// The mark of a verdict.
    #[must_use]
    pub const fn verdict_mark(&self, allowed: bool) -> &'static str {
        if allowed { self.glyphs.allowed } else { self.glyphs.disallowed }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn theme(vars: &[(&str, &str)]) -> Theme {
        let vars: Vec<(String, String)> = vars.iter().map(|(k, v)| ((*k).into(), (*v).into())).collect();
        Theme::from_env(move |name| vars.iter().find(|(k, _)| k == name).map(|(_, v)| v.clone()))
    }

    #[test]
    fn no_color_and_a_dumb_terminal_are_heard() {
        assert_eq!(theme(&[("NO_COLOR", "1")]).style(Role::Allowed).fg, None);
        assert_eq!(theme(&[("TERM", "dumb")]).style(Role::Warning).fg, None);
        assert_eq!(theme(&[("NO_COLOR", "")]).style(Role::Allowed).fg, Some(Color::Green));
    }

    #[test]
    fn a_locale_without_utf8_gets_ascii() {
        assert_eq!(theme(&[("LANG", "C")]).glyphs, ASCII);
        assert_eq!(theme(&[("LC_ALL", "de_AT.UTF-8"), ("LANG", "C")]).glyphs, UNICODE);
        assert_eq!(theme(&[]).glyphs, UNICODE);
        let console = theme(&[("TERM", "linux"), ("LANG", "C.UTF-8")]);
        assert_eq!((console.glyphs, console.ascii), (ASCII, false));
    }
}
