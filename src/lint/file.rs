//! The file as bytes: encoding, size, and whether it is a robots.txt at all.

use super::registry::Check;

mod bom;
mod html;
mod other_format;

pub(super) const CHECKS: &[Check] = &[html::CHECK, other_format::CHECK, bom::CHECK];
