//! The loop over a line that is no terminal: one write a frame, and the way back whatever fails.

use super::screen::tests::{Fake, explorer};
use super::theme::Palette;
use super::*;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

const BEGIN: &[u8] = b"\x1b[?2026h";
const END: &[u8] = b"\x1b[?2026l";

fn key(c: char) -> Incoming {
    Incoming::Event(Event::Key(KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE)))
}

fn esc() -> Incoming {
    Incoming::Event(Event::Key(KeyEvent::new(KeyCode::Esc, KeyModifiers::NONE)))
}

fn count(bytes: &[u8], sequence: &[u8]) -> usize {
    memchr::memmem::find_iter(bytes, sequence).count()
}

/// A short run: typing, panes, help, another size, a copy through the terminal.
fn short_run(line: &Fake) -> (io::Result<Option<Ended>>, bool) {
    let (mut screen, taken) = line.screen();
    let (sender, _receiver) = mpsc::channel();
    let mut app = explorer(screen.size(), "User-agent: *\nDisallow: /search\nAllow: /search/about\n");
    let mut hands = Hands::new(sender, Network::default());
    let theme = Theme::of(Palette::Auto);
    let begin = Instant::now();
    let mut driver = Driver { app: &mut app, screen: &mut screen, hands: &mut hands, theme: &theme, begin };
    let mut run = || {
        driver.paint()?;
        let typed = "search/about".chars().map(key);
        let more = [esc(), key('j'), key('2'), key('z'), key('?'), esc(), Incoming::CopyThroughTerminal("x".into())];
        for incoming in typed.chain(more).chain([Incoming::Resized, key('n'), key('q')]) {
            if matches!(incoming, Incoming::Resized) {
                line.0.borrow_mut().size = Size { width: 70, height: 20 };
            }
            let before = line.0.borrow().tried;
            if let Some(ended) = driver.take(incoming)? {
                return Ok(Some(ended));
            }
            driver.paint()?;
            assert!(line.0.borrow().tried - before <= 2, "a frame, and one more for what takes longer");
        }
        Ok(None)
    };
    let ended = run();
    drop(screen);
    (ended, taken.load(std::sync::atomic::Ordering::SeqCst))
}

#[test]
fn every_frame_is_one_write_and_a_synchronized_update() {
    let line = Fake::sized(80, 24);
    let (ended, taken) = short_run(&line);
    assert!(matches!(ended, Ok(Some(Ended::Quit))) && !taken);
    let log = line.0.borrow();
    let (last, frames) = log.writes.split_last().expect("it wrote");
    assert!(frames.len() > 15, "{} frames", frames.len());
    for frame in frames {
        let shown = String::from_utf8_lossy(frame).escape_debug().to_string();
        assert!(frame.starts_with(BEGIN) && frame.ends_with(END), "{shown}");
        assert_eq!((count(frame, BEGIN), count(frame, END)), (1, 1), "{shown}");
    }
    assert!(!log.raw && count(last, b"\x1b[?1049l") == 1, "the last write gives the terminal back");
}

#[test]
fn whichever_write_fails_the_terminal_is_given_back_and_the_failure_is_told() {
    let whole = Fake::sized(80, 24);
    _ = short_run(&whole);
    let writes = whole.0.borrow().tried;
    for fails in 1..=writes {
        let line = Fake::sized(80, 24);
        line.0.borrow_mut().fails = Some(fails);
        let (ended, taken) = short_run(&line);
        // Of the last one, which gives the terminal back, nobody is told: it is tried again.
        assert_eq!(ended.is_err(), fails < writes, "write {fails} of {writes}");
        let log = line.0.borrow();
        assert!(!log.raw && !taken, "write {fails}");
        let last = log.writes.last().expect("it wrote");
        for mode in ["?2026l", "?2004l", "?1049l", "?25h", "0m"] {
            assert_eq!(count(last, format!("\x1b[{mode}").as_bytes()), 1, "{mode} after write {fails} failed");
        }
        assert_eq!(log.tried, if fails < writes { fails + 1 } else { writes + 1 }, "nothing more is drawn");
    }
}

#[test]
fn what_has_come_is_taken_before_a_frame_is_drawn() {
    let line = Fake::sized(80, 24);
    let (mut screen, _) = line.screen();
    let (sender, receiver) = mpsc::channel();
    let mut app = explorer(screen.size(), "User-agent: *\nDisallow: /search\n");
    let mut hands = Hands::new(sender.clone(), Network::default());
    let theme = Theme::of(Palette::Auto);
    for _ in 0..500 {
        sender.send(key('x')).expect("somebody listens");
    }
    line.0.borrow_mut().after = Some(Box::new(move || _ = sender.send(Incoming::Signal(signals::HANG_UP))));
    let begin = Instant::now();
    let mut driver = Driver { app: &mut app, screen: &mut screen, hands: &mut hands, theme: &theme, begin };
    let ended = driver.turn(&receiver).expect("nothing fails");
    assert_eq!(ended, Ended::Signal(signals::HANG_UP));
    assert_eq!(app.session().matcher.url.text().len(), 501);
    assert!(line.0.borrow().tried <= 2, "{} frames for 500 keys", line.0.borrow().tried);
}
