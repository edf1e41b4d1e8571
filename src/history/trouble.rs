//! What can be wrong with a history, in sentences that say what, where, and what to do next. Whatever it is, everything else
//! goes on without a history.

use crate::robots::display;
use rusqlite::ErrorCode;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Why a history cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Trouble {
    /// There is no home directory, so no place to keep it.
    NoPlace,
    /// It cannot be opened or created; the text says why.
    Closed(PathBuf, String),
    /// It may be read, not written.
    ReadOnly(PathBuf),
    /// There is no room on the disk.
    Full(PathBuf),
    /// Another process holds it, and has not let go in time.
    Locked(PathBuf),
    /// What stands there is no sound database.
    Damaged(PathBuf),
    /// It is damaged, and could not be moved aside; the text says why.
    Stuck(PathBuf, String),
    /// What stands there is something else than a history of robotui.
    Foreign(PathBuf),
    /// A newer robotui wrote it: the schema that it has, and the newest that this robotui knows.
    Newer(PathBuf, i64, i64),
    /// Something else; the text says what.
    Failed(PathBuf, String),
}

impl Trouble {
    /// What an error of SQLite means for the history at a path.
    pub(super) fn of(path: &Path, error: &rusqlite::Error) -> Self {
        let path = path.to_owned();
        match error.sqlite_error_code() {
            // None: a value of another kind than the schema has.
            Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) | None => Self::Damaged(path),
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => Self::ReadOnly(path),
            Some(ErrorCode::DiskFull) => Self::Full(path),
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked | ErrorCode::FileLockingProtocolFailed) => {
                Self::Locked(path)
            }
            Some(ErrorCode::CannotOpen) => Self::Closed(path, "it cannot be opened".to_owned()),
            Some(_) => Self::Failed(path, error.to_string()),
        }
    }

    /// What an error of the system means for the history at a path.
    pub(super) fn of_system(path: &Path, error: &io::Error) -> Self {
        let path = path.to_owned();
        match error.kind() {
            io::ErrorKind::ReadOnlyFilesystem | io::ErrorKind::PermissionDenied => Self::ReadOnly(path),
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Self::Full(path),
            _ => Self::Closed(path, error.to_string()),
        }
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |path: &Path| display::visible_str(&path.to_string_lossy()).into_owned();
        match self {
            Self::NoPlace => {
                f.write_str("There is no home directory to keep a history in: --history FILE names a place.")
            }
            Self::Closed(path, why) => {
                write!(
                    f,
                    "The history {} cannot be used: {}. --history FILE names another.",
                    shown(path),
                    display::visible_str(why)
                )
            }
            Self::ReadOnly(path) => {
                write!(
                    f,
                    "The history {} cannot be used: it may not be written. --history FILE names another.",
                    shown(path)
                )
            }
            Self::Full(path) => {
                write!(
                    f,
                    "The history {} cannot be used: there is no room on the disk. Make some, or name another with --history FILE.",
                    shown(path)
                )
            }
            Self::Locked(path) => {
                write!(
                    f,
                    "The history {} cannot be used: another program holds it. Try again when that one is done.",
                    shown(path)
                )
            }
            Self::Damaged(path) => {
                write!(
                    f,
                    "The history {} is damaged: the next fetch that is kept moves it aside and begins a new one.",
                    shown(path)
                )
            }
            Self::Stuck(path, why) => {
                write!(
                    f,
                    "The history {} is damaged and could not be moved aside: {}. Move it yourself, or name another with --history FILE.",
                    shown(path),
                    display::visible_str(why)
                )
            }
            Self::Foreign(path) => {
                write!(
                    f,
                    "{} is no history of robotui and was left alone: name another with --history FILE.",
                    shown(path)
                )
            }
            Self::Newer(path, found, known) => {
                write!(
                    f,
                    "The history {} was written by a newer robotui (schema {found}, this one knows {known}) and was left alone: get the newer robotui, or name another with --history FILE.",
                    shown(path)
                )
            }
            Self::Failed(path, why) => {
                write!(f, "The history {} cannot be used: {}.", shown(path), display::visible_str(why))
            }
        }
    }
}

impl std::error::Error for Trouble {}
