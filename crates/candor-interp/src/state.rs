//! The state of an execution: what a step changes and an explorer clones.

use candor_ir::{EntityRef, FuncId, GlobalId, InstId, Operand, ValueId};
use triomphe::Arc;

use crate::choice::ChoiceLog;
use crate::image::Image;
use crate::memory::{Memory, ObjectId};

/// A thread, numbered in order of creation; 0 is the one that runs `main`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ThreadId(pub u32);

/// An instruction of the program.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Site {
    pub func: FuncId,
    pub inst: InstId,
}

/// What happens when a frame returns.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum OnReturn {
    /// The caller goes on, with the results.
    Caller,
    /// The n-th function that runs at start-up has ended (constructors, then `main`).
    Startup(u32),
    /// The n-th destructor has ended; then the program ends with the status kept in [`State::exit_status`].
    Destructor(u32),
    /// As [`OnReturn::Caller`], and the section that ran without interruption is over.
    Uninterrupted,
    /// The thread ends.
    Thread,
}

impl OnReturn {
    /// A number for each.
    pub(crate) fn code(self) -> u64 {
        match self {
            OnReturn::Caller => 0,
            OnReturn::Uninterrupted => 1,
            OnReturn::Thread => 2,
            OnReturn::Startup(n) => 3 + 2 * u64::from(n),
            OnReturn::Destructor(n) => 4 + 2 * u64::from(n),
        }
    }
}

/// One activation of a function.
#[derive(Clone, Debug)]
pub struct Frame<V> {
    pub func: FuncId,
    /// The instruction to execute next, or, in a frame that waits, the call it waits for.
    pub pc: InstId,
    pub regs: Vec<V>,
    /// Objects that end with the frame, each with the event that made it.
    pub locals: Vec<(u32, ObjectId)>,
    /// The unnamed arguments of a variadic function.
    pub varargs: Option<V>,
    /// Identifies the calls that led here.
    pub call_path: u64,
    /// Calls, allocations and choices so far; names what comes next.
    pub events: u32,
    pub on_return: OnReturn,
}

/// A place that `longjmp` can go back to.
#[derive(Clone, Debug)]
pub struct JumpPoint {
    /// How many frames lie below the one that called `setjmp`, and the path that identifies it.
    pub depth: usize,
    pub call_path: u64,
    pub pc: InstId,
}

/// A thread's call stack. The top frame is held by value, so that running code touches no shared memory.
#[derive(Clone, Debug)]
pub struct Thread<V> {
    pub id: ThreadId,
    pub top: Frame<V>,
    pub below: Vec<Arc<Frame<V>>>,
    pub jumps: Vec<JumpPoint>,
    /// How many sections it is inside of that no other thread may interrupt.
    pub uninterrupted: u32,
    pub ended: bool,
    /// What a thread that has ended left for the one that joins it.
    pub result: V,
    /// A number that the library keeps with the thread.
    pub mark: u32,
    /// Its own instances of thread-local variables. The first thread has the variables themselves.
    pub locals: Vec<(GlobalId, V)>,
}

/// The state of an execution (or of the many executions that a context runs as one).
#[derive(Debug)]
pub struct State<C: Memory> {
    pub path: C::Path,
    pub memory: C::Memory,
    /// The thread that runs; the others are parked, shared between clones until they run.
    pub thread: Thread<C::Value>,
    pub parked: Vec<Arc<Thread<C::Value>>>,
    /// Threads made so far; the next one gets this number.
    pub n_threads: u32,
    /// An atomic access that asks for less than sequential consistency was made while there were several threads.
    pub weakly_ordered: bool,
    /// Something failed on the way that could not have: nothing but data races counts in such an execution.
    pub pretended: bool,
    pub log: ChoiceLog<C::Value>,
    /// What the current instruction has chosen, if it then forked and is executed again.
    pub chosen: Option<C::Value>,
    /// Set when the program is ending.
    pub exit_status: Option<C::Value>,
    /// Instructions executed.
    pub steps: u64,
}

// Derived, it would ask for contexts that can be cloned.
impl<C: Memory> Clone for State<C> {
    fn clone(&self) -> Self {
        State {
            path: self.path.clone(),
            memory: self.memory.clone(),
            thread: self.thread.clone(),
            parked: self.parked.clone(),
            n_threads: self.n_threads,
            weakly_ordered: self.weakly_ordered,
            pretended: self.pretended,
            log: self.log.clone(),
            chosen: self.chosen.clone(),
            exit_status: self.exit_status.clone(),
            steps: self.steps,
        }
    }
}

/// Where a thread is: one (function, instruction) for each frame, outermost first.
pub type Position = Vec<Site>;

impl<V> Frame<V> {
    /// The values that it holds itself, not those in its objects.
    pub fn values(&self) -> impl Iterator<Item = &V> {
        let Frame { func: _, pc: _, regs, locals: _, varargs, call_path: _, events: _, on_return: _ } = self;
        regs.iter().chain(varargs)
    }
}

impl<V> Thread<V> {
    /// The values that it holds itself, not those in its objects.
    pub fn values(&self) -> impl Iterator<Item = &V> {
        let Thread { id: _, top, below, jumps: _, uninterrupted: _, ended: _, result, mark: _, locals } = self;
        let frames = [top].into_iter().chain(below.iter().map(|frame| &**frame));
        frames.flat_map(Frame::values).chain([result]).chain(locals.iter().map(|(_, instance)| instance))
    }
}

impl<C: Memory> State<C> {
    /// The values that are held outside of memory and may still be used.
    pub fn values(&self) -> impl Iterator<Item = &C::Value> {
        let State {
            path: _,
            memory: _,
            thread: _,
            parked: _,
            n_threads: _,
            weakly_ordered: _,
            pretended: _,
            // What was chosen is used where it was chosen.
            log: _,
            chosen,
            exit_status,
            steps: _,
        } = self;
        self.threads().flat_map(Thread::values).chain(chosen).chain(exit_status)
    }
}

impl<V: Clone + Default> Frame<V> {
    pub(crate) fn new(func: FuncId, regs: Vec<V>, call_path: u64, on_return: OnReturn) -> Frame<V> {
        Frame {
            func,
            pc: InstId::from_u32(0),
            regs,
            locals: Vec::new(),
            varargs: None,
            call_path,
            events: 0,
            on_return,
        }
    }

    #[inline]
    pub(crate) fn set(&mut self, value_id: ValueId, value: V) {
        self.regs[value_id.index()] = value;
    }

    /// Counts an event and gives its number.
    pub fn next_event(&mut self) -> u32 {
        self.events += 1;
        self.events
    }

    pub fn site(&self) -> Site {
        Site { func: self.func, inst: self.pc }
    }

    /// The call path of a function called from here by the event just counted.
    pub(crate) fn callee_path(&self) -> u64 {
        let mixed = self.call_path ^ (u64::from(self.pc.as_u32()) << 32 | u64::from(self.events));
        mixed.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29) ^ u64::from(self.func.as_u32())
    }
}

impl<V: Default> Thread<V> {
    /// A thread that is about to run a function.
    pub(crate) fn new(id: ThreadId, top: Frame<V>) -> Thread<V> {
        Thread {
            id,
            top,
            below: Vec::new(),
            jumps: Vec::new(),
            uninterrupted: 0,
            ended: false,
            result: V::default(),
            mark: 0,
            locals: Vec::new(),
        }
    }
}

impl<V: Clone> Thread<V> {
    /// A copy that shares nothing with this one.
    pub fn apart(&self) -> Thread<V> {
        let mut thread = self.clone();
        for frame in &mut thread.below {
            *frame = Arc::new(Frame::clone(frame));
        }
        thread
    }
}

impl<V> Thread<V> {
    pub fn depth(&self) -> usize {
        self.below.len() + 1
    }

    /// All frames, innermost first.
    pub fn frames(&self) -> impl Iterator<Item = &Frame<V>> {
        std::iter::once(&self.top).chain(self.below.iter().rev().map(|frame| &**frame))
    }

    /// Whether the activation that a jump point is in is still there.
    pub(crate) fn can_jump_to(&self, point: &JumpPoint) -> bool {
        let frame = match self.below.get(point.depth) {
            Some(frame) => Some(&**frame),
            None => (self.below.len() == point.depth).then_some(&self.top),
        };
        frame.is_some_and(|frame| frame.call_path == point.call_path)
    }

    pub fn position(&self) -> Position {
        let below = self.below.iter().map(|frame| Site { func: frame.func, inst: frame.pc });
        below.chain(std::iter::once(Site { func: self.top.func, inst: self.top.pc })).collect()
    }
}

impl<C: Memory> State<C> {
    #[inline]
    pub(crate) fn read<'s>(&'s self, image: &'s Image<C>, operand: Operand) -> &'s C::Value {
        match operand {
            Operand::Value(value) => &self.thread.top.regs[value.index()],
            Operand::Const(constant) => &image.consts[constant.index()],
        }
    }

    /// All threads, the running one first.
    pub fn threads(&self) -> impl Iterator<Item = &Thread<C::Value>> {
        std::iter::once(&self.thread).chain(self.parked.iter().map(|thread| &**thread))
    }

    pub fn thread_of(&self, id: ThreadId) -> Option<&Thread<C::Value>> {
        self.threads().find(|thread| thread.id == id)
    }

    pub(crate) fn thread_mut(&mut self, id: ThreadId) -> Option<&mut Thread<C::Value>> {
        if self.thread.id == id {
            return Some(&mut self.thread);
        }
        self.parked.iter_mut().find(|thread| thread.id == id).map(Arc::make_mut)
    }

    /// Whether there are threads besides the running one that have not ended.
    pub fn has_others(&self) -> bool {
        self.parked.iter().any(|thread| !thread.ended)
    }

    /// Lets its threads share nothing with those of other states.
    pub fn set_threads_apart(&mut self) {
        self.thread = self.thread.apart();
        for parked in &mut self.parked {
            *parked = Arc::new(parked.apart());
        }
    }

    /// Lets another thread run. Whether it may is the explorer's business.
    pub fn switch_to(&mut self, id: ThreadId) {
        if let Some(idx) = self.parked.iter().position(|thread| thread.id == id) {
            let next = Arc::unwrap_or_clone(self.parked.remove(idx));
            let last = std::mem::replace(&mut self.thread, next);
            self.parked.insert(idx, Arc::new(last));
        }
    }

    /// The running function of a thread; of the running thread if there is none of this number.
    pub(crate) fn top_of(&self, id: ThreadId) -> &Frame<C::Value> {
        if self.thread.id == id {
            return &self.thread.top;
        }
        self.parked.iter().find(|thread| thread.id == id).map_or(&self.thread.top, |thread| &thread.top)
    }

    #[inline]
    pub(crate) fn read_of<'s>(&'s self, image: &'s Image<C>, id: ThreadId, operand: Operand) -> &'s C::Value {
        match operand {
            Operand::Value(value) => &self.top_of(id).regs[value.index()],
            Operand::Const(constant) => &image.consts[constant.index()],
        }
    }

    /// The place to blame: the innermost frame that is the user's own code.
    pub fn user_site(&self, image: &Image<C>) -> Site {
        let is_user = |frame: &&Frame<C::Value>| !image.program.functions[frame.func].library;
        let frame = self.thread.frames().find(is_user).unwrap_or(&self.thread.top);
        Site { func: frame.func, inst: frame.pc }
    }
}
