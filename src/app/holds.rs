//! What Google goes by at the moment of the last fetch, told from all that was seen of a site.

use crate::answer::past::{Edition, Past};
use crate::robots::holding::{Observed, holding, words};
use crate::robots::{Delivery, Profile};
use std::fmt::Write as _;

/// The steps in sentences, and the verdict of the URL in the matcher under the text that Google goes by, where that is a version
/// that is known. `past` may be none.
#[must_use]
pub fn text(delivery: &Delivery, past: Option<&Past>) -> String {
    let editions = past.map_or(&[][..], Past::editions);
    // Each version was seen when it came and when it was last looked at; a crawler is taken to have looked then as well.
    let mut places = Vec::new();
    let mut observed = Vec::new();
    for (place, Edition { at, checked, outcome, .. }) in editions.iter().enumerate().rev() {
        for stamp in [at, checked] {
            places.push(place);
            observed.push(Observed { at: stamp.unix, outcome, max_age: None });
        }
    }
    if editions.is_empty() {
        observed.push(Observed::of(delivery));
    }
    let mut out = words::sentences(&observed, &Profile::GOOGLE, delivery.at).join("\n");
    let held = holding(&observed, &Profile::GOOGLE, delivery.at.unix);
    let version = held.copy.and_then(|copy| places.get(copy).copied());
    if let (Some(past), Some(version)) = (past, version)
        && let Some(decision) = past.decisions()[version]
    {
        let verdict = if decision.allowed { "ALLOWED" } else { "DISALLOWED" };
        let by = decision.line().map_or_else(String::new, |line| format!(" by line {line}"));
        let at = super::pane::history::moment(past.editions()[version].at);
        // Writing to a String cannot fail.
        _ = write!(out, "\nIts copy is the version of {at}: under it the URL in the matcher is {verdict}{by}.");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::robots::delivery::{Outcome, Stamp};

    const DAY: i64 = 86_400;

    fn edition(id: i64, day: i64, status: u16) -> Edition {
        let at = Stamp { unix: day * DAY, offset: 0 };
        Edition { id, source: None, at, checked: at, outcome: Outcome::Answered(status), size: 9, change: None }
    }

    #[test]
    fn while_a_site_is_down_google_goes_by_the_last_good_copy() {
        let at = Stamp { unix: 102 * DAY, offset: 0 };
        let down = Delivery { at, ..Delivery::new("https://example.com/robots.txt", Outcome::Answered(503)) };
        let past = Past::new(down.asked.clone(), vec![edition(2, 101, 503), edition(1, 100, 200)]);
        let known = text(&down, Some(&past));
        assert!(known.contains("last good copy"), "{known}");
        // Without a version from before there is none to go by.
        assert_ne!(known, text(&down, None));
    }
}
