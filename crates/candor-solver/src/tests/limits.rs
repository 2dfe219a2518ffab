//! Budgets and interruption: hard queries are stopped every way there is, while Bitwuzla searches and before.

use std::thread;
use std::time::{Duration, Instant};

use candor_term::{Sort, Term, TermPool};

use crate::{BitwuzlaSolver, Budget, Caching, Interrupt, Outcome, Reason, Solver};

/// `x * y` is a prime of 63 bits, and neither factor is 1: minutes of search, and nothing to find.
pub(super) fn hard_query(pool: &mut TermPool) -> Vec<Term> {
    let (x, y) = (pool.var("x", Sort::Bv(64)), pool.var("y", Sort::Bv(64)));
    let product = pool.mul(x, y);
    // The largest prime below 2^63, so that no luck helps.
    let wanted = pool.bv(64, (1 << 63) - 25);
    let (one, limit) = (pool.bv(64, 1), pool.bv(64, 1 << 32));
    vec![
        pool.eq(product, wanted),
        pool.ult(one, x),
        pool.ult(x, limit),
        pool.ult(one, y),
        pool.ult(y, limit),
        pool.ult(x, y),
    ]
}

#[test]
fn an_interrupt_from_another_thread_stops_a_check() {
    let mut pool = TermPool::new();
    let query = hard_query(&mut pool);
    let interrupt = Interrupt::new();
    let budget = Budget { interrupt: interrupt.clone(), ..Budget::default() };
    let puller = thread::spawn(move || {
        thread::sleep(Duration::from_millis(300));
        interrupt.interrupt();
        Instant::now()
    });
    let mut solver = BitwuzlaSolver::new();
    let outcome = solver.check(&pool, &query, &budget);
    let stopped = Instant::now();
    let pulled = puller.join().expect("the thread only sleeps");
    assert_eq!(outcome, Outcome::Unknown(Reason::Interrupted));
    assert!(stopped.saturating_duration_since(pulled) < Duration::from_millis(500));
    // The solver is still good, with a flag that is not set.
    assert_eq!(solver.check(&pool, &query, &budget), Outcome::Unknown(Reason::Interrupted));
    budget.interrupt.reset();
    assert_eq!(solver.check(&pool, &query[1..], &budget), Outcome::Sat);
}

#[test]
fn steps_are_a_limit() {
    let mut pool = TermPool::new();
    let query = hard_query(&mut pool);
    let mut solver = BitwuzlaSolver::new();
    assert_eq!(solver.check(&pool, &query, &Budget::steps(50)), Outcome::Unknown(Reason::Steps));
    let mut solver = Caching::new(BitwuzlaSolver::new());
    assert_eq!(solver.check(&pool, &query, &Budget::steps(50)), Outcome::Unknown(Reason::Steps));
}

/// The fewest steps that a query needs, found by halving, are the same every time.
#[test]
fn steps_are_deterministic() {
    let mut pool = TermPool::new();
    let (x, y) = (pool.var("x", Sort::Bv(24)), pool.var("y", Sort::Bv(24)));
    let (product, wanted) = (pool.mul(x, y), pool.bv(24, 3989 * 4001));
    let (limit, equal) = (pool.bv(24, 1 << 12), pool.eq(product, wanted));
    let query = [equal, pool.ult(x, limit), pool.ult(y, limit), pool.ult(x, y)];
    let is_enough = |n_steps| {
        let mut solver = BitwuzlaSolver::new();
        solver.check(&pool, &query, &Budget::steps(n_steps)) == Outcome::Sat
    };
    let fewest = || {
        let (mut too_few, mut enough) = (0, 1 << 16);
        while enough - too_few > 1 {
            let middle = (too_few + enough) / 2;
            if is_enough(middle) { enough = middle } else { too_few = middle }
        }
        enough
    };
    let first = fewest();
    assert!(first > 1 && first < 1 << 16, "{first} steps");
    assert_eq!(first, fewest());
}

#[test]
fn time_is_a_limit() {
    let mut pool = TermPool::new();
    let query = hard_query(&mut pool);
    let begin = Instant::now();
    let mut solver = BitwuzlaSolver::new();
    let outcome = solver.check(&pool, &query, &Budget::time(Duration::from_millis(200)));
    assert_eq!(outcome, Outcome::Unknown(Reason::Time));
    assert!(begin.elapsed() < Duration::from_millis(200 + 500));
}

/// Two solvers at once, each on its own thread.
#[test]
fn threads_have_their_own_solvers() {
    let solve = |seed: u64| {
        let mut pool = TermPool::new();
        let x = pool.var("x", Sort::Bv(32));
        let (square, wanted) = (pool.mul(x, x), pool.bv(32, seed * seed));
        let query = pool.eq(square, wanted);
        let mut solver = BitwuzlaSolver::new();
        solver.check(&pool, &[query], &Budget::unlimited())
    };
    let threads: Vec<_> = (3..7).map(|seed| thread::spawn(move || solve(seed))).collect();
    for thread in threads {
        assert_eq!(thread.join().expect("no panic"), Outcome::Sat);
    }
}

/// A quotient of very wide words: minutes of making gates before any search.
pub(super) fn wide_query(pool: &mut TermPool) -> Term {
    let (x, y) = (pool.var("x", Sort::Bv(3000)), pool.var("y", Sort::Bv(3000)));
    let (quotient, square) = (pool.udiv(x, y), pool.mul(x, x));
    let one = pool.bv(3000, 1);
    let next = pool.add(square, one);
    pool.eq(quotient, next)
}

/// A term of many operators, of which each check of a solver for few checks rewrites all.
fn long_query(pool: &mut TermPool) -> Term {
    let mut word = pool.var("start", Sort::Bv(32));
    for round in 0..100_000 {
        let input = pool.var(&format!("in{round}"), Sort::Bv(32));
        let (sum, mixed) = (pool.add(word, input), pool.xor(word, input));
        let condition = pool.ult(mixed, sum);
        word = pool.ite(condition, sum, mixed);
    }
    let wanted = pool.bv(32, 12_345);
    pool.eq(word, wanted)
}

/// How long a stopped check took beyond its time.
pub(super) fn overtime(solver: &mut impl Solver, pool: &TermPool, query: Term, time: Duration) -> Duration {
    let begin = Instant::now();
    let outcome = solver.check(pool, &[query], &Budget::time(time));
    assert_eq!(outcome, Outcome::Unknown(Reason::Time));
    begin.elapsed().saturating_sub(time)
}

/// The solver stops within a third of a second (two, on a busy machine), and can be used afterwards.
#[test]
fn time_is_a_limit_before_the_search() {
    let mut pool = TermPool::new();
    let (wide, long) = (wide_query(&mut pool), long_query(&mut pool));
    let zero = pool.var("zero", Sort::Bv(8));
    let (is_zero, five) = (pool.is_zero(zero), pool.bv(8, 5));
    let is_five = pool.eq(zero, five);
    for mut solver in [BitwuzlaSolver::new(), BitwuzlaSolver::incremental()] {
        solver.assert(&pool, is_zero);
        solver.push();
        for (query, time) in [(wide, 300), (long, 20), (long, 100), (long, 300)] {
            let over = overtime(&mut solver, &pool, query, Duration::from_millis(time));
            assert!(over < Duration::from_secs(2), "{over:?}");
        }
        // What was asserted, and on which level, is not forgotten.
        solver.assert(&pool, is_five);
        assert_eq!(solver.check(&pool, &[], &Budget::unlimited()), Outcome::Unsat);
        solver.pop();
        assert_eq!(solver.check(&pool, &[], &Budget::unlimited()), Outcome::Sat);
        assert_eq!(solver.check(&pool, &[is_five], &Budget::unlimited()), Outcome::Unsat);
        assert_eq!(solver.failed_assumptions(), [is_five]);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn memory_is_a_limit() {
    let mut pool = TermPool::new();
    let wide = wide_query(&mut pool);
    let mut solver = BitwuzlaSolver::incremental();
    // All tests share the process; whatever it has by now, making these gates takes more.
    let budget = Budget { memory: Some(1 << 28), time: Some(Duration::from_secs(120)), ..Budget::default() };
    assert_eq!(solver.check(&pool, &[wide], &budget), Outcome::Unknown(Reason::Memory));
}

/// Set for the process that is going to run out of memory.
const CHILD: &str = "CANDOR_TEST_OUT_OF_MEMORY";

/// Another process, this test alone in it, gets an address space that is too small.
#[cfg(target_os = "linux")]
#[test]
fn running_out_of_memory_is_an_answer() {
    if std::env::var_os(CHILD).is_some() {
        let mut pool = TermPool::new();
        let wide = wide_query(&mut pool);
        let mut solver = BitwuzlaSolver::incremental();
        let outcome = solver.check(&pool, &[wide], &Budget::unlimited());
        assert_eq!(outcome, Outcome::Unknown(Reason::Failed("out of memory".to_owned())));
        let x = pool.var("x", Sort::Bv(3000));
        let is_zero = pool.is_zero(x);
        assert_eq!(solver.check(&pool, &[is_zero], &Budget::unlimited()), Outcome::Sat);
        return;
    }
    let child = std::process::Command::new("sh")
        .args(["-c", "ulimit -v 400000 && exec \"$0\" --exact tests::limits::running_out_of_memory_is_an_answer"])
        .arg(std::env::current_exe().expect("this program has a name"))
        .env(CHILD, "1")
        .output()
        .expect("there is a shell");
    assert!(
        child.status.success(),
        "{}{}",
        String::from_utf8_lossy(&child.stdout),
        String::from_utf8_lossy(&child.stderr)
    );
}
