//! What to try next: one piece of advice for each check.

use candor_interp::{Detail, Fault, ObjectKind};
use candor_ir::Check;

/// The advice shown under a fault.
pub fn hint(fault: &Fault) -> String {
    let varargs = fault.object.as_ref().is_some_and(|note| note.kind == ObjectKind::VarArgs);
    let heap = fault.object.as_ref().is_some_and(|note| note.kind == ObjectKind::Heap);
    let is_argument = matches!(fault.detail, Detail::Argument { .. });
    let text = match fault.check {
        Check::NullDereference => "test the pointer before it is used, or find out why it was never set",
        Check::OutOfBounds if varargs => "pass as many arguments as the function reads, and of the types it reads",
        Check::OutOfBounds if heap => "compare the size that was allocated with the range of the index",
        Check::OutOfBounds => "the last element has the index size - 1; a string needs one byte more for its end",
        Check::UseAfterFree => "use the memory before it is freed, and set the pointer to NULL afterwards",
        Check::UseAfterScope => "the variable ends with its block; return a value, or allocate what must live longer",
        Check::InvalidPointer => "an integer is a valid address only if it was made from a pointer to a live object",
        Check::MisalignedAccess => "copy the bytes with `memcpy` instead of casting the pointer",
        Check::WriteToConst => "string literals and const objects cannot be changed; copy them into an array first",
        Check::ArrayIndex => "valid indexes run from 0 to the number of elements minus 1",
        Check::VlaBound => "test the bound before the declaration",
        Check::PointerComparison => "compare with == or !=, or compare offsets into one object",
        Check::PointerArithmetic => "a pointer may go at most one element past the end of its object",
        Check::PointerSubtraction => "subtract pointers into one object only, or convert them to `uintptr_t` first",
        Check::PointerTruncation => "convert to `uintptr_t` or `intptr_t`, which hold every pointer",
        Check::DoubleFree => "each block is freed once; set the pointer to NULL after the free",
        Check::InvalidFree => "free exactly the pointers that malloc, calloc and realloc have returned",
        Check::MemoryLeak => "free the block before the last pointer to it is lost",
        Check::MemoryCleanup => "free the block before the program ends",
        Check::SignedOverflow => "use a wider type, or test the operands before the operation",
        Check::DivisionByZero => "test the divisor before dividing",
        Check::DivisionOverflow => "the smallest value divided by -1 has no result; treat -1 apart",
        Check::ShiftOutOfRange => "keep the amount below the width of the promoted left operand, or widen that",
        Check::FloatCastOverflow => "test the range before converting; NaN fits no integer type",
        Check::UnsignedWrap => "unsigned arithmetic may wrap; leave out `--check unsigned-wrap` where that is meant",
        Check::UnreachableCode => {
            "the promise made by `__builtin_unreachable`, `__builtin_assume` or `noreturn` does not hold"
        }
        Check::MissingReturn => "return a value on every path through the function",
        Check::OverlappingCopy => "use `memmove` where source and destination may overlap",
        Check::InvalidCall if is_argument => {
            "pass what is read: the types of a conversion and of its argument must agree"
        }
        Check::InvalidCall => "call a function through a pointer of its own type, with a prototype in scope",
        Check::BadStdlibArgument => "see the function's description for the arguments it allows",
        Check::InvalidBool => "give the variable a value as a `_Bool`, not byte by byte",
        Check::UninitializedRead => "give the variable or the memory a value before it is used",
        Check::Assertion => "the program's own claim does not hold here",
        Check::ErrorCall => "the program says itself that it must never get here",
        Check::Unwinding => "raise the bound to look further",
        Check::DataRace => "protect both accesses with the same lock, or make them atomic",
        Check::Deadlock => "take locks in the same order everywhere",
        Check::LockMisuse => "unlock only what this thread has locked",
        Check::Termination => "find a ranking function: a quantity that decreases with every iteration",
    };
    text.to_owned()
}
