//! `Sitemap` lines.

use super::registry::Check;

mod relative;

pub(super) const CHECKS: &[Check] = &[relative::CHECK];
