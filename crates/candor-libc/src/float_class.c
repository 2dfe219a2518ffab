/* Classification of floating-point numbers, under the names that glibc's macros call and the old BSD names. */
#define _GNU_SOURCE
#include "candor.h"
#include <math.h>

#undef isnan
#undef isinf
int isnan(double x);
int isinf(double x);
int isnanf(float x);
int isinff(float x);
int isnanl(long double x);
int isinfl(long double x);

int __fpclassify(double x)
{
    return fpclassify(x);
}

int __signbit(double x)
{
    return signbit(x);
}

int __isnan(double x)
{
    return __builtin_isnan(x);
}

/* The sign tells which infinity it is. */
int __isinf(double x)
{
    return __builtin_isinf_sign(x);
}

int __finite(double x)
{
    return isfinite(x);
}

int isnan(double x)
{
    return __builtin_isnan(x);
}

int isinf(double x)
{
    return __builtin_isinf_sign(x);
}

int finite(double x)
{
    return isfinite(x);
}

int __fpclassifyf(float x)
{
    return fpclassify(x);
}

int __signbitf(float x)
{
    return signbit(x);
}

int __isnanf(float x)
{
    return __builtin_isnan(x);
}

/* The sign tells which infinity it is. */
int __isinff(float x)
{
    return __builtin_isinf_sign(x);
}

int __finitef(float x)
{
    return isfinite(x);
}

int isnanf(float x)
{
    return __builtin_isnan(x);
}

int isinff(float x)
{
    return __builtin_isinf_sign(x);
}

int finitef(float x)
{
    return isfinite(x);
}

int __fpclassifyl(long double x)
{
    return fpclassify(x);
}

int __signbitl(long double x)
{
    return signbit(x);
}

int __isnanl(long double x)
{
    return __builtin_isnan(x);
}

/* The sign tells which infinity it is. */
int __isinfl(long double x)
{
    return __builtin_isinf_sign(x);
}

int __finitel(long double x)
{
    return isfinite(x);
}

int isnanl(long double x)
{
    return __builtin_isnan(x);
}

int isinfl(long double x)
{
    return __builtin_isinf_sign(x);
}

int finitel(long double x)
{
    return isfinite(x);
}
