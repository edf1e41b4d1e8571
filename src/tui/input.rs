//! Keys and pastes, read on a thread of their own. What the bytes mean is [`super::decode`]'s business.

use super::Incoming;
use super::decode::{Decoder, Input};
use crate::app::Event;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::fs::File;
use std::io::{self, IsTerminal as _, Read as _};
use std::os::fd::AsFd as _;
use std::sync::mpsc::Sender;

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
fn tty() -> io::Result<File> {
    let stdin = io::stdin();
    if stdin.is_terminal() { Ok(stdin.as_fd().try_clone_to_owned()?.into()) } else { File::open("/dev/tty") }
}

/// How long the rest of a sequence may take: a lone ESC is a key, and a slow line may cut a sequence after it.
const SEQUENCE: Timespec = Timespec { tv_sec: 0, tv_nsec: 25_000_000 };
/// How long a paste may pause.
const PASTE: Timespec = Timespec { tv_sec: 1, tv_nsec: 0 };

fn read(sender: &Sender<Incoming>) -> io::Result<()> {
    let mut tty = tty()?;
    let mut decoder = Decoder::default();
    let mut bytes = vec![0; 64 * 1024];
    loop {
        let patience = match (decoder.is_pasting(), decoder.is_waiting()) {
            (true, _) => Some(&PASTE),
            (false, true) => Some(&SEQUENCE),
            (false, false) => None,
        };
        let mut fds = [PollFd::new(&tty, PollFlags::IN)];
        let inputs = match poll(&mut fds, patience) {
            Ok(0) => decoder.give_up(),
            // A line that is gone must be noticed before it is read: it would give nothing forever.
            Ok(_) if fds[0].revents().intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL) => {
                return Err(io::ErrorKind::BrokenPipe.into());
            }
            Ok(_) => match tty.read(&mut bytes) {
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(count) => decoder.feed(&bytes[..count]),
                Err(e) if matches!(e.kind(), io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock) => continue,
                Err(e) => return Err(e),
            },
            Err(rustix::io::Errno::INTR) => continue,
            Err(e) => return Err(e.into()),
        };
        for input in inputs {
            let event = match input {
                Input::Key(key) => Event::Key(key),
                Input::Paste(text) => Event::Paste(text),
                Input::Mouse(mouse) => Event::Mouse(mouse),
            };
            if sender.send(Incoming::Event(event)).is_err() {
                return Ok(());
            }
        }
    }
}
