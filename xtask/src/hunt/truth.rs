//! The truth about a program by brute force: a native build with sanitizers, run for every vector of inputs.
//!
//! `runtime.c` loads the program and enumerates the inputs. It is built once for each data model, so that a program costs one run of
//! clang that links nothing large.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::process;

/// How one execution ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum End {
    /// By itself; some blocks may be left.
    Normal,
    /// An assumption of the program did not hold.
    Assumed,
    /// It went on for too long, which in such small programs is for ever.
    Endless,
    Reached,
    Assertion,
    Overflow,
    Arithmetic,
    /// Outside of an array, but not of the object that it is part of.
    Index,
    Access,
    Free,
    Leak,
    Race,
    Deadlock,
    /// What a sanitizer calls wrong and no property of SV-COMP speaks of.
    Other,
}

/// One execution.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    pub(crate) inputs: Vec<i64>,
    pub(crate) end: End,
    /// Heap blocks that were not freed.
    pub(crate) blocks_left: i64,
    /// What the sanitizers have written.
    pub(crate) message: String,
    /// Whether accesses outside of variables may have gone unseen: address sanitizer forgets all about the stack when `longjmp` is called.
    pub(crate) is_blind: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DataModel {
    Lp64,
    Ilp32,
}

impl DataModel {
    fn flag(self) -> &'static str {
        match self {
            DataModel::Lp64 => "-m64",
            DataModel::Ilp32 => "-m32",
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            DataModel::Lp64 => "LP64",
            DataModel::Ilp32 => "ILP32",
        }
    }
}

/// Programs with more executions are left out.
const MOST_RUNS: &str = "160";
const MOST_SCHEDULES: &str = "6000";
const LIMIT: Duration = Duration::from_secs(60);
const CLANG: &str = "clang-22";
/// A wrong index is only noted, so that address sanitizer can tell whether the access is outside of the object too.
const SANITIZERS: [&str; 3] =
    ["-fsanitize=address,undefined,float-cast-overflow", "-fno-sanitize-recover=all", "-fsanitize-recover=bounds"];

/// The executions of one program, each set of them found when it is needed.
pub(crate) struct Executions<'n> {
    native: &'n Native,
    source: PathBuf,
    has_threads: bool,
    found: Vec<(Set, Option<Vec<Run>>)>,
}

/// Which executions: of programs without threads those of a data model, otherwise those that end at races or do not.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Set {
    Model(DataModel, Allocations),
    Races(bool),
}

/// Whether `malloc` and its relatives may give a null pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Allocations {
    Succeed,
    MayFail,
}

impl<'n> Executions<'n> {
    pub(crate) fn new(native: &'n Native, source: &Path, has_threads: bool) -> Executions<'n> {
        Executions { native, source: source.to_owned(), has_threads, found: Vec::new() }
    }

    /// All executions; `None` if there are too many of them, if the program is no C, or if it cannot be built for this model.
    ///
    /// No program with threads depends on the data model.
    pub(crate) fn all(
        &mut self,
        model: DataModel,
        races: bool,
        allocations: Allocations,
    ) -> Result<Option<&[Run]>, String> {
        let set = if self.has_threads { Set::Races(races) } else { Set::Model(model, allocations) };
        let idx = match self.found.iter().position(|(known, _)| *known == set) {
            Some(idx) => idx,
            None => {
                let runs = match set {
                    Set::Races(races) => self.native.schedules(&self.source, races)?,
                    Set::Model(model, allocations) if self.native.has(model) => {
                        self.native.executions(&self.source, model, allocations)?
                    }
                    Set::Model(..) => None,
                };
                self.found.push((set, runs));
                self.found.len() - 1
            }
        };
        Ok(self.found[idx].1.as_deref())
    }
}

/// Where the native runtimes are.
pub(crate) struct Native {
    folder: PathBuf,
}

impl Native {
    /// Builds the runtimes.
    pub(crate) fn new(folder: &Path) -> Result<Native, String> {
        let native = Native { folder: folder.to_owned() };
        write(&folder.join("runtime.c"), include_str!("runtime.c"))?;
        for model in [DataModel::Lp64, DataModel::Ilp32] {
            let mut clang = Command::new(CLANG);
            clang.args([model.flag(), "-O1", "-w", "-rdynamic"]).args(SANITIZERS);
            clang.arg(folder.join("runtime.c")).arg("-o").arg(native.runtime(model));
            let finished = process::run(&mut clang, LIMIT)?;
            if finished.code() != Some(0) && model == DataModel::Lp64 {
                return Err(format!("the runtime of the hunt cannot be built: {}", finished.stderr_text()));
            }
        }
        write(&folder.join("schedule.c"), include_str!("schedule.c"))?;
        let mut clang = Command::new(CLANG);
        clang.args(["-O1", "-w", "-rdynamic"]).arg(folder.join("schedule.c")).arg("-o").arg(folder.join("schedule"));
        let finished = process::run(&mut clang, LIMIT)?;
        if finished.code() != Some(0) {
            return Err(format!("the scheduler of the hunt cannot be built: {}", finished.stderr_text()));
        }
        Ok(native)
    }

    fn runtime(&self, model: DataModel) -> PathBuf {
        self.folder.join(format!("runtime-{}", model.name()))
    }

    /// Whether executables for this model can be built here.
    fn has(&self, model: DataModel) -> bool {
        self.runtime(model).exists()
    }

    /// Whether clang accepts a program.
    pub(crate) fn compiles(&self, source: &Path) -> Result<bool, String> {
        let mut clang = Command::new(CLANG);
        clang.args(["-w", "-fsyntax-only"]).arg(source);
        Ok(process::run(&mut clang, LIMIT)?.code() == Some(0))
    }

    /// All executions of a program without threads; `None` if there are too many of them or it is no C.
    fn executions(
        &self,
        source: &Path,
        model: DataModel,
        allocations: Allocations,
    ) -> Result<Option<Vec<Run>>, String> {
        let library = source.with_extension(format!("{}.so", model.name()));
        let mut clang = Command::new(CLANG);
        clang.args([model.flag(), "-O0", "-w", "-fPIC", "-shared"]).args(SANITIZERS);
        if allocations == Allocations::MayFail {
            clang.args(["-Dmalloc=hunt_malloc", "-Dcalloc=hunt_calloc", "-Drealloc=hunt_realloc"]);
        }
        clang.arg(source).arg("-o").arg(&library);
        if process::run(&mut clang, LIMIT)?.code() != Some(0) {
            return Ok(None);
        }
        let mut command = Command::new(self.runtime(model));
        command.arg(&library).arg(MOST_RUNS);
        command.env("ASAN_OPTIONS", "symbolize=0:detect_leaks=1:exitcode=77:detect_stack_use_after_return=1");
        command.env("UBSAN_OPTIONS", "symbolize=0:exitcode=77");
        let finished = process::run(&mut command, LIMIT)?;
        remove(&library);
        if finished.code() != Some(0) {
            return Ok(None);
        }
        let text = fs::read_to_string(source).map_err(|error| format!("{}: {error}", source.display()))?;
        let mut runs = runs(&finished.stderr_text());
        runs.iter_mut().flatten().for_each(|run| run.is_blind = text.contains("longjmp("));
        Ok(runs)
    }

    /// All executions of a program with threads: all inputs and all schedules. Races end an execution, or are not looked for.
    fn schedules(&self, source: &Path, races: bool) -> Result<Option<Vec<Run>>, String> {
        let library = source.with_extension("threads.so");
        let mut clang = Command::new(CLANG);
        clang.args(["-O0", "-w", "-fPIC", "-shared"]).args(FOR_THREADS).arg(source).arg("-o").arg(&library);
        if process::run(&mut clang, LIMIT)?.code() != Some(0) {
            return Ok(None);
        }
        let mut command = Command::new(self.folder.join("schedule"));
        command.arg(&library).arg(MOST_SCHEDULES).arg(if races { "1" } else { "0" });
        let finished = process::run(&mut command, LIMIT)?;
        remove(&library);
        if finished.code() != Some(0) {
            return Ok(None);
        }
        let runs = runs(&finished.stderr_text());
        Ok(runs.map(distinct))
    }
}

/// Schedules that end in the same way count once.
fn distinct(mut runs: Vec<Run>) -> Vec<Run> {
    runs.sort_by(|a, b| (&a.inputs, a.end, a.blocks_left).cmp(&(&b.inputs, b.end, b.blocks_left)));
    runs.dedup_by(|a, b| a.inputs == b.inputs && a.end == b.end && a.blocks_left == b.blocks_left);
    runs
}

/// Compiler flags for programs with threads: clang puts a call before each access to memory, does not reorder accesses, and traps on
/// undefined behaviour.
const FOR_THREADS: [&str; 6] = [
    "-fsanitize=thread,undefined",
    "-fsanitize-trap=undefined",
    "-mllvm",
    "-tsan-instrument-read-before-write=1",
    "-Dmalloc=hunt_malloc",
    "-Dfree=hunt_free",
];

pub(crate) fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

/// A leftover only costs space.
pub(crate) fn remove(path: &Path) {
    match fs::remove_file(path) {
        Ok(()) | Err(_) => {}
    }
}

/// What the runtime has written, run by run; `None` where one of them asked for too many inputs.
fn runs(text: &str) -> Option<Vec<Run>> {
    let mut runs = Vec::new();
    let mut message = String::new();
    for line in text.lines() {
        if line == "@restart" {
            runs.clear();
            continue;
        }
        let Some(rest) = line.strip_prefix("@end ") else {
            message.push_str(line);
            message.push('\n');
            continue;
        };
        let mut numbers = rest.split(' ').map_while(|word| word.parse::<i64>().ok());
        let (status, signal, blocks_left) = (numbers.next()?, numbers.next()?, numbers.next()?);
        let end = end(status, signal, &message)?;
        runs.push(Run {
            inputs: numbers.collect(),
            end,
            blocks_left,
            message: std::mem::take(&mut message),
            is_blind: false,
        });
    }
    Some(runs)
}

/// What a run's status and the sanitizers' words mean; `None` if it asked for too many inputs.
fn end(status: i64, signal: i64, message: &str) -> Option<End> {
    const ALARM: i64 = 14;
    const ABORT: i64 = 6;
    Some(match (status, signal) {
        // The first fault counts, unless the access behind it is outside of the object too.
        (code, _) if message.contains(INDEX) && code != 97 && !message.contains("AddressSanitizer:") => End::Index,
        (0, _) => End::Normal,
        (96, _) => End::Leak,
        (97, _) => return None,
        (98, _) => End::Assumed,
        (99, _) => End::Reached,
        (100, _) => End::Race,
        (101, _) => End::Deadlock,
        (102, _) => End::Other,
        (103, _) => End::Access,
        (104, _) => End::Free,
        (_, ALARM) => End::Endless,
        // A program may call `abort`; that is an end like others.
        (_, ABORT) if !message.contains("Assertion `") => End::Normal,
        _ => words(message),
    })
}

/// How the sanitizer for undefined behaviour calls a wrong index.
const INDEX: &str = "out of bounds for type";

/// The sanitizers' names of faults; the first of this list that occurs counts.
fn words(message: &str) -> End {
    const NAMES: [(&str, End); 25] = [
        ("Assertion `", End::Assertion),
        ("signed integer overflow", End::Overflow),
        ("cannot be represented in type 'int'; cast", End::Overflow),
        ("negation of", End::Overflow),
        ("division of", End::Overflow),
        ("division by zero", End::Arithmetic),
        ("shift exponent", End::Arithmetic),
        ("left shift of", End::Arithmetic),
        ("outside the range of representable", End::Arithmetic),
        ("attempting double-free", End::Free),
        ("attempting free on", End::Free),
        ("bad-free", End::Free),
        ("attempting to call realloc", End::Free),
        ("null pointer of type", End::Access),
        ("within null pointer", End::Access),
        ("null pointer passed", End::Access),
        ("variable length array bound", End::Other),
        ("misaligned", End::Other),
        ("not a valid value", End::Other),
        ("incorrect function type", End::Other),
        ("offset to null pointer", End::Other),
        ("pointer index expression", End::Other),
        ("memcpy-param-overlap", End::Other),
        ("AddressSanitizer:", End::Access),
        (INDEX, End::Index),
    ];
    NAMES.iter().find(|(name, _)| message.contains(name)).map_or(End::Other, |(_, end)| *end)
}
