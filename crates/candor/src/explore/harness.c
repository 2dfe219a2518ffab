/* Feeds the inputs of one test to a native build of the program:
 *
 *     cc -fsanitize=address,undefined prog.c harness.c -o prog
 *     CANDOR_INPUTS=test000001.inputs ./prog
 *
 * A program that reads its standard input gets that of the test: ./prog < test000001.stdin
 *
 * Numbers come in the order in which the program asks for them; behind the last one everything is 0. */

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef __SIZEOF_INT128__
typedef unsigned __int128 number;
#else
typedef unsigned long long number;
#endif

/* All numbers are hexadecimal. */
static number value_of(const char *digits)
{
    number value = 0;
    for (; *digits; digits++) {
        int c = *digits;
        value = value * 16 + (number)(c >= 'a' ? c - 'a' + 10 : c - '0');
    }
    return value;
}

static number next_input(void)
{
    static FILE *file;
    static int is_open;
    char word[64];
    if (!is_open) {
        const char *name = getenv("CANDOR_INPUTS");
        file = name ? fopen(name, "r") : NULL;
        is_open = 1;
        if (name && !file) {
            perror(name);
            exit(2);
        }
    }
    while (file && fscanf(file, "%63s", word) == 1) {
        if (word[0] != '#')
            return value_of(word + 2);
        int c;
        while ((c = getc(file)) != '\n' && c != EOF) {
        }
    }
    return 0;
}

/* Weak: a body that the program has goes before. */
#define WEAK __attribute__((weak))

#define INPUT_AS(prefix, name, type) \
    WEAK type prefix##name(void) { return (type)next_input(); }
#define INPUT(name, type) \
    INPUT_AS(__VERIFIER_nondet_, name, type) \
    INPUT_AS(__CPROVER_nondet_, name, type) \
    INPUT_AS(nondet_, name, type) \
    INPUT_AS(__llbmc_nondef_, name, type)

INPUT(bool, _Bool)
INPUT(_Bool, _Bool)
INPUT(char, char)
INPUT(schar, signed char)
INPUT(uchar, unsigned char)
INPUT(short, short)
INPUT(ushort, unsigned short)
INPUT(int, int)
INPUT(uint, unsigned int)
INPUT(unsigned, unsigned int)
INPUT(long, long)
INPUT(ulong, unsigned long)
INPUT(longlong, long long)
INPUT(ulonglong, unsigned long long)
INPUT(size_t, size_t)
INPUT(ssize_t, ptrdiff_t)
INPUT(unsigned_char, unsigned char)
INPUT(unsigned_short, unsigned short)
INPUT(unsigned_int, unsigned int)
INPUT(unsigned_long, unsigned long)
INPUT(unsigned_long_long, unsigned long long)
INPUT(signed_char, signed char)
INPUT(long_long, long long)
INPUT(int8_t, int8_t)
INPUT(uint8_t, uint8_t)
INPUT(int16_t, int16_t)
INPUT(uint16_t, uint16_t)
INPUT(int32_t, int32_t)
INPUT(uint32_t, uint32_t)
INPUT(int64_t, int64_t)
INPUT(uint64_t, uint64_t)
INPUT(u8, uint8_t)
INPUT(u16, uint16_t)
INPUT(u32, uint32_t)
INPUT(u64, uint64_t)
INPUT(s8, int8_t)
INPUT(s16, int16_t)
INPUT(s32, int32_t)
INPUT(s64, int64_t)
INPUT(loff_t, long long)
INPUT(sector_t, unsigned long)

#ifdef __SIZEOF_INT128__
INPUT(int128, __int128)
INPUT(uint128, unsigned __int128)
#endif

#define POINTER_AS(prefix, name, type) \
    WEAK type prefix##name(void) { return (type)(uintptr_t)next_input(); }
#define POINTER(name, type) \
    POINTER_AS(__VERIFIER_nondet_, name, type) \
    POINTER_AS(__CPROVER_nondet_, name, type) \
    POINTER_AS(nondet_, name, type) \
    POINTER_AS(__llbmc_nondef_, name, type)

POINTER(pointer, void *)
POINTER(charp, char *)
POINTER(pchar, char *)

/* Floats are listed by their bits. */
#define FLOAT_AS(prefix, name, unsigned_type) \
    WEAK name prefix##name(void) \
    { \
        union { unsigned_type bits; name value; } both = { (unsigned_type)next_input() }; \
        return both.value; \
    }
#define FLOAT(name, unsigned_type) \
    FLOAT_AS(__VERIFIER_nondet_, name, unsigned_type) \
    FLOAT_AS(__CPROVER_nondet_, name, unsigned_type) \
    FLOAT_AS(nondet_, name, unsigned_type) \
    FLOAT_AS(__llbmc_nondef_, name, unsigned_type)

FLOAT(float, uint32_t)
FLOAT(double, uint64_t)

/* Every byte of the block is an input of its own. */
WEAK void klee_make_symbolic(void *start, size_t size, const char *name)
{
    (void)name;
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)start)[i] = (unsigned char)next_input();
}

WEAK int klee_int(const char *name)
{
    (void)name;
    return (int)next_input();
}

/* Behind the last input there is 0, which need not lie between the two. */
WEAK int klee_range(int low, int high, const char *name)
{
    (void)name;
    int value = (int)next_input();
    return value < low || value >= high ? low : value;
}

/* An execution that does not fit an assumption is of no interest. */
#define ASSUME(name, type) \
    WEAK void name(type condition) { if (!condition) exit(0); }

ASSUME(__VERIFIER_assume, int)
ASSUME(__CPROVER_assume, int)
ASSUME(__llbmc_assume, int)
ASSUME(klee_assume, unsigned long)

static void fail(const char *what)
{
    fprintf(stderr, "%s\n", what);
    abort();
}

WEAK void reach_error(void)
{
    fail("the error function was called");
}

WEAK void __VERIFIER_error(void)
{
    reach_error();
}

WEAK void __VERIFIER_assert(int condition)
{
    if (!condition)
        fail("assertion failed");
}

WEAK void __CPROVER_assert(int condition, const char *what)
{
    if (!condition)
        fail(what);
}

WEAK void __llbmc_assert(int condition)
{
    __VERIFIER_assert(condition);
}

WEAK void klee_report_error(const char *file, int line, const char *what, const char *suffix)
{
    (void)file, (void)line, (void)suffix;
    fail(what);
}
