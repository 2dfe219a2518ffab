//! When two states are the same: a state as a list of words that is equal for states from which the same can happen.
//!
//! Left out is what no execution can see: registers that nobody reads any more, constants, what cannot be reached from
//! anywhere, the numbers of events. Objects that were made on the way are numbered in the order in which they are found from the
//! threads' registers and the variables on, so that it does not matter in which order they were made.
//!
//! A transition changes one thread and a few objects. What the state before it had and this one still has keeps its name, if
//! nothing in it is numbered.

use candor_context_concrete::{Value as Plain, View};
use candor_interp::object::{Object, PieceRef};
use candor_interp::{Frame, Image, ObjectId, ObjectKind, OnReturn, Thread, ThreadId};
use candor_ir::{EntityRef, Program};
use candor_term::Term;
use rustc_hash::FxHashMap;

use crate::data::{Data, State, Truth, Value};
use crate::live::LiveRegisters;
use crate::store::{PartId, Store};

/// A part of a state, in words.
pub(crate) type Part = Vec<u64>;

/// What kind of part it is: the first word.
const FIXED: u64 = 0;
const FOUND: u64 = 1;
const THREAD: u64 = 2;
const REST: u64 = 3;
const PATH: u64 = 4;

/// What is needed to name states.
pub(crate) struct Canon<D: Data> {
    /// Memory as it was in the first state that was named: what still is as it was then need not be looked at.
    base: State<D>,
    base_parts: Vec<Option<PartId>>,
    /// Objects of it that point to others that are numbered: those must be found through them in every state.
    base_numbered: Vec<ObjectId>,
    live: LiveRegisters,
    /// Whether blocks that nothing points to count.
    leaks: bool,
    part: Part,
    list: Vec<PartId>,
    changed: Vec<ObjectId>,
    names: Names,
}

/// The names of a state's parts, for the states that come of it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shape {
    threads: Vec<(ThreadId, PartId)>,
    /// Objects that are not as in the first state, in the order of their numbers.
    objects: Vec<(ObjectId, PartId)>,
}

/// Not a part: something in it is numbered, so that it must be written again in each state.
const NUMBERED: PartId = PartId::MAX;

/// Numbers for objects, given as they are met.
#[derive(Default)]
pub(crate) struct Names {
    n_fixed: u32,
    numbers: FxHashMap<ObjectId, u32>,
    found: Vec<ObjectId>,
    /// Terms that occur.
    pub(crate) terms: Vec<Term>,
    /// How often a number was given or used.
    n_uses: u64,
}

impl Names {
    fn clear(&mut self) {
        self.numbers.clear();
        self.found.clear();
        self.terms.clear();
    }

    pub(crate) fn of(&mut self, object: ObjectId) -> u64 {
        if object.0 < self.n_fixed {
            return u64::from(object.0);
        }
        self.n_uses += 1;
        let next = self.n_fixed + u32::try_from(self.found.len()).expect("few objects");
        let number = *self.numbers.entry(object).or_insert_with(|| {
            self.found.push(object);
            next
        });
        u64::from(number)
    }

    /// Grows whenever something is written that another state may number otherwise.
    fn mark(&self) -> (u64, usize) {
        (self.n_uses, self.terms.len())
    }
}

impl<D: Data> Canon<D> {
    /// With a state as the base for all others, of which the first objects are there in all executions.
    pub(crate) fn new(base: &State<D>, n_fixed: u32, leaks: bool, live: LiveRegisters) -> Canon<D> {
        let names = Names { n_fixed, ..Names::default() };
        let is_numbered = |id: &ObjectId| {
            let mut names = Names { n_fixed, ..Names::default() };
            let object = base.memory.get(*id);
            if let Some(object) = object {
                write_object::<D>(&mut Part::new(), object, &mut names);
            }
            names.mark() != (0, 0)
        };
        Canon {
            base: base.clone(),
            base_parts: vec![None; n_fixed as usize],
            base_numbered: (0..n_fixed).map(ObjectId).filter(is_numbered).collect(),
            live,
            leaks,
            part: Part::new(),
            list: Vec::new(),
            changed: Vec::new(),
            names,
        }
    }

    /// Stores a state that came of another; its shape if it is new.
    pub(crate) fn store(
        &mut self,
        image: &Image<D::Cx>,
        data: &mut D,
        store: &Store,
        state: &State<D>,
        before: Option<(&State<D>, &Shape)>,
    ) -> Option<Shape> {
        self.names.clear();
        self.list.clear();
        let mut shape = Shape::default();
        self.rest(store, state);
        self.threads(image, store, state, before, &mut shape);
        self.fixed_objects(store, state, before, &mut shape);
        self.found_objects(store, state);
        self.path(data, store, state);
        store.insert(&self.list).then_some(shape)
    }

    /// Forgets objects of the state just named that nobody can name.
    pub(crate) fn collect(&self, state: &mut State<D>) {
        let n_found = u32::try_from(self.names.found.len()).expect("few objects");
        if state.memory.len() <= self.names.n_fixed + 2 * n_found + 32 {
            return;
        }
        let leaks = self.leaks;
        let numbers = &self.names.numbers;
        state.memory.forget(self.names.n_fixed, |id, object| {
            numbers.contains_key(&id) || leaks && object.kind == ObjectKind::Heap
        });
    }

    fn finish(&mut self, store: &Store) -> PartId {
        let id = store.part(&self.part);
        self.list.push(id);
        id
    }

    fn rest(&mut self, store: &Store, state: &State<D>) {
        let (part, names) = (&mut self.part, &mut self.names);
        part.clear();
        part.extend([REST, u64::from(state.n_threads), u64::from(state.weakly_ordered)]);
        if let Some(status) = &state.exit_status {
            D::write_value(part, status, names);
        }
        for &object in &state.memory.exposed {
            let number = names.of(object);
            part.push(number);
        }
        self.finish(store);
    }

    fn threads(
        &mut self,
        image: &Image<D::Cx>,
        store: &Store,
        state: &State<D>,
        before: Option<(&State<D>, &Shape)>,
        shape: &mut Shape,
    ) {
        let mut threads: smallvec::SmallVec<[&Thread<Value<D>>; 8]> = state.threads().collect();
        threads.sort_unstable_by_key(|thread| thread.id);
        for thread in threads {
            if let Some(id) = before.and_then(|(before, shape)| kept_thread::<D>(before, shape, thread)) {
                self.list.push(id);
                shape.threads.push((thread.id, id));
                continue;
            }
            let mark = self.names.mark();
            self.part.clear();
            write_thread::<D>(&mut self.part, &image.program, thread, &mut self.live, &mut self.names);
            let id = self.finish(store);
            let is_numbered = self.names.mark() != mark;
            shape.threads.push((thread.id, if is_numbered { NUMBERED } else { id }));
        }
    }

    fn fixed_objects(
        &mut self,
        store: &Store,
        state: &State<D>,
        before: Option<(&State<D>, &Shape)>,
        shape: &mut Shape,
    ) {
        let mut changed = std::mem::take(&mut self.changed);
        changed.clear();
        match before {
            Some((before, _)) => state.memory.add_differing(&before.memory, &mut changed),
            None => {
                state.memory.add_differing(&self.base.memory, &mut changed);
                changed.extend_from_slice(&self.base_numbered);
                changed.sort_unstable();
                changed.dedup();
            }
        }
        let n_fixed = self.names.n_fixed;
        let mut kept = before.map_or(&[][..], |(_, shape)| &shape.objects[..]).iter().peekable();
        shape.objects.reserve(kept.len() + 2);
        for &id in changed.iter().take_while(|id| id.0 < n_fixed) {
            while let Some(&&(other, part)) = kept.peek()
                && other <= id
            {
                kept.next();
                if other < id {
                    self.keep_object(store, state, other, part, shape);
                }
            }
            self.keep_object(store, state, id, NUMBERED, shape);
        }
        for &(other, part) in kept {
            self.keep_object(store, state, other, part, shape);
        }
        self.changed = changed;
    }

    /// Adds an object to the list, under the name that it had or under a new one.
    fn keep_object(&mut self, store: &Store, state: &State<D>, id: ObjectId, part: PartId, shape: &mut Shape) {
        let mut part = part;
        if part == NUMBERED {
            let mark = self.names.mark();
            part = self.fixed_object(store, id, state.memory.get(id));
            if self.names.mark() != mark {
                self.list.push(part);
                shape.objects.push((id, NUMBERED));
                return;
            }
        }
        shape.objects.push((id, part));
        // What has come back to what it was at first is as if it had never changed.
        if part != self.base_part(store, id) {
            self.list.push(part);
        }
    }

    fn fixed_object(&mut self, store: &Store, id: ObjectId, object: Option<&Object<Value<D>, Truth<D>>>) -> PartId {
        self.part.clear();
        self.part.extend([FIXED, u64::from(id.0)]);
        if let Some(object) = object {
            write_object::<D>(&mut self.part, object, &mut self.names);
        }
        store.part(&self.part)
    }

    /// The object as it was at first; no part that occurs elsewhere if something in it is numbered.
    fn base_part(&mut self, store: &Store, id: ObjectId) -> PartId {
        if let Some(part) = self.base_parts[id.0 as usize] {
            return part;
        }
        let mut names = Names { n_fixed: self.names.n_fixed, ..Names::default() };
        let part = match self.base.memory.get(id) {
            None => store.part(&[FIXED, u64::from(id.0)]),
            Some(object) => {
                let mut part = vec![FIXED, u64::from(id.0)];
                write_object::<D>(&mut part, object, &mut names);
                if names.mark() == (0, 0) { store.part(&part) } else { NUMBERED }
            }
        };
        self.base_parts[id.0 as usize] = Some(part);
        part
    }

    fn found_objects(&mut self, store: &Store, state: &State<D>) {
        let mut next = 0;
        while let Some(&id) = self.names.found.get(next) {
            next += 1;
            self.part.clear();
            self.part.push(FOUND);
            if let Some(object) = state.memory.get(id) {
                write_object::<D>(&mut self.part, object, &mut self.names);
            }
            self.finish(store);
        }
        if self.leaks {
            let numbers = &self.names.numbers;
            let is_lost = |id: ObjectId, object: &Object<Value<D>, Truth<D>>| {
                object.kind == ObjectKind::Heap && !D::is_false(&object.live) && !numbers.contains_key(&id)
            };
            let n_lost = state.memory.iter().filter(|(id, object)| is_lost(*id, object)).count();
            self.part.clear();
            self.part.push(n_lost as u64);
            self.finish(store);
        }
    }

    fn path(&mut self, data: &mut D, store: &Store, state: &State<D>) {
        self.part.clear();
        self.part.push(PATH);
        data.write_path(&mut self.part, &state.path, &self.names);
        if self.part.len() > 1 {
            self.finish(store);
        }
    }
}

/// The name of a thread that nobody has touched since.
fn kept_thread<D: Data>(before: &State<D>, shape: &Shape, thread: &Thread<Value<D>>) -> Option<PartId> {
    let same = before.parked.iter().any(|other| std::ptr::eq(&**other, thread));
    let name = |(id, part): &(ThreadId, PartId)| (*id == thread.id && *part != NUMBERED).then_some(*part);
    if same { shape.threads.iter().find_map(name) } else { None }
}

fn write_thread<D: Data>(
    part: &mut Part,
    program: &Program,
    thread: &Thread<Value<D>>,
    live: &mut LiveRegisters,
    names: &mut Names,
) {
    part.extend([
        THREAD,
        u64::from(thread.id.0),
        u64::from(thread.ended),
        u64::from(thread.mark),
        u64::from(thread.uninterrupted),
        thread.below.len() as u64,
    ]);
    if thread.ended {
        D::write_value(part, &thread.result, names);
        return;
    }
    for frame in &thread.below {
        write_frame::<D>(part, program, frame, live, names, /* waits */ true);
    }
    write_frame::<D>(part, program, &thread.top, live, names, /* waits */ false);
    for (global, instance) in &thread.locals {
        part.push(u64::from(global.as_u32()));
        D::write_value(part, instance, names);
    }
    for jump in &thread.jumps {
        part.extend([jump.depth as u64, jump.call_path, u64::from(jump.pc.as_u32())]);
    }
}

fn write_frame<D: Data>(
    part: &mut Part,
    program: &Program,
    frame: &Frame<Value<D>>,
    live: &mut LiveRegisters,
    names: &mut Names,
    waits: bool,
) {
    let on_return = match frame.on_return {
        OnReturn::Caller => 0,
        OnReturn::Uninterrupted => 1,
        OnReturn::Thread => 2,
        OnReturn::Startup(n) => 3 + 2 * u64::from(n),
        OnReturn::Destructor(n) => 4 + 2 * u64::from(n),
    };
    part.extend([u64::from(frame.func.as_u32()), u64::from(frame.pc.as_u32()), on_return]);
    part.push(frame.locals.len() as u64);
    for (_, object) in &frame.locals {
        let number = names.of(*object);
        part.push(number);
    }
    for &value in &*live.at(program, frame.func, frame.pc, waits) {
        D::write_value(part, &frame.regs[value.index()], names);
    }
    if let Some(varargs) = &frame.varargs {
        D::write_value(part, varargs, names);
    }
}

fn write_object<D: Data>(part: &mut Part, object: &Object<Value<D>, Truth<D>>, names: &mut Names) {
    let kind = match object.kind {
        ObjectKind::Global(global) => u64::from(global.as_u32()) << 3,
        ObjectKind::Function(_) => 1,
        ObjectKind::Stack => 2,
        ObjectKind::Heap => 3,
        ObjectKind::Arguments => 4,
        ObjectKind::VarArgs => 5,
    };
    part.push(kind);
    D::write_truth(part, &object.live, names);
    D::write_value(part, &object.size, names);
    part.push(u64::from(object.align));
    if let Some(base) = &object.base {
        // Where addresses have been looked at it matters who lived when.
        part.extend([object.life.born, object.life.died]);
        D::write_value(part, base, names);
    }
    part.push(u64::from(object.exposed));
    if D::is_false(&object.live) {
        return;
    }
    if let Some(array) = &object.array {
        D::write_value(part, array, names);
        return;
    }
    for (start, len) in object.contents.touched_ranges() {
        part.push(start);
        object.contents.for_each_piece(start, len, |piece| write_piece::<D>(part, piece, names));
    }
}

fn write_piece<D: Data>(part: &mut Part, piece: PieceRef<'_, Value<D>>, names: &mut Names) {
    match piece {
        PieceRef::Bytes(bytes) => {
            part.extend([0, bytes.len() as u64]);
            write_bytes(part, bytes);
        }
        PieceRef::Zeros(len) => part.extend([4, len]),
        PieceRef::Uninitialized(len) => part.extend([1, len]),
        PieceRef::Cell { size, value } => {
            part.extend([2, u64::from(size)]);
            D::write_value(part, value, names);
        }
        PieceRef::Part { value, index, size } => {
            part.extend([3, u64::from(index), u64::from(size)]);
            D::write_value(part, value, names);
        }
    }
}

fn write_bytes(part: &mut Part, bytes: &[u8]) {
    for chunk in bytes.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        part.push(u64::from_le_bytes(word));
    }
}

pub(crate) fn write_plain(part: &mut Part, value: &Plain, names: &mut Names) {
    match value.view() {
        View::Int(word) => part.extend([0, word]),
        View::Ptr(object, offset) => {
            let object = names.of(object);
            part.extend([1, object, offset.cast_unsigned()]);
        }
        View::Addr(object, word) => {
            let object = names.of(object);
            part.extend([2, object, word]);
        }
        View::Wide(bits) => {
            part.push(3);
            write_text(part, &format!("{bits:?}"));
        }
        View::Undef(undef) => {
            part.push(4);
            write_text(part, &format!("{:?} {:?}", undef.mask, undef.cause));
            write_plain(part, &undef.value, names);
        }
    }
}

/// For what is rare.
pub(crate) fn write_text(part: &mut Part, text: &str) {
    part.push(text.len() as u64);
    write_bytes(part, text.as_bytes());
}
