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
    has_run: Vec<bool>,
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

/// Places for each rule with a star in the tables that tell runs apart by their low bits.
const PLACES_EACH: usize = 16;

/// The most places; more would not fit a processor's cache.
const MOST_PLACES: usize = 1 << 16;

/// The place of a run in a table whose size is a power of two.
fn place<T>(table: &[T], run_key: u64) -> usize {
    run_key as usize & (table.len() - 1)
}

fn run_key(run: &[u8]) -> u64 {
    let word = u32::from_le_bytes([run[0], run[1], run[2], run[3]]);
    let key = u64::from(word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    key ^ (key >> 32)
}

/// The runs of a pattern: of four bytes without a star.
fn runs(rules: &Rules, rule: &Rule) -> impl Iterator<Item = u64> {
    rules.pattern(rule).windows(4).filter(|run| !run.contains(&b'*')).map(run_key)
}

impl Index {
    pub(super) fn new(rules: &Rules) -> Self {
        let all = rules.all();
        let can_match = || all.iter().filter(|rule| !rule.shape.never);
        let wild = can_match().filter(|rule| rule.shape.wild).count();
        let places = (wild * PLACES_EACH).next_power_of_two().min(MOST_PLACES);
        // How many patterns share a run, or at least its place: each goes under its rarest.
        let mut shared = vec![0_u32; places];
        for key in can_match().filter(|rule| rule.shape.wild).flat_map(|rule| runs(rules, rule)) {
            let place = place(&shared, key);
            shared[place] += 1;
        }
        let mut beginnings = Chains::new(all.len() - wild, all.len());
        let mut with_run = Chains::new(wild, all.len());
        let mut has_run = vec![false; places];
        let mut lengths = Vec::new();
        let mut rest = Vec::new();
        for (rank, rule) in all.iter().enumerate().rev() {
            if rule.shape.never {
                continue;
            }
            if !rule.shape.wild {
                let pattern = rules.pattern(rule);
                beginnings.put_first(pattern.iter().fold(SEED, |hash, &byte| step(hash, byte)), rank as Rank);
                // By rank they stand in long runs, so that little is left to sort.
                if lengths.last() != Some(&(pattern.len() as u32)) {
                    lengths.push(pattern.len() as u32);
                }
            } else if let Some(key) = runs(rules, rule).min_by_key(|&key| shared[place(&shared, key)]) {
                let place = place(&has_run, key);
                has_run[place] = true;
                with_run.put_first(key, rank as Rank);
            } else {
                rest.push(rank as Rank);
            }
        }
        lengths.sort_unstable();
        lengths.dedup();
        rest.reverse();
        let mut ranks = Vec::with_capacity(all.len());
        let beginnings = beginnings.lay_out(&mut ranks);
        let runs = with_run.lay_out(&mut ranks);
        Self { beginnings, lengths, runs, has_run, ranks, rest }
    }

    /// The rank of the first rule that matches, from the rank `from` on.
    pub(super) fn next(&self, rules: &Rules, path: &[u8], from: Rank) -> Option<usize> {
        let mut best = Rank::MAX;
        // A path that repeats itself finds the same rules again and again. Once as many were tried as there are, it is cheaper
        // to try each of them once.
        let mut left = rules.all().len();
        let mut try_all = |ranks: &[Rank]| {
            for &rank in &ranks[ranks.partition_point(|&rank| rank < from)..] {
                if rank >= best || left == 0 {
                    break;
                }
                left -= 1;
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
            for key in path.windows(4).map(run_key).filter(|&key| self.has_run[place(&self.has_run, key)]) {
                if let Some(&(start, end)) = self.runs.get(&key) {
                    try_all(&self.ranks[start as usize..end as usize]);
                }
            }
        }
        try_all(&self.rest);
        if left == 0 {
            let before = usize::min(best as usize, rules.all().len());
            return rules.next_plainly(path, from as usize, before).or((best != Rank::MAX).then_some(best as usize));
        }
        (best != Rank::MAX).then_some(best as usize)
    }
}

/// Rules on their way into a table: chained under their keys, so that nothing has to be sorted.
struct Chains {
    /// Under each key: the first of its rules. The other number is not used yet.
    first: Table,
    /// After each rule: the next under the same key.
    next: Vec<Option<Rank>>,
}

impl Chains {
    /// Room for so many rules among ranks up to `ranks`.
    fn new(rules: usize, ranks: usize) -> Self {
        Self {
            first: Table::with_capacity_and_hasher(rules, BuildHasherDefault::default()),
            next: if rules == 0 { Vec::new() } else { vec![None; ranks] },
        }
    }

    fn put_first(&mut self, key: u64, rank: Rank) {
        self.next[rank as usize] = self.first.insert(key, (rank, 0)).map(|(after, _)| after);
    }

    /// Puts the ranks of each key side by side.
    fn lay_out(mut self, ranks: &mut Vec<Rank>) -> Table {
        for range in self.first.values_mut() {
            let start = ranks.len() as u32;
            ranks.extend(std::iter::successors(Some(range.0), |&rank| self.next[rank as usize]));
            *range = (start, ranks.len() as u32);
        }
        self.first
    }
}
