//! Functions that stand for those of the platform where a program takes their addresses.
//!
//! Rules see whom a call calls by its name. Of a call through a pointer there is none to see, and there is no body of `malloc` or `memcpy` to
//! put checks in. So the address of such a function becomes that of one that does nothing but call it.

use candor_interp::{Native, lookup_native};
use candor_ir::{
    Arg, Block, Call, Callee, Const, FuncId, Function, Inst, InstId, InstKind, LocId, Operand, Program, Scalar,
    ValueData, ValueId,
};

/// The program with one for each function of the platform whose address is taken.
pub(crate) fn with_thunks(mut program: Program) -> Program {
    let taken = program.consts.iter().filter_map(|(_, constant)| match constant {
        Const::Function(func) => Some(*func),
        _ => None,
    });
    let taken: Vec<FuncId> = taken.filter(|&func| can_be_called(&program.functions[func])).collect();
    for func in taken {
        let thunk = program.functions.push(thunk(func, &program.functions[func]));
        program.consts.redirect(func, thunk);
    }
    program
}

/// Unnamed arguments cannot be passed on, and `setjmp` must be called by the function that is to be jumped to.
fn can_be_called(function: &Function) -> bool {
    let is_jump = lookup_native(&function.name) == Some(Native::SetJmp);
    !function.is_defined() && !function.signature.variadic && !is_jump
}

/// A function that does nothing but call another.
pub(super) fn thunk(func: FuncId, callee: &Function) -> Function {
    let signature = callee.signature.clone();
    let mut thunk = Function::declare(format!("candor.thunk.{}", callee.name), signature.clone());
    (thunk.internal, thunk.library) = (true, true);
    let new_value = |thunk: &mut Function, ty: Scalar| thunk.values.push(ValueData { ty, name: None });
    let params: Vec<ValueId> = signature.params.iter().map(|param| new_value(&mut thunk, param.ty)).collect();
    let results: Vec<ValueId> = signature.results.iter().map(|&ty| new_value(&mut thunk, ty)).collect();
    let args = params.iter().zip(&signature.params);
    let args = args.map(|(&value, param)| Arg { byval: param.byval, ..Arg::new(param.ty, value.into()) }).collect();
    let values: Vec<Operand> = results.iter().map(|&value| value.into()).collect();
    let call = InstKind::Call(Box::new(Call { callee: Callee::Direct(func), args, signature, results }));
    for kind in [call, InstKind::Return { values }] {
        let checks = kind.natural_checks();
        thunk.insts.push(Inst { kind, result: None, checks, loc: LocId::NOWHERE });
    }
    let (first, end) = (InstId::from_u32(0), InstId::from_u32(2));
    thunk.blocks.push(Block { params: Vec::new(), first, end, name: None });
    thunk.params = params;
    thunk
}
