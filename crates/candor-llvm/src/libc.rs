//! The models of the C library that can be linked in: a thin adapter to candor-libc.

use crate::config::DataModel;

/// A module of models.
pub(crate) struct LibcModule {
    pub(crate) name: &'static str,
    pub(crate) bitcode: &'static [u8],
}

/// The module that defines a symbol.
pub(crate) fn module_defining(symbol: &str, model: DataModel) -> Option<LibcModule> {
    let model = match model {
        DataModel::Ilp32 => candor_libc::DataModel::Ilp32,
        DataModel::Lp64 => candor_libc::DataModel::Lp64,
    };
    let module = candor_libc::module_defining(symbol, model)?;
    Some(LibcModule { name: module.name, bitcode: module.bitcode })
}

/// The headers, by path and content.
pub(crate) fn headers() -> &'static [(&'static str, &'static str)] {
    candor_libc::headers()
}
