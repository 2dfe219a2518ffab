//! Small pieces of IR: functions of one block, and instructions between others.

use std::collections::BTreeMap;
use std::iter;

use candor_ir::{
    Arg, Block, ByVal, Call, Callee, CheckSet, Const, EntityRef, FuncId, Function, Inst, InstId, InstKind, LocId,
    Operand, PrimaryMap, Program, Scalar, SigParam, Signature, Symbol, ValueData, ValueId,
};

/// Any value of the type that the call has.
pub(super) const INPUT: &str = "__candor_nondet_int";

/// The platform's function of this name.
pub(super) fn native(program: &mut Program, name: &str) -> FuncId {
    if let Some(func) = program.function_named(name) {
        return func;
    }
    let mut function = Function::declare(name, Signature::default());
    function.library = true;
    let func = program.functions.push(function);
    program.symbols.insert(name.to_owned(), Symbol::Function(func));
    func
}

/// A call with plain arguments.
pub(super) fn plain_call(func: FuncId, args: &[(Scalar, Operand)], results: &[(Scalar, ValueId)]) -> InstKind {
    let args: Vec<(Scalar, Operand, Option<ByVal>)> = args.iter().map(|&(ty, value)| (ty, value, None)).collect();
    call(func, &args, results)
}

pub(super) fn call(func: FuncId, args: &[(Scalar, Operand, Option<ByVal>)], results: &[(Scalar, ValueId)]) -> InstKind {
    InstKind::Call(Box::new(Call {
        callee: Callee::Direct(func),
        args: args.iter().map(|&(ty, value, byval)| Arg { byval, ..Arg::new(ty, value) }).collect(),
        signature: Signature {
            params: args.iter().map(|&(ty, _, byval)| SigParam { ty, byval }).collect(),
            results: results.iter().map(|&(ty, _)| ty).collect(),
            variadic: false,
        },
        results: results.iter().map(|&(_, value)| value).collect(),
    }))
}

/// The call that gives a register any value of its type.
pub(super) fn input_call(program: &mut Program, ty: Scalar, result: ValueId) -> InstKind {
    let func = native(program, INPUT);
    plain_call(func, &[], &[(ty, result)])
}

/// The only block of a function under construction. Nothing in it is checked: it is not the user's.
pub(super) struct OneBlock<'p> {
    pub(super) program: &'p mut Program,
    function: Function,
}

impl<'p> OneBlock<'p> {
    /// A body for what is declared so far.
    pub(super) fn new(program: &'p mut Program, mut declared: Function) -> OneBlock<'p> {
        declared.library = true;
        declared.params.clear();
        for param in &declared.signature.params {
            let value = declared.values.push(ValueData { ty: param.ty, name: None });
            declared.params.push(value);
        }
        OneBlock { program, function: declared }
    }

    pub(super) fn register(&mut self, ty: Scalar) -> ValueId {
        self.function.values.push(ValueData { ty, name: None })
    }

    pub(super) fn constant(&mut self, constant: Const) -> Operand {
        self.program.consts.add(constant).into()
    }

    pub(super) fn inst(&mut self, kind: InstKind, result: Option<ValueId>) {
        self.function.insts.push(Inst { kind, result, checks: CheckSet::EMPTY, loc: LocId::NOWHERE });
    }

    /// Has the last instruction make checks after all.
    pub(super) fn check_last(&mut self, checks: CheckSet) {
        if let Some(inst) = self.function.insts.values_mut().next_back() {
            inst.checks = checks;
        }
    }

    /// An instruction with a new register for its result.
    pub(super) fn op(&mut self, ty: Scalar, kind: InstKind) -> Operand {
        let result = self.register(ty);
        self.inst(kind, Some(result));
        result.into()
    }

    pub(super) fn input(&mut self, ty: Scalar) -> Operand {
        let result = self.register(ty);
        let kind = input_call(self.program, ty, result);
        self.inst(kind, None);
        result.into()
    }

    /// The function, which ends with this instruction.
    pub(super) fn finish(mut self, terminator: InstKind) -> Function {
        self.inst(terminator, None);
        let (first, end) = (InstId::from_u32(0), self.function.insts.next_key());
        self.function.blocks.push(Block { params: Vec::new(), first, end, name: None });
        self.function
    }
}

/// Has a function of the platform's fill an object, in pieces as wide as its elements if there are integers of that width.
pub(super) fn fill(body: &mut OneBlock<'_>, by: &str, object: Operand, element_bytes: u64, bytes: u64) {
    let piece = [8, 4, 2, 1].into_iter().find(|&piece| element_bytes.is_multiple_of(piece)).unwrap_or(1);
    let word = Scalar::Int(body.program.target.pointer_bits);
    let size = body.constant(Const::int(body.program.target.pointer_bits, bytes));
    let bits = body.constant(Const::int(32, piece * 8));
    let filler = native(body.program, by);
    let args = [(Scalar::Ptr, object), (word, size), (Scalar::Int(32), bits)];
    body.inst(plain_call(filler, &args, &[]), None);
}

/// Puts instructions before others: whoever goes to those comes to them first.
pub(super) fn insert_before(function: &mut Function, extra: BTreeMap<InstId, Vec<Inst>>) {
    insert(function, extra, |inst, mut new| {
        new.push(inst);
        new
    });
}

/// Puts instructions behind others, none of which ends a block.
pub(super) fn insert_behind(function: &mut Function, extra: BTreeMap<InstId, Vec<Inst>>) {
    insert(function, extra, |inst, new| iter::once(inst).chain(new).collect());
}

fn insert(
    function: &mut Function,
    mut extra: BTreeMap<InstId, Vec<Inst>>,
    together: impl Fn(Inst, Vec<Inst>) -> Vec<Inst>,
) {
    if extra.is_empty() {
        return;
    }
    let old = std::mem::replace(&mut function.insts, PrimaryMap::new());
    // Where each instruction begins now, with what was put before it; one more entry for what stands behind the last.
    let mut starts = Vec::with_capacity(old.len() + 1);
    for (id, inst) in old {
        starts.push(function.insts.next_key());
        let all = together(inst, extra.remove(&id).unwrap_or_default());
        all.into_iter().for_each(|inst| _ = function.insts.push(inst));
    }
    starts.push(function.insts.next_key());
    for block in function.blocks.values_mut() {
        (block.first, block.end) = (starts[block.first.index()], starts[block.end.index()]);
    }
    for debug_value in &mut function.debug_values {
        debug_value.at = starts[debug_value.at.index()];
    }
}

/// The functions that are not ours.
pub(super) fn users(program: &Program) -> Vec<FuncId> {
    program.functions.iter().filter(|(_, function)| !function.library).map(|(func, _)| func).collect()
}
