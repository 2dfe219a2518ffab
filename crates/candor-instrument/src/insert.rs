//! Putting planned calls into the program.
//!
//! Original instructions keep their order, their registers and their checks; inserted ones write no register and no memory of the
//! program. Inserted calls carry no checks: they are ours.

use std::collections::BTreeSet;

use candor_ir::{
    Arg, Bits, Block, Call, Callee, CastOp, CheckSet, Chunk, Const, ConstId, FuncId, Function, Global, Init, Inst,
    InstId, InstKind, LocId, Operand, PrimaryMap, Program, Scalar, SecondaryMap, SigParam, Signature, Symbol,
    ValueData,
};
use rustc_hash::FxHashMap;

use crate::InstrumentError;
use crate::matching::{Bindings, Bound};
use crate::plan::{FunctionPlan, Insertion, Plan, operand_type};
use crate::rules::{Argument, Declaration, NewCall, ParamType, Rules};

/// Inserts the calls of a plan and declares what they call; leaves out what they replace.
pub(crate) fn insert(
    program: &mut Program,
    rules: &Rules,
    plan: &Plan<'_>,
    replaced: &BTreeSet<(FuncId, InstId)>,
) -> Result<(), InstrumentError> {
    let mut inserter = Inserter { callees: FxHashMap::default(), texts: FxHashMap::default() };
    for declaration in &rules.functions {
        let callee = declare(program, declaration)?;
        inserter.callees.insert(declaration.name.clone(), (callee, declaration.clone()));
    }
    for (&func, function_plan) in &plan.functions {
        rebuild(program, &mut inserter, func, function_plan, replaced)?;
    }
    Ok(())
}

struct Inserter {
    callees: FxHashMap<String, (FuncId, Declaration)>,
    /// The texts that calls were given, each once.
    texts: FxHashMap<String, ConstId>,
}

/// The function that a declaration stands for: one that the program has, or a new one.
fn declare(program: &mut Program, declaration: &Declaration) -> Result<FuncId, InstrumentError> {
    let wanted = signature(program, declaration);
    match program.symbols.get(&declaration.name) {
        None => {}
        Some(&Symbol::Function(func)) if program.functions[func].signature == wanted => return Ok(func),
        Some(_) => {
            let name = declaration.name.clone();
            return Err(InstrumentError::Taken { at: declaration.at, name });
        }
    }
    let func = program.functions.push(Function::declare(declaration.name.clone(), wanted));
    program.symbols.insert(declaration.name.clone(), Symbol::Function(func));
    Ok(func)
}

fn signature(program: &Program, declaration: &Declaration) -> Signature {
    let scalar = |param: &ParamType| param.ty.unwrap_or(Scalar::Int(program.target.pointer_bits));
    Signature {
        params: declaration.params.iter().map(|param| SigParam { ty: scalar(param), byval: None }).collect(),
        results: declaration.result.iter().map(scalar).collect(),
        variadic: false,
    }
}

/// Puts one instruction before another.
pub fn insert_before(function: &mut Function, at: InstId, inst: Inst) {
    let old = std::mem::take(&mut function.insts);
    for (id, known) in old {
        if id == at {
            function.insts.push(inst.clone());
        }
        function.insts.push(known);
    }
    let moved = |id: InstId| if id > at { InstId::from_u32(id.as_u32() + 1) } else { id };
    for block in function.blocks.values_mut() {
        block.first = moved(block.first);
        block.end = moved(block.end);
    }
    for debug_value in function.debug_values.iter_mut().filter(|debug_value| debug_value.at >= at) {
        debug_value.at = InstId::from_u32(debug_value.at.as_u32() + 1);
    }
}

fn rebuild(
    program: &mut Program,
    inserter: &mut Inserter,
    func: FuncId,
    plan: &FunctionPlan<'_>,
    replaced: &BTreeSet<(FuncId, InstId)>,
) -> Result<(), InstrumentError> {
    let function = &mut program.functions[func];
    let blocks = std::mem::take(&mut function.blocks);
    let old = std::mem::take(&mut function.insts);
    let mut insts = PrimaryMap::with_capacity(old.len());
    let mut places: SecondaryMap<InstId, InstId> = SecondaryMap::with_default(InstId::from_u32(0));
    let mut firsts = Vec::with_capacity(blocks.len());
    for (id, inst) in old {
        if blocks.values().as_slice().get(firsts.len()).is_some_and(|block| block.first == id) {
            firsts.push(insts.next_key());
        }
        let loc = inst.loc;
        let entry = if insts.is_empty() { &plan.entry[..] } else { &[] };
        for insertion in entry {
            emit(program, inserter, func, (insertion, loc), &mut insts)?;
        }
        for insertion in plan.before.get(&id).into_iter().flatten() {
            emit(program, inserter, func, (insertion, loc), &mut insts)?;
        }
        places[id] = insts.next_key();
        if !replaced.contains(&(func, id)) {
            insts.push(inst);
        }
        for insertion in plan.after.get(&id).into_iter().flatten() {
            emit(program, inserter, func, (insertion, loc), &mut insts)?;
        }
    }
    let ends: Vec<InstId> = firsts.iter().copied().skip(1).chain([insts.next_key()]).collect();
    let function = &mut program.functions[func];
    function.insts = insts;
    for ((_, block), (first, end)) in blocks.into_iter().zip(firsts.into_iter().zip(ends)) {
        function.blocks.push(Block { first, end, ..block });
    }
    for debug_value in &mut function.debug_values {
        debug_value.at = places[debug_value.at];
    }
    Ok(())
}

/// Appends the calls of one insertion.
fn emit(
    program: &mut Program,
    inserter: &mut Inserter,
    func: FuncId,
    (insertion, loc): (&Insertion<'_>, LocId),
    insts: &mut PrimaryMap<InstId, Inst>,
) -> Result<(), InstrumentError> {
    let mut bindings = insertion.bindings.clone();
    for call in insertion.calls {
        let Some((callee, declaration)) = inserter.callees.get(&call.callee).cloned() else {
            return Err(InstrumentError::Taken { at: call.at, name: call.callee.clone() });
        };
        let signature = signature(program, &declaration);
        let mut args = Vec::with_capacity(call.args.len());
        for (idx, arg) in call.args.iter().enumerate() {
            let wanted = Wanted { ty: signature.params[idx].ty, param: declaration.params[idx] };
            let operand = operand(program, inserter, func, resolve(arg, &bindings), wanted.ty);
            let operand = operand.ok_or_else(|| misfit(call, idx))?;
            let value = coerce(program, func, (operand, loc), wanted, insts).ok_or_else(|| misfit(call, idx))?;
            args.push(Arg::new(wanted.ty, value));
        }
        let new_value = |ty: &Scalar| program.functions[func].values.push(ValueData { ty: *ty, name: None });
        let results: Vec<_> = signature.results.iter().map(new_value).collect();
        if let (Some(name), Some(&value)) = (&call.result, results.first()) {
            bindings.bind(name, Bound::Operand(value.into()));
        }
        let call = Call { callee: Callee::Direct(callee), args, signature, results };
        insts.push(Inst { kind: InstKind::Call(Box::new(call)), result: None, checks: CheckSet::EMPTY, loc });
    }
    Ok(())
}

fn misfit(call: &NewCall, idx: usize) -> InstrumentError {
    InstrumentError::Misfit { at: call.at, callee: call.callee.clone(), number: idx + 1 }
}

fn resolve(arg: &Argument, bindings: &Bindings) -> Option<Bound> {
    match arg {
        Argument::Variable(name) => bindings.get(name).cloned(),
        Argument::Number(number) => Some(Bound::Number(number.cast_unsigned())),
        Argument::Text(text) => Some(Bound::Text(text.clone())),
    }
}

/// What a variable stands for, as an operand. Numbers have the type that is asked for.
fn operand(
    program: &mut Program,
    inserter: &mut Inserter,
    func: FuncId,
    bound: Option<Bound>,
    wanted: Scalar,
) -> Option<Operand> {
    let constant = match bound? {
        Bound::Operand(operand) => return Some(operand),
        Bound::Number(number) => Const::Int(Bits::from_i64(wanted.int_width()?, number.cast_signed())),
        Bound::Global(global) => Const::Global(global, 0),
        Bound::Function(callee) => Const::Function(callee),
        Bound::Text(text) => return Some(text_operand(program, inserter, func, text)),
    };
    Some(program.consts.add(constant).into())
}

fn text_operand(program: &mut Program, inserter: &mut Inserter, func: FuncId, text: String) -> Operand {
    if let Some(&id) = inserter.texts.get(&text) {
        return id.into();
    }
    let mut bytes = text.clone().into_bytes();
    bytes.push(0);
    let global = Global {
        name: "candor.text".into(),
        source_name: None,
        ty: String::new(),
        size: bytes.len().try_into().unwrap_or(u64::MAX),
        align: 1,
        constant: true,
        thread_local: false,
        internal: true,
        library: program.functions[func].library,
        init: Some(Init { chunks: vec![(0, Chunk::Bytes(bytes))] }),
        loc: LocId::NOWHERE,
    };
    let global = program.globals.push(global);
    let id = program.consts.add(Const::Global(global, 0));
    inserter.texts.insert(text, id);
    id.into()
}

/// The type of a parameter.
#[derive(Copy, Clone)]
struct Wanted {
    ty: Scalar,
    param: ParamType,
}

/// Makes an integer as wide as the parameter; everything else must have its type. A wider one does not fit, since what is cut off
/// might be what matters; only sizes are cut as the machine itself cuts them.
fn coerce(
    program: &mut Program,
    func: FuncId,
    (operand, loc): (Operand, LocId),
    wanted: Wanted,
    insts: &mut PrimaryMap<InstId, Inst>,
) -> Option<Operand> {
    let given = operand_type(program, func, operand);
    if given == wanted.ty {
        return Some(operand);
    }
    let (Scalar::Int(from), Scalar::Int(to)) = (given, wanted.ty) else { return None };
    let op = match (from > to, wanted.param.signed) {
        (true, _) if wanted.param.ty.is_none() => CastOp::Trunc,
        (true, _) => return None,
        (false, true) => CastOp::SExt,
        (false, false) => CastOp::ZExt,
    };
    let result = program.functions[func].values.push(ValueData { ty: wanted.ty, name: None });
    let kind = InstKind::Cast { op, from: given, to: wanted.ty, value: operand };
    insts.push(Inst { kind, result: Some(result), checks: CheckSet::EMPTY, loc });
    Some(result.into())
}
