//! How a file came, in words: the chain of requests, what came, how long it may be kept, what each profile makes of it, the
//! headers.

use crate::answer::Subject;
use crate::robots::body::{Charset, Kind};
use crate::robots::delivery::{DAY, Hop, Outcome};
use crate::robots::{Body, Delivery, Profile, display, host};
use std::fmt::Write as _;
use std::time::Duration;

macro_rules! line {
    // Writing to a String cannot fail.
    ($out:expr, $($text:tt)*) => { _ = writeln!($out, $($text)*) };
}

/// The chain in one sentence, where there was a redirect.
#[must_use]
pub fn chain(delivery: &Delivery) -> Option<String> {
    let (first, rest) = delivery.hops.split_first()?;
    let last = rest.last()?;
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

/// All that is known about how a file came, with what Google goes by. Lines that begin with `## ` are headings.
#[must_use]
pub fn text(subject: &Subject, google: Option<&str>) -> String {
    let Some(delivery) = &subject.delivery else { return "This text did not come over the network.".to_owned() };
    let mut out = String::new();
    line!(out, "{}", outcome(delivery, &subject.body));
    line!(out, "\n## Requests");
    for (number, hop) in (1..).zip(&delivery.hops) {
        request(&mut out, number, hop);
    }
    if let Some(note) = &delivery.fell_back {
        line!(out, "{}", display::visible_str(note));
    }
    if delivery.insecure {
        line!(out, "Certificates that cannot be trusted are passed over, which no crawler does.");
    }
    line!(out, "\n## What crawlers make of it");
    crawlers(&mut out, delivery);
    if matches!(subject.body.kind, Kind::Page(_)) && delivery.is_file() {
        line!(out, "They read the page as text, and find a rule only where a line of it looks like one.");
    }
    if let Some(google) = google {
        line!(out, "\n## What Google goes by\n{google}");
    }
    if delivery.status().is_some() {
        line!(out, "\n## What came");
        body(&mut out, delivery, &subject.body);
    }
    if delivery.is_file() {
        line!(out, "\n## How long it is kept");
        kept(&mut out, delivery);
    }
    if !delivery.headers.is_empty() {
        line!(out, "\n## Headers of the last answer");
        for (name, value) in &delivery.headers {
            line!(out, "{}: {}", display::visible_str(name), display::visible_str(value));
        }
    }
    out.trim_end().to_owned()
}

/// How it ended.
fn outcome(delivery: &Delivery, body: &Body) -> String {
    let took = milliseconds(delivery.took);
    match &delivery.outcome {
        Outcome::Answered(_) if delivery.revalidated => {
            format!("Not modified since the copy that was held (304): {}, in {took}.", body.kind)
        }
        Outcome::Answered(status) => format!("Answered with {status}: {}, in {took}.", body.kind),
        Outcome::TooManyRedirects => {
            format!("More redirects than the {} that are followed, in {took}.", delivery.redirects().count())
        }
        Outcome::NotFollowed(why) => format!("Not followed: {}.", display::visible_str(why)),
        Outcome::Failed(_, why) => format!("No answer that can be used: {}.", display::visible_str(why)),
        Outcome::NoLocation(status) => format!("A redirect ({status}) that does not say where to, in {took}."),
    }
}

/// One request: the URL, and below it what is known.
fn request(out: &mut String, number: usize, hop: &Hop) {
    line!(out, "{number}. {}", display::visible_str(&hop.url));
    let host = crate::robots::Origin::of(&hop.url).and_then(|origin| host::as_written(&origin.host));
    if let Some(host) = host {
        line!(out, "   that is {}", display::visible_str(&host));
    }
    let mut facts = vec![format!("{} in {}", status(hop), milliseconds(hop.took))];
    facts.extend(hop.http.clone());
    facts.extend(hop.tls.clone());
    match (&hop.proxy, &hop.remote) {
        (Some(proxy), _) => facts.push(format!("through the proxy {proxy}, so by an address that is not known")),
        (None, Some(remote)) => facts.push(format!("from {remote}")),
        (None, None) => {}
    }
    line!(out, "   {}", display::visible_str(&facts.join(", ")));
    if let Some(to) = &hop.location {
        line!(out, "   to {}", display::visible_str(to));
    }
    if let Some(why) = &hop.passed_over {
        line!(out, "   {}; passed over", display::visible_str(why));
    }
    if let Some(why) = &hop.failure {
        line!(out, "   {}", display::visible_str(why));
    }
}

/// What came: type, charset, encoding and size, each as declared and as found.
fn body(out: &mut String, delivery: &Delivery, body: &Body) {
    line!(out, "What: {}", body.kind);
    let media_type = delivery.media_type().map_or("none declared".into(), display::visible_str);
    line!(out, "Type: {media_type}");
    let charset = delivery.charset().map_or("none declared".into(), display::visible_str);
    if !matches!(body.kind, Kind::Empty) {
        let found = match body.charset {
            Charset::Other => "bytes that are not UTF-8",
            other => other.words(),
        };
        line!(out, "Charset: {charset}; found {found}");
    }
    let encoding = delivery.encoding().map_or("none declared".into(), display::visible_str);
    let found = match delivery.gunzipped {
        0 => "",
        1 => "; found gzip",
        _ => "; found gzip in gzip",
    };
    line!(out, "Encoding: {encoding}{found}");
    match delivery.gunzipped {
        0 => line!(out, "Size: {} on the wire", bytes(delivery.wire_bytes)),
        _ => line!(out, "Size: {} on the wire, {} unpacked", bytes(delivery.wire_bytes), bytes(body.bytes)),
    }
    if delivery.truncated {
        line!(out, "Cut: at the bound of {}; the rest was not read", bytes(body.bytes));
    }
}

/// For how long crawlers and caches keep it, and by what they can ask for changes alone.
fn kept(out: &mut String, delivery: &Delivery) {
    let cache = delivery.cache();
    let said = match cache.life() {
        _ if cache.no_store => "Not at all, the server says (no-store).".to_owned(),
        _ if cache.no_cache => "The server wants to be asked each time (no-cache).".to_owned(),
        Some((0, by)) => format!("The server wants to be asked each time ({by} is 0, or over)."),
        Some((seconds, by)) => format!("For {}, the server says ({by}).", display::time(seconds)),
        None => "The server does not say.".to_owned(),
    };
    line!(out, "{said}");
    if let Some(seconds) = cache.s_maxage {
        line!(out, "Caches on the way keep it for {} (s-maxage).", display::time(seconds));
    }
    let google = match cache.max_age {
        Some(seconds @ 1..=DAY) => {
            format!("Google hears max-age: it looks again after {} or so.", display::time(seconds))
        }
        Some(0) => "Google hears max-age, and keeps it for about 24 hours at most.".to_owned(),
        Some(_) => "Google hears max-age, and may go by its copy for longer than its usual 24 hours.".to_owned(),
        None => "Google keeps it for about 24 hours; it hears max-age, and here there is none.".to_owned(),
    };
    line!(out, "{google}");
    let validators = [("ETag", "etag"), ("Last-Modified", "last-modified")];
    let validators: Vec<String> = validators
        .into_iter()
        .filter_map(|(name, key)| Some(format!("{name} {}", display::visible_str(delivery.header(key)?))))
        .collect();
    if validators.is_empty() {
        line!(out, "Without ETag or Last-Modified, the whole file is sent each time.");
    } else {
        line!(out, "Changes alone can be asked for by {}.", validators.join(" and "));
    }
}

/// What each profile makes of it; those together that do the same.
fn crawlers(out: &mut String, delivery: &Delivery) {
    let mut said: Vec<(&str, Vec<&str>)> = Vec::new();
    for profile in Profile::ALL {
        let sentence = delivery.sentence(profile);
        match said.iter_mut().find(|(other, _)| *other == sentence) {
            Some((_, names)) => names.push(profile.name),
            None => said.push((sentence, vec![profile.name])),
        }
    }
    for (sentence, names) in said {
        line!(out, "{}", names.join(", "));
        line!(out, "   {sentence}");
    }
}

fn status(hop: &Hop) -> String {
    hop.status.map_or_else(|| "no answer".to_owned(), |status| status.to_string())
}

fn milliseconds(time: Duration) -> String {
    if time < Duration::from_secs(10) {
        format!("{} ms", time.as_millis())
    } else {
        format!("{:.1} s", time.as_secs_f64())
    }
}

fn bytes(count: u64) -> String {
    format!("{count} byte{}", if count == 1 { "" } else { "s" })
}
