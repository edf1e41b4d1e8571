//! `http-ua-variant`: the answer depends on who asks.

use super::Answer;
use crate::lint::registry::{Check, Code, Run};
use crate::lint::wording::list;
use crate::lint::{Issue, Severity};
use crate::robots::Span;
use crate::robots::delivery::Outcome;

const CODE: Code = Code {
    code: "http-ua-variant",
    severity: Severity::Warning,
    summary: "The answer differs by the User-Agent header of whoever asks.",
    explanation: "\
## What it means
The server looks at the User-Agent header and answers accordingly: another file, an error, a redirect, or no answer at all. What
you see in a browser is then not what the crawler sees. Mostly it is a firewall or a service against bots that does it, often
without your knowing; a crawler that is refused the file with a 403 takes that as no file, and as leave to fetch everything.

## Example
GPTBot is answered 403, a browser gets the file

## Write instead
Serve /robots.txt to everybody alike, and leave it out of the rules against bots. Who may fetch what is said in the file, in
groups that name the crawlers.

## Which crawlers
Those that are answered differently. A server that goes by addresses and not by names may treat the real crawler in yet another
way: it comes from its operator's network, which nobody else can.

## Source
RFC 9309 sections 2.3.1.3 and 2.3.1.4 (what refusals and errors mean); RFC 9110 section 10.1.5 (User-Agent).
",
};

pub(in crate::lint) const CHECK: Check = Check { codes: &[CODE], run: Run::Beside(run) };

fn run(answers: &[Answer], issues: &mut Vec<Issue>) {
    let mut groups: Vec<Vec<&Answer>> = Vec::new();
    for answer in answers.iter().filter(|answer| !answer.asker.is_empty()) {
        match groups.iter_mut().find(|group| is_like(group[0], answer)) {
            Some(group) => group.push(answer),
            None => groups.push(vec![answer]),
        }
    }
    if groups.len() < 2 {
        return;
    }
    // The most common answer comes last; of those that are equally common, the one that came first.
    groups.reverse();
    groups.sort_by_key(Vec::len);
    let Some(most) = groups.pop() else { return };
    groups.reverse();
    let mut parts: Vec<String> = groups
        .iter()
        .map(|group| format!("{} {}", names(group), treatment(group[0], Some(most[0]), group.len() > 1)))
        .collect();
    let rest = if most.len() > 1 { "the others".to_owned() } else { names(&most) };
    parts.push(format!("{rest} {}", treatment(most[0], None, most.len() > 1)));
    issues.push(Issue::new(&CODE, Span::default(), parts.join("; ")));
}

/// Whether two were treated alike. Comments make no difference: many files hold the time at which they were made.
fn is_like(one: &Answer, other: &Answer) -> bool {
    let same_file = match (&one.file, &other.file) {
        (Some(one), Some(other)) => one.says_the_same(other),
        (one, other) => one.is_none() && other.is_none(),
    };
    let same_end = match (one.outcome, other.outcome) {
        // The sentences hold times and addresses.
        (Outcome::Failed(one, _), Outcome::Failed(other, _)) => one == other,
        (Outcome::NotFollowed(_), Outcome::NotFollowed(_)) => true,
        (one, other) => one == other,
    };
    same_file && same_end && one.led_to == other.led_to
}

fn names(group: &[&Answer]) -> String {
    list(group.iter().map(|answer| answer.asker.to_owned()), group.len())
}

/// What becomes of those who ask so, as the end of a sentence. `usual` is what becomes of most.
fn treatment(answer: &Answer, usual: Option<&Answer>, several: bool) -> String {
    let verb = |one: &'static str, many: &'static str| if several { many } else { one };
    let (is, get) = (verb("is", "are"), verb("gets", "get"));
    match (answer.outcome, answer.file, usual) {
        (Outcome::Failed(..), ..) => format!("{get} no answer"),
        (Outcome::Answered(_), Some(file), Some(Answer { file: Some(usual), .. })) => match answer.led_to {
            Some(to) if file.says_the_same(usual) => format!("{get} it from {}", shown(to)),
            _ if file.says_the_same(usual) => format!("{get} it without a redirect"),
            _ => format!("{get} another file ({})", bytes(file.size)),
        },
        (Outcome::Answered(_), Some(file), Some(_)) => format!("{get} a file ({})", bytes(file.size)),
        (Outcome::Answered(_), Some(file), None) => format!("{get} the file ({})", bytes(file.size)),
        (Outcome::Answered(status) | Outcome::NoLocation(status), ..) => format!("{is} answered {status}"),
        _ => format!("{is} redirected without end or aim"),
    }
}

fn bytes(count: usize) -> String {
    format!("{count} byte{}", if count == 1 { "" } else { "s" })
}

fn shown(url: &str) -> std::borrow::Cow<'_, str> {
    crate::robots::display::visible_str(url)
}

#[cfg(test)]
mod tests {
    use crate::lint::{Answer, compare};
    use crate::robots::delivery::{Failure, Outcome};
    use crate::robots::{Fingerprint, Origin};

    const ASKERS: [&str; 4] = ["robotui", "a browser", "Googlebot", "GPTBot"];

    /// What is said where the four are answered so: a status, or the text of a file.
    fn said(answers: [&str; 4]) -> Option<String> {
        let origin = Origin::of("https://a.test/").expect("a URL");
        let outcomes = answers.map(|text| match text.parse() {
            Ok(0) => Outcome::Failed(Failure::Broken, "the connection broke".into()),
            Ok(status) => Outcome::Answered(status),
            Err(_) => Outcome::Answered(200),
        });
        let all = ASKERS.iter().zip(answers).zip(&outcomes).map(|((asker, text), outcome)| Answer {
            origin: &origin,
            asker,
            outcome,
            file: text.parse::<u16>().is_err().then(|| Fingerprint::of(text.as_bytes())),
            led_to: None,
        });
        let issues = compare(&all.collect::<Vec<_>>());
        assert!(issues.iter().all(|issue| issue.code == "http-ua-variant") && issues.len() < 2);
        issues.into_iter().next().map(|issue| issue.message)
    }

    #[test]
    fn who_is_treated_differently_is_named() {
        let file = "User-agent: *\nDisallow:\n";
        let said = |answers| said(answers).expect("a difference");
        assert_eq!(said([file, file, file, "403"]), "GPTBot is answered 403; the others get the file (24 bytes)");
        assert_eq!(
            said([file, file, "Disallow: /\n", "403"]),
            "Googlebot gets another file (12 bytes); GPTBot is answered 403; the others get the file (24 bytes)"
        );
        assert_eq!(
            said(["403", "403", file, file]),
            "Googlebot and GPTBot get a file (24 bytes); the others are answered 403"
        );
        assert_eq!(
            said([file, "404", file, "0"]),
            "a browser is answered 404; GPTBot gets no answer; the others get the file (24 bytes)"
        );
    }

    #[test]
    fn where_all_are_treated_alike_nothing_is_said() {
        for text in ["Disallow:\n", "404", "0"] {
            assert_eq!(said([text; 4]), None);
        }
        assert_eq!(said(["Allow: /", "# 1\nAllow: /", "# 2\nAllow: /", "Allow: /"]), None, "another comment");
    }
}
