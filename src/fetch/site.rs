//! From what a person gives as a site to the URL of its robots.txt. Whether anything answers there is for the fetch to say.

use crate::robots::display;
use std::fmt;
use url::{ParseError, Position, Url};

/// Characters of a person's text that an error repeats.
const SHOWN: usize = 60;

/// A site whose robots.txt can be asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    url: Url,
    scheme_given: bool,
    path: Option<String>,
    credentials: Option<Credentials>,
}

/// User name and password, escaped as in a URL. Their `Debug` tells nothing.
#[derive(Clone, PartialEq, Eq)]
struct Credentials {
    user: String,
    password: Option<String>,
}

impl fmt::Debug for Credentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Credentials(…)")
    }
}

impl Site {
    /// Reads a host, a host with a port, or a URL; also one without its scheme.
    ///
    /// # Errors
    /// One sentence for the person, where the text names no host that could be asked over http or https.
    pub fn read(text: &str) -> Result<Self, String> {
        let text = text.trim();
        if text.is_empty() {
            return Err("no host was given".to_owned());
        }
        if text.chars().any(char::is_control) {
            return Err(format!("{} holds a control character", shown(text)));
        }
        let (scheme, rest) = split_scheme(text);
        let host_port = host_and_port(rest);
        check_spelling(text, scheme, host_port)?;
        let scheme = scheme.or_else(|| scheme_of_port(host_port));
        let page =
            Url::parse(&format!("{}://{rest}", scheme.unwrap_or("https"))).map_err(|e| spelling_error(text, e))?;
        check_host(text, &page)?;
        Ok(Self {
            url: robots_url(&page),
            scheme_given: scheme.is_some(),
            path: page_path(&page),
            credentials: credentials(&page),
        })
    }

    /// The URL of the robots.txt, without user name and password. https where no scheme was given.
    #[must_use]
    pub const fn url(&self) -> &Url {
        &self.url
    }

    /// Whether http or https was asked for. If not, http is asked where https cannot connect.
    #[must_use]
    pub const fn scheme_given(&self) -> bool {
        self.scheme_given
    }

    /// Path and query of the page that was given, as a client asks for them; none where it was a site or its robots.txt.
    #[must_use]
    pub fn path(&self) -> Option<&str> {
        self.path.as_deref()
    }

    /// The same over http, where that may be tried in place of https. A password is not sent in the clear unless somebody
    /// wrote `http://`.
    pub(super) fn over_http(&self) -> Option<Url> {
        if self.scheme_given || self.credentials.is_some() {
            return None;
        }
        let mut url = self.url.clone();
        url.set_scheme("http").ok()?;
        Some(url)
    }

    /// The URLs at which its file may have been asked for: its own, and http where that may take the place of https.
    #[must_use]
    pub fn places(&self) -> Vec<String> {
        std::iter::once(&self.url).chain(self.over_http().as_ref()).map(Url::to_string).collect()
    }

    /// The URL with user name and password where they may be sent: to their own origin, and to https on the same host.
    pub(super) fn with_credentials(&self, url: &Url) -> Url {
        let mut url = url.clone();
        let own = url.origin() == self.url.origin();
        let upgraded = url.host() == self.url.host()
            && (self.url.scheme(), url.scheme()) == ("http", "https")
            && (self.url.port(), url.port()) == (None, None);
        if let Some(Credentials { user, password }) = self.credentials.as_ref().filter(|_| own || upgraded) {
            // These fail only for a URL without host, and this one has the host of a site.
            let _ = url.set_username(user);
            let _ = url.set_password(password.as_deref());
        }
        url
    }
}

/// Takes user name and password out of a URL; whether there were any.
pub(super) fn strip_credentials(url: &mut Url) -> bool {
    let had = !url.username().is_empty() || url.password().is_some();
    // These fail only for a URL that cannot have a user name.
    let _ = url.set_username("");
    let _ = url.set_password(None);
    had
}

/// A text from a person or a server as an error may repeat it: visible, not long, and without what may be a password.
pub(super) fn shown(text: &str) -> String {
    let start = text.find("://").map_or(0, |at| at + 3);
    let clean = match text.rfind('@') {
        Some(at) if at >= start => format!("{}…{}", &text[..start], &text[at..]),
        _ => text.to_owned(),
    };
    let clean = display::visible_str(&clean);
    match clean.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("\"{}…\"", &clean[..end]),
        None => format!("\"{clean}\""),
    }
}

/// The scheme, where one was given, and what follows it.
fn split_scheme(text: &str) -> (Option<&str>, &str) {
    let is_scheme = |scheme: &str| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
    };
    match text.split_once("://") {
        Some((scheme, rest)) if is_scheme(scheme) => (Some(scheme), rest),
        _ => (None, text.strip_prefix("//").unwrap_or(text)),
    }
}

fn host_and_port(rest: &str) -> &str {
    let authority = &rest[..rest.find(['/', '\\', '?', '#']).unwrap_or(rest.len())];
    authority.rsplit_once('@').map_or(authority, |(_, host)| host)
}

/// The scheme that somebody means who gives its own port.
fn scheme_of_port(host_port: &str) -> Option<&'static str> {
    match host_port.rsplit_once(':') {
        Some((_, "80")) => Some("http"),
        Some((_, "443")) => Some("https"),
        _ => None,
    }
}

/// What the parser of URLs would let pass, or would not name as clearly.
fn check_spelling(text: &str, scheme: Option<&str>, host_port: &str) -> Result<(), String> {
    if scheme.is_some_and(|s| !s.eq_ignore_ascii_case("http") && !s.eq_ignore_ascii_case("https")) {
        return Err(format!("only http and https are fetched, and {} is neither", shown(text)));
    }
    if host_port.is_empty() || host_port.starts_with(':') {
        return Err(format!("{} names no host", shown(text)));
    }
    if host_port.contains(char::is_whitespace) {
        return Err(format!("the host in {} holds a space", shown(text)));
    }
    Ok(())
}

fn spelling_error(text: &str, error: ParseError) -> String {
    let text = shown(text);
    match error {
        ParseError::EmptyHost => format!("{text} names no host"),
        ParseError::InvalidPort => format!("the port in {text} is no number from 1 to 65535"),
        ParseError::InvalidIpv4Address => format!("{text} holds no valid IPv4 address"),
        ParseError::InvalidIpv6Address => format!("{text} holds no valid IPv6 address"),
        _ => format!("the host in {text} cannot be a host name"),
    }
}

/// The limits of DNS (RFC 1035 section 2.3.4), which the parser of URLs does not check.
fn check_host(text: &str, page: &Url) -> Result<(), String> {
    if page.port() == Some(0) {
        return Err(spelling_error(text, ParseError::InvalidPort));
    }
    let name = page.domain().unwrap_or_default();
    let name = name.strip_suffix('.').unwrap_or(name);
    let text = shown(text);
    if page.domain().is_some() && name.split('.').any(str::is_empty) {
        return Err(format!("the host in {text} has nothing between two dots"));
    }
    if name.split('.').any(|label| label.len() > 63) {
        return Err(format!("the host in {text} has a part of more than 63 characters"));
    }
    if name.len() > 253 {
        return Err(format!("the host in {text} has more than 253 characters"));
    }
    Ok(())
}

fn robots_url(page: &Url) -> Url {
    let mut url = page.clone();
    url.set_path("/robots.txt");
    url.set_query(None);
    url.set_fragment(None);
    strip_credentials(&mut url);
    url
}

fn page_path(page: &Url) -> Option<String> {
    let path = &page[Position::BeforePath..Position::AfterQuery];
    (page.path() != "/robots.txt" && path != "/").then(|| path.to_owned())
}

fn credentials(page: &Url) -> Option<Credentials> {
    let (user, password) = (page.username().to_owned(), page.password().map(str::to_owned));
    (!user.is_empty() || password.is_some()).then_some(Credentials { user, password })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(text: &str) -> String {
        Site::read(text).expect("a site").url().to_string()
    }

    fn path(text: &str) -> Option<String> {
        Site::read(text).expect("a site").path().map(str::to_owned)
    }

    fn error(text: &str) -> String {
        Site::read(text).expect_err("no site")
    }

    #[test]
    fn a_host_is_enough() {
        assert_eq!(url("example.com"), "https://example.com/robots.txt");
        assert_eq!(url("  EXAMPLE.com.  "), "https://example.com./robots.txt");
        assert_eq!(url("localhost:8080/x"), "https://localhost:8080/robots.txt");
        assert_eq!(url("[::1]:8080"), "https://[::1]:8080/robots.txt");
        assert_eq!(url("//example.com/a"), "https://example.com/robots.txt");
        assert_eq!(url("bücher.example"), "https://xn--bcher-kva.example/robots.txt");
        assert_eq!(url("HTTPS://example.com:443/a?b#c"), "https://example.com/robots.txt");
    }

    #[test]
    fn http_takes_the_place_of_https_only_where_no_scheme_was_given() {
        let over_http = |text: &str| Site::read(text).expect("a site").over_http().map(String::from);
        assert_eq!(over_http("example.com:8080").as_deref(), Some("http://example.com:8080/robots.txt"));
        assert_eq!(over_http("https://example.com"), None);
        assert_eq!(over_http("u:p@example.com"), None, "not with a password");
        assert_eq!(url("example.com:80"), "http://example.com/robots.txt");
        assert_eq!(over_http("example.com:443"), None);
        assert_eq!(url("[::80]"), "https://[::80]/robots.txt");
        assert!(!Site::read("example.com").expect("a site").scheme_given());
        assert!(Site::read("http://example.com").expect("a site").scheme_given());
    }

    #[test]
    fn a_page_is_asked_about() {
        assert_eq!(path("https://example.com/a?b#c").as_deref(), Some("/a?b"));
        assert_eq!(path("example.com/a/../é x").as_deref(), Some("/%C3%A9%20x"));
        assert_eq!(path("example.com?u=https://x.test/").as_deref(), Some("/?u=https://x.test/"));
        assert_eq!(path("example.com"), None);
        assert_eq!(path("example.com/#top"), None);
        assert_eq!(path("example.com/robots.txt"), None);
    }

    #[test]
    fn a_password_is_shown_nowhere() {
        let site = Site::read("http://user:secret@example.com/a").expect("a site");
        assert!(!format!("{site:?}").contains("secret"));
        assert_eq!(site.url().as_str(), "http://example.com/robots.txt");
        for text in ["http://user:secret@bad host/", "user:secret@", "http://user:sec/secret@x/", "ftp://u:secret@x"] {
            assert!(!error(text).contains("sec"), "{}", error(text));
        }
    }

    #[test]
    fn a_password_goes_to_its_own_host_alone() {
        let site = Site::read("http://user:p%40ss@example.com/").expect("a site");
        let sent = |url: &str| site.with_credentials(&Url::parse(url).expect("a URL")).to_string();
        assert_eq!(sent("http://example.com/x"), "http://user:p%40ss@example.com/x");
        assert_eq!(sent("https://example.com/x"), "https://user:p%40ss@example.com/x");
        assert_eq!(sent("http://example.com:8080/x"), "http://example.com:8080/x");
        assert_eq!(sent("http://www.example.com/x"), "http://www.example.com/x");
        let site = Site::read("https://user:pass@example.com/").expect("a site");
        let down = Url::parse("http://example.com/").expect("a URL");
        assert_eq!(site.with_credentials(&down), down, "not from https to http");
    }

    #[test]
    fn what_cannot_be_asked_is_said_in_a_sentence() {
        assert_eq!(error(" "), "no host was given");
        assert_eq!(error("/robots.txt"), "\"/robots.txt\" names no host");
        assert_eq!(error("https://:80/"), "\"https://:80/\" names no host");
        assert_eq!(error("exa mple.com"), "the host in \"exa mple.com\" holds a space");
        assert_eq!(error("example.com:0"), "the port in \"example.com:0\" is no number from 1 to 65535");
        assert_eq!(error("example.com:99999/x"), "the port in \"example.com:99999/x\" is no number from 1 to 65535");
        assert_eq!(error("mailto:me"), "the port in \"mailto:me\" is no number from 1 to 65535");
        assert_eq!(
            error("file:///etc/passwd"),
            "only http and https are fetched, and \"file:///etc/passwd\" is neither"
        );
        assert_eq!(error("a..b"), "the host in \"a..b\" has nothing between two dots");
        assert_eq!(error("[::g]"), "\"[::g]\" holds no valid IPv6 address");
        assert_eq!(error("1.2.3.999"), "\"1.2.3.999\" holds no valid IPv4 address");
        assert_eq!(error("a<b"), "the host in \"a<b\" cannot be a host name");
        assert_eq!(error("a\u{1b}]0;x"), "\"a␛]0;x\" holds a control character");
        let long = error(&format!("{}.example", "a".repeat(64)));
        assert!(long.contains("63 characters") && long.contains("…\"") && long.chars().count() < 130, "{long}");
        assert!(error(&"abc.".repeat(100)).contains("253 characters"));
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_a_site_or_a_sentence(text in "\\PC{0,40}") {
            match Site::read(&text) {
                Ok(site) => proptest::prop_assert_eq!(site.url().path(), "/robots.txt"),
                Err(sentence) => proptest::prop_assert!(!sentence.chars().any(char::is_control)),
            }
        }
    }
}
