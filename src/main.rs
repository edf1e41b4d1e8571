//! The program: arguments in, an exit code out. What happens in between is [`robotui::cli`]'s.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(robotui::cli::run(std::env::args_os()))
}
