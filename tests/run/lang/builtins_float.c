//@ run-native
//@ data-model: both
// Floating-point builtins: classification, special values, elementwise operations.
#include <stdio.h>

int main(void) {
    volatile double inf = __builtin_inf(), nan = __builtin_nan(""), big = __builtin_huge_val(), x = -2.5;
    if (inf != big || nan == nan) return 1;
    if (!__builtin_isnan(nan) || __builtin_isnan(x) || !__builtin_isinf_sign(inf) || __builtin_isinf_sign(-inf) != -1) return 2;
    if (!__builtin_isfinite(x) || __builtin_isfinite(inf) || !__builtin_isnormal(x) || !__builtin_issubnormal(1e-310)) return 3;
    if (__builtin_fpclassify(0, 1, 2, 3, 4, nan) != 0 || __builtin_fpclassify(0, 1, 2, 3, 4, inf) != 1) return 4;
    if (__builtin_fpclassify(0, 1, 2, 3, 4, x) != 2 || __builtin_fpclassify(0, 1, 2, 3, 4, 1e-310) != 3) return 5;
    if (__builtin_fpclassify(0, 1, 2, 3, 4, x - x) != 4) return 6;
    if (!__builtin_signbit(x) || __builtin_signbit(-x) || __builtin_fabs(x) != 2.5) return 7;
    if (__builtin_copysign(3, x) != -3 || __builtin_fmax(x, nan) != x || __builtin_fmin(x, 1) != x) return 8;
    if (__builtin_floor(x) != -3 || __builtin_ceil(x) != -2 || __builtin_trunc(x) != -2 || __builtin_round(x) != -3) return 9;
    if (__builtin_rint(x) != -2 || __builtin_nearbyint(-x) != 2 || __builtin_roundeven(3.5) != 4) return 10;
    if (__builtin_sqrt(6.25) != 2.5 || __builtin_fma(2, 3, x) != 3.5 || __builtin_lrint(x) != -2) return 11;
    if (!__builtin_isgreater(1.0, x) || __builtin_isless(nan, x) || !__builtin_isunordered(x, nan)) return 12;
    if (__builtin_elementwise_max(x, 1.0) != 1 || __builtin_elementwise_min(3, -4) != -4) return 13;
    if (__builtin_elementwise_abs(-7) != 7 || __builtin_elementwise_abs(x) != 2.5) return 14;
    if (__builtin_canonicalize(x) != x || __builtin_ldexp(x, 3) != -20) return 15;
    if (__builtin_isfpclass(nan, 3) == 0 || __builtin_isfpclass(inf, 3)) return 16;
    printf("%g %g %g\n", inf, __builtin_fabs(x), __builtin_powi(x, 3));
    return 0;
}
