//! Sets are valid: on concrete and symbolic runs of all test programs, whatever a pointer really points to is in its computed set.
//!
//! A symbolic run is a path with an execution that takes it: symbolic execution finds the paths, and the machine follows each of
//! them with the choices of its execution.
//!
//! Before each step every pointer operand of the next instruction is compared: its object must be the one that the analysis
//! names, at that offset; if it is dead by then the set must say so; and what the analysis calls safe must be in bounds. Every number
//! must lie in its range, and nothing is executed that was thought unreachable, also by the values of variables ([`visits`]). Programs
//! are compared as they are loaded and as engines get them, with local variables in registers, and also with what is left of sets where precision
//! is given up.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use candor_context_concrete::{ChoiceQueues, ChoiceSource, ConcreteContext, RunConfig, Value, View, watch};
use candor_engine_symex::{PathEnd, SymexOptions, explore};
use candor_interp::{Image, ObjectId, ObjectKind, Site, State, ThreadId};
use candor_ir::{Callee, CheckSet, EntityRef, InstKind, Operand, Program, Scalar, ValueId};
use candor_llvm::{DataModel, FrontendConfig, load};
use candor_points_to::{AbstractObject, Config, Haste, PointsTo, Precision, Targets, Visits, accesses, visits};

/// How many steps of a run are compared: many, or, in the ordinary test, some.
const MAX_STEPS: u64 = 150_000;
const SOME_STEPS: u64 = 20_000;
/// The ordinary test takes every so many-th program.
const SAMPLE: usize = 6;
/// The same for symbolic runs, which take longer; each program so many paths, round loops so often.
const SYMBOLIC_SAMPLE: usize = 25;
const MAX_PATHS: u64 = 12;
const MAX_ROUNDS: u32 = 12;
const MAX_TIME: Duration = Duration::from_secs(10);
/// How many states are told apart where values of variables are followed, and for how long.
const N_STATES: usize = 20;
const VISITS_TIME: Duration = Duration::from_secs(1);
/// A program that takes longer is named.
const SLOW: Duration = Duration::from_secs(5);
const STACK: usize = 256 << 20;

/// Compares one execution with the sets.
struct Observer<'a> {
    program: &'a Program,
    points_to: &'a PointsTo,
    /// Where executions get to by the values of variables, if that is known.
    visits: Option<Visits>,
    /// What each object is, by the instruction that made it.
    objects: Vec<AbstractObject>,
    /// Where each thread stood before the last step.
    before: Vec<(ThreadId, Site)>,
    n_args: usize,
    failures: Vec<String>,
    n_pointers: u64,
    n_numbers: u64,
    n_safe: u64,
    n_accesses: u64,
}

impl Observer<'_> {
    fn observe(&mut self, image: &Image<ConcreteContext<'_>>, state: &State<ConcreteContext<'_>>) {
        self.name_new_objects(state);
        let site = state.thread.top.site();
        let threads = state.threads();
        self.before = threads.map(|thread| (thread.id, thread.top.site())).collect();
        let function = &self.program.functions[site.func];
        let kind = &function.insts[site.inst].kind;
        if !self.points_to.is_reached(site) {
            self.fail(site, "is executed, but was thought unreachable".to_owned());
            return;
        }
        if self.visits.as_ref().is_some_and(|visits| !visits.is_visited(site)) {
            self.fail(site, "is executed, but not by the values of variables".to_owned());
        }
        let mut operands = Vec::new();
        kind.for_each_operand(|operand| operands.push(operand));
        kind.for_each_edge(|edge| operands.extend(&function.edges[edge].args));
        for operand in operands {
            let Operand::Value(value) = operand else { continue };
            let actual = state.thread.top.regs[value.index()].clone();
            match function.values[value].ty {
                Scalar::Ptr => {
                    self.n_pointers += 1;
                    self.compare(state, site, operand, &actual);
                }
                Scalar::Int(_) => self.compare_number(site, value, &actual),
                Scalar::Float(_) => {}
            }
        }
        self.compare_accesses(image, state, site);
    }

    fn fail(&mut self, site: Site, message: String) {
        if self.failures.len() < 5 {
            let name = &self.program.functions[site.func].name;
            let dump = candor_ir::dump_function(self.program, site.func);
            let line = dump.lines().find(|line| line.contains(&format!("{}", site.inst))).unwrap_or_default();
            self.failures.push(format!("{name} {} {line}: {message}", site.inst));
        }
    }

    /// Objects that the last step has made.
    fn name_new_objects(&mut self, state: &State<ConcreteContext<'_>>) {
        let mut n_byval = 0;
        // Another thread may have been given the step; the one that runs now is the one that took it.
        let last = self.before.iter().find(|(thread, _)| *thread == state.thread.id).map(|(_, site)| *site);
        for id in self.objects.len()..state.memory.len() as usize {
            let object = state.memory.get(ObjectId(u32::try_from(id).expect("few objects"))).expect("it was just made");
            // The scheduler may have changed threads since: then it was made by another one that can have made it.
            let mut sites = last.into_iter().chain(self.before.iter().map(|(_, site)| *site));
            let maker = sites.find(|site| makes(&self.program.functions[site.func].insts[site.inst].kind, object.kind));
            let what = match (object.kind, maker.or(last)) {
                (ObjectKind::Global(global), _) => AbstractObject::Global(global),
                (ObjectKind::Function(func), _) => AbstractObject::Function(func),
                // A block from outside, which is one of the arguments to the analysis.
                (ObjectKind::Arguments, Some(_)) => AbstractObject::ArgumentList,
                (ObjectKind::Arguments, None) => {
                    // One argument, the program's name.
                    self.n_args += 1;
                    match self.n_args {
                        1 => AbstractObject::ArgumentList,
                        2 => AbstractObject::ArgumentStrings,
                        _ => AbstractObject::Environment,
                    }
                }
                (ObjectKind::Heap, Some(site)) => AbstractObject::Heap(site),
                (ObjectKind::VarArgs, Some(site)) => AbstractObject::VarArgs(site),
                (ObjectKind::Stack, Some(site)) => match &self.program.functions[site.func].insts[site.inst].kind {
                    InstKind::Call(call) => {
                        let copies = call.args.iter().enumerate().filter(|(_, arg)| arg.byval.is_some());
                        let (idx, _) = copies.clone().nth(n_byval).expect("a copy belongs to an argument");
                        n_byval += 1;
                        AbstractObject::ByVal(site, u32::try_from(idx).expect("few arguments"))
                    }
                    // A variable that comes to life again.
                    InstKind::LifetimeStart { .. } => AbstractObject::Stack(object.made),
                    _ => AbstractObject::Stack(site),
                },
                (ObjectKind::External, Some(_)) => panic!("external memory is only given where it is asked for"),
                (_, None) => panic!("an object before the first step"),
            };
            self.objects.push(what);
        }
        if let Some(site) = last {
            self.name_again(state, site);
        }
    }

    /// Where threads take turns inside a step, the result of the instruction tells best what was made by it.
    fn name_again(&mut self, state: &State<ConcreteContext<'_>>, site: Site) {
        let frame = &state.thread.top;
        let inst = &self.program.functions[site.func].insts[site.inst];
        if frame.func != site.func {
            return;
        }
        let made = match &inst.kind {
            InstKind::Alloca { .. } => inst.result.map(|result| (result, AbstractObject::Stack(site))),
            InstKind::Call(call) => match call.callee {
                Callee::Direct(func) if is_allocator(&self.program.functions[func].name) => {
                    call.results.first().map(|&result| (result, AbstractObject::Heap(site)))
                }
                _ => None,
            },
            _ => None,
        };
        let Some((result, what)) = made else { return };
        if let Some((object, 0)) = frame.regs[result.index()].unmarked().as_ptr() {
            self.objects[object.0 as usize] = what;
        }
    }

    fn compare(&mut self, state: &State<ConcreteContext<'_>>, site: Site, operand: Operand, actual: &Value) {
        let targets = self.points_to.targets(site, operand);
        let valid = match actual.unmarked().view() {
            View::Int(_) | View::Wide(_) | View::Undef(_) => targets.null || targets.unknown,
            View::Addr(address) => targets.unknown && self.is_exposed(address.object),
            View::Ptr(object, offset) => {
                let live = state.memory.get(object).is_some_and(|object| object.live);
                self.is_in(&targets, object, offset, live)
            }
        };
        if !valid {
            let what = actual.unmarked().as_ptr().map(|(object, _)| self.objects[object.0 as usize]);
            let live = actual.as_ptr().map(|(object, _)| state.memory.get(object).map(|object| object.live));
            self.fail(site, format!("{operand:?} is {actual:?} = {what:?}, live {live:?}, not in {targets:?}"));
        }
    }

    fn compare_number(&mut self, site: Site, value: ValueId, actual: &Value) {
        let Some(numbers) = self.points_to.number(site.func, value) else { return };
        let View::Int(word) = actual.unmarked().view() else { return };
        self.n_numbers += 1;
        if !numbers.contains(word) {
            self.fail(site, format!("{value} is {word}, not in {numbers:?}"));
        }
    }

    fn is_exposed(&self, object: ObjectId) -> bool {
        let what = self.objects[object.0 as usize];
        self.points_to.exposed().iter().any(|&exposed| self.points_to.object(exposed).what == what)
    }

    fn is_in(&self, targets: &Targets, object: ObjectId, offset: i64, live: bool) -> bool {
        if targets.unknown && self.is_exposed(object) {
            return true;
        }
        let what = self.objects[object.0 as usize];
        let named = |&(target, at): &(AbstractObject, candor_points_to::Offset)| {
            target == what && at.known().is_none_or(|at| at == offset)
        };
        match live {
            true => targets.objects.iter().any(named),
            false => targets.invalidated,
        }
    }

    fn compare_accesses(&mut self, image: &Image<ConcreteContext<'_>>, state: &State<ConcreteContext<'_>>, site: Site) {
        let kind = &self.program.functions[site.func].insts[site.inst].kind;
        let is_access = matches!(kind, InstKind::Load { .. } | InstKind::Store { .. });
        self.n_accesses += u64::from(is_access);
        if self.points_to.access_is_safe(self.program, site).is_none() {
            return;
        }
        self.n_safe += u64::from(is_access);
        for access in accesses(self.program, site) {
            let value = match access.ptr {
                Operand::Value(value) => &state.thread.top.regs[value.index()],
                Operand::Const(constant) => &image.consts[constant.index()],
            };
            let fits = value.as_ptr().is_some_and(|(object, offset)| {
                let object = state.memory.get(object).expect("a pointer has an object");
                let end = u64::try_from(offset).ok().zip(access.bytes).and_then(|(at, bytes)| at.checked_add(bytes));
                object.live && end.zip(object.plain_size).is_some_and(|(end, size)| end <= size)
            });
            if !fits {
                self.fail(site, format!("a safe access goes wrong: {value:?}"));
            }
        }
    }
}

fn is_allocator(name: &str) -> bool {
    matches!(name, "malloc" | "calloc" | "realloc" | "aligned_alloc" | "memalign")
}

fn stdin_of(source: &str) -> Vec<u8> {
    let line = source.lines().find_map(|line| line.split_once("//@ stdin:")).map_or("", |(_, text)| text.trim());
    line.replace("\\n", "\n").into_bytes()
}

/// What was compared.
#[derive(Default)]
struct Counts {
    n_runs: u64,
    n_pointers: u64,
    n_numbers: u64,
    n_safe: u64,
    n_accesses: u64,
}

fn compare(program: &Arc<Program>, stdin: &[u8], choices: ChoiceSource, counts: &mut Counts) -> Result<(), String> {
    compare_with(program, &PointsTo::analyse(program), stdin, choices, counts)
}

fn compare_with(
    program: &Arc<Program>,
    points_to: &PointsTo,
    stdin: &[u8],
    choices: ChoiceSource,
    counts: &mut Counts,
) -> Result<(), String> {
    let mut observer = Observer {
        program,
        points_to,
        visits: visits_of(program),
        objects: Vec::new(),
        before: Vec::new(),
        n_args: 0,
        failures: Vec::new(),
        n_pointers: 0,
        n_numbers: 0,
        n_safe: 0,
        n_accesses: 0,
    };
    let config = RunConfig { choices, max_steps: Some(max_steps()), stdin: Box::new(stdin), ..RunConfig::default() };
    watch(program, config, &mut |image, state| observer.observe(image, state));
    counts.n_runs += 1;
    counts.n_pointers += observer.n_pointers;
    counts.n_numbers += observer.n_numbers;
    counts.n_safe += observer.n_safe;
    counts.n_accesses += observer.n_accesses;
    match observer.failures.is_empty() {
        true => Ok(()),
        false => Err(observer.failures.join("\n    ")),
    }
}

/// Where executions get to by the values of variables, in a program with one thread.
fn visits_of(program: &Program) -> Option<Visits> {
    let start = Instant::now();
    let is_enough = || start.elapsed() > VISITS_TIME;
    if candor_interp::makes_threads(program) {
        None
    } else {
        visits(program, Precision { n_states: N_STATES, pointers: true }, &is_enough).ok()
    }
}

fn compare_file(path: &Path, counts: &mut Counts) -> Result<(), String> {
    let source = String::from_utf8_lossy(&std::fs::read(path).expect("readable")).into_owned();
    let stdin = stdin_of(&source);
    let models = match source.contains("//@ data-model: ILP32") {
        true => vec![DataModel::Ilp32],
        false if source.contains("//@ data-model: both") => vec![DataModel::Lp64, DataModel::Ilp32],
        false => vec![DataModel::Lp64],
    };
    for data_model in models {
        let config = FrontendConfig { data_model, ..FrontendConfig::default() };
        // Files that are not meant to load are the business of other tests.
        let Ok(mut program) = load(&[path.to_path_buf()], &config) else { continue };
        program.select_checks(CheckSet::default_on());
        compare(&Arc::new(program.clone()), &stdin, ChoiceSource::Seed(1), counts)?;
        candor_analysis::prepare(&mut program);
        let program = Arc::new(program);
        for choices in [ChoiceSource::Zero, ChoiceSource::Seed(2)] {
            compare(&program, &stdin, choices, counts).map_err(|why| format!("prepared: {why}"))?;
        }
        for haste in [Haste::Sets, Haste::SetsAndOrder] {
            let points_to = PointsTo::analyse_with(&program, Config { haste, ..Config::default() });
            compare_with(&program, &points_to, &stdin, ChoiceSource::Seed(2), counts)
                .map_err(|why| format!("{haste:?}: {why}"))?;
        }
    }
    Ok(())
}

/// Follows the paths that symbolic execution finds.
fn compare_paths(path: &Path, counts: &mut Counts) -> Result<(), String> {
    let source = String::from_utf8_lossy(&std::fs::read(path).expect("readable")).into_owned();
    let Ok(mut program) = load(&[path.to_path_buf()], &FrontendConfig::default()) else { return Ok(()) };
    program.select_checks(CheckSet::default_on());
    candor_analysis::prepare(&mut program);
    let program = Arc::new(program);
    let points_to = PointsTo::analyse(&program);
    // The engine is for one thread.
    if points_to.is_disordered() {
        return Ok(());
    }
    let mut options = SymexOptions { max_paths: Some(MAX_PATHS), ..SymexOptions::default() };
    options.engine.unwind = Some(MAX_ROUNDS);
    options.engine.timeout = Some(MAX_TIME);
    let mut paths = Vec::new();
    explore(&program, &options, &mut |_| {}, &mut |end: &PathEnd| paths.push(end.choices.clone()));
    for choices in paths {
        let mut queues = ChoiceQueues::default();
        choices.iter().for_each(|choice| queues.push(choice.kind, choice.value.clone()));
        compare_with(&program, &points_to, &stdin_of(&source), ChoiceSource::Queues(queues), counts)?;
    }
    Ok(())
}

/// Whether there is time for all programs and long runs.
fn is_long() -> bool {
    std::env::var_os("CANDOR_LONG").is_some()
}

fn max_steps() -> u64 {
    if is_long() { MAX_STEPS } else { SOME_STEPS }
}

/// Whether an instruction can make an object of this kind.
fn makes(inst: &InstKind, kind: ObjectKind) -> bool {
    match (inst, kind) {
        (InstKind::Call(call), ObjectKind::Stack) => call.args.iter().any(|arg| arg.byval.is_some()),
        (InstKind::Call(_), _) => true,
        (_, kind) => kind == ObjectKind::Stack,
    }
}

fn programs(dir: &Path, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(dir).expect("test programs");
    let mut entries: Vec<PathBuf> = entries.map(|entry| entry.expect("readable").path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            programs(&path, found);
        } else if path.extension().is_some_and(|ext| ext == "c" || ext == "ll") {
            found.push(path);
        }
    }
}

#[test]
fn pointers_point_to_what_is_in_their_sets() {
    compare_all(SAMPLE, compare_file);
}

#[test]
fn pointers_on_symbolic_paths_point_to_what_is_in_their_sets() {
    compare_all(SYMBOLIC_SAMPLE, compare_paths);
}

/// Compares a sample of the test programs, or all of them.
fn compare_all(sample: usize, compare: fn(&Path, &mut Counts) -> Result<(), String>) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests");
    let mut paths = Vec::new();
    programs(&root.join("run"), &mut paths);
    programs(&root.join("check"), &mut paths);
    let filter = std::env::var("CANDOR_TEST").unwrap_or_default();
    paths.retain(|path| path.to_string_lossy().contains(&filter));
    // All of them take minutes: the ordinary test takes a sample, unless someone asks for more or for some by name.
    let step = if filter.is_empty() && !is_long() { sample } else { 1 };
    let paths: Vec<PathBuf> = paths.into_iter().step_by(step).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        let mut counts = Counts::default();
        while let Some(path) = paths.get(next.fetch_add(1, Ordering::Relaxed)) {
            let start = Instant::now();
            if let Err(why) = compare(path, &mut counts) {
                done.push(format!("{}: {why}", path.display()));
            }
            if start.elapsed() >= SLOW {
                println!("slow: {} took {} s", path.display(), start.elapsed().as_secs());
            }
        }
        (done, counts)
    };
    let n_threads = std::thread::available_parallelism().map_or(1, usize::from);
    let results: Vec<(Vec<String>, Counts)> = std::thread::scope(|scope| {
        let start = |_| std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).expect("a thread");
        let workers: Vec<_> = (0..n_threads).map(start).collect();
        workers.into_iter().map(|worker| worker.join().expect("no worker panics")).collect()
    });
    let total = |f: fn(&Counts) -> u64| results.iter().map(|(_, counts)| f(counts)).sum::<u64>();
    println!(
        "{} programs, {} runs, {} pointers and {} numbers compared; {} of {} accesses were known to be safe",
        paths.len(),
        total(|counts| counts.n_runs),
        total(|counts| counts.n_pointers),
        total(|counts| counts.n_numbers),
        total(|counts| counts.n_safe),
        total(|counts| counts.n_accesses)
    );
    let failures: Vec<&String> = results.iter().flat_map(|(failures, _)| failures).collect();
    let text: String = failures.iter().map(|failure| format!("{failure}\n")).collect();
    assert!(failures.is_empty(), "{} of {} programs:\n{text}", failures.len(), paths.len());
}
