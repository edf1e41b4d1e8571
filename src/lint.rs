//! What is wrong with a robots.txt: the registry of checks, and running them.
//!
//! A check is a file of its own in the folder of its family. It holds the explanation that people read, the check, and its
//! tests with carets under the text. To add one: write the file, and name it in the file of its family (`file.rs`, `rule.rs`
//! and so on). What a check is given is [`Facts`] and, where the answer depends on who reads, a `Reader`; what it leaves
//! behind is an [`Issue`]. Showing issues, and turning a [`Mend`] into an edit, is left to others.
//!
//! ```
//! use robotui::lint::{Facts, Severity, check};
//! use robotui::robots::Document;
//! use std::sync::Arc;
//!
//! let document = Arc::new(Document::parse("User-agent: *\nDisallow: private\n"));
//! let issues = check(&Facts::new(&document));
//! assert_eq!((issues[0].code, issues[0].severity), ("rule-no-leading-slash", Severity::Error));
//! ```

use crate::robots::{Profile, Reading};

mod facts;
mod issue;
mod reader;
mod registry;
mod witness;
mod wording;

mod beside;
mod file;
mod group;
mod http;
mod rule;
mod scope;
mod sitemap;
mod syntax;

#[cfg(test)]
mod carets;

pub use beside::Answer;
pub use facts::Facts;
pub use issue::{Issue, Mend, Profiles, Severity};
pub use registry::{Code, HEADINGS};

use reader::Reader;
use registry::{Check, Run};

/// The registry: the checks of every family, in the order in which codes are listed.
const FAMILIES: [&[Check]; 8] = [
    file::CHECKS,
    syntax::CHECKS,
    group::CHECKS,
    rule::CHECKS,
    sitemap::CHECKS,
    http::CHECKS,
    scope::CHECKS,
    beside::CHECKS,
];

/// Everything that is wrong with a file: first how it was served, then in the order of the file, the worst first where two
/// stand on the same bytes.
///
/// Where the file as a whole is no robots.txt, that is said once, and nothing about its lines. Takes time that grows with the
/// file and not with its square; checks that compare rules with rules stop at a bound that they state.
#[must_use]
pub fn check(facts: &Facts) -> Vec<Issue> {
    run(&checks().collect::<Vec<_>>(), facts)
}

/// What is wrong with the files of a site beside each other. The issues stand on no byte of any of them.
#[must_use]
pub fn compare(answers: &[Answer]) -> Vec<Issue> {
    let mut issues = Vec::new();
    for check in checks() {
        if let Run::Beside(run) = check.run {
            run(answers, &mut issues);
        }
    }
    issues
}

/// Every code that an issue can have.
pub fn codes() -> impl Iterator<Item = &'static Code> {
    checks().flat_map(|check| check.codes)
}

/// The code of this name; case does not matter.
#[must_use]
pub fn find(code: &str) -> Option<&'static Code> {
    codes().find(|known| known.code.eq_ignore_ascii_case(code))
}

fn checks() -> impl Iterator<Item = &'static Check> {
    FAMILIES.into_iter().flatten()
}

fn run(checks: &[&Check], facts: &Facts) -> Vec<Issue> {
    let mut issues = whole(checks, facts);
    if issues.is_empty() {
        lines(checks, facts, &mut issues);
        file(checks, facts, &mut issues);
    }
    delivery(checks, facts, &mut issues);
    let place = |issue: &Issue| (!issue.served, issue.span, issue.severity, issue.code);
    issues.sort_by(|a, b| place(a).cmp(&place(b)).then_with(|| a.message.cmp(&b.message)));
    issues.dedup_by(|again, first| first.absorb(again));
    issues
}

fn whole(checks: &[&Check], facts: &Facts) -> Vec<Issue> {
    checks.iter().filter_map(|check| if let Run::Whole(run) = check.run { run(facts) } else { None }).collect()
}

/// One walk over the lines for all checks that look at one line at a time.
fn lines(checks: &[&Check], facts: &Facts, issues: &mut Vec<Issue>) {
    let runs = checks.iter().filter_map(|check| if let Run::Line(run) = check.run { Some(run) } else { None });
    let runs: Vec<_> = runs.collect();
    for (number, line) in (1..).zip(facts.document.lines()) {
        for run in &runs {
            run(facts, number, line, issues);
        }
    }
}

/// The profiles as which a file is looked at: one for each syntax.
const READERS: [&Profile; 2] = [&Profile::RFC9309, &Profile::GOOGLE];

fn file(checks: &[&Check], facts: &Facts, issues: &mut Vec<Issue>) {
    let readings: [&Reading; 2] = [&facts.strict, &facts.lenient];
    let readers: Vec<Reader> =
        READERS.into_iter().zip(readings).map(|(profile, reading)| Reader::new(profile, reading)).collect();
    for check in checks {
        match check.run {
            Run::File(run) => run(facts, issues),
            Run::Reader(run) => {
                for reader in &readers {
                    let from = issues.len();
                    run(reader, issues);
                    for issue in &mut issues[from..] {
                        issue.profiles = Profiles::Only(vec![reader.profile.name]);
                    }
                }
            }
            Run::Whole(_) | Run::Line(_) | Run::Delivery(_) | Run::Beside(_) => {}
        }
    }
}

fn delivery(checks: &[&Check], facts: &Facts, issues: &mut Vec<Issue>) {
    let Some(delivery) = facts.delivery else { return };
    for check in checks {
        if let Run::Delivery(run) = check.run {
            run(facts, delivery, issues);
        }
    }
}

#[cfg(test)]
mod tests;
