//! From candor's terms to Bitwuzla's.
//!
//! The same two operators as in SMT-LIB output need care: a shift takes its amount modulo the width, which has to be said; and
//! the pattern of a float is a new variable with two definitions (it converts to the float, and is the canonical pattern if that
//! is a NaN), because the theory has no such function. Definitions hold in every model, but must be asserted.

use candor_bits::{Bits, FloatKind};
use candor_bitwuzla_sys::{Bitwuzla, Kind, Node, NodeSort, RoundingMode};
use candor_term::{Op, Sort, Term, TermPool, exponent_bits, ieee_width, nan_pattern, pattern_to_ieee};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::budget::Meter;
use crate::pattern::to_digits;

/// How many terms are translated from one look at the clock to the next.
const LOOK_INTERVAL: usize = 1024;

/// The terms that have been translated, for one pool and one Bitwuzla.
#[derive(Default)]
pub(crate) struct Translation {
    nodes: FxHashMap<Term, Node>,
    sorts: FxHashMap<Sort, NodeSort>,
    modes: Vec<(RoundingMode, Node)>,
    definitions: Vec<Node>,
}

impl Translation {
    /// The translation of a term, if there is one.
    pub(crate) fn known(&self, term: Term) -> Option<Node> {
        self.nodes.get(&term).copied()
    }

    /// Translates a term, or stops when the meter says so; what has been translated by then stays so. Afterwards,
    /// [`take_definitions`](Translation::take_definitions) has what must be asserted.
    pub(crate) fn node(
        &mut self,
        bitwuzla: &Bitwuzla,
        pool: &TermPool,
        root: Term,
        meter: &mut Meter<'_>,
    ) -> Option<Node> {
        // Terms whose operands are, or are not, translated by the time they come to the top again.
        let mut stack = vec![(root, false)];
        while let Some((term, is_ready)) = stack.pop() {
            if self.nodes.contains_key(&term) {
                continue;
            }
            if is_ready {
                let args: SmallVec<[Node; 3]> = pool.args(term).iter().map(|arg| self.nodes[arg]).collect();
                let node = self.translate(bitwuzla, pool, term, &args);
                self.nodes.insert(term, node);
                if self.nodes.len().is_multiple_of(LOOK_INTERVAL) && meter.look() {
                    return None;
                }
            } else {
                stack.push((term, true));
                stack.extend(pool.args(term).iter().map(|arg| (*arg, false)));
            }
        }
        Some(self.nodes[&root])
    }

    /// A boolean variable that is no term's.
    pub(crate) fn new_bool(&mut self, bitwuzla: &Bitwuzla, symbol: &str) -> Node {
        bitwuzla.variable(self.sort(bitwuzla, Sort::Bool), symbol)
    }

    pub(crate) fn take_definitions(&mut self) -> Vec<Node> {
        std::mem::take(&mut self.definitions)
    }

    fn translate(&mut self, bitwuzla: &Bitwuzla, pool: &TermPool, term: Term, args: &[Node]) -> Node {
        let sort = pool.sort(term);
        match pool.op(term) {
            Op::Const => self.constant(bitwuzla, sort, &pool.const_bits(term).expect("a constant")),
            Op::Var => bitwuzla.variable(self.sort(bitwuzla, sort), pool.var_name(term).expect("a variable")),
            Op::Extract => {
                let low = u64::from(pool.extract_low(term));
                bitwuzla.term(Kind::BvExtract, args, &[low + u64::from(pool.width(term)) - 1, low])
            }
            Op::SExt => {
                let n_copies = pool.width(term) - pool.width(pool.args(term)[0]);
                bitwuzla.term(Kind::BvSignExtend, args, &[u64::from(n_copies)])
            }
            Op::Shl => self.shift(bitwuzla, Kind::BvShl, pool.width(term), args),
            Op::LShr => self.shift(bitwuzla, Kind::BvShr, pool.width(term), args),
            Op::AShr => self.shift(bitwuzla, Kind::BvAshr, pool.width(term), args),
            Op::FpToFp => self.converted(bitwuzla, Kind::FpToFpFromFp, sort, args),
            Op::FpFromSbv => self.converted(bitwuzla, Kind::FpToFpFromSbv, sort, args),
            Op::FpFromUbv => self.converted(bitwuzla, Kind::FpToFpFromUbv, sort, args),
            Op::FpFromIeee => bitwuzla.term(Kind::FpToFpFromBv, args, &format_indices(sort)),
            Op::FpToIeee => self.pattern_of(bitwuzla, pool.float_kind(pool.args(term)[0]), args[0]),
            Op::ConstArray => bitwuzla.const_array(self.sort(bitwuzla, sort), args[0]),
            op => match operator(op, sort == Sort::Bool) {
                (kind, None) => bitwuzla.term(kind, args, &[]),
                (kind, Some(mode)) => {
                    let with_mode: Vec<Node> = [self.mode(bitwuzla, mode)].iter().chain(args).copied().collect();
                    bitwuzla.term(kind, &with_mode, &[])
                }
            },
        }
    }

    fn sort(&mut self, bitwuzla: &Bitwuzla, sort: Sort) -> NodeSort {
        if let Some(known) = self.sorts.get(&sort) {
            return *known;
        }
        let made = match sort {
            Sort::Bool => bitwuzla.bool_sort(),
            Sort::Bv(width) => bitwuzla.bv_sort(width),
            Sort::Float(kind) => bitwuzla.fp_sort(exponent_bits(kind), kind.precision()),
            Sort::Array { index, element } => {
                let (index, element) = (self.sort(bitwuzla, Sort::Bv(index)), self.sort(bitwuzla, Sort::Bv(element)));
                bitwuzla.array_sort(index, element)
            }
        };
        self.sorts.insert(sort, made);
        made
    }

    fn mode(&mut self, bitwuzla: &Bitwuzla, mode: RoundingMode) -> Node {
        if let Some((_, node)) = self.modes.iter().find(|(known, _)| *known == mode) {
            return *node;
        }
        let node = bitwuzla.rounding_mode(mode);
        self.modes.push((mode, node));
        node
    }

    fn constant(&mut self, bitwuzla: &Bitwuzla, sort: Sort, value: &Bits) -> Node {
        match sort {
            Sort::Bool => bitwuzla.bool_value(!value.is_zero()),
            Sort::Bv(_) => self.bv(bitwuzla, value),
            Sort::Float(kind) => {
                let pattern = self.bv(bitwuzla, &pattern_to_ieee(kind, value));
                bitwuzla.term(Kind::FpToFpFromBv, &[pattern], &format_indices(sort))
            }
            Sort::Array { .. } => panic!("a constant of an array sort"),
        }
    }

    fn bv(&mut self, bitwuzla: &Bitwuzla, value: &Bits) -> Node {
        let sort = self.sort(bitwuzla, Sort::Bv(value.width()));
        match value.to_u64() {
            Some(value) => bitwuzla.bv_value(sort, value),
            None => bitwuzla.bv_digits(sort, &to_digits(value)),
        }
    }

    /// A shift by the amount modulo the width; Bitwuzla's own gives zeros or signs beyond the width.
    fn shift(&mut self, bitwuzla: &Bitwuzla, kind: Kind, width: u32, args: &[Node]) -> Node {
        let modulus = u64::from(width);
        let amount = if width.is_power_of_two() {
            let mask = self.bv(bitwuzla, &Bits::new(width, modulus - 1));
            bitwuzla.term(Kind::BvAnd, &[args[1], mask], &[])
        } else {
            let modulus = self.bv(bitwuzla, &Bits::new(width, modulus));
            bitwuzla.term(Kind::BvUrem, &[args[1], modulus], &[])
        };
        bitwuzla.term(kind, &[args[0], amount], &[])
    }

    fn converted(&mut self, bitwuzla: &Bitwuzla, kind: Kind, sort: Sort, args: &[Node]) -> Node {
        let mode = self.mode(bitwuzla, RoundingMode::NearestEven);
        bitwuzla.term(kind, &[mode, args[0]], &format_indices(sort))
    }

    /// A variable that is the pattern of a float, by definition.
    fn pattern_of(&mut self, bitwuzla: &Bitwuzla, kind: FloatKind, float: Node) -> Node {
        let sort = self.sort(bitwuzla, Sort::Bv(ieee_width(kind)));
        let pattern = bitwuzla.variable(sort, "pattern");
        let back = bitwuzla.term(Kind::FpToFpFromBv, &[pattern], &format_indices(Sort::Float(kind)));
        let converts = bitwuzla.term(Kind::Equal, &[back, float], &[]);
        let nan = self.bv(bitwuzla, &pattern_to_ieee(kind, &nan_pattern(kind)));
        let is_nan = bitwuzla.term(Kind::FpIsNan, &[float], &[]);
        let is_canonical = bitwuzla.term(Kind::Equal, &[pattern, nan], &[]);
        let canonical = bitwuzla.term(Kind::Implies, &[is_nan, is_canonical], &[]);
        self.definitions.extend([converts, canonical]);
        pattern
    }
}

/// The two numbers that SMT-LIB writes behind `to_fp`.
fn format_indices(sort: Sort) -> [u64; 2] {
    let kind = sort.float_kind().expect("the result is a float");
    [u64::from(exponent_bits(kind)), u64::from(kind.precision())]
}

/// The operator with the same operands, and the rounding mode to put before them.
fn operator(op: Op, of_bools: bool) -> (Kind, Option<RoundingMode>) {
    let nearest = Some(RoundingMode::NearestEven);
    match op {
        Op::Not if of_bools => (Kind::Not, None),
        Op::And if of_bools => (Kind::And, None),
        Op::Or if of_bools => (Kind::Or, None),
        Op::Not => (Kind::BvNot, None),
        Op::And => (Kind::BvAnd, None),
        Op::Or => (Kind::BvOr, None),
        Op::Xor => (Kind::BvXor, None),
        Op::Eq => (Kind::Equal, None),
        Op::Ite => (Kind::Ite, None),
        Op::Neg => (Kind::BvNeg, None),
        Op::Add => (Kind::BvAdd, None),
        Op::Mul => (Kind::BvMul, None),
        Op::UDiv => (Kind::BvUdiv, None),
        Op::SDiv => (Kind::BvSdiv, None),
        Op::URem => (Kind::BvUrem, None),
        Op::SRem => (Kind::BvSrem, None),
        Op::Concat => (Kind::BvConcat, None),
        Op::Ult => (Kind::BvUlt, None),
        Op::Slt => (Kind::BvSlt, None),
        Op::FpNeg => (Kind::FpNeg, None),
        Op::FpAbs => (Kind::FpAbs, None),
        Op::FpAdd => (Kind::FpAdd, nearest),
        Op::FpMul => (Kind::FpMul, nearest),
        Op::FpDiv => (Kind::FpDiv, nearest),
        Op::FpRem => (Kind::FpRem, None),
        Op::FpFma => (Kind::FpFma, nearest),
        Op::FpSqrt => (Kind::FpSqrt, nearest),
        Op::FpFloor => (Kind::FpRti, Some(RoundingMode::Negative)),
        Op::FpCeil => (Kind::FpRti, Some(RoundingMode::Positive)),
        Op::FpTrunc => (Kind::FpRti, Some(RoundingMode::Zero)),
        Op::FpRoundEven => (Kind::FpRti, nearest),
        Op::FpRoundAway => (Kind::FpRti, Some(RoundingMode::NearestAway)),
        Op::FpEq => (Kind::FpEqual, None),
        Op::FpLt => (Kind::FpLt, None),
        Op::FpLe => (Kind::FpLeq, None),
        Op::FpIsNan => (Kind::FpIsNan, None),
        Op::FpIsInf => (Kind::FpIsInf, None),
        Op::FpIsZero => (Kind::FpIsZero, None),
        Op::FpIsSubnormal => (Kind::FpIsSubnormal, None),
        Op::FpIsNormal => (Kind::FpIsNormal, None),
        Op::FpIsNegative => (Kind::FpIsNeg, None),
        Op::Select => (Kind::ArraySelect, None),
        Op::Store => (Kind::ArrayStore, None),
        Op::Const | Op::Var | Op::Extract | Op::SExt | Op::Shl | Op::LShr | Op::AShr | Op::ConstArray => {
            panic!("{op} is not just an operator")
        }
        Op::FpToFp | Op::FpFromUbv | Op::FpFromSbv | Op::FpFromIeee | Op::FpToIeee => {
            panic!("{op} is not just an operator")
        }
    }
}
