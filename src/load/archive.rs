//! Keeping what is fetched, where robotui was built to and is told to. Whatever goes wrong with it, the fetch is shown.

#[cfg(feature = "history")]
use crate::history::Keeper;
#[cfg(all(feature = "fetch", feature = "history"))]
use crate::history::{Saved, Trouble};
#[cfg(all(feature = "fetch", feature = "history"))]
use crate::robots::display;
use std::time::Duration;

/// Where fetches are kept, if anywhere. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Archive {
    #[cfg(feature = "history")]
    keeper: Option<Keeper>,
}

impl Archive {
    /// An archive that keeps nothing.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// Waits until everything is kept, at most for this long; says whether it is.
    #[must_use]
    pub fn finish(&self, patience: Duration) -> bool {
        #[cfg(feature = "history")]
        if let Some(keeper) = &self.keeper {
            return keeper.finish(patience);
        }
        _ = patience;
        true
    }

    /// Keeps a fetch, on another thread. `say` is called there with a sentence, where there is something to be said.
    #[cfg(feature = "fetch")]
    pub(super) fn keep(&self, fetched: &crate::fetch::Fetched, say: impl FnOnce(String) + Send + 'static) {
        #[cfg(feature = "history")]
        if let Some(keeper) = &self.keeper {
            let place = keeper.path().map(|path| path.to_string_lossy().into_owned()).unwrap_or_default();
            keeper.save(fetched.delivery.clone(), fetched.body.clone(), move |saved| {
                if let Some(sentence) = remark(&place, &saved) {
                    say(sentence);
                }
            });
            return;
        }
        _ = (self, fetched, say);
    }
}

#[cfg(feature = "fetch")]
impl Archive {
    /// Asks for what was kept of a site, and calls `done` once with it, perhaps on another thread.
    pub(super) fn copy(&self, site: &crate::fetch::Site, done: impl FnOnce(Option<super::Copy>) + Send + 'static) {
        #[cfg(feature = "history")]
        if let Some(keeper) = &self.keeper {
            let places = site.places();
            return keeper.ask(
                move |store| store.map_or(Ok(None), |store| last(store, &places)),
                move |found| {
                    // What cannot be read is asked for anew; that the history is ill is said when it is written.
                    done(found.ok().flatten());
                },
            );
        }
        _ = (self, site);
        done(None);
    }
}

/// The last that was kept of any of these URLs.
#[cfg(all(feature = "fetch", feature = "history"))]
pub(super) fn last(store: &crate::history::Store, places: &[String]) -> Result<Option<super::Copy>, Trouble> {
    let mut found = Vec::new();
    for place in places {
        found.extend(store.latest(place)?);
    }
    let Some(version) = found.into_iter().max_by_key(|version| version.checked.unix) else { return Ok(None) };
    let (delivery, body) = (store.last_delivery(version.id)?, store.body(version.hash)?);
    Ok(delivery.zip(body).map(|(delivery, body)| super::Copy { delivery, body }))
}

#[cfg(feature = "history")]
impl Archive {
    /// An archive that keeps what is fetched in the history of a keeper.
    #[must_use]
    pub const fn new(keeper: Keeper) -> Self {
        Self { keeper: Some(keeper) }
    }

    /// Whom to ask about what was kept; none where nothing is.
    #[must_use]
    pub const fn keeper(&self) -> Option<&Keeper> {
        self.keeper.as_ref()
    }
}

/// What is to be said about how a fetch was kept.
#[cfg(all(feature = "fetch", feature = "history"))]
fn remark(place: &str, saved: &Result<Saved, Trouble>) -> Option<String> {
    let shown = |text: &str| display::visible_str(text).into_owned();
    match saved {
        Ok(saved) => saved.moved_aside.as_ref().map(|moved| {
            let moved = moved.to_string_lossy();
            format!("The history {} was damaged: it is now {}, and a new one was begun.", shown(place), shown(&moved))
        }),
        Err(trouble) => Some(trouble.to_string()),
    }
}
