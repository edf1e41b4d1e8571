//! The tables, and the way from older ones to the newest: `user_version` says how many of [`STEPS`] were taken.
//!
//! A change to the tables is one more step at the end of [`STEPS`]; a step that was released is never changed. What the steps
//! before it made is kept as `tests/history/schemas/vN.sqlite`, which says that it can still be read.

use rusqlite::{Connection, Transaction, TransactionBehavior};

/// Says in the head of a file that it is a history of robotui: "rbts".
pub(super) const APPLICATION: i64 = 0x7262_7473;

/// The newest schema that this robotui knows.
pub(super) const NEWEST: i64 = STEPS.len().cast_signed() as i64;

const STEPS: &[&str] = &[
    // 1. Times are seconds since 1970 and the seconds that local time was ahead of UTC. What is large stands last, so that
    // a list need not read it. Bodies have a row number of their own: WITHOUT ROWID would store large ones in the tree
    // that is searched, and take three times the room.
    "CREATE TABLE sites (
        id INTEGER PRIMARY KEY,
        asked TEXT NOT NULL UNIQUE,
        origin TEXT NOT NULL,
        checked_at INTEGER,
        checked_offset INTEGER
    ) STRICT;
    CREATE INDEX sites_by_check ON sites (checked_at);
    CREATE TABLE bodies (
        id INTEGER PRIMARY KEY,
        hash BLOB NOT NULL UNIQUE,
        size INTEGER NOT NULL,
        packed INTEGER NOT NULL,
        bytes BLOB NOT NULL
    ) STRICT;
    CREATE TABLE versions (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        site INTEGER NOT NULL REFERENCES sites (id),
        source TEXT NOT NULL,
        at INTEGER NOT NULL,
        at_offset INTEGER NOT NULL,
        checked_at INTEGER NOT NULL,
        checked_offset INTEGER NOT NULL,
        checks INTEGER NOT NULL,
        kind TEXT NOT NULL,
        status INTEGER,
        failure TEXT,
        words TEXT,
        hash BLOB NOT NULL REFERENCES bodies (hash),
        size INTEGER NOT NULL,
        facts TEXT NOT NULL,
        checked_facts TEXT
    ) STRICT;
    CREATE INDEX versions_by_site ON versions (site, source);
    CREATE INDEX versions_by_hash ON versions (hash);",
];

/// Takes the steps that are missing, all or none. Another process may do the same at the same time.
pub(super) fn bring_up_to_date(connection: &mut Connection) -> rusqlite::Result<()> {
    take_steps(connection, STEPS)
}

fn take_steps(connection: &mut Connection, steps: &[&str]) -> rusqlite::Result<()> {
    let newest = steps.len().cast_signed() as i64;
    if version(connection)? >= newest {
        return Ok(());
    }
    // A transaction that only becomes a writing one later would fail at once where another process writes.
    let transaction = Transaction::new(connection, TransactionBehavior::Immediate)?;
    let taken = version(&transaction)?;
    for step in steps.iter().skip(usize::try_from(taken).unwrap_or_default()) {
        transaction.execute_batch(step)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    transaction.pragma_update(None, "user_version", newest.max(taken))?;
    transaction.commit()
}

/// The schema of a database: 0 where there is none yet.
pub(super) fn version(connection: &Connection) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: &str = "CREATE TABLE a (x INTEGER) STRICT; INSERT INTO a VALUES (7);";

    fn memory() -> Connection {
        Connection::open_in_memory().expect("memory")
    }

    fn number(connection: &Connection, sql: &str) -> i64 {
        connection.query_row(sql, [], |row| row.get(0)).expect("a number")
    }

    #[test]
    fn an_old_database_takes_the_steps_that_it_lacks_and_no_other() {
        let mut connection = memory();
        take_steps(&mut connection, &[FIRST]).expect("one step");
        let steps = [FIRST, "ALTER TABLE a ADD COLUMN y INTEGER; UPDATE a SET y = x + 1;", "UPDATE a SET y = y * 2;"];
        take_steps(&mut connection, &steps).expect("two more");
        assert_eq!(number(&connection, "SELECT y FROM a"), 16);
        take_steps(&mut connection, &steps).expect("none");
        assert_eq!(number(&connection, "SELECT y FROM a"), 16);
        assert_eq!(version(&connection), Ok(3));
    }

    #[test]
    fn a_step_that_fails_leaves_everything_as_it_was() {
        let mut connection = memory();
        take_steps(&mut connection, &[FIRST]).expect("one step");
        let steps = [FIRST, "ALTER TABLE a ADD COLUMN y INTEGER;", "UPDATE nothing SET x = 1;"];
        assert!(take_steps(&mut connection, &steps).is_err());
        assert_eq!(version(&connection), Ok(1));
        assert_eq!(number(&connection, "SELECT count(*) FROM pragma_table_info('a')"), 1);
    }

    #[test]
    fn a_newer_database_is_not_touched() {
        let mut connection = memory();
        take_steps(&mut connection, &[FIRST, FIRST.replace("TABLE a", "TABLE b").replace("INTO a", "INTO b").as_str()])
            .expect("two steps");
        take_steps(&mut connection, &[FIRST]).expect("none");
        assert_eq!(version(&connection), Ok(2));
    }
}
