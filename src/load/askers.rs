//! Asking for one file under several names. Nothing of it is kept, and nothing that was kept is used.

use super::Network;
use super::network::shown;
use crate::answer::askers::{Asker, Difference, News};
use crate::answer::origins::Seen;
use crate::fetch::{Courier, Options, Site};
use crate::robots::{Fingerprint, display};
use std::sync::{Mutex, PoisonError};

/// Lines of a difference that are shown.
const LINES: usize = 60;

/// A file, with who was given it.
type File = (&'static str, Vec<u8>);

impl Network {
    /// Asks for the file of a site under each of these names, in place of the many that are being asked. `tell` is called on
    /// another thread: once for each answer, and then with a difference, where there is one between two files.
    pub fn ask_as(
        &self,
        courier: &mut Courier,
        site: &Site,
        askers: Vec<Asker>,
        tell: impl Fn(News) + Send + Sync + 'static,
    ) {
        let options = |asker: &Asker| Options { user_agent: asker.header.clone(), held: None, ..self.options.clone() };
        let errands = askers.iter().map(|asker| (site.clone(), options(asker))).collect();
        // The files by the places of those who asked, until all are there.
        let files: Mutex<Vec<Option<Option<File>>>> = Mutex::new(vec![None; askers.len()]);
        let site = site.clone();
        courier.start_many(errands, move |at, fetched| {
            let Some(asker) = askers.get(at) else { return };
            let file = fetched.delivery.is_file().then(|| (asker.name, fetched.body.clone()));
            if let Some(seen) = Seen::new(shown(&site, fetched)) {
                tell(News::Answer(at, Box::new(seen)));
            }
            let mut files = files.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(place) = files.get_mut(at) {
                *place = Some(file);
            }
            if files.iter().all(Option::is_some) {
                let all: Vec<File> = std::mem::take(&mut *files).into_iter().flatten().flatten().collect();
                if let Some(difference) = difference(&all) {
                    tell(News::Difference(difference));
                }
            }
        });
    }
}

/// The first file, and the first of the others that is not the same; one that says something else goes before one with other
/// comments.
fn difference(files: &[File]) -> Option<Difference> {
    let (first, others) = files.split_first()?;
    let own = Fingerprint::of(&first.1);
    let says_else = others.iter().find(|(_, file)| !Fingerprint::of(file).says_the_same(&own));
    let other = says_else.or_else(|| others.iter().find(|(_, file)| *file != first.1))?;
    let mut lines = diff(&first.1, &other.1);
    let more = lines.len() > LINES;
    lines.truncate(LINES);
    Some(Difference { one: first.0, other: other.0, lines, more })
}

/// A unified diff without its heads.
#[cfg(feature = "history")]
fn diff(one: &[u8], other: &[u8]) -> Vec<String> {
    let mut text = Vec::new();
    // Two files with nothing in common are given up early, and shown as one in place of the other.
    let timeout = std::time::Duration::from_secs(2);
    let diff = similar::TextDiff::configure().timeout(timeout).diff_lines(one, other);
    // Writing to memory cannot fail.
    _ = diff.unified_diff().context_radius(2).missing_newline_hint(false).to_writer(&mut text);
    let lines = text.split(|&byte| byte == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    // One line more than is shown says that it goes on.
    let mut lines: Vec<String> = lines.take(LINES + 1).map(|line| display::visible(line).into_owned()).collect();
    lines.pop_if(|last| last.is_empty());
    lines
}

/// The first line that differs.
#[cfg(not(feature = "history"))]
fn diff(one: &[u8], other: &[u8]) -> Vec<String> {
    let lines = |file: &'_ [u8]| -> Vec<Vec<u8>> { file.split(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect() };
    let (one, other) = (lines(one), lines(other));
    let at = one.iter().zip(&other).take_while(|(one, other)| one == other).count();
    let line = |sign: char, lines: &[Vec<u8>]| lines.get(at).map(|line| format!("{sign}{}", display::visible(line)));
    let head = format!("@@ line {} @@", at + 1);
    [Some(head), line('-', &one), line('+', &other)].into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_two_that_say_something_else_are_compared() {
        let file = |name, text: &str| (name, text.as_bytes().to_vec());
        let (a, b) = ("User-agent: *\nDisallow: /a\n", "User-agent: *\nDisallow: /\u{1b}[2J\n");
        assert_eq!(difference(&[file("x", a), file("y", a)]), None);
        assert_eq!(difference(&[file("x", a)]), None);
        let found = difference(&[file("x", a), file("y", "# now\nUser-agent: *\nDisallow: /a\n"), file("z", b)]);
        let found = found.expect("a difference");
        assert_eq!((found.one, found.other, found.more), ("x", "z", false));
        assert_eq!(found.lines[found.lines.len() - 2..], ["-Disallow: /a", "+Disallow: /␛[2J"]);
        let found = difference(&[file("x", a), file("y", "# now\nUser-agent: *\nDisallow: /a\n")]);
        assert_eq!(found.expect("a difference").other, "y");
    }
}
