//! Loads C or LLVM files and prints what came out: `load [--ilp32] [--dump] [-I DIR] FILES...`.

use std::path::PathBuf;
use std::process::ExitCode;

use candor_ir::{InstKind, Program};
use candor_llvm::{DataModel, FrontendConfig, load};

fn main() -> ExitCode {
    let mut config = FrontendConfig::default();
    let mut dump = false;
    let mut inputs = Vec::new();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--ilp32" => config.data_model = DataModel::Ilp32,
            "--unsigned-wrap" => config.unsigned_wrap = true,
            "--no-libc" => config.link_libc = false,
            "--dump" => dump = true,
            "-I" => config.include_dirs.extend(args.next().map(PathBuf::from)),
            _ => inputs.push(PathBuf::from(arg)),
        }
    }
    match load(&inputs, &config) {
        Ok(program) => {
            if dump {
                println!("{}", candor_ir::dump_program(&program));
            }
            report(&program)
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(126)
        }
    }
}

fn report(program: &Program) -> ExitCode {
    let defined = program.functions.values().filter(|function| function.is_defined());
    let (mut n_insts, mut n_checks, mut n_unsupported) = (0, 0, 0);
    for function in defined.clone() {
        for inst in function.insts.values() {
            n_insts += 1;
            match &inst.kind {
                InstKind::Check { .. } => n_checks += 1,
                InstKind::Unsupported { what, .. } => {
                    n_unsupported += 1;
                    println!("unsupported in {}: {what}", function.name);
                }
                _ => {}
            }
        }
    }
    let undefined: Vec<&str> = program
        .functions
        .values()
        .filter(|function| !function.is_defined())
        .map(|function| function.name.as_str())
        .collect();
    println!("functions {} insts {n_insts} checks {n_checks} unsupported {n_unsupported}", defined.count());
    println!("globals {} consts {}", program.globals.len(), program.consts.len());
    println!("undefined {}", undefined.join(" "));
    match candor_ir::verify_program(program) {
        Ok(()) => ExitCode::SUCCESS,
        Err(errors) => {
            for error in errors.iter().take(10) {
                eprintln!("verify: {error:?}");
            }
            ExitCode::FAILURE
        }
    }
}
