//! Properties: sets of checks with a name, candor's own and SV-COMP's, and SV-COMP's files that say which.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use candor_evidence::Verdict;
use candor_ir::{Check, CheckGroup, CheckSet};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;

/// Something to check, in SV-COMP's terms.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Property {
    /// No error function is called.
    UnreachCall,
    /// No signed arithmetic overflows.
    NoOverflow,
    /// No invalid access, no invalid free, no lost memory.
    ValidMemsafety,
    /// The parts of the one before, each alone.
    ValidDeref,
    ValidFree,
    ValidMemtrack,
    /// All memory is freed at the end.
    ValidMemcleanup,
    /// Every execution ends.
    Termination,
    /// No two threads race.
    NoDataRace,
}

/// All names; candor's own, shorter ones first.
const NAMES: [(&str, Property); 14] = [
    ("memory", Property::ValidMemsafety),
    ("overflow", Property::NoOverflow),
    ("reach", Property::UnreachCall),
    ("cleanup", Property::ValidMemcleanup),
    ("race", Property::NoDataRace),
    ("unreach-call", Property::UnreachCall),
    ("no-overflow", Property::NoOverflow),
    ("valid-memsafety", Property::ValidMemsafety),
    ("valid-deref", Property::ValidDeref),
    ("valid-free", Property::ValidFree),
    ("valid-memtrack", Property::ValidMemtrack),
    ("valid-memcleanup", Property::ValidMemcleanup),
    ("termination", Property::Termination),
    ("no-data-race", Property::NoDataRace),
];

/// Everything that there is to check.
const ALL: &str = "all";
const ALL_PROPERTIES: [Property; 6] = [
    Property::ValidMemsafety,
    Property::NoOverflow,
    Property::UnreachCall,
    Property::NoDataRace,
    Property::ValidMemcleanup,
    Property::Termination,
];

/// What one value of the option stands for: a name is one property, a file may be several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Properties(pub(crate) Vec<Property>);

/// Reads names of properties, so that a wrong one is answered with the one that was probably meant, and names of `.prp` files.
#[derive(Clone, Debug)]
pub(crate) struct PropertyParser {
    names: PossibleValuesParser,
}

impl PropertyParser {
    pub(crate) fn new() -> PropertyParser {
        PropertyParser { names: PossibleValuesParser::new(NAMES.map(|(name, _)| name).into_iter().chain([ALL])) }
    }
}

impl TypedValueParser for PropertyParser {
    type Value = Properties;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<Properties, clap::Error> {
        let refuse = |message: String| clap::Error::raw(ErrorKind::ValueValidation, message + "\n").with_cmd(command);
        let text = value.to_str().filter(|text| text.ends_with(".prp"));
        if let Some(path) = text {
            let text = fs::read_to_string(path).map_err(|error| refuse(format!("{path}: {error}")))?;
            return from_file(&text).map(Properties).map_err(|message| refuse(format!("{path}: {message}")));
        }
        let name = self.names.parse_ref(command, arg, value)?;
        if name == ALL {
            return Ok(Properties(ALL_PROPERTIES.to_vec()));
        }
        let property = Property::from_name(&name).ok_or_else(|| refuse(format!("there is no property `{name}`")))?;
        Ok(Properties(vec![property]))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        self.names.possible_values()
    }
}

/// Whether a file says something that candor cannot check. One that cannot be read says nothing.
pub(crate) fn is_beyond_us(path: &Path) -> bool {
    fs::read_to_string(path).is_ok_and(|text| from_file(&text).is_err())
}

/// The properties of a file as SV-COMP has them: lines such as `CHECK( init(main()), LTL(G ! call(reach_error())) )`.
pub(crate) fn from_file(text: &str) -> Result<Vec<Property>, String> {
    let mut properties = Vec::new();
    for line in text.lines() {
        let line: String = line.chars().filter(|c| !c.is_whitespace()).collect();
        if line.is_empty() {
            continue;
        }
        let inner = line.strip_prefix("CHECK(").and_then(|rest| rest.strip_suffix(')'));
        let formula = inner.and_then(|inner| inner.strip_prefix("init(main()),LTL("));
        let formula = formula.and_then(|rest| rest.strip_suffix(')'));
        properties.push(match formula {
            Some("G!call(reach_error())" | "G!call(__VERIFIER_error())") => Property::UnreachCall,
            Some("G!overflow") => Property::NoOverflow,
            Some("Gvalid-free") => Property::ValidFree,
            Some("Gvalid-deref") => Property::ValidDeref,
            Some("Gvalid-memtrack") => Property::ValidMemtrack,
            Some("Gvalid-memcleanup") => Property::ValidMemcleanup,
            Some("Fend") => Property::Termination,
            Some("G!data-race") => Property::NoDataRace,
            Some(_) | None => return Err(format!("candor does not know the property `{line}`")),
        });
    }
    if properties.is_empty() { Err("there is no property in it".to_owned()) } else { Ok(properties) }
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
            Property::ValidDeref => &[
                Check::NullDereference,
                Check::OutOfBounds,
                Check::UseAfterFree,
                Check::UseAfterScope,
                Check::InvalidPointer,
            ],
            Property::ValidFree => &[Check::DoubleFree, Check::InvalidFree],
            Property::ValidMemtrack => &[Check::MemoryLeak],
            Property::ValidMemcleanup => &[Check::MemoryCleanup],
            Property::Termination => &[Check::Termination],
            Property::NoDataRace => &[Check::DataRace],
        };
        checks.iter().copied().collect()
    }

    /// What a `.prp` file says for it.
    pub(crate) fn formula(self) -> String {
        let formula = match self {
            Property::UnreachCall => "G ! call(reach_error())",
            Property::NoOverflow => "G ! overflow",
            Property::ValidMemsafety => {
                let parts = [Property::ValidFree, Property::ValidDeref, Property::ValidMemtrack];
                return parts.map(Property::formula).join("\n");
            }
            Property::ValidDeref => "G valid-deref",
            Property::ValidFree => "G valid-free",
            Property::ValidMemtrack => "G valid-memtrack",
            Property::ValidMemcleanup => "G valid-memcleanup",
            Property::Termination => "F end",
            Property::NoDataRace => "G ! data-race",
        };
        format!("CHECK( init(main()), LTL({formula}) )")
    }

    /// Whether an engine that looks at sequential executions of bounded length can say anything about it. Of termination it can: if
    /// it has seen the end of every execution, every execution ends.
    pub(crate) fn is_bounded(self) -> bool {
        match self {
            Property::UnreachCall
            | Property::NoOverflow
            | Property::ValidMemsafety
            | Property::ValidDeref
            | Property::ValidFree
            | Property::ValidMemtrack
            | Property::ValidMemcleanup
            | Property::Termination => true,
            Property::NoDataRace => false,
        }
    }

    /// Whether it is true of every program with a single thread.
    pub(crate) fn is_about_threads(self) -> bool {
        self == Property::NoDataRace
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
        for (_, property) in NAMES {
            let checks = ALL_PROPERTIES.iter().fold(CheckSet::EMPTY, |set, property| set.union(property.checks()));
            assert_eq!(checks.union(property.checks()), checks, "{property:?} is part of `all`");
        }
    }

    #[test]
    fn every_part_of_memory_safety_has_a_name() {
        for check in Property::ValidMemsafety.checks().iter() {
            assert!(part_of_memsafety(check).is_some(), "{check}");
        }
        let parts = [Property::ValidMemsafety, Property::ValidDeref, Property::ValidFree, Property::ValidMemtrack];
        for (_, property) in NAMES.iter().filter(|(_, property)| !parts.contains(property)) {
            assert!(property.checks().iter().all(|check| part_of_memsafety(check).is_none()), "{property:?}");
        }
    }

    #[test]
    fn files() {
        let file = |formulas: &[&str]| {
            let lines = formulas.iter().map(|formula| format!("CHECK( init(main()), LTL({formula}) )\n"));
            from_file(&(lines.collect::<String>() + "\n"))
        };
        assert_eq!(file(&["G ! call(__VERIFIER_error())"]), Ok(vec![Property::UnreachCall]));
        assert_eq!(file(&["G ! call(reach_error())"]), Ok(vec![Property::UnreachCall]));
        assert_eq!(file(&["G ! overflow"]), Ok(vec![Property::NoOverflow]));
        assert_eq!(file(&["F end"]), Ok(vec![Property::Termination]));
        assert_eq!(file(&["G ! data-race"]), Ok(vec![Property::NoDataRace]));
        assert_eq!(file(&["G valid-memcleanup"]), Ok(vec![Property::ValidMemcleanup]));
        for (_, property) in NAMES {
            let all = from_file(&property.formula()).expect("it is a property");
            let checks = all.iter().fold(CheckSet::EMPTY, |set, part| set.union(part.checks()));
            assert_eq!(checks, property.checks());
        }
        let parts = [Property::ValidFree, Property::ValidDeref, Property::ValidMemtrack];
        assert_eq!(file(&["G valid-free", "G valid-deref", "G valid-memtrack"]), Ok(parts.to_vec()));
        let union = parts.iter().fold(CheckSet::EMPTY, |set, part| set.union(part.checks()));
        assert_eq!(union, Property::ValidMemsafety.checks());
        assert!(file(&["G ! call(f())"]).is_err() && file(&[]).is_err());
        assert!(from_file("COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )").is_err());
        assert!(from_file("CHECK( init(f()), LTL(G ! overflow) )").is_err());
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
