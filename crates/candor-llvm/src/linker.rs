//! One loading run: the program that grows, and what is known about the LLVM modules it grows from.
//!
//! Linking happens here, by name, while modules are copied. First every module's *definitions* are registered, so that
//! strong ones win over weak ones and two strong ones are an error; then bodies and initialisers are copied, and a
//! reference to a name that nobody defined makes a declaration. Those names are looked up in candor's libc, whose modules are
//! opened lazily and copied function by function, until nothing new turns up.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use candor_ir::{Const, ConstId, FileId, FuncId, Function, LocId, Operand, Program, Signature, Symbol, Target};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::assembly;
use crate::body;
use crate::call;
use crate::clang::Place;
use crate::config::DataModel;
use crate::error::FrontendError;
use crate::initializer;
use crate::layout::Layout;
use crate::libc;
use crate::llvm::{Linkage, Metadata, Module, Value, ValueKind};
use crate::shape::Shape;

/// Who made a module, which decides what its flags mean.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Origin {
    /// clang, run by us: undefined behaviour is marked by checks, `nsw` and the like say nothing more.
    Compiled,
    /// Someone else, perhaps with an optimiser: flags make poison.
    Foreign,
    /// candor's libc: compiled by us, and its faults are the caller's.
    Library,
}

/// How much a definition weighs against another one of the same name.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Strength {
    /// Only a copy of what another file defines, or a model of the library.
    Spare,
    Common,
    Weak,
    Strong,
}

/// Who defines a name.
struct Definition {
    symbol: Symbol,
    strength: Strength,
    path: PathBuf,
    value: Value,
    origin: Origin,
}

/// A name that nobody has defined yet.
pub(crate) struct Undefined {
    pub(crate) name: String,
    /// It is a function that the library has for itself, besides one of the program.
    is_own: bool,
}

/// A definition that is still to be copied.
pub(crate) struct Task {
    pub(crate) symbol: Symbol,
    pub(crate) value: Value,
    pub(crate) origin: Origin,
}

pub(crate) struct Linker {
    pub(crate) program: Program,
    pub(crate) layout: Layout,
    /// The origin of what is being copied now.
    pub(crate) origin: Origin,
    /// Whether undefined names are looked for in candor's libc, and in which one.
    libc: Option<DataModel>,
    pub(crate) locs: FxHashMap<Metadata, LocId>,
    pub(crate) consts: FxHashMap<Value, Rc<[ConstId]>>,
    pub(crate) files: FxHashMap<Metadata, FileId>,
    pub(crate) type_names: FxHashMap<Metadata, String>,
    /// Types of which is known what they are made of.
    pub(crate) types_seen: FxHashSet<Metadata>,
    pub(crate) shapes: FxHashMap<Value, Rc<Shape>>,
    pub(crate) intrinsics: FxHashMap<Value, Rc<str>>,
    symbols: FxHashMap<Value, Symbol>,
    /// LLVM's numbers of globals and functions without a name.
    numbers: FxHashMap<Value, usize>,
    definitions: FxHashMap<String, Definition>,
    tasks: VecDeque<Task>,
    /// Names that were referred to before anyone defined them.
    undefined: Vec<Undefined>,
    /// Functions of the library that the program has, too, by name: the library calls its own.
    own: FxHashMap<String, FuncId>,
    /// Names that assembly outside of functions defines.
    assembly: FxHashSet<String>,
    /// Where sources convert a pointer to an integer of fewer bits at once.
    pub(crate) narrowed: Vec<Place>,
    constructors: Vec<(u64, FuncId)>,
    destructors: Vec<(u64, FuncId)>,
}

impl Linker {
    pub(crate) fn new(target: Target, layout: Layout, libc: Option<DataModel>) -> Linker {
        Linker {
            program: Program::new(target),
            layout,
            origin: Origin::Compiled,
            libc,
            locs: FxHashMap::default(),
            consts: FxHashMap::default(),
            files: FxHashMap::default(),
            type_names: FxHashMap::default(),
            types_seen: FxHashSet::default(),
            shapes: FxHashMap::default(),
            intrinsics: FxHashMap::default(),
            symbols: FxHashMap::default(),
            numbers: FxHashMap::default(),
            definitions: FxHashMap::default(),
            tasks: VecDeque::new(),
            undefined: Vec::new(),
            own: FxHashMap::default(),
            assembly: FxHashSet::default(),
            narrowed: Vec::new(),
            constructors: Vec::new(),
            destructors: Vec::new(),
        }
    }

    /// Makes the definitions of a module known. Nothing is copied yet.
    pub(crate) fn register(&mut self, module: &Module, path: &Path, origin: Origin) -> Result<(), FrontendError> {
        self.origin = origin;
        self.assembly.extend(assembly::defined_names(&module.inline_asm()));
        let globals = module.globals().into_iter().chain(module.aliases()).chain(module.functions());
        let unnamed = globals.filter(|value| !value.has_name());
        self.numbers.extend(unnamed.enumerate().map(|(number, value)| (value, number)));
        for value in module.functions() {
            if value.has_body() {
                self.register_definition(value, path)?;
            }
        }
        for value in module.globals() {
            let wanted = !value.is_declaration() && !is_bookkeeping(&value.name()) && !is_unused(value);
            if wanted {
                self.register_definition(value, path)?;
            }
        }
        Ok(())
    }

    /// Makes the aliases of a module known; what they stand for must be registered before. One that stands for an
    /// expression is known in its own file only.
    pub(crate) fn register_aliases(&mut self, module: &Module, path: &Path) -> Result<(), FrontendError> {
        for alias in module.aliases().into_iter().filter(|alias| !is_local(*alias)) {
            if let Some(target) = alias_target(alias) {
                let symbol = self.symbol_of(target);
                self.add_definition(alias, symbol, path)?;
            }
        }
        Ok(())
    }

    fn register_definition(&mut self, value: Value, path: &Path) -> Result<(), FrontendError> {
        if is_local(value) {
            self.symbol_of(value);
            return Ok(());
        }
        let symbol = match self.definitions.get(&value.name()) {
            Some(earlier) if same_kind(earlier.symbol, value) => earlier.symbol,
            _ => self.new_symbol(value, /* internal */ false),
        };
        self.add_definition(value, symbol, path)
    }

    /// Decides between this definition and an earlier one of the name.
    fn add_definition(&mut self, value: Value, symbol: Symbol, path: &Path) -> Result<(), FrontendError> {
        let (name, strength) = (value.name(), strength_of(value.linkage()));
        if let Some(earlier) = self.definitions.get(&name) {
            if earlier.strength == Strength::Strong && strength == Strength::Strong {
                let (first, second) = (earlier.path.clone(), path.to_owned());
                return Err(FrontendError::Link { symbol: name, first, second });
            }
            let larger = strength == Strength::Common
                && earlier.strength == Strength::Common
                && self.size_of(value) > self.size_of(earlier.value);
            if strength <= earlier.strength && !larger {
                return Ok(());
            }
        }
        let definition = Definition { symbol, strength, path: path.to_owned(), value, origin: self.origin };
        // An alias is known to the linker only: the program knows things by their own names.
        if value.kind() == ValueKind::Alias {
            self.program.symbols.remove(&name);
        } else {
            self.program.symbols.insert(name.clone(), symbol);
        }
        self.definitions.insert(name, definition);
        Ok(())
    }

    /// Whether an operand is the address of something that no file defines.
    pub(crate) fn is_address_of_undefined(&self, operand: Operand) -> bool {
        let Operand::Const(constant) = operand else { return false };
        let (name, is_internal) = match self.program.consts.get(constant) {
            Const::Global(global, _) => {
                let data = &self.program.globals[*global];
                (&data.name, data.internal)
            }
            Const::Function(func) => {
                let data = &self.program.functions[*func];
                (&data.name, data.internal)
            }
            // Any other is no address, or of something that is defined.
            _ => return false,
        };
        !is_internal && !self.is_linkable(name) && !self.assembly.contains(name)
    }

    fn size_of(&self, global: Value) -> u64 {
        if global.kind() == ValueKind::Global { self.layout.data().alloc_size(global.value_type()) } else { 0 }
    }

    /// Adds to the work what was registered: all bodies and initialisers of the definitions that won, and constructors.
    pub(crate) fn copy_registered(&mut self, module: &Module, origin: Origin) {
        self.origin = origin;
        for value in module.functions().into_iter().chain(module.globals()) {
            let winner = self.definitions.get(&value.name()).filter(|definition| definition.value == value);
            if let Some(&Definition { symbol, origin, .. }) = winner {
                self.queue(value, symbol, origin);
            }
        }
        self.add_startup(module, "llvm.global_ctors");
        self.add_startup(module, "llvm.global_dtors");
        for value in module.globals() {
            self.add_section(value);
        }
    }

    /// Adds a definition to the work.
    fn queue(&mut self, value: Value, symbol: Symbol, origin: Origin) {
        self.tasks.push_back(Task { symbol, value, origin });
    }

    /// The next body or initialiser to copy, in the order of the modules.
    pub(crate) fn next_task(&mut self) -> Option<Task> {
        let task = self.tasks.pop_front()?;
        self.origin = task.origin;
        Some(task)
    }

    /// A name that was referred to and is still undefined.
    pub(crate) fn next_undefined(&mut self) -> Option<Undefined> {
        while let Some(wanted) = self.undefined.pop() {
            if wanted.is_own || !self.definitions.contains_key(&wanted.name) {
                return Some(wanted);
            }
        }
        None
    }

    /// Lets a value of the library define a name that was declared before.
    pub(crate) fn define_from_library(&mut self, wanted: Undefined, value: Value, path: &Path) {
        let Undefined { name, is_own } = wanted;
        let own = || self.own.get(&name).map(|&func| Symbol::Function(func));
        let Some(symbol) = (if is_own { own() } else { self.program.symbols.get(&name).copied() }) else {
            return;
        };
        // A library may give one body several names; each gets its own copy.
        let value = if value.kind() == ValueKind::Alias { alias_target(value).unwrap_or(value) } else { value };
        if !same_kind(symbol, value) {
            return;
        }
        self.symbols.entry(value).or_insert(symbol);
        if !is_own {
            let strength = Strength::Spare;
            let definition = Definition { symbol, strength, path: path.to_owned(), value, origin: Origin::Library };
            self.definitions.insert(name, definition);
        }
        self.queue(value, symbol, Origin::Library);
    }

    /// What a function, global or alias of a module is in the program; a declaration is made if nobody defines it.
    pub(crate) fn symbol_of(&mut self, value: Value) -> Symbol {
        if let Some(&symbol) = self.symbols.get(&value) {
            return symbol;
        }
        let is_local_alias = value.kind() == ValueKind::Alias && is_local(value);
        let symbol = if let Some(target) = Some(value).filter(|_| is_local_alias).and_then(alias_target) {
            self.symbol_of(target)
        } else if is_local(value) {
            let symbol = self.new_symbol(value, /* internal */ true);
            self.queue(value, symbol, self.origin);
            symbol
        } else {
            self.external_symbol(value)
        };
        self.symbols.insert(value, symbol);
        symbol
    }

    fn external_named(&self, name: &str) -> Option<Symbol> {
        let defined = self.definitions.get(name).map(|definition| definition.symbol);
        defined.or_else(|| self.program.symbols.get(name).copied())
    }

    fn external_symbol(&mut self, value: Value) -> Symbol {
        let name = value.name();
        if self.origin == Origin::Library && value.kind() == ValueKind::Function && self.is_replaced(&name) {
            let signature = call::function_signature(&self.layout, value).unwrap_or_default();
            return Symbol::Function(self.own_function(&name, &signature));
        }
        if let Some(symbol) = self.external_named(&name) {
            return symbol;
        }
        let symbol = self.new_symbol(value, /* internal */ false);
        self.program.symbols.insert(name.clone(), symbol);
        match symbol {
            Symbol::Function(func) if self.assembly.contains(&name) => {
                body::define_unsupported(self, func, format!("the function `{name}`, which is written in assembly"));
            }
            Symbol::Function(_) | Symbol::Global(_) => self.undefined.push(Undefined { name, is_own: false }),
        }
        symbol
    }

    /// Whether the program has a function of this name that the library must not take for its own.
    fn is_replaced(&self, name: &str) -> bool {
        let has = |name: &str| {
            self.assembly.contains(name)
                || self.definitions.get(name).is_some_and(|definition| definition.origin != Origin::Library)
        };
        has(name) && !libc::is_replaceable(name, has)
    }

    /// The library's own function of a name that the program has, too.
    fn own_function(&mut self, name: &str, signature: &Signature) -> FuncId {
        if let Some(&func) = self.own.get(name) {
            return func;
        }
        let mut function = Function::declare(name, signature.clone());
        (function.internal, function.library) = (true, true);
        let func = self.program.functions.push(function);
        self.own.insert(name.to_owned(), func);
        self.undefined.push(Undefined { name: name.to_owned(), is_own: true });
        func
    }

    /// A function that the library itself calls.
    pub(crate) fn library_function(&mut self, name: &str, signature: &Signature) -> FuncId {
        if self.is_replaced(name) { self.own_function(name, signature) } else { self.function_named(name, signature) }
    }

    /// Whether the program begins with a function that takes arguments, or names the table of the environment's variables.
    pub(crate) fn has_arguments(&self) -> bool {
        let main = self.program.function_named("main");
        let mut first = self.constructors.iter().map(|&(_, func)| func).chain(main);
        let names_environ =
            ["environ", "__environ", "_environ"].iter().any(|name| self.program.symbols.contains_key(*name));
        names_environ || first.any(|func| !self.program.functions[func].params.is_empty())
    }

    /// Whether a variable is one of assembly, of which nothing is known.
    pub(crate) fn is_in_assembly(&self, name: &str) -> bool {
        self.assembly.contains(name) && !self.definitions.contains_key(name)
    }

    /// Whether a reference to the name can find something.
    pub(crate) fn is_linkable(&self, name: &str) -> bool {
        self.definitions.contains_key(name) || self.libc.is_some_and(|model| libc::defines(name, model))
    }

    /// The function with this external name, declared if nobody has it.
    pub(crate) fn function_named(&mut self, name: &str, signature: &Signature) -> FuncId {
        if let Some(Symbol::Function(func)) = self.external_named(name) {
            return func;
        }
        let func = self.program.functions.push(Function::declare(name, signature.clone()));
        self.program.symbols.insert(name.to_owned(), Symbol::Function(func));
        self.undefined.push(Undefined { name: name.to_owned(), is_own: false });
        func
    }

    fn new_symbol(&mut self, value: Value, internal: bool) -> Symbol {
        let library = self.origin == Origin::Library;
        let name = self.name_of(value);
        let value = if value.kind() == ValueKind::Alias { alias_target(value).unwrap_or(value) } else { value };
        if value.kind() == ValueKind::Function {
            let signature = call::function_signature(&self.layout, value).unwrap_or_default();
            let mut function = Function::declare(name, signature);
            function.internal = internal;
            function.library = library;
            Symbol::Function(self.program.functions.push(function))
        } else {
            let mut global = initializer::declare(self, value);
            global.name = name;
            global.internal = internal;
            global.library = library;
            Symbol::Global(self.program.globals.push(global))
        }
    }

    /// The name of a function or global; a number for one without, as LLVM's printer gives it.
    fn name_of(&self, value: Value) -> String {
        let name = value.name();
        if name.is_empty() { self.numbers.get(&value).copied().unwrap_or(0).to_string() } else { name }
    }

    /// Reads `llvm.global_ctors` or `llvm.global_dtors`: an array of (priority, function, data).
    fn add_startup(&mut self, module: &Module, name: &str) {
        let Some(list) = module.global_named(name).and_then(Value::initializer) else {
            return;
        };
        for index in 0..list.ty().len() {
            let Some(entry) = list.element(index) else { continue };
            let priority = entry.element(0).and_then(Value::unsigned_int).unwrap_or(65535);
            let Some(function) = entry.element(1).filter(|f| f.kind() == ValueKind::Function) else {
                continue;
            };
            if let Symbol::Function(func) = self.symbol_of(function) {
                let is_constructor = name == "llvm.global_ctors";
                let list = if is_constructor { &mut self.constructors } else { &mut self.destructors };
                list.push((priority, func));
            }
        }
    }

    /// Adds the functions of a variable that lies where the linker collects what runs before and after `main`.
    fn add_section(&mut self, global: Value) {
        let section = global.section();
        let Some((list, priority)) = startup_section(&section) else { return };
        let Some(init) = global.initializer() else { return };
        let is_list = matches!(init.kind(), ValueKind::Aggregate | ValueKind::Data | ValueKind::Zero);
        let n_entries = if is_list { init.ty().len() } else { 1 };
        for index in 0..n_entries {
            let entry = if is_list { init.element(index) } else { Some(init) };
            let func = match entry.map(|entry| (entry.kind(), entry)) {
                Some((ValueKind::Function, function)) => match self.symbol_of(function) {
                    Symbol::Function(func) => Some(func),
                    Symbol::Global(_) => None,
                },
                _ => None,
            };
            let func = func.filter(|&func| self.program.functions[func].signature.params.is_empty());
            let func = func.unwrap_or_else(|| self.unknown_startup(&section));
            match list {
                Startup::Before => self.constructors.push((priority, func)),
                Startup::After => self.destructors.push((priority, func)),
            }
        }
    }

    /// In place of what such a list names and candor cannot call.
    fn unknown_startup(&mut self, section: &str) -> FuncId {
        let mut function = Function::declare(section, Signature::default());
        function.internal = true;
        let func = self.program.functions.push(function);
        body::define_unsupported(self, func, format!("what the section {section} names"));
        func
    }

    /// The finished program.
    pub(crate) fn finish(mut self) -> Program {
        self.constructors.sort_by_key(|(priority, _)| *priority);
        // Destructors run in the opposite order of constructors.
        self.destructors.sort_by_key(|(priority, _)| *priority);
        self.program.constructors = self.constructors.iter().map(|(_, func)| *func).collect();
        self.program.destructors = self.destructors.iter().rev().map(|(_, func)| *func).collect();
        self.program
    }
}

/// When the functions of a list run.
#[derive(Copy, Clone)]
enum Startup {
    Before,
    After,
}

/// What a section is to the linker that collects functions: `.init_array`, or `.init_array.101` with a priority. Functions with a
/// smaller one run earlier before `main`, and later after it; without one they have the greatest.
fn startup_section(section: &str) -> Option<(Startup, u64)> {
    /// What the compiler gives a constructor without a priority.
    const LAST: u64 = 65535;
    // These run before all that have a priority.
    if section == ".preinit_array" {
        return Some((Startup::Before, 0));
    }
    let (list, rest) = match (section.strip_prefix(".init_array"), section.strip_prefix(".fini_array")) {
        (Some(rest), _) => (Startup::Before, rest),
        (None, Some(rest)) => (Startup::After, rest),
        (None, None) => return None,
    };
    match rest.strip_prefix('.') {
        None => rest.is_empty().then_some((list, LAST)),
        Some(number) => number.parse().ok().map(|priority| (list, priority)),
    }
}

fn same_kind(symbol: Symbol, value: Value) -> bool {
    matches!(symbol, Symbol::Function(_)) == (value.kind() == ValueKind::Function)
}

/// The function or global that an alias stands for, through other aliases.
pub(crate) fn alias_target(alias: Value) -> Option<Value> {
    let mut target = alias.aliasee();
    while target.kind() == ValueKind::Alias {
        target = target.aliasee();
    }
    matches!(target.kind(), ValueKind::Function | ValueKind::Global).then_some(target)
}

/// What other files cannot name.
fn is_local(value: Value) -> bool {
    matches!(value.linkage(), Linkage::LLVMInternalLinkage | Linkage::LLVMPrivateLinkage) || !value.has_name()
}

fn strength_of(linkage: Linkage) -> Strength {
    match linkage {
        Linkage::LLVMAvailableExternallyLinkage => Strength::Spare,
        Linkage::LLVMCommonLinkage => Strength::Common,
        Linkage::LLVMLinkOnceAnyLinkage
        | Linkage::LLVMLinkOnceODRLinkage
        | Linkage::LLVMLinkOnceODRAutoHideLinkage
        | Linkage::LLVMWeakAnyLinkage
        | Linkage::LLVMWeakODRLinkage
        | Linkage::LLVMExternalWeakLinkage => Strength::Weak,
        _ => Strength::Strong,
    }
}

/// Lists that the compiler keeps for the linker.
fn is_bookkeeping(name: &str) -> bool {
    name.starts_with("llvm.")
}

/// Type descriptions that the instrumentation leaves behind in trap mode.
fn is_unused(global: Value) -> bool {
    matches!(global.linkage(), Linkage::LLVMPrivateLinkage) && global.users().is_empty()
}
