/* nextafter, nexttoward: the neighbour of a number, which is the next bit pattern. */
#include "candor.h"
#include "float_bits.h"
#include <errno.h>
#include <math.h>

/* The neighbour of x that lies above it (below it). */
static double next_double(double x, int above)
{
    union double_word word = {x};
    if (x == 0) {
        word.bits = above ? 1 : UINT64_C(1) << 63 | 1;
        errno = ERANGE;
        return word.value;
    }
    word.bits += (x > 0) == above ? 1 : (uint64_t)-1;
    if (isinf(word.value) || fabs(word.value) < 0x1p-1022)
        errno = ERANGE;
    return word.value;
}

static float next_float(float x, int above)
{
    union float_word word = {x};
    if (x == 0) {
        word.bits = above ? 1 : UINT32_C(1) << 31 | 1;
        errno = ERANGE;
        return word.value;
    }
    word.bits += (x > 0) == above ? 1 : (uint32_t)-1;
    if (isinf(word.value) || fabsf(word.value) < 0x1p-126f)
        errno = ERANGE;
    return word.value;
}

enum { X87_SIGN = 0x8000 };

/* The leading bit of an x87 mantissa is explicit: it is set again when the mantissa wraps, and the exponent moves
 * along. */
static long double next_long_double(long double x, int above)
{
    union long_double_word word = {x};
    const uint64_t leading = UINT64_C(1) << 63;
    if (x == 0) {
        word.parts.sign_and_exponent = above ? 0 : X87_SIGN;
        word.parts.mantissa = 1;
        errno = ERANGE;
        return word.value;
    }
    if ((x > 0) == above) {
        word.parts.mantissa++;
        int was_subnormal = (word.parts.sign_and_exponent & X87_MAX_EXPONENT) == 0;
        if (word.parts.mantissa == 0 || (was_subnormal && word.parts.mantissa == leading)) {
            word.parts.mantissa = leading;
            word.parts.sign_and_exponent++;
        }
    } else {
        int is_lowest = word.parts.mantissa == leading;
        word.parts.mantissa--;
        if (is_lowest) {
            word.parts.sign_and_exponent--;
            if ((word.parts.sign_and_exponent & X87_MAX_EXPONENT) != 0)
                word.parts.mantissa = UINT64_MAX;
        }
    }
    if (isinf(word.value) || fabsl(word.value) < 0x1p-16382L)
        errno = ERANGE;
    return word.value;
}

double nexttoward(double x, long double y)
{
    if (isnan(x) || isnan(y))
        return x + (double)y;
    if (x == y)
        return (double)y;
    return next_double(x, y > x);
}

float nexttowardf(float x, long double y)
{
    if (isnan(x) || isnan(y))
        return x + (float)y;
    if (x == y)
        return (float)y;
    return next_float(x, y > x);
}

long double nexttowardl(long double x, long double y)
{
    if (isnan(x) || isnan(y))
        return x + y;
    if (x == y)
        return y;
    return next_long_double(x, y > x);
}

double nextafter(double x, double y)
{
    return nexttoward(x, y);
}

float nextafterf(float x, float y)
{
    return nexttowardf(x, y);
}

long double nextafterl(long double x, long double y)
{
    return nexttowardl(x, y);
}
