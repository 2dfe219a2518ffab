//! What is written: everything the program's own external symbols lead to, through code, constants and initialisers.

use std::collections::BTreeSet;

use candor_ir::{Callee, Chunk, Const, ConstExpr, ConstId, FuncId, GlobalId, Inst, InstKind, Operand, Program, Symbol};

use super::WriteOptions;
use crate::signal;

/// What is written of a program.
#[derive(Debug, Default)]
pub struct Reached {
    pub functions: BTreeSet<FuncId>,
    pub globals: BTreeSet<GlobalId>,
}

/// What [`write_llvm_with`](crate::write_llvm_with) writes with these options.
pub fn reached(program: &Program, options: &WriteOptions) -> Reached {
    let mut walk = Walk { program, options, reached: Reached::default(), pending: Vec::new() };
    for symbol in roots(program, options) {
        walk.add(symbol);
    }
    while let Some(symbol) = walk.pending.pop() {
        match symbol {
            Symbol::Function(func) => walk.body(func),
            Symbol::Global(global) => walk.initializer(global),
        }
    }
    walk.reached
}

fn roots(program: &Program, options: &WriteOptions) -> Vec<Symbol> {
    let mut roots: Vec<_> = symbols(program).into_iter().map(|(_, symbol)| symbol).collect();
    let runs = program.constructors.iter().chain(&program.destructors);
    let wanted = runs.filter(|&&func| options.include_library || !program.functions[func].library);
    roots.extend(wanted.map(|&func| Symbol::Function(func)));
    roots
}

/// What the program itself defines under names of external linkage, by name.
pub(super) fn symbols(program: &Program) -> Vec<(&str, Symbol)> {
    let is_own = |symbol: Symbol| match symbol {
        Symbol::Function(func) => program.functions[func].is_defined() && !program.functions[func].library,
        Symbol::Global(global) => program.globals[global].init.is_some() && !program.globals[global].library,
    };
    let all = program.symbols.iter().map(|(name, &symbol)| (name.as_str(), symbol));
    let mut symbols: Vec<_> = all.filter(|&(_, symbol)| is_own(symbol)).collect();
    symbols.sort_by_key(|(name, _)| *name);
    symbols
}

/// Whether a call does for candor's model of a function what the native one does by itself: it keeps the mask of blocked signals
/// over a jump and runs handlers.
pub(super) fn is_left_to_the_platform(program: &Program, options: &WriteOptions, inst: &Inst) -> bool {
    let InstKind::Call(call) = &inst.kind else { return false };
    let Callee::Direct(callee) = call.callee else { return false };
    !options.include_library && signal::MODELS.contains(&program.functions[callee].name.as_str())
}

struct Walk<'a> {
    program: &'a Program,
    options: &'a WriteOptions,
    reached: Reached,
    pending: Vec<Symbol>,
}

impl Walk<'_> {
    fn add(&mut self, symbol: Symbol) {
        let is_new = match symbol {
            Symbol::Function(func) => self.reached.functions.insert(func),
            Symbol::Global(global) => self.reached.globals.insert(global),
        };
        if is_new {
            self.pending.push(symbol);
        }
    }

    fn body(&mut self, func: FuncId) {
        let function = &self.program.functions[func];
        if function.library && !self.options.include_library {
            return;
        }
        let written = |inst: &&Inst| !is_left_to_the_platform(self.program, self.options, inst);
        for inst in function.insts.values().filter(written) {
            inst.kind.for_each_operand(|operand| self.operand(operand));
            if let InstKind::Call(call) = &inst.kind
                && let Callee::Direct(callee) = call.callee
            {
                self.add(Symbol::Function(callee));
            }
        }
        for edge in function.edges.values() {
            edge.args.iter().for_each(|&arg| self.operand(arg));
        }
    }

    fn initializer(&mut self, global: GlobalId) {
        let global = &self.program.globals[global];
        if global.library && !self.options.include_library {
            return;
        }
        for (_, chunk) in global.init.iter().flat_map(|init| &init.chunks) {
            if let Chunk::Scalar(_, id) = chunk {
                self.constant(*id);
            }
        }
    }

    fn operand(&mut self, operand: Operand) {
        if let Operand::Const(id) = operand {
            self.constant(id);
        }
    }

    fn constant(&mut self, id: ConstId) {
        match self.program.consts.get(id) {
            Const::Int(_) | Const::Float(..) | Const::Null | Const::Undef(_) | Const::Poison(_) => {}
            Const::Global(global, _) => self.add(Symbol::Global(*global)),
            Const::Function(func) | Const::BlockAddress(func, _) => self.add(Symbol::Function(*func)),
            Const::Expr(expr) => match **expr {
                ConstExpr::Binary { a, b, .. } | ConstExpr::PtrAdd { base: a, offset: b } => {
                    self.constant(a);
                    self.constant(b);
                }
                ConstExpr::Cast { value, .. } => self.constant(value),
            },
        }
    }
}
