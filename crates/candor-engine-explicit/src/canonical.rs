//! When two states are the same: a state as a list of words that is equal for states from which the same can happen.
//!
//! Left out is what no execution can see: registers that nobody reads any more, constants, what cannot be reached from
//! anywhere, the numbers of events. Objects that were made on the way are numbered in the order in which they are found from the
//! threads' registers and the variables on, so that it does not matter in which order they were made.
//!
//! A transition changes one thread and a few objects. What the state before it had and this one still has keeps its name, if
//! nothing in it is numbered.

use std::convert::Infallible;
use std::marker::PhantomData;

use candor_context_concrete::{Value as Plain, View};
use candor_interp::object::anatomy::{self, Activation, Fact, Reader};
use candor_interp::object::{Object, ObjectMemory, PieceRef};
use candor_interp::{Frame, ObjectId, ObjectKind, Thread, ThreadId};
use candor_ir::EntityRef;
use candor_term::Term;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use triomphe::Arc;

use crate::data::{Data, State, Truth, Value};
use crate::live::LiveRegisters;
use crate::memo::Move;
use crate::node::{Fixed, Mem, Node, Rest, Slot};
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
    /// Whether there was such a block in any state.
    pub(crate) has_lost: bool,
    part: Part,
    list: Vec<PartId>,
    changed: Vec<ObjectId>,
    names: Names,
}

/// A state that has been named.
pub(crate) struct Named<D: Data> {
    pub(crate) node: Node<D>,
    /// Whether it has been stored just now.
    pub(crate) is_new: bool,
    /// Besides the thread that ran only the rest and objects that are there in all executions have changed.
    pub(crate) is_contained: bool,
}

/// No part: what is numbered is never as it was at first.
const NOWHERE: PartId = PartId::MAX;

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
        let mut canon = Canon {
            base: base.clone(),
            base_parts: vec![None; n_fixed as usize],
            base_numbered: Vec::new(),
            live,
            leaks,
            has_lost: false,
            part: Part::new(),
            list: Vec::new(),
            changed: Vec::new(),
            names: Names { n_fixed, ..Names::default() },
        };
        for id in (0..n_fixed).map(ObjectId) {
            let mark = canon.names.mark();
            write_fixed(canon.writer(/* is_fixed */ true), id, base.memory.get(id));
            if canon.names.mark() != mark {
                canon.base_numbered.push(id);
            }
        }
        canon.names = Names { n_fixed, ..Names::default() };
        canon
    }

    /// Begins a part.
    fn begin(&mut self, words: impl IntoIterator<Item = u64>) {
        self.part.clear();
        self.part.extend(words);
    }

    /// Writes behind what the part has already.
    fn writer(&mut self, is_fixed: bool) -> Writer<'_, D> {
        let Canon { part, names, live, .. } = self;
        Writer { part, names, live, is_fixed, data: PhantomData }
    }

    /// Names and stores a state that came of another.
    pub(crate) fn store(
        &mut self,
        data: &mut D,
        store: &Store,
        mut state: State<D>,
        before: Option<&Node<D>>,
    ) -> Named<D> {
        self.names.clear();
        self.list.clear();
        let last = state.thread.id;
        let rest = self.rest(store, &mut state, before);
        let (threads, is_same) = self.threads(store, &state, before);
        let objects = self.fixed_objects(store, &state, before);
        let n_fixed = self.names.n_fixed;
        let is_contained = is_same && self.changed.last().is_none_or(|id| id.0 < n_fixed);
        let memory_part = store.memory(&self.list[1 + threads.len()..]);
        self.list.truncate(1 + threads.len());
        self.list.push(memory_part);
        let n_parts = self.list.len();
        self.found_objects(store, &state);
        self.path(data, store, &state);
        let is_new = store.insert(&self.list);
        let found = SmallVec::from_slice(&self.list[n_parts..]);
        // What is not used here the rest and the threads have; log and steps count from each state on.
        let State::<D> {
            path,
            mut memory,
            thread,
            parked: _,
            n_threads: _,
            weakly_ordered: _,
            pretended: _,
            log: _,
            chosen,
            exit_status: _,
            steps: _,
        } = state;
        debug_assert!(chosen.is_none(), "a state is stored between two instructions");
        let threads = finish_threads(threads, thread);
        let memory = match before {
            // What is numbered may be numbered otherwise now.
            Some(before) if self.changed.is_empty() && !before.memory.is_numbered => before.memory.clone(),
            _ => {
                if D::ENUMERATES && is_new {
                    self.collect(&mut memory);
                }
                let is_numbered = objects.iter().any(|object| object.is_numbered);
                Arc::new(Mem { part: memory_part, objects, is_numbered, memory })
            }
        };
        let node = Node { rest, threads, memory, found, path, last };
        Named { node, is_new, is_contained }
    }

    /// Stores the state to which a known transition leads; whether it is new.
    pub(crate) fn store_known(&mut self, store: &Store, node: &Node<D>, thread: ThreadId, known: &Move<D>) -> bool {
        let part = |slot: &Slot<D>| if slot.thread.id == thread { known.thread.part } else { slot.part };
        self.list.clear();
        self.list.push(known.rest.part);
        self.list.extend(node.threads.iter().map(part));
        self.list.push(known.memory.part);
        self.list.extend_from_slice(&node.found);
        store.insert(&self.list)
    }

    /// Forgets objects of the state just named that nobody can name.
    fn collect(&self, memory: &mut ObjectMemory<Value<D>, Truth<D>>) {
        let n_found = u32::try_from(self.names.found.len()).expect("few objects");
        if memory.len() <= self.names.n_fixed + 2 * n_found + 32 {
            return;
        }
        let leaks = self.leaks;
        let numbers = &self.names.numbers;
        memory.forget(self.names.n_fixed, |id, object| {
            numbers.contains_key(&id) || leaks && object.kind == ObjectKind::Heap
        });
    }

    fn finish(&mut self, store: &Store) -> PartId {
        let id = store.part(&self.part);
        self.list.push(id);
        id
    }

    fn rest(&mut self, store: &Store, state: &mut State<D>, before: Option<&Node<D>>) -> Arc<Rest<D>> {
        let n_running = state.threads().filter(|thread| !thread.ended).count();
        self.begin([REST, n_running as u64]);
        let Ok(()) = anatomy::rest(&mut self.writer(/* is_fixed */ false), [state]);
        // Where addresses have been looked at, it matters which come next.
        let is_numbered = self.names.mark() != (0, 0) || !state.memory.exposed.is_empty();
        let part = self.finish(store);
        match before {
            Some(before) if before.rest.part == part && !is_numbered => before.rest.clone(),
            _ => Arc::new(Rest {
                part,
                is_numbered,
                n_threads: state.n_threads,
                weakly_ordered: state.weakly_ordered,
                pretended: state.pretended,
                exit_status: state.exit_status.take(),
            }),
        }
    }

    /// The threads in order, except for the one that ran, which is still in the state; and whether none of the others has changed.
    fn threads(
        &mut self,
        store: &Store,
        state: &State<D>,
        before: Option<&Node<D>>,
    ) -> (SmallVec<[HalfSlot<D>; 4]>, bool) {
        let mut threads: SmallVec<[HalfSlot<D>; 4]> = SmallVec::new();
        let parked = state.parked.iter().map(|thread| (thread.id, Some(thread)));
        let mut ordered: SmallVec<[_; 8]> = parked.chain(std::iter::once((state.thread.id, None))).collect();
        ordered.sort_unstable_by_key(|(id, _)| *id);
        let mut is_same = before.is_some_and(|before| before.threads.len() == ordered.len());
        for (id, parked) in ordered {
            let kept = before
                .and_then(|before| before.slot(id))
                .filter(|slot| parked.is_some_and(|parked| Arc::ptr_eq(parked, &slot.thread)));
            is_same &= parked.is_none() || kept.is_some();
            if let Some(slot) = kept.filter(|slot| !slot.is_numbered) {
                self.list.push(slot.part);
                threads.push(HalfSlot { part: slot.part, is_numbered: false, thread: parked.cloned() });
                continue;
            }
            let mark = self.names.mark();
            self.begin([THREAD]);
            let thread = parked.map_or(&state.thread, |parked| &**parked);
            let Ok(()) = anatomy::thread(&mut self.writer(/* is_fixed */ false), [thread]);
            let part = self.finish(store);
            threads.push(HalfSlot { part, is_numbered: self.names.mark() != mark, thread: parked.cloned() });
        }
        (threads, is_same)
    }

    /// Lists the parts of objects that are there in all executions and not as they were at first.
    fn fixed_objects(&mut self, store: &Store, state: &State<D>, before: Option<&Node<D>>) -> Vec<Fixed> {
        let mut changed = std::mem::take(&mut self.changed);
        changed.clear();
        match before {
            Some(before) => state.memory.add_differing(&before.memory.memory, &mut changed),
            None => {
                state.memory.add_differing(&self.base.memory, &mut changed);
                changed.extend_from_slice(&self.base_numbered);
                changed.sort_unstable();
                changed.dedup();
            }
        }
        let n_fixed = self.names.n_fixed;
        let mut kept = before.map_or(&[][..], |before| &before.memory.objects[..]).iter().peekable();
        let mut objects = Vec::with_capacity(kept.len() + 2);
        for &id in changed.iter().take_while(|id| id.0 < n_fixed) {
            while let Some(&&fixed) = kept.peek()
                && fixed.id <= id
            {
                kept.next();
                if fixed.id < id {
                    self.keep_object(store, state, fixed, &mut objects);
                }
            }
            self.keep_object(store, state, Fixed { id, part: 0, is_numbered: true }, &mut objects);
        }
        for &fixed in kept {
            self.keep_object(store, state, fixed, &mut objects);
        }
        self.changed = changed;
        objects
    }

    /// Adds an object to the list, under the name that it had or, if something in it may be numbered, under a new one.
    fn keep_object(&mut self, store: &Store, state: &State<D>, fixed: Fixed, objects: &mut Vec<Fixed>) {
        let Fixed { id, mut part, is_numbered } = fixed;
        if is_numbered {
            let mark = self.names.mark();
            write_fixed(self.writer(/* is_fixed */ true), id, state.memory.get(id));
            part = store.part(&self.part);
            if self.names.mark() != mark {
                self.list.push(part);
                objects.push(Fixed { id, part, is_numbered: true });
                return;
            }
        }
        objects.push(Fixed { id, part, is_numbered: false });
        // What has come back to what it was at first is as if it had never changed.
        if part != self.base_part(store, id) {
            self.list.push(part);
        }
    }

    /// The object as it was at first; no part that occurs elsewhere if something in it is numbered.
    fn base_part(&mut self, store: &Store, id: ObjectId) -> PartId {
        if let Some(part) = self.base_parts[id.0 as usize] {
            return part;
        }
        let part = match self.base_numbered.binary_search(&id) {
            Ok(_) => NOWHERE,
            Err(_) => {
                let Canon { part, names, live, base, .. } = self;
                let writer = Writer::<D> { part, names, live, is_fixed: true, data: PhantomData };
                write_fixed(writer, id, base.memory.get(id));
                store.part(&self.part)
            }
        };
        self.base_parts[id.0 as usize] = Some(part);
        part
    }

    fn found_objects(&mut self, store: &Store, state: &State<D>) {
        let mut next = 0;
        while let Some(&id) = self.names.found.get(next) {
            next += 1;
            self.begin([FOUND]);
            if let Some(object) = state.memory.get(id) {
                let Ok(()) = anatomy::object(&mut self.writer(/* is_fixed */ false), [object]);
            }
            self.finish(store);
        }
        if self.leaks {
            let (numbers, n_fixed) = (&self.names.numbers, self.names.n_fixed);
            let is_lost = |id: ObjectId, object: &Object<Value<D>, Truth<D>>| {
                id.0 >= n_fixed
                    && object.kind == ObjectKind::Heap
                    && !D::is_false(&object.live)
                    && !numbers.contains_key(&id)
            };
            let n_lost = state.memory.iter().filter(|(id, object)| is_lost(*id, object)).count();
            self.has_lost |= n_lost != 0 && !state.pretended;
            self.begin([n_lost as u64]);
            self.finish(store);
        }
    }

    fn path(&mut self, data: &mut D, store: &Store, state: &State<D>) {
        self.begin([PATH]);
        data.write_path(&mut self.part, &state.path, &self.names);
        if self.part.len() > 1 {
            self.finish(store);
        }
    }
}

/// A thread in its place, or the place of the one that ran.
struct HalfSlot<D: Data> {
    part: PartId,
    is_numbered: bool,
    thread: Option<Arc<Thread<Value<D>>>>,
}

fn finish_threads<D: Data>(threads: SmallVec<[HalfSlot<D>; 4]>, running: Thread<Value<D>>) -> SmallVec<[Slot<D>; 4]> {
    let mut running = Some(running);
    let full = |half: HalfSlot<D>| {
        let thread = half.thread.or_else(|| running.take().map(Arc::new)).expect("one thread runs");
        Slot { part: half.part, is_numbered: half.is_numbered, thread }
    };
    threads.into_iter().map(full).collect()
}

/// Whether a fact tells states apart; of an object, also whether that is there in all executions.
pub(crate) fn tells_apart(fact: Fact, is_fixed: bool) -> bool {
    match fact {
        // Parts of the names of what will be made and chosen; it does not matter what things are called.
        Fact::CallPath | Fact::Events => false,
        Fact::Locals | Fact::Exposed => true,
        // The past: what it has led to is in threads and memory.
        Fact::Choices | Fact::Steps => false,
        // With numbers one address is tried for each object, and the report says so; with terms it may be any.
        Fact::NextAddress => false,
        // Only lives are compared with it, and they are written.
        Fact::Clock => false,
        Fact::Life => true,
        // It decides how long transitions are, which may be anything that is right. But those that are remembered have to be
        // the same each time.
        Fact::Shared => is_fixed,
        // Told in messages only.
        Fact::Origin => false,
    }
}

/// Writes what tells states apart.
struct Writer<'a, D> {
    part: &'a mut Part,
    names: &'a mut Names,
    live: &'a mut LiveRegisters,
    /// The object is there in all executions.
    is_fixed: bool,
    data: PhantomData<D>,
}

impl<D: Data> Reader<Value<D>, Truth<D>, 1> for Writer<'_, D> {
    type Stop = Infallible;

    fn wants(&self, fact: Fact) -> bool {
        tells_apart(fact, self.is_fixed)
    }

    fn words(&mut self, [word]: [u64; 1]) -> Result<(), Infallible> {
        self.part.push(word);
        Ok(())
    }

    fn values(&mut self, [value]: [&Value<D>; 1]) -> Result<(), Infallible> {
        D::write_value(self.part, value, self.names);
        Ok(())
    }

    fn truths(&mut self, [truth]: [&Truth<D>; 1]) -> Result<(), Infallible> {
        D::write_truth(self.part, truth, self.names);
        Ok(())
    }

    fn objects(&mut self, [object]: [ObjectId; 1]) -> Result<(), Infallible> {
        let number = self.names.of(object);
        self.part.push(number);
        Ok(())
    }

    fn registers(&mut self, [frame]: [&Frame<Value<D>>; 1], activation: Activation) -> Result<(), Infallible> {
        for &value in &*self.live.at(frame.func, frame.pc, activation == Activation::Waiting) {
            D::write_value(self.part, &frame.regs[value.index()], self.names);
        }
        Ok(())
    }

    fn holdings(&mut self, [object]: [&Object<Value<D>, Truth<D>>; 1]) -> Result<(), Infallible> {
        // Nobody can get at what a dead object held.
        if D::is_false(&object.live) {
            return Ok(());
        }
        anatomy::holdings(self, [object])?;
        for (start, len) in object.contents.touched_ranges() {
            self.part.push(start);
            object.contents.for_each_piece(start, len, |piece| write_piece::<D>(self.part, piece, self.names));
        }
        Ok(())
    }
}

/// An object that is there in all executions, with its number.
fn write_fixed<D: Data>(mut writer: Writer<'_, D>, id: ObjectId, object: Option<&Object<Value<D>, Truth<D>>>) {
    writer.part.clear();
    writer.part.extend([FIXED, u64::from(id.0)]);
    if let Some(object) = object {
        let Ok(()) = anatomy::object(&mut writer, [object]);
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
        View::Addr(address) => {
            let object = names.of(address.object);
            part.extend([2, object]);
            write_text(part, &format!("{:?} {:?}", address.bits, address.own));
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
