//! `candor dump`: a program as candor sees it, in its own text form or as LLVM IR, and what it claims, as terms.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use candor_engine as engine;
use candor_engine_bmc as bmc;
use candor_ir::{CheckSet, Program};
use candor_portfolio::{function_named, start_options};

use crate::console;
use crate::facts;
use crate::frontend;
use crate::options::{DumpOptions, Format};
use crate::status;

pub(crate) fn dump(options: &DumpOptions) -> u8 {
    let start = Instant::now();
    let program = match frontend::load(&options.frontend, /* unsigned_wrap */ false) {
        Ok(program) => program,
        Err(error) => return bad_input(&error),
    };
    let read = Instant::now();
    let n_insts: usize = program.functions.values().map(|function| function.insts.len()).sum();
    let text = match &options.function {
        _ if options.llvm => candor_llvm::write_llvm(&program),
        _ if options.terms => match terms(options, program) {
            Ok(text) => text,
            Err(message) => return bad_input(&message),
        },
        None => match options.facts {
            Some(facts) => facts::describe(&program, facts, None),
            None => candor_ir::dump_program(&program),
        },
        Some(name) => match function_named(&program, name) {
            Some(func) if let Some(facts) = options.facts => facts::describe(&program, facts, Some(func)),
            Some(func) => candor_ir::dump_function(&program, func),
            None => return bad_input(&format!("there is no function `{name}`")),
        },
    };
    if options.timings {
        let (reading, analysis) = (read.duration_since(start), read.elapsed());
        let (reading, analysis) = (reading.as_secs_f64(), analysis.as_secs_f64());
        eprintln!("{n_insts} instructions, reading {reading:.3} s, analysis {analysis:.3} s");
    }
    console::print(&text);
    status::SUCCESS
}

/// The claims of a program with the checks that are made by default.
fn terms(options: &DumpOptions, mut program: Program) -> Result<String, String> {
    program.select_checks(CheckSet::default_on());
    candor_analysis::prepare(&mut program);
    let start = start_options(options.frontend.program_args(&[]), /* malloc_may_fail */ false);
    let options = engine::Options { start, unwind: Some(options.unwind), ..engine::Options::default() };
    bmc::describe_claims(&Arc::new(program), &options)
}

/// Reads an LLVM file and says whether that went well.
pub(crate) fn probe(file: &Path) -> u8 {
    let read = fs::read(file).map_err(|error| error.to_string());
    match read.and_then(|bytes| candor_llvm::probe(&bytes)) {
        Ok(()) => status::SUCCESS,
        Err(error) => {
            console::write_message(&format!("{}: {error}\n", file.display()));
            status::BAD_INPUT
        }
    }
}

fn bad_input(message: &str) -> u8 {
    console::refuse(message, Format::Text, status::BAD_INPUT)
}
