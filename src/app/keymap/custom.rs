//! What a config file changes in the table of keys. A change that cannot be made is left out and said, and the key of the
//! table stays.

use super::{Action, Binding, Context, Key, Keymap, TABLE};
use std::borrow::Cow;
use std::fmt::Write as _;

/// The keys of an action, as the config file has them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Where: the name of a [`Context`].
    pub context: String,
    /// The name of an [`Action`].
    pub action: String,
    /// Its keys from now on; none takes all away.
    pub keys: Vec<String>,
    /// Where that stands, to be said when something is wrong with it.
    pub place: String,
}

/// The key that leaves whatever else has been changed.
const LEAVE: Key = super::ctrl('c');

/// The table with these changes, and a sentence for each that could not be made or took a key from another action.
#[must_use]
pub fn keymap(changes: &[Change]) -> (Keymap, Vec<String>) {
    let mut bindings = TABLE.to_vec();
    let mut notes = Vec::new();
    let mut made: Vec<usize> = Vec::new();
    for change in changes {
        match make(change, &mut bindings, &made) {
            Ok((at, taken)) => {
                made.push(at);
                notes.extend(taken);
            }
            Err(why) => notes.push(format!("{}: {why}; its keys stay as they are.", change.place)),
        }
    }
    (Keymap { bindings: Cow::Owned(bindings) }, notes)
}

/// Makes one change, and says where and whose keys it took.
fn make(change: &Change, bindings: &mut [Binding], made: &[usize]) -> Result<(usize, Vec<String>), String> {
    let context = Context::ALL.into_iter().find(|context| context.name() == change.context).ok_or_else(|| {
        let names: Vec<&str> = Context::ALL.iter().map(|context| context.name()).collect();
        format!("[keys.{}] is no place for keys: there are {}", change.context, names.join(", "))
    })?;
    let at = bindings
        .iter()
        .position(|b| b.context == context && b.action.name() == change.action)
        .ok_or_else(|| no_action(context, &change.action))?;
    let mut keys: Vec<Key> = Vec::new();
    for text in &change.keys {
        let key: Key = text.parse()?;
        if context.types() && key.typed().is_some() {
            return Err(format!("{key} types a character there: give {} a key with Ctrl or Alt", change.action));
        }
        if key == LEAVE && bindings[at].action != Action::Quit {
            return Err(format!("{key} leaves robotui, always"));
        }
        if !keys.contains(&key) {
            keys.push(key);
        }
    }
    if context == Context::Anywhere && bindings[at].action == Action::Quit && !keys.contains(&LEAVE) {
        keys.push(LEAVE);
    }
    let rival = |b: &Binding| b.keys.iter().find(|key| keys.contains(key)).copied();
    let mut clash = made.iter().filter(|&&other| other != at && bindings[other].context == context);
    if let Some((key, other)) = clash.find_map(|&other| Some((rival(&bindings[other])?, other))) {
        return Err(format!("{key} is already the key of {}", bindings[other].action.name()));
    }
    let mut notes = Vec::new();
    for other in (0..bindings.len()).filter(|&other| other != at && !made.contains(&other)) {
        if bindings[other].context != context {
            continue;
        }
        if let Some(key) = rival(&bindings[other]) {
            bindings[other].keys.to_mut().retain(|key| !keys.contains(key));
            let left = bindings[other].keys.first();
            let left = left.map_or_else(|| "has no key now".to_owned(), |key| format!("is on {key} now"));
            notes.push(format!(
                "{}: {key} was the key of {}, which {left}.",
                change.place,
                bindings[other].action.name()
            ));
        }
    }
    // A key that is looked up in a nearer place first does nothing here.
    if context == Context::Anywhere {
        for nearer in bindings.iter().filter(|b| b.context != context) {
            if let Some(key) = rival(nearer) {
                let place = nearer.context.heading().to_lowercase();
                notes.push(format!("{}: {key} means {} {place}.", change.place, nearer.action.name()));
            }
        }
    }
    bindings[at].keys = Cow::Owned(keys);
    Ok((at, notes))
}

fn no_action(context: Context, name: &str) -> String {
    let elsewhere = TABLE.iter().find(|b| b.action.name() == name);
    match elsewhere {
        Some(other) => {
            format!("{name} has no key in [keys.{}], but in [keys.{}]", context.name(), other.context.name())
        }
        None => format!("there is no action {name}; `robotui paths --example` lists them"),
    }
}

/// The part of an example config file that lists every action with its keys, commented out.
#[must_use]
pub fn example() -> String {
    let mut out = String::new();
    for context in Context::ALL {
        // Writing to a String cannot fail.
        _ = writeln!(out, "\n# {}\n[keys.{}]", context.heading(), context.name());
        for binding in TABLE.iter().filter(|b| b.context == context) {
            let keys: Vec<String> = binding.keys.iter().map(|key| format!("{:?}", key.to_string())).collect();
            _ = writeln!(out, "# {} = [{}]", binding.action.name(), keys.join(", "));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::key::{alt, ch, key};
    use super::*;
    use crossterm::event::KeyCode::F;

    fn change(context: &str, action: &str, keys: &[&str]) -> Change {
        let keys = keys.iter().map(|&key| key.to_owned()).collect();
        Change { context: context.into(), action: action.into(), keys, place: "line 1, column 1".into() }
    }

    fn changed(changes: &[Change]) -> (Keymap, String) {
        let (keymap, notes) = keymap(changes);
        (keymap, notes.join("\n"))
    }

    fn action(keymap: &Keymap, context: Context, key: Key) -> Option<Action> {
        keymap.find(&[context], key).map(|binding| binding.action)
    }

    #[test]
    fn an_action_gets_other_keys() {
        let (keymap, notes) = changed(&[change("panes", "zoom", &["F5", "alt-z"])]);
        assert_eq!(notes, "");
        assert_eq!(action(&keymap, Context::Panes, key(F(5))), Some(Action::Zoom));
        assert_eq!(action(&keymap, Context::Panes, alt('z')), Some(Action::Zoom));
        assert_eq!(action(&keymap, Context::Panes, ch('z')), None);
    }

    #[test]
    fn a_key_that_another_action_had_is_named() {
        let (keymap, notes) = changed(&[change("panes", "zoom", &["y"])]);
        assert_eq!(notes, "line 1, column 1: y was the key of copy, which has no key now.");
        assert_eq!(action(&keymap, Context::Panes, ch('y')), Some(Action::Zoom));
        // Two that change places take nothing from anybody.
        let (keymap, notes) = changed(&[change("panes", "zoom", &["F5"]), change("panes", "copy", &["z"])]);
        assert_eq!(notes, "");
        assert_eq!(action(&keymap, Context::Panes, ch('z')), Some(Action::Copy));
        let (_, notes) = changed(&[change("panes", "zoom", &["j"])]);
        assert_eq!(notes, "line 1, column 1: j was the key of down, which is on Down now.");
    }

    #[test]
    fn one_key_cannot_be_given_twice() {
        let (keymap, notes) = changed(&[change("panes", "zoom", &["F5"]), change("panes", "copy", &["f5"])]);
        assert_eq!(notes, "line 1, column 1: F5 is already the key of zoom; its keys stay as they are.");
        assert_eq!(action(&keymap, Context::Panes, ch('y')), Some(Action::Copy));
    }

    #[test]
    fn letters_stay_letters_where_one_types() {
        for context in ["field", "anywhere", "start"] {
            let name = if context == "field" { "back" } else { "quit" };
            let name = if context == "start" { "demo" } else { name };
            let (_, notes) = changed(&[change(context, name, &["q"])]);
            assert!(notes.contains("q types a character there"), "{notes}");
        }
    }

    #[test]
    fn there_is_always_a_key_that_leaves() {
        let (keymap, notes) = changed(&[change("anywhere", "quit", &["Ctrl-Q"]), change("panes", "quit", &[])]);
        assert_eq!(notes, "");
        assert_eq!(action(&keymap, Context::Anywhere, LEAVE), Some(Action::Quit));
        let (_, notes) = changed(&[change("panes", "zoom", &["Ctrl-C"])]);
        assert!(notes.contains("Ctrl-C leaves robotui, always"), "{notes}");
    }

    #[test]
    fn a_key_that_is_hidden_by_a_nearer_one_is_named() {
        let (_, notes) = changed(&[change("anywhere", "palette", &["F2", "Enter"])]);
        assert!(notes.contains("Enter means use in the panes."), "{notes}");
    }

    #[test]
    fn what_does_not_exist_is_named() {
        let (_, notes) = changed(&[
            change("pane", "zoom", &["F5"]),
            change("panes", "zom", &["F5"]),
            change("field", "zoom", &["F5"]),
            change("panes", "zoom", &["F99"]),
        ]);
        for part in [
            "[keys.pane] is no place for keys: there are anywhere, panes",
            "there is no action zom",
            "zoom has no key in [keys.field], but in [keys.panes]",
            "F99 is no key",
        ] {
            assert!(notes.contains(part), "{part}: {notes}");
        }
    }

    #[test]
    fn the_example_changes_nothing_when_it_is_taken_whole() {
        let changes: Vec<Change> = TABLE
            .iter()
            .map(|b| {
                let keys: Vec<String> = b.keys.iter().map(ToString::to_string).collect();
                let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
                change(b.context.name(), b.action.name(), &keys)
            })
            .collect();
        let (keymap, notes) = changed(&changes);
        assert!(!notes.contains("was the key of") && !notes.contains("stay"), "{notes}");
        for (one, other) in keymap.bindings().iter().zip(TABLE) {
            assert_eq!((one.action, &one.keys), (other.action, &other.keys));
        }
    }
}
