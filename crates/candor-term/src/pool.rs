//! The arena: terms are nodes of 16 bytes, equal nodes are stored once, a term is the index of its node.
//!
//! Operands are always older than the term they are part of, so ascending ids are a topological order, and deep terms need no
//! recursion anywhere. Constants of up to 64 bits live in the node itself.

use std::hash::Hasher;

use candor_bits::{Bits, FloatKind};
use cranelift_entity::{EntityRef, entity_impl};
use rustc_hash::{FxHashMap, FxHasher};

use crate::float_format::canonical;
use crate::range::Ranges;
use crate::rules::{Dispatch, Rewrite, dispatch};
use crate::{Op, Sort};

/// A term of some [`TermPool`]. Two terms of one pool are equal exactly when they are syntactically the same.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Term(u32);

entity_impl!(Term, "t");

/// What an operand place holds that the operator does not use.
pub(crate) const NO_TERM: Term = Term(0);

/// The index of a sort in the pool, in three bytes so that a node has 16.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct SortId([u8; 3]);

/// Widths up to this one have the sort with the same index.
const N_SMALL_WIDTHS: u32 = 128;

impl SortId {
    pub(crate) const BOOL: SortId = SortId([0; 3]);

    fn new(sort_idx: u32) -> SortId {
        let [b0, b1, b2, b3] = sort_idx.to_le_bytes();
        assert_eq!(b3, 0, "more than 2^24 sorts");
        SortId([b0, b1, b2])
    }

    #[inline]
    fn index(self) -> usize {
        let [b0, b1, b2] = self.0;
        usize::from(b0) | usize::from(b1) << 8 | usize::from(b2) << 16
    }
}

/// A term's operator, sort and operands. Data that is not a term sits in the operand places too: the value of a constant,
/// the number of a variable, the lowest bit of an extract.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Node {
    pub(crate) op: Op,
    pub(crate) sort: SortId,
    pub(crate) args: [Term; 3],
}

const _: () = assert!(size_of::<Node>() == 16);

impl Node {
    #[inline]
    pub(crate) fn a(&self) -> Term {
        self.args[0]
    }

    #[inline]
    pub(crate) fn b(&self) -> Term {
        self.args[1]
    }

    #[inline]
    pub(crate) fn c(&self) -> Term {
        self.args[2]
    }

    /// The operands of a binary operator in both orders.
    #[inline]
    pub(crate) fn both_ways(&self) -> [(Term, Term); 2] {
        [(self.a(), self.b()), (self.b(), self.a())]
    }

    #[inline]
    fn hash(&self) -> u64 {
        let [s0, s1, s2] = self.sort.0;
        // `repr(u8)`: the discriminant is the byte.
        let head = u32::from_le_bytes([self.op as u8, s0, s1, s2]);
        let first = u64::from(head) << 32 | u64::from(self.args[0].0);
        let second = u64::from(self.args[1].0) << 32 | u64::from(self.args[2].0);
        let mut hasher = FxHasher::default();
        hasher.write_u64(first);
        hasher.write_u64(second);
        hasher.finish()
    }
}

/// Open addressing with linear probing over the ids of nodes, where a `HashMap` with the nodes as keys would hold every node
/// twice. A slot has half of the hash beside the id: nodes are spread over memory, and looking at one that is not the one
/// sought would be a cache miss per step.
struct Table {
    /// An id plus one below the high half of the hash, or 0 for a free slot; a power of two of them.
    slots: Vec<u64>,
    n_used: usize,
}

impl Table {
    fn new() -> Table {
        Table { slots: vec![0; 1 << 10], n_used: 0 }
    }

    /// The term with this node and hash, or the slot where it belongs.
    #[inline]
    fn find(&self, nodes: &[Node], node: &Node, hash: u64) -> Result<Term, usize> {
        let mask = self.slots.len() - 1;
        let mut slot_idx = start(hash) & mask;
        loop {
            let slot = self.slots[slot_idx];
            if slot == 0 {
                return Err(slot_idx);
            }
            let term = slot_term(slot);
            if slot & HASH_MASK == hash & HASH_MASK && nodes[term.index()] == *node {
                return Ok(term);
            }
            slot_idx = (slot_idx + 1) & mask;
        }
    }

    fn insert(&mut self, nodes: &[Node], slot_idx: usize, hash: u64, term: Term) {
        self.slots[slot_idx] = hash & HASH_MASK | (u64::from(term.0) + 1);
        self.n_used += 1;
        if self.n_used * 3 > self.slots.len() * 2 {
            self.grow(nodes);
        }
    }

    fn grow(&mut self, nodes: &[Node]) {
        let bigger = vec![0; self.slots.len() * 2];
        let old = std::mem::replace(&mut self.slots, bigger);
        let mask = self.slots.len() - 1;
        for slot in old.into_iter().filter(|slot| *slot != 0) {
            let mut slot_idx = start(nodes[slot_term(slot).index()].hash()) & mask;
            while self.slots[slot_idx] != 0 {
                slot_idx = (slot_idx + 1) & mask;
            }
            self.slots[slot_idx] = slot;
        }
    }
}

const HASH_MASK: u64 = 0xffff_ffff_0000_0000;

#[inline]
fn slot_term(slot: u64) -> Term {
    let [b0, b1, b2, b3, ..] = slot.to_le_bytes();
    Term(u32::from_le_bytes([b0, b1, b2, b3]) - 1)
}

/// Where the search for a node begins.
#[inline]
fn start(hash: u64) -> usize {
    usize::try_from(hash).expect("a 64-bit machine")
}

/// The arena of terms; see the crate's documentation for how to use it.
pub struct TermPool {
    nodes: Vec<Node>,
    table: Table,
    sorts: Vec<Sort>,
    sort_ids: FxHashMap<Sort, SortId>,
    wide: Vec<Bits>,
    wide_ids: FxHashMap<Bits, u32>,
    var_names: Vec<Box<str>>,
    vars: Vec<Term>,
    vars_by_name: FxHashMap<Box<str>, Term>,
    n_fresh: u64,
    pub(crate) ranges: Ranges,
    pub(crate) rewriting: bool,
    pub(crate) depth: u32,
    pub(crate) dispatch: &'static Dispatch,
    pub(crate) rule_hits: Vec<u64>,
    /// How many operands of chains were put in order.
    pub(crate) moved: usize,
    pub(crate) log: Option<Vec<Rewrite>>,
}

impl Default for TermPool {
    fn default() -> TermPool {
        TermPool::new()
    }
}

impl TermPool {
    /// An empty pool that simplifies terms as they are built.
    pub fn new() -> TermPool {
        let mut pool = TermPool {
            nodes: Vec::new(),
            table: Table::new(),
            sorts: vec![Sort::Bool],
            sort_ids: FxHashMap::default(),
            wide: Vec::new(),
            wide_ids: FxHashMap::default(),
            var_names: Vec::new(),
            vars: Vec::new(),
            vars_by_name: FxHashMap::default(),
            n_fresh: 0,
            ranges: Ranges::default(),
            rewriting: true,
            depth: 0,
            dispatch: dispatch(),
            rule_hits: vec![0; crate::RULES.len()],
            moved: 0,
            log: None,
        };
        pool.sort_ids.insert(Sort::Bool, SortId::BOOL);
        for width in 1..=N_SMALL_WIDTHS {
            pool.sort_id_of(Sort::Bv(width));
        }
        // The two truth values come first, so that they are constants of the type.
        for (value, term) in [(false, Term::FALSE), (true, Term::TRUE)] {
            assert_eq!(pool.const_of(SortId::BOOL, Bits::from_bool(value)), term);
        }
        pool
    }

    /// An empty pool that builds every term as it is asked for: no folding, no rules, no reordering of operands. What is not an
    /// operator of its own is still lowered. This is the other side of a comparison in tests.
    pub fn plain() -> TermPool {
        TermPool { rewriting: false, ..TermPool::new() }
    }

    /// Whether terms are simplified as they are built.
    pub fn is_rewriting(&self) -> bool {
        self.rewriting
    }

    /// The number of terms.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// All terms; those that a term is made of come before it.
    pub fn terms(&self) -> impl Iterator<Item = Term> + use<> {
        (0..self.nodes.len()).map(Term::new)
    }

    /// Never: the two truth values are always there.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// About how many bytes the pool occupies, for memory limits.
    pub fn memory_bytes(&self) -> usize {
        let names: usize = self.var_names.iter().map(|name| 2 * name.len() + 64).sum();
        self.nodes.capacity() * size_of::<Node>()
            + self.table.slots.capacity() * size_of::<u64>()
            + self.wide.len() * 96
            + self.ranges.capacity() * 72
            + names
    }

    /// The sort of a term.
    #[inline]
    pub fn sort(&self, term: Term) -> Sort {
        self.sorts[self.node(term).sort.index()]
    }

    /// The width of a bit-vector; panics for another sort.
    #[inline]
    pub fn width(&self, term: Term) -> u32 {
        match self.sort(term) {
            Sort::Bv(width) => width,
            sort @ (Sort::Bool | Sort::Float(_) | Sort::Array { .. }) => panic!("the width of {term} of sort {sort}"),
        }
    }

    /// The operator at the top of a term.
    #[inline]
    pub fn op(&self, term: Term) -> Op {
        self.node(term).op
    }

    /// The operands of a term.
    #[inline]
    pub fn args(&self, term: Term) -> &[Term] {
        let node = &self.nodes[term.index()];
        &node.args[..node.op.arity()]
    }

    /// The lowest bit that an [`Op::Extract`] takes.
    #[inline]
    pub fn extract_low(&self, term: Term) -> u32 {
        debug_assert_eq!(self.op(term), Op::Extract);
        self.node(term).b().0
    }

    /// Whether the term is a constant of sort bool, bit-vector or float.
    #[inline]
    pub fn is_const(&self, term: Term) -> bool {
        self.op(term) == Op::Const
    }

    /// The truth value of a boolean constant.
    #[inline]
    pub fn const_bool(&self, term: Term) -> Option<bool> {
        match term {
            Term::FALSE => Some(false),
            Term::TRUE => Some(true),
            _ => None,
        }
    }

    /// The pattern of a constant: one bit for a boolean, the pattern of `candor-bits` for a float.
    #[inline]
    pub fn const_bits(&self, term: Term) -> Option<Bits> {
        let node = self.node(term);
        if node.op != Op::Const {
            return None;
        }
        let width = self.sorts[node.sort.index()].pattern_width()?;
        Some(if width <= 64 { Bits::new(width, inline_value(node)) } else { self.wide[node.a().index()].clone() })
    }

    /// The value of a bit-vector constant, if it is one and fits.
    #[inline]
    pub fn const_u64(&self, term: Term) -> Option<u64> {
        self.const_bits(term)?.to_u64()
    }

    /// The name of a variable.
    pub fn var_name(&self, term: Term) -> Option<&str> {
        let node = self.node(term);
        (node.op == Op::Var).then(|| &*self.var_names[node.a().index()])
    }

    /// The variable with this name, if there is one.
    pub fn find_var(&self, name: &str) -> Option<Term> {
        self.vars_by_name.get(name).copied()
    }

    /// All variables, in the order of creation.
    pub fn vars(&self) -> &[Term] {
        &self.vars
    }

    /// The variable with this name; panics if the name is taken by a variable of another sort.
    pub fn var(&mut self, name: &str, sort: Sort) -> Term {
        if let Some(var) = self.find_var(name) {
            assert_eq!(self.sort(var), sort, "variable {name} with two sorts");
            return var;
        }
        let var_idx = Term::new(self.var_names.len());
        let sort = self.sort_id_of(sort);
        let var = self.intern(Node { op: Op::Var, sort, args: [var_idx, NO_TERM, NO_TERM] });
        self.var_names.push(name.into());
        self.vars.push(var);
        self.vars_by_name.insert(name.into(), var);
        var
    }

    /// A variable that was not there before, named `prefix!0`, `prefix!1` and so on.
    pub fn fresh_var(&mut self, prefix: &str, sort: Sort) -> Term {
        loop {
            let name = format!("{prefix}!{}", self.n_fresh);
            self.n_fresh += 1;
            if self.find_var(&name).is_none() {
                return self.var(&name, sort);
            }
        }
    }

    /// A truth value.
    #[inline]
    pub fn bool_const(&mut self, value: bool) -> Term {
        if value { Term::TRUE } else { Term::FALSE }
    }

    /// A bit-vector constant.
    #[inline]
    pub fn bv_const(&mut self, value: Bits) -> Term {
        let sort = self.bv_sort(value.width());
        self.const_of(sort, value)
    }

    /// A float constant with this pattern of `candor-bits`; every pattern of a NaN gives the one NaN.
    pub fn fp_const(&mut self, kind: FloatKind, pattern: &Bits) -> Term {
        debug_assert_eq!(pattern.width(), kind.bits(), "pattern of a {kind}");
        let sort = self.sort_id_of(Sort::Float(kind));
        self.const_of(sort, canonical(kind, pattern))
    }

    /// A constant of a sort that is no array, with this (canonical) pattern.
    pub(crate) fn const_of(&mut self, sort: SortId, value: Bits) -> Term {
        let args = if value.width() <= 64 {
            let [b0, b1, b2, b3, b4, b5, b6, b7] = value.to_u64_wrapping().to_le_bytes();
            let low = u32::from_le_bytes([b0, b1, b2, b3]);
            let high = u32::from_le_bytes([b4, b5, b6, b7]);
            [Term(low), Term(high), NO_TERM]
        } else {
            [Term(self.wide_idx(value)), NO_TERM, NO_TERM]
        };
        self.intern(Node { op: Op::Const, sort, args })
    }

    fn wide_idx(&mut self, value: Bits) -> u32 {
        if let Some(wide_idx) = self.wide_ids.get(&value) {
            return *wide_idx;
        }
        let wide_idx = u32::try_from(self.wide.len()).expect("fewer than 2^32 constants");
        self.wide.push(value.clone());
        self.wide_ids.insert(value, wide_idx);
        wide_idx
    }

    #[inline]
    pub(crate) fn node(&self, term: Term) -> Node {
        self.nodes[term.index()]
    }

    #[inline]
    pub(crate) fn sort_of_id(&self, sort: SortId) -> Sort {
        self.sorts[sort.index()]
    }

    #[inline]
    pub(crate) fn bv_sort(&mut self, width: u32) -> SortId {
        if width <= N_SMALL_WIDTHS {
            assert_ne!(width, 0, "a bit-vector of no bits");
            return SortId::new(width);
        }
        self.sort_id_of(Sort::Bv(width))
    }

    pub(crate) fn sort_id_of(&mut self, sort: Sort) -> SortId {
        if let Some(id) = self.sort_ids.get(&sort) {
            return *id;
        }
        let id = SortId::new(u32::try_from(self.sorts.len()).expect("few sorts"));
        self.sorts.push(sort);
        self.sort_ids.insert(sort, id);
        id
    }

    /// The term with this node, if there is one already.
    #[inline]
    pub(crate) fn find(&self, node: &Node) -> Option<Term> {
        self.table.find(&self.nodes, node, node.hash()).ok()
    }

    /// The term with exactly this node.
    pub(crate) fn intern(&mut self, node: Node) -> Term {
        let hash = node.hash();
        match self.table.find(&self.nodes, &node, hash) {
            Ok(term) => term,
            Err(slot_idx) => {
                let term = Term(u32::try_from(self.nodes.len()).expect("fewer than 2^32 terms"));
                assert_ne!(term.0, u32::MAX, "fewer than 2^32 terms");
                self.nodes.push(node);
                self.table.insert(&self.nodes, slot_idx, hash, term);
                term
            }
        }
    }
}

impl Term {
    /// The false boolean, in every pool.
    pub const FALSE: Term = Term(0);
    /// The true boolean, in every pool.
    pub const TRUE: Term = Term(1);
}

#[inline]
fn inline_value(node: Node) -> u64 {
    u64::from(node.a().0) | u64::from(node.b().0) << 32
}
