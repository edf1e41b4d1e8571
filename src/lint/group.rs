//! Groups, and who they are for.

use super::registry::Check;

mod drops_star_rules;
mod merged_by_nonrule;
mod rule_before_agent;

pub(super) const CHECKS: &[Check] = &[rule_before_agent::CHECK, merged_by_nonrule::CHECK, drops_star_rules::CHECK];
