//! Names that mean something else natively than in the program.

use candor_ir::{Callee, Const, InstKind, Program, Symbol};

use super::thunks::thunk;

/// What compilers call by these names of their own accord, and what the runtime calls or defines. A program may have functions of its own
/// that are called so.
const TAKEN: &[&str] = &[
    "abort",
    "aligned_alloc",
    "bcmp",
    "calloc",
    "cfree",
    "dl_iterate_phdr",
    "fclose",
    "fflush",
    "fgets",
    "fopen",
    "fprintf",
    "fputc",
    "fputs",
    "free",
    "fwrite",
    "getenv",
    "madvise",
    "malloc",
    "memalign",
    "memchr",
    "memcmp",
    "memcpy",
    "memmove",
    "mempcpy",
    "memset",
    "mmap",
    "posix_memalign",
    "printf",
    "putchar",
    "puts",
    "raise",
    "realloc",
    "setvbuf",
    "sigaction",
    "sigaltstack",
    "snprintf",
    "sprintf",
    "strchr",
    "strcmp",
    "strlen",
    "strncmp",
    "strtol",
    "strtoul",
    "strtoull",
    "vfprintf",
    "vsnprintf",
    "write",
];

/// Gives the program's own functions of such names others.
pub(super) fn keep_apart(program: &mut Program) {
    let is_own = |name: &str| TAKEN.contains(&name);
    for function in program.functions.values_mut() {
        if function.is_defined() && !function.library && is_own(&function.name) {
            program.symbols.remove(&function.name);
            function.name = format!("candor.own.{}", function.name);
            function.internal = true;
        }
    }
}

/// The program ends when the first `main` returns, not when one does that the program itself has called.
pub(super) fn tell_first_main(program: &mut Program) {
    let Some(main) = program.function_named("main") else { return };
    let is_taken = program.consts.iter().any(|(_, constant)| *constant == Const::Function(main));
    let calls = |kind: &InstKind| matches!(kind, InstKind::Call(call) if call.callee == Callee::Direct(main));
    let mut insts = program.functions.values().flat_map(|function| function.insts.values());
    if !is_taken && !insts.any(|inst| calls(&inst.kind)) {
        return;
    }
    let mut first = thunk(main, &program.functions[main]);
    first.name = "main".to_owned();
    (first.internal, first.library) = (false, false);
    first.loc = program.functions[main].loc;
    let inner = &mut program.functions[main];
    inner.name = "candor.main".to_owned();
    inner.internal = true;
    let first = program.functions.push(first);
    program.symbols.insert("main".to_owned(), Symbol::Function(first));
}
