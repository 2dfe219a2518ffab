//! What functions are called with, as far as it is plain: one place or one number for all calls that a walk meets.
//!
//! A forward constant propagation over parameters. Registers are assigned once, so that whatever is computed from parameters and
//! constants alone is the same wherever it is used: `&a[(long)argument]` is one place for the thread that got this argument.

use candor_bits::small;
use candor_interp::ObjectId;
use candor_ir::{Call, CastOp, EntityRef, FuncId, InstKind, Operand, Program, PtrIndex, Scalar};
use candor_points_to::PointsTo;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// A value that is known: a pointer into an object, or a number.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Plain {
    Place(ObjectId, i64),
    Number(u64),
}

/// A parameter, by its position.
pub(crate) type Bound = (FuncId, usize);

/// How many instructions deep the computation of a value is followed.
const MAX_DEPTH: u32 = 16;

/// What parameters are bound to. A parameter that turns out to have two values is noted, and the walk has to be made again with that
/// in mind: what it has seen so far may rest on the first of them.
pub(crate) struct Bindings<'m> {
    /// Those that are known to have several values, or one that is not plain.
    many: &'m FxHashSet<Bound>,
    values: FxHashMap<FuncId, SmallVec<[Option<Plain>; 4]>>,
    conflicts: Vec<Bound>,
}

/// Where values are computed from.
struct Scope<'s> {
    program: &'s Program,
    points_to: &'s PointsTo,
    consts: &'s [Option<Plain>],
    func: FuncId,
}

impl<'m> Bindings<'m> {
    pub(crate) fn new(many: &'m FxHashSet<Bound>) -> Bindings<'m> {
        Bindings { many, values: FxHashMap::default(), conflicts: Vec::new() }
    }

    /// A function is called with these values.
    pub(crate) fn bind(&mut self, func: FuncId, args: impl Iterator<Item = Option<Plain>>) {
        let args: SmallVec<[Option<Plain>; 4]> =
            args.enumerate().map(|(idx, arg)| arg.filter(|_| !self.many.contains(&(func, idx)))).collect();
        match self.values.get(&func) {
            None => _ = self.values.insert(func, args),
            Some(old) => {
                let differs = |idx: &usize| old[*idx].is_some() && args.get(*idx).copied().flatten() != old[*idx];
                self.conflicts.extend((0..old.len()).filter(differs).map(|idx| (func, idx)));
            }
        }
    }

    /// Whether what was found rests on bindings that hold for all calls.
    pub(crate) fn finish(self) -> Result<(), Vec<Bound>> {
        if self.conflicts.is_empty() { Ok(()) } else { Err(self.conflicts) }
    }

    /// What a call passes to the parameters of a function, where it arrives as it is.
    pub(crate) fn arguments(
        &self,
        program: &Program,
        points_to: &PointsTo,
        consts: &[Option<Plain>],
        caller: FuncId,
        call: &Call,
        callee: FuncId,
    ) -> SmallVec<[Option<Plain>; 4]> {
        let function = &program.functions[callee];
        let arg = |(idx, &param): (usize, &candor_ir::ValueId)| {
            let arg = call.args.get(idx)?;
            let as_declared = arg.byval.is_none() && arg.ty == function.values[param].ty;
            if as_declared { self.value(program, points_to, consts, caller, arg.value) } else { None }
        };
        function.params.iter().enumerate().map(arg).collect()
    }

    /// The one value of an operand in a function.
    pub(crate) fn value(
        &self,
        program: &Program,
        points_to: &PointsTo,
        consts: &[Option<Plain>],
        func: FuncId,
        operand: Operand,
    ) -> Option<Plain> {
        self.evaluate(&Scope { program, points_to, consts, func }, operand, MAX_DEPTH)
    }

    fn evaluate(&self, scope: &Scope<'_>, operand: Operand, depth: u32) -> Option<Plain> {
        let value = match operand {
            Operand::Const(constant) => return scope.consts.get(constant.index()).copied().flatten(),
            Operand::Value(value) => value,
        };
        let depth = depth.checked_sub(1)?;
        let function = &scope.program.functions[scope.func];
        let Some(inst) = scope.points_to.definition(scope.func, value) else {
            let idx = function.params.iter().position(|&param| param == value)?;
            return self.values.get(&scope.func)?.get(idx).copied().flatten();
        };
        let number = |operand| match self.evaluate(scope, operand, depth)? {
            Plain::Number(number) => Some(number),
            Plain::Place(..) => None,
        };
        let pointer_bits = scope.program.target.pointer_bits;
        match &function.insts[inst].kind {
            InstKind::PtrAdd { base, offset, index, .. } => {
                let Plain::Place(object, start) = self.evaluate(scope, *base, depth)? else { return None };
                let by_index = match index {
                    None => 0,
                    Some(PtrIndex { index, width, scale }) => {
                        let index = signed(number(*index)?, *width)?;
                        index.checked_mul(i64::try_from(*scale).ok()?)?
                    }
                };
                Some(Plain::Place(object, start.checked_add(*offset)?.checked_add(by_index)?))
            }
            InstKind::Cast { op: op @ (CastOp::ZExt | CastOp::SExt | CastOp::Trunc), from, to, value } => {
                let (Scalar::Int(from), Scalar::Int(to)) = (*from, *to) else { return None };
                let fits = from <= 64 && to <= 64;
                fits.then(|| number(*value))
                    .flatten()
                    .map(|number| Plain::Number(small::cast_int(*op, from, to, number)))
            }
            // A number that was passed as a pointer, and back.
            InstKind::Cast { op: CastOp::PtrToInt, to: Scalar::Int(width), value, .. }
            | InstKind::Cast { op: CastOp::IntToPtr, from: Scalar::Int(width), value, .. }
                if *width == pointer_bits =>
            {
                number(*value).map(Plain::Number)
            }
            // Any other value is not known.
            _ => None,
        }
    }
}

/// A number of some bits as a signed one.
fn signed(number: u64, width: u32) -> Option<i64> {
    (width <= 64).then(|| small::sext(width, number))
}
