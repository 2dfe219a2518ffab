//! The operand of `__builtin_constant_p`, which C does not evaluate.
//!
//! clang leaves an operand with side effects out, but computes any other one, with the checks that it takes:
//! ```text
//!   %p = load ptr, ptr %p.addr
//!   %x = load i32, ptr %p
//!   %known = call i1 @llvm.is.constant.i32(i32 %x)
//! ```
//! What was computed for the question alone is left out, so that `__builtin_constant_p(*p)` reads nothing. Where the operand contains
//! branches, as `?:` and `&&` do, control goes from the first of them straight to the block in which they meet again.

use llvm_sys::LLVMOpcode;
use rustc_hash::FxHashSet;

use crate::llvm::{Block, Value, ValueKind};
use crate::shape::{Claim, Shape};

/// What is left out for one question, going back from it instruction by instruction.
struct Operand<'s> {
    shape: &'s mut Shape,
    dead: FxHashSet<Value>,
}

/// Leaves out what is computed only for `question`, a call of `llvm.is.constant`.
pub(crate) fn leave_out(shape: &mut Shape, question: Value) {
    let mut operand = Operand { shape, dead: FxHashSet::from_iter([question]) };
    let mut block = question.block();
    let mut before: Vec<Value> = block.insts().take_while(|inst| *inst != question).collect();
    while operand.leave_out_all(before) {
        let Some(earlier) = operand.pass_over(block) else { break };
        block = earlier;
        let terminator = block.terminator();
        operand.dead.insert(terminator);
        before = block.insts().take_while(|inst| *inst != terminator).collect();
    }
    let dead = operand.dead.into_iter().filter(|inst| *inst != question && is_pure(*inst));
    operand.shape.skip(dead);
}

impl Operand<'_> {
    /// Whether all of these instructions are left out.
    fn leave_out_all(&mut self, mut insts: Vec<Value>) -> bool {
        while let Some(inst) = insts.pop() {
            if !self.shape.is_skipped(inst) {
                if !is_pure(inst) || !self.is_only_for_it(inst) {
                    return false;
                }
                self.dead.insert(inst);
            }
        }
        true
    }

    fn is_dead(&self, value: Value) -> bool {
        self.dead.contains(&value) || self.shape.is_skipped(value)
    }

    /// A value that nobody uses was not computed for the question, unless it is what clang counts ways through a `?:` by.
    fn is_only_for_it(&self, inst: Value) -> bool {
        let users = inst.users();
        if users.is_empty() && inst.opcode_is(LLVMOpcode::LLVMZExt) {
            let is_select = |user: &Value| user.opcode_is(LLVMOpcode::LLVMSelect) && self.dead.contains(user);
            return inst.operand(0).users().iter().any(is_select);
        }
        users.iter().any(|user| self.dead.contains(user)) && users.into_iter().all(|user| self.is_dead(user))
    }

    /// The block before this one, which from now on leads here and nowhere else: it ends in a check of the operand, or in a branch
    /// between parts of it.
    fn pass_over(&mut self, block: Block) -> Option<Block> {
        if let Some(earlier) = self.checked_before(block) {
            self.shape.drop_claims(earlier);
            return Some(earlier);
        }
        let dead = self.dead.clone();
        let head = self.branch_before(block);
        match head {
            Some(head) => self.shape.lead(head, block),
            None => self.dead = dead,
        }
        head
    }

    /// The block whose branch decides between ways that do nothing but compute the operand and all lead to `join`, which begins with
    /// what they computed. Goes back from there over blocks from which control gets nowhere else, until one block alone leads to them.
    fn branch_before(&mut self, join: Block) -> Option<Block> {
        join.first().filter(|first| first.opcode_is(LLVMOpcode::LLVMPHI))?;
        let mut passed = vec![join];
        loop {
            let outside = outside(&passed);
            let enclosed: Vec<Block> = outside.iter().copied().filter(|block| self.stays_in(*block, &passed)).collect();
            match (&outside[..], &enclosed[..]) {
                ([head], [_]) if self.n_successors(*head) > 1 => return Some(*head),
                (_, []) => return None,
                (_, enclosed) => {
                    for &block in enclosed {
                        let terminator = block.terminator();
                        self.dead.insert(terminator);
                        if !self.leave_out_all(block.insts().take_while(|inst| *inst != terminator).collect()) {
                            return None;
                        }
                        passed.push(block);
                    }
                }
            }
        }
    }

    fn stays_in(&self, block: Block, passed: &[Block]) -> bool {
        let mut stays = true;
        self.shape.for_each_successor(block, |next| stays &= passed.contains(&next));
        stays
    }

    fn n_successors(&self, block: Block) -> usize {
        let mut n = 0;
        self.shape.for_each_successor(block, |_| n += 1);
        n
    }

    /// The block that ends in a check of the operand and continues with this one.
    fn checked_before(&self, block: Block) -> Option<Block> {
        let (before, claims) = self.shape.checked_predecessor(block)?;
        claims.iter().all(|claim| self.is_about_it(claim)).then_some(before)
    }

    /// Whether a claim is about something that the operand is computed from.
    fn is_about_it(&self, claim: &Claim) -> bool {
        let mut work = match *claim {
            Claim::Holds { cond, .. } => vec![cond],
            Claim::NonNegative { value, .. } => vec![value],
        };
        while let Some(value) = work.pop() {
            if value.kind() != ValueKind::Instruction || !is_pure(value) {
                continue;
            }
            if value.users().iter().any(|user| self.dead.contains(user)) {
                return true;
            }
            if value.opcode() != LLVMOpcode::LLVMLoad {
                work.extend(value.operands());
            }
        }
        false
    }
}

/// The blocks that lead to some of these and are none of them.
fn outside(blocks: &[Block]) -> Vec<Block> {
    let mut found: Vec<Block> = Vec::new();
    for before in blocks.iter().flat_map(|block| block.predecessors()) {
        if !blocks.contains(&before) && !found.contains(&before) {
            found.push(before);
        }
    }
    found
}

/// Whether an instruction does nothing but compute its result.
fn is_pure(inst: Value) -> bool {
    match inst.opcode() {
        LLVMOpcode::LLVMLoad => !inst.is_volatile(),
        LLVMOpcode::LLVMCall => crate::shape::is_overflow_intrinsic(inst),
        LLVMOpcode::LLVMAdd
        | LLVMOpcode::LLVMSub
        | LLVMOpcode::LLVMMul
        | LLVMOpcode::LLVMUDiv
        | LLVMOpcode::LLVMSDiv
        | LLVMOpcode::LLVMURem
        | LLVMOpcode::LLVMSRem
        | LLVMOpcode::LLVMShl
        | LLVMOpcode::LLVMLShr
        | LLVMOpcode::LLVMAShr
        | LLVMOpcode::LLVMAnd
        | LLVMOpcode::LLVMOr
        | LLVMOpcode::LLVMXor
        | LLVMOpcode::LLVMFAdd
        | LLVMOpcode::LLVMFSub
        | LLVMOpcode::LLVMFMul
        | LLVMOpcode::LLVMFDiv
        | LLVMOpcode::LLVMFNeg
        | LLVMOpcode::LLVMICmp
        | LLVMOpcode::LLVMFCmp
        | LLVMOpcode::LLVMTrunc
        | LLVMOpcode::LLVMZExt
        | LLVMOpcode::LLVMSExt
        | LLVMOpcode::LLVMFPToUI
        | LLVMOpcode::LLVMFPToSI
        | LLVMOpcode::LLVMUIToFP
        | LLVMOpcode::LLVMSIToFP
        | LLVMOpcode::LLVMFPTrunc
        | LLVMOpcode::LLVMFPExt
        | LLVMOpcode::LLVMPtrToInt
        | LLVMOpcode::LLVMIntToPtr
        | LLVMOpcode::LLVMBitCast
        | LLVMOpcode::LLVMFRem
        | LLVMOpcode::LLVMPHI
        | LLVMOpcode::LLVMSelect
        | LLVMOpcode::LLVMFreeze
        | LLVMOpcode::LLVMGetElementPtr
        | LLVMOpcode::LLVMExtractValue => true,
        _ => false,
    }
}
