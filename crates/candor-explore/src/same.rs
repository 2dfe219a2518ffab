//! When two states of one execution are the same: whatever can happen from one can happen from the other.
//!
//! Left out is what no execution can see: registers that nobody reads any more, what nothing points to, the numbers of events and
//! steps. What objects are called does not matter either, only that one name stands for one object throughout: two states are
//! walked side by side from where control stands, and the objects that are met in the same places are taken for each other.
//! States share most of their memory, and what they share is only looked at where names differ.

use candor_interp::object::{Contents, Object, ObjectMemory, Piece};
use candor_interp::{Frame, Memory, ObjectId, ObjectKind, State};
use candor_ir::{EntityRef, Program, Scalar, ValueId};
use rustc_hash::FxHashMap;

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
    let mut names = Names::default();
    let (a, b) = (&earlier.memory, &later.memory);
    if lost == Lost::Counts && a.len() != b.len() {
        return false;
    }
    if !control(order, program, earlier, later, lost, &mut names, compare) {
        return false;
    }
    let globals = |id: &ObjectId| is_variable(a, *id);
    // What is shared points to the same objects, by the same names. As long as all names are the same it need not be looked at, and
    // of the rest it does not matter who points to it.
    let differing = a.differing(b);
    let is_in_both = |id: &ObjectId| a.get(*id).is_some() && b.get(*id).is_some();
    if !differing.iter().filter(|id| is_in_both(id)).all(|&id| is_variable(a, id) || names_fit(&mut names, id)) {
        return false;
    }
    if !differing.iter().filter(|id| globals(id)).all(|&id| names.objects(id, id)) {
        return false;
    }
    let mut next = 0;
    let mut is_whole = false;
    loop {
        if names.differ && !is_whole {
            is_whole = true;
            next = 0;
            if !(0..a.len()).map(ObjectId).filter(globals).all(|id| names.objects(id, id)) {
                return false;
            }
        }
        let Some(&(from, to)) = names.found.get(next) else { return true };
        next += 1;
        let is_shared = from == to && !is_whole && differing.binary_search(&from).is_err();
        if !is_shared && !objects(a.get(from), b.get(to), &mut names, compare) {
            return false;
        }
    }
}

/// A changed object that both have is taken for itself, unless control has already found another name for it.
fn names_fit(names: &mut Names, id: ObjectId) -> bool {
    names.there.contains_key(&id) || names.back.contains_key(&id) || names.objects(id, id)
}

fn is_variable<V: Clone, B: Clone>(memory: &ObjectMemory<V, B>, id: ObjectId) -> bool {
    memory.get(id).is_some_and(|object| match object.kind {
        ObjectKind::Global(_) | ObjectKind::Arguments => !object.constant,
        ObjectKind::Function(_) | ObjectKind::Stack | ObjectKind::Heap | ObjectKind::VarArgs => false,
    })
}

/// Where control stands, and what it holds in its hands.
fn control<C, V, B>(
    order: &mut Order,
    program: &Program,
    a: &State<C>,
    b: &State<C>,
    lost: Lost,
    names: &mut Names,
    compare: &mut impl Compare<V, B>,
) -> bool
where
    C: Memory<Value = V, Memory = ObjectMemory<V, B>>,
    V: Clone,
    B: Clone,
{
    let is_alone = |state: &State<C>| state.parked.iter().all(|thread| thread.ended);
    if !is_alone(a) || !is_alone(b) || a.parked.len() != b.parked.len() {
        return false;
    }
    let (thread, other) = (&a.thread, &b.thread);
    let jumps = thread.jumps.iter().zip(&other.jumps);
    let same_place = thread.position() == other.position()
        && (thread.mark, thread.uninterrupted) == (other.mark, other.uninterrupted)
        && thread.jumps.len() == other.jumps.len()
        && jumps.into_iter().all(|(a, b)| (a.depth, a.call_path, a.pc) == (b.depth, b.call_path, b.pc));
    if !same_place || a.exit_status.is_some() != b.exit_status.is_some() {
        return false;
    }
    let place = Place::of(program, &thread.top);
    if program.functions[place.func].blocks[place.bb].first != thread.top.pc {
        return false;
    }
    let facts = order.facts(program, place.func);
    let values = &program.functions[place.func].values;
    let is_live = |value: usize| {
        let value = ValueId::new(value);
        facts.liveness.is_live_in(place.bb, value) || lost == Lost::Counts && values[value].ty == Scalar::Ptr
    };
    if !frames(&thread.top, &other.top, names, compare, is_live) {
        return false;
    }
    let mut below = thread.below.iter().zip(&other.below);
    let statuses = a.exit_status.iter().zip(&b.exit_status);
    let mut locals = thread.locals.iter().zip(&other.locals);
    let mut exposed = a.memory.exposed.iter().zip(&b.memory.exposed);
    below.all(|(a, b)| frames(a, b, names, compare, |_| true))
        && statuses.into_iter().all(|(a, b)| compare.values(names, a, b))
        && thread.locals.len() == other.locals.len()
        && locals.all(|(a, b)| a.0 == b.0 && compare.values(names, &a.1, &b.1))
        && a.memory.exposed.len() == b.memory.exposed.len()
        && exposed.all(|(&a, &b)| names.objects(a, b))
}

fn frames<V, B>(
    a: &Frame<V>,
    b: &Frame<V>,
    names: &mut Names,
    compare: &mut impl Compare<V, B>,
    is_live: impl Fn(usize) -> bool,
) -> bool {
    let mut registers = a.regs.iter().zip(&b.regs).enumerate().filter(|(idx, _)| is_live(*idx));
    let mut locals = a.locals.iter().zip(&b.locals);
    let varargs = a.varargs.iter().zip(&b.varargs);
    a.on_return == b.on_return
        && a.regs.len() == b.regs.len()
        && a.locals.len() == b.locals.len()
        && a.varargs.is_some() == b.varargs.is_some()
        && registers.all(|(_, (a, b))| compare.values(names, a, b))
        && locals.all(|((_, a), (_, b))| names.objects(*a, *b))
        && varargs.into_iter().all(|(a, b)| compare.values(names, a, b))
}

type Slot<'m, V, B> = Option<&'m Object<V, B>>;

fn objects<V: Clone, B>(
    a: Slot<'_, V, B>,
    b: Slot<'_, V, B>,
    names: &mut Names,
    compare: &mut impl Compare<V, B>,
) -> bool {
    let (Some(a), Some(b)) = (a, b) else { return a.is_none() && b.is_none() };
    let bases = a.base.iter().zip(&b.base);
    let arrays = a.array.iter().zip(&b.array);
    a.kind == b.kind
        && (a.align, a.exposed, a.constant, a.placement) == (b.align, b.exposed, b.constant, b.placement)
        && a.base.is_some() == b.base.is_some()
        && a.array.is_some() == b.array.is_some()
        && compare.truths(&a.live, &b.live)
        && compare.values(names, &a.size, &b.size)
        && bases.into_iter().all(|(a, b)| compare.values(names, a, b))
        && arrays.into_iter().all(|(a, b)| compare.values(names, a, b))
        && contents(&a.contents, &b.contents, names, compare)
}

fn contents<V: Clone, B>(
    a: &Contents<V>,
    b: &Contents<V>,
    names: &mut Names,
    compare: &mut impl Compare<V, B>,
) -> bool {
    if a.size() != b.size() || a.fresh() != b.fresh() {
        return false;
    }
    let touched = a.touched_ranges();
    touched == b.touched_ranges()
        && touched.into_iter().all(|(start, len)| {
            let (a, b) = (a.pieces(start, len), b.pieces(start, len));
            a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| pieces(a, b, names, compare))
        })
}

fn pieces<V, B>(a: &Piece<V>, b: &Piece<V>, names: &mut Names, compare: &mut impl Compare<V, B>) -> bool {
    match (a, b) {
        (Piece::Bytes(a), Piece::Bytes(b)) => a == b,
        (Piece::Uninitialized(a), Piece::Uninitialized(b)) => a == b,
        (Piece::Cell { size: of_a, value: a }, Piece::Cell { size: of_b, value: b }) => {
            of_a == of_b && compare.values(names, a, b)
        }
        (Piece::Part { value: a, index: at_a, size: of_a }, Piece::Part { value: b, index: at_b, size: of_b }) => {
            (at_a, of_a) == (at_b, of_b) && compare.values(names, a, b)
        }
        _ => false,
    }
}
