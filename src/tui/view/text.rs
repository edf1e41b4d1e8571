//! Putting text on the screen: clipped, never past its place, and nothing in it that a terminal would obey.

use crate::app::field::Field;
use crate::robots::display::{self, Look};
use crate::tui::theme::{Glyphs, Role, Theme};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};
use unicode_segmentation::UnicodeSegmentation as _;
use unicode_width::UnicodeWidthStr as _;

/// Draws into a buffer with a theme.
pub struct Pen<'a> {
    buffer: &'a mut Buffer,
    /// Colours and marks.
    pub theme: &'a Theme,
}

/// One row, filled from the left.
pub struct Row<'a, 'b> {
    pen: &'a mut Pen<'b>,
    x: u16,
    end: u16,
    y: u16,
}

impl<'b> Pen<'b> {
    /// A pen for a buffer.
    pub fn new(buffer: &'b mut Buffer, theme: &'b Theme) -> Self {
        Self { buffer, theme }
    }

    /// The signs.
    pub const fn glyphs(&self) -> Glyphs {
        self.theme.glyphs
    }

    /// The row of a rectangle with this index; none past its end.
    pub fn row(&mut self, area: Rect, index: u16) -> Option<Row<'_, 'b>> {
        (index < area.height && area.width > 0).then(|| Row {
            x: area.x,
            end: area.right(),
            y: area.y + index,
            pen: self,
        })
    }

    /// Gives a whole rectangle a style.
    pub fn style(&mut self, area: Rect, style: Style) {
        self.buffer.set_style(area, style);
    }

    /// Empties a rectangle.
    pub fn clear(&mut self, area: Rect) {
        for y in area.top()..area.bottom() {
            for x in area.left()..area.right() {
                self.buffer[(x, y)].reset();
            }
        }
    }

    /// Puts one sign somewhere.
    pub fn sign(&mut self, x: u16, y: u16, sign: &str, style: Style) {
        // What lay there before leaves nothing behind.
        self.buffer[(x, y)].reset();
        self.buffer.set_stringn(x, y, sign, 1, style);
    }
}

impl Row<'_, '_> {
    /// The signs.
    pub const fn glyphs(&self) -> Glyphs {
        self.pen.theme.glyphs
    }

    /// How a role looks.
    pub fn style(&self, role: Role) -> Style {
        self.pen.theme.style(role)
    }

    /// Columns that are left.
    pub const fn room(&self) -> u16 {
        self.end - self.x
    }

    /// Puts a text as it is; what has no room is cut, with a mark.
    pub fn put(&mut self, text: &str, role: Role) -> &mut Self {
        let style = self.pen.theme.style(role);
        self.put_styled(text, style)
    }

    /// The same with a style.
    pub fn put_styled(&mut self, text: &str, style: Style) -> &mut Self {
        let text = display::visible_str(text);
        let room = usize::from(self.room());
        if text.width() <= room {
            self.x = self.pen.buffer.set_stringn(self.x, self.y, &*text, room, style).0;
        } else if room > 0 {
            let (x, _) = self.pen.buffer.set_stringn(self.x, self.y, &*text, room - 1, style);
            self.pen.buffer.set_stringn(x, self.y, self.pen.theme.glyphs.more, 1, style);
            self.x = self.end;
        }
        self
    }

    /// Puts a text at the right end, where it has room; else leaves it out.
    pub fn put_right(&mut self, text: &str, role: Role) -> &mut Self {
        let width = display::visible_str(text).width() as u16;
        if width < self.room() {
            let x = std::mem::replace(&mut self.x, self.end - width);
            self.put(text, role);
            self.end -= width;
            self.x = x;
        }
        self
    }

    /// Puts a text where it has room; else leaves it out.
    pub fn put_if_room(&mut self, text: &str, role: Role) -> &mut Self {
        if display::visible_str(text).width() <= usize::from(self.room()) {
            self.put(text, role);
        }
        self
    }

    /// Leaves columns empty.
    pub fn skip(&mut self, columns: u16) -> &mut Self {
        self.x = (self.x + columns).min(self.end);
        self
    }

    /// Goes to a column, counted from the left of the screen.
    pub fn to(&mut self, x: u16) -> &mut Self {
        self.x = x.clamp(self.x, self.end);
        self
    }

    /// Where the next text will stand.
    pub const fn position(&self) -> Position {
        Position { x: self.x, y: self.y }
    }

    /// Puts bytes of a file from column `left` on. `style` says how the byte at an offset looks; what is hidden is marked.
    pub fn put_bytes(&mut self, bytes: &[u8], left: usize, style: impl Fn(usize) -> Style) {
        if let Some(cut) = self.put_cells(bytes, left, &style) {
            self.mark_more(cut);
        }
    }

    /// The same without a mark where it is cut: the rest stands elsewhere.
    pub fn put_part(&mut self, bytes: &[u8], left: usize, style: impl Fn(usize) -> Style) {
        self.put_cells(bytes, left, &style);
    }

    /// Puts bytes and gives the style of what had no room, if anything had none.
    fn put_cells(&mut self, bytes: &[u8], left: usize, style: &impl Fn(usize) -> Style) -> Option<Style> {
        let room = usize::from(self.room());
        // No character is longer than four bytes, so nothing past these can be in view.
        let shown = &bytes[..bytes.len().min((left + room + 1) * 4)];
        let hidden = self.pen.theme.style(Role::Hidden);
        let glyphs = self.pen.theme.glyphs;
        let mut cut = None;
        for_each_cell(shown, glyphs, |cell| {
            let style = if cell.hidden { style(cell.at).patch(hidden) } else { style(cell.at) };
            if cell.column >= left {
                if usize::from(self.room()) < cell.width {
                    cut = Some(style);
                    return false;
                }
                self.x = self.pen.buffer.set_stringn(self.x, self.y, cell.sign, cell.width, style).0;
            }
            true
        });
        cut
    }

    fn mark_more(&mut self, style: Style) {
        self.pen.buffer.set_stringn(self.end - 1, self.y, self.pen.theme.glyphs.more, 1, style);
        self.x = self.end;
    }

    /// Puts a field and returns where its cursor stands. The text scrolls so that the cursor is in view; the bytes that are
    /// `lit` are underlined.
    pub fn put_field(&mut self, field: &Field, lit: impl Fn(usize) -> bool) -> Position {
        let before: String = field.text().chars().take(field.cursor()).collect();
        let cursor_column = display::visible_str(&before).width();
        let room = usize::from(self.room()).max(1);
        let left = (cursor_column + 1).saturating_sub(room);
        let start = self.x;
        let style = self.pen.theme.style(Role::Text);
        let underlined = style.add_modifier(Modifier::UNDERLINED);
        self.put_bytes(field.text().as_bytes(), left, |at| if lit(at) { underlined } else { style });
        Position { x: start + (cursor_column - left) as u16, y: self.y }
    }
}

/// A piece of a line that takes columns: one that can be seen, or what stands for one that cannot.
struct Cell<'a> {
    /// The byte that it comes from.
    at: usize,
    /// The column where it begins.
    column: usize,
    /// Columns that it takes.
    width: usize,
    sign: &'a str,
    /// It stands for something that cannot be seen.
    hidden: bool,
}

/// Gives the cells of a line one by one, for as long as the taker says true.
fn for_each_cell(bytes: &[u8], glyphs: Glyphs, mut take: impl FnMut(Cell) -> bool) {
    let text_end = bytes.trim_ascii_end().len();
    let mut column = 0;
    for piece in display::pieces(bytes) {
        let mut at = piece.bytes.start;
        let is_tab = bytes[at] == b'\t';
        let text = if is_tab { glyphs.tab } else { &*piece.text };
        for cluster in text.graphemes(true) {
            // A mark without a letter to stand on is written out.
            let lone = cluster.width() == 0;
            let written =
                if lone { cluster.chars().map(|c| format!("<U+{:04X}>", c as u32)).collect() } else { String::new() };
            let sign = if lone { written.as_str() } else { cluster };
            let trailing = sign == " " && at >= text_end;
            let cell = Cell {
                at,
                column,
                width: sign.width(),
                sign: if trailing { glyphs.space } else { sign },
                hidden: piece.look == Look::Hidden || trailing || lone,
            };
            column += cell.width;
            if !take(cell) {
                return;
            }
            if piece.look == Look::Plain {
                at += cluster.len();
            }
        }
    }
}

/// The columns at which a line is broken so that each of its rows has `width` of them: the first is 0. No more than `most` are
/// given.
pub fn breaks(bytes: &[u8], glyphs: Glyphs, width: u16, most: usize) -> Vec<usize> {
    let mut starts = vec![0];
    for_each_cell(bytes, glyphs, |cell| {
        let start = starts[starts.len() - 1];
        if cell.column + cell.width > start + usize::from(width.max(1)) && cell.column > start {
            starts.push(cell.column);
        }
        starts.len() <= most
    });
    starts.truncate(most.max(1));
    starts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::theme::Palette;

    fn drawn(width: u16, draw: impl FnOnce(&mut Row)) -> String {
        let area = Rect::new(0, 0, width, 1);
        let mut buffer = Buffer::empty(area);
        let theme = Theme::of(Palette::Auto);
        let mut pen = Pen::new(&mut buffer, &theme);
        draw(&mut pen.row(area, 0).expect("a row"));
        (0..width).map(|x| buffer[(x, 0)].symbol().to_owned()).collect()
    }

    #[test]
    fn a_text_without_room_is_cut_with_a_mark() {
        assert_eq!(drawn(5, |row| _ = row.put("abcdefg", Role::Text)), "abcd…");
        assert_eq!(drawn(5, |row| _ = row.put("abcde", Role::Text)), "abcde");
        assert_eq!(drawn(8, |row| _ = row.put_right("xy", Role::Text).put("abcdefg", Role::Text)), "abcde…xy");
    }

    #[test]
    fn a_wrapped_line_is_broken_between_characters() {
        let breaks = |text: &str, width| breaks(text.as_bytes(), Theme::of(Palette::Mono).glyphs, width, 9);
        assert_eq!(breaks("", 5), [0]);
        assert_eq!(breaks("abcde", 5), [0]);
        assert_eq!(breaks("abcdef", 5), [0, 5]);
        assert_eq!(breaks("日本語", 5), [0, 4]);
        assert_eq!(breaks("日本", 1), [0, 2]);
        assert_eq!(breaks(&"x".repeat(1000), 10).len(), 9);
    }

    #[test]
    fn controls_tabs_and_trailing_spaces_are_seen() {
        assert_eq!(drawn(9, |row| row.put_bytes(b"a\x1b\tb  ", 0, |_| Style::new())), "a␛→b··   ");
        assert_eq!(drawn(4, |row| row.put_bytes(b"abcdefgh", 2, |_| Style::new())), "cde…");
    }

    #[test]
    fn marks_stand_on_their_letters() {
        assert_eq!(drawn(6, |row| row.put_bytes("cafe\u{301}/".as_bytes(), 0, |_| Style::new())), "cafe\u{301}/ ");
        assert_eq!(drawn(10, |row| row.put_bytes("\u{301}a".as_bytes(), 0, |_| Style::new())), "<U+0301>a ");
    }

    #[test]
    fn a_field_scrolls_to_its_cursor() {
        assert_eq!(drawn(5, |row| assert_eq!(row.put_field(&Field::new("abcdefg"), |_| false).x, 4)), "defg ");
    }
}
