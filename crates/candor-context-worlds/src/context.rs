//! Many concrete executions as one context.

use std::collections::VecDeque;
use std::sync::Arc;

use candor_context_concrete::address::{self, Extent};
use candor_context_concrete::{Value, View, fit, ops};
use candor_interp::object::{self, Cases, Domain, ObjectMemory, Place, Target, Targets};
use candor_interp::{
    AccessMode, Allocated, Allocation, Blocked, Callees, ChoiceKind, Conditions, Control, Decision, Halt, Keepers,
    Logic, Memory, Merged, ObjectId, ObjectName, Position, Site, State, Step, Stop, Values,
};
use candor_ir::{BinOp, Bits, CastOp, Check, CmpOp, FloatKind, MathOp, Pred, Program, Scalar, UndefCause};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::merge;
use crate::value::{WorldSet, WorldsValue};

/// How one world's execution ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WorldEnd {
    /// The status that the operating system would see.
    Exit(u8),
    /// Which check failed, and where every frame stood.
    Fault(Check, Position),
    Assumption,
    Stop(Stop),
}

/// N executions.
#[derive(Debug)]
pub struct WorldsContext {
    program: Arc<Program>,
    n: usize,
    pointer_bits: u32,
    inputs: Vec<VecDeque<Bits>>,
    stdin: Vec<VecDeque<u8>>,
    ids: FxHashMap<ObjectName, ObjectId>,
    /// What each world has printed.
    pub outputs: Vec<Vec<(i32, u8)>>,
    pub ends: Vec<Option<WorldEnd>>,
}

impl WorldsContext {
    /// One world for each list of inputs; all read the same standard input.
    pub fn new(program: Arc<Program>, inputs: Vec<VecDeque<Bits>>, stdin: &[u8]) -> WorldsContext {
        let n = inputs.len();
        assert!((1..=64).contains(&n), "between 1 and 64 worlds");
        WorldsContext {
            pointer_bits: program.target.pointer_bits,
            program,
            n,
            inputs,
            stdin: vec![stdin.iter().copied().collect(); n],
            ids: FxHashMap::default(),
            outputs: vec![Vec::new(); n],
            ends: vec![None; n],
        }
    }

    pub fn all(&self) -> WorldSet {
        WorldSet::first(self.n)
    }

    fn each(&self, value: impl FnMut(usize) -> Value) -> WorldsValue {
        WorldsValue::each(self.n, value)
    }

    fn worlds_where(&self, predicate: impl FnMut(usize) -> bool) -> WorldSet {
        WorldSet::where_(self.n, predicate)
    }

    /// Ends the executions of some worlds.
    pub(crate) fn end(&mut self, worlds: WorldSet, end: &WorldEnd) {
        for world in worlds.worlds() {
            self.ends[world] = Some(end.clone());
        }
    }

    /// Takes worlds out of a state; if none is left the state ends.
    fn keep(&self, state: &mut State<Self>, worlds: WorldSet) -> Step<()> {
        state.path = state.path.and(worlds);
        if state.path.is_empty() { Err(Halt::Ended) } else { Ok(()) }
    }
}

impl Values for WorldsContext {
    type Value = WorldsValue;
    type Bool = WorldSet;
    type Path = WorldSet;

    fn constant(&mut self, bits: &Bits) -> WorldsValue {
        WorldsValue::Same(Value::from_bits(bits))
    }

    fn boolean(&mut self, value: bool) -> WorldSet {
        if value { self.all() } else { WorldSet(0) }
    }

    fn binary(&mut self, _: &mut WorldSet, op: BinOp, ty: Scalar, a: &WorldsValue, b: &WorldsValue) -> WorldsValue {
        a.zip(b, |a, b| ops::binary(op, ty, a, b))
    }

    fn predicate(&mut self, _: &mut WorldSet, pred: Pred, width: u32, a: &WorldsValue, b: &WorldsValue) -> WorldSet {
        self.worlds_where(|world| ops::predicate(pred, width, a.in_world(world), b.in_world(world)))
    }

    fn compare(&mut self, _: &mut WorldSet, op: CmpOp, ty: Scalar, a: &WorldsValue, b: &WorldsValue) -> WorldSet {
        self.worlds_where(|world| ops::compare(op, ty, a.in_world(world), b.in_world(world)))
    }

    fn cast(&mut self, _: &mut WorldSet, op: CastOp, from: Scalar, to: Scalar, value: &WorldsValue) -> WorldsValue {
        value.map(|value| ops::cast(op, from, to, value))
    }

    fn math(&mut self, _: &mut WorldSet, op: MathOp, ty: Scalar, args: &[&WorldsValue]) -> WorldsValue {
        self.each(|world| {
            let args: SmallVec<[&Value; 3]> = args.iter().map(|arg| arg.in_world(world)).collect();
            ops::math(op, ty, &args)
        })
    }

    fn is_fp_class(&mut self, _: &mut WorldSet, kind: FloatKind, value: &WorldsValue, mask: u32) -> WorldSet {
        self.worlds_where(|world| {
            candor_bits::float_class(kind, &value.in_world(world).bits(kind.bits())).mask() & mask != 0
        })
    }

    fn select(&mut self, cond: &WorldSet, _: Scalar, a: &WorldsValue, b: &WorldsValue) -> WorldsValue {
        self.each(|world| if cond.contains(world) { a } else { b }.in_world(world).clone())
    }

    fn not(&mut self, a: &WorldSet) -> WorldSet {
        self.all().minus(*a)
    }

    fn logic(&mut self, op: Logic, a: &WorldSet, b: &WorldSet) -> WorldSet {
        match op {
            Logic::And => a.and(*b),
            Logic::Or => a.or(*b),
        }
    }

    fn truth(&mut self, value: &WorldsValue) -> WorldSet {
        self.worlds_where(|world| value.in_world(world).bits(1).bit(0))
    }

    fn value_of(&mut self, cond: &WorldSet) -> WorldsValue {
        self.each(|world| Value::Int(u64::from(cond.contains(world))))
    }

    fn use_conditions(&mut self, value: &WorldsValue) -> Conditions<WorldSet> {
        let mut conditions: Conditions<WorldSet> = Conditions::new();
        for world in 0..self.n {
            let Some(check) = value.in_world(world).use_fault() else {
                continue;
            };
            let all = self.all();
            let slot = match conditions.iter().position(|(other, _)| *other == check) {
                Some(slot) => slot,
                None => {
                    conditions.push((check, all));
                    conditions.len() - 1
                }
            };
            conditions[slot].1 = conditions[slot].1.minus(WorldSet(1 << world));
        }
        conditions
    }

    fn mark(&mut self, wrong: &WorldSet, cause: UndefCause, ty: Scalar, value: WorldsValue) -> WorldsValue {
        let mask = Bits::ones(ty.width(self.pointer_bits));
        self.each(|world| {
            let value = value.in_world(world).clone();
            if wrong.contains(world) { Value::marked(value, mask.clone(), cause) } else { value }
        })
    }

    fn inherit(&mut self, from: &WorldsValue, ty: Scalar, value: WorldsValue) -> WorldsValue {
        let width = ty.width(self.pointer_bits);
        from.zip(&value, |from, value| ops::inherit(from, width, value.clone()))
    }

    fn unmark(&mut self, value: &WorldsValue) -> WorldsValue {
        value.map(|value| value.unmarked().clone())
    }

    fn plain(&self, value: &WorldsValue) -> Option<u64> {
        match value {
            WorldsValue::Same(Value::Int(word)) => Some(*word),
            _ => None,
        }
    }
}

impl Memory for WorldsContext {
    type Memory = ObjectMemory<WorldsValue, WorldSet>;

    fn allocate(
        &mut self,
        state: &mut State<Self>,
        request: Allocation<WorldsValue>,
    ) -> Result<Allocated<WorldsValue>, Stop> {
        object::allocate(self, state, request)
    }

    fn free(&mut self, state: &mut State<Self>, ptr: &WorldsValue, mode: AccessMode) -> Result<(), Blocked<WorldSet>> {
        object::free(self, state, ptr, mode)
    }

    fn is_held(&mut self, state: &mut State<Self>, object: ObjectId, values: &[WorldsValue]) -> bool {
        object::is_held(self, state, object, values)
    }

    fn new_life(
        &mut self,
        state: &mut State<Self>,
        request: Allocation<WorldsValue>,
        made: Site,
    ) -> Result<Allocated<WorldsValue>, Stop> {
        object::new_life(self, state, request, made)
    }

    fn set_alive(&mut self, state: &mut State<Self>, object: ObjectId, alive: bool) {
        object::set_alive(self, state, object, alive);
    }

    fn load(
        &mut self,
        state: &mut State<Self>,
        ptr: &WorldsValue,
        ty: Scalar,
        align: u32,
        mode: AccessMode,
    ) -> Result<WorldsValue, Blocked<WorldSet>> {
        object::load(self, state, ptr, ty, align, mode)
    }

    fn store(
        &mut self,
        state: &mut State<Self>,
        ptr: &WorldsValue,
        ty: Scalar,
        value: &WorldsValue,
        align: u32,
        mode: AccessMode,
    ) -> Result<(), Blocked<WorldSet>> {
        object::store(self, state, ptr, ty, value, align, mode)
    }

    fn copy(
        &mut self,
        state: &mut State<Self>,
        dst: &WorldsValue,
        src: &WorldsValue,
        len: &WorldsValue,
        may_overlap: bool,
        mode: AccessMode,
    ) -> Result<(), Blocked<WorldSet>> {
        object::copy(self, state, dst, src, len, may_overlap, mode)
    }

    fn fill(
        &mut self,
        state: &mut State<Self>,
        dst: &WorldsValue,
        byte: &WorldsValue,
        len: &WorldsValue,
        mode: AccessMode,
    ) -> Result<(), Blocked<WorldSet>> {
        object::fill(self, state, dst, byte, len, mode)
    }

    fn offset(&mut self, _: &mut WorldSet, ptr: &WorldsValue, bytes: &WorldsValue) -> WorldsValue {
        let pointer_bits = self.pointer_bits;
        ptr.zip(bytes, |ptr, bytes| ops::offset(pointer_bits, ptr, bytes))
    }

    fn offset_const(&mut self, path: &mut WorldSet, ptr: &WorldsValue, bytes: i64) -> WorldsValue {
        let bytes = bytes.cast_unsigned() & candor_bits::small::mask(self.pointer_bits);
        self.offset(path, ptr, &WorldsValue::Same(Value::Int(bytes)))
    }

    fn compare_pointers(&mut self, state: &mut State<Self>, op: CmpOp, a: &WorldsValue, b: &WorldsValue) -> WorldSet {
        object::compare_pointers(self, state, op, a, b)
    }

    fn same_object(&mut self, state: &mut State<Self>, a: &WorldsValue, b: &WorldsValue) -> WorldSet {
        object::same_object(self, state, a, b)
    }

    fn in_different_objects(&mut self, state: &mut State<Self>, a: &WorldsValue, b: &WorldsValue) -> WorldSet {
        object::in_different_objects(self, state, a, b)
    }

    fn in_bounds(&mut self, state: &mut State<Self>, ptr: &WorldsValue) -> WorldSet {
        object::in_bounds(self, state, ptr)
    }

    fn pointer_to_int(&mut self, state: &mut State<Self>, ptr: &WorldsValue) -> WorldsValue {
        let width = self.pointer_bits;
        let int = object::pointer_to_int(self, state, ptr);
        ptr.zip(&int, |ptr, int| ops::inherit(ptr, width, int.clone()))
    }

    fn int_to_pointer(&mut self, state: &mut State<Self>, int: &WorldsValue) -> WorldsValue {
        let width = self.pointer_bits;
        let plain = self.unmark(int);
        let ptr = object::int_to_pointer(self, state, &plain);
        int.zip(&ptr, |int, ptr| ops::inherit(int, width, ptr.clone()))
    }

    fn extent(&mut self, state: &mut State<Self>, ptr: &WorldsValue) -> Option<(WorldsValue, WorldsValue)> {
        object::extent(self, state, ptr)
    }

    fn object_of(&mut self, state: &mut State<Self>, ptr: &WorldsValue) -> Option<ObjectId> {
        let targets = self.targets(&state.path, ptr);
        match &targets[..] {
            [Target { place, .. }] => place.object(),
            _ => None,
        }
    }

    fn is_written(&mut self, state: &mut State<Self>, ptr: &WorldsValue) -> bool {
        object::is_written(self, state, ptr)
    }

    fn callees(&mut self, state: &mut State<Self>, ptr: &WorldsValue) -> Result<Callees<WorldSet>, Stop> {
        object::callees(self, state, ptr)
    }

    fn begin_life(&mut self, state: &mut State<Self>, ptr: &WorldsValue) {
        object::begin_life(self, state, ptr);
    }

    fn settle(&mut self, state: &mut State<Self>, ptr: &WorldsValue, len: &WorldsValue) -> Result<(), Stop> {
        object::settle(self, state, ptr, len)
    }

    fn may_be_unwritten(&mut self, state: &mut State<Self>, ptr: &WorldsValue) -> bool {
        object::may_be_unwritten(self, state, ptr)
    }

    fn no_leak(&mut self, state: &mut State<Self>, keepers: Option<&Keepers<WorldsValue>>) -> Result<WorldSet, Stop> {
        object::no_leak(self, state, keepers)
    }
}

impl Control for WorldsContext {
    fn check(&mut self, state: &mut State<Self>, check: Check, ok: &WorldSet) -> Step<()> {
        let bad = state.path.minus(*ok);
        if !bad.is_empty() {
            self.end(bad, &WorldEnd::Fault(check, state.thread.position()));
        }
        self.keep(state, *ok)
    }

    fn unchecked(&mut self, state: &mut State<Self>, check: Check, ok: &WorldSet) -> Step<()> {
        let bad = state.path.minus(*ok);
        self.end(bad, &WorldEnd::Stop(Stop::Unchecked(check)));
        self.keep(state, *ok)
    }

    fn assume(&mut self, state: &mut State<Self>, cond: &WorldSet) -> Step<()> {
        let out = state.path.minus(*cond);
        self.end(out, &WorldEnd::Assumption);
        self.keep(state, *cond)
    }

    fn decide(&mut self, state: &mut State<Self>, cond: &WorldSet) -> Step<Decision> {
        let yes = state.path.and(*cond);
        Ok(if yes == state.path {
            Decision::Always
        } else if yes.is_empty() {
            Decision::Never
        } else {
            Decision::Both
        })
    }

    fn choose(&mut self, state: &mut State<Self>, kind: ChoiceKind, ty: Scalar) -> Step<WorldsValue> {
        state.thread.top.next_event();
        let width = ty.width(self.pointer_bits);
        if kind != ChoiceKind::Input {
            return Ok(self.constant(&Bits::zero(width)));
        }
        let mut values = vec![Value::Int(0); self.n];
        let mut dry = WorldSet(0);
        for world in state.path.worlds() {
            match self.inputs[world].pop_front().and_then(|input| fit(&input, width)) {
                Some(bits) => values[world] = Value::from_bits(&bits),
                None => dry = dry.or(WorldSet(1 << world)),
            }
        }
        self.end(dry, &WorldEnd::Stop(Stop::Exhausted("inputs".into())));
        let rest = self.all().minus(dry);
        self.keep(state, rest)?;
        Ok(self.each(|world| values[world].clone()))
    }

    fn merge(&mut self, a: State<Self>, b: State<Self>) -> Merged<Self> {
        merge::merge(self, a, b)
    }

    fn output(&mut self, state: &mut State<Self>, fd: &WorldsValue, byte: &WorldsValue) -> Step<()> {
        for world in state.path.worlds() {
            let fd = i32::try_from(fd.in_world(world).bits(32).to_i64_wrapping()).unwrap_or(1);
            let byte = byte.in_world(world).bits(8).to_u64_wrapping();
            self.outputs[world].push((fd, u8::try_from(byte).unwrap_or(0)));
        }
        Ok(())
    }

    fn input(&mut self, state: &mut State<Self>) -> Step<WorldsValue> {
        let mut values = vec![Value::Int(0); self.n];
        for world in state.path.worlds() {
            let byte = self.stdin[world].pop_front();
            values[world] = Value::Int(byte.map_or(0xFFFF_FFFF, u64::from));
        }
        Ok(self.each(|world| values[world].clone()))
    }
}

impl Domain for WorldsContext {
    fn program(&self) -> &Program {
        &self.program
    }

    fn targets(&mut self, path: &WorldSet, ptr: &WorldsValue) -> Targets<Self> {
        let mut groups: SmallVec<[(Place<WorldsValue>, WorldSet); 2]> = SmallVec::new();
        for world in path.worlds() {
            let place = match ptr.in_world(world).place() {
                Place::Object(object, offset) => Place::Object(object, offset),
                Place::Address(address) => Place::Address(address),
                Place::Within(object, offset) => Place::Within(object, WorldsValue::Same(offset)),
                Place::Somewhere(address) => Place::Somewhere(WorldsValue::Same(address)),
            };
            let world = WorldSet(1 << world);
            match groups.iter_mut().find(|(other, _)| *other == place) {
                Some((_, worlds)) => *worlds = worlds.or(world),
                None => groups.push((place, world)),
            }
        }
        let only = groups.len() == 1;
        let target = |(place, worlds)| Target { guard: (!only).then_some(worlds), place };
        groups.into_iter().map(target).collect()
    }

    fn cases(&mut self, path: &WorldSet, value: &WorldsValue) -> Option<Cases<WorldSet>> {
        let mut groups: Vec<(Option<WorldSet>, u64)> = Vec::new();
        for world in path.worlds() {
            let number = value.in_world(world).bits(64).to_u64_wrapping();
            let world = WorldSet(1 << world);
            match groups.iter_mut().find(|(_, other)| *other == number) {
                Some((worlds, _)) => *worlds = worlds.map(|worlds| worlds.or(world)),
                None => groups.push((Some(world), number)),
            }
        }
        if let [(guard, _)] = &mut groups[..] {
            *guard = None;
        }
        Some(groups)
    }

    fn pointer(&mut self, object: ObjectId, offset: i64) -> WorldsValue {
        WorldsValue::Same(Value::ptr(object, offset))
    }

    fn known(&self, cond: &WorldSet) -> Option<bool> {
        if *cond == self.all() {
            Some(true)
        } else if cond.is_empty() {
            Some(false)
        } else {
            None
        }
    }

    fn new_object_id(&mut self, _: &mut State<Self>, name: ObjectName) -> Result<ObjectId, Stop> {
        let next = ObjectId(u32::try_from(self.ids.len()).map_err(|_| Stop::Exhausted("four billion objects".into()))?);
        Ok(*self.ids.entry(name).or_insert(next))
    }

    fn byte_of(&mut self, value: &WorldsValue, index: u32, _: u32) -> WorldsValue {
        value.map(|value| ops::byte_of(value, index))
    }

    fn join(&mut self, bytes: &[WorldsValue]) -> WorldsValue {
        self.each(|world| {
            let bytes: SmallVec<[Value; 16]> = bytes.iter().map(|byte| byte.in_world(world).clone()).collect();
            ops::join(&bytes)
        })
    }

    fn is_pointer(&self, value: &WorldsValue) -> bool {
        (0..self.n).any(|world| value.in_world(world).unmarked().as_ptr().is_some())
    }

    fn is_whole_address(&self, value: &WorldsValue) -> Option<bool> {
        let worlds =
            (0..self.n).filter_map(|world| address::is_whole_address(value.in_world(world), self.pointer_bits));
        worlds.reduce(|any, whole| any || whole)
    }

    fn has_provenance(&self, value: &WorldsValue) -> bool {
        (0..self.n).any(|world| matches!(value.in_world(world).view(), View::Addr(..)))
    }

    fn pointer_at(&mut self, state: &mut State<Self>, int: &WorldsValue) -> WorldsValue {
        let pointer_bits = self.pointer_bits;
        let memory = &state.memory;
        self.each(|world| {
            let extent = |object: ObjectId| {
                let found = memory.get(object)?;
                let base = found.base.as_ref()?.in_world(world).bits(64).to_u64_wrapping();
                let size = found.size.in_world(world).bits(64).to_u64_wrapping();
                Some(Extent { base, size, live: found.live.contains(world) })
            };
            address::pointer_at(int.in_world(world), pointer_bits, &memory.exposed, extent)
        })
    }

    fn exposed_int(&mut self, object: ObjectId, address: &WorldsValue) -> WorldsValue {
        address.map(|address| address::exposed_int(object, address))
    }
}
