/* Runs a program with threads for all its inputs and all its schedules.
 *
 * Usage: schedule PROGRAM.so MOST_RUNS RACES. The program is compiled with -fsanitize=thread, whose calls before each access to memory that
 * threads may share come here: threads are coroutines of one process, and each such call, each lock and each atomic operation is a place where
 * another one may go on. Each run is a child process; what it chooses (the next thread, inputs) is enumerated like a number with a digit
 * for each choice. Addresses that only one thread uses are no such place: which ones these are is learnt on the way, and the enumeration starts
 * again when another one is found to be shared. Races are found by vector clocks; RACES says whether they end a run.
 *   @end STATUS SIGNAL BLOCKS INPUT...
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

enum {
    MOST_CHOICES = 200, MOST_INPUTS = 12, MOST_THREADS = 4, MOST_OBJECTS = 12, MOST_PLACES = 4096, MOST_BLOCKS = 64,
    STACK = 65536, ARENA = 65536, SECONDS = 2
};
enum { TOO_LARGE = 97, ASSUMED = 98, REACHED = 99, RACE = 100, DEADLOCK = 101, MISUSE = 102, BAD_ACCESS = 103, BAD_FREE = 104 };

struct shared {
    int n_choices, n_inputs, blocks, restart;
    int tries; /* whether any run has tried a lock: only that can tell whether a lock is released a little later */
    int choice[MOST_CHOICES], range[MOST_CHOICES];
    long long input[MOST_INPUTS];
    /* Which threads have used an address, in any run. */
    struct { unsigned long address; unsigned threads; } used[MOST_PLACES];
};

typedef struct { unsigned at[MOST_THREADS]; } clock_vector;

struct thread {
    ucontext_t context;
    void *(*start)(void *);
    void *argument, *result;
    int ended, joined;
    enum { NOTHING, LOCK, READ_LOCK, WRITE_LOCK, SEMAPHORE, WAKING, THREAD } waits;
    int waits_for; /* an object, or a thread */
    int woken;
    clock_vector clock;
};

static struct shared *shared;
static struct thread threads[MOST_THREADS];
static int n_threads = 1, current, races_count, is_running, in_section = -1;
/* Locks of all kinds, semaphores, condition variables, barriers. */
static struct { void *address; int owner, readers, value; clock_vector clock; } objects[MOST_OBJECTS];
/* The last accesses to each byte: when each thread has read and written it, plainly or atomically. */
static struct { unsigned long address; unsigned read[MOST_THREADS], written[MOST_THREADS], read_atomic[MOST_THREADS], written_atomic[MOST_THREADS]; clock_vector released; } places[MOST_PLACES];
static char arena[ARENA], state_of[ARENA];
static unsigned arena_used = 64;
static struct { char *start; size_t size; int freed; } blocks[MOST_BLOCKS];
static int n_blocks;

static int choose(int range) {
    int n = shared->n_choices;
    if (n == MOST_CHOICES)
        _exit(TOO_LARGE);
    shared->range[n] = range;
    shared->n_choices = n + 1;
    return shared->choice[n];
}

static long long input(int range, long long lowest) {
    if (shared->n_inputs == MOST_INPUTS)
        _exit(TOO_LARGE);
    return shared->input[shared->n_inputs++] = lowest + choose(range);
}

int __VERIFIER_nondet_int(void) { return input(4, -1); }
unsigned __VERIFIER_nondet_uint(void) { return input(3, 0); }
long __VERIFIER_nondet_long(void) { return input(3, -1); }
char __VERIFIER_nondet_char(void) { return input(3, -1); }
unsigned char __VERIFIER_nondet_uchar(void) { return input(3, 0); }
short __VERIFIER_nondet_short(void) { return input(2, 0); }
_Bool __VERIFIER_nondet_bool(void) { return input(2, 0); }

void __VERIFIER_assume(int holds) {
    if (!holds)
        _exit(ASSUMED);
}

void reach_error(void) { _exit(REACHED); }

/* Clocks. */

static void join_clock(clock_vector *into, const clock_vector *from) {
    for (int i = 0; i < MOST_THREADS; i++)
        if (from->at[i] > into->at[i])
            into->at[i] = from->at[i];
}

static clock_vector *now(void) { return &threads[current].clock; }
static void tick(void) { now()->at[current]++; }

/* Scheduling. */

static int object_at(void *address) {
    for (int i = 0; i < MOST_OBJECTS; i++) {
        if (!objects[i].address) {
            objects[i].address = address;
            objects[i].owner = -1;
        }
        if (objects[i].address == address)
            return i;
    }
    _exit(TOO_LARGE);
}

static int can_run(int i) {
    struct thread *thread = &threads[i];
    if (thread->ended || (in_section >= 0 && in_section != i))
        return 0;
    switch (thread->waits) {
    case NOTHING: return 1;
    case LOCK: return objects[thread->waits_for].owner < 0;
    case READ_LOCK: return objects[thread->waits_for].owner < 0;
    case WRITE_LOCK: return objects[thread->waits_for].owner < 0 && objects[thread->waits_for].readers == 0;
    case SEMAPHORE: return objects[thread->waits_for].value > 0;
    case WAKING: return thread->woken;
    case THREAD: return threads[thread->waits_for].ended;
    }
    _exit(TOO_LARGE);
}

/* Lets any thread go on that can. */
static void yield(void) {
    int able[MOST_THREADS], n = 0;
    for (int i = 0; i < n_threads; i++)
        if (can_run(i))
            able[n++] = i;
    if (n == 0)
        _exit(DEADLOCK);
    int next = able[n == 1 ? 0 : choose(n)], before = current;
    if (next != before) {
        current = next;
        swapcontext(&threads[before].context, &threads[next].context);
    }
}

/* Lets others go on until something is there. */
static void wait_for(int kind, int object) {
    threads[current].waits = kind;
    threads[current].waits_for = object;
    if (!can_run(current))
        yield();
    threads[current].waits = NOTHING;
}

static void acquire(int object) { join_clock(now(), &objects[object].clock); }

static void release(int object) {
    join_clock(&objects[object].clock, now());
    tick();
}

/* Accesses. */

static int is_before(const unsigned *times) {
    for (int i = 0; i < MOST_THREADS; i++)
        if (times[i] > now()->at[i])
            return 0;
    return 1;
}

static int place_of(unsigned long address) {
    for (unsigned i = 0, slot = address * 2654435761u % MOST_PLACES; i < MOST_PLACES; i++, slot = (slot + 1) % MOST_PLACES) {
        if (!places[slot].address)
            places[slot].address = address;
        if (places[slot].address == address)
            return slot;
    }
    _exit(TOO_LARGE);
}

/* Whether other threads use an address too, as far as any run has shown. */
static int is_shared(unsigned long address) {
    for (unsigned i = 0, slot = address * 2654435761u % MOST_PLACES; i < MOST_PLACES; i++, slot = (slot + 1) % MOST_PLACES) {
        if (!shared->used[slot].address)
            shared->used[slot].address = address;
        if (shared->used[slot].address != address)
            continue;
        unsigned before = shared->used[slot].threads, after = before | 1u << current;
        shared->used[slot].threads = after;
        int is_now = after & (after - 1), was = before & (before - 1);
        if (is_now && !was)
            shared->restart = 1;
        return is_now != 0;
    }
    _exit(TOO_LARGE);
}

static void check_heap(char *address, size_t size) {
    for (size_t i = 0; i < size; i++)
        if (address + i >= arena && address + i < arena + ARENA && !state_of[address + i - arena])
            _exit(BAD_ACCESS);
}

static void access_memory(void *pointer, size_t size, int writes, int atomic) {
    if (!is_running)
        return;
    if (pointer < (void *)4096)
        _exit(BAD_ACCESS);
    int visible = atomic;
    for (size_t i = 0; i < size; i++)
        visible |= is_shared((unsigned long)pointer + i);
    if (visible)
        yield();
    check_heap(pointer, size);
    for (size_t i = 0; i < size; i++) {
        int slot = place_of((unsigned long)pointer + i);
        int ordered = is_before(places[slot].written) && (atomic || is_before(places[slot].written_atomic));
        if (writes)
            ordered = ordered && is_before(places[slot].read) && (atomic || is_before(places[slot].read_atomic));
        if (!ordered && races_count)
            _exit(RACE);
        unsigned *times = writes ? (atomic ? places[slot].written_atomic : places[slot].written)
                                 : (atomic ? places[slot].read_atomic : places[slot].read);
        times[current] = now()->at[current];
    }
}

/* An atomic operation acquires and releases. */
static void atomic_access(volatile void *pointer, size_t size, int writes) {
    access_memory((void *)pointer, size, writes, 1);
    if (!is_running)
        return;
    int slot = place_of((unsigned long)pointer);
    join_clock(now(), &places[slot].released);
    if (writes)
        join_clock(&places[slot].released, now());
    tick();
}

#define ACCESS(N)                                                                                                        \
    void __tsan_read##N(void *p) { access_memory(p, N, 0, 0); }                                                          \
    void __tsan_write##N(void *p) { access_memory(p, N, 1, 0); }                                                         \
    void __tsan_unaligned_read##N(void *p) { access_memory(p, N, 0, 0); }                                                \
    void __tsan_unaligned_write##N(void *p) { access_memory(p, N, 1, 0); }                                               \
    void __tsan_read_write##N(void *p) { access_memory(p, N, 0, 0); access_memory(p, N, 1, 0); }
ACCESS(1) ACCESS(2) ACCESS(4) ACCESS(8) ACCESS(16)

void __tsan_init(void) {}
void __tsan_func_entry(void *p) {}
void __tsan_func_exit(void) {}
void __tsan_read_range(void *p, size_t n) { access_memory(p, n, 0, 0); }
void __tsan_write_range(void *p, size_t n) { access_memory(p, n, 1, 0); }
void *__tsan_memcpy(void *to, void *from, size_t n) {
    access_memory(from, n, 0, 0);
    access_memory(to, n, 1, 0);
    return memmove(to, from, n);
}
void *__tsan_memmove(void *to, void *from, size_t n) { return __tsan_memcpy(to, from, n); }
void *__tsan_memset(void *to, int byte, size_t n) {
    access_memory(to, n, 1, 0);
    return memset(to, byte, n);
}
void __tsan_atomic_thread_fence(int order) {}
void __tsan_atomic_signal_fence(int order) {}

#define ATOMIC(N, T)                                                                                                     \
    T __tsan_atomic##N##_load(volatile T *p, int o) { atomic_access(p, sizeof(T), 0); return *p; }                       \
    void __tsan_atomic##N##_store(volatile T *p, T v, int o) { atomic_access(p, sizeof(T), 1); *p = v; }                 \
    T __tsan_atomic##N##_exchange(volatile T *p, T v, int o) { atomic_access(p, sizeof(T), 1); T b = *p; *p = v; return b; } \
    T __tsan_atomic##N##_fetch_add(volatile T *p, T v, int o) { atomic_access(p, sizeof(T), 1); T b = *p; *p = b + v; return b; } \
    T __tsan_atomic##N##_fetch_sub(volatile T *p, T v, int o) { atomic_access(p, sizeof(T), 1); T b = *p; *p = b - v; return b; } \
    T __tsan_atomic##N##_fetch_and(volatile T *p, T v, int o) { atomic_access(p, sizeof(T), 1); T b = *p; *p = b & v; return b; } \
    T __tsan_atomic##N##_fetch_or(volatile T *p, T v, int o) { atomic_access(p, sizeof(T), 1); T b = *p; *p = b | v; return b; } \
    T __tsan_atomic##N##_fetch_xor(volatile T *p, T v, int o) { atomic_access(p, sizeof(T), 1); T b = *p; *p = b ^ v; return b; } \
    int __tsan_atomic##N##_compare_exchange_strong(volatile T *p, T *e, T v, int o, int f) {                             \
        atomic_access(p, sizeof(T), 1);                                                                                  \
        if (*p == *e) { *p = v; return 1; }                                                                              \
        *e = *p;                                                                                                         \
        return 0;                                                                                                        \
    }                                                                                                                    \
    int __tsan_atomic##N##_compare_exchange_weak(volatile T *p, T *e, T v, int o, int f) {                               \
        return __tsan_atomic##N##_compare_exchange_strong(p, e, v, o, f);                                                \
    }                                                                                                                    \
    T __tsan_atomic##N##_compare_exchange_val(volatile T *p, T e, T v, int o, int f) {                                   \
        __tsan_atomic##N##_compare_exchange_strong(p, &e, v, o, f);                                                      \
        return e;                                                                                                        \
    }
ATOMIC(8, char) ATOMIC(16, short) ATOMIC(32, int) ATOMIC(64, long long)

/* Threads and locks. */

static void enter(void) {
    threads[current].result = threads[current].start(threads[current].argument);
    pthread_exit(threads[current].result);
}

int pthread_create(pthread_t *id, const pthread_attr_t *attributes, void *(*start)(void *), void *argument) {
    if (n_threads == MOST_THREADS)
        _exit(TOO_LARGE);
    int i = n_threads;
    struct thread *thread = &threads[i];
    thread->start = start;
    thread->argument = argument;
    thread->clock = *now();
    thread->clock.at[i]++;
    tick();
    getcontext(&thread->context);
    thread->context.uc_stack.ss_sp = malloc(STACK);
    thread->context.uc_stack.ss_size = STACK;
    makecontext(&thread->context, enter, 0);
    access_memory(id, sizeof *id, 1, 0);
    *id = i;
    n_threads++;
    return 0;
}

void pthread_exit(void *result) {
    threads[current].result = result;
    threads[current].ended = 1;
    yield();
    __builtin_unreachable();
}

pthread_t pthread_self(void) { return current; }

int pthread_join(pthread_t id, void **result) {
    if (id == 0 || id >= n_threads || threads[id].joined)
        _exit(MISUSE);
    wait_for(THREAD, id);
    threads[id].joined = 1;
    join_clock(now(), &threads[id].clock);
    if (result) {
        access_memory(result, sizeof *result, 1, 0);
        *result = threads[id].result;
    }
    return 0;
}

int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes) { return 0; }
int pthread_mutex_destroy(pthread_mutex_t *mutex) { return 0; }

static void lock(int object) {
    wait_for(LOCK, object);
    objects[object].owner = current;
    acquire(object);
}

static void unlock(int object) {
    if (objects[object].owner != current)
        _exit(MISUSE);
    objects[object].owner = -1;
    release(object);
}

int pthread_mutex_lock(pthread_mutex_t *mutex) {
    yield();
    lock(object_at(mutex));
    return 0;
}

int pthread_mutex_trylock(pthread_mutex_t *mutex) {
    if (!shared->tries)
        shared->tries = shared->restart = 1;
    yield();
    int object = object_at(mutex);
    if (objects[object].owner >= 0)
        return EBUSY;
    lock(object);
    return 0;
}

int pthread_mutex_unlock(pthread_mutex_t *mutex) {
    if (shared->tries)
        yield();
    unlock(object_at(mutex));
    return 0;
}

int pthread_rwlock_rdlock(pthread_rwlock_t *rwlock) {
    yield();
    int object = object_at(rwlock);
    wait_for(READ_LOCK, object);
    objects[object].readers++;
    acquire(object);
    return 0;
}

int pthread_rwlock_wrlock(pthread_rwlock_t *rwlock) {
    yield();
    int object = object_at(rwlock);
    wait_for(WRITE_LOCK, object);
    objects[object].owner = current;
    acquire(object);
    return 0;
}

int pthread_rwlock_unlock(pthread_rwlock_t *rwlock) {
    int object = object_at(rwlock);
    if (objects[object].owner == current)
        objects[object].owner = -1;
    else if (objects[object].readers-- == 0)
        _exit(MISUSE);
    release(object);
    return 0;
}

int sem_init(sem_t *semaphore, int between_processes, unsigned value) {
    objects[object_at(semaphore)].value = value;
    return 0;
}

int sem_wait(sem_t *semaphore) {
    yield();
    int object = object_at(semaphore);
    wait_for(SEMAPHORE, object);
    objects[object].value--;
    acquire(object);
    return 0;
}

int sem_post(sem_t *semaphore) {
    yield();
    int object = object_at(semaphore);
    objects[object].value++;
    release(object);
    return 0;
}

int sem_destroy(sem_t *semaphore) { return 0; }

/* Nobody wakes without being told. */
int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
    yield();
    int object = object_at(mutex);
    unlock(object);
    threads[current].woken = 0;
    wait_for(WAKING, object_at(condition));
    lock(object);
    return 0;
}

static void wake(pthread_cond_t *condition, int all) {
    yield();
    int object = object_at(condition), waiting[MOST_THREADS], n = 0;
    for (int i = 0; i < n_threads; i++)
        if (threads[i].waits == WAKING && threads[i].waits_for == object && !threads[i].woken)
            waiting[n++] = i;
    if (all)
        for (int i = 0; i < n; i++)
            threads[waiting[i]].woken = 1;
    else if (n > 0)
        threads[waiting[n == 1 ? 0 : choose(n)]].woken = 1;
}

int pthread_cond_signal(pthread_cond_t *condition) { wake(condition, 0); return 0; }
int pthread_cond_broadcast(pthread_cond_t *condition) { wake(condition, 1); return 0; }

int pthread_barrier_init(pthread_barrier_t *barrier, const pthread_barrierattr_t *attributes, unsigned count) {
    objects[object_at(barrier)].value = count;
    return 0;
}

int pthread_barrier_wait(pthread_barrier_t *barrier) {
    yield();
    int object = object_at(barrier);
    release(object);
    threads[current].woken = 0;
    if (++objects[object].readers == objects[object].value) {
        objects[object].readers = 0;
        for (int i = 0; i < n_threads; i++)
            if (threads[i].waits == WAKING && threads[i].waits_for == object)
                threads[i].woken = 1;
        acquire(object);
        return PTHREAD_BARRIER_SERIAL_THREAD;
    }
    wait_for(WAKING, object);
    acquire(object);
    return 0;
}

int pthread_barrier_destroy(pthread_barrier_t *barrier) { return 0; }

int pthread_once(pthread_once_t *once, void (*function)(void)) {
    yield();
    int object = object_at(once);
    /* Whoever comes while it runs waits for its end. */
    wait_for(LOCK, object);
    if (!objects[object].value) {
        objects[object].owner = current;
        function();
        objects[object].owner = -1;
        objects[object].value = 1;
        release(object);
    }
    acquire(object);
    return 0;
}

/* Sections that no other thread interrupts. */

static int section;

void __VERIFIER_atomic_begin(void) {
    yield();
    in_section = current;
    acquire(object_at(&section));
}

void __VERIFIER_atomic_end(void) {
    in_section = -1;
    release(object_at(&section));
}

/* The heap: blocks are never used again. */

void *hunt_malloc(size_t size) {
    if (n_blocks == MOST_BLOCKS || arena_used + size + 64 > ARENA)
        _exit(TOO_LARGE);
    char *start = arena + arena_used;
    arena_used += (size + 63) / 32 * 32;
    memset(start, 0xa5, size);
    memset(state_of + (start - arena), 1, size);
    blocks[n_blocks].start = start;
    blocks[n_blocks++].size = size;
    shared->blocks++;
    return start;
}

void hunt_free(void *pointer) {
    if (!pointer)
        return;
    for (int i = 0; i < n_blocks; i++) {
        if (blocks[i].start != pointer)
            continue;
        if (blocks[i].freed)
            _exit(BAD_FREE);
        access_memory(pointer, blocks[i].size, 1, 0);
        if (blocks[i].freed)
            _exit(BAD_FREE);
        blocks[i].freed = 1;
        memset(state_of + (blocks[i].start - arena), 0, blocks[i].size);
        shared->blocks--;
        return;
    }
    _exit(BAD_FREE);
}

static void run(int (*program)(void)) {
    alarm(SECONDS);
    threads[0].clock.at[0] = 1;
    is_running = 1;
    program();
    /* Others may go on before the process ends. */
    for (int i = 1; i < n_threads; i++)
        if (!threads[i].ended) {
            yield();
            break;
        }
    _exit(0);
}

static int advance(void) {
    if (shared->restart) {
        shared->restart = 0;
        memset(shared->choice, 0, sizeof shared->choice);
        fprintf(stderr, "@restart\n");
        return 1;
    }
    for (int i = shared->n_choices - 1; i >= 0; i--) {
        if (++shared->choice[i] < shared->range[i]) {
            for (int j = i + 1; j < MOST_CHOICES; j++)
                shared->choice[j] = 0;
            return 1;
        }
    }
    return 0;
}

static void report(int status) {
    fprintf(stderr, "\n@end %d %d %d", WIFEXITED(status) ? WEXITSTATUS(status) : -1, WIFSIGNALED(status) ? WTERMSIG(status) : 0,
            shared->blocks);
    for (int i = 0; i < shared->n_inputs; i++)
        fprintf(stderr, " %lld", shared->input[i]);
    fprintf(stderr, "\n");
}

int main(int argc, char **argv) {
    if (argc != 4)
        return 2;
    races_count = atoi(argv[3]);
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    void *library = dlopen(argv[1], RTLD_NOW);
    int (*program)(void) = library ? (int (*)(void))dlsym(library, "main") : NULL;
    if (!program) {
        fprintf(stderr, "%s\n", dlerror());
        return 2;
    }
    int n_runs = 0;
    do {
        if (n_runs++ == atoi(argv[2]))
            return 3;
        shared->n_choices = shared->n_inputs = shared->blocks = 0;
        int status = 0;
        pid_t child = fork();
        if (child == 0)
            run(program);
        waitpid(child, &status, 0);
        report(status);
    } while (advance());
    return 0;
}
