//! What objects hold, regardless of when: pointers by offset, and where other data may lie.
//!
//! A *cell* is a pointer that was stored at a known offset. Whatever reads a pointer from where something else may have been
//! written, or only part of a pointer, gets an unknown one.

use std::collections::BTreeMap;

use candor_ir::{Chunk, Const, Global, Program, Scalar};

use crate::object::{AbstractObject, ObjectData};
use crate::set::{Offset, SetId, SetPool};

/// More separate stretches of data than this are not told apart.
const MAX_STRETCHES: usize = 48;
/// More cells of one object than this are not told apart.
const MAX_CELLS: usize = 4096;

/// The contents of one abstract object at all times.
#[derive(Clone, Debug)]
pub(crate) struct Contents {
    pub(crate) cells: BTreeMap<i64, SetId>,
    /// Pointers that were stored somewhere in it.
    pub(crate) anywhere: SetId,
    /// Stretches where something other than a pointer was stored: start and end, in order, apart from each other.
    data: Vec<(i64, i64)>,
    /// Such a thing was stored somewhere.
    data_anywhere: bool,
    /// What a cell holds that nobody has written.
    initial: SetId,
    /// Cells that are never seen as nobody has written them: the initialiser of a global sets them, or who makes a block.
    initialised: Vec<i64>,
}

impl Contents {
    pub(crate) fn new(data: &ObjectData) -> Contents {
        Contents {
            cells: BTreeMap::new(),
            anywhere: SetId::EMPTY,
            data: Vec::new(),
            data_anywhere: false,
            initial: if data.zeroed { SetId::NULL } else { SetId::UNKNOWN },
            initialised: Vec::new(),
        }
    }

    /// Cells at these offsets are always written first.
    pub(crate) fn never_new(&mut self, offsets: Vec<i64>) {
        self.initialised.extend(offsets);
    }

    /// Whether a pointer may lie anywhere in it.
    pub(crate) fn has_pointers(&self) -> bool {
        !self.anywhere.is_empty() || !self.cells.is_empty()
    }

    /// The pointer that may be read at an offset, if pointers have so many bytes.
    pub(crate) fn read(&self, pool: &mut SetPool, offset: Offset, word: i64) -> SetId {
        match offset.known() {
            Some(at) => self.read_at(pool, at, word),
            None => self.read_anywhere(pool),
        }
    }

    fn read_at(&self, pool: &mut SetPool, at: i64, word: i64) -> SetId {
        let mut result = self.anywhere;
        if !self.initialised.contains(&at) {
            result = pool.union(result, self.initial);
        }
        for (&start, &set) in self.cells.range(at - word + 1..at + word) {
            let set = if start == at || set.is_empty() { set } else { SetId::UNKNOWN };
            result = pool.union(result, set);
        }
        if self.has_data(at, at + word) {
            result = pool.union(result, SetId::UNKNOWN);
        }
        result
    }

    fn read_anywhere(&self, pool: &mut SetPool) -> SetId {
        let mut result = pool.union(self.anywhere, self.initial);
        // The offset need not be that of a cell.
        if self.has_pointers() || self.data_anywhere || !self.data.is_empty() {
            result = pool.union(result, SetId::UNKNOWN);
        }
        for &set in self.cells.values() {
            result = pool.union(result, set);
        }
        result
    }

    /// What may be exposed by reading so many bytes as something other than a pointer.
    pub(crate) fn overlapped(&self, pool: &mut SetPool, offset: Offset, bytes: i64, word: i64) -> SetId {
        let mut result = self.anywhere;
        let all = i64::MIN..i64::MAX;
        let range = offset.known().map_or(all, |at| at.saturating_sub(word - 1)..at.saturating_add(bytes));
        for &set in self.cells.range(range).map(|(_, set)| set) {
            result = pool.union(result, set);
        }
        result
    }

    fn has_data(&self, start: i64, end: i64) -> bool {
        self.data_anywhere || self.data.iter().any(|&(from, to)| from < end && start < to)
    }

    /// A pointer is stored; tells whether anything is new.
    pub(crate) fn write(&mut self, pool: &mut SetPool, offset: Offset, value: SetId) -> bool {
        match offset.known() {
            Some(at) if self.cells.len() < MAX_CELLS || self.cells.contains_key(&at) => {
                pool.grow(self.cells.entry(at).or_insert(SetId::EMPTY), value)
            }
            Some(_) | None => pool.grow(&mut self.anywhere, value),
        }
    }

    /// Something else is stored in a stretch of so many bytes, or of nobody knows how many.
    pub(crate) fn write_data(&mut self, offset: Offset, bytes: Option<i64>) -> bool {
        if self.data_anywhere {
            return false;
        }
        let stretch = offset.known().zip(bytes).and_then(|(at, bytes)| Some((at, at.checked_add(bytes)?)));
        let Some((start, end)) = stretch else {
            self.data_anywhere = true;
            return true;
        };
        if start >= end || self.data.iter().any(|&(from, to)| from <= start && end <= to) {
            return false;
        }
        let (mut start, mut end) = (start, end);
        self.data.retain(|&(from, to)| {
            let apart = to < start || end < from;
            if !apart {
                (start, end) = (start.min(from), end.max(to));
            }
            apart
        });
        self.data.push((start, end));
        self.data.sort_unstable();
        self.data_anywhere |= self.data.len() > MAX_STRETCHES;
        true
    }

    /// Makes sure that there is a cell: someone reads a pointer there, so whoever copies has to copy it.
    pub(crate) fn touch(&mut self, at: i64) -> bool {
        if self.cells.len() >= MAX_CELLS || self.cells.contains_key(&at) {
            return false;
        }
        self.cells.insert(at, SetId::EMPTY);
        true
    }

    /// The offsets of cells that lie entirely in a stretch.
    pub(crate) fn cells_within(&self, start: i64, end: i64, word: i64) -> impl Iterator<Item = i64> {
        self.cells.range(start..end.max(start)).map(|(&at, _)| at).filter(move |at| at + word <= end)
    }

    /// What of a stretch is not whole pointers: other data, and pointers that it cuts through.
    pub(crate) fn data_within(&self, start: i64, end: i64, word: i64) -> Vec<(i64, i64)> {
        let clip = move |(from, to): (i64, i64)| (from.max(start), to.min(end));
        let cut = self.cells.range(start - word + 1..end).filter(|&(&at, set)| {
            let whole = at >= start && at + word <= end;
            !whole && !set.is_empty()
        });
        let cut = cut.map(|(&at, _)| (at, at + word));
        self.data.iter().copied().chain(cut).map(clip).filter(|(from, to)| from < to).collect()
    }

    /// Whether something other than a pointer may lie anywhere.
    pub(crate) fn has_data_anywhere(&self) -> bool {
        self.data_anywhere
    }

    /// Whether something other than a pointer was stored at all.
    pub(crate) fn has_data_at_all(&self) -> bool {
        self.data_anywhere || !self.data.is_empty()
    }

    /// The initialiser of a global, with what its constants stand for.
    pub(crate) fn initialise(&mut self, pool: &mut SetPool, program: &Program, global: &Global, consts: &[SetId]) {
        for (offset, chunk) in global.init.iter().flat_map(|init| &init.chunks) {
            let Ok(at) = i64::try_from(*offset) else {
                self.data_anywhere = true;
                continue;
            };
            match chunk {
                Chunk::Scalar(Scalar::Ptr, constant) => {
                    let index = cranelift_entity::EntityRef::index(*constant);
                    self.write(pool, Offset::at(at), consts[index]);
                    self.initialised.push(at);
                }
                Chunk::Scalar(ty, constant) => {
                    let bytes = i64::try_from(program.target.store_bytes(*ty)).ok();
                    if !matches!(program.consts.get(*constant), Const::Int(bits) if bits.is_zero()) {
                        self.write_data(Offset::at(at), bytes);
                    }
                }
                Chunk::Bytes(bytes) => {
                    // Zeros are as good as nothing, and nobody is told which.
                    let first = bytes.iter().position(|&byte| byte != 0);
                    let last = bytes.iter().rposition(|&byte| byte != 0);
                    if let Some((first, last)) = first.zip(last) {
                        let start = i64::try_from(first).map_or(at, |first| at + first);
                        self.write_data(Offset::at(start), i64::try_from(last - first + 1).ok());
                    }
                }
            }
        }
    }
}

/// Whether an object is a function, which holds nothing.
pub(crate) fn is_function(data: &ObjectData) -> bool {
    matches!(data.what, AbstractObject::Function(_))
}
