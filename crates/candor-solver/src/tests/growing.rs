//! Terms that grow, with one solver for all checks: it must say what a new solver says each time.

use candor_bits::{FloatKind, float_from_f64};
use candor_term::{Sort, Term, TermPool, free_vars};

use super::random::Rng;
use crate::cache::satisfies;
use crate::{BitwuzlaSolver, Budget, Outcome, Solver};

/// A loop over a word, an array and a float; each round asks whether the loop can go on in some way.
struct Loop {
    path: Term,
    word: Term,
    memory: Term,
    float: Term,
}

impl Loop {
    fn new(pool: &mut TermPool) -> Loop {
        Loop {
            path: Term::TRUE,
            word: pool.var("word", Sort::Bv(8)),
            memory: pool.var("memory", Sort::Array { index: 8, element: 8 }),
            float: pool.var("float", Sort::Float(FloatKind::Half)),
        }
    }

    /// One of a few steps, and a question about where it leads.
    fn round(&mut self, rng: &mut Rng, pool: &mut TermPool, n_done: u64) -> [Term; 2] {
        let input = pool.var(&format!("in{n_done}"), Sort::Bv(8));
        let constant = pool.bv(8, rng.next() % 256);
        let limit = float_from_f64(FloatKind::Half, 100.0);
        let limit = pool.fp_const(FloatKind::Half, &limit);
        let condition = match rng.below(4) {
            0 => pool.ult(self.word, input),
            1 => pool.slt(input, constant),
            2 => pool.fp_lt(self.float, limit),
            _ => pool.eq(self.word, constant),
        };
        match rng.below(4) {
            0 => self.word = pool.mul(self.word, input),
            1 => self.memory = pool.store(self.memory, self.word, input),
            2 => self.word = pool.select(self.memory, input),
            _ => {
                let summand = pool.fp_from_sbv(FloatKind::Half, self.word);
                self.float = pool.fp_add(self.float, summand);
            }
        }
        let ways = [condition, pool.not(condition)];
        let paths = ways.map(|way| pool.and(self.path, way));
        self.path = paths[rng.below(2)];
        paths
    }
}

#[test]
fn growing_terms_have_the_answers_of_new_solvers() {
    let (mut n_sat, mut n_unsat) = (0, 0);
    for seed in 0..12 {
        let mut rng = Rng::new(seed);
        let mut pool = TermPool::new();
        let mut state = Loop::new(&mut pool);
        let mut solver = BitwuzlaSolver::incremental();
        for n_done in 0..12 {
            for question in state.round(&mut rng, &mut pool, n_done) {
                let outcome = solver.check(&pool, &[question], &Budget::unlimited());
                let expected = BitwuzlaSolver::new().check(&pool, &[question], &Budget::unlimited());
                assert_eq!(outcome, expected, "seed {seed}, round {n_done}");
                if outcome == Outcome::Sat {
                    let model = solver.model(&pool, &free_vars(&pool, &[question])).expect("a model");
                    assert!(satisfies(&pool, &model, &[question]), "seed {seed}, round {n_done}");
                    n_sat += 1;
                } else {
                    n_unsat += 1;
                }
            }
        }
    }
    assert!(n_sat > 30 && n_unsat > 30, "{n_sat} sat, {n_unsat} unsat");
}
