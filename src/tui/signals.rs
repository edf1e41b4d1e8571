//! Signals, on a thread of their own: a person at a dead line must still be able to end the program.

use super::Incoming;
use super::screen::restore_by_force;
use rustix::process::{getpgrp, getsid};
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGWINCH};
use signal_hook::iterator::{Handle, Signals};
use signal_hook::low_level::emulate_default_handler;
use std::io;
use std::sync::mpsc::Sender;
use std::time::Duration;

/// The signal of a terminal that is gone.
pub const HANG_UP: i32 = SIGHUP;
/// The signal that stops.
pub const STOP: i32 = SIGTSTP;

/// How long the loop has to leave by itself before the terminal is restored without it.
const PATIENCE: Duration = Duration::from_millis(300);

/// The watch over signals.
pub struct Watch {
    handle: Handle,
}

impl Watch {
    /// Ends the watch.
    pub fn done(self) {
        self.handle.close();
    }
}

/// Begins to watch.
pub fn watch(sender: Sender<Incoming>) -> io::Result<Watch> {
    let mut signals = Signals::new([SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP, SIGWINCH, SIGCONT])?;
    let handle = signals.handle();
    std::thread::Builder::new().name("signals".into()).spawn(move || {
        for signal in signals.forever() {
            let incoming = match signal {
                SIGWINCH | SIGCONT => Incoming::Resized,
                other => Incoming::Signal(other),
            };
            // Where the loop is gone, the program ends by itself.
            _ = sender.send(incoming);
            if matches!(signal, SIGTERM | SIGHUP | SIGINT | SIGQUIT) {
                std::thread::sleep(PATIENCE);
                restore_by_force();
                end_by(signal);
            }
        }
    })?;
    Ok(Watch { handle })
}

/// Whether a shell started the program as a job, and so could continue it. A shell that does that gives each job a process
/// group of its own; the group that leads a session has nobody above it, and stopped once it would stay so.
pub fn has_shell() -> bool {
    getsid(None).is_ok_and(|session| session != getpgrp())
}

/// Stops the program, as the terminal's stop key does to others; returns when it is continued.
pub fn stop() -> io::Result<()> {
    emulate_default_handler(SIGTSTP)
}

/// Ends the program by a signal, so that the shell sees what ended it.
pub fn end_by(signal: i32) -> ! {
    _ = emulate_default_handler(signal);
    std::process::exit(128 + signal)
}
