//! How long texts are written: headings behind `## `, paragraphs with a blank line between them, and lines that keep their
//! breaks because they are indented. What the texts say is left to those who have them.

/// A text as pairs of a heading and what stands below it.
pub(crate) fn sections(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.split("## ").skip(1).map(|section| {
        let (heading, text) = section.split_once('\n').unwrap_or((section, ""));
        (heading.trim(), text.trim_matches('\n'))
    })
}

/// A text whose paragraphs are broken anew into lines of at most `width` characters; a longer word has a line of its own.
/// Paragraphs that are indented keep their lines.
pub(crate) fn fill(text: &str, width: usize) -> String {
    let paragraphs = text.split("\n\n").map(|paragraph| {
        if paragraph.starts_with("  ") {
            return paragraph.to_owned();
        }
        let mut lines = vec![String::new()];
        for word in paragraph.split_whitespace() {
            match lines.last_mut() {
                Some(line) if line.is_empty() => line.push_str(word),
                Some(line) if line.chars().count() + 1 + word.chars().count() <= width => line.extend([" ", word]),
                _ => lines.push(word.to_owned()),
            }
        }
        lines.join("\n")
    });
    paragraphs.collect::<Vec<_>>().join("\n\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_are_filled_and_what_is_indented_stays() {
        let text = "a bc\ndef g\n\n  x\n  y z\n\nmuchtoolong h";
        assert_eq!(fill(text, 6), "a bc\ndef g\n\n  x\n  y z\n\nmuchtoolong\nh");
        assert_eq!(fill(text, usize::MAX), "a bc def g\n\n  x\n  y z\n\nmuchtoolong h");
    }

    #[test]
    fn sections_are_what_stands_below_headings() {
        let found: Vec<_> = sections("## A\nb\n\nc\n\n## D\ne\n").collect();
        assert_eq!(found, [("A", "b\n\nc"), ("D", "e")]);
    }
}
