/* strtol and its family, also under the names that glibc's headers redirect to. */
#include "candor.h"
#include "parse_integer.h"
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>

/* Parses for strtol and the like: an impossible base is undefined in C and EINVAL in POSIX, and `*end` is `s` when
 * there is no number. */
static struct integer parse(const char *s, char **end, int base, enum binary_prefix binary)
{
    struct integer integer = {0, 0, 0, NULL};
    int possible = (base == 0) | ((base >= 2) & (base <= 36));
    CHECK_ARGUMENT(possible, "the base is neither 0 nor 2 to 36");
    if (!possible)
        errno = EINVAL;
    else
        integer = __model_parse_integer(s, base, binary);
    if (end != NULL)
        *end = (char *)(integer.end != NULL ? integer.end : s);
    return integer;
}

static long parse_long(const char *s, char **end, int base, enum binary_prefix binary)
{
    struct integer integer = parse(s, end, base, binary);
    return (long)__model_fit_signed(&integer, LONG_MAX);
}

static unsigned long parse_unsigned_long(const char *s, char **end, int base, enum binary_prefix binary)
{
    struct integer integer = parse(s, end, base, binary);
    return (unsigned long)__model_fit_unsigned(&integer, ULONG_MAX);
}

static long long parse_long_long(const char *s, char **end, int base, enum binary_prefix binary)
{
    struct integer integer = parse(s, end, base, binary);
    return __model_fit_signed(&integer, LLONG_MAX);
}

static unsigned long long parse_unsigned_long_long(const char *s, char **end, int base, enum binary_prefix binary)
{
    struct integer integer = parse(s, end, base, binary);
    return __model_fit_unsigned(&integer, ULLONG_MAX);
}

long strtol(const char *restrict s, char **restrict end, int base)
{
    return parse_long(s, end, base, NO_BINARY_PREFIX);
}

unsigned long strtoul(const char *restrict s, char **restrict end, int base)
{
    return parse_unsigned_long(s, end, base, NO_BINARY_PREFIX);
}

long long strtoll(const char *restrict s, char **restrict end, int base)
{
    return parse_long_long(s, end, base, NO_BINARY_PREFIX);
}

unsigned long long strtoull(const char *restrict s, char **restrict end, int base)
{
    return parse_unsigned_long_long(s, end, base, NO_BINARY_PREFIX);
}

intmax_t strtoimax(const char *restrict s, char **restrict end, int base)
{
    return parse_long_long(s, end, base, NO_BINARY_PREFIX);
}

uintmax_t strtoumax(const char *restrict s, char **restrict end, int base)
{
    return parse_unsigned_long_long(s, end, base, NO_BINARY_PREFIX);
}

long __isoc23_strtol(const char *restrict s, char **restrict end, int base)
{
    return parse_long(s, end, base, BINARY_PREFIX);
}

unsigned long __isoc23_strtoul(const char *restrict s, char **restrict end, int base)
{
    return parse_unsigned_long(s, end, base, BINARY_PREFIX);
}

long long __isoc23_strtoll(const char *restrict s, char **restrict end, int base)
{
    return parse_long_long(s, end, base, BINARY_PREFIX);
}

unsigned long long __isoc23_strtoull(const char *restrict s, char **restrict end, int base)
{
    return parse_unsigned_long_long(s, end, base, BINARY_PREFIX);
}

intmax_t __isoc23_strtoimax(const char *restrict s, char **restrict end, int base)
{
    return parse_long_long(s, end, base, BINARY_PREFIX);
}

uintmax_t __isoc23_strtoumax(const char *restrict s, char **restrict end, int base)
{
    return parse_unsigned_long_long(s, end, base, BINARY_PREFIX);
}

/* `group` asks for thousands separators, which the C locale does not have. */
long __strtol_internal(const char *restrict s, char **restrict end, int base, int group)
{
    (void)group;
    return parse_long(s, end, base, NO_BINARY_PREFIX);
}

unsigned long __strtoul_internal(const char *restrict s, char **restrict end, int base, int group)
{
    (void)group;
    return parse_unsigned_long(s, end, base, NO_BINARY_PREFIX);
}

long long __strtoll_internal(const char *restrict s, char **restrict end, int base, int group)
{
    (void)group;
    return parse_long_long(s, end, base, NO_BINARY_PREFIX);
}

unsigned long long __strtoull_internal(const char *restrict s, char **restrict end, int base, int group)
{
    (void)group;
    return parse_unsigned_long_long(s, end, base, NO_BINARY_PREFIX);
}
