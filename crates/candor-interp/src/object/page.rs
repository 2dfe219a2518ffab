//! A page of contents: bytes, a mark for each that is initialised, and the cells that lie over them.

use candor_ir::Endian;
use smallvec::SmallVec;

use super::contents::{ByteView, Fresh, View};

#[derive(Clone, Debug)]
pub(super) struct Page<V> {
    pub(super) bytes: SmallVec<[u8; 16]>,
    pub(super) initialized: BitSet,
    /// Bytes that lie under a cell; empty when there are no cells.
    pub(super) covered: BitSet,
    pub(super) cells: Cells<V>,
}

#[derive(Clone, Debug)]
pub(super) struct Cell<V> {
    pub(super) size: u32,
    pub(super) value: V,
}

/// The cells of a page by offset. A sorted vector: most pages have few, and arrays are mostly filled in order.
#[derive(Clone, Debug)]
pub(super) struct Cells<V>(Vec<(u32, Cell<V>)>);

impl<V> Cells<V> {
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn find(&self, start: u32) -> Result<usize, usize> {
        self.0.binary_search_by_key(&start, |(at, _)| *at)
    }

    pub(super) fn get(&self, start: u32) -> Option<&Cell<V>> {
        self.find(start).ok().map(|idx| &self.0[idx].1)
    }

    pub(super) fn get_mut(&mut self, start: u32) -> Option<&mut Cell<V>> {
        self.find(start).ok().map(|idx| &mut self.0[idx].1)
    }

    /// The last cell that starts at or before an offset.
    pub(super) fn last_until(&self, at: u32) -> Option<(u32, &Cell<V>)> {
        let idx = self.0.partition_point(|(start, _)| *start <= at).checked_sub(1)?;
        self.0.get(idx).map(|(start, cell)| (*start, cell))
    }

    pub(super) fn insert(&mut self, start: u32, cell: Cell<V>) {
        match self.find(start) {
            Ok(idx) => self.0[idx].1 = cell,
            Err(idx) => self.0.insert(idx, (start, cell)),
        }
    }

    pub(super) fn remove(&mut self, start: u32) -> Option<Cell<V>> {
        self.find(start).ok().map(|idx| self.0.remove(idx).1)
    }

    /// Removes all that start in a range.
    pub(super) fn remove_range(&mut self, start: u32, end: u32) {
        let first = self.0.partition_point(|(at, _)| *at < start);
        let last = self.0.partition_point(|(at, _)| *at < end);
        self.0.drain(first..last);
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &(u32, Cell<V>)> {
        self.0.iter()
    }
}

/// Bits of a page, one for each byte. Without words, all bits have the value `rest`.
#[derive(Clone, Debug)]
pub(super) struct BitSet {
    words: SmallVec<[u64; 1]>,
    rest: bool,
}

impl BitSet {
    pub(super) fn all(value: bool) -> BitSet {
        BitSet { words: SmallVec::new(), rest: value }
    }

    /// The part of the word at `word_idx` that lies in `start..start + len`.
    pub(super) fn mask(word_idx: usize, start: usize, len: usize) -> u64 {
        let first = start.saturating_sub(word_idx * 64).min(64);
        let end = (start + len).saturating_sub(word_idx * 64).min(64);
        let below = |bit: usize| if bit >= 64 { u64::MAX } else { (1 << bit) - 1 };
        below(end) & !below(first)
    }

    pub(super) fn set(&mut self, start: usize, len: usize, value: bool, n_bits: usize) {
        if self.words.is_empty() {
            if self.rest == value {
                return;
            }
            if start == 0 && len == n_bits {
                self.rest = value;
                return;
            }
            let fill = if self.rest { u64::MAX } else { 0 };
            self.words.resize(n_bits.div_ceil(64), fill);
        }
        for word_idx in start / 64..=(start + len - 1) / 64 {
            let mask = BitSet::mask(word_idx, start, len);
            if value {
                self.words[word_idx] |= mask;
            } else {
                self.words[word_idx] &= !mask;
            }
        }
    }

    #[inline]
    pub(super) fn all_are(&self, start: usize, len: usize, value: bool) -> bool {
        if self.words.is_empty() {
            return self.rest == value;
        }
        (start / 64..=(start + len - 1) / 64).all(|word_idx| {
            let mask = BitSet::mask(word_idx, start, len);
            let bits = self.words[word_idx] & mask;
            if value { bits == mask } else { bits == 0 }
        })
    }

    pub(super) fn get(&self, bit: usize) -> bool {
        match self.words.get(bit / 64) {
            Some(word) => word >> (bit % 64) & 1 != 0,
            None => self.rest,
        }
    }

    /// How many bits from `start` on, at most `len`, are equal to the first.
    pub(super) fn run(&self, start: usize, len: usize) -> usize {
        if self.words.is_empty() {
            return len;
        }
        let first = self.get(start);
        (1..len).find(|&ahead| self.get(start + ahead) != first).unwrap_or(len)
    }
}

impl<V: Clone> Page<V> {
    pub(super) fn new(size: usize, fresh: Fresh) -> Page<V> {
        Page {
            bytes: SmallVec::from_elem(0, size),
            initialized: BitSet::all(fresh == Fresh::Zero),
            covered: BitSet::all(false),
            cells: Cells(Vec::new()),
        }
    }

    #[inline]
    pub(super) fn view(&self, start: usize, len: usize, endian: Endian) -> View<'_, V> {
        if !self.cells.is_empty() && !self.covered.all_are(start, len, false) {
            let exact = self.cells.get(index(start)).filter(|cell| cell.size as usize == len);
            return exact.map_or(View::Mixed, |cell| View::Cell(&cell.value));
        }
        if len > 8 || !self.initialized.all_are(start, len, true) {
            return View::Mixed;
        }
        View::Plain(read_word(&self.bytes[start..start + len], endian))
    }

    /// The cell over a byte.
    pub(super) fn cell_over(&self, at: usize) -> Option<(u32, &Cell<V>)> {
        if self.cells.is_empty() || !self.covered.get(at) {
            return None;
        }
        self.cells.last_until(index(at))
    }

    pub(super) fn byte(&self, at: usize) -> ByteView<'_, V> {
        match self.cell_over(at) {
            Some((start, cell)) => ByteView::Part { value: &cell.value, index: index(at) - start, size: cell.size },
            None if self.initialized.get(at) => ByteView::Plain(self.bytes[at]),
            None => ByteView::Uninitialized,
        }
    }

    /// Cells that overlap the range without lying inside it, taken out.
    pub(super) fn take_straddling(&mut self, start: usize, len: usize) -> SmallVec<[(u32, Cell<V>); 2]> {
        let mut taken = SmallVec::new();
        if self.cells.is_empty() {
            return taken;
        }
        for at in [start, start + len - 1] {
            if let Some((first, cell)) = self.cell_over(at) {
                let end = first as usize + cell.size as usize;
                if (first as usize) < start || end > start + len {
                    taken.push((first, self.remove_cell(first)));
                }
            }
        }
        taken
    }

    pub(super) fn remove_cell(&mut self, start: u32) -> Cell<V> {
        let cell = self.cells.remove(start).expect("the cell was just found");
        let n_bits = self.bytes.len();
        self.covered.set(start as usize, cell.size as usize, false, n_bits);
        cell
    }

    /// Removes the cells inside the range; none may straddle its ends.
    #[inline]
    pub(super) fn uncover(&mut self, start: usize, len: usize) {
        if self.cells.is_empty() || self.covered.all_are(start, len, false) {
            return;
        }
        self.cells.remove_range(index(start), index(start + len));
        let n_bits = self.bytes.len();
        self.covered.set(start, len, false, n_bits);
        if self.cells.is_empty() {
            self.covered = BitSet::all(false);
        }
    }

    #[inline]
    pub(super) fn put_word(&mut self, start: usize, len: usize, value: u64, endian: Endian) {
        self.uncover(start, len);
        write_word(&mut self.bytes[start..start + len], value, endian);
        let n_bits = self.bytes.len();
        self.initialized.set(start, len, true, n_bits);
    }

    pub(super) fn put_cell(&mut self, start: usize, size: u32, value: V) {
        self.uncover(start, size as usize);
        let n_bits = self.bytes.len();
        self.initialized.set(start, size as usize, true, n_bits);
        self.covered.set(start, size as usize, true, n_bits);
        self.cells.insert(index(start), Cell { size, value });
    }
}

/// Offsets in a page fit in 32 bits.
pub(super) fn index(at: usize) -> u32 {
    u32::try_from(at).expect("offset in a page")
}

#[inline]
pub(super) fn read_word(bytes: &[u8], endian: Endian) -> u64 {
    let mut word = [0u8; 8];
    match endian {
        Endian::Little => {
            word[..bytes.len()].copy_from_slice(bytes);
            u64::from_le_bytes(word)
        }
        Endian::Big => {
            word[8 - bytes.len()..].copy_from_slice(bytes);
            u64::from_be_bytes(word)
        }
    }
}

#[inline]
pub(super) fn write_word(bytes: &mut [u8], value: u64, endian: Endian) {
    let n_bytes = bytes.len();
    match endian {
        Endian::Little => bytes.copy_from_slice(&value.to_le_bytes()[..n_bytes]),
        Endian::Big => bytes.copy_from_slice(&value.to_be_bytes()[8 - n_bytes..]),
    }
}

/// Whether no cell reaches over an end of the range.
pub(super) fn ends_are_clean<V: Clone>(page: &Page<V>, at: usize, len: usize) -> bool {
    if page.covered.all_are(at, len, false) {
        return true;
    }
    [at, at + len - 1].into_iter().all(|end| match page.cell_over(end) {
        None => true,
        Some((start, cell)) => start as usize >= at && start as usize + cell.size as usize <= at + len,
    })
}
