//! Proofs by induction: each loop is gone round once, for all its rounds, and a function that calls itself is gone through once, for all
//! its activations (`recursion`).
//!
//! Rounds are made as they are until one could have been the last. From then on what the loop changes may be anything that the guesses
//! (`guess`) allow; `heads` lets states go round, `plan` remembers what loops change and which guesses were wrong. When a run finds
//! out something new, it is thrown away and the next begins. In the last run all guesses are kept by every round, so that what holds
//! in it holds in every execution; what does not may still hold, and is unknown. Of loops that are not shown to end, those are violations that can
//! be replayed for many rounds.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use candor_analysis::{Cfg, Endings, Loops};
use candor_context_symbolic::{ClaimKind, SymbolicContext};
use candor_engine::{
    Bounds, Findings, Limits, Options, Progress, Reached, all_checks, assumptions, checks_for, start_symbolic,
};
use candor_evidence::{CheckResult, CheckSite, Counterexample, Formula, Held, Proof, Report, Status, replay_within};
use candor_interp::{Halt, Image, Site};
use candor_ir::{BlockId, Check, FuncId, Program};
use candor_solver::Outcome;
use candor_term::{Evaluation, Sort, Term};
use rustc_hash::FxHashSet;

use crate::approach;
use crate::elements::Elements;
use crate::exits::{counters_at_bounds, products_at_bounds};
use crate::heads::{Given, Heads, Obligation};
use crate::houdini::{About, kept};
use crate::k_induction::{Depths, strengthen_by_rounds};
use crate::lasso::{LassoEffort, lasso};
use crate::names::{Objects, evaluate_with};
use crate::plan::Plan;
use crate::rank::{Ranking, is_ranked_by, obvious, rank};
use crate::recur::endless;
use crate::recursion;
use crate::strengthen::{Goal, Strengthening, learn_all, learn_elements, strengthen};
use crate::sums::strengthen_sums;
use crate::system::System;
use crate::written::{Writer, read_rankings};
use candor_merge::{Answer, Bound, Explored, Explorer, Moving, Settler, Stopped};

/// Runs at most.
const MAX_RUNS: u32 = 200;
/// Activations of one function at once.
const MAX_ACTIVE: u32 = 8;
/// How long the solver may think about guesses together, and about one.
const GUESSES_TIME: Duration = Duration::from_millis(150);
const GUESS_TIME: Duration = Duration::from_millis(500);
/// Solver time for one guess in a run that another run follows: enough for a model that refutes it.
const MODEL_TIME: Duration = Duration::from_millis(30);
/// How often a loop may go round until it comes back to a state: looked at first, and if nothing shows that it ends. A protocol of SSL with
/// twenty states takes 0.1 s; its measures are sought for 20 s in vain.
const FIRST_LASSO: LassoEffort = LassoEffort { n_rounds: 32, at_most: Duration::from_secs(2), n_steps: 200_000 };
const LAST_LASSO: LassoEffort = LassoEffort { n_rounds: 512, at_most: Duration::from_secs(5), n_steps: 5_000_000 };
/// How long it may think about what is to be shown.
const CLAIMS_TIME: Duration = Duration::from_secs(20);
/// No more than this part of the time that is left: with more that holds of the loops it may be easy.
const CLAIMS_PART: u32 = 5;

/// Solver time for all claims in one query, and for a single claim.
const EASY_CLAIMS: Duration = Duration::from_millis(500);
const ONE_CLAIM: Duration = Duration::from_millis(500);

struct Prover<'a> {
    program: &'a Arc<Program>,
    options: &'a Options,
    limits: &'a Limits,
    findings: Findings,
    n_runs: u32,
    n_queries: u64,
    n_layers: u64,
    /// What is to be relied on, instead of guesses.
    given: Option<Arc<Given>>,
    rankings: BTreeMap<usize, Vec<Ranking>>,
}

impl<'a> Prover<'a> {
    fn new(program: &'a Arc<Program>, options: &'a Options, limits: &'a Limits) -> Prover<'a> {
        Prover {
            program,
            options,
            limits,
            findings: Findings::default(),
            n_runs: 0,
            n_queries: 0,
            n_layers: 0,
            given: None,
            rankings: BTreeMap::new(),
        }
    }
}

/// Goes through a proof that somebody else has found.
pub(crate) fn certify(
    program: &Arc<Program>,
    options: &Options,
    proof: &Proof,
    progress: &mut dyn FnMut(&Progress),
) -> Report {
    let limits = Limits::new(options);
    let mut prover = Prover::new(program, options, &limits);
    prover.given = Some(Arc::new(proof.loops.iter().map(|given| (given.entry.clone(), given.clone())).collect()));
    let mut plan = Plan::default();
    for &func in &proof.functions {
        plan.generalise(func);
    }
    prover.until_over(plan, progress)
}

pub(crate) fn run(program: &Arc<Program>, options: &Options, progress: &mut dyn FnMut(&Progress)) -> Report {
    let limits = Limits::new(options);
    let mut report = prove(program, options, &limits, progress);
    settle_counting(program, &mut report);
    let marked: Vec<CheckSite> = all_checks(program).filter(|at| MARKED.contains(&at.check)).collect();
    if report.incomplete.is_empty() || marked.is_empty() {
        return report;
    }
    // Where it is too much to follow who has written what, the rest may still be shown.
    let mut report = prove(&without_marks(program), options, &limits, progress);
    settle_counting(program, &mut report);
    let unknown = || Status::Unknown("induction does not track uninitialised memory".to_owned());
    report.checks.extend(marked.into_iter().map(|at| CheckResult::new(at, unknown())));
    report.checks.sort_by_key(|result| (result.at.site, result.at.check));
    report
}

/// Loops that count end, whatever else is open.
fn settle_counting(program: &Program, report: &mut Report) {
    let open = |result: &&mut CheckResult| {
        result.at.check == Check::Termination && matches!(result.status, Status::Unknown(_))
    };
    for result in report.checks.iter_mut().filter(open) {
        let function = &program.functions[result.at.site.func];
        let cfg = Cfg::new(function);
        let loops = Loops::new(function, &cfg);
        let begins = |bb: &BlockId| function.blocks[*bb].first == result.at.site.inst;
        let id = loops.loops.iter().find(|(_, of)| of.entries.iter().any(begins)).map(|(id, _)| id);
        if id.is_some_and(|id| Endings::new(program, function, &cfg, &loops).ends(id)) {
            result.status = Status::Holds;
        }
    }
}

fn prove(program: &Arc<Program>, options: &Options, limits: &Limits, progress: &mut dyn FnMut(&Progress)) -> Report {
    Prover::new(program, options, limits).until_over(Plan::default(), progress)
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

impl Prover<'_> {
    /// A report that says nothing.
    fn report(&mut self) -> Report {
        let checks = self.findings.results(self.program, &Reached::default());
        Report { checks, incomplete: std::mem::take(&mut self.findings.incomplete), ..Report::default() }
    }

    /// Runs until nothing new turns up.
    fn until_over(mut self, mut plan: Plan, progress: &mut dyn FnMut(&Progress)) -> Report {
        while self.n_runs < MAX_RUNS && self.limits.exceeded().is_none() {
            self.n_runs += 1;
            let elapsed = self.limits.elapsed();
            progress(&Progress { engine: "loops", bound: self.n_runs, elapsed, ..Progress::default() });
            match self.attempt(plan) {
                Attempt::Over(report) => return report,
                Attempt::Again(better) => plan = better,
            }
        }
        self.findings.incomplete("no inductive invariant was found in time", None);
        self.report()
    }

    /// One run.
    fn attempt(&mut self, plan: Plan) -> Attempt {
        let began = Instant::now();
        let (mut cx, image, state) = match start_symbolic(self.program, self.options, self.options.goes_on()) {
            Ok(started) => started,
            Err(Halt::Stop(stop)) => {
                self.findings.incomplete(stop.to_string(), None);
                return Attempt::Over(self.report());
            }
            Err(Halt::Ended) => return Attempt::Over(self.report()),
        };
        cx.tells_unwritten_apart = false;
        if self.given.is_some() {
            let is_sound = |func: &FuncId| !cx.marks() && recursion::is_of_numbers(&image, *func);
            if let Some(func) = plan.general().into_iter().find(|func| !is_sound(func)) {
                let name = &self.program.functions[func].name;
                self.findings.incomplete(format!("no summary was found for the recursive function `{name}`"), None);
                return Attempt::Over(self.report());
            }
        }
        let checks = checks_for(self.program, self.options);
        let leaks = checks.contains(Check::MemoryLeak) || checks.contains(Check::MemoryCleanup);
        let mut settler = Settler::new(self.options);
        let mut explorer = Explorer::new(
            &image,
            checks,
            Bounds::new(self.options),
            Heads::new(plan, leaks, self.given.clone(), self.options.keeps_proof),
        );
        explorer.start(state);
        let most_active = if self.given.is_some() { u32::MAX } else { MAX_ACTIVE };
        let bound = Bound { open: most_active, forced: u32::MAX };
        let explored = explorer.run(&mut cx, &mut settler, self.limits, bound, usize::MAX);
        let mut heads = std::mem::take(&mut explorer.heads);
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
        let mut plan = std::mem::take(&mut heads.plan);
        let mut next_plan = plan.clone();
        let later = std::mem::take(&mut heads.later).into_iter();
        let n_new = later.filter(|(name, cell)| next_plan.add_change(*name, *cell)).count();
        if self.given.is_some() {
            self.check_given(&mut cx, &mut settler, &heads.obligations);
            self.check_functions(&mut cx, &mut settler, &mut heads.system);
            let goals: Vec<Goal> = cx.claims.iter().map(Goal::of).collect();
            strengthen_by_rounds(&mut cx, &mut settler, self.limits, &mut heads.system, &goals, Depths::Given);
        } else {
            let at_once = GUESSES_TIME.max(began.elapsed());
            let obligations = std::mem::take(&mut heads.obligations);
            let refuted = self.refute(&mut cx, &mut settler, obligations, &mut plan, n_new == 0, at_once);
            self.n_queries += settler.n_queries;
            if refuted {
                return Attempt::Again(plan);
            }
        }
        if n_new > 0 {
            return Attempt::Again(next_plan);
        }
        if self.options.must_end {
            match self.given.clone() {
                Some(given) => {
                    self.check_elements(&mut cx, &mut settler, &mut heads.system, &[]);
                    self.check_ends(&mut cx, &mut settler, &heads.system, &given);
                }
                None => self.show_ends(&mut cx, &mut settler, &mut heads.system),
            }
        }
        heads.plan = plan;
        Attempt::Over(self.conclude(cx, settler, explorer, &mut heads))
    }

    /// What is given has to hold: otherwise nothing follows.
    fn check_given(&mut self, cx: &mut SymbolicContext, settler: &mut Settler, obligations: &[Obligation]) {
        for Obligation { guess: _, name, path, holds } in obligations {
            let wrong = cx.pool.not(*holds);
            let fails = cx.pool.and(path.condition(), wrong);
            let at = self.program.functions[name.func].blocks[name.header].first;
            let at = Some(Site { func: name.func, inst: at });
            match settler.satisfy(cx, fails, self.limits, None) {
                Ok(None) => {}
                Ok(Some(_)) => self.findings.incomplete("the given invariant of this loop is not inductive", at),
                Err(reason) => {
                    self.findings.incomplete(
                        format!("it is unknown whether the given invariant of this loop is inductive: {reason}"),
                        at,
                    );
                }
            }
        }
    }

    /// What is given of functions that call themselves counts as far as it holds of all activations.
    fn check_functions(&self, cx: &mut SymbolicContext, settler: &mut Settler, system: &mut System) {
        let Some(given) = &self.given else { return };
        let objects = Objects::of(cx);
        let mut candidates = Vec::new();
        for (idx, activation) in system.activations.iter().enumerate() {
            let start = &system.starts[activation.start];
            let Some(proof) = given.get(&start.name) else { continue };
            let states = [&start.before, &start.now];
            let mut terms = |formulas: &[Formula], result: Option<Term>| -> Vec<Term> {
                let also = |held| if held == Held::Result { result } else { None };
                let term = |formula| evaluate_with(cx, self.program, &objects, states, &also, formula);
                let found: Vec<Term> = formulas.iter().filter_map(term).collect();
                found.into_iter().filter(|term| cx.pool.sort(*term) == Sort::Bool).collect()
            };
            candidates.push((About::Start(activation.start), terms(&proof.facts, None)));
            if activation.result.is_some() {
                candidates.push((About::Result(idx), terms(&proof.results, activation.result)));
            }
        }
        let found = kept(cx, settler, self.limits, system, candidates, &Elements::default());
        learn_all(cx, settler, self.limits, system, found);
    }

    /// What is given of elements counts as far as it holds in all rounds, and so do sums. True if something does.
    fn check_elements(
        &self,
        cx: &mut SymbolicContext,
        settler: &mut Settler,
        system: &mut System,
        goals: &[Goal],
    ) -> bool {
        let Some(given) = &self.given else { return false };
        let mut is_more = false;
        if given.values().any(|proof| !proof.elements.is_empty()) {
            let objects = Objects::of(cx);
            let elements = Elements::new(cx, system, goals);
            let also = |held| system.index_held(held);
            let mut candidates = Vec::new();
            for (idx, start) in system.starts.iter().enumerate() {
                let Some(proof) = given.get(&start.name) else { continue };
                let states = [&start.before, &start.now];
                let term = |formula| evaluate_with(cx, self.program, &objects, states, &also, formula);
                let mut terms: Vec<Term> = proof.elements.iter().filter_map(term).collect();
                // What else a state holds is not followed from round to round.
                let mut known = start.state_variables(cx);
                known.extend(system.indexes.values());
                terms.retain(|term| cx.pool.sort(*term) == Sort::Bool && start.knows(cx, &known, *term));
                candidates.push((About::Start(idx), terms));
            }
            let found = kept(cx, settler, self.limits, system, candidates, &elements);
            is_more |= learn_elements(cx, settler, self.limits, system, &elements, found);
        }
        if given.values().any(|proof| proof.has_sums) {
            is_more |= strengthen_sums(cx, settler, self.limits, system);
        }
        is_more
    }

    /// Executions end by the measures that are given.
    fn check_ends(&mut self, cx: &mut SymbolicContext, settler: &mut Settler, system: &System, given: &Given) {
        let objects = Objects::of(cx);
        for (idx, start) in system.starts.iter().enumerate() {
            let rankings = given.get(&start.name).map(|proof| proof.rankings.as_slice()).unwrap_or_default();
            let rankings = read_rankings(cx, self.program, &objects, start, rankings);
            if !rankings.is_some_and(|rankings| is_ranked_by(cx, settler, self.limits, system, idx, &rankings)) {
                self.findings
                    .incomplete("the given ranking function does not prove that this loop terminates", Some(start.at));
            }
        }
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
        let mut funcs: Vec<FuncId> = funcs.into_iter().filter(|&func| recursion::is_of_numbers(image, func)).collect();
        // One at a time: where functions call each other, the others are gone through as they are called.
        funcs.sort_unstable();
        funcs.into_iter().any(|func| plan.generalise(func))
    }

    /// Throws away guesses that some round does not keep. True if there was one. If there will be another run anyway, it is for that one
    /// to prove what is left. All are asked about `at_once` for so long, which mostly gives a model if there is one.
    fn refute(
        &mut self,
        cx: &mut SymbolicContext,
        settler: &mut Settler,
        obligations: Vec<Obligation>,
        plan: &mut Plan,
        is_last: bool,
        at_once: Duration,
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
            match settler.satisfy(cx, any, self.limits, Some(at_once)) {
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
        // Each guess in a query of its own: 55 of them are proved in 0.5 s, their disjunction takes more than 5 s. A guess without an
        // answer is dropped.
        let is_proof = is_last && !refuted;
        let time = if is_proof { GUESS_TIME } else { MODEL_TIME };
        while let Some((obligation, fails)) = open.pop() {
            if plan.is_wrong(obligation.name, obligation.guess) {
                continue;
            }
            let answer = settler.satisfy(cx, fails, self.limits, Some(time));
            if matches!(answer, Ok(None)) || answer.is_err() && !is_proof {
                continue;
            }
            refuted |= plan.refute(obligation.name, obligation.guess);
            if let Ok(Some(model)) = answer {
                let mut evaluation = Evaluation::new(&cx.pool, &model);
                open.retain(|(obligation, fails)| {
                    let is_wrong = evaluation.holds(*fails);
                    if is_wrong {
                        refuted |= plan.refute(obligation.name, obligation.guess);
                    }
                    !is_wrong
                });
            }
        }
        refuted
    }

    /// All guesses are kept: executions end if every loop does.
    fn show_ends(&mut self, cx: &mut SymbolicContext, settler: &mut Settler, system: &mut System) {
        let mut is_strengthened = false;
        for idx in 0..system.starts.len() {
            if let Some(ranking) = obvious(cx, settler, self.limits, system, idx) {
                self.n_layers += 1;
                self.rankings.insert(idx, vec![ranking]);
                continue;
            }
            if self.comes_back(cx, settler, system, idx, FIRST_LASSO) {
                continue;
            }
            let mut ranking = rank(cx, settler, self.limits, system, idx);
            if ranking.is_none() && !is_strengthened {
                is_strengthened = true;
                if strengthen(cx, settler, self.limits, system, &[]) {
                    ranking = rank(cx, settler, self.limits, system, idx);
                }
                if ranking.is_none() && Strengthening::Elements.apply(cx, settler, self.limits, system, &[]) {
                    ranking = rank(cx, settler, self.limits, system, idx);
                }
            }
            match ranking {
                Some(cases) => {
                    self.n_layers += cases.iter().map(|ranking| ranking.layers.len() as u64).sum::<u64>();
                    self.rankings.insert(idx, cases);
                }
                None => self.not_ended(cx, settler, system, idx),
            }
        }
    }

    /// Whether some execution comes back to a state of a loop.
    fn comes_back(
        &mut self,
        cx: &mut SymbolicContext,
        settler: &mut Settler,
        system: &System,
        idx: usize,
        effort: LassoEffort,
    ) -> bool {
        let (program, start, n_steps) = (self.program, &self.options.start, effort.n_steps);
        let confirm = |foretold: &Counterexample| replay_within(program, start, foretold, n_steps).ok();
        let replayed = lasso(cx, settler, self.limits, system, idx, effort, confirm);
        let site = CheckSite { check: Check::Termination, site: system.starts[idx].at };
        replayed.map(|confirmed| self.findings.violated.insert(site, confirmed)).is_some()
    }

    /// A loop of which it is not shown that it ends: perhaps it can go on for ever.
    fn not_ended(&mut self, cx: &mut SymbolicContext, settler: &mut Settler, system: &System, idx: usize) {
        let at = system.starts[idx].at;
        let site = CheckSite { check: Check::Termination, site: at };
        let (program, start) = (self.program, &system.starts[idx]);
        let known = approach::by_name(cx, program, start, &start.facts);
        let confirmed = endless(cx, settler, self.limits, program, system, idx, &[], |cx, foretold, set| {
            let mut proposed = approach::by_name(cx, program, start, &set.facts);
            proposed.extend(known.iter().cloned());
            approach::confirm(program, self.options, self.limits, &foretold, &proposed)
        });
        if let Some(confirmed) = confirmed {
            self.findings.violated.insert(site, confirmed);
        } else if !self.comes_back(cx, settler, system, idx, LAST_LASSO) {
            // Of the other loops it may still be known that they end.
            let reason = "no ranking function was found";
            self.findings.unknown.entry(site).or_insert_with(|| reason.to_owned());
        }
    }

    /// All guesses are kept: what is claimed holds or is unknown.
    fn conclude(
        &mut self,
        mut cx: SymbolicContext,
        mut settler: Settler,
        explorer: Explorer<'_, Heads>,
        heads: &mut Heads,
    ) -> Report {
        let system = &mut heads.system;
        let claims: Vec<usize> = (0..cx.claims.len()).collect();
        let mut said = FxHashSet::default();
        if self.given.is_some() {
            let goals: Vec<Goal> = cx.claims.iter().map(Goal::of).collect();
            products_at_bounds(&mut cx, system, &goals, &mut said);
        }
        let mut open = self.not_held(&mut cx, &mut settler, claims);
        if !open.is_empty() && self.given.is_some() {
            let goals: Vec<Goal> = (0..cx.claims.len())
                .filter(|idx| open.contains_key(&site_of(&cx, *idx)))
                .map(|idx| Goal::of(&cx.claims[idx]))
                .collect();
            if self.check_elements(&mut cx, &mut settler, system, &goals) {
                let claims: Vec<usize> = (0..cx.claims.len()).collect();
                open = self.not_held(&mut cx, &mut settler, claims);
            }
        }
        let mut stopped: Vec<&Stopped> = explorer.stopped.iter().collect();
        stopped.retain(|stopped| settler.is_reached(&cx, &stopped.path, self.limits) != Outcome::Unsat);
        if self.given.is_none() && (!open.is_empty() || !stopped.is_empty()) {
            let same_site = |idx: &usize| open.contains_key(&site_of(&cx, *idx));
            let claims: Vec<usize> = (0..cx.claims.len()).filter(same_site).collect();
            let claimed = claims.iter().map(|&idx| Goal::of(&cx.claims[idx]));
            let mut goals: Vec<Goal> = claimed.collect();
            goals.extend(stopped.iter().map(|stopped| Goal { path: stopped.path.clone(), ok: Term::FALSE }));
            counters_at_bounds(&mut cx, &goals);
            for strengthening in Strengthening::ALL {
                if open.is_empty() && stopped.is_empty() {
                    break;
                }
                if strengthening.apply(&mut cx, &mut settler, self.limits, system, &goals) {
                    products_at_bounds(&mut cx, system, &goals, &mut said);
                    open = self.not_held(&mut cx, &mut settler, claims.clone());
                    stopped.retain(|stopped| settler.is_reached(&cx, &stopped.path, self.limits) != Outcome::Unsat);
                }
            }
        }
        for stopped in stopped {
            self.findings.incomplete(stopped.stop.to_string(), Some(stopped.at));
        }
        for (idx, reason) in open.into_values() {
            self.not_shown(&cx, idx, &reason);
        }
        for cut in &explorer.cuts {
            self.findings.incomplete(cut.reason(), Some(cut.at));
        }
        for state in &explorer.aside {
            let at = state.thread.top.site();
            self.findings.incomplete("recursion is too deep for induction over loops", Some(at));
        }
        let is_ended = |at: &CheckSite| at.check == Check::Termination;
        let is_shown = self.findings.incomplete.is_empty()
            && self.findings.unknown.keys().chain(self.findings.violated.keys()).all(is_ended)
            && self.options.keeps_proof;
        let proof = match is_shown && self.given.is_none() {
            true => Writer { cx: &mut cx, settler: &mut settler, limits: self.limits, program: self.program }
                .proof(heads, &self.rankings),
            false => Proof::default(),
        };
        let visited: FxHashSet<Site> = explorer.visited.keys().copied().collect();
        let sentences = assumptions(self.program, self.options, &cx, |site| visited.contains(&site));
        let statistics = vec![
            ("inductions", u64::from(self.n_runs)),
            ("queries", self.n_queries + settler.n_queries),
            ("measures", self.n_layers),
        ];
        let reached = Reached::new(self.program, visited, FxHashSet::default());
        let checks = self.findings.results(self.program, &reached);
        let incomplete = std::mem::take(&mut self.findings.incomplete);
        Report { checks, incomplete, assumptions: sentences, proof, statistics, ..Report::default() }
    }

    /// The checks of which a claim is not shown to hold: the claim, and why.
    fn not_held(
        &mut self,
        cx: &mut SymbolicContext,
        settler: &mut Settler,
        mut claims: Vec<usize>,
    ) -> BTreeMap<CheckSite, (usize, String)> {
        let mut open = BTreeMap::new();
        let too_weak = |idx: usize| (idx, "the inferred loop invariants are too weak to prove this".to_owned());
        let time = self.limits.left().map_or(CLAIMS_TIME, |left| CLAIMS_TIME.min(left / CLAIMS_PART));
        // First all claims in one query, then each alone, which is often proved sooner; what is still open gets more time.
        for (at_once, at_most) in [(usize::MAX, time.min(EASY_CLAIMS)), (1, time.min(ONE_CLAIM)), (usize::MAX, time)] {
            let mut left = Vec::new();
            while !claims.is_empty() {
                let rest = claims.split_off(claims.len().min(at_once));
                let mut asked = std::mem::replace(&mut claims, rest);
                match settler.ask(cx, &asked, self.limits, Some(at_most)) {
                    Answer::AllHold => {}
                    Answer::Fails(idx, _) => {
                        let at = site_of(cx, idx);
                        open.insert(at, too_weak(idx));
                        asked.append(&mut claims);
                        asked.retain(|&other| site_of(cx, other) != at);
                        claims = asked;
                    }
                    Answer::Unknown(reason) => left.extend(asked.into_iter().map(|idx| (idx, reason.to_string()))),
                }
            }
            if left.is_empty() {
                return open;
            }
            if at_most == time {
                open.extend(left.into_iter().map(|(idx, reason)| (site_of(cx, idx), (idx, reason))));
                return open;
            }
            claims =
                left.into_iter().map(|(idx, _)| idx).filter(|&idx| !open.contains_key(&site_of(cx, idx))).collect();
        }
        open
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
