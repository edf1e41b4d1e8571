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

impl Role {
    /// The roles whose colour a config file may set.
    pub const NAMED: [(Self, &'static str); 11] = [
        (Self::Text, "text"),
        (Self::Dim, "dim"),
        (Self::Strong, "strong"),
        (Self::Allowed, "allowed"),
        (Self::Disallowed, "disallowed"),
        (Self::Lost, "lost"),
        (Self::Hidden, "hidden"),
        (Self::Error, "error"),
        (Self::Warning, "warning"),
        (Self::Info, "info"),
        (Self::Key, "key"),
    ];
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
    /// Heights, the lowest first.
    pub bars: [&'static str; 8],
}

impl Glyphs {
    /// The same without anything that is only there to be looked at.
    const fn without_lines(self) -> Self {
        Self { horizontal: " ", vertical: " ", tee: " ", branch: " ", corner: " ", ..self }
    }
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
    bars: ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"],
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
    bars: ["_", ".", ":", "-", "=", "+", "*", "#"],
};

/// The sets of colours that there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Palette {
    /// Can be read on dark and on light.
    #[default]
    Auto,
    /// Bright colours, for a dark background.
    Dark,
    /// Dark colours, for a light background.
    Light,
    /// The terminal's own foreground alone: bold, underlined and reversed, and nothing dim.
    HighContrast,
    /// Without colour.
    Mono,
}

impl Palette {
    /// All, with their names.
    pub const ALL: [(Self, &'static str); 5] = [
        (Self::Auto, "auto"),
        (Self::Dark, "dark"),
        (Self::Light, "light"),
        (Self::HighContrast, "high-contrast"),
        (Self::Mono, "mono"),
    ];

    /// The palette of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(_, known)| *known == name).map(|(palette, _)| palette)
    }
}

/// What a person has chosen of the looks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// The colours.
    pub palette: Palette,
    /// Whether the colours hold also where the environment asks for none.
    pub insist: bool,
    /// Colours of single roles.
    pub colours: Vec<(Role, Color)>,
    /// No lines are drawn.
    pub flat: bool,
}

/// Colours and marks.
#[derive(Clone, Debug)]
pub struct Theme {
    palette: Palette,
    colours: Vec<(Role, Color)>,
    /// The signs.
    pub glyphs: Glyphs,
    /// The terminal shows ASCII only.
    pub ascii: bool,
}

impl Theme {
    /// The theme for a terminal: without colour where `NO_COLOR` is set or the terminal is dumb, in ASCII where the locale is
    /// not UTF-8.
    #[must_use]
    pub fn new(look: &Look, var: impl Fn(&str) -> Option<String>) -> Self {
        let set = |name: &str| var(name).filter(|value| !value.is_empty());
        let without = set("NO_COLOR").is_some() || set("TERM").as_deref() == Some("dumb");
        let palette = match look.palette {
            Palette::Auto | Palette::Dark | Palette::Light if without && !look.insist => Palette::Mono,
            palette => palette,
        };
        let ascii = !crate::locale::is_utf8(&var);
        // The console of Linux has a font of few signs, and none of these.
        let plain = ascii || set("TERM").as_deref() == Some("linux");
        let glyphs = if plain { ASCII } else { UNICODE };
        let glyphs = if look.flat { glyphs.without_lines() } else { glyphs };
        let colours = if palette == Palette::Mono { Vec::new() } else { look.colours.clone() };
        Self { palette, colours, glyphs, ascii }
    }

    /// The theme of a palette, whatever the environment says.
    #[must_use]
    pub fn of(palette: Palette) -> Self {
        Self::new(&Look { palette, insist: true, ..Look::default() }, |_| None)
    }

    /// How a role looks.
    #[must_use]
    pub fn style(&self, role: Role) -> Style {
        let style = self.default_style(role);
        match self.colours.iter().rfind(|(coloured, _)| *coloured == role) {
            Some((_, colour)) => style.fg(*colour),
            None => style,
        }
    }

    fn default_style(&self, role: Role) -> Style {
        let plain = Style::new();
        if role == Role::Selected {
            return plain
                .fg(Color::Reset)
                .add_modifier(Modifier::REVERSED)
                .remove_modifier(Modifier::DIM | Modifier::UNDERLINED);
        }
        if self.palette == Palette::HighContrast {
            return plain.add_modifier(match role {
                Role::Text | Role::Dim | Role::Lost | Role::Info | Role::Selected => Modifier::empty(),
                Role::Strong | Role::Key | Role::Allowed => Modifier::BOLD,
                Role::Warning => Modifier::BOLD | Modifier::UNDERLINED,
                Role::Disallowed | Role::Error | Role::Hidden | Role::Focused => Modifier::BOLD | Modifier::REVERSED,
            });
        }
        let modifier = match role {
            Role::Dim => Modifier::DIM,
            Role::Strong | Role::Key | Role::Allowed | Role::Disallowed | Role::Error => Modifier::BOLD,
            Role::Focused => Modifier::REVERSED,
            Role::Hidden if self.palette == Palette::Mono => Modifier::DIM,
            _ => Modifier::empty(),
        };
        let style = plain.add_modifier(modifier);
        self.colour(role).map_or(style, |colour| style.fg(colour))
    }

    /// The colour of a role, of the sixteen that every terminal has.
    const fn colour(&self, role: Role) -> Option<Color> {
        let [good, bad, quiet, hidden, warning] = match self.palette {
            // Yellow cannot be read on white, nor blue on black.
            Palette::Auto => [Color::Green, Color::Red, Color::Cyan, Color::Magenta, Color::Magenta],
            Palette::Dark => {
                [Color::LightGreen, Color::LightRed, Color::LightCyan, Color::LightMagenta, Color::LightYellow]
            }
            Palette::Light => [Color::Green, Color::Red, Color::Blue, Color::Magenta, Color::Magenta],
            Palette::HighContrast | Palette::Mono => return None,
        };
        match role {
            Role::Allowed => Some(good),
            Role::Disallowed | Role::Error => Some(bad),
            Role::Lost | Role::Info => Some(quiet),
            Role::Hidden => Some(hidden),
            Role::Warning => Some(warning),
            Role::Text | Role::Dim | Role::Strong | Role::Selected | Role::Key | Role::Focused => None,
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

    fn themed(look: &Look, vars: &[(&str, &str)]) -> Theme {
        let vars: Vec<(String, String)> = vars.iter().map(|(k, v)| ((*k).into(), (*v).into())).collect();
        Theme::new(look, move |name| vars.iter().find(|(k, _)| k == name).map(|(_, v)| v.clone()))
    }

    fn theme(vars: &[(&str, &str)]) -> Theme {
        themed(&Look::default(), vars)
    }

    #[test]
    fn who_asks_for_colours_by_hand_gets_them() {
        let look = Look { palette: Palette::Dark, insist: true, ..Look::default() };
        assert_eq!(themed(&look, &[("NO_COLOR", "1")]).style(Role::Warning).fg, Some(Color::LightYellow));
        let look = Look { palette: Palette::Dark, ..Look::default() };
        assert_eq!(themed(&look, &[("NO_COLOR", "1")]).style(Role::Warning).fg, None);
    }

    #[test]
    fn a_role_gets_the_colour_that_was_chosen_for_it() {
        let look = Look { colours: vec![(Role::Warning, Color::Yellow)], ..Look::default() };
        assert_eq!(themed(&look, &[]).style(Role::Warning).fg, Some(Color::Yellow));
        assert_eq!(themed(&look, &[("NO_COLOR", "1")]).style(Role::Warning).fg, None);
    }

    #[test]
    fn each_palette_tells_a_verdict_from_the_other() {
        for (palette, name) in Palette::ALL {
            assert_eq!(Palette::named(name), Some(palette));
            let theme = themed(&Look { palette, ..Look::default() }, &[]);
            if palette == Palette::Mono {
                // There the words tell.
                continue;
            }
            assert_ne!(theme.verdict(true), theme.verdict(false), "{name}");
            assert_ne!(theme.style(Role::Error), theme.style(Role::Text), "{name}");
        }
    }

    #[test]
    fn high_contrast_is_never_dim() {
        let theme = themed(&Look { palette: Palette::HighContrast, ..Look::default() }, &[]);
        for (role, _) in Role::NAMED {
            let style = theme.style(role);
            assert!(style.fg.is_none() && !style.add_modifier.contains(Modifier::DIM), "{role:?}");
        }
    }

    #[test]
    fn a_flat_screen_has_no_lines() {
        let theme = themed(&Look { flat: true, ..Look::default() }, &[]);
        let Glyphs { horizontal, vertical, tee, branch, corner, .. } = theme.glyphs;
        assert_eq!([horizontal, vertical, tee, branch, corner], [" "; 5]);
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
