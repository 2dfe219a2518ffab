//! When two states of one execution are the same: whatever can happen from one can happen from the other.
//!
//! Left out is what no execution can see: registers that nobody reads any more, what nothing points to, the numbers of events and
//! steps. What objects are called does not matter either, only that one name stands for one object throughout: two states are
//! walked side by side from where control stands, and the objects that are met in the same places are taken for each other.
//! States share most of their memory, and what they share is only looked at where names differ.

use candor_interp::object::anatomy::{self, Activation, Fact, Reader};
use candor_interp::object::{Life, Object, ObjectMemory, Piece};
use candor_interp::{Frame, Memory, ObjectId, ObjectKind, State, Thread};
use candor_ir::{BlockId, EntityRef, Function, Program, Scalar, ValueId};
use rustc_hash::FxHashMap;

use candor_analysis::Liveness;

use crate::{Order, Place};

/// How the values of a context are compared.
pub trait Compare<V, B> {
    /// Whether two values are the same. Who allows it under a condition keeps that in mind; objects that they point to are given to
    /// `names`.
    fn values(&mut self, names: &mut Names, a: &V, b: &V) -> bool;

    /// The same for truth values.
    fn truths(&mut self, a: &B, b: &B) -> bool;
}

/// Which object of one state stands for which of the other.
#[derive(Debug, Default)]
pub struct Names {
    there: FxHashMap<ObjectId, ObjectId>,
    back: FxHashMap<ObjectId, ObjectId>,
    found: Vec<(ObjectId, ObjectId)>,
    /// Some object has another name.
    differ: bool,
}

impl Names {
    /// Whether every object has kept its name.
    pub fn is_plain(&self) -> bool {
        !self.differ
    }

    /// Takes two objects for each other, if neither stands for another one.
    pub fn objects(&mut self, a: ObjectId, b: ObjectId) -> bool {
        let (known_a, known_b) = (self.there.get(&a), self.back.get(&b));
        match (known_a, known_b) {
            (Some(&to), Some(&from)) => to == b && from == a,
            (None, None) => {
                self.there.insert(a, b);
                self.back.insert(b, a);
                self.found.push((a, b));
                self.differ |= a != b;
                true
            }
            _ => false,
        }
    }
}

/// What else tells states apart.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Lost {
    /// Nothing: what nothing points to does not matter.
    Ignored,
    /// Blocks that were made and that nothing points to any more, be it from a register that nobody reads.
    Counts,
}

/// Whether a state is the same as an earlier one of its execution, both at the start of a block in the same function.
pub fn same_state<C, V, B>(
    order: &mut Order,
    program: &Program,
    earlier: &State<C>,
    later: &State<C>,
    lost: Lost,
    compare: &mut impl Compare<V, B>,
) -> bool
where
    C: Memory<Value = V, Memory = ObjectMemory<V, B>>,
    V: Clone,
    B: Clone,
{
    let facts = order.facts(program, later.thread.top.func);
    let needed = Needed { of: &facts.needed, lost };
    let threads = [&earlier.thread, &later.thread];
    same_where_needed(program, [earlier, later], threads, &needed, compare)
}

/// Whether a state that begins a round of a loop is the same as an earlier one as far as going round depends on it. If the execution has not left
/// the loop in between, what it has done since can be done again and again.
pub fn same_round<C, V, B>(
    order: &mut Order,
    program: &Program,
    earlier: &State<C>,
    later: &State<C>,
    compare: &mut impl Compare<V, B>,
) -> bool
where
    C: Memory<Value = V, Memory = ObjectMemory<V, B>>,
    V: Clone,
    B: Clone,
{
    let place = Place::of(program, &later.thread.top);
    let facts = order.facts(program, place.func);
    let Some(id) = facts.loop_of(place.bb) else { return false };
    let within = facts.needed_within(&program.functions[place.func], id);
    let threads = [&earlier.thread, &later.thread];
    same_where_needed(program, [earlier, later], threads, &Needed { of: &within, lost: Lost::Ignored }, compare)
}

/// Whether a function begins within an activation of its own with everything as it was when that began, as far as it can see. If the
/// execution has not left that activation in between, what it has done since can be done again and again, ever deeper.
pub fn same_call<C, V, B>(
    order: &mut Order,
    program: &Program,
    earlier: &State<C>,
    later: &State<C>,
    compare: &mut impl Compare<V, B>,
) -> bool
where
    C: Memory<Value = V, Memory = ObjectMemory<V, B>>,
    V: Clone,
    B: Clone,
{
    let (a, b) = (&earlier.thread, &later.thread);
    // Someone may jump back out of all the calls.
    let can_jump = !a.jumps.is_empty() || !b.jumps.is_empty();
    // Objects that stay have addresses of their own, which the next activation cannot choose again.
    let has_address = |id| later.memory.get(ObjectId(id)).is_some_and(|object| object.base.is_some());
    let is_placed = (earlier.memory.len()..later.memory.len()).any(has_address);
    if can_jump || is_placed || a.depth() >= b.depth() {
        return false;
    }
    let facts = order.facts(program, b.top.func);
    let needed = Needed { of: &facts.needed, lost: Lost::Ignored };
    let [a, b] = [a, b].map(|thread| Thread { below: Vec::new(), ..thread.clone() });
    same_where_needed(program, [earlier, later], [&a, &b], &needed, compare)
}

/// Which registers of the running function count.
#[derive(Copy, Clone)]
struct Needed<'a> {
    of: &'a Liveness,
    lost: Lost,
}

/// The threads that run are given by themselves: not all of their activations may count.
fn same_where_needed<C, V, B>(
    program: &Program,
    [earlier, later]: [&State<C>; 2],
    threads: [&Thread<V>; 2],
    needed: &Needed<'_>,
    compare: &mut impl Compare<V, B>,
) -> bool
where
    C: Memory<Value = V, Memory = ObjectMemory<V, B>>,
    V: Clone,
    B: Clone,
{
    let lost = needed.lost;
    let (a, b) = (&earlier.memory, &later.memory);
    let place = Place::of(program, &later.thread.top);
    let function = &program.functions[place.func];
    let is_at_start = function.blocks[place.bb].first == later.thread.top.pc;
    if !is_at_start || lost == Lost::Counts && a.len() != b.len() {
        return false;
    }
    let mut sides = Sides { names: Names::default(), compare, needed: *needed, function, bb: place.bb };
    if control(&mut sides, [earlier, later], threads).is_err() {
        return false;
    }
    let names = &mut sides.names;
    let globals = |id: &ObjectId| is_variable(a, *id);
    // What is shared points to the same objects, by the same names. As long as all names are the same it need not be looked at, and
    // of the rest it does not matter who points to it.
    let differing = a.differing(b);
    let is_in_both = |id: &ObjectId| a.get(*id).is_some() && b.get(*id).is_some();
    if !differing.iter().filter(|id| is_in_both(id)).all(|&id| is_variable(a, id) || names_fit(names, id)) {
        return false;
    }
    if !differing.iter().filter(|id| globals(id)).all(|&id| names.objects(id, id)) {
        return false;
    }
    let mut next = 0;
    let mut is_whole = false;
    loop {
        let names = &mut sides.names;
        if names.differ && !is_whole {
            is_whole = true;
            next = 0;
            if !(0..a.len()).map(ObjectId).filter(globals).all(|id| names.objects(id, id)) {
                return false;
            }
        }
        let Some(&(from, to)) = names.found.get(next) else { return same_lives(&names.found, [a, b]) };
        next += 1;
        let is_shared = from == to && !is_whole && differing.binary_search(&from).is_err();
        let is_same = match (a.get(from), b.get(to)) {
            _ if is_shared => true,
            (Some(a), Some(b)) => anatomy::object(&mut sides, [a, b]).is_ok(),
            (None, None) => true,
            (Some(_), None) | (None, Some(_)) => false,
        };
        if !is_same {
            return false;
        }
    }
}

/// Whether the same objects may have the same address: those of which one had ended before the other began. Objects that last
/// have lived at the same time, and so will those that are made from now on.
fn same_lives<V: Clone, B: Clone>(found: &[(ObjectId, ObjectId)], [a, b]: [&ObjectMemory<V, B>; 2]) -> bool {
    let of = |memory: &ObjectMemory<V, B>, id| memory.get(id).map(|object: &Object<V, B>| object.life);
    let lives = found.iter().filter_map(|&(from, to)| Some([of(a, from)?, of(b, to)?]));
    let lives: Vec<[Life; 2]> = lives.collect();
    let has_ended = |lives: &&[Life; 2]| lives.iter().any(|life| life.died != u64::MAX);
    lives.iter().filter(has_ended).all(|[a, b]| lives.iter().all(|[c, d]| a.overlaps(*c) == b.overlaps(*d)))
}

/// A changed object that both have is taken for itself, unless control has already found another name for it.
fn names_fit(names: &mut Names, id: ObjectId) -> bool {
    names.there.contains_key(&id) || names.back.contains_key(&id) || names.objects(id, id)
}

fn is_variable<V: Clone, B: Clone>(memory: &ObjectMemory<V, B>, id: ObjectId) -> bool {
    memory.get(id).is_some_and(|object| match object.kind {
        ObjectKind::Global(_) | ObjectKind::Arguments | ObjectKind::External => !object.constant,
        ObjectKind::Function(_) | ObjectKind::Stack | ObjectKind::Heap | ObjectKind::VarArgs => false,
    })
}

/// Something tells the states apart.
struct Differ;

fn same(is_same: bool) -> Result<(), Differ> {
    if is_same { Ok(()) } else { Err(Differ) }
}

/// Whether a fact tells states of one execution apart.
pub fn tells_apart(fact: Fact) -> bool {
    match fact {
        // Parts of the names of what will be made and chosen; it does not matter what things are called.
        Fact::CallPath | Fact::Events => false,
        Fact::Locals | Fact::Exposed => true,
        // The past: what it has led to is in registers and memory.
        Fact::Choices | Fact::Steps => false,
        // Which address an object gets is chosen when somebody looks, and can be chosen so again.
        Fact::NextAddress | Fact::Clock => false,
        // Not the times themselves: `same_lives` compares what follows from them.
        Fact::Life => false,
        // Code that is not there may change it.
        Fact::Shared => true,
        // Told in messages only.
        Fact::Origin => false,
    }
}

/// Two states side by side.
struct Sides<'a, Cmp> {
    names: Names,
    compare: &'a mut Cmp,
    /// The running function and the block that it begins.
    needed: Needed<'a>,
    function: &'a Function,
    bb: BlockId,
}

/// Where control stands, and what it holds in its hands. Threads that may still do something are not compared.
fn control<C, V, B>(
    sides: &mut Sides<'_, impl Compare<V, B>>,
    states: [&State<C>; 2],
    threads: [&Thread<V>; 2],
) -> Result<(), Differ>
where
    C: Memory<Value = V, Memory = ObjectMemory<V, B>>,
    V: Clone,
    B: Clone,
{
    let [a, b] = states;
    let ended = a.parked.iter().zip(&b.parked).all(|(a, b)| a.ended && b.ended);
    same(ended && a.parked.len() == b.parked.len() && threads[0].position() == threads[1].position())?;
    anatomy::rest(sides, states)?;
    anatomy::thread(sides, threads)?;
    a.parked.iter().zip(&b.parked).try_for_each(|(a, b)| anatomy::thread(sides, [&**a, &**b]))
}

impl<V: Clone, B: Clone, Cmp: Compare<V, B>> Reader<V, B, 2> for Sides<'_, Cmp> {
    type Stop = Differ;

    fn wants(&self, fact: Fact) -> bool {
        tells_apart(fact)
    }

    fn words(&mut self, [a, b]: [u64; 2]) -> Result<(), Differ> {
        same(a == b)
    }

    fn values(&mut self, [a, b]: [&V; 2]) -> Result<(), Differ> {
        same(self.compare.values(&mut self.names, a, b))
    }

    fn truths(&mut self, [a, b]: [&B; 2]) -> Result<(), Differ> {
        same(self.compare.truths(a, b))
    }

    fn objects(&mut self, [a, b]: [ObjectId; 2]) -> Result<(), Differ> {
        same(self.names.objects(a, b))
    }

    /// Of the running function only registers that something depends on, and those that keep blocks from being lost where that counts.
    fn registers(&mut self, [a, b]: [&Frame<V>; 2], activation: Activation) -> Result<(), Differ> {
        same(a.regs.len() == b.regs.len())?;
        for (idx, (a, b)) in a.regs.iter().zip(&b.regs).enumerate() {
            let value = ValueId::new(idx);
            let counts = activation == Activation::Waiting
                || self.needed.of.is_live_in(self.bb, value)
                || self.needed.lost == Lost::Counts && self.function.values[value].ty == Scalar::Ptr;
            if counts {
                self.values([a, b])?;
            }
        }
        Ok(())
    }

    fn holdings(&mut self, [a, b]: [&Object<V, B>; 2]) -> Result<(), Differ> {
        anatomy::holdings(self, [a, b])?;
        let touched = a.contents.touched_ranges();
        same(touched == b.contents.touched_ranges())?;
        for (start, len) in touched {
            let (a, b) = (a.contents.pieces(start, len), b.contents.pieces(start, len));
            same(a.len() == b.len())?;
            a.iter().zip(&b).try_for_each(|(a, b)| self.pieces(a, b))?;
        }
        Ok(())
    }
}

impl<Cmp> Sides<'_, Cmp> {
    fn pieces<V: Clone, B: Clone>(&mut self, a: &Piece<V>, b: &Piece<V>) -> Result<(), Differ>
    where
        Cmp: Compare<V, B>,
    {
        match (a, b) {
            (Piece::Bytes(a), Piece::Bytes(b)) => same(a == b),
            (Piece::Uninitialized(a), Piece::Uninitialized(b)) => same(a == b),
            (Piece::Cell { size: of_a, value: a }, Piece::Cell { size: of_b, value: b }) => {
                same(of_a == of_b)?;
                self.values([a, b])
            }
            (Piece::Part { value: a, index: at_a, size: of_a }, Piece::Part { value: b, index: at_b, size: of_b }) => {
                same((at_a, of_a) == (at_b, of_b))?;
                self.values([a, b])
            }
            _ => Err(Differ),
        }
    }
}
