//! Which sanitizer of clang sees which fault.

use candor_interp::{Ending, Fault, ObjectKind};
use candor_ir::Check;
use serde::{Deserialize, Serialize};

/// A run-time checker that a native program can be compiled with.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sanitizer {
    /// None is needed: the program itself fails, or does not end.
    None,
    Address,
    Undefined,
    Leak,
    Memory,
    Thread,
}

impl Sanitizer {
    /// The one for this check; `None` if there is nothing to see natively.
    pub fn of(check: Check) -> Option<Sanitizer> {
        Some(match check {
            Check::NullDereference
            | Check::OutOfBounds
            | Check::UseAfterFree
            | Check::UseAfterScope
            | Check::InvalidPointer
            | Check::WriteToConst
            | Check::PointerComparison
            | Check::PointerSubtraction
            | Check::DoubleFree
            | Check::InvalidFree
            | Check::OverlappingCopy
            | Check::BadStdlibArgument => Sanitizer::Address,
            Check::MisalignedAccess
            | Check::ArrayIndex
            | Check::VlaBound
            | Check::PointerArithmetic
            | Check::SignedOverflow
            | Check::DivisionByZero
            | Check::DivisionOverflow
            | Check::ShiftOutOfRange
            | Check::FloatCastOverflow
            | Check::UnsignedWrap
            | Check::UnreachableCode
            | Check::InvalidBool
            | Check::InvalidCall => Sanitizer::Undefined,
            Check::MemoryLeak | Check::MemoryCleanup => Sanitizer::Leak,
            Check::MissingReturn | Check::UninitializedRead => Sanitizer::Memory,
            Check::DataRace | Check::Deadlock | Check::LockMisuse => Sanitizer::Thread,
            Check::Assertion | Check::ErrorCall | Check::Termination => Sanitizer::None,
            // An address natively differs from the one that was found here.
            Check::Unwinding | Check::PointerTruncation => return None,
        })
    }

    /// How its reports begin; `None` where a failure of the program itself is what one waits for.
    pub fn reports(self) -> &'static [&'static str] {
        match self {
            Sanitizer::None => &[],
            // The bounds of arrays are watched more closely by the other one.
            Sanitizer::Address => &["ERROR: AddressSanitizer", "runtime error:"],
            Sanitizer::Undefined => &["runtime error:"],
            Sanitizer::Leak => &["ERROR: LeakSanitizer"],
            Sanitizer::Memory => &["WARNING: MemorySanitizer"],
            Sanitizer::Thread => &["WARNING: ThreadSanitizer"],
        }
    }

    /// Whether there is one for programs with pointers of 32 bits.
    pub fn is_for_32_bits(self) -> bool {
        !matches!(self, Sanitizer::Memory | Sanitizer::Thread)
    }
}

/// Why the sanitizer for a fault may not see it.
pub(super) fn blind_spot(fault: &Fault) -> Option<&'static str> {
    let is_of_arguments = fault.object.as_ref().is_some_and(|note| note.kind == ObjectKind::VarArgs);
    let ending = fault.object.as_ref().map_or(Ending::Block, |note| note.ending);
    match fault.check {
        Check::UseAfterScope => match ending {
            Ending::Block => None,
            Ending::Round => Some("the variable of the next iteration lies in the same place"),
            Ending::Jump => Some("no sanitizer sees that a jump leaves a block"),
            Ending::Literal => Some("no sanitizer knows where a compound literal ends"),
        },
        Check::OutOfBounds if is_of_arguments => Some("no sanitizer knows how many arguments were passed"),
        Check::BadStdlibArgument => Some("the C library checks few of its arguments"),
        Check::PointerArithmetic => Some("pointers are only watched where they wrap around"),
        Check::MissingReturn => Some("a missing result is detected only where it is used"),
        // Any other is what its sanitizer looks for.
        _ => None,
    }
}

/// What stands behind `-fsanitize=`. Only what sees the fault: another sanitizer might stop at what is no fault here.
pub(super) fn flags(check: Check, sanitizer: Sanitizer) -> Option<&'static str> {
    Some(match check {
        Check::OutOfBounds => "address,bounds",
        Check::PointerComparison => "address,pointer-compare",
        Check::PointerSubtraction => "address,pointer-subtract",
        Check::InvalidBool => "bool",
        Check::BadStdlibArgument => "address,undefined",
        Check::MisalignedAccess => "alignment",
        Check::ArrayIndex => "bounds",
        Check::VlaBound => "vla-bound",
        Check::PointerArithmetic => "pointer-overflow,bounds",
        Check::SignedOverflow => "signed-integer-overflow,shift",
        Check::DivisionByZero => "integer-divide-by-zero",
        Check::DivisionOverflow => "signed-integer-overflow",
        Check::ShiftOutOfRange => "shift",
        Check::FloatCastOverflow => "float-cast-overflow",
        Check::UnsignedWrap => "unsigned-integer-overflow,unsigned-shift-base",
        Check::UnreachableCode => "unreachable,builtin",
        Check::InvalidCall => "function",
        // Any other is found by all of its sanitizer.
        _ => match sanitizer {
            Sanitizer::None => return None,
            Sanitizer::Address => "address",
            Sanitizer::Undefined => "undefined",
            Sanitizer::Leak => "leak",
            Sanitizer::Memory => "memory",
            Sanitizer::Thread => "thread",
        },
    })
}
