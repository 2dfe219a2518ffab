//! `--entry`: several functions that run side by side, as LODIN's processes do.
//!
//! The first one runs on the first thread, each of the others on a thread of its own, in the order in which they are given. All threads
//! are there before any of them makes a step.

use candor_ir::{
    CastOp, CmpOp, Const, FuncId, Function, InstKind, Operand, Program, Scalar, SigParam, Signature, Symbol,
};

use super::build::{OneBlock, native, plain_call};

/// How whoever starts them is shown in call stacks.
const STARTER: &str = "processes";
const INT: Scalar = Scalar::Int(32);

/// From now on the program starts these functions side by side. What is strange about them, or why it cannot.
pub(crate) fn run_side_by_side(program: &mut Program, names: &[String]) -> Result<Vec<String>, String> {
    let mut warnings = Vec::new();
    let mut entries = Vec::new();
    for name in names {
        let func = crate::dump::find(program, name).ok_or_else(|| format!("there is no function `{name}`"))?;
        let function = &program.functions[func];
        if !function.is_defined() {
            return Err(format!("there is no function `{name}` with a body"));
        }
        if function.signature.params.iter().any(|param| param.byval.is_some()) || function.signature.variadic {
            return Err(format!("`{name}` has parameters that candor cannot make up"));
        }
        warnings.extend(strange(name, &function.signature));
        entries.push(func);
    }
    let Some((&first, others)) = entries.split_first() else { return Ok(warnings) };
    let stubs: Vec<FuncId> = others.iter().map(|&func| stub(program, func)).collect();
    let starter = starter(program, first, &stubs);
    let starter = program.functions.push(starter);
    program.symbols.insert("main".to_owned(), Symbol::Function(starter));
    Ok(warnings)
}

fn strange(name: &str, signature: &Signature) -> Vec<String> {
    let mut warnings = Vec::new();
    if !signature.params.is_empty() {
        warnings.push(format!("`{name}` has parameters; they are zero"));
    }
    if !matches!(signature.results[..], [] | [INT]) {
        warnings.push(format!("`{name}` returns something that is no int; nobody looks at it"));
    }
    warnings
}

/// What a further process does: it calls its function.
fn stub(program: &mut Program, entry: FuncId) -> FuncId {
    let param = SigParam { ty: Scalar::Ptr, byval: None };
    let signature = Signature { params: vec![param, param], ..Signature::default() };
    let mut body = OneBlock::new(program, Function::declare(STARTER, signature));
    call_entry(&mut body, entry);
    let stub = body.finish(InstKind::Return { values: Vec::new() });
    program.functions.push(stub)
}

fn call_entry(body: &mut OneBlock<'_>, entry: FuncId) {
    let signature = body.program.functions[entry].signature.clone();
    let args: Vec<(Scalar, Operand)> = signature.params.iter().map(|param| (param.ty, zero(body, param.ty))).collect();
    let results: Vec<_> = signature.results.iter().map(|&ty| (ty, body.register(ty))).collect();
    body.inst(plain_call(entry, &args, &results), None);
}

fn zero(body: &mut OneBlock<'_>, ty: Scalar) -> Operand {
    let constant = match ty {
        Scalar::Int(width) => Const::int(width, 0),
        Scalar::Ptr => Const::Null,
        Scalar::Float(kind) => Const::Float(kind, candor_ir::Bits::zero(kind.bits())),
    };
    body.constant(constant)
}

/// Makes the other threads in one go, calls the first function, and waits for the others to end.
fn starter(program: &mut Program, first: FuncId, stubs: &[FuncId]) -> Function {
    let signature = Signature { results: vec![INT], ..Signature::default() };
    let mut body = OneBlock::new(program, Function::declare(STARTER, signature));
    if !stubs.is_empty() {
        start_all(&mut body, stubs);
    }
    call_entry(&mut body, first);
    if !stubs.is_empty() {
        wait_for_all(&mut body);
    }
    let success = body.constant(Const::int(32, 0));
    body.finish(InstKind::Return { values: vec![success] })
}

/// Makes a thread for each, without letting any of them run yet.
fn start_all(body: &mut OneBlock<'_>, stubs: &[FuncId]) {
    let null = body.constant(Const::Null);
    call_platform(body, "__candor_atomic_begin", &[], None);
    for &stub in stubs {
        let run = body.constant(Const::Function(stub));
        let args = [(Scalar::Ptr, run), (Scalar::Ptr, null), (Scalar::Ptr, null)];
        call_platform(body, "__candor_spawn", &args, Some(INT));
    }
    call_platform(body, "__candor_atomic_end", &[], None);
}

fn wait_for_all(body: &mut OneBlock<'_>) {
    call_platform(body, "__candor_atomic_begin", &[], None);
    let one = body.constant(Const::int(32, 1));
    let running = call_platform(body, "__candor_n_running", &[], Some(INT)).unwrap_or(one);
    let is_last = body.op(Scalar::I1, InstKind::Compare { op: CmpOp::Eq, ty: INT, a: running, b: one });
    let cast = InstKind::Cast { op: CastOp::ZExt, from: Scalar::I1, to: INT, value: is_last };
    let is_last = body.op(INT, cast);
    call_platform(body, "__candor_await", &[(INT, is_last)], None);
    call_platform(body, "__candor_atomic_end", &[], None);
}

fn call_platform(
    body: &mut OneBlock<'_>,
    name: &str,
    args: &[(Scalar, Operand)],
    result: Option<Scalar>,
) -> Option<Operand> {
    let func = native(body.program, name);
    let result = result.map(|ty| (ty, body.register(ty)));
    body.inst(plain_call(func, args, result.as_slice()), None);
    result.map(|(_, register)| register.into())
}
