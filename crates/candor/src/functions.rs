//! `__candor-functions`: the functions that a program's author wrote, for batches.

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
            let listed = Listed { functions: candor_portfolio::own_functions(&program) };
            let text = serde_json::to_string(&listed).expect("a list of texts always has a JSON form");
            console::print(&(text + "\n"));
            status::SUCCESS
        }
        Err(_) => status::CHECK_BAD_INPUT,
    }
}
