//! Properties: sets of checks with a name, candor's own and SV-COMP's.

use candor_evidence::Verdict;
use candor_ir::{Check, CheckGroup, CheckSet};
use clap::ValueEnum;

/// Something to check, in SV-COMP's terms.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Property {
    /// No error function is called
    #[value(alias = "reach")]
    UnreachCall,
    /// No signed arithmetic overflows
    #[value(alias = "overflow")]
    NoOverflow,
    /// No invalid access, no invalid free, no lost memory
    #[value(name = "valid-memsafety", alias = "memory")]
    ValidMemsafety,
    /// All memory is freed at the end
    #[value(alias = "cleanup")]
    ValidMemcleanup,
    /// Every execution ends
    Termination,
    /// No two threads race
    NoDataRace,
}

impl Property {
    /// The checks that the property consists of.
    pub(crate) fn checks(self) -> CheckSet {
        let checks: &[Check] = match self {
            Property::UnreachCall => &[Check::ErrorCall],
            Property::NoOverflow => &[Check::SignedOverflow, Check::DivisionOverflow],
            Property::ValidMemsafety => &[
                Check::NullDereference,
                Check::OutOfBounds,
                Check::UseAfterFree,
                Check::UseAfterScope,
                Check::InvalidPointer,
                Check::DoubleFree,
                Check::InvalidFree,
                Check::MemoryLeak,
            ],
            Property::ValidMemcleanup => &[Check::MemoryCleanup],
            Property::Termination => &[Check::Termination],
            Property::NoDataRace => &[Check::DataRace],
        };
        checks.iter().copied().collect()
    }

    /// Whether an engine that looks at sequential executions of bounded length can say anything about it.
    pub(crate) fn is_bounded(self) -> bool {
        match self {
            Property::UnreachCall | Property::NoOverflow | Property::ValidMemsafety | Property::ValidMemcleanup => true,
            Property::Termination | Property::NoDataRace => false,
        }
    }

    /// The name that users see.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Property::UnreachCall => "unreach-call",
            Property::NoOverflow => "no-overflow",
            Property::ValidMemsafety => "valid-memsafety",
            Property::ValidMemcleanup => "valid-memcleanup",
            Property::Termination => "termination",
            Property::NoDataRace => "no-data-race",
        }
    }
}

/// SV-COMP's answer. A violation of memory safety names the part that is violated; `violated` is the check.
pub(crate) fn svcomp_answer(verdict: Verdict, violated: Option<Check>) -> String {
    match (verdict, violated.and_then(part_of_memsafety)) {
        (Verdict::Holds, _) => "TRUE".to_owned(),
        (Verdict::Unknown, _) => "UNKNOWN".to_owned(),
        (Verdict::Violated, Some(part)) => format!("FALSE({part})"),
        (Verdict::Violated, None) => "FALSE".to_owned(),
    }
}

fn part_of_memsafety(check: Check) -> Option<&'static str> {
    match check.group() {
        CheckGroup::Deref => Some("valid-deref"),
        CheckGroup::Free => Some("valid-free"),
        CheckGroup::Leak if check == Check::MemoryLeak => Some("valid-memtrack"),
        CheckGroup::Leak
        | CheckGroup::Memory
        | CheckGroup::Arithmetic
        | CheckGroup::OtherUb
        | CheckGroup::Errors
        | CheckGroup::Concurrency
        | CheckGroup::Liveness => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_again() {
        for property in Property::value_variants() {
            assert_eq!(Property::from_str(property.name(), /* ignore_case */ false), Ok(*property));
        }
        for (alias, property) in [
            ("memory", Property::ValidMemsafety),
            ("overflow", Property::NoOverflow),
            ("reach", Property::UnreachCall),
            ("cleanup", Property::ValidMemcleanup),
        ] {
            assert_eq!(Property::from_str(alias, /* ignore_case */ false), Ok(property));
        }
    }

    #[test]
    fn every_part_of_memory_safety_has_a_name() {
        for check in Property::ValidMemsafety.checks().iter() {
            assert!(part_of_memsafety(check).is_some(), "{check}");
        }
        for property in Property::value_variants().iter().filter(|&&property| property != Property::ValidMemsafety) {
            assert!(property.checks().iter().all(|check| part_of_memsafety(check).is_none()), "{property:?}");
        }
    }

    #[test]
    fn answers() {
        assert_eq!(svcomp_answer(Verdict::Holds, None), "TRUE");
        assert_eq!(svcomp_answer(Verdict::Unknown, None), "UNKNOWN");
        assert_eq!(svcomp_answer(Verdict::Violated, Some(Check::ErrorCall)), "FALSE");
        assert_eq!(svcomp_answer(Verdict::Violated, Some(Check::MemoryCleanup)), "FALSE");
        assert_eq!(svcomp_answer(Verdict::Violated, Some(Check::OutOfBounds)), "FALSE(valid-deref)");
        assert_eq!(svcomp_answer(Verdict::Violated, Some(Check::DoubleFree)), "FALSE(valid-free)");
        assert_eq!(svcomp_answer(Verdict::Violated, Some(Check::MemoryLeak)), "FALSE(valid-memtrack)");
    }
}
