//! Types and the data layout.

use std::ffi::{CStr, CString};
use std::ptr::NonNull;

use llvm_sys::core::*;
use llvm_sys::target::*;
use llvm_sys::{LLVMType, LLVMTypeKind};

use super::owned_message;

/// A type.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Type(NonNull<LLVMType>);

pub(crate) use llvm_sys::LLVMTypeKind as TypeKind;

impl Type {
    /// # Safety
    /// `raw` is a type of a live context.
    pub(super) unsafe fn from_raw(raw: *mut LLVMType) -> Type {
        Type(NonNull::new(raw).expect("LLVM has a type for everything"))
    }

    pub(super) fn raw(self) -> *mut LLVMType {
        self.0.as_ptr()
    }

    pub(crate) fn kind(self) -> LLVMTypeKind {
        // SAFETY: a live type.
        unsafe { LLVMGetTypeKind(self.raw()) }
    }

    pub(crate) fn is_sized(self) -> bool {
        // SAFETY: a live type.
        unsafe { LLVMTypeIsSized(self.raw()) != 0 }
    }

    pub(crate) fn is_void(self) -> bool {
        matches!(self.kind(), TypeKind::LLVMVoidTypeKind)
    }

    pub(crate) fn is_vector(self) -> bool {
        matches!(self.kind(), TypeKind::LLVMVectorTypeKind)
    }

    pub(crate) fn is_struct(self) -> bool {
        matches!(self.kind(), TypeKind::LLVMStructTypeKind)
    }

    pub(crate) fn int_width(self) -> u32 {
        // SAFETY: callers ask integer types only.
        unsafe { LLVMGetIntTypeWidth(self.raw()) }
    }

    /// The element type of an array or vector.
    pub(crate) fn element(self) -> Type {
        // SAFETY: callers ask arrays and vectors only.
        unsafe { Type::from_raw(LLVMGetElementType(self.raw())) }
    }

    /// The number of elements of an array, vector or struct.
    pub(crate) fn len(self) -> u64 {
        // SAFETY: each function is asked about its own kind.
        unsafe {
            match self.kind() {
                TypeKind::LLVMArrayTypeKind => LLVMGetArrayLength2(self.raw()),
                TypeKind::LLVMVectorTypeKind => u64::from(LLVMGetVectorSize(self.raw())),
                TypeKind::LLVMStructTypeKind => u64::from(LLVMCountStructElementTypes(self.raw())),
                _ => 0,
            }
        }
    }

    /// The type of a struct's field.
    pub(crate) fn field(self, index: u32) -> Type {
        // SAFETY: callers ask structs, with an index below `len`.
        unsafe { Type::from_raw(LLVMStructGetTypeAtIndex(self.raw(), index)) }
    }

    /// The result of a function type.
    pub(crate) fn return_type(self) -> Type {
        // SAFETY: callers ask function types only.
        unsafe { Type::from_raw(LLVMGetReturnType(self.raw())) }
    }

    pub(crate) fn params(self) -> Vec<Type> {
        // SAFETY: callers ask function types only; the buffer has the right length.
        unsafe {
            let count = usize::try_from(LLVMCountParamTypes(self.raw())).unwrap_or(0);
            let mut raw = vec![std::ptr::null_mut(); count];
            LLVMGetParamTypes(self.raw(), raw.as_mut_ptr());
            raw.into_iter().map(|raw| Type::from_raw(raw)).collect()
        }
    }

    /// The name of a struct that has one.
    pub(crate) fn struct_name(self) -> Option<String> {
        if !self.is_struct() {
            return None;
        }
        // SAFETY: a live struct type; its name, if any, lives as long.
        unsafe {
            let name = LLVMGetStructName(self.raw());
            (!name.is_null()).then(|| CStr::from_ptr(name).to_string_lossy().into_owned())
        }
    }

    pub(crate) fn is_variadic(self) -> bool {
        // SAFETY: callers ask function types only.
        unsafe { LLVMIsFunctionVarArg(self.raw()) != 0 }
    }

    /// As LLVM writes it.
    pub(crate) fn text(self) -> String {
        // SAFETY: a live type; the message is ours.
        unsafe { owned_message(LLVMPrintTypeToString(self.raw())) }
    }
}

/// Sizes, alignments and offsets on the target.
pub(crate) struct DataLayout {
    raw: LLVMTargetDataRef,
}

impl DataLayout {
    /// From a layout string that LLVM has already accepted as part of a module.
    pub(crate) fn new(text: &str) -> DataLayout {
        let text = CString::new(text).unwrap_or_default();
        // SAFETY: a C string; a malformed one was refused when the module was read.
        let raw = unsafe { LLVMCreateTargetData(text.as_ptr()) };
        DataLayout { raw }
    }

    pub(crate) fn pointer_bits(&self) -> u32 {
        // SAFETY: a live layout.
        unsafe { LLVMPointerSize(self.raw) * 8 }
    }

    pub(crate) fn is_little_endian(&self) -> bool {
        // SAFETY: a live layout.
        matches!(unsafe { LLVMByteOrder(self.raw) }, LLVMByteOrdering::LLVMLittleEndian)
    }

    pub(crate) fn size_in_bits(&self, ty: Type) -> u64 {
        // SAFETY: live handles; callers ask sized types only.
        unsafe { LLVMSizeOfTypeInBits(self.raw, ty.raw()) }
    }

    /// The distance of consecutive elements of an array.
    pub(crate) fn alloc_size(&self, ty: Type) -> u64 {
        // SAFETY: live handles; callers ask sized types only.
        unsafe { LLVMABISizeOfType(self.raw, ty.raw()) }
    }

    pub(crate) fn abi_align(&self, ty: Type) -> u32 {
        // SAFETY: live handles; callers ask sized types only.
        unsafe { LLVMABIAlignmentOfType(self.raw, ty.raw()) }
    }

    pub(crate) fn field_offset(&self, ty: Type, field: u32) -> u64 {
        // SAFETY: live handles; callers ask structs with a valid field.
        unsafe { LLVMOffsetOfElement(self.raw, ty.raw(), field) }
    }
}

impl Drop for DataLayout {
    fn drop(&mut self) {
        // SAFETY: we own the layout.
        unsafe { LLVMDisposeTargetData(self.raw) };
    }
}
