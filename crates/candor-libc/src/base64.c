/* Numbers of 32 bits in the digits of POSIX: base 64, the least digit first. */
#define _GNU_SOURCE
#include "candor.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DIGITS = 6, DIGIT_BITS = 6 };

static const char digits[] = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

long a64l(const char *text)
{
    unsigned long value = 0;
    for (int i = 0; i < MAX_DIGITS && text[i] != 0; i++) {
        const char *digit = strchr(digits, text[i]);
        if (digit == NULL)
            break;
        value |= (unsigned long)(digit - digits) << (DIGIT_BITS * i);
    }
    return (long)value;
}

char *l64a(long value)
{
    static char text[MAX_DIGITS + 1];
    uint32_t rest = (uint32_t)value;
    int n = 0;
    for (; rest != 0; rest >>= DIGIT_BITS)
        text[n++] = digits[rest % 64];
    text[n] = 0;
    return text;
}
