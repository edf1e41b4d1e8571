//! The shapes of JSON that `robotui history` prints.

use crate::history::{Known, Version, rfc3339};
use crate::robots::Delivery;
use crate::robots::delivery::Outcome;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;

/// A site.
#[derive(Debug, Serialize)]
pub struct Entry<'a> {
    asked: &'a str,
    last_checked: Option<String>,
    last_checked_unix: i64,
    versions: u64,
}

impl<'a> Entry<'a> {
    pub fn new(known: &'a Known) -> Self {
        Self {
            asked: &known.asked,
            last_checked: rfc3339(known.checked),
            last_checked_unix: known.checked.unix,
            versions: known.versions,
        }
    }
}

/// A version without its text.
#[derive(Debug, Serialize)]
pub struct Listed<'a> {
    id: i64,
    source: &'a str,
    asked: &'a str,
    /// None where no calendar has it.
    at: Option<String>,
    at_unix: i64,
    last_checked: Option<String>,
    last_checked_unix: i64,
    checks: u64,
    outcome: &'static str,
    status: Option<u16>,
    why: Option<&'a str>,
    bytes: u64,
    sha256: String,
}

impl<'a> Listed<'a> {
    pub fn new(version: &'a Version) -> Self {
        let (outcome, status, why) = match &version.outcome {
            Outcome::Answered(status) if version.is_file() => ("file", Some(*status), None),
            Outcome::Answered(status) => ("no-file", Some(*status), None),
            Outcome::TooManyRedirects => ("too-many-redirects", None, None),
            Outcome::NotFollowed(why) => ("not-followed", None, Some(why.as_str())),
            Outcome::NoLocation(status) => ("no-location", Some(*status), None),
            Outcome::Failed(_, why) => ("failed", None, Some(why.as_str())),
        };
        Self {
            id: version.id.0,
            source: version.source.name(),
            asked: &version.asked,
            at: rfc3339(version.at),
            at_unix: version.at.unix,
            last_checked: rfc3339(version.checked),
            last_checked_unix: version.checked.unix,
            checks: version.checks,
            outcome,
            status,
            why,
            bytes: version.size,
            sha256: version.hash.to_string(),
        }
    }
}

/// A version with all that is known of it, and its text; in base64 where it is no UTF-8.
#[derive(Debug, Serialize)]
pub struct Exported<'a> {
    #[serde(flatten)]
    listed: Listed<'a>,
    fell_back: Option<&'a str>,
    hops: Vec<Hop<'a>>,
    headers: &'a [(String, String)],
    wire_bytes: u64,
    gunzipped: u8,
    truncated: bool,
    milliseconds: u128,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    base64: Option<String>,
}

#[derive(Debug, Serialize)]
struct Hop<'a> {
    url: &'a str,
    status: Option<u16>,
    location: Option<&'a str>,
    remote: Option<&'a str>,
    milliseconds: u128,
}

impl<'a> Exported<'a> {
    pub fn new(version: &'a Version, delivery: &'a Delivery, body: &'a [u8]) -> Self {
        let text = str::from_utf8(body).ok();
        let hop = |hop: &'a crate::robots::delivery::Hop| Hop {
            url: &hop.url,
            status: hop.status,
            location: hop.location.as_deref(),
            remote: hop.remote.as_deref(),
            milliseconds: hop.took.as_millis(),
        };
        Self {
            listed: Listed::new(version),
            fell_back: delivery.fell_back.as_deref(),
            hops: delivery.hops.iter().map(hop).collect(),
            headers: &delivery.headers,
            wire_bytes: delivery.wire_bytes,
            gunzipped: delivery.gunzipped,
            truncated: delivery.truncated,
            milliseconds: delivery.took.as_millis(),
            text,
            base64: text.is_none().then(|| STANDARD.encode(body)),
        }
    }
}
