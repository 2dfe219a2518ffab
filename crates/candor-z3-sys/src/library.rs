//! Finding Z3 and its functions.

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::fmt;
use std::mem::transmute_copy;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::ptr::NonNull;

/// The files that are tried, in the folders that the system looks in, when none is named.
pub const FILES: [&str; 2] = ["libz3.so.4", "libz3.so"];

/// What Z3 calls `Z3_config` and `Z3_context`.
pub(crate) type Handle = NonNull<c_void>;
pub(crate) type ErrorHandler = unsafe extern "C" fn(Option<Handle>, c_int);

/// The functions that we use, with the types of `z3_api.h`. Those types are the same from Z3 4.8 on.
pub(crate) struct Functions {
    pub(crate) mk_config: unsafe extern "C" fn() -> Option<Handle>,
    pub(crate) del_config: unsafe extern "C" fn(Handle),
    pub(crate) mk_context: unsafe extern "C" fn(Handle) -> Option<Handle>,
    pub(crate) del_context: unsafe extern "C" fn(Handle),
    pub(crate) set_error_handler: unsafe extern "C" fn(Handle, ErrorHandler),
    pub(crate) eval_smtlib2_string: unsafe extern "C" fn(Handle, *const c_char) -> *const c_char,
    pub(crate) interrupt: unsafe extern "C" fn(Handle),
    get_full_version: unsafe extern "C" fn() -> *const c_char,
}

/// Z3, loaded. It stays loaded until the process ends, since a thread may be busy in it that nobody waits for any more.
#[derive(Copy, Clone)]
pub struct Library {
    pub(crate) functions: &'static Functions,
}

impl fmt::Debug for Library {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Library({})", self.version())
    }
}

impl Library {
    /// Loads Z3 from a file, or from where the system has it. The error says what was tried.
    pub fn load(file: Option<&Path>) -> Result<Library, String> {
        let handle = match file {
            Some(file) => open(file)?,
            None => {
                let tries: Vec<_> = FILES.iter().map(|file| open(Path::new(file))).collect();
                let errors: Vec<&str> =
                    tries.iter().filter_map(|result| result.as_ref().err()).map(|e| &e[..]).collect();
                let errors = errors.join("; ");
                tries.into_iter().find_map(Result::ok).ok_or(errors)?
            }
        };
        Ok(Library { functions: Box::leak(Box::new(Functions::find(handle)?)) })
    }

    /// As Z3 tells it: `4.8.12.0`.
    pub fn version(&self) -> String {
        // SAFETY: the function takes nothing and returns a constant string, which is copied.
        let version = unsafe { (self.functions.get_full_version)() };
        if version.is_null() {
            return "of unknown version".to_owned();
        }
        // SAFETY: it is not null, and ends with a zero as all strings of Z3 do.
        unsafe { CStr::from_ptr(version) }.to_string_lossy().into_owned()
    }
}

fn open(file: &Path) -> Result<Handle, String> {
    let name =
        CString::new(file.as_os_str().as_bytes()).map_err(|_| "the name of a file has no zero in it".to_owned())?;
    // SAFETY: the name is a string of C. Loading runs the library's own initialisation: a file that is not a library is refused,
    // and one that pretends to be Z3 was named by the user, who could start any program as well.
    let handle = unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
    NonNull::new(handle).ok_or_else(|| last_error(file))
}

fn last_error(file: &Path) -> String {
    // SAFETY: the function takes nothing; its string is valid until the next call of its kind by this thread, and is copied.
    let message = unsafe { libc::dlerror() };
    if message.is_null() {
        return format!("{} cannot be loaded", file.display());
    }
    // SAFETY: it is not null, and a string of C.
    unsafe { CStr::from_ptr(message) }.to_string_lossy().into_owned()
}

impl Functions {
    fn find(library: Handle) -> Result<Functions, String> {
        // SAFETY: each name is that of the function with that type in z3_api.h, which `find_function` relies on.
        unsafe {
            Ok(Functions {
                mk_config: find_function(library, c"Z3_mk_config")?,
                del_config: find_function(library, c"Z3_del_config")?,
                mk_context: find_function(library, c"Z3_mk_context")?,
                del_context: find_function(library, c"Z3_del_context")?,
                set_error_handler: find_function(library, c"Z3_set_error_handler")?,
                eval_smtlib2_string: find_function(library, c"Z3_eval_smtlib2_string")?,
                interrupt: find_function(library, c"Z3_interrupt")?,
                get_full_version: find_function(library, c"Z3_get_full_version")?,
            })
        }
    }
}

/// A function of the library.
///
/// # Safety
///
/// `F` must be the type of a pointer to the function of that name.
unsafe fn find_function<F: Copy>(library: Handle, name: &CStr) -> Result<F, String> {
    const { assert!(size_of::<F>() == size_of::<*mut c_void>()) };
    // SAFETY: the library is open and the name is a string of C.
    let address = unsafe { libc::dlsym(library.as_ptr(), name.as_ptr()) };
    if address.is_null() {
        return Err(format!("this is not Z3, or too old: it has no function {}", name.to_string_lossy()));
    }
    // SAFETY: the address is that of a function whose type is `F`, as the caller says, and has the size of one.
    Ok(unsafe { transmute_copy::<*mut c_void, F>(&address) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_z3_is_refused() {
        let missing = Library::load(Some(Path::new("/nonexistent/libz3.so"))).expect_err("no such file");
        assert!(missing.contains("/nonexistent/libz3.so"), "{missing}");
        let other = Library::load(Some(Path::new("libc.so.6"))).expect_err("another library");
        assert!(other.contains("Z3_mk_config"), "{other}");
    }
}
