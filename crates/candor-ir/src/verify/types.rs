//! The type rules: what each instruction takes and gives.
//!
//! [`operand_types`] and [`result_type`] are the tables; [`check_shape`] holds what a table cannot say (is this cast one at all,
//! are the cases in order).

use std::fmt;

use candor_bits::{BinOp, CastOp, CmpOp, MathOp, Scalar};

use super::{InstPlace, Verifier, operand_type, place_of};
use crate::ids::{InstId, ValueId};
use crate::inst::{AccessFlags, AtomicOp, Call, Callee, InstKind, Ordering, Switch};

pub(super) fn check(cx: &mut Verifier<'_>) {
    for inst in cx.function.insts.keys() {
        let place = place_of(cx.function, inst);
        check_operands(cx, place, inst);
        check_result(cx, place, inst);
        check_shape(cx, place, &cx.function.insts[inst].kind);
    }
    for value in cx.function.values.keys() {
        let ty = cx.function.type_of(value);
        cx.expect(ty != Scalar::Int(0), value, || "an integer has at least one bit".into());
    }
}

fn check_operands(cx: &mut Verifier<'_>, place: InstPlace<'_>, inst: InstId) {
    let kind = &cx.function.insts[inst].kind;
    let wanted = operand_types(cx, kind);
    let mut given = Vec::new();
    kind.for_each_operand(|operand| given.push(operand_type(cx, operand)));
    let (n_given, n_wanted) = (given.len(), wanted.len());
    cx.expect(n_given == n_wanted, place, || format!("has {n_given} operands instead of {n_wanted}"));
    for (index, (given, wanted)) in given.into_iter().zip(wanted).enumerate() {
        let ok = wanted.accepts(given);
        cx.expect(ok, place, || format!("operand {} is {given}, not {}", index + 1, wanted.describe()));
    }
}

fn check_result(cx: &mut Verifier<'_>, place: InstPlace<'_>, inst: InstId) {
    let data = &cx.function.insts[inst];
    match (data.result, result_type(&data.kind)) {
        (None, None) => {}
        (Some(value), None) => cx.report(place, format!("gives {value} but has no result of that kind")),
        (None, Some(wanted)) => cx.report(place, format!("lacks its result of type {wanted}")),
        (Some(value), Some(wanted)) => check_value_type(cx, place, value, wanted),
    }
}

fn check_value_type(cx: &mut Verifier<'_>, place: InstPlace<'_>, value: ValueId, wanted: Scalar) {
    let given = cx.function.type_of(value);
    cx.expect(given == wanted, place, || format!("its result {value} is {given}, not {wanted}"));
}

/// What may stand in an operand's place.
#[derive(Copy, Clone)]
enum Wanted {
    Exactly(Scalar),
    AnyInt,
}

impl Wanted {
    fn accepts(self, given: Scalar) -> bool {
        match self {
            Wanted::Exactly(wanted) => given == wanted,
            Wanted::AnyInt => given.int_width().is_some(),
        }
    }

    fn describe(self) -> String {
        match self {
            Wanted::Exactly(wanted) => wanted.to_string(),
            Wanted::AnyInt => "an integer".into(),
        }
    }
}

/// In the order of [`InstKind::for_each_operand`].
fn operand_types(cx: &Verifier<'_>, kind: &InstKind) -> Vec<Wanted> {
    const PTR: Wanted = Wanted::Exactly(Scalar::Ptr);
    const BOOL: Wanted = Wanted::Exactly(Scalar::I1);
    let int = |width| Wanted::Exactly(Scalar::Int(width));
    let exactly = Wanted::Exactly;
    match kind {
        InstKind::Binary { ty, .. } | InstKind::Compare { ty, .. } => vec![exactly(*ty); 2],
        InstKind::Predicate { width, .. } => vec![int(*width); 2],
        InstKind::Cast { from, .. } => vec![exactly(*from)],
        InstKind::Select { ty, .. } => vec![BOOL, exactly(*ty), exactly(*ty)],
        InstKind::Math { op, ty, .. } if op.takes_int_exponent() => vec![exactly(*ty), Wanted::AnyInt],
        InstKind::Math { op, ty, .. } => vec![exactly(*ty); op.arity()],
        InstKind::IsFpClass { kind, .. } => vec![exactly(Scalar::Float(*kind))],
        InstKind::PoisonIf { ty, .. } => vec![exactly(*ty), BOOL],
        InstKind::Freeze { ty, .. } => vec![exactly(*ty)],
        InstKind::PtrAdd { index: Some(index), .. } => vec![PTR, int(index.width)],
        InstKind::PtrAdd { index: None, .. } => vec![PTR],
        InstKind::Alloca { count: Some((_, width)), .. } => vec![int(*width)],
        InstKind::Alloca { count: None, .. } => vec![],
        InstKind::Load { .. } | InstKind::LifetimeStart { .. } | InstKind::LifetimeEnd { .. } => vec![PTR],
        InstKind::Store { ty, .. } | InstKind::AtomicRmw { ty, .. } => vec![PTR, exactly(*ty)],
        InstKind::AtomicCas { ty, .. } => vec![PTR, exactly(*ty), exactly(*ty)],
        InstKind::MemCopy { width, .. } => vec![PTR, PTR, int(*width)],
        InstKind::MemFill { width, .. } => vec![PTR, int(8), int(*width)],
        InstKind::Call(call) => {
            let callee = matches!(call.callee, Callee::Indirect(_)).then_some(PTR);
            callee.into_iter().chain(call.args.iter().map(|arg| exactly(arg.ty))).collect()
        }
        InstKind::VaStart { .. } | InstKind::VaEnd { .. } | InstKind::ObjectSize { .. } => vec![PTR],
        InstKind::VaCopy { .. } => vec![PTR, PTR],
        InstKind::StackRestore { .. } | InstKind::IndirectBranch { .. } => vec![PTR],
        InstKind::Check { .. } | InstKind::Assume { .. } | InstKind::Branch { .. } => vec![BOOL],
        InstKind::Switch(switch) => vec![int(switch.width)],
        InstKind::Return { .. } => cx.function.signature.results.iter().map(|&ty| exactly(ty)).collect(),
        InstKind::Undef { .. } | InstKind::Fence { .. } | InstKind::StackSave | InstKind::Unsupported { .. } => vec![],
        InstKind::Jump { .. } | InstKind::Unreachable | InstKind::Trap => vec![],
    }
}

/// The type of `Inst::result`; calls and unsupported things list their results themselves.
fn result_type(kind: &InstKind) -> Option<Scalar> {
    match kind {
        InstKind::Binary { ty, .. } | InstKind::Select { ty, .. } | InstKind::Math { ty, .. } => Some(*ty),
        InstKind::PoisonIf { ty, .. } => Some(*ty),
        InstKind::Undef { ty, .. } | InstKind::Freeze { ty, .. } | InstKind::Load { ty, .. } => Some(*ty),
        InstKind::AtomicRmw { ty, .. } | InstKind::AtomicCas { ty, .. } => Some(*ty),
        InstKind::Predicate { .. } | InstKind::Compare { .. } | InstKind::IsFpClass { .. } => Some(Scalar::I1),
        InstKind::Cast { to, .. } => Some(*to),
        InstKind::PtrAdd { .. } | InstKind::Alloca { .. } | InstKind::StackSave => Some(Scalar::Ptr),
        InstKind::ObjectSize { width, .. } => Some(Scalar::Int(*width)),
        InstKind::Store { .. } | InstKind::Fence { .. } | InstKind::MemCopy { .. } | InstKind::MemFill { .. } => None,
        InstKind::LifetimeStart { .. } | InstKind::LifetimeEnd { .. } => None,
        InstKind::VaStart { .. } | InstKind::VaCopy { .. } | InstKind::VaEnd { .. } => None,
        InstKind::StackRestore { .. } | InstKind::Check { .. } | InstKind::Assume { .. } => None,
        InstKind::Call(_) | InstKind::Unsupported { .. } => None,
        InstKind::Jump { .. } | InstKind::Branch { .. } | InstKind::Switch(_) | InstKind::IndirectBranch { .. } => None,
        InstKind::Return { .. } | InstKind::Unreachable | InstKind::Trap => None,
    }
}

fn check_shape(cx: &mut Verifier<'_>, place: InstPlace<'_>, kind: &InstKind) {
    match kind {
        InstKind::Binary { op, ty, .. } => {
            cx.expect(binary_fits(*op, *ty), place, || format!("{op} has no meaning on {ty}"))
        }
        InstKind::Compare { op, ty, .. } => {
            cx.expect(compare_fits(*op, *ty), place, || format!("{op} does not compare {ty}"));
        }
        InstKind::Cast { op, from, to, .. } => {
            let ok = cast_fits(*op, *from, *to, cx.program.target.pointer_bits);
            cx.expect(ok, place, || format!("{op} does not lead from {from} to {to}"));
        }
        InstKind::Math { op, ty, .. } => {
            cx.expect(math_fits(*op, *ty), place, || format!("{op} has no meaning on {ty}"))
        }
        InstKind::IsFpClass { mask, .. } => {
            cx.expect(*mask < 1 << 10, place, || {
                format!("there are only ten classes of floats, not those of mask {mask:#x}")
            });
        }
        InstKind::Alloca { align, .. } => check_align(cx, place, *align),
        InstKind::Load { flags, .. } => {
            check_access(cx, place, *flags);
            let ok = !matches!(flags.ordering, Ordering::Release | Ordering::AcqRel);
            cx.expect(ok, place, || "a load does not release".into());
        }
        InstKind::Store { flags, .. } => {
            check_access(cx, place, *flags);
            let ok = !matches!(flags.ordering, Ordering::Acquire | Ordering::AcqRel);
            cx.expect(ok, place, || "a store does not acquire".into());
        }
        InstKind::AtomicRmw { op, ty, flags, .. } => {
            check_access(cx, place, *flags);
            cx.expect(atomic_fits(*op, *ty), place, || format!("{op:?} has no meaning on {ty}"));
            check_atomic(cx, place, flags.ordering);
        }
        InstKind::AtomicCas { ty, flags, failure, success, .. } => {
            check_access(cx, place, *flags);
            check_atomic(cx, place, *failure);
            let ok = !matches!(failure, Ordering::Release | Ordering::AcqRel);
            cx.expect(ok, place, || "a compare-and-swap that fails does not release".into());
            if let Some(success) = *success {
                check_value_type(cx, place, success, Scalar::I1);
            }
            let float = matches!(ty, Scalar::Float(_));
            cx.expect(!float, place, || "compare-and-swap is for integers and pointers".into());
            check_atomic(cx, place, flags.ordering);
        }
        InstKind::Fence { ordering } => check_atomic(cx, place, *ordering),
        InstKind::Call(call) => check_call(cx, place, call),
        InstKind::Switch(switch) => check_switch(cx, place, switch),
        InstKind::IndirectBranch { edges, .. } => {
            for (index, (bb, edge)) in edges.iter().enumerate() {
                let target = cx.function.edges[*edge].target;
                cx.expect(target == *bb, place, || format!("{edge} for {bb} leads to {target}"));
                let repeated = edges[..index].iter().any(|(earlier, _)| earlier == bb);
                cx.expect(!repeated, place, || format!("has two edges for {bb}"));
            }
        }
        // The tables say all there is to say.
        InstKind::Predicate { .. } | InstKind::Select { .. } | InstKind::Undef { .. } | InstKind::Freeze { .. } => {}
        InstKind::PtrAdd { .. } | InstKind::MemCopy { .. } | InstKind::MemFill { .. } => {}
        InstKind::PoisonIf { .. } => {}
        InstKind::LifetimeStart { .. } | InstKind::LifetimeEnd { .. } | InstKind::StackRestore { .. } => {}
        InstKind::VaStart { .. } | InstKind::VaCopy { .. } | InstKind::VaEnd { .. } | InstKind::StackSave => {}
        InstKind::ObjectSize { .. } | InstKind::Check { .. } | InstKind::Assume { .. } => {}
        InstKind::Unsupported { .. } | InstKind::Jump { .. } | InstKind::Branch { .. } => {}
        InstKind::Return { .. } | InstKind::Unreachable | InstKind::Trap => {}
    }
}

/// Also for constant expressions.
pub(super) fn binary_fits(op: BinOp, ty: Scalar) -> bool {
    number_fits(op.is_float(), ty)
}

fn compare_fits(op: CmpOp, ty: Scalar) -> bool {
    op.is_float() == matches!(ty, Scalar::Float(_))
}

fn math_fits(op: MathOp, ty: Scalar) -> bool {
    number_fits(op.is_float(), ty)
}

/// Whether `ty` is a number at all, and a float or an integer as asked for.
fn number_fits(is_float: bool, ty: Scalar) -> bool {
    match ty {
        Scalar::Int(_) => !is_float,
        Scalar::Float(_) => is_float,
        Scalar::Ptr => false,
    }
}

/// Also for constant expressions.
pub(super) fn cast_fits(op: CastOp, from: Scalar, to: Scalar, pointer_bits: u32) -> bool {
    use Scalar::{Float, Int, Ptr};
    match (op, from, to) {
        (CastOp::Trunc, Int(from), Int(to)) => from > to,
        (CastOp::ZExt | CastOp::SExt, Int(from), Int(to)) => from < to,
        (CastOp::FpTrunc, Float(from), Float(to)) => from.bits() > to.bits(),
        (CastOp::FpExt, Float(from), Float(to)) => from.bits() < to.bits(),
        (CastOp::FpToUi | CastOp::FpToSi, Float(_), Int(_)) => true,
        (CastOp::UiToFp | CastOp::SiToFp, Int(_), Float(_)) => true,
        (CastOp::PtrToInt, Ptr, Int(_)) | (CastOp::IntToPtr, Int(_), Ptr) => true,
        (CastOp::BitCast, _, _) => (from == Ptr) == (to == Ptr) && from.width(pointer_bits) == to.width(pointer_bits),
        _ => false,
    }
}

fn atomic_fits(op: AtomicOp, ty: Scalar) -> bool {
    match op {
        AtomicOp::Exchange => true,
        AtomicOp::FAdd | AtomicOp::FSub | AtomicOp::FMax | AtomicOp::FMin => ty.float_kind().is_some(),
        AtomicOp::Add | AtomicOp::Sub | AtomicOp::And | AtomicOp::Nand | AtomicOp::Or | AtomicOp::Xor => is_int(ty),
        AtomicOp::Max | AtomicOp::Min | AtomicOp::UMax | AtomicOp::UMin => is_int(ty),
        AtomicOp::UIncWrap | AtomicOp::UDecWrap | AtomicOp::USubCond | AtomicOp::USubSat => is_int(ty),
    }
}

fn is_int(ty: Scalar) -> bool {
    ty.int_width().is_some()
}

pub(super) fn check_align(cx: &mut Verifier<'_>, place: impl fmt::Display, align: u32) {
    cx.expect(align.is_power_of_two(), place, || format!("the alignment {align} is no power of two"));
}

fn check_access(cx: &mut Verifier<'_>, place: InstPlace<'_>, flags: AccessFlags) {
    check_align(cx, place, flags.align);
}

fn check_atomic(cx: &mut Verifier<'_>, place: InstPlace<'_>, ordering: Ordering) {
    let ok = !matches!(ordering, Ordering::None | Ordering::Unordered);
    cx.expect(ok, place, || format!("cannot have the ordering {ordering:?}"));
}

fn check_call(cx: &mut Verifier<'_>, place: InstPlace<'_>, call: &Call) {
    let (n_args, n_params) = (call.args.len(), call.signature.params.len());
    let enough = if call.signature.variadic { n_args >= n_params } else { n_args == n_params };
    cx.expect(enough, place, || format!("passes {n_args} arguments for {n_params} parameters of the call's signature"));
    for (index, (arg, param)) in call.args.iter().zip(&call.signature.params).enumerate() {
        let number = index + 1;
        let (given, wanted) = (arg.ty, param.ty);
        cx.expect(given == wanted, place, || {
            format!("argument {number} is {given}, the call's signature says {wanted}")
        });
        cx.expect(arg.byval == param.byval, place, || {
            format!("argument {number} and the signature differ in passing by value")
        });
    }
    for byval in call.args.iter().filter_map(|arg| arg.byval) {
        check_align(cx, place, byval.align);
    }
    for arg in call.args.iter().filter(|arg| arg.byval.is_some()) {
        cx.expect(arg.ty == Scalar::Ptr, place, || format!("passes {} by value through memory", arg.ty));
    }
    let (n_results, n_wanted) = (call.results.len(), call.signature.results.len());
    cx.expect(n_results == n_wanted, place, || format!("has {n_results} results, the call's signature {n_wanted}"));
    for (&value, &wanted) in call.results.iter().zip(&call.signature.results) {
        check_value_type(cx, place, value, wanted);
    }
}

fn check_switch(cx: &mut Verifier<'_>, place: InstPlace<'_>, switch: &Switch) {
    for (case, _) in &switch.cases {
        let (given, wanted) = (case.width(), switch.width);
        cx.expect(given == wanted, place, || format!("case {case} has {given} bits, the value {wanted}"));
    }
    for pair in switch.cases.windows(2) {
        let (before, after) = (&pair[0].0, &pair[1].0);
        let ascending = before.width() != after.width() || before.cmp_unsigned(after).is_lt();
        cx.expect(ascending, place, || format!("case {after} must not come after case {before}"));
    }
}
