//! What is asked for: a program, the checks to make, its surroundings, and how to search.
//!
//! All of it is plain data, so that whoever has no command line (a validator, a debugger, a test) asks in the same way.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use candor_engine as engine;
use candor_engine_explicit::{Reduction, Storage};
use candor_engine_symex::Search;
use candor_interp::MissingBodies;
use candor_ir::{Check, CheckSet, Program};
use candor_llvm::FrontendConfig;
use candor_points_to::Level;
use candor_solver::{Choice, Interrupt};
use candor_witness::{Claim, Property, checks_of};

/// Where a program comes from.
#[derive(Clone, Debug, Default)]
pub struct Source {
    /// C files, LLVM files, or a compilation database.
    pub files: Vec<PathBuf>,
    pub frontend: FrontendConfig,
    /// Functions that run side by side in place of `main`.
    pub entries: Vec<String>,
}

/// Which checks are made.
#[derive(Clone, Debug, Default)]
pub struct Goals {
    /// Only the checks of these; without any, those that are on by default.
    pub properties: Vec<Property>,
    /// Further checks, and checks to leave out. What is switched off stays off.
    pub on: Vec<Check>,
    pub off: Vec<Check>,
}

impl Goals {
    pub fn checks(&self) -> CheckSet {
        let mut checks = match self.properties.is_empty() {
            true => CheckSet::default_on(),
            false => checks_of(&self.properties),
        };
        self.on.iter().for_each(|&check| checks.insert(check));
        self.off.iter().for_each(|&check| checks.remove(check));
        checks
    }

    /// Whether executions have to end.
    pub(crate) fn must_end(&self) -> bool {
        self.checks().contains(Check::Termination)
    }

    /// Whether lost memory is asked for by name, instead of what is usual.
    pub(crate) fn names_leaks(&self) -> bool {
        !self.properties.is_empty() || self.on.contains(&Check::MemoryLeak)
    }
}

/// `--pointer-args`: what the pointer arguments of the function under `--function` point to.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum PointerArgs {
    /// An object of their own.
    #[default]
    Fresh,
    Null,
    Both,
}

/// `--caller`: the arguments that the function under `--function` is called with. Each of them allows less than the one before.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Caller {
    /// Any arguments; where some break a check, what callers have to see to is looked for among the following.
    #[default]
    All,
    /// Any arguments.
    Any,
    /// Strings have an end, lengths fit the arrays before them, and no pointer is null that is followed without being looked at.
    Careful,
    /// Pointers point to as much memory as is used.
    Trusted,
    /// The same, and every number is 1.
    Ones,
    /// The same, and every number is 0.
    Zeros,
}

/// How executions go on behind arithmetic that went wrong.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum UbResult {
    /// Not at all: the fault is their end.
    #[default]
    End,
    /// With what machines compute.
    Wrap,
    /// With any value.
    Fresh,
}

/// What volatile variables hold when they are read.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Volatile {
    /// What was written to them last.
    #[default]
    Plain,
    /// Anything.
    Nondet,
}

/// What comes from outside of the program: arguments, files, variables of the environment, random numbers.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum World {
    /// Arbitrary.
    #[default]
    Open,
    /// There are no files, no variables and no arguments, and random numbers are those of glibc.
    Closed,
}

/// What surrounds the program.
#[derive(Clone, Debug, Default)]
pub struct Surroundings {
    pub world: World,
    /// The function to call with any arguments in place of `main`.
    pub function: Option<String>,
    pub pointer_args: PointerArgs,
    pub caller: Caller,
    pub volatile: Volatile,
    pub ub_result: UbResult,
}

/// An engine by the name that users choose it with.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// Whatever suits the program, several at once where that helps.
    #[default]
    Auto,
    Bmc,
    /// Induction over loops.
    Loops,
    Symex,
    /// Shape analysis: lists of any length.
    Shapes,
    /// Values of variables that nobody has a pointer to.
    Values,
    /// Explicit-state search.
    Explicit,
}

/// How executions are searched.
#[derive(Clone, Debug, Default)]
pub struct Strategy {
    pub engine: Engine,
    /// Which path or state goes on next.
    pub search: Search,
    /// Checks of memory that a pointer analysis may leave out.
    pub level: Level,
    /// Whether the program is sliced before the search.
    pub slice: bool,
    /// For explicit-state search: which interleavings are left out, whether it works with terms, what it keeps of a state, how many
    /// search at once (at least one does), and where it stops.
    pub reduction: Reduction,
    pub symbolic_data: bool,
    pub storage: Storage,
    pub workers: usize,
    pub max_states: Option<u64>,
    pub max_transitions: Option<u32>,
    /// A proof or a counterexample to go through, in place of every search.
    pub certificate: Option<Arc<Claim>>,
}

/// A bound for the iterations of all loops, or of those that a text such as `main:12` names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unwind {
    pub single: Option<String>,
    pub bound: u32,
}

/// Everything that is asked about a program.
#[derive(Clone, Debug, Default)]
pub struct Request {
    pub source: Source,
    pub goals: Goals,
    pub surroundings: Surroundings,
    pub strategy: Strategy,
    /// What SV-COMP counts as a violation, and one is enough.
    pub competition: bool,
    /// Whether one violation is enough.
    pub stop_at_first: bool,
    /// `argv`.
    pub args: Vec<Vec<u8>>,
    pub malloc_may_fail: bool,
    pub unwind: Vec<Unwind>,
    /// How many functions of the user's are active at most.
    pub depth: Option<u32>,
    /// Whether faults are looked for that an execution has only behind another fault.
    pub beyond_faults: bool,
    pub solver: Choice,
    /// Where to write every query of the solver.
    pub smt2: Option<PathBuf>,
    /// Whether the report has to say what was relied on.
    pub keeps_proof: bool,
}

/// What a search may use up.
#[derive(Clone, Debug)]
pub struct Budget {
    pub deadline: Option<Instant>,
    /// In bytes.
    pub memory: u64,
    /// Pulled when the user has seen enough.
    pub interrupt: Interrupt,
}

impl Budget {
    /// So much time from now on, and so many megabytes.
    pub fn new(timeout: Option<Duration>, megabytes: u64) -> Budget {
        let deadline = timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        Budget { deadline, memory: megabytes.saturating_mul(1 << 20), interrupt: Interrupt::new() }
    }

    /// Engine options with the remaining time and memory of this budget.
    pub fn engine_options(&self) -> engine::Options {
        engine::Options {
            timeout: self.time_left(),
            memory_limit: self.memory,
            interrupt: self.interrupt.clone(),
            ..engine::Options::default()
        }
    }

    pub(crate) fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }
}

/// How a program is started whose every execution is looked at: functions without a body return anything.
pub fn start_options(args: Vec<Vec<u8>>, malloc_may_fail: bool) -> candor_interp::Options {
    let missing_bodies = MissingBodies::ReturnAnything;
    candor_interp::Options { args, malloc_may_fail, missing_bodies, ..candor_interp::Options::default() }
}

impl Request {
    /// Whether `main` is called with arbitrary arguments: nobody has given any, besides the name of the program.
    pub(crate) fn has_open_arguments(&self) -> bool {
        self.surroundings.world == World::Open && self.surroundings.function.is_none() && self.args.len() <= 1
    }

    /// Whether lost memory is looked for. In two cases nobody looks for it unless it is asked for by name. In a program with threads, when
    /// a block is lost depends on the order of all steps, so that no interleaving could be left out. Where one function is checked
    /// alone, only its own end counts, which is no end of the program.
    pub(crate) fn asks_for_leaks(&self, program: &Program) -> bool {
        let has_threads = self.source.entries.len() > 1 || candor_interp::makes_threads(program);
        let is_usual = !has_threads && self.surroundings.function.is_none();
        self.goals.checks().contains(Check::MemoryLeak) && (self.goals.names_leaks() || is_usual)
    }

    /// How executions of the program begin.
    pub fn start(&self) -> candor_interp::Options {
        candor_interp::Options {
            open: self.surroundings.world == World::Open,
            arrays_fit: self.competition,
            ..start_options(self.args.clone(), self.malloc_may_fail)
        }
    }

    /// What engines are told; an error if a loop that is bounded is not in the program.
    pub(crate) fn engine_options(&self, program: &Program, budget: &Budget) -> Result<engine::Options, String> {
        let all = self.unwind.iter().rev().find(|unwind| unwind.single.is_none());
        let mut unwind_loops = Vec::new();
        for Unwind { single, bound } in &self.unwind {
            if let Some(name) = single {
                unwind_loops.extend(engine::find_loops(program, name, *bound)?);
            }
        }
        // That executions end cannot be shown by leaving out those that take long.
        let must_end = self.goals.must_end();
        Ok(engine::Options {
            start: self.start(),
            unwind: all.map(|unwind| unwind.bound),
            unwind_loops,
            depth: self.depth,
            unwinding: !self.goals.off.contains(&Check::Unwinding) || must_end,
            must_end,
            leaks: self.asks_for_leaks(program),
            ub_result: match self.surroundings.ub_result {
                UbResult::End => engine::UbResult::End,
                // The value has become part of the program.
                UbResult::Wrap | UbResult::Fresh => engine::UbResult::GoOn,
            },
            shadowing: !self.beyond_faults,
            stop_at_first: self.competition || self.stop_at_first,
            solver: self.solver.clone(),
            smt2: self.smt2.clone(),
            keeps_proof: self.keeps_proof,
            ..budget.engine_options()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_stand_in_place_of_the_usual_checks() {
        let usual = Goals { on: vec![Check::MemoryLeak], ..Goals::default() };
        assert_eq!(usual.checks(), CheckSet::default_on().with(Check::MemoryLeak));
        assert!(usual.names_leaks() && !Goals::default().names_leaks());
        let properties = vec![Property::Termination, Property::UnreachCall];
        let some = Goals { properties, on: Vec::new(), off: vec![Check::ErrorCall] };
        assert_eq!(some.checks(), CheckSet::of(Check::Termination));
        assert!(some.must_end());
    }
}
