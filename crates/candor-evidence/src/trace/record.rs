//! Recording a trace while the concrete machine runs.
//!
//! The recorder sees the state before every instruction. A step begins when control comes to another line of the user's own
//! code, or to the same one from below, as in a loop on one line; what library functions do in between belongs to the line
//! that called them. A store is a change once the next instruction is seen: one that faults has changed nothing.

use std::collections::{BTreeMap, VecDeque};
use std::mem;

use candor_bits::{Bits, Numeral};
use candor_context_concrete::{ConcreteContext, RecordedChoice, Value};
use candor_interp::{
    ChoiceKind, Image, MAX_OUTSIDE_BYTES, Native, NondetType, ObjectId, ObjectKind, State, ThreadFn, lookup_native,
};
use candor_ir::{
    Callee, Const, ConstExpr, EntityRef, FuncId, Function, Inst, InstId, InstKind, Loc, LocId, Operand, Program,
    Scalar, VarId, Variable, c_type,
};

use super::{Change, ChosenValue, Trace, TraceStep, layout, show, side};

pub(super) type MachineImage<'o> = Image<ConcreteContext<'o>>;
pub(super) type MachineState<'o> = State<ConcreteContext<'o>>;

/// Changes listed for one step; the others are counted.
const MAX_CHANGES: usize = 16;
/// Values of memory that are remembered, to tell changes from rewrites.
const MAX_KNOWN: usize = 100_000;

/// An active function.
struct Frame {
    func: FuncId,
    call_path: u64,
    /// How many of the user's functions are active up to here.
    depth: usize,
    /// What its variables in registers were last seen to be.
    values: BTreeMap<VarId, Option<String>>,
    /// The instruction seen last.
    last: Option<InstId>,
}

/// A choice, and who asked for it.
struct Question {
    choice_idx: usize,
    /// The function called, and the type it returns.
    call: Option<(FuncId, Option<Scalar>)>,
}

/// A store, before it is made.
struct Pending {
    place: Option<(ObjectId, i64)>,
    variable: String,
    new: New,
}

/// The value that a place will have.
enum New {
    Is(String),
    /// So many bytes are written at once; what is found there then.
    Bulk {
        n_bytes: u64,
        c_type: String,
    },
    /// What is found there then, if it is not this.
    Other {
        before: Option<String>,
        ty: Scalar,
        c_type: String,
    },
}

struct Draft {
    step: TraceStep,
    /// Which frame it is a step of.
    frame_idx: usize,
    questions: Vec<Question>,
    /// The branch that it made last, and whether along the first of its edges.
    branch: Option<(FuncId, InstId, bool)>,
}

/// Watches an execution and keeps what its user would want to see.
#[derive(Default)]
pub(crate) struct Recorder {
    /// How many steps are kept from the beginning and from the end.
    n_first: usize,
    n_last: usize,
    /// Steps that have begun; and those that had when it was last seen what variables in registers have become.
    n_begun: u64,
    n_seen: u64,
    /// Those of the thread that runs; the others' wait.
    frames: Vec<Frame>,
    thread: u32,
    parked: BTreeMap<u32, Vec<Frame>>,
    first: Vec<Draft>,
    last: VecDeque<Draft>,
    n_left_out: u64,
    current: Option<Draft>,
    /// Choices made before the first step.
    early: Vec<Question>,
    n_choices: u64,
    /// The call that the machine was at when it was last seen.
    call: Option<(FuncId, Option<Scalar>)>,
    /// What the instruction will have changed unless it faults.
    pending: Vec<Pending>,
    known: BTreeMap<(ObjectId, i64), String>,
    /// What heap blocks are, by number and birth.
    heap: BTreeMap<(ObjectId, u64), String>,
}

impl Recorder {
    /// One that keeps so many steps from the beginning and from the end.
    pub(crate) fn keeping(n_first: usize, n_last: usize) -> Recorder {
        Recorder { n_first, n_last, ..Recorder::default() }
    }

    /// How many steps have begun.
    pub(super) fn n_begun(&self) -> u64 {
        self.n_begun
    }

    /// The number of the step that variables in registers have got their values in.
    pub(super) fn n_seen(&self) -> u64 {
        self.n_seen
    }

    /// Looks at the state before an instruction.
    pub(crate) fn before_step<'o>(&mut self, image: &MachineImage<'o>, state: &MachineState<'o>) {
        let program = &*image.program;
        self.take_choices(state.log.len());
        self.settle_pending(program, state);
        if self.thread != state.thread.id.0 {
            self.switch(program, state);
        }
        let is_new_frame = self.follow_calls(program, state);
        let top = &state.thread.top;
        let function = &program.functions[top.func];
        let inst = &function.insts[top.pc];
        if !function.library {
            match is_new_frame {
                true => self.step_in(program, function),
                false => self.step_back(program, function),
            }
            // A variable's new value is seen when the next instruction is: it is the work of the line before.
            self.see_variables(image, state, function);
            self.n_seen = self.n_begun;
            if let Some(loc) = user_loc(program, inst.loc) {
                self.step_to(function, loc, top.pc);
            }
        }
        if function.library {
            self.n_seen = self.n_begun;
        }
        self.foresee(image, state, inst);
    }

    /// The trace, once the machine has stopped.
    pub(crate) fn finish(mut self, program: &Program, log: &[RecordedChoice]) -> Trace {
        self.take_choices(u64::try_from(log.len()).unwrap_or(u64::MAX));
        if let Some(draft) = self.current.take() {
            self.keep(draft);
        }
        let n_before_gap = self.first.len();
        let drafts = self.first.into_iter().chain(self.last);
        let steps = drafts.map(|draft| with_choices(program, draft, log)).collect();
        Trace { steps, n_left_out: self.n_left_out, n_before_gap }
    }

    fn keep(&mut self, draft: Draft) {
        if self.first.len() < self.n_first {
            self.first.push(draft);
            return;
        }
        self.last.push_back(draft);
        if self.last.len() > self.n_last {
            self.last.pop_front();
            self.n_left_out += 1;
        }
    }

    /// Choices that the instruction before has made.
    fn take_choices(&mut self, n_choices: u64) {
        let call = self.call.take();
        for choice_idx in self.n_choices..n_choices {
            let Ok(choice_idx) = usize::try_from(choice_idx) else { return };
            let question = Question { choice_idx, call };
            match &mut self.current {
                Some(draft) => draft.questions.push(question),
                None => self.early.push(question),
            }
        }
        self.n_choices = n_choices;
    }

    fn settle_pending(&mut self, program: &Program, state: &MachineState<'_>) {
        for Pending { place, variable, new } in mem::take(&mut self.pending) {
            let value = match (new, place) {
                (New::Is(value), _) => Some(value),
                (New::Bulk { n_bytes, c_type }, place) => {
                    if let Some((object, offset)) = place {
                        let end = offset.saturating_add(i64::try_from(n_bytes).unwrap_or(i64::MAX));
                        let stale: Vec<(ObjectId, i64)> =
                            self.known.range((object, offset)..(object, end)).map(|(place, _)| *place).collect();
                        stale.iter().for_each(|place| _ = self.known.remove(place));
                    }
                    let whole = place.and_then(|place| self.whole(program, state, place, n_bytes, &c_type));
                    self.add_change(Change {
                        variable,
                        value: whole.unwrap_or_else(|| format!("{{{n_bytes} bytes}}")),
                    });
                    continue;
                }
                (New::Other { before, ty, c_type }, Some(place)) => {
                    show::show_memory(program, state, place, ty, &c_type).filter(|value| before.as_ref() != Some(value))
                }
                (New::Other { .. }, None) => None,
            };
            let Some(value) = value else { continue };
            if let Some(place) = place {
                if self.known.get(&place) == Some(&value) {
                    continue;
                }
                if self.known.len() >= MAX_KNOWN {
                    self.known.clear();
                }
                self.known.insert(place, value.clone());
            }
            self.add_change(Change { variable, value });
        }
    }

    /// An array or a structure that was written as a whole, or a text of which the beginning was.
    fn whole(
        &self,
        program: &Program,
        state: &MachineState<'_>,
        place: (ObjectId, i64),
        n_bytes: u64,
        c_type: &str,
    ) -> Option<String> {
        let is_text = c_type::array(c_type::bare(c_type)).is_some_and(|(element, _)| c_type::is_char(&element));
        let size = layout::size_of(program, c_type)?;
        (is_text || size == n_bytes).then(|| show::literal(program, state, place, size, c_type)).flatten()
    }

    /// A pointer to the beginning of a heap block tells what the block is.
    fn learn(&mut self, program: &Program, state: &MachineState<'_>, value: &Value, c_type: &str) {
        let Some((object, 0)) = value.unmarked().as_ptr() else { return };
        let Some(found) = state.memory.get(object).filter(|found| found.kind == ObjectKind::Heap) else { return };
        let (key, size) = ((object, found.life.born), found.plain_size.unwrap_or(0));
        if !self.heap.contains_key(&key)
            && let Some(pointee) = c_type::pointee(c_type)
            && let Some(block) = layout::repeated(program, &pointee, size)
        {
            self.heap.insert(key, block);
        }
    }

    /// What the bytes at a place are called.
    fn part(
        &self,
        program: &Program,
        state: &MachineState<'_>,
        place: (ObjectId, i64),
        size: u64,
    ) -> Option<(String, String)> {
        let born = state.memory.get(place.0)?.life.born;
        show::part(program, state, place, size, self.heap.get(&(place.0, born)).map(String::as_str))
    }

    /// Another thread goes on. What it does belongs to the line of its own that it stands at, if it has come to one.
    fn switch(&mut self, program: &Program, state: &MachineState<'_>) {
        let frames = self.parked.remove(&state.thread.id.0).unwrap_or_default();
        let before = mem::replace(&mut self.frames, frames);
        self.parked.insert(mem::replace(&mut self.thread, state.thread.id.0), before);
        if let Some(draft) = self.current.take() {
            self.keep(draft);
        }
        self.frames.truncate(state.thread.depth());
        let is_user = |frame: &Frame| !program.functions[frame.func].library;
        let Some(frame_idx) = self.frames.iter().rposition(is_user) else { return };
        let frame = &self.frames[frame_idx];
        let function = &program.functions[frame.func];
        if let Some(loc) = frame.last.and_then(|last| user_loc(program, function.insts[last].loc)) {
            self.begin_at(function, loc, frame_idx);
        }
    }

    fn add_change(&mut self, change: Change) {
        let Some(draft) = &mut self.current else { return };
        let changes = &mut draft.step.changes;
        match changes.iter().position(|other| other.variable == change.variable) {
            Some(idx) => changes[idx] = change,
            None if changes.len() < MAX_CHANGES => changes.push(change),
            None => draft.step.n_more_changes += 1,
        }
    }

    /// Brings the frames up to date. Every instruction is seen, so at most one frame is new.
    fn follow_calls(&mut self, program: &Program, state: &MachineState<'_>) -> bool {
        let top = &state.thread.top;
        let n_frames = state.thread.depth();
        self.frames.truncate(n_frames);
        let is_same = |frame: &Frame| frame.func == top.func && frame.call_path == top.call_path;
        if self.frames.len() == n_frames && self.frames.last().is_some_and(is_same) {
            return false;
        }
        self.frames.truncate(n_frames - 1);
        let below = self.frames.last().map_or(0, |frame| frame.depth);
        let depth = below + usize::from(!program.functions[top.func].library);
        let (func, call_path) = (top.func, top.call_path);
        self.frames.push(Frame { func, call_path, depth, values: BTreeMap::new(), last: None });
        true
    }

    /// Comes to an instruction: a step begins if it stands on another line or if control has gone back to it.
    fn step_to(&mut self, function: &Function, loc: Loc, pc: InstId) {
        let frame_idx = self.frames.len() - 1;
        let went_back = self.frames[frame_idx].last.is_some_and(|last| pc <= last);
        self.frames[frame_idx].last = Some(pc);
        let is_here = |draft: &Draft| draft.frame_idx == frame_idx && same_line(draft.step.loc, loc);
        if went_back || !self.current.as_ref().is_some_and(is_here) {
            self.begin(function, loc);
        }
    }

    fn begin(&mut self, function: &Function, loc: Loc) {
        self.begin_at(function, loc, self.frames.len() - 1);
    }

    fn begin_at(&mut self, function: &Function, loc: Loc, frame_idx: usize) {
        let step = TraceStep {
            thread: self.thread,
            function: function.name.clone(),
            loc,
            depth: self.frames[frame_idx].depth,
            choices: Vec::new(),
            changes: Vec::new(),
            n_more_changes: 0,
            branches: false,
            side: None,
            synchronises: false,
        };
        self.n_begun += 1;
        let questions = mem::take(&mut self.early);
        if let Some(done) = self.current.replace(Draft { step, frame_idx, questions, branch: None }) {
            self.keep(done);
        }
    }

    /// A function's first step is the line that names it: there its parameters get their values.
    fn step_in(&mut self, program: &Program, function: &Function) {
        if let Some(loc) = user_loc(program, function.loc) {
            self.begin(function, loc);
        }
    }

    /// After a return, the caller is at its call again: what becomes of the result belongs to that line.
    fn step_back(&mut self, program: &Program, function: &Function) {
        let frame_idx = self.frames.len() - 1;
        let is_elsewhere = self.current.as_ref().is_some_and(|draft| draft.frame_idx != frame_idx);
        if is_elsewhere
            && let Some(call) = self.frames[frame_idx].last
            && let Some(loc) = user_loc(program, function.insts[call].loc)
        {
            self.begin(function, loc);
        }
    }

    /// Variables in registers that get a value here.
    fn see_variables<'o>(&mut self, image: &MachineImage<'o>, state: &MachineState<'o>, function: &Function) {
        let top = &state.thread.top;
        let start = function.debug_values.partition_point(|debug_value| debug_value.at < top.pc);
        for debug_value in function.debug_values[start..].iter().take_while(|debug_value| debug_value.at == top.pc) {
            let variable = &function.vars[debug_value.var];
            if !variable.is_named() {
                continue;
            }
            let ty = type_of(&image.program, function, debug_value.value);
            let value = read(image, state, debug_value.value);
            self.learn(&image.program, state, value, &variable.ty);
            let value = show::show_value(&image.program, state, value, ty, &variable.ty);
            let Some(frame) = self.frames.last_mut() else { return };
            let before = frame.values.insert(debug_value.var, value.clone());
            if before.is_none() {
                self.step_to_declaration(&image.program, function, variable, top.pc);
            }
            if let Some(value) = value
                && before.flatten().as_ref() != Some(&value)
            {
                self.add_change(Change { variable: variable.name.clone(), value });
            }
        }
    }

    /// A variable in a register may be declared on a line that has no instruction of its own, as in `int zero = 0;`. If that
    /// line lies between the last one and the next one, it is a step all the same.
    fn step_to_declaration(&mut self, program: &Program, function: &Function, variable: &Variable, next: InstId) {
        let declared = user_loc(program, variable.loc);
        let next = user_loc(program, function.insts[next].loc);
        if let (Some(draft), Some(declared), Some(next)) = (&self.current, declared, next)
            && draft.frame_idx == self.frames.len() - 1
            && draft.step.loc.file == declared.file
            && next.file == declared.file
            && (draft.step.loc.line + 1..=next.line).contains(&declared.line)
        {
            self.begin(function, declared);
        }
    }

    /// What the instruction will do, as far as that can be said before.
    fn foresee<'o>(&mut self, image: &MachineImage<'o>, state: &MachineState<'o>, inst: &Inst) {
        match &inst.kind {
            InstKind::Store { ty, ptr, value, .. } => {
                let value = read(image, state, *value);
                self.foresee_store(image, state, *ptr, *ty, value);
            }
            InstKind::AtomicRmw { ty, ptr, .. } | InstKind::AtomicCas { ty, ptr, .. } => {
                self.foresee_exchange(image, state, *ptr, *ty);
            }
            InstKind::MemCopy { dst, len, .. } | InstKind::MemFill { dst, len, .. } => {
                let n_bytes = read(image, state, *len).bits(64).to_u64_wrapping();
                self.foresee_bulk(image, state, *dst, n_bytes);
            }
            InstKind::Call(call) => {
                let Callee::Direct(func) = call.callee else { return };
                let function = &image.program.functions[func];
                let writes = matches!(lookup_native(&function.name), Some(Native::MemCopy { .. } | Native::MemFill));
                if writes
                    && !function.is_defined()
                    && let [dst, _, len] = call.args[..]
                {
                    let n_bytes = read(image, state, len.value).bits(64).to_u64_wrapping();
                    self.foresee_bulk(image, state, dst.value, n_bytes);
                }
                if let (Some(Native::Thread(ThreadFn::Begin)), Some(draft)) =
                    (lookup_native(&function.name), &mut self.current)
                {
                    draft.step.synchronises = true;
                }
                self.call = Some((func, call.signature.results.first().copied()));
            }
            InstKind::Branch { cond, .. } => {
                let is_first = !read(image, state, *cond).bits(1).is_zero();
                self.note_branch(image, state, Some(is_first));
            }
            InstKind::Switch(_) => self.note_branch(image, state, None),
            // Any other changes no variable that a trace shows.
            _ => {}
        }
    }

    /// The program itself decides which way to go; of two ways, perhaps the first.
    fn note_branch<'o>(&mut self, image: &MachineImage<'o>, state: &MachineState<'o>, is_first: Option<bool>) {
        let (func, inst) = (state.thread.top.func, state.thread.top.pc);
        if let (false, Some(draft)) = (image.program.functions[func].library, &mut self.current) {
            draft.step.branches = true;
            draft.branch = is_first.map(|is_first| (func, inst, is_first));
        }
    }

    fn foresee_store<'o>(
        &mut self,
        image: &MachineImage<'o>,
        state: &MachineState<'o>,
        ptr: Operand,
        ty: Scalar,
        value: &Value,
    ) {
        let program = &*image.program;
        let Some((object, offset)) = read(image, state, ptr).unmarked().as_ptr() else { return };
        let size = program.target.store_bytes(ty);
        let Some((variable, c_type)) = self.part(program, state, (object, offset), size) else { return };
        self.learn(program, state, value, &c_type);
        // What a lock is made of beyond its first word is the library's business.
        let is_inside = program.functions[state.thread.top.func].library && state.thread.uninterrupted > 0;
        if is_inside && offset != 0 || is_private(program, state, object, &c_type) {
            return;
        }
        let value = show::show_value(program, state, value, ty, &c_type).unwrap_or_else(|| "uninitialised".to_owned());
        self.pending.push(Pending { place: Some((object, offset)), variable, new: New::Is(value) });
    }

    fn foresee_exchange<'o>(&mut self, image: &MachineImage<'o>, state: &MachineState<'o>, ptr: Operand, ty: Scalar) {
        let program = &*image.program;
        let Some(place) = read(image, state, ptr).unmarked().as_ptr() else { return };
        let size = program.target.store_bytes(ty);
        let Some((variable, c_type)) = self.part(program, state, place, size) else { return };
        if is_private(program, state, place.0, &c_type) {
            return;
        }
        let before = show::show_memory(program, state, place, ty, &c_type);
        self.pending.push(Pending { place: Some(place), variable, new: New::Other { before, ty, c_type } });
    }

    fn foresee_bulk<'o>(&mut self, image: &MachineImage<'o>, state: &MachineState<'o>, dst: Operand, n_bytes: u64) {
        let Some(place) = read(image, state, dst).unmarked().as_ptr() else { return };
        let Some((variable, c_type)) = self.part(&image.program, state, place, n_bytes) else { return };
        if !is_private(&image.program, state, place.0, &c_type) {
            self.pending.push(Pending { place: Some(place), variable, new: New::Bulk { n_bytes, c_type } });
        }
    }
}

/// Whether a model of the C library writes to a block that the program knows nothing of, such as the buffer behind a `FILE`: no pointer with
/// a type of the program's leads into it.
fn is_private(program: &Program, state: &MachineState<'_>, object: ObjectId, c_type: &str) -> bool {
    let is_heap = state.memory.get(object).is_some_and(|found| found.kind == ObjectKind::Heap);
    program.functions[state.thread.top.func].library && is_heap && c_type.is_empty()
}

fn with_choices(program: &Program, draft: Draft, log: &[RecordedChoice]) -> TraceStep {
    let Draft { mut step, questions, branch, .. } = draft;
    step.side = branch.and_then(|(func, inst, is_first)| side::side(&program.functions[func], inst, is_first));
    let answered = questions.into_iter().filter_map(|question| {
        // Whose turn it is shows in the functions whose lines follow.
        let choice = log.get(question.choice_idx).filter(|choice| choice.kind != ChoiceKind::Schedule)?;
        let function = question.call.map(|(func, _)| program.functions[func].name.clone());
        let value = chosen_text(&choice.value, question.call.and_then(|(_, ty)| ty), function.as_deref());
        Some(ChosenValue { kind: choice.kind, function, value, is_zero: choice.value.is_zero() })
    });
    step.choices = answered.collect();
    step
}

/// What was chosen, as C would write it; a character also as such.
pub(crate) fn chosen_text(value: &Bits, ty: Option<Scalar>, function: Option<&str>) -> String {
    if value.width() == 8 * MAX_OUTSIDE_BYTES {
        return outside_text(value);
    }
    match ty {
        Some(Scalar::Ptr) => format!("{value:#x}"),
        Some(Scalar::Float(_) | Scalar::Int(_)) | None => {
            let is_char = function.and_then(lookup_native) == Some(Native::Nondet(NondetType::Char));
            show::with_character(&chosen_number(value, ty, function), is_char)
        }
    }
}

/// Memory that came from outside, as a string literal: up to the last byte that matters.
fn outside_text(value: &Bits) -> String {
    const SHOWN: usize = 32;
    let bytes = value.to_le_bytes(MAX_OUTSIDE_BYTES as usize);
    let n_bytes = bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
    let shown = bytes[..n_bytes.min(SHOWN)].escape_ascii();
    let rest = if n_bytes > SHOWN { "..." } else { "" };
    format!("\"{shown}\"{rest}")
}

/// A number that was chosen. `__VERIFIER_nondet_uint` says in its name that it gives unsigned ones.
pub(crate) fn chosen_number(value: &Bits, ty: Option<Scalar>, function: Option<&str>) -> Numeral {
    let is_unsigned = match function.and_then(lookup_native) {
        Some(Native::Nondet(NondetType::Unsigned | NondetType::Bool)) => true,
        Some(_) | None => value.width() == 1,
    };
    match ty {
        Some(Scalar::Float(kind)) if kind.bits() == value.width() => Numeral::Float(kind, value.clone()),
        _ => Numeral::integer(value.clone(), !is_unsigned),
    }
}

/// A position, if it is in a file of the user's.
fn user_loc(program: &Program, loc: LocId) -> Option<Loc> {
    let loc = program.source.get(loc)?;
    (loc.line != 0 && !program.source.files[loc.file].library).then_some(loc)
}

fn same_line(a: Loc, b: Loc) -> bool {
    a.file == b.file && a.line == b.line
}

pub(super) fn read<'s, 'o>(image: &'s MachineImage<'o>, state: &'s MachineState<'o>, operand: Operand) -> &'s Value {
    match operand {
        Operand::Value(value) => &state.thread.top.regs[value.index()],
        Operand::Const(constant) => &image.consts[constant.index()],
    }
}

pub(super) fn type_of(program: &Program, function: &Function, operand: Operand) -> Scalar {
    match operand {
        Operand::Value(value) => function.type_of(value),
        Operand::Const(constant) => match program.consts.get(constant) {
            Const::Int(bits) => Scalar::Int(bits.width()),
            Const::Float(kind, _) => Scalar::Float(*kind),
            Const::Undef(ty) | Const::Poison(ty) => *ty,
            Const::Null | Const::Global(..) | Const::Function(_) | Const::BlockAddress(..) => Scalar::Ptr,
            Const::Expr(expr) => match **expr {
                ConstExpr::Binary { ty, .. } => ty,
                ConstExpr::Cast { to, .. } => to,
                ConstExpr::PtrAdd { .. } => Scalar::Ptr,
            },
        },
    }
}
