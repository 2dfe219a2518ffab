//! Engines by name: the one that was asked for, or what suits the program.
//!
//! A program with one thread goes to the portfolio (`race`), one with several to explicit-state search, since the other engines know
//! one thread.

use std::sync::Arc;
use std::time::{Duration, Instant};

use candor_engine::{Findings, Options, Progress, Reached, assumptions};
use candor_engine_explicit::{DataKind, ExplicitOptions, Order};
use candor_engine_symex::{Search, SymexOptions};
use candor_evidence::{
    CheckResult, CheckSite, Confirmed, Counterexample, CycleOf, Incomplete, Mismatch, Probed, Proof, Report, Status,
    replay,
};
use candor_interp::{Beyond, MissingBodies};
use candor_ir::{Check, Program};
use candor_witness::Claim;

use crate::join::nothing;
use crate::race::race;
use crate::request::{Engine, Strategy};
use crate::values;

/// How many executions with threads are tried before a search, for how long, and with how many steps each.
const N_TRIES: u64 = 400;
const TRY_TIME: Duration = Duration::from_millis(600);
const MAX_TRY_STEPS: u64 = 20_000;

/// Which executions of a program with one thread are tried beside the first engine: so many, with so many steps each, within this time.
const PROBES: [(u64, u64); 3] = [(24, 20_000), (8, 1_000_000), (2, 16_000_000)];
const PROBES_TIME: Duration = Duration::from_millis(1500);

/// Checks a program with the engine that was asked for.
pub(crate) fn run(
    strategy: &Strategy,
    program: &Arc<Program>,
    engine: &Options,
    progress: &mut dyn FnMut(&Progress),
) -> Report {
    if let Some(claim) = &strategy.certificate {
        return match &**claim {
            Claim::Holds(proof) => certify(program, engine, proof, progress),
            Claim::Violated(cex) => certify_violation(program, engine, cex),
        };
    }
    match strategy.engine {
        Engine::Bmc => bmc(program, engine, progress),
        Engine::Loops => loops(program, engine, progress),
        Engine::Symex => symex(strategy.search, program, engine, progress),
        Engine::Shapes => shapes(program, engine, progress),
        Engine::Values => values(program, engine),
        Engine::Explicit => explicit(strategy, program, engine, progress),
        Engine::Auto if candor_interp::makes_threads(program) => {
            tried_before(program, engine, |engine| explicit(strategy, program, engine, progress))
        }
        Engine::Auto => race(program, engine, progress),
    }
}

pub(crate) fn bmc(program: &Arc<Program>, engine: &Options, progress: &mut dyn FnMut(&Progress)) -> Report {
    candor_engine_bmc::check(Arc::clone(program), engine, progress).by("bmc")
}

pub(crate) fn loops(program: &Arc<Program>, engine: &Options, progress: &mut dyn FnMut(&Progress)) -> Report {
    candor_loops::prove(program, engine, progress).by("loops")
}

pub(crate) fn shapes(program: &Arc<Program>, engine: &Options, progress: &mut dyn FnMut(&Progress)) -> Report {
    candor_shapes::prove(program, engine, progress).by("shapes")
}

/// Variables that nobody has a pointer to, in programs with one thread.
pub(crate) fn values(program: &Arc<Program>, engine: &Options) -> Report {
    match candor_interp::makes_threads(program) {
        true => values::given_up(program, "the values of variables are followed in one thread only", None),
        false => values::check(program, engine),
    }
    .by("values")
}

/// Goes through a proof that was written down.
fn certify(program: &Arc<Program>, engine: &Options, proof: &Proof, progress: &mut dyn FnMut(&Progress)) -> Report {
    if candor_interp::makes_threads(program) {
        return nothing("a certificate says nothing of programs with several threads".to_owned()).by("certify");
    }
    candor_loops::certify(program, engine, proof, progress).by("certify")
}

/// Goes through a counterexample that was written down: the concrete machine replays it, and that an execution never ends although no state
/// comes back is proved.
fn certify_violation(program: &Arc<Program>, engine: &Options, cex: &Counterexample) -> Report {
    let confirmed = match replay(program, &engine.start, cex) {
        Ok(confirmed) => confirmed,
        // Whoever wrote the certificate, it is no error of the replay.
        Err(Mismatch::Otherwise { actual, .. }) => {
            return nothing(format!("the execution in it ends with {actual}")).by("certify");
        }
        Err(mismatch) => return nothing(mismatch.to_string()).by("certify"),
    };
    match cex.cycle.as_ref().map(|cycle| cycle.of) {
        None | Some(CycleOf::States { .. }) => {}
        Some(CycleOf::Rounds { .. } | CycleOf::Calls) => {
            if let Err(why) = candor_loops::certify_endless(program, engine, cex) {
                return nothing(why.to_owned()).by("certify");
            }
        }
    }
    let Some(&site) = cex.position.last() else { return nothing("it is nowhere".to_owned()).by("certify") };
    found_by_trying(program, engine, CheckSite { check: cex.check, site }, confirmed).by("certify")
}

pub(crate) fn symex(
    search: Search,
    program: &Arc<Program>,
    engine: &Options,
    progress: &mut dyn FnMut(&Progress),
) -> Report {
    let symex = SymexOptions { engine: engine.clone(), search, ..SymexOptions::default() };
    candor_engine_symex::check(Arc::clone(program), &symex, progress).by("symex")
}

/// Executions in which pointers of unknown origin point to external memory. What goes wrong there may happen, and what does not says
/// nothing.
pub(crate) fn given(program: &Arc<Program>, engine: &Options, progress: &mut dyn FnMut(&Progress)) -> Report {
    let start = candor_interp::Options { missing_bodies: MissingBodies::GiveMemory, ..engine.start.clone() };
    let options = Options { beyond: Beyond::Nothing, start, settled: Arc::default(), ..engine.clone() };
    let Report { checks, assumptions, .. } = symex(Search::Interleaved, program, &options, progress);
    let violated = checks.into_iter().filter(|result| matches!(result.status, Status::Violated(_))).collect();
    Report { checks: violated, assumptions, ..nothing("executions with external memory are some of many".to_owned()) }
}

fn explicit(
    strategy: &Strategy,
    program: &Arc<Program>,
    engine: &Options,
    progress: &mut dyn FnMut(&Progress),
) -> Report {
    let explicit = ExplicitOptions {
        engine: engine.clone(),
        order: match strategy.search {
            Search::Bfs => Order::BreadthFirst,
            Search::Dfs => Order::DepthFirst,
            Search::Random | Search::Coverage | Search::Distance | Search::Interleaved => Order::Both,
        },
        reduction: strategy.reduction,
        data: match strategy.engine {
            _ if strategy.symbolic_data => DataKind::Symbolic,
            Engine::Auto => DataKind::Fitting,
            Engine::Explicit | Engine::Bmc | Engine::Loops | Engine::Symex | Engine::Shapes | Engine::Values => {
                DataKind::Concrete
            }
        },
        storage: strategy.storage,
        workers: strategy.workers,
        spurious: true,
        max_states: strategy.max_states,
        max_depth: strategy.max_transitions,
    };
    let mut report = candor_engine_explicit::check(program, &explicit, progress);
    // A search that has come to its end has seen all states, and executions may go round among them for ever.
    if engine.must_end {
        let reason = "explicit-state search does not find out whether executions end".to_owned();
        for result in report.checks.iter_mut().filter(|result| result.at.check == Check::Termination) {
            result.status = Status::Unknown(reason.clone());
        }
        report.incomplete.push(Incomplete { reason, at: None });
    }
    report.by("explicit")
}

/// Tries executions with inputs by chance: what a solver asks a hundred thousand questions about may be a matter of a second for the machine.
/// Nothing is said where none of them ends in a fault.
pub(crate) fn probes(program: &Arc<Program>, engine: &Options) -> Option<Report> {
    let deadline = Instant::now() + engine.timeout.map_or(PROBES_TIME, |timeout| PROBES_TIME.min(timeout / 8));
    let is_over = || Instant::now() >= deadline || engine.interrupt.is_interrupted();
    for (n_seeds, max_steps) in PROBES {
        for seed in 0..n_seeds {
            if is_over() {
                return None;
            }
            match candor_evidence::probe(program, &engine.start, seed, max_steps, &is_over) {
                Probed::Fault(confirmed) => {
                    let &site = confirmed.counterexample.position.last()?;
                    let at = CheckSite { check: confirmed.counterexample.check, site };
                    let assumptions = assumptions(program, engine, None, |_| true);
                    let found = found_by_trying(program, engine, at, *confirmed);
                    return Some(Report { assumptions, ..found }.by("trying"));
                }
                Probed::Nothing { is_only: true, is_cut: false } => return None,
                Probed::Nothing { is_only: true, is_cut: true } => break,
                Probed::Nothing { is_only: false, .. } => {}
            }
        }
    }
    None
}

/// A fault that an execution has ended in, and nothing else.
fn found_by_trying(program: &Program, engine: &Options, at: CheckSite, confirmed: Confirmed) -> Report {
    let mut findings = Findings::default();
    let reason = match engine.stop_at_first {
        true => "the search was stopped at the first violation",
        false => "only some executions were tried",
    };
    findings.incomplete(reason, None);
    findings.violated.insert(at, confirmed);
    let checks = findings.results(program, &Reached::default());
    Report { checks, incomplete: findings.incomplete, ..Report::default() }
}

/// Tries a few executions with inputs and schedules by chance before a search: what is easy to find need not be looked for, and
/// a search that goes through all beginnings first may never get to it.
fn tried_before(program: &Arc<Program>, engine: &Options, search: impl FnOnce(&Options) -> Report) -> Report {
    let deadline = Instant::now() + engine.timeout.map_or(TRY_TIME, |timeout| TRY_TIME.min(timeout / 8));
    let mut found = None;
    let mut seed = 0;
    // Executions that never end are no faults that one could run into.
    while found.is_none()
        && seed < N_TRIES
        && !engine.must_end
        && Instant::now() < deadline
        && !engine.interrupt.is_interrupted()
    {
        let is_over = || engine.interrupt.is_interrupted();
        found = candor_evidence::probe(program, &engine.start, seed, MAX_TRY_STEPS, &is_over).fault();
        seed += 1;
    }
    let Some(confirmed) = found else { return search(engine) };
    let Some(&site) = confirmed.counterexample.position.last() else { return search(engine) };
    let at = CheckSite { check: confirmed.counterexample.check, site };
    if engine.stop_at_first {
        return found_by_trying(program, engine, at, confirmed).by("explicit");
    }
    let mut report = search(engine);
    match report.checks.iter_mut().find(|result| result.at == at) {
        Some(result) if matches!(result.status, Status::Violated(_)) => {}
        Some(result) => result.status = Status::Violated(Box::new(confirmed)),
        None => report.checks.push(CheckResult::new(at, Status::Violated(Box::new(confirmed)))),
    }
    report
}
