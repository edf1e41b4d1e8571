//! Reading a body under its bounds, and undoing gzip. What the bytes say is for the engine.

use super::failure::{self, Cause};
use super::options::Bounds;
use flate2::bufread::GzDecoder;
use reqwest::Response;
use std::io::Read as _;
use tokio::time::{Instant, timeout_at};
use url::Url;

/// How a gzip member with deflate begins (RFC 1952 section 2.3.1).
const GZIP: [u8; 3] = [0x1f, 0x8b, 0x08];

/// Layers of gzip that are undone. Two come from a server that packs what was packed already; more is malice.
const LAYERS: u8 = 2;

/// A body, as far as it came.
#[derive(Default)]
pub(super) struct Body {
    /// At most as many as the bounds allow, gzip undone.
    pub(super) bytes: Vec<u8>,
    /// Bytes that were read from the connection.
    pub(super) wire_bytes: u64,
    /// There was more.
    pub(super) truncated: bool,
    /// Layers of gzip that were undone.
    pub(super) gunzipped: u8,
}

/// Reads the body of an answer. What went wrong comes beside what had come until then.
pub(super) async fn read(response: Response, url: &Url, bounds: &Bounds, deadline: Instant) -> (Body, Option<Cause>) {
    let mut body = Body::default();
    let mut cause = receive(response, &mut body, url, bounds, deadline).await.err();
    let whole = cause.is_none() && !body.truncated;
    let damaged = body.unpack(bounds.body_bytes);
    if damaged && whole {
        cause = Some(failure::damaged_gzip(url, body.bytes.len()));
    }
    (body, cause)
}

async fn receive(
    mut response: Response,
    body: &mut Body,
    url: &Url,
    bounds: &Bounds,
    deadline: Instant,
) -> Result<(), Cause> {
    let announced = response.content_length();
    loop {
        let until = Instant::now().checked_add(bounds.between_bytes).map_or(deadline, |until| until.min(deadline));
        let chunk = match timeout_at(until, response.chunk()).await {
            Ok(Ok(Some(chunk))) => chunk,
            Ok(Ok(None)) => return Ok(()),
            Ok(Err(error)) => return Err(failure::of_body(&error, url, body.wire_bytes, announced)),
            Err(_) if until == deadline => return Err(failure::too_slow(url, body.wire_bytes, bounds)),
            Err(_) => return Err(failure::stalled(url, body.wire_bytes, bounds)),
        };
        let room = bounds.body_bytes - body.bytes.len();
        body.bytes.extend_from_slice(&chunk[..chunk.len().min(room)]);
        body.wire_bytes += chunk.len() as u64;
        if chunk.len() > room {
            body.truncated = true;
            return Ok(());
        }
    }
}

impl Body {
    /// Undoes gzip, whether a header told of it or not: no robots.txt begins like that. Says whether it was damaged.
    fn unpack(&mut self, most: usize) -> bool {
        let mut damaged = false;
        while self.bytes.starts_with(&GZIP) && self.gunzipped < LAYERS {
            let unpacked = gunzip(&self.bytes, most);
            self.bytes = unpacked.bytes;
            self.truncated |= unpacked.more;
            self.gunzipped += 1;
            // Of a layer that was cut, the one below it can only be cut as well.
            damaged = damaged || unpacked.damaged && !self.truncated;
        }
        damaged
    }
}

struct Unpacked {
    bytes: Vec<u8>,
    more: bool,
    damaged: bool,
}

/// All members of a gzip file, up to a bound. What follows the last member is passed over, as browsers do.
fn gunzip(mut packed: &[u8], most: usize) -> Unpacked {
    let mut unpacked = Unpacked { bytes: Vec::new(), more: false, damaged: false };
    while packed.starts_with(&GZIP) {
        let mut member = GzDecoder::new(packed);
        // One more than fits, to tell whether there is more; the rest of a bomb is never unpacked.
        let room = (most - unpacked.bytes.len()).saturating_add(1);
        let result = member.by_ref().take(room as u64).read_to_end(&mut unpacked.bytes);
        if unpacked.bytes.len() > most {
            unpacked.bytes.truncate(most);
            unpacked.more = true;
            break;
        }
        if result.is_err() {
            unpacked.damaged = true;
            break;
        }
        packed = member.into_inner();
    }
    unpacked
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use std::io::Write as _;

    const TEXT: &[u8] = b"User-agent: *\nDisallow: /private\n";

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(bytes).expect("memory");
        encoder.finish().expect("memory")
    }

    fn unpack(bytes: Vec<u8>, most: usize) -> (Body, bool) {
        let mut body = Body { bytes, ..Body::default() };
        let damaged = body.unpack(most);
        (body, damaged)
    }

    #[test]
    fn gzip_is_undone_up_to_twice() {
        for (packed, layers) in [(TEXT.to_vec(), 0), (gzip(TEXT), 1), (gzip(&gzip(TEXT)), 2)] {
            let (body, damaged) = unpack(packed, 1000);
            assert_eq!((body.bytes.as_slice(), body.gunzipped, body.truncated, damaged), (TEXT, layers, false, false));
        }
        let (body, _) = unpack(gzip(&gzip(&gzip(TEXT))), 1000);
        assert_eq!((body.bytes, body.gunzipped), (gzip(TEXT), 2));
    }

    #[test]
    fn a_bomb_stops_at_the_bound() {
        let (body, damaged) = unpack(gzip(&vec![b'#'; 50_000_000]), 1000);
        assert_eq!((body.bytes.len(), body.truncated, damaged), (1000, true, false));
    }

    #[test]
    fn a_body_of_exactly_the_bound_is_whole() {
        let (body, damaged) = unpack(gzip(TEXT), TEXT.len());
        assert_eq!((body.bytes.as_slice(), body.truncated, damaged), (TEXT, false, false));
    }

    #[test]
    fn members_follow_each_other_and_rubbish_after_them_is_passed_over() {
        let packed = [gzip(&TEXT[..10]), gzip(&TEXT[10..]), b"\0\0rubbish".to_vec()].concat();
        let (body, damaged) = unpack(packed, 1000);
        assert_eq!((body.bytes.as_slice(), damaged), (TEXT, false));
    }

    #[test]
    fn of_a_damaged_one_the_beginning_is_kept() {
        let packed = gzip(TEXT);
        let (body, damaged) = unpack(packed[..packed.len() - 6].to_vec(), 1000);
        assert!(damaged && TEXT.starts_with(&body.bytes) && !body.truncated);
        assert!(unpack(GZIP.to_vec(), 1000).1);
    }
}
