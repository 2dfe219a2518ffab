//! Inline assembly.
//!
//! Known instructions of x86, in AT&T's syntax, become what they do: `asm("" : "=g"(y) : "0"(x))` is `y = x`, `lock; xaddl %0, %1` is an atomic addition, `mfence` is
//! nothing. Any other text becomes a call of a function without a body, whose name says what it is: its outputs get any value, and it changes
//! nothing else. Who executes such a program in one way only stops there. Text that may write through a pointer is unsupported.

use candor_ir::{
    AccessFlags, Arg, AtomicOp, BinOp, Call, Callee, CastOp, CmpOp, InstKind, MathOp, Operand, Ordering, Scalar,
    SigParam, Signature, assembly_name,
};

use crate::body::{Body, Regs};
use crate::layout::{Supported, Unsupported};
use crate::llvm::{Type, Value, attribute_kind};
use crate::signal;
use crate::vector;

/// Instructions that change nothing a program could see: hints, fences, and what goes out to a device.
const WITHOUT_EFFECT: [&str; 13] = [
    "nop",
    "pause",
    "rep",
    "mfence",
    "lfence",
    "sfence",
    "outb",
    "outw",
    "outl",
    "prefetchnta",
    "prefetcht0",
    "prefetcht1",
    "prefetchw",
];

/// Instructions whose results anything outside decides, and nothing else.
const FROM_OUTSIDE: [&str; 9] = ["inb", "inw", "inl", "rdtsc", "rdtscp", "cpuid", "rdrand", "rdseed", "rdpmc"];

/// Copies assembly.
pub(crate) fn copy(body: &mut Body<'_>, inst: Value, asm: Value) -> Supported<()> {
    let text = asm.asm_string();
    let assembly = Assembly { inst, constraints: Constraints::parse(&asm.asm_constraints()) };
    let statements = statements(&text);
    if text.trim().is_empty() {
        return nothing(body, &assembly);
    }
    let is_any_of = |names: &[&str]| statements.iter().all(|statement| names.contains(&statement.mnemonic));
    let has_outputs = !assembly.constraints.outputs.is_empty();
    if !has_outputs && (is_any_of(&WITHOUT_EFFECT) || is_fence_by_stack(&statements)) {
        return Ok(());
    }
    // How the kernel says that it is lost.
    if statements.first().is_some_and(|statement| statement.mnemonic == "ud2") {
        signal::raise_trap(body, /* to a debugger */ false);
        body.end_block(InstKind::Trap);
        return Ok(());
    }
    // In Intel's syntax the operands stand the other way round.
    if !text.contains("intel_syntax")
        && let Some(done) = known(body, &assembly, &statements)?
    {
        return done.finish(body, &assembly);
    }
    let is_from_outside = is_any_of(&FROM_OUTSIDE);
    if !is_from_outside && assembly.may_write_through_pointers(body)? {
        return Err(Unsupported(format!("inline assembly `{}`", text.trim())));
    }
    anything(body, &assembly, if is_from_outside { None } else { Some(&text) })
}

/// `lock; addl $0, 0(%esp)`, which was a fence before there was one.
fn is_fence_by_stack(statements: &[Statement<'_>]) -> bool {
    let is_on_stack = |operand: &str| operand.ends_with("(%esp)") || operand.ends_with("(%rsp)");
    matches!(statements, [Statement { mnemonic, operands }]
        if mnemonic.starts_with("add") && matches!(operands[..], ["$$0", place] if is_on_stack(place)))
}

/// A call of assembly and what its constraints say.
struct Assembly {
    inst: Value,
    constraints: Constraints,
}

/// One instruction of assembly, such as `xchgl $0,$1`.
#[derive(Debug, PartialEq, Eq)]
struct Statement<'t> {
    mnemonic: &'t str,
    operands: Vec<&'t str>,
}

/// The instructions of a text. Labels, directives and `lock` are none.
fn statements(text: &str) -> Vec<Statement<'_>> {
    let mut found = Vec::new();
    for line in text.split(['\n', ';']) {
        let mut line = line.trim();
        while let Some((label, rest)) = line.split_once(':').filter(|(label, _)| is_label(label)) {
            debug_assert!(!label.is_empty(), "a label has a name");
            line = rest.trim();
        }
        line =
            line.strip_prefix("lock").filter(|rest| rest.is_empty() || rest.starts_with([' ', '\t'])).unwrap_or(line);
        line = line.trim();
        if line.is_empty() || line.starts_with(['.', '#']) {
            continue;
        }
        let (mnemonic, operands) = line.split_once([' ', '\t']).unwrap_or((line, ""));
        let operands = operands.split(',').map(str::trim).filter(|operand| !operand.is_empty());
        found.push(Statement { mnemonic, operands: operands.collect() });
    }
    found
}

fn is_label(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '.')
}

/// The number behind `$1` or `${1:b}`.
fn operand_number(text: &str) -> Option<usize> {
    let text = text.strip_prefix('$')?;
    let number = match text.strip_prefix('{') {
        Some(inner) => inner.strip_suffix('}')?.split(':').next()?,
        None => text,
    };
    number.parse().ok()
}

/// What known assembly leaves in its outputs, by their numbers; what it does to memory has been said.
struct Outputs {
    values: Vec<Option<(Operand, Scalar)>>,
    /// Outputs in memory that are written already.
    written: Vec<usize>,
}

impl Outputs {
    fn new(assembly: &Assembly) -> Outputs {
        Outputs { values: vec![None; assembly.constraints.outputs.len()], written: Vec::new() }
    }

    /// Writes outputs in memory and makes the others the result.
    fn finish(self, body: &mut Body<'_>, assembly: &Assembly) -> Supported<()> {
        let mut regs = Regs::new();
        for (number, output) in assembly.constraints.outputs.iter().enumerate() {
            match (*output, self.values[number]) {
                (Output::Memory(_), _) if self.written.contains(&number) => {}
                (Output::Memory(address), Some((value, ty))) => {
                    let ptr = body.scalar(assembly.inst.operand(address))?;
                    body.effect(InstKind::Store { ty, ptr, value, flags: plain() });
                }
                (Output::Register, Some((value, _))) => regs.push(value),
                (Output::Register | Output::Memory(_), None) => {
                    return Err(Unsupported("inline assembly with an output that nothing sets".to_owned()));
                }
            }
        }
        body.rename(assembly.inst, regs);
        Ok(())
    }
}

fn plain() -> AccessFlags {
    AccessFlags { align: 1, volatile: false, ordering: Ordering::None }
}

fn atomic(bits: u32) -> AccessFlags {
    AccessFlags { align: bits / 8, volatile: false, ordering: Ordering::SeqCst }
}

/// Assembly without text is a hint to the compiler: its outputs are the inputs tied to them. So `asm("" : "=g"(y) : "0"(x))` is
/// `y = x`, whether clang keeps `y` in a register or passes its address.
fn nothing(body: &mut Body<'_>, assembly: &Assembly) -> Supported<()> {
    let Assembly { inst, constraints } = assembly;
    let leaves = body.cx.layout.leaves(inst.ty())?;
    let mut regs = Regs::new();
    for (number, output) in constraints.outputs.iter().enumerate() {
        match (*output, constraints.tied_to(number)) {
            (Output::Register, Some(input)) => {
                let ty = leaves.scalars.get(regs.len()).copied();
                let ty = ty.ok_or_else(|| Unsupported("inline assembly with aggregates".to_owned()))?;
                regs.push(tied_value(body, inst.operand(input), ty)?);
            }
            (Output::Memory(address), Some(input)) => {
                let ty = body.scalar_type(inst.operand(input).ty())?;
                let (ptr, value) = (body.scalar(inst.operand(address))?, body.scalar(inst.operand(input))?);
                body.effect(InstKind::Store { ty, ptr, value, flags: plain() });
            }
            // Read and written by nothing: it stays as it is.
            (Output::Memory(address), None) if constraints.reads(*inst, inst.operand(address)) => {}
            (Output::Register | Output::Memory(_), None) => {
                return Err(Unsupported("inline assembly with an output that nothing sets".to_owned()));
            }
        }
    }
    if regs.len() != leaves.scalars.len() {
        return Err(Unsupported("inline assembly with aggregates".to_owned()));
    }
    body.rename(*inst, regs);
    Ok(())
}

/// An input under the type of the output that it is tied to: pointers are made integers so.
fn tied_value(body: &mut Body<'_>, input: Value, ty: Scalar) -> Supported<Operand> {
    let from = body.scalar_type(input.ty())?;
    let target = &body.cx.program.target;
    if target.bits_of(from) != target.bits_of(ty) {
        return Err(Unsupported("inline assembly with an output wider than its input".to_owned()));
    }
    let value = body.scalar(input)?;
    Ok(vector::reinterpret(body, from, ty, value))
}

/// What known instructions do; `None` if there is one that is not known, or it does not fit its operands.
fn known(body: &mut Body<'_>, assembly: &Assembly, statements: &[Statement<'_>]) -> Supported<Option<Outputs>> {
    match statements {
        [only] => match only.mnemonic {
            name if base(name, "bswap").is_some() => byte_swap(body, assembly, only),
            name if base(name, "mov").is_some() => movement(body, assembly, only),
            name if base(name, "cmpxchg").is_some() => compare_and_swap(body, assembly, only),
            name if base(name, "xchg").is_some() => exchange(body, assembly, only, AtomicOp::Exchange),
            name if base(name, "xadd").is_some() => exchange(body, assembly, only, AtomicOp::Add),
            _ => update(body, assembly, only, None),
        },
        [first, then] => update(body, assembly, first, Some(then)),
        _ => Ok(None),
    }
}

/// How wide the operands of `xchgl` are, as its suffix says; 0 if it has none. `None` if the instruction is another one.
fn base(mnemonic: &str, name: &str) -> Option<u32> {
    match mnemonic.strip_prefix(name)? {
        "" => Some(0),
        "b" => Some(8),
        "w" => Some(16),
        "l" => Some(32),
        "q" => Some(64),
        _ => None,
    }
}

impl Assembly {
    /// The type of a register that is an output.
    fn register(&self, body: &Body<'_>, number: usize) -> Supported<Option<Scalar>> {
        let outputs = self.constraints.outputs.get(..=number);
        let Some(Output::Register) = outputs.and_then(<[_]>::last) else { return Ok(None) };
        let before = self.constraints.outputs[..number].iter().filter(|output| matches!(output, Output::Register));
        Ok(body.cx.layout.leaves(self.inst.ty())?.scalars.get(before.count()).copied())
    }

    /// The address and type of what is an output in memory.
    fn memory(&self, body: &mut Body<'_>, number: usize) -> Supported<Option<(Operand, Scalar)>> {
        let Some(Output::Memory(argument)) = self.constraints.outputs.get(number) else { return Ok(None) };
        self.at_address(body, *argument)
    }

    fn at_address(&self, body: &mut Body<'_>, argument: u32) -> Supported<Option<(Operand, Scalar)>> {
        let Some(ty) = self.element_type(argument).and_then(|ty| body.cx.layout.scalar(ty)) else { return Ok(None) };
        Ok(Some((body.scalar(self.inst.operand(argument))?, ty)))
    }

    fn element_type(&self, argument: u32) -> Option<Type> {
        self.inst.call_type_attribute(argument, attribute_kind("elementtype"))
    }

    /// Whether it writes memory that is none of its operands, and has a pointer to some of the program's: `rep movsb` copies. The kernel's
    /// `call *${2:c}` has one to a table of functions that is defined nowhere.
    fn may_write_through_pointers(&self, body: &mut Body<'_>) -> Supported<bool> {
        let inputs = self.constraints.inputs.iter().filter(|(_, in_memory)| !in_memory);
        for (argument, _) in inputs.filter(|_| self.constraints.clobbers_memory) {
            let input = self.inst.operand(*argument);
            if body.scalar_type(input.ty())? == Scalar::Ptr {
                let pointer = body.scalar(input)?;
                if !body.cx.is_address_of_undefined(pointer) {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// The argument that is an input, by its number among all operands.
    fn input(&self, number: usize) -> Option<(u32, bool)> {
        self.constraints.inputs.get(number.checked_sub(self.constraints.outputs.len())?).copied()
    }

    /// What an operand holds that is a number, an input in a register or one that is tied to an output.
    fn value(&self, body: &mut Body<'_>, operand: &str, bits: u32) -> Supported<Option<Operand>> {
        if let Some(number) = operand.strip_prefix("$$").and_then(|number| number.parse().ok()) {
            return Ok(Some(body.int(bits, number)));
        }
        let Some(number) = operand_number(operand) else { return Ok(None) };
        let argument = match self.input(number) {
            Some((argument, /* in memory */ false)) => Some(argument),
            Some(_) => None,
            None => self.constraints.tied_to(number),
        };
        let Some(argument) = argument else { return Ok(None) };
        let input = self.inst.operand(argument);
        let from = body.scalar_type(input.ty())?;
        if body.cx.program.target.bits_of(from) != bits {
            return Ok(None);
        }
        let value = body.scalar(input)?;
        Ok(Some(vector::reinterpret(body, from, Scalar::Int(bits), value)))
    }
}

/// The width of an integer if it is the one that a suffix says, and one that processors know.
fn fitting(ty: Scalar, suffix: u32) -> Option<u32> {
    let width = ty.int_width()?;
    ([8, 16, 32, 64].contains(&width) && (suffix == 0 || suffix == width)).then_some(width)
}

fn byte_swap(body: &mut Body<'_>, assembly: &Assembly, statement: &Statement<'_>) -> Supported<Option<Outputs>> {
    let [operand] = statement.operands[..] else { return Ok(None) };
    let (Some(0), 1) = (operand_number(operand), assembly.constraints.outputs.len()) else { return Ok(None) };
    let Some(ty) = assembly.register(body, 0)? else { return Ok(None) };
    let suffix = base(statement.mnemonic, "bswap").unwrap_or(0);
    let Some(width) = fitting(ty, suffix).filter(|width| *width >= 32) else { return Ok(None) };
    let Some(value) = assembly.value(body, operand, width)? else { return Ok(None) };
    let swapped = body.temp(ty, InstKind::Math { op: MathOp::Bswap, ty, args: vec![value] });
    let mut outputs = Outputs::new(assembly);
    outputs.values[0] = Some((swapped, ty));
    Ok(Some(outputs))
}

/// `movl $1,$0` from memory to a register, or the other way round, as drivers access devices.
fn movement(body: &mut Body<'_>, assembly: &Assembly, statement: &Statement<'_>) -> Supported<Option<Outputs>> {
    let [from, to] = statement.operands[..] else { return Ok(None) };
    let (Some(from_number), Some(to_number)) = (operand_number(from), operand_number(to)) else { return Ok(None) };
    let suffix = base(statement.mnemonic, "mov").unwrap_or(0);
    let flags = AccessFlags { align: 1, volatile: true, ordering: Ordering::None };
    let mut outputs = Outputs::new(assembly);
    match (assembly.input(from_number), assembly.input(to_number), assembly.constraints.outputs.len()) {
        (Some((source, true)), None, 1) => {
            let (Some((ptr, ty)), Some(result)) =
                (assembly.at_address(body, source)?, assembly.register(body, to_number)?)
            else {
                return Ok(None);
            };
            if ty != result || fitting(ty, suffix).is_none() {
                return Ok(None);
            }
            let value = body.temp(ty, InstKind::Load { ty, ptr, flags });
            outputs.values[to_number] = Some((value, ty));
        }
        (Some((_, false)), Some((target, true)), 0) => {
            let Some((ptr, ty)) = assembly.at_address(body, target)? else { return Ok(None) };
            let Some(width) = fitting(ty, suffix) else { return Ok(None) };
            let Some(value) = assembly.value(body, from, width)? else { return Ok(None) };
            body.effect(InstKind::Store { ty, ptr, value, flags });
        }
        _ => return Ok(None),
    }
    Ok(Some(outputs))
}

/// `xchgl $0,$1` and `xaddl $0,$1`: the register gets what was in memory.
fn exchange(
    body: &mut Body<'_>,
    assembly: &Assembly,
    statement: &Statement<'_>,
    op: AtomicOp,
) -> Supported<Option<Outputs>> {
    let [register, memory] = statement.operands[..] else { return Ok(None) };
    let (Some(register_number), Some(memory_number)) = (operand_number(register), operand_number(memory)) else {
        return Ok(None);
    };
    let suffix = base(statement.mnemonic, "xchg").or_else(|| base(statement.mnemonic, "xadd")).unwrap_or(0);
    let Some((ptr, ty)) = assembly.memory(body, memory_number)? else { return Ok(None) };
    let result = assembly.register(body, register_number)?;
    if result != Some(ty) || assembly.constraints.outputs.len() != 2 {
        return Ok(None);
    }
    let Some(width) = fitting(ty, suffix) else { return Ok(None) };
    let Some(value) = assembly.value(body, register, width)? else { return Ok(None) };
    let old = body.temp(ty, InstKind::AtomicRmw { op, ty, ptr, value, flags: atomic(width) });
    let mut outputs = Outputs::new(assembly);
    outputs.values[register_number] = Some((old, ty));
    outputs.written.push(memory_number);
    Ok(Some(outputs))
}

/// `cmpxchgl $2,$1`: the accumulator, the first output, is compared and gets what was in memory.
fn compare_and_swap(body: &mut Body<'_>, assembly: &Assembly, statement: &Statement<'_>) -> Supported<Option<Outputs>> {
    let [new, memory] = statement.operands[..] else { return Ok(None) };
    let Some(memory_number) = operand_number(memory) else { return Ok(None) };
    let outputs = &assembly.constraints.outputs;
    let register = outputs.iter().position(|output| matches!(output, Output::Register));
    let (Some(register), 2) = (register, outputs.len()) else { return Ok(None) };
    let Some((ptr, ty)) = assembly.memory(body, memory_number)? else { return Ok(None) };
    let suffix = base(statement.mnemonic, "cmpxchg").unwrap_or(0);
    let (Some(width), true) = (fitting(ty, suffix), assembly.register(body, register)? == Some(ty)) else {
        return Ok(None);
    };
    if !assembly.constraints.is_accumulator(register) {
        return Ok(None);
    }
    let expected = assembly.value(body, &format!("${register}"), width)?;
    let (Some(expected), Some(new)) = (expected, assembly.value(body, new, width)?) else { return Ok(None) };
    let (flags, failure) = (atomic(width), Ordering::SeqCst);
    let old = body.temp(ty, InstKind::AtomicCas { ty, ptr, expected, new, flags, failure, success: None });
    let mut outputs = Outputs::new(assembly);
    outputs.values[register] = Some((old, ty));
    outputs.written.push(memory_number);
    Ok(Some(outputs))
}

/// `decl $0` or `addl $1,$0` in memory, and perhaps `sete $1` behind it.
fn update(
    body: &mut Body<'_>,
    assembly: &Assembly,
    statement: &Statement<'_>,
    then: Option<&Statement<'_>>,
) -> Supported<Option<Outputs>> {
    const OPERATIONS: [(&str, AtomicOp, BinOp, bool); 7] = [
        ("inc", AtomicOp::Add, BinOp::Add, false),
        ("dec", AtomicOp::Sub, BinOp::Sub, false),
        ("add", AtomicOp::Add, BinOp::Add, true),
        ("sub", AtomicOp::Sub, BinOp::Sub, true),
        ("and", AtomicOp::And, BinOp::And, true),
        ("or", AtomicOp::Or, BinOp::Or, true),
        ("xor", AtomicOp::Xor, BinOp::Xor, true),
    ];
    let found = OPERATIONS.iter().find_map(|operation| Some((operation, base(statement.mnemonic, operation.0)?)));
    let Some((&(_, atomic_op, op, has_value), suffix)) = found else { return Ok(None) };
    let (by, memory) = match (&statement.operands[..], has_value) {
        ([by, memory], true) => (*by, *memory),
        ([memory], false) => ("$$1", *memory),
        _ => return Ok(None),
    };
    let Some(memory_number) = operand_number(memory) else { return Ok(None) };
    let n_outputs = assembly.constraints.outputs.len();
    let Some((ptr, ty)) = assembly.memory(body, memory_number)? else { return Ok(None) };
    let Some(width) = fitting(ty, suffix) else { return Ok(None) };
    let flag = match then {
        None if n_outputs == 1 => None,
        Some(then) if n_outputs == 2 => match flag_output(body, assembly, then)? {
            Some(flag) if flag.1 != memory_number => Some(flag),
            _ => return Ok(None),
        },
        _ => return Ok(None),
    };
    let Some(value) = assembly.value(body, by, width)? else { return Ok(None) };
    let old = body.temp(ty, InstKind::AtomicRmw { op: atomic_op, ty, ptr, value, flags: atomic(width) });
    let mut outputs = Outputs::new(assembly);
    outputs.written.push(memory_number);
    if let Some((comparison, number, flag_ty)) = flag {
        let (new, zero) = (body.binary(op, ty, old, value), body.int(width, 0));
        let holds = body.temp(Scalar::I1, InstKind::Compare { op: comparison, ty, a: new, b: zero });
        outputs.values[number] = Some((body.cast(CastOp::ZExt, Scalar::I1, flag_ty, holds), flag_ty));
    }
    Ok(Some(outputs))
}

/// The comparison of a result with zero that `sete $1` and its relatives make, and the output that gets it.
fn flag_output(
    body: &mut Body<'_>,
    assembly: &Assembly,
    statement: &Statement<'_>,
) -> Supported<Option<(CmpOp, usize, Scalar)>> {
    let comparison = match statement.mnemonic {
        "sete" | "setz" => CmpOp::Eq,
        "setne" | "setnz" => CmpOp::Ne,
        "sets" => CmpOp::Slt,
        _ => return Ok(None),
    };
    let [operand] = statement.operands[..] else { return Ok(None) };
    let Some(number) = operand_number(operand) else { return Ok(None) };
    let ty = match assembly.register(body, number)? {
        Some(ty) => Some(ty),
        None => assembly.memory(body, number)?.map(|(_, ty)| ty),
    };
    Ok(ty.filter(|ty| *ty == Scalar::Int(8)).map(|ty| (comparison, number, ty)))
}

/// Any text: a call whose results are the outputs. Memory that is named as an input may be written where the text says that it writes memory.
fn anything(body: &mut Body<'_>, assembly: &Assembly, text: Option<&str>) -> Supported<()> {
    let Assembly { inst, constraints } = assembly;
    let mut args = Vec::new();
    for &(number, _) in constraints.inputs.iter().filter(|(_, in_memory)| !in_memory) {
        let value = inst.operand(number);
        let leaves = body.cx.layout.leaves(value.ty())?;
        let regs = body.regs(value)?;
        args.extend(regs.iter().zip(&leaves.scalars).map(|(&value, &ty)| Arg::new(ty, value)));
    }
    let in_memory = constraints.outputs.iter().filter_map(|output| match output {
        Output::Memory(address) => Some(*address),
        Output::Register => None,
    });
    let mut addresses: Vec<u32> = in_memory.collect();
    if constraints.clobbers_memory {
        addresses.extend(constraints.inputs.iter().filter(|(_, in_memory)| *in_memory).map(|(argument, _)| *argument));
    }
    let leaves = body.cx.layout.leaves(inst.ty())?;
    let registers = body.named_regs(*inst, &leaves);
    let mut results = registers.to_vec();
    let mut stores = Vec::new();
    for address in addresses {
        let Some(ty) = assembly.element_type(address) else {
            return Err(Unsupported("inline assembly with memory of an unknown type".to_owned()));
        };
        let Some(ty) = body.cx.layout.scalar(ty) else {
            return Err(Unsupported("inline assembly with aggregates".to_owned()));
        };
        let value = body.func.values.push(candor_ir::ValueData { ty, name: None });
        results.push(value);
        stores.push((address, ty, value));
    }
    body.bind(*inst, registers.iter().copied().map(Operand::Value).collect());
    if results.is_empty() && text.is_none() {
        return Ok(());
    }
    let types = results.iter().map(|&value| body.func.values[value].ty).collect();
    let params = args.iter().map(|arg| SigParam { ty: arg.ty, byval: None }).collect();
    let signature = Signature { params, results: types, variadic: false };
    let name = assembly_name(text);
    let callee = Callee::Direct(body.cx.function_named(&name, &signature));
    body.effect(InstKind::Call(Box::new(Call { callee, args, signature, results })));
    for (address, ty, value) in stores {
        let ptr = body.scalar(inst.operand(address))?;
        body.effect(InstKind::Store { ty, ptr, value: value.into(), flags: plain() });
    }
    Ok(())
}

/// Where assembly leaves an output: in its result, or in memory at the address that is this argument of the call.
#[derive(Copy, Clone)]
enum Output {
    Register,
    Memory(u32),
}

/// What the constraints of assembly, such as `=r,=*m,0,*m,~{memory}`, say of its outputs and of the call's arguments.
#[derive(Default)]
struct Constraints {
    outputs: Vec<Output>,
    /// For each output, whether it is in `%eax` or a part of it.
    in_accumulator: Vec<bool>,
    /// The arguments that are inputs, and whether they are addresses.
    inputs: Vec<(u32, bool)>,
    /// The numbers of an output and of the argument that is tied to it.
    tied: Vec<(usize, u32)>,
    clobbers_memory: bool,
}

impl Constraints {
    fn parse(text: &str) -> Constraints {
        let mut constraints = Constraints::default();
        let mut argument = 0;
        for constraint in text.split(',') {
            constraints.clobbers_memory |= constraint == "~{memory}";
            if constraint.starts_with(['~', '!']) {
                continue;
            }
            match constraint.strip_prefix('=') {
                Some(output) if output.contains('*') => {
                    constraints.outputs.push(Output::Memory(argument));
                    constraints.in_accumulator.push(false);
                }
                Some(output) => {
                    constraints.outputs.push(Output::Register);
                    constraints.in_accumulator.push(output.trim_start_matches('&') == "{ax}");
                    continue;
                }
                None => {
                    constraints.inputs.push((argument, constraint.starts_with('*')));
                    constraints.tied.extend(constraint.parse().ok().map(|output| (output, argument)));
                }
            }
            argument += 1;
        }
        constraints
    }

    /// The argument that is tied to an output.
    fn tied_to(&self, output: usize) -> Option<u32> {
        self.tied.iter().find(|(tied, _)| *tied == output).map(|(_, argument)| *argument)
    }

    fn is_accumulator(&self, output: usize) -> bool {
        self.in_accumulator.get(output).copied().unwrap_or(false)
    }

    /// Whether the memory at an address is an input, too.
    fn reads(&self, call: Value, address: Value) -> bool {
        self.inputs.iter().any(|&(input, in_memory)| in_memory && call.operand(input) == address)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_and_directives_are_no_instructions() {
        let text =
            ".pushsection .smp_locks,\"a\"\n.balign 4\n.long 671f - .\n.popsection\n671:\n\tlock; decl $0; sete ${1:b}";
        let names: Vec<(&str, Vec<&str>)> =
            statements(text).into_iter().map(|statement| (statement.mnemonic, statement.operands)).collect();
        assert_eq!(names, vec![("decl", vec!["$0"]), ("sete", vec!["${1:b}"])]);
        assert_eq!(statements("lock xaddl $0, $1"), statements("xaddl $0,$1"));
        assert_eq!(statements("1: rep; nop").len(), 2);
    }

    #[test]
    fn operands_have_numbers() {
        assert_eq!(operand_number("${12:w}"), Some(12));
        assert_eq!(operand_number("$3"), Some(3));
        assert_eq!(operand_number("$$3"), None);
        assert_eq!(operand_number("%eax"), None);
    }
}
