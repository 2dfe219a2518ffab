/* A 32-bit process without a C library: the natives that the program needs, on bare system calls. */
#include <stddef.h>

int main(void);
_Noreturn void exit(int status);

static long system_call(long number, long a, long b, long c)
{
    long result;
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(number), "b"(a), "c"(b), "d"(c) : "memory");
    return result;
}

void __candor_put(int fd, int c)
{
    char byte = (char)c;
    system_call(/* write */ 4, fd, (long)&byte, 1);
}

int __candor_is_watched(void)
{
    return 1;
}

int __candor_arbitrary(void)
{
    return 0;
}

/* Nothing comes from outside: the world is closed. */
int __candor_is_open(void)
{
    return 0;
}

void *__candor_outside_block(size_t size, int filling)
{
    (void)filling;
    (void)size;
    return NULL;
}

unsigned long long __candor_outside(int bits)
{
    (void)bits;
    return 0;
}

void __candor_make_foreign(void *to, size_t size, int bits)
{
    (void)to, (void)size, (void)bits;
}

void __candor_assume(int ok)
{
    (void)ok;
}

int __candor_get(void)
{
    return -1;
}

_Noreturn void __candor_exit(int status)
{
    for (;;)
        system_call(/* exit */ 1, status, 0, 0);
}

_Noreturn void __candor_quit(int status)
{
    __candor_exit(status);
}

_Noreturn void abort(void)
{
    __candor_exit(134);
}

/* What candor links in their place where no thread is cancelled. */
void __model_cancellation_point(void)
{
}

void __model_may_cancel(void)
{
}

void __candor_check(int ok, const char *check, const char *message)
{
    (void)check;
    (void)message;
    if (!ok)
        __candor_exit(133);
}

void __candor_unsupported(const char *what)
{
    (void)what;
    __candor_exit(132);
}

void __candor_unsupported_data(const char *what)
{
    __candor_unsupported(what);
}

void *memmove(void *to, const void *from, size_t n)
{
    char *out = to;
    const char *in = from;
    for (size_t i = 0; i < n; i++) {
        size_t place = in < out ? n - 1 - i : i;
        out[place] = in[place];
    }
    return to;
}

void *memcpy(void *to, const void *from, size_t n)
{
    return memmove(to, from, n);
}

void *memset(void *to, int c, size_t n)
{
    char *out = to;
    for (size_t i = 0; i < n; i++)
        out[i] = (char)c;
    return to;
}

/* Blocks are never given back; the program is small. Each begins with its size. */
void *malloc(size_t size)
{
    static _Alignas(16) char heap[1 << 20];
    static size_t n_used;
    size_t needed = (size + 31) / 16 * 16;
    if (size > sizeof heap || needed > sizeof heap - n_used)
        return NULL;
    char *block = heap + n_used + 16;
    n_used += needed;
    *(size_t *)(block - 16) = size;
    return block;
}

void *calloc(size_t count, size_t size)
{
    void *block = malloc(count * size);
    return block == NULL ? NULL : memset(block, 0, count * size);
}

void *realloc(void *old, size_t size)
{
    void *block = malloc(size);
    if (block == NULL || old == NULL)
        return block;
    size_t old_size = *(size_t *)((char *)old - 16);
    return memcpy(block, old, old_size < size ? old_size : size);
}

void free(void *block)
{
    (void)block;
}

/* Thread-local variables as the compiler reaches them under -femulated-tls; there is one thread, and errno is the only
 * one. */
struct emulated {
    size_t size;
    size_t alignment;
    void *object;
    void *initial;
};

void *__emutls_get_address(struct emulated *variable)
{
    static long storage[4];
    if (variable->size > sizeof storage)
        abort();
    return storage;
}

/* Where the process begins; the stack is aligned as the compiler expects it. */
__attribute__((force_align_arg_pointer)) void _start(void)
{
    exit(main());
}

int __candor_self(void)
{
    return 0;
}

void __candor_await(int ok)
{
    __candor_assume(ok);
}

void __candor_atomic_begin(void)
{
}

void __candor_atomic_end(void)
{
}
