/* Runs a program for all its inputs: loads it as a library and calls its `main` in a child process for each vector of inputs.
 *
 * Usage: runtime PROGRAM.so MOST_RUNS. Each input has a small range, by its type; the vectors are enumerated like a number with a digit for each
 * input, where later inputs vary first. After what the sanitizers have written, one line on standard error tells how a run ended:
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

enum { MOST_INPUTS = 12, ENDED = 0, LEAKED = 96, TOO_LARGE = 97, ASSUMED = 98, REACHED = 99, SECONDS = 2 };

struct shared {
    int n_inputs, blocks;
    int choice[MOST_INPUTS], range[MOST_INPUTS];
    long long value[MOST_INPUTS];
};

static struct shared *shared;
static int n_asked, counting;

static long long choose(int range, long long lowest) {
    if (n_asked == MOST_INPUTS)
        _exit(TOO_LARGE);
    shared->range[n_asked] = range;
    long long value = lowest + shared->choice[n_asked];
    shared->value[n_asked] = value;
    shared->n_inputs = ++n_asked;
    return value;
}

/* The ranges that the generator restricts inputs to. */
int __VERIFIER_nondet_int(void) { return choose(4, -1); }
unsigned __VERIFIER_nondet_uint(void) { return choose(3, 0); }
long __VERIFIER_nondet_long(void) { return choose(3, -1); }
char __VERIFIER_nondet_char(void) { return choose(3, -1); }
unsigned char __VERIFIER_nondet_uchar(void) { return choose(3, 0); }
short __VERIFIER_nondet_short(void) { return choose(2, 0); }
_Bool __VERIFIER_nondet_bool(void) { return choose(2, 0); }

void __VERIFIER_assume(int holds) {
    if (!holds)
        _exit(ASSUMED);
}

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
    for (int i = shared->n_inputs - 1; i >= 0; i--) {
        if (++shared->choice[i] < shared->range[i]) {
            for (int j = i + 1; j < MOST_INPUTS; j++)
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
        shared->n_inputs = shared->blocks = 0;
        int status = 0;
        pid_t child = fork();
        if (child == 0)
            run(program);
        waitpid(child, &status, 0);
        report(status);
    } while (advance());
    return 0;
}
