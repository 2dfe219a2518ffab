//! Numerals: numbers together with the type that says how people write them.

use std::fmt;

use crate::{Bits, FloatClass, FloatKind, float_class, float_to_string};

/// A number of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Numeral {
    /// An integer in two's complement.
    Signed(Bits),
    /// An integer without a sign.
    Unsigned(Bits),
    /// A float by its pattern.
    Float(FloatKind, Bits),
}

impl Numeral {
    /// An integer, signed or not.
    pub fn integer(bits: Bits, signed: bool) -> Numeral {
        if signed { Numeral::Signed(bits) } else { Numeral::Unsigned(bits) }
    }

    /// The bits, whatever they mean.
    pub fn bits(&self) -> &Bits {
        match self {
            Numeral::Signed(bits) | Numeral::Unsigned(bits) | Numeral::Float(_, bits) => bits,
        }
    }

    /// Whether it is written with a minus.
    pub fn is_negative(&self) -> bool {
        match self {
            Numeral::Signed(bits) | Numeral::Float(_, bits) => bits.sign_bit(),
            Numeral::Unsigned(_) => false,
        }
    }

    /// Whether C has a constant for it.
    pub fn is_finite(&self) -> bool {
        match self {
            Numeral::Signed(_) | Numeral::Unsigned(_) => true,
            Numeral::Float(kind, bits) => match float_class(*kind, bits) {
                FloatClass::SignalingNan | FloatClass::QuietNan | FloatClass::NegInfinity | FloatClass::PosInfinity => {
                    false
                }
                FloatClass::NegNormal
                | FloatClass::NegSubnormal
                | FloatClass::NegZero
                | FloatClass::PosZero
                | FloatClass::PosSubnormal
                | FloatClass::PosNormal => true,
            },
        }
    }
}

impl fmt::Display for Numeral {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Numeral::Signed(bits) => f.write_str(&bits.signed_display()),
            Numeral::Unsigned(bits) => bits.fmt(f),
            Numeral::Float(kind, bits) => f.write_str(&float_to_string(*kind, bits)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::float_from_f64;

    #[test]
    fn the_type_says_how_a_number_is_written() {
        let minus_one = Bits::ones(32);
        assert_eq!(Numeral::integer(minus_one.clone(), true).to_string(), "-1");
        assert_eq!(Numeral::integer(minus_one, false).to_string(), "4294967295");
        let float = |value| Numeral::Float(FloatKind::Double, float_from_f64(FloatKind::Double, value));
        assert_eq!(float(1.5).to_string(), "1.5");
        assert!(float(-1.5).is_negative() && float(1e300).is_finite());
        assert!(!float(f64::NAN).is_finite() && !float(f64::INFINITY).is_finite());
    }
}
