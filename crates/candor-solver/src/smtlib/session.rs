//! A conversation with a solver that reads SMT-LIB 2: what it has been told, what it is asked, what it answers.

use std::fmt::Write;

use candor_term::{Assignment, Smt2Writer, Term, TermPool};
use rustc_hash::FxHashMap;

use super::peer::Peer;
use super::sexpr::Sexpr;
use super::value;
use crate::budget::Meter;
use crate::{Outcome, Reason};

/// A solver that listens, and what it has been told.
pub(super) struct Session {
    peer: Box<dyn Peer>,
    writer: Smt2Writer,
    /// How many assertions of the ground level it knows.
    n_grounded: usize,
    proxies: FxHashMap<Term, String>,
}

impl Session {
    pub(super) fn start(mut peer: Box<dyn Peer>) -> Session {
        peer.send(peer.dialect().preamble.to_owned());
        Session { peer, writer: Smt2Writer::new(), n_grounded: 0, proxies: FxHashMap::default() }
    }

    /// Assertions of the ground level never go away, so the solver is told each once.
    pub(super) fn assert_ground(&mut self, pool: &TermPool, ground: &[Term]) {
        let new = &ground[self.n_grounded..];
        self.n_grounded = ground.len();
        let mut commands = String::new();
        for text in self.writer.terms(pool, new, &mut commands) {
            writeln!(commands, "(assert {text})").expect("writing to a string");
        }
        self.peer.send(commands);
    }

    pub(super) fn check(
        &mut self,
        pool: &TermPool,
        assumed: &[Term],
        meter: &mut Meter<'_>,
    ) -> Result<Outcome, Reason> {
        let mut commands = String::new();
        let proxies: Vec<String> = assumed.iter().map(|term| self.proxy(pool, *term, &mut commands)).collect();
        if proxies.is_empty() {
            commands.push_str("(check-sat)\n");
        } else {
            writeln!(commands, "(check-sat-assuming ({}))", proxies.join(" ")).expect("writing to a string");
        }
        self.peer.send(commands);
        match &self.peer.receive(meter)? {
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

    /// The assumed terms that failed; all of them if the solver cannot tell.
    pub(super) fn failed(&mut self, assumed: &[Term], meter: &mut Meter<'_>) -> Result<Vec<Term>, Reason> {
        if assumed.is_empty() {
            return Ok(Vec::new());
        }
        self.peer.send(self.peer.dialect().failed.to_owned());
        let answer = match self.peer.receive(meter) {
            Ok(answer) => answer,
            Err(Reason::Failed(_)) if self.peer.is_alive() => return Ok(assumed.to_vec()),
            Err(reason) => return Err(reason),
        };
        let Sexpr::List(names) = answer else { return Ok(assumed.to_vec()) };
        let is_failed = |term: &&Term| names.iter().any(|name| name.is_atom(&self.proxies[*term]));
        Ok(assumed.iter().filter(is_failed).copied().collect())
    }

    pub(super) fn model(
        &mut self,
        pool: &TermPool,
        vars: &[Term],
        meter: &mut Meter<'_>,
    ) -> Result<Assignment, Reason> {
        let mut model = Assignment::new();
        let declared: Vec<(Term, &str)> =
            vars.iter().filter_map(|var| Some((*var, self.writer.symbol(*var)?))).collect();
        if declared.is_empty() {
            return Ok(model);
        }
        let symbols: Vec<&str> = declared.iter().map(|(_, symbol)| *symbol).collect();
        self.peer.send(format!("(get-value ({}))\n", symbols.join(" ")));
        let answer = self.peer.receive(meter)?;
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
