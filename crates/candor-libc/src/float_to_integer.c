/* lround, lrint and their family. What does not fit gives the smallest number, as on x86; C leaves the value open. */
#include "candor.h"
#include <limits.h>
#include <math.h>

/* Whether a rounded number is in [-2^(bits - 1), 2^(bits - 1)). */
static int fits(long double rounded, int bits)
{
    long double limit = bits == 64 ? 0x1p63L : 0x1p31L;
    return rounded >= -limit && rounded < limit;
}

static long to_long(long double rounded)
{
    return fits(rounded, (int)sizeof(long) * CHAR_BIT) ? (long)rounded : LONG_MIN;
}

static long long to_long_long(long double rounded)
{
    return fits(rounded, 64) ? (long long)rounded : LLONG_MIN;
}

long lround(double x)
{
    return to_long(round(x));
}

long long llround(double x)
{
    return to_long_long(round(x));
}

long lrint(double x)
{
    return to_long(rint(x));
}

long long llrint(double x)
{
    return to_long_long(rint(x));
}

long lroundf(float x)
{
    return to_long(roundf(x));
}

long long llroundf(float x)
{
    return to_long_long(roundf(x));
}

long lrintf(float x)
{
    return to_long(rintf(x));
}

long long llrintf(float x)
{
    return to_long_long(rintf(x));
}

long lroundl(long double x)
{
    return to_long(roundl(x));
}

long long llroundl(long double x)
{
    return to_long_long(roundl(x));
}

long lrintl(long double x)
{
    return to_long(rintl(x));
}

long long llrintl(long double x)
{
    return to_long_long(rintl(x));
}
