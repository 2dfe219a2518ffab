//! Intervals of signed numbers, and what operators and comparisons make of them.

use candor_ir::{BinOp, CastOp, CmpOp};

/// The least and the greatest value, as signed numbers of the register's width.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Range {
    pub low: i128,
    pub high: i128,
}

impl Range {
    pub fn full(width: u32) -> Range {
        let half = 1i128 << (width.min(126) - 1);
        Range { low: -half, high: half - 1 }
    }

    pub fn single(value: i128) -> Range {
        Range { low: value, high: value }
    }

    pub fn join(self, other: Range) -> Range {
        Range { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    /// What both allow; `None` if that is nothing.
    pub fn meet(self, other: Range) -> Option<Range> {
        let both = Range { low: self.low.max(other.low), high: self.high.min(other.high) };
        (both.low <= both.high).then_some(both)
    }

    /// The range with the ends that have moved since it was another one moved on: to the next landmark, or else as far as it goes.
    pub fn widen(self, old: Range, full: Range, landmarks: &[i128]) -> Range {
        let up = landmarks.get(landmarks.partition_point(|&mark| mark < self.high)).copied();
        let down = landmarks[..landmarks.partition_point(|&mark| mark <= self.low)].last().copied();
        Range {
            low: if self.low < old.low { down.unwrap_or(full.low).max(full.low) } else { self.low },
            high: if self.high > old.high { up.unwrap_or(full.high).min(full.high) } else { self.high },
        }
    }

    /// The range itself if the type can hold it, otherwise anything.
    pub fn or_full(self, width: u32) -> Range {
        let full = Range::full(width);
        if full.low <= self.low && self.high <= full.high { self } else { full }
    }
}

/// The result of an operator if nothing wraps; whether it does is for the caller to see.
pub fn binary(op: BinOp, a: Range, b: Range) -> Option<Range> {
    match op {
        BinOp::Add => Some(Range { low: a.low + b.low, high: a.high + b.high }),
        BinOp::Sub => Some(Range { low: a.low - b.high, high: a.high - b.low }),
        BinOp::Mul => {
            let ends = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high];
            Some(Range { low: ends.into_iter().min()?, high: ends.into_iter().max()? })
        }
        // A mask that is not negative leaves a number between zero and itself.
        BinOp::And if b.low >= 0 => Some(Range { low: 0, high: b.high }),
        BinOp::And if a.low >= 0 => Some(Range { low: 0, high: a.high }),
        BinOp::URem if b.low > 0 && a.low >= 0 => Some(Range { low: 0, high: a.high.min(b.high - 1) }),
        BinOp::URem if b.low > 0 && b.low == b.high => Some(Range { low: 0, high: b.high - 1 }),
        BinOp::SRem if b.low > 0 => {
            let low = if a.low >= 0 { 0 } else { 1 - b.high };
            Some(Range { low, high: if a.high <= 0 { 0 } else { b.high - 1 } })
        }
        BinOp::UDiv | BinOp::SDiv if b.low > 0 && a.low >= 0 => {
            Some(Range { low: a.low / b.high, high: a.high / b.low })
        }
        BinOp::LShr if a.low >= 0 => Some(Range { low: 0, high: a.high }),
        _ => None,
    }
}

pub fn swapped(op: CmpOp) -> Option<CmpOp> {
    Some(match op {
        CmpOp::Eq | CmpOp::Ne => op,
        CmpOp::Slt => CmpOp::Sgt,
        CmpOp::Sle => CmpOp::Sge,
        CmpOp::Sgt => CmpOp::Slt,
        CmpOp::Sge => CmpOp::Sle,
        CmpOp::Ult => CmpOp::Ugt,
        CmpOp::Ule => CmpOp::Uge,
        CmpOp::Ugt => CmpOp::Ult,
        CmpOp::Uge => CmpOp::Ule,
        _ => return None,
    })
}

pub fn negated(op: CmpOp) -> Option<CmpOp> {
    Some(match op {
        CmpOp::Eq => CmpOp::Ne,
        CmpOp::Ne => CmpOp::Eq,
        CmpOp::Slt => CmpOp::Sge,
        CmpOp::Sle => CmpOp::Sgt,
        CmpOp::Sgt => CmpOp::Sle,
        CmpOp::Sge => CmpOp::Slt,
        CmpOp::Ult => CmpOp::Uge,
        CmpOp::Ule => CmpOp::Ugt,
        CmpOp::Ugt => CmpOp::Ule,
        CmpOp::Uge => CmpOp::Ult,
        _ => return None,
    })
}

/// What is true of a value that compares so with a constant.
pub(crate) fn implied(op: CmpOp, bound: i128, width: u32) -> Option<Range> {
    let full = Range::full(width);
    Some(match op {
        CmpOp::Eq => Range::single(bound),
        CmpOp::Slt => Range { high: bound - 1, ..full },
        CmpOp::Sle => Range { high: bound, ..full },
        CmpOp::Sgt => Range { low: bound + 1, ..full },
        CmpOp::Sge => Range { low: bound, ..full },
        // Below a number that is not negative, an unsigned value is one that is not negative either.
        CmpOp::Ult if bound >= 0 => Range { low: 0, high: bound - 1 },
        CmpOp::Ule if bound >= 0 => Range { low: 0, high: bound },
        _ => return None,
    })
}

/// What a cast from an integer of some width to another integer makes of a range; `None` if that may be anything.
pub fn cast(op: CastOp, from: u32, range: Range) -> Option<Range> {
    match op {
        CastOp::SExt | CastOp::Trunc => Some(range),
        CastOp::ZExt if range.low >= 0 => Some(range),
        CastOp::ZExt if from < 64 => {
            let modulus = 1i128 << from;
            match range.high < 0 {
                true => Some(Range { low: range.low + modulus, high: range.high + modulus }),
                false => Some(Range { low: 0, high: modulus - 1 }),
            }
        }
        _ => None,
    }
}

/// Whether a comparison of numbers of two ranges has only one answer.
pub fn decide(op: CmpOp, a: Range, b: Range) -> Option<bool> {
    let apart = a.high < b.low || b.high < a.low;
    let same = a.low == a.high && a == b;
    let plain = a.low >= 0 && b.low >= 0;
    let (holds, fails) = match op {
        CmpOp::Eq => (same, apart),
        CmpOp::Ne => (apart, same),
        CmpOp::Slt => (a.high < b.low, a.low >= b.high),
        CmpOp::Sle => (a.high <= b.low, a.low > b.high),
        CmpOp::Ult if plain => (a.high < b.low, a.low >= b.high),
        CmpOp::Ule if plain => (a.high <= b.low, a.low > b.high),
        CmpOp::Sgt | CmpOp::Sge | CmpOp::Ugt | CmpOp::Uge => return decide(swapped(op)?, b, a),
        _ => (false, false),
    };
    match (holds, fails) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        (false, false) => None,
    }
}

/// What is left of a range for numbers of some width that compare so with some number of another one; `None` if nothing is.
pub fn restrict(op: CmpOp, a: Range, b: Range, width: u32) -> Option<Range> {
    let bound = match op {
        CmpOp::Slt | CmpOp::Sle | CmpOp::Ult | CmpOp::Ule => b.high,
        CmpOp::Sgt | CmpOp::Sge => b.low,
        CmpOp::Eq => return a.meet(b),
        CmpOp::Ne if b.low == b.high => {
            let low = a.low + i128::from(a.low == b.low);
            let high = a.high - i128::from(a.high == b.high);
            return (low <= high).then_some(Range { low, high });
        }
        // Above a number that is not negative there may be negative ones.
        CmpOp::Ugt | CmpOp::Uge if a.low >= 0 && b.low >= 0 => {
            let low = b.low + i128::from(op == CmpOp::Ugt);
            return a.meet(Range { low, high: a.high.max(low) });
        }
        _ => return Some(a),
    };
    // As an unsigned number, a negative one is above all others.
    let is_above = matches!(op, CmpOp::Ult | CmpOp::Ule) && b.low < 0;
    match implied(op, bound, width) {
        Some(known) if !is_above => a.meet(known),
        _ => Some(a),
    }
}

#[cfg(test)]
mod tests {
    use candor_bits::small;

    use super::*;

    /// All pairs of intervals of small numbers, against every pair of members, at six bits.
    #[test]
    fn operators_contain_their_results() {
        let ops = [
            BinOp::Add,
            BinOp::Sub,
            BinOp::Mul,
            BinOp::And,
            BinOp::URem,
            BinOp::SRem,
            BinOp::UDiv,
            BinOp::SDiv,
            BinOp::LShr,
        ];
        let ends = [-32i128, -9, -1, 0, 1, 5, 31];
        let intervals: Vec<Range> = ends
            .iter()
            .flat_map(|&low| ends.iter().filter(move |&&high| low <= high).map(move |&high| Range { low, high }))
            .collect();
        let pattern = |value: i128| u64::try_from(value & 63).expect("six bits");
        for op in ops {
            for (a, b) in intervals.iter().flat_map(|&a| intervals.iter().map(move |&b| (a, b))) {
                let result = binary(op, a, b).map_or(Range::full(6), |range| range.or_full(6));
                for (x, y) in (a.low..=a.high).flat_map(|x| (b.low..=b.high).map(move |y| (x, y))) {
                    let divides = matches!(op, BinOp::URem | BinOp::SRem | BinOp::UDiv | BinOp::SDiv);
                    if (divides && y == 0) || (op == BinOp::LShr && !(0..6).contains(&y)) {
                        continue;
                    }
                    let value = i128::from(small::sext(6, small::binary(op, 6, pattern(x), pattern(y))));
                    assert!(result.low <= value && value <= result.high, "{x} {op:?} {y} = {value} not in {result:?}");
                }
            }
        }
    }

    #[test]
    fn comparisons_imply_what_they_say() {
        let ops = [CmpOp::Eq, CmpOp::Slt, CmpOp::Sle, CmpOp::Sgt, CmpOp::Sge, CmpOp::Ult, CmpOp::Ule, CmpOp::Ugt];
        for op in ops {
            for bound in -8..8i128 {
                let Some(range) = implied(op, bound, 4) else { continue };
                for value in -8..8i128 {
                    let bits = |number: i128| u64::try_from(number & 15).expect("four bits");
                    if small::compare(op, 4, bits(value), bits(bound)) {
                        assert!(range.low <= value && value <= range.high, "{value} {op:?} {bound}");
                    }
                    let opposite = negated(op).expect("has one");
                    assert_ne!(
                        small::compare(op, 4, bits(value), bits(bound)),
                        small::compare(opposite, 4, bits(value), bits(bound))
                    );
                }
            }
        }
    }

    const COMPARISONS: [CmpOp; 10] = [
        CmpOp::Eq,
        CmpOp::Ne,
        CmpOp::Slt,
        CmpOp::Sle,
        CmpOp::Sgt,
        CmpOp::Sge,
        CmpOp::Ult,
        CmpOp::Ule,
        CmpOp::Ugt,
        CmpOp::Uge,
    ];

    /// All intervals of numbers of three bits.
    fn intervals() -> Vec<Range> {
        (-4..4i128).flat_map(|low| (low..4).map(move |high| Range { low, high })).collect()
    }

    #[test]
    fn decisions_and_restrictions_are_those_of_all_members() {
        let bits = |number: i128| u64::try_from(number & 7).expect("three bits");
        for op in COMPARISONS {
            for (a, b) in intervals().into_iter().flat_map(|a| intervals().into_iter().map(move |b| (a, b))) {
                let (decided, left) = (decide(op, a, b), restrict(op, a, b, 3));
                for (x, y) in (a.low..=a.high).flat_map(|x| (b.low..=b.high).map(move |y| (x, y))) {
                    let holds = small::compare(op, 3, bits(x), bits(y));
                    assert!(decided.is_none_or(|decided| decided == holds), "{x} {op:?} {y} in {a:?} {b:?}");
                    let stays = left.is_some_and(|left| left.low <= x && x <= left.high);
                    assert!(!holds || stays, "{x} {op:?} {y} in {a:?} {b:?}: {left:?}");
                }
                assert!(left.is_none_or(|left| a.low <= left.low && left.high <= a.high), "{op:?} {a:?} {b:?}");
            }
        }
    }

    #[test]
    fn casts_contain_their_results() {
        for (op, to) in [(CastOp::SExt, 5), (CastOp::ZExt, 5), (CastOp::Trunc, 2)] {
            for range in intervals() {
                let result = cast(op, 3, range).map_or(Range::full(to), |result| result.or_full(to));
                for number in range.low..=range.high {
                    let bits = candor_bits::Bits::from_i128(3, number);
                    let bits = match op {
                        CastOp::SExt => bits.sext(to),
                        CastOp::ZExt => bits.zext(to),
                        _ => bits.trunc(to),
                    };
                    let value = i128::from(bits.to_i64_wrapping());
                    assert!(result.low <= value && value <= result.high, "{op:?} {number} of {range:?}: {result:?}");
                }
            }
        }
    }
}
