//! Rounds of loops, with some of the states in which they were begun: a state that has been there before has nothing new to see.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::Place;

/// How many states are kept of each loop.
const N_KEPT: usize = 3;
/// So many of the first rounds are kept, and then ever fewer.
const N_FIRST: u32 = 4;
/// A loop that has gone round so often is compared with earlier rounds only now and then: what comes back does so again.
const N_COMPARED: u32 = 256;
const COMPARED_EACH: u32 = 16;
/// Loops of functions that have returned stay until there are so many.
const MAX_LOOPS: usize = 64;

/// States in which a loop was begun.
pub type Kept<S> = SmallVec<[Rc<S>; N_KEPT]>;

#[derive(Clone, Debug)]
struct Visits<S> {
    count: u32,
    kept: Kept<S>,
}

/// The rounds so far; clones share them.
#[derive(Clone, Debug)]
pub struct Rounds<S>(Rc<FxHashMap<Place, Visits<S>>>);

impl<S> Default for Rounds<S> {
    fn default() -> Self {
        Rounds(Rc::default())
    }
}

impl<S: Clone> Rounds<S> {
    /// The states of earlier rounds to compare the one with that begins now, the latest first.
    pub fn earlier(&self, place: Place) -> Kept<S> {
        let compared = self.0.get(&place).filter(|visits| {
            let round = visits.count.saturating_add(1);
            round <= N_COMPARED || round.is_multiple_of(COMPARED_EACH)
        });
        compared.map(|visits| visits.kept.iter().rev().cloned().collect()).unwrap_or_default()
    }

    /// Another round. A state that is kept makes the next writes dear, so that most are not.
    pub fn begin(&mut self, place: Place, state: &S) {
        let rounds = Rc::make_mut(&mut self.0);
        if rounds.len() >= MAX_LOOPS && !rounds.contains_key(&place) {
            rounds.clear();
        }
        let visits = rounds.entry(place).or_insert_with(|| Visits { count: 0, kept: Kept::new() });
        visits.count = visits.count.saturating_add(1);
        if visits.count <= N_FIRST || visits.count.is_power_of_two() {
            if visits.kept.len() == N_KEPT {
                visits.kept.remove(0);
            }
            visits.kept.push(Rc::new(state.clone()));
        }
    }
}

#[cfg(test)]
mod tests {
    use candor_ir::{BlockId, EntityRef, FuncId};

    use super::*;

    /// A state that comes back is met again among those that are kept, whatever the period and however late it begins.
    #[test]
    fn what_comes_back_is_seen() {
        let place = Place { func: FuncId::new(0), call_path: 0, bb: BlockId::new(0) };
        for (start, period) in [(0, 1), (3, 1), (0, 7), (100, 250), (300, 1), (1000, 13), (5000, 1024), (0, 65_536)] {
            let mut rounds = Rounds::default();
            let state = |round: u32| if round < start { round } else { start + (round - start) % period };
            let seen = (0..400_000).find(|&round| {
                let is_back = rounds.earlier(place).iter().any(|earlier| **earlier == state(round));
                rounds.begin(place, &state(round));
                is_back
            });
            let limit = 4 * (start + 16 * period).max(64);
            assert!(seen.is_some_and(|round| round <= limit), "{start}, {period}: {seen:?}");
        }
    }
}
