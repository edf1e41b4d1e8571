//! `robotui completions` and `robotui man`: made from the same arguments and the same table of keys as the program.

use super::{Arguments, print};
use clap::CommandFactory as _;
use clap_complete::Shell;

/// Prints the completions for a shell.
pub fn completions(shell: Shell) -> u8 {
    // Into memory first: the generator does not bear a reader that goes away.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "robotui", &mut script);
    print(&String::from_utf8_lossy(&script))
}

/// Prints the manual page.
pub fn man() -> u8 {
    print(&page())
}

/// The manual page: the arguments, each command, and the keys.
fn page() -> String {
    let mut command = Arguments::command();
    command.build();
    let mut out = Vec::new();
    let page = clap_mangen::Man::new(command.clone());
    // Writing to memory cannot fail; what is missing would be seen.
    _ = page.render(&mut out);
    let mut page = String::from_utf8_lossy(&out).into_owned();
    for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
        page.push_str(&section(sub));
    }
    page.push_str(&keys());
    page.push_str(&files());
    page
}

/// What a command takes, as its help has it.
fn section(command: &clap::Command) -> String {
    let help = command.clone().term_width(76).render_long_help().to_string();
    format!(".SH ROBOTUI {}\n.nf\n{}\n.fi\n", command.get_name().to_uppercase(), roff(&help))
}

/// A text in which nothing is taken for a request.
fn roff(text: &str) -> String {
    let escaped = text.replace('\\', "\\e").replace('-', "\\-");
    let guarded = |line: &str| if line.starts_with(['.', '\'']) { format!("\\&{line}") } else { line.to_owned() };
    escaped.trim_end().lines().map(guarded).collect::<Vec<_>>().join("\n")
}

/// The config file, with every setting.
fn files() -> String {
    let example = roff(&crate::settings::example());
    format!(".SH FILES\n.I $XDG_CONFIG_HOME/robotui/config.toml\n.nf\n{example}\n.fi\n")
}

#[cfg(feature = "tui")]
fn keys() -> String {
    use crate::app::keymap::TABLE;
    let mut out = String::from(".SH KEYS\n");
    let mut context = None;
    for binding in TABLE {
        if context != Some(binding.context) {
            context = Some(binding.context);
            out.extend([".SS ", binding.context.heading(), "\n"]);
        }
        let keys: Vec<String> = binding.keys.iter().map(ToString::to_string).collect();
        out.extend([".TP\n", &roff(&keys.join(", ")), "\n", &roff(binding.does), "\n"]);
    }
    out
}

#[cfg(not(feature = "tui"))]
fn keys() -> String {
    String::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_manual_has_every_command_and_key() {
        let page = page();
        for part in
            [".TH robotui", ".SH ROBOTUI CHECK", ".SH ROBOTUI BATCH", ".SH KEYS", "leave robotui", "Shift\\-Tab"]
        {
            assert!(page.contains(part), "{part}");
        }
        assert!(!page.chars().any(|c| c.is_control() && c != '\n'));
    }

    #[test]
    fn a_line_that_begins_with_a_dot_is_text() {
        assert_eq!(roff(".x\n'y\na-b\\"), "\\&.x\n\\&'y\na\\-b\\e");
    }
}
