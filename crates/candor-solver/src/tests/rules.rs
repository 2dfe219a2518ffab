//! Every rewrite rule of the terms, proved by Bitwuzla at 32 bits: the term before and the term after cannot differ.

use candor_bits::FloatKind;
use candor_term::corpus::{self, Shape};
use candor_term::{RULES, Rewrite, Term, TermPool};
use rustc_hash::FxHashMap;

use crate::{BitwuzlaSolver, Budget, Outcome, Solver};

/// Applications of each rule that are put to the solver.
const N_PER_RULE: usize = 8;

/// The proofs of all rules that the shapes make fire; how many of each succeeded.
fn prove(pool: &mut TermPool, shapes: &[Shape], proved: &mut FxHashMap<&'static str, usize>) {
    pool.log_rewrites();
    for shape in shapes {
        shape.build(pool);
    }
    let mut chosen: FxHashMap<&'static str, Vec<Rewrite>> = FxHashMap::default();
    let rewrites = pool.take_rewrites();
    // From all over the corpus, not only its first shapes.
    let mut counts: FxHashMap<&'static str, usize> = FxHashMap::default();
    for rewrite in &rewrites {
        *counts.entry(rewrite.rule).or_default() += 1;
    }
    let mut seen: FxHashMap<&'static str, usize> = FxHashMap::default();
    for rewrite in rewrites {
        let stride = counts[rewrite.rule].div_ceil(N_PER_RULE);
        let seen = seen.entry(rewrite.rule).or_default();
        if seen.is_multiple_of(stride) {
            chosen.entry(rewrite.rule).or_default().push(rewrite);
        }
        *seen += 1;
    }
    for rule in RULES {
        for rewrite in chosen.remove(rule.name).unwrap_or_default() {
            if is_proved(pool, &rewrite) {
                *proved.entry(rule.name).or_default() += 1;
            }
        }
    }
}

/// Whether the solver proves a rewrite; panics if it refutes it. Products and quotients may be too hard.
fn is_proved(pool: &mut TermPool, rewrite: &Rewrite) -> bool {
    // A new solver each time: an old one searches all it has ever been told.
    let mut solver = BitwuzlaSolver::new();
    let differ = differ(pool, rewrite.before, rewrite.after);
    match solver.check(pool, &[differ], &Budget::steps(2_000)) {
        Outcome::Unsat => true,
        Outcome::Unknown(_) => false,
        Outcome::Sat => {
            let (before, after) = (solver.value(pool, rewrite.before), solver.value(pool, rewrite.after));
            let text = candor_term::display(pool, rewrite.before);
            panic!("{} is wrong: {before:?} became {after:?} in {text}", rewrite.rule);
        }
    }
}

/// That two terms differ, built without simplification, which would use the very rules that are in question.
fn differ(pool: &mut TermPool, a: Term, b: Term) -> Term {
    use candor_term::{Op, Sort};
    let equal = pool.build_unsimplified(Op::Eq, Sort::Bool, &[a, b], 0);
    pool.build_unsimplified(Op::Not, Sort::Bool, &[equal], 0)
}

#[test]
fn every_rule_is_proved_at_32_bits() {
    let mut proved = FxHashMap::default();
    let mut pool = TermPool::new();
    let shapes = corpus::shapes(&mut pool, 32);
    prove(&mut pool, &shapes, &mut proved);
    let mut pool = TermPool::new();
    let shapes = corpus::array_shapes(&mut pool, 32, 32);
    prove(&mut pool, &shapes, &mut proved);
    for kind in [FloatKind::Half, FloatKind::Single] {
        let mut pool = TermPool::new();
        let shapes = corpus::float_shapes(&mut pool, kind);
        prove(&mut pool, &shapes, &mut proved);
    }
    let unproved: Vec<&str> = RULES.iter().map(|rule| rule.name).filter(|name| !proved.contains_key(name)).collect();
    assert!(unproved.is_empty(), "no proof for {unproved:?}");
}
