/* <complex.h>: the types and what the compiler provides; the functions of complex analysis are not modelled. */
#ifndef _COMPLEX_H
#define _COMPLEX_H

#include <features.h>

#define complex _Complex
#define _Complex_I (__extension__ 1.0iF)
#define I _Complex_I
#define CMPLX(x, y) __builtin_complex((double)(x), (double)(y))
#define CMPLXF(x, y) __builtin_complex((float)(x), (float)(y))
#define CMPLXL(x, y) __builtin_complex((long double)(x), (long double)(y))

double creal(double _Complex __z);
float crealf(float _Complex __z);
long double creall(long double _Complex __z);
double cimag(double _Complex __z);
float cimagf(float _Complex __z);
long double cimagl(long double _Complex __z);
double cabs(double _Complex __z);
float cabsf(float _Complex __z);
long double cabsl(long double _Complex __z);
double carg(double _Complex __z);
float cargf(float _Complex __z);
long double cargl(long double _Complex __z);
double _Complex conj(double _Complex __z);
float _Complex conjf(float _Complex __z);
long double _Complex conjl(long double _Complex __z);

#endif
