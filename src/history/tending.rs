//! The store as a whole: checked, made smaller, handed out. None of it holds more than one body at a time.

use super::body::{self, Hash};
use super::{Store, Trouble, Version, facts, store};
use crate::robots::Delivery;
use crate::robots::delivery::{Outcome, Stamp};
use rusqlite::{Row, Transaction, TransactionBehavior};

/// Which versions a prune takes away: those that every given part names. The newest of a URL from each source always stays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rule<'a> {
    /// Only those of this URL.
    pub asked: Option<&'a str>,
    /// Only those beyond this many of a URL and source, the newest counted first.
    pub beyond: Option<u64>,
    /// Only those that were seen last before this moment, in seconds since 1970.
    pub before: Option<i64>,
}

/// How a store is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Condition {
    /// Versions that were looked at.
    pub versions: u64,
    /// Bodies that were looked at.
    pub bodies: u64,
    /// What is wrong, each in a sentence.
    pub problems: Vec<String>,
}

impl Store {
    /// Takes versions away, and the bodies that no version has any more; says how many versions. The file shrinks.
    ///
    /// # Errors
    /// Where nothing was taken away.
    pub fn prune(&mut self, rule: Rule) -> Result<u64, Trouble> {
        let mut prune = || {
            let transaction = Transaction::new(&mut self.connection, TransactionBehavior::Immediate)?;
            let beyond = rule.beyond.map(|beyond| i64::try_from(beyond).unwrap_or(i64::MAX));
            let pruned = transaction.execute(
                "DELETE FROM versions WHERE id IN (
                    SELECT id FROM (
                        SELECT v.id, v.checked_at, row_number() OVER (PARTITION BY v.site, v.source ORDER BY v.id DESC) AS place
                        FROM versions v JOIN sites s ON s.id = v.site WHERE ?1 IS NULL OR s.asked = ?1)
                    WHERE place > 1 AND (?2 IS NULL OR place > ?2) AND (?3 IS NULL OR checked_at < ?3))",
                (rule.asked, beyond, rule.before),
            )?;
            transaction.execute(
                "DELETE FROM bodies WHERE NOT EXISTS (SELECT 1 FROM versions v WHERE v.hash = bodies.hash)",
                (),
            )?;
            transaction.commit()?;
            Ok(pruned as u64)
        };
        let pruned = prune().map_err(|e| self.said(&e))?;
        // What is left open is closed another time: the versions are gone either way.
        _ = self.shrink();
        Ok(pruned)
    }

    /// Gives the pages that are no longer used back to the disk.
    fn shrink(&self) -> rusqlite::Result<()> {
        let mut statement = self.connection.prepare("PRAGMA incremental_vacuum")?;
        let mut rows = statement.query([])?;
        // A page is freed with each row.
        while rows.next()?.is_some() {}
        self.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
    }

    /// Reads everything there is and says what is wrong.
    ///
    /// # Errors
    /// Where reading ended before the end.
    pub fn check(&self) -> Result<Condition, Trouble> {
        let mut condition = Condition::default();
        self.check_pages(&mut condition)
            .and_then(|()| self.check_versions(&mut condition))
            .and_then(|()| self.check_bodies(&mut condition))
            .map_err(|e| self.said(&e))?;
        Ok(condition)
    }

    fn check_pages(&self, condition: &mut Condition) -> rusqlite::Result<()> {
        let mut statement = self.connection.prepare("PRAGMA integrity_check")?;
        let said: Vec<String> = statement.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
        condition.problems.extend(said.into_iter().filter(|line| line != "ok").map(|line| format!("SQLite: {line}")));
        Ok(())
    }

    fn check_versions(&self, condition: &mut Condition) -> rusqlite::Result<()> {
        let mut statement = self.connection.prepare(
            "SELECT v.id, b.size IS v.size, s.id IS NOT NULL, v.facts, v.checked_facts FROM versions v
             LEFT JOIN bodies b ON b.hash = v.hash LEFT JOIN sites s ON s.id = v.site",
        )?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            condition.versions += 1;
            let id: i64 = row.get(0)?;
            let mut see = |fine: bool, what: &str| {
                if !fine {
                    condition.problems.push(format!("Version {id} {what}."));
                }
            };
            see(row.get(1)?, "has no body, or another one than it had");
            see(row.get(2)?, "belongs to no site");
            see(is_readable(&row.get::<_, String>(3)?), "has facts that cannot be read");
            let last: Option<String> = row.get(4)?;
            see(last.is_none_or(|json| is_readable(&json)), "has a last check that cannot be read");
        }
        Ok(())
    }

    fn check_bodies(&self, condition: &mut Condition) -> rusqlite::Result<()> {
        let mut statement = self.connection.prepare(
            "SELECT hash, size, packed, bytes, EXISTS (SELECT 1 FROM versions v WHERE v.hash = b.hash) FROM bodies b",
        )?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            condition.bodies += 1;
            let (hash, size) = (Hash(row.get(0)?), row.get::<_, i64>(1)?.cast_unsigned());
            if body::unpack(hash, size, row.get(2)?, row.get(3)?).is_none() {
                condition.problems.push(format!("The body {hash} is not what was stored."));
            }
            if !row.get::<_, bool>(4)? {
                condition.problems.push(format!("The body {hash} belongs to no version."));
            }
        }
        Ok(())
    }

    /// Hands out each version with all that is known of it, in the order of arrival, until `each` says to stop; all are of the
    /// same moment.
    ///
    /// # Errors
    /// Where reading ended before the end.
    pub fn export(
        &self,
        asked: Option<&str>,
        mut each: impl FnMut(&Version, &Delivery, &[u8]) -> bool,
    ) -> Result<(), Trouble> {
        let said = |e: rusqlite::Error| self.said(&e);
        // What others write in the meantime is not seen.
        let _moment = self.connection.unchecked_transaction().map_err(said)?;
        let sql = format!(
            "SELECT {}, v.facts FROM versions v JOIN sites s ON s.id = v.site WHERE ?1 IS NULL OR s.asked = ?1 ORDER BY v.id",
            store::VERSION
        );
        let mut statement = self.connection.prepare(&sql).map_err(said)?;
        let mut rows = statement.query([asked]).map_err(said)?;
        while let Some(row) = rows.next().map_err(said)? {
            let read = |row: &Row| Ok((store::version(row)?, row.get::<_, String>(14)?));
            let (version, json) = read(row).map_err(said)?;
            let delivery = facts::from_json(version.asked.clone(), version.at, version.outcome.clone(), &json);
            let delivery = delivery.ok_or_else(|| self.damaged())?;
            let body = self.body(version.hash)?.ok_or_else(|| self.damaged())?;
            if !each(&version, &delivery, &body) {
                break;
            }
        }
        Ok(())
    }
}

fn is_readable(json: &str) -> bool {
    facts::from_json(String::new(), Stamp::default(), Outcome::TooManyRedirects, json).is_some()
}
