//! How the text form names what the whole program shares: functions, globals, constants, positions.

use candor_bits::{Bits, Scalar};
use rustc_hash::FxHashMap;

use crate::constant::{Const, ConstExpr};
use crate::ids::{ConstId, FileId, FuncId, GlobalId, LocId};
use crate::inst::Operand;
use crate::program::Program;

/// A program with what is needed to tell its names apart.
pub(super) struct Names<'a> {
    pub(super) program: &'a Program,
    /// How many functions and globals bear a name.
    n_bearers: FxHashMap<&'a str, u32>,
    /// How many files end in this component.
    n_files: FxHashMap<&'a str, u32>,
}

impl<'a> Names<'a> {
    pub(super) fn new(program: &'a Program) -> Names<'a> {
        let mut names = Names { program, n_bearers: FxHashMap::default(), n_files: FxHashMap::default() };
        let functions = program.functions.values().map(|function| &function.name);
        for name in functions.chain(program.globals.values().map(|global| &global.name)) {
            *names.n_bearers.entry(name).or_default() += 1;
        }
        for file in program.source.files.values() {
            *names.n_files.entry(last_component(&file.path)).or_default() += 1;
        }
        names
    }

    pub(super) fn func(&self, func: FuncId) -> String {
        self.global_name(&self.program.functions[func].name, func.to_string())
    }

    pub(super) fn global(&self, global: GlobalId) -> String {
        self.global_name(&self.program.globals[global].name, global.to_string())
    }

    fn global_name(&self, name: &str, id: String) -> String {
        if self.n_bearers.get(name) == Some(&1) { format!("@{name}") } else { format!("@{name}#{id}") }
    }

    /// `  @ file.c:3:5`, or nothing.
    pub(super) fn position(&self, loc: LocId) -> String {
        let Some(loc) = self.program.source.get(loc) else {
            return String::new();
        };
        let file = self.file(loc.file);
        match (loc.line, loc.column) {
            (0, _) => format!("  @ {file}"),
            (line, 0) => format!("  @ {file}:{line}"),
            (line, column) => format!("  @ {file}:{line}:{column}"),
        }
    }

    fn file(&self, file: FileId) -> &'a str {
        let path = &self.program.source.files[file].path;
        let short = last_component(path);
        if self.n_files.get(short) == Some(&1) { short } else { path }
    }

    pub(super) fn operand(&self, operand: Operand) -> String {
        match operand {
            Operand::Value(value) => value.to_string(),
            Operand::Const(id) => self.constant(id),
        }
    }

    pub(super) fn constant(&self, id: ConstId) -> String {
        match self.program.consts.get(id) {
            Const::Int(bits) => show_int(bits),
            Const::Float(kind, bits) => candor_bits::float_to_string(*kind, bits),
            Const::Null => "null".into(),
            Const::Undef(_) => "undef".into(),
            Const::Poison(_) => "poison".into(),
            Const::Global(global, 0) => self.global(*global),
            Const::Global(global, offset) => format!("{}{offset:+}", self.global(*global)),
            Const::Function(func) => self.func(*func),
            Const::BlockAddress(func, bb) => format!("&&{}:{bb}", self.func(*func)),
            Const::Expr(expr) => self.expr(expr),
        }
    }

    fn expr(&self, expr: &ConstExpr) -> String {
        match expr {
            ConstExpr::Binary { op, ty, a, b } => format!("({op} {ty} {}, {})", self.constant(*a), self.constant(*b)),
            ConstExpr::Cast { op, from, to, value } => format!("({op} {from} {} to {to})", self.constant(*value)),
            ConstExpr::PtrAdd { base, offset } => {
                format!("(ptradd {} + {})", self.constant(*base), self.constant(*offset))
            }
        }
    }
}

/// Signed, as most constants of C programs are meant; a truth value by its name.
pub(super) fn show_int(bits: &Bits) -> String {
    match Scalar::Int(bits.width()) {
        Scalar::I1 if bits.is_zero() => "false".into(),
        Scalar::I1 => "true".into(),
        _ => bits.signed_display(),
    }
}

fn last_component(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}
