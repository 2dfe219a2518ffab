//! How to compile and what to link.

use std::path::PathBuf;
use std::time::Duration;

use candor_ir::Signature;

/// How wide C's types are.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Default)]
pub enum DataModel {
    /// `int`, `long` and pointers of 32 bits.
    Ilp32,
    /// `int` of 32, `long` and pointers of 64 bits.
    #[default]
    Lp64,
}

impl DataModel {
    /// As people call it.
    pub fn name(self) -> &'static str {
        match self {
            DataModel::Ilp32 => "ILP32",
            DataModel::Lp64 => "LP64",
        }
    }

    /// The target that clang is asked to compile for.
    pub fn triple(self) -> &'static str {
        match self {
            DataModel::Ilp32 => "i386-unknown-linux-gnu",
            DataModel::Lp64 => "x86_64-unknown-linux-gnu",
        }
    }

    /// LLVM's layout of that target.
    pub(crate) fn data_layout(self) -> &'static str {
        match self {
            DataModel::Ilp32 => {
                "e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-f64:32:64-f80:32-n8:16:32-S128"
            }
            DataModel::Lp64 => "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128",
        }
    }

    pub fn pointer_bits(self) -> u32 {
        match self {
            DataModel::Ilp32 => 32,
            DataModel::Lp64 => 64,
        }
    }
}

/// The options of one loading run.
#[derive(Clone, Debug)]
pub struct FrontendConfig {
    pub data_model: DataModel,
    /// As after `-D`.
    pub defines: Vec<String>,
    pub include_dirs: Vec<PathBuf>,
    /// As after `-std=`; gnu11 when nobody says.
    pub std: Option<String>,
    /// Further arguments for clang.
    pub extra_args: Vec<String>,
    /// The clang to run instead of the one found on the path.
    pub clang: Option<PathBuf>,
    /// How long clang may take for one file. There are inputs on which it never ends.
    pub clang_limit: Duration,
    /// Also mark unsigned arithmetic that wraps around.
    pub unsigned_wrap: bool,
    /// Of a compilation database only this file.
    pub unit: Option<PathBuf>,
    /// Where candor's headers are laid out; a folder of temporary files when `None` or not writable.
    pub cache_dir: Option<PathBuf>,
    /// Link candor's models of the C library.
    pub link_libc: bool,
    /// Functions of the library that are linked if there is a `main` or a constructor with parameters, or an `environ`, though nobody names them.
    pub further: Vec<(&'static str, Signature)>,
    /// A command that reads a foreign `.bc` or `.ll` first, with the path as its last argument: LLVM may crash on a broken
    /// file, and this one should crash and not we. It should call [`probe`](crate::probe).
    pub probe_command: Option<Vec<String>>,
}

impl Default for FrontendConfig {
    fn default() -> FrontendConfig {
        FrontendConfig {
            data_model: DataModel::default(),
            defines: Vec::new(),
            include_dirs: Vec::new(),
            std: None,
            extra_args: Vec::new(),
            clang: None,
            clang_limit: Duration::from_secs(60),
            unsigned_wrap: false,
            unit: None,
            cache_dir: None,
            link_libc: true,
            further: Vec::new(),
            probe_command: None,
        }
    }
}
