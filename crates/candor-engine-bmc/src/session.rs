//! One run of the engine: bound after bound, until everything is settled or a limit is reached.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use candor_context_symbolic::{ClaimKind, SymbolicContext};
use candor_engine::{
    Bounds, Findings, Limits, Options, Progress, Reached, all_checks, assumptions, checks_for, not_all_seen,
    not_replayed, start_symbolic, witness,
};
use candor_evidence::{BOUNDS_HIT, CheckResult, CheckSite, Confirmed, Incomplete, Mismatch, Report, Status, replay};
use candor_interp::{Halt, Image, Site, State};
use candor_ir::{Check, Program};
use candor_solver::{Outcome, Reason};
use candor_term::Assignment;
use rustc_hash::FxHashSet;

use crate::vacuous;
use candor_merge::{
    Answer, Bound, Cut, Endless, Explored, Explorer, Settler, Visits, counterexample, failed_before, never_reached,
};

/// So many claims are made before the first are settled; later more and more.
const FIRST_BATCH: usize = 64;
/// States that were put aside join those that go on only where both wait, so they make another wave through the rest of the program,
/// and nested loops make waves of waves. As long as a search is this small it is cheaper to begin again with a higher bound.
const SMALL_SEARCH: u64 = 10_000;
/// How long a search may take that is begun again.
const SHORT_SEARCH: Duration = Duration::from_secs(1);
/// How long the solver may think about claims together.
const GROUP_TIME: Duration = Duration::from_secs(30);

/// A run under way.
struct Session<'a> {
    program: &'a Arc<Program>,
    options: &'a Options,
    limits: &'a Limits,
    progress: &'a mut dyn FnMut(&Progress),
    cx: SymbolicContext,
    settler: Settler,
    findings: Findings,
    /// Bounds that can be hit.
    hit: BTreeMap<Site, String>,
    /// How many claims are settled, except for those that are hard.
    n_settled: usize,
    hard: Vec<usize>,
    bound: Bound,
    n_states: u64,
}

pub(crate) fn run(program: Arc<Program>, options: &Options, progress: &mut dyn FnMut(&Progress)) -> Report {
    let limits = Limits::new(options);
    let (cx, image, state) = match start_symbolic(&program, options, options.goes_on()) {
        Ok(started) => started,
        Err(halt) => return not_started(&program, Findings::default(), halt),
    };
    let mut session = Session {
        program: &program,
        options,
        limits: &limits,
        progress,
        cx,
        settler: Settler::new(options),
        findings: Findings::default(),
        hit: BTreeMap::new(),
        n_settled: 0,
        hard: Vec::new(),
        bound: Bound::first(),
        n_states: 0,
    };
    let (mut image, mut state) = (image, state);
    loop {
        let mut explorer = Explorer::new(&image, checks_for(&program, options), Bounds::new(options), ());
        explorer.start(state);
        if session.search(&mut explorer) == Search::Over {
            session.settle_hard();
            return session.finish(explorer);
        }
        // What started once starts again.
        (image, state) = match session.start_again() {
            Ok(started) => started,
            Err(halt) => return not_started(&program, session.findings, halt),
        };
    }
}

/// The report of a program that could not be started.
fn not_started(program: &Program, mut findings: Findings, halt: Halt) -> Report {
    if let Halt::Stop(stop) = halt {
        findings.incomplete(stop.to_string(), None);
    }
    let checks = findings.results(program, &Reached::default());
    Report { checks, incomplete: findings.incomplete, ..Report::default() }
}

/// How a search ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Search {
    /// Nothing is left, or the user has enough, or a limit is reached.
    Over,
    /// Loops go on beyond a bound that is small for so small a program.
    Restart,
}

impl Session<'_> {
    /// Explores and settles until nothing is left, or the user has enough.
    fn search(&mut self, explorer: &mut Explorer<'_>) -> Search {
        let mut batch = FIRST_BATCH;
        let started = self.limits.elapsed();
        loop {
            let most_claims = self.n_settled + batch;
            let explored = explorer.run(&mut self.cx, &mut self.settler, self.limits, self.bound, most_claims);
            self.n_states = explorer.n_blocks;
            self.settle();
            self.tell(Vec::new());
            if self.has_enough() {
                self.findings.incomplete("the search was stopped at the first violation", None);
                return Search::Over;
            }
            match explored {
                Explored::All if explorer.aside.is_empty() => return Search::Over,
                Explored::All => {
                    let time = self.limits.elapsed() - started;
                    if explorer.n_blocks < SMALL_SEARCH && time < SHORT_SEARCH {
                        self.bound = self.bound.next().next();
                        return Search::Restart;
                    }
                    self.bound = self.bound.next();
                    explorer.resume_aside();
                }
                Explored::Claims => batch += batch / 2,
                Explored::Limit(reason) => {
                    self.findings.incomplete(reason, None);
                    return Search::Over;
                }
            }
        }
    }

    /// Back to the start of the program, with nothing but what was found.
    fn start_again(&mut self) -> Result<(Image<SymbolicContext>, State<SymbolicContext>), Halt> {
        let (cx, image, state) = start_symbolic(self.program, self.options, self.options.goes_on())?;
        self.cx = cx;
        self.settler = self.settler.start_again(self.options);
        self.n_settled = 0;
        self.hard.clear();
        Ok((image, state))
    }

    fn has_enough(&self) -> bool {
        self.options.stop_at_first && !self.findings.violated.is_empty()
    }

    fn tell(&mut self, violations: Vec<CheckResult>) {
        (self.progress)(&Progress {
            engine: "bmc",
            bound: self.bound.open,
            states: self.n_states,
            checks_settled: self.n_settled as u64,
            elapsed: self.limits.elapsed(),
            violations,
        });
    }

    /// Settles the claims that are new since the last time. All of them are one question; if that takes too long, one of them may
    /// be to blame, and it is found by halving. What is hard alone has to wait until everything else is known.
    fn settle(&mut self) {
        let new: Vec<usize> = (self.n_settled..self.cx.claims.len()).collect();
        let mut groups = vec![new];
        while let Some(mut group) = groups.pop() {
            self.retain_open(&mut group);
            if group.is_empty() || self.has_enough() {
                continue;
            }
            match self.settler.ask(&mut self.cx, &group, self.limits, Some(GROUP_TIME)) {
                Answer::AllHold => {}
                Answer::Fails(idx, model) => {
                    self.fails(idx, &model);
                    group.retain(|&other| other != idx);
                    groups.push(group);
                }
                Answer::Unknown(Reason::Time) if self.limits.exceeded().is_none() => match &group[..] {
                    [hard] => self.hard.push(*hard),
                    _ => {
                        groups.push(group.split_off(group.len() / 2));
                        groups.push(group);
                    }
                },
                Answer::Unknown(reason) => self.give_up_on(&group, &reason.to_string()),
            }
        }
        self.n_settled = self.cx.claims.len();
    }

    /// Settles what took too long before.
    fn settle_hard(&mut self) {
        for idx in std::mem::take(&mut self.hard) {
            let mut claims = vec![idx];
            self.retain_open(&mut claims);
            if claims.is_empty() || self.has_enough() {
                continue;
            }
            match self.settler.ask(&mut self.cx, &claims, self.limits, None) {
                Answer::AllHold => {}
                Answer::Fails(idx, model) => self.fails(idx, &model),
                Answer::Unknown(reason) => self.give_up_on(&claims, &reason.to_string()),
            }
        }
    }

    /// Takes out claims of checks that have a result.
    fn retain_open(&self, claims: &mut Vec<usize>) {
        claims.retain(|&idx| {
            let site = site_of(&self.cx, idx);
            !self.findings.has(&site)
        });
    }

    /// A claim fails in the execution that an assignment describes.
    fn fails(&mut self, failed: usize, model: &Assignment) {
        let site = site_of(&self.cx, failed);
        match self.cx.claims[failed].kind {
            ClaimKind::Unchecked => {
                self.findings.unasked(site.check, &self.cx.claims[failed].position, self.program, self.options);
            }
            ClaimKind::Checked => self.found(failed, site, model),
        }
    }

    fn give_up_on(&mut self, claims: &[usize], reason: &str) {
        for &idx in claims {
            let site = site_of(&self.cx, idx);
            match self.cx.claims[idx].kind {
                ClaimKind::Checked => {
                    self.findings.unknown.entry(site).or_insert_with(|| reason.to_owned());
                }
                ClaimKind::Unchecked => self.findings.incomplete(reason, Some(site.site)),
            }
        }
    }

    /// The solver says that a claim fails; the concrete machine has the last word.
    fn found(&mut self, failed: usize, site: CheckSite, model: &Assignment) {
        match self.confirm(failed, model) {
            Ok(confirmed) => self.confirmed(site, confirmed),
            Err((mismatch, is_behind_others)) => {
                if let Mismatch::Another(other) = &mismatch
                    && let Ok(confirmed) = replay(self.program, &self.options.start, other)
                {
                    self.confirmed(CheckSite { check: other.check, ..site }, confirmed);
                }
                let reason = match is_behind_others {
                    true => "it fails only on paths that have an earlier fault".to_owned(),
                    false => not_replayed(&self.cx, &mismatch),
                };
                self.findings.unknown.insert(site, reason);
            }
        }
    }

    fn confirmed(&mut self, site: CheckSite, confirmed: Confirmed) {
        let status = Status::Violated(Box::new(confirmed.clone()));
        self.tell(vec![CheckResult::new(site, status)]);
        self.findings.violated.insert(site, confirmed);
    }

    /// Replays a counterexample. Where executions go on behind faults, the replay has to as well: what fails earlier is not
    /// checked then. If that fails, says whether it was so.
    fn confirm(&mut self, failed: usize, model: &Assignment) -> Result<Confirmed, (Mismatch, bool)> {
        let foretold = counterexample(&self.cx, failed, model);
        let before = match self.options.goes_on().is_empty() {
            true => Vec::new(),
            false => failed_before(&mut self.cx, failed, model),
        };
        if before.is_empty() {
            return replay(self.program, &self.options.start, &foretold).map_err(|mismatch| (mismatch, false));
        }
        let mut program = (**self.program).clone();
        for idx in before {
            let CheckSite { check, site } = site_of(&self.cx, idx);
            program.functions[site.func].insts[site.inst].checks.remove(check);
        }
        replay(&Arc::new(program), &self.options.start, &foretold).map_err(|mismatch| (mismatch, true))
    }

    /// What is left to find out, and the report.
    fn finish(mut self, mut explorer: Explorer<'_>) -> Report {
        let n_waiting = explorer.n_waiting() as u64;
        if !self.has_enough() {
            for stopped in std::mem::take(&mut explorer.stopped) {
                if self.settler.is_reached(&self.cx, &stopped.path, self.limits) != Outcome::Unsat {
                    self.findings.incomplete(stopped.stop.to_string(), Some(stopped.at));
                }
            }
            for endless in std::mem::take(&mut explorer.endless) {
                self.settle_endless(&endless);
            }
            for cut in std::mem::take(&mut explorer.cuts) {
                self.settle_cut(&cut);
            }
        }
        let reached = self.reached(std::mem::take(&mut explorer.visited));
        let mut sentences = assumptions(self.program, self.options, &self.cx, |site| reached.visited.contains(&site));
        if !self.hit.is_empty() && !self.options.unwinding {
            sentences.push("no execution goes beyond the bounds for loops and calls; some would".to_owned());
        }
        if let Some(problem) = &self.settler.unwritten {
            self.findings
                .incomplete
                .push(Incomplete { reason: format!("a query was not written: {problem}"), at: None });
        }
        let mut statistics = vec![
            ("blocks", explorer.n_blocks),
            ("merges", explorer.n_merges),
            ("terms", self.cx.pool.len() as u64),
            ("claims", self.cx.claims.len() as u64),
            ("queries", self.settler.n_queries),
            ("solver_ms", u64::try_from(self.settler.time.as_millis()).unwrap_or(u64::MAX)),
            ("waiting", n_waiting),
            ("bound", u64::from(self.bound.open)),
        ];
        if !self.options.unwinding && !self.hit.is_empty() {
            statistics.push((BOUNDS_HIT, self.hit.len() as u64));
        }
        let mut checks = self.findings.results(self.program, &reached);
        checks.extend(self.unwinding_results(&reached));
        let conditions = self.findings.conditions();
        Report {
            checks,
            incomplete: self.findings.incomplete,
            conditions,
            assumptions: sentences,
            statistics,
            ..Report::default()
        }
    }

    /// Where executions have to end, one that comes back to where it has been is not looked at any further: of none of the loops that it is in
    /// is it known that they end.
    fn settle_endless(&mut self, Endless { loops, path }: &Endless) {
        let sites = loops.iter().map(|site| CheckSite { check: Check::Termination, site: *site });
        let open: Vec<CheckSite> = sites.filter(|site| !self.findings.has(site)).collect();
        if !self.options.must_end || open.is_empty() {
            return;
        }
        if self.settler.is_reached(&self.cx, path, self.limits) != Outcome::Unsat {
            let reason = "this loop may not terminate: a path comes back to a state that it has been in";
            self.findings.unknown.extend(open.into_iter().map(|site| (site, reason.to_owned())));
        }
    }

    fn settle_cut(&mut self, cut: &Cut) {
        if self.hit.contains_key(&cut.at) {
            return;
        }
        if self.settler.is_reached(&self.cx, &cut.path, self.limits) == Outcome::Unsat {
            return;
        }
        let reason = cut.reason();
        if self.options.unwinding {
            self.findings.incomplete(reason.clone(), Some(cut.at));
        }
        self.hit.insert(cut.at, reason);
    }

    /// One result for each bound that was set: it holds if no execution hits it. A hit is no fault of the program's, so it is
    /// unknown what is beyond, and not a violation.
    fn unwinding_results(&self, reached: &Reached) -> Vec<CheckResult> {
        if !self.options.unwinding {
            return Vec::new();
        }
        let mut sites: Vec<Site> = Bounds::new(self.options).bounded_loops(self.program);
        sites.extend(self.hit.keys());
        sites.sort_unstable();
        sites.dedup();
        let is_complete = self.findings.incomplete.is_empty();
        let status = |site: &Site| match self.hit.get(site) {
            Some(reason) => Status::Unknown(reason.clone()),
            None if !is_complete => not_all_seen(),
            None => reached.unless_reached(*site).unwrap_or(Status::Holds),
        };
        let result = |site: Site| CheckResult::new(CheckSite { check: Check::Unwinding, site }, status(&site));
        sites.into_iter().map(result).collect()
    }

    /// Which of the places that states came by executions get to.
    fn reached(&mut self, visits: Visits) -> Reached {
        let is_complete = self.findings.incomplete.is_empty();
        if !is_complete || self.options.stop_at_first {
            return Reached::new(self.program, visits.into_keys().collect(), FxHashSet::default());
        }
        let never = never_reached(&mut self.cx, &mut self.settler, self.limits, &visits);
        let mut reached = Reached::new(self.program, visits.into_keys().collect(), never);
        let is_open =
            |site: &CheckSite| reached.unless_reached(witness(self.program, &reached.visited, site.site)).is_some();
        if all_checks(self.program).any(|site| is_open(&site)) {
            reached.against_assumptions =
                vacuous::reached_otherwise(self.program, self.options, self.limits, self.bound);
        }
        reached
    }
}

fn site_of(cx: &SymbolicContext, idx: usize) -> CheckSite {
    let claim = &cx.claims[idx];
    let site = claim.position.last().copied().expect("a state has a frame");
    CheckSite { check: claim.check, site }
}
