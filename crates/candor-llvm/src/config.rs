//! How to compile and what to link.

use std::path::PathBuf;

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
    /// The target that clang is asked to compile for.
    pub fn triple(self) -> &'static str {
        match self {
            DataModel::Ilp32 => "i386-unknown-linux-gnu",
            DataModel::Lp64 => "x86_64-unknown-linux-gnu",
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
    /// Also mark unsigned arithmetic that wraps around.
    pub unsigned_wrap: bool,
    /// Where candor's headers are laid out; a folder of temporary files when `None` or not writable.
    pub cache_dir: Option<PathBuf>,
    /// Link candor's models of the C library.
    pub link_libc: bool,
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
            unsigned_wrap: false,
            cache_dir: None,
            link_libc: true,
            probe_command: None,
        }
    }
}
