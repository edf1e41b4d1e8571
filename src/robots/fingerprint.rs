//! What two files are compared by, without keeping either. Showing where they differ is left to whoever has both.

use std::hash::{DefaultHasher, Hasher as _};

/// Stands for a file: two that have the same one are the same. No defence against somebody who makes two files to fool it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fingerprint {
    /// Bytes of the file.
    pub size: usize,
    bytes: u64,
    rules: u64,
}

impl Fingerprint {
    /// The fingerprint of a file.
    #[must_use]
    pub fn of(file: &[u8]) -> Self {
        let mut bytes = DefaultHasher::new();
        bytes.write(file);
        let mut rules = DefaultHasher::new();
        for line in file.strip_prefix(b"\xef\xbb\xbf").unwrap_or(file).split(|byte| matches!(byte, b'\n' | b'\r')) {
            let line = line.split(|&byte| byte == b'#').next().unwrap_or_default().trim_ascii();
            if !line.is_empty() {
                rules.write(line);
                rules.write_u8(b'\n');
            }
        }
        Self { size: file.len(), bytes: bytes.finish(), rules: rules.finish() }
    }

    /// Whether two files hold the same lines, comments and space around them left out: what they say to crawlers is the same.
    /// Many files have the time of their making in a comment.
    #[must_use]
    pub const fn says_the_same(&self, other: &Self) -> bool {
        self.rules == other.rules
    }
}

#[cfg(test)]
mod tests {
    use super::Fingerprint;

    #[test]
    fn comments_and_space_make_another_file_but_say_nothing_else() {
        let file = Fingerprint::of(b"User-agent: *\nDisallow: /a\n");
        assert_eq!(file, Fingerprint::of(b"User-agent: *\nDisallow: /a\n"));
        let alike = Fingerprint::of(b"\xef\xbb\xbf# made at 14:02\r\n\r\nUser-agent: * # all\r\n  Disallow: /a");
        assert!(alike != file && alike.says_the_same(&file));
        for other in
            [&b"User-agent: *\nDisallow: /b\n"[..], b"Disallow: /a\nUser-agent: *\n", b"", b"User-agent: *Disallow: /a"]
        {
            assert!(!Fingerprint::of(other).says_the_same(&file));
        }
    }
}
