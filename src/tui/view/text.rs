//! Putting text on the screen: clipped, never past its place, and nothing in it that a terminal would obey.

use crate::app::field::Field;
use crate::robots::display::{self, Look};
use crate::tui::theme::{Glyphs, Role, Theme};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};
use std::borrow::Cow;
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

    /// A text as it can be put on this terminal: visible, and in ASCII where it knows no more.
    pub fn shown<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let visible = display::visible_str(text);
        if !self.theme.ascii || visible.is_ascii() {
            return visible;
        }
        Cow::Owned(display::ascii(&visible).into_owned())
    }

    /// Gives a whole rectangle a style.
    pub fn style(&mut self, area: Rect, style: Style) {
        self.buffer.set_style(area, style);
    }

    /// Empties a rectangle.
    pub fn clear(&mut self, area: Rect) {
        for y in area.top()..area.bottom() {
            self.part(area.x, y);
            for x in area.left()..area.right() {
                self.buffer[(x, y)].reset();
            }
        }
    }

    /// Sees to it that nothing wide reaches into a column from the left: half of it would be drawn over what comes there.
    fn part(&mut self, x: u16, y: u16) {
        if let Some(left) = x.checked_sub(1).and_then(|left| self.buffer.cell_mut((left, y)))
            && left.symbol().width() > 1
        {
            left.set_symbol(" ");
        }
    }

    /// Puts one sign somewhere.
    pub fn sign(&mut self, x: u16, y: u16, sign: &str, style: Style) {
        // What lay there before leaves nothing behind.
        self.part(x, y);
        self.buffer[(x, y)].reset();
        self.buffer.set_stringn(x, y, sign, 1, style);
    }
}

impl Row<'_, '_> {
    /// The signs.
    pub const fn glyphs(&self) -> Glyphs {
        self.pen.theme.glyphs
    }

    /// A text as it can be put here.
    pub fn shown<'t>(&self, text: &'t str) -> Cow<'t, str> {
        self.pen.shown(text)
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
        let text = self.pen.shown(text);
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
        let width = self.pen.shown(text).width() as u16;
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
        let theme = self.pen.theme;
        let hidden = theme.style(Role::Hidden);
        let mut cut = None;
        for_each_cell(shown, theme, |cell| {
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

    /// The columns that bytes take in [`Row::put_bytes`].
    pub fn columns(&self, bytes: &[u8]) -> usize {
        let mut columns = 0;
        for_each_cell(bytes, self.pen.theme, |cell| {
            columns += cell.width;
            true
        });
        columns
    }

    fn mark_more(&mut self, style: Style) {
        self.pen.part(self.end - 1, self.y);
        self.pen.buffer.set_stringn(self.end - 1, self.y, self.pen.theme.glyphs.more, 1, style);
        self.x = self.end;
    }

    /// Puts a field and returns where its cursor stands. The text scrolls so that the cursor is in view; the bytes that are
    /// `lit` are underlined.
    pub fn put_field(&mut self, field: &Field, lit: impl Fn(usize) -> bool) -> Position {
        let before: String = field.text().chars().take(field.cursor()).collect();
        let cursor_column = self.columns(before.as_bytes());
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
fn for_each_cell(bytes: &[u8], theme: &Theme, mut take: impl FnMut(Cell) -> bool) {
    let text_end = bytes.trim_ascii_end().len();
    let mut column = 0;
    for piece in display::pieces(bytes) {
        let mut at = piece.bytes.start;
        let is_tab = bytes[at] == b'\t';
        let text = if is_tab { theme.glyphs.tab } else { &*piece.text };
        for cluster in text.graphemes(true) {
            let stand_in = if is_tab { None } else { written(cluster, theme.ascii) };
            let sign = stand_in.as_deref().unwrap_or(cluster);
            let trailing = sign == " " && at >= text_end;
            let cell = Cell {
                at,
                column,
                width: sign.width(),
                sign: if trailing { theme.glyphs.space } else { sign },
                hidden: piece.look == Look::Hidden || trailing || stand_in.is_some(),
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

/// What stands for what a reader sees as one character, where it cannot stand there itself: a mark without a letter to stand on,
/// and what the terminal does not know.
fn written(cluster: &str, ascii: bool) -> Option<String> {
    if cluster.width() == 0 {
        Some(cluster.chars().map(|c| format!("<U+{:04X}>", c as u32)).collect())
    } else if ascii && !cluster.is_ascii() {
        Some(display::ascii(cluster).into_owned())
    } else {
        None
    }
}

/// The columns at which a line is broken so that each of its rows has `width` of them: the first is 0. No more than `most` are
/// given.
pub fn breaks(bytes: &[u8], theme: &Theme, width: u16, most: usize) -> Vec<usize> {
    let mut starts = vec![0];
    for_each_cell(bytes, theme, |cell| {
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
        let breaks = |text: &str, width| breaks(text.as_bytes(), &Theme::of(Palette::Mono), width, 9);
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
    fn what_comes_over_half_of_a_wide_character_takes_the_other_half_away() {
        let area = Rect::new(0, 0, 6, 1);
        let theme = Theme::of(Palette::Auto);
        for over in ["a sign", "a window"] {
            let mut buffer = Buffer::empty(area);
            let mut pen = Pen::new(&mut buffer, &theme);
            pen.row(area, 0).expect("a row").put("a日b", Role::Text);
            if over == "a sign" {
                pen.sign(2, 0, "|", Style::new());
            } else {
                pen.clear(Rect { x: 2, width: 1, ..area });
            }
            assert_eq!(buffer[(1, 0)].symbol(), " ", "{over}");
        }
        let style = |_| Style::new();
        assert_eq!(drawn(5, |row| row.put_bytes("日日日".as_bytes(), 0, style)), "日 日 …");
        assert_eq!(drawn(4, |row| row.put_bytes("日日日".as_bytes(), 0, style)), "日  …");
    }

    #[test]
    fn the_cursor_of_a_field_stands_behind_what_is_drawn_before_it() {
        for (ascii, text, expected) in [
            (false, "日e\u{301}\u{301}x", 4),
            (false, "\u{301}x", 9),
            (false, "a\u{200b}b", 10),
            (true, "caf\u{e9}", 11),
            (true, "日本", 16),
            (true, "\u{1b}x", 3),
        ] {
            let area = Rect::new(0, 0, 40, 1);
            let mut buffer = Buffer::empty(area);
            let mut theme = Theme::of(Palette::Auto);
            theme.ascii = ascii;
            let mut pen = Pen::new(&mut buffer, &theme);
            let mut field = Field::default();
            field.set(text);
            let cursor = pen.row(area, 0).expect("a row").put_field(&field, |_| false);
            assert_eq!(cursor.x, expected, "{text:?}");
            let last = (0..40).rev().find(|&x| buffer[(x, 0)].symbol() != " ").expect("it is drawn");
            let width = buffer[(last, 0)].symbol().width() as u16;
            assert_eq!(last + width, expected, "{text:?}");
            assert!(!ascii || (0..40).all(|x| buffer[(x, 0)].symbol().is_ascii()), "{text:?}");
        }
    }

    #[test]
    fn a_field_scrolls_to_its_cursor() {
        assert_eq!(drawn(5, |row| assert_eq!(row.put_field(&Field::new("abcdefg"), |_| false).x, 4)), "defg ");
    }
}
