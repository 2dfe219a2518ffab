//! Bitwuzla 0.8 and its SAT solver CaDiCaL 2.1, compiled from source by the build script and linked statically, behind an
//! interface without unsafe code.
//!
//! Bitwuzla (Niemetz, Preiner, CAV 2023) decides bit-vectors, IEEE floats and arrays by bit-blasting, lemmas on demand and a good
//! rewriter. [`Bitwuzla`] is one solver with its own terms: it can be pushed and popped, asked under assumptions, stopped by a
//! function that it calls all the time, and tells values and failed assumptions. It stays on the thread that made it.
//!
//! All unsafe code of the solver side is in this crate's module `solver`.

#![warn(missing_docs)]

mod kind;
#[expect(unsafe_code, reason = "declarations of Bitwuzla's C interface")]
mod raw;
#[expect(unsafe_code, reason = "Bitwuzla is called through C")]
mod solver;

pub use kind::{Kind, RoundingMode};
pub use solver::{Answer, Bitwuzla, Node, NodeSort, Pattern, Purpose, version};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_check_finds_a_value() {
        let mut bitwuzla = Bitwuzla::new(Purpose::FewChecks);
        let sort = bitwuzla.bv_sort(8);
        let (x, three) = (bitwuzla.variable(sort, "x"), bitwuzla.bv_value(sort, 3));
        let equal = bitwuzla.term(Kind::Equal, &[x, three], &[]);
        let not_equal = bitwuzla.term(Kind::Not, &[equal], &[]);
        assert_eq!(bitwuzla.check(&[equal], &mut || false), Answer::Sat);
        assert_eq!(bitwuzla.value(x), Some(Pattern::Digits("00000011".to_owned())));
        bitwuzla.assert(not_equal);
        assert_eq!(bitwuzla.check(&[equal], &mut || false), Answer::Unsat);
        assert!(bitwuzla.is_failed(equal));
    }

    /// An error of Bitwuzla must neither end the process nor go by unseen.
    #[test]
    #[should_panic(expected = "mismatching sort")]
    fn an_ill_sorted_term_is_a_panic() {
        let bitwuzla = Bitwuzla::new(Purpose::FewChecks);
        let (byte, bit) = (bitwuzla.bv_sort(8), bitwuzla.bv_sort(1));
        let (x, y) = (bitwuzla.variable(byte, "x"), bitwuzla.variable(bit, "y"));
        bitwuzla.term(Kind::BvAdd, &[x, y], &[]);
    }

    #[test]
    #[should_panic(expected = "invalid call")]
    fn a_value_without_a_model_is_a_panic() {
        let mut bitwuzla = Bitwuzla::new(Purpose::FewChecks);
        let x = bitwuzla.variable(bitwuzla.bool_sort(), "x");
        bitwuzla.value(x);
    }
}
