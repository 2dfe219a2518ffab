//! Integer operations at any width, on unbounded integers.
//!
//! The definitions are those of a textbook: compute with unbounded numbers, then cut to the width. They hold at every width
//! and the tests run them at the narrow ones too, against [`small`](crate::small); in use they serve widths above 64.

use dashu_int::{IBig, UBig};

use crate::bits::index;
use crate::ops::float_math;
use crate::{BinOp, Bits, MathOp, Pred};

pub(crate) fn binary(op: BinOp, a: &Bits, b: &Bits) -> Bits {
    let width = a.width();
    match op {
        BinOp::Add => Bits::from_ubig(width, &(a.to_ubig() + b.to_ubig())),
        BinOp::Sub => Bits::from_ibig(width, &(a.to_ibig() - b.to_ibig())),
        BinOp::Mul => Bits::from_ubig(width, &(a.to_ubig() * b.to_ubig())),
        BinOp::UDiv if b.is_zero() => Bits::ones(width),
        BinOp::UDiv => Bits::from_ubig(width, &(a.to_ubig() / b.to_ubig())),
        BinOp::SDiv if b.is_zero() => Bits::from_i64(width, if a.sign_bit() { 1 } else { -1 }),
        BinOp::SDiv => Bits::from_ibig(width, &(a.to_ibig() / b.to_ibig())),
        BinOp::URem | BinOp::SRem if b.is_zero() => a.clone(),
        BinOp::URem => Bits::from_ubig(width, &(a.to_ubig() % b.to_ubig())),
        BinOp::SRem => Bits::from_ibig(width, &(a.to_ibig() % b.to_ibig())),
        BinOp::Shl => Bits::from_ubig(width, &(a.to_ubig() << amount(b))),
        BinOp::LShr => Bits::from_ubig(width, &(a.to_ubig() >> amount(b))),
        BinOp::AShr if a.sign_bit() => binary(BinOp::LShr, &a.not(), b).not(),
        BinOp::AShr => binary(BinOp::LShr, a, b),
        BinOp::And => a.and(b),
        BinOp::Or => a.or(b),
        BinOp::Xor => a.xor(b),
        BinOp::FAdd | BinOp::FSub | BinOp::FMul | BinOp::FDiv | BinOp::FRem => {
            panic!("{op} is not an operation on integers")
        }
    }
}

pub(crate) fn predicate(p: Pred, a: &Bits, b: &Bits) -> bool {
    let width = a.width();
    match p {
        Pred::UAddOverflow => !fits_unsigned(width, a.to_ubig() + b.to_ubig()),
        Pred::SAddOverflow => !fits_signed(width, a.to_ibig() + b.to_ibig()),
        Pred::USubOverflow => a.cmp_unsigned(b).is_lt(),
        Pred::SSubOverflow => !fits_signed(width, a.to_ibig() - b.to_ibig()),
        Pred::UMulOverflow => !fits_unsigned(width, a.to_ubig() * b.to_ubig()),
        Pred::SMulOverflow => !fits_signed(width, a.to_ibig() * b.to_ibig()),
        Pred::SDivOverflow => *a == Bits::signed_min(width) && b.is_ones(),
        Pred::DivByZero => b.is_zero(),
        Pred::ShiftTooFar => b.to_ubig() >= UBig::from(width),
        Pred::UShlOverflow => !fits_unsigned(width, a.to_ubig() << amount(b)),
        Pred::SShlOverflow => !fits_signed(width, a.to_ibig() << amount(b)),
        Pred::UDivInexact => !binary(BinOp::URem, a, b).is_zero(),
        Pred::SDivInexact => !binary(BinOp::SRem, a, b).is_zero(),
        Pred::LShrInexact | Pred::AShrInexact => index(a.trailing_zeros()) < amount(b) && !a.is_zero(),
    }
}

pub(crate) fn math(op: MathOp, args: &[&Bits]) -> Bits {
    let a = args[0];
    let width = a.width();
    match op {
        MathOp::Ctpop => count(width, a.count_ones()),
        MathOp::Ctlz => count(width, a.leading_zeros()),
        MathOp::Cttz => count(width, a.trailing_zeros()),
        MathOp::Bswap => reverse_bytes(a),
        MathOp::BitReverse => reverse_bits(a),
        MathOp::Fshl => funnel_left(a, args[1], amount(args[2])),
        // Right by n is left by width - n, except that left by the whole width is not left by 0.
        MathOp::Fshr => match amount(args[2]) {
            0 => args[1].clone(),
            n => funnel_left(a, args[1], index(width) - n),
        },
        MathOp::Abs => {
            if a.sign_bit() {
                a.negated()
            } else {
                a.clone()
            }
        }
        MathOp::SMin => if a.cmp_signed(args[1]).is_le() { a } else { args[1] }.clone(),
        MathOp::SMax => if a.cmp_signed(args[1]).is_ge() { a } else { args[1] }.clone(),
        MathOp::UMin => if a.cmp_unsigned(args[1]).is_le() { a } else { args[1] }.clone(),
        MathOp::UMax => if a.cmp_unsigned(args[1]).is_ge() { a } else { args[1] }.clone(),
        MathOp::USubSat if predicate(Pred::USubOverflow, a, args[1]) => Bits::zero(width),
        MathOp::USubSat => binary(BinOp::Sub, a, args[1]),
        MathOp::UAddSat => saturate_unsigned(width, a.to_ubig() + args[1].to_ubig()),
        MathOp::SSubSat => saturate_signed(width, a.to_ibig() - args[1].to_ibig()),
        MathOp::SAddSat => saturate_signed(width, a.to_ibig() + args[1].to_ibig()),
        MathOp::SShlSat => saturate_signed(width, a.to_ibig() << amount(args[1])),
        MathOp::UShlSat => saturate_unsigned(width, a.to_ubig() << amount(args[1])),
        float_math!() => panic!("{op} is not an operation on integers"),
    }
}

/// A shift amount modulo the width.
fn amount(b: &Bits) -> usize {
    let amount = b.to_ubig() % UBig::from(b.width());
    usize::try_from(amount).expect("less than the width")
}

fn fits_unsigned(width: u32, number: UBig) -> bool {
    Bits::from_ubig(width, &number).to_ubig() == number
}

fn fits_signed(width: u32, number: IBig) -> bool {
    Bits::from_ibig(width, &number).to_ibig() == number
}

fn saturate_unsigned(width: u32, number: UBig) -> Bits {
    let cut = Bits::from_ubig(width, &number);
    if fits_unsigned(width, number) { cut } else { Bits::ones(width) }
}

fn saturate_signed(width: u32, number: IBig) -> Bits {
    let cut = Bits::from_ibig(width, &number);
    let negative = number < IBig::ZERO;
    if fits_signed(width, number) {
        cut
    } else if negative {
        Bits::signed_min(width)
    } else {
        Bits::signed_max(width)
    }
}

/// A number of bits as a value of the type whose bits were counted; it may not fit, as LLVM's `ctpop.i1` shows.
fn count(width: u32, n: u32) -> Bits {
    Bits::new(width, u64::from(n))
}

fn funnel_left(high: &Bits, low: &Bits, n: usize) -> Bits {
    let both = Bits::concat(high, low).to_ubig() << n;
    Bits::from_ubig(high.width(), &(both >> index(high.width())))
}

fn reverse_bytes(a: &Bits) -> Bits {
    let mut bytes = a.to_le_bytes(index(a.width().div_ceil(8)));
    bytes.reverse();
    Bits::from_le_bytes(a.width(), &bytes)
}

fn reverse_bits(a: &Bits) -> Bits {
    let n_limbs = a.limbs().len();
    let reversed: Vec<u64> = a.limbs().iter().rev().map(|limb| limb.reverse_bits()).collect();
    // The reversal ran over whole limbs, so what was above the width is now below the result.
    let unused = n_limbs * index(u64::BITS) - index(a.width());
    Bits::from_ubig(a.width(), &(UBig::from_words(&reversed) >> unused))
}
