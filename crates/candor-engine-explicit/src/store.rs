//! The states that have been seen.
//!
//! A state is stored as the list of its parts (threads, objects, what holds on its path), each of which is stored once and
//! named by a number, as in the collapse method of Spin (Holzmann 1997). The comparison is exact: nothing rests on hashes.

use rustc_hash::{FxHashMap, FxHashSet};

/// A part of a state, in words.
pub(crate) type Part = Vec<u64>;

#[derive(Default)]
pub(crate) struct Store {
    parts: FxHashMap<Box<[u64]>, u32>,
    states: FxHashSet<Box<[u32]>>,
    pub(crate) n_words: u64,
}

impl Store {
    /// Stores a state; false if it was there.
    pub(crate) fn insert(&mut self, parts: Vec<Part>) -> bool {
        let ids: Box<[u32]> = parts.into_iter().map(|part| self.id_of(part)).collect();
        let n_ids = ids.len();
        let is_new = self.states.insert(ids);
        if is_new {
            self.n_words += n_ids as u64 / 2 + 2;
        }
        is_new
    }

    fn id_of(&mut self, part: Part) -> u32 {
        if let Some(&id) = self.parts.get(&part[..]) {
            return id;
        }
        let id = u32::try_from(self.parts.len()).expect("fewer than four billion parts");
        self.n_words += part.len() as u64 + 3;
        self.parts.insert(part.into_boxed_slice(), id);
        id
    }

    pub(crate) fn n_states(&self) -> u64 {
        self.states.len() as u64
    }
}
