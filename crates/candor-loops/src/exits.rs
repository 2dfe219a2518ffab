//! What counters are worth behind their loops: their bounds, or one more.
//!
//! All that is said here follows from what is known. Said in this form, terms about a counter become terms about its bound, which rewrite
//! rules and solvers take for the same.

use candor_context_symbolic::SymbolicContext;
use candor_term::{Op, Sort, Term, free_vars, post_order, substitute};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::strengthen::{Goal, has_product};
use crate::system::{RoundStart, System};

/// So many bounds of the counters of one loop.
const MOST_BOUNDS: usize = 16;

/// Lets the context know that two numbers of which neither is below the other are equal, for those that goals have on their paths: a counter
/// behind its loop has reached its bound, and solvers put the bound in its place.
pub(crate) fn counters_at_bounds(cx: &mut SymbolicContext, goals: &[Goal]) {
    let mut said = FxHashSet::default();
    for goal in goals {
        let facts = goal.path.facts();
        let known: FxHashSet<Term> = facts.iter().copied().collect();
        for fact in facts {
            let &[below] = cx.pool.args(fact) else { continue };
            let (Op::Not, op @ (Op::Slt | Op::Ult)) = (cx.pool.op(fact), cx.pool.op(below)) else { continue };
            let [a, b] = [0, 1].map(|side| cx.pool.args(below)[side]);
            let above = if op == Op::Slt { cx.pool.slt(b, a) } else { cx.pool.ult(b, a) };
            let not_above = cx.pool.not(above);
            if known.contains(&not_above) && said.insert(fact) && !said.contains(&not_above) {
                let (neither, equal) = (cx.pool.and(fact, not_above), cx.pool.eq(a, b));
                let known = cx.pool.implies(neither, equal);
                cx.facts.push(known);
            }
        }
    }
}

/// Lets the context know what equations with products come to where a counter has reached its bound: of `2 * sum = i * i - i` behind
/// `while (i <= n)`, that `2 * sum = n * n + n` if `i` is `n + 1`. Solvers that work in bits would have to multiply out.
pub(crate) fn products_at_bounds(
    cx: &mut SymbolicContext,
    system: &System,
    goals: &[Goal],
    said: &mut FxHashSet<Term>,
) {
    let roots: Vec<Term> = goals.iter().flat_map(|goal| [goal.path.condition(), goal.ok]).collect();
    for start in &system.starts {
        let is_equation = |fact: &Term| cx.pool.op(*fact) == Op::Eq && has_product(cx, &[*fact]);
        let equations: Vec<Term> = start.facts.iter().copied().filter(is_equation).collect();
        if equations.is_empty() {
            continue;
        }
        for (counter, bound) in bounds(cx, start, &roots) {
            let at_bound = cx.pool.eq(counter, bound);
            let reached = cx.pool.and(start.path.condition(), at_bound);
            let replaced: FxHashMap<Term, Term> = [(counter, bound)].into_iter().collect();
            for there in substitute(&mut cx.pool, &equations, &replaced) {
                let known = cx.pool.implies(reached, there);
                if said.insert(known) {
                    cx.facts.push(known);
                }
            }
        }
    }
}

/// The cells of a start that are compared with something that they do not depend on, and what they may be where that ends the loop, if they go
/// by one: the bound, or one beyond.
fn bounds(cx: &mut SymbolicContext, start: &RoundStart, roots: &[Term]) -> Vec<(Term, Term)> {
    let cells: FxHashSet<Term> = start.cells.iter().map(|(_, held)| held.now).collect();
    let mut found = Vec::new();
    for term in post_order(&cx.pool, roots) {
        let (Op::Slt | Op::Ult, &[a, b]) = (cx.pool.op(term), cx.pool.args(term)) else { continue };
        if found.len() >= MOST_BOUNDS || !matches!(cx.pool.sort(a), Sort::Bv(2..=64)) {
            continue;
        }
        for (counter, bound, is_below) in [(a, b, true), (b, a, false)] {
            if cells.contains(&counter) && !free_vars(&cx.pool, &[bound]).iter().any(|var| cells.contains(var)) {
                let one = cx.pool.bv(cx.pool.width(a), 1);
                let beyond = if is_below { cx.pool.sub(bound, one) } else { cx.pool.add(bound, one) };
                found.extend([(counter, bound), (counter, beyond)]);
            }
        }
    }
    found
}
