//! Transfer functions: what the operators of the IR make of abstract integers.
//!
//! Each computes with exact numbers of 128 bits and wraps the result around, or goes through the few cases of an operand (a sign, a shift
//! amount), so that no rule has to know when an operator wraps.

use candor_bits::small;
use candor_bits::small::mask;
use candor_bits::{BinOp, CastOp, MathOp};

use crate::abstract_int::AbstractInt;
use crate::known_bits::KnownBits;

/// The results of a binary operator on integers; a float one panics.
pub fn binary(op: BinOp, a: AbstractInt, b: AbstractInt) -> AbstractInt {
    let width = a.width();
    if let (Some(a), Some(b)) = (a.as_constant(), b.as_constant()) {
        return AbstractInt::constant(width, small::binary(op, width, a, b));
    }
    let of_bits = |bits| AbstractInt::of_bits(width, bits);
    match op {
        BinOp::Add => all_of(arithmetic(op, a, b), of_bits(a.bits().add(b.bits(), width))),
        BinOp::Sub => all_of(arithmetic(op, a, b), of_bits(a.bits().sub(b.bits(), width))),
        BinOp::Mul => all_of(arithmetic(op, a, b), of_bits(a.bits().mul(b.bits(), width))),
        BinOp::UDiv => unsigned_quotient(a, b),
        BinOp::URem => unsigned_remainder(a, b),
        BinOp::SDiv => signed_quotient(a, b),
        BinOp::SRem => signed_remainder(a, b),
        BinOp::Shl | BinOp::LShr | BinOp::AShr => shift(op, a, b),
        // No more than either operand.
        BinOp::And => {
            let most = a.unsigned().1.min(b.unsigned().1);
            all_of(of_bits(a.bits().and(b.bits())), unsigned(width, 0, most))
        }
        // No less than either operand.
        BinOp::Or => {
            let least = a.unsigned().0.max(b.unsigned().0);
            all_of(of_bits(a.bits().or(b.bits())), unsigned(width, least, mask(width)))
        }
        BinOp::Xor => of_bits(a.bits().xor(b.bits())),
        BinOp::FAdd | BinOp::FSub | BinOp::FMul | BinOp::FDiv | BinOp::FRem => {
            panic!("{op} is not an operation on integers")
        }
    }
}

/// The results of a cast from integers to integers of at most 64 bits; anything for casts from or to something else.
pub fn cast(op: CastOp, a: AbstractInt, to: u32) -> AbstractInt {
    let (low, high) = a.signed();
    match op {
        CastOp::ZExt => {
            let bits = KnownBits { zeros: a.bits().zeros | mask(to) & !mask(a.width()), ones: a.bits().ones };
            all_of(AbstractInt::of_bits(to, bits), unsigned(to, a.unsigned().0, a.unsigned().1))
        }
        CastOp::SExt => {
            let extend = |bits| small::sext(a.width(), bits).cast_unsigned() & mask(to);
            let bits = KnownBits { zeros: extend(a.bits().zeros), ones: extend(a.bits().ones) };
            let extended = all_of(AbstractInt::of_bits(to, bits), signed(to, low, high));
            // Of numbers of both signs, the unsigned interval leaves out some in the middle.
            let (least, greatest) = (a.unsigned().0, extend(a.unsigned().1));
            if a.sign().is_none() { all_of(extended, unsigned(to, least, greatest)) } else { extended }
        }
        CastOp::Trunc => {
            let bits = KnownBits { zeros: a.bits().zeros & mask(to), ones: a.bits().ones & mask(to) };
            let both = all_of(AbstractInt::wrapped(to, wide_signed(a)), AbstractInt::wrapped(to, wide_unsigned(a)));
            all_of(AbstractInt::of_bits(to, bits), both)
        }
        CastOp::BitCast | CastOp::PtrToInt | CastOp::IntToPtr if a.width() == to => a,
        // An address is cut or filled with zeros.
        CastOp::PtrToInt | CastOp::IntToPtr if a.width() > to => cast(CastOp::Trunc, a, to),
        CastOp::PtrToInt | CastOp::IntToPtr => cast(CastOp::ZExt, a, to),
        CastOp::BitCast => AbstractInt::top(to),
        CastOp::FpTrunc | CastOp::FpExt | CastOp::FpToUi | CastOp::FpToSi | CastOp::UiToFp | CastOp::SiToFp => {
            AbstractInt::top(to)
        }
    }
}

/// The results of a mathematical operation on integers of one width: a minimum, a maximum, or what constants give.
pub fn math(op: MathOp, args: &[AbstractInt]) -> AbstractInt {
    let width = args[0].width();
    let mut patterns = [0; 3];
    if patterns.iter_mut().zip(args).all(|(to, arg)| arg.as_constant().map(|pattern| *to = pattern).is_some()) {
        return AbstractInt::constant(width, small::math_int(op, width, patterns));
    }
    let [a, b] = args else { return AbstractInt::top(width) };
    let either = a.join(*b);
    let ((a_low, a_high), (b_low, b_high)) = (a.signed(), b.signed());
    let (a, b) = (a.unsigned(), b.unsigned());
    match op {
        MathOp::SMin => all_of(either, signed(width, a_low.min(b_low), a_high.min(b_high))),
        MathOp::SMax => all_of(either, signed(width, a_low.max(b_low), a_high.max(b_high))),
        MathOp::UMin => all_of(either, unsigned(width, a.0.min(b.0), a.1.min(b.1))),
        MathOp::UMax => all_of(either, unsigned(width, a.0.max(b.0), a.1.max(b.1))),
        // Others say nothing of an interval that somebody has asked for.
        _ => AbstractInt::top(width),
    }
}

/// What two sound answers leave. They contradict each other only where there are no operands at all; then anything is right.
fn all_of(a: AbstractInt, b: AbstractInt) -> AbstractInt {
    a.meet(b).unwrap_or(a)
}

fn unsigned(width: u32, low: u64, high: u64) -> AbstractInt {
    AbstractInt::unsigned_between(width, low, high).unwrap_or(AbstractInt::top(width))
}

fn signed(width: u32, low: i64, high: i64) -> AbstractInt {
    AbstractInt::signed_between(width, low, high).unwrap_or(AbstractInt::top(width))
}

fn wide_unsigned(a: AbstractInt) -> (i128, i128) {
    (i128::from(a.unsigned().0), i128::from(a.unsigned().1))
}

fn wide_signed(a: AbstractInt) -> (i128, i128) {
    (i128::from(a.signed().0), i128::from(a.signed().1))
}

/// The least and the greatest result on two intervals, of an operator that takes its extremes at their ends; `None` if that is too large.
fn corners(op: impl Fn(i128, i128) -> Option<i128>, a: (i128, i128), b: (i128, i128)) -> Option<(i128, i128)> {
    let ends = [op(a.0, b.0)?, op(a.0, b.1)?, op(a.1, b.0)?, op(a.1, b.1)?];
    Some((ends.into_iter().min()?, ends.into_iter().max()?))
}

/// A sum, a difference or a product of exact numbers; of any other operator nothing is known.
fn exact(op: BinOp) -> fn(i128, i128) -> Option<i128> {
    match op {
        BinOp::Add => i128::checked_add,
        BinOp::Sub => i128::checked_sub,
        BinOp::Mul => i128::checked_mul,
        _ => |_, _| None,
    }
}

/// The numbers modulo 2^width are the same whether operands are read as signed or as unsigned.
fn arithmetic(op: BinOp, a: AbstractInt, b: AbstractInt) -> AbstractInt {
    let width = a.width();
    let wrapped =
        |ends: Option<(i128, i128)>| ends.map_or(AbstractInt::top(width), |ends| AbstractInt::wrapped(width, ends));
    let as_signed = wrapped(corners(exact(op), wide_signed(a), wide_signed(b)));
    all_of(as_signed, wrapped(corners(exact(op), wide_unsigned(a), wide_unsigned(b))))
}

fn unsigned_quotient(a: AbstractInt, b: AbstractInt) -> AbstractInt {
    let ((a_low, a_high), (b_low, b_high)) = (a.unsigned(), b.unsigned());
    let by_zero = AbstractInt::constant(a.width(), mask(a.width()));
    let Some(least) = a_low.checked_div(b_high) else { return by_zero };
    let quotient = unsigned(a.width(), least, a_high / b_low.max(1));
    if b.contains(0) { quotient.join(by_zero) } else { quotient }
}

/// Less than the divisor, no more than the dividend, and the dividend itself if that is less than the divisor or the divisor is zero.
fn unsigned_remainder(a: AbstractInt, b: AbstractInt) -> AbstractInt {
    let ((_, a_high), (b_low, b_high)) = (a.unsigned(), b.unsigned());
    if a_high < b_low || b_high == 0 {
        return a;
    }
    let mut remainder = unsigned(a.width(), 0, a_high.min(b_high - 1));
    // Below a power of two there are the low bits of the dividend.
    if let Some(divisor) = b.as_constant().filter(|divisor| divisor.is_power_of_two()) {
        let low = AbstractInt::constant(a.width(), divisor - 1);
        remainder = all_of(remainder, binary(BinOp::And, a, low));
    }
    if b.contains(0) { remainder.join(a) } else { remainder }
}

/// The parts of a signed interval below and above zero.
fn by_sign((low, high): (i128, i128)) -> impl Iterator<Item = (i128, i128)> {
    [(low, high.min(-1)), (low.max(1), high)].into_iter().filter(|(low, high)| low <= high)
}

/// A quotient grows or falls all along an operand of one sign. By zero it is -1, or 1 for a negative dividend.
fn signed_quotient(a: AbstractInt, b: AbstractInt) -> AbstractInt {
    let width = a.width();
    let quotients = by_sign(wide_signed(b)).filter_map(|b| corners(i128::checked_div, wide_signed(a), b));
    let mut found = quotients.map(|ends| AbstractInt::wrapped(width, ends)).reduce(AbstractInt::join);
    if b.contains(0) {
        let by_zero = [(a.signed().1 >= 0, mask(width)), (a.signed().0 < 0, 1)];
        for (_, pattern) in by_zero.into_iter().filter(|(may_be, _)| *may_be) {
            let result = AbstractInt::constant(width, pattern);
            found = Some(found.map_or(result, |found| found.join(result)));
        }
    }
    found.unwrap_or(AbstractInt::top(width))
}

/// With the sign of the dividend, no further from zero than it, and nearer than the divisor; by zero it is the dividend.
fn signed_remainder(a: AbstractInt, b: AbstractInt) -> AbstractInt {
    let ((a_low, a_high), (b_low, b_high)) = (wide_signed(a), wide_signed(b));
    let (least, most) = (if b_low > 0 { b_low } else { (-b_high).max(0) }, b_high.abs().max(b_low.abs()));
    if a_low.abs().max(a_high.abs()) < least || most == 0 {
        return a;
    }
    let ends = (a_low.max(1 - most).min(0), a_high.min(most - 1).max(0));
    let remainder = AbstractInt::wrapped(a.width(), ends);
    if b.contains(0) { remainder.join(a) } else { remainder }
}

/// A shift by each of the amounts, modulo the width, that there can be.
fn shift(op: BinOp, a: AbstractInt, b: AbstractInt) -> AbstractInt {
    let width = u64::from(a.width());
    let (low, high) = match (b.as_constant(), b.unsigned()) {
        (Some(amount), _) => (amount % width, amount % width),
        (None, (low, high)) if high < width => (low, high),
        (None, _) => (0, width - 1),
    };
    let is_plain = b.unsigned().1 < width;
    let amounts = (low..=high).filter(|amount| !is_plain || b.contains(*amount));
    let shifted = amounts.map(|amount| shift_by(op, a, u32::try_from(amount).expect("less than the width")));
    shifted.reduce(AbstractInt::join).unwrap_or(AbstractInt::top(a.width()))
}

fn shift_by(op: BinOp, a: AbstractInt, amount: u32) -> AbstractInt {
    let (width, bits) = (a.width(), a.bits());
    let all = mask(width);
    let ((low, high), (signed_low, signed_high)) = (a.unsigned(), a.signed());
    match op {
        BinOp::Shl => {
            let bits =
                KnownBits { zeros: (bits.zeros << amount | !(all << amount)) & all, ones: bits.ones << amount & all };
            let times = (1 << amount, 1 << amount);
            let product = |ends| corners(exact(BinOp::Mul), ends, times).expect("at most 127 bits");
            let signed = AbstractInt::wrapped(width, product(wide_signed(a)));
            let either = all_of(signed, AbstractInt::wrapped(width, product(wide_unsigned(a))));
            all_of(either, AbstractInt::of_bits(width, bits))
        }
        BinOp::LShr => {
            let bits = KnownBits { zeros: bits.zeros >> amount | all & !(all >> amount), ones: bits.ones >> amount };
            all_of(AbstractInt::of_bits(width, bits), unsigned(width, low >> amount, high >> amount))
        }
        BinOp::AShr => {
            let fill = |bits| (small::sext(width, bits) >> amount).cast_unsigned() & all;
            let bits = KnownBits { zeros: fill(bits.zeros), ones: fill(bits.ones) };
            all_of(AbstractInt::of_bits(width, bits), signed(width, signed_low >> amount, signed_high >> amount))
        }
        // No other operator shifts.
        _ => AbstractInt::top(width),
    }
}
