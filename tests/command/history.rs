//! What is fetched is kept, can be looked at, and is never in the way.

use super::server::{self, Server, answer};
use super::{RULES, Said, robotui, run, said};
use std::ffi::OsStr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use tempfile::TempDir;

/// A history of its own, and a server whose file changes when it is told to.
struct Case {
    directory: TempDir,
    server: Server,
}

/// The file that the servers of all cases send, by its number.
fn text(number: usize) -> String {
    format!("User-agent: *\nDisallow: /{number}\n")
}

impl Case {
    /// The file is another at every second request; the seventh and later are not found.
    fn new() -> Self {
        let requests = AtomicUsize::new(0);
        let server = Server::new(move |_, stream| {
            let number = requests.fetch_add(1, Ordering::Relaxed);
            let status = if number < 6 { "200 OK" } else { "404 Not Found" };
            server::send(stream, &answer(status, "Set-Cookie: secret\r\nETag: \"x\"\r\n", text(number / 2).as_bytes()));
        });
        Self { directory: tempfile::tempdir().expect("a directory"), server }
    }

    fn path(&self) -> PathBuf {
        self.directory.path().join("h.sqlite")
    }

    fn run(&self, arguments: &[&str]) -> Said {
        let path = self.path();
        let arguments = arguments.iter().map(AsRef::as_ref).chain(["--history".as_ref(), path.as_os_str()]);
        run(arguments.collect::<Vec<&OsStr>>(), b"")
    }

    fn fetch(&self, times: usize) {
        for _ in 0..times {
            assert_ne!(self.run(&["check", &self.server.url(), "/x"]).code, 2);
        }
    }

    fn url(&self) -> String {
        format!("{}/robots.txt", self.server.url())
    }
}

fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

#[test]
fn versions_are_listed_shown_and_compared() {
    let case = Case::new();
    case.fetch(7);
    let site = case.server.url();
    let listed = case.run(&["history", &site]);
    assert_eq!((listed.code, listed.err.as_str()), (0, ""));
    let lines: Vec<Vec<&str>> = listed.out.lines().map(words).collect();
    let numbers: Vec<[&str; 2]> = lines.iter().map(|line| [line[0], line[4]]).collect();
    assert_eq!(numbers, [["4", "404"], ["3", "200"], ["2", "200"], ["1", "200"]]);
    assert!(listed.out.lines().nth(1).expect("a line").contains("seen 2 times, last "), "{}", listed.out);
    assert_eq!(case.run(&["history", &site, "list"]).out, listed.out);

    let shown = case.run(&["history", &site, "show", "2"]);
    assert_eq!((shown.code, shown.out), (0, text(1)));
    assert!(shown.err.contains(&format!("Version   2 of {}\n", case.url())), "{}", shown.err);
    assert!(shown.err.contains("Header    etag: \"x\"\n"), "{}", shown.err);
    assert!(!shown.err.contains("secret"), "{}", shown.err);
    assert_eq!(case.run(&["history", "show", "1"]).out, text(0));
    assert_eq!(case.run(&["history", &site, "show"]).out, text(3));

    let diff = case.run(&["history", &site, "diff", "1", "3"]);
    assert_eq!((diff.code, diff.err.as_str()), (1, ""));
    assert!(diff.out.ends_with("@@ -1,2 +1,2 @@\n User-agent: *\n-Disallow: /0\n+Disallow: /2\n"), "{}", diff.out);
    let same = case.run(&["history", &site, "diff", "2", "2"]);
    assert_eq!((same.code, same.out.as_str()), (0, ""));
    let last = case.run(&["history", &site, "diff"]);
    assert_eq!((last.code, last.err.as_str()), (1, "robotui: The outcome was 200, then 404.\n"));

    let json = case.run(&["history", &site, "--json"]);
    let first: serde_json::Value = serde_json::from_str(json.out.lines().nth(1).expect("a line")).expect("JSON");
    assert_eq!((&first["id"], &first["checks"], &first["outcome"]), (&3.into(), &2.into(), &"file".into()));
    assert_eq!(case.run(&["history", &site, "list", "--json"]).out, json.out);
}

#[test]
fn all_sites_are_listed_exported_checked_and_pruned() {
    let case = Case::new();
    case.fetch(5);
    let other = Server::sending(answer("200 OK", "", b"\xff\xfe\0"));
    case.run(&["report", &other.url()]);
    let sites = case.run(&["history"]);
    assert_eq!(sites.out.lines().count(), 2);
    assert!(sites.out.contains(&format!("3 versions    {}", case.url())), "{}", sites.out);

    let exported = case.run(&["history", "export"]);
    let lines: Vec<serde_json::Value> =
        exported.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let texts: Vec<_> = lines.iter().map(|line| line["text"].as_str().unwrap_or("none").to_owned()).collect();
    assert_eq!(texts, [text(0), text(1), text(2), "none".to_owned()]);
    assert_eq!(lines[3]["base64"], "//4A");
    assert_eq!(lines[0]["hops"][0]["url"], case.url());
    assert_eq!(case.run(&["history", &case.server.url(), "export"]).out.lines().count(), 3);

    case.run(&["history", "check"]).prints("4 versions, 4 texts, all sound");
    case.run(&["history", "prune", "--older-than", "1"]).prints("0 versions taken away");
    case.run(&["history", &other.url(), "prune", "--keep", "0"]).prints("0 versions taken away");
    case.run(&["history", "prune", "--keep", "2"]).prints("1 version taken away");
    case.run(&["history", "check"]).prints("3 versions, 3 texts, all sound");
    assert_eq!(case.run(&["history", "prune"]).code, 2);
}

#[test]
fn every_command_that_fetches_keeps_what_it_fetched() {
    let server = Server::sending(answer("200 OK", "", RULES.as_bytes()));
    let case = Case::new();
    let url = server.url();
    let commands: [&[&str]; 5] =
        [&["report", &url], &["check", &url, "/"], &["crawlers", &url], &["parse", &url, &url], &[&url]];
    for arguments in commands {
        assert_eq!(case.run(arguments).err, "");
    }
    let listed = case.run(&["history", &url]);
    assert!(listed.out.contains("seen 6 times"), "{}", listed.out);
}

#[test]
fn without_history_nothing_is_kept() {
    let case = Case::new();
    let data = case.directory.path().join("data");
    let mut command = robotui();
    command.args(["report", "--no-history", &case.server.url()]).env("XDG_DATA_HOME", &data);
    assert_eq!(said(command, b"").err, "");
    assert!(!data.exists());
    case.run(&["report", "Cargo.toml"]);
    assert!(!case.path().exists(), "a file on disk is no fetch");
    run(["history", "--no-history"], b"").fails_with(2, "With --no-history there is nothing to look at.");
}

#[cfg(unix)]
#[test]
fn the_usual_place_is_made_for_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let case = Case::new();
    let data = case.directory.path().join("a/b");
    let mut command = robotui();
    command.args(["report", &case.server.url()]).env("XDG_DATA_HOME", &data);
    assert_eq!(said(command, b"").err, "");
    let file = data.join("robotui/history.sqlite");
    for (path, mode) in [(data.as_path(), 0o700), (file.parent().expect("a directory"), 0o700), (&file, 0o600)] {
        assert_eq!(path.metadata().expect("it is there").permissions().mode() & 0o777, mode, "{}", path.display());
    }
}

#[test]
fn what_is_not_there_is_said() {
    let case = Case::new();
    let nothing = format!("robotui: Nothing is kept yet in {}.\n", case.path().display());
    for (arguments, code) in [(&["history"][..], 0), (&["history", "export"], 0), (&["history", "show", "1"], 3)] {
        let said = case.run(arguments);
        assert_eq!((said.code, said.out.as_str(), said.err.as_str()), (code, "", nothing.as_str()));
    }
    assert!(!case.path().exists());
    case.fetch(1);
    case.run(&["history", "show", "7"]).fails_with(3, "There is no version 7.");
    case.run(&["history", "show"]).fails_with(2, "Of which site, or which version?");
    case.run(&["history", "other.example", "show"])
        .fails_with(3, "Nothing is kept of https://other.example/robots.txt.");
    case.run(&["history", &case.server.url(), "diff"]).fails_with(3, "There is only one version.");
    assert_eq!(case.run(&["history", &case.server.url(), "diff", "1"]).code, 2);
    assert_eq!(case.run(&["history", "show", "x"]).code, 2);
    assert_eq!(case.run(&["history", "ftp://x/"]).code, 2);
}

/// Whatever is wrong with the history, the answer is there, and one sentence.
#[test]
fn a_history_that_cannot_be_used_is_said_once_and_is_not_in_the_way() {
    let server = Server::sending(answer("200 OK", "", RULES.as_bytes()));
    let directory = tempfile::tempdir().expect("a directory");
    let text = directory.path().join("notes.txt");
    std::fs::write(&text, "notes").expect("a file");
    for (path, sentence) in [
        ("/dev/null/x".as_ref(), "cannot be used: "),
        (directory.path(), "cannot be used: it is no file"),
        (&text, "is no history of robotui and was left alone"),
    ] {
        let url = server.url();
        let arguments: [&OsStr; 6] =
            ["parse".as_ref(), url.as_ref(), url.as_ref(), url.as_ref(), "--history".as_ref(), path.as_os_str()];
        let said = run(arguments, b"");
        assert_eq!((said.code, said.out.lines().count(), said.err.lines().count()), (0, 3, 1), "{}", said.err);
        assert!(said.err.contains(sentence), "{}", said.err);
    }
    assert_eq!(std::fs::read_to_string(&text).expect("a file"), "notes");
}

#[test]
fn a_damaged_history_is_moved_aside_and_named() {
    let case = Case::new();
    std::fs::write(case.path(), "\u{1b}[31mgarbage").expect("a file");
    let damaged = case.run(&["history"]);
    let path = case.path().display().to_string();
    damaged.fails_with(
        3,
        &format!("The history {path} is damaged: the next fetch that is kept moves it aside and begins a new one."),
    );
    let said = case.run(&["check", &case.server.url(), "/"]);
    let sentence =
        format!("robotui: The history {path} was damaged: it is now {path}.damaged-1, and a new one was begun.\n");
    assert_eq!((said.code, said.err), (0, sentence));
    assert_eq!(case.run(&["history", &case.server.url()]).out.lines().count(), 1);
}

#[test]
fn what_a_server_sent_is_listed_without_being_obeyed() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("h.sqlite");
    let evil = "\u{9b}31m\u{202e}";
    let server = Server::sending(answer("200 OK", &format!("X-Evil: {evil}\r\n"), b"User-agent: *\n"));
    let history = ["--history".as_ref(), path.as_os_str()];
    let url = server.url();
    let with = |first: &'static [&'static str]| first.iter().map(OsStr::new).chain(history).collect::<Vec<_>>();
    run([[OsStr::new("report"), url.as_ref()], history].concat(), b"");
    for arguments in [with(&["history"]), with(&["history", "show", "1"]), with(&["history", "export"])] {
        assert_eq!(run(arguments, b"").code, 0);
    }
}
