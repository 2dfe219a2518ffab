//! Function bodies: blocks in an order in which definitions come before uses, then laid out as LLVM had them.

use std::rc::Rc;

use candor_ir::{
    Block, BlockId, CastOp, Check, CheckSet, CmpOp, Const, DebugValue, Edge, EdgeId, EntityRef, FuncId, Function, Inst,
    InstId, InstKind, LocId, Operand, Scalar, UndefCause, ValueData, ValueId, VarId,
};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::clang::Place;
use crate::constant;
use crate::layout::{Leaves, Supported, Unsupported};
use crate::linker::{Linker, Origin};
use crate::literals::Literals;
use crate::llvm::{self, Type, Value, ValueKind};
use crate::shape::{self, Claim, Shape};
use crate::{call, debug, inst, literals, missing_return, order, poison};

/// The scalars that a value consists of.
pub(crate) type Regs = SmallVec<[Operand; 2]>;

/// A function under construction.
pub(crate) struct Body<'a> {
    pub(crate) cx: &'a mut Linker,
    pub(crate) origin: Origin,
    pub(crate) func: Function,
    pub(crate) llvm: Value,
    pub(crate) shape: Rc<Shape>,
    pub(crate) literals: Literals,
    values: FxHashMap<Value, Regs>,
    /// The numbers of values without a name.
    slots: FxHashMap<Value, u32>,
    code: Vec<Vec<Inst>>,
    current: usize,
    /// Conversions made in the current block.
    casts: FxHashMap<(CastOp, Scalar, Operand), Operand>,
    /// The current block has its terminator; what follows never runs.
    ended: bool,
    pub(crate) loc: LocId,
    /// Edges whose arguments are still missing, with the LLVM blocks at both ends.
    edges: Vec<(EdgeId, llvm::Block, llvm::Block)>,
    pub(crate) variables: FxHashMap<llvm::Metadata, VarId>,
    /// Values of variables from (block, position) on.
    pub(crate) debug_values: Vec<(usize, usize, VarId, Operand)>,
}

/// Copies a body into the function that was declared for it.
pub(crate) fn copy(cx: &mut Linker, id: FuncId, value: Value) {
    let shape = match shape::of(cx, value) {
        Ok(shape) => shape,
        Err(Unsupported(what)) => return define_unsupported(cx, id, what),
    };
    let signature = match call::function_signature(&cx.layout, value) {
        Ok(signature) => signature,
        Err(Unsupported(what)) => return define_unsupported(cx, id, what),
    };
    let declared = &cx.program.functions[id];
    let mut func = Function::declare(declared.name.clone(), signature);
    func.internal = declared.internal;
    func.library = cx.origin == Origin::Library;
    func.loc = debug::function_loc(cx, value);
    // Without debug info nobody knows, and the machine does not mind.
    func.unprototyped = value.subprogram().is_none_or(|subprogram| !subprogram.is_prototyped());
    let (origin, n_blocks) = (cx.origin, shape.blocks.len());
    let literals = literals::find(value, &shape, origin);
    let mut body = Body {
        cx,
        origin,
        func,
        llvm: value,
        shape,
        literals,
        values: FxHashMap::default(),
        slots: FxHashMap::default(),
        code: std::iter::repeat_with(Vec::new).take(n_blocks).collect(),
        current: 0,
        casts: FxHashMap::default(),
        ended: false,
        loc: LocId::NOWHERE,
        edges: Vec::new(),
        variables: FxHashMap::default(),
        debug_values: Vec::new(),
    };
    if origin == Origin::Foreign && poison::makes_promises(value) {
        let loc = body.func.loc;
        body.cx.program.promised.get_or_insert(loc);
    }
    body.number_values();
    body.add_params();
    body.add_block_params();
    body.copy_blocks();
    body.fill_edges();
    let func = body.lay_out();
    // A shape is needed again only for the address of a label.
    cx.shapes.remove(&value);
    cx.program.functions[id] = func;
}

/// A body that says that we cannot have one.
pub(crate) fn define_unsupported(cx: &mut Linker, id: FuncId, what: String) {
    let func = &mut cx.program.functions[id];
    func.insts.push(Inst::new(InstKind::Unsupported { what, results: Vec::new() }, None, LocId::NOWHERE));
    func.insts.push(Inst::new(InstKind::Unreachable, None, LocId::NOWHERE));
    func.params =
        func.signature.params.clone().iter().map(|p| func.values.push(ValueData { ty: p.ty, name: None })).collect();
    let (first, end) = (InstId::new(0), InstId::new(2));
    func.blocks.push(Block { params: Vec::new(), first, end, name: None });
}

impl Body<'_> {
    /// Numbers what has no name as LLVM's printer does: parameters, blocks and results share one counter.
    fn number_values(&mut self) {
        if self.origin == Origin::Library {
            return;
        }
        let mut next = 0;
        let mut number = |value: Value, slots: &mut FxHashMap<Value, u32>| {
            if !value.has_name() {
                slots.insert(value, next);
                next += 1;
            }
        };
        for param in self.llvm.params() {
            number(param, &mut self.slots);
        }
        for block in self.llvm.blocks() {
            number(block.value(), &mut self.slots);
            for inst in block.insts() {
                if !inst.has_name() && !inst.ty().is_void() {
                    number(inst, &mut self.slots);
                }
            }
        }
        let removed: Vec<Value> = self.shape.skipped().chain(self.shape.removed.iter().map(|b| b.value())).collect();
        for value in removed {
            self.remove_name(value);
        }
    }

    /// The name that LLVM's printer would give. Nobody names values of the library.
    pub(crate) fn name_of(&self, value: Value) -> Option<String> {
        if self.origin == Origin::Library {
            return None;
        }
        Some(match self.slots.get(&value) {
            Some(slot) => slot.to_string(),
            None => value.name(),
        })
    }

    /// The name of a part of a value.
    fn part_name(name: &Option<String>, part: usize, n_parts: usize) -> Option<String> {
        let name = name.as_ref()?;
        Some(if n_parts == 1 { name.clone() } else { format!("{name}.{part}") })
    }

    /// Remembers that a value was there.
    pub(crate) fn remove_name(&mut self, value: Value) {
        let name = self.name_of(value);
        self.func.removed_names.extend(name);
    }

    fn add_params(&mut self) {
        for param in self.llvm.params() {
            let regs = self.new_regs(param);
            self.func.params.extend(regs.iter().copied());
            self.bind(param, regs.into_iter().map(Operand::Value).collect());
        }
    }

    /// Registers for the leaves of a value, under its name.
    fn new_regs(&mut self, value: Value) -> SmallVec<[ValueId; 2]> {
        let Ok(leaves) = self.cx.layout.leaves(value.ty()) else {
            return SmallVec::new();
        };
        self.named_regs(value, &leaves)
    }

    pub(crate) fn named_regs(&mut self, value: Value, leaves: &Leaves) -> SmallVec<[ValueId; 2]> {
        let (name, n_parts) = (self.name_of(value), leaves.scalars.len());
        let new = |(part, &ty)| {
            let name = Self::part_name(&name, part, n_parts);
            self.func.values.push(ValueData { ty, name })
        };
        leaves.scalars.iter().enumerate().map(new).collect()
    }

    /// Phis become parameters of their block, except where a block merely continues the one before.
    fn add_block_params(&mut self) {
        let shape = self.shape.clone();
        for &block in &shape.blocks {
            let mut params = Vec::new();
            for phi in phis(block).filter(|phi| !shape.is_skipped(*phi)) {
                let regs = self.new_regs(phi);
                params.extend(regs.iter().copied());
                self.bind(phi, regs.into_iter().map(Operand::Value).collect());
            }
            let name = self.name_of(block.value());
            self.func.blocks.push(Block { params, first: InstId::new(0), end: InstId::new(0), name });
        }
    }

    fn copy_blocks(&mut self) {
        let shape = self.shape.clone();
        for &head in &shape.order {
            self.current = shape.block_id(head).map_or(0, |id| id.index());
            self.ended = false;
            self.casts.clear();
            let mut block = head;
            loop {
                self.copy_insts(block);
                match shape.checked(block) {
                    _ if self.ended => break,
                    Some(checked) => {
                        self.copy_claims(block, &checked.claims);
                        if !shape.is_merged(checked.next) {
                            self.jump(block, checked.next);
                            break;
                        }
                        self.alias_phis(block, checked.next);
                        block = checked.next;
                    }
                    None => {
                        self.copy_terminator(block);
                        break;
                    }
                }
            }
        }
        // A label whose address is taken, but to which no jump leads.
        for code in &mut self.code {
            if code.is_empty() {
                code.push(Inst::new(InstKind::Unreachable, None, LocId::NOWHERE));
            }
        }
    }

    fn copy_insts(&mut self, block: llvm::Block) {
        let terminator = block.terminator();
        for inst in block.insts() {
            debug::copy_records(self, inst);
            if !self.ended {
                self.mark_literals(inst);
            }
            if inst == terminator || self.ended {
                break;
            }
            if self.shape.is_skipped(inst) {
                continue;
            }
            self.loc = debug::inst_loc(self.cx, inst);
            if inst.opcode() == llvm_sys::LLVMOpcode::LLVMPHI {
                if let Err(Unsupported(what)) = poison::mark_result(self, inst) {
                    self.unsupported(inst, what);
                }
                continue;
            }
            if let Err(Unsupported(what)) = inst::copy(self, inst) {
                self.unsupported(inst, what);
            }
            if missing_return::is_slot(self, inst) {
                missing_return::mark(self, inst);
            }
        }
    }

    fn copy_terminator(&mut self, block: llvm::Block) {
        let terminator = block.terminator();
        self.loc = debug::inst_loc(self.cx, terminator);
        if let Err(Unsupported(what)) = inst::copy_terminator(self, block, terminator) {
            self.unsupported(terminator, what);
            self.effect(InstKind::Unreachable);
        }
    }

    fn copy_claims(&mut self, block: llvm::Block, claims: &[Claim]) {
        self.loc = debug::inst_loc(self.cx, block.terminator());
        for claim in claims {
            if let Err(Unsupported(what)) = self.copy_claim(claim) {
                self.unsupported(block.terminator(), what);
            }
        }
    }

    fn copy_claim(&mut self, claim: &Claim) -> Supported<()> {
        match *claim {
            Claim::Holds { check, cond, negated } => {
                let mut ok = self.scalar(cond)?;
                if negated {
                    ok = self.not(ok);
                }
                self.effect(InstKind::Check { check, ok });
            }
            Claim::NonNegative { check, value } => {
                let ty = self.scalar_type(value.ty())?;
                let (a, b) = (self.scalar(value)?, self.zero(ty));
                let ok = self.temp(Scalar::Int(1), InstKind::Compare { op: CmpOp::Sge, ty, a, b });
                self.effect(InstKind::Check { check, ok });
            }
        }
        Ok(())
    }

    /// In a block with one way in a phi is only another name.
    fn alias_phis(&mut self, from: llvm::Block, to: llvm::Block) {
        for phi in phis(to) {
            if self.shape.is_skipped(phi) {
                continue;
            }
            let incoming = phi.incoming().into_iter().find(|(_, block)| *block == from);
            if let Some(regs) = incoming.and_then(|(value, _)| self.regs(value).ok()) {
                self.bind(phi, regs);
            }
        }
    }

    /// Replaces an instruction that we cannot express.
    fn unsupported(&mut self, inst: Value, what: String) {
        let regs = self.new_regs(inst);
        self.bind(inst, regs.iter().copied().map(Operand::Value).collect());
        self.effect(InstKind::Unsupported { what, results: regs.to_vec() });
    }

    /// Gives edges their arguments, now that every value is known.
    fn fill_edges(&mut self) {
        for (edge, from, to) in std::mem::take(&mut self.edges) {
            let mut args = Vec::new();
            let shape = self.shape.clone();
            for phi in phis(to).filter(|phi| !shape.is_skipped(*phi)) {
                let value = phi.incoming().into_iter().find(|(_, block)| *block == from).map(|(value, _)| value);
                match value.map(|value| self.known_regs(value)) {
                    Some(Ok(regs)) => args.extend(regs),
                    _ => {
                        let types = self.regs(phi).map(|regs| self.types_of(&regs)).unwrap_or_default();
                        args.extend(
                            types.iter().map(|ty| Operand::Const(self.cx.program.consts.add(Const::Poison(*ty)))),
                        );
                    }
                }
            }
            self.func.edges[edge].args = args;
        }
    }

    fn types_of(&self, regs: &Regs) -> Vec<Scalar> {
        regs.iter()
            .filter_map(|operand| match operand {
                Operand::Value(value) => Some(self.func.values[*value].ty),
                Operand::Const(_) => None,
            })
            .collect()
    }

    /// Puts the blocks' instructions one after another.
    fn lay_out(mut self) -> Function {
        let mut starts = Vec::with_capacity(self.code.len());
        for (index, code) in std::mem::take(&mut self.code).into_iter().enumerate() {
            let first = InstId::new(self.func.insts.len());
            for inst in code {
                self.func.insts.push(inst);
            }
            let block = &mut self.func.blocks[BlockId::new(index)];
            block.first = first;
            block.end = InstId::new(self.func.insts.len());
            starts.push(first.index());
        }
        let values = self.debug_values.iter();
        let mut debug_values: Vec<DebugValue> = values
            .map(|&(block, position, var, value)| DebugValue { at: InstId::new(starts[block] + position), var, value })
            .collect();
        debug_values.sort_by_key(|value| value.at);
        // Who has moved variables to registers may have forgotten those that nobody reads, and need not have said so.
        self.func.has_all_vars = self.origin == Origin::Compiled && debug_values.is_empty();
        self.func.debug_values = debug_values;
        if self.origin == Origin::Compiled {
            self.func.unordered = order::unordered(&self.func);
        }
        self.func
    }
}

fn phis(block: llvm::Block) -> impl Iterator<Item = Value> {
    block.insts().take_while(|inst| inst.opcode() == llvm_sys::LLVMOpcode::LLVMPHI)
}

/// Values.
impl Body<'_> {
    pub(crate) fn bind(&mut self, value: Value, regs: Regs) {
        self.values.insert(value, regs);
    }

    /// Binds an instruction that only gives another name to what exists.
    pub(crate) fn rename(&mut self, inst: Value, regs: Regs) {
        // The sum of `with.overflow` already has the name of the `extractvalue`.
        let has_name = |reg: &Operand| match reg {
            Operand::Value(value) => self.func.values[*value].name == self.name_of(inst),
            Operand::Const(_) => false,
        };
        if !regs.iter().any(has_name) {
            self.remove_name(inst);
        }
        self.bind(inst, regs);
    }

    /// Names the registers that were made for the parts of an instruction's result.
    pub(crate) fn name_parts(&mut self, inst: Value, regs: &Regs) {
        let name = self.name_of(inst);
        for (part, reg) in regs.iter().enumerate() {
            if let Operand::Value(value) = reg
                && self.func.values[*value].name.is_none()
            {
                self.func.values[*value].name = Self::part_name(&name, part, regs.len());
            }
        }
    }

    /// The scalars of a value.
    pub(crate) fn regs(&mut self, value: Value) -> Supported<Regs> {
        match value.kind() {
            ValueKind::Instruction | ValueKind::Argument => match self.values.get(&value) {
                Some(regs) => Ok(regs.clone()),
                None => Err(Unsupported(format!("the value of `{}`", value.text()))),
            },
            // Each execution of a use has a value of its own. In C, `1 / 0` is such a constant.
            ValueKind::Undef | ValueKind::Poison
                if self.origin == Origin::Foreign || value.kind() == ValueKind::Poison =>
            {
                match self.cx.layout.scalar(value.ty()) {
                    Some(ty) => {
                        let is_poison = value.kind() == ValueKind::Poison;
                        let poison = UndefCause::Poison(Check::UninitializedRead);
                        let cause = if is_poison { poison } else { UndefCause::Uninitialized };
                        Ok(SmallVec::from_elem(self.undef(ty, cause), 1))
                    }
                    None => self.constant_regs(value),
                }
            }
            ValueKind::Expr
                if value.const_opcode() == llvm_sys::LLVMOpcode::LLVMPtrToInt
                    && inst::is_narrowing(self, value)
                    && self.narrows_at_once() =>
            {
                Ok(SmallVec::from_elem(inst::narrowed_pointer(self, value)?, 1))
            }
            _ => self.constant_regs(value),
        }
    }

    /// Whether the source of this function converts a pointer to a smaller integer at once. Of constants, bitcode does not
    /// tell `(int)&x` from `(int)(intptr_t)&x`, which C lets lose bits.
    fn narrows_at_once(&self) -> bool {
        let source = &self.cx.program.source;
        let Some(begin) = source.get(self.func.loc) else { return true };
        let insts = self.llvm.blocks().into_iter().flat_map(|block| block.insts());
        let last = insts.filter_map(|inst| Some(inst.debug_loc()?.location().0)).max().unwrap_or(begin.line);
        let path = &source.files[begin.file].path;
        let is_here = |place: &Place| (begin.line..=last).contains(&place.line) && path.ends_with(&place.file);
        self.cx.narrowed.iter().any(is_here)
    }

    fn constant_regs(&mut self, value: Value) -> Supported<Regs> {
        Ok(constant::leaves(self.cx, value)?.iter().copied().map(Operand::Const).collect())
    }

    /// The scalars of a value where no instruction can be added.
    fn known_regs(&mut self, value: Value) -> Supported<Regs> {
        match value.kind() {
            ValueKind::Instruction | ValueKind::Argument => self.regs(value),
            _ => self.constant_regs(value),
        }
    }

    /// The scalar that a value is.
    pub(crate) fn scalar(&mut self, value: Value) -> Supported<Operand> {
        if let Some(regs) = self.values.get(&value)
            && let [only] = regs[..]
        {
            return Ok(only);
        }
        match self.regs(value)?[..] {
            [only] => Ok(only),
            _ => Err(Unsupported(format!("a value of type {} where a scalar is needed", value.ty().text()))),
        }
    }

    /// Likewise, where no instruction can be added.
    pub(crate) fn known_scalar(&mut self, value: Value) -> Supported<Operand> {
        match self.known_regs(value)?[..] {
            [only] => Ok(only),
            _ => Err(Unsupported(format!("a value of type {} where a scalar is needed", value.ty().text()))),
        }
    }

    pub(crate) fn scalar_type(&self, ty: Type) -> Supported<Scalar> {
        self.cx.layout.scalar(ty).ok_or_else(|| Unsupported(format!("a scalar of type {}", ty.text())))
    }

    /// The scalar type of the lanes of a vector, or the type itself.
    pub(crate) fn lane_type(&self, ty: Type) -> Supported<Scalar> {
        if ty.is_vector() { self.scalar_type(ty.element()) } else { self.scalar_type(ty) }
    }

    pub(crate) fn konst(&mut self, value: Const) -> Operand {
        Operand::Const(self.cx.program.consts.add(value))
    }

    pub(crate) fn int(&mut self, width: u32, value: u64) -> Operand {
        self.konst(Const::int(width, value))
    }

    pub(crate) fn zero(&mut self, ty: Scalar) -> Operand {
        self.konst(constant::zero(ty))
    }

    pub(crate) fn not(&mut self, value: Operand) -> Operand {
        let one = self.int(1, 1);
        self.binary(candor_ir::BinOp::Xor, Scalar::Int(1), value, one)
    }

    pub(crate) fn undef(&mut self, ty: Scalar, cause: UndefCause) -> Operand {
        self.temp(ty, InstKind::Undef { ty, cause })
    }
}

/// Instructions.
impl Body<'_> {
    pub(crate) fn push(&mut self, inst: Inst) {
        self.code[self.current].push(inst);
    }

    /// Ends the block before LLVM does.
    pub(crate) fn end_block(&mut self, kind: InstKind) {
        self.effect(kind);
        self.ended = true;
    }

    /// An instruction without a result.
    pub(crate) fn effect(&mut self, kind: InstKind) {
        self.push(Inst::new(kind, None, self.loc));
    }

    /// An instruction whose result has no name.
    pub(crate) fn temp(&mut self, ty: Scalar, kind: InstKind) -> Operand {
        let result = self.func.values.push(ValueData { ty, name: None });
        self.push(Inst::new(kind, Some(result), self.loc));
        Operand::Value(result)
    }

    /// Likewise, with a check that the instruction does not have by nature.
    pub(crate) fn checked_temp(&mut self, ty: Scalar, kind: InstKind, check: Check) -> Operand {
        let result = self.temp(ty, kind);
        if let Some(inst) = self.code[self.current].last_mut() {
            inst.checks.insert(check);
        }
        result
    }

    pub(crate) fn binary(&mut self, op: candor_ir::BinOp, ty: Scalar, a: Operand, b: Operand) -> Operand {
        self.temp(ty, InstKind::Binary { op, ty, a, b, poison: CheckSet::EMPTY })
    }

    pub(crate) fn cast(&mut self, op: candor_ir::CastOp, from: Scalar, to: Scalar, value: Operand) -> Operand {
        self.temp(to, InstKind::Cast { op, from, to, value })
    }

    /// The instruction that an LLVM instruction becomes when it yields one scalar.
    pub(crate) fn define(&mut self, inst: Value, ty: Scalar, kind: InstKind) {
        self.define_with(inst, ty, kind, CheckSet::EMPTY);
    }

    /// Likewise, with more checks than are natural.
    pub(crate) fn define_with(&mut self, inst: Value, ty: Scalar, kind: InstKind, checks: CheckSet) {
        let name = self.name_of(inst);
        let result = self.func.values.push(ValueData { ty, name });
        let mut made = Inst::new(kind, Some(result), self.loc);
        made.checks = made.checks.union(checks);
        self.push(made);
        self.bind(inst, SmallVec::from_elem(Operand::Value(result), 1));
    }

    /// One instruction for each lane or leaf of an LLVM instruction; `make` gets the number of the leaf.
    pub(crate) fn define_each(&mut self, inst: Value, leaves: &[Scalar], make: impl FnMut(usize, Scalar) -> InstKind) {
        self.define_each_with(inst, leaves, CheckSet::EMPTY, make);
    }

    /// Likewise, with more checks than are natural.
    pub(crate) fn define_each_with(
        &mut self,
        inst: Value,
        leaves: &[Scalar],
        checks: CheckSet,
        mut make: impl FnMut(usize, Scalar) -> InstKind,
    ) {
        let name = self.name_of(inst);
        let mut regs = Regs::new();
        for (index, &ty) in leaves.iter().enumerate() {
            let name = Self::part_name(&name, index, leaves.len());
            let result = self.func.values.push(ValueData { ty, name });
            let mut made = Inst::new(make(index, ty), Some(result), self.loc);
            made.checks = made.checks.union(checks);
            self.push(made);
            regs.push(Operand::Value(result));
        }
        self.bind(inst, regs);
    }

    /// The result of the same conversion earlier in the block. Foreign code is left as it is.
    pub(crate) fn known_cast(&self, op: CastOp, to: Scalar, value: Operand) -> Option<Operand> {
        self.casts.get(&(op, to, value)).copied()
    }

    pub(crate) fn remember_cast(&mut self, op: CastOp, to: Scalar, value: Operand, result: Operand) {
        if self.origin != Origin::Foreign {
            self.casts.insert((op, to, value), result);
        }
    }

    /// Where the next instruction goes, if there is one.
    pub(crate) fn position(&self) -> Option<(usize, usize)> {
        (!self.ended).then(|| (self.current, self.code[self.current].len()))
    }

    /// An edge between two blocks of LLVM's. A block that merely continues another one has the other one's id, but the
    /// phis of the target know it by itself.
    pub(crate) fn edge(&mut self, from: llvm::Block, to: llvm::Block) -> Supported<EdgeId> {
        let target = self.shape.block_id(to).ok_or_else(|| Unsupported("a jump into nowhere".to_owned()))?;
        let edge = self.func.edges.push(Edge { target, args: Vec::new() });
        self.edges.push((edge, from, to));
        Ok(edge)
    }

    fn jump(&mut self, from: llvm::Block, to: llvm::Block) {
        match self.edge(from, to) {
            Ok(edge) => self.effect(InstKind::Jump { edge }),
            Err(Unsupported(what)) => {
                self.effect(InstKind::Unsupported { what, results: Vec::new() });
                self.effect(InstKind::Unreachable);
            }
        }
    }
}
