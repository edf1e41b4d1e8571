//! Carrying out what the state asks about the versions of a file, on the thread of the history. What is not wanted any more is
//! not finished.

use super::Incoming;
use super::effects::send;
use crate::answer::{Loaded, Place};
use crate::app::{Effect, Message};
use crate::history::{Keeper, Trouble, VersionId};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::Sender;

/// Who asks the history for the explorer.
#[derive(Debug, Default)]
pub struct Reader {
    /// Counts what was asked to be compiled: only the last of it is wanted.
    compiled: Arc<AtomicU64>,
}

impl Reader {
    /// Asks what an effect asks for; the answer comes back as a message.
    pub fn carry_out(&mut self, keeper: &Keeper, sender: Sender<Incoming>, effect: Effect) {
        match effect {
            Effect::Recall { ticket, asked } => keeper.ask(
                move |store| store.map_or_else(|| Ok(Vec::new()), |store| store.editions(&asked)),
                // What cannot be read is no history; that it is ill is said when something is kept.
                move |found| send(&sender, Message::Recalled { ticket, editions: found.unwrap_or_default() }),
            ),
            Effect::Compile { ticket, reader, editions } => {
                let number = self.compiled.fetch_add(1, Ordering::Relaxed) + 1;
                let last = Arc::clone(&self.compiled);
                let compile = move |store: Option<&crate::history::Store>| {
                    let Some(store) = store else { return Ok(()) };
                    let wanted = || last.load(Ordering::Relaxed) == number;
                    store.compile(&reader, &editions, wanted, |rulesets| {
                        let reader = reader.clone();
                        send(&sender, Message::Compiled { ticket, reader, rulesets });
                    })
                };
                keeper.ask(compile, |_: Result<(), Trouble>| ());
            }
            Effect::Compare { ticket, editions } => keeper.ask(
                move |store| store.map_or_else(|| Ok(Vec::new()), |store| store.compare(&editions)),
                move |found| send(&sender, Message::Compared { ticket, changes: found.unwrap_or_default() }),
            ),
            Effect::Diff { edition } => keeper.ask(
                move |store| store.map_or(Ok(None), |store| store.difference(VersionId(edition))),
                move |found| {
                    let (title, body) = match found {
                        Ok(Some(difference)) => difference,
                        Ok(None) => ("Compare".to_owned(), "There is no version before it.".to_owned()),
                        Err(trouble) => ("Compare".to_owned(), trouble.to_string()),
                    };
                    send(&sender, Message::Diffed(title, body));
                },
            ),
            Effect::LoadVersion { ticket, edition } => keeper.fetched(VersionId(edition), move |found| {
                let result = match found {
                    Ok(Some((delivery, bytes))) => Ok(Loaded {
                        delivery: Some(delivery.clone()),
                        held: true,
                        old: true,
                        ..Loaded::text(Place::Site(delivery.asked), bytes)
                    }),
                    Ok(None) => Err(format!("Version {edition} is not kept any more.")),
                    Err(trouble) => Err(trouble.to_string()),
                };
                send(&sender, Message::Loaded { ticket, result });
            }),
            _ => {}
        }
    }
}
