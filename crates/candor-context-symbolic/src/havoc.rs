//! Values taken apart and put together again by who replaces them with anything.

use candor_interp::ObjectId;
use candor_interp::object::{Contents, Object};
use candor_term::{Sort, Term};

use crate::array::{self, ArrayTerm};
use crate::context::SymbolicContext;
use crate::ops;
use crate::pointer;
use crate::value::{Case, Heavy, SymValue};

impl SymbolicContext {
    /// A number of this width, if the value is nothing but that.
    pub fn as_number(&mut self, value: &SymValue, width: u32) -> Option<Term> {
        let is_plain = match value {
            SymValue::Same(plain) => {
                use candor_context_concrete::View;
                matches!(plain.view(), View::Int(_) | View::Wide(_))
            }
            SymValue::Term(_) => true,
            SymValue::Heavy(_) => false,
        };
        is_plain.then(|| ops::pattern(&mut self.pool, value, width))
    }

    /// The one object that a pointer can point into, at which offset, and when it does: otherwise it is null or no pointer.
    pub fn as_place(&mut self, value: &SymValue) -> Option<(ObjectId, Term, Term)> {
        let is_pointer = match value {
            SymValue::Same(plain) => plain.as_ptr().is_some(),
            SymValue::Term(_) => false,
            SymValue::Heavy(heavy) => matches!(&**heavy, Heavy::Pointer(_)),
        };
        if !is_pointer {
            return None;
        }
        let bits = self.pointer_bits();
        let cases = pointer::cases(&mut self.pool, bits, value);
        let mut places = cases.iter().filter_map(|case| Some((case.object?, case.offset, case.guard)));
        places.next().filter(|_| places.next().is_none())
    }

    /// A pointer into an object.
    pub fn pointer_to(&mut self, object: ObjectId, offset: Term) -> SymValue {
        let case = Case { guard: Term::TRUE, object: Some(object), offset };
        pointer::from_cases(&mut self.pool, pointer::Cases::from_elem(case, 1))
    }

    /// How many bytes the elements have, if the contents of an object are an array.
    pub fn element_bytes(object: &Object<SymValue, Term>) -> Option<u32> {
        object.array.as_ref().and_then(array::as_array).map(|array| array.element_bytes)
    }

    /// Whether the contents of an object are an array with pointers in it.
    pub fn is_array_of_pointers(object: &Object<SymValue, Term>) -> bool {
        object.array.as_ref().and_then(array::as_array).is_some_and(|array| array.objects.is_some())
    }

    /// Makes the contents of an object an array of which nothing is known, not even what has been written.
    pub fn forget_contents(&mut self, object: &mut Object<SymValue, Term>, element_bytes: u32) {
        let index = self.pointer_bits() - element_bytes.trailing_zeros();
        let sort = Sort::Array { index, element: element_bytes * 8 };
        let term = self.pool.fresh_var("contents", sort);
        let mask = self.marks().then(|| self.pool.fresh_var("unwritten", sort));
        object.contents = Contents::new(object.contents.size(), object.contents.fresh());
        object.array = Some(SymValue::heavy(Heavy::Array(ArrayTerm { term, mask, objects: None, element_bytes })));
    }
}
