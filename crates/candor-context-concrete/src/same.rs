//! When two values are the same, whatever their objects are called.

use candor_explore::{Compare, Names};

use crate::value::{Value, View};

/// Compares concrete values.
#[derive(Copy, Clone, Debug, Default)]
pub struct SameValues;

impl Compare<Value, bool> for SameValues {
    fn values(&mut self, names: &mut Names, a: &Value, b: &Value) -> bool {
        match (a.view(), b.view()) {
            (View::Int(a), View::Int(b)) => a == b,
            (View::Ptr(a, at_a), View::Ptr(b, at_b)) => at_a == at_b && names.objects(a, b),
            (View::Addr(a), View::Addr(b)) => a.bits == b.bits && a.own == b.own && names.objects(a.object, b.object),
            (View::Wide(a), View::Wide(b)) => a == b,
            (View::Undef(a), View::Undef(b)) => {
                a.mask == b.mask && a.cause == b.cause && self.values(names, &a.value, &b.value)
            }
            _ => false,
        }
    }

    fn truths(&mut self, a: &bool, b: &bool) -> bool {
        a == b
    }
}
