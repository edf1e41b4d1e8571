//! The file as bytes: encoding, size, and whether it is a robots.txt at all.

use super::registry::Check;

mod bom;
mod html;

pub(super) const CHECKS: &[Check] = &[html::CHECK, bom::CHECK];
