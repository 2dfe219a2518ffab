//! Covering: when one state stands for all that another one stands for.
//!
//! Two states are walked side by side from where control stands. A variable of the earlier one may be anything that its path allows, so that it
//! is bound to what the later one has in its place; then the facts of the earlier path, with what its variables are bound to, must
//! hold on the later one.

use candor_context_concrete::View;
use candor_context_symbolic::{SymHeavy, SymValue, SymbolicContext};
use candor_explore::tells_apart;
use candor_interp::object::anatomy::{self, Activation, Fact, Reader};
use candor_interp::object::{Domain, Object};
use candor_interp::{Frame, ObjectId, ObjectKind};
use candor_ir::{EntityRef, Scalar, ValueId};
use candor_term::{Op, Sort, Term, free_vars};
use rustc_hash::FxHashMap;

use crate::layout::{self, Held, Part};
use crate::segment::Shape;

/// A number in a state.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Spot {
    /// Of the n-th frame, the running one last.
    Register(usize, ValueId),
    /// At an offset, of so many bytes.
    Memory(ObjectId, u64, u64),
}

/// What comes of a comparison.
pub(crate) enum Compared {
    /// The states differ in more than numbers.
    Apart,
    /// They differ in these numbers of the later one.
    Numbers(Vec<Spot>),
    /// The later one is the earlier one with its variables bound like this, and these objects in the place of its own.
    Bound(Bindings),
}

/// What a state has in the place of what an earlier one has.
pub(crate) struct Bindings {
    pub(crate) terms: FxHashMap<Term, Term>,
    pub(crate) objects: FxHashMap<ObjectId, ObjectId>,
}

/// Compares a state with an earlier one in the same place.
pub(crate) fn compare(cx: &mut SymbolicContext, earlier: &Shape, later: &Shape) -> Compared {
    let mut sides = Sides {
        cx,
        there: FxHashMap::default(),
        back: FxHashMap::default(),
        found: Vec::new(),
        bound: FxHashMap::default(),
        differing: Vec::new(),
        n_frames: 0,
        object: None,
        earlier,
        later,
    };
    if sides.walk().is_err() {
        return Compared::Apart;
    }
    match sides.differing.is_empty() {
        true => Compared::Bound(Bindings { terms: sides.bound, objects: sides.there }),
        false => Compared::Numbers(sides.differing),
    }
}

/// Something other than numbers tells the states apart.
struct Differ;

fn same(is_same: bool) -> Result<(), Differ> {
    if is_same { Ok(()) } else { Err(Differ) }
}

struct Sides<'a> {
    cx: &'a mut SymbolicContext,
    there: FxHashMap<ObjectId, ObjectId>,
    back: FxHashMap<ObjectId, ObjectId>,
    found: Vec<(ObjectId, ObjectId)>,
    bound: FxHashMap<Term, Term>,
    differing: Vec<Spot>,
    n_frames: usize,
    /// The objects that are being compared.
    object: Option<(ObjectId, ObjectId)>,
    earlier: &'a Shape,
    later: &'a Shape,
}

impl Sides<'_> {
    fn walk(&mut self) -> Result<(), Differ> {
        let (a, b) = (&self.earlier.state, &self.later.state);
        same(a.parked.is_empty() && b.parked.is_empty())?;
        anatomy::rest(self, [a, b])?;
        anatomy::thread(self, [&a.thread, &b.thread])?;
        let globals: Vec<ObjectId> =
            a.memory.iter().filter(|(_, object)| is_variable(object)).map(|(id, _)| id).collect();
        for id in globals {
            same(b.memory.get(id).is_some())?;
            self.name(id, id)?;
        }
        let shared = a.memory.differing(&b.memory);
        let mut next = 0;
        while let Some(&(from, to)) = self.found.get(next) {
            next += 1;
            match (a.memory.get(from), b.memory.get(to)) {
                (Some(one), Some(other)) => {
                    self.segments(from, to)?;
                    // What is shared and has no variables in it is the same.
                    let is_shared = from == to && shared.binary_search(&from).is_err();
                    let is_plain = matches!(one.size, SymValue::Same(_))
                        && [Term::TRUE, Term::FALSE].contains(&one.live)
                        && one.base.is_none()
                        && one.array.is_none()
                        && one.contents.cells().next().is_none();
                    if is_shared && is_plain && !self.earlier.stands_for_many(from) && !self.later.stands_for_many(to) {
                        continue;
                    }
                    self.object = Some((from, to));
                    anatomy::object(self, [one, other])?;
                    self.object = None;
                }
                (None, None) => {}
                (Some(_), None) | (None, Some(_)) => return Err(Differ),
            }
        }
        self.lives()
    }

    /// An address may be used again once its object is dead: what is known never to have been in the same place in the earlier state must
    /// not have been in the later one.
    fn lives(&self) -> Result<(), Differ> {
        let (a, b) = (&self.earlier.state.memory, &self.later.state.memory);
        let both: Vec<_> = self.found.iter().filter_map(|(from, to)| Some((a.get(*from)?, b.get(*to)?))).collect();
        for (dead, other_dead) in both.iter().filter(|(one, other)| one.live != Term::TRUE || other.live != Term::TRUE)
        {
            for (one, other) in &both {
                same(!dead.life.overlaps(one.life) || other_dead.life.overlaps(other.life))?;
            }
        }
        Ok(())
    }

    fn name(&mut self, a: ObjectId, b: ObjectId) -> Result<(), Differ> {
        match (self.there.get(&a), self.back.get(&b)) {
            (Some(&to), Some(&from)) => same(to == b && from == a),
            (None, None) => {
                self.there.insert(a, b);
                self.back.insert(b, a);
                self.found.push((a, b));
                Ok(())
            }
            _ => Err(Differ),
        }
    }

    /// A segment stands for one that allows no more, and, if there is no way back in it, for a single node.
    fn segments(&mut self, from: ObjectId, to: ObjectId) -> Result<(), Differ> {
        let (earlier, later) = (self.earlier, self.later);
        let is_last = |shape: &Shape, id: ObjectId| shape.segment_of(id).is_some_and(|first| first != id);
        same(is_last(earlier, from) == is_last(later, to))?;
        match (earlier.segments.get(&from), later.segments.get(&to)) {
            (None, None) => Ok(()),
            // What belongs to a node is compared with what belongs to all.
            (Some(one), None) => {
                same(one.back.is_none() && one.common.owned.is_empty() && one.common.selves.is_empty())
            }
            (None, Some(_)) => Err(Differ),
            (Some(one), Some(other)) => {
                same(one.next == other.next && one.common.covers(&other.common))?;
                match (one.back, other.back) {
                    (None, None) => Ok(()),
                    (Some((link, last)), Some((other_link, other_last))) => {
                        same(link == other_link)?;
                        self.name(last, other_last)
                    }
                    _ => Err(Differ),
                }
            }
        }
    }

    /// Binds the variables of a term so that it becomes the other.
    fn unify(&mut self, a: Term, b: Term) -> bool {
        let pool = &self.cx.pool;
        if pool.sort(a) != pool.sort(b) {
            return false;
        }
        // What is known of arrays and of some variables stands outside of paths.
        let is_itself = matches!(pool.sort(a), Sort::Array { .. }) || pool.op(a) == Op::Var && !self.cx.is_free(a);
        if is_itself && a != b {
            return false;
        }
        if pool.op(a) == Op::Var {
            return *self.bound.entry(a).or_insert(b) == b;
        }
        if a == b {
            let vars = free_vars(pool, &[a]);
            return vars.into_iter().all(|var| *self.bound.entry(var).or_insert(var) == var);
        }
        let (args_a, args_b) = (pool.args(a).to_vec(), pool.args(b).to_vec());
        pool.op(a) == pool.op(b)
            && (pool.op(a) != Op::Extract || pool.extract_low(a) == pool.extract_low(b))
            && !args_a.is_empty()
            && args_a.len() == args_b.len()
            && args_a.into_iter().zip(args_b).all(|(a, b)| self.unify(a, b))
    }

    /// Whether two values are the same with variables bound; what they may hold besides numbers must be.
    fn same_values(&mut self, a: &SymValue, b: &SymValue, width: u32) -> Result<bool, Differ> {
        if let (SymValue::Same(one), SymValue::Same(other)) = (a, b)
            && let (View::Ptr(object, at), View::Ptr(other_object, other_at)) = (one.view(), other.view())
        {
            same(at == other_at)?;
            return self.name(object, other_object).map(|()| true);
        }
        let numbers = (self.cx.as_number(a, width), self.cx.as_number(b, width));
        if let (Some(one), Some(other)) = numbers {
            let kept = self.bound.clone();
            let is_same = self.unify(one, other);
            if !is_same {
                self.bound = kept;
            }
            return Ok(is_same);
        }
        match (a, b) {
            (SymValue::Heavy(a), SymValue::Heavy(b)) => self.same_heavy(a, b, width).map(|()| true),
            (SymValue::Same(a), SymValue::Same(b)) if a == b => {
                for object in crate::references::targets(&SymValue::Same(a.clone())) {
                    self.name(object, object)?;
                }
                Ok(true)
            }
            _ => Err(Differ),
        }
    }

    fn same_heavy(&mut self, a: &SymHeavy, b: &SymHeavy, width: u32) -> Result<(), Differ> {
        match (a, b) {
            (SymHeavy::Pointer(a), SymHeavy::Pointer(b)) => {
                same(a.len() == b.len())?;
                for (a, b) in a.iter().zip(b) {
                    match (a.object, b.object) {
                        (Some(a), Some(b)) => self.name(a, b)?,
                        (None, None) => {}
                        _ => return Err(Differ),
                    }
                    same(self.unify(a.guard, b.guard) && self.unify(a.offset, b.offset))?;
                }
                Ok(())
            }
            (
                SymHeavy::Undef { value: a, mask: of_a, cause },
                SymHeavy::Undef { value: b, mask: of_b, cause: other },
            ) => {
                same(cause == other && self.unify(*of_a, *of_b))?;
                let is_same = self.same_values(a, b, width)?;
                same(is_same)
            }
            (SymHeavy::Array(a), SymHeavy::Array(b)) => {
                same(a.element_bytes == b.element_bytes && a.objects.is_none() && b.objects.is_none())?;
                same(self.unify(a.term, b.term))?;
                match (a.mask, b.mask) {
                    (Some(a), Some(b)) => same(self.unify(a, b)),
                    (None, None) => Ok(()),
                    _ => Err(Differ),
                }
            }
            _ => Err(Differ),
        }
    }

    fn small_object(
        &mut self,
        a: &Object<SymValue, Term>,
        b: &Object<SymValue, Term>,
        size: u64,
    ) -> Result<(), Differ> {
        let Some((from, to)) = self.object else { return Err(Differ) };
        let endian = self.cx.program().target.endian;
        let of_segment = self.earlier.segment_of(from).map(|first| &self.earlier.segments[&first].common);
        let (template, other) = (self.earlier.templates.get(&from), self.later.templates.get(&to));
        // What stands for many objects is no single one.
        same(match (template, other) {
            (None, None) => true,
            (Some(one), Some(other)) => one.covers(other),
            (Some(_), None) | (None, Some(_)) => false,
        })?;
        let any = of_segment.or(template).map(|common| &common.any);
        let parts = layout::parts(&a.contents, &b.contents, size).ok_or(Differ)?;
        for Part { at, size, held: [one, other] } in parts {
            if any.is_some_and(|any| any.contains(&(at, size))) {
                same(other.is_number(self.cx, size))?;
                continue;
            }
            match (&one, &other) {
                (Held::Unwritten, Held::Unwritten) => {}
                (Held::Bytes(one), Held::Bytes(other)) if one == other => {}
                _ => {
                    let (Some(a), Some(b)) = (one.value(endian), other.value(endian)) else { return Err(Differ) };
                    if !self.same_values(&a, &b, layout::bits(size))? {
                        self.differing.push(Spot::Memory(to, at, size));
                    }
                }
            }
        }
        Ok(())
    }
}

fn is_variable(object: &Object<SymValue, Term>) -> bool {
    match object.kind {
        ObjectKind::Global(_) | ObjectKind::Arguments | ObjectKind::External => !object.constant,
        ObjectKind::Function(_) | ObjectKind::Stack | ObjectKind::Heap | ObjectKind::VarArgs => false,
    }
}

/// Objects of more bytes are compared as they lie there.
const SMALL: u64 = 4096;

impl Reader<SymValue, Term, 2> for Sides<'_> {
    type Stop = Differ;

    fn wants(&self, fact: Fact) -> bool {
        tells_apart(fact)
    }

    fn words(&mut self, [a, b]: [u64; 2]) -> Result<(), Differ> {
        same(a == b)
    }

    fn values(&mut self, [a, b]: [&SymValue; 2]) -> Result<(), Differ> {
        let width = self.cx.pointer_bits();
        let is_same = self.same_values(a, b, width)?;
        same(is_same)
    }

    fn truths(&mut self, [a, b]: [&Term; 2]) -> Result<(), Differ> {
        same(self.unify(*a, *b))
    }

    fn objects(&mut self, [a, b]: [ObjectId; 2]) -> Result<(), Differ> {
        self.name(a, b)
    }

    /// Registers that nobody reads any more have been cleared in both.
    fn registers(&mut self, [a, b]: [&Frame<SymValue>; 2], _: Activation) -> Result<(), Differ> {
        let frame = self.n_frames;
        self.n_frames += 1;
        same(a.regs.len() == b.regs.len())?;
        let program = self.cx.shared_program();
        let function = &program.functions[a.func];
        for (idx, (a, b)) in a.regs.iter().zip(&b.regs).enumerate() {
            let value = ValueId::new(idx);
            let ty = function.values[value].ty;
            let width = ty.width(self.cx.pointer_bits());
            if !self.same_values(a, b, width)? {
                same(ty != Scalar::Ptr)?;
                self.differing.push(Spot::Register(frame, value));
            }
        }
        Ok(())
    }

    fn holdings(&mut self, [a, b]: [&Object<SymValue, Term>; 2]) -> Result<(), Differ> {
        anatomy::holdings(self, [a, b])?;
        let size = a.contents.size();
        same(size == b.contents.size())?;
        if size <= SMALL {
            return self.small_object(a, b, size);
        }
        let touched = a.contents.touched_ranges();
        same(touched == b.contents.touched_ranges())?;
        for (start, len) in touched {
            let (a, b) = (a.contents.pieces(start, len), b.contents.pieces(start, len));
            same(a.len() == b.len())?;
            for (a, b) in a.iter().zip(&b) {
                use candor_interp::object::Piece;
                match (a, b) {
                    (Piece::Bytes(a), Piece::Bytes(b)) => same(a == b)?,
                    (Piece::Uninitialized(a), Piece::Uninitialized(b)) => same(a == b)?,
                    (Piece::Cell { size: of_a, value: a }, Piece::Cell { size: of_b, value: b }) => {
                        same(of_a == of_b)?;
                        let is_same = self.same_values(a, b, 8 * of_a)?;
                        same(is_same)?;
                    }
                    _ => return Err(Differ),
                }
            }
        }
        Ok(())
    }
}
