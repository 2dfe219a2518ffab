//! `_Bool`s that the environment writes: it writes 0 or 1, although what it fills memory with is any bytes.

use candor_ir::{Check, Const, FuncId, InstKind, Operand, Program};

/// No `_Bool` of the program is checked; says so if any is read.
pub(super) fn trust_all(program: &mut Program) -> Option<String> {
    let all: Vec<FuncId> = program.functions.keys().collect();
    let mut is_read = false;
    for func in all {
        is_read |= trust(program, func, |_| true);
    }
    is_read.then(|| "every `_Bool` holds 0 or 1".to_owned())
}

/// Takes out the checks of a function's `_Bool`s whose condition is one of these; whether there are any.
pub(super) fn trust(program: &mut Program, func: FuncId, is_trusted: impl Fn(Operand) -> bool) -> bool {
    let mut is_read = false;
    let always = Operand::Const(program.consts.add(Const::int(1, 1)));
    for inst in program.functions[func].insts.values_mut() {
        if let InstKind::Check { check: Check::InvalidBool, ok } = inst.kind
            && is_trusted(ok)
        {
            // Executions go on with the lowest bit: none is left out, whoever has written the byte.
            inst.kind = InstKind::Assume { cond: always };
            inst.checks.remove(Check::InvalidBool);
            is_read = true;
        }
    }
    is_read
}
