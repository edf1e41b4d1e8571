//! Where a file comes from: one robots.txt over HTTP, from what a person typed to bytes and a [`Delivery`].
//!
//! | file | what it knows |
//! |---|---|
//! | [`site`](Site) | from typed text to the URL to ask for |
//! | `hops` | the requests: redirects, which are followed, and who is told the password |
//! | `body` | reading a body under its bounds, and undoing gzip |
//! | `names` | addresses, and which of them a redirect may not reach |
//! | `failure` | from an error to a sentence |
//! | `client` | how requests are sent: certificates, proxies, who asks |
//! | [`courier`](Courier) | fetching beside a screen that goes on |
//!
//! Nothing here fails: what went wrong is in [`Delivery::outcome`]. What an outcome means to a crawler is the business of
//! [`robots::delivery`](crate::robots::delivery). Texts from a server are in the sentences only as
//! [`robots::display`](crate::robots::display) shows them; headers and locations are kept as they came.

mod body;
mod client;
mod courier;
mod failure;
mod hops;
mod names;
mod site;

pub use courier::{Courier, fetch_blocking};
pub use site::Site;

use crate::robots::delivery::{Delivery, Failure, Outcome, Stamp};
use hops::{End, Trip};
use std::time::{Duration, Instant};

/// How far a fetch goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Redirects that are followed. RFC 9309 section 2.3.1.2 asks for at least five.
    pub redirects: usize,
    /// Bytes of the body that are kept, before and after decompression. Google reads 500 KiB.
    pub body_bytes: usize,
    /// Time for a name, a connection and the TLS handshake together.
    pub connect: Duration,
    /// Time in which something must come: the first header after connecting, then each piece of the body.
    pub between_bytes: Duration,
    /// Time for everything, all redirects included.
    pub total: Duration,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            redirects: 5,
            body_bytes: 2 * 1024 * 1024,
            connect: Duration::from_secs(5),
            between_bytes: Duration::from_secs(10),
            total: Duration::from_secs(30),
        }
    }
}

/// What came of a fetch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fetched {
    /// What happened.
    pub delivery: Delivery,
    /// The body, gzip undone. As far as it came where the delivery failed half way or was cut; empty where there was none.
    pub body: Vec<u8>,
}

/// Fetches the robots.txt of a site. `user_agent` takes the place of robotui's own; characters that no header can hold are
/// left out of it.
///
/// Runs in a tokio runtime that has time and I/O. Looking up a name blocks a thread of that runtime, which its drop waits
/// for: end it with `shutdown_background`, as [`Courier`] and [`fetch_blocking`] do.
pub async fn fetch(site: &Site, bounds: &Bounds, user_agent: Option<&str>) -> Fetched {
    let (at, began) = (now(), Instant::now());
    let names = names::Names::new(names::is_private);
    let client = match client::build(&names, bounds.connect, user_agent, site) {
        Ok(client) => client,
        Err(e) => return failed(site, Failure::Tls, format!("HTTPS could not be set up on this system: {e}")),
    };
    let mut trip = Trip::new(&client, &names, bounds, site);
    let end = trip.follow(site.url()).await;
    let (asked, fell_back, end) = match (&end.no_https, site.over_http()) {
        (Some(why), Some(http)) => over_http(&mut trip, site, why.clone(), http, &end).await,
        _ => (site.url().to_string(), None, end),
    };
    let delivery = Delivery {
        asked,
        fell_back,
        hops: trip.into_hops(),
        outcome: end.outcome,
        headers: end.headers,
        wire_bytes: end.body.wire_bytes,
        gunzipped: end.body.gunzipped,
        truncated: end.body.truncated,
        at,
        took: began.elapsed(),
    };
    Fetched { delivery, body: end.body.bytes }
}

/// Asks again over http, after https could not connect. Where that fails as well, the site was asked for over https.
async fn over_http(
    trip: &mut Trip<'_>,
    site: &Site,
    why: String,
    http: url::Url,
    https: &End,
) -> (String, Option<String>, End) {
    let mut end = trip.follow(&http).await;
    match (&https.outcome, &end.outcome) {
        (Outcome::Failed(failure, _), Outcome::Failed(_, also)) => {
            end.outcome = Outcome::Failed(*failure, format!("{why}; http: {also}"));
            (site.url().to_string(), None, end)
        }
        _ => (http.to_string(), Some(format!("https did not connect, so http was asked: {why}")), end),
    }
}

/// A fetch that could not begin.
fn failed(site: &Site, failure: Failure, sentence: String) -> Fetched {
    let delivery = Delivery {
        asked: site.url().to_string(),
        fell_back: None,
        hops: Vec::new(),
        outcome: Outcome::Failed(failure, sentence),
        headers: Vec::new(),
        wire_bytes: 0,
        gunzipped: 0,
        truncated: false,
        at: now(),
        took: Duration::ZERO,
    };
    Fetched { delivery, body: Vec::new() }
}

/// This moment, with the offset of the system's time zone.
fn now() -> Stamp {
    let now = jiff::Timestamp::now();
    Stamp { unix: now.as_second(), offset: jiff::tz::TimeZone::system().to_offset(now).seconds() }
}
