//! Which registers are still read, and which of those reads matter.

use candor_ir::{BinOp, BlockId, Check, EntityRef, Function, Inst, InstId, InstKind, Operand, ValueId};

use crate::cfg::Cfg;
use crate::loops::{LoopId, Loops};
use crate::worklist::until_stable;

/// For each block, the registers whose values at its start may be read later. A block's own parameters count when they are.
#[derive(Clone, Debug)]
pub struct Liveness {
    /// A row of bits for each block.
    live_in: Vec<u64>,
    n_words: usize,
    reads: Reads,
    /// Blocks that do not count: what is read there is not asked for.
    outside: Vec<bool>,
}

/// Which reads of a register count.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Reads {
    All,
    /// Not those that only compute what nothing needs.
    Needed,
}

impl Liveness {
    pub fn new(function: &Function, cfg: &Cfg) -> Liveness {
        Liveness::counting(function, cfg, Reads::All, Vec::new())
    }

    /// The registers on which something depends besides registers: memory, control, a check, a call. A counter that nobody compares is
    /// read whenever it counts, and needed by nobody.
    pub fn needed(function: &Function, cfg: &Cfg) -> Liveness {
        Liveness::counting(function, cfg, Reads::Needed, Vec::new())
    }

    /// The same as long as a loop goes round: what happens when it is left does not matter.
    pub fn needed_within(function: &Function, cfg: &Cfg, loops: &Loops, id: LoopId) -> Liveness {
        let outside = function.blocks.keys().map(|bb| !loops.contains(id, bb)).collect();
        Liveness::counting(function, cfg, Reads::Needed, outside)
    }

    fn counting(function: &Function, cfg: &Cfg, reads: Reads, outside: Vec<bool>) -> Liveness {
        let n_words = function.values.len().div_ceil(64);
        let live_in = vec![0; n_words * function.blocks.len()];
        let mut liveness = Liveness { live_in, n_words, reads, outside };
        until_stable(cfg.reverse_post_order().iter().rev(), |&bb| {
            if liveness.is_outside(bb) {
                return false;
            }
            let row = liveness.before(function, bb);
            let slot = &mut liveness.live_in[bb.index() * n_words..][..n_words];
            let has_changed = *slot != row[..];
            slot.copy_from_slice(&row);
            has_changed
        });
        liveness
    }

    /// What is live at the start of a block, given what is known of the blocks behind it.
    fn before(&self, function: &Function, bb: BlockId) -> Vec<u64> {
        let mut live = self.at_end(function, bb);
        function.block_insts(bb).rev().for_each(|inst| self.step_back(&mut live, &function.insts[inst]));
        live
    }

    /// The registers whose values behind an instruction may be read later; its own results are not among them.
    pub fn live_after(&self, function: &Function, inst: InstId) -> Vec<ValueId> {
        let bb = function.block_of(inst);
        let mut live = self.at_end(function, bb);
        let behind = function.block_insts(bb).rev().take_while(|&other| other > inst);
        behind.for_each(|inst| self.step_back(&mut live, &function.insts[inst]));
        function.insts[inst].for_each_result(|value| clear(&mut live, value));
        function.values.keys().filter(|&value| is_set(&live, value)).collect()
    }

    fn is_outside(&self, bb: BlockId) -> bool {
        self.outside.get(bb.index()).copied().unwrap_or(false)
    }

    /// What is live at the end of a block.
    fn at_end(&self, function: &Function, bb: BlockId) -> Vec<u64> {
        let mut live = vec![0; self.n_words];
        for edge in function.successors(bb) {
            let edge = &function.edges[edge];
            if self.is_outside(edge.target) {
                continue;
            }
            let start = edge.target.index() * self.n_words;
            let mut behind = self.live_in[start..start + self.n_words].to_vec();
            let params = &function.blocks[edge.target].params;
            params.iter().for_each(|&param| clear(&mut behind, param));
            for (&param, &arg) in params.iter().zip(&edge.args) {
                if self.is_live_in(edge.target, param)
                    && let Operand::Value(value) = arg
                {
                    set(&mut behind, value);
                }
            }
            live.iter_mut().zip(behind).for_each(|(live, behind)| *live |= behind);
        }
        live
    }

    /// Whether the register's value at the start of the block may be read later.
    pub fn is_live_in(&self, bb: BlockId, value: ValueId) -> bool {
        is_set(&self.live_in[bb.index() * self.n_words..], value)
    }

    /// From what is live behind an instruction to what is live before it.
    fn step_back(&self, live: &mut [u64], inst: &Inst) {
        let mut is_needed = self.reads == Reads::All || !only_computes(inst);
        inst.for_each_result(|value| {
            is_needed |= is_set(live, value);
            clear(live, value);
        });
        if !is_needed {
            return;
        }
        inst.kind.for_each_operand(|operand| {
            if let Operand::Value(value) = operand {
                set(live, value);
            }
        });
    }
}

/// Whether all that an instruction does is to give its result a value, whatever its operands are: nothing is checked, chosen or faulty.
fn only_computes(inst: &Inst) -> bool {
    let computes = match &inst.kind {
        InstKind::Binary { op, .. } => {
            matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::And | BinOp::Or | BinOp::Xor)
        }
        InstKind::Compare { .. } | InstKind::Select { .. } => true,
        // Any other may do more, or it is not worth finding out.
        _ => false,
    };
    // That executions end is asked of the place and not of the instruction.
    let mut checks = inst.checks;
    checks.remove(Check::Termination);
    computes && checks.is_empty()
}

fn is_set(row: &[u64], value: ValueId) -> bool {
    row[value.index() / 64] >> (value.index() % 64) & 1 != 0
}

fn set(row: &mut [u64], value: ValueId) {
    row[value.index() / 64] |= 1 << (value.index() % 64);
}

fn clear(row: &mut [u64], value: ValueId) {
    row[value.index() / 64] &= !(1 << (value.index() % 64));
}

#[cfg(test)]
mod tests {
    use super::*;
    use candor_ir::{Program, Scalar};

    use crate::testing::{Build, Random, f};

    const I32: Scalar = Scalar::Int(32);

    /// A register is live if a path from the block reads it before it is written: searched for directly.
    fn is_read_later(function: &Function, bb: BlockId, value: ValueId) -> bool {
        let mut seen = Vec::new();
        let mut work = vec![(bb, value)];
        while let Some((bb, value)) = work.pop() {
            if seen.contains(&(bb, value)) {
                continue;
            }
            seen.push((bb, value));
            let mut killed = false;
            for inst in function.block_insts(bb) {
                let mut read = false;
                function.insts[inst].kind.for_each_operand(|operand| read |= operand == Operand::Value(value));
                if read && !killed {
                    return true;
                }
                function.insts[inst].for_each_result(|result| killed |= result == value);
            }
            for edge in function.successors(bb) {
                let edge = &function.edges[edge];
                let params = &function.blocks[edge.target].params;
                if killed {
                    continue;
                }
                if !params.contains(&value) {
                    work.push((edge.target, value));
                }
                for (&param, &arg) in params.iter().zip(&edge.args) {
                    if arg == Operand::Value(value) {
                        work.push((edge.target, param));
                    }
                }
            }
        }
        false
    }

    /// Blocks that hand two registers on, add them up, and sometimes let somebody see one.
    fn random_registers(random: &mut Random) -> Program {
        let mut build = Build::new();
        let n_blocks = 2 + random.below(5);
        for idx in 0..n_blocks {
            let params = if idx == 0 { Vec::new() } else { vec![build.value(I32), build.value(I32)] };
            build.block(&params);
            let mut known: Vec<Operand> = params.into_iter().map(Operand::Value).collect();
            known.extend([build.int(32, 1), build.int(32, 2)]);
            for _ in 0..random.below(4) {
                let (a, b) = (known[random.below(known.len())], known[random.below(known.len())]);
                known.insert(0, build.add(a, b));
            }
            if random.one_in(4) {
                build.observe(known[0]);
            }
            let mut edge = |build: &mut Build| {
                let args = [known[random.below(known.len())], known[random.below(known.len())]];
                build.edge(1 + random.below(n_blocks - 1), &args)
            };
            let cond = build.choose();
            let (then, or_else) = (edge(&mut build), edge(&mut build));
            build.inst(InstKind::Branch { cond, then, or_else }, None);
        }
        build.finish()
    }

    #[test]
    fn agrees_with_a_search_along_all_paths() {
        let mut random = Random::new(7);
        for _ in 0..300 {
            let program = random_registers(&mut random);
            let function = f(&program).clone();
            let cfg = Cfg::new(&function);
            let liveness = Liveness::new(&function, &cfg);
            for &bb in cfg.reverse_post_order() {
                for value in function.values.keys() {
                    assert_eq!(liveness.is_live_in(bb, value), is_read_later(&function, bb, value), "{value} in {bb}");
                }
            }
        }
    }

    /// A register is needed if a chain of computations leads from it to an instruction that does more: searched for directly.
    fn is_needed_later(function: &Function, bb: BlockId, value: ValueId) -> bool {
        let mut seen = Vec::new();
        let mut work = vec![(function.blocks[bb].first, value)];
        while let Some((from, value)) = work.pop() {
            if seen.contains(&(from, value)) {
                continue;
            }
            seen.push((from, value));
            let bb = function.block_of(from);
            let mut killed = false;
            for inst in function.block_insts(bb).filter(|&inst| inst >= from) {
                let data = &function.insts[inst];
                let mut read = false;
                data.kind.for_each_operand(|operand| read |= operand == Operand::Value(value));
                if read && !only_computes(data) {
                    return true;
                }
                if read {
                    let next = InstId::new(inst.index() + 1);
                    data.for_each_result(|result| work.push((next, result)));
                }
                data.for_each_result(|result| killed |= result == value);
                if killed {
                    break;
                }
            }
            for edge in function.successors(bb).into_iter().filter(|_| !killed) {
                let edge = &function.edges[edge];
                let (first, params) = (function.blocks[edge.target].first, &function.blocks[edge.target].params);
                if !params.contains(&value) {
                    work.push((first, value));
                }
                let passed = params.iter().zip(&edge.args).filter(|(_, arg)| **arg == Operand::Value(value));
                work.extend(passed.map(|(&param, _)| (first, param)));
            }
        }
        false
    }

    #[test]
    fn what_is_needed_leads_to_something_else_than_registers() {
        let mut random = Random::new(11);
        let (mut n_live, mut n_needed) = (0, 0);
        for _ in 0..300 {
            let program = random_registers(&mut random);
            let function = f(&program);
            let cfg = Cfg::new(function);
            let (liveness, needed) = (Liveness::new(function, &cfg), Liveness::needed(function, &cfg));
            for &bb in cfg.reverse_post_order() {
                for value in function.values.keys() {
                    n_live += u32::from(liveness.is_live_in(bb, value));
                    n_needed += u32::from(needed.is_live_in(bb, value));
                    assert_eq!(needed.is_live_in(bb, value), is_needed_later(function, bb, value), "{value} in {bb}");
                }
            }
        }
        assert!(n_needed < n_live, "{n_needed} of {n_live}");
    }
}
