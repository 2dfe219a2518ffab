//! Float arithmetic: that of solvers against candor's own, in all formats.
//!
//! Bitwuzla calls the formats of the x87 and bfloat experimental, so this is more than a test of the translation.

use candor_bits::{Bits, FloatKind};
use candor_term::{Assignment, Op, Sort, Term, TermPool, Value, evaluate, ieee_width};

use super::random::Rng;
use crate::{BitwuzlaSolver, Budget, Outcome, Solver};

/// Operators from floats of one format to the same format.
const ARITHMETIC: &[Op] = &[
    Op::FpNeg,
    Op::FpAbs,
    Op::FpAdd,
    Op::FpMul,
    Op::FpDiv,
    Op::FpFma,
    Op::FpSqrt,
    Op::FpFloor,
    Op::FpCeil,
    Op::FpTrunc,
    Op::FpRoundEven,
    Op::FpRoundAway,
];

const PREDICATES: &[Op] = &[
    Op::FpEq,
    Op::FpLt,
    Op::FpLe,
    Op::FpIsNan,
    Op::FpIsInf,
    Op::FpIsZero,
    Op::FpIsSubnormal,
    Op::FpIsNormal,
    Op::FpIsNegative,
];

/// Three variables for patterns, the floats they are, and all operators on those.
struct Bench {
    patterns: [Term; 3],
    results: Vec<Term>,
}

impl Bench {
    fn new(pool: &mut TermPool, kind: FloatKind) -> Bench {
        let (sort, n_bits) = (Sort::Float(kind), ieee_width(kind));
        let patterns = ["a", "b", "c"].map(|name| pool.var(name, Sort::Bv(n_bits)));
        let floats = patterns.map(|pattern| pool.build(Op::FpFromIeee, sort, &[pattern], 0));
        let mut results = Vec::new();
        for op in ARITHMETIC {
            results.push(pool.build(*op, sort, &floats[..op.arity()], 0));
        }
        for op in PREDICATES {
            results.push(pool.build(*op, Sort::Bool, &floats[..op.arity()], 0));
        }
        for other in FloatKind::ALL {
            results.push(pool.build(Op::FpToFp, Sort::Float(*other), &floats[..1], 0));
        }
        results.push(pool.build(Op::FpFromSbv, sort, &patterns[..1], 0));
        results.push(pool.build(Op::FpFromUbv, sort, &patterns[..1], 0));
        Bench { patterns, results }
    }
}

/// A pattern whose exponent is often extreme, or that of 1.
fn random_pattern(rng: &mut Rng, kind: FloatKind) -> Bits {
    let n_bits = ieee_width(kind);
    let limbs: Vec<u64> = (0..n_bits.div_ceil(64)).map(|_| rng.next()).collect();
    let random = Bits::from_limbs(n_bits, &limbs);
    let n_fraction = kind.precision() - 1;
    let n_exponent = n_bits - 1 - n_fraction;
    let sign = random.extract(n_bits - 1, 1);
    let exponent = match rng.below(6) {
        0 => Bits::zero(n_exponent),
        1 => Bits::ones(n_exponent),
        2 => Bits::ones(n_exponent).with_bit(n_exponent - 1, false),
        _ => random.extract(n_fraction, n_exponent),
    };
    let fraction = match rng.below(4) {
        0 => Bits::zero(n_fraction),
        1 => Bits::ones(n_fraction),
        _ => random.extract(0, n_fraction),
    };
    Bits::concat(&Bits::concat(&sign, &exponent), &fraction)
}

/// The constraints that leave each pattern one value: as an equation, which Bitwuzla substitutes and then computes with numbers;
/// or as two bounds, so that it computes by circuits.
fn pin(pool: &mut TermPool, pattern: Term, value: &Bits, by_bounds: bool) -> Vec<Term> {
    let constant = pool.bv_const(value.clone());
    if by_bounds {
        vec![pool.ule(pattern, constant), pool.ule(constant, pattern)]
    } else {
        vec![pool.eq(pattern, constant)]
    }
}

pub(super) fn check(mut solver: impl Solver, rng: &mut Rng, kind: FloatKind, by_bounds: bool) -> Outcome {
    let mut pool = TermPool::plain();
    let bench = Bench::new(&mut pool, kind);
    let mut assignment = Assignment::new();
    let mut query = Vec::new();
    for pattern in bench.patterns {
        let value = random_pattern(rng, kind);
        query.extend(pin(&mut pool, pattern, &value, by_bounds));
        assignment.set(pattern, Value::Bv(value));
    }
    let mut wrong = Term::FALSE;
    for result in &bench.results {
        let expected = match evaluate(&pool, *result, &assignment) {
            Value::Bool(value) => pool.bool_const(value),
            Value::Float(kind, pattern) => pool.fp_const(kind, &pattern),
            value @ (Value::Bv(_) | Value::Array(_)) => panic!("{value:?} from a float"),
        };
        let differs = pool.ne(*result, expected);
        wrong = pool.or(wrong, differs);
    }
    query.push(wrong);
    let outcome = solver.check(&pool, &query, &Budget::unlimited());
    assert_ne!(outcome, Outcome::Sat, "{kind}: {} computes something else for {assignment:?}", solver.name());
    outcome
}

#[test]
fn numbers_are_computed_as_candor_does() {
    let mut rng = Rng::new(21);
    for kind in FloatKind::ALL {
        for _ in 0..40 {
            let outcome = check(BitwuzlaSolver::new(), &mut rng, *kind, /* by_bounds */ false);
            assert_eq!(outcome, Outcome::Unsat);
        }
    }
}

#[test]
fn circuits_compute_as_candor_does() {
    let mut rng = Rng::new(22);
    // The formats of 64 and 128 bits, which Bitwuzla does not call experimental, would take most of the time.
    let rounds = [(FloatKind::Half, 4), (FloatKind::BFloat, 4), (FloatKind::Single, 1), (FloatKind::X87, 1)];
    for (kind, n_rounds) in rounds {
        for _ in 0..n_rounds {
            let outcome = check(BitwuzlaSolver::new(), &mut rng, kind, /* by_bounds */ true);
            assert_eq!(outcome, Outcome::Unsat);
        }
    }
}
