//! Failed assumptions: they are among the assumptions, and they fail.

use candor_term::{Sort, Term, TermPool};

use super::random::{Rng, random_bool};
use crate::{BitwuzlaSolver, Budget, Caching, Outcome, Solver};

pub(super) fn check_cores(solver: &mut impl Solver) {
    let mut rng = Rng::new(11);
    let mut pool = TermPool::new();
    let mut n_cores = 0;
    for _ in 0..80 {
        let assumptions: Vec<Term> = (0..6).map(|_| random_bool(&mut rng, &mut pool, 4, 2)).collect();
        if solver.check(&pool, &assumptions, &Budget::unlimited()) == Outcome::Unsat {
            let core = solver.failed_assumptions();
            assert!(core.iter().all(|term| assumptions.contains(term)));
            let mut other = BitwuzlaSolver::new();
            assert_eq!(other.check(&pool, &core, &Budget::unlimited()), Outcome::Unsat);
            n_cores += 1;
        }
    }
    assert!(n_cores > 20, "{n_cores} cores");
}

#[test]
fn cores_are_unsat() {
    check_cores(&mut BitwuzlaSolver::new());
    check_cores(&mut BitwuzlaSolver::incremental());
}

#[test]
fn cores_through_the_cache_are_unsat() {
    check_cores(&mut Caching::new(BitwuzlaSolver::new()));
}

#[test]
fn a_core_leaves_out_what_has_nothing_to_do_with_it() {
    let mut pool = TermPool::new();
    let names = ["a", "b", "c", "d"];
    let [a, b, c, d] = names.map(|name| pool.var(name, Sort::Bv(16)));
    let (a_b, b_a, c_d) = (pool.ult(a, b), pool.ult(b, a), pool.ult(c, d));
    let b_c = pool.ult(b, c);
    for mut solver in [BitwuzlaSolver::new(), BitwuzlaSolver::incremental()] {
        solver.assert(&pool, a_b);
        assert_eq!(solver.check(&pool, &[c_d, b_a, b_c], &Budget::unlimited()), Outcome::Unsat);
        assert_eq!(solver.failed_assumptions(), [b_a]);
    }
    let mut solver = Caching::new(BitwuzlaSolver::new());
    let both = pool.and(b_a, b_c);
    solver.assert(&pool, a_b);
    assert_eq!(solver.check(&pool, &[c_d, both], &Budget::unlimited()), Outcome::Unsat);
    assert_eq!(solver.failed_assumptions(), [both]);
}
