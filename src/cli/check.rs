//! `robotui check`: verdicts for many URLs and agents about one file.

use super::json::{self, Verdict};
use super::output::Output;
use super::{complain, exit, lines, profile};
use crate::answer::{Answer, Judge, Subject};
use crate::load::Network;
use crate::robots::{Profile, display};

/// What to check.
#[derive(Clone, Debug, clap::Args)]
pub struct Check {
    /// A site, a URL, a file, or - for standard input
    target: String,
    /// Who asks; may be given several times
    #[arg(short, long = "agent", value_name = "NAME", default_value = "Googlebot")]
    agents: Vec<String>,
    /// For what: URLs or paths
    #[arg(value_name = "URL")]
    urls: Vec<String>,
    /// A file with a URL a line, or - for standard input; lines that begin with # are passed over
    #[arg(long = "urls", value_name = "FILE")]
    from: Option<String>,
    /// How the file is read: rfc9309, google, bing, yandex, substring or first-match
    #[arg(short, long, value_name = "NAME", default_value = "rfc9309", value_parser = profile)]
    profile: &'static Profile,
    /// One JSON object a line
    #[arg(long)]
    json: bool,
}

/// Checks, and returns the exit code: 1 where a URL is disallowed.
pub fn run(check: &Check, network: &Network) -> u8 {
    if check.target == "-" && check.from.as_deref() == Some("-") {
        complain("- stands for standard input and can be given once only.");
        return exit::USAGE;
    }
    if check.urls.is_empty() && check.from.is_none() {
        complain("No URL was given: name some, or --urls FILE.");
        return exit::USAGE;
    }
    match super::open(&check.target, network) {
        Ok(opened) => Checking::new(check, &opened.subject).run(),
        Err(code) => code,
    }
}

struct Checking<'a> {
    check: &'a Check,
    subject: &'a Subject,
    /// One for each agent.
    judges: Vec<Judge>,
    out: Output,
    worst: u8,
}

impl<'a> Checking<'a> {
    fn new(check: &'a Check, subject: &'a Subject) -> Self {
        let judges = check.agents.iter().map(|_| Judge::default()).collect();
        Self { check, subject, judges, out: Output::new(), worst: exit::FINE }
    }

    fn run(mut self) -> u8 {
        for url in &self.check.urls {
            if !self.url(url) {
                return self.out.end(self.worst);
            }
        }
        let Some(from) = self.check.from.clone() else { return self.out.end(self.worst) };
        let read = lines::each(&from, |line| {
            let url = escaped(line.trim_ascii());
            url.is_empty() || url.starts_with('#') || self.url(&url)
        });
        if let Err(why) = read {
            complain(&why);
            self.worst = exit::UNREADABLE;
        }
        self.out.end(self.worst)
    }

    /// Answers about a URL for every agent. Says whether to go on.
    fn url(&mut self, url: &str) -> bool {
        for (agent, judge) in self.check.agents.iter().zip(&mut self.judges) {
            let mut answer = judge.answer(self.subject, agent, url, self.check.profile);
            if judge.complete(self.subject) {
                answer = judge.answer(self.subject, agent, url, self.check.profile);
            }
            if let Some(origin) = &answer.elsewhere {
                let (url, file) = (display::visible_str(url), origin.robots_url());
                complain(&format!("{url} is not ruled by this file but by {}.", display::visible_str(&file)));
                self.worst = self.worst.max(exit::USAGE);
            } else if !answer.why.decision.allowed {
                self.worst = self.worst.max(exit::NO);
            }
            let go_on = if self.check.json {
                self.out.json(&Verdict::new(self.subject, &answer, agent, url, self.check.profile))
            } else {
                self.out.line(&line(self.subject, &answer, agent, url, self.check.profile))
            };
            if !go_on {
                return false;
            }
        }
        true
    }
}

/// A URL from a list: bytes that are no UTF-8 are percent-encoded, so that none is lost.
fn escaped(line: &[u8]) -> String {
    line.utf8_chunks().fold(String::with_capacity(line.len()), |mut url, chunk| {
        url.push_str(chunk.valid());
        url.extend(chunk.invalid().iter().map(|byte| format!("%{byte:02X}")));
        url
    })
}

/// A verdict in one line.
fn line(subject: &Subject, answer: &Answer, agent: &str, url: &str, profile: &Profile) -> String {
    let word = match (&answer.elsewhere, answer.why.decision.allowed) {
        (Some(_), _) => "OTHER FILE",
        (None, true) => "ALLOWED",
        (None, false) => "DISALLOWED",
    };
    let reading = subject.reading(profile);
    let by = match (&answer.elsewhere, answer.why.winner()) {
        (Some(origin), _) => display::visible_str(&origin.robots_url()).into_owned(),
        (None, Some(m)) => {
            let rule = json::rule(reading, m.line);
            format!("line {} {} ({})", m.line, display::visible_str(&rule), answer.why.reason.words())
        }
        (None, None) => answer.why.reason.words().to_owned(),
    };
    let dissent: Vec<String> = answer.dissenters().map(|(names, _)| names.join(", ")).collect();
    let others = if dissent.is_empty() || answer.elsewhere.is_some() {
        String::new()
    } else {
        format!("  [not so for {}]", dissent.join(", "))
    };
    format!("{word:<11} {}  {}  {by}{others}", display::visible_str(agent), display::visible_str(url))
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn bytes_that_are_no_utf8_are_escaped() {
        assert_eq!(escaped(b"/\xff\xc3\xa9%2F"), "/%FFé%2F");
    }
}
