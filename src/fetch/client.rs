//! How requests are sent: certificates, proxies, who asks. What is asked is for `hops` to say.

use super::names::{self, Names};
use super::site::Site;
use reqwest::header::{ACCEPT_ENCODING, HeaderMap, HeaderValue, USER_AGENT};
use reqwest::{Certificate, Client, ClientBuilder, redirect};
use std::sync::Arc;
use std::time::Duration;

/// Who asks, where nothing else was set.
const OWN_NAME: &str = concat!("robotui/", env!("CARGO_PKG_VERSION"), " (+https://github.com/robotui/robotui)");

/// The client of one fetch. Reads the certificates of the system; where there are none, takes those of Mozilla.
pub(super) fn build(
    names: &Names,
    connect: Duration,
    user_agent: Option<&str>,
    site: &Site,
) -> reqwest::Result<Client> {
    // Fails where one is installed already, which serves as well.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let builder = || begin(names, connect, user_agent, site);
    builder().build().or_else(|_| builder().tls_certs_only(mozilla()).build())
}

fn begin(names: &Names, connect: Duration, user_agent: Option<&str>, site: &Site) -> ClientBuilder {
    let builder = Client::builder()
        .redirect(redirect::Policy::none())
        .referer(false)
        .dns_resolver(Arc::new(names.clone()))
        // Every request connects anew: a connection that is kept would not be judged again after a redirect.
        .pool_max_idle_per_host(0)
        .connect_timeout(connect)
        .default_headers(headers(user_agent));
    // A proxy from the environment cannot know what is meant by localhost.
    if names::is_this_machine(site.url()) { builder.no_proxy() } else { builder }
}

fn headers(user_agent: Option<&str>) -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert(USER_AGENT, agent(user_agent.unwrap_or(OWN_NAME)));
    headers.insert(ACCEPT_ENCODING, HeaderValue::from_static("gzip"));
    headers
}

fn agent(text: &str) -> HeaderValue {
    let sendable: Vec<u8> = text.bytes().filter(|byte| !byte.is_ascii_control()).collect();
    HeaderValue::from_bytes(&sendable).unwrap_or(HeaderValue::from_static(OWN_NAME))
}

fn mozilla() -> impl Iterator<Item = Certificate> {
    webpki_root_certs::TLS_SERVER_ROOT_CERTS.iter().filter_map(|der| Certificate::from_der(der).ok())
}
