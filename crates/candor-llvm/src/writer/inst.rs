//! One instruction as LLVM instructions.

use candor_ir::{
    AccessFlags, Arg, AtomicOp, BinOp, Call, Callee, CastOp, Check, CheckSet, CmpOp, Inst, InstId, InstKind, Operand,
    Ordering, Pred, PtrIndex, Scalar, UndefCause, ValueId, assembly_text,
};

use super::constant::{type_name, type_suffix};
use super::function::Body;
use super::{byval_text, math, names, params_text, result_type, returns_twice};

/// Terminators are written with their block.
pub(super) fn write(body: &mut Body<'_, '_>, inst: InstId) {
    let function = body.function;
    let Inst { kind, result, checks, .. } = &function.insts[inst];
    if body.module.options.trap_checks {
        if checked_arithmetic(body, kind, *result, *checks) {
            return;
        }
        write_checks(body, kind, *checks);
    }
    match kind {
        InstKind::Binary { .. }
        | InstKind::Predicate { .. }
        | InstKind::Compare { .. }
        | InstKind::Cast { .. }
        | InstKind::Select { .. }
        | InstKind::Math { .. }
        | InstKind::IsFpClass { .. }
        | InstKind::PoisonIf { .. }
        | InstKind::Freeze { .. } => computation(body, *result, kind),
        InstKind::Undef { ty, cause } => undefined(body, *result, *ty, *cause),
        InstKind::PtrAdd { .. } | InstKind::Alloca { .. } | InstKind::StackSave | InstKind::ObjectSize { .. } => {
            address(body, *result, kind)
        }
        InstKind::Load { .. }
        | InstKind::Store { .. }
        | InstKind::AtomicRmw { .. }
        | InstKind::AtomicCas { .. }
        | InstKind::Fence { .. } => access(body, *result, kind),
        InstKind::MemCopy { dst, src, len, width, may_overlap, .. } => {
            let name = if *may_overlap { "llvm.memmove.p0.p0" } else { "llvm.memcpy.p0.p0" };
            bulk(body, name, *width, [*dst, *src, *len]);
        }
        InstKind::MemFill { dst, byte, len, width } => bulk(body, "llvm.memset.p0", *width, [*dst, *byte, *len]),
        InstKind::LifetimeStart { ptr } => lifetime(body, "llvm.lifetime.start.p0", *ptr),
        InstKind::LifetimeEnd { ptr } => lifetime(body, "llvm.lifetime.end.p0", *ptr),
        InstKind::Call(call) => write_call(body, call),
        InstKind::VaStart { list } => effect(body, "llvm.va_start.p0", &[*list]),
        InstKind::VaCopy { dst, src } => effect(body, "llvm.va_copy.p0", &[*dst, *src]),
        InstKind::VaEnd { list } => effect(body, "llvm.va_end.p0", &[*list]),
        InstKind::StackRestore { mark } => effect(body, "llvm.stackrestore.p0", &[*mark]),
        InstKind::Assume { cond } => effect(body, "llvm.assume", &[*cond]),
        InstKind::Check { check, ok } => claim(body, *check, *ok),
        InstKind::Unsupported { what, results } => unsupported(body, what, results),
        InstKind::Jump { .. } | InstKind::Branch { .. } | InstKind::Switch(_) | InstKind::IndirectBranch { .. } => {}
        InstKind::Return { .. } | InstKind::Unreachable | InstKind::Trap => {}
    }
}

/// What only computes.
fn computation(body: &mut Body<'_, '_>, result: Option<ValueId>, kind: &InstKind) {
    let line = match kind {
        InstKind::Binary { op, ty, a, b, poison } => {
            let flags = poison_flags(*op, *poison);
            format!("{op}{flags} {} {}, {}", type_name(*ty), body.operand(*a), body.operand(*b))
        }
        InstKind::Predicate { pred, width, a, b } => math::predicate(body, *pred, *width, *a, *b),
        InstKind::Compare { op, ty, a, b } => {
            let (a, b) = (body.operand(*a), body.operand(*b));
            format!("{} {} {a}, {b}", compare_name(*op), type_name(*ty))
        }
        InstKind::Cast { op, from, to, value } => {
            format!("{op} {} {} to {}", type_name(*from), body.operand(*value), type_name(*to))
        }
        InstKind::Select { cond, a, b, .. } => {
            format!("select {}, {}, {}", body.typed(*cond), body.typed(*a), body.typed(*b))
        }
        InstKind::Math { op, ty, args } => math::math(body, *op, *ty, args),
        InstKind::IsFpClass { kind, value, mask } => {
            let ty = Scalar::Float(*kind);
            let name = format!("llvm.is.fpclass.{}", type_suffix(ty));
            body.module.need("i1", &name, &format!("{}, i32 immarg", type_name(ty)));
            format!("call i1 @{name}({}, i32 {mask})", body.typed(*value))
        }
        InstKind::PoisonIf { ty, value, wrong } => {
            format!("select {}, {} poison, {}", body.typed(*wrong), type_name(*ty), body.typed(*value))
        }
        InstKind::Freeze { value, .. } => format!("freeze {}", body.typed(*value)),
        // Any other is written by another function of this file: `instruction` names them all.
        _ => unreachable!("{kind:?} does more than compute"),
    };
    define(body, result, line);
}

/// Pointers and what is asked of them.
fn address(body: &mut Body<'_, '_>, result: Option<ValueId>, kind: &InstKind) {
    let line = match kind {
        InstKind::PtrAdd { base, offset, index, inbounds } => {
            pointer_sum(body, *base, *offset, index.as_ref(), *inbounds)
        }
        InstKind::Alloca { size, count, align } => {
            let zone = body.module.options.red_zone;
            match count {
                None => format!("alloca [{} x i8], align {align}", size.saturating_add(zone)),
                Some((count, _)) => {
                    let mut count = body.typed(*count);
                    if zone > 0 {
                        // The elements follow each other without gaps, so the zone is some more of them.
                        let (ty, _) = count.split_once(' ').expect("a type and a value");
                        let line = format!("add {count}, {}", zone.div_ceil((*size).max(1)));
                        count = format!("{ty} {}", body.define("count", line));
                    }
                    format!("alloca [{size} x i8], {count}, align {align}")
                }
            }
        }
        InstKind::StackSave => {
            body.module.need("ptr", "llvm.stacksave.p0", "");
            "call ptr @llvm.stacksave.p0()".into()
        }
        InstKind::ObjectSize { ptr, width, min } => {
            let name = format!("llvm.objectsize.i{width}.p0");
            body.module.need(&format!("i{width}"), &name, "ptr, i1 immarg, i1 immarg, i1 immarg");
            format!("call i{width} @{name}({}, i1 {min}, i1 true, i1 true)", body.typed(*ptr))
        }
        // Any other is written by another function of this file: `instruction` names them all.
        _ => unreachable!("{kind:?} is not about addresses"),
    };
    define(body, result, line);
}

/// Copies and fills many bytes.
fn bulk(body: &mut Body<'_, '_>, name: &str, width: u32, args: [Operand; 3]) {
    let name = format!("{name}.i{width}");
    let types = args.map(|arg| type_name(body.type_of(arg))).join(", ");
    body.module.need("void", &name, &format!("{types}, i1 immarg"));
    let args = args.map(|arg| body.typed(arg)).join(", ");
    body.emit(format!("call void @{name}({args}, i1 false)"));
}

/// Without `trap_checks` the claim is left out; what it guards follows.
fn claim(body: &mut Body<'_, '_>, check: Check, ok: Operand) {
    if body.module.options.trap_checks {
        let ok = body.operand(ok);
        body.trap_unless(&ok, trap_kind(check));
    }
}

/// Gives the program's register its value.
fn define(body: &mut Body<'_, '_>, result: Option<ValueId>, line: String) {
    match result {
        Some(value) => {
            let name = body.name(value);
            body.emit(format!("{name} = {line}"));
        }
        None => body.emit(line),
    }
}

fn poison_flags(op: BinOp, poison: CheckSet) -> String {
    let mut flags = String::new();
    let may_wrap = matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Shl);
    if may_wrap && poison.contains(Check::UnsignedWrap) {
        flags.push_str(" nuw");
    }
    if may_wrap && poison.contains(Check::SignedOverflow) {
        flags.push_str(" nsw");
    }
    flags
}

/// Our names of float comparisons have an `f` that LLVM puts into the instruction's name.
fn compare_name(op: CmpOp) -> String {
    match op.name().strip_prefix('f') {
        Some(name) if op.is_float() => format!("fcmp {name}"),
        _ => format!("icmp {op}"),
    }
}

/// A value nobody wrote is read from memory nobody wrote, so that loading the text again finds the same fault.
fn undefined(body: &mut Body<'_, '_>, result: Option<ValueId>, ty: Scalar, cause: UndefCause) {
    let ty = type_name(ty);
    match cause {
        UndefCause::Uninitialized | UndefCause::MissingReturn => {
            let place = body.uninitialized(&ty);
            define(body, result, format!("load {ty}, ptr {place}"));
        }
        UndefCause::Poison(_) => define(body, result, format!("select i1 true, {ty} poison, {ty} poison")),
    }
}

/// One `getelementptr` for index and offset together: a sum in two steps could leave the object in between.
fn pointer_sum(
    body: &mut Body<'_, '_>,
    base: Operand,
    offset: i64,
    index: Option<&PtrIndex>,
    inbounds: bool,
) -> String {
    let flag = if inbounds { " inbounds" } else { "" };
    let width = body.module.program.target.pointer_bits;
    let base = body.typed(base);
    let Some(index) = index else {
        return format!("getelementptr{flag} i8, {base}, i{width} {offset}");
    };
    let scaled = format!("getelementptr{flag} [{} x i8], {base}, {}", index.scale, body.typed(index.index));
    if offset == 0 { scaled } else { format!("{scaled}, i{width} {offset}") }
}

fn access(body: &mut Body<'_, '_>, result: Option<ValueId>, kind: &InstKind) {
    match kind {
        InstKind::Load { ty, ptr, flags } => {
            let ptr = body.typed(*ptr);
            define(
                body,
                result,
                format!("load{} {}, {ptr}{}", access_words(*flags), type_name(*ty), access_tail(*flags)),
            );
        }
        InstKind::Store { ptr, value, flags, .. } => {
            let (ptr, value) = (body.typed(*ptr), body.typed(*value));
            body.emit(format!("store{} {value}, {ptr}{}", access_words(*flags), access_tail(*flags)));
        }
        InstKind::AtomicRmw { op, ptr, value, flags, .. } => {
            let (ptr, value) = (body.typed(*ptr), body.typed(*value));
            let volatile = if flags.volatile { " volatile" } else { "" };
            let line = format!("atomicrmw{volatile} {} {ptr}, {value}{}", atomic_name(*op), access_tail(*flags));
            define(body, result, line);
        }
        InstKind::AtomicCas { ty, ptr, expected, new, flags, failure, success } => {
            let (ptr, expected, new) = (body.typed(*ptr), body.typed(*expected), body.typed(*new));
            let weak = if success.is_some() { " weak" } else { "" };
            let volatile = if flags.volatile { " volatile" } else { "" };
            let orders = format!("{} {}", ordering_name(flags.ordering), ordering_name(*failure));
            let line = format!("cmpxchg{weak}{volatile} {ptr}, {expected}, {new} {orders}, align {}", flags.align);
            let pair = body.define("cas", line);
            define(body, result, format!("extractvalue {{ {}, i1 }} {pair}, 0", type_name(*ty)));
            if success.is_some() {
                define(body, *success, format!("extractvalue {{ {}, i1 }} {pair}, 1", type_name(*ty)));
            }
        }
        InstKind::Fence { ordering } => body.emit(format!("fence {}", ordering_name(*ordering))),
        // Any other is written by another function of this file: `instruction` names them all.
        _ => unreachable!("{kind:?} does not access memory"),
    }
}

fn access_words(flags: AccessFlags) -> String {
    let atomic = if flags.ordering == Ordering::None { "" } else { " atomic" };
    let volatile = if flags.volatile { " volatile" } else { "" };
    format!("{atomic}{volatile}")
}

fn access_tail(flags: AccessFlags) -> String {
    match flags.ordering {
        Ordering::None => format!(", align {}", flags.align),
        ordering => format!(" {}, align {}", ordering_name(ordering), flags.align),
    }
}

fn ordering_name(ordering: Ordering) -> &'static str {
    match ordering {
        // Where LLVM demands an order, the weakest one.
        Ordering::None | Ordering::Relaxed => "monotonic",
        Ordering::Unordered => "unordered",
        Ordering::Acquire => "acquire",
        Ordering::Release => "release",
        Ordering::AcqRel => "acq_rel",
        Ordering::SeqCst => "seq_cst",
    }
}

fn atomic_name(op: AtomicOp) -> &'static str {
    match op {
        AtomicOp::Exchange => "xchg",
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
        AtomicOp::UIncWrap => "uinc_wrap",
        AtomicOp::UDecWrap => "udec_wrap",
        AtomicOp::USubCond => "usub_cond",
        AtomicOp::USubSat => "usub_sat",
    }
}

/// LLVM allows the markers on `alloca`s only.
fn lifetime(body: &mut Body<'_, '_>, name: &str, ptr: Operand) {
    if let Operand::Value(value) = ptr
        && body.is_alloca[value]
    {
        effect(body, name, &[ptr]);
    }
}

/// A call of an intrinsic without result.
fn effect(body: &mut Body<'_, '_>, name: &str, args: &[Operand]) {
    let types: Vec<_> = args.iter().map(|&arg| type_name(body.type_of(arg))).collect();
    body.module.need("void", name, &types.join(", "));
    let args: Vec<_> = args.iter().map(|&arg| body.typed(arg)).collect();
    body.emit(format!("call void @{name}({})", args.join(", ")));
}

/// The width of `float`.
const FLOAT_BITS: u32 = 32;

fn argument(body: &mut Body<'_, '_>, arg: &Arg) -> String {
    let (ty, value) = (type_name(arg.ty), body.operand(arg.value));
    match arg.ty {
        // All vectors of a size are passed alike.
        Scalar::Int(width) if arg.vector && width.is_multiple_of(FLOAT_BITS) => {
            let vector = format!("<{} x float>", width / FLOAT_BITS);
            let value = body.define("vector", format!("bitcast {ty} {value} to {vector}"));
            format!("{vector} {value}")
        }
        _ => format!("{ty}{} {value}", byval_text(arg.byval)),
    }
}

/// The call's own signature counts: it may differ from that of the function called.
fn write_call(body: &mut Body<'_, '_>, call: &Call) {
    if let Callee::Direct(func) = call.callee
        && let Some(text) = assembly_text(&body.module.program.functions[func].name)
    {
        return unsupported(body, &format!("inline assembly {text}"), &call.results);
    }
    let (callee, attribute) = match call.callee {
        Callee::Direct(func) => {
            let twice = returns_twice(&body.module.program.functions[func].name);
            (body.module.names.func(func), if twice { " returns_twice" } else { "" })
        }
        Callee::Indirect(operand) => (body.operand(operand), ""),
    };
    let mut args = Vec::with_capacity(call.args.len());
    for arg in &call.args {
        args.push(argument(body, arg));
    }
    let result = result_type(&call.signature);
    let variadic = if call.signature.variadic { format!(" ({})", params_text(&call.signature)) } else { String::new() };
    let line = format!("call {result}{variadic} {callee}({}){attribute}", args.join(", "));
    match call.results[..] {
        [] => body.emit(line),
        [only] => define(body, Some(only), line),
        _ => {
            let whole = body.define(&whole_name(body, &call.results), line);
            for (index, &value) in call.results.iter().enumerate() {
                define(body, Some(value), format!("extractvalue {result} {whole}, {index}"));
            }
        }
    }
}

/// The registers `call.0` and `call.1` came from a struct `call`.
fn whole_name(body: &Body<'_, '_>, results: &[ValueId]) -> String {
    let first = results.first().and_then(|&value| body.function.values[value].name.as_deref());
    first.and_then(|name| name.strip_suffix(".0")).unwrap_or("call").to_owned()
}

/// Inline assembly: candor stops at it as it would have here, and a processor stops too.
fn unsupported(body: &mut Body<'_, '_>, what: &str, results: &[ValueId]) {
    // In a template `$`, `{`, `|` and `}` have meanings of their own.
    let reason: String =
        what.chars().map(|c| if c.is_ascii_alphanumeric() || " .,:_-@%".contains(c) { c } else { ' ' }).collect();
    body.emit(format!(
        "call void asm sideeffect \"int3 # unsupported: {}\", \"\"()",
        names::escaped(reason.as_bytes())
    ));
    for &value in results {
        let ty = type_name(body.function.type_of(value));
        define(body, Some(value), format!("select i1 true, {ty} poison, {ty} poison"));
    }
}

/// The checks that loading again would not give the instruction by itself.
fn write_checks(body: &mut Body<'_, '_>, kind: &InstKind, checks: CheckSet) {
    match kind {
        InstKind::Binary { op, ty: Scalar::Int(width), a, b, .. } => {
            for (check, pred) in arithmetic_checks(*op).into_iter().filter(|(check, _)| checks.contains(*check)) {
                let ok = match pred {
                    // As clang writes it, so that loading again finds the check on the shift itself.
                    Pred::ShiftTooFar => format!("icmp ule i{width} {}, {}", body.operand(*b), width - 1),
                    _ => {
                        let bad = math::predicate(body, pred, *width, *a, *b);
                        let bad = body.define("bad", bad);
                        format!("xor i1 {bad}, true")
                    }
                };
                let ok = body.define("ok", ok);
                body.trap_unless(&ok, binary_trap_kind(*op, check));
            }
        }
        InstKind::Cast { op: op @ (CastOp::FpToSi | CastOp::FpToUi), from, to, value }
            if checks.contains(Check::FloatCastOverflow) =>
        {
            let ok = math::float_cast_fits(body, *op, *from, *to, *value);
            body.trap_unless(&ok, trap_kind(Check::FloatCastOverflow));
        }
        // Any other has its checks by nature, as divisions and accesses do, or is written as a claim of its own (`Check`).
        _ => {}
    }
}

/// A sum, difference or product whose only check is its overflow: the number and the overflow come from one intrinsic, as clang
/// writes it, so that loading again finds one checked operation.
fn checked_arithmetic(body: &mut Body<'_, '_>, kind: &InstKind, result: Option<ValueId>, checks: CheckSet) -> bool {
    let InstKind::Binary { op: op @ (BinOp::Add | BinOp::Sub | BinOp::Mul), ty, a, b, .. } = kind else {
        return false;
    };
    let sign = match (checks.contains(Check::SignedOverflow), checks.contains(Check::UnsignedWrap)) {
        (true, false) => 's',
        (false, true) => 'u',
        (true, true) | (false, false) => return false,
    };
    let (a, b, ty) = (body.operand(*a), body.operand(*b), type_name(*ty));
    let pair = math::with_overflow(body, &format!("{sign}{op}"), &ty, &a, &b);
    let bad = body.define("bad", format!("extractvalue {{ {ty}, i1 }} {pair}, 1"));
    let ok = body.define("ok", format!("xor i1 {bad}, true"));
    body.trap_unless(&ok, binary_trap_kind(*op, Check::SignedOverflow));
    define(body, result, format!("extractvalue {{ {ty}, i1 }} {pair}, 0"));
    true
}

fn arithmetic_checks(op: BinOp) -> Vec<(Check, Pred)> {
    match op {
        BinOp::Add => vec![(Check::SignedOverflow, Pred::SAddOverflow), (Check::UnsignedWrap, Pred::UAddOverflow)],
        BinOp::Sub => vec![(Check::SignedOverflow, Pred::SSubOverflow), (Check::UnsignedWrap, Pred::USubOverflow)],
        BinOp::Mul => vec![(Check::SignedOverflow, Pred::SMulOverflow), (Check::UnsignedWrap, Pred::UMulOverflow)],
        BinOp::Shl => vec![
            (Check::ShiftOutOfRange, Pred::ShiftTooFar),
            (Check::SignedOverflow, Pred::SShlOverflow),
            (Check::UnsignedWrap, Pred::UShlOverflow),
        ],
        BinOp::LShr | BinOp::AShr => vec![(Check::ShiftOutOfRange, Pred::ShiftTooFar)],
        BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem | BinOp::And | BinOp::Or | BinOp::Xor => vec![],
        BinOp::FAdd | BinOp::FSub | BinOp::FMul | BinOp::FDiv | BinOp::FRem => vec![],
    }
}

/// The operand of `llvm.ubsantrap`, as clang numbers its handlers.
fn binary_trap_kind(op: BinOp, check: Check) -> u8 {
    match op {
        BinOp::Add => 0,
        BinOp::Sub => 21,
        BinOp::Mul => 12,
        _ => trap_kind(check),
    }
}

fn trap_kind(check: Check) -> u8 {
    match check {
        Check::UnreachableCode => 1,
        Check::DivisionByZero | Check::DivisionOverflow => 3,
        Check::FloatCastOverflow => 5,
        Check::BadStdlibArgument => 8,
        Check::MissingReturn => 11,
        Check::ArrayIndex | Check::OutOfBounds => 18,
        Check::PointerArithmetic => 19,
        Check::ShiftOutOfRange => 20,
        Check::MisalignedAccess | Check::NullDereference => 22,
        Check::VlaBound => 24,
        // Any other is shown as an overflow: it is a number for people who read the trap.
        _ => 0,
    }
}
