//! The text form of programs, for people: `candor dump` prints it.
//!
//! The same program always gives the same text; ids are shown as they are (`bb3`, `v7`), constants in place. There is no parser:
//! what should be read back is written as LLVM IR.
//!
//! ```text
//! fn0 @main(v0: i32 %argc) -> i32 {  @ a.c:1
//!   var0 int x in memory v1  @ a.c:2:7
//! bb0:  %entry
//!   v1 = alloca 4, align 4  (%x)
//!   v2 = load i32 v0, align 4  ; !  @ a.c:3:10 (%0)
//!   v3 = add i32 v2, 1  ; signed-overflow  @ a.c:3:12 (%add)
//!   jump bb1(v3)
//! ```
//!
//! Behind an instruction stand its checks, its position and the LLVM name of its result. The checks are abbreviated to whatever is
//! shortest of
//! - the ids themselves, as in `; signed-overflow`;
//! - `!` for the checks that the instruction's own meaning calls for and that are on by default, followed by `-id` for each one that
//!   was cleared and `+id` for each one that was added, as in `; ! -null-dereference`;
//! - `!!` likewise for all the natural checks, also those that are off by default.
//!
//! An instruction without checks that would have natural ones shows `; none`.
//!
//! A variable that lives in registers is shown where it changes: `# x = v3`. Names that several functions or globals share
//! (`static` ones of different files) carry their id: `@buffer#g7`. Files are shown by their last component if that is unique.
//!
//! Entry points: [`dump_program`], [`dump_function`].

mod inst;
mod names;

#[cfg(test)]
mod tests;

use std::fmt::Write;

use crate::function::{DebugValue, Function, SigParam, Signature, VariableHome};
use crate::ids::{BlockId, FuncId, GlobalId, InstId, ValueId};
use crate::program::{Chunk, Endian, Program};
use names::Names;

pub use inst::mnemonic;

/// One function, defined or declared.
pub fn dump_function(program: &Program, func: FuncId) -> String {
    let names = Names::new(program);
    let mut out = String::new();
    write_function(&mut out, &names, func);
    out
}

/// The whole program: target, files, globals, functions.
pub fn dump_program(program: &Program) -> String {
    let names = Names::new(program);
    let mut out = String::new();
    write_header(&mut out, &names);
    for global in program.globals.keys() {
        write_global(&mut out, &names, global);
    }
    for func in program.functions.keys() {
        out.push('\n');
        write_function(&mut out, &names, func);
    }
    out
}

// Writing to a String cannot fail; this keeps `unwrap` and `let _ =` out of every line.
macro_rules! put {
    ($out:expr, $($args:tt)*) => { $out.write_fmt(format_args!($($args)*)).expect("strings take any text") };
}

fn write_header(out: &mut String, names: &Names<'_>) {
    let program = names.program;
    let target = &program.target;
    let endian = match target.endian {
        Endian::Little => "little",
        Endian::Big => "big",
    };
    put!(out, "target {}, {}-bit, {endian}-endian\n", target.triple, target.pointer_bits);
    put!(out, "datalayout {:?}\n", target.data_layout);
    for (file, data) in &program.source.files {
        put!(out, "{file} {:?}{}\n", data.path, if data.library { " library" } else { "" });
    }
    for (what, funcs) in [("constructor", &program.constructors), ("destructor", &program.destructors)] {
        for &func in funcs {
            put!(out, "{what} {}\n", names.func(func));
        }
    }
    out.push('\n');
}

fn write_global(out: &mut String, names: &Names<'_>, id: GlobalId) {
    let global = &names.program.globals[id];
    put!(out, "{id} {}: {} bytes, align {}", names.global(id), global.size, global.align);
    let flags = [
        (global.constant, "constant"),
        (global.thread_local, "thread-local"),
        (global.internal, "internal"),
        (global.library, "library"),
    ];
    for (_, word) in flags.iter().filter(|(set, _)| *set) {
        put!(out, ", {word}");
    }
    if let Some(source_name) = &global.source_name {
        put!(out, ", source name {source_name}");
    }
    match &global.init {
        None => out.push_str(", declared only"),
        Some(init) if init.chunks.is_empty() => out.push_str(" = zero"),
        Some(init) => {
            let chunks: Vec<_> = init.chunks.iter().map(|(offset, chunk)| show_chunk(names, *offset, chunk)).collect();
            put!(out, " = {{ {} }}", chunks.join(", "));
        }
    }
    put!(out, "{}\n", names.position(global.loc));
}

fn show_chunk(names: &Names<'_>, offset: u64, chunk: &Chunk) -> String {
    match chunk {
        Chunk::Bytes(bytes) => format!("{offset}: {}", show_bytes(bytes)),
        Chunk::Scalar(ty, id) => format!("{offset}: {ty} {}", names.constant(*id)),
    }
}

/// Text as a string; other data as hexadecimal bytes, of which long runs are only counted.
fn show_bytes(bytes: &[u8]) -> String {
    const SHOWN: usize = 64;
    let body = bytes.strip_suffix(b"\0").unwrap_or(bytes);
    let printable = |byte: &u8| byte.is_ascii_graphic() || b" \n\t".contains(byte);
    if !body.is_empty() && body.iter().all(printable) {
        return format!("\"{}\"", bytes.escape_ascii());
    }
    let shown: Vec<_> = bytes.iter().take(SHOWN).map(|byte| format!("{byte:02x}")).collect();
    let rest = bytes.len().saturating_sub(SHOWN);
    let more = if rest > 0 { format!(" and {rest} more bytes") } else { String::new() };
    format!("[{}]{more}", shown.join(" "))
}

fn write_function(out: &mut String, names: &Names<'_>, func: FuncId) {
    let function = &names.program.functions[func];
    if !function.is_defined() {
        put!(out, "declare {func} {}{}\n", names.func(func), show_signature(&function.signature));
        return;
    }
    write_function_head(out, names, func);
    write_variables(out, names, function);
    let mut debug_values = function.debug_values.iter().peekable();
    for bb in function.blocks.keys() {
        write_block_head(out, function, bb);
        for inst in function.block_insts(bb) {
            while let Some(debug_value) = debug_values.next_if(|debug_value| debug_value.at <= inst) {
                write_debug_value(out, names, function, debug_value);
            }
            write_inst(out, names, function, inst);
        }
    }
    out.push_str("}\n");
}

fn write_function_head(out: &mut String, names: &Names<'_>, func: FuncId) {
    let function = &names.program.functions[func];
    for (set, word) in [(function.internal, "internal "), (function.library, "library ")] {
        out.push_str(if set { word } else { "" });
    }
    let mut params: Vec<_> = function.params.iter().map(|&value| show_definition(function, value)).collect();
    for (text, param) in params.iter_mut().zip(&function.signature.params) {
        text.push_str(&show_byval(param));
    }
    if function.signature.variadic {
        params.push("...".into());
    }
    put!(out, "{func} {}({})", names.func(func), params.join(", "));
    put!(out, "{} {{{}\n", show_results(&function.signature), names.position(function.loc));
}

fn write_variables(out: &mut String, names: &Names<'_>, function: &Function) {
    for (var, data) in &function.vars {
        put!(out, "  {var} {} {}", data.ty, data.name);
        if data.param > 0 {
            put!(out, ", parameter {}", data.param);
        }
        match data.home {
            VariableHome::Memory(home) => put!(out, " in memory {home}"),
            VariableHome::Registers => out.push_str(" in registers"),
        }
        put!(out, "{}\n", names.position(data.loc));
    }
}

fn write_block_head(out: &mut String, function: &Function, bb: BlockId) {
    let block = &function.blocks[bb];
    let params: Vec<_> = block.params.iter().map(|&value| show_definition(function, value)).collect();
    put!(out, "{bb}");
    if !params.is_empty() {
        put!(out, "({})", params.join(", "));
    }
    match &block.name {
        Some(name) => put!(out, ":  %{name}\n"),
        None => out.push_str(":\n"),
    }
}

fn write_debug_value(out: &mut String, names: &Names<'_>, function: &Function, debug_value: &DebugValue) {
    let var = &function.vars[debug_value.var];
    put!(out, "  # {} = {}\n", var.name, names.operand(debug_value.value));
}

fn write_inst(out: &mut String, names: &Names<'_>, function: &Function, inst: InstId) {
    let data = &function.insts[inst];
    let mut results = Vec::new();
    data.for_each_result(|value| results.push(value));
    out.push_str("  ");
    if !results.is_empty() {
        let list: Vec<_> = results.iter().map(ValueId::to_string).collect();
        put!(out, "{} = ", list.join(", "));
    }
    out.push_str(&inst::show(names, function, &data.kind));
    out.push_str(&inst::show_checks(data));
    let position = names.position(data.loc);
    out.push_str(&position);
    let llvm_names: Vec<_> = results.iter().filter_map(|&value| function.values[value].name.as_deref()).collect();
    if !llvm_names.is_empty() {
        let space = if position.is_empty() { "  " } else { " " };
        put!(out, "{space}(%{})", llvm_names.join(", %"));
    }
    out.push('\n');
}

/// A parameter of a function or block: `v1: i32 %x`.
fn show_definition(function: &Function, value: ValueId) -> String {
    let data = &function.values[value];
    match &data.name {
        Some(name) => format!("{value}: {} %{name}", data.ty),
        None => format!("{value}: {}", data.ty),
    }
}

/// `(i32, ptr, ...) -> i32`.
pub(super) fn show_signature(signature: &Signature) -> String {
    let mut params: Vec<_> =
        signature.params.iter().map(|param| format!("{}{}", param.ty, show_byval(param))).collect();
    if signature.variadic {
        params.push("...".into());
    }
    format!("({}){}", params.join(", "), show_results(signature))
}

fn show_results(signature: &Signature) -> String {
    let results: Vec<_> = signature.results.iter().map(ToString::to_string).collect();
    if results.is_empty() { String::new() } else { format!(" -> {}", results.join(", ")) }
}

fn show_byval(param: &SigParam) -> String {
    param.byval.map_or_else(String::new, |byval| format!(" byval({}, align {})", byval.size, byval.align))
}
