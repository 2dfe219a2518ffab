//! Values that the program asks the world for.

use candor_ir::{BinOp, Bits, CastOp, CmpOp, Scalar};

use super::{Done, Site};
use crate::choice::ChoiceKind;
use crate::control::{Beyond, Control, Decision};
use crate::exec;
use crate::memory::AccessMode;
use crate::state::State;
use crate::stop::{Halt, Step};
use crate::touch;

/// What kind of value a `__VERIFIER_nondet_*` function gives, by the type that its name says.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum NondetType {
    /// 0 or 1, in whatever integer type the call has.
    Bool,
    /// Any value of the call's result type: a plain `char`, or another integer type.
    Char,
    Signed,
    Unsigned,
    /// Any value of the call's result type, which is no integer type.
    Other,
    /// From 0 to 2^31 - 1, as `rand` gives it.
    Random,
}

pub(super) fn lookup(name: &str) -> Option<NondetType> {
    // Where the world is closed they have bodies.
    if ["rand", "random"].contains(&name) {
        return Some(NondetType::Random);
    }
    const PREFIXES: [&str; 5] =
        ["__VERIFIER_nondet_", "__CPROVER_nondet_", "nondet_", "__llbmc_nondef_", "__candor_nondet_"];
    let ty = PREFIXES.iter().find_map(|prefix| name.strip_prefix(prefix))?;
    Some(match ty {
        "bool" | "_Bool" => NondetType::Bool,
        "char" => NondetType::Char,
        "schar" | "signed_char" | "short" | "int" | "long" | "longlong" | "long_long" | "int128" => NondetType::Signed,
        "int8_t" | "int16_t" | "int32_t" | "int64_t" | "s8" | "s16" | "s32" | "s64" => NondetType::Signed,
        "ssize_t" | "loff_t" | "sector_t" => NondetType::Signed,
        "uchar" | "ushort" | "uint" | "ulong" | "ulonglong" | "uint128" | "size_t" | "unsigned" => NondetType::Unsigned,
        "unsigned_char" | "unsigned_short" | "unsigned_int" | "unsigned_long" => NondetType::Unsigned,
        "unsigned_long_long" | "uint8_t" | "uint16_t" | "uint32_t" | "uint64_t" => NondetType::Unsigned,
        "u8" | "u16" | "u32" | "u64" => NondetType::Unsigned,
        "float" | "double" | "pointer" | "charp" | "pchar" => NondetType::Other,
        _ => return None,
    })
}

pub(super) fn nondet<C: Control>(
    at: &mut Site<'_, C>,
    cx: &mut C,
    state: &mut State<C>,
    ty: NondetType,
) -> Step<Done<C>> {
    let Some(&result) = at.call.signature.results.first() else {
        return Ok(Done::Nothing);
    };
    let value = match (ty, result) {
        (NondetType::Bool, Scalar::Int(width)) if width > 1 => chosen_bits(cx, state, 1, result)?,
        (NondetType::Random, Scalar::Int(width)) if width > 31 => chosen_bits(cx, state, 31, result)?,
        _ if exec::is_given(at.image, result) => exec::given_pointer(at.instruction(), cx, state, ChoiceKind::Input)?,
        _ => cx.choose(state, ChoiceKind::Input, result)?,
    };
    Ok(Done::Value(value))
}

/// A choice of so many bits as a number of a wider type.
fn chosen_bits<C: Control>(cx: &mut C, state: &mut State<C>, bits: u32, to: Scalar) -> Step<C::Value> {
    let chosen = cx.choose(state, ChoiceKind::Input, Scalar::Int(bits))?;
    Ok(cx.cast(&mut state.path, CastOp::ZExt, Scalar::Int(bits), to, &chosen))
}

/// A choice of so many bits, as a word of 64.
pub(super) fn nondet_bits<C: Control>(
    at: &mut Site<'_, C>,
    cx: &mut C,
    state: &mut State<C>,
    kind: ChoiceKind,
) -> Step<Done<C>> {
    let bits = cx.plain(at.arg(0)?).and_then(|bits| u32::try_from(bits).ok()).filter(|bits| (1..=64).contains(bits));
    let Some(bits) = bits else {
        let name = &at.callee.name;
        return Err(Halt::unsupported(format!("`{name}` with a width that is not 1 to 64")));
    };
    let value = cx.choose(state, kind, Scalar::Int(bits))?;
    if bits == 64 {
        return Ok(Done::Value(value));
    }
    Ok(Done::Value(cx.cast(&mut state.path, CastOp::ZExt, Scalar::Int(bits), Scalar::Int(64), &value)))
}

/// A byte of which nothing is known, as an int. It is no input: only models ask for it, where nobody watches.
pub(super) fn arbitrary<C: Control>(cx: &mut C, state: &mut State<C>) -> Step<Done<C>> {
    let byte = cx.choose(state, ChoiceKind::Undef, Scalar::Int(8))?;
    Ok(Done::Value(cx.cast(&mut state.path, CastOp::ZExt, Scalar::Int(8), Scalar::Int(32), &byte)))
}

/// Every byte of the block becomes an input.
pub(super) fn make_symbolic<C: Control>(at: &mut Site<'_, C>, cx: &mut C, state: &mut State<C>) -> Step<Done<C>> {
    let (mut ptr, size) = (at.arg(0)?.clone(), at.arg(1)?);
    let Some(size) = cx.plain(size) else {
        let name = &at.callee.name;
        return Err(Halt::unsupported(format!("`{name}` with a size that is not one number")));
    };
    for _ in 0..size {
        let byte = cx.choose(state, ChoiceKind::Input, Scalar::Int(8))?;
        exec::store_checked(cx, state, at.inst, &ptr, Scalar::Int(8), &byte, 1)?;
        ptr = cx.offset_const(&mut state.path, &ptr, 1);
    }
    Ok(Done::Nothing)
}

/// The block holds what comes from elsewhere. Who has put it there knows the block.
pub(super) fn make_foreign<C: Control>(at: &mut Site<'_, C>, cx: &mut C, state: &mut State<C>) -> Step<Done<C>> {
    let ptr = at.arg(0)?.clone();
    let done = make_inputs(at, cx, state, ChoiceKind::Havoc)?;
    if cx.beyond() != Beyond::Nothing {
        cx.share(state, &ptr);
    }
    // It holds now what it holds whenever others may have written to it: else a loop of a driver does not come back to where it was.
    if cx.beyond() == Beyond::Everything {
        cx.disturb(state)?;
    }
    Ok(done)
}

/// Fills a block of candor's own making with choices of so many bits each. It may be a constant: it has its first value only now.
pub(super) fn make_inputs<C: Control>(
    at: &mut Site<'_, C>,
    cx: &mut C,
    state: &mut State<C>,
    kind: ChoiceKind,
) -> Step<Done<C>> {
    let block = at.arg(0)?.clone();
    let (Some(size), Some(bits)) = (cx.plain(at.arg(1)?), cx.plain(at.arg(2)?)) else {
        return Err(Halt::unsupported("`__candor_make_inputs` with a size that is not one number"));
    };
    let Some(bits) = u32::try_from(bits).ok().filter(|bits| [8, 16, 32, 64].contains(bits)) else {
        return Err(Halt::unsupported("`__candor_make_inputs` with a width that is not 8, 16, 32 or 64"));
    };
    for offset in (0..size).step_by(bits as usize / 8) {
        let value = cx.choose(state, kind, Scalar::Int(bits))?;
        let offset = cx.constant(&Bits::new(at.pointer_bits(), offset));
        let slot = cx.offset(&mut state.path, &block, &offset);
        crate::image::unblocked(touch::store(cx, state, &slot, Scalar::Int(bits), &value, 1, AccessMode::Assumed))?;
    }
    Ok(Done::Nothing)
}

/// An int from `low` up to but not including `high`.
pub(super) fn range<C: Control>(at: &mut Site<'_, C>, cx: &mut C, state: &mut State<C>) -> Step<Done<C>> {
    let (low, high) = (at.arg(0)?.clone(), at.arg(1)?.clone());
    let int = Scalar::Int(32);
    let value = cx.choose(state, ChoiceKind::Input, int)?;
    let above = cx.compare(&mut state.path, CmpOp::Sge, int, &value, &low);
    let below = cx.compare(&mut state.path, CmpOp::Slt, int, &value, &high);
    let inside = cx.logic(crate::values::Logic::And, &above, &below);
    if cx.plain(&value).is_some() && cx.decide(state, &inside)? == Decision::Never {
        // A concrete run would nearly always be thrown away by the assumption; fold the value into the range instead.
        let span = cx.binary(&mut state.path, BinOp::Sub, int, &high, &low);
        let zero = cx.constant(&Bits::zero(32));
        let empty = cx.compare(&mut state.path, CmpOp::Eq, int, &span, &zero);
        if cx.decide(state, &empty)? == Decision::Never {
            let rest = cx.binary(&mut state.path, BinOp::URem, int, &value, &span);
            return Ok(Done::Value(cx.binary(&mut state.path, BinOp::Add, int, &low, &rest)));
        }
    }
    cx.assume(state, &inside)?;
    Ok(Done::Value(value))
}
