//! The store: a fetch is written down, versions and bodies are read. Opening it is [`opening`]'s business.

use super::body::{self, Hash};
use super::facts::{self, Ending};
use super::{Known, Place, Saved, Source, Trouble, Version, VersionId, opening};
use crate::robots::delivery::Stamp;
use crate::robots::{Delivery, Origin};
use rusqlite::{Connection, OptionalExtension as _, Params, Row, Transaction, TransactionBehavior};
use std::path::{Path, PathBuf};

/// A history that is open. Several processes may have the same one open; a write waits up to five seconds for another.
#[derive(Debug)]
pub struct Store {
    pub(super) connection: Connection,
    place: Place,
    /// The file that is open.
    identity: Option<opening::Identity>,
    moved_aside: Option<PathBuf>,
}

/// The columns of a version, in the order in which [`version`] reads them.
pub(super) const VERSION: &str = "v.id, v.source, s.asked, v.at, v.at_offset, v.checked_at, v.checked_offset, v.checks,
    v.kind, v.status, v.failure, v.words, v.hash, v.size";

impl Store {
    /// Opens a history to write in, and makes it where there is none. A damaged file is moved aside: see
    /// [`Store::moved_aside`].
    ///
    /// # Errors
    /// Where it cannot be used: see [`Trouble`].
    pub fn open(place: &Place) -> Result<Self, Trouble> {
        let (connection, moved_aside) = opening::to_write(place)?;
        let identity = opening::identity(place.path());
        Ok(Self { connection, place: place.clone(), identity, moved_aside })
    }

    /// Opens a history to read in, or to tend; none where there is none yet. Nothing is moved aside.
    ///
    /// # Errors
    /// Where it cannot be used: see [`Trouble`].
    pub fn open_existing(place: &Place) -> Result<Option<Self>, Trouble> {
        let identity = opening::identity(place.path());
        let connection = opening::to_read(place)?;
        Ok(connection.map(|connection| Self { connection, place: place.clone(), identity, moved_aside: None }))
    }

    /// Where a damaged file was moved when this one was opened.
    #[must_use]
    pub fn moved_aside(&self) -> Option<&Path> {
        self.moved_aside.as_deref()
    }

    /// Where it is.
    #[must_use]
    pub const fn place(&self) -> &Place {
        &self.place
    }

    pub(super) fn said(&self, e: &rusqlite::Error) -> Trouble {
        Trouble::of(self.place.path(), e)
    }

    pub(super) fn damaged(&self) -> Trouble {
        Trouble::Damaged(self.place.path().to_owned())
    }

    /// Writes a fetch down. Where the file and the outcome are those of the version before, only its last check is. When this
    /// returns, the fetch is kept, also where the process is killed next.
    ///
    /// The body of an answer that is no file makes no difference: error pages are seldom the same twice.
    ///
    /// # Errors
    /// Where nothing was written. A file that turns out to be damaged is moved aside, and the fetch is kept in a new one.
    pub fn save(&mut self, delivery: &Delivery, body: &[u8]) -> Result<Saved, Trouble> {
        match self.write(delivery, body) {
            Err(e) if matches!(self.said(&e), Trouble::Damaged(_)) => {
                let damaged = self.identity;
                self.reopen(|place| opening::begin_anew(place, damaged))?;
                self.write(delivery, body)
            }
            // Somebody has moved or deleted the file that is open: what was written there would not be found.
            Ok(_) if self.identity != opening::identity(self.place.path()) => {
                self.reopen(opening::to_write)?;
                self.write(delivery, body)
            }
            written => written,
        }
        .map(|(version, is_new)| Saved { version, is_new, moved_aside: self.moved_aside.take() })
        .map_err(|e| self.said(&e))
    }

    fn reopen(
        &mut self,
        open: impl FnOnce(&Place) -> Result<(Connection, Option<PathBuf>), Trouble>,
    ) -> Result<(), Trouble> {
        // The old one is closed first: closing a file ends all locks that this process has on it.
        self.connection = Connection::open_in_memory().map_err(|e| self.said(&e))?;
        let (connection, moved) = open(&self.place)?;
        self.connection = connection;
        self.identity = opening::identity(self.place.path());
        self.moved_aside = moved.or_else(|| self.moved_aside.take());
        Ok(())
    }

    fn write(&mut self, delivery: &Delivery, body: &[u8]) -> rusqlite::Result<(VersionId, bool)> {
        let hash = Hash::of(body);
        // Packing takes its time: before the others are locked out, and only where it will be wanted.
        let packed = if has_body(&self.connection, hash)? { None } else { Some(body::pack(body)) };
        let ending = Ending::of(&delivery.outcome);
        let facts = facts::to_json(delivery);
        let stamp = delivery.at;
        let transaction = Transaction::new(&mut self.connection, TransactionBehavior::Immediate)?;
        let site = site(&transaction, &delivery.asked, stamp)?;
        let before = transaction
            .query_row(
                "SELECT id, kind, status, failure, hash FROM versions WHERE site = ?1 AND source = 'local'
                 ORDER BY id DESC LIMIT 1",
                [site],
                |row| {
                    let ending = Ending { kind: row.get(1)?, status: row.get(2)?, failure: row.get(3)?, words: None };
                    Ok((row.get::<_, i64>(0)?, ending, row.get(4).map(Hash)?))
                },
            )
            .optional()?;
        let same = before.filter(|(_, before, text)| before.is_like(&ending) && (!delivery.is_file() || *text == hash));
        if let Some((id, ..)) = same {
            transaction.execute(
                "UPDATE versions SET checked_at = ?1, checked_offset = ?2, checks = checks + 1, checked_facts = ?3
                 WHERE id = ?4",
                (stamp.unix, stamp.offset, facts, id),
            )?;
            transaction.commit()?;
            return Ok((VersionId(id), false));
        }
        if !has_body(&transaction, hash)? {
            let (is_packed, bytes) = packed.unwrap_or_else(|| body::pack(body));
            transaction.execute(
                "INSERT INTO bodies (hash, size, packed, bytes) VALUES (?1, ?2, ?3, ?4)",
                (hash.0, body.len().cast_signed() as i64, is_packed, &*bytes),
            )?;
        }
        transaction.execute(
            "INSERT INTO versions (site, source, at, at_offset, checked_at, checked_offset, checks, kind, status, failure,
             words, hash, size, facts) VALUES (?1, 'local', ?2, ?3, ?2, ?3, 1, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
            (
                site,
                stamp.unix,
                stamp.offset,
                ending.kind,
                ending.status,
                ending.failure,
                ending.words,
                hash.0,
                body.len().cast_signed() as i64,
                facts,
            ),
        )?;
        let id = VersionId(transaction.last_insert_rowid());
        transaction.commit()?;
        Ok((id, true))
    }

    /// The versions of a URL, without their bodies; the newest first.
    ///
    /// # Errors
    /// Where it cannot be read.
    pub fn versions(&self, asked: &str) -> Result<Vec<Version>, Trouble> {
        self.list("WHERE s.asked = ?1 ORDER BY v.at DESC, v.id DESC", [asked])
    }

    /// A version.
    ///
    /// # Errors
    /// Where it cannot be read.
    pub fn version(&self, id: VersionId) -> Result<Option<Version>, Trouble> {
        self.list("WHERE v.id = ?1", [id.0]).map(|mut found| found.pop())
    }

    /// What the last fetch from here saw, whatever its clock said.
    ///
    /// # Errors
    /// Where it cannot be read.
    pub fn latest(&self, asked: &str) -> Result<Option<Version>, Trouble> {
        self.list("WHERE s.asked = ?1 AND v.source = 'local' ORDER BY v.id DESC LIMIT 1", [asked])
            .map(|mut found| found.pop())
    }

    fn list(&self, rest: &str, parameters: impl Params) -> Result<Vec<Version>, Trouble> {
        let read = || -> rusqlite::Result<Vec<Version>> {
            let sql = format!("SELECT {VERSION} FROM versions v JOIN sites s ON s.id = v.site {rest}");
            self.connection.prepare(&sql)?.query_map(parameters, version)?.collect()
        };
        read().map_err(|e| self.said(&e))
    }

    /// What the fetch saw that saw a version first: the whole of it.
    ///
    /// # Errors
    /// Where it cannot be read.
    pub fn delivery(&self, id: VersionId) -> Result<Option<Delivery>, Trouble> {
        self.restore(id, "v.facts")
            .map(|found| found.map(|(version, delivery)| Delivery { at: version.at, ..delivery }))
    }

    /// What the fetch saw that saw a version last, with its time. Its outcome has the sentences of the first.
    ///
    /// # Errors
    /// Where it cannot be read.
    pub fn last_delivery(&self, id: VersionId) -> Result<Option<Delivery>, Trouble> {
        self.restore(id, "coalesce(v.checked_facts, v.facts)")
            .map(|found| found.map(|(version, delivery)| Delivery { at: version.checked, ..delivery }))
    }

    fn restore(&self, id: VersionId, facts: &str) -> Result<Option<(Version, Delivery)>, Trouble> {
        let sql = format!("SELECT {VERSION}, {facts} FROM versions v JOIN sites s ON s.id = v.site WHERE v.id = ?1");
        let read = |row: &Row| Ok((version(row)?, row.get::<_, String>(14)?));
        let found = self.connection.query_row(&sql, [id.0], read).optional().map_err(|e| self.said(&e))?;
        let Some((version, json)) = found else { return Ok(None) };
        let delivery = facts::from_json(version.asked.clone(), version.at, version.outcome.clone(), &json);
        delivery.map(|delivery| Some((version, delivery))).ok_or_else(|| self.damaged())
    }

    /// A body, gzip undone; none where there is none with this hash.
    ///
    /// # Errors
    /// Where it cannot be read, or is not what was stored.
    pub fn body(&self, hash: Hash) -> Result<Option<Vec<u8>>, Trouble> {
        let read = |row: &Row| Ok((row.get::<_, i64>(0)?, row.get(1)?, row.get(2)?));
        let sql = "SELECT size, packed, bytes FROM bodies WHERE hash = ?1";
        let found = self.connection.query_row(sql, [hash.0], read).optional().map_err(|e| self.said(&e))?;
        let Some((size, packed, bytes)) = found else { return Ok(None) };
        body::unpack(hash, size.cast_unsigned(), packed, bytes).map(Some).ok_or_else(|| self.damaged())
    }

    /// The sites that were fetched from here last, at most so many; the latest first.
    ///
    /// # Errors
    /// Where it cannot be read.
    pub fn sites(&self, limit: usize) -> Result<Vec<Known>, Trouble> {
        let known = |row: &Row| {
            let checked = Stamp { unix: row.get(1)?, offset: row.get(2)? };
            Ok(Known { asked: row.get(0)?, checked, versions: row.get::<_, i64>(3)?.cast_unsigned() })
        };
        let read = || -> rusqlite::Result<Vec<Known>> {
            let sql = "SELECT asked, checked_at, checked_offset, (SELECT count(*) FROM versions WHERE site = s.id)
                FROM sites s WHERE checked_at IS NOT NULL ORDER BY checked_at DESC, id DESC LIMIT ?1";
            let limit = i64::try_from(limit).unwrap_or(i64::MAX);
            self.connection.prepare(sql)?.query_map([limit], known)?.collect()
        };
        read().map_err(|e| self.said(&e))
    }
}

fn has_body(connection: &Connection, hash: Hash) -> rusqlite::Result<bool> {
    connection.query_row("SELECT EXISTS (SELECT 1 FROM bodies WHERE hash = ?1)", [hash.0], |row| row.get(0))
}

/// The row of a site, checked just now.
fn site(transaction: &Transaction, asked: &str, stamp: Stamp) -> rusqlite::Result<i64> {
    let origin = Origin::of(asked).map_or_else(|| asked.to_owned(), |origin| origin.to_string());
    transaction.query_row(
        "INSERT INTO sites (asked, origin, checked_at, checked_offset) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (asked) DO UPDATE SET checked_at = excluded.checked_at, checked_offset = excluded.checked_offset
         RETURNING id",
        (asked, origin, stamp.unix, stamp.offset),
        |row| row.get(0),
    )
}

pub(super) fn version(row: &Row) -> rusqlite::Result<Version> {
    let stamp = |at: usize| Ok::<_, rusqlite::Error>(Stamp { unix: row.get(at)?, offset: row.get(at + 1)? });
    let ending = Ending { kind: row.get(8)?, status: row.get(9)?, failure: row.get(10)?, words: row.get(11)? };
    Ok(Version {
        id: VersionId(row.get(0)?),
        source: Source::named(row.get(1)?),
        asked: row.get(2)?,
        at: stamp(3)?,
        checked: stamp(5)?,
        checks: row.get::<_, i64>(7)?.cast_unsigned(),
        outcome: ending.into_outcome(),
        hash: Hash(row.get(12)?),
        size: row.get::<_, i64>(13)?.cast_unsigned(),
    })
}
