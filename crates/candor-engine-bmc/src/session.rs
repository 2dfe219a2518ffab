//! One run of the engine: bound after bound, until everything is settled or a limit is reached.

use std::collections::BTreeMap;
use std::sync::Arc;

use candor_context_symbolic::{ClaimKind, Path, SymbolicContext};
use candor_evidence::{CheckResult, CheckSite, Confirmed, Incomplete, Report, Status, replay};
use candor_interp::object::ObjectMemory;
use candor_interp::{Halt, Image, Site};
use candor_ir::{Check, CheckSet, Program};
use candor_solver::Outcome;

use crate::explore::{Bound, Explored, Explorer, Stopped};
use crate::limits::Limits;
use crate::options::{Options, Progress};
use crate::settle::{Answer, Settler, counterexample};

/// What is known about each check at each instruction so far.
#[derive(Default)]
struct Findings {
    violated: BTreeMap<CheckSite, Confirmed>,
    unknown: BTreeMap<CheckSite, String>,
    incomplete: Vec<Incomplete>,
}

impl Findings {
    fn incomplete(&mut self, reason: impl Into<String>, at: Option<Site>) {
        let new = Incomplete { reason: reason.into(), at };
        if !self.incomplete.contains(&new) {
            self.incomplete.push(new);
        }
    }
}

/// So many claims are made before the first are settled; later more and more.
const FIRST_BATCH: usize = 64;

/// All checks that any instruction asks for.
fn checks_of(program: &Program) -> CheckSet {
    let insts = program.functions.values().flat_map(|function| function.insts.values());
    insts.fold(CheckSet::EMPTY, |all, inst| all.union(inst.checks))
}

pub(crate) fn run(program: Arc<Program>, options: &Options, progress: &mut dyn FnMut(&Progress)) -> Report {
    let limits = Limits::new(options);
    let checks = checks_of(&program);
    let marks = checks.contains(Check::UninitializedRead) || checks.contains(Check::MissingReturn);
    let mut cx = SymbolicContext::new(program.clone(), marks, options.shadowing);
    let mut findings = Findings::default();
    let loaded = Image::load(&mut cx, program.clone(), options.start.clone(), Path::default(), ObjectMemory::default());
    let (image, start) = match loaded {
        Ok(loaded) => loaded,
        Err(Halt::Stop(stop)) => {
            findings.incomplete(stop.to_string(), None);
            return report(&program, findings, |_| false, Vec::new());
        }
        Err(Halt::Ended) => return report(&program, findings, |_| false, Vec::new()),
    };
    let mut explorer = Explorer::new(&image, checks.contains(Check::MemoryLeak));
    let mut settler = Settler::new();
    explorer.push(start);
    let mut bound = Bound::first();
    let mut n_settled = 0;
    let mut batch = FIRST_BATCH;
    loop {
        let explored = explorer.run(&mut cx, &mut settler, &limits, bound, n_settled + batch);
        settle(&program, options, &mut cx, &mut settler, &limits, &mut n_settled, &mut findings);
        progress(&Progress {
            bound: bound.open,
            states: explorer.n_blocks,
            checks_settled: n_settled as u64,
            elapsed: limits.elapsed(),
        });
        if options.stop_at_first && !findings.violated.is_empty() {
            break;
        }
        match explored {
            Explored::All => {}
            Explored::Claims => {
                batch += batch / 2;
                continue;
            }
            Explored::Limit(reason) => {
                findings.incomplete(reason, None);
                break;
            }
        }
        if explorer.aside.is_empty() {
            break;
        }
        if options.unwind.is_some_and(|unwind| bound.open >= unwind) {
            findings.incomplete("a loop may go round more often than it was allowed to", None);
            break;
        }
        bound = bound.next();
        if let Some(unwind) = options.unwind {
            bound.open = bound.open.min(unwind);
        }
        explorer.resume_aside();
    }
    if !options.stop_at_first || findings.violated.is_empty() {
        for stopped in std::mem::take(&mut explorer.stopped) {
            stopped_at(&cx, &mut settler, &limits, &stopped, &mut findings);
        }
    }
    let statistics = vec![
        ("blocks", explorer.n_blocks),
        ("merges", explorer.n_merges),
        ("terms", cx.pool.len() as u64),
        ("claims", cx.claims.len() as u64),
        ("queries", settler.n_queries),
        ("solver_ms", u64::try_from(settler.time.as_millis()).unwrap_or(u64::MAX)),
        ("waiting", explorer.n_waiting() as u64),
        ("bound", u64::from(bound.open)),
    ];
    let visited = explorer.visited;
    report(&program, findings, |site| visited.contains(&site), statistics)
}

/// Settles the claims that are new since the last time.
fn settle(
    program: &Arc<Program>,
    options: &Options,
    cx: &mut SymbolicContext,
    settler: &mut Settler,
    limits: &Limits,
    n_settled: &mut usize,
    findings: &mut Findings,
) {
    let mut pending: Vec<usize> = (*n_settled..cx.claims.len()).collect();
    *n_settled = cx.claims.len();
    while !pending.is_empty() {
        let (failed, model) = match settler.ask(cx, &pending, limits) {
            Answer::AllHold => return,
            Answer::Fails(idx, model) => (idx, model),
            Answer::Unknown(reason) => {
                for idx in pending {
                    let claim = &cx.claims[idx];
                    match claim.kind {
                        ClaimKind::Checked => {
                            findings.unknown.entry(site_of(cx, idx)).or_insert_with(|| reason.clone());
                        }
                        ClaimKind::Unchecked => findings.incomplete(reason.clone(), claim.position.last().copied()),
                    }
                }
                return;
            }
        };
        let site = site_of(cx, failed);
        match cx.claims[failed].kind {
            ClaimKind::Unchecked => {
                let reason = format!("{} can occur, but its check is switched off", site.check);
                findings.incomplete(reason, Some(site.site));
                pending.retain(|&idx| idx != failed);
                continue;
            }
            ClaimKind::Checked => {}
        }
        let counterexample = counterexample(cx, failed, &model);
        match replay(program, &options.start, &counterexample) {
            Ok(confirmed) => {
                findings.violated.insert(site, confirmed);
                if options.stop_at_first {
                    return;
                }
            }
            Err(mismatch) => {
                let reason = format!("internal error: the counterexample could not be replayed: {mismatch}");
                findings.unknown.insert(site, reason);
            }
        }
        pending.retain(|&idx| site_of(cx, idx) != site);
    }
}

fn site_of(cx: &SymbolicContext, idx: usize) -> CheckSite {
    let claim = &cx.claims[idx];
    let site = claim.position.last().copied().expect("a state has a frame");
    CheckSite { check: claim.check, site }
}

fn stopped_at(
    cx: &SymbolicContext,
    settler: &mut Settler,
    limits: &Limits,
    stopped: &Stopped,
    findings: &mut Findings,
) {
    if settler.is_reached(cx, &stopped.path, limits) != Outcome::Unsat {
        findings.incomplete(stopped.stop.to_string(), Some(stopped.at));
    }
}

fn report(
    program: &Program,
    mut findings: Findings,
    visited: impl Fn(Site) -> bool,
    statistics: Vec<(&'static str, u64)>,
) -> Report {
    let complete = findings.incomplete.is_empty();
    let mut checks = Vec::new();
    for (func, function) in program.functions.iter().filter(|(_, function)| function.is_defined()) {
        for (bb, block) in function.blocks.iter() {
            let reached = visited(Site { func, inst: block.first });
            for inst in function.block_insts(bb) {
                for check in function.insts[inst].checks.iter() {
                    let at = CheckSite { check, site: Site { func, inst } };
                    let status = match (findings.violated.remove(&at), findings.unknown.remove(&at)) {
                        (Some(confirmed), _) => Status::Violated(Box::new(confirmed)),
                        (None, Some(reason)) => Status::Unknown(reason),
                        (None, None) if !complete => Status::Unknown("not all executions were looked at".to_owned()),
                        (None, None) if reached => Status::Holds,
                        (None, None) => Status::Unreachable { vacuous: false },
                    };
                    checks.push(CheckResult { at, status });
                }
            }
        }
    }
    Report { checks, incomplete: findings.incomplete, assumptions: Vec::new(), statistics }
}
