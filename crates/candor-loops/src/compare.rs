//! What a round has changed: the state before it and the state after it, side by side.

use std::collections::BTreeMap;
use std::ops::Range;

use candor_context_symbolic::{SameTerms, SymValue, SymbolicContext};
use candor_explore::{Compare, Names};
use candor_interp::object::anatomy::{self, Activation, Fact, Reader};
use candor_interp::object::{Contents, Object, Piece};
use candor_interp::{Frame, ObjectId};
use candor_ir::EntityRef;
use candor_merge::Symbolic;
use candor_term::{Op, Term, post_order};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::heads::{Head, POINTERS};
use crate::plan::{Cell, Plan};

/// Unknown words of memory are assumed to be of this size where nothing else tells.
const WORD: u64 = 4;
/// From so many elements on that a round may have changed, they are an array; so many terms of what they hold are looked at.
const FEWEST_ELEMENTS: usize = 5;
const MOST_LOOKED_AT: usize = 60;

/// What a round has changed that was not expected to change. An error says why the loop is beyond this engine.
pub(crate) fn compare(
    cx: &mut SymbolicContext,
    head: &Head,
    plan: &Plan,
    [before, state]: [&Symbolic; 2],
    leaks: bool,
    changed: &mut Vec<Cell>,
) -> Result<(), &'static str> {
    let why = "the loop writes through pointers; no invariant could be inferred";
    if !before.thread.jumps.is_empty() || !before.parked.is_empty() || !state.parked.is_empty() {
        return Err(why);
    }
    let mut round = Compared { cx, head, plan, changed, object: ObjectId(0), why };
    anatomy::rest(&mut round, [before, state])?;
    anatomy::thread(&mut round, [&before.thread, &state.thread])?;
    if !round.changed.is_empty() {
        // What else changes is known once these are not what they were: an index that stands still writes to one place.
        return Ok(());
    }
    round.why = "the loop frees objects; no invariant could be inferred";
    for id in before.memory.differing(&state.memory) {
        round.object = id;
        match (before.memory.get(id), state.memory.get(id)) {
            // Nobody finds what is dead by its address.
            (Some(a), Some(b)) if a.live != Term::FALSE && a.exposed != b.exposed => round.note_cell(Cell::Exposed(id)),
            (Some(a), Some(b)) if a.live != Term::FALSE && a.base.is_some() != b.base.is_some() => {
                round.note_cell(Cell::Located(id));
            }
            (Some(a), Some(b)) => anatomy::object(&mut round, [a, b])?,
            (None, Some(b)) if leaks && b.live != Term::FALSE => {
                return Err("the loop allocates objects; no invariant could be inferred");
            }
            _ => {}
        }
    }
    as_arrays(cx, state, changed);
    // The same for variables in memory.
    let is_small = |cell: &Cell| match cell {
        Cell::Register(_) | Cell::Seen { .. } | Cell::Exposed(_) | Cell::Located(_) => true,
        Cell::Memory { object, .. } => {
            before.memory.get(*object).and_then(|found| found.plain_size).is_some_and(|size| size <= 8)
        }
        Cell::Array { .. } => false,
    };
    if changed.iter().any(is_small) {
        changed.retain(is_small);
    }
    Ok(())
}

/// Where a round writes to an index that is not known, all elements may have changed: the array has, as one.
fn as_arrays(cx: &mut SymbolicContext, state: &Symbolic, changed: &mut Vec<Cell>) {
    let mut of_objects: BTreeMap<(ObjectId, u32), Vec<u64>> = BTreeMap::new();
    for cell in changed.iter() {
        if let Cell::Memory { object, offset, size } = *cell {
            of_objects.entry((object, size)).or_default().push(offset);
        }
    }
    for ((object, size), offsets) in of_objects {
        let Some(found) = state.memory.get(object) else { continue };
        let values = offsets.iter().map(|&offset| match found.contents.pieces(offset, size.into()).as_slice() {
            [Piece::Cell { value, .. }] => cx.as_partly_written(value, size * 8),
            _ => None,
        });
        let Some(values) = values.collect::<Option<Vec<Term>>>() else { continue };
        if offsets.len() >= FEWEST_ELEMENTS && are_written_by_index(cx, &values) {
            changed.retain(|cell| !matches!(cell, Cell::Memory { object: of, .. } if *of == object));
            changed.push(Cell::Array { object, element_bytes: size });
        }
    }
}

/// Whether what each value is depends on one index, which is compared with another number for each.
fn are_written_by_index(cx: &SymbolicContext, values: &[Term]) -> bool {
    let mut indexes: Option<FxHashMap<Term, FxHashSet<Term>>> = None;
    for &value in values {
        let mut compared: FxHashMap<Term, Term> = FxHashMap::default();
        for term in post_order(&cx.pool, &[value]).into_iter().rev().take(MOST_LOOKED_AT) {
            if let (Op::Eq, &[a, b]) = (cx.pool.op(term), cx.pool.args(term)) {
                let (index, number) = if cx.pool.is_const(a) { (b, a) } else { (a, b) };
                if cx.pool.is_const(number) && !cx.pool.is_const(index) {
                    compared.insert(index, number);
                }
            }
        }
        indexes = Some(match indexes {
            None => compared.into_iter().map(|(index, number)| (index, FxHashSet::from_iter([number]))).collect(),
            Some(mut known) => {
                known.retain(|index, numbers| compared.get(index).is_some_and(|number| numbers.insert(*number)));
                known
            }
        });
    }
    indexes.is_some_and(|indexes| !indexes.is_empty())
}

/// A loop before a round and after it, side by side: changes of variables are noted, others are beyond this engine.
struct Compared<'a> {
    cx: &'a mut SymbolicContext,
    head: &'a Head,
    plan: &'a Plan,
    changed: &'a mut Vec<Cell>,
    /// The object that is looked at.
    object: ObjectId,
    /// What to say of anything that is not the same.
    why: &'static str,
}

type SymObject = Object<SymValue, Term>;

impl Reader<SymValue, Term, 2> for Compared<'_> {
    type Stop = &'static str;

    fn wants(&self, fact: Fact) -> bool {
        match fact {
            Fact::CallPath | Fact::Locals => true,
            // Asked of every object that is still alive.
            Fact::Exposed => false,
            // Numbers for names of what will be made and chosen; a round counts on where the last one has stopped.
            Fact::Events | Fact::Clock => false,
            // The past: what it has led to is in registers and memory.
            Fact::Choices | Fact::Steps => false,
            // Which address an object gets is chosen when somebody looks.
            Fact::NextAddress | Fact::Life => false,
            // There is one thread.
            Fact::Shared => false,
            // Told in messages only.
            Fact::Origin => false,
        }
    }

    fn words(&mut self, [a, b]: [u64; 2]) -> Result<(), &'static str> {
        self.same(a == b)
    }

    fn values(&mut self, [a, b]: [&SymValue; 2]) -> Result<(), &'static str> {
        let is_same = self.is_same(a, b);
        self.same(is_same)
    }

    fn truths(&mut self, [a, b]: [&Term; 2]) -> Result<(), &'static str> {
        self.same(a == b)
    }

    fn objects(&mut self, [a, b]: [ObjectId; 2]) -> Result<(), &'static str> {
        self.same(a == b)
    }

    /// Registers that the loop defines for itself are written before they are read; only parameters of its first block carry over.
    fn registers(&mut self, [a, b]: [&Frame<SymValue>; 2], activation: Activation) -> Result<(), &'static str> {
        if activation == Activation::Waiting {
            let is_same = std::ptr::eq(a, b) || a.regs.iter().zip(&b.regs).all(|(a, b)| self.is_same(a, b));
            return self.same(is_same);
        }
        let head = self.head;
        for &param in &head.params {
            let cell = Cell::Register(param);
            if !self.expects(cell) && !self.is_same(&a.regs[param.index()], &b.regs[param.index()]) {
                self.changed.push(cell);
            }
        }
        Ok(())
    }

    fn holdings(&mut self, [a, b]: [&SymObject; 2]) -> Result<(), &'static str> {
        // Nobody can get at what a dead object held.
        if a.live == Term::FALSE {
            return Ok(());
        }
        match (SymbolicContext::element_bytes(a), SymbolicContext::element_bytes(b)) {
            (None, None) => {}
            (None, Some(element_bytes)) if !self.expects(Cell::Seen { object: self.object, element_bytes }) => {
                if SymbolicContext::is_array_of_pointers(b) {
                    return Err(POINTERS);
                }
                self.changed.push(Cell::Seen { object: self.object, element_bytes });
                return Ok(());
            }
            (_, Some(element_bytes)) => {
                let cell = Cell::Array { object: self.object, element_bytes };
                if a.array != b.array && SymbolicContext::is_array_of_pointers(b) {
                    return Err(POINTERS);
                }
                if a.array != b.array && !self.expects(cell) {
                    self.changed.push(cell);
                }
                return Ok(());
            }
            (Some(_), None) => return Err("the loop accesses an array with several element types"),
        }
        let ranges = a.contents.differing_ranges(&b.contents);
        ranges.into_iter().try_for_each(|(start, len)| self.compare_contents(&a.contents, &b.contents, start, len))
    }
}

impl Compared<'_> {
    fn same(&self, is_same: bool) -> Result<(), &'static str> {
        if is_same { Ok(()) } else { Err(self.why) }
    }

    fn is_same(&mut self, a: &SymValue, b: &SymValue) -> bool {
        let mut names = Names::default();
        SameTerms::always(&mut self.cx.pool).values(&mut names, a, b) && names.is_plain()
    }

    fn expects(&self, cell: Cell) -> bool {
        self.plan.changes(self.head.name, cell)
    }

    fn compare_contents(
        &mut self,
        a: &Contents<SymValue>,
        b: &Contents<SymValue>,
        start: u64,
        len: u64,
    ) -> Result<(), &'static str> {
        let mut at = start;
        for piece in b.pieces(start, len) {
            let n_bytes = piece.len();
            let old = a.pieces(at, n_bytes);
            let is_same = match (&old[..], &piece) {
                ([Piece::Bytes(a)], Piece::Bytes(b)) => a == b,
                ([Piece::Uninitialized(a)], Piece::Uninitialized(b)) => a == b,
                ([Piece::Cell { value: a, .. }], Piece::Cell { value: b, .. }) => self.is_same(a, b),
                _ => false,
            };
            if !is_same {
                self.note_change(b.size(), at, &piece, &old)?;
            }
            at += n_bytes;
        }
        Ok(())
    }

    /// A stretch of memory is not what it was.
    fn note_change(
        &mut self,
        size: u64,
        at: u64,
        piece: &Piece<SymValue>,
        old: &[Piece<SymValue>],
    ) -> Result<(), &'static str> {
        match piece {
            Piece::Cell { size, .. } => self.note(at, *size),
            Piece::Uninitialized(_) => return Err("the loop makes memory uninitialised"),
            Piece::Part { .. } => return Err("the loop writes a part of a pointer"),
            Piece::Bytes(bytes) => {
                // Where a cell was replaced before, it is what the bytes belong to; otherwise words.
                let mut offset = at;
                for piece in old {
                    let stretch = offset..offset + piece.len();
                    match piece {
                        Piece::Bytes(old) => self.note_words(size, bytes, at, stretch, Some(old)),
                        Piece::Uninitialized(_) => self.note_words(size, bytes, at, stretch, None),
                        Piece::Cell { size, .. } => self.note(offset, *size),
                        Piece::Part { .. } => return Err("the loop writes a part of a pointer"),
                    }
                    offset += piece.len();
                }
            }
        }
        Ok(())
    }

    /// The words of a stretch of plain bytes that differ from what they were.
    fn note_words(&mut self, size: u64, bytes: &[u8], at: u64, stretch: Range<u64>, old: Option<&Vec<u8>>) {
        let start = stretch.start;
        for byte in stretch {
            let now = usize::try_from(byte - at).ok().and_then(|idx| bytes.get(idx));
            let before = usize::try_from(byte - start).ok().and_then(|idx| old.and_then(|old| old.get(idx)));
            if now == before {
                continue;
            }
            let word = byte - byte % WORD;
            if word >= at && word + WORD <= at + bytes.len() as u64 && word + WORD <= size {
                self.note(word, 4);
            } else {
                self.note(byte, 1);
            }
        }
    }

    fn note(&mut self, offset: u64, size: u32) {
        self.note_cell(Cell::Memory { object: self.object, offset, size });
    }

    fn note_cell(&mut self, cell: Cell) {
        if !self.expects(cell) && !self.changed.contains(&cell) {
            self.changed.push(cell);
        }
    }
}
