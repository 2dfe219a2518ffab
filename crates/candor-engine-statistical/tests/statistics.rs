//! Estimates and tests over programs whose probabilities are known.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use candor_engine_statistical::{
    Estimate, EstimateOptions, Hypothesis, InputRules, Scheduler, Tally, TestOptions, Tested, Undecided, Walk,
    estimate, parse_rule, test,
};
use candor_interp::MissingBodies;
use candor_llvm::FrontendConfig;
use candor_query::{Direction, Method, Query, parse_query, resolve};

/// The runs that a query is about.
fn walk(name: &str, source: &str, rules: &[&str], query: &str) -> Walk {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("statistics");
    fs::create_dir_all(&folder).expect("the folder can be made");
    let file = folder.join(format!("{name}.c"));
    fs::write(&file, source).expect("the file can be written");
    let mut program = candor_llvm::load(&[file], &FrontendConfig::default()).expect("the program can be compiled");
    let Ok(Query::Estimate { bound, formula, .. }) = parse_query(query) else { panic!("{query} is no estimate") };
    let goal = resolve(&program, &formula).expect("all names are there").goal;
    let rules: Vec<_> = rules.iter().map(|rule| parse_rule(rule).expect("is a rule")).collect();
    let inputs = InputRules::new(&program, &rules).expect("the inputs are there");
    program.select_checks(goal.checks());
    let start =
        candor_interp::Options { missing_bodies: MissingBodies::ReturnAnything, ..candor_interp::Options::default() };
    let scheduler = Scheduler::Uniform;
    Walk { program: Arc::new(program), start, n_processes: 1, goal, bound, scheduler, inputs, seed: 0 }
}

fn options(alpha: f64, width: f64, n_workers: usize) -> EstimateOptions {
    EstimateOptions { alpha, width, method: Method::ClopperPearson, max_runs: 1_000_000, n_workers }
}

fn estimated(walk: &Walk, options: &EstimateOptions) -> Estimate {
    estimate(walk, options, &mut |_| ControlFlow::Continue(()))
}

const DICE: &str = "
extern int __VERIFIER_nondet_int(void);
void hit(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    if (x + y < 5) hit();
    return 0;
}
";

/// Of 36 pairs from 1 to 6 six have a sum below 5.
fn dice() -> Walk {
    walk("dice", DICE, &["*=uniform(1,6)"], "Pr[<=100](<> [0.hit])")
}

#[test]
fn intervals_contain_the_truth_as_often_as_they_say() {
    for (alpha, truth, rules, name) in [
        (0.05, 1.0 / 6.0, &["*=uniform(1,6)"][..], "sixth"),
        (0.05, 0.5, &["x=bernoulli(0.5)", "y=uniform(4,4)"][..], "half"),
        (0.2, 0.03, &["x=values(0:0.03,9:0.97)", "y=uniform(0,0)"][..], "rare"),
    ] {
        let mut walk = walk(name, DICE, rules, "Pr[<=100](<> [0.hit])");
        let n_inside = (0..1000).filter(|&seed| {
            walk.seed = seed;
            let estimate = estimated(&walk, &options(alpha, 0.2, 1));
            assert_eq!(estimate.undecided, None);
            estimate.interval.contains(truth)
        });
        // Three standard deviations of a thousand draws below the stated rate.
        let stated = 1000.0 * (1.0 - alpha);
        let fewest = stated - 3.0 * (stated * alpha).sqrt();
        let n_inside = u32::try_from(n_inside.count()).expect("at most a thousand");
        assert!(f64::from(n_inside) >= fewest, "{name}: {n_inside} of 1000 at {alpha}");
    }
}

#[test]
fn the_number_of_workers_changes_nothing() {
    let walk = dice();
    let one = estimated(&walk, &options(0.05, 0.02, 1));
    assert!(one.interval.contains(1.0 / 6.0), "{:?}", one.interval);
    for n_workers in [2, 3, 7] {
        assert_eq!(estimated(&walk, &options(0.05, 0.02, n_workers)), one, "{n_workers} workers");
    }
}

/// Half of the runs hit at once, the other half go on for long and never do: counted as they come in, hits would be far too many.
#[test]
fn short_runs_do_not_count_more() {
    const UNEVEN: &str = "
extern _Bool __VERIFIER_nondet_bool(void);
void hit(void);
int main(void) {
    if (__VERIFIER_nondet_bool()) hit();
    for (volatile int i = 0; i < 300; i++) {}
    return 0;
}
";
    let walk = walk("uneven", UNEVEN, &[], "Pr[<=100000](<> [0.hit])");
    let many = estimated(&walk, &options(0.01, 0.15, 8));
    assert!(many.interval.contains(0.5), "{:?}", many.interval);
    assert_eq!(many, estimated(&walk, &options(0.01, 0.15, 1)));
}

#[test]
fn a_fixed_number_of_runs() {
    let fixed = EstimateOptions { method: Method::Chernoff, ..options(0.05, 0.1, 2) };
    let estimate = estimated(&dice(), &fixed);
    assert_eq!(estimate.tally.n_runs, 738);
    assert!(estimate.interval.contains(1.0 / 6.0) && estimate.interval.width() <= 0.1 + 1e-9);
}

fn tested(direction: Direction, threshold: f64, n_workers: usize) -> Tested {
    let options =
        TestOptions { direction, threshold, delta: 0.02, alpha: 0.01, beta: 0.01, max_runs: 1_000_000, n_workers };
    test(&dice(), &options, &mut |_, _| ControlFlow::Continue(())).expect("the region fits")
}

#[test]
fn hypotheses() {
    assert_eq!(tested(Direction::AtLeast, 0.1, 1).hypothesis, Hypothesis::Accepted);
    assert_eq!(tested(Direction::AtLeast, 0.25, 1).hypothesis, Hypothesis::Rejected);
    assert_eq!(tested(Direction::AtMost, 0.25, 1).hypothesis, Hypothesis::Accepted);
    assert_eq!(tested(Direction::AtMost, 0.1, 1).hypothesis, Hypothesis::Rejected);
    assert_eq!(tested(Direction::AtLeast, 0.1, 2), tested(Direction::AtLeast, 0.1, 1));
}

#[test]
fn a_region_beyond_the_probabilities_is_refused() {
    let options = TestOptions {
        direction: Direction::AtLeast,
        threshold: 0.01,
        delta: 0.02,
        alpha: 0.05,
        beta: 0.05,
        max_runs: 10,
        n_workers: 1,
    };
    assert_eq!(test(&dice(), &options, &mut |_, _| ControlFlow::Continue(())), None);
}

#[test]
fn assumptions_leave_runs_out() {
    const ASSUMED: &str = "
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
void hit(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x < 4);
    if (x == 0) hit();
    return 0;
}
";
    let walk = walk("assumed", ASSUMED, &["x=uniform(0,9)"], "Pr[<=100](<> [0.hit])");
    let estimate = estimated(&walk, &options(0.01, 0.05, 2));
    assert!(estimate.interval.contains(0.25), "{:?}", estimate.interval);
    assert!(estimate.tally.n_dropped > estimate.tally.n_runs);
}

#[test]
fn what_candor_cannot_do_is_no_estimate() {
    const STUCK: &str = "
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == 7) __asm__ volatile(\"\" : \"=m\"(x));
    return 0;
}
";
    let walk = walk("stuck", STUCK, &["x=uniform(0,9)"], "Pr[<=100](<> (main::x == 3 at 5))");
    let estimate = estimated(&walk, &options(0.05, 0.01, 2));
    assert!(matches!(estimate.undecided, Some(Undecided::Stopped(_))), "{:?}", estimate.undecided);
}

#[test]
fn faults_that_nobody_asked_for_are_counted() {
    const FAULTY: &str = "
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = 100 / x;
    return y;
}
";
    let walk = walk("faulty", FAULTY, &["x=uniform(0,1)"], "Pr[<=100](<> (main::y == 100))");
    let estimate = estimated(&walk, &options(0.05, 0.1, 1));
    assert!(estimate.interval.contains(0.5));
    let Tally { n_runs, n_satisfied, faults, .. } = &estimate.tally;
    assert_eq!(faults.values().sum::<u64>(), n_runs - n_satisfied);
    let walk = self::walk("faulty", FAULTY, &["x=uniform(0,1)"], "Pr[<=100](<> division-by-zero)");
    assert!(estimated(&walk, &options(0.05, 0.1, 1)).interval.contains(0.5));
}

/// Two threads of n steps each between two marks: which comes first is a matter of chance, and both are alike.
#[test]
fn threads_are_scheduled_evenly() {
    const RACE: &str = "
#include <pthread.h>
int first;
void one(void) {}
void *run_one(void *p) { __sync_bool_compare_and_swap(&first, 0, 1); return 0; }
void *run_two(void *p) { __sync_bool_compare_and_swap(&first, 0, 2); return 0; }
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, run_one, 0);
    pthread_create(&b, 0, run_two, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    if (first == 1) one();
    return 0;
}
";
    let weights = |weights: &[f64]| {
        let mut walk = walk("race", RACE, &[], "Pr[<=10000](<> [0.one])");
        walk.scheduler = Scheduler::Weights(weights.to_vec());
        estimated(&walk, &options(0.05, 0.05, 2)).interval
    };
    // While nobody else can go on the first thread still does: it creates the second and joins.
    assert_eq!(weights(&[1.0, 1.0, 0.0]).lower.total_cmp(&0.9), std::cmp::Ordering::Greater);
    // The first thread has made both before they go far.
    assert!(weights(&[50.0, 1.0, 50.0]).upper < weights(&[50.0, 1.0, 1.0]).lower);
}
