//! The interpreter's three traits over symbolic values.

mod domain;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use candor_bits::{FloatClass, float_class};
use candor_context_concrete::{ChoiceQueues, Value};
use candor_interp::object::{self, Domain, Live, ObjectMemory, Target};
use candor_interp::{
    AccessMode, Allocated, Allocation, Beyond, Blocked, Callees, ChoiceKind, Conditions, Control, Decision, Filling,
    Halt, Keepers, Logic, MAX_OUTSIDE_BYTES, Memory, Merged, ObjectId, ObjectName, Position, Site, State, Step, Stop,
    Touch, Values,
};
use candor_ir::{BinOp, Bits, CastOp, Check, CheckSet, CmpOp, FloatKind, MathOp, Pred, Program, Scalar, UndefCause};
use candor_term::{Sort, Term, TermPool};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::array::{self, Layout};
use crate::ops;
use crate::path::Path;
use crate::pointer;
use crate::settled::Settled;
use crate::text::Texts;
use crate::value::SymValue;

/// How many parts of a value are looked at to find what nobody has written.
const MAX_PARTS: u32 = 4096;

/// No object lies below this, in the concrete context neither.
const LOWEST_ADDRESS: u64 = 0x1_0000;

/// Whether a value is known to be a NaN.
fn is_nan(ty: Scalar, value: &SymValue) -> bool {
    match (ty, value) {
        (Scalar::Float(kind), SymValue::Same(value)) => {
            matches!(float_class(kind, &value.bits(kind.bits())), FloatClass::QuietNan | FloatClass::SignalingNan)
        }
        (Scalar::Int(_) | Scalar::Ptr | Scalar::Float(_), _) => false,
    }
}

/// What a claim is about.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum ClaimKind {
    /// A check that was asked for.
    Checked,
    /// Something that nobody asked to check but that nothing can follow.
    Unchecked,
}

/// The program's claim that something holds whenever a state gets to a place.
#[derive(Clone, Debug)]
pub struct Claim {
    pub kind: ClaimKind,
    pub check: Check,
    /// Where every frame stood, outermost first.
    pub position: Position,
    /// What holds on the way there.
    pub path: Path,
    pub ok: Term,
}

/// Something that the program left open.
#[derive(Clone, Debug)]
pub struct Chosen {
    pub kind: ChoiceKind,
    /// What holds where it is asked for.
    pub path: Path,
    /// The variable that stands for it: a number, or an array for memory that comes from outside.
    pub value: Term,
}

/// What a choice is in an execution that gives its variable this value, as the concrete context reads it.
pub fn chosen_bits(value: &candor_term::Value) -> Bits {
    let candor_term::Value::Array(array) = value else { return value.as_bits() };
    let byte = |index: u32| array.get(&Bits::new(array.index_width(), u64::from(index))).to_u64_wrapping() as u8;
    let bytes: Vec<u8> = (0..MAX_OUTSIDE_BYTES).map(byte).collect();
    Bits::from_le_bytes(8 * MAX_OUTSIDE_BYTES, &bytes)
}

/// Which executions have asked for an address.
#[derive(Clone, Debug)]
struct Asked {
    by: Term,
    /// All that take this path have.
    all_of: Option<Path>,
}

/// Many executions, told apart by terms.
pub struct SymbolicContext {
    program: Arc<Program>,
    pub(crate) pointer_bits: u32,
    pub pool: TermPool,
    ids: FxHashMap<ObjectName, ObjectId>,
    /// In the order in which any one execution makes them.
    pub claims: Vec<Claim>,
    /// In the order in which any one execution asks for them.
    pub choices: Vec<Chosen>,
    /// Variables for memory that was never written but had to be looked at, as when only one of two merged states had written it,
    /// and when an execution has read each.
    unwritten: FxHashMap<Term, Term>,
    /// Addresses that were chosen, and which executions have.
    bases: FxHashMap<Term, Asked>,
    /// What holds of variables whatever the path: where objects lie.
    pub facts: Vec<Term>,
    /// Among the executions of the state, those that make the choices which come now.
    choosing: Term,
    /// Whether values remember that they must not be used; without, what is uninitialised is just arbitrary.
    marks: bool,
    /// Checks behind whose failure an execution goes on; behind any other it does not.
    goes_on: CheckSet,
    /// Whether there may be several threads. Then what is left open at the same event gets the same variable whatever threads
    /// did before, so that executions that differ in nothing else meet in one state. States must not be merged then.
    pub threads: bool,
    /// Whether places in objects that were never written are told apart also where there are many, so that what is read there can be
    /// replayed. Engines that prove have no use for that.
    pub tells_unwritten_apart: bool,
    /// Whether objects lie one behind the other, at addresses that are numbers: some executions of many.
    pub places_in_order: bool,
    named: FxHashMap<(ObjectName, ChoiceKind, Sort), Term>,
    /// Texts that come from outside.
    texts: Texts,
    /// Whether who waits for a condition variable wakes up without being told, in the next step.
    pub spurious: bool,
    /// Checks that hold on every path, so that nobody need be asked.
    pub settled: Arc<Settled>,
    /// Whether arithmetic on known numbers has made a NaN, of which several patterns are right.
    pub made_nan: bool,
    /// Whether a function was met that no term says, so that its result is arbitrary.
    pub free_math: bool,
    /// Whether the addresses of two string literals were compared, which may share their bytes.
    pub compared_literals: bool,
    /// Variables that stand for what functions without a body return.
    pub(crate) foreign: FxHashSet<Term>,
    /// Variables that stand for what is left in dead memory or lies outside of objects: any pointer that the program ever had.
    pub(crate) remains: FxHashSet<Term>,
    /// Variables that stand for what the program leaves open, which is none of these.
    pub(crate) left_open: FxHashSet<Term>,
    /// Whether a pointer was followed of which it is not known where it comes from: an engine has made it in place of others.
    pub(crate) followed_unknown: bool,
    /// Which memory of others executions may use, and whether one has.
    pub beyond: Beyond,
    pub went_beyond: bool,
    /// Set when a pointer from elsewhere was to be followed.
    pub met_foreign: Arc<AtomicBool>,
    /// The object that is memory of others.
    pub(crate) others: Option<ObjectId>,
    /// Pointers to it that an engine has made in place of others.
    pub(crate) passed_on: FxHashSet<Term>,
    /// What it holds at the start.
    pub(crate) given: Option<Term>,
    /// The pointers from elsewhere that others were computed from by adding numbers; `None` where there are several for one.
    pub(crate) computed_from: FxHashMap<Term, Option<Term>>,
    /// Objects that stand for many and must not be accessed, and whether one was.
    pub folded: FxHashSet<ObjectId>,
    pub touched_folded: bool,
    /// Where one execution is followed: what its next choices are. Those of kinds that are used up are variables as always.
    pub preset: ChoiceQueues,
}

impl SymbolicContext {
    pub fn new(program: Arc<Program>, marks: bool, goes_on: CheckSet) -> SymbolicContext {
        SymbolicContext {
            pointer_bits: program.target.pointer_bits,
            program,
            pool: TermPool::new(),
            ids: FxHashMap::default(),
            claims: Vec::new(),
            choices: Vec::new(),
            unwritten: FxHashMap::default(),
            bases: FxHashMap::default(),
            facts: Vec::new(),
            choosing: Term::TRUE,
            marks,
            goes_on,
            threads: false,
            tells_unwritten_apart: true,
            places_in_order: false,
            named: FxHashMap::default(),
            texts: Texts::default(),
            spurious: false,
            settled: Arc::default(),
            made_nan: false,
            free_math: false,
            compared_literals: false,
            foreign: FxHashSet::default(),
            remains: FxHashSet::default(),
            left_open: FxHashSet::default(),
            followed_unknown: false,
            beyond: Beyond::Nothing,
            went_beyond: false,
            met_foreign: Arc::default(),
            others: None,
            passed_on: FxHashSet::default(),
            given: None,
            computed_from: FxHashMap::default(),
            folded: FxHashSet::default(),
            touched_folded: false,
            preset: ChoiceQueues::default(),
        }
    }

    pub fn pointer_bits(&self) -> u32 {
        self.pointer_bits
    }

    /// Whether values remember that they must not be used.
    pub fn marks(&self) -> bool {
        self.marks
    }

    pub(crate) fn layout(&self) -> Layout {
        Layout {
            pointer_bits: self.pointer_bits,
            endian: self.program.target.endian,
            marks: self.marks,
            pointers: !self.threads,
        }
    }

    fn width(&self, ty: Scalar) -> u32 {
        ty.width(self.pointer_bits)
    }

    fn claim(&mut self, state: &mut State<Self>, kind: ClaimKind, check: Check, ok: Term) -> Step<()> {
        let known = state.path.knows(&mut self.pool, ok);
        if known == Some(true) {
            return Ok(());
        }
        if self.settled.holds(state.thread.top.site(), check) {
            if known == Some(false) {
                return Err(Halt::Ended);
            }
            state.path.push(&mut self.pool, ok);
            return Ok(());
        }
        self.claims.push(Claim { kind, check, position: state.thread.position(), path: state.path.clone(), ok });
        if kind == ClaimKind::Checked && self.goes_on.contains(check) {
            return Ok(());
        }
        if known == Some(false) {
            return Err(Halt::Ended);
        }
        state.path.push(&mut self.pool, ok);
        Ok(())
    }

    /// Whether nothing but what the program or others leave open is in a variable.
    pub(crate) fn is_left_open(&self, var: Term) -> bool {
        self.left_open.contains(&var) || self.foreign.contains(&var) || self.unwritten.contains_key(&var)
    }

    pub(crate) fn is_unwritten(&self, var: Term) -> bool {
        self.unwritten.contains_key(&var)
    }

    /// The program, to be held while the context changes.
    pub fn shared_program(&self) -> Arc<Program> {
        Arc::clone(&self.program)
    }

    /// All objects that were ever made, in the order of their names.
    pub fn named_objects(&self) -> Vec<(ObjectName, ObjectId)> {
        let mut objects: Vec<(ObjectName, ObjectId)> = self.ids.iter().map(|(name, id)| (*name, *id)).collect();
        objects.sort_unstable();
        objects
    }

    /// A variable for what the program leaves open at a state.
    fn chosen(&mut self, state: &State<Self>, kind: ChoiceKind, sort: Sort) -> Term {
        if let Some(value) = self.preset(kind, sort) {
            self.record(state, kind, value);
            return value;
        }
        let value = match self.threads {
            false => self.pool.fresh_var(kind.name(), sort),
            true => {
                let frame = &state.thread.top;
                let name = ObjectName { call_path: frame.call_path, site: frame.site(), ordinal: frame.events };
                let fresh = &mut self.pool;
                *self.named.entry((name, kind, sort)).or_insert_with(|| fresh.fresh_var(kind.name(), sort))
            }
        };
        self.left_open.insert(value);
        if kind == ChoiceKind::Havoc {
            self.foreign.insert(value);
        }
        if kind == ChoiceKind::Uninitialized && self.choosing != Term::TRUE {
            // The others choose it when they read it.
            let chosen = self.pool.and(state.path.condition(), self.choosing);
            let before = self.unwritten.get(&value).copied().unwrap_or(Term::FALSE);
            let chosen = self.pool.or(before, chosen);
            self.unwritten.insert(value, chosen);
        }
        if kind != ChoiceKind::Uninitialized || self.choosing != Term::FALSE {
            self.record(state, kind, value);
        }
        value
    }

    /// What the execution that is followed chooses next, as a constant.
    fn preset(&mut self, kind: ChoiceKind, sort: Sort) -> Option<Term> {
        let bits = self.preset.pop(kind)?;
        match sort {
            Sort::Bv(width) if width == bits.width() => Some(self.pool.bv_const(bits)),
            Sort::Array { index, element: 8 } => {
                let zero = self.pool.bv_zero(8);
                let mut array = self.pool.const_array(index, zero);
                let n_bytes = usize::try_from(bits.width().div_ceil(8)).unwrap_or(0);
                for (at, byte) in (0_u64..).zip(bits.to_le_bytes(n_bytes)).filter(|(_, byte)| *byte != 0) {
                    let (at, byte) = (self.pool.bv(index, at), self.pool.bv(8, u64::from(byte)));
                    array = self.pool.store(array, at, byte);
                }
                Some(array)
            }
            Sort::Bool | Sort::Bv(_) | Sort::Float(_) | Sort::Array { .. } => None,
        }
    }

    fn record(&mut self, state: &State<Self>, kind: ChoiceKind, value: Term) {
        let mut path = state.path.clone();
        path.push(&mut self.pool, self.choosing);
        self.choices.push(Chosen { kind, path, value });
    }
}

impl Values for SymbolicContext {
    type Value = SymValue;
    type Bool = Term;
    type Path = Path;

    fn constant(&mut self, bits: &Bits) -> SymValue {
        SymValue::Same(Value::from_bits(bits))
    }

    fn boolean(&mut self, value: bool) -> Term {
        if value { Term::TRUE } else { Term::FALSE }
    }

    fn binary(&mut self, _: &mut Path, op: BinOp, ty: Scalar, a: &SymValue, b: &SymValue) -> SymValue {
        let result = ops::binary(&mut self.pool, op, ty, a, b);
        self.made_nan |= is_nan(ty, &result);
        result
    }

    fn predicate(&mut self, _: &mut Path, pred: Pred, width: u32, a: &SymValue, b: &SymValue) -> Term {
        ops::predicate(&mut self.pool, pred, width, a, b)
    }

    fn compare(&mut self, _: &mut Path, op: CmpOp, ty: Scalar, a: &SymValue, b: &SymValue) -> Term {
        ops::compare(&mut self.pool, op, ty, a, b)
    }

    fn cast(&mut self, _: &mut Path, op: CastOp, from: Scalar, to: Scalar, value: &SymValue) -> SymValue {
        ops::cast(&mut self.pool, op, from, to, value)
    }

    fn math(&mut self, _: &mut Path, op: MathOp, ty: Scalar, args: &[&SymValue]) -> SymValue {
        let width = self.width(ty);
        // Unconstrained where no term says it: a violation that comes of it must survive the replay.
        let result = ops::math(&mut self.pool, op, ty, args);
        self.free_math |= result.is_none();
        let result = result.unwrap_or_else(|| ops::fresh(&mut self.pool, "math", width));
        self.made_nan |= is_nan(ty, &result);
        result
    }

    fn is_fp_class(&mut self, _: &mut Path, kind: FloatKind, value: &SymValue, mask: u32) -> Term {
        ops::is_fp_class(&mut self.pool, kind, value, mask)
    }

    fn select(&mut self, cond: &Term, ty: Scalar, a: &SymValue, b: &SymValue) -> SymValue {
        let width = self.width(ty);
        pointer::select(&mut self.pool, self.pointer_bits, *cond, width, a, b)
    }

    fn not(&mut self, a: &Term) -> Term {
        self.pool.not(*a)
    }

    fn logic(&mut self, op: Logic, a: &Term, b: &Term) -> Term {
        match op {
            Logic::And => self.pool.and(*a, *b),
            Logic::Or => self.pool.or(*a, *b),
        }
    }

    fn truth(&mut self, value: &SymValue) -> Term {
        if let SymValue::Same(value) = value {
            return self.pool.bool_const(value.bits(1).bit(0));
        }
        let bit = ops::pattern(&mut self.pool, value, 1);
        self.pool.bv_to_bool(bit)
    }

    fn value_of(&mut self, cond: &Term) -> SymValue {
        match self.pool.const_bool(*cond) {
            Some(known) => SymValue::Same(Value::Int(u64::from(known))),
            None => SymValue::Term(self.pool.bool_to_bv(*cond)),
        }
    }

    fn use_conditions(&mut self, value: &SymValue) -> Conditions<Term> {
        let Some(cause) = ops::cause_of(value) else { return Conditions::new() };
        let check = match cause {
            UndefCause::Uninitialized => Check::UninitializedRead,
            UndefCause::MissingReturn => Check::MissingReturn,
            UndefCause::Poison(check) => check,
        };
        let ok = ops::is_unmarked(&mut self.pool, value);
        if ok == Term::TRUE { Conditions::new() } else { vec![(check, ok)] }
    }

    fn undefined(&mut self, cause: UndefCause, ty: Scalar, _: SymValue) -> SymValue {
        let width = self.width(ty);
        // It is arbitrary where nobody looks: a number made up for it must not count.
        let arbitrary = ops::fresh(&mut self.pool, "undefined", width);
        self.mark(&Term::TRUE, cause, ty, arbitrary)
    }

    fn mark(&mut self, wrong: &Term, cause: UndefCause, ty: Scalar, value: SymValue) -> SymValue {
        if !self.marks || *wrong == Term::FALSE {
            return value;
        }
        let width = self.width(ty);
        let (ones, zero) = (self.pool.bv_ones(width), self.pool.bv_zero(width));
        let mask = self.pool.ite(*wrong, ones, zero);
        ops::marked(&mut self.pool, &value, mask, cause)
    }

    fn inherit(&mut self, from: &SymValue, ty: Scalar, value: SymValue) -> SymValue {
        let width = self.width(ty);
        ops::inherit(&mut self.pool, from, width, value)
    }

    fn unmark(&mut self, value: &SymValue) -> SymValue {
        ops::unmarked(value)
    }

    fn plain(&self, value: &SymValue) -> Option<u64> {
        match value {
            SymValue::Same(Value::Int(word)) => Some(*word),
            _ => None,
        }
    }
}

impl Memory for SymbolicContext {
    type Memory = ObjectMemory<SymValue, Term>;

    fn allocate(
        &mut self,
        state: &mut State<Self>,
        request: Allocation<SymValue>,
    ) -> Result<Allocated<SymValue>, Stop> {
        object::allocate(self, state, request)
    }

    fn free(&mut self, state: &mut State<Self>, ptr: &SymValue, mode: AccessMode) -> Result<(), Blocked<Term>> {
        object::free(self, state, ptr, mode)
    }

    fn is_held(&mut self, state: &mut State<Self>, object: ObjectId, values: &[SymValue]) -> bool {
        object::is_held(self, state, object, values)
    }

    fn new_life(
        &mut self,
        state: &mut State<Self>,
        request: Allocation<SymValue>,
        made: Site,
    ) -> Result<Allocated<SymValue>, Stop> {
        object::new_life(self, state, request, made)
    }

    fn set_alive(&mut self, state: &mut State<Self>, object: ObjectId, alive: bool) {
        object::set_alive(self, state, object, alive);
    }

    fn load(
        &mut self,
        state: &mut State<Self>,
        ptr: &SymValue,
        ty: Scalar,
        align: u32,
        mode: AccessMode,
    ) -> Result<SymValue, Blocked<Term>> {
        let value = object::load(self, state, ptr, ty, align, mode)?;
        if !self.unwritten.is_empty() {
            self.note_reads(state, &value);
        }
        Ok(value)
    }

    fn store(
        &mut self,
        state: &mut State<Self>,
        ptr: &SymValue,
        ty: Scalar,
        value: &SymValue,
        align: u32,
        mode: AccessMode,
    ) -> Result<(), Blocked<Term>> {
        object::store(self, state, ptr, ty, value, align, mode)?;
        self.others_see(state, ptr, mode);
        Ok(())
    }

    fn copy(
        &mut self,
        state: &mut State<Self>,
        dst: &SymValue,
        src: &SymValue,
        len: &SymValue,
        may_overlap: bool,
        mode: AccessMode,
    ) -> Result<(), Blocked<Term>> {
        object::copy(self, state, dst, src, len, may_overlap, mode)?;
        self.others_see(state, dst, mode);
        Ok(())
    }

    fn fill(
        &mut self,
        state: &mut State<Self>,
        dst: &SymValue,
        byte: &SymValue,
        len: &SymValue,
        mode: AccessMode,
    ) -> Result<(), Blocked<Term>> {
        object::fill(self, state, dst, byte, len, mode)?;
        self.others_see(state, dst, mode);
        Ok(())
    }

    fn offset(&mut self, _: &mut Path, ptr: &SymValue, bytes: &SymValue) -> SymValue {
        if let (SymValue::Same(ptr), SymValue::Same(bytes)) = (ptr, bytes) {
            return SymValue::Same(candor_context_concrete::ops::offset(self.pointer_bits, ptr, bytes));
        }
        self.note_base(ptr, bytes);
        pointer::moved(&mut self.pool, self.pointer_bits, ptr, bytes)
    }

    fn offset_const(&mut self, path: &mut Path, ptr: &SymValue, bytes: i64) -> SymValue {
        let bytes = bytes.cast_unsigned() & candor_bits::small::mask(self.pointer_bits);
        self.offset(path, ptr, &SymValue::Same(Value::Int(bytes)))
    }

    fn compare_pointers(&mut self, state: &mut State<Self>, op: CmpOp, a: &SymValue, b: &SymValue) -> Term {
        object::compare_pointers(self, state, op, a, b)
    }

    fn same_object(&mut self, state: &mut State<Self>, a: &SymValue, b: &SymValue) -> Term {
        object::same_object(self, state, a, b)
    }

    fn in_different_objects(&mut self, state: &mut State<Self>, a: &SymValue, b: &SymValue) -> Term {
        object::in_different_objects(self, state, a, b)
    }

    fn in_bounds(&mut self, state: &mut State<Self>, ptr: &SymValue) -> Term {
        object::in_bounds(self, state, ptr)
    }

    fn pointer_to_int(&mut self, state: &mut State<Self>, ptr: &SymValue) -> SymValue {
        let int = object::pointer_to_int(self, state, ptr);
        ops::inherit(&mut self.pool, ptr, self.pointer_bits, int)
    }

    fn int_to_pointer(&mut self, state: &mut State<Self>, int: &SymValue) -> SymValue {
        let plain = ops::unmarked(int);
        let ptr = object::int_to_pointer(self, state, &plain);
        ops::inherit(&mut self.pool, int, self.pointer_bits, ptr)
    }

    fn extent(&mut self, state: &mut State<Self>, ptr: &SymValue) -> Option<(SymValue, SymValue)> {
        object::extent(self, state, ptr)
    }

    fn object_of(&mut self, state: &mut State<Self>, ptr: &SymValue) -> Option<ObjectId> {
        let targets = self.targets(&state.path, ptr);
        match &targets[..] {
            [Target { place, .. }] => place.object(),
            _ => None,
        }
    }

    fn is_written(&mut self, state: &mut State<Self>, ptr: &SymValue) -> bool {
        object::is_written(self, state, ptr)
    }

    fn is_unwritten(&mut self, state: &mut State<Self>, ptr: &SymValue, len: u64) -> bool {
        object::is_unwritten(self, state, ptr, len)
    }

    fn is_external(&mut self, state: &State<Self>, ptr: &SymValue) -> bool {
        object::is_external(self, state, ptr)
    }

    fn text_length(&mut self, state: &mut State<Self>, ptr: &SymValue) -> Option<SymValue> {
        let (object, offset, guard) = self.as_place(ptr)?;
        let array = array::as_array(state.memory.get(object)?.array.as_ref()?)?;
        let end = self.texts.end_of(&self.pool, array.term)?;
        let is_before = self.pool.ule(offset, end);
        let is_inside = self.pool.and(guard, is_before);
        let is_known = state.path.knows(&mut self.pool, is_inside) == Some(true);
        is_known.then(|| SymValue::Term(self.pool.sub(end, offset)))
    }

    fn begin_life(&mut self, state: &mut State<Self>, ptr: &SymValue) {
        object::begin_life(self, state, ptr);
    }

    fn settle(&mut self, state: &mut State<Self>, ptr: &SymValue, len: &SymValue) -> Result<(), Stop> {
        object::settle(self, state, ptr, len)
    }

    fn may_be_unwritten(&mut self, state: &mut State<Self>, ptr: &SymValue) -> bool {
        object::may_be_unwritten(self, state, ptr)
    }

    fn share_globals(&mut self, state: &mut State<Self>) {
        object::share_globals(self, state);
    }

    fn share(&mut self, state: &mut State<Self>, value: &SymValue) {
        object::share(self, state, value);
    }

    fn share_contents(&mut self, state: &mut State<Self>, ptr: &SymValue) {
        object::share_contents(self, state, ptr);
    }

    fn is_object_shared(&mut self, state: &mut State<Self>, object: ObjectId) -> bool {
        state.memory.get(object).is_some_and(|found| found.shared || found.array.is_some())
    }

    fn is_shared(&mut self, state: &mut State<Self>, ptr: &SymValue) -> bool {
        object::is_shared(self, state, ptr)
    }

    fn callees(&mut self, state: &mut State<Self>, ptr: &SymValue) -> Result<Callees<Term>, Stop> {
        object::callees(self, state, ptr)
    }

    fn no_leak(&mut self, state: &mut State<Self>, keepers: Option<&Keepers<SymValue>>) -> Result<Term, Stop> {
        object::no_leak(self, state, keepers)
    }
}

impl Control for SymbolicContext {
    fn check(&mut self, state: &mut State<Self>, check: Check, ok: &Term) -> Step<()> {
        self.claim(state, ClaimKind::Checked, check, *ok)
    }

    fn unchecked(&mut self, state: &mut State<Self>, check: Check, ok: &Term) -> Step<()> {
        self.claim(state, ClaimKind::Unchecked, check, *ok)
    }

    fn beyond(&self) -> Beyond {
        self.beyond
    }

    fn anything(&mut self, ty: Scalar) -> Step<SymValue> {
        Ok(self.any_value(ty))
    }

    fn remains(&mut self, ty: Scalar) -> Step<SymValue> {
        self.any_remains(ty)
    }

    fn may_be_own(&mut self, state: &State<Self>, ptr: &SymValue) -> bool {
        self.comes_from_remains(state, ptr)
    }

    fn disturb(&mut self, state: &mut State<Self>) -> Step<()> {
        self.disturb_known(state)
    }

    fn read_elsewhere(&mut self, state: &mut State<Self>, ptr: &SymValue, ty: Scalar) -> Step<SymValue> {
        self.read_others(state, ptr, ty)
    }

    fn may_copy_elsewhere(&mut self, state: &mut State<Self>, src: &SymValue) -> Step<()> {
        self.may_copy_to_others(state, src)
    }

    fn fill_from_elsewhere(&mut self, state: &mut State<Self>, ptr: &SymValue) -> Step<()> {
        self.fill_from_others(state, ptr)
    }

    fn write_elsewhere(
        &mut self,
        state: &mut State<Self>,
        ptr: &SymValue,
        written: Option<(Scalar, &SymValue)>,
    ) -> Step<()> {
        self.write_others(state, ptr, written)
    }

    fn assume(&mut self, state: &mut State<Self>, cond: &Term) -> Step<()> {
        match state.path.knows(&mut self.pool, *cond) {
            Some(true) => Ok(()),
            Some(false) => Err(Halt::Ended),
            None => {
                state.path.push(&mut self.pool, *cond);
                Ok(())
            }
        }
    }

    fn decide(&mut self, state: &mut State<Self>, cond: &Term) -> Step<Decision> {
        Ok(match state.path.knows(&mut self.pool, *cond) {
            Some(true) => Decision::Always,
            Some(false) => Decision::Never,
            None => Decision::Both,
        })
    }

    fn choose(&mut self, state: &mut State<Self>, kind: ChoiceKind, ty: Scalar) -> Step<SymValue> {
        state.thread.top.next_event();
        let width = self.width(ty);
        Ok(SymValue::Term(self.chosen(state, kind, Sort::Bv(width))))
    }

    fn merge(&mut self, a: State<Self>, b: State<Self>) -> Merged<Self> {
        self.merge_live(a, b, Live::All)
    }

    fn output(&mut self, _: &mut State<Self>, _: &SymValue, _: &SymValue) -> Step<()> {
        Ok(())
    }

    fn fill_from_outside(&mut self, state: &mut State<Self>, object: ObjectId, filling: Filling) -> Step<()> {
        state.thread.top.next_event();
        let sort = Sort::Array { index: self.pointer_bits, element: 8 };
        let chosen = self.chosen(state, ChoiceKind::Input, sort);
        let Some(found) = state.memory.get_mut(object) else { return Ok(()) };
        if found.contents.size() > u64::from(MAX_OUTSIDE_BYTES) {
            return Err(Halt::unsupported("a file or a text of more than 4096 bytes"));
        }
        let contents = match filling {
            Filling::Bytes => chosen,
            Filling::Text => {
                let size = ops::pattern(&mut self.pool, &found.size, self.pointer_bits);
                self.texts.add(&mut self.pool, chosen, size)
            }
        };
        let no_mark = self.pool.bv_zero(8);
        let marks = self.marks.then(|| self.pool.const_array(self.pointer_bits, no_mark));
        found.array = Some(array::of_bytes(contents, marks));
        Ok(())
    }

    fn is_watched(&self) -> bool {
        false
    }

    fn before_access(&mut self, touch: Touch<'_, SymValue>) {
        if !self.folded.is_empty() {
            let cases = pointer::cases(&mut self.pool, self.pointer_bits, touch.ptr);
            self.touched_folded |= cases.iter().any(|case| case.object.is_some_and(|id| self.folded.contains(&id)));
        }
    }

    fn runs_threads(&self) -> bool {
        self.threads
    }

    fn wakes_spuriously(&self) -> bool {
        self.spurious
    }

    fn input(&mut self, state: &mut State<Self>) -> Step<SymValue> {
        state.thread.top.next_event();
        let value = self.chosen(state, ChoiceKind::Input, Sort::Bv(32));
        // A byte, or the end of the file.
        let (one, limit) = (self.pool.bv(32, 1), self.pool.bv(32, 257));
        let shifted = self.pool.add(value, one);
        let fits = self.pool.ult(shifted, limit);
        state.path.push(&mut self.pool, fits);
        Ok(SymValue::Term(value))
    }
}

impl SymbolicContext {
    /// [`merge`](Control::merge), of the registers that are still read.
    pub fn merge_live(&mut self, mut a: State<Self>, b: State<Self>, live: Live<'_>) -> Merged<Self> {
        if !object::same_place(&a, &b) {
            return Err(Box::new((a, b)));
        }
        let (path, first) = Path::merge(&mut self.pool, &a.path, &b.path);
        match object::merge_into(self, &first, &mut a, &b, live) {
            Ok(()) => {
                a.path = path;
                Ok(a)
            }
            Err(_) => Err(Box::new((a, b))),
        }
    }

    /// How many addresses an object takes: even an empty one has an address of its own. The end of one object may be the start of
    /// another, as it is in real programs.
    fn extent_of(&mut self, state: &State<Self>, object: ObjectId) -> Option<(Term, u64)> {
        let found = state.memory.get(object)?;
        let size = ops::pattern(&mut self.pool, &found.size, self.pointer_bits);
        let (zero, one) = (self.pool.bv_zero(self.pointer_bits), self.pool.bv(self.pointer_bits, 1));
        let empty = self.pool.eq(size, zero);
        Some((self.pool.ite(empty, one, size), pointer::largest(&self.pool, &Path::default(), size).max(1)))
    }

    /// What must hold of the address of an object, as far as there is room: it does not wrap round, and objects that live at the
    /// same time do not overlap. Where there may be no room nothing is said, so that no execution is lost.
    fn place(&mut self, state: &State<Self>, object: ObjectId, base: Term) {
        let width = self.pointer_bits;
        // The lower half of the address space, as programs see it under most systems.
        let room = 1u64 << (if width > 47 { 46 } else { width - 2 });
        let Some((size, mut total)) = self.extent_of(state, object) else { return };
        let Some((live, life)) = state.memory.get(object).map(|found| (found.live, found.life)) else { return };
        if total > room {
            return;
        }
        let end = self.pool.add(base, size);
        let (low, high) = (self.pool.bv(width, LOWEST_ADDRESS), self.pool.bv(width, room * 2 - 1));
        let facts = [self.pool.ule(low, base), self.pool.ult(base, end), self.pool.ule(end, high)];
        self.facts.extend(facts);
        let based = state.memory.iter().filter(|(id, found)| *id != object && found.base.is_some());
        let others: Vec<ObjectId> = based.map(|(id, _)| id).collect();
        for other in others {
            let Some((other_size, largest)) = self.extent_of(state, other) else { continue };
            let Some(found) = state.memory.get(other) else { continue };
            let (other_live, other_life, other_base) = (found.live, found.life, found.base.clone().unwrap_or_default());
            // Whatever alignment costs, at most half of the room is used.
            total = total.saturating_add(largest).saturating_add(4096);
            if total > room {
                return;
            }
            let other_base = ops::pattern(&mut self.pool, &other_base, width);
            let other_end = self.pool.add(other_base, other_size);
            let (before, after) = (self.pool.ule(end, other_base), self.pool.ule(other_end, base));
            let apart = self.pool.or(before, after);
            let fact = match life.overlaps(other_life) {
                true => apart,
                false => {
                    let both = self.pool.and(live, other_live);
                    self.pool.implies(both, apart)
                }
            };
            self.facts.push(fact);
        }
    }
}
