//! Pointers that may point to several places.

use candor_context_concrete::{Value, View, address};
use candor_interp::ObjectId;
use candor_interp::object::Place;
use candor_ir::Bits;
use candor_numbers::AbstractInt;
use candor_term::{Op, Term, TermPool};
use smallvec::SmallVec;

use crate::ops;
use crate::path::Path;
use crate::value::{Case, Heavy, SymValue};

/// Up to this many offsets into one object stay cases of their own; more become one case with an offset that is a term.
const MAX_OFFSETS: usize = 8;

pub(crate) type Cases = SmallVec<[Case; 2]>;

/// Where a plain value points to.
pub(crate) fn plain_place(pointer_bits: u32, value: &Value) -> Place<SymValue> {
    match value.unmarked().view() {
        View::Ptr(object, offset) => Place::Object(object, Bits::from_i64(pointer_bits, offset).to_i64_wrapping()),
        // An integer that remembers its object keeps it reachable.
        View::Addr(address) => Place::Object(address.object, 0),
        _ => Place::Address(value.bits(pointer_bits).to_u64_wrapping()),
    }
}

/// The value as a pointer, without marks.
pub(crate) fn cases(pool: &mut TermPool, pointer_bits: u32, value: &SymValue) -> Cases {
    let guard = Term::TRUE;
    let case = match value {
        SymValue::Same(value) => match value.unmarked().view() {
            View::Ptr(object, offset) => {
                let offset = pool.bv_const(Bits::from_i64(pointer_bits, offset));
                Case { guard, object: Some(object), offset }
            }
            // An integer that remembers its object keeps it reachable.
            View::Addr(address) => Case { guard, object: Some(address.object), offset: pool.bv_zero(pointer_bits) },
            _ => Case { guard, object: None, offset: pool.bv_const(value.bits(pointer_bits)) },
        },
        SymValue::Term(term) => Case { guard, object: None, offset: pool.resize(*term, pointer_bits) },
        SymValue::Heavy(heavy) => match &**heavy {
            Heavy::Pointer(cases) => return cases.iter().copied().collect(),
            Heavy::Undef { value, .. } => return self::cases(pool, pointer_bits, value),
            Heavy::Array(_) => return SmallVec::new(),
            Heavy::Address { number, objects, .. } => {
                return address_cases(pool, pointer_bits, *number, objects);
            }
        },
    };
    SmallVec::from_elem(case, 1)
}

/// What an integer that comes from pointers keeps reachable.
fn address_cases(pool: &mut TermPool, pointer_bits: u32, number: Term, objects: &[(Term, ObjectId)]) -> Cases {
    let zero = pool.bv_zero(pointer_bits);
    let mut cases: Cases =
        objects.iter().map(|&(guard, object)| Case { guard, object: Some(object), offset: zero }).collect();
    let any = pool.or_all(objects.iter().map(|(guard, _)| *guard));
    let none = pool.not(any);
    if none != Term::FALSE {
        cases.push(Case { guard: none, object: None, offset: pool.resize(number, pointer_bits) });
    }
    cases
}

/// A value for cases: the plain pointer if there is only one.
pub(crate) fn from_cases(pool: &mut TermPool, cases: Cases) -> SymValue {
    let cases = tidy(pool, cases);
    if let [Case { object, offset, .. }] = cases[..] {
        match (object, pool.const_bits(offset).and_then(|offset| offset.to_i64())) {
            (Some(object), Some(offset)) => return SymValue::Same(Value::ptr(object, offset)),
            (None, _) => return ops::lift(pool, offset),
            (Some(_), None) => {}
        }
    }
    SymValue::heavy(Heavy::Pointer(cases.into_vec().into()))
}

/// The same places once, impossible ones not at all, not too many in one object.
fn tidy(pool: &mut TermPool, cases: Cases) -> Cases {
    let mut kept: Cases = SmallVec::new();
    for case in cases {
        if case.guard == Term::FALSE {
            continue;
        }
        match kept.iter_mut().find(|other| (other.object, other.offset) == (case.object, case.offset)) {
            Some(same) => same.guard = pool.or(same.guard, case.guard),
            None => kept.push(case),
        }
    }
    let crowded = |object| kept.iter().filter(|case| case.object == object).count() > MAX_OFFSETS;
    if !kept.iter().any(|case| crowded(case.object)) {
        return kept;
    }
    let mut joined: Cases = SmallVec::new();
    for case in &kept {
        let other = joined.iter_mut().find(|other| other.object == case.object && crowded(case.object));
        match other {
            Some(other) => {
                other.offset = pool.ite(case.guard, case.offset, other.offset);
                other.guard = pool.or(other.guard, case.guard);
            }
            None => joined.push(*case),
        }
    }
    joined
}

/// Whether the value is a pointer, or a number without an object that stands beside one.
pub(crate) fn is_pointer(value: &SymValue) -> bool {
    match value {
        SymValue::Same(value) => value.unmarked().as_ptr().is_some(),
        SymValue::Term(_) => false,
        SymValue::Heavy(heavy) => match &**heavy {
            Heavy::Pointer(cases) => cases.iter().any(|case| case.object.is_some()),
            Heavy::Undef { value, .. } => is_pointer(value),
            Heavy::Address { .. } | Heavy::Array(_) => false,
        },
    }
}

fn is_address(value: &SymValue) -> bool {
    match value.inner() {
        SymValue::Same(value) => matches!(value.unmarked().view(), View::Addr(..)),
        SymValue::Term(_) => false,
        SymValue::Heavy(heavy) => matches!(&**heavy, Heavy::Address { .. }),
    }
}

/// Of a number that comes from pointers, whether the whole address is in it.
pub(crate) fn is_whole_address(value: &SymValue, pointer_bits: u32) -> Option<bool> {
    match value.inner() {
        SymValue::Same(value) => address::is_whole_address(value, pointer_bits),
        SymValue::Term(_) => None,
        SymValue::Heavy(heavy) => match &**heavy {
            Heavy::Address { own, .. } => Some(address::is_whole(own, pointer_bits)),
            Heavy::Pointer(_) | Heavy::Undef { .. } | Heavy::Array(_) => None,
        },
    }
}

pub(crate) fn has_provenance(value: &SymValue) -> bool {
    is_address(value)
}

/// The pointer moved by a number of bytes.
pub(crate) fn moved(pool: &mut TermPool, pointer_bits: u32, ptr: &SymValue, bytes: &SymValue) -> SymValue {
    let by = ops::pattern(pool, bytes, pointer_bits);
    let mut cases = cases(pool, pointer_bits, ptr);
    for case in &mut cases {
        case.offset = pool.add(case.offset, by);
    }
    let moved = from_cases(pool, cases);
    ops::marked_by(pool, &[ptr, bytes], pointer_bits, moved)
}

/// One of two values of one type.
pub(crate) fn select(
    pool: &mut TermPool,
    pointer_bits: u32,
    cond: Term,
    width: u32,
    a: &SymValue,
    b: &SymValue,
) -> SymValue {
    match pool.const_bool(cond) {
        Some(true) => return a.clone(),
        Some(false) => return b.clone(),
        None if a == b => return a.clone(),
        None => {}
    }
    if let Some(cause) = ops::cause_of(a).or(ops::cause_of(b)) {
        let inner = select(pool, pointer_bits, cond, width, &ops::unmarked(a), &ops::unmarked(b));
        let (ma, mb) = (ops::mask_of(pool, a, width), ops::mask_of(pool, b, width));
        let mask = pool.ite(cond, ma, mb);
        return ops::marked(pool, &inner, mask, cause);
    }
    if is_pointer(a) || is_pointer(b) {
        return select_pointer(pool, pointer_bits, cond, a, b);
    }
    let (x, y) = (ops::pattern(pool, a, width), ops::pattern(pool, b, width));
    let number = pool.ite(cond, x, y);
    if !is_address(a) && !is_address(b) {
        return ops::lift(pool, number);
    }
    let not = pool.not(cond);
    // Where only one of them is a whole address, the other is no more than a number: together they would seem whole.
    let whole = [a, b].map(|value| is_whole_address(value, pointer_bits));
    let is_some_whole = whole.contains(&Some(true));
    let counts = |side: usize| whole[side] == Some(true) || (whole[side] == Some(false) && !is_some_whole);
    let mut objects: Vec<(Term, ObjectId)> = Vec::new();
    for (idx, (side, value)) in [(cond, a), (not, b)].into_iter().enumerate() {
        for Case { guard, object, .. } in cases(pool, pointer_bits, value) {
            let Some(object) = object.filter(|_| counts(idx)) else { continue };
            let guard = pool.and(side, guard);
            match objects.iter_mut().find(|(_, other)| *other == object) {
                Some((when, _)) => *when = pool.or(*when, guard),
                None => objects.push((guard, object)),
            }
        }
    }
    let own = match [0, 1].map(counts) {
        [true, true] => ops::own_of(a, width).and(&ops::own_of(b, width)),
        [true, false] => ops::own_of(a, width),
        _ => ops::own_of(b, width),
    };
    ops::address(pool, number, &objects, own)
}

/// The value as a pointer where the other of two values is one. An integer that comes from a pointer is just a number there.
fn selectable(pool: &mut TermPool, pointer_bits: u32, value: &SymValue) -> Cases {
    if is_address(value) {
        let offset = ops::pattern(pool, value, pointer_bits);
        return SmallVec::from_elem(Case { guard: Term::TRUE, object: None, offset }, 1);
    }
    cases(pool, pointer_bits, value)
}

fn select_pointer(pool: &mut TermPool, pointer_bits: u32, cond: Term, a: &SymValue, b: &SymValue) -> SymValue {
    let (ones, others) = (selectable(pool, pointer_bits, a), selectable(pool, pointer_bits, b));
    let not = pool.not(cond);
    let mut merged: Cases = SmallVec::new();
    for one in &ones {
        let same = others.iter().find(|other| (other.object, other.offset) == (one.object, one.offset));
        let guard = match same {
            Some(other) => pool.ite(cond, one.guard, other.guard),
            None => pool.and(cond, one.guard),
        };
        merged.push(Case { guard, ..*one });
    }
    for other in &others {
        if !ones.iter().any(|one| (other.object, other.offset) == (one.object, one.offset)) {
            let guard = pool.and(not, other.guard);
            merged.push(Case { guard, ..*other });
        }
    }
    from_cases(pool, merged)
}

/// Up to this many numbers are told apart.
const MAX_NUMBERS: usize = 1024;

/// The numbers that a term may be where they can be read off it: the leaves of a tree of choices.
pub(crate) fn leaves(pool: &TermPool, term: Term) -> Option<Vec<u64>> {
    let mut numbers = Vec::new();
    let mut seen = rustc_hash::FxHashSet::default();
    let mut work = vec![term];
    while let Some(term) = work.pop() {
        if !seen.insert(term) {
            continue;
        }
        if seen.len() > 4 * MAX_NUMBERS {
            return None;
        }
        match pool.op(term) {
            Op::Ite => work.extend(&pool.args(term)[1..]),
            Op::Const => numbers.push(pool.const_u64(term)?),
            _ => return None,
        }
    }
    numbers.sort_unstable();
    numbers.dedup();
    (numbers.len() <= MAX_NUMBERS).then_some(numbers)
}

/// All numbers up to `max` that the term may be, going by its bounds and its lowest bits; `None` if there are more than `most`.
pub(crate) fn multiples(pool: &TermPool, path: &Path, term: Term, max: u64, most: usize) -> Option<Vec<u64>> {
    let numbers = numbers(pool, path, term)?;
    let ((low, high), stride) = (numbers.unsigned(), 1u64 << numbers.low_bits().0);
    let count = max.min(high).checked_sub(low).map_or(0, |span| span / stride + 1);
    if count > most as u64 {
        return None;
    }
    Some((0..count).map(|n| low + n * stride).filter(|number| numbers.contains(*number)).collect())
}

/// How many of the lowest bits are known where a path leads, and what they are.
pub(crate) fn low_bits(pool: &TermPool, path: &Path, term: Term) -> (u32, u64) {
    numbers(pool, path, term).map_or((0, 0), |numbers| numbers.low_bits())
}

/// No number above this one is possible, as unsigned numbers go.
pub(crate) fn largest(pool: &TermPool, path: &Path, term: Term) -> u64 {
    numbers(pool, path, term).map_or(u64::MAX, |numbers| numbers.unsigned().1)
}

/// The numbers that a term of at most 64 bits may be where a path leads.
fn numbers(pool: &TermPool, path: &Path, term: Term) -> Option<AbstractInt> {
    numbers_within(pool, path, term, &mut { 64 })
}

fn numbers_within(pool: &TermPool, path: &Path, term: Term, fuel: &mut u32) -> Option<AbstractInt> {
    let is_used_up = *fuel == 0;
    *fuel = fuel.saturating_sub(1);
    let found = pool.transfer(term, |arg| match is_used_up {
        true => None,
        false => numbers_within(pool, path, arg, fuel),
    })?;
    Some(path.number(term).and_then(|known| found.meet(known)).unwrap_or(found))
}
