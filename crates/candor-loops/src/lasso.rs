//! Lassos: executions that come back, after several rounds of a loop, to a state in which they have been.
//!
//! A controller such as `while (1) { command = input(); switch (state) ... }` may need many rounds until its state is one that it was in
//! before. The relation of one round is unrolled from where the loop is entered, with inputs of its own for each round, and the solver
//! is asked for an execution whose last state is equal to an earlier one in what decides whether and how it goes on. The concrete
//! machine makes these choices and compares whole states, so that nothing else has to be shown.

use std::time::Duration;

use candor_context_symbolic::{Chosen, SymbolicContext, chosen_bits};
use candor_engine::Limits;
use candor_evidence::{Counterexample, Cycle, CycleOf, Settled};
use candor_interp::ChoiceKind;
use candor_ir::Check;
use candor_merge::Settler;
use candor_term::{Assignment, Evaluation, Term, free_vars, substitute};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::recur::in_round;
use crate::system::{Round, RoundStart, System};

/// How many rounds there may be: also those that a counter of one byte takes to come round.
const N_ROUNDS: [usize; 10] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];
/// So many terms more at most: what is larger is not solved in time.
const MOST_TERMS: usize = 300_000;

/// How many rounds are looked at, how long the solver may think about each number of them, and the concrete machine run.
#[derive(Copy, Clone, Debug)]
pub(crate) struct LassoEffort {
    pub(crate) n_rounds: usize,
    pub(crate) at_most: Duration,
    /// How long an execution may be that comes back.
    pub(crate) n_steps: u64,
}

/// How often an execution may have come to the loop before it goes round for ever.
const MOST_BEFORE: u64 = 1000;

/// The states of a loop over some rounds.
struct Unrolled {
    /// What the cells hold when each round begins, and behind the last one.
    states: Vec<Vec<Term>>,
    /// What each variable of a round is called in the n-th one.
    names: Vec<FxHashMap<Term, Term>>,
    /// Where the loop is entered, and so far all rounds have been made.
    condition: Term,
}

/// An execution that goes round a loop for ever because it comes back to where it has been, as `confirm` has seen.
pub(crate) fn lasso<T>(
    cx: &mut SymbolicContext,
    settler: &mut Settler,
    limits: &Limits,
    system: &System,
    start: usize,
    effort: LassoEffort,
    mut confirm: impl FnMut(&Counterexample) -> Option<T>,
) -> Option<T> {
    let of_start = &system.starts[start];
    let rounds: Vec<&Round> = system.rounds_of(start).collect();
    let chosen: Vec<Chosen> = in_round(cx, of_start).cloned().collect();
    // What is not an input may turn out otherwise in the next round.
    let is_ours = chosen.iter().all(|chosen| chosen.kind == ChoiceKind::Input);
    if rounds.is_empty() || of_start.name.header.is_none() || !is_ours {
        return None;
    }
    let compared = deciding_cells(cx, of_start, &rounds);
    // Where nothing decides, every state is like any other, and the concrete machine might still tell them apart.
    if compared.is_empty() {
        return None;
    }
    let entries: Vec<Term> = of_start.cells.iter().map(|(_, held)| held.start).collect();
    let condition = of_start.entry.condition();
    let mut unrolled = Unrolled { states: vec![entries], names: Vec::new(), condition };
    let most_terms = cx.pool.len() + MOST_TERMS;
    let mut is_tried = false;
    for n_rounds in N_ROUNDS.into_iter().take_while(|n_rounds| *n_rounds <= effort.n_rounds) {
        while unrolled.names.len() < n_rounds {
            unrolled.go_round(cx, of_start, &rounds, &chosen);
        }
        if unrolled.condition == Term::FALSE || cx.pool.len() > most_terms || limits.exceeded().is_some() {
            return None;
        }
        let (last, earlier) = unrolled.states.split_last()?;
        let mut again = Vec::new();
        // What nobody has written is no number to the concrete machine: later on more has been written.
        let n_skipped = if is_tried { n_rounds / 2 } else { 0 };
        for state in &earlier[n_skipped..] {
            let same: Vec<Term> = compared.iter().map(|&cell| cx.pool.eq(state[cell], last[cell])).collect();
            again.push(cx.pool.and_all(same));
        }
        let comes_back = cx.pool.or_all(again);
        let wanted = cx.pool.and(unrolled.condition, comes_back);
        match settler.satisfy(cx, wanted, limits, Some(effort.at_most)) {
            Ok(Some(model)) => {
                is_tried = true;
                let confirmed = confirm(&unrolled.counterexample(cx, of_start, &chosen, &model));
                if confirmed.is_some() {
                    return confirmed;
                }
            }
            // Perhaps with more rounds.
            Ok(None) => {}
            Err(_) => return None,
        }
    }
    None
}

/// The cells on which it depends whether rounds are made, directly or through other cells, by their numbers.
fn deciding_cells(cx: &SymbolicContext, start: &RoundStart, rounds: &[&Round]) -> Vec<usize> {
    let mut roots: Vec<Term> = rounds.iter().flat_map(|round| round.path.facts_since(start.path.depth())).collect();
    let mut found: Vec<usize> = Vec::new();
    loop {
        let vars: FxHashSet<Term> = free_vars(&cx.pool, &roots).into_iter().collect();
        let is_new = |idx: &usize| vars.contains(&start.cells[*idx].1.now) && !found.contains(idx);
        let new: Vec<usize> = (0..start.cells.len()).filter(is_new).collect();
        if new.is_empty() {
            return found;
        }
        roots.extend(new.iter().flat_map(|&idx| rounds.iter().map(move |round| round.next[idx])));
        found.extend(new);
    }
}

impl Unrolled {
    /// One round more.
    fn go_round(&mut self, cx: &mut SymbolicContext, start: &RoundStart, rounds: &[&Round], chosen: &[Chosen]) {
        let Some(now) = self.states.last() else { return };
        let cells = start.cells.iter().map(|(_, held)| held.now);
        let mut names: FxHashMap<Term, Term> = cells.zip(now.iter().copied()).collect();
        for chosen in chosen {
            let sort = cx.pool.sort(chosen.value);
            names.insert(chosen.value, cx.pool.fresh_var("input", sort));
        }
        let (mut next, mut made) = (now.clone(), Vec::new());
        for round in rounds {
            let mut terms = round.path.facts_since(start.path.depth());
            let n_facts = terms.len();
            terms.extend(&round.next);
            let terms = substitute(&mut cx.pool, &terms, &names);
            let is_made = cx.pool.and_all(terms[..n_facts].iter().copied());
            for (next, after) in next.iter_mut().zip(&terms[n_facts..]) {
                *next = cx.pool.ite(is_made, *after, *next);
            }
            made.push(is_made);
        }
        let any = cx.pool.or_all(made);
        self.condition = cx.pool.and(self.condition, any);
        self.states.push(next);
        self.names.push(names);
    }

    /// The execution that the model describes: into the loop, and so many rounds.
    fn counterexample(
        &self,
        cx: &SymbolicContext,
        start: &RoundStart,
        chosen: &[Chosen],
        model: &Assignment,
    ) -> Counterexample {
        let in_rounds: FxHashSet<Term> = chosen.iter().map(|chosen| chosen.value).collect();
        let before = cx.choices.iter().filter(|chosen| !in_rounds.contains(&chosen.value));
        let mut choices = settled(cx, before, model);
        for names in &self.names {
            let mut of_round = model.clone();
            let mut evaluation = Evaluation::new(&cx.pool, model);
            let values: Vec<_> = names.iter().map(|(&name, &term)| (name, evaluation.value(term))).collect();
            drop(evaluation);
            for (name, value) in values {
                of_round.set(name, value);
            }
            choices.extend(settled(cx, chosen, &of_round));
        }
        let n_rounds = self.names.len() as u64;
        let of = CycleOf::States { most_visits: start.n_visits + n_rounds + MOST_BEFORE };
        let cycle = Some(Cycle { of, n_choices: 0, closed: None });
        Counterexample { check: Check::Termination, position: start.position.clone(), choices, cycle }
    }
}

/// What is chosen of these where the model holds.
fn settled<'a>(cx: &SymbolicContext, chosen: impl IntoIterator<Item = &'a Chosen>, model: &Assignment) -> Vec<Settled> {
    let mut evaluation = Evaluation::new(&cx.pool, model);
    let mut found = Vec::new();
    for chosen in chosen {
        if evaluation.holds(chosen.path.condition()) {
            found.push(Settled { kind: chosen.kind, value: chosen_bits(&evaluation.value(chosen.value)) });
        }
    }
    found
}
