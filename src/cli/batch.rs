//! `robotui batch`: verdicts for pipelines. One JSON object a line in, one out, in the same order and in constant memory.
//!
//! URLs are judged as they are given: a pipeline's URLs have been through a client already, so nothing is resolved.

use super::json::{reason, rule};
use super::output::Output;
use super::{complain, exit, lines, profile};
use crate::answer::{Loaded, Place, Subject};
use crate::crawlers;
use crate::load::Target;
use crate::robots::ruleset::{Chosen, Interner};
use crate::robots::{Crawler, LineNo, Profile, Ruleset, Target as Url};
use base64::Engine as _;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::HashMap;
use std::io::IsTerminal as _;

/// How to judge.
#[derive(Clone, Debug, clap::Args)]
pub struct Batch {
    /// How files are read where a line does not say: rfc9309, google, bing, yandex, substring or first-match
    #[arg(short, long, value_name = "NAME", default_value = "rfc9309", value_parser = profile)]
    profile: &'static Profile,
    /// A file with one JSON object a line; standard input where none is given
    #[arg(value_name = "FILE", default_value = "-")]
    from: String,
}

#[derive(Deserialize)]
struct Question<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    #[serde(borrow)]
    robots: Option<Cow<'a, str>>,
    #[serde(borrow)]
    robots_b64: Option<Cow<'a, str>>,
    #[serde(borrow)]
    file: Option<Cow<'a, str>>,
    #[serde(borrow)]
    queries: Option<Vec<Query<'a>>>,
    #[serde(flatten, borrow)]
    query: Query<'a>,
}

/// Who asks for what.
#[derive(Deserialize)]
struct Query<'a> {
    #[serde(borrow)]
    agent: Option<Cow<'a, str>>,
    #[serde(borrow)]
    tokens: Option<Vec<Cow<'a, str>>>,
    #[serde(borrow)]
    url: Option<Cow<'a, str>>,
    #[serde(borrow)]
    profile: Option<Cow<'a, str>>,
}

/// An answer behind the id of its question.
#[derive(Serialize)]
struct WithId<'a, T> {
    id: Option<&'a RawValue>,
    #[serde(flatten)]
    answer: T,
}

#[derive(Serialize)]
struct Verdict<'a> {
    allowed: bool,
    line: LineNo,
    rule: Option<String>,
    reason: &'static str,
    group_lines: &'a [[LineNo; 2]],
    token: Option<&'a str>,
}

#[derive(Serialize)]
struct Results<'a> {
    results: Vec<Answered<'a>>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Answered<'a> {
    Verdict(Verdict<'a>),
    Error { error: String },
}

#[derive(Serialize)]
struct Failed {
    error: String,
}

/// The id of a line that could not be understood as a whole.
#[derive(Deserialize)]
struct OnlyId<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
}

/// Answers every line, and returns the exit code: 1 where a line could not be used.
pub fn run(batch: &Batch) -> u8 {
    if batch.from == "-" && std::io::stdin().is_terminal() {
        complain("Standard input is the terminal: pipe one JSON object a line into robotui batch.");
        return exit::USAGE;
    }
    let mut desk = Desk { profile: batch.profile, file: None };
    let mut out = Output::new();
    let mut code = exit::FINE;
    let read = lines::each(&batch.from, |line| {
        if line.trim_ascii().is_empty() {
            return true;
        }
        if line.len() as u64 >= lines::LONGEST {
            code = exit::NO;
            return out
                .json(&WithId { id: None, answer: Failed { error: "the line is longer than 64 MiB".to_owned() } });
        }
        match desk.answer(line, &mut out) {
            Ok((used, go_on)) => {
                if !used {
                    code = exit::NO;
                }
                go_on
            }
            Err(error) => {
                code = exit::NO;
                let id = serde_json::from_slice::<OnlyId>(line).ok().and_then(|only| only.id);
                out.json(&WithId { id, answer: Failed { error } })
            }
        }
    });
    if let Err(why) = read {
        complain(&why);
        code = exit::UNREADABLE;
    }
    out.end(code)
}

/// What is kept from line to line: the last file, since lines about one file mostly follow one another.
struct Desk {
    profile: &'static Profile,
    file: Option<Opened>,
}

/// Where a line has its file from.
#[derive(PartialEq, Eq)]
enum Source {
    Text(String),
    Base64(String),
    File(String),
}

struct Opened {
    source: Source,
    subject: Subject,
    interner: Interner,
    readers: Vec<Reader>,
    /// The place of each reader, by who asks and under which profile.
    places: HashMap<(String, &'static str), usize>,
}

/// What a crawler sees, and what is said about it in every answer.
struct Reader {
    ruleset: Ruleset,
    group_lines: Vec<[LineNo; 2]>,
    token: Option<String>,
}

/// Readers that are kept from line to line.
const MOST_READERS: usize = 4096;

impl Desk {
    /// Answers a line. Says whether everything in it could be used, and whether to go on.
    fn answer(&mut self, line: &[u8], out: &mut Output) -> Result<(bool, bool), String> {
        let question: Question = serde_json::from_slice(line).map_err(|e| format!("not understood: {e}"))?;
        let profile = self.profile;
        let file = self.open(&question)?;
        let Some(queries) = &question.queries else {
            let query = &question.query;
            let reader = file.reader(query, query, profile)?;
            let verdict = file.verdict(query, query, reader)?;
            return Ok((true, out.json(&WithId { id: question.id, answer: verdict })));
        };
        // All readers first: each answer borrows from its own.
        let outer = &question.query;
        let readers: Vec<_> = queries.iter().map(|query| file.reader(query, outer, profile)).collect();
        let mut used = true;
        let results = queries.iter().zip(readers).map(|(query, reader)| {
            reader.and_then(|reader| file.verdict(query, outer, reader)).map_or_else(
                |error| {
                    used = false;
                    Answered::Error { error }
                },
                Answered::Verdict,
            )
        });
        let results = Results { results: results.collect() };
        Ok((used, out.json(&WithId { id: question.id, answer: results })))
    }

    /// The file that a line is about: the last one, where it is the same.
    fn open(&mut self, question: &Question) -> Result<&mut Opened, String> {
        let source = match (&question.robots, &question.robots_b64, &question.file) {
            (Some(text), None, None) => Source::Text(text.to_string()),
            (None, Some(text), None) => Source::Base64(text.to_string()),
            (None, None, Some(path)) => Source::File(path.to_string()),
            _ => return Err("exactly one of robots, robots_b64 and file is needed".to_owned()),
        };
        let mut file = match self.file.take().filter(|file| file.source == source) {
            Some(file) => file,
            None => Opened::new(source)?,
        };
        if file.readers.len() > MOST_READERS {
            file.readers.clear();
            file.places.clear();
        }
        Ok(self.file.insert(file))
    }
}

impl Opened {
    fn new(source: Source) -> Result<Self, String> {
        let loaded = match &source {
            Source::Text(text) => Loaded::text(Place::Stdin, text.as_bytes()),
            Source::Base64(text) => {
                let bytes = base64::engine::general_purpose::STANDARD.decode(text);
                Loaded::text(Place::Stdin, bytes.map_err(|e| format!("robots_b64 is no base64: {e}"))?)
            }
            Source::File(path) => Target::File(path.clone()).load().unwrap_or_else(|| Err("no file".to_owned()))?,
        };
        let subject = Subject::new(loaded);
        Ok(Self { source, subject, interner: Interner::default(), readers: Vec::new(), places: HashMap::new() })
    }

    /// The place of the one who asks. What a query leaves open is taken from the line around it.
    fn reader(&mut self, query: &Query, outer: &Query, default: &'static Profile) -> Result<usize, String> {
        let profile = match query.profile.as_ref().or(outer.profile.as_ref()) {
            None => default,
            Some(name) => Profile::named(name).ok_or_else(|| format!("there is no profile {name:?}"))?,
        };
        let asker = if query.agent.is_none() && query.tokens.is_none() { outer } else { query };
        let name = match (&asker.agent, &asker.tokens) {
            (Some(agent), None) => agent.to_string(),
            // No agent is typed with a NUL, so the two kinds of names cannot be mistaken for one another.
            (None, Some(tokens)) => format!("\0{}", tokens.join("\0")),
            _ => return Err("exactly one of agent and tokens is needed".to_owned()),
        };
        let key = (name, profile.name);
        if let Some(&place) = self.places.get(&key) {
            // Who asks twice will ask often.
            self.readers[place].ruleset.index();
            return Ok(place);
        }
        let crawler = match &asker.tokens {
            Some(tokens) => Crawler::exact(tokens.iter().map(Cow::as_ref)),
            None => crawlers::typed(&key.0).crawler,
        };
        self.readers.push(Reader::new(&mut self.interner, &self.subject, &crawler, profile));
        self.places.insert(key, self.readers.len() - 1);
        Ok(self.readers.len() - 1)
    }

    fn verdict<'a>(&'a self, query: &Query, outer: &Query, reader: usize) -> Result<Verdict<'a>, String> {
        let url = query.url.as_deref().or(outer.url.as_deref()).ok_or("url is needed")?;
        let reader = &self.readers[reader];
        let profile = reader.ruleset.profile();
        let (decision, why) = reader.ruleset.judge(&Url::read(url, None).path(profile));
        Ok(Verdict {
            allowed: decision.allowed,
            line: decision.line().unwrap_or(0),
            rule: decision.line().map(|line| rule(self.subject.reading(profile), line)),
            reason: reason(why),
            group_lines: &reader.group_lines,
            token: reader.token.as_deref(),
        })
    }
}

impl Reader {
    fn new(interner: &mut Interner, subject: &Subject, crawler: &Crawler, profile: &Profile) -> Self {
        let reading = subject.reading(profile);
        let ruleset = interner.ruleset(reading, crawler, profile);
        let choice = ruleset.choice();
        let groups = choice.groups.iter().map(|&group| &reading.groups()[group]);
        let token = match choice.chosen {
            Chosen::Token(index) => crawler.tokens.get(index).cloned(),
            Chosen::Part => choice.by_line.map(|line| String::from_utf8_lossy(reading.value(line)).into_owned()),
            Chosen::Star => Some("*".to_owned()),
            Chosen::Nothing => None,
        };
        Self { group_lines: groups.map(|group| [group.first, group.last]).collect(), token, ruleset }
    }
}
