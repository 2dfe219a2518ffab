//! Why what holds holds: what is true whenever a loop begins a round, and what becomes smaller with every round.
//!
//! A proof has nothing to say of loops whose rounds were all looked at. It speaks of states by what they hold, not by terms of the run
//! that has found it, so that another run, with another solver, can go through it again.

mod text;

use candor_bits::Bits;
use candor_interp::Site;
use candor_ir::{BlockId, FuncId, ValueId};
use candor_term::{Op, Sort, Term, TermPool};
use rustc_hash::FxHashMap;

use crate::graph::StateGraph;

/// An argument for all executions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Proof {
    pub loops: Vec<LoopProof>,
    /// Functions that call themselves and of which one activation stands for all; what becomes smaller is about their arguments.
    pub functions: Vec<FuncId>,
    /// The abstract states that stand for all that executions go through, where a proof is made of such.
    pub graph: Option<Box<StateGraph>>,
}

impl Proof {
    /// Whether every execution was looked at as it is.
    pub fn is_empty(&self) -> bool {
        self.loops.is_empty() && self.functions.is_empty() && self.graph.is_none()
    }
}

/// A loop, each time that it is entered this way.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LoopEntry {
    pub func: FuncId,
    /// Its first block; of a function that calls itself, none.
    pub header: Option<BlockId>,
    /// The calls that led there.
    pub call_path: u64,
    /// How often the loops around, and this one, had gone round.
    pub rounds: Vec<u32>,
}

/// What is known of a loop from one of its rounds on.
#[derive(Clone, Debug, PartialEq)]
pub struct LoopProof {
    pub entry: LoopEntry,
    /// Its first instruction.
    pub at: Site,
    /// What holds whenever a round begins.
    pub facts: Vec<Formula>,
    /// What holds of the elements of arrays at every index ([`Held::Index`]) whenever a round begins.
    pub elements: Vec<Formula>,
    /// Of a function that calls itself: what holds of its parameters and its result whenever it returns.
    pub results: Vec<Formula>,
    /// How many rounds the induction puts one behind the other (k-induction), where one does not do; otherwise 0.
    pub depth: u32,
    /// Whether the induction adds up what every round adds, over all rounds.
    pub has_sums: bool,
    /// Why it ends, if that was asked for: one ranking for each case of what does not change.
    pub rankings: Vec<RankingCase>,
    /// What holds whenever its head is reached, as C expressions, as far as there are some.
    pub in_source: Vec<String>,
    /// The same about elements of arrays, for people.
    pub of_elements: Vec<String>,
    /// What becomes smaller with every round, if one thing does and the source has a name for it; in numbers of mathematics.
    pub measure: Option<String>,
    /// How many rounds there are at most each time the loop is entered, in terms of what its variables hold then; in numbers of mathematics,
    /// and none where that is less than one.
    pub bound: Option<String>,
    /// What holds of every round and any earlier one of the same execution, if the loop is entered once: a transition invariant, in C with
    /// `\at(x, AnyPrev)` for what a variable held earlier.
    pub transition: Option<String>,
}

/// Measures that become smaller, where a condition holds that does not change.
#[derive(Clone, Debug, PartialEq)]
pub struct RankingCase {
    pub when: Option<Formula>,
    /// No round makes a measure of the first layer larger; none that leaves these as they are one of the next; and so on, and no round
    /// leaves all as they are.
    pub layers: Vec<Vec<Formula>>,
}

/// Something to be computed from what a state holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula {
    Truth(bool),
    Number(Bits),
    Held(Atom),
    Applied {
        op: Op,
        sort: Sort,
        /// Counts for [`Op::Extract`] only.
        low: u32,
        args: Vec<Formula>,
    },
}

/// What a state holds somewhere.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Atom {
    pub held: Held,
    /// When the rounds that the proof is about began, or else now.
    pub at_entry: bool,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Held {
    Number(Storage),
    /// Where a pointer points to in its object.
    Offset(Storage),
    /// The same of a pointer to one of several objects; where there is none, the number that it is.
    Anywhere(Storage),
    /// The contents of an object as an array.
    Contents(ObjectKey),
    /// How many bytes an object has.
    Size(ObjectKey),
    /// What a function returns, in what is known of its results.
    Result,
    /// Any index of so many bits, in what is known of elements.
    Index(u32),
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Storage {
    /// A register of the active function, or of the one that is so many calls below.
    Register {
        below: u32,
        value: ValueId,
    },
    Memory {
        object: ObjectKey,
        offset: u64,
        size: u32,
    },
}

/// An object, by where it was made.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectKey {
    pub call_path: u64,
    pub site: Site,
    /// Which of those that were made there.
    pub nth: u32,
}

/// So many operators a formula may have.
const MOST_OPERATORS: usize = 400;

impl Formula {
    /// A term, where these are the names of what a state holds; `None` if it speaks of something else, or is too large.
    pub fn of(pool: &TermPool, term: Term, names: &FxHashMap<Term, Atom>) -> Option<Formula> {
        let mut left = MOST_OPERATORS;
        Formula::of_at_most(pool, term, names, &mut left)
    }

    fn of_at_most(pool: &TermPool, term: Term, names: &FxHashMap<Term, Atom>, left: &mut usize) -> Option<Formula> {
        if let Some(truth) = pool.const_bool(term) {
            return Some(Formula::Truth(truth));
        }
        let sort = pool.sort(term);
        if let (Sort::Bv(_), Some(bits)) = (sort, pool.const_bits(term)) {
            return Some(Formula::Number(bits));
        }
        if let Some(atom) = names.get(&term) {
            return Some(Formula::Held(*atom));
        }
        let op = pool.op(term);
        *left = left.checked_sub(1)?;
        let args: Option<Vec<Formula>> =
            pool.args(term).iter().map(|&arg| Formula::of_at_most(pool, arg, names, left)).collect();
        let low = if op == Op::Extract { pool.extract_low(term) } else { 0 };
        args.filter(|args| !args.is_empty()).map(|args| Formula::Applied { op, sort, low, args })
    }

    /// What the formula speaks of.
    pub fn for_each_atom(&self, see: &mut impl FnMut(Atom)) {
        match self {
            Formula::Truth(_) | Formula::Number(_) => {}
            Formula::Held(atom) => see(*atom),
            Formula::Applied { args, .. } => args.iter().for_each(|arg| arg.for_each_atom(see)),
        }
    }

    /// The same about something else.
    #[must_use]
    pub fn with_atoms(&self, change: &impl Fn(Atom) -> Atom) -> Formula {
        match self {
            Formula::Truth(_) | Formula::Number(_) => self.clone(),
            Formula::Held(atom) => Formula::Held(change(*atom)),
            Formula::Applied { op, sort, low, args } => {
                let args = args.iter().map(|arg| arg.with_atoms(change)).collect();
                Formula::Applied { op: *op, sort: *sort, low: *low, args }
            }
        }
    }

    /// The formula as a term of a state that holds these; `None` if it makes no sense there.
    pub fn term(&self, pool: &mut TermPool, values: &FxHashMap<Atom, Term>) -> Option<Term> {
        match self {
            Formula::Truth(truth) => Some(pool.bool_const(*truth)),
            Formula::Number(bits) => Some(pool.bv_const(bits.clone())),
            Formula::Held(atom) => values.get(atom).copied(),
            Formula::Applied { op, sort, low, args } => {
                let mut terms = Vec::new();
                for arg in args {
                    terms.push(arg.term(pool, values)?);
                }
                pool.checked(*op, *sort, &terms, *low)
            }
        }
    }
}
