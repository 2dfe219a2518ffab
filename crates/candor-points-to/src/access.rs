//! Which memory an instruction reads and writes, in terms of its operands.

use candor_interp::{Site, native_of};
use candor_ir::{AccessKind, Call, Callee, Extent, Function, InstId, InstKind, Operand, Program, PtrIndex, ValueId};

use crate::call_graph::CallGraph;
use crate::object::{constant, signed_constant};

/// A range of memory that an instruction reads or writes.
#[derive(Copy, Clone, Debug)]
pub struct Access {
    /// Where it starts.
    pub ptr: Operand,
    /// How long it is at most; `None` if nobody knows.
    pub bytes: Option<u64>,
    pub write: bool,
    /// The alignment it needs.
    pub align: u32,
}

/// Bytes of the structure that x86-64 keeps unnamed arguments by; elsewhere it is shorter.
pub(crate) const VA_LIST_BYTES: u64 = 24;

/// The accesses that the instruction makes itself: those of a function that it calls are that function's.
pub fn accesses(program: &Program, site: Site) -> Vec<Access> {
    let kind = &program.functions[site.func].insts[site.inst].kind;
    let mut found = Vec::new();
    kind.for_each_access(|access| push(program, access, &mut found));
    if let InstKind::Call(call) = kind
        && let Callee::Direct(func) = call.callee
    {
        found.extend(native_accesses(program, call, &program.functions[func]));
    }
    found
}

/// Adds an access as it is known without executing the program: lengths count if they are constants.
fn push(program: &Program, access: candor_ir::Access, found: &mut Vec<Access>) {
    let candor_ir::Access { kind, ptr, extent, align, .. } = access;
    let bytes = match extent {
        Extent::Scalar(ty) => Some(program.target.store_bytes(ty)),
        Extent::Bytes(bytes) => Some(bytes),
        Extent::Length(len) => constant(program, len),
        Extent::VaList => Some(VA_LIST_BYTES),
        Extent::Object => None,
    };
    // The end of a block's life is no access; the analysis sees to lives by itself.
    if kind.reads() {
        found.push(Access { ptr, bytes, write: false, align });
    }
    if matches!(kind, AccessKind::Write | AccessKind::Update) {
        found.push(Access { ptr, bytes, write: true, align });
    }
}

/// The same, with those of platform functions that are called through pointers.
pub fn all_accesses(program: &Program, graph: &CallGraph, site: Site) -> Vec<Access> {
    let mut found = accesses(program, site);
    if let InstKind::Call(call) = &program.functions[site.func].insts[site.inst].kind
        && matches!(call.callee, Callee::Indirect(_))
    {
        let callees = graph.callees_at(site).map(|func| &program.functions[func]);
        found.extend(callees.flat_map(|callee| native_accesses(program, call, callee)));
    }
    found
}

/// The structures that a call passes by value.
pub(crate) fn copied_arguments(program: &Program, call: &Call) -> Vec<Access> {
    let mut found = Vec::new();
    call.for_each_copied_argument(|access| push(program, access, &mut found));
    found
}

/// What a function touches if it is one of the platform's.
pub(crate) fn native_accesses(program: &Program, call: &Call, callee: &Function) -> Vec<Access> {
    let mut found = Vec::new();
    if let Some(native) = native_of(callee) {
        native.for_each_access(call, |access| push(program, access, &mut found));
    }
    found
}

/// The register that a pointer was computed from by constants only, and how far away it is; it may be that register itself.
pub(crate) fn root(
    program: &Program,
    function: &Function,
    definition: impl Fn(ValueId) -> Option<InstId>,
    ptr: Operand,
) -> Option<(ValueId, i64)> {
    let (mut ptr, mut at) = (ptr, 0i64);
    loop {
        let Operand::Value(value) = ptr else { return None };
        let kind = definition(value).map(|inst| &function.insts[inst].kind);
        let Some(&InstKind::PtrAdd { base, offset, index, .. }) = kind else { return Some((value, at)) };
        let bytes = match index {
            None => Some(offset),
            Some(PtrIndex { index, scale, .. }) => signed_constant(program, index)
                .and_then(|index| index.checked_mul(i64::try_from(scale).ok()?)?.checked_add(offset)),
        };
        match bytes.and_then(|bytes| at.checked_add(bytes)) {
            Some(sum) => (ptr, at) = (base, sum),
            None => return Some((value, at)),
        }
    }
}
