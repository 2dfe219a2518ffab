//! Contexts and modules: reading bitcode and text without ever aborting on what LLVM reports as an error.

use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char, c_void};
use std::ptr;

use llvm_sys::LLVMDiagnosticSeverity;
use llvm_sys::analysis::{LLVMVerifierFailureAction, LLVMVerifyModule};
use llvm_sys::bit_reader::{LLVMGetBitcodeModuleInContext2, LLVMParseBitcodeInContext2};
use llvm_sys::core::*;
use llvm_sys::ir_reader::LLVMParseIRInContext2;
use llvm_sys::prelude::*;

use super::{Value, borrowed_text, owned_message};

/// An LLVM context that collects errors instead of printing them.
pub(crate) struct Context {
    raw: LLVMContextRef,
    /// What the diagnostic handler heard; boxed, because LLVM keeps a pointer to it.
    errors: Box<RefCell<Vec<String>>>,
}

extern "C" fn collect_diagnostic(info: LLVMDiagnosticInfoRef, errors: *mut c_void) {
    // SAFETY: LLVM passes the pointer that `Context::new` registered, which lives as long as the context.
    unsafe {
        if matches!(LLVMGetDiagInfoSeverity(info), LLVMDiagnosticSeverity::LLVMDSError) {
            let message = owned_message(LLVMGetDiagInfoDescription(info));
            (*errors.cast::<RefCell<Vec<String>>>()).borrow_mut().push(message);
        }
    }
}

impl Context {
    pub(crate) fn new() -> Context {
        let errors = Box::new(RefCell::new(Vec::new()));
        let target: *const RefCell<Vec<String>> = &*errors;
        // SAFETY: a new context; the handler's argument outlives it, as `Context` owns both and disposes the context first.
        let raw = unsafe {
            let raw = LLVMContextCreate();
            LLVMContextSetDiagnosticHandler(raw, Some(collect_diagnostic), target.cast_mut().cast());
            raw
        };
        Context { raw, errors }
    }

    /// Reads a module of either form; `bytes` that start like bitcode are bitcode.
    pub(crate) fn parse(&self, bytes: &[u8], name: &str) -> Result<Module, String> {
        if is_bitcode(bytes) { self.parse_bitcode(bytes, name) } else { self.parse_text(bytes, name) }
    }

    fn parse_bitcode(&self, bytes: &[u8], name: &str) -> Result<Module, String> {
        let buffer = Buffer::borrowed(bytes, name);
        let mut module = ptr::null_mut();
        // SAFETY: context and buffer are alive; with `2` the buffer stays ours.
        let failed = unsafe { LLVMParseBitcodeInContext2(self.raw, buffer.raw, &mut module) };
        self.finish(failed != 0, module, String::new())
    }

    /// Opens bitcode whose function bodies are read on demand; `bytes` must live as long as the program runs.
    pub(crate) fn open_lazily(&self, bytes: &'static [u8], name: &str) -> Result<Module, String> {
        let buffer = Buffer::borrowed(bytes, name);
        let mut module = ptr::null_mut();
        // SAFETY: context and buffer are alive; the module takes the buffer over when it succeeds.
        let failed = unsafe { LLVMGetBitcodeModuleInContext2(self.raw, buffer.raw, &mut module) };
        if failed == 0 {
            std::mem::forget(buffer);
        }
        self.finish(failed != 0, module, String::new())
    }

    fn parse_text(&self, bytes: &[u8], name: &str) -> Result<Module, String> {
        let buffer = Buffer::copied(bytes, name);
        let mut module = ptr::null_mut();
        let mut message = ptr::null_mut();
        // SAFETY: context and buffer are alive; a message is ours to dispose of.
        let (failed, message) = unsafe {
            let failed = LLVMParseIRInContext2(self.raw, buffer.raw, &mut module, &mut message);
            (failed, owned_message(message))
        };
        self.finish(failed != 0, module, message)
    }

    fn finish(&self, failed: bool, module: LLVMModuleRef, message: String) -> Result<Module, String> {
        let mut errors = self.errors.take();
        if !message.is_empty() {
            errors.push(message);
        }
        if failed || module.is_null() {
            let message = if errors.is_empty() { "not valid LLVM IR".to_owned() } else { errors.join("\n") };
            return Err(message.trim_end().to_owned());
        }
        Ok(Module { raw: module })
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: the owner drops its modules before the context.
        unsafe { LLVMContextDispose(self.raw) };
    }
}

/// Whether bytes start like bitcode, bare or wrapped as Apple does.
pub(crate) fn is_bitcode(bytes: &[u8]) -> bool {
    bytes.starts_with(b"BC\xC0\xDE") || bytes.starts_with(&[0xDE, 0xC0, 0x17, 0x0B])
}

/// A memory buffer of LLVM's.
struct Buffer {
    raw: LLVMMemoryBufferRef,
}

impl Buffer {
    fn borrowed(bytes: &[u8], name: &str) -> Buffer {
        let name = c_name(name);
        // SAFETY: the bytes outlive the buffer at each use above; bitcode needs no terminator.
        let raw = unsafe {
            LLVMCreateMemoryBufferWithMemoryRange(bytes.as_ptr().cast::<c_char>(), bytes.len(), name.as_ptr(), 0)
        };
        Buffer { raw }
    }

    fn copied(bytes: &[u8], name: &str) -> Buffer {
        let name = c_name(name);
        // SAFETY: LLVM copies the bytes and adds the terminator that its text parser wants.
        let raw = unsafe {
            LLVMCreateMemoryBufferWithMemoryRangeCopy(bytes.as_ptr().cast::<c_char>(), bytes.len(), name.as_ptr())
        };
        Buffer { raw }
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        // SAFETY: we own the buffer.
        unsafe { LLVMDisposeMemoryBuffer(self.raw) };
    }
}

fn c_name(name: &str) -> CString {
    CString::new(name.replace('\0', "?")).unwrap_or_default()
}

/// A module; its context must outlive it.
pub(crate) struct Module {
    raw: LLVMModuleRef,
}

impl Module {
    /// LLVM's own opinion on whether the module is well formed.
    pub(crate) fn verify(&self) -> Result<(), String> {
        let mut message = ptr::null_mut();
        // SAFETY: a live module; the message is ours also when there is nothing to say.
        let (broken, message) = unsafe {
            let action = LLVMVerifierFailureAction::LLVMReturnStatusAction;
            let broken = LLVMVerifyModule(self.raw, action, &mut message);
            (broken, owned_message(message))
        };
        if broken == 0 { Ok(()) } else { Err(message.trim_end().to_owned()) }
    }

    pub(crate) fn data_layout(&self) -> String {
        // SAFETY: a live module lends us a C string.
        unsafe { CStr::from_ptr(LLVMGetDataLayoutStr(self.raw)).to_string_lossy().into_owned() }
    }

    pub(crate) fn triple(&self) -> String {
        // SAFETY: a live module lends us a C string.
        unsafe { CStr::from_ptr(LLVMGetTarget(self.raw)).to_string_lossy().into_owned() }
    }

    /// The text of assembly outside of functions.
    pub(crate) fn inline_asm(&self) -> String {
        let mut len = 0;
        // SAFETY: a live module lends us a text with its length.
        unsafe { borrowed_text(LLVMGetModuleInlineAsm(self.raw, &mut len), len) }
    }

    pub(crate) fn functions(&self) -> Vec<Value> {
        // SAFETY: iterating a live module.
        unsafe { chain(LLVMGetFirstFunction(self.raw), |raw| LLVMGetNextFunction(raw)) }
    }

    pub(crate) fn globals(&self) -> Vec<Value> {
        // SAFETY: iterating a live module.
        unsafe { chain(LLVMGetFirstGlobal(self.raw), |raw| LLVMGetNextGlobal(raw)) }
    }

    pub(crate) fn aliases(&self) -> Vec<Value> {
        // SAFETY: iterating a live module.
        unsafe { chain(LLVMGetFirstGlobalAlias(self.raw), |raw| LLVMGetNextGlobalAlias(raw)) }
    }

    pub(crate) fn ifuncs(&self) -> Vec<Value> {
        // SAFETY: iterating a live module.
        unsafe { chain(LLVMGetFirstGlobalIFunc(self.raw), |raw| LLVMGetNextGlobalIFunc(raw)) }
    }

    pub(crate) fn function_named(&self, name: &str) -> Option<Value> {
        let name = c_name(name);
        // SAFETY: a live module and a C string.
        Value::new(unsafe { LLVMGetNamedFunction(self.raw, name.as_ptr()) })
    }

    pub(crate) fn global_named(&self, name: &str) -> Option<Value> {
        let name = c_name(name);
        // SAFETY: a live module and a C string.
        Value::new(unsafe { LLVMGetNamedGlobal(self.raw, name.as_ptr()) })
    }

    pub(crate) fn alias_named(&self, name: &str) -> Option<Value> {
        // SAFETY: a live module and a text with its length.
        Value::new(unsafe { LLVMGetNamedGlobalAlias(self.raw, name.as_ptr().cast(), name.len()) })
    }
}

impl Drop for Module {
    fn drop(&mut self) {
        // SAFETY: we own the module, and its context is still alive.
        unsafe { LLVMDisposeModule(self.raw) };
    }
}

fn chain(first: LLVMValueRef, next: impl Fn(LLVMValueRef) -> LLVMValueRef) -> Vec<Value> {
    let mut values = Vec::new();
    let mut raw = first;
    while let Some(value) = Value::new(raw) {
        values.push(value);
        raw = next(raw);
    }
    values
}
