//! The value of a term under an assignment of its variables.
//!
//! Operators mean what [`meaning`](crate::meaning) says. Arrays inside a term are never built: a select walks down the stores
//! until it finds its index, which keeps a chain of n stores from costing n copies of an array.

use candor_bits::{Bits, FloatKind};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::float_format::canonical;
use crate::meaning::apply;
use crate::{Op, Sort, Term, TermPool};

/// What a term of some sort stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// A bit-vector.
    Bv(Bits),
    /// A float, as its canonical pattern.
    Float(FloatKind, Bits),
    /// An array.
    Array(ArrayValue),
}

impl Value {
    /// The truth value; panics for another sort.
    pub fn as_bool(&self) -> bool {
        match self {
            Value::Bool(value) => *value,
            Value::Bv(_) | Value::Float(..) | Value::Array(_) => panic!("{self:?} is not a truth value"),
        }
    }

    /// The pattern of anything but an array: one bit for a boolean.
    pub fn as_bits(&self) -> Bits {
        match self {
            Value::Bool(value) => Bits::from_bool(*value),
            Value::Bv(bits) | Value::Float(_, bits) => bits.clone(),
            Value::Array(_) => panic!("{self:?} is not a pattern"),
        }
    }

    /// The value of a sort that is no array with this canonical pattern.
    fn from_pattern(sort: Sort, pattern: Bits) -> Value {
        match sort {
            Sort::Bool => Value::Bool(!pattern.is_zero()),
            Sort::Bv(_) => Value::Bv(pattern),
            Sort::Float(kind) => Value::Float(kind, pattern),
            Sort::Array { .. } => panic!("an array is not a pattern"),
        }
    }

    /// False, 0, +0, or an array of zeros.
    pub fn zero(sort: Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(false),
            Sort::Bv(width) => Value::Bv(Bits::zero(width)),
            Sort::Float(kind) => Value::Float(kind, Bits::zero(kind.bits())),
            Sort::Array { index, element } => Value::Array(ArrayValue::new(index, Bits::zero(element))),
        }
    }
}

/// The value of an array: one element everywhere, but for some indices.
#[derive(Clone, Debug)]
pub struct ArrayValue {
    index: u32,
    default: Bits,
    /// No value is the default.
    entries: FxHashMap<Bits, Bits>,
}

impl ArrayValue {
    /// The array with indices of `index` bits that has `default` everywhere.
    pub fn new(index: u32, default: Bits) -> ArrayValue {
        ArrayValue { index, default, entries: FxHashMap::default() }
    }

    /// How many bits indices have.
    pub fn index_width(&self) -> u32 {
        self.index
    }

    /// The element that is at all indices but those of [`entries`](ArrayValue::entries).
    pub fn default_element(&self) -> &Bits {
        &self.default
    }

    /// The element at an index.
    pub fn get(&self, index: &Bits) -> &Bits {
        debug_assert_eq!(index.width(), self.index);
        self.entries.get(index).unwrap_or(&self.default)
    }

    /// Replaces the element at an index.
    pub fn set(&mut self, index: Bits, element: Bits) {
        debug_assert!(index.width() == self.index && element.width() == self.default.width());
        if element == self.default {
            self.entries.remove(&index);
        } else {
            self.entries.insert(index, element);
        }
    }

    /// The indices, ascending, where the element is not the default.
    pub fn entries(&self) -> Vec<(&Bits, &Bits)> {
        let mut entries: Vec<_> = self.entries.iter().collect();
        entries.sort_by(|(a, _), (b, _)| a.cmp_unsigned(b));
        entries
    }
}

impl PartialEq for ArrayValue {
    fn eq(&self, other: &ArrayValue) -> bool {
        if self.index != other.index {
            return false;
        }
        if self.default == other.default {
            return self.entries == other.entries;
        }
        // With two defaults, arrays are equal only if all their indices are listed in one or the other.
        let n_indices = 1_usize.checked_shl(self.index).unwrap_or(usize::MAX);
        let listed: FxHashSet<&Bits> = self.entries.keys().chain(other.entries.keys()).collect();
        listed.len() == n_indices && listed.iter().all(|index| self.get(index) == other.get(index))
    }
}

impl Eq for ArrayValue {}

/// Values of variables; a variable without one is zero (see [`Value::zero`]).
#[derive(Clone, Debug, Default)]
pub struct Assignment {
    values: FxHashMap<Term, Value>,
}

impl Assignment {
    /// No variable has a value.
    pub fn new() -> Assignment {
        Assignment::default()
    }

    /// Gives a variable a value, which has to be of its sort.
    pub fn set(&mut self, var: Term, value: Value) {
        // Someone else's pattern of a NaN must not get in.
        let value = match value {
            Value::Float(kind, pattern) => Value::Float(kind, canonical(kind, &pattern)),
            value @ (Value::Bool(_) | Value::Bv(_) | Value::Array(_)) => value,
        };
        self.values.insert(var, value);
    }

    /// Gives a variable that is no array the value with this pattern, cut to its width.
    pub fn set_u64(&mut self, pool: &TermPool, var: Term, pattern: u64) {
        let sort = pool.sort(var);
        let width = sort.pattern_width().expect("an array has no pattern");
        self.set(var, Value::from_pattern(sort, Bits::new(width, pattern)));
    }

    /// Gives a variable that is no array the value with this pattern.
    pub fn set_bits(&mut self, pool: &TermPool, var: Term, pattern: Bits) {
        self.set(var, Value::from_pattern(pool.sort(var), pattern));
    }

    /// The value of a variable, if it has one.
    pub fn get(&self, var: Term) -> Option<&Value> {
        self.values.get(&var)
    }
}

/// The value of a term.
pub fn evaluate(pool: &TermPool, term: Term, assignment: &Assignment) -> Value {
    Evaluation::new(pool, assignment).value(term)
}

/// What has been evaluated under one assignment. It stays true while the pool grows.
#[derive(Clone, Debug, Default)]
pub struct Evaluated {
    patterns: FxHashMap<Term, Bits>,
    /// Arrays whose indices and elements have been evaluated.
    arrays: FxHashSet<Term>,
}

/// Evaluation of many terms under one assignment: what one has computed the next finds.
pub struct Evaluation<'a> {
    pool: &'a TermPool,
    assignment: &'a Assignment,
    done: Evaluated,
}

impl<'a> Evaluation<'a> {
    /// Nothing is evaluated yet.
    pub fn new(pool: &'a TermPool, assignment: &'a Assignment) -> Evaluation<'a> {
        Evaluation { pool, assignment, done: Evaluated::default() }
    }

    /// Goes on where another evaluation under the same assignment ended.
    pub fn resume(pool: &'a TermPool, assignment: &'a Assignment, done: Evaluated) -> Evaluation<'a> {
        Evaluation { pool, assignment, done }
    }

    /// What has been evaluated, for another time.
    pub fn finish(self) -> Evaluated {
        self.done
    }

    /// The value of a term.
    pub fn value(&mut self, term: Term) -> Value {
        self.prepare(term);
        let sort = self.pool.sort(term);
        if sort.is_array() {
            return Value::Array(self.array(term));
        }
        Value::from_pattern(sort, self.done.patterns[&term].clone())
    }

    /// Whether a boolean term holds.
    pub fn holds(&mut self, term: Term) -> bool {
        self.value(term).as_bool()
    }

    /// Evaluates everything below a term, and the term itself unless it is an array.
    fn prepare(&mut self, root: Term) {
        let mut stack = vec![(root, false)];
        while let Some((term, ready)) = stack.pop() {
            if self.is_done(term) {
                continue;
            }
            if ready {
                self.compute(term);
                continue;
            }
            stack.push((term, true));
            stack.extend(self.pool.args(term).iter().map(|arg| (*arg, false)));
        }
    }

    fn is_done(&self, term: Term) -> bool {
        self.done.patterns.contains_key(&term) || self.done.arrays.contains(&term)
    }

    /// Evaluates a term whose operands are done.
    fn compute(&mut self, term: Term) {
        if self.pool.sort(term).is_array() {
            self.done.arrays.insert(term);
            return;
        }
        let args = self.pool.args(term);
        let pattern = match self.pool.op(term) {
            Op::Const => self.pool.const_bits(term).expect("a constant"),
            Op::Var => match self.assignment.get(term) {
                Some(value) => value.as_bits(),
                None => Value::zero(self.pool.sort(term)).as_bits(),
            },
            Op::Select => self.element(args[0], &self.done.patterns[&args[1]]),
            Op::Eq if self.pool.sort(args[0]).is_array() => Bits::from_bool(self.array(args[0]) == self.array(args[1])),
            op => {
                let patterns: SmallVec<[Bits; 3]> = args.iter().map(|arg| self.done.patterns[arg].clone()).collect();
                apply(op, self.pool.typing(&self.pool.node(term)), &patterns)
            }
        };
        self.done.patterns.insert(term, pattern);
    }

    /// The element of an array term whose parts are evaluated.
    fn element(&self, array: Term, index: &Bits) -> Bits {
        let mut array = array;
        loop {
            let node = self.pool.node(array);
            match node.op {
                Op::Store if self.done.patterns[&node.b()] == *index => return self.done.patterns[&node.c()].clone(),
                Op::Store => array = node.a(),
                Op::Ite => array = self.branch(array),
                Op::ConstArray => return self.done.patterns[&node.a()].clone(),
                _ => return self.array_var(array).get(index).clone(),
            }
        }
    }

    /// The whole array that a term stands for.
    fn array(&self, array: Term) -> ArrayValue {
        let mut stores = Vec::new();
        let mut array = array;
        let mut value = loop {
            let node = self.pool.node(array);
            match node.op {
                Op::Store => {
                    stores.push((node.b(), node.c()));
                    array = node.a();
                }
                Op::Ite => array = self.branch(array),
                Op::ConstArray => {
                    let Sort::Array { index, .. } = self.pool.sort(array) else {
                        unreachable!("a constant array is an array")
                    };
                    break ArrayValue::new(index, self.done.patterns[&node.a()].clone());
                }
                _ => break self.array_var(array),
            }
        };
        for (index, element) in stores.into_iter().rev() {
            value.set(self.done.patterns[&index].clone(), self.done.patterns[&element].clone());
        }
        value
    }

    fn branch(&self, ite: Term) -> Term {
        let node = self.pool.node(ite);
        if self.done.patterns[&node.a()].is_zero() { node.c() } else { node.b() }
    }

    fn array_var(&self, var: Term) -> ArrayValue {
        match self.assignment.get(var) {
            Some(Value::Array(array)) => array.clone(),
            None => match Value::zero(self.pool.sort(var)) {
                Value::Array(array) => array,
                value @ (Value::Bool(_) | Value::Bv(_) | Value::Float(..)) => panic!("{value:?} is no array"),
            },
            Some(value @ (Value::Bool(_) | Value::Bv(_) | Value::Float(..))) => panic!("{value:?} is no array"),
        }
    }
}
