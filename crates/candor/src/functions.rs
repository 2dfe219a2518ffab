//! The functions that a program's author wrote: for batches, and for those who look for `main` in vain.

use candor_ir::Program;
use serde::{Deserialize, Serialize};

use crate::options::FunctionsOptions;
use crate::{console, frontend, status};

/// What a process tells a batch about a program.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Listed {
    pub(crate) functions: Vec<String>,
}

/// Lists the functions of a program as JSON.
pub(crate) fn functions(options: &FunctionsOptions) -> u8 {
    match frontend::load(&options.frontend, /* unsigned_wrap */ false) {
        Ok(program) => {
            let listed = Listed { functions: own_functions(&program) };
            let text = serde_json::to_string(&listed).expect("a list of texts always has a JSON form");
            console::print(&(text + "\n"));
            status::SUCCESS
        }
        Err(_) => status::CHECK_BAD_INPUT,
    }
}

/// The functions with a body that are not candor's own and not from a header, in the order of the source. Without debug information
/// nobody knows where a function comes from; then all are listed.
pub(crate) fn own_functions(program: &Program) -> Vec<String> {
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

/// At most so many functions are named.
const MOST_NAMED: usize = 8;

/// What to say about a program that cannot be started.
pub(crate) fn missing_main(program: &Program) -> String {
    let advice = "there is no function `main`; `--function NAME` starts with another one";
    let names = own_functions(program);
    if names.is_empty() {
        return advice.to_owned();
    }
    let shown: Vec<String> = names.iter().take(MOST_NAMED).map(|name| format!("`{name}`")).collect();
    let more = names.len().saturating_sub(MOST_NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{advice}: {}{more}; `candor batch --each-function` checks each of them", shown.join(", "))
}

/// Whether the program names any function that starts a thread, a process or a handler. Functions that it only might call
/// count too: this is about what cannot happen.
pub(crate) fn may_start_threads(program: &Program) -> bool {
    let is_starter = |name: &str| {
        name.contains("thread_create")
            || name.contains("thrd_create")
            || name.starts_with("sig")
            || matches!(name, "fork" | "vfork" | "clone" | "clone3" | "syscall" | "timer_create" | "bsd_signal")
    };
    program.functions.values().any(|function| !function.library && is_starter(&function.name))
}
