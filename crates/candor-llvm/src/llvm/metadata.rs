//! Debug info: locations, scopes, variables, types, and the records that tie variables to values.

use std::ffi::c_char;
use std::ptr::NonNull;

use llvm_sys::core::*;
use llvm_sys::debuginfo::*;
use llvm_sys::prelude::*;
use llvm_sys::{LLVMOpaqueDbgRecord, LLVMOpaqueMetadata};

use super::{Value, borrowed_text};

unsafe extern "C" {
    fn candor_di_base(md: LLVMMetadataRef) -> LLVMMetadataRef;
    fn candor_di_count(md: LLVMMetadataRef) -> u32;
    fn candor_di_element(md: LLVMMetadataRef, index: u32) -> LLVMMetadataRef;
    fn candor_di_subrange(md: LLVMMetadataRef) -> i64;
    fn candor_di_variable_name(md: LLVMMetadataRef, len: *mut usize) -> *const c_char;
    fn candor_di_variable_type(md: LLVMMetadataRef) -> LLVMMetadataRef;
    fn candor_di_scope_parent(md: LLVMMetadataRef) -> LLVMMetadataRef;
    fn candor_di_variable_arg(md: LLVMMetadataRef) -> u32;
    fn candor_subprogram_is_prototyped(md: LLVMMetadataRef) -> i32;
    fn candor_di_expression_is_plain(md: LLVMMetadataRef) -> i32;
    fn candor_global_variable(value: LLVMValueRef) -> LLVMMetadataRef;
    fn candor_record_kind(record: LLVMDbgRecordRef) -> u32;
    fn candor_record_locations(record: LLVMDbgRecordRef) -> u32;
}

/// A node of debug info. Which methods fit is known from where the node was found.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Metadata(NonNull<LLVMOpaqueMetadata>);

impl Metadata {
    pub(super) fn new(raw: LLVMMetadataRef) -> Option<Metadata> {
        NonNull::new(raw).map(Metadata)
    }

    fn raw(self) -> LLVMMetadataRef {
        self.0.as_ptr()
    }

    /// Line, column and scope of a location.
    pub(crate) fn location(self) -> (u32, u32, Option<Metadata>) {
        // SAFETY: callers ask locations only.
        unsafe {
            let scope = Metadata::new(LLVMDILocationGetScope(self.raw()));
            (LLVMDILocationGetLine(self.raw()), LLVMDILocationGetColumn(self.raw()), scope)
        }
    }

    /// The file of a scope.
    pub(crate) fn scope_file(self) -> Option<Metadata> {
        // SAFETY: callers ask scopes only.
        unsafe { Metadata::new(LLVMDIScopeGetFile(self.raw())) }
    }

    /// The scope around a block in a function; none around the function itself.
    pub(crate) fn scope_parent(self) -> Option<Metadata> {
        // SAFETY: the shim tests the kind.
        unsafe { Metadata::new(candor_di_scope_parent(self.raw())) }
    }

    /// Directory and name of a file.
    pub(crate) fn file_path(self) -> (String, String) {
        let (mut dir_len, mut name_len) = (0, 0);
        // SAFETY: callers ask files only; texts come with their lengths.
        unsafe {
            let dir = LLVMDIFileGetDirectory(self.raw(), &mut dir_len);
            let name = LLVMDIFileGetFilename(self.raw(), &mut name_len);
            (borrowed_text(dir, usize_of(dir_len)), borrowed_text(name, usize_of(name_len)))
        }
    }

    pub(crate) fn subprogram_line(self) -> u32 {
        // SAFETY: callers ask subprograms only.
        unsafe { LLVMDISubprogramGetLine(self.raw()) }
    }

    /// Whether a function names the types of its parameters.
    pub(crate) fn is_prototyped(self) -> bool {
        // SAFETY: callers ask subprograms only.
        unsafe { candor_subprogram_is_prototyped(self.raw()) != 0 }
    }

    pub(crate) fn variable_name(self) -> String {
        let mut len = 0;
        // SAFETY: callers ask variables only.
        unsafe { borrowed_text(candor_di_variable_name(self.raw(), &mut len), len) }
    }

    pub(crate) fn variable_type(self) -> Option<Metadata> {
        // SAFETY: callers ask variables only.
        unsafe { Metadata::new(candor_di_variable_type(self.raw())) }
    }

    /// 1 for the first parameter and so on; 0 for other variables.
    pub(crate) fn variable_arg(self) -> u32 {
        // SAFETY: callers ask variables only.
        unsafe { candor_di_variable_arg(self.raw()) }
    }

    pub(crate) fn variable_line(self) -> u32 {
        // SAFETY: callers ask variables only.
        unsafe { LLVMDIVariableGetLine(self.raw()) }
    }

    pub(crate) fn variable_file(self) -> Option<Metadata> {
        // SAFETY: callers ask variables only.
        unsafe { Metadata::new(LLVMDIVariableGetFile(self.raw())) }
    }

    /// The DWARF tag of a type.
    pub(crate) fn tag(self) -> u16 {
        // SAFETY: callers ask debug info nodes only.
        unsafe { LLVMGetDINodeTag(self.raw()) }
    }

    pub(crate) fn type_name(self) -> String {
        let mut len = 0;
        // SAFETY: callers ask types only.
        unsafe { borrowed_text(LLVMDITypeGetName(self.raw(), &mut len), len) }
    }

    /// The size of a type; 0 if nobody knows.
    pub(crate) fn type_bits(self) -> u64 {
        // SAFETY: callers ask types only.
        unsafe { LLVMDITypeGetSizeInBits(self.raw()) }
    }

    /// Where a member begins in its structure.
    pub(crate) fn offset_bits(self) -> u64 {
        // SAFETY: callers ask types only.
        unsafe { LLVMDITypeGetOffsetInBits(self.raw()) }
    }

    /// What a pointer points to, a typedef stands for, an array is made of.
    pub(crate) fn base_type(self) -> Option<Metadata> {
        // SAFETY: the shim tests the kind.
        unsafe { Metadata::new(candor_di_base(self.raw())) }
    }

    /// The elements of a composite type, or result and parameters of a function type; `None` is void.
    pub(crate) fn elements(self) -> Vec<Option<Metadata>> {
        // SAFETY: the shim tests the kind; indexes are below the count.
        unsafe { (0..candor_di_count(self.raw())).map(|i| Metadata::new(candor_di_element(self.raw(), i))).collect() }
    }

    /// The length of an array's dimension if it is constant.
    pub(crate) fn subrange_len(self) -> Option<i64> {
        // SAFETY: the shim tests the kind.
        Some(unsafe { candor_di_subrange(self.raw()) }).filter(|len| *len >= 0)
    }

    /// Whether an expression computes nothing.
    pub(crate) fn expression_is_plain(self) -> bool {
        // SAFETY: the shim tests the kind.
        unsafe { candor_di_expression_is_plain(self.raw()) != 0 }
    }
}

fn usize_of(len: u32) -> usize {
    usize::try_from(len).unwrap_or(0)
}

impl Value {
    /// The location of an instruction.
    pub(crate) fn debug_loc(self) -> Option<Metadata> {
        // SAFETY: callers ask instructions only.
        unsafe { Metadata::new(LLVMInstructionGetDebugLoc(self.raw())) }
    }

    /// The debug info of a function.
    pub(crate) fn subprogram(self) -> Option<Metadata> {
        // SAFETY: callers ask functions only.
        unsafe { Metadata::new(LLVMGetSubprogram(self.raw())) }
    }

    /// The source variable of a global.
    pub(crate) fn global_variable(self) -> Option<Metadata> {
        // SAFETY: callers ask global variables only.
        unsafe { Metadata::new(candor_global_variable(self.raw())) }
    }

    /// The debug records that stand before an instruction.
    pub(crate) fn debug_records(self) -> Vec<DbgRecord> {
        let mut records = Vec::new();
        // SAFETY: callers ask instructions only.
        let mut raw = unsafe { LLVMGetFirstDbgRecord(self.raw()) };
        while let Some(record) = NonNull::new(raw) {
            records.push(DbgRecord(record));
            // SAFETY: a live record.
            raw = unsafe { LLVMGetNextDbgRecord(raw) };
        }
        records
    }
}

/// What a debug record tells.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(crate) enum DbgRecordKind {
    Label,
    /// Where a variable lives.
    Declare,
    /// What value it has from here on.
    Value,
}

/// A debug record: `#dbg_declare`, `#dbg_value`, ...
#[derive(Copy, Clone)]
pub(crate) struct DbgRecord(NonNull<LLVMOpaqueDbgRecord>);

impl DbgRecord {
    pub(crate) fn kind(self) -> DbgRecordKind {
        // SAFETY: a live record.
        match unsafe { candor_record_kind(self.0.as_ptr()) } {
            0 => DbgRecordKind::Label,
            1 => DbgRecordKind::Declare,
            _ => DbgRecordKind::Value,
        }
    }

    /// The only value of a variable's record; `None` for labels, for lists of values and for values that are gone.
    pub(crate) fn value(self) -> Option<Value> {
        // SAFETY: the number of locations is 0 for what is not a variable's record.
        unsafe {
            if candor_record_locations(self.0.as_ptr()) != 1 {
                return None;
            }
            Value::new(LLVMDbgVariableRecordGetValue(self.0.as_ptr(), 0))
        }
    }

    /// The variable, `None` for labels: LLVM crashes when asked for the variable of a label.
    pub(crate) fn variable(self) -> Option<Metadata> {
        if self.kind() == DbgRecordKind::Label {
            return None;
        }
        // SAFETY: a variable's record.
        unsafe { Metadata::new(LLVMDbgVariableRecordGetVariable(self.0.as_ptr())) }
    }

    pub(crate) fn expression_is_plain(self) -> bool {
        if self.kind() == DbgRecordKind::Label {
            return false;
        }
        // SAFETY: a variable's record.
        let expression = unsafe { Metadata::new(LLVMDbgVariableRecordGetExpression(self.0.as_ptr())) };
        expression.is_none_or(Metadata::expression_is_plain)
    }

    pub(crate) fn debug_loc(self) -> Option<Metadata> {
        // SAFETY: a live record.
        unsafe { Metadata::new(LLVMDbgRecordGetDebugLoc(self.0.as_ptr())) }
    }
}
