//! More that may hold in every round: what the claims, conditions and updates of a loop are made of.
//!
//! Candidates are terms over what a start knows. Comparisons in claims and on paths, in all their directions; what a claim that comes
//! behind a round needs of the round; where a cell is compared with numbers, that it is one of them, and what holds in each case; linear
//! equalities. Which of them hold is found out by `houdini`.

use std::time::Duration;

use candor_context_symbolic::{Claim, Path, SymbolicContext};
use candor_engine::Limits;
use candor_merge::Settler;
use candor_term::{Op, Sort, Term, free_vars, post_order, substitute};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::affine::equalities;
use crate::elements::{Elements, reads_elements, speaks_of_elements};
use crate::horn::{Question, strengthen_by_clauses};
use crate::houdini::{About, assumption, kept};
use crate::k_induction::{Depths, strengthen_by_rounds};
use crate::sums::strengthen_sums;
use crate::system::{RoundStart, System};

/// How long the solver may think about whether what was found makes sense.
const GUARD: Duration = Duration::from_secs(5);
/// So many comparisons, control values and candidates for one start.
const MOST_COMPARED: usize = 40;
const MOST_VALUES: usize = 24;
/// So many sides of a comparison that are chosen between.
const MOST_LEAVES: usize = 6;
const MOST_CANDIDATES: usize = 1500;
/// So many candidates of each other loop.
const MOST_SHARED: usize = 150;
/// Rests by numbers up to this one, and of so many cells by two and four; so many facts that hold on one side only.
const MOST_RESTS: u64 = 12;
const MOST_HALVED: usize = 4;
const MOST_BY_SIDE: usize = 400;
/// So many numbers that a result is compared with.
const MOST_NUMBERS: usize = 20;

/// Something to be shown: on this path, this holds.
#[derive(Clone, Debug)]
pub(crate) struct Goal {
    pub(crate) path: Path,
    pub(crate) ok: Term,
}

impl Goal {
    pub(crate) fn of(claim: &Claim) -> Goal {
        Goal { path: claim.path.clone(), ok: claim.ok }
    }
}

/// A way to find what holds in every round, for the sake of goals.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Strengthening {
    /// Facts about all elements of arrays.
    Elements,
    /// Sums over what loops go through.
    Sums,
    /// Candidates from what the program compares and computes.
    Candidates,
    /// Candidates from Spacer.
    Clauses(Question),
    /// Several rounds, one behind the other.
    Rounds,
}

impl Strengthening {
    /// In this order: what is claimed of elements seldom needs more of the cells than is known already.
    pub(crate) const ALL: [Strengthening; 8] = [
        Strengthening::Elements,
        Strengthening::Sums,
        Strengthening::Clauses(Question::AT_ONCE),
        Strengthening::Candidates,
        Strengthening::Rounds,
        Strengthening::Clauses(Question::THOROUGH),
        Strengthening::Clauses(Question::WITHOUT_WRAPS),
        Strengthening::Elements,
    ];

    /// Finds what holds, and lets the context know. True if there is something.
    pub(crate) fn apply(
        self,
        cx: &mut SymbolicContext,
        settler: &mut Settler,
        limits: &Limits,
        system: &mut System,
        goals: &[Goal],
    ) -> bool {
        match self {
            Strengthening::Elements => strengthen_elements(cx, settler, limits, system, goals),
            Strengthening::Sums => strengthen_sums(cx, settler, limits, system),
            Strengthening::Candidates => strengthen(cx, settler, limits, system, goals),
            Strengthening::Clauses(question) => strengthen_by_clauses(cx, settler, limits, system, goals, question),
            Strengthening::Rounds => strengthen_by_rounds(cx, settler, limits, system, goals, Depths::Any),
        }
    }
}

/// Finds what holds in every round, and lets the context know. True if there is something.
pub(crate) fn strengthen(
    cx: &mut SymbolicContext,
    settler: &mut Settler,
    limits: &Limits,
    system: &mut System,
    goals: &[Goal],
) -> bool {
    let own: Vec<Vec<Term>> = (0..system.starts.len()).map(|start| proposals(cx, system, start, goals)).collect();
    let mut candidates = Vec::new();
    for start in 0..system.starts.len() {
        let mut terms = own[start].clone();
        terms.extend(of_others(cx, system, start, &own));
        let mut seen = FxHashSet::default();
        terms.retain(|term| !cx.pool.is_const(*term) && seen.insert(*term));
        terms.truncate(MOST_CANDIDATES);
        let factors = factors(cx, system, start, goals);
        terms.extend(equalities(cx, settler, limits, system, start, &factors));
        candidates.push((About::Start(start), terms));
    }
    for activation in 0..system.activations.len() {
        candidates.push((About::Result(activation), of_result(cx, system, activation, goals)));
    }
    let found = kept(cx, settler, limits, system, candidates, &Elements::default());
    learn_all(cx, settler, limits, system, found)
}

/// Lets the context and all starts know what holds in every round. False if there is nothing.
pub(crate) fn learn_all(
    cx: &mut SymbolicContext,
    settler: &mut Settler,
    limits: &Limits,
    system: &mut System,
    facts: Vec<(About, Term)>,
) -> bool {
    if !learn(cx, settler, limits, system, &facts) {
        return false;
    }
    for (about, fact) in facts {
        match about {
            About::Start(start) => system.starts[start].facts.push(fact),
            About::Result(activation) => system.activations[activation].facts.push(fact),
        }
    }
    true
}

/// Finds what holds of all elements of arrays that a loop has been at, and lets the context know. True if there is something.
fn strengthen_elements(
    cx: &mut SymbolicContext,
    settler: &mut Settler,
    limits: &Limits,
    system: &mut System,
    goals: &[Goal],
) -> bool {
    let mut goals = goals.to_vec();
    goals.extend(going_on(cx, system));
    let goals = goals.as_slice();
    if !goals.iter().any(|goal| speaks_of_elements(cx, goal)) {
        return false;
    }
    let elements = Elements::new(cx, system, goals);
    let own: Vec<Vec<Term>> =
        (0..system.starts.len()).map(|start| elements.candidates(cx, system, start, goals)).collect();
    let candidates = (0..system.starts.len()).map(|start| {
        let others = elements.of_others(cx, system, start, &own);
        (About::Start(start), own[start].iter().copied().chain(others).collect())
    });
    let candidates = candidates.collect();
    let facts = kept(cx, settler, limits, system, candidates, &elements);
    learn_elements(cx, settler, limits, system, &elements, facts)
}

/// That rounds are made where elements are such, and take cells up or down by them: loops may end by that, and indexes stay within bounds.
fn going_on(cx: &mut SymbolicContext, system: &System) -> Vec<Goal> {
    let mut goals = Vec::new();
    for round in &system.rounds {
        let goal = |ok: Term| Goal { path: round.path.clone(), ok };
        goals.push(goal(Term::FALSE));
        for ((_, held), &next) in system.starts[round.start].cells.iter().zip(&round.next) {
            if matches!(cx.pool.sort(next), Sort::Bv(2..=64)) && reads_elements(cx, next) {
                goals.extend([cx.pool.slt(held.now, next), cx.pool.slt(next, held.now)].map(goal));
            }
        }
    }
    goals
}

/// Lets the context and all starts know what holds of elements. False if there is nothing.
pub(crate) fn learn_elements(
    cx: &mut SymbolicContext,
    settler: &mut Settler,
    limits: &Limits,
    system: &mut System,
    elements: &Elements,
    facts: Vec<(About, Term)>,
) -> bool {
    let of_used: Vec<(About, Term)> =
        facts.iter().map(|&(about, fact)| (about, elements.instances(cx, fact))).collect();
    if !learn(cx, settler, limits, system, &of_used) {
        return false;
    }
    for (about, fact) in facts {
        if let About::Start(start) = about {
            system.starts[start].elements.push(fact);
        }
    }
    true
}

/// Lets the context know what holds in every round. False if there is nothing.
pub(crate) fn learn(
    cx: &mut SymbolicContext,
    settler: &mut Settler,
    limits: &Limits,
    system: &System,
    facts: &[(About, Term)],
) -> bool {
    if facts.is_empty() || contradict(cx, settler, limits, system, facts) {
        return false;
    }
    for &fact in facts {
        let known = assumption(cx, system, [fact]);
        cx.facts.push(known);
    }
    true
}

/// Whether a loop that can be entered could not be any more if these held. That cannot be of what holds in every round; it would be a
/// mistake of this engine, from which everything would follow.
fn contradict(
    cx: &mut SymbolicContext,
    settler: &mut Settler,
    limits: &Limits,
    system: &System,
    facts: &[(About, Term)],
) -> bool {
    let known = assumption(cx, system, facts.iter().copied());
    system.starts.iter().any(|start| {
        let entered = start.path.condition();
        let still = cx.pool.and(entered, known);
        let is_entered = matches!(settler.satisfy(cx, entered, limits, Some(GUARD)), Ok(Some(_)));
        is_entered && !matches!(settler.satisfy(cx, still, limits, Some(GUARD)), Ok(Some(_)))
    })
}

/// The facts of a path behind a start; `None` if it has not come by.
fn behind(system: &System, start: usize, path: &Path) -> Option<Vec<Term>> {
    let begun = &system.starts[start].path;
    (begun.common_depth(path) == begun.depth()).then(|| path.facts_since(begun.depth()))
}

/// What may hold at a start.
fn proposals(cx: &mut SymbolicContext, system: &System, start: usize, goals: &[Goal]) -> Vec<Term> {
    let of_start = &system.starts[start];
    let known = of_start.variables(cx);
    let mut terms: Vec<Term> = Vec::new();
    for &Goal { ref path, ok } in goals {
        let Some(facts) = behind(system, start, path) else { continue };
        let reached = cx.pool.and_all(facts.iter().copied());
        let needed = cx.pool.implies(reached, ok);
        terms.extend([ok, needed].into_iter().filter(|term| of_start.knows(cx, &known, *term)));
    }
    let compared = compared(cx, system, start, goals);
    let mut relations: Vec<Term> = compared.iter().flat_map(|&(a, b)| relations(cx, a, b)).collect();
    terms.extend(compared.iter().flat_map(|&(a, b)| one_beyond(cx, a, b)));
    let rests = rests(cx, of_start, &compared);
    terms.extend(by_side(cx, of_start, &compared, &rests));
    relations.extend(rests);
    terms.extend(relations.iter().copied());
    terms.extend(by_value(cx, system, start, &compared, &relations));
    terms
}

/// What may hold of the result of an activation: how it compares to the parameters and to numbers that it, and what is to be shown, is made
/// of.
fn of_result(cx: &mut SymbolicContext, system: &System, activation: usize, goals: &[Goal]) -> Vec<Term> {
    let of = &system.activations[activation];
    let Some(result) = of.result else { return Vec::new() };
    let sort = cx.pool.sort(result);
    let params: Vec<Term> = system.starts[of.start].cells.iter().map(|(_, held)| held.now).collect();
    let mut roots: Vec<Term> = Vec::new();
    for returned in &of.returns {
        roots.extend([returned.result, returned.path.condition()]);
    }
    roots.extend(goals.iter().flat_map(|goal| [goal.ok, goal.path.condition()]));
    let is_number = |term: &Term| cx.pool.is_const(*term) && cx.pool.sort(*term) == sort;
    let mut numbers: Vec<Term> = post_order(&cx.pool, &roots).into_iter().filter(is_number).collect();
    numbers.truncate(MOST_NUMBERS);
    let same_sort = params.iter().copied().filter(|param| cx.pool.sort(*param) == sort);
    let others: Vec<Term> = same_sort.chain(numbers).collect();
    let mut found: Vec<Term> = others.iter().flat_map(|&other| relations(cx, result, other)).collect();
    found.extend(others.iter().flat_map(|&other| one_beyond(cx, result, other)));
    let mut seen = FxHashSet::default();
    found.retain(|term| !cx.pool.is_const(*term) && seen.insert(*term));
    found
}

/// What may hold at a start because it may hold in a loop around it or before it, or because one within it or behind it needs it: what one
/// loop holds when another is entered is the same thing there.
fn of_others(cx: &mut SymbolicContext, system: &System, start: usize, own: &[Vec<Term>]) -> Vec<Term> {
    let of_start = &system.starts[start];
    let known = of_start.variables(cx);
    let mut found = Vec::new();
    for (idx, other) in system.starts.iter().enumerate().filter(|(idx, _)| *idx != start) {
        let terms = &own[idx][..own[idx].len().min(MOST_SHARED)];
        if of_start.comes_before(other) {
            found.extend(other.at_entry(cx, terms));
        } else if other.comes_before(of_start) {
            let entered = of_start.cells.iter().filter(|(_, held)| !cx.pool.is_const(held.start));
            let replaced: FxHashMap<Term, Term> = entered.map(|(_, held)| (held.start, held.now)).collect();
            found.extend(substitute(&mut cx.pool, terms, &replaced));
        }
    }
    found.retain(|term| of_start.knows(cx, &known, *term));
    found
}

/// What a loop, or what is to be shown behind it, multiplies; if the loop changes nothing of that, what it compares with that: where a bound
/// is squared, a counter is.
fn factors(cx: &SymbolicContext, system: &System, start: usize, goals: &[Goal]) -> FxHashSet<Term> {
    let roots = conditions(cx, system, start, goals);
    let terms = post_order(&cx.pool, &roots);
    let products: Vec<Term> = terms.iter().copied().filter(|&term| is_product(cx, term)).collect();
    let multiplied: FxHashSet<Term> = free_vars(&cx.pool, &products).into_iter().collect();
    if system.starts[start].cells.iter().any(|(_, held)| multiplied.contains(&held.now)) {
        return multiplied;
    }
    let mut found = FxHashSet::default();
    for term in terms.into_iter().filter(|_| !multiplied.is_empty()) {
        if matches!(cx.pool.op(term), Op::Eq | Op::Ult | Op::Slt) {
            let sides: Vec<Vec<Term>> = cx.pool.args(term).iter().map(|&side| free_vars(&cx.pool, &[side])).collect();
            if sides.iter().flatten().any(|var| multiplied.contains(var)) {
                found.extend(sides.into_iter().filter(|side| side.len() == 1).flatten());
            }
        }
    }
    found
}

/// Whether unknowns are multiplied in any of these terms.
pub(crate) fn has_product(cx: &SymbolicContext, roots: &[Term]) -> bool {
    post_order(&cx.pool, roots).into_iter().any(|term| is_product(cx, term))
}

fn is_product(cx: &SymbolicContext, term: Term) -> bool {
    cx.pool.op(term) == Op::Mul && cx.pool.args(term).iter().all(|factor| !cx.pool.is_const(*factor))
}

/// What a loop and what is to be shown behind it depend on. Behind a loop paths meet that have not all come by its start: what is to be
/// shown there may still be about what the loop changes.
fn conditions(cx: &SymbolicContext, system: &System, start: usize, goals: &[Goal]) -> Vec<Term> {
    let mut roots: Vec<Term> = Vec::new();
    let changed: FxHashSet<Term> = system.starts[start].cells.iter().map(|(_, held)| held.now).collect();
    for Goal { path, ok } in goals {
        match behind(system, start, path) {
            Some(facts) => roots.extend(facts.into_iter().chain([*ok])),
            None => {
                let both = [path.condition(), *ok];
                if free_vars(&cx.pool, &both).iter().any(|var| changed.contains(var)) {
                    roots.extend(both);
                }
            }
        }
    }
    for round in system.rounds_of(start) {
        roots.extend(round.path.facts_since(system.starts[start].path.depth()));
        roots.extend(round.next.iter().copied());
    }
    roots
}

/// The numbers that a loop and what is to be shown behind it compare, in every direction.
pub(crate) fn comparisons(cx: &mut SymbolicContext, system: &System, start: usize, goals: &[Goal]) -> Vec<Term> {
    let compared = compared(cx, system, start, goals);
    compared
        .into_iter()
        .flat_map(|(a, b)| relations(cx, a, b))
        .filter(|term| *term != Term::TRUE && *term != Term::FALSE)
        .collect()
}

/// The two sides of what a loop and what is to be shown behind it compare, as far as the start of a round knows them.
fn compared(cx: &SymbolicContext, system: &System, start: usize, goals: &[Goal]) -> Vec<(Term, Term)> {
    let of_start = &system.starts[start];
    let known = of_start.variables(cx);
    let roots = conditions(cx, system, start, goals);
    let mut compared: Vec<(Term, Term)> = Vec::new();
    for term in post_order(&cx.pool, &roots) {
        let &[a, b] = cx.pool.args(term) else { continue };
        if !matches!(cx.pool.op(term), Op::Eq | Op::Ult | Op::Slt) || !matches!(cx.pool.sort(a), Sort::Bv(1..=64)) {
            continue;
        }
        // Where paths meet there is a choice between what they hold.
        let (mut ones, mut others) = (Vec::new(), Vec::new());
        leaves(cx, a, MOST_LEAVES, &mut ones);
        leaves(cx, b, MOST_LEAVES, &mut others);
        for (a, b) in ones.iter().flat_map(|&a| others.iter().map(move |&b| (a, b))) {
            let is_open = !cx.pool.is_const(a) || !cx.pool.is_const(b);
            if is_open && !compared.contains(&(a, b)) && of_start.knows(cx, &known, a) && of_start.knows(cx, &known, b)
            {
                compared.push((a, b));
            }
        }
        if compared.len() >= MOST_COMPARED {
            break;
        }
    }
    compared
}

/// Two numbers compared in every direction.
fn relations(cx: &mut SymbolicContext, a: Term, b: Term) -> Vec<Term> {
    let pool = &mut cx.pool;
    let equal = pool.eq(a, b);
    let mut found = vec![equal, pool.not(equal)];
    if pool.width(a) > 1 {
        found.extend([pool.slt(a, b), pool.slt(b, a), pool.sle(a, b), pool.sle(b, a)]);
        found.extend([pool.ult(a, b), pool.ult(b, a), pool.ule(a, b), pool.ule(b, a)]);
    }
    found
}

/// One number at most one beyond the other, as a counter is behind `for (i = 0; i <= n; i++)`.
fn one_beyond(cx: &mut SymbolicContext, a: Term, b: Term) -> Vec<Term> {
    let pool = &mut cx.pool;
    if pool.width(a) < 2 || pool.is_const(a) || pool.is_const(b) {
        return Vec::new();
    }
    let one = pool.bv(pool.width(a), 1);
    let (beyond_a, beyond_b) = (pool.add(a, one), pool.add(b, one));
    vec![pool.sle(a, beyond_b), pool.sle(b, beyond_a), pool.ule(a, beyond_b), pool.ule(b, beyond_a)]
}

/// What numbers leave when they are divided: where the program looks at that, and of cells by two and four.
fn rests(cx: &mut SymbolicContext, start: &RoundStart, compared: &[(Term, Term)]) -> Vec<Term> {
    let mut found = Vec::new();
    let sides: Vec<Term> = compared.iter().flat_map(|&(a, b)| [a, b]).collect();
    for side in sides {
        let op = cx.pool.op(side);
        let &[_, divisor] = cx.pool.args(side) else { continue };
        let Some(divisor) = cx.pool.const_u64(divisor).filter(|divisor| (2..=MOST_RESTS).contains(divisor)) else {
            continue;
        };
        if matches!(op, Op::URem | Op::SRem) {
            let width = cx.pool.width(side);
            for rest in 0..divisor {
                let rest = cx.pool.bv(width, rest);
                found.push(cx.pool.eq(side, rest));
            }
        }
    }
    for (_, held) in start.cells.iter().take(MOST_HALVED) {
        if !matches!(cx.pool.sort(held.now), Sort::Bv(3..=64)) {
            continue;
        }
        for bits in [1, 2] {
            let low = cx.pool.trunc(held.now, bits);
            for rest in 0..1 << bits {
                let rest = cx.pool.bv(bits, rest);
                found.push(cx.pool.eq(low, rest));
            }
        }
    }
    found
}

/// What may hold on one side of a number that a cell is compared with.
fn by_side(cx: &mut SymbolicContext, start: &RoundStart, compared: &[(Term, Term)], facts: &[Term]) -> Vec<Term> {
    let mut found = Vec::new();
    let is_cell = |term: Term| start.cells.iter().any(|(_, held)| held.now == term);
    for &(a, b) in compared {
        let is_bound = is_cell(a) && cx.pool.is_const(b) || is_cell(b) && cx.pool.is_const(a);
        if !is_bound || found.len() > MOST_BY_SIDE || cx.pool.width(a) < 2 {
            continue;
        }
        let sides = [cx.pool.ult(a, b), cx.pool.ult(b, a), cx.pool.slt(a, b), cx.pool.slt(b, a)];
        for side in sides {
            let other = cx.pool.not(side);
            for &fact in facts {
                found.extend([cx.pool.implies(side, fact), cx.pool.implies(other, fact)]);
            }
        }
    }
    found
}

/// For a cell that is compared with numbers and given numbers: that it is one of them, and what else may hold for each.
fn by_value(
    cx: &mut SymbolicContext,
    system: &System,
    start: usize,
    compared: &[(Term, Term)],
    relations: &[Term],
) -> Vec<Term> {
    let of_start = &system.starts[start];
    let mut found = Vec::new();
    for (idx, (_, held)) in of_start.cells.iter().enumerate() {
        let mut values: Vec<Term> = Vec::new();
        let sides = compared.iter().flat_map(|&(a, b)| [(a, b), (b, a)]);
        values.extend(sides.filter(|(cell, _)| *cell == held.now).map(|(_, number)| number));
        if values.iter().all(|value| !cx.pool.is_const(*value)) {
            continue;
        }
        values.push(held.start);
        for round in system.rounds_of(start) {
            leaves(cx, round.next[idx], 2 * MOST_VALUES, &mut values);
        }
        values.retain(|value| cx.pool.is_const(*value));
        values.sort_unstable();
        values.dedup();
        if values.len() < 2 || values.len() > MOST_VALUES {
            continue;
        }
        let cases: Vec<Term> = values.iter().map(|&value| cx.pool.eq(held.now, value)).collect();
        found.push(cx.pool.or_all(cases.iter().copied()));
        for case in cases {
            found.extend(relations.iter().map(|&relation| cx.pool.implies(case, relation)));
        }
    }
    found
}

/// What a choice between terms may come to, up to so many.
fn leaves(cx: &SymbolicContext, term: Term, most: usize, into: &mut Vec<Term>) {
    let mut work = vec![term];
    let mut seen = FxHashSet::default();
    while let Some(term) = work.pop() {
        if !seen.insert(term) || into.len() > most {
            continue;
        }
        match (cx.pool.op(term), cx.pool.args(term)) {
            (Op::Ite, &[_, then, other]) => work.extend([then, other]),
            _ => into.push(term),
        }
    }
}
