/* Feeds the inputs of one test to a native build of the program:
 *
 *     cc -fsanitize=address,undefined prog.c harness.c -o prog
 *     CANDOR_INPUTS=test000001.inputs ./prog
 *
 * Numbers come in the order in which the program asks for them; behind the last one everything is 0. */

#include <stdio.h>
#include <stdlib.h>

static unsigned long long next_input(void)
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
            return strtoull(word, NULL, 0);
        int c;
        while ((c = getc(file)) != '\n' && c != EOF) {
        }
    }
    return 0;
}

#define INPUT(name, type) \
    __attribute__((weak)) type __VERIFIER_nondet_##name(void) { return (type)next_input(); }

INPUT(bool, _Bool)
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
INPUT(size_t, unsigned long)
INPUT(u8, unsigned char)
INPUT(u16, unsigned short)
INPUT(u32, unsigned int)
INPUT(u64, unsigned long long)

/* Floats are listed by their bits. */
__attribute__((weak)) float __VERIFIER_nondet_float(void)
{
    union { unsigned int bits; float value; } both = { (unsigned int)next_input() };
    return both.value;
}

__attribute__((weak)) double __VERIFIER_nondet_double(void)
{
    union { unsigned long long bits; double value; } both = { next_input() };
    return both.value;
}

__attribute__((weak)) void *__VERIFIER_nondet_pointer(void)
{
    return (void *)(unsigned long)next_input();
}

__attribute__((weak)) void __VERIFIER_assume(int condition)
{
    if (!condition)
        exit(0);
}

__attribute__((weak)) void reach_error(void)
{
    fprintf(stderr, "the error function was called\n");
    abort();
}

__attribute__((weak)) void __VERIFIER_error(void)
{
    reach_error();
}
