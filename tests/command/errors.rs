//! What cannot be used is said in one sentence, with the exit code that a script can go by.

use super::{RULES, file, run};

#[test]
fn wrong_usage_is_2_and_says_what_is_wrong() {
    for (arguments, says) in [
        (&["--nonsense"][..], "unexpected argument '--nonsense'"),
        (&["report"], "<TARGET>"),
        (&["report", "a", "b"], "unexpected argument 'b'"),
        (&["-p", "nonsense", "-"], "the profiles are rfc9309, google"),
        (&["--demo", "-"], "cannot be used with"),
        (&["--agent"], "a value is required"),
    ] {
        let said = run(arguments, b"");
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{arguments:?}");
        assert!(said.err.contains(says), "{arguments:?}: {}", said.err);
    }
}

#[test]
fn what_comes_through_a_pipe_is_read_without_being_named() {
    assert_eq!(run::<&str>([], RULES.as_bytes()).code, 0);
    run::<&str>([], b"").fails_with(3, "Standard input was empty: there is nothing to read.");
}

#[test]
fn standard_input_can_be_named_once_only() {
    run(["-", "-"], RULES.as_bytes()).fails_with(2, "- stands for standard input and can be given once only.");
}

#[test]
fn a_file_that_is_not_there_is_named() {
    run(["report", "./no such.txt"], b"").fails_with(3, "There is no file ./no such.txt.");
    run(["no-such.txt"], b"").fails_with(3, "There is no file no-such.txt.");
}

#[test]
fn a_directory_is_said_to_be_one() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().to_str().expect("UTF-8");
    run(["report", path], b"").fails_with(3, &format!("{path} is a directory, not a file."));
}

#[cfg(unix)]
#[test]
fn a_file_that_may_not_be_read_is_said_to_be_one() {
    use std::os::unix::fs::PermissionsExt as _;
    let (_directory, path) = file("robots.txt", RULES.as_bytes());
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o000)).expect("permissions");
    if std::fs::read(&path).is_ok() {
        // The superuser reads everything.
        return;
    }
    let path = path.to_str().expect("UTF-8");
    run(["report", path], b"").fails_with(3, &format!("{path} may not be read: permission denied."));
}

#[test]
fn an_empty_pipe_is_said_to_be_empty() {
    run(["report", "-"], b"").fails_with(3, "Standard input was empty: there is nothing to read.");
    run(["-"], b"").fails_with(3, "Standard input was empty: there is nothing to read.");
}

#[test]
fn an_empty_file_is_a_file_that_allows_everything() {
    let (_directory, path) = file("robots.txt", b"");
    let said = run(["report".as_ref(), path.as_os_str()], b"");
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    said.prints("Size      0 bytes, 0 lines");
}

#[test]
fn a_name_with_spaces_is_a_name() {
    let (_directory, path) = file("my robots  of today.txt", RULES.as_bytes());
    let said = run(["report".as_ref(), path.as_os_str()], b"");
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    said.prints(&format!("File      {}", path.display()));
}

#[cfg(feature = "fetch")]
#[test]
fn what_is_neither_a_file_nor_a_site_is_named() {
    for target in
        ["", "   ", "http://", "ftp://example.com/", "two words", "http://exa mple.com/", "http://[::1", "a:b:c"]
    {
        let said = run(["report", target], b"");
        assert_eq!((said.code, said.out.as_str()), (3, ""), "{target:?}");
        assert!(said.err.starts_with("robotui: ") && said.err.lines().count() == 1, "{target:?}: {}", said.err);
        assert!(said.err.len() > 20, "{target:?}: {}", said.err);
    }
}
