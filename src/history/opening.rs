//! From a place to a connection that can be used: who wrote the file, whether it is sound, and what is done where it is not.

use super::{Place, Trouble, schema};
use rusqlite::{Connection, ErrorCode, OpenFlags};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

/// How long to wait for another process that writes.
const PATIENCE: Duration = Duration::from_secs(5);

/// How often a history is opened that others move away meanwhile.
const ATTEMPTS: u8 = 10;

/// How long to wait before asking again, where SQLite does not wait itself.
const PAUSE: Duration = Duration::from_millis(10);

/// Opens a history to write in, and makes it where there is none. Says where a damaged file was moved.
pub(super) fn to_write(place: &Place) -> Result<(Connection, Option<PathBuf>), Trouble> {
    let mut left = ATTEMPTS;
    loop {
        left -= 1;
        let prepared = place.prepare();
        let found = identity(place.path());
        match prepared.and_then(|()| attempt(place)) {
            Err(Trouble::Damaged(_)) => return begin_anew(place, found),
            // Another process may just have moved it aside, and not have made the new one yet.
            Err(Trouble::Closed(..)) if left > 0 && (found.is_none() || identity(place.path()) != found) => {
                thread::sleep(PAUSE);
            }
            opened => return opened.map(|connection| (connection, None)),
        }
    }
}

/// Opens a history to read in; none where there is none yet. Where nothing may be written, as on a CD, it is read as it is.
pub(super) fn to_read(place: &Place) -> Result<Option<Connection>, Trouble> {
    if !place.exists() {
        return Ok(None);
    }
    place.check_kind()?;
    let opened = match attempt(place) {
        Err(Trouble::Closed(..) | Trouble::ReadOnly(_) | Trouble::Failed(..)) => as_it_is(place),
        opened => opened,
    };
    match opened {
        Err(Trouble::Damaged(path)) if !place.was_a_history() => Err(Trouble::Foreign(path)),
        opened => opened.map(Some),
    }
}

fn attempt(place: &Place) -> Result<Connection, Trouble> {
    let path = place.path();
    let said = |e: rusqlite::Error| Trouble::of(path, &e);
    // What may not be written is opened all the same, and fails at the first write.
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut connection = Connection::open_with_flags(path, flags).map_err(said)?;
    connection.busy_timeout(PATIENCE).map_err(said)?;
    let schema = recognise(&connection, path)?;
    set_up(&connection, schema).map_err(said)?;
    if schema < schema::NEWEST {
        schema::bring_up_to_date(&mut connection).map_err(said)?;
    }
    Ok(connection)
}

/// Opens what may not be written, nor the directory that it stands in.
pub(super) fn as_it_is(place: &Place) -> Result<Connection, Trouble> {
    let path = place.path();
    let said = |e: rusqlite::Error| Trouble::of(path, &e);
    let escaped = path.to_string_lossy().replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(format!("file:{escaped}?immutable=1"), flags).map_err(said)?;
    match recognise(&connection, path)? {
        schema::NEWEST => Ok(connection),
        _ => Err(Trouble::ReadOnly(path.to_owned())),
    }
}

/// The schema of a history; trouble where the file is somebody else's, or from a newer robotui.
fn recognise(connection: &Connection, path: &Path) -> Result<i64, Trouble> {
    let said = |e: rusqlite::Error| Trouble::of(path, &e);
    // One statement, so that all is read at the same moment.
    let sql = "SELECT (SELECT count(*) FROM sqlite_schema),
        (SELECT application_id FROM pragma_application_id), (SELECT user_version FROM pragma_user_version)";
    let (tables, application, schema): (i64, i64, i64) =
        connection.query_row(sql, [], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).map_err(said)?;
    match (tables, application) {
        (0, 0) if schema == 0 => Ok(0),
        (0, schema::APPLICATION) => Err(Trouble::Damaged(path.to_owned())),
        (_, schema::APPLICATION) if schema > schema::NEWEST => {
            Err(Trouble::Newer(path.to_owned(), schema, schema::NEWEST))
        }
        (_, schema::APPLICATION) => Ok(schema),
        _ => Err(Trouble::Foreign(path.to_owned())),
    }
}

/// Readers and a writer side by side; where a file system cannot do that, as over a network, the journal of old.
///
/// With NORMAL a commit is not forced to the disk by itself. It outlives this process, however that ends. A machine that
/// loses power may lose the last commits of a process that was still running, never the file: what was lost is fetched again.
fn set_up(connection: &Connection, schema: i64) -> rusqlite::Result<()> {
    connection.pragma_update(None, "foreign_keys", true)?;
    if schema == 0 {
        // Lets a file shrink without being written anew. Only an empty file can be told so.
        connection.pragma_update(None, "auto_vacuum", "incremental")?;
    }
    let synchronous = if use_wal(connection)? { "NORMAL" } else { "FULL" };
    connection.pragma_update(None, "synchronous", synchronous)
}

fn use_wal(connection: &Connection) -> rusqlite::Result<bool> {
    let mut waited = Duration::ZERO;
    let is_wal = |mode: String| mode.eq_ignore_ascii_case("wal");
    if connection.pragma_query_value(None, "journal_mode", |row| row.get(0)).map(is_wal)? {
        return Ok(true);
    }
    loop {
        match connection.pragma_update_and_check(None, "journal_mode", "wal", |row| row.get(0)) {
            // SQLite does not wait for this one.
            Err(e) if e.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) && waited < PATIENCE => {
                thread::sleep(PAUSE);
                waited += PAUSE;
            }
            mode => return mode.map(is_wal),
        }
    }
}

/// Moves a file that was found damaged aside and makes a new one in its place. Nothing is overwritten, and a file that is
/// nobody's history is left alone.
pub(super) fn begin_anew(place: &Place, damaged: Option<Identity>) -> Result<(Connection, Option<PathBuf>), Trouble> {
    let path = place.path();
    if !place.was_a_history() {
        return Err(Trouble::Foreign(path.to_owned()));
    }
    // Two processes may find the damage at the same time, and the second must not move away what the first has made. The
    // lock ends with the file; where there is none to be had, the risk is taken.
    let directory = path.parent().and_then(|directory| File::open(directory).ok());
    let _lock = directory.as_ref().map(File::lock);
    if identity(path) != damaged {
        place.prepare()?;
        return Ok((attempt(place)?, None));
    }
    let moved = move_aside(path).map_err(|e| Trouble::Stuck(path.to_owned(), e.to_string()))?;
    place.prepare()?;
    Ok((attempt(place)?, Some(moved)))
}

/// Moves a database with the files that belong to it.
fn move_aside(path: &Path) -> io::Result<PathBuf> {
    let beside = |end: &str| {
        let mut name = path.as_os_str().to_owned();
        name.push(end);
        PathBuf::from(name)
    };
    let mut number = 1;
    let (aside, end) = loop {
        let end = format!(".damaged-{number}");
        let aside = beside(&end);
        if !aside.exists() {
            break (aside, end);
        }
        number += 1;
    };
    // The log first: a new database beside an old log would swallow it.
    for part in ["-wal", "-shm", "-journal"] {
        match fs::rename(beside(part), beside(&format!("{end}{part}"))) {
            Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(e),
            _ => {}
        }
    }
    fs::rename(path, &aside)?;
    Ok(aside)
}

/// A file, wherever it is moved: the device and the number that it has there.
pub(super) type Identity = (u64, u64);

/// Which file it is that stands at a path, so that one that was moved away under an open connection is noticed.
#[cfg(unix)]
pub(super) fn identity(path: &Path) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt as _;
    path.metadata().ok().map(|meta| (meta.dev(), meta.ino()))
}

/// Elsewhere an open file cannot be moved.
#[cfg(not(unix))]
pub(super) fn identity(_path: &Path) -> Option<Identity> {
    None
}
