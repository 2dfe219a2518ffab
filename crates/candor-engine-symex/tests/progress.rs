//! How often the engine tells how far it is.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use candor_engine::Progress;
use candor_engine_symex::{SymexOptions, explore};
use candor_ir::CheckSet;
use candor_llvm::{FrontendConfig, load};

/// Every round forks, so that the time goes into questions and few blocks are run.
const PROGRAM: &str = r"
extern int __VERIFIER_nondet_int(void);
int main(void) {
    unsigned sum = 0;
    while (__VERIFIER_nondet_int()) {
        sum = sum * 31 + __VERIFIER_nondet_int();
        if (sum & 1) sum++;
    }
    return 0;
}
";

#[test]
fn progress_is_told_by_the_clock() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("progress.c");
    fs::write(&path, PROGRAM).expect("the program can be written");
    let mut program = load(&[path], &FrontendConfig::default()).expect("the program is right");
    program.select_checks(CheckSet::default_on());
    candor_analysis::prepare(&mut program);
    let mut options = SymexOptions::default();
    options.engine.timeout = Some(Duration::from_secs(2));
    options.engine.memory_limit = 4 << 30;
    let mut told = Vec::new();
    explore(&Arc::new(program), &options, &mut |progress: &Progress| told.push(progress.elapsed), &mut |_| {});
    // Machines are busy at times; on an idle one it is told twenty times.
    assert!(told.len() >= 5, "{told:?}");
    assert!(told.len() <= 40, "{told:?}");
    assert!(told.first().is_some_and(|first| *first < Duration::from_millis(500)), "{told:?}");
}
