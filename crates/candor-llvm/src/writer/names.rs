//! Names: unique, as close to the program's own as LLVM's grammar allows.

use candor_ir::{BlockId, FuncId, Function, GlobalId, Program, SecondaryMap, Symbol, ValueId};
use rustc_hash::FxHashSet;

use super::reach::{Reached, symbols};

/// The names of functions and globals, and of all blocks: a block's address may be taken from anywhere.
pub(super) struct ModuleNames {
    functions: SecondaryMap<FuncId, String>,
    globals: SecondaryMap<GlobalId, String>,
    locals: SecondaryMap<FuncId, LocalNames>,
    used: FxHashSet<String>,
}

/// The names in one function. Values and blocks share one name space.
#[derive(Clone, Default)]
pub(super) struct LocalNames {
    values: SecondaryMap<ValueId, String>,
    blocks: SecondaryMap<BlockId, String>,
    used: FxHashSet<String>,
}

impl ModuleNames {
    pub(super) fn new(program: &Program, reached: &Reached) -> ModuleNames {
        let mut names = ModuleNames {
            functions: SecondaryMap::new(),
            globals: SecondaryMap::new(),
            locals: SecondaryMap::new(),
            used: FxHashSet::default(),
        };
        // External names first, aliases among them: they must stay what they are.
        for (name, symbol) in symbols(program) {
            if is_alias(program, name, symbol) {
                names.used.insert(name.to_owned());
            }
        }
        for internal in [false, true] {
            for &func in reached.functions.iter().filter(|&&func| program.functions[func].internal == internal) {
                names.functions[func] = unique(&mut names.used, &program.functions[func].name);
            }
            for &global in reached.globals.iter().filter(|&&global| program.globals[global].internal == internal) {
                names.globals[global] = unique(&mut names.used, &program.globals[global].name);
            }
        }
        for &func in &reached.functions {
            names.locals[func] = LocalNames::new(&program.functions[func]);
        }
        names
    }

    /// With its `@`.
    pub(super) fn func(&self, func: FuncId) -> String {
        match self.functions[func].as_str() {
            // The compiler has a function of its own for where a thread has its instance of a variable.
            "__candor_thread_local" => "@llvm.threadlocal.address.p0".to_owned(),
            name => format!("@{}", quoted(name)),
        }
    }

    /// With its `@`.
    pub(super) fn global(&self, global: GlobalId) -> String {
        format!("@{}", quoted(&self.globals[global]))
    }

    pub(super) fn locals(&self, func: FuncId) -> &LocalNames {
        &self.locals[func]
    }

    pub(super) fn is_taken(&self, name: &str) -> bool {
        self.used.contains(name)
    }
}

impl LocalNames {
    fn new(function: &Function) -> LocalNames {
        let mut names = LocalNames::default();
        for (value, data) in &function.values {
            let wanted = data.name.clone().unwrap_or_else(|| value.to_string());
            names.values[value] = unique(&mut names.used, &wanted);
        }
        for (bb, block) in &function.blocks {
            let wanted = block.name.clone().unwrap_or_else(|| bb.to_string());
            names.blocks[bb] = unique(&mut names.used, &wanted);
        }
        names
    }

    /// With its `%`.
    pub(super) fn value(&self, value: ValueId) -> String {
        format!("%{}", quoted(&self.values[value]))
    }

    /// Without `%`: a label.
    pub(super) fn block(&self, bb: BlockId) -> String {
        quoted(&self.blocks[bb])
    }

    /// A new name like `wanted`, without `%`.
    pub(super) fn fresh(&mut self, wanted: &str) -> String {
        quoted(&unique(&mut self.used, wanted))
    }
}

/// Whether a symbol is another name for something that has its own.
pub(super) fn is_alias(program: &Program, name: &str, symbol: Symbol) -> bool {
    match symbol {
        Symbol::Function(func) => program.functions[func].name != name,
        Symbol::Global(global) => program.globals[global].name != name,
    }
}

fn unique(used: &mut FxHashSet<String>, wanted: &str) -> String {
    let mut name = wanted.to_owned();
    let mut number = 0_u32;
    while !used.insert(name.clone()) {
        number += 1;
        name = format!("{wanted}.{number}");
    }
    name
}

/// The name as LLVM reads it. One that starts with a digit is quoted: unquoted it would be a number.
pub(super) fn quoted(name: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-$._".contains(&byte);
    if name.bytes().all(plain) && name.bytes().next().is_some_and(|byte| !byte.is_ascii_digit()) {
        return name.to_owned();
    }
    format!("\"{}\"", escaped(name.as_bytes()))
}

/// Bytes as they stand in an LLVM string.
pub(super) fn escaped(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for &byte in bytes {
        match byte {
            b'"' | b'\\' => text.push_str(&format!("\\{byte:02X}")),
            b' '..=b'~' => text.push(char::from(byte)),
            _ => text.push_str(&format!("\\{byte:02X}")),
        }
    }
    text
}
