//! The rewrite rules, each a small function with a name.
//!
//! A rule looks at a node whose operands are simplified and not all constant, and whose operands are ordered (constants to the
//! right) if the operator commutes. It answers with a term of the same meaning, or `None`. Rules for the same operator are
//! tried in the order of the table; the first answer counts.
//!
//! Three laws keep simplification fast and finite:
//! - a rule makes the term smaller, or moves it toward the normal form of its family (constants outward, extracts inward);
//! - a rule that distributes over two operands does so only where one of them collapses to a constant, because the other
//!   kind doubles the work at every level of a shared term;
//! - an extract is not pushed into sums and products: bytes of a sum that are put together again must give the sum.
//!
//! The sources are the usual suspects (LLBMC's appendix A, with its errors corrected; the rewriters of Boolector and Bitwuzla).
//! Every rule is run by the tests on all values at widths 1 to 4, and one that never fires fails them.

mod arith;
mod array;
mod bits;
mod boolean;
mod chain;
mod compare;
mod divide;
mod equality;
mod float;
mod ite;
pub(crate) mod match_term;
mod polynomial;

use std::sync::LazyLock;

use crate::pool::Node;
use crate::{Op, Term, TermPool};

/// A rewrite rule.
pub struct Rule {
    /// Its name, that of the function that implements it.
    pub name: &'static str,
    /// The operators at the top of terms that it applies to.
    pub ops: &'static [Op],
    pub(crate) apply: fn(&mut TermPool, &Node) -> Option<Term>,
}

/// One application of a rule; see [`TermPool::log_rewrites`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rewrite {
    /// The name of the rule.
    pub rule: &'static str,
    /// The term before; it has the rule's operator at its top.
    pub before: Term,
    /// The term after, which always has the same value.
    pub after: Term,
}

macro_rules! rules {
    (@ops [$($op:ident)*]) => { &[$(Op::$op),*] };
    ($( $ops:tt: $($module:ident::$function:ident)*; )*) => {
        /// All rules. The order is that of application.
        pub static RULES: &[Rule] = &[
            $( $( Rule {
                name: stringify!($function),
                ops: rules!(@ops $ops),
                apply: $module::$function,
            }, )* )*
        ];
    };
}

rules! {
    [And Or]: boolean::and_or_constant boolean::and_or_same boolean::and_or_complement boolean::and_or_constants
        boolean::and_or_nested boolean::and_or_chain boolean::and_or_resolve boolean::and_or_factor
        boolean::and_or_equalities boolean::and_or_bounds boolean::and_or_de_morgan;
    [Xor]: boolean::xor_constant boolean::xor_same boolean::xor_complement boolean::xor_constants boolean::xor_not
        boolean::xor_cancel;
    [Not]: boolean::not_not boolean::not_decrement;
    [Ite]: ite::ite_constant_condition ite::ite_same_branches ite::ite_not_condition ite::ite_constant_branch
        ite::ite_condition_as_branch ite::ite_complement_branches ite::ite_nested_condition ite::ite_nested_branch
        ite::ite_of_equality ite::ite_one_bit array::ite_same_index array::ite_one_store;
    [Not Neg Add Mul UDiv SDiv URem SRem And Or Xor Shl LShr AShr Concat Extract SExt Eq Ult Slt]:
        ite::lift_constant_ite;
    [Eq]: equality::eq_same equality::eq_bool_constant equality::eq_complement equality::eq_not_not
        equality::eq_one_bit_zero equality::eq_move_constant equality::eq_add_cancel chain::eq_common_addends equality::eq_difference
        equality::eq_xor_zero equality::eq_concat_constant equality::eq_concat_concat equality::eq_concat_prefix
        equality::eq_sext_constant equality::eq_sext_sext equality::eq_ite_branch equality::eq_ranges
        polynomial::eq_polynomials;
    [Ult Slt]: compare::less_same compare::less_bounds compare::less_constant_left compare::less_one_bit
        compare::less_sext_sext compare::less_sext_constant;
    [Ult]: compare::ult_common_prefix compare::ult_constant_prefix compare::ult_ranges;
    [Slt]: compare::slt_known_signs compare::slt_zero_of_concat compare::slt_ranges;
    [Neg]: arith::neg_neg arith::neg_not arith::neg_add_constant arith::neg_one_bit;
    [Add]: arith::add_zero arith::add_constants arith::add_not_constant arith::add_constant_outward arith::add_same
        arith::add_negated arith::add_complement arith::add_cancel arith::add_one_bit chain::chain_in_order;
    [Mul]: arith::mul_trivial arith::mul_constants arith::mul_neg_constant arith::mul_add_constant
        arith::mul_power_of_two arith::mul_one_bit;
    [UDiv]: divide::udiv_constant divide::udiv_same divide::udiv_narrow;
    [URem]: divide::urem_constant divide::urem_same divide::urem_narrow;
    [SDiv]: divide::sdiv_constant divide::sdiv_same divide::sdiv_nonnegative divide::sdiv_negative_constant
        divide::sdiv_power_of_two;
    [SRem]: divide::srem_constant divide::srem_same divide::srem_nonnegative divide::srem_negative_constant
        divide::srem_power_of_two;
    [Shl LShr AShr]: bits::shift_by_constant bits::shift_of_constant bits::shift_one_bit bits::shift_masked_amount;
    [Extract]: bits::extract_whole bits::extract_extract bits::extract_concat bits::extract_sext bits::extract_not
        bits::extract_ite bits::extract_bitwise bits::extract_of_constant_low_bits;
    [Concat]: bits::concat_right_nested bits::concat_constants bits::concat_adjacent bits::concat_nots
        bits::concat_sign_copies bits::concat_ites;
    [SExt]: bits::sext_sext bits::sext_nonnegative;
    [And Or]: bits::mask_to_concat;
    [And Or Xor]: bits::bitwise_of_concats chain::chain_in_order;
    [Select]: array::select_over_stores array::select_of_constant;
    [Store]: array::store_over_same_index array::store_what_is_there array::store_into_constant;
    [FpNeg]: float::fp_neg_neg;
    [FpAbs]: float::fp_abs_sign;
    [FpAdd]: float::fp_add_negative_zero;
    [FpMul]: float::fp_mul_one;
    [FpDiv]: float::fp_div_one;
    [FpEq FpLt FpLe]: float::fp_compare_same float::fp_compare_widened;
    [FpIsNan FpIsInf FpIsZero FpIsSubnormal FpIsNormal FpIsNegative]: float::fp_class_of_pattern float::fp_class_of_sign
        float::fp_class_of_int float::fp_class_of_widened;
    [FpToFp]: float::fp_narrow_widened;
    [FpFloor FpCeil FpTrunc FpRoundEven FpRoundAway]: float::fp_round_integer;
    [FpFromIeee]: float::fp_from_to_ieee;
    [FpToIeee]: float::fp_to_from_ieee float::fp_to_ieee_ite;
}

/// The rules of each operator, by index.
pub(crate) struct Dispatch(Vec<Vec<usize>>);

impl Dispatch {
    #[inline]
    pub(crate) fn rules(&self, op: Op) -> &[usize] {
        &self.0[usize::from(op as u8)]
    }
}

pub(crate) fn dispatch() -> &'static Dispatch {
    static DISPATCH: LazyLock<Dispatch> = LazyLock::new(|| {
        let of_op = |op: &Op| {
            let rules = RULES.iter().enumerate().filter(|(_, rule)| rule.ops.contains(op));
            rules.map(|(rule_idx, _)| rule_idx).collect()
        };
        Dispatch(Op::ALL.iter().map(of_op).collect())
    });
    &DISPATCH
}
