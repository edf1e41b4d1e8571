//! A [`Delivery`] as it is stored: what is searched or compared in columns, the rest as JSON.
//!
//! The JSON grows without a migration: a fact that is missing, because an older robotui wrote it, is what its `Default` says,
//! and one that is unknown, because a newer one did, is passed over. A field that `Delivery` or `Hop` gains does not compile
//! until it stands here.

use crate::robots::Delivery;
use crate::robots::delivery::{Failure, Hop, Outcome, Stamp};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The most bytes of headers that are kept, names and values together.
const HEADER_BYTES: usize = 16 * 1024;

/// Headers that hold what only one visitor should know.
const SECRET: [&str; 7] = [
    "authentication-info",
    "authorization",
    "cookie",
    "proxy-authentication-info",
    "proxy-authorization",
    "set-cookie",
    "set-cookie2",
];

/// What is not searched or compared.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Facts {
    fell_back: Option<String>,
    hops: Vec<Step>,
    headers: Vec<(String, String)>,
    wire_bytes: u64,
    gunzipped: u8,
    truncated: bool,
    insecure: bool,
    took: Duration,
    revalidated: bool,
    user_agent: Option<String>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Step {
    url: String,
    status: Option<u16>,
    location: Option<String>,
    took: Duration,
    remote: Option<String>,
    proxy: Option<String>,
    http: Option<String>,
    tls: Option<String>,
    passed_over: Option<String>,
    failure: Option<String>,
}

/// The facts of a delivery as JSON. Leaves out headers that hold what only one visitor should know, and those past a bound.
pub(super) fn to_json(delivery: &Delivery) -> String {
    let Delivery {
        asked: _,
        fell_back,
        hops,
        outcome: _,
        headers,
        wire_bytes,
        gunzipped,
        truncated,
        insecure,
        at: _,
        took,
        revalidated,
        user_agent,
    } = delivery;
    let mut room = HEADER_BYTES;
    let fits = |(name, value): &&(String, String)| {
        let bytes = name.len() + value.len();
        let fits = bytes <= room && !SECRET.iter().any(|secret| name.eq_ignore_ascii_case(secret));
        room -= if fits { bytes } else { 0 };
        fits
    };
    let facts = Facts {
        fell_back: fell_back.clone(),
        hops: hops.iter().map(Step::of).collect(),
        headers: headers.iter().filter(fits).cloned().collect(),
        wire_bytes: *wire_bytes,
        gunzipped: *gunzipped,
        truncated: *truncated,
        insecure: *insecure,
        took: *took,
        revalidated: *revalidated,
        user_agent: user_agent.clone(),
    };
    // Strings and numbers can always be written.
    serde_json::to_string(&facts).unwrap_or_default()
}

/// The delivery behind the columns and the JSON; none where the JSON is damaged.
pub(super) fn from_json(asked: String, at: Stamp, outcome: Outcome, json: &str) -> Option<Delivery> {
    let facts: Facts = serde_json::from_str(json).ok()?;
    Some(Delivery {
        asked,
        fell_back: facts.fell_back,
        hops: facts.hops.into_iter().map(Step::into_hop).collect(),
        outcome,
        headers: facts.headers,
        wire_bytes: facts.wire_bytes,
        gunzipped: facts.gunzipped,
        truncated: facts.truncated,
        insecure: facts.insecure,
        at,
        took: facts.took,
        revalidated: facts.revalidated,
        user_agent: facts.user_agent,
    })
}

impl Step {
    fn of(hop: &Hop) -> Self {
        let Hop { url, status, location, took, remote, proxy, http, tls, passed_over, failure } = hop.clone();
        Self { url, status, location, took, remote, proxy, http, tls, passed_over, failure }
    }

    fn into_hop(self) -> Hop {
        let Self { url, status, location, took, remote, proxy, http, tls, passed_over, failure } = self;
        Hop { url, status, location, took, remote, proxy, http, tls, passed_over, failure }
    }
}

/// An outcome as columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ending {
    pub(super) kind: String,
    pub(super) status: Option<u16>,
    pub(super) failure: Option<String>,
    pub(super) words: Option<String>,
}

impl Ending {
    pub(super) fn of(outcome: &Outcome) -> Self {
        let ending = |kind: &str| Self { kind: kind.to_owned(), status: None, failure: None, words: None };
        match outcome {
            Outcome::Answered(status) => Self { status: Some(*status), ..ending("answered") },
            Outcome::TooManyRedirects => ending("too-many-redirects"),
            Outcome::NotFollowed(why) => Self { words: Some(why.clone()), ..ending("not-followed") },
            Outcome::NoLocation(status) => Self { status: Some(*status), ..ending("no-location") },
            Outcome::Failed(failure, why) => {
                Self { failure: Some(name(*failure).to_owned()), words: Some(why.clone()), ..ending("failed") }
            }
        }
    }

    /// Whether two outcomes are the same to somebody who looks for changes: the sentences may differ, since they hold numbers
    /// and addresses that do so each time.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        (&self.kind, self.status, &self.failure) == (&other.kind, other.status, &other.failure)
    }

    pub(super) fn into_outcome(self) -> Outcome {
        let words = self.words.unwrap_or_default();
        match (self.kind.as_str(), self.status) {
            ("answered", Some(status)) => Outcome::Answered(status),
            ("too-many-redirects", _) => Outcome::TooManyRedirects,
            ("not-followed", _) => Outcome::NotFollowed(words),
            ("no-location", Some(status)) => Outcome::NoLocation(status),
            ("failed", _) => Outcome::Failed(failure(self.failure.as_deref().unwrap_or_default()), words),
            // A newer robotui may know more ways to end.
            (kind, _) => Outcome::Failed(Failure::Protocol, format!("{kind} {words}").trim_end().to_owned()),
        }
    }
}

const FAILURES: [(Failure, &str); 6] = [
    (Failure::Dns, "dns"),
    (Failure::Connect, "connect"),
    (Failure::Tls, "tls"),
    (Failure::Timeout, "timeout"),
    (Failure::Broken, "broken"),
    (Failure::Protocol, "protocol"),
];

const fn name(failure: Failure) -> &'static str {
    match failure {
        Failure::Dns => "dns",
        Failure::Connect => "connect",
        Failure::Tls => "tls",
        Failure::Timeout => "timeout",
        Failure::Broken => "broken",
        Failure::Protocol => "protocol",
    }
}

/// The failure of a name; one that only a newer robotui knows counts as no HTTP.
fn failure(name: &str) -> Failure {
    FAILURES.iter().find(|(_, known)| *known == name).map_or(Failure::Protocol, |(failure, _)| *failure)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::option::of;
    use proptest::prelude::*;

    fn duration() -> impl Strategy<Value = Duration> {
        (any::<u64>(), 0..1_000_000_000u32).prop_map(|(seconds, nanos)| Duration::new(seconds, nanos))
    }

    fn hop() -> impl Strategy<Value = Hop> {
        let words = || of(any::<String>());
        let first = (any::<String>(), of(any::<u16>()), words(), duration(), words());
        (first, words(), words(), words(), words(), words()).prop_map(
            |((url, status, location, took, remote), proxy, http, tls, passed_over, failure)| Hop {
                url,
                status,
                location,
                took,
                remote,
                proxy,
                http,
                tls,
                passed_over,
                failure,
            },
        )
    }

    fn outcome() -> impl Strategy<Value = Outcome> {
        prop_oneof![
            any::<u16>().prop_map(Outcome::Answered),
            Just(Outcome::TooManyRedirects),
            any::<String>().prop_map(Outcome::NotFollowed),
            any::<u16>().prop_map(Outcome::NoLocation),
            (0..FAILURES.len(), any::<String>()).prop_map(|(i, why)| Outcome::Failed(FAILURES[i].0, why)),
        ]
    }

    /// Any delivery, with headers that are kept.
    fn delivery() -> impl Strategy<Value = Delivery> {
        let stamp = (any::<i64>(), any::<i32>()).prop_map(|(unix, offset)| Stamp { unix, offset });
        let first = (any::<String>(), of(any::<String>()), vec(hop(), 0..8), outcome());
        let second = (vec((any::<String>(), any::<String>()), 0..8), any::<u64>(), any::<u8>(), any::<bool>());
        let third = (any::<bool>(), any::<bool>(), of(any::<String>()));
        (first, second, third, stamp, duration()).prop_map(|(first, second, third, at, took)| {
            let (asked, fell_back, hops, outcome) = first;
            let (headers, wire_bytes, gunzipped, truncated) = second;
            let (insecure, revalidated, user_agent) = third;
            Delivery {
                asked,
                fell_back,
                hops,
                outcome,
                headers,
                wire_bytes,
                gunzipped,
                truncated,
                insecure,
                revalidated,
                user_agent,
                at,
                took,
            }
        })
    }

    fn restored(delivery: &Delivery) -> Option<Delivery> {
        let outcome = Ending::of(&delivery.outcome).into_outcome();
        from_json(delivery.asked.clone(), delivery.at, outcome, &to_json(delivery))
    }

    proptest! {
        #[test]
        fn any_delivery_comes_back(delivery in delivery()) {
            prop_assert_eq!(restored(&delivery), Some(delivery));
        }
    }

    #[test]
    fn every_failure_has_a_name_of_its_own() {
        for (kind, known) in FAILURES {
            assert_eq!((name(kind), failure(known)), (known, kind));
        }
    }

    #[test]
    fn what_a_newer_robotui_wrote_is_read_as_far_as_it_is_known() {
        let json = r#"{"hops":[{"url":"u","quic":"1"}],"ended_by":"length"}"#;
        let delivery = from_json("a".into(), Stamp::default(), Outcome::Answered(200), json).expect("JSON");
        assert_eq!((delivery.hops[0].url.as_str(), delivery.hops[0].status, delivery.wire_bytes), ("u", None, 0));
        let ending = |kind: &str, failure: &str| Ending {
            kind: kind.into(),
            status: None,
            failure: Some(failure.into()),
            words: Some("why".into()),
        };
        assert_eq!(ending("failed", "quic").into_outcome(), Outcome::Failed(Failure::Protocol, "why".into()));
        assert_eq!(ending("teapot", "").into_outcome(), Outcome::Failed(Failure::Protocol, "teapot why".into()));
        assert!(from_json(String::new(), Stamp::default(), Outcome::Answered(200), "{").is_none());
    }

    #[test]
    fn headers_are_kept_within_a_bound_and_without_secrets() {
        let json = "{}";
        let mut delivery = from_json("a".into(), Stamp::default(), Outcome::Answered(200), json).expect("JSON");
        let header = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        delivery.headers = vec![
            header("etag", "\"1\""),
            header("Set-Cookie", "session=1"),
            header("x-long", &"x".repeat(HEADER_BYTES)),
            header("age", "1"),
        ];
        let back = restored(&delivery).expect("JSON");
        assert_eq!(back.headers, [header("etag", "\"1\""), header("age", "1")]);
    }

    #[test]
    fn sentences_do_not_make_a_change() {
        let of = |outcome| Ending::of(&outcome);
        let broken = |why: &str| of(Outcome::Failed(Failure::Broken, why.into()));
        assert!(broken("after 1 byte").is_like(&broken("after 2 bytes")));
        assert!(!broken("").is_like(&of(Outcome::Failed(Failure::Tls, String::new()))));
        assert!(!of(Outcome::Answered(200)).is_like(&of(Outcome::Answered(404))));
        assert!(!of(Outcome::Answered(301)).is_like(&of(Outcome::NoLocation(301))));
    }
}
