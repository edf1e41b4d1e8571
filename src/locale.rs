//! What the person's terminal can show, as far as the environment tells.

/// Whether it shows UTF-8. Without any locale a terminal of today is taken for one of today.
#[must_use]
pub fn is_utf8(var: impl Fn(&str) -> Option<String>) -> bool {
    let set = |name: &str| var(name).filter(|value| !value.is_empty());
    set("LC_ALL").or_else(|| set("LC_CTYPE")).or_else(|| set("LANG")).is_none_or(|locale| {
        let locale = locale.to_ascii_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    })
}
