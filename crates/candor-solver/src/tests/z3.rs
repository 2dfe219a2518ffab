//! Z3 in this process: right answers, real models, failed assumptions, and limits that are kept. All of it only where there is Z3.

use std::thread;
use std::time::{Duration, Instant};

use candor_bits::FloatKind;
use candor_term::{Sort, TermPool};
use candor_z3_sys::{Context, Library};

use super::cores::check_cores;
use super::limits::{hard_query, overtime, wide_query};
use super::models::{check_answers, check_levels};
use super::process::check_agreement;
use super::random::{Rng, vars};
use super::{floats, sorts};
use crate::{Budget, Caching, Choice, Interrupt, Outcome, Reason, SmtlibSolver, Solver};

/// A way to make new solvers; nothing where there is no Z3.
fn z3() -> Option<impl Fn() -> SmtlibSolver> {
    let library = Library::load(None).ok()?;
    Some(move || SmtlibSolver::z3(library))
}

#[test]
fn answers_are_right() {
    let Some(new) = z3() else { return };
    check_answers(new());
    check_levels(new());
    check_agreement(new());
    check_agreement(Caching::new(new()));
}

#[test]
fn cores_are_unsat() {
    let Some(new) = z3() else { return };
    check_cores(&mut new());
    check_cores(&mut Caching::new(new()));
}

/// Not every assumption is said to have failed, as it would be if Z3 could not tell.
#[test]
fn a_core_leaves_out_what_has_nothing_to_do_with_it() {
    let Some(new) = z3() else { return };
    let mut pool = TermPool::new();
    let [x, y, z] = vars(&mut pool, 16);
    let (x_y, y_x, z_x) = (pool.ult(x, y), pool.ult(y, x), pool.ult(z, x));
    let mut solver = new();
    solver.push();
    solver.assert(&pool, x_y);
    assert_eq!(solver.check(&pool, &[z_x, y_x], &Budget::unlimited()), Outcome::Unsat);
    assert_eq!(solver.failed_assumptions(), [y_x]);
}

#[test]
fn values_of_every_sort_survive() {
    let Some(new) = z3() else { return };
    sorts::check_float_constants(&new);
    sorts::check_float_models(&new, FloatKind::Half);
    sorts::check_float_patterns(new());
    sorts::check_array_models(new());
    sorts::check_wide(new());
}

#[test]
fn numbers_are_computed_as_candor_does() {
    let Some(new) = z3() else { return };
    let mut rng = Rng::new(23);
    // Z3 4.8.12 gives up on bfloats, and takes minutes for doubles.
    for _ in 0..2 {
        assert_eq!(floats::check(new(), &mut rng, FloatKind::Half, /* by_bounds */ false), Outcome::Unsat);
    }
}

#[test]
fn an_interrupt_stops_a_check() {
    let Some(new) = z3() else { return };
    let mut pool = TermPool::new();
    let query = hard_query(&mut pool);
    let interrupt = Interrupt::new();
    let budget = Budget { interrupt: interrupt.clone(), ..Budget::default() };
    let puller = thread::spawn(move || {
        thread::sleep(Duration::from_millis(300));
        interrupt.interrupt();
        Instant::now()
    });
    let mut solver = new();
    let outcome = solver.check(&pool, &query, &budget);
    let stopped = Instant::now();
    let pulled = puller.join().expect("the thread only sleeps");
    assert_eq!(outcome, Outcome::Unknown(Reason::Interrupted));
    assert!(stopped.saturating_duration_since(pulled) < Duration::from_millis(500));
    // The next check has a new Z3.
    budget.interrupt.reset();
    assert_eq!(solver.check(&pool, &query[1..], &budget), Outcome::Sat);
}

#[test]
fn time_is_a_limit() {
    let Some(new) = z3() else { return };
    let mut pool = TermPool::new();
    let query = hard_query(&mut pool);
    let begin = Instant::now();
    let outcome = new().check(&pool, &query, &Budget::time(Duration::from_millis(200)));
    assert_eq!(outcome, Outcome::Unknown(Reason::Time));
    assert!(begin.elapsed() < Duration::from_millis(200 + 500));
}

/// While it makes gates it may take no notice: it is left alone then.
#[test]
fn time_is_a_limit_before_the_search() {
    let Some(new) = z3() else { return };
    let mut pool = TermPool::new();
    let wide = wide_query(&mut pool);
    let zero = pool.var("zero", Sort::Bv(8));
    let (is_zero, five) = (pool.is_zero(zero), pool.bv(8, 5));
    let is_five = pool.eq(zero, five);
    let mut solver = new();
    solver.assert(&pool, is_zero);
    for time in [20, 300] {
        let over = overtime(&mut solver, &pool, wide, Duration::from_millis(time));
        assert!(over < Duration::from_secs(2), "{over:?}");
    }
    // What was asserted is not forgotten.
    assert_eq!(solver.check(&pool, &[is_five], &Budget::unlimited()), Outcome::Unsat);
    assert_eq!(solver.failed_assumptions(), [is_five]);
}

#[cfg(target_os = "linux")]
#[test]
fn memory_is_a_limit() {
    let Some(new) = z3() else { return };
    let mut pool = TermPool::new();
    let wide = wide_query(&mut pool);
    let budget = Budget { memory: Some(1 << 24), time: Some(Duration::from_secs(60)), ..Budget::default() };
    assert_eq!(new().check(&pool, &[wide], &budget), Outcome::Unknown(Reason::Memory));
}

/// Several at once, each with its own Z3.
#[test]
fn threads_have_their_own_solvers() {
    let Some(library) = Library::load(None).ok() else { return };
    let solve = move |seed: u64| {
        let mut pool = TermPool::new();
        let x = pool.var("x", Sort::Bv(24));
        let (square, wanted) = (pool.mul(x, x), pool.bv(24, seed * seed));
        let query = pool.eq(square, wanted);
        SmtlibSolver::z3(library).check(&pool, &[query], &Budget::unlimited())
    };
    let threads: Vec<_> = (3..7).map(|seed| thread::spawn(move || solve(seed))).collect();
    for thread in threads {
        assert_eq!(thread.join().expect("no panic"), Outcome::Sat);
    }
}

/// What Z3 cannot read is an error, and what stands before it is not an answer.
#[test]
fn errors_are_not_answers() {
    let Some(library) = Library::load(None).ok() else { return };
    let mut context = Context::new(library);
    let error = context.evaluate("(check-sat)(assert nonsense)").expect_err("nonsense");
    assert!(error.contains("nonsense"), "{error}");
    assert_eq!(context.evaluate("(check-sat)"), Ok("sat\n".to_owned()));
    assert!(context.evaluate("(check-sat").is_err());
    assert!(context.evaluate("(assert \0)").is_err());
}

#[test]
fn solvers_are_chosen_by_name() {
    assert!(matches!(Choice::parse("bitwuzla", None), Ok(Choice::Bitwuzla)));
    assert!(matches!(Choice::parse("z3 -in", None), Ok(Choice::Command(command)) if command == "z3 -in"));
    let missing = Choice::parse("z3", Some("/nonexistent/libz3.so".as_ref())).expect_err("no such file");
    assert!(missing.contains("/nonexistent/libz3.so was named as Z3's library"), "{missing}");
    if Library::load(None).is_ok() {
        let chosen = Choice::parse("z3", None).expect("it was there a moment ago");
        assert!(chosen.smtlib().expect("a solver").name().starts_with("Z3 4."));
    }
}
