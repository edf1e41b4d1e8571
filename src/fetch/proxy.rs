//! Whether a proxy from the environment is asked to ask, and which. Sending through it is reqwest's.

use super::names;
use hyper_util::client::proxy::matcher::Matcher;
use url::Url;

/// The proxies of the environment.
pub(super) struct Proxies(Matcher);

impl Proxies {
    /// Reads the environment as reqwest does.
    pub(super) fn from_env() -> Self {
        Self(Matcher::from_env())
    }

    /// The proxy for a URL, as host and port; none where it is asked directly.
    pub(super) fn of(&self, url: &Url) -> Option<String> {
        // A proxy cannot know what is meant by localhost.
        if names::is_this_machine(url) {
            return None;
        }
        let intercept = self.0.intercept(&url.as_str().parse().ok()?)?;
        let uri = intercept.uri();
        let host = uri.host()?.to_owned();
        Some(uri.port_u16().map_or_else(|| host.clone(), |port| format!("{host}:{port}")))
    }
}
