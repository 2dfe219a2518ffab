//! What conditions say of numbers.

use candor_ir::{BinOp, BlockId, CastOp, CmpOp, EdgeId, EntityRef, InstKind, Operand, Scalar, ValueId};
use candor_numbers::{AbstractInt, cast, refine};
use rustc_hash::FxHashMap;

use super::cells::Cell;
use super::plan::constant;
use super::state::{Key, State};
use super::{Now, Visit, width};

impl Visit<'_, '_> {
    /// What is left if a condition is true or false where control stands; `None` if it cannot be.
    pub(super) fn narrowed(&self, now: &Now, cond: Operand, truth: bool) -> Option<State> {
        // `a && b` comes as the parameter of a block: whoever passes it knows more.
        if let Some((idx, truth)) = self.passed(now.bb, cond, truth).filter(|_| now.plain) {
            let state = self.narrowed_by_edges(now.bb, idx, truth)?;
            // Registers of this block have been defined anew since.
            let from_edges = state.iter().filter(|&(key, _)| !self.is_defined_in(now.bb, key));
            let since = now.state.iter().filter(|&(key, _)| self.is_defined_in(now.bb, key));
            return Some(from_edges.chain(since).collect());
        }
        let mut state = now.state.clone();
        self.narrow(&mut state, &now.holds, cond, truth).then_some(state)
    }

    /// The same in place; false if it cannot be.
    pub(super) fn narrow_now(&self, now: &mut Now, cond: Operand, truth: bool) -> bool {
        match self.narrowed(now, cond, truth) {
            Some(state) => {
                now.state = state;
                true
            }
            None => false,
        }
    }

    /// The parameter of this block that a condition is, and whether it is to be true.
    fn passed(&self, bb: BlockId, cond: Operand, truth: bool) -> Option<(usize, bool)> {
        let Operand::Value(value) = cond else { return None };
        if let Some(idx) = self.function.blocks[bb].params.iter().position(|&param| param == value) {
            return (self.function.values[value].ty == Scalar::I1).then_some((idx, truth));
        }
        let (inner, truth) = self.inner(value, truth)?;
        self.passed(bb, inner, truth)
    }

    /// The condition inside another one: `c != 0`, `!c`, `(int)c`.
    fn inner(&self, value: ValueId, truth: bool) -> Option<(Operand, bool)> {
        match self.function.insts[self.plan.definitions[value.index()]?].kind {
            InstKind::Cast { op: CastOp::ZExt, from: Scalar::Int(1), value, .. } => Some((value, truth)),
            InstKind::Compare { op: CmpOp::Ne, a, b, .. } if self.is_bool(a) && self.is_constant(b, 0) => {
                Some((a, truth))
            }
            InstKind::Compare { op: CmpOp::Eq, a, b, .. } if self.is_bool(a) && self.is_constant(b, 0) => {
                Some((a, !truth))
            }
            InstKind::Binary { op: BinOp::Xor, ty: Scalar::Int(1), a, b, .. } if self.is_constant(b, 1) => {
                Some((a, !truth))
            }
            // Any other is no test that is understood.
            _ => None,
        }
    }

    fn is_constant(&self, operand: Operand, pattern: u64) -> bool {
        constant(self.search.program, operand).is_some_and(|number| number.as_constant() == Some(pattern))
    }

    /// Whether an operand is zero or one because it was a truth value.
    fn is_bool(&self, operand: Operand) -> bool {
        let Operand::Value(value) = operand else { return false };
        let definition = self.plan.definitions[value.index()].map(|inst| &self.function.insts[inst].kind);
        matches!(definition, Some(InstKind::Cast { op: CastOp::ZExt, from: Scalar::Int(1), .. }))
            || self.function.values[value].ty == Scalar::I1
    }

    fn is_defined_in(&self, bb: BlockId, key: Key) -> bool {
        let Key::Register(value) = key else { return false };
        let by = self.plan.definitions[value.index()];
        by.is_some_and(|inst| self.function.block_of(inst) == bb) || self.function.blocks[bb].params.contains(&value)
    }

    fn narrowed_by_edges(&self, bb: BlockId, idx: usize, truth: bool) -> Option<State> {
        let mut joined: Option<State> = None;
        for link in self.plan.cfg.predecessors(bb) {
            let Some(mut state) = self.edges[link.edge.index()].clone() else { continue };
            let arg = self.passed_along(link.edge, idx);
            if self.narrow(&mut state, &self.holds[link.block.index()], arg, truth) {
                joined = Some(match joined {
                    None => state,
                    Some(joined) => joined.join(&state),
                });
            }
        }
        joined
    }

    fn passed_along(&self, edge: EdgeId, idx: usize) -> Operand {
        self.function.edges[edge].args[idx]
    }

    /// Narrows what a condition speaks of; false if it cannot be.
    fn narrow(&self, state: &mut State, holds: &FxHashMap<ValueId, Cell>, cond: Operand, truth: bool) -> bool {
        let Operand::Value(value) = cond else {
            return constant(self.search.program, cond).is_none_or(|number| number.contains(0) != truth);
        };
        // An assumption about a number is that it is not zero.
        let not_zero = if truth { CmpOp::Ne } else { CmpOp::Eq };
        let zero = width(self.function, value).map(|width| AbstractInt::constant(width, 0));
        if zero.is_some_and(|zero| !self.compare(state, holds, not_zero, cond, zero)) {
            return false;
        }
        if let Some((inner, truth)) = self.inner(value, truth) {
            return self.narrow(state, holds, inner, truth);
        }
        let Some(inst) = self.plan.definitions[value.index()] else { return true };
        let InstKind::Compare { op, ty: Scalar::Int(width), a, b } = self.function.insts[inst].kind else {
            return true;
        };
        if width > 64 {
            return true;
        }
        let op = if truth { op } else { op.negated() };
        let Some((of_a, of_b)) = self.number(state, a, width).zip(self.number(state, b, width)) else { return true };
        self.compare(state, holds, op, a, of_b) && self.compare(state, holds, op.swapped(), b, of_a)
    }

    /// Narrows an operand that compares so with another one; false if it cannot.
    fn compare(
        &self,
        state: &mut State,
        holds: &FxHashMap<ValueId, Cell>,
        op: CmpOp,
        operand: Operand,
        other: AbstractInt,
    ) -> bool {
        let Some(known) = self.number(state, operand, other.width()) else { return true };
        match refine(op, known, other) {
            Some(number) => number == known || self.set(state, holds, operand, number),
            None => false,
        }
    }

    /// An operand is one of these numbers, and so is what it was made of; false if it cannot.
    pub(super) fn set(
        &self,
        state: &mut State,
        holds: &FxHashMap<ValueId, Cell>,
        operand: Operand,
        number: AbstractInt,
    ) -> bool {
        let Some(known) = self.number(state, operand, number.width()) else { return true };
        let Some(number) = known.meet(number) else { return false };
        let Operand::Value(value) = operand else { return true };
        state.insert(Key::Register(value), number);
        if let Some(&cell) = holds.get(&value) {
            let held = state.get(Key::Cell(cell)).map_or(Some(number), |held| held.meet(number));
            match held {
                Some(held) => state.insert(Key::Cell(cell), held),
                None => return false,
            }
        }
        let Some(inst) = self.plan.definitions[value.index()] else { return true };
        match self.function.insts[inst].kind {
            // The low bits of an extended number are the number.
            InstKind::Cast { op: CastOp::SExt | CastOp::ZExt, from: Scalar::Int(from), value, .. } => {
                self.set(state, holds, value, cast(CastOp::Trunc, number, from))
            }
            // Any other tells nothing about its operands.
            _ => true,
        }
    }
}
