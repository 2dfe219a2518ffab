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
use candor_interp::{Frame, Image, Native, ObjectId, ObjectKind, Thread, ThreadId};
use candor_ir::{Check, CheckSet, EntityRef, Program};
use candor_points_to::{AbstractObject, ObjectIdx};
use smallvec::SmallVec;

use crate::bound::Plain;
use crate::data::{Data, Value};
use crate::footprint::{Footprint, Spot};
use crate::future::{Future, Futures, Mutex, Span, Standing, Used};
use crate::node::Node;
use crate::transition::{Landing, Turned};

/// Where a mutex says who has locked it; see the library's model.
const OWNER_OFFSET: u64 = 8;

/// What each of the other threads may do.
type OthersFutures = SmallVec<[(ThreadId, Rc<Future>); 8]>;

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

    /// Whether a thread may go on alone from a state by what it used in its turn, which leads to states and nowhere else.
    pub(crate) fn is_alone<D: Data>(
        &mut self,
        image: &Image<D::Cx>,
        node: &Node<D>,
        thread: ThreadId,
        footprint: &Footprint,
    ) -> bool {
        if self.is_off || !node.has_others(thread) {
            return false;
        }
        self.futures.set_constants(|| image.consts.iter().map(plain::<D>).collect());
        let held = self.held_by::<D>(image, node, thread);
        match self.futures_of_others::<D>(node, thread, &held) {
            Some(futures) => self.is_independent::<D>(node, thread, footprint, &futures),
            // Somebody may unlock what he has not locked, which lets others past.
            None => {
                let futures = self.futures_of_others::<D>(node, thread, &[]);
                futures.is_some_and(|futures| self.is_independent::<D>(node, thread, footprint, &futures))
            }
        }
    }

    /// What the others may do while these mutexes stay locked; `None` if they may not stay so.
    fn futures_of_others<D: Data>(&mut self, node: &Node<D>, thread: ThreadId, held: &[Held]) -> Option<OthersFutures> {
        let mutexes: SmallVec<[Mutex; 4]> = held.iter().map(|held| held.mutex).collect();
        let mut futures = SmallVec::new();
        for other in node.threads().filter(|other| other.id != thread && !other.ended) {
            if self.waits_for::<D>(node, other, thread, held) {
                continue;
            }
            let future = self.future::<D>(other, &mutexes);
            if held.iter().any(|held| future.writes(held.object, held.mutex.0)) {
                return None;
            }
            futures.push((other.id, future));
        }
        Some(futures)
    }

    fn is_independent<D: Data>(
        &mut self,
        node: &Node<D>,
        thread: ThreadId,
        footprint: &Footprint,
        futures: &[(ThreadId, Rc<Future>)],
    ) -> bool {
        let counts = self.count_matters::<D>(node);
        futures
            .iter()
            .all(|(other, future)| !future.all && !self.depends::<D>(node, footprint, thread, *other, future, counts))
    }

    fn future<D: Data>(&mut self, thread: &Thread<Value<D>>, held: &[Mutex]) -> Rc<Future> {
        let program = self.futures.program();
        let standing = |frame: &Frame<Value<D>>| {
            let params = &program.functions[frame.func].params;
            Standing {
                site: frame.site(),
                args: params.iter().map(|param| plain::<D>(&frame.regs[param.index()])).collect(),
            }
        };
        let below = thread.below.iter().map(|frame| standing(frame));
        let frames: SmallVec<[Standing; 8]> = below.chain(std::iter::once(standing(&thread.top))).collect();
        self.futures.of(&frames, held)
    }

    /// Mutexes that a thread has locked, among those that are variables.
    fn held_by<D: Data>(&self, image: &Image<D::Cx>, node: &Node<D>, thread: ThreadId) -> SmallVec<[Held; 4]> {
        let held = |&(global, mutex): &(candor_ir::GlobalId, Mutex)| {
            let (object, _) = D::place(&image.global_pointers[global.index()])?;
            let is_held = owner::<D>(image, node, object, mutex.1) == Some(thread);
            is_held.then_some(Held { mutex, object })
        };
        self.futures.mutexes.iter().filter_map(held).collect()
    }

    /// Whether it can matter how many threads there are: only the last one asks, and as long as the first one goes on and
    /// will not end by itself no other is the last.
    fn count_matters<D: Data>(&mut self, node: &Node<D>) -> bool {
        let first = ThreadId(0);
        match node.thread_of(first) {
            Some(thread) if !thread.ended => {
                let future = self.future::<D>(thread, &[]);
                future.all || future.ends
            }
            _ => true,
        }
    }

    /// Whether a thread can do nothing before another one has done something: it waits for its end, or for its mutex.
    fn waits_for<D: Data>(&self, node: &Node<D>, thread: &Thread<Value<D>>, other: ThreadId, held: &[Held]) -> bool {
        let top = &thread.top;
        let function = &self.futures.program().functions[top.func];
        if !function.library || thread.uninterrupted > 0 {
            return false;
        }
        let param = |idx: usize| function.params.get(idx).map(|param| &top.regs[param.index()]);
        let is_held = |idx: usize| {
            let place = param(idx).and_then(D::place);
            place.is_some_and(|place| held.iter().any(|held| (held.object, held.mutex.1) == place))
        };
        // Each of these waits in a section that it has not begun: behind it the mutex is its own, the other thread forgotten.
        match function.name.as_str() {
            // A `pthread_t` is a thread's number plus one.
            // Unless a third thread cancels it, while it waits, so that its cleanup handlers run.
            "pthread_join" if !self.futures.can_cancel() => {
                let joins = param(0).and_then(D::number) == Some(u64::from(other.0) + 1);
                joins && node.thread_of(other).is_some_and(|other| !other.ended && other.mark == 0)
            }
            "pthread_mutex_lock" => is_held(0),
            // Who is cancelled gives up waiting before it has the mutex.
            "pthread_cond_wait" if !self.futures.can_cancel() => is_held(1),
            _ => false,
        }
    }

    /// Whether what a transition of a thread uses depends on what another may do.
    fn depends<D: Data>(
        &self,
        node: &Node<D>,
        footprint: &Footprint,
        thread: ThreadId,
        other: ThreadId,
        future: &Future,
        counts: bool,
    ) -> bool {
        let on = |(spot, write): &(Spot, bool)| match *spot {
            Spot::Bytes(object, start, end) => match self.abstract_object::<D>(node, object) {
                Some(known_as) => future.conflicts(Used { object, known_as, span: Span { start, end }, write: *write }),
                None => true,
            },
            // Who joins it waits for its end, and can do nothing before; to detach it is the same before and behind.
            Spot::End(_) => future.peeks,
            // Its own mark, which others change by detaching or cancelling it: the former is the same before and behind its end.
            Spot::Thread(of) if of == thread && !*write => future.peeks,
            Spot::Thread(of) => future.joins || future.peeks || of == other && (future.ends || future.reads_own_mark),
            Spot::Count => counts && (future.counts || future.ends || future.spawns),
            Spot::Numbering => future.spawns,
        };
        footprint.all || footprint.spots.iter().any(on)
    }

    /// What the pointer analysis knows an object as.
    fn abstract_object<D: Data>(&self, node: &Node<D>, object: ObjectId) -> Option<ObjectIdx> {
        let found = node.memory.memory.get(object)?;
        let what = match found.kind {
            ObjectKind::Global(global) => AbstractObject::Global(global),
            ObjectKind::Stack => AbstractObject::Stack(found.made),
            ObjectKind::Heap => AbstractObject::Heap(found.made),
            ObjectKind::Function(_) | ObjectKind::Arguments | ObjectKind::External | ObjectKind::VarArgs => {
                return None;
            }
        };
        self.futures.object(what)
    }
}

/// A value as `bound` knows it.
fn plain<D: Data>(value: &Value<D>) -> Option<Plain> {
    match D::place(value) {
        Some((object, offset)) => Some(Plain::Place(object, offset)),
        None => D::number(value).map(Plain::Number),
    }
}

/// All that comes of it are states: nothing faults, waits or ends.
pub(crate) fn leads_to_states<D: Data>(turned: &Turned<D>) -> bool {
    let is_state = |landing: &Landing<D>| matches!(landing, Landing::State(..));
    !turned.footprint.all
        && turned.claimed.is_empty()
        && !turned.landings.is_empty()
        && turned.landings.iter().all(is_state)
}

/// The thread that has locked the mutex at this place.
fn owner<D: Data>(image: &Image<D::Cx>, node: &Node<D>, object: ObjectId, offset: i64) -> Option<ThreadId> {
    let offset = u64::try_from(offset).ok()?;
    let contents = &node.memory.memory.get(object)?.contents;
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
