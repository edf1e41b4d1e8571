//! The matcher's fields. The answer to what they hold comes from [`crate::answer`].

use super::field::Field;
use crate::robots::Profile;

/// The two fields and the profile.
#[derive(Debug)]
pub struct Matcher {
    /// Who asks.
    pub agent: Field,
    /// For what.
    pub url: Field,
    /// How the file is read.
    pub profile: &'static Profile,
}

impl Matcher {
    /// A matcher that asks for `path` as `agent`.
    #[must_use]
    pub fn new(agent: &str, path: &str, profile: &'static Profile) -> Self {
        Self { agent: Field::new(agent), url: Field::new(path), profile }
    }
}
