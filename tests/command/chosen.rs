//! The config file: who hears it, and what is said when it is wrong.

use super::{RULES, Said, robotui, said};

/// Runs the program with a config file, in a place of this name.
fn with_config(name: &str, config: &[u8], arguments: &[&str]) -> Said {
    let home = format!("{}/{name}", env!("CARGO_TARGET_TMPDIR"));
    std::fs::create_dir_all(format!("{home}/robotui")).expect("a directory");
    std::fs::write(format!("{home}/robotui/config.toml"), config).expect("a file");
    let mut command = robotui();
    command.args(arguments).env("XDG_CONFIG_HOME", home);
    said(command, RULES.as_bytes())
}

#[test]
fn the_report_asks_as_the_config_file_says() {
    let config = b"agent = \"GPTBot\"\nprofile = \"google\"\n";
    let report = with_config("report", config, &["report", "-", "--json"]);
    assert!(
        report.out.contains("\"agent\":\"GPTBot\"") && report.out.contains("\"profile\":\"google\""),
        "{}",
        report.out
    );
    let report = with_config("report", config, &["report", "-", "--json", "--agent", "bingbot", "--profile", "bing"]);
    assert!(
        report.out.contains("\"agent\":\"bingbot\"") && report.out.contains("\"profile\":\"bing\""),
        "{}",
        report.out
    );
}

#[test]
fn what_a_pipeline_asks_does_not_depend_on_a_config_file() {
    let check = ["check", "-", "-a", "Googlebot", "/private"];
    let with = with_config("pipeline", b"profile = \"first-match\"\n[", &check);
    let without = said(
        {
            let mut command = robotui();
            command.args(check);
            command
        },
        RULES.as_bytes(),
    );
    assert_eq!((with.code, with.out, with.err), (without.code, without.out, without.err));
}

#[test]
fn a_broken_config_file_is_named_and_the_defaults_hold() {
    let report = with_config("broken-report", b"agent = \"GPTBot\"\nprofil = \"google\"\n", &["report", "-"]);
    assert!(report.err.contains("config.toml, line 2, column 1: unknown field"), "{}", report.err);
    assert!(report.err.ends_with("the defaults hold.\n"), "{}", report.err);
    assert!(report.out.contains("Googlebot"), "{}", report.out);
    let binary = with_config("binary", b"agent = \"\xff\"\n", &["report", "-"]);
    assert!(binary.err.contains("line 1, column 10: it is not UTF-8"), "{}", binary.err);
}

#[test]
fn paths_say_where_things_are_and_what_is_wrong() {
    let paths = with_config("paths", b"[keys.panes]\nzoom = \"y\"\ncopy = \"y\"\n", &["paths"]);
    assert_eq!(paths.code, 0);
    assert!(paths.out.contains("robotui/config.toml  (read, with faults)"), "{}", paths.out);
    assert!(paths.out.contains("line 3, column 1: y is already the key of zoom"), "{}", paths.out);
    assert!(cfg!(not(feature = "history")) || paths.out.contains("\nhistory  "), "{}", paths.out);
    let example = with_config("paths", b"", &["paths", "--example"]);
    assert!(example.out.contains("# zoom = [\"z\"]") && example.out.contains("# theme = \"auto\""), "{}", example.out);
    // What is printed is a config file without faults.
    let own = with_config("example", example.out.as_bytes(), &["paths"]);
    assert!(own.out.contains("config.toml  (read)\n"), "{}", own.out);
}

#[test]
fn a_theme_that_does_not_exist_is_wrong_usage() {
    let wrong = with_config("theme", b"", &["--theme", "drak"]);
    assert_eq!(wrong.code, 2);
    assert!(wrong.err.contains("high-contrast"), "{}", wrong.err);
}
