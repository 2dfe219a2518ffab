//! Proofs as they are written down: what holds at the heads of loops, by names that other runs know too, and in terms of the source.

use std::collections::BTreeMap;
use std::time::Duration;

use candor_context_symbolic::{Path, SymbolicContext};
use candor_engine::Limits;
use candor_evidence::{Atom, Formula, LoopProof, Proof, RankingCase};
use candor_ir::Program;
use candor_merge::{Settler, Symbolic};
use candor_term::Term;

use crate::heads::{Heads, MOST_ARRIVALS};
use crate::measure::Measure;
use crate::names::{Objects, evaluate, names};
use crate::rank::Ranking;
use crate::source::Scope;
use crate::system::{Round, RoundStart, System};

/// How long the solver may think about whether something is worth saying.
const BRIEFLY: Duration = Duration::from_millis(100);
/// So many facts are said of one loop.
const MOST_SAID: usize = 12;

/// Writes down what a run has relied on.
pub(crate) struct Writer<'a> {
    pub(crate) cx: &'a mut SymbolicContext,
    pub(crate) settler: &'a mut Settler,
    pub(crate) limits: &'a Limits,
    pub(crate) program: &'a Program,
}

impl Writer<'_> {
    /// What the run has relied on, as far as there are names for it.
    pub(crate) fn proof(&mut self, heads: &Heads, rankings: &BTreeMap<usize, Vec<Ranking>>) -> Proof {
        let objects = Objects::of(self.cx);
        let mut loops = Vec::new();
        for (idx, start) in heads.system.starts.iter().enumerate() {
            let names = names(self.cx, self.program, &objects, start);
            let formula = |term| Formula::of(&self.cx.pool, term, &names);
            let mut facts: Vec<Formula> = Vec::new();
            for fact in start.facts.iter().filter_map(|&fact| formula(fact)) {
                if !facts.contains(&fact) {
                    facts.push(fact);
                }
            }
            let case = |ranking: &Ranking| {
                let layer = |layer: &Vec<Measure>| layer.iter().filter_map(|measure| formula(measure.value)).collect();
                let layers = ranking.layers.iter().map(layer).collect();
                match ranking.when {
                    // A case that has no name is none.
                    Some(when) => formula(when).map(|when| RankingCase { when: Some(when), layers }),
                    None => Some(RankingCase { when: None, layers }),
                }
            };
            let cases: Vec<RankingCase> = rankings.get(&idx).into_iter().flatten().filter_map(case).collect();
            let in_source = self.said(heads, &objects, start, &facts);
            let ranked = rankings.get(&idx).map(Vec::as_slice).unwrap_or_default();
            let measure = self.measured(&heads.system, &objects, idx, ranked);
            let entry = start.name.clone();
            loops.push(LoopProof { entry, at: start.at, facts, rankings: cases, in_source, measure });
        }
        Proof { loops, functions: heads.plan.general() }
    }

    /// What is known of a loop in terms of the source. That has to hold whenever the loop's head is reached, also in rounds that were
    /// looked at as they are.
    fn said(&mut self, heads: &Heads, objects: &Objects, start: &RoundStart, facts: &[Formula]) -> Vec<String> {
        let arrivals = heads.arrivals.as_deref().unwrap_or_default();
        if start.name.header.is_none() || arrivals.len() > MOST_ARRIVALS {
            return Vec::new();
        }
        let scope = Scope::at(self.program, &start.name, &objects.globals(&start.now));
        let mut states: Vec<(Path, &Symbolic)> = Vec::new();
        let here = |func, header| func == start.name.func && Some(header) == start.name.header;
        states
            .extend(arrivals.iter().filter(|it| here(it.func, it.header)).map(|it| (it.state.path.clone(), &it.state)));
        let same = |other: &&RoundStart| other.name.header.is_some_and(|header| here(other.name.func, header));
        states.extend(heads.system.starts.iter().filter(same).map(|other| (other.path.clone(), &other.now)));
        let mut shown: Vec<(String, Formula)> = Vec::new();
        for fact in facts {
            let Some(fact) = self.as_now(objects, start, fact) else { continue };
            shown.extend(scope.show(&fact).map(|text| (text, fact)));
        }
        shown.sort_by_key(|(text, _)| text.len());
        shown.dedup_by(|a, b| a.0 == b.0);
        let mut said: Vec<String> = Vec::new();
        let mut known = Term::TRUE;
        for (text, fact) in shown {
            let Some(term) = evaluate(self.cx, self.program, objects, [&start.now; 2], &fact) else { continue };
            if said.len() == MOST_SAID || self.limits.exceeded().is_some() {
                break;
            }
            if self.follows(known, term) || !self.holds_in_all(objects, &states, &fact) {
                continue;
            }
            known = self.cx.pool.and(known, term);
            said.push(text);
        }
        said
    }

    /// A measure that every round makes smaller by itself, as people would write it.
    fn measured(&mut self, system: &System, objects: &Objects, idx: usize, cases: &[Ranking]) -> Option<String> {
        let [Ranking { when: None, layers }] = cases else { return None };
        let start = &system.starts[idx];
        let names = names(self.cx, self.program, objects, start);
        let scope = Scope::at(self.program, &start.name, &objects.globals(&start.now));
        let mut shown: Vec<(String, Term)> = Vec::new();
        for measure in layers.iter().flatten() {
            let formula =
                Formula::of(&self.cx.pool, measure.value, &names).and_then(|it| self.as_now(objects, start, &it));
            shown.extend(formula.and_then(|formula| scope.show_measure(&formula)).map(|text| (text, measure.value)));
        }
        // A difference says more than a number that falls below zero.
        shown.sort_by_key(|(text, _)| (text.starts_with('-'), text.len()));
        let rounds: Vec<&Round> = system.rounds_of(idx).collect();
        let always = |(_, value): &&(String, Term)| {
            rounds.iter().all(|round| {
                let after = round.after(self.cx, start, &[*value])[0];
                let smaller = self.cx.pool.slt(after, *value);
                let wrong = self.cx.pool.not(smaller);
                let fails = self.cx.pool.and(round.path.condition(), wrong);
                matches!(self.settler.satisfy(self.cx, fails, self.limits, Some(BRIEFLY)), Ok(None))
            })
        };
        shown.iter().find(always).map(|(text, _)| text.clone())
    }

    /// The same about what is held now, where a loop does not change what it speaks of.
    fn as_now(&mut self, objects: &Objects, start: &RoundStart, fact: &Formula) -> Option<Formula> {
        let mut is_fixed = true;
        fact.for_each_atom(&mut |atom| is_fixed &= !atom.at_entry || !objects.is_changed(start, atom.held));
        is_fixed.then(|| fact.with_atoms(&|atom| Atom { at_entry: false, ..atom }))
    }

    fn follows(&mut self, known: Term, term: Term) -> bool {
        let wrong = self.cx.pool.not(term);
        let fails = self.cx.pool.and(known, wrong);
        matches!(self.settler.satisfy(self.cx, fails, self.limits, Some(BRIEFLY)), Ok(None))
    }

    fn holds_in_all(&mut self, objects: &Objects, states: &[(Path, &Symbolic)], fact: &Formula) -> bool {
        states.iter().all(|(path, state)| {
            let term = evaluate(self.cx, self.program, objects, [state; 2], fact);
            term.is_some_and(|term| self.follows(path.condition(), term))
        })
    }
}

/// Rankings that are given, in terms of a run; `None` if they make no sense there.
pub(crate) fn read_rankings(
    cx: &mut SymbolicContext,
    program: &Program,
    objects: &Objects,
    start: &RoundStart,
    cases: &[RankingCase],
) -> Option<Vec<Ranking>> {
    let states = [&start.before, &start.now];
    let mut rankings = Vec::new();
    for case in cases {
        let when = match &case.when {
            Some(formula) => Some(evaluate(cx, program, objects, states, formula)?),
            None => None,
        };
        let mut layers = Vec::new();
        for layer in &case.layers {
            let mut measures = Vec::new();
            for formula in layer {
                measures.push(Measure { value: evaluate(cx, program, objects, states, formula)? });
            }
            layers.push(measures);
        }
        rankings.push(Ranking { when, layers });
    }
    Some(rankings)
}
