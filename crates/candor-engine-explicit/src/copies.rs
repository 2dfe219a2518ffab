//! Copies of blocks, `*to = *from` and `memset`, are made in one step, although real ones are made piece by piece. Where data races
//! are checked, whoever sees half of a copy has a race; where they are not, reports say what was assumed.

use candor_interp::{Native, Site, ThreadFn};
use candor_ir::{Access, Callee, Extent, Inst, InstKind, Ordering, Program};

/// A scalar of more bytes is not accessed at once.
const MAX_SCALAR_BYTES: u64 = 8;

/// What is assumed of an execution that made these calls and in which races do not count.
pub(crate) fn assumption<'s>(program: &Program, mut calls: impl Iterator<Item = &'s Site>) -> Option<String> {
    let starts_threads = |site: &Site| {
        let native = native_of(program, &program.functions[site.func].insts[site.inst]);
        native == Some(Native::Thread(ThreadFn::Spawn))
    };
    let own = program.functions.values().filter(|function| !function.library);
    let copies = own.flat_map(|function| function.insts.values()).any(|inst| copies_block(program, inst));
    let sentence = "structures and blocks of memory are copied in one step, which no other thread interrupts";
    (copies && calls.any(starts_threads)).then(|| sentence.to_owned())
}

/// Whether an instruction makes a plain access of more than one scalar.
fn copies_block(program: &Program, inst: &Inst) -> bool {
    let mut is_large = false;
    let mut look = |access: Access| {
        let several = match access.extent {
            Extent::Scalar(ty) => program.target.store_bytes(ty) > MAX_SCALAR_BYTES,
            Extent::Bytes(bytes) => bytes > 1,
            Extent::Length(_) => true,
            // A block is freed at once; a list of arguments is its function's own.
            Extent::Object | Extent::VaList => false,
        };
        is_large |= several && access.ordering == Ordering::None;
    };
    inst.kind.for_each_access(&mut look);
    if let (InstKind::Call(call), Some(native)) = (&inst.kind, native_of(program, inst)) {
        native.for_each_access(call, &mut look);
    }
    // Through a pointer `memset` may be called.
    is_large || matches!(&inst.kind, InstKind::Call(call) if matches!(call.callee, Callee::Indirect(_)))
}

fn native_of(program: &Program, inst: &Inst) -> Option<Native> {
    inst.kind.direct_callee().and_then(|callee| candor_interp::native_of(&program.functions[callee]))
}
