//! A state at rest: its threads, its memory and the rest of it, each under the name of its part and shared with other states.
//!
//! A transition changes one thread and perhaps the memory, so that most of a new state is what the state before it had. Only a state
//! in which a thread goes on is put together, see [`Node::state`].

use candor_interp::object::ObjectMemory;
use candor_interp::{ChoiceLog, ObjectId, Thread, ThreadId};
use smallvec::SmallVec;
use triomphe::Arc;

use crate::data::{Data, Path, State, Truth, Value};
use crate::store::PartId;

/// A thread and the name of its part.
pub(crate) struct Slot<D: Data> {
    pub(crate) part: PartId,
    /// Something in it is numbered: the name is good in this state only, and in those that number the same in the same order.
    pub(crate) is_numbered: bool,
    pub(crate) thread: Arc<Thread<Value<D>>>,
}

impl<D: Data> Clone for Slot<D> {
    fn clone(&self) -> Self {
        Slot { part: self.part, is_numbered: self.is_numbered, thread: self.thread.clone() }
    }
}

/// An object that is there in all executions and the name of its part.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Fixed {
    pub(crate) id: ObjectId,
    pub(crate) part: PartId,
    pub(crate) is_numbered: bool,
}

/// The memory of a state.
pub(crate) struct Mem<D: Data> {
    /// Of those objects that are there in all executions.
    pub(crate) part: PartId,
    /// Objects that are not as in the first state, in the order of their numbers.
    pub(crate) objects: Vec<Fixed>,
    pub(crate) is_numbered: bool,
    pub(crate) memory: ObjectMemory<Value<D>, Truth<D>>,
}

/// What a state has besides threads and memory.
pub(crate) struct Rest<D: Data> {
    pub(crate) part: PartId,
    pub(crate) is_numbered: bool,
    pub(crate) n_threads: u32,
    pub(crate) weakly_ordered: bool,
    pub(crate) pretended: bool,
    pub(crate) exit_status: Option<Value<D>>,
}

pub(crate) struct Node<D: Data> {
    pub(crate) rest: Arc<Rest<D>>,
    /// In the order of their numbers.
    pub(crate) threads: SmallVec<[Slot<D>; 4]>,
    pub(crate) memory: Arc<Mem<D>>,
    /// The names of what was found from these on: objects that were made on the way, what holds on the path.
    pub(crate) found: SmallVec<[PartId; 2]>,
    pub(crate) path: Path<D>,
    /// The thread that ran last.
    pub(crate) last: ThreadId,
}

impl<D: Data> Node<D> {
    /// The state, with a thread that runs: by default the one that ran last. Its steps count from here.
    pub(crate) fn state(&self, running: Option<ThreadId>) -> State<D> {
        let running = running.unwrap_or(self.last);
        let slot = self.slot(running).expect("threads stay until the end");
        let parked = self.threads.iter().filter(|slot| slot.thread.id != running).map(|slot| slot.thread.clone());
        State::<D> {
            path: self.path.clone(),
            memory: self.memory.memory.clone(),
            thread: Thread::clone(&slot.thread),
            parked: parked.collect(),
            n_threads: self.rest.n_threads,
            weakly_ordered: self.rest.weakly_ordered,
            pretended: self.rest.pretended,
            log: ChoiceLog::default(),
            chosen: None,
            exit_status: self.rest.exit_status.clone(),
            steps: 0,
        }
    }

    pub(crate) fn slot(&self, id: ThreadId) -> Option<&Slot<D>> {
        // A thread's number is its place in the list, unless the first have another beginning.
        let likely = self.threads.get(id.0 as usize).filter(|slot| slot.thread.id == id);
        likely.or_else(|| self.threads.iter().find(|slot| slot.thread.id == id))
    }

    pub(crate) fn threads(&self) -> impl Iterator<Item = &Thread<Value<D>>> {
        self.threads.iter().map(|slot| &*slot.thread)
    }

    pub(crate) fn thread_of(&self, id: ThreadId) -> Option<&Thread<Value<D>>> {
        self.slot(id).map(|slot| &*slot.thread)
    }

    /// Whether a thread besides this one has not ended.
    pub(crate) fn has_others(&self, than: ThreadId) -> bool {
        self.threads().any(|thread| thread.id != than && !thread.ended)
    }

    /// The threads that have not ended, the one that ran last first.
    pub(crate) fn order_of_threads(&self) -> SmallVec<[ThreadId; 8]> {
        let mut threads: SmallVec<[ThreadId; 8]> =
            self.threads().filter(|thread| !thread.ended).map(|thread| thread.id).collect();
        threads.sort_unstable_by_key(|&thread| (thread != self.last, thread));
        threads
    }

    /// A copy of which nothing is shared with other nodes, but with `to` where this one shares with `from`.
    pub(crate) fn apart(&self, from: &State<D>, to: &State<D>) -> Node<D> {
        let Mem { part, objects, is_numbered, memory } = &*self.memory;
        let memory = memory.apart(&from.memory, &to.memory);
        let rest = &self.rest;
        let slot_apart = |slot: &Slot<D>| Slot { thread: Arc::new(slot.thread.apart()), ..slot.clone() };
        Node {
            rest: Arc::new(Rest { exit_status: rest.exit_status.clone(), ..**rest }),
            threads: self.threads.iter().map(slot_apart).collect(),
            memory: Arc::new(Mem { part: *part, objects: objects.clone(), is_numbered: *is_numbered, memory }),
            found: self.found.clone(),
            path: self.path.clone(),
            last: self.last,
        }
    }
}
