//! What a person has settled for good: the config file.
//!
//! Only the explorer and the report hear it: what a pipeline asks is answered the same on every machine.

use crate::robots::{Profile, display};
use etcetera::BaseStrategy as _;
use etcetera::base_strategy::Xdg;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use toml::Spanned;

#[cfg(feature = "tui")]
use crate::app::Preferences;
#[cfg(feature = "tui")]
use crate::app::keymap::custom;
#[cfg(feature = "tui")]
use crate::tui::theme::{Look, Palette, Role};

/// Where the config file may stand; none where there is no home directory.
#[must_use]
pub fn config_file() -> Option<PathBuf> {
    Some(Xdg::new().ok()?.config_dir().join("robotui").join("config.toml"))
}

/// What the config file settles.
#[derive(Debug, Default)]
pub struct Settings {
    /// Who asks, where nobody else is named.
    pub agent: Option<String>,
    /// How files are read, where nothing else is said.
    pub profile: Option<&'static Profile>,
    /// Colours and marks.
    #[cfg(feature = "tui")]
    pub look: Look,
    /// Keys and ways of the explorer.
    #[cfg(feature = "tui")]
    pub preferences: Preferences,
    /// A sentence for each thing that is wrong with it.
    pub notes: Vec<String>,
}

/// The most bytes of a config file.
const MAX_BYTES: u64 = 1024 * 1024;

/// The config file as it is written.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Written {
    agent: Option<String>,
    profile: Option<Spanned<String>>,
    theme: Option<Spanned<String>>,
    flat: bool,
    mouse: bool,
    wrap: bool,
    colors: BTreeMap<Spanned<String>, Spanned<String>>,
    keys: BTreeMap<String, BTreeMap<Spanned<String>, Keys>>,
}

/// One key, or several.
#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "expected a key or a list of keys, such as \"z\" or [\"z\", \"F5\"]")]
#[cfg_attr(not(feature = "tui"), allow(dead_code, reason = "read, so that a config file for both is right"))]
enum Keys {
    One(String),
    Several(Vec<String>),
}

impl Settings {
    /// Reads the config file where there is one. What is wrong with it is in the notes.
    #[must_use]
    pub fn load() -> Self {
        let Some(path) = config_file() else { return Self::default() };
        match read(&path) {
            Ok(Some(text)) => Self::parse(&text, &shown(&path)),
            Ok(None) => Self::default(),
            Err(e) => Self { notes: vec![format!("{}: {e}; the defaults hold.", shown(&path))], ..Self::default() },
        }
    }

    /// Reads the text of a config file called `name`.
    #[must_use]
    pub fn parse(text: &str, name: &str) -> Self {
        let place = |offset: usize| {
            let (line, column) = line_and_column(text, offset);
            format!("{name}, line {line}, column {column}")
        };
        let written: Written = match toml::from_str(text) {
            Ok(written) => written,
            Err(e) => {
                let place = e.span().map_or_else(|| name.to_owned(), |span| place(span.start));
                let why = display::visible_str(e.message()).replace('\n', " ");
                return Self { notes: vec![format!("{place}: {why}; the defaults hold.")], ..Self::default() };
            }
        };
        let mut notes = Vec::new();
        let mut settings = Self { agent: written.agent, ..Self::default() };
        if let Some(profile) = written.profile {
            settings.profile = Profile::named(profile.get_ref());
            if settings.profile.is_none() {
                let names: Vec<&str> = Profile::ALL.iter().map(|profile| profile.name).collect();
                notes.push(unknown(&place(profile.span().start), "profile", profile.get_ref(), &names));
            }
        }
        #[cfg(feature = "tui")]
        {
            settings.look.flat = written.flat;
            let Written { flat, wrap, mouse, .. } = written;
            settings.preferences = Preferences { flat, wrap, mouse, ..Preferences::default() };
            settings.paint(written.theme, written.colors, &place, &mut notes);
            settings.bind(written.keys, &place, &mut notes);
        }
        settings.notes = notes;
        settings
    }

    #[cfg(feature = "tui")]
    fn paint(
        &mut self,
        theme: Option<Spanned<String>>,
        colors: BTreeMap<Spanned<String>, Spanned<String>>,
        place: &impl Fn(usize) -> String,
        notes: &mut Vec<String>,
    ) {
        if let Some(theme) = theme {
            if let Some(palette) = Palette::named(theme.get_ref()) {
                self.look.palette = palette;
            } else {
                let names: Vec<&str> = Palette::ALL.iter().map(|(_, name)| *name).collect();
                notes.push(unknown(&place(theme.span().start), "theme", theme.get_ref(), &names));
            }
        }
        for (name, colour) in colors {
            let role = Role::NAMED.into_iter().find(|(_, known)| known == name.get_ref());
            match (role, colour.get_ref().parse()) {
                (Some((role, _)), Ok(colour)) => self.look.colours.push((role, colour)),
                (None, _) => {
                    let names: Vec<&str> = Role::NAMED.iter().map(|(_, name)| *name).collect();
                    notes.push(unknown(&place(name.span().start), "role", name.get_ref(), &names));
                }
                (_, Err(_)) => {
                    let names = ["red", "light-red", "blue", "gray", "reset"];
                    notes.push(unknown(&place(colour.span().start), "colour", colour.get_ref(), &names));
                }
            }
        }
    }

    #[cfg(feature = "tui")]
    fn bind(
        &mut self,
        keys: BTreeMap<String, BTreeMap<Spanned<String>, Keys>>,
        place: &impl Fn(usize) -> String,
        notes: &mut Vec<String>,
    ) {
        let mut changes = Vec::new();
        for (context, actions) in keys {
            for (action, keys) in actions {
                let keys = match keys {
                    Keys::One(key) => vec![key],
                    Keys::Several(keys) => keys,
                };
                let at = action.span().start;
                changes.push((at, context.clone(), action.into_inner(), keys));
            }
        }
        // In the order of the file, so that what comes later is what is said to be wrong.
        changes.sort_by_key(|(at, ..)| *at);
        let changes: Vec<custom::Change> = changes
            .into_iter()
            .map(|(at, context, action, keys)| custom::Change { context, action, keys, place: place(at) })
            .collect();
        if changes.is_empty() {
            return;
        }
        let (keymap, more) = custom::keymap(&changes);
        self.preferences.keys = keymap;
        notes.extend(more.iter().map(|note| display::visible_str(note).into_owned()));
    }
}

/// A path as it can be shown.
#[must_use]
pub fn shown(path: &Path) -> String {
    display::visible_str(&path.to_string_lossy()).into_owned()
}

fn unknown(place: &str, what: &str, name: &str, names: &[&str]) -> String {
    format!("{place}: there is no {what} {}; choose from {}.", display::visible_str(name), names.join(", "))
}

/// The text of a config file; none where there is no such file.
fn read(path: &Path) -> Result<Option<String>, String> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(e) if matches!(e.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => return Ok(None),
        Err(e) => return Err(e.to_string()),
    };
    if !file.metadata().is_ok_and(|meta| meta.is_file()) {
        return Err("it is no file".to_owned());
    }
    let mut bytes = Vec::new();
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(|e| e.to_string())?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err("it is larger than 1 MiB".to_owned());
    }
    String::from_utf8(bytes).map(Some).map_err(|e| {
        let (line, column) = line_and_column_of(e.as_bytes(), e.utf8_error().valid_up_to());
        format!("line {line}, column {column}: it is not UTF-8")
    })
}

/// The line and the column, both counted from 1, the column in characters.
fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    line_and_column_of(text.as_bytes(), offset)
}

fn line_and_column_of(bytes: &[u8], offset: usize) -> (usize, usize) {
    let before = &bytes[..offset.min(bytes.len())];
    let line = memchr::memchr_iter(b'\n', before).count() + 1;
    let start = memchr::memrchr(b'\n', before).map_or(0, |at| at + 1);
    (line, String::from_utf8_lossy(&before[start..]).chars().count() + 1)
}

/// A config file that says what holds without one: every setting with its default, commented out.
#[must_use]
pub fn example() -> String {
    #[cfg(feature = "tui")]
    let keys = custom::example();
    #[cfg(not(feature = "tui"))]
    let keys = String::new();
    [include_str!("../assets/config.head.toml"), &keys].concat()
}

#[cfg(all(test, feature = "tui"))]
mod tests {
    use super::*;
    use crate::app::action::Action;
    use crate::app::keymap::Context;
    use ratatui::style::Color;

    fn notes(text: &str) -> String {
        Settings::parse(text, "config.toml").notes.join("\n")
    }

    #[test]
    fn everything_can_be_settled() {
        let settings = Settings::parse(
            "agent = \"GPTBot\"\nprofile = \"google\"\ntheme = \"light\"\nflat = true\nmouse = true\nwrap = true\n\
             [colors]\nwarning = \"yellow\"\n[keys.panes]\nzoom = \"F5\"\ncopy = [\"c\", \"F6\"]\n",
            "config.toml",
        );
        assert_eq!(settings.notes, [""; 0]);
        assert_eq!(settings.agent.as_deref(), Some("GPTBot"));
        assert_eq!(settings.profile.map(|profile| profile.name), Some("google"));
        assert!(settings.look.flat && settings.preferences.mouse && settings.preferences.wrap);
        assert_eq!(settings.look.palette, Palette::Light);
        assert_eq!(settings.look.colours, [(Role::Warning, Color::Yellow)]);
        assert_eq!(settings.preferences.keys.name_of(&[Context::Panes], Action::Zoom), "F5");
    }

    #[test]
    fn what_is_wrong_is_named_with_line_and_column() {
        assert!(notes("agent = \"x\"\nthme = \"dark\"\n").starts_with("config.toml, line 2, column 1: unknown field"));
        assert!(notes("theme = \"dark\n").starts_with("config.toml, line 1, column "));
        assert_eq!(
            notes("\n  theme = \"drak\"\n"),
            "config.toml, line 2, column 11: there is no theme drak; choose from auto, dark, light, high-contrast, mono."
        );
        assert!(notes("profile = \"gogle\"").starts_with("config.toml, line 1, column 11: there is no profile gogle"));
        assert!(notes("[colors]\nwarnings = \"red\"").starts_with("config.toml, line 2, column 1: there is no role"));
        assert!(notes("[colors]\nwarning = \"rot\"").starts_with("config.toml, line 2, column 11: there is no colour"));
        assert!(notes("[keys.panes]\nzoom = \"F99\"").starts_with("config.toml, line 2, column 1: F99 is no key"));
        assert!(notes("[keys.panes]\nzoom = 5").contains("expected a key or a list of keys"));
        assert!(notes("mouse = \"yes\"").starts_with("config.toml, line 1, column 9: "));
    }

    #[test]
    fn a_note_holds_nothing_that_a_terminal_obeys() {
        let notes = notes("theme = \"a\\u001b[2Jb\"\n[keys.panes]\n\"x\\u202e\" = \"F5\"\n");
        assert!(!notes.contains(|c: char| c.is_control() && c != '\n' || c == '\u{202e}'), "{notes:?}");
    }

    #[test]
    fn the_example_settles_what_holds_anyway() {
        let example = example();
        assert_eq!(notes(&example), "");
        // And so it does where every line is in force.
        let whole: String = example
            .lines()
            .map(|line| match line.strip_prefix("# ") {
                Some(setting) if setting.contains(" = ") => setting,
                _ => line,
            })
            .map(|line| format!("{line}\n"))
            .collect();
        let settings = Settings::parse(&whole, "config.toml");
        let lost: Vec<&String> = settings.notes.iter().filter(|note| !note.contains(" means ")).collect();
        assert!(lost.is_empty(), "{lost:?}");
        assert_eq!(settings.look, Look { colours: settings.look.colours.clone(), ..Look::default() });
    }
}
