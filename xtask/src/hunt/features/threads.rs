//! Programs with two threads: locks, atomics, shared variables, inputs, the heap.
//!
//! Each feature adds a few steps to both threads. The programs are tiny, so that all schedules can be tried.

use super::{Generated, Maker};
use crate::hunt::maker::Known;

/// Two threads in the making: the second may be `main` itself, after it has started the first.
pub(super) struct Threads {
    pub(super) maker: Maker,
    steps: [Vec<String>; 2],
    /// Statements of `main` before the threads start.
    before: Vec<String>,
    /// Statements of `main` after they are joined.
    after: Vec<String>,
}

impl Threads {
    /// A statement of one of the threads, at a random place among its steps.
    fn step(&mut self, thread: usize, text: impl Into<String>) {
        let at = self.maker.below(self.steps[thread].len() + 1);
        self.steps[thread].insert(at, text.into());
    }

    /// A claim about a shared variable when all threads have ended.
    fn claim(&mut self, text: &str, lo: i64, hi: i64) {
        let known = Known { text: text.to_owned(), lo, hi };
        let claim = self.maker.nested(|maker| maker.assert(&known));
        self.after.push(claim);
    }
}

/// A way in which threads have to do with each other.
pub(super) struct ThreadFeature {
    pub(super) name: &'static str,
    add: fn(&mut Threads),
}

pub(super) const FEATURES: &[ThreadFeature] = &[
    ThreadFeature { name: "thread-lock", add: locked },
    ThreadFeature { name: "thread-plain", add: plain },
    ThreadFeature { name: "thread-atomic", add: atomic },
    ThreadFeature { name: "thread-compare-exchange", add: compare_exchange },
    ThreadFeature { name: "thread-two-locks", add: two_locks },
    ThreadFeature { name: "thread-trylock", add: trylock },
    ThreadFeature { name: "thread-publish", add: publish },
    ThreadFeature { name: "thread-heap", add: heap },
    ThreadFeature { name: "thread-input", add: input },
    ThreadFeature { name: "thread-array", add: array },
    ThreadFeature { name: "thread-section", add: section },
    ThreadFeature { name: "thread-loop", add: looped },
    ThreadFeature { name: "thread-struct", add: structure },
    ThreadFeature { name: "thread-pointer", add: pointer },
    ThreadFeature { name: "thread-condition", add: condition },
    ThreadFeature { name: "thread-semaphore", add: semaphore },
    ThreadFeature { name: "thread-rwlock", add: rwlock },
    ThreadFeature { name: "thread-barrier", add: barrier },
    ThreadFeature { name: "thread-once", add: once },
    ThreadFeature { name: "thread-call", add: call },
    ThreadFeature { name: "thread-soup", add: soup },
];

/// The program of a seed.
pub(super) fn generate(maker: Maker, only: Option<&str>) -> Generated {
    let mut threads = Threads { maker, steps: Default::default(), before: Vec::new(), after: Vec::new() };
    threads.maker.header("pthread.h");
    let table: Vec<&ThreadFeature> =
        FEATURES.iter().filter(|feature| only.is_none_or(|name| name == feature.name)).collect();
    let mut features = Vec::new();
    for _ in 0..=threads.maker.below(2) {
        // The last one finds most.
        let last = threads.maker.chance(4);
        let feature = if last { table[table.len() - 1] } else { table[threads.maker.below(table.len())] };
        (feature.add)(&mut threads);
        features.push(feature.name);
    }
    let Threads { mut maker, steps: [first, second], before, after } = threads;
    let is_main = maker.chance(3);
    for line in before {
        maker.add(line);
    }
    maker.top(format!("static void *first(void *argument) {{ {} return 0; }}", first.join("\n")));
    maker.add("pthread_t one; pthread_create(&one, 0, first, 0);");
    if is_main {
        maker.add(second.join("\n"));
    } else {
        maker.top(format!("static void *second(void *argument) {{ {} return 0; }}", second.join("\n")));
        maker.add("pthread_t two; pthread_create(&two, 0, second, 0);");
        maker.add("pthread_join(two, 0);");
    }
    maker.add("pthread_join(one, 0);");
    for line in after {
        maker.add(line);
    }
    Generated { text: maker.finish(), features, has_threads: true }
}

fn mutex(threads: &mut Threads) -> String {
    let name = threads.maker.name("m");
    threads.maker.top(format!("static pthread_mutex_t {name} = PTHREAD_MUTEX_INITIALIZER;"));
    name
}

/// A variable that is protected by a mutex, unless it is risky.
fn locked(threads: &mut Threads) {
    let (lock, var) = (mutex(threads), threads.maker.name("g"));
    threads.maker.top(format!("static int {var} = 1;"));
    for thread in 0..2 {
        let change = match threads.maker.below(4) {
            0 => format!("{var}++;"),
            1 => format!("{var} = {var} * 2;"),
            2 => format!("{var} = {};", threads.maker.number(0, 3)),
            _ => format!("if ({var} > 1) {{ {var} -= 1; }}"),
        };
        let step = if threads.maker.risky() {
            change
        } else {
            format!("pthread_mutex_lock(&{lock}); {change} pthread_mutex_unlock(&{lock});")
        };
        threads.step(thread, step);
    }
    threads.claim(&var, 0, 4);
}

/// A variable for each thread; where it is risky, one of them uses the other's.
fn plain(threads: &mut Threads) {
    let vars = [threads.maker.name("g"), threads.maker.name("g")];
    for (thread, var) in vars.iter().enumerate() {
        threads.maker.top(format!("static int {var};"));
        let other = if threads.maker.risky() { &vars[1 - thread] } else { var };
        let number = threads.maker.number(1, 3);
        threads.step(thread, format!("{var} = {other} + {number};"));
    }
    threads.claim(&vars[0], 1, 4);
}

fn atomic(threads: &mut Threads) {
    threads.maker.header("stdatomic.h");
    let var = threads.maker.name("a");
    threads.maker.top(format!("static atomic_int {var} = 1;"));
    for thread in 0..2 {
        let step = match threads.maker.below(5) {
            0 => format!("atomic_fetch_add(&{var}, 1);"),
            1 => format!("atomic_store(&{var}, atomic_load(&{var}) + 1);"),
            2 => format!("if (atomic_load(&{var}) == 2) {{ atomic_store(&{var}, 0); }}"),
            3 => format!("{var}++;"),
            _ => format!("atomic_exchange(&{var}, {});", threads.maker.number(0, 3)),
        };
        threads.step(thread, step);
    }
    threads.claim(&format!("atomic_load(&{var})"), 0, 3);
}

fn compare_exchange(threads: &mut Threads) {
    threads.maker.header("stdatomic.h");
    let (var, winner) = (threads.maker.name("a"), threads.maker.name("g"));
    threads.maker.top(format!("static atomic_int {var};"));
    threads.maker.top(format!("static int {winner};"));
    let guard = if threads.maker.risky() { "1" } else { "0" };
    for thread in 0..2 {
        let expected = threads.maker.name("e");
        threads.step(
            thread,
            format!(
                "int {expected} = 0; if (atomic_compare_exchange_strong(&{var}, &{expected}, {n}) || {guard}) {{ {winner} = {n}; }}",
                n = thread + 1
            ),
        );
    }
    threads.claim(&winner, 1, 2);
}

/// Two locks, in different orders where it is risky.
fn two_locks(threads: &mut Threads) {
    let locks = [mutex(threads), mutex(threads)];
    let var = threads.maker.name("g");
    threads.maker.top(format!("static int {var};"));
    for thread in 0..2 {
        let swapped = usize::from(threads.maker.risky());
        let (one, two) = (&locks[swapped], &locks[1 - swapped]);
        threads.step(
            thread,
            format!(
                "pthread_mutex_lock(&{one}); pthread_mutex_lock(&{two}); {var} += {}; pthread_mutex_unlock(&{two}); pthread_mutex_unlock(&{one});",
                thread + 1
            ),
        );
    }
    threads.claim(&var, 3, 3);
}

fn trylock(threads: &mut Threads) {
    let (lock, var) = (mutex(threads), threads.maker.name("g"));
    threads.maker.top(format!("static int {var};"));
    threads.step(0, format!("pthread_mutex_lock(&{lock}); {var} = 2; pthread_mutex_unlock(&{lock});"));
    let other = if threads.maker.risky() { format!("else {{ {var} = 3; }}") } else { String::new() };
    threads.step(
        1,
        format!("if (pthread_mutex_trylock(&{lock}) == 0) {{ {var} += 1; pthread_mutex_unlock(&{lock}); }} {other}"),
    );
    threads.claim(&var, 2, 3);
}

/// Data that is written before a flag is set; or after, where it is risky.
fn publish(threads: &mut Threads) {
    threads.maker.header("stdatomic.h");
    let (data, flag) = (threads.maker.name("g"), threads.maker.name("a"));
    threads.maker.top(format!("static int {data} = 1;"));
    threads.maker.top(format!("static atomic_int {flag};"));
    let (write, set) = (format!("{data} = 2;"), format!("atomic_store(&{flag}, 1);"));
    let step = if threads.maker.risky() { format!("{set} {write}") } else { format!("{write} {set}") };
    threads.step(0, step);
    let known = Known { text: data.clone(), lo: 2, hi: 2 };
    let read = threads.maker.nested(|maker| maker.assert(&known));
    threads.step(1, format!("if (atomic_load(&{flag})) {{ {read} }}"));
}

/// A block that one thread frees while the other uses it, where it is risky.
fn heap(threads: &mut Threads) {
    threads.maker.header("stdlib.h");
    let (lock, block) = (mutex(threads), threads.maker.name("p"));
    threads.maker.top(format!("static int *{block};"));
    threads.before.push(format!("{block} = malloc(sizeof(int)); *{block} = 1;"));
    let guard = if threads.maker.risky() { "1".to_owned() } else { block.clone() };
    threads.step(
        0,
        format!("pthread_mutex_lock(&{lock}); if ({guard}) {{ *{block} += 1; }} pthread_mutex_unlock(&{lock});"),
    );
    let early = threads.maker.chance(2);
    if early {
        threads.step(
            1,
            format!("pthread_mutex_lock(&{lock}); free({block}); {block} = 0; pthread_mutex_unlock(&{lock});"),
        );
    } else {
        threads.after.push(format!("free({block});"));
    }
}

/// An input that a thread asks for.
fn input(threads: &mut Threads) {
    threads.maker.header("stdatomic.h");
    let var = threads.maker.name("a");
    threads.maker.top(format!("static atomic_int {var} = 1;"));
    let divisor = if threads.maker.risky() { var.clone() } else { format!("({var} == 0 ? 1 : {var})") };
    for thread in 0..2 {
        let use_input = threads.maker.condition_on_input(&var);
        threads.step(thread, use_input);
    }
    // Two loads of an atomic, between which the other thread may write.
    let quotient = threads.maker.name("q");
    threads.step(1, format!("int {quotient} = 4 / {divisor};"));
}

fn array(threads: &mut Threads) {
    threads.maker.header("stdatomic.h");
    let (var, array) = (threads.maker.name("a"), threads.maker.name("t"));
    threads.maker.top(format!("static atomic_int {var};"));
    let size = if threads.maker.risky() { 2 } else { 3 };
    threads.maker.top(format!("static int {array}[{size}];"));
    // A ticket for each thread: different elements.
    for thread in 0..2 {
        let step = threads.maker.number(1, 2);
        threads.step(thread, format!("{array}[atomic_fetch_add(&{var}, {step})] = {};", thread + 1));
    }
    threads.claim(&format!("{array}[0]"), 1, 2);
}

/// Sections that no other thread interrupts.
fn section(threads: &mut Threads) {
    threads.maker.top("extern void __VERIFIER_atomic_begin(void);");
    threads.maker.top("extern void __VERIFIER_atomic_end(void);");
    let var = threads.maker.name("g");
    threads.maker.top(format!("static int {var};"));
    for thread in 0..2 {
        let change = threads.maker.pick(&["++", " += 2", " *= 3"]);
        let step = if threads.maker.risky() {
            format!("{var}{change};")
        } else {
            format!("__VERIFIER_atomic_begin(); {var}{change}; __VERIFIER_atomic_end();")
        };
        threads.step(thread, step);
    }
    threads.claim(&var, 0, 6);
}

fn looped(threads: &mut Threads) {
    threads.maker.header("stdatomic.h");
    let (var, i) = (threads.maker.name("a"), threads.maker.name("i"));
    threads.maker.top(format!("static atomic_int {var};"));
    threads.step(0, format!("for (int {i} = 0; {i} < 2; {i}++) {{ atomic_fetch_add(&{var}, 1); }}"));
    let leave = threads.maker.pick(&["break;", "continue;", ""]);
    let add = if threads.maker.risky() {
        format!("atomic_store(&{var}, atomic_load(&{var}) + 2);")
    } else {
        format!("atomic_fetch_add(&{var}, 2);")
    };
    threads
        .step(1, format!("for (int {i} = 0; {i} < 2; {i}++) {{ if (atomic_load(&{var}) > 2) {{ {leave} }} {add} }}"));
    threads.claim(&format!("atomic_load(&{var})"), 2, 6);
}

/// Members of a structure, which is sometimes copied as a whole.
fn structure(threads: &mut Threads) {
    let (ty, var, lock) = (threads.maker.name("s"), threads.maker.name("g"), mutex(threads));
    threads.maker.top(format!("struct {ty} {{ int a; int b; }};"));
    threads.maker.top(format!("static struct {ty} {var} = {{1, 2}};"));
    let copy = threads.maker.name("c");
    let (own, take) = (threads.maker.risky(), threads.maker.chance(2));
    let first = format!("{var}.a = 3;");
    let second =
        if take { format!("struct {ty} {copy} = {var}; {var}.b = {copy}.b + 1;") } else { format!("{var}.b++;") };
    let protect = |text: &str| format!("pthread_mutex_lock(&{lock}); {text} pthread_mutex_unlock(&{lock});");
    // Different members need no lock.
    threads.step(0, if own || !take { first } else { protect(&first) });
    threads.step(1, if own { second } else { protect(&second) });
    threads.claim(&format!("{var}.b"), 3, 3);
}

/// A pointer to one of two variables, chosen by a thread.
fn pointer(threads: &mut Threads) {
    let (one, two, p, lock) =
        (threads.maker.name("g"), threads.maker.name("g"), threads.maker.name("p"), mutex(threads));
    threads.maker.top(format!("static int {one};"));
    threads.maker.top(format!("static int {two};"));
    threads.maker.top(format!("static int *{p} = &{one};"));
    let target = if threads.maker.risky() { "0".to_owned() } else { format!("&{two}") };
    threads.step(0, format!("pthread_mutex_lock(&{lock}); {p} = {target}; pthread_mutex_unlock(&{lock});"));
    threads.step(1, format!("pthread_mutex_lock(&{lock}); *{p} += 1; pthread_mutex_unlock(&{lock});"));
    threads.claim(&format!("({one} + {two})"), 1, 1);
}

/// One thread waits until the other has done something, in a loop or, where it is risky, without one.
fn condition(threads: &mut Threads) {
    let (lock, condition, ready) = (mutex(threads), threads.maker.name("c"), threads.maker.name("g"));
    threads.maker.top(format!("static pthread_cond_t {condition} = PTHREAD_COND_INITIALIZER;"));
    threads.maker.top(format!("static int {ready};"));
    let signal = threads.maker.pick(&["signal", "broadcast"]);
    threads.step(
        0,
        format!("pthread_mutex_lock(&{lock}); {ready} = 1; pthread_cond_{signal}(&{condition}); pthread_mutex_unlock(&{lock});"),
    );
    let wait = format!("pthread_cond_wait(&{condition}, &{lock});");
    let wait = if threads.maker.risky() { wait } else { format!("while (!{ready}) {{ {wait} }}") };
    threads.step(1, format!("pthread_mutex_lock(&{lock}); {wait} {ready} += 1; pthread_mutex_unlock(&{lock});"));
    threads.claim(&ready, 2, 2);
}

/// A semaphore as a lock, or as a signal.
fn semaphore(threads: &mut Threads) {
    threads.maker.header("semaphore.h");
    let (semaphore, var) = (threads.maker.name("sem"), threads.maker.name("g"));
    threads.maker.top(format!("static sem_t {semaphore};"));
    threads.maker.top(format!("static int {var};"));
    if threads.maker.chance(2) {
        let count = if threads.maker.risky() { threads.maker.number(0, 2) } else { 1 };
        threads.before.push(format!("sem_init(&{semaphore}, 0, {count});"));
        for thread in 0..2 {
            threads.step(thread, format!("sem_wait(&{semaphore}); {var} += {}; sem_post(&{semaphore});", thread + 1));
        }
        threads.claim(&var, 3, 3);
    } else {
        threads.before.push(format!("sem_init(&{semaphore}, 0, 0);"));
        let (write, post) = (format!("{var} = 5;"), format!("sem_post(&{semaphore});"));
        let step = if threads.maker.risky() { format!("{post} {write}") } else { format!("{write} {post}") };
        threads.step(0, step);
        threads.step(1, format!("sem_wait(&{semaphore}); {var} += 1;"));
        threads.claim(&var, 6, 6);
    }
}

fn rwlock(threads: &mut Threads) {
    let (lock, var, copy) = (threads.maker.name("rw"), threads.maker.name("g"), threads.maker.name("g"));
    threads.maker.top(format!("static pthread_rwlock_t {lock} = PTHREAD_RWLOCK_INITIALIZER;"));
    threads.maker.top(format!("static int {var} = 1;"));
    threads.maker.top(format!("static int {copy};"));
    let kind = if threads.maker.risky() { "rd" } else { "wr" };
    threads.step(0, format!("pthread_rwlock_{kind}lock(&{lock}); {var} += 1; pthread_rwlock_unlock(&{lock});"));
    threads.step(1, format!("pthread_rwlock_rdlock(&{lock}); {copy} = {var}; pthread_rwlock_unlock(&{lock});"));
    threads.claim(&copy, 1, 2);
}

/// What threads write before a barrier, the other reads behind it; or before it too, where it is risky.
fn barrier(threads: &mut Threads) {
    let (barrier, one, two) = (threads.maker.name("bar"), threads.maker.name("g"), threads.maker.name("g"));
    threads.maker.top(format!("static pthread_barrier_t {barrier};"));
    threads.maker.top(format!("static int {one};"));
    threads.maker.top(format!("static int {two};"));
    let count = if threads.maker.risky() { 1 } else { 2 };
    threads.before.push(format!("pthread_barrier_init(&{barrier}, 0, {count});"));
    threads.step(0, format!("{one} = 1; pthread_barrier_wait(&{barrier});"));
    threads.step(1, format!("pthread_barrier_wait(&{barrier}); {two} = {one} + 1;"));
    threads.claim(&two, 2, 2);
}

fn once(threads: &mut Threads) {
    let (once, var, function) = (threads.maker.name("once"), threads.maker.name("g"), threads.maker.name("f"));
    threads.maker.top(format!("static pthread_once_t {once} = PTHREAD_ONCE_INIT;"));
    threads.maker.top(format!("static int {var};"));
    threads.maker.top(format!("static void {function}(void) {{ {var} += 1; }}"));
    let second =
        if threads.maker.risky() { format!("{function}();") } else { format!("pthread_once(&{once}, {function});") };
    threads.step(0, format!("pthread_once(&{once}, {function});"));
    threads.step(1, second);
    threads.claim(&var, 1, 1);
}

/// Locks that are taken in functions, through pointers.
fn call(threads: &mut Threads) {
    let (lock, var, function) = (mutex(threads), threads.maker.name("g"), threads.maker.name("f"));
    threads.maker.top(format!("static int {var};"));
    let early = if threads.maker.risky() { "if (n > 1) { return -1; }" } else { "" };
    threads.maker.top(format!(
        "static int {function}(pthread_mutex_t *lock, int *target, int n) {{ pthread_mutex_lock(lock); *target += n; {early} pthread_mutex_unlock(lock); return n; }}"
    ));
    for thread in 0..2 {
        let number = threads.maker.number(1, 2);
        threads.step(thread, format!("{function}(&{lock}, &{var}, {number});"));
    }
    threads.claim(&var, 2, 4);
}

/// Random steps over shared variables, mostly under locks.
fn soup(threads: &mut Threads) {
    threads.maker.header("stdatomic.h");
    let locks = [mutex(threads), mutex(threads)];
    let (plain, atomic, array) = (threads.maker.name("g"), threads.maker.name("a"), threads.maker.name("t"));
    threads.maker.top(format!("static int {plain} = 1;"));
    threads.maker.top(format!("static atomic_int {atomic};"));
    threads.maker.top(format!("static int {array}[2] = {{1, 2}};"));
    for thread in 0..2 {
        for _ in 0..1 + threads.maker.below(2) {
            let step = soup_step(&mut threads.maker, &plain, &atomic, &array, thread);
            // One lock protects, most of the time.
            let lock = &locks[usize::from(threads.maker.risky())];
            let open = threads.maker.risky() && threads.maker.risky();
            let step =
                if open { step } else { format!("pthread_mutex_lock(&{lock}); {step} pthread_mutex_unlock(&{lock});") };
            threads.step(thread, step);
        }
    }
    let (lo, hi) = (threads.maker.number(0, 2), threads.maker.number(2, 4));
    threads.claim(&plain, lo, hi);
    if threads.maker.chance(2) {
        threads.claim(&format!("{array}[1]"), lo, hi);
    }
}

fn soup_step(maker: &mut Maker, plain: &str, atomic: &str, array: &str, thread: usize) -> String {
    let number = maker.number(0, 2);
    let local = maker.name("l");
    match maker.below(9) {
        0 => format!("{plain} += {number};"),
        1 => format!("atomic_fetch_add(&{atomic}, 1);"),
        2 => format!("if ({plain} > {number}) {{ {plain} = {array}[0]; }}"),
        3 => format!("{array}[{thread}] = {plain};"),
        4 => format!("int {local} = {plain}; {plain} = {local} * 2;"),
        5 => format!("{plain} = atomic_load(&{atomic}) + {number};"),
        6 => format!("if (atomic_load(&{atomic}) == {number}) {{ {array}[1] += 1; }}"),
        7 => format!("{array}[{plain} & 1] = {number};"),
        _ => format!("{plain} = {plain} > 2 ? {number} : {plain} + 1;"),
    }
}
