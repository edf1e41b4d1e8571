//! The store beside a screen that goes on.

use super::{SITE, fetch, place};
use robotui::history::{Keeper, Place, Trouble};
use std::sync::mpsc;
use std::time::Duration;

const PATIENCE: Duration = Duration::from_secs(20);

#[test]
fn nothing_is_opened_before_there_is_something_to_do() {
    let (directory, place) = place();
    let keeper = Keeper::new(Ok(place));
    assert_eq!(directory.path().read_dir().expect("a directory").count(), 0);
    assert!(keeper.finish(PATIENCE));
}

#[test]
fn what_is_saved_is_answered() {
    let (_directory, place) = place();
    let keeper = Keeper::new(Ok(place));
    let (sender, answers) = mpsc::channel();
    let asked = sender.clone();
    keeper.versions(SITE.into(), move |versions| asked.send(versions.map(|v| v.len())).expect("a listener"));
    let told = sender.clone();
    keeper.save(fetch(1), b"a".to_vec(), move |saved| told.send(saved.map(|_| 100)).expect("a listener"));
    let asked = sender.clone();
    keeper.versions(SITE.into(), move |versions| asked.send(versions.map(|v| v.len())).expect("a listener"));
    let asked = sender.clone();
    keeper.sites(5, move |sites| asked.send(sites.map(|sites| sites.len() + 200)).expect("a listener"));
    let got: Vec<_> = (0..4).map(|_| answers.recv_timeout(PATIENCE).expect("an answer")).collect();
    assert_eq!(got, [Ok(0), Ok(100), Ok(1), Ok(201)]);

    let (sender, answers) = mpsc::channel();
    let other = keeper.clone();
    keeper.versions(SITE.into(), move |versions| {
        let version = versions.expect("a list").remove(0);
        sender.send(version).expect("a listener");
    });
    let version = answers.recv_timeout(PATIENCE).expect("an answer");
    let (sender, answers) = mpsc::channel();
    other.fetched(version.id, move |fetched| sender.send(fetched).expect("a listener"));
    assert_eq!(answers.recv_timeout(PATIENCE), Ok(Ok(Some((fetch(1), b"a".to_vec())))));
    assert!(keeper.finish(PATIENCE));
}

#[test]
fn finishing_waits_for_what_is_to_be_saved() {
    let (_directory, place) = place();
    let keeper = Keeper::new(Ok(place.clone()));
    for i in 0..50 {
        keeper.save(fetch(i), vec![b'a'; 1_000 + i as usize], |saved| assert!(saved.is_ok()));
    }
    assert!(keeper.finish(PATIENCE));
    assert_eq!(super::listed(&super::open(&place)).len(), 50);
}

#[test]
fn trouble_is_told_once_and_switches_history_off() {
    for place in [Err(Trouble::NoPlace), Ok(Place::named("/dev/null/history.sqlite".as_ref()))] {
        let keeper = Keeper::new(place);
        let (sender, answers) = mpsc::channel();
        for i in 0..3 {
            let sender = sender.clone();
            keeper.save(fetch(i), Vec::new(), move |saved| sender.send(saved).expect("a listener"));
        }
        drop(sender);
        assert!(keeper.finish(PATIENCE));
        let told: Vec<_> = answers.iter().collect();
        assert!(matches!(told.as_slice(), [Err(_)]), "{told:?}");
    }
}
