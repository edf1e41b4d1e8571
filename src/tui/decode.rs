//! From the bytes of a terminal to keys and pastes. Sequences are termina's business; pastes are taken out here, so that one
//! that is cut, or a reply that nobody asked for, can never swallow the keys that follow.

use crate::app::mouse::{Deed, Mouse};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Position;
use termina::Parser;
use termina::event::{KeyCode as Code, KeyEventKind, Modifiers, MouseEventKind};

const PASTE: &[u8] = b"\x1b[200~";
/// Ctrl-C.
const LEAVE: u8 = 3;
const PASTE_END: &[u8] = b"\x1b[201~";

/// What was read.
#[derive(Debug, PartialEq, Eq)]
pub enum Input {
    /// A key.
    Key(KeyEvent),
    /// A pasted text.
    Paste(String),
    /// What the mouse did.
    Mouse(Mouse),
}

/// Decodes bytes as they come.
#[derive(Debug, Default)]
pub struct Decoder {
    parser: Parser,
    /// What may be the beginning of a paste's mark.
    held: Vec<u8>,
    paste: Option<Vec<u8>>,
    unsure: bool,
}

impl Decoder {
    /// Takes bytes and gives what they mean.
    pub fn feed(&mut self, bytes: &[u8]) -> Vec<Input> {
        // Pressed alone while a paste does not come to its end, the key that leaves is no part of it.
        if self.is_pasting() && bytes == [LEAVE] {
            let mut out = self.give_up();
            out.extend(self.feed(bytes));
            return out;
        }
        let mut data = std::mem::take(&mut self.held);
        data.extend_from_slice(bytes);
        self.unsure = data.contains(&0x1b) || data.last().is_some_and(|&byte| byte >= 0x80);
        let mut out = Vec::new();
        let mut rest = data.as_slice();
        while !rest.is_empty() {
            rest = if self.paste.is_some() { self.take_paste(rest, &mut out) } else { self.take_keys(rest, &mut out) };
        }
        out
    }

    /// Whether something has begun that more bytes may end.
    pub fn is_waiting(&self) -> bool {
        self.unsure || self.is_pasting()
    }

    /// Whether a paste is under way.
    pub const fn is_pasting(&self) -> bool {
        self.paste.is_some()
    }

    /// No more bytes came: what has begun ends here. A lone ESC is the key; the rest of a sequence is dropped; a paste is what
    /// came of it.
    pub fn give_up(&mut self) -> Vec<Input> {
        let mut out = Vec::new();
        self.unsure = false;
        if let Some(text) = self.paste.take() {
            out.push(Input::Paste(String::from_utf8_lossy(&text).into_owned()));
            return out;
        }
        let held = std::mem::take(&mut self.held);
        self.parser.parse(&held, false);
        self.drain(&mut out);
        self.parser = Parser::default();
        out
    }

    fn take_keys<'a>(&mut self, data: &'a [u8], out: &mut Vec<Input>) -> &'a [u8] {
        if let Some(at) = memchr::memmem::find(data, PASTE) {
            self.parser.parse(&data[..at], false);
            self.drain(out);
            self.paste = Some(Vec::new());
            return &data[at + PASTE.len()..];
        }
        let held = (1..PASTE.len()).rev().find(|&n| data.ends_with(&PASTE[..n])).unwrap_or(0);
        let keys = &data[..data.len() - held];
        self.held = data[keys.len()..].to_vec();
        // The key that leaves ends whatever has begun: no sequence holds it.
        let mut parts = keys.split(|&byte| byte == LEAVE);
        let mut part = parts.next().unwrap_or_default();
        for next in parts {
            self.parser.parse(part, false);
            self.drain(out);
            self.parser = Parser::default();
            self.parser.parse(&[LEAVE], false);
            part = next;
        }
        self.parser.parse(part, true);
        self.drain(out);
        &[]
    }

    fn take_paste<'a>(&mut self, data: &'a [u8], out: &mut Vec<Input>) -> &'a [u8] {
        let text = self.paste.get_or_insert_default();
        // The mark may have begun in what came before.
        let from = text.len().saturating_sub(PASTE_END.len() - 1);
        let before = text.len();
        text.extend_from_slice(data);
        let Some(at) = memchr::memmem::find(&text[from..], PASTE_END).map(|at| from + at) else { return &[] };
        let used = at + PASTE_END.len() - before;
        text.truncate(at);
        out.push(Input::Paste(String::from_utf8_lossy(text).into_owned()));
        self.paste = None;
        &data[used..]
    }

    fn drain(&mut self, out: &mut Vec<Input>) {
        while let Some(event) = self.parser.pop() {
            match event {
                termina::Event::Key(key) if key.kind != KeyEventKind::Release => {
                    out.extend(key_event(key).map(Input::Key));
                }
                termina::Event::Paste(text) => out.push(Input::Paste(text)),
                termina::Event::Mouse(mouse) => out.extend(mouse_event(mouse).map(Input::Mouse)),
                // Replies to what nobody asked.
                _ => {}
            }
        }
    }
}

/// The same key as the state knows it; none for keys that it does not know.
fn key_event(key: termina::event::KeyEvent) -> Option<KeyEvent> {
    let code = match key.code {
        Code::Char(c) => KeyCode::Char(c),
        Code::Enter => KeyCode::Enter,
        Code::Backspace => KeyCode::Backspace,
        Code::Tab => KeyCode::Tab,
        Code::BackTab => KeyCode::BackTab,
        Code::Escape => KeyCode::Esc,
        Code::Left => KeyCode::Left,
        Code::Right => KeyCode::Right,
        Code::Up => KeyCode::Up,
        Code::Down => KeyCode::Down,
        Code::Home => KeyCode::Home,
        Code::End => KeyCode::End,
        Code::PageUp => KeyCode::PageUp,
        Code::PageDown => KeyCode::PageDown,
        Code::Insert => KeyCode::Insert,
        Code::Delete => KeyCode::Delete,
        Code::Function(n) => KeyCode::F(n),
        _ => return None,
    };
    let mut modifiers = KeyModifiers::NONE;
    for (theirs, ours) in [
        (Modifiers::SHIFT, KeyModifiers::SHIFT),
        (Modifiers::ALT, KeyModifiers::ALT),
        (Modifiers::CONTROL, KeyModifiers::CONTROL),
    ] {
        if key.modifiers.contains(theirs) {
            modifiers |= ours;
        }
    }
    Some(KeyEvent::new(code, modifiers))
}

/// What the mouse did, where that means something.
fn mouse_event(mouse: termina::event::MouseEvent) -> Option<Mouse> {
    let deed = match mouse.kind {
        MouseEventKind::Down(_) => Deed::Click,
        MouseEventKind::ScrollUp => Deed::WheelUp,
        MouseEventKind::ScrollDown => Deed::WheelDown,
        _ => return None,
    };
    Some(Mouse { deed, at: Position::new(mouse.column, mouse.row) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(inputs: &[Input]) -> String {
        let name = |input: &Input| match input {
            Input::Key(key) => crate::app::keymap::Key::from(*key).to_string(),
            Input::Paste(text) => format!("paste({text})"),
            Input::Mouse(Mouse { deed, at }) => format!("{deed:?}({},{})", at.x, at.y),
        };
        inputs.iter().map(name).collect::<Vec<_>>().join(" ")
    }

    fn fed(bytes: &[u8]) -> String {
        let mut decoder = Decoder::default();
        let mut inputs = decoder.feed(bytes);
        inputs.extend(decoder.give_up());
        names(&inputs)
    }

    #[test]
    fn keys_and_sequences() {
        assert_eq!(
            fed(b"a\x1b[A\x1b[5~\x1bOP\x1b[Z\x03\x1bf\x7f\r\t"),
            "a Up PgUp F1 Shift-Tab Ctrl-C Alt-f Backspace Enter Tab"
        );
        assert_eq!(fed("é😀".as_bytes()), "é 😀");
        assert_eq!(fed(b"\x1b"), "Esc");
    }

    #[test]
    fn what_the_mouse_does() {
        assert_eq!(
            fed(b"\x1b[<0;5;7M\x1b[<0;5;7m\x1b[<64;1;1M\x1b[<65;80;24M"),
            "Click(4,6) WheelUp(0,0) WheelDown(79,23)"
        );
    }

    #[test]
    fn more_than_a_kilobyte_at_once_is_read_to_its_end() {
        assert_eq!(Decoder::default().feed(&[b'b'; 5000]).len(), 5000);
    }

    #[test]
    fn a_reply_that_nobody_asked_for_swallows_nothing() {
        for reply in [
            "\x1b[?2026;2$y",
            "\x1b[?997;1n",
            "\x1b[?1;2c",
            "\x1b[9;9R",
            "\x1b[?0u",
            "\x1b]11;rgb:0000/0000/0000\x1b\\",
        ] {
            let mut decoder = Decoder::default();
            let mut inputs = decoder.feed(reply.as_bytes());
            inputs.extend(decoder.give_up());
            inputs.extend(decoder.feed(b"x\x03"));
            assert!(names(&inputs).ends_with("x Ctrl-C"), "{reply:?}: {}", names(&inputs));
        }
        for cut in ["\x1b[<", "\x1b[?", "\x1b[", "\x1b]", "\x1bP"] {
            let mut decoder = Decoder::default();
            decoder.feed(cut.as_bytes());
            assert!(decoder.is_waiting());
            assert_eq!(names(&decoder.feed(b"\x03")), "Ctrl-C", "{cut:?}");
            decoder.feed(cut.as_bytes());
            decoder.give_up();
            assert_eq!(names(&decoder.feed(b"x")), "x", "{cut:?}");
        }
    }

    #[test]
    fn what_comes_with_a_reply_is_not_held_back() {
        assert_eq!(names(&Decoder::default().feed(b"\x1b[?1;2cabc")), "a b c");
    }

    #[test]
    fn a_paste_is_one_event_however_it_is_cut() {
        let bytes = b"x\x1b[200~one\x1b[2\ntwo\x1b[201~y";
        for cut in 1..bytes.len() {
            let mut decoder = Decoder::default();
            let mut inputs = decoder.feed(&bytes[..cut]);
            inputs.extend(decoder.feed(&bytes[cut..]));
            assert_eq!(names(&inputs), "x paste(one\x1b[2\ntwo) y", "cut at {cut}");
        }
    }

    #[test]
    fn a_paste_without_its_end_is_what_came_of_it() {
        let mut decoder = Decoder::default();
        assert!(decoder.feed(b"\x1b[200~abc").is_empty());
        assert!(decoder.is_pasting());
        assert_eq!(names(&decoder.feed(b"\x03")), "paste(abc) Ctrl-C");
        decoder.feed(b"\x1b[200~abc");
        assert_eq!(names(&decoder.give_up()), "paste(abc)");
        assert_eq!(names(&decoder.feed(b"\x03")), "Ctrl-C");
    }

    proptest::proptest! {
        #[test]
        fn after_any_bytes_keys_are_heard_again(bytes: Vec<u8>) {
            let mut decoder = Decoder::default();
            decoder.feed(&bytes);
            decoder.give_up();
            proptest::prop_assert_eq!(names(&decoder.feed(b"\x03")), "Ctrl-C");
        }
    }
}
