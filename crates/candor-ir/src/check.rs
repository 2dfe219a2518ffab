//! What can go wrong: the checks, their ids and groups, and sets of them.

use std::fmt;

/// Part of the table of checks in the documentation, and the unit of `--property`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CheckGroup {
    /// Invalid accesses (SV-COMP's valid-deref).
    Deref,
    /// Memory rules that SV-COMP does not have.
    Memory,
    /// Bad frees (SV-COMP's valid-free).
    Free,
    /// Leaks (SV-COMP's valid-memtrack and valid-memcleanup).
    Leak,
    Arithmetic,
    OtherUb,
    Errors,
    Concurrency,
    Liveness,
}

macro_rules! checks {
    ($($variant:ident $id:literal $group:ident $default:literal $summary:literal;)*) => {
        /// One kind of fault. Its [`id`](Check::id) and meaning are stable.
        #[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Check { $(#[doc = $summary] $variant,)* }

        impl Check {
            /// All checks, in the order of the documentation.
            pub const ALL: &'static [Check] = &[$(Check::$variant,)*];

            /// The kebab-case id that users see and write.
            pub fn id(self) -> &'static str {
                match self { $(Check::$variant => $id,)* }
            }

            pub fn group(self) -> CheckGroup {
                match self { $(Check::$variant => CheckGroup::$group,)* }
            }

            /// Whether the check is made when nobody says otherwise.
            pub fn on_by_default(self) -> bool {
                match self { $(Check::$variant => $default,)* }
            }

            /// One line on what the check finds.
            pub fn summary(self) -> &'static str {
                match self { $(Check::$variant => $summary,)* }
            }
        }
    };
}

checks! {
    NullDereference "null-dereference" Deref true "access through a null pointer";
    OutOfBounds "out-of-bounds" Deref true "access outside the object the pointer belongs to";
    UseAfterFree "use-after-free" Deref true "access to heap memory that was freed";
    UseAfterScope "use-after-scope" Deref true "access to a local variable that no longer exists";
    InvalidPointer "invalid-pointer" Deref true "access through an integer that is no valid address";
    MisalignedAccess "misaligned-access" Memory true "access at an address that its type does not allow";
    WriteToConst "write-to-const" Memory true "write to a constant object";
    ArrayIndex "array-index" Memory true "index past the end of a declared array";
    VlaBound "vla-bound" Memory true "variable-length array with a bound that is not positive";
    PointerComparison "pointer-comparison" Memory false "ordering of pointers into different objects";
    PointerArithmetic "pointer-arithmetic" Memory false "pointer arithmetic that leaves its object";
    PointerSubtraction "pointer-subtraction" Memory true "difference of pointers into different objects";
    PointerTruncation "pointer-truncation" Memory true "pointer converted to an integer type that cannot hold it";
    DoubleFree "double-free" Free true "free of memory that is already freed";
    InvalidFree "invalid-free" Free true "free of a pointer that is not the start of a heap block";
    MemoryLeak "memory-leak" Leak true "heap memory that nothing points to any more";
    MemoryCleanup "memory-cleanup" Leak false "heap memory that is not freed when the program ends";
    SignedOverflow "signed-overflow" Arithmetic true "signed arithmetic whose result does not fit its type";
    DivisionByZero "division-by-zero" Arithmetic true "division or remainder by zero";
    DivisionOverflow "division-overflow" Arithmetic true "division of the smallest value by -1";
    ShiftOutOfRange "shift-out-of-range" Arithmetic true "shift by a negative amount or by the width or more";
    FloatCastOverflow "float-cast-overflow" Arithmetic true "float converted to an integer type that cannot hold it";
    UnsignedWrap "unsigned-wrap" Arithmetic false "unsigned arithmetic that wraps around";
    UnreachableCode "unreachable-code" OtherUb true "execution of what was declared unreachable";
    MissingReturn "missing-return" OtherUb true "use of the value of a function that returned none";
    OverlappingCopy "overlapping-copy" OtherUb true "copy between overlapping ranges where that is forbidden";
    InvalidCall "invalid-call" OtherUb true "call through a pointer of the wrong type";
    BadStdlibArgument "bad-stdlib-argument" OtherUb true "argument that the standard library forbids";
    InvalidBool "invalid-bool" OtherUb true "read of a _Bool that is neither 0 nor 1";
    UninitializedRead "uninitialized-read" OtherUb true "use of an uninitialised value";
    Assertion "assertion" Errors true "failed assertion";
    ErrorCall "error-call" Errors true "call of an error function";
    Unwinding "unwinding" Errors true "a loop or recursion bound was reached";
    DataRace "data-race" Concurrency true "two unsynchronised accesses, one of them a write";
    Deadlock "deadlock" Concurrency true "threads that are blocked forever, each waiting for another";
    LockMisuse "lock-misuse" Concurrency true "lock used against its rules";
    Termination "termination" Liveness false "execution that never ends";
}

impl Check {
    /// The check with this id, if there is one.
    pub fn from_id(id: &str) -> Option<Check> {
        Check::ALL.iter().copied().find(|check| check.id() == id)
    }
}

impl fmt::Debug for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// A set of checks, one bit each.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Default)]
pub struct CheckSet(u64);

impl CheckSet {
    pub const EMPTY: CheckSet = CheckSet(0);

    /// The checks made by default.
    pub fn default_on() -> CheckSet {
        Check::ALL.iter().copied().filter(|check| check.on_by_default()).collect()
    }

    pub fn all() -> CheckSet {
        Check::ALL.iter().copied().collect()
    }

    pub const fn of(check: Check) -> CheckSet {
        CheckSet(1 << check as u8)
    }

    #[inline]
    pub const fn contains(self, check: Check) -> bool {
        self.0 & (1 << check as u8) != 0
    }

    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub fn insert(&mut self, check: Check) {
        self.0 |= 1 << check as u8;
    }

    pub fn remove(&mut self, check: Check) {
        self.0 &= !(1 << check as u8);
    }

    #[must_use]
    pub const fn with(self, check: Check) -> CheckSet {
        CheckSet(self.0 | (1 << check as u8))
    }

    #[must_use]
    pub const fn union(self, other: CheckSet) -> CheckSet {
        CheckSet(self.0 | other.0)
    }

    #[must_use]
    pub const fn intersection(self, other: CheckSet) -> CheckSet {
        CheckSet(self.0 & other.0)
    }

    pub fn iter(self) -> impl Iterator<Item = Check> {
        Check::ALL.iter().copied().filter(move |&check| self.contains(check))
    }
}

impl FromIterator<Check> for CheckSet {
    fn from_iter<I: IntoIterator<Item = Check>>(checks: I) -> CheckSet {
        let mut set = CheckSet::EMPTY;
        for check in checks {
            set.insert(check);
        }
        set
    }
}

impl fmt::Debug for CheckSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_unique_and_found_again() {
        for &check in Check::ALL {
            assert_eq!(Check::from_id(check.id()), Some(check));
        }
    }

    #[test]
    fn sets_hold_what_was_put_in() {
        let mut set = CheckSet::of(Check::OutOfBounds).with(Check::Termination);
        assert!(set.contains(Check::Termination) && !set.contains(Check::Assertion));
        set.remove(Check::OutOfBounds);
        assert_eq!(set.iter().collect::<Vec<_>>(), [Check::Termination]);
    }
}
