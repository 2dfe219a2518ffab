//! Links candor's models of the C library: the modules that define what the program leaves undefined, opened lazily.

use std::path::Path;

use candor_ir::{Scalar, SigParam, Signature};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::config::DataModel;
use crate::error::FrontendError;
use crate::linker::Linker;
use crate::llvm::{Context, Module, Value};

/// The headers, by path and content.
pub(crate) fn headers() -> &'static [(&'static str, &'static str)] {
    candor_libc::headers()
}

/// Whether there is a model of this name.
pub(crate) fn defines(symbol: &str, model: DataModel) -> bool {
    module_defining(symbol, model).is_some()
}

fn module_defining(symbol: &str, model: DataModel) -> Option<candor_libc::Module> {
    let model = match model {
        DataModel::Ilp32 => candor_libc::DataModel::Ilp32,
        DataModel::Lp64 => candor_libc::DataModel::Lp64,
    };
    candor_libc::module_defining(symbol, model)
}

/// Functions that candor has without a model in C, and that the compiler knows.
const BUILT_IN: [&str; 9] =
    ["memcpy", "memmove", "memset", "malloc", "calloc", "realloc", "free", "aligned_alloc", "abort"];

/// Functions of math.h that candor has without a model in C, for `double`; those for `float` and `long double` end in `f` and `l`.
const MATH: [&str; 44] = [
    "sqrt",
    "fabs",
    "floor",
    "ceil",
    "trunc",
    "rint",
    "nearbyint",
    "round",
    "roundeven",
    "fma",
    "fmin",
    "fmax",
    "copysign",
    "sin",
    "cos",
    "tan",
    "asin",
    "acos",
    "atan",
    "atan2",
    "sinh",
    "cosh",
    "tanh",
    "asinh",
    "acosh",
    "atanh",
    "exp",
    "exp2",
    "exp10",
    "expm1",
    "log",
    "log2",
    "log10",
    "log1p",
    "pow",
    "cbrt",
    "hypot",
    "fmod",
    "remainder",
    "drem",
    "erf",
    "erfc",
    "tgamma",
    "lgamma",
];

/// Whether a function of this name is one of the C library's: the compiler may take a call of it for a call of its own, unless it is told
/// that the program has another one.
pub(crate) fn is_standard(name: &str, model: DataModel) -> bool {
    let is_math = |name: &str| MATH.contains(&name);
    let base = name.strip_suffix(['f', 'l']);
    BUILT_IN.contains(&name) || is_math(name) || base.is_some_and(is_math) || defines(name, model)
}

/// How the library gets memory. A program that has both `malloc` and `free` replaces all of them, in the library too: what `strdup`
/// returns is freed by the program.
const ALLOCATION: [&str; 5] = ["malloc", "calloc", "realloc", "free", "aligned_alloc"];

/// Whether the library calls a function of this name in the program, where the program has one.
pub(crate) fn is_replaceable(name: &str, program_has: impl Fn(&str) -> bool) -> bool {
    ALLOCATION.contains(&name) && program_has("malloc") && program_has("free")
}

/// Functions that register what is to run at the end. It is `exit` that runs it, also after `main` has returned, so a program
/// that calls one of these needs `exit` even if it never names it.
const REGISTERS_HANDLERS: [&str; 3] = ["atexit", "on_exit", "__cxa_atexit"];

/// Functions that set handlers of signals, which `abort` then has to run.
const SETS_SIGNAL_HANDLERS: [&str; 2] = ["signal", "sigaction"];

/// Functions after which signals may be blocked: a handler's own signal is while it runs.
const BLOCKS_SIGNALS: [&str; 5] = ["signal", "sigaction", "sigprocmask", "pthread_sigmask", "sigsuspend"];

/// Functions that make threads.
const MAKES_THREADS: [&str; 2] = ["pthread_create", "thrd_create"];

/// Functions that give a stream a buffer of the program's.
const SETS_BUFFERS: [&str; 3] = ["setvbuf", "setbuf", "setbuffer"];

/// Functions that tell how late it is.
const READS_CLOCKS: [&str; 4] = ["time", "gettimeofday", "clock_gettime", "timespec_get"];

/// Functions that leave cleanup handlers, and the one that needs those of others.
const PUSHES_CLEANUP: [&str; 4] = ["pthread_cancel", "__pthread_cleanup_push", "pthread_once", "call_once"];

/// Functions of the library that have something to do only if the program names one of others, and what is linked in their place if it
/// does not. So nobody has to think of threads that are cancelled where none ever is. What the program names is known before any
/// model is linked; models name only `pthread_once` and `__pthread_cleanup_push` of these others, and only for a program that names one itself.
const ONLY_WITH: [(&str, &[&str], &str); 14] = [
    ("__model_is_cancelled", &["pthread_cancel"], "__model_no"),
    ("__model_can_cancel", &["pthread_cancel"], "__model_no"),
    ("__model_end_cancelled", &["pthread_cancel"], "__model_nothing"),
    ("__model_cancellation_point", &["pthread_cancel"], "__model_nothing"),
    ("__model_may_cancel", &["pthread_cancel"], "__model_nothing"),
    ("__model_run_cleanup", &PUSHES_CLEANUP, "__model_nothing"),
    ("__model_save_mask", &BLOCKS_SIGNALS, "__model_save_no_mask"),
    ("__model_load_mask", &BLOCKS_SIGNALS, "__model_load_no_mask"),
    ("__model_begin_file_use", &MAKES_THREADS, "__model_nothing"),
    ("__model_end_file_use", &MAKES_THREADS, "__model_nothing"),
    ("__model_trap", &SETS_SIGNAL_HANDLERS, "__model_nothing"),
    ("__model_debug_trap", &SETS_SIGNAL_HANDLERS, "__model_nothing"),
    ("__model_use_buffer", &SETS_BUFFERS, "__model_use_no_buffer"),
    ("__model_pass_time", &READS_CLOCKS, "__model_pass_no_time"),
];

/// The model that defines a symbol in this program, by its name in the library.
fn model_of<'s>(symbol: &'s str, linker: &Linker) -> &'s str {
    let is_named = |name: &&str| linker.program.symbols.contains_key(*name);
    match ONLY_WITH.iter().find(|(name, ..)| *name == symbol) {
        Some((_, others, instead)) if !others.iter().any(is_named) => instead,
        Some(_) | None => symbol,
    }
}

fn exit_signature() -> Signature {
    let status = SigParam { ty: Scalar::I32, byval: None };
    Signature { params: vec![status], results: Vec::new(), variadic: false }
}

/// The modules opened so far.
pub(crate) struct Library<'c> {
    context: &'c Context,
    model: DataModel,
    modules: FxHashMap<&'static str, Module>,
}

impl<'c> Library<'c> {
    pub(crate) fn new(context: &'c Context, model: DataModel) -> Library<'c> {
        Library { context, model, modules: FxHashMap::default() }
    }

    /// Links the models that the program needs, and those that they need; `copy` copies what was added to the work.
    pub(crate) fn link(&mut self, linker: &mut Linker, copy: impl Fn(&mut Linker)) -> Result<(), FrontendError> {
        while let Some(wanted) = linker.next_undefined() {
            let symbol = &wanted.name;
            let model = model_of(symbol, linker);
            let Some((name, module)) = self.open(model)? else {
                continue;
            };
            let value = module
                .function_named(model)
                .or_else(|| module.global_named(model))
                .or_else(|| module.alias_named(model));
            if let Some(value) = value {
                if REGISTERS_HANDLERS.contains(&symbol.as_str()) {
                    linker.library_function("exit", &exit_signature());
                }
                if SETS_SIGNAL_HANDLERS.contains(&symbol.as_str()) {
                    let signature = Signature { params: Vec::new(), results: Vec::new(), variadic: false };
                    linker.function_named("__model_abort", &signature);
                }
                linker.define_from_library(wanted, value, Path::new(name));
                copy(linker);
            }
        }
        Ok(())
    }

    /// The module that defines a symbol.
    fn open(&mut self, symbol: &str) -> Result<Option<(&'static str, &Module)>, FrontendError> {
        let Some(found) = module_defining(symbol, self.model) else {
            return Ok(None);
        };
        if !self.modules.contains_key(found.name) {
            let module = self
                .context
                .open_lazily(found.bitcode, found.name)
                .map_err(|message| FrontendError::Libc { module: found.name.to_owned(), message })?;
            self.modules.insert(found.name, module);
        }
        Ok(Some((found.name, &self.modules[found.name])))
    }

    /// Reads the models whose names a C source mentions. Nothing depends on it: it is what we do while clang runs, and takes
    /// 3 of the 28 ms off a hello world.
    pub(crate) fn prefetch(&mut self, source: &str) {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let mut work: Vec<String> = source.split(|c| !is_word(c)).map(str::to_owned).collect();
        let mut seen = FxHashSet::default();
        while let Some(symbol) = work.pop() {
            // An error would come again when the module is really needed, and be reported then.
            if let Ok(Some((name, module))) = self.open(&symbol)
                && seen.insert(name)
            {
                let (bodies, needs): (Vec<Value>, Vec<Value>) =
                    module.functions().into_iter().partition(|function| function.has_body());
                bodies.iter().for_each(|function| drop(function.materialize()));
                work.extend(needs.into_iter().map(Value::name));
            }
        }
    }
}
