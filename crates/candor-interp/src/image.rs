//! A program made ready for one context: its constants evaluated, its globals laid out, its start prepared.

use std::sync::Arc;

use candor_ir::{
    BlockId, CastOp, Chunk, Const, ConstExpr, ConstId, Edge, Endian, EntityRef, FuncId, Function, GlobalId, InstId,
    Operand, Program, Scalar, UndefCause, ValueId,
};

use crate::choice::ChoiceLog;
use crate::control::Control;
use crate::exec;
use crate::memory::{AccessMode, Allocation, Blocked, Memory, ObjectKind, ObjectName};
use crate::platform::{self, Native, Shortcut};
use crate::renewals::Renewals;
use crate::roots::Roots;
use crate::state::{Frame, OnReturn, Site, State, Thread, ThreadId};
use crate::stop::{Halt, Step, Stop};

/// Bounds that keep an execution from eating the machine.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Frames on one stack.
    pub max_depth: usize,
}

impl Default for Limits {
    fn default() -> Self {
        // A native stack of 8 MB holds some 170,000 of the smallest frames.
        Limits { max_depth: 200_000 }
    }
}

/// How the program is started.
#[derive(Clone, Debug, Default)]
pub struct Options {
    pub limits: Limits,
    /// The arguments of `main`, the program's name first.
    pub args: Vec<Vec<u8>>,
    /// Whether `malloc` may also return null.
    pub malloc_may_fail: bool,
    /// Whether the world outside is arbitrary: files, environment, random numbers.
    pub open: bool,
    /// What calling a function does that has no body.
    pub missing_bodies: MissingBodies,
    /// Whether arrays of variable length are assumed to fit into half of the address space, where that is not checked.
    pub arrays_fit: bool,
}

/// What calling a function does that has no body and that the platform does not know.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum MissingBodies {
    /// The execution cannot go on.
    #[default]
    Stop,
    /// It returns anything and changes nothing.
    ReturnAnything,
    /// The same, of which some executions are looked at: a pointer is null or points to a block of its own, whether such a function returns it
    /// or it is read where nothing was written.
    GiveMemory,
}

/// Why a program cannot be started.
pub type StartError = Halt;

/// A program made ready for one context. Immutable and shared by all states.
#[derive(Debug)]
pub struct Image<C: Memory> {
    pub program: Arc<Program>,
    pub consts: Vec<C::Value>,
    /// For each function that has no body, what the platform knows it as.
    pub natives: Vec<Option<Native>>,
    /// For each function of the library, whether its result can often be said at once.
    pub(crate) shortcuts: Vec<Option<Shortcut>>,
    pub(crate) renewals: Renewals,
    pub(crate) roots: Roots,
    pub function_pointers: Vec<C::Value>,
    pub global_pointers: Vec<C::Value>,
    /// Constructors, then `main`.
    pub startup: Vec<FuncId>,
    pub options: Options,
    /// For each function, whether other threads wait while it runs (`__VERIFIER_atomic_*`).
    pub(crate) uninterrupted: Vec<bool>,
    /// For each function, what following each edge does.
    pub(crate) edges: Vec<Vec<Moves>>,
    /// What `main` is called with: `argc`, `argv` and the environment.
    pub(crate) arguments: [C::Value; 3],
}

/// What following an edge does.
#[derive(Clone, Debug)]
pub(crate) struct Moves {
    pub(crate) target: InstId,
    /// Each parameter and what it becomes.
    pub(crate) moves: Box<[(ValueId, Operand)]>,
    /// No move reads a parameter that an earlier one has written, so they may be made one after the other.
    pub(crate) in_turn: bool,
}

fn prepare_edges(function: &Function) -> Vec<Moves> {
    let prepare = |edge: &Edge| {
        let target = &function.blocks[edge.target];
        let all = target.params.iter().copied().zip(edge.args.iter().copied());
        // A parameter that keeps its value needs no move.
        let moves: Box<[_]> = all.filter(|(param, arg)| *arg != Operand::Value(*param)).collect();
        let reads_later =
            |idx: usize, param: ValueId| moves[idx + 1..].iter().any(|(_, arg)| *arg == Operand::Value(param));
        let in_turn = !moves.iter().enumerate().any(|(idx, (param, _))| reads_later(idx, *param));
        Moves { target: target.first, moves, in_turn }
    };
    function.edges.values().map(prepare).collect()
}

impl<C: Memory> Image<C> {
    /// The same program made ready for another context, which makes its values of those of this one.
    pub fn for_context<D: Memory>(&self, value: impl Fn(&C::Value) -> D::Value) -> Image<D> {
        Image {
            program: self.program.clone(),
            consts: self.consts.iter().map(&value).collect(),
            natives: self.natives.clone(),
            shortcuts: self.shortcuts.clone(),
            renewals: self.renewals.clone(),
            roots: Roots::default(),
            function_pointers: self.function_pointers.iter().map(&value).collect(),
            global_pointers: self.global_pointers.iter().map(&value).collect(),
            startup: self.startup.clone(),
            options: self.options.clone(),
            uninterrupted: self.uninterrupted.clone(),
            edges: self.edges.clone(),
            arguments: self.arguments.each_ref().map(value),
        }
    }
}

impl<C: Control> Image<C> {
    /// Lays the program out in memory and prepares the call of its first function.
    pub fn load(
        cx: &mut C,
        program: Arc<Program>,
        options: Options,
        path: C::Path,
        memory: C::Memory,
    ) -> Step<(Image<C>, State<C>)> {
        let Some(main) = program.function_named("main").filter(|&main| program.functions[main].is_defined()) else {
            return Err(Stop::Malformed("there is no function `main`".into()).into());
        };
        let mut startup = program.constructors.clone();
        startup.push(main);
        let natives = program.functions.values().map(platform::native_of).collect();
        let mut image = Image {
            consts: Vec::with_capacity(program.consts.len()),
            natives,
            renewals: Renewals::new(&program),
            roots: Roots::default(),
            shortcuts: program.functions.values().map(platform::lookup_shortcut).collect(),
            function_pointers: Vec::new(),
            global_pointers: Vec::new(),
            startup,
            options,
            edges: program.functions.values().map(prepare_edges).collect(),
            arguments: Default::default(),
            uninterrupted: program.functions.values().map(platform::is_uninterrupted).collect(),
            program,
        };
        let first = image.startup[0];
        let top = Frame::new(first, Vec::new(), 0, OnReturn::Startup(0));
        let thread = Thread::new(ThreadId(0), top);
        let log = ChoiceLog::default();
        let mut state = State {
            path,
            memory,
            thread,
            parked: Vec::new(),
            n_threads: 1,
            weakly_ordered: false,
            pretended: false,
            chosen: None,
            log,
            exit_status: None,
            steps: 0,
        };
        image.lay_out_globals(cx, &mut state)?;
        image.evaluate_constants(cx, &mut state);
        image.initialise_globals(cx, &mut state)?;
        image.lay_out_arguments(cx, &mut state)?;
        exec::start_function(&image, &mut state, 0)?;
        Ok((image, state))
    }

    fn lay_out_globals(&mut self, cx: &mut C, state: &mut State<C>) -> Step<()> {
        let program = self.program.clone();
        for (global_id, global) in program.globals.iter() {
            let request = Allocation {
                kind: ObjectKind::Global(global_id),
                size: self.size_constant(cx, global.size),
                align: global.align,
                zeroed: global.init.is_some(),
                name: initial_name(ObjectName::GLOBALS, global_id.index()),
            };
            self.global_pointers.push(cx.allocate(state, request)?.pointer);
        }
        for func in program.functions.keys() {
            let request = Allocation {
                kind: ObjectKind::Function(func),
                size: self.size_constant(cx, 1),
                align: 16,
                zeroed: true,
                name: initial_name(ObjectName::FUNCTIONS, func.index()),
            };
            self.function_pointers.push(cx.allocate(state, request)?.pointer);
        }
        Ok(())
    }

    fn size_constant(&self, cx: &mut C, size: u64) -> C::Value {
        cx.constant(&candor_ir::Bits::new(self.program.target.pointer_bits, size))
    }

    fn evaluate_constants(&mut self, cx: &mut C, state: &mut State<C>) {
        let program = self.program.clone();
        for (_, constant) in program.consts.iter() {
            let value = self.evaluate(cx, state, constant);
            self.consts.push(value);
        }
    }

    fn evaluate(&self, cx: &mut C, state: &mut State<C>, constant: &Const) -> C::Value {
        match constant {
            Const::Int(bits) | Const::Float(_, bits) => cx.constant(bits),
            Const::Null => self.size_constant(cx, 0),
            Const::Undef(ty) => self.undefined(cx, *ty, UndefCause::Uninitialized),
            Const::Poison(ty) => self.undefined(cx, *ty, UndefCause::Poison(candor_ir::Check::UninitializedRead)),
            Const::Global(global, offset) => {
                cx.offset_const(&mut state.path, &self.global_pointers[global.index()], *offset)
            }
            Const::Function(func) => self.function_pointers[func.index()].clone(),
            Const::BlockAddress(func, block) => self.label(cx, state, *func, *block),
            Const::Expr(expr) => match **expr {
                ConstExpr::Binary { op, ty, a, b } => {
                    cx.binary(&mut state.path, op, ty, &self.consts[a.index()], &self.consts[b.index()])
                }
                ConstExpr::Cast { op, from, to, value } => self.evaluate_cast(cx, state, op, from, to, value),
                ConstExpr::PtrAdd { base, offset } => {
                    cx.offset(&mut state.path, &self.consts[base.index()], &self.consts[offset.index()])
                }
            },
        }
    }

    fn evaluate_cast(
        &self,
        cx: &mut C,
        state: &mut State<C>,
        op: CastOp,
        from: Scalar,
        to: Scalar,
        value: ConstId,
    ) -> C::Value {
        exec::cast_value(cx, state, self.program.target.pointer_bits, op, from, to, &self.consts[value.index()])
    }

    fn undefined(&self, cx: &mut C, ty: Scalar, cause: UndefCause) -> C::Value {
        let zero = cx.constant(&candor_ir::Bits::zero(self.program.target.bits_of(ty)));
        cx.undefined(cause, ty, zero)
    }

    /// A label as a value: a pointer past the start of its function, so that labels compare and subtract like pointers.
    pub(crate) fn label(&self, cx: &mut C, state: &mut State<C>, func: FuncId, block: BlockId) -> C::Value {
        let offset = i64::from(block.as_u32()) + 1;
        cx.offset_const(&mut state.path, &self.function_pointers[func.index()], offset)
    }

    fn initialise_globals(&self, cx: &mut C, state: &mut State<C>) -> Step<()> {
        for global in self.program.globals.keys() {
            self.initialise_at(cx, state, global, &self.global_pointers[global.index()])?;
        }
        Ok(())
    }

    /// Writes what a variable holds at first to where it is, or to where a thread has its own.
    pub(crate) fn initialise_at(
        &self,
        cx: &mut C,
        state: &mut State<C>,
        global: GlobalId,
        base: &C::Value,
    ) -> Step<()> {
        for (offset, chunk) in self.program.globals[global].init.iter().flat_map(|init| &init.chunks) {
            self.initialise(cx, state, base, *offset, chunk)?;
        }
        Ok(())
    }

    fn initialise(&self, cx: &mut C, state: &mut State<C>, global: &C::Value, offset: u64, chunk: &Chunk) -> Step<()> {
        match chunk {
            Chunk::Scalar(ty, constant) => {
                let value = self.consts[constant.index()].clone();
                self.put(cx, state, global, offset, *ty, &value)
            }
            Chunk::Bytes(bytes) => {
                let mut at = offset;
                for word in bytes.chunks(8) {
                    let value = word_constant(cx, self.program.target.endian, word);
                    let width = u32::try_from(word.len()).expect("at most 8") * 8;
                    self.put(cx, state, global, at, Scalar::Int(width), &value)?;
                    at += 8;
                }
                Ok(())
            }
        }
    }

    fn put(
        &self,
        cx: &mut C,
        state: &mut State<C>,
        base: &C::Value,
        offset: u64,
        ty: Scalar,
        value: &C::Value,
    ) -> Step<()> {
        let offset = i64::try_from(offset).map_err(|_| Halt::unsupported("global variable of more than 2^63 bytes"))?;
        let ptr = cx.offset_const(&mut state.path, base, offset);
        unblocked(cx.store(state, &ptr, ty, value, 1, AccessMode::Assumed))
    }

    fn lay_out_arguments(&mut self, cx: &mut C, state: &mut State<C>) -> Step<()> {
        let args = self.options.args.clone();
        let pointer_bytes = self.program.target.pointer_bytes();
        let n_args = u64::try_from(args.len()).expect("arguments fit in memory");
        let size = self.size_constant(cx, (n_args + 1) * pointer_bytes);
        let kind = ObjectKind::Arguments;
        let name = initial_name(ObjectName::ARGUMENTS, 0);
        let argv = cx.allocate(state, Allocation { kind, size, align: 16, zeroed: true, name })?.pointer;
        let mut slot = argv.clone();
        let step = i64::try_from(pointer_bytes).expect("pointers are small");
        for (idx, arg) in args.iter().enumerate() {
            let size = self.size_constant(cx, u64::try_from(arg.len()).expect("arguments fit in memory") + 1);
            let name = initial_name(ObjectName::ARGUMENTS, idx + 1);
            let string = cx.allocate(state, Allocation { kind, size, align: 1, zeroed: true, name })?.pointer;
            let mut at = string.clone();
            for &byte in arg {
                let value = cx.constant(&candor_ir::Bits::new(8, u64::from(byte)));
                unblocked(cx.store(state, &at, Scalar::Int(8), &value, 1, AccessMode::Assumed))?;
                at = cx.offset_const(&mut state.path, &at, 1);
            }
            unblocked(cx.store(state, &slot, Scalar::Ptr, &string, 1, AccessMode::Assumed))?;
            slot = cx.offset_const(&mut state.path, &slot, step);
        }
        let argc = cx.constant(&candor_ir::Bits::new(32, n_args));
        let envp = self.lay_out_environment(cx, state)?;
        self.arguments = [argc, argv, envp];
        Ok(())
    }

    /// An empty environment, for programs that ask for it.
    fn lay_out_environment(&self, cx: &mut C, state: &mut State<C>) -> Step<C::Value> {
        if self.startup.iter().all(|&func| self.program.functions[func].params.len() < 3) {
            return Ok(C::Value::default());
        }
        let size = self.size_constant(cx, self.program.target.pointer_bytes());
        let name = initial_name(ObjectName::ARGUMENTS, self.options.args.len() + 1);
        Ok(cx.allocate(state, Allocation { kind: ObjectKind::Arguments, size, align: 16, zeroed: true, name })?.pointer)
    }
}

fn initial_name(call_path: u64, index: usize) -> ObjectName {
    let site = Site { func: FuncId::from_u32(0), inst: InstId::from_u32(0) };
    ObjectName { call_path, site, ordinal: u32::try_from(index).expect("ids are u32") }
}

fn word_constant<C: Control>(cx: &mut C, endian: Endian, word: &[u8]) -> C::Value {
    let mut bytes = word.to_vec();
    if endian == Endian::Big {
        bytes.reverse();
    }
    let width = u32::try_from(bytes.len()).expect("at most 8") * 8;
    cx.constant(&candor_ir::Bits::from_le_bytes(width, &bytes))
}

/// An access that the interpreter makes on its own account cannot be refused.
pub(crate) fn unblocked<T, B>(result: Result<T, Blocked<B>>) -> Step<T> {
    result.map_err(|blocked| match blocked {
        Blocked::Conditions(_) | Blocked::Elsewhere(..) => Halt::bug("an assumed access was refused"),
        Blocked::Stop(stop) => stop.into(),
    })
}
