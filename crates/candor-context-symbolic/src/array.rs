//! Contents of objects as arrays, for accesses at offsets with too many possible values to tell them apart.

use std::collections::BTreeMap;

use candor_context_concrete::Value;
use candor_interp::object::{ByteView, Contents, Fresh, Object, PieceRef, View};
use candor_ir::{Bits, Endian, UndefCause};
use candor_term::{Sort, Term, TermPool};

use crate::array_pointers;
use crate::ops;
use crate::path::Path;
use crate::pointer;
use crate::value::{Heavy, SymValue};

/// Contents as an array of elements of so many bytes, a power of two.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct ArrayTerm {
    pub term: Term,
    /// Which bits must not be used, in an array of the same shape; where marks are kept.
    pub mask: Option<Term>,
    /// Which objects elements point into; `None` if there are no pointers among them.
    pub objects: Option<Term>,
    pub element_bytes: u32,
}

/// How arrays are laid out on the machine.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Layout {
    pub(crate) pointer_bits: u32,
    pub(crate) endian: Endian,
    /// Whether values remember that they must not be used.
    pub(crate) marks: bool,
    /// Whether arrays may hold pointers.
    pub(crate) pointers: bool,
}

impl Layout {
    fn index_bits(self, element_bytes: u32) -> u32 {
        self.pointer_bits - element_bytes.trailing_zeros()
    }
}

pub(crate) fn as_array(value: &SymValue) -> Option<ArrayTerm> {
    match value {
        SymValue::Heavy(heavy) => match &**heavy {
            Heavy::Array(array) => Some(*array),
            Heavy::Pointer(_) | Heavy::Address { .. } | Heavy::Undef { .. } => None,
        },
        SymValue::Same(_) | SymValue::Term(_) => None,
    }
}

/// Contents as an array of bytes, none of which is marked.
pub(crate) fn of_bytes(term: Term, mask: Option<Term>) -> SymValue {
    SymValue::heavy(Heavy::Array(ArrayTerm { term, mask, objects: None, element_bytes: 1 }))
}

/// Where an access begins, with what is known of its lowest bits where the access is made.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Offset {
    term: Term,
    n_known: u32,
    low: u64,
}

impl Offset {
    pub(crate) fn of(pool: &mut TermPool, path: &Path, layout: Layout, offset: &SymValue) -> Offset {
        let term = ops::pattern(pool, offset, layout.pointer_bits);
        let (n_known, low) = pointer::low_bits(pool, path, term);
        Offset { term, n_known, low }
    }

    /// Whether it is a multiple of a power of two.
    fn is_multiple(self, of: u32) -> bool {
        self.is_known_within(of) && self.within(of) == 0
    }

    /// Whether it is known where in an element of so many bytes, a power of two, it lies.
    fn is_known_within(self, element_bytes: u32) -> bool {
        self.n_known >= element_bytes.trailing_zeros()
    }

    /// Where in such an element it lies, as far as it is known.
    fn within(self, element_bytes: u32) -> u64 {
        self.low & (u64::from(element_bytes) - 1)
    }
}

/// The size of the elements that suit accesses of this size at this offset.
pub(crate) fn element_bytes(n_bytes: u64, offset: Offset) -> u32 {
    let n_bytes = u32::try_from(n_bytes).unwrap_or(1);
    let is_aligned = n_bytes.is_power_of_two() && n_bytes <= 8 && offset.is_multiple(n_bytes);
    if is_aligned { n_bytes } else { 1 }
}

/// The contents of an object as an array; `None` if there is something in them that an array cannot hold.
pub(crate) fn from_contents(
    pool: &mut TermPool,
    layout: Layout,
    object: &Object<SymValue, Term>,
    element_bytes: u32,
) -> Option<SymValue> {
    let width = element_bytes * 8;
    let index_bits = layout.index_bits(element_bytes);
    let contents = &object.contents;
    let (zero, ones) = (pool.bv_zero(width), pool.bv_ones(width));
    let everywhere = common_word(layout, contents, element_bytes);
    let (mut term, all_marked) = match everywhere {
        Some(word) => {
            let word = pool.bv(width, word);
            (pool.const_array(index_bits, word), zero)
        }
        None => (pool.fresh_var("contents", Sort::Array { index: index_bits, element: width }), ones),
    };
    let mut mask = layout.marks.then(|| pool.const_array(index_bits, all_marked));
    let mut objects = None;
    let step = u64::from(element_bytes);
    for (start, len) in contents.touched_ranges() {
        for at in (start..start + len).step_by(element_bytes as usize) {
            let n_bytes = step.min(start + len - at);
            let value = match contents.view(at, n_bytes, layout.endian) {
                View::Plain(word) if Some(word) == everywhere => continue,
                View::Plain(word) => SymValue::Same(Value::from_bits(&Bits::new(width, word))),
                View::Cell(value) => value.clone(),
                View::Mixed => {
                    let bytes = (at..at + n_bytes).map(|at| contents.byte(at));
                    // What nobody has written is what the array holds there, whatever that is, unless it has a number everywhere.
                    let is_unwritten = |byte: ByteView<'_, SymValue>| matches!(byte, ByteView::Uninitialized);
                    if everywhere.is_none() && bytes.clone().all(is_unwritten) {
                        continue;
                    }
                    mixed(pool, layout, bytes)?
                }
            };
            let index = pool.bv(index_bits, at / step);
            let element = match element(pool, &value, width) {
                Some(element) => element,
                None => {
                    let held = objects.unwrap_or_else(|| array_pointers::none(pool, index_bits));
                    let (held, offset) = pointer_element(pool, layout, held, index, &value, element_bytes)?;
                    objects = Some(held);
                    offset
                }
            };
            term = pool.store(term, index, element);
            if let Some(marks) = mask {
                let of_value = ops::mask_of(pool, &value, width);
                mask = Some(pool.store(marks, index, of_value));
            }
        }
    }
    Some(SymValue::heavy(Heavy::Array(ArrayTerm { term, mask, objects, element_bytes })))
}

/// The word that an array has everywhere to begin with, so that only what differs from it is written: zero, or, where every byte has
/// been written, the word that is there most often (`char buf[8192] = {0}` is 8192 written zeros). `None` if some byte was
/// never written.
fn common_word(layout: Layout, contents: &Contents<SymValue>, element_bytes: u32) -> Option<u64> {
    if contents.fresh() == Fresh::Zero {
        return Some(0);
    }
    let touched = contents.touched_ranges();
    if touched.iter().map(|(_, len)| *len).sum::<u64>() < contents.size() {
        return None;
    }
    let mut all_written = true;
    let mut count: BTreeMap<u64, u64> = BTreeMap::new();
    for (start, len) in touched {
        contents.for_each_piece(start, len, |piece| all_written &= !matches!(piece, PieceRef::Uninitialized(_)));
        for at in (start..start + len).step_by(element_bytes as usize) {
            let n_bytes = u64::from(element_bytes).min(start + len - at);
            if let View::Plain(word) = contents.view(at, n_bytes, layout.endian) {
                *count.entry(word).or_default() += 1;
            }
        }
    }
    let most = count.into_iter().max_by_key(|(_, n_times)| *n_times).map_or(0, |(word, _)| word);
    all_written.then_some(most)
}

/// Puts a pointer into an array of objects; what stands for it in the array of patterns.
fn pointer_element(
    pool: &mut TermPool,
    layout: Layout,
    objects: Term,
    index: Term,
    value: &SymValue,
    n_bytes: u32,
) -> Option<(Term, Term)> {
    if !layout.pointers || !pointer::is_pointer(value) || n_bytes * 8 != layout.pointer_bits {
        return None;
    }
    let cases = pointer::cases(pool, layout.pointer_bits, value);
    array_pointers::with_pointer(pool, objects, index, &cases)
}

/// The pattern of a value; `None` if it is more than a pattern.
fn element(pool: &mut TermPool, value: &SymValue, width: u32) -> Option<Term> {
    let is_plain = !pointer::is_pointer(value) && !pointer::has_provenance(value);
    is_plain.then(|| ops::pattern(pool, value, width))
}

/// A value put together from bytes.
fn mixed<'v>(
    pool: &mut TermPool,
    layout: Layout,
    bytes: impl Iterator<Item = ByteView<'v, SymValue>>,
) -> Option<SymValue> {
    let mut parts = Vec::new();
    for byte in bytes {
        parts.push(match byte {
            ByteView::Plain(byte) => SymValue::Same(Value::Int(u64::from(byte))),
            ByteView::Uninitialized => {
                let arbitrary = ops::fresh(pool, "unwritten", 8);
                let all = if layout.marks { pool.bv_ones(8) } else { pool.bv_zero(8) };
                ops::marked(pool, &arbitrary, all, UndefCause::Uninitialized)
            }
            ByteView::Part { value, index, size } => {
                element(pool, value, size * 8)?;
                let from_low = if layout.endian == Endian::Little { index } else { size - 1 - index };
                ops::byte_of(pool, value, from_low, size)
            }
        });
    }
    if layout.endian == Endian::Big {
        parts.reverse();
    }
    Some(ops::join(pool, &parts))
}

/// The element that an offset lies in, counted from this one on.
fn index_at(pool: &mut TermPool, layout: Layout, element_bytes: u32, offset: Offset, nth: u32) -> Term {
    let n_low = element_bytes.trailing_zeros();
    let index = pool.extract(offset.term, n_low, layout.pointer_bits - n_low);
    let nth = pool.bv(layout.pointer_bits - n_low, u64::from(nth));
    pool.add(index, nth)
}

/// How an access lies to the elements.
#[derive(Copy, Clone)]
enum Shape {
    /// So many whole ones.
    Whole(u32),
    /// In one, from this bit on.
    Part(u32),
}

fn shape(layout: Layout, element_bytes: u32, offset: Offset, n_bytes: u32) -> Option<Shape> {
    if n_bytes >= element_bytes {
        let whole = n_bytes.is_multiple_of(element_bytes) && offset.is_multiple(element_bytes);
        return whole.then_some(Shape::Whole(n_bytes / element_bytes));
    }
    let at = u32::try_from(offset.within(element_bytes)).ok()?;
    let inside = offset.is_known_within(element_bytes) && at + n_bytes <= element_bytes;
    inside.then_some(Shape::Part(
        8 * match layout.endian {
            Endian::Little => at,
            Endian::Big => element_bytes - at - n_bytes,
        },
    ))
}

/// The pattern at an offset of an array.
fn read_pattern(
    pool: &mut TermPool,
    layout: Layout,
    (array, element_bytes): (Term, u32),
    offset: Offset,
    n_bytes: u32,
) -> Option<Term> {
    match shape(layout, element_bytes, offset, n_bytes)? {
        Shape::Part(low) => {
            let index = index_at(pool, layout, element_bytes, offset, 0);
            let element = pool.select(array, index);
            Some(pool.extract(element, low, n_bytes * 8))
        }
        Shape::Whole(n_elements) => {
            let mut all: Option<Term> = None;
            for nth in 0..n_elements {
                let index = index_at(pool, layout, element_bytes, offset, nth);
                let element = pool.select(array, index);
                all = Some(match (all, layout.endian) {
                    (None, _) => element,
                    (Some(before), Endian::Little) => pool.concat(element, before),
                    (Some(before), Endian::Big) => pool.concat(before, element),
                });
            }
            all
        }
    }
}

/// The array with another pattern at an offset.
fn write_pattern(
    pool: &mut TermPool,
    layout: Layout,
    (array, element_bytes): (Term, u32),
    offset: Offset,
    n_bytes: u32,
    mut pattern: Term,
) -> Option<Term> {
    let width = element_bytes * 8;
    match shape(layout, element_bytes, offset, n_bytes)? {
        Shape::Part(low) => {
            let index = index_at(pool, layout, element_bytes, offset, 0);
            let old = pool.select(array, index);
            if low > 0 {
                let below = pool.extract(old, 0, low);
                pattern = pool.concat(pattern, below);
            }
            let n_written = pool.width(pattern);
            if n_written < width {
                let above = pool.extract(old, n_written, width - n_written);
                pattern = pool.concat(above, pattern);
            }
            Some(pool.store(array, index, pattern))
        }
        Shape::Whole(n_elements) => {
            let mut array = array;
            for nth in 0..n_elements {
                let from_low = if layout.endian == Endian::Little { nth } else { n_elements - 1 - nth };
                let part = pool.extract(pattern, from_low * width, width);
                let index = index_at(pool, layout, element_bytes, offset, nth);
                array = pool.store(array, index, part);
            }
            Some(array)
        }
    }
}

/// What lies at an offset.
pub(crate) fn read(
    pool: &mut TermPool,
    layout: Layout,
    array: ArrayTerm,
    offset: Offset,
    n_bytes: u64,
) -> Option<SymValue> {
    let n_bytes = u32::try_from(n_bytes).ok()?;
    let pattern = read_pattern(pool, layout, (array.term, array.element_bytes), offset, n_bytes)?;
    let value = match array.objects {
        Some(objects) if holds_one(layout, array, offset, n_bytes) => {
            let index = index_at(pool, layout, array.element_bytes, offset, 0);
            array_pointers::value_at(pool, objects, index, pattern)?
        }
        Some(objects) => {
            is_all_numbers(pool, layout, array, objects, offset, n_bytes).then(|| ops::lift(pool, pattern))?
        }
        None => ops::lift(pool, pattern),
    };
    match array.mask {
        None => Some(value),
        Some(mask) => {
            let mask = read_pattern(pool, layout, (mask, array.element_bytes), offset, n_bytes)?;
            Some(ops::marked(pool, &value, mask, UndefCause::Uninitialized))
        }
    }
}

/// Whether an access is to one element that may hold a pointer.
fn holds_one(layout: Layout, array: ArrayTerm, offset: Offset, n_bytes: u32) -> bool {
    n_bytes * 8 == layout.pointer_bits
        && matches!(shape(layout, array.element_bytes, offset, n_bytes), Some(Shape::Whole(1)))
}

/// Whether there is plainly no pointer among the elements of an access.
fn is_all_numbers(
    pool: &mut TermPool,
    layout: Layout,
    array: ArrayTerm,
    objects: Term,
    offset: Offset,
    n_bytes: u32,
) -> bool {
    (0..n_bytes.div_ceil(array.element_bytes)).all(|nth| {
        let index = index_at(pool, layout, array.element_bytes, offset, nth);
        array_pointers::is_number(pool, objects, index)
    })
}

/// The contents with a value at an offset.
pub(crate) fn write(
    pool: &mut TermPool,
    layout: Layout,
    array: ArrayTerm,
    offset: Offset,
    n_bytes: u64,
    value: &SymValue,
) -> Option<SymValue> {
    let n_bytes = u32::try_from(n_bytes).ok()?;
    let (pattern, objects) = match element(pool, value, n_bytes * 8) {
        Some(pattern) => (pattern, numbers_written(pool, layout, array, offset, n_bytes)?),
        None if holds_one(layout, array, offset, n_bytes) => {
            let index = index_at(pool, layout, array.element_bytes, offset, 0);
            let index_bits = layout.index_bits(array.element_bytes);
            let objects = array.objects.unwrap_or_else(|| array_pointers::none(pool, index_bits));
            let (objects, pattern) = pointer_element(pool, layout, objects, index, value, n_bytes)?;
            (pattern, Some(objects))
        }
        None => return None,
    };
    let term = write_pattern(pool, layout, (array.term, array.element_bytes), offset, n_bytes, pattern)?;
    let mask = match array.mask {
        None => None,
        Some(mask) => {
            let of_value = ops::mask_of(pool, value, n_bytes * 8);
            Some(write_pattern(pool, layout, (mask, array.element_bytes), offset, n_bytes, of_value)?)
        }
    };
    Some(SymValue::heavy(Heavy::Array(ArrayTerm { term, mask, objects, ..array })))
}

/// The objects that elements point into once numbers have been written over some; `None` if part of a pointer would stay.
#[expect(clippy::option_option, reason = "there need not be pointers")]
fn numbers_written(
    pool: &mut TermPool,
    layout: Layout,
    array: ArrayTerm,
    offset: Offset,
    n_bytes: u32,
) -> Option<Option<Term>> {
    let Some(mut objects) = array.objects else { return Some(None) };
    if n_bytes < array.element_bytes {
        return is_all_numbers(pool, layout, array, objects, offset, n_bytes).then_some(Some(objects));
    }
    for nth in 0..n_bytes / array.element_bytes {
        let index = index_at(pool, layout, array.element_bytes, offset, nth);
        objects = array_pointers::with_number(pool, objects, index);
    }
    Some(Some(objects))
}

/// One of two arrays.
pub(crate) fn select(pool: &mut TermPool, layout: Layout, cond: Term, a: ArrayTerm, b: ArrayTerm) -> Option<SymValue> {
    if a.element_bytes != b.element_bytes {
        return None;
    }
    let term = pool.ite(cond, a.term, b.term);
    let mask = a.mask.zip(b.mask).map(|(a, b)| pool.ite(cond, a, b));
    let objects = match (a.objects, b.objects) {
        (None, None) => None,
        (of_a, of_b) => {
            let none = array_pointers::none(pool, layout.index_bits(a.element_bytes));
            Some(pool.ite(cond, of_a.unwrap_or(none), of_b.unwrap_or(none)))
        }
    };
    Some(SymValue::heavy(Heavy::Array(ArrayTerm { term, mask, objects, ..a })))
}
