//! Circuits and casts against `candor-bits`, which says what they mean.

use candor_bits::{BinOp, Bits, CastOp, CmpOp, FloatClass, FloatKind, MathOp, Pred, Scalar};

use super::random::Rng;
use crate::{Assignment, Evaluation, Sort, Term, TermPool, evaluate};

fn values(width: u32) -> impl Iterator<Item = Bits> + Clone {
    (0..1_u64 << width).map(move |value| Bits::new(width, value))
}

/// Compares a term over `x` and `y` with a function, on all values.
fn check_all(pool: &TermPool, width: u32, term: Term, what: &str, expected: impl Fn(&Bits, &Bits) -> Bits) {
    let (x, y) = (pool.find_var("x").expect("x"), pool.find_var("y").expect("y"));
    for a in values(width) {
        for b in values(width) {
            let mut assignment = Assignment::new();
            assignment.set_bits(pool, x, a.clone());
            assignment.set_bits(pool, y, b.clone());
            let value = evaluate(pool, term, &assignment).as_bits();
            assert_eq!(value, expected(&a, &b), "{what} of {a:?} and {b:?}");
        }
    }
}

fn pools() -> [TermPool; 2] {
    [TermPool::new(), TermPool::plain()]
}

fn xy(pool: &mut TermPool, width: u32) -> (Term, Term) {
    (pool.var("x", Sort::Bv(width)), pool.var("y", Sort::Bv(width)))
}

#[test]
fn predicates_are_their_definitions() {
    for width in 1..=6 {
        for mut pool in pools() {
            let (x, y) = xy(&mut pool, width);
            for pred in Pred::ALL {
                let term = pool.predicate(*pred, x, y);
                check_all(&pool, width, term, pred.name(), |a, b| {
                    Bits::from_bool(candor_bits::predicate(*pred, width, a, b))
                });
            }
        }
    }
}

#[test]
fn predicates_with_a_constant_are_their_definitions() {
    for width in 1..=4 {
        for mut pool in pools() {
            let (x, y) = xy(&mut pool, width);
            for pred in Pred::ALL {
                for constant in values(width) {
                    let c = pool.bv_const(constant.clone());
                    let (left, right) = (pool.predicate(*pred, c, x), pool.predicate(*pred, x, c));
                    let of = |a: &Bits, b: &Bits| Bits::from_bool(candor_bits::predicate(*pred, width, a, b));
                    check_all(&pool, width, left, pred.name(), |a, _| of(&constant, a));
                    check_all(&pool, width, right, pred.name(), |a, _| of(a, &constant));
                }
            }
            assert_ne!(x, y);
        }
    }
}

#[test]
fn predicates_of_extended_operands_are_their_definitions() {
    for width in 2..=5_u32 {
        let mut pool = TermPool::new();
        let (x, y) = xy(&mut pool, 2);
        for pred in Pred::ALL {
            for case in 0..4_u32 {
                let extend = |pool: &mut TermPool, term, signed| {
                    if signed { pool.sext(term, width) } else { pool.zext(term, width) }
                };
                let (a_signed, b_signed) = (case % 2 == 0, case / 2 == 0);
                let (a, b) = (extend(&mut pool, x, a_signed), extend(&mut pool, y, b_signed));
                let term = pool.predicate(*pred, a, b);
                check_all(&pool, 2, term, pred.name(), |a, b| {
                    let wide = |bits: &Bits, signed| if signed { bits.sext(width) } else { bits.zext(width) };
                    let (a, b) = (wide(a, a_signed), wide(b, b_signed));
                    Bits::from_bool(candor_bits::predicate(*pred, width, &a, &b))
                });
            }
        }
    }
}

#[test]
fn integer_operations_are_those_of_the_interpreter() {
    for width in 1..=5 {
        let ty = Scalar::Int(width);
        for mut pool in pools() {
            let (x, y) = xy(&mut pool, width);
            for op in BinOp::ALL.iter().filter(|op| !op.is_float()) {
                let term = pool.binary(*op, ty, x, y);
                check_all(&pool, width, term, op.name(), |a, b| candor_bits::binary(*op, ty, a, b));
            }
            for op in CmpOp::ALL.iter().filter(|op| !op.is_float()) {
                let term = pool.compare(*op, ty, x, y);
                check_all(&pool, width, term, op.name(), |a, b| Bits::from_bool(candor_bits::compare(*op, ty, a, b)));
            }
            for op in MathOp::ALL.iter().filter(|op| !op.is_float() && op.arity() < 3) {
                let term = pool.math(*op, ty, &[x, y][..op.arity()]).expect("a term");
                check_all(&pool, width, term, op.name(), |a, b| candor_bits::math(*op, ty, &[a, b][..op.arity()]));
            }
            for op in [MathOp::Fshl, MathOp::Fshr] {
                for amount in values(width) {
                    let c = pool.bv_const(amount.clone());
                    let by_constant = pool.math(op, ty, &[x, y, c]).expect("a term");
                    check_all(&pool, width, by_constant, op.name(), |a, b| candor_bits::math(op, ty, &[a, b, &amount]));
                }
                let by_y = pool.math(op, ty, &[x, x, y]).expect("a term");
                check_all(&pool, width, by_y, op.name(), |a, b| candor_bits::math(op, ty, &[a, a, b]));
            }
        }
    }
}

#[test]
fn wide_integer_operations_are_those_of_the_interpreter() {
    let mut rng = Rng::new(3);
    for width in [8, 13, 32, 64, 100, 128] {
        let ty = Scalar::Int(width);
        let mut pool = TermPool::new();
        let (x, y) = xy(&mut pool, width);
        let z = pool.var("z", Sort::Bv(width));
        let mut terms = Vec::new();
        for op in MathOp::ALL.iter().filter(|op| !op.is_float()) {
            terms.push((*op, pool.math(*op, ty, &[x, y, z][..op.arity()]).expect("a term")));
        }
        let preds: Vec<(Pred, Term)> = Pred::ALL.iter().map(|pred| (*pred, pool.predicate(*pred, x, y))).collect();
        for _ in 0..60 {
            let patterns = [rng.bits(width), rng.bits(width), rng.bits(width)];
            let mut assignment = Assignment::new();
            for (var, pattern) in [x, y, z].into_iter().zip(&patterns) {
                assignment.set_bits(&pool, var, pattern.clone());
            }
            let mut evaluation = Evaluation::new(&pool, &assignment);
            let args: Vec<&Bits> = patterns.iter().collect();
            for (op, term) in &terms {
                let expected = candor_bits::math(*op, ty, &args[..op.arity()]);
                assert_eq!(evaluation.value(*term).as_bits(), expected, "{op} of {patterns:?}");
            }
            for (pred, term) in &preds {
                let expected = candor_bits::predicate(*pred, width, args[0], args[1]);
                assert_eq!(evaluation.holds(*term), expected, "{pred} of {patterns:?}");
            }
        }
    }
}

/// A float pattern, often a special one or one whose integer part is at a limit.
fn float_bits(rng: &mut Rng, kind: FloatKind) -> Bits {
    let special = [0.0, -0.0, 1.0, -1.0, 0.5, 1.5, 2.5, -2.5, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
    match rng.below(6) {
        0 => {
            let value = rng.pick(&special);
            candor_bits::float_from_f64(kind, value)
        }
        1 => {
            let power = i32::try_from(rng.below(70)).expect("small");
            let sign = if rng.one_in(2) { -1.0 } else { 1.0 };
            let nudge = rng.pick(&[0.0, 0.5, -0.5, 1.0, -1.0, 1.5]);
            candor_bits::float_from_f64(kind, sign * (2_f64.powi(power) + nudge))
        }
        _ => rng.bits(kind.bits()),
    }
}

#[test]
fn float_operations_are_those_of_the_interpreter() {
    let mut rng = Rng::new(5);
    for kind in FloatKind::ALL {
        for mut pool in pools() {
            let (x, y) = xy(&mut pool, kind.bits());
            let z = pool.var("z", Sort::Bv(kind.bits()));
            let ty = Scalar::Float(*kind);
            let binary: Vec<(BinOp, Term)> =
                BinOp::ALL.iter().filter(|op| op.is_float()).map(|op| (*op, pool.binary(*op, ty, x, y))).collect();
            let compare: Vec<(CmpOp, Term)> =
                CmpOp::ALL.iter().filter(|op| op.is_float()).map(|op| (*op, pool.compare(*op, ty, x, y))).collect();
            let math: Vec<(MathOp, Term)> = MathOp::ALL
                .iter()
                .filter(|op| op.is_float() && !op.takes_int_exponent())
                .filter_map(|op| Some((*op, pool.math(*op, ty, &[x, y, z][..op.arity()])?)))
                .collect();
            assert!(math.len() >= 18, "too few float operations");
            for _ in 0..250 {
                let patterns = [0, 1, 2].map(|_| float_bits(&mut rng, *kind));
                let args: Vec<&Bits> = patterns.iter().collect();
                let mut assignment = Assignment::new();
                for (var, pattern) in [x, y, z].into_iter().zip(&patterns) {
                    assignment.set_bits(&pool, var, pattern.clone());
                }
                let mut evaluation = Evaluation::new(&pool, &assignment);
                for (op, term) in &binary {
                    let expected = candor_bits::binary(*op, ty, args[0], args[1]);
                    assert_eq!(evaluation.value(*term).as_bits(), expected, "{op} {kind} {patterns:?}");
                }
                for (op, term) in &compare {
                    let expected = candor_bits::compare(*op, ty, args[0], args[1]);
                    assert_eq!(evaluation.holds(*term), expected, "{op} {kind} {patterns:?}");
                }
                for (op, term) in &math {
                    let expected = candor_bits::math(*op, ty, &args[..op.arity()]);
                    assert_eq!(evaluation.value(*term).as_bits(), expected, "{op} {kind} {patterns:?}");
                }
            }
        }
    }
}

#[test]
fn float_casts_are_those_of_the_interpreter() {
    let mut rng = Rng::new(6);
    for kind in FloatKind::ALL {
        let ty = Scalar::Float(*kind);
        for width in [1, 2, 8, 12, 16, 31, 32, 64, 128] {
            let mut pool = TermPool::new();
            let f = pool.var("f", Sort::Bv(kind.bits()));
            let n = pool.var("n", Sort::Bv(width));
            let int = Scalar::Int(width);
            let to_int = pool.cast(CastOp::FpToSi, ty, int, 0, f);
            let fits = [true, false].map(|signed| (signed, pool.float_to_int_fits(*kind, f, width, signed)));
            let from_int = [CastOp::SiToFp, CastOp::UiToFp].map(|op| (op, pool.cast(op, int, ty, 0, n)));
            let round_trip = from_int.map(|(op, term)| (op, pool.cast(CastOp::FpToUi, ty, int, 0, term)));
            for _ in 0..60 {
                let (float, integer) = (float_bits(&mut rng, *kind), rng.bits(width));
                let mut assignment = Assignment::new();
                assignment.set_bits(&pool, f, float.clone());
                assignment.set_bits(&pool, n, integer.clone());
                let mut evaluation = Evaluation::new(&pool, &assignment);
                let expected = candor_bits::cast(CastOp::FpToSi, ty, int, 0, &float);
                assert_eq!(evaluation.value(to_int).as_bits(), expected, "{kind} to i{width} of {float:?}");
                for (signed, term) in fits {
                    let expected = candor_bits::float_to_int_fits(*kind, &float, width, signed);
                    assert_eq!(evaluation.holds(term), expected, "{kind} fits i{width} {signed} {float:?}");
                }
                for (op, term) in from_int {
                    let expected = candor_bits::cast(op, int, ty, 0, &integer);
                    assert_eq!(evaluation.value(term).as_bits(), expected, "{op} to {kind} of {integer:?}");
                }
                for (op, term) in round_trip {
                    let float = candor_bits::cast(op, int, ty, 0, &integer);
                    let expected = candor_bits::cast(CastOp::FpToUi, ty, int, 0, &float);
                    assert_eq!(evaluation.value(term).as_bits(), expected, "{op} {kind} back {integer:?}");
                }
            }
        }
        let mut pool = TermPool::new();
        let f = pool.var("f", Sort::Bv(kind.bits()));
        for other in FloatKind::ALL {
            let to = Scalar::Float(*other);
            let converted = pool.cast(CastOp::FpExt, ty, to, 0, f);
            for _ in 0..100 {
                let float = float_bits(&mut rng, *kind);
                let mut assignment = Assignment::new();
                assignment.set_bits(&pool, f, float.clone());
                let expected = candor_bits::cast(CastOp::FpExt, ty, to, 0, &float);
                let value = evaluate(&pool, converted, &assignment).as_bits();
                assert_eq!(value, expected, "{kind} to {other} of {float:?}");
            }
        }
    }
}

#[test]
fn float_classes_are_those_of_the_interpreter() {
    let classes = [
        FloatClass::SignalingNan,
        FloatClass::QuietNan,
        FloatClass::NegInfinity,
        FloatClass::NegNormal,
        FloatClass::NegSubnormal,
        FloatClass::NegZero,
        FloatClass::PosZero,
        FloatClass::PosSubnormal,
        FloatClass::PosNormal,
        FloatClass::PosInfinity,
    ];
    let mut rng = Rng::new(8);
    for kind in FloatKind::ALL {
        let mut pool = TermPool::new();
        let f = pool.var("f", Sort::Bv(kind.bits()));
        let tests = classes.map(|class| pool.float_class_is(*kind, f, class.mask()));
        let any = pool.float_class_is(*kind, f, 0x3ff);
        for _ in 0..300 {
            let float = float_bits(&mut rng, *kind);
            let class = candor_bits::float_class(*kind, &float);
            let mut assignment = Assignment::new();
            assignment.set_bits(&pool, f, float.clone());
            let mut evaluation = Evaluation::new(&pool, &assignment);
            assert!(evaluation.holds(any));
            for (expected, term) in classes.into_iter().zip(tests) {
                assert_eq!(evaluation.holds(term), class == expected, "{kind} {float:?} {class:?}");
            }
        }
    }
}

#[test]
fn every_half_converts_to_integers_as_in_the_interpreter() {
    let mut pool = TermPool::new();
    let f = pool.var("f", Sort::Bv(16));
    let (half, int) = (Scalar::Float(FloatKind::Half), Scalar::Int(9));
    let to_int = pool.cast(CastOp::FpToSi, half, int, 0, f);
    let fits = pool.float_to_int_fits(FloatKind::Half, f, 9, /* signed */ true);
    for pattern in (0..=0xffff).step_by(3) {
        let float = Bits::new(16, pattern);
        let mut assignment = Assignment::new();
        assignment.set_bits(&pool, f, float.clone());
        let mut evaluation = Evaluation::new(&pool, &assignment);
        let expected = candor_bits::cast(CastOp::FpToSi, half, int, 0, &float);
        assert_eq!(evaluation.value(to_int).as_bits(), expected, "{float:?}");
        let expected = candor_bits::float_to_int_fits(FloatKind::Half, &float, 9, true);
        assert_eq!(evaluation.holds(fits), expected, "{float:?}");
    }
}

#[test]
fn scaling_by_a_constant_is_a_product() {
    let mut rng = Rng::new(9);
    let ty = Scalar::F64;
    let mut pool = TermPool::new();
    let f = pool.var("f", Sort::Bv(64));
    for exponent in [-1022, -100, -1, 0, 1, 52, 1023] {
        let amount = Bits::from_i64(32, exponent);
        let c = pool.bv_const(amount.clone());
        let scaled = pool.math(MathOp::Ldexp, ty, &[f, c]).expect("a term");
        for _ in 0..200 {
            let float = float_bits(&mut rng, FloatKind::Double);
            let mut assignment = Assignment::new();
            assignment.set_bits(&pool, f, float.clone());
            let expected = candor_bits::math(MathOp::Ldexp, ty, &[&float, &amount]);
            assert_eq!(evaluate(&pool, scaled, &assignment).as_bits(), expected, "{float:?}");
        }
    }
    let far = pool.bv_const(Bits::from_i64(32, 5000));
    assert_eq!(pool.math(MathOp::Ldexp, ty, &[f, far]), None);
    assert_eq!(pool.math(MathOp::Sin, ty, &[f]), None);
}
