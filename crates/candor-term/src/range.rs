//! Abstract values of terms: which numbers a bit-vector of up to 64 bits may be, whatever its variables are.
//!
//! They are worked out when a rule asks, from those of the operands, in the domain of `candor-numbers`, and kept. Where the walk down
//! becomes too long they are all numbers of the sort: too many are never wrong.

use candor_bits::{BinOp, CastOp};
use candor_numbers::{AbstractInt, binary, cast};
use rustc_hash::FxHashMap;

use crate::{Op, Sort, Term, TermPool};

/// So many terms are looked at for one question.
const FUEL: u32 = 1 << 10;

/// What has been worked out, of terms whose operands tell something.
pub(crate) type Ranges = FxHashMap<Term, AbstractInt>;

impl TermPool {
    /// The numbers that a bit-vector of up to 64 bits may be.
    pub(crate) fn range(&mut self, term: Term) -> Option<AbstractInt> {
        let width = self.small_width(term)?;
        let mut fuel = FUEL;
        let mut open = vec![term];
        while let Some(&next) = open.last() {
            if fuel == 0 {
                return Some(AbstractInt::top(width));
            }
            fuel -= 1;
            let before = open.len();
            if self.known_range(next).is_none() {
                let unknown = |arg: &Term| self.small_width(*arg).is_some() && self.known_range(*arg).is_none();
                open.extend(self.args(next).iter().copied().filter(unknown));
            }
            if open.len() == before {
                if self.known_range(next).is_none() {
                    let found = self.transfer(next, |arg| self.known_range(arg)).expect("it is small");
                    self.ranges.insert(next, found);
                }
                open.pop();
            }
        }
        self.known_range(term)
    }

    fn small_width(&self, term: Term) -> Option<u32> {
        match self.sort(term) {
            Sort::Bv(width) if width <= 64 => Some(width),
            _ => None,
        }
    }

    /// What is known of a bit-vector without a look at its operands; `None` if they have to be looked at first.
    fn known_range(&self, term: Term) -> Option<AbstractInt> {
        let width = self.small_width(term)?;
        match (self.const_u64(term), self.op(term)) {
            (Some(value), _) => Some(AbstractInt::constant(width, value)),
            (None, Op::Ite | Op::Not | Op::Neg | Op::Concat | Op::SExt | Op::Extract) => {
                self.ranges.get(&term).copied()
            }
            (None, op) if operator(op).is_some() => self.ranges.get(&term).copied(),
            (None, _) => Some(AbstractInt::top(width)),
        }
    }

    /// What a bit-vector of up to 64 bits may be, by what its operands may be; `None` for wider ones. An operand of which nothing is known may
    /// be anything.
    pub fn transfer(&self, term: Term, mut operand: impl FnMut(Term) -> Option<AbstractInt>) -> Option<AbstractInt> {
        let width = self.small_width(term)?;
        let all = |pattern: u64| AbstractInt::constant(width, pattern);
        if let Some(value) = self.const_u64(term) {
            return Some(all(value));
        }
        let args = self.args(term);
        let mut both = |a: usize, b: usize| operand(args[a]).zip(operand(args[b]));
        let found = match self.op(term) {
            Op::Ite => both(1, 2).map(|(a, b)| a.join(b)),
            Op::Not => operand(args[0]).map(|a| binary(BinOp::Xor, a, all(u64::MAX))),
            Op::Neg => operand(args[0]).map(|a| binary(BinOp::Sub, all(0), a)),
            Op::Concat => both(0, 1).map(|(high, low)| {
                let by = all(u64::from(low.width()));
                let high = binary(BinOp::Shl, cast(CastOp::ZExt, high, width), by);
                binary(BinOp::Add, high, cast(CastOp::ZExt, low, width))
            }),
            Op::SExt => operand(args[0]).map(|a| cast(CastOp::SExt, a, width)),
            Op::Extract => operand(args[0]).map(|a| {
                let by = AbstractInt::constant(a.width(), u64::from(self.extract_low(term)));
                cast(CastOp::Trunc, binary(BinOp::LShr, a, by), width)
            }),
            op => operator(op).and_then(|op| both(0, 1).map(|(a, b)| binary(op, a, b))),
        };
        Some(found.unwrap_or(AbstractInt::top(width)))
    }
}

/// The operator of the IR that an operator of bit-vectors is.
fn operator(op: Op) -> Option<BinOp> {
    Some(match op {
        Op::Add => BinOp::Add,
        Op::Mul => BinOp::Mul,
        Op::UDiv => BinOp::UDiv,
        Op::SDiv => BinOp::SDiv,
        Op::URem => BinOp::URem,
        Op::SRem => BinOp::SRem,
        Op::Shl => BinOp::Shl,
        Op::LShr => BinOp::LShr,
        Op::AShr => BinOp::AShr,
        Op::And => BinOp::And,
        Op::Or => BinOp::Or,
        Op::Xor => BinOp::Xor,
        // No operator on two bit-vectors, or not one of the IR's; its result may be anything.
        _ => return None,
    })
}
