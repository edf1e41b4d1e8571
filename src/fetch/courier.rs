//! Fetching beside something else: a screen that goes on, or a command line that waits. What a fetch does is for the rest of
//! the room.

use super::{Fetched, Options, Site, failed, fetch};
use crate::robots::delivery::Failure;
use std::io;
use std::thread;
use tokio::runtime::{Builder, Handle, Runtime};
use tokio::sync::oneshot;
use tokio::task::AbortHandle;

/// Fetches on a thread of its own, one site at a time, and beside it many others ([`Courier::start_many`]). The thread starts with the first fetch. Dropping a courier ends what is
/// under way and waits for nothing, not even for a name server.
#[derive(Default)]
pub struct Courier {
    office: Option<Office>,
    under_way: Option<AbortHandle>,
    /// The fetches of [`Courier::start_many`].
    pub(super) many: Option<AbortHandle>,
}

/// A runtime on a thread that lives as long as this does.
struct Office {
    runtime: Handle,
    /// Dropped to end the thread.
    _open: oneshot::Sender<()>,
}

impl Courier {
    /// A courier that has not started anything.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Begins a fetch in place of the one under way, and returns at once. `done` is called once, on the thread of the courier,
    /// or never where the fetch is cancelled. Where the system gives no thread, it is told so before this returns. A fetch that
    /// is just done may still tell of itself while the next one starts: whoever cares gives each a number.
    pub fn start(&mut self, site: Site, options: Options, done: impl FnOnce(Fetched) + Send + 'static) {
        self.cancel();
        let runtime = match self.runtime() {
            Ok(runtime) => runtime,
            Err(e) => return done(failed(&site, Failure::Connect, not_started(&e))),
        };
        let task = runtime.spawn(async move { done(fetch(&site, &options).await) });
        self.under_way = Some(task.abort_handle());
    }

    /// The runtime, on a thread that is started where there is none yet.
    pub(super) fn runtime(&mut self) -> io::Result<&Handle> {
        let office = self.office.take().map_or_else(Office::open, Ok)?;
        Ok(&self.office.insert(office).runtime)
    }

    /// Gives up the fetch under way, if there is one.
    pub fn cancel(&mut self) {
        if let Some(task) = self.under_way.take() {
            task.abort();
        }
    }

    /// Whether a fetch is under way.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.under_way.as_ref().is_some_and(|task| !task.is_finished())
    }
}

impl Drop for Courier {
    fn drop(&mut self) {
        self.cancel();
        self.cancel_many();
    }
}

impl Office {
    fn open() -> io::Result<Self> {
        let runtime = runtime()?;
        let handle = runtime.handle().clone();
        let (open, closed) = oneshot::channel::<()>();
        thread::Builder::new().name("fetch".to_owned()).spawn(move || {
            let _ = runtime.block_on(closed);
            // Would otherwise wait for names that are still looked up.
            runtime.shutdown_background();
        })?;
        Ok(Self { runtime: handle, _open: open })
    }
}

/// Fetches on this thread and returns when it is done. Must not be called from within a tokio runtime.
#[must_use]
pub fn fetch_blocking(site: &Site, options: &Options) -> Fetched {
    match runtime() {
        Ok(runtime) => {
            let fetched = runtime.block_on(fetch(site, options));
            runtime.shutdown_background();
            fetched
        }
        Err(e) => failed(site, Failure::Connect, not_started(&e)),
    }
}

fn runtime() -> io::Result<Runtime> {
    Builder::new_current_thread().enable_all().build()
}

pub(super) fn not_started(error: &io::Error) -> String {
    format!("this system could not start a fetch: {error}")
}
