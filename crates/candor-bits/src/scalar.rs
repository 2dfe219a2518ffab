//! The types a register can have: an integer of any width, a float, a pointer.
//!
//! A pointer has no width of its own: that belongs to the data model, so whoever needs it passes it along.

use std::fmt;

/// A floating point format.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FloatKind {
    /// IEEE binary16, `_Float16`.
    Half,
    /// Brain float: the upper half of a [`FloatKind::Single`].
    BFloat,
    /// IEEE binary32, C's `float`.
    Single,
    /// IEEE binary64, C's `double`.
    Double,
    /// The 80-bit format of the x87 with its explicit integer bit, C's `long double` on x86.
    X87,
    /// IEEE binary128, `__float128`.
    Quad,
}

impl FloatKind {
    /// Every format, from narrow to wide.
    pub const ALL: &'static [FloatKind] =
        &[FloatKind::Half, FloatKind::BFloat, FloatKind::Single, FloatKind::Double, FloatKind::X87, FloatKind::Quad];

    /// The number of bits of a pattern; 80 for the x87 format, whatever its size in memory.
    #[inline]
    pub const fn bits(self) -> u32 {
        match self {
            FloatKind::Half | FloatKind::BFloat => 16,
            FloatKind::Single => 32,
            FloatKind::Double => 64,
            FloatKind::X87 => 80,
            FloatKind::Quad => 128,
        }
    }

    /// The number of significant bits, with the integer bit, stored or not.
    pub const fn precision(self) -> u32 {
        match self {
            FloatKind::Half => 11,
            FloatKind::BFloat => 8,
            FloatKind::Single => 24,
            FloatKind::Double => 53,
            FloatKind::X87 => 64,
            FloatKind::Quad => 113,
        }
    }

    /// The name in text: `f16`, `bf16`, `f32`, `f64`, `x87`, `f128`.
    pub const fn name(self) -> &'static str {
        match self {
            FloatKind::Half => "f16",
            FloatKind::BFloat => "bf16",
            FloatKind::Single => "f32",
            FloatKind::Double => "f64",
            FloatKind::X87 => "x87",
            FloatKind::Quad => "f128",
        }
    }

    /// The format with this [`name`](FloatKind::name).
    pub fn from_name(name: &str) -> Option<FloatKind> {
        FloatKind::ALL.iter().copied().find(|kind| kind.name() == name)
    }
}

impl fmt::Display for FloatKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The type of a register.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Scalar {
    /// An integer of this many bits, without a sign: operations have signs, values do not.
    Int(u32),
    /// A floating point number.
    Float(FloatKind),
    /// A pointer; its width is the data model's.
    Ptr,
}

impl Scalar {
    /// What comparisons give.
    pub const I1: Scalar = Scalar::Int(1);
    /// A byte.
    pub const I8: Scalar = Scalar::Int(8);
    /// C's `int`.
    pub const I32: Scalar = Scalar::Int(32);
    /// C's `long long`.
    pub const I64: Scalar = Scalar::Int(64);
    /// C's `float`.
    pub const F32: Scalar = Scalar::Float(FloatKind::Single);
    /// C's `double`.
    pub const F64: Scalar = Scalar::Float(FloatKind::Double);

    /// The width, if this is an integer.
    #[inline]
    pub const fn int_width(self) -> Option<u32> {
        match self {
            Scalar::Int(width) => Some(width),
            Scalar::Float(_) | Scalar::Ptr => None,
        }
    }

    /// The format, if this is a float.
    #[inline]
    pub const fn float_kind(self) -> Option<FloatKind> {
        match self {
            Scalar::Float(kind) => Some(kind),
            Scalar::Int(_) | Scalar::Ptr => None,
        }
    }

    /// The number of bits, where pointers have `pointer_width` of them.
    #[inline]
    pub const fn width(self, pointer_width: u32) -> u32 {
        match self {
            Scalar::Int(width) => width,
            Scalar::Float(kind) => kind.bits(),
            Scalar::Ptr => pointer_width,
        }
    }

    /// The type that [`Display`](fmt::Display) writes like this.
    pub fn from_name(name: &str) -> Option<Scalar> {
        if name == "ptr" {
            return Some(Scalar::Ptr);
        }
        if let Some(kind) = FloatKind::from_name(name) {
            return Some(Scalar::Float(kind));
        }
        let width = name.strip_prefix('i')?;
        // `parse` would also take `i+8` and `i08`, and then two texts would mean one type.
        if width.starts_with(['+', '0']) {
            return None;
        }
        width.parse().ok().map(Scalar::Int)
    }
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Scalar::Int(width) => f.pad(&format!("i{width}")),
            Scalar::Float(kind) => kind.fmt(f),
            Scalar::Ptr => f.pad("ptr"),
        }
    }
}
