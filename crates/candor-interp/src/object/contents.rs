//! The contents of one object: bytes, their initialised marks, and cells over them.
//!
//! Small objects are one page; large ones are split into pages that exist once they are touched, so that ten gigabytes of
//! `malloc` cost nothing and a fork copies one page.

use std::collections::BTreeMap;

use candor_ir::Endian;
use triomphe::Arc;

use super::page::{Page, ends_are_clean, index};

const PAGE_BYTES: u64 = 4096;
/// Up to this many pages the page table is an array.
const MAX_DENSE_PAGES: u64 = 1 << 16;

/// What bytes hold before anyone writes them.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Fresh {
    Zero,
    Uninitialized,
}

/// A word as it lies in memory.
#[derive(Debug)]
pub enum View<'c, V> {
    /// Initialised plain bytes, read in the machine's byte order.
    Plain(u64),
    /// Exactly one cell.
    Cell(&'c V),
    /// Anything else: look at each byte.
    Mixed,
}

/// One byte as it lies in memory.
#[derive(Debug)]
pub enum ByteView<'c, V> {
    Uninitialized,
    Plain(u8),
    /// The byte at `index` (in address order) of a cell of `size` bytes.
    Part {
        value: &'c V,
        index: u32,
        size: u32,
    },
}

/// A stretch of contents on its way to another place.
#[derive(Clone, Debug)]
pub enum Piece<V> {
    Bytes(Vec<u8>),
    Uninitialized(u64),
    Cell {
        size: u32,
        value: V,
    },
    /// A byte of a cell that is only partly in the range.
    Part {
        value: V,
        index: u32,
        size: u32,
    },
}

/// [`Piece`], where it lies.
#[derive(Copy, Clone, Debug)]
pub enum PieceRef<'c, V> {
    Bytes(&'c [u8]),
    /// So many zeros that nobody has written.
    Zeros(u64),
    Uninitialized(u64),
    Cell {
        size: u32,
        value: &'c V,
    },
    Part {
        value: &'c V,
        index: u32,
        size: u32,
    },
}

impl<V> Piece<V> {
    /// How many bytes it covers.
    #[expect(clippy::len_without_is_empty, reason = "no piece is empty")]
    pub fn len(&self) -> u64 {
        match self {
            Piece::Bytes(bytes) => bytes.len() as u64,
            Piece::Uninitialized(len) => *len,
            Piece::Cell { size, .. } => u64::from(*size),
            Piece::Part { .. } => 1,
        }
    }
}

impl<V: Clone> PieceRef<'_, V> {
    /// How many bytes it covers.
    #[expect(clippy::len_without_is_empty, reason = "no piece is empty")]
    pub fn len(&self) -> u64 {
        match self {
            PieceRef::Bytes(bytes) => bytes.len() as u64,
            PieceRef::Zeros(len) | PieceRef::Uninitialized(len) => *len,
            PieceRef::Cell { size, .. } => u64::from(*size),
            PieceRef::Part { .. } => 1,
        }
    }

    fn into_piece(self) -> Piece<V> {
        match self {
            PieceRef::Bytes(bytes) => Piece::Bytes(bytes.to_vec()),
            PieceRef::Zeros(len) => Piece::Bytes(vec![0; usize::try_from(len).expect("inside a page")]),
            PieceRef::Uninitialized(len) => Piece::Uninitialized(len),
            PieceRef::Cell { size, value } => Piece::Cell { size, value: value.clone() },
            PieceRef::Part { value, index, size } => Piece::Part { value: value.clone(), index, size },
        }
    }
}

/// The contents of an object.
#[derive(Clone, Debug)]
pub struct Contents<V> {
    pub(super) pages: Pages<V>,
    pub(super) fresh: Fresh,
    pub(super) size: u64,
}

#[derive(Clone, Debug)]
pub(super) enum Pages<V> {
    One(Page<V>),
    Dense(Vec<Option<Arc<Page<V>>>>),
    Sparse(BTreeMap<u64, Arc<Page<V>>>),
}

impl<V: Clone> Contents<V> {
    /// Contents of `size` bytes; a size that is not known is given as `u64::MAX`.
    pub fn new(size: u64, fresh: Fresh) -> Contents<V> {
        let n_pages = size.div_ceil(PAGE_BYTES);
        let pages = if size <= PAGE_BYTES {
            Pages::One(Page::new(usize::try_from(size).expect("at most a page"), fresh))
        } else if n_pages <= MAX_DENSE_PAGES {
            Pages::Dense(vec![None; usize::try_from(n_pages).expect("at most 65536")])
        } else {
            Pages::Sparse(BTreeMap::new())
        };
        Contents { pages, fresh, size }
    }

    pub fn fresh(&self) -> Fresh {
        self.fresh
    }

    pub fn size(&self) -> u64 {
        self.size
    }

    fn page(&self, page_idx: u64) -> Option<&Page<V>> {
        match &self.pages {
            Pages::One(page) => Some(page),
            Pages::Dense(pages) => pages.get(usize::try_from(page_idx).ok()?)?.as_deref(),
            Pages::Sparse(pages) => pages.get(&page_idx).map(|page| &**page),
        }
    }

    fn page_len(&self, page_idx: u64) -> usize {
        let len = (self.size - page_idx * PAGE_BYTES).min(PAGE_BYTES);
        usize::try_from(len).expect("at most a page")
    }

    fn page_mut(&mut self, page_idx: u64) -> &mut Page<V> {
        let len = self.page_len(page_idx);
        let fresh = self.fresh;
        match &mut self.pages {
            Pages::One(page) => page,
            Pages::Dense(pages) => {
                let slot = &mut pages[usize::try_from(page_idx).expect("inside the object")];
                Arc::make_mut(slot.get_or_insert_with(|| Arc::new(Page::new(len, fresh))))
            }
            Pages::Sparse(pages) => {
                Arc::make_mut(pages.entry(page_idx).or_insert_with(|| Arc::new(Page::new(len, fresh))))
            }
        }
    }

    /// Page and offset in it; only for ranges inside the object.
    #[inline]
    fn locate(&self, offset: u64) -> (u64, usize) {
        match &self.pages {
            Pages::One(_) => (0, usize::try_from(offset).expect("inside a page")),
            _ => (offset / PAGE_BYTES, usize::try_from(offset % PAGE_BYTES).expect("inside a page")),
        }
    }

    fn fits_page(at: usize, len: u64) -> bool {
        at as u64 + len <= PAGE_BYTES
    }

    /// A word of `len` bytes. The range must lie inside the object.
    #[inline]
    pub fn view(&self, offset: u64, len: u64, endian: Endian) -> View<'_, V> {
        let (page_idx, at) = self.locate(offset);
        if !Self::fits_page(at, len) || len == 0 {
            return View::Mixed;
        }
        match self.page(page_idx) {
            Some(page) => page.view(at, usize::try_from(len).expect("inside a page"), endian),
            None if self.fresh == Fresh::Zero && len <= 8 => View::Plain(0),
            None => View::Mixed,
        }
    }

    pub fn byte(&self, offset: u64) -> ByteView<'_, V> {
        let (page_idx, at) = self.locate(offset);
        match (self.page(page_idx), self.fresh) {
            (Some(page), _) => page.byte(at),
            (None, Fresh::Zero) => ByteView::Plain(0),
            (None, Fresh::Uninitialized) => ByteView::Uninitialized,
        }
    }

    /// Writes a plain word when that is all there is to do; false if it crosses pages or cuts a cell.
    #[inline]
    pub fn put_plain(&mut self, offset: u64, len: u64, value: u64, endian: Endian) -> bool {
        let (page_idx, at) = self.locate(offset);
        if !Self::fits_page(at, len) || len > 8 || len == 0 {
            return false;
        }
        let page = self.page_mut(page_idx);
        let len = usize::try_from(len).expect("at most 8");
        if !page.cells.is_empty() && !ends_are_clean(page, at, len) {
            return false;
        }
        page.put_word(at, len, value, endian);
        true
    }

    /// Puts a cell where that is possible; gives the value back if it crosses pages or cuts a cell.
    pub fn put_cell(&mut self, offset: u64, len: u64, value: V) -> Result<(), V> {
        let (page_idx, at) = self.locate(offset);
        if !Self::fits_page(at, len) || len == 0 {
            return Err(value);
        }
        let page = self.page_mut(page_idx);
        let n_bytes = usize::try_from(len).expect("inside a page");
        if !page.cells.is_empty() {
            // Overwriting one pointer by another is the common case.
            if let Some(cell) = page.cells.get_mut(index(at))
                && cell.size as usize == n_bytes
            {
                cell.value = value;
                return Ok(());
            }
            if !ends_are_clean(page, at, n_bytes) {
                return Err(value);
            }
        }
        page.put_cell(at, index(n_bytes), value);
        Ok(())
    }

    /// Takes out the cells that the ends of the range cut: (offset, size, value). Their other bytes must be put back.
    pub fn take_straddling(&mut self, offset: u64, len: u64) -> Vec<(u64, u32, V)> {
        let mut taken = Vec::new();
        self.for_each_page_part(offset, len, |page_idx, at, len, contents| {
            if contents.page(page_idx).is_some_and(|page| !page.cells.is_empty()) {
                for (start, cell) in contents.page_mut(page_idx).take_straddling(at, len) {
                    taken.push((page_idx * PAGE_BYTES + u64::from(start), cell.size, cell.value));
                }
            }
        });
        taken
    }

    fn for_each_page_part(&mut self, offset: u64, len: u64, mut f: impl FnMut(u64, usize, usize, &mut Self)) {
        let mut at = offset;
        let end = offset + len;
        while at < end {
            let (page_idx, start) = self.locate(at);
            let room = self.page_len(page_idx) as u64 - start as u64;
            let part = room.min(end - at);
            f(page_idx, start, usize::try_from(part).expect("inside a page"), self);
            at += part;
        }
    }

    /// Sets a range to one plain byte; no cell may straddle its ends.
    pub fn fill_plain(&mut self, offset: u64, len: u64, byte: u8) {
        let fresh_zero = self.fresh == Fresh::Zero && byte == 0;
        self.for_each_page_part(offset, len, |page_idx, at, len, contents| {
            if fresh_zero && contents.page(page_idx).is_none() {
                return;
            }
            let page = contents.page_mut(page_idx);
            page.uncover(at, len);
            page.bytes[at..at + len].fill(byte);
            let n_bits = page.bytes.len();
            page.initialized.set(at, len, true, n_bits);
        });
    }

    /// Makes a range uninitialised; no cell may straddle its ends.
    pub fn forget(&mut self, offset: u64, len: u64) {
        let fresh = self.fresh;
        self.for_each_page_part(offset, len, |page_idx, at, len, contents| {
            if fresh == Fresh::Uninitialized && contents.page(page_idx).is_none() {
                return;
            }
            let page = contents.page_mut(page_idx);
            page.uncover(at, len);
            let n_bits = page.bytes.len();
            page.initialized.set(at, len, false, n_bits);
        });
    }

    /// Writes plain bytes; no cell may straddle the ends of the range.
    pub fn put_bytes(&mut self, offset: u64, bytes: &[u8]) {
        let mut rest = bytes;
        self.for_each_page_part(offset, bytes.len() as u64, |page_idx, at, len, contents| {
            let page = contents.page_mut(page_idx);
            page.uncover(at, len);
            page.bytes[at..at + len].copy_from_slice(&rest[..len]);
            let n_bits = page.bytes.len();
            page.initialized.set(at, len, true, n_bits);
            rest = &rest[len..];
        });
    }

    /// What lies in a range, in order.
    pub fn pieces(&self, offset: u64, len: u64) -> Vec<Piece<V>> {
        let mut pieces = Vec::new();
        self.for_each_piece(offset, len, |piece| pieces.push(piece.into_piece()));
        pieces
    }

    /// The same, without copies.
    pub fn for_each_piece(&self, offset: u64, len: u64, mut see: impl FnMut(PieceRef<'_, V>)) {
        let mut at = offset;
        let end = offset + len;
        while at < end {
            let (page_idx, start) = self.locate(at);
            let room = (self.page_len(page_idx) as u64 - start as u64).min(end - at);
            let (piece, taken) = self.piece(page_idx, start, room);
            see(piece);
            at += taken;
        }
    }

    /// One piece from inside a page, and how many bytes it covers.
    fn piece(&self, page_idx: u64, start: usize, room: u64) -> (PieceRef<'_, V>, u64) {
        let Some(page) = self.page(page_idx) else {
            let piece = match self.fresh {
                Fresh::Zero => PieceRef::Zeros(room),
                Fresh::Uninitialized => PieceRef::Uninitialized(room),
            };
            return (piece, room);
        };
        if let Some((first, cell)) = page.cell_over(start) {
            let whole = first as usize == start && u64::from(cell.size) <= room;
            let (value, size) = (&cell.value, cell.size);
            return match whole {
                true => (PieceRef::Cell { size, value }, u64::from(size)),
                false => (PieceRef::Part { value, index: index(start) - first, size }, 1),
            };
        }
        let room = usize::try_from(room).expect("inside a page");
        let room = if page.cells.is_empty() { room } else { page.covered.run(start, room) };
        let run = page.initialized.run(start, room);
        let piece = match page.initialized.get(start) {
            true => PieceRef::Bytes(&page.bytes[start..start + run]),
            false => PieceRef::Uninitialized(run as u64),
        };
        (piece, run as u64)
    }

    /// Every cell of the contents.
    pub fn cells(&self) -> impl Iterator<Item = (u64, u32, &V)> {
        let pages: Vec<(u64, &Page<V>)> = match &self.pages {
            Pages::One(page) => vec![(0, page)],
            Pages::Dense(pages) => {
                let with_idx = pages.iter().enumerate();
                with_idx.filter_map(|(idx, page)| Some((idx as u64, &**page.as_ref()?))).collect()
            }
            Pages::Sparse(pages) => pages.iter().map(|(&idx, page)| (idx, &**page)).collect(),
        };
        pages.into_iter().flat_map(|(page_idx, page)| {
            page.cells.iter().map(move |(at, cell)| (page_idx * PAGE_BYTES + u64::from(*at), cell.size, &cell.value))
        })
    }

    /// Ranges (offset, length) in which the contents of two copies of one object may differ, up to the end of the shorter;
    /// pages that are shared or that neither has touched are skipped.
    pub fn differing_ranges(&self, other: &Contents<V>) -> Vec<(u64, u64)> {
        let size = self.size.min(other.size);
        let mut pages: Vec<u64> = self.touched().chain(other.touched()).collect();
        pages.sort_unstable();
        pages.dedup();
        let mut ranges = Vec::new();
        for page_idx in pages {
            let start = page_idx * PAGE_BYTES;
            let shared = match (self.page_arc(page_idx), other.page_arc(page_idx)) {
                (Some(a), Some(b)) => Arc::ptr_eq(a, b),
                _ => false,
            };
            if !shared && start < size {
                ranges.push((start, (size - start).min(PAGE_BYTES)));
            }
        }
        ranges
    }

    /// Ranges (offset, length) outside of which there is only what was there at first.
    pub fn touched_ranges(&self) -> Vec<(u64, u64)> {
        let range = |page_idx| (page_idx * PAGE_BYTES, self.page_len(page_idx) as u64);
        self.touched().map(range).collect()
    }

    /// The pages that may hold something else than what was there at first.
    fn touched(&self) -> impl Iterator<Item = u64> + '_ {
        let (one, dense, sparse) = match &self.pages {
            Pages::One(_) => (Some(0), None, None),
            Pages::Dense(pages) => (None, Some(pages), None),
            Pages::Sparse(pages) => (None, None, Some(pages)),
        };
        let dense = dense.into_iter().flatten().zip(0..).filter_map(|(page, idx)| page.as_ref().map(|_| idx));
        one.into_iter().chain(dense).chain(sparse.into_iter().flatten().map(|(idx, _)| *idx))
    }

    fn page_arc(&self, page_idx: u64) -> Option<&Arc<Page<V>>> {
        match &self.pages {
            Pages::One(_) => None,
            Pages::Dense(pages) => pages.get(usize::try_from(page_idx).ok()?)?.as_ref(),
            Pages::Sparse(pages) => pages.get(&page_idx),
        }
    }

    /// Bytes of storage in use, roughly.
    pub fn footprint(&self) -> u64 {
        match &self.pages {
            Pages::One(page) => page.bytes.len() as u64,
            Pages::Dense(pages) => pages.iter().flatten().count() as u64 * PAGE_BYTES,
            Pages::Sparse(pages) => pages.len() as u64 * PAGE_BYTES,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(contents: &Contents<char>, offset: u64, len: u64) -> Option<u64> {
        match contents.view(offset, len, Endian::Little) {
            View::Plain(value) => Some(value),
            View::Cell(_) | View::Mixed => None,
        }
    }

    #[test]
    fn words_come_back_in_both_byte_orders() {
        for size in [16, 5000, 1 << 40] {
            let mut contents = Contents::<char>::new(size, Fresh::Uninitialized);
            assert!(contents.put_plain(4, 4, 0x0102_0304, Endian::Big));
            assert_eq!(plain(&contents, 4, 4), Some(0x0403_0201));
            assert_eq!(plain(&contents, 4, 1), Some(1));
            assert_eq!(plain(&contents, 3, 2), None, "byte 3 is uninitialised");
        }
    }

    #[test]
    fn a_cell_is_whole_until_its_ends_are_cut() {
        let mut contents = Contents::new(16, Fresh::Zero);
        contents.put_cell(0, 8, 'p').unwrap();
        assert!(matches!(contents.view(0, 8, Endian::Little), View::Cell('p')));
        assert!(matches!(contents.view(0, 4, Endian::Little), View::Mixed));
        assert!(matches!(contents.byte(3), ByteView::Part { value: 'p', index: 3, size: 8 }));
        assert!(!contents.put_plain(4, 8, 0, Endian::Little), "it would cut the cell");
        assert_eq!(contents.take_straddling(4, 8), [(0, 8, 'p')]);
        assert!(contents.put_plain(4, 8, 7, Endian::Little));
    }

    #[test]
    fn pages_are_crossed_by_pieces() {
        let mut contents = Contents::new(10_000, Fresh::Uninitialized);
        contents.put_bytes(4090, &[1, 2, 3, 4, 5, 6, 7, 8]);
        contents.put_cell(4100, 8, 'q').unwrap();
        let lens: Vec<_> = contents
            .pieces(4088, 24)
            .iter()
            .map(|piece| match piece {
                Piece::Bytes(bytes) => bytes.len(),
                Piece::Uninitialized(len) => usize::try_from(*len).unwrap() + 100,
                Piece::Cell { size, .. } => *size as usize + 200,
                Piece::Part { .. } => 300,
            })
            .collect();
        assert_eq!(lens, [102, 6, 2, 102, 208, 104]);
    }

    #[test]
    fn forgetting_and_filling() {
        let mut contents = Contents::<char>::new(9000, Fresh::Zero);
        assert_eq!(plain(&contents, 8000, 8), Some(0));
        contents.forget(0, 9000);
        assert_eq!(plain(&contents, 8000, 8), None);
        contents.fill_plain(1, 8998, 0xAB);
        assert_eq!(plain(&contents, 8000, 2), Some(0xABAB));
        assert_eq!(plain(&contents, 0, 1), None);
    }
}
