//! The states that have been seen.
//!
//! A state is stored as the list of its parts (threads, memory, what holds on its path), each of which is stored once and
//! named by a number, as in the collapse method of Spin (Holzmann 1997); memory in turn is a list of objects. The comparison is exact: nothing rests on hashes, unless
//! that is asked for; then a state is its hash (Wolper and Leroy 1993), and two may be taken for one.
//!
//! Several workers use one store. It is cut into shards by hash, each with its own lock.

use std::hash::Hasher;
use std::sync::Mutex;

use rustc_hash::{FxHashSet, FxHasher};
use smallvec::SmallVec;

use crate::options::Storage;

const N_SHARDS: usize = 64;

/// A part by its number, or by its hash where parts are not kept.
pub(crate) type PartId = u64;

/// Where the lists of one shard are, one behind the other.
struct Interner<T> {
    words: Vec<T>,
    /// The end of each list.
    ends: Vec<u32>,
    /// Open addressing: the upper half of a hash, and the number of the list plus one; zero is free.
    slots: Vec<(u32, u32)>,
}

impl<T> Default for Interner<T> {
    fn default() -> Self {
        Interner { words: Vec::new(), ends: Vec::new(), slots: Vec::new() }
    }
}

impl<T: Copy + PartialEq> Interner<T> {
    fn list(&self, idx: usize) -> &[T] {
        let start = if idx == 0 { 0 } else { self.ends[idx - 1] };
        &self.words[start as usize..self.ends[idx] as usize]
    }

    /// The number of a list, and whether it is new.
    fn intern(&mut self, hash: u64, list: &[T]) -> (u32, bool) {
        if self.ends.len() * 4 >= self.slots.len() * 3 {
            self.grow();
        }
        let upper = upper(hash);
        let mask = self.slots.len() - 1;
        let mut slot = start_of(upper, mask);
        loop {
            let (found, number) = self.slots[slot];
            if number == 0 {
                break;
            }
            if found == upper && self.list(number as usize - 1) == list {
                return (number - 1, false);
            }
            slot = (slot + 1) & mask;
        }
        self.words.extend_from_slice(list);
        self.ends.push(u32::try_from(self.words.len()).expect("fewer than four billion words in a shard"));
        let number = u32::try_from(self.ends.len()).expect("fewer than four billion lists");
        self.slots[slot] = (upper, number);
        (number - 1, true)
    }

    fn grow(&mut self) {
        let n_slots = (self.slots.len() * 2).max(16);
        let old = std::mem::replace(&mut self.slots, vec![(0, 0); n_slots]);
        for (upper, number) in old.into_iter().filter(|(_, number)| *number != 0) {
            let mut slot = start_of(upper, n_slots - 1);
            while self.slots[slot].1 != 0 {
                slot = (slot + 1) & (n_slots - 1);
            }
            self.slots[slot] = (upper, number);
        }
    }

    fn n_bytes(&self) -> usize {
        self.words.len() * size_of::<T>()
            + self.ends.len() * size_of::<u32>()
            + self.slots.len() * size_of::<(u32, u32)>()
    }
}

fn upper(hash: u64) -> u32 {
    u32::try_from(hash >> 32).expect("half of a word")
}

fn start_of(upper: u32, mask: usize) -> usize {
    upper as usize & mask
}

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

/// What kind of list a shard holds.
enum Seen {
    Exact(Interner<u32>),
    Hashed(FxHashSet<u64>),
}

fn narrow(parts: &[PartId]) -> SmallVec<[u32; 32]> {
    parts.iter().map(|&part| u32::try_from(part).expect("fewer than four billion parts")).collect()
}

pub(crate) struct Store {
    parts: Vec<Mutex<Interner<u64>>>,
    memories: Vec<Mutex<Interner<u32>>>,
    states: Vec<Mutex<Seen>>,
    storage: Storage,
}

impl Store {
    pub(crate) fn new(storage: Storage) -> Store {
        let seen = || match storage {
            Storage::Exact => Seen::Exact(Interner::default()),
            Storage::Hashed => Seen::Hashed(FxHashSet::default()),
        };
        Store {
            parts: (0..N_SHARDS).map(|_| Mutex::default()).collect(),
            memories: (0..N_SHARDS).map(|_| Mutex::default()).collect(),
            states: (0..N_SHARDS).map(|_| Mutex::new(seen())).collect(),
            storage,
        }
    }

    /// The name of a part.
    pub(crate) fn part(&self, words: &[u64]) -> PartId {
        let hash = hash_words(words.iter().copied());
        if self.storage == Storage::Hashed {
            return hash;
        }
        let shard = shard_of(hash);
        let (number, _) = lock(&self.parts[shard]).intern(hash, words);
        u64::from(number) * N_SHARDS as u64 + shard as u64
    }

    /// The name of a list of parts that many states have in common.
    pub(crate) fn memory(&self, parts: &[PartId]) -> PartId {
        let hash = hash_words(parts.iter().copied());
        if self.storage == Storage::Hashed {
            return hash;
        }
        let shard = shard_of(hash);
        let (number, _) = lock(&self.memories[shard]).intern(hash, &narrow(parts));
        u64::from(number) * N_SHARDS as u64 + shard as u64
    }

    /// Stores a state; false if it was there.
    pub(crate) fn insert(&self, parts: &[PartId]) -> bool {
        let hash = hash_words(parts.iter().copied());
        // Outside of the lock, which others may wait for.
        let list = if self.storage == Storage::Exact { narrow(parts) } else { SmallVec::new() };
        match &mut *lock(&self.states[shard_of(hash)]) {
            Seen::Exact(states) => states.intern(hash, &list).1,
            Seen::Hashed(states) => states.insert(hash),
        }
    }

    pub(crate) fn n_states(&self) -> u64 {
        let n_states = |seen: &Seen| match seen {
            Seen::Exact(states) => states.ends.len(),
            Seen::Hashed(states) => states.len(),
        };
        self.states.iter().map(|shard| n_states(&lock(shard)) as u64).sum()
    }

    /// The memory that states and their parts take.
    pub(crate) fn n_bytes(&self) -> u64 {
        let of_states = |seen: &Seen| match seen {
            Seen::Exact(states) => states.n_bytes(),
            Seen::Hashed(states) => states.capacity() * (size_of::<u64>() + 1),
        };
        let parts: usize = self.parts.iter().map(|shard| lock(shard).n_bytes()).sum();
        let memories: usize = self.memories.iter().map(|shard| lock(shard).n_bytes()).sum();
        let states: usize = self.states.iter().map(|shard| of_states(&lock(shard))).sum();
        (parts + memories + states) as u64
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
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
