//! The origins of a site, and one file under several names: what is shown while the answers come.

use super::desk::Desk;
use super::{delivery, site};
use robotui::answer::askers::{Difference, News as Told};
use robotui::answer::origins::{Family, Row, Seen, State};
use robotui::answer::{Loaded, Place};
use robotui::app::grid::News;
use robotui::app::{Effect, Message};
use robotui::robots::delivery::{Failure, Hop, Outcome};
use robotui::robots::{Delivery, Origin};

const FILE: &str = "User-agent: *\nDisallow: /private\nSitemap: https://cdn.example.com/s.xml\n";

fn desk(width: u16, height: u16) -> Desk {
    let mut desk = Desk::with(width, height, site(Outcome::Answered(200), FILE));
    desk.press("Esc");
    desk
}

/// What came of asking a URL, with where redirects led.
fn seen(url: &str, outcome: Outcome, text: &str, led_to: Option<&str>) -> Box<Seen> {
    let hop = Hop { url: led_to.unwrap_or(url).to_owned(), status: Some(200), ..Hop::default() };
    let delivery = Delivery { asked: url.to_owned(), hops: vec![hop], ..delivery(outcome) };
    let loaded = Loaded { delivery: Some(delivery), ..Loaded::text(Place::Site(url.to_owned()), text) };
    Box::new(Seen::new(loaded).expect("a fetch"))
}

/// Presses the key of the grid, and tells which rows there are. The number under which they are asked.
fn open(desk: &mut Desk) -> u64 {
    desk.press("O");
    let Some(Effect::Survey { ticket, asked, named }) = desk.effects.last() else { panic!("{:?}", desk.effects) };
    let ticket = *ticket;
    let seen = Origin::of("https://blog.example.com/").expect("a URL");
    let family = Family::new(asked, &[], named, &[seen]);
    let rows = family.origins.into_iter().map(Row::asking).collect();
    desk.message(Message::Grid { ticket, news: News::Rows { rows, left_out: 0 } });
    ticket
}

fn tell(desk: &mut Desk, ticket: u64, at: usize, seen: Box<Seen>) {
    desk.message(Message::Grid { ticket, news: News::Row(at, State::Seen(seen)) });
}

/// All answers that come.
fn answer_all(desk: &mut Desk, ticket: u64) {
    let own = "https://example.com/robots.txt";
    let nowhere = Outcome::Failed(Failure::Dns, "blog.example.com has no address (DNS)".into());
    let refused =
        Outcome::Failed(Failure::Connect, "nothing listens on cdn.example.com:80 (connection refused)".into());
    for (at, outcome, text, led_to) in [
        (0, Outcome::Answered(200), FILE, None),
        (1, Outcome::Answered(200), FILE, Some(own)),
        (2, Outcome::Answered(200), "User-agent: *\nDisallow: private\n", None),
        (3, Outcome::Answered(404), "", None),
        (4, Outcome::Answered(503), "", None),
        (5, refused, "", None),
        (6, nowhere.clone(), "", None),
        (7, nowhere, "", None),
    ] {
        let url = ["https://", "http://"][at % 2].to_owned()
            + ["example.com", "www.example.com", "cdn.example.com", "blog.example.com"][at / 2]
            + "/robots.txt";
        tell(desk, ticket, at, seen(&url, outcome, text, led_to));
    }
}

#[test]
fn the_origins_of_a_site() {
    for (name, width, height) in [("origins-80x24", 80, 24), ("origins-120x40", 120, 40)] {
        let mut desk = desk(width, height);
        let ticket = open(&mut desk);
        answer_all(&mut desk, ticket);
        insta::assert_snapshot!(name, desk.press("Down Down").styled());
    }
}

#[test]
fn rows_are_filled_in_as_the_answers_come_and_nothing_ticks_afterwards() {
    let mut desk = desk(80, 24);
    assert_eq!(desk.app.tick(), None);
    let ticket = open(&mut desk);
    assert!(desk.app.tick().is_some());
    let screen = desk.screen();
    assert!(screen.contains("0 of 8 answered") && screen.matches("being asked").count() == 9, "{screen}");
    tell(&mut desk, ticket, 3, seen("http://www.example.com/robots.txt", Outcome::Answered(404), "", None));
    let screen = desk.screen();
    assert!(screen.contains("1 of 8 answered") && screen.matches("being asked").count() == 8, "{screen}");
    assert!(screen.contains("not fetched: 404"), "{screen}");
    answer_all(&mut desk, ticket);
    assert_eq!(desk.app.tick(), None);
    let screen = desk.press("Down Down Down").screen();
    assert!(screen.contains("no file: everything may be"), "{screen}");
}

#[test]
fn enter_opens_the_selected_origin_and_what_is_still_asked_is_asked_no_more() {
    let mut desk = desk(80, 24);
    let ticket = open(&mut desk);
    desk.press("Down Down Enter");
    let [.., Effect::Load { target, .. }, Effect::CancelMany] = &desk.effects[..] else { panic!("{:?}", desk.effects) };
    assert_eq!(target, "https://www.example.com/robots.txt");
    tell(&mut desk, ticket, 3, seen("http://www.example.com/robots.txt", Outcome::Answered(404), "", None));
    assert!(!desk.screen().contains("The origins of"), "what comes late is dropped");
}

#[test]
fn escape_closes_the_grid_and_ends_what_is_under_way() {
    let mut desk = desk(80, 24);
    let ticket = open(&mut desk);
    desk.press("Esc");
    assert!(matches!(desk.effects.last(), Some(Effect::CancelMany)), "{:?}", desk.effects);
    assert_eq!(desk.app.tick(), None);
    // Late answers to the first grid do not get into the second.
    let next = open(&mut desk);
    assert_ne!(ticket, next);
    answer_all(&mut desk, ticket);
    assert!(desk.screen().contains("0 of 8 answered"));
    answer_all(&mut desk, next);
    let effects = desk.effects.len();
    desk.press("Esc");
    assert_eq!(desk.effects.len(), effects, "nothing is left to be ended");
    assert!(desk.screen().contains("1 Raw"));
}

#[test]
fn only_a_site_has_origins_and_can_be_asked_under_other_names() {
    let mut desk = Desk::demo(80, 24);
    desk.press("Esc");
    for key in ["O", "u"] {
        let screen = desk.press(key).screen();
        assert!(screen.contains(&format!("{key}: the text in view came from no site")), "{screen}");
    }
}

/// Has the file asked for under several names, of which the last is treated otherwise.
fn ask_as(desk: &mut Desk, last: Box<Seen>) -> u64 {
    desk.press("u");
    let Some(Effect::AskAs { ticket, url }) = desk.effects.last() else { panic!("{:?}", desk.effects) };
    let (ticket, url) = (*ticket, url.clone());
    for at in 0..3 {
        let news = Told::Answer(at, seen(&url, Outcome::Answered(200), FILE, None));
        desk.message(Message::Asked { ticket, news });
    }
    assert!(desk.app.tick().is_some() && desk.screen().contains("being asked"));
    desk.message(Message::Asked { ticket, news: Told::Answer(3, last) });
    assert_eq!(desk.app.tick(), None);
    ticket
}

#[test]
fn one_file_under_several_names() {
    let url = "https://example.com/robots.txt";
    for (name, width, height) in [("askers-80x24", 80, 24), ("askers-120x40", 120, 40)] {
        let mut desk = desk(width, height);
        let other = FILE.replace("/private", "/");
        let ticket = ask_as(&mut desk, seen(url, Outcome::Answered(200), &other, None));
        let lines = ["@@ -1,3 +1,3 @@", " User-agent: *", "-Disallow: /private", "+Disallow: /"].map(str::to_owned);
        let difference = Difference { one: "robotui", other: "GPTBot", lines: lines.into(), more: false };
        desk.message(Message::Asked { ticket, news: Told::Difference(difference) });
        insta::assert_snapshot!(name, desk.styled());
    }
    let mut desk = desk(80, 24);
    ask_as(&mut desk, seen(url, Outcome::Answered(403), "", None));
    let screen = desk.screen();
    assert!(screen.contains("GPTBot is answered 403; the others get the file (72"), "{screen}");
    desk.press("Esc");
    ask_as(&mut desk, seen(url, Outcome::Answered(200), FILE, None));
    let screen = desk.screen();
    assert!(screen.contains("All of them get the same file."), "{screen}");
}

#[test]
fn both_views_are_drawn_at_every_size() {
    let url = "https://example.com/robots.txt";
    for (width, height) in (1..=26).flat_map(|height| [1, 5, 20, 39, 60, 79].map(|width| (width, height))) {
        let mut desk = desk(width, height);
        let ticket = open(&mut desk);
        answer_all(&mut desk, ticket);
        let (_, cursor) = desk.press("G").drawn();
        assert!(cursor.is_some_and(|cursor| cursor.x < width && cursor.y < height), "{width}x{height}");
        desk.press("Esc");
        ask_as(&mut self::desk(80, 24), seen(url, Outcome::Answered(403), "", None));
        assert!(desk.press("u End").drawn().1.is_some(), "{width}x{height}");
    }
}

#[test]
fn nothing_from_a_server_is_obeyed_in_either_view() {
    let evil = "https://example.com/\u{1b}[2J\u{202e}";
    let mut desk = desk(120, 40);
    let ticket = open(&mut desk);
    let why = Outcome::Failed(Failure::Protocol, "\u{1b}]52;c;aGk=\u{7}".into());
    tell(&mut desk, ticket, 0, seen("https://example.com/robots.txt", why.clone(), "", Some(evil)));
    let grid = desk.screen();
    desk.press("Esc");
    ask_as(&mut desk, seen("https://example.com/robots.txt", why, "", Some(evil)));
    for screen in [grid, desk.screen()] {
        assert!(!screen.chars().any(|c| c != '\n' && robotui::robots::display::is_hidden(c)), "{screen:?}");
    }
}
