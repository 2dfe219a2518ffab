//! Properties: sets of checks with a name, candor's own and SV-COMP's.

use candor_evidence::Verdict;
use candor_ir::{Check, CheckGroup, CheckSet};
use clap::builder::{PossibleValuesParser, TypedValueParser};

/// Something to check, in SV-COMP's terms.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Property {
    /// No error function is called.
    UnreachCall,
    /// No signed arithmetic overflows.
    NoOverflow,
    /// No invalid access, no invalid free, no lost memory.
    ValidMemsafety,
    /// All memory is freed at the end.
    ValidMemcleanup,
    /// Every execution ends.
    Termination,
    /// No two threads race.
    NoDataRace,
}

/// All names; candor's own, shorter ones first.
const NAMES: [(&str, Property); 10] = [
    ("memory", Property::ValidMemsafety),
    ("overflow", Property::NoOverflow),
    ("reach", Property::UnreachCall),
    ("cleanup", Property::ValidMemcleanup),
    ("unreach-call", Property::UnreachCall),
    ("no-overflow", Property::NoOverflow),
    ("valid-memsafety", Property::ValidMemsafety),
    ("valid-memcleanup", Property::ValidMemcleanup),
    ("termination", Property::Termination),
    ("no-data-race", Property::NoDataRace),
];

/// Names of properties, so that a wrong one is answered with the one that was probably meant.
pub(crate) fn property_parser() -> impl TypedValueParser<Value = Property> {
    PossibleValuesParser::new(NAMES.map(|(name, _)| name))
        .try_map(|name| Property::from_name(&name).ok_or_else(|| format!("there is no property `{name}`")))
}

impl Property {
    fn from_name(name: &str) -> Option<Property> {
        NAMES.iter().find(|(other, _)| *other == name).map(|(_, property)| *property)
    }

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

    /// SV-COMP's name, which stands last in the table.
    pub(crate) fn name(self) -> &'static str {
        let named = NAMES.iter().rfind(|(_, property)| *property == self);
        named.map_or("", |(name, _)| name)
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
        for (name, property) in NAMES {
            assert_eq!(Property::from_name(name), Some(property));
            assert_eq!(Property::from_name(property.name()), Some(property));
        }
        assert_eq!(Property::UnreachCall.name(), "unreach-call");
        assert_eq!(Property::from_name("speed"), None);
    }

    #[test]
    fn every_part_of_memory_safety_has_a_name() {
        for check in Property::ValidMemsafety.checks().iter() {
            assert!(part_of_memsafety(check).is_some(), "{check}");
        }
        for (_, property) in NAMES.iter().filter(|(_, property)| *property != Property::ValidMemsafety) {
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
