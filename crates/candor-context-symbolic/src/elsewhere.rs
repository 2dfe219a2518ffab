//! Memory of others: what pointers point to that come from code which candor does not know, and what that code may change.
//!
//! It is one object whose contents are an array, in which such a pointer is an offset: what was read there is read again, and two pointers
//! may be the same. What the program writes to an object of its own that others know may be read there, too. In competition mode, where any pointer to no object counts as one of these, each read gives another value instead: that
//! is more than any memory does, and needs no array.

use candor_interp::object::{self, Contents, Domain, ForeignNull, Fresh, Object, Place, Target};
use candor_interp::{
    AccessMode, Allocation, Beyond, Halt, Memory, ObjectId, ObjectKind, ObjectName, Site, State, Step, Stop, Values,
};
use candor_ir::{FuncId, InstId, Scalar};
use candor_term::{Op, Sort, Term, post_order};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::array::{self, ArrayTerm};
use crate::context::SymbolicContext;
use crate::value::{Heavy, SymValue};
use crate::{ops, pointer};

const GIVEN_AWAY: &str = "a pointer to an object of the program's is written to memory of unknown origin";

/// A pointer that is a choice between more is not taken apart.
const MOST_CHOICES: usize = 100;

/// Which null pointers are asked about.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Null {
    Any,
    /// Those that the program has made.
    MadeHere,
}

impl SymbolicContext {
    pub(crate) fn any_value(&mut self, ty: Scalar) -> SymValue {
        self.went_beyond = true;
        let width = ty.width(self.pointer_bits);
        let value = self.pool.fresh_var("beyond", Sort::Bv(width));
        self.foreign.insert(value);
        SymValue::Term(value)
    }

    pub(crate) fn any_remains(&mut self, ty: Scalar) -> Step<SymValue> {
        if self.followed_unknown {
            return Err(Halt::unsupported("a read from dead memory or outside of an object"));
        }
        let value = self.any_value(ty);
        if let SymValue::Term(var) = value {
            self.remains.insert(var);
        }
        Ok(value)
    }

    /// Whether a pointer to no object may be one that was read from dead memory. Of a variable that an engine made in place of several values
    /// it is not known: such a pointer may be followed where nothing is ever read from there, and nothing may be where one was followed.
    pub(crate) fn comes_from_remains(&mut self, state: &State<Self>, ptr: &SymValue) -> bool {
        let targets = self.targets(&state.path, ptr);
        let addresses = targets.iter().filter_map(|target| match target.place {
            Place::Somewhere(SymValue::Term(address)) => Some(address),
            _ => None,
        });
        let addresses: Vec<Term> = addresses.collect();
        let vars = candor_term::free_vars(&self.pool, &addresses);
        if vars.iter().any(|var| self.remains.contains(var)) {
            return true;
        }
        let is_known = vars.iter().all(|var| self.is_left_open(*var));
        self.followed_unknown |= !is_known && self.remains.is_empty();
        !is_known && !self.remains.is_empty()
    }

    pub(crate) fn disturb_known(&mut self, state: &mut State<Self>) -> Step<()> {
        self.went_beyond = true;
        let others = self.others;
        let is_known =
            |id: ObjectId, found: &Object<SymValue, Term>| found.shared && !found.constant && Some(id) != others;
        let known = state.memory.iter().filter(|(id, found)| is_known(*id, found));
        let known: Vec<ObjectId> = known.map(|(id, _)| id).collect();
        let keeps = |id: &ObjectId| state.memory.get(*id).is_some_and(|found| self.holds_own_pointers(found));
        if self.beyond.is_foreign() && known.iter().any(keeps) {
            return Err(Halt::unsupported("code of unknown origin may change a pointer to an object of the program's"));
        }
        if self.marks() && self.beyond.is_foreign() {
            if known.iter().any(|&id| self.has_unwritten(state, id)) {
                return Err(Halt::unsupported("code of unknown origin may write what was not written"));
            }
        }
        for id in known {
            // Without marks, contents that nobody has written mean any value, as an array of any bytes does; a driver takes 2 s with
            // them and 30 s with arrays.
            if self.beyond == Beyond::Everything
                && !self.marks()
                && let Some(found) = state.memory.get_mut(id)
            {
                found.contents = Contents::new(found.contents.size(), Fresh::Uninitialized);
                found.array = None;
                continue;
            }
            let bytes = self.any_bytes();
            if let Some(found) = state.memory.get_mut(id) {
                found.contents = Contents::new(found.contents.size(), found.contents.fresh());
                found.array = Some(bytes);
            }
        }
        Ok(())
    }

    /// Whether some byte of an object may not have been written.
    fn has_unwritten(&mut self, state: &mut State<Self>, id: ObjectId) -> bool {
        let array = state.memory.get(id).and_then(|found| array::as_array(found.array.as_ref()?));
        match array {
            Some(array) => {
                let no_mark = self.pool.bv_zero(array.element_bytes * 8);
                let index = self.pointer_bits - array.element_bytes.trailing_zeros();
                array.mask.is_some_and(|mask| mask != self.pool.const_array(index, no_mark))
            }
            None => {
                let pointer = self.pointer(id, 0);
                object::may_be_unwritten(self, state, &pointer)
            }
        }
    }

    /// Whether a value is a pointer to an object of the program's: in memory of others it would become one of theirs.
    fn may_point_to_own(&mut self, value: &SymValue) -> bool {
        self.targets_of(value).is_none_or(|targets| targets.iter().any(Option::is_some))
    }

    /// Whether an object that others may change holds pointers to objects of the program's, which it may keep.
    fn holds_own_pointers(&self, object: &Object<SymValue, Term>) -> bool {
        let is_own = |value: &SymValue| match value {
            SymValue::Same(plain) => plain.as_ptr().is_some(),
            SymValue::Term(_) => false,
            SymValue::Heavy(heavy) => match &**heavy {
                Heavy::Pointer(_) | Heavy::Undef { .. } | Heavy::Address { .. } => true,
                Heavy::Array(array) => array.objects.is_some(),
            },
        };
        object.array.as_ref().is_some_and(is_own) || object.contents.cells().any(|(_, _, value)| is_own(value))
    }

    pub(crate) fn may_copy_to_others(&mut self, state: &mut State<Self>, src: &SymValue) -> Step<()> {
        let targets = self.targets(&state.path, src);
        let own: Vec<ObjectId> = targets.iter().filter_map(|target| target.place.object()).collect();
        if self.marks() && own.into_iter().any(|id| self.has_unwritten(state, id)) {
            return Err(Halt::unsupported("a copy of memory that was not written to memory of unknown origin"));
        }
        let own = targets.iter().filter_map(|target| state.memory.get(target.place.object()?));
        match self.others.is_some() && own.into_iter().any(|found| self.holds_own_pointers(found)) {
            true => Err(Halt::unsupported(GIVEN_AWAY)),
            false => Ok(()),
        }
    }

    pub(crate) fn read_others(&mut self, state: &mut State<Self>, ptr: &SymValue, ty: Scalar) -> Step<SymValue> {
        self.went_beyond = true;
        let Some((others, address, _)) = self.elsewhere(state, ptr) else { return Ok(self.any_value(ty)) };
        match state.memory.get(others).and_then(|found| found.array.clone()) {
            Some(array) => Ok(object::load_from_array(self, state, &array, &address, ty)?),
            None => Ok(self.any_value(ty)),
        }
    }

    pub(crate) fn write_others(
        &mut self,
        state: &mut State<Self>,
        ptr: &SymValue,
        written: Option<(Scalar, &SymValue)>,
    ) -> Step<()> {
        self.went_beyond = true;
        if let Some((ty, value)) = written
            && self.others.is_some()
        {
            if self.may_point_to_own(value) {
                return Err(Halt::unsupported(GIVEN_AWAY));
            }
            let number = self.as_number(value, self.pointer_bits).filter(|_| ty == Scalar::Ptr);
            let is_pointer = |number| self.pool.const_u64(number) == Some(0) || self.may_come_from_elsewhere(number);
            if number.is_some_and(|number| !is_pointer(number)) {
                return Err(Halt::unsupported("a number is written as a pointer to memory of unknown origin"));
            }
        }
        let array = self.others.and_then(|others| state.memory.get(others)?.array.clone());
        let changed = match (written, self.elsewhere(state, ptr), array) {
            (Some((ty, value)), Some((_, address, guard)), Some(array)) => {
                let value = match guard {
                    None => value.clone(),
                    Some(guard) => {
                        let old = object::load_from_array(self, state, &array, &address, ty)?;
                        self.select(&guard, ty, value, &old)
                    }
                };
                {
                    let size = self.program().target.store_bytes(ty);
                    self.array_write(&state.path, &array, &address, size, &value)
                }
            }
            _ => None,
        };
        let changed = changed.unwrap_or_else(|| self.any_bytes());
        if let Some(found) = self.others.and_then(|others| state.memory.get_mut(others)) {
            found.array = Some(changed);
        }
        Ok(())
    }

    /// An object of the program's holds what comes from elsewhere. What nobody has written stays so.
    pub(crate) fn fill_from_others(&mut self, state: &mut State<Self>, ptr: &SymValue) -> Step<()> {
        let unknown = || Halt::unsupported("a copy of memory of unknown origin");
        self.went_beyond = true;
        let object = self.object_of(state, ptr).ok_or_else(unknown)?;
        let known = state.memory.get(object).and_then(|found| array::as_array(found.array.as_ref()?));
        let known = known.filter(|known| known.objects.is_none()).ok_or_else(unknown)?;
        let term = self.pool.fresh_var("beyond", self.pool.sort(known.term));
        self.foreign.insert(term);
        let found = state.memory.get_mut(object).ok_or_else(unknown)?;
        found.contents = Contents::new(found.contents.size(), found.contents.fresh());
        found.array = Some(SymValue::heavy(Heavy::Array(ArrayTerm { term, ..known })));
        Ok(())
    }

    /// A write to an object that others know changes what their pointers to it point to: memory of others holds anything then.
    pub(crate) fn others_see(&mut self, state: &mut State<Self>, ptr: &SymValue, mode: AccessMode) {
        let Some(others) = self.others else { return };
        if mode == AccessMode::Ask {
            return;
        }
        let targets = self.targets(&state.path, ptr);
        let is_known = |id: ObjectId| id != others && state.memory.get(id).is_some_and(|found| found.shared);
        if !targets.iter().filter_map(|target| target.place.object()).any(is_known) {
            return;
        }
        let bytes = self.any_bytes();
        if let Some(found) = state.memory.get_mut(others) {
            found.array = Some(bytes);
        }
    }

    /// Whether a number is null or comes from elsewhere, as far as the program has not made it itself.
    pub(crate) fn may_come_from_elsewhere(&self, term: Term) -> bool {
        let is_one = |leaf: Term| match self.pool.const_u64(leaf) {
            Some(number) => number == 0,
            None => candor_term::free_vars(&self.pool, &[leaf]).iter().any(|var| self.foreign.contains(var)),
        };
        self.pool.const_u64(term).is_none()
            && self.choices_in(term).is_some_and(|leaves| leaves.into_iter().all(is_one))
    }

    /// What a choice between numbers may come to; `None` if that is too many.
    fn choices_in(&self, term: Term) -> Option<Vec<Term>> {
        let (mut open, mut seen, mut leaves) = (vec![term], FxHashSet::default(), Vec::new());
        while let Some(term) = open.pop() {
            if !seen.insert(term) {
                continue;
            }
            match (self.pool.op(term), self.pool.args(term)) {
                (Op::Ite, &[_, then, otherwise]) => open.extend([then, otherwise]),
                _ => leaves.push(term),
            }
            if seen.len() > MOST_CHOICES {
                return None;
            }
        }
        Some(leaves)
    }

    /// A pointer is computed from another one. What it was computed from is known later, whatever the sum looks like then.
    pub(crate) fn note_base(&mut self, base: &SymValue, bytes: &SymValue) {
        if self.others.is_none() {
            return;
        }
        let by = ops::pattern(&mut self.pool, bytes, self.pointer_bits);
        let cases = pointer::cases(&mut self.pool, self.pointer_bits, base);
        for case in cases.into_iter().filter(|case| case.object.is_none()) {
            let moved = self.pool.add(case.offset, by);
            self.note_moved(case.offset, moved);
        }
    }

    fn note_moved(&mut self, base: Term, moved: Term) {
        // A choice between pointers is moved as a choice between those that were moved.
        let mut open = vec![(base, moved)];
        for _ in 0..MOST_CHOICES {
            let Some((base, moved)) = open.pop().filter(|(base, moved)| base != moved) else { break };
            let of_both = [base, moved].map(|term| (self.pool.op(term), self.pool.args(term)));
            if let [(Op::Ite, &[cond, a, b]), (Op::Ite, &[same, moved_a, moved_b])] = of_both
                && cond == same
            {
                open.extend([(a, moved_a), (b, moved_b)]);
            }
            let base = self.computed_from.get(&base).copied().unwrap_or(Some(base));
            let known = self.computed_from.entry(moved).or_insert(base);
            if *known != base {
                *known = None;
            }
        }
    }

    pub(crate) fn null_elsewhere(&mut self, place: &Place<SymValue>) -> Result<ForeignNull<Term>, Stop> {
        let Place::Somewhere(SymValue::Term(term)) = place else {
            return Err(Stop::Unsupported("access through a pointer of unknown origin".into()));
        };
        let any = self.null(*term, Null::Any)?;
        let made_here = self.null(*term, Null::MadeHere)?;
        let leaves = self.choices_in(*term).unwrap_or_default();
        let is_near = leaves.into_iter().all(|leaf| self.is_near_base(leaf));
        Ok(ForeignNull { any, made_here, is_near })
    }

    /// Whether an address is a pointer from elsewhere, or a small number of bytes behind one.
    fn is_near_base(&self, address: Term) -> bool {
        const NEAR: u64 = 4000;
        let base = self.behind_constant(address);
        let is_small = |term: &Term| self.pool.const_u64(*term).is_none_or(|number| number < NEAR);
        self.is_plain(base) && (base == address || self.pool.args(address).iter().all(is_small))
    }

    /// When the pointer that an address was computed from is null.
    fn null(&mut self, term: Term, null: Null) -> Result<Term, Stop> {
        let computed =
            || Stop::Unsupported("access to an address that is computed from several numbers of unknown origin".into());
        match self.computed_from.get(&term) {
            Some(&Some(base)) => return self.null(base, null),
            Some(None) => return Err(computed()),
            None => {}
        }
        let Some(leaves) = self.choices_in(term) else { return Err(computed()) };
        let mut nulls: FxHashMap<Term, Term> = FxHashMap::default();
        for leaf in leaves {
            let is_null = match self.computed_from.get(&leaf) {
                Some(&Some(base)) => self.null(base, null)?,
                Some(None) => return Err(computed()),
                None => {
                    let base = self.behind_constant(leaf);
                    if !self.is_plain(base) {
                        return Err(computed());
                    }
                    match null {
                        Null::MadeHere if self.is_of_others(base) => Term::FALSE,
                        _ => {
                            let zero = self.pool.bv_zero(self.pointer_bits);
                            self.pool.eq(base, zero)
                        }
                    }
                }
            };
            nulls.insert(leaf, is_null);
        }
        Ok(self.chosen_from(term, &nulls))
    }

    /// Whether a number is null, a pointer that was passed or returned, or bytes that were read. `p | 4096` is none: some of its bits are constant.
    fn is_plain(&self, number: Term) -> bool {
        let is_const = |part: &Term| self.pool.op(*part) == Op::Const;
        match self.pool.op(number) {
            Op::Const | Op::Var | Op::Select | Op::Extract => true,
            Op::Concat => self.pool.args(number).iter().all(|part| !is_const(part) && self.is_plain_part(*part)),
            _ => false,
        }
    }

    /// The same of a part of a number, which may be a choice between bytes.
    fn is_plain_part(&self, part: Term) -> bool {
        self.pool.op(part) != Op::Concat || self.is_plain(part)
    }

    /// The same choice as between these leaves, between what belongs to them.
    fn chosen_from(&mut self, term: Term, leaves: &FxHashMap<Term, Term>) -> Term {
        match (self.pool.op(term), self.pool.args(term)) {
            (Op::Ite, &[cond, then, otherwise]) => {
                let [then, otherwise] = [then, otherwise].map(|term| self.chosen_from(term, leaves));
                self.pool.ite(cond, then, otherwise)
            }
            _ => leaves[&term],
        }
    }

    /// The member of a structure is at a number of bytes behind its start.
    fn behind_constant(&self, term: Term) -> Term {
        let is_const = |term: Term| self.pool.op(term) == Op::Const;
        match (self.pool.op(term), self.pool.args(term)) {
            (Op::Add, &[base, offset]) if is_const(offset) => base,
            (Op::Add, &[offset, base]) if is_const(offset) => base,
            _ => term,
        }
    }

    /// Whether others have made a pointer what it is: it was passed or returned, or read where the program has written nothing.
    fn is_of_others(&self, pointer: Term) -> bool {
        if self.pool.op(pointer) == Op::Var {
            return self.left_open.contains(&pointer) || self.passed_on.contains(&pointer);
        }
        let is_read = |term: Term| self.pool.op(term) == Op::Select;
        let reads: Vec<Term> = post_order(&self.pool, &[pointer]).into_iter().filter(|term| is_read(*term)).collect();
        !reads.is_empty() && reads.iter().all(|read| Some(self.pool.args(*read)[0]) == self.given)
    }

    /// Whether a value is null or a pointer to memory of others, whichever branches were taken. Without such memory nothing is. Of callers
    /// that are trusted, others have made it what it is.
    pub fn is_null_or_elsewhere(&mut self, value: &SymValue) -> bool {
        if self.others.is_none() {
            return false;
        }
        let Some(number) = self.as_number(value, self.pointer_bits) else { return false };
        let is_null = self.pool.const_u64(number) == Some(0);
        if !is_null && !self.may_come_from_elsewhere(number) {
            return false;
        }
        self.beyond != Beyond::Trusted || self.null(number, Null::MadeHere) == Ok(Term::FALSE)
    }

    /// A pointer that is null or points to memory of others.
    pub fn anywhere_elsewhere(&mut self) -> Term {
        let pointer = self.pool.fresh_var("elsewhere", Sort::Bv(self.pointer_bits));
        self.foreign.insert(pointer);
        self.passed_on.insert(pointer);
        pointer
    }

    /// Whether the object is memory of others.
    pub fn is_others(&self, object: ObjectId) -> bool {
        self.others == Some(object)
    }

    /// Memory of others holds anything from now on.
    pub fn forget_others(&mut self, object: &mut Object<SymValue, Term>) {
        object.array = Some(self.any_bytes());
    }

    /// Contents that nobody knows.
    fn any_bytes(&mut self) -> SymValue {
        let sort = Sort::Array { index: self.pointer_bits, element: 8 };
        let bytes = self.pool.fresh_var("beyond", sort);
        self.foreign.insert(bytes);
        let no_mark = self.pool.bv_zero(8);
        let marks = self.marks().then(|| self.pool.const_array(self.pointer_bits, no_mark));
        array::of_bytes(bytes, marks)
    }

    /// Memory of others is one object, in which a pointer that comes from elsewhere is an offset; it is there from the start, so that all
    /// executions have the same.
    pub fn make_others(&mut self, state: &mut State<Self>) -> Step<()> {
        let site = Site { func: FuncId::from_u32(0), inst: InstId::from_u32(0) };
        let name = ObjectName { call_path: ObjectName::OTHERS, site, ordinal: 0 };
        let size = SymValue::Term(self.pool.bv(self.pointer_bits, 1 << (self.pointer_bits - 2)));
        let request = Allocation { kind: ObjectKind::Arguments, size, align: 1, zeroed: true, name };
        let object = self.allocate(state, request)?.object;
        let bytes = self.any_bytes();
        self.given = array::as_array(&bytes).map(|array| array.term);
        if let Some(found) = state.memory.get_mut(object) {
            found.array = Some(bytes);
        }
        self.others = Some(object);
        Ok(())
    }

    /// The object that is memory of others, and where in it a pointer points, and when; `None` where it may have several values that come from
    /// elsewhere.
    fn elsewhere(&mut self, state: &State<Self>, ptr: &SymValue) -> Option<(ObjectId, SymValue, Option<Term>)> {
        let targets = self.targets(&state.path, ptr);
        let mut foreign = targets.iter().filter(|target| self.is_foreign(state, &target.place));
        match (foreign.next(), foreign.next()) {
            (Some(Target { place: Place::Somewhere(address), guard }), None) => {
                Some((self.others?, address.clone(), *guard))
            }
            _ => None,
        }
    }
}
