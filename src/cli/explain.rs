//! `robotui explain`: the long explanations of issues, and the topics with their examples.

use super::{Question, complain, exit, explore, print, report};
use crate::lint::{self, Code};
use crate::load::Network;
use crate::robots::display;
use crate::settings::Settings;
use crate::topics::{self, Topic};
use std::fmt::Write as _;

/// Columns that a text may fill.
const WIDTH: usize = 78;

/// Near names that are offered where nothing has the name that was given.
const OFFERED: usize = 4;

/// Explains what has this name, or lists what there is, and returns the exit code.
pub fn run(name: Option<&str>, open: bool, network: &Network) -> u8 {
    let Some(name) = name else { return print(&list()) };
    match (topics::find(name), lint::find(name)) {
        (Some(topic), _) if open => {
            let visit = explore::Visit { question: &question(topic), settings: &Settings::load(), network };
            explore::show(topic.loaded(), &visit)
        }
        (Some(topic), _) => print(&about_topic(topic)),
        (None, Some(code)) if open => {
            complain(&format!("{} is an issue, and only topics have an example to open.", code.code));
            exit::USAGE
        }
        (None, Some(code)) => print(&about_issue(code)),
        (None, None) => {
            complain(&unknown(name));
            exit::USAGE
        }
    }
}

macro_rules! line {
    // Writing to a String cannot fail.
    ($out:expr, $($text:tt)*) => { _ = writeln!($out, $($text)*) };
}

fn list() -> String {
    let mut out = String::new();
    line!(out, "Topics: what people get wrong, each with an example (--open opens it)\n");
    for topic in topics::ALL {
        line!(out, "  {:<14}  {}", topic.name, topic.summary);
    }
    line!(out, "\nIssues: what robotui finds in a file (E error, W warning, I info)\n");
    let widest = lint::codes().map(|code| code.code.len()).max().unwrap_or(0);
    for code in lint::codes() {
        line!(out, "  {} {:<widest$}  {}", code.severity.letter(), code.code, code.summary);
    }
    out
}

fn about_issue(code: &Code) -> String {
    let mut out = String::new();
    line!(out, "{} ({})\n", code.code, code.severity.word());
    line!(out, "{}\n\n{}", crate::prose::fill(code.summary, WIDTH), headed(&code.body(WIDTH)));
    out
}

/// The text, the file that it speaks about, and what the engine says.
fn about_topic(topic: &Topic) -> String {
    let mut out = String::new();
    line!(out, "{}: {}\n", topic.name, topic.summary);
    line!(out, "{}\n", headed(&topic.body()));
    line!(out, "The file (robotui explain {} --open shows it in the explorer)\n", topic.name);
    for (number, text) in (1..).zip(topic.file.lines()) {
        line!(out, "{}", format!("{number:>4}  {text}").trim_end());
    }
    out + &report::of_verdict(topic.loaded(), &question(topic))
}

fn question(topic: &Topic) -> Question {
    Question { agent: topic.agent.to_owned(), url: Some(topic.url.to_owned()), profile: topic.profile }
}

/// A text with its headings as lines of their own.
fn headed(body: &str) -> String {
    let lines: Vec<&str> = body.lines().map(|line| line.strip_prefix("## ").unwrap_or(line)).collect();
    lines.join("\n")
}

fn unknown(name: &str) -> String {
    let shown = display::visible_str(name);
    match near(name).as_slice() {
        [] => format!("Nothing is called {shown}: robotui explain without a name lists what there is."),
        [only] => format!("Nothing is called {shown}: did you mean {only}?"),
        [rest @ .., last] => format!("Nothing is called {shown}: did you mean {} or {last}?", rest.join(", ")),
    }
}

/// Names that begin with what was given, contain it, or are a few letters away; the nearest first.
fn near(name: &str) -> Vec<&'static str> {
    let name = name.to_ascii_lowercase();
    // Beyond this nothing is near, and the distance need not be found out.
    if name.is_empty() || name.len() > 60 {
        return Vec::new();
    }
    let most = name.chars().count().div_ceil(4);
    let names = topics::ALL.iter().map(|topic| topic.name).chain(lint::codes().map(|code| code.code));
    let mut ranked: Vec<(usize, &str)> = names
        .filter_map(|known| {
            let away = distance(&name, known);
            if known.starts_with(&name) {
                Some((0, known))
            } else if away <= most {
                Some((away, known))
            } else {
                // Two letters stand in many names.
                (name.len() > 2 && known.contains(&name)).then_some((known.len(), known))
            }
        })
        .collect();
    ranked.sort_by_key(|&(away, _)| away);
    ranked.into_iter().map(|(_, known)| known).take(OFFERED).collect()
}

/// The number of letters to change, add or leave out to get from one name to the other.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, c) in one.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, d) in other.iter().enumerate() {
            let changed = diagonal + usize::from(c != *d);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_is_almost_right_is_recognised() {
        assert_eq!(near("precedense"), ["precedence"]);
        assert_eq!(near("AI"), ["ai-tokens"]);
        assert_eq!(near("no-index"), ["noindex"]);
        assert_eq!(near("drops-star")[0], "group-drops-star-rules");
        assert!(near("zzzzzzzz").is_empty() && near("").is_empty() && near(&"a".repeat(1000)).is_empty());
    }

    #[test]
    fn the_distance_of_two_names_counts_letters() {
        assert_eq!((distance("", "abc"), distance("abc", "abc"), distance("kitten", "sitting")), (3, 0, 3));
    }

    #[test]
    fn no_explanation_is_wider_than_a_terminal() {
        for text in lint::codes().map(about_issue).chain(topics::ALL.iter().map(about_topic)) {
            let text: Vec<&str> = text.lines().take_while(|line| !line.starts_with("Agent ")).collect();
            let wide: Vec<&&str> = text.iter().filter(|line| line.chars().count() > WIDTH).collect();
            assert!(wide.is_empty(), "{}: {wide:?}", text[0]);
        }
    }
}
