//! Keys and pastes, read on a thread of their own.

use super::Incoming;
use crate::app::Event;
use crossterm::event::{self, Event as Raw, KeyEventKind};
use rustix::event::{PollFd, PollFlags, poll};
use std::fs::File;
use std::io::{self, IsTerminal as _};
use std::os::fd::{AsFd as _, OwnedFd};
use std::sync::mpsc::Sender;
use std::time::Duration;

/// Begins to read. Where the system gives no thread, signals still end the program.
pub fn listen(sender: Sender<Incoming>) {
    _ = std::thread::Builder::new().name("input".into()).spawn(move || {
        if read(&sender).is_err() {
            // Whoever listened is gone already, or will end by this.
            _ = sender.send(Incoming::HungUp);
        }
    });
}

/// The terminal that keys come from: standard input, or the controlling terminal where that is a pipe.
fn tty() -> io::Result<OwnedFd> {
    let stdin = io::stdin();
    if stdin.is_terminal() { stdin.as_fd().try_clone_to_owned() } else { Ok(File::open("/dev/tty")?.into()) }
}

fn read(sender: &Sender<Incoming>) -> io::Result<()> {
    let tty = tty()?;
    loop {
        // crossterm does not tell of a lost terminal and would spin on it, so it is asked only when there is something to
        // read and the line still stands.
        let mut fds = [PollFd::new(&tty, PollFlags::IN)];
        match poll(&mut fds, None) {
            Ok(_) => {}
            Err(rustix::io::Errno::INTR) => continue,
            Err(e) => return Err(e.into()),
        }
        let told = fds[0].revents();
        if told.intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL) {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        while event::poll(Duration::ZERO)? {
            let incoming = match event::read()? {
                Raw::Key(key) if key.kind != KeyEventKind::Release => Incoming::Event(Event::Key(key)),
                Raw::Paste(text) => Incoming::Event(Event::Paste(text)),
                Raw::Resize(..) => Incoming::Resized,
                _ => continue,
            };
            if sender.send(incoming).is_err() {
                return Ok(());
            }
        }
    }
}
