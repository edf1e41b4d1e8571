//! Asking many at once: the origins of a site, and one file under several names. Both go on the courier beside the load.

use super::{Hands, Incoming, send};
use crate::answer::askers;
use crate::answer::origins::{Family, Row};
use crate::app::{Message, grid};
use crate::fetch::Site;
use crate::load::origins::rows;
use crate::robots::Origin;

impl Hands {
    /// Looks up which origins are known, before all of them are asked.
    pub(super) fn look_up(&mut self, ticket: u64, asked: Origin, named: Vec<Origin>) {
        self.many = Some(ticket);
        let sender = self.sender.clone();
        // The answer comes back through the loop: whoever has closed the grid meanwhile is not bothered.
        self.network.known(move |known| {
            let family = Family::new(&asked, &[], &named, &known);
            _ = sender.send(Incoming::Family { ticket, rows: rows(&family), left_out: family.left_out });
        });
    }

    /// Asks the origins, once it is known which they are.
    pub fn survey(&mut self, ticket: u64, rows: &[Row], left_out: usize) {
        if self.many != Some(ticket) {
            return;
        }
        let (sender, complaints) = (self.sender.clone(), self.sender.clone());
        let tell = move |news| send(&sender, Message::Grid { ticket, news });
        tell(grid::News::Rows { rows: rows.to_owned(), left_out });
        let say = move |sentence| send(&complaints, Message::NotKept(sentence));
        let told = move |at, state| tell(grid::News::Row(at, state));
        self.network.survey(&mut self.courier, rows, say, told);
    }

    /// Asks for one file under several names.
    pub(super) fn ask_as(&mut self, ticket: u64, url: &str) {
        self.many = Some(ticket);
        let sender = self.sender.clone();
        match Site::read(url) {
            Ok(_) if self.network.offline => {
                send(&sender, Message::NotDone("Nobody is asked: this is --offline.".to_owned()));
            }
            Ok(site) => {
                let tell = move |news| send(&sender, Message::Asked { ticket, news });
                self.network.ask_as(&mut self.courier, &site, askers::usual().into(), tell);
            }
            Err(why) => send(&sender, Message::NotDone(why)),
        }
    }

    pub(super) fn cancel_many(&mut self) {
        self.many = None;
        self.courier.cancel_many();
    }
}
