//! Laws of the anatomy, on states of real executions: whatever is changed in a state, equality and canonical form tell it from the one
//! before, unless they say that they leave it out; and neither cares what objects are called.

use std::path::Path;
use std::sync::Arc;

use candor_analysis::{Cfg, Liveness};
use candor_context_concrete::{SameValues, Value, View};
use candor_engine::Options;
use candor_explore::{Lost, Order, same_state};
use candor_interp::object::anatomy::Fact;
use candor_interp::object::{ByteView, Object};
use candor_interp::{
    Choice, ChoiceKind, Frame, Image, JumpPoint, ObjectId, ObjectKind, OnReturn, Outcome, State, Thread, ThreadId,
    run_block,
};
use candor_ir::{EntityRef, GlobalId, InstId, Program, ValueId};
use candor_llvm::{FrontendConfig, load};

use crate::canonical::{Canon, tells_apart};
use crate::concrete::{ConcreteData, Cx};
use crate::data::Data as _;
use crate::live::{Counting, LiveRegisters};
use crate::options::Storage;
use crate::store::Store;

type Concrete = State<Cx>;

/// Who is told of a field.
#[derive(Copy, Clone)]
enum Shown {
    Always,
    /// Who wants this.
    If(Fact),
    /// Nobody: it follows from others or means nothing here.
    Never,
    /// It is changed part by part.
    InParts,
}
use Shown::{Always, If, InParts, Never};

/// A field and how to change it.
struct Change<T> {
    field: &'static str,
    shown: Shown,
    make: fn(&mut T),
}

/// A change for each field. The pattern has no `..`: a new field needs one.
macro_rules! changes {
    ($of:ty: $structure:ident { $($field:ident: $shown:expr, $make:expr;)* }) => {{
        let _all_fields = |$structure { $($field: _),* }: &$of| ();
        vec![$(Change::<$of> { field: stringify!($field), shown: $shown, make: $make }),*]
    }};
}

fn of_state() -> Vec<Change<Concrete>> {
    let choice = |it: &mut Concrete| {
        let site = it.thread.top.site();
        let kind = ChoiceKind::Input;
        it.log.push(Choice {
            kind,
            thread: ThreadId(0),
            call_path: 0,
            site,
            ordinal: 0,
            width: 1,
            value: Value::Int(1),
        });
    };
    changes!(Concrete: State {
        path: InParts, |_| {};
        memory: InParts, |_| {};
        thread: InParts, |_| {};
        parked: Always, |it| if it.parked.pop().is_none() {
            it.parked.push(triomphe::Arc::new(Thread { id: ThreadId(77), ..it.thread.clone() }));
        };
        n_threads: Always, |it| it.n_threads += 1;
        weakly_ordered: Always, |it| it.weakly_ordered ^= true;
        pretended: Always, |it| it.pretended ^= true;
        log: If(Fact::Choices), choice;
        chosen: Always, |it| it.chosen = Some(Value::Int(1));
        exit_status: Always, |it| other_option(&mut it.exit_status);
        steps: If(Fact::Steps), |it| it.steps += 1;
    })
}

/// The fields of a memory that are not its objects.
fn of_memory() -> Vec<Change<Concrete>> {
    vec![
        Change { field: "next_address", shown: If(Fact::NextAddress), make: |it| it.memory.next_address += 16 },
        Change { field: "exposed", shown: If(Fact::Exposed), make: |it| it.memory.exposed.push(ObjectId(0)) },
        Change { field: "clock", shown: If(Fact::Clock), make: |it| it.memory.clock += 1 },
    ]
}

fn of_thread() -> Vec<Change<Thread<Value>>> {
    changes!(Thread<Value>: Thread {
        id: Always, |it| it.id.0 += 100;
        top: InParts, |_| {};
        below: Always, |it| if it.below.pop().is_none() { it.below.push(triomphe::Arc::new(it.top.clone())) };
        jumps: Always, |it| it.jumps.push(JumpPoint { depth: 0, call_path: 1, pc: InstId::new(0) });
        uninterrupted: Always, |it| it.uninterrupted += 1;
        ended: Always, |it| it.ended ^= true;
        // A thread that runs has none.
        result: Never, |it| it.result = Value::Int(12_345);
        mark: Always, |it| it.mark += 1;
        locals: Always, |it| it.locals.push((GlobalId::new(0), Value::Int(1)));
    })
}

fn of_frame() -> Vec<Change<Frame<Value>>> {
    changes!(Frame<Value>: Frame {
        func: InParts, |_| {};
        pc: InParts, |_| {};
        regs: InParts, |_| {};
        locals: If(Fact::Locals), |it| it.locals.push((1, ObjectId(0)));
        varargs: Always, |it| other_option(&mut it.varargs);
        call_path: If(Fact::CallPath), |it| it.call_path ^= 1;
        events: If(Fact::Events), |it| it.events += 1;
        on_return: Always, |it| it.on_return = match it.on_return {
            OnReturn::Caller => OnReturn::Uninterrupted,
            OnReturn::Uninterrupted | OnReturn::Thread | OnReturn::Startup(_) | OnReturn::Destructor(_) => OnReturn::Caller,
        };
    })
}

type Found = Object<Value, bool>;

fn of_object() -> Vec<Change<Found>> {
    changes!(Found: Object {
        kind: Always, |it| it.kind = ObjectKind::VarArgs;
        size: Always, |it| it.size = other(&it.size);
        // Follows from the size.
        plain_size: Never, |it| it.plain_size = it.plain_size.map(|size| size + 1);
        align: Always, |it| it.align *= 2;
        live: Always, |it| it.live ^= true;
        constant: Always, |it| it.constant ^= true;
        placement: Always, |it| it.placement = (it.placement.0 * 2, it.placement.0);
        base: Always, |it| other_option(&mut it.base);
        exposed: Always, |it| it.exposed ^= true;
        shared: If(Fact::Shared), |it| it.shared ^= true;
        contents: Always, change_byte;
        array: Always, |it| other_option(&mut it.array);
        made: If(Fact::Origin), |it| it.made.inst = InstId::new(9999);
        ended: If(Fact::Origin), |it| it.ended = Some(it.made);
        // It has no address here.
        life: Never, |it| it.life.born += 1;
    })
}

fn other(value: &Value) -> Value {
    match value.view() {
        View::Ptr(object, offset) => Value::ptr(object, offset + 1),
        View::Int(word) => Value::Int(word ^ 1),
        View::Addr(_) | View::Wide(_) | View::Undef(_) => Value::Int(12_345),
    }
}

fn other_option(option: &mut Option<Value>) {
    *option = match option {
        Some(_) => None,
        None => Some(Value::Int(1)),
    };
}

fn change_byte(object: &mut Found) {
    let byte = match object.contents.byte(0) {
        ByteView::Plain(byte) => byte ^ 1,
        ByteView::Uninitialized | ByteView::Part { .. } => 7,
    };
    object.contents.take_straddling(0, 1);
    object.contents.fill_plain(0, 1, byte);
}

/// A program, and states on its way.
struct Run {
    name: &'static str,
    program: Arc<Program>,
    data: ConcreteData<'static>,
    start: Concrete,
    states: Vec<Concrete>,
}

const PROGRAMS: [&str; 8] = [
    "run/lang/linked_list.c",
    "run/libc/setjmp.c",
    "threads/result-of-thread-ok.c",
    "threads/thread-local-ok.c",
    "threads/stack-ok.c",
    "threads/use-after-free-ok.c",
    "threads/shared-local-ok.c",
    "threads/sum-of-parts-ok.c",
];
const N_BLOCKS: usize = 100;
const EACH: usize = 3;

fn runs() -> impl Iterator<Item = Run> {
    PROGRAMS.into_iter().map(|name| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests").join(name);
        let mut program = load(&[path], &FrontendConfig::default()).expect("the program loads");
        candor_analysis::prepare(&mut program);
        let program = Arc::new(program);
        let started = ConcreteData::start(&program, &Options::default(), None);
        let (mut data, image, start) = started.expect("the program starts");
        let states = states_on_the_way(&image, &mut data, start.clone());
        assert!(states.len() > 3, "{name}: {} states", states.len());
        Run { name, program, data, start, states }
    })
}

/// States at the starts of blocks. A thread goes on until it has to wait or ends.
fn states_on_the_way(image: &Image<Cx>, data: &mut ConcreteData<'_>, mut state: Concrete) -> Vec<Concrete> {
    let mut states = Vec::new();
    for n_blocks in 1..N_BLOCKS {
        match run_block(image, data.cx(), &mut state) {
            Ok(Outcome::Next) => {}
            Ok(Outcome::Blocked | Outcome::ThreadEnded) => {
                let Some(next) = state.parked.iter().find(|thread| !thread.ended).map(|thread| thread.id) else {
                    break;
                };
                state.switch_to(next);
            }
            Ok(Outcome::Fork(_) | Outcome::Exit(_)) | Err(_) => break,
        }
        if n_blocks % EACH == 0 {
            states.push(state.clone());
        }
    }
    states
}

impl Run {
    fn n_fixed(&self) -> u32 {
        self.start.memory.len()
    }

    /// Whether two states have different canonical forms.
    fn differ(&mut self, a: &Concrete, b: &Concrete) -> bool {
        let live = LiveRegisters::new(self.program.clone(), Counting::Read);
        let mut canon = Canon::new(&self.start, self.n_fixed(), /* leaks */ false, live);
        let store = Store::new(Storage::Exact);
        canon.store(&mut self.data, &store, a.clone(), None);
        canon.store(&mut self.data, &store, b.clone(), None).is_new
    }

    /// Whether two states are equal.
    fn are_same(&self, a: &Concrete, b: &Concrete) -> bool {
        same_state(&mut Order::default(), &self.program, a, b, Lost::Ignored, &mut SameValues)
    }

    /// Equality and canonical form notice a change exactly if they are shown it and want it. Equality is for states in which one
    /// thread is left, at the start of a block.
    fn check(&mut self, state: &Concrete, changed: &Concrete, what: &str, shown: Shown, is_fixed: bool) {
        let (by_form, by_equality) = match shown {
            Always => (true, true),
            If(fact) => (tells_apart(fact, is_fixed), candor_explore::tells_apart(fact)),
            Never => (false, false),
            InParts => return,
        };
        let name = self.name;
        assert_eq!(self.differ(state, changed), by_form, "{name}: canonical form and {what}");
        if self.are_same(state, state) {
            assert_eq!(!self.are_same(state, changed), by_equality, "{name}: equality and {what}");
        }
    }

    /// All changes of something, which is found in a state.
    fn check_all<T>(
        &mut self,
        state: &Concrete,
        changes: &[Change<T>],
        is_fixed: bool,
        find: impl Fn(&mut Concrete) -> &mut T,
    ) {
        for Change { field, shown, make } in changes {
            let mut changed = state.clone();
            make(find(&mut changed));
            self.check(state, &changed, field, *shown, is_fixed);
        }
    }
}

#[test]
fn every_field_of_threads_and_states_counts_or_is_left_out() {
    let mut n_equal = 0;
    for mut run in runs() {
        for state in std::mem::take(&mut run.states) {
            n_equal += u32::from(run.are_same(&state, &state));
            run.check_all(&state, &of_state(), false, |state| state);
            run.check_all(&state, &of_memory(), false, |state| state);
            run.check_all(&state, &of_thread(), false, |state| &mut state.thread);
            // Under another call path an activation is none that a jump point leads to.
            let mut of_frame = of_frame();
            of_frame.retain(|change| change.field != "call_path" || state.thread.jumps.is_empty());
            run.check_all(&state, &of_frame, false, |state| &mut state.thread.top);
            if !state.thread.below.is_empty() {
                run.check_all(&state, &of_frame, false, |state| triomphe::Arc::make_mut(&mut state.thread.below[0]));
            }
            let mut moved = state.clone();
            moved.thread.top.pc = InstId::new(state.thread.top.pc.index() + 1);
            run.check(&state, &moved, "pc", Always, false);
            if let Some(idx) = state.parked.iter().position(|thread| thread.ended) {
                let mut changed = state.clone();
                triomphe::Arc::make_mut(&mut changed.parked[idx]).result = Value::Int(12_345);
                run.check(&state, &changed, "the result of a thread that has ended", Always, false);
            }
        }
    }
    assert!(n_equal > 10, "{n_equal} states with one thread");
}

#[test]
fn every_field_of_objects_counts_or_is_left_out() {
    for mut run in runs() {
        for state in std::mem::take(&mut run.states) {
            let n_fixed = run.n_fixed();
            let is_there = |object: &Found| object.live && object.plain_size.is_some_and(|size| size > 0);
            let is_variable = |object: &Found| matches!(object.kind, ObjectKind::Global(_)) && !object.constant;
            let fixed =
                state.memory.iter().find(|(id, object)| id.0 < n_fixed && is_there(object) && is_variable(object));
            let locals = state.thread.top.locals.iter().map(|(_, id)| *id);
            let local = locals.filter_map(|id| Some((id, state.memory.get(id)?))).find(|(_, object)| is_there(object));
            for (id, _) in fixed.into_iter().chain(local) {
                let is_fixed = id.0 < n_fixed;
                run.check_all(&state, &of_object(), is_fixed, |state| state.memory.get_mut(id).expect("it is there"));
                let mut placed = state.clone();
                placed.memory.get_mut(id).expect("it is there").base = Some(Value::Int(4096));
                let mut older = placed.clone();
                older.memory.get_mut(id).expect("it is there").life.born += 1;
                run.check(&placed, &older, "the life of what has an address", If(Fact::Life), is_fixed);
            }
        }
    }
}

/// A register counts exactly if it is still read.
#[test]
fn registers_count_while_they_are_read() {
    for mut run in runs() {
        for state in std::mem::take(&mut run.states) {
            let Frame { func, pc, regs, .. } = &state.thread.top;
            let read = LiveRegisters::new(run.program.clone(), Counting::Read).at(*func, *pc, false);
            let function = run.program.functions[*func].clone();
            let liveness = Liveness::new(&function, &Cfg::new(&function));
            for (idx, held) in regs.iter().enumerate() {
                let mut changed = state.clone();
                changed.thread.top.regs[idx] = other(held);
                let value = ValueId::new(idx);
                assert_eq!(run.differ(&state, &changed), read.contains(&value), "{}: {value:?}", run.name);
                if run.are_same(&state, &state) {
                    let is_live = liveness.is_live_in(function.block_of(*pc), value);
                    assert_eq!(!run.are_same(&state, &changed), is_live, "{}: {value:?}", run.name);
                }
            }
        }
    }
}

/// Two objects that were made on the way change their names.
#[test]
fn names_of_objects_do_not_matter() {
    let mut n_renamed = 0;
    for mut run in runs() {
        let n_fixed = run.n_fixed();
        for state in std::mem::take(&mut run.states) {
            let made: Vec<ObjectId> = state.memory.iter().map(|(id, _)| id).filter(|id| id.0 >= n_fixed).collect();
            let [first, .., last] = made[..] else { continue };
            let swap = |id: ObjectId| match id {
                _ if id == first => last,
                _ if id == last => first,
                _ => id,
            };
            let renamed = rename(&state, (first, last), swap);
            n_renamed += 1;
            assert!(!run.differ(&state, &renamed), "{}: canonical form", run.name);
            if run.are_same(&state, &state) {
                assert!(run.are_same(&state, &renamed), "{}: equality", run.name);
            }
        }
    }
    assert!(n_renamed > 10, "{n_renamed} states");
}

fn rename(state: &Concrete, (a, b): (ObjectId, ObjectId), swap: impl Fn(ObjectId) -> ObjectId) -> Concrete {
    let value = |value: &mut Value| {
        if let View::Ptr(object, offset) = value.view() {
            *value = Value::ptr(swap(object), offset);
        }
    };
    let frame = |frame: &mut Frame<Value>| {
        frame.regs.iter_mut().chain(&mut frame.varargs).for_each(&value);
        frame.locals.iter_mut().for_each(|(_, object)| *object = swap(*object));
    };
    let thread = |thread: &mut Thread<Value>| {
        frame(&mut thread.top);
        thread.below.iter_mut().for_each(|below| frame(triomphe::Arc::make_mut(below)));
        value(&mut thread.result);
        thread.locals.iter_mut().for_each(|(_, instance)| value(instance));
    };
    let mut renamed = state.clone();
    thread(&mut renamed.thread);
    renamed.parked.iter_mut().for_each(|parked| thread(triomphe::Arc::make_mut(parked)));
    renamed.memory.exposed.iter_mut().for_each(|object| *object = swap(*object));
    let object = |id| state.memory.get(id).expect("it is there").clone();
    renamed.memory.insert(a, object(b));
    renamed.memory.insert(b, object(a));
    let ids: Vec<ObjectId> = renamed.memory.iter().map(|(id, _)| id).collect();
    for id in ids {
        let found = renamed.memory.get_mut(id).expect("it is there");
        let cells: Vec<(u64, u32, Value)> =
            found.contents.cells().map(|(at, size, cell)| (at, size, cell.clone())).collect();
        for (at, size, mut cell) in cells {
            value(&mut cell);
            found.contents.put_cell(at, u64::from(size), cell).expect("a cell was there");
        }
    }
    renamed
}
