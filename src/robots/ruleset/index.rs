//! Finding the deciding rule among many without trying each.
//!
//! A pattern without a star can match only where it is a beginning of the path: such rules are found by a hash of each
//! beginning of the path. A pattern with a star can match only where each of its pieces stands in the path: such rules are
//! kept under one run of four bytes of theirs, the rarest, and found by the runs of the path. The few that have no such run are
//! tried one after the other. What is found is tried, so a hash that collides costs time and never a wrong answer.

use super::rules::{Rule, Rules};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Ranks of rules, as offsets into [`Rules::all`].
type Rank = u32;

#[derive(Debug)]
pub(super) struct Index {
    /// Under the hash of a beginning: its rules by rank, as a range of `ranks`.
    beginnings: Table,
    /// The lengths of the beginnings, sorted.
    lengths: Vec<u32>,
    /// Under a run of four bytes: rules that can match only where it stands.
    runs: Table,
    /// Whether a run with these low bits has any rules: most runs of a path have none.
    has_run: Vec<u64>,
    ranks: Vec<Rank>,
    /// Rules that have no run, by rank.
    rest: Vec<Rank>,
}

type Table = HashMap<u64, (u32, u32), BuildHasherDefault<Plain>>;

/// The keys are hashes already.
#[derive(Default)]
struct Plain(u64);

impl Hasher for Plain {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = step(self.0, byte);
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

/// One step of a hash that can be taken byte by byte (FNV-1a's shape, with a larger odd factor so that high bits fill fast).
const fn step(hash: u64, byte: u8) -> u64 {
    (hash ^ byte as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23)
}

const SEED: u64 = 0xcbf2_9ce4_8422_2325;

/// Bits of the table that says which runs have rules.
const RUN_BITS: usize = 1 << 16;

fn run_key(run: &[u8]) -> u64 {
    let word = u32::from_le_bytes([run[0], run[1], run[2], run[3]]);
    let key = u64::from(word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    key ^ (key >> 32)
}

impl Index {
    pub(super) fn new(rules: &Rules) -> Self {
        let mut beginnings: Vec<(u64, Rank)> = Vec::new();
        let mut lengths = Vec::new();
        let mut wild: Vec<Rank> = Vec::new();
        for (rank, rule) in (0..).zip(rules.all()) {
            if rule.shape.never {
                continue;
            }
            if rule.shape.wild {
                wild.push(rank);
                continue;
            }
            let pattern = rules.pattern(rule);
            beginnings.push((pattern.iter().fold(SEED, |hash, &byte| step(hash, byte)), rank));
            lengths.push(pattern.len() as u32);
        }
        lengths.sort_unstable();
        lengths.dedup();
        let (runs, rest) = rarest_runs(rules, &wild);
        let mut has_run = vec![0; RUN_BITS / 64];
        for (key, _) in &runs {
            let bit = *key as usize % RUN_BITS;
            has_run[bit / 64] |= 1 << (bit % 64);
        }
        let mut ranks = Vec::with_capacity(beginnings.len() + runs.len());
        let beginnings = table(beginnings, &mut ranks);
        let runs = table(runs, &mut ranks);
        Self { beginnings, lengths, runs, has_run, ranks, rest }
    }

    /// The rank of the first rule that matches, from the rank `from` on.
    pub(super) fn next(&self, rules: &Rules, path: &[u8], from: Rank) -> Option<usize> {
        let mut best = Rank::MAX;
        let mut try_all = |ranks: &[Rank]| {
            for &rank in &ranks[ranks.partition_point(|&rank| rank < from)..] {
                if rank >= best {
                    break;
                }
                if rules.matches(&rules.all()[rank as usize], path) {
                    best = rank;
                    break;
                }
            }
        };
        let mut hash = SEED;
        let mut hashed = 0;
        for &length in &self.lengths {
            let Some(more) = path.get(hashed..length as usize) else { break };
            hash = more.iter().fold(hash, |hash, &byte| step(hash, byte));
            hashed = length as usize;
            if let Some(&(start, end)) = self.beginnings.get(&hash) {
                try_all(&self.ranks[start as usize..end as usize]);
            }
        }
        if !self.runs.is_empty() {
            for run in path.windows(4) {
                let key = run_key(run);
                let bit = key as usize % RUN_BITS;
                if self.has_run[bit / 64] & (1 << (bit % 64)) == 0 {
                    continue;
                }
                if let Some(&(start, end)) = self.runs.get(&key) {
                    try_all(&self.ranks[start as usize..end as usize]);
                }
            }
        }
        try_all(&self.rest);
        (best != Rank::MAX).then_some(best as usize)
    }
}

/// For each of the rules with stars the run of four bytes that the fewest others have; and those that have none.
fn rarest_runs(rules: &Rules, wild: &[Rank]) -> (Vec<(u64, Rank)>, Vec<Rank>) {
    let runs = |rule: &Rule| {
        let pieces = rules.pattern(rule).split(|&byte| byte == b'*');
        pieces.flat_map(|piece| piece.windows(4)).map(run_key)
    };
    let mut counts: HashMap<u64, u32, BuildHasherDefault<Plain>> = HashMap::default();
    for &rank in wild {
        for key in runs(&rules.all()[rank as usize]) {
            *counts.entry(key).or_default() += 1;
        }
    }
    let mut found = Vec::new();
    let mut rest = Vec::new();
    for &rank in wild {
        match runs(&rules.all()[rank as usize]).min_by_key(|key| counts.get(key)) {
            Some(key) => found.push((key, rank)),
            None => rest.push(rank),
        }
    }
    (found, rest)
}

/// Puts the ranks of each key side by side, in their order.
fn table(mut entries: Vec<(u64, Rank)>, ranks: &mut Vec<Rank>) -> Table {
    entries.sort_unstable();
    let mut table = Table::with_capacity_and_hasher(entries.len(), BuildHasherDefault::default());
    for (key, rank) in entries {
        let at = ranks.len() as u32;
        ranks.push(rank);
        table.entry(key).or_insert((at, at)).1 = at + 1;
    }
    table
}
