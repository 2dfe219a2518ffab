//! Operators on numbers: concrete ones as the concrete context computes them, all others as terms.

use candor_context_concrete::{Value, View, address as addresses, ops as concrete};
use candor_interp::ObjectId;
use candor_ir::{BinOp, Bits, CastOp, CmpOp, FloatKind, MathOp, Pred, Scalar, UndefCause};
use candor_term::{Sort, Term, TermPool};
use smallvec::SmallVec;

use crate::value::{Heavy, SymValue};

/// A constant where the term is one.
pub(crate) fn lift(pool: &TermPool, term: Term) -> SymValue {
    match pool.const_bits(term) {
        Some(bits) => SymValue::Same(Value::from_bits(&bits)),
        None => SymValue::Term(term),
    }
}

/// The pattern, whatever marks and provenance the value has. That of a pointer into an object is known only through its
/// memory; here it is its offset's, as in the concrete context.
pub(crate) fn pattern(pool: &mut TermPool, value: &SymValue, width: u32) -> Term {
    match value {
        SymValue::Same(value) => pool.bv_const(value.bits(width)),
        SymValue::Term(term) => pool.resize(*term, width),
        SymValue::Heavy(heavy) => match &**heavy {
            Heavy::Address { number, .. } => pool.resize(*number, width),
            Heavy::Array(_) => pool.bv_zero(width),
            Heavy::Undef { value, .. } => pattern(pool, value, width),
            Heavy::Pointer(cases) => {
                let mut number: Option<Term> = None;
                for case in cases {
                    number = Some(match number {
                        None => case.offset,
                        Some(other) => pool.ite(case.guard, case.offset, other),
                    });
                }
                let number = number.unwrap_or_else(|| pool.bv_zero(width));
                pool.resize(number, width)
            }
        },
    }
}

/// Which bits must not be used.
pub(crate) fn mask_of(pool: &mut TermPool, value: &SymValue, width: u32) -> Term {
    match value {
        SymValue::Same(value) => match value.view() {
            View::Undef(undef) => pool.bv_const(undef.mask.resize(width)),
            _ => pool.bv_zero(width),
        },
        SymValue::Term(_) => pool.bv_zero(width),
        SymValue::Heavy(heavy) => match &**heavy {
            Heavy::Undef { mask, .. } => pool.resize(*mask, width),
            Heavy::Address { .. } | Heavy::Pointer(_) | Heavy::Array(_) => pool.bv_zero(width),
        },
    }
}

pub(crate) fn cause_of(value: &SymValue) -> Option<UndefCause> {
    match value {
        SymValue::Same(value) => match value.view() {
            View::Undef(undef) => Some(undef.cause),
            _ => None,
        },
        SymValue::Term(_) => None,
        SymValue::Heavy(heavy) => match &**heavy {
            Heavy::Undef { cause, .. } => Some(*cause),
            Heavy::Address { .. } | Heavy::Pointer(_) | Heavy::Array(_) => None,
        },
    }
}

/// The value without marks.
pub(crate) fn unmarked(value: &SymValue) -> SymValue {
    match value {
        SymValue::Same(value) => SymValue::Same(value.unmarked().clone()),
        SymValue::Term(_) | SymValue::Heavy(_) => value.inner().clone(),
    }
}

/// The value with the bits of a mask marked, besides those that are already.
pub(crate) fn marked(pool: &mut TermPool, value: &SymValue, mask: Term, cause: UndefCause) -> SymValue {
    if pool.const_bits(mask).is_some_and(|mask| mask.is_zero()) {
        return value.clone();
    }
    let width = pool.width(mask);
    let (mask, cause) = match cause_of(value) {
        None => (mask, cause),
        Some(earlier) => {
            let before = mask_of(pool, value, width);
            (pool.or(before, mask), earlier)
        }
    };
    SymValue::heavy(Heavy::Undef { value: unmarked(value), mask, cause })
}

/// All bits where the mask has any.
fn spread(pool: &mut TermPool, mask: Term, width: u32) -> Term {
    let none = pool.is_zero(mask);
    let (zero, ones) = (pool.bv_zero(width), pool.bv_ones(width));
    pool.ite(none, zero, ones)
}

/// Whether a value may be used: it has no marks, or none where this holds.
pub(crate) fn is_unmarked(pool: &mut TermPool, value: &SymValue) -> Term {
    match value {
        SymValue::Same(_) => pool.bool_const(cause_of(value).is_none()),
        SymValue::Term(_) => Term::TRUE,
        SymValue::Heavy(heavy) => match &**heavy {
            Heavy::Undef { mask, .. } => pool.is_zero(*mask),
            Heavy::Address { .. } | Heavy::Pointer(_) | Heavy::Array(_) => Term::TRUE,
        },
    }
}

fn objects_of(value: &SymValue) -> Option<&[(Term, ObjectId)]> {
    match value {
        SymValue::Heavy(heavy) => match &**heavy {
            Heavy::Address { objects, .. } => Some(objects),
            Heavy::Pointer(_) | Heavy::Undef { .. } | Heavy::Array(_) => None,
        },
        SymValue::Same(_) | SymValue::Term(_) => None,
    }
}

/// Which bits are those of a pointer.
pub(crate) fn own_of(value: &SymValue, width: u32) -> Bits {
    match value.inner() {
        SymValue::Same(value) => concrete::own_of(value.unmarked(), width),
        SymValue::Term(_) => Bits::zero(width),
        SymValue::Heavy(heavy) => match &**heavy {
            Heavy::Address { own, .. } => own.resize(width),
            Heavy::Pointer(_) => Bits::ones(width),
            Heavy::Undef { .. } | Heavy::Array(_) => Bits::zero(width),
        },
    }
}

pub(crate) fn binary(pool: &mut TermPool, op: BinOp, ty: Scalar, a: &SymValue, b: &SymValue) -> SymValue {
    if let (SymValue::Same(a), SymValue::Same(b)) = (a, b) {
        return SymValue::Same(concrete::binary(op, ty, a, b));
    }
    let width = ty.width(64);
    if let Some(cause) = cause_of(a).or(cause_of(b)) {
        let mask = binary_mask(pool, op, ty, a, b);
        let value = binary(pool, op, ty, &unmarked(a), &unmarked(b));
        return marked(pool, &value, mask, cause);
    }
    let (x, y) = (pattern(pool, a, width), pattern(pool, b, width));
    let number = pool.binary(op, ty, x, y);
    // Provenance survives `+ - & | ^` with a plain number.
    let objects = match (op, objects_of(a), objects_of(b)) {
        (BinOp::Add | BinOp::And | BinOp::Or | BinOp::Xor, Some(objects), None)
        | (BinOp::Add | BinOp::And | BinOp::Or | BinOp::Xor, None, Some(objects))
        | (BinOp::Sub, Some(objects), None) => objects,
        _ => return lift(pool, number),
    };
    let (from, other) = if objects_of(a).is_some() { (a, y) } else { (b, x) };
    let own = concrete::own_after(op, &own_of(from, width), pool.const_bits(other).as_ref());
    address(pool, number, objects, own)
}

/// A number of which some bits come from pointers, if any do.
pub(crate) fn address(pool: &TermPool, number: Term, objects: &[(Term, ObjectId)], own: Bits) -> SymValue {
    if own.is_zero() {
        return lift(pool, number);
    }
    SymValue::heavy(Heavy::Address { number, objects: objects.into(), own })
}

/// Which bits of the result depend on undefined ones.
fn binary_mask(pool: &mut TermPool, op: BinOp, ty: Scalar, a: &SymValue, b: &SymValue) -> Term {
    let width = ty.width(64);
    let (ma, mb) = (mask_of(pool, a, width), mask_of(pool, b, width));
    let (va, vb) = (pattern(pool, a, width), pattern(pool, b, width));
    let either = pool.or(ma, mb);
    let plain_amount = pool.const_bits(mb).is_some_and(|mask| mask.is_zero());
    match op {
        // A defined 0 decides an `and`, a defined 1 an `or`, whatever the other side is.
        BinOp::And | BinOp::Or => {
            let (da, db) = match op {
                BinOp::And => (va, vb),
                _ => (pool.not(va), pool.not(vb)),
            };
            let (open_a, open_b) = (pool.or(ma, da), pool.or(mb, db));
            let (one, other) = (pool.and(ma, open_b), pool.and(mb, open_a));
            pool.or(one, other)
        }
        BinOp::Xor => either,
        BinOp::Shl | BinOp::LShr | BinOp::AShr if plain_amount => pool.binary(op, ty, ma, vb),
        // A carry only goes up: everything from the lowest bit of the mask.
        BinOp::Add | BinOp::Sub | BinOp::Mul => {
            let negated = pool.neg(either);
            pool.or(either, negated)
        }
        _ => spread(pool, either, width),
    }
}

pub(crate) fn predicate(pool: &mut TermPool, pred: Pred, width: u32, a: &SymValue, b: &SymValue) -> Term {
    if let (SymValue::Same(a), SymValue::Same(b)) = (a, b) {
        return pool.bool_const(concrete::predicate(pred, width, a, b));
    }
    let (x, y) = (pattern(pool, a, width), pattern(pool, b, width));
    pool.predicate(pred, x, y)
}

pub(crate) fn compare(pool: &mut TermPool, op: CmpOp, ty: Scalar, a: &SymValue, b: &SymValue) -> Term {
    if let (SymValue::Same(a), SymValue::Same(b)) = (a, b) {
        return pool.bool_const(concrete::compare(op, ty, a, b));
    }
    let width = ty.width(64);
    let (x, y) = (pattern(pool, a, width), pattern(pool, b, width));
    pool.compare(op, ty, x, y)
}

pub(crate) fn cast(pool: &mut TermPool, op: CastOp, from: Scalar, to: Scalar, value: &SymValue) -> SymValue {
    if let SymValue::Same(value) = value {
        return SymValue::Same(concrete::cast(op, from, to, value));
    }
    let (from_width, to_width) = (from.width(64), to.width(64));
    if let Some(cause) = cause_of(value) {
        let mask = mask_of(pool, value, from_width);
        let mask = match op {
            CastOp::Trunc | CastOp::ZExt => pool.resize(mask, to_width),
            CastOp::SExt => pool.resize_signed(mask, to_width),
            CastOp::BitCast if from_width == to_width => mask,
            _ => spread(pool, mask, to_width),
        };
        let inner = cast(pool, op, from, to, &unmarked(value));
        return marked(pool, &inner, mask, cause);
    }
    if let SymValue::Heavy(heavy) = value
        && matches!(&**heavy, Heavy::Pointer(_))
    {
        return value.clone();
    }
    let x = pattern(pool, value, from_width);
    let number = pool.cast(op, from, to, to_width, x);
    match (objects_of(value), concrete::own_cast(op, &own_of(value, from_width), to_width)) {
        // A part of an address still remembers where it comes from, so that bytes can be put together again.
        (Some(objects), Some(own)) => address(pool, number, objects, own),
        _ => lift(pool, number),
    }
}

/// `None` where no term says it.
pub(crate) fn math(pool: &mut TermPool, op: MathOp, ty: Scalar, args: &[&SymValue]) -> Option<SymValue> {
    let width = ty.width(64);
    let same: Option<SmallVec<[&Value; 3]>> = args
        .iter()
        .map(|arg| match arg {
            SymValue::Same(value) => Some(value),
            SymValue::Term(_) | SymValue::Heavy(_) => None,
        })
        .collect();
    if let Some(same) = same {
        return Some(SymValue::Same(concrete::math(op, ty, &same)));
    }
    let mut terms: SmallVec<[Term; 3]> = SmallVec::new();
    for (idx, arg) in args.iter().enumerate() {
        let width = if idx == 1 && op.takes_int_exponent() { 32 } else { width };
        terms.push(pattern(pool, arg, width));
    }
    let number = pool.math(op, ty, &terms)?;
    let value = lift(pool, number);
    Some(marked_by(pool, args, width, value))
}

/// The value, marked as a whole where an operand is marked.
pub(crate) fn marked_by(pool: &mut TermPool, operands: &[&SymValue], width: u32, value: SymValue) -> SymValue {
    let mut value = value;
    for operand in operands {
        if let Some(cause) = cause_of(operand) {
            let mask = mask_of(pool, operand, width);
            let all = spread(pool, mask, width);
            value = marked(pool, &value, all, cause);
        }
    }
    value
}

/// The value, marked in all its bits where `from`, of any width, has a mark.
pub(crate) fn inherit(pool: &mut TermPool, from: &SymValue, width: u32, value: SymValue) -> SymValue {
    let Some(cause) = cause_of(from) else { return value };
    let mask = match from {
        SymValue::Same(_) => pool.bv_ones(width),
        SymValue::Heavy(heavy) => match &**heavy {
            Heavy::Undef { mask, .. } => spread(pool, *mask, width),
            Heavy::Pointer(_) | Heavy::Address { .. } | Heavy::Array(_) => return value,
        },
        SymValue::Term(_) => return value,
    };
    marked(pool, &value, mask, cause)
}

pub(crate) fn is_fp_class(pool: &mut TermPool, kind: FloatKind, value: &SymValue, mask: u32) -> Term {
    let x = pattern(pool, value, kind.bits());
    pool.float_class_is(kind, x, mask)
}

/// Byte number `index`, counted from the least significant, of a value of `n_bytes` bytes.
pub(crate) fn byte_of(pool: &mut TermPool, value: &SymValue, index: u32, n_bytes: u32) -> SymValue {
    if let SymValue::Same(value) = value {
        return SymValue::Same(concrete::byte_of(value, index));
    }
    let width = n_bytes * 8;
    if let Some(cause) = cause_of(value) {
        let mask = mask_of(pool, value, width);
        let mask = pool.extract(mask, 8 * index, 8);
        let inner = byte_of(pool, &unmarked(value), index, n_bytes);
        return marked(pool, &inner, mask, cause);
    }
    let x = pattern(pool, value, width);
    let number = pool.extract(x, 8 * index, 8);
    match objects_of(value) {
        Some(objects) => address(pool, number, objects, own_of(value, width).extract(8 * index, 8)),
        None => lift(pool, number),
    }
}

/// The value of bytes, least significant first. Bytes of one address give that address again, or as much of it as there is.
pub(crate) fn join(pool: &mut TermPool, bytes: &[SymValue]) -> SymValue {
    let same: Option<SmallVec<[Value; 16]>> = bytes
        .iter()
        .map(|byte| match byte {
            SymValue::Same(value) => Some(value.clone()),
            SymValue::Term(_) | SymValue::Heavy(_) => None,
        })
        .collect();
    if let Some(same) = same {
        return SymValue::Same(concrete::join(&same));
    }
    let number = concat(pool, bytes, pattern);
    let value = match common_objects(pool, bytes) {
        Some(objects) => {
            let own = bytes.iter().map(|byte| own_of(byte, 8)).reduce(|low, byte| Bits::concat(&byte, &low));
            address(pool, number, &objects, own.unwrap_or_else(|| Bits::zero(8)))
        }
        None => lift(pool, number),
    };
    match bytes.iter().find_map(cause_of) {
        None => value,
        Some(cause) => {
            let mask = concat(pool, bytes, mask_of);
            marked(pool, &value, mask, cause)
        }
    }
}

/// The objects that bytes come from, if those that come from any come from the same: where all of them do without which an address is
/// not whole.
fn common_objects(pool: &mut TermPool, bytes: &[SymValue]) -> Option<Vec<(Term, ObjectId)>> {
    let n_bytes = bytes.len();
    let mut common: Option<Vec<(Term, ObjectId)>> = None;
    for (idx, byte) in bytes.iter().enumerate() {
        let Some(objects) = objects_of(byte.inner()) else { continue };
        let Some(common) = &mut common else {
            common = Some(objects.to_vec());
            continue;
        };
        let is_same = common.iter().map(|(_, id)| id).eq(objects.iter().map(|(_, id)| id));
        if !is_same {
            return None;
        }
        for ((guard, _), (other, _)) in common.iter_mut().zip(objects) {
            if *guard != *other && addresses::is_needed(idx, n_bytes) {
                *guard = pool.and(*guard, *other);
            }
        }
    }
    common
}

fn concat(pool: &mut TermPool, bytes: &[SymValue], part: impl Fn(&mut TermPool, &SymValue, u32) -> Term) -> Term {
    let mut all: Option<Term> = None;
    for byte in bytes {
        let byte = part(pool, byte, 8);
        all = Some(match all {
            None => byte,
            Some(low) => pool.concat(byte, low),
        });
    }
    all.unwrap_or_else(|| pool.bv_zero(8))
}

/// A value that nothing is known about.
pub(crate) fn fresh(pool: &mut TermPool, prefix: &str, width: u32) -> SymValue {
    SymValue::Term(pool.fresh_var(prefix, Sort::Bv(width)))
}
