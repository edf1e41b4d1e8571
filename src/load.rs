//! Where a document comes from: one door for the screen and the command line. Fetching itself is [`crate::fetch`]'s.

mod archive;
#[cfg(feature = "fetch")]
mod askers;
#[cfg(feature = "fetch")]
mod network;
#[cfg(feature = "fetch")]
pub mod origins;

use crate::answer::{Loaded, Place};
use crate::robots::display;
use std::fs::{self, File};
use std::io::{self, IsTerminal, Read};
use std::path::Path;

pub use archive::Archive;
#[cfg(feature = "fetch")]
pub use network::{Copy, Network, nothing_kept};

/// The most bytes that are read of a file or of standard input: thirty times what Google reads.
pub const MAX_BYTES: u64 = 16 * 1024 * 1024;

/// A target, as it was typed, read.
#[derive(Clone, Debug)]
pub enum Target {
    /// `-`.
    Stdin,
    /// A path.
    File(String),
    /// A site or URL.
    #[cfg(feature = "fetch")]
    Site(crate::fetch::Site),
}

impl Target {
    /// Reads a target: `-`, a URL, a file that is there, or a site.
    ///
    /// # Errors
    /// A sentence that says why it is none of these.
    pub fn read(text: &str) -> Result<Self, String> {
        if text == "-" {
            return Ok(Self::Stdin);
        }
        if !text.contains("://") && (Path::new(text).exists() || looks_like_a_path(text)) {
            return Ok(Self::File(text.to_owned()));
        }
        // A mistyped file must not become a question to the network.
        let is_bare = !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'));
        if is_bare && !text.eq_ignore_ascii_case("localhost") {
            let shown = display::visible_str(text);
            return Err(format!("There is no file {shown}. A host of that name is asked for with https://{shown}/."));
        }
        Self::site(text)
    }

    #[cfg(feature = "fetch")]
    fn site(text: &str) -> Result<Self, String> {
        crate::fetch::Site::read(text).map(Self::Site)
    }

    #[cfg(not(feature = "fetch"))]
    fn site(text: &str) -> Result<Self, String> {
        Err(format!("{} is no file, and this robotui was built without fetching.", display::visible_str(text)))
    }

    /// Whether it is a file on disk that can be read without waiting.
    #[must_use]
    pub fn is_at_hand(&self) -> bool {
        matches!(self, Self::File(path) if fs::metadata(path).is_ok_and(|meta| meta.is_file()))
    }

    /// Loads what is no site. Blocks.
    ///
    /// # Errors
    /// A sentence that says what could not be read, and why.
    #[must_use]
    pub fn load(&self) -> Option<Result<Loaded, String>> {
        match self {
            Self::Stdin => Some(stdin()),
            Self::File(path) => Some(file(path)),
            #[cfg(feature = "fetch")]
            Self::Site(_) => None,
        }
    }
}

/// Loads a target, as it was typed, and waits for it. What is fetched is kept; `say` is given a sentence, perhaps on another
/// thread, where that went wrong.
///
/// # Errors
/// A sentence that says what could not be read, and why. A fetch that fails is none: what it means is in the delivery.
pub fn now(target: &str, network: &Network, say: fn(&str)) -> Result<Loaded, String> {
    let target = Target::read(target)?;
    if let Some(loaded) = target.load() {
        return loaded;
    }
    match target {
        #[cfg(feature = "fetch")]
        Target::Site(site) => network.now(&site, say),
        _ => {
            _ = (network, say);
            Err("This target cannot be read.".to_owned())
        }
    }
}

/// The way to sites, where there is none.
#[cfg(not(feature = "fetch"))]
#[derive(Clone, Debug, Default)]
pub struct Network {
    /// Where answers would be kept.
    pub archive: Archive,
}

/// Whether a text is meant as a path, also where nothing is there: it begins like one, or ends like a text file.
fn looks_like_a_path(text: &str) -> bool {
    let is_text = Path::new(text).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("txt"));
    text.starts_with(['/', '.', '~']) || is_text && !text.contains('/')
}

/// Reads a file.
fn file(path: &str) -> Result<Loaded, String> {
    let shown = display::visible_str(path);
    let failed = |e: &io::Error| match e.kind() {
        io::ErrorKind::NotFound => format!("There is no file {shown}."),
        io::ErrorKind::PermissionDenied => format!("{shown} may not be read: permission denied."),
        _ => format!("{shown} could not be read: {e}."),
    };
    let meta = fs::metadata(path).map_err(|e| failed(&e))?;
    if meta.is_dir() {
        return Err(format!("{shown} is a directory, not a file."));
    }
    let file = File::open(path).map_err(|e| failed(&e))?;
    if file.is_terminal() {
        return Err(format!("{shown} is a terminal, not a file."));
    }
    let (bytes, note) = read_bounded(file, &shown).map_err(|e| failed(&e))?;
    Ok(Loaded { note, ..Loaded::text(Place::File(path.to_owned()), bytes) })
}

/// Reads standard input to its end.
fn stdin() -> Result<Loaded, String> {
    let input = io::stdin();
    if input.is_terminal() {
        return Err("Standard input is the terminal: pipe a file into robotui, or name one.".to_owned());
    }
    let (bytes, note) =
        read_bounded(input.lock(), "standard input").map_err(|e| format!("Standard input could not be read: {e}."))?;
    if bytes.is_empty() {
        return Err("Standard input was empty: there is nothing to read.".to_owned());
    }
    Ok(Loaded { note, ..Loaded::text(Place::Stdin, bytes) })
}

fn read_bounded(input: impl Read, name: &str) -> io::Result<(Vec<u8>, Option<String>)> {
    let mut bytes = Vec::new();
    input.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    let note = (bytes.len() as u64 > MAX_BYTES).then(|| {
        bytes.truncate(MAX_BYTES as usize);
        format!("Only the first 16 MiB of {name} were read.")
    });
    Ok((bytes, note))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(text: &str) -> Result<Loaded, String> {
        Target::read(text)?.load().unwrap_or_else(|| Err("a site".to_owned()))
    }

    #[test]
    fn what_cannot_be_read_is_said_in_a_sentence() {
        assert_eq!(load("no-such-robots.txt").map(|_| ()), Err("There is no file no-such-robots.txt.".to_owned()));
        assert_eq!(load("./x\u{1b}y").map(|_| ()), Err("There is no file ./x␛y.".to_owned()));
        assert_eq!(load("/").map(|_| ()), Err("/ is a directory, not a file.".to_owned()));
    }

    #[cfg(feature = "fetch")]
    #[test]
    fn a_name_that_is_no_file_is_a_site() {
        assert!(matches!(Target::read("example.com"), Ok(Target::Site(_))));
        assert!(matches!(Target::read("https://example.com/robots.txt"), Ok(Target::Site(_))));
        assert!(matches!(Target::read("Cargo.toml"), Ok(Target::File(_))));
        assert!(matches!(Target::read("-"), Ok(Target::Stdin)));
        assert!(matches!(Target::read("localhost"), Ok(Target::Site(_))));
        let bare = "There is no file nofile. A host of that name is asked for with https://nofile/.";
        assert_eq!(Target::read("nofile").map(|_| ()), Err(bare.to_owned()));
    }

    #[test]
    fn a_large_file_is_cut_and_says_so() {
        let (bytes, note) = read_bounded(io::repeat(b'a'), "a.txt").expect("reading a's cannot fail");
        assert_eq!(bytes.len() as u64, MAX_BYTES);
        assert!(note.is_some());
    }
}
