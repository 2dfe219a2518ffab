//! What conditions say of numbers.

use candor_ir::{
    BinOp, BlockId, CastOp, CmpOp, EdgeId, EntityRef, Function, InstKind, Operand, Program, Scalar, Switch, ValueId,
};
use candor_numbers::{AbstractInt, binary, cast, compare, math, refine};
use rustc_hash::FxHashMap;

use super::cells::{Cell, width_of};
use super::plan::{Plan, address, constant, not_null};
use super::state::{Key, State};
use super::{Now, Visit};

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
        self.look().narrow(&mut state, &now.holds, cond, truth).then_some(state)
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
        let (inner, truth) = self.look().inner(value, truth)?;
        self.passed(bb, inner, truth)
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
            if self.look().narrow(&mut state, &self.holds[link.block.index()], arg, truth) {
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
}

/// What is known where control stands: of registers everywhere and, in a state, here.
#[derive(Copy, Clone)]
pub(super) struct Look<'v> {
    pub(super) program: &'v Program,
    pub(super) function: &'v Function,
    pub(super) plan: &'v Plan,
    /// What registers hold in all rounds; without that a state knows all that is known.
    pub(super) registers: Option<&'v [Option<AbstractInt>]>,
    /// How many bits a pointer has, where pointers are numbers, too.
    pub(super) pointers: Option<u32>,
}

impl Look<'_> {
    /// How wide numbers of a type are, up to 64 bits.
    pub(super) fn width_of(&self, ty: Scalar) -> Option<u32> {
        width_of(ty, self.pointers)
    }

    /// The same of what a register holds.
    pub(super) fn width(&self, value: ValueId) -> Option<u32> {
        self.width_of(self.function.values[value].ty)
    }

    /// The number that a constant is.
    fn constant(&self, operand: Operand) -> Option<AbstractInt> {
        let of_pointer = |constant| self.pointers.and_then(|_| address(self.program, constant));
        constant(self.program, operand).or_else(|| match operand {
            Operand::Const(constant) => of_pointer(constant),
            Operand::Value(_) => None,
        })
    }

    /// What an operand of a width may be; `None` while it has not been computed.
    pub(super) fn number(&self, state: &State, operand: Operand, width: u32) -> Option<AbstractInt> {
        match (operand, self.registers) {
            (Operand::Value(value), Some(registers)) => {
                let known = registers[value.index()]?;
                state.get(Key::Register(value)).map_or(Some(known), |narrow| known.meet(narrow).or(Some(known)))
            }
            (Operand::Value(value), None) => {
                let known = state.get(Key::Register(value)).filter(|known| known.width() == width);
                Some(known.unwrap_or(AbstractInt::top(width)))
            }
            (Operand::Const(_), _) => {
                let known = self.constant(operand).filter(|known| known.width() == width);
                Some(known.unwrap_or(AbstractInt::top(width)))
            }
        }
    }

    /// What a result may be; `None` while an operand has not been computed.
    pub(super) fn compute(&self, state: &State, kind: &InstKind, width: u32) -> Option<AbstractInt> {
        let top = AbstractInt::top(width);
        let number = |operand: &Operand, width: u32| self.number(state, *operand, width);
        Some(match kind {
            InstKind::Binary { op, a, b, .. } => binary(*op, number(a, width)?, number(b, width)?),
            InstKind::Cast { op, from, value, .. } if self.width_of(*from).is_some() => {
                let number = number(value, self.width_of(*from)?)?;
                match (op, width, number.unsigned()) {
                    // A `_Bool` that holds neither 0 nor 1: some compilers look at one bit of it, others at all.
                    (CastOp::Trunc, 1, (_, 2..)) => top,
                    _ => cast(*op, number, width),
                }
            }
            InstKind::Compare { op, ty, a, b } if self.width_of(*ty).is_some() => {
                let of = self.width_of(*ty)?;
                let holds = compare(*op, number(a, of)?, number(b, of)?);
                holds.map_or(top, |holds| AbstractInt::constant(1, u64::from(holds)))
            }
            InstKind::Math { op, args, .. } if !op.is_float() => {
                let args: Option<Vec<AbstractInt>> = args.iter().map(|arg| number(arg, width)).collect();
                math(*op, &args?)
            }
            InstKind::Select { cond, a, b, .. } => match number(cond, 1)?.as_constant() {
                Some(0) => number(b, width)?,
                Some(_) => number(a, width)?,
                None => number(a, width)?.join(number(b, width)?),
            },
            InstKind::Alloca { .. } => not_null(width),
            InstKind::PtrAdd { base, offset: 0, index: None, .. } => number(base, width)?,
            InstKind::PoisonIf { value, .. } | InstKind::Freeze { value: value @ Operand::Const(_), .. } => {
                number(value, width)?
            }
            // Any other may give anything; also a freeze, since what was no value may become any.
            _ => top,
        })
    }

    /// The edges of a switch, with what is known on each.
    pub(super) fn ways(&self, now: &Now, switch: &Switch) -> Vec<(EdgeId, Option<State>)> {
        let width = self.width_of(Scalar::Int(switch.width));
        let Some(known) = width.and_then(|width| self.number(&now.state, switch.value, width)) else {
            let edges = switch.cases.iter().map(|&(_, edge)| edge).chain([switch.default]);
            return edges.map(|edge| (edge, Some(now.state.clone()))).collect();
        };
        let narrowed = |number: AbstractInt| {
            let mut state = now.state.clone();
            self.set(&mut state, &now.holds, switch.value, number).then_some(state)
        };
        // Those in no case: what is left at the ends of the interval, unless cases take all of it.
        let mut left = Some(known);
        let mut n_left = i128::from(known.signed().1) - i128::from(known.signed().0) + 1;
        let mut out = Vec::new();
        for (bits, edge) in &switch.cases {
            let case = AbstractInt::constant(known.width(), bits.to_u64_wrapping());
            let is_taken = compare(CmpOp::Eq, known, case) != Some(false);
            n_left -= i128::from(is_taken);
            left = left.and_then(|left| refine(CmpOp::Ne, left, case));
            out.push((*edge, is_taken.then(|| narrowed(case)).flatten()));
        }
        out.push((switch.default, left.filter(|_| n_left > 0).and_then(narrowed)));
        out
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
        self.constant(operand).is_some_and(|number| number.as_constant() == Some(pattern))
    }

    /// Whether an operand is zero or one because it was a truth value.
    fn is_bool(&self, operand: Operand) -> bool {
        let Operand::Value(value) = operand else { return false };
        let definition = self.plan.definitions[value.index()].map(|inst| &self.function.insts[inst].kind);
        matches!(definition, Some(InstKind::Cast { op: CastOp::ZExt, from: Scalar::Int(1), .. }))
            || self.function.values[value].ty == Scalar::I1
    }

    /// Narrows what a condition speaks of; false if it cannot be.
    pub(super) fn narrow(
        &self,
        state: &mut State,
        holds: &FxHashMap<ValueId, Cell>,
        cond: Operand,
        truth: bool,
    ) -> bool {
        let Operand::Value(value) = cond else {
            return self.constant(cond).is_none_or(|number| number.contains(0) != truth);
        };
        // An assumption about a number is that it is not zero.
        let not_zero = if truth { CmpOp::Ne } else { CmpOp::Eq };
        let zero = self.width(value).map(|width| AbstractInt::constant(width, 0));
        if zero.is_some_and(|zero| !self.compare(state, holds, not_zero, cond, zero)) {
            return false;
        }
        if let Some((inner, truth)) = self.inner(value, truth) {
            return self.narrow(state, holds, inner, truth);
        }
        let Some(inst) = self.plan.definitions[value.index()] else { return true };
        let InstKind::Compare { op, ty, a, b } = self.function.insts[inst].kind else { return true };
        let Some(width) = self.width_of(ty) else { return true };
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
            // An address as a number of the same width, or the other way round.
            InstKind::Cast { op: CastOp::PtrToInt | CastOp::IntToPtr, from, value, .. }
                if self.width_of(from) == Some(number.width()) =>
            {
                self.set(state, holds, value, number)
            }
            // Any other tells nothing about its operands.
            _ => true,
        }
    }
}
