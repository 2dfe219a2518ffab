//! The loads that clang makes of `va_arg`.
//!
//! For x86-64 it chooses between two pointers from a `__va_list_tag`, one into the saved registers and one into the memory
//! behind them; where an argument is always in memory there is only the latter. For 32-bit x86 a list is a plain pointer, which
//! is moved on before it is read through. Names cannot help, since the library's bitcode has none.

use llvm_sys::LLVMOpcode;

use crate::llvm::{Type, TypeKind, Value, ValueKind};

/// Whether a load reads what `va_arg` asked for.
pub(crate) fn is_read(load: Value) -> bool {
    let ptr = load.operand(0);
    if !matches!(ptr.kind(), ValueKind::Instruction) {
        return false;
    }
    if ptr.opcode_is(LLVMOpcode::LLVMPHI) {
        return ptr.incoming().into_iter().any(|(value, _)| is_from_list(value));
    }
    is_from_list(ptr) || (is_moved_on(ptr) && !is_byte(load.ty()))
}

/// The pointer to the next argument in memory, perhaps aligned.
fn is_from_list(value: Value) -> bool {
    let mut value = value;
    // `(area + 15) & -16`.
    if value.opcode_is(LLVMOpcode::LLVMCall) && value.num_args() == 2 {
        value = value.operand(0);
        if value.opcode_is(LLVMOpcode::LLVMGetElementPtr) {
            value = value.operand(0);
        }
    }
    if !value.opcode_is(LLVMOpcode::LLVMLoad) {
        return false;
    }
    let field = value.operand(0);
    field.opcode_is(LLVMOpcode::LLVMGetElementPtr)
        && field.gep_source_type().struct_name().is_some_and(|name| name.starts_with("struct.__va_list_tag"))
}

/// `next = list; list = next + 4` in bytes, which C's own `p++` never is, except for bytes.
fn is_moved_on(ptr: Value) -> bool {
    if !ptr.opcode_is(LLVMOpcode::LLVMLoad) {
        return false;
    }
    let list = ptr.operand(0);
    let steps_in_bytes = |user: &Value| {
        let is_gep = user.opcode_is(LLVMOpcode::LLVMGetElementPtr) && user.num_operands() == 2;
        is_gep && is_byte(user.gep_source_type())
    };
    let is_put_back =
        |next: Value| next.users().iter().any(|user| user.opcode_is(LLVMOpcode::LLVMStore) && user.operand(1) == list);
    ptr.users().into_iter().filter(steps_in_bytes).any(is_put_back)
}

fn is_byte(ty: Type) -> bool {
    matches!(ty.kind(), TypeKind::LLVMIntegerTypeKind) && ty.int_width() == 8
}
