//! Where the history is: the one place that is robotui's own, or a file that somebody named.

use super::Trouble;
use etcetera::BaseStrategy as _;
use std::fs::{DirBuilder, File, OpenOptions};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

/// What every database of SQLite begins with.
const MAGIC: &[u8; 16] = b"SQLite format 3\0";

/// The names that people give to databases.
const EXTENSIONS: [&str; 4] = ["sqlite", "sqlite3", "db", "db3"];

/// The path of a history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    path: PathBuf,
    named: bool,
}

impl Place {
    /// Robotui's own: `robotui/history.sqlite` in `$XDG_DATA_HOME`, which is `~/.local/share` where it is not set.
    ///
    /// # Errors
    /// Where there is no home directory.
    pub fn own() -> Result<Self, Trouble> {
        let base = etcetera::choose_base_strategy().map_err(|_| Trouble::NoPlace)?;
        Ok(Self { path: base.data_dir().join("robotui").join("history.sqlite"), named: false })
    }

    /// A file that somebody named.
    #[must_use]
    pub fn named(path: &Path) -> Self {
        // SQLite reads a name that begins with `file:` or `:` in its own way; an absolute one begins with neither.
        Self { path: std::path::absolute(path).unwrap_or_else(|_| path.to_owned()), named: true }
    }

    /// The path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether there is something at the path.
    pub(super) fn exists(&self) -> bool {
        self.path.exists()
    }

    /// Makes an empty file, to be read by its owner only, where there is nothing; and its directory where it is our own.
    pub(super) fn prepare(&self) -> Result<(), Trouble> {
        self.make().map_err(|e| Trouble::of_system(&self.path, &e))?;
        self.check_kind()
    }

    /// Sees to it that there is a regular file: nothing else is opened.
    pub(super) fn check_kind(&self) -> Result<(), Trouble> {
        match self.path.metadata() {
            Ok(meta) if meta.is_file() => Ok(()),
            Ok(_) => Err(Trouble::Closed(self.path.clone(), "it is no file".to_owned())),
            Err(e) => Err(Trouble::of_system(&self.path, &e)),
        }
    }

    fn make(&self) -> io::Result<()> {
        if self.path.exists() {
            return Ok(());
        }
        if let Some(directory) = self.path.parent().filter(|_| !self.named) {
            private_directories().create(directory)?;
        }
        match new_private_file().open(&self.path) {
            Err(e) if e.kind() != io::ErrorKind::AlreadyExists => Err(e),
            _ => Ok(()),
        }
    }

    /// Whether a file that is no sound database may be moved aside: at our own place, and where it was one by its first bytes
    /// or its name. A text that was named by mistake stays where it is.
    pub(super) fn was_a_history(&self) -> bool {
        let called = |extension: &std::ffi::OsStr| EXTENSIONS.iter().any(|known| extension.eq_ignore_ascii_case(known));
        !self.named || self.path.extension().is_some_and(called) || self.begins_like_one()
    }

    fn begins_like_one(&self) -> bool {
        let mut start = [0; MAGIC.len()];
        File::open(&self.path).and_then(|mut file| file.read_exact(&mut start)).is_ok() && start == *MAGIC
    }
}

#[cfg(unix)]
fn private_directories() -> DirBuilder {
    use std::os::unix::fs::DirBuilderExt as _;
    let mut builder = DirBuilder::new();
    builder.recursive(true).mode(0o700);
    builder
}

#[cfg(not(unix))]
fn private_directories() -> DirBuilder {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    builder
}

/// The files beside it that SQLite makes take over its permissions.
fn new_private_file() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}
