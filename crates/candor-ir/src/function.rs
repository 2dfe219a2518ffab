//! Functions: blocks with parameters, instructions in layout order, registers with their names.

use std::collections::BTreeSet;

use candor_bits::Scalar;
use cranelift_entity::PrimaryMap;

use crate::ids::{BlockId, EdgeId, FuncId, InstId, LocId, ValueId, VarId};
use crate::inst::{ByVal, Inst, InstKind, Operand};

/// A parameter as callers and callees must agree on it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct SigParam {
    pub ty: Scalar,
    pub byval: Option<ByVal>,
}

/// The type of a function after taking aggregates apart.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Signature {
    pub params: Vec<SigParam>,
    pub results: Vec<Scalar>,
    pub variadic: bool,
}

/// A register: its type, and where it comes from for people.
#[derive(Clone, Debug)]
pub struct ValueData {
    pub ty: Scalar,
    /// The LLVM name without `%`, numbered ones too; parts of an aggregate are `name.0`, `name.1`.
    pub name: Option<String>,
}

/// A basic block: parameters, then the instructions `first..end`, the last of which is its only terminator.
#[derive(Clone, Debug)]
pub struct Block {
    pub params: Vec<ValueId>,
    pub first: InstId,
    pub end: InstId,
    pub name: Option<String>,
}

/// One way from a block to another, with the values that the target's parameters take together.
#[derive(Clone, Debug, PartialEq)]
pub struct Edge {
    pub target: BlockId,
    pub args: Vec<Operand>,
}

/// Where a source variable lives.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum VariableHome {
    /// In the memory that this pointer register points to.
    Memory(ValueId),
    /// In registers, as [`Function::debug_values`] tells.
    Registers,
}

/// A source variable or parameter.
#[derive(Clone, Debug)]
pub struct Variable {
    pub name: String,
    /// The C type as debug info spells it, such as `unsigned int` or `struct node *`.
    pub ty: String,
    pub loc: LocId,
    pub home: VariableHome,
    /// 1 for the first parameter and so on; 0 for a local variable.
    pub param: u32,
    /// Of a pointer to a complete type, how many bytes that has.
    pub pointee_bytes: Option<u64>,
}

impl Variable {
    /// One that debug info does not know, which nobody is told about.
    pub fn unnamed(home: ValueId) -> Variable {
        let (name, ty, home) = (String::new(), String::new(), VariableHome::Memory(home));
        Variable { name, ty, loc: LocId::NOWHERE, home, param: 0, pointee_bytes: None }
    }

    pub fn is_named(&self) -> bool {
        !self.name.is_empty()
    }
}

/// From the start of an instruction on, a variable that lives in registers has this value.
#[derive(Copy, Clone, Debug)]
pub struct DebugValue {
    pub at: InstId,
    pub var: VarId,
    pub value: Operand,
}

/// A function; without blocks if it is only declared.
#[derive(Clone, Debug)]
pub struct Function {
    pub name: String,
    pub signature: Signature,
    /// Visible in its own file only, as `static` functions are.
    pub internal: bool,
    /// Defined the old way, as in `f() {}`: it may be called with more arguments than it names.
    pub unprototyped: bool,
    /// Part of candor's libc: faults are reported at the user's call.
    pub library: bool,
    /// One register for each parameter of the signature.
    pub params: Vec<ValueId>,
    pub values: PrimaryMap<ValueId, ValueData>,
    pub blocks: PrimaryMap<BlockId, Block>,
    pub insts: PrimaryMap<InstId, Inst>,
    pub edges: PrimaryMap<EdgeId, Edge>,
    pub vars: PrimaryMap<VarId, Variable>,
    /// In order of `at`.
    pub debug_values: Vec<DebugValue>,
    /// Nobody has optimised it: `vars` are all variables that there are, and other registers are temporaries.
    pub has_all_vars: bool,
    /// LLVM names of values that a pass took away: naming one is an error, not "no such value".
    pub removed_names: BTreeSet<String>,
    /// Where the source reads and writes variables that a pass has put into registers, each with the next instruction that is left.
    pub removed_locs: Vec<(InstId, LocId)>,
    /// Operands whose order of evaluation the source leaves open, where one calls a function and another one does too or reads memory.
    pub unordered: Vec<Unordered>,
    pub loc: LocId,
}

/// Operands of one operator or call of the source that are evaluated in any order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unordered {
    pub loc: LocId,
    /// For each operand that others could have something to do with, why.
    pub operands: Vec<Vec<Evaluation>>,
}

/// Something done to evaluate an operand that depends on memory or changes it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Evaluation {
    /// A function is called; `None` through a pointer.
    Call(Option<FuncId>),
    /// Memory is read that functions may write.
    Read,
}

impl Function {
    /// A declaration.
    pub fn declare(name: impl Into<String>, signature: Signature) -> Function {
        Function {
            name: name.into(),
            signature,
            internal: false,
            unprototyped: false,
            library: false,
            params: Vec::new(),
            values: PrimaryMap::new(),
            blocks: PrimaryMap::new(),
            insts: PrimaryMap::new(),
            edges: PrimaryMap::new(),
            vars: PrimaryMap::new(),
            debug_values: Vec::new(),
            has_all_vars: false,
            removed_names: BTreeSet::new(),
            removed_locs: Vec::new(),
            unordered: Vec::new(),
            loc: LocId::NOWHERE,
        }
    }

    pub fn is_defined(&self) -> bool {
        !self.blocks.is_empty()
    }

    /// The block where execution starts.
    pub fn entry(&self) -> BlockId {
        BlockId::from_u32(0)
    }

    pub fn block_insts(&self, block: BlockId) -> impl DoubleEndedIterator<Item = InstId> + use<> {
        let Block { first, end, .. } = self.blocks[block];
        (first.as_u32()..end.as_u32()).map(InstId::from_u32)
    }

    /// The terminator of a block.
    pub fn terminator(&self, block: BlockId) -> InstId {
        InstId::from_u32(self.blocks[block].end.as_u32() - 1)
    }

    /// The edges that leave a block, in the terminator's order.
    pub fn successors(&self, block: BlockId) -> Vec<EdgeId> {
        let mut edges = Vec::new();
        self.insts[self.terminator(block)].kind.for_each_edge(|edge| edges.push(edge));
        edges
    }

    /// The block that an instruction stands in.
    pub fn block_of(&self, inst: InstId) -> BlockId {
        let later = self.blocks.values().as_slice().partition_point(|block| block.first <= inst);
        let index = u32::try_from(later).expect("blocks are numbered by u32") - 1;
        BlockId::from_u32(index)
    }

    /// The register with this LLVM name.
    pub fn value_named(&self, name: &str) -> Option<ValueId> {
        self.values.iter().find(|(_, data)| data.name.as_deref() == Some(name)).map(|(id, _)| id)
    }

    pub fn is_terminator(&self, inst: InstId) -> bool {
        self.insts[inst].kind.is_terminator()
    }

    /// The type of a register's value.
    pub fn type_of(&self, value: ValueId) -> Scalar {
        self.values[value].ty
    }

    /// Whether control can leave the function through this instruction.
    pub fn returns(&self, inst: InstId) -> bool {
        matches!(self.insts[inst].kind, InstKind::Return { .. })
    }
}
