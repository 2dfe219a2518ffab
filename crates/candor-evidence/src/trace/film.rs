//! Films: the steps of a counterexample, and what variables and memory hold after each of them.
//!
//! A trace lists what changed as text. A film also has the objects themselves, with their members and with what their pointers point to, so that
//! memory can be drawn at every step, forth and back. Memory is persistent, so that a step costs the comparison of what the
//! program wrote in it (`ObjectMemory::differing`) and not of all that there is.
//!
//! A heap block has no type of its own: it gets that of the first pointer that is seen to point to its beginning, as in
//! `struct node *n = malloc(sizeof *n);`.
//!
//! Entry point: [`film`]. Films are made of counterexamples that were replayed before; where the replay is too long there is none.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::mem;
use std::sync::Arc;

use candor_context_concrete::{End, RunConfig, RunResult, Value, run, watch};
use candor_interp::object::{Contents, ObjectMemory};
use candor_interp::{ObjectId, ObjectKind, Options};
use candor_ir::{Loc, Program, Scalar, c_type};

use super::record::{MachineImage, MachineState, Recorder, read, type_of};
use super::{TraceStep, layout, show};
use crate::counterexample::Counterexample;
use crate::replay::config;

/// Steps that are kept from the beginning and from the end.
const N_FIRST: usize = 20_000;
const N_LAST: usize = 80_000;
/// A replay that takes longer than this is not filmed.
const MAX_STEPS: u64 = 20_000_000;
/// Objects that are followed, and parts of each.
const MAX_OBJECTS: usize = 2_000;
const MAX_PARTS: usize = 48;
/// Bytes of memory without a type that are shown.
const MAX_RAW: u64 = 16;

/// The steps of an execution, with memory. Of a very long one the middle is left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Film {
    /// Everything that is ever seen; events name it by its index.
    pub objects: Vec<FilmObject>,
    pub steps: Vec<FilmStep>,
    pub n_left_out: u64,
    pub n_before_gap: usize,
}

/// A step, and what happened in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilmStep {
    pub step: TraceStep,
    pub events: Vec<Event>,
}

/// A variable in memory, or a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilmObject {
    pub kind: ObjectKind,
    pub name: String,
    /// Of heap blocks, what they are used as; empty if nobody knows.
    pub c_type: String,
    pub size: u64,
    pub made: Option<Loc>,
    /// The program cannot change it.
    pub constant: bool,
    /// Of local variables: the thread, and how many of the user's functions are active in the one that it belongs to.
    pub owner: Option<(u32, usize)>,
    pub parts: Vec<Part>,
}

/// A member, an element, a text, or some bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    pub offset: u64,
    pub size: u64,
    /// `.next`, `[3].key`; empty for the whole of a plain variable.
    pub label: String,
}

/// What a variable or a part of an object holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// `None`: nobody has written it.
    pub text: Option<String>,
    /// The object that it points to, and where.
    pub target: Option<(usize, i64)>,
}

/// Something that happened in a step; in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    Made {
        object: usize,
    },
    Ended {
        object: usize,
    },
    /// It turned out to be of another type: none of its parts is there any more.
    Retyped {
        object: usize,
    },
    Holds {
        object: usize,
        part: usize,
        value: Seen,
    },
    /// A variable in a register.
    Variable {
        thread: u32,
        depth: usize,
        name: String,
        value: Seen,
    },
}

/// Makes the choices of a counterexample once more and keeps what its steps do to memory; `None` if that is not possible.
pub fn film(program: &Arc<Program>, start: &Options, cex: &Counterexample) -> Option<Film> {
    if cex.cycle.is_some() {
        return None;
    }
    let config = || RunConfig { max_steps: Some(MAX_STEPS), ..config(program, start, cex) };
    // What the last line did before its fault is seen before the last instruction only.
    let mut camera = Camera::new(run(program, config()).steps);
    let result = watch(program, config(), &mut |image, state| camera.before_step(image, state));
    let RunResult { end, position, log, .. } = result;
    let is_it = matches!(&end, End::Fault(fault) if fault.check == cex.check) && position == cex.position;
    is_it.then(|| camera.finish(program, &log))
}

type Memory = ObjectMemory<Value, bool>;

/// What is known of an object that is followed.
struct Followed {
    film_idx: usize,
    /// When its life began: a number may be used again.
    born: u64,
    parts: Vec<layout::Leaf>,
    /// Where these begin among the parts of the film's object.
    first_part: usize,
    held: Vec<Option<Seen>>,
}

struct Camera {
    recorder: Recorder,
    objects: Vec<FilmObject>,
    followed: BTreeMap<ObjectId, Followed>,
    /// Objects that have ended: pointers to them dangle.
    gone: BTreeMap<ObjectId, usize>,
    /// How many instructions the execution has.
    n_insts: u64,
    /// What memory was when the present step began.
    before: Memory,
    /// What is known of variables in registers: by thread, depth, and the call.
    variables: BTreeMap<(u32, usize), (u64, BTreeMap<String, Seen>)>,
    events: Vec<Event>,
    n_steps: u64,
    first: Vec<Vec<Event>>,
    last: VecDeque<Vec<Event>>,
    gap: Gap,
}

impl Camera {
    fn new(n_insts: u64) -> Camera {
        Camera {
            gone: BTreeMap::new(),
            n_insts,
            recorder: Recorder::keeping(N_FIRST, N_LAST),
            objects: Vec::new(),
            followed: BTreeMap::new(),
            before: Memory::default(),
            variables: BTreeMap::new(),
            events: Vec::new(),
            n_steps: 0,
            first: Vec::new(),
            last: VecDeque::new(),
            gap: Gap::default(),
        }
    }

    fn before_step<'o>(&mut self, image: &MachineImage<'o>, state: &MachineState<'o>) {
        self.recorder.before_step(image, state);
        // What variables in registers have become is the work of the line before.
        self.go_to(self.recorder.n_seen(), &image.program, state);
        self.see_variables(image, state);
        self.go_to(self.recorder.n_begun(), &image.program, state);
        if state.steps + 1 >= self.n_insts {
            self.compare_memory(&image.program, state);
        }
    }

    /// Goes on to a step, if another one has begun.
    fn go_to(&mut self, n_steps: u64, program: &Program, state: &MachineState<'_>) {
        if n_steps == self.n_steps {
            return;
        }
        self.compare_memory(program, state);
        // What was there before the first step belongs to it.
        if self.n_steps > 0 {
            self.keep();
            // Lines that were passed without an instruction.
            (self.n_steps + 1..n_steps).for_each(|_| self.keep());
        }
        self.n_steps = n_steps;
    }

    fn finish(mut self, program: &Program, log: &[candor_context_concrete::RecordedChoice]) -> Film {
        if self.n_steps > 0 {
            self.keep();
        }
        let trace = self.recorder.finish(program, log);
        if let Some(events) = self.last.front_mut() {
            let behind = mem::replace(events, self.gap.events());
            events.extend(behind);
        }
        let mut events = self.first.into_iter().chain(self.last);
        let steps = trace.steps.into_iter().map(|step| FilmStep { step, events: events.next().unwrap_or_default() });
        Film {
            objects: self.objects,
            steps: steps.collect(),
            n_left_out: trace.n_left_out,
            n_before_gap: trace.n_before_gap,
        }
    }

    /// The present step is over.
    fn keep(&mut self) {
        let events = mem::take(&mut self.events);
        if self.first.len() < N_FIRST {
            self.first.push(events);
            return;
        }
        self.last.push_back(events);
        if self.last.len() > N_LAST
            && let Some(dropped) = self.last.pop_front()
        {
            dropped.into_iter().for_each(|event| self.gap.add(event));
        }
    }

    fn compare_memory(&mut self, program: &Program, state: &MachineState<'_>) {
        let changed = state.memory.differing(&self.before);
        self.before = state.memory.clone();
        let (old, new): (Vec<ObjectId>, Vec<ObjectId>) =
            changed.into_iter().partition(|id| self.followed.contains_key(id));
        for id in old {
            self.look_again(program, state, id);
        }
        for id in new {
            let is_wanted = state.memory.get(id).is_some_and(|object| object.live && is_plain(program, object.kind));
            if is_wanted && !self.followed.contains_key(&id) {
                self.follow(program, state, id, "");
            }
        }
    }

    /// An object that is followed has changed, has ended, or is another one by now.
    fn look_again(&mut self, program: &Program, state: &MachineState<'_>, id: ObjectId) {
        let Some(followed) = self.followed.get(&id) else { return };
        let found = state.memory.get(id);
        let is_there = found.is_some_and(|object| object.live && object.life.born == followed.born);
        if is_there {
            self.look(program, state, id);
            return;
        }
        self.events.push(Event::Ended { object: followed.film_idx });
        self.gone.insert(id, followed.film_idx);
        self.followed.remove(&id);
        if found.is_some_and(|object| object.live) {
            self.follow(program, state, id, "");
        }
    }

    /// Begins to follow an object, if it is one of the user's; `pointee` is what a pointer to it says that it is.
    fn follow(&mut self, program: &Program, state: &MachineState<'_>, id: ObjectId, pointee: &str) -> Option<usize> {
        let found = state.memory.get(id)?;
        let size = found.plain_size?;
        let (name, c_type, made) = show::describe(program, state, id)?;
        if self.objects.len() >= MAX_OBJECTS {
            return None;
        }
        let c_type = match found.kind {
            ObjectKind::Heap | ObjectKind::Arguments | ObjectKind::External => {
                layout::repeated(program, pointee, size).unwrap_or_default()
            }
            kind if is_literal(program, kind) => format!("char[{size}]"),
            ObjectKind::Global(_) | ObjectKind::Function(_) | ObjectKind::Stack | ObjectKind::VarArgs => c_type,
        };
        let owner = if found.kind == ObjectKind::Stack { owner(program, state, id) } else { None };
        let film_idx = self.objects.len();
        let (kind, constant, parts) = (found.kind, found.constant, Vec::new());
        self.objects.push(FilmObject { kind, name, c_type, size, made, constant, owner, parts });
        self.events.push(Event::Made { object: film_idx });
        let born = found.life.born;
        let followed = Followed { film_idx, born, parts: Vec::new(), first_part: 0, held: Vec::new() };
        self.followed.insert(id, followed);
        self.lay_out(program, id);
        self.look(program, state, id);
        Some(film_idx)
    }

    /// Takes an object apart by its type.
    fn lay_out(&mut self, program: &Program, id: ObjectId) {
        let Some(followed) = self.followed.get_mut(&id) else { return };
        let object = &mut self.objects[followed.film_idx];
        followed.parts = layout::leaves(program, &object.c_type, object.size, MAX_PARTS);
        followed.first_part = object.parts.len();
        followed.held = vec![None; followed.parts.len()];
        let part = |leaf: &layout::Leaf| Part { offset: leaf.offset, size: leaf.size, label: leaf.label.clone() };
        object.parts.extend(followed.parts.iter().map(part));
    }

    /// Notes what has another value than before.
    fn look(&mut self, program: &Program, state: &MachineState<'_>, id: ObjectId) {
        let Some(followed) = self.followed.get(&id) else { return };
        for (idx, leaf) in followed.parts.clone().into_iter().enumerate() {
            let value = self.seen_in(program, state, id, &leaf);
            let Some(followed) = self.followed.get_mut(&id) else { return };
            // Looking at a pointer may tell what this object is.
            let Some(held) = followed.held.get_mut(idx) else { return };
            if held.as_ref() != Some(&value) {
                *held = Some(value.clone());
                let (object, part) = (followed.film_idx, followed.first_part + idx);
                self.events.push(Event::Holds { object, part, value });
            }
        }
    }

    fn seen_in(&mut self, program: &Program, state: &MachineState<'_>, id: ObjectId, leaf: &layout::Leaf) -> Seen {
        let Some(found) = state.memory.get(id) else { return Seen::default() };
        match &leaf.kind {
            layout::LeafKind::Scalar(ty) => {
                let offset = i64::try_from(leaf.offset).unwrap_or(i64::MAX);
                match show::stored(program, state, (id, offset), *ty) {
                    Some(value) => self.seen(program, state, &value, *ty, &leaf.c_type),
                    None => Seen::default(),
                }
            }
            layout::LeafKind::Text => Seen { text: show::text(&found.contents, leaf.offset, leaf.size), target: None },
            layout::LeafKind::Bytes => Seen { text: raw(&found.contents, leaf), target: None },
        }
    }

    /// A value as text, and what it points to.
    fn seen(&mut self, program: &Program, state: &MachineState<'_>, value: &Value, ty: Scalar, c_type: &str) -> Seen {
        let text = show::show_value(program, state, value, ty, c_type);
        let place = text.is_some().then(|| value.unmarked().as_ptr()).flatten();
        let target = place.and_then(|(object, offset)| {
            let pointee = c_type::pointee(c_type).unwrap_or_default();
            Some((self.target(program, state, object, offset, &pointee)?, offset))
        });
        Seen { text, target }
    }

    /// The object that a pointer points to. What it is may be known from now on.
    fn target(
        &mut self,
        program: &Program,
        state: &MachineState<'_>,
        id: ObjectId,
        offset: i64,
        pointee: &str,
    ) -> Option<usize> {
        let Some(followed) = self.followed.get(&id) else {
            let is_live = state.memory.get(id).is_some_and(|object| object.live);
            return if is_live { self.follow(program, state, id, pointee) } else { self.gone.get(&id).copied() };
        };
        let film_idx = followed.film_idx;
        let object = &self.objects[film_idx];
        if matches!(object.kind, ObjectKind::Heap | ObjectKind::Arguments | ObjectKind::External)
            && object.c_type.is_empty()
            && offset == 0
            && let Some(c_type) = layout::repeated(program, pointee, object.size)
        {
            self.objects[film_idx].c_type = c_type;
            self.events.push(Event::Retyped { object: film_idx });
            self.lay_out(program, id);
            self.look(program, state, id);
        }
        Some(film_idx)
    }

    /// Variables in registers that get a value here.
    fn see_variables<'o>(&mut self, image: &MachineImage<'o>, state: &MachineState<'o>) {
        let program = &*image.program;
        let top = &state.thread.top;
        let function = &program.functions[top.func];
        if function.library {
            return;
        }
        let start = function.debug_values.partition_point(|debug_value| debug_value.at < top.pc);
        for debug_value in function.debug_values[start..].iter().take_while(|debug_value| debug_value.at == top.pc) {
            let variable = &function.vars[debug_value.var];
            if !variable.is_named() {
                continue;
            }
            let ty = type_of(program, function, debug_value.value);
            let value = self.seen(program, state, read(image, state, debug_value.value), ty, &variable.ty);
            let is_users = |func: candor_ir::FuncId| !program.functions[func].library;
            let depth = state.thread.frames().filter(|frame| is_users(frame.func)).count();
            let thread = state.thread.id.0;
            let (call_path, known) = self.variables.entry((thread, depth)).or_default();
            if *call_path != top.call_path {
                known.clear();
                *call_path = top.call_path;
            }
            if known.get(&variable.name) != Some(&value) {
                known.insert(variable.name.clone(), value.clone());
                self.events.push(Event::Variable { thread, depth, name: variable.name.clone(), value });
            }
        }
    }
}

/// Whether an object is followed at once. String literals, what the compiler has made for itself (such as what an array is initialised
/// with), and arguments are followed from the first pointer to them on.
fn is_plain(program: &Program, kind: ObjectKind) -> bool {
    match kind {
        ObjectKind::Global(global) => {
            let global = &program.globals[global];
            !(global.constant && global.internal && global.ty.is_empty())
        }
        ObjectKind::Stack | ObjectKind::Heap => true,
        ObjectKind::Arguments | ObjectKind::External | ObjectKind::VarArgs | ObjectKind::Function(_) => false,
    }
}

fn is_literal(program: &Program, kind: ObjectKind) -> bool {
    matches!(kind, ObjectKind::Global(global) if program.globals[global].is_literal())
}

/// The function that a local variable belongs to.
fn owner(program: &Program, state: &MachineState<'_>, id: ObjectId) -> Option<(u32, usize)> {
    for thread in state.threads() {
        let frames: Vec<_> = thread.frames().collect();
        for (idx, frame) in frames.iter().enumerate() {
            if frame.locals.iter().any(|(_, local)| *local == id) {
                let below = frames[idx..].iter().filter(|frame| !program.functions[frame.func].library);
                return Some((thread.id.0, below.count()));
            }
        }
    }
    None
}

/// Bytes in hexadecimal; `None` if nothing was written.
fn raw(contents: &Contents<Value>, leaf: &layout::Leaf) -> Option<String> {
    let bytes = show::bytes(contents, leaf.offset, leaf.size.min(MAX_RAW));
    if bytes.iter().all(Option::is_none) {
        return None;
    }
    let shown: Vec<String> =
        bytes.iter().map(|byte| byte.map_or("??".to_owned(), |byte| format!("{byte:02x}"))).collect();
    let rest = if leaf.size > MAX_RAW { " ..." } else { "" };
    Some(shown.join(" ") + rest)
}

/// What steps did that are left out: the last value of everything.
#[derive(Default)]
struct Gap {
    made: BTreeSet<usize>,
    ended: BTreeSet<usize>,
    retyped: BTreeSet<usize>,
    held: BTreeMap<(usize, usize), Seen>,
    variables: BTreeMap<(u32, usize, String), Seen>,
}

impl Gap {
    fn add(&mut self, event: Event) {
        match event {
            Event::Made { object } => _ = self.made.insert(object),
            Event::Ended { object } => {
                self.forget(object);
                // Nobody needs to know of what lived in the gap only.
                if !self.made.remove(&object) {
                    self.ended.insert(object);
                }
            }
            Event::Retyped { object } => {
                self.forget(object);
                self.retyped.insert(object);
            }
            Event::Holds { object, part, value } => _ = self.held.insert((object, part), value),
            Event::Variable { thread, depth, name, value } => {
                self.variables.insert((thread, depth, name), value);
            }
        }
    }

    fn forget(&mut self, object: usize) {
        self.retyped.remove(&object);
        let parts: Vec<(usize, usize)> = self.held.range((object, 0)..(object + 1, 0)).map(|(key, _)| *key).collect();
        parts.iter().for_each(|key| _ = self.held.remove(key));
    }

    fn events(self) -> Vec<Event> {
        let made = self.made.into_iter().map(|object| Event::Made { object });
        let retyped = self.retyped.into_iter().map(|object| Event::Retyped { object });
        let held = self.held.into_iter().map(|((object, part), value)| Event::Holds { object, part, value });
        let ended = self.ended.into_iter().map(|object| Event::Ended { object });
        let variables = self.variables.into_iter();
        let variables = variables.map(|((thread, depth, name), value)| Event::Variable { thread, depth, name, value });
        made.chain(retyped).chain(held).chain(ended).chain(variables).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gap_keeps_the_last_of_everything() {
        let seen = |text: &str| Seen { text: Some(text.to_owned()), target: None };
        let holds = |object, part, text: &str| Event::Holds { object, part, value: seen(text) };
        let mut gap = Gap::default();
        for event in [
            holds(0, 0, "1"),
            Event::Made { object: 1 },
            holds(1, 0, "?"),
            Event::Retyped { object: 1 },
            holds(1, 1, "2"),
            holds(0, 0, "3"),
            Event::Made { object: 2 },
            holds(2, 0, "4"),
            Event::Ended { object: 2 },
            holds(3, 0, "5"),
            Event::Ended { object: 3 },
        ] {
            gap.add(event);
        }
        let expected = [
            Event::Made { object: 1 },
            Event::Retyped { object: 1 },
            holds(0, 0, "3"),
            holds(1, 1, "2"),
            Event::Ended { object: 3 },
        ];
        assert_eq!(gap.events(), expected);
    }
}
