//! `robotui explain`: the list, an issue, a topic, its example, and names that are none.

use super::{robotui, run};
use std::process::Stdio;

#[test]
fn without_a_name_i_see_what_can_be_explained() {
    let said = run(["explain"], b"");
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    said.prints("  precedence      which of the rules that match decides");
    for topic in robotui::topics::ALL {
        assert!(said.out.contains(&format!("\n  {} ", topic.name)), "{}", topic.name);
    }
    for code in robotui::lint::codes() {
        let line = said.out.lines().find(|line| line.contains(&format!(" {} ", code.code)));
        let line = line.unwrap_or_else(|| panic!("{} is not listed", code.code));
        assert!(line.starts_with(&format!("  {} ", code.severity.letter())) && line.ends_with(code.summary), "{line}");
    }
}

#[test]
fn an_issue_is_explained_at_length() {
    let said = run(["explain", "Group-Merged-By-Nonrule"], b"");
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    assert!(said.out.starts_with("group-merged-by-nonrule (error)\n\nA blank line, "), "{}", said.out);
    for heading in robotui::lint::HEADINGS {
        said.prints(heading);
    }
    said.prints("  Disallow: /");
}

#[test]
fn a_topic_ends_with_its_file_and_what_the_engine_says_about_it() {
    let said = run(["explain", "precedence"], b"");
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    said.prints("What people believe");
    said.prints("   5  Allow: /shop/*.html");
    said.prints("Verdict   ALLOWED by line 5: Allow: /shop/*.html  (12 bytes, longest match)");
    said.prints("Engines   first-match: DISALLOWED by line 2");
}

#[test]
fn every_topic_and_every_issue_can_be_asked_for() {
    let codes = robotui::lint::codes().map(|code| code.code);
    for name in robotui::topics::ALL.iter().map(|topic| topic.name).chain(codes) {
        let said = run(["explain", name], b"");
        assert_eq!((said.code, said.err.as_str()), (0, ""), "{name}");
        assert!(said.out.starts_with(name) && said.out.contains("\nSource\n"), "{name}: {}", said.out);
    }
}

#[test]
fn where_there_is_no_terminal_the_example_is_reported() {
    let said = run(["explain", "subdomains", "--open"], b"");
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    said.prints("File      the example of subdomains (https://www.example.com/robots.txt)");
    said.prints("Verdict   none: https://images.example.com/robots.txt rules this URL");
}

#[test]
fn a_name_that_is_none_gets_the_near_ones() {
    run(["explain", "precedense"], b"").fails_with(2, "Nothing is called precedense: did you mean precedence?");
    run(["explain", "ai"], b"").fails_with(2, "Nothing is called ai: did you mean ai-tokens?");
    run(["explain", "x\u{1b}[2Jyzzy"], b"")
        .fails_with(2, "Nothing is called x␛[2Jyzzy: robotui explain without a name lists what there is.");
    run(["explain", "file-html", "--open"], b"")
        .fails_with(2, "file-html is an issue, and only topics have an example to open.");
    assert_eq!(run(["explain", "--open"], b"").code, 2);
}

#[test]
fn the_first_line_alone_can_be_taken() {
    let mut child = robotui()
        .args(["explain", "precedence"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // As head does, and at once: whoever writes then finds nobody.
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}

#[cfg(unix)]
#[test]
fn head_takes_the_first_line() {
    let mut shell = std::process::Command::new("/bin/sh");
    shell.args(["-c", "\"$ROBOTUI\" explain precedence | head -1"]).env("ROBOTUI", env!("CARGO_BIN_EXE_robotui"));
    let output = shell.output().expect("a shell");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "precedence: which of the rules that match decides\n");
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}
