//! Value ranges: between which signed numbers each integer register lies.
//!
//! Intervals over the registers of one function, to a fixpoint with widening at joins that keep growing: to the nearest constant
//! that the function compares with, then to the type's own limit. Where a block is entered only under a comparison of a register
//! with a constant, the register is narrower there and in the blocks that it dominates. Memory is unknown.

use candor_ir::{
    BlockId, CastOp, Const, EntityRef, Function, InstId, InstKind, MathOp, Operand, Program, Scalar, ValueId,
};

use crate::cfg::Cfg;
use crate::dominators::Dominators;
use crate::range::{Range, binary, cast, implied, negated, swapped};

/// The ranges of the registers of one function; `None` for what is no integer or never computed.
#[derive(Clone, Debug)]
pub struct Ranges {
    ranges: Vec<Option<Range>>,
    conditions: Conditions,
}

/// A join that has grown so often is widened.
const MAX_GROWTH: u32 = 4;

impl Ranges {
    pub fn new(program: &Program, function: &Function) -> Ranges {
        let mut search = Search::new(program, function);
        search.run();
        Ranges { ranges: search.ranges, conditions: search.conditions }
    }

    /// The range of a register in a block: narrower than everywhere where branches say so.
    pub fn within(&self, value: ValueId, bb: BlockId) -> Option<Range> {
        self.conditions.narrow(bb, value, self.of(value)?)
    }

    pub fn of(&self, value: ValueId) -> Option<Range> {
        self.ranges[value.index()]
    }
}

/// What branches say of registers: for each register that is compared with a constant, the blocks that are entered only under a
/// condition, and what is true there.
#[derive(Clone, Debug)]
struct Conditions {
    known: Vec<Vec<(BlockId, Range)>>,
    dominators: Dominators,
}

impl Conditions {
    fn narrow(&self, bb: BlockId, value: ValueId, range: Range) -> Option<Range> {
        let holds = self.known[value.index()].iter().filter(|(under, _)| self.dominators.dominates(*under, bb));
        holds.map(|(_, known)| *known).try_fold(range, Range::meet)
    }
}

struct Search<'a> {
    program: &'a Program,
    function: &'a Function,
    cfg: Cfg,
    conditions: Conditions,
    ranges: Vec<Option<Range>>,
    growth: Vec<u32>,
    definitions: Vec<Option<InstId>>,
    /// Constants that registers are compared with, in order: where widening stops first.
    landmarks: Vec<i128>,
}

impl<'a> Search<'a> {
    fn new(program: &'a Program, function: &'a Function) -> Search<'a> {
        let n = function.values.len();
        let cfg = Cfg::new(function);
        let dominators = Dominators::new(function, &cfg);
        let mut search = Search {
            program,
            function,
            cfg,
            conditions: Conditions { known: vec![Vec::new(); n], dominators },
            ranges: vec![None; n],
            growth: vec![0; n],
            definitions: vec![None; n],
            landmarks: Vec::new(),
        };
        for (id, inst) in function.insts.iter() {
            if let Some(result) = inst.result {
                search.definitions[result.index()] = Some(id);
            }
            if let InstKind::Compare { a, b, .. } = inst.kind {
                for value in [search.constant(a), search.constant(b)].into_iter().flatten() {
                    search.landmarks.extend([value - 1, value, value + 1]);
                }
            }
        }
        search.landmarks.sort_unstable();
        search.landmarks.dedup();
        search.find_conditions();
        for &param in &function.params {
            search.ranges[param.index()] = search.width(param).map(Range::full);
        }
        search
    }

    /// Blocks that only one branch leads to are entered under its condition.
    fn find_conditions(&mut self) {
        for bb in self.function.blocks.keys() {
            let [link] = self.cfg.predecessors(bb) else { continue };
            let from = link.block;
            for operand in self.compared(from).into_iter().flatten() {
                if let (Operand::Value(value), Some(known)) = (operand, self.known_on_edge(from, bb, operand)) {
                    self.conditions.known[value.index()].push((bb, known));
                }
            }
        }
    }

    /// The operands of the comparison that a block's branch is on.
    fn compared(&self, bb: BlockId) -> [Option<Operand>; 2] {
        let InstKind::Branch { cond: Operand::Value(cond), .. } =
            self.function.insts[self.function.terminator(bb)].kind
        else {
            return [None; 2];
        };
        match self.definitions[cond.index()].map(|inst| &self.function.insts[inst].kind) {
            Some(InstKind::Compare { a, b, .. }) => [Some(*a), Some(*b)],
            _ => [None; 2],
        }
    }

    fn width(&self, value: ValueId) -> Option<u32> {
        match self.function.values[value].ty {
            Scalar::Int(width) if width <= 64 => Some(width),
            _ => None,
        }
    }

    fn constant(&self, operand: Operand) -> Option<i128> {
        let Operand::Const(constant) = operand else { return None };
        match self.program.consts.get(constant) {
            Const::Int(bits) if bits.width() <= 64 => Some(i128::from(bits.to_i64_wrapping())),
            _ => None,
        }
    }

    /// The range of an operand in a block; `None` while it has none, or where no execution gets.
    fn range(&self, bb: BlockId, operand: Operand) -> Option<Range> {
        match operand {
            Operand::Value(value) if self.width(value).is_none() => Some(Range::full(126)),
            Operand::Value(value) => self.conditions.narrow(bb, value, self.ranges[value.index()]?),
            // A constant that is no number is anything; its width is that of whoever asks.
            Operand::Const(_) => Some(self.constant(operand).map_or(Range::full(64), Range::single)),
        }
    }

    fn run(&mut self) {
        let mut changed = true;
        while changed {
            changed = false;
            let order = self.cfg.reverse_post_order().to_vec();
            for bb in order {
                changed |= self.visit(bb);
            }
        }
    }

    fn visit(&mut self, bb: BlockId) -> bool {
        let mut changed = false;
        for inst in self.function.block_insts(bb) {
            let data = &self.function.insts[inst];
            let new = data.result.and_then(|result| Some((result, self.compute(bb, &data.kind, self.width(result)?)?)));
            if let Some((result, range)) = new {
                changed |= self.grow(result, range);
            }
            let others = match &data.kind {
                InstKind::Call(call) => &call.results[..],
                InstKind::AtomicCas { success, .. } => success.as_slice(),
                _ => &[],
            };
            for &result in others {
                if let Some(width) = self.width(result) {
                    changed |= self.grow(result, Range::full(width));
                }
            }
        }
        for link in self.cfg.successors(bb).to_vec() {
            let edge = &self.function.edges[link.edge];
            for (&param, &arg) in self.function.blocks[edge.target].params.iter().zip(&edge.args) {
                let given = self.width(param).and_then(|_| self.range_on_edge(bb, link.block, arg));
                if let Some(range) = given {
                    changed |= self.grow(param, range);
                }
            }
        }
        changed
    }

    /// The range of a value where control goes from one block to another.
    fn range_on_edge(&self, from: BlockId, to: BlockId, operand: Operand) -> Option<Range> {
        let range = self.range(from, operand)?;
        match self.known_on_edge(from, to, operand) {
            Some(known) => range.meet(known),
            None => Some(range),
        }
    }

    /// What the branch from one block to another says of a value.
    fn known_on_edge(&self, from: BlockId, to: BlockId, operand: Operand) -> Option<Range> {
        let InstKind::Branch { cond: Operand::Value(cond), then, or_else } =
            self.function.insts[self.function.terminator(from)].kind
        else {
            return None;
        };
        let (then, or_else) = (self.function.edges[then].target, self.function.edges[or_else].target);
        if then == or_else {
            return None;
        }
        let compare = self.definitions[cond.index()]?;
        let InstKind::Compare { op, ty: Scalar::Int(width), a, b } = self.function.insts[compare].kind else {
            return None;
        };
        let (op, bound) = match (a == operand, b == operand) {
            (true, _) => (op, self.constant(b)?),
            (_, true) => (swapped(op)?, self.constant(a)?),
            (false, false) => return None,
        };
        let op = if to == then { op } else { negated(op)? };
        implied(op, bound, width)
    }

    fn grow(&mut self, value: ValueId, range: Range) -> bool {
        let old = self.ranges[value.index()];
        let mut new = old.map_or(range, |old| old.join(range));
        if old == Some(new) {
            return false;
        }
        self.growth[value.index()] += 1;
        let growth = self.growth[value.index()];
        if growth > MAX_GROWTH {
            let full = Range::full(self.width(value).unwrap_or(64));
            let landmarks = if growth > 3 * MAX_GROWTH { &[] } else { &self.landmarks[..] };
            new = new.widen(old.unwrap_or(new), full, landmarks);
        }
        self.ranges[value.index()] = Some(new);
        true
    }

    /// The range of a result; `None` while an operand has none.
    fn compute(&self, bb: BlockId, kind: &InstKind, width: u32) -> Option<Range> {
        let full = Range::full(width);
        let range = match kind {
            InstKind::Binary { op, a, b, .. } => binary(*op, self.range(bb, *a)?, self.range(bb, *b)?),
            InstKind::Cast { op, from, value, .. } => self.cast(bb, *op, *from, *value)?,
            InstKind::Select { a, b, .. } => Some(self.range(bb, *a)?.join(self.range(bb, *b)?)),
            InstKind::PoisonIf { value, .. } => Some(self.range(bb, *value)?),
            // What was no value may become any.
            InstKind::Freeze { value: Operand::Value(_), .. } => None,
            InstKind::Freeze { value, .. } => Some(self.range(bb, *value)?),
            InstKind::Compare { .. } | InstKind::Predicate { .. } | InstKind::IsFpClass { .. } => None,
            InstKind::Math { op: MathOp::SMin | MathOp::SMax, args, .. } => match &args[..] {
                [a, b] => Some(self.range(bb, *a)?.join(self.range(bb, *b)?)),
                _ => None,
            },
            // Everything else may give anything.
            _ => None,
        };
        Some(range.map_or(full, |range| range.or_full(width)))
    }

    fn cast(&self, bb: BlockId, op: CastOp, from: Scalar, value: Operand) -> Option<Option<Range>> {
        let Scalar::Int(from) = from else { return Some(None) };
        let range = self.range(bb, value)?;
        Some(cast(op, from, range))
    }
}

#[cfg(test)]
mod tests {
    use candor_ir::CmpOp;

    use super::*;
    use crate::testing::{Build, I32, block, f};

    /// `for (i = 0; i < 10; i++)`: ten behind the loop, nine in it.
    #[test]
    fn a_loop_counter_stays_below_its_bound() {
        let mut build = Build::new();
        let (zero, one, ten) = (build.int(32, 0), build.int(32, 1), build.int(32, 10));
        let counter = build.value(I32);
        build.block(&[]);
        build.jump(1, &[zero]);
        build.block(&[counter]);
        let less = InstKind::Compare { op: CmpOp::Slt, ty: I32, a: counter.into(), b: ten };
        let less = build.op(Scalar::I1, less);
        build.branch(less, 2, 3);
        build.block(&[]);
        let next = build.add(counter.into(), one);
        build.jump(1, &[next]);
        build.block(&[]);
        build.ret(&[]);
        let program = build.finish();
        let ranges = Ranges::new(&program, f(&program));
        assert_eq!(ranges.of(counter), Some(Range { low: 0, high: 10 }));
        assert_eq!(ranges.within(counter, block(2)), Some(Range { low: 0, high: 9 }));
        assert_eq!(ranges.within(counter, block(3)), Some(Range { low: 10, high: 10 }));
    }
}
