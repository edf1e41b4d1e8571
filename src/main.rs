//! The program: arguments in, exit code out.

use std::process::ExitCode;

fn main() -> ExitCode {
    // As a panic ends where it is unwound: with its message, and 101.
    let say = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        say(info);
        std::process::exit(101);
    }));
    ExitCode::from(robotui::cli::run(std::env::args_os()))
}
