/* modf, fdim, remquo, nan and a few GNU functions, said in terms of the natives. */
#define _GNU_SOURCE
#include "candor.h"
#include <errno.h>
#include <math.h>

double modf(double x, double *integer)
{
    *integer = trunc(x);
    if (isinf(x))
        return copysign(0.0, x);
    return copysign(x - *integer, x);
}

double fdim(double x, double y)
{
    if (isnan(x) || isnan(y))
        return x + y;
    double difference = x > y ? x - y : 0;
    if (isinf(difference) && !isinf(x) && !isinf(y))
        errno = ERANGE;
    return difference;
}

/* The quotient modulo 8, before it is rounded: what is left of |x| modulo 8 |y|, measured in |y|. */
double remquo(double x, double y, int *quotient)
{
    double rest = fabs(x);
    double divisor = fabs(y);
    int bits = 0;
    int negative = signbit(x) != signbit(y);
    double result = remainder(x, y);
    *quotient = 0;
    if (isnan(result) || isinf(y))
        return result;
    if (!isinf(8 * divisor))
        rest = fmod(rest, 8 * divisor);
    for (int weight = 4; weight > 0; weight /= 2) {
        if (!isinf(weight * divisor) && rest >= weight * divisor) {
            rest -= weight * divisor;
            bits += weight;
        }
    }
    /* remainder has rounded the quotient to the nearest integer: up where it left a negative rest. */
    double left = signbit(x) ? -result : result;
    bits += left < 0 || (left == 0 && rest != 0);
    *quotient = negative ? -bits : bits;
    return result;
}

double nan(const char *tag)
{
    (void)*tag;
    return __builtin_nan("");
}

double drem(double x, double y)
{
    return remainder(x, y);
}

void sincos(double x, double *sine, double *cosine)
{
    *sine = sin(x);
    *cosine = cos(x);
}

double exp10(double x)
{
    return pow(10, x);
}

float modff(float x, float *integer)
{
    *integer = truncf(x);
    if (isinf(x))
        return copysignf(0.0f, x);
    return copysignf(x - *integer, x);
}

float fdimf(float x, float y)
{
    if (isnan(x) || isnan(y))
        return x + y;
    float difference = x > y ? x - y : 0;
    if (isinf(difference) && !isinf(x) && !isinf(y))
        errno = ERANGE;
    return difference;
}

/* The quotient modulo 8, before it is rounded: what is left of |x| modulo 8 |y|, measured in |y|. */
float remquof(float x, float y, int *quotient)
{
    float rest = fabsf(x);
    float divisor = fabsf(y);
    int bits = 0;
    int negative = signbit(x) != signbit(y);
    float result = remainderf(x, y);
    *quotient = 0;
    if (isnan(result) || isinf(y))
        return result;
    if (!isinf(8 * divisor))
        rest = fmodf(rest, 8 * divisor);
    for (int weight = 4; weight > 0; weight /= 2) {
        if (!isinf(weight * divisor) && rest >= weight * divisor) {
            rest -= weight * divisor;
            bits += weight;
        }
    }
    /* remainder has rounded the quotient to the nearest integer: up where it left a negative rest. */
    float left = signbit(x) ? -result : result;
    bits += left < 0 || (left == 0 && rest != 0);
    *quotient = negative ? -bits : bits;
    return result;
}

float nanf(const char *tag)
{
    (void)*tag;
    return __builtin_nanf("");
}

float dremf(float x, float y)
{
    return remainderf(x, y);
}

void sincosf(float x, float *sine, float *cosine)
{
    *sine = sinf(x);
    *cosine = cosf(x);
}

float exp10f(float x)
{
    return powf(10, x);
}

long double modfl(long double x, long double *integer)
{
    *integer = truncl(x);
    if (isinf(x))
        return copysignl(0.0L, x);
    return copysignl(x - *integer, x);
}

long double fdiml(long double x, long double y)
{
    if (isnan(x) || isnan(y))
        return x + y;
    long double difference = x > y ? x - y : 0;
    if (isinf(difference) && !isinf(x) && !isinf(y))
        errno = ERANGE;
    return difference;
}

/* The quotient modulo 8, before it is rounded: what is left of |x| modulo 8 |y|, measured in |y|. */
long double remquol(long double x, long double y, int *quotient)
{
    long double rest = fabsl(x);
    long double divisor = fabsl(y);
    int bits = 0;
    int negative = signbit(x) != signbit(y);
    long double result = remainderl(x, y);
    *quotient = 0;
    if (isnan(result) || isinf(y))
        return result;
    if (!isinf(8 * divisor))
        rest = fmodl(rest, 8 * divisor);
    for (int weight = 4; weight > 0; weight /= 2) {
        if (!isinf(weight * divisor) && rest >= weight * divisor) {
            rest -= weight * divisor;
            bits += weight;
        }
    }
    /* remainder has rounded the quotient to the nearest integer: up where it left a negative rest. */
    long double left = signbit(x) ? -result : result;
    bits += left < 0 || (left == 0 && rest != 0);
    *quotient = negative ? -bits : bits;
    return result;
}

long double nanl(const char *tag)
{
    (void)*tag;
    return __builtin_nanl("");
}

long double dreml(long double x, long double y)
{
    return remainderl(x, y);
}

void sincosl(long double x, long double *sine, long double *cosine)
{
    *sine = sinl(x);
    *cosine = cosl(x);
}

long double exp10l(long double x)
{
    return powl(10, x);
}
