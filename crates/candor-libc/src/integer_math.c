/* abs and div. A result that the type cannot hold is a signed overflow, as it is in `-x`. */
#include "candor.h"
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>

#define CHECK_ABS(value, min) \
    __candor_check((value) != (min), "signed-overflow", "the absolute value does not fit the result type")
#define CHECK_DIV(numerator, denominator, min) \
    (__candor_check((denominator) != 0, "division-by-zero", "division by zero"), \
     __candor_check(((numerator) != (min)) | ((denominator) != -1), "division-overflow", \
                    "the quotient does not fit the result type"))

int abs(int value)
{
    CHECK_ABS(value, INT_MIN);
    return value < 0 && value != INT_MIN ? -value : value;
}

long labs(long value)
{
    CHECK_ABS(value, LONG_MIN);
    return value < 0 && value != LONG_MIN ? -value : value;
}

long long llabs(long long value)
{
    CHECK_ABS(value, LLONG_MIN);
    return value < 0 && value != LLONG_MIN ? -value : value;
}

intmax_t imaxabs(intmax_t value)
{
    return llabs(value);
}

div_t div(int numerator, int denominator)
{
    CHECK_DIV(numerator, denominator, INT_MIN);
    div_t result = {numerator / denominator, numerator % denominator};
    return result;
}

ldiv_t ldiv(long numerator, long denominator)
{
    CHECK_DIV(numerator, denominator, LONG_MIN);
    ldiv_t result = {numerator / denominator, numerator % denominator};
    return result;
}

lldiv_t lldiv(long long numerator, long long denominator)
{
    CHECK_DIV(numerator, denominator, LLONG_MIN);
    lldiv_t result = {numerator / denominator, numerator % denominator};
    return result;
}

imaxdiv_t imaxdiv(intmax_t numerator, intmax_t denominator)
{
    CHECK_DIV(numerator, denominator, INTMAX_MIN);
    imaxdiv_t result = {numerator / denominator, numerator % denominator};
    return result;
}
