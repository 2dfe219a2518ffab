//! From a program to a report: the data that suit it, one worker or several, and what they have found together.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use candor_engine::{Limits, Progress, Reached, checks_of, start_symbolic};
use candor_evidence::{CheckSite, Report};
use candor_interp::{Halt, Image, ObjectKind, Site};
use candor_ir::{Check, CheckSet, Program};
use rustc_hash::FxHashSet;

use crate::canonical::Canon;
use crate::concrete::ConcreteData;
use crate::copies;
use crate::data::{Data, State};
use crate::goal::{Goal, GoalReport, Reachability};
use crate::live::{Counting, LiveRegisters};
use crate::memo::Memo;
use crate::options::{DataKind, ExplicitOptions, Order, Reduction, Storage};
use crate::persistent::Persistence;
use crate::search::{Pairs, Shared, Worker};
use crate::symbolic::SymbolicData;
use crate::transition::{Landing, Machine};

/// Engines recurse over terms and frames.
const STACK: usize = 64 << 20;

/// Checks every execution of a program.
pub(crate) fn check(program: &Arc<Program>, options: &ExplicitOptions, progress: &mut dyn FnMut(&Progress)) -> Report {
    let limits = Limits::new(&options.engine);
    if options.data != DataKind::Symbolic {
        let (report, suits) = check_numbers(program, options, &limits, progress);
        if suits || options.data == DataKind::Concrete {
            return report;
        }
    }
    check_terms(program, options, &limits, progress)
}

/// With numbers; and whether that was enough, so that terms would say no more.
fn check_numbers(
    program: &Arc<Program>,
    options: &ExplicitOptions,
    limits: &Limits,
    progress: &mut dyn FnMut(&Progress),
) -> (Report, bool) {
    let checks = checks_of(program);
    let shared = Shared::new(program, options, limits, checks, n_workers(options));
    let tallies = match search_numbers(program, &shared, None, progress) {
        Ok(tallies) => tallies,
        Err(halt) => return (not_started(program, halt), true),
    };
    let suits = !shared.too_many.load(Ordering::SeqCst) && tallies.left_out.is_none();
    // A violation stands, whatever else there may be.
    let is_enough = options.engine.stop_at_first && !shared.findings().violated.is_empty();
    (report(&shared, tallies), suits || is_enough)
}

/// Looks for states that meet a goal.
pub(crate) fn reach(
    program: &Arc<Program>,
    options: &ExplicitOptions,
    goal: &dyn Goal,
    progress: &mut dyn FnMut(&Progress),
) -> GoalReport {
    let limits = Limits::new(&options.engine);
    let mut shared = Shared::new(program, options, &limits, checks_of(program), n_workers(options));
    shared.is_query = true;
    let tallies = match search_numbers(program, &shared, Some(goal), progress) {
        Ok(tallies) => tallies,
        Err(halt) => {
            let reason = not_started(program, halt).incomplete.first().map(|incomplete| incomplete.reason.clone());
            let answer = Reachability::Unknown(reason.clone().unwrap_or_default());
            return GoalReport { answer, missing: reason, n_met: 0, n_states: 0, statistics: Vec::new() };
        }
    };
    let statistics = statistics(&shared, &tallies);
    note_what_is_missing(&shared, &tallies);
    let (found, n_met) = std::mem::take(&mut *shared.goals());
    let incomplete = shared.findings().incomplete.first().map(|incomplete| incomplete.reason.clone());
    let answer = match (found, &incomplete) {
        (Some(choices), _) => Reachability::Reached(choices),
        (None, Some(reason)) => Reachability::Unknown(reason.clone()),
        (None, None) => Reachability::Never,
    };
    GoalReport { answer, missing: incomplete, n_met, n_states: shared.store.n_states(), statistics }
}

fn n_workers(options: &ExplicitOptions) -> usize {
    // The oldest state first is one order for all.
    if options.order == Order::BreadthFirst { 1 } else { options.workers.clamp(1, 1024) }
}

/// With terms, by one worker.
fn check_terms(
    program: &Arc<Program>,
    options: &ExplicitOptions,
    limits: &Limits,
    progress: &mut dyn FnMut(&Progress),
) -> Report {
    let checks = checks_of(program);
    let (cx, image, state) = match start_symbolic(program, &options.engine, CheckSet::EMPTY) {
        Ok(started) => started,
        Err(halt) => return not_started(program, halt),
    };
    let shared = Shared::new(program, options, limits, checks, 1);
    let data = SymbolicData::new(cx, &options.engine);
    let mut worker = worker(&shared, &image, data, &state, 0, Some(progress));
    begin(&mut worker, &state);
    worker.search();
    let tallies = Tallies::of(&mut worker);
    drop(worker);
    report(&shared, tallies)
}

fn search_numbers<'g>(
    program: &Arc<Program>,
    shared: &Shared<'_, ConcreteData<'g>>,
    goal: Option<&'g dyn Goal>,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Tallies, Halt> {
    let options = &shared.options.engine;
    let (data, image, state) = ConcreteData::start(program, options, goal)?;
    // No step leads to the state at the start.
    if goal.is_some_and(|goal| goal.is_met(&image, &state)) {
        *shared.goals() = (Some(Vec::new()), 1);
        if options.stop_at_first {
            shared.stop();
        }
    }
    let mut first = worker(shared, &image, data, &state, 0, Some(progress));
    let (base, n_fixed) = begin(&mut first, &state);
    let n_workers = n_workers(shared.options);
    let bases =
        base.map(|base| (0..n_workers).map(|number| if number == 0 { base.clone() } else { apart(&base) }).collect());
    let bases: &Vec<_> = shared.bases.get_or_init(|| bases.unwrap_or_default());
    let tallies = std::thread::scope(|scope| {
        let mut others = Vec::new();
        for (number, base) in bases.iter().enumerate().skip(1) {
            let number = u16::try_from(number).expect("few workers");
            let run = move || {
                let _guard = StopOnPanic(shared);
                let Ok((data, image, _)) = ConcreteData::start(program, options, goal) else {
                    shared.is_missing_one();
                    return None;
                };
                let mut worker = worker(shared, &image, data, base, number, None);
                worker.canon = canon(shared, &worker.machine, base, n_fixed);
                worker.search();
                Some(Tallies::of(&mut worker))
            };
            match std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run) {
                Ok(other) => others.push(other),
                Err(_) => shared.is_missing_one(),
            }
        }
        // Without a state there is nothing to do, and nobody to wait for.
        (bases.len().max(1)..n_workers).for_each(|_| shared.is_missing_one());
        let _guard = StopOnPanic(shared);
        first.search();
        let mut tallies = Tallies::of(&mut first);
        for other in others {
            match other.join() {
                Ok(more) => more.into_iter().for_each(|more| tallies.add(more)),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        tallies
    });
    Ok(tallies)
}

/// Lets the others stop when one has met a bug: they would wait for it for ever.
struct StopOnPanic<'a, 'p, D: Data>(&'a Shared<'p, D>);

impl<D: Data> Drop for StopOnPanic<'_, '_, D> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.stop();
        }
    }
}

/// How many of the first objects come before all blocks.
fn n_before_blocks<D: Data>(state: &State<D>, n_fixed: u32) -> u32 {
    let blocks = state.memory.iter().filter(|(_, object)| object.kind == ObjectKind::Heap);
    blocks.map(|(id, _)| id.0).min().map_or(n_fixed, |first| n_fixed.min(first))
}

/// A copy of a state that shares nothing with it.
fn apart<'g>(state: &State<ConcreteData<'g>>) -> State<ConcreteData<'g>> {
    let none = candor_interp::object::ObjectMemory::default();
    let mut copy = state.clone();
    copy.memory = state.memory.apart(&none, &none);
    copy.set_threads_apart();
    copy
}

fn canon<D: Data>(shared: &Shared<'_, D>, machine: &Machine<'_, D>, base: &State<D>, n_fixed: u32) -> Canon<D> {
    let leaks = shared.looks_for_leaks();
    let counting = match (machine.data.keeps_registers(), leaks) {
        (true, _) => Counting::All,
        (false, true) => Counting::Held,
        (false, false) => Counting::Read,
    };
    Canon::new(base, n_fixed, leaks, LiveRegisters::new(machine.image.program.clone(), counting))
}

fn worker<'a, 'p, D: Data>(
    shared: &'a Shared<'p, D>,
    image: &'a Image<D::Cx>,
    data: D,
    start: &State<D>,
    number: u16,
    progress: Option<&'a mut dyn FnMut(&Progress)>,
) -> Worker<'a, 'p, D> {
    let reduction = shared.options.reduction;
    let mut machine = Machine::new(image, data, shared.limits, reduction);
    machine.looks_for_races = shared.checks.contains(Check::DataRace) && !shared.is_query;
    let canon = canon(shared, &machine, start, start.memory.len());
    Worker {
        shared,
        machine,
        number,
        progress,
        canon,
        // A goal looks at whole states, and at each of them.
        memo: Memo::new(D::ENUMERATES && !shared.is_query),
        persistence: (reduction == Reduction::Persistent)
            .then(|| Persistence::new(&image.program, &image.natives, shared.checks)),
        waiting: std::collections::VecDeque::new(),
        wide: std::collections::VecDeque::new(),
        is_wide: false,
        raced: FxHashSet::default(),
        pairs: Pairs::default(),
        n_transitions: 0,
        n_expanded: 0,
        n_reduced: 0,
        n_claims: 0,
    }
}

/// How many objects that are made before threads begin are there for good. The list of all is copied with each state.
const MAX_FIXED: u32 = 1024;

/// Runs the program to where threads begin. The first state that is reached is the base for naming the others; and how many objects
/// there are in all executions from here on.
fn begin<D: Data>(worker: &mut Worker<'_, '_, D>, start: &State<D>) -> (Option<State<D>>, u32) {
    let turned = worker.machine.run(&|| start.clone(), /* is a turn */ false, /* spurious */ false);
    worker.settle(None, turned.claimed);
    let states = || {
        turned.landings.iter().filter_map(|landing| match landing {
            Landing::State(state, _) => Some(state),
            Landing::Exit | Landing::Blocked(..) | Landing::Stop(..) | Landing::TooMany(..) => None,
        })
    };
    let first = states().next().map(|state| State::<D>::clone(state));
    let n_common = states().map(|state| state.memory.len()).min();
    let n_fixed = n_common.map_or(start.memory.len(), |n_common| n_common.min(start.memory.len() + MAX_FIXED));
    let n_fixed = match &first {
        // Whether something points to a block is known only of those that are found.
        Some(first) if worker.shared.looks_for_leaks() => n_before_blocks::<D>(first, n_fixed),
        _ => n_fixed,
    };
    if let Some(first) = &first {
        worker.canon = canon(worker.shared, &worker.machine, first, n_fixed);
    }
    for landing in turned.landings {
        worker.land(None, landing);
    }
    (first, n_fixed)
}

/// What workers have counted.
#[derive(Default)]
struct Tallies {
    n_transitions: u64,
    n_steps: u64,
    n_reduced: u64,
    n_queries: u64,
    is_weak: bool,
    /// In some state there is a block that nothing points to.
    has_lost: bool,
    left_out: Option<String>,
    assumptions: Vec<String>,
    pairs: Pairs,
}

impl Tallies {
    fn of<D: Data>(worker: &mut Worker<'_, '_, D>) -> Tallies {
        let shared = worker.shared;
        let calls = std::mem::take(&mut worker.machine.calls);
        let is_made = |site: Site| calls.contains(&site);
        let mut assumptions = worker.machine.data.assumptions(shared.program, &shared.options.engine, &is_made);
        if !worker.looks_for_races() {
            assumptions.extend(copies::assumption(shared.program, calls.iter()));
        }
        Tallies {
            n_transitions: worker.n_transitions,
            n_steps: worker.machine.n_steps,
            n_reduced: worker.n_reduced,
            n_queries: worker.machine.data.n_queries(),
            is_weak: worker.machine.is_weak,
            has_lost: worker.canon.has_lost,
            left_out: worker.machine.data.left_out(),
            assumptions,
            pairs: std::mem::take(&mut worker.pairs),
        }
    }

    fn add(&mut self, other: Tallies) {
        self.n_transitions += other.n_transitions;
        self.n_steps += other.n_steps;
        self.n_reduced += other.n_reduced;
        self.n_queries += other.n_queries;
        self.is_weak |= other.is_weak;
        self.has_lost |= other.has_lost;
        self.left_out = self.left_out.take().or(other.left_out);
        self.pairs.add(other.pairs);
        for sentence in other.assumptions {
            if !self.assumptions.contains(&sentence) {
                self.assumptions.push(sentence);
            }
        }
    }
}

fn not_started(program: &Program, halt: Halt) -> Report {
    let mut findings = candor_engine::Findings::default();
    if let Halt::Stop(stop) = halt {
        findings.incomplete(stop.to_string(), None);
    }
    let checks = findings.results(program, &Reached::default());
    Report { checks, incomplete: findings.incomplete, ..Report::default() }
}

/// Whatever keeps a finished search from having seen everything.
fn note_what_is_missing<D: Data>(shared: &Shared<'_, D>, tallies: &Tallies) {
    let mut findings = shared.findings();
    if shared.is_unfinished() && findings.incomplete.is_empty() {
        findings.incomplete("the search was stopped before all states were seen", None);
    }
    if shared.options.storage == Storage::Hashed {
        findings.incomplete("states were told apart by their hashes only", None);
    }
    if tallies.is_weak {
        findings.incomplete("weak memory: an atomic access asks for less than sequential consistency", None);
    }
    if let Some(reason) = &tallies.left_out {
        findings.incomplete(reason.clone(), None);
    }
    for site in tallies.pairs.doubtful() {
        let reason = "a failed trylock does not synchronise: it is unknown whether accesses around it race";
        findings.unknown.insert(CheckSite { check: Check::DataRace, site }, reason.to_owned());
    }
    // Where an execution ends, it has been found.
    let is_found = findings.violated.keys().any(|site| site.check == Check::MemoryLeak);
    if tallies.has_lost && !is_found && shared.checks.contains(Check::MemoryLeak) {
        findings.incomplete("a block is lost, but it was not seen that the execution ends", None);
    }
}

fn statistics<D: Data>(shared: &Shared<'_, D>, tallies: &Tallies) -> Vec<(&'static str, u64)> {
    vec![
        ("states", shared.store.n_states()),
        ("transitions", tallies.n_transitions),
        ("alone", tallies.n_reduced),
        ("steps", tallies.n_steps),
        ("bytes", shared.store.n_bytes() + shared.trails.n_bytes()),
        ("queries", tallies.n_queries),
    ]
}

fn report<D: Data>(shared: &Shared<'_, D>, tallies: Tallies) -> Report {
    note_what_is_missing(shared, &tallies);
    let statistics = statistics(shared, &tallies);
    let reached = Reached::new(shared.program, all_sites(shared.program), FxHashSet::default());
    let mut findings = shared.findings();
    let checks = findings.results(shared.program, &reached);
    let incomplete = std::mem::take(&mut findings.incomplete);
    let conditions = findings.conditions();
    Report { checks, incomplete, conditions, assumptions: tallies.assumptions, statistics, ..Report::default() }
}

/// What is not reached is not told apart from what holds.
fn all_sites(program: &Program) -> FxHashSet<Site> {
    let of_function =
        |func: candor_ir::FuncId| program.functions[func].insts.keys().map(move |inst| Site { func, inst });
    program.functions.keys().flat_map(of_function).collect()
}
