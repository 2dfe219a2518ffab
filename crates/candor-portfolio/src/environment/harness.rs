//! `--function`: a function of its own instead of `main`, called with any arguments.

use candor_ir::{
    AccessFlags, BinOp, ByVal, CastOp, CheckSet, CmpOp, Const, FuncId, Function, InstKind, Operand, Ordering, Program,
    PtrIndex, Scalar, Signature, Symbol, Variable, c_type,
};

use super::build::{OneBlock, call, fill, native, plain_call};
use crate::functions::function_named;
use crate::request::{Caller, PointerArgs};

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

/// How a function is called.
#[derive(Copy, Clone)]
pub(super) struct Arguments {
    pub(super) pointers: PointerArgs,
    pub(super) caller: Caller,
}

/// What a call with made-up arguments takes for granted.
#[derive(Default)]
pub(crate) struct Granted {
    /// Of the objects that arguments are: every caller of this kind has such.
    pub(crate) assumptions: Vec<String>,
    /// What callers have to see to.
    pub(crate) conditions: Vec<String>,
    /// Whether functions are among the arguments, of which nothing is known.
    pub(crate) passes_functions: bool,
}

/// From now on the program starts with a call of this function. What that takes for granted, or why it cannot be.
pub(super) fn call_with_any_arguments(
    program: &mut Program,
    name: &str,
    arguments: Arguments,
) -> Result<Granted, String> {
    let func = callee_named(program, name)?;
    let callee = program.functions[func].clone();
    let mut granted = Granted::default();
    granted.assumptions.push(format!("`{name}` is called once, and global variables have their initial values"));
    let signature = Signature { results: vec![Scalar::Int(32)], ..Signature::default() };
    let mut body = OneBlock::new(program, Function::declare(CALLER, signature));
    call_with_inputs(&mut body, name, func, &callee, arguments, &mut granted)?;
    // Not a return from main: nobody has promised that the function frees its arguments.
    let exit = native(body.program, "__candor_exit");
    let zero = body.constant(Const::int(32, 0));
    body.inst(plain_call(exit, &[(Scalar::Int(32), zero)], &[]), None);
    let caller = body.finish(InstKind::Unreachable);
    let caller = program.functions.push(caller);
    program.symbols.insert("main".to_owned(), Symbol::Function(caller));
    Ok(granted)
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

/// Calls a function with arguments of the given kind; what is assumed of them is added.
pub(super) fn call_with_inputs(
    body: &mut OneBlock<'_>,
    name: &str,
    func: FuncId,
    callee: &Function,
    arguments: Arguments,
    granted: &mut Granted,
) -> Result<(), String> {
    let Arguments { pointers, caller } = arguments;
    let lengths =
        if caller == Caller::Careful { lengths(callee, body.program.target.pointer_bits) } else { Vec::new() };
    let mut args = Vec::new();
    let mut sizes: Vec<Option<Sized>> = Vec::new();
    let (mut follows, mut has_parts) = (false, false);
    for (idx, param) in callee.signature.params.iter().enumerate() {
        let variable = variable_of(callee, idx);
        let mut sized = None;
        let value = match (param.byval, param.ty) {
            (Some(byval), _) => copied_object(body, byval, caller),
            (None, Scalar::Ptr) if points_to_function(variable) => {
                let name = name_of(callee, idx);
                granted.passes_functions = true;
                granted.assumptions.push(format!(
                    "{name} points to a function of its own: its result is arbitrary, it changes nothing"
                ));
                function(body, &name_of(callee, idx))
            }
            (None, Scalar::Ptr) => {
                let target = target_of(name, callee, idx, variable)?;
                follows |= caller >= Caller::Trusted || target.filler == FOREIGN;
                let is_string = target.is_string && !lengths.iter().any(|length| length.of.contains(&idx));
                match caller {
                    Caller::All | Caller::Any | Caller::Careful => {
                        granted.assumptions.push(target.describe(pointers));
                        let ends = caller == Caller::Careful && is_string;
                        if ends && pointers != PointerArgs::Null {
                            granted.conditions.push(format!("{} has an end: it is a string", target.name));
                        }
                        let (value, size) = pointer(body, &target, pointers, ends);
                        sized = size;
                        value
                    }
                    Caller::Trusted | Caller::Ones | Caller::Zeros if pointers == PointerArgs::Null => {
                        granted.assumptions.push(target.describe(pointers));
                        body.constant(Const::Null)
                    }
                    Caller::Trusted | Caller::Ones | Caller::Zeros => {
                        granted.conditions.push(format!(
                            "{} points to as much memory, before it and behind it, as is used, aligned and without overlaps",
                            target.name
                        ));
                        foreign_pointer(body, pointers)
                    }
                }
            }
            (None, ty) if caller >= Caller::Ones => {
                // Parts of a structure have no variable of their own.
                has_parts |= variable.is_none();
                number(body, ty, u64::from(caller == Caller::Ones))
            }
            (None, ty) => body.input(ty),
        };
        args.push((param.ty, value, param.byval));
        sizes.push(sized);
    }
    for length in lengths {
        bound_length(body, callee, &length, &args, &sizes, granted);
    }
    if caller >= Caller::Careful && follows {
        granted.conditions.push("no pointer that comes from its memory is null where it is followed".to_owned());
    }
    if caller >= Caller::Ones && callee.signature.params.iter().any(|param| param.ty != Scalar::Ptr) {
        let number = u64::from(caller == Caller::Ones);
        granted.conditions.push(format!("every number among the arguments is {number}"));
    }
    let number = u64::from(caller == Caller::Ones);
    if caller >= Caller::Ones && has_parts {
        granted.conditions.push(format!("every number in structures that are passed by value is {number}"));
    }
    if caller >= Caller::Ones && callee.signature.params.iter().any(|param| param.byval.is_some()) {
        granted.conditions.push(format!("every byte of structures that are passed by value is {number}"));
    }
    let results: Vec<_> = callee.signature.results.iter().map(|&ty| (ty, body.register(ty))).collect();
    body.inst(call(func, &args, &results), None);
    Ok(())
}

/// Which argument is the number of elements of the arrays before it.
struct Length {
    idx: usize,
    of: Vec<usize>,
}

/// How many elements the object of an argument has.
struct Sized {
    n_elements: Operand,
}

/// The arguments that are lengths by their names or types: `f(int *a, int *b, size_t n)`.
fn lengths(callee: &Function, pointer_bits: u32) -> Vec<Length> {
    let params = &callee.signature.params;
    let is_array = |idx: usize| {
        let variable = variable_of(callee, idx);
        params[idx].ty == Scalar::Ptr && params[idx].byval.is_none() && !points_to_function(variable)
    };
    let is_length = |idx: usize| {
        let variable = variable_of(callee, idx);
        let is_known = variable.is_some_and(|variable| signedness(variable).is_some());
        let fits = matches!(params[idx].ty, Scalar::Int(width) if (16..=pointer_bits).contains(&width));
        fits && is_known && names_length(variable)
    };
    let mut found = Vec::new();
    for idx in (0..params.len()).filter(|&idx| is_length(idx)) {
        let of: Vec<usize> = (0..idx).rev().take_while(|&before| is_array(before)).collect();
        if !of.is_empty() {
            found.push(Length { idx, of });
        }
    }
    found
}

/// Whether numbers of its type are signed; `None` for types that the program names.
fn signedness(variable: &Variable) -> Option<bool> {
    if c_type::bare(&variable.ty) == "size_t" { Some(false) } else { c_type::is_signed(&variable.ty) }
}

fn names_length(variable: Option<&Variable>) -> bool {
    const TYPES: [&str; 4] = ["size_t", "ssize_t", "unsigned long", "unsigned long long"];
    const PARTS: [&str; 6] = ["len", "size", "count", "num", "cap", "bytes"];
    variable.is_some_and(|variable| {
        let name = variable.name.to_ascii_lowercase();
        TYPES.contains(&c_type::bare(&variable.ty)) || name == "n" || PARTS.iter().any(|part| name.contains(part))
    })
}

/// The arrays have at least as many elements as the argument says.
fn bound_length(
    body: &mut OneBlock<'_>,
    callee: &Function,
    length: &Length,
    args: &[(Scalar, Operand, Option<ByVal>)],
    sizes: &[Option<Sized>],
    granted: &mut Granted,
) {
    let word = Scalar::Int(body.program.target.pointer_bits);
    let (ty, value, _) = args[length.idx];
    let is_signed = variable_of(callee, length.idx).and_then(signedness) == Some(true);
    let (extend, at_most) = if is_signed { (CastOp::SExt, CmpOp::Sle) } else { (CastOp::ZExt, CmpOp::Ule) };
    let wide = match ty == word {
        true => value,
        false => body.op(word, InstKind::Cast { op: extend, from: ty, to: word, value }),
    };
    for &idx in &length.of {
        let Some(Sized { n_elements }) = sizes[idx] else { continue };
        assume(body, at_most, word, wide, n_elements);
        let [number, array] = [length.idx, idx].map(|idx| name_of(callee, idx));
        granted.conditions.push(format!("{number} is at most the number of elements of {array}"));
    }
}

/// A number of a type.
fn number(body: &mut OneBlock<'_>, ty: Scalar, number: u64) -> Operand {
    match ty {
        Scalar::Int(width) => body.constant(Const::int(width, number)),
        Scalar::Float(_) => {
            let value = body.constant(Const::int(8, number));
            body.op(ty, InstKind::Cast { op: CastOp::UiToFp, from: Scalar::Int(8), to: ty, value })
        }
        Scalar::Ptr => body.constant(Const::Null),
    }
}

/// A pointer to memory of others.
fn foreign_pointer(body: &mut OneBlock<'_>, pointers: PointerArgs) -> Operand {
    let null = body.constant(Const::Null);
    if pointers == PointerArgs::Null {
        return null;
    }
    let bytes = u64::from(body.program.target.pointer_bits / 8);
    let slot = body.op(Scalar::Ptr, InstKind::Alloca { size: bytes, count: None, align: 16 });
    fill(body, FOREIGN, slot, bytes, bytes);
    let flags = AccessFlags { align: 1, volatile: false, ordering: Ordering::None };
    let pointer = body.op(Scalar::Ptr, InstKind::Load { ty: Scalar::Ptr, ptr: slot, flags });
    if pointers == PointerArgs::Fresh {
        assume(body, CmpOp::Ne, Scalar::Ptr, pointer, null);
    }
    pointer
}

/// A function of which nothing is known but its name.
fn function(body: &mut OneBlock<'_>, name: &str) -> Operand {
    let name = format!("caller_{}", name.trim_matches('`').replace(' ', "_"));
    let func = body.program.functions.push(Function::declare(&name, Signature::default()));
    body.constant(Const::Function(func))
}

fn name_of(callee: &Function, idx: usize) -> String {
    let name = callee.values[callee.params[idx]].name.as_deref();
    name.map_or_else(|| format!("argument {}", idx + 1), |name| format!("`{name}`"))
}

fn points_to_function(variable: Option<&Variable>) -> bool {
    variable.is_some_and(|variable| c_type::points_to_function(&variable.ty))
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
    is_string: bool,
    /// What fills it.
    filler: &'static str,
}

fn target_of(function: &str, callee: &Function, idx: usize, variable: Option<&Variable>) -> Result<Target, String> {
    let value_name = callee.values[callee.params[idx]].name.as_deref();
    if value_name == Some("agg.result") {
        return Err(format!("`{function}` returns a structure in memory; write a caller for it"));
    }
    let bytes = variable.and_then(|variable| variable.pointee_bytes);
    let element_bytes = bytes.unwrap_or(1);
    if element_bytes > LARGEST_ELEMENT {
        return Err(format!("an argument of `{function}` points to {element_bytes} bytes; write a caller for it"));
    }
    let name = name_of(callee, idx);
    let most_elements = (MOST_BYTES / element_bytes).max(1);
    let element = variable.and_then(|variable| c_type::pointee(&variable.ty)).map(|ty| c_type::innermost(&ty));
    let is_number = |ty: &String| c_type::is_signed(ty).is_some() || c_type::float(ty).is_some();
    let may_have_pointers = bytes.is_some() && !element.as_ref().is_some_and(is_number);
    let filler = if may_have_pointers { FOREIGN } else { INPUTS };
    let is_string = element.as_deref().is_some_and(|element| c_type::bare(element) == "char");
    Ok(Target { name, element_bytes, most_elements, is_typed: bytes.is_some(), is_string, filler })
}

impl Target {
    fn describe(&self, pointers: PointerArgs) -> String {
        let Target { name, element_bytes, most_elements, is_typed, .. } = self;
        let object = match (is_typed, most_elements) {
            (false, _) => format!("an object of its own of 1 to {most_elements} bytes, which hold anything"),
            (true, 1) => format!("an object of its own of {element_bytes} bytes, which hold anything"),
            (true, _) => format!("an array of its own of 1 to {most_elements} elements, which hold anything"),
        };
        let object = if self.filler == FOREIGN { object + " but pointers to arguments" } else { object };
        match pointers {
            PointerArgs::Null => format!("{name} is null"),
            PointerArgs::Fresh => format!("{name} points to {object}"),
            PointerArgs::Both => format!("{name} is null or points to {object}"),
        }
    }
}

/// A pointer to an object of its own, the last element of which may have to be zero; and how many elements it has.
fn pointer(body: &mut OneBlock<'_>, target: &Target, pointers: PointerArgs, ends: bool) -> (Operand, Option<Sized>) {
    let null = body.constant(Const::Null);
    if pointers == PointerArgs::Null {
        return (null, None);
    }
    let (object, n_elements) = fresh_object(body, target, null, ends);
    let sized = Some(Sized { n_elements });
    if pointers == PointerArgs::Fresh {
        return (object, sized);
    }
    let is_null = body.input(Scalar::I1);
    (body.op(Scalar::Ptr, InstKind::Select { ty: Scalar::Ptr, cond: is_null, a: null, b: object }), sized)
}

/// A heap block, so that the function may free it, of one element up to as many as there may be; and how many it has. Their values are
/// copied from a block that has all of them, so that every execution makes the same choices.
fn fresh_object(body: &mut OneBlock<'_>, target: &Target, null: Operand, ends: bool) -> (Operand, Operand) {
    let Target { element_bytes, most_elements, filler, .. } = *target;
    let width = body.program.target.pointer_bits;
    let word = Scalar::Int(width);
    let most_bytes = element_bytes * most_elements;
    let [element, one, most] = [element_bytes, 1, most_elements].map(|number| body.constant(Const::int(width, number)));
    if most_elements == 1 {
        let size = body.constant(Const::int(width, most_bytes));
        let object = heap_block(body, size, null);
        fill(body, filler, object, element_bytes, most_bytes);
        return (object, one);
    }
    let all = body.op(Scalar::Ptr, InstKind::Alloca { size: most_bytes, count: None, align: 16 });
    fill(body, filler, all, element_bytes, most_bytes);
    let number = body.input(word);
    assume(body, CmpOp::Uge, word, number, one);
    assume(body, CmpOp::Ule, word, number, most);
    let product = InstKind::Binary { op: BinOp::Mul, ty: word, a: number, b: element, poison: CheckSet::EMPTY };
    let size = body.op(word, product);
    let object = heap_block(body, size, null);
    body.inst(InstKind::MemCopy { dst: object, src: all, len: size, width, may_overlap: false, volatile: false }, None);
    if ends {
        // Its elements are bytes.
        let index = PtrIndex { index: number, width, scale: 1 };
        let behind_last =
            body.op(Scalar::Ptr, InstKind::PtrAdd { base: object, offset: -1, index: Some(index), inbounds: false });
        let zero = body.constant(Const::int(8, 0));
        let flags = AccessFlags { align: 1, volatile: false, ordering: Ordering::None };
        body.inst(InstKind::Store { ty: Scalar::Int(8), ptr: behind_last, value: zero, flags }, None);
    }
    (object, number)
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
fn copied_object(body: &mut OneBlock<'_>, byval: ByVal, caller: Caller) -> Operand {
    let alloca = InstKind::Alloca { size: byval.size, count: None, align: byval.align };
    let object = body.op(Scalar::Ptr, alloca);
    if caller >= Caller::Ones {
        let width = body.program.target.pointer_bits;
        let [byte, len] = [(8, u64::from(caller == Caller::Ones)), (width, byval.size)]
            .map(|(width, number)| body.constant(Const::int(width, number)));
        body.inst(InstKind::MemFill { dst: object, byte, len, width }, None);
    } else {
        fill(body, FOREIGN, object, byval.size, byval.size);
    }
    object
}

fn assume(body: &mut OneBlock<'_>, op: CmpOp, ty: Scalar, a: Operand, b: Operand) {
    let cond = body.op(Scalar::I1, InstKind::Compare { op, ty, a, b });
    body.inst(InstKind::Assume { cond }, None);
}
