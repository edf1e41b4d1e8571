//! From what a person gives as a URL to the path that patterns are matched against, and whose file rules it.

use super::pattern;
use super::profile::Profile;
use std::fmt;

/// A scheme, host and port: what one robots.txt rules.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Origin {
    /// In lower case, without `://`.
    pub scheme: String,
    /// In lower case; IPv6 literals with their brackets.
    pub host: String,
    /// The port where it is not the scheme's own.
    pub port: Option<u16>,
}

impl Origin {
    /// The origin of a URL with scheme and host. User name and password are left out.
    #[must_use]
    pub fn of(url: &str) -> Option<Self> {
        let (scheme, rest) = split_scheme(url)?;
        Self::from_authority(scheme, &rest[..authority_len(rest)])
    }

    fn from_authority(scheme: &str, authority: &str) -> Option<Self> {
        let host_port = authority.rsplit_once('@').map_or(authority, |(_, rest)| rest);
        let (host, port) = match host_port.rsplit_once(':') {
            Some((host, port)) if !port.contains(']') => (host, port),
            _ => (host_port, ""),
        };
        if host.is_empty() {
            return None;
        }
        let scheme = scheme.to_ascii_lowercase();
        let (host, port) = match port.parse::<u16>() {
            Ok(port) => (host, Some(port)),
            Err(_) if port.is_empty() => (host, None),
            // No port is called so, and no origin either: it stays as it is, and is another than the one in view.
            Err(_) => (host_port, None),
        };
        let default = match scheme.as_str() {
            "http" => Some(80),
            "https" => Some(443),
            _ => None,
        };
        Some(Self { scheme, host: host.to_lowercase(), port: port.filter(|_| port != default) })
    }

    /// The URL of the file that rules this origin.
    #[must_use]
    pub fn robots_url(&self) -> String {
        format!("{self}/robots.txt")
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", self.scheme, self.host)?;
        self.port.map_or(Ok(()), |port| write!(f, ":{port}"))
    }
}

/// What a person typed as a URL, read: a path, and an origin where one was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// Whose file rules it. None where only a path was given: then it is the file in view.
    pub origin: Option<Origin>,
    /// Path and query as a client asks for them: begins with `/`, printable ASCII, no fragment.
    pub path: String,
}

impl Target {
    /// Reads a URL, a path, or a host and a path. `view` is the origin of the file in view: its host is taken for a host even
    /// where nothing follows it, and its scheme is the one that is meant where none is given.
    #[must_use]
    pub fn read(typed: &str, view: Option<&Origin>) -> Self {
        let typed = typed.trim();
        let scheme = view.map_or("https", |origin| origin.scheme.as_str());
        let (origin, rest) = if let Some((scheme, rest)) = split_scheme(typed) {
            let end = authority_len(rest);
            (Origin::from_authority(scheme, &rest[..end]), &rest[end..])
        } else if let Some(rest) = typed.strip_prefix("//") {
            let end = authority_len(rest);
            (Origin::from_authority(scheme, &rest[..end]), &rest[end..])
        } else {
            match host_in(typed, view) {
                Some(end) => (Origin::from_authority(scheme, &typed[..end]), &typed[end..]),
                None => (None, typed),
            }
        };
        let rest = rest.split('#').next().unwrap_or_default();
        Self { origin, path: escape(rest) }
    }

    /// A path and query that is no URL: two slashes at its start name no host. Begins with `/`.
    #[must_use]
    pub fn of_path(path: &str) -> Self {
        Self { origin: None, path: escape(path) }
    }

    /// The same as a client asks for it: the dot segments of a full URL are resolved. Matchers are given the path as it stands
    /// and do not do so themselves; browsers and crawlers do it before they ask.
    #[must_use]
    pub fn as_asked(mut self) -> Self {
        if self.origin.is_some() {
            self.path = without_dot_segments(&self.path);
        }
        self
    }

    /// The path as this profile compares it.
    #[must_use]
    pub fn path(&self, profile: &Profile) -> Path {
        Path { bytes: pattern::normalise_path(self.path.as_bytes(), profile.escapes) }
    }
}

/// A path and query, normalised as one profile compares them. Begins with `/`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    bytes: Vec<u8>,
}

impl Path {
    /// The bytes that patterns are matched against: printable ASCII.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The same as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        // Made from an ASCII string by a normalisation that keeps it ASCII.
        std::str::from_utf8(&self.bytes).unwrap_or_default()
    }

    /// Whether it is `/robots.txt`, which may always be fetched.
    #[must_use]
    pub fn is_robots_txt(&self) -> bool {
        self.bytes == b"/robots.txt"
    }
}

/// Scheme and what follows `://`.
fn split_scheme(text: &str) -> Option<(&str, &str)> {
    // No scheme holds a colon, so the first one is that of `://`.
    let (scheme, rest) = text.split_once(':')?;
    let rest = rest.strip_prefix("//")?;
    let mut chars = scheme.chars();
    let named = chars.next().is_some_and(|c| c.is_ascii_alphabetic())
        && chars.all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'));
    named.then_some((scheme, rest))
}

/// Where host and port end. A `;` ends them too, as it does for Google's matcher.
fn authority_len(rest: &str) -> usize {
    rest.find(['/', '?', ';', '#']).unwrap_or(rest.len())
}

/// The length of the host that a text without scheme begins with.
fn host_in(typed: &str, view: Option<&Origin>) -> Option<usize> {
    let end = authority_len(typed);
    let first = &typed[..end];
    let in_view = view.is_some_and(|view| {
        let named = Origin::from_authority(&view.scheme, first);
        !first.is_empty() && named.is_some_and(|named| named == *view || first.eq_ignore_ascii_case(&view.host))
    });
    let looks_so = first.contains(['.', ':']) && typed[end..].starts_with('/') && !first.starts_with(['.', ':']);
    (in_view || looks_so).then_some(end)
}

/// Resolves `.` and `..` as clients do before they ask (RFC 3986 section 5.2.4; escaped dots count, as in browsers).
fn without_dot_segments(path_and_query: &str) -> String {
    let (path, query) = path_and_query.split_at(path_and_query.find('?').unwrap_or(path_and_query.len()));
    let plain = |segment: &str| segment.to_ascii_lowercase().replace("%2e", ".");
    let is_dots = |segment: &str| matches!(plain(segment).as_str(), "." | "..");
    if !path.split('/').any(is_dots) {
        return path_and_query.to_owned();
    }
    let mut kept: Vec<&str> = Vec::new();
    let segments: Vec<&str> = path.split('/').skip(1).collect();
    for (i, segment) in segments.iter().enumerate() {
        let last = i + 1 == segments.len();
        match plain(segment).as_str() {
            "." | ".." => {
                if plain(segment) == ".." {
                    kept.pop();
                }
                if last {
                    kept.push("");
                }
            }
            _ => kept.push(segment),
        }
    }
    format!("/{}{query}", kept.join("/"))
}

/// A path that begins with a slash, and in which all that is not printable ASCII is escaped; escapes that stand are left.
fn escape(path: &str) -> String {
    let mut out = String::with_capacity(path.len() + 1);
    if !path.starts_with('/') {
        out.push('/');
    }
    let is_printable = |byte: u8| matches!(byte, 0x21..=0x7e);
    // Asked of all bytes at once, without stopping at the first: that is how compilers make vectors of it.
    if path.bytes().fold(true, |all, byte| all & is_printable(byte)) {
        out.push_str(path);
        return out;
    }
    for byte in path.bytes() {
        if is_printable(byte) { out.push(byte as char) } else { pattern::push_escape(&mut out, byte) }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(typed: &str) -> (Option<String>, String) {
        let view = Origin::of("https://example.com/robots.txt");
        let target = Target::read(typed, view.as_ref()).as_asked();
        (target.origin.map(|o| o.to_string()), target.path)
    }

    fn own(path: &str) -> (Option<String>, String) {
        (None, path.to_owned())
    }

    fn of(origin: &str, path: &str) -> (Option<String>, String) {
        (Some(origin.to_owned()), path.to_owned())
    }

    #[test]
    fn a_path_may_come_without_its_slash() {
        assert_eq!(read("private/x"), own("/private/x"));
        assert_eq!(read("index.html"), own("/index.html"));
        assert_eq!(read(""), own("/"));
        assert_eq!(read("?q=1"), own("/?q=1"));
        assert_eq!(read("/a?"), own("/a?"));
        assert_eq!(read("/a#b?c"), own("/a"));
        assert_eq!(read("/a/../b"), own("/a/../b"));
    }

    #[test]
    fn a_host_may_come_without_its_scheme() {
        assert_eq!(read("example.com"), of("https://example.com", "/"));
        assert_eq!(read("images.example.com/a.png"), of("https://images.example.com", "/a.png"));
        assert_eq!(read("localhost:8080/x"), of("https://localhost:8080", "/x"));
        assert_eq!(read("//x.test/a"), of("https://x.test", "/a"));
    }

    #[test]
    fn default_ports_case_and_passwords_do_not_make_another_origin() {
        assert_eq!(read("HTTPS://u:p@EXAMPLE.com:443/a"), of("https://example.com", "/a"));
        assert_eq!(read("https://example.com:8443"), of("https://example.com:8443", "/"));
        assert_eq!(read("http://[2001:DB8::1]:80/a"), of("http://[2001:db8::1]", "/a"));
        assert_eq!(read("http://example.com:99999/a"), of("http://example.com:99999", "/a"));
    }

    #[test]
    fn a_full_url_is_asked_for_as_clients_do() {
        assert_eq!(read("https://example.com/a/../b/./c?d=../e"), of("https://example.com", "/b/c?d=../e"));
        assert_eq!(read("https://example.com/a/%2E%2e/b/.."), of("https://example.com", "/"));
        assert_eq!(read("https://example.com/é x"), of("https://example.com", "/%C3%A9%20x"));
        assert_eq!(read("https://example.com?a=1"), of("https://example.com", "/?a=1"));
    }
}
