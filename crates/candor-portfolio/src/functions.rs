//! The functions of a program by name: those that its author wrote, where it starts, and what may start threads.

use candor_ir::{FuncId, Program};

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

/// Whether the program names any function without a body that may start a thread, a process or a handler. Functions that it only
/// might call count too: this is about what cannot happen.
pub(crate) fn may_start_threads(program: &Program) -> bool {
    let mut undefined = program.functions.values().filter(|function| !function.library && !function.is_defined());
    undefined.any(|function| candor_interp::may_start_threads(&function.name))
}
