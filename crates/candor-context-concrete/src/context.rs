//! The concrete context: checks are tested, branches are taken, choices are settled at once.

use std::fmt;
use std::io::Read;
use std::sync::Arc;

use candor_interp::object::{self, Cases, Domain, Object, ObjectMemory, Place, Target, Targets, View};
use candor_interp::{
    AccessMode, Allocated, Allocation, Blocked, Callees, Choice, ChoiceKind, Conditions, Control, Decision, Fault,
    Filling, Halt, Keepers, Logic, MAX_OUTSIDE_BYTES, Memory, Merged, ObjectId, ObjectKind, ObjectName, Position, Site,
    State, Step, Stop, Touch, Values,
};
use candor_ir::{BinOp, Bits, CastOp, Check, CmpOp, Endian, FloatKind, MathOp, Pred, Program, Scalar, UndefCause};
use smallvec::smallvec;

use crate::address::{self, Extent};
use crate::audit::Touched;
use crate::choices::{ChoiceSource, Question, RecordedChoice, Script};
use crate::describe;
use crate::foreign;
use crate::hidden;
use crate::race::OtherAccess;
use crate::value::{Value, ops};

/// Where the program's output goes: a file descriptor and a byte.
pub type Output<'o> = Box<dyn FnMut(i32, u8) + 'o>;

/// One execution.
pub struct ConcreteContext<'o> {
    pub(crate) program: Arc<Program>,
    pub(crate) pointer_bits: u32,
    endian: Endian,
    pub(crate) choices: ChoiceSource,
    output: Output<'o>,
    input: Box<dyn Read + 'o>,
    /// The fault that ended the execution, and where all frames stood.
    pub(crate) fault: Option<(Box<Fault>, Position)>,
    /// Bytes written in bulk and blocks made since someone last looked at the memory in use.
    pub(crate) growth: u64,
    pub(crate) max_bytes: u64,
    /// What was foretold to be read, and was.
    pub(crate) stdin: Vec<u8>,
    /// How many choices were made before the execution first was in the state that it came back to.
    pub(crate) n_before_cycle: Option<u64>,
    /// How often it has come to where visits are counted.
    pub(crate) n_visits: u64,
    /// How many bytes were read.
    pub(crate) n_read: u64,
    /// Whether who waits for a condition variable wakes up without being told, in the next step.
    pub spurious: bool,
    /// The accesses to memory of the current step, recorded only while `audit` runs.
    pub(crate) touched: Option<Vec<Touched>>,
    /// Whether arithmetic made a NaN, whose sign and payload C leaves open.
    pub made_nan: bool,
    /// Whether addresses of two string literals were compared: C does not say whether they share bytes.
    pub compared_literals: bool,
    /// Whether anybody sees what the program prints.
    pub(crate) watched: bool,
    /// Whether data races are looked for.
    pub(crate) races: bool,
    /// Whether a block counts as kept whose address may be hidden in a number.
    pub(crate) hidden_is_kept: bool,
    /// Numbers that were never addresses of objects and were used as pointers, and hit one.
    pub(crate) by_chance: Vec<u64>,
    /// The other side of the data race that is being reported.
    pub(crate) race: Option<OtherAccess>,
    /// The blocks that the last search for leaks has found.
    lost: Vec<ObjectId>,
    /// A question that nobody has answered, which is why the last step could not be made.
    pub(crate) question: Option<Question>,
}

impl fmt::Debug for ConcreteContext<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ConcreteContext").field("choices", &self.choices).finish_non_exhaustive()
    }
}

impl<'o> ConcreteContext<'o> {
    /// The result of an operation on floats may be a NaN.
    #[inline]
    fn note_nan(&mut self, ty: Scalar, result: &Value) {
        if let Scalar::Float(kind) = ty {
            self.made_nan |= matches!(
                candor_bits::float_class(kind, &result.bits(kind.bits())),
                candor_bits::FloatClass::QuietNan | candor_bits::FloatClass::SignalingNan
            );
        }
    }

    pub fn new(
        program: Arc<Program>,
        choices: ChoiceSource,
        input: Box<dyn Read + 'o>,
        output: Output<'o>,
        max_bytes: u64,
    ) -> ConcreteContext<'o> {
        let (pointer_bits, endian) = (program.target.pointer_bits, program.target.endian);
        let stdin = Vec::new();
        ConcreteContext {
            program,
            pointer_bits,
            endian,
            choices,
            output,
            input,
            fault: None,
            growth: 0,
            max_bytes,
            stdin,
            n_before_cycle: None,
            n_visits: 0,
            n_read: 0,
            spurious: false,
            touched: None,
            made_nan: false,
            compared_literals: false,
            watched: true,
            races: true,
            hidden_is_kept: false,
            by_chance: Vec::new(),
            race: None,
            lost: Vec::new(),
            question: None,
        }
    }

    /// For an explorer that keeps many states of a program: nobody sees what it prints, and choices come from a script.
    pub fn for_search(program: Arc<Program>) -> ConcreteContext<'o> {
        let choices = ChoiceSource::Script(Script::default());
        let mut cx = ConcreteContext::new(program, choices, Box::new(std::io::empty()), Box::new(|_, _| {}), u64::MAX);
        cx.watched = false;
        cx
    }

    /// The script that choices come from, where they do.
    pub fn script(&mut self) -> Option<&mut Script> {
        match &mut self.choices {
            ChoiceSource::Script(script) => Some(script),
            _ => None,
        }
    }

    /// The fault that ended the execution, and where all frames stood.
    pub fn take_fault(&mut self) -> Option<(Box<Fault>, Position)> {
        self.fault.take()
    }

    pub(crate) fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// A copy or fill of more bytes than there may be is not even begun.
    fn admit_bulk(&mut self, len: &Value) -> Result<(), Stop> {
        let len = len.bits(64).to_u64_wrapping();
        if len > self.max_bytes {
            // Out of bounds nearly always; the conditions say so. Only a range inside an object costs memory.
            self.growth = self.growth.saturating_add(self.max_bytes);
        }
        self.growth = self.growth.saturating_add(len);
        Ok(())
    }
}

impl Values for ConcreteContext<'_> {
    type Value = Value;
    type Bool = bool;
    type Path = ();

    #[inline]
    fn constant(&mut self, bits: &Bits) -> Value {
        Value::from_bits(bits)
    }

    #[inline]
    fn boolean(&mut self, value: bool) -> bool {
        value
    }

    #[inline]
    fn binary(&mut self, (): &mut (), op: BinOp, ty: Scalar, a: &Value, b: &Value) -> Value {
        let result = ops::binary(op, ty, a, b);
        self.note_nan(ty, &result);
        result
    }

    #[inline]
    fn predicate(&mut self, (): &mut (), pred: Pred, width: u32, a: &Value, b: &Value) -> bool {
        ops::predicate(pred, width, a, b)
    }

    #[inline]
    fn compare(&mut self, (): &mut (), op: CmpOp, ty: Scalar, a: &Value, b: &Value) -> bool {
        ops::compare(op, ty, a, b)
    }

    #[inline]
    fn cast(&mut self, (): &mut (), op: CastOp, from: Scalar, to: Scalar, value: &Value) -> Value {
        ops::cast(op, from, to, value)
    }

    fn math(&mut self, (): &mut (), op: MathOp, ty: Scalar, args: &[&Value]) -> Value {
        let result = ops::math(op, ty, args);
        self.note_nan(ty, &result);
        result
    }

    fn is_fp_class(&mut self, (): &mut (), kind: FloatKind, value: &Value, mask: u32) -> bool {
        candor_bits::float_class(kind, &value.bits(kind.bits())).mask() & mask != 0
    }

    #[inline]
    fn select(&mut self, cond: &bool, _: Scalar, a: &Value, b: &Value) -> Value {
        if *cond { a.clone() } else { b.clone() }
    }

    #[inline]
    fn not(&mut self, a: &bool) -> bool {
        !a
    }

    #[inline]
    fn logic(&mut self, op: Logic, a: &bool, b: &bool) -> bool {
        match op {
            Logic::And => *a && *b,
            Logic::Or => *a || *b,
        }
    }

    #[inline]
    fn truth(&mut self, value: &Value) -> bool {
        match value {
            Value::Int(word) => *word & 1 != 0,
            other => other.bits(1).bit(0),
        }
    }

    #[inline]
    fn value_of(&mut self, cond: &bool) -> Value {
        Value::Int(u64::from(*cond))
    }

    #[inline]
    fn use_conditions(&mut self, value: &Value) -> Conditions<bool> {
        match value {
            Value::Heavy(_) => value.use_fault().into_iter().map(|check| (check, false)).collect(),
            Value::Int(_) | Value::Ptr(_) => Conditions::new(),
        }
    }

    fn mark(&mut self, wrong: &bool, cause: UndefCause, ty: Scalar, value: Value) -> Value {
        match wrong {
            true => Value::marked(value, Bits::ones(ty.width(self.pointer_bits)), cause),
            false => value,
        }
    }

    #[inline]
    fn inherit(&mut self, from: &Value, ty: Scalar, value: Value) -> Value {
        ops::inherit(from, ty.width(self.pointer_bits), value)
    }

    fn unmark(&mut self, value: &Value) -> Value {
        value.unmarked().clone()
    }

    #[inline]
    fn plain(&self, value: &Value) -> Option<u64> {
        match value {
            Value::Int(word) => Some(*word),
            _ => None,
        }
    }
}

/// The offset, if the access is plainly allowed: the common case, decided without building conditions.
#[inline]
fn allowed(object: &Object<Value, bool>, offset: i64, size: u64, align: u32) -> Option<u64> {
    let offset = u64::try_from(offset).ok()?;
    let fits = offset.checked_add(size)? <= object.plain_size?;
    let aligned = object.align >= align && offset & (u64::from(align) - 1) == 0;
    (fits && aligned && object.live && !matches!(object.kind, ObjectKind::Function(_))).then_some(offset)
}

/// What is not plain bytes at a plainly valid place. Kept out of the way of the common case.
#[cold]
#[inline(never)]
fn load_slowly<'o>(
    cx: &mut ConcreteContext<'o>,
    state: &mut State<ConcreteContext<'o>>,
    ptr: &Value,
    ty: Scalar,
    align: u32,
    mode: AccessMode,
) -> Result<Value, Blocked<bool>> {
    object::load(cx, state, ptr, ty, align, mode)
}

#[cold]
#[inline(never)]
fn store_slowly<'o>(
    cx: &mut ConcreteContext<'o>,
    state: &mut State<ConcreteContext<'o>>,
    ptr: &Value,
    ty: Scalar,
    value: &Value,
    align: u32,
    mode: AccessMode,
) -> Result<(), Blocked<bool>> {
    object::store(cx, state, ptr, ty, value, align, mode)
}

impl Memory for ConcreteContext<'_> {
    type Memory = ObjectMemory<Value, bool>;

    fn allocate(&mut self, state: &mut State<Self>, request: Allocation<Value>) -> Result<Allocated<Value>, Stop> {
        self.growth += 256;
        object::allocate(self, state, request)
    }

    fn free(&mut self, state: &mut State<Self>, ptr: &Value, mode: AccessMode) -> Result<(), Blocked<bool>> {
        object::free(self, state, ptr, mode)
    }

    fn is_held(&mut self, state: &mut State<Self>, object: ObjectId, values: &[Value]) -> bool {
        object::is_held(self, state, object, values)
    }

    fn new_life(
        &mut self,
        state: &mut State<Self>,
        request: Allocation<Value>,
        made: Site,
    ) -> Result<Allocated<Value>, Stop> {
        object::new_life(self, state, request, made)
    }

    fn set_alive(&mut self, state: &mut State<Self>, object: ObjectId, alive: bool) {
        object::set_alive(self, state, object, alive);
    }

    #[inline(always)]
    fn load(
        &mut self,
        state: &mut State<Self>,
        ptr: &Value,
        ty: Scalar,
        align: u32,
        mode: AccessMode,
    ) -> Result<Value, Blocked<bool>> {
        if let Some((object, offset)) = ptr.as_ptr()
            && let Some(found) = state.memory.get(object)
        {
            let width = ty.width(self.pointer_bits);
            let size = u64::from(width.div_ceil(8));
            if let Some(offset) = allowed(found, offset, size, align) {
                match (found.contents.view(offset, size, self.endian), ty) {
                    (View::Plain(word), _) => return Ok(Value::Int(word & candor_bits::small::mask(width))),
                    (View::Cell(value @ Value::Ptr(_)), Scalar::Ptr) => return Ok(value.clone()),
                    _ => {}
                }
            }
        }
        load_slowly(self, state, ptr, ty, align, mode)
    }

    #[inline(always)]
    fn store(
        &mut self,
        state: &mut State<Self>,
        ptr: &Value,
        ty: Scalar,
        value: &Value,
        align: u32,
        mode: AccessMode,
    ) -> Result<(), Blocked<bool>> {
        if let Some((object, offset)) = ptr.as_ptr()
            && let Some(found) = state.memory.get_mut(object)
            && !found.constant
        {
            let size = u64::from(ty.width(self.pointer_bits).div_ceil(8));
            if let Some(offset) = allowed(found, offset, size, align) {
                let done = match value {
                    Value::Int(word) => found.contents.put_plain(offset, size, *word, self.endian),
                    Value::Ptr(_) => found.contents.put_cell(offset, size, value.clone()).is_ok(),
                    _ => false,
                };
                if done {
                    return Ok(());
                }
            }
        }
        store_slowly(self, state, ptr, ty, value, align, mode)
    }

    fn copy(
        &mut self,
        state: &mut State<Self>,
        dst: &Value,
        src: &Value,
        len: &Value,
        may_overlap: bool,
        mode: AccessMode,
    ) -> Result<(), Blocked<bool>> {
        self.admit_bulk(len)?;
        object::copy(self, state, dst, src, len, may_overlap, mode)
    }

    fn fill(
        &mut self,
        state: &mut State<Self>,
        dst: &Value,
        byte: &Value,
        len: &Value,
        mode: AccessMode,
    ) -> Result<(), Blocked<bool>> {
        self.admit_bulk(len)?;
        object::fill(self, state, dst, byte, len, mode)
    }

    #[inline]
    fn offset(&mut self, (): &mut (), ptr: &Value, bytes: &Value) -> Value {
        ops::offset(self.pointer_bits, ptr, bytes)
    }

    #[inline]
    fn offset_const(&mut self, (): &mut (), ptr: &Value, bytes: i64) -> Value {
        let bytes = bytes.cast_unsigned() & candor_bits::small::mask(self.pointer_bits);
        ops::offset(self.pointer_bits, ptr, &Value::Int(bytes))
    }

    fn compare_pointers(&mut self, state: &mut State<Self>, op: CmpOp, a: &Value, b: &Value) -> bool {
        object::compare_pointers(self, state, op, a, b)
    }

    fn same_object(&mut self, state: &mut State<Self>, a: &Value, b: &Value) -> bool {
        object::same_object(self, state, a, b)
    }

    fn in_different_objects(&mut self, state: &mut State<Self>, a: &Value, b: &Value) -> bool {
        object::in_different_objects(self, state, a, b)
    }

    fn in_bounds(&mut self, state: &mut State<Self>, ptr: &Value) -> bool {
        object::in_bounds(self, state, ptr)
    }

    fn pointer_to_int(&mut self, state: &mut State<Self>, ptr: &Value) -> Value {
        let int = object::pointer_to_int(self, state, ptr);
        ops::inherit(ptr, self.pointer_bits, int)
    }

    fn int_to_pointer(&mut self, state: &mut State<Self>, int: &Value) -> Value {
        let ptr = object::int_to_pointer(self, state, int.unmarked());
        ops::inherit(int, self.pointer_bits, ptr)
    }

    fn extent(&mut self, state: &mut State<Self>, ptr: &Value) -> Option<(Value, Value)> {
        object::extent(self, state, ptr)
    }

    fn object_of(&mut self, _: &mut State<Self>, ptr: &Value) -> Option<ObjectId> {
        ptr.unmarked().as_ptr().map(|(object, _)| object)
    }

    fn share_globals(&mut self, state: &mut State<Self>) {
        object::share_globals(self, state);
    }

    fn share(&mut self, state: &mut State<Self>, value: &Value) {
        object::share(self, state, value);
    }

    fn is_object_shared(&mut self, state: &mut State<Self>, object: ObjectId) -> bool {
        state.memory.get(object).is_some_and(|found| found.shared || found.array.is_some())
    }

    fn is_shared(&mut self, state: &mut State<Self>, ptr: &Value) -> bool {
        object::is_shared(self, state, ptr)
    }

    fn is_written(&mut self, state: &mut State<Self>, ptr: &Value) -> bool {
        object::is_written(self, state, ptr)
    }

    fn is_unwritten(&mut self, state: &mut State<Self>, ptr: &Value, len: u64) -> bool {
        object::is_unwritten(self, state, ptr, len)
    }

    fn is_external(&mut self, state: &State<Self>, ptr: &Value) -> bool {
        object::is_external(self, state, ptr)
    }

    fn callees(&mut self, state: &mut State<Self>, ptr: &Value) -> Result<Callees<bool>, Stop> {
        object::callees(self, state, ptr)
    }

    fn begin_life(&mut self, state: &mut State<Self>, ptr: &Value) {
        object::begin_life(self, state, ptr);
    }

    fn settle(&mut self, state: &mut State<Self>, ptr: &Value, len: &Value) -> Result<(), Stop> {
        object::settle(self, state, ptr, len)
    }

    fn may_be_unwritten(&mut self, state: &mut State<Self>, ptr: &Value) -> bool {
        object::may_be_unwritten(self, state, ptr)
    }

    fn no_leak(&mut self, state: &mut State<Self>, keepers: Option<&Keepers<Value>>) -> Result<bool, Stop> {
        let blocks = object::kept_blocks(self, state, keepers)?;
        self.lost = blocks.into_iter().filter(|(_, kept)| !kept).map(|(block, _)| block).collect();
        let pointer_bytes = self.pointer_bits as usize / 8;
        if keepers.is_some_and(|keepers| hidden::is_any(state, keepers, &self.lost, pointer_bytes)) {
            if self.hidden_is_kept {
                self.lost.clear();
                return Ok(true);
            }
            return Err(Stop::Unsupported("a block whose address is hidden in a number".into()));
        }
        Ok(self.lost.is_empty())
    }
}

impl Control for ConcreteContext<'_> {
    #[inline(always)]
    fn before_access(&mut self, touch: Touch<'_, Value>) {
        if let Some(touched) = &mut self.touched {
            touched.push(Touched::new(self.pointer_bits, touch));
        }
    }

    #[inline]
    fn check(&mut self, state: &mut State<Self>, check: Check, ok: &bool) -> Step<()> {
        if *ok {
            return Ok(());
        }
        let fault = describe::describe(&self.program, state, check, &self.lost, self.race.take());
        let fault = Box::new(fault);
        self.fault = Some((fault, state.thread.position()));
        Err(Halt::Ended)
    }

    fn assume(&mut self, _: &mut State<Self>, cond: &bool) -> Step<()> {
        if *cond { Ok(()) } else { Err(Halt::Ended) }
    }

    #[inline]
    fn decide(&mut self, _: &mut State<Self>, cond: &bool) -> Step<Decision> {
        Ok(if *cond { Decision::Always } else { Decision::Never })
    }

    fn choose(&mut self, state: &mut State<Self>, kind: ChoiceKind, ty: Scalar) -> Step<Value> {
        let width = ty.width(self.pointer_bits);
        let frame = &mut state.thread.top;
        let ordinal = frame.next_event();
        if let ChoiceSource::Script(script) = &mut self.choices {
            return Ok(Value::from_bits(&script.ask(kind, width)?));
        }
        let mut choice = Choice {
            kind,
            thread: state.thread.id,
            call_path: state.thread.top.call_path,
            site: state.thread.top.site(),
            ordinal,
            width,
            value: Value::Int(0),
        };
        self.choices.skip_addresses();
        let at = RecordedChoice::new(&self.program, &choice);
        let bits = match &mut self.choices {
            ChoiceSource::Asked(answers) => match answers.next(ty, &at) {
                Some(bits) => bits,
                None => {
                    self.question = Some(Question { ty, at });
                    return Err(Stop::Exhausted("the inputs that were given".into()).into());
                }
            },
            choices => choices.next_of(ty, &at)?,
        };
        choice.value = Value::from_bits(&bits);
        let value = choice.value.clone();
        state.log.push(choice);
        Ok(value)
    }

    fn fill_from_outside(&mut self, state: &mut State<Self>, object: ObjectId, filling: Filling) -> Step<()> {
        let bytes = self.choose(state, ChoiceKind::Input, Scalar::Int(8 * MAX_OUTSIDE_BYTES))?;
        let mut bytes = bytes.bits(8 * MAX_OUTSIDE_BYTES).to_le_bytes(MAX_OUTSIDE_BYTES as usize);
        let Some(found) = state.memory.get_mut(object) else { return Ok(()) };
        let n_bytes = found.contents.size();
        let Some(bytes) = usize::try_from(n_bytes).ok().and_then(|n_bytes| bytes.get_mut(..n_bytes)) else {
            return Err(Halt::unsupported("a file or a text of more than 4096 bytes"));
        };
        if filling == Filling::Text
            && let Some((end, characters)) = bytes.split_last_mut()
        {
            *end = 0;
            // Of what nobody looked at nothing is known but this.
            characters.iter_mut().filter(|byte| **byte == 0).for_each(|byte| *byte = b'a');
        }
        found.contents.put_bytes(0, bytes);
        Ok(())
    }

    fn is_watched(&self) -> bool {
        self.watched
    }

    fn runs_threads(&self) -> bool {
        true
    }

    fn wakes_spuriously(&self) -> bool {
        self.spurious
    }

    fn merge(&mut self, a: State<Self>, b: State<Self>) -> Merged<Self> {
        // One execution is one state.
        Err(Box::new((a, b)))
    }

    fn output(&mut self, _: &mut State<Self>, fd: &Value, byte: &Value) -> Step<()> {
        let fd = i32::try_from(fd.bits(32).to_i64_wrapping()).unwrap_or(1);
        let byte = byte.bits(8).to_u64_wrapping();
        (self.output)(fd, u8::try_from(byte).unwrap_or(0));
        Ok(())
    }

    fn input(&mut self, _: &mut State<Self>) -> Step<Value> {
        // Who foretells an execution foretells what it reads.
        if let ChoiceSource::Queues(queues) = &mut self.choices {
            let read = queues.pop(ChoiceKind::Input).and_then(|input| input.to_u64());
            self.stdin.extend(read.and_then(|byte| u8::try_from(byte).ok()));
            return Ok(Value::Int(read.unwrap_or(0xFFFF_FFFF)));
        }
        if let ChoiceSource::Script(script) = &mut self.choices {
            return Ok(Value::from_bits(&script.ask(ChoiceKind::Input, 32)?));
        }
        let mut byte = [0u8];
        match self.input.read(&mut byte) {
            Ok(1) => {
                self.n_read += 1;
                Ok(Value::Int(u64::from(byte[0])))
            }
            // An unreadable input is an ended one.
            Ok(_) | Err(_) => Ok(Value::Int(0xFFFF_FFFF)),
        }
    }
}

impl Domain for ConcreteContext<'_> {
    fn program(&self) -> &Program {
        &self.program
    }

    fn compares_literals(&mut self) {
        self.compared_literals = true;
    }

    fn targets(&mut self, (): &(), ptr: &Value) -> Targets<Self> {
        smallvec![Target { guard: None, place: ptr.place() }]
    }

    fn cases(&mut self, (): &(), value: &Value) -> Option<Cases<bool>> {
        Some(vec![(None, value.bits(64).to_u64_wrapping())])
    }

    fn is_foreign(&self, state: &State<Self>, place: &Place<Value>) -> bool {
        match place {
            Place::Address(address) => foreign::is_near_one(self, state, *address),
            Place::Object(..) | Place::Within(..) | Place::Somewhere(_) => false,
        }
    }

    fn admit(&self, n_bytes: u64) -> Result<(), Stop> {
        match n_bytes <= self.max_bytes {
            true => Ok(()),
            false => Err(Stop::Exhausted(format!("{} MB of memory", self.max_bytes >> 20))),
        }
    }

    fn pointer(&mut self, object: ObjectId, offset: i64) -> Value {
        Value::ptr(object, offset)
    }

    fn known(&self, cond: &bool) -> Option<bool> {
        Some(*cond)
    }

    fn new_object_id(&mut self, state: &mut State<Self>, _: ObjectName) -> Result<ObjectId, Stop> {
        match state.memory.len() {
            u32::MAX => Err(Stop::Exhausted("four billion objects".into())),
            next => Ok(ObjectId(next)),
        }
    }

    fn byte_of(&mut self, value: &Value, index: u32, _: u32) -> Value {
        ops::byte_of(value, index)
    }

    fn join(&mut self, bytes: &[Value]) -> Value {
        ops::join(bytes)
    }

    fn is_pointer(&self, value: &Value) -> bool {
        value.unmarked().as_ptr().is_some()
    }

    fn is_whole_address(&self, value: &Value) -> Option<bool> {
        address::is_whole_address(value, self.pointer_bits)
    }

    fn has_provenance(&self, value: &Value) -> bool {
        matches!(value.view(), crate::value::View::Addr(..))
    }

    fn pointer_at(&mut self, state: &mut State<Self>, int: &Value) -> Value {
        let extent = |object: ObjectId| {
            let found = state.memory.get(object)?;
            let base = found.base.as_ref()?.bits(64).to_u64_wrapping();
            Some(Extent { base, size: found.plain_size?, live: found.live })
        };
        let pointer = address::pointer_at(int, self.pointer_bits, &state.memory.exposed, extent);
        if int.place().object().is_none() && pointer.as_ptr().is_some() {
            self.by_chance.push(int.bits(64).to_u64_wrapping());
        }
        pointer
    }

    /// An address that was foretold counts only if the object can lie there.
    fn choose_base(&mut self, state: &mut State<Self>, object: ObjectId) -> Option<Value> {
        if let ChoiceSource::Script(script) = &mut self.choices {
            script.note_address();
        }
        let base = self.choices.next_address()?.to_u64()?;
        let extent = |base: u64, object: &Object<Value, bool>| {
            let end = base.checked_add(object.plain_size?.max(1))?;
            (end <= candor_bits::small::mask(self.pointer_bits)).then_some(base..end)
        };
        let found = state.memory.get(object)?;
        let place = extent(base, found)?;
        let (modulus, rest) = found.placement;
        let aligned = base % u64::from(modulus) == u64::from(rest);
        let is_free = state.memory.iter().all(|(id, other)| {
            let taken = other.base.as_ref().and_then(|base| extent(base.bits(64).to_u64_wrapping(), other));
            let apart = taken.is_none_or(|taken| taken.end <= place.start || place.end <= taken.start);
            id == object || apart || !other.life.overlaps(found.life)
        });
        if !aligned || base == 0 || !is_free {
            return None;
        }
        object::log_address(state, self.pointer_bits, Value::Int(base));
        Some(Value::Int(base))
    }

    fn exposed_int(&mut self, object: ObjectId, address: &Value) -> Value {
        address::exposed_int(object, address)
    }
}
