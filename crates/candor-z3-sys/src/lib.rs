//! Z3 in this process, behind a small interface without unsafe code.
//!
//! The library is looked for when somebody asks for it and not when candor starts: whoever does not want Z3 need not have it, pays
//! nothing for it, and whoever wants another version than the system's names its file. A [`Context`] reads SMT-LIB 2 commands and
//! writes what the program `z3 -in` would write.
//!
//! ```
//! use candor_z3_sys::{Context, Library};
//!
//! let Ok(library) = Library::load(None) else { return };
//! let mut context = Context::new(library);
//! assert_eq!(context.evaluate("(declare-const p Bool)(assert (not p))"), Ok(String::new()));
//! assert_eq!(context.evaluate("(check-sat)(get-value (p))"), Ok("sat\n((p false))\n".to_owned()));
//! assert!(context.evaluate("(assert q)").is_err());
//! ```
//!
//! **Invariant:** a context is deleted by its own thread only, never while Z3 works on it, and never interrupted after that.

#![warn(missing_docs)]

#[expect(unsafe_code, reason = "Z3 is called through C")]
mod context;
#[expect(unsafe_code, reason = "functions are looked up by name in a library")]
mod library;
#[expect(unsafe_code, reason = "what happens on Ctrl-C is asked for and set through C")]
mod signal;

pub use context::{Context, Interrupter};
pub use library::{FILES, Library};
pub use signal::{keep_ctrl_c, repeat_ctrl_c};
