/* atoi, atol, atoll: a number that does not fit the type is undefined behaviour. Where nobody checks that, they are strtol and
 * strtoll as in glibc, and what they give is cut to the type. */
#include "candor.h"
#include "parse_integer.h"
#include <limits.h>
#include <stdlib.h>

static long long parse_decimal(const char *s, long long max, long long widest)
{
    struct integer integer = __model_parse_integer(s, 10, NO_BINARY_PREFIX);
    unsigned long long limit = (unsigned long long)max + (unsigned long long)integer.negative;
    CHECK_ARGUMENT(integer.magnitude <= limit, "the number does not fit the result type");
    return __model_fit_signed(&integer, widest);
}

int atoi(const char *s)
{
    return (int)parse_decimal(s, INT_MAX, LONG_MAX);
}

long atol(const char *s)
{
    return (long)parse_decimal(s, LONG_MAX, LONG_MAX);
}

long long atoll(const char *s)
{
    return parse_decimal(s, LLONG_MAX, LLONG_MAX);
}
