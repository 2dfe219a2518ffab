//! What may hold of all elements of an array that a loop has been at: `for all j: 0 <= j < i implies a[j] == 42`.
//!
//! The `for all` is one variable, the distinguished index. A candidate in which it is free is meant for every value of it: it is shown
//! for any index (the variable is a variable like any other in what has to be shown), and taken for granted for the indexes that the
//! program uses, which is all that quantifier-free formulas can use of it.
//!
//! Ranges come from the indexes that a round uses, with what they were where the loop was entered. What may hold of an element
//! comes from what is stored, with the index in place of the counter, from what is claimed of elements later, and from what cells
//! are compared with elements.

use std::collections::BTreeMap;

use candor_context_symbolic::SymbolicContext;
use candor_ir::Bits;
use candor_term::{Op, Sort, Term, free_vars, post_order, substitute};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::strengthen::Goal;
use crate::system::{Array, Part, RoundStart, System};

/// So many indexes a fact is taken for granted for.
const MOST_INDEXES: usize = 10;
/// So many indexes, arrays, and claims about elements for one start.
const MOST_RANGES: usize = 6;
const MOST_ARRAYS: usize = 4;
const MOST_CLAIMS: usize = 24;
const MOST_CELLS: usize = 6;
/// So many numbers that something is compared with.
const MOST_NUMBERS: usize = 4;
/// So many facts make up a claim.
const MOST_TOGETHER: usize = 3;
const MOST_CANDIDATES: usize = 600;
/// So many candidates of each other loop, for so many indexes.
const MOST_SHARED: usize = 60;
const MOST_AHEAD: usize = 2;

/// The distinguished indexes, and the indexes that the program uses.
#[derive(Default)]
pub(crate) struct Elements {
    /// By their widths.
    kinds: BTreeMap<u32, Kind>,
}

struct Kind {
    any: Term,
    used: Vec<Term>,
}

/// An access to an array: which, where, and what is stored if it is a store.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct Access {
    array: Term,
    index: Term,
    stored: Option<Term>,
}

impl Elements {
    /// Of all that the rounds and the goals use. None if no loop changes an array and none is claimed anything of.
    pub(crate) fn new(cx: &mut SymbolicContext, system: &mut System, goals: &[Goal]) -> Elements {
        let mut roots: Vec<Term> = goals.iter().flat_map(|goal| [goal.ok, goal.path.condition()]).collect();
        for round in &system.rounds {
            roots.extend(round.next.iter().chain(&round.arrays));
            roots.push(round.path.condition());
        }
        let mut kinds: BTreeMap<u32, Kind> = BTreeMap::new();
        for access in accesses(cx, &roots) {
            let width = cx.pool.width(access.index);
            let kind = kinds.entry(width).or_insert_with(|| {
                let any = system.index(cx, width);
                Kind { any, used: vec![any] }
            });
            if access.stored.is_none() && kind.used.len() < MOST_INDEXES && !kind.used.contains(&access.index) {
                kind.used.push(access.index);
            }
        }
        Elements { kinds }
    }

    /// What a candidate says of the indexes that the program uses.
    pub(crate) fn instances(&self, cx: &mut SymbolicContext, term: Term) -> Term {
        let free = free_vars(&cx.pool, &[term]);
        let Some(kind) = self.kinds.values().find(|kind| free.contains(&kind.any)) else { return term };
        let each = kind.used.iter().map(|&used| {
            let replaced = FxHashMap::from_iter([(kind.any, used)]);
            substitute(&mut cx.pool, &[term], &replaced)[0]
        });
        let each: Vec<Term> = each.collect();
        cx.pool.and_all(each)
    }

    /// What may hold of elements at a start.
    pub(crate) fn candidates(
        &self,
        cx: &mut SymbolicContext,
        system: &System,
        start: usize,
        goals: &[Goal],
    ) -> Vec<Term> {
        let of_start = &system.starts[start];
        let known = known(cx, of_start);
        let mut found = Vec::new();
        let used = accesses_of(cx, system, start);
        for (&width, kind) in &self.kinds {
            let of_kind = |access: &&Access| cx.pool.width(access.index) == width && is_over(cx, &known, access.index);
            let used: Vec<Access> = used.iter().filter(of_kind).copied().collect();
            let at = Looked { of_start, any: kind.any, known: &known };
            let arrays = at.arrays(cx, &used);
            let mut says = at.says(cx, system, start, &used, &arrays, goals);
            says.extend(at.compared(cx, system, start, &arrays));
            for range in at.ranges(cx, &used) {
                found.extend(says.iter().map(|&says| cx.pool.implies(range, says)));
            }
            found.extend(says);
        }
        found.truncate(MOST_CANDIDATES);
        found
    }
}

impl Elements {
    /// What may hold of elements at a start because it may hold in another loop: one within it or behind it needs it when it is entered, and
    /// what one before it has made of elements is there still where this one has not been yet.
    pub(crate) fn of_others(
        &self,
        cx: &mut SymbolicContext,
        system: &System,
        start: usize,
        own: &[Vec<Term>],
    ) -> Vec<Term> {
        let of_start = &system.starts[start];
        let known = known(cx, of_start);
        let mut found = Vec::new();
        for (idx, other) in system.starts.iter().enumerate().filter(|(idx, _)| *idx != start) {
            let terms = &own[idx][..own[idx].len().min(MOST_SHARED)];
            // Where paths meet, not all have come by both.
            if idx > start {
                found.extend(other.at_entry(cx, terms));
            } else {
                let replaced = same_objects(other, of_start);
                if replaced.is_empty() {
                    continue;
                }
                let terms = substitute(&mut cx.pool, terms, &replaced);
                for kind in self.kinds.values() {
                    let used = accesses_of(cx, system, start);
                    let at = Looked { of_start, any: kind.any, known: &known };
                    for index in at.indexes(cx, &used).into_iter().take(MOST_AHEAD) {
                        let is_behind = cx.pool.slt(kind.any, index);
                        let is_ahead = cx.pool.slt(index, kind.any);
                        found.extend(
                            terms
                                .iter()
                                .flat_map(|&term| [is_behind, is_ahead].map(|done| (done, term)))
                                .map(|(done, term)| cx.pool.or(done, term)),
                        );
                    }
                }
            }
        }
        let is_known = |var: &Term| known.contains(var) || self.kinds.values().any(|kind| kind.any == *var);
        let mut seen = FxHashSet::default();
        found.retain(|&term| {
            !cx.pool.is_const(term) && seen.insert(term) && free_vars(&cx.pool, &[term]).iter().all(is_known)
        });
        found.truncate(MOST_CANDIDATES);
        found
    }
}

/// The arrays that two loops change, as one has them and as the other has them.
fn same_objects(one: &RoundStart, other: &RoundStart) -> FxHashMap<Term, Term> {
    let mut same = FxHashMap::default();
    for array in &one.arrays {
        let is_same = |with: &&Array| with.object == array.object && with.part == array.part;
        if let Some(with) = other.arrays.iter().find(is_same).filter(|with| with.element_bytes == array.element_bytes) {
            same.insert(array.now, with.now);
        }
    }
    same
}

/// The accesses to arrays in the rounds of a loop.
fn accesses_of(cx: &SymbolicContext, system: &System, start: usize) -> Vec<Access> {
    let mut roots: Vec<Term> = Vec::new();
    for round in system.rounds_of(start) {
        roots.extend(round.path.facts_since(system.starts[start].path.depth()));
        roots.extend(round.next.iter().chain(&round.arrays));
    }
    accesses(cx, &roots)
}

/// The start of a round, as one who looks for facts about the elements at any index sees it.
struct Looked<'a> {
    of_start: &'a RoundStart,
    any: Term,
    /// The variables that are known there.
    known: &'a FxHashSet<Term>,
}

impl Looked<'_> {
    /// The arrays that the loop changes or uses.
    fn arrays(&self, cx: &SymbolicContext, used: &[Access]) -> Vec<Term> {
        let width = cx.pool.width(self.any);
        let is_of = |array: Term| matches!(cx.pool.sort(array), Sort::Array { index, .. } if index == width);
        let changed = self.of_start.arrays.iter().filter(|array| array.part == Part::Elements).map(|array| array.now);
        let mut arrays: Vec<Term> = changed.filter(|array| is_of(*array)).collect();
        for access in used.iter().filter(|access| access.stored.is_none()) {
            if is_of(access.array) && is_over(cx, self.known, access.array) && !arrays.contains(&access.array) {
                arrays.push(access.array);
            }
        }
        // Where an array is a choice, its elements are read in the arrays that are chosen from.
        let parts: FxHashSet<Term> =
            arrays.iter().flat_map(|&array| post_order(&cx.pool, cx.pool.args(array))).collect();
        arrays.retain(|array| !parts.contains(array) || self.of_start.arrays.iter().any(|own| own.now == *array));
        arrays.truncate(MOST_ARRAYS);
        arrays
    }

    /// The indexes that are others in every round.
    fn indexes(&self, cx: &SymbolicContext, used: &[Access]) -> Vec<Term> {
        let mut indexes: Vec<Term> = Vec::new();
        let changes: FxHashSet<Term> = self.of_start.cells.iter().map(|(_, held)| held.now).collect();
        for access in used {
            let free = free_vars(&cx.pool, &[access.index]);
            let is_known = free.iter().all(|var| self.known.contains(var));
            let is_as_wide = cx.pool.width(access.index) == cx.pool.width(self.any);
            let moves = free.iter().any(|var| changes.contains(var));
            if moves && is_known && is_as_wide && !indexes.contains(&access.index) {
                indexes.push(access.index);
            }
        }
        indexes.truncate(MOST_RANGES);
        indexes
    }

    /// Ranges of indexes: from where a loop began to where it is, up and down, and from zero.
    fn ranges(&self, cx: &mut SymbolicContext, used: &[Access]) -> Vec<Term> {
        let indexes = self.indexes(cx, used);
        let firsts = self.of_start.at_entry(cx, &indexes);
        let zero = cx.pool.bv_zero(cx.pool.width(self.any));
        let mut ranges = Vec::new();
        let one = cx.pool.bv(cx.pool.width(self.any), 1);
        for (index, first) in indexes.into_iter().zip(firsts) {
            // The first round was made as it is: the loop has been where that was, too.
            let (lowest, highest) = (cx.pool.sub(first, one), cx.pool.add(first, one));
            let (is_below, is_above) = (cx.pool.slt(self.any, index), cx.pool.slt(index, self.any));
            let (is_behind, is_before) = (cx.pool.sle(lowest, self.any), cx.pool.sle(self.any, highest));
            let is_index = cx.pool.sle(zero, self.any);
            ranges.extend([cx.pool.and(is_behind, is_below), cx.pool.and(is_above, is_before)]);
            ranges.push(cx.pool.and(is_index, is_below));
        }
        let mut seen = FxHashSet::default();
        ranges.retain(|range| !cx.pool.is_const(*range) && seen.insert(*range));
        ranges
    }

    /// What may hold of the element at any index.
    fn says(
        &self,
        cx: &mut SymbolicContext,
        system: &System,
        start: usize,
        used: &[Access],
        arrays: &[Term],
        goals: &[Goal],
    ) -> Vec<Term> {
        let mut says = Vec::new();
        let width = cx.pool.width(self.any);
        for array in self.of_start.arrays.iter().filter(|array| array.part == Part::Marks) {
            if matches!(cx.pool.sort(array.now), Sort::Array { index, .. } if index == width) {
                let marks = cx.pool.select(array.now, self.any);
                let none = cx.pool.bv_zero(cx.pool.width(marks));
                says.push(cx.pool.eq(marks, none));
            }
        }
        for access in used {
            let Some(stored) = access.stored else { continue };
            let value = self.at_any(cx, system, start, access.index, stored);
            for array in alike(cx, arrays, access.array) {
                let element = cx.pool.select(array, self.any);
                says.push(cx.pool.eq(element, value));
            }
        }
        says.extend(self.claimed(cx, arrays, goals));
        for &array in arrays {
            let element = cx.pool.select(array, self.any);
            for (_, held) in self.of_start.cells.iter().take(MOST_CELLS) {
                if cx.pool.sort(held.now) == cx.pool.sort(element) {
                    says.extend([cx.pool.sle(element, held.now), cx.pool.sle(held.now, element)]);
                    says.extend([cx.pool.ule(element, held.now), cx.pool.ule(held.now, element)]);
                }
            }
        }
        let mut seen = FxHashSet::default();
        says.retain(|&says| {
            !cx.pool.is_const(says)
                && seen.insert(says)
                && free_vars(&cx.pool, &[says]).iter().all(|var| *var == self.any || self.known.contains(var))
        });
        says
    }

    /// How the element at any index may compare with the numbers that the rounds compare something with.
    fn compared(&self, cx: &mut SymbolicContext, system: &System, start: usize, arrays: &[Term]) -> Vec<Term> {
        let mut roots: Vec<Term> = Vec::new();
        for round in system.rounds_of(start) {
            roots.extend(round.path.facts_since(self.of_start.path.depth()));
            roots.extend(round.next.iter().chain(&round.arrays));
        }
        let mut says = Vec::new();
        let comparisons: Vec<Term> = post_order(&cx.pool, &roots)
            .into_iter()
            .filter(|term| matches!(cx.pool.op(*term), Op::Eq | Op::Ult | Op::Slt))
            .collect();
        for &array in arrays {
            let element = cx.pool.select(array, self.any);
            let mut seen: Vec<Term> = Vec::new();
            for &comparison in &comparisons {
                let &[a, b] = cx.pool.args(comparison) else { continue };
                let number = if cx.pool.is_const(a) { a } else { b };
                let is_number = cx.pool.is_const(number) && cx.pool.sort(number) == cx.pool.sort(element);
                if is_number && !seen.contains(&number) && seen.len() < MOST_NUMBERS {
                    seen.push(number);
                    let pool = &mut cx.pool;
                    says.extend([pool.sle(element, number), pool.sle(number, element)]);
                    let equal = pool.eq(element, number);
                    says.push(pool.not(equal));
                    let one = pool.bv(pool.width(number), 1);
                    let (below, above) = (pool.sub(number, one), pool.add(number, one));
                    says.extend([pool.sle(element, below), pool.sle(above, element)]);
                }
            }
        }
        says
    }

    /// What goals say of elements of arrays like these, of the element at any index.
    fn claimed(&self, cx: &mut SymbolicContext, arrays: &[Term], goals: &[Goal]) -> Vec<Term> {
        let mut says: Vec<Term> = Vec::new();
        for goal in goals {
            let claims = about_elements(cx, goal);
            let mut reads = accesses(cx, &claims);
            reads.retain(|access| access.stored.is_none() && !cx.pool.is_const(access.index));
            for access in reads.into_iter().take(MOST_ARRAYS) {
                if cx.pool.width(access.index) != cx.pool.width(self.any) {
                    continue;
                }
                for array in alike(cx, arrays, access.array) {
                    let mut replaced = self.index_replaced(cx, access.index);
                    replaced.insert(access.array, array);
                    let of_any = substitute(&mut cx.pool, &claims, &replaced);
                    says.extend(of_any.iter().copied());
                    says.extend(of_any.into_iter().map(|says| cx.pool.not(says)));
                }
            }
        }
        says
    }

    /// A term about an index, of any index.
    fn at_any(&self, cx: &mut SymbolicContext, system: &System, start: usize, index: Term, term: Term) -> Term {
        let mut replaced = self.index_replaced(cx, index);
        self.moves_with(cx, system, start, &mut replaced);
        substitute(&mut cx.pool, &[term], &replaced)[0]
    }

    /// What goes on by the same number in every round, as it was when the counter was at this index.
    fn moves_with(
        &self,
        cx: &mut SymbolicContext,
        system: &System,
        start: usize,
        replaced: &mut FxHashMap<Term, Term>,
    ) {
        let cells = &self.of_start.cells;
        let mut steps = system.added_by_rounds(cx, start);
        steps.iter_mut().for_each(|step| *step = step.filter(|step| cx.pool.is_const(*step)));
        let step_of = |now: Term| cells.iter().zip(&steps).find(|((_, held), _)| held.now == now).and_then(|it| *it.1);
        let counter = cells.iter().map(|(_, held)| *held).find(|held| replaced.contains_key(&held.now));
        let Some((counter, by)) = counter.and_then(|counter| Some((counter, step_of(counter.now)?))) else { return };
        let is_up = cx.pool.const_bits(by).is_some_and(|by| by == Bits::one(by.width()));
        if !is_up {
            return;
        }
        let rounds = cx.pool.sub(replaced[&counter.now], counter.start);
        for ((_, held), step) in cells.iter().zip(&steps) {
            let Some(step) = step.filter(|step| held.now != counter.now && cx.pool.width(*step) > 1) else { continue };
            let rounds = cx.pool.resize_signed(rounds, cx.pool.width(held.now));
            let moved = cx.pool.mul(rounds, step);
            let then = cx.pool.add(held.start, moved);
            replaced.entry(held.now).or_insert(then);
        }
    }

    /// Any index in place of this one, and in place of the counter that it is made of.
    fn index_replaced(&self, cx: &mut SymbolicContext, index: Term) -> FxHashMap<Term, Term> {
        let mut replaced = FxHashMap::from_iter([(index, self.any)]);
        if let [counter] = free_vars(&cx.pool, &[index])[..]
            && let Sort::Bv(width) = cx.pool.sort(counter)
            && counter != index
        {
            let as_wide = cx.pool.resize_signed(counter, cx.pool.width(index));
            let ahead = cx.pool.sub(index, as_wide);
            if cx.pool.is_const(ahead) {
                let without = cx.pool.sub(self.any, ahead);
                let number = cx.pool.resize_signed(without, width);
                replaced.insert(counter, number);
            }
        }
        replaced
    }
}

/// Whether a goal depends on elements of arrays.
pub(crate) fn speaks_of_elements(cx: &mut SymbolicContext, goal: &Goal) -> bool {
    !about_elements(cx, goal).is_empty()
}

/// Whether a term is made of elements of arrays.
pub(crate) fn reads_elements(cx: &SymbolicContext, term: Term) -> bool {
    post_order(&cx.pool, &[term]).into_iter().any(|part| cx.pool.op(part) == Op::Select)
}

/// The comparisons in which elements of arrays are read, the last ones first: they are those nearest to what is to be shown.
fn about_elements(cx: &mut SymbolicContext, goal: &Goal) -> Vec<Term> {
    let (mut reads, mut found) = (FxHashSet::default(), Vec::new());
    let mut facts = goal.path.facts_since(0);
    facts.push(goal.ok);
    for term in post_order(&cx.pool, &facts) {
        let op = cx.pool.op(term);
        if op == Op::Select || cx.pool.args(term).iter().any(|arg| reads.contains(arg)) {
            reads.insert(term);
            found.extend(matches!(op, Op::Eq | Op::Ult | Op::Slt).then_some(term));
        }
    }
    // A claim that is made of several comparisons is a fact, or several, on the way to where it does not hold.
    facts.retain(|fact| reads.contains(fact));
    let last = facts.len().saturating_sub(MOST_TOGETHER);
    for from in last..facts.len() {
        found.push(cx.pool.and_all(facts[from..].iter().copied()));
    }
    found.reverse();
    found.truncate(MOST_CLAIMS);
    found
}

/// Those arrays that have elements like this one.
fn alike(cx: &SymbolicContext, arrays: &[Term], to: Term) -> Vec<Term> {
    arrays.iter().copied().filter(|array| cx.pool.sort(*array) == cx.pool.sort(to)).collect()
}

/// The variables that are known where a round begins, the arrays that the loop changes included.
fn known(cx: &SymbolicContext, start: &RoundStart) -> FxHashSet<Term> {
    let mut known = start.variables(cx);
    known.extend(start.arrays.iter().map(|array| array.now));
    known
}

fn is_over(cx: &SymbolicContext, known: &FxHashSet<Term>, term: Term) -> bool {
    free_vars(&cx.pool, &[term]).iter().all(|var| known.contains(var))
}

/// All accesses to arrays in terms.
fn accesses(cx: &SymbolicContext, roots: &[Term]) -> Vec<Access> {
    let of = |term: Term| match (cx.pool.op(term), cx.pool.args(term)) {
        (Op::Select, &[array, index]) => Some(Access { array, index, stored: None }),
        (Op::Store, &[array, index, stored]) => Some(Access { array, index, stored: Some(stored) }),
        // Any other is no access.
        _ => None,
    };
    post_order(&cx.pool, roots).into_iter().filter_map(of).collect()
}
