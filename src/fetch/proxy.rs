//! Whether a proxy from the environment is asked to ask, and which. Sending through it is reqwest's.

use super::names;
use hyper_util::client::proxy::matcher::Matcher;
use url::Url;

/// The proxies of the environment; none where they are not asked.
pub(super) struct Proxies(Option<Matcher>);

impl Proxies {
    /// Reads the environment as reqwest does. A proxy elsewhere cannot know what is meant by localhost, so none is asked about
    /// this machine.
    pub(super) fn from_env(site: &Url) -> Self {
        Self((!names::is_this_machine(site)).then(Matcher::from_env))
    }

    /// Whether every request is sent directly.
    pub(super) const fn are_passed_over(&self) -> bool {
        self.0.is_none()
    }

    /// The proxy for a URL, as host and port; none where it is asked directly.
    pub(super) fn of(&self, url: &Url) -> Option<String> {
        let intercept = self.0.as_ref()?.intercept(&url.as_str().parse().ok()?)?;
        let uri = intercept.uri();
        let host = uri.host()?.to_owned();
        Some(uri.port_u16().map_or_else(|| host.clone(), |port| format!("{host}:{port}")))
    }
}
