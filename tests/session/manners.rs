//! What the environment asks for is heard: colours, signs, the clipboard. And what nobody asked for is not done.

use super::harness::{Session, contains, wait_until};
use super::{after_a_paste, demo, demo_in_a_pane, settled};
use base64::prelude::{BASE64_STANDARD, Engine as _};
use std::fs;
use std::os::unix::fs::PermissionsExt as _;

/// Goes through panes, help, palette and an explanation, and leaves.
fn look_around(session: &mut Session) -> Vec<u8> {
    settled(session);
    session.press("search");
    session.wait_for(" DISALLOWED line 5 ");
    session.press("\x1b");
    session.wait_for("q quit");
    for key in ["2", "3", "4", "x", "\x1b", "5", "\r", "?", "\x1b", ":", "\x1b", "1", "n"] {
        session.answer(key);
        // A lone ESC is one only after a moment.
        if key == "\x1b" {
            session.wait("what was on top gone", |screen| !screen.text.contains("Filter"));
        }
    }
    session.press("\x03");
    session.left();
    session.since(0)
}

/// The parameters of all sequences that set how text looks.
fn looks(bytes: &[u8]) -> Vec<u16> {
    let text = String::from_utf8_lossy(bytes).into_owned();
    let sequences = text.split("\x1b[").skip(1);
    let sgr = sequences.filter_map(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != ';')?;
        rest[end..].starts_with('m').then(|| rest[..end].to_owned())
    });
    sgr.flat_map(|all| all.split(';').map(|n| n.parse().unwrap_or(0)).collect::<Vec<u16>>()).collect()
}

#[test]
fn no_color_means_no_colour() {
    let colours = |bytes: &[u8]| -> Vec<u16> {
        let is_colour = |n: &u16| matches!(n, 30..=38 | 40..=48 | 90..=97 | 100..=107);
        looks(bytes).into_iter().filter(is_colour).collect()
    };
    let bytes = look_around(&mut Session::within(&[("NO_COLOR", "1")], &["--demo"]));
    assert_eq!(colours(&bytes), Vec::<u16>::new());
    assert!(looks(&bytes).contains(&7), "the selected row is seen without colour");
    let bytes = look_around(&mut Session::new(&["--demo"]));
    assert!(!colours(&bytes).is_empty());
}

#[test]
fn the_mouse_is_not_captured_and_the_terminal_is_asked_nothing() {
    let bytes = look_around(&mut Session::new(&["--demo"]));
    for mode in ["?9h", "?1000h", "?1002h", "?1003h", "?1004h", "?1005h", "?1006h", "?1015h", "?1016h"] {
        assert!(!contains(&bytes, format!("\x1b[{mode}").as_bytes()), "{mode}");
    }
    // Where the cursor is, what the terminal is, which colours it has: an answer can be long in coming.
    for question in ["\x1b[6n", "\x1b[c", "\x1b[0c", "\x1b[>", "\x1b]1", "\x1b[?u", "\x1bP", "\x1b[?2026$p"] {
        assert!(!contains(&bytes, question.as_bytes()), "{question:?}");
    }
}

#[test]
fn a_locale_without_utf8_gets_ascii_and_nothing_else() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("café.txt");
    let text = "User-agent: é日本\nDisallow: /caf\u{e9}/\u{1b}[2J\u{202e}\nDisallow: x\u{301}\nSitemap: ü\n# \u{9b}…\n\tno colon\n";
    fs::write(&path, text).expect("a file");
    let path = path.to_str().expect("UTF-8");
    let arguments = [path, "-a", "é日本", "-u", "/caf\u{e9}/x"];
    let mut session = Session::within(&[("LANG", "C")], &arguments);
    session.wait_for(" URL    /caf<U+00E9>/x ");
    session.wait("the file", |screen| screen.text.contains("/caf<U+00E9>/^[[2J<U+202E>"));
    session.press("\x1b");
    session.wait_for("q quit");
    for key in ["2", "3", "4", "x", "\x1b", "5", "\r", "?", "\x1b", ":", "\x1b", "1", "n", "h", "y"] {
        session.press(key);
        after_a_paste();
    }
    session.press("\x03");
    session.left();
    let bytes = session.since(0);
    let other: Vec<u8> = bytes.into_iter().filter(|byte| *byte >= 0x80).collect();
    assert_eq!(other, Vec::<u8>::new());
    for arguments in [&[&["report"], &arguments[..]].concat()[..], &["report", "./no-such-é.txt"], &["parse", path]] {
        let mut session = Session::within(&[("LC_ALL", "POSIX"), ("LANG", "C.UTF-8")], arguments);
        session.ended();
        session.wait("what it says", |screen| screen.text.contains("00E9") || screen.text.contains("00e9"));
        assert!(session.since(0).is_ascii(), "{arguments:?}");
    }
}

#[test]
fn the_console_of_linux_is_given_signs_that_it_has() {
    let bytes = look_around(&mut Session::within(&[("TERM", "linux")], &["--demo"]));
    let text = String::from_utf8(bytes).expect("UTF-8");
    let found: Vec<char> = text.chars().filter(|c| "✓✗◀▾▸┃─│├└┬→·".contains(*c)).collect();
    assert_eq!(found, Vec::<char>::new());
}

/// The first line of the example, as a terminal is told to copy it.
fn sequence() -> Vec<u8> {
    let demo = fs::read_to_string("assets/demo.txt").expect("the example");
    let line = demo.lines().next().expect("a line");
    format!("\x1b]52;c;{}\x1b\\", BASE64_STANDARD.encode(line)).into_bytes()
}

#[test]
fn over_ssh_a_copy_goes_through_the_terminal() {
    for name in ["SSH_TTY", "SSH_CONNECTION"] {
        // There may be a display, but it is the other machine's.
        let mut session = Session::within(&[(name, "x"), ("DISPLAY", ":99")], &["--demo"]);
        settled(&session);
        session.press("\x1b");
        session.wait_for("q quit");
        let mark = session.mark();
        session.press("y");
        session.wait_for("Sent to the terminal's clipboard (OSC 52)");
        let bytes = session.since(mark);
        let sequence = sequence();
        assert!(contains(&bytes, &sequence), "{}", String::from_utf8_lossy(&bytes).escape_debug());
        #[cfg(target_os = "linux")]
        assert!(!session.has_thread("clipboard"), "the other machine's clipboard is left alone");
    }
}

#[test]
fn over_ssh_the_clipboard_is_not_read() {
    let mut session = Session::within(&[("SSH_TTY", "/dev/pts/9")], &[]);
    session.wait_for("Site, URL or file");
    session.press("\x16");
    session.wait_for("Over SSH the clipboard is the other machine's");
}

#[test]
fn without_a_display_nothing_is_said_until_the_clipboard_is_asked_for() {
    let mut session = Session::new(&[]);
    session.wait_for("Site, URL or file");
    let screen = session.screen();
    assert!(!screen.text.contains("no clipboard"), "{}", screen.text);
    session.press("\x16");
    session.wait_for("There is no clipboard to read");
    let mut session = demo_in_a_pane();
    session.press("y");
    session.wait_for("Sent to the terminal's clipboard (OSC 52)");
    assert!(contains(&session.since(0), &sequence()));
    #[cfg(target_os = "linux")]
    assert!(session.has_thread("clipboard"), "the clipboard of this machine was tried");
}

#[test]
fn inside_tmux_a_copy_goes_to_tmux() {
    for works in [true, false] {
        let directory = tempfile::tempdir().expect("a directory");
        let within = |name: &str| directory.path().join(name).display().to_string();
        let script = format!(
            "#!/bin/sh\necho \"$@\" > {}\ncat > {}\nexit {}\n",
            within("arguments"),
            within("text"),
            u8::from(!works)
        );
        fs::write(within("tmux"), script).expect("a file");
        fs::set_permissions(within("tmux"), fs::Permissions::from_mode(0o755)).expect("a mode");
        let path = format!("{}:{}", directory.path().display(), std::env::var("PATH").unwrap_or_default());
        // Over SSH too: tmux knows the terminal better.
        let environment = [("TMUX", "/tmp/tmux-0/default,1,0"), ("PATH", &path), ("SSH_TTY", "/dev/pts/9")];
        let mut session = Session::within(&environment, &["--demo"]);
        settled(&session);
        session.press("\x1b");
        session.wait_for("q quit");
        session.press("y");
        session.wait_for(if works { "Copied to tmux and its terminal." } else { "(OSC 52)" });
        assert_eq!(fs::read_to_string(within("arguments")).expect("it was asked"), "load-buffer -w -\n");
        let demo = fs::read_to_string("assets/demo.txt").expect("the example");
        assert_eq!(fs::read_to_string(within("text")).ok().as_deref(), demo.lines().next());
        assert_eq!(contains(&session.since(0), b"\x1b]52;"), !works);
    }
}

#[test]
fn a_paste_that_holds_the_end_of_a_paste_runs_no_command() {
    // Enter would open what is offered, and q would leave.
    for rest in ["\rq".to_owned(), format!("{}\rq\rq", "j".repeat(20_000))] {
        let mut session = demo_in_a_pane();
        session.press(&format!("\x1b[200~a\rb\x1b[201~{rest}\x1b[201~"));
        session.wait_for("2 lines, 3 B. Open it as a robots.txt?");
        // Keys are heard again once nothing more of it comes.
        wait_until("the offer gone", || {
            session.press("\x1b");
            std::thread::sleep(std::time::Duration::from_millis(300));
            (!session.screen().text.contains("Open it as a robots.txt?")).then_some(())
        });
        assert!(session.screen().row(0).starts_with(" demo "), "{}", session.screen().text);
    }
    let mut session = demo();
    session.press("\x1b[200~search\x1b[201~/\x1b[201~");
    session.wait_for(" URL    search ");
    session.wait_for(" DISALLOWED line 5 ");
}
