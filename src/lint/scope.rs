//! What a file rules and what it does not: scheme, host, port, folder.

use super::registry::Check;

mod idn;
mod ip_host;
mod port;
mod subdirectory;
mod subdomain;

pub(super) const CHECKS: &[Check] = &[subdirectory::CHECK, port::CHECK, idn::CHECK, ip_host::CHECK, subdomain::CHECK];
