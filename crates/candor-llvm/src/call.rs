//! Calls and signatures: aggregates as several scalars, `byval` copies.

use std::sync::OnceLock;

use candor_ir::{Arg, ByVal, Call, Callee, InstKind, Operand, Scalar, SigParam, Signature, Symbol};

use crate::body::Body;
use crate::inline_asm;
use crate::intrinsic;
use crate::layout::{Layout, Supported};
use crate::linker::alias_target;
use crate::llvm::{Type, Value, ValueKind, attribute_kind};
use crate::memory;
use crate::poison;
use crate::signal;
use crate::vector;

/// LLVM's numbers of the attributes that matter.
struct Attributes {
    byval: u32,
    align: u32,
}

fn attributes() -> &'static Attributes {
    static ATTRIBUTES: OnceLock<Attributes> = OnceLock::new();
    ATTRIBUTES.get_or_init(|| Attributes { byval: attribute_kind("byval"), align: attribute_kind("align") })
}

fn byval_of(layout: &Layout, ty: Type, align: u64) -> ByVal {
    let align = u32::try_from(align).unwrap_or(0);
    let align = if align == 0 { layout.data().abi_align(ty) } else { align };
    ByVal { size: layout.data().alloc_size(ty), align: align.max(1) }
}

/// The signature of a function of a module.
pub(crate) fn function_signature(layout: &Layout, function: Value) -> Supported<Signature> {
    let attributes = attributes();
    signature(layout, function.value_type(), |param| {
        let ty = function.param_type_attribute(param, attributes.byval)?;
        Some(byval_of(layout, ty, function.param_int_attribute(param, attributes.align)))
    })
}

/// The signature that a call believes in.
fn call_signature(layout: &Layout, call: Value) -> Supported<Signature> {
    signature(layout, call.called_type(), |arg| argument_byval(layout, call, arg))
}

fn argument_byval(layout: &Layout, call: Value, arg: u32) -> Option<ByVal> {
    let attributes = attributes();
    let ty = call.call_type_attribute(arg, attributes.byval)?;
    Some(byval_of(layout, ty, call.call_int_attribute(arg, attributes.align)))
}

fn signature(layout: &Layout, ty: Type, byval: impl Fn(u32) -> Option<ByVal>) -> Supported<Signature> {
    let mut params = Vec::new();
    for (number, param) in (0..).zip(ty.params()) {
        let leaves = layout.leaves(param)?;
        let byval = if matches!(leaves.scalars[..], [Scalar::Ptr]) { byval(number) } else { None };
        params.extend(leaves.scalars.iter().map(|&ty| SigParam { ty, byval }));
    }
    let results = layout.leaves(ty.return_type())?.scalars.clone();
    Ok(Signature { params, results, variadic: ty.is_variadic() })
}

/// Copies a call: of an intrinsic, of assembly, of a function.
pub(crate) fn copy(body: &mut Body<'_>, inst: Value) -> Supported<()> {
    let callee = inst.called_value();
    match callee.kind() {
        ValueKind::Function if callee.intrinsic_id() != 0 => return intrinsic::copy(body, inst, callee),
        ValueKind::InlineAsm => return inline_asm::copy(body, inst, callee),
        // Declared by hand, without the header that makes it the compiler's own.
        ValueKind::Function if callee.name() == "alloca" && callee.is_declaration() && inst.num_args() == 1 => {
            return memory::called_alloca(body, inst);
        }
        _ => {}
    }
    let called = callee;
    let callee = callee_of(body, callee)?;
    let signature = call_signature(&body.cx.layout, inst)?;
    let args = arguments(body, inst, signature.params.len())?;
    signal::copy_mask(body, called, &args);
    let leaves = body.cx.layout.leaves(inst.ty())?;
    let results = body.named_regs(inst, &leaves);
    body.bind(inst, results.iter().copied().map(Operand::Value).collect());
    body.effect(InstKind::Call(Box::new(Call { callee, args, signature, results: results.to_vec() })));
    poison::mark_result(body, inst)
}

fn callee_of(body: &mut Body<'_>, callee: Value) -> Supported<Callee> {
    let is_plain = match callee.kind() {
        ValueKind::Function => true,
        ValueKind::Alias => alias_target(callee).is_some(),
        _ => false,
    };
    if is_plain && let Symbol::Function(func) = body.cx.symbol_of(callee) {
        return Ok(Callee::Direct(func));
    }
    Ok(Callee::Indirect(body.scalar(callee)?))
}

fn arguments(body: &mut Body<'_>, inst: Value, n_fixed: usize) -> Supported<Vec<Arg>> {
    let mut args = Vec::new();
    for number in 0..inst.num_args() {
        let value = inst.operand(number);
        let leaves = body.cx.layout.leaves(value.ty())?;
        let regs = body.regs(value)?;
        if args.len() >= n_fixed && value.ty().is_vector() {
            // `va_arg` finds a vector as one piece of memory.
            let lane = body.lane_type(value.ty())?;
            let bits = body.cx.program.target.bits_of(lane) * u32::try_from(regs.len()).unwrap_or(0);
            let value = vector::join_lanes(body, &regs, lane);
            args.push(Arg { vector: true, ..Arg::new(Scalar::Int(bits), value) });
            continue;
        }
        let is_pointer = matches!(leaves.scalars[..], [Scalar::Ptr]);
        let byval = if is_pointer { argument_byval(&body.cx.layout, inst, number) } else { None };
        args.extend(regs.iter().zip(&leaves.scalars).map(|(&value, &ty)| Arg { byval, ..Arg::new(ty, value) }));
    }
    Ok(args)
}
