//! Screens, drawn without a terminal: pictures at 80x24 and 120x40, and what must hold at every size.
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on says why and stops")]

mod beside;
mod chosen;
mod desk;
mod status;
mod storms;
mod svg;

use desk::Desk;
use robotui::answer::{Loaded, Place};
use robotui::app::{Effect, Message};
use robotui::robots::Delivery;
use robotui::robots::delivery::{Failure, Hop, Outcome, Stamp};
use std::time::Duration;

fn delivery(outcome: Outcome) -> Delivery {
    let status = match outcome {
        Outcome::Answered(status) => Some(status),
        _ => None,
    };
    let url = "https://example.com/robots.txt".to_owned();
    let hop = Hop { url: url.clone(), status, took: Duration::from_millis(40), ..Hop::default() };
    Delivery {
        hops: vec![hop],
        headers: vec![("content-type".to_owned(), "text/plain; charset=utf-8".to_owned())],
        wire_bytes: 120,
        at: Stamp { unix: 1_780_000_000, offset: 7200 },
        took: Duration::from_millis(58),
        ..Delivery::new(url, outcome)
    }
}

fn site(outcome: Outcome, text: &str) -> Loaded {
    let place = Place::Site("https://example.com/robots.txt".to_owned());
    Loaded { delivery: Some(delivery(outcome)), ..Loaded::text(place, text) }
}

#[test]
fn the_answer_is_on_the_first_screen() {
    insta::assert_snapshot!("demo-80x24", Desk::demo(80, 24).press("C-u").types("/search/about?sessionid=7").styled());
    insta::assert_snapshot!(
        "demo-120x40",
        Desk::demo(120, 40).press("C-u").types("/search/about?sessionid=7").styled()
    );
}

#[test]
fn the_panes() {
    insta::assert_snapshot!("groups-80x24", Desk::demo(80, 24).press("Esc 2 Down Down").styled());
    insta::assert_snapshot!("sitemaps-80x24", Desk::demo(80, 24).press("Esc 3").styled());
    insta::assert_snapshot!("issues-80x24", Desk::demo(80, 24).press("Esc 4 Down").styled());
    insta::assert_snapshot!("crawlers-80x24", Desk::demo(80, 24).press("Esc 5 Down Down Enter").styled());
    insta::assert_snapshot!("crawlers-filtered-80x24", Desk::demo(80, 24).press("Esc 5 F").types("blocked").screen());
    insta::assert_snapshot!("crawlers-120x40", Desk::demo(120, 40).press("Esc 5 Down Down Down").screen());
    insta::assert_snapshot!("crawlers-zoom-120x40", Desk::demo(120, 40).press("Esc 5 z G").screen());
    insta::assert_snapshot!("raw-zoom-80x24", Desk::demo(80, 24).press("Esc z n").styled());
    insta::assert_snapshot!("one-pane-50x16", Desk::demo(50, 16).press("Esc 2").styled());
}

#[test]
fn what_lies_on_top() {
    insta::assert_snapshot!("start-80x24", Desk::empty(80, 24).styled());
    insta::assert_snapshot!("help-80x24", Desk::demo(80, 24).press("Esc ?").types("issue").styled());
    insta::assert_snapshot!("explain-80x24", Desk::demo(80, 24).press("Esc 4 x").styled());
    insta::assert_snapshot!(
        "completion-80x24",
        Desk::demo(80, 24).press("Esc a C-u").types("gpt").press("Down").styled()
    );
    insta::assert_snapshot!("palette-80x24", Desk::demo(80, 24).press("Esc :").styled());
    insta::assert_snapshot!("policy-80x24", Desk::demo(80, 24).press("Esc P").styled());
    insta::assert_snapshot!("open-80x24", Desk::demo(80, 24).press("Esc o").types("example.com").styled());
}

#[test]
fn what_the_server_said() {
    let text = "User-agent: *\nDisallow: /a\n";
    insta::assert_snapshot!("fetched-120x40", Desk::with(120, 40, site(Outcome::Answered(200), text)).screen());
    insta::assert_snapshot!("404-80x24", Desk::with(80, 24, site(Outcome::Answered(404), "not found")).screen());
    let mut redirected = site(Outcome::Answered(200), text);
    if let Some(delivery) = &mut redirected.delivery {
        let mut first = delivery.hops[0].clone();
        first.url = "http://example.com/robots.txt".to_owned();
        first.status = Some(301);
        first.location = Some("https://example.com/robots.txt\u{1b}[2J".to_owned());
        delivery.hops.insert(0, first);
    }
    insta::assert_snapshot!("redirected-80x24", Desk::with(80, 24, redirected.clone()).screen());
    insta::assert_snapshot!("delivery-80x24", Desk::with(80, 24, redirected).press("Esc i").screen());
    let mut untrusted = site(Outcome::Answered(200), "<!doctype html><title>Shop</title>");
    untrusted.place = Place::Site("https://xn--bcher-kva.example/robots.txt".to_owned());
    if let Some(delivery) = &mut untrusted.delivery {
        delivery.asked = "https://xn--bcher-kva.example/robots.txt".to_owned();
        delivery.hops[0].url.clone_from(&delivery.asked);
        delivery.hops[0].passed_over = Some("the certificate of xn--bcher-kva.example has expired".to_owned());
        delivery.headers.push(("cache-control".to_owned(), "max-age=600".to_owned()));
        delivery.headers.push(("etag".to_owned(), "\"33a6\"".to_owned()));
    }
    insta::assert_snapshot!("untrusted-120x40", Desk::with(120, 40, untrusted.clone()).press("Esc 4").styled());
    insta::assert_snapshot!("delivery-untrusted-80x40", Desk::with(80, 40, untrusted).press("Esc i").screen());
    let why = "example.com has no address (DNS)".to_owned();
    insta::assert_snapshot!("dns-80x24", Desk::with(80, 24, site(Outcome::Failed(Failure::Dns, why), "")).screen());
    let utf16: Vec<u8> = "\u{feff}User-agent: *\nDisallow: /\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    insta::assert_snapshot!("utf16-80x24", Desk::text(80, 24, utf16).screen());
    insta::assert_snapshot!(
        "html-80x24",
        Desk::text(80, 24, "<!doctype html>\n<html><body>Hi</body></html>\n").screen()
    );
}

#[test]
fn nothing_from_outside_is_obeyed() {
    let text = "User-agent: *\x1b[2J\nDisallow: /\u{202e}a\u{9b}b\tc  \n\u{feff}Allow: /\x07\n";
    let mut desk = Desk::text(80, 24, text);
    insta::assert_snapshot!("hostile-80x24", desk.press("C-u").types("/\u{202e}x").screen());
    for keys in ["", "Esc 2", "Esc 4", "x"] {
        let screen = desk.press(keys).screen();
        assert!(!screen.chars().any(|c| c != '\n' && robotui::robots::display::is_hidden(c)), "{screen:?}");
    }
}

#[test]
fn without_colour_every_verdict_and_severity_is_a_word_or_a_letter() {
    insta::assert_snapshot!("mono-80x24", Desk::demo(80, 24).mono().press("C-u").types("/cart/1").styled());
}

#[test]
fn every_size_is_drawn_and_the_cursor_is_on_it() {
    let sizes = (1..=26).flat_map(|height| (1..=24).map(move |width| (width, height)));
    let larger = [(60, 20), (59, 7), (60, 8), (119, 30), (120, 9), (200, 60), (300, 3)];
    for (width, height) in sizes.chain(larger) {
        for keys in [
            "",
            "Esc",
            "Esc 2",
            "Esc 3",
            "Esc 4",
            "Esc 5",
            "Esc 5 F x",
            "Esc 5 Enter Down",
            "Esc P",
            "Esc z",
            "Esc ?",
            "Esc o",
            "Esc 4 x",
            "Esc s",
            "Esc a g",
        ] {
            let (buffer, cursor) = Desk::demo(width, height).press(keys).drawn();
            assert_eq!((buffer.area.width, buffer.area.height), (width, height));
            let on_it = cursor.is_some_and(|cursor| cursor.x < width && cursor.y < height);
            assert!(on_it, "{width}x{height} {keys}: {cursor:?}");
        }
        for keys in ["", "F1"] {
            assert!(Desk::empty(width, height).press(keys).drawn().1.is_some(), "{width}x{height} {keys}");
        }
    }
}

#[test]
fn the_selected_row_stays_in_view_when_the_screen_shrinks_and_when_i_come_back_to_it() {
    let is_selected = |desk: &mut Desk| {
        let (buffer, cursor) = desk.drawn();
        let style = buffer[cursor.expect("a cursor")].style();
        assert!(style.add_modifier.contains(ratatui::style::Modifier::REVERSED), "{}", desk.screen());
    };
    let mut desk = Desk::demo(80, 40);
    for (keys, height) in [("Esc G", 12), ("2 G", 40), ("1 G", 10), ("2", 9)] {
        is_selected(desk.press(keys));
        is_selected(desk.resize(80, height));
    }
    // The deciding line was brought into view from the field, and the selection was elsewhere.
    let mut desk = Desk::text(80, 12, format!("User-agent: *\n{}Disallow: /x\n", "Allow: /\n".repeat(200)));
    desk.press("C-u").types("/x").press("Esc");
    is_selected(&mut desk);
    assert!(desk.screen().contains("202  ✗ Disallow: /x"), "what I looked at does not move\n{}", desk.screen());
}

#[test]
fn a_screen_that_shrinks_and_grows_again_is_the_same_as_before() {
    let mut desk = Desk::demo(80, 24);
    let before = desk.screen();
    for size in [(1, 1), (20, 3), (40, 10), (200, 60), (80, 24)] {
        desk.resize(size.0, size.1).drawn();
    }
    assert_eq!(desk.screen(), before);
}

#[test]
fn a_late_answer_to_an_old_request_is_dropped() {
    let mut desk = Desk::demo(80, 24);
    desk.press("Esc o").types("one.example").press("Enter");
    desk.press("o").types("two.example").press("Enter");
    let tickets: Vec<u64> = desk
        .effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Load { ticket, .. } => Some(*ticket),
            _ => None,
        })
        .collect();
    let [first, second] = tickets[..] else { panic!("two loads, not {tickets:?}") };
    desk.message(Message::Loaded {
        ticket: first,
        result: Ok(Loaded::text(Place::File("late".into()), "Disallow: /late\n")),
    });
    assert!(!desk.screen().contains("late"));
    desk.message(Message::Loaded {
        ticket: second,
        result: Ok(Loaded::text(Place::File("second".into()), "Allow: /\n")),
    });
    assert!(desk.screen().contains("second"));
}

#[test]
fn a_failed_fetch_leaves_the_file_that_was_in_view() {
    let mut desk = Desk::demo(80, 24);
    desk.press("Esc o").types("nowhere.example").press("Enter");
    let Some(Effect::Load { ticket, .. }) = desk.effects.last() else { panic!("a load") };
    let ticket = *ticket;
    let why = "nowhere.example has no address (DNS)".to_owned();
    desk.message(Message::Loaded { ticket, result: Ok(site(Outcome::Failed(Failure::Dns, why), "")) });
    let screen = desk.screen();
    assert!(screen.contains("nowhere.example has no address (DNS). The file that was in view stays."), "{screen}");
    assert!(screen.contains("demo (https"), "{screen}");
}

#[test]
fn enter_on_a_rule_asks_for_a_url_that_it_decides() {
    let mut desk = Desk::demo(80, 24);
    // The rule for PDF files stands in line 9 and is one of `*`.
    let screen = desk.press("Esc g j j j j j j j j Enter").screen();
    assert!(screen.contains("DISALLOWED  line 9  Disallow: /*.pdf$"), "{screen}");
    // The rule in line 22 is for others than Googlebot: the agent changes with it.
    let screen = desk.press("G k k k k k k k k k k k k Enter").screen();
    assert!(screen.contains("Agent  GPTBot") && screen.contains("DISALLOWED  line 22"), "{screen}");
}

#[test]
fn the_palette_does_what_is_chosen_or_says_why_not() {
    let mut desk = Desk::demo(80, 24);
    let screen = desk.press("C-p").types("engine").press("Enter").screen();
    assert!(screen.contains("google: as Google's crawlers read."), "{screen}");
    let screen = desk.press("C-p").types("in view before").press("Enter").screen();
    assert!(screen.contains("no other file was in view before"), "{screen}");
}

#[test]
fn enter_on_a_crawler_asks_as_that_crawler() {
    let mut desk = Desk::demo(80, 24);
    let screen = desk.press("Esc 5 F").types("claudebot").press("Enter Down Enter").screen();
    assert!(screen.contains("Agent  ClaudeBot") && screen.contains("DISALLOWED  line 22"), "{screen}");
}

#[test]
fn the_policy_is_that_of_the_url_in_the_matcher() {
    let mut desk = Desk::demo(80, 24);
    let screen = desk.press("C-u").types("/blog/1").press("Esc P").screen();
    assert!(screen.contains("The policy for /blog/1"), "{screen}");
    assert!(screen.contains("AI training: all open; robots.txt may not stop 4 of 30."), "{screen}");
    let screen = desk.press("Esc / C-u").types("https://images.example.com/a").press("Esc P").screen();
    assert!(screen.contains("P: another file rules the URL in the matcher: Enter opens it there"), "{screen}");
}

#[test]
fn the_selected_crawler_is_in_view_above_what_is_said_about_it() {
    for (width, height) in [(80, 24), (120, 40), (60, 20), (50, 16)] {
        let mut desk = Desk::demo(width, height);
        for keys in ["Esc 5 G", "Enter G", "F", "o Enter G", "k k k"] {
            let (_, cursor) = desk.press(keys).drawn();
            let rule = desk.app.layout.pane(robotui::app::pane::PaneId::Crawlers).expect("the pane").body;
            let share = desk.app.session().share(rule.height);
            let cursor = cursor.expect("a cursor");
            assert!(cursor.y < rule.y + share.filter + share.list, "{width}x{height} {keys}: {cursor:?} {share:?}");
            let selected = desk.app.session().list(robotui::app::pane::PaneId::Crawlers);
            assert!(selected.selected < selected.top + usize::from(share.list), "{width}x{height} {keys}");
        }
    }
}

#[test]
fn another_origin_is_ruled_by_its_own_file() {
    let mut desk = Desk::demo(80, 24);
    let screen = desk.press("C-u").types("https://images.example.com/a.png").screen();
    assert!(screen.contains("OTHER FILE  https://images.example.com/robots.txt rules this URL"), "{screen}");
    desk.press("Enter");
    assert!(
        matches!(desk.effects.last(), Some(Effect::Load { target, .. }) if target == "https://images.example.com/robots.txt")
    );
}

#[test]
fn the_picture_in_the_readme_is_what_the_program_draws() {
    let (buffer, cursor) = Desk::demo(100, 28).press("C-u").types("/search/about?sessionid=7").drawn();
    let picture = svg::svg(&buffer, cursor);
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/screen.svg");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(path, &picture).expect("assets can be written");
    }
    let kept = std::fs::read_to_string(path).unwrap_or_default();
    assert!(kept == picture, "assets/screen.svg is stale: UPDATE=1 cargo test --test screens");
}
