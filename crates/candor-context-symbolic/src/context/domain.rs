//! What memory asks of symbolic values: where pointers point, what bytes are, where objects lie.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

use candor_context_concrete::Value;
use candor_interp::object::{self, Cases, Domain, ForeignNull, Object, Place, Target, Targets};
use candor_interp::{Beyond, ChoiceKind, ObjectId, ObjectName, State, Stop, Values};
use candor_ir::{Bits, Program, Scalar, UndefCause};
use candor_term::{Op, Sort, Term};

use super::{Asked, MAX_PARTS, SymbolicContext};
use crate::array;
use crate::array_pointers;
use crate::ops;
use crate::path::Path;
use crate::pointer;
use crate::value::{Case, Heavy, SymValue};

impl Domain for SymbolicContext {
    fn program(&self) -> &Program {
        &self.program
    }

    fn compares_literals(&mut self) {
        self.compared_literals = true;
    }

    fn targets(&mut self, path: &Path, ptr: &SymValue) -> Targets<Self> {
        // Nearly all pointers are plain ones, of which no terms need be made.
        if let SymValue::Same(value) = ptr {
            let place = pointer::plain_place(self.pointer_bits, value);
            return smallvec::smallvec![Target { guard: None, place }];
        }
        let cases = pointer::cases(&mut self.pool, self.pointer_bits, ptr);
        let only = cases.len() == 1;
        let mut targets = Targets::<Self>::new();
        for Case { guard, object, offset } in cases {
            let guard = match path.knows(&mut self.pool, guard) {
                Some(false) if !only => continue,
                Some(true) => None,
                _ if only => None,
                _ => Some(guard),
            };
            let plain = self.pool.const_bits(offset);
            let place = match (object, plain) {
                (Some(object), Some(offset)) => Place::Object(object, offset.to_i64_wrapping()),
                (Some(object), None) => Place::Within(object, SymValue::Term(offset)),
                (None, Some(address)) => Place::Address(address.to_u64_wrapping()),
                (None, None) => Place::Somewhere(SymValue::Term(offset)),
            };
            targets.push(Target { guard, place });
        }
        if let [target] = &mut targets[..] {
            target.guard = None;
        }
        targets
    }

    fn cases(&mut self, _: &Path, value: &SymValue) -> Option<Cases<Term>> {
        let width = self.pointer_bits;
        if let SymValue::Same(value) = value {
            return Some(vec![(None, value.bits(64).to_u64_wrapping())]);
        }
        let term = ops::pattern(&mut self.pool, value, width);
        let numbers = pointer::leaves(&self.pool, term)?;
        Some(self.guarded(term, numbers))
    }

    fn cases_up_to(&mut self, path: &Path, value: &SymValue, max: u64, most: usize) -> Option<Cases<Term>> {
        let mut cases = match self.cases(path, value) {
            Some(cases) => cases,
            None => {
                let term = ops::pattern(&mut self.pool, value, self.pointer_bits);
                let numbers = pointer::multiples(&self.pool, path, term, max, most)?;
                self.guarded(term, numbers)
            }
        };
        cases.retain(|(guard, number)| {
            let possible = guard.is_none_or(|guard| path.knows(&mut self.pool, guard) != Some(false));
            *number <= max && possible
        });
        Some(cases)
    }

    fn largest(&mut self, path: &Path, value: &SymValue) -> u64 {
        let term = ops::pattern(&mut self.pool, value, self.pointer_bits);
        pointer::largest(&self.pool, path, term)
    }

    fn is_foreign(&self, _: &State<Self>, place: &Place<SymValue>) -> bool {
        let Place::Somewhere(SymValue::Term(term)) = place else { return false };
        if self.beyond == Beyond::Everything {
            return false;
        }
        let is_foreign = self.may_come_from_elsewhere(*term);
        if is_foreign {
            self.met_foreign.store(true, Ordering::Relaxed);
        }
        is_foreign
    }

    fn foreign_null(&mut self, place: &Place<SymValue>) -> Result<ForeignNull<Term>, Stop> {
        self.null_elsewhere(place)
    }

    fn pointer(&mut self, object: ObjectId, offset: i64) -> SymValue {
        SymValue::Same(Value::ptr(object, offset))
    }

    fn known(&self, cond: &Term) -> Option<bool> {
        self.pool.const_bool(*cond)
    }

    fn new_object_id(&mut self, _: &mut State<Self>, name: ObjectName) -> Result<ObjectId, Stop> {
        let next = ObjectId(u32::try_from(self.ids.len()).map_err(|_| Stop::Exhausted("four billion objects".into()))?);
        Ok(*self.ids.entry(name).or_insert(next))
    }

    fn byte_of(&mut self, value: &SymValue, index: u32, n_bytes: u32) -> SymValue {
        ops::byte_of(&mut self.pool, value, index, n_bytes)
    }

    fn join(&mut self, bytes: &[SymValue]) -> SymValue {
        ops::join(&mut self.pool, bytes)
    }

    fn is_pointer(&self, value: &SymValue) -> bool {
        pointer::is_pointer(value)
    }

    fn is_whole_address(&self, value: &SymValue) -> Option<bool> {
        pointer::is_whole_address(value, self.pointer_bits)
    }

    fn has_provenance(&self, value: &SymValue) -> bool {
        pointer::has_provenance(value)
    }

    fn pointer_at(&mut self, state: &mut State<Self>, int: &SymValue) -> SymValue {
        let width = self.pointer_bits;
        let int = match int {
            SymValue::Same(value) if value.bits(64).to_u64_wrapping() < 4096 => return int.clone(),
            _ if pointer::is_pointer(int) => return int.clone(),
            int => int,
        };
        let number = ops::pattern(&mut self.pool, int, width);
        let own = match int {
            SymValue::Heavy(heavy) => match &**heavy {
                Heavy::Address { objects, .. } => objects.to_vec(),
                Heavy::Pointer(_) | Heavy::Undef { .. } | Heavy::Array(_) => Vec::new(),
            },
            SymValue::Same(_) | SymValue::Term(_) => Vec::new(),
        };
        let mut cases = pointer::Cases::new();
        let mut rest = Term::TRUE;
        for (guard, object) in own {
            self.resolve(state, number, guard, Some(object), &mut cases);
            let not = self.pool.not(guard);
            rest = self.pool.and(rest, not);
        }
        self.resolve(state, number, rest, None, &mut cases);
        pointer::from_cases(&mut self.pool, cases)
    }

    fn exposed_int(&mut self, object: ObjectId, address: &SymValue) -> SymValue {
        let number = ops::pattern(&mut self.pool, address, self.pointer_bits);
        let own = Bits::ones(self.pointer_bits);
        SymValue::heavy(Heavy::Address { number, objects: Box::new([(Term::TRUE, object)]), own })
    }

    fn chooses_unwritten(&self) -> bool {
        !self.marks && self.tells_unwritten_apart
    }

    fn array_of(
        &mut self,
        path: &Path,
        object: &Object<SymValue, Term>,
        n_bytes: u64,
        offset: &SymValue,
    ) -> Option<SymValue> {
        let layout = self.layout();
        let offset = array::Offset::of(&mut self.pool, path, layout, offset);
        array::from_contents(&mut self.pool, layout, object, array::element_bytes(n_bytes, offset))
    }

    fn array_like(&mut self, object: &Object<SymValue, Term>, model: &SymValue) -> Option<SymValue> {
        let layout = self.layout();
        array::from_contents(&mut self.pool, layout, object, array::as_array(model)?.element_bytes)
    }

    fn array_select(&mut self, cond: &Term, a: &SymValue, b: &SymValue) -> Option<SymValue> {
        let layout = self.layout();
        array::select(&mut self.pool, layout, *cond, array::as_array(a)?, array::as_array(b)?)
    }

    fn array_pointers(&mut self, array: &SymValue) -> Option<Vec<SymValue>> {
        let array = array::as_array(array)?;
        match array.objects {
            Some(objects) => array_pointers::all(&mut self.pool, objects, array.term),
            None => Some(Vec::new()),
        }
    }

    fn array_read(&mut self, path: &Path, array: &SymValue, offset: &SymValue, n_bytes: u64) -> Option<SymValue> {
        let layout = self.layout();
        let array = array::as_array(array)?;
        let at = ops::pattern(&mut self.pool, offset, self.pointer_bits);
        self.facts.extend(self.texts.facts_about(&mut self.pool, array.term, at, n_bytes));
        let offset = array::Offset::of(&mut self.pool, path, layout, offset);
        array::read(&mut self.pool, layout, array, offset, n_bytes)
    }

    fn array_write(
        &mut self,
        path: &Path,
        array: &SymValue,
        offset: &SymValue,
        n_bytes: u64,
        value: &SymValue,
    ) -> Option<SymValue> {
        let layout = self.layout();
        let offset = array::Offset::of(&mut self.pool, path, layout, offset);
        array::write(&mut self.pool, layout, array::as_array(array)?, offset, n_bytes, value)
    }

    fn choose_only(&mut self, guard: Option<&Term>) {
        self.choosing = guard.copied().unwrap_or(Term::TRUE);
    }

    fn choose_base(&mut self, state: &mut State<Self>, object: ObjectId) -> Option<SymValue> {
        // Only what has a size that is a number ends where the next one may begin.
        let has_size = state.memory.get(object).is_some_and(|found| found.plain_size.is_some());
        if self.places_in_order && has_size {
            let address = object::next_address(state, object);
            let base = self.pool.bv(self.pointer_bits, address);
            self.note_base_asked(state, base);
            self.place(state, object, base);
            return Some(SymValue::Term(base));
        }
        let (modulus, rest) = state.memory.get(object).map_or((1, 0), |found| found.placement);
        // What is known of the lowest bits is in the term itself, so that taking them apart folds.
        let n_low = modulus.trailing_zeros();
        let mut base = self.pool.fresh_var(ChoiceKind::Address.name(), Sort::Bv(self.pointer_bits - n_low));
        self.left_open.insert(base);
        if n_low > 0 {
            let low = self.pool.bv(n_low, u64::from(rest));
            base = self.pool.concat(base, low);
        }
        self.note_base_asked(state, base);
        self.place(state, object, base);
        Some(SymValue::Term(base))
    }

    fn look_at_base(&mut self, state: &State<Self>, base: &SymValue) {
        let SymValue::Term(base) = base else { return };
        let Some(Asked { by, all_of }) = self.bases.get(base) else { return };
        let is_known = all_of.as_ref().is_some_and(|path| state.path.common_depth(path) == path.depth());
        if is_known {
            return;
        }
        let (by, before) = (*by, self.choosing);
        let not_yet = self.pool.not(by);
        self.choosing = self.pool.and(before, not_yet);
        if state.path.knows(&mut self.pool, self.choosing) != Some(false) {
            self.record(state, ChoiceKind::Address, *base);
            let asks = self.pool.and(state.path.condition(), before);
            let by = self.pool.or(by, asks);
            self.bases.insert(*base, Asked { by, all_of: (before == Term::TRUE).then(|| state.path.clone()) });
        }
        self.choosing = before;
    }

    fn unwritten(&mut self, ty: Scalar) -> SymValue {
        let width = self.width(ty);
        let value = self.pool.fresh_var("unwritten", Sort::Bv(width));
        self.unwritten.insert(value, Term::FALSE);
        self.mark(&Term::TRUE, UndefCause::Uninitialized, ty, SymValue::Term(value))
    }
}

impl SymbolicContext {
    /// The address of an object is looked at for the first time.
    fn note_base_asked(&mut self, state: &State<Self>, base: Term) {
        self.record(state, ChoiceKind::Address, base);
        let by = self.pool.and(state.path.condition(), self.choosing);
        self.bases.insert(base, Asked { by, all_of: (self.choosing == Term::TRUE).then(|| state.path.clone()) });
    }

    /// What nobody has written is chosen when it is first read: by those executions in which the value read is such a variable.
    pub(super) fn note_reads(&mut self, state: &State<Self>, value: &SymValue) {
        // From the whole to its parts: a term is younger than those it is made of.
        let mut parts: BTreeMap<Term, Term> = BTreeMap::new();
        match ops::unmarked(value) {
            SymValue::Same(_) => return,
            SymValue::Term(term) => _ = parts.insert(term, Term::TRUE),
            SymValue::Heavy(heavy) => {
                if let Heavy::Pointer(cases) = &*heavy {
                    for case in cases {
                        self.add_part(&mut parts, case.offset, case.guard);
                    }
                }
            }
        }
        for _ in 0..MAX_PARTS {
            let Some((term, guard)) = parts.pop_last() else { return };
            if let Some(&read) = self.unwritten.get(&term) {
                let not_before = self.pool.not(read);
                self.choosing = self.pool.and(guard, not_before);
                self.record(state, ChoiceKind::Uninitialized, term);
                self.choosing = Term::TRUE;
                let reads = self.pool.and(state.path.condition(), guard);
                let read = self.pool.or(read, reads);
                self.unwritten.insert(term, read);
            } else if self.pool.op(term) == Op::Ite {
                let &[cond, then, other] = self.pool.args(term) else { continue };
                let not = self.pool.not(cond);
                for (side, part) in [(cond, then), (not, other)] {
                    let guard = self.pool.and(guard, side);
                    self.add_part(&mut parts, part, guard);
                }
            }
        }
    }

    fn add_part(&mut self, parts: &mut BTreeMap<Term, Term>, part: Term, guard: Term) {
        let before = parts.get(&part).copied().unwrap_or(Term::FALSE);
        parts.insert(part, self.pool.or(before, guard));
    }

    /// Where an address points: into the object it comes from, if it is there; else into one whose address the program has seen;
    /// else still into its own, which the access will find to be out of bounds.
    fn resolve(
        &mut self,
        state: &mut State<Self>,
        address: Term,
        guard: Term,
        own: Option<ObjectId>,
        cases: &mut pointer::Cases,
    ) {
        if guard == Term::FALSE {
            return;
        }
        let exposed = state.memory.exposed.iter().rev().copied();
        let others: Vec<ObjectId> = exposed.filter(|&id| Some(id) != own).collect();
        let mut rest = guard;
        let mut beyond = Case { guard, object: None, offset: address };
        let mut at_own_end = Term::FALSE;
        if let Some(object) = own {
            let (offset, within, at_end) = self.inside(state, object, address);
            at_own_end = at_end;
            beyond = Case { guard, object: Some(object), offset };
            if others.is_empty() {
                cases.push(beyond);
                return;
            }
            rest = self.part(rest, within, Case { guard, ..beyond }, cases);
        }
        let found: Vec<_> = others.into_iter().map(|object| (object, self.inside(state, object, address))).collect();
        // The end of one object may be the start of another, and then that one is meant; else its own, if there is one.
        let within_any = self.pool.or_all(found.iter().map(|(_, (_, within, _))| *within));
        let elsewhere = self.pool.or(within_any, at_own_end);
        for (object, (offset, within, at_end)) in found {
            let nowhere = self.pool.not(elsewhere);
            let only_end = self.pool.and(at_end, nowhere);
            let inside = self.pool.or(within, only_end);
            rest = self.part(rest, inside, Case { guard, object: Some(object), offset }, cases);
        }
        cases.push(Case { guard: rest, ..beyond });
    }

    /// Adds a case for the part of the executions in which something holds; gives the rest.
    fn part(&mut self, all: Term, holds: Term, case: Case, cases: &mut pointer::Cases) -> Term {
        let guard = self.pool.and(all, holds);
        cases.push(Case { guard, ..case });
        let not = self.pool.not(holds);
        self.pool.and(all, not)
    }

    /// The offset of an address in an object, whether it lies there, and whether it is the end of it.
    fn inside(&mut self, state: &mut State<Self>, object: ObjectId, address: Term) -> (Term, Term, Term) {
        let width = self.pointer_bits;
        let base = object::base_address(self, state, object);
        let base = ops::pattern(&mut self.pool, &base, width);
        let offset = self.pool.sub(address, base);
        let Some(found) = state.memory.get(object) else { return (offset, Term::FALSE, Term::FALSE) };
        let (size, live) = (ops::pattern(&mut self.pool, &found.size, width), found.live);
        let (within, at_end) = (self.pool.ult(offset, size), self.pool.eq(offset, size));
        (offset, self.pool.and(live, within), self.pool.and(live, at_end))
    }

    fn guarded(&mut self, term: Term, numbers: Vec<u64>) -> Cases<Term> {
        let width = self.pool.width(term);
        let case = |number| {
            let constant = self.pool.bv(width, number);
            (Some(self.pool.eq(term, constant)), number)
        };
        numbers.into_iter().map(case).collect()
    }
}
