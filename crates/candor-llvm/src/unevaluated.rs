//! The operand of `__builtin_constant_p`, which C does not evaluate.
//!
//! clang leaves an operand with side effects out, but computes any other one, with the checks that it takes:
//! ```text
//!   %p = load ptr, ptr %p.addr
//!   %x = load i32, ptr %p
//!   %known = call i1 @llvm.is.constant.i32(i32 %x)
//! ```
//! What was computed for the question alone is left out, so that `__builtin_constant_p(*p)` reads nothing. An operand that contains a
//! branch, such as `?:`, is computed all the same.

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
        let Some(earlier) = operand.checked_before(block) else { break };
        operand.shape.drop_claims(earlier);
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

    /// A value that nobody uses was not computed for the question.
    fn is_only_for_it(&self, inst: Value) -> bool {
        let users = inst.users();
        users.iter().any(|user| self.dead.contains(user)) && users.into_iter().all(|user| self.is_dead(user))
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
        | LLVMOpcode::LLVMGetElementPtr
        | LLVMOpcode::LLVMExtractValue => true,
        _ => false,
    }
}
