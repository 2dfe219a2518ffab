//! Loops by one round: what may change is replaced by anything, the guesses are taken for granted, and at the end of the round it is
//! noted what they are worth.

use std::sync::Arc;

use candor_context_concrete::{ChoiceQueues, Value};
use candor_context_symbolic::{Path, SymValue, SymbolicContext};
use candor_evidence::{LoopEntry, LoopProof};
use candor_explore::{Counted, LoopCount, Order, Place};
use candor_interp::object::{self, View};
use candor_interp::{Frame, Halt, Image, ObjectId, Position, Site, leave};
use candor_ir::{Bits, BlockId, EntityRef, FuncId, Program, Scalar, ValueId};
use candor_term::{Sort, Term, TermPool};
use rustc_hash::FxHashMap;

use crate::compare::compare;
use crate::guess::{Guess, Held, Hints, Into, Kind, Values};
use crate::names::{Objects, evaluate};
use crate::plan::{Cell, LoopName, Plan, Targets};
use crate::recursion;
use crate::system::{Activation, Array, CallWithin, Part, Return, Round, RoundStart, System, array_of};
use candor_merge::{Arrival, AtHead, Called, Moving, Symbolic};

/// A round that cannot have been the last is made as it is, up to so many.
const MAX_FORCED: u32 = 100;
/// So many activations of a function of numbers are looked at as they are.
const FEW_ACTIVE: usize = 3;
/// So many activations of a function there may be before the one that calls itself for ever.
const MOST_ON_THE_WAY: usize = 500;
/// So many of these are kept for whoever wants to know what always holds.
pub(crate) const MOST_ARRIVALS: usize = 200;

/// What has to hold for a guess to be right.
#[derive(Debug)]
pub(crate) struct Obligation {
    pub(crate) name: LoopName,
    pub(crate) guess: Guess,
    pub(crate) path: Path,
    pub(crate) holds: Term,
}

/// A loop that is being gone round for all its rounds.
pub(crate) struct Head {
    pub(crate) name: LoopName,
    /// How often the loops around and this one had gone round.
    rounds: Vec<u32>,
    /// Of its rounds.
    start: usize,
    /// The parameters of its first block: what it hands on from round to round.
    pub(crate) params: Vec<ValueId>,
    cells: Vec<(Cell, Held)>,
    guesses: Vec<Guess>,
}

/// What is given of loops, instead of guesses. Loops of which nothing is given are unrolled.
pub(crate) type Given = FxHashMap<LoopEntry, LoopProof>;

/// The loops of a program while it is explored.
#[derive(Default)]
pub(crate) struct Heads {
    pub(crate) plan: Plan,
    heads: Vec<Head>,
    pub(crate) obligations: Vec<Obligation>,
    /// The rounds, for whoever wants to know more of them.
    pub(crate) system: System,
    /// Loops that change what is not in the plan; it has been put there.
    pub(crate) is_stale: bool,
    /// What else loops change, if the guesses are right.
    pub(crate) later: Vec<(LoopName, Cell)>,
    /// Why nothing can be said of a loop.
    pub(crate) hopeless: Option<(Site, &'static str)>,
    /// Whether blocks that nothing points to matter.
    pub(crate) leaks: bool,
    given: Option<Arc<Given>>,
    /// Rounds that are made as they are, if somebody wants to know.
    pub(crate) arrivals: Option<Vec<Arrived>>,
    /// The only loop that one round stands for, if there is only one.
    target: Option<Target>,
}

/// The loop, or the function that calls itself, in which an execution never ends.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    /// Where every frame stands when the first of the rounds begins.
    pub(crate) position: Position,
    /// How often the loop's first block has been begun then; `None` for a function.
    pub(crate) n_visits: Option<u64>,
    /// How often executions come there like this before.
    pub(crate) n_skipped: u32,
    pub(crate) is_met: bool,
}

impl Target {
    /// Whether the rounds begin here.
    fn meets(&mut self, state: &Symbolic, n_visits: Option<u64>) -> bool {
        if self.is_met || self.n_visits != n_visits || self.position != state.thread.position() {
            return false;
        }
        self.is_met = self.n_skipped == 0;
        self.n_skipped = self.n_skipped.saturating_sub(1);
        self.is_met
    }
}

/// A state at the head of a loop.
pub(crate) struct Arrived {
    pub(crate) func: FuncId,
    pub(crate) header: BlockId,
    pub(crate) state: Symbolic,
}

impl Heads {
    pub(crate) fn new(plan: Plan, leaks: bool, given: Option<Arc<Given>>, keeps_proof: bool) -> Heads {
        let arrivals = (keeps_proof && given.is_none()).then(Vec::new);
        Heads { plan, leaks, given, arrivals, ..Heads::default() }
    }

    /// Everything is executed as it is but this.
    pub(crate) fn only(plan: Plan, leaks: bool, target: Target) -> Heads {
        Heads { plan, leaks, target: Some(target), ..Heads::default() }
    }

    /// Whether the target was met.
    pub(crate) fn has_met(&self) -> bool {
        self.target.as_ref().is_some_and(|target| target.is_met)
    }

    fn note_arrival(&mut self, place: Place, state: &Symbolic) {
        if let Some(arrivals) = self.arrivals.as_mut().filter(|arrivals| arrivals.len() <= MOST_ARRIVALS) {
            arrivals.push(Arrived { func: place.func, header: place.bb, state: state.clone() });
        }
    }

    /// Whether a state goes on from where a round began.
    fn holds_in(&self, start: usize, state: &Symbolic) -> bool {
        let path = &self.system.starts[start].path;
        path.common_depth(&state.path) == path.depth()
    }

    fn give_up(&mut self, state: &Symbolic, why: &'static str) -> bool {
        self.hopeless.get_or_insert((state.thread.top.site(), why));
        false
    }

    /// A state stands at the start of a block. It is over if it has made its round.
    fn arrived(
        &mut self,
        cx: &mut SymbolicContext,
        program: &Program,
        order: &mut Order,
        Counted { state, counts }: &mut Moving,
    ) -> Arrival {
        let goes_on = |goes_on: bool| if goes_on { Arrival::GoesOn } else { Arrival::Over };
        let frame = &state.thread.top;
        let place = Place::of(program, frame);
        let facts = order.facts(program, place.func);
        let at_start = program.functions[place.func].blocks[place.bb].first == frame.pc;
        let entered = facts.loops.around(place.bb).find(|&id| facts.loops.loops[id].entries.contains(&place.bb));
        let Some(id) = entered.filter(|_| at_start) else { return Arrival::GoesOn };
        let idx = facts.loops.loops[id].depth as usize - 1;
        let counts = counts.top(&state.thread);
        let counts: Vec<LoopCount> = (0..=idx).map(|at| counts.get(at).copied().unwrap_or_default()).collect();
        let rounds: Vec<u32> = counts.iter().map(|count| count.rounds).collect();
        let (now, open) = (rounds[idx], counts[idx].open);
        if facts.loops.loops[id].is_irreducible() && self.target.is_none() {
            return goes_on(self.give_up(state, "irreducible loop (several entries)"));
        }
        let name = LoopName::of(place);
        let is_of = |head: &Head| {
            head.name == name
                && head.rounds[..idx] == rounds[..idx]
                && head.rounds[idx] < now
                && self.holds_in(head.start, state)
        };
        if let Some(at) = self.heads.iter().rposition(is_of) {
            self.end_round(cx, program, at, state);
            return Arrival::Over;
        }
        if let Some(target) = &mut self.target {
            let is_loop = !facts.loops.loops[id].is_irreducible();
            if !is_loop || !target.meets(state, Some(u64::from(now) + 1)) {
                return Arrival::Unrolled;
            }
            cx.preset = ChoiceQueues::default();
        }
        let entry = LoopEntry { func: name.func, header: Some(name.header), call_path: name.call_path, rounds };
        let guesses = match &self.given {
            Some(given) => match given.get(&entry) {
                Some(proof) => Guesses::Given(proof.facts.len()),
                None => return Arrival::GoesOn,
            },
            None if self.target.is_some() => Guesses::Given(0),
            None if now == 0 || open == 0 && now <= MAX_FORCED && !self.plan.is_long(name) => {
                self.note_arrival(place, state);
                return Arrival::GoesOn;
            }
            // Generalise from the first round on: a state after a hundred rounds only makes the induction harder.
            None if open == 0 && self.plan.lengthen(name) => {
                self.is_stale = true;
                return Arrival::Over;
            }
            None => Guesses::By(Hints::of(program, &program.functions[place.func], &facts.loops, id)),
        };
        goes_on(self.begin_round(cx, program, name, entry, &guesses, state))
    }

    /// What is given of a loop, where it is needed.
    fn given<'a>(
        given: Option<&'a (Arc<Given>, Arc<Objects>)>,
        program: &'a Program,
        entry: &LoopEntry,
        before: &'a Symbolic,
        now: &'a Symbolic,
    ) -> Option<GivenAt<'a>> {
        let (given, objects) = given?;
        let proof = given.get(entry)?;
        Some(GivenAt { program, objects, proof, before, now })
    }

    fn begin_round(
        &mut self,
        cx: &mut SymbolicContext,
        program: &Program,
        name: LoopName,
        loop_entry: LoopEntry,
        proposed: &Guesses,
        state: &mut Symbolic,
    ) -> bool {
        let (n_older, entry, before) = (cx.pool.vars().len(), state.path.clone(), state.clone());
        let mut cells = Vec::new();
        for cell in self.plan.changed(name) {
            let is_known = match value_of(program, state, cell) {
                Some(value) => self.find_targets(cx, program, name, cell, &value),
                None => self.plan.targets(name, cell).is_none() || is_in_array(state, cell),
            };
            if !is_known {
                return self.give_up(state, POINTS_ELSEWHERE);
            }
            match replace(cx, program, state, cell, self.plan.targets(name, cell)) {
                Replaced::Held(held) => cells.push((cell, held)),
                Replaced::Whole => {}
                Replaced::Impossible(why) => return self.give_up(state, why),
            }
        }
        let arrays = self.changed_arrays(cx, name, &before, state);
        let names: Vec<Cell> = cells.iter().map(|(cell, _)| *cell).collect();
        let pointers = cells.iter().filter(|(_, held)| held.object_held().is_some());
        let mut guesses: Vec<Guess> = pointers.map(|(cell, _)| Guess::Points(*cell)).collect();
        match proposed {
            Guesses::By(hints) => guesses.extend(hints.guesses(&names)),
            Guesses::Given(n_facts) => guesses.extend((0..*n_facts).map(Guess::Given)),
        }
        guesses.retain(|&guess| !self.plan.is_wrong(name, guess));
        let starts: Vec<(Cell, Held)> =
            cells.iter().map(|&(cell, held)| (cell, Held { now: held.start, ..held })).collect();
        let mut facts = Vec::new();
        let given = self.given.clone().map(|given| (given, Arc::new(Objects::of(cx))));
        let mut is_refused = false;
        guesses.retain(|&guess| {
            let frame = &state.thread.top;
            let given_first = Heads::given(given.as_ref(), program, &loop_entry, &before, &before);
            let at_start = guess.says(&mut At { cx, cells: &starts, frame, given: given_first });
            let given_now = Heads::given(given.as_ref(), program, &loop_entry, &before, state);
            let fact = guess.says(&mut At { cx, cells: &cells, frame, given: given_now });
            let (Some(at_start), Some(fact)) = (at_start, fact) else {
                is_refused |= given.is_some();
                return false;
            };
            if state.path.knows(&mut cx.pool, at_start) == Some(false) {
                is_refused |= given.is_some();
                self.plan.refute(name, guess);
                return false;
            }
            if at_start != Term::TRUE {
                self.obligations.push(Obligation { name, guess, path: state.path.clone(), holds: at_start });
            }
            facts.push(fact);
            true
        });
        if is_refused {
            return self.give_up(state, "the given invariant of this loop does not hold at its entry");
        }
        for &fact in &facts {
            state.path.push(&mut cx.pool, fact);
        }
        let params = program.functions[name.func].blocks[name.header].params.clone();
        let (at, path) = (state.thread.top.site(), state.path.clone());
        let rounds = loop_entry.rounds.clone();
        let depth = self.given.as_ref().and_then(|given| given.get(&loop_entry)).map_or(0, |proof| proof.depth);
        let (position, n_visits) = (state.thread.position(), u64::from(rounds.last().copied().unwrap_or(0)) + 1);
        self.system.starts.push(RoundStart {
            name: loop_entry,
            at,
            position,
            n_visits,
            cells: cells.clone(),
            arrays,
            n_older,
            entry,
            path,
            before,
            now: state.clone(),
            facts,
            elements: Vec::new(),
            has_sums: false,
            depth,
            objects: given.map(|(_, objects)| objects),
        });
        let start = self.system.starts.len() - 1;
        self.heads.push(Head { name, rounds, start, params, cells, guesses });
        true
    }

    /// The arrays that a loop changes, where they have been replaced.
    fn changed_arrays(
        &self,
        cx: &mut SymbolicContext,
        name: LoopName,
        before: &Symbolic,
        now: &Symbolic,
    ) -> Vec<Array> {
        let mut arrays: Vec<Array> = Vec::new();
        for cell in self.plan.changed(name) {
            let Cell::Array { object, element_bytes } = cell else { continue };
            let is_so = now.memory.get(object).is_some_and(|found| {
                SymbolicContext::element_bytes(found) == Some(element_bytes)
                    && !SymbolicContext::is_array_of_pointers(found)
            });
            let parts = [Some(Part::Elements), cx.marks().then_some(Part::Marks)];
            for part in parts.into_iter().flatten().filter(|_| is_so) {
                let start = array_of(cx, before, object, part, element_bytes);
                let now = array_of(cx, now, object, part, element_bytes);
                arrays.push(Array { object, part, element_bytes, now, start });
            }
        }
        arrays
    }

    /// Adds the objects that a value points into to the targets of a cell, if that is a pointer to several objects. False if it is not known
    /// what the value points into.
    fn find_targets(
        &mut self,
        cx: &mut SymbolicContext,
        program: &Program,
        name: LoopName,
        cell: Cell,
        value: &SymValue,
    ) -> bool {
        let targets = cx.targets_of(value);
        let is_pointer =
            matches!(cell, Cell::Register(it) if program.functions[name.func].values[it].ty == Scalar::Ptr);
        let is_plain = !is_pointer && targets.as_deref() == Some(&[None]);
        let is_several = self.plan.targets(name, cell).is_some()
            || self.plan.is_wrong(name, Guess::Points(cell))
            || cx.as_place(value).is_none() && targets.is_some() && !is_plain;
        match targets {
            _ if !is_several => {}
            Some(targets) => _ = self.plan.point(name, cell, &targets),
            None => return false,
        }
        true
    }

    /// At the end of a round: what else has changed, and what the guesses say now.
    fn end_round(&mut self, cx: &mut SymbolicContext, program: &Program, at: usize, state: &Symbolic) {
        let head = &self.heads[at];
        let mut changed = Vec::new();
        let before = &self.system.starts[head.start].now;
        if let Err(why) = compare(cx, head, &self.plan, [before, state], self.leaks, &mut changed) {
            self.give_up(state, why);
            return;
        }
        let name = head.name;
        if changed.iter().any(|cell| matches!(cell, Cell::Register(_))) {
            for cell in changed {
                self.is_stale |= self.plan.add_change(name, cell);
            }
            return;
        }
        // Under guesses that turn out wrong an index may seem to stand still.
        self.later.extend(changed.into_iter().map(|cell| (name, cell)));
        if let Some(why) = self.points_elsewhere(cx, program, name, at, state) {
            self.give_up(state, why);
        }
        if self.hopeless.is_some() || self.is_stale {
            return;
        }
        let head = &self.heads[at];
        let mut cells = Vec::new();
        for &(cell, held) in &head.cells {
            let Some(now) = current(cx, program, state, cell, held) else {
                self.give_up(state, POINTS_ELSEWHERE);
                return;
            };
            cells.push((cell, now));
        }
        let next = cells.iter().map(|(_, held)| held.now).collect();
        let changed = &self.system.starts[head.start].arrays;
        let now = |array: &Array| array_of(cx, state, array.object, array.part, array.element_bytes);
        let arrays = changed.iter().map(now).collect();
        self.system.rounds.push(Round { start: head.start, path: state.path.clone(), next, arrays });
        let mut says = Vec::new();
        let start = &self.system.starts[head.start];
        let given = self.given.clone().zip(start.objects.clone());
        for &guess in &head.guesses {
            // A guess that says nothing any more cannot be relied on.
            let given = Heads::given(given.as_ref(), program, &start.name, &start.before, state);
            let holds = guess.says(&mut At { cx, cells: &cells, frame: &state.thread.top, given });
            says.push((guess, holds.unwrap_or(Term::FALSE)));
        }
        for (guess, holds) in says {
            if state.path.knows(&mut cx.pool, holds) != Some(true) {
                self.obligations.push(Obligation { name, guess, path: state.path.clone(), holds });
            }
        }
    }
}

impl Heads {
    /// Notes where cells point to at the end of a round, if that is elsewhere than was known. Why that cannot be, if it cannot.
    fn points_elsewhere(
        &mut self,
        cx: &mut SymbolicContext,
        program: &Program,
        name: LoopName,
        at: usize,
        state: &Symbolic,
    ) -> Option<&'static str> {
        let head = &self.heads[at];
        let start = head.start;
        let mut found: Vec<(Cell, Vec<Option<ObjectId>>)> = Vec::new();
        for cell in self.plan.changed(name) {
            let Some(value) = value_of(program, state, cell) else {
                // Pieces of values may point anywhere.
                if self.plan.targets(name, cell).is_some() && !is_in_array(state, cell) {
                    return Some(POINTS_ELSEWHERE);
                }
                continue;
            };
            let held = head.cells.iter().find(|(known, _)| *known == cell).map(|(_, held)| *held);
            let known = self.plan.targets(name, cell);
            let is_as_known = match (held, known) {
                (Some(held), None) => current(cx, program, state, cell, held).is_some(),
                (_, known) => known.is_none(),
            };
            if !is_as_known {
                let Some(mut targets) = cx.targets_of(&value) else { return Some(POINTS_ELSEWHERE) };
                if known.is_none() {
                    targets.extend(held.map(|held| held.object_held().map(|into| into.object)));
                }
                found.push((cell, targets));
            }
        }
        for (cell, targets) in found {
            let memory = &self.system.starts[start].now.memory;
            if targets.iter().flatten().any(|object| memory.get(*object).is_none()) {
                return Some("the loop keeps pointers to objects that it allocates");
            }
            self.is_stale |= self.plan.point(name, cell, &targets);
        }
        None
    }
}

impl AtHead for Heads {
    const GENERALISES: bool = true;

    fn arrive(
        &mut self,
        cx: &mut SymbolicContext,
        program: &Program,
        order: &mut Order,
        state: &mut Moving,
    ) -> Arrival {
        self.arrived(cx, program, order, state)
    }

    fn called(&mut self, image: &Image<SymbolicContext>, cx: &mut SymbolicContext, state: &mut Symbolic) -> Called {
        let func = state.thread.top.func;
        if let Some(target) = &mut self.target
            && !(target.is_met && self.plan.is_general(func))
        {
            if !self.plan.is_general(func) || !target.meets(state, None) {
                let n_active = state.thread.frames().filter(|frame| frame.func == func).count();
                // It is not followed any further.
                let is_lost = n_active > MOST_ON_THE_WAY;
                return if is_lost { Called::Replaced(Err(Halt::Ended)) } else { Called::Begins };
            }
            cx.preset = ChoiceQueues::default();
        }
        if !self.plan.is_general(func) {
            let n_active = state.thread.frames().filter(|frame| frame.func == func).count();
            // Where one activation can stand for all, few are worth a look: two calls in each would double them every time.
            let is_enough = n_active > FEW_ACTIVE && !cx.marks() && recursion::is_of_numbers(image, func);
            return if is_enough { Called::Waits } else { Called::Begins };
        }
        let params = &image.program.functions[func].params;
        if recursion::is_within(state) {
            let activations = &self.system.activations;
            let is_of = |of: &Activation| of.func == func && self.holds_in(of.start, state);
            let within = activations.iter().rposition(is_of);
            let results = recursion::any_results(image, cx, state);
            if let Some(within) = within {
                let next: Vec<Term> = params.iter().map(|param| recursion::number(image, cx, state, *param)).collect();
                let path = state.path.clone();
                let activation = &mut self.system.activations[within];
                self.system.rounds.push(Round {
                    start: activation.start,
                    path,
                    next: next.clone(),
                    arrays: Vec::new(),
                });
                if let (Some(_), [SymValue::Term(result)]) = (activation.result, &results[..]) {
                    let (arguments, result) = (next, *result);
                    let returned = cx.pool.fresh_var("returned", Sort::Bool);
                    activation.calls.push(CallWithin { returned, arguments, result });
                    state.path.push(&mut cx.pool, returned);
                }
            } else {
                self.give_up(state, "nested recursive calls are not supported by induction");
            }
            return Called::Replaced(leave(image, cx, state, results));
        }
        let (n_older, before) = (cx.pool.vars().len(), state.clone());
        let olds: Vec<Term> = params.iter().map(|param| recursion::number(image, cx, state, *param)).collect();
        recursion::begin(&image.program, cx, state);
        let held = |(&param, start): (&ValueId, Term)| {
            let now = recursion::number(image, cx, state, param);
            (Cell::Register(param), Held { now, start, kind: Kind::Number })
        };
        let cells = params.iter().zip(olds).map(held).collect();
        self.system.activations.push(Activation {
            func,
            start: self.system.starts.len(),
            depth: state.thread.depth(),
            result: recursion::result(image, cx, state),
            returns: Vec::new(),
            calls: Vec::new(),
            facts: Vec::new(),
        });
        let (at, path) = (state.thread.top.site(), state.path.clone());
        let position = state.thread.position();
        let call_path = state.thread.top.call_path;
        self.system.starts.push(RoundStart {
            name: LoopEntry { func, header: None, call_path, rounds: Vec::new() },
            at,
            position,
            n_visits: 0,
            cells,
            arrays: Vec::new(),
            n_older,
            entry: path.clone(),
            path,
            before,
            now: state.clone(),
            facts: Vec::new(),
            elements: Vec::new(),
            has_sums: false,
            depth: 0,
            objects: None,
        });
        Called::Begins
    }

    fn returned(
        &mut self,
        image: &Image<SymbolicContext>,
        cx: &mut SymbolicContext,
        state: &mut Symbolic,
        from: FuncId,
    ) {
        if !self.plan.is_general(from) {
            return;
        }
        let depth = state.thread.depth() + 1;
        let is_of = |of: &Activation| of.func == from && of.depth == depth && self.holds_in(of.start, state);
        let Some(idx) = self.system.activations.iter().rposition(is_of) else {
            // A return that belongs to no activation may belong to any.
            self.system.activations.iter_mut().filter(|of| of.func == from).for_each(|of| of.result = None);
            return;
        };
        let activation = &mut self.system.activations[idx];
        if let Some(result) = activation.result {
            match recursion::returned_number(image, cx, state, cx.pool.width(result)) {
                Some(result) => activation.returns.push(Return { path: state.path.clone(), result }),
                None => activation.result = None,
            }
        }
        // It stood for all of them; it is the one that was called here that has come back.
        for (_, held) in &self.system.starts[activation.start].cells {
            let same = cx.pool.eq(held.now, held.start);
            state.path.push(&mut cx.pool, same);
        }
    }
}

/// Where guesses about a loop come from.
enum Guesses {
    By(Hints),
    /// So many facts.
    Given(usize),
}

/// What the guesses are about at some time.
struct At<'a> {
    cx: &'a mut SymbolicContext,
    cells: &'a [(Cell, Held)],
    frame: &'a Frame<SymValue>,
    given: Option<GivenAt<'a>>,
}

/// What is given of a loop, with the states that it speaks of.
struct GivenAt<'a> {
    program: &'a Program,
    objects: &'a Objects,
    proof: &'a LoopProof,
    before: &'a Symbolic,
    now: &'a Symbolic,
}

impl Values for At<'_> {
    fn cell(&mut self, cell: Cell) -> Option<Held> {
        self.cells.iter().find(|(known, _)| *known == cell).map(|(_, held)| *held)
    }

    fn register(&mut self, value: ValueId, width: u32) -> Option<Term> {
        let value = self.frame.regs.get(value.index())?;
        // A register of another width makes no sense as a bound.
        match value {
            SymValue::Term(term) if self.cx.pool.sort(*term) != Sort::Bv(width) => None,
            value => self.cx.as_number(value, width),
        }
    }

    fn given(&mut self, idx: usize) -> Option<Term> {
        let GivenAt { program, objects, proof, before, now } = self.given.as_ref()?;
        let term = evaluate(self.cx, program, objects, [before, now], proof.facts.get(idx)?)?;
        (self.cx.pool.sort(term) == Sort::Bool).then_some(term)
    }

    fn pool(&mut self) -> &mut TermPool {
        &mut self.cx.pool
    }
}

enum Replaced {
    Held(Held),
    /// An array has no single value.
    Whole,
    Impossible(&'static str),
}

const POINTS_ELSEWHERE: &str = "the loop changes a pointer with several possible targets";
pub(crate) const POINTERS: &str = "the loop changes pointers in an array";
const UNWRITTEN: &str = "the loop writes memory that may be uninitialised";

/// What a cell holds as one value.
fn value_of(program: &Program, state: &Symbolic, cell: Cell) -> Option<SymValue> {
    match cell {
        Cell::Register(value) => Some(state.thread.top.regs[value.index()].clone()),
        Cell::Memory { object, offset, size } => {
            state.memory.get(object).filter(|found| found.array.is_none())?;
            read(program, state, object, offset, size)
        }
        Cell::Array { .. } | Cell::Seen { .. } | Cell::Exposed(_) | Cell::Located(_) => None,
    }
}

/// Whether a cell belongs to an array, which is replaced as one.
fn is_in_array(state: &Symbolic, cell: Cell) -> bool {
    let Cell::Memory { object, .. } = cell else { return false };
    state.memory.get(object).is_some_and(|found| found.array.is_some())
}

/// Lets a cell hold anything, or a pointer to any of these objects.
fn replace(
    cx: &mut SymbolicContext,
    program: &Program,
    state: &mut Symbolic,
    cell: Cell,
    targets: Option<&Targets>,
) -> Replaced {
    match cell {
        Cell::Exposed(object) => {
            let pointer = cx.pointer_to_start(object);
            object::pointer_to_int(cx, state, &pointer);
            Replaced::Whole
        }
        Cell::Located(object) => {
            object::base_address(cx, state, object);
            Replaced::Whole
        }
        Cell::Register(value) => {
            let idx = value.index();
            if let Some(targets) = targets {
                let old = state.thread.top.regs[idx].clone();
                let Some((new, held)) = anywhere(cx, &old, targets) else {
                    return Replaced::Impossible(POINTS_ELSEWHERE);
                };
                state.thread.top.regs[idx] = new;
                return Replaced::Held(held);
            }
            let ty = program.functions[state.thread.top.func].values[value].ty;
            let old = state.thread.top.regs[idx].clone();
            let bits = program.target.bits_of(ty);
            let replaced = anything_like(cx, state, &old, bits, ty);
            match replaced {
                Some((new, held)) => {
                    state.thread.top.regs[idx] = new;
                    Replaced::Held(held)
                }
                None => Replaced::Impossible(POINTS_ELSEWHERE),
            }
        }
        // What has become an array is replaced as one.
        Cell::Memory { object, .. } if state.memory.get(object).is_some_and(|found| found.array.is_some()) => {
            Replaced::Whole
        }
        Cell::Memory { object, offset, size } => {
            let old = match read(program, state, object, offset, size) {
                Some(value) => value,
                // What it was before the first round does not matter then.
                None if !cx.marks() => SymValue::Term(cx.pool.fresh_var("before", Sort::Bv(size * 8))),
                None => return Replaced::Impossible(UNWRITTEN),
            };
            let replaced = match targets {
                Some(targets) => anywhere(cx, &old, targets),
                None => anything_like(cx, state, &old, size * 8, Scalar::Int(size * 8)),
            };
            let Some((new, held)) = replaced else { return Replaced::Impossible(POINTS_ELSEWHERE) };
            let Some(found) = state.memory.get_mut(object) else { return Replaced::Impossible(UNWRITTEN) };
            let is_clean = found.contents.take_straddling(offset, u64::from(size)).is_empty();
            match is_clean && found.contents.put_cell(offset, u64::from(size), new).is_ok() {
                true => Replaced::Held(held),
                false => Replaced::Impossible("the loop writes overlapping parts of an object"),
            }
        }
        Cell::Seen { object, element_bytes } => {
            if let Some(found) = state.memory.get_mut(object) {
                match SymbolicContext::element_bytes(found) {
                    None => cx.see_as_array(found, element_bytes),
                    Some(known) if known == element_bytes => {}
                    Some(_) if SymbolicContext::is_array_of_pointers(found) => return Replaced::Impossible(POINTERS),
                    // Its elements cannot be taken apart.
                    Some(_) => cx.forget_contents(found, element_bytes),
                }
            }
            Replaced::Whole
        }
        Cell::Array { object, element_bytes } => {
            if let Some(found) = state.memory.get_mut(object) {
                if SymbolicContext::is_array_of_pointers(found) {
                    return Replaced::Impossible(POINTERS);
                }
                match cx.is_others(object) {
                    true => cx.forget_others(found),
                    false => cx.forget_contents(found, element_bytes),
                }
            }
            Replaced::Whole
        }
    }
}

/// A value as it lies in memory, if it lies there as one.
pub(crate) fn read(program: &Program, state: &Symbolic, object: ObjectId, offset: u64, size: u32) -> Option<SymValue> {
    let contents = &state.memory.get(object)?.contents;
    match contents.view(offset, u64::from(size), program.target.endian) {
        View::Plain(word) => Some(SymValue::Same(Value::from_bits(&Bits::new(size * 8, word)))),
        View::Cell(value) => Some(value.clone()),
        View::Mixed => None,
    }
}

/// A pointer to anywhere in any of these objects.
fn anywhere(cx: &mut SymbolicContext, old: &SymValue, targets: &Targets) -> Option<(SymValue, Held)> {
    let start = cx.offset_of_any(old)?;
    if targets.iter().all(Option::is_none) && cx.is_null_or_elsewhere(old) {
        let now = cx.anywhere_elsewhere();
        return Some((SymValue::Term(now), Held { now, start, kind: Kind::Elsewhere }));
    }
    let (new, now) = cx.pointer_to_any(targets);
    Some((new, Held { now, start, kind: Kind::Anywhere }))
}

/// A value of the same kind of which nothing is known: a number, or a pointer into the same object.
fn anything_like(
    cx: &mut SymbolicContext,
    state: &Symbolic,
    old: &SymValue,
    bits: u32,
    ty: Scalar,
) -> Option<(SymValue, Held)> {
    if let Some((object, start, when)) = cx.as_place(old) {
        let now = cx.pool.fresh_var("offset", Sort::Bv(cx.pointer_bits()));
        let size = size_of(cx, state, object);
        return Some((cx.pointer_to(object, now), Held { now, start, kind: Kind::Into(Into { object, size, when }) }));
    }
    if ty == Scalar::Ptr {
        return None;
    }
    let start = cx.as_number(old, bits)?;
    let now = cx.pool.fresh_var("round", Sort::Bv(bits));
    Some((SymValue::Term(now), Held { now, start, kind: Kind::Number }))
}

fn size_of(cx: &mut SymbolicContext, state: &Symbolic, object: ObjectId) -> Option<Term> {
    let size = state.memory.get(object)?.size.clone();
    let bits = cx.pointer_bits();
    cx.as_number(&size, bits)
}

/// What a cell holds now; `None` if it points into another object than before.
fn current(cx: &mut SymbolicContext, program: &Program, state: &Symbolic, cell: Cell, held: Held) -> Option<Held> {
    let Sort::Bv(bits) = cx.pool.sort(held.now) else { return None };
    let value = match cell {
        Cell::Register(value) => state.thread.top.regs[value.index()].clone(),
        Cell::Memory { object, offset, size } => read(program, state, object, offset, size)?,
        Cell::Array { .. } | Cell::Seen { .. } | Cell::Exposed(_) | Cell::Located(_) => return None,
    };
    match held.kind {
        Kind::Into(into) => {
            let (_, now, when) = cx.as_place(&value).filter(|(object, ..)| *object == into.object)?;
            Some(Held { now, kind: Kind::Into(Into { when, ..into }), ..held })
        }
        Kind::Anywhere => cx.offset_of_any(&value).map(|now| Held { now, ..held }),
        Kind::Number => cx.as_number(&value, bits).map(|now| Held { now, ..held }),
        Kind::Elsewhere if !cx.is_null_or_elsewhere(&value) => None,
        Kind::Elsewhere => cx.as_number(&value, bits).map(|now| Held { now, ..held }),
    }
}
