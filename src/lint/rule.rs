//! Rules and their paths.

use super::registry::Check;

mod blocks_whole_site;
mod empty_disallow;
mod no_leading_slash;

pub(super) const CHECKS: &[Check] = &[blocks_whole_site::CHECK, empty_disallow::CHECK, no_leading_slash::CHECK];
