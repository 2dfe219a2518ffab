//! One run of the engine: walkers go on until none is left or a limit is reached.

mod endless;
mod forks;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use candor_context_symbolic::{Claim, ClaimKind, Path, SymbolicContext};
use candor_engine::{
    Bounds, Findings, Limits, Options, Progress, Reached, assumptions, checks_for, not_replayed, start_symbolic,
};
use candor_evidence::{
    BOUNDS_HIT, CheckResult, CheckSite, Counterexample, Probed, Report, Settled, Status, probe, replay,
};
use candor_explore::{Counted, Order, Place};
use candor_interp::{Halt, Image, Outcome, Position, Site, Step, Stop, run_block};
use candor_ir::{Check, CheckGroup, CheckSet, FuncId, InstId, Program, SecondaryMap};
use candor_term::Term;
use rustc_hash::FxHashSet;

use crate::coverage::{Coverage, Footprints, Transfer};
use crate::diamond::Diamonds;
use crate::distance::Distances;
use crate::frontier::{Frontier, Rank, Search};
use crate::model::Model;
use crate::oracle::{Answer, Effort, Oracle};
use crate::walker::Walker;

/// How many blocks a walker may run before others get their turn.
const QUANTUM: u32 = 4096;

/// How often one instruction may fork.
const MAX_FORKS: u32 = 8;

/// How often to tell how far the search is; nobody reads faster.
const TELL_EVERY: Duration = Duration::from_millis(100);

/// How many executions are tried before the search, and for how many steps each.
const N_PROBES: u64 = 8;
const MAX_PROBE_STEPS: u64 = 1_500_000;

/// How the engine runs.
#[derive(Clone, Debug, Default)]
pub struct SymexOptions {
    pub engine: Options,
    pub search: Search,
    pub seed: u64,
    /// Whether each path counts for itself: also one that fails a check which another has failed at the same place. What they
    /// cover is noted too.
    pub every_path: bool,
    /// Stop after so many paths.
    pub max_paths: Option<u64>,
    /// More walkers than this do not wait; the youngest are given up.
    pub max_waiting: Option<usize>,
    /// Whether to try a few executions with inputs by chance first.
    pub probe: bool,
    /// Whether paths that part only for a moment may become one.
    pub merge: bool,
}

/// How a path ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The program ended.
    Exit,
    /// A check failed, and the replay confirms it.
    Violation(CheckSite),
    /// candor could not go on.
    Stopped(String),
}

/// A path at its end.
#[derive(Clone, Debug)]
pub struct PathEnd {
    /// Paths are numbered from 1.
    pub number: u64,
    pub how: Ended,
    /// What an execution on this path chooses.
    pub choices: Vec<Settled>,
}

/// What came of an exploration.
#[derive(Debug)]
pub struct Explored {
    pub report: Report,
    /// Where the paths were that have ended.
    pub ended: Coverage,
    /// Where any walker was, also one that has not ended or that an assumption has stopped.
    pub coverage: Coverage,
    pub n_paths: u64,
    /// Paths that came back to a state in which they had been: they may go on for ever, but nothing new can follow.
    pub n_repeated: u64,
    /// Walkers that still waited when the search was stopped, and those that were given up.
    pub n_waiting: u64,
}

/// Counts walkers, so that none gets lost unnoticed: each ends, forks, becomes one with another, or is given up.
#[derive(Copy, Clone, Debug, Default)]
struct Ledger {
    n_begun: u64,
    n_ended: u64,
}

impl Ledger {
    fn n_alive(self) -> u64 {
        self.n_begun.wrapping_sub(self.n_ended)
    }
}

/// Where a walker is before a step.
struct Before {
    depth: u32,
    place: Place,
    n_frames: usize,
}

impl Before {
    fn of(program: &Program, walker: &Walker) -> Before {
        let thread = &walker.state.thread;
        let place = Place::of(program, &thread.top);
        Before { depth: walker.state.path.depth(), place, n_frames: thread.depth() }
    }
}

struct Session<'a> {
    program: &'a Arc<Program>,
    options: &'a SymexOptions,
    limits: &'a Limits,
    progress: &'a mut dyn FnMut(&Progress),
    path_ends: &'a mut dyn FnMut(&PathEnd),
    image: &'a Image<SymbolicContext>,
    cx: SymbolicContext,
    oracle: Oracle,
    findings: Findings,
    frontier: Frontier,
    distances: Distances,
    diamonds: Diamonds,
    bounds: Option<Bounds>,
    order: Order,
    checks: CheckSet,
    /// Loops and calls where a walker was cut off.
    hit: BTreeSet<Site>,
    /// How often each instruction was where a walker went on.
    n_visits: SecondaryMap<FuncId, SecondaryMap<InstId, u32>>,
    edges: FxHashSet<Transfer>,
    /// Where the paths were that have ended.
    ended: Coverage,
    n_blocks: u64,
    n_paths: u64,
    n_repeated: u64,
    /// Replays of what may be a round that goes on for ever.
    n_tries: u32,
    /// Paths that ended when there were enough of them.
    n_too_many: u64,
    n_claims: u64,
    /// When something was told last.
    told: Option<Duration>,
    most_waiting: usize,
    /// Set when the memory was found full.
    room: Option<Room>,
    n_given_up: u64,
    n_merged: u64,
    walkers: Ledger,
    limit: Option<String>,
}

/// What fits, by experience.
#[derive(Copy, Clone, Debug)]
struct Room {
    n_walkers: usize,
    /// What was in use when that was found out. Memory that walkers leave is used again, but seldom given back.
    bytes: u64,
}

pub(crate) fn run(
    program: &Arc<Program>,
    options: &SymexOptions,
    progress: &mut dyn FnMut(&Progress),
    path_ends: &mut dyn FnMut(&PathEnd),
) -> Explored {
    let limits = Limits::new(&options.engine);
    let (cx, image, state) = match start_symbolic(program, &options.engine, CheckSet::EMPTY) {
        Ok(started) => started,
        Err(halt) => return not_started(program, halt),
    };
    let bounds = is_bounded(&options.engine).then(|| Bounds::new(&options.engine));
    let mut session = Session {
        program,
        options,
        limits: &limits,
        progress,
        path_ends,
        image: &image,
        cx,
        oracle: Oracle::new(&options.engine),
        findings: Findings::default(),
        frontier: Frontier::new(options.search, options.seed),
        distances: Distances::new(program, |site| is_of_interest(program, site)),
        diamonds: Diamonds::default(),
        bounds,
        order: Order::default(),
        checks: checks_for(program, &options.engine),
        hit: BTreeSet::new(),
        n_visits: SecondaryMap::new(),
        edges: FxHashSet::default(),
        ended: Coverage::default(),
        n_blocks: 0,
        n_paths: 0,
        n_repeated: 0,
        n_tries: 0,
        n_too_many: 0,
        n_claims: 0,
        told: None,
        most_waiting: 0,
        room: None,
        n_given_up: 0,
        n_merged: 0,
        walkers: Ledger::default(),
        limit: None,
    };
    let mut first = Walker::new(state);
    if session.settle(&mut first, Path::default().depth()) {
        session.walkers.n_begun += 1;
        session.wait(first);
    }
    if options.probe {
        session.probe();
    }
    session.search();
    session.finish()
}

fn not_started(program: &Program, halt: Halt) -> Explored {
    let mut findings = Findings::default();
    if let Halt::Stop(stop) = halt {
        findings.incomplete(stop.to_string(), None);
    }
    let checks = findings.results(program, &Reached::default());
    let report = Report { checks, incomplete: findings.incomplete, ..Report::default() };
    let (ended, coverage) = (Coverage::default(), Coverage::default());
    Explored { report, ended, coverage, n_paths: 0, n_repeated: 0, n_waiting: 0 }
}

fn is_bounded(options: &Options) -> bool {
    options.unwind.is_some() || !options.unwind_loops.is_empty() || options.depth.is_some()
}

fn only_thread() -> Stop {
    Stop::Bug("the only thread waits or ended".into())
}

/// Whether a search wants to get there: where the program says that something is an error, or else where any check is made.
fn is_of_interest(program: &Program, site: Site) -> bool {
    let function = &program.functions[site.func];
    if function.library {
        return false;
    }
    let mut checks = function.insts[site.inst].checks.iter();
    checks.any(|check| check.group() == CheckGroup::Errors && check != Check::Unwinding)
}

impl Session<'_> {
    fn search(&mut self) {
        self.tell_now_and_then();
        while let Some(walker) = self.frontier.pop() {
            if self.limit.is_some() || self.has_enough() {
                self.wait(walker);
                return;
            }
            self.go_on(walker);
            self.make_room();
        }
    }

    /// A few executions with inputs by chance: what is easy to find is not looked for.
    fn probe(&mut self) {
        for seed in 0..N_PROBES {
            if self.has_enough() || self.limits.exceeded().is_some() {
                return;
            }
            let is_over = || self.limits.exceeded().is_some();
            let probed = probe(self.program, &self.options.engine.start, seed, MAX_PROBE_STEPS, &is_over);
            if matches!(probed, Probed::Nothing { is_only: true, .. }) {
                return;
            }
            let Some(confirmed) = probed.fault() else { continue };
            let Counterexample { check, position, choices, .. } = confirmed.counterexample.clone();
            let Some(&site) = position.last() else { continue };
            let at = CheckSite { check, site };
            if !self.findings.has(&at) {
                self.tell(vec![CheckResult::new(at, Status::Violated(Box::new(confirmed.clone())))]);
                self.findings.violated.insert(at, confirmed);
                self.path_ended(&Footprints::default(), Ended::Violation(at), choices);
            }
        }
    }

    fn has_enough(&self) -> bool {
        let first = self.options.engine.stop_at_first && !self.findings.violated.is_empty();
        first || self.has_all_paths()
    }

    fn has_all_paths(&self) -> bool {
        self.options.max_paths.is_some_and(|most| self.n_paths >= most)
    }

    fn make_room(&mut self) {
        self.most_waiting = self.most_waiting.max(self.frontier.len());
        let room = self.room.map_or(usize::MAX, |room| room.n_walkers);
        let most = self.options.max_waiting.unwrap_or(usize::MAX).min(room);
        if self.frontier.len() > most {
            // A few more than need be, since each time costs a look at all of them.
            self.give_up_walkers(most - most / 8);
        }
    }

    /// Keeps so many walkers and says so.
    fn give_up_walkers(&mut self, n_kept: usize) {
        let n_lost = self.frontier.keep_oldest(n_kept);
        if n_lost > 0 {
            self.n_given_up += n_lost as u64;
            self.walkers.n_ended += n_lost as u64;
            self.findings.incomplete("paths were given up since there was no room for them", None);
        }
    }

    /// The memory is full: fewer walkers than wait now are all that fits. The limit that was reached, if nothing can be given up.
    fn find_room(&mut self) -> Option<&'static str> {
        let bytes = self.limits.overfull()?;
        if self.room.is_some_and(|room| bytes <= room.bytes + room.bytes / 64) {
            return None;
        }
        let n_walkers = self.frontier.len().min(self.room.map_or(usize::MAX, |room| room.n_walkers)) / 2;
        // What grows is something else than walkers: terms, and what the solver keeps.
        let far_beyond = bytes > self.options.engine.memory_limit / 4 * 5;
        if n_walkers == 0 || far_beyond {
            return Some("the memory limit was reached");
        }
        self.room = Some(Room { n_walkers, bytes });
        None
    }

    fn wait(&mut self, walker: Walker) {
        let site = walker.state.thread.top.site();
        let n_visits = self.n_visits[site.func][site.inst];
        let distance = self.distances.of_thread(self.program, &walker.state.thread);
        self.frontier.push(walker, Rank { n_visits, distance });
    }

    fn tell(&mut self, violations: Vec<CheckResult>) {
        let elapsed = self.limits.elapsed();
        self.told = Some(elapsed);
        (self.progress)(&Progress {
            engine: "symex",
            bound: u32::try_from(self.n_paths).unwrap_or(u32::MAX),
            states: self.n_blocks,
            checks_settled: self.n_claims,
            elapsed,
            violations,
        });
    }

    /// Tells how far the search is, unless that was told a moment ago. It costs a look at the clock.
    fn tell_now_and_then(&mut self) {
        let elapsed = self.limits.elapsed();
        if self.told.is_none_or(|told| elapsed.saturating_sub(told) >= TELL_EVERY) {
            self.tell(Vec::new());
        }
    }

    /// Looks at the limits now and then; true if it is time to stop.
    fn is_over(&mut self) -> bool {
        self.n_blocks += 1;
        if !self.n_blocks.is_multiple_of(64) {
            return false;
        }
        let mut limit = self.limits.exceeded();
        if self.n_blocks.is_multiple_of(16_384) {
            limit = limit.or(self.find_room());
        }
        self.tell_now_and_then();
        self.limit = limit.map(str::to_owned);
        self.limit.is_some()
    }

    /// Runs a walker until it forks, ends, or has had its turn.
    fn go_on(&mut self, mut walker: Walker) {
        for _ in 0..QUANTUM {
            if self.is_over() {
                break;
            }
            match self.run_one(walker) {
                Some(same) => walker = same,
                None => return,
            }
        }
        self.wait(walker);
    }

    /// Where walkers went on.
    fn visited(&self) -> FxHashSet<Site> {
        let of_function = |(func, visits): (FuncId, &'_ SecondaryMap<InstId, u32>)| -> Vec<Site> {
            let insts = visits.iter().filter(|(_, n_visits)| **n_visits > 0);
            insts.map(|(inst, _)| Site { func, inst }).collect()
        };
        self.n_visits.iter().flat_map(of_function).collect()
    }

    /// Runs a walker to the next transfer of control; none if it forked or ended there.
    fn run_one(&mut self, mut walker: Walker) -> Option<Walker> {
        let from = walker.state.thread.top.site();
        self.n_visits[from.func][from.inst] += 1;
        if self.options.every_path {
            walker.footprints.visit(&self.ended, from);
        }
        let before = Before::of(self.program, &walker);
        let outcome = run_block(self.image, &mut self.cx, &mut walker.state);
        self.follow(walker, before, outcome, 0)
    }

    /// Looks at what has come of a walker's step; none if it forked or ended.
    fn follow(
        &mut self,
        mut walker: Walker,
        before: Before,
        outcome: Step<Outcome<SymbolicContext>>,
        n_forks: u32,
    ) -> Option<Walker> {
        let Before { depth, place, n_frames } = before;
        if !self.settle(&mut walker, depth) {
            self.walkers.n_ended += 1;
            return None;
        }
        match outcome {
            Ok(Outcome::Next) => {
                self.note_edge(&mut walker, place);
                let is_over = self.is_cut(&mut walker, place, n_frames)
                    || self.comes_back(&mut walker, place)
                    || self.calls_again(&mut walker, n_frames);
                if !is_over {
                    return Some(walker);
                }
            }
            // What is executed again under more knowledge may fork again, but not for ever.
            Ok(Outcome::Fork(_)) if n_forks > MAX_FORKS => {
                self.stop(&walker, &Stop::Bug("an instruction forks again and again".into()));
            }
            Ok(Outcome::Fork(ways)) => self.fork(walker, ways, n_forks),
            Ok(Outcome::Exit(_)) => self.end(&walker, Ended::Exit),
            Ok(Outcome::Blocked | Outcome::ThreadEnded) => self.stop(&walker, &only_thread()),
            // What ends here was assumed away, or has failed a check for certain.
            Err(Halt::Ended) => {}
            Err(Halt::Stop(stop)) => self.stop(&walker, &stop),
        }
        self.walkers.n_ended += 1;
        None
    }

    /// After a step that did not end: where control has gone, if anybody wants to know.
    fn note_edge(&mut self, walker: &mut Walker, from: Place) {
        if !self.options.every_path {
            return;
        }
        let to = Place::of(self.program, &walker.state.thread.top);
        let at_start = self.program.functions[to.func].blocks[to.bb].first == walker.state.thread.top.pc;
        if at_start && (to.func, to.call_path) == (from.func, from.call_path) {
            let transfer = (to.func, from.bb, to.bb);
            self.edges.insert(transfer);
            walker.footprints.cross(&self.ended, transfer);
        }
    }

    /// Whether the walker goes beyond one of the user's bounds.
    fn is_cut(&mut self, walker: &mut Walker, from: Place, n_frames: usize) -> bool {
        let (Some(bounds), order) = (&mut self.bounds, &mut self.order) else { return false };
        let Counted { state, counts } = &mut walker.state;
        let round = order.count_rounds(self.program, state, counts, from);
        if let Some(round) = round {
            let func = state.thread.top.func;
            let facts = order.facts(self.program, func);
            let of_loop = &facts.loops.loops[round];
            let rounds = counts.top(&state.thread).get(of_loop.depth as usize - 1).map_or(0, |count| count.rounds);
            if let Some(&header) = of_loop.entries.first()
                && let Some(bound) = bounds.of_loop(func, header)
                && rounds > bound
            {
                let at = Site { func, inst: self.program.functions[func].blocks[header].first };
                let reason = format!("this loop may iterate more than {bound} times");
                self.cut(at, reason);
                return true;
            }
        }
        if state.thread.depth() > n_frames
            && let Some(bound) = bounds.too_deep(self.program, &state.thread)
            && let Some(caller) = state.thread.below.last()
        {
            let at = caller.site();
            self.cut(at, format!("an execution may call functions more than {bound} deep"));
            return true;
        }
        false
    }

    fn cut(&mut self, at: Site, reason: String) {
        if self.options.engine.unwinding {
            self.findings.incomplete(reason, Some(at));
        }
        self.hit.insert(at);
    }

    fn end(&mut self, walker: &Walker, how: Ended) {
        let model = match &walker.model {
            Some(model) => model.clone(),
            None if !self.options.every_path => {
                self.n_paths += 1;
                return;
            }
            // So far it did no harm not to know.
            None => match self.ask(walker, Effort::All, Term::TRUE) {
                Answer::Possible(model) => model,
                Answer::Impossible => return,
                Answer::Unknown(reason) => {
                    let reason = format!("whether an execution takes a path to its end is not known: {reason}");
                    return self.findings.incomplete(reason, Some(walker.state.user_site(self.image)));
                }
            },
        };
        let choices = walker.choices.settled(&self.cx.pool, &model);
        self.path_ended(&walker.footprints, how, choices);
    }

    /// Tells of a path at its end, unless there have been enough.
    fn path_ended(&mut self, footprints: &Footprints, how: Ended, choices: Vec<Settled>) {
        if self.has_all_paths() {
            self.n_too_many += 1;
            return;
        }
        self.n_paths += 1;
        footprints.add_to(&mut self.ended);
        (self.path_ends)(&PathEnd { number: self.n_paths, how, choices });
    }

    fn stop(&mut self, walker: &Walker, stop: &Stop) {
        let at = walker.state.user_site(self.image);
        self.findings.incomplete(stop.to_string(), Some(at));
        self.end(walker, Ended::Stopped(stop.to_string()));
    }

    /// After a walker has run a little: collects what it has chosen, settles what it has claimed since its path was `depth` facts
    /// long, and finds an execution for what it has assumed. False if there is none.
    fn settle(&mut self, walker: &mut Walker, depth: u32) -> bool {
        for chosen in self.cx.choices.drain(..) {
            walker.choices.push(chosen);
        }
        // Where objects lie is a matter of the path that looked.
        let facts = std::mem::take(&mut self.cx.facts);
        let n_claims = self.cx.claims.len();
        if n_claims > 0 {
            let claims = std::mem::take(&mut self.cx.claims);
            let about_addresses = self.cx.pool.and_all(facts.iter().copied());
            self.settle_claims(walker, depth, claims, about_addresses);
        }
        for fact in facts {
            walker.state.path.push(&mut self.cx.pool, fact);
        }
        self.find_model(walker)
    }

    /// Finds an execution for the whole path. False if there is none; if nobody knows, the walker goes on without.
    fn find_model(&mut self, walker: &mut Walker) -> bool {
        let depth = walker.state.path.depth();
        if depth == walker.n_modelled {
            return true;
        }
        let new = walker.state.path.facts_since(walker.n_modelled);
        if let Some(model) = &walker.model
            && new.iter().all(|fact| model.holds(&self.cx.pool, *fact))
        {
            walker.n_modelled = depth;
            return true;
        }
        let condition = self.cx.pool.and_all(new.iter().copied());
        match self.ask(walker, Effort::Some, condition) {
            Answer::Impossible => return false,
            Answer::Possible(model) => walker.model = Some(model),
            Answer::Unknown(_) => walker.model = None,
        }
        walker.n_modelled = depth;
        true
    }

    /// Asks whether a condition can hold where the modelled part of the path does.
    fn ask(&mut self, walker: &Walker, effort: Effort, condition: Term) -> Answer {
        let facts = walker.old_facts();
        let n_queries = self.oracle.n_queries;
        let answer = self.oracle.ask(&self.cx, self.limits, effort, &facts, walker.model.as_ref(), condition);
        if self.oracle.n_queries > n_queries {
            self.tell_now_and_then();
        }
        answer
    }

    /// Settles what a walker claims. All claims are one question; each answer takes away one of them.
    fn settle_claims(&mut self, walker: &Walker, depth: u32, claims: Vec<Claim>, about_addresses: Term) {
        self.n_claims += claims.len() as u64;
        let mut open: Vec<(Claim, Term)> = Vec::new();
        for claim in claims {
            if !self.options.every_path && self.findings.has(&site_of(&claim)) {
                continue;
            }
            // The facts of the path that are not modelled yet, then that it fails.
            debug_assert!(walker.n_modelled <= depth, "a walker has run without a model");
            let mut all = claim.path.facts_since(walker.n_modelled);
            all.push(self.cx.pool.not(claim.ok));
            all.push(about_addresses);
            let failure = self.cx.pool.and_all(all);
            open.push((claim, failure));
        }
        while !open.is_empty() {
            let any = self.cx.pool.or_all(open.iter().map(|(_, failure)| *failure));
            match self.ask(walker, Effort::All, any) {
                Answer::Impossible => return,
                Answer::Unknown(reason) => {
                    for (claim, _) in &open {
                        self.unknown(claim, &reason.to_string());
                    }
                    return;
                }
                Answer::Possible(model) => {
                    let failed = open.iter().position(|(_, failure)| model.holds(&self.cx.pool, *failure));
                    let Some(failed) = failed else {
                        for (claim, _) in &open {
                            self.unknown(claim, "replay mismatch: the solver's model does not satisfy the query");
                        }
                        return;
                    };
                    let (claim, _) = open.remove(failed);
                    self.fails(walker, &claim, &model);
                    open.retain(|(other, _)| match self.options.every_path {
                        true => site_of(other) != site_of(&claim),
                        false => !self.findings.has(&site_of(other)),
                    });
                }
            }
        }
    }

    fn unknown(&mut self, claim: &Claim, reason: &str) {
        let site = site_of(claim);
        match claim.kind {
            ClaimKind::Checked => self.not_settled(site, reason),
            ClaimKind::Unchecked => self.findings.incomplete(reason, Some(site.site)),
        }
    }

    fn not_settled(&mut self, at: CheckSite, reason: &str) {
        if self.options.every_path {
            let reason = format!("whether a path fails here is not known ({}): {reason}", at.check);
            self.findings.incomplete(reason, Some(at.site));
        }
        self.findings.unknown.entry(at).or_insert_with(|| reason.to_owned());
    }

    /// A claim fails in an execution, it seems.
    fn fails(&mut self, walker: &Walker, claim: &Claim, model: &Model) {
        let at = site_of(claim);
        if claim.kind == ClaimKind::Unchecked {
            return self.findings.unasked(at.check, &claim.position, self.program, &self.options.engine);
        }
        self.confirm(walker, at, claim.position.clone(), model);
    }

    /// The concrete machine has the last word.
    fn confirm(&mut self, walker: &Walker, at: CheckSite, position: Position, model: &Model) {
        let choices = walker.choices.settled(&self.cx.pool, model);
        let foretold = Counterexample { check: at.check, position, choices: choices.clone(), cycle: None };
        match replay(self.program, &self.options.engine.start, &foretold) {
            Ok(confirmed) => {
                if !self.findings.violated.contains_key(&at) {
                    let status = Status::Violated(Box::new(confirmed.clone()));
                    self.tell(vec![CheckResult::new(at, status)]);
                    self.findings.violated.insert(at, confirmed);
                }
                self.path_ended(&walker.footprints, Ended::Violation(at), choices);
            }
            Err(mismatch) => {
                let reason = not_replayed(&self.cx, &mismatch);
                self.not_settled(at, &reason);
            }
        }
    }

    fn finish(mut self) -> Explored {
        let n_waiting = self.frontier.len() as u64 + self.n_too_many;
        if n_waiting > 0 {
            let limit = self.limit.take().unwrap_or_else(|| "the search was stopped before all paths were seen".into());
            self.findings.incomplete(limit, None);
        }
        if self.walkers.n_alive() != self.frontier.len() as u64 {
            self.findings.incomplete("internal error: paths have got lost", None);
        }
        if let Some(problem) = &self.oracle.unwritten {
            self.findings.incomplete(format!("a query was not written: {problem}"), None);
        }
        let visited = self.visited();
        let mut sentences = assumptions(self.program, &self.options.engine, &self.cx, |site| visited.contains(&site));
        if !self.hit.is_empty() && !self.options.engine.unwinding {
            sentences.push("no execution goes beyond the bounds for loops and calls; some would".to_owned());
        }
        let mut statistics = vec![
            ("paths", self.n_paths),
            ("blocks", self.n_blocks),
            ("terms", self.cx.pool.len() as u64),
            ("claims", self.n_claims),
            ("queries", self.oracle.n_queries),
            ("solver_ms", u64::try_from(self.oracle.time.as_millis()).unwrap_or(u64::MAX)),
            ("waiting", n_waiting),
            ("most_waiting", self.most_waiting as u64),
            ("given_up", self.n_given_up),
            ("merged", self.n_merged),
        ];
        if !self.options.engine.unwinding && !self.hit.is_empty() {
            statistics.push((BOUNDS_HIT, self.hit.len() as u64));
        }
        let reached = Reached::new(self.program, visited.clone(), FxHashSet::default());
        let checks = self.findings.results(self.program, &reached);
        let conditions = self.findings.conditions();
        let incomplete = self.findings.incomplete;
        let report = Report { checks, incomplete, conditions, assumptions: sentences, statistics, ..Report::default() };
        let coverage = Coverage { visited, edges: self.edges };
        Explored {
            report,
            ended: self.ended,
            coverage,
            n_paths: self.n_paths,
            n_repeated: self.n_repeated,
            n_waiting: n_waiting + self.n_given_up,
        }
    }
}

fn site_of(claim: &Claim) -> CheckSite {
    let site = claim.position.last().copied().expect("a state has a frame");
    CheckSite { check: claim.check, site }
}
