//! Solvers that are spoken to in SMT-LIB 2: programs at the other end of a pipe, and Z3 in this process.
//!
//! ```text
//!   SmtlibSolver     levels of assertions, and when to start again
//!     Session        the conversation: what was said, what is asked
//!       dyn Peer     who carries the text: Process, Z3
//! ```
//!
//! Levels of assertions are ours, not the solver's: an assertion above the ground level, and every assumption, is a new boolean
//! that implies it, and a check assumes the booleans that count. So whatever has been declared or defined stays, and a solver
//! that has died is replaced by a new one, which is told again what counts.
//!
//! One that dies, says nothing for too long, or says what it should not, gives `Unknown`, and is started anew next time.

mod answers;
mod peer;
mod process;
mod session;
mod sexpr;
mod value;
mod z3;

use std::time::Duration;

use candor_term::{Assignment, Term, TermPool};
use candor_z3_sys::Library;

use crate::budget::Meter;
use crate::stack::AssertionStack;
use crate::{Budget, Interrupt, Outcome, Reason, Solver};
use peer::Peer;
use process::Process;
use session::Session;
use z3::Z3;

/// How long the solver may take for what is not search: telling values and failed assumptions.
const PATIENCE: Duration = Duration::from_secs(60);

/// A solver that is spoken to in SMT-LIB 2.
pub struct SmtlibSolver {
    maker: Maker,
    assertions: AssertionStack,
    session: Option<Session>,
    last: Last,
}

/// Who is spoken to.
#[derive(Clone)]
enum Maker {
    Command(String),
    Z3(Library),
}

/// What one may ask about after the last check.
enum Last {
    Nothing,
    Sat(Interrupt),
    Unsat(Vec<Term>),
}

impl Maker {
    fn name(&self) -> String {
        match self {
            Maker::Command(command) => command.clone(),
            Maker::Z3(library) => format!("Z3 {}", library.version()),
        }
    }

    fn start(&self) -> Result<Session, Reason> {
        let peer: Box<dyn Peer> = match self {
            Maker::Command(command) => Box::new(Process::start(command)?),
            Maker::Z3(library) => Box::new(Z3::start(*library)?),
        };
        Ok(Session::start(peer))
    }
}

impl SmtlibSolver {
    /// A solver that is another program, such as `cvc5 --incremental` or `z3 -in`: the program and its options, separated by
    /// blanks. It is started when it is needed, and must read SMT-LIB 2 from its standard input; most programs need an option for
    /// incremental use.
    pub fn pipe(command: &str) -> SmtlibSolver {
        SmtlibSolver::new(Maker::Command(command.to_owned()))
    }

    /// Z3 in this process: the second opinion. It is slower than Bitwuzla on most of our questions.
    pub fn z3(library: Library) -> SmtlibSolver {
        SmtlibSolver::new(Maker::Z3(library))
    }

    fn new(maker: Maker) -> SmtlibSolver {
        SmtlibSolver { maker, assertions: AssertionStack::new(), session: None, last: Last::Nothing }
    }

    fn try_check(&mut self, pool: &TermPool, assumptions: &[Term], meter: &mut Meter<'_>) -> Result<Outcome, Reason> {
        if meter.look() {
            return Err(meter.exceeded().unwrap_or(Reason::Incomplete));
        }
        let session = match &mut self.session {
            Some(session) => session,
            None => self.session.insert(self.maker.start()?),
        };
        let n_ground = self.assertions.n_ground();
        let (ground, above) = self.assertions.items().split_at(n_ground);
        session.assert_ground(pool, ground);
        let assumed = [above, assumptions].concat();
        match session.check(pool, &assumed, meter)? {
            Outcome::Unsat => {
                let failed = session.failed(&assumed, meter)?;
                let is_failed = |term: &&Term| failed.contains(term) && !above.contains(term);
                self.last = Last::Unsat(assumptions.iter().filter(is_failed).copied().collect());
                Ok(Outcome::Unsat)
            }
            outcome @ (Outcome::Sat | Outcome::Unknown(_)) => Ok(outcome),
        }
    }
}

impl Solver for SmtlibSolver {
    fn name(&self) -> String {
        self.maker.name()
    }

    fn reset(&mut self) {
        *self = SmtlibSolver::new(self.maker.clone());
    }

    fn push(&mut self) {
        self.last = Last::Nothing;
        self.assertions.push_level();
    }

    fn pop(&mut self) {
        self.last = Last::Nothing;
        self.assertions.pop_level();
    }

    fn assert(&mut self, _: &TermPool, term: Term) {
        self.last = Last::Nothing;
        self.assertions.add(term);
    }

    fn assertions(&self) -> &[Term] {
        self.assertions.items()
    }

    fn check(&mut self, pool: &TermPool, assumptions: &[Term], budget: &Budget) -> Outcome {
        self.last = Last::Nothing;
        let mut meter = Meter::start(budget);
        match self.try_check(pool, assumptions, &mut meter) {
            Ok(outcome) => {
                if outcome == Outcome::Sat {
                    self.last = Last::Sat(budget.interrupt.clone());
                }
                outcome
            }
            Err(reason) => {
                // Whatever it was doing, it is not to be trusted with the next question.
                self.session = None;
                Outcome::Unknown(reason)
            }
        }
    }

    fn failed_assumptions(&mut self) -> Vec<Term> {
        match &self.last {
            Last::Unsat(failed) => failed.clone(),
            Last::Nothing | Last::Sat(_) => panic!("failed assumptions of a check that was not unsat"),
        }
    }

    fn model(&mut self, pool: &TermPool, vars: &[Term]) -> Result<Assignment, Reason> {
        let Last::Sat(interrupt) = &self.last else { panic!("the model of a check that was not sat") };
        let budget = Budget { time: Some(PATIENCE), interrupt: interrupt.clone(), ..Budget::default() };
        let session = self.session.as_mut().ok_or_else(|| Reason::Failed(format!("{} is gone", self.maker.name())))?;
        let model = session.model(pool, vars, &mut Meter::start(&budget));
        if model.is_err() {
            self.session = None;
        }
        model
    }
}
