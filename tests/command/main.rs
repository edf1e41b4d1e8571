//! The program through pipes: what it prints, what it says on standard error, and its exit code.
#![cfg(feature = "cli")]
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on says why and stops")]

mod chosen;
#[cfg(feature = "fetch")]
mod delivery;
mod errors;
mod explain;
#[cfg(all(feature = "fetch", feature = "history"))]
mod history;
#[cfg(feature = "fetch")]
mod origins;
mod pipelines;
#[cfg(all(feature = "fetch", feature = "history"))]
mod reaching;
#[cfg(feature = "fetch")]
#[allow(dead_code, reason = "the tests of the network need more of it")]
#[path = "../network/server.rs"]
mod server;
#[cfg(feature = "fetch")]
mod sites;
mod strangers;

use std::ffi::OsStr;
use std::io::{Read as _, Write as _};
use std::process::{Command, Stdio};
use std::thread;

const RULES: &str = "User-agent: *\nDisallow: /private\nAllow: /private/door\nSitemap: https://example.com/s.xml\n";

const NO_TERMINAL: &str = "robotui: This is the report and not the explorer, since there is no terminal.\n";

/// What a run of the program said.
struct Said {
    code: i32,
    out: String,
    err: String,
}

impl Said {
    /// Sees to it that it ended like this, with one sentence on standard error and nothing on standard output.
    #[track_caller]
    fn fails_with(&self, code: i32, sentence: &str) {
        assert_eq!((self.code, self.err.as_str()), (code, format!("robotui: {sentence}\n").as_str()));
        assert_eq!(self.out, "");
    }

    /// Sees to it that a line stands in the output.
    #[track_caller]
    fn prints(&self, line: &str) {
        assert!(self.out.lines().any(|other| other == line), "no line {line:?} in\n{}\n{}", self.out, self.err);
    }
}

/// The program, in an environment that has no say.
fn robotui() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_robotui"));
    for name in ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"] {
        command.env_remove(name).env_remove(name.to_lowercase());
    }
    // Nor has a config file of whoever runs the tests.
    command.env("XDG_CONFIG_HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/nobody"));
    // What is fetched is kept among the files of the tests.
    command.env("XDG_DATA_HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/command"));
    // A backtrace would show itself.
    command.env("RUST_BACKTRACE", "1");
    command
}

/// Runs the program. Whatever it is given, nothing that it says is obeyed by a terminal, and nothing panics.
fn run<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>, input: &[u8]) -> Said {
    let mut command = robotui();
    command.args(arguments);
    let said = said(command, input);
    assert_harmless(&said.out);
    assert_harmless(&said.err);
    said
}

fn said(mut command: Command, input: &[u8]) -> Said {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    // It need not be read to its end.
    let feeder = thread::spawn(move || _ = stdin.write_all(&input));
    let output = child.wait_with_output().expect("the program ends");
    feeder.join().expect("no panic");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("what is said is UTF-8");
    // Whether there is a terminal somewhere is not what these tests are about: see those in a terminal.
    let err = text(output.stderr).replace(NO_TERMINAL, "");
    Said { code: output.status.code().expect("no signal"), out: text(output.stdout), err }
}

/// Sees to it that no terminal obeys a text, and that no program fell over.
#[track_caller]
fn assert_harmless(text: &str) {
    let obeyed = |c: &char| {
        c.is_control() && *c != '\n'
            || matches!(c, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    let found: Vec<char> = text.chars().filter(obeyed).collect();
    assert!(found.is_empty(), "{found:?} in\n{}", text.escape_debug());
    assert!(!text.contains("panicked at") && !text.contains("stack backtrace"), "{text}");
}

/// A file of its own for a test.
fn file(name: &str, content: &[u8]) -> (tempfile::TempDir, std::path::PathBuf) {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join(name);
    std::fs::write(&path, content).expect("a file");
    (directory, path)
}

#[test]
fn the_report_of_a_file_says_what_it_does() {
    let (_directory, path) = file("robots.txt", RULES.as_bytes());
    let said = run(["report".as_ref(), path.as_os_str(), "-u".as_ref(), "/private/x".as_ref()], b"");
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    said.prints(&format!("File      {}", path.display()));
    said.prints("Size      89 bytes, 4 lines");
    said.prints("Agent     Googlebot  (read as Googlebot, then *)");
    said.prints("Verdict   DISALLOWED by line 2: Disallow: /private  (8 bytes, the only match)");
    said.prints("Covers    [/private]/x");
    said.prints("Mind      a block stops crawling, not indexing, and bars nobody's access");
    said.prints("       3  Allow: /private/door");
    said.prints("       4  https://example.com/s.xml");
}

#[test]
fn the_report_of_standard_input_is_the_same() {
    let said = run(["report", "-", "-u", "/private/door", "-a", "GPTBot/1.2"], RULES.as_bytes());
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    said.prints("File      standard input");
    assert!(said.out.contains("\nVerdict   ALLOWED by line 3: Allow: /private/door  ("), "{}", said.out);
    assert!(said.out.contains("\nLost      line 2: Disallow: /private  ("), "{}", said.out);
}

#[test]
fn without_a_terminal_the_explorer_is_the_report() {
    let asked = run(["report", "-", "-u", "/private/x", "-p", "google"], RULES.as_bytes());
    let explored = run(["-", "-u", "/private/x", "-p", "google"], RULES.as_bytes());
    assert_eq!((explored.code, explored.out), (0, asked.out));
    let demo = run(["--demo"], b"");
    assert_eq!((demo.code, demo.err.as_str()), (0, ""));
    assert!(demo.out.contains("Googlebot-Image (lines 13-15)"), "{}", demo.out);
}

#[test]
fn several_targets_are_reported_one_after_the_other() {
    let (_directory, path) = file("robots.txt", RULES.as_bytes());
    let said = run([path.as_os_str(), "-".as_ref(), "./no-such-file".as_ref()], RULES.as_bytes());
    assert_eq!((said.code, said.err.as_str()), (3, "robotui: There is no file ./no-such-file.\n"));
    assert_eq!(said.out.matches("\nVerdict ").count(), 2);
}

#[test]
fn a_reader_that_has_enough_is_no_failure() {
    let rules = "Disallow: /private/and/so/on\n".repeat(20_000);
    let (_directory, path) = file("robots.txt", format!("User-agent: *\n{rules}").as_bytes());
    let mut child = robotui()
        .args(["report".as_ref(), path.as_os_str()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut first = [0; 5];
    child.stdout.take().expect("a pipe").read_exact(&mut first).expect("it prints");
    assert_eq!(&first, b"File ");
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_a_failure() {
    let full = std::fs::File::create("/dev/full").expect("Linux has it");
    let output = robotui().arg("--demo").stdout(full).output().expect("the program ends");
    assert_eq!(output.status.code(), Some(3));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.starts_with("robotui: Standard output could not be written: "), "{said}");
}

#[test]
fn a_file_of_20_mb_says_that_it_was_cut() {
    let mut content = RULES.as_bytes().to_vec();
    content.extend_from_slice(&vec![b'#'; 20_000_000]);
    let (_directory, path) = file("robots.txt", &content);
    for target in [path.as_os_str(), "-".as_ref()] {
        let said = run(["report".as_ref(), target], &content);
        let name = if target == "-" { "standard input".into() } else { path.to_string_lossy() };
        assert_eq!(said.code, 0);
        assert_eq!(said.err, format!("robotui: Only the first 16 MiB of {name} were read.\n"));
        said.prints("Size      16777216 bytes, 5 lines");
    }
}

#[test]
fn an_odd_file_is_still_a_file() {
    for content in
        [&b"\0"[..], b"\xef\xbb\xbf", b"\xff\xfe\0\0", b"\r\r\r", b"<!doctype html><title>x</title>", b"\x80:"]
    {
        let said = run(["report", "-"], content);
        assert_eq!(said.code, 0, "{content:?}: {}", said.err);
        assert!(said.out.contains("\nVerdict   ALLOWED"), "{}", said.out);
    }
}

#[test]
fn help_and_version_are_no_failure_and_name_the_exit_codes() {
    let help = run(["--help"], b"");
    assert_eq!((help.code, help.err.as_str()), (0, ""));
    assert!(help.out.contains("Exit codes: 0 fine, 1 the answer is no, 2 wrong usage, 3 could not read or fetch."));
    let version = run(["--version"], b"");
    assert_eq!((version.code, version.out.as_str()), (0, concat!("robotui ", env!("CARGO_PKG_VERSION"), "\n")));
}
