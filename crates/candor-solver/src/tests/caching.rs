//! The cache: same answers as without it, and fewer questions.

use candor_term::{Assignment, Sort, Term, TermPool};

use super::random::{Rng, random_bool, vars};
use crate::cache::satisfies;
use crate::{BitwuzlaSolver, Budget, Caching, Outcome, Reason, Solver};

#[test]
fn answers_are_those_of_the_solver() {
    let mut rng = Rng::new(7);
    let mut pool = TermPool::new();
    let all_vars = vars(&mut pool, 6);
    let mut plain = BitwuzlaSolver::new();
    let mut caching = Caching::new(BitwuzlaSolver::new());
    let mut path: Vec<Term> = Vec::new();
    for round in 0..150 {
        // A path that grows, as in symbolic execution, and is given up now and then.
        if round % 10 == 0 {
            path.clear();
        }
        let query = random_bool(&mut rng, &mut pool, 6, 2);
        path.push(query);
        let outcome = caching.check(&pool, &path, &Budget::unlimited());
        assert_eq!(outcome, plain.check(&pool, &path, &Budget::unlimited()));
        if outcome == Outcome::Sat {
            let model = caching.model(&pool, &all_vars).expect("a model");
            assert!(satisfies(&pool, &model, &path));
        } else {
            path.pop();
        }
    }
    let statistics = caching.statistics();
    assert!(statistics.n_cached * 4 > statistics.n_groups, "{statistics:?}");
}

#[test]
fn subsets_and_supersets_need_no_solver() {
    let mut pool = TermPool::new();
    let [x, y, z] = vars(&mut pool, 32);
    let (x_y, y_z, z_x) = (pool.ult(x, y), pool.ult(y, z), pool.ult(z, x));
    let mut solver = Caching::new(BitwuzlaSolver::new());
    let unlimited = Budget::unlimited();
    assert_eq!(solver.check(&pool, &[x_y, y_z], &unlimited), Outcome::Sat);
    assert_eq!(solver.statistics().n_solved, 1);
    assert_eq!(solver.check(&pool, &[x_y], &unlimited), Outcome::Sat);
    assert_eq!(solver.statistics().n_solved, 1);
    assert_eq!(solver.check(&pool, &[x_y, y_z, z_x], &unlimited), Outcome::Unsat);
    assert_eq!(solver.statistics().n_solved, 2);
    let x_even = pool.trunc(x, 1);
    let x_even = pool.is_zero(x_even);
    assert_eq!(solver.check(&pool, &[x_even, x_y, y_z, z_x], &unlimited), Outcome::Unsat);
    assert_eq!(solver.statistics().n_solved, 2);
}

#[test]
fn independent_constraints_are_solved_apart() {
    let mut pool = TermPool::new();
    let mut solver = Caching::new(BitwuzlaSolver::new());
    for n in 0..20 {
        let x = pool.fresh_var("x", Sort::Bv(32));
        let (square, wanted) = (pool.mul(x, x), pool.bv(32, n * n));
        let equal = pool.eq(square, wanted);
        solver.assert(&pool, equal);
        assert_eq!(solver.check(&pool, &[], &Budget::unlimited()), Outcome::Sat);
    }
    // Each constraint is solved once, although it is part of every later query.
    assert!(solver.statistics().n_solved <= 20, "{:?}", solver.statistics());
}

/// A solver that says sat and tells a wrong model.
struct Liar(Vec<Term>);

impl Solver for Liar {
    fn name(&self) -> String {
        "liar".to_owned()
    }

    fn reset(&mut self) {}

    fn push(&mut self) {}

    fn pop(&mut self) {}

    fn assert(&mut self, _: &TermPool, term: Term) {
        self.0.push(term);
    }

    fn assertions(&self) -> &[Term] {
        &self.0
    }

    fn check(&mut self, _: &TermPool, _: &[Term], _: &Budget) -> Outcome {
        Outcome::Sat
    }

    fn failed_assumptions(&mut self) -> Vec<Term> {
        Vec::new()
    }

    fn model(&mut self, _: &TermPool, _: &[Term]) -> Result<Assignment, Reason> {
        Ok(Assignment::new())
    }
}

#[test]
fn a_wrong_model_is_not_believed() {
    let mut pool = TermPool::new();
    let [x, y, _] = vars(&mut pool, 8);
    let query = pool.ult(x, y);
    let outcome = Caching::new(Liar(Vec::new())).check(&pool, &[query], &Budget::unlimited());
    assert!(matches!(outcome, Outcome::Unknown(Reason::Failed(_))), "{outcome:?}");
}
