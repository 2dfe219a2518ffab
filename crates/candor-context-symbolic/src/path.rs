//! What holds on the way to a state, as a list that states share.
//!
//! Every branch taken, assumption made and check passed adds an entry. Two paths that meet keep what they have in common, and
//! for the rest remember under which condition which of it holds.

use std::fmt;

use candor_bits::CmpOp;
use candor_numbers::{AbstractInt, refine};
use candor_term::{Op, Sort, Term, TermPool};
use rpds::{HashTrieMap, HashTrieSet};
use rustc_hash::FxBuildHasher;
use triomphe::Arc;

/// What holds on the way to a state.
#[derive(Clone, Debug, Default)]
pub struct Path {
    newest: Option<Arc<Entry>>,
}

/// How many parts of a condition are looked at to decide it.
const LOOK_UPS: u32 = 64;

type Known = HashTrieSet<Term, archery::RcK, FxBuildHasher>;
type Numbers = HashTrieMap<Term, AbstractInt, archery::RcK, FxBuildHasher>;

struct Entry {
    fact: Term,
    before: Option<Arc<Entry>>,
    /// An entry further back: how far depends on the depth alone, so that two paths of one depth can go back in step, and going
    /// back to any entry takes a number of steps that is logarithmic in the depth.
    far_before: Option<Arc<Entry>>,
    depth: u32,
    /// This fact and all before.
    all: Term,
    known: Known,
    /// What the facts say of single numbers, by comparing them with constants.
    numbers: Numbers,
}

impl Entry {
    /// Where the entry behind this one goes far back to: twice as far as this one does if that is as far as its goal does.
    fn far_before_next(this: &Arc<Entry>) -> Arc<Entry> {
        let Some(far) = &this.far_before else { return Arc::clone(this) };
        match &far.far_before {
            Some(goal) if this.depth - far.depth == far.depth - goal.depth => Arc::clone(goal),
            _ => Arc::clone(this),
        }
    }
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entry").field("fact", &self.fact).field("depth", &self.depth).finish_non_exhaustive()
    }
}

impl Drop for Path {
    /// Frees the list without recursion: a path may have millions of entries.
    fn drop(&mut self) {
        let mut entry = self.newest.take();
        while let Some(arc) = entry {
            match Arc::try_unwrap(arc) {
                Ok(mut inner) => entry = inner.before.take(),
                Err(_) => break,
            }
        }
    }
}

impl Path {
    pub fn depth(&self) -> u32 {
        self.newest.as_ref().map_or(0, |entry| entry.depth)
    }

    /// Everything that holds, as one term.
    pub fn condition(&self) -> Term {
        self.newest.as_ref().map_or(Term::TRUE, |entry| entry.all)
    }

    /// Everything that holds, one by one, oldest first.
    pub fn facts(&self) -> Vec<Term> {
        self.above(0).iter().map(|entry| entry.fact).collect()
    }

    /// Whether a condition is known to hold or not to hold, without asking a solver.
    pub fn knows(&self, pool: &mut TermPool, cond: Term) -> Option<bool> {
        if let Some(known) = pool.const_bool(cond) {
            return Some(known);
        }
        self.newest.as_ref()?;
        self.look_up(pool, cond, &mut { LOOK_UPS })
    }

    /// Looks for the condition, its opposite, and what it is made of.
    fn look_up(&self, pool: &mut TermPool, cond: Term, fuel: &mut u32) -> Option<bool> {
        let known = &self.newest.as_ref()?.known;
        if known.contains(&cond) {
            return Some(true);
        }
        let not = pool.not(cond);
        if known.contains(&not) {
            return Some(false);
        }
        // A conjunction is decided by a false part, a disjunction by a true one, and both by all of their parts.
        let decisive = match pool.op(cond) {
            Op::And => false,
            Op::Or => true,
            Op::Not => {
                let inner = pool.args(cond)[0];
                *fuel = fuel.checked_sub(1)?;
                return self.look_up(pool, inner, fuel).map(|known| !known);
            }
            _ => return None,
        };
        let mut all_known = true;
        for idx in 0..pool.args(cond).len() {
            *fuel = fuel.checked_sub(1)?;
            let part = pool.args(cond)[idx];
            match self.look_up(pool, part, fuel) {
                Some(known) if known == decisive => return Some(decisive),
                Some(_) => {}
                None => all_known = false,
            }
        }
        all_known.then_some(!decisive)
    }

    /// From now on the fact holds too, and is known to.
    pub fn push(&mut self, pool: &mut TermPool, fact: Term) {
        self.push_parts(pool, fact);
        // With more parts than are looked at to decide it, it is not known by them.
        if self.knows(pool, fact) != Some(true) {
            self.push_one(pool, fact);
        }
    }

    /// Conjuncts one by one, so that each is known and shared.
    fn push_parts(&mut self, pool: &mut TermPool, fact: Term) {
        let mut work = vec![fact];
        while let Some(fact) = work.pop() {
            if pool.op(fact) == Op::And {
                work.extend(pool.args(fact).iter().rev().copied());
            } else if self.knows(pool, fact) != Some(true) {
                match self.last_choice(pool, fact) {
                    Some(rest) => work.push(rest),
                    None => self.push_one(pool, fact),
                }
            }
        }
    }

    /// What is left of a disjunction of two of which one cannot be.
    fn last_choice(&self, pool: &mut TermPool, fact: Term) -> Option<Term> {
        let &[a, b] = pool.args(fact) else { return None };
        if pool.op(fact) != Op::Or {
            return None;
        }
        match (self.knows(pool, a), self.knows(pool, b)) {
            (Some(false), _) => Some(b),
            (_, Some(false)) => Some(a),
            _ => None,
        }
    }

    fn push_one(&mut self, pool: &mut TermPool, fact: Term) {
        let before = self.newest.take();
        let all = match &before {
            None => fact,
            Some(before) => pool.and(before.all, fact),
        };
        let (depth, known, mut numbers) = match &before {
            None => (
                1,
                HashTrieSet::new_with_hasher_with_ptr_kind(FxBuildHasher),
                HashTrieMap::new_with_hasher_and_ptr_kind(FxBuildHasher),
            ),
            Some(before) => (before.depth + 1, before.known.clone(), before.numbers.clone()),
        };
        let known = known.insert(fact);
        if let Some((term, op, bound)) = comparison(pool, fact) {
            let old = numbers.get(&term).copied().unwrap_or(AbstractInt::top(bound.width()));
            // Where nothing is left, no execution gets here, and it does not matter what is said.
            numbers = numbers.insert(term, refine(op, old, bound).unwrap_or(old));
            if let (CmpOp::Eq, Some(low), Some((of, width))) = (op, bound.as_constant(), lowest_bits(pool, term)) {
                let old = numbers.get(&of).copied().unwrap_or(AbstractInt::top(width));
                let known = AbstractInt::with_low_bits(width, bound.width(), low);
                numbers = numbers.insert(of, old.meet(known).unwrap_or(old));
            }
        }
        let far_before = before.as_ref().map(Entry::far_before_next);
        self.newest = Some(Arc::new(Entry { fact, before, far_before, depth, all, known, numbers }));
    }

    /// What a bit-vector of at most 64 bits may be, if the facts compare it with constants.
    pub fn number(&self, term: Term) -> Option<AbstractInt> {
        self.newest.as_ref()?.numbers.get(&term).copied()
    }

    /// The entries above a depth, oldest first.
    fn above(&self, depth: u32) -> Vec<&Arc<Entry>> {
        let mut entries = Vec::new();
        let mut entry = self.newest.as_ref();
        while let Some(found) = entry.filter(|entry| entry.depth > depth) {
            entries.push(found);
            entry = found.before.as_ref();
        }
        entries.reverse();
        entries
    }

    /// The facts that were added since the path was this deep, oldest first.
    pub fn facts_since(&self, depth: u32) -> Vec<Term> {
        self.above(depth).iter().map(|entry| entry.fact).collect()
    }

    /// How many of the oldest facts two paths have in common: as far as they are known by the same condition, whether or not
    /// they share their entries.
    pub fn common_depth(&self, other: &Path) -> u32 {
        let shorter = self.depth().min(other.depth());
        let (mut a, mut b) = (self.at(shorter), other.at(shorter));
        while let (Some(one), Some(other)) = (a, b) {
            if one.all == other.all {
                return one.depth;
            }
            (a, b) = match (&one.far_before, &other.far_before) {
                (Some(one), Some(other)) if one.all != other.all => (Some(one), Some(other)),
                _ => (one.before.as_ref(), other.before.as_ref()),
            };
        }
        0
    }

    /// The entry of this depth.
    fn at(&self, depth: u32) -> Option<&Arc<Entry>> {
        let mut entry = self.newest.as_ref();
        while let Some(found) = entry
            && found.depth > depth
        {
            entry = match &found.far_before {
                Some(far) if far.depth >= depth => Some(far),
                _ => found.before.as_ref(),
            };
        }
        entry
    }

    fn cut_to(&self, depth: u32) -> Path {
        Path { newest: self.at(depth).cloned() }
    }

    /// One path for two that exclude each other, and what tells the executions of the first from those of the second.
    pub fn merge(pool: &mut TermPool, a: &Path, b: &Path) -> (Path, Term) {
        let common = a.common_depth(b);
        let facts = |path: &Path| -> Vec<Term> { path.above(common).iter().map(|entry| entry.fact).collect() };
        let (rest_a, rest_b) = (facts(a), facts(b));
        let mut merged = a.cut_to(common);
        let all = |pool: &mut TermPool, facts: &[Term]| pool.and_all(facts.iter().copied());
        if let (Some(&first_a), Some(&first_b)) = (rest_a.first(), rest_b.first())
            && pool.not(first_a) == first_b
        {
            for (condition, rest) in [(first_a, &rest_a[1..]), (first_b, &rest_b[1..])] {
                for &fact in rest {
                    let implied = pool.implies(condition, fact);
                    merged.push(pool, implied);
                }
            }
            return (merged, first_a);
        }
        let (one, other) = (all(pool, &rest_a), all(pool, &rest_b));
        let either = pool.or(one, other);
        merged.push(pool, either);
        // The shorter condition is the cheaper one to select by.
        match rest_a.len() <= rest_b.len() {
            true => (merged, one),
            false => {
                let not_other = pool.not(other);
                (merged, not_other)
            }
        }
    }
}

/// A fact as a comparison of a bit-vector of at most 64 bits with a constant.
fn comparison(pool: &TermPool, fact: Term) -> Option<(Term, CmpOp, AbstractInt)> {
    let (holds, comparison) = match pool.op(fact) {
        Op::Not => (false, pool.args(fact)[0]),
        _ => (true, fact),
    };
    let op = match pool.op(comparison) {
        Op::Eq => CmpOp::Eq,
        Op::Ult => CmpOp::Ult,
        Op::Slt => CmpOp::Slt,
        _ => return None,
    };
    let op = if holds { op } else { op.negated() };
    let &[a, b] = pool.args(comparison) else { return None };
    let Sort::Bv(width @ 1..=64) = pool.sort(a) else { return None };
    let constant = |term| pool.const_u64(term).map(|number| AbstractInt::constant(width, number));
    match (constant(a), constant(b)) {
        (None, Some(bound)) => Some((a, op, bound)),
        (Some(bound), None) => Some((b, op.swapped(), bound)),
        (None, None) | (Some(_), Some(_)) => None,
    }
}

/// The number of at most 64 bits whose lowest bits a term is.
fn lowest_bits(pool: &TermPool, term: Term) -> Option<(Term, u32)> {
    let is_lowest = pool.op(term) == Op::Extract && pool.extract_low(term) == 0;
    let of = *pool.args(term).first().filter(|_| is_lowest)?;
    let Sort::Bv(width @ 1..=64) = pool.sort(of) else { return None };
    Some((of, width))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lowest_bits_of_a_number_are_known_by_a_fact_about_them() {
        let mut pool = TermPool::new();
        let x = pool.fresh_var("x", Sort::Bv(64));
        let low = pool.trunc(x, 2);
        let two = pool.bv(2, 2);
        let fact = pool.eq(low, two);
        let known = path(&mut pool, &[fact]).number(x).expect("something is known of it");
        assert_eq!(known.low_bits(), (2, 2));
        assert_eq!(known.unsigned(), (2, u64::MAX - 1));
        let not = pool.not(fact);
        assert!(path(&mut pool, &[not]).number(x).is_none_or(|known| known.low_bits().0 == 0));
    }

    fn path(pool: &mut TermPool, facts: &[Term]) -> Path {
        let mut path = Path::default();
        for &fact in facts {
            path.push(pool, fact);
        }
        path
    }

    #[test]
    fn a_diamond_leaves_nothing() {
        let mut pool = TermPool::new();
        let [p, c] = ["p", "c"].map(|name| pool.var(name, Sort::Bool));
        let not_c = pool.not(c);
        let (a, b) = (path(&mut pool, &[p, c]), path(&mut pool, &[p, not_c]));
        let (merged, first) = Path::merge(&mut pool, &a, &b);
        assert_eq!((merged.condition(), first), (p, c));
    }

    #[test]
    fn what_a_side_assumed_holds_on_that_side() {
        let mut pool = TermPool::new();
        let [p, c, x] = ["p", "c", "x"].map(|name| pool.var(name, Sort::Bool));
        let not_c = pool.not(c);
        let (a, b) = (path(&mut pool, &[p, c, x]), path(&mut pool, &[p, not_c]));
        let (merged, first) = Path::merge(&mut pool, &a, &b);
        let implied = pool.implies(c, x);
        let wanted = pool.and(p, implied);
        assert_eq!((merged.condition(), first), (wanted, c));
        assert_eq!(merged.knows(&mut pool, implied), Some(true));
        assert_eq!(merged.knows(&mut pool, x), None);
    }

    #[test]
    fn what_was_said_is_known_whatever_its_size() {
        let mut pool = TermPool::new();
        let n_parts = 3 * LOOK_UPS;
        let parts: Vec<Term> = (0..n_parts).map(|idx| pool.var(&format!("c{idx}"), Sort::Bool)).collect();
        let all = pool.and_all(parts.iter().copied());
        let not_all = pool.not(all);
        for (said, opposite) in [(all, not_all), (not_all, all)] {
            let path = path(&mut pool, &[said]);
            assert_eq!(path.knows(&mut pool, said), Some(true));
            assert_eq!(path.knows(&mut pool, opposite), Some(false));
        }
    }

    #[test]
    fn a_chain_of_cases_collapses_from_the_end() {
        let mut pool = TermPool::new();
        let cases = ["e1", "e2", "e3"].map(|name| pool.var(name, Sort::Bool));
        let nots = cases.map(|case| pool.not(case));
        let third = path(&mut pool, &[nots[0], nots[1], cases[2]]);
        let default = path(&mut pool, &nots);
        let (merged, _) = Path::merge(&mut pool, &third, &default);
        let second = path(&mut pool, &[nots[0], cases[1]]);
        let (merged, _) = Path::merge(&mut pool, &second, &merged);
        let first = path(&mut pool, &[cases[0]]);
        let (merged, by) = Path::merge(&mut pool, &first, &merged);
        assert_eq!((merged.condition(), by), (Term::TRUE, cases[0]));
    }

    #[test]
    fn facts_bound_numbers() {
        let mut pool = TermPool::new();
        let [n, m] = ["n", "m"].map(|name| pool.var(name, Sort::Bv(8)));
        let [zero, eight, ten] = [0, 8, 10].map(|number| pool.bv(8, number));
        let mut path = Path::default();
        assert_eq!(path.number(n), None);
        for (fact, wanted) in [
            (pool.ule(n, ten), (0, 10)),
            (pool.ult(n, eight), (0, 7)),
            // Signed: nothing, until it is known not to be negative.
            (pool.slt(m, ten), (0, 255)),
            (pool.sge(m, zero), (0, 9)),
            (pool.sle(m, eight), (0, 8)),
            (pool.ne(m, zero), (1, 8)),
        ] {
            path.push(&mut pool, fact);
            let about = if path.depth() <= 2 { n } else { m };
            let number = path.number(about).expect("a fact is about it");
            assert_eq!(number.unsigned(), wanted, "after {} facts", path.depth());
        }
        let negative = pool.slt(n, zero);
        assert_eq!(path.number(negative), None);
    }

    #[test]
    fn what_paths_have_in_common_is_found_wherever_it_ends() {
        let mut pool = TermPool::new();
        let facts: Vec<Term> = (0..70).map(|n| pool.var(&format!("x{n}"), Sort::Bool)).collect();
        let other = pool.var("other", Sort::Bool);
        let whole = path(&mut pool, &facts);
        for common in 0..facts.len() {
            // With shared entries and with its own.
            let mut shared = whole.cut_to(u32::try_from(common).unwrap());
            assert_eq!(shared.facts(), facts[..common]);
            assert_eq!((shared.common_depth(&whole), whole.common_depth(&shared)), (shared.depth(), shared.depth()));
            let mut own = path(&mut pool, &facts[..common]);
            for branch in [&mut shared, &mut own] {
                let depth = branch.depth();
                for fact in [other, facts[0], facts[69]] {
                    branch.push(&mut pool, fact);
                    assert_eq!((branch.common_depth(&whole), whole.common_depth(branch)), (depth, depth));
                }
            }
        }
    }

    #[test]
    fn long_paths_are_compared_in_few_steps() {
        let mut pool = TermPool::new();
        let mut long = Path::default();
        for n in 0..20_000 {
            let fact = pool.var(&format!("x{n}"), Sort::Bool);
            long.push_one(&mut pool, fact);
        }
        for depth in 0..20_000 {
            // Step by step this would take hundreds of millions.
            assert_eq!(long.cut_to(depth).common_depth(&long), depth);
        }
    }

    #[test]
    fn long_paths_are_freed_without_recursion() {
        let mut pool = TermPool::new();
        let mut path = Path::default();
        for n in 0..200_000 {
            let fact = pool.var(&format!("x{n}"), Sort::Bool);
            path.push_one(&mut pool, fact);
        }
        assert_eq!(path.depth(), 200_000);
    }
}
