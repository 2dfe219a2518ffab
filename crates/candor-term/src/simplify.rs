//! The driver of simplification: look up, fold, rewrite, and only then store.
//!
//! A node that is in the pool already went through all this before and is returned at once; that is the common case. Otherwise
//! operands that are all constant are folded by `meaning`, and then the rules of the operator are tried in the order of
//! [`RULES`](crate::RULES). A rule builds its result by the ordinary constructors, which simplify in turn; that recursion is cut
//! off at [`MAX_DEPTH`], where a term is stored as it is. A term that could be simpler is never wrong.

use candor_bits::Bits;
use smallvec::SmallVec;

use crate::meaning::{Typing, apply};
use crate::pool::{NO_TERM, Node, SortId};
use crate::rules::{RULES, Rewrite, Rule};
use crate::{Op, Sort, Term, TermPool};

/// How deep rules may nest. Rules that walk down a chain (of nested `ite`s, say) stop here; without a limit a long chain would
/// overflow the stack and make each new term cost as much as the chain is long.
const MAX_DEPTH: u32 = 64;

impl TermPool {
    /// The simplified term with this operator and these operands, which have the right sorts.
    #[inline]
    pub(crate) fn make(&mut self, op: Op, sort: SortId, args: [Term; 3]) -> Term {
        let mut node = Node { op, sort, args };
        if !self.rewriting {
            return self.intern(node);
        }
        self.order_operands(&mut node);
        // With a log, nodes get stored that nobody simplified.
        if self.log.is_none()
            && let Some(term) = self.find(&node)
        {
            return term;
        }
        if let Some(term) = self.fold(&node) {
            return term;
        }
        self.rewrite(&node).unwrap_or_else(|| self.intern(node))
    }

    pub(crate) fn make1(&mut self, op: Op, sort: SortId, a: Term) -> Term {
        self.make(op, sort, [a, NO_TERM, NO_TERM])
    }

    pub(crate) fn make2(&mut self, op: Op, sort: SortId, a: Term, b: Term) -> Term {
        self.make(op, sort, [a, b, NO_TERM])
    }

    /// Constants to the right, everything else by age: then a rule need look for a constant in one place only, and `x + y` is
    /// the same term as `y + x`.
    #[inline]
    pub(crate) fn order_operands(&self, node: &mut Node) {
        if node.op.is_commutative() {
            let key = |term| (self.is_const(term), term);
            if key(node.a()) > key(node.b()) {
                node.args.swap(0, 1);
            }
        }
    }

    /// The constant that the node stands for, if all its operands are constants.
    fn fold(&mut self, node: &Node) -> Option<Term> {
        let args = &node.args[..node.op.arity()];
        if node.op.is_array() || !args.iter().all(|arg| self.is_const(*arg)) {
            return None;
        }
        let patterns: SmallVec<[Bits; 3]> = args.iter().filter_map(|arg| self.const_bits(*arg)).collect();
        let value = apply(node.op, self.typing(node), &patterns);
        Some(self.const_of(node.sort, value))
    }

    /// The sorts around a node that has operands.
    #[inline]
    pub(crate) fn typing(&self, node: &Node) -> Typing {
        Typing {
            result: self.sort_of_id(node.sort),
            operand: self.sort(node.a()),
            low: if node.op == Op::Extract { node.b().as_u32() } else { 0 },
        }
    }

    fn rewrite(&mut self, node: &Node) -> Option<Term> {
        if self.depth >= MAX_DEPTH {
            return None;
        }
        self.depth += 1;
        let rules = self.dispatch.rules(node.op);
        let rewritten = rules.iter().find_map(|rule_idx| self.try_rule(*rule_idx, node).map(|term| (*rule_idx, term)));
        self.depth -= 1;
        let (rule_idx, after) = rewritten?;
        self.rule_hits[rule_idx] += 1;
        if self.log.is_some() {
            let before = self.intern(*node);
            let rule = RULES[rule_idx].name;
            self.log.as_mut()?.push(Rewrite { rule, before, after });
        }
        Some(after)
    }

    #[inline]
    fn try_rule(&mut self, rule_idx: usize, node: &Node) -> Option<Term> {
        (RULES[rule_idx].apply)(self, node)
    }

    /// How often each rule has fired, in the order of [`RULES`].
    pub fn rule_hits(&self) -> impl Iterator<Item = (&'static Rule, u64)> {
        RULES.iter().zip(self.rule_hits.iter().copied())
    }

    /// From now on keeps every rewrite: the term before (stored as it was) and after. For checking rules one by one with a solver;
    /// slower, and meant for pools made for that purpose, because the terms before stay in the pool.
    pub fn log_rewrites(&mut self) {
        self.log.get_or_insert_default();
    }

    /// The rewrites since the last call, and since [`log_rewrites`](TermPool::log_rewrites).
    pub fn take_rewrites(&mut self) -> Vec<Rewrite> {
        self.log.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// The term with this operator and these operands; `sort` is that of the result, `low` only counts for [`Op::Extract`].
    /// For code that goes through terms of all kinds; the sorts are not checked. Panics on a leaf.
    pub fn build(&mut self, op: Op, sort: Sort, args: &[Term], low: u32) -> Term {
        let node = self.node_of(op, sort, args, low);
        self.make(node.op, node.sort, node.args)
    }

    /// Like [`build`](TermPool::build), but exactly this term, without folding or rewriting. In a pool that simplifies, the term
    /// will from now on be taken for a simplified one.
    pub fn build_unsimplified(&mut self, op: Op, sort: Sort, args: &[Term], low: u32) -> Term {
        let node = self.node_of(op, sort, args, low);
        self.intern(node)
    }

    pub(crate) fn node_of(&mut self, op: Op, sort: Sort, args: &[Term], low: u32) -> Node {
        assert!(!args.is_empty() && args.len() == op.arity(), "operands of {op}");
        let mut own = [NO_TERM; 3];
        own[..args.len()].copy_from_slice(args);
        if op == Op::Extract {
            own[1] = Term::from_u32(low);
        }
        let sort = self.sort_id_of(sort);
        Node { op, sort, args: own }
    }

    /// The term with the operator of `term` and other operands of the same sorts.
    pub fn rebuild(&mut self, term: Term, args: &[Term]) -> Term {
        let node = self.node(term);
        debug_assert_eq!(args.len(), node.op.arity());
        if args.is_empty() {
            return term;
        }
        let mut own = node.args;
        own[..args.len()].copy_from_slice(args);
        self.make(node.op, node.sort, own)
    }
}
