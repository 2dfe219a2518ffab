//! The proof: states are followed until an earlier one stands for each.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

use candor_context_symbolic::{Claim, Path, SymValue, SymbolicContext};
use candor_engine::{Findings, Options, Progress, Reached, assumptions, checks_for, start_symbolic};
use candor_evidence::{GraphMove, GraphState, MoveKind, Proof, Report, StateGraph};
use candor_explore::Order;
use candor_interp::{
    Halt, Image, ObjectId, Outcome, Position, Resume, Site, Step, Stop, is_all_kept, makes_threads, resume, step,
};
use candor_ir::{Check, CheckSet, EntityRef, Program};
use candor_its::{Limit, Verdict, prove_termination};
use candor_term::{Term, substitute};
use rustc_hash::{FxHashMap, FxHashSet};
use triomphe::Arc as Shared;

use crate::clean::{clear, forget_facts, sweep};
use crate::cover::{Bindings, Compared, Spot, compare};
use crate::decide::{decide, undecided};
use crate::fold::{Precision, fold};
use crate::judge::Judge;
use crate::layout;
use crate::segment::{Names, Shape, any_number};
use crate::told::{names, place, tell};
use crate::touch::touched;
use crate::transitions::{Arrival, Came, Transitions};

/// What is tried, one after the other, and for how many states that begin rounds at most.
const ATTEMPTS: [(Precision, usize); 4] = [
    (Precision { shortest: 2, keeps_constants: true, n_numbers: 5 }, 500),
    (Precision { shortest: 2, keeps_constants: false, n_numbers: 2 }, 2_000),
    (Precision { shortest: 3, keeps_constants: false, n_numbers: 2 }, 2_000),
    (Precision { shortest: 7, keeps_constants: true, n_numbers: 8 }, 4_000),
];

/// For how many states everything is tried first: where there are few shapes, they are found soon.
const FEW: usize = 60;

/// What is said where there are more.
const TOO_MANY: &str = "too many shapes of memory";

/// How long it may take at most to show that the runs of a transition system end.
const ENDING_TIME: Duration = Duration::from_secs(10);

/// How many states are followed before the memory in use is looked at again.
const BETWEEN_LOOKS: usize = 64;

/// How often one instruction may fork.
const MAX_FORKS: u32 = 8;

/// Tries to show that all checks hold.
pub fn prove(program: &Arc<Program>, options: &Options, progress: &mut dyn FnMut(&Progress)) -> Report {
    let mut report = Report::default();
    if makes_threads(program) {
        return unknown(program, "shape analysis says nothing of threads".to_owned(), None);
    }
    let start = Instant::now();
    let mut waiting: VecDeque<(Precision, usize, usize)> =
        ATTEMPTS.into_iter().map(|(precision, most)| (precision, FEW, most)).collect();
    while let Some((precision, max_states, most)) = waiting.pop_front() {
        let timeout = options.timeout.map(|timeout| timeout.saturating_sub(start.elapsed()));
        let is_over = timeout == Some(Duration::ZERO) || options.interrupt.is_interrupted();
        if is_over && !report.incomplete.is_empty() {
            break;
        }
        let options = Options { timeout, ..options.clone() };
        report = attempt(program, &options, precision, max_states, progress);
        if report.incomplete.is_empty() {
            break;
        }
        if max_states < most && report.incomplete.iter().any(|part| part.reason == TOO_MANY) {
            waiting.push_back((precision, most, most));
        }
    }
    report
}

fn unknown(program: &Program, reason: String, at: Option<Site>) -> Report {
    let mut findings = Findings::default();
    findings.incomplete(reason, at);
    let checks = findings.results(program, &Reached::default());
    Report { checks, incomplete: findings.incomplete, ..Report::default() }
}

fn attempt(
    program: &Arc<Program>,
    options: &Options,
    precision: Precision,
    max_states: usize,
    progress: &mut dyn FnMut(&Progress),
) -> Report {
    let (cx, image, state) = match start_symbolic(program, options, CheckSet::EMPTY) {
        Ok(started) => started,
        Err(Halt::Stop(stop)) => return unknown(program, stop.to_string(), None),
        Err(Halt::Ended) => return unknown(program, "no execution begins".to_owned(), None),
    };
    let mut prover = Prover {
        program,
        options,
        judge: Judge::new(options),
        image: &image,
        cx,
        order: Order::default(),
        checks: checks_for(program, options),
        precision,
        max_states,
        names: Names::default(),
        work: Vec::new(),
        seen: FxHashMap::default(),
        visited: FxHashSet::default(),
        n_states: 0,
        n_folded: 0,
        transitions: Transitions::new(),
        moves: BTreeSet::new(),
        ending: Vec::new(),
        progress,
    };
    let failed = prover.settle(Shape::new(state)).and_then(|first| prover.run(first)).err();
    prover.finish(failed)
}

/// Why there is no proof.
struct GivenUp {
    reason: String,
    at: Option<Site>,
}

type Tried<T> = Result<T, GivenUp>;

/// A state that begins a round, and stands for others.
struct Kept {
    shape: Shape,
    location: usize,
}

struct Prover<'a> {
    program: &'a Arc<Program>,
    options: &'a Options,
    judge: Judge,
    image: &'a Image<SymbolicContext>,
    cx: SymbolicContext,
    order: Order,
    checks: CheckSet,
    precision: Precision,
    max_states: usize,
    names: Names,
    work: Vec<Shape>,
    /// The states that began rounds, by where all frames stood.
    seen: FxHashMap<Position, Vec<Kept>>,
    visited: FxHashSet<Site>,
    n_states: usize,
    n_folded: u64,
    /// What leads from one of the states that are kept to another, where executions have to end.
    transitions: Transitions,
    moves: BTreeSet<GraphMove>,
    /// Why they do.
    ending: Vec<String>,
    progress: &'a mut dyn FnMut(&Progress),
}

impl Prover<'_> {
    fn run(&mut self, first: Option<Shape>) -> Tried<()> {
        self.work.extend(first);
        while let Some(shape) = self.work.pop() {
            self.go_on(shape)?;
        }
        if self.options.must_end { self.show_ends() } else { Ok(()) }
    }

    /// All states have been followed: executions end if all runs of the transition system do.
    fn show_ends(&mut self) -> Tried<()> {
        let system = self.transitions.system(&mut self.cx, &mut self.judge);
        let system = system.map_err(|limit| GivenUp { reason: limit.to_owned(), at: None })?;
        let left = self.judge.limits.left().map_or(ENDING_TIME, |left| left.min(ENDING_TIME));
        let answer = prove_termination(&system, &Limit::after(left));
        match answer.verdict {
            Verdict::Terminates => {
                self.ending = answer.reasons;
                Ok(())
            }
            Verdict::Diverges | Verdict::Unknown => Err(GivenUp {
                reason: "no ranking function was found for these lists and numbers".to_owned(),
                at: None,
            }),
        }
    }

    /// Follows a state until it ends, forks, or is covered.
    fn go_on(&mut self, mut shape: Shape) -> Tried<()> {
        loop {
            self.look_at_limits()?;
            if let Some(object) = touched(self.image, &shape) {
                let at = shape.state.thread.top.site();
                let both = shape.unfold(&mut self.cx, &mut self.names, object).map_err(|stop| given_up(&stop, at))?;
                self.work.extend(both);
                return Ok(());
            }
            self.visited.insert(shape.state.thread.top.site());
            self.forbid(&shape);
            let outcome = step(self.image, &mut self.cx, &mut shape.state);
            match self.follow(shape, outcome, 0)? {
                Some(same) => shape = same,
                None => return Ok(()),
            }
        }
    }

    /// No instruction may access a segment.
    fn forbid(&mut self, shape: &Shape) {
        self.cx.folded.clear();
        for (first, segment) in &shape.segments {
            self.cx.folded.insert(*first);
            self.cx.folded.extend(segment.last());
        }
        self.cx.folded.extend(shape.templates.keys());
    }

    fn look_at_limits(&mut self) -> Tried<()> {
        if let Some(limit) = self.judge.limits.exceeded() {
            return Err(GivenUp { reason: limit.to_owned(), at: None });
        }
        Ok(())
    }

    /// After a step; none if the state is done with.
    fn follow(&mut self, shape: Shape, outcome: Step<Outcome<SymbolicContext>>, n_forks: u32) -> Tried<Option<Shape>> {
        let at = shape.state.thread.top.site();
        let has_address = |id: &ObjectId| {
            shape
                .state
                .memory
                .get(*id)
                .is_some_and(|found| found.base.is_some() || found.exposed || found.live != Term::TRUE)
        };
        if self.cx.folded.iter().any(has_address) {
            return Err(GivenUp { reason: "the address of a list's nodes is looked at".to_owned(), at: Some(at) });
        }
        if self.cx.touched_folded {
            return Err(GivenUp {
                reason: "internal error: a list was accessed as if it were a node".to_owned(),
                at: Some(at),
            });
        }
        let Some(shape) = self.settle(shape)? else { return Ok(None) };
        match outcome {
            Ok(Outcome::Next) => self.arrive(shape),
            Ok(Outcome::Fork(ways)) => {
                if n_forks > MAX_FORKS {
                    return Err(GivenUp { reason: "an instruction forks again and again".to_owned(), at: Some(at) });
                }
                self.fork(shape, ways, n_forks)?;
                Ok(None)
            }
            Ok(Outcome::Exit(_)) | Err(Halt::Ended) => {
                self.moves.insert(GraphMove { from: shape.trail.from(), to: None, kind: MoveKind::Evaluation });
                Ok(None)
            }
            Ok(Outcome::Blocked | Outcome::ThreadEnded) => {
                Err(GivenUp { reason: "shape analysis says nothing of threads".to_owned(), at: Some(at) })
            }
            Err(Halt::Stop(stop)) => Err(given_up(&stop, at)),
        }
    }

    fn fork(&mut self, shape: Shape, ways: Vec<(Term, Resume)>, n_forks: u32) -> Tried<()> {
        let mut path = shape.state.path.clone();
        for (guard, how) in ways {
            // One after the other: each way excludes those before it.
            if path.knows(&mut self.cx.pool, guard) == Some(false) {
                continue;
            }
            let mut next = shape.clone();
            next.state.path = path.clone();
            next.state.path.push(&mut self.cx.pool, guard);
            let not = self.cx.pool.not(guard);
            path.push(&mut self.cx.pool, not);
            if !self.is_possible(&next.state.path) {
                continue;
            }
            self.forbid(&next);
            let outcome = resume(self.image, &mut self.cx, &mut next.state, how);
            let followed = self.follow(next, outcome, n_forks + 1)?;
            self.work.extend(followed);
        }
        Ok(())
    }

    /// A state for each way in which a pointer can point.
    fn split(&mut self, shape: &Shape, guard: Term) -> Tried<()> {
        let not = self.cx.pool.not(guard);
        for fact in [guard, not] {
            let mut next = shape.clone();
            next.state.path.push(&mut self.cx.pool, fact);
            if self.is_possible(&next.state.path) {
                decide(&mut self.cx, &mut next);
                if undecided(&next) == Some(guard) {
                    let at = Some(next.state.thread.top.site());
                    return Err(GivenUp { reason: "a pointer points to too many places".to_owned(), at });
                }
                let followed = self.arrive(next)?;
                self.work.extend(followed);
            }
        }
        Ok(())
    }

    fn is_possible(&mut self, path: &Path) -> bool {
        self.judge.is_possible(&self.cx.pool, path)
    }

    fn holds(&mut self, path: &Path, fact: Term) -> bool {
        self.judge.holds(&mut self.cx.pool, path, fact)
    }

    fn holds_soon(&mut self, path: &Path, fact: Term) -> bool {
        self.judge.holds_soon(&mut self.cx.pool, path, fact)
    }

    /// Settles what a step has claimed; none if no execution gets here.
    fn settle(&mut self, mut shape: Shape) -> Tried<Option<Shape>> {
        self.cx.choices.clear();
        let facts = std::mem::take(&mut self.cx.facts);
        for Claim { check, position, path, ok, .. } in std::mem::take(&mut self.cx.claims) {
            let mut path = path;
            facts.iter().for_each(|&fact| path.push(&mut self.cx.pool, fact));
            if !self.holds(&path, ok) {
                let at = position.last().copied();
                let reason = format!("{check} could not be ruled out for lists of any length");
                return Err(GivenUp { reason, at });
            }
        }
        for fact in facts {
            shape.state.path.push(&mut self.cx.pool, fact);
        }
        Ok((shape.state.path.condition() != Term::FALSE).then_some(shape))
    }

    /// At the start of a round: folds what can be folded, and looks whether the state is covered.
    fn arrive(&mut self, mut shape: Shape) -> Tried<Option<Shape>> {
        let top = &shape.state.thread.top;
        let (func, pc) = (top.func, top.pc);
        let function = &self.program.functions[func];
        let is_start = function.blocks[function.block_of(pc)].first == pc;
        if !is_start || !self.order.facts(self.program, func).begins_round(pc) {
            return Ok(Some(shape));
        }
        let at = top.site();
        if !shape.state.thread.jumps.is_empty() {
            return Err(GivenUp { reason: "shape analysis does not follow longjmp".to_owned(), at: Some(at) });
        }
        if let Some(guard) = undecided(&shape) {
            self.split(&shape, guard)?;
            return Ok(None);
        }
        self.n_states += 1;
        if self.n_states > self.max_states {
            return Err(GivenUp { reason: TOO_MANY.to_owned(), at: Some(at) });
        }
        if self.n_states.is_multiple_of(BETWEEN_LOOKS)
            && let Some(limit) = self.judge.limits.exceeded_or_full()
        {
            return Err(GivenUp { reason: limit.to_owned(), at: Some(at) });
        }
        let mut came = Came { trail: shape.trail.clone(), path: shape.state.path.clone(), forgotten: BTreeMap::new() };
        clear(self.program, &mut self.order, &mut shape);
        let lost = |reason: &'static str| GivenUp { reason: reason.to_owned(), at: Some(at) };
        // What nothing points to may point to itself in a circle; folding relies on there being none.
        sweep(&mut self.cx, self.checks, &mut shape).map_err(lost)?;
        let n_before = shape.segments.len();
        fold(&mut self.cx, &mut shape, self.precision).map_err(|stop| given_up(&stop, at))?;
        self.n_folded += shape.segments.len().saturating_sub(n_before) as u64;
        sweep(&mut self.cx, self.checks, &mut shape).map_err(lost)?;
        forget_facts(&mut self.cx, &mut shape);
        self.tell();
        let position = shape.state.thread.position();
        let earlier = self.seen.remove(&position).unwrap_or_default();
        let kept = self.unless_covered(shape, &earlier, at, &mut came);
        let mut all = earlier;
        let followed = kept.map(|kept| {
            let mut shape = kept?;
            let location = self.keep(&mut shape, &came, at);
            all.push(Kept { shape: shape.clone(), location });
            Some(shape)
        });
        self.seen.insert(position, all);
        followed
    }

    /// A state that is kept becomes a location of the transition system.
    fn keep(&mut self, shape: &mut Shape, came: &Came, at: Site) -> usize {
        let name = format!("state {} at {}", self.transitions.n_locations(), place(self.program, at));
        let objects = match self.options.keeps_proof {
            true => names(self.program, &mut self.order, &self.cx, shape),
            false => FxHashMap::default(),
        };
        let location = self.transitions.add(&self.cx, shape, name, &objects);
        self.connect(shape, came, location, None);
        self.transitions.start(location, shape);
        location
    }

    fn connect(&mut self, shape: &Shape, came: &Came, to: usize, bindings: Option<Bindings>) {
        let kind = if bindings.is_some() { MoveKind::Instance } else { MoveKind::Evaluation };
        self.moves.insert(GraphMove { from: came.trail.from(), to: Some(to), kind });
        if self.options.must_end {
            self.transitions.connect(shape, came.clone(), Arrival { to, bindings });
        }
    }

    /// The state, or one that stands for more, if none of these stands for it.
    fn unless_covered(
        &mut self,
        mut shape: Shape,
        earlier: &[Kept],
        at: Site,
        came: &mut Came,
    ) -> Tried<Option<Shape>> {
        // Each time round forgets a number, of which there are finitely many.
        let mut forgotten: Vec<Spot> = Vec::new();
        loop {
            let mut alike: Option<(usize, Compared)> = None;
            let mut n_alike = 0;
            for (idx, other) in earlier.iter().enumerate() {
                match compare(&mut self.cx, &other.shape, &shape) {
                    Compared::Apart => {}
                    Compared::Bound(bound) => {
                        let facts = substitute(&mut self.cx.pool, &other.shape.state.path.facts(), &bound.terms);
                        if facts.iter().all(|&fact| self.holds_soon(&shape.state.path, fact)) {
                            self.look_for_lost(&mut shape, at)?;
                            self.connect(&shape, came, other.location, Some(bound));
                            return Ok(None);
                        }
                        n_alike += 1;
                        alike = Some((idx, Compared::Bound(bound)));
                    }
                    Compared::Numbers(spots) => {
                        n_alike += 1;
                        alike = Some((idx, Compared::Numbers(spots)));
                    }
                }
            }
            match alike {
                Some((_, Compared::Numbers(spots)))
                    if n_alike >= self.precision.n_numbers && spots.iter().any(|spot| !forgotten.contains(spot)) =>
                {
                    self.forget(&mut shape, &spots, at, came)?;
                    forgotten.extend(spots);
                }
                Some((idx, Compared::Bound(bound))) if n_alike >= self.precision.n_numbers => {
                    // Only what both know is kept.
                    let facts = substitute(&mut self.cx.pool, &earlier[idx].shape.state.path.facts(), &bound.terms);
                    let before = shape.state.path.clone();
                    let kept: Vec<Term> = facts.into_iter().filter(|&fact| self.holds_soon(&before, fact)).collect();
                    let mut path = Path::default();
                    kept.into_iter().for_each(|fact| path.push(&mut self.cx.pool, fact));
                    shape.state.path = path;
                    return Ok(Some(shape));
                }
                _ => return Ok(Some(shape)),
            }
        }
    }

    /// The check at exit does not see a leak in an execution that never ends.
    fn look_for_lost(&mut self, shape: &mut Shape, at: Site) -> Tried<()> {
        if !self.checks.contains(Check::MemoryLeak) {
            return Ok(());
        }
        let kept = is_all_kept(self.image, &mut self.cx, &mut shape.state).map_err(|stop| given_up(&stop, at))?;
        match self.holds(&shape.state.path.clone(), kept) {
            true => Ok(()),
            false => {
                Err(GivenUp { reason: "memory may be lost by executions that never end".to_owned(), at: Some(at) })
            }
        }
    }

    /// Makes numbers arbitrary.
    fn forget(&mut self, shape: &mut Shape, spots: &[Spot], at: Site, came: &mut Came) -> Tried<()> {
        for spot in spots {
            let (old, new) = match *spot {
                Spot::Register(frame, value) => {
                    let n_below = shape.state.thread.below.len();
                    let thread = &mut shape.state.thread;
                    let frame = match frame < n_below {
                        true => Shared::make_mut(&mut thread.below[frame]),
                        false => &mut thread.top,
                    };
                    let ty = self.program.functions[frame.func].values[value].ty;
                    let width = ty.width(self.cx.pointer_bits());
                    let any = self.cx.pool.fresh_var("any", candor_term::Sort::Bv(width));
                    let old = std::mem::replace(&mut frame.regs[value.index()], SymValue::Term(any));
                    (self.cx.as_number(&old, width), SymValue::Term(any))
                }
                Spot::Memory(object, offset, size) => {
                    let endian = self.program.target.endian;
                    let found = shape.state.memory.get(object);
                    let old = found.and_then(|found| layout::read(found, offset, size, endian));
                    let old = old.and_then(|old| self.cx.as_number(&old, layout::bits(size)));
                    let value = any_number(&mut self.cx, size);
                    let put = shape.put_sized(&self.cx, object, offset, size, value.clone());
                    put.map_err(|stop| given_up(&stop, at))?;
                    (old, value)
                }
            };
            if let (Some(old), SymValue::Term(new)) = (old, new) {
                came.forgotten.insert(new, old);
            }
        }
        forget_facts(&mut self.cx, shape);
        Ok(())
    }

    fn tell(&mut self) {
        (self.progress)(&Progress {
            engine: "shapes",
            bound: u32::try_from(self.n_states).unwrap_or(u32::MAX),
            states: self.n_states as u64,
            checks_settled: 0,
            elapsed: self.judge.limits.elapsed(),
            violations: Vec::new(),
        });
    }

    fn finish(mut self, failed: Option<GivenUp>) -> Report {
        let mut findings = Findings::default();
        let graph = self.options.keeps_proof.then(|| Box::new(self.graph(failed.is_none())));
        let proof = Proof { graph, ..Proof::default() };
        if let Some(GivenUp { reason, at }) = failed {
            findings.incomplete(reason, at);
        }
        let visited = self.visited;
        let sentences = assumptions(self.program, self.options, &self.cx, |site| visited.contains(&site));
        let statistics =
            vec![("states", self.n_states as u64), ("folded", self.n_folded), ("queries", self.judge.n_queries)];
        let reached = Reached::new(self.program, visited, FxHashSet::default());
        let checks = findings.results(self.program, &reached);
        let incomplete = findings.incomplete;
        Report { checks, incomplete, assumptions: sentences, statistics, proof, ..Report::default() }
    }

    /// All states that were kept.
    fn graph(&mut self, is_whole: bool) -> StateGraph {
        let start = GraphState { place: "start".to_owned(), ..GraphState::default() };
        let mut states: Vec<GraphState> = vec![start; self.transitions.n_locations()];
        for Kept { shape, location } in self.seen.values().flatten() {
            states[*location] = tell(self.program, &mut self.order, &self.cx, shape);
        }
        StateGraph { states, moves: self.moves.iter().copied().collect(), is_whole, ending: self.ending.clone() }
    }
}

fn given_up(stop: &Stop, at: Site) -> GivenUp {
    GivenUp { reason: stop.to_string(), at: Some(at) }
}
