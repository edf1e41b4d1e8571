//! How a file came, in words: the chain of requests, what each profile makes of the outcome, the headers.

use crate::answer::Subject;
use crate::robots::delivery::{Hop, Outcome};
use crate::robots::{Delivery, Meaning, Profile, display};
use std::fmt::Write as _;

/// The chain in one sentence, where there was a redirect.
#[must_use]
pub fn chain(delivery: &Delivery) -> Option<String> {
    let (first, rest) = delivery.hops.split_first()?;
    let last = rest.last()?;
    let status = |hop: &Hop| hop.status.map_or_else(|| "no answer".to_owned(), |status| status.to_string());
    let steps: Vec<String> =
        rest.iter().map(|hop| format!("{} ({})", display::visible_str(&hop.url), status(hop))).collect();
    let own = if first.url == last.url { "" } else { " The rules hold for the first of these hosts." };
    Some(format!(
        "Redirected: {} ({}), then {}.{own}",
        display::visible_str(&first.url),
        status(first),
        steps.join(", then ")
    ))
}

/// All that is known about how a file came. Lines that begin with `## ` are headings.
#[must_use]
pub fn text(subject: &Subject) -> String {
    let Some(delivery) = &subject.delivery else { return "This text did not come over the network.".to_owned() };
    let mut out = String::new();
    // Writing to a String cannot fail.
    _ = writeln!(out, "{}", outcome(delivery));
    _ = writeln!(out, "\n## Requests");
    for hop in &delivery.hops {
        let status = hop.status.map_or_else(|| "no answer".to_owned(), |status| status.to_string());
        let remote = hop.remote.as_ref().map_or_else(String::new, |remote| format!(" from {remote}"));
        let to = hop.location.as_ref().map_or_else(String::new, |to| format!(", to {}", display::visible_str(to)));
        let milliseconds = hop.took.as_millis();
        _ = writeln!(out, "{status}  {}  {milliseconds} ms{remote}{to}", display::visible_str(&hop.url));
    }
    if let Some(note) = &delivery.fell_back {
        _ = writeln!(out, "{}", display::visible_str(note));
    }
    _ = writeln!(out, "\n## What crawlers make of it");
    for profile in Profile::ALL {
        _ = writeln!(out, "{}: {}", profile.name, meaning(delivery.meaning(profile)));
    }
    _ = writeln!(out, "\n## Headers");
    for (name, value) in &delivery.headers {
        _ = writeln!(out, "{}: {}", display::visible_str(name), display::visible_str(value));
    }
    out.trim_end().to_owned()
}

fn outcome(delivery: &Delivery) -> String {
    let size = format!("{} bytes on the wire, {} ms in all", delivery.wire_bytes, delivery.took.as_millis());
    match &delivery.outcome {
        Outcome::Answered(status) => format!("Answered with {status}; {size}."),
        Outcome::TooManyRedirects => "More redirects than are followed.".to_owned(),
        Outcome::NotFollowed(why) | Outcome::Failed(_, why) => format!("{}.", display::visible_str(why)),
        Outcome::NoLocation(status) => format!("A redirect ({status}) that does not say where to."),
    }
}

const fn meaning(meaning: Meaning) -> &'static str {
    match meaning {
        Meaning::Rules => "the rules of the file hold",
        Meaning::NoFile => "as if there were no file: everything may be fetched",
        Meaning::Unreachable => "unreachable: nothing may be fetched",
        Meaning::Refused => "refused: nothing may be fetched",
    }
}
