//@ run-native
//@ data-model: both
// complex.h: powers, exponential, logarithm, trigonometric functions and their inverses; infinities.
#include <complex.h>
#include <math.h>
#include <stdio.h>

#define MAKE(x, y) __builtin_complex((double)(x), (double)(y))

static void show(const char *name, double complex z) {
    printf("%s %.9f %.9f\n", name, creal(z) + 0.0, cimag(z) + 0.0);
}

int main(void) {
    static const double parts[] = {-2.5, -0.75, 0.5, 1.25};
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++) {
            double complex z = MAKE(parts[i], parts[j]);
            show("csqrt", csqrt(z));
            show("cexp", cexp(z));
            show("clog", clog(z));
            show("csin", csin(z));
            show("ccos", ccos(z));
            show("ctan", ctan(z));
            show("csinh", csinh(z));
            show("ccosh", ccosh(z));
            show("ctanh", ctanh(z));
            show("casin", casin(z));
            show("cacos", cacos(z));
            show("catan", catan(z));
            show("casinh", casinh(z));
            show("cacosh", cacosh(z));
            show("catanh", catanh(z));
            show("cpow", cpow(z, 0.5 - 1 * I));
            show("divided", (1 + 2 * I) / z);
            show("float", (float complex)(1 + 2 * I) / (float complex)z);
            show("long", (long double complex)(1 + 2 * I) / (long double complex)z);
        }
    }
    double complex infinite = MAKE(INFINITY, NAN);
    double complex product = infinite * (1 + 1 * I);
    if (!isinf(creal(product)) && !isinf(cimag(product))) return 1;
    double complex none = (1 + 1 * I) / MAKE(INFINITY, 1);
    if (creal(none) != 0 || cimag(none) != 0) return 2;
    volatile double zero = 0;
    double complex by_zero = (1 + 1 * I) / MAKE(zero, zero);
    if (!isinf(creal(by_zero))) return 3;
    if (!isinf(creal(cproj(MAKE(NAN, -INFINITY)))) || !signbit(cimag(cproj(MAKE(NAN, -INFINITY))))) return 4;
    if (cabsf(3 + 4 * I) != 5 || cabsl(5 + 12 * I) != 13 || crealf(csqrtf(-4)) != 0 || cimagl(csqrtl(-9)) != 3) return 5;
    return 0;
}
