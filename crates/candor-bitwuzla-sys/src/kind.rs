//! The numbers that Bitwuzla's headers give to kinds of terms, rounding modes, options and results.
//!
//! `abi.c` has the same numbers and is compiled with those headers, so a difference fails the build.

/// The operator of a term; the names are Bitwuzla's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each is the operator of SMT-LIB of that name")]
#[repr(u32)]
pub enum Kind {
    ConstArray = 1,
    Value = 2,
    And = 4,
    Equal = 6,
    Implies = 8,
    Not = 9,
    Or = 10,
    Ite = 12,
    ArraySelect = 17,
    ArrayStore = 18,
    BvAdd = 19,
    BvAnd = 20,
    BvAshr = 21,
    BvConcat = 23,
    BvMul = 26,
    BvNeg = 28,
    BvNot = 31,
    BvOr = 32,
    BvSdiv = 40,
    BvShl = 43,
    BvShr = 44,
    BvSlt = 46,
    BvSrem = 49,
    BvUdiv = 53,
    BvUlt = 57,
    BvUrem = 59,
    BvXor = 62,
    BvExtract = 63,
    BvSignExtend = 67,
    FpAbs = 69,
    FpAdd = 70,
    FpDiv = 71,
    FpEqual = 72,
    FpFma = 73,
    FpIsInf = 77,
    FpIsNan = 78,
    FpIsNeg = 79,
    FpIsNormal = 80,
    FpIsSubnormal = 82,
    FpIsZero = 83,
    FpLeq = 84,
    FpLt = 85,
    FpMul = 88,
    FpNeg = 89,
    FpRem = 90,
    FpRti = 91,
    FpSqrt = 92,
    FpToFpFromBv = 94,
    FpToFpFromFp = 95,
    FpToFpFromSbv = 96,
    FpToFpFromUbv = 97,
}

/// How an inexact float result is rounded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum RoundingMode {
    /// To the nearest, ties to even.
    NearestEven = 0,
    /// To the nearest, ties away from zero.
    NearestAway = 1,
    /// Down.
    Negative = 2,
    /// Up.
    Positive = 3,
    /// Toward zero.
    Zero = 4,
}

pub(crate) const RESULT_SAT: u32 = 10;
pub(crate) const RESULT_UNSAT: u32 = 20;

/// How a check ended, in `shim.cpp`.
pub(crate) const CHECK_FINISHED: u32 = 0;
pub(crate) const CHECK_STOPPED: u32 = 1;
pub(crate) const CHECK_OUT_OF_MEMORY: u32 = 2;

pub(crate) const OPTION_PRODUCE_MODELS: u32 = 1;
pub(crate) const OPTION_PRODUCE_UNSAT_ASSUMPTIONS: u32 = 2;
pub(crate) const OPTION_ABSTRACTION: u32 = 23;
pub(crate) const OPTION_PREPROCESS: u32 = 38;
