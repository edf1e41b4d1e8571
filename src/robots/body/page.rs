//! Web pages that stand where a robots.txt should be, and what they are, by marks that such pages are known to bear.

use super::{Page, begins};
use crate::robots::delivery::Delivery;
use memchr::memmem;

/// Whether a text without byte-order mark is a page: its first text opens a tag that pages begin with.
pub(in crate::robots) fn is_page(bytes: &[u8]) -> bool {
    let text = bytes.trim_ascii_start();
    let tags = ["<!doctype html", "<html", "<head", "<body", "<title", "<meta", "<script", "<frameset"];
    if tags.iter().any(|tag| begins(text, tag)) {
        return true;
    }
    // An XML declaration or a comment may stand before the page itself.
    let head = text[..text.len().min(1024)].to_ascii_lowercase();
    (begins(text, "<?xml") || begins(text, "<!--")) && memmem::find(&head, b"<html").is_some()
}

/// Headers by which services say that what they sent is a challenge.
pub(super) fn is_challenge_by_header(delivery: &Delivery) -> bool {
    let says = |name, what: &[&str]| {
        delivery.header(name).is_some_and(|value| what.iter().any(|what| value.trim().eq_ignore_ascii_case(what)))
    };
    says("cf-mitigated", &["challenge"]) || says("x-amzn-waf-action", &["challenge", "captcha"])
}

/// Marks of challenges: paths of scripts, names of their variables, and what they say to people.
const CHALLENGES: [&str; 14] = [
    "/cdn-cgi/challenge-platform/",
    "_cf_chl_opt",
    "captcha-delivery.com",
    "_incapsula_resource",
    "px-captcha",
    "/_sec/cp_challenge",
    "awswafcookiedomainlist",
    "sucuri_cloudproxy_js",
    "ddos-guard/js-challenge",
    "anubis_challenge",
    "enable javascript and cookies to continue",
    "checking your browser before",
    "verifying you are human",
    "verify you are human",
];

/// Marks of applications that run in the browser.
const APPS: [&str; 14] = [
    "id=\"root\"",
    "id=root>",
    "id=\"app\"",
    "id=app>",
    "id=\"__next\"",
    "id=\"__nuxt\"",
    "id=\"___gatsby\"",
    "id=\"svelte\"",
    "data-reactroot",
    "<app-root",
    "ng-app",
    "ng-version",
    "type=\"module\"",
    "/_next/static/",
];

/// What the title of an error page holds.
const ERRORS: [&str; 14] = [
    "404",
    "403",
    "410",
    "500",
    "502",
    "503",
    "504",
    "error",
    "not found",
    "forbidden",
    "denied",
    "unavailable",
    "nicht gefunden",
    "introuvable",
];

/// What a page is. A challenge may send its reader on, and an application may call itself an error: the first that fits.
pub(super) fn kind(text: &[u8]) -> Page {
    let text = text.to_ascii_lowercase();
    let any = |marks: &[&str]| marks.iter().any(|mark| memmem::find(&text, mark.as_bytes()).is_some());
    let titles = [title(&text, "title"), title(&text, "h1")];
    let titled = |words: &[&str]| {
        titles.iter().any(|title| words.iter().any(|word| memmem::find(title, word.as_bytes()).is_some()))
    };
    if any(&CHALLENGES) || titled(&["just a moment", "captcha", "are you a robot", "human verification"]) {
        Page::Challenge
    } else if refreshes(&text) {
        Page::Refresh
    } else if titled(&ERRORS) {
        Page::Error
    } else if any(&APPS) {
        Page::App
    } else {
        Page::Other
    }
}

/// What stands within the first element of this name.
fn title<'a>(text: &'a [u8], name: &str) -> &'a [u8] {
    let from = memmem::find(text, format!("<{name}").as_bytes());
    let within = from.and_then(|from| Some(&text[from + memchr::memchr(b'>', &text[from..])? + 1..]));
    within.map_or(&[], |within| &within[..memmem::find(within, b"</").unwrap_or(within.len()).min(200)])
}

/// A page of more than this has something to show, whatever its scripts do.
const SHORT: usize = 2048;

fn refreshes(text: &[u8]) -> bool {
    let mut metas = memmem::find_iter(text, b"<meta").map(|at| &text[at..]);
    let tag = |from: &'_ [u8]| from[..memchr::memchr(b'>', from).unwrap_or(from.len())].to_vec();
    let is_refresh = |tag: &[u8]| {
        let at = memmem::find(tag, b"http-equiv").map(|at| &tag[at + "http-equiv".len()..]);
        let value = at.map(|rest| behind(b'=', rest.trim_ascii_start()).trim_ascii_start());
        value.is_some_and(|value| begins(behind(b'\'', behind(b'"', value)), "refresh"))
            && memmem::find(tag, b"url").is_some()
    };
    let scripts = ["window.location", "location.href", "location.replace(", "document.location", "top.location"];
    metas.any(|meta| is_refresh(&tag(meta)))
        || memmem::find(text, b"<frameset").is_some()
        || text.len() <= SHORT && scripts.iter().any(|script| memmem::find(text, script.as_bytes()).is_some())
}

/// A text behind one byte, where it begins with that.
fn behind(byte: u8, text: &[u8]) -> &[u8] {
    text.strip_prefix(&[byte]).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::robots::body::{Body, Kind};
    use crate::robots::delivery::Outcome;

    #[test]
    fn pages_are_told_apart() {
        for (page, text) in [
            (Page::Challenge, "<!doctype html><title>Just a moment...</title><div id=\"root\">"),
            (Page::Challenge, "<html><script src=\"/cdn-cgi/challenge-platform/x.js\"></script>"),
            (Page::Challenge, "<html><title>Shop</title><p>Verify you are human"),
            (Page::Refresh, "<html><META HTTP-EQUIV='Refresh' content='0; URL=/home'>"),
            (Page::Refresh, "<meta content=\"5;url=/x\" http-equiv = refresh >"),
            (Page::Refresh, "<html><frameset cols=\"*\"><frame src=\"/x\"></frameset>"),
            (Page::Refresh, "<script>window.location='/home'</script>"),
            (Page::Error, "<html><head><title>404 Not Found</title>"),
            (Page::Error, "<html><body><h1 class=x>Access denied</h1>"),
            (Page::App, "<!DOCTYPE html><title>Shop</title><div id=\"root\"></div>"),
            (Page::Other, "<html><title>Welcome</title><meta http-equiv=\"X-UA-Compatible\" content=\"IE=edge\">"),
            (Page::Other, "<html><title>"),
            (Page::Other, "<html><meta"),
        ] {
            assert_eq!(Body::new(text.as_bytes(), None).kind, Kind::Page(page), "{text}");
        }
    }

    #[test]
    fn a_header_names_a_challenge_whatever_the_body_is() {
        let mut delivery = Delivery::new("https://example.com/robots.txt", Outcome::Answered(403));
        delivery.headers.push(("cf-mitigated".into(), "challenge".into()));
        assert_eq!(Body::new(b"", Some(&delivery)).kind, Kind::Page(Page::Challenge));
    }
}
