//! Properties: sets of checks with a name, candor's own and SV-COMP's, and SV-COMP's files that say which.

use candor_evidence::Verdict;
use candor_ir::{Check, CheckSet};

/// Something to check, in SV-COMP's terms.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Property {
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

/// The name for everything that there is to check.
const ALL_NAME: &str = "all";
const ALL: [Property; 6] = [
    Property::ValidMemsafety,
    Property::NoOverflow,
    Property::UnreachCall,
    Property::NoDataRace,
    Property::ValidMemcleanup,
    Property::Termination,
];

/// What memory safety consists of, in the order of SV-COMP's file.
const MEMSAFETY: [Property; 3] = [Property::ValidFree, Property::ValidDeref, Property::ValidMemtrack];

impl Property {
    /// All names that [`Property::named`] knows.
    pub fn names() -> impl Iterator<Item = &'static str> {
        NAMES.iter().map(|(name, _)| *name).chain([ALL_NAME])
    }

    /// Whether it is one of those about memory: what is accessed, freed and lost.
    pub fn is_about_memory(self) -> bool {
        match self {
            Property::ValidMemsafety
            | Property::ValidDeref
            | Property::ValidFree
            | Property::ValidMemtrack
            | Property::ValidMemcleanup => true,
            Property::UnreachCall | Property::NoOverflow | Property::NoDataRace | Property::Termination => false,
        }
    }

    /// The properties of a name; several for `all`.
    pub fn named(name: &str) -> Option<Vec<Property>> {
        if name == ALL_NAME {
            return Some(ALL.to_vec());
        }
        NAMES.iter().find(|(other, _)| *other == name).map(|(_, property)| vec![*property])
    }

    /// The properties of a `.prp` file: lines such as `CHECK( init(main()), LTL(G ! call(reach_error())) )`.
    pub fn read_file(text: &str) -> Result<Vec<Property>, String> {
        let lines = text.lines().map(without_blanks).filter(|line| !line.is_empty());
        let properties = lines.map(|line| {
            let known = NAMES.iter().map(|(_, property)| *property).find(|property| property.is_said_by(&line));
            known.ok_or_else(|| format!("candor does not know the property `{line}`"))
        });
        let properties: Vec<Property> = properties.collect::<Result<_, _>>()?;
        if properties.is_empty() { Err("there is no property in it".to_owned()) } else { Ok(properties) }
    }

    /// Whether a line of a `.prp` file, without blanks, stands for it.
    fn is_said_by(self, line: &str) -> bool {
        // The error function's name of old.
        let line = line.replace("__VERIFIER_error()", "reach_error()");
        without_blanks(&self.formula()) == line
    }

    /// The property that a violated check is reported as: the narrowest one that it is part of, or else the nearest.
    pub fn nearest(check: Check) -> Property {
        let narrow =
            NAMES.iter().map(|(_, property)| *property).filter(|property| *property != Property::ValidMemsafety);
        match check {
            Check::Assertion => Property::UnreachCall,
            // Any other has the property that lists it.
            _ => narrow.into_iter().find(|property| property.checks().contains(check)).unwrap_or(Property::ValidDeref),
        }
    }

    /// The checks that the property consists of.
    pub fn checks(self) -> CheckSet {
        let checks: &[Check] = match self {
            Property::UnreachCall => &[Check::ErrorCall],
            Property::NoOverflow => &[Check::SignedOverflow, Check::DivisionOverflow],
            Property::ValidMemsafety => return checks_of(&MEMSAFETY),
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
    pub fn formula(self) -> String {
        let formula = match self {
            Property::UnreachCall => "G ! call(reach_error())",
            Property::NoOverflow => "G ! overflow",
            Property::ValidMemsafety => return MEMSAFETY.map(Property::formula).join("\n"),
            Property::ValidDeref => "G valid-deref",
            Property::ValidFree => "G valid-free",
            Property::ValidMemtrack => "G valid-memtrack",
            Property::ValidMemcleanup => "G valid-memcleanup",
            Property::Termination => "F end",
            Property::NoDataRace => "G ! data-race",
        };
        format!("CHECK( init(main()), LTL({formula}) )")
    }

    /// SV-COMP's name, which stands last in the table.
    pub fn name(self) -> &'static str {
        let named = NAMES.iter().rfind(|(_, property)| *property == self);
        named.map_or("", |(name, _)| name)
    }
}

/// The checks of several properties together.
pub fn checks_of(properties: &[Property]) -> CheckSet {
    properties.iter().fold(CheckSet::EMPTY, |set, property| set.union(property.checks()))
}

fn without_blanks(line: &str) -> String {
    line.chars().filter(|c| !c.is_whitespace()).collect()
}

/// SV-COMP's answer. A violation of memory safety names the part that is violated; `violated` is the check.
pub fn svcomp_answer(verdict: Verdict, violated: Option<Check>) -> String {
    let part = violated.and_then(|check| MEMSAFETY.into_iter().find(|part| part.checks().contains(check)));
    match (verdict, part) {
        (Verdict::Holds, _) => "TRUE".to_owned(),
        (Verdict::DependsOnCaller | Verdict::Unknown, _) => "UNKNOWN".to_owned(),
        (Verdict::Violated, Some(part)) => format!("FALSE({})", part.name()),
        (Verdict::Violated, None) => "FALSE".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_again() {
        for (name, property) in NAMES {
            assert_eq!(Property::named(name), Some(vec![property]));
            assert_eq!(Property::named(property.name()), Some(vec![property]));
        }
        assert_eq!(Property::UnreachCall.name(), "unreach-call");
        assert_eq!(Property::named("speed"), None);
        for (_, property) in NAMES {
            let checks = checks_of(&ALL);
            assert_eq!(checks.union(property.checks()), checks, "{property:?} is part of `all`");
        }
    }

    #[test]
    fn a_check_is_reported_as_the_narrowest_property() {
        for (_, property) in NAMES.iter().filter(|(_, property)| *property != Property::ValidMemsafety) {
            assert!(property.checks().iter().all(|check| Property::nearest(check) == *property), "{property:?}");
        }
        assert_eq!(Property::nearest(Check::Assertion), Property::UnreachCall);
        assert_eq!(Property::nearest(Check::ArrayIndex), Property::ValidDeref);
    }

    #[test]
    fn files() {
        let file = |formulas: &[&str]| {
            let lines = formulas.iter().map(|formula| format!("CHECK( init(main()), LTL({formula}) )\n"));
            Property::read_file(&(lines.collect::<String>() + "\n"))
        };
        assert_eq!(file(&["G ! call(__VERIFIER_error())"]), Ok(vec![Property::UnreachCall]));
        assert_eq!(file(&["G ! call(reach_error())"]), Ok(vec![Property::UnreachCall]));
        assert_eq!(file(&["G ! overflow"]), Ok(vec![Property::NoOverflow]));
        assert_eq!(file(&["F end"]), Ok(vec![Property::Termination]));
        assert_eq!(file(&["G ! data-race"]), Ok(vec![Property::NoDataRace]));
        assert_eq!(file(&["G valid-memcleanup"]), Ok(vec![Property::ValidMemcleanup]));
        for (_, property) in NAMES {
            let all = Property::read_file(&property.formula()).expect("it is a property");
            assert_eq!(checks_of(&all), property.checks());
        }
        let parts = [Property::ValidFree, Property::ValidDeref, Property::ValidMemtrack];
        assert_eq!(file(&["G valid-free", "G valid-deref", "G valid-memtrack"]), Ok(parts.to_vec()));
        assert_eq!(checks_of(&parts), Property::ValidMemsafety.checks());
        assert!(file(&["G ! call(f())"]).is_err() && file(&[]).is_err());
        assert!(Property::read_file("COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )").is_err());
        assert!(Property::read_file("CHECK( init(f()), LTL(G ! overflow) )").is_err());
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
