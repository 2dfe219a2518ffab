//! What branches tell of pointers: those that ask whether one is null.
//!
//! `if (p)` is never entered when `p` can only be null, and inside it `p` is not null, if it lies in a cell that is followed. Without
//! optimisation a pointer is read anew wherever it is used, so it is the cell that something is learnt about and not the register.

use candor_ir::{
    BlockId, CmpOp, Const, EdgeId, EntityRef, FuncId, Function, InstId, InstKind, Operand, Ordering, Program, Scalar,
};

use crate::object::AbstractObject;
use crate::set::{Set, SetId};
use crate::solve::Solver;

/// A branch on whether a pointer is null.
#[derive(Copy, Clone, Debug)]
pub(crate) struct NullTest {
    pub(crate) value: Operand,
    /// Where control goes on if it is null.
    pub(crate) null: EdgeId,
    other: EdgeId,
    /// Where it was read from in the same block, if nothing was written since.
    pub(crate) read: Option<Operand>,
}

/// The branches of a function that are of this kind, by block.
#[derive(Debug)]
pub(crate) struct NullTests(Vec<Option<NullTest>>);

impl NullTests {
    pub(crate) fn new(program: &Program, function: &Function) -> NullTests {
        let mut definitions = vec![None; function.values.len()];
        for (id, inst) in function.insts.iter() {
            inst.for_each_result(|value| definitions[value.index()] = Some(id));
        }
        NullTests(function.blocks.keys().map(|bb| null_test(program, function, &definitions, bb)).collect())
    }

    pub(crate) fn at(&self, bb: BlockId) -> Option<&NullTest> {
        self.0[bb.index()].as_ref()
    }
}

fn null_test(program: &Program, function: &Function, definitions: &[Option<InstId>], bb: BlockId) -> Option<NullTest> {
    let definition = |operand: Operand| match operand {
        Operand::Value(value) => definitions[value.index()],
        Operand::Const(_) => None,
    };
    let terminator = function.terminator(bb);
    let InstKind::Branch { cond, then, or_else } = function.insts[terminator].kind else { return None };
    let InstKind::Compare { op, ty: Scalar::Ptr, a, b } = function.insts[definition(cond)?].kind else { return None };
    let is_null =
        |operand: Operand| matches!(operand, Operand::Const(constant) if *program.consts.get(constant) == Const::Null);
    let value = match (is_null(a), is_null(b)) {
        (false, true) => a,
        (true, false) => b,
        _ => return None,
    };
    let (null, other) = match op {
        CmpOp::Eq => (then, or_else),
        CmpOp::Ne => (or_else, then),
        _ => return None,
    };
    let read = definition(value).and_then(|load| just_read(function, load, terminator, bb));
    (null != other).then_some(NullTest { value, null, other, read })
}

/// The address that an instruction reads, if it is in the block and nothing is written up to its end.
fn just_read(function: &Function, load: InstId, terminator: InstId, bb: BlockId) -> Option<Operand> {
    let InstKind::Load { ptr, flags, .. } = function.insts[load].kind else { return None };
    let plain = !flags.volatile && flags.ordering == Ordering::None;
    let mut since = (load.index() + 1..terminator.index()).map(|idx| &function.insts[InstId::new(idx)].kind);
    (plain && function.block_of(load) == bb && since.all(leaves_memory)).then_some(ptr)
}

/// Whether an instruction surely writes nothing and calls nobody.
fn leaves_memory(kind: &InstKind) -> bool {
    !matches!(kind, InstKind::Call(_)) && !kind.changes_memory() && kind.life().is_none()
}

impl Solver<'_> {
    /// The edge of a branch that no execution takes, if it is known by now that there is one. Later there may be none: sets grow.
    pub(crate) fn never_taken(&self, func: FuncId, test: &NullTest) -> Option<EdgeId> {
        let set = self.set_of(func, test.value);
        if set.is_empty() {
            return None;
        }
        let set = self.pool.get(set);
        let may_be_null = set.null || set.unknown || set.places.iter().any(|&place| self.may_be_zero(place));
        let may_be_other = set.near_null || set.unknown || !set.places.is_empty();
        match (may_be_null, may_be_other) {
            (false, _) => Some(test.null),
            (true, false) => Some(test.other),
            (true, true) => None,
        }
    }

    /// All edges of a function that no execution takes.
    pub(crate) fn edges_never_taken(&self, func: FuncId) -> Vec<EdgeId> {
        let tests = self.plans[func.index()].iter().flat_map(|plan| plan.tests.0.iter().flatten());
        let by_tests = tests.filter_map(|test| self.never_taken(func, test));
        by_tests.chain(self.numbers.into_iter().flat_map(|numbers| numbers.never_taken(func))).collect()
    }

    /// Far enough from its object, a pointer can be any number; and what is nowhere defined need not be anywhere.
    fn may_be_zero(&self, (object, offset): crate::Place) -> bool {
        let undefined = match self.objects.objects[object].what {
            AbstractObject::Function(func) => !self.program.functions[func].is_defined(),
            AbstractObject::Global(global) => self.program.globals[global].init.is_none(),
            _ => false,
        };
        undefined || offset.known().is_none()
    }

    /// What is left of a set for a pointer that is null. What an unknown pointer was when it was read before, it need not be again.
    pub(crate) fn if_null(&mut self, set: SetId) -> SetId {
        let old = self.pool.get(set);
        let places = old.places.iter().copied().filter(|&place| self.may_be_zero(place)).collect();
        let set = Set { places, null: old.null, near_null: false, unknown: old.unknown };
        self.pool.add(set)
    }

    pub(crate) fn if_not_null(&mut self, set: SetId) -> SetId {
        let set = Set { null: false, ..self.pool.get(set).clone() };
        self.pool.add(set)
    }
}
