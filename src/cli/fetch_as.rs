//! `robotui fetch-as`: one file under several names, and what differs.

use super::output::Output;
use super::{complain, exit, trouble};
use crate::answer::askers::{Asker, Difference, News, alike, finding, relation, usual};
use crate::answer::origins::Seen;
use crate::fetch::{Courier, Site};
use crate::lint::Issue;
use crate::load::Network;
use crate::robots::delivery::Outcome;
use crate::robots::{Origin, display};
use serde::Serialize;
use std::sync::{Mutex, mpsc};

/// Which file to ask for.
#[derive(Clone, Debug, clap::Args)]
pub struct FetchAs {
    /// A site or URL
    site: String,
    /// The same as one JSON object
    #[arg(long)]
    json: bool,
}

/// Asks under each name, prints what came of it and returns the exit code.
pub fn run(fetch_as: &FetchAs, network: &Network) -> u8 {
    let read = Site::read(&fetch_as.site).map(|site| (Origin::of(site.url().as_str()), site));
    let (origin, site) = match read {
        Ok((Some(origin), site)) => (origin, site),
        Ok((None, _)) => return exit::USAGE,
        Err(why) => {
            complain(&format!("This is no site: {why}."));
            return exit::USAGE;
        }
    };
    if network.offline {
        complain("Nobody is asked: this is --offline.");
        return exit::UNREADABLE;
    }
    let askers = usual();
    let (sender, receiver) = mpsc::channel();
    let sender = Mutex::new(sender);
    let mut courier = Courier::new();
    network.ask_as(&mut courier, &site, askers.to_vec(), move |news| {
        if let Ok(sender) = sender.lock() {
            _ = sender.send(news);
        }
    });
    let mut seen: [Option<Box<Seen>>; 4] = Default::default();
    let mut difference = None;
    // Ends when nobody is left who could tell.
    for news in receiver {
        match news {
            News::Answer(at, answer) => {
                if let Some(place) = seen.get_mut(at) {
                    *place = Some(answer);
                }
            }
            News::Difference(found) => difference = Some(found),
        }
    }
    let answers: Vec<(&Asker, &Seen)> =
        askers.iter().zip(&seen).filter_map(|(a, s)| Some((a, s.as_deref()?))).collect();
    let finding = finding(&origin, &answers);
    let mut out = Output::new();
    if fetch_as.json {
        out.json(&Report::new(site.url().as_str(), &answers, finding.as_ref(), difference.as_ref()));
    } else {
        for line in text(&answers, finding.as_ref(), difference.as_ref()) {
            if !out.line(&line) {
                break;
            }
        }
    }
    let answered = answers.iter().any(|(_, seen)| !matches!(seen.outcome, Outcome::Failed(..)));
    out.end(match (answered, finding) {
        (false, _) => exit::UNREADABLE,
        (true, Some(_)) => exit::NO,
        (true, None) => exit::FINE,
    })
}

fn text(answers: &[(&Asker, &Seen)], finding: Option<&Issue>, difference: Option<&Difference>) -> Vec<String> {
    let mut lines = vec![format!("{:<10}  {:>9}  {:>8}  File", "Asked as", "Answer", "Bytes")];
    for (at, (asker, seen)) in answers.iter().enumerate() {
        let status = match seen.outcome {
            Outcome::Failed(..) => "none".to_owned(),
            _ => seen.status.map_or_else(|| "none".to_owned(), |status| status.to_string()),
        };
        let size = seen.file.map_or_else(String::new, |file| file.size.to_string());
        let file = if at == 0 { "" } else { relation(seen, answers[0].1) };
        lines.push(format!("{:<10}  {status:>9}  {size:>8}  {file}", asker.name).trim_end().to_owned());
        let redirect = seen.led_to.as_deref();
        lines.extend(redirect.map(|to| format!("    redirected to {}", display::visible_str(to))));
        if !matches!(seen.outcome, Outcome::Answered(_)) {
            lines.push(format!("    {}", trouble(&seen.outcome)));
        }
    }
    lines.push(String::new());
    lines.push(match finding {
        Some(issue) => format!("{} {}: {}", issue.severity.letter(), issue.code, issue.message),
        None => alike(answers),
    });
    lines.push(CAUTION.to_owned());
    if let Some(difference) = difference {
        lines.push(format!("\n--- for {}\n+++ for {}", difference.one, difference.other));
        lines.extend(difference.lines.iter().cloned());
        lines.extend(difference.more.then(|| "and so on".to_owned()));
    }
    lines
}

/// Said below every comparison.
const CAUTION: &str =
    "A real crawler comes from its own addresses: a server that looks at these may treat it otherwise.";

#[derive(Serialize)]
struct Report<'a> {
    url: &'a str,
    answers: Vec<Entry<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'static str>,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    difference: Option<Compared<'a>>,
}

#[derive(Serialize)]
struct Entry<'a> {
    asker: &'static str,
    /// None for robotui's own.
    user_agent: Option<&'a str>,
    outcome: &'static str,
    status: Option<u16>,
    size: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    redirected_to: Option<&'a str>,
    /// How it stands to the first.
    file: &'static str,
}

#[derive(Serialize)]
struct Compared<'a> {
    one: &'static str,
    other: &'static str,
    lines: &'a [String],
    complete: bool,
}

impl<'a> Report<'a> {
    fn new(
        url: &'a str,
        answers: &[(&'a Asker, &'a Seen)],
        finding: Option<&Issue>,
        difference: Option<&'a Difference>,
    ) -> Self {
        let entry = |(asker, seen): &(&'a Asker, &'a Seen)| Entry {
            asker: asker.name,
            user_agent: asker.header.as_deref(),
            outcome: seen.word(),
            status: seen.status,
            size: seen.file.map(|file| file.size),
            redirected_to: seen.led_to.as_deref(),
            file: relation(seen, answers.first().map_or(seen, |(_, first)| first)),
        };
        Self {
            url,
            answers: answers.iter().map(entry).collect(),
            code: finding.map(|issue| issue.code),
            message: finding.map_or_else(|| alike(answers), |issue| issue.message.clone()),
            difference: difference.map(|found| Compared {
                one: found.one,
                other: found.other,
                lines: &found.lines,
                complete: !found.more,
            }),
        }
    }
}
