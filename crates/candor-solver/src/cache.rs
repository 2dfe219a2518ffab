//! What has been found out about sets of constraints.
//!
//! After KLEE's counterexample cache (Cadar, Dunbar, Engler, OSDI 2008): a set with a subset that cannot hold cannot hold; a set
//! with a superset that can hold can, by the same model; and a model of anything may by luck be a model of this too, which is
//! cheap to try. Deviation: where KLEE keeps whole unsatisfiable sets, we keep unsatisfiable cores, which are subsets of more.

use std::collections::VecDeque;
use std::rc::Rc;

use candor_term::{Assignment, Evaluation, Term, TermPool};
use rustc_hash::FxHashMap;

/// How many of the latest models are tried on a new set. Evaluating a set is linear in its size, solving it is not.
const N_TRIED: usize = 8;

/// How many entries of each kind are kept; then all are forgotten.
const MAX_ENTRIES: usize = 1 << 16;

/// A set of constraints: ascending, none twice.
pub(crate) type ConstraintSet = [Term];

/// What a cache knows about a set.
pub(crate) enum Known {
    /// These constraints of the set cannot hold together.
    Unsat(Rc<ConstraintSet>),
    /// The set holds in this model.
    Sat(Rc<Assignment>),
}

/// Sets that can hold, with their models, and sets that cannot.
#[derive(Default)]
pub(crate) struct Cache {
    cores: Vec<Rc<ConstraintSet>>,
    /// Which cores have this constraint as their first.
    cores_by_first: FxHashMap<Term, Vec<usize>>,
    models: Vec<(Rc<ConstraintSet>, Rc<Assignment>)>,
    /// Which of the sets with models have this constraint.
    models_by_member: FxHashMap<Term, Vec<usize>>,
    latest: VecDeque<Rc<Assignment>>,
}

impl Cache {
    /// What is known about a set.
    pub(crate) fn look_up(&self, pool: &TermPool, set: &ConstraintSet) -> Option<Known> {
        if let Some(core) = self.core_within(set) {
            return Some(Known::Unsat(core));
        }
        let model = self.model_of_superset(set).or_else(|| self.lucky_model(pool, set))?;
        Some(Known::Sat(model))
    }

    /// Remembers that a set cannot hold.
    pub(crate) fn add_core(&mut self, core: &ConstraintSet) {
        if self.cores.len() >= MAX_ENTRIES {
            self.cores.clear();
            self.cores_by_first.clear();
        }
        // The empty set would be a core of everything; nobody finds that out here.
        if let Some(first) = core.first() {
            self.cores_by_first.entry(*first).or_default().push(self.cores.len());
            self.cores.push(core.into());
        }
    }

    /// Remembers a model of a set.
    pub(crate) fn add_model(&mut self, set: &ConstraintSet, model: &Rc<Assignment>) {
        if self.models.len() >= MAX_ENTRIES {
            self.models.clear();
            self.models_by_member.clear();
        }
        for member in set {
            self.models_by_member.entry(*member).or_default().push(self.models.len());
        }
        self.models.push((set.into(), Rc::clone(model)));
        if self.latest.len() == N_TRIED {
            self.latest.pop_back();
        }
        self.latest.push_front(Rc::clone(model));
    }

    fn core_within(&self, set: &ConstraintSet) -> Option<Rc<ConstraintSet>> {
        let candidates = set.iter().filter_map(|first| self.cores_by_first.get(first)).flatten();
        let mut cores = candidates.map(|core_idx| &self.cores[*core_idx]);
        cores.find(|core| is_subset(core, set)).map(Rc::clone)
    }

    /// A set that has all the constraints also has the one that the fewest sets have.
    fn model_of_superset(&self, set: &ConstraintSet) -> Option<Rc<Assignment>> {
        let mut rarest: Option<&Vec<usize>> = None;
        for member in set {
            let having = self.models_by_member.get(member)?;
            if rarest.is_none_or(|rarest| having.len() < rarest.len()) {
                rarest = Some(having);
            }
        }
        let mut candidates = rarest?.iter().rev().map(|model_idx| &self.models[*model_idx]);
        candidates.find(|(superset, _)| is_subset(set, superset)).map(|(_, model)| Rc::clone(model))
    }

    fn lucky_model(&self, pool: &TermPool, set: &ConstraintSet) -> Option<Rc<Assignment>> {
        self.latest.iter().find(|model| satisfies(pool, model, set)).map(Rc::clone)
    }
}

/// Whether all constraints hold in a model.
pub(crate) fn satisfies(pool: &TermPool, model: &Assignment, constraints: &[Term]) -> bool {
    let mut evaluation = Evaluation::new(pool, model);
    constraints.iter().all(|constraint| evaluation.holds(*constraint))
}

/// Whether one ascending sequence is part of another.
pub(crate) fn is_subset(small: &[Term], large: &[Term]) -> bool {
    let mut rest = large.iter();
    small.len() <= large.len() && small.iter().all(|member| rest.by_ref().any(|other| other == member))
}
