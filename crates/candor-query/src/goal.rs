//! Formulas whose names have been found in a program.

use candor_interp::ThreadId;
use candor_ir::{Check, CheckSet, FuncId, GlobalId, ValueId};

use crate::ast::Operator;

/// A formula about the states of one program.
#[derive(Clone, Debug, PartialEq)]
pub enum Goal {
    Constant(bool),
    DataRace,
    DivZero,
    OverFlows,
    /// The step that is made breaks the check.
    Breaks(Check),
    /// The thread is about to call one of the functions, which have one name.
    Calls(ThreadId, Vec<FuncId>),
    /// Some thread is at this line.
    At(u32),
    Compare(Box<Compare>),
    Not(Box<Goal>),
    And(Box<Goal>, Box<Goal>),
    Or(Box<Goal>, Box<Goal>),
}

/// A comparison of two numbers. What is not said to belong to a certain thread belongs to the same one on both sides.
#[derive(Clone, Debug, PartialEq)]
pub struct Compare {
    pub(crate) left: Operand,
    pub(crate) operator: Operator,
    pub(crate) right: Operand,
    pub(crate) at: Option<u32>,
}

/// Where a number comes from.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Operand {
    Number(i128),
    /// A register of a thread, when the function is its innermost; zero otherwise.
    Register {
        thread: ThreadId,
        func: FuncId,
        value: ValueId,
        form: Form,
    },
    /// A variable in the innermost frame of its function.
    Local {
        thread: Option<ThreadId>,
        func: FuncId,
        home: ValueId,
        form: Form,
    },
    Global {
        global: GlobalId,
        form: Form,
    },
}

/// How bits are a number.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Form {
    pub(crate) width: u32,
    pub(crate) signed: bool,
}

impl Form {
    pub(crate) fn number(self, bits: u64) -> i128 {
        let unused = 64 - self.width;
        match self.signed {
            true => i128::from((bits << unused).cast_signed() >> unused),
            false => i128::from(bits << unused >> unused),
        }
    }
}

/// A goal that is one of several events, each of which some engine can look for by itself.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A check is broken.
    Breaks(Check),
    /// A thread is about to call one of the functions.
    Calls(ThreadId, Vec<FuncId>),
}

/// A goal that only compares one local variable with a number: `f::x < 3`, perhaps at a line.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct LocalGoal {
    /// Without it, any thread.
    pub thread: Option<ThreadId>,
    pub func: FuncId,
    /// The register that points to the variable.
    pub home: ValueId,
    pub width: u32,
    pub signed: bool,
    pub operator: Operator,
    pub number: i128,
    pub at: Option<u32>,
}

impl Goal {
    /// The goal as a comparison of one local variable with a number, if it is one.
    pub fn as_local(&self) -> Option<LocalGoal> {
        let Goal::Compare(compare) = self else { return None };
        let (local, operator, number) = match (&compare.left, &compare.right) {
            (local, Operand::Number(number)) => (local, compare.operator, *number),
            (Operand::Number(number), local) => (local, compare.operator.turned(), *number),
            _ => return None,
        };
        let Operand::Local { thread, func, home, form } = *local else { return None };
        let Form { width, signed } = form;
        Some(LocalGoal { thread, func, home, width, signed, operator, number, at: compare.at })
    }

    /// The checks that executions must make for the goal to be seen.
    pub fn checks(&self) -> CheckSet {
        match self {
            Goal::Breaks(check) => CheckSet::of(*check),
            Goal::Not(goal) => goal.checks(),
            Goal::And(a, b) | Goal::Or(a, b) => a.checks().union(b.checks()),
            Goal::Constant(_)
            | Goal::DataRace
            | Goal::DivZero
            | Goal::OverFlows
            | Goal::Calls(..)
            | Goal::At(_)
            | Goal::Compare(_) => CheckSet::EMPTY,
        }
    }

    /// The goal as events one of which must happen, if it is nothing else. Whoever is about to do something wrong does it when it
    /// is its turn, so that reaching such a state and breaking the check are the same.
    pub fn events(&self) -> Option<Vec<Event>> {
        const ACCESS: [Check; 5] = [
            Check::NullDereference,
            Check::OutOfBounds,
            Check::UseAfterFree,
            Check::UseAfterScope,
            Check::InvalidPointer,
        ];
        match self {
            Goal::Constant(false) => Some(Vec::new()),
            Goal::DataRace => Some(vec![Event::Breaks(Check::DataRace)]),
            Goal::DivZero => Some(vec![Event::Breaks(Check::DivisionByZero)]),
            Goal::OverFlows => Some(ACCESS.map(Event::Breaks).to_vec()),
            Goal::Breaks(check) => Some(vec![Event::Breaks(*check)]),
            Goal::Calls(thread, funcs) => Some(vec![Event::Calls(*thread, funcs.clone())]),
            Goal::Or(a, b) => {
                let mut events = a.events()?;
                events.extend(b.events()?);
                Some(events)
            }
            Goal::Constant(true) | Goal::At(_) | Goal::Compare(_) | Goal::Not(_) | Goal::And(..) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_become_numbers() {
        let form = |width, signed| Form { width, signed };
        assert_eq!(form(8, true).number(0xFF), -1);
        assert_eq!(form(8, false).number(0xFFFF), 255);
        assert_eq!(form(64, false).number(u64::MAX), i128::from(u64::MAX));
        assert_eq!(form(64, true).number(u64::MAX), -1);
        assert_eq!(form(1, false).number(1), 1);
    }

    #[test]
    fn only_disjunctions_are_events() {
        let or = Goal::Or(Box::new(Goal::DataRace), Box::new(Goal::Breaks(Check::Assertion)));
        assert_eq!(or.events().map(|events| events.len()), Some(2));
        assert_eq!(Goal::Not(Box::new(Goal::DataRace)).events(), None);
        assert!(or.checks().contains(Check::Assertion));
    }
}
