//! Any program that reads SMT-LIB 2 from its input, as a solver.
//!
//! Levels of assertions are ours, not the program's: an assertion above the ground level, and every assumption, is a new boolean
//! that implies it, and a check assumes the booleans that count. So whatever has been declared or defined stays, and a program
//! that has died is replaced by a new one, which is told again what counts.
//!
//! A program that dies, says nothing for too long, or says what it should not, gives `Unknown`, and is started anew next time.

mod process;
mod sexpr;
mod value;

use std::fmt::Write;
use std::time::Duration;

use candor_term::{Assignment, Smt2Writer, Term, TermPool};
use rustc_hash::FxHashMap;

use crate::budget::Meter;
use crate::stack::AssertionStack;
use crate::{Budget, Interrupt, Outcome, Reason, Solver};
use process::Process;
use sexpr::Sexpr;

/// How long the program may take for what is not search: telling values and failed assumptions.
const PATIENCE: Duration = Duration::from_secs(60);

/// The program is asked for exactly what we use. `ALL` because the narrower logics are traps: Z3 is slow in `QF_ABV`.
const PREAMBLE: &str = "(set-option :print-success false)\n\
                        (set-option :produce-models true)\n\
                        (set-option :produce-unsat-assumptions true)\n\
                        (set-logic ALL)\n";

/// A solver that is another program, such as `cvc5 --incremental` or `z3 -in`.
pub struct PipeSolver {
    command: String,
    assertions: AssertionStack,
    session: Option<Session>,
    last: Last,
}

/// A program that runs, and what it has been told.
struct Session {
    process: Process,
    writer: Smt2Writer,
    /// How many assertions of the ground level it knows.
    n_grounded: usize,
    proxies: FxHashMap<Term, String>,
}

/// What one may ask about after the last check.
enum Last {
    Nothing,
    Sat(Interrupt),
    Unsat(Vec<Term>),
}

impl PipeSolver {
    /// A solver for a command: the program and its options, separated by blanks. The program is started when it is needed, and
    /// must read SMT-LIB 2 from its standard input; most programs need an option for incremental use.
    pub fn new(command: &str) -> PipeSolver {
        PipeSolver {
            command: command.to_owned(),
            assertions: AssertionStack::new(),
            session: None,
            last: Last::Nothing,
        }
    }

    /// Z3, if it is installed: the second opinion. It is slower than Bitwuzla on most of our questions.
    pub fn z3() -> PipeSolver {
        PipeSolver::new("z3 -in")
    }

    /// Whether the program can be started; if not, every check is unknown.
    pub fn can_start(&self) -> bool {
        self.session.is_some() || Process::start(&self.command).is_ok()
    }

    fn try_check(&mut self, pool: &TermPool, assumptions: &[Term], meter: &mut Meter<'_>) -> Result<Outcome, Reason> {
        if meter.look() {
            return Err(meter.exceeded().unwrap_or(Reason::Incomplete));
        }
        let session = match &mut self.session {
            Some(session) => session,
            None => self.session.insert(Session::start(&self.command)?),
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

impl Solver for PipeSolver {
    fn name(&self) -> String {
        self.command.clone()
    }

    fn reset(&mut self) {
        *self = PipeSolver::new(&self.command);
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
        let session = self.session.as_mut().ok_or_else(|| Reason::Failed(format!("{} is gone", self.command)))?;
        let model = session.model(pool, vars, &mut Meter::start(&budget));
        if model.is_err() {
            self.session = None;
        }
        model
    }
}

impl Session {
    fn start(command: &str) -> Result<Session, Reason> {
        let process = Process::start(command)?;
        process.send(PREAMBLE.to_owned());
        Ok(Session { process, writer: Smt2Writer::new(), n_grounded: 0, proxies: FxHashMap::default() })
    }

    /// Assertions of the ground level never go away, so the program is told each once.
    fn assert_ground(&mut self, pool: &TermPool, ground: &[Term]) {
        let new = &ground[self.n_grounded..];
        self.n_grounded = ground.len();
        let mut commands = String::new();
        for text in self.writer.terms(pool, new, &mut commands) {
            writeln!(commands, "(assert {text})").expect("writing to a string");
        }
        self.process.send(commands);
    }

    fn check(&mut self, pool: &TermPool, assumed: &[Term], meter: &mut Meter<'_>) -> Result<Outcome, Reason> {
        let mut commands = String::new();
        let proxies: Vec<String> = assumed.iter().map(|term| self.proxy(pool, *term, &mut commands)).collect();
        if proxies.is_empty() {
            commands.push_str("(check-sat)\n");
        } else {
            writeln!(commands, "(check-sat-assuming ({}))", proxies.join(" ")).expect("writing to a string");
        }
        self.process.send(commands);
        match &self.process.receive(meter)? {
            Sexpr::Atom(word) if word == "sat" => Ok(Outcome::Sat),
            Sexpr::Atom(word) if word == "unsat" => Ok(Outcome::Unsat),
            Sexpr::Atom(word) if word == "unknown" => Ok(Outcome::Unknown(Reason::Incomplete)),
            answer => Err(Reason::Failed(format!("the answer to a check was {answer}"))),
        }
    }

    /// A boolean that implies a term. The dot keeps it apart from variables, which never have one.
    fn proxy(&mut self, pool: &TermPool, term: Term, commands: &mut String) -> String {
        if let Some(proxy) = self.proxies.get(&term) {
            return proxy.clone();
        }
        let text = self.writer.terms(pool, &[term], commands).concat();
        let proxy = format!("candor.assume!{}", self.proxies.len());
        writeln!(commands, "(declare-const {proxy} Bool)\n(assert (=> {proxy} {text}))").expect("writing to a string");
        self.proxies.insert(term, proxy.clone());
        proxy
    }

    /// The assumed terms that failed; all of them if the program cannot tell.
    fn failed(&mut self, assumed: &[Term], meter: &mut Meter<'_>) -> Result<Vec<Term>, Reason> {
        if assumed.is_empty() {
            return Ok(Vec::new());
        }
        self.process.send("(get-unsat-assumptions)\n".to_owned());
        let answer = match self.process.receive(meter) {
            Ok(answer) => answer,
            Err(Reason::Failed(_)) if self.process.is_alive() => return Ok(assumed.to_vec()),
            Err(reason) => return Err(reason),
        };
        let Sexpr::List(names) = answer else { return Ok(assumed.to_vec()) };
        let is_failed = |term: &&Term| names.iter().any(|name| name.is_atom(&self.proxies[*term]));
        Ok(assumed.iter().filter(is_failed).copied().collect())
    }

    fn model(&mut self, pool: &TermPool, vars: &[Term], meter: &mut Meter<'_>) -> Result<Assignment, Reason> {
        let mut model = Assignment::new();
        let declared: Vec<(Term, &str)> =
            vars.iter().filter_map(|var| Some((*var, self.writer.symbol(*var)?))).collect();
        if declared.is_empty() {
            return Ok(model);
        }
        let symbols: Vec<&str> = declared.iter().map(|(_, symbol)| *symbol).collect();
        self.process.send(format!("(get-value ({}))\n", symbols.join(" ")));
        let answer = self.process.receive(meter)?;
        let pairs = answer.as_list().filter(|pairs| pairs.len() == declared.len());
        let pairs = pairs.ok_or_else(|| Reason::Failed(format!("the answer to get-value was {answer}")))?;
        for ((var, _), pair) in declared.iter().zip(pairs) {
            let value = pair.as_list().and_then(|pair| value::read(pool.sort(*var), pair.get(1)?));
            let value = value.ok_or_else(|| Reason::Failed(format!("a value cannot be read: {pair}")))?;
            model.set(*var, value);
        }
        Ok(model)
    }
}
