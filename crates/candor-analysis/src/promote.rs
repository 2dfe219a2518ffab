//! Promotion: local variables move from memory to registers.
//!
//! clang at -O0 keeps every variable in memory. A variable whose address is used for nothing but loads and stores of
//! one scalar type can live in registers instead: reads become uses of the value that reaches them, and blocks where
//! different values meet get a parameter. After Cytron, Ferrante, Rosen, Wegman, Zadeck, "Efficiently Computing Static
//! Single Assignment Form and the Control Dependence Graph" (1991), pruned by liveness.
//!
//! **Every fault stays.** Such an access is never null, out of bounds or misaligned. It can be dead, after the end of
//! the variable's scope:
//! ```c
//! again: if (n++) use(x); { int x = 1; } goto again;
//! ```
//! so a variable with a way from a `lifetime.end` to an access without a `lifetime.start` between stays in memory. And
//! what it reads may be uninitialised: that value becomes one [`Undef`](InstKind::Undef) where memory would have become
//! fresh, at the `alloca` or `lifetime.start`, if any read can see it. Memory of a fresh variable keeps the same
//! arbitrary value until it is written, and so does a register.
//!
//! What stays in memory besides: anything in a function that calls `setjmp` and the like, for the code behind the call
//! would see the values of the first return again; variables that `stackrestore` might end; variables into which an
//! LLVM `undef` is stored, which is another value at each evaluation as an operand but not once it is stored.
//!
//! **No fault is added.** A variable that is never read again still keeps a heap block reachable while it is in scope.
//! When leaks are checked anywhere in the program, values that can hold pointers are therefore not pruned, and those of variables that
//! debug info does not know, as when a jump leads past their declaration, are described as well.
//!
//! Source variables are described by debug values from then on. They hold in the blocks that their block dominates
//! until the next one; where values meet that nobody reads, or a scope begins or ends, an `undef` says that the value
//! is not known.
//!
//! Time is near linear, also with thousands of variables and blocks: `liveness` looks at 64 variables at once.
//!
//! Entry points: [`promote`], [`promote_function`].

mod liveness;
mod place;
mod rename;
mod slots;

#[cfg(test)]
mod random_tests;
#[cfg(test)]
mod tests;

use candor_ir::{CastOp, Check, FuncId, Function, InstKind, Program, Scalar, Target};

use crate::cfg::Cfg;
use crate::dominators::Dominators;
use crate::rebuild::{Layout, check, compact_registers, lay_out};

/// How much a promotion did.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Promoted {
    pub variables: usize,
    /// Loads and stores that are gone.
    pub loads: usize,
    pub stores: usize,
    /// Block parameters and undefined values that came instead.
    pub params: usize,
    pub undefs: usize,
}

/// Whether a value counts after its last use.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Pruning {
    /// A value that nobody reads any more is gone.
    Always,
    /// What can hold a pointer is kept: it may be what keeps a heap block from having leaked.
    NarrowNumbers,
    /// What can hold a part of one, too.
    Never,
}

impl Pruning {
    fn keeps_dead(self, ty: Scalar, target: &Target) -> bool {
        match self {
            Pruning::Always => false,
            Pruning::NarrowNumbers => ty.int_width().is_none_or(|width| width >= target.pointer_bits),
            Pruning::Never => true,
        }
    }
}

/// Promotes the variables of all functions.
pub fn promote(program: &mut Program) -> Promoted {
    let pruning = pruning_for(program);
    let mut total = Promoted::default();
    for func in program.functions.keys() {
        let promoted = promote_in(program, func, pruning);
        total.variables += promoted.variables;
        total.loads += promoted.loads;
        total.stores += promoted.stores;
        total.params += promoted.params;
        total.undefs += promoted.undefs;
    }
    total
}

/// Promotes the variables of one function.
pub fn promote_function(program: &mut Program, func: FuncId) -> Promoted {
    let pruning = pruning_for(program);
    promote_in(program, func, pruning)
}

fn pruning_for(program: &Program) -> Pruning {
    let insts =
        || program.functions.values().flat_map(|function| function.insts.values().map(move |inst| (function, inst)));
    let checks_leaks = insts().any(|(_, inst)| inst.checks.contains(Check::MemoryLeak));
    let makes_number = |kind: &InstKind| matches!(kind, InstKind::Cast { op: CastOp::PtrToInt, .. });
    let makes_numbers = || insts().any(|(function, inst)| !function.library && makes_number(&inst.kind));
    match checks_leaks {
        false => Pruning::Always,
        true if makes_numbers() => Pruning::Never,
        true => Pruning::NarrowNumbers,
    }
}

fn promote_in(program: &mut Program, func: FuncId, pruning: Pruning) -> Promoted {
    if !program.functions[func].is_defined() || calls_returning_twice(program, &program.functions[func]) {
        return Promoted::default();
    }
    let (target, consts) = (&program.target, &mut program.consts);
    let function = &mut program.functions[func];
    let Some(mut slots) = slots::find(function, consts, target) else {
        return Promoted::default();
    };
    let cfg = Cfg::new(function);
    liveness::reject_dead_accesses(&cfg, &mut slots);
    if slots.slots.is_empty() {
        return Promoted::default();
    }
    if function.has_all_vars {
        slots.name_all(function, |ty| pruning.keeps_dead(ty, target));
    }
    let dominators = Dominators::new(function, &cfg);
    let plan = place::place(&cfg, &dominators, &slots, |ty| pruning.keeps_dead(ty, target));
    let (removed, promoted) = rename::rename(function, consts, &cfg, &dominators, &slots, &plan);
    let heads = function.blocks.keys().collect();
    lay_out(function, &Layout { heads, removed, ..Layout::default() });
    compact_registers(function);
    debug_assert!(check(program, func));
    promoted
}

/// Functions that can return a second time, when memory has changed but registers have not.
const RETURNING_TWICE: [&str; 7] = ["setjmp", "_setjmp", "__sigsetjmp", "sigsetjmp", "vfork", "getcontext", "savectx"];

fn calls_returning_twice(program: &Program, function: &Function) -> bool {
    // C does not allow setjmp to be called through a pointer.
    let mut callees = function.insts.values().filter_map(|inst| inst.kind.direct_callee());
    callees.any(|callee| RETURNING_TWICE.contains(&program.functions[callee].name.as_str()))
}
