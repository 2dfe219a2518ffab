//! Calls that the front end adds because of signals: candor's libc keeps the mask of blocked signals in the buffer of a `setjmp`, and
//! runs the handler where the program traps.
//!
//! The interpreter's `setjmp` must return twice in the caller's frame, so that it cannot be C; what it does to signals is. In
//! front of `__sigsetjmp(buffer, 1)` stands a call `__model_save_mask(buffer, 1)`, in front of `longjmp(buffer, v)` a call
//! `__model_load_mask(buffer)`; see `signal_jump.c`.

use candor_ir::{Arg, Call, Callee, InstKind, Scalar, SigParam, Signature};

use crate::body::Body;
use crate::llvm::{Value, ValueKind};

const SETS: [&str; 4] = ["setjmp", "_setjmp", "__sigsetjmp", "sigsetjmp"];
const JUMPS: [&str; 4] = ["longjmp", "_longjmp", "siglongjmp", "__longjmp_chk"];

/// What is called because of signals. Natively the platform does it.
pub(crate) const MODELS: [&str; 4] = ["__model_save_mask", "__model_load_mask", "__model_trap", "__model_debug_trap"];

/// `__builtin_trap` and `__builtin_debugtrap`: a handler of `SIGILL` or `SIGTRAP` runs.
pub(crate) fn raise_trap(body: &mut Body<'_>, for_debugger: bool) {
    let name = if for_debugger { MODELS[3] } else { MODELS[2] };
    if body.cx.is_linkable(name) {
        call_model(body, name, Vec::new());
    }
}

fn call_model(body: &mut Body<'_>, name: &str, args: Vec<Arg>) {
    let params = args.iter().map(|arg| SigParam { ty: arg.ty, byval: None }).collect();
    let signature = Signature { params, results: Vec::new(), variadic: false };
    let callee = Callee::Direct(body.cx.function_named(name, &signature));
    body.effect(InstKind::Call(Box::new(Call { callee, args, signature, results: Vec::new() })));
}

/// Adds the call that goes in front of one of `callee`, if there is one.
pub(crate) fn copy_mask(body: &mut Body<'_>, callee: Value, args: &[Arg]) {
    if callee.kind() != ValueKind::Function || !callee.is_declaration() {
        return;
    }
    let (name, n_args) = match callee.name().as_str() {
        name if SETS.contains(&name) => (MODELS[0], 2),
        name if JUMPS.contains(&name) => (MODELS[1], 1),
        _ => return,
    };
    if !body.cx.is_linkable(name) {
        return;
    }
    let mut args: Vec<Arg> = args.iter().take(n_args).cloned().collect();
    if args.len() < n_args {
        let no = body.int(32, 0);
        args.push(Arg::new(Scalar::I32, no));
    }
    let types = [Scalar::Ptr, Scalar::I32];
    if !args.iter().map(|arg| arg.ty).eq(types.into_iter().take(n_args)) {
        return;
    }
    call_model(body, name, args);
}
