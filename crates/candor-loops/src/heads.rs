//! Loops by one round: what may change is replaced by anything, the guesses are taken for granted, and at the end of the round it is
//! noted what they are worth.

use std::ops::Range;

use candor_context_concrete::Value;
use candor_context_symbolic::{Path, SameTerms, SymValue, SymbolicContext};
use candor_explore::{Compare, Counted, LoopCount, Names, Order, Place};
use candor_interp::object::anatomy::{self, Activation, Fact, Reader};
use candor_interp::object::{Contents, Object, Piece, View};
use candor_interp::{Frame, Image, ObjectId, Site};
use candor_ir::{Bits, EntityRef, FuncId, Program, Scalar, ValueId};
use candor_term::{Sort, Term, TermPool};

use crate::guess::{Guess, Held, Hints, Into, Values};
use crate::plan::{Cell, LoopName, Plan};
use crate::recursion;
use crate::system::{Round, RoundStart, System};
use candor_merge::{Arrival, AtHead, Called, Moving, Symbolic};

/// A round that cannot have been the last is made as it is, up to so many.
const MAX_FORCED: u32 = 100;
/// Unknown words of memory are assumed to be of this size where nothing else tells.
const WORD: u64 = 4;

/// What has to hold for a guess to be right.
#[derive(Debug)]
pub(crate) struct Obligation {
    pub(crate) name: LoopName,
    pub(crate) guess: Guess,
    pub(crate) path: Path,
    pub(crate) holds: Term,
}

/// A loop that is being gone round for all its rounds.
struct Head {
    name: LoopName,
    /// How often the loops around and this one had gone round.
    rounds: Vec<u32>,
    /// Of its rounds.
    start: usize,
    /// Before the round, with anything in what may change.
    state: Symbolic,
    /// The parameters of its first block: what it hands on from round to round.
    params: Vec<ValueId>,
    cells: Vec<(Cell, Held)>,
    guesses: Vec<Guess>,
}

/// The loops of a program while it is explored.
#[derive(Default)]
pub(crate) struct Heads {
    pub(crate) plan: Plan,
    heads: Vec<Head>,
    pub(crate) obligations: Vec<Obligation>,
    /// The rounds, for whoever wants to know more of them.
    pub(crate) system: System,
    /// Activations that stand for all of their functions, by their starts.
    activations: Vec<(FuncId, usize)>,
    /// Loops that change what is not in the plan; it has been put there.
    pub(crate) is_stale: bool,
    /// What else loops change, if the guesses are right.
    pub(crate) later: Vec<(LoopName, Cell)>,
    /// Why nothing can be said of a loop.
    pub(crate) hopeless: Option<(Site, &'static str)>,
    /// Whether blocks that nothing points to matter.
    pub(crate) leaks: bool,
}

impl Heads {
    pub(crate) fn new(plan: Plan, leaks: bool) -> Heads {
        Heads { plan, leaks, ..Heads::default() }
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

    /// A state stands at the start of a block. Whether it goes on: not if it has made its round.
    fn goes_on(
        &mut self,
        cx: &mut SymbolicContext,
        program: &Program,
        order: &mut Order,
        Counted { state, counts }: &mut Moving,
    ) -> bool {
        let frame = &state.thread.top;
        let place = Place::of(program, frame);
        let facts = order.facts(program, place.func);
        let at_start = program.functions[place.func].blocks[place.bb].first == frame.pc;
        let entered = facts.loops.around(place.bb).find(|&id| facts.loops.loops[id].entries.contains(&place.bb));
        let Some(id) = entered.filter(|_| at_start) else { return true };
        let idx = facts.loops.loops[id].depth as usize - 1;
        let counts = counts.top(&state.thread);
        let counts: Vec<LoopCount> = (0..=idx).map(|at| counts.get(at).copied().unwrap_or_default()).collect();
        let rounds: Vec<u32> = counts.iter().map(|count| count.rounds).collect();
        let (now, open) = (rounds[idx], counts[idx].open);
        if facts.loops.loops[id].is_irreducible() {
            return self.give_up(state, "a loop with several entries");
        }
        let name = LoopName::of(place);
        let is_of = |head: &Head| {
            head.name == name
                && head.rounds[..idx] == rounds[..idx]
                && head.rounds[idx] < now
                && head.state.path.common_depth(&state.path) == head.state.path.depth()
        };
        if let Some(at) = self.heads.iter().rposition(is_of) {
            self.end_round(cx, program, at, state);
            return false;
        }
        if now == 0 || open == 0 && now < MAX_FORCED {
            return true;
        }
        let hints = Hints::of(program, &program.functions[place.func], &facts.loops, id);
        self.begin_round(cx, program, name, rounds, &hints, state)
    }

    fn begin_round(
        &mut self,
        cx: &mut SymbolicContext,
        program: &Program,
        name: LoopName,
        rounds: Vec<u32>,
        hints: &Hints,
        state: &mut Symbolic,
    ) -> bool {
        let (n_older, entry) = (cx.pool.vars().len(), state.path.clone());
        let mut cells = Vec::new();
        for cell in self.plan.changed(name) {
            match replace(cx, program, state, cell) {
                Replaced::Held(_) if self.plan.is_wrong(name, Guess::Points(cell)) => {
                    return self.give_up(state, POINTS_ELSEWHERE);
                }
                Replaced::Held(held) => cells.push((cell, held)),
                Replaced::Whole => {}
                Replaced::Impossible(why) => return self.give_up(state, why),
            }
        }
        let names: Vec<Cell> = cells.iter().map(|(cell, _)| *cell).collect();
        let pointers = cells.iter().filter(|(_, held)| held.into.is_some());
        let mut guesses: Vec<Guess> = pointers.map(|(cell, _)| Guess::Points(*cell)).collect();
        guesses.extend(hints.guesses(&names));
        guesses.retain(|&guess| !self.plan.is_wrong(name, guess));
        let starts: Vec<(Cell, Held)> =
            cells.iter().map(|&(cell, held)| (cell, Held { now: held.start, ..held })).collect();
        let mut facts = Vec::new();
        guesses.retain(|&guess| {
            let Some(at_start) = guess.says(&mut At { cx, cells: &starts, frame: &state.thread.top }) else {
                return false;
            };
            let Some(fact) = guess.says(&mut At { cx, cells: &cells, frame: &state.thread.top }) else { return false };
            if state.path.knows(&mut cx.pool, at_start) == Some(false) {
                self.plan.refute(name, guess);
                return false;
            }
            if at_start != Term::TRUE {
                self.obligations.push(Obligation { name, guess, path: state.path.clone(), holds: at_start });
            }
            facts.push(fact);
            true
        });
        for fact in facts {
            state.path.push(&mut cx.pool, fact);
        }
        let params = program.functions[name.func].blocks[name.header].params.clone();
        let (at, path) = (state.thread.top.site(), state.path.clone());
        let (position, n_visits) = (state.thread.position(), u64::from(rounds.last().copied().unwrap_or(0)) + 1);
        self.system.starts.push(RoundStart { at, position, n_visits, cells: cells.clone(), n_older, entry, path });
        let start = self.system.starts.len() - 1;
        self.heads.push(Head { name, rounds, start, state: state.clone(), params, cells, guesses });
        true
    }

    /// At the end of a round: what else has changed, and what the guesses say now.
    fn end_round(&mut self, cx: &mut SymbolicContext, program: &Program, at: usize, state: &Symbolic) {
        let head = &self.heads[at];
        let mut changed = Vec::new();
        if let Err(why) = compare(cx, head, &self.plan, state, self.leaks, &mut changed) {
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
        let mut cells = Vec::new();
        for &(cell, held) in &head.cells {
            let Some(now) = current(cx, program, state, cell, held) else {
                self.give_up(state, "a loop changes a pointer to point elsewhere");
                return;
            };
            cells.push((cell, now));
        }
        let next = cells.iter().map(|(_, held)| held.now).collect();
        self.system.rounds.push(Round { start: head.start, path: state.path.clone(), next });
        let mut says = Vec::new();
        for &guess in &head.guesses {
            // A guess that says nothing any more cannot be relied on.
            let holds = guess.says(&mut At { cx, cells: &cells, frame: &state.thread.top });
            says.push((guess, holds.unwrap_or(Term::FALSE)));
        }
        for (guess, holds) in says {
            if state.path.knows(&mut cx.pool, holds) != Some(true) {
                self.obligations.push(Obligation { name, guess, path: state.path.clone(), holds });
            }
        }
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
        if self.goes_on(cx, program, order, state) { Arrival::GoesOn } else { Arrival::Over }
    }

    fn called(&mut self, image: &Image<SymbolicContext>, cx: &mut SymbolicContext, state: &mut Symbolic) -> Called {
        let func = state.thread.top.func;
        if !self.plan.is_general(func) {
            return Called::Begins;
        }
        let params = &image.program.functions[func].params;
        if recursion::is_within(state) {
            if let Some(&(_, start)) =
                self.activations.iter().rfind(|(of, start)| *of == func && self.holds_in(*start, state))
            {
                let next = params.iter().map(|param| recursion::number(image, cx, state, *param)).collect();
                self.system.rounds.push(Round { start, path: state.path.clone(), next });
            } else {
                self.give_up(state, "a call within a call that has not begun");
            }
            return Called::Replaced(recursion::return_anything(image, cx, state));
        }
        let n_older = cx.pool.vars().len();
        let olds: Vec<Term> = params.iter().map(|param| recursion::number(image, cx, state, *param)).collect();
        recursion::begin(&image.program, cx, state);
        let held = |(&param, start): (&ValueId, Term)| {
            let now = recursion::number(image, cx, state, param);
            (Cell::Register(param), Held { now, start, into: None })
        };
        let cells = params.iter().zip(olds).map(held).collect();
        self.activations.push((func, self.system.starts.len()));
        let (at, path) = (state.thread.top.site(), state.path.clone());
        let position = state.thread.position();
        self.system.starts.push(RoundStart { at, position, n_visits: 0, cells, n_older, entry: path.clone(), path });
        Called::Begins
    }
}

/// What the guesses are about at some time.
struct At<'a> {
    cx: &'a mut SymbolicContext,
    cells: &'a [(Cell, Held)],
    frame: &'a Frame<SymValue>,
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

const POINTS_ELSEWHERE: &str = "a loop changes a pointer that may point to several objects";
const POINTERS: &str = "a loop changes pointers in an array";
const UNWRITTEN: &str = "a loop changes memory that may not have been written";

/// Lets a cell hold anything.
fn replace(cx: &mut SymbolicContext, program: &Program, state: &mut Symbolic, cell: Cell) -> Replaced {
    match cell {
        Cell::Register(value) => {
            let idx = value.index();
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
            let Some((new, held)) = anything_like(cx, state, &old, size * 8, Scalar::Int(size * 8)) else {
                return Replaced::Impossible(POINTS_ELSEWHERE);
            };
            let Some(found) = state.memory.get_mut(object) else { return Replaced::Impossible(UNWRITTEN) };
            let is_clean = found.contents.take_straddling(offset, u64::from(size)).is_empty();
            match is_clean && found.contents.put_cell(offset, u64::from(size), new).is_ok() {
                true => Replaced::Held(held),
                false => Replaced::Impossible("a loop changes memory in pieces that overlap"),
            }
        }
        Cell::Array { object, element_bytes } => {
            if let Some(found) = state.memory.get_mut(object) {
                if SymbolicContext::is_array_of_pointers(found) {
                    return Replaced::Impossible(POINTERS);
                }
                cx.forget_contents(found, element_bytes);
            }
            Replaced::Whole
        }
    }
}

/// A value as it lies in memory, if it lies there as one.
fn read(program: &Program, state: &Symbolic, object: ObjectId, offset: u64, size: u32) -> Option<SymValue> {
    let contents = &state.memory.get(object)?.contents;
    match contents.view(offset, u64::from(size), program.target.endian) {
        View::Plain(word) => Some(SymValue::Same(Value::from_bits(&Bits::new(size * 8, word)))),
        View::Cell(value) => Some(value.clone()),
        View::Mixed => None,
    }
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
        return Some((cx.pointer_to(object, now), Held { now, start, into: Some(Into { object, size, when }) }));
    }
    if ty == Scalar::Ptr {
        return None;
    }
    let start = cx.as_number(old, bits)?;
    let now = cx.pool.fresh_var("round", Sort::Bv(bits));
    Some((SymValue::Term(now), Held { now, start, into: None }))
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
        Cell::Array { .. } => return None,
    };
    match held.into {
        Some(into) => {
            let (_, now, when) = cx.as_place(&value).filter(|(object, ..)| *object == into.object)?;
            Some(Held { now, into: Some(Into { when, ..into }), ..held })
        }
        None => cx.as_number(&value, bits).map(|now| Held { now, ..held }),
    }
}

/// What a round has changed that was not expected to change. An error says why the loop is beyond this engine.
fn compare(
    cx: &mut SymbolicContext,
    head: &Head,
    plan: &Plan,
    state: &Symbolic,
    leaks: bool,
    changed: &mut Vec<Cell>,
) -> Result<(), &'static str> {
    let before = &head.state;
    let why = "a loop changes more than variables";
    if !before.thread.jumps.is_empty() || !before.parked.is_empty() || !state.parked.is_empty() {
        return Err(why);
    }
    let mut round = Compared { cx, head, plan, changed, object: ObjectId(0), why };
    anatomy::rest(&mut round, [before, state])?;
    anatomy::thread(&mut round, [&before.thread, &state.thread])?;
    if !round.changed.is_empty() {
        // What else changes is known once these are not what they were: an index that stands still writes to one place.
        return Ok(());
    }
    round.why = "a loop ends the life of objects";
    for id in before.memory.differing(&state.memory) {
        round.object = id;
        match (before.memory.get(id), state.memory.get(id)) {
            (Some(a), Some(b)) => anatomy::object(&mut round, [a, b])?,
            (None, Some(b)) if leaks && b.live != Term::FALSE => return Err("a loop makes objects"),
            _ => {}
        }
    }
    // The same for variables in memory.
    let is_small = |cell: &Cell| match cell {
        Cell::Register(_) => true,
        Cell::Memory { object, .. } => {
            before.memory.get(*object).and_then(|found| found.plain_size).is_some_and(|size| size <= 8)
        }
        Cell::Array { .. } => false,
    };
    if changed.iter().any(is_small) {
        changed.retain(is_small);
    }
    Ok(())
}

/// A loop before a round and after it, side by side: changes of variables are noted, others are beyond this engine.
struct Compared<'a> {
    cx: &'a mut SymbolicContext,
    head: &'a Head,
    plan: &'a Plan,
    changed: &'a mut Vec<Cell>,
    /// The object that is looked at.
    object: ObjectId,
    /// What to say of anything that is not the same.
    why: &'static str,
}

type SymObject = Object<SymValue, Term>;

impl Reader<SymValue, Term, 2> for Compared<'_> {
    type Stop = &'static str;

    fn wants(&self, fact: Fact) -> bool {
        match fact {
            Fact::CallPath | Fact::Locals | Fact::Exposed => true,
            // Numbers for names of what will be made and chosen; a round counts on where the last one has stopped.
            Fact::Events | Fact::Clock => false,
            // The past: what it has led to is in registers and memory.
            Fact::Choices | Fact::Steps => false,
            // Which address an object gets is chosen when somebody looks.
            Fact::NextAddress | Fact::Life => false,
            // There is one thread.
            Fact::Shared => false,
            // Told in messages only.
            Fact::Origin => false,
        }
    }

    fn words(&mut self, [a, b]: [u64; 2]) -> Result<(), &'static str> {
        self.same(a == b)
    }

    fn values(&mut self, [a, b]: [&SymValue; 2]) -> Result<(), &'static str> {
        let is_same = self.is_same(a, b);
        self.same(is_same)
    }

    fn truths(&mut self, [a, b]: [&Term; 2]) -> Result<(), &'static str> {
        self.same(a == b)
    }

    fn objects(&mut self, [a, b]: [ObjectId; 2]) -> Result<(), &'static str> {
        self.same(a == b)
    }

    /// Registers that the loop defines for itself are written before they are read; only parameters of its first block carry over.
    fn registers(&mut self, [a, b]: [&Frame<SymValue>; 2], activation: Activation) -> Result<(), &'static str> {
        if activation == Activation::Waiting {
            let is_same = std::ptr::eq(a, b) || a.regs.iter().zip(&b.regs).all(|(a, b)| self.is_same(a, b));
            return self.same(is_same);
        }
        let head = self.head;
        for &param in &head.params {
            let cell = Cell::Register(param);
            if !self.expects(cell) && !self.is_same(&a.regs[param.index()], &b.regs[param.index()]) {
                self.changed.push(cell);
            }
        }
        Ok(())
    }

    fn holdings(&mut self, [a, b]: [&SymObject; 2]) -> Result<(), &'static str> {
        // Nobody can get at what a dead object held.
        if a.live == Term::FALSE {
            return Ok(());
        }
        match (SymbolicContext::element_bytes(a), SymbolicContext::element_bytes(b)) {
            (None, None) => {}
            (_, Some(element_bytes)) => {
                let cell = Cell::Array { object: self.object, element_bytes };
                if a.array != b.array && SymbolicContext::is_array_of_pointers(b) {
                    return Err(POINTERS);
                }
                if a.array != b.array && !self.expects(cell) {
                    self.changed.push(cell);
                }
                return Ok(());
            }
            (Some(_), None) => return Err("a loop changes how an array is seen"),
        }
        let ranges = a.contents.differing_ranges(&b.contents);
        ranges.into_iter().try_for_each(|(start, len)| self.compare_contents(&a.contents, &b.contents, start, len))
    }
}

impl Compared<'_> {
    fn same(&self, is_same: bool) -> Result<(), &'static str> {
        if is_same { Ok(()) } else { Err(self.why) }
    }

    fn is_same(&mut self, a: &SymValue, b: &SymValue) -> bool {
        let mut names = Names::default();
        SameTerms::always(&mut self.cx.pool).values(&mut names, a, b) && names.is_plain()
    }

    fn expects(&self, cell: Cell) -> bool {
        self.plan.changes(self.head.name, cell)
    }

    fn compare_contents(
        &mut self,
        a: &Contents<SymValue>,
        b: &Contents<SymValue>,
        start: u64,
        len: u64,
    ) -> Result<(), &'static str> {
        let mut at = start;
        for piece in b.pieces(start, len) {
            let n_bytes = piece.len();
            let old = a.pieces(at, n_bytes);
            let is_same = match (&old[..], &piece) {
                ([Piece::Bytes(a)], Piece::Bytes(b)) => a == b,
                ([Piece::Uninitialized(a)], Piece::Uninitialized(b)) => a == b,
                ([Piece::Cell { value: a, .. }], Piece::Cell { value: b, .. }) => self.is_same(a, b),
                _ => false,
            };
            if !is_same {
                self.note_change(b.size(), at, &piece, &old)?;
            }
            at += n_bytes;
        }
        Ok(())
    }

    /// A stretch of memory is not what it was.
    fn note_change(
        &mut self,
        size: u64,
        at: u64,
        piece: &Piece<SymValue>,
        old: &[Piece<SymValue>],
    ) -> Result<(), &'static str> {
        match piece {
            Piece::Cell { size, .. } => self.note(at, *size),
            Piece::Uninitialized(_) => return Err("a loop makes memory uninitialised"),
            Piece::Part { .. } => return Err("a loop changes a part of a pointer"),
            Piece::Bytes(bytes) => {
                // Where a cell was replaced before, it is what the bytes belong to; otherwise words.
                let mut offset = at;
                for piece in old {
                    let stretch = offset..offset + piece.len();
                    match piece {
                        Piece::Bytes(old) => self.note_words(size, bytes, at, stretch, Some(old)),
                        Piece::Uninitialized(_) => self.note_words(size, bytes, at, stretch, None),
                        Piece::Cell { size, .. } => self.note(offset, *size),
                        Piece::Part { .. } => return Err("a loop changes a part of a pointer"),
                    }
                    offset += piece.len();
                }
            }
        }
        Ok(())
    }

    /// The words of a stretch of plain bytes that differ from what they were.
    fn note_words(&mut self, size: u64, bytes: &[u8], at: u64, stretch: Range<u64>, old: Option<&Vec<u8>>) {
        let start = stretch.start;
        for byte in stretch {
            let now = usize::try_from(byte - at).ok().and_then(|idx| bytes.get(idx));
            let before = usize::try_from(byte - start).ok().and_then(|idx| old.and_then(|old| old.get(idx)));
            if now == before {
                continue;
            }
            let word = byte - byte % WORD;
            if word >= at && word + WORD <= at + bytes.len() as u64 && word + WORD <= size {
                self.note(word, 4);
            } else {
                self.note(byte, 1);
            }
        }
    }

    fn note(&mut self, offset: u64, size: u32) {
        let cell = Cell::Memory { object: self.object, offset, size };
        if !self.expects(cell) && !self.changed.contains(&cell) {
            self.changed.push(cell);
        }
    }
}
