//! robotui says what a robots.txt does: may this crawler ask for this URL, which line says so, and why did the others lose.
//!
//! The crate is a library whose heart is a robots.txt engine, and a program around it. Two halves, and one rule: the inner
//! half never names the outer.
//!
//! | room | half | what it knows |
//! |---|---|---|
//! | [`robots`] | inner | what a robots.txt says: lines, groups, patterns, verdicts, and what an HTTP answer means |
//! | [`crawlers`] | inner | who reads it: the catalogue, and the way from typed text to a crawler |
//! | [`lint`] | inner | what is wrong with it: the issues |
//! | [`topics`] | inner | what people get wrong about it: texts with an example each |
//! | `prose` | inner | how long texts are written: headings, paragraphs, lines |
//! | [`answer`] | inner | from what a person types to the answer, for screen and command line alike |
//! | `app` | between | what the person is doing: state, keys, actions; no I/O, no clock |
//! | `tui` | outer | the screen: the loop, the terminal, drawing |
//! | `load`, `fetch` | outer | where a file comes from: a file, standard input, a site |
//! | `history` | outer | what it was: the store and its schema |
//! | `cli` | outer | the same without a screen |
//! | `clipboard`, `locale`, `settings` | outer | small doors to the system |
//!
//! The inner half is bytes and values in, values out. It builds alone, with `--no-default-features`.

pub mod answer;
pub mod crawlers;
pub mod lint;
mod prose;
pub mod robots;
pub mod topics;

#[cfg(feature = "tui")]
pub mod app;
#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "clipboard")]
pub mod clipboard;
#[cfg(feature = "fetch")]
pub mod fetch;
#[cfg(feature = "history")]
pub mod history;
#[cfg(any(feature = "cli", feature = "tui"))]
pub mod load;
#[cfg(any(feature = "cli", feature = "tui"))]
mod locale;
#[cfg(feature = "cli")]
pub mod settings;
#[cfg(feature = "tui")]
pub mod tui;

/// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
