//! What headers and hops of a delivery say, read: type, charset, encoding, cache life, redirects.

use super::{Delivery, Hop, Stamp};

/// Google keeps a robots.txt for about this long, in seconds, and RFC 9309 section 2.4 asks for no longer.
pub const DAY: u64 = 86_400;

/// For how long an answer may be kept, as its headers say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cache {
    /// It may not be kept at all.
    pub no_store: bool,
    /// It may be kept, and is to be asked about each time.
    pub no_cache: bool,
    /// Seconds for everybody.
    pub max_age: Option<u64>,
    /// Seconds for caches between; not for crawlers.
    pub s_maxage: Option<u64>,
    /// Seconds from `Date` until `Expires`; 0 where that is over, or no date.
    pub expires: Option<u64>,
}

impl Cache {
    /// For how many seconds a client may keep it, and which header says so. None where nothing is said.
    #[must_use]
    pub const fn life(&self) -> Option<(u64, &'static str)> {
        match (self.max_age, self.expires) {
            (Some(seconds), _) => Some((seconds, "max-age")),
            (None, Some(seconds)) => Some((seconds, "Expires")),
            (None, None) => None,
        }
    }
}

impl Delivery {
    /// The content type without its parameters.
    #[must_use]
    pub fn media_type(&self) -> Option<&str> {
        let plain = self.header("content-type")?.split(';').next()?.trim();
        (!plain.is_empty()).then_some(plain)
    }

    /// The charset that the content type names.
    #[must_use]
    pub fn charset(&self) -> Option<&str> {
        let parameters = self.header("content-type")?.split(';').skip(1);
        let mut pairs = parameters.filter_map(|parameter| parameter.split_once('='));
        let (_, value) = pairs.find(|(name, _)| name.trim().eq_ignore_ascii_case("charset"))?;
        let value = value.trim().trim_matches(['"', '\'']);
        (!value.is_empty()).then_some(value)
    }

    /// The encoding that a header names, where it is not the identity.
    #[must_use]
    pub fn encoding(&self) -> Option<&str> {
        let value = self.header("content-encoding").map(str::trim);
        value.filter(|value| !value.is_empty() && !value.eq_ignore_ascii_case("identity"))
    }

    /// An encoding that was named and not undone, since only gzip was asked for and is undone.
    #[must_use]
    pub fn still_packed(&self) -> Option<&'static str> {
        let named = self.encoding()?;
        ["br", "zstd", "deflate", "compress"].into_iter().find(|known| named.eq_ignore_ascii_case(known))
    }

    /// For how long the answer may be kept.
    #[must_use]
    pub fn cache(&self) -> Cache {
        let mut cache = Cache::default();
        let values = self.headers.iter().filter(|(name, _)| name.eq_ignore_ascii_case("cache-control"));
        for directive in values.flat_map(|(_, value)| value.split(',')) {
            let (name, value) = directive.split_once('=').unwrap_or((directive, ""));
            // More than a number can hold is as good as for ever (RFC 9111 section 1.2.2).
            let digits = value.trim().trim_matches('"');
            let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            let seconds = is_number.then(|| digits.parse().unwrap_or(u64::MAX));
            match name.trim().to_ascii_lowercase().as_str() {
                "no-store" => cache.no_store = true,
                "no-cache" => cache.no_cache = true,
                "max-age" => cache.max_age = cache.max_age.or(seconds),
                "s-maxage" => cache.s_maxage = cache.s_maxage.or(seconds),
                _ => {}
            }
        }
        let now = self.header("date").and_then(date).or((self.at != Stamp::default()).then_some(self.at.unix));
        cache.expires = self.header("expires").zip(now).map(|(expires, now)| {
            date(expires).and_then(|then| u64::try_from(then.saturating_sub(now)).ok()).unwrap_or(0)
        });
        cache
    }

    /// Whether a crawler that holds a copy can ask for changes alone.
    #[must_use]
    pub fn has_validator(&self) -> bool {
        self.header("etag").is_some() || self.header("last-modified").is_some()
    }

    /// The requests that were redirected, and whose redirect was followed.
    pub fn redirects(&self) -> impl Iterator<Item = &Hop> {
        let followed = self.hops.len().saturating_sub(1);
        self.hops[..followed].iter().filter(|hop| matches!(hop.status, Some(301 | 302 | 303 | 307 | 308)))
    }

    /// Why the certificate of a server on the way could not be trusted, where that was passed over.
    #[must_use]
    pub fn passed_over(&self) -> Option<&str> {
        self.hops.iter().find_map(|hop| hop.passed_over.as_deref())
    }
}

/// Seconds since 1970 of a date as headers have it, `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 section 5.6.7).
fn date(text: &str) -> Option<i64> {
    const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let (_, rest) = text.split_once(", ")?;
    let mut parts = rest.split_ascii_whitespace();
    let day: i64 = parts.next()?.parse().ok().filter(|day| (1..=31).contains(day))?;
    let name = parts.next()?;
    let month = (1..).zip(MONTHS).find_map(|(number, month): (i64, _)| (month == name).then_some(number))?;
    let year: i64 = parts.next()?.parse().ok().filter(|year| (1000..=9999).contains(year))?;
    let mut clock = parts.next()?.split(':').map(|part| part.parse::<i64>().ok().filter(|n| (0..=60).contains(n)));
    let (hours, minutes, seconds) = (clock.next()??, clock.next()??, clock.next()??);
    // The year begins in March, so that the day that only some years have is its last.
    let (y, m) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let days = 365 * y + y / 4 - y / 100 + y / 400 + (153 * m + 2) / 5 + day - 1 - 719_468;
    Some(((days * 24 + hours) * 60 + minutes) * 60 + seconds)
}

#[cfg(test)]
mod tests {
    use super::super::Outcome;
    use super::*;

    fn delivery(headers: &[(&str, &str)]) -> Delivery {
        let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        Delivery { headers, ..Delivery::new("https://example.com/robots.txt", Outcome::Answered(200)) }
    }

    #[test]
    fn dates_of_headers_are_read() {
        assert_eq!(date("Thu, 01 Jan 1970 00:00:00 GMT"), Some(0));
        assert_eq!(date("Sun, 06 Nov 1994 08:49:37 GMT"), Some(784_111_777));
        assert_eq!(date("Thu, 29 Feb 2024 23:59:59 GMT"), Some(1_709_251_199));
        for wrong in ["", "0", "-1", "Sun, 99 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994", "Sun, 06 Nov 1994 a:b:c GMT"]
        {
            assert_eq!(date(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_cache_life_is_what_max_age_says_or_else_expires() {
        let life = |headers: &[(&str, &str)]| delivery(headers).cache().life();
        assert_eq!(life(&[]), None);
        assert_eq!(life(&[("cache-control", "public, Max-Age = \"600\"")]), Some((600, "max-age")));
        assert_eq!(life(&[("cache-control", "max-age=99999999999999999999999")]), Some((u64::MAX, "max-age")));
        let date = ("date", "Sun, 06 Nov 1994 08:49:37 GMT");
        assert_eq!(life(&[date, ("expires", "Sun, 06 Nov 1994 08:50:37 GMT")]), Some((60, "Expires")));
        assert_eq!(life(&[date, ("expires", "0")]), Some((0, "Expires")));
        assert_eq!(life(&[("expires", "Sun, 06 Nov 1994 08:50:37 GMT")]), None, "nobody knows when it came");
        let both = delivery(&[("cache-control", "no-cache"), ("cache-control", "no-store, s-maxage=5")]).cache();
        assert!(both.no_cache && both.no_store && both.s_maxage == Some(5) && both.life().is_none());
    }

    #[test]
    fn a_content_type_has_parts() {
        let of = |value| delivery(&[("content-type", value)]);
        let one = of("Text/Plain ; Charset=\"latin1\"");
        assert_eq!((one.media_type(), one.charset()), (Some("Text/Plain"), Some("latin1")));
        let none = of(" ; charset=");
        assert_eq!((none.media_type(), none.charset()), (None, None));
    }

    #[test]
    fn only_redirects_that_were_followed_are_counted() {
        let hop = |status| Hop { status, ..Hop::default() };
        let mut delivery = delivery(&[]);
        delivery.hops = [None, Some(301), Some(302), Some(200)].map(hop).to_vec();
        assert_eq!(delivery.redirects().count(), 2);
        delivery.hops.pop();
        assert_eq!(delivery.redirects().count(), 1, "the last was not followed");
    }
}
