//! Measures the ways to use a solver incrementally: unrolled loops, round by round, with two checks in each.
//!
//! `cargo run --release -p candor-solver --example incremental -- [family] [way] [rounds]`; without a name, all of them.

use std::time::Duration;

use candor_solver::{BitwuzlaSolver, Budget, Outcome, Solver};
use candor_term::{Sort, Term, TermPool};

/// A loop whose states are terms.
trait Family {
    /// Goes once around, and returns what to ask: that the loop can end here, and that something bad can happen here.
    fn round(&mut self, pool: &mut TermPool, n_done: u64) -> [Term; 2];
}

/// A state machine over three words, with an input in each round.
struct Machine {
    path: Term,
    mode: Term,
    count: Term,
    sum: Term,
}

/// A pseudo-random generator, seeded by an input and stirred by others.
struct Product {
    path: Term,
    state: Term,
    product: Term,
    width: u32,
}

/// A ring buffer in an array.
struct Buffer {
    path: Term,
    memory: Term,
    head: Term,
    total: Term,
}

/// Sixteen words, of which each round overwrites one by a symbolic index. The questions are easy, the terms are many.
struct Table {
    path: Term,
    words: Vec<Term>,
}

impl Table {
    fn new(pool: &mut TermPool) -> Table {
        let words = (0..16).map(|at| pool.var(&format!("word{at}"), Sort::Bv(32))).collect();
        Table { path: Term::TRUE, words }
    }
}

impl Family for Table {
    fn round(&mut self, pool: &mut TermPool, n_done: u64) -> [Term; 2] {
        let (index, input) =
            (pool.var(&format!("at{n_done}"), Sort::Bv(4)), pool.var(&format!("in{n_done}"), Sort::Bv(32)));
        let mut read = self.words[0];
        for (at, word) in (0..).zip(&mut self.words) {
            let place = pool.bv(4, at);
            let is_here = pool.eq(index, place);
            read = pool.ite(is_here, *word, read);
            *word = pool.ite(is_here, input, *word);
        }
        let (magic, limit) = (pool.bv(32, 12_345), pool.bv(32, 1_000_000));
        let small = pool.ult(input, limit);
        let exit = pool.eq(read, magic);
        let exits = pool.and(self.path, exit);
        let goes_on = pool.not(exit);
        let still = pool.and(small, goes_on);
        self.path = pool.and(self.path, still);
        // What was written just now is small.
        let last_small = pool.ult(limit, input);
        [exits, pool.and(self.path, last_small)]
    }
}

impl Machine {
    fn new(pool: &mut TermPool) -> Machine {
        let zero = pool.bv(32, 0);
        let count = pool.var("start", Sort::Bv(32));
        Machine { path: Term::TRUE, mode: zero, count, sum: zero }
    }
}

impl Family for Machine {
    fn round(&mut self, pool: &mut TermPool, n_done: u64) -> [Term; 2] {
        let input = pool.var(&format!("in{n_done}"), Sort::Bv(32));
        let constant = |pool: &mut TermPool, value| pool.bv(32, value);
        let (zero, one, two, three) = (constant(pool, 0), constant(pool, 1), constant(pool, 2), constant(pool, 3));
        let (limit, many) = (constant(pool, 100), constant(pool, 100 * (n_done + 1)));
        let small = pool.ult(input, limit);
        let (is_idle, is_busy) = (pool.eq(self.mode, zero), pool.eq(self.mode, one));
        let (next_sum, next_count) = (pool.add(self.sum, input), pool.add(self.count, one));
        let odd = pool.and(input, one);
        let is_odd = pool.eq(odd, one);
        let shifted = pool.lshr(input, two);
        let mixed = pool.xor(self.count, shifted);
        let from_idle = pool.ite(is_odd, one, zero);
        let from_busy = pool.ite(small, two, one);
        let other = pool.ite(is_busy, from_busy, three);
        let mode = pool.ite(is_idle, from_idle, other);
        let sum = pool.ite(small, next_sum, self.sum);
        let count = pool.ite(is_busy, mixed, next_count);
        let exit = pool.eq(self.mode, three);
        let exits = pool.and(self.path, exit);
        let goes_on = pool.not(exit);
        self.path = pool.and(self.path, goes_on);
        (self.mode, self.sum, self.count) = (mode, sum, count);
        // The sum never gets that large: each round adds less than 100.
        let large = pool.ult(many, self.sum);
        [exits, pool.and(self.path, large)]
    }
}

impl Product {
    fn new(pool: &mut TermPool, width: u32) -> Product {
        let state = pool.var("seed", Sort::Bv(width));
        Product { path: Term::TRUE, state, product: pool.bv(width, 1), width }
    }
}

impl Family for Product {
    fn round(&mut self, pool: &mut TermPool, n_done: u64) -> [Term; 2] {
        let input = pool.var(&format!("in{n_done}"), Sort::Bv(8));
        let wide = pool.zext(input, self.width);
        let (factor, step) = (pool.bv(self.width, 1_664_525), pool.bv(self.width, 1_013_904_223));
        let scaled = pool.mul(self.state, factor);
        let stepped = pool.add(scaled, step);
        let stirred = pool.xor(stepped, wide);
        let low = pool.trunc(self.state, 8);
        let is_equal = pool.eq(low, input);
        let times = pool.mul(self.product, wide);
        let product = pool.ite(is_equal, times, self.product);
        let (one, magic) = (pool.bv(self.width, 1), pool.bv(self.width, 12_345));
        let even = pool.and(product, one);
        let was_even = pool.and(self.product, one);
        let exit = pool.eq(stirred, magic);
        let exits = pool.and(self.path, exit);
        let goes_on = pool.not(exit);
        self.path = pool.and(self.path, goes_on);
        (self.state, self.product) = (stirred, product);
        // An even product stays even.
        let (was, is) = (pool.eq(was_even, one), pool.eq(even, one));
        let never = pool.not(was);
        let bad = pool.and(never, is);
        [exits, pool.and(self.path, bad)]
    }
}

impl Buffer {
    fn new(pool: &mut TermPool) -> Buffer {
        let memory = pool.var("memory", Sort::Array { index: 32, element: 8 });
        Buffer { path: Term::TRUE, memory, head: pool.var("head", Sort::Bv(32)), total: pool.bv(32, 0) }
    }
}

impl Family for Buffer {
    fn round(&mut self, pool: &mut TermPool, n_done: u64) -> [Term; 2] {
        let input = pool.var(&format!("in{n_done}"), Sort::Bv(8));
        let (mask, one, seven) = (pool.bv(32, 15), pool.bv(32, 1), pool.bv(8, 7));
        let next = pool.add(self.head, one);
        let head = pool.and(next, mask);
        let stored = pool.store(self.memory, head, input);
        let is_seven = pool.eq(input, seven);
        let memory = pool.ite(is_seven, self.memory, stored);
        let back = pool.select(memory, head);
        let wide = pool.zext(back, 32);
        let total = pool.add(self.total, wide);
        let limit = pool.bv(32, 255 * (n_done + 1));
        let exit = pool.eq(back, seven);
        let exits = pool.and(self.path, exit);
        let goes_on = pool.not(exit);
        self.path = pool.and(self.path, goes_on);
        (self.memory, self.head, self.total) = (memory, head, total);
        let bad = pool.ult(limit, total);
        [exits, pool.and(self.path, bad)]
    }
}

fn family(name: &str, pool: &mut TermPool) -> Box<dyn Family> {
    match name {
        "machine" => Box::new(Machine::new(pool)),
        "product32" => Box::new(Product::new(pool, 32)),
        "product64" => Box::new(Product::new(pool, 64)),
        "table" => Box::new(Table::new(pool)),
        "buffer" => Box::new(Buffer::new(pool)),
        other => panic!("no family {other}"),
    }
}

/// How the questions are asked.
fn ask(way: &str, solver: &mut BitwuzlaSolver, pool: &TermPool, question: Term, budget: &Budget) -> Outcome {
    match way {
        "fresh" => {
            *solver = BitwuzlaSolver::new();
            solver.check(pool, &[question], budget)
        }
        "assume" | "incremental" => solver.check(pool, &[question], budget),
        "push" => {
            solver.push();
            solver.assert(pool, question);
            let outcome = solver.check(pool, &[], budget);
            solver.pop();
            outcome
        }
        other => panic!("no way {other}"),
    }
}

/// Processor time of this thread, if the system tells.
fn processor_time() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split(' ').next().and_then(|text| text.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or(0))
}

fn measure(name: &str, way: &str, n_rounds: u64) {
    let mut pool = TermPool::new();
    let mut family = family(name, &mut pool);
    let mut solver = if way == "incremental" { BitwuzlaSolver::incremental() } else { BitwuzlaSolver::new() };
    let budget = Budget::time(Duration::from_secs(30));
    let begin = processor_time();
    let (mut longest, mut n_sat, mut n_unsat, mut n_unknown) = (Duration::ZERO, 0, 0, 0);
    let mut n_done = 0;
    while n_done < n_rounds && processor_time() - begin < Duration::from_secs(60) {
        for question in family.round(&mut pool, n_done) {
            let asked = processor_time();
            match ask(way, &mut solver, &pool, question, &budget) {
                Outcome::Sat => n_sat += 1,
                Outcome::Unsat => n_unsat += 1,
                Outcome::Unknown(_) => n_unknown += 1,
            }
            longest = longest.max(processor_time() - asked);
        }
        n_done += 1;
    }
    let (all, longest) = ((processor_time() - begin).as_secs_f64(), longest.as_secs_f64());
    println!(
        "{name:10} {way:12} {n_done:4} rounds {all:7.2} s, longest {longest:6.3} s, {n_sat} sat {n_unsat} unsat {n_unknown} unknown"
    );
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let pick = |at: usize, all: &[&str]| match args.get(at) {
        Some(name) if name != "all" => vec![name.clone()],
        _ => all.iter().map(|name| (*name).to_owned()).collect(),
    };
    let n_rounds = args.get(2).and_then(|text| text.parse().ok()).unwrap_or(500);
    for name in pick(0, &["table", "machine", "product32", "product64", "buffer"]) {
        for way in pick(1, &["fresh", "assume", "push", "incremental"]) {
            measure(&name, &way, n_rounds);
        }
    }
}
