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

/// Ends a chain of rules.
const NONE: Rank = Rank::MAX;

#[derive(Debug)]
pub(super) struct Index {
    /// Under the hash of a beginning: the first of its rules.
    beginnings: Table,
    /// The lengths of the beginnings, sorted.
    lengths: Vec<u32>,
    /// Under a run of four bytes: the first of the rules that can match only where it stands.
    runs: Table,
    /// Whether a run with these low bits has any rules: most runs of a path have none.
    has_run: Vec<bool>,
    /// After each rule: the next by rank under the same key.
    next: Vec<Rank>,
    /// The first of the rules that have no run.
    rest: Rank,
}

type Table = HashMap<u64, Rank, BuildHasherDefault<Plain>>;

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
        let can_match = || rules.all().iter().filter(|rule| !rule.shape.never);
        let wild = can_match().filter(|rule| rule.shape.wild).count();
        let places = (wild * PLACES_EACH).next_power_of_two().min(MOST_PLACES);
        let mut index = Self {
            beginnings: Table::with_capacity_and_hasher(rules.all().len() - wild, BuildHasherDefault::default()),
            lengths: can_match().filter(|rule| !rule.shape.wild).map(|rule| rules.pattern(rule).len() as u32).collect(),
            runs: Table::with_capacity_and_hasher(wild, BuildHasherDefault::default()),
            has_run: vec![false; places],
            next: vec![NONE; rules.all().len()],
            rest: NONE,
        };
        // By rank they stand in long runs already, so that little is left to sort.
        index.lengths.dedup();
        index.lengths.sort_unstable();
        index.lengths.dedup();
        // How many patterns share a run, or at least its place: each goes under its rarest.
        let mut shared = vec![0_u32; places];
        for key in can_match().filter(|rule| rule.shape.wild).flat_map(|rule| runs(rules, rule)) {
            let place = place(&shared, key);
            shared[place] += 1;
        }
        // From the last to the first, since each is put before those of its key that are there.
        for (rank, rule) in rules.all().iter().enumerate().rev() {
            let first = rank as Rank;
            if rule.shape.never {
                continue;
            }
            let after = if !rule.shape.wild {
                let key = rules.pattern(rule).iter().fold(SEED, |hash, &byte| step(hash, byte));
                index.beginnings.insert(key, first)
            } else if let Some(key) = runs(rules, rule).min_by_key(|&key| shared[place(&shared, key)]) {
                let place = place(&index.has_run, key);
                index.has_run[place] = true;
                index.runs.insert(key, first)
            } else {
                Some(std::mem::replace(&mut index.rest, first))
            };
            index.next[rank] = after.unwrap_or(NONE);
        }
        index
    }

    /// The rank of the first rule that matches.
    pub(super) fn first(&self, rules: &Rules, path: &[u8]) -> Option<usize> {
        let mut best = NONE;
        let mut hash = SEED;
        let mut hashed = 0;
        for &length in &self.lengths {
            let Some(more) = path.get(hashed..length as usize) else { break };
            hash = more.iter().fold(hash, |hash, &byte| step(hash, byte));
            hashed = length as usize;
            if let Some(&first) = self.beginnings.get(&hash) {
                self.try_chain(first, &mut best, rules, path);
            }
        }
        if !self.runs.is_empty() {
            for key in path.windows(4).map(run_key).filter(|&key| self.has_run[place(&self.has_run, key)]) {
                if let Some(&first) = self.runs.get(&key) {
                    self.try_chain(first, &mut best, rules, path);
                }
            }
        }
        self.try_chain(self.rest, &mut best, rules, path);
        (best != NONE).then_some(best as usize)
    }

    /// Takes the first rule of a chain that matches, if it is before the best so far.
    fn try_chain(&self, first: Rank, best: &mut Rank, rules: &Rules, path: &[u8]) {
        let mut rank = first;
        // The end of a chain is before no rank.
        while rank < *best {
            if rules.matches(&rules.all()[rank as usize], path) {
                *best = rank;
                return;
            }
            rank = self.next[rank as usize];
        }
    }
}
