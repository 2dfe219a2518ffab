//! Every rewrite rule of the terms, proved at 32 bits by Bitwuzla and by Z3: the term before and the term after cannot differ.
//!
//! A few applications of each rule are enough here, since `candor-term` tests all of them at small widths. At least one must be
//! proved for each rule, and none may be refuted. What has products and quotients in it may be too hard at 32 bits.

use std::time::Duration;

use candor_bits::FloatKind;
use candor_term::corpus::{self, Shape};
use candor_term::{Op, RULES, Rewrite, Sort, Term, TermPool};
use candor_z3_sys::Library;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::{BitwuzlaSolver, Budget, Outcome, SmtlibSolver, Solver};

/// Applications of rules, all over one pool.
struct Applications {
    pool: TermPool,
    rewrites: Vec<Rewrite>,
}

/// What the shapes make fire: for each rule some applications from all over the corpus, not only its first shapes.
fn applications(mut pool: TermPool, shapes: &[Shape], n_per_rule: usize) -> Applications {
    pool.log_rewrites();
    for shape in shapes {
        shape.build(&mut pool);
    }
    let mut by_rule: FxHashMap<&'static str, Vec<Rewrite>> = FxHashMap::default();
    for rewrite in pool.take_rewrites() {
        by_rule.entry(rewrite.rule).or_default().push(rewrite);
    }
    let mut rewrites = Vec::new();
    for rule in RULES {
        let fired = by_rule.remove(rule.name).unwrap_or_default();
        let stride = fired.len().div_ceil(n_per_rule).max(1);
        rewrites.extend(fired.into_iter().step_by(stride));
    }
    Applications { pool, rewrites }
}

/// The applications for words of 32 bits, arrays of such words, and floats of some formats.
fn corpora(formats: &[FloatKind], n_per_rule: usize) -> Vec<Applications> {
    let mut corpora = Vec::new();
    let mut pool = TermPool::new();
    let shapes = corpus::shapes(&mut pool, 32);
    corpora.push(applications(pool, &shapes, n_per_rule));
    let mut pool = TermPool::new();
    let shapes = corpus::array_shapes(&mut pool, 32, 32);
    corpora.push(applications(pool, &shapes, n_per_rule));
    for kind in formats {
        let mut pool = TermPool::new();
        let shapes = corpus::float_shapes(&mut pool, *kind);
        corpora.push(applications(pool, &shapes, n_per_rule));
    }
    corpora
}

/// That two terms differ, built without simplification, which would use the very rules that are in question.
fn differ(pool: &mut TermPool, a: Term, b: Term) -> Term {
    let equal = pool.build_unsimplified(Op::Eq, Sort::Bool, &[a, b], 0);
    pool.build_unsimplified(Op::Not, Sort::Bool, &[equal], 0)
}

/// Whether the solver proves a rewrite; panics if it refutes it.
fn is_proved(solver: &mut impl Solver, pool: &mut TermPool, rewrite: &Rewrite, budget: &Budget) -> bool {
    // From the beginning each time: an old solver searches all it has ever been told.
    solver.reset();
    let differ = differ(pool, rewrite.before, rewrite.after);
    match solver.check(pool, &[differ], budget) {
        Outcome::Unsat => true,
        Outcome::Unknown(_) => false,
        Outcome::Sat => {
            let (before, after) = (solver.value(pool, rewrite.before), solver.value(pool, rewrite.after));
            let text = candor_term::display(pool, rewrite.before);
            panic!("{}: {} is wrong: {before:?} became {after:?} in {text}", solver.name(), rewrite.rule);
        }
    }
}

/// The rules of which no application was proved.
fn unproved(solver: &mut impl Solver, corpora: &mut [Applications], budget: &Budget) -> Vec<&'static str> {
    let mut proved = FxHashSet::default();
    for Applications { pool, rewrites } in corpora {
        for rewrite in rewrites.iter() {
            if is_proved(solver, pool, rewrite, budget) {
                proved.insert(rewrite.rule);
            }
        }
    }
    RULES.iter().map(|rule| rule.name).filter(|name| !proved.contains(name)).collect()
}

#[test]
fn every_rule_is_proved_at_32_bits() {
    let mut corpora = corpora(&[FloatKind::Half, FloatKind::Single], 8);
    let unproved = unproved(&mut BitwuzlaSolver::new(), &mut corpora, &Budget::steps(2_000));
    assert!(unproved.is_empty(), "no proof for {unproved:?}");
}

/// The second opinion, if Z3 is there. Z3 4.8.12 proves one application of each rule in 6 s of processor time, all in all; the limit
/// is for busy machines.
#[test]
fn z3_agrees_with_every_rule() {
    let Ok(library) = Library::load(None) else { return };
    let mut z3 = SmtlibSolver::z3(library);
    let mut corpora = corpora(&[FloatKind::Half], 1);
    let unproved = unproved(&mut z3, &mut corpora, &Budget::time(Duration::from_secs(60)));
    assert!(unproved.is_empty(), "no proof for {unproved:?}");
}
