//! The search: states that wait, transitions of all threads from each, what is found on the way.

use std::collections::VecDeque;
use std::sync::Arc;

use candor_context_concrete::{ChoiceQueues, ChoiceSource, End, RunConfig, watch};
use candor_context_symbolic::{ClaimKind, Path, SymbolicContext};
use candor_engine::{Findings, Limits, Progress, Reached, assumptions, checks_of, start_symbolic};
use candor_evidence::{CheckResult, CheckSite, Counterexample, Report, Settled, Status, replay};
use candor_interp::{Halt, Image, NextAccess, NextStep, Position, Site, ThreadId, next_step};
use candor_ir::{Check, CheckSet, Program};
use candor_term::{Assignment, Term};
use rustc_hash::FxHashSet;

use crate::canonical::Canon;
use crate::options::{ExplicitOptions, Order};
use crate::oracle::{Answer, Oracle};
use crate::store::Store;
use crate::trail::{Leg, TrailId, Trails};
use crate::transition::{Claimed, Landing, Machine, Symbolic};

/// A state that waits to go on.
struct Waiting {
    state: Symbolic,
    trail: Option<TrailId>,
    depth: u32,
}

struct Search<'a> {
    program: &'a Arc<Program>,
    options: &'a ExplicitOptions,
    limits: &'a Limits,
    progress: &'a mut dyn FnMut(&Progress),
    machine: Machine<'a>,
    canon: Canon,
    store: Store,
    trails: Trails,
    waiting: VecDeque<Waiting>,
    findings: Findings,
    checks: CheckSet,
    visited: FxHashSet<Site>,
    n_transitions: u64,
    n_claims: u64,
    is_over: bool,
}

pub(crate) fn run(program: &Arc<Program>, options: &ExplicitOptions, progress: &mut dyn FnMut(&Progress)) -> Report {
    let limits = Limits::new(&options.engine);
    let (mut cx, image, state) = match start_symbolic(program, &options.engine, CheckSet::EMPTY) {
        Ok(started) => started,
        Err(halt) => return not_started(program, halt),
    };
    cx.threads = true;
    let checks = checks_of(program);
    let leaks = checks.contains(Check::MemoryLeak) || checks.contains(Check::MemoryCleanup);
    let oracle = Oracle::new(&options.engine);
    let reduction = options.reduction;
    let machine = Machine { image: &image, cx, oracle, limits: &limits, reduction, n_steps: 0, is_weak: false };
    let mut search = Search {
        program,
        options,
        limits: &limits,
        progress,
        machine,
        canon: Canon::new(&state, leaks),
        store: Store::default(),
        trails: Trails::default(),
        waiting: VecDeque::new(),
        findings: Findings::default(),
        checks,
        visited: FxHashSet::default(),
        n_transitions: 0,
        n_claims: 0,
        is_over: false,
    };
    search.begin(&state);
    search.search();
    search.finish(&image)
}

fn not_started(program: &Program, halt: Halt) -> Report {
    let mut findings = Findings::default();
    if let Halt::Stop(stop) = halt {
        findings.incomplete(stop.to_string(), None);
    }
    let checks = findings.results(program, &Reached::default());
    Report { checks, incomplete: findings.incomplete, ..Report::default() }
}

/// What a thread could do from a state.
struct Tried {
    thread: ThreadId,
    /// Paths on which it has to wait.
    blocked: Vec<Path>,
    moved: bool,
}

impl Search<'_> {
    fn begin(&mut self, start: &Symbolic) {
        let mut claimed = Vec::new();
        let landings = self.machine.run(start, None, /* spurious */ false, &mut claimed);
        self.settle(None, claimed);
        for landing in landings {
            self.land(None, 0, landing);
        }
    }

    fn search(&mut self) {
        while let Some(node) = self.next() {
            if self.is_over || self.has_enough() {
                self.waiting.push_back(node);
                return;
            }
            if self.options.max_depth.is_some_and(|most| node.depth >= most) {
                self.findings.incomplete("executions of more transitions were not looked at", None);
                continue;
            }
            self.expand(&node);
            self.look_at_limits();
        }
    }

    fn next(&mut self) -> Option<Waiting> {
        match self.options.order {
            Order::DepthFirst => self.waiting.pop_back(),
            Order::BreadthFirst => self.waiting.pop_front(),
        }
    }

    fn has_enough(&self) -> bool {
        self.options.engine.stop_at_first && !self.findings.violated.is_empty()
    }

    fn look_at_limits(&mut self) {
        self.n_transitions += 1;
        let most = self.options.max_states.is_some_and(|most| self.store.n_states() >= most);
        let mut limit = self.limits.exceeded().or(most.then_some("the limit on states was reached"));
        if self.n_transitions.is_multiple_of(1024) {
            limit = limit.or(self.limits.exceeded_or_full());
            self.tell(Vec::new());
        }
        if let Some(limit) = limit {
            self.findings.incomplete(limit, None);
            self.is_over = true;
        }
    }

    fn tell(&mut self, violations: Vec<CheckResult>) {
        (self.progress)(&Progress {
            engine: "explicit",
            bound: 0,
            states: self.store.n_states(),
            checks_settled: self.n_claims,
            elapsed: self.limits.elapsed(),
            violations,
        });
    }

    /// Lets every thread go on from a state.
    fn expand(&mut self, node: &Waiting) {
        if self.checks.contains(Check::DataRace) {
            self.look_for_races(node);
        }
        let threads = node.state.threads().filter(|thread| !thread.ended);
        let mut threads: Vec<ThreadId> = threads.map(|thread| thread.id).collect();
        threads.sort();
        // The newest state goes on first: this lets the first thread go on before the others.
        threads.reverse();
        let mut tried = Vec::new();
        for thread in threads {
            tried.push(self.try_thread(node, thread));
            if self.is_over || self.has_enough() {
                return;
            }
        }
        self.look_for_deadlock(node, &tried);
    }

    fn try_thread(&mut self, node: &Waiting, thread: ThreadId) -> Tried {
        let mut tried = Tried { thread, blocked: Vec::new(), moved: false };
        let mut waits_for_signal = false;
        let mut claimed = Vec::new();
        for landing in self.machine.run(&node.state, Some(thread), /* spurious */ false, &mut claimed) {
            match landing {
                Landing::Blocked(path, for_signal) => {
                    waits_for_signal |= for_signal;
                    tried.blocked.push(path);
                }
                landing => {
                    tried.moved = true;
                    self.land(node.trail, node.depth, landing);
                }
            }
        }
        tried.moved |= !claimed.is_empty();
        self.settle(node.trail, claimed);
        if waits_for_signal && self.options.spurious {
            let mut claimed = Vec::new();
            for landing in self.machine.run(&node.state, Some(thread), /* spurious */ true, &mut claimed) {
                if !matches!(landing, Landing::Blocked(..)) {
                    self.land(node.trail, node.depth, landing);
                }
            }
            self.settle(node.trail, claimed);
        }
        tried
    }

    fn land(&mut self, trail: Option<TrailId>, depth: u32, landing: Landing) {
        match landing {
            Landing::State(state, leg) => self.arrive(trail, depth, *state, leg),
            Landing::Exit | Landing::Blocked(..) => {}
            Landing::Stop(stop, site, path) => {
                if self.machine.oracle.may_be(&self.machine.cx, &path, self.limits) {
                    self.findings.incomplete(stop.to_string(), Some(site));
                }
            }
        }
    }

    fn arrive(&mut self, trail: Option<TrailId>, depth: u32, state: Symbolic, leg: Leg) {
        for thread in state.threads() {
            self.visited.insert(thread.top.site());
        }
        let parts = self.canon.parts(self.machine.image, &self.machine.cx, &state);
        if self.store.insert(parts) {
            let trail = self.trails.push(trail, leg);
            self.waiting.push_back(Waiting { state, trail: Some(trail), depth: depth + 1 });
        }
    }

    /// Puts claims to the solver.
    fn settle(&mut self, trail: Option<TrailId>, claimed: Vec<Claimed>) {
        for Claimed { claims, leg } in claimed {
            for idx in claims {
                self.n_claims += 1;
                self.settle_one(trail, &leg, idx);
            }
        }
    }

    fn settle_one(&mut self, trail: Option<TrailId>, leg: &Leg, idx: usize) {
        let claim = &self.machine.cx.claims[idx];
        let (kind, check, ok, reached) = (claim.kind, claim.check, claim.ok, claim.path.condition());
        let position = claim.position.clone();
        let site = CheckSite { check, site: *position.last().expect("a state has a frame") };
        if self.findings.has(&site) {
            return;
        }
        let wrong = self.machine.cx.pool.not(ok);
        let fails = self.machine.cx.pool.and(reached, wrong);
        match (self.machine.oracle.ask(&self.machine.cx, fails, self.limits), kind) {
            (Answer::No, _) => {}
            (Answer::Yes(model), ClaimKind::Checked) => self.found(trail, Some(leg), check, position, &model),
            (Answer::Yes(_), ClaimKind::Unchecked) => {
                let reason = format!("{check} can occur, but its check is switched off");
                self.findings.incomplete(reason, Some(site.site));
            }
            (Answer::Unknown(reason), ClaimKind::Checked) => {
                self.findings.unknown.insert(site, reason);
            }
            (Answer::Unknown(reason), ClaimKind::Unchecked) => self.findings.incomplete(reason, Some(site.site)),
        }
    }

    /// Something can go wrong; the concrete machine has the last word.
    fn found(
        &mut self,
        trail: Option<TrailId>,
        leg: Option<&Leg>,
        check: Check,
        position: Position,
        model: &Assignment,
    ) {
        let choices = self.trails.choices(&self.machine.cx, trail, leg, model);
        self.confirm(Counterexample { check, position, choices });
    }

    fn confirm(&mut self, foretold: Counterexample) {
        let site = CheckSite { check: foretold.check, site: *foretold.position.last().expect("a frame") };
        if self.findings.has(&site) {
            return;
        }
        match replay(self.program, &self.options.engine.start, &foretold) {
            Ok(confirmed) => {
                let status = Status::Violated(Box::new(confirmed.clone()));
                self.tell(vec![CheckResult::new(site, status)]);
                self.findings.violated.insert(site, confirmed);
            }
            Err(mismatch) => {
                let reason = format!("internal error: the counterexample could not be replayed: {mismatch}");
                self.findings.unknown.insert(site, reason);
            }
        }
    }

    /// Nobody can go on, in some execution.
    fn look_for_deadlock(&mut self, node: &Waiting, tried: &[Tried]) {
        if tried.is_empty() || tried.iter().any(|tried| tried.blocked.is_empty()) {
            return;
        }
        let mut all = Term::TRUE;
        for tried in tried {
            let ways: Vec<Term> = tried.blocked.iter().map(Path::condition).collect();
            let waits = self.machine.cx.pool.or_all(ways);
            all = self.machine.cx.pool.and(all, waits);
        }
        let first = tried.iter().map(|tried| tried.thread).min().expect("somebody waits");
        let Some(thread) = node.state.thread_of(first) else { return };
        let position = thread.position();
        let inst = position.last().map(|site| &self.program.functions[site.func].insts[site.inst]);
        if !inst.is_some_and(|inst| inst.checks.contains(Check::Deadlock)) {
            return;
        }
        match self.machine.oracle.ask(&self.machine.cx, all, self.limits) {
            Answer::No => {}
            Answer::Yes(model) => self.found(node.trail, None, Check::Deadlock, position, &model),
            Answer::Unknown(reason) => self.findings.incomplete(reason, position.last().copied()),
        }
    }

    /// Two threads that are about to use the same bytes, one of them to write, one of them not atomically.
    fn look_for_races(&mut self, node: &Waiting) {
        let accesses = self.next_accesses(node);
        for (idx, (one, of_one)) in accesses.iter().enumerate() {
            for (other, of_other) in &accesses[idx + 1..] {
                let race = of_one.iter().any(|a| of_other.iter().any(|b| self.conflict(a, b)));
                if race {
                    self.found_race(node, *one, *other);
                }
            }
        }
    }

    /// What each thread is about to use, in the user's own code or for it.
    fn next_accesses(&mut self, node: &Waiting) -> Vec<(ThreadId, Vec<NextAccess<Value>>)> {
        let mut accesses = Vec::new();
        let ids: Vec<ThreadId> = node.state.threads().filter(|thread| !thread.ended).map(|thread| thread.id).collect();
        for id in ids {
            let mut state = node.state.clone();
            if state.thread.id != id {
                state.switch_to(id);
            }
            if state.thread.uninterrupted > 0 {
                continue;
            }
            if let NextStep::Access(next) = next_step(self.machine.image, &mut self.machine.cx, &mut state) {
                accesses.push((id, next.into_vec()));
            }
        }
        accesses
    }

    /// Whether two accesses are a race if they happen at the same time; where pointers are not plain, perhaps.
    fn conflict(&self, a: &NextAccess<Value>, b: &NextAccess<Value>) -> bool {
        if !(a.write || b.write) || a.atomic && b.atomic {
            return false;
        }
        match (place(a), place(b)) {
            (Some((object_a, start_a, end_a)), Some((object_b, start_b, end_b))) => {
                object_a == object_b && start_a < end_b && start_b < end_a
            }
            _ => true,
        }
    }

    /// Lets both go on and asks the concrete machine, which looks for races by itself and may see an earlier one.
    fn found_race(&mut self, node: &Waiting, one: ThreadId, other: ThreadId) {
        let mut model = Assignment::new();
        if let Answer::Yes(found) = self.machine.oracle.ask(&self.machine.cx, node.state.path.condition(), self.limits)
        {
            model = found;
        }
        let mut choices = self.trails.choices(&self.machine.cx, node.trail, None, &model);
        for thread in [one, other] {
            let turn = candor_context_concrete::Turn {
                thread,
                length: candor_context_concrete::TurnLength::Steps(1),
                spurious: false,
            };
            let kind = candor_interp::ChoiceKind::Schedule;
            choices.push(Settled { kind, value: turn.to_bits() });
        }
        let result = self.watch(&choices);
        match result {
            (End::Fault(fault), position) if fault.check == Check::DataRace => {
                self.confirm(Counterexample { check: Check::DataRace, position, choices });
            }
            _ => {
                let site = node.state.thread_of(one).map(|thread| thread.top.site());
                self.findings.incomplete("a possible data race could not be replayed", site);
            }
        }
    }

    fn watch(&self, choices: &[Settled]) -> (End, Position) {
        let mut queues = ChoiceQueues::default();
        for choice in choices {
            queues.push(choice.kind, choice.value.clone());
        }
        let start = &self.options.engine.start;
        let config = RunConfig {
            args: start.args.clone(),
            max_depth: start.limits.max_depth,
            malloc_may_fail: start.malloc_may_fail,
            missing_bodies: start.missing_bodies,
            choices: ChoiceSource::Queues(queues),
            max_steps: Some(100_000_000),
            watched: false,
            ..RunConfig::default()
        };
        let result = watch(self.program, config, &mut |_, _| {});
        (result.end, result.position)
    }

    fn finish(mut self, image: &Image<SymbolicContext>) -> Report {
        if !self.waiting.is_empty() && !self.has_enough() && self.findings.incomplete.is_empty() {
            self.findings.incomplete("the search was stopped before all states were seen", None);
        }
        if self.has_enough() && !self.waiting.is_empty() {
            self.findings.incomplete("the search was stopped at the first violation", None);
        }
        if self.machine.is_weak {
            let reason = "weak memory: an atomic access asks for less than sequential consistency";
            self.findings.incomplete(reason, None);
        }
        if self.machine.oracle.unsure {
            self.findings.incomplete("the solver did not know whether some executions are possible", None);
        }
        let visited = self.visited.clone();
        let sentences =
            assumptions(self.program, &self.options.engine, &self.machine.cx, |site| visited.contains(&site));
        let statistics = vec![
            ("states", self.store.n_states()),
            ("transitions", self.n_transitions),
            ("steps", self.machine.n_steps),
            ("bytes", self.store.n_words * 8),
            ("queries", self.machine.oracle.n_queries),
        ];
        let reached = Reached { visited: all_sites(&image.program), ..Reached::default() };
        let checks = self.findings.results(self.program, &reached);
        Report { checks, incomplete: self.findings.incomplete, assumptions: sentences, statistics }
    }
}

type Value = candor_context_symbolic::SymValue;

/// Where an access is, if it is plainly in one place.
fn place(access: &NextAccess<Value>) -> Option<(candor_interp::ObjectId, i64, i64)> {
    let Value::Same(value) = &access.ptr else { return None };
    let (object, offset) = value.unmarked().as_ptr()?;
    let end = access.size.and_then(|size| i64::try_from(size).ok()).and_then(|size| offset.checked_add(size));
    Some((object, offset, end.unwrap_or(i64::MAX)))
}

/// What is not reached is not told apart from what holds.
fn all_sites(program: &Program) -> FxHashSet<Site> {
    let of_function =
        |func: candor_ir::FuncId| program.functions[func].insts.keys().map(move |inst| Site { func, inst });
    program.functions.keys().flat_map(of_function).collect()
}
