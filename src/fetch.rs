//! Where a file comes from: one robots.txt over HTTP, from what a person typed to bytes and a [`Delivery`].
//!
//! | file | what it knows |
//! |---|---|
//! | [`site`](Site) | from typed text to the URL to ask for |
//! | `hops` | the requests: redirects, which are followed, and who is told the password |
//! | `body` | reading a body under its bounds, and undoing gzip |
//! | `names` | addresses, and which of them a redirect may not reach |
//! | `failure` | from an error to a sentence |
//! | [`options`](Options) | how a site is asked: bounds, who asks, what is passed over |
//! | `client`, `tls`, `proxy` | how requests are sent: certificates, proxies, who asks |
//! | [`courier`](Courier), `fleet` | fetching beside a screen that goes on: one site, or many |
//!
//! Nothing here fails: what went wrong is in [`Delivery::outcome`]. What an outcome means to a crawler is the business of
//! [`robots::delivery`](crate::robots::delivery). Texts from a server are in the sentences only as
//! [`robots::display`](crate::robots::display) shows them; headers and locations are kept as they came.

mod body;
mod client;
mod courier;
mod failure;
mod fleet;
mod hops;
mod names;
mod options;
mod proxy;
mod site;
mod tls;

pub use courier::{Courier, fetch_blocking};
pub use fleet::{AT_ONCE, Errand};
pub use options::{Bounds, Options, Pin, Validators};
pub use site::Site;

use crate::robots::delivery::{Delivery, Failure, Outcome, Stamp};
use hops::{End, Trip};
use std::time::Instant;

/// What came of a fetch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fetched {
    /// What happened.
    pub delivery: Delivery,
    /// The body, gzip undone. As far as it came where the delivery failed half way or was cut; empty where there was none.
    pub body: Vec<u8>,
}

/// Fetches the robots.txt of a site.
///
/// Runs in a tokio runtime that has time and I/O. Looking up a name blocks a thread of that runtime, which its drop waits
/// for: end it with `shutdown_background`, as [`Courier`] and [`fetch_blocking`] do.
pub async fn fetch(site: &Site, options: &Options) -> Fetched {
    let (at, began) = (now(), Instant::now());
    let means = match client::Means::new(site, options) {
        Ok(means) => means,
        Err(e) => return failed(site, Failure::Tls, format!("HTTPS could not be set up on this system: {e}")),
    };
    let mut trip = Trip::new(&means, options, site);
    let end = trip.follow(site.url()).await;
    let (asked, fell_back, end) = match (&end.no_https, site.over_http()) {
        (Some(why), Some(http)) => over_http(&mut trip, site, why.clone(), http, &end).await,
        _ => (site.url().to_string(), None, end),
    };
    let delivery = Delivery {
        fell_back,
        hops: trip.into_hops(),
        headers: end.headers,
        wire_bytes: end.body.wire_bytes,
        gunzipped: end.body.gunzipped,
        truncated: end.body.truncated,
        insecure: options.insecure,
        user_agent: options.user_agent.clone(),
        at,
        took: began.elapsed(),
        ..Delivery::new(asked, end.outcome)
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
    let delivery = Delivery { at: now(), ..Delivery::new(site.url().to_string(), Outcome::Failed(failure, sentence)) };
    Fetched { delivery, body: Vec::new() }
}

/// This moment, with the offset of the system's time zone.
#[must_use]
pub fn now() -> Stamp {
    let now = jiff::Timestamp::now();
    Stamp { unix: now.as_second(), offset: jiff::tz::TimeZone::system().to_offset(now).seconds() }
}
