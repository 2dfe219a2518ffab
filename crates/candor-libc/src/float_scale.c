/* frexp, ldexp, scalbn, logb, ilogb: the exponent of a number, read and changed.
 *
 * The float functions go through double, which holds every float and every scaled float that does not round to the same
 * float anyway. */
#include "candor.h"
#include "float_bits.h"
#include <errno.h>
#include <limits.h>
#include <math.h>

static int bit_length(uint64_t value)
{
    int n = 0;
    for (; value != 0; value >>= 1)
        n++;
    return n;
}

/* The exponent e with 2^e <= |x| < 2^(e + 1), for x finite and not zero. */
static int binary_exponent(const struct unpacked *number)
{
    return number->exponent + bit_length(number->mantissa) - 1;
}

/* mantissa / 2^shift to nearest, ties to even. */
static uint64_t shift_right(uint64_t mantissa, long shift)
{
    if (shift > 64)
        return 0;
    uint64_t kept = shift == 64 ? 0 : mantissa >> shift;
    uint64_t rest = shift == 64 ? mantissa : mantissa & ((UINT64_C(1) << shift) - 1);
    uint64_t half = UINT64_C(1) << (shift - 1);
    return kept + (rest > half || (rest == half && kept % 2 == 1));
}

/* Multiplies a finite number by 2^n, within a format whose lowest bit has an exponent of at least `min_exponent` and at
 * most `max_exponent`; errno is ERANGE when the result is infinite or a number becomes zero. */
static struct unpacked scale(struct unpacked number, long n, int min_exponent, int max_exponent)
{
    if (number.class != FLOAT_FINITE || number.mantissa == 0)
        return number;
    if (n > 100000)
        n = 100000;
    if (n < -100000)
        n = -100000;
    int missing = number.n_bits - bit_length(number.mantissa);
    number.mantissa <<= missing;
    number.exponent += (int)n - missing;
    if (number.exponent > max_exponent) {
        number.class = FLOAT_INFINITE;
        errno = ERANGE;
    } else if (number.exponent < min_exponent) {
        number.mantissa = shift_right(number.mantissa, (long)min_exponent - number.exponent);
        number.exponent = min_exponent;
        if (number.mantissa == 0)
            errno = ERANGE;
    }
    return number;
}

double scalbln(double x, long n)
{
    struct unpacked number = scale(unpack_double(x), n, 1 - DOUBLE_UNIT, 971);
    return number.class == FLOAT_NAN ? x : pack_double(&number);
}

long double scalblnl(long double x, long n)
{
    struct unpacked number = scale(unpack_long_double(x), n, 1 - X87_UNIT, 16320);
    return number.class == FLOAT_NAN ? x : pack_long_double(&number);
}

float scalblnf(float x, long n)
{
    float result = (float)scalbln(x, n);
    if (result != x && (result == 0 || isinf(result)))
        errno = ERANGE;
    return result;
}

double scalbn(double x, int n)
{
    return scalbln(x, n);
}

float scalbnf(float x, int n)
{
    return scalblnf(x, n);
}

long double scalbnl(long double x, int n)
{
    return scalblnl(x, n);
}

double ldexp(double x, int n)
{
    return scalbln(x, n);
}

float ldexpf(float x, int n)
{
    return scalblnf(x, n);
}

long double ldexpl(long double x, int n)
{
    return scalblnl(x, n);
}

double frexp(double x, int *exponent)
{
    struct unpacked number = unpack_double(x);
    *exponent = 0;
    if (number.class != FLOAT_FINITE || number.mantissa == 0)
        return x;
    *exponent = binary_exponent(&number) + 1;
    number = scale(number, -(long)*exponent, 1 - DOUBLE_UNIT, 971);
    return pack_double(&number);
}

float frexpf(float x, int *exponent)
{
    return (float)frexp(x, exponent);
}

long double frexpl(long double x, int *exponent)
{
    struct unpacked number = unpack_long_double(x);
    *exponent = 0;
    if (number.class != FLOAT_FINITE || number.mantissa == 0)
        return x;
    *exponent = binary_exponent(&number) + 1;
    number = scale(number, -(long)*exponent, 1 - X87_UNIT, 16320);
    return pack_long_double(&number);
}

static int ilogb_of(const struct unpacked *number)
{
    if (number->class == FLOAT_FINITE && number->mantissa != 0)
        return binary_exponent(number);
    errno = EDOM;
    if (number->class == FLOAT_INFINITE)
        return INT_MAX;
    return number->class == FLOAT_NAN ? FP_ILOGBNAN : FP_ILOGB0;
}

int ilogb(double x)
{
    struct unpacked number = unpack_double(x);
    return ilogb_of(&number);
}

int ilogbf(float x)
{
    return ilogb(x);
}

int ilogbl(long double x)
{
    struct unpacked number = unpack_long_double(x);
    return ilogb_of(&number);
}

static long double logb_of(const struct unpacked *number, long double x)
{
    if (number->class == FLOAT_NAN)
        return x;
    if (number->class == FLOAT_INFINITE)
        return HUGE_VALL;
    if (number->mantissa != 0)
        return binary_exponent(number);
    errno = ERANGE;
    return -HUGE_VALL;
}

double logb(double x)
{
    struct unpacked number = unpack_double(x);
    return (double)logb_of(&number, x);
}

float logbf(float x)
{
    return (float)logb(x);
}

long double logbl(long double x)
{
    struct unpacked number = unpack_long_double(x);
    return logb_of(&number, x);
}
