//! `robotui history`: what was fetched before. Texts are shown as they are kept; what they mean is for the other commands.

mod json;

use super::keeping::Keeping;
use super::output::Output;
use super::{complain, exit, trouble};
use crate::fetch::Site;
use crate::history::{Known, Rule, Store, Trouble, Version, VersionId, written};
use crate::robots::delivery::Outcome;
use crate::robots::{Delivery, display};
use json::{Entry, Exported, Listed};
use similar::TextDiff;
use std::io::{self, IsTerminal as _, Write as _};
use std::time::{Duration, SystemTime};

/// How long two texts are compared exactly; from then on what differs is found more coarsely.
const TO_COMPARE: Duration = Duration::from_secs(2);

/// Seconds in a day.
const DAY: i64 = 86_400;

/// What to look at.
#[derive(Clone, Debug, clap::Args)]
pub struct History {
    /// A site or URL; over both http and https where it has no scheme. Without it: all sites
    #[arg(value_name = "SITE")]
    site: Option<String>,
    /// One JSON object a line
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    what: Option<What>,
}

#[derive(Clone, Debug, clap::Subcommand)]
enum What {
    /// List the versions of a site, the newest first; without a site, the sites
    List,
    /// Print the text of a version; without a number, of the newest. What is known about it goes to standard error
    Show {
        /// The number that list shows
        id: Option<VersionId>,
    },
    /// Print what changed between two versions; without numbers, between the last two. Exit code 1 where they differ
    Diff {
        /// The number of the older one
        #[arg(value_name = "A", requires = "new")]
        old: Option<VersionId>,
        /// The number of the newer one
        #[arg(value_name = "B")]
        new: Option<VersionId>,
    },
    /// Print all versions with all that is known and their texts, one JSON object a line
    Export,
    /// Take old versions away; the newest of each URL stays
    #[command(group(clap::ArgGroup::new("rule").required(true).multiple(true)))]
    Prune {
        /// Those beyond the newest N of a URL
        #[arg(long, value_name = "N", group = "rule")]
        keep: Option<u64>,
        /// Those that were seen last so many days ago
        #[arg(long, value_name = "DAYS", group = "rule")]
        older_than: Option<u32>,
    },
    /// Read everything that is kept and say what is wrong with it; exit code 1 where something is
    Check,
}

/// Why it went no further: it was said already, and this is the exit code.
struct Ended(u8);

impl From<Trouble> for Ended {
    fn from(trouble: Trouble) -> Self {
        complain(&trouble.to_string());
        Self(exit::UNREADABLE)
    }
}

/// Looks into the history and returns the exit code.
pub fn run(history: &History, keeping: &Keeping) -> u8 {
    Looking::begin(history, keeping).and_then(|looking| looking.run(history)).unwrap_or_else(|Ended(code)| code)
}

struct Looking {
    store: Store,
    /// The URLs that the site may stand for; none for all.
    urls: Vec<String>,
}

impl Looking {
    fn begin(history: &History, keeping: &Keeping) -> Result<Self, Ended> {
        if keeping.no_history {
            complain("With --no-history there is nothing to look at.");
            return Err(Ended(exit::USAGE));
        }
        let urls = match &history.site {
            Some(site) => urls(site).map_err(|why| {
                complain(&format!("This is no site: {why}."));
                Ended(exit::USAGE)
            })?,
            None => Vec::new(),
        };
        let place = keeping.place()?;
        let Some(store) = Store::open_existing(&place)? else {
            let path = place.path().to_string_lossy();
            complain(&format!("Nothing is kept yet in {}.", display::visible_str(&path)));
            let wanted = matches!(history.what, Some(What::Show { .. } | What::Diff { .. }));
            return Err(Ended(if wanted { exit::UNREADABLE } else { exit::FINE }));
        };
        Ok(Self { store, urls })
    }

    fn run(mut self, history: &History) -> Result<u8, Ended> {
        match history.what.clone().unwrap_or(What::List) {
            What::List if self.urls.is_empty() => self.sites(history.json),
            What::List => self.list(history.json),
            What::Show { id } => self.show(id),
            What::Diff { old, new } => self.diff(old.zip(new)),
            What::Export => self.export(),
            What::Prune { keep, older_than } => self.prune(keep, older_than),
            What::Check => self.check(),
        }
    }

    fn sites(&self, json: bool) -> Result<u8, Ended> {
        let mut out = Output::new();
        for known in self.store.sites(usize::MAX)? {
            let go_on = if json { out.json(&Entry::new(&known)) } else { out.line(&site_line(&known)) };
            if !go_on {
                break;
            }
        }
        Ok(out.end(exit::FINE))
    }

    /// The versions of the site, the newest first.
    fn versions(&self) -> Result<Vec<Version>, Ended> {
        let mut versions = Vec::new();
        for url in &self.urls {
            versions.extend(self.store.versions(url)?);
        }
        // Each list is sorted; they are put into one.
        versions.sort_by_key(|version| std::cmp::Reverse((version.at.unix, version.id)));
        if let (true, Some(url)) = (versions.is_empty(), self.urls.first()) {
            complain(&format!("Nothing is kept of {}.", display::visible_str(url)));
        }
        Ok(versions)
    }

    fn list(&self, json: bool) -> Result<u8, Ended> {
        let versions = self.versions()?;
        let several = versions.iter().any(|version| version.asked != versions[0].asked);
        let mut out = Output::new();
        for version in &versions {
            let go_on = if json { out.json(&Listed::new(version)) } else { out.line(&line(version, several)) };
            if !go_on {
                break;
            }
        }
        Ok(out.end(exit::FINE))
    }

    /// The version with a number.
    fn version(&self, id: VersionId) -> Result<Version, Ended> {
        self.store.version(id)?.ok_or_else(|| {
            complain(&format!("There is no version {id}."));
            Ended(exit::UNREADABLE)
        })
    }

    /// The last versions of the site, the newest first.
    fn last<const N: usize>(&self) -> Result<[Version; N], Ended> {
        if self.urls.is_empty() {
            complain("Of which site, or which version?");
            return Err(Ended(exit::USAGE));
        }
        let mut versions = self.versions()?;
        let found = versions.len();
        versions.truncate(N);
        versions.try_into().map_err(|_| {
            if found > 0 {
                complain("There is only one version.");
            }
            Ended(exit::UNREADABLE)
        })
    }

    fn text(&self, version: &Version) -> Result<Vec<u8>, Ended> {
        let body = self.store.body(version.hash)?;
        body.ok_or_else(|| {
            complain(&format!("The text of version {} is lost.", version.id));
            Ended(exit::UNREADABLE)
        })
    }

    fn show(&self, id: Option<VersionId>) -> Result<u8, Ended> {
        let [version] = match id {
            Some(id) => [self.version(id)?],
            None => self.last()?,
        };
        let text = self.text(&version)?;
        if let Some(delivery) = self.store.delivery(version.id)? {
            // Where even standard error is gone, there is nobody to tell.
            _ = io::stderr().write_all(about(&version, &delivery).as_bytes());
        }
        Ok(print(&text))
    }

    fn diff(&self, ids: Option<(VersionId, VersionId)>) -> Result<u8, Ended> {
        let [new, old] = match ids {
            Some((old, new)) => [self.version(new)?, self.version(old)?],
            None => self.last()?,
        };
        let (before, after) = (self.text(&old)?, self.text(&new)?);
        if old.outcome != new.outcome {
            complain(&format!("The outcome was {}, then {}.", outcome(&old.outcome), outcome(&new.outcome)));
        }
        let mut text = Vec::new();
        let name = |version: &Version| {
            format!("{}  version {}, {}", display::visible_str(&version.asked), version.id, written(version.at))
        };
        let diff = TextDiff::configure().timeout(TO_COMPARE).diff_lines(before.as_slice(), after.as_slice());
        // Writing to memory cannot fail.
        _ = diff.unified_diff().header(&name(&old), &name(&new)).to_writer(&mut text);
        let printed = print(&text);
        let same = before == after && old.outcome == new.outcome;
        Ok(if printed == exit::FINE && !same { exit::NO } else { printed })
    }

    fn export(&self) -> Result<u8, Ended> {
        let mut out = Output::new();
        let mut write =
            |version: &Version, delivery: &Delivery, body: &[u8]| out.json(&Exported::new(version, delivery, body));
        if self.urls.is_empty() {
            self.store.export(None, &mut write)?;
        }
        for url in &self.urls {
            self.store.export(Some(url), &mut write)?;
        }
        Ok(out.end(exit::FINE))
    }

    fn prune(&mut self, keep: Option<u64>, older_than: Option<u32>) -> Result<u8, Ended> {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs().cast_signed();
        let before = older_than.map(|days| now.saturating_sub(i64::from(days) * DAY));
        let rule = Rule { asked: None, beyond: keep, before };
        let mut pruned = 0;
        if self.urls.is_empty() {
            pruned += self.store.prune(rule)?;
        }
        for url in &self.urls {
            pruned += self.store.prune(Rule { asked: Some(url), ..rule })?;
        }
        Ok(super::print(&format!("{} taken away\n", counted(pruned, "version"))))
    }

    fn check(&self) -> Result<u8, Ended> {
        let condition = self.store.check()?;
        let mut out = Output::new();
        for problem in &condition.problems {
            if !out.line(&display::visible_str(problem)) {
                break;
            }
        }
        let is_sound = condition.problems.is_empty();
        let word = if is_sound {
            ", all sound".to_owned()
        } else {
            format!(", {}", counted(condition.problems.len() as u64, "problem"))
        };
        out.line(&format!("{}, {}{word}", counted(condition.versions, "version"), counted(condition.bodies, "text")));
        Ok(out.end(if is_sound { exit::FINE } else { exit::NO }))
    }
}

/// The URLs of robots.txt that a text may stand for.
fn urls(text: &str) -> Result<Vec<String>, String> {
    let site = Site::read(text)?;
    let url = site.url().to_string();
    let over_http = url.strip_prefix("https:").filter(|_| !site.scheme_given()).map(|rest| format!("http:{rest}"));
    Ok([Some(url), over_http].into_iter().flatten().collect())
}

/// Prints a text: as it is, or made visible where a terminal would obey it.
fn print(text: &[u8]) -> u8 {
    let mut out = Output::new();
    if io::stdout().is_terminal() {
        for line in text.split_inclusive(|&byte| byte == b'\n') {
            let line = line.strip_suffix(b"\n").unwrap_or(line);
            if !out.line(&display::visible(line.strip_suffix(b"\r").unwrap_or(line))) {
                break;
            }
        }
    } else {
        out.bytes(text);
    }
    out.end(exit::FINE)
}

fn site_line(known: &Known) -> String {
    format!(
        "{}  {:<12}  {}",
        written(known.checked),
        counted(known.versions, "version"),
        display::visible_str(&known.asked)
    )
}

/// A version in one line.
fn line(version: &Version, with_url: bool) -> String {
    let hash = version.hash.to_string();
    let seen = match version.checks {
        0 | 1 => String::new(),
        checks => format!("  seen {checks} times, last {}", written(version.checked)),
    };
    let url = if with_url { format!("  {}", display::visible_str(&version.asked)) } else { String::new() };
    format!(
        "{:>6}  {}  {:<4}  {:>13}  {}{seen}{url}",
        version.id,
        written(version.at),
        outcome(&version.outcome),
        counted(version.size, "byte"),
        &hash[..12],
    )
}

/// All that is known about a version.
fn about(version: &Version, delivery: &Delivery) -> String {
    let mut lines = vec![
        format!("Version   {} of {}", version.id, display::visible_str(&version.asked)),
        format!("Fetched   {}, {}", written(version.at), outcome(&version.outcome)),
    ];
    if version.checks > 1 {
        lines.push(format!("Seen      {} times, last {}", version.checks, written(version.checked)));
    }
    for hop in &delivery.hops {
        let status = hop.status.map_or_else(|| "no answer".to_owned(), |status| status.to_string());
        let to = hop.location.as_ref().map_or_else(String::new, |to| format!(" -> {}", display::visible_str(to)));
        lines.push(format!("Asked     {status} {}{to} ({} ms)", display::visible_str(&hop.url), hop.took.as_millis()));
    }
    lines.push(format!("Size      {}, {} on the wire", counted(version.size, "byte"), delivery.wire_bytes));
    lines.push(format!("SHA-256   {}", version.hash));
    let header = |(name, value): &(String, String)| {
        format!("Header    {}: {}", display::visible_str(name), display::visible_str(value))
    };
    lines.extend(delivery.headers.iter().map(header));
    lines.join("\n") + "\n"
}

/// An outcome in a word or a sentence.
fn outcome(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Answered(status) => status.to_string(),
        other => trouble(other),
    }
}

fn counted(count: u64, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::urls;

    #[test]
    fn a_site_without_a_scheme_is_looked_for_over_both() {
        let both = ["https://example.com/robots.txt".to_owned(), "http://example.com/robots.txt".to_owned()];
        assert_eq!(urls("example.com/a/b"), Ok(both.to_vec()));
        assert_eq!(urls("http://example.com"), Ok(vec![both[1].clone()]));
        assert_eq!(urls("https://example.com:8443/"), Ok(vec!["https://example.com:8443/robots.txt".to_owned()]));
        assert!(urls("").is_err());
    }
}
