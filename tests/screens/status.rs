//! What an answer such as 503 would do.

use super::desk::Desk;
use super::site;
use robotui::app::overlay::Overlay;
use robotui::robots::delivery::Outcome;

#[test]
fn a_status_can_be_tried() {
    insta::assert_snapshot!("status-80x24", Desk::demo(80, 24).press("C-u").types("/cart/1").press("Esc s").styled());
    insta::assert_snapshot!(
        "status-120x40",
        Desk::demo(120, 40).press("C-u").types("/search/about?sessionid=7").press("Esc p s h h").styled()
    );
    let mut mono = Desk::demo(80, 24).mono();
    insta::assert_snapshot!("status-mono-80x24", mono.press("C-u").types("/cart/1").press("Esc s G").styled());
    insta::assert_snapshot!("status-50x16", Desk::demo(50, 16).press("Esc s G").screen());
}

#[test]
fn the_keys_go_through_the_answers_and_away_again() {
    let mut desk = Desk::demo(80, 24);
    let said = |desk: &mut Desk, keys: &str| {
        let screen = desk.press(keys).screen();
        screen.lines().nth(2).unwrap_or_default().trim().to_owned()
    };
    assert_eq!(said(&mut desk, "Esc s"), "503: the server is not available for now.");
    assert_eq!(said(&mut desk, "Up"), "500: the server fails.");
    assert_eq!(
        said(&mut desk, "l l l l l"),
        "timeout: no answer in time; without a connection or a name it is the same."
    );
    assert_eq!(said(&mut desk, "g"), "200: the file is sent.");
    assert_eq!(said(&mut desk, "k k"), "200: the file is sent.");
    assert!(matches!(desk.app.overlay, Some(Overlay::Status { chosen: 0 })));
    // The engine can be changed there, and the sentence with it.
    assert!(desk.screen().contains("rfc9309: The rules"));
    assert!(desk.press("p Down").screen().contains("google: The rules"));
    for key in ["Esc", "s", "Enter"] {
        desk.press(key);
        assert!(desk.app.overlay.is_none(), "{key}");
        desk.press("s");
        assert!(desk.app.overlay.is_some(), "{key}");
    }
}

#[test]
fn the_verdict_under_the_copy_is_that_of_the_file_in_view() {
    // Open to the standard and closed to Google, whose keys are lenient.
    let mut desk = Desk::text(80, 24, "User-agent: *\nDisalow: /\n");
    let row = |desk: &mut Desk, name: &str| {
        let screen = desk.screen();
        screen.lines().find(|line| line.trim_start().starts_with(name)).unwrap_or_default().to_owned()
    };
    desk.press("Esc s g");
    assert!(row(&mut desk, "google, bing").contains("\u{2717} file"), "{}", desk.screen());
    assert!(row(&mut desk, "all but google, bing").contains("\u{2713} file"), "{}", desk.screen());
    // A site that has no file has no rules to go by.
    let mut desk = Desk::with(80, 24, site(Outcome::Answered(404), ""));
    let screen = desk.press("Esc s").screen();
    assert!(screen.contains("closed   \u{2717}") && screen.contains("  copy  "), "{screen}");
    // Nor does the file in view say anything about another host.
    let mut desk = Desk::demo(80, 24);
    let screen = desk.press("C-u").types("https://images.example.com/a.png").press("Esc s").screen();
    assert!(screen.contains("Another file rules the URL") && !screen.contains(['\u{2713}', '\u{2717}']), "{screen}");
}
