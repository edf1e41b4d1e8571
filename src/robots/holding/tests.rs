//! Each profile through time, and what must hold for any observations.

use super::super::delivery::Failure;
use super::*;
use proptest::prelude::*;

/// 2026-05-28.
const T: i64 = 1_780_000_000;
const DAY: i64 = 24 * HOUR;

fn failed() -> Outcome {
    Outcome::Failed(Failure::Timeout, "it took too long".to_owned())
}

/// What is held `after` seconds after [`T`], where these statuses were heard so many seconds after it; 0 is no answer.
fn held(profile: &Profile, heard: &[(i64, u16)], after: i64) -> (State, Option<usize>) {
    let outcomes: Vec<Outcome> = heard
        .iter()
        .map(|&(_, status)| match status {
            0 => failed(),
            status => Outcome::Answered(status),
        })
        .collect();
    let observed: Vec<Observed> = heard
        .iter()
        .zip(&outcomes)
        .map(|(&(at, _), outcome)| Observed { at: T + at, outcome, max_age: None })
        .collect();
    let holding = holding(&observed, profile, T + after);
    (holding.state, holding.copy)
}

#[test]
fn google_stops_for_12_hours_then_uses_its_copy_and_after_30_days_gives_up() {
    use State::{File, GivenUp, LastCopy, Stopped, Unrestricted};
    let google = |heard, after| held(&Profile::GOOGLE, heard, after);
    let good = [(-HOUR, 200), (0, 503)];
    assert_eq!(google(&good, -1), (File, Some(0)));
    for (after, state, copy) in [
        (0, Stopped, None),
        (12 * HOUR - 1, Stopped, None),
        (12 * HOUR, LastCopy, Some(0)),
        (30 * DAY - 1, LastCopy, Some(0)),
        (30 * DAY, GivenUp { answers: true }, None),
        (3000 * DAY, GivenUp { answers: true }, None),
    ] {
        assert_eq!(google(&good, after), (state, copy), "{after}");
    }
    assert_eq!(google(&[(0, 429)], 0), (Stopped, None));
    assert_eq!(google(&[(0, 429)], 12 * HOUR), (Unrestricted, None));
    // Where nothing answers, the site is taken to be down.
    assert_eq!(google(&[(0, 503), (DAY, 0)], 30 * DAY), (GivenUp { answers: false }, None));
}

#[test]
fn the_failing_begins_with_the_first_failure_and_ends_with_any_answer() {
    use State::{File, LastCopy, NoFile, Stopped, Unrestricted};
    let google = |heard, after| held(&Profile::GOOGLE, heard, after);
    let heard = [(0, 200), (HOUR, 503), (8 * HOUR, 0), (12 * HOUR, 500)];
    assert_eq!(google(&heard, 13 * HOUR), (LastCopy, Some(0)));
    let heard = [(0, 200), (HOUR, 503), (8 * HOUR, 200), (12 * HOUR, 500)];
    assert_eq!(google(&heard, 9 * HOUR), (File, Some(2)));
    assert_eq!(google(&heard, 13 * HOUR), (Stopped, None));
    assert_eq!(google(&heard, 24 * HOUR), (LastCopy, Some(2)));
    // That there is no file is an answer too, and the text before it is gone.
    let heard = [(0, 200), (HOUR, 404), (2 * HOUR, 503)];
    assert_eq!(google(&heard, HOUR), (NoFile, None));
    assert_eq!(google(&heard, DAY), (Unrestricted, None));
}

#[test]
fn a_copy_from_long_before_the_failing_is_still_the_last_one() {
    let heard = [(-400 * DAY, 200), (0, 503)];
    assert_eq!(held(&Profile::GOOGLE, &heard, DAY), (State::LastCopy, Some(0)));
}

#[test]
fn the_standard_closes_everything_and_after_a_long_time_leaves_a_choice() {
    use State::{LastCopy, Stopped, Unrestricted};
    for profile in [&Profile::RFC9309, &Profile::BING, &Profile::SUBSTRING] {
        let good = [(-HOUR, 200), (0, 503)];
        assert_eq!(held(profile, &good, 0), (Stopped, None));
        assert_eq!(held(profile, &good, 30 * DAY - 1), (Stopped, None));
        assert_eq!(held(profile, &good, 30 * DAY), (LastCopy, Some(0)));
        assert_eq!(held(profile, &[(0, 0)], 30 * DAY - 1), (Stopped, None));
        assert_eq!(held(profile, &[(0, 0)], 30 * DAY), (Unrestricted, None));
        assert_eq!(held(profile, &[(0, 429)], 0), (State::NoFile, None));
    }
    let outcome = failed();
    let at = |now| holding(&[Observed { at: T, outcome: &outcome, max_age: None }], &Profile::RFC9309, now);
    assert!(!at(T).open && at(T + LONG).open);
}

#[test]
fn yandex_is_never_kept_out_and_urllib_never_let_in_again() {
    for status in [0, 403, 404, 429, 503] {
        assert_eq!(held(&Profile::YANDEX, &[(-HOUR, 200), (0, status)], 90 * DAY), (State::NoFile, None));
    }
    assert_eq!(held(&Profile::YANDEX, &[(0, 200)], 90 * DAY), (State::File, Some(0)));
    assert_eq!(held(&Profile::FIRST_MATCH, &[(-HOUR, 200), (0, 503)], 90 * DAY), (State::Stopped, None));
    assert_eq!(held(&Profile::FIRST_MATCH, &[(-HOUR, 200), (0, 403)], 90 * DAY), (State::Refused, None));
    assert_eq!(held(&Profile::FIRST_MATCH, &[(-HOUR, 200), (0, 404)], 0), (State::NoFile, None));
}

#[test]
fn an_answer_without_a_text_to_it_is_a_failure() {
    // 304 where no copy was held; where one was, the fetch ends as the copy's did.
    assert_eq!(held(&Profile::GOOGLE, &[(0, 304)], 0), (State::Stopped, None));
    assert_eq!(held(&Profile::RFC9309, &[(0, 200), (1, 304)], 1), (State::Stopped, None));
    assert_eq!(held(&Profile::YANDEX, &[(0, 304)], 0), (State::NoFile, None));
}

#[test]
fn an_answer_is_gone_by_for_a_day_or_as_long_as_it_says() {
    let ok = Outcome::Answered(200);
    let at = |profile, max_age, after| {
        let held = holding(&[Observed { at: T, outcome: &ok, max_age }], profile, T + after);
        assert_eq!(held.copy, Some(0));
        (held.overdue, held.until.map(|until| until - T))
    };
    assert_eq!(at(&Profile::GOOGLE, None, 0), (false, Some(DAY)));
    assert_eq!(at(&Profile::GOOGLE, None, DAY), (true, None));
    assert_eq!(at(&Profile::GOOGLE, Some(60), 59), (false, Some(60)));
    assert_eq!(at(&Profile::GOOGLE, Some(7 * 86_400), 2 * DAY), (false, Some(7 * DAY)));
    // The standard's day is the most.
    assert_eq!(at(&Profile::RFC9309, Some(7 * 86_400), 2 * DAY), (true, None));
    assert_eq!(at(&Profile::RFC9309, Some(60), 0), (false, Some(60)));
    assert_eq!(at(&Profile::YANDEX, Some(60), 2 * DAY), (false, None));
}

#[test]
fn max_age_is_read_out_of_the_header() {
    for (header, seconds) in [
        ("max-age=3600", Some(3600)),
        ("public, Max-Age = \"60\"", Some(60)),
        ("s-maxage=5, max-age=0", Some(0)),
        ("max-age=99999999999999999999", Some(u32::MAX)),
        ("max-age=-1", None),
        ("max-age=", None),
        ("no-store", None),
        ("", None),
    ] {
        assert_eq!(max_age(header), seconds, "{header}");
    }
}

#[test]
fn a_clock_that_was_set_back_and_one_that_is_wrong_are_noticed() {
    let outcomes = [Outcome::Answered(200), Outcome::Answered(503), Outcome::Answered(404)];
    let at = |times: [i64; 3]| {
        let observed: Vec<Observed> =
            times.iter().zip(&outcomes).map(|(&at, outcome)| Observed { at: T + at, outcome, max_age: None }).collect();
        holding(&observed, &Profile::GOOGLE, T)
    };
    // The 503 has the latest time.
    let held = at([-2, -1, -3]);
    assert!(held.reordered && held.ignored == 0 && held.state == State::Stopped, "{held:?}");
    // Two in the same second come as they were given.
    let held = at([-1, -1, -1]);
    assert!(!held.reordered && held.state == State::NoFile, "{held:?}");
    // What has not happened yet counts for nothing.
    let held = at([-1, 5, 9]);
    assert!(held.ignored == 2 && held.state == State::File && !held.reordered, "{held:?}");
    let held = at([1, 2, 3]);
    assert!(held.ignored == 3 && held.state == State::Unasked && held.meaning().is_none(), "{held:?}");
}

#[test]
fn the_ends_of_time_are_no_trouble() {
    let outcomes = [Outcome::Answered(503), Outcome::Answered(200)];
    for profile in Profile::ALL {
        for at in [i64::MIN, i64::MAX] {
            for outcome in &outcomes {
                for now in [i64::MIN, 0, i64::MAX] {
                    _ = holding(&[Observed { at, outcome, max_age: Some(u32::MAX) }], profile, now);
                }
            }
        }
    }
}

fn outcome() -> impl Strategy<Value = Outcome> {
    prop_oneof![
        prop::sample::select(vec![200, 204, 304, 401, 403, 404, 410, 429, 500, 503]).prop_map(Outcome::Answered),
        Just(Outcome::TooManyRedirects),
        Just(Outcome::NoLocation(302)),
        Just(failed()),
    ]
}

type Heard = Vec<(i64, Outcome, Option<u32>)>;

/// Observations up to [`T`].
fn heard() -> impl Strategy<Value = Heard> {
    let max_age = prop::option::of(0u32..200_000);
    prop::collection::vec((T - 40 * DAY..T, outcome(), max_age), 0..12)
}

fn observed(heard: &Heard) -> Vec<Observed<'_>> {
    heard.iter().map(|(at, outcome, max_age)| Observed { at: *at, outcome, max_age: *max_age }).collect()
}

proptest! {
    #[test]
    fn time_alone_changes_nothing_but_at_the_moment_that_was_named(heard in heard(), later in 0..80 * DAY) {
        let observed = observed(&heard);
        for profile in Profile::ALL {
            let mut held = holding(&observed, profile, T);
            // Leaps from one such moment to the next; there are few.
            let mut leaps = 0;
            while let Some(until) = held.until.filter(|&until| until <= T + later) {
                prop_assert!(until > T);
                prop_assert_eq!(holding(&observed, profile, until - 1), held);
                let next = holding(&observed, profile, until);
                prop_assert_ne!(next, held);
                held = next;
                leaps += 1;
            }
            prop_assert!(leaps <= 2);
            let at_last = holding(&observed, profile, T + later);
            // Of what was never asked nothing is held, from whatever moment on.
            prop_assert_eq!(Holding { from: held.from, ..at_last }, held);
        }
    }

    #[test]
    fn the_order_in_which_observations_are_given_is_no_matter(heard in heard()) {
        let mut sorted = heard.clone();
        sorted.sort_by_key(|(at, ..)| *at);
        sorted.dedup_by_key(|(at, ..)| *at);
        let mut turned = sorted.clone();
        turned.reverse();
        for profile in Profile::ALL {
            let one = holding(&observed(&sorted), profile, T);
            let other = holding(&observed(&turned), profile, T);
            prop_assert!(!one.reordered && other.reordered == (sorted.len() > 1));
            let copy = other.copy.map(|copy| sorted.len() - 1 - copy);
            prop_assert_eq!(Holding { reordered: false, copy, ..other }, one);
        }
    }

    #[test]
    fn what_comes_later_is_not_known_now(heard in heard(), after in prop::collection::vec((1i64..DAY, outcome()), 1..4)) {
        let mut with: Heard = heard.clone();
        with.extend(after.iter().map(|(at, outcome)| (T + at, outcome.clone(), None)));
        for profile in Profile::ALL {
            let held = holding(&observed(&with), profile, T);
            prop_assert_eq!(held.ignored, after.len());
            prop_assert_eq!(Holding { ignored: 0, ..held }, holding(&observed(&heard), profile, T));
        }
    }

    #[test]
    fn rules_hold_by_a_copy_that_was_brought_and_by_none_else(heard in heard()) {
        for profile in Profile::ALL {
            let held = holding(&observed(&heard), profile, T);
            prop_assert_eq!(held.copy.is_some(), held.meaning() == Some(Meaning::Rules));
            if let Some(copy) = held.copy {
                prop_assert!(matches!(heard[copy].1, Outcome::Answered(200..=299)));
            }
        }
    }
}
