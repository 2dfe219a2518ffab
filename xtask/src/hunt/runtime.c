/* Runs a program for all its inputs: loads it as a library and calls its `main` in a child process for each vector of inputs.
 *
 * Usage: runtime PROGRAM.so MOST_RUNS. Each input has a small range, by its type; the vectors are enumerated like a number with a digit for each
 * input, where later inputs vary first. Where allocations may fail, whether they do is enumerated with them. After what the sanitizers have written, one line on standard error tells how a run ended:
 *   @end STATUS SIGNAL BLOCKS INPUT...   BLOCKS: how many heap blocks were not freed, -1 if unknown
 */
#include <dlfcn.h>
#include <sanitizer/allocator_interface.h>
#include <sanitizer/lsan_interface.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_CHOICES = 12, ENDED = 0, LEAKED = 96, TOO_LARGE = 97, ASSUMED = 98, REACHED = 99, SECONDS = 2 };

struct shared {
    int n_choices, n_inputs, blocks;
    int choice[MOST_CHOICES], range[MOST_CHOICES];
    long long value[MOST_CHOICES];
};

static struct shared *shared;
static int counting;

static int choose(int range) {
    int n = shared->n_choices;
    if (n == MOST_CHOICES)
        _exit(TOO_LARGE);
    shared->range[n] = range;
    shared->n_choices = n + 1;
    return shared->choice[n];
}

static long long input(int range, long long lowest) {
    if (shared->n_inputs == MOST_CHOICES)
        _exit(TOO_LARGE);
    return shared->value[shared->n_inputs++] = lowest + choose(range);
}

/* The ranges that the generator restricts inputs to. */
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

/* Programs whose allocations may fail call these. */
void *hunt_malloc(size_t size) { return choose(2) ? NULL : malloc(size); }
void *hunt_calloc(size_t count, size_t size) { return choose(2) ? NULL : calloc(count, size); }
void *hunt_realloc(void *block, size_t size) { return choose(2) ? NULL : realloc(block, size); }

void reach_error(void) { _exit(REACHED); }

static void on_malloc(const volatile void *block, size_t size) {
    if (counting && block)
        shared->blocks++;
}

static void on_free(const volatile void *block) {
    if (counting && block)
        shared->blocks--;
}

/* What functions have left behind on the stack would keep blocks from being lost. */
__attribute__((noinline, no_sanitize("address"))) static void forget(void) {
    volatile char junk[16384];
    for (unsigned i = 0; i < sizeof junk; i++)
        junk[i] = 0;
}

static void at_end(void) {
    counting = 0;
    forget();
    if (shared->blocks > 0 && __lsan_do_recoverable_leak_check())
        _exit(LEAKED);
    _exit(ENDED);
}

static void run(int (*program)(void)) {
    alarm(SECONDS);
    atexit(at_end);
    counting = 1;
    program();
    exit(0);
}

/* The next vector: 0 if there is none. */
static int advance(void) {
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
        fprintf(stderr, " %lld", shared->value[i]);
    fprintf(stderr, "\n");
}

int main(int argc, char **argv) {
    if (argc != 3)
        return 2;
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    void *library = dlopen(argv[1], RTLD_NOW);
    int (*program)(void) = library ? (int (*)(void))dlsym(library, "main") : NULL;
    if (!program) {
        fprintf(stderr, "%s\n", dlerror());
        return 2;
    }
    __sanitizer_install_malloc_and_free_hooks(on_malloc, on_free);
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
