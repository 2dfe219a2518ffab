/* The functions of <complex.h> that take a number apart. */
#include "candor.h"
#include <complex.h>
#include <math.h>

double creal(double complex z)
{
    return __real__ z;
}

double cimag(double complex z)
{
    return __imag__ z;
}

double cabs(double complex z)
{
    return hypot(__real__ z, __imag__ z);
}

double carg(double complex z)
{
    return atan2(__imag__ z, __real__ z);
}

double complex conj(double complex z)
{
    __imag__ z = -__imag__ z;
    return z;
}

float crealf(float complex z)
{
    return __real__ z;
}

float cimagf(float complex z)
{
    return __imag__ z;
}

float cabsf(float complex z)
{
    return hypotf(__real__ z, __imag__ z);
}

float cargf(float complex z)
{
    return atan2f(__imag__ z, __real__ z);
}

float complex conjf(float complex z)
{
    __imag__ z = -__imag__ z;
    return z;
}

long double creall(long double complex z)
{
    return __real__ z;
}

long double cimagl(long double complex z)
{
    return __imag__ z;
}

long double cabsl(long double complex z)
{
    return hypotl(__real__ z, __imag__ z);
}

long double cargl(long double complex z)
{
    return atan2l(__imag__ z, __real__ z);
}

long double complex conjl(long double complex z)
{
    __imag__ z = -__imag__ z;
    return z;
}
