//! The store on a thread of its own, so that neither a screen nor a fetch waits for a disk.

use super::{Hash, Known, Place, Saved, Store, Trouble, Version, VersionId};
use crate::robots::Delivery;
use std::fmt;
use std::path::Path;
use std::sync::mpsc::{self, Receiver, SyncSender, TrySendError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// How many things may wait to be done. Each save holds a body.
const WAITING: usize = 16;

/// Keeps what is fetched, and answers what was. The thread and the store start with the first thing to do. Clones share them.
///
/// Where a fetch cannot be saved, history is off for as long as the keeper lives, and says so once.
#[derive(Clone)]
pub struct Keeper {
    desk: Arc<Desk>,
}

struct Desk {
    place: Result<Place, Trouble>,
    thread: Mutex<Option<Thread>>,
}

struct Thread {
    jobs: SyncSender<Job>,
    /// Tells, by ending, that everything is done.
    ended: Receiver<()>,
}

type Job = Box<dyn FnOnce(&mut Cabinet) + Send>;

/// What the thread has.
struct Cabinet {
    place: Result<Place, Trouble>,
    store: Option<Store>,
    /// Nothing is saved any more.
    off: bool,
}

impl Keeper {
    /// A keeper that has not started anything, of a place that may be none.
    #[must_use]
    pub fn new(place: Result<Place, Trouble>) -> Self {
        Self { desk: Arc::new(Desk { place, thread: Mutex::default() }) }
    }

    /// Where the history is, where it has a place.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.desk.place.as_ref().ok().map(Place::path)
    }

    /// Saves a fetch. Returns at once, but where many others are still waiting. `done` is called once, on the thread of the
    /// keeper; where history is off already, it is not called.
    pub fn save(&self, delivery: Delivery, body: Vec<u8>, done: impl FnOnce(Result<Saved, Trouble>) + Send + 'static) {
        let job: Job = Box::new(move |cabinet| {
            if let Some(saved) = cabinet.save(&delivery, &body) {
                done(saved);
            }
        });
        if let Some(jobs) = self.jobs() {
            // Fails where the thread is gone, which only `finish` ends.
            _ = jobs.send(job);
        }
    }

    /// Asks for the versions of a URL, the newest first. Never waits; `done` is called once, on the thread of the keeper or,
    /// where it has too much to do, on this one. Whoever cares which question an answer belongs to gives each a number.
    pub fn versions(&self, asked: String, done: impl FnOnce(Result<Vec<Version>, Trouble>) + Send + 'static) {
        self.ask(move |store| store.map_or_else(|| Ok(Vec::new()), |store| store.versions(&asked)), done);
    }

    /// Asks for a body, in the same way.
    pub fn body(&self, hash: Hash, done: impl FnOnce(Result<Option<Vec<u8>>, Trouble>) + Send + 'static) {
        self.ask(move |store| store.map_or(Ok(None), |store| store.body(hash)), done);
    }

    /// Asks for all that the fetch saw that saw a version first, with its body, in the same way.
    pub fn fetched(
        &self,
        id: VersionId,
        done: impl FnOnce(Result<Option<(Delivery, Vec<u8>)>, Trouble>) + Send + 'static,
    ) {
        let read = move |store: Option<&Store>| {
            let Some(store) = store else { return Ok(None) };
            let Some(version) = store.version(id)? else { return Ok(None) };
            Ok(store.delivery(id)?.zip(store.body(version.hash)?))
        };
        self.ask(read, done);
    }

    /// Asks for the sites that were fetched last, in the same way.
    pub fn sites(&self, limit: usize, done: impl FnOnce(Result<Vec<Known>, Trouble>) + Send + 'static) {
        self.ask(move |store| store.map_or_else(|| Ok(Vec::new()), |store| store.sites(limit)), done);
    }

    /// Asks the store anything; it is given none where nothing was ever kept.
    pub fn ask<T: 'static>(
        &self,
        question: impl FnOnce(Option<&Store>) -> Result<T, Trouble> + Send + 'static,
        done: impl FnOnce(Result<T, Trouble>) + Send + 'static,
    ) {
        let busy = self.desk.place.clone().map_or_else(|e| e, |place| Trouble::Locked(place.path().to_owned()));
        // Either the job or, where it is not taken, this function calls it.
        let done = Arc::new(Mutex::new(Some(done)));
        let own = Arc::clone(&done);
        let job: Job = Box::new(move |cabinet| answer(&done, cabinet.read().and_then(question)));
        let taken = match self.jobs() {
            Some(jobs) => match jobs.try_send(job) {
                Ok(()) => true,
                Err(TrySendError::Full(_) | TrySendError::Disconnected(_)) => false,
            },
            None => false,
        };
        if !taken {
            answer(&own, Err(busy));
        }
    }

    /// Waits until everything is done, at most for this long; says whether it is. Nothing can be asked afterwards but what
    /// starts the thread anew.
    #[must_use]
    pub fn finish(&self, patience: Duration) -> bool {
        let Some(Thread { jobs, ended }) = self.thread().take() else { return true };
        drop(jobs);
        ended.recv_timeout(patience) == Err(mpsc::RecvTimeoutError::Disconnected)
    }

    fn thread(&self) -> MutexGuard<'_, Option<Thread>> {
        self.desk.thread.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The way to the thread, which is started where there is none; none where the system gives none.
    fn jobs(&self) -> Option<SyncSender<Job>> {
        let mut thread = self.thread();
        if thread.is_none() {
            *thread = Thread::start(self.desk.place.clone());
        }
        thread.as_ref().map(|thread| thread.jobs.clone())
    }
}

impl fmt::Debug for Keeper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Keeper").field("place", &self.desk.place).finish_non_exhaustive()
    }
}

fn answer<T>(done: &Mutex<Option<impl FnOnce(T)>>, value: T) {
    let done = done.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(done) = done {
        done(value);
    }
}

impl Thread {
    fn start(place: Result<Place, Trouble>) -> Option<Self> {
        let (jobs, todo) = mpsc::sync_channel::<Job>(WAITING);
        let (end, ended) = mpsc::channel::<()>();
        let work = move || {
            let mut cabinet = Cabinet { place, store: None, off: false };
            while let Ok(job) = todo.recv() {
                job(&mut cabinet);
            }
            // The store is closed first.
            drop(cabinet);
            drop(end);
        };
        thread::Builder::new().name("history".to_owned()).spawn(work).ok()?;
        Some(Self { jobs, ended })
    }
}

impl Cabinet {
    /// None where history is off already.
    fn save(&mut self, delivery: &Delivery, body: &[u8]) -> Option<Result<Saved, Trouble>> {
        if self.off {
            return None;
        }
        let saved = self.store().and_then(|store| store.save(delivery, body));
        self.off = saved.is_err();
        Some(saved)
    }

    fn store(&mut self) -> Result<&mut Store, Trouble> {
        let store = match self.store.take() {
            Some(store) => store,
            None => Store::open(self.place.as_ref().map_err(Clone::clone)?)?,
        };
        Ok(self.store.insert(store))
    }

    /// The store, to be read; none where there is none yet.
    fn read(&mut self) -> Result<Option<&Store>, Trouble> {
        if self.store.is_none() {
            self.store = Store::open_existing(self.place.as_ref().map_err(Clone::clone)?)?;
        }
        Ok(self.store.as_ref())
    }
}
