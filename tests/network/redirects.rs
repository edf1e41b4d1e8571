//! Redirects: how many, whereto, and who is told the password.

use super::server::{Server, answer, redirect, send};
use super::{CLOSED, RULES, bounds, fetch, fetch_within, site};
use robotui::fetch::{Bounds, Options, Pin, fetch_blocking};
use robotui::robots::delivery::Outcome;

/// Redirects so many times, then gives the file.
fn chain(length: usize) -> Server {
    Server::new(move |request, stream| {
        let at: usize = request.split_once("/hop").and_then(|(_, n)| n.split(' ').next()?.parse().ok()).unwrap_or(0);
        let bytes = if at < length { redirect(&format!("/hop{}", at + 1)) } else { answer("200 OK", "", RULES) };
        send(stream, &bytes);
    })
}

/// The outcome of being redirected there.
fn redirected_to(location: &str) -> Outcome {
    let fetched = fetch(&Server::sending(redirect(location)).url());
    assert_eq!(fetched.delivery.hops.len(), 1, "it is recorded and not followed");
    fetched.delivery.outcome
}

#[test]
fn one_redirect_is_followed() {
    let server = chain(1);
    let fetched = fetch(&server.url());
    assert_eq!(fetched.delivery.outcome, Outcome::Answered(200));
    assert_eq!(fetched.body, RULES);
    let hops: Vec<_> = fetched.delivery.hops.iter().map(|h| (h.url.clone(), h.status, h.location.as_deref())).collect();
    let url = server.url();
    assert_eq!(
        hops,
        [(format!("{url}/robots.txt"), Some(301), Some("/hop1")), (format!("{url}/hop1"), Some(200), None),]
    );
    assert_eq!(fetched.delivery.asked, format!("{url}/robots.txt"), "the rules belong to the first");
}

#[test]
fn five_redirects_are_followed() {
    let fetched = fetch(&chain(5).url());
    assert_eq!(fetched.delivery.outcome, Outcome::Answered(200));
    assert_eq!(fetched.delivery.hops.len(), 6);
    assert_eq!(fetched.body, RULES);
}

#[test]
fn a_sixth_redirect_is_shown_and_not_followed() {
    let server = chain(6);
    let fetched = fetch(&server.url());
    assert_eq!(fetched.delivery.outcome, Outcome::TooManyRedirects);
    assert_eq!(fetched.delivery.hops.len(), 6);
    assert_eq!(fetched.delivery.hops[5].location.as_deref(), Some("/hop6"));
    assert_eq!(server.requests().len(), 6);
    assert!(fetched.body.is_empty());
}

#[test]
fn the_number_of_redirects_is_a_bound() {
    let fetched = fetch_within(&chain(1).url(), Bounds { redirects: 0, ..bounds() });
    assert_eq!(fetched.delivery.outcome, Outcome::TooManyRedirects);
}

#[test]
fn a_circle_ends() {
    assert_eq!(fetch(&Server::sending(redirect("/robots.txt")).url()).delivery.outcome, Outcome::TooManyRedirects);
}

#[test]
fn a_redirect_may_go_to_another_host() {
    let other = Server::sending(answer("200 OK", "", RULES));
    let location = format!("//localhost:{}/there#fragment", other.address.port());
    let fetched = fetch(&Server::sending(redirect(&location)).url());
    assert_eq!(fetched.delivery.outcome, Outcome::Answered(200));
    assert_eq!(fetched.delivery.hops[1].url, format!("http://localhost:{}/there", other.address.port()));
}

#[test]
fn a_redirect_without_a_location_leads_nowhere() {
    for headers in ["", "Location: \r\n"] {
        let fetched = fetch(&Server::sending(answer("302 Found", headers, b"")).url());
        assert_eq!(fetched.delivery.outcome, Outcome::NoLocation(302));
    }
}

#[test]
fn a_redirect_to_another_scheme_is_not_followed() {
    for location in ["file:///etc/passwd", "ftp://127.0.0.1/", "javascript:alert(1)"] {
        let sentence = format!("redirected to \"{location}\", which is neither http nor https");
        assert_eq!(redirected_to(location), Outcome::NotFollowed(sentence));
    }
}

#[test]
fn a_redirect_to_what_is_no_url_is_not_followed() {
    let sentence = "redirected to \"http://[oops\", which is no URL".to_owned();
    assert_eq!(redirected_to("http://[oops"), Outcome::NotFollowed(sentence));
}

#[test]
fn a_location_need_not_be_ascii() {
    let latin = b"HTTP/1.1 302 Found\r\nLocation: /caf\xe9\r\nContent-Length: 0\r\n\r\n".to_vec();
    let server = Server::new(move |request, stream| {
        send(stream, if request.contains("/caf") { b"HTTP/1.1 404 Gone\r\nContent-Length: 0\r\n\r\n" } else { &latin });
    });
    let fetched = fetch(&server.url());
    assert_eq!(fetched.delivery.outcome, Outcome::Answered(404));
    assert_eq!(fetched.delivery.hops[0].location.as_deref(), Some("/caf\u{fffd}"));
}

#[test]
fn a_public_name_may_not_send_anybody_to_the_loopback_address() {
    let inside = Server::sending(answer("200 OK", "", RULES));
    let there = format!("http://{}/admin", inside.address);
    let server = Server::sending(redirect(&there));
    let port = server.address.port();
    let pin: Pin = format!("public.example:{port}:127.0.0.1").parse().expect("a pin");
    let ask = |private_redirects| {
        let options = Options { bounds: bounds(), pins: vec![pin.clone()], private_redirects, ..Options::default() };
        fetch_blocking(&site(&format!("http://public.example:{port}/")), &options).delivery
    };
    // With a proxy from the environment the pin is not asked.
    if ask(false).hops[0].proxy.is_some() {
        return;
    }
    let sentence = format!("redirected to {}, and 127.0.0.1 is a private address", inside.address);
    assert_eq!(ask(false).outcome, Outcome::NotFollowed(sentence));
    assert!(inside.requests().is_empty());
    assert_eq!(ask(true).outcome, Outcome::Answered(200), "unless allowed");
}

#[test]
fn a_dead_end_after_a_redirect_is_where_it_ends() {
    let fetched = fetch(&Server::sending(redirect(&format!("http://127.0.0.1:{CLOSED}/"))).url());
    assert_eq!(fetched.delivery.hops.len(), 2);
    assert!(matches!(fetched.delivery.outcome, Outcome::Failed(..)), "{:?}", fetched.delivery.outcome);
    assert!(fetched.delivery.headers.is_empty(), "those of the redirect are not the last answer's");
}

#[test]
fn a_password_stays_with_its_host() {
    let other = Server::sending(answer("200 OK", "", RULES));
    let there = format!("http://{}/there", other.address);
    let server = Server::new(move |request, stream| {
        send(stream, &redirect(if request.contains("/again") { &there } else { "/again" }));
    });
    let fetched = fetch(&format!("http://user:secret@{}/", server.address));
    assert_eq!(fetched.delivery.outcome, Outcome::Answered(200));
    let told = |server: &Server| {
        server.requests().iter().filter(|request| request.to_lowercase().contains("authorization:")).count()
    };
    assert_eq!((told(&server), told(&other)), (2, 0));
}

#[test]
fn a_password_that_a_server_makes_up_is_neither_sent_nor_shown() {
    let other = Server::sending(answer("200 OK", "", RULES));
    let fetched = fetch(&Server::sending(redirect(&format!("http://user:secret@{}/", other.address))).url());
    assert_eq!(fetched.delivery.outcome, Outcome::Answered(200));
    assert!(!other.requests()[0].to_lowercase().contains("authorization:"));
    assert!(!format!("{:?}", fetched.delivery).contains("secret"));
    let outcome = redirected_to("ftp://user:secret@example.com/");
    assert!(!format!("{outcome:?}").contains("secret"), "{outcome:?}");
}
