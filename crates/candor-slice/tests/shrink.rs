//! What is left of small programs.

use std::path::Path;

use candor_ir::{CheckSet, Function, InstKind, Program, verify_program};
use candor_llvm::{FrontendConfig, load};
use candor_points_to::PointsTo;
use candor_slice::{calls_of, shrink, slice};

/// The slice of a C program for calls of `reach_error`, shrunk.
fn sliced(name: &str, source: &str) -> Program {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.c"));
    let declarations = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n";
    std::fs::write(&path, format!("{declarations}{source}")).expect("writable");
    let mut program = load(&[path], &FrontendConfig::default()).expect("the example is valid");
    program.select_checks(CheckSet::EMPTY);
    let points_to = PointsTo::analyse(&program);
    let criteria = calls_of(&program, &points_to, &["reach_error".to_owned()]);
    slice(&mut program, &points_to, &criteria);
    shrink(&mut program);
    verify_program(&program).expect("slices are well-formed");
    program
}

fn main_of(program: &Program) -> &Function {
    &program.functions[program.function_named("main").expect("there is one")]
}

fn count(program: &Program, is: fn(&InstKind) -> bool) -> usize {
    main_of(program).insts.values().filter(|inst| is(&inst.kind)).count()
}

#[test]
fn a_variable_that_never_changes_is_its_number() {
    let program = sliced(
        "number",
        "int main(void) {
             int limit = 3, x = __VERIFIER_nondet_int();
             if (x == limit) reach_error();
             return 0;
         }",
    );
    assert_eq!(count(&program, |kind| matches!(kind, InstKind::Load { .. })), 1, "only `x` is read");
    assert_eq!(count(&program, |kind| matches!(kind, InstKind::Alloca { .. })), 1);
}

#[test]
fn a_variable_that_changes_stays() {
    let program = sliced(
        "changes",
        "int main(void) {
             int limit = 3, x = __VERIFIER_nondet_int();
             if (__VERIFIER_nondet_int()) limit = 4;
             if (x == limit) reach_error();
             return 0;
         }",
    );
    assert_eq!(count(&program, |kind| matches!(kind, InstKind::Load { .. })), 2);
    assert_eq!(count(&program, |kind| matches!(kind, InstKind::Branch { .. })), 2);
}

#[test]
fn conditions_in_two_parts_branch_where_they_are_answered() {
    let program = sliced(
        "parts",
        "int main(void) {
             while (__VERIFIER_nondet_int() || __VERIFIER_nondet_int())
                 reach_error();
             return 0;
         }",
    );
    assert!(
        main_of(&program).blocks.values().all(|block| block.params.is_empty()),
        "nobody asks for a truth value again"
    );
    assert_eq!(count(&program, |kind| matches!(kind, InstKind::Branch { .. })), 2);
}

#[test]
fn what_no_number_gets_to_is_left_out() {
    let program = sliced(
        "nowhere",
        "int state = 1;
         int main(void) {
             while (__VERIFIER_nondet_int()) {
                 if (state == 1) state = 2;
                 else if (state == 2) state = 1;
                 else reach_error();
             }
             return 0;
         }",
    );
    assert_eq!(count(&program, |kind| matches!(kind, InstKind::Call(_))), 0);
}

#[test]
fn what_the_function_is_called_with_and_does_stays() {
    let program = sliced(
        "arguments",
        "extern int putchar(int);
         extern int puts(const char *);
         static char text[4];
         void reach_error(void) { putchar('x'); puts(text); }
         int main(void) {
             int unused = __VERIFIER_nondet_int();
             text[0] = 'a';
             unused += 1;
             reach_error();
             return unused;
         }",
    );
    assert_eq!(count(&program, |kind| matches!(kind, InstKind::Store { .. })), 1, "only of `text`");
    let error = &program.functions[program.function_named("reach_error").expect("there is one")];
    assert_eq!(error.insts.values().filter(|inst| matches!(inst.kind, InstKind::Call(_))).count(), 2);
}
