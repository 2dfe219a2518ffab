//! Places in the source: where threads are, and where the user wants them to stop.

use candor_context_concrete::{ConcreteContext, Value};
use candor_interp::{State, Thread, ThreadId};
use candor_ir::{FileId, FuncId, InstId, Loc, LocId, Program};

/// Where a thread is in its user's own code.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spot {
    pub(crate) thread: ThreadId,
    /// How many functions are active below, of the library's too.
    pub(crate) n_below: usize,
    pub(crate) call_path: u64,
    pub(crate) func: FuncId,
    pub(crate) inst: InstId,
    pub(crate) file: FileId,
    pub(crate) line: u32,
    /// Whether it is there itself, and not in a library function that was called from there.
    pub(crate) is_top: bool,
}

impl Spot {
    /// Whether both are the same line of the same call.
    pub(crate) fn is_same_line(&self, other: &Spot) -> bool {
        self.is_same_call(other) && (self.file, self.line) == (other.file, other.line)
    }

    pub(crate) fn is_same_call(&self, other: &Spot) -> bool {
        (self.thread, self.n_below, self.call_path) == (other.thread, other.n_below, other.call_path)
    }
}

/// The innermost function of the user's that a thread is in; `None` before it has come to one.
pub(crate) fn spot(program: &Program, thread: &Thread<Value>) -> Option<Spot> {
    let depth = thread.depth();
    let mut frames = thread.frames().enumerate();
    let (idx, frame) = frames.find(|(_, frame)| !program.functions[frame.func].library)?;
    let function = &program.functions[frame.func];
    let loc = user_loc(program, function.insts[frame.pc].loc).or_else(|| user_loc(program, function.loc))?;
    Some(Spot {
        thread: thread.id,
        n_below: depth - 1 - idx,
        call_path: frame.call_path,
        func: frame.func,
        inst: frame.pc,
        file: loc.file,
        line: loc.line,
        is_top: idx == 0,
    })
}

/// Whether the running thread stands before an instruction that has a line of its own.
pub(crate) fn is_on_a_line(program: &Program, state: &State<ConcreteContext<'static>>) -> bool {
    let top = &state.thread.top;
    let function = &program.functions[top.func];
    !function.library && user_loc(program, function.insts[top.pc].loc).is_some()
}

pub(crate) fn user_loc(program: &Program, loc: LocId) -> Option<Loc> {
    let loc = program.source.get(loc)?;
    (loc.line != 0 && !program.source.files[loc.file].library).then_some(loc)
}

/// A place that a user has named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Line(FileId, u32),
    Function(FuncId),
}

impl Target {
    /// Whether a thread that has just come to a line is there.
    pub(crate) fn is_at(&self, program: &Program, spot: &Spot) -> bool {
        match *self {
            Target::Line(file, line) => (spot.file, spot.line) == (file, line),
            Target::Function(func) => spot.func == func && first_line(program, func) == Some(spot.inst),
        }
    }

    pub(crate) fn describe(&self, program: &Program, name: impl Fn(FileId) -> String) -> String {
        match *self {
            Target::Line(file, line) => format!("{}:{line}", name(file)),
            Target::Function(func) => format!("`{}`", program.functions[func].name),
        }
    }
}

/// The first instruction of a function that has a line. Control never comes back to a function's first block.
fn first_line(program: &Program, func: FuncId) -> Option<InstId> {
    let function = &program.functions[func];
    let block = &function.blocks[function.entry()];
    let mut insts = function.insts.iter().filter(|(inst, _)| (block.first..block.end).contains(inst));
    insts.find(|(_, data)| user_loc(program, data.loc).is_some()).map(|(inst, _)| inst)
}

/// The place that `12`, `file.c:12` or a function's name means; `here` is the file that a bare number is about.
pub(crate) fn find(program: &Program, text: &str, here: Option<FileId>) -> Result<Target, String> {
    let (file, line) = match text.rsplit_once(':') {
        Some((file, line)) if !file.ends_with(':') => (Some(file), line),
        _ => (None, text),
    };
    match line.parse::<u32>() {
        Ok(line) => {
            let file = match file {
                Some(name) => find_file(program, name)?,
                None => here.ok_or("which file? `file.c:12` says it")?,
            };
            let line = line_with_code(program, file, line)?;
            Ok(Target::Line(file, line))
        }
        Err(_) => find_function(program, text).map(Target::Function),
    }
}

pub(crate) fn find_function(program: &Program, name: &str) -> Result<FuncId, String> {
    let mut functions = program.functions.iter().filter(|(_, function)| function.is_defined() && !function.library);
    let found = functions.find(|(_, function)| function.name == name).map(|(func, _)| func);
    found.ok_or_else(|| format!("there is no line and no function `{name}`"))
}

fn find_file(program: &Program, name: &str) -> Result<FileId, String> {
    let is_it = |path: &str| path == name || path.ends_with(&format!("/{name}"));
    let mut files = program.source.files.iter().filter(|(_, file)| !file.library);
    let found = files.find(|(_, file)| is_it(&file.path)).map(|(id, _)| id);
    found.ok_or_else(|| format!("there is no file `{name}`"))
}

/// The line itself, or the next one that something happens in.
fn line_with_code(program: &Program, file: FileId, line: u32) -> Result<u32, String> {
    let insts =
        program.functions.values().filter(|function| !function.library).flat_map(|function| function.insts.values());
    let lines = insts.filter_map(|inst| program.source.get(inst.loc)).filter(|loc| loc.file == file);
    let next = lines.map(|loc| loc.line).filter(|&other| other >= line).min();
    next.ok_or_else(|| format!("nothing happens in line {line} or below it"))
}
