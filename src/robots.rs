//! What a robots.txt says: the engine.
//!
//! The way from bytes to an answer:
//!
//! 1. [`Document::parse`] keeps every byte and notes what the strict and the lenient grammar make of each line.
//! 2. [`Reading::new`] gathers the lines into groups, as one [`Profile`] reads them.
//! 3. [`Ruleset::new`] picks the groups that a [`Crawler`] follows and compiles their rules.
//! 4. [`Ruleset::decide`] answers for one [`Path`]; [`Ruleset::explain`] says why, and why every other rule lost.
//!
//! ```
//! use robotui::robots::{Crawler, Document, Profile, Reading, Ruleset, Target};
//! use std::sync::Arc;
//!
//! let document = Arc::new(Document::parse(b"User-agent: *\nDisallow: /private\nAllow: /private/tea\n"));
//! let profile = &Profile::RFC9309;
//! let reading = Reading::new(&document, profile);
//! let rules = Ruleset::new(&reading, &Crawler::exact(["ExampleBot"]), profile);
//! let path = Target::read("https://example.com/private/tea", None).path(profile);
//! let decision = rules.decide(&path);
//! assert!(decision.allowed);
//! assert_eq!(decision.line(), Some(3));
//! ```
//!
//! Nothing here fails: any bytes are a document, and any text is a target.

pub mod agents;
pub mod body;
pub mod delivery;
pub mod display;
pub mod document;
pub mod explain;
pub mod fingerprint;
pub mod holding;
pub mod host;
pub mod path;
pub mod pattern;
pub mod profile;
pub mod reading;
pub mod ruleset;
pub mod signals;
pub mod source;
pub mod witness;

pub use agents::Crawler;
pub use body::Body;
pub use delivery::{Delivery, Meaning};
pub use document::{Document, Kind};
pub use explain::{Explanation, Loss, Reason};
pub use fingerprint::Fingerprint;
pub use holding::{Holding, Observed};
pub use path::{Origin, Path, Target};
pub use profile::Profile;
pub use reading::{Group, Reading};
pub use ruleset::{Decision, Ruleset};
pub use signals::Signals;
pub use source::{LineNo, Source, Span};
pub use witness::Witness;
