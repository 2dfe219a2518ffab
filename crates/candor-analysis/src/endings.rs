//! Loops that surely end: those that count.
//!
//! A loop ends if each time round it passes a branch that leaves it unless a comparison holds, where one side of the comparison is
//! a number that every time round changes by the same constant, the other does not change at all, and going on so must make the
//! comparison false, whatever the number was at first: arithmetic wraps, so a step of one comes by every value there is, while a larger
//! one may jump over the end. The number is a parameter of the loop's first block, or a local variable in memory that is only
//! loaded and stored by name.
//!
//! What is called in the loop may of course never return; that is another question.

use candor_ir::{
    BinOp, BlockId, CastOp, CmpOp, Const, EntityRef, Function, InstId, InstKind, Operand, Program, Scalar, ValueId,
};

use crate::cfg::Cfg;
use crate::dominators::Dominators;
use crate::loops::{LoopId, Loops};

/// How far the definition of a bound is followed.
const MAX_DEPTH: u32 = 6;

/// The loops of a function that end whenever what they call returns.
#[derive(Clone, Debug)]
pub struct Endings {
    ends: Vec<bool>,
}

impl Endings {
    pub fn new(program: &Program, function: &Function, cfg: &Cfg, loops: &Loops) -> Endings {
        let search = Search::new(program, function, cfg, loops);
        Endings { ends: loops.loops.keys().map(|id| search.ends(id)).collect() }
    }

    pub fn ends(&self, id: LoopId) -> bool {
        self.ends[id.index()]
    }
}

struct Search<'a> {
    program: &'a Program,
    function: &'a Function,
    cfg: &'a Cfg,
    loops: &'a Loops,
    dominators: Dominators,
    definitions: Vec<Option<InstId>>,
    /// For each register that is a local variable's address and nothing else: who stores to it, or makes it anew.
    writers: Vec<Option<Vec<InstId>>>,
}

/// A number that changes by a constant, or not at all.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Counter {
    /// A local variable, by the register that holds its address.
    Memory(ValueId),
    /// A parameter of the loop's first block.
    Register(ValueId),
}

/// One side of a comparison that does not change, as far as it is known.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Bound {
    Number(i128),
    /// Any number of the width of the comparison.
    Fixed,
}

impl<'a> Search<'a> {
    fn new(program: &'a Program, function: &'a Function, cfg: &'a Cfg, loops: &'a Loops) -> Search<'a> {
        let mut definitions = vec![None; function.values.len()];
        for (id, inst) in function.insts.iter() {
            inst.for_each_result(|value| definitions[value.index()] = Some(id));
        }
        let dominators = Dominators::new(function, cfg);
        Search { program, function, cfg, loops, dominators, definitions, writers: writers(function) }
    }

    fn ends(&self, id: LoopId) -> bool {
        let data = &self.loops.loops[id];
        let [header] = data.entries[..] else { return false };
        let latches = self.cfg.predecessors(header).iter().map(|link| link.block);
        let latches: Vec<BlockId> = latches.filter(|&bb| self.loops.contains(id, bb)).collect();
        let passed = |bb: BlockId| latches.iter().all(|&latch| self.dominators.dominates(bb, latch));
        self.loops.blocks(id).iter().any(|&bb| passed(bb) && self.leaves(id, header, &latches, bb))
    }

    /// Whether the branch at the end of a block that is passed each time round leaves the loop at last.
    fn leaves(&self, id: LoopId, header: BlockId, latches: &[BlockId], bb: BlockId) -> bool {
        let InstKind::Branch { cond, then, or_else } = self.function.insts[self.function.terminator(bb)].kind else {
            return false;
        };
        let stays = |edge| self.loops.contains(id, self.function.edges[edge].target);
        let negate = match (stays(then), stays(or_else)) {
            (true, false) => false,
            (false, true) => true,
            _ => return false,
        };
        let Some(InstKind::Compare { op, ty: Scalar::Int(width), a, b }) = self.definition(cond) else { return false };
        let op = if negate { op.negated() } else { *op };
        let ways = [(op, *a, *b), (op.swapped(), *b, *a)];
        ways.into_iter().any(|(op, counter, bound)| self.counts_past(id, header, latches, op, *width, counter, bound))
    }

    #[expect(clippy::too_many_arguments, reason = "the loop, its parts, and the comparison")]
    fn counts_past(
        &self,
        id: LoopId,
        header: BlockId,
        latches: &[BlockId],
        op: CmpOp,
        width: u32,
        counter: Operand,
        bound: Operand,
    ) -> bool {
        let Some((op, width, counter, bound)) = self.narrow(id, op, width, counter, bound) else { return false };
        let Some(counter) = self.counter(id, header, counter) else { return false };
        let Some(step) = self.step(id, header, latches, counter, width) else { return false };
        must_fail(op, width, step, bound)
    }

    /// The same comparison without casts that both sides have, or that a constant does not need.
    fn narrow(
        &self,
        id: LoopId,
        op: CmpOp,
        width: u32,
        counter: Operand,
        bound: Operand,
    ) -> Option<(CmpOp, u32, Operand, Bound)> {
        let Some(&InstKind::Cast { op: cast, from: Scalar::Int(from), value, .. }) = self.definition(counter) else {
            return Some((op, width, counter, self.bound(id, bound)?));
        };
        if from > 64 {
            return None;
        }
        let op = match cast {
            CastOp::SExt if is_signed(op) => op,
            // The result is not negative, so all comparisons are of numbers without sign.
            CastOp::ZExt => unsigned(op),
            _ => return None,
        };
        let limits = if is_signed(op) && cast == CastOp::SExt { signed(from) } else { (0, (1i128 << from) - 1) };
        let bound = match self.definition(bound) {
            Some(&InstKind::Cast { op: other, from: Scalar::Int(same), value, .. })
                if other == cast && same == from =>
            {
                self.bound(id, value)?
            }
            // Any other is as good as what is known of it in the end.
            _ => match self.bound(id, bound)? {
                Bound::Number(number) if (limits.0..=limits.1).contains(&number) => Bound::Number(number),
                _ => return None,
            },
        };
        Some((op, from, value, bound))
    }

    fn definition(&self, operand: Operand) -> Option<&'a InstKind> {
        let Operand::Value(value) = operand else { return None };
        self.definitions[value.index()].map(|inst| &self.function.insts[inst].kind)
    }

    /// What an operand counts with: what it is at the branch must be what it was all the time round but for the step.
    fn counter(&self, id: LoopId, header: BlockId, operand: Operand) -> Option<Counter> {
        let Operand::Value(value) = operand else { return None };
        // What was loaded before the loop stays what it was.
        let is_inside = |inst: &InstId| self.loops.contains(id, self.function.block_of(*inst));
        if self.function.blocks[header].params.contains(&value) {
            return Some(Counter::Register(value));
        }
        self.definitions[value.index()].filter(is_inside)?;
        self.variable_loaded(operand).map(Counter::Memory)
    }

    /// The variable that an operand was loaded from, whole.
    fn variable_loaded(&self, operand: Operand) -> Option<ValueId> {
        let Some(&InstKind::Load { ptr: Operand::Value(ptr), .. }) = self.definition(operand) else { return None };
        self.writers[ptr.index()].as_ref().map(|_| ptr)
    }

    /// By how much the counter changes each time round, modulo two to its width.
    fn step(&self, id: LoopId, header: BlockId, latches: &[BlockId], counter: Counter, width: u32) -> Option<i128> {
        match counter {
            Counter::Memory(variable) => self.step_in_memory(id, latches, variable, width),
            Counter::Register(param) => {
                let idx = self.function.blocks[header].params.iter().position(|&other| other == param)?;
                let edges = self.cfg.predecessors(header).iter().filter(|link| latches.contains(&link.block));
                let mut steps = edges.map(|link| {
                    let given = self.function.edges[link.edge].args[idx];
                    self.added(given, width, |operand| operand == Operand::Value(param))
                });
                let first = steps.next()??;
                steps.all(|step| step == Some(first)).then_some(first)
            }
        }
    }

    /// There must be one store, passed exactly once each time round, of what was just loaded and a constant.
    fn step_in_memory(&self, id: LoopId, latches: &[BlockId], variable: ValueId, width: u32) -> Option<i128> {
        let writers = self.writers[variable.index()].as_ref()?;
        let mut inside = writers.iter().filter(|&&inst| self.loops.contains(id, self.function.block_of(inst)));
        let &store = inside.next()?;
        if inside.next().is_some() {
            return None;
        }
        let bb = self.function.block_of(store);
        let once =
            self.loops.innermost(bb) == Some(id) && latches.iter().all(|&latch| self.dominators.dominates(bb, latch));
        let InstKind::Store { ty: Scalar::Int(stored), value, .. } = self.function.insts[store].kind else {
            return None;
        };
        // All loads of it are as wide, or they would read half of it.
        let all_wide = self.loads_are(variable, stored);
        let is_old = |operand: Operand| {
            let Operand::Value(loaded) = operand else { return false };
            let load = self.definitions[loaded.index()];
            self.variable_loaded(operand) == Some(variable)
                && load.is_some_and(|load| self.function.block_of(load) == bb && load < store)
        };
        if !once || stored != width || !all_wide {
            return None;
        }
        self.added(value, width, is_old)
    }

    fn loads_are(&self, variable: ValueId, width: u32) -> bool {
        self.function.insts.values().all(|inst| {
            let InstKind::Load { ty, ptr, .. } = inst.kind else { return true };
            ptr != Operand::Value(variable) || ty == Scalar::Int(width)
        })
    }

    /// The constant that an operand is more than something, modulo two to the width.
    fn added(&self, operand: Operand, width: u32, is_base: impl Fn(Operand) -> bool) -> Option<i128> {
        let (kind, is_base): (&InstKind, &dyn Fn(Operand) -> bool) = match self.definition(operand)? {
            // Small numbers are widened, added and cut again.
            InstKind::Cast { op: CastOp::Trunc, value, .. } => (self.definition(*value)?, &|operand| {
                matches!(self.definition(operand), Some(&InstKind::Cast { op: CastOp::SExt | CastOp::ZExt, value, .. })
                    if is_base(value))
            }),
            // Any other is added without a cast.
            kind => (kind, &is_base),
        };
        let &InstKind::Binary { op, a, b, poison, .. } = kind else { return None };
        if !poison.is_empty() {
            return None;
        }
        let step = match op {
            BinOp::Add if is_base(a) => self.number(b)?,
            BinOp::Add if is_base(b) => self.number(a)?,
            BinOp::Sub if is_base(a) => -self.number(b)?,
            _ => return None,
        };
        (width <= 64).then_some(step)
    }

    /// An operand that is the same each time round.
    fn bound(&self, id: LoopId, operand: Operand) -> Option<Bound> {
        match self.number(operand) {
            Some(number) => Some(Bound::Number(number)),
            None => self.is_fixed(id, operand, MAX_DEPTH).then_some(Bound::Fixed),
        }
    }

    fn is_fixed(&self, id: LoopId, operand: Operand, depth: u32) -> bool {
        let Operand::Value(value) = operand else { return true };
        let Some(inst) = self.definitions[value.index()] else { return self.is_given_outside(id, value) };
        if !self.loops.contains(id, self.function.block_of(inst)) {
            return true;
        }
        if depth == 0 {
            return false;
        }
        match &self.function.insts[inst].kind {
            InstKind::Load { .. } => self.variable_loaded(operand).is_some_and(|variable| {
                let writers = self.writers[variable.index()].as_deref().unwrap_or_default();
                !writers.iter().any(|&inst| self.loops.contains(id, self.function.block_of(inst)))
            }),
            InstKind::Cast { value, .. } => self.is_fixed(id, *value, depth - 1),
            InstKind::Binary { op, a, b, .. } => {
                let divides = matches!(op, BinOp::SDiv | BinOp::SRem | BinOp::UDiv | BinOp::URem);
                !divides && self.is_fixed(id, *a, depth - 1) && self.is_fixed(id, *b, depth - 1)
            }
            // Any other may change each time round.
            _ => false,
        }
    }

    /// Whether a parameter of a function or of a block outside the loop.
    fn is_given_outside(&self, id: LoopId, value: ValueId) -> bool {
        !self.loops.blocks(id).iter().any(|&bb| self.function.blocks[bb].params.contains(&value))
    }

    /// As a number with sign.
    fn number(&self, operand: Operand) -> Option<i128> {
        let Operand::Const(constant) = operand else { return None };
        match self.program.consts.get(constant) {
            Const::Int(bits) if bits.width() <= 64 => bits.to_i128(),
            _ => None,
        }
    }
}

/// The stores to each local variable whose address is used for nothing but loads, stores and its life.
fn writers(function: &Function) -> Vec<Option<Vec<InstId>>> {
    let mut found: Vec<Option<Vec<InstId>>> = vec![None; function.values.len()];
    for (_, inst) in function.insts.iter() {
        if let (InstKind::Alloca { .. }, Some(result)) = (&inst.kind, inst.result) {
            found[result.index()] = Some(Vec::new());
        }
    }
    for (id, inst) in function.insts.iter() {
        let mut seen_otherwise = |operand: Operand| {
            if let Operand::Value(value) = operand {
                found[value.index()] = None;
            }
        };
        match &inst.kind {
            InstKind::Load { .. } | InstKind::LifetimeEnd { .. } => {}
            InstKind::Store { ptr, value, .. } => {
                seen_otherwise(*value);
                note(&mut found, *ptr, id);
            }
            InstKind::LifetimeStart { ptr } => note(&mut found, *ptr, id),
            // Any other may do anything with an address.
            kind => kind.for_each_operand(&mut seen_otherwise),
        }
    }
    for &arg in function.edges.values().flat_map(|edge| &edge.args) {
        if let Operand::Value(value) = arg {
            found[value.index()] = None;
        }
    }
    found
}

fn note(found: &mut [Option<Vec<InstId>>], ptr: Operand, inst: InstId) {
    if let Operand::Value(ptr) = ptr
        && let Some(writers) = &mut found[ptr.index()]
    {
        writers.push(inst);
    }
}

/// Whether a comparison with a bound becomes false at last for a number that changes by a step, wherever it starts.
fn must_fail(op: CmpOp, width: u32, step: i128, bound: Bound) -> bool {
    if width > 64 || width == 0 || step.rem_euclid(1i128 << width) == 0 {
        return false;
    }
    let (low, high) = if is_signed(op) { signed(width) } else { (0, (1i128 << width) - 1) };
    // Which number a constant means depends on who compares.
    let bound = match bound {
        Bound::Number(number) if !is_signed(op) => Some(number.rem_euclid(1i128 << width)),
        Bound::Number(number) => Some(number),
        Bound::Fixed => None,
    };
    let odd = step.rem_euclid(2) == 1;
    match op {
        CmpOp::Eq => true,
        // It comes by every value.
        CmpOp::Ne | CmpOp::Slt | CmpOp::Ult | CmpOp::Sgt | CmpOp::Ugt if odd => true,
        CmpOp::Sle | CmpOp::Ule if odd => bound.is_some_and(|bound| bound < high),
        CmpOp::Sge | CmpOp::Uge if odd => bound.is_some_and(|bound| bound > low),
        // It must not jump from below the bound over the greatest number.
        CmpOp::Slt | CmpOp::Ult => step > 0 && bound.is_some_and(|bound| bound - 1 + step <= high),
        CmpOp::Sle | CmpOp::Ule => step > 0 && bound.is_some_and(|bound| bound + step <= high),
        CmpOp::Sgt | CmpOp::Ugt => step < 0 && bound.is_some_and(|bound| bound + 1 + step >= low),
        CmpOp::Sge | CmpOp::Uge => step < 0 && bound.is_some_and(|bound| bound + step >= low),
        _ => false,
    }
}

fn signed(width: u32) -> (i128, i128) {
    (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1)
}

fn is_signed(op: CmpOp) -> bool {
    matches!(op, CmpOp::Slt | CmpOp::Sle | CmpOp::Sgt | CmpOp::Sge | CmpOp::Eq | CmpOp::Ne)
}

fn unsigned(op: CmpOp) -> CmpOp {
    match op {
        CmpOp::Slt => CmpOp::Ult,
        CmpOp::Sle => CmpOp::Ule,
        CmpOp::Sgt => CmpOp::Ugt,
        CmpOp::Sge => CmpOp::Uge,
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use candor_bits::small;

    use super::*;
    use crate::testing::{Build, I32, f};

    /// All comparisons, steps, bounds and starts at four bits: what is said to end does.
    #[test]
    fn what_must_fail_fails() {
        let ops = [
            CmpOp::Eq,
            CmpOp::Ne,
            CmpOp::Slt,
            CmpOp::Sle,
            CmpOp::Sgt,
            CmpOp::Sge,
            CmpOp::Ult,
            CmpOp::Ule,
            CmpOp::Ugt,
            CmpOp::Uge,
        ];
        let pattern = |number: i128| u64::try_from(number & 15).expect("four bits");
        let holds_for_ever = |op, step, bound, start| {
            let mut number = pattern(start);
            for _ in 0..17 {
                if !small::compare(op, 4, number, pattern(bound)) {
                    return false;
                }
                number = (number + pattern(step)) & 15;
            }
            true
        };
        let mut n_ending = 0;
        for op in ops {
            for step in -8..8 {
                let all: Vec<i128> = (-8..8).collect();
                let ever = |bound: i128| all.iter().any(|&start| holds_for_ever(op, step, bound, start));
                for &bound in &all {
                    let ends = must_fail(op, 4, step, Bound::Number(bound));
                    n_ending += u32::from(ends);
                    assert!(!ends || !ever(bound), "{op:?} step {step} bound {bound}");
                }
                let ends = must_fail(op, 4, step, Bound::Fixed);
                assert!(!ends || !all.iter().any(|&bound| ever(bound)), "{op:?} step {step} any bound");
            }
        }
        assert!(n_ending > 600, "{n_ending}");
    }

    /// `for (i = start; i op bound; i += step)` in registers.
    fn counted(op: CmpOp, bound: u64, step: u64) -> bool {
        let mut build = Build::new();
        let (zero, bound, step) = (build.int(32, 0), build.int(32, bound), build.int(32, step));
        let counter = build.value(I32);
        build.block(&[]);
        build.jump(1, &[zero]);
        build.block(&[counter]);
        let compare = build.op(Scalar::I1, InstKind::Compare { op, ty: I32, a: counter.into(), b: bound });
        build.branch(compare, 2, 3);
        build.block(&[]);
        let next = build.add(counter.into(), step);
        build.jump(1, &[next]);
        build.block(&[]);
        build.ret(&[]);
        let program = build.finish();
        let cfg = Cfg::new(f(&program));
        let loops = Loops::new(f(&program), &cfg);
        let endings = Endings::new(&program, f(&program), &cfg, &loops);
        endings.ends(loops.loops.keys().next().expect("a loop"))
    }

    #[test]
    fn loops_that_count_end() {
        assert!(counted(CmpOp::Slt, 10, 1));
        assert!(counted(CmpOp::Slt, 10, 4));
        assert!(counted(CmpOp::Ne, 10, 1));
        assert!(!counted(CmpOp::Ne, 10, 4), "it may jump over the end");
        assert!(!counted(CmpOp::Sle, 0x7fff_ffff, 1), "all numbers are at most the greatest");
        assert!(!counted(CmpOp::Slt, 0x7fff_fffe, 4), "it may jump over the greatest number");
        assert!(!counted(CmpOp::Slt, 10, 0), "it stands still");
    }
}
