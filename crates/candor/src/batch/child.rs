//! The processes of a batch: candor itself, with limits that the system keeps, and dead when the batch is.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{self, Command};
use std::{env, iter};

use rustix::process::{Resource, Rlimit, Signal, getppid, set_parent_process_death_signal, setrlimit};

use crate::status;

/// Says that this process is one of a batch; the limit and the batch's process follow.
const WORD: &str = "__candor-task";

/// Address space is reserved generously (stacks, arenas of the allocator), so that only wild growth is stopped by this; what is
/// really in use is watched from outside.
const SPARE_ADDRESSES: u64 = 8 << 30;

/// This very program, even if its file was replaced by a newer build meanwhile.
pub(super) fn own_program() -> PathBuf {
    let own = Path::new("/proc/self/exe");
    if own.exists() { own.to_owned() } else { env::current_exe().unwrap_or_else(|_| "candor".into()) }
}

/// A process of the batch, which may use this much memory.
pub(super) fn command(memory: u64) -> Command {
    let mut command = Command::new(own_program());
    command.args([WORD, &memory.to_string(), &process::id().to_string()]);
    command
}

/// The command line without what only processes of a batch have; for those, the limits are in force from here on.
pub(crate) fn enter(mut args: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let program = args.next();
    let mut rest = args.peekable();
    if rest.peek().is_none_or(|word| word != WORD) {
        return program.into_iter().chain(rest).collect();
    }
    let numbers: Vec<u64> = rest.by_ref().skip(1).take(2).filter_map(|word| word.to_str()?.parse().ok()).collect();
    if let [memory, batch] = numbers[..] {
        limit(memory, batch);
    }
    iter::once(program.unwrap_or_default()).chain(rest).collect()
}

fn limit(memory: u64, batch: u64) {
    let bytes = Some(memory.saturating_add(SPARE_ADDRESSES));
    let limited = setrlimit(Resource::As, Rlimit { current: bytes, maximum: bytes });
    let core = setrlimit(Resource::Core, Rlimit { current: Some(0), maximum: Some(0) });
    let bound = set_parent_process_death_signal(Some(Signal::KILL));
    let is_orphan = getppid().is_none_or(|parent| u64::try_from(parent.as_raw_nonzero().get()) != Ok(batch));
    // Without its limits the task must not run, and without its batch it need not.
    if limited.is_err() || core.is_err() || bound.is_err() || is_orphan {
        process::exit(i32::from(status::CANNOT_GO_ON));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_command_lines_stay_as_they_are() {
        for args in [&["candor"][..], &["candor", "check", WORD], &[]] {
            let args: Vec<OsString> = args.iter().map(OsString::from).collect();
            assert_eq!(enter(args.clone().into_iter()), args);
        }
    }
}
