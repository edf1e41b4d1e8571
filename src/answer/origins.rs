//! The origins of a site side by side, as Search Console's report has them: which belong to it, and what came of asking each.
//! Asking is done elsewhere.

use super::{Loaded, Subject};
use crate::lint::{self, Issue, Severity};
use crate::robots::delivery::{Outcome, Stamp};
use crate::robots::{Fingerprint, Meaning, Origin, Profile, display};

/// The most hosts that are asked, each over both schemes: as many as Search Console lists.
pub const HOSTS: usize = 20;

/// Which origins belong to a site.
#[derive(Clone, Debug, Default)]
pub struct Family {
    /// The origins, the one that was asked about first.
    pub origins: Vec<Origin>,
    /// Hosts that had no place any more.
    pub left_out: usize,
}

impl Family {
    /// The origins of a site: the host itself, with and without `www`, those that were `given`, those that Sitemap lines have
    /// `named`, and of those that were `seen` before the ones of the same domain. Each over http and https, on the port that it
    /// came with.
    ///
    /// A host that a file names and that can only be this machine, or an address, is left to whoever gives it by hand.
    #[must_use]
    pub fn new(asked: &Origin, given: &[Origin], named: &[Origin], seen: &[Origin]) -> Self {
        let mut places: Vec<(&str, Option<u16>)> = Vec::new();
        let counterpart = counterpart(&asked.host);
        let domain = domain(&asked.host);
        let belongs = |host: &str| host == domain || host.strip_suffix(domain).is_some_and(|rest| rest.ends_with('.'));
        let named = named.iter().filter(|origin| is_public_name(&origin.host));
        let seen = seen.iter().filter(|origin| is_public_name(&origin.host) && belongs(&origin.host));
        let own = std::iter::once(asked.host.as_str()).chain(counterpart.as_deref()).map(|host| (host, asked.port));
        let others = given.iter().chain(named).chain(seen).map(|origin| (origin.host.as_str(), origin.port));
        for place in own.chain(others) {
            if !places.contains(&place) {
                places.push(place);
            }
        }
        let left_out = places.len().saturating_sub(HOSTS);
        places.truncate(HOSTS);
        let schemes = if asked.scheme == "http" { ["http", "https"] } else { ["https", "http"] };
        let mut origins = Vec::new();
        for (host, port) in places {
            for scheme in schemes {
                let port = port.map_or_else(String::new, |port| format!(":{port}"));
                // Read anew: a port may be the own one of the other scheme.
                if let Some(origin) = Origin::of(&format!("{scheme}://{host}{port}/")).filter(|o| !origins.contains(o))
                {
                    origins.push(origin);
                }
            }
        }
        Self { origins, left_out }
    }
}

/// A host that can be on the internet: no address, and of more than one label.
fn is_public_name(host: &str) -> bool {
    let is_v4 = host.rsplit('.').next().is_some_and(|last| last.bytes().all(|byte| byte.is_ascii_digit()));
    let last = host.trim_end_matches('.').rsplit('.').next().unwrap_or_default();
    !is_v4 && !host.starts_with('[') && host.trim_end_matches('.').contains('.') && last != "localhost"
}

/// The same host with `www`, or without; none where that makes no sense.
fn counterpart(host: &str) -> Option<String> {
    if !is_public_name(host) {
        return None;
    }
    match host.strip_prefix("www.") {
        Some(apex) => apex.contains('.').then(|| apex.to_owned()),
        None => Some(format!("www.{host}")),
    }
}

/// The domain that a host is taken to belong to: its last two labels, and three where these look like `co.uk`. There is a list
/// of the suffixes under which people register; this guess only decides which hosts are looked at, and needs no list.
fn domain(host: &str) -> &str {
    let host = host.strip_prefix("www.").unwrap_or(host);
    let mut dots = host.rmatch_indices('.').map(|(at, _)| at);
    let (Some(last), Some(second)) = (dots.next(), dots.next()) else { return host };
    let looks_like_suffix = host.len() - last == 3 && last - second <= 4;
    if looks_like_suffix { dots.next().map_or(host, |third| &host[third + 1..]) } else { &host[second + 1..] }
}

/// What came of asking an origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// How it ended.
    pub outcome: Outcome,
    /// The status of the last answer, where there was one.
    pub status: Option<u16>,
    /// When it was asked.
    pub at: Stamp,
    /// The file; none where there was none.
    pub file: Option<Fingerprint>,
    /// Issues at error: lines that do nothing, as Search Console counts them.
    pub errors: usize,
    /// Issues at warning.
    pub warnings: usize,
    /// Where redirects led; none where there were none.
    pub led_to: Option<String>,
    /// The origins that Sitemap lines name, as many as could be asked.
    pub sitemaps: Vec<Origin>,
}

impl Seen {
    /// What there is to say of an answer. Looks for issues, which takes its time. None where this was no fetch.
    #[must_use]
    pub fn new(loaded: Loaded) -> Option<Self> {
        Self::of(&Subject::new(loaded))
    }

    /// The same of a file in view.
    #[must_use]
    pub fn of(subject: &Subject) -> Option<Self> {
        let delivery = subject.delivery.as_ref()?;
        let issues = subject.examination().run();
        let last = delivery.hops.last().map(|hop| hop.url.as_str());
        Some(Self {
            outcome: delivery.outcome.clone(),
            status: delivery.status(),
            at: delivery.at,
            file: delivery.is_file().then(|| Fingerprint::of(subject.document.source().bytes())),
            errors: issues.count(Severity::Error),
            warnings: issues.count(Severity::Warning),
            led_to: last.filter(|url| *url != delivery.asked).map(str::to_owned),
            sitemaps: named(subject),
        })
    }

    /// The outcome as Search Console has it.
    #[must_use]
    pub const fn word(&self) -> &'static str {
        match self.outcome {
            Outcome::Answered(200..=299) => "fetched",
            Outcome::Answered(404) => "not fetched: 404",
            _ => "not fetched: other",
        }
    }

    /// What is to be known of an answer that is no file.
    #[must_use]
    pub fn remark(&self) -> Option<String> {
        let what = match &self.outcome {
            Outcome::Answered(200..=299) => return None,
            Outcome::Answered(404) => return Some("no file: everything may be fetched, which is fine".to_owned()),
            Outcome::Answered(status) => format!("the answer is {status}"),
            Outcome::NoLocation(status) => format!("a redirect ({status}) that does not say where to"),
            Outcome::TooManyRedirects => "too many redirects".to_owned(),
            Outcome::NotFollowed(why) | Outcome::Failed(_, why) => return Some(display::visible_str(why).into_owned()),
        };
        let then = match self.outcome.meaning(&Profile::RFC9309) {
            Meaning::Rules => "the rules of the file hold",
            Meaning::NoFile => "taken as no file, so everything may be fetched",
            Meaning::Unreachable | Meaning::Refused => "nothing may be fetched as long as that lasts",
        };
        Some(format!("{what}: {then}"))
    }
}

/// The origins that the Sitemap lines of a file name.
#[must_use]
pub fn named(subject: &Subject) -> Vec<Origin> {
    let reading = subject.reading(&Profile::RFC9309);
    let mut origins: Vec<Origin> = Vec::new();
    for &line in reading.sitemaps() {
        let origin = std::str::from_utf8(reading.value(line)).ok().and_then(Origin::of);
        let origin = origin.filter(|origin| matches!(origin.scheme.as_str(), "http" | "https"));
        if let Some(origin) = origin.filter(|origin| !origins.contains(origin)) {
            origins.push(origin);
        }
        if origins.len() == HOSTS {
            break;
        }
    }
    origins
}

/// How far asking an origin has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// It is being asked, or will be.
    Asking,
    /// It may not be asked, and nothing was kept.
    NothingKept,
    /// It was asked.
    Seen(Box<Seen>),
}

/// A row of the grid.
#[derive(Clone, Debug)]
pub struct Row {
    /// The origin.
    pub origin: Origin,
    /// The URL of its file.
    pub url: String,
    /// What is known of it.
    pub state: State,
}

/// How a file stands to the one that the others are compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// It is that one.
    Itself,
    /// The same, byte for byte.
    Same,
    /// It says the same, with other comments.
    SaysTheSame,
    /// Another.
    Differs,
    /// There is a file here, and none there.
    Only,
    /// There is none.
    NoFile,
}

impl Relation {
    /// In one or two words.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Itself => "this one",
            Self::Same => "same",
            Self::SaysTheSame => "same rules",
            Self::Differs => "differs",
            Self::Only => "has a file",
            Self::NoFile => "no file",
        }
    }
}

impl Row {
    /// A row of which nothing is known yet.
    #[must_use]
    pub fn asking(origin: Origin) -> Self {
        Self { url: origin.robots_url(), origin, state: State::Asking }
    }

    /// What is known of it, where it was asked.
    #[must_use]
    pub fn seen(&self) -> Option<&Seen> {
        match &self.state {
            State::Seen(seen) => Some(seen),
            State::Asking | State::NothingKept => None,
        }
    }

    /// How its file stands to another, of which the URL is given and, where there is one, the file.
    #[must_use]
    pub fn relation(&self, url: &str, file: Option<Fingerprint>) -> Option<Relation> {
        let seen = self.seen()?;
        Some(match (seen.file, file) {
            _ if self.url == url => Relation::Itself,
            // Nobody knows what is there.
            (None, _) if seen.outcome.meaning(&Profile::RFC9309) != Meaning::NoFile => return None,
            (None, _) => Relation::NoFile,
            (Some(_), None) => Relation::Only,
            (Some(own), Some(file)) if own == file => Relation::Same,
            (Some(own), Some(file)) if own.says_the_same(&file) => Relation::SaysTheSame,
            _ => Relation::Differs,
        })
    }
}

/// What is wrong with the origins beside each other, as far as they were asked.
#[must_use]
pub fn findings(rows: &[Row]) -> Vec<Issue> {
    let answer = |row: &'_ Row| -> Option<(Origin, Seen)> { row.seen().map(|seen| (row.origin.clone(), seen.clone())) };
    let seen: Vec<(Origin, Seen)> = rows.iter().filter_map(answer).collect();
    let answers: Vec<lint::Answer> = seen
        .iter()
        .map(|(origin, seen)| lint::Answer {
            origin,
            asker: "",
            outcome: &seen.outcome,
            file: seen.file,
            led_to: seen.led_to.as_deref(),
        })
        .collect();
    lint::compare(&answers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::Place;
    use crate::robots::Delivery;
    use crate::robots::delivery::{Failure, Hop};

    fn origin(url: &str) -> Origin {
        Origin::of(url).expect("a URL")
    }

    fn origins(urls: &[&str]) -> Vec<Origin> {
        urls.iter().map(|url| origin(url)).collect()
    }

    fn family(asked: &str, given: &[&str], named: &[&str], seen: &[&str]) -> Vec<String> {
        let family = Family::new(&origin(asked), &origins(given), &origins(named), &origins(seen));
        family.origins.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_site_is_its_host_and_its_www_over_both_schemes() {
        let four = ["https://a.test", "http://a.test", "https://www.a.test", "http://www.a.test"];
        assert_eq!(family("https://a.test/", &[], &[], &[]), four);
        let four = ["http://www.a.test", "https://www.a.test", "http://a.test", "https://a.test"];
        assert_eq!(family("http://www.a.test/x", &[], &[], &[]), four);
    }

    #[test]
    fn an_address_or_this_machine_has_no_www_and_keeps_its_port() {
        for host in ["127.0.0.1:8080", "[::1]:8080", "localhost:8080", "intranet"] {
            let both = [format!("http://{host}"), format!("https://{host}")];
            assert_eq!(family(&format!("http://{host}/"), &[], &[], &[]), both);
        }
        let both = ["https://a.test:8443", "http://a.test:8443"];
        assert_eq!(family("https://a.test:8443/", &[], &[], &[])[..2], both);
    }

    #[test]
    fn given_hosts_come_before_those_of_sitemaps_and_these_before_those_seen() {
        let all = family(
            "https://a.test/",
            &["https://given.test/"],
            &["http://cdn.test:8080/s.xml", "https://a.test/s.xml"],
            &["https://blog.a.test/robots.txt", "https://other.test/", "https://nota.test/"],
        );
        let hosts = ["given.test", "cdn.test:8080", "blog.a.test"];
        let expected: Vec<String> =
            hosts.iter().flat_map(|h| [format!("https://{h}"), format!("http://{h}")]).collect();
        assert_eq!(all[4..], expected);
    }

    #[test]
    fn a_file_does_not_send_me_to_addresses_or_to_my_own_machine() {
        let named =
            ["http://169.254.169.254/", "http://localhost/", "http://[::1]/", "http://router/", "http://x.localhost/"];
        assert_eq!(family("https://a.test/", &[], &named, &[]).len(), 4);
        assert_eq!(family("https://a.test/", &named, &[], &[]).len(), 14, "unless I say so myself");
    }

    #[test]
    fn hosts_seen_before_belong_where_the_domain_is_the_same() {
        for (host, expected) in [
            ("a.test", "a.test"),
            ("www.a.test", "a.test"),
            ("x.y.a.test", "a.test"),
            ("www.shop.co.uk", "shop.co.uk"),
            ("a.shop.com.au", "shop.com.au"),
            ("vk.ru", "vk.ru"),
            ("www.vk.ru", "vk.ru"),
            ("localhost", "localhost"),
        ] {
            assert_eq!(domain(host), expected, "{host}");
        }
    }

    #[test]
    fn twenty_hosts_are_enough() {
        let many: Vec<Origin> = (0..30).map(|i| origin(&format!("https://h{i}.test/"))).collect();
        let family = Family::new(&origin("https://a.test/"), &many, &[], &[]);
        assert_eq!((family.origins.len(), family.left_out), (40, 12));
    }

    fn seen(outcome: Outcome, text: &str, url: &str, last: &str) -> Row {
        let hop = Hop { url: last.to_owned(), status: Some(200), ..Hop::default() };
        let delivery = Delivery { hops: vec![hop], ..Delivery::new(url, outcome) };
        let loaded = Loaded { delivery: Some(delivery), ..Loaded::text(Place::Site(url.to_owned()), text) };
        let state = State::Seen(Box::new(Seen::new(loaded).expect("a fetch")));
        Row { state, ..Row::asking(origin(url)) }
    }

    #[test]
    fn a_row_has_what_search_console_shows() {
        let url = "https://a.test/robots.txt";
        let text = "User-agent: *\nDisallow: private\nSitemap: https://cdn.test/s.xml\nSitemap: /x\n";
        let row = seen(Outcome::Answered(200), text, url, url);
        let fetched = row.seen().expect("it was asked");
        assert_eq!((fetched.word(), fetched.status, fetched.errors), ("fetched", Some(200), 2));
        assert_eq!((fetched.file.map(|file| file.size), fetched.led_to.as_deref()), (Some(text.len()), None));
        assert_eq!(fetched.sitemaps, [origin("https://cdn.test/")]);
        assert_eq!(fetched.remark(), None);
        let word = |outcome| {
            let row = seen(outcome, "sorry", url, url);
            let seen = row.seen().expect("it was asked");
            (seen.word(), seen.remark().expect("a remark"), seen.file)
        };
        let fine = "no file: everything may be fetched, which is fine".to_owned();
        assert_eq!(word(Outcome::Answered(404)), ("not fetched: 404", fine, None));
        let (other, remark, _) = word(Outcome::Answered(503));
        assert_eq!(
            (other, remark.as_str()),
            ("not fetched: other", "the answer is 503: nothing may be fetched as long as that lasts")
        );
        let (other, remark, _) = word(Outcome::Failed(Failure::Dns, "a.test has no address (DNS)".into()));
        assert_eq!((other, remark.as_str()), ("not fetched: other", "a.test has no address (DNS)"));
    }

    #[test]
    fn a_file_is_the_same_or_says_the_same_or_differs() {
        let (one, other) = ("https://a.test/robots.txt", "http://a.test/robots.txt");
        let row = |text| seen(Outcome::Answered(200), text, other, one);
        let view = Some(Fingerprint::of(b"Allow: /\n"));
        assert_eq!(row("Allow: /\n").relation(one, view), Some(Relation::Same));
        assert_eq!(row("Allow: /\n").relation(other, view), Some(Relation::Itself));
        assert_eq!(row("# now\nAllow: /\n").relation(one, view), Some(Relation::SaysTheSame));
        assert_eq!(row("Allow: /a\n").relation(one, view), Some(Relation::Differs));
        assert_eq!(row("Allow: /a\n").relation(one, None), Some(Relation::Only));
        assert_eq!(row("").seen().and_then(|seen| seen.led_to.as_deref()), Some(one));
        assert_eq!(seen(Outcome::Answered(404), "", other, other).relation(one, view), Some(Relation::NoFile));
        assert_eq!(Row::asking(origin(one)).relation(one, view), None);
    }

    #[test]
    fn what_differs_between_origins_is_found() {
        let answered = |url: &str, text: &str| seen(Outcome::Answered(200), text, url, url);
        let rows = [
            answered("https://a.test/robots.txt", "Allow: /\n"),
            answered("http://a.test/robots.txt", "Allow: /a\n"),
            Row::asking(origin("https://www.a.test/")),
        ];
        let codes: Vec<&str> = findings(&rows).iter().map(|issue| issue.code).collect();
        assert_eq!(codes, ["scope-http-https-differ"]);
    }
}
