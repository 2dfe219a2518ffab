//! Engines take each other's word: what is known to hold is not asked again.

use std::sync::Arc;

use candor_engine::Options;
use candor_engine_bmc::check;
use candor_evidence::{CheckSite, Report, Status};
use candor_ir::Check;
use candor_llvm::{FrontendConfig, load};

const PROGRAM: &str = "
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    return n + 1;
}
";

fn violated(report: &Report) -> Vec<CheckSite> {
    let violated = report.checks.iter().filter(|result| matches!(result.status, Status::Violated(_)));
    violated.map(|result| result.at).collect()
}

#[test]
fn what_is_known_to_hold_is_not_asked() {
    let path = std::env::temp_dir().join(format!("candor-settled-{}.c", std::process::id()));
    std::fs::write(&path, PROGRAM).expect("the folder for temporary files can be written to");
    let mut program = load(std::slice::from_ref(&path), &FrontendConfig::default()).expect("the program is C");
    std::fs::remove_file(&path).expect("the file is ours");
    candor_analysis::prepare(&mut program);
    let program = Arc::new(program);
    let report = check(Arc::clone(&program), &Options::default(), &mut |_| {});
    let found = violated(&report);
    assert!(matches!(found[..], [CheckSite { check: Check::SignedOverflow, .. }]), "{found:?}");

    let told = Options::default();
    told.settled.add(found.iter().map(|at| (at.site, at.check)));
    let report = check(program, &told, &mut |_| {});
    assert_eq!(violated(&report), []);
}
