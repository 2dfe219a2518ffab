//! Transitions that have been made before.
//!
//! What a thread does in its turn depends on the thread, on the memory, and on little else. States are the combinations of what threads
//! do on their own, so the same thread meets the same memory in many of them: then the transition need not be made again, and
//! what comes of it is known by name. So it is done in LTSmin (Blom, van de Pol and Weber 2010), whose transitions depend on few slots of
//! a state. What else a transition looks at is noted as it is made: at most one other thread, and whether that has ended. The
//! number of threads that go on and all that belongs to nobody are in the state's rest, which is a part of the key.
//!
//! Names must mean the same in all states: nothing that the thread can get at may be numbered. Of what the thread itself has and of
//! the objects that are there in all executions that is known; the others can be reached from these only.
//!
//! Only transitions that lead to one state, or nowhere, are kept, and none with choices or claims.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use candor_interp::{NextAccesses, Thread, ThreadId};
use rustc_hash::FxHashMap;
use triomphe::Arc;

use crate::canonical::Named;
use crate::data::{Data, Value};
use crate::footprint::Footprint;
use crate::node::{Mem, Node, Rest, Slot};
use crate::store::PartId;
use crate::transition::SectionAccess;

/// Kept at most; then it begins anew.
const MAX_ENTRIES: usize = 1 << 18;

#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
struct Key {
    thread: PartId,
    memory: PartId,
    rest: PartId,
}

/// What is known of a thread with a memory.
pub(crate) struct Entry<D: Data> {
    /// What it is about to use.
    pub(crate) accesses: OnceCell<NextAccesses<Value<D>>>,
    ways: RefCell<Ways<D>>,
}

enum Ways<D: Data> {
    /// Nobody has gone there.
    Unknown,
    One(Rc<Known<D>>),
    /// It depends on another thread.
    By(ThreadId, FxHashMap<PartId, Rc<Known<D>>>),
    /// It has to be made each time.
    Opaque,
}

/// A transition that is known.
pub(crate) enum Known<D: Data> {
    To(Move<D>),
    /// The thread waits; for a signal, or not.
    Blocked(bool),
    /// No state follows.
    Nowhere,
}

/// What a transition changes.
pub(crate) struct Move<D: Data> {
    pub(crate) thread: Slot<D>,
    pub(crate) memory: Arc<Mem<D>>,
    pub(crate) rest: Arc<Rest<D>>,
    pub(crate) n_steps: u64,
    pub(crate) footprint: Footprint,
    /// What it accesses inside sections.
    pub(crate) in_sections: Vec<SectionAccess<D>>,
}

/// What a transition has looked at besides its own thread and the memory.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Looks {
    #[default]
    Nowhere,
    /// At how far a thread has come.
    At(ThreadId),
    More,
}

impl Looks {
    pub(crate) fn at(&mut self, thread: Option<ThreadId>) {
        *self = match (*self, thread) {
            (Looks::Nowhere, Some(thread)) => Looks::At(thread),
            (Looks::At(other), Some(thread)) if other == thread => Looks::At(thread),
            _ => Looks::More,
        };
    }
}

pub(crate) struct Memo<D: Data> {
    entries: FxHashMap<Key, Rc<Entry<D>>>,
    n_kept: usize,
    is_on: bool,
}

impl<D: Data> Memo<D> {
    pub(crate) fn new(is_on: bool) -> Memo<D> {
        Memo { entries: FxHashMap::default(), n_kept: 0, is_on }
    }

    /// The place for what a thread does in a state.
    pub(crate) fn entry(&mut self, node: &Node<D>, slot: &Slot<D>) -> Rc<Entry<D>> {
        let new = |ways| Rc::new(Entry { accesses: OnceCell::new(), ways: RefCell::new(ways) });
        if !self.is_on || slot.is_numbered || node.memory.is_numbered || node.rest.is_numbered {
            return new(Ways::Opaque);
        }
        if self.n_kept + self.entries.len() >= MAX_ENTRIES {
            self.entries.clear();
            self.n_kept = 0;
        }
        let key = Key { thread: slot.part, memory: node.memory.part, rest: node.rest.part };
        self.entries.entry(key).or_insert_with(|| new(Ways::Unknown)).clone()
    }

    /// Keeps a transition.
    pub(crate) fn keep(&mut self, node: &Node<D>, entry: &Entry<D>, looks: Looks, known: Known<D>) {
        let ways = &mut *entry.ways.borrow_mut();
        match (looks, &mut *ways) {
            (Looks::Nowhere, _) => *ways = Ways::One(Rc::new(known)),
            (Looks::At(other), Ways::By(by, all)) if *by == other => {
                if let Some(progress) = progress(node, other) {
                    self.n_kept += 1;
                    all.insert(progress, Rc::new(known));
                }
            }
            (Looks::At(other), Ways::Unknown) => {
                let progress = progress(node, other).map(|progress| (progress, Rc::new(known)));
                *ways = Ways::By(other, progress.into_iter().collect());
            }
            (Looks::At(_) | Looks::More, _) => *ways = Ways::Opaque,
        }
    }
}

impl<D: Data> Entry<D> {
    pub(crate) fn known(&self, node: &Node<D>) -> Option<Rc<Known<D>>> {
        match &*self.ways.borrow() {
            Ways::One(known) => Some(known.clone()),
            Ways::By(other, all) => progress(node, *other).and_then(|progress| all.get(&progress).cloned()),
            Ways::Unknown | Ways::Opaque => None,
        }
    }

    /// Whether a transition that has just been made may be kept.
    pub(crate) fn is_open(&self) -> bool {
        !matches!(&*self.ways.borrow(), Ways::Opaque)
    }
}

impl<D: Data> Move<D> {
    /// From a state, if what was named in it means the same everywhere.
    pub(crate) fn new(
        named: &Named<D>,
        thread: ThreadId,
        n_steps: u64,
        (footprint, in_sections): (Footprint, Vec<SectionAccess<D>>),
    ) -> Option<Move<D>> {
        let Node { rest, memory, .. } = &named.node;
        let slot = named.node.slot(thread)?;
        let is_plain = !slot.is_numbered && !memory.is_numbered && !rest.is_numbered;
        let is_kept = is_plain && named.is_contained;
        let (thread, memory, rest) = (slot.clone(), memory.clone(), rest.clone());
        is_kept.then(|| Move { thread, memory, rest, n_steps, footprint, in_sections })
    }

    /// The state to which it leads from this one.
    pub(crate) fn apply(&self, node: &Node<D>) -> Node<D> {
        let id = self.thread.thread.id;
        let slot = |slot: &Slot<D>| if slot.thread.id == id { self.thread.clone() } else { slot.clone() };
        let memory = match node.memory.part == self.memory.part {
            true => node.memory.clone(),
            false if node.found.is_empty() => self.memory.clone(),
            false => Arc::new(self.memory_beside(&node.memory)),
        };
        Node {
            rest: self.rest.clone(),
            threads: node.threads.iter().map(slot).collect(),
            memory,
            found: node.found.clone(),
            path: node.path.clone(),
            last: id,
        }
    }

    /// The memory to which it leads, with those objects that only the state before it has.
    fn memory_beside(&self, before: &Mem<D>) -> Mem<D> {
        let part_in = |mem: &Mem<D>, id| {
            let found = mem.objects.binary_search_by_key(&id, |object| object.id);
            found.ok().map(|idx| mem.objects[idx].part)
        };
        let mut memory = before.memory.clone();
        for object in before.objects.iter().chain(&self.memory.objects) {
            if part_in(before, object.id) != part_in(&self.memory, object.id) {
                memory.share_from(object.id, &self.memory.memory);
            }
        }
        let Mem { part, objects, is_numbered, .. } = &*self.memory;
        Mem { part: *part, objects: objects.clone(), is_numbered: *is_numbered, memory }
    }
}

/// How far a thread has come, for those that ask: what it leaves if it has ended, and otherwise that it has not.
fn progress<D: Data>(node: &Node<D>, of: ThreadId) -> Option<PartId> {
    let Some(slot) = node.slot(of) else { return Some(PartId::MAX) };
    let thread: &Thread<Value<D>> = &slot.thread;
    match thread.ended {
        true => (!slot.is_numbered).then_some(slot.part),
        false => Some(PartId::MAX - 1 - u64::from(thread.mark)),
    }
}
