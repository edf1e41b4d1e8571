//! A key as it is pressed, and its name as people and the config file write it.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use std::fmt::{self, Write as _};
use std::str::FromStr;

/// A key as it is pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    code: KeyCode,
    modifiers: KeyModifiers,
}

/// A key without modifiers.
#[must_use]
pub const fn key(code: KeyCode) -> Key {
    Key { code, modifiers: KeyModifiers::NONE }
}

/// A key that types a character.
#[must_use]
pub const fn ch(c: char) -> Key {
    key(KeyCode::Char(c))
}

/// A character with Ctrl.
#[must_use]
pub const fn ctrl(c: char) -> Key {
    Key { code: KeyCode::Char(c), modifiers: KeyModifiers::CONTROL }
}

/// A character with Alt.
#[must_use]
pub const fn alt(c: char) -> Key {
    Key { code: KeyCode::Char(c), modifiers: KeyModifiers::ALT }
}

/// Another key with Ctrl.
#[must_use]
pub const fn ctrl_key(code: KeyCode) -> Key {
    Key { code, modifiers: KeyModifiers::CONTROL }
}

impl From<KeyEvent> for Key {
    fn from(event: KeyEvent) -> Self {
        // Shift is in the character already, and terminals differ in whether they tell of it as well.
        let drop = match event.code {
            KeyCode::Char(_) | KeyCode::BackTab => KeyModifiers::SHIFT,
            _ => KeyModifiers::NONE,
        };
        Self { code: event.code, modifiers: event.modifiers.difference(drop) }
    }
}

impl Key {
    /// The character that it types, where it types one.
    #[must_use]
    pub fn typed(self) -> Option<char> {
        match self.code {
            KeyCode::Char(c) if !self.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) => Some(c),
            _ => None,
        }
    }
}

/// The keys that are known by a name.
const NAMED: [(KeyCode, &str); 16] = [
    (KeyCode::Char(' '), "Space"),
    (KeyCode::BackTab, "Shift-Tab"),
    (KeyCode::Tab, "Tab"),
    (KeyCode::Enter, "Enter"),
    (KeyCode::Esc, "Esc"),
    (KeyCode::Backspace, "Backspace"),
    (KeyCode::Delete, "Del"),
    (KeyCode::Insert, "Insert"),
    (KeyCode::Up, "Up"),
    (KeyCode::Down, "Down"),
    (KeyCode::Left, "Left"),
    (KeyCode::Right, "Right"),
    (KeyCode::Home, "Home"),
    (KeyCode::End, "End"),
    (KeyCode::PageUp, "PgUp"),
    (KeyCode::PageDown, "PgDn"),
];

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (modifier, name) in
            [(KeyModifiers::CONTROL, "Ctrl-"), (KeyModifiers::ALT, "Alt-"), (KeyModifiers::SHIFT, "Shift-")]
        {
            if self.modifiers.contains(modifier) {
                f.write_str(name)?;
            }
        }
        if let Some((_, name)) = NAMED.iter().find(|(code, _)| *code == self.code) {
            return f.write_str(name);
        }
        match self.code {
            KeyCode::Char(c) if self.modifiers.contains(KeyModifiers::CONTROL) => {
                write!(f, "{}", c.to_ascii_uppercase())
            }
            KeyCode::Char(c) => f.write_char(c),
            KeyCode::F(n) => write!(f, "F{n}"),
            code => write!(f, "{code:?}"),
        }
    }
}

impl FromStr for Key {
    type Err = String;

    /// Reads a key as [`fmt::Display`] writes it; the names may be in any case, and `+` may stand for `-`.
    ///
    /// # Errors
    /// A sentence that says how keys are written.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut rest = text;
        let mut modifiers = KeyModifiers::NONE;
        let prefixes = [("ctrl", KeyModifiers::CONTROL), ("alt", KeyModifiers::ALT), ("shift", KeyModifiers::SHIFT)];
        while let Some((after, modifier)) = prefixes.iter().find_map(|(name, modifier)| {
            let (head, tail) = rest.split_at_checked(name.len())?;
            let after = tail.strip_prefix(['-', '+']).filter(|after| !after.is_empty())?;
            head.eq_ignore_ascii_case(name).then_some((after, *modifier))
        }) {
            modifiers |= modifier;
            rest = after;
        }
        let mut chars = rest.chars();
        let code = match (chars.next(), chars.next()) {
            // A terminal sends no case with Ctrl.
            (Some(c), None) if modifiers.contains(KeyModifiers::CONTROL) => KeyCode::Char(c.to_ascii_lowercase()),
            (Some(c), None) if !c.is_control() => KeyCode::Char(c),
            _ => by_name(rest).ok_or_else(|| unknown(text))?,
        };
        // Shift-Tab is a key of its own, and a capital letter says Shift already.
        let shift = modifiers.contains(KeyModifiers::SHIFT);
        match code {
            KeyCode::Tab if shift => {
                Ok(Self { code: KeyCode::BackTab, modifiers: modifiers.difference(KeyModifiers::SHIFT) })
            }
            KeyCode::Char(_) if shift => Err(format!("{text}: a letter with Shift is written as the capital letter")),
            _ => Ok(Self { code, modifiers }),
        }
    }
}

fn by_name(name: &str) -> Option<KeyCode> {
    let number = name.strip_prefix(['F', 'f']).and_then(|number| number.parse().ok());
    match number {
        Some(number @ 1..=24) => Some(KeyCode::F(number)),
        _ => NAMED.iter().find(|(_, known)| known.eq_ignore_ascii_case(name)).map(|(code, _)| *code),
    }
}

fn unknown(text: &str) -> String {
    let names: Vec<&str> = NAMED.iter().map(|(_, name)| *name).collect();
    format!("{text} is no key: write a character, F1 to F24, or {}, with Ctrl- or Alt- in front", names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_named_as_people_name_them() {
        let names: Vec<String> = [ctrl('c'), key(KeyCode::BackTab), ch('?'), key(KeyCode::PageDown), alt('f'), ch(' ')]
            .map(|k| k.to_string())
            .into();
        assert_eq!(names, ["Ctrl-C", "Shift-Tab", "?", "PgDn", "Alt-f", "Space"]);
    }

    #[test]
    fn what_is_written_is_read_again() {
        let all = super::super::TABLE.iter().flat_map(|binding| binding.keys.iter().copied());
        for key in all.chain([ch('-'), ch('+'), ctrl('-'), alt('N'), key(KeyCode::F(24))]) {
            assert_eq!(key.to_string().parse(), Ok(key), "{key}");
        }
    }

    #[test]
    fn names_are_read_in_any_case() {
        assert_eq!("ctrl+P".parse(), Ok(ctrl('p')));
        assert_eq!("pgdn".parse(), Ok(key(KeyCode::PageDown)));
        assert_eq!("shift-tab".parse(), Ok(key(KeyCode::BackTab)));
        assert_eq!("N".parse(), Ok(ch('N')));
    }

    #[test]
    fn what_is_no_key_says_how_keys_are_written() {
        for wrong in ["", "Ctrl-", "F0", "F25", "Hyper-x", "ab", "\u{1b}"] {
            let error = wrong.parse::<Key>().expect_err(wrong);
            assert!(error.contains("is no key: write"), "{error}");
        }
        assert!("Shift-n".parse::<Key>().expect_err("a letter").contains("capital"));
    }
}
