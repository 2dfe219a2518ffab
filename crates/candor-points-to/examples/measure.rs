//! Measures the analysis on files: `cargo run --release --example measure -p candor-points-to -- prog.c...`
//!
//! Prints, for each file, its lines and instructions, and how long each variant takes without reading the file.

use std::path::PathBuf;
use std::time::Instant;

use candor_llvm::{DataModel, FrontendConfig, load};
use candor_points_to::{Config, PointsTo};

fn main() {
    for path in std::env::args().skip(1).map(PathBuf::from) {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let config = FrontendConfig { data_model: DataModel::Lp64, ..FrontendConfig::default() };
        let program = match load(std::slice::from_ref(&path), &config) {
            Ok(program) => program,
            Err(error) => {
                println!("{}: {error}", path.display());
                continue;
            }
        };
        let n_insts: usize = program.functions.values().map(|function| function.insts.len()).sum();
        let begin = Instant::now();
        let first = PointsTo::flow_insensitive(&program, Config::default());
        let insensitive = begin.elapsed();
        let begin = Instant::now();
        let found = PointsTo::analyse(&program);
        println!(
            "{}: {} lines, {n_insts} instructions, {} objects, {} exposed; {insensitive:.2?} flow-insensitive, {:.2?} in all",
            path.display(),
            text.lines().count(),
            first.objects().count(),
            found.exposed().len(),
            begin.elapsed(),
        );
    }
}
