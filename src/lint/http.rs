//! How the file was served: functions of a delivery and of what its body is.

use super::registry::Check;

mod cache;
mod content_type;
mod encoding;
mod network;
pub(super) mod page;
mod redirect;
mod slow;
mod status;
mod truncated;

pub(super) const CHECKS: &[Check] = &[
    status::CHECK,
    network::CHECK,
    redirect::CHECK,
    page::CHECK,
    content_type::CHECK,
    encoding::CHECK,
    cache::CHECK,
    truncated::CHECK,
    slow::CHECK,
];
