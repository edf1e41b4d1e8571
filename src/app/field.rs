//! A field of one line. Editing is ratatui-textarea's; this keeps the text one line.

use super::action::Edit;
use ratatui_textarea::{CursorMove, TextArea};

/// A text field of one line.
#[derive(Clone, Debug)]
pub struct Field {
    area: TextArea<'static>,
}

impl Default for Field {
    fn default() -> Self {
        Self::new("")
    }
}

impl Field {
    /// A field that holds `text`, with the cursor at its end.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let mut area = TextArea::new(vec![one_line(text)]);
        area.move_cursor(CursorMove::End);
        Self { area }
    }

    /// What it holds.
    #[must_use]
    pub fn text(&self) -> &str {
        self.area.lines().first().map_or("", String::as_str)
    }

    /// The position of the cursor, in characters.
    #[must_use]
    pub fn cursor(&self) -> usize {
        self.area.cursor().1
    }

    /// Replaces the text. Can be undone.
    pub fn set(&mut self, text: &str) {
        if self.text() != text {
            self.area.clear();
            self.area.insert_str(one_line(text));
        }
    }

    /// Inserts a character at the cursor.
    pub fn insert(&mut self, c: char) {
        if !c.is_control() {
            self.area.insert_char(c);
        }
    }

    /// Inserts a text at the cursor, without its line ends.
    pub fn insert_str(&mut self, text: &str) {
        self.area.insert_str(one_line(text));
    }

    /// Edits it. Says whether the text changed.
    pub fn edit(&mut self, edit: Edit) -> bool {
        let to = |area: &mut TextArea<'static>, to: CursorMove| {
            area.move_cursor(to);
            false
        };
        let area = &mut self.area;
        match edit {
            Edit::Left => to(area, CursorMove::Back),
            Edit::Right => to(area, CursorMove::Forward),
            Edit::WordLeft => to(area, CursorMove::WordBack),
            Edit::WordRight => to(area, CursorMove::WordForward),
            Edit::Start => to(area, CursorMove::Head),
            Edit::End => to(area, CursorMove::End),
            Edit::Backspace => area.delete_char(),
            Edit::Delete => area.delete_next_char(),
            Edit::DeleteWord => area.delete_word(),
            // At the start of a line this would join it with the one before: there is none.
            Edit::DeleteToStart => area.delete_line_by_head(),
            Edit::DeleteToEnd => area.delete_line_by_end(),
            Edit::Undo => area.undo(),
        }
    }
}

fn one_line(text: &str) -> String {
    text.trim_matches(['\r', '\n']).replace(['\r', '\n'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_stays_one_line_whatever_is_put_into_it() {
        let mut field = Field::new("a");
        field.insert_str("b\r\nc\n");
        field.insert('\n');
        assert_eq!(field.text(), "ab  c");
        field.edit(Edit::Start);
        field.edit(Edit::DeleteToStart);
        field.edit(Edit::Backspace);
        assert_eq!(field.text(), "ab  c");
        field.edit(Edit::DeleteToEnd);
        field.edit(Edit::DeleteToEnd);
        assert_eq!(field.text(), "");
    }

    #[test]
    fn setting_a_text_can_be_undone() {
        let mut field = Field::new("/a");
        field.set("/b");
        assert_eq!((field.text(), field.cursor()), ("/b", 2));
        field.edit(Edit::Undo);
        field.edit(Edit::Undo);
        assert_eq!(field.text(), "/a");
    }
}
