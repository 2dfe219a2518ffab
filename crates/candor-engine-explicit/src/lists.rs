//! Lists that are stored once and named by numbers, for several threads at a time.
//!
//! Most lists that a search asks for are there already. Whoever finds one takes no lock and writes nothing, so that processors do not
//! take memory away from each other. This is possible because nothing moves: a list stays where it was written first, and a table of
//! hashes that has become too small stays beside the larger one, since somebody may still be looking into it.

use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// What lists consist of.
pub(crate) trait Word: Copy + PartialEq {
    type Cell: Default + Send + Sync;
    fn load(cell: &Self::Cell) -> Self;
    fn store(self, cell: &Self::Cell);
    fn of_length(length: usize) -> Self;
}

macro_rules! word {
    ($word:ty, $cell:ty) => {
        impl Word for $word {
            type Cell = $cell;

            fn load(cell: &$cell) -> $word {
                cell.load(Ordering::Relaxed)
            }

            fn store(self, cell: &$cell) {
                cell.store(self, Ordering::Relaxed);
            }

            fn of_length(length: usize) -> $word {
                <$word>::try_from(length).expect("lists are short")
            }
        }
    };
}
word!(u32, AtomicU32);
word!(u64, AtomicU64);

/// Something that does not share a line of a processor's cache with anything else.
#[derive(Default)]
#[repr(align(128))]
pub(crate) struct Apart<T>(pub(crate) T);

const N_TABLES: usize = 32;
const MIN_SLOTS: usize = 16;

pub(crate) struct Lists<W: Word> {
    /// Open addressing: the upper half of a hash, and one more than the number of a list; zero is free. Each table is twice as large
    /// as the one before.
    tables: [OnceLock<Box<[AtomicU64]>>; N_TABLES],
    /// The table that has all lists.
    current: AtomicUsize,
    /// Where the lists are: the length of each, then its words. Its number is the place of its length.
    segments: [OnceLock<Box<[W::Cell]>>; N_SEGMENTS],
    filled: Apart<Mutex<Filled>>,
}

/// How much there is. Only who has this adds lists.
#[derive(Default)]
struct Filled {
    n_words: usize,
    n_lists: usize,
    /// Words with gaps: a list does not reach over the end of a segment.
    next: usize,
}

impl<W: Word> Default for Lists<W> {
    fn default() -> Self {
        Lists {
            tables: [const { OnceLock::new() }; N_TABLES],
            current: AtomicUsize::new(0),
            segments: [const { OnceLock::new() }; N_SEGMENTS],
            filled: Apart::default(),
        }
    }
}

/// What a look into a table comes to.
enum Looked {
    /// The list is there, under this number.
    Found(u32),
    /// It is not; the place where it would be.
    Free(usize),
}

impl<W: Word> Lists<W> {
    /// The number of a list, and whether it is new.
    pub(crate) fn intern(&self, hash: u64, list: &[W]) -> (u32, bool) {
        if let Some(table) = self.tables[self.current.load(Ordering::Acquire)].get()
            && let Looked::Found(number) = self.look(table, hash, list)
        {
            return (number, false);
        }
        let mut filled = self.filled();
        let table = self.table_for(filled.n_lists + 1);
        // Somebody may have added it meanwhile.
        match self.look(table, hash, list) {
            Looked::Found(number) => (number, false),
            Looked::Free(slot) => {
                let number = self.write(&mut filled, list);
                // Who sees the slot sees the words.
                table[slot].store(slot_of(upper(hash), number), Ordering::Release);
                (number, true)
            }
        }
    }

    fn look(&self, table: &[AtomicU64], hash: u64, list: &[W]) -> Looked {
        let (upper, mask) = (upper(hash), table.len() - 1);
        let mut slot = upper as usize & mask;
        loop {
            match number_in(table[slot].load(Ordering::Acquire)) {
                None => return Looked::Free(slot),
                Some((found, number)) if found == upper && self.is_at(number, list) => return Looked::Found(number),
                Some(_) => slot = (slot + 1) & mask,
            }
        }
    }

    fn is_at(&self, number: u32, list: &[W]) -> bool {
        let place = Place::of(number as usize);
        let Some(segment) = self.segments[place.segment].get() else { return false };
        let words = &segment[place.idx..];
        W::load(&words[0]) == W::of_length(list.len())
            && words[1..=list.len()].iter().zip(list).all(|(cell, word)| W::load(cell) == *word)
    }

    /// Writes a list behind all others; its number.
    fn write(&self, filled: &mut Filled, list: &[W]) -> u32 {
        let n_words = list.len() + 1;
        let mut place = Place::of(filled.next);
        while place.idx + n_words > place.size {
            filled.next += place.size - place.idx;
            place = Place::of(filled.next);
        }
        let cells = self.segments[place.segment].get_or_init(|| (0..place.size).map(|_| W::Cell::default()).collect());
        let words = std::iter::once(W::of_length(list.len())).chain(list.iter().copied());
        words.zip(&cells[place.idx..]).for_each(|(word, cell)| word.store(cell));
        let number = u32::try_from(filled.next).ok().filter(|&number| number != u32::MAX);
        filled.next += n_words;
        filled.n_words += n_words;
        filled.n_lists += 1;
        number.expect("fewer than four billion words in a shard")
    }

    /// A table that holds so many lists and is at most three quarters full.
    fn table_for(&self, n_lists: usize) -> &[AtomicU64] {
        let current = self.current.load(Ordering::Relaxed);
        let empty = |n_slots: usize| (0..n_slots).map(|_| AtomicU64::new(0)).collect::<Box<[_]>>();
        let table = self.tables[current].get_or_init(|| empty(MIN_SLOTS));
        if n_lists * 4 <= table.len() * 3 {
            return table;
        }
        let larger = empty(table.len() * 2);
        let mask = larger.len() - 1;
        for held in table.iter().map(|slot| slot.load(Ordering::Relaxed)) {
            let Some((upper, _)) = number_in(held) else { continue };
            let mut slot = upper as usize & mask;
            while larger[slot].load(Ordering::Relaxed) != 0 {
                slot = (slot + 1) & mask;
            }
            larger[slot].store(held, Ordering::Relaxed);
        }
        let larger = self.tables[current + 1].get_or_init(|| larger);
        self.current.store(current + 1, Ordering::Release);
        larger
    }

    fn filled(&self) -> MutexGuard<'_, Filled> {
        self.filled.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn len(&self) -> usize {
        self.filled().n_lists
    }

    pub(crate) fn n_bytes(&self) -> usize {
        let n_slots: usize = self.tables.iter().filter_map(OnceLock::get).map(|table| table.len()).sum();
        n_slots * size_of::<AtomicU64>() + self.filled().n_words * size_of::<W>()
    }
}

fn upper(hash: u64) -> u32 {
    u32::try_from(hash >> 32).expect("half of a word")
}

fn slot_of(upper: u32, number: u32) -> u64 {
    u64::from(upper) << 32 | (u64::from(number) + 1)
}

/// What is in a slot: the upper half of a hash, and the number of a list.
fn number_in(slot: u64) -> Option<(u32, u32)> {
    let number = u32::try_from(slot & u64::from(u32::MAX)).expect("half of a word");
    number.checked_sub(1).map(|number| (upper(slot), number))
}

/// Segments become larger with what is there, by a quarter of it: four of them and then twice the size. They are so many that every
/// number of 32 bits has a place.
const FIRST_SEGMENT_LOG: u32 = 4;
const N_SEGMENTS: usize = 4 * (33 - FIRST_SEGMENT_LOG as usize);

/// Where a word is.
struct Place {
    segment: usize,
    idx: usize,
    /// Of the segment.
    size: usize,
}

impl Place {
    fn of(word: usize) -> Place {
        // As if four segments of the first size lay before: then the upper three bits of a number say which segment it is in.
        let from_there = word + (4 << FIRST_SEGMENT_LOG);
        let log = from_there.ilog2() - 2;
        let quarter = (from_there >> log) - 4;
        let doublings = (log - FIRST_SEGMENT_LOG) as usize;
        Place { segment: doublings * 4 + quarter, idx: from_there & ((1 << log) - 1), size: 1 << log }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hash(list: &[u32]) -> u64 {
        list.iter().fold(7, |hash: u64, word| (hash ^ u64::from(*word)).wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    #[test]
    fn places_follow_each_other() {
        let mut before = Place::of(0);
        assert_eq!((before.segment, before.idx), (0, 0));
        for word in 1..100_000 {
            let place = Place::of(word);
            match place.idx {
                0 => assert_eq!((place.segment, before.idx + 1), (before.segment + 1, before.size)),
                idx => assert_eq!((place.segment, idx), (before.segment, before.idx + 1)),
            }
            before = place;
        }
        assert!(Place::of(u32::MAX as usize).segment < N_SEGMENTS);
    }

    #[test]
    fn lists_of_all_lengths() {
        let lists: Lists<u32> = Lists::default();
        let all: Vec<Vec<u32>> = (0..400).map(|length| (0..length).collect()).collect();
        let numbers: Vec<u32> = all.iter().map(|list| lists.intern(hash(list), list).0).collect();
        for (list, number) in all.iter().zip(&numbers) {
            assert_eq!(lists.intern(hash(list), list), (*number, false));
        }
        assert_eq!(lists.len(), all.len());
    }

    #[test]
    fn hashes_that_collide_are_told_apart() {
        let lists: Lists<u64> = Lists::default();
        let numbers: Vec<(u32, bool)> = (0..100_u64).map(|word| lists.intern(0, &[word])).collect();
        assert!(numbers.iter().all(|(_, is_new)| *is_new));
        assert!((0..100_u64).zip(&numbers).all(|(word, (number, _))| lists.intern(0, &[word]) == (*number, false)));
        assert_eq!(lists.intern(0, &[]), (lists.filled().next as u32 - 1, true));
    }

    /// Each list is new for exactly one of those that add it, and has one number for all.
    #[test]
    fn many_threads_agree() {
        const N_LISTS: u32 = 20_000;
        let lists: Lists<u32> = Lists::default();
        let list = |number: u32| [number, number / 7, 3];
        let work = |step: u32| -> Vec<(u32, bool)> {
            let mut found = vec![(0, false); N_LISTS as usize];
            for idx in 0..N_LISTS {
                let number = idx.wrapping_mul(step) % N_LISTS;
                found[number as usize] = lists.intern(hash(&list(number)), &list(number));
            }
            found
        };
        // All of these have no divisor in common with the number of lists: each goes through all of them.
        let found: Vec<Vec<(u32, bool)>> = std::thread::scope(|scope| {
            let threads: Vec<_> = [1, 3, 7, 11].map(|step| scope.spawn(move || work(step))).into();
            threads.into_iter().map(|thread| thread.join().expect("it does not panic")).collect()
        });
        for idx in 0..N_LISTS as usize {
            assert!(found.iter().all(|of_thread| of_thread[idx].0 == found[0][idx].0));
            assert_eq!(found.iter().filter(|of_thread| of_thread[idx].1).count(), 1);
        }
        assert_eq!(lists.len(), N_LISTS as usize);
    }
}
