//! Functions that may end without `return`.
//!
//! At -O0 clang keeps the value of a function with several returns in a local variable, `retval`, which a missing `return`
//! leaves unwritten. That would be reported as an uninitialised variable that the source does not have. So the slot starts with
//! a value that says what is missing, in functions where the end can be reached without writing it. C allows that as long as
//! the caller does not look at the value, and a marked value is a fault at its use only.

use candor_ir::{AccessFlags, InstKind, Ordering, Scalar, UndefCause};
use llvm_sys::LLVMOpcode;
use rustc_hash::FxHashSet;

use crate::body::Body;
use crate::linker::Origin;
use crate::llvm::{Block, Value};

/// Whether this is the slot of a result that may be missing.
pub(crate) fn is_slot(body: &Body<'_>, inst: Value) -> bool {
    body.origin == Origin::Compiled
        && inst.opcode() == LLVMOpcode::LLVMAlloca
        && inst.name() == "retval"
        && scalar_of(body, inst).is_some()
        && may_be_read_unwritten(body, inst)
}

fn scalar_of(body: &Body<'_>, slot: Value) -> Option<Scalar> {
    body.cx.layout.scalar(slot.allocated_type())
}

/// Whether a load of the slot can be reached from the entry without a store to it.
fn may_be_read_unwritten(body: &Body<'_>, slot: Value) -> bool {
    let mut work = vec![slot.block()];
    let mut seen: FxHashSet<Block> = work.iter().copied().collect();
    while let Some(block) = work.pop() {
        let access = block.insts().find(|inst| accesses(*inst, slot));
        match access.map(Value::opcode) {
            Some(LLVMOpcode::LLVMStore) => {}
            Some(_) => return true,
            None => body.shape.for_each_successor(block, |next| {
                if seen.insert(next) {
                    work.push(next);
                }
            }),
        }
    }
    false
}

fn accesses(inst: Value, slot: Value) -> bool {
    match inst.opcode() {
        LLVMOpcode::LLVMStore => inst.operand(1) == slot,
        LLVMOpcode::LLVMLoad => inst.operand(0) == slot,
        _ => false,
    }
}

/// Writes the mark.
pub(crate) fn mark(body: &mut Body<'_>, slot: Value) {
    let (Some(ty), Ok(ptr)) = (scalar_of(body, slot), body.scalar(slot)) else {
        return;
    };
    let value = body.undef(ty, UndefCause::MissingReturn);
    let flags = AccessFlags { align: slot.alignment().max(1), volatile: false, ordering: Ordering::None };
    body.effect(InstKind::Store { ty, ptr, value, flags });
}
