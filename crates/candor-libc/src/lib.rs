//! The C library as the interpreter sees it: models written in C, one per function that branches on data, and our own headers.
//!
//! The models stand beside this file (`mem.c`, `format.c`, ...); `build.rs` compiles each to LLVM bitcode for both data models. They
//! are linked lazily, a file at a time: whoever meets an undefined symbol asks [`module_defining`]. What the models need from
//! the interpreter is declared in `candor.h`.
//!
//! The headers ([`headers`]) go together with the compiler's own freestanding ones, so that 32-bit C needs no 32-bit system.

/// How wide the types of C are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DataModel {
    /// `long` and pointers have 64 bits.
    Lp64,
    /// `int`, `long` and pointers have 32 bits.
    Ilp32,
}

/// One model file, compiled for one data model.
#[derive(Clone, Copy, Debug)]
pub struct Module {
    /// The file's name without its suffix: `str_copy`.
    pub name: &'static str,
    pub bitcode: &'static [u8],
    /// The position among the modules of its data model; two symbols of one file have the same.
    pub index: usize,
}

/// The module that defines a function or variable of the library.
pub fn module_defining(symbol: &str, model: DataModel) -> Option<Module> {
    let tables = tables(model);
    let position = tables.symbols.binary_search_by_key(&symbol, |(name, _)| name).ok()?;
    let (_, module_idx) = tables.symbols[position];
    Some(tables.modules[module_idx])
}

/// All modules of a data model, by index.
pub fn modules(model: DataModel) -> &'static [Module] {
    tables(model).modules
}

/// All symbols that the modules define, in order.
pub fn symbols(model: DataModel) -> impl Iterator<Item = &'static str> {
    tables(model).symbols.iter().map(|(name, _)| *name)
}

/// The headers: path relative to the include directory (`sys/types.h`) and contents.
pub fn headers() -> &'static [(&'static str, &'static str)] {
    HEADERS
}

/// The generated tables of one data model.
struct Tables {
    modules: &'static [Module],
    /// Sorted by name; the number is the module's index.
    symbols: &'static [(&'static str, usize)],
}

fn tables(model: DataModel) -> &'static Tables {
    match model {
        DataModel::Lp64 => &LP64,
        DataModel::Ilp32 => &ILP32,
    }
}

include!(concat!(env!("OUT_DIR"), "/tables.rs"));

#[cfg(test)]
mod tests {
    use super::{DataModel, module_defining, modules, symbols};

    #[test]
    fn every_symbol_is_found_in_its_module() {
        for model in [DataModel::Lp64, DataModel::Ilp32] {
            let names: Vec<&str> = symbols(model).collect();
            assert!(names.is_sorted());
            for name in names {
                let module = module_defining(name, model).expect("a listed symbol");
                assert_eq!(modules(model)[module.index].name, module.name);
            }
        }
    }

    #[test]
    fn one_file_defines_its_family() {
        let copy = module_defining("strcpy", DataModel::Lp64).expect("strcpy");
        let append = module_defining("strcat", DataModel::Lp64).expect("strcat");
        assert_eq!((copy.name, copy.index), ("str_copy", append.index));
        assert!(copy.bitcode.starts_with(b"BC\xc0\xde"));
    }

    #[test]
    fn natives_are_not_modelled() {
        for native in ["malloc", "free", "memcpy", "memmove", "memset", "abort", "__assert_fail", "sqrt", "longjmp"] {
            assert!(module_defining(native, DataModel::Lp64).is_none(), "{native}");
        }
    }

    #[test]
    fn both_data_models_define_the_same_symbols() {
        assert!(symbols(DataModel::Lp64).eq(symbols(DataModel::Ilp32)));
    }
}
