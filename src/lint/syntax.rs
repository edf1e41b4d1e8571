//! How lines are written.

use super::registry::Check;

mod missing_colon;
mod unknown_directive;

pub(super) const CHECKS: &[Check] = &[missing_colon::CHECK, unknown_directive::CHECK];
