//! Which input has which distribution.
//!
//! A rule names inputs by the variable that they are stored in, by the line that asks for them, or all of them. Where no rule speaks
//! every value of the type has the same chance, as every outcome of an instruction has in LODIN.

use std::rc::Rc;

use candor_context_concrete::{Chooser, RecordedChoice};
use candor_interp::{ChoiceKind, Stop};
use candor_ir::{Bits, Callee, Const, Function, InstKind, LocId, Operand, Program, Scalar, ValueId, VariableHome};
use rustc_hash::FxHashMap;

use crate::distribution::Distribution;
use crate::random::Random;

/// Whose distribution it is.
#[derive(Clone, Debug, PartialEq)]
enum Target {
    All,
    Line(u32),
    Variable { function: Option<String>, name: String },
}

/// `x=uniform(0,9)`.
#[derive(Clone, Debug, PartialEq)]
pub struct InputRule {
    target: Target,
    distribution: Distribution,
}

/// Reads a rule: `x=D`, `f::x=D`, `12=D` for what line 12 asks for, or `*=D`.
pub fn parse_rule(text: &str) -> Result<InputRule, String> {
    let (target, distribution) = text
        .split_once('=')
        .ok_or_else(|| format!("`{text}` is no distribution of an input; one is written as `x=uniform(0,9)`"))?;
    let target = match (target.trim(), target.trim().parse()) {
        ("", _) => return Err(format!("`{text}` does not say whose distribution it is")),
        ("*", _) => Target::All,
        (_, Ok(line)) => Target::Line(line),
        (name, Err(_)) => match name.split_once("::") {
            None | Some(("", _)) => Target::Variable { function: None, name: name.trim_start_matches("::").to_owned() },
            Some((function, name)) => Target::Variable { function: Some(function.to_owned()), name: name.to_owned() },
        },
    };
    let distribution = Distribution::parse(distribution).map_err(|error| error.0)?;
    Ok(InputRule { target, distribution })
}

/// Where an input is asked for: function, line and column.
type Place = (String, u32, u32);

/// The distributions of a program's inputs.
#[derive(Clone, Debug, Default)]
pub struct InputRules {
    at: FxHashMap<Place, Distribution>,
    otherwise: Option<Distribution>,
}

impl InputRules {
    /// Finds the inputs that rules speak of. Later rules count more than earlier ones.
    pub fn new(program: &Program, rules: &[InputRule]) -> Result<InputRules, String> {
        let mut found = InputRules::default();
        let asked = asked_places(program);
        for InputRule { target, distribution } in rules {
            if *target == Target::All {
                found.otherwise = Some(distribution.clone());
                continue;
            }
            let mut is_found = false;
            for asked in asked.iter().filter(|asked| asked.is(target)) {
                is_found = true;
                found.at.insert(asked.place.clone(), distribution.clone());
            }
            if !is_found {
                return Err(nobody_asks(target));
            }
        }
        Ok(found)
    }

    fn of(&self, at: &RecordedChoice) -> Option<&Distribution> {
        // Nothing is looked up where there are no rules.
        let own = match self.at.is_empty() {
            true => None,
            false => self.at.get(&(at.function.clone(), at.line, at.column)),
        };
        own.or(self.otherwise.as_ref())
    }
}

fn nobody_asks(target: &Target) -> String {
    match target {
        Target::All => "the program has no inputs".to_owned(),
        Target::Line(line) => format!("line {line} asks for no input"),
        Target::Variable { function: None, name } => format!("no input is stored in a variable `{name}`"),
        Target::Variable { function: Some(function), name } => {
            format!("no input is stored in a variable `{name}` of `{function}`")
        }
    }
}

/// A call that may ask for an input, and the variable that the answer goes to.
struct Asked {
    place: Place,
    variable: Option<String>,
}

impl Asked {
    fn is(&self, target: &Target) -> bool {
        match target {
            Target::All => true,
            Target::Line(line) => self.place.1 == *line,
            Target::Variable { function, name } => {
                self.variable.as_ref() == Some(name)
                    && function.as_ref().is_none_or(|function| *function == self.place.0)
            }
        }
    }
}

fn asked_places(program: &Program) -> Vec<Asked> {
    let mut asked = Vec::new();
    for function in program.functions.values().filter(|function| !function.library) {
        for inst in function.insts.values() {
            let InstKind::Call(call) = &inst.kind else { continue };
            let is_outside = match call.callee {
                Callee::Direct(func) => !program.functions[func].is_defined(),
                Callee::Indirect(_) => false,
            };
            if is_outside && let Some(place) = place_of(program, function, inst.loc) {
                let variable = call.results.first().and_then(|&result| variable_of(program, function, result));
                asked.push(Asked { place, variable });
            }
        }
    }
    asked
}

fn place_of(program: &Program, function: &Function, loc: LocId) -> Option<Place> {
    let loc = program.source.get(loc)?;
    Some((function.name.clone(), loc.line, loc.column))
}

/// The variable that a register is stored in, perhaps after a conversion.
fn variable_of(program: &Program, function: &Function, register: ValueId) -> Option<String> {
    for inst in function.insts.values() {
        match &inst.kind {
            InstKind::Store { ptr, value, .. } if *value == Operand::Value(register) => {
                return name_of(program, function, *ptr);
            }
            InstKind::Cast { value, .. } | InstKind::Freeze { value, .. } if *value == Operand::Value(register) => {
                if let Some(name) = inst.result.and_then(|result| variable_of(program, function, result)) {
                    return Some(name);
                }
            }
            // Any other gives the value no name that could be shown.
            _ => {}
        }
    }
    None
}

fn name_of(program: &Program, function: &Function, pointer: Operand) -> Option<String> {
    match pointer {
        Operand::Value(value) => {
            let home = VariableHome::Memory(value);
            function.vars.values().find(|variable| variable.home == home).map(|variable| variable.name.clone())
        }
        Operand::Const(constant) => match program.consts.get(constant) {
            Const::Global(global, 0) => {
                let global = &program.globals[*global];
                Some(global.source_name.clone().unwrap_or_else(|| global.name.clone()))
            }
            _ => None,
        },
    }
}

/// Settles the choices of a run at random.
#[derive(Debug)]
pub(crate) struct Sampler {
    pub(crate) random: Random,
    rules: Rc<InputRules>,
    /// While what all runs have in common is run, nothing is settled: asking is only noted.
    pub(crate) is_common: bool,
    pub(crate) was_asked: bool,
}

impl Sampler {
    pub(crate) fn new(rules: Rc<InputRules>) -> Sampler {
        Sampler { random: Random::of_run(0, 0), rules, is_common: false, was_asked: false }
    }
}

impl Chooser for Sampler {
    fn choose(&mut self, ty: Scalar, at: &RecordedChoice) -> Result<Bits, Stop> {
        if self.is_common {
            self.was_asked = true;
            return Err(Stop::Mismatch("what runs have in common leaves nothing open".to_owned()));
        }
        let rule = match at.kind {
            ChoiceKind::Input | ChoiceKind::Havoc => self.rules.of(at),
            ChoiceKind::Uninitialized
            | ChoiceKind::Address
            | ChoiceKind::AllocationFailure
            | ChoiceKind::Schedule
            | ChoiceKind::Undef => None,
        };
        let Some(distribution) = rule else { return Ok(any_bits(&mut self.random, at.width)) };
        let number = distribution.draw(&mut self.random);
        number.bits(ty, at.width).ok_or_else(|| {
            let message = format!("{number} is drawn for an input of {} bits in line {}", at.width, at.line);
            Stop::Mismatch(message)
        })
    }
}

fn any_bits(random: &mut Random, width: u32) -> Bits {
    let limbs: Vec<u64> = (0..width.div_ceil(64)).map(|_| random.word()).collect();
    Bits::from_limbs(width, &limbs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_read() {
        let target = |text| parse_rule(text).map(|rule| rule.target);
        let variable = |function: Option<&str>, name: &str| {
            Ok(Target::Variable { function: function.map(str::to_owned), name: name.to_owned() })
        };
        assert_eq!(target("x=uniform(0,9)"), variable(None, "x"));
        assert_eq!(target("f::x = bernoulli(0.5)"), variable(Some("f"), "x"));
        assert_eq!(target("::g=uniform(0,9)"), variable(None, "g"));
        assert_eq!(target("12=uniform(0,9)"), Ok(Target::Line(12)));
        assert_eq!(target("*=uniform(0,9)"), Ok(Target::All));
        for wrong in ["x", "=uniform(0,9)", "x=uniform", "x=gauss(0,1)"] {
            assert!(parse_rule(wrong).is_err(), "{wrong}");
        }
    }
}
