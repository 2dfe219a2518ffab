//! The loops of a program as relations: what they hold when a round begins and what when it ends.
//!
//! An explorer fills it while it runs (`heads`); provers read it. Everything is over the terms of one run, so that whatever a prover
//! proposes is checked in bits, on the formulas that the interpreter made.

use std::sync::Arc;

use candor_context_symbolic::{Path, SymbolicContext};
use candor_evidence::LoopEntry;
use candor_interp::{Position, Site};
use candor_merge::Symbolic;
use candor_term::{Term, free_vars, substitute};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::guess::Held;
use crate::names::Objects;
use crate::plan::Cell;

/// Where a round begins, with anything in what the loop changes; or an activation of a function that calls itself, whose rounds are the
/// calls within it.
pub(crate) struct RoundStart {
    pub(crate) name: LoopEntry,
    /// The loop's first instruction, or the function's.
    pub(crate) at: Site,
    /// Where every frame stood, and how often the loop's first block had been begun.
    pub(crate) position: Position,
    pub(crate) n_visits: u64,
    pub(crate) cells: Vec<(Cell, Held)>,
    /// So many variables were there before: they do not change while the loop goes round.
    pub(crate) n_older: usize,
    /// What held where the loop was entered.
    pub(crate) entry: Path,
    /// What held when the round began, the guesses included.
    pub(crate) path: Path,
    /// Where the loop was entered, and where the round begins.
    pub(crate) before: Symbolic,
    pub(crate) now: Symbolic,
    /// What is known to hold whenever a round begins.
    pub(crate) facts: Vec<Term>,
    /// The names of objects then, where facts are given by name: what is made later does not change them.
    pub(crate) objects: Option<Arc<Objects>>,
}

/// A round that goes on to the next.
#[derive(Debug)]
pub(crate) struct Round {
    pub(crate) start: usize,
    /// Everything that holds at its end.
    pub(crate) path: Path,
    /// What the cells hold then, in the order of the start's.
    pub(crate) next: Vec<Term>,
}

/// All rounds of one run.
#[derive(Default)]
pub(crate) struct System {
    pub(crate) starts: Vec<RoundStart>,
    pub(crate) rounds: Vec<Round>,
}

impl System {
    /// The rounds that begin at a start.
    pub(crate) fn rounds_of(&self, start: usize) -> impl Iterator<Item = &Round> {
        self.rounds.iter().filter(move |round| round.start == start)
    }
}

impl RoundStart {
    /// Whether a term has a value as soon as the round begins, and of the next round in terms of its cells.
    pub(crate) fn knows(&self, cx: &SymbolicContext, known: &FxHashSet<Term>, term: Term) -> bool {
        free_vars(&cx.pool, &[term]).iter().all(|var| known.contains(var))
    }

    /// Terms about the start of a round, as they are when the loop is entered.
    pub(crate) fn at_entry(&self, cx: &mut SymbolicContext, terms: &[Term]) -> Vec<Term> {
        let replaced: FxHashMap<Term, Term> = self.cells.iter().map(|(_, held)| (held.now, held.start)).collect();
        substitute(&mut cx.pool, terms, &replaced)
    }

    /// Whether every execution that gets to another start has come by here.
    pub(crate) fn comes_before(&self, other: &RoundStart) -> bool {
        self.path.common_depth(&other.entry) == self.path.depth()
    }

    /// The variables of what does not change while the loop goes round.
    pub(crate) fn older(&self, cx: &SymbolicContext) -> FxHashSet<Term> {
        cx.pool.vars()[..self.n_older].iter().copied().collect()
    }

    /// The variables that a term about the start of a round may have: what does not change, and what the cells hold.
    pub(crate) fn variables(&self, cx: &SymbolicContext) -> FxHashSet<Term> {
        let older = cx.pool.vars()[..self.n_older].iter().copied();
        older.chain(self.cells.iter().map(|(_, held)| held.now)).collect()
    }
}

impl Round {
    /// Terms about the start of a round, as the next round will see them.
    pub(crate) fn after(&self, cx: &mut SymbolicContext, start: &RoundStart, terms: &[Term]) -> Vec<Term> {
        let nows = start.cells.iter().map(|(_, held)| held.now);
        let replaced: FxHashMap<Term, Term> = nows.zip(self.next.iter().copied()).collect();
        substitute(&mut cx.pool, terms, &replaced)
    }
}
