//! Where the explorer cannot be shown there is the report, with the same exit code, and a line that says why.

use super::harness::{Session, contains};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

fn ends_with(session: &mut Session, code: u32, says: &str) {
    session.wait_for(says);
    assert_eq!(session.ended().exit_code(), code);
    assert!(session.is_as_before());
    assert!(!contains(&session.since(0), b"\x1b"), "the screen was never taken");
}

#[test]
fn a_terminal_that_cannot_move_its_cursor_gets_the_report() {
    const WHY: &str =
        "robotui: This is the report and not the explorer, since this terminal (TERM=dumb) cannot move its cursor.\n";
    let dumb = [("TERM", "dumb")];
    let mut session = Session::within(&dumb, &["--demo", "-u", "/search"]);
    ends_with(&mut session, 0, "cannot move its cursor.");
    let bytes = String::from_utf8_lossy(&session.since(0)).replace("\r\n", "\n");
    assert!(bytes.contains("\nVerdict   DISALLOWED by line 5") && bytes.ends_with(WHY), "{bytes}");
    let mut session = Session::within(&dumb, &["./no-such.txt"]);
    ends_with(&mut session, 3, "robotui: There is no file ./no-such.txt.");
    let mut session = Session::within(&dumb, &[]);
    let why = "robotui: No target was given, and this terminal (TERM=dumb) cannot move its cursor:";
    ends_with(&mut session, 2, why);
}

/// Runs a line of shell in a terminal, with a file for what goes to standard output and one for standard error.
fn redirected(line: &str) -> (u32, String, String) {
    let directory = tempfile::tempdir().expect("a directory");
    let path = |name: &str| directory.path().join(name).display().to_string();
    let line = line.replace("OUT", &path("out")).replace("ERR", &path("err"));
    let mut session = Session::shell(&line);
    let code = session.ended().exit_code();
    assert!(!contains(&session.since(0), b"\x1b"), "the screen was never taken: {line}");
    let read = |name: &str| fs::read_to_string(path(name)).unwrap_or_default();
    (code, read("out"), read("err"))
}

#[test]
fn what_goes_to_a_file_or_a_pipe_is_the_report_and_no_more() {
    let report = redirected("\"$ROBOTUI\" report assets/demo.txt > OUT 2> ERR");
    assert!(report.0 == 0 && report.1.contains("\nVerdict ") && report.2.is_empty(), "{report:?}");
    for line in [
        "\"$ROBOTUI\" assets/demo.txt > OUT 2> ERR",
        "\"$ROBOTUI\" assets/demo.txt 2> ERR | cat > OUT",
        "\"$ROBOTUI\" assets/demo.txt < /dev/null > OUT 2> ERR",
    ] {
        assert_eq!(redirected(line), report, "{line}");
    }
    let (code, _, err) = redirected("\"$ROBOTUI\" ./no-such.txt > OUT 2> ERR");
    assert_eq!((code, err.as_str()), (3, "robotui: There is no file ./no-such.txt.\n"));
    let (code, _, err) = redirected("\"$ROBOTUI\" > OUT 2> ERR");
    let why = "robotui: No target was given, and standard output is no terminal: name a site, a file or -.\n";
    assert_eq!((code, err.as_str()), (2, why));
}

#[test]
fn a_standard_output_that_is_closed_changes_no_exit_code() {
    for (target, code) in [("assets/demo.txt", 0), ("./no-such.txt", 3)] {
        let (ended, _, err) = redirected(&format!("\"$ROBOTUI\" {target} >&- 2> ERR"));
        assert_eq!((ended, err.is_empty()), (code, code == 0), "{err}");
    }
}

#[test]
fn a_standard_input_that_is_closed_leaves_the_keys_of_the_terminal() {
    let mut session = Session::shell("\"$ROBOTUI\" --demo <&-");
    super::settled(&session);
    session.press("search");
    session.wait_for(" DISALLOWED line 5 ");
    session.press("\x03");
    assert_eq!(session.left().exit_code(), 0);
}

#[cfg(target_os = "linux")]
#[test]
fn without_any_terminal_the_report_says_so_in_one_line() {
    let robotui = |arguments: &[&str]| {
        let mut command = Command::new("setsid");
        command.args(["-w", env!("CARGO_BIN_EXE_robotui")]).args(arguments).stdin(Stdio::null());
        let output = command.current_dir(env!("CARGO_MANIFEST_DIR")).output().expect("setsid");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    let report = robotui(&["report", "assets/demo.txt"]);
    assert_eq!((report.0, report.2.as_str()), (Some(0), ""));
    let explored = robotui(&["assets/demo.txt"]);
    let why = "robotui: This is the report and not the explorer, since there is no terminal.\n".to_owned();
    assert_eq!(explored, (Some(0), report.1, why));
    assert_eq!(robotui(&["./no-such.txt"]).0, Some(3));
    // A terminal to write to, and none to read from.
    let mut session = Session::shell("setsid -w \"$ROBOTUI\" --demo < /dev/null");
    ends_with(&mut session, 0, "since there is no terminal to read keys from.");
}

#[test]
fn a_first_run_needs_no_config_and_leaves_nothing_behind() {
    let home = tempfile::tempdir().expect("a directory");
    let within = |name: &str| home.path().join(name).display().to_string();
    let (config, data, cache) = (within("config"), within("data"), within("cache"));
    let home_name = home.path().display().to_string();
    let environment = [
        ("HOME", home_name.as_str()),
        ("XDG_CONFIG_HOME", &config),
        ("XDG_DATA_HOME", &data),
        ("XDG_STATE_HOME", &data),
        ("XDG_CACHE_HOME", &cache),
        ("TMPDIR", &home_name),
    ];
    let mut session = Session::within(&environment, &["--demo"]);
    super::settled(&session);
    for key in ["search", "\x1b", "2", "4", "?", "\x1b", "p", "y"] {
        session.press(key);
    }
    session.press("\x03");
    assert_eq!(session.left().exit_code(), 0);
    assert_eq!(entries(home.path()), Vec::<String>::new());
}

fn entries(directory: &Path) -> Vec<String> {
    let all = fs::read_dir(directory).expect("a directory").flatten();
    all.map(|entry| entry.path().display().to_string()).collect()
}
