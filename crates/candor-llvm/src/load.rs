//! Entry point: files in, a linked program out.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use candor_ir::{Endian, Program, Symbol, Target};
use rustc_hash::FxHashMap;

use crate::clang::{self, FileFlags};
use crate::config::FrontendConfig;
use crate::error::FrontendError;
use crate::layout::Layout;
use crate::llvm::{Context, DataLayout, Module};
use crate::session::{Origin, Session};
use crate::{body, compile_commands, headers, initializer, libc};

/// Compiles, reads and links the inputs: `.c`, `.i`, `.ll`, `.bc`, and `compile_commands.json`, which stands for the C files
/// it lists.
pub fn load(inputs: &[PathBuf], config: &FrontendConfig) -> Result<Program, FrontendError> {
    let mut units = Vec::new();
    for path in inputs {
        if path.file_name().is_some_and(|name| name == "compile_commands.json") {
            units.extend(compile_commands::read(path, None)?);
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
    let inputs = read_modules(&context, units, config)?;
    let (target, layout) = common_target(&inputs)?;
    let mut session = Session::new(target, layout, config.link_libc.then_some(config.data_model));
    for input in &inputs {
        session.register(&input.module, &input.path, input.origin)?;
    }
    for input in &inputs {
        session.register_aliases(&input.module, &input.path)?;
    }
    for input in &inputs {
        session.copy_registered(&input.module, input.origin);
    }
    copy_tasks(&mut session);
    let library = link_libc(&context, &mut session, config)?;
    let program = session.finish();
    // The modules go before their context.
    drop(library);
    drop(inputs);
    drop(context);
    Ok(program)
}

/// A module that was read.
struct Input {
    path: PathBuf,
    module: Module,
    origin: Origin,
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
        Some("c" | "i" | "h") => Ok(Kind::Source),
        Some("ll" | "bc") => Ok(Kind::Ir),
        _ => Err(FrontendError::UnknownKind { path: path.to_owned() }),
    }
}

fn read_modules(context: &Context, units: &[Unit], config: &FrontendConfig) -> Result<Vec<Input>, FrontendError> {
    // All names first: a typing mistake in the last one should not cost a compilation.
    let kinds = units.iter().map(|unit| kind_of(&unit.path)).collect::<Result<Vec<Kind>, _>>()?;
    let mut include = None;
    let mut inputs = Vec::new();
    for (unit, kind) in units.iter().zip(kinds) {
        let input = match kind {
            Kind::Source => {
                let include = match &include {
                    Some(include) => include,
                    None => include.insert(headers::lay_out(libc::headers(), config.cache_dir.as_deref())?),
                };
                read_source(context, unit, include, config)?
            }
            Kind::Ir => read_ir(context, &unit.path, config)?,
        };
        inputs.push(input);
    }
    Ok(inputs)
}

fn read_source(
    context: &Context,
    unit: &Unit,
    include: &Path,
    config: &FrontendConfig,
) -> Result<Input, FrontendError> {
    let bitcode = clang::compile(&unit.path, include, &unit.flags, config)?;
    let module = context
        .parse(&bitcode, &unit.path.to_string_lossy())
        .map_err(|message| FrontendError::Parse { path: unit.path.clone(), message })?;
    Ok(Input { path: unit.path.clone(), module, origin: Origin::Compiled })
}

fn read_ir(context: &Context, path: &Path, config: &FrontendConfig) -> Result<Input, FrontendError> {
    let bytes = fs::read(path).map_err(|source| FrontendError::Io { path: path.to_owned(), source })?;
    if let Some(command) = &config.probe_command {
        run_probe(command, path)?;
    }
    let module = context
        .parse(&bytes, &path.to_string_lossy())
        .map_err(|message| FrontendError::Parse { path: path.to_owned(), message })?;
    module.verify().map_err(|message| FrontendError::Verify { path: path.to_owned(), message })?;
    Ok(Input { path: path.to_owned(), module, origin: Origin::Foreign })
}

/// Lets another process read the file first. It reports errors by its status; we only mind if it dies, because then
/// reading the file ourselves would be our death too.
fn run_probe(command: &[String], path: &Path) -> Result<(), FrontendError> {
    let Some((program, args)) = command.split_first() else { return Ok(()) };
    let status = Command::new(program)
        .args(args.iter().map(OsString::from).chain([path.as_os_str().to_owned()]))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .map_err(|source| FrontendError::Io { path: PathBuf::from(program), source })?;
    if status.code().is_none() {
        let message = format!("it crashes on it ({status})");
        return Err(FrontendError::Unreadable { path: path.to_owned(), message });
    }
    Ok(())
}

/// The target that all modules agree on.
fn common_target(inputs: &[Input]) -> Result<(Target, Layout), FrontendError> {
    let first = &inputs[0];
    let data_layout = first.module.data_layout();
    for other in &inputs[1..] {
        if other.module.data_layout() != data_layout {
            let message = format!("compiled for another target than {}", first.path.display());
            return Err(FrontendError::Target { path: other.path.clone(), message });
        }
    }
    let layout = DataLayout::new(&data_layout);
    let endian = if layout.is_little_endian() { Endian::Little } else { Endian::Big };
    let target =
        Target { pointer_bits: layout.pointer_bits(), endian, data_layout, triple: first.module.triple() };
    Ok((target, Layout::new(layout)))
}

fn copy_tasks(session: &mut Session) {
    while let Some(task) = session.next_task() {
        match task.symbol {
            Symbol::Function(func) => body::copy(session, func, task.value),
            Symbol::Global(global) => initializer::copy(session, global, task.value),
        }
    }
}

/// Links the models of the C library that the program needs, and those that they need.
fn link_libc(
    context: &Context,
    session: &mut Session,
    config: &FrontendConfig,
) -> Result<FxHashMap<&'static str, Module>, FrontendError> {
    let mut modules: FxHashMap<&'static str, Module> = FxHashMap::default();
    if !config.link_libc || session.program.target.pointer_bits != config.data_model.pointer_bits() {
        return Ok(modules);
    }
    while let Some(symbol) = session.next_undefined() {
        let Some(found) = libc::module_defining(&symbol, config.data_model) else { continue };
        if !modules.contains_key(found.name) {
            let module = context
                .open_lazily(found.bitcode, found.name)
                .map_err(|message| FrontendError::Libc { module: found.name.to_owned(), message })?;
            modules.insert(found.name, module);
        }
        let module = &modules[found.name];
        let value = module
            .function_named(&symbol)
            .or_else(|| module.global_named(&symbol))
            .or_else(|| module.alias_named(&symbol));
        if let Some(value) = value {
            session.define_from_library(symbol, value, Path::new(found.name));
            copy_tasks(session);
        }
    }
    Ok(modules)
}
