//! The search: states that wait, transitions of all threads from each, what is found on the way.
//!
//! A worker takes a state, lets threads go on from it, and keeps the new states among what comes of it. Where there are several
//! workers each has states of its own and gives some away when others have none; what has been seen and what has been found is
//! common to all.

use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};

use candor_engine::{Findings, Limits, Progress};
use candor_evidence::{CheckResult, Settled};
use candor_interp::{Site, Stop, ThreadId};
use candor_ir::{Check, CheckSet, Program};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use crate::canonical::{Canon, Named};
use crate::data::{Data, Path, State};
use crate::memo::{Entry, Known, Memo, Move};
use crate::node::Node;
use crate::options::{DataKind, ExplicitOptions, Order};
use crate::persistent::{Persistence, leads_to_states};
use crate::store::Store;
use crate::trail::{Leg, TrailId, Trails};
use crate::transition::{Landing, Machine, SectionAccess, Turned};

/// A state that waits to go on.
pub(crate) struct Waiting<D: Data> {
    pub(crate) node: Node<D>,
    pub(crate) trail: Option<TrailId>,
    pub(crate) depth: u32,
}

/// How many states a worker keeps before it gives some to others that have none.
const KEPT: usize = 4;

/// What all workers share.
pub(crate) struct Shared<'a, D: Data> {
    pub(crate) program: &'a Arc<Program>,
    pub(crate) options: &'a ExplicitOptions,
    pub(crate) limits: &'a Limits,
    pub(crate) checks: CheckSet,
    /// Only states are looked for, not faults.
    pub(crate) is_query: bool,
    pub(crate) store: Store,
    pub(crate) trails: Trails<D::Chosen>,
    pub(crate) findings: Mutex<Findings>,
    /// Executions that lead to the goal, the first one that was found, and how many states meet it.
    pub(crate) goals: Mutex<(Option<Vec<Settled>>, u64)>,
    /// A choice had too many answers.
    pub(crate) too_many: AtomicBool,
    pub(crate) is_over: AtomicBool,
    /// The first state, once for each worker; none of them shares anything with another.
    pub(crate) bases: OnceLock<Vec<State<D>>>,
    given: Mutex<Vec<Waiting<D>>>,
    is_given: Condvar,
    n_idle: AtomicUsize,
    n_workers: AtomicUsize,
}

impl<'a, D: Data> Shared<'a, D> {
    pub(crate) fn new(
        program: &'a Arc<Program>,
        options: &'a ExplicitOptions,
        limits: &'a Limits,
        checks: CheckSet,
        n_workers: usize,
    ) -> Shared<'a, D> {
        Shared {
            program,
            options,
            limits,
            checks,
            is_query: false,
            store: Store::new(options.storage),
            trails: Trails::new(n_workers),
            findings: Mutex::default(),
            goals: Mutex::default(),
            too_many: AtomicBool::new(false),
            is_over: AtomicBool::new(false),
            bases: OnceLock::new(),
            given: Mutex::default(),
            is_given: Condvar::new(),
            n_idle: AtomicUsize::new(0),
            n_workers: AtomicUsize::new(n_workers),
        }
    }

    pub(crate) fn findings(&self) -> MutexGuard<'_, Findings> {
        self.findings.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn given(&self) -> MutexGuard<'_, Vec<Waiting<D>>> {
        self.given.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn goals(&self) -> MutexGuard<'_, (Option<Vec<Settled>>, u64)> {
        self.goals.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether there will be a search with terms if numbers do not do. Queries have none.
    fn has_terms_left(&self) -> bool {
        self.options.data == DataKind::Fitting && !self.is_query
    }

    /// Everybody stops.
    pub(crate) fn stop(&self) {
        self.is_over.store(true, Ordering::SeqCst);
        self.wake();
    }

    pub(crate) fn looks_for_leaks(&self) -> bool {
        self.checks.contains(Check::MemoryLeak) || self.checks.contains(Check::MemoryCleanup)
    }

    pub(crate) fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    /// Somebody who was to help does not.
    pub(crate) fn is_missing_one(&self) {
        self.n_workers.fetch_sub(1, Ordering::SeqCst);
        self.wake();
    }

    /// Lets those that wait look again. With the lock: otherwise one of them might have looked and not wait yet.
    fn wake(&self) {
        let given = self.given();
        self.is_given.notify_all();
        drop(given);
    }

    /// Gives the first state to the workers.
    pub(crate) fn give(&self, waiting: Vec<Waiting<D>>) {
        self.given().extend(waiting);
    }

    /// Whether states are left that nobody has looked at.
    pub(crate) fn is_unfinished(&self) -> bool {
        !self.given().is_empty()
    }
}

/// What a thread could do from a state.
pub(crate) struct Tried<D: Data> {
    pub(crate) thread: ThreadId,
    /// Paths on which it has to wait.
    pub(crate) blocked: Vec<Path<D>>,
    /// A state that it leads to is new.
    pub(crate) is_new: bool,
}

/// What is known of each thread of a state.
pub(crate) type Entries<D> = SmallVec<[Rc<Entry<D>>; 8]>;

/// What a thread does in its turn: just made, with the place to keep it in, or known.
enum Turn<D: Data> {
    Known(Rc<Known<D>>),
    Made(Turned<D>, Rc<Entry<D>>),
}

impl<D: Data> Turn<D> {
    /// What it accesses inside sections.
    fn in_sections(&self) -> &[SectionAccess<D>] {
        match self {
            Turn::Made(turned, _) => &turned.in_sections,
            Turn::Known(known) => match &**known {
                Known::To(to) => &to.in_sections,
                Known::Blocked(_) | Known::Nowhere => &[],
            },
        }
    }
}

/// Pairs of instructions that conflict and that stand side by side in some state.
#[derive(Default)]
pub(crate) struct Pairs {
    /// In a state of the program: they race, unless the concrete machine knows better.
    pub(crate) real: FxHashSet<(Site, Site)>,
    /// In a state behind a lock that was refused although it could have been had. They may race behind one that could not be had.
    pub(crate) unreal: FxHashSet<(Site, Site)>,
}

impl Pairs {
    pub(crate) fn add(&mut self, other: Pairs) {
        self.real.extend(other.real);
        self.unreal.extend(other.unreal);
    }

    /// Instructions of which it is not known whether they race.
    pub(crate) fn doubtful(&self) -> impl Iterator<Item = Site> {
        let is_real =
            |&(one, other): &(Site, Site)| self.real.contains(&(one, other)) || self.real.contains(&(other, one));
        self.unreal.iter().filter(move |pair| !is_real(pair)).flat_map(|&(one, other)| [one, other])
    }
}

pub(crate) struct Worker<'a, 'p, D: Data> {
    pub(crate) shared: &'a Shared<'p, D>,
    pub(crate) machine: Machine<'a, D>,
    pub(crate) number: u16,
    pub(crate) progress: Option<&'a mut dyn FnMut(&Progress)>,
    pub(crate) canon: Canon<D>,
    pub(crate) memo: Memo<D>,
    pub(crate) persistence: Option<Persistence>,
    pub(crate) waiting: VecDeque<Waiting<D>>,
    /// Where both orders are followed, those that came of the oldest; and whether one of these goes on.
    pub(crate) wide: VecDeque<Waiting<D>>,
    pub(crate) is_wide: bool,
    /// Pairs of instructions that race for sure.
    pub(crate) raced: FxHashSet<(Site, Site)>,
    pub(crate) pairs: Pairs,
    pub(crate) n_transitions: u64,
    pub(crate) n_expanded: u64,
    /// States from which one thread went on alone.
    pub(crate) n_reduced: u64,
    pub(crate) n_claims: u64,
}

impl<D: Data> Worker<'_, '_, D> {
    /// Looks at states until none is left.
    pub(crate) fn search(&mut self) {
        while let Some(node) = self.next() {
            let shared = self.shared;
            if shared.is_over() {
                self.waiting.push_back(node);
                break;
            }
            if shared.options.max_depth.is_some_and(|most| node.depth >= most) {
                shared.findings().incomplete("executions beyond --max-transitions were not explored", None);
                continue;
            }
            self.expand(&node);
            self.look_at_limits();
            self.share();
        }
        // What is left is left to say so.
        let rest: Vec<Waiting<D>> = self.waiting.drain(..).chain(self.wide.drain(..)).collect();
        self.shared.give(rest);
    }

    fn next(&mut self) -> Option<Waiting<D>> {
        let next = match self.shared.options.order {
            Order::DepthFirst => self.waiting.pop_back(),
            Order::BreadthFirst => self.waiting.pop_front(),
            Order::Both => self.next_of_both(),
        };
        next.or_else(|| self.take())
    }

    /// The newest of those that came of the newest, and the nearest to the start of all, in turn.
    fn next_of_both(&mut self) -> Option<Waiting<D>> {
        self.is_wide = !self.is_wide;
        if !self.is_wide {
            return self.waiting.pop_back().or_else(|| self.wide.pop_back());
        }
        // What the others have left at the bottom of their list may be nearer than the rest.
        match (self.waiting.front(), self.wide.front()) {
            (Some(left), Some(wide)) if left.depth <= wide.depth => self.waiting.pop_front(),
            (Some(_), None) => self.waiting.pop_front(),
            (_, wide) => wide.is_some().then(|| self.wide.pop_front()).flatten(),
        }
    }

    /// Waits for states of others; none if all of them wait.
    fn take(&mut self) -> Option<Waiting<D>> {
        let shared = self.shared;
        let mut given = shared.given();
        shared.n_idle.fetch_add(1, Ordering::SeqCst);
        loop {
            if shared.is_over() {
                return None;
            }
            if let Some(mut node) = given.pop() {
                shared.n_idle.fetch_sub(1, Ordering::SeqCst);
                drop(given);
                self.make_own(&mut node);
                return Some(node);
            }
            if shared.n_idle.load(Ordering::SeqCst) == shared.n_workers.load(Ordering::SeqCst) {
                shared.is_given.notify_all();
                return None;
            }
            given = shared.is_given.wait(given).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Takes apart what a state shares with those of the worker that gave it.
    fn make_own(&self, node: &mut Waiting<D>) {
        let giver = node.trail.map_or(0, |trail| trail.worker());
        let Some(bases) = self.shared.bases.get() else { return };
        if let (Some(from), Some(to)) = (bases.get(usize::from(giver)), bases.get(usize::from(self.number)))
            && giver != self.number
        {
            node.node = node.node.apart(from, to);
        }
    }

    /// Gives the oldest states away, behind which there is most to do, if others have none.
    fn share(&mut self) {
        let shared = self.shared;
        if shared.n_idle.load(Ordering::Relaxed) == 0 || self.waiting.len() + self.wide.len() <= KEPT {
            return;
        }
        let mut given = shared.given();
        if given.is_empty() {
            given.extend(self.wide.drain(..self.wide.len() / 2));
            given.extend(self.waiting.drain(..self.waiting.len() / 2));
            shared.is_given.notify_all();
        }
    }

    fn look_at_limits(&mut self) {
        self.n_expanded += 1;
        if !self.n_expanded.is_multiple_of(64) {
            return;
        }
        let shared = self.shared;
        let most = shared.options.max_states.is_some_and(|most| shared.store.n_states() >= most);
        // Terms will have to do: what numbers can say is not enough.
        if shared.has_terms_left() && D::ENUMERATES && self.machine.data.left_out().is_some() {
            return shared.stop();
        }
        let mut limit = shared.limits.exceeded().or(most.then_some("the limit on states was reached"));
        if self.n_expanded.is_multiple_of(4096) {
            limit = limit.or(shared.limits.exceeded_or_full());
            self.tell(Vec::new());
        }
        if let Some(limit) = limit {
            shared.findings().incomplete(limit, None);
            shared.stop();
        }
    }

    pub(crate) fn tell(&mut self, violations: Vec<CheckResult>) {
        let Some(progress) = &mut self.progress else { return };
        progress(&Progress {
            engine: "explicit",
            bound: 0,
            states: self.shared.store.n_states(),
            checks_settled: self.n_claims,
            elapsed: self.shared.limits.elapsed(),
            violations,
        });
    }

    /// Lets threads go on from a state: one of them if that is enough, all of them if not.
    fn expand(&mut self, waiting: &Waiting<D>) {
        let node = &waiting.node;
        let entries: Entries<D> = node.threads.iter().map(|slot| self.memo.entry(node, slot)).collect();
        if self.looks_for_races() {
            self.look_for_races(waiting, &entries);
        }
        let mut turns: SmallVec<[(ThreadId, Turn<D>); 8]> = SmallVec::new();
        let mut tried: SmallVec<[Tried<D>; 8]> = SmallVec::new();
        for thread in node.order_of_threads() {
            let turn = self.turn(node, thread, &entries);
            self.n_transitions += 1;
            self.look_for_races_with_section(waiting, thread, &entries, turn.in_sections());
            if tried.is_empty() && self.is_alone(node, thread, &turn) {
                if self.follow(waiting, thread, turn).is_new {
                    self.n_reduced += 1;
                    return;
                }
                // It leads only to where somebody has been, so the others go on as well.
                tried.push(Tried { thread, blocked: Vec::new(), is_new: false });
                continue;
            }
            turns.push((thread, turn));
        }
        // The newest state goes on first: this lets the first thread go on before the others.
        turns.sort_by_key(|(thread, _)| std::cmp::Reverse(*thread));
        for (thread, turn) in turns {
            tried.push(self.follow(waiting, thread, turn));
            if self.shared.is_over() {
                return;
            }
        }
        self.look_for_deadlock(waiting, &tried);
    }

    /// What a thread does in its turn, made or known.
    fn turn(&mut self, node: &Node<D>, thread: ThreadId, entries: &Entries<D>) -> Turn<D> {
        let place = node.threads.iter().position(|slot| slot.thread.id == thread);
        let entry = &entries[place.expect("threads stay until the end")];
        match entry.known(node) {
            Some(known) => Turn::Known(known),
            None => Turn::Made(self.machine.turn(node, thread, /* spurious */ false), entry.clone()),
        }
    }

    /// Whether no other thread can do anything before this transition that matters to it. Then those that lead somewhere new are
    /// enough: what the others could have done is done from there.
    fn is_alone(&mut self, node: &Node<D>, thread: ThreadId, turn: &Turn<D>) -> bool {
        let Some(persistence) = &mut self.persistence else { return false };
        let footprint = match turn {
            Turn::Known(known) => match &**known {
                Known::To(to) if !to.footprint.all => &to.footprint,
                Known::To(_) | Known::Blocked(_) | Known::Nowhere => return false,
            },
            Turn::Made(turned, _) if leads_to_states(turned) => &turned.footprint,
            Turn::Made(..) => return false,
        };
        persistence.is_alone::<D>(self.machine.image, node, thread, footprint)
    }

    /// Goes to where a thread's turn leads to.
    fn follow(&mut self, waiting: &Waiting<D>, thread: ThreadId, turn: Turn<D>) -> Tried<D> {
        let mut tried = Tried { thread, blocked: Vec::new(), is_new: false };
        let mut is_refused = false;
        let waits_for_signal = match turn {
            Turn::Known(known) => match &*known {
                Known::To(to) => {
                    tried.is_new = self.arrive_as_known(waiting, thread, to);
                    false
                }
                Known::Blocked(for_signal) => {
                    tried.blocked.push(waiting.node.path.clone());
                    *for_signal
                }
                Known::Nowhere => false,
            },
            Turn::Made(turned, entry) => {
                is_refused = turned.tries;
                self.follow_made(waiting, turned, &entry, &mut tried)
            }
        };
        if waits_for_signal && self.shared.options.spurious || is_refused && self.looks_for_races() {
            self.follow_spurious(waiting, thread);
        }
        tried
    }

    /// Goes to where a thread's turn leads to if it wakes up although nobody told it to, or does not get a lock that it could have.
    fn follow_spurious(&mut self, waiting: &Waiting<D>, thread: ThreadId) {
        let turned = self.machine.turn(&waiting.node, thread, /* spurious */ true);
        for landing in turned.landings {
            if !matches!(landing, Landing::Blocked(..)) {
                self.land(Some(waiting), landing);
            }
        }
        self.settle(waiting.trail, turned.claimed);
    }

    pub(crate) fn looks_for_races(&self) -> bool {
        self.shared.checks.contains(Check::DataRace) && !self.shared.is_query
    }

    /// Goes on from a transition that has been made, and keeps it if that can be; whether the thread waits for a signal.
    fn follow_made(&mut self, waiting: &Waiting<D>, turned: Turned<D>, entry: &Entry<D>, tried: &mut Tried<D>) -> bool {
        let is_kept = entry.is_open() && turned.is_simple();
        let mut known = Some(Known::Nowhere);
        let mut waits_for_signal = false;
        for landing in turned.landings {
            match landing {
                Landing::Blocked(path, for_signal) => {
                    waits_for_signal |= for_signal;
                    tried.blocked.push(path);
                    known = Some(Known::Blocked(for_signal));
                }
                Landing::State(state, leg) => {
                    let n_steps = leg.n_steps;
                    let used = || (turned.footprint.clone(), turned.in_sections.clone());
                    let to = |named: &Named<D>| Move::new(named, tried.thread, n_steps, used());
                    let (is_new, to) = self.arrive(Some(waiting), *state, &leg, |named| is_kept.then(|| to(named)));
                    tried.is_new |= is_new;
                    known = to.flatten().map(Known::To);
                }
                landing => self.land(Some(waiting), landing),
            }
        }
        self.settle(waiting.trail, turned.claimed);
        if is_kept && let Some(known) = known {
            self.memo.keep(&waiting.node, entry, turned.looks, known);
        }
        waits_for_signal
    }

    pub(crate) fn land(&mut self, node: Option<&Waiting<D>>, landing: Landing<D>) {
        match landing {
            Landing::State(state, leg) => _ = self.arrive(node, *state, &leg, |_| ()),
            Landing::Exit | Landing::Blocked(..) => {}
            Landing::Stop(stop, site, path) => {
                if !self.machine.data.may_be(&path, self.shared.limits) {
                    return;
                }
                match stop {
                    Stop::Unchecked(check) => {
                        let options = &self.shared.options.engine;
                        self.shared.findings().unasked(check, &[site], self.shared.program, options);
                    }
                    stop => self.shared.findings().incomplete(stop.to_string(), Some(site)),
                }
            }
            Landing::TooMany(reason, site) => {
                self.shared.findings().incomplete(reason, Some(site));
                self.shared.too_many.store(true, Ordering::SeqCst);
                if self.shared.has_terms_left() {
                    self.shared.stop();
                }
            }
        }
    }

    /// Keeps a state if it is new; and what somebody wants to know of it.
    fn arrive<T>(
        &mut self,
        before: Option<&Waiting<D>>,
        state: State<D>,
        leg: &Leg<D::Chosen>,
        look: impl FnOnce(&Named<D>) -> T,
    ) -> (bool, T) {
        let machine = &mut self.machine;
        let is_goal = machine.data.is_goal(machine.image, &state);
        let node = before.map(|before| &before.node);
        let named = self.canon.store(&mut machine.data, &self.shared.store, state, node);
        if is_goal {
            self.found_goal(before.and_then(|before| before.trail), Some(leg), named.is_new);
        }
        let seen = look(&named);
        let is_new = named.is_new;
        if is_new {
            self.wait(before, named.node, leg);
        }
        (is_new, seen)
    }

    /// The same for a transition that has been made before.
    fn arrive_as_known(&mut self, before: &Waiting<D>, thread: ThreadId, to: &Move<D>) -> bool {
        let is_new = self.canon.store_known(&self.shared.store, &before.node, thread, to);
        if is_new {
            let scheduled = before.node.threads.len() > 1;
            let leg = Leg { thread, n_steps: to.n_steps, spurious: false, choices: Vec::new(), scheduled };
            self.wait(Some(before), to.apply(&before.node), &leg);
        }
        is_new
    }

    /// Lets a new state wait for its turn.
    fn wait(&mut self, before: Option<&Waiting<D>>, node: Node<D>, leg: &Leg<D::Chosen>) {
        let trail = self.shared.trails.push(self.number, before.and_then(|before| before.trail), leg);
        let depth = before.map_or(0, |before| before.depth) + 1;
        let list = if self.is_wide { &mut self.wide } else { &mut self.waiting };
        list.push_back(Waiting { node, trail: Some(trail), depth });
    }
}
