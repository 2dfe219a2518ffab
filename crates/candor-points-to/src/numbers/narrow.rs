//! What conditions say of numbers.

use candor_analysis::{Range, negated, restrict, swapped};
use candor_ir::{BinOp, BlockId, CastOp, CmpOp, EdgeId, EntityRef, InstKind, Operand, Scalar, ValueId};
use rustc_hash::FxHashMap;

use super::cells::Cell;
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
            InstKind::Compare { op: CmpOp::Ne, a, b, .. } if self.is_bool(a) && self.constant(b) == Some(0) => {
                Some((a, truth))
            }
            InstKind::Compare { op: CmpOp::Eq, a, b, .. } if self.is_bool(a) && self.constant(b) == Some(0) => {
                Some((a, !truth))
            }
            // As a signed number of one bit, true is minus one.
            InstKind::Binary { op: BinOp::Xor, ty: Scalar::Int(1), a, b, .. } if self.constant(b) == Some(-1) => {
                Some((a, !truth))
            }
            _ => None,
        }
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
            return self.constant(cond).is_none_or(|number| (number != 0) == truth);
        };
        // An assumption about a number is that it is not zero.
        let not_zero = if truth { CmpOp::Ne } else { CmpOp::Eq };
        if !self.compare(state, holds, not_zero, cond, Range::single(0)) {
            return false;
        }
        if let Some((inner, truth)) = self.inner(value, truth) {
            return self.narrow(state, holds, inner, truth);
        }
        let Some(inst) = self.plan.definitions[value.index()] else { return true };
        let InstKind::Compare { op, ty: Scalar::Int(width), a, b } = self.function.insts[inst].kind else {
            return true;
        };
        let Some(op) = (if truth { Some(op) } else { negated(op) }).filter(|_| width <= 64) else { return true };
        let ranges = self.range(state, a).zip(self.range(state, b));
        let Some((of_a, of_b)) = ranges else { return true };
        self.compare(state, holds, op, a, of_b) && swapped(op).is_none_or(|op| self.compare(state, holds, op, b, of_a))
    }

    /// Narrows an operand that compares so with some number of a range.
    fn compare(
        &self,
        state: &mut State,
        holds: &FxHashMap<ValueId, Cell>,
        op: CmpOp,
        operand: Operand,
        other: Range,
    ) -> bool {
        let Some(known) = self.range(state, operand) else { return true };
        let wide = match operand {
            Operand::Value(value) => width(self.function, value),
            Operand::Const(_) => None,
        };
        let Some(wide) = wide else { return true };
        match restrict(op, known, other, wide) {
            Some(range) => range == known || self.set(state, holds, operand, range),
            None => false,
        }
    }

    /// An operand lies in a range, and so does what it was made of; false if it cannot.
    pub(super) fn set(
        &self,
        state: &mut State,
        holds: &FxHashMap<ValueId, Cell>,
        operand: Operand,
        range: Range,
    ) -> bool {
        let Some(known) = self.range(state, operand) else { return true };
        let Some(range) = known.meet(range) else { return false };
        let Operand::Value(value) = operand else { return true };
        state.insert(Key::Register(value), range);
        if let Some(&cell) = holds.get(&value) {
            let held = self.read(state, cell).map_or(Some(range), |held| held.meet(range));
            match held {
                Some(held) => state.insert(Key::Cell(cell), held),
                None => return false,
            }
        }
        let Some(inst) = self.plan.definitions[value.index()] else { return true };
        match self.function.insts[inst].kind {
            InstKind::Cast { op: CastOp::SExt, value, .. } => self.set(state, holds, value, range),
            // Below the sign bit both are the same number.
            InstKind::Cast { op: CastOp::ZExt, from: Scalar::Int(from), value, .. }
                if from <= 64 && range.low >= 0 && range.high <= Range::full(from).high =>
            {
                self.set(state, holds, value, range)
            }
            _ => true,
        }
    }
}
