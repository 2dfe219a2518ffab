//! The front end: runs clang, reads LLVM IR, links, and copies everything into candor IR.
//!
//! This is the only crate that knows LLVM, and the only one with unsafe code (in `llvm`, around the C API). Everything is
//! copied once and the LLVM context dropped. Aggregates and vectors are taken apart into scalars on the way, phis become block
//! parameters, and the compiler's undefined-behaviour instrumentation becomes checks.
//!
//! Entry points: [`load`] and [`load_compile_commands`].
//!
//! Reading order: `load` (files), `clang` (the compiler), `linker` (linking), `shape` (instrumentation), `body` and `inst`
//! (functions), `layout` (types), `constant` and `initializer` (data), `debug` (names and positions). The other way, from
//! candor IR to LLVM's text, is `writer`.

mod assembly;
mod body;
mod call;
mod clang;
mod compile_commands;
mod config;
mod constant;
mod debug;
mod error;
mod gep;
mod headers;
mod initializer;
mod inline_asm;
mod inst;
mod intrinsic;
mod layout;
mod libc;
mod linker;
mod literals;
#[expect(unsafe_code, reason = "LLVM is called through C")]
mod llvm;
mod load;
mod memory;
mod missing_return;
mod native;
mod order;
mod poison;
mod process;
mod shape;
mod signal;
mod unevaluated;
mod va_arg;
mod vector;
mod writer;

pub use config::{DataModel, FrontendConfig};
pub use error::FrontendError;
pub use load::{database_files, load, load_compile_commands, own_function_args, probe};
pub use native::{NativeEnd, NativeRun, compile_native, run_native};
pub use writer::{Reached, WriteOptions, reached, write_llvm, write_llvm_with};
