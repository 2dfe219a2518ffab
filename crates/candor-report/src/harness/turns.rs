//! Threads natively in the order of a counterexample.
//!
//! clang calls a function before every load and store; there a thread waits until it is its turn. Only what others may notice
//! counts: nothing on a stack. A thread that does not come, because an execution goes another way after all, is not waited for
//! for long: then all run as they like.

use std::fmt::Write;

/// What threads wait for; nothing where there is nothing to keep to. The last turn is that of the thread that comes to the fault.
pub(super) fn scheduler(turns: &[(u32, u64)]) -> String {
    if turns.is_empty() {
        return String::new();
    }
    let mut text = format!("\nstatic const unsigned long candor_turns[{}][2] = {{\n", turns.len());
    for (thread, n_events) in turns {
        writeln!(text, "    {{ {thread}, {n_events} }},").expect("strings grow as needed");
    }
    text + &format!("}};\n#define CANDOR_N_TURNS {}\n", turns.len()) + SCHEDULER
}

const SCHEDULER: &str = r#"
extern int candor_sleep(unsigned) __asm__("usleep");
extern unsigned long candor_self(void) __asm__("pthread_self");
extern int candor_attributes(unsigned long, void *) __asm__("pthread_getattr_np");
extern int candor_stack(const void *, void **, __SIZE_TYPE__ *) __asm__("pthread_attr_getstack");
extern int candor_no_attributes(void *) __asm__("pthread_attr_destroy");
extern int __real_pthread_mutex_lock(void *);
extern int __real_pthread_create(void *, const void *, void *(*)(void *), void *);

#define CANDOR_MOST_THREADS 64
static volatile unsigned long candor_turn, candor_n_events, candor_last, candor_n_threads;
static volatile int candor_is_free;
static __thread unsigned long candor_number;
/* How often each thread was asked, and how often it had been when it took its last turn. */
static volatile unsigned long candor_asked[CANDOR_MOST_THREADS], candor_asked_then;
static struct { char *start, *end; } candor_stacks[CANDOR_MOST_THREADS];

/* Where the stack of this thread is. */
CANDOR_PLAIN static void candor_find_stack(void)
{
    long attributes[32];
    void *start;
    __SIZE_TYPE__ size;
    if (candor_number >= CANDOR_MOST_THREADS || candor_attributes(candor_self(), attributes) != 0)
        return;
    if (candor_stack(attributes, &start, &size) == 0) {
        candor_stacks[candor_number].start = start;
        candor_stacks[candor_number].end = (char *)start + size;
    }
    candor_no_attributes(attributes);
}

/* Something that others may notice is about to happen: waits for this thread's turn. */
CANDOR_PLAIN static void candor_event(void)
{
    if (candor_n_threads == 0)
        return;
    for (unsigned n = 0; !candor_is_free && candor_turn < CANDOR_N_TURNS; n++) {
        if (candor_turns[candor_turn][0] == candor_number) {
            if (candor_last != candor_number) {
                /* What the other one began is done when it is asked again, or waits for something else. */
                unsigned long last = candor_last % CANDOR_MOST_THREADS;
                for (unsigned i = 0; i < 40 && candor_asked[last] == candor_asked_then; i++)
                    candor_sleep(50);
                candor_last = candor_number;
            }
            candor_asked_then = candor_asked[candor_number % CANDOR_MOST_THREADS];
            if (++candor_n_events == candor_turns[candor_turn][1]) {
                candor_n_events = 0;
                candor_turn++;
            }
            return;
        }
        if (n == 5000)
            candor_is_free = 1;
        candor_sleep(50);
    }
    /* What is left to do is the fault. */
    if (candor_turn == CANDOR_N_TURNS && candor_turns[CANDOR_N_TURNS - 1][0] != candor_number && !candor_is_free) {
        candor_sleep(500000);
        candor_is_free = 1;
    }
}

/* The end of the program is not the end of what others do in their turns. */
CANDOR_PLAIN __attribute__((destructor)) static void candor_wait(void)
{
    for (unsigned n = 0; n < 20000 && candor_n_threads > 0 && !candor_is_free && candor_turn < CANDOR_N_TURNS; n++)
        candor_sleep(50);
    if (candor_n_threads > 0 && !candor_is_free && candor_turns[CANDOR_N_TURNS - 1][0] != candor_number)
        candor_sleep(300000);
}

CANDOR_PLAIN static void candor_access(const char *at)
{
    candor_asked[candor_number % CANDOR_MOST_THREADS]++;
    for (unsigned i = 0; i < CANDOR_MOST_THREADS && i <= candor_n_threads; i++)
        if (at >= candor_stacks[i].start && at < candor_stacks[i].end)
            return;
    candor_event();
}

struct candor_start { void *(*function)(void *); void *argument; unsigned long number; };
static struct candor_start candor_starts[CANDOR_MOST_THREADS];

CANDOR_PLAIN static void *candor_run(void *given)
{
    struct candor_start start = *(struct candor_start *)given;
    candor_number = start.number;
    candor_find_stack();
    return start.function(start.argument);
}

CANDOR_PLAIN int __wrap_pthread_create(void *thread, const void *attributes, void *(*function)(void *), void *argument)
{
    struct candor_start *start = &candor_starts[(candor_n_threads + 1) % CANDOR_MOST_THREADS];
    if (candor_n_threads == 0)
        candor_find_stack();
    /* Nobody keeps track of so many. */
    if (candor_n_threads + 1 >= CANDOR_MOST_THREADS) {
        candor_is_free = 1;
        return __real_pthread_create(thread, attributes, function, argument);
    }
    start->function = function;
    start->argument = argument;
    start->number = ++candor_n_threads;
    return __real_pthread_create(thread, attributes, candor_run, start);
}

CANDOR_PLAIN int __wrap_pthread_mutex_lock(void *mutex)
{
    candor_event();
    return __real_pthread_mutex_lock(mutex);
}

#define CANDOR_CALLBACKS(n) \
    CANDOR_PLAIN void __sanitizer_cov_load##n(void *at) { candor_access(at); } \
    CANDOR_PLAIN void __sanitizer_cov_store##n(void *at) { candor_access(at); }
CANDOR_CALLBACKS(1) CANDOR_CALLBACKS(2) CANDOR_CALLBACKS(4) CANDOR_CALLBACKS(8) CANDOR_CALLBACKS(16)
CANDOR_PLAIN void __sanitizer_cov_trace_pc(void) {}
"#;
