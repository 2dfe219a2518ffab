//! Variables that are declared and defined nowhere: they hold anything when the program starts.
//!
//! Who defines them is not known, so what pointers in them point to is not either: an access through one remains unsupported.

use candor_ir::{Const, Function, GlobalId, Init, InstKind, Operand, Program, Signature};

use super::build::{OneBlock, fill};
use crate::functions::shortened;

/// The function that gives them their values, which runs before all others.
const DEFINER: &str = "__candor_define_variables";
/// The platform's function that fills a block with what comes from elsewhere.
const FOREIGN: &str = "__candor_make_foreign";
/// Larger ones would be too many choices, and stay undefined.
const LARGEST: u64 = 1 << 12;

/// Defines what is defined nowhere; says so.
pub(super) fn define(program: &mut Program) -> Option<String> {
    let is_wanted = |global: &candor_ir::Global| {
        global.init.is_none() && !global.library && !global.thread_local && (1..=LARGEST).contains(&global.size)
    };
    let undefined: Vec<GlobalId> =
        program.globals.iter().filter(|(_, global)| is_wanted(global)).map(|(id, _)| id).collect();
    if undefined.is_empty() {
        return None;
    }
    let mut body = OneBlock::new(program, Function::declare(DEFINER, Signature::default()));
    let mut names = Vec::new();
    for global in undefined {
        let data = &mut body.program.globals[global];
        data.init = Some(Init::default());
        names.push(format!("`{}`", data.source_name.as_ref().unwrap_or(&data.name)));
        let size = data.size;
        let address: Operand = body.constant(Const::Global(global, 0));
        fill(&mut body, FOREIGN, address, size, size);
    }
    let definer = body.finish(InstKind::Return { values: Vec::new() });
    let definer = program.functions.push(definer);
    program.constructors.insert(0, definer);
    Some(format!("variables that are defined nowhere hold anything at the start: {}", shortened(&names, 5)))
}
