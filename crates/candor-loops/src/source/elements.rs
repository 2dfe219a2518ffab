//! What holds of all elements of an array, for people: `for all k with 0 <= k && k < i: a[k] == 42`.
//!
//! Indexes are numbers of mathematics, elements are what C makes of them.

use candor_evidence::{Atom, Formula, Held, ObjectKey};
use candor_ir::{FuncId, Function, InstKind, VariableHome};
use candor_term::{Op, Sort};

use super::{Reading, Scope, is_type, type_of};

/// What the index may be called.
const NAMES: [&str; 4] = ["k", "j", "at", "index"];

impl<'p> Scope<'p> {
    /// A fact about the elements at any index.
    pub(crate) fn show_of_elements(&self, fact: &Formula) -> Option<String> {
        let index = self.name_of_index()?;
        let mut cases = Vec::new();
        cases_of(fact, true, &mut cases);
        let (claims, ranges): (Vec<_>, Vec<_>) = cases.into_iter().partition(|(case, _)| reads_elements(case));
        let shown = |cases: &[(&Formula, bool)], is_range: bool| -> Option<Vec<String>> {
            cases.iter().map(|(case, holds)| self.show_case(case, *holds != is_range, index)).collect()
        };
        let (claims, mut ranges) = (shown(&claims, false)?, shown(&ranges, true)?);
        if claims.is_empty() {
            return None;
        }
        ranges.sort_by_key(|range| !range.contains("<= "));
        let claim = claims.join(" || ");
        Some(match ranges.is_empty() {
            true => format!("for all {index}: {claim}"),
            false => format!("for all {index} with {}: {claim}", ranges.join(" && ")),
        })
    }

    /// A name that nothing else in the function has.
    fn name_of_index(&self) -> Option<&'static str> {
        let function = &self.program.functions[self.func];
        let is_taken = |name: &str| {
            let globals = self.program.globals.values();
            function.vars.values().any(|variable| variable.name == name)
                || globals.map(|it| &it.name).any(|it| it == name)
        };
        NAMES.into_iter().find(|name| !is_taken(name))
    }

    /// A comparison, or its opposite.
    fn show_case(&self, case: &Formula, holds: bool, index: &str) -> Option<String> {
        let Formula::Applied { op, args, .. } = case else { return None };
        let [a, b] = &args[..] else { return None };
        let (words, readings): ([&str; 2], &[Reading]) = match op {
            Op::Eq => (["==", "!="], &[Reading::Signed, Reading::Unsigned]),
            Op::Slt => (["<", ">="], &[Reading::Signed]),
            Op::Ult => (["<", ">="], &[Reading::Unsigned]),
            // Any other compares nothing.
            _ => return None,
        };
        let word = if holds { words[0] } else { words[1] };
        readings.iter().find_map(|&reading| {
            let (a, b) = (self.exact(a, reading, index)?, self.exact(b, reading, index)?);
            // What bounds an index from below stands before it, what is said of elements behind them.
            let is_index = matches!(args[0], Formula::Held(Atom { held: Held::Index(_), .. }));
            let is_last = reads_elements(&args[1]) && !reads_elements(&args[0]);
            Some(match (op, holds) {
                (Op::Slt | Op::Ult, false) if is_index || is_last => format!("{b} <= {a}"),
                (Op::Slt | Op::Ult, true) if is_last => format!("{b} > {a}"),
                (Op::Eq, _) if is_last => format!("{b} {word} {a}"),
                _ => format!("{a} {word} {b}"),
            })
        })
    }

    /// A number as it is, without wrapping around.
    fn exact(&self, formula: &Formula, reading: Reading, index: &str) -> Option<String> {
        match formula {
            Formula::Number(bits) if reading == Reading::Signed => Some(bits.signed_display()),
            Formula::Number(bits) if bits.width() <= 64 => Some(bits.to_u64_wrapping().to_string()),
            Formula::Held(Atom { held: Held::Index(_), .. }) => (reading == Reading::Signed).then(|| index.to_owned()),
            Formula::Held(_) => self.declared(formula, reading),
            Formula::Applied { op: Op::Select, args, .. } => {
                let (name, of) = self.element_of(args.first()?)?;
                let at = self.exact(args.get(1)?, Reading::Signed, index)?;
                let width = self.width(formula)?;
                type_of(width, reading).filter(|wanted| is_type(of, wanted))?;
                Some(format!("{name}[{at}]"))
            }
            Formula::Applied { op: Op::SExt, args, .. } if reading == Reading::Signed => {
                self.exact(args.first()?, Reading::Signed, index)
            }
            Formula::Applied { op: Op::Concat, args, .. } => match &args[..] {
                [Formula::Number(zeros), low] if zeros.is_zero() => self.exact(low, Reading::Unsigned, index),
                _ => None,
            },
            // The index as a number of C.
            Formula::Applied { op: Op::Extract, low: 0, sort, args } => {
                let ty = type_of(sort.bv_width()?, reading)?;
                match args.first()? {
                    Formula::Held(Atom { held: Held::Index(_), .. }) => Some(format!("({ty}){index}")),
                    _ => None,
                }
            }
            Formula::Applied { sort: Sort::Bv(_), .. } => self.number(formula, reading),
            Formula::Applied { .. } | Formula::Number(_) | Formula::Truth(_) => None,
        }
    }

    /// The name of an array, and the type of its elements.
    fn element_of(&self, array: &Formula) -> Option<(&'p str, &'p str)> {
        let Formula::Held(Atom { held: Held::Contents(object), .. }) = array else { return None };
        let (name, ty) = match self.globals.get(object) {
            Some(known) => *known,
            None => local_array(&self.program.functions[self.func], object, self.func)?,
        };
        let (element, lengths) = ty.split_once('[')?;
        // An array of arrays has more indexes.
        (!lengths.contains('[')).then(|| (name, element.trim_end()))
    }
}

/// A local array of a function, by where it was made.
fn local_array<'p>(function: &'p Function, object: &ObjectKey, func: FuncId) -> Option<(&'p str, &'p str)> {
    let site = object.site;
    if site.func != func || object.nth > 0 {
        return None;
    }
    let inst = function.insts.get(site.inst)?;
    let made = inst.result.filter(|_| matches!(inst.kind, InstKind::Alloca { .. }))?;
    let mut homes = function.vars.values().filter(|it| matches!(it.home, VariableHome::Memory(home) if home == made));
    let (variable, None) = (homes.next()?, homes.next()) else { return None };
    let is_alone = function.vars.values().filter(|other| other.name == variable.name).count() == 1;
    (is_alone && variable.is_named()).then_some((variable.name.as_str(), variable.ty.as_str()))
}

/// What a disjunction consists of, each with whether it has to hold or not to.
fn cases_of<'f>(formula: &'f Formula, holds: bool, into: &mut Vec<(&'f Formula, bool)>) {
    match formula {
        Formula::Applied { op: Op::Not, args, .. } => args.iter().for_each(|arg| cases_of(arg, !holds, into)),
        Formula::Applied { op: Op::Or, sort: Sort::Bool, args, .. } if holds => {
            args.iter().for_each(|arg| cases_of(arg, true, into));
        }
        Formula::Applied { op: Op::And, sort: Sort::Bool, args, .. } if !holds => {
            args.iter().for_each(|arg| cases_of(arg, false, into));
        }
        _ => into.push((formula, holds)),
    }
}

fn reads_elements(formula: &Formula) -> bool {
    match formula {
        Formula::Applied { op: Op::Select, .. } => true,
        Formula::Applied { args, .. } => args.iter().any(reads_elements),
        Formula::Held(_) | Formula::Number(_) | Formula::Truth(_) => false,
    }
}
