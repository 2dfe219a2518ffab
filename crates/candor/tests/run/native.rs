//! The same program, compiled by clang and run by the machine. Results are kept, since neither changes.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::directives::{Directives, Variant};
use crate::execute::execute;
use crate::root;

const LIMIT: Duration = Duration::from_secs(60);

/// What the native program printed and returned.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Native {
    pub(crate) stdout: Vec<u8>,
    pub(crate) status: i32,
}

/// Compiles and runs the files of a test, or remembers how that ended the last time.
pub(crate) fn run(
    files: &[String],
    directives: &Directives,
    variant: &Variant,
    stdin: &[u8],
) -> Result<Native, String> {
    let flags = compiler_flags(directives.get(variant, "flags"));
    let args = directives.get(variant, "args");
    let cache = cache_path(files, &flags, args, stdin)?;
    if let Some(native) = read(&cache) {
        return Ok(native);
    }
    let exe = cache.with_extension(format!("{}.exe", std::process::id()));
    let native = build_and_run(files, &flags, args, stdin, &exe);
    // A leftover would only cost space.
    match fs::remove_file(&exe) {
        Ok(()) | Err(_) => {}
    }
    let native = native?;
    write(&cache, &native).map_err(|error| format!("{}: {error}", cache.display()))?;
    Ok(native)
}

fn build_and_run(files: &[String], flags: &[String], args: &str, stdin: &[u8], exe: &Path) -> Result<Native, String> {
    let mut compiler = Command::new("clang-22");
    compiler.current_dir(root()).args(["-O0", "-w", "-ffp-contract=off", "-std=gnu11"]).args(flags);
    compiler.args(files).arg("-o").arg(exe).args(["-lm", "-latomic"]);
    let compiled = execute(&mut compiler, b"", LIMIT)?;
    if !compiled.status.is_some_and(|status| status.success()) {
        return Err(format!("clang-22 cannot compile this:\n{}", String::from_utf8_lossy(&compiled.stderr)));
    }
    let mut program = Command::new(exe);
    program.args(args.split_whitespace());
    let finished = execute(&mut program, stdin, LIMIT)?;
    let status = finished.status.ok_or("the native program does not end")?;
    Ok(Native { stdout: finished.stdout, status: status.code().unwrap_or_else(|| signal_status(status)) })
}

/// What a shell would show.
fn signal_status(status: std::process::ExitStatus) -> i32 {
    use std::os::unix::process::ExitStatusExt;
    128 + status.signal().unwrap_or(0)
}

/// Those of candor's flags that mean something to clang.
fn compiler_flags(flags: &str) -> Vec<String> {
    let mut own = Vec::new();
    let mut words = flags.split_whitespace();
    while let Some(word) = words.next() {
        if word.starts_with("-D") || word.starts_with("-I") {
            own.push(word.to_owned());
            if word.len() == 2 {
                own.extend(words.next().map(str::to_owned));
            }
        } else if word == "--std" {
            own.extend(words.next().map(|std| format!("-std={std}")));
        } else if let Some(std) = word.strip_prefix("--std=") {
            own.push(format!("-std={std}"));
        }
    }
    own
}

fn cache_path(files: &[String], flags: &[String], args: &str, stdin: &[u8]) -> Result<PathBuf, String> {
    let mut hasher = DefaultHasher::new();
    (flags, args, stdin).hash(&mut hasher);
    for file in files {
        let text = fs::read(root().join(file)).map_err(|error| format!("{file}: {error}"))?;
        // `__FILE__` may be printed.
        (file, text).hash(&mut hasher);
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("native");
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(folder.join(format!("{:016x}.result", hasher.finish())))
}

fn read(path: &Path) -> Option<Native> {
    let bytes = fs::read(path).ok()?;
    let (status, stdout) = bytes.split_first_chunk::<4>()?;
    Some(Native { status: i32::from_le_bytes(*status), stdout: stdout.to_vec() })
}

/// Renamed into place, so that a test that is stopped half-way leaves nothing behind.
fn write(path: &Path, native: &Native) -> std::io::Result<()> {
    let temporary = path.with_extension(format!("{}.tmp", std::process::id()));
    fs::write(&temporary, [&native.status.to_le_bytes()[..], &native.stdout].concat())?;
    fs::rename(temporary, path)
}
