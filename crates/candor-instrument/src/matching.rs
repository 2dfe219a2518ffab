//! Patterns against instructions: which variables are bound to what.

use candor_ir::{
    Call, Callee, Const, FuncId, Function, GlobalId, Inst, InstId, InstKind, Operand, Program, Scalar, SecondaryMap,
    ValueId,
};

use crate::plan::Subject;
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

/// One way in which instructions fit patterns.
#[derive(Clone)]
pub(crate) struct Match {
    pub(crate) last: InstId,
    pub(crate) bindings: Bindings,
    /// Which of the places in memory that an instruction touches is meant, for each pattern that asks for one.
    pub(crate) touched: Vec<usize>,
}

/// Matches instructions from `first` on, all in one block.
pub(crate) fn match_sequence(
    subject: &Subject<'_>,
    func: FuncId,
    first: InstId,
    definitions: &Definitions,
    patterns: &[InstPattern],
) -> Vec<Match> {
    let Subject { program, facts, .. } = *subject;
    let function = &program.functions[func];
    let end = function.blocks[function.block_of(first)].end;
    let mut found = vec![Match { last: first, bindings: Bindings::default(), touched: Vec::new() }];
    for (idx, pattern) in (0..).zip(patterns) {
        let last = InstId::from_u32(first.as_u32() + idx);
        if last >= end || !words::is_named(&function.insts[last].kind, &pattern.words) {
            return Vec::new();
        }
        found.retain_mut(|so_far| {
            so_far.last = last;
            match_inst(program, &function.insts[last], pattern, &mut so_far.bindings)
        });
        if pattern.pointer.is_some() || pattern.source.is_some() || pattern.size.is_some() {
            let touched = touched(program, function, definitions, &function.insts[last].kind);
            found = found.iter().flat_map(|so_far| so_far.for_each_touched(pattern, &touched)).collect();
        }
        if let Some(name) = &pattern.kept {
            let kept = facts.kept(program, func, last);
            found = found.iter().flat_map(|so_far| so_far.for_each_register(name, &kept)).collect();
        }
        if let Some(name) = &pattern.left_over {
            let left_over = facts.left_over(program, func, last);
            found = found.iter().flat_map(|so_far| so_far.for_each_register(name, &left_over)).collect();
        }
    }
    found
}

impl Match {
    /// The ways in which it goes on with a pattern that asks for what its instruction touches.
    fn for_each_touched(&self, pattern: &InstPattern, touched: &[Touched]) -> Vec<Match> {
        let fits = |(idx, touched): (usize, &Touched)| {
            let mut longer = self.clone();
            longer.touched.push(idx);
            let Touched { pointer, source, size } = touched;
            let bindings = &mut longer.bindings;
            let fits = bindings.bind_if_named(pattern.pointer.as_ref(), pointer.map(Bound::Operand))
                && bindings.bind_if_named(pattern.source.as_ref(), source.map(Bound::Operand))
                && bindings.bind_if_named(pattern.size.as_ref(), size.clone());
            fits.then_some(longer)
        };
        touched.iter().enumerate().filter_map(fits).collect()
    }

    /// The ways in which it goes on with a pattern that binds one of these registers.
    fn for_each_register(&self, name: &str, registers: &[ValueId]) -> Vec<Match> {
        let fits = |&register: &ValueId| {
            let mut longer = self.clone();
            longer.bindings.bind(name, Bound::Operand(register.into())).then_some(longer)
        };
        registers.iter().filter_map(fits).collect()
    }
}

fn match_inst(program: &Program, inst: &Inst, pattern: &InstPattern, bindings: &mut Bindings) -> bool {
    match_operands(program, inst, pattern, bindings)
        && bindings.bind_if_named(pattern.result.as_ref(), result_of(inst))
        && bindings.bind_if_named(pattern.width.as_ref(), width_of(&inst.kind).map(Bound::Number))
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
        // Any other has them in LLVM's order already.
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

/// A place in memory that an instruction accesses or makes, or whose life it begins or ends.
struct Touched {
    /// The pointer to it; for copies the one that is written through.
    pointer: Option<Operand>,
    /// The pointer that a copy reads through.
    source: Option<Operand>,
    /// How many bytes it has; of an array in an allocation those of one element.
    size: Option<Bound>,
}

fn touched(program: &Program, function: &Function, definitions: &Definitions, kind: &InstKind) -> Vec<Touched> {
    let scalar = |ptr: Operand, ty: Scalar| Touched {
        pointer: Some(ptr),
        source: None,
        size: Some(Bound::Number(program.target.store_bytes(ty))),
    };
    let filled = |to: Operand, from: Option<Operand>, len: Operand| Touched {
        pointer: Some(to),
        source: from,
        size: Some(Bound::Operand(len)),
    };
    match kind {
        InstKind::Load { ty, ptr, .. }
        | InstKind::Store { ty, ptr, .. }
        | InstKind::AtomicRmw { ty, ptr, .. }
        | InstKind::AtomicCas { ty, ptr, .. } => vec![scalar(*ptr, *ty)],
        InstKind::Alloca { size, .. } => {
            vec![Touched { pointer: None, source: None, size: Some(Bound::Number(*size)) }]
        }
        InstKind::LifetimeStart { ptr } | InstKind::LifetimeEnd { ptr } => {
            let size = variable_size(function, definitions, *ptr).map(Bound::Number);
            vec![Touched { pointer: Some(*ptr), source: None, size }]
        }
        InstKind::MemCopy { dst, src, len, .. } => vec![filled(*dst, Some(*src), *len)],
        InstKind::MemFill { dst, len, .. } => vec![filled(*dst, None, *len)],
        InstKind::Call(call) => {
            let copied = call.args.iter().filter_map(|arg| {
                let size = Some(Bound::Number(arg.byval?.size));
                Some(Touched { pointer: None, source: Some(arg.value), size })
            });
            let by_platform = filled_by_platform(program, call).map(|(to, from, len)| filled(to, from, len));
            copied.chain(by_platform).collect()
        }
        // A list of arguments is the compiler's own.
        InstKind::VaStart { .. } | InstKind::VaCopy { .. } => Vec::new(),
        // Any other accesses nothing and has to do with no variable's life.
        kind => {
            debug_assert!(!kind.may_access());
            Vec::new()
        }
    }
}

fn variable_size(function: &Function, definitions: &Definitions, ptr: Operand) -> Option<u64> {
    let Operand::Value(value) = ptr else { return None };
    let InstKind::Alloca { size, count: None, .. } = function.insts[definitions[value]?].kind else { return None };
    Some(size)
}

/// What a platform function fills, perhaps with a copy of other memory, and how many bytes.
fn filled_by_platform(program: &Program, call: &Call) -> Option<(Operand, Option<Operand>, Operand)> {
    let Callee::Direct(callee) = call.callee else { return None };
    let callee = Some(&program.functions[callee]).filter(|callee| !callee.is_defined())?;
    let args: Vec<Operand> = call.args.iter().map(|arg| arg.value).collect();
    match (callee.name.as_str(), &args[..]) {
        ("memcpy" | "memmove", &[to, from, bytes]) => Some((to, Some(from), bytes)),
        ("memset", &[to, _, bytes]) => Some((to, None, bytes)),
        ("klee_make_symbolic" | "__candor_make_inputs", &[to, bytes, _]) => Some((to, None, bytes)),
        ("__VERIFIER_nondet_memory", &[to, bytes]) => Some((to, None, bytes)),
        _ => None,
    }
}

fn width_of(kind: &InstKind) -> Option<u64> {
    match kind {
        InstKind::Binary { ty, .. } | InstKind::Compare { ty, .. } => ty.int_width().map(u64::from),
        InstKind::Predicate { width, .. } => Some(u64::from(*width)),
        // Any other has no width that a rule could bind: then the rule does not fit.
        _ => None,
    }
}
