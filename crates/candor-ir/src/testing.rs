//! Small functions built by hand, for the tests of this crate.

use candor_bits::Scalar;
use cranelift_entity::{EntityRef, PrimaryMap};

use crate::{
    AccessFlags, Block, BlockId, Const, Edge, EdgeId, Endian, FuncId, Function, Inst, InstId, InstKind, LocId, Operand,
    Ordering, Program, SigParam, Signature, Target, ValueData, ValueId,
};

pub(crate) const PLAIN: AccessFlags = AccessFlags { align: 4, volatile: false, ordering: Ordering::None };

/// A program with one function, `f`, under construction.
pub(crate) struct Build {
    pub(crate) program: Program,
    pub(crate) function: Function,
}

impl Build {
    pub(crate) fn new(params: &[Scalar], results: &[Scalar]) -> Build {
        let target = Target {
            pointer_bits: 64,
            endian: Endian::Little,
            data_layout: "e-i64:64".into(),
            triple: "x86_64-pc-linux-gnu".into(),
        };
        let params = params.iter().map(|&ty| SigParam { ty, byval: None }).collect();
        let signature = Signature { params, results: results.to_vec(), variadic: false };
        let mut build = Build { program: Program::new(target), function: Function::declare("f", signature.clone()) };
        for param in signature.params {
            let value = build.value(param.ty);
            build.function.params.push(value);
        }
        build
    }

    pub(crate) fn int(&mut self, width: u32, value: u64) -> Operand {
        self.constant(Const::int(width, value))
    }

    pub(crate) fn constant(&mut self, value: Const) -> Operand {
        self.program.consts.add(value).into()
    }

    pub(crate) fn value(&mut self, ty: Scalar) -> ValueId {
        self.function.values.push(ValueData { ty, name: None })
    }

    /// The next block; instructions go to the latest one.
    pub(crate) fn block(&mut self, params: &[ValueId]) -> BlockId {
        let here = self.function.insts.next_key();
        self.function.blocks.push(Block { params: params.to_vec(), first: here, end: here, name: None })
    }

    pub(crate) fn inst(&mut self, kind: InstKind, result: Option<ValueId>) -> InstId {
        let inst = self.function.insts.push(Inst::new(kind, result, LocId::NOWHERE));
        let end = self.function.insts.next_key();
        let block = BlockId::new(self.function.blocks.len() - 1);
        self.function.blocks[block].end = end;
        inst
    }

    /// An instruction with a new register as its result.
    pub(crate) fn op(&mut self, ty: Scalar, kind: InstKind) -> ValueId {
        let value = self.value(ty);
        self.inst(kind, Some(value));
        value
    }

    pub(crate) fn edge(&mut self, target: usize, args: &[Operand]) -> EdgeId {
        self.function.edges.push(Edge { target: BlockId::new(target), args: args.to_vec() })
    }

    pub(crate) fn jump(&mut self, target: usize, args: &[Operand]) -> InstId {
        let edge = self.edge(target, args);
        self.inst(InstKind::Jump { edge }, None)
    }

    pub(crate) fn ret(&mut self, values: &[Operand]) -> InstId {
        self.inst(InstKind::Return { values: values.to_vec() }, None)
    }

    pub(crate) fn finish(mut self) -> (Program, FuncId) {
        self.program.functions = PrimaryMap::new();
        let func = self.program.functions.push(self.function);
        (self.program, func)
    }
}
