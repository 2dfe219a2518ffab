/* What candor's interpreter gives to programs and to the models of the C library, for programs that run natively.
 *
 * The file that `candor instrument --runtime` writes begins with this one; the functions of the rule set follow. Objects keep a distance
 * (memory from malloc here, locals and globals by what candor writes), and freed memory is not used again, so that a pointer that
 * leaves its object seldom finds another one. Environment: CANDOR_INPUTS names a file with the values of nondeterministic choices,
 * one number each, as `candor run --inputs` reads them; further ones are zero. */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

enum { FAULT_STATUS = 134, CANNOT_GO_ON_STATUS = 125, RED_ZONE = 64, PAGE = 4096 };

/* The runtime's own variables, apart from the program's: those are searched for pointers when leaks are looked for. */
#define OWN __attribute__((section("candor_own")))

/* Rule sets hook in here. */
static void (*on_allocation)(void *block, size_t size) OWN = NULL;
static void (*on_release)(void *block) OWN = NULL;
static void (*on_end)(int aborted) OWN = NULL;

/* Says what went wrong and ends the program. */
__attribute__((noreturn, format(printf, 3, 4), unused)) static void fault(const char *check, const char *place, const char *format, ...)
{
    va_list list;
    fflush(stdout);
    fprintf(stderr, "error[%s]: ", check);
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
    if (place != NULL && *place != '\0')
        fprintf(stderr, "\n  at %s", place);
    fprintf(stderr, "\n");
    fflush(stderr);
    _exit(FAULT_STATUS);
}

/* Memory: blocks one after the other, never used again, each with its size in front and red zones around it. */
struct block {
    size_t size;
    size_t state;
};

enum { STATE_LIVE = 0x11fe, STATE_FREED = 0xdead };

static char *arena OWN = NULL;
static size_t arena_left OWN = 0;

static void *take(size_t bytes, size_t align)
{
    size_t need = bytes + align + PAGE;
    if (need < bytes)
        return NULL;
    if (need > arena_left) {
        size_t chunk = need > ((size_t)1 << 26) ? (need + PAGE) & ~(size_t)(PAGE - 1) : (size_t)1 << 26;
        void *fresh = mmap(NULL, chunk, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (fresh == MAP_FAILED)
            return NULL;
        arena = fresh;
        arena_left = chunk;
    }
    uintptr_t start = ((uintptr_t)arena + align - 1) & ~(uintptr_t)(align - 1);
    size_t used = start + bytes - (uintptr_t)arena;
    arena += used;
    arena_left -= used;
    return (void *)start;
}

static struct block *header_of(void *start)
{
    return (struct block *)((char *)start - sizeof(struct block));
}

#ifdef CANDOR_ERRNO
/* What the program takes for errno. */
extern _Thread_local int __candor_errno[];
#endif

static void *out_of_memory(void)
{
    errno = ENOMEM;
#ifdef CANDOR_ERRNO
    __candor_errno[0] = ENOMEM;
#endif
    return NULL;
}

static void *allocate(size_t size, size_t align)
{
    if (size > PTRDIFF_MAX)
        return out_of_memory();
    if (align < 16)
        align = 16;
    size_t zone = RED_ZONE > align ? RED_ZONE : align;
    char *whole = take(zone + size + RED_ZONE, align);
    if (whole == NULL)
        return out_of_memory();
    void *start = whole + zone;
    *header_of(start) = (struct block){size, STATE_LIVE};
    if (on_allocation != NULL)
        on_allocation(start, size);
    return start;
}

static void release(void *start)
{
    struct block *block = header_of(start);
    /* Only a broken program without checks gets here with something else. */
    if (block->state != STATE_LIVE)
        abort();
    block->state = STATE_FREED;
    uintptr_t first = ((uintptr_t)start + PAGE - 1) & ~(uintptr_t)(PAGE - 1);
    uintptr_t end = ((uintptr_t)start + block->size) & ~(uintptr_t)(PAGE - 1);
    if (end > first)
        madvise((void *)first, end - first, MADV_DONTNEED);
}

void *malloc(size_t size)
{
    return allocate(size, 16);
}

void *calloc(size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes))
        return out_of_memory();
    return allocate(bytes, 16);
}

void free(void *start)
{
    if (start == NULL)
        return;
    if (on_release != NULL)
        on_release(start);
    release(start);
}

void *realloc(void *start, size_t size)
{
    if (start == NULL)
        return malloc(size);
    if (size == 0) {
        free(start);
        return NULL;
    }
    void *fresh = allocate(size, 16);
    if (fresh != NULL) {
        size_t old = header_of(start)->size;
        memcpy(fresh, start, old < size ? old : size);
        free(start);
    }
    return fresh;
}

void *aligned_alloc(size_t align, size_t size)
{
    return allocate(size, align);
}

void *memalign(size_t align, size_t size)
{
    return allocate(size, align);
}

int posix_memalign(void **place, size_t align, size_t size)
{
    void *start = allocate(size, align);
    if (start == NULL)
        return ENOMEM;
    *place = start;
    return 0;
}

void cfree(void *start)
{
    free(start);
}

void *__VERIFIER_malloc(size_t size)
{
    return malloc(size);
}

void *__VERIFIER_calloc(size_t count, size_t size)
{
    return calloc(count, size);
}

/* Input and output. */
void __candor_put(int fd, int c)
{
    fputc(c, fd == 2 ? stderr : stdout);
}

int __candor_get(void)
{
    fflush(stdout);
    unsigned char byte;
    return read(0, &byte, 1) == 1 ? byte : -1;
}

int __candor_is_watched(void)
{
    return 1;
}

int __candor_arbitrary(void)
{
    return 0;
}

/* Endings. */
__attribute__((noreturn)) void __candor_exit(int status)
{
    if (on_end != NULL)
        on_end(0);
    exit(status);
}

__attribute__((noreturn)) void __candor_quit(int status)
{
    if (on_end != NULL)
        on_end(0);
    fflush(stdout);
    _exit(status);
}

__attribute__((noreturn)) void __candor_abort(void)
{
    if (on_end != NULL)
        on_end(1);
    fflush(stdout);
    abort();
}

void __candor_check(int ok, const char *check, const char *message)
{
    if (!ok)
        fault(check, NULL, "%s", message);
}

__attribute__((noreturn)) void __candor_unsupported(const char *what)
{
    fflush(stdout);
    fprintf(stderr, "unsupported: %s\n", what);
    _exit(CANNOT_GO_ON_STATUS);
}

__attribute__((noreturn)) void __candor_unsupported_data(const char *what)
{
    __candor_unsupported(what);
}

/* The one thread that there is. Nothing interrupts it, and what it waits for never comes. */
void __candor_atomic_begin(void)
{
}

void __candor_atomic_end(void)
{
}

void __candor_await(int ok)
{
    if (!ok)
        fault("deadlock", "", "the only thread waits for ever");
}

void __candor_await_signal(int ok)
{
    __candor_await(ok);
}

int __candor_may(void)
{
    return 0;
}

int __candor_pretend(void)
{
    return 0;
}

void __candor_unordered(void)
{
}

/* Nothing comes from outside: the world is closed. */
int __candor_is_open(void)
{
    return 0;
}

void *__candor_outside_block(size_t size, int filling)
{
    (void)filling;
    return calloc(1, size);
}

unsigned long long __candor_outside(int bits)
{
    (void)bits;
    return 0;
}

/* Zeros are as good as anything. */
void __candor_make_foreign(void *to, size_t size, int bits)
{
    (void)bits;
    memset(to, 0, size);
}

int __candor_self(void)
{
    return 0;
}

int __candor_n_running(void)
{
    return 1;
}

int __candor_thread_progress(int thread)
{
    return thread == 0;
}

int __candor_thread_mark(int thread)
{
    return thread == 0 ? 0 : -1;
}

void __candor_thread_set_mark(int thread, int mark)
{
    (void)thread, (void)mark;
}

void *__candor_thread_result(int thread)
{
    (void)thread;
    return NULL;
}

void __candor_thread_forget(int thread)
{
    (void)thread;
}

int __candor_spawn(void *run, void *start, void *argument)
{
    (void)run, (void)start, (void)argument;
    __candor_unsupported("a second thread in an instrumented program");
}

__attribute__((noreturn)) void __candor_thread_end(void *result)
{
    (void)result;
    __candor_exit(0);
}

/* An execution that does not fit an assumption is of no interest. */
void __candor_assume(long holds)
{
    if (!holds) {
        fflush(stdout);
        _exit(0);
    }
}

#define SAME_AS(name, ...) __attribute__((alias(#name))) __VA_ARGS__
SAME_AS(__candor_assume, void __VERIFIER_assume(long));
SAME_AS(__candor_assume, void __CPROVER_assume(long));
SAME_AS(__candor_assume, void klee_assume(long));
SAME_AS(__candor_assume, void __llbmc_assume(long));

/* Weak: a body that the program has goes before. */
#define WEAK __attribute__((weak))
WEAK void __VERIFIER_assert(int holds)
{
    if (!holds)
        fault("assertion", NULL, "assertion failed");
}
WEAK void __CPROVER_assert(int holds, const char *what)
{
    if (!holds)
        fault("assertion", NULL, "assertion failed: %s", what);
}
WEAK void __llbmc_assert(int holds)
{
    __VERIFIER_assert(holds);
}
WEAK void reach_error(void)
{
    fault("error-call", NULL, "an error function was called");
}
WEAK void __VERIFIER_error(void)
{
    reach_error();
}
WEAK void __VERIFIER_atomic_begin(void) {}
WEAK void __VERIFIER_atomic_end(void) {}
WEAK void __CPROVER_atomic_begin(void) {}
WEAK void __CPROVER_atomic_end(void) {}

/* Crashes: what no check finds, the processor does. */
extern char __executable_start, _end;

static void crashed(int signal, siginfo_t *info, void *context)
{
    fflush(stdout);
    /* candor writes a breakpoint for what it cannot execute. */
    if (signal == SIGTRAP)
        __candor_unsupported("inline assembly, or another instruction that candor does not know");
#if defined(__x86_64__)
    const greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
    const char *address = info->si_addr;
    if (address == (const char *)registers[REG_RIP])
        fault("invalid-call", NULL, "call of what is no function");
    if ((registers[REG_ERR] & 2) != 0 && &__executable_start <= address && address < &_end)
        fault("write-to-const", NULL, "write to constant memory");
#else
    (void)info, (void)context;
#endif
    /* It happens again, and nobody watches. */
}

static void watch_crashes(void)
{
    static char stack[64 * 1024] OWN;
    sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL);
    struct sigaction action = {.sa_sigaction = crashed, .sa_flags = SA_SIGINFO | SA_ONSTACK | (int)SA_RESETHAND};
    sigaction(SIGSEGV, &action, NULL);
    sigaction(SIGTRAP, &action, NULL);
}

/* Choices: from the file that CANDOR_INPUTS names, then zero. */
static FILE *inputs OWN = NULL;

/* The environment is gone later: that of the program is the model's, which is empty. */
__attribute__((constructor(101))) static void open_inputs(int argc, char **argv, char **environment)
{
    (void)argc;
    (void)argv;
    const char *name = getenv("CANDOR_INPUTS");
    if (name != NULL)
        inputs = fopen(name, "r");
    environment[0] = NULL;
    watch_crashes();
    /* What a program has printed is seen, however it ends. */
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
}

static unsigned long long next_input(void)
{
    char word[64];
    if (inputs == NULL || fscanf(inputs, "%63s", word) != 1)
        return 0;
    return word[0] == '-' ? (unsigned long long)strtoll(word, NULL, 0) : strtoull(word, NULL, 0);
}

unsigned long long __candor_nondet(int bits)
{
    unsigned long long value = next_input();
    return bits >= 64 ? value : value & ((1ULL << bits) - 1);
}

static void fill_with_inputs(void *start, size_t size, size_t unit)
{
    for (size_t i = 0; i < size; i += unit) {
        unsigned long long value = next_input();
        memcpy((char *)start + i, &value, size - i < unit ? size - i : unit);
    }
}

void klee_make_symbolic(void *start, size_t size, const char *name)
{
    (void)name;
    fill_with_inputs(start, size, 1);
}

void __candor_make_inputs(void *start, size_t size, unsigned bits)
{
    fill_with_inputs(start, size, bits < 8 ? 1 : bits / 8);
}

WEAK int klee_range(int low, int high, const char *name)
{
    (void)name;
    long long value = (long long)next_input();
    return value < low || value >= high ? low : (int)value;
}

#define NONDET_ONE(prefix, name, type) \
    WEAK type prefix##name(void) { return (type)next_input(); }
#define NONDET(name, type) \
    NONDET_ONE(__VERIFIER_nondet_, name, type) \
    NONDET_ONE(__CPROVER_nondet_, name, type) \
    NONDET_ONE(nondet_, name, type) \
    NONDET_ONE(__llbmc_nondef_, name, type) \
    NONDET_ONE(__candor_nondet_, name, type)

NONDET(bool, _Bool)
NONDET(_Bool, _Bool)
NONDET(char, char)
NONDET(schar, signed char)
NONDET(uchar, unsigned char)
NONDET(short, short)
NONDET(ushort, unsigned short)
NONDET(int, int)
NONDET(uint, unsigned)
NONDET(long, long)
NONDET(ulong, unsigned long)
NONDET(longlong, long long)
NONDET(ulonglong, unsigned long long)
NONDET(float, float)
NONDET(double, double)
NONDET(pointer, void *)
NONDET(size_t, size_t)
NONDET(ssize_t, ssize_t)
NONDET(unsigned, unsigned)
NONDET(unsigned_char, unsigned char)
NONDET(unsigned_short, unsigned short)
NONDET(unsigned_int, unsigned)
NONDET(unsigned_long, unsigned long)
NONDET(unsigned_long_long, unsigned long long)
NONDET(signed_char, signed char)
NONDET(long_long, long long)
NONDET(int8_t, int8_t)
NONDET(uint8_t, uint8_t)
NONDET(int16_t, int16_t)
NONDET(uint16_t, uint16_t)
NONDET(int32_t, int32_t)
NONDET(uint32_t, uint32_t)
NONDET(int64_t, int64_t)
NONDET(uint64_t, uint64_t)
NONDET(u8, uint8_t)
NONDET(u16, uint16_t)
NONDET(u32, uint32_t)
NONDET(u64, uint64_t)
NONDET(s8, int8_t)
NONDET(s16, int16_t)
NONDET(s32, int32_t)
NONDET(s64, int64_t)
NONDET(charp, char *)
NONDET(pchar, char *)
NONDET(loff_t, long long)
NONDET(sector_t, unsigned long)
#ifdef __SIZEOF_INT128__
NONDET(int128, __int128)
NONDET(uint128, unsigned __int128)
#endif
