//! Proofs by induction: each loop is gone round once, for all its rounds, and a function that calls itself is gone through once, for all
//! its activations (`recursion`).
//!
//! Rounds are made as they are until one could have been the last. From then on what the loop changes may be anything that the guesses
//! (`guess`) allow; `heads` lets states go round, `plan` remembers what loops change and which guesses were wrong. When a run finds
//! out something new, it is thrown away and the next begins. In the last run all guesses are kept by every round, so that what holds
//! in it holds in every execution; what does not may still hold, and nobody knows.

pub(crate) mod guess;
pub(crate) mod heads;
pub(crate) mod plan;
pub(crate) mod recursion;

use std::sync::Arc;
use std::time::Duration;

use candor_context_symbolic::{ClaimKind, SymbolicContext};
use candor_engine::{
    Bounds, Findings, Limits, Options, Progress, Reached, all_checks, assumptions, checks_for, start_symbolic,
};
use candor_evidence::{CheckResult, CheckSite, Report, Status};
use candor_interp::{Halt, Image, Site};
use candor_ir::{Check, FuncId, Program};
use candor_solver::Outcome;
use candor_term::{Evaluation, Term};
use rustc_hash::FxHashSet;

use self::heads::{Heads, Obligation};
use self::plan::Plan;
use crate::explore::{Bound, Explored, Explorer, Moving};
use crate::settle::{Answer, Settler};

/// Runs at most.
const MAX_RUNS: u32 = 200;
/// Activations of one function at once.
const MAX_ACTIVE: u32 = 8;
/// How long the solver may think about guesses together, and about one.
const GUESSES_TIME: Duration = Duration::from_secs(5);
const GUESS_TIME: Duration = Duration::from_millis(500);
/// How long it may think about what is to be shown.
const CLAIMS_TIME: Duration = Duration::from_secs(20);

struct Proof<'a> {
    program: &'a Arc<Program>,
    options: &'a Options,
    limits: &'a Limits,
    findings: Findings,
    n_runs: u32,
    n_queries: u64,
}

pub(crate) fn run(program: &Arc<Program>, options: &Options, progress: &mut dyn FnMut(&Progress)) -> Report {
    let limits = Limits::new(options);
    let report = prove(program, options, &limits, progress);
    let marked: Vec<CheckSite> = all_checks(program).filter(|at| MARKED.contains(&at.check)).collect();
    if report.incomplete.is_empty() || marked.is_empty() {
        return report;
    }
    // Where it is too much to follow who has written what, the rest may still be shown.
    let mut report = prove(&without_marks(program), options, &limits, progress);
    let unknown = || Status::Unknown("induction does not follow what nobody has written".to_owned());
    report.checks.extend(marked.into_iter().map(|at| CheckResult::new(at, unknown())));
    report.checks.sort_by_key(|result| (result.at.site, result.at.check));
    report
}

fn prove(program: &Arc<Program>, options: &Options, limits: &Limits, progress: &mut dyn FnMut(&Progress)) -> Report {
    let mut proof = Proof { program, options, limits, findings: Findings::default(), n_runs: 0, n_queries: 0 };
    if options.must_end {
        proof.findings.incomplete("induction does not show that executions end", None);
        return proof.report();
    }
    let mut plan = Plan::default();
    while proof.n_runs < MAX_RUNS && limits.exceeded().is_none() {
        proof.n_runs += 1;
        progress(&Progress { engine: "loops", bound: proof.n_runs, elapsed: limits.elapsed(), ..Progress::default() });
        match proof.attempt(plan) {
            Attempt::Over(report) => return report,
            Attempt::Again(better) => plan = better,
        }
    }
    proof.findings.incomplete("no induction was found in time", None);
    proof.report()
}

/// Checks for which values have to remember that nobody has written them.
const MARKED: [Check; 2] = [Check::UninitializedRead, Check::MissingReturn];

/// The program without those checks: what nobody has written is arbitrary.
fn without_marks(program: &Program) -> Arc<Program> {
    let mut copy = program.clone();
    for inst in copy.functions.values_mut().flat_map(|function| function.insts.values_mut()) {
        MARKED.into_iter().for_each(|check| inst.checks.remove(check));
    }
    Arc::new(copy)
}

enum Attempt {
    Over(Report),
    /// There is more to know about loops.
    Again(Plan),
}

impl Proof<'_> {
    /// A report that says nothing.
    fn report(&mut self) -> Report {
        let checks = self.findings.results(self.program, &Reached::default());
        Report { checks, incomplete: std::mem::take(&mut self.findings.incomplete), ..Report::default() }
    }

    /// One run.
    fn attempt(&mut self, plan: Plan) -> Attempt {
        let (mut cx, image, state) = match start_symbolic(self.program, self.options, self.options.goes_on()) {
            Ok(started) => started,
            Err(Halt::Stop(stop)) => {
                self.findings.incomplete(stop.to_string(), None);
                return Attempt::Over(self.report());
            }
            Err(Halt::Ended) => return Attempt::Over(self.report()),
        };
        let checks = checks_for(self.program, self.options);
        let leaks = checks.contains(Check::MemoryLeak) || checks.contains(Check::MemoryCleanup);
        let mut settler = Settler::new(self.options);
        let mut explorer = Explorer::new(&image, checks, Bounds::new(self.options));
        explorer.heads = Some(Heads::new(plan, leaks));
        explorer.start(state);
        let bound = Bound { open: MAX_ACTIVE, forced: u32::MAX };
        let explored = explorer.run(&mut cx, &mut settler, self.limits, bound, usize::MAX);
        let mut heads = explorer.heads.take().expect("put there above");
        if let Explored::Limit(reason) = explored {
            self.findings.incomplete(reason, None);
            return Attempt::Over(self.report());
        }
        if let Some((at, why)) = heads.hopeless {
            self.findings.incomplete(why, Some(at));
            return Attempt::Over(self.report());
        }
        if heads.is_stale || Self::generalises(&cx, &image, &explorer.aside, &mut heads.plan) {
            return Attempt::Again(heads.plan);
        }
        let mut plan = heads.plan;
        let refuted = self.refute(&mut cx, &mut settler, heads.obligations, &mut plan);
        self.n_queries += settler.n_queries;
        if refuted {
            return Attempt::Again(plan);
        }
        let n_new = heads.later.into_iter().filter(|(name, cell)| plan.add_change(*name, *cell)).count();
        if n_new > 0 {
            return Attempt::Again(plan);
        }
        Attempt::Over(self.conclude(cx, settler, explorer))
    }

    /// Functions that call themselves too often are gone through once for all, where that can be. True if there is a new one.
    fn generalises(
        cx: &SymbolicContext,
        image: &Image<SymbolicContext>,
        too_often: &[Moving],
        plan: &mut Plan,
    ) -> bool {
        // An argument that nobody has written is not just any number.
        if cx.marks() {
            return false;
        }
        let funcs: FxHashSet<FuncId> = too_often.iter().map(|state| state.thread.top.func).collect();
        let general = funcs.into_iter().filter(|&func| recursion::is_of_numbers(image, func));
        general.filter(|&func| plan.generalise(func)).count() > 0
    }

    /// Throws away guesses that some round does not keep. True if there was one.
    fn refute(
        &mut self,
        cx: &mut SymbolicContext,
        settler: &mut Settler,
        obligations: Vec<Obligation>,
        plan: &mut Plan,
    ) -> bool {
        let mut open: Vec<(Obligation, Term)> = Vec::new();
        for obligation in obligations {
            let wrong = cx.pool.not(obligation.holds);
            let fails = cx.pool.and(obligation.path.condition(), wrong);
            if fails != Term::FALSE {
                open.push((obligation, fails));
            }
        }
        let mut refuted = false;
        while !open.is_empty() && self.limits.exceeded().is_none() {
            let any = cx.pool.or_all(open.iter().map(|(_, fails)| *fails));
            match settler.satisfy(cx, any, self.limits, Some(GUESSES_TIME)) {
                Ok(None) => return refuted,
                Ok(Some(model)) => {
                    let mut evaluation = Evaluation::new(&cx.pool, &model);
                    let n_open = open.len();
                    open.retain(|(obligation, fails)| {
                        let is_wrong = evaluation.holds(*fails);
                        if is_wrong {
                            refuted |= plan.refute(obligation.name, obligation.guess);
                        }
                        !is_wrong && !plan.is_wrong(obligation.name, obligation.guess)
                    });
                    if open.len() == n_open {
                        break;
                    }
                }
                Err(_) => break,
            }
        }
        // Those about which the solver is not sure, one by one.
        for (obligation, fails) in open {
            let is_kept = plan.is_wrong(obligation.name, obligation.guess)
                || matches!(settler.satisfy(cx, fails, self.limits, Some(GUESS_TIME)), Ok(None));
            if !is_kept {
                refuted |= plan.refute(obligation.name, obligation.guess);
            }
        }
        refuted
    }

    /// All guesses are kept: what is claimed holds or is unknown.
    fn conclude(&mut self, mut cx: SymbolicContext, mut settler: Settler, explorer: Explorer<'_>) -> Report {
        for stopped in &explorer.stopped {
            if settler.is_reached(&cx, &stopped.path, self.limits) != Outcome::Unsat {
                self.findings.incomplete(stopped.stop.to_string(), Some(stopped.at));
            }
        }
        for cut in &explorer.cuts {
            self.findings.incomplete(cut.reason(), Some(cut.at));
        }
        for state in &explorer.aside {
            let at = state.thread.top.site();
            self.findings.incomplete("functions call themselves too often for an induction over loops", Some(at));
        }
        let mut claims: Vec<usize> = (0..cx.claims.len()).collect();
        loop {
            claims.retain(|&idx| !self.findings.has(&site_of(&cx, idx)));
            if claims.is_empty() {
                break;
            }
            match settler.ask(&mut cx, &claims, self.limits, Some(CLAIMS_TIME)) {
                Answer::AllHold => break,
                Answer::Fails(idx, _) => {
                    self.not_shown(&cx, idx, "what is known of the loops does not show it");
                    claims.retain(|&other| other != idx);
                }
                Answer::Unknown(reason) => {
                    for &idx in &claims {
                        self.not_shown(&cx, idx, &reason.to_string());
                    }
                    break;
                }
            }
        }
        let visited: FxHashSet<Site> = explorer.visited.keys().copied().collect();
        let sentences = assumptions(self.program, self.options, &cx, |site| visited.contains(&site));
        let statistics = vec![("inductions", u64::from(self.n_runs)), ("queries", self.n_queries + settler.n_queries)];
        let reached = Reached::new(self.program, visited, FxHashSet::default());
        let checks = self.findings.results(self.program, &reached);
        let incomplete = std::mem::take(&mut self.findings.incomplete);
        Report { checks, incomplete, assumptions: sentences, statistics, ..Report::default() }
    }

    fn not_shown(&mut self, cx: &SymbolicContext, idx: usize, reason: &str) {
        let at = site_of(cx, idx);
        match cx.claims[idx].kind {
            ClaimKind::Checked => _ = self.findings.unknown.entry(at).or_insert_with(|| reason.to_owned()),
            ClaimKind::Unchecked => {
                self.findings
                    .incomplete(format!("{} may occur, and its check is switched off", at.check), Some(at.site));
            }
        }
    }
}

fn site_of(cx: &SymbolicContext, idx: usize) -> CheckSite {
    let claim = &cx.claims[idx];
    CheckSite { check: claim.check, site: *claim.position.last().expect("a state has a frame") }
}
