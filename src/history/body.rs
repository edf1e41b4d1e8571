//! Bodies: found by their SHA-256, so that each is kept once, and deflated where that is worth it.

use flate2::Compression;
use flate2::read::{DeflateDecoder, DeflateEncoder};
use sha2::{Digest as _, Sha256};
use std::borrow::Cow;
use std::fmt;
use std::io::Read as _;

/// Bodies up to this many bytes are kept as they are.
const SMALL: usize = 200;

/// A SHA-256.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Hash(pub [u8; 32]);

impl Hash {
    /// The SHA-256 of bytes.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hash({self})")
    }
}

/// The bytes to be stored for a body, and whether they are deflated.
pub(super) fn pack(body: &[u8]) -> (bool, Cow<'_, [u8]>) {
    if body.len() > SMALL {
        let mut packed = Vec::new();
        // Reading from memory cannot fail.
        let done = DeflateEncoder::new(body, Compression::default()).read_to_end(&mut packed);
        if done.is_ok() && packed.len() < body.len() {
            return (true, packed.into());
        }
    }
    (false, body.into())
}

/// The body of `size` bytes behind the bytes that are stored; none where they are not what was stored.
pub(super) fn unpack(hash: Hash, size: u64, packed: bool, stored: Vec<u8>) -> Option<Vec<u8>> {
    let body = if packed {
        let mut body = Vec::new();
        // A byte more than there should be is enough to see that something is wrong.
        DeflateDecoder::new(stored.as_slice()).take(size.saturating_add(1)).read_to_end(&mut body).ok()?;
        body
    } else {
        stored
    };
    (body.len() as u64 == size && Hash::of(&body) == hash).then_some(body)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_hash_is_what_sha256sum_says() {
        let nothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(Hash::of(b"").to_string(), nothing);
    }

    #[test]
    fn a_large_text_is_packed_and_noise_and_small_ones_are_not() {
        assert!(pack(&b"Disallow: /a\n".repeat(100)).0);
        assert!(!pack(b"User-agent: *\nDisallow:\n").0);
        let noise: Vec<u8> = (0..100u8).flat_map(|i| Hash::of(&[i]).0).collect();
        assert!(!pack(&noise).0);
    }

    #[test]
    fn what_was_changed_in_the_store_is_no_body() {
        let body = b"Disallow: /a\n".repeat(100);
        let (packed, stored) = pack(&body);
        let (hash, size, stored) = (Hash::of(&body), body.len() as u64, stored.into_owned());
        assert!(unpack(hash, size - 1, packed, stored.clone()).is_none());
        assert!(unpack(Hash::of(b""), size, packed, stored.clone()).is_none());
        let mut bent = stored.clone();
        bent[3] ^= 1;
        assert!(unpack(hash, size, packed, bent).is_none());
        assert_eq!(unpack(hash, size, packed, stored), Some(body));
    }

    proptest! {
        #[test]
        fn any_body_comes_back(body in proptest::collection::vec(any::<u8>(), 0..2000), times in 1usize..4) {
            let body = body.repeat(times);
            let (packed, stored) = pack(&body);
            let stored = stored.into_owned();
            prop_assert_eq!(unpack(Hash::of(&body), body.len() as u64, packed, stored), Some(body));
        }
    }
}
