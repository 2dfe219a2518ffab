//! What exactly went wrong: the stopped state is looked at, so that running costs nothing.
//!
//! When a check fails the state still stands at the instruction and its operands are in their registers. Everything a
//! message needs is read from there.

use std::collections::BTreeSet;

use candor_bits::{Numeral, small};
use candor_interp::{
    BadPointer, Detail, Doing, Ending, Fault, Involved, Native, ObjectId, ObjectKind, ObjectNote, Site, StackEntry,
    State, UnnamedArg, lookup_native, unnamed_args,
};
use candor_ir::{
    BinOp, Call, Callee, CastOp, Check, CheckGroup, Const, ConstExpr, EntityRef, FuncId, Inst, InstKind, Loc, MathOp,
    Operand, Program, Scalar, ValueId, VariableHome,
};

use crate::context::ConcreteContext;
use crate::race::OtherAccess;
use crate::value::{Value, ops};

type Stopped<'s, 'o> = &'s State<ConcreteContext<'o>>;

/// A pointer that an instruction uses, and how.
struct Use {
    pointer: Value,
    size: Option<u64>,
    write: bool,
    align: u32,
}

/// The fault of a state whose check failed; what is lost and the other access of a race are what the check has found.
pub(crate) fn describe(
    program: &Program,
    state: Stopped<'_, '_>,
    check: Check,
    lost: &[ObjectId],
    race: Option<OtherAccess>,
) -> Fault {
    let stack = stack_of(program, &state.thread.position());
    let inst = &program.functions[state.thread.top.func].insts[state.thread.top.pc];
    let (detail, object) = detail(program, state, inst, check, lost);
    let others = match race {
        Some(race) => vec![involved(program, &race)],
        None if check == Check::Deadlock => waiting(program, state),
        None => Vec::new(),
    };
    Fault { check, detail, object, thread: state.thread.id.0, stack, others }
}

fn stack_of(program: &Program, position: &[Site]) -> Vec<StackEntry> {
    position.iter().rev().map(|&site| StackEntry::at(program, site)).collect()
}

fn involved(program: &Program, race: &OtherAccess) -> Involved {
    let does = if race.write { Doing::Writes } else { Doing::Reads };
    Involved { thread: race.thread.0, does, stack: stack_of(program, &race.position) }
}

/// The other threads of a deadlock: all wait.
fn waiting(program: &Program, state: Stopped<'_, '_>) -> Vec<Involved> {
    let others = state.parked.iter().filter(|thread| !thread.ended);
    let mut others: Vec<Involved> = others
        .map(|thread| Involved {
            thread: thread.id.0,
            does: Doing::Waits,
            stack: stack_of(program, &thread.position()),
        })
        .collect();
    others.sort_by_key(|other| other.thread);
    others
}

fn detail(
    program: &Program,
    state: Stopped<'_, '_>,
    inst: &Inst,
    check: Check,
    lost: &[ObjectId],
) -> (Detail, Option<ObjectNote>) {
    match check.group() {
        CheckGroup::Concurrency if check == Check::DataRace => memory_detail(program, state, inst, check),
        CheckGroup::Deref | CheckGroup::Memory => memory_detail(program, state, inst, check),
        CheckGroup::Free => free_detail(program, state, inst),
        CheckGroup::Leak => leak_detail(program, state, lost),
        CheckGroup::Arithmetic => (arithmetic_detail(program, state, inst), None),
        CheckGroup::OtherUb if check == Check::UninitializedRead => (Detail::None, origin_note(program, state, inst)),
        CheckGroup::OtherUb if check == Check::InvalidBool => (index_detail(program, state, inst), None),
        CheckGroup::OtherUb if check == Check::InvalidCall => match &inst.kind {
            InstKind::Load { ty, ptr, .. } => (argument_detail(program, state, *ty, *ptr), None),
            // Any other is described by what it calls.
            _ => (other_detail(program, state, inst), None),
        },
        CheckGroup::OtherUb | CheckGroup::Errors | CheckGroup::Concurrency | CheckGroup::Liveness => {
            (other_detail(program, state, inst), None)
        }
    }
}

/// The value of an operand in the stopped state.
fn read(program: &Program, state: Stopped<'_, '_>, operand: Operand) -> Value {
    match operand {
        Operand::Value(value) => state.thread.top.regs[value.index()].clone(),
        Operand::Const(constant) => match program.consts.get(constant) {
            Const::Int(bits) | Const::Float(_, bits) => Value::from_bits(bits),
            Const::Expr(expr) => match &**expr {
                ConstExpr::Cast { op: CastOp::IntToPtr, value, .. } => read(program, state, Operand::Const(*value)),
                ConstExpr::Binary { .. } | ConstExpr::Cast { .. } | ConstExpr::PtrAdd { .. } => Value::Int(0),
            },
            // Globals are laid out first and in order, then functions.
            Const::Global(global, offset) => Value::ptr(ObjectId(global.as_u32()), *offset),
            Const::Function(func) => {
                let n_globals = u32::try_from(program.globals.len()).expect("ids are u32");
                Value::ptr(ObjectId(n_globals + func.as_u32()), 0)
            }
            _ => Value::Int(0),
        },
    }
}

/// The pointers that an instruction uses, in the order in which they are checked.
fn uses(program: &Program, state: Stopped<'_, '_>, inst: &Inst) -> Vec<Use> {
    let value = |operand| read(program, state, operand);
    let bytes = |ty| Some(program.target.store_bytes(ty));
    let number = |operand| value(operand).bits(64).to_u64();
    let plain = |pointer, size, write, align| Use { pointer, size, write, align };
    match &inst.kind {
        InstKind::Load { ty, ptr, flags } => vec![plain(value(*ptr), bytes(*ty), false, flags.align)],
        InstKind::Store { ty, ptr, flags, .. }
        | InstKind::AtomicRmw { ty, ptr, flags, .. }
        | InstKind::AtomicCas { ty, ptr, flags, .. } => vec![plain(value(*ptr), bytes(*ty), true, flags.align)],
        InstKind::MemCopy { dst, src, len, .. } => {
            let len = number(*len);
            vec![plain(value(*src), len, false, 1), plain(value(*dst), len, true, 1)]
        }
        InstKind::MemFill { dst, len, .. } => vec![plain(value(*dst), number(*len), true, 1)],
        InstKind::PtrAdd { base, offset, index, .. } => {
            let mut moved = value(*base);
            let width = program.target.pointer_bits;
            moved = ops::offset(width, &moved, &Value::Int(offset.cast_unsigned() & small::mask(width)));
            if let Some(index) = index {
                let count = small::sext(index.width.min(64), value(index.index).bits(64).to_u64_wrapping());
                let bytes = count.wrapping_mul(index.scale.cast_signed()).cast_unsigned() & small::mask(width);
                moved = ops::offset(width, &moved, &Value::Int(bytes));
            }
            vec![plain(moved, Some(0), false, 1)]
        }
        InstKind::Compare { a, b, .. } => vec![plain(value(*a), None, false, 1), plain(value(*b), None, false, 1)],
        InstKind::Call(call) => call_uses(program, state, call),
        InstKind::VaStart { list } => vec![plain(value(*list), None, true, 1)],
        InstKind::VaCopy { dst, src } => {
            vec![plain(value(*src), None, false, 1), plain(value(*dst), None, true, 1)]
        }
        // Any other has nothing more that a message could show.
        _ => Vec::new(),
    }
}

/// The function that a pointer is to.
fn function_at(state: Stopped<'_, '_>, pointer: &Value) -> Option<FuncId> {
    let (object, offset) = pointer.unmarked().as_ptr()?;
    match state.memory.get(object)?.kind {
        ObjectKind::Function(func) if offset == 0 => Some(func),
        _ => None,
    }
}

fn call_uses(program: &Program, state: Stopped<'_, '_>, call: &Call) -> Vec<Use> {
    let arg = |idx: usize| call.args.get(idx).map_or(Value::Int(0), |arg| read(program, state, arg.value));
    let number = |idx: usize| arg(idx).bits(64).to_u64();
    let callee = match call.callee {
        Callee::Direct(func) => func,
        Callee::Indirect(pointer) => {
            let pointer = read(program, state, pointer);
            match function_at(state, &pointer) {
                Some(func) => func,
                None => return vec![Use { pointer, size: None, write: false, align: 1 }],
            }
        }
    };
    let native = lookup_native(&program.functions[callee].name);
    match native {
        Some(Native::MemCopy { .. }) => vec![
            Use { pointer: arg(1), size: number(2), write: false, align: 1 },
            Use { pointer: arg(0), size: number(2), write: true, align: 1 },
        ],
        Some(Native::MemFill) => vec![Use { pointer: arg(0), size: number(2), write: true, align: 1 }],
        // Any other is shown with all pointers that it is given.
        _ => {
            let pointers = call.args.iter().filter(|arg| arg.ty == Scalar::Ptr);
            pointers
                .map(|arg| {
                    let size = arg.byval.map(|byval| byval.size);
                    Use { pointer: read(program, state, arg.value), size, write: false, align: 1 }
                })
                .collect()
        }
    }
}

fn memory_detail(program: &Program, state: Stopped<'_, '_>, inst: &Inst, check: Check) -> (Detail, Option<ObjectNote>) {
    if let (Check::OutOfBounds, InstKind::PtrAdd { index: Some(index), .. }) = (check, &inst.kind) {
        let count = Numeral::Signed(read(program, state, index.index).bits(index.width));
        let (bytes_each, width) = (index.scale, program.target.pointer_bits);
        return (Detail::Elements { count, bytes_each, width }, None);
    }
    let uses = uses(program, state, inst);
    let culprit = uses.iter().find(|candidate| is_culprit(state, candidate, check)).or(uses.first());
    let Some(culprit) = culprit else {
        return (index_detail(program, state, inst), None);
    };
    let object = object_note(program, state, &culprit.pointer);
    let pointer = bad_pointer(&culprit.pointer);
    let detail = match (check, culprit.size) {
        (Check::MisalignedAccess, Some(size)) => {
            let pointer = address_of(state, &culprit.pointer).map(BadPointer::Address).or(pointer);
            Detail::Misaligned { write: culprit.write, size, align: culprit.align, pointer }
        }
        // Any other is about the access as such.
        _ => Detail::Access { write: culprit.write, size: culprit.size, pointer },
    };
    (detail, object)
}

/// Whether this pointer is the one that the check is about.
fn is_culprit(state: Stopped<'_, '_>, candidate: &Use, check: Check) -> bool {
    let pointer = candidate.pointer.unmarked();
    let Some((object, offset)) = pointer.as_ptr() else {
        return matches!(check, Check::NullDereference | Check::InvalidPointer);
    };
    let Some(found) = state.memory.get(object) else {
        return false;
    };
    match check {
        Check::UseAfterFree | Check::UseAfterScope => !found.live,
        Check::WriteToConst => candidate.write && found.constant,
        Check::OutOfBounds => {
            let end = u64::try_from(offset).ok().and_then(|at| at.checked_add(candidate.size.unwrap_or(1)));
            found.plain_size.zip(end).is_none_or(|(size, end)| end > size)
        }
        Check::NullDereference | Check::InvalidPointer => matches!(found.kind, ObjectKind::Function(_)),
        // Any other is told of the first pointer.
        _ => true,
    }
}

fn bad_pointer(pointer: &Value) -> Option<BadPointer> {
    match pointer.unmarked() {
        Value::Int(address) => Some(BadPointer::Address(*address)),
        other => other.as_ptr().map(|(_, offset)| BadPointer::Offset(offset)),
    }
}

fn address_of(state: Stopped<'_, '_>, pointer: &Value) -> Option<u64> {
    match pointer.unmarked() {
        Value::Int(address) => Some(*address),
        other => {
            let (object, offset) = other.as_ptr()?;
            let base = state.memory.get(object)?.base.as_ref()?.bits(64).to_u64_wrapping();
            Some(base.wrapping_add(offset.cast_unsigned()))
        }
    }
}

/// What the program knows memory from outside by: the function of the library that it was got from, or that has made it before `main`.
pub fn outside_name(program: &Program, made: Site) -> &'static str {
    let Some(function) = program.functions.get(made.func) else { return "argv" };
    let inst = function.insts.get(made.inst).map(|inst| &inst.kind);
    let callee = inst.and_then(InstKind::direct_callee).map(|callee| program.functions[callee].name.as_str());
    let maker = if function.library { Some(function.name.as_str()) } else { callee };
    match maker {
        Some("getenv" | "secure_getenv" | "variable" | "__model_variables") => "environ",
        Some(_) | None => "argv",
    }
}

/// What is known about the object behind a pointer.
fn object_note(program: &Program, state: Stopped<'_, '_>, pointer: &Value) -> Option<ObjectNote> {
    let (object, offset) = pointer.unmarked().as_ptr()?;
    let found = state.memory.get(object)?;
    let loc = |site: Site| instruction_loc(program, site);
    let (name, made) = match found.kind {
        ObjectKind::Global(global) => {
            let global = &program.globals[global];
            let name = global.source_name.clone().unwrap_or_else(|| global.name.clone());
            (Some(name), program.source.get(global.loc))
        }
        ObjectKind::Function(func) => {
            let function = &program.functions[func];
            (Some(function.name.clone()), program.source.get(function.loc))
        }
        ObjectKind::Stack => match variable_at(program, found.made) {
            Some((name, declared)) => (Some(name), declared.or_else(|| loc(found.made))),
            None => (None, loc(found.made)),
        },
        ObjectKind::Heap | ObjectKind::VarArgs | ObjectKind::External => (None, loc(found.made)),
        ObjectKind::Arguments => (Some(outside_name(program, found.made).to_owned()), None),
    };
    let ended = found.ended.and_then(loc);
    let ending = ending(program, state, object);
    let is_literal = matches!(found.kind, ObjectKind::Global(global) if program.globals[global].is_literal());
    Some(ObjectNote { kind: found.kind, name, is_literal, size: found.plain_size, made, ended, ending, offset })
}

fn ending(program: &Program, state: Stopped<'_, '_>, object: ObjectId) -> Ending {
    let Some(found) = state.memory.get(object).filter(|found| found.kind == ObjectKind::Stack && !found.live) else {
        return Ending::Block;
    };
    let inst = |site: Site| program.functions[site.func].insts.get(site.inst);
    let ended_by = found.ended.and_then(inst);
    // Lives end by instructions of their own or with their functions, unless a jump leaves them.
    let is_jump = ended_by.is_some_and(|inst| matches!(inst.kind, InstKind::Call(_)));
    let function = &program.functions[found.made.func];
    let pointer = inst(found.made).and_then(|inst| inst.result);
    let made_as = pointer.and_then(|pointer| function.values[pointer].name.as_deref()).unwrap_or_default();
    if lives_again(state, object) {
        Ending::Round
    } else if is_jump {
        Ending::Jump
    } else if made_as.starts_with(".compoundliteral") {
        Ending::Literal
    } else {
        Ending::Block
    }
}

/// Whether a variable has ended and the function's variable of the same declaration has begun another life.
fn lives_again(state: Stopped<'_, '_>, object: ObjectId) -> bool {
    let ended = state.memory.get(object).filter(|found| found.kind == ObjectKind::Stack && !found.live);
    ended.is_some_and(|ended| {
        let is_next =
            |local: ObjectId| state.memory.get(local).is_some_and(|next| next.live && next.made == ended.made);
        let mut locals = state.thread.frames().flat_map(|frame| &frame.locals);
        locals.any(|(_, local)| *local > object && is_next(*local))
    })
}

fn instruction_loc(program: &Program, site: Site) -> Option<Loc> {
    let inst = program.functions[site.func].insts.get(site.inst)?;
    program.source.get(inst.loc)
}

/// The variable whose memory an `alloca` makes, and where it is declared.
fn variable_at(program: &Program, site: Site) -> Option<(String, Option<Loc>)> {
    let function = &program.functions[site.func];
    let result = function.insts.get(site.inst)?.result?;
    let variable = function.vars.values().find(|variable| variable.home == VariableHome::Memory(result))?;
    Some((variable.name.clone(), program.source.get(variable.loc)))
}

fn free_detail(program: &Program, state: Stopped<'_, '_>, inst: &Inst) -> (Detail, Option<ObjectNote>) {
    let InstKind::Call(call) = &inst.kind else {
        return (Detail::None, None);
    };
    let pointer = call.args.first().map_or(Value::Int(0), |arg| read(program, state, arg.value));
    (Detail::Free { pointer: bad_pointer(&pointer) }, object_note(program, state, &pointer))
}

/// The blocks that are lost, or with `memory-cleanup` all that are still allocated.
fn leak_detail(program: &Program, state: Stopped<'_, '_>, lost: &[ObjectId]) -> (Detail, Option<ObjectNote>) {
    let bytes = lost.iter().filter_map(|&id| state.memory.get(id)?.plain_size).sum();
    let note = lost.first().and_then(|&first| object_note(program, state, &Value::ptr(first, 0)));
    (Detail::Leak { blocks: lost.len() as u64, bytes }, note)
}

fn arithmetic_detail(program: &Program, state: Stopped<'_, '_>, inst: &Inst) -> Detail {
    match &inst.kind {
        InstKind::Binary { op, ty: Scalar::Int(width), a, b, .. } => {
            let signed =
                !inst.checks.contains(Check::UnsignedWrap) && !matches!(op, BinOp::UDiv | BinOp::URem | BinOp::LShr);
            let operands = [*a, *b].map(|operand| Numeral::integer(read(program, state, operand).bits(*width), signed));
            Detail::Arithmetic { op: *op, operands }
        }
        InstKind::Check { check: Check::FloatCastOverflow, ok } => float_cast_detail(program, state, *ok),
        InstKind::Check { .. } => index_detail(program, state, inst),
        InstKind::Call(_) => other_detail(program, state, inst),
        // Any other has nothing more that a message could show.
        _ => Detail::None,
    }
}

/// The float that the bounds before a conversion were compared with, and the type that it is converted to.
fn float_cast_detail(program: &Program, state: Stopped<'_, '_>, ok: Operand) -> Detail {
    let function = &program.functions[state.thread.top.func];
    let definition = |operand| match operand {
        Operand::Value(value) => function.insts.values().find(|inst| inst.result == Some(value)).map(|inst| &inst.kind),
        Operand::Const(_) => None,
    };
    let mut bound = definition(ok);
    // Both bounds at once.
    if let Some(InstKind::Binary { op: BinOp::And, a, .. }) = bound {
        bound = definition(*a);
    }
    let Some(InstKind::Compare { ty: Scalar::Float(kind), a: float, .. }) = bound else {
        return Detail::None;
    };
    let conversion = function.insts.iter().skip(state.thread.top.pc.index()).find_map(|(_, inst)| match &inst.kind {
        InstKind::Cast { op: op @ (CastOp::FpToSi | CastOp::FpToUi), to: Scalar::Int(width), value, .. }
            if value == float =>
        {
            Some((*op == CastOp::FpToSi, *width))
        }
        // Any other is not the conversion that is looked for.
        _ => None,
    });
    let Some((signed, width)) = conversion else {
        return Detail::None;
    };
    let value = Numeral::Float(*kind, read(program, state, *float).bits(kind.bits()));
    Detail::FloatCast { value, signed, width }
}

/// The comparison behind a check of the compiler: an index and its bound, a shift amount and the width.
fn index_detail(program: &Program, state: Stopped<'_, '_>, inst: &Inst) -> Detail {
    let InstKind::Check { ok: Operand::Value(ok), .. } = &inst.kind else {
        return Detail::None;
    };
    let function = &program.functions[state.thread.top.func];
    let definition = function.insts.values().find(|candidate| candidate.result == Some(*ok));
    let Some(InstKind::Compare { ty: Scalar::Int(width), a, b, .. }) = definition.map(|inst| &inst.kind) else {
        return Detail::None;
    };
    let [value, bound] = [*a, *b].map(|operand| Numeral::Signed(read(program, state, operand).bits(*width)));
    Detail::Compared { value, bound }
}

/// Where the marked bits of a value that the instruction uses come from: the registers are followed back to the variable or
/// the memory that nobody wrote.
fn origin_note(program: &Program, state: Stopped<'_, '_>, inst: &Inst) -> Option<ObjectNote> {
    let function = &program.functions[state.thread.top.func];
    let is_marked = |value: ValueId| state.thread.top.regs[value.index()].use_fault().is_some();
    let mut work = marked_operands(inst, is_marked);
    let mut seen = BTreeSet::new();
    while let Some(value) = work.pop() {
        if !seen.insert(value) {
            continue;
        }
        let Some((_, definition)) = function.insts.iter().find(|(_, inst)| inst.result == Some(value)) else {
            continue;
        };
        match &definition.kind {
            InstKind::Load { ptr, .. } => return object_note(program, state, &read(program, state, *ptr)),
            InstKind::Undef { .. } => return variable_note(program, state, value),
            // Any other passes on what it was given.
            _ => work.extend(marked_operands(definition, is_marked)),
        }
    }
    None
}

fn marked_operands(inst: &Inst, is_marked: impl Fn(ValueId) -> bool) -> Vec<ValueId> {
    let mut found = Vec::new();
    inst.kind.for_each_operand(|operand| {
        if let Operand::Value(value) = operand
            && is_marked(value)
        {
            found.push(value);
        }
    });
    found
}

/// The variable that starts out with this value.
fn variable_note(program: &Program, state: Stopped<'_, '_>, value: ValueId) -> Option<ObjectNote> {
    let function = &program.functions[state.thread.top.func];
    let values = function.debug_values.iter().filter(|debug| debug.value == Operand::Value(value));
    let variable = values.map(|debug| &function.vars[debug.var]).find(|variable| variable.is_named())?;
    let size = program.target.store_bytes(function.type_of(value));
    Some(ObjectNote {
        kind: ObjectKind::Stack,
        name: Some(variable.name.clone()),
        is_literal: false,
        size: Some(size),
        made: program.source.get(variable.loc),
        ended: None,
        ending: Ending::Block,
        offset: 0,
    })
}

fn other_detail(program: &Program, state: Stopped<'_, '_>, inst: &Inst) -> Detail {
    let call = match &inst.kind {
        InstKind::Call(call) => call,
        InstKind::Check { check: Check::BadStdlibArgument | Check::UnreachableCode, .. } => {
            return Detail::Message(builtin_message(program, state).to_owned());
        }
        // Any other has nothing more that a message could show.
        _ => return Detail::None,
    };
    let callee = match call.callee {
        Callee::Direct(func) => program.functions[func].name.clone(),
        Callee::Indirect(pointer) => {
            let target = read(program, state, pointer).unmarked().as_ptr();
            match target.and_then(|(object, _)| state.memory.get(object)).map(|object| object.kind) {
                Some(ObjectKind::Function(func)) => program.functions[func].name.clone(),
                _ => String::new(),
            }
        }
    };
    let text_arg = match lookup_native(&callee) {
        Some(Native::AssertFail) => Some(0),
        Some(Native::Check) => Some(2),
        // Any other has no text of its own: its name is shown.
        _ => None,
    };
    let text = text_arg.and_then(|idx| call.args.get(idx)).and_then(|arg| {
        let pointer = read(program, state, arg.value);
        string_at(state, &pointer)
    });
    match text {
        Some(text) => Detail::Message(text),
        None => Detail::Call { callee },
    }
}

/// What is wrong with an argument of a builtin of the compiler; counting zeros is done right after its check.
fn builtin_message(program: &Program, state: Stopped<'_, '_>) -> &'static str {
    let insts = &program.functions[state.thread.top.func].insts;
    match insts.values().nth(state.thread.top.pc.index() + 1).map(|inst| &inst.kind) {
        Some(InstKind::Math { op: MathOp::Ctlz, .. }) => "the number of leading zeros of 0 is undefined",
        Some(InstKind::Math { op: MathOp::Cttz, .. }) => "the number of trailing zeros of 0 is undefined",
        // Any other is an assumption of the program's.
        _ => "what the program told the compiler to assume is not true",
    }
}

/// What `va_arg` reads, and what was passed.
fn argument_detail(program: &Program, state: Stopped<'_, '_>, ty: Scalar, ptr: Operand) -> Detail {
    let Some((object, offset)) = read(program, state, ptr).unmarked().as_ptr() else {
        return Detail::None;
    };
    let args = unnamed_args(program, &state.thread);
    let lies_there = |arg: &&UnnamedArg<'_, Value>| {
        arg.offset == offset && arg.area.as_ptr().is_some_and(|(area, _)| area == object)
    };
    let Some(passed) = args.iter().find(lies_there) else {
        return Detail::None;
    };
    let sized = |ty| (ty, program.target.store_bytes(ty));
    Detail::Argument { read: sized(ty), passed: sized(passed.ty) }
}

/// A C string in the stopped state's memory, if it is a plain one.
fn string_at(state: Stopped<'_, '_>, pointer: &Value) -> Option<String> {
    let (object, offset) = pointer.unmarked().as_ptr()?;
    let contents = &state.memory.get(object)?.contents;
    let mut text = Vec::new();
    let start = u64::try_from(offset).ok()?;
    for at in start..contents.size().min(start + 4096) {
        match contents.byte(at) {
            candor_interp::object::ByteView::Plain(0) => return Some(String::from_utf8_lossy(&text).into_owned()),
            candor_interp::object::ByteView::Plain(byte) => text.push(byte),
            _ => return None,
        }
    }
    None
}
