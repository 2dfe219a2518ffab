//! A context: one run of Z3 with all that it was told.

use std::cell::Cell;
use std::ffi::{CStr, CString, c_int};
use std::marker::PhantomData;
use std::sync::{Arc, Mutex, PoisonError};

use crate::library::{Handle, Library};
use crate::signal::CtrlC;

thread_local! {
    /// Whether Z3 has reported an error to this thread since somebody last looked.
    static HAS_FAILED: Cell<bool> = const { Cell::new(false) };
}

/// Z3 without a handler may end the process. The answer has the message.
unsafe extern "C" fn on_error(_: Option<Handle>, _: c_int) {
    HAS_FAILED.set(true);
}

/// Z3 and what it was told. It belongs to the thread that made it, as errors are told to that thread.
pub struct Context {
    library: Library,
    shared: Arc<Shared>,
    not_send: PhantomData<*mut ()>,
}

/// Stops a context from any thread.
#[derive(Clone)]
pub struct Interrupter {
    library: Library,
    shared: Arc<Shared>,
}

struct Shared {
    /// `None` when the context is deleted.
    context: Mutex<Option<SharedHandle>>,
}

#[derive(Copy, Clone)]
struct SharedHandle(Handle);

// SAFETY: other threads than the context's own only pass it to Z3_interrupt, which Z3 allows from any thread, and only under the
// lock, which deleting takes as well.
unsafe impl Send for SharedHandle {}

impl Context {
    /// A context that was told nothing.
    ///
    /// Panics if Z3 has no memory for one.
    pub fn new(library: Library) -> Context {
        let functions = library.functions;
        // SAFETY: the function takes nothing.
        let config = unsafe { (functions.mk_config)() }.expect("Z3 makes a configuration");
        // SAFETY: the configuration is new.
        let context = unsafe { (functions.mk_context)(config) }.expect("Z3 makes a context");
        // SAFETY: the context is new, and does not need the configuration any more. The handler is a function that always exists.
        unsafe {
            (functions.set_error_handler)(context, on_error);
            (functions.del_config)(config);
        }
        let shared = Arc::new(Shared { context: Mutex::new(Some(SharedHandle(context))) });
        Context { library, shared, not_send: PhantomData }
    }

    /// Runs SMT-LIB 2 commands, and returns all that they print. If Z3 reports an error, that is an `Err`.
    pub fn evaluate(&mut self, commands: &str) -> Result<String, String> {
        let commands = CString::new(commands).map_err(|_| "commands have no zero in them".to_owned())?;
        let handle = self.shared.get().expect("only `drop` takes it");
        let ctrl_c = CtrlC::keep();
        HAS_FAILED.set(false);
        // SAFETY: the context exists and this is its thread; nobody else calls functions that work on it. The string outlives the
        // call.
        let answer = unsafe { (self.library.functions.eval_smtlib2_string)(handle.0, commands.as_ptr()) };
        drop(ctrl_c);
        if answer.is_null() {
            return Err("Z3 says nothing".to_owned());
        }
        // SAFETY: a string of C, which Z3 keeps until the next call with this context; it is copied at once.
        let answer = unsafe { CStr::from_ptr(answer) }.to_string_lossy().into_owned();
        if HAS_FAILED.take() { Err(answer) } else { Ok(answer) }
    }

    /// What stops this context.
    pub fn interrupter(&self) -> Interrupter {
        Interrupter { library: self.library, shared: Arc::clone(&self.shared) }
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // Taken first, so that nobody interrupts what is being deleted.
        if let Some(handle) = self.shared.take() {
            // SAFETY: this is the context's thread, and `&mut self` says that it is not at work. From here on nobody has the handle.
            unsafe { (self.library.functions.del_context)(handle.0) };
        }
    }
}

impl Interrupter {
    /// Stops what the context does, as soon as Z3 notices. A context that was interrupted is good for nothing but to be dropped.
    pub fn interrupt(&self) {
        let context = self.shared.context.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(handle) = *context {
            // SAFETY: the context is not deleted while we have the lock, and this function is for any thread at any time.
            unsafe { (self.library.functions.interrupt)(handle.0) };
        }
    }
}

impl Shared {
    fn get(&self) -> Option<SharedHandle> {
        *self.context.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self) -> Option<SharedHandle> {
        self.context.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}
