//! Integers: a reference in `i128`, all inputs at narrow widths; then narrow and wide code against each other.

use super::Random;
use crate::{BinOp, Bits, CmpOp, MathOp, Pred, Scalar, binary, compare, math, predicate, small, wide};

/// A number of some width, as the reference sees it.
#[derive(Clone, Copy)]
struct Number {
    width: u32,
    unsigned: i128,
}

impl Number {
    fn modulus(self) -> i128 {
        1 << self.width
    }

    fn signed(self) -> i128 {
        if self.unsigned >= self.modulus() / 2 { self.unsigned - self.modulus() } else { self.unsigned }
    }

    fn wrap(self, value: i128) -> u64 {
        u64::try_from(value.rem_euclid(self.modulus())).unwrap()
    }

    fn fits_unsigned(self, value: i128) -> bool {
        (0..self.modulus()).contains(&value)
    }

    fn fits_signed(self, value: i128) -> bool {
        (-self.modulus() / 2..self.modulus() / 2).contains(&value)
    }

    fn saturate_unsigned(self, value: i128) -> u64 {
        self.wrap(value.clamp(0, self.modulus() - 1))
    }

    fn saturate_signed(self, value: i128) -> u64 {
        self.wrap(value.clamp(-self.modulus() / 2, self.modulus() / 2 - 1))
    }

    /// 2 to the power of a shift amount.
    fn factor(self) -> i128 {
        1 << (self.unsigned % i128::from(self.width))
    }

    fn bits(self) -> Bits {
        Bits::from_u128(self.width, self.unsigned.cast_unsigned())
    }
}

fn reference_binary(op: BinOp, a: Number, b: Number) -> Option<u64> {
    let zero = b.unsigned == 0;
    Some(a.wrap(match op {
        BinOp::Add => a.unsigned + b.unsigned,
        BinOp::Sub => a.unsigned - b.unsigned,
        BinOp::Mul => a.unsigned * b.unsigned,
        BinOp::UDiv => {
            if zero {
                -1
            } else {
                a.unsigned / b.unsigned
            }
        }
        BinOp::SDiv if zero => {
            if a.signed() < 0 {
                1
            } else {
                -1
            }
        }
        BinOp::SDiv => a.signed() / b.signed(),
        BinOp::URem => {
            if zero {
                a.unsigned
            } else {
                a.unsigned % b.unsigned
            }
        }
        BinOp::SRem => {
            if zero {
                a.unsigned
            } else {
                a.signed() % b.signed()
            }
        }
        BinOp::Shl => a.unsigned * b.factor(),
        BinOp::LShr => a.unsigned.div_euclid(b.factor()),
        BinOp::AShr => a.signed().div_euclid(b.factor()),
        BinOp::And => a.unsigned & b.unsigned,
        BinOp::Or => a.unsigned | b.unsigned,
        BinOp::Xor => a.unsigned ^ b.unsigned,
        BinOp::FAdd | BinOp::FSub | BinOp::FMul | BinOp::FDiv | BinOp::FRem => return None,
    }))
}

fn reference_compare(op: CmpOp, a: Number, b: Number) -> bool {
    match op {
        CmpOp::Eq => a.unsigned == b.unsigned,
        CmpOp::Ne => a.unsigned != b.unsigned,
        CmpOp::Ugt => a.unsigned > b.unsigned,
        CmpOp::Uge => a.unsigned >= b.unsigned,
        CmpOp::Ult => a.unsigned < b.unsigned,
        CmpOp::Ule => a.unsigned <= b.unsigned,
        CmpOp::Sgt => a.signed() > b.signed(),
        CmpOp::Sge => a.signed() >= b.signed(),
        CmpOp::Slt => a.signed() < b.signed(),
        CmpOp::Sle => a.signed() <= b.signed(),
        _ => unreachable!("floats are not asked"),
    }
}

fn reference_predicate(p: Pred, a: Number, b: Number) -> bool {
    match p {
        Pred::UAddOverflow => !a.fits_unsigned(a.unsigned + b.unsigned),
        Pred::SAddOverflow => !a.fits_signed(a.signed() + b.signed()),
        Pred::USubOverflow => !a.fits_unsigned(a.unsigned - b.unsigned),
        Pred::SSubOverflow => !a.fits_signed(a.signed() - b.signed()),
        Pred::UMulOverflow => !a.fits_unsigned(a.unsigned * b.unsigned),
        Pred::SMulOverflow => !a.fits_signed(a.signed() * b.signed()),
        Pred::SDivOverflow => b.unsigned != 0 && !a.fits_signed(a.signed() / b.signed()),
        Pred::DivByZero => b.unsigned == 0,
        Pred::ShiftTooFar => b.unsigned >= i128::from(a.width),
        Pred::UShlOverflow => !a.fits_unsigned(a.unsigned * b.factor()),
        Pred::SShlOverflow => !a.fits_signed(a.signed() * b.factor()),
        Pred::UDivInexact if b.unsigned == 0 => a.unsigned != 0,
        Pred::UDivInexact => a.unsigned % b.unsigned != 0,
        Pred::SDivInexact if b.unsigned == 0 => a.unsigned != 0,
        Pred::SDivInexact => a.signed() % b.signed() != 0,
        Pred::LShrInexact | Pred::AShrInexact => a.unsigned % b.factor() != 0,
    }
}

fn reference_math(op: MathOp, a: Number, b: Number, c: Number) -> Option<u64> {
    let digits = format!("{:0width$b}", a.unsigned, width = usize::try_from(a.width).unwrap());
    let reversed: String = digits.chars().rev().collect();
    let length = |n: usize| i128::try_from(n).unwrap();
    let both = a.unsigned * a.modulus() + b.unsigned;
    Some(match op {
        MathOp::Ctpop => a.wrap(length(digits.matches('1').count())),
        MathOp::Ctlz => a.wrap(length(digits.find('1').unwrap_or(digits.len()))),
        MathOp::Cttz => a.wrap(length(reversed.find('1').unwrap_or(digits.len()))),
        // Of less than a byte there is nothing to swap; bytes have a test of their own.
        MathOp::Bswap => a.wrap(a.unsigned),
        MathOp::BitReverse => u64::from_str_radix(&reversed, 2).unwrap(),
        MathOp::Fshl => a.wrap((both * c.factor()).div_euclid(a.modulus())),
        MathOp::Fshr => a.wrap(both / c.factor()),
        MathOp::Abs => a.wrap(a.signed().abs()),
        MathOp::SMin => a.wrap(a.signed().min(b.signed())),
        MathOp::SMax => a.wrap(a.signed().max(b.signed())),
        MathOp::UMin => a.wrap(a.unsigned.min(b.unsigned)),
        MathOp::UMax => a.wrap(a.unsigned.max(b.unsigned)),
        MathOp::USubSat => a.saturate_unsigned(a.unsigned - b.unsigned),
        MathOp::UAddSat => a.saturate_unsigned(a.unsigned + b.unsigned),
        MathOp::SSubSat => a.saturate_signed(a.signed() - b.signed()),
        MathOp::SAddSat => a.saturate_signed(a.signed() + b.signed()),
        MathOp::SShlSat => a.saturate_signed(a.signed() * b.factor()),
        MathOp::UShlSat => a.saturate_unsigned(a.unsigned * b.factor()),
        _ => return None,
    })
}

fn int_comparisons() -> impl Iterator<Item = CmpOp> {
    CmpOp::ALL.iter().copied().filter(|op| !op.is_float())
}

fn int_math_ops() -> impl Iterator<Item = MathOp> {
    MathOp::ALL.iter().copied().filter(|op| !op.is_float())
}

/// Calls `f` with every pair of numbers of the widths 1 to 6.
fn each_narrow_pair(f: impl Fn(Number, Number)) {
    for width in 1..=6 {
        for unsigned_a in 0..1 << width {
            for unsigned_b in 0..1 << width {
                f(Number { width, unsigned: unsigned_a }, Number { width, unsigned: unsigned_b });
            }
        }
    }
}

#[test]
fn all_narrow_pairs_against_the_reference() {
    each_narrow_pair(|a, b| {
        let width = a.width;
        let ty = Scalar::Int(width);
        let (bits_a, bits_b) = (a.bits(), b.bits());
        let (small_a, small_b) = (bits_a.limb(0), bits_b.limb(0));
        for op in BinOp::ALL.iter().copied() {
            let Some(expected) = reference_binary(op, a, b) else {
                continue;
            };
            let message = format!("{op} i{width} {bits_a} {bits_b}");
            assert_eq!(small::binary(op, width, small_a, small_b), expected, "{message}");
            assert_eq!(wide::binary(op, &bits_a, &bits_b), Bits::new(width, expected), "{message}");
            assert_eq!(binary(op, ty, &bits_a, &bits_b), Bits::new(width, expected), "{message}");
        }
        for op in int_comparisons() {
            let expected = reference_compare(op, a, b);
            assert_eq!(compare(op, ty, &bits_a, &bits_b), expected, "{op} i{width} {bits_a} {bits_b}");
        }
        for p in Pred::ALL.iter().copied() {
            let expected = reference_predicate(p, a, b);
            let message = format!("{p} i{width} {bits_a} {bits_b}");
            assert_eq!(small::predicate(p, width, small_a, small_b), expected, "{message}");
            assert_eq!(wide::predicate(p, &bits_a, &bits_b), expected, "{message}");
            assert_eq!(predicate(p, width, &bits_a, &bits_b), expected, "{message}");
        }
    });
}

#[test]
fn all_narrow_mathematics_against_the_reference() {
    each_narrow_pair(|a, b| {
        let width = a.width;
        // The third operand is a shift amount: a few beyond the width are enough.
        for amount in [0, 1, 2, 3, 5, 6, 7, 13, 62] {
            let c = Number { width, unsigned: amount % a.modulus() };
            let all = [a.bits(), b.bits(), c.bits()];
            for op in int_math_ops().filter(|op| amount == 0 || op.arity() == 3) {
                let expected = reference_math(op, a, b, c).unwrap();
                let args: Vec<&Bits> = all.iter().take(op.arity()).collect();
                let message = format!("{op} {args:?}");
                let limbs = [all[0].limb(0), all[1].limb(0), all[2].limb(0)];
                assert_eq!(small::math_int(op, width, limbs), expected, "{message}");
                assert_eq!(wide::math(op, &args), Bits::new(width, expected), "{message}");
                assert_eq!(math(op, Scalar::Int(width), &args), Bits::new(width, expected), "{message}");
            }
        }
    });
}

#[test]
fn random_pairs_small_against_wide() {
    let mut random = Random(4);
    for width in [7, 8, 16, 31, 32, 33, 63, 64] {
        for _ in 0..400 {
            let (a, b, c) = (random.bits(width), random.bits(width), random.bits(width));
            let limbs = [a.limb(0), b.limb(0), c.limb(0)];
            for op in BinOp::ALL.iter().copied().filter(|op| !op.is_float()) {
                let result = small::binary(op, width, limbs[0], limbs[1]);
                assert_eq!(Bits::new(width, result), wide::binary(op, &a, &b), "{op} {a:?} {b:?}");
                assert_eq!(result & small::mask(width), result);
            }
            for p in Pred::ALL.iter().copied() {
                let answer = small::predicate(p, width, limbs[0], limbs[1]);
                assert_eq!(answer, wide::predicate(p, &a, &b), "{p} {a:?} {b:?}");
            }
            for op in int_math_ops() {
                let args: Vec<&Bits> = [&a, &b, &c].into_iter().take(op.arity()).collect();
                let result = small::math_int(op, width, limbs);
                assert_eq!(Bits::new(width, result), wide::math(op, &args), "{op} {args:?}");
                assert_eq!(result & small::mask(width), result);
            }
        }
    }
}

/// `i128` has its own arithmetic in the host.
#[test]
fn random_pairs_of_128_bits_against_the_host() {
    let mut random = Random(5);
    for _ in 0..3000 {
        let (a, b) = (random.bits(128), random.bits(128));
        let (x, y) = (a.to_u128().unwrap(), b.to_u128().unwrap());
        let (signed_x, signed_y) = (x.cast_signed(), y.cast_signed());
        let shift = u32::try_from(y % 128).unwrap();
        let results = [
            (BinOp::Add, x.wrapping_add(y)),
            (BinOp::Sub, x.wrapping_sub(y)),
            (BinOp::Mul, x.wrapping_mul(y)),
            (BinOp::UDiv, x.checked_div(y).unwrap_or(u128::MAX)),
            (BinOp::URem, x.checked_rem(y).unwrap_or(x)),
            (BinOp::Shl, x << shift),
            (BinOp::LShr, x >> shift),
            (BinOp::AShr, (signed_x >> shift).cast_unsigned()),
            (BinOp::And, x & y),
            (BinOp::Or, x | y),
            (BinOp::Xor, x ^ y),
        ];
        for (op, expected) in results {
            let result = binary(op, Scalar::Int(128), &a, &b);
            assert_eq!(result, Bits::from_u128(128, expected), "{op} {a:?} {b:?}");
        }
        if y != 0 {
            let quotient = signed_x.wrapping_div(signed_y);
            assert_eq!(binary(BinOp::SDiv, Scalar::Int(128), &a, &b), Bits::from_i128(128, quotient));
            let remainder = signed_x.wrapping_rem(signed_y);
            assert_eq!(binary(BinOp::SRem, Scalar::Int(128), &a, &b), Bits::from_i128(128, remainder));
        }
        let answers = [
            (Pred::UAddOverflow, x.checked_add(y).is_none()),
            (Pred::SAddOverflow, signed_x.checked_add(signed_y).is_none()),
            (Pred::USubOverflow, x.checked_sub(y).is_none()),
            (Pred::SSubOverflow, signed_x.checked_sub(signed_y).is_none()),
            (Pred::UMulOverflow, x.checked_mul(y).is_none()),
            (Pred::SMulOverflow, signed_x.checked_mul(signed_y).is_none()),
            (Pred::ShiftTooFar, y >= 128),
            (Pred::SDivOverflow, signed_x == i128::MIN && signed_y == -1),
        ];
        for (p, expected) in answers {
            assert_eq!(predicate(p, 128, &a, &b), expected, "{p} {a:?} {b:?}");
        }
        assert_eq!(compare(CmpOp::Slt, Scalar::Int(128), &a, &b), signed_x < signed_y);
        assert_eq!(compare(CmpOp::Ult, Scalar::Int(128), &a, &b), x < y);
        assert_eq!(compare(CmpOp::Sge, Scalar::Ptr, &a, &b), signed_x >= signed_y);
    }
}

/// At widths that are not a whole number of limbs: the operation at 128 bits more, then cut.
#[test]
fn odd_widths_against_wider_ones() {
    let mut random = Random(6);
    for width in [65, 80, 100, 127, 129, 200] {
        let wider = width + 128;
        for _ in 0..200 {
            let (a, b) = (random.bits(width), random.bits(width));
            for (op, signed) in [
                (BinOp::Add, false),
                (BinOp::Sub, false),
                (BinOp::Mul, false),
                (BinOp::UDiv, false),
                (BinOp::SDiv, true),
                (BinOp::URem, false),
                (BinOp::SRem, true),
            ] {
                let widened = |x: &Bits| if signed { x.sext(wider) } else { x.zext(wider) };
                let at_wider = binary(op, Scalar::Int(wider), &widened(&a), &widened(&b));
                let result = binary(op, Scalar::Int(width), &a, &b);
                assert_eq!(result, at_wider.trunc(width), "{op} {a:?} {b:?}");
            }
        }
    }
}

#[test]
fn bytes_are_swapped() {
    let check = |width, a, expected| {
        let result = math(MathOp::Bswap, Scalar::Int(width), &[&Bits::from_u128(width, a)]);
        assert_eq!(result, Bits::from_u128(width, expected));
        assert_eq!(wide::math(MathOp::Bswap, &[&Bits::from_u128(width, a)]), result);
    };
    check(16, 0x1234, 0x3412);
    check(32, 0x1234_5678, 0x7856_3412);
    check(48, 0x1234_5678_9ABC, 0xBC9A_7856_3412);
    check(64, 0x0102_0304_0506_0708, 0x0807_0605_0403_0201);
    check(80, 0x0102_0304_0506_0708_090A, 0x0A09_0807_0605_0403_0201);
    check(128, 1, 1 << 120);
}
