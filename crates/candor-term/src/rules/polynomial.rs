//! Equations between polynomials, modulo a power of two.
//!
//! Solvers that work in bits cannot see that `(i + 1) * (i + 1)` is `i * i + 2 * i + 1`. Where products of sums are multiplied out and
//! the equation gets no more products than it had, it stands in one form, whichever way it was written.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use crate::pool::Node;
use crate::{Op, Sort, Term, TermPool};

/// Larger polynomials stay as they are.
const MAX_MONOMIALS: usize = 16;
const MAX_DEGREE: usize = 4;
/// So many terms are looked at.
const MAX_TERMS: usize = 64;

/// The factors of a product, in order; none for the constant.
type Monomial = SmallVec<[Term; MAX_DEGREE]>;

/// What each product counts, modulo `mask + 1`.
#[derive(Clone, Default)]
struct Polynomial(BTreeMap<Monomial, u64>);

/// `((i + 1) * (i + 1) = x + 1) = (i * i + 2 * i = x)`.
pub(super) fn eq_polynomials(pool: &mut TermPool, node: &Node) -> Option<Term> {
    let Sort::Bv(width @ 2..=64) = pool.sort(node.a()) else { return None };
    if !has_product(pool, node.a()) && !has_product(pool, node.b()) {
        return None;
    }
    let mut reader = Reader { pool, mask: u64::MAX >> (64 - width), n_left: MAX_TERMS, products: FxHashSet::default() };
    let (left, right) = (reader.read(node.a())?, reader.read(node.b())?);
    let (mask, n_products) = (reader.mask, reader.products.len());
    let mut whole = left;
    whole.add(&right, mask, mask);
    let n_products_left = whole.0.keys().filter(|monomial| monomial.len() > 1).count();
    if whole.0.len() > MAX_MONOMIALS || n_products_left > n_products {
        return None;
    }
    let (left, right) = whole.sides(pool, width, mask);
    let is_same = (left, right) == (node.a(), node.b()) || (right, left) == (node.a(), node.b());
    (!is_same).then(|| pool.eq(left, right))
}

/// Whether two unknowns are multiplied in a sum.
fn has_product(pool: &TermPool, term: Term) -> bool {
    let mut work: SmallVec<[Term; 8]> = smallvec::smallvec![term];
    let mut n_left = MAX_TERMS;
    while let Some(term) = work.pop() {
        n_left -= 1;
        if n_left == 0 {
            return false;
        }
        let node = pool.node(term);
        match node.op {
            Op::Mul if !pool.is_const(node.b()) => return true,
            Op::Mul | Op::Neg => work.push(node.a()),
            Op::Add => work.extend([node.a(), node.b()]),
            _ => work.extend(shifted(pool, term).map(|(x, _)| x)),
        }
    }
    false
}

/// `x` and `k`, if a term is `x * 2^k`.
fn shifted(pool: &TermPool, term: Term) -> Option<(Term, u32)> {
    let (kept, zeros) = pool.as_binary(Op::Concat, term)?;
    let (x, low) = pool.as_extract(kept)?;
    (low == 0 && pool.is_const_zero(zeros) && pool.width(x) == pool.width(term)).then(|| (x, pool.width(zeros)))
}

struct Reader<'p> {
    pool: &'p TermPool,
    mask: u64,
    n_left: usize,
    /// The products of unknowns that were met.
    products: FxHashSet<Term>,
}

impl Reader<'_> {
    /// A term as a polynomial over what it is made of; `None` if that is too large.
    fn read(&mut self, term: Term) -> Option<Polynomial> {
        self.n_left = self.n_left.checked_sub(1)?;
        let node = self.pool.node(term);
        let (mask, one) = (self.mask, Monomial::new());
        let mut result = Polynomial::default();
        match node.op {
            Op::Const => result.count(one, self.pool.const_u64(term)?, mask),
            Op::Add => {
                result = self.read(node.a())?;
                result.add(&self.read(node.b())?, 1, mask);
            }
            Op::Neg => result.add(&self.read(node.a())?, mask, mask),
            Op::Mul => {
                if !self.pool.is_const(node.b()) {
                    self.products.insert(term);
                }
                result = self.read(node.a())?.times(&self.read(node.b())?, mask)?;
            }
            _ => match shifted(self.pool, term) {
                Some((x, k)) => result.add(&self.read(x)?, 1 << k, mask),
                None => result.count(smallvec::smallvec![term], 1, mask),
            },
        }
        Some(result)
    }
}

impl Polynomial {
    fn count(&mut self, monomial: Monomial, weight: u64, mask: u64) {
        let counts = self.0.get(&monomial).copied().unwrap_or(0).wrapping_add(weight) & mask;
        match counts {
            0 => _ = self.0.remove(&monomial),
            counts => _ = self.0.insert(monomial, counts),
        }
    }

    fn add(&mut self, other: &Polynomial, times: u64, mask: u64) {
        for (monomial, weight) in &other.0 {
            self.count(monomial.clone(), weight.wrapping_mul(times), mask);
        }
    }

    fn times(&self, other: &Polynomial, mask: u64) -> Option<Polynomial> {
        let mut product = Polynomial::default();
        for (a, weight) in &self.0 {
            for (b, times) in &other.0 {
                let mut monomial: Monomial = a.iter().chain(b).copied().collect();
                if monomial.len() > MAX_DEGREE {
                    return None;
                }
                monomial.sort_unstable();
                product.count(monomial, weight.wrapping_mul(*times), mask);
            }
        }
        (product.0.len() <= 2 * MAX_MONOMIALS).then_some(product)
    }

    /// Two sums that are equal where the polynomial is zero: what counts less than nothing is on the right, the constant too, if there is
    /// nothing else.
    fn sides(mut self, pool: &mut TermPool, width: u32, mask: u64) -> (Term, Term) {
        let half = mask / 2 + 1;
        let constant = self.0.remove(&Monomial::new()).unwrap_or(0);
        let is_negative = self.0.last_key_value().is_some_and(|(_, weight)| *weight > half);
        let sign = if is_negative { mask } else { 1 };
        let (mut left, mut right) = (pool.bv(width, 0), pool.bv(width, 0));
        let mut has_right = false;
        for (monomial, weight) in self.0 {
            let weight = weight.wrapping_mul(sign) & mask;
            let on_left = weight <= half;
            let weight = if on_left { weight } else { weight.wrapping_neg() & mask };
            let factors = monomial.into_iter().reduce(|product, factor| pool.mul(product, factor));
            let weight = pool.bv(width, weight);
            let product = factors.map_or(weight, |factors| pool.mul(factors, weight));
            has_right |= !on_left;
            let side = if on_left { &mut left } else { &mut right };
            *side = pool.add(*side, product);
        }
        let constant = constant.wrapping_mul(sign) & mask;
        if has_right {
            let constant = pool.bv(width, constant);
            left = pool.add(left, constant);
        } else {
            right = pool.bv(width, constant.wrapping_neg() & mask);
        }
        (left, right)
    }
}
