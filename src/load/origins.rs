//! Asking the origins of a site: over the network, or what was kept of them.

use super::{Archive, Copy, Network};
use crate::answer::origins::{Family, Row, Seen, State};
use crate::fetch::{Courier, Site};
use crate::robots::Origin;
use std::sync::Arc;

/// Sites of the history that are looked through for more hosts.
#[cfg(feature = "history")]
const KNOWN: usize = 10_000;

/// The rows of a family, as they can be asked for: each URL is read as one that a person gives. What cannot be asked is left out.
#[must_use]
pub fn rows(family: &Family) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for origin in &family.origins {
        let site = Site::read(&origin.robots_url()).ok();
        // Two spellings of a host are one.
        let origin = site.and_then(|site| Origin::of(site.url().as_str()));
        if let Some(origin) = origin.filter(|origin| !rows.iter().any(|row| row.origin == *origin)) {
            rows.push(Row::asking(origin));
        }
    }
    rows
}

impl Network {
    /// Asks which origins were asked before, and calls `done` once with them, perhaps on another thread.
    pub fn known(&self, done: impl FnOnce(Vec<Origin>) + Send + 'static) {
        self.archive.known(done);
    }

    /// Asks these origins, in place of those that are being asked. `tell` is called once for each, with its place, on another
    /// thread; `say` too, where something went wrong with keeping an answer. Offline it is what was kept that is told.
    pub fn survey(
        &self,
        courier: &mut Courier,
        rows: &[Row],
        say: impl Fn(String) + Clone + Send + Sync + 'static,
        tell: impl Fn(usize, State) + Send + Sync + 'static,
    ) {
        // A row is made of a URL that was read already.
        let sites: Vec<Site> = rows.iter().filter_map(|row| Site::read(&row.url).ok()).collect();
        let state = |loaded| Seen::new(loaded).map_or(State::NothingKept, |seen| State::Seen(Box::new(seen)));
        if self.offline {
            let asked = sites.clone();
            let told = move |at: usize, copy: Option<Copy>| {
                let loaded = copy.zip(asked.get(at)).map(|(copy, site)| copy.loaded(site));
                tell(at, loaded.map_or(State::NothingKept, state));
            };
            if self.keeps() {
                self.archive.copies(sites, told);
            } else {
                (0..sites.len()).for_each(|at| told(at, None));
            }
            return;
        }
        let errands = sites.iter().map(|site| (site.clone(), self.options.clone())).collect();
        let network = self.clone();
        courier.start_many(errands, move |at, fetched| {
            let say = say.clone();
            let loaded = sites.get(at).and_then(|site| network.arrived(site, fetched, None, say));
            tell(at, loaded.map_or(State::NothingKept, state));
        });
    }
}

impl Archive {
    fn known(&self, done: impl FnOnce(Vec<Origin>) + Send + 'static) {
        #[cfg(feature = "history")]
        if let Some(keeper) = self.keeper() {
            return keeper.sites(KNOWN, move |found| {
                // What cannot be read is not asked; that the history is ill is said when it is written.
                let found = found.unwrap_or_default();
                done(found.iter().filter_map(|known| Origin::of(&known.asked)).collect());
            });
        }
        _ = self;
        done(Vec::new());
    }

    /// What was kept of each of these sites. `tell` is called once for each.
    fn copies(&self, sites: Vec<Site>, tell: impl Fn(usize, Option<Copy>) + Send + Sync + 'static) {
        let tell = Arc::new(tell);
        #[cfg(feature = "history")]
        if let Some(keeper) = self.keeper() {
            let (count, told) = (sites.len(), Arc::clone(&tell));
            let question = move |store: Option<&crate::history::Store>| {
                for (at, site) in sites.iter().enumerate() {
                    let copy = store.and_then(|store| super::archive::last(store, &site.places()).ok().flatten());
                    told(at, copy);
                }
                Ok(())
            };
            return keeper.ask(question, move |done| {
                if done.is_err() {
                    (0..count).for_each(|at| tell(at, None));
                }
            });
        }
        _ = self;
        (0..sites.len()).for_each(|at| tell(at, None));
    }
}
