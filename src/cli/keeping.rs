//! Whether and where what is fetched is kept: the options that all commands share.

#[cfg(all(feature = "fetch", feature = "history"))]
use crate::history::{Keeper, Place, Trouble};
use crate::load::Archive;

/// Whether and where what is fetched is kept.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Keeping {
    /// The file that fetches are kept in, in place of the usual one
    #[cfg(all(feature = "fetch", feature = "history"))]
    #[arg(long = "history", id = "history_file", value_name = "FILE", global = true, conflicts_with = "no_history")]
    file: Option<std::path::PathBuf>,
    /// Keep nothing of what is fetched
    #[cfg(all(feature = "fetch", feature = "history"))]
    #[arg(long, global = true)]
    pub no_history: bool,
}

#[cfg(all(feature = "fetch", feature = "history"))]
impl Keeping {
    /// Where the history is.
    pub fn place(&self) -> Result<Place, Trouble> {
        self.file.as_deref().map_or_else(Place::own, |path| Ok(Place::named(path)))
    }

    /// What is fetched goes in here. Nothing is opened before something was fetched.
    pub fn archive(&self) -> Archive {
        if self.no_history { Archive::none() } else { Archive::new(Keeper::new(self.place())) }
    }
}

#[cfg(not(all(feature = "fetch", feature = "history")))]
impl Keeping {
    /// Nothing is kept.
    #[expect(clippy::unused_self, reason = "there are no options to look at")]
    pub fn archive(&self) -> Archive {
        Archive::none()
    }
}
