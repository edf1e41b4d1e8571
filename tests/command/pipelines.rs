//! `check`, `parse`, `batch` and `self-test`: what scripts and pipelines rest on.

use super::{RULES, run};
use serde_json::{Value, json};

fn json_lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

#[test]
fn check_ends_with_1_where_a_url_is_disallowed() {
    let said = run(["check", "-", "/private/door", "/"], RULES.as_bytes());
    assert_eq!(said.code, 0, "{}", said.err);
    said.prints(
        "ALLOWED     Googlebot  /private/door  line 3 Allow: /private/door (longest match)  [not so for first-match]",
    );
    let said = run(["check", "-", "-a", "GPTBot", "-a", "bingbot", "/private/x"], RULES.as_bytes());
    assert_eq!(said.code, 1);
    said.prints("DISALLOWED  GPTBot  /private/x  line 2 Disallow: /private (the only match)");
    said.prints("DISALLOWED  bingbot  /private/x  line 2 Disallow: /private (the only match)");
}

#[test]
fn check_reads_urls_from_a_file_or_from_standard_input() {
    let folder = tempfile::tempdir().expect("a folder");
    let (rules, urls) = (folder.path().join("robots.txt"), folder.path().join("urls"));
    std::fs::write(&rules, RULES).expect("a file");
    std::fs::write(&urls, "/a\r\n\n/private\n").expect("a file");
    let (rules, urls) = (rules.to_str().expect("UTF-8"), urls.to_str().expect("UTF-8"));
    let said = run(["check", rules, "--urls", urls, "--json"], b"");
    let verdicts = json_lines(&said.out);
    assert_eq!((said.code, verdicts.len()), (1, 2));
    assert_eq!((&verdicts[0]["allowed"], &verdicts[1]["line"]), (&json!(true), &json!(2)));
    assert_eq!(run(["check", rules, "--urls", "-"], b"/a\n").code, 0);
    assert_eq!(run(["check", rules, "--urls", "no-such-file"], b"").code, 3);
}

#[test]
fn a_mistyped_file_is_no_question_to_the_network() {
    let says = "There is no file nofile. A host of that name is asked for with https://nofile/.";
    run(["check", "nofile", "/a"], b"").fails_with(3, says);
    run(["-p", "google", "check", "r.txt"], b"").fails_with(2, "check is a command and comes first: robotui check …");
}

#[test]
fn a_url_that_repeats_itself_is_judged_like_any_other() {
    let rules: String = (0..1000).map(|n| format!("Disallow: /*{}*{n}\n", "a".repeat(30))).collect();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("robots.txt");
    std::fs::write(&path, format!("User-agent: *\n{rules}")).expect("a file");
    let (path, url) = (path.to_str().expect("UTF-8"), format!("/{}", "a".repeat(8_000)));
    let said = run(["check", path, &url, &url, &format!("{url}999")], b"");
    assert_eq!((said.code, said.out.matches("DISALLOWED").count()), (1, 1));
}

#[test]
fn check_says_what_is_wrong_with_its_use() {
    run(["check", "-"], b"").fails_with(2, "No URL was given: name some, or --urls FILE.");
    run(["check", "-", "--urls", "-"], b"").fails_with(2, "- stands for standard input and can be given once only.");
    run(["check", "no-such.txt", "/"], b"").fails_with(3, "There is no file no-such.txt.");
}

#[test]
fn parse_classifies_lines_and_gathers_groups() {
    let said = run(["parse", "-"], "User-agent: a\nDisalow: /x # c\nSitemap: https://x.test/s\nHost: x\n".as_bytes());
    let parsed = &json_lines(&said.out)[0];
    assert_eq!((said.code, &parsed["target"], &parsed["bom"]), (0, &json!("-"), &json!(0)));
    let line = json!({"line": 2, "kind": "disallow", "key": "Disalow", "value": "/x", "span": [14, 29], "flags": ["typo", "comment"]});
    assert_eq!(parsed["lines"][1], line);
    assert_eq!(parsed["groups"][0]["agents"], json!(["a"]));
    assert_eq!(parsed["groups"][0]["rules"][0]["path"], json!("/x"));
    assert_eq!(parsed["sitemaps"], json!([{"line": 3, "value": "https://x.test/s"}]));
    assert_eq!(parsed["other"], json!([{"line": 4, "key": "Host", "value": "x"}]));
}

#[test]
fn batch_answers_each_line_in_its_place() {
    let input = [
        r#"{"id":1,"robots":"User-agent: *\nDisallow: /a","agent":"Googlebot/2.1","url":"/a"}"#,
        r#"{"id":"two","robots_b64":"VXNlci1hZ2VudDogKgpEaXNhbGxvdzogLwo=","tokens":["Googlebot-News"],"url":"https://example.com/","profile":"google"}"#,
        "",
        "not JSON",
        r#"{"id":3,"file":"no-such-file.txt","agent":"a","url":"/"}"#,
        r#"{"id":4,"robots":"User-agent: b\nDisallow: /","agent":"b","queries":[{"url":"/x"},{"agent":"a","url":"/x"},{"agent":"a"}]}"#,
        r#"{"id":5,"robots":"","agent":"a","url":"/","profile":"nobody"}"#,
    ]
    .join("\n");
    let said = run(["batch"], input.as_bytes());
    let answers = json_lines(&said.out);
    assert_eq!(said.code, 1, "a line could not be used");
    let first = json!({"id": 1, "allowed": false, "line": 2, "rule": "Disallow: /a", "reason": "only-match", "group_lines": [[1, 2]], "token": "*"});
    assert_eq!(answers[0], first);
    assert_eq!((&answers[1]["id"], &answers[1]["line"]), (&json!("two"), &json!(2)));
    assert!(answers[2]["id"].is_null() && answers[2]["error"].is_string());
    assert_eq!(answers[3], json!({"id": 3, "error": "There is no file no-such-file.txt."}));
    let results = answers[4]["results"].as_array().expect("results");
    assert_eq!((&results[0]["allowed"], &results[1]["reason"]), (&json!(false), &json!("no-group")));
    assert_eq!(results[2], json!({"error": "url is needed"}));
    assert_eq!(answers[5], json!({"id": 5, "error": "there is no profile \"nobody\""}));
}

#[test]
fn batch_that_could_use_every_line_ends_well() {
    let said = run(["batch"], br#"{"id":1,"robots":"","agent":"a","url":"/"}"#);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
}

#[test]
fn what_is_printed_as_json_is_harmless_and_whole() {
    let said = run(["parse", "-"], "User-agent: *\nDisallow: /\u{9b}2J\u{202e}\n".as_bytes());
    assert_eq!(json_lines(&said.out)[0]["lines"][1]["value"], json!("/\u{9b}2J\u{202e}"));
}

#[test]
fn every_crawler_is_judged_at_once() {
    let said = run(["crawlers", "-", "-u", "/private/x", "--filter", "openai", "--json"], RULES.as_bytes());
    let crawlers = json_lines(&said.out);
    let gpt = crawlers.iter().find(|crawler| crawler["name"] == "GPTBot").expect("GPTBot");
    assert_eq!(
        (&gpt["purpose"], &gpt["verdict"]),
        (&json!("ai-training"), &json!({"allowed": false, "line": 2, "token": "*"}))
    );
    let said = run(["crawlers", "-", "--filter", "bingbot"], b"User-agent: *\nCrawl-delay: 2\nDisallow: /x\n");
    said.prints("ALLOWED     bingbot                      search       group * (bing)  Crawl-delay 2");
    let said = run(["crawlers"], b"");
    assert_eq!((said.code, said.out.lines().count()), (0, 137));
    assert!(said.out.lines().any(|line| line.starts_with("Googlebot  ")), "{}", said.out);
}

#[test]
fn the_policy_is_said_in_a_sentence_a_purpose() {
    let rules = b"User-agent: *\nContent-Signal: search=yes, ai-train=no\nAllow: /\n\nUser-agent: GPTBot\nContent-Usage: train-ai=y\nDisallow: /\n";
    let sentence = "AI training: 1 blocked (GPTBot), 29 open; robots.txt may not stop 4 of 30.";
    for command in ["crawlers", "report"] {
        let said = run([command, "-"], rules);
        assert_eq!((said.code, said.err.as_str()), (0, ""));
        said.prints("Policy    for /");
        said.prints(&format!("  {sentence}"));
        said.prints("  AI search: all open.");
        said.prints("  Line 2, for *: may be used for search; not for AI training.");
        said.prints(
            "  Contradiction. Line 6 welcomes AI training, but line 7 closes the whole site to the same crawlers.",
        );
    }
    let said = run(["report", "-", "--json"], rules);
    let report: Value = serde_json::from_str(&said.out).expect("JSON");
    let training = &report["policy"][0];
    assert_eq!(
        (&training["purpose"], &training["disallowed"], &training["sentence"]),
        (&json!("ai-training"), &json!(["GPTBot"]), &json!(sentence))
    );
    assert_eq!(report["signals"]["lines"][1]["whom"], json!("GPTBot"));
    assert_eq!(report["signals"]["remarks"][0]["lines"], json!([6, 7]));
    // Without such lines nothing is said about them.
    let said = run(["crawlers", "-"], RULES.as_bytes());
    assert!(!said.out.contains("Signals"), "{}", said.out);
}

#[test]
fn completions_and_the_manual_are_printed() {
    for shell in ["bash", "zsh", "fish"] {
        assert!(run(["completions", shell], b"").out.contains("robotui"), "{shell}");
    }
    assert!(run(["man"], b"").out.starts_with(".ie"));
    assert_eq!(run(["completions", "nonsense"], b"").code, 2);
}

#[test]
fn the_vectors_in_the_program_are_all_right() {
    let said = run(["self-test"], b"");
    assert_eq!(said.code, 0, "{}", said.out);
    said.prints("all                                 571 of  571");
}
