//! Walkers: states on paths of their own.

use std::rc::Rc;

use candor_context_symbolic::{Chosen, SymbolicContext};
use candor_evidence::Settled;
use candor_explore::{Counted, Rounds};
use candor_interp::State;
use candor_term::{Term, TermPool};

use crate::coverage::Footprints;
use crate::model::Model;

pub(crate) type Symbolic = State<SymbolicContext>;

/// What a walker has chosen so far, newest first; walkers that have forked share the older part.
#[derive(Clone, Debug, Default)]
pub(crate) struct Choices(Option<Rc<Choice>>);

#[derive(Debug)]
struct Choice {
    chosen: Chosen,
    before: Choices,
}

impl Choices {
    pub(crate) fn push(&mut self, chosen: Chosen) {
        let before = std::mem::take(self);
        self.0 = Some(Rc::new(Choice { chosen, before }));
    }

    /// Whether these are the very same choices.
    pub(crate) fn are(&self, other: &Choices) -> bool {
        match (&self.0, &other.0) {
            (Some(one), Some(other)) => Rc::ptr_eq(one, other),
            (None, None) => true,
            (Some(_), None) | (None, Some(_)) => false,
        }
    }

    /// What the choices of an execution are, in order. It makes those on whose path it is.
    pub(crate) fn settled(&self, pool: &TermPool, model: &Model) -> Vec<Settled> {
        let mut found = Vec::new();
        let mut choice = &self.0;
        while let Some(inner) = choice {
            let Chosen { kind, path, value } = &inner.chosen;
            if model.holds(pool, path.condition()) {
                found.push(Settled { kind: *kind, value: model.bits(pool, *value) });
            }
            choice = &inner.before.0;
        }
        found.reverse();
        found
    }
}

impl Drop for Choices {
    /// Frees the list without recursion: an execution may choose a million times.
    fn drop(&mut self) {
        let mut choice = self.0.take();
        while let Some(rc) = choice {
            match Rc::try_unwrap(rc) {
                Ok(mut inner) => choice = inner.before.0.take(),
                Err(_) => break,
            }
        }
    }
}

/// A state on a path of its own.
#[derive(Clone)]
pub(crate) struct Walker {
    /// Rounds are counted where the user has bounds.
    pub(crate) state: Counted<Symbolic>,
    pub(crate) choices: Choices,
    /// An execution that takes the path up to `n_modelled` facts; `None` if the solver did not know of one.
    pub(crate) model: Option<Model>,
    /// How many facts of the path are known to go together.
    pub(crate) n_modelled: u32,
    /// How many forks lie behind.
    pub(crate) n_forks: u32,
    /// In which states it has been at the loops it is in.
    pub(crate) rounds: Rounds<Symbolic>,
    /// Where the functions that it is in began, if they may call themselves; the outermost first.
    pub(crate) calls: Rc<Vec<Rc<Symbolic>>>,
    pub(crate) footprints: Footprints,
}

impl Walker {
    pub(crate) fn new(state: Symbolic) -> Walker {
        Walker {
            state: state.into(),
            choices: Choices::default(),
            model: Some(Model::zero()),
            n_modelled: 0,
            n_forks: 0,
            rounds: Rounds::default(),
            calls: Rc::default(),
            footprints: Footprints::default(),
        }
    }

    /// The facts that are known to go together, oldest first.
    pub(crate) fn old_facts(&self) -> Vec<Term> {
        let mut facts = self.state.path.facts_since(0);
        facts.truncate(self.n_modelled as usize);
        facts
    }
}
