//! Types, constants and initialisers.

use candor_ir::{BinOp, Bits, CastOp, Chunk, Const, ConstExpr, ConstId, FloatKind, Init, Scalar};

use super::Module;
use super::names::escaped;

/// A type as LLVM writes it.
pub(super) fn type_name(ty: Scalar) -> String {
    match ty {
        Scalar::Int(width) => format!("i{width}"),
        Scalar::Float(kind) => float_type(kind).into(),
        Scalar::Ptr => "ptr".into(),
    }
}

fn float_type(kind: FloatKind) -> &'static str {
    match kind {
        FloatKind::Half => "half",
        FloatKind::BFloat => "bfloat",
        FloatKind::Single => "float",
        FloatKind::Double => "double",
        FloatKind::X87 => "x86_fp80",
        FloatKind::Quad => "fp128",
    }
}

/// A type as it stands in the name of an overloaded intrinsic.
pub(super) fn type_suffix(ty: Scalar) -> String {
    match ty {
        Scalar::Int(width) => format!("i{width}"),
        Scalar::Float(FloatKind::X87) => "f80".into(),
        Scalar::Float(kind) => kind.name().into(),
        Scalar::Ptr => "p0".into(),
    }
}

pub(super) fn int_text(bits: &Bits) -> String {
    match bits.width() {
        1 if bits.is_zero() => "false".into(),
        1 => "true".into(),
        _ => bits.signed_display(),
    }
}

/// A float by its pattern; each format has its own spelling.
pub(super) fn float_constant(kind: FloatKind, bits: &Bits) -> String {
    let pattern = bits.to_u128_wrapping();
    match kind {
        FloatKind::Half => format!("0xH{pattern:04X}"),
        FloatKind::BFloat => format!("0xR{pattern:04X}"),
        FloatKind::Single => format!("0x{:016X}", widen_single(bits)),
        FloatKind::Double => format!("0x{pattern:016X}"),
        FloatKind::X87 => format!("0xK{pattern:020X}"),
        // The low half comes first.
        FloatKind::Quad => format!("0xL{:016X}{:016X}", bits.limb(0), bits.limb(1)),
    }
}

/// LLVM writes an `f32` as the `f64` of the same value; a NaN keeps its payload.
fn widen_single(bits: &Bits) -> u64 {
    let pattern = u32::try_from(bits.to_u64_wrapping()).expect("a pattern of 32 bits");
    let value = f32::from_bits(pattern);
    if !value.is_nan() {
        return f64::from(value).to_bits();
    }
    let sign = u64::from(pattern >> 31) << 63;
    sign | 0x7ff0_0000_0000_0000 | u64::from(pattern & 0x007f_ffff) << 29
}

/// A constant as LLVM can write it in one piece; `None` for expressions that LLVM has only as instructions.
pub(super) fn constant(module: &Module<'_>, id: ConstId) -> Option<String> {
    Some(match module.program.consts.get(id) {
        Const::Int(bits) => int_text(bits),
        Const::Float(kind, bits) => float_constant(*kind, bits),
        Const::Null => "null".into(),
        Const::Undef(_) => "undef".into(),
        Const::Poison(_) => "poison".into(),
        Const::Global(global, 0) => module.names.global(*global),
        Const::Global(global, offset) => {
            let width = module.program.target.pointer_bits;
            format!("getelementptr (i8, ptr {}, i{width} {offset})", module.names.global(*global))
        }
        Const::Function(func) => module.names.func(*func),
        Const::BlockAddress(func, bb) => {
            format!("blockaddress({}, %{})", module.names.func(*func), module.names.locals(*func).block(*bb))
        }
        Const::Expr(expr) => expression(module, expr)?,
    })
}

fn expression(module: &Module<'_>, expr: &ConstExpr) -> Option<String> {
    match *expr {
        ConstExpr::Binary { op: op @ (BinOp::Add | BinOp::Sub | BinOp::Xor), ty, a, b } => {
            let ty = type_name(ty);
            Some(format!("{op} ({ty} {}, {ty} {})", constant(module, a)?, constant(module, b)?))
        }
        ConstExpr::Cast { op, from, to, value } => {
            let known = [CastOp::Trunc, CastOp::PtrToInt, CastOp::IntToPtr, CastOp::BitCast];
            let text = constant(module, value).filter(|_| known.contains(&op))?;
            Some(format!("{op} ({} {text} to {})", type_name(from), type_name(to)))
        }
        ConstExpr::PtrAdd { base, offset } => {
            let base = constant(module, base)?;
            let (unit, index) = scaled(module, offset);
            let ty = type_name(const_type(module, index));
            Some(format!("getelementptr ({unit}, ptr {base}, {ty} {})", constant(module, index)?))
        }
        ConstExpr::Binary { .. } => None,
    }
}

/// `x * 4` bytes are `x` elements of four bytes: LLVM has no product of constants.
fn scaled(module: &Module<'_>, offset: ConstId) -> (String, ConstId) {
    if let Const::Expr(expr) = module.program.consts.get(offset)
        && let ConstExpr::Binary { op: BinOp::Mul, a, b, .. } = **expr
        && let Const::Int(scale) = module.program.consts.get(b)
        && !scale.sign_bit()
    {
        return (format!("[{scale} x i8]"), a);
    }
    ("i8".into(), offset)
}

pub(super) fn const_type(module: &Module<'_>, id: ConstId) -> Scalar {
    match module.program.consts.get(id) {
        Const::Int(bits) => Scalar::Int(bits.width()),
        Const::Float(kind, _) => Scalar::Float(*kind),
        Const::Null | Const::Global(..) | Const::Function(_) | Const::BlockAddress(..) => Scalar::Ptr,
        Const::Undef(ty) | Const::Poison(ty) => *ty,
        Const::Expr(expr) => match **expr {
            ConstExpr::Binary { ty, .. } => ty,
            ConstExpr::Cast { to, .. } => to,
            ConstExpr::PtrAdd { .. } => Scalar::Ptr,
        },
    }
}

/// Type and value of a global: a packed struct of the chunks with the zeros between them, or simply an array of bytes.
pub(super) fn initializer(module: &Module<'_>, size: u64, init: &Init) -> (String, String) {
    let mut fields = Vec::new();
    let mut next = 0;
    for (offset, chunk) in &init.chunks {
        if *offset > next {
            fields.push(zeros(*offset - next));
        }
        let (field, length) = chunk_field(module, chunk);
        fields.push(field);
        next = offset + length;
    }
    if size > next || fields.is_empty() {
        fields.push(zeros(size.saturating_sub(next)));
    }
    if fields.len() == 1 {
        return fields.remove(0);
    }
    let types: Vec<_> = fields.iter().map(|(ty, _)| ty.clone()).collect();
    let values: Vec<_> = fields.iter().map(|(ty, value)| format!("{ty} {value}")).collect();
    (format!("<{{ {} }}>", types.join(", ")), format!("<{{ {} }}>", values.join(", ")))
}

fn zeros(n_bytes: u64) -> (String, String) {
    (format!("[{n_bytes} x i8]"), "zeroinitializer".into())
}

fn chunk_field(module: &Module<'_>, chunk: &Chunk) -> ((String, String), u64) {
    match chunk {
        Chunk::Bytes(bytes) => {
            let text = format!("c\"{}\"", escaped(bytes));
            let length = u64::try_from(bytes.len()).expect("memory is smaller than 2^64 bytes");
            ((format!("[{length} x i8]"), text), length)
        }
        Chunk::Scalar(ty, id) => {
            let length = module.program.target.store_bytes(*ty);
            let text = constant(module, *id);
            let is_undefined = matches!(module.program.consts.get(*id), Const::Undef(_) | Const::Poison(_));
            let field = match text {
                // As bytes, because LLVM would round the size of an `x86_fp80` up. Initialisers come from LLVM, so an
                // expression that LLVM cannot write does not occur in one.
                _ if is_undefined => (format!("[{length} x i8]"), "undef".into()),
                None => (format!("[{length} x i8]"), "undef".into()),
                Some(text) => (type_name(*ty), text),
            };
            (field, length)
        }
    }
}
