//! What an instruction is about to touch.

use candor_context_symbolic::{SymValue, SymbolicContext};
use candor_interp::{Image, ObjectId, lookup_native};
use candor_ir::{Callee, CastOp, Inst, InstKind, Operand};

use crate::references::targets;
use crate::segment::Shape;

/// A segment that the next instruction needs the nodes of, by the end that it looks at.
pub(crate) fn touched(image: &Image<SymbolicContext>, shape: &Shape) -> Option<ObjectId> {
    if shape.segments.is_empty() {
        return None;
    }
    let top = &shape.state.thread.top;
    let inst = &image.program.functions[top.func].insts[top.pc];
    let is_segment = |object: &ObjectId| shape.segment_of(*object).is_some();
    if let InstKind::Compare { a, b, .. } = &inst.kind {
        return compared(shape, &pointed_to(image, shape, *a), &pointed_to(image, shape, *b));
    }
    needed(image, inst).into_iter().flat_map(|operand| pointed_to(image, shape, operand)).find(is_segment)
}

fn pointed_to(image: &Image<SymbolicContext>, shape: &Shape, operand: Operand) -> Vec<ObjectId> {
    let value: &SymValue = match operand {
        Operand::Value(value) => &shape.state.thread.top.regs[candor_ir::EntityRef::index(value)],
        Operand::Const(constant) => &image.consts[candor_ir::EntityRef::index(constant)],
    };
    targets(value)
}

/// Two ends of one segment may be the same node.
fn compared(shape: &Shape, one: &[ObjectId], other: &[ObjectId]) -> Option<ObjectId> {
    let are_ends = |a: ObjectId, b: ObjectId| {
        a != b && shape.segment_of(a).is_some_and(|first| shape.segment_of(b) == Some(first))
    };
    one.iter().copied().find(|&a| other.iter().any(|&b| are_ends(a, b)))
}

/// The operands whose objects an instruction looks into.
fn needed(image: &Image<SymbolicContext>, inst: &Inst) -> Vec<Operand> {
    match &inst.kind {
        // The value that is written may well be a pointer to a list.
        InstKind::Load { ptr, .. } | InstKind::Store { ptr, .. } => vec![*ptr],
        InstKind::PtrAdd { .. }
        | InstKind::Select { .. }
        | InstKind::Freeze { .. }
        | InstKind::Return { .. }
        | InstKind::Jump { .. }
        | InstKind::Branch { .. }
        | InstKind::Check { .. }
        | InstKind::Assume { .. } => Vec::new(),
        InstKind::Cast { op: CastOp::BitCast, .. } => Vec::new(),
        InstKind::Call(call) => {
            let is_entered = match call.callee {
                Callee::Direct(callee) => {
                    let function = &image.program.functions[callee];
                    function.is_defined() && !function.library && lookup_native(&function.name).is_none()
                }
                Callee::Indirect(_) => false,
            };
            let args = call.args.iter().filter(|arg| !is_entered || arg.byval.is_some());
            args.map(|arg| arg.value).collect()
        }
        // Any other is taken to look at everything it is given.
        other => {
            let mut operands = Vec::new();
            other.for_each_operand(|operand| operands.push(operand));
            operands
        }
    }
}
