//! How sites are reached: the options that all commands share, where robotui was built to fetch.

use crate::fetch::{Bounds, Options, Pin};
use std::borrow::Cow;
use std::time::Duration;

/// How sites are reached.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Fetching")]
pub struct Reaching {
    /// Seconds for a whole fetch, all redirects included [default: 30]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, global = true)]
    timeout: Option<Duration>,
    /// Seconds for a name, a connection and the TLS handshake [default: 5]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, global = true, hide_short_help = true)]
    connect_timeout: Option<Duration>,
    /// Seconds in which something must come [default: 10]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, global = true, hide_short_help = true)]
    idle_timeout: Option<Duration>,
    /// Redirects that are followed [default: 5]
    #[arg(long, value_name = "COUNT", global = true, hide_short_help = true)]
    max_redirects: Option<usize>,
    /// Bytes of a file that are read, gzip undone [default: 2097152]
    #[arg(long, value_name = "BYTES", global = true, hide_short_help = true)]
    max_bytes: Option<usize>,
    /// Fetch under another name: a crawler's, or a whole User-Agent header. What comes of it is not kept
    #[arg(long, value_name = "NAME|TEXT", global = true)]
    user_agent: Option<String>,
    /// Connect to this address for this host and port, as curl does; can be given several times
    #[arg(long, value_name = "HOST:PORT:ADDRESS", global = true)]
    resolve: Vec<Pin>,
    /// Pass over certificates that cannot be trusted
    #[arg(long, global = true)]
    insecure: bool,
    /// Follow redirects from a public host into a private network
    #[arg(long, global = true, hide_short_help = true)]
    private_redirects: bool,
    /// Ask no server: show what was kept
    #[arg(long, global = true)]
    pub offline: bool,
}

impl Reaching {
    /// The same as the fetcher takes it.
    pub fn options(&self) -> Options {
        let bounds = Bounds::default();
        Options {
            bounds: Bounds {
                redirects: self.max_redirects.unwrap_or(bounds.redirects),
                body_bytes: self.max_bytes.unwrap_or(bounds.body_bytes),
                connect: self.connect_timeout.unwrap_or(bounds.connect),
                between_bytes: self.idle_timeout.unwrap_or(bounds.between_bytes),
                total: self.timeout.unwrap_or(bounds.total),
            },
            user_agent: self.user_agent.as_deref().map(|name| header(name).into_owned()),
            pins: self.resolve.clone(),
            insecure: self.insecure,
            private_redirects: self.private_redirects,
            held: None,
        }
    }
}

/// The User-Agent header of a crawler that the catalogue has one of; else the text is the header.
fn header(text: &str) -> Cow<'_, str> {
    crate::answer::askers::header(text).unwrap_or(Cow::Borrowed(text))
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "write a number of seconds, such as 2.5".to_owned())?;
    if seconds > 0.0 && seconds <= 86_400.0 {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err("it must be more than 0 and at most 86400 seconds".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crawler_of_the_catalogue_asks_with_its_own_header() {
        assert!(header("gptbot").contains("GPTBot/"), "{}", header("gptbot"));
        assert_eq!(header("Mozilla/5.0 (me)"), "Mozilla/5.0 (me)");
    }

    #[test]
    fn times_are_seconds() {
        assert_eq!(seconds("2.5"), Ok(Duration::from_millis(2500)));
        for wrong in ["", "x", "0", "-1", "1e9", "nan", "inf"] {
            assert!(seconds(wrong).is_err(), "{wrong}");
        }
    }
}
