//! Random terms over few small variables, always the same ones.

use candor_bits::Bits;
use candor_term::{Assignment, Sort, Term, TermPool, Value};

/// A small generator of random numbers (xorshift*).
pub(super) struct Rng(u64);

impl Rng {
    pub(super) fn new(seed: u64) -> Rng {
        Rng(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(super) fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub(super) fn below(&mut self, n: usize) -> usize {
        let n = u64::try_from(n).expect("a small number");
        usize::try_from((self.next() >> 32) % n).expect("a small number")
    }
}

/// The variables `x`, `y` and `z` of a width.
pub(super) fn vars(pool: &mut TermPool, width: u32) -> [Term; 3] {
    ["x", "y", "z"].map(|name| pool.var(name, Sort::Bv(width)))
}

/// A random bit-vector over [`vars`].
pub(super) fn random_word(rng: &mut Rng, pool: &mut TermPool, width: u32, depth: u32) -> Term {
    if depth == 0 {
        return match rng.below(4) {
            0 => pool.bv(width, rng.next()),
            var_idx => vars(pool, width)[var_idx - 1],
        };
    }
    let binary = [
        TermPool::add,
        TermPool::sub,
        TermPool::mul,
        TermPool::udiv,
        TermPool::sdiv,
        TermPool::urem,
        TermPool::srem,
        TermPool::and,
        TermPool::or,
        TermPool::xor,
        TermPool::shl,
        TermPool::lshr,
        TermPool::ashr,
    ];
    match rng.below(17) {
        13 => {
            let condition = random_bool(rng, pool, width, depth - 1);
            let (a, b) = two_words(rng, pool, width, depth);
            pool.ite(condition, a, b)
        }
        14 => {
            let (a, b) = two_words(rng, pool, width, depth);
            let joined = pool.concat(a, b);
            let low = u32::try_from(rng.below(usize::try_from(width).expect("small"))).expect("small");
            pool.extract(joined, low, width)
        }
        15 => {
            let word = random_word(rng, pool, width, depth - 1);
            let cut = pool.trunc(word, 1 + width / 2);
            pool.sext(cut, width)
        }
        16 => {
            let word = random_word(rng, pool, width, depth - 1);
            pool.neg(word)
        }
        op_idx => {
            let (a, b) = two_words(rng, pool, width, depth);
            binary[op_idx](pool, a, b)
        }
    }
}

/// A random boolean over [`vars`].
pub(super) fn random_bool(rng: &mut Rng, pool: &mut TermPool, width: u32, depth: u32) -> Term {
    if depth > 1 && rng.below(3) == 0 {
        let a = random_bool(rng, pool, width, depth - 1);
        let b = random_bool(rng, pool, width, depth - 1);
        return match rng.below(4) {
            0 => pool.or(a, b),
            1 => pool.xor(a, b),
            2 => pool.not(a),
            _ => pool.and(a, b),
        };
    }
    let (a, b) = two_words(rng, pool, width, depth.max(1));
    match rng.below(4) {
        0 => pool.ult(a, b),
        1 => pool.sle(a, b),
        2 => pool.ne(a, b),
        _ => pool.eq(a, b),
    }
}

fn two_words(rng: &mut Rng, pool: &mut TermPool, width: u32, depth: u32) -> (Term, Term) {
    (random_word(rng, pool, width, depth - 1), random_word(rng, pool, width, depth - 1))
}

/// All assignments of [`vars`].
pub(super) fn all_assignments(vars: [Term; 3], width: u32) -> impl Iterator<Item = Assignment> {
    (0..1_u64 << (3 * width)).map(move |pattern| {
        let all = Bits::new(3 * width, pattern);
        let mut assignment = Assignment::new();
        for (low, var) in (0..).step_by(usize::try_from(width).expect("small")).zip(vars) {
            assignment.set(var, Value::Bv(all.extract(low, width)));
        }
        assignment
    })
}
