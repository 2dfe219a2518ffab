//@ run-native
//@ data-model: both
// exp, log and pow in all their forms.
#include <errno.h>
#include <math.h>
#include <stdio.h>

int main(void) {
    static const double in[] = {-5.5, -1, -1e-5, 1e-10, 0.5, 1, 2.75, 20};
    for (unsigned i = 0; i < sizeof in / sizeof *in; i++) printf("%.12g %.12g %.12g\n", exp(in[i]), exp2(in[i]), expm1(in[i]));
    for (unsigned i = 3; i < sizeof in / sizeof *in; i++)
        printf("%.12g %.12g %.12g %.12g\n", log(in[i]), log2(in[i]), log10(in[i]), log1p(in[i]));
    printf("%.12g %.12g %.12g %.12g\n", pow(2, 0.5), pow(10, -3), pow(-2, 3), pow(1.0001, 10000));
    if (exp(0) != 1 || log(1) != 0 || pow(5, 0) != 1 || pow(NAN, 0) != 1 || pow(1, NAN) != 1 || exp2(10) != 1024) return 1;
    if (!isinf(exp(1000)) || exp(-1000) != 0 || !isinf(log(0)) || !isnan(log(-1)) || !isnan(pow(-8, 1.0 / 3))) return 2;
    if (pow(2, 10) != 1024 || pow(3, 4) != 81 || pow(-1, INFINITY) != 1 || !isinf(pow(0, -1)) || pow(INFINITY, -1) != 0) return 3;
    if (log2(1024) != 10 || log10(1000) != 3) return 4;
    printf("%.6g %.6g %.6g %.12Lg %.12Lg\n", expf(1), logf(10), powf(2, 0.5f), expl(1), powl(2, 0.5L));
    return 0;
}
