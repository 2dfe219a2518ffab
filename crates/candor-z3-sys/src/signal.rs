//! What happens on Ctrl-C stays what it was.
//!
//! For the time of a check, Z3 catches the signal itself, and stops that one check on it: whoever else waits for Ctrl-C is not told.
//! When two threads check at once, older versions leave their handler behind for good. So the action of before is kept here, and put
//! back when a check ends, and by [`keep_ctrl_c`] while it goes on. A signal that comes before that is not seen here: a check that
//! ends as if interrupted, though nobody has interrupted it, was ended by Ctrl-C; [`repeat_ctrl_c`] passes that on.

use std::mem::MaybeUninit;
use std::ptr;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How many checks go on, and the action before the first of them.
struct Kept {
    n_checks: usize,
    action: Option<libc::sigaction>,
}

static KEPT: Mutex<Kept> = Mutex::new(Kept { n_checks: 0, action: None });

fn lock() -> MutexGuard<'static, Kept> {
    KEPT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A check that goes on.
pub(crate) struct CtrlC(());

impl CtrlC {
    pub(crate) fn keep() -> CtrlC {
        let mut kept = lock();
        if kept.n_checks == 0 {
            kept.action = current();
        }
        kept.n_checks += 1;
        CtrlC(())
    }
}

impl Drop for CtrlC {
    fn drop(&mut self) {
        let mut kept = lock();
        kept.n_checks -= 1;
        put_back(&kept);
    }
}

/// Takes Ctrl-C away from a Z3 that has caught it.
pub fn keep_ctrl_c() {
    let kept = lock();
    if kept.n_checks > 0 {
        put_back(&kept);
    }
}

/// Ctrl-C once more, for those whom Z3 has not let see it.
pub fn repeat_ctrl_c() {
    // SAFETY: the function takes numbers; whatever handler there is was made for this signal.
    unsafe { libc::raise(libc::SIGINT) };
}

fn current() -> Option<libc::sigaction> {
    let mut action = MaybeUninit::uninit();
    // SAFETY: asks only; the place for the answer is large enough, and filled in if the result is zero.
    unsafe { (libc::sigaction(libc::SIGINT, ptr::null(), action.as_mut_ptr()) == 0).then(|| action.assume_init()) }
}

fn put_back(kept: &Kept) {
    let Some(action) = &kept.action else { return };
    if current().is_some_and(|now| now.sa_sigaction == action.sa_sigaction && now.sa_flags == action.sa_flags) {
        return;
    }
    // SAFETY: the action is one that the system gave us, so that its handler is one; it cannot have gone away since, as handlers
    // are functions of loaded code.
    unsafe { libc::sigaction(libc::SIGINT, action, ptr::null_mut()) };
}
