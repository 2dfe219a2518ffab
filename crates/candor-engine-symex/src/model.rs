//! One execution that takes a path: values of variables, and what terms come to under them.

use std::cell::RefCell;
use std::rc::Rc;

use candor_context_symbolic::chosen_bits;
use candor_ir::Bits;
use candor_term::{Assignment, Evaluated, Evaluation, Term, TermPool};

/// An execution. Walkers that have forked share it as long as they can.
#[derive(Clone, Debug)]
pub(crate) struct Model(Rc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    values: Assignment,
    done: RefCell<Evaluated>,
}

impl Model {
    /// Every variable is zero.
    pub(crate) fn zero() -> Model {
        Model::new(Assignment::new())
    }

    pub(crate) fn new(values: Assignment) -> Model {
        Model(Rc::new(Inner { values, done: RefCell::default() }))
    }

    /// The execution with these values, and the values of `self` for all other variables.
    pub(crate) fn with(&self, pool: &TermPool, changed: &[Term], new: &Assignment) -> Model {
        let mut values = self.0.values.clone();
        for var in changed {
            let value = new.get(*var).cloned().unwrap_or_else(|| candor_term::Value::zero(pool.sort(*var)));
            values.set(*var, value);
        }
        Model::new(values)
    }

    pub(crate) fn holds(&self, pool: &TermPool, term: Term) -> bool {
        self.with_evaluation(pool, |evaluation| evaluation.holds(term))
    }

    pub(crate) fn bits(&self, pool: &TermPool, term: Term) -> Bits {
        self.with_evaluation(pool, |evaluation| chosen_bits(&evaluation.value(term)))
    }

    fn with_evaluation<T>(&self, pool: &TermPool, ask: impl FnOnce(&mut Evaluation<'_>) -> T) -> T {
        let done = self.0.done.take();
        let mut evaluation = Evaluation::resume(pool, &self.0.values, done);
        let answer = ask(&mut evaluation);
        self.0.done.replace(evaluation.finish());
        answer
    }
}

#[cfg(test)]
mod tests {
    use candor_term::{Sort, Value};

    use super::*;

    #[test]
    fn a_changed_execution_forgets_what_terms_came_to() {
        let mut pool = TermPool::new();
        let [x, y] = ["x", "y"].map(|name| pool.var(name, Sort::Bv(8)));
        let sum = pool.add(x, y);
        let mut values = Assignment::new();
        values.set(y, Value::Bv(Bits::new(8, 3)));
        let model = Model::new(values);
        assert_eq!(model.bits(&pool, sum), Bits::new(8, 3));
        let mut new = Assignment::new();
        new.set(x, Value::Bv(Bits::new(8, 4)));
        let changed = model.with(&pool, &[x], &new);
        assert_eq!(changed.bits(&pool, sum), Bits::new(8, 7));
        // A variable that the solver left out is zero in its model, whatever it was before.
        let changed = changed.with(&pool, &[x, y], &Assignment::new());
        assert_eq!(changed.bits(&pool, sum), Bits::new(8, 0));
        assert_eq!(model.bits(&pool, sum), Bits::new(8, 3));
    }
}
