//! One instruction as text.

use super::names::{Names, show_int};
use super::show_signature;
use crate::check::CheckSet;
use crate::function::Function;
use crate::ids::EdgeId;
use crate::inst::{
    AccessFlags, Arg, AtomicOp, Call, Callee, Inst, InstKind, Operand, Ordering, PtrIndex, Switch, UndefCause,
};

/// The first word of an instruction.
pub fn mnemonic(kind: &InstKind) -> &'static str {
    match kind {
        InstKind::Binary { op, .. } => op.name(),
        InstKind::Predicate { pred, .. } => pred.name(),
        InstKind::Compare { .. } => "cmp",
        InstKind::Cast { op, .. } => op.name(),
        InstKind::Select { .. } => "select",
        InstKind::Math { op, .. } => op.name(),
        InstKind::IsFpClass { .. } => "is.fpclass",
        InstKind::Undef { .. } => "undef",
        InstKind::PoisonIf { .. } => "poison.if",
        InstKind::Freeze { .. } => "freeze",
        InstKind::PtrAdd { .. } => "ptradd",
        InstKind::Alloca { .. } => "alloca",
        InstKind::Load { .. } => "load",
        InstKind::Store { .. } => "store",
        InstKind::AtomicRmw { .. } => "atomic",
        InstKind::AtomicCas { .. } => "cas",
        InstKind::Fence { .. } => "fence",
        InstKind::MemCopy { may_overlap: false, .. } => "memcpy",
        InstKind::MemCopy { may_overlap: true, .. } => "memmove",
        InstKind::MemFill { .. } => "memset",
        InstKind::LifetimeStart { .. } => "lifetime.start",
        InstKind::LifetimeEnd { .. } => "lifetime.end",
        InstKind::Call(_) => "call",
        InstKind::VaStart { .. } => "va.start",
        InstKind::VaCopy { .. } => "va.copy",
        InstKind::VaEnd { .. } => "va.end",
        InstKind::StackSave => "stack.save",
        InstKind::StackRestore { .. } => "stack.restore",
        InstKind::ObjectSize { .. } => "objectsize",
        InstKind::Check { .. } => "check",
        InstKind::Assume { .. } => "assume",
        InstKind::Unsupported { .. } => "unsupported",
        InstKind::Jump { .. } => "jump",
        InstKind::Branch { .. } => "branch",
        InstKind::Switch(_) => "switch",
        InstKind::IndirectBranch { .. } => "goto",
        InstKind::Return { .. } => "return",
        InstKind::Unreachable => "unreachable",
        InstKind::Trap => "trap",
    }
}

/// The instruction without results, checks and position.
pub(super) fn show(names: &Names<'_>, function: &Function, kind: &InstKind) -> String {
    let word = mnemonic(kind);
    let op = |operand: &Operand| names.operand(*operand);
    let edge = |edge: &EdgeId| show_edge(names, function, *edge);
    match kind {
        InstKind::Binary { ty, a, b, poison, .. } => {
            format!("{word} {ty} {}, {}{}", op(a), op(b), show_poison(*poison))
        }
        InstKind::Predicate { width, a, b, .. } => format!("{word} i{width} {}, {}", op(a), op(b)),
        InstKind::Compare { op: cmp, ty, a, b } => format!("{word} {cmp} {ty} {}, {}", op(a), op(b)),
        InstKind::Cast { from, to, value, .. } => format!("{word} {from} {} to {to}", op(value)),
        InstKind::Select { ty, cond, a, b } => format!("{word} {ty} {}, {}, {}", op(cond), op(a), op(b)),
        InstKind::Math { ty, args, .. } => {
            format!("{word} {ty} {}", args.iter().map(op).collect::<Vec<_>>().join(", "))
        }
        InstKind::IsFpClass { kind, value, mask } => format!("{word} {kind} {}, {mask:#x}", op(value)),
        InstKind::Undef { ty, cause } => format!("{word} {ty} {}", show_cause(*cause)),
        InstKind::PoisonIf { ty, value, wrong } => format!("{word} {ty} {}, {}", op(value), op(wrong)),
        InstKind::Freeze { ty, value } => format!("{word} {ty} {}", op(value)),
        InstKind::PtrAdd { base, offset, index, inbounds } => {
            let flag = if *inbounds { " inbounds" } else { "" };
            format!("{word}{flag} {}{}", op(base), show_distance(names, *offset, index.as_ref()))
        }
        InstKind::Alloca { size, count: None, align } => format!("{word} {size}, align {align}"),
        InstKind::Alloca { size, count: Some((count, width)), align } => {
            format!("{word} {size} * i{width} {}, align {align}", op(count))
        }
        InstKind::Load { ty, ptr, flags } => format!("{word} {ty} {}{}", op(ptr), show_flags(*flags)),
        InstKind::Store { ty, ptr, value, flags } => {
            format!("{word} {ty} {} to {}{}", op(value), op(ptr), show_flags(*flags))
        }
        InstKind::AtomicRmw { op: rmw, ty, ptr, value, flags } => {
            format!("{word} {} {ty} {}, {}{}", atomic_name(*rmw), op(ptr), op(value), show_flags(*flags))
        }
        InstKind::AtomicCas { ty, ptr, expected, new, flags, failure, success } => {
            let weak = if success.is_some() { " weak" } else { "" };
            let (shown, failure) = (show_flags(*flags), ordering_name(*failure));
            format!("{word}{weak} {ty} {}, {}, {}{shown} else {failure}", op(ptr), op(expected), op(new))
        }
        InstKind::Fence { ordering } => format!("{word} {}", ordering_name(*ordering)),
        InstKind::MemCopy { dst, src, len, width, volatile, .. } => {
            let shown = if *volatile { " volatile" } else { "" };
            format!("{word} {}, {}, i{width} {}{shown}", op(dst), op(src), op(len))
        }
        InstKind::MemFill { dst, byte, len, width } => {
            format!("{word} {}, {}, i{width} {}", op(dst), op(byte), op(len))
        }
        InstKind::LifetimeStart { ptr } | InstKind::LifetimeEnd { ptr } => format!("{word} {}", op(ptr)),
        InstKind::Call(call) => show_call(names, call),
        InstKind::VaStart { list } | InstKind::VaEnd { list } => format!("{word} {}", op(list)),
        InstKind::VaCopy { dst, src } => format!("{word} {}, {}", op(dst), op(src)),
        InstKind::StackSave | InstKind::Unreachable | InstKind::Trap => word.into(),
        InstKind::StackRestore { mark } => format!("{word} {}", op(mark)),
        InstKind::ObjectSize { ptr, width, min } => {
            format!("{word} i{width} {}{}", op(ptr), if *min { " min" } else { " max" })
        }
        InstKind::Check { check, ok } => format!("{word} {check} {}", op(ok)),
        InstKind::Assume { cond } => format!("{word} {}", op(cond)),
        InstKind::Unsupported { what, .. } => format!("{word} {what:?}"),
        InstKind::Jump { edge: to } => format!("{word} {}", edge(to)),
        InstKind::Branch { cond, then, or_else } => format!("{word} {}, {}, {}", op(cond), edge(then), edge(or_else)),
        InstKind::Switch(switch) => show_switch(names, function, switch),
        InstKind::IndirectBranch { address, edges } => {
            let list: Vec<_> = edges.iter().map(|(_, to)| edge(to)).collect();
            format!("{word} {} [{}]", op(address), list.join(", "))
        }
        InstKind::Return { values } if values.is_empty() => word.into(),
        InstKind::Return { values } => format!("{word} {}", values.iter().map(op).collect::<Vec<_>>().join(", ")),
    }
}

fn show_edge(names: &Names<'_>, function: &Function, edge: EdgeId) -> String {
    let edge = &function.edges[edge];
    let args: Vec<_> = edge.args.iter().map(|&arg| names.operand(arg)).collect();
    if args.is_empty() { edge.target.to_string() } else { format!("{}({})", edge.target, args.join(", ")) }
}

fn show_switch(names: &Names<'_>, function: &Function, switch: &Switch) -> String {
    let case = |(value, edge): &(_, EdgeId)| format!("{}: {}", show_int(value), show_edge(names, function, *edge));
    let cases: Vec<_> = switch.cases.iter().map(case).collect();
    let default = show_edge(names, function, switch.default);
    format!("switch i{} {} [{}] else {default}", switch.width, names.operand(switch.value), cases.join(", "))
}

/// The call's own signature is shown unless it is plainly that of the function it names.
fn show_call(names: &Names<'_>, call: &Call) -> String {
    let (callee, expected) = match call.callee {
        Callee::Direct(func) => (names.func(func), Some(&names.program.functions[func].signature)),
        Callee::Indirect(operand) => (names.operand(operand), None),
    };
    let args: Vec<_> = call.args.iter().map(|arg| show_arg(names, arg)).collect();
    let plain = expected == Some(&call.signature);
    let signature = if plain { String::new() } else { format!(" as {}", show_signature(&call.signature)) };
    format!("call {callee}({}){signature}", args.join(", "))
}

fn show_arg(names: &Names<'_>, arg: &Arg) -> String {
    let byval = arg.byval.map_or_else(String::new, |byval| format!(" byval({}, align {})", byval.size, byval.align));
    let vector = if arg.vector { " vector" } else { "" };
    format!("{}{byval}{vector} {}", arg.ty, names.operand(arg.value))
}

fn show_distance(names: &Names<'_>, offset: i64, index: Option<&PtrIndex>) -> String {
    let mut text = String::new();
    if offset != 0 || index.is_none() {
        let sign = if offset < 0 { '-' } else { '+' };
        text = format!(" {sign} {}", offset.unsigned_abs());
    }
    if let Some(index) = index {
        text += &format!(" + i{} {} * {}", index.width, names.operand(index.index), index.scale);
    }
    text
}

fn show_flags(flags: AccessFlags) -> String {
    let volatile = if flags.volatile { " volatile" } else { "" };
    let ordering = match flags.ordering {
        Ordering::None => String::new(),
        ordering => format!(" {}", ordering_name(ordering)),
    };
    format!(", align {}{volatile}{ordering}", flags.align)
}

fn show_poison(poison: CheckSet) -> String {
    if poison.is_empty() { String::new() } else { format!(" poison({})", list(poison, "").join(" ")) }
}

fn show_cause(cause: UndefCause) -> String {
    match cause {
        UndefCause::Uninitialized => "uninitialized".into(),
        UndefCause::MissingReturn => "missing-return".into(),
        UndefCause::Poison(check) => format!("poison({check})"),
    }
}

fn ordering_name(ordering: Ordering) -> &'static str {
    match ordering {
        Ordering::None => "none",
        Ordering::Unordered => "unordered",
        Ordering::Relaxed => "relaxed",
        Ordering::Acquire => "acquire",
        Ordering::Release => "release",
        Ordering::AcqRel => "acq-rel",
        Ordering::SeqCst => "seq-cst",
    }
}

fn atomic_name(op: AtomicOp) -> &'static str {
    match op {
        AtomicOp::Exchange => "exchange",
        AtomicOp::Add => "add",
        AtomicOp::Sub => "sub",
        AtomicOp::And => "and",
        AtomicOp::Nand => "nand",
        AtomicOp::Or => "or",
        AtomicOp::Xor => "xor",
        AtomicOp::Max => "max",
        AtomicOp::Min => "min",
        AtomicOp::UMax => "umax",
        AtomicOp::UMin => "umin",
        AtomicOp::FAdd => "fadd",
        AtomicOp::FSub => "fsub",
        AtomicOp::FMax => "fmax",
        AtomicOp::FMin => "fmin",
        AtomicOp::UIncWrap => "uinc-wrap",
        AtomicOp::UDecWrap => "udec-wrap",
        AtomicOp::USubCond => "usub-cond",
        AtomicOp::USubSat => "usub-sat",
    }
}

/// `  ; ...`, in the shortest of the forms that the module header of `text` describes.
pub(super) fn show_checks(inst: &Inst) -> String {
    let natural = inst.kind.natural_checks();
    let usual = natural.intersection(CheckSet::default_on());
    if inst.checks.is_empty() {
        return if usual.is_empty() { String::new() } else { "  ; none".into() };
    }
    let relative = |word: &str, base: CheckSet| {
        let mut words = vec![word.to_owned()];
        words.extend(list(difference(base, inst.checks), "-"));
        words.extend(list(difference(inst.checks, base), "+"));
        words
    };
    let mut forms = vec![list(inst.checks, "")];
    if !usual.is_empty() {
        forms.push(relative("!", usual));
    }
    if natural != usual {
        forms.push(relative("!!", natural));
    }
    // A single check is clearer by its name, so the ids win a tie.
    let shortest = forms.into_iter().min_by_key(Vec::len).unwrap_or_default();
    format!("  ; {}", shortest.join(" "))
}

fn difference(set: CheckSet, without: CheckSet) -> CheckSet {
    set.iter().filter(|&check| !without.contains(check)).collect()
}

fn list(set: CheckSet, sign: &str) -> Vec<String> {
    set.iter().map(|check| format!("{sign}{check}")).collect()
}
