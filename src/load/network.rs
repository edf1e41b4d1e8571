//! The way to a site: how it is asked, what is kept of the answer, and the copy that is shown meanwhile.

use super::Archive;
use crate::answer::{Loaded, Place};
use crate::fetch::{Fetched, Options, Site, Validators};
use crate::robots::Delivery;
use crate::robots::delivery::Outcome;
use crate::robots::display;

/// The way to sites.
#[derive(Clone, Debug, Default)]
pub struct Network {
    /// How they are asked.
    pub options: Options,
    /// They are not asked: what was kept is shown.
    pub offline: bool,
    /// Where answers are kept.
    pub archive: Archive,
}

/// What was kept of the last fetch of a site.
#[derive(Clone, Debug)]
pub struct Copy {
    /// What that fetch saw.
    pub delivery: Delivery,
    /// The body.
    pub body: Vec<u8>,
}

/// Seconds for which a copy may be shown before anything was asked, as a crawler may use one (RFC 9309 section 2.4).
const FRESH: i64 = 24 * 60 * 60;

impl Copy {
    /// Whether it may be shown while another is fetched: less than a day old at `now`, in seconds of Unix time, and a file.
    #[must_use]
    pub fn is_fresh(&self, now: i64) -> bool {
        self.delivery.is_file() && (0..FRESH).contains(&(now - self.delivery.at.unix))
    }

    /// By what a server tells whether it has changed; none where it gave nothing for that.
    fn validators(&self) -> Option<Validators> {
        let header = |name| self.delivery.header(name).map(str::to_owned);
        let held = Validators { etag: header("etag"), last_modified: header("last-modified") };
        (self.delivery.is_file() && !self.delivery.truncated && held != Validators::default()).then_some(held)
    }

    /// The same as it is shown.
    #[must_use]
    pub fn loaded(self, site: &Site) -> Loaded {
        Loaded { held: true, ..shown(site, Fetched { delivery: self.delivery, body: self.body }) }
    }

    /// What the server says is still what it would send; none where it was asked at another place than the copy came from.
    fn renewed(self, answer: &Delivery) -> Option<Fetched> {
        let place = |delivery: &Delivery| delivery.hops.last().map(|hop| hop.url.clone());
        if place(&self.delivery) != place(answer) {
            return None;
        }
        let mut headers = answer.headers.clone();
        // What the answer does not repeat still holds (RFC 9111 section 4.3.4).
        let missing = |(name, _): &&(String, String)| !answer.headers.iter().any(|(n, _)| n.eq_ignore_ascii_case(name));
        headers.extend(self.delivery.headers.iter().filter(missing).cloned());
        let delivery = Delivery {
            outcome: self.delivery.outcome.clone(),
            gunzipped: self.delivery.gunzipped,
            headers,
            revalidated: true,
            ..answer.clone()
        };
        Some(Fetched { delivery, body: self.body })
    }
}

impl Network {
    /// Whether answers may be kept, and a copy used: another name may be given another file.
    pub(super) fn keeps(&self) -> bool {
        self.options.user_agent.is_none()
    }

    /// Asks what was kept of a site, and calls `done` once with it, perhaps on another thread.
    pub fn copy(&self, site: &Site, done: impl FnOnce(Option<Copy>) + Send + 'static) {
        if self.keeps() {
            self.archive.copy(site, done);
        } else {
            done(None);
        }
    }

    /// How a site is asked of which a copy is held.
    #[must_use]
    pub fn options_with(&self, copy: Option<&Copy>) -> Options {
        Options { held: copy.and_then(Copy::validators), ..self.options.clone() }
    }

    /// What came of a fetch, as it is shown; and it is kept: `say` is called on another thread where that went wrong. Where the
    /// server says that the copy still holds, that is what came of it; none where it has to be asked again without one.
    pub fn arrived(
        &self,
        site: &Site,
        fetched: Fetched,
        copy: Option<Copy>,
        say: impl FnOnce(String) + Send + 'static,
    ) -> Option<Loaded> {
        let fetched = match copy {
            Some(copy) if fetched.delivery.outcome == Outcome::Answered(304) => copy.renewed(&fetched.delivery)?,
            _ => fetched,
        };
        if self.keeps() {
            self.archive.keep(&fetched, say);
        }
        Some(shown(site, fetched))
    }

    /// Fetches a site and waits for it.
    ///
    /// # Errors
    /// Where nothing is fetched and nothing was kept.
    pub(super) fn now(&self, site: &Site, say: fn(&str)) -> Result<Loaded, String> {
        let (sender, receiver) = std::sync::mpsc::channel();
        self.copy(site, move |copy| _ = sender.send(copy));
        let copy = receiver.recv().ok().flatten();
        if self.offline {
            return copy.map(|copy| copy.loaded(site)).ok_or_else(|| nothing_kept(site));
        }
        let said = move |sentence: String| say(&sentence);
        let fetched = crate::fetch::fetch_blocking(site, &self.options_with(copy.as_ref()));
        if let Some(loaded) = self.arrived(site, fetched, copy, said) {
            return Ok(loaded);
        }
        let fetched = crate::fetch::fetch_blocking(site, &self.options);
        self.arrived(site, fetched, None, said).ok_or_else(|| nothing_kept(site))
    }
}

/// Why nothing is shown where nothing may be fetched.
#[must_use]
pub fn nothing_kept(site: &Site) -> String {
    format!("Nothing was kept of {}, and --offline asks no server.", display::visible_str(site.url().as_str()))
}

/// What was fetched, as it is shown.
pub(super) fn shown(site: &Site, fetched: Fetched) -> Loaded {
    let Fetched { delivery, body } = fetched;
    let cut = delivery.truncated.then(|| {
        let read = match body.len() {
            bytes @ 0..10_240 => format!("{bytes} bytes"),
            bytes => format!("{} KiB", bytes / 1024),
        };
        format!("Only the first {read} of {} were read.", display::visible_str(&delivery.asked))
    });
    let untrusted = delivery.passed_over().map(|why| format!("Not to be trusted: {}", display::visible_str(why)));
    let notes: Vec<String> = [untrusted, delivery.fell_back.clone(), cut].into_iter().flatten().collect();
    Loaded {
        place: Place::Site(delivery.asked.clone()),
        path: site.path().map(str::to_owned),
        note: Some(notes.join(". ")).filter(|notes| !notes.is_empty()),
        delivery: Some(delivery),
        bytes: body,
        held: false,
        old: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::robots::delivery::{Hop, Stamp};

    fn copy(unix: i64) -> Copy {
        let url = "https://example.com/robots.txt";
        let delivery = Delivery {
            at: Stamp { unix, offset: 0 },
            headers: vec![("etag".into(), "\"1\"".into()), ("content-type".into(), "text/plain".into())],
            hops: vec![Hop { url: url.into(), status: Some(200), ..Hop::default() }],
            ..Delivery::new(url, Outcome::Answered(200))
        };
        Copy { delivery, body: b"User-agent: *\n".to_vec() }
    }

    #[test]
    fn a_copy_is_shown_for_a_day_unless_the_clock_was_set_back() {
        let copy = copy(1_000_000);
        assert!(copy.is_fresh(1_000_000) && copy.is_fresh(1_000_000 + FRESH - 1));
        assert!(!copy.is_fresh(1_000_000 + FRESH) && !copy.is_fresh(999_999));
        assert_eq!(copy.validators().and_then(|held| held.etag).as_deref(), Some("\"1\""));
    }

    #[test]
    fn what_was_not_modified_is_the_copy_with_new_headers() {
        let answer = Delivery {
            at: Stamp { unix: 2_000_000, offset: 0 },
            headers: vec![("etag".into(), "\"1\"".into()), ("age".into(), "3".into())],
            hops: vec![Hop { status: Some(304), ..copy(0).delivery.hops[0].clone() }],
            ..Delivery::new("https://example.com/robots.txt", Outcome::Answered(304))
        };
        let Fetched { delivery, body } = copy(1_000_000).renewed(&answer).expect("the copy");
        assert_eq!((delivery.outcome.clone(), body), (Outcome::Answered(200), copy(0).body));
        assert!(delivery.revalidated && delivery.at.unix == 2_000_000);
        assert_eq!((delivery.header("age"), delivery.header("content-type")), (Some("3"), Some("text/plain")));
        // A redirect led elsewhere: that the same tag stands there means nothing.
        let mut elsewhere = answer;
        elsewhere.hops[0].url = "https://example.com/other".into();
        assert!(copy(1_000_000).renewed(&elsewhere).is_none());
    }
}
