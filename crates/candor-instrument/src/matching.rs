//! Patterns against instructions: which variables are bound to what.

use candor_ir::{
    Callee, Const, FuncId, Function, GlobalId, Inst, InstId, InstKind, Operand, Program, SecondaryMap, ValueId,
};

use crate::rules::{InstPattern, OperandPattern};
use crate::words;

/// What a variable of a rule stands for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Bound {
    Operand(Operand),
    Global(GlobalId),
    Function(FuncId),
    Number(u64),
    Text(String),
}

/// The variables of one application of a rule.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bindings {
    bound: Vec<(String, Bound)>,
}

impl Bindings {
    pub(crate) fn get(&self, name: &str) -> Option<&Bound> {
        self.bound.iter().find(|(known, _)| known == name).map(|(_, bound)| bound)
    }

    /// Binds a variable; one that is bound already must stand for the same.
    pub(crate) fn bind(&mut self, name: &str, bound: Bound) -> bool {
        if let Some(known) = self.get(name) {
            return *known == bound;
        }
        self.bound.push((name.to_owned(), bound));
        true
    }

    fn bind_if_named(&mut self, name: Option<&String>, bound: Option<Bound>) -> bool {
        match (name, bound) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(name), Some(bound)) => self.bind(name, bound),
        }
    }
}

/// Where registers are defined.
pub(crate) type Definitions = SecondaryMap<ValueId, Option<InstId>>;

pub(crate) fn definitions(function: &Function) -> Definitions {
    let mut definitions = SecondaryMap::with_capacity(function.values.len());
    for (id, inst) in &function.insts {
        inst.for_each_result(|value| definitions[value] = Some(id));
    }
    definitions
}

/// Matches instructions from `first` on, all in one block; the last of them and the variables.
pub(crate) fn match_sequence(
    program: &Program,
    func: FuncId,
    first: InstId,
    definitions: &Definitions,
    patterns: &[InstPattern],
) -> Option<(InstId, Bindings)> {
    let function = &program.functions[func];
    let end = function.blocks[function.block_of(first)].end;
    let mut bindings = Bindings::default();
    let mut inst = first;
    for (idx, pattern) in patterns.iter().enumerate() {
        inst = InstId::from_u32(first.as_u32() + u32::try_from(idx).ok()?);
        if inst >= end || !match_inst(program, &function.insts[inst], pattern, &mut bindings) {
            return None;
        }
        let size = || size_of(program, function, definitions, &function.insts[inst].kind);
        if pattern.size.is_some() && !bindings.bind_if_named(pattern.size.as_ref(), size()) {
            return None;
        }
    }
    Some((inst, bindings))
}

fn match_inst(program: &Program, inst: &Inst, pattern: &InstPattern, bindings: &mut Bindings) -> bool {
    words::is_named(&inst.kind, &pattern.words)
        && match_operands(program, inst, pattern, bindings)
        && bindings.bind_if_named(pattern.result.as_ref(), result_of(inst))
        && bindings.bind_if_named(pattern.width.as_ref(), width_of(&inst.kind).map(Bound::Number))
        && bindings.bind_if_named(pattern.pointer.as_ref(), pointer_of(program, &inst.kind).map(Bound::Operand))
        && bindings.bind_if_named(pattern.source.as_ref(), source_of(program, &inst.kind).map(Bound::Operand))
}

fn match_operands(program: &Program, inst: &Inst, pattern: &InstPattern, bindings: &mut Bindings) -> bool {
    let Some(patterns) = &pattern.operands else {
        return true;
    };
    let operands = operands_of(&inst.kind);
    let rest = patterns.iter().position(|pattern| *pattern == OperandPattern::Rest);
    let (before, after) = match rest {
        None if patterns.len() != operands.len() => return false,
        None => (&patterns[..], &[][..]),
        Some(_) if patterns.len() - 1 > operands.len() => return false,
        Some(at) => (&patterns[..at], &patterns[at + 1..]),
    };
    let tail = operands.len() - after.len();
    before.iter().zip(&operands).chain(after.iter().zip(&operands[tail..])).all(|(pattern, bound)| match pattern {
        OperandPattern::Any | OperandPattern::Rest => true,
        OperandPattern::Variable(name) => bindings.bind(name, bound.clone()),
        OperandPattern::Named(names) => names.iter().any(|name| is_named(program, bound, name)),
    })
}

/// The operands in LLVM's order: the value of a store before its pointer, the function of a call last.
fn operands_of(kind: &InstKind) -> Vec<Bound> {
    let mut operands = Vec::new();
    kind.for_each_operand(|operand| operands.push(Bound::Operand(operand)));
    match kind {
        InstKind::Store { .. } => operands.reverse(),
        InstKind::Call(call) => match call.callee {
            Callee::Indirect(_) => operands.rotate_left(1),
            Callee::Direct(func) => operands.push(Bound::Function(func)),
        },
        // All others have them in LLVM's order already.
        _ => {}
    }
    operands
}

fn is_named(program: &Program, bound: &Bound, name: &str) -> bool {
    match bound {
        Bound::Function(func) => program.functions[*func].name == name,
        Bound::Operand(Operand::Const(id)) => match program.consts.get(*id) {
            Const::Function(func) => program.functions[*func].name == name,
            Const::Global(global, 0) => program.globals[*global].name == name,
            Const::Null => name == "null",
            Const::Int(bits) => bits.signed_display() == name,
            _ => false,
        },
        Bound::Operand(Operand::Value(_)) | Bound::Global(_) | Bound::Number(_) | Bound::Text(_) => false,
    }
}

fn result_of(inst: &Inst) -> Option<Bound> {
    let mut results = Vec::new();
    inst.for_each_result(|value| results.push(value));
    // An aggregate was taken apart into several registers; none of them is *the* result.
    match results[..] {
        [only] => Some(Bound::Operand(only.into())),
        _ => None,
    }
}

/// The bytes that are accessed, that one element of an allocation has, or whose life begins or ends.
fn size_of(program: &Program, function: &Function, definitions: &Definitions, kind: &InstKind) -> Option<Bound> {
    let number = match kind {
        InstKind::Load { ty, .. }
        | InstKind::Store { ty, .. }
        | InstKind::AtomicRmw { ty, .. }
        | InstKind::AtomicCas { ty, .. } => Some(program.target.store_bytes(*ty)),
        InstKind::Alloca { size, .. } => Some(*size),
        InstKind::LifetimeStart { ptr: Operand::Value(value) }
        | InstKind::LifetimeEnd { ptr: Operand::Value(value) } => match function.insts[definitions[*value]?].kind {
            InstKind::Alloca { size, count: None, .. } => Some(size),
            _ => None,
        },
        _ => return filled(program, kind).map(|filled| Bound::Operand(filled.len)),
    };
    number.map(Bound::Number)
}

/// Memory that is filled, perhaps with a copy of other memory.
struct Filled {
    to: Operand,
    from: Option<Operand>,
    len: Operand,
}

/// What an instruction or a call of a platform function fills.
fn filled(program: &Program, kind: &InstKind) -> Option<Filled> {
    match kind {
        InstKind::MemCopy { dst, src, len, .. } => Some(Filled { to: *dst, from: Some(*src), len: *len }),
        InstKind::MemFill { dst, len, .. } => Some(Filled { to: *dst, from: None, len: *len }),
        InstKind::Call(call) => {
            let Callee::Direct(callee) = call.callee else { return None };
            let callee = Some(&program.functions[callee]).filter(|callee| !callee.is_defined())?;
            let [first, second, third] = call.args[..] else { return None };
            let (first, second, third) = (first.value, second.value, third.value);
            match callee.name.as_str() {
                "memcpy" | "memmove" => Some(Filled { to: first, from: Some(second), len: third }),
                "memset" => Some(Filled { to: first, from: None, len: third }),
                "klee_make_symbolic" | "__candor_make_inputs" => Some(Filled { to: first, from: None, len: second }),
                _ => None,
            }
        }
        _ => None,
    }
}

fn width_of(kind: &InstKind) -> Option<u64> {
    match kind {
        InstKind::Binary { ty, .. } | InstKind::Compare { ty, .. } => ty.int_width().map(u64::from),
        InstKind::Predicate { width, .. } => Some(u64::from(*width)),
        _ => None,
    }
}

fn pointer_of(program: &Program, kind: &InstKind) -> Option<Operand> {
    match kind {
        InstKind::Load { ptr, .. }
        | InstKind::Store { ptr, .. }
        | InstKind::AtomicRmw { ptr, .. }
        | InstKind::AtomicCas { ptr, .. }
        | InstKind::LifetimeStart { ptr }
        | InstKind::LifetimeEnd { ptr } => Some(*ptr),
        _ => filled(program, kind).map(|filled| filled.to),
    }
}

fn source_of(program: &Program, kind: &InstKind) -> Option<Operand> {
    filled(program, kind)?.from
}
