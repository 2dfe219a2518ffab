/* Reading an integer: white space, a sign, a prefix, digits. */
#include "parse_integer.h"
#include "candor.h"
#include <errno.h>
#include <limits.h>

static int is_space(char c)
{
    return (c == ' ') | ((c >= '\t') & (c <= '\r'));
}

/* The value of a digit or a letter, 36 for any other character. */
static int digit_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z')
        return c - 'A' + 10;
    return 36;
}

/* A prefix counts only when a digit follows it: "0x" alone is the number 0 with the rest "x". */
static int has_prefix(const char *s, char letter, int base)
{
    return s[0] == '0' && (s[1] | ('a' - 'A')) == letter && digit_value(s[2]) < base;
}

static int skip_prefix(const char **s, int base, enum binary_prefix binary)
{
    if ((base == 0 || base == 16) && has_prefix(*s, 'x', 16)) {
        *s += 2;
        return 16;
    }
    if (binary == BINARY_PREFIX && (base == 0 || base == 2) && has_prefix(*s, 'b', 2)) {
        *s += 2;
        return 2;
    }
    if (base == 0)
        return **s == '0' ? 8 : 10;
    return base;
}

static void read_digits(struct integer *integer, const char *s, unsigned int base)
{
    unsigned long long limit = ULLONG_MAX / base;
    unsigned int last = (unsigned int)(ULLONG_MAX % base);
    for (;; s++) {
        unsigned int digit = (unsigned int)digit_value(*s);
        if (digit >= base)
            return;
        if (integer->magnitude > limit || (integer->magnitude == limit && digit > last))
            integer->too_large = 1;
        if (!integer->too_large)
            integer->magnitude = integer->magnitude * base + digit;
        integer->end = s + 1;
    }
}

struct integer __model_parse_integer(const char *s, int base, enum binary_prefix binary)
{
    struct integer integer = {0, 0, 0, NULL};
    while (is_space(*s))
        s++;
    if (*s == '-' || *s == '+') {
        integer.negative = *s == '-';
        s++;
    }
    base = skip_prefix(&s, base, binary);
    read_digits(&integer, s, (unsigned int)base);
    if (integer.too_large)
        integer.magnitude = ULLONG_MAX;
    return integer;
}

long long __model_fit_signed(const struct integer *integer, long long max)
{
    unsigned long long limit = (unsigned long long)max;
    if (integer->negative) {
        if (integer->magnitude > limit + 1)
            errno = ERANGE;
        return integer->magnitude > limit ? -max - 1 : -(long long)integer->magnitude;
    }
    if (integer->magnitude > limit)
        errno = ERANGE;
    return integer->magnitude > limit ? max : (long long)integer->magnitude;
}

unsigned long long __model_fit_unsigned(const struct integer *integer, unsigned long long max)
{
    if (integer->too_large || integer->magnitude > max) {
        errno = ERANGE;
        return max;
    }
    return integer->negative ? (0 - integer->magnitude) & max : integer->magnitude;
}
