//! A URL that a rule decides, or the rule that keeps it from ever deciding.

use super::path::Target;
use super::ruleset::{Decision, Ruleset};
use super::source::LineNo;

/// A URL made from a rule's pattern, and what is decided about it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Witness {
    /// A path that the rule matches. One that begins with two slashes is a URL only behind its origin.
    pub path: String,
    /// What decides about it: the rule itself, or the one that wins over it.
    pub decision: Decision,
}

/// Bytes that are tried as filling for stars, in this order: the first that no pattern uses.
const FILLINGS: &[u8] = b"xqzjkwvybcdfghlmnprstaeiou0123456789XQZJKWVYBCDFGHLMNPRSTAEIOU-_.~!,;=@";

impl Ruleset {
    /// A path that the rule in this line matches: its stars are filled with a byte that no pattern of the ruleset uses, so
    /// that no other rule matches by accident. None where the rule matches nothing, or is no rule of this set.
    #[must_use]
    pub fn witness(&self, line: LineNo) -> Option<Witness> {
        let rules = self.rules();
        let rule = rules.all().iter().find(|rule| self.line(rule) == line && !rule.is_folder)?;
        if rule.shape.never {
            return None;
        }
        let pattern = rules.pattern(rule);
        let mut used = [false; 256];
        for &byte in rules.all().iter().flat_map(|rule| rules.pattern(rule)) {
            used[usize::from(byte)] = true;
        }
        let filling = FILLINGS.iter().copied().find(|&byte| !used[usize::from(byte)]).unwrap_or(b'x');
        // Several stars are as good as one, and one may stand for nothing.
        let stars = pattern.iter().take_while(|&&byte| byte == b'*').count();
        let body = &pattern[stars..];
        // What the first star stands for must make a path of it.
        let heads: &[&[u8]] = if stars > 0 { &[b"", b"/", &[b'/', filling]] } else { &[b""] };
        // Without a `$` anything may follow, so a rule that wins only where nothing does is no killer.
        let tails: &[&[u8]] = if rule.shape.anchored { &[b""] } else { &[b"", &[filling]] };
        let mut last = None;
        for (head, tail) in heads.iter().flat_map(|head| tails.iter().map(move |tail| (head, tail))) {
            let filled: Vec<u8> =
                head.iter().chain(body).chain(*tail).map(|&byte| if byte == b'*' { filling } else { byte }).collect();
            // Patterns are kept escaped, so this is ASCII but for what no URL can hold.
            let text = String::from_utf8_lossy(&filled);
            let path = if text.is_empty() { "/".into() } else { text };
            if !path.starts_with('/') {
                continue;
            }
            let target = Target::of_path(&path);
            let as_matched = target.path(self.profile());
            if !rules.matches(rule, as_matched.as_bytes()) {
                continue;
            }
            let decision = self.decide(&as_matched);
            let witness = Witness { path: target.path, decision };
            if decision.line() == Some(line) {
                return Some(witness);
            }
            last = last.or(Some(witness));
        }
        last
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Crawler, Document, Profile, Reading};
    use super::*;
    use std::sync::Arc;

    fn witness(rules: &str, line: LineNo) -> Option<(String, Option<LineNo>)> {
        let document = Arc::new(Document::parse(format!("User-agent: *\n{rules}")));
        let reading = Reading::new(&document, &Profile::RFC9309);
        let ruleset = Ruleset::new(&reading, &Crawler::exact(["a"]), &Profile::RFC9309);
        ruleset.witness(line).map(|w| (w.path, w.decision.line()))
    }

    #[test]
    fn a_rule_has_a_url_that_it_decides() {
        assert_eq!(witness("Disallow: /a*b$\nAllow: /axb\n", 2), Some(("/aqb".into(), Some(2))));
        assert_eq!(witness("Disallow: *.pdf\n", 2), Some(("/.pdf".into(), Some(2))));
        assert_eq!(witness("Disallow: /\n", 2), Some(("/".into(), Some(2))));
        assert_eq!(witness("Disallow:\n", 2), Some(("/".into(), Some(2))));
    }

    #[test]
    fn a_rule_that_never_decides_names_the_one_that_wins() {
        assert_eq!(witness("Disallow: /a\nAllow: /a\n", 2), Some(("/a".into(), Some(3))));
        assert_eq!(witness("Disallow: a\n", 2), None);
    }

    proptest::proptest! {
        #[test]
        fn a_witness_is_decided_by_its_rule_or_by_one_that_always_wins(
            rules in proptest::collection::vec(("(Dis)?[Aa]llow", "[/*][ab*/]{0,5}\\$?"), 1..8),
            other in "[ab/]{0,6}",
        ) {
            let body: String = rules.iter().map(|(key, value)| format!("{key}: {value}\n")).collect();
            let document = Arc::new(Document::parse(format!("User-agent: *\n{body}")));
            let profile = &Profile::RFC9309;
            let ruleset = Ruleset::new(&Reading::new(&document, profile), &Crawler::exact(["x"]), profile);
            for (line, _) in ruleset.by_rank() {
                let Some(witness) = ruleset.witness(line) else { continue };
                let path = Target::of_path(&witness.path).path(profile);
                proptest::prop_assert_eq!(ruleset.decide(&path), witness.decision);
                // The rule matches its witness, whoever decides.
                proptest::prop_assert!(ruleset.explain(&path).matches.iter().any(|m| m.line == line));
                // Where another rule decides it, this one decides no other path either.
                if witness.decision.line() != Some(line) {
                    let path = Target::of_path(&format!("/{other}")).path(profile);
                    proptest::prop_assert!(ruleset.decide(&path).line() != Some(line), "{} {}", body, other);
                }
            }
        }
    }
}
