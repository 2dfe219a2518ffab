//! When one thread may go on alone: persistent sets.
//!
//! After Godefroid, "Partial-Order Methods for the Verification of Concurrent Systems" (1996). A transition may be taken alone if
//! nothing that other threads can do before it depends on it: whatever they do, they can do behind it just as well, with the same
//! effect. What a transition uses is known, since it has been made; what other threads may do is what `future` says they may from
//! where they stand. Two facts of the present state make the latter small:
//! - while a thread holds a mutex, others do not get past locking it, so that what they do behind that does not count. So a section
//!   that is protected by a mutex is gone through at once, up to its unlock: Lipton's movers (1975) come out of this;
//! - a thread that waits for this one, to join it or for a mutex that it holds, can do nothing at all.
//!
//! What is not to be lost: *data races* are pairs of conflicting accesses, and of these neither is taken alone as long as the other is
//! in its thread's future. *Deadlocks* and *faults* are where transitions lead to, and transitions that fault, wait or end the program
//! are never taken alone. What a cycle could put off for ever is not put off, since the search takes a transition alone
//! only if it leads to a state that is new: such a state goes on later than the present one, and there are finitely many (the
//! proviso of Bošnački, Leue and Lluch Lafuente, 2009, for any order of search).
//!
//! The end of the program counts as depending on nothing: other threads' executions that it cuts short are beginnings of longer
//! ones. Checks of leaks look at all memory when it ends; with them nothing is taken alone.

use std::rc::Rc;
use std::sync::Arc;

use candor_interp::object::View;
use candor_interp::{Image, Native, ObjectId, ObjectKind, Site, Thread, ThreadId};
use candor_ir::{Check, CheckSet, EntityRef, Program};
use candor_points_to::{AbstractObject, ObjectIdx};

use crate::data::{Data, State};
use crate::footprint::{Footprint, Spot};
use crate::future::{Future, Futures, Mutex};
use crate::transition::{Landing, Turned};

/// Where a mutex says who has locked it; see the library's model.
const OWNER_OFFSET: u64 = 8;

/// A mutex that a thread has locked, and the variable that it is.
struct Held {
    mutex: Mutex,
    object: ObjectId,
}

pub(crate) struct Persistence {
    futures: Futures,
    is_off: bool,
}

impl Persistence {
    pub(crate) fn new(program: &Arc<Program>, natives: &[Option<Native>], checks: CheckSet) -> Persistence {
        let is_off = checks.contains(Check::MemoryLeak) || checks.contains(Check::MemoryCleanup);
        Persistence { futures: Futures::new(program, natives), is_off }
    }

    /// The first of the threads, each with what it did in its turn, that may go on alone.
    pub(crate) fn alone<D: Data>(
        &mut self,
        image: &Image<D::Cx>,
        state: &State<D>,
        turns: &[(ThreadId, Turned<D>)],
    ) -> Option<usize> {
        if self.is_off || turns.len() < 2 {
            return None;
        }
        (0..turns.len()).find(|&idx| leads_to_states(&turns[idx].1) && self.is_alone::<D>(image, state, turns, idx))
    }

    fn is_alone<D: Data>(
        &mut self,
        image: &Image<D::Cx>,
        state: &State<D>,
        turns: &[(ThreadId, Turned<D>)],
        idx: usize,
    ) -> bool {
        let (thread, turned) = &turns[idx];
        let held = self.held_by::<D>(image, state, *thread);
        let mutexes: Vec<Mutex> = held.iter().map(|held| held.mutex).collect();
        let counts = self.count_matters::<D>(state);
        let mut futures = Vec::new();
        for (other, of_other) in turns.iter().filter(|(other, _)| other != thread) {
            if self.waits_for::<D>(state, *other, of_other, *thread, &held) {
                continue;
            }
            futures.push((*other, self.future::<D>(state, *other, &mutexes)));
        }
        // Somebody who may unlock what he has not locked lets others past.
        let is_broken = |mutex: &Mutex| futures.iter().any(|(_, future)| future.writes(mutex.0));
        if mutexes.iter().any(is_broken) {
            futures.clear();
            for (other, of_other) in turns.iter().filter(|(other, _)| other != thread) {
                if !self.waits_for::<D>(state, *other, of_other, *thread, &[]) {
                    futures.push((*other, self.future::<D>(state, *other, &[])));
                }
            }
        }
        futures.iter().all(|(other, future)| {
            !future.all && !self.depends::<D>(state, &turned.footprint, *thread, *other, future, counts)
        })
    }

    fn future<D: Data>(&mut self, state: &State<D>, thread: ThreadId, held: &[Mutex]) -> Rc<Future> {
        let frames: Vec<Site> = state.thread_of(thread).map(Thread::position).unwrap_or_default();
        self.futures.of(&frames, held)
    }

    /// Mutexes that a thread has locked, among those that are variables.
    fn held_by<D: Data>(&self, image: &Image<D::Cx>, state: &State<D>, thread: ThreadId) -> Vec<Held> {
        let held = |&(global, mutex): &(candor_ir::GlobalId, Mutex)| {
            let (object, _) = D::place(&image.global_pointers[global.index()])?;
            let is_held = owner::<D>(image, state, object, mutex.1) == Some(thread);
            is_held.then_some(Held { mutex, object })
        };
        self.futures.mutexes.iter().filter_map(held).collect()
    }

    /// Whether it can matter how many threads there are: only the last one asks, and as long as the first one goes on and
    /// will not end by itself no other is the last.
    fn count_matters<D: Data>(&mut self, state: &State<D>) -> bool {
        let first = ThreadId(0);
        match state.thread_of(first) {
            Some(thread) if !thread.ended => {
                let future = self.future::<D>(state, first, &[]);
                future.all || future.ends
            }
            _ => true,
        }
    }

    /// Whether a thread can do nothing before another one has done something: it waits for its end, or for its mutex.
    fn waits_for<D: Data>(
        &self,
        state: &State<D>,
        thread: ThreadId,
        turned: &Turned<D>,
        other: ThreadId,
        held: &[Held],
    ) -> bool {
        let [Landing::Blocked(..)] = &turned.landings[..] else { return false };
        if !turned.claimed.is_empty() || turned.footprint.all {
            return false;
        }
        let Some(top) = state.thread_of(thread).map(|thread| &thread.top) else { return false };
        let function = &self.futures.program().functions[top.func];
        let is_held = |param: usize| {
            let value = function.params.get(param).map(|param| &top.regs[param.index()]);
            let place = value.and_then(D::place);
            place.is_some_and(|place| held.iter().any(|held| (held.object, held.mutex.1) == place))
        };
        // All of these wait in one section each, which has not begun.
        match function.name.as_str() {
            _ if !function.library => false,
            "pthread_join" => turned.footprint.spots.contains(&(Spot::Thread(other), false)),
            "pthread_mutex_lock" => is_held(0),
            "pthread_cond_wait" => is_held(1),
            _ => false,
        }
    }

    /// Whether what a transition of a thread uses depends on what another may do.
    fn depends<D: Data>(
        &self,
        state: &State<D>,
        footprint: &Footprint,
        thread: ThreadId,
        other: ThreadId,
        future: &Future,
        counts: bool,
    ) -> bool {
        let on = |(spot, write): &(Spot, bool)| match *spot {
            Spot::Bytes(object, ..) => match self.abstract_object::<D>(state, object) {
                Some(object) => future.conflicts(object, *write),
                None => true,
            },
            // Its own end: who joins it waits for that, and can do nothing before; to detach it is the same before and behind.
            Spot::Thread(of) if of == thread && *write => future.peeks,
            Spot::Thread(of) => future.joins || future.peeks || of == other && future.ends,
            Spot::Count => counts && (future.counts || future.ends || future.spawns),
            Spot::Numbering => future.spawns,
        };
        footprint.all || footprint.spots.iter().any(on)
    }

    /// What the pointer analysis knows an object as.
    fn abstract_object<D: Data>(&self, state: &State<D>, object: ObjectId) -> Option<ObjectIdx> {
        let found = state.memory.get(object)?;
        let what = match found.kind {
            ObjectKind::Global(global) => AbstractObject::Global(global),
            ObjectKind::Stack => AbstractObject::Stack(found.made),
            ObjectKind::Heap => AbstractObject::Heap(found.made),
            ObjectKind::Function(_) | ObjectKind::Arguments | ObjectKind::VarArgs => return None,
        };
        self.futures.object(what)
    }
}

/// All that comes of it are states: nothing faults, waits or ends.
fn leads_to_states<D: Data>(turned: &Turned<D>) -> bool {
    let is_state = |landing: &Landing<D>| matches!(landing, Landing::State(..));
    !turned.footprint.all
        && turned.claimed.is_empty()
        && !turned.landings.is_empty()
        && turned.landings.iter().all(is_state)
}

/// The thread that has locked the mutex at this place.
fn owner<D: Data>(image: &Image<D::Cx>, state: &State<D>, object: ObjectId, offset: i64) -> Option<ThreadId> {
    let offset = u64::try_from(offset).ok()?;
    let contents = &state.memory.get(object)?.contents;
    if offset + OWNER_OFFSET + 4 > contents.size() {
        return None;
    }
    let number = |at: u64| match contents.view(at, 4, image.program.target.endian) {
        View::Plain(word) => Some(word),
        _ => None,
    };
    let (lock, owner) = (number(offset)?, number(offset + OWNER_OFFSET)?);
    let owner = u32::try_from(owner.checked_sub(1)?).ok()?;
    (lock != 0).then_some(ThreadId(owner))
}
