//! The screen: the one loop. Events go into the state, the state is drawn, effects are carried out; nothing here waits for
//! anything but the next event.
//!
//! One channel feeds the loop. Threads for input, for signals and for analysis put into it, and so do fetches.

mod decode;
mod effects;
mod input;
#[cfg(feature = "history")]
mod recall;
mod screen;
mod signals;
#[cfg(test)]
mod tests;
pub mod theme;
pub mod view;

use crate::answer::Loaded;
use crate::app::{App, Effect, Event, Message, Start};
use crate::load::Network;
use effects::Hands;
use ratatui::layout::Size;
use screen::Screen;
pub use signals::end_by;
use std::io;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Instant;
use theme::Theme;

/// What comes through the channel.
#[derive(Debug)]
enum Incoming {
    /// An event for the state.
    Event(Event),
    /// A signal that ends or stops the program.
    Signal(i32),
    /// The screen may have another size.
    Resized,
    /// The terminal is gone.
    HungUp,
    /// What was kept of a site that is to be fetched.
    #[cfg(feature = "fetch")]
    Kept {
        /// The number of the load.
        ticket: u64,
        /// The site.
        site: crate::fetch::Site,
        /// What was kept.
        copy: Option<Box<crate::load::Copy>>,
    },
    /// The origins of a site, which are to be asked.
    #[cfg(feature = "fetch")]
    Family {
        /// The number of the survey.
        ticket: u64,
        /// The origins.
        rows: Vec<crate::answer::origins::Row>,
        /// Hosts that were too many.
        left_out: usize,
    },
    /// A text for the terminal's clipboard, since there is no other.
    CopyThroughTerminal(String),
}

/// Why the explorer ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The person left.
    Quit,
    /// A signal came.
    Signal(i32),
}

/// Runs the explorer until the person leaves. `first` is the first target where it was at hand; what is fetched goes into the
/// network's archive.
///
/// # Errors
/// Where the terminal cannot be used. It has been restored then.
pub fn run(start: &Start, theme: &Theme, first: Option<Loaded>, network: Network) -> io::Result<Ended> {
    let begin = Instant::now();
    let (sender, receiver) = mpsc::channel();
    let signals = signals::watch(sender.clone())?;
    let mut screen = Screen::enter()?;
    if start.preferences.mouse {
        screen.use_mouse(true)?;
    }
    let (mut app, effects) = App::new(start, screen.size());
    let effects = match first {
        Some(loaded) => app.show(loaded),
        None => effects,
    };
    app.settle();
    screen.draw(&app, theme)?;
    input::listen(sender.clone());
    let mut hands = Hands::new(sender, network);
    let mut driver = Driver { app: &mut app, screen: &mut screen, hands: &mut hands, theme, begin };
    driver.paint_rest()?;
    let ended = driver.carry_out(effects).map_or_else(|| driver.turn(&receiver), Ok);
    drop(screen);
    signals.done();
    ended
}

struct Driver<'a> {
    app: &'a mut App,
    screen: &'a mut Screen,
    hands: &'a mut Hands,
    theme: &'a Theme,
    begin: Instant,
}

impl Driver<'_> {
    /// The loop: wait, take everything that has come, draw once.
    fn turn(&mut self, receiver: &Receiver<Incoming>) -> io::Result<Ended> {
        loop {
            let first = match self.app.tick() {
                Some(tick) => receiver.recv_timeout(tick),
                None => receiver.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            let mut next = match first {
                Ok(incoming) => Some(incoming),
                Err(RecvTimeoutError::Timeout) => Some(Incoming::Event(Event::Tick)),
                // The senders live as long as the loop.
                Err(RecvTimeoutError::Disconnected) => return Ok(Ended::Quit),
            };
            while let Some(incoming) = next {
                if let Some(ended) = self.take(incoming)? {
                    return Ok(ended);
                }
                next = receiver.try_recv().ok();
            }
            self.paint()?;
        }
    }

    /// Draws what there is, and then what takes longer.
    fn paint(&mut self) -> io::Result<()> {
        self.app.settle();
        self.screen.draw(self.app, self.theme)?;
        self.paint_rest()
    }

    fn paint_rest(&mut self) -> io::Result<()> {
        if self.app.complete() {
            self.app.settle();
            self.screen.draw(self.app, self.theme)?;
        }
        for effect in self.app.wants() {
            self.hands.carry_out(effect);
        }
        Ok(())
    }

    fn take(&mut self, incoming: Incoming) -> io::Result<Option<Ended>> {
        match incoming {
            Incoming::Event(event) => {
                let effects = self.app.update(event, self.begin.elapsed());
                Ok(self.carry_out(effects))
            }
            Incoming::Resized => {
                let Size { width, height } = self.screen.measure()?;
                let effects = self.app.update(Event::Resize(width, height), self.begin.elapsed());
                Ok(self.carry_out(effects))
            }
            Incoming::Signal(signal) if signal == signals::STOP => {
                self.suspend()?;
                Ok(None)
            }
            Incoming::Signal(signal) => Ok(Some(Ended::Signal(signal))),
            Incoming::HungUp => Ok(Some(Ended::Signal(signals::HANG_UP))),
            #[cfg(feature = "fetch")]
            Incoming::Kept { ticket, site, copy } => {
                self.hands.go_on(ticket, site, copy.map(|copy| *copy));
                Ok(None)
            }
            #[cfg(feature = "fetch")]
            Incoming::Family { ticket, rows, left_out } => {
                self.hands.survey(ticket, &rows, left_out);
                Ok(None)
            }
            Incoming::CopyThroughTerminal(text) => {
                self.screen.copy(&text)?;
                let copied = "Sent to the terminal's clipboard (OSC 52); not every terminal takes it.".to_owned();
                Ok(self.tell(Message::Copied(Ok(copied))))
            }
        }
    }

    fn carry_out(&mut self, effects: Vec<Effect>) -> Option<Ended> {
        for effect in effects {
            match effect {
                Effect::Quit => return Some(Ended::Quit),
                Effect::Suspend => {
                    if self.suspend().is_err() {
                        return Some(Ended::Signal(signals::HANG_UP));
                    }
                }
                Effect::Mouse(on) => {
                    if self.screen.use_mouse(on).is_err() {
                        return Some(Ended::Signal(signals::HANG_UP));
                    }
                }
                other => self.hands.carry_out(other),
            }
        }
        None
    }

    fn tell(&mut self, message: Message) -> Option<Ended> {
        let effects = self.app.update(Event::Message(Box::new(message)), self.begin.elapsed());
        self.carry_out(effects)
    }

    /// Gives the terminal back, stops until the shell continues us, and takes it again.
    fn suspend(&mut self) -> io::Result<()> {
        if !signals::has_shell() {
            // Being told asks for nothing to be done.
            _ = self.tell(Message::NotDone("No shell is there that could continue a stopped robotui.".to_owned()));
            return Ok(());
        }
        self.screen.leave()?;
        signals::stop()?;
        self.screen.take_again()?;
        let Size { width, height } = self.screen.size();
        // A resize asks for nothing to be done.
        _ = self.app.update(Event::Resize(width, height), self.begin.elapsed());
        Ok(())
    }
}
