//! What every solver can do.

use std::fmt;

use candor_term::{Assignment, Term, TermPool, Value, evaluate, free_vars, smt2};

use crate::Budget;

/// The answer to a check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// There is a model of the assertions and assumptions.
    Sat,
    /// There is none.
    Unsat,
    /// Nobody knows.
    Unknown(Reason),
}

/// Why a solver does not know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The steps of the budget are used up.
    Steps,
    /// The time of the budget is used up.
    Time,
    /// The process has more memory than the budget allows.
    Memory,
    /// Somebody pulled the [`Interrupt`](crate::Interrupt).
    Interrupted,
    /// The solver gave up by itself.
    Incomplete,
    /// The solver does not work: it could not be started, died, or said something that makes no sense.
    Failed(String),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Steps => f.write_str("the solver's steps are used up"),
            Reason::Time => f.write_str("the solver's time is used up"),
            Reason::Memory => f.write_str("the memory is used up"),
            Reason::Interrupted => f.write_str("interrupted"),
            Reason::Incomplete => f.write_str("the solver gave up"),
            Reason::Failed(message) => write!(f, "the solver failed: {message}"),
        }
    }
}

/// A solver. All terms that it is given must be of one and the same pool, which may grow between calls.
///
/// ```text
///   push, pop, assert ---> check ---> Sat:     model, value
///        ^                   |
///        |                   +------> Unsat:   failed_assumptions
///        +------------------ +------> Unknown: nothing
/// ```
///
/// What may be asked after a check may be asked until the next `reset`, `push`, `pop`, `assert` or `check`.
pub trait Solver {
    /// What this is, for people.
    fn name(&self) -> String;

    /// Forgets everything, as if the solver were new. A solver that has answered many unrelated questions gets slow, because it
    /// looks for values of all that it was ever asked about.
    fn reset(&mut self);

    /// Opens a level of assertions.
    fn push(&mut self);

    /// Forgets the assertions of the innermost level; panics if none is open.
    fn pop(&mut self);

    /// From now on, until its level is popped, the boolean term has to hold.
    fn assert(&mut self, pool: &TermPool, term: Term);

    /// The terms that have to hold, oldest first.
    fn assertions(&self) -> &[Term];

    /// Whether the assertions and the assumptions can hold together.
    ///
    /// Law: with the same calls before and a budget without time and memory, the answer is always the same.
    fn check(&mut self, pool: &TermPool, assumptions: &[Term], budget: &Budget) -> Outcome;

    /// After `Unsat`: assumptions that cannot hold together with the assertions; perhaps not the fewest.
    fn failed_assumptions(&mut self) -> Vec<Term>;

    /// After `Sat`: values of the variables in one model, the same one until the next check. A variable that does not matter may
    /// be missing, which stands for zero.
    fn model(&mut self, pool: &TermPool, vars: &[Term]) -> Result<Assignment, Reason>;

    /// After `Sat`: the value of any term in the model. For many terms, take the [`model`](Solver::model) and evaluate them together.
    fn value(&mut self, pool: &TermPool, term: Term) -> Result<Value, Reason> {
        let model = self.model(pool, &free_vars(pool, &[term]))?;
        Ok(evaluate(pool, term, &model))
    }

    /// The query of a check with these assumptions, as an SMT-LIB 2 script.
    fn dump(&self, pool: &TermPool, assumptions: &[Term]) -> String {
        smt2(pool, &[self.assertions(), assumptions].concat())
    }
}
