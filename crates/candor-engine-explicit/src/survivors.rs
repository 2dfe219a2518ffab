//! Enumerating inputs: which answers to a question an execution survives, where the program soon says what it assumes of them.
//!
//! `int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x >= 0 && x < 4);` has four answers worth trying among four billion. The code behind
//! the question is run by the interpreter with an interval for the answer: a term of constant leading bits and free bits behind them, of
//! which the rewrite rules of terms decide comparisons by its bounds. An interval whose every number ends at an assumption is dropped, one that takes
//! several ways is cut in two. What is left over may be too much, never too little.
//!
//! Why not the interval analysis of `candor-points-to`: it knows no register of the present state, and one interval for `x == 1 || x == 1000`
//! has a thousand answers. Why no solver: a question is asked in each of many states.

use candor_bits::small;
use candor_context_concrete::Value;
use candor_context_symbolic::{Path, SymValue, SymbolicContext};
use candor_interp::object::{Contents, Fresh, Object, ObjectMemory};
use candor_interp::{ChoiceLog, Frame, Halt, Image, Native, Outcome, State, Thread, abort_model, step};
use candor_ir::{Bits, Call, Callee, CastOp, Check, CheckSet, EntityRef, InstId, InstKind, Scalar, ValueId};
use candor_term::{Sort, Term};

use crate::concrete::Cx;

/// How many instructions behind the question are looked at.
const MAX_STEPS: u32 = 256;
/// How many intervals are tried.
const MAX_INTERVALS: u32 = 4096;
/// How many calls deep assumptions are looked for.
const MAX_CALLS: usize = 4;

/// The program made ready for runs with intervals.
pub(crate) fn symbolic_image(image: &Image<Cx>) -> Image<SymbolicContext> {
    image.for_context(same)
}

fn same(value: &Value) -> SymValue {
    SymValue::Same(value.clone())
}

/// The answers to the question that the next instruction asks, if they are few.
pub(crate) fn survivors(
    image: &Image<SymbolicContext>,
    state: &State<Cx>,
    width: u32,
    most: usize,
) -> Option<Vec<Bits>> {
    let top = &state.thread.top;
    let InstKind::Call(call) = &image.program.functions[top.func].insts[top.pc].kind else { return None };
    let Callee::Direct(func) = call.callee else { return None };
    let result = *call.results.first()?;
    if !matches!(image.natives[func.index()], Some(Native::Nondet(_))) || width > 64 {
        return None;
    }
    let mut cx = SymbolicContext::new(image.program.clone(), /* marks */ true, CheckSet::EMPTY);
    let start = behind_question(image, state);
    let mut found = Vec::new();
    // Leading bits, and how many free ones there are behind them.
    let mut waiting = vec![(0, width)];
    let mut n_intervals = 0;
    while let Some((leading, n_free)) = waiting.pop() {
        n_intervals += 1;
        if n_intervals > MAX_INTERVALS {
            return None;
        }
        let answer = interval(&mut cx, width, leading, n_free);
        match look(image, &mut cx, start.clone(), result, answer) {
            Way::Fails => {}
            Way::Splits if n_free > 0 => waiting.extend([(leading << 1 | 1, n_free - 1), (leading << 1, n_free - 1)]),
            Way::Splits | Way::GoesOn => {
                let n_values = 1_usize.checked_shl(n_free)?;
                if n_values + found.len() > most {
                    return None;
                }
                found.extend((0..n_values as u64).map(|rest| Bits::new(width, leading << n_free | rest)));
            }
        }
    }
    Some(found)
}

/// All numbers of a width with these leading bits.
fn interval(cx: &mut SymbolicContext, width: u32, leading: u64, n_free: u32) -> SymValue {
    if n_free == 0 {
        return SymValue::Same(Value::Int(leading));
    }
    let free = cx.pool.fresh_var("input", Sort::Bv(n_free));
    if n_free == width {
        return SymValue::Term(free);
    }
    let leading = cx.pool.bv(width - n_free, leading & small::mask(width - n_free));
    SymValue::Term(cx.pool.concat(leading, free))
}

/// The running function alone, behind the question.
fn behind_question(image: &Image<SymbolicContext>, state: &State<Cx>) -> State<SymbolicContext> {
    let from = &state.thread.top;
    let top = Frame {
        func: from.func,
        pc: InstId::new(from.pc.index() + 1),
        regs: from.regs.iter().map(same).collect(),
        locals: Vec::new(),
        varargs: None,
        call_path: from.call_path,
        events: from.events,
        on_return: from.on_return,
    };
    let thread = Thread {
        id: state.thread.id,
        top,
        below: Vec::new(),
        jumps: Vec::new(),
        uninterrupted: state.thread.uninterrupted,
        ended: false,
        result: SymValue::default(),
        mark: state.thread.mark,
        locals: Vec::new(),
    };
    State {
        path: Path::default(),
        memory: unwritten(image, state),
        thread,
        parked: Vec::new(),
        n_threads: state.n_threads,
        weakly_ordered: state.weakly_ordered,
        pretended: state.pretended,
        log: ChoiceLog::default(),
        chosen: None,
        exit_status: None,
        steps: 0,
    }
}

/// The objects that the running function plainly points to, if no other thread can use them. Nothing is known of what they hold until it is
/// stored; an access to any other is none that is followed.
fn unwritten(image: &Image<SymbolicContext>, state: &State<Cx>) -> ObjectMemory<SymValue, Term> {
    let mut memory = ObjectMemory::default();
    if !state.parked.is_empty() {
        return memory;
    }
    let globals = image.global_pointers.iter().filter_map(|pointer| match pointer {
        SymValue::Same(value) => value.as_ptr(),
        SymValue::Term(_) | SymValue::Heavy(_) => None,
    });
    for (id, _) in state.thread.top.regs.iter().filter_map(Value::as_ptr).chain(globals) {
        let Some(found) = state.memory.get(id).filter(|found| found.live && !found.constant) else { continue };
        if let Some(size) = found.plain_size {
            memory.insert(id, unwritten_object(found, size));
        }
    }
    memory
}

fn unwritten_object(object: &Object<Value, bool>, size: u64) -> Object<SymValue, Term> {
    Object {
        kind: object.kind,
        size: same(&object.size),
        plain_size: Some(size),
        align: object.align,
        live: Term::TRUE,
        constant: false,
        placement: object.placement,
        base: object.base.as_ref().map(same),
        exposed: false,
        shared: object.shared,
        contents: Contents::new(size, Fresh::Uninitialized),
        array: None,
        made: object.made,
        ended: object.ended,
        life: object.life,
    }
}

/// Where an interval leads.
enum Way {
    /// To an assumption that does not hold.
    Fails,
    /// Different ways for different numbers.
    Splits,
    /// Somewhere.
    GoesOn,
}

fn look(
    image: &Image<SymbolicContext>,
    cx: &mut SymbolicContext,
    mut state: State<SymbolicContext>,
    result: ValueId,
    answer: SymValue,
) -> Way {
    state.thread.top.regs[result.index()] = answer;
    cx.claims.clear();
    for _ in 0..MAX_STEPS {
        let Some(ends) = next(image, &state) else { return Way::GoesOn };
        let outcome = step(image, cx, &mut state);
        // Numbers that break a check are answers worth trying.
        if let Some(claim) = cx.claims.first() {
            return if claim.ok == Term::FALSE { Way::GoesOn } else { Way::Splits };
        }
        match outcome {
            Ok(Outcome::Next) if state.path.condition() == Term::TRUE => {}
            Ok(Outcome::Next | Outcome::Fork(_)) => return Way::Splits,
            Ok(Outcome::Exit(_)) | Err(Halt::Ended) if ends => return Way::Fails,
            Ok(Outcome::Exit(_) | Outcome::Blocked | Outcome::ThreadEnded) => return Way::GoesOn,
            Err(Halt::Ended | Halt::Stop(_)) => return Way::GoesOn,
        }
    }
    Way::GoesOn
}

/// Whether the next instruction may quietly end the execution; `None` if it is none to follow. Those to follow make no objects, look at no addresses,
/// and do nothing that another thread could see.
fn next(image: &Image<SymbolicContext>, state: &State<SymbolicContext>) -> Option<bool> {
    let (depth, top) = (state.thread.depth(), &state.thread.top);
    let function = &image.program.functions[top.func];
    if depth > 1 && (function.library || depth > MAX_CALLS + 1) {
        return None;
    }
    let inst = &function.insts[top.pc];
    let is_followed = match &inst.kind {
        InstKind::Assume { .. } => return Some(true),
        InstKind::Call(call) => return next_call(image, call, inst.checks),
        InstKind::Return { .. } => depth > 1,
        InstKind::Compare { ty, .. } => *ty != Scalar::Ptr,
        InstKind::Cast { op, .. } => !matches!(op, CastOp::PtrToInt | CastOp::IntToPtr),
        InstKind::Binary { .. } | InstKind::Predicate { .. } | InstKind::Math { .. } | InstKind::IsFpClass { .. } => {
            true
        }
        InstKind::Select { .. } | InstKind::PoisonIf { .. } | InstKind::Freeze { .. } | InstKind::PtrAdd { .. } => true,
        InstKind::Load { .. } | InstKind::Store { .. } | InstKind::Check { .. } => true,
        InstKind::Jump { .. } | InstKind::Branch { .. } | InstKind::Switch(_) => true,
        // Any other is not gone into: the question keeps all its answers.
        _ => false,
    };
    is_followed.then_some(false)
}

fn next_call(image: &Image<SymbolicContext>, call: &Call, checks: CheckSet) -> Option<bool> {
    let Callee::Direct(func) = call.callee else { return None };
    let callee = &image.program.functions[func];
    match image.natives[func.index()] {
        Some(Native::Assume) => Some(true),
        // No handler runs, and nobody asks for what is left allocated.
        Some(Native::Abort) => {
            let looks_for_blocks = checks.contains(Check::MemoryLeak) || checks.contains(Check::MemoryCleanup);
            (!looks_for_blocks && abort_model(&image.program, callee).is_none()).then_some(true)
        }
        // Any other is not gone into: the question keeps all its answers.
        Some(_) => None,
        None => {
            let makes_objects = callee.signature.variadic || call.args.iter().any(|arg| arg.byval.is_some());
            (callee.is_defined() && !callee.library && !makes_objects).then_some(false)
        }
    }
}
