//@ run-native
//@ data-model: both
// NaN, infinities and signed zeros in comparisons and arithmetic.
#include <math.h>
#include <stdio.h>

int main(void) {
    volatile double nan = NAN, inf = INFINITY, zero = 0.0, minus_zero = -0.0;
    if (nan == nan || !(nan != nan)) return 1;
    if (nan < 1 || nan > 1 || nan <= 1 || nan >= 1) return 2;
    if (!(inf > 1e308) || !(-inf < -1e308) || inf != inf) return 3;
    if (!isnan(inf - inf) || !isnan(inf * 0) || !isnan(zero * inf)) return 4;
    if (zero != minus_zero || 1 / inf != 0 || !signbit(1 / -inf)) return 5;
    if (!signbit(minus_zero) || signbit(zero)) return 6;
    if (signbit(zero + minus_zero) || !signbit(minus_zero + minus_zero)) return 7;
    if (!signbit(zero * -1)) return 8;
    if (isfinite(inf) || isfinite(nan) || !isfinite(zero)) return 9;
    if (isnormal(zero) || !isnormal(1.0) || fpclassify(5e-324) != FP_SUBNORMAL) return 10;
    if (!isunordered(nan, 1) || isgreater(nan, 1) || isless(1, nan) || islessgreater(nan, nan)) return 11;
    if (nan ? 0 : 1) return 12; // NaN is true
    if (!minus_zero ? 0 : 1) return 13;
    volatile float fnan = nan;
    if (fnan == fnan) return 14;
    volatile long double lnan = nan;
    if (lnan == lnan || !isnan(lnan)) return 15;
    int order = (nan < inf) + 2 * (inf > nan) + 4 * !(nan >= inf);
    printf("%d %g %g %g %g\n", order, inf, -inf, minus_zero, zero);
    return 0;
}
