//! What a check is, and what is written down about a code. The list of checks itself is in [`super`].

use super::beside::Answer;
use super::facts::Facts;
use super::issue::{Issue, Severity};
use super::reader::Reader;
use crate::prose;
use crate::robots::document::Line;
use crate::robots::{Delivery, LineNo};

/// The headings of every explanation, in their order.
pub const HEADINGS: [&str; 5] = ["What it means", "Example", "Write instead", "Which crawlers", "Source"];

/// A code and what people can read about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code {
    /// Its name. People put it into CI files, so it never changes.
    pub code: &'static str,
    /// How much it matters at worst.
    pub severity: Severity,
    /// One sentence on what it is about.
    pub summary: &'static str,
    /// All there is to say: each of [`HEADINGS`] on a line of its own behind `## `, and text below.
    pub explanation: &'static str,
}

impl Code {
    /// The explanation as pairs of a heading and the text below it.
    pub fn sections(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        prose::sections(self.explanation)
    }

    /// The explanation as it is shown in `width` columns: a line that begins with `## ` is a heading, examples are indented.
    #[must_use]
    pub fn body(&self, width: usize) -> String {
        let shown = self.sections().map(|(heading, text)| {
            let text = match heading {
                "Example" | "Write instead" => example(text, width),
                _ => prose::fill(text, width),
            };
            format!("## {heading}\n{text}")
        });
        shown.collect::<Vec<_>>().join("\n\n")
    }
}

/// A file as it is shown: indented, line by line. Only what has no room, and so is a sentence about a file, is broken.
fn example(text: &str, width: usize) -> String {
    let has_room = |line: &str| line.chars().count() + 2 <= width;
    let broken = |line: &str| if has_room(line) { line.to_owned() } else { prose::fill(line, width.saturating_sub(2)) };
    let lines: Vec<String> = text.lines().map(broken).collect();
    let indented = lines.iter().flat_map(|line| line.split('\n'));
    let indented = indented.map(|line| if line.is_empty() { String::new() } else { format!("  {line}") });
    indented.collect::<Vec<_>>().join("\n")
}

/// A check: the codes that it can find, and how.
#[derive(Clone, Copy)]
pub(super) struct Check {
    /// Mostly one; a few where they are found in one go.
    pub codes: &'static [Code],
    pub run: Run,
}

/// How a check is run. The kind of function says what it needs.
#[derive(Clone, Copy)]
pub(super) enum Run {
    /// Finds out that the file as a whole is no robots.txt. Where one does, lines are not looked at.
    Whole(fn(&Facts) -> Option<Issue>),
    /// Looks at one line, whoever reads it.
    Line(fn(&Facts, LineNo, &Line, &mut Vec<Issue>)),
    /// Looks at the file, whoever reads it.
    File(fn(&Facts, &mut Vec<Issue>)),
    /// Looks at groups and verdicts, once for each kind of reader. What all of them find is one issue.
    Reader(fn(&Reader, &mut Vec<Issue>)),
    /// Looks at how the file was served; not run where that is not known.
    Delivery(fn(&Facts, &Delivery, &mut Vec<Issue>)),
    /// Looks at what several requests for the files of a site brought; run by [`super::compare`] alone.
    Beside(fn(&[Answer], &mut Vec<Issue>)),
}
