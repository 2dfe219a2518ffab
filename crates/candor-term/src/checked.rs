//! Terms that somebody else has put together: their sorts are looked at first.

use crate::{Op, Sort, Term, TermPool};

impl TermPool {
    /// The term with this operator and these operands, like [`build`](TermPool::build); `None` if the operator does not take operands of
    /// these sorts or does not give a term of this sort, and for leaves and arithmetic of floats.
    pub fn checked(&mut self, op: Op, sort: Sort, args: &[Term], low: u32) -> Option<Term> {
        let sorts: Vec<Sort> = args.iter().map(|arg| self.sort(*arg)).collect();
        let is_right = !args.is_empty() && args.len() == op.arity() && fits(op, sort, &sorts, low);
        is_right.then(|| self.build(op, sort, args, low))
    }
}

/// Whether an operator makes this sort of those.
fn fits(op: Op, sort: Sort, args: &[Sort], low: u32) -> bool {
    let is_bv = |sort: &Sort| matches!(sort, Sort::Bv(1..));
    match (op, args) {
        (Op::Not, [a]) => *a == sort && (is_bv(a) || *a == Sort::Bool),
        (Op::And | Op::Or, [a, b]) => *a == sort && a == b && (is_bv(a) || *a == Sort::Bool),
        (Op::Neg, [a]) => *a == sort && is_bv(a),
        (
            Op::Xor | Op::Add | Op::Mul | Op::UDiv | Op::SDiv | Op::URem | Op::SRem | Op::Shl | Op::LShr | Op::AShr,
            [a, b],
        ) => *a == sort && a == b && is_bv(a),
        (Op::Eq, [a, b]) => sort == Sort::Bool && a == b,
        (Op::Ult | Op::Slt, [a, b]) => sort == Sort::Bool && a == b && is_bv(a),
        (Op::Ite, [condition, a, b]) => *condition == Sort::Bool && *a == sort && a == b,
        (Op::Concat, [Sort::Bv(high), Sort::Bv(low)]) => high.checked_add(*low).map(Sort::Bv) == Some(sort),
        (Op::Extract, [Sort::Bv(from)]) => {
            matches!(sort, Sort::Bv(width @ 1..) if low.checked_add(width).is_some_and(|end| end <= *from))
        }
        (Op::SExt, [Sort::Bv(from)]) => matches!(sort, Sort::Bv(width) if width > *from),
        (Op::ConstArray, [Sort::Bv(of)]) => matches!(sort, Sort::Array { index: 1.., element } if element == *of),
        (Op::Select, [Sort::Array { index, element }, at]) => *at == Sort::Bv(*index) && sort == Sort::Bv(*element),
        (Op::Store, [array @ Sort::Array { index, element }, at, value]) => {
            *array == sort && *at == Sort::Bv(*index) && *value == Sort::Bv(*element)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_makes_no_sense_is_no_term() {
        let mut pool = TermPool::new();
        let (x, y) = (pool.var("x", Sort::Bv(8)), pool.var("y", Sort::Bv(16)));
        let p = pool.var("p", Sort::Bool);
        assert_eq!(pool.checked(Op::Add, Sort::Bv(8), &[x, x], 0), Some(pool.add(x, x)));
        assert_eq!(pool.checked(Op::Add, Sort::Bv(8), &[x, y], 0), None);
        assert_eq!(pool.checked(Op::Add, Sort::Bv(16), &[x, x], 0), None);
        assert_eq!(pool.checked(Op::Add, Sort::Bv(8), &[x], 0), None);
        assert_eq!(pool.checked(Op::Add, Sort::Bool, &[p, p], 0), None);
        assert_eq!(pool.checked(Op::Extract, Sort::Bv(4), &[x], 4), Some(pool.extract(x, 4, 4)));
        assert_eq!(pool.checked(Op::Extract, Sort::Bv(4), &[x], 5), None);
        assert_eq!(pool.checked(Op::Extract, Sort::Bv(4), &[x], u32::MAX), None);
        assert_eq!(pool.checked(Op::SExt, Sort::Bv(8), &[x], 0), None);
        assert_eq!(pool.checked(Op::Concat, Sort::Bv(24), &[x, y], 0), Some(pool.concat(x, y)));
        assert_eq!(pool.checked(Op::Ite, Sort::Bv(8), &[x, x, x], 0), None);
        assert_eq!(pool.checked(Op::Var, Sort::Bool, &[], 0), None);
        let array = pool.var("a", Sort::Array { index: 16, element: 8 });
        assert_eq!(pool.checked(Op::Select, Sort::Bv(8), &[array, y], 0), Some(pool.select(array, y)));
        assert_eq!(pool.checked(Op::Select, Sort::Bv(8), &[array, x], 0), None);
        assert_eq!(pool.checked(Op::Store, Sort::Array { index: 16, element: 8 }, &[array, y, y], 0), None);
    }
}
