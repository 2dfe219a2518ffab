//! Entry point: files in, a linked program out.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use candor_ir::{Endian, Program, Symbol, Target};

use crate::clang::{self, Compiled, FileFlags, Warnings};
use crate::config::{DataModel, FrontendConfig};
use crate::error::FrontendError;
use crate::layout::Layout;
use crate::libc::{self, Library};
use crate::linker::{Linker, Origin};
use crate::llvm::{Context, DataLayout, Linkage, Module, Value, is_bitcode};
use crate::process::output_within;
use crate::{body, compile_commands, headers, initializer, order};

/// Compiles, reads and links the inputs: `.c`, `.i`, `.ll`, `.bc`, and `compile_commands.json`, which stands for the C files
/// it lists.
pub fn load(inputs: &[PathBuf], config: &FrontendConfig) -> Result<Program, FrontendError> {
    let mut units = Vec::new();
    for path in inputs {
        if path.file_name().is_some_and(|name| name == "compile_commands.json") {
            units.extend(compile_commands::read_unit(path, config.unit.as_deref())?);
        } else {
            units.push(Unit { path: path.clone(), flags: FileFlags::default() });
        }
    }
    load_units(&units, config)
}

/// Loads the C files of a compilation database; with `select` only those whose path contains it.
pub fn load_compile_commands(
    path: &Path,
    select: Option<&str>,
    config: &FrontendConfig,
) -> Result<Program, FrontendError> {
    load_units(&compile_commands::read(path, select)?, config)
}

/// The C files of a compilation database, under the names by which `FrontendConfig::unit` picks one.
pub fn database_files(path: &Path) -> Result<Vec<PathBuf>, FrontendError> {
    Ok(compile_commands::read(path, None)?.into_iter().map(|unit| unit.path).collect())
}

/// Reads LLVM IR and throws it away: for a process that may crash in our place.
pub fn probe(bytes: &[u8]) -> Result<(), String> {
    let context = Context::new();
    let module = context.parse(bytes, "input")?;
    module.verify()
}

/// One input.
#[derive(Debug)]
pub(crate) struct Unit {
    pub(crate) path: PathBuf,
    pub(crate) flags: FileFlags,
}

fn load_units(units: &[Unit], config: &FrontendConfig) -> Result<Program, FrontendError> {
    if units.is_empty() {
        return Err(FrontendError::NoInput);
    }
    let context = Context::new();
    let mut library = Library::new(&context, config.data_model);
    let mut inputs = read_modules(&context, units, config, &mut library)?;
    let own = own_standard_functions(&inputs, config.data_model);
    if !own.is_empty() {
        // The compiler was to know that the program has these itself, before it took their calls for something else.
        inputs = read_modules(&context, &without_built_ins(units, &own), config, &mut library)?;
    }
    let (target, layout) = common_target(&inputs, config.data_model)?;
    let libc = libc_model(&target, config);
    let mut linker = Linker::new(target, layout, libc);
    for input in &inputs {
        linker.register(&input.module, &input.path, input.origin)?;
    }
    for input in &inputs {
        linker.register_aliases(&input.module, &input.path)?;
    }
    for input in &inputs {
        linker.narrowed.extend_from_slice(&input.warnings.narrowed);
        linker.copy_registered(&input.module, input.origin);
    }
    copy_tasks(&mut linker);
    if let Some(model) = libc {
        if model != config.data_model {
            library = Library::new(&context, model);
        }
        if linker.has_arguments() {
            for (name, signature) in &config.further {
                linker.function_named(name, signature);
            }
        }
        library.link(&mut linker, copy_tasks)?;
    }
    let mut program = linker.finish();
    let unsequenced = inputs.iter().flat_map(|input| &input.warnings.unsequenced);
    unsequenced.for_each(|place| order::note_unsequenced(&mut program, place));
    Ok(program)
}

/// The functions of the C library that the program defines itself.
fn own_standard_functions(inputs: &[Input], model: DataModel) -> Vec<String> {
    let functions = inputs.iter().flat_map(|input| input.module.functions()).filter(|function| function.has_body());
    let others = inputs.iter().flat_map(|input| [input.module.aliases(), input.module.ifuncs()].concat());
    let defined = functions.chain(others).filter(|function| !is_only_here(*function));
    let mut names: Vec<String> = defined.map(Value::name).filter(|name| libc::is_standard(name, model)).collect();
    names.sort();
    names.dedup();
    names
}

/// What a compiler has to be told of the functions of the C library that a program defines itself, so that it calls them.
pub fn own_function_args(program: &Program, model: DataModel) -> Vec<String> {
    let is_own = |symbol: &Symbol| match symbol {
        Symbol::Function(func) => program.functions[*func].is_defined() && !program.functions[*func].library,
        Symbol::Global(_) => false,
    };
    let own = program.symbols.iter().filter(|(name, symbol)| is_own(symbol) && libc::is_standard(name, model));
    let mut names: Vec<&String> = own.map(|(name, _)| name).collect();
    names.sort();
    names.into_iter().map(|name| without_built_in(name)).collect()
}

fn without_built_in(name: &str) -> String {
    format!("-fno-builtin-{name}")
}

/// Whether a definition says nothing about what other files call by the name.
fn is_only_here(function: Value) -> bool {
    matches!(
        function.linkage(),
        Linkage::LLVMInternalLinkage | Linkage::LLVMPrivateLinkage | Linkage::LLVMAvailableExternallyLinkage
    )
}

/// The units, to be compiled so that these functions are like any other.
fn without_built_ins(units: &[Unit], names: &[String]) -> Vec<Unit> {
    let flags: Vec<OsString> = names.iter().map(|name| without_built_in(name).into()).collect();
    let with_flags = |unit: &Unit| {
        let mut unit = Unit { path: unit.path.clone(), flags: unit.flags.clone() };
        unit.flags.args.extend(flags.iter().cloned());
        unit
    };
    units.iter().map(with_flags).collect()
}

/// A module that was read.
struct Input {
    path: PathBuf,
    module: Module,
    origin: Origin,
    warnings: Warnings,
}

/// What kind of file it is, by its name.
enum Kind {
    Source,
    Ir,
}

fn kind_of(path: &Path) -> Result<Kind, FrontendError> {
    let metadata = fs::metadata(path).map_err(|source| match source.kind() {
        std::io::ErrorKind::NotFound => FrontendError::NotFound { path: path.to_owned() },
        _ => FrontendError::Io { path: path.to_owned(), source },
    })?;
    if metadata.is_dir() {
        return Err(FrontendError::IsDirectory { path: path.to_owned() });
    }
    match path.extension().and_then(|ext| ext.to_str()) {
        Some("c" | "i") => Ok(Kind::Source),
        Some("ll" | "bc") => Ok(Kind::Ir),
        _ => Err(FrontendError::UnknownKind { path: path.to_owned() }),
    }
}

fn read_modules(
    context: &Context,
    units: &[Unit],
    config: &FrontendConfig,
    library: &mut Library<'_>,
) -> Result<Vec<Input>, FrontendError> {
    // All names first: a typing mistake in the last one should not cost a compilation.
    let kinds = units.iter().map(|unit| kind_of(&unit.path)).collect::<Result<Vec<Kind>, _>>()?;
    let sources: Vec<&Unit> =
        units.iter().zip(&kinds).filter(|(_, kind)| matches!(kind, Kind::Source)).map(|(unit, _)| unit).collect();
    let mut compiled = compile_all(&sources, config, library)?.into_iter();
    let mut inputs = Vec::new();
    for (unit, kind) in units.iter().zip(kinds) {
        inputs.push(match kind {
            Kind::Source => {
                let Compiled { bitcode, warnings } = compiled.next().expect("one for each source")?;
                let module = parse(context, &bitcode, &unit.path)?;
                Input { path: unit.path.clone(), module, origin: Origin::Compiled, warnings }
            }
            Kind::Ir => read_ir(context, &unit.path, config)?,
        });
    }
    Ok(inputs)
}

/// Runs clang for every source, several at once, and reads models of the library meanwhile. The results are in the order of
/// the sources, errors too.
fn compile_all(
    sources: &[&Unit],
    config: &FrontendConfig,
    library: &mut Library<'_>,
) -> Result<Vec<Result<Compiled, FrontendError>>, FrontendError> {
    if sources.is_empty() {
        return Ok(Vec::new());
    }
    let include = headers::lay_out(libc::headers(), config.cache_dir.as_deref())?;
    let n_workers = thread::available_parallelism().map_or(1, usize::from).min(sources.len());
    let slots: Vec<OnceLock<_>> = sources.iter().map(|_| OnceLock::new()).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(unit) = sources.get(index) else { break };
            slots[index].get_or_init(|| clang::compile(&unit.path, &include, &unit.flags, config));
        }
    };
    thread::scope(|scope| {
        for _ in 0..n_workers {
            scope.spawn(work);
        }
        if config.link_libc {
            sources.iter().for_each(|unit| prefetch(library, &unit.path));
        }
    });
    Ok(slots.into_iter().map(|slot| slot.into_inner().expect("each was compiled")).collect())
}

/// Sources above this size take clang so long that a few milliseconds do not matter.
const MAX_PREFETCH_BYTES: u64 = 1 << 18;

fn prefetch(library: &mut Library<'_>, path: &Path) {
    let is_small = fs::metadata(path).is_ok_and(|metadata| metadata.len() <= MAX_PREFETCH_BYTES);
    if is_small && let Ok(source) = fs::read(path) {
        library.prefetch(&String::from_utf8_lossy(&source));
    }
}

fn parse(context: &Context, bytes: &[u8], path: &Path) -> Result<Module, FrontendError> {
    let name = path.to_string_lossy();
    context.parse(bytes, &name).map_err(|message| {
        // LLVM says `name:line:column: error: what`, and the name is said already.
        let place = message.strip_prefix(&*name).and_then(|rest| rest.strip_prefix(':'));
        let message = place.map_or_else(|| message.clone(), |rest| rest.replacen(" error: ", " ", 1));
        FrontendError::Parse { path: path.to_owned(), message }
    })
}

fn read_ir(context: &Context, path: &Path, config: &FrontendConfig) -> Result<Input, FrontendError> {
    let bytes = fs::read(path).map_err(|source| FrontendError::Io { path: path.to_owned(), source })?;
    if let Some(command) = &config.probe_command {
        run_probe(command, path, config.clang_limit)?;
    }
    if path.extension().is_some_and(|ext| ext == "bc") && !is_bitcode(&bytes) {
        let message = "this is not LLVM bitcode".to_owned();
        return Err(FrontendError::Parse { path: path.to_owned(), message });
    }
    let module = parse(context, &bytes, path)?;
    module.verify().map_err(|message| FrontendError::Verify { path: path.to_owned(), message })?;
    Ok(Input { path: path.to_owned(), module, origin: Origin::Foreign, warnings: Warnings::default() })
}

/// Lets another process read the file first. It reports errors by its status; we only mind if it dies, because then
/// reading the file ourselves would be our death too.
fn run_probe(command: &[String], path: &Path, limit: Duration) -> Result<(), FrontendError> {
    let Some((program, args)) = command.split_first() else {
        return Ok(());
    };
    let mut command = Command::new(program);
    command.args(args.iter().map(OsString::from).chain([path.as_os_str().to_owned()]));
    let unreadable = |message| FrontendError::Unreadable { path: path.to_owned(), message };
    let output = output_within(&mut command, limit)
        .map_err(|source| FrontendError::Io { path: PathBuf::from(program), source })?
        .ok_or_else(|| unreadable(format!("reading it takes more than {} seconds", limit.as_secs())))?;
    if output.status.code().is_some() {
        return Ok(());
    }
    let stderr = String::from_utf8_lossy(&output.stderr);
    let reason = stderr.lines().find_map(|line| line.strip_prefix("LLVM ERROR: "));
    let message = reason.map_or_else(|| format!("it crashes ({})", output.status), str::to_owned);
    Err(unreadable(message))
}

/// The target that all modules agree on. A module without one gets that of the data model.
fn common_target(inputs: &[Input], model: DataModel) -> Result<(Target, Layout), FrontendError> {
    let known = inputs.iter().find(|input| !input.module.data_layout().is_empty());
    let (data_layout, triple) = match known {
        Some(input) => (input.module.data_layout(), input.module.triple()),
        None => (model.data_layout().to_owned(), model.triple().to_owned()),
    };
    for input in inputs {
        let other = input.module.data_layout();
        if !other.is_empty() && other != data_layout {
            let first = known.map(|input| input.path.display().to_string()).unwrap_or_default();
            let message = format!("compiled for {}, but {first} for {triple}", input.module.triple());
            return Err(FrontendError::Target { path: input.path.clone(), message });
        }
    }
    let layout = DataLayout::new(&data_layout);
    let endian = if layout.is_little_endian() { Endian::Little } else { Endian::Big };
    let target = Target { pointer_bits: layout.pointer_bits(), endian, data_layout, triple };
    Ok((target, Layout::new(layout)))
}

/// The libc for a target: what was compiled elsewhere need not have the data model that we would choose.
fn libc_model(target: &Target, config: &FrontendConfig) -> Option<DataModel> {
    let models = [DataModel::Lp64, DataModel::Ilp32];
    models.into_iter().find(|model| config.link_libc && model.pointer_bits() == target.pointer_bits)
}

fn copy_tasks(linker: &mut Linker) {
    while let Some(task) = linker.next_task() {
        match task.symbol {
            Symbol::Function(func) => body::copy(linker, func, task.value),
            Symbol::Global(global) => initializer::copy(linker, global, task.value),
        }
    }
}
