//! The boundary of the process: a panic inside becomes an internal error, never an abort.

use std::backtrace::Backtrace;
use std::io::{self, Write};
use std::panic::{self, PanicHookInfo};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use candor_report::{Diagnostic, Kind};

use crate::console;
use crate::options::Format;

/// Programs and types may be nested deeply; only what is used of this costs memory.
const STACK_BYTES: usize = 1 << 30;

/// Runs the work on a thread of its own and turns a panic into a message and an exit code. The process ends with it.
pub(crate) fn guarded(format: Format, failure_status: u8, work: impl FnOnce() -> u8 + Send + 'static) -> ! {
    let last_panic: Arc<Mutex<Option<String>>> = Arc::default();
    let slot = Arc::clone(&last_panic);
    panic::set_hook(Box::new(move |info| {
        *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(describe(info));
    }));
    let spawned = thread::Builder::new().name("candor".into()).stack_size(STACK_BYTES).spawn(work);
    let message = match spawned.map(thread::JoinHandle::join) {
        Ok(Ok(code)) => leave(code),
        Ok(Err(_)) => last_panic.lock().unwrap_or_else(PoisonError::into_inner).take(),
        Err(error) => Some(format!("cannot start a thread: {error}")),
    };
    let message = message.unwrap_or_else(|| "a panic without a message".to_owned());
    let mut diagnostic = Diagnostic::bare(Kind::InternalError, &message);
    diagnostic.hint = Some("this is a bug in candor, not in your program; please report it".to_owned());
    console::report_bare(&diagnostic, format, failure_status);
    leave(failure_status)
}

/// Ends the process at once. Engines that did not come back in time are still at work, and what solvers do at an orderly exit, such as
/// giving back the memory that all of their contexts share, they would not survive.
pub(crate) fn leave(code: u8) -> ! {
    // Nobody is left to tell if that fails.
    _ = io::stdout().flush();
    _exit(i32::from(code))
}

#[expect(unsafe_code, reason = "the standard library has no way to end a process at once with a status")]
// SAFETY: it takes a number, is there in every C library, and does not return.
unsafe extern "C" {
    safe fn _exit(status: i32) -> !;
}

fn describe(info: &PanicHookInfo<'_>) -> String {
    let payload = info.payload();
    let text = payload.downcast_ref::<&str>().copied().or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    let place =
        info.location().map_or_else(String::new, |location| format!(" ({}:{})", location.file(), location.line()));
    let backtrace = Backtrace::capture();
    let trace = match backtrace.status() {
        std::backtrace::BacktraceStatus::Captured => format!("\n{backtrace}"),
        _ => String::new(),
    };
    format!("{}{place}{trace}", text.unwrap_or("a panic without a message"))
}
