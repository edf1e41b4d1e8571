//! A screen as a picture, for the README.

use ratatui::buffer::Buffer;
use ratatui::layout::Position;
use ratatui::style::{Color, Modifier};
use std::fmt::Write as _;

const CELL: (u32, u32) = (9, 18);
const BACKGROUND: &str = "#16181d";
const FOREGROUND: &str = "#d8dade";

/// Draws each run of one look as a text of its own, stretched to its columns so that any monospace font fits.
pub fn svg(buffer: &Buffer, cursor: Option<Position>) -> String {
    let (width, height) = (u32::from(buffer.area.width) * CELL.0, u32::from(buffer.area.height) * CELL.1);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" \
         font-family=\"ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace\" font-size=\"15\">\n\
         <rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"{BACKGROUND}\"/>\n<g transform=\"translate(12 10)\">\n",
        width + 24,
        height + 20
    );
    for y in 0..buffer.area.height {
        let mut x = 0;
        while x < buffer.area.width {
            let start = x;
            let style = buffer[(x, y)].style();
            let mut run = String::new();
            while x < buffer.area.width && buffer[(x, y)].style() == style {
                run.push_str(buffer[(x, y)].symbol());
                x += 1;
            }
            let reversed = style.add_modifier.contains(Modifier::REVERSED);
            let (left, top) = (u32::from(start) * CELL.0, u32::from(y) * CELL.1);
            let columns = u32::from(x - start) * CELL.0;
            if reversed {
                _ = writeln!(
                    out,
                    "<rect x=\"{left}\" y=\"{top}\" width=\"{columns}\" height=\"{}\" fill=\"{FOREGROUND}\"/>",
                    CELL.1
                );
            }
            if run.trim().is_empty() {
                continue;
            }
            let fill = if reversed { BACKGROUND } else { colour(style.fg) };
            let mut attributes = String::new();
            if style.add_modifier.contains(Modifier::BOLD) {
                attributes.push_str(" font-weight=\"bold\"");
            }
            if style.add_modifier.contains(Modifier::DIM) {
                attributes.push_str(" opacity=\"0.55\"");
            }
            if style.add_modifier.contains(Modifier::UNDERLINED) {
                attributes.push_str(" text-decoration=\"underline\"");
            }
            let text = run.replace('&', "&amp;").replace('<', "&lt;").replace(' ', "\u{a0}");
            _ = writeln!(
                out,
                "<text x=\"{left}\" y=\"{}\" textLength=\"{columns}\" lengthAdjust=\"spacingAndGlyphs\" fill=\"{fill}\"{attributes}>{text}</text>",
                top + 14
            );
        }
    }
    if let Some(Position { x, y }) = cursor {
        let (left, top) = (u32::from(x) * CELL.0, u32::from(y) * CELL.1);
        _ = writeln!(out, "<rect x=\"{left}\" y=\"{}\" width=\"2\" height=\"16\" fill=\"#ffb000\"/>", top + 1);
    }
    out.push_str("</g>\n</svg>\n");
    out
}

fn colour(colour: Option<Color>) -> &'static str {
    match colour {
        Some(Color::Green) => "#5fd068",
        Some(Color::Red) => "#f2665c",
        Some(Color::Yellow) => "#e0b341",
        Some(Color::Cyan) => "#4fc3d9",
        Some(Color::Magenta) => "#d08ce0",
        _ => FOREGROUND,
    }
}
