//! The policy of the file in view for the URL in the matcher, as a text to be read.

use crate::answer::policy::statements;
use crate::answer::wishes::{CAUTION, Wishes};
use crate::answer::{Census, Subject};
use crate::robots::{Decision, Profile};
use std::fmt::Write as _;

/// The most lines, and the most remarks, that are read out: a file may have any number, and the report has all of them.
const MOST: usize = 100;

/// The policy, given what each crawler may do. Lines that begin with `## ` are headings.
#[must_use]
pub fn text(subject: &Subject, census: &Census, decisions: &[Decision]) -> String {
    let mut out = String::new();
    // Writing to a String cannot fail.
    for statement in statements(census, decisions) {
        _ = writeln!(out, "{}", statement.sentence());
    }
    out.push('\n');
    let wishes = Wishes::new(subject, census);
    if wishes.signals.lines.is_empty() {
        out += "No line says what may be done with what is fetched (Content-Signal, Content-Usage).";
        return out;
    }
    let reading = subject.reading(&Profile::RFC9309);
    out += "## What may be done with what is fetched\n";
    list(&mut out, wishes.sentences(reading), wishes.signals.lines.len());
    let (contradictions, remarks): (Vec<_>, Vec<_>) = wishes.remarks.iter().partition(|r| r.is_contradiction());
    for (heading, remarks) in [("What contradicts what", contradictions), ("What becomes of it", remarks)] {
        if !remarks.is_empty() {
            _ = writeln!(out, "\n## {heading}");
            list(&mut out, remarks.iter().map(|remark| remark.sentence(reading)), remarks.len());
        }
    }
    _ = write!(out, "\n{CAUTION}");
    out
}

fn list(out: &mut String, sentences: impl Iterator<Item = String>, count: usize) {
    for sentence in sentences.take(MOST) {
        _ = writeln!(out, "{sentence}");
    }
    if count > MOST {
        _ = writeln!(out, "And {} more: `robotui crawlers` prints them all.", count - MOST);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::{Judge, Loaded, Place};
    use crate::robots::Target;

    fn policy(file: &str) -> String {
        let subject = Subject::new(Loaded::text(Place::Paste, file));
        let census = Judge::default().census(&subject);
        text(&subject, &census, &census.judge(&subject, &Target::read("/", None)))
    }

    #[test]
    fn contradictions_stand_before_what_is_only_a_wish() {
        let text = policy(
            "User-agent: *\nContent-Signal: search=yes, ai-train=no\nContent-Usage: search=n\nDisallow: /cart/\n",
        );
        let contradicts = text.find("## What contradicts what\nLines 2 and 3 contradict each other about search");
        let becomes = text.find("## What becomes of it\n");
        assert!(contradicts.is_some() && contradicts < becomes, "{text}");
        assert!(text.ends_with(CAUTION), "{text}");
        assert!(
            policy("").ends_with("No line says what may be done with what is fetched (Content-Signal, Content-Usage).")
        );
    }

    #[test]
    fn a_file_full_of_wishes_is_not_read_out_to_its_end() {
        let text = policy(&format!("User-agent: *\n{}", "Content-Signal: ai-train=no\n".repeat(5_000)));
        assert!(text.lines().count() < 2 * MOST + 30 && text.contains("And 4900 more"), "{text}");
    }
}
