//! Fetching many sites at once, a few at a time, beside a screen that goes on. What a fetch does is for the rest of the room.

use super::courier::{Courier, not_started};
use super::{Fetched, Options, Site, failed, fetch};
use crate::robots::delivery::Failure;
use std::sync::Arc;
use tokio::task::{JoinSet, spawn_blocking};

/// Fetches that are under way at the same time.
pub const AT_ONCE: usize = 4;

/// A site, and how it is asked.
pub type Errand = (Site, Options);

impl Courier {
    /// Begins to fetch many sites, [`AT_ONCE`] at a time and in this order, in place of those under way, and returns at once.
    /// What is fetched with [`Courier::start`] goes on beside them.
    ///
    /// `tell` is called once for each, with its place in the list, on a thread where it may take its time: the next one begins
    /// when it returns, so that no more than a few bodies are held. After [`Courier::cancel_many`] it is not called any more,
    /// but for those that it was just about to be called for: whoever cares gives each list a number.
    pub fn start_many(&mut self, errands: Vec<Errand>, tell: impl Fn(usize, Fetched) + Send + Sync + 'static) {
        self.cancel_many();
        let runtime = match self.runtime() {
            Ok(runtime) => runtime,
            Err(e) => {
                let told =
                    |(at, (site, _)): (usize, Errand)| tell(at, failed(&site, Failure::Connect, not_started(&e)));
                return errands.into_iter().enumerate().for_each(told);
            }
        };
        let task = runtime.spawn(run(errands, Arc::new(tell)));
        self.many = Some(task.abort_handle());
    }

    /// Gives up the many, if there are any.
    pub fn cancel_many(&mut self) {
        if let Some(task) = self.many.take() {
            task.abort();
        }
    }
}

/// Dropping this ends what is under way.
async fn run(errands: Vec<Errand>, tell: Arc<impl Fn(usize, Fetched) + Send + Sync + 'static>) {
    let mut waiting = errands.into_iter().enumerate();
    let mut under_way = JoinSet::new();
    loop {
        while under_way.len() < AT_ONCE {
            let Some((at, (site, options))) = waiting.next() else { break };
            let tell = Arc::clone(&tell);
            under_way.spawn(async move {
                let fetched = fetch(&site, &options).await;
                // Fails only where `tell` panicked.
                _ = spawn_blocking(move || tell(at, fetched)).await;
            });
        }
        if under_way.join_next().await.is_none() {
            return;
        }
    }
}
