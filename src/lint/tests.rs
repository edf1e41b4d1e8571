//! What holds for all checks.

use super::*;
use crate::robots::delivery::Outcome;
use crate::robots::{Body, Delivery, Document, Origin, Reading};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn issues(text: impl Into<Vec<u8>>) -> Vec<Issue> {
    check(&Facts::new(&Arc::new(Document::parse(text))))
}

/// The files of the checks, with their text.
fn sources() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lint");
    let folders = std::fs::read_dir(root).expect("the folder").map(|entry| entry.expect("an entry").path());
    let files = folders.filter(|path| path.is_dir()).flat_map(|folder| std::fs::read_dir(folder).expect("a folder"));
    let paths = files.map(|entry| entry.expect("an entry").path());
    paths.map(|path| (path.clone(), std::fs::read_to_string(path).expect("a file"))).collect()
}

#[test]
fn no_code_is_used_twice_and_each_is_found_by_its_name() {
    let names: BTreeSet<&str> = codes().map(|code| code.code).collect();
    assert_eq!(names.len(), codes().count());
    for code in codes() {
        assert_eq!(find(&code.code.to_uppercase()), Some(code));
    }
    assert_eq!(find("no-such-code"), None);
}

#[test]
fn every_explanation_has_all_headings_and_text_below_each() {
    for code in codes() {
        let sections: Vec<_> = code.sections().collect();
        let headings: Vec<&str> = sections.iter().map(|(heading, _)| *heading).collect();
        assert_eq!(headings, HEADINGS, "{}", code.code);
        assert!(sections.iter().all(|(_, text)| !text.is_empty()), "{}", code.code);
        assert!(code.summary.ends_with('.') && !code.summary.contains('\n'), "{}", code.code);
        assert!(code.explanation.lines().all(|line| line.len() <= 130), "{}", code.code);
    }
}

#[test]
fn every_code_is_drawn_in_a_fixture_of_its_own_file() {
    let sources = sources();
    // What stands between two files stands on no line of one.
    let drawn = checks().filter(|check| !matches!(check.run, Run::Beside(_)));
    for code in drawn.flat_map(|check| check.codes) {
        let name = format!("code: \"{}\"", code.code);
        let (path, text) = sources.iter().find(|(_, text)| text.contains(&name)).expect("a file that declares it");
        let drawn = text.lines().map(str::trim).any(|line| {
            line.starts_with(':') && line.split_once('^').is_some_and(|(_, mark)| mark.contains(code.code))
        });
        assert!(drawn, "{} in {}", code.code, path.display());
    }
}

#[test]
fn every_file_of_a_check_is_in_the_registry() {
    for (path, text) in sources() {
        let declared = text.lines().filter_map(|line| line.trim().strip_prefix("code: \"")?.strip_suffix("\","));
        for code in declared {
            assert!(find(code).is_some(), "{code} in {}", path.display());
        }
        assert!(text.contains("const CHECK: Check"), "{}", path.display());
    }
}

#[test]
fn a_healthy_file_shows_nothing() {
    for text in [
        "",
        "# nothing to say\n",
        "User-agent: *\nDisallow:\n",
        "User-agent: *\nAllow: /\n\nSitemap: https://example.com/sitemap.xml\n",
        "# A shop\nUser-agent: *\nDisallow: /cart\nDisallow: /*?sort=\nAllow: /cart/help\n\n\
         # No training\nUser-agent: GPTBot\nUser-agent: CCBot\n# and this one\nUser-agent: ClaudeBot\nDisallow: /\n\n\
         User-agent: Mediapartners-Google\nDisallow:\n\nUser-agent: AdsBot-Google\nDisallow: /cart\n\n\
         User-agent: Twitterbot\nAllow: /\n\nUser-agent: Googlebot\nDisallow: /cart\nDisallow: /*?sort=\nCrawl-delay: 1\n\n\
         Host: example.com\nClean-param: ref /\nSitemap: https://example.com/a.xml\nSitemap: https://example.com/b.xml\n",
        "User-agent: *\r\nDisallow: /wp-admin/\r\nAllow: /wp-admin/admin-ajax.php\r\n\r\n\
         Sitemap: https://example.com/wp-sitemap.xml\r\n",
    ] {
        assert_eq!(issues(text), [], "{text}");
    }
}

#[test]
fn a_list_of_who_may_come_is_nothing_to_warn_of() {
    let text = "User-agent: Googlebot\nDisallow: /private/\n\nUser-agent: bingbot\nDisallow: /private/\n\n\
                User-agent: *\nDisallow: /\n";
    assert!(issues(text).iter().all(|issue| issue.severity == Severity::Info));
}

#[test]
fn issues_come_in_the_order_of_the_file() {
    let found = issues("Disallow: x\nUser-agent: *\nBlock: 1\nDisallow: /\nSitemap: s.xml\n");
    let codes: Vec<&str> = found.iter().map(|issue| issue.code).collect();
    let expected = [
        "group-rule-before-agent",
        "rule-no-leading-slash",
        "syntax-unknown-directive",
        "rule-blocks-whole-site",
        "sitemap-relative",
    ];
    assert_eq!(codes, expected);
}

#[test]
fn what_all_profiles_find_is_one_issue_for_all() {
    let found = issues("User-agent: *\nDisallow: /\n");
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].profiles, Profiles::All);
    assert!(Profile::ALL.iter().all(|profile| found[0].profiles.concern(profile)));
}

#[test]
fn readings_that_a_caller_has_are_used_and_others_are_made_anew() {
    let document = Arc::new(Document::parse("useragent: *\nDisallow: /\n"));
    let strict = Reading::new(&document, &Profile::RFC9309);
    let lenient = Reading::new(&document, &Profile::GOOGLE);
    let expected = check(&Facts::new(&document));
    assert_eq!(check(&Facts::of_readings(&strict, &lenient)), expected);
    assert_eq!(check(&Facts::of_readings(&lenient, &strict)), expected);
}

#[test]
fn how_a_file_was_served_is_looked_at_even_where_its_lines_are_not() {
    const CODE: Code =
        Code { code: "http-test", severity: Severity::Info, summary: "A test.", explanation: "## What it means\nx" };
    const CHECK: Check = Check {
        codes: &[CODE],
        run: Run::Delivery(|_, delivery, issues| {
            issues.push(Issue::served(&CODE, delivery.asked.clone()));
        }),
    };
    let document = Arc::new(Document::parse("<html>\nDisallow: x\n"));
    let delivery = Delivery::new("https://example.com/robots.txt", Outcome::Answered(200));
    let body = Body::new(document.source().bytes(), Some(&delivery));
    let checks: Vec<&Check> = checks().chain([&CHECK]).collect();
    let codes = |facts: &Facts| run(&checks, facts).into_iter().map(|issue| issue.code).collect::<Vec<_>>();
    assert_eq!(codes(&Facts::new(&document).delivered(&delivery, body)), ["http-test", "file-html"]);
    assert_eq!(codes(&Facts::new(&document)), ["file-html"]);
}

/// Files that would show a check that compares everything with everything. They are 500 KiB each.
fn big_files() -> Vec<(&'static str, String)> {
    let repeat = |head: &str, line: &dyn Fn(usize) -> String| {
        let mut text = head.to_owned();
        for n in 0.. {
            let line = line(n);
            if text.len() + line.len() > 500 * 1024 {
                break;
            }
            text.push_str(&line);
        }
        text
    };
    vec![
        ("rules", repeat("User-agent: *\n", &|n| format!("Disallow: /folder-{n:06}/\n"))),
        (
            "rules, half allowed",
            repeat("User-agent: b\nDisallow: /x\nUser-agent: *\n", &|n| {
                format!("{}: /folder-{n:06}/\n", if n % 2 == 0 { "Disallow" } else { "Allow" })
            }),
        ),
        (
            "allowed and closed again",
            repeat("User-agent: *\nDisallow: /\n", &|n| {
                if n % 2 == 0 { format!("Allow: /{n:07}/\n") } else { format!("Disallow: /{:07}*\n", n - 1) }
            }),
        ),
        (
            "groups",
            repeat("User-agent: *\nDisallow: /a\n", &|n| {
                let name: String = format!("{n:05}").bytes().map(|b| (b - b'0' + b'a') as char).collect();
                format!("User-agent: {name}\nAllow: /\n")
            }),
        ),
        (
            "groups and rules",
            repeat("User-agent: *\n", &|n| {
                if let 0..4000 = n {
                    format!("Disallow: /*{n:06}$\n")
                } else {
                    let name: String = format!("{n:05}").bytes().map(|b| (b - b'0' + b'a') as char).collect();
                    format!("User-agent: {name}\nDisallow: /{n}\n\n")
                }
            }),
        ),
        (
            "agents",
            repeat("", &|n| {
                let name: String = format!("{n:05}").bytes().map(|b| (b - b'0' + b'a') as char).collect();
                format!("User-agent: {name}\n\n")
            }),
        ),
        ("nonsense", repeat("", &|n| format!("Block {n}: x\n"))),
    ]
}

#[test]
#[ignore = "prints times; run it with --nocapture"]
fn how_long_big_files_take() {
    for (name, text) in big_files() {
        let document = Arc::new(Document::parse(text));
        let facts = Facts::new(&document);
        let start = std::time::Instant::now();
        let found = check(&facts).len();
        println!("{name}: {found} issues in {:?}", start.elapsed());
    }
}

#[test]
fn an_issue_points_to_a_handful_of_places_however_big_the_file() {
    for (name, text) in big_files() {
        for issue in issues(text) {
            assert!(issue.related.len() <= 2 * wording::NAMED, "{name}: {}", issue.code);
            assert!(issue.message.len() <= 1000, "{name}: {}", issue.message);
        }
    }
}

/// Lines that make checks speak, with bytes that make them stumble.
fn lines() -> impl proptest::strategy::Strategy<Value = Vec<u8>> {
    use proptest::prelude::*;
    let line = prop_oneof![
        "(User-agent|useragent|user-agent): ?(\\*|Foo|Foo/1|MJ12bot|Googlebot|bingbot|)",
        "(Dis|A|a)(al|l)low:? ?[/*$a%2Fé ]{0,4}(#x)?",
        "(Sitemap|Crawl-delay|Block|Host)(:| )[/:a1]{0,4}",
        "(\u{feff}|<html>|\0|\u{1b}|é|\t)?",
    ];
    let end = prop_oneof![Just("\n"), Just("\r\n"), Just("\r"), Just("\n\n")];
    let bytes = prop_oneof![
        9 => (line, end).prop_map(|(line, end)| (line + end).into_bytes()),
        1 => proptest::collection::vec(any::<u8>(), 0..6),
    ];
    proptest::collection::vec(bytes, 0..14).prop_map(|lines| lines.concat())
}

/// Ways for a file to have come, likely and not.
fn deliveries() -> impl proptest::strategy::Strategy<Value = Delivery> {
    use crate::robots::delivery::{Failure, Hop};
    use proptest::prelude::*;
    let text =
        "(https?://|//|)(www\\.|)(example\\.com|xn--bcher-kva\\.test|\\[::1\\]|)(:8080|)(/[a\u{1b}\u{202e}é]{0,3}|)";
    let header = (
        prop_oneof![
            Just("content-type"),
            Just("content-encoding"),
            Just("cache-control"),
            Just("expires"),
            Just("content-range"),
            Just("content-length"),
            Just("cf-mitigated"),
        ],
        prop_oneof!["[a-z/=;,\u{1b} ]{0,12}", "text/html; charset=x", "gzip|br", "max-age=[0-9]{1,22}", "challenge|0"],
    );
    let hop = (text, prop_oneof![Just(None), (300_u16..310).prop_map(Some), (200_u16..600).prop_map(Some)]);
    let outcome = prop_oneof![
        (100_u16..1000).prop_map(Outcome::Answered),
        Just(Outcome::TooManyRedirects),
        Just(Outcome::NoLocation(301)),
        Just(Outcome::NotFollowed("why\u{1b}".to_owned())),
        Just(Outcome::Failed(Failure::Broken, "why\u{1b}".to_owned())),
        Just(Outcome::Failed(Failure::Tls, "why\u{1b}".to_owned())),
    ];
    let headers = proptest::collection::vec(header, 0..5);
    (text, outcome, proptest::collection::vec(hop, 0..8), headers, 0_u8..3).prop_map(
        |(asked, outcome, hops, headers, gunzipped)| Delivery {
            hops: hops
                .into_iter()
                .map(|(url, status)| Hop { location: Some(url.clone()), url, status, ..Hop::default() })
                .collect(),
            headers: headers.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
            gunzipped,
            ..Delivery::new(asked, outcome)
        },
    )
}

proptest::proptest! {
    #[test]
    fn however_a_file_came_its_issues_can_be_printed(delivery in deliveries(), bytes in lines()) {
        let body = Body::new(&bytes, Some(&delivery));
        let document = Arc::new(Document::parse(bytes));
        let origin = Origin::of(&delivery.asked);
        let facts = Facts { origin: origin.as_ref(), ..Facts::new(&document) }.delivered(&delivery, body);
        for issue in check(&facts) {
            proptest::prop_assert!(!issue.message.is_empty() && !issue.message.ends_with('.'), "{}", issue.message);
            proptest::prop_assert!(!issue.message.chars().any(crate::robots::display::is_hidden), "{issue:?}");
            proptest::prop_assert!(find(issue.code).is_some_and(|code| code.severity <= issue.severity));
            proptest::prop_assert!(issue.message.len() <= 1000);
        }
    }

    #[test]
    fn whatever_the_bytes_issues_stand_within_the_file_and_can_be_printed(bytes in lines()) {
        let document = Arc::new(Document::parse(bytes));
        let len = document.source().bytes().len() as u32;
        let origin = Origin::of("https://example.com/");
        let facts = Facts { origin: origin.as_ref(), ..Facts::new(&document) };
        let found = check(&facts);
        for issue in &found {
            let spans = issue.related.iter().map(|(span, _)| *span).chain(issue.mend.as_ref().map(|mend| mend.span));
            for span in spans.chain([issue.span]) {
                proptest::prop_assert!(span.start <= span.end && span.end <= len, "{issue:?}");
            }
            proptest::prop_assert!(!issue.message.is_empty() && !issue.message.ends_with('.'));
            proptest::prop_assert!(!issue.message.chars().any(crate::robots::display::is_hidden), "{issue:?}");
            proptest::prop_assert!(find(issue.code).is_some_and(|code| code.severity <= issue.severity));
        }
        proptest::prop_assert!(found.is_sorted_by_key(|issue| (issue.span, issue.severity)));
    }
}
