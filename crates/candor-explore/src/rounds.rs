//! Rounds of loops, with some of the states in which they were begun: a state that has been there before has nothing new to see.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::Place;

/// How many states are kept of each loop.
const N_KEPT: usize = 3;
/// So many of the first rounds are kept, and then ever fewer.
const N_FIRST: u32 = 4;
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
    /// The states that are known of earlier rounds, the latest first.
    pub fn earlier(&self, place: Place) -> Kept<S> {
        self.0.get(&place).map(|visits| visits.kept.iter().rev().cloned().collect()).unwrap_or_default()
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
