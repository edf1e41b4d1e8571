//! Any bytes are a document: parsing, reading and looking for issues never panics and loses nothing.
#![no_main]

use libfuzzer_sys::fuzz_target;
use robotui::lint::{self, Facts};
use robotui::robots::{Document, Profile, Reading};
use std::sync::Arc;

fuzz_target!(|bytes: &[u8]| {
    let document = Arc::new(Document::parse(bytes));
    let source = document.source();
    let mut end = 0;
    for number in 1..=source.line_count() {
        let line = source.line_with_end(number);
        assert_eq!(line.start, end, "lines follow one another");
        end = line.end;
    }
    assert_eq!(end as usize, bytes.len(), "the lines put together are the file");
    for profile in Profile::ALL {
        let reading = Reading::new(&document, profile);
        for group in reading.groups() {
            assert!(!reading.agents(group).is_empty() && group.first <= group.last);
        }
    }
    for issue in lint::check(&Facts::new(&document)) {
        assert!(issue.span.start <= issue.span.end && issue.span.end as usize <= bytes.len());
    }
});
