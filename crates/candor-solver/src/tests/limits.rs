//! Budgets and interruption: a hard query, 64-bit factoring, is stopped every way there is.

use std::thread;
use std::time::{Duration, Instant};

use candor_term::{Sort, Term, TermPool};

use crate::{BitwuzlaSolver, Budget, Caching, Interrupt, Outcome, Reason, Solver};

/// `x * y` is a product of two primes of 31 and 32 bits, and neither factor is 1: minutes of search.
fn hard_query(pool: &mut TermPool) -> Vec<Term> {
    let (x, y) = (pool.var("x", Sort::Bv(64)), pool.var("y", Sort::Bv(64)));
    let product = pool.mul(x, y);
    let wanted = pool.bv(64, 2_147_483_647 * 4_294_967_291);
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
