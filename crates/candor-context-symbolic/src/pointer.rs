//! Pointers that may point to several places.

use candor_context_concrete::{Value, View, address};
use candor_interp::ObjectId;
use candor_interp::object::Place;
use candor_ir::Bits;
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

/// All numbers up to `max` that the term may be, going by its lowest bits; `None` if there are too many.
pub(crate) fn multiples(pool: &TermPool, path: &Path, term: Term, max: u64) -> Option<Vec<u64>> {
    let (zeros, rest) = low_bits(pool, term);
    let stride = 1u64.checked_shl(zeros)?;
    let max = max.min(largest(pool, path, term));
    let count = max.checked_sub(rest).map_or(0, |span| span / stride + 1);
    if count > MAX_NUMBERS as u64 {
        return None;
    }
    Some((0..count).map(|n| rest + n * stride).collect())
}

/// How many of the lowest bits are known, and what they are.
pub(crate) fn low_bits(pool: &TermPool, term: Term) -> (u32, u64) {
    low_bits_within(pool, term, 8)
}

fn low_bits_within(pool: &TermPool, term: Term, fuel: u32) -> (u32, u64) {
    let cut = |(bits, rest): (u32, u64), to: u32| {
        let bits = bits.min(to).min(63);
        (bits, rest & ((1 << bits) - 1))
    };
    if let Some(number) = pool.const_u64(term) {
        return cut((63, number), pool.width(term));
    }
    if fuel == 0 {
        return (0, 0);
    }
    let args = pool.args(term);
    let low = |idx: usize| low_bits_within(pool, args[idx], fuel - 1);
    match pool.op(term) {
        Op::Add => {
            let (a, b) = (low(0), low(1));
            cut((a.0.min(b.0), a.1.wrapping_add(b.1)), pool.width(term))
        }
        Op::Neg => {
            let a = low(0);
            cut((a.0, a.1.wrapping_neg()), pool.width(term))
        }
        Op::Mul => {
            let (a, b) = (low(0), low(1));
            // Zeros add up; otherwise as many bits are known as of both.
            let zeros = |side: (u32, u64)| if side.1 == 0 { side.0 } else { side.1.trailing_zeros().min(side.0) };
            let n_zeros = zeros(a) + zeros(b);
            match n_zeros > a.0.min(b.0) {
                true => cut((n_zeros, 0), pool.width(term)),
                false => cut((a.0.min(b.0), a.1.wrapping_mul(b.1)), pool.width(term)),
            }
        }
        Op::Shl => match pool.const_u64(args[1]) {
            Some(by) if by < 63 => {
                let by = u32::try_from(by).expect("below 63");
                let (bits, rest) = low(0);
                cut((bits + by, rest << by), pool.width(term))
            }
            _ => (0, 0),
        },
        Op::Concat => {
            let below = low(1);
            match below.0 >= pool.width(args[1]) {
                true => {
                    let (bits, rest) = low(0);
                    let width = pool.width(args[1]);
                    cut((bits + width, rest.checked_shl(width).unwrap_or(0) | below.1), pool.width(term))
                }
                false => below,
            }
        }
        Op::SExt => low(0),
        Op::Extract if pool.extract_low(term) == 0 => cut(low(0), pool.width(term)),
        Op::And => {
            let (a, b) = (low(0), low(1));
            cut((a.0.min(b.0), a.1 & b.1), pool.width(term))
        }
        Op::Ite => {
            let (a, b) = (low(1), low(2));
            let differing = (a.1 ^ b.1).trailing_zeros();
            cut((a.0.min(b.0).min(differing), a.1), pool.width(term))
        }
        _ => (0, 0),
    }
}

/// No number above this one is possible, as unsigned numbers go.
pub(crate) fn largest(pool: &TermPool, path: &Path, term: Term) -> u64 {
    largest_within(pool, path, term, &mut { 64 })
}

fn largest_within(pool: &TermPool, path: &Path, term: Term, fuel: &mut u32) -> u64 {
    if let Some(number) = pool.const_u64(term) {
        return number;
    }
    let width = pool.width(term);
    let all = if width >= 64 { u64::MAX } else { (1 << width) - 1 };
    if *fuel == 0 || width > 64 {
        return all;
    }
    *fuel -= 1;
    let args = pool.args(term);
    let mut large = |idx: usize| largest_within(pool, path, args[idx], fuel);
    // A number whose sign bit is clear is the same signed and unsigned.
    let is_positive = |bound: u64| bound <= all >> 1;
    let bound = match pool.op(term) {
        Op::Add => large(0).saturating_add(large(1)),
        Op::Mul => large(0).saturating_mul(large(1)),
        Op::Shl => match pool.const_u64(args[1]) {
            Some(by) if by < 63 => large(0).saturating_mul(1 << by),
            _ => all,
        },
        Op::LShr | Op::AShr => match (large(0), pool.const_u64(args[1])) {
            (above, Some(by)) if by < 63 && (pool.op(term) == Op::LShr || is_positive(above)) => above >> by,
            (above, _) if is_positive(above) => above,
            _ => all,
        },
        Op::Concat => {
            let below = pool.width(args[1]);
            match (large(0), below < 64) {
                (0, _) => large(1),
                (high, true) => high.saturating_mul(1 << below).saturating_add(large(1)),
                _ => all,
            }
        }
        Op::SExt => match large(0) {
            above if above < 1 << (pool.width(args[0]) - 1) => above,
            _ => all,
        },
        Op::Extract if pool.extract_low(term) == 0 => large(0).min(all),
        Op::And => large(0).min(large(1)),
        Op::Or | Op::Xor => {
            let either = large(0).max(large(1));
            either.checked_add(1).and_then(u64::checked_next_power_of_two).map_or(all, |power| power - 1)
        }
        Op::URem | Op::SRem => match (large(0), pool.const_u64(args[1])) {
            (above, Some(by)) if by > 0 && is_positive(by) && (pool.op(term) == Op::URem || is_positive(above)) => {
                above.min(by - 1)
            }
            _ => all,
        },
        Op::UDiv | Op::SDiv => match (large(0), pool.const_u64(args[1])) {
            (above, Some(by)) if by > 0 && is_positive(by) && (pool.op(term) == Op::UDiv || is_positive(above)) => {
                above / by
            }
            _ => all,
        },
        Op::Ite => large(1).max(large(2)),
        _ => all,
    };
    // Above the width a sum may have wrapped.
    let bound = if bound > all { all } else { bound };
    path.at_most(term).map_or(bound, |most| bound.min(most))
}
