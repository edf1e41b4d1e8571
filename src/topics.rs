//! What people get wrong about robots.txt: a text for each topic, with a small file that shows the point.
//!
//! Texts and files lie in `assets/topics`. What a text says about its file is what the engine says: the table below holds the
//! verdict, and the tests ask for it. Tables in a text that the program knows itself are made from what it knows.

use crate::answer::{Loaded, Place};
use crate::prose;
use crate::robots::delivery::{Failure, Outcome};
use crate::robots::holding::simulation::{MOMENTS, simulate};
use crate::robots::profile::Basis;
use crate::robots::{LineNo, Meaning, Profile};
use std::fmt::Write as _;

/// The headings of every text, in their order.
pub const HEADINGS: [&str; 4] = ["What people believe", "What is so", "How to see it", "Source"];

/// What the engine says about a topic's file, agent and URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Point {
    /// Allowed, by the rule of this line.
    Allowed(LineNo),
    /// Disallowed, by the rule of this line.
    Disallowed(LineNo),
    /// Allowed, because no rule matches.
    Open,
    /// Nothing: the file of another host, scheme or port rules the URL.
    Elsewhere,
}

/// A topic: a text, and a file with a question about it that shows the point.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Topic {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is about, in a few words.
    pub summary: &'static str,
    /// The text as it is written; [`Topic::body`] is the one to be read.
    text: &'static str,
    /// The file that the text speaks about, that of `https://www.example.com`.
    pub file: &'static str,
    /// What a title calls the file.
    title: &'static str,
    /// Who asks.
    pub agent: &'static str,
    /// For which URL.
    pub url: &'static str,
    /// How the file is read.
    pub profile: &'static Profile,
    /// What the engine says then.
    pub point: Point,
}

macro_rules! topic {
    ($name:literal, $summary:literal, $agent:literal, $url:literal, $profile:ident, $point:expr) => {
        Topic {
            name: $name,
            summary: $summary,
            text: include_str!(concat!("../assets/topics/", $name, ".txt")),
            file: include_str!(concat!("../assets/topics/", $name, ".robots.txt")),
            title: concat!("the example of ", $name, " (https://www.example.com/robots.txt)"),
            agent: $agent,
            url: $url,
            profile: &Profile::$profile,
            point: $point,
        }
    };
}

/// All of them, in the order in which they are listed.
#[rustfmt::skip]
pub const ALL: &[Topic] = &[
    topic!("precedence", "which of the rules that match decides",
        "Googlebot", "/shop/cart.html", RFC9309, Point::Allowed(5)),
    topic!("agents", "which group a crawler follows, and what that hides",
        "Googlebot-Image", "/photos/raw/1.jpg", GOOGLE, Point::Disallowed(11)),
    topic!("groups", "where a group ends",
        "Googlebot", "/", RFC9309, Point::Disallowed(4)),
    topic!("wildcards", "what * and $ do in a pattern, and that nothing else does",
        "Googlebot", "/files/a.pdf?page=2", RFC9309, Point::Open),
    topic!("subdomains", "which hosts, schemes and ports a file rules",
        "Googlebot", "https://images.example.com/a.png", RFC9309, Point::Elsewhere),
    topic!("noindex", "what keeps a page out of search results, and what does not",
        "Googlebot", "/old-offers/lamp", GOOGLE, Point::Disallowed(2)),
    topic!("authorization", "why robots.txt is no lock",
        "ExampleBot", "/export/customers-2024.csv", RFC9309, Point::Disallowed(4)),
    topic!("crawl-delay", "who reads Crawl-delay, and from which group",
        "CCBot", "/cart/", RFC9309, Point::Open),
    topic!("status-codes", "what 404, 403, 429, 503 and redirects mean",
        "Googlebot", "/cart/", RFC9309, Point::Disallowed(3)),
    topic!("outages", "what crawlers do while robots.txt cannot be reached",
        "Googlebot", "/cart/", GOOGLE, Point::Disallowed(3)),
    topic!("caching", "when a change is seen, and how much of a file is read",
        "Googlebot", "/sale/", RFC9309, Point::Disallowed(4)),
    topic!("sitemaps", "whose a Sitemap line is, and what it does not do",
        "ExampleBot", "/drafts/", RFC9309, Point::Disallowed(5)),
    topic!("ai-tokens", "names for training, for search, and for what a person asked",
        "OAI-SearchBot", "/articles/", RFC9309, Point::Open),
    topic!("signals", "Content-Signal, Content-Usage, License: who reads them",
        "GPTBot", "/articles/1", RFC9309, Point::Open),
    topic!("profiles", "the engines that robotui reads a file as",
        "Googlebot", "/old/", RFC9309, Point::Open),
];

/// The topic of this name; case does not matter.
#[must_use]
pub fn find(name: &str) -> Option<&'static Topic> {
    ALL.iter().find(|topic| topic.name.eq_ignore_ascii_case(name))
}

impl Topic {
    /// The text: each of [`HEADINGS`] on a line of its own behind `## `, and paragraphs below, none wider than 78 columns.
    #[must_use]
    pub fn body(&self) -> String {
        let mut body = self.text.trim_end().to_owned();
        for (mark, table) in
            [("{profiles}", profiles as fn() -> String), ("{outcomes}", outcomes), ("{outage}", outage)]
        {
            if body.contains(mark) {
                body = body.replace(mark, table().trim_end());
            }
        }
        body
    }

    /// The file, to be looked at like any other.
    #[must_use]
    pub fn loaded(&self) -> Loaded {
        Loaded::text(Place::Topic(self.title), self.file)
    }
}

/// The profiles, and what each rests on.
fn profiles() -> String {
    let mut out = String::new();
    for profile in Profile::ALL {
        let rests = match profile.basis {
            Basis::Published => "published",
            Basis::Observed => "observed",
        };
        let about = prose::fill(&format!("{} ({rests})", profile.stands_for), 63);
        for (i, line) in about.lines().enumerate() {
            // Writing to a String cannot fail.
            _ = writeln!(out, "  {:<13}{line}", if i == 0 { profile.name } else { "" });
        }
    }
    out
}

/// What the outcomes of a fetch mean: a row for each, a column for the profiles that take all of them alike.
fn outcomes() -> String {
    let rows = [
        ("200", Outcome::Answered(200)),
        ("401, 403", Outcome::Answered(403)),
        ("404, 410", Outcome::Answered(404)),
        ("429", Outcome::Answered(429)),
        ("500, 503", Outcome::Answered(503)),
        ("no answer", Outcome::Failed(Failure::Dns, String::new())),
        ("too many redirects", Outcome::TooManyRedirects),
    ];
    let columns = [&Profile::RFC9309, &Profile::GOOGLE, &Profile::YANDEX, &Profile::FIRST_MATCH];
    let mut out = format!("  {:<20}", "");
    // Writing to a String cannot fail.
    for profile in columns {
        _ = write!(out, "{:<13}", profile.name);
    }
    for (name, outcome) in &rows {
        _ = write!(out, "\n  {name:<20}");
        for profile in columns {
            let meaning = match outcome.meaning(profile) {
                Meaning::Rules => "the rules",
                Meaning::NoFile => "all open",
                Meaning::Unreachable | Meaning::Refused => "all closed",
            };
            _ = write!(out, "{meaning:<13}");
        }
    }
    let out: Vec<&str> = out.lines().map(str::trim_end).collect();
    out.join("\n") + "\n\nbing and substring are as rfc9309."
}

/// What the profiles go by while a 503 goes on: a row for each, two where a copy makes a difference.
fn outage() -> String {
    let mut out = format!("  {:<22}", "");
    // Writing to a String cannot fail.
    for (_, moment) in MOMENTS {
        _ = write!(out, "{moment:<11}");
    }
    for profile in [&Profile::RFC9309, &Profile::GOOGLE, &Profile::YANDEX, &Profile::FIRST_MATCH] {
        let [with, without] = [true, false].map(|copy| {
            let held = simulate(&Outcome::Answered(503), profile, copy);
            held.map(|held| format!("{}{}", held.state.words(), if held.open { "?" } else { "" }))
        });
        let rows = if with == without {
            vec![(profile.name.to_owned(), with)]
        } else {
            vec![(format!("{}, a copy", profile.name), with), (format!("{}, none", profile.name), without)]
        };
        for (name, cells) in rows {
            _ = write!(out, "\n  {name:<22}");
            for cell in cells {
                _ = write!(out, "{cell:<11}");
            }
        }
    }
    let out: Vec<&str> = out.lines().map(str::trim_end).collect();
    out.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::{Judge, Subject};
    use crate::robots::Document;

    #[test]
    fn every_topic_has_all_its_parts_and_fits_a_screen() {
        for topic in ALL {
            let headings: Vec<&str> = prose::sections(topic.text).map(|(heading, _)| heading).collect();
            assert_eq!(headings, HEADINGS, "{}", topic.name);
            assert!(prose::sections(topic.text).all(|(_, text)| !text.is_empty()), "{}", topic.name);
            assert!(!topic.file.is_empty() && !topic.agent.is_empty() && !topic.url.is_empty(), "{}", topic.name);
            assert!(topic.summary.len() <= 60, "{}", topic.name);
            let body = topic.body();
            assert!((15..=35).contains(&body.lines().count()), "{}: {} lines", topic.name, body.lines().count());
            assert!(body.is_ascii() && topic.file.is_ascii() && !body.contains(['{', '}']), "{}", topic.name);
            let wide: Vec<&str> = body.lines().chain(topic.file.lines()).filter(|line| line.len() > 78).collect();
            assert!(wide.is_empty(), "{}: {wide:?}", topic.name);
        }
    }

    #[test]
    fn a_name_is_found_whatever_its_case_and_stands_for_one_topic() {
        for topic in ALL {
            assert_eq!(find(&topic.name.to_uppercase()).map(|found| found.title), Some(topic.title));
            assert!(crate::lint::find(topic.name).is_none(), "{} is an issue as well", topic.name);
        }
        assert!(find("no such topic").is_none());
    }

    /// The numbers that stand behind "line" in a text.
    fn lines_named(text: &str) -> Vec<u32> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let pairs = words.windows(2).filter(|pair| pair[0].eq_ignore_ascii_case("line"));
        pairs.filter_map(|pair| pair[1].trim_end_matches(|c: char| !c.is_ascii_digit()).parse().ok()).collect()
    }

    #[test]
    fn every_line_that_a_text_names_is_there_and_says_something() {
        for topic in ALL {
            let lines: Vec<&str> = topic.file.lines().collect();
            let named = lines_named(topic.text);
            for &line in &named {
                assert!(line >= 1 && line as usize <= lines.len(), "{}: there is no line {line}", topic.name);
            }
            if let Point::Allowed(line) | Point::Disallowed(line) = topic.point {
                assert!(named.contains(&line), "{}: the text does not name line {line}, which decides", topic.name);
            }
        }
        assert_eq!(lines_named("Line 4, that is\nline 5. A line is"), [4, 5]);
    }

    /// What the engine says about a topic's file.
    fn point(topic: &Topic, agent: &str, url: &str, profile: &Profile) -> Point {
        let subject = Subject::new(topic.loaded());
        let answer = Judge::default().answer(&subject, agent, url, profile);
        match (answer.elsewhere, answer.why.decision.line()) {
            (Some(_), _) => Point::Elsewhere,
            (None, Some(line)) if answer.why.decision.allowed => Point::Allowed(line),
            (None, Some(line)) => Point::Disallowed(line),
            (None, None) => {
                assert!(answer.why.decision.allowed, "{}", topic.name);
                Point::Open
            }
        }
    }

    #[test]
    fn the_engine_says_what_the_table_says() {
        for topic in ALL {
            let said = point(topic, topic.agent, topic.url, topic.profile);
            assert_eq!(said, topic.point, "{}", topic.name);
        }
    }

    #[test]
    fn what_a_text_says_beside_its_verdict_is_so() {
        use Point::{Allowed, Disallowed, Open};
        for (name, agent, url, profile, says) in [
            ("precedence", "Googlebot", "/shop/cart", &Profile::RFC9309, Disallowed(4)),
            ("precedence", "Googlebot", "/shop/", &Profile::RFC9309, Allowed(3)),
            ("precedence", "Googlebot", "/about", &Profile::RFC9309, Disallowed(2)),
            ("precedence", "Googlebot", "/shop/cart.html", &Profile::FIRST_MATCH, Disallowed(2)),
            ("agents", "Googlebot-Image", "/search", &Profile::GOOGLE, Open),
            ("agents", "DuckDuckBot", "/search", &Profile::RFC9309, Disallowed(2)),
            ("groups", "SlowBot", "/drafts/", &Profile::RFC9309, Disallowed(10)),
            ("groups", "ExampleBot", "/drafts/", &Profile::RFC9309, Disallowed(10)),
            ("groups", "Googlebot", "/", &Profile::FIRST_MATCH, Open),
            ("wildcards", "Googlebot", "/files/a.pdf", &Profile::RFC9309, Disallowed(2)),
            ("wildcards", "Googlebot", "/printer", &Profile::RFC9309, Disallowed(3)),
            ("wildcards", "Googlebot", "/old/", &Profile::RFC9309, Open),
            ("wildcards", "Googlebot", "/private", &Profile::RFC9309, Open),
            ("subdomains", "Googlebot", "/private/", &Profile::RFC9309, Disallowed(3)),
            ("subdomains", "Googlebot", "/https://images.example.com/", &Profile::RFC9309, Open),
            ("noindex", "Googlebot", "/thanks", &Profile::GOOGLE, Open),
            ("crawl-delay", "Googlebot", "/cart/", &Profile::GOOGLE, Disallowed(3)),
            ("caching", "Googlebot", "/cart/", &Profile::RFC9309, Disallowed(2)),
            ("sitemaps", "Googlebot", "/drafts/", &Profile::RFC9309, Disallowed(5)),
            ("ai-tokens", "GPTBot", "/articles/", &Profile::RFC9309, Disallowed(6)),
            ("ai-tokens", "OAI-SearchBot", "/cart/", &Profile::RFC9309, Disallowed(9)),
            ("signals", "GPTBot", "/cart/", &Profile::RFC9309, Disallowed(4)),
            ("profiles", "Googlebot", "/old/", &Profile::GOOGLE, Disallowed(2)),
            ("profiles", "Googlebot", "/old/", &Profile::BING, Disallowed(2)),
            ("profiles", "Googlebot", "/new/press", &Profile::RFC9309, Allowed(4)),
            ("profiles", "Googlebot", "/new/press", &Profile::FIRST_MATCH, Disallowed(3)),
        ] {
            let topic = find(name).expect("a topic");
            assert_eq!(point(topic, agent, url, profile), says, "{name}: {agent} {url} {}", profile.name);
        }
    }

    #[test]
    fn the_columns_of_outcomes_stand_for_all_profiles() {
        assert_eq!(Profile::BING.outcomes, Profile::RFC9309.outcomes);
        assert_eq!(Profile::SUBSTRING.outcomes, Profile::RFC9309.outcomes);
        assert_eq!(Outcome::Answered(401).meaning(&Profile::GOOGLE), Outcome::Answered(403).meaning(&Profile::GOOGLE));
    }

    #[test]
    fn the_text_on_outages_says_what_its_table_says() {
        let body = find("outages").expect("a topic").body();
        let row = |name: &str| {
            let row = body.lines().find_map(|line| line.trim_start().strip_prefix(name)).unwrap_or_default();
            row.split_whitespace().collect::<Vec<_>>()
        };
        // "fetches nothing for 12 hours; then line 3 is what counts again", "After 30 days it crawls everything if …".
        assert_eq!(row("google, a copy"), ["closed", "copy", "copy", "open?"]);
        assert_eq!(row("google, none"), ["closed", "open", "open", "open?"]);
        // "nothing may be fetched, and also that a copy may be used for longer".
        assert_eq!(row("rfc9309, a copy"), ["closed?", "closed?", "closed?", "copy?"]);
        // "Google takes 429 and a missing answer for the same as a 503".
        for outcome in [Outcome::Answered(429), Outcome::Failed(Failure::Timeout, String::new())] {
            assert_eq!(outcome.meaning(&Profile::GOOGLE), Outcome::Answered(503).meaning(&Profile::GOOGLE));
        }
    }

    #[test]
    fn the_files_are_plain_text_that_ends_a_line() {
        for topic in ALL {
            assert!(topic.file.ends_with('\n') && !topic.file.contains('\r'), "{}", topic.name);
            assert!(Document::parse(topic.file.as_bytes()).lines().len() <= 12, "{}: not small", topic.name);
        }
    }
}
