//! `candor explain`: the page of a check, as it stands in `docs/checks`.

use candor_ir::Check;

use crate::console;
use crate::status;

pub(crate) fn explain(check: Check) -> u8 {
    console::print(page(check));
    status::SUCCESS
}

macro_rules! embedded {
    ($id:literal) => {
        include_str!(concat!("../../../docs/checks/", $id, ".md"))
    };
}

fn page(check: Check) -> &'static str {
    match check {
        Check::NullDereference => embedded!("null-dereference"),
        Check::OutOfBounds => embedded!("out-of-bounds"),
        Check::UseAfterFree => embedded!("use-after-free"),
        Check::UseAfterScope => embedded!("use-after-scope"),
        Check::InvalidPointer => embedded!("invalid-pointer"),
        Check::MisalignedAccess => embedded!("misaligned-access"),
        Check::WriteToConst => embedded!("write-to-const"),
        Check::ArrayIndex => embedded!("array-index"),
        Check::VlaBound => embedded!("vla-bound"),
        Check::PointerComparison => embedded!("pointer-comparison"),
        Check::PointerArithmetic => embedded!("pointer-arithmetic"),
        Check::PointerSubtraction => embedded!("pointer-subtraction"),
        Check::PointerTruncation => embedded!("pointer-truncation"),
        Check::DoubleFree => embedded!("double-free"),
        Check::InvalidFree => embedded!("invalid-free"),
        Check::MemoryLeak => embedded!("memory-leak"),
        Check::MemoryCleanup => embedded!("memory-cleanup"),
        Check::SignedOverflow => embedded!("signed-overflow"),
        Check::DivisionByZero => embedded!("division-by-zero"),
        Check::DivisionOverflow => embedded!("division-overflow"),
        Check::ShiftOutOfRange => embedded!("shift-out-of-range"),
        Check::FloatCastOverflow => embedded!("float-cast-overflow"),
        Check::UnsignedWrap => embedded!("unsigned-wrap"),
        Check::UnreachableCode => embedded!("unreachable-code"),
        Check::MissingReturn => embedded!("missing-return"),
        Check::OverlappingCopy => embedded!("overlapping-copy"),
        Check::InvalidCall => embedded!("invalid-call"),
        Check::BadStdlibArgument => embedded!("bad-stdlib-argument"),
        Check::InvalidBool => embedded!("invalid-bool"),
        Check::UninitializedRead => embedded!("uninitialized-read"),
        Check::Assertion => embedded!("assertion"),
        Check::ErrorCall => embedded!("error-call"),
        Check::Unwinding => embedded!("unwinding"),
        Check::DataRace => embedded!("data-race"),
        Check::Deadlock => embedded!("deadlock"),
        Check::LockMisuse => embedded!("lock-misuse"),
        Check::Termination => embedded!("termination"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_is_the_page_of_its_check() {
        for &check in Check::ALL {
            let heading = format!("# {check}\n");
            assert!(page(check).starts_with(&heading), "docs/checks/{check}.md must start with {heading:?}");
        }
    }
}
