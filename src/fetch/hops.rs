//! The requests of a fetch, one after the other: which redirects are followed, and what is kept of each hop. How an error
//! is put into words is for `failure`, reading the last answer for `body`.

use super::body::{self, Body};
use super::client::Means;
use super::failure::{self, Cause};
use super::options::{Bounds, Options};
use super::site::{self, Site};
use crate::robots::delivery::{Hop, Outcome};
use reqwest::Response;
use reqwest::header::LOCATION;
use tokio::time::{Instant, timeout_at};
use url::Url;

/// A fetch under way.
pub(super) struct Trip<'a> {
    means: &'a Means,
    bounds: &'a Bounds,
    site: &'a Site,
    deadline: Instant,
    hops: Vec<Hop>,
}

/// Where a chain of requests ended.
pub(super) struct End {
    pub(super) outcome: Outcome,
    /// Why the first request over https did not get as far as a secure connection, if that is how it ended.
    pub(super) no_https: Option<String>,
    pub(super) headers: Vec<(String, String)>,
    pub(super) body: Body,
}

/// Where an answer points to.
struct Pointer {
    /// As the header has it, but without user name and password.
    shown: String,
    to: Option<Url>,
}

impl<'a> Trip<'a> {
    /// A fetch that begins now: the time for everything counts from here.
    pub(super) fn new(means: &'a Means, options: &'a Options, site: &'a Site) -> Self {
        let bounds = &options.bounds;
        // A bound beyond what the clock can hold is none; a century serves as well.
        let century = std::time::Duration::from_secs(100 * 365 * 86_400);
        let deadline = Instant::now() + bounds.total.min(century);
        Self { means, bounds, site, deadline, hops: Vec::new() }
    }

    pub(super) fn into_hops(self) -> Vec<Hop> {
        self.hops
    }

    /// Asks, follows redirects, and reads what the last one has to say.
    pub(super) async fn follow(&mut self, from: &Url) -> End {
        let mut url = from.clone();
        let mut followed = 0;
        loop {
            let response = match self.ask(&url).await {
                Ok(response) => response,
                Err(cause) => return End::without_answer(cause, followed == 0 && url.scheme() == "https"),
            };
            let pointer = Pointer::of(&response, &url);
            let headers = headers(&response, pointer.as_ref());
            let status = response.status().as_u16();
            if !matches!(status, 301 | 302 | 303 | 307 | 308) {
                return self.read(response, &url, headers).await;
            }
            match self.next(&url, status, pointer, followed) {
                Ok(next) => url = next,
                Err(outcome) => return End { outcome, no_https: None, headers, body: Body::default() },
            }
            followed += 1;
        }
    }

    /// One request, until its headers are there.
    async fn ask(&mut self, url: &Url) -> Result<Response, Cause> {
        let began = Instant::now();
        self.means.names.asking(url);
        // When the connection stands is not told, so the wait for it and for the first byte are one.
        let patience = self.bounds.connect.saturating_add(self.bounds.between_bytes);
        let until = began.checked_add(patience).map_or(self.deadline, |until| until.min(self.deadline));
        let request = self.means.client.get(self.site.with_credentials(url)).send();
        let answer = match timeout_at(until, request).await {
            Ok(Ok(response)) => Ok(response),
            Ok(Err(error)) => Err(failure::of_request(&error, url, self.bounds)),
            Err(_) if until == self.deadline => Err(failure::out_of_time(url, self.bounds)),
            Err(_) => Err(failure::no_answer(url, patience)),
        };
        // A request that was not sent is no hop.
        if !matches!(&answer, Err(Cause { outcome: Outcome::NotFollowed(_), .. })) {
            self.note(url, &answer, began);
        }
        answer
    }

    /// Keeps what there is to know of a request.
    fn note(&mut self, url: &Url, answer: &Result<Response, Cause>, began: Instant) {
        let response = answer.as_ref().ok();
        let proxy = self.means.proxies.of(url);
        let agreed = self.means.tls.take();
        let host = url.host_str().unwrap_or_default();
        self.hops.push(Hop {
            url: url.to_string(),
            status: response.map(|response| response.status().as_u16()),
            location: response.and_then(|response| Pointer::of(response, url)).map(|pointer| pointer.shown),
            took: began.elapsed(),
            // Behind a proxy this would be the proxy's.
            remote: response.and_then(Response::remote_addr).filter(|_| proxy.is_none()).map(|a| a.to_string()),
            proxy,
            http: response.map(|response| version(response.version())),
            tls: agreed.version.map(str::to_owned),
            passed_over: agreed.passed_over.map(|error| failure::of_certificate(&error, host)),
            failure: match answer {
                Err(Cause { outcome: Outcome::Failed(_, sentence), .. }) => Some(sentence.clone()),
                _ => None,
            },
        });
    }

    /// The URL to ask next, or how it ends here.
    fn next(&self, from: &Url, status: u16, pointer: Option<Pointer>, followed: usize) -> Result<Url, Outcome> {
        let Pointer { shown, to } = pointer.ok_or(Outcome::NoLocation(status))?;
        if followed >= self.bounds.redirects {
            return Err(Outcome::TooManyRedirects);
        }
        let shown = site::shown(&shown);
        let Some(mut to) = to else {
            return Err(Outcome::NotFollowed(format!("redirected to {shown}, which is no URL")));
        };
        if !matches!(to.scheme(), "http" | "https") {
            return Err(Outcome::NotFollowed(format!("redirected to {shown}, which is neither http nor https")));
        }
        let proxied = self.means.proxies.of(&to).is_some();
        self.means.names.redirected(from, &to, proxied).map_err(|refused| failure::refused_outcome(&refused, &to))?;
        to.set_fragment(None);
        Ok(to)
    }

    async fn read(&self, response: Response, url: &Url, headers: Vec<(String, String)>) -> End {
        let answered = Outcome::Answered(response.status().as_u16());
        let (body, cause) = body::read(response, url, self.bounds, self.deadline).await;
        End { outcome: cause.map_or(answered, |cause| cause.outcome), no_https: None, headers, body }
    }
}

impl End {
    fn without_answer(cause: Cause, https: bool) -> Self {
        let no_https = match &cause.outcome {
            Outcome::Failed(_, sentence) if https && cause.no_connection => Some(sentence.clone()),
            _ => None,
        };
        Self { outcome: cause.outcome, no_https, headers: Vec::new(), body: Body::default() }
    }
}

/// The version of HTTP, as it is called.
fn version(version: reqwest::Version) -> String {
    match version {
        reqwest::Version::HTTP_2 => "HTTP/2".to_owned(),
        reqwest::Version::HTTP_3 => "HTTP/3".to_owned(),
        other => format!("{other:?}"),
    }
}

impl Pointer {
    fn of(response: &Response, asked: &Url) -> Option<Self> {
        let value = response.headers().get(LOCATION)?;
        // Bytes, since some servers do not escape what is not ASCII.
        let text = String::from_utf8_lossy(value.as_bytes()).trim().to_owned();
        if text.is_empty() {
            return None;
        }
        let mut to = asked.join(&text).ok();
        // No server is sent a user name, and no screen shows one, because some other server said so.
        let had_credentials = to.as_mut().is_some_and(site::strip_credentials);
        let shown = to.as_ref().filter(|_| had_credentials).map_or(text, Url::to_string);
        Some(Self { shown, to })
    }
}

fn headers(response: &Response, pointer: Option<&Pointer>) -> Vec<(String, String)> {
    let text = |name: &str, value: &[u8]| match pointer {
        Some(pointer) if name == "location" => pointer.shown.clone(),
        _ => String::from_utf8_lossy(value).into_owned(),
    };
    response
        .headers()
        .iter()
        .map(|(name, value)| (name.as_str().to_owned(), text(name.as_str(), value.as_bytes())))
        .collect()
}

// Only Linux answers on all of 127.0.0.0/8 without being told to.
#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use super::*;
    use crate::robots::delivery::Failure;
    use std::io::{Read as _, Write as _};
    use std::net::{IpAddr, Ipv4Addr, TcpListener};

    /// As if 127.0.0.2 were somewhere on the internet.
    fn pretend(ip: IpAddr) -> bool {
        ip != IpAddr::V4(Ipv4Addr::new(127, 0, 0, 2))
    }

    /// Follows the redirect of a server on 127.0.0.2, and says what was asked and how it ended.
    fn follow_to(location: &str) -> (usize, Outcome) {
        let listener = TcpListener::bind("127.0.0.2:0").expect("loopback");
        let port = listener.local_addr().expect("an address").port();
        let answer = format!("HTTP/1.1 302 Found\r\nLocation: {location}\r\nContent-Length: 0\r\n\r\n");
        std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().expect("a client");
            let _ = stream.read(&mut [0; 4096]);
            let _ = stream.write_all(answer.as_bytes());
        });
        let site = Site::read(&format!("http://127.0.0.2:{port}/")).expect("a site");
        let options = Options::default();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(async {
            let means = Means::judging(pretend, &site, &options).expect("the means");
            let mut trip = Trip::new(&means, &options, &site);
            let end = trip.follow(site.url()).await;
            (trip.into_hops().len(), end.outcome)
        })
    }

    #[test]
    fn a_redirect_from_outside_to_a_private_address_is_not_followed() {
        let sentence = "redirected to 127.0.0.1:9, and 127.0.0.1 is a private address";
        assert_eq!(follow_to("http://127.0.0.1:9/"), (1, Outcome::NotFollowed(sentence.into())));
    }

    #[test]
    fn a_redirect_from_outside_to_a_name_with_a_private_address_is_not_followed() {
        let (hops, outcome) = follow_to("http://localhost:9/");
        assert_eq!(hops, 1);
        match outcome {
            Outcome::NotFollowed(sentence) => {
                assert!(sentence.starts_with("redirected to localhost:9, and "), "{sentence}");
                assert!(sentence.ends_with(" is a private address"), "{sentence}");
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_redirect_that_stays_outside_is_followed() {
        let (hops, outcome) = follow_to("http://127.0.0.2:9/");
        assert_eq!(hops, 2);
        assert!(matches!(outcome, Outcome::Failed(Failure::Connect, _)), "{outcome:?}");
    }
}
