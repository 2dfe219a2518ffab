//! The functions of a program by name: those that its author wrote, where it starts, and what may start threads.

use candor_ir::{Callee, Const, FuncId, Inst, InstKind, Operand, Program};

/// The function of this name; those of external linkage go before those of one file.
pub fn function_named(program: &Program, name: &str) -> Option<FuncId> {
    let internal = || program.functions.iter().find(|(_, function)| function.name == name).map(|(func, _)| func);
    program.function_named(name).or_else(internal)
}

/// Whether the program can be started.
pub fn has_main(program: &Program) -> bool {
    program.function_named("main").is_some_and(|main| program.functions[main].is_defined())
}

/// The functions with a body that are not candor's own and not from a header, in the order of the source. Without debug information
/// nobody knows where a function comes from; then all are listed.
pub fn own_functions(program: &Program) -> Vec<String> {
    let mut found: Vec<(u32, u32, &str)> = Vec::new();
    for function in program.functions.values() {
        let place = program.source.get(function.loc);
        let path = place.map(|place| &*program.source.files[place.file].path);
        let is_header = path.is_some_and(|path| path.ends_with(".h"));
        if function.is_defined() && !function.library && !is_header {
            let (file, line) = place.map_or((0, 0), |place| (place.file.as_u32(), place.line));
            found.push((file, line, &function.name));
        }
    }
    found.sort();
    found.into_iter().map(|(_, _, name)| name.to_owned()).collect()
}

/// A list for people, who do not read hundreds of names.
pub fn shortened(names: &[String], most: usize) -> String {
    match names.len().checked_sub(most).filter(|&rest| rest > 0) {
        None => names.join(", "),
        Some(rest) => format!("{} and {rest} more", names[..most].join(", ")),
    }
}

/// What to say about a program that cannot be started.
pub(crate) fn missing_main(program: &Program) -> String {
    let advice = "there is no function `main`; `--function NAME` starts with another one";
    let names: Vec<String> = own_functions(program).iter().map(|name| format!("`{name}`")).collect();
    match names.is_empty() {
        true => advice.to_owned(),
        false => format!("{advice}: {}; `candor batch --each-function` checks each of them", shortened(&names, 8)),
    }
}

/// Whether the program may install a handler for a signal that a fault raises: an access to no memory, a division without a result.
pub(crate) fn may_handle_faults(program: &Program) -> bool {
    const INSTALLERS: [&str; 7] =
        ["signal", "sigaction", "bsd_signal", "sysv_signal", "__sysv_signal", "ssignal", "sigset"];
    // SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGSEGV.
    const OF_FAULTS: [u64; 5] = [4, 5, 7, 8, 11];
    let is_installer = |func: FuncId| INSTALLERS.contains(&&*program.functions[func].name);
    let is_of_fault = |number: Operand| match number {
        Operand::Const(constant) => match program.consts.get(constant) {
            Const::Int(bits) => OF_FAULTS.contains(&bits.to_u64_wrapping()),
            _ => true,
        },
        Operand::Value(_) => true,
    };
    let installs = |inst: &Inst| match &inst.kind {
        InstKind::Call(call) => match call.callee {
            Callee::Direct(func) => is_installer(func) && call.args.first().is_none_or(|arg| is_of_fault(arg.value)),
            // The pointer is a constant somewhere.
            Callee::Indirect(_) => false,
        },
        // Any other calls nothing.
        _ => false,
    };
    let mut users = program.functions.values().filter(|function| !function.library);
    let is_pointer = |constant: &Const| matches!(constant, Const::Function(func) if is_installer(*func));
    users.any(|function| function.insts.values().any(installs))
        || program.consts.iter().any(|(_, constant)| is_pointer(constant))
}

/// Whether the program names any function without a body that may start a thread, a process or a handler. Functions that it only
/// might call count too: this is about what cannot happen.
pub(crate) fn may_start_threads(program: &Program) -> bool {
    let mut undefined = program.functions.values().filter(|function| !function.library && !function.is_defined());
    undefined.any(|function| candor_interp::may_start_threads(&function.name))
}
