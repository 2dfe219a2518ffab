//! Random queries: a model must be one, a refutation must be right.

use candor_term::{TermPool, free_vars};

use super::random::{Rng, all_assignments, random_bool, vars};
use crate::cache::satisfies;
use crate::{BitwuzlaSolver, Budget, Outcome, Solver};

/// At 3 bits there are 512 assignments, so that refutations can be checked as well.
#[test]
fn answers_at_three_bits_are_right() {
    check_answers(BitwuzlaSolver::new());
    check_answers(BitwuzlaSolver::incremental());
}

pub(super) fn check_answers(mut solver: impl Solver) {
    let mut rng = Rng::new(3);
    let mut pool = TermPool::plain();
    let all_vars = vars(&mut pool, 3);
    let assignments: Vec<_> = all_assignments(all_vars, 3).collect();
    let (mut n_sat, mut n_unsat) = (0, 0);
    for _ in 0..300 {
        let query = [random_bool(&mut rng, &mut pool, 3, 3), random_bool(&mut rng, &mut pool, 3, 3)];
        match solver.check(&pool, &query, &Budget::unlimited()) {
            Outcome::Sat => {
                let model = solver.model(&pool, &all_vars).expect("a model");
                assert!(satisfies(&pool, &model, &query));
                n_sat += 1;
            }
            Outcome::Unsat => {
                assert!(!assignments.iter().any(|assignment| satisfies(&pool, assignment, &query)));
                n_unsat += 1;
            }
            Outcome::Unknown(reason) => panic!("{reason}"),
        }
    }
    assert!(n_sat > 30 && n_unsat > 10, "{n_sat} sat, {n_unsat} unsat");
}

#[test]
fn models_at_many_widths_are_models() {
    let mut rng = Rng::new(4);
    for width in [1, 5, 8, 13, 16, 32, 64, 65, 128] {
        let mut pool = TermPool::plain();
        let mut solver = if width % 2 == 0 { BitwuzlaSolver::new() } else { BitwuzlaSolver::incremental() };
        for _ in 0..15 {
            let query = random_bool(&mut rng, &mut pool, width, 2);
            if solver.check(&pool, &[query], &Budget::steps(2_000)) == Outcome::Sat {
                let model = solver.model(&pool, &free_vars(&pool, &[query])).expect("a model");
                assert!(satisfies(&pool, &model, &[query]), "width {width}");
            }
        }
    }
}

/// Levels: what is popped does not count any more, and what is not does.
#[test]
fn levels_open_and_close() {
    check_levels(BitwuzlaSolver::new());
    check_levels(BitwuzlaSolver::incremental());
}

pub(super) fn check_levels(mut solver: impl Solver) {
    let mut pool = TermPool::new();
    let [x, y, _] = vars(&mut pool, 8);
    let (less, greater) = (pool.ult(x, y), pool.ult(y, x));
    let unlimited = Budget::unlimited();
    solver.assert(&pool, less);
    assert_eq!(solver.check(&pool, &[], &unlimited), Outcome::Sat);
    solver.push();
    solver.assert(&pool, greater);
    assert_eq!(solver.check(&pool, &[], &unlimited), Outcome::Unsat);
    assert_eq!(solver.assertions(), [less, greater]);
    assert_eq!(solver.failed_assumptions(), []);
    solver.pop();
    assert_eq!(solver.check(&pool, &[], &unlimited), Outcome::Sat);
    assert_eq!(solver.check(&pool, &[greater], &unlimited), Outcome::Unsat);
    assert_eq!(solver.check(&pool, &[], &unlimited), Outcome::Sat);
    assert!(solver.dump(&pool, &[greater]).contains("(bvult x y)"));
}

/// A sum of 20,000 summands nests as deeply; nothing may recurse along it.
#[test]
fn deep_terms_do_not_overflow_the_stack() {
    let mut pool = TermPool::plain();
    let [x, y, _] = vars(&mut pool, 16);
    let mut sum = x;
    for _ in 0..20_000 {
        let other = pool.xor(sum, y);
        sum = pool.add(other, x);
    }
    let seven = pool.bv(16, 7);
    let query = pool.eq(sum, seven);
    let mut solver = BitwuzlaSolver::new();
    let zero = pool.bv(16, 0);
    let y_is_zero = pool.eq(y, zero);
    let outcome = solver.check(&pool, &[query, y_is_zero], &Budget::steps(10_000));
    assert!(matches!(outcome, Outcome::Sat | Outcome::Unsat | Outcome::Unknown(_)));
}
