//! The loops of a program as relations: what they hold when a round begins and what when it ends.
//!
//! An explorer fills it while it runs (`heads`); provers read it. Everything is over the terms of one run, so that whatever a prover
//! proposes is checked in bits, on the formulas that the interpreter made.

use std::collections::BTreeMap;
use std::sync::Arc;

use candor_context_symbolic::{Path, SymbolicContext};
use candor_evidence::{Held as Named, LoopEntry};
use candor_interp::{ObjectId, Position, Site};
use candor_ir::FuncId;
use candor_merge::Symbolic;
use candor_term::{Sort, Term, free_vars, substitute};
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
    /// The arrays that the loop changes.
    pub(crate) arrays: Vec<Array>,
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
    /// The same about elements of arrays at any index, the distinguished ones of the system.
    pub(crate) elements: Vec<Term>,
    /// Whether sums over its rounds are known.
    pub(crate) has_sums: bool,
    /// The depth of k-induction that something has been shown by; 0 if nothing has.
    pub(crate) depth: u32,
    /// The names of objects then, where facts are given by name: what is made later does not change them.
    pub(crate) objects: Option<Arc<Objects>>,
}

/// A round that goes on to the next.
#[derive(Debug)]
pub(crate) struct Round {
    pub(crate) start: usize,
    /// Everything that holds at its end.
    pub(crate) path: Path,
    /// What the cells hold then, in the order of the start's, and the arrays.
    pub(crate) next: Vec<Term>,
    pub(crate) arrays: Vec<Term>,
}

/// The contents of an object that a loop changes as a whole, or the marks of what nobody has written in it.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Array {
    pub(crate) object: ObjectId,
    pub(crate) part: Part,
    pub(crate) element_bytes: u32,
    pub(crate) now: Term,
    pub(crate) start: Term,
}

impl Array {
    /// What the loop changes as a whole.
    pub(crate) fn changed(self) -> Cell {
        Cell::Array { object: self.object, element_bytes: self.element_bytes }
    }
}

/// What of an object's contents an array holds.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Elements,
    /// Ones where nobody has written.
    Marks,
}

/// The array that is the elements of an object or their marks; any array where they cannot be seen as one.
pub(crate) fn array_of(
    cx: &mut SymbolicContext,
    state: &Symbolic,
    object: ObjectId,
    part: Part,
    element_bytes: u32,
) -> Term {
    let found = state.memory.get(object).and_then(|object| cx.elements_of(object, element_bytes));
    let found = found.and_then(|(elements, marks)| match part {
        Part::Elements => Some(elements),
        Part::Marks => marks,
    });
    found.unwrap_or_else(|| {
        let index = cx.pointer_bits() - element_bytes.trailing_zeros();
        cx.pool.fresh_var("any", Sort::Array { index, element: element_bytes * 8 })
    })
}

/// An activation that stands for all of a function that calls itself: the calls of the same function within it return anything that is
/// known of its results.
#[derive(Debug)]
pub(crate) struct Activation {
    pub(crate) func: FuncId,
    /// Where it begins; the cells are its parameters.
    pub(crate) start: usize,
    /// How many frames there are while it runs.
    pub(crate) depth: usize,
    /// Stands for its result in what is known of it; `None` where results are not followed.
    pub(crate) result: Option<Term>,
    pub(crate) returns: Vec<Return>,
    pub(crate) calls: Vec<CallWithin>,
    /// What is known to hold of parameters and result whenever it returns.
    pub(crate) facts: Vec<Term>,
}

/// Where an activation returns.
#[derive(Debug)]
pub(crate) struct Return {
    pub(crate) path: Path,
    pub(crate) result: Term,
}

/// A call of the same function within an activation.
#[derive(Debug)]
pub(crate) struct CallWithin {
    /// That it has returned. An execution that is not yet there, or never comes back, knows nothing of the result.
    pub(crate) returned: Term,
    pub(crate) arguments: Vec<Term>,
    pub(crate) result: Term,
}

impl Activation {
    /// Terms about its parameters and its result, said of a call within it.
    pub(crate) fn at_call(
        &self,
        cx: &mut SymbolicContext,
        start: &RoundStart,
        call: &CallWithin,
        terms: &[Term],
    ) -> Vec<Term> {
        let nows = start.cells.iter().map(|(_, held)| held.now);
        let mut replaced: FxHashMap<Term, Term> = nows.zip(call.arguments.iter().copied()).collect();
        replaced.extend(self.result.map(|result| (result, call.result)));
        substitute(&mut cx.pool, terms, &replaced)
    }

    /// The same where it returns.
    pub(crate) fn at_return(&self, cx: &mut SymbolicContext, returned: &Return, terms: &[Term]) -> Vec<Term> {
        let replaced = self.result.map(|result| (result, returned.result)).into_iter().collect();
        substitute(&mut cx.pool, terms, &replaced)
    }
}

/// All rounds of one run.
#[derive(Default)]
pub(crate) struct System {
    pub(crate) starts: Vec<RoundStart>,
    pub(crate) rounds: Vec<Round>,
    pub(crate) activations: Vec<Activation>,
    /// The variables that stand for any index, by their widths.
    pub(crate) indexes: BTreeMap<u32, Term>,
}

impl System {
    /// The variable that stands for any index of so many bits.
    pub(crate) fn index(&mut self, cx: &mut SymbolicContext, width: u32) -> Term {
        *self.indexes.entry(width).or_insert_with(|| cx.pool.fresh_var("index", Sort::Bv(width)))
    }

    /// What is held by no state: any index, in what is said of elements.
    pub(crate) fn index_held(&self, held: Named) -> Option<Term> {
        match held {
            Named::Index(width) => self.indexes.get(&width).copied(),
            // Any other is held by states, or is no index.
            _ => None,
        }
    }

    /// What every round of a start adds to each of its cells, in their order; `None` where that is not the same in all rounds, or
    /// the cell holds no number.
    pub(crate) fn added_by_rounds(&self, cx: &mut SymbolicContext, start: usize) -> Vec<Option<Term>> {
        let cells = self.starts[start].cells.iter().map(|(_, held)| held.now).enumerate();
        let added = cells.map(|(idx, now)| {
            let mut next = self.rounds_of(start).map(|round| round.next[idx]);
            let one = next.next().filter(|one| next.all(|other| other == *one));
            let is_number = matches!(cx.pool.sort(now), Sort::Bv(2..=64));
            one.filter(|_| is_number).map(|one| cx.pool.sub(one, now))
        });
        added.collect()
    }

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
        let mut replaced: FxHashMap<Term, Term> = self.cells.iter().map(|(_, held)| (held.now, held.start)).collect();
        replaced.extend(self.arrays.iter().map(|array| (array.now, array.start)));
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

    /// The same with the arrays that the loop changes.
    pub(crate) fn state_variables(&self, cx: &SymbolicContext) -> FxHashSet<Term> {
        let mut variables = self.variables(cx);
        variables.extend(self.arrays.iter().map(|array| array.now));
        variables
    }
}

impl Round {
    /// Terms about the start of a round, as the next round will see them.
    pub(crate) fn after(&self, cx: &mut SymbolicContext, start: &RoundStart, terms: &[Term]) -> Vec<Term> {
        let nows = start.cells.iter().map(|(_, held)| held.now);
        let mut replaced: FxHashMap<Term, Term> = nows.zip(self.next.iter().copied()).collect();
        replaced.extend(start.arrays.iter().map(|array| array.now).zip(self.arrays.iter().copied()));
        substitute(&mut cx.pool, terms, &replaced)
    }
}
