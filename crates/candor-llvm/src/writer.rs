//! candor IR as textual LLVM IR: for other tools, for running natively, and for loading again.
//!
//! What comes out behaves like the program, with these liberties:
//! - Aggregates were taken apart when the program was loaded and stay so: a function with several results returns a struct of
//!   scalars, and a vector parameter is a row of scalars. Both sides of every call in the program agree on that, and for what clang
//!   makes of C structs (`{i64, double}`) the registers are the same as before. Native functions that take or return vectors
//!   (`cabsf`), or return through a hidden pointer on 32-bit machines, do not agree.
//! - Checks are not written, only what they guard; see [`WriteOptions::trap_checks`].
//! - candor's libc is left out and its functions are declared, so that the native libc serves; see
//!   [`WriteOptions::include_library`].
//! - Names of external linkage stay; internal ones that several files share get a number. Names of values and blocks stay too, quoted
//!   where LLVM would otherwise number them.
//! - What candor cannot execute becomes inline assembly that stops: unsupported here, a breakpoint there.
//! - The value of a function that ended without `return` is read from memory nobody wrote, an `uninitialized-read` when loaded again.
//! - Debug information is not written.
//!
//! Only what the program's own external symbols, constructors and destructors lead to is written. The text is the same each time.
//!
//! Entry points: [`write_llvm`], [`write_llvm_with`].

mod constant;
mod function;
mod inst;
mod math;
mod names;
mod reach;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::fmt::Write;

use candor_ir::{FuncId, GlobalId, Program, Signature, Symbol};

use names::ModuleNames;
pub use reach::{Reached, reached};

/// What to write besides the plain program.
#[derive(Clone, Debug, Default)]
pub struct WriteOptions {
    /// Write overflow and instrumentation checks as branches to `llvm.ubsantrap`, as clang does, so that loading the text again
    /// finds them again.
    pub trap_checks: bool,
    /// Write the functions of candor's libc too. They call natives that only candor has.
    pub include_library: bool,
    /// So many unused bytes follow each local and global variable, so that leaving one seldom finds another.
    pub red_zone: u64,
}

/// The program without checks and without candor's libc.
pub fn write_llvm(program: &Program) -> String {
    write_llvm_with(program, &WriteOptions::default())
}

pub fn write_llvm_with(program: &Program, options: &WriteOptions) -> String {
    let reached = reached(program, options);
    let names = ModuleNames::new(program, &reached);
    let mut module = Module { program, options, reached: &reached, names: &names, intrinsics: BTreeSet::new() };
    let mut bodies = String::new();
    for &func in &reached.functions {
        bodies.push('\n');
        if module.is_written(func) {
            bodies.push_str(&function::write(&mut module, func));
        } else {
            bodies.push_str(&declaration(&module, func));
        }
    }
    let mut text = header(&module);
    text.push_str(&bodies);
    if !module.intrinsics.is_empty() {
        text.push('\n');
    }
    for declaration in &module.intrinsics {
        text.push_str(declaration);
        text.push('\n');
    }
    text
}

/// What all parts of the writer need.
struct Module<'a> {
    program: &'a Program,
    options: &'a WriteOptions,
    reached: &'a Reached,
    names: &'a ModuleNames,
    /// The declarations of the intrinsics and library functions used, one line each.
    intrinsics: BTreeSet<String>,
}

impl Module<'_> {
    /// Whether a function appears with its body.
    fn is_written(&self, func: FuncId) -> bool {
        let function = &self.program.functions[func];
        function.is_defined() && (self.options.include_library || !function.library)
    }

    /// Makes sure that `name` can be called.
    fn need(&mut self, result: &str, name: &str, params: &str) {
        // A function of the program may already declare it.
        if self.names.is_taken(name) {
            return;
        }
        self.intrinsics.insert(format!("declare {result} @{}({params})", names::quoted(name)));
    }
}

// Writing to a String cannot fail; this keeps `unwrap` and `let _ =` out of every line.
macro_rules! put {
    ($out:expr, $($args:tt)*) => { $out.write_fmt(format_args!($($args)*)).expect("strings take any text") };
}

fn header(module: &Module<'_>) -> String {
    let mut text = String::new();
    let target = &module.program.target;
    put!(text, "target datalayout = \"{}\"\n", target.data_layout);
    put!(text, "target triple = \"{}\"\n\n", target.triple);
    for &global in &module.reached.globals {
        text.push_str(&global_line(module, global));
    }
    for (name, symbol) in reach::symbols(module.program) {
        if names::is_alias(module.program, name, symbol) {
            text.push_str(&alias_line(module, name, symbol));
        }
    }
    // LLVM runs constructors by ascending and destructors by descending priority; equal priorities have no order.
    let program = module.program;
    text.push_str(&run_list(module, "llvm.global_ctors", program.constructors.iter().rev()));
    text.push_str(&run_list(module, "llvm.global_dtors", program.destructors.iter()));
    text
}

/// `funcs` by descending priority.
fn run_list<'a>(module: &Module<'_>, name: &str, funcs: impl Iterator<Item = &'a FuncId>) -> String {
    let priorities = (0..=65535_u32).rev();
    let written = funcs.copied().filter(|&func| module.is_written(func));
    let entries: Vec<_> = written
        .zip(priorities)
        .map(|(func, priority)| {
            format!("{{ i32, ptr, ptr }} {{ i32 {priority}, ptr {}, ptr null }}", module.names.func(func))
        })
        .collect();
    if entries.is_empty() {
        return String::new();
    }
    format!("@{name} = appending global [{} x {{ i32, ptr, ptr }}] [{}]\n", entries.len(), entries.join(", "))
}

fn global_line(module: &Module<'_>, id: GlobalId) -> String {
    let global = &module.program.globals[id];
    let name = module.names.global(id);
    let thread_local = if global.thread_local { "thread_local " } else { "" };
    let kind = if global.constant { "constant" } else { "global" };
    let init = global.init.as_ref().filter(|_| module.options.include_library || !global.library);
    match init {
        None => format!("{name} = external {thread_local}{kind} [{} x i8], align {}\n", global.size, global.align),
        Some(init) => {
            let linkage = if global.internal { "internal " } else { "" };
            let (ty, value) = constant::initializer(module, global.size.saturating_add(module.options.red_zone), init);
            format!("{name} = {linkage}{thread_local}{kind} {ty} {value}, align {}\n", global.align)
        }
    }
}

fn alias_line(module: &Module<'_>, name: &str, symbol: Symbol) -> String {
    let (ty, target) = match symbol {
        Symbol::Function(func) => {
            let signature = &module.program.functions[func].signature;
            (format!("{} ({})", result_type(signature), params_text(signature)), module.names.func(func))
        }
        Symbol::Global(global) => {
            (format!("[{} x i8]", module.program.globals[global].size), module.names.global(global))
        }
    };
    format!("@{} = alias {ty}, ptr {target}\n", names::quoted(name))
}

fn declaration(module: &Module<'_>, func: FuncId) -> String {
    let function = &module.program.functions[func];
    let attribute = if returns_twice(&function.name) { " returns_twice" } else { "" };
    let params = params_text(&function.signature);
    format!("declare {} {}({params}){attribute}\n", result_type(&function.signature), module.names.func(func))
}

/// Without being told, LLVM would keep values in registers over a second return of these.
fn returns_twice(name: &str) -> bool {
    matches!(name, "setjmp" | "_setjmp" | "sigsetjmp" | "__sigsetjmp" | "vfork" | "getcontext")
}

/// `ptr, i32, ...`: the parameter types of a signature.
fn params_text(signature: &Signature) -> String {
    let mut params: Vec<_> = signature
        .params
        .iter()
        .map(|param| format!("{}{}", constant::type_name(param.ty), byval_text(param.byval)))
        .collect();
    if signature.variadic {
        params.push("...".into());
    }
    params.join(", ")
}

fn byval_text(byval: Option<candor_ir::ByVal>) -> String {
    byval.map_or_else(String::new, |byval| format!(" byval([{} x i8]) align {}", byval.size, byval.align))
}

/// `void`, the type, or a struct of the types.
fn result_type(signature: &Signature) -> String {
    let results: Vec<_> = signature.results.iter().map(|&ty| constant::type_name(ty)).collect();
    match &results[..] {
        [] => "void".into(),
        [only] => only.clone(),
        _ => format!("{{ {} }}", results.join(", ")),
    }
}
