//! The unnamed arguments of variadic functions: how they lie in memory, and as what `va_arg` may read them.
//!
//! clang has taken `va_arg` apart into loads by the time we see it. The front end marks those loads with `invalid-call`, and
//! the call that a waiting frame stands at still knows what was passed, so that nothing need be kept besides the memory.

use candor_ir::{Arg, Bits, Check, FloatKind, InstKind, Program, Scalar, Target};
use smallvec::SmallVec;

use super::access::{copy_memory, next_name};
use super::{At, require_one};
use crate::control::Control;
use crate::image::unblocked;
use crate::memory::{AccessMode, Allocation, ObjectId, ObjectKind};
use crate::state::{State, Thread};
use crate::stop::Step;
use crate::touch;

/// How an unnamed argument lies in the argument area: size and alignment.
fn slot(target: &Target, arg: &Arg) -> (u64, u64) {
    let word = target.pointer_bytes();
    if let Some(byval) = arg.byval {
        let align = if word == 8 { u64::from(byval.align).max(word) } else { word };
        return (byval.size.next_multiple_of(word), align);
    }
    let size = target.store_bytes(arg.ty).next_multiple_of(word);
    let align = if word == 8 && size == 16 { 16 } else { word };
    (size, align)
}

/// Where each argument lies, and where the last one ends.
fn offsets(target: &Target, args: &[Arg]) -> (SmallVec<[i64; 6]>, u64) {
    let mut end = 0u64;
    let place = |arg| {
        let (size, align) = slot(target, arg);
        let start = end.next_multiple_of(align);
        end = start + size;
        i64::try_from(start).expect("arguments are small")
    };
    (args.iter().map(place).collect(), end)
}

/// All unnamed arguments one after another, as on the stack; reading past the last one is out of bounds.
pub(super) fn lay_out<C: Control>(
    at: At<'_, C>,
    cx: &mut C,
    state: &mut State<C>,
    args: &[Arg],
    values: &[C::Value],
    locals: &mut Vec<ObjectId>,
) -> Step<C::Value> {
    let target = &at.image.program.target;
    let (offsets, end) = offsets(target, args);
    let size = cx.constant(&Bits::new(target.pointer_bits, end));
    let name = next_name(state);
    let request = Allocation { kind: ObjectKind::VarArgs, size, align: 16, zeroed: false, name };
    let area = cx.allocate(state, request)?;
    locals.push(area.object);
    for ((arg, value), offset) in args.iter().zip(values).zip(offsets) {
        let slot = cx.offset_const(&mut state.path, &area.pointer, offset);
        match arg.byval {
            None => unblocked(touch::store(cx, state, &slot, arg.ty, value, 1, AccessMode::Assumed))?,
            Some(byval) => {
                let len = cx.constant(&Bits::new(target.pointer_bits, byval.size));
                copy_memory(cx, state, at.inst, &slot, value, &len, /* may_overlap */ false)?;
            }
        }
    }
    Ok(area.pointer)
}

/// An unnamed argument of a call that has not returned yet.
#[derive(Debug)]
pub struct UnnamedArg<'s, V> {
    /// Where all unnamed arguments of the call lie, and where among them this one does.
    pub area: &'s V,
    pub offset: i64,
    pub ty: Scalar,
}

/// A list of arguments is read by the variadic function itself or by one that it calls soon, such as `vprintf`; further down
/// nobody looks, because that would make deep recursions quadratic.
const NEAR_FRAMES: usize = 64;

/// The unnamed scalar arguments of the calls that a thread is in, innermost first.
pub fn unnamed_args<'s, V>(program: &Program, thread: &'s Thread<V>) -> Vec<UnnamedArg<'s, V>> {
    let mut found = Vec::new();
    let callers = thread.frames().skip(1);
    for (frame, caller) in thread.frames().zip(callers).take(NEAR_FRAMES) {
        let inst = &program.functions[caller.func].insts[caller.pc];
        let (Some(area), InstKind::Call(call)) = (&frame.varargs, &inst.kind) else {
            continue;
        };
        let n_named = program.functions[frame.func].params.len();
        let args = call.args.get(n_named..).unwrap_or_default();
        let (offsets, _) = offsets(&program.target, args);
        let scalars = args.iter().zip(offsets).filter(|(arg, _)| arg.byval.is_none());
        found.extend(scalars.map(|(arg, offset)| UnnamedArg { area, offset, ty: arg.ty }));
    }
    found
}

/// Whether an argument of one type may be read as another: as the same kind of float, or as an integer or pointer of the same
/// size. C is stricter with pointers and integers, but no machine is, and much code relies on it.
fn may_read_as(target: &Target, passed: Scalar, read: Scalar) -> bool {
    match (passed, read) {
        // C passes no `float`, so this is a part of something larger.
        (Scalar::Float(FloatKind::Single), _) | (_, Scalar::Float(FloatKind::Single)) => true,
        (Scalar::Float(passed), Scalar::Float(read)) => passed == read,
        (Scalar::Float(_), _) | (_, Scalar::Float(_)) => false,
        (Scalar::Int(_) | Scalar::Ptr, Scalar::Int(_) | Scalar::Ptr) => {
            let (passed, read) = (target.bits_of(passed), target.bits_of(read));
            // Bit-precise integers lie in memory as wider ones.
            let is_usual = |bits: u32| bits.is_power_of_two() && bits >= 8;
            passed == read || !is_usual(passed) || !is_usual(read)
        }
    }
}

/// Checks a load that `va_arg` makes: the argument that lies there must have been passed as what is read.
#[cold]
pub(super) fn check_type<C: Control>(
    at: At<'_, C>,
    cx: &mut C,
    state: &mut State<C>,
    ptr: &C::Value,
    ty: Scalar,
) -> Step<()> {
    let target = &at.image.program.target;
    let others: SmallVec<[(C::Value, i64); 4]> = unnamed_args(&at.image.program, &state.thread)
        .into_iter()
        .filter(|arg| !may_read_as(target, arg.ty, ty))
        .map(|arg| (arg.area.clone(), arg.offset))
        .collect();
    for (area, offset) in others {
        let slot = cx.offset_const(&mut state.path, &area, offset);
        let read = cx.compare_pointers(state, candor_ir::CmpOp::Eq, ptr, &slot);
        let ok = cx.not(&read);
        require_one(cx, state, at.inst, Check::InvalidCall, &ok)?;
    }
    Ok(())
}
