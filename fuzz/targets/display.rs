//! Nothing that a terminal would obey passes the display, and no byte goes without a piece.
#![no_main]

use libfuzzer_sys::fuzz_target;
use robotui::robots::display;

fuzz_target!(|bytes: &[u8]| {
    let mut end = 0;
    for piece in display::pieces(bytes) {
        assert_eq!(piece.bytes.start, end);
        end = piece.bytes.end;
        assert!(!piece.text.chars().any(display::is_hidden));
    }
    assert_eq!(end, bytes.len());
    assert!(!display::visible(bytes).chars().any(char::is_control));
});
