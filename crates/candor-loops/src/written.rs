//! Proofs as they are written down: what holds at the heads of loops, by names that other runs know too, and in terms of the source.

use std::collections::BTreeMap;
use std::time::Duration;

use candor_context_symbolic::{Path, SymbolicContext};
use candor_engine::Limits;
use candor_evidence::{Atom, Formula, Held, LoopProof, Proof, RankingCase};
use candor_ir::{Bits, Program};
use candor_merge::{Settler, Symbolic};
use candor_term::{Term, post_order};
use rustc_hash::FxHashMap;

use crate::heads::{Arrived, Heads, MOST_ARRIVALS};
use crate::measure::Measure;
use crate::names::{Objects, evaluate, evaluate_with, names};
use crate::rank::Ranking;
use crate::source::Scope;
use crate::system::{Part, Round, RoundStart};

/// How long the solver may think about whether something is worth saying.
const BRIEFLY: Duration = Duration::from_millis(100);
/// So many measures are looked at for a bound, with so many numbers below which no round is made, and so much that rounds take.
const MOST_MEASURES: usize = 4;
const MOST_NUMBERS: usize = 12;
const STEPS: [u64; 5] = [8, 4, 3, 2, 1];
/// How long it may think about one question for a bound.
const FOR_BOUNDS: Duration = Duration::from_secs(2);
/// So many facts are said of one loop.
const MOST_SAID: usize = 12;
const MOST_SAID_OF_ELEMENTS: usize = 4;

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
            let elements = self.of_elements(heads, idx, &names);
            let results = self.of_results(heads, idx, &names);
            let formula = |term| Formula::of(&self.cx.pool, term, &names);
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
            let of_elements = self.said_of_elements(heads, &objects, start, &elements);
            let ranked = rankings.get(&idx).map(Vec::as_slice).unwrap_or_default();
            let Measured { measure, bound, transition } =
                self.measured(heads, &objects, idx, ranked).unwrap_or_default();
            let RoundStart { name: entry, at, depth, has_sums, .. } = start;
            loops.push(LoopProof {
                entry: entry.clone(),
                at: *at,
                facts,
                elements,
                results,
                depth: *depth,
                has_sums: *has_sums,
                rankings: cases,
                in_source,
                of_elements,
                measure,
                bound,
                transition,
            });
        }
        Proof { loops, functions: heads.plan.general(), graph: None }
    }

    /// What is known of elements at a start.
    fn of_elements(&self, heads: &Heads, start: usize, names: &FxHashMap<Term, Atom>) -> Vec<Formula> {
        let mut names = names.clone();
        for (&width, &index) in &heads.system.indexes {
            names.insert(index, Atom { held: Held::Index(width), at_entry: false });
        }
        let mut formulas: Vec<Formula> = Vec::new();
        let facts = heads.system.starts[start].elements.iter();
        for formula in facts.filter_map(|&fact| Formula::of(&self.cx.pool, fact, &names)) {
            if !formulas.contains(&formula) {
                formulas.push(formula);
            }
        }
        formulas
    }

    /// What is known of the results of the function whose activation begins at a start.
    fn of_results(&self, heads: &Heads, start: usize, names: &FxHashMap<Term, Atom>) -> Vec<Formula> {
        let activation = heads.system.activations.iter().find(|of| of.start == start);
        let Some((activation, result)) = activation.and_then(|of| Some((of, of.result?))) else { return Vec::new() };
        let mut names = names.clone();
        names.insert(result, Atom { held: Held::Result, at_entry: false });
        let mut formulas: Vec<Formula> = Vec::new();
        for formula in activation.facts.iter().filter_map(|&fact| Formula::of(&self.cx.pool, fact, &names)) {
            if !formulas.contains(&formula) {
                formulas.push(formula);
            }
        }
        formulas
    }

    /// What is known of a loop in terms of the source. That has to hold whenever the loop's head is reached, also in rounds that were
    /// looked at as they are.
    fn said(&mut self, heads: &Heads, objects: &Objects, start: &RoundStart, facts: &[Formula]) -> Vec<String> {
        let arrivals = heads.arrivals.as_deref().unwrap_or_default();
        if start.name.header.is_none() || arrivals.len() > MOST_ARRIVALS {
            return Vec::new();
        }
        let scope = Scope::at(self.program, &start.name, &objects.globals(&start.now));
        let states = states_at(heads, start);
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

    /// What is known of elements of arrays in terms of the source; it holds whenever the loop's head is reached, too.
    fn said_of_elements(
        &mut self,
        heads: &Heads,
        objects: &Objects,
        start: &RoundStart,
        facts: &[Formula],
    ) -> Vec<String> {
        let n_arrivals = heads.arrivals.as_deref().unwrap_or_default().len();
        if facts.is_empty() || start.name.header.is_none() || n_arrivals > MOST_ARRIVALS {
            return Vec::new();
        }
        let scope = Scope::at(self.program, &start.name, &objects.globals(&start.now));
        let mut shown: Vec<(String, Formula)> = Vec::new();
        for fact in facts {
            let Some(fact) = self.as_now(objects, start, fact) else { continue };
            shown.extend(scope.show_of_elements(&fact).map(|text| (text, fact)));
        }
        // That elements are equal to something says most.
        shown.sort_by_key(|(text, _)| (!text.contains(" == "), text.len()));
        shown.dedup_by(|a, b| a.0 == b.0);
        let states: Vec<(Path, Symbolic)> =
            states_at(heads, start).into_iter().map(|(path, state)| (path, self.with_arrays(start, state))).collect();
        let also = |held| heads.system.index_held(held);
        let mut said: Vec<String> = Vec::new();
        let mut known = Term::TRUE;
        for (text, fact) in shown {
            if said.len() == MOST_SAID_OF_ELEMENTS || self.limits.exceeded().is_some() {
                break;
            }
            let mut in_state =
                |state: &Symbolic| evaluate_with(self.cx, self.program, objects, [state; 2], &also, &fact);
            let Some(term) = in_state(&start.now) else { continue };
            let in_all: Option<Vec<(Term, Term)>> =
                states.iter().map(|(path, state)| Some((path.condition(), in_state(state)?))).collect();
            let Some(in_all) = in_all else { continue };
            if self.follows(known, term) || !in_all.into_iter().all(|(reached, holds)| self.follows(reached, holds)) {
                continue;
            }
            known = self.cx.pool.and(known, term);
            said.push(text);
        }
        said
    }

    /// A state in which what a loop changes as a whole is an array, where it can be seen as one.
    fn with_arrays(&mut self, start: &RoundStart, state: &Symbolic) -> Symbolic {
        let mut state = state.clone();
        for array in start.arrays.iter().filter(|array| array.part == Part::Elements) {
            if let Some(object) = state.memory.get_mut(array.object)
                && object.array.is_none()
            {
                self.cx.see_as_array(object, array.element_bytes);
            }
        }
        state
    }

    /// A measure that every round makes smaller by itself, as people would write it, and how many rounds there are at most.
    fn measured(&mut self, heads: &Heads, objects: &Objects, idx: usize, cases: &[Ranking]) -> Option<Measured> {
        let [Ranking { when: None, layers }] = cases else { return None };
        let system = &heads.system;
        let start = &system.starts[idx];
        let names = names(self.cx, self.program, objects, start);
        let scope = Scope::at(self.program, &start.name, &objects.globals(&start.now));
        let mut shown: Vec<(String, Formula, Term)> = Vec::new();
        for measure in layers.iter().flatten() {
            let formula =
                Formula::of(&self.cx.pool, measure.value, &names).and_then(|it| self.as_now(objects, start, &it));
            let Some(formula) = formula else { continue };
            shown.extend(scope.show_measure(&formula).map(|text| (text, formula, measure.value)));
        }
        // A difference says more than a number that falls below zero.
        shown.sort_by_key(|(text, ..)| (text.starts_with('-'), text.len()));
        let rounds: Vec<&Round> = system.rounds_of(idx).collect();
        let mut found: Option<String> = None;
        for (text, formula, value) in shown.iter().take(MOST_MEASURES) {
            let counted = Counted { start, rounds: &rounds, value: *value };
            let Some(step) = STEPS.into_iter().find(|&step| counted.falls_by(self, step)) else { continue };
            let measure = found.get_or_insert_with(|| text.clone());
            if let Some(bound) = self.bound(heads, objects, &scope, &counted, formula, step) {
                let transition = self.is_entered_once(start).then(|| transition(&scope, formula)).flatten();
                return Some(Measured { measure: Some(measure.clone()), bound: Some(bound), transition });
            }
        }
        found.map(|text| Measured { measure: Some(text), ..Measured::default() })
    }

    /// Whether a loop is entered at most once, and all of its rounds but the first are among those that were argued about: it is in no other
    /// loop, and in `main`.
    fn is_entered_once(&self, start: &RoundStart) -> bool {
        let is_main = self.program.functions[start.name.func].name == "main";
        is_main && start.before.thread.depth() == 1 && matches!(start.name.rounds[..], [0 | 1])
    }

    /// How many rounds a loop has at most, in terms of what its variables hold where it is entered. If every round takes `step` from a measure,
    /// and none is made where it is less than some number, its value at first says how often that can be.
    fn bound(
        &mut self,
        heads: &Heads,
        objects: &Objects,
        scope: &Scope<'_>,
        counted: &Counted<'_>,
        formula: &Formula,
        step: u64,
    ) -> Option<String> {
        let start = counted.start;
        let least = counted.numbers(self).into_iter().find(|&least| counted.is_at_least(self, least))?;
        let n_before = start.name.rounds.last().copied()?;
        let first = first_arrival(heads, start, n_before)?;
        let mut values: FxHashMap<Atom, Term> = FxHashMap::default();
        let mut names: FxHashMap<Term, Atom> = FxHashMap::default();
        let mut atoms = Vec::new();
        formula.for_each_atom(&mut |atom| atoms.push(atom));
        for atom in atoms {
            let held = evaluate(self.cx, self.program, objects, [first; 2], &Formula::Held(atom))?;
            let sort = self.cx.pool.sort(held);
            let shown = if self.cx.pool.is_const(held) { held } else { self.cx.pool.fresh_var("first", sort) };
            values.insert(atom, shown);
            names.insert(shown, atom);
        }
        // The rounds that were looked at as they are have taken their share as well.
        let at_first = evaluate(self.cx, self.program, objects, [first; 2], formula)?;
        let later = start.at_entry(self.cx, &[counted.value])[0];
        let [at_first, later] = [at_first, later].map(|value| wider(self.cx, value));
        let taken = number(self.cx, at_first, i128::from(step) * i128::from(n_before));
        let both = self.cx.pool.add(later, taken);
        let has_fallen = self.cx.pool.sle(both, at_first);
        if !self.follows_within(FOR_BOUNDS, start.entry.condition(), has_fallen) {
            return None;
        }
        // (M - least) / step + 1
        let measure = formula.term(&mut self.cx.pool, &values)?;
        let measure = wider(self.cx, measure);
        let rest = number(self.cx, measure, i128::from(step) - i128::from(least));
        let total = self.cx.pool.add(measure, rest);
        if let Some(bits) = self.cx.pool.const_bits(total) {
            let total: i128 = bits.signed_display().parse().ok()?;
            return Some((total / i128::from(step)).max(0).to_string());
        }
        let text = scope.show_measure(&Formula::of(&self.cx.pool, total, &names)?)?;
        Some(if step == 1 { text } else { format!("({text}) / {step}") })
    }

    /// The same about what is held now, where a loop does not change what it speaks of.
    fn as_now(&mut self, objects: &Objects, start: &RoundStart, fact: &Formula) -> Option<Formula> {
        let mut is_fixed = true;
        fact.for_each_atom(&mut |atom| is_fixed &= !atom.at_entry || !objects.is_changed(start, atom.held));
        is_fixed.then(|| fact.with_atoms(&|atom| Atom { at_entry: false, ..atom }))
    }

    fn follows(&mut self, known: Term, term: Term) -> bool {
        self.follows_within(BRIEFLY, known, term)
    }

    fn follows_within(&mut self, at_most: Duration, known: Term, term: Term) -> bool {
        let wrong = self.cx.pool.not(term);
        let fails = self.cx.pool.and(known, wrong);
        matches!(self.settler.satisfy(self.cx, fails, self.limits, Some(at_most)), Ok(None))
    }

    fn holds_in_all(&mut self, objects: &Objects, states: &[(Path, &Symbolic)], fact: &Formula) -> bool {
        states.iter().all(|(path, state)| {
            let term = evaluate(self.cx, self.program, objects, [state; 2], fact);
            term.is_some_and(|term| self.follows(path.condition(), term))
        })
    }
}

/// The states in which the head of a loop is reached: those that were looked at as they are, and those that stand for all others.
fn states_at<'h>(heads: &'h Heads, start: &RoundStart) -> Vec<(Path, &'h Symbolic)> {
    let here = |func, header| func == start.name.func && Some(header) == start.name.header;
    let arrivals = heads.arrivals.as_deref().unwrap_or_default().iter().filter(|it| here(it.func, it.header));
    let same = |other: &&RoundStart| other.name.header.is_some_and(|header| here(other.name.func, header));
    let starts = heads.system.starts.iter().filter(same).map(|other| (other.path.clone(), &other.now));
    arrivals.map(|it| (it.state.path.clone(), &it.state)).chain(starts).collect()
}

/// What is said of a measure.
#[derive(Default)]
struct Measured {
    measure: Option<String>,
    bound: Option<String>,
    transition: Option<String>,
}

/// That a measure has become smaller since any earlier round.
fn transition(scope: &Scope<'_>, formula: &Formula) -> Option<String> {
    let (earlier, now) = (scope.show_in_c(formula, Some("AnyPrev"))?, scope.show_in_c(formula, None)?);
    Some(format!("{earlier} > {now}"))
}

/// The state in which a loop was entered whose rounds begin at a start, after so many that were looked at as they are.
fn first_arrival<'h>(heads: &'h Heads, start: &'h RoundStart, n_before: u32) -> Option<&'h Symbolic> {
    let n_before = usize::try_from(n_before).ok()?;
    if n_before == 0 {
        return Some(&start.before);
    }
    let arrivals = heads.arrivals.as_deref().filter(|arrivals| arrivals.len() <= MOST_ARRIVALS)?;
    let leads_here = |it: &&Arrived| {
        it.func == start.name.func
            && Some(it.header) == start.name.header
            && it.state.thread.top.call_path == start.name.call_path
            && it.state.path.common_depth(&start.entry) == it.state.path.depth()
    };
    let on_the_way: Vec<&Arrived> = arrivals.iter().filter(leads_here).collect();
    on_the_way.len().checked_sub(n_before).map(|idx| &on_the_way[idx].state)
}

/// A measure and the rounds that take something from it.
struct Counted<'a> {
    start: &'a RoundStart,
    rounds: &'a [&'a Round],
    value: Term,
}

impl Counted<'_> {
    /// Whether every round takes at least so much from it.
    fn falls_by(&self, writer: &mut Writer<'_>, step: u64) -> bool {
        self.rounds.iter().all(|round| {
            let after = round.after(writer.cx, self.start, &[self.value])[0];
            let [before, after] = [self.value, after].map(|value| wider(writer.cx, value));
            let step = number(writer.cx, after, i128::from(step));
            let taken = writer.cx.pool.add(after, step);
            let falls = writer.cx.pool.sle(taken, before);
            writer.follows_within(FOR_BOUNDS, round.path.condition(), falls)
        })
    }

    /// Whether no round is made where it is less.
    fn is_at_least(&self, writer: &mut Writer<'_>, least: i64) -> bool {
        let value = wider(writer.cx, self.value);
        let least = number(writer.cx, value, i128::from(least));
        let is_enough = writer.cx.pool.sle(least, value);
        self.rounds.iter().all(|round| writer.follows_within(FOR_BOUNDS, round.path.condition(), is_enough))
    }

    /// What it may be at least where a round is made: what the loop compares with, and its neighbours; the largest first.
    fn numbers(&self, writer: &Writer<'_>) -> Vec<i64> {
        let pool = &writer.cx.pool;
        let depth = self.start.path.depth();
        let facts: Vec<Term> = self.rounds.iter().flat_map(|round| round.path.facts_since(depth)).collect();
        let mut found = vec![1, 0];
        for term in post_order(pool, &facts) {
            let Some(bits) = pool.const_bits(term).filter(|bits| (2..=64).contains(&bits.width())) else { continue };
            if let Ok(value) = bits.signed_display().parse::<i64>() {
                found.extend([value.saturating_sub(1), value, value.saturating_add(1)]);
            }
        }
        found.sort_unstable_by(|a, b| b.cmp(a));
        found.dedup();
        found.truncate(MOST_NUMBERS);
        found
    }
}

/// A signed number with room for sums.
fn wider(cx: &mut SymbolicContext, value: Term) -> Term {
    let width = cx.pool.width(value).max(64) + 64;
    cx.pool.sext(value, width)
}

/// A number as wide as another.
fn number(cx: &mut SymbolicContext, like: Term, value: i128) -> Term {
    let width = cx.pool.width(like);
    let low = cx.pool.bv_const(Bits::from_le_bytes(128, &value.to_le_bytes()));
    cx.pool.resize_signed(low, width)
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
