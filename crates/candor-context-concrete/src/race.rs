//! Data races of one execution: two accesses to the same bytes, one of them a write, one of them not atomic, that nothing orders.
//!
//! By vector clocks, after Flanagan and Freund, "FastTrack" (PLDI 2009), without its epochs: executions with threads are short.
//! What orders: making and joining threads, atomic accesses of one place, sections of the library's models that use one place
//! (so that every lock, semaphore and barrier orders as its memory is used; one that cannot be had orders nothing), and
//! `__VERIFIER_atomic` sections.

use candor_interp::{
    Control, Image, Native, NextAccess, ObjectId, Position, Sections, State, Step, ThreadFn, ThreadId, next_accesses,
};
use candor_ir::{Callee, Check, EntityRef, InstKind};
use rustc_hash::FxHashMap;

use crate::context::ConcreteContext;

/// For each thread, how much of it is known to have happened before.
#[derive(Clone, Debug, Default)]
struct Clock(Vec<u32>);

impl Clock {
    fn of(&self, thread: ThreadId) -> u32 {
        self.0.get(thread.0 as usize).copied().unwrap_or(0)
    }

    fn tick(&mut self, thread: ThreadId) {
        let idx = thread.0 as usize;
        if self.0.len() <= idx {
            self.0.resize(idx + 1, 0);
        }
        self.0[idx] += 1;
    }

    fn join(&mut self, other: &Clock) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            *mine = (*mine).max(*theirs);
        }
    }
}

/// An access that has been made.
#[derive(Clone, Debug)]
struct Past {
    start: i64,
    end: i64,
    write: bool,
    atomic: bool,
    thread: ThreadId,
    time: u32,
    position: Position,
}

/// The other side of a race.
#[derive(Clone, Debug)]
pub(crate) struct OtherAccess {
    pub(crate) thread: ThreadId,
    pub(crate) write: bool,
    pub(crate) position: Position,
}

/// What has happened before what, and who has used what.
#[derive(Clone, Debug, Default)]
pub(crate) struct Races {
    enabled: Option<bool>,
    clocks: FxHashMap<u32, Clock>,
    /// What places of synchronisation hand on.
    places: FxHashMap<(ObjectId, i64), Clock>,
    /// What `__VERIFIER_atomic` sections hand on.
    handed_on: Clock,
    past: FxHashMap<ObjectId, Vec<Past>>,
    /// The running thread is making a thread.
    spawning: Option<(ThreadId, u32)>,
    /// What the section that is being run does, if it comes to its end.
    section: Option<Section>,
    sections: Sections,
}

/// A section that nobody interrupts. Only when it is over it has happened: a thread that must wait forgets what it has begun.
#[derive(Clone, Debug)]
struct Section {
    /// What its thread knew before.
    before: Clock,
    by_library: bool,
    /// What its thread knew, and how many places had been used, before the innermost section of the library: what that does may turn
    /// out to order nothing.
    undo: (Clock, usize),
    places: Vec<(ObjectId, i64)>,
    past: Vec<(ObjectId, Past)>,
}

impl Races {
    /// Looks at what the running thread is about to do.
    pub(crate) fn before_step<'o>(
        &mut self,
        image: &Image<ConcreteContext<'o>>,
        cx: &mut ConcreteContext<'o>,
        state: &mut State<ConcreteContext<'o>>,
    ) -> Step<()> {
        if !*self.enabled.get_or_insert_with(|| cx.races && is_selected(image)) {
            return Ok(());
        }
        let thread = state.thread.id;
        self.clocks.entry(thread.0).or_insert_with(|| first_clock(thread));
        self.sections.update(image, state);
        let in_library = image.program.functions[state.thread.top.func].library;
        let inst = &image.program.functions[state.thread.top.func].insts[state.thread.top.pc];
        if let InstKind::Call(call) = &inst.kind
            && let Callee::Direct(func) = call.callee
            && let Some(Native::Thread(function)) = image.natives[func.index()]
        {
            self.before_thread_function(image, cx, state, function, call);
            return Ok(());
        }
        for mut access in next_accesses(image, cx, state) {
            let Some((object, offset)) = access.ptr.unmarked().as_ptr() else { continue };
            if state.memory.get(object).is_none_or(|found| !found.shared) {
                continue;
            }
            if self.sections.is_library() {
                self.synchronise(thread, (object, offset));
                // Locks and the like do not race with each other, but with a program that accesses their bytes itself.
                access.atomic = true;
            } else if access.atomic {
                self.synchronise(thread, (object, offset));
            }
            // The library's own variables are its own business.
            if in_library && is_library_object(image, state, object) {
                continue;
            }
            if let Some(other) = self.conflict(thread, object, offset, &access) {
                cx.race = Some(other);
                cx.check(state, Check::DataRace, &false)?;
            }
            self.remember(state, object, offset, &access);
        }
        Ok(())
    }

    fn before_thread_function<'o>(
        &mut self,
        image: &Image<ConcreteContext<'o>>,
        cx: &ConcreteContext<'o>,
        state: &State<ConcreteContext<'o>>,
        function: ThreadFn,
        call: &candor_ir::Call,
    ) {
        let thread = state.thread.id;
        match function {
            ThreadFn::Spawn => self.spawning = Some((thread, state.n_threads)),
            ThreadFn::Progress => {
                let arg = call.args.first().map(|arg| state_read(image, state, arg.value));
                let id = arg.and_then(|id| candor_interp::Values::plain(cx, &id)).and_then(|id| u32::try_from(id).ok());
                if let Some(id) = id
                    && state.thread_of(ThreadId(id)).is_some_and(|other| other.ended)
                    && let Some(last) = self.clocks.get(&id).cloned()
                {
                    self.clocks.entry(thread.0).or_default().join(&last);
                }
            }
            ThreadFn::Begin => {
                let clock = self.clocks.entry(thread.0).or_default();
                if let Some(section) = &mut self.section
                    && image.program.functions[state.thread.top.func].library
                {
                    section.undo = (clock.clone(), section.places.len());
                }
            }
            ThreadFn::Unordered => {
                if let Some(section) = &mut self.section {
                    let (clock, n_places) = section.undo.clone();
                    self.clocks.insert(thread.0, clock);
                    section.places.truncate(n_places);
                }
            }
            ThreadFn::Current
            | ThreadFn::End
            | ThreadFn::Result
            | ThreadFn::Forget
            | ThreadFn::Mark
            | ThreadFn::SetMark
            | ThreadFn::NumberRunning
            | ThreadFn::Leave
            | ThreadFn::Await
            | ThreadFn::AwaitSignal
            | ThreadFn::May
            | ThreadFn::Pretend
            | ThreadFn::Local => {}
        }
    }

    /// The step was made. `was` says what was before: the thread, and whether it was in a section.
    pub(crate) fn after_step<'o>(
        &mut self,
        image: &Image<ConcreteContext<'o>>,
        state: &State<ConcreteContext<'o>>,
        was: Before,
    ) {
        if let Some((parent, child)) = self.spawning.take()
            && state.n_threads > child
        {
            let clock = self.clocks.entry(parent.0).or_insert_with(|| first_clock(parent));
            let mut new = clock.clone();
            clock.tick(parent);
            new.tick(ThreadId(child));
            self.clocks.insert(child, new);
        }
        match (was.in_section, state.thread.uninterrupted > 0) {
            // A function that is a section belongs to the program, also if the library calls it as the start of a thread.
            (false, true) => self.begin_section(was.thread, image.program.functions[state.thread.top.func].library),
            (true, false) => self.end_section(was.thread),
            (false, false) | (true, true) => {}
        }
    }

    fn begin_section(&mut self, thread: ThreadId, by_library: bool) {
        let clock = self.clocks.entry(thread.0).or_insert_with(|| first_clock(thread));
        let before = clock.clone();
        if !by_library {
            clock.join(&self.handed_on);
        }
        let undo = (clock.clone(), 0);
        self.section = Some(Section { before, by_library, undo, places: Vec::new(), past: Vec::new() });
    }

    pub(crate) fn end_section(&mut self, thread: ThreadId) {
        let Some(section) = self.section.take() else { return };
        let clock = self.clocks.entry(thread.0).or_default();
        for place in section.places {
            self.places.entry(place).or_default().join(clock);
        }
        if !section.by_library {
            self.handed_on.join(clock);
        }
        clock.tick(thread);
        for (object, past) in section.past {
            self.keep(object, past);
        }
    }

    /// The section that was begun has not happened.
    pub(crate) fn forget_section(&mut self, thread: ThreadId) {
        self.spawning = None;
        if let Some(section) = self.section.take() {
            self.clocks.insert(thread.0, section.before);
        }
    }

    /// The thread learns what others have left at a place, and leaves what it knows.
    fn synchronise(&mut self, thread: ThreadId, place: (ObjectId, i64)) {
        let clock = self.clocks.entry(thread.0).or_default();
        let left = self.places.entry(place).or_default();
        clock.join(left);
        match &mut self.section {
            Some(section) => section.places.push(place),
            None => {
                left.join(clock);
                clock.tick(thread);
            }
        }
    }

    fn conflict(
        &self,
        thread: ThreadId,
        object: ObjectId,
        offset: i64,
        access: &NextAccess<crate::value::Value>,
    ) -> Option<OtherAccess> {
        let clock = self.clocks.get(&thread.0)?;
        let end = end_of(offset, access.size);
        let races = |past: &&Past| {
            past.thread != thread
                && past.start < end
                && offset < past.end
                && (past.write || access.write)
                && !(past.atomic && access.atomic)
                && past.time > clock.of(past.thread)
        };
        let past = self.past.get(&object)?.iter().find(races)?;
        Some(OtherAccess { thread: past.thread, write: past.write, position: past.position.clone() })
    }

    fn remember(
        &mut self,
        state: &State<ConcreteContext<'_>>,
        object: ObjectId,
        offset: i64,
        access: &NextAccess<crate::value::Value>,
    ) {
        let thread = state.thread.id;
        let Some(clock) = self.clocks.get(&thread.0) else { return };
        let (start, end) = (offset, end_of(offset, access.size));
        // All of a section happens at once, so before a thread that it makes.
        let clock = self.section.as_ref().map_or(clock, |section| &section.before);
        let past = Past {
            start,
            end,
            write: access.write,
            atomic: access.atomic,
            thread,
            time: clock.of(thread),
            position: state.thread.position(),
        };
        match &mut self.section {
            Some(section) => section.past.push((object, past)),
            None => self.keep(object, past),
        }
    }

    fn keep(&mut self, object: ObjectId, new: Past) {
        let past = self.past.entry(object).or_default();
        // Whoever races with one of these races with the new one, too.
        past.retain(|old| {
            let covered = new.start <= old.start && old.end <= new.end;
            let weaker = new.write || !old.write;
            !(covered && weaker && old.thread == new.thread && old.atomic == new.atomic)
        });
        past.push(new);
    }
}

/// How things stood before a step.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Before {
    thread: ThreadId,
    in_section: bool,
}

impl Before {
    pub(crate) fn of(state: &State<ConcreteContext<'_>>) -> Before {
        Before { thread: state.thread.id, in_section: state.thread.uninterrupted > 0 }
    }
}

fn first_clock(thread: ThreadId) -> Clock {
    let mut clock = Clock::default();
    clock.tick(thread);
    clock
}

fn end_of(offset: i64, size: Option<u64>) -> i64 {
    size.and_then(|size| i64::try_from(size).ok()).and_then(|size| offset.checked_add(size)).unwrap_or(i64::MAX)
}

fn state_read<'o>(
    image: &Image<ConcreteContext<'o>>,
    state: &State<ConcreteContext<'o>>,
    operand: candor_ir::Operand,
) -> crate::value::Value {
    match operand {
        candor_ir::Operand::Value(value) => state.thread.top.regs[value.index()].clone(),
        candor_ir::Operand::Const(constant) => image.consts[constant.index()].clone(),
    }
}

/// Races are looked for if any instruction has the check; calls have every check that is selected.
fn is_selected(image: &Image<ConcreteContext<'_>>) -> bool {
    let functions = image.program.functions.values();
    functions.flat_map(|function| function.insts.values()).any(|inst| inst.checks.contains(Check::DataRace))
}

/// Whether the object is a variable that only the library can name.
fn is_library_object(image: &Image<ConcreteContext<'_>>, state: &State<ConcreteContext<'_>>, object: ObjectId) -> bool {
    match state.memory.get(object).map(|found| found.kind) {
        Some(candor_interp::ObjectKind::Global(global)) => image.program.globals[global].library,
        _ => false,
    }
}
