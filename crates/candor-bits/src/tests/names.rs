//! Names are unique and read back.

use std::collections::BTreeSet;

use crate::{BinOp, Bits, CastOp, CmpOp, FloatKind, MathOp, Pred, Scalar, compare};

#[test]
fn names_read_back_and_are_unique() {
    let mut names = BTreeSet::new();
    macro_rules! check {
        ($($op:ident)*) => {$(
            for op in $op::ALL {
                assert_eq!($op::from_name(op.name()), Some(*op));
                assert!(names.insert(op.name()), "{op} twice");
            }
            assert_eq!($op::from_name("no such operation"), None);
        )*};
    }
    check!(BinOp CmpOp CastOp Pred MathOp);
}

#[test]
fn types_read_back() {
    let ints = (1..200).map(Scalar::Int);
    let floats = FloatKind::ALL.iter().map(|kind| Scalar::Float(*kind));
    for ty in ints.chain(floats).chain([Scalar::Ptr]) {
        assert_eq!(Scalar::from_name(&ty.to_string()), Some(ty));
    }
    for wrong in ["", "i", "i0", "i08", "i+8", "i8 ", "u8", "f33"] {
        assert_eq!(Scalar::from_name(wrong), None, "{wrong}");
    }
}

#[test]
fn swapped_and_negated_comparisons() {
    for op in CmpOp::ALL.iter().copied() {
        let ty = if op.is_float() { Scalar::Float(FloatKind::Half) } else { Scalar::Int(16) };
        let values = [0, 1, 0x3C00, 0x7C00, 0x7E00, 0x8000, 0xBC00, 0xFC00, 0xFFFF].map(|value| Bits::new(16, value));
        for a in &values {
            for b in &values {
                let holds = compare(op, ty, a, b);
                assert_eq!(compare(op.swapped(), ty, b, a), holds, "{op} {a:?} {b:?}");
                assert_eq!(compare(op.negated(), ty, a, b), !holds, "{op} {a:?} {b:?}");
            }
        }
    }
}
