//! From names to addresses, and which addresses a redirect may not reach: a site on the internet has no business to send
//! anybody's robotui into the network that it runs in.

use super::options::Pin;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use std::collections::HashSet;
use std::fmt;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use url::{Host, Url};

/// Looks up names for one fetch and keeps in mind what they were. Clones share their memory.
#[derive(Clone)]
pub(super) struct Names {
    is_private: Judgement,
    pins: Arc<Vec<Pin>>,
    memory: Arc<Mutex<Memory>>,
}

/// Which addresses are private.
pub(super) type Judgement = fn(IpAddr) -> bool;

#[derive(Default)]
struct Memory {
    /// The name that may have no private address now. A name and no flag, because the name of a proxy is looked up as well.
    guarded: Option<String>,
    /// Names with private addresses only.
    private: HashSet<String>,
    /// The port that is asked next.
    port: u16,
}

/// A redirect from outside leads into a private network.
#[derive(Debug)]
pub(super) enum Refused {
    /// By its address. The addresses that were looked at are those that would have been connected to, so that a name server
    /// cannot answer differently in between.
    Address(IpAddr),
    /// By its name: behind a proxy it is the proxy that knows the address.
    Name,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Address(ip) => write!(f, "{ip} is a private address"),
            Self::Name => f.write_str("that is a name of private networks (behind a proxy its address is not known)"),
        }
    }
}

impl std::error::Error for Refused {}

impl Names {
    pub(super) fn new(is_private: Judgement, pins: Vec<Pin>) -> Self {
        Self { is_private, pins: Arc::new(pins), memory: Arc::default() }
    }

    /// Says which URL is asked next: the port belongs to what is given by hand, and a resolver is not told of it.
    pub(super) fn asking(&self, url: &Url) {
        self.memory().port = url.port_or_known_default().unwrap_or_default();
    }

    /// The addresses that were given by hand. Whoever gives them knows whose they are: they count as public.
    fn pinned(&self, name: &str) -> Option<Vec<SocketAddr>> {
        let mut memory = self.memory();
        let found = self.pins.iter().find_map(|pin| pin.addresses(name, memory.port))?;
        memory.private.remove(name);
        Some(found.iter().map(|&ip| SocketAddr::new(ip, 0)).collect())
    }

    /// Says that a redirect leads from one URL to another, before the other is asked, and whether a proxy will ask.
    pub(super) fn redirected(&self, from: &Url, to: &Url, proxied: bool) -> Result<(), Refused> {
        let outside = if let Some(address) = address(from) {
            !(self.is_private)(address)
        } else {
            let name = from.host_str().unwrap_or_default();
            !self.memory().private.contains(name) && !self.is_private_name(name)
        };
        self.memory().guarded = to.domain().filter(|_| outside).map(str::to_owned);
        match address(to) {
            Some(address) if outside && (self.is_private)(address) => Err(Refused::Address(address)),
            None if outside && proxied && self.is_private_name(to.host_str().unwrap_or_default()) => Err(Refused::Name),
            _ => Ok(()),
        }
    }

    /// Where loopback is not private, nothing is.
    fn is_private_name(&self, name: &str) -> bool {
        (self.is_private)(Ipv4Addr::LOCALHOST.into()) && is_private_name(name)
    }

    fn memory(&self) -> MutexGuard<'_, Memory> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The addresses of a name that may be connected to.
    fn admit(&self, name: &str, mut found: Vec<SocketAddr>) -> Result<Vec<SocketAddr>, Refused> {
        let mut memory = self.memory();
        let private = found.iter().map(SocketAddr::ip).find(|ip| (self.is_private)(*ip));
        if found.iter().all(|a| (self.is_private)(a.ip())) {
            memory.private.insert(name.to_owned());
        } else {
            memory.private.remove(name);
        }
        if memory.guarded.as_deref() == Some(name) {
            found.retain(|a| !(self.is_private)(a.ip()));
        }
        match private {
            Some(ip) if found.is_empty() => Err(Refused::Address(ip)),
            _ => Ok(found),
        }
    }
}

impl Resolve for Names {
    fn resolve(&self, name: Name) -> Resolving {
        let names = self.clone();
        Box::pin(async move {
            let name = name.as_str();
            if let Some(pinned) = names.pinned(name) {
                return Ok(Box::new(pinned.into_iter()) as Addrs);
            }
            // RFC 6761 section 6.4: no need to ask, and no wait for a name server that is away.
            if name.trim_end_matches('.').rsplit('.').next() == Some("invalid") {
                return Err(io::Error::from(io::ErrorKind::NotFound).into());
            }
            let found: Vec<SocketAddr> = tokio::net::lookup_host((name, 0)).await?.collect();
            if found.is_empty() {
                return Err(io::Error::from(io::ErrorKind::NotFound).into());
            }
            let found = names.admit(name, found)?;
            Ok(Box::new(found.into_iter()) as Addrs)
        })
    }
}

/// The address that a URL has in place of a name.
fn address(url: &Url) -> Option<IpAddr> {
    match url.host()? {
        Host::Ipv4(ip) => Some(ip.into()),
        Host::Ipv6(ip) => Some(ip.into()),
        Host::Domain(_) => None,
    }
}

/// Whether the site is this machine by its name, so that a proxy elsewhere could not reach it.
pub(super) fn is_this_machine(url: &Url) -> bool {
    let local = |name: &str| name.trim_end_matches('.').rsplit('.').next() == Some("localhost");
    address(url).map_or_else(|| url.domain().is_some_and(local), |ip| ip.to_canonical().is_loopback())
}

/// Names that stand for addresses of the own network: those that RFC 6761, 6762 and 8375 and ICANN set aside, those that
/// clouds and offices use, and names of a single part, which no site on the internet has.
fn is_private_name(name: &str) -> bool {
    const SET_ASIDE: [&str; 9] =
        ["localhost", "local", "internal", "intranet", "private", "corp", "home", "lan", "localdomain"];
    let name = name.strip_suffix('.').unwrap_or(name);
    match name.rsplit_once('.') {
        None => true,
        Some((rest, last)) => {
            let is = |set: &str| last.eq_ignore_ascii_case(set);
            SET_ASIDE.into_iter().any(is)
                || is("arpa") && rest.to_ascii_lowercase().split('.').next_back() == Some("home")
        }
    }
}

/// Loopback, private, link-local, shared (RFC 6598) and unspecified addresses, also within IPv6; and those at which clouds tell
/// a machine about itself.
pub(super) fn is_private(ip: IpAddr) -> bool {
    match ip.to_canonical() {
        IpAddr::V4(ip) => is_private_v4(ip),
        IpAddr::V6(ip) => {
            ip.is_loopback()
                || ip.is_unspecified()
                || ip.is_unique_local()
                || ip.is_unicast_link_local()
                // Site-local, as before RFC 3879.
                || ip.segments()[0] & 0xffc0 == 0xfec0
                || embedded_v4(ip).is_some_and(is_private_v4)
        }
    }
}

fn is_private_v4(ip: Ipv4Addr) -> bool {
    let [a, b, ..] = ip.octets();
    ip.is_loopback()
        || ip.is_private()
        || ip.is_link_local()
        || ip.is_broadcast()
        || a == 0
        || (a == 100 && (64..128).contains(&b))
        || ip.octets()[..3] == [192, 0, 0]
        // Azure's.
        || ip == Ipv4Addr::new(168, 63, 129, 16)
}

/// The IPv4 address behind a translator (`64:ff9b::/96`, RFC 6052).
fn embedded_v4(ip: Ipv6Addr) -> Option<Ipv4Addr> {
    match ip.segments() {
        [0x64, 0xff9b, 0, 0, 0, 0, high, low] => Some(Ipv4Addr::from((u32::from(high) << 16) | u32::from(low))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    fn url(text: &str) -> Url {
        Url::parse(text).expect("a URL")
    }

    #[test]
    fn addresses_of_the_own_network_are_private() {
        for text in [
            "127.0.0.1",
            "127.9.9.9",
            "10.0.0.1",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "::1",
            "::",
            "fe80::1",
            "fd00::1",
            "::ffff:10.0.0.1",
            "64:ff9b::a00:1",
            "fec0::1",
            "fd00:ec2::254",
            "168.63.129.16",
            "192.0.0.192",
        ] {
            assert!(is_private(ip(text)), "{text}");
        }
        for text in ["8.8.8.8", "172.32.0.1", "100.128.0.1", "2001:4860:4860::8888", "64:ff9b::808:808"] {
            assert!(!is_private(ip(text)), "{text}");
        }
    }

    #[test]
    fn a_redirect_may_not_come_in_from_outside() {
        let names = Names::new(is_private, Vec::new());
        let go = |from: &str, to: &str| names.redirected(&url(from), &url(to), false).is_ok();
        assert!(!go("http://8.8.8.8/", "http://127.0.0.1/"));
        assert!(!go("http://8.8.8.8/", "http://[::1]/"));
        assert!(!go("http://8.8.8.8/", "http://2130706433/"), "127.0.0.1 in another spelling");
        assert!(!go("http://not-looked-up.test/", "http://10.0.0.1/"));
        assert!(go("http://127.0.0.1/", "http://127.0.0.2/"));
        assert!(go("http://8.8.8.8/", "http://9.9.9.9/"));
    }

    #[test]
    fn behind_a_proxy_a_redirect_is_judged_by_its_name() {
        let names = Names::new(is_private, Vec::new());
        let go = |from: &str, to: &str, proxied| names.redirected(&url(from), &url(to), proxied);
        for private in
            ["metadata.google.internal", "printer.local", "localhost", "a.localhost.", "router", "nas.home.arpa"]
        {
            let to = format!("http://{private}/");
            assert!(matches!(go("http://example.com/", &to, true), Err(Refused::Name)), "{private}");
            assert!(go("http://example.com/", &to, false).is_ok(), "{private} is looked up");
            assert!(go("http://wiki.corp/", &to, true).is_ok(), "from inside to inside");
        }
        assert!(matches!(go("http://example.com/", "http://169.254.169.254/", true), Err(Refused::Address(_))));
        assert!(go("http://example.com/", "http://localhost.example.com/", true).is_ok());
        let allowed = Names::new(|_| false, Vec::new());
        assert!(allowed.redirected(&url("http://example.com/"), &url("http://printer.local/"), true).is_ok());
    }

    #[test]
    fn a_name_is_judged_by_its_addresses() {
        let names = Names::new(is_private, Vec::new());
        let at = |text: &str| SocketAddr::new(ip(text), 0);
        let (inside, outside) = (url("http://inside.test/"), url("http://outside.test/"));
        assert!(names.admit("outside.test", vec![at("8.8.8.8")]).is_ok());
        assert!(names.admit("inside.test", vec![at("10.0.0.1")]).is_ok(), "asked for, not redirected to");
        assert!(names.redirected(&inside, &inside, false).is_ok());
        assert!(names.admit("inside.test", vec![at("10.0.0.1")]).is_ok(), "from inside to inside");
        assert!(names.redirected(&outside, &inside, false).is_ok());
        assert!(names.admit("inside.test", vec![at("10.0.0.1")]).is_err());
        assert!(names.admit("proxy.test", vec![at("10.0.0.2")]).is_ok(), "not the one that is guarded");
        let both = names.admit("inside.test", vec![at("10.0.0.1"), at("9.9.9.9")]).expect("one is left");
        assert_eq!(both, [at("9.9.9.9")]);
    }

    #[test]
    fn this_machine_has_names() {
        for text in ["http://localhost:1/", "http://a.localhost/", "http://127.0.0.1/", "http://[::1]/"] {
            assert!(is_this_machine(&url(text)), "{text}");
        }
        assert!(!is_this_machine(&url("http://localhost.example.com/")));
    }
}
