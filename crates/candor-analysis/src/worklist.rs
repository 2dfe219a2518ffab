//! Drivers of fixpoint iterations: what static analyses visit again and again until nothing changes.
//!
//! Three are enough. [`reachable`] is for facts that are true or not and pass from one item to others. [`until_stable`] goes round all blocks of a
//! function, which is best where nearly all change nearly always: in reverse post-order a function without loops takes one round and another
//! to see that nothing changes. A [`Worklist`] is for those who know what depends on what.

use cranelift_entity::EntityRef;

/// Which items can be reached from some, themselves included. `next` tells what can be reached from an item directly.
pub fn reachable<K: EntityRef, I: IntoIterator<Item = K>>(
    n_items: usize,
    from: impl IntoIterator<Item = K>,
    mut next: impl FnMut(K) -> I,
) -> Vec<bool> {
    let mut found = vec![false; n_items];
    let mut work: Vec<K> = from.into_iter().collect();
    while let Some(item) = work.pop() {
        if !std::mem::replace(&mut found[item.index()], true) {
            work.extend(next(item));
        }
    }
    found
}

/// Visits items in order, round after round, until a round in which no visit tells of a change.
pub fn until_stable<T>(order: impl Iterator<Item = T> + Clone, mut visit: impl FnMut(T) -> bool) {
    while order.clone().fold(false, |changed, item| visit(item) | changed) {}
}

/// Items, by their numbers, that are to be visited: each waits at most once.
#[derive(Clone, Debug, Default)]
pub struct Worklist {
    /// One bit for each.
    waiting: Vec<u64>,
    /// No word before this one has a bit.
    lowest: usize,
}

impl Worklist {
    /// For so many items, of which none is waiting.
    pub fn new(n_items: usize) -> Worklist {
        Worklist { waiting: vec![0; n_items.div_ceil(64)], lowest: 0 }
    }

    pub fn add(&mut self, item: usize) {
        self.waiting[item / 64] |= 1 << (item % 64);
        self.lowest = self.lowest.min(item / 64);
    }

    /// It waits no longer; tells whether it did.
    pub fn remove(&mut self, item: usize) -> bool {
        let (word, bit) = (&mut self.waiting[item / 64], 1 << (item % 64));
        let was_waiting = *word & bit != 0;
        *word &= !bit;
        was_waiting
    }

    /// The next one from a number on, which goes on waiting; if there is none, the first of all.
    pub fn next(&self, from: usize) -> Option<usize> {
        let rest = self.waiting.get(from / 64).map_or(0, |bits| bits & (u64::MAX << (from % 64)));
        let later = self.waiting.iter().copied().enumerate().skip(from / 64 + 1);
        let all = self.waiting.iter().copied().enumerate().skip(self.lowest);
        let mut words = std::iter::once((from / 64, rest)).chain(later).chain(all);
        words.find(|(_, bits)| *bits != 0).map(|(word, bits)| word * 64 + bits.trailing_zeros() as usize)
    }

    /// Takes the first of all.
    pub fn pop(&mut self) -> Option<usize> {
        let first = self.next(self.lowest * 64)?;
        self.lowest = first / 64;
        self.remove(first);
        Some(first)
    }

    pub fn is_empty(&self) -> bool {
        self.waiting[self.lowest.min(self.waiting.len())..].iter().all(|&bits| bits == 0)
    }
}

#[cfg(test)]
mod tests {
    use candor_ir::BlockId;

    use super::*;

    #[test]
    fn the_next_one_is_found_from_anywhere() {
        let mut work = Worklist::new(150);
        assert!(work.is_empty() && work.next(7).is_none() && work.pop().is_none());
        [140, 3, 140].into_iter().for_each(|item| work.add(item));
        assert_eq!([0, 3, 4, 140, 141, 149, 150].map(|from| work.next(from)), [3, 3, 140, 140, 3, 3, 3].map(Some));
        assert!(work.remove(3) && !work.remove(3));
        assert_eq!(work.next(141), Some(140));
        work.add(70);
        assert_eq!((work.pop(), work.pop(), work.pop(), work.is_empty()), (Some(70), Some(140), None, true));
        work.add(5);
        assert_eq!((work.next(64), work.is_empty(), work.pop()), (Some(5), false, Some(5)));
    }

    #[test]
    fn what_can_be_reached_is_found_once() {
        let next = [vec![1, 2], vec![0], vec![2], vec![0]];
        let blocks = |of: BlockId| next[of.index()].iter().map(|&idx| BlockId::new(idx)).collect::<Vec<_>>();
        assert_eq!(reachable(4, [BlockId::new(1)], blocks), [true, true, true, false]);
        let mut distance = [0, 9, 9, 9];
        until_stable(0..3_usize, |idx| {
            next[idx].iter().fold(false, |changed, &to| {
                let shorter = distance[idx] + 1 < distance[to];
                distance[to] = distance[to].min(distance[idx] + 1);
                changed || shorter
            })
        });
        assert_eq!(distance, [0, 1, 1, 9]);
    }
}
