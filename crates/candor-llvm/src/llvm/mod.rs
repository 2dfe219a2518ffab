//! LLVM's C API as small handles, so that the rest of the crate has no unsafe code.
//!
//! A handle ([`Value`], [`Type`], [`Block`], [`Metadata`]) is a pointer into a [`Context`]. The invariant that every
//! `SAFETY` comment below relies on: handles are made from live modules only, the modules and their context are owned by
//! one loading run, and that run drops them last. No handle is ever stored outside this crate.

mod context;
mod metadata;
mod types;
mod value;

pub(crate) use context::{Context, Module, is_bitcode};
pub(crate) use metadata::{DbgRecord, DbgRecordKind, Metadata};
pub(crate) use types::{DataLayout, Type, TypeKind};
pub(crate) use value::{Block, Linkage, Value, ValueKind, attribute_kind, intrinsic_name, intrinsic_number};

/// Text that LLVM lends us with its length.
///
/// # Safety
/// `data` points to `len` readable bytes, or `len` is 0.
unsafe fn borrowed_text(data: *const std::ffi::c_char, len: usize) -> String {
    if data.is_null() || len == 0 {
        return String::new();
    }
    // SAFETY: the caller promises the bytes.
    let bytes = unsafe { std::slice::from_raw_parts(data.cast::<u8>(), len) };
    String::from_utf8_lossy(bytes).into_owned()
}

/// Text that LLVM gives us to dispose of.
///
/// # Safety
/// `message` is null or came from LLVM as a message to be disposed of.
unsafe fn owned_message(message: *mut std::ffi::c_char) -> String {
    if message.is_null() {
        return String::new();
    }
    // SAFETY: a message is a C string and is disposed of once.
    unsafe {
        let text = std::ffi::CStr::from_ptr(message).to_string_lossy().into_owned();
        llvm_sys::core::LLVMDisposeMessage(message);
        text
    }
}
