//! Why a decision fell as it did, and why every other rule that matches lost.

use super::display;
use super::path::Path;
use super::pattern;
use super::profile::Precedence;
use super::ruleset::{By, Decision, Rule, Ruleset};
use super::source::LineNo;
use std::collections::HashSet;
use std::ops::Range;

/// Why the deciding rule won, or why there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// Several rules match, and this is the longest.
    LongestMatch,
    /// An allow and a disallow of the same length match; allow wins.
    Tie,
    /// Several rules match, and this is the first in the file.
    FirstMatch,
    /// No other rule matches.
    OnlyMatch,
    /// No rule of the group matches, so the URL may be fetched.
    NoRuleMatches,
    /// The group holds no rule.
    GroupWithoutRules,
    /// No group is for this crawler.
    NoGroup,
    /// The path is `/robots.txt`, which may always be fetched.
    RobotsTxt,
    /// The server has no robots.txt.
    NoFile,
    /// The robots.txt could not be reached.
    Unreachable,
    /// The answer of the server refuses everything.
    Refused,
    /// The file is longer than this reader reads, so everything is open.
    TooLong,
    /// What the server sent is no robots.txt.
    NotRobotsTxt,
}

impl Reason {
    /// A few words that can stand behind a verdict.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::LongestMatch => "longest match",
            Self::Tie => "a tie: allow wins",
            Self::FirstMatch => "the first match",
            Self::OnlyMatch => "the only match",
            Self::NoRuleMatches => "no rule matches, so it is allowed",
            Self::GroupWithoutRules => "the group has no rules",
            Self::NoGroup => "no group is for this crawler",
            Self::RobotsTxt => "/robots.txt itself may always be fetched",
            Self::NoFile => "there is no robots.txt",
            Self::Unreachable => "the robots.txt cannot be reached",
            Self::Refused => "the answer to the request for robots.txt refuses everything",
            Self::TooLong => "the file is too long, so none of it is read",
            Self::NotRobotsTxt => "this is a web page, not a robots.txt",
        }
    }
}

/// Why a rule that matches did not decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Loss {
    /// The deciding rule is longer.
    Shorter,
    /// It is as long as the deciding rule, and allow wins a tie.
    Tie,
    /// It is as long and of the same kind as the deciding rule, which stands first.
    Repeated,
    /// It is empty, and an empty rule never decides against another.
    Empty,
    /// It stands further down, and this reader takes the first.
    Later,
}

impl Loss {
    /// A few words that can stand behind the rule.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Shorter => "shorter",
            Self::Tie => "a tie: allow wins",
            Self::Repeated => "says the same, further down",
            Self::Empty => "empty",
            Self::Later => "further down",
        }
    }
}

/// A rule that matches the path.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Match {
    /// The line that it stands in.
    pub line: LineNo,
    /// Whether it allows. An empty `Disallow` does.
    pub allow: bool,
    /// Its length as it counts: bytes of the pattern after escaping.
    pub priority: u32,
    /// The pattern as it is compared.
    pub pattern: String,
    /// It matches only as the folder of an index page (Google reads `Allow: /a/index.html` as `/a/$` too).
    pub as_folder: bool,
    /// Why it did not decide; none for the rule that did.
    pub loss: Option<Loss>,
    /// What each piece of the pattern covered: ranges of the normalised pattern and of the path.
    pub covered: Vec<(Range<usize>, Range<usize>)>,
}

impl Match {
    /// Its length in words: "13 bytes".
    #[must_use]
    pub fn length(&self) -> String {
        format!("{} byte{}", self.priority, if self.priority == 1 { "" } else { "s" })
    }
}

/// A decision and why it fell.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Explanation {
    /// The same as [`Ruleset::decide`] says.
    pub decision: Decision,
    /// Why.
    pub reason: Reason,
    /// Every rule that matches, by rank. The first decided.
    pub matches: Vec<Match>,
}

impl Explanation {
    /// The deciding rule, where a rule decided.
    #[must_use]
    pub fn winner(&self) -> Option<&Match> {
        self.matches.first()
    }

    /// The rules that match and lost.
    #[must_use]
    pub fn losers(&self) -> &[Match] {
        self.matches.get(1..).unwrap_or_default()
    }

    /// The explanation of a decision that was no rule's.
    #[must_use]
    pub const fn without_rules(decision: Decision, reason: Reason) -> Self {
        Self { decision, reason, matches: Vec::new() }
    }
}

impl Ruleset {
    /// Decides, and says why, and why every other rule that matches lost.
    #[must_use]
    pub fn explain(&self, path: &Path) -> Explanation {
        let decision = self.decide(path);
        match decision.without_rule() {
            Some(reason) => Explanation::without_rules(decision, reason),
            None => self.explain_rules(path, decision),
        }
    }

    /// Decides, and gives the reason, which takes little more time than [`Ruleset::decide`] and allocates nothing either.
    #[must_use]
    pub fn judge(&self, path: &Path) -> (Decision, Reason) {
        let decision = self.decide(path);
        let reason = decision.without_rule().unwrap_or_else(|| self.reason(path.as_bytes()));
        (decision, reason)
    }

    /// Why the first rule that matches decides.
    fn reason(&self, path: &[u8]) -> Reason {
        let rules = self.rules();
        let Some(winner) = rules.next(path, 0) else { return Reason::NoRuleMatches };
        let winning = &rules.all()[winner];
        let mut at = winner;
        let mut alone = true;
        while let Some(next) = rules.next(path, at + 1) {
            at = next;
            let rule = &rules.all()[next];
            if rule.ordinal == winning.ordinal {
                continue;
            }
            if self.profile().precedence == Precedence::First {
                return Reason::FirstMatch;
            }
            alone = false;
            if loss_to(winning.shape.priority, winning.allows(), rule) == Loss::Tie {
                return Reason::Tie;
            }
            if rule.shape.priority < winning.shape.priority {
                break;
            }
        }
        if alone { Reason::OnlyMatch } else { Reason::LongestMatch }
    }

    fn explain_rules(&self, path: &Path, decision: Decision) -> Explanation {
        let first_wins = self.profile().precedence == Precedence::First;
        let mut matches: Vec<Match> = Vec::new();
        let mut listed = HashSet::new();
        for rule in self.rules().all().iter().filter(|rule| self.rules().matches(rule, path.as_bytes())) {
            let line = self.line(rule);
            // An index page that matches in its long form has already been listed.
            if !listed.insert(line) {
                continue;
            }
            let loss = matches
                .first()
                .map(|winner| if first_wins { Loss::Later } else { loss_to(winner.priority, winner.allow, rule) });
            let covered = pattern::covered(self.rules().pattern(rule), rule.shape, path.as_bytes()).unwrap_or_default();
            let Rule { shape, is_folder, .. } = *rule;
            let pattern =
                display::visible(self.rules().pattern(rule)).into_owned() + if shape.anchored { "$" } else { "" };
            let allow = rule.allows();
            matches.push(Match { line, allow, priority: shape.priority, pattern, as_folder: is_folder, loss, covered });
        }
        let reason = match matches.as_slice() {
            [_] | [] => Reason::OnlyMatch,
            _ if first_wins => Reason::FirstMatch,
            _ if matches.iter().any(|m| m.loss == Some(Loss::Tie)) => Reason::Tie,
            _ => Reason::LongestMatch,
        };
        Explanation { decision, reason, matches }
    }
}

impl Decision {
    /// Why no rule decided; none where one did.
    #[must_use]
    pub const fn without_rule(self) -> Option<Reason> {
        match self.by {
            By::Rule(_) => None,
            By::NoMatch => Some(Reason::NoRuleMatches),
            By::NoRules => Some(Reason::GroupWithoutRules),
            By::NoGroup => Some(Reason::NoGroup),
            By::RobotsTxt => Some(Reason::RobotsTxt),
            By::NotRobotsTxt => Some(Reason::NotRobotsTxt),
            By::NoFile => Some(Reason::NoFile),
            By::Unreachable => Some(Reason::Unreachable),
            By::Refused => Some(Reason::Refused),
            By::TooLong => Some(Reason::TooLong),
        }
    }
}

/// Why a rule lost to one of this length and verdict, where the longest wins.
const fn loss_to(length: u32, allows: bool, rule: &Rule) -> Loss {
    if rule.shape.priority == 0 && (length > 0 || rule.allows() != allows) {
        Loss::Empty
    } else if rule.shape.priority < length {
        Loss::Shorter
    } else if rule.allows() == allows {
        Loss::Repeated
    } else {
        Loss::Tie
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Crawler, Document, Profile, Reading, Target};
    use super::*;
    use std::sync::Arc;

    fn explain(text: &str, url: &str, profile: &Profile) -> Explanation {
        let reading = Reading::new(&Arc::new(Document::parse(text)), profile);
        Ruleset::new(&reading, &Crawler::exact(["FooBot"]), profile).explain(&Target::read(url, None).path(profile))
    }

    #[test]
    fn every_loser_says_why_it_lost() {
        let text = "User-agent: *\nDisallow: /search\nAllow: /search/about\nDisallow: /*?sessionid=\nDisallow:\nDisallow: /x\n";
        let why = explain(text, "/search/about?sessionid=7", &Profile::RFC9309);
        assert!(why.decision.allowed);
        assert_eq!(why.reason, Reason::Tie);
        let lines: Vec<_> = why.matches.iter().map(|m| (m.line, m.priority, m.loss)).collect();
        assert_eq!(
            lines,
            [(3, 13, None), (4, 13, Some(Loss::Tie)), (2, 7, Some(Loss::Shorter)), (5, 0, Some(Loss::Empty))]
        );
    }

    #[test]
    fn an_index_page_opens_its_folder_for_google() {
        let text = "User-agent: *\nDisallow: /\nAllow: /a/index.html\n";
        assert_eq!(explain(text, "/a/", &Profile::GOOGLE).decision.line(), Some(3));
        assert!(explain(text, "/a/", &Profile::GOOGLE).matches[0].as_folder);
        assert_eq!(explain(text, "/a/", &Profile::RFC9309).decision.line(), Some(2));
        assert_eq!(explain(text, "/a/index.html", &Profile::GOOGLE).matches.len(), 2);
    }

    #[test]
    fn where_no_rule_decides_the_reason_says_what_did() {
        assert_eq!(explain("User-agent: *\n", "/", &Profile::RFC9309).reason, Reason::GroupWithoutRules);
        assert_eq!(explain("User-agent: x\nDisallow: /\n", "/", &Profile::RFC9309).reason, Reason::NoGroup);
        assert_eq!(explain("User-agent: *\nDisallow: /b\n", "/a", &Profile::RFC9309).reason, Reason::NoRuleMatches);
        assert_eq!(explain("User-agent: *\nDisallow: /\n", "/robots.txt", &Profile::RFC9309).reason, Reason::RobotsTxt);
        assert_eq!(explain("<!doctype html>\n", "/", &Profile::RFC9309).reason, Reason::NotRobotsTxt);
    }

    proptest::proptest! {
        #[test]
        fn explaining_and_deciding_agree(
            rules in proptest::collection::vec(("(Dis)?[Aa]llow", "/?[ab*/$]{0,5}(index.html)?"), 0..8),
            url in "/[ab/]{0,6}(index.html)?",
        ) {
            let body: String = rules.iter().map(|(key, value)| format!("{key}: {value}\n")).collect();
            for profile in Profile::ALL {
                let reading = Reading::new(&Arc::new(Document::parse(format!("User-agent: *\n{body}"))), profile);
                let ruleset = Ruleset::new(&reading, &Crawler::exact(["FooBot"]), profile);
                let path = Target::read(&url, None).path(profile);
                let why = ruleset.explain(&path);
                proptest::prop_assert_eq!(why.winner().map(|m| m.line), why.decision.line());
                proptest::prop_assert_eq!(ruleset.judge(&path), (why.decision, why.reason));
            }
        }
    }
}
