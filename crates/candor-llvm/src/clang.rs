//! Runs clang: one process for each file, its bitcode read from a pipe.
//!
//! Nothing may be optimised before it is checked, so clang compiles at -O0 but without `optnone` (which would forbid
//! promotion later), and its own undefined-behaviour instrumentation, in trap mode, marks what IR cannot say.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::config::{DataModel, FrontendConfig};
use crate::error::FrontendError;
use crate::process::{Output, output_within};

/// What a compilation database adds for one file.
#[derive(Clone, Debug, Default)]
pub(crate) struct FileFlags {
    pub(crate) args: Vec<OsString>,
    pub(crate) directory: Option<PathBuf>,
    pub(crate) std: Option<String>,
}

const SANITIZERS: &str = "shift,array-bounds,bool,float-cast-overflow,vla-bound,builtin,unreachable";

/// The names under which clang is looked for, the best first.
const CANDIDATES: [&str; 2] = ["clang-22", "clang"];

/// What clang makes of a file.
#[derive(Debug, Clone)]
pub(crate) struct Compiled {
    pub(crate) bitcode: Vec<u8>,
    pub(crate) warnings: Warnings,
}

/// What clang warns of and bitcode does not tell.
#[derive(Debug, Clone, Default)]
pub(crate) struct Warnings {
    /// Where an expression changes a variable twice, or changes and reads it, in no order: `++i + ++i`.
    pub(crate) unsequenced: Vec<Place>,
    /// Where a pointer becomes an integer of fewer bits at once: `(int)&x`, not `(int)(intptr_t)&x`.
    pub(crate) narrowed: Vec<Place>,
}

/// A line as clang's messages name it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) file: String,
    pub(crate) line: u32,
}

/// Compiles a file to bitcode, with candor's headers. A 64-bit program that needs other headers gets those of the system,
/// and then all from there: glibc's do not mix with ours. For 32 bits there are often none.
///
/// Few warnings are of use. A program that clang refuses is compiled again without any, so that the message is about errors alone.
pub(crate) fn compile(
    path: &Path,
    headers: &Path,
    flags: &FileFlags,
    config: &FrontendConfig,
) -> Result<Compiled, FrontendError> {
    let run = |headers, warnings: &[&str]| run(path, arguments(path, headers, warnings, flags, config), flags, config);
    let compile_with = |headers| match run(headers, WARNINGS) {
        Ok(output) => {
            Ok(Compiled { warnings: Warnings::new(&String::from_utf8_lossy(&output.stderr)), bitcode: output.stdout })
        }
        // The program may ask for some warnings as errors; what is out of order stands among the messages all the same.
        Err(FrontendError::Clang { stderr, .. }) => {
            let output = run(headers, NO_WARNINGS)?;
            Ok(Compiled { warnings: Warnings::new(&stderr), bitcode: output.stdout })
        }
        Err(error) => Err(error),
    };
    let own = compile_with(Some(headers));
    match own {
        Err(FrontendError::Clang { .. }) if config.data_model == DataModel::Lp64 => compile_with(None).or(own),
        _ => own,
    }
}

impl Warnings {
    /// Reads them from what clang writes: lines `file:line:column: warning: ... [-Wunsequenced]`, or an error where the
    /// program asks for that.
    fn new(messages: &str) -> Warnings {
        let mut warnings = Warnings::default();
        for line in messages.lines() {
            let Some((message, group)) = line.strip_suffix(']').and_then(|line| line.rsplit_once('[')) else {
                continue;
            };
            let group = group.rsplit(',').next().unwrap_or(group);
            let places = match group {
                "-Wunsequenced" => &mut warnings.unsequenced,
                _ if group.ends_with("pointer-to-int-cast") || group.ends_with("pointer-to-enum-cast") => {
                    &mut warnings.narrowed
                }
                _ => continue,
            };
            places.extend(place(message));
        }
        warnings
    }
}

/// The place that a message begins with.
fn place(message: &str) -> Option<Place> {
    let (place, _) = message.rsplit_once(": warning: ").or_else(|| message.rsplit_once(": error: "))?;
    let (place, _column) = place.rsplit_once(':')?;
    let (file, line) = place.rsplit_once(':')?;
    Some(Place { file: file.to_owned(), line: line.parse().ok()? })
}

/// Runs clang; what it writes to its standard streams. `path` is the file that messages are about.
pub(crate) fn run(
    path: &Path,
    args: Vec<OsString>,
    flags: &FileFlags,
    config: &FrontendConfig,
) -> Result<Output, FrontendError> {
    let mut tried = Vec::new();
    for program in programs(config) {
        let mut command = Command::new(&program);
        command.args(&args);
        if let Some(directory) = &flags.directory {
            command.current_dir(directory);
        }
        match output_within(&mut command, config.clang_limit) {
            Ok(None) => {
                let stderr = format!("clang did not end within {} seconds", config.clang_limit.as_secs());
                return Err(FrontendError::Clang { path: path.to_owned(), stderr });
            }
            Ok(Some(output)) if output.status.success() => return Ok(output),
            Ok(Some(output)) => {
                let mut stderr = String::from_utf8_lossy(&output.stderr).trim_end().to_owned();
                if stderr.is_empty() {
                    stderr = format!("clang ended with {}", output.status);
                }
                return Err(FrontendError::Clang { path: path.to_owned(), stderr });
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                tried.push(program.to_string_lossy().into_owned());
            }
            Err(source) => {
                return Err(FrontendError::Io { path: PathBuf::from(program), source });
            }
        }
    }
    Err(FrontendError::ClangMissing { tried: tried.join(", ") })
}

/// Whether signed arithmetic wraps by agreement: of these options, the last one counts.
fn wraps(flags: &FileFlags, config: &FrontendConfig) -> bool {
    let args = flags.args.iter().filter_map(|arg| arg.to_str()).chain(config.extra_args.iter().map(String::as_str));
    let mut wraps = false;
    for arg in args {
        match arg {
            "-fwrapv" | "-fno-strict-overflow" => wraps = true,
            "-fno-wrapv" | "-fstrict-overflow" => wraps = false,
            _ => {}
        }
    }
    wraps
}

fn programs(config: &FrontendConfig) -> Vec<OsString> {
    match &config.clang {
        Some(clang) => vec![clang.clone().into_os_string()],
        None => CANDIDATES.iter().map(OsString::from).collect(),
    }
}

fn arguments(
    path: &Path,
    headers: Option<&Path>,
    warnings: &[&str],
    flags: &FileFlags,
    config: &FrontendConfig,
) -> Vec<OsString> {
    let mut args: Vec<OsString> = Vec::with_capacity(64);
    let mut push = |arg: &dyn AsRef<OsStr>| args.push(arg.as_ref().to_owned());
    push(&format!("--target={}", config.data_model.triple()));
    for arg in BASE_ARGS {
        push(arg);
    }
    let signed = if wraps(flags, config) { "" } else { ",signed-integer-overflow" };
    let unsigned = if config.unsigned_wrap { ",unsigned-integer-overflow" } else { "" };
    push(&format!("-fsanitize={SANITIZERS}{signed}{unsigned}"));
    let std = config.std.as_ref().or(flags.std.as_ref()).map_or("gnu11", String::as_str);
    push(&format!("-std={std}"));
    for arg in &flags.args {
        push(arg);
    }
    for define in &config.defines {
        push(&format!("-D{define}"));
    }
    for dir in &config.include_dirs {
        push(&"-I");
        push(&absolute(dir));
    }
    match headers {
        Some(headers) => {
            push(&"-nostdlibinc");
            push(&"-isystem");
            push(&absolute(headers));
        }
        // glibc's macros for ctype.h read a table that candor does not have; the functions do.
        None => push(&"-D__NO_CTYPE"),
    }
    for arg in &config.extra_args {
        push(arg);
    }
    for arg in warnings {
        push(arg);
    }
    push(&"-x");
    push(&if path.extension().is_some_and(|ext| ext == "i") { "cpp-output" } else { "c" });
    push(&"--");
    push(&path);
    args
}

/// clang may run in another folder than we do.
fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// What every compilation gets.
const BASE_ARGS: &[&str] = &[
    "-c",
    "-emit-llvm",
    "-o",
    "-",
    "-O0",
    "-Xclang",
    "-disable-O0-optnone",
    // At -O0 clang leaves lifetime markers out unless someone asks for use-after-scope.
    "-Xclang",
    "-fsanitize-address-use-after-scope",
    "-g",
    "-gcolumn-info",
    "-fno-discard-value-names",
    "-fno-stack-protector",
    "-ffp-contract=off",
    "-fno-sanitize-merge",
    "-fno-sanitize-debug-trap-reasons",
    "-fsanitize-trap=all",
    "-U_FORTIFY_SOURCE",
    // Old C is C too: what became an error in recent compilers is none here.
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=implicit-int",
    "-Wno-error=int-conversion",
    "-Wno-error=incompatible-pointer-types",
    "-Wno-error=incompatible-function-pointer-types",
];

/// Says no more of warnings than where they are, and refuses nothing for them.
const WARNINGS: &[&str] = &[
    "-Wunsequenced",
    "-Wpointer-to-int-cast",
    "-Wpointer-to-enum-cast",
    "-Wno-error",
    "-fno-caret-diagnostics",
    "-fno-color-diagnostics",
];
const NO_WARNINGS: &[&str] = &["-w"];
