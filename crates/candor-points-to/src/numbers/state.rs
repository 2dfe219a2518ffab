//! What is known at a point.

use std::rc::Rc;

use candor_ir::ValueId;
use candor_numbers::AbstractInt;

use super::cells::Cell;

/// What something is known of.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Key {
    Register(ValueId),
    Cell(Cell),
}

/// What is narrower than a register is everywhere, and what variables hold: one that is not in it may hold anything. Most blocks and
/// edges change little or nothing, so that states are shared.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct State(Rc<Vec<(Key, AbstractInt)>>);

impl State {
    fn position(&self, key: Key) -> Result<usize, usize> {
        self.0.binary_search_by_key(&key, |entry| entry.0)
    }

    pub(super) fn get(&self, key: Key) -> Option<AbstractInt> {
        self.position(key).ok().map(|idx| self.0[idx].1)
    }

    pub(super) fn insert(&mut self, key: Key, number: AbstractInt) {
        match self.position(key) {
            Ok(idx) if self.0[idx].1 == number => {}
            Ok(idx) => Rc::make_mut(&mut self.0)[idx].1 = number,
            Err(idx) => Rc::make_mut(&mut self.0).insert(idx, (key, number)),
        }
    }

    pub(super) fn remove(&mut self, key: Key) {
        if let Ok(idx) = self.position(key) {
            Rc::make_mut(&mut self.0).remove(idx);
        }
    }

    /// Widens what was less before. This has to know no more than before.
    pub(super) fn widen(&mut self, before: &State, landmarks: &[i64]) {
        let mut before = before.0.iter();
        for entry in Rc::make_mut(&mut self.0) {
            let known = before.find(|known| known.0 == entry.0).expect("it was known before").1;
            if entry.1 != known {
                entry.1 = entry.1.widen(known, landmarks);
            }
        }
    }

    pub(super) fn retain(&mut self, is_kept: impl Fn(Key) -> bool) {
        if !self.0.iter().all(|entry| is_kept(entry.0)) {
            Rc::make_mut(&mut self.0).retain(|entry| is_kept(entry.0));
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (Key, AbstractInt)> {
        self.0.iter().copied()
    }

    /// Whether everything that is so by another state is so by this one.
    pub(super) fn covers(&self, other: &State) -> bool {
        let mut rest = other.0.iter();
        self.0.iter().all(|(key, number)| {
            rest.find(|entry| entry.0 >= *key).is_some_and(|entry| entry.0 == *key && entry.1.is_subset(number))
        })
    }

    /// What is known on both of two ways.
    pub(super) fn join(&self, other: &State) -> State {
        if Rc::ptr_eq(&self.0, &other.0) {
            return self.clone();
        }
        let mut rest = other.0.iter().peekable();
        let mut joined = Vec::with_capacity(self.0.len().min(other.0.len()));
        for &(key, number) in self.0.iter() {
            while rest.next_if(|entry| entry.0 < key).is_some() {}
            if let Some(&(_, other)) = rest.next_if(|entry| entry.0 == key) {
                joined.push((key, number.join(other)));
            }
        }
        if joined == *self.0 { self.clone() } else { State(Rc::new(joined)) }
    }
}

impl FromIterator<(Key, AbstractInt)> for State {
    fn from_iter<I: IntoIterator<Item = (Key, AbstractInt)>>(entries: I) -> State {
        let mut entries: Vec<(Key, AbstractInt)> = entries.into_iter().collect();
        entries.sort_by_key(|entry| entry.0);
        State(Rc::new(entries))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(idx: u32) -> Key {
        Key::Register(ValueId::from_u32(idx))
    }

    fn only(number: u64) -> AbstractInt {
        AbstractInt::constant(8, number)
    }

    #[test]
    fn a_join_knows_what_both_know() {
        let state = |entries: &[(u32, u64)]| -> State {
            entries.iter().rev().map(|&(idx, number)| (key(idx), only(number))).collect()
        };
        let (a, b) = (state(&[(1, 4), (2, 5), (4, 6), (9, 0)]), state(&[(0, 0), (2, 7), (3, 1), (4, 6)]));
        let joined = a.join(&b);
        assert_eq!(joined, b.join(&a));
        let known: Vec<(Key, AbstractInt)> = joined.iter().collect();
        assert_eq!(known, [(key(2), only(5).join(only(7))), (key(4), only(6))]);
        assert_eq!((joined.get(key(4)), joined.get(key(1))), (Some(only(6)), None));
    }

    #[test]
    fn a_copy_does_not_change_with_the_original() {
        let mut state = State::default();
        state.insert(key(3), only(1));
        let copy = state.clone();
        state.insert(key(1), only(2));
        state.insert(key(3), only(5));
        assert_eq!((copy.get(key(1)), copy.get(key(3))), (None, Some(only(1))));
        state.remove(key(3));
        assert_eq!(state.iter().collect::<Vec<_>>(), [(key(1), only(2))]);
    }
}
