//! `--function`: a function of its own instead of `main`, called with any arguments.

use candor_ir::{
    BinOp, ByVal, CheckSet, CmpOp, Const, FuncId, Function, InstKind, Operand, Program, Scalar, Signature, Symbol,
    Variable, c_type,
};

use super::build::{OneBlock, call, fill, native, plain_call};
use crate::functions::function_named;
use crate::request::PointerArgs;

/// The platform's functions that fill a block with inputs, and with what comes from elsewhere: pointers in it are null or point to memory of
/// others.
const INPUTS: &str = "__candor_make_inputs";
const FOREIGN: &str = "__candor_make_foreign";
/// How the caller is shown in call stacks.
const CALLER: &str = "any caller";
/// A pointer argument points to one element, or to more if they fit in this.
const MOST_BYTES: u64 = 64;
/// Larger elements would be too many inputs.
const LARGEST_ELEMENT: u64 = 1 << 16;

/// From now on the program starts with a call of this function. What that takes for granted, or why it cannot be.
pub(super) fn call_with_any_arguments(
    program: &mut Program,
    name: &str,
    pointers: PointerArgs,
) -> Result<Vec<String>, String> {
    let func = callee_named(program, name)?;
    let callee = program.functions[func].clone();
    let mut assumptions = vec![format!("`{name}` is called once, and global variables have their initial values")];
    let signature = Signature { results: vec![Scalar::Int(32)], ..Signature::default() };
    let mut body = OneBlock::new(program, Function::declare(CALLER, signature));
    call_with_inputs(&mut body, name, func, &callee, pointers, &mut assumptions)?;
    // Not a return from main: nobody has promised that the function frees its arguments.
    let exit = native(body.program, "__candor_exit");
    let zero = body.constant(Const::int(32, 0));
    body.inst(plain_call(exit, &[(Scalar::Int(32), zero)], &[]), None);
    let caller = body.finish(InstKind::Unreachable);
    let caller = program.functions.push(caller);
    program.symbols.insert("main".to_owned(), Symbol::Function(caller));
    Ok(assumptions)
}

/// The function of this name, if it can be called with made-up arguments.
pub(super) fn callee_named(program: &Program, name: &str) -> Result<FuncId, String> {
    let func = function_named(program, name).ok_or_else(|| format!("there is no function `{name}`"))?;
    let callee = &program.functions[func];
    if !callee.is_defined() {
        return Err(format!("there is no function `{name}` with a body"));
    }
    if callee.signature.variadic {
        return Err(format!("`{name}` takes any number of arguments; candor cannot make them up"));
    }
    Ok(func)
}

/// Calls a function with arguments that may be anything; what is assumed of them is added.
pub(super) fn call_with_inputs(
    body: &mut OneBlock<'_>,
    name: &str,
    func: FuncId,
    callee: &Function,
    pointers: PointerArgs,
    assumptions: &mut Vec<String>,
) -> Result<(), String> {
    let mut args = Vec::new();
    for (idx, param) in callee.signature.params.iter().enumerate() {
        let variable = variable_of(callee, idx);
        let value = match (param.byval, param.ty) {
            (Some(byval), _) => copied_object(body, byval),
            (None, Scalar::Ptr) => {
                let target = target_of(name, callee, idx, variable)?;
                assumptions.push(target.describe(pointers));
                pointer(body, &target, pointers)
            }
            (None, ty) => body.input(ty),
        };
        args.push((param.ty, value, param.byval));
    }
    let results: Vec<_> = callee.signature.results.iter().map(|&ty| (ty, body.register(ty))).collect();
    body.inst(call(func, &args, &results), None);
    Ok(())
}

/// The source variable of a parameter. Numbers do not help: aggregates become several parameters or a hidden one.
fn variable_of(callee: &Function, idx: usize) -> Option<&Variable> {
    let name = callee.values[callee.params[idx]].name.as_deref()?;
    callee.vars.values().find(|variable| variable.param != 0 && variable.name == name)
}

/// What a pointer argument points to.
struct Target {
    name: String,
    element_bytes: u64,
    most_elements: u64,
    /// Whether the elements are of a known type.
    is_typed: bool,
    /// What fills it.
    filler: &'static str,
}

fn target_of(function: &str, callee: &Function, idx: usize, variable: Option<&Variable>) -> Result<Target, String> {
    let value_name = callee.values[callee.params[idx]].name.as_deref();
    if value_name == Some("agg.result") {
        return Err(format!("`{function}` returns a structure in memory; write a caller for it"));
    }
    let bytes = variable.and_then(|variable| variable.pointee_bytes);
    // A name of a type that is a pointer to something without a size: only functions have none, and types that nobody defines.
    let is_named = |variable: &Variable| bytes.is_none() && !c_type::is_pointer(&variable.ty);
    if variable.is_some_and(|variable| c_type::points_to_function(&variable.ty) || is_named(variable)) {
        let name = value_name.unwrap_or_default();
        return Err(format!("`{name}` of `{function}` is a pointer to a function; write a caller that passes one"));
    }
    let element_bytes = bytes.unwrap_or(1);
    if element_bytes > LARGEST_ELEMENT {
        return Err(format!("an argument of `{function}` points to {element_bytes} bytes; write a caller for it"));
    }
    let name = value_name.map_or_else(|| format!("argument {}", idx + 1), |name| format!("`{name}`"));
    let most_elements = (MOST_BYTES / element_bytes).max(1);
    let element = variable.and_then(|variable| c_type::pointee(&variable.ty)).map(|ty| c_type::innermost(&ty));
    let is_number = |ty: &String| c_type::is_signed(ty).is_some() || c_type::float(ty).is_some();
    let may_have_pointers = bytes.is_some() && !element.as_ref().is_some_and(is_number);
    let filler = if may_have_pointers { FOREIGN } else { INPUTS };
    Ok(Target { name, element_bytes, most_elements, is_typed: bytes.is_some(), filler })
}

impl Target {
    fn describe(&self, pointers: PointerArgs) -> String {
        let Target { name, element_bytes, most_elements, is_typed, filler: _ } = self;
        let object = match (is_typed, most_elements) {
            (false, _) => format!("an object of its own of 1 to {most_elements} bytes, which hold anything"),
            (true, 1) => format!("an object of its own of {element_bytes} bytes, which hold anything"),
            (true, _) => format!("an array of its own of 1 to {most_elements} elements, which hold anything"),
        };
        match pointers {
            PointerArgs::Null => format!("{name} is null"),
            PointerArgs::Fresh => format!("{name} points to {object}"),
            PointerArgs::Both => format!("{name} is null or points to {object}"),
        }
    }
}

fn pointer(body: &mut OneBlock<'_>, target: &Target, pointers: PointerArgs) -> Operand {
    let null = body.constant(Const::Null);
    if pointers == PointerArgs::Null {
        return null;
    }
    let object = fresh_object(body, target, null);
    if pointers == PointerArgs::Fresh {
        return object;
    }
    let is_null = body.input(Scalar::I1);
    body.op(Scalar::Ptr, InstKind::Select { ty: Scalar::Ptr, cond: is_null, a: null, b: object })
}

/// A heap block, so that the function may free it, of one element up to as many as there may be. Their values are copied from a
/// block that has all of them, so that every execution makes the same choices.
fn fresh_object(body: &mut OneBlock<'_>, target: &Target, null: Operand) -> Operand {
    let Target { element_bytes, most_elements, filler, .. } = *target;
    let width = body.program.target.pointer_bits;
    let word = Scalar::Int(width);
    let most_bytes = element_bytes * most_elements;
    if most_elements == 1 {
        let size = body.constant(Const::int(width, most_bytes));
        let object = heap_block(body, size, null);
        fill(body, filler, object, element_bytes, most_bytes);
        return object;
    }
    let all = body.op(Scalar::Ptr, InstKind::Alloca { size: most_bytes, count: None, align: 16 });
    fill(body, filler, all, element_bytes, most_bytes);
    let [element, one, most] = [element_bytes, 1, most_elements].map(|number| body.constant(Const::int(width, number)));
    let number = body.input(word);
    assume(body, CmpOp::Uge, word, number, one);
    assume(body, CmpOp::Ule, word, number, most);
    let product = InstKind::Binary { op: BinOp::Mul, ty: word, a: number, b: element, poison: CheckSet::EMPTY };
    let size = body.op(word, product);
    let object = heap_block(body, size, null);
    body.inst(InstKind::MemCopy { dst: object, src: all, len: size, width, may_overlap: false, volatile: false }, None);
    object
}

fn heap_block(body: &mut OneBlock<'_>, size: Operand, null: Operand) -> Operand {
    let word = Scalar::Int(body.program.target.pointer_bits);
    // Under a name that no user's allocator has.
    let malloc = native(body.program, "__VERIFIER_malloc");
    let object = body.register(Scalar::Ptr);
    body.inst(plain_call(malloc, &[(word, size)], &[(Scalar::Ptr, object)]), None);
    assume(body, CmpOp::Ne, Scalar::Ptr, object.into(), null);
    object.into()
}

/// What a parameter that is passed by value is copied from.
fn copied_object(body: &mut OneBlock<'_>, byval: ByVal) -> Operand {
    let alloca = InstKind::Alloca { size: byval.size, count: None, align: byval.align };
    let object = body.op(Scalar::Ptr, alloca);
    fill(body, INPUTS, object, byval.size, byval.size);
    object
}

fn assume(body: &mut OneBlock<'_>, op: CmpOp, ty: Scalar, a: Operand, b: Operand) {
    let cond = body.op(Scalar::I1, InstKind::Compare { op, ty, a, b });
    body.inst(InstKind::Assume { cond }, None);
}
