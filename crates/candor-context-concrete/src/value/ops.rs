//! Operators on concrete values: plain numbers fast, everything else with care.

use candor_bits::{self as bits, small};
use candor_interp::ObjectId;
use candor_ir::{BinOp, Bits, CastOp, CmpOp, FloatKind, MathOp, Pred, Scalar, UndefCause};
use smallvec::SmallVec;

use super::{Value, View};

/// `a op b` in a type; pointers' widths do not occur, they are moved by [`offset`].
#[inline]
pub fn binary(op: BinOp, ty: Scalar, a: &Value, b: &Value) -> Value {
    if let (&Value::Int(x), &Value::Int(y)) = (a, b) {
        match ty {
            Scalar::Int(width) if width <= 64 => return Value::Int(small::binary(op, width, x, y)),
            Scalar::Float(kind @ (FloatKind::Single | FloatKind::Double)) => {
                return Value::Int(small::binary_float(op, kind, x, y));
            }
            _ => {}
        }
    }
    binary_slow(op, ty, a, b)
}

#[cold]
fn binary_slow(op: BinOp, ty: Scalar, a: &Value, b: &Value) -> Value {
    let width = ty.width(64);
    if let Some(cause) = cause_of(a).or(cause_of(b)) {
        let value = binary(op, ty, a.unmarked(), b.unmarked());
        return Value::marked(value, binary_mask(op, ty, a, b), cause);
    }
    let result = bits::binary(op, ty, &a.bits(width), &b.bits(width));
    match provenance(op, a, b) {
        Some(object) => {
            let (from, other) = if object_of(a).is_some() { (a, b) } else { (b, a) };
            Value::addr(object, &result, &own_after(op, &own_of(from, width), Some(&other.bits(width))))
        }
        None => Value::from_bits(&result),
    }
}

fn cause_of(value: &Value) -> Option<UndefCause> {
    match value.view() {
        View::Undef(undef) => Some(undef.cause),
        _ => None,
    }
}

fn object_of(value: &Value) -> Option<ObjectId> {
    match value.view() {
        View::Addr(address) => Some(address.object),
        View::Ptr(object, _) => Some(object),
        View::Int(_) | View::Wide(_) | View::Undef(_) => None,
    }
}

/// Which bits are those of a pointer.
pub fn own_of(value: &Value, width: u32) -> Bits {
    match value.view() {
        View::Addr(address) => address.own.resize(width),
        View::Ptr(..) => Bits::ones(width),
        View::Int(_) | View::Wide(_) | View::Undef(_) => Bits::zero(width),
    }
}

/// Which bits are still those of a pointer after an operation with a number. If that is not known, a single one stands for those that
/// may be left: it is still said where they come from, but not that they are all.
pub fn own_after(op: BinOp, own: &Bits, other: Option<&Bits>) -> Bits {
    match (op, other) {
        (BinOp::And, Some(other)) => own.and(other),
        (BinOp::Or, Some(other)) => own.and(&other.not()),
        (BinOp::And | BinOp::Or, None) => own.and(&own.negated()),
        _ => own.clone(),
    }
}

/// Which bits are still those of a pointer after a cast that leaves some.
pub fn own_cast(op: CastOp, own: &Bits, width: u32) -> Option<Bits> {
    match op {
        CastOp::Trunc | CastOp::ZExt => Some(own.resize(width)),
        CastOp::SExt => Some(own.resize_signed(width)),
        CastOp::BitCast => (own.width() == width).then(|| own.clone()),
        _ => None,
    }
}

/// Provenance survives `+ - & | ^` with a plain number.
fn provenance(op: BinOp, a: &Value, b: &Value) -> Option<ObjectId> {
    match (op, object_of(a), object_of(b)) {
        (BinOp::Add | BinOp::And | BinOp::Or | BinOp::Xor, Some(object), None)
        | (BinOp::Add | BinOp::And | BinOp::Or | BinOp::Xor, None, Some(object))
        | (BinOp::Sub, Some(object), None) => Some(object),
        _ => None,
    }
}

fn mask_of(value: &Value, width: u32) -> Bits {
    match value.view() {
        View::Undef(undef) => undef.mask.resize(width),
        _ => Bits::zero(width),
    }
}

/// Which bits of the result depend on undefined ones.
fn binary_mask(op: BinOp, ty: Scalar, a: &Value, b: &Value) -> Bits {
    let width = ty.width(64);
    let (ma, mb) = (mask_of(a, width), mask_of(b, width));
    let (va, vb) = (a.bits(width), b.bits(width));
    let either = ma.or(&mb);
    match op {
        // A defined 0 decides an `and`, a defined 1 an `or`, whatever the other side is.
        BinOp::And => ma.and(&mb.or(&vb)).or(&mb.and(&ma.or(&va))),
        BinOp::Or => ma.and(&mb.or(&vb.not())).or(&mb.and(&ma.or(&va.not()))),
        BinOp::Xor => either,
        BinOp::Shl | BinOp::LShr | BinOp::AShr if mb.is_zero() => bits::binary(op, ty, &ma, &vb),
        // A carry only goes up.
        BinOp::Add | BinOp::Sub | BinOp::Mul => {
            let from = Bits::new(width.max(7), u64::from(either.trailing_zeros())).resize(width);
            bits::binary(BinOp::Shl, Scalar::Int(width), &Bits::ones(width), &from)
        }
        _ => Bits::ones(width),
    }
}

#[inline]
pub fn predicate(pred: Pred, width: u32, a: &Value, b: &Value) -> bool {
    match (a, b) {
        (&Value::Int(x), &Value::Int(y)) if width <= 64 => small::predicate(pred, width, x, y),
        _ => bits::predicate(pred, width, &a.bits(width), &b.bits(width)),
    }
}

#[inline]
pub fn compare(op: CmpOp, ty: Scalar, a: &Value, b: &Value) -> bool {
    match (ty, a, b) {
        (Scalar::Int(width), &Value::Int(x), &Value::Int(y)) if width <= 64 => small::compare(op, width, x, y),
        (Scalar::Float(kind @ (FloatKind::Single | FloatKind::Double)), &Value::Int(x), &Value::Int(y)) => {
            small::compare_float(op, kind, x, y)
        }
        _ => {
            let width = ty.width(64);
            bits::compare(op, ty, &a.bits(width), &b.bits(width))
        }
    }
}

/// All casts but those between pointers and integers.
#[inline]
pub fn cast(op: CastOp, from: Scalar, to: Scalar, value: &Value) -> Value {
    if let (&Value::Int(word), Scalar::Int(from), Scalar::Int(to)) = (value, from, to)
        && from <= 64
        && to <= 64
    {
        return Value::Int(small::cast_int(op, from, to, word));
    }
    cast_slow(op, from, to, value)
}

#[cold]
fn cast_slow(op: CastOp, from: Scalar, to: Scalar, value: &Value) -> Value {
    let (from_width, to_width) = (from.width(64), to.width(64));
    match value.view() {
        View::Ptr(..) => value.clone(),
        View::Undef(undef) => {
            let inner = cast(op, from, to, &undef.value);
            let mask = match op {
                CastOp::Trunc | CastOp::ZExt => undef.mask.resize(to_width),
                CastOp::SExt => undef.mask.resize_signed(to_width),
                CastOp::BitCast if from_width == to_width => undef.mask.clone(),
                _ => Bits::ones(to_width),
            };
            Value::marked(inner, mask, undef.cause)
        }
        View::Int(_) | View::Wide(_) | View::Addr(..) => {
            let result = bits::cast(op, from, to, to_width, &value.bits(from_width));
            // A part of an address still remembers where it comes from, so that bytes can be put together again.
            match (object_of(value), own_cast(op, &own_of(value, from_width), to_width)) {
                (Some(object), Some(own)) => Value::addr(object, &result, &own),
                _ => Value::from_bits(&result),
            }
        }
    }
}

pub fn math(op: MathOp, ty: Scalar, args: &[&Value]) -> Value {
    let width = ty.width(64);
    if let Some(cause) = args.iter().find_map(|arg| cause_of(arg)) {
        let plain: SmallVec<[&Value; 3]> = args.iter().map(|arg| arg.unmarked()).collect();
        return Value::marked(math(op, ty, &plain), Bits::ones(width), cause);
    }
    let arg_bits: SmallVec<[Bits; 3]> = args
        .iter()
        .enumerate()
        .map(|(idx, arg)| arg.bits(if idx == 1 && op.takes_int_exponent() { 32 } else { width }))
        .collect();
    let arg_refs: SmallVec<[&Bits; 3]> = arg_bits.iter().collect();
    Value::from_bits(&bits::math(op, ty, &arg_refs))
}

/// A pointer moved by a signed number of bytes; pointers have `pointer_bits` bits.
#[inline]
pub fn offset(pointer_bits: u32, ptr: &Value, bytes: &Value) -> Value {
    match (ptr, bytes) {
        (Value::Ptr(near), Value::Int(bytes)) => moved(pointer_bits, near.object(), near.offset(), *bytes),
        (Value::Int(address), Value::Int(bytes)) => {
            Value::Int(address.wrapping_add(*bytes) & small::mask(pointer_bits))
        }
        _ => offset_slow(pointer_bits, ptr, bytes),
    }
}

#[inline]
fn moved(pointer_bits: u32, object: ObjectId, offset: i64, bytes: u64) -> Value {
    let sum = offset.wrapping_add(small::sext(pointer_bits, bytes));
    Value::ptr(object, small::sext(pointer_bits, sum.cast_unsigned()))
}

#[cold]
fn offset_slow(pointer_bits: u32, ptr: &Value, bytes: &Value) -> Value {
    if let Some(cause) = cause_of(ptr).or(cause_of(bytes)) {
        let sum = offset(pointer_bits, ptr.unmarked(), bytes.unmarked());
        return Value::marked(sum, Bits::ones(pointer_bits), cause);
    }
    let bytes = bytes.bits(pointer_bits);
    match ptr.as_ptr() {
        Some((object, offset)) => moved(pointer_bits, object, offset, bytes.to_u64_wrapping()),
        None => {
            let sum = bits::binary(BinOp::Add, Scalar::Int(pointer_bits), &ptr.bits(pointer_bits), &bytes);
            Value::from_bits(&sum)
        }
    }
}

/// Byte number `index`, counted from the least significant one.
pub fn byte_of(value: &Value, index: u32) -> Value {
    match value.view() {
        View::Int(word) => Value::Int(byte_of_word(word, index)),
        View::Addr(address) => {
            Value::addr(address.object, &byte_of_bits(&address.bits, index), &byte_of_bits(&address.own, index))
        }
        View::Ptr(..) => value.clone(),
        View::Wide(bits) => Value::from_bits(&byte_of_bits(bits, index)),
        View::Undef(undef) => {
            Value::marked(byte_of(&undef.value, index), byte_of_bits(&undef.mask, index), undef.cause)
        }
    }
}

fn byte_of_word(word: u64, index: u32) -> u64 {
    if index >= 8 { 0 } else { word >> (8 * index) & 0xFF }
}

/// Eight bits of a pattern; what lies above its width is zero.
fn byte_of_bits(bits: &Bits, index: u32) -> Bits {
    bits.resize(bits.width().max(8 * index + 8)).extract(8 * index, 8)
}

/// The value of bytes, least significant first. Bytes of one address give that address again, or as much of it as there is.
pub fn join(bytes: &[Value]) -> Value {
    let number = join_parts(bytes, Value::bits);
    let mut objects = bytes.iter().filter_map(|byte| object_of(byte.unmarked()));
    let object = objects.next().filter(|first| objects.all(|other| other == *first));
    let value = match object {
        Some(object) => Value::addr(object, &number, &join_parts(bytes, |byte, width| own_of(byte.unmarked(), width))),
        None => Value::from_bits(&number),
    };
    match bytes.iter().find_map(cause_of) {
        None => value,
        Some(cause) => Value::marked(value, join_parts(bytes, mask_of), cause),
    }
}

fn join_parts(bytes: &[Value], part: impl Fn(&Value, u32) -> Bits) -> Bits {
    let width = u32::try_from(bytes.len()).expect("scalars are small") * 8;
    let parts: SmallVec<[u8; 16]> = bytes.iter().map(|byte| part(byte, 8).to_u64_wrapping().to_le_bytes()[0]).collect();
    Bits::from_le_bytes(width, &parts)
}

/// The value, marked as a whole where `from` has a mark.
#[inline]
pub fn inherit(from: &Value, width: u32, value: Value) -> Value {
    match from {
        Value::Heavy(_) => inherit_heavy(from, width, value),
        Value::Int(_) | Value::Ptr(_) => value,
    }
}

#[cold]
fn inherit_heavy(from: &Value, width: u32, value: Value) -> Value {
    match from.view() {
        View::Undef(undef) => Value::marked(value, Bits::ones(width), undef.cause),
        _ => value,
    }
}
