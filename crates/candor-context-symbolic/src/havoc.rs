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
    /// Whether all that is known of a variable is what paths say: it comes from no other code and from no memory that nobody has written.
    pub fn is_free(&self, var: Term) -> bool {
        !self.foreign.contains(&var) && !self.remains.contains(&var) && !self.is_unwritten(var)
    }

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

    /// The number that a value is, whether or not all of it has been written.
    pub fn as_partly_written(&mut self, value: &SymValue, width: u32) -> Option<Term> {
        match value {
            SymValue::Heavy(heavy) => match &**heavy {
                Heavy::Undef { value, .. } => self.as_number(value, width),
                Heavy::Pointer(_) | Heavy::Address { .. } | Heavy::Array(_) => None,
            },
            SymValue::Same(_) | SymValue::Term(_) => self.as_number(value, width),
        }
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
        let (object, mut offset, mut when) = places.next()?;
        for (other, at, guard) in places {
            if other != object {
                return None;
            }
            // Guards exclude each other.
            offset = self.pool.ite(guard, at, offset);
            when = self.pool.or(when, guard);
        }
        Some((object, offset, when))
    }

    /// A pointer into an object.
    pub fn pointer_to(&mut self, object: ObjectId, offset: Term) -> SymValue {
        let case = Case { guard: Term::TRUE, object: Some(object), offset };
        pointer::from_cases(&mut self.pool, pointer::Cases::from_elem(case, 1))
    }

    /// A pointer to one of these places; their guards exclude each other, and one of them holds.
    pub fn pointer_of(&mut self, cases: &[Case]) -> SymValue {
        pointer::from_cases(&mut self.pool, cases.iter().copied().collect())
    }

    /// A pointer to the start of an object.
    pub fn pointer_to_start(&mut self, object: ObjectId) -> SymValue {
        let zero = self.pool.bv_zero(self.pointer_bits());
        self.pointer_to(object, zero)
    }

    /// The objects that a value may point into, and `None` if it may be null or another number; nothing if it is something else, as
    /// when nobody has written it.
    pub fn targets_of(&mut self, value: &SymValue) -> Option<Vec<Option<ObjectId>>> {
        use candor_context_concrete::View;
        let is_known = match value {
            SymValue::Same(plain) => matches!(plain.view(), View::Int(_) | View::Wide(_) | View::Ptr(..)),
            SymValue::Term(_) => true,
            SymValue::Heavy(heavy) => matches!(&**heavy, Heavy::Pointer(_)),
        };
        let bits = self.pointer_bits();
        let cases = is_known.then(|| pointer::cases(&mut self.pool, bits, value))?;
        let mut targets: Vec<Option<ObjectId>> = cases.iter().map(|case| case.object).collect();
        targets.sort_unstable();
        targets.dedup();
        Some(targets)
    }

    /// Where a value points to in whichever object it points into; where there is none, the number that it is.
    pub fn offset_of_any(&mut self, value: &SymValue) -> Option<Term> {
        self.targets_of(value)?;
        let bits = self.pointer_bits();
        let mut cases = pointer::cases(&mut self.pool, bits, value).into_iter().rev();
        let mut offset = cases.next()?.offset;
        for case in cases {
            offset = self.pool.ite(case.guard, case.offset, offset);
        }
        Some(offset)
    }

    /// A pointer to anywhere in any of these objects, or any number where there is none; and where in it.
    pub fn pointer_to_any<'t>(&mut self, targets: impl IntoIterator<Item = &'t Option<ObjectId>>) -> (SymValue, Term) {
        let bits = self.pointer_bits();
        let which = self.pool.fresh_var("which", Sort::Bv(bits));
        let offset = self.pool.fresh_var("offset", Sort::Bv(bits));
        let (mut cases, mut rest) = (pointer::Cases::new(), Term::TRUE);
        let targets: Vec<Option<ObjectId>> = targets.into_iter().copied().collect();
        for (idx, &object) in targets.iter().enumerate() {
            let number = self.pool.bv(bits, idx as u64);
            let is_last = idx + 1 == targets.len();
            let chosen = if is_last { Term::TRUE } else { self.pool.eq(which, number) };
            cases.push(Case { guard: self.pool.and(rest, chosen), object, offset });
            let other = self.pool.not(chosen);
            rest = self.pool.and(rest, other);
        }
        (pointer::from_cases(&mut self.pool, cases), offset)
    }

    /// How many bytes the elements have, if the contents of an object are an array.
    pub fn element_bytes(object: &Object<SymValue, Term>) -> Option<u32> {
        object.array.as_ref().and_then(array::as_array).map(|array| array.element_bytes)
    }

    /// The contents of an object, if they are an array.
    pub fn contents_of(object: &Object<SymValue, Term>) -> Option<Term> {
        object.array.as_ref().and_then(array::as_array).map(|array| array.term)
    }

    /// The contents of an object as an array of elements of this size, and which of their bits must not be used, where marks are kept.
    /// `None` if they are no such array and cannot be made one.
    pub fn elements_of(&mut self, object: &Object<SymValue, Term>, element_bytes: u32) -> Option<(Term, Option<Term>)> {
        let array = match &object.array {
            Some(array) => array::as_array(array)?,
            None => {
                let layout = self.layout();
                array::as_array(&array::from_contents(&mut self.pool, layout, object, element_bytes)?)?
            }
        };
        (array.element_bytes == element_bytes && array.objects.is_none()).then_some((array.term, array.mask))
    }

    /// Whether the contents of an object are an array with pointers in it.
    pub fn is_array_of_pointers(object: &Object<SymValue, Term>) -> bool {
        object.array.as_ref().and_then(array::as_array).is_some_and(|array| array.objects.is_some())
    }

    /// Sees the contents of an object as an array of elements of this size, if they can be one.
    pub fn see_as_array(&mut self, object: &mut Object<SymValue, Term>, element_bytes: u32) {
        let layout = self.layout();
        if let Some(array) = array::from_contents(&mut self.pool, layout, object, element_bytes) {
            object.contents = Contents::new(object.contents.size(), object.contents.fresh());
            object.array = Some(array);
        }
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
