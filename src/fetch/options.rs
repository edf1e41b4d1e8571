//! How a site is asked: bounds, who asks, and what is passed over.

use std::net::IpAddr;
use std::str::FromStr;
use std::time::Duration;

/// How far a fetch goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Redirects that are followed. RFC 9309 section 2.3.1.2 asks for at least five.
    pub redirects: usize,
    /// Bytes of the body that are kept, before and after decompression. Google reads 500 KiB.
    pub body_bytes: usize,
    /// Time for a name, a connection and the TLS handshake together.
    pub connect: Duration,
    /// Time in which something must come: the first header after connecting, then each piece of the body.
    pub between_bytes: Duration,
    /// Time for everything, all redirects included.
    pub total: Duration,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            redirects: 5,
            body_bytes: 2 * 1024 * 1024,
            connect: Duration::from_secs(5),
            between_bytes: Duration::from_secs(10),
            total: Duration::from_secs(30),
        }
    }
}

/// How a site is asked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// How far the fetch goes.
    pub bounds: Bounds,
    /// Who asks, in place of robotui's own name. Characters that no header can hold are left out.
    pub user_agent: Option<String>,
    /// Addresses to connect to in place of those that a name has.
    pub pins: Vec<Pin>,
    /// Certificates that cannot be trusted are passed over; what is wrong with them is kept.
    pub insecure: bool,
    /// A redirect from a public host into a private network is followed.
    pub private_redirects: bool,
    /// A copy is held: an answer is wanted only where it differs.
    pub held: Option<Validators>,
}

/// By what a server tells whether a copy is still what it would send (RFC 9110 section 8.8).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Validators {
    /// The `ETag` of the copy.
    pub etag: Option<String>,
    /// Its `Last-Modified`.
    pub last_modified: Option<String>,
}

/// A host and port whose addresses are given by hand, as curl's `--resolve` has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pin {
    host: String,
    port: u16,
    addresses: Vec<IpAddr>,
}

impl Pin {
    /// The addresses for a host and port; none where this is for others.
    pub(super) fn addresses(&self, host: &str, port: u16) -> Option<&[IpAddr]> {
        let host = host.strip_suffix('.').unwrap_or(host);
        (self.port == port && self.host.eq_ignore_ascii_case(host)).then_some(self.addresses.as_slice())
    }
}

impl FromStr for Pin {
    type Err = String;

    /// Reads `host:port:address[,address]...`; an IPv6 address may stand in brackets.
    ///
    /// # Errors
    /// A sentence that says how it is written.
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || "write host:port:address, such as example.com:443:192.0.2.1".to_owned();
        let mut parts = text.splitn(3, ':');
        let (Some(host), Some(port), Some(addresses)) = (parts.next(), parts.next(), parts.next()) else {
            return Err(wrong());
        };
        let port = port.parse().ok().filter(|&port: &u16| port > 0).ok_or_else(wrong)?;
        let address = |text: &str| text.trim_start_matches('[').trim_end_matches(']').parse().map_err(|_| wrong());
        let addresses = addresses.split(',').map(address).collect::<Result<_, _>>()?;
        let url = url::Url::parse(&format!("http://{host}/")).map_err(|_| wrong())?;
        let host = url.host_str().filter(|_| !host.is_empty() && !host.contains('*')).ok_or_else(wrong)?.to_owned();
        Ok(Self { host, port, addresses })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pin_is_written_as_curl_has_it() {
        let pin: Pin = "Bücher.example:443:192.0.2.1,[2001:db8::1]".parse().expect("a pin");
        let found = pin.addresses("xn--bcher-kva.example", 443).expect("its addresses");
        assert_eq!(found, ["192.0.2.1".parse::<IpAddr>().expect("v4"), "2001:db8::1".parse().expect("v6")]);
        assert_eq!(pin.addresses("xn--bcher-kva.example", 80), None);
        assert_eq!(pin.addresses("www.xn--bcher-kva.example", 443), None);
        for wrong in
            ["", "a", "a:1", "a:b:127.0.0.1", "a:0:127.0.0.1", "a:1:localhost", ":1:127.0.0.1", "a:1:", "*:1:127.0.0.1"]
        {
            assert!(wrong.parse::<Pin>().is_err(), "{wrong}");
        }
    }
}
