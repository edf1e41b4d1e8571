//! Hosts: addresses in place of names, and names with other letters than those of ASCII.

// Addresses alone: what opens sockets is not for the inner half.
use core::net::{Ipv4Addr, Ipv6Addr};

/// Whether a host is an address and no name. One of IPv6 may stand in brackets.
#[must_use]
pub fn is_address(host: &str) -> bool {
    let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
    host.parse::<Ipv4Addr>().is_ok() || bare.unwrap_or(host).parse::<Ipv6Addr>().is_ok()
}

/// A name as people write it, where that differs from what is sent (`xn--…`). None also where this was built without it.
#[must_use]
pub fn as_written(host: &str) -> Option<String> {
    let is_coded = host.split('.').any(|label| label.get(..4).is_some_and(|head| head.eq_ignore_ascii_case("xn--")));
    let written = if is_coded { decoded(host) } else { return None };
    written.filter(|written| !written.is_empty() && !written.eq_ignore_ascii_case(host))
}

#[cfg(feature = "idn")]
fn decoded(host: &str) -> Option<String> {
    let written = url::quirks::domain_to_unicode(host);
    // A name can hold what a terminal would obey, or what cannot be seen.
    (!written.chars().any(super::display::is_hidden)).then_some(written)
}

#[cfg(not(feature = "idn"))]
const fn decoded(_host: &str) -> Option<String> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_no_names() {
        assert!(is_address("127.0.0.1") && is_address("[::1]") && is_address("::1"));
        assert!(!is_address("example.com") && !is_address("1.2.3") && !is_address("[x]"));
    }

    #[cfg(feature = "idn")]
    #[test]
    fn a_name_with_other_letters_is_written_with_them() {
        assert_eq!(as_written("xn--bcher-kva.example").as_deref(), Some("bücher.example"));
        assert_eq!(as_written("www.xn--bcher-kva.example").as_deref(), Some("www.bücher.example"));
        assert_eq!(as_written("example.com"), None);
        assert_eq!(as_written("xn--\u{1b}"), None);
    }
}
