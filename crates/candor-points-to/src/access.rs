//! Which memory an instruction reads and writes, in terms of its operands.

use candor_interp::{Native, Site};
use candor_ir::{Call, Callee, Function, InstId, InstKind, Operand, Program, PtrIndex, Scalar, ValueId};

use crate::call_graph::CallGraph;
use crate::object::{constant, native_of, signed_constant};

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
    let function = &program.functions[site.func];
    let scalar = |ptr: Operand, ty: Scalar, write: bool, align: u32| Access {
        ptr,
        bytes: Some(program.target.store_bytes(ty)),
        write,
        align,
    };
    let range = |ptr: Operand, bytes: Option<u64>, write: bool| Access { ptr, bytes, write, align: 1 };
    match &function.insts[site.inst].kind {
        InstKind::Load { ty, ptr, flags } => vec![scalar(*ptr, *ty, false, flags.align)],
        InstKind::Store { ty, ptr, flags, .. } => vec![scalar(*ptr, *ty, true, flags.align)],
        InstKind::AtomicRmw { ty, ptr, flags, .. } | InstKind::AtomicCas { ty, ptr, flags, .. } => {
            vec![scalar(*ptr, *ty, false, flags.align), scalar(*ptr, *ty, true, flags.align)]
        }
        InstKind::MemCopy { dst, src, len, .. } => {
            let bytes = constant(program, *len);
            vec![range(*src, bytes, false), range(*dst, bytes, true)]
        }
        InstKind::MemFill { dst, len, .. } => vec![range(*dst, constant(program, *len), true)],
        InstKind::VaStart { list } => vec![range(*list, Some(VA_LIST_BYTES), true)],
        InstKind::VaCopy { dst, src } => {
            vec![range(*src, Some(VA_LIST_BYTES), false), range(*dst, Some(VA_LIST_BYTES), true)]
        }
        InstKind::Call(call) => call_accesses(program, call),
        _ => Vec::new(),
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

/// What a call reads for its callee, and what a platform function touches.
fn call_accesses(program: &Program, call: &Call) -> Vec<Access> {
    let mut found: Vec<Access> = copied_arguments(call).collect();
    let direct = match call.callee {
        Callee::Direct(func) => Some(&program.functions[func]),
        Callee::Indirect(_) => None,
    };
    found.extend(direct.into_iter().flat_map(|callee| native_accesses(program, call, callee)));
    found
}

/// The structures that a call passes by value.
pub(crate) fn copied_arguments(call: &Call) -> impl Iterator<Item = Access> {
    call.args.iter().filter_map(|arg| {
        let byval = arg.byval?;
        Some(Access { ptr: arg.value, bytes: Some(byval.size), write: false, align: 1 })
    })
}

/// What a function touches if it is one of the platform's.
pub(crate) fn native_accesses(program: &Program, call: &Call, callee: &Function) -> Vec<Access> {
    let arg = |idx: usize| call.args.get(idx).map(|arg| arg.value);
    let access =
        |idx: usize, bytes: Option<u64>, write: bool| arg(idx).map(|ptr| Access { ptr, bytes, write, align: 1 });
    let length = |idx: usize| arg(idx).and_then(|len| constant(program, len));
    let found = match native_of(callee) {
        Some(Native::MemCopy { .. }) => [access(1, length(2), false), access(0, length(2), true)],
        Some(Native::MemFill) => [access(0, length(2), true), None],
        Some(Native::MakeSymbolic | Native::MakeInputs | Native::MakeForeign) => [access(0, length(1), true), None],
        Some(Native::SetJmp) => [access(0, Some(4), true), None],
        Some(Native::LongJmp) => [access(0, Some(4), false), None],
        // It copies the old block.
        Some(Native::Realloc) => [access(0, None, false), None],
        _ => [None, None],
    };
    found.into_iter().flatten().collect()
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
