//! Random terms with a fixed seed, and comparison of terms by evaluation.

use candor_bits::Bits;
use rustc_hash::FxHashMap;

use crate::corpus::Shape;
use crate::{Assignment, Op, Sort, Term, TermPool, Value};

/// A small generator of random numbers (xorshift*), so that every run is the same.
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

    pub(super) fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    pub(super) fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    /// A pattern, often one at a limit.
    pub(super) fn bits(&mut self, width: u32) -> Bits {
        let limbs: Vec<u64> = (0..width.div_ceil(64)).map(|_| self.next()).collect();
        match self.below(8) {
            0 => Bits::zero(width),
            1 => Bits::ones(width),
            2 => Bits::signed_min(width),
            3 => Bits::signed_max(width),
            4 => Bits::one(width),
            5 => {
                let bit_idx = u32::try_from(self.below(usize::try_from(width).expect("small"))).expect("small");
                Bits::zero(width).with_bit(bit_idx, true)
            }
            _ => Bits::from_limbs(width, &limbs),
        }
    }
}

/// Makes random terms over a few variables; terms made earlier come back as operands, so that rules meet equal operands.
pub(super) struct Generator {
    pub(super) rng: Rng,
    pub(super) width: u32,
    max_width: u32,
    bank: FxHashMap<Sort, Vec<Term>>,
}

const LOGICAL: &[Op] = &[Op::Not, Op::And, Op::Or, Op::Ite];
const BV_BINARY: &[Op] = &[
    Op::And,
    Op::Or,
    Op::Xor,
    Op::Add,
    Op::Add,
    Op::Add,
    Op::Mul,
    Op::Mul,
    Op::UDiv,
    Op::SDiv,
    Op::URem,
    Op::SRem,
    Op::Shl,
    Op::LShr,
    Op::AShr,
];

impl Generator {
    pub(super) fn new(seed: u64, width: u32) -> Generator {
        Generator { rng: Rng::new(seed), width, max_width: 2 * width + 2, bank: FxHashMap::default() }
    }

    /// Two bit-vectors and two booleans.
    pub(super) fn vars(&self, pool: &mut TermPool) -> [Term; 4] {
        let sort = Sort::Bv(self.width);
        [pool.var("x", sort), pool.var("y", sort), pool.var("p", Sort::Bool), pool.var("q", Sort::Bool)]
    }

    /// A term of this sort; it is remembered.
    pub(super) fn term(&mut self, pool: &mut TermPool, sort: Sort, depth: u32) -> Term {
        if let Some(bank) = self.bank.get(&sort)
            && self.rng.one_in(3)
        {
            return self.rng.pick(bank);
        }
        let term = if depth == 0 || self.rng.one_in(4) {
            self.leaf(pool, sort)
        } else {
            let (op, args, low) = self.node(pool, sort, depth);
            pool.build(op, sort, &args, low)
        };
        let bank = self.bank.entry(sort).or_default();
        bank.push(term);
        // A small bank makes equal operands likely.
        if bank.len() > 24 {
            let slot = self.rng.below(24);
            bank.swap_remove(slot);
        }
        term
    }

    /// An operator with operands, such that the whole has this sort.
    pub(super) fn shape(&mut self, pool: &mut TermPool, sort: Sort, depth: u32) -> Shape {
        let (op, args, low) = self.node(pool, sort, depth);
        Shape { op, sort, args, low }
    }

    fn node(&mut self, pool: &mut TermPool, sort: Sort, depth: u32) -> (Op, Vec<Term>, u32) {
        match sort {
            Sort::Bool => self.bool_node(pool, depth),
            Sort::Bv(width) => self.bv_node(pool, width, depth),
            Sort::Float(_) | Sort::Array { .. } => panic!("only booleans and bit-vectors"),
        }
    }

    fn leaf(&mut self, pool: &mut TermPool, sort: Sort) -> Term {
        let vars = self.vars(pool);
        match sort {
            Sort::Bool => {
                let constant = pool.bool_const(self.rng.one_in(2));
                self.rng.pick(&[vars[2], vars[3], vars[2], vars[3], constant])
            }
            Sort::Bv(width) => {
                if width == self.width && !self.rng.one_in(3) {
                    return self.rng.pick(&vars[..2]);
                }
                if self.rng.one_in(2) {
                    let constant = self.rng.bits(width);
                    return pool.bv_const(constant);
                }
                self.resized_var(pool, width)
            }
            Sort::Float(_) | Sort::Array { .. } => panic!("only booleans and bit-vectors"),
        }
    }

    /// Some bits of a variable, or an extension of it.
    fn resized_var(&mut self, pool: &mut TermPool, width: u32) -> Term {
        let vars = self.vars(pool);
        let var = self.rng.pick(&vars[..2]);
        if width < self.width {
            let low = self.rng.below(usize::try_from(self.width - width + 1).expect("small"));
            return pool.extract(var, u32::try_from(low).expect("small"), width);
        }
        if self.rng.one_in(2) { pool.zext(var, width) } else { pool.sext(var, width) }
    }

    fn any_width(&mut self) -> u32 {
        if self.rng.one_in(2) {
            return self.width;
        }
        1 + u32::try_from(self.rng.below(usize::try_from(self.max_width).expect("small"))).expect("small")
    }

    fn bool_node(&mut self, pool: &mut TermPool, depth: u32) -> (Op, Vec<Term>, u32) {
        if self.rng.one_in(2) {
            return self.logical_node(pool, Sort::Bool, depth);
        }
        let sort = if self.rng.one_in(6) { Sort::Bool } else { Sort::Bv(self.any_width()) };
        let op = if sort == Sort::Bool { Op::Eq } else { self.rng.pick(&[Op::Eq, Op::Ult, Op::Slt]) };
        let args = vec![self.term(pool, sort, depth - 1), self.term(pool, sort, depth - 1)];
        (op, args, 0)
    }

    fn logical_node(&mut self, pool: &mut TermPool, sort: Sort, depth: u32) -> (Op, Vec<Term>, u32) {
        let op = self.rng.pick(LOGICAL);
        let first = if op == Op::Ite { Sort::Bool } else { sort };
        let mut args = vec![self.term(pool, first, depth - 1)];
        while args.len() < op.arity() {
            args.push(self.term(pool, sort, depth - 1));
        }
        (op, args, 0)
    }

    fn bv_node(&mut self, pool: &mut TermPool, width: u32, depth: u32) -> (Op, Vec<Term>, u32) {
        let sort = Sort::Bv(width);
        match self.rng.below(9) {
            0 => self.logical_node(pool, sort, depth),
            1 if width > 1 => {
                let high =
                    1 + u32::try_from(self.rng.below(usize::try_from(width - 1).expect("small"))).expect("small");
                let args = vec![
                    self.term(pool, Sort::Bv(high), depth - 1),
                    self.term(pool, Sort::Bv(width - high), depth - 1),
                ];
                (Op::Concat, args, 0)
            }
            2 | 3 if width < self.max_width => {
                let spare = usize::try_from(self.max_width - width + 1).expect("small");
                let low = u32::try_from(self.rng.below(spare)).expect("small");
                let above = u32::try_from(self.rng.below(spare)).expect("small");
                let inner = (low + width + above).min(self.max_width).max(low + width);
                (Op::Extract, vec![self.term(pool, Sort::Bv(inner), depth - 1)], low)
            }
            4 if width > 1 => {
                let inner =
                    1 + u32::try_from(self.rng.below(usize::try_from(width - 1).expect("small"))).expect("small");
                (Op::SExt, vec![self.term(pool, Sort::Bv(inner), depth - 1)], 0)
            }
            5 => (Op::Neg, vec![self.term(pool, sort, depth - 1)], 0),
            _ => {
                let op = self.rng.pick(BV_BINARY);
                let args = vec![self.term(pool, sort, depth - 1), self.term(pool, sort, depth - 1)];
                (op, args, 0)
            }
        }
    }
}

/// The same term in another pool, with the same names of variables; that pool simplifies it or does not.
pub(super) fn copy_to(from: &TermPool, to: &mut TermPool, copies: &mut FxHashMap<Term, Term>, term: Term) -> Term {
    for below in crate::traverse::post_order_until(from, &[term], |below| copies.contains_key(&below)) {
        let args: Vec<Term> = from.args(below).iter().map(|arg| copies[arg]).collect();
        let sort = from.sort(below);
        let copy = match from.op(below) {
            Op::Var => to.var(from.var_name(below).expect("a variable"), sort),
            Op::Const => {
                let sort = to.sort_id_of(sort);
                to.const_of(sort, from.const_bits(below).expect("a constant"))
            }
            Op::Extract => to.build(Op::Extract, sort, &args, from.extract_low(below)),
            op => to.build(op, sort, &args, 0),
        };
        copies.insert(below, copy);
    }
    copies[&term]
}

/// Random values for all variables of a pool.
pub(super) fn random_assignment(rng: &mut Rng, pool: &TermPool) -> Assignment {
    let mut assignment = Assignment::new();
    for var in pool.vars() {
        let value = match pool.sort(*var) {
            Sort::Bool => Value::Bool(rng.one_in(2)),
            Sort::Bv(width) => Value::Bv(rng.bits(width)),
            Sort::Float(kind) => Value::Float(kind, rng.bits(kind.bits())),
            Sort::Array { index, element } => {
                let mut array = crate::ArrayValue::new(index, rng.bits(element));
                for _ in 0..4 {
                    array.set(rng.bits(index), rng.bits(element));
                }
                Value::Array(array)
            }
        };
        assignment.set(*var, value);
    }
    assignment
}
