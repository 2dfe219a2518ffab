//! Predicates and mathematical functions: LLVM's intrinsics where they exist, plain instructions or libm where not.

use candor_ir::{BinOp, Bits, CastOp, FloatKind, MathOp, Operand, Pred, Scalar};

use super::constant::{float_constant, type_name, type_suffix};
use super::function::Body;

/// The right side of the instruction that answers the question; helpers are emitted before it.
pub(super) fn predicate(body: &mut Body<'_, '_>, pred: Pred, width: u32, a: Operand, b: Operand) -> String {
    let (a, b, ty) = (body.operand(a), body.operand(b), format!("i{width}"));
    match pred {
        Pred::UAddOverflow => overflows(body, "uadd", &ty, &a, &b),
        Pred::SAddOverflow => overflows(body, "sadd", &ty, &a, &b),
        Pred::USubOverflow => overflows(body, "usub", &ty, &a, &b),
        Pred::SSubOverflow => overflows(body, "ssub", &ty, &a, &b),
        Pred::UMulOverflow => overflows(body, "umul", &ty, &a, &b),
        Pred::SMulOverflow => overflows(body, "smul", &ty, &a, &b),
        Pred::SDivOverflow => {
            let least = body.define("least", format!("icmp eq {ty} {a}, {}", Bits::signed_min(width).signed_display()));
            let minus_one = body.define("minus", format!("icmp eq {ty} {b}, {}", Bits::ones(width).signed_display()));
            format!("and i1 {least}, {minus_one}")
        }
        Pred::DivByZero => format!("icmp eq {ty} {b}, 0"),
        Pred::ShiftTooFar => match shift_limit(width) {
            Some(limit) => format!("icmp uge {ty} {b}, {limit}"),
            // An i1 can be shifted by 0 only.
            None => format!("icmp ne {ty} {b}, 0"),
        },
        Pred::UShlOverflow => loses_bits(body, width, [&a, &b], [BinOp::Shl, BinOp::LShr]),
        Pred::SShlOverflow => loses_bits(body, width, [&a, &b], [BinOp::Shl, BinOp::AShr]),
        Pred::LShrInexact => loses_bits(body, width, [&a, &b], [BinOp::LShr, BinOp::Shl]),
        Pred::AShrInexact => loses_bits(body, width, [&a, &b], [BinOp::AShr, BinOp::Shl]),
        Pred::UDivInexact => {
            let rest = body.define("rest", format!("urem {ty} {a}, {b}"));
            format!("icmp ne {ty} {rest}, 0")
        }
        Pred::SDivInexact => {
            let rest = body.define("rest", format!("srem {ty} {a}, {b}"));
            format!("icmp ne {ty} {rest}, 0")
        }
    }
}

fn overflows(body: &mut Body<'_, '_>, op: &str, ty: &str, a: &str, b: &str) -> String {
    let pair = with_overflow(body, op, ty, a, b);
    format!("extractvalue {{ {ty}, i1 }} {pair}, 1")
}

/// The name of the wrapped result and its overflow bit, as a struct.
pub(super) fn with_overflow(body: &mut Body<'_, '_>, op: &str, ty: &str, a: &str, b: &str) -> String {
    let name = format!("llvm.{op}.with.overflow.{ty}");
    let pair = format!("{{ {ty}, i1 }}");
    body.module.need(&pair, &name, &format!("{ty}, {ty}"));
    body.define(op, format!("call {pair} @{name}({ty} {a}, {ty} {b})"))
}

/// The width as an unsigned number of its own width, unless it is too narrow for that.
fn shift_limit(width: u32) -> Option<String> {
    (width > 1).then(|| Bits::new(width, u64::from(width)).to_string())
}

/// Whether shifting there and back again gives another number. The amount counts modulo the width.
fn loses_bits(body: &mut Body<'_, '_>, width: u32, [a, b]: [&str; 2], [there, back]: [BinOp; 2]) -> String {
    let ty = format!("i{width}");
    let amount = match shift_limit(width) {
        Some(limit) => body.define("amount", format!("urem {ty} {b}, {limit}")),
        None => "0".into(),
    };
    let shifted = body.define("there", format!("{there} {ty} {a}, {amount}"));
    let again = body.define("back", format!("{back} {ty} {shifted}, {amount}"));
    format!("icmp ne {ty} {again}, {a}")
}

/// How LLVM has a function.
enum Form {
    /// `llvm.NAME.TYPE`.
    Intrinsic(&'static str),
    /// Likewise, with a last argument `i1 false`: a zero or the least value is no special case.
    Defined(&'static str),
    /// `llvm.NAME.TYPE.iN`, with an integer as second operand.
    IntExponent(&'static str),
    /// An instruction.
    Inst(&'static str),
    /// A function of libm.
    Libm(&'static str),
}

/// The right side of the instruction that computes it.
pub(super) fn math(body: &mut Body<'_, '_>, op: MathOp, ty: Scalar, args: &[Operand]) -> String {
    // Nothing to reverse, and LLVM wants an even number of bytes.
    if op == MathOp::Bswap && ty.int_width().is_some_and(|width| width % 16 != 0) {
        return narrow_bswap(body, ty, args[0]);
    }
    let mut types: Vec<_> = args.iter().map(|&arg| type_name(body.type_of(arg))).collect();
    let mut texts: Vec<_> = args.iter().map(|&arg| body.typed(arg)).collect();
    let result = type_name(ty);
    let name = match form(op) {
        Form::Inst(name) => {
            let operands: Vec<_> = args.iter().map(|&arg| body.operand(arg)).collect();
            return format!("{name} {result} {}", operands.join(", "));
        }
        Form::Intrinsic(name) => format!("llvm.{name}.{}", type_suffix(ty)),
        Form::Defined(name) => {
            types.push("i1 immarg".into());
            texts.push("i1 false".into());
            format!("llvm.{name}.{}", type_suffix(ty))
        }
        Form::IntExponent(name) => format!("llvm.{name}.{}.{}", type_suffix(ty), types[1]),
        Form::Libm(name) => libm_name(name, ty),
    };
    body.module.need(&result, &name, &types.join(", "));
    format!("call {result} @{name}({})", texts.join(", "))
}

/// A byte is its own reverse; odd numbers of bytes go through a wider integer.
fn narrow_bswap(body: &mut Body<'_, '_>, ty: Scalar, arg: Operand) -> String {
    let width = ty.int_width().unwrap_or_default();
    let (wide, arg) = (width.next_multiple_of(16), body.typed(arg));
    let name = format!("llvm.bswap.i{wide}");
    body.module.need(&format!("i{wide}"), &name, &format!("i{wide}"));
    let extended = body.define("wide", format!("zext {arg} to i{wide}"));
    let swapped = body.define("swapped", format!("call i{wide} @{name}(i{wide} {extended})"));
    let distance = wide - width.next_multiple_of(8);
    let shifted = body.define("shifted", format!("lshr i{wide} {swapped}, {distance}"));
    format!("trunc i{wide} {shifted} to i{width}")
}

fn form(op: MathOp) -> Form {
    match op {
        MathOp::Ctlz | MathOp::Cttz | MathOp::Abs => Form::Defined(op.name()),
        MathOp::Powi | MathOp::Ldexp => Form::IntExponent(op.name()),
        MathOp::FNeg => Form::Inst("fneg"),
        MathOp::Fmod => Form::Inst("frem"),
        MathOp::TruncF => Form::Intrinsic("trunc"),
        MathOp::Ctpop | MathOp::Bswap | MathOp::BitReverse | MathOp::Fshl | MathOp::Fshr => Form::Intrinsic(op.name()),
        MathOp::SMin | MathOp::SMax | MathOp::UMin | MathOp::UMax => Form::Intrinsic(op.name()),
        MathOp::USubSat | MathOp::UAddSat | MathOp::SSubSat | MathOp::SAddSat => Form::Intrinsic(op.name()),
        MathOp::SShlSat | MathOp::UShlSat => Form::Intrinsic(op.name()),
        MathOp::Fabs | MathOp::Sqrt | MathOp::Floor | MathOp::Ceil => Form::Intrinsic(op.name()),
        MathOp::Rint | MathOp::NearbyInt | MathOp::Round | MathOp::RoundEven => Form::Intrinsic(op.name()),
        MathOp::Fma | MathOp::FMulAdd | MathOp::CopySign => Form::Intrinsic(op.name()),
        MathOp::MinNum | MathOp::MaxNum | MathOp::Minimum | MathOp::Maximum => Form::Intrinsic(op.name()),
        MathOp::Sin | MathOp::Cos | MathOp::Tan | MathOp::Asin | MathOp::Acos => Form::Intrinsic(op.name()),
        MathOp::Atan | MathOp::Atan2 | MathOp::Sinh | MathOp::Cosh | MathOp::Tanh => Form::Intrinsic(op.name()),
        MathOp::Exp | MathOp::Exp2 | MathOp::Exp10 | MathOp::Pow => Form::Intrinsic(op.name()),
        MathOp::Log | MathOp::Log2 | MathOp::Log10 => Form::Intrinsic(op.name()),
        MathOp::Asinh | MathOp::Acosh | MathOp::Atanh | MathOp::Expm1 | MathOp::Log1p => Form::Libm(op.name()),
        MathOp::Cbrt | MathOp::Hypot | MathOp::Remainder => Form::Libm(op.name()),
        MathOp::Erf | MathOp::Erfc | MathOp::TGamma | MathOp::LGamma => Form::Libm(op.name()),
    }
}

fn libm_name(name: &str, ty: Scalar) -> String {
    match ty {
        Scalar::Float(FloatKind::Half | FloatKind::BFloat | FloatKind::Single) => format!("{name}f"),
        Scalar::Float(FloatKind::Double) | Scalar::Int(_) | Scalar::Ptr => name.into(),
        Scalar::Float(FloatKind::X87) => format!("{name}l"),
        Scalar::Float(FloatKind::Quad) => format!("{name}f128"),
    }
}

/// Whether the truncated float fits: it lies strictly between the least value minus one and the greatest plus one.
pub(super) fn float_cast_fits(body: &mut Body<'_, '_>, op: CastOp, from: Scalar, to: Scalar, value: Operand) -> String {
    let (Scalar::Float(kind), Scalar::Int(width)) = (from, to) else {
        return "true".into();
    };
    let value = body.typed(value);
    let value_bits = if op == CastOp::FpToSi { width - 1 } else { width };
    let above = Bits::zero(width + 2).with_bit(value_bits, true);
    let upper = body.define("upper", format!("fcmp olt {value}, {}", rounded(kind, &above)));
    let (relation, below) = lower_bound(op, kind, width, &above);
    let lower = body.define("lower", format!("fcmp {relation} {value}, {}", rounded(kind, &below)));
    body.define("fits", format!("and i1 {upper}, {lower}"))
}

/// The greatest float that does not fit, or the least one that does where the format has no fractions there.
fn lower_bound(op: CastOp, kind: FloatKind, width: u32, above: &Bits) -> (&'static str, Bits) {
    if op == CastOp::FpToUi {
        return ("ogt", Bits::ones(width + 2));
    }
    let least = above.negated();
    if width > kind.precision() {
        return ("oge", least);
    }
    let one = Bits::one(width + 2);
    ("ogt", candor_bits::binary(BinOp::Sub, Scalar::Int(width + 2), &least, &one))
}

/// A signed integer as a float constant; the bounds above are exact or infinite.
fn rounded(kind: FloatKind, value: &Bits) -> String {
    let pattern =
        candor_bits::cast(CastOp::SiToFp, Scalar::Int(value.width()), Scalar::Float(kind), kind.bits(), value);
    float_constant(kind, &pattern)
}
