//! `robotui origins`: the hosts and schemes of a site side by side.

use super::output::Output;
use super::{complain, exit};
use crate::answer::origins::{Family, Relation, Row, Seen, State, findings};
use crate::fetch::{Courier, Site};
use crate::lint::Issue;
use crate::load::{Network, origins};
use crate::robots::delivery::{Outcome, Stamp};
use crate::robots::{Fingerprint, Origin, display};
use serde::Serialize;
use std::io::{self, IsTerminal as _, Write as _};
use std::sync::Mutex;
use std::sync::mpsc;

/// Which site to look at.
#[derive(Clone, Debug, clap::Args)]
pub struct Origins {
    /// A site or URL
    site: String,
    /// A further host to ask, with a port where it has one; can be given several times
    #[arg(long = "host", value_name = "HOST")]
    hosts: Vec<String>,
    /// The same as one JSON object
    #[arg(long)]
    json: bool,
}

/// Asks the origins of a site, prints what came of it and returns the exit code.
pub fn run(origins: &Origins, network: &Network) -> u8 {
    let read = |text: &String| {
        let origin = Site::read(text).map(|site| Origin::of(site.url().as_str()));
        origin.map_err(|why| complain(&format!("This is no site: {why}.")))
    };
    let (Ok(Some(asked)), Ok(given)) =
        (read(&origins.site), origins.hosts.iter().map(read).collect::<Result<Vec<_>, ()>>())
    else {
        return exit::USAGE;
    };
    let given: Vec<Origin> = given.into_iter().flatten().collect();
    let (sender, receiver) = mpsc::channel();
    network.known(move |known| _ = sender.send(known));
    let known = receiver.recv().unwrap_or_default();
    let mut survey = Survey { network, courier: Courier::new(), rows: Vec::new() };
    // The hosts of Sitemap lines are known once the file is there.
    let family = Family::new(&asked, &given, &[], &known);
    survey.ask(origins::rows(&family));
    let named = survey.reference().and_then(Row::seen).map_or_else(Vec::new, |seen| seen.sitemaps.clone());
    let family = Family::new(&asked, &given, &named, &known);
    survey.ask(origins::rows(&family));
    if family.left_out > 0 {
        let most = crate::answer::origins::HOSTS;
        complain(&format!("{} more hosts were not asked: {most} are the most.", family.left_out));
    }
    survey.print(&asked, origins.json)
}

struct Survey<'a> {
    network: &'a Network,
    courier: Courier,
    rows: Vec<Row>,
}

impl Survey<'_> {
    /// Asks those of these origins that were not asked yet, and puts all in this order.
    fn ask(&mut self, rows: Vec<Row>) {
        let (mut had, mut new) = (std::mem::take(&mut self.rows), Vec::new());
        let order: Vec<String> = rows.iter().map(|row| row.url.clone()).collect();
        new.extend(rows.into_iter().filter(|row| !had.iter().any(|other| other.url == row.url)));
        let (sender, receiver) = mpsc::channel();
        let sender = Mutex::new(sender);
        let tell = move |at, state| {
            if let Ok(sender) = sender.lock() {
                _ = sender.send((at, state));
            }
        };
        self.network.survey(&mut self.courier, &new, |sentence| complain(&sentence), tell);
        let meter = Meter { shown: io::stderr().is_terminal() };
        for done in 0..new.len() {
            meter.show(done, new.len());
            let Ok((at, state)) = receiver.recv() else { break };
            if let Some(row) = new.get_mut(at) {
                row.state = state;
            }
        }
        meter.clear();
        had.append(&mut new);
        had.sort_by_key(|row| order.iter().position(|url| *url == row.url));
        self.rows = had;
    }

    /// The row that the others are compared with: the first that has a file, or the first.
    fn reference(&self) -> Option<&Row> {
        self.rows.iter().find(|row| row.seen().is_some_and(|seen| seen.file.is_some())).or(self.rows.first())
    }

    fn print(&self, asked: &Origin, json: bool) -> u8 {
        let file = self.reference().and_then(Row::seen).and_then(|seen| seen.file);
        let url = self.reference().map_or_else(String::new, |row| row.url.clone());
        let relation = |row: &Row| row.relation(&url, file);
        let findings = findings(&self.rows);
        let mut out = Output::new();
        if json {
            out.json(&Report::new(asked, &self.rows, relation, &findings));
        } else {
            let lines = table(&self.rows, relation);
            let findings =
                findings.iter().map(|issue| format!("{} {}: {}", issue.severity.letter(), issue.code, issue.message));
            let space = (findings.len() > 0).then(String::new);
            for line in lines.into_iter().chain(space).chain(findings) {
                if !out.line(&line) {
                    break;
                }
            }
        }
        let answered = self.rows.iter().filter_map(Row::seen).any(|seen| !matches!(seen.outcome, Outcome::Failed(..)));
        if !answered {
            complain(if self.network.offline { "Nothing was kept of any of them." } else { "None of them answered." });
        }
        out.end(if answered { exit::FINE } else { exit::UNREADABLE })
    }
}

/// How far it is, on a terminal.
struct Meter {
    shown: bool,
}

impl Meter {
    fn show(&self, done: usize, of: usize) {
        if self.shown {
            _ = write!(io::stderr(), "\r{done} of {of} answered");
        }
    }

    fn clear(&self) {
        if self.shown {
            _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

/// The table, with a line below a row where there is more to say of it.
fn table(rows: &[Row], relation: impl Fn(&Row) -> Option<Relation>) -> Vec<String> {
    let titles = ["Origin", "Outcome", "Checked", "Bytes", "E", "W", "File"].map(str::to_owned);
    let cells: Vec<[String; 7]> =
        std::iter::once(titles).chain(rows.iter().map(|row| cells(row, relation(row)))).collect();
    let width = |column: usize| cells.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: [usize; 7] = std::array::from_fn(width);
    let mut lines = Vec::new();
    for (at, cells) in cells.iter().enumerate() {
        let aligned = cells.iter().zip(widths).enumerate().map(|(column, (cell, width))| match column {
            3..=5 => format!("{cell:>width$}"),
            _ => format!("{cell:<width$}"),
        });
        lines.push(aligned.collect::<Vec<_>>().join("  ").trim_end().to_owned());
        let more = at.checked_sub(1).and_then(|at| rows[at].seen());
        let redirect = more.and_then(|seen| seen.led_to.as_deref());
        lines.extend(redirect.map(|to| format!("    redirected to {}", display::visible_str(to))));
        lines.extend(more.and_then(Seen::remark).map(|remark| format!("    {remark}")));
    }
    lines
}

fn cells(row: &Row, relation: Option<Relation>) -> [String; 7] {
    let origin = display::visible_str(&row.origin.to_string()).into_owned();
    let Some(seen) = row.seen() else {
        let word = if row.state == State::Asking { "not asked" } else { "nothing kept" };
        return [origin, word.into(), String::new(), String::new(), String::new(), String::new(), String::new()];
    };
    let of_file = |count: usize| seen.file.map_or_else(String::new, |_| count.to_string());
    [
        origin,
        seen.word().to_owned(),
        moment(seen.at),
        seen.file.map_or_else(String::new, |Fingerprint { size, .. }| size.to_string()),
        of_file(seen.errors),
        of_file(seen.warnings),
        relation.map_or("", Relation::word).to_owned(),
    ]
}

/// Month, day, hour and minute: a copy may be from another day.
fn moment(at: Stamp) -> String {
    let ((_, month, day), (hour, minute, _)) = (at.date(), at.clock());
    format!("{month:02}-{day:02} {hour:02}:{minute:02}")
}

#[derive(Serialize)]
struct Report<'a> {
    site: String,
    origins: Vec<Entry<'a>>,
    findings: Vec<Finding<'a>>,
}

#[derive(Serialize)]
struct Entry<'a> {
    url: &'a str,
    /// As Search Console has it; `not asked` and `nothing kept` beside it.
    outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    checked: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    errors: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    warnings: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    redirected_to: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    remark: Option<String>,
}

#[derive(Serialize)]
struct Finding<'a> {
    code: &'a str,
    severity: &'static str,
    message: &'a str,
}

impl<'a> Report<'a> {
    fn new(
        asked: &Origin,
        rows: &'a [Row],
        relation: impl Fn(&Row) -> Option<Relation>,
        findings: &'a [Issue],
    ) -> Self {
        let entry = |row: &'a Row| {
            let seen = row.seen();
            let file = seen.filter(|seen| seen.file.is_some());
            Entry {
                url: &row.url,
                outcome: match (seen, &row.state) {
                    (Some(seen), _) => seen.word(),
                    (None, State::NothingKept) => "nothing kept",
                    (None, _) => "not asked",
                },
                status: seen.and_then(|seen| seen.status),
                checked: seen.map(|seen| rfc3339(seen.at)),
                size: file.and_then(|seen| seen.file).map(|file| file.size),
                errors: file.map(|seen| seen.errors),
                warnings: file.map(|seen| seen.warnings),
                file: relation(row).map(Relation::word),
                redirected_to: seen.and_then(|seen| seen.led_to.as_deref()),
                remark: seen.and_then(Seen::remark),
            }
        };
        let finding =
            |issue: &'a Issue| Finding { code: issue.code, severity: issue.severity.word(), message: &issue.message };
        Self {
            site: asked.to_string(),
            origins: rows.iter().map(entry).collect(),
            findings: findings.iter().map(finding).collect(),
        }
    }
}

/// A moment as RFC 3339 has it.
fn rfc3339(at: Stamp) -> String {
    let ((year, month, day), (hour, minute, second)) = (at.date(), at.clock());
    let (sign, offset) = (if at.offset < 0 { '-' } else { '+' }, at.offset.unsigned_abs() / 60);
    let (hours, minutes) = (offset / 60, offset % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}{sign}{hours:02}:{minutes:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_as_others_read_them() {
        let at = |unix, offset| rfc3339(Stamp { unix, offset });
        assert_eq!(at(0, 0), "1970-01-01T00:00:00+00:00");
        assert_eq!(at(1_780_000_000, 7200), "2026-05-28T22:26:40+02:00");
        assert_eq!(at(1_780_000_000, -12_600), "2026-05-28T16:56:40-03:30");
        assert_eq!(moment(Stamp { unix: 1_780_000_000, offset: 7200 }), "05-28 22:26");
    }
}
