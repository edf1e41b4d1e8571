//! A robots.txt is text from a stranger, and a terminal obeys text: what comes from outside is visible and never obeyed.
//! That nothing is obeyed is seen to in every run of the program; here it is given the worst.

use super::{RULES, file, run};

/// Sequences that a terminal obeys: colours, the title, the clipboard, C1 in both forms, text that runs the other way, and
/// text that is not there.
const EVIL: &[&[u8]] = &[
    b"\x1b[31m",
    b"\x1b]52;c;aGk=\x07",
    b"\x1b]0;owned\x1b\\",
    "\u{9b}2J".as_bytes(),
    b"\x9b2J",
    b"\x9d0;owned\x9c",
    "\u{202e}evil\u{2066}".as_bytes(),
    "\u{200b}\u{feff}\u{61c}\u{200f}".as_bytes(),
    b"\x08\x08\x7f\x0c\x0b\x05",
    b"\x00",
];

#[test]
fn what_stands_in_a_file_is_visible_and_not_obeyed() {
    for evil in EVIL {
        let mut content = Vec::new();
        for line in [
            "User-agent: a@b",
            "User-agent: *",
            "Disallow: /@x",
            "Disallow: x@",
            "Allow: /a@$",
            "D@sallow: /x",
            "Noindex: /@",
            "Crawl-delay: @",
            "# @",
            "@",
            "Sitemap: @",
            "Sitemap: https://example.com/@",
        ] {
            let (before, after) = line.split_once('@').unwrap_or((line, ""));
            content.extend_from_slice(before.as_bytes());
            if line.contains('@') {
                content.extend_from_slice(evil);
            }
            content.extend_from_slice(after.as_bytes());
            content.push(b'\n');
        }
        for profile in ["rfc9309", "google"] {
            let said = run(["report", "-", "-p", profile], &content);
            assert_eq!((said.code, said.err.as_str()), (0, ""));
        }
    }
    let said = run(["report", "-"], b"User-agent: *\nDisallow: /\x1b[31m\x9b\n");
    said.prints("       2  Disallow: /\u{241b}[31m<9B>");
}

#[test]
fn what_is_typed_as_an_agent_or_a_url_is_visible_and_not_obeyed() {
    for evil in EVIL.iter().filter(|evil| !evil.contains(&0)) {
        let Ok(evil) = std::str::from_utf8(evil) else { continue };
        let (agent, url) = (format!("Bot{evil}/1.0"), format!("/private{evil}?{evil}"));
        let said = run(["report", "-", "-a", &agent, "-u", &url], RULES.as_bytes());
        assert_eq!((said.code, said.err.as_str()), (0, ""));
        assert!(said.out.contains("\nVerdict   DISALLOWED by line 2"), "{}", said.out);
        let url = format!("https://{evil}example.com/private");
        run(["report", "-", "-u", &url], RULES.as_bytes());
    }
}

#[test]
fn a_name_that_is_no_file_is_visible_and_not_obeyed() {
    for evil in EVIL.iter().filter(|evil| !evil.contains(&0)) {
        let Ok(evil) = std::str::from_utf8(evil) else { continue };
        for target in [
            format!("./x{evil}"),
            format!("{evil}.txt"),
            format!("http://{evil}/"),
            format!("{evil}://x/"),
            evil.into(),
        ] {
            let said = run(["report", &target], b"");
            assert_eq!(said.code, 3, "{target:?}");
            assert_eq!(said.err.lines().count(), 1, "{}", said.err);
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_is_found_by_an_evil_name_too() {
    for evil in EVIL.iter().filter(|evil| !evil.contains(&0)) {
        let Ok(name) = std::str::from_utf8(evil) else { continue };
        let (_directory, path) = file(&format!("{name}robots.txt"), RULES.as_bytes());
        let said = run(["report".as_ref(), path.as_os_str()], b"");
        assert_eq!((said.code, said.err.as_str()), (0, ""));
    }
}

#[cfg(unix)]
#[test]
fn a_name_of_raw_bytes_does_no_harm() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    for evil in EVIL.iter().filter(|evil| !evil.contains(&0)) {
        let said = run(["report".as_ref(), OsStr::from_bytes(&[b"./", *evil].concat())], b"");
        assert!(matches!(said.code, 2 | 3), "{}", said.err);
        assert!(!said.err.is_empty());
    }
}

#[test]
fn what_is_wrong_usage_is_visible_and_not_obeyed() {
    for evil in EVIL.iter().filter(|evil| !evil.contains(&0)) {
        let Ok(evil) = std::str::from_utf8(evil) else { continue };
        for arguments in
            [&[format!("--x{evil}")][..], &["-p".into(), evil.into()], &["report".into(), "a".into(), evil.into()]]
        {
            let said = run(arguments, b"");
            assert_eq!((said.code, said.out.as_str()), (2, ""), "{arguments:?}");
        }
    }
    let said = run(["--x\u{1b}[31my"], b"");
    assert!(said.err.contains("'--x\u{241b}[31my'"), "{}", said.err);
}
