//! The states that have been seen.
//!
//! A state is stored as the list of its parts (threads, memory, what holds on its path), each of which is stored once and
//! named by a number, as in the collapse method of Spin (Holzmann 1997); memory in turn is a list of objects. The comparison is exact: nothing rests on hashes, unless
//! that is asked for; then a state is its hash (Wolper and Leroy 1993), and two may be taken for one.
//!
//! Several workers use one store. It is cut into shards by hash, each with its own lock for those who add something.

use std::hash::Hasher;
use std::ops::Deref;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustc_hash::{FxHashSet, FxHasher};
use smallvec::SmallVec;

use crate::lists::{Apart, Lists, Word};
use crate::options::Storage;

const N_SHARDS: usize = 64;

/// A part by its number, or by its hash where parts are not kept.
pub(crate) type PartId = u64;

fn shard_of(hash: u64) -> usize {
    usize::try_from(hash & (N_SHARDS as u64 - 1)).expect("few shards")
}

/// A hash that spreads over all bits: the low ones choose the shard, the high ones the slot.
fn hash_words(words: impl Iterator<Item = u64>) -> u64 {
    let mut hasher = FxHasher::default();
    words.for_each(|word| hasher.write_u64(word));
    let mut hash = hasher.finish();
    hash = (hash ^ hash >> 31).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    hash ^ hash >> 29
}

/// The states themselves, shard by shard.
enum Seen {
    Exact(Vec<Lists<u32>>),
    Hashed(Vec<Apart<Mutex<FxHashSet<u64>>>>),
}

fn narrow(parts: &[PartId]) -> SmallVec<[u32; 32]> {
    parts.iter().map(|&part| u32::try_from(part).expect("fewer than four billion parts")).collect()
}

pub(crate) struct Store {
    parts: Vec<Lists<u64>>,
    memories: Vec<Lists<u32>>,
    states: Seen,
}

fn shards<T: Default>() -> Vec<T> {
    (0..N_SHARDS).map(|_| T::default()).collect()
}

impl Store {
    pub(crate) fn new(storage: Storage) -> Store {
        let states = match storage {
            Storage::Exact => Seen::Exact(shards()),
            Storage::Hashed => Seen::Hashed(shards()),
        };
        Store { parts: shards(), memories: shards(), states }
    }

    /// The name of a part.
    pub(crate) fn part(&self, words: &[u64]) -> PartId {
        self.name(&self.parts, hash_words(words.iter().copied()), || words)
    }

    /// The name of a list of parts that many states have in common.
    pub(crate) fn memory(&self, parts: &[PartId]) -> PartId {
        self.name(&self.memories, hash_words(parts.iter().copied()), || narrow(parts))
    }

    fn name<W: Word, L: Deref<Target = [W]>>(&self, lists: &[Lists<W>], hash: u64, list: impl Fn() -> L) -> PartId {
        match self.states {
            Seen::Exact(_) => {
                let shard = shard_of(hash);
                let (number, _) = lists[shard].intern(hash, &list());
                u64::from(number) * N_SHARDS as u64 + shard as u64
            }
            Seen::Hashed(_) => hash,
        }
    }

    /// Stores a state; false if it was there.
    pub(crate) fn insert(&self, parts: &[PartId]) -> bool {
        let hash = hash_words(parts.iter().copied());
        match &self.states {
            Seen::Exact(states) => states[shard_of(hash)].intern(hash, &narrow(parts)).1,
            Seen::Hashed(states) => lock(&states[shard_of(hash)]).insert(hash),
        }
    }

    pub(crate) fn n_states(&self) -> u64 {
        let n_states: usize = match &self.states {
            Seen::Exact(states) => states.iter().map(Lists::len).sum(),
            Seen::Hashed(states) => states.iter().map(|shard| lock(shard).len()).sum(),
        };
        n_states as u64
    }

    /// The memory that states and their parts take.
    pub(crate) fn n_bytes(&self) -> u64 {
        let parts: usize = self.parts.iter().map(Lists::n_bytes).sum();
        let memories: usize = self.memories.iter().map(Lists::n_bytes).sum();
        let states: usize = match &self.states {
            Seen::Exact(states) => states.iter().map(Lists::n_bytes).sum(),
            Seen::Hashed(states) => states.iter().map(|shard| lock(shard).capacity() * (size_of::<u64>() + 1)).sum(),
        };
        (parts + memories + states) as u64
    }
}

fn lock<T>(mutex: &Apart<Mutex<T>>) -> MutexGuard<'_, T> {
    mutex.0.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_told_apart_by_what_is_in_them() {
        let store = Store::new(Storage::Exact);
        let (a, b) = (store.part(&[1, 2, 3]), store.part(&[1, 2]));
        assert_ne!(a, b);
        assert_eq!(a, store.part(&[1, 2, 3]));
        assert!(store.insert(&[a, b]) && store.insert(&[b, a]) && store.insert(&[a]) && store.insert(&[]));
        assert!(!store.insert(&[a, b]) && !store.insert(&[b, a]) && !store.insert(&[]));
        assert_eq!(store.n_states(), 4);
    }

    #[test]
    fn many_lists_stay_apart() {
        for storage in [Storage::Exact, Storage::Hashed] {
            let store = Store::new(storage);
            let list = |number: u64| [number % 17, number, number / 3];
            assert!((0..5000).all(|number| store.insert(&list(number))));
            assert!((0..5000).all(|number| !store.insert(&list(number))));
            assert_eq!(store.n_states(), 5000);
        }
    }
}
