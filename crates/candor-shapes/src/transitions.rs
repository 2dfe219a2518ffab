//! From shapes to integers: whether executions end is asked of an integer transition system.
//!
//! Its locations are the states that begin rounds and are kept. Their parameters are how many nodes each segment has, and the numbers of the
//! state as signed and as unsigned integers. A rule leads from a state to the next one that is kept or that covers what comes of it. Every
//! execution is a run of the system, so that all executions end if all runs do.

use std::collections::BTreeMap;

use candor_context_symbolic::{Path, SymValue, SymbolicContext};
use candor_interp::ObjectId;
use candor_its::{Constraint, Formula, Location, Polynomial, Rule, System, Variable};
use candor_term::{Sort, Term, free_vars};
use rustc_hash::FxHashMap;

use crate::clean::terms_of;
use crate::cover::Bindings;
use crate::integers::{Integers, Reading};
use crate::judge::Judge;
use crate::segment::Shape;

/// How a state has come from the last location.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trail {
    from: usize,
    /// The parameters of the location, and the numbers of nodes that have become known since.
    n_variables: Variable,
    facts: Vec<Constraint>,
}

impl Trail {
    /// The last location.
    pub(crate) fn from(&self) -> usize {
        self.from
    }

    /// A number of nodes of which nothing is known.
    pub(crate) fn any_length(&mut self) -> Polynomial {
        let length = Polynomial::variable(self.n_variables);
        self.n_variables += 1;
        self.at_least(&length, 1);
        length
    }

    pub(crate) fn at_least(&mut self, number: &Polynomial, least: i64) {
        self.facts.push(Constraint::at_least(number.plus_constant(-least)));
    }

    pub(crate) fn is_one(&mut self, length: &Polynomial) {
        self.facts.push(Constraint::equal(length.plus_constant(-1)));
    }
}

/// A state as a location.
struct Head {
    /// Each segment has one parameter.
    segments: Vec<ObjectId>,
    /// And each variable one for each reading, which follow those.
    numbers: Vec<Term>,
    /// The parameters, for people.
    names: Vec<String>,
}

impl Head {
    fn n_parameters(&self) -> usize {
        self.segments.len() + 2 * self.numbers.len()
    }

    fn readings(&self) -> impl Iterator<Item = (Variable, Term, Reading)> {
        let both = |term: &Term| [(*term, Reading::Signed), (*term, Reading::Unsigned)];
        let readings = self.numbers.iter().flat_map(both).enumerate();
        readings.map(|(idx, (term, reading))| (parameter(self.segments.len() + idx), term, reading))
    }
}

fn parameter(idx: usize) -> Variable {
    Variable::try_from(idx).expect("a state has few parameters")
}

/// Where a state has gone.
pub(crate) struct Arrival {
    pub(crate) to: usize,
    /// What is there in the place of the location's variables and objects; none where it is the location's own state.
    pub(crate) bindings: Option<Bindings>,
}

/// A state that has gone on, of which there will be a rule.
struct Move {
    came: Came,
    to: usize,
    bound: Option<FxHashMap<Term, Term>>,
    /// How many nodes each segment of the location has, as far as that is known.
    lengths: Vec<Option<Polynomial>>,
}

/// The transition system, as far as it is known.
pub(crate) struct Transitions {
    heads: Vec<Head>,
    locations: Vec<Location>,
    moves: Vec<Move>,
}

/// States with more numbers are not asked about all of them.
const MAX_NUMBERS: usize = 24;

impl Transitions {
    pub(crate) fn new() -> Transitions {
        let start = Location { name: "start".to_owned(), arity: 0 };
        let heads = vec![Head { segments: Vec::new(), numbers: Vec::new(), names: Vec::new() }];
        Transitions { heads, locations: vec![start], moves: Vec::new() }
    }

    /// A state that is kept becomes a location.
    pub(crate) fn add(
        &mut self,
        cx: &SymbolicContext,
        shape: &Shape,
        name: String,
        objects: &FxHashMap<ObjectId, String>,
    ) -> usize {
        let parts = shape.parts(cx);
        let segments: Vec<ObjectId> = shape.segments.keys().copied().filter(|first| !parts.contains(first)).collect();
        let mut numbers = numbers(cx, shape);
        numbers.truncate(MAX_NUMBERS);
        let nodes = |id: &ObjectId| format!("nodes({})", objects.get(id).map_or("list", String::as_str));
        let mut names: Vec<String> = segments.iter().map(nodes).collect();
        for &number in &numbers {
            let name = cx.pool.var_name(number).unwrap_or("number");
            names.extend([name.to_owned(), format!("unsigned({name})")]);
        }
        let head = Head { segments, numbers, names };
        self.locations.push(Location { name, arity: head.n_parameters() });
        self.heads.push(head);
        self.heads.len() - 1
    }

    pub(crate) fn n_locations(&self) -> usize {
        self.locations.len()
    }

    /// What comes of a state comes from its location.
    pub(crate) fn start(&self, location: usize, shape: &mut Shape) {
        let head = &self.heads[location];
        shape.trail = Trail { from: location, n_variables: parameter(head.n_parameters()), facts: Vec::new() };
        for (first, segment) in &mut shape.segments {
            let idx = head.segments.iter().position(|segment| segment == first);
            segment.length = idx.map(|idx| Polynomial::variable(parameter(idx)));
            if let Some(length) = &segment.length {
                shape.trail.at_least(length, 1);
            }
        }
    }

    /// A state has gone on; its rule is made when it is asked for.
    pub(crate) fn connect(&mut self, shape: &Shape, came: Came, arrival: Arrival) {
        let Arrival { to, bindings } = arrival;
        let ours = |segment: &ObjectId| match &bindings {
            None => Some(*segment),
            Some(bindings) => bindings.objects.get(segment).copied(),
        };
        let length = |segment: &ObjectId| match shape.segments.get(&ours(segment)?) {
            None => Some(Polynomial::constant(1)),
            Some(segment) => segment.length.clone(),
        };
        let lengths = self.heads[to].segments.iter().map(length).collect();
        self.moves.push(Move { lengths, to, bound: bindings.map(|bindings| bindings.terms), came });
    }

    /// The rule of a state that has gone on.
    fn rule(&self, cx: &mut SymbolicContext, judge: &mut Judge, gone: &Move) -> Rule {
        let Move { came: Came { trail, path, forgotten }, to, lengths, bound } = gone;
        let Trail { from, n_variables, facts } = trail;
        let mut integers = Integers::new(&mut cx.pool, judge, path, *n_variables);
        facts.iter().for_each(|fact| integers.require(Formula::Atom(fact.clone())));
        for (variable, term, reading) in self.heads[*from].readings() {
            integers.set(term, reading, Polynomial::variable(variable));
        }
        self.heads[*from].numbers.iter().for_each(|&term| integers.relate_readings(term));
        for fact in path.facts() {
            let formula = integers.condition(fact, true);
            integers.require(formula);
        }
        for (&new, &old) in forgotten {
            for reading in [Reading::Signed, Reading::Unsigned] {
                let number = integers.number(old, reading);
                integers.set(new, reading, number);
            }
        }
        let mut update = Vec::new();
        for length in lengths {
            update.push(length.clone().unwrap_or_else(|| {
                let length = Polynomial::variable(integers.any());
                integers.require(Formula::Atom(Constraint::at_least(length.plus_constant(-1))));
                length
            }));
        }
        for (_, term, reading) in self.heads[*to].readings() {
            let ours = bound.as_ref().map_or(Some(term), |bound| bound.get(&term).copied());
            update.push(match ours {
                Some(ours) => integers.number(ours, reading),
                None => integers.any_of(term, reading),
            });
        }
        let (n_variables, guard) = integers.finish();
        let parameters = &self.heads[*from].names;
        let others = (parameters.len()..).map(|variable| format!("v{variable}"));
        let variables = parameters.iter().cloned().chain(others).take(n_variables as usize).collect();
        Rule { variables, from: *from, to: *to, update, guard: Formula::And(guard), line: 0 }
    }

    /// The transition system of all that was told, or the limit that was hit.
    pub(crate) fn system(&self, cx: &mut SymbolicContext, judge: &mut Judge) -> Result<System, &'static str> {
        let mut rules = Vec::new();
        for gone in &self.moves {
            if let Some(limit) = judge.limits.exceeded() {
                return Err(limit);
            }
            rules.push(self.rule(cx, judge, gone));
        }
        Ok(System { locations: self.locations.clone(), entry: 0, rules })
    }
}

/// How a state has come to the start of a round, before anything of it is forgotten.
#[derive(Clone)]
pub(crate) struct Came {
    pub(crate) trail: Trail,
    pub(crate) path: Path,
    /// Variables in the place of numbers.
    pub(crate) forgotten: BTreeMap<Term, Term>,
}

/// The variables that single numbers of a state are made of.
fn numbers(cx: &SymbolicContext, shape: &Shape) -> Vec<Term> {
    let mut terms: Vec<Term> = Vec::new();
    for frame in shape.state.thread.frames() {
        frame.regs.iter().for_each(|value| terms_of(value, &mut terms));
    }
    for (id, object) in shape.state.memory.iter() {
        let common = shape.segment_of(id).map(|first| &shape.segments[&first].common);
        let any = common.or_else(|| shape.templates.get(&id)).map(|common| &common.any);
        let is_own = |at: u64, size: u64| any.is_none_or(|any| !any.contains(&(at, size)));
        let cells = object.contents.cells().filter(|(at, size, _)| is_own(*at, u64::from(*size)));
        cells.for_each(|(_, _, value): (u64, _, &SymValue)| terms_of(value, &mut terms));
    }
    let mut vars = free_vars(&cx.pool, &terms);
    vars.retain(|var| matches!(cx.pool.sort(*var), Sort::Bv(width) if width <= 64));
    vars
}
