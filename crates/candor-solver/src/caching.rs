//! A cache in front of a solver, with slicing.
//!
//! A query is split into its conjuncts, those into groups that share no variables, and each group is looked up in the cache; only
//! what is not known there goes to the solver. All goes there as assumptions, so that the solver tells a core. It keeps what it
//! has learnt for a group that extends the one before, as along a path, and starts afresh for any other: measured on 300
//! unrelated queries with a 32-bit division each, Bitwuzla took 89 s when it kept everything and 7 s afresh. Questions about one
//! growing formula have so much in common that it is better to keep all ([`Caching::keeping`]).
//!
//! Every model is evaluated before it is believed: a solver whose model does not satisfy the query is broken, and that is
//! `Unknown`, not a counterexample.

use std::rc::Rc;

use candor_term::{Assignment, Op, Sort, SupportCache, Term, TermPool, independent_groups};
use rustc_hash::FxHashMap;

use crate::budget::Meter;
use crate::cache::{Cache, Known, is_subset, satisfies};
use crate::stack::AssertionStack;
use crate::{Budget, Outcome, Reason, Solver};

/// How often which way led to an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CachingStatistics {
    /// Calls of `check`.
    pub n_checks: u64,
    /// Independent groups of constraints in them.
    pub n_groups: u64,
    /// Groups that the cache knew.
    pub n_cached: u64,
    /// Groups that the solver was asked about.
    pub n_solved: u64,
}

/// A solver that asks another one as little as possible.
pub struct Caching<S> {
    inner: S,
    cache: Cache,
    supports: SupportCache,
    assertions: AssertionStack,
    /// The group that the solver was asked about last.
    last_group: Vec<Term>,
    /// Whether the solver keeps what it has learnt from one group to the next in any case.
    keeps: bool,
    last: Last,
    statistics: CachingStatistics,
}

/// What one may ask about after the last check.
enum Last {
    Nothing,
    /// One model for each group; they share no variables.
    Sat(FxHashMap<Term, Rc<Assignment>>),
    Unsat(Vec<Term>),
}

/// What the solver or the cache says about a group.
enum GroupOutcome {
    Sat(Rc<Assignment>),
    Unsat(Rc<[Term]>),
    Unknown(Reason),
}

impl<S: Solver> Caching<S> {
    /// A cache in front of a solver that has no assertions.
    pub fn new(inner: S) -> Caching<S> {
        assert!(inner.assertions().is_empty(), "a solver that has assertions");
        Caching {
            inner,
            cache: Cache::default(),
            supports: SupportCache::new(),
            assertions: AssertionStack::new(),
            last_group: Vec::new(),
            keeps: false,
            last: Last::Nothing,
            statistics: CachingStatistics::default(),
        }
    }

    /// The same for queries that have much in common, so that the solver keeps all that it has learnt.
    pub fn keeping(inner: S) -> Caching<S> {
        Caching { keeps: true, ..Caching::new(inner) }
    }

    /// How well this works.
    pub fn statistics(&self) -> CachingStatistics {
        self.statistics
    }

    /// The solver behind.
    pub fn inner(&self) -> &S {
        &self.inner
    }

    fn check_group(&mut self, pool: &TermPool, group: &[Term], budget: &Budget) -> GroupOutcome {
        self.statistics.n_groups += 1;
        match self.cache.look_up(pool, group) {
            Some(Known::Sat(model)) => {
                self.statistics.n_cached += 1;
                GroupOutcome::Sat(model)
            }
            Some(Known::Unsat(core)) => {
                self.statistics.n_cached += 1;
                GroupOutcome::Unsat(core)
            }
            None => self.solve_group(pool, group, budget),
        }
    }

    fn solve_group(&mut self, pool: &TermPool, group: &[Term], budget: &Budget) -> GroupOutcome {
        self.statistics.n_solved += 1;
        if !self.keeps && !is_subset(&self.last_group, group) {
            self.inner.reset();
        }
        self.last_group = group.to_vec();
        match self.inner.check(pool, group, budget) {
            Outcome::Unknown(reason) => GroupOutcome::Unknown(reason),
            Outcome::Unsat => {
                let mut core = self.inner.failed_assumptions();
                core.sort_unstable();
                core.dedup();
                self.cache.add_core(&core);
                GroupOutcome::Unsat(core.into())
            }
            Outcome::Sat => match self.read_model(pool, group) {
                Ok(model) => {
                    self.cache.add_model(group, &model);
                    GroupOutcome::Sat(model)
                }
                Err(reason) => GroupOutcome::Unknown(reason),
            },
        }
    }

    fn read_model(&mut self, pool: &TermPool, group: &[Term]) -> Result<Rc<Assignment>, Reason> {
        let vars = self.vars_of(pool, group);
        let model = self.inner.model(pool, &vars)?;
        if !satisfies(pool, &model, group) {
            return Err(Reason::Failed(format!("{} gave a model that is none", self.inner.name())));
        }
        Ok(Rc::new(model))
    }

    fn vars_of(&mut self, pool: &TermPool, terms: &[Term]) -> Vec<Term> {
        let mut vars: Vec<Term> = Vec::new();
        for term in terms {
            vars.extend(self.supports.support(pool, *term).iter());
        }
        vars.sort_unstable();
        vars.dedup();
        vars
    }

    /// The assumptions that the conjuncts of a core come from; those that assertions say as well are not needed.
    fn failed(&self, pool: &TermPool, assumptions: &[Term], core: &[Term]) -> Vec<Term> {
        let asserted = conjuncts(pool, self.assertions.items());
        let needed: Vec<Term> = core.iter().copied().filter(|term| asserted.binary_search(term).is_err()).collect();
        let is_needed = |assumption: &&Term| {
            let own = conjuncts(pool, &[**assumption]);
            needed.iter().any(|term| own.binary_search(term).is_ok())
        };
        assumptions.iter().filter(is_needed).copied().collect()
    }
}

impl<S: Solver> Solver for Caching<S> {
    fn name(&self) -> String {
        self.inner.name()
    }

    fn reset(&mut self) {
        // The cache stays: what it knows is about terms, whoever asserts them.
        self.inner.reset();
        self.last_group.clear();
        self.assertions = AssertionStack::new();
        self.last = Last::Nothing;
    }

    fn push(&mut self) {
        self.last = Last::Nothing;
        self.assertions.push_level();
    }

    fn pop(&mut self) {
        self.last = Last::Nothing;
        self.assertions.pop_level();
    }

    fn assert(&mut self, _: &TermPool, term: Term) {
        self.last = Last::Nothing;
        self.assertions.add(term);
    }

    fn assertions(&self) -> &[Term] {
        self.assertions.items()
    }

    /// A group that cannot hold settles the matter also if another one is unknown, so all groups are tried.
    fn check(&mut self, pool: &TermPool, assumptions: &[Term], budget: &Budget) -> Outcome {
        self.last = Last::Nothing;
        self.statistics.n_checks += 1;
        let mut meter = Meter::start(budget);
        let constraints = conjuncts(pool, &[self.assertions.items(), assumptions].concat());
        // Of large terms it takes long to find the variables.
        for some in constraints.chunks(16) {
            if meter.look() {
                return Outcome::Unknown(meter.exceeded().unwrap_or(Reason::Incomplete));
            }
            some.iter().for_each(|constraint| _ = self.supports.support(pool, *constraint));
        }
        let mut models = FxHashMap::default();
        let mut unknown = None;
        for group in independent_groups(pool, &mut self.supports, &constraints) {
            match self.check_group(pool, &group, &meter.rest()) {
                GroupOutcome::Sat(model) => {
                    let vars = self.vars_of(pool, &group);
                    models.extend(vars.into_iter().map(|var| (var, Rc::clone(&model))));
                }
                GroupOutcome::Unsat(core) => {
                    self.last = Last::Unsat(self.failed(pool, assumptions, &core));
                    return Outcome::Unsat;
                }
                GroupOutcome::Unknown(reason) => {
                    unknown.get_or_insert(reason);
                }
            }
        }
        match unknown {
            Some(reason) => Outcome::Unknown(reason),
            None => {
                self.last = Last::Sat(models);
                Outcome::Sat
            }
        }
    }

    fn failed_assumptions(&mut self) -> Vec<Term> {
        match &self.last {
            Last::Unsat(failed) => failed.clone(),
            Last::Nothing | Last::Sat(_) => panic!("failed assumptions of a check that was not unsat"),
        }
    }

    fn model(&mut self, _: &TermPool, vars: &[Term]) -> Result<Assignment, Reason> {
        let Last::Sat(models) = &self.last else { panic!("the model of a check that was not sat") };
        let mut model = Assignment::new();
        for var in vars {
            if let Some(value) = models.get(var).and_then(|model| model.get(*var)) {
                model.set(*var, value.clone());
            }
        }
        Ok(model)
    }
}

/// The conjuncts of the terms, ascending, none twice, without those that hold anyway.
fn conjuncts(pool: &TermPool, terms: &[Term]) -> Vec<Term> {
    let mut found = rustc_hash::FxHashSet::default();
    let mut stack = terms.to_vec();
    let mut conjuncts = Vec::new();
    while let Some(term) = stack.pop() {
        if term == Term::TRUE || !found.insert(term) {
            continue;
        }
        if pool.op(term) == Op::And && pool.sort(term) == Sort::Bool {
            stack.extend(pool.args(term));
        } else {
            conjuncts.push(term);
        }
    }
    conjuncts.sort_unstable();
    conjuncts
}
