//! Whole programs: linked functions and globals, and the machine they are for.

use std::collections::BTreeSet;

use candor_bits::Scalar;
use cranelift_entity::PrimaryMap;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::check::CheckSet;
use crate::constant::{Const, ConstExpr, ConstPool};
use crate::function::Function;
use crate::ids::{ConstId, FuncId, GlobalId, LocId};
use crate::inst::Operand;
use crate::source::SourceMap;

#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Endian {
    Little,
    Big,
}

/// What the program is compiled for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    pub pointer_bits: u32,
    pub endian: Endian,
    /// LLVM's data layout string and triple, for writing LLVM IR.
    pub data_layout: String,
    pub triple: String,
}

impl Target {
    pub fn pointer_bytes(&self) -> u64 {
        u64::from(self.pointer_bits / 8)
    }

    /// The width of a scalar in bits.
    pub fn bits_of(&self, ty: Scalar) -> u32 {
        match ty {
            Scalar::Int(width) => width,
            Scalar::Float(kind) => kind.bits(),
            Scalar::Ptr => self.pointer_bits,
        }
    }

    /// How many bytes a scalar takes when stored.
    pub fn store_bytes(&self, ty: Scalar) -> u64 {
        u64::from(self.bits_of(ty).div_ceil(8))
    }
}

/// A part of an initialiser.
#[derive(Clone, Debug, PartialEq)]
pub enum Chunk {
    Bytes(Vec<u8>),
    /// A scalar that is not plain bytes: an address, an expression, undef.
    Scalar(Scalar, ConstId),
}

/// What a global holds at the start: zeros, overwritten by chunks at ascending offsets.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Init {
    pub chunks: Vec<(u64, Chunk)>,
}

/// A global variable.
#[derive(Clone, Debug)]
pub struct Global {
    pub name: String,
    /// The name in the source, when it differs (static locals).
    pub source_name: Option<String>,
    /// The C type as debug info spells it; empty if nobody knows.
    pub ty: String,
    pub size: u64,
    pub align: u32,
    pub constant: bool,
    pub thread_local: bool,
    pub internal: bool,
    /// Part of candor's libc.
    pub library: bool,
    /// `None`: declared here, defined nowhere.
    pub init: Option<Init>,
    pub loc: LocId,
}

impl Global {
    /// Whether it is a string literal: clang calls them `.str`, `.str.1` and so on, as no variable of C can be called.
    pub fn is_literal(&self) -> bool {
        self.name == ".str" || self.name.starts_with(".str.")
    }
}

/// What a name of external linkage stands for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Symbol {
    Function(FuncId),
    Global(GlobalId),
}

/// A linked program.
#[derive(Clone, Debug)]
pub struct Program {
    pub target: Target,
    pub functions: PrimaryMap<FuncId, Function>,
    pub globals: PrimaryMap<GlobalId, Global>,
    pub consts: ConstPool,
    pub source: SourceMap,
    /// Names of external linkage.
    pub symbols: FxHashMap<String, Symbol>,
    /// Functions to run before main (constructors), in order.
    pub constructors: Vec<FuncId>,
    /// Functions to run after main (destructors), in order.
    pub destructors: Vec<FuncId>,
    /// The first sum, difference or product of integer vectors in the sources. LLVM does not keep whether their lanes are
    /// signed, so that overflow in them is not seen.
    pub lane_arithmetic: Option<LocId>,
    /// The first function of foreign IR whose attributes promise something of values, such as `noundef`: that is not checked.
    pub promised: Option<LocId>,
}

impl Program {
    /// The functions whose addresses are used for more than a direct call, in order.
    pub fn functions_by_address(&self) -> Vec<FuncId> {
        let mut used: FxHashSet<ConstId> = FxHashSet::default();
        let mut note = |operand: Operand| {
            if let Operand::Const(constant) = operand {
                used.insert(constant);
            }
        };
        for function in self.functions.values() {
            function.insts.values().for_each(|inst| inst.kind.for_each_operand(&mut note));
            function.edges.values().flat_map(|edge| edge.args.iter().copied()).for_each(&mut note);
        }
        for global in self.globals.values() {
            for (_, chunk) in global.init.iter().flat_map(|init| &init.chunks) {
                if let Chunk::Scalar(_, constant) = chunk {
                    used.insert(*constant);
                }
            }
        }
        for (_, constant) in self.consts.iter() {
            if let Const::Expr(expr) = constant {
                match **expr {
                    ConstExpr::Binary { a, b, .. } => used.extend([a, b]),
                    ConstExpr::Cast { value, .. } => _ = used.insert(value),
                    ConstExpr::PtrAdd { base, offset } => used.extend([base, offset]),
                }
            }
        }
        let function = |(id, constant): (ConstId, &Const)| match constant {
            Const::Function(func) if used.contains(&id) => Some(*func),
            _ => None,
        };
        let found: BTreeSet<FuncId> = self.consts.iter().filter_map(function).collect();
        found.into_iter().collect()
    }

    pub fn new(target: Target) -> Program {
        Program {
            target,
            functions: PrimaryMap::new(),
            globals: PrimaryMap::new(),
            consts: ConstPool::default(),
            source: SourceMap::new(),
            symbols: FxHashMap::default(),
            constructors: Vec::new(),
            destructors: Vec::new(),
            lane_arithmetic: None,
            promised: None,
        }
    }

    /// The function with this external name.
    pub fn function_named(&self, name: &str) -> Option<FuncId> {
        match self.symbols.get(name)? {
            Symbol::Function(func) => Some(*func),
            Symbol::Global(_) => None,
        }
    }

    /// The library's own function of this name, which is another one than the program's where both have one.
    pub fn library_function(&self, name: &str) -> Option<FuncId> {
        let is_own = |function: &Function| function.library && function.is_defined() && function.name == name;
        let found = self.function_named(name).filter(|&func| is_own(&self.functions[func]));
        found.or_else(|| self.functions.iter().find(|(_, function)| is_own(function)).map(|(func, _)| func))
    }

    /// Clears the bits of all checks that are not in `selected`.
    pub fn select_checks(&mut self, selected: CheckSet) {
        for function in self.functions.values_mut() {
            for inst in function.insts.values_mut() {
                inst.checks = inst.checks.intersection(selected);
            }
        }
    }
}
