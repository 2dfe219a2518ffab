//! Pointers in arrays.
//!
//! Beside the array of patterns stands one that says which object each element points into; the pattern is the offset then. Only
//! what has been stored there is ever found there, so that the objects an element may point into can be read off the term.

use candor_interp::ObjectId;
use candor_term::{Op, Term, TermPool};
use rustc_hash::FxHashSet;

use crate::pointer::{self, Cases};
use crate::value::{Case, SymValue};

/// Objects are counted from 1 on; 0 is none.
const OBJECT_BITS: u32 = 33;
/// Up to this many objects are told apart.
const MAX_OBJECTS: usize = 64;
/// Up to this many terms are looked at.
const MAX_TERMS: usize = 4096;

/// An array that holds no pointers.
pub(crate) fn none(pool: &mut TermPool, index_bits: u32) -> Term {
    let zero = pool.bv_zero(OBJECT_BITS);
    pool.const_array(index_bits, zero)
}

/// An array with a number that is no pointer at an index.
pub(crate) fn with_number(pool: &mut TermPool, objects: Term, index: Term) -> Term {
    let zero = pool.bv_zero(OBJECT_BITS);
    pool.store(objects, index, zero)
}

/// An array with a pointer at an index, and the pattern that stands for it in the array beside.
pub(crate) fn with_pointer(pool: &mut TermPool, objects: Term, index: Term, cases: &Cases) -> Option<(Term, Term)> {
    let mut all: Option<(Term, Term)> = None;
    for case in cases {
        let number = case.object.map_or(0, |object| u64::from(object.0) + 1);
        let object = pool.bv(OBJECT_BITS, number);
        all = Some(match all {
            None => (object, case.offset),
            Some((others, offset)) => (pool.ite(case.guard, object, others), pool.ite(case.guard, case.offset, offset)),
        });
    }
    let (object, offset) = all?;
    Some((pool.store(objects, index, object), offset))
}

/// Whether the element at an index is plainly no pointer.
pub(crate) fn is_number(pool: &mut TermPool, objects: Term, index: Term) -> bool {
    let object = pool.select(objects, index);
    pool.const_u64(object) == Some(0)
}

/// The element at an index, whose pattern this is; `None` if it may point into too many objects.
pub(crate) fn value_at(pool: &mut TermPool, objects: Term, index: Term, pattern: Term) -> Option<SymValue> {
    let object = pool.select(objects, index);
    let numbers = held(pool, object)?.numbers;
    let mut cases = Cases::new();
    for number in numbers {
        let known = pool.bv(OBJECT_BITS, number);
        let guard = pool.eq(object, known);
        let object = number.checked_sub(1).and_then(|id| u32::try_from(id).ok()).map(ObjectId);
        cases.push(Case { guard, object, offset: pattern });
    }
    Some(pointer::from_cases(pool, cases))
}

/// All pointers in an array, whose patterns these are; `None` if there are too many to tell.
pub(crate) fn all(pool: &mut TermPool, objects: Term, patterns: Term) -> Option<Vec<SymValue>> {
    let indices = held(pool, objects)?.indices;
    let value = |index| {
        let pattern = pool.select(patterns, index);
        value_at(pool, objects, index, pattern)
    };
    indices.into_iter().map(value).collect()
}

/// What has been stored in an array, and where.
struct Held {
    numbers: Vec<u64>,
    indices: Vec<Term>,
}

/// What a term is made of that is an array of objects, or an element of one.
fn held(pool: &TermPool, term: Term) -> Option<Held> {
    let mut seen = FxHashSet::default();
    let mut held = Held { numbers: Vec::new(), indices: Vec::new() };
    let mut work = vec![term];
    while let Some(term) = work.pop() {
        if !seen.insert(term) {
            continue;
        }
        if seen.len() > MAX_TERMS {
            return None;
        }
        let args = pool.args(term);
        match pool.op(term) {
            Op::Const => held.numbers.push(pool.const_u64(term)?),
            Op::Ite => work.extend(&args[1..]),
            Op::Select | Op::ConstArray => work.push(args[0]),
            Op::Store => {
                held.indices.push(args[1]);
                work.extend([args[0], args[2]]);
            }
            _ => return None,
        }
    }
    held.numbers.sort_unstable();
    held.numbers.dedup();
    (held.numbers.len() <= MAX_OBJECTS).then_some(held)
}
