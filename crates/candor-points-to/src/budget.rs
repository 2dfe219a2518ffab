//! How long a run of the fixpoint may take, linear in the size of the program, and what happens then: precision is given up, never
//! what is right.
//!
//! Where the first run takes long, pointers to many places become unknown ones; a second run that takes long is given up, and what the
//! first one has found stands.

use candor_ir::Program;

/// A second run may look at so many instructions, or at so many for each that there is.
const MAX_STEPS: usize = 400_000;
const MAX_STEPS_EACH: usize = 40;
/// A first run may look at so many instructions and objects, or at so many for each instruction that there is, until sets with more than so
/// many places are large; and twice as many until those with half as many are.
const MAX_EFFORT: usize = 300_000;
const MAX_EFFORT_EACH: usize = 10;
const MAX_PLACES: usize = 64;
const MIN_PLACES: usize = 1;

/// When precision is given up.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Haste {
    /// Where the analysis takes long.
    #[default]
    Late,
    /// At once, for pointers to several places.
    Sets,
    /// At once, for the order of events as well.
    SetsAndOrder,
}

/// What a run has done and may do.
#[derive(Debug)]
pub(crate) struct Budget {
    /// Instructions looked at, each call once for each callee.
    n_steps: usize,
    /// Objects read or written.
    n_accesses: usize,
    /// Steps until the run is given up.
    max_steps: usize,
    /// Steps and accesses until sets are too large.
    max_effort: usize,
    /// Those that are then have more places than this.
    max_places: usize,
}

impl Budget {
    /// A first run comes to its end.
    pub(crate) fn of_first_run(program: &Program, haste: Haste) -> Budget {
        let max_effort = match haste {
            Haste::Late => MAX_EFFORT.max(n_insts(program) * MAX_EFFORT_EACH),
            Haste::Sets | Haste::SetsAndOrder => 1,
        };
        Budget { n_steps: 0, n_accesses: 0, max_steps: usize::MAX, max_effort, max_places: MAX_PLACES }
    }

    /// A second run keeps what it tells apart, or is given up.
    pub(crate) fn of_second_run(program: &Program, haste: Haste) -> Budget {
        let max_steps = match haste {
            Haste::Late | Haste::Sets => MAX_STEPS.max(n_insts(program) * MAX_STEPS_EACH),
            Haste::SetsAndOrder => 0,
        };
        Budget { n_steps: 0, n_accesses: 0, max_steps, max_effort: usize::MAX, max_places: MAX_PLACES }
    }

    /// An instruction is looked at.
    pub(crate) fn step(&mut self) {
        self.n_steps += 1;
    }

    /// An object is read or written.
    pub(crate) fn access(&mut self) {
        self.n_accesses += 1;
    }

    /// Whether the run has taken too long, so that what it has found is not all there is.
    pub(crate) fn is_used_up(&self) -> bool {
        self.n_steps > self.max_steps
    }

    /// How many places sets may have from now on, if it has just become time for less.
    pub(crate) fn new_limit(&mut self) -> Option<usize> {
        if self.n_steps + self.n_accesses <= self.max_effort {
            return None;
        }
        self.max_effort = self.max_effort.saturating_mul(2);
        let limit = self.max_places;
        self.max_places = (limit / 2).max(MIN_PLACES);
        Some(limit)
    }
}

fn n_insts(program: &Program) -> usize {
    program.functions.values().map(|function| function.insts.len()).sum()
}
