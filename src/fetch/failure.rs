//! From an error to what failed, on what host, in plain words.

use super::names::Refused;
use super::options::Bounds;
use crate::robots::delivery::{Failure, Outcome};
use crate::robots::display;
use rustls::CertificateError as Certificate;
use std::error::Error;
use std::io::{self, ErrorKind};
use std::time::Duration;
use url::Url;

/// Characters of a text from a library or a server that a sentence repeats.
const REPEATED: usize = 120;

/// How hyper names an answer that ends before its headers do. It has a method for this, but reqwest hides the type.
const INCOMPLETE: &str = "connection closed before message completed";

/// And one whose headers are more than it reads: about 400 KB, or a hundred.
const TOO_LARGE: &str = "message head is too large";

/// Why there is no answer.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Cause {
    pub(super) outcome: Outcome,
    /// Nothing was there to connect to, or nothing that speaks TLS; as opposed to something that must not be trusted.
    pub(super) no_connection: bool,
}

impl Cause {
    fn new(failure: Failure, sentence: String) -> Self {
        Self { outcome: Outcome::Failed(failure, sentence), no_connection: false }
    }

    fn unconnected(failure: Failure, sentence: String) -> Self {
        Self { no_connection: true, ..Self::new(failure, sentence) }
    }
}

/// A request ended without headers.
pub(super) fn of_request(error: &reqwest::Error, url: &Url, bounds: &Bounds) -> Cause {
    let (host, place) = (host(url), place(url));
    if let Some(refused) = find::<Refused>(error) {
        return Cause { outcome: refused_outcome(refused, url), no_connection: false };
    }
    if let Some(tls) = find::<rustls::Error>(error) {
        return of_tls(tls, &host, &place);
    }
    if error.is_dns() {
        return of_dns(error, &host);
    }
    if error.is_connect() && error.is_timeout() {
        let sentence = format!("no connection to {place} within {}", seconds(bounds.connect));
        return Cause::unconnected(Failure::Timeout, sentence);
    }
    match find::<io::Error>(error).map(io::Error::kind) {
        Some(ErrorKind::ConnectionRefused) => {
            Cause::unconnected(Failure::Connect, format!("nothing listens on {place} (connection refused)"))
        }
        Some(ErrorKind::NetworkUnreachable) => {
            Cause::unconnected(Failure::Connect, format!("there is no way to {place} (network unreachable)"))
        }
        Some(ErrorKind::HostUnreachable) => {
            Cause::unconnected(Failure::Connect, format!("there is no way to {place} (host unreachable)"))
        }
        Some(ErrorKind::ConnectionReset | ErrorKind::ConnectionAborted | ErrorKind::BrokenPipe) => {
            Cause::new(Failure::Broken, format!("{place} reset the connection before it answered"))
        }
        Some(ErrorKind::UnexpectedEof) if error.is_connect() && url.scheme() == "https" => {
            Cause::new(Failure::Tls, format!("{place} closed the connection during the TLS handshake"))
        }
        _ if innermost(error) == INCOMPLETE => {
            Cause::new(Failure::Broken, format!("{place} closed the connection before it answered"))
        }
        _ if innermost(error) == TOO_LARGE => {
            Cause::new(Failure::Protocol, format!("the headers that {place} sends are too long or too many to be read"))
        }
        _ if error.is_connect() => {
            Cause::unconnected(Failure::Connect, format!("no connection to {place}: {}", repeated(error)))
        }
        _ => Cause::new(Failure::Protocol, format!("what {place} answers is no HTTP: {}", repeated(error))),
    }
}

/// The connection failed within the body. `read` bytes had come; `announced` is what the length was said to be.
pub(super) fn of_body(error: &reqwest::Error, url: &Url, read: u64, announced: Option<u64>) -> Cause {
    let place = place(url);
    let so_far = match announced {
        Some(announced) => format!("{read} of {announced} bytes"),
        None => bytes(read),
    };
    match find::<io::Error>(error).map(io::Error::kind) {
        Some(ErrorKind::ConnectionReset | ErrorKind::ConnectionAborted | ErrorKind::BrokenPipe) => {
            Cause::new(Failure::Broken, format!("{place} reset the connection after {so_far}"))
        }
        Some(ErrorKind::UnexpectedEof) => {
            Cause::new(Failure::Broken, format!("{place} closed the connection after {so_far}"))
        }
        _ => {
            Cause::new(Failure::Broken, format!("the answer of {place} broke off after {so_far}: {}", repeated(error)))
        }
    }
}

/// What was packed with gzip does not unpack.
pub(super) fn damaged_gzip(url: &Url, unpacked: usize) -> Cause {
    let sentence = format!("the gzip that {} sent is damaged after {} unpacked", place(url), bytes(unpacked as u64));
    Cause::new(Failure::Broken, sentence)
}

/// No header within the time for connecting and the first byte.
pub(super) fn no_answer(url: &Url, patience: Duration) -> Cause {
    Cause::new(Failure::Timeout, format!("{} did not answer within {}", place(url), seconds(patience)))
}

/// No header, and the time for everything is over.
pub(super) fn out_of_time(url: &Url, bounds: &Bounds) -> Cause {
    let sentence =
        format!("{} had not answered when the {} for the whole fetch were over", place(url), seconds(bounds.total));
    Cause::new(Failure::Timeout, sentence)
}

/// No further byte of the body within its time.
pub(super) fn stalled(url: &Url, read: u64, bounds: &Bounds) -> Cause {
    let sentence =
        format!("{} sent {} and then nothing for {}", place(url), bytes(read), seconds(bounds.between_bytes));
    Cause::new(Failure::Timeout, sentence)
}

/// The body was still coming when the time for everything was over.
pub(super) fn too_slow(url: &Url, read: u64, bounds: &Bounds) -> Cause {
    let sentence = format!(
        "{} had sent {} when the {} for the whole fetch were over",
        place(url),
        bytes(read),
        seconds(bounds.total)
    );
    Cause::new(Failure::Timeout, sentence)
}

/// A redirect leads where it may not.
pub(super) fn refused_outcome(refused: &Refused, url: &Url) -> Outcome {
    Outcome::NotFollowed(format!("redirected to {}, and {refused}", place(url)))
}

fn of_dns(error: &reqwest::Error, host: &str) -> Cause {
    let cause = repeated(error);
    // What getaddrinfo says where no name server answers, which is not the same as a name without address.
    if cause.contains("emporary failure") {
        return Cause::new(Failure::Dns, format!("no name server could say the address of {host} (DNS)"));
    }
    Cause::new(Failure::Dns, format!("{host} has no address (DNS)"))
}

fn of_tls(error: &rustls::Error, host: &str, place: &str) -> Cause {
    use rustls::Error as Tls;
    let sentence = match error {
        Tls::InvalidCertificate(_) => of_certificate(error, host),
        Tls::InvalidMessage(_) => {
            return Cause::unconnected(Failure::Tls, format!("{place} does not speak TLS"));
        }
        Tls::AlertReceived(alert) => format!("{host} ended the TLS handshake: {}", cut(&format!("{alert:?}"))),
        other => format!("the TLS handshake with {host} failed: {}", cut(&other.to_string())),
    };
    Cause::new(Failure::Tls, sentence)
}

/// What is wrong with a certificate.
pub(super) fn of_certificate(error: &rustls::Error, host: &str) -> String {
    let host = cut(host);
    let rustls::Error::InvalidCertificate(wrong) = error else {
        return format!("the certificate of {host} cannot be trusted: {}", cut(&error.to_string()));
    };
    match wrong {
        Certificate::UnknownIssuer => {
            format!("the certificate of {host} is from nobody whom this system trusts (unknown issuer)")
        }
        Certificate::Expired | Certificate::ExpiredContext { .. } => format!("the certificate of {host} has expired"),
        Certificate::NotValidYet | Certificate::NotValidYetContext { .. } => {
            format!("the certificate of {host} is not valid yet")
        }
        Certificate::NotValidForName | Certificate::NotValidForNameContext { .. } => {
            format!("the certificate of {host} is for another name")
        }
        Certificate::Revoked => format!("the certificate of {host} was revoked"),
        other => format!("the certificate of {host} cannot be trusted: {}", cut(&other.to_string())),
    }
}

/// The error and what lies below it. `io::Error` skips what it wraps when it is asked for its source, and errors of TLS are
/// wrapped in it more than once.
fn chain<'a>(error: &'a (dyn Error + 'static)) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    std::iter::successors(Some(error), |&error| match error.downcast_ref::<io::Error>().and_then(io::Error::get_ref) {
        Some(wrapped) => Some(wrapped),
        None => error.source(),
    })
}

/// The deepest error of a type.
fn find<'a, E: Error + 'static>(error: &'a (dyn Error + 'static)) -> Option<&'a E> {
    chain(error).filter_map(|error| error.downcast_ref()).last()
}

fn innermost(error: &(dyn Error + 'static)) -> String {
    chain(error).last().map(ToString::to_string).unwrap_or_default()
}

fn repeated(error: &reqwest::Error) -> String {
    cut(&innermost(error))
}

fn cut(text: &str) -> String {
    let text = display::visible_str(text);
    match text.char_indices().nth(REPEATED) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.into_owned(),
    }
}

fn host(url: &Url) -> String {
    cut(url.host_str().unwrap_or_default())
}

fn place(url: &Url) -> String {
    url.port_or_known_default().map_or_else(|| host(url), |port| format!("{}:{port}", host(url)))
}

fn bytes(count: u64) -> String {
    format!("{count} {}", if count == 1 { "byte" } else { "bytes" })
}

fn seconds(duration: Duration) -> String {
    if duration.subsec_nanos() == 0 {
        format!("{} s", duration.as_secs())
    } else if duration < Duration::from_millis(100) {
        format!("{} ms", duration.as_micros().div_ceil(1000))
    } else {
        format!("{:.1} s", duration.as_secs_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sentence(error: rustls::Error) -> (String, bool) {
        let nested = io::Error::other(io::Error::new(ErrorKind::InvalidData, error));
        let cause = of_tls(find(&nested).expect("a TLS error"), "example.com", "example.com:443");
        match cause.outcome {
            Outcome::Failed(Failure::Tls, sentence) => (sentence, cause.no_connection),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_bad_certificate_is_named_under_all_that_wraps_it() {
        for (error, expected) in [
            (Certificate::UnknownIssuer, "is from nobody whom this system trusts (unknown issuer)"),
            (Certificate::Expired, "has expired"),
            (Certificate::NotValidYet, "is not valid yet"),
            (Certificate::NotValidForName, "is for another name"),
            (Certificate::Revoked, "was revoked"),
        ] {
            let expected = format!("the certificate of example.com {expected}");
            assert_eq!(sentence(rustls::Error::InvalidCertificate(error)), (expected, false));
        }
    }

    #[test]
    fn a_bad_certificate_is_no_reason_for_http_but_no_tls_at_all_is() {
        let (_, no_connection) = sentence(rustls::Error::InvalidCertificate(Certificate::BadSignature));
        assert!(!no_connection);
        let (text, no_connection) = sentence(rustls::Error::InvalidMessage(rustls::InvalidMessage::InvalidContentType));
        assert_eq!((text.as_str(), no_connection), ("example.com:443 does not speak TLS", true));
    }

    #[test]
    fn what_libraries_say_cannot_command_the_terminal() {
        let long = cut(&format!("\u{1b}[2J{}", "x".repeat(500)));
        assert!(long.starts_with("␛[2J") && long.ends_with('…'));
        assert_eq!(long.chars().count(), REPEATED + 1);
    }

    #[test]
    fn times_are_short() {
        assert_eq!(seconds(Duration::from_secs(15)), "15 s");
        assert_eq!(seconds(Duration::from_millis(300)), "0.3 s");
        assert_eq!(seconds(Duration::from_millis(1)), "1 ms");
    }
}
