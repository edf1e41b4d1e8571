//! How requests are sent: certificates, proxies, who asks. What is asked is for `hops` to say.

use super::names::{self, Names};
use super::options::Options;
use super::proxy::Proxies;
use super::site::Site;
use super::tls::Watch;
use reqwest::header::{
    ACCEPT_ENCODING, HeaderMap, HeaderName, HeaderValue, IF_MODIFIED_SINCE, IF_NONE_MATCH, USER_AGENT,
};
use reqwest::{Client, redirect};
use std::error::Error;
use std::sync::Arc;

/// Who asks, where nothing else was set.
const OWN_NAME: &str = concat!("robotui/", env!("CARGO_PKG_VERSION"), " (+https://github.com/robotui/robotui)");

/// What the requests of one fetch are sent with.
pub(super) struct Means {
    pub(super) client: Client,
    pub(super) names: Names,
    pub(super) proxies: Proxies,
    pub(super) tls: Watch,
}

impl Means {
    /// The means of one fetch.
    ///
    /// # Errors
    /// Where this system has no certificates, or no TLS.
    pub(super) fn new(site: &Site, options: &Options) -> Result<Self, Box<dyn Error>> {
        let is_private = if options.private_redirects { |_| false } else { names::is_private };
        Self::judging(is_private, site, options)
    }

    /// The same where it is said which addresses are private.
    pub(super) fn judging(
        is_private: names::Judgement,
        site: &Site,
        options: &Options,
    ) -> Result<Self, Box<dyn Error>> {
        let names = Names::new(is_private, options.pins.clone());
        let (config, tls) = Watch::new(options.insecure)?;
        let builder = Client::builder()
            .tls_backend_preconfigured(config)
            .redirect(redirect::Policy::none())
            .referer(false)
            .dns_resolver(Arc::new(names.clone()))
            // Every request connects anew: a connection that is kept would not be judged again after a redirect.
            .pool_max_idle_per_host(0)
            .connect_timeout(options.bounds.connect)
            .default_headers(headers(options));
        let proxies = Proxies::from_env(site.url());
        let builder = if proxies.are_passed_over() { builder.no_proxy() } else { builder };
        Ok(Self { client: builder.build()?, names, proxies, tls })
    }
}

fn headers(options: &Options) -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert(USER_AGENT, agent(options.user_agent.as_deref().unwrap_or(OWN_NAME)));
    headers.insert(ACCEPT_ENCODING, HeaderValue::from_static("gzip"));
    let held = options.held.as_ref();
    let mut condition = |name: HeaderName, value: Option<&String>| {
        if let Some(value) = value.and_then(|value| HeaderValue::from_bytes(value.as_bytes()).ok()) {
            headers.insert(name, value);
        }
    };
    condition(IF_NONE_MATCH, held.and_then(|held| held.etag.as_ref()));
    condition(IF_MODIFIED_SINCE, held.and_then(|held| held.last_modified.as_ref()));
    headers
}

fn agent(text: &str) -> HeaderValue {
    let sendable: Vec<u8> = text.bytes().filter(|byte| !byte.is_ascii_control()).collect();
    HeaderValue::from_bytes(&sendable).unwrap_or(HeaderValue::from_static(OWN_NAME))
}
