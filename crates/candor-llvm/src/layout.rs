//! Types taken apart: which scalars a type consists of, and where they lie in memory.
//!
//! candor IR has scalar registers only. A struct, array or vector becomes the list of its *leaves*, nested ones flattened in
//! order; in memory the leaves lie in *pieces*. A piece is one leaf, except for vectors whose elements are not whole bytes
//! (`<8 x i1>`): LLVM packs those into one integer.

use std::cell::RefCell;
use std::rc::Rc;

use candor_ir::{FloatKind, Scalar};
use rustc_hash::FxHashMap;

use crate::llvm::{DataLayout, Type, TypeKind};

/// What candor IR cannot express; ends up in an `Unsupported` instruction.
#[derive(Debug, Clone)]
pub(crate) struct Unsupported(pub(crate) String);

pub(crate) type Supported<T> = Result<T, Unsupported>;

/// More leaves than this are a mistake of the program's author, or not worth their registers.
const MAX_LEAVES: usize = 4096;

/// A part of a value in memory.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Piece {
    /// One leaf.
    Scalar { offset: u64, ty: Scalar },
    /// Several integer leaves of the same odd width in one integer, the first in the lowest bits.
    Packed { offset: u64, width: u32, count: u32 },
}

/// A type as scalars.
#[derive(Debug, Default)]
pub(crate) struct Leaves {
    pub(crate) scalars: Vec<Scalar>,
    pub(crate) pieces: Vec<Piece>,
}

/// Knows the target's layout and remembers the types already taken apart.
pub(crate) struct Layout {
    data: DataLayout,
    leaves: RefCell<FxHashMap<Type, Rc<Leaves>>>,
}

impl Layout {
    pub(crate) fn new(data: DataLayout) -> Layout {
        Layout { data, leaves: RefCell::default() }
    }

    pub(crate) fn data(&self) -> &DataLayout {
        &self.data
    }

    /// The scalars of a type; none for `void`.
    pub(crate) fn leaves(&self, ty: Type) -> Supported<Rc<Leaves>> {
        if let Some(leaves) = self.leaves.borrow().get(&ty) {
            return Ok(leaves.clone());
        }
        let mut leaves = Leaves::default();
        self.collect(ty, 0, &mut leaves)?;
        let leaves = Rc::new(leaves);
        self.leaves.borrow_mut().insert(ty, leaves.clone());
        Ok(leaves)
    }

    /// The scalar that a type is, if it is one.
    pub(crate) fn scalar(&self, ty: Type) -> Option<Scalar> {
        scalar_of(ty)
    }

    fn collect(&self, ty: Type, offset: u64, leaves: &mut Leaves) -> Supported<()> {
        if let Some(scalar) = scalar_of(ty) {
            leaves.scalars.push(scalar);
            leaves.pieces.push(Piece::Scalar { offset, ty: scalar });
            return if leaves.scalars.len() > MAX_LEAVES { Err(too_large(ty)) } else { Ok(()) };
        }
        match ty.kind() {
            TypeKind::LLVMVoidTypeKind => Ok(()),
            TypeKind::LLVMStructTypeKind if ty.is_sized() => (0..ty.len()).try_for_each(|field| {
                let field = u32::try_from(field).map_err(|_| too_large(ty))?;
                self.collect(ty.field(field), offset + self.data.field_offset(ty, field), leaves)
            }),
            TypeKind::LLVMArrayTypeKind => {
                let stride = self.data.alloc_size(ty.element());
                (0..ty.len()).try_for_each(|i| self.collect(ty.element(), offset + i * stride, leaves))
            }
            TypeKind::LLVMVectorTypeKind => self.collect_vector(ty, offset, leaves),
            _ => Err(Unsupported(format!("values of type {}", ty.text()))),
        }
    }

    fn collect_vector(&self, ty: Type, offset: u64, leaves: &mut Leaves) -> Supported<()> {
        let element = ty.element();
        let bits = self.data.size_in_bits(element);
        if bits.is_multiple_of(8) {
            return (0..ty.len()).try_for_each(|i| self.collect(element, offset + i * bits / 8, leaves));
        }
        let count = u32::try_from(ty.len()).map_err(|_| too_large(ty))?;
        let width = element.int_width();
        leaves.pieces.push(Piece::Packed { offset, width, count });
        leaves.scalars.extend((0..count).map(|_| Scalar::Int(width)));
        if leaves.scalars.len() > MAX_LEAVES { Err(too_large(ty)) } else { Ok(()) }
    }

    /// Which leaves of `ty` the indexes of an `extractvalue` name: the first one and how many.
    pub(crate) fn leaf_range(&self, ty: Type, indices: &[u32]) -> Supported<(usize, usize)> {
        let mut ty = ty;
        let mut first = 0;
        for &index in indices {
            if ty.is_struct() {
                for field in 0..index {
                    first += self.leaves(ty.field(field))?.scalars.len();
                }
                ty = ty.field(index);
            } else {
                ty = ty.element();
                first += self.leaves(ty)?.scalars.len() * usize::try_from(index).map_err(|_| too_large(ty))?;
            }
        }
        Ok((first, self.leaves(ty)?.scalars.len()))
    }
}

fn scalar_of(ty: Type) -> Option<Scalar> {
    Some(match ty.kind() {
        TypeKind::LLVMIntegerTypeKind => Scalar::Int(ty.int_width()),
        TypeKind::LLVMPointerTypeKind => Scalar::Ptr,
        TypeKind::LLVMHalfTypeKind => Scalar::Float(FloatKind::Half),
        TypeKind::LLVMBFloatTypeKind => Scalar::Float(FloatKind::BFloat),
        TypeKind::LLVMFloatTypeKind => Scalar::Float(FloatKind::Single),
        TypeKind::LLVMDoubleTypeKind => Scalar::Float(FloatKind::Double),
        TypeKind::LLVMX86_FP80TypeKind => Scalar::Float(FloatKind::X87),
        TypeKind::LLVMFP128TypeKind => Scalar::Float(FloatKind::Quad),
        _ => return None,
    })
}

fn too_large(ty: Type) -> Unsupported {
    Unsupported(format!("values of type {} with more than {MAX_LEAVES} scalars", ty.text()))
}
