//! The rules of a whole program: constants, globals, symbols.

use candor_bits::Scalar;

use super::VerifyError;
use super::types::{binary_fits, cast_fits};
use crate::constant::{Const, ConstExpr};
use crate::ids::{ConstId, FuncId, GlobalId};
use crate::program::{Chunk, Global, Program, Symbol};

pub(super) fn check(program: &Program) -> Vec<VerifyError> {
    let mut errors = Vec::new();
    let mut report = |place: String, message: String| {
        errors.push(VerifyError { function: String::new(), place, message });
    };
    for (id, _) in program.consts.iter() {
        if let Err(message) = check_const(program, id) {
            report(format!("constant {id}"), message);
        }
    }
    for global in program.globals.values() {
        if let Err(message) = check_global(program, global) {
            report(format!("global {}", global.name), message);
        }
    }
    let mut symbols: Vec<_> = program.symbols.iter().collect();
    symbols.sort_by_key(|(name, _)| *name);
    for (name, &symbol) in symbols {
        if let Err(message) = check_symbol(program, name, symbol) {
            report(format!("symbol {name}"), message);
        }
    }
    for &func in program.constructors.iter().chain(&program.destructors) {
        if !program.functions.is_valid(func) {
            report("constructors and destructors".into(), format!("{func} does not exist"));
        }
    }
    errors
}

/// Checks one constant, trusting those it is made of.
pub(super) fn check_const(program: &Program, id: ConstId) -> Result<(), String> {
    if !program.consts.is_valid(id) {
        return Err(format!("{id} does not exist"));
    }
    match program.consts.get(id) {
        Const::Int(_) | Const::Null | Const::Undef(_) | Const::Poison(_) => Ok(()),
        Const::Float(kind, pattern) => {
            let ok = pattern.width() == kind.bits();
            require(ok, || format!("{id} is {kind} but has {} bits", pattern.width()))
        }
        Const::Global(global, _) => check_global_id(program, *global),
        Const::Function(func) => check_func_id(program, *func),
        Const::BlockAddress(func, bb) => {
            check_func_id(program, *func)?;
            let function = &program.functions[*func];
            require(function.blocks.is_valid(*bb), || format!("{} has no block {bb}", function.name))
        }
        Const::Expr(expr) => check_expr(program, id, expr),
    }
}

fn check_expr(program: &Program, id: ConstId, expr: &ConstExpr) -> Result<(), String> {
    let operand = |operand: ConstId, wanted: Option<Scalar>| {
        // Older constants only: otherwise an expression could contain itself.
        require(operand < id, || format!("{id} is made of {operand}, which is not older"))?;
        let given = const_type(program, operand);
        match wanted {
            Some(wanted) => require(given == wanted, || format!("{operand} in {id} is {given}, not {wanted}")),
            None => require(given.int_width().is_some(), || format!("{operand} in {id} is {given}, not an integer")),
        }
    };
    match expr {
        ConstExpr::Binary { op, ty, a, b } => {
            operand(*a, Some(*ty))?;
            operand(*b, Some(*ty))?;
            require(binary_fits(*op, *ty), || format!("{op} has no meaning on {ty}"))
        }
        ConstExpr::Cast { op, from, to, value } => {
            operand(*value, Some(*from))?;
            let ok = cast_fits(*op, *from, *to, program.target.pointer_bits);
            require(ok, || format!("{op} does not lead from {from} to {to}"))
        }
        ConstExpr::PtrAdd { base, offset } => {
            operand(*base, Some(Scalar::Ptr))?;
            operand(*offset, None)
        }
    }
}

/// The type of a constant that exists.
/// The type of a constant.
pub fn const_type(program: &Program, id: ConstId) -> Scalar {
    match program.consts.get(id) {
        Const::Int(bits) => Scalar::Int(bits.width()),
        Const::Float(kind, _) => Scalar::Float(*kind),
        Const::Null | Const::Global(..) | Const::Function(_) | Const::BlockAddress(..) => Scalar::Ptr,
        Const::Undef(ty) | Const::Poison(ty) => *ty,
        Const::Expr(expr) => match **expr {
            ConstExpr::Binary { ty, .. } => ty,
            ConstExpr::Cast { to, .. } => to,
            ConstExpr::PtrAdd { .. } => Scalar::Ptr,
        },
    }
}

fn check_global(program: &Program, global: &Global) -> Result<(), String> {
    require(global.align.is_power_of_two(), || format!("the alignment {} is no power of two", global.align))?;
    let Some(init) = &global.init else { return Ok(()) };
    let mut next = 0;
    for (offset, chunk) in &init.chunks {
        require(*offset >= next, || {
            format!("the chunk at offset {offset} starts before {next}, where the last one ends")
        })?;
        let end = offset.checked_add(chunk_size(program, chunk)?).filter(|&end| end <= global.size);
        next = end.ok_or_else(|| format!("the chunk at offset {offset} leaves the {} bytes", global.size))?;
    }
    Ok(())
}

fn chunk_size(program: &Program, chunk: &Chunk) -> Result<u64, String> {
    match chunk {
        Chunk::Bytes(bytes) => u64::try_from(bytes.len()).map_err(|_| "a chunk is too long".into()),
        Chunk::Scalar(ty, id) => {
            check_const(program, *id)?;
            let given = const_type(program, *id);
            require(given == *ty, || format!("{id} is {given}, but its chunk says {ty}"))?;
            Ok(program.target.store_bytes(*ty))
        }
    }
}

/// A symbol that bears another name than its own is an alias, and may well stand for something internal.
fn check_symbol(program: &Program, name: &str, symbol: Symbol) -> Result<(), String> {
    let (own_name, internal) = match symbol {
        Symbol::Function(func) => {
            check_func_id(program, func)?;
            (&program.functions[func].name, program.functions[func].internal)
        }
        Symbol::Global(global) => {
            check_global_id(program, global)?;
            (&program.globals[global].name, program.globals[global].internal)
        }
    };
    require(own_name != name || !internal, || "stands for something internal to its file".into())
}

fn check_func_id(program: &Program, func: FuncId) -> Result<(), String> {
    require(program.functions.is_valid(func), || format!("{func} does not exist"))
}

fn check_global_id(program: &Program, global: GlobalId) -> Result<(), String> {
    require(program.globals.is_valid(global), || format!("{global} does not exist"))
}

fn require(ok: bool, message: impl FnOnce() -> String) -> Result<(), String> {
    if ok { Ok(()) } else { Err(message()) }
}
