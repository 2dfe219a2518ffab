//! Global variables: their declaration and their initialisers, flattened to runs of bytes and addresses.

use candor_ir::{Bits, Chunk, Const, Endian, Global, GlobalId, Init, LocId, Scalar};

use crate::constant;
use crate::debug;
use crate::layout::{Layout, Piece};
use crate::linker::{Linker, Origin};
use crate::llvm::{Type, TypeKind, Value, ValueKind};

/// A global without its initialiser.
pub(crate) fn declare(cx: &mut Linker, value: Value) -> Global {
    let ty = value.value_type();
    let size = if ty.is_sized() { cx.layout.data().alloc_size(ty) } else { 0 };
    let natural = if ty.is_sized() { cx.layout.data().abi_align(ty) } else { 1 };
    let align = if value.alignment() == 0 { natural } else { value.alignment() };
    Global {
        name: String::new(),
        source_name: None,
        ty: String::new(),
        size,
        align: align.max(1),
        constant: value.is_constant_global(),
        thread_local: value.is_thread_local(),
        internal: false,
        library: false,
        init: None,
        loc: LocId::NOWHERE,
    }
}

/// Gives a global the contents, size and source name that its definition has.
pub(crate) fn copy(cx: &mut Linker, id: GlobalId, value: Value) {
    let Global { size, align, constant, thread_local, .. } = declare(cx, value);
    let init = value.initializer().map(|init| flatten(cx, init));
    let debug::GlobalSource { name: source_name, ty, loc } = debug::global_source(cx, value);
    let library = cx.origin == Origin::Library;
    let global = &mut cx.program.globals[id];
    global.size = size;
    global.align = align;
    global.constant = constant;
    global.thread_local = thread_local;
    global.library = library;
    global.source_name = source_name.filter(|source_name| *source_name != global.name);
    global.ty = ty;
    global.loc = loc;
    global.init = init;
}

fn flatten(cx: &mut Linker, value: Value) -> Init {
    let mut chunks = Chunks { chunks: Vec::new() };
    add(cx, value, 0, &mut chunks);
    Init { chunks: chunks.chunks }
}

fn add(cx: &mut Linker, value: Value, offset: u64, chunks: &mut Chunks) {
    let ty = value.ty();
    match value.kind() {
        ValueKind::Zero | ValueKind::Null => {}
        // clang leaves padding and the unused rest of a union undefined; C says that static objects start as zeros.
        ValueKind::Undef | ValueKind::Poison if cx.origin != Origin::Foreign => {}
        ValueKind::Int => add_int(cx, &constant::int_bits(value), offset, chunks),
        ValueKind::Float => {
            let bits = u32::try_from(cx.layout.data().size_in_bits(ty)).unwrap_or(0);
            add_int(cx, &Bits::from_limbs(bits, &value.words()), offset, chunks);
        }
        ValueKind::Data
            if is_little(cx) && stride(&cx.layout, ty) * 8 == cx.layout.data().size_in_bits(ty.element()) =>
        {
            chunks.add_bytes(offset, &value.data_bytes());
        }
        ValueKind::Data | ValueKind::Aggregate if is_packed(cx, ty) => add_packed(cx, value, offset, chunks),
        ValueKind::Data | ValueKind::Aggregate => {
            for index in 0..ty.len() {
                if let Some(element) = value.element(index) {
                    add(cx, element, offset + element_offset(&cx.layout, ty, index), chunks);
                }
            }
        }
        _ => add_leaves(cx, value, offset, chunks),
    }
}

fn is_little(cx: &Linker) -> bool {
    cx.program.target.endian == Endian::Little
}

/// The distance of elements of an array or vector.
fn stride(layout: &Layout, ty: Type) -> u64 {
    if ty.is_vector() { layout.data().size_in_bits(ty.element()) / 8 } else { layout.data().alloc_size(ty.element()) }
}

fn element_offset(layout: &Layout, ty: Type, index: u64) -> u64 {
    match ty.kind() {
        TypeKind::LLVMStructTypeKind => layout.data().field_offset(ty, u32::try_from(index).unwrap_or(u32::MAX)),
        _ => index * stride(layout, ty),
    }
}

fn is_packed(cx: &Linker, ty: Type) -> bool {
    ty.is_vector() && !cx.layout.data().size_in_bits(ty.element()).is_multiple_of(8)
}

/// Addresses, expressions, undef: what is not plain bytes.
fn add_leaves(cx: &mut Linker, value: Value, offset: u64, chunks: &mut Chunks) {
    let Ok(types) = cx.layout.leaves(value.ty()) else {
        return;
    };
    // What cannot be expressed is unknown: a fault only if the program looks at it.
    let consts = constant::leaves(cx, value).ok();
    let places = types.pieces.iter().filter_map(|piece| match piece {
        Piece::Scalar { offset, ty } => Some((*offset, *ty)),
        Piece::Packed { .. } => None,
    });
    for (index, (place, ty)) in places.enumerate() {
        let known = consts.as_ref().and_then(|consts| consts.get(index)).copied();
        let constant = known.unwrap_or_else(|| cx.program.consts.add(Const::Undef(ty)));
        if !matches!(cx.program.consts.get(constant), Const::Null) {
            chunks.chunks.push((offset + place, Chunk::Scalar(ty, constant)));
        }
    }
}

fn add_packed(cx: &mut Linker, value: Value, offset: u64, chunks: &mut Chunks) {
    let width = value.ty().element().int_width();
    let count = u32::try_from(value.ty().len()).unwrap_or(0);
    let total = usize::try_from((width * count).div_ceil(8)).unwrap_or(0);
    let mut bytes = vec![0_u8; total];
    for index in 0..count {
        let Some(element) = value.element(u64::from(index)).filter(|element| element.kind() == ValueKind::Int) else {
            continue;
        };
        let bits = constant::int_bits(element);
        for bit in 0..width {
            if bits.bit(bit) {
                let position = index * width + bit;
                bytes[usize::try_from(position / 8).unwrap_or(0)] |= 1 << (position % 8);
            }
        }
    }
    if !is_little(cx) {
        bytes.reverse();
    }
    chunks.add_bytes(offset, &bytes);
}

fn add_int(cx: &Linker, bits: &Bits, offset: u64, chunks: &mut Chunks) {
    let bytes = usize::try_from(cx.program.target.store_bytes(Scalar::Int(bits.width()))).unwrap_or(0);
    let mut le: Vec<u8> = bits.limbs().iter().flat_map(|limb| limb.to_le_bytes()).collect();
    le.resize(bytes, 0);
    if !is_little(cx) {
        le.reverse();
    }
    chunks.add_bytes(offset, &le);
}

/// Chunks at ascending offsets.
struct Chunks {
    chunks: Vec<(u64, Chunk)>,
}

impl Chunks {
    /// Zeros before this many bytes do not start a new run.
    const SMALL_GAP: u64 = 16;

    /// Adds bytes; zeros at either end are what memory holds anyway.
    fn add_bytes(&mut self, offset: u64, bytes: &[u8]) {
        let Some(first) = bytes.iter().position(|byte| *byte != 0) else {
            return;
        };
        let last = bytes.iter().rposition(|byte| *byte != 0).unwrap_or(first);
        let (offset, bytes) = (offset + length(first), &bytes[first..=last]);
        if let Some((start, Chunk::Bytes(run))) = self.chunks.last_mut() {
            let end = *start + length(run.len());
            if end <= offset && offset - end <= Chunks::SMALL_GAP {
                let gap = usize::try_from(offset - end).unwrap_or(0);
                run.extend(std::iter::repeat_n(0, gap));
                run.extend_from_slice(bytes);
                return;
            }
        }
        self.chunks.push((offset, Chunk::Bytes(bytes.to_vec())));
    }
}

fn length(len: usize) -> u64 {
    u64::try_from(len).unwrap_or(u64::MAX)
}
