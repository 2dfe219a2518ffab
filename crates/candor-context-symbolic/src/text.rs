//! Texts that come from outside: arrays of any bytes but zero, with a zero at an end that need not be one number.
//!
//! That no byte before the end is zero would be one fact for each of 4,095 bytes; it is said only of bytes that are read, each time: who follows
//! one path at a time may have been told on another path.

use candor_term::{Op, Term, TermPool};
use rustc_hash::{FxHashMap, FxHashSet};

#[derive(Debug, Default)]
pub(crate) struct Texts {
    /// By the variable that stands for the bytes.
    known: FxHashMap<Term, Text>,
}

#[derive(Copy, Clone, Debug)]
struct Text {
    /// Where its zero is.
    end: Term,
    /// The bytes with that zero: the contents as long as nobody changes them.
    whole: Term,
}

impl Texts {
    /// A new text in a block of this size, whose bytes a variable stands for; the contents of the block.
    pub(crate) fn add(&mut self, pool: &mut TermPool, bytes: Term, size: Term) -> Term {
        let one = pool.bv(pool.width(size), 1);
        let end = pool.sub(size, one);
        let zero = pool.bv_zero(8);
        let whole = pool.store(bytes, end, zero);
        self.known.insert(bytes, Text { end, whole });
        whole
    }

    /// What holds of the bytes that are read at an offset of some contents, as far as they are those of a text.
    pub(crate) fn facts_about(&self, pool: &mut TermPool, contents: Term, at: Term, n_bytes: u64) -> Vec<Term> {
        let mut facts = Vec::new();
        if self.known.is_empty() {
            return facts;
        }
        for bytes in sources(pool, contents) {
            let Some(text) = self.known.get(&bytes).copied() else { continue };
            for nth in 0..n_bytes {
                let nth = pool.bv(pool.width(at), nth);
                let index = pool.add(at, nth);
                let byte = pool.select(bytes, index);
                let zero = pool.bv_zero(8);
                let (is_before, is_zero) = (pool.ult(index, text.end), pool.eq(byte, zero));
                let is_other = pool.not(is_zero);
                facts.push(pool.implies(is_before, is_other));
            }
        }
        facts
    }

    /// Where the zero is of a text that is the contents of a block as it came.
    pub(crate) fn end_of(&self, pool: &TermPool, contents: Term) -> Option<Term> {
        let sources = sources(pool, contents);
        let [bytes] = sources[..] else { return None };
        self.known.get(&bytes).filter(|text| text.whole == contents).map(|text| text.end)
    }
}

/// The variables that an array is made from.
fn sources(pool: &TermPool, array: Term) -> Vec<Term> {
    let (mut work, mut seen, mut found) = (vec![array], FxHashSet::default(), Vec::new());
    while let Some(term) = work.pop() {
        if !seen.insert(term) {
            continue;
        }
        match (pool.op(term), pool.args(term)) {
            (Op::Store, args) => work.push(args[0]),
            (Op::Ite, args) => work.extend(&args[1..]),
            _ => found.push(term),
        }
    }
    found
}
